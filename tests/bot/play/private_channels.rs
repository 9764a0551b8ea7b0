//! Games in a private channel don't exist for those who can't see it.

use std::time::Duration;

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{CLUB, ControlAction, FIRST_PLAYER, GENERAL, Id, SECOND_PLAYER, SPECTATOR};

use super::super::harness::{Harness, Person};
use super::Session;

/// The refusal, in Polish, for a game that the viewer can't see.
const NO_SUCH_GAME: &str = "Takiej partii";

impl Session {
    fn outsider(&self) -> Person<'_> {
        self.harness.person(SPECTATOR)
    }

    fn overwrite(&self, channel: Id, who: Id, is_allowed: Option<bool>) {
        self.harness.control(ControlAction::Overwrite {
            channel,
            who,
            what: Permissions::VIEW_CHANNEL,
            is_allowed,
        });
    }

    /// A channel that only the two players and the bot can see.
    fn private_channel(&self) -> Id {
        let sandbox = &self.harness.sandbox;
        let channel = sandbox.add_channel(CLUB, "committee").unwrap();
        let role = sandbox.add_role(CLUB, "Committee").unwrap();
        for user in [FIRST_PLAYER, SECOND_PLAYER] {
            self.harness.control(ControlAction::SetRole {
                server: CLUB,
                user,
                role,
                has: true,
            });
        }
        self.overwrite(channel, CLUB, Some(false));
        self.overwrite(channel, role, Some(true));
        let bot = Permissions::VIEW_CHANNEL;
        self.harness
            .control(ControlAction::Allow(channel, bot, true));
        channel
    }

    /// Starts a game in a thread of a private channel.
    async fn private_game(&self, channel: Id) -> Id {
        let text = "/challenge game:zertz 37 opponent:@Player 2 side:first";
        self.first().at(channel).types(text).await;
        let card = self.second().at(channel).sees("challenges").await;
        self.second().at(channel).clicks("1a").await;
        self.begun(card.id).await
    }
}

