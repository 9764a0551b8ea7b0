//! Games in a channel that not everyone sees: for an outsider there are none.

use std::time::Duration;

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{CLUB, ControlAction, FIRST_PLAYER, GENERAL, Id, SECOND_PLAYER, SPECTATOR};

use super::super::harness::{Bench, Person};
use super::Table;

/// What an outsider reads, in Polish, who names a game that he does not see.
const NO_SUCH_GAME: &str = "Takiej partii";

impl Table {
    fn outsider(&self) -> Person<'_> {
        self.bench.person(SPECTATOR)
    }

    fn overwrite(&self, channel: Id, who: Id, is_allowed: Option<bool>) {
        self.bench.control(ControlAction::Overwrite {
            channel,
            who,
            what: Permissions::VIEW_CHANNEL,
            is_allowed,
        });
    }

    /// A channel for the two players and the bot.
    fn private_channel(&self) -> Id {
        let sandbox = &self.bench.sandbox;
        let channel = sandbox.add_channel(CLUB, "committee").unwrap();
        let role = sandbox.add_role(CLUB, "Committee").unwrap();
        for user in [FIRST_PLAYER, SECOND_PLAYER] {
            self.bench.control(ControlAction::SetRole {
                server: CLUB,
                user,
                role,
                has: true,
            });
        }
        self.overwrite(channel, CLUB, Some(false));
        self.overwrite(channel, role, Some(true));
        let bot = Permissions::VIEW_CHANNEL;
        self.bench.control(ControlAction::Allow(channel, bot, true));
        channel
    }

    /// The first player challenges the second there; the game has begun, in a thread.
    async fn private_game(&self, channel: Id) -> Id {
        let text = "/challenge game:zertz 37 opponent:@Player 2 side:first";
        self.first().at(channel).types(text).await;
        let card = self.second().at(channel).sees("challenges").await;
        self.second().at(channel).clicks("1a").await;
        self.begun(card.id).await
    }
}

#[tokio::test]
async fn an_outsider_finds_no_game_of_a_private_channel_by_any_command() {
    let table = Table::on(Bench::unlogged().await).await;
    let channel = table.private_channel();
    let thread = table.private_game(channel).await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    table.settles().await;
    let outsider = table.outsider();
    let commands = table.bench.sandbox.commands(SPECTATOR, outsider.channel);
    let mut tried = 0;
    for command in commands.unwrap() {
        let name = command["name"].as_str().unwrap();
        let options = command["options"].as_array().cloned().unwrap_or_default();
        // Where it is a number, it may be any game's; elsewhere it is a kind of game.
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
    // Whoever sees the channel sees the game from elsewhere too, and so do its players.
    let moderator = table.bench.person(hexpost_sandbox::MODERATOR);
    let answer = moderator.types("/board game:1").await;
    assert!(
        answer.message().picture().is_some(),
        "the owner: {}",
        answer.message()
    );
    let answer = table.first().types("/board game:1").await;
    assert!(answer.message().picture().is_some());
    let answer = table
        .second()
        .at_direct_messages()
        .types("/board game:1")
        .await;
    assert!(answer.message().picture().is_some());
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn an_open_challenge_in_a_private_channel_is_in_nobody_elses_lobby() {
    let table = Table::new().await;
    let channel = table.private_channel();
    table
        .first()
        .at(channel)
        .types("/challenge game:zertz 37")
        .await;
    table.first().types("/challenge game:tzaar fixed").await;
    table.settles().await;
    let answer = table.outsider().types("/lobby").await;
    let seen = answer.message();
    assert!(
        seen.text.contains("TZAAR") && !seen.text.contains("ZÈRTZ"),
        "{seen}"
    );
    let answer = table.second().types("/lobby").await;
    let seen = answer.message();
    assert!(
        seen.text.contains("TZAAR") && seen.text.contains("ZÈRTZ"),
        "{seen}"
    );
    // The list for everyone shows what everyone sees.
    let moderator = table.bench.person(hexpost_sandbox::MODERATOR);
    moderator.at(GENERAL).types("/lobby pin:true").await;
    let shown = table.outsider().at(GENERAL).sees("TZAAR").await;
    assert!(!shown.text.contains("ZÈRTZ"), "{shown}");
    table.finish().await;
}

#[tokio::test]
async fn whoever_can_no_longer_see_a_channel_hears_no_more_of_its_games() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    let follower = table.outsider().at(thread);
    follower.clicks("1o").await;
    follower.clicks("Obserwuj").await;
    follower.clicks("Powiadamiaj o ruchach").await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    let direct = table.outsider().at_direct_messages();
    direct.sees("`Wd4-a1`").await;
    // The channel is closed to him; what was known of it is believed for ten minutes.
    table.overwrite(hexpost_sandbox::GAMES, SPECTATOR, Some(false));
    table.passes(Duration::from_mins(11)).await;
    table.second_at(thread).types("/move turn:Bb2-g1").await;
    table.first_at(thread).sees("`Bb2-g1`").await;
    table.settles().await;
    let told = direct.reads();
    assert!(
        !told.iter().any(|seen| seen.text.contains("`Bb2-g1`")),
        "{told:?}"
    );
    // The keys of the message he has lead nowhere.
    let answer = direct.clicks("Plansza").await;
    assert!(
        answer.message().text.contains(NO_SUCH_GAME),
        "{}",
        answer.message()
    );
    assert!(answer.message().picture().is_none());
    let elsewhere = table.outsider().at(GENERAL);
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
    // It opens again.
    table.overwrite(hexpost_sandbox::GAMES, SPECTATOR, None);
    table.passes(Duration::from_mins(11)).await;
    let answer = elsewhere.types("/board game:1").await;
    assert!(answer.message().picture().is_some(), "{}", answer.message());
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn the_result_of_a_private_game_is_not_announced_to_everyone() {
    let table = Table::new().await;
    let channel = table.private_channel();
    let moderator = table.bench.person(hexpost_sandbox::MODERATOR);
    moderator.types("/server").await;
    moderator.clicks("Channels").await;
    moderator.picks_from("1Hr", &[GENERAL]).await;
    let thread = table.private_game(channel).await;
    table.first_at(thread).types("/resign").await;
    table.first_at(thread).clicks("Yes, resign").await;
    table.second_at(thread).sees("🏁").await;
    let public = table.game("zertz 37").await;
    table.second_at(public).types("/resign").await;
    table.second_at(public).clicks("Да, сдаюсь").await;
    table.outsider().at(GENERAL).sees("🏁").await;
    table.settles().await;
    let announced = table.outsider().at(GENERAL).reads();
    let announced = announced.iter().filter(|seen| seen.text.contains("🏁"));
    assert_eq!(announced.count(), 1);
    table.finish().await;
}
