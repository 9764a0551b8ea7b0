//! Servers: their settings, and the bot joining and leaving.

use hexpost::discord::DEFAULT_COMMANDS_PER_MINUTE;
use std::time::Duration;

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    CLUB, ControlAction, ELSEWHERE, FIRST_PLAYER, FORUM_CHANNEL, GAMES, GENERAL, Id, LOUNGE,
    MODERATOR, MODERATORS, QUIET, SECOND_PLAYER, SPECTATOR,
};
use serde_json::Value;

use super::super::harness::{Harness, Person, Seen};
use super::{BEGINNING, Session};
use hexpost::model::{PlayerId, ServerId};

impl Session {
    fn moderator(&self) -> Person<'_> {
        self.harness.person(MODERATOR)
    }

    /// The posts in the forum.
    fn posts(&self) -> Vec<Value> {
        let seen = self.harness.sandbox.overview(FIRST_PLAYER).unwrap();
        let servers = seen["servers"].as_array().unwrap();
        let channels = servers
            .iter()
            .flat_map(|server| server["channels"].as_array().unwrap());
        let forum = FORUM_CHANNEL.to_string();
        channels
            .filter(|channel| channel["parent_id"] == forum.as_str())
            .cloned()
            .collect()
    }

    /// The first player challenges the second, who accepts; returns the challenge message.
    async fn begins(&self) -> Seen {
        let text = "/challenge game:zertz 37 opponent:@Player 2 side:first";
        self.first().types(text).await;
        let card = self.second().sees("challenges").await;
        self.second().clicks("1a").await;
        card
    }

    async fn choose_forum(&self) {
        self.moderator().types("/server").await;
        self.moderator().clicks("Channels").await;
        let answer = self.moderator().picks_from("1Hf", &[FORUM_CHANNEL]).await;
        let said = format!("one post per game: <#{FORUM_CHANNEL}>");
        assert!(
            answer.message().text.contains(&said),
            "{}",
            answer.message()
        );
    }
}

#[tokio::test]
async fn a_server_can_be_set_up_with_menus() {
    let session = Session::new().await;
    let moderator = session.moderator();
    let answer = moderator.types("/server").await;
    assert_eq!(
        answer.message().keys(),
        [
            "Channels",
            "People",
            "Defaults",
            "Puzzle of the day",
            "Ladder",
            "Tournaments"
        ]
    );
    assert!(
        answer
            .message()
            .text
            .contains("Channels for games: any channel")
    );
    moderator.clicks("Channels").await;
    let answer = moderator.picks_from("1Hc", &[GAMES]).await;
    assert!(
        answer
            .message()
            .text
            .contains(&format!("Channels for games: <#{GAMES}>"))
    );
    // Only what the menu offers can be chosen: not a forum as a channel, and no forum of another
    // server.
    for (menu, picked) in [("1Hf", GAMES), ("1Hc", FORUM_CHANNEL), ("1Hr", LOUNGE)] {
        let wrong = serde_json::json!({
            "do": "choose", "as": MODERATOR.to_string(), "custom_id": menu,
            "message_id": answer.message().id.to_string(), "values": [picked.to_string()],
        });
        assert!(session.harness.sandbox.act(&wrong).is_err(), "{menu}");
    }
    let chosen = answer.message().parts().next().unwrap()["default_values"].clone();
    assert_eq!(chosen[0]["id"], GAMES.to_string());
    let answer = moderator.chooses(&["Games in the channel itself"]).await;
    assert!(answer.message().text.contains("one thread per game: no"));
    moderator.clicks("Back").await;
    moderator.clicks("Defaults").await;
    moderator.chooses(&["Default pace: 3 days per move"]).await;
    let answer = moderator.chooses(&["Language: Polish"]).await;
    let text = &answer.message().text;
    assert!(text.contains("Default pace: 3 days per move"), "{text}");
    assert!(text.contains("Language for everyone: Polish"), "{text}");
    let answer = moderator
        .chooses(&["Keep only the latest board of a game"])
        .await;
    assert!(answer.message().text.contains("only the latest board: yes"));
    // Typed options still work, and settings survive a restart.
    let session = session.restart().await;
    let answer = session.moderator().types("/server latest:false").await;
    let text = &answer.message().text;
    assert!(text.contains("only the latest board: no"), "{text}");
    assert!(text.contains("Default pace: 3 days per move"), "{text}");
    // Games can't be started outside of the chosen channel.
    let answer = session
        .second()
        .at(GENERAL)
        .types("/challenge game:zertz 37")
        .await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains(&format!("<#{GAMES}>")),
        "{}",
        answer.message()
    );
    session.second().types("/challenge game:zertz 37").await;
    let card = session.first().sees("zaprasza do gry każdego").await;
    assert!(card.text.contains("3 dni na ruch"), "{card}");
    // With no channel chosen, games can be started everywhere again.
    session.moderator().clicks("Channels").await;
    let answer = session.moderator().picks_from("1Hc", &[]).await;
    assert!(
        answer
            .message()
            .text
            .contains("Channels for games: any channel")
    );
    session.finish().await;
}