#[tokio::test]
async fn no_command_reveals_a_game_in_a_private_channel() {
    let session = Session::on(Harness::unlogged().await).await;
    let channel = session.private_channel();
    let thread = session.private_game(channel).await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.settles().await;
    let outsider = session.outsider();
    let commands = session
        .harness
        .sandbox
        .commands(SPECTATOR, outsider.channel);
    let mut tried = 0;
    for command in commands.unwrap() {
        let name = command["name"].as_str().unwrap();
        let options = command["options"].as_array().cloned().unwrap_or_default();
        // With autocomplete the option is a game's id; otherwise it is a kind of game.
        let takes_number =
            |option: &serde_json::Value| option["name"] == "game" && option["autocomplete"] == true;
        if !options.iter().any(takes_number) {
            continue;
        }
        for number in ["1", "#1"] {
            let answer = outsider.types(&format!("/{name} game:{number}")).await;
            let seen = answer.message();
            assert!(seen.text.contains(NO_SUCH_GAME), "/{name}: {seen}");
            assert!(
                seen.picture().is_none() && seen.is_private,
                "/{name}: {seen}"
            );
        }
        tried += 1;
        let offered = outsider.is_offered(&format!("/{name} game:")).await;
        assert!(offered.is_empty(), "/{name}: {offered:?}");
    }
    assert!(
        tried >= 8,
        "board, move, replay, resign, draw, takeback, plan, analyse"
    );
    for text in [
        "/replay game:1 from:0 to:1",
        "/board game:1 turn:0",
        "/analyse game:1 turn:0",
    ] {
        let answer = outsider.types(text).await;
        assert!(
            answer.message().text.contains(NO_SUCH_GAME),
            "{text}: {}",
            answer.message()
        );
    }
    for text in [
        "/games",
        "/history",
        "/lobby",
        "/replay",
        "/profile person:@Player 1",
    ] {
        let answer = outsider.types(text).await;
        let seen = answer.message();
        assert!(
            !seen.text.contains("#1") && !seen.text.contains(&thread.to_string()),
            "{seen}"
        );
    }
    // Those who see the channel see the game from other channels too, and so do its players.
    let moderator = session.harness.person(hexpost_sandbox::MODERATOR);
    let answer = moderator.types("/board game:1").await;
    assert!(
        answer.message().picture().is_some(),
        "the owner sees it: {}",
        answer.message()
    );
    let answer = session.first().types("/board game:1").await;
    assert!(answer.message().picture().is_some());
    let answer = session
        .second()
        .at_direct_messages()
        .types("/board game:1")
        .await;
    assert!(answer.message().picture().is_some());
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn an_open_challenge_in_a_private_channel_is_hidden_from_others() {
    let session = Session::new().await;
    let channel = session.private_channel();
    session
        .first()
        .at(channel)
        .types("/challenge game:zertz 37")
        .await;
    session.first().types("/challenge game:tzaar fixed").await;
    session.settles().await;
    let answer = session.outsider().types("/lobby").await;
    let seen = answer.message();
    assert!(
        seen.text.contains("TZAAR") && !seen.text.contains("ZÈRTZ"),
        "{seen}"
    );
    let answer = session.second().types("/lobby").await;
    let seen = answer.message();
    assert!(
        seen.text.contains("TZAAR") && seen.text.contains("ZÈRTZ"),
        "{seen}"
    );
    // The list for everyone shows only what everyone can see.
    let moderator = session.harness.person(hexpost_sandbox::MODERATOR);
    moderator.at(GENERAL).types("/lobby pin:true").await;
    let shown = session.outsider().at(GENERAL).sees("TZAAR").await;
    assert!(!shown.text.contains("ZÈRTZ"), "{shown}");
    session.finish().await;
}

#[tokio::test]
async fn a_follower_who_loses_access_to_the_channel_is_no_longer_notified() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    let follower = session.outsider().at(thread);
    follower.clicks("1o").await;
    follower.clicks("Obserwuj").await;
    follower.clicks("Powiadamiaj o ruchach").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    let direct = session.outsider().at_direct_messages();
    direct.sees("`Wd4-a1`").await;
    // The follower loses access to the channel; permissions are cached for ten minutes.
    session.overwrite(hexpost_sandbox::GAMES, SPECTATOR, Some(false));
    session.passes(Duration::from_mins(11)).await;
    session.second_at(thread).types("/move turn:Bb2-g1").await;
    session.first_at(thread).sees("`Bb2-g1`").await;
    session.settles().await;
    let told = direct.reads();
    assert!(
        !told.iter().any(|seen| seen.text.contains("`Bb2-g1`")),
        "{told:?}"
    );
    // The buttons of the old message no longer work.
    let answer = direct.clicks("Plansza").await;
    assert!(
        answer.message().text.contains(NO_SUCH_GAME),
        "{}",
        answer.message()
    );
    assert!(answer.message().picture().is_none());
    let elsewhere = session.outsider().at(GENERAL);
    let answer = elsewhere.types("/board game:1").await;
    assert!(
        answer.message().text.contains(NO_SUCH_GAME),
        "{}",
        answer.message()
    );
    let answer = elsewhere.types("/games").await;
    assert!(
        !answer.message().keys().contains(&"Obserwowane (1)"),
        "{}",
        answer.message()
    );
    // Access is restored.
    session.overwrite(hexpost_sandbox::GAMES, SPECTATOR, None);
    session.passes(Duration::from_mins(11)).await;
    let answer = elsewhere.types("/board game:1").await;
    assert!(answer.message().picture().is_some(), "{}", answer.message());
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn the_result_of_a_private_game_is_not_announced_publicly() {
    let session = Session::new().await;
    let channel = session.private_channel();
    let moderator = session.harness.person(hexpost_sandbox::MODERATOR);
    moderator.types("/server").await;
    moderator.clicks("Channels").await;
    moderator.picks_from("1Hr", &[GENERAL]).await;
    let thread = session.private_game(channel).await;
    session.first_at(thread).types("/resign").await;
    session.first_at(thread).clicks("Yes, resign").await;
    session.second_at(thread).sees("🏁").await;
    let public = session.game("zertz 37").await;
    session.second_at(public).types("/resign").await;
    session.second_at(public).clicks("Да, сдаюсь").await;
    session.outsider().at(GENERAL).sees("🏁").await;
    session.settles().await;
    let announced = session.outsider().at(GENERAL).reads();
    let announced = announced.iter().filter(|seen| seen.text.contains("🏁"));
    assert_eq!(announced.count(), 1);
    session.finish().await;
}

#[tokio::test]
async fn a_game_of_a_private_channel_is_not_shown_elsewhere() {
    let session = Session::new().await;
    let channel = session.private_channel();
    let thread = session.private_game(channel).await;
    session.settles().await;
    let first = session.first();
    let answer = first.at(GENERAL).types("/board game:1").await;
    assert!(answer.message().picture().is_some());
    assert!(!answer.message().keys().contains(&"Show to all"));
    let answer = first.at(thread).types("/board").await;
    assert!(answer.message().keys().contains(&"Show to all"));
    // A game outside of servers stays where it is, and with the bot alone there is nobody to show to.
    let answer = first.at_direct_messages().types("/board game:1").await;
    assert!(!answer.message().keys().contains(&"Show to all"));
    session.finish().await;
}