#[tokio::test]
async fn only_those_who_manage_the_server_can_change_its_settings() {
    let session = Session::new().await;
    // The command is hidden from others, but a screen that was left open must be protected too.
    let roles = |has| ControlAction::SetRole {
        server: CLUB,
        user: SECOND_PLAYER,
        role: MODERATORS,
        has,
    };
    session.harness.control(roles(true));
    session.second().types("/server").await;
    session.second().clicks("Каналы").await;
    session.harness.control(roles(false));
    let answer = session.second().picks_from("1Hc", &[GENERAL]).await;
    assert!(
        answer.message().text.contains("только те, кто управляет"),
        "{}",
        answer.message()
    );
    let settings = session
        .app
        .server_settings(ServerId(CLUB as i64))
        .await
        .unwrap();
    assert!(settings.channels.is_empty());
    session.finish().await;
}

#[tokio::test]
async fn a_game_becomes_a_forum_post_with_the_tag_of_the_game() {
    let session = Session::new().await;
    session.choose_forum().await;
    session.begins().await;
    let found = || session.posts().pop();
    let post = session.harness.until("a forum post", found).await;
    assert_eq!(post["name"], "#1 ZÈRTZ 37 · Player 1 – Player 2");
    assert_eq!(
        post["applied_tags"],
        serde_json::json!([(FORUM_CHANNEL + 1001).to_string()])
    );
    let thread: Id = post["id"].as_str().unwrap().parse().unwrap();
    // The answer and the card lead there.
    let link = format!("→ <#{thread}>");
    let answer = session.first().sees("game on!").await;
    assert!(answer.text.contains(&link), "{answer}");
    let card = session.first().sees("the game has begun").await;
    assert!(card.text.contains(&link), "{card}");
    let board = session.first_at(thread).sees("it's your turn").await;
    assert!(board.pings_me && board.picture().is_some());
    // In the game's own post, commands don't need to name the game.
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    let board = session.second_at(thread).sees("`Wd4-a1`").await;
    assert!(board.pings_me);
    // A challenge made in the post is answered there.
    session
        .first_at(thread)
        .types("/challenge game:tzaar fixed")
        .await;
    session.second_at(thread).sees("challenges anyone").await;
    session.settles().await;
    assert_eq!(session.posts().len(), 1);
    session.finish().await;
}

#[tokio::test]
async fn a_thread_is_used_when_the_forum_accepts_no_post() {
    let session = Session::on(Harness::unlogged().await).await;
    session.choose_forum().await;
    // A tag is required, and the matching ones are only for moderators.
    session
        .harness
        .control(ControlAction::NeedTag(FORUM_CHANNEL, true));
    session
        .harness
        .control(ControlAction::ModerateTags(FORUM_CHANNEL, true));
    let card = session.begins().await;
    session.begun(card.id).await;
    session.first_at(card.id).sees("it's your turn").await;
    assert_eq!(session.posts().len(), 0);
    // With a tag that the bot may set, the game is a post again.
    session
        .harness
        .control(ControlAction::ModerateTags(FORUM_CHANNEL, false));
    session
        .first()
        .types("/challenge game:tzaar fixed opponent:@Player 2")
        .await;
    session.second().clicks("1a").await;
    let found = || session.posts().pop();
    session.harness.until("a forum post", found).await;
    session.settles().await;
    // Without permission to post, or without the forum, threads are used.
    let write = Permissions::SEND_MESSAGES;
    session
        .harness
        .control(ControlAction::Deny(FORUM_CHANNEL, write, true));
    session
        .first()
        .types("/challenge game:zertz 40 opponent:@Player 2")
        .await;
    let card = session.second().sees("40 rings").await;
    session.second().clicks("1a").await;
    session.begun(card.id).await;
    session.first_at(card.id).sees("it's your turn").await;
    session
        .harness
        .control(ControlAction::DeleteChannel(FORUM_CHANNEL));
    session
        .first()
        .types("/challenge game:zertz 43 opponent:@Player 2")
        .await;
    let card = session.second().sees("43 rings").await;
    session.second().clicks("1a").await;
    session.begun(card.id).await;
    session.first_at(card.id).sees("it's your turn").await;
    session.settles().await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn results_are_announced_in_the_chosen_channel() {
    let session = Session::new().await;
    session.moderator().types("/server").await;
    session.moderator().clicks("Channels").await;
    session.moderator().picks_from("1Hr", &[GENERAL]).await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/resign").await;
    session.first_at(thread).clicks("Yes, resign").await;
    let result = session.second().at(GENERAL).sees("🏁").await;
    assert!(result.text.contains("ZÈRTZ · 37 rings"), "{result}");
    assert!(result.text.contains("Player 2 wins"), "{result}");
    assert!(!result.pings_me, "a result pings nobody");
    session.settles().await;
    let all = session.second().at(GENERAL).reads();
    assert_eq!(
        all.iter().filter(|seen| seen.text.contains("🏁")).count(),
        1
    );
    session.finish().await;
}

#[tokio::test]
async fn a_server_can_choose_who_may_play_and_who_may_end_games() {
    let session = Session::new().await;
    let role = |user, has| ControlAction::SetRole {
        server: CLUB,
        user,
        role: MODERATORS,
        has,
    };
    let thread = session.game("zertz 37").await;
    session.moderator().types("/server").await;
    session.moderator().clicks("People").await;
    let answer = session.moderator().picks_from("1Hy", &[MODERATORS]).await;
    assert!(
        answer
            .message()
            .text
            .contains(&format!("Who can play: <@&{MODERATORS}>"))
    );
    let text = "/challenge game:tzaar fixed side:first";
    let answer = session.second().types(text).await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("одна из ролей"),
        "{}",
        answer.message()
    );
    session.harness.control(role(FIRST_PLAYER, true));
    session.first().types(text).await;
    session.second().sees("challenges anyone").await;
    let answer = session.second().clicks("Accept").await;
    assert!(
        answer.message().text.contains("одна из ролей"),
        "{}",
        answer.message()
    );
    // A running game isn't affected.
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    let answer = session.second_at(thread).types("/move turn:Bb2-g1").await;
    assert!(answer.message().text.contains("✅"), "{}", answer.message());
    // A role for moderators of games, who needn't manage the server.
    session.moderator().picks_from("1Hm", &[CLUB]).await;
    session.settles().await;
    let everyone = session
        .app
        .server_settings(ServerId(CLUB as i64))
        .await
        .unwrap();
    assert_eq!(everyone.moderators.len(), 1);
    session.finish().await;
}

/// Whether a game can be ended as a moderator.
fn can_end(more: &Seen) -> bool {
    more.to_string().contains("moderator")
}

#[tokio::test]
async fn a_role_makes_moderators_of_games() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let spectator = session.harness.person(SPECTATOR).at(thread);
    let more = spectator.clicks("1o").await;
    assert!(!can_end(more.message()), "{}", more.message());
    let helpers = session.harness.sandbox.add_role(CLUB, "Helpers").unwrap();
    session.harness.control(ControlAction::SetRole {
        server: CLUB,
        user: SPECTATOR,
        role: helpers,
        has: true,
    });
    session.moderator().types("/server").await;
    session.moderator().clicks("People").await;
    session.moderator().picks_from("1Hm", &[helpers]).await;
    spectator.clicks("1o").await;
    spectator.chooses(&["Zakończ (moderator)"]).await;
    let answer = spectator.clicks("Tak, zakończ").await;
    assert!(
        answer.message().text.contains("Partia zakończona"),
        "{}",
        answer.message()
    );
    session.first_at(thread).sees("ended by a moderator").await;
    // They may also open the lobby, but not change the server's settings.
    let answer = session
        .harness
        .person(SPECTATOR)
        .types("/lobby pin:true")
        .await;
    assert!(
        answer.message().text.contains("Poczekalnia zaraz"),
        "{}",
        answer.message()
    );
    session.first().sees("**Open challenges").await;
    session.finish().await;
}

#[tokio::test]
async fn a_start_on_known_servers_sends_no_greeting() {
    let session = Session::new().await;
    session.game("zertz 37").await;
    session.settles().await;
    assert_eq!(session.first().at(GENERAL).reads().len(), 0);
    session.finish().await;
}

#[tokio::test]
async fn a_new_server_is_greeted_once() {
    let harness = Harness::new().await;
    let now = harness.sandbox.now();
    harness.control(ControlAction::SystemChannel(ELSEWHERE, Some(LOUNGE)));
    let session = Session::with(harness, now, DEFAULT_COMMANDS_PER_MINUTE).await;
    // The bot has just joined its first server.
    let greeting = session.first().at(GENERAL).sees("I'm **Hexpost**").await;
    assert!(!greeting.pings_me, "{greeting}");
    // Its commands can be tapped.
    let commands = session.harness.sandbox.commands(FIRST_PLAYER, GENERAL);
    let commands = commands.unwrap();
    for name in ["challenge", "lobby", "help", "server"] {
        let command = commands.iter().find(|command| command["name"] == name);
        let id = command.unwrap()["id"].as_str().unwrap();
        let mention = format!("</{name}:{id}>");
        assert!(greeting.text.contains(&mention), "{greeting}");
    }
    session.harness.control(ControlAction::AddBot(ELSEWHERE));
    session.first().at(LOUNGE).sees("I'm **Hexpost**").await;
    // Neither a restart nor rejoining triggers it again.
    let session = session.restart().await;
    session.harness.control(ControlAction::RemoveBot(ELSEWHERE));
    until_left(&session, ELSEWHERE, true).await;
    session.harness.control(ControlAction::AddBot(ELSEWHERE));
    until_left(&session, ELSEWHERE, false).await;
    session.first().types("/games").await;
    for channel in [GENERAL, LOUNGE] {
        let all = session.first().at(channel).reads();
        let greetings = all.iter().filter(|seen| seen.text.contains("**Hexpost**"));
        assert_eq!(greetings.count(), 1);
    }
    session.finish().await;
}

#[tokio::test]
async fn the_greeting_follows_the_language_of_the_server() {
    let harness = Harness::new().await;
    let now = harness.sandbox.now();
    let session = Session::with(harness, now, DEFAULT_COMMANDS_PER_MINUTE).await;
    let greeting = session.first().at(GENERAL).sees("I'm **Hexpost**").await;
    let is_in = |text: &'static str, key: &'static str, alt: &'static str| {
        let (session, id) = (&session, greeting.id);
        let look = move || {
            let mut all = session.first().at(GENERAL).reads().into_iter();
            let seen = all.find(|seen| seen.id == id)?;
            let is_alt = seen.alts().iter().any(|found| found.contains(alt));
            (seen.text.contains(text) && seen.keys()[0] == key && is_alt).then_some(())
        };
        session.harness.until(text, look)
    };
    let moderator = session.harness.person(MODERATOR);
    moderator.types("/server language:ru").await;
    is_in(
        "Здравствуйте! Я **Hexpost**",
        "Как играть",
        "Две игры рядом",
    )
    .await;
    moderator.types("/server language:pl").await;
    is_in(
        "Cześć! Jestem **Hexpost**",
        "Jak grać",
        "Dwie gry obok siebie",
    )
    .await;
    // As the server's own language again.
    moderator.types("/server language:own").await;
    is_in("Hello! I'm **Hexpost**", "How to play", "The two games").await;
    assert_eq!(session.first().at(GENERAL).reads().len(), 1);
    session.finish().await;
}

#[tokio::test]
async fn without_permission_to_write_there_is_no_greeting() {
    let harness = Harness::unlogged().await;
    let now = harness.sandbox.now();
    harness.control(ControlAction::Deny(
        GENERAL,
        Permissions::SEND_MESSAGES,
        true,
    ));
    let session = Session::with(harness, now, DEFAULT_COMMANDS_PER_MINUTE).await;
    let refused = || (!session.harness.refused().is_empty()).then_some(());
    session
        .harness
        .until("the greeting to be refused", refused)
        .await;
    assert_eq!(session.first().at(GENERAL).reads().len(), 0);
    session.first().types("/games").await;
    session.finish_after_trouble().await;
}

pub(super) async fn until_left(session: &Session, server: Id, has_left: bool) {
    let server = ServerId(server as i64);
    let is_so = async {
        while session.app.has_left(server).await.unwrap() != has_left {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(10), is_so).await;
    waited.expect("the bot did not notice");
}

#[tokio::test]
async fn a_game_continues_in_direct_messages_while_the_bot_is_off_its_server() {
    let session = Session::with(
        Harness::unlogged().await,
        BEGINNING,
        DEFAULT_COMMANDS_PER_MINUTE,
    )
    .await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    session.harness.control(ControlAction::RemoveBot(CLUB));
    until_left(&session, CLUB, true).await;
    let answer = session
        .first()
        .at_direct_messages()
        .types("/move turn:Wd4-a1")
        .await;
    assert!(answer.message().text.contains("✅"), "{}", answer.message());
    let direct = session.second().at_direct_messages().sees("`Wd4-a1`").await;
    assert!(direct.text.contains("ваш ход"), "{direct}");
    session.settles().await;
    let refused = session.harness.refused();
    assert_eq!(refused, [""; 0], "nothing is sent to the server");
    // After the bot has rejoined, everything is as before.
    session.harness.control(ControlAction::AddBot(CLUB));
    until_left(&session, CLUB, false).await;
    let answer = session
        .second()
        .at_direct_messages()
        .types("/move turn:Bb2-g1")
        .await;
    assert!(answer.message().text.contains("✅"), "{}", answer.message());
    let board = session.first_at(thread).sees("`Bb2-g1`").await;
    assert!(board.pings_me);
    session.finish().await;
}

#[tokio::test]
async fn a_challenge_restricted_to_a_role_must_be_accepted_on_the_server() {
    let session = Session::on(Harness::unlogged().await).await;
    session.moderator().types("/server").await;
    session.moderator().clicks("People").await;
    session.moderator().picks_from("1Hy", &[MODERATORS]).await;
    for user in [FIRST_PLAYER, SECOND_PLAYER] {
        session.harness.control(ControlAction::SetRole {
            server: CLUB,
            user,
            role: MODERATORS,
            has: true,
        });
    }
    // Without permission to write, the challenge is a direct message, in which nobody has roles.
    let text = "/challenge game:zertz 37 opponent:@Player 2 side:first";
    session.first().at(QUIET).types(text).await;
    let alone = session.second().at_direct_messages();
    alone.sees("<@").await;
    let answer = alone.clicks("1a").await;
    let said = &answer.message().text;
    assert!(said.contains("Примите вызов там"), "{said}");
    assert!(
        session
            .app
            .my_games(PlayerId(FIRST_PLAYER as i64), session.now())
            .await
            .unwrap()
            .is_empty()
    );
    session.finish_after_trouble().await;
}
