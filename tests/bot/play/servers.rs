//! Servers: what they prefer, coming to them and leaving them.

use hexpost::discord::DEFAULT_COMMANDS_PER_MINUTE;
use std::time::Duration;

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    CLUB, ControlAction, ELSEWHERE, FIRST_PLAYER, FORUM_CHANNEL, GAMES, GENERAL, Id, LOUNGE,
    MODERATOR, MODERATORS, QUIET, SECOND_PLAYER, SPECTATOR,
};
use serde_json::Value;

use super::super::harness::{Bench, Person, Seen};
use super::{BEGINNING, Table};
use hexpost::model::{PlayerId, ServerId};

impl Table {
    fn moderator(&self) -> Person<'_> {
        self.bench.person(MODERATOR)
    }

    /// The posts of the forum.
    fn posts(&self) -> Vec<Value> {
        let seen = self.bench.sandbox.overview(FIRST_PLAYER).unwrap();
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

    /// The first player challenges the second, who accepts.
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
async fn a_server_is_set_up_with_menus() {
    let table = Table::new().await;
    let moderator = table.moderator();
    let answer = moderator.types("/server").await;
    assert_eq!(answer.message().keys(), ["Channels", "People", "Defaults"]);
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
    // What the menu does not offer can't be picked: a forum is no channel, and one elsewhere is none.
    for (menu, picked) in [("1Hf", GAMES), ("1Hc", FORUM_CHANNEL), ("1Hr", LOUNGE)] {
        let wrong = serde_json::json!({
            "do": "choose", "as": MODERATOR.to_string(), "custom_id": menu,
            "message_id": answer.message().id.to_string(), "values": [picked.to_string()],
        });
        assert!(table.bench.sandbox.act(&wrong).is_err(), "{menu}");
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
    // The old way of typing it works too, and what was set stands after a restart.
    let table = table.restart().await;
    let answer = table.moderator().types("/server latest:false").await;
    let text = &answer.message().text;
    assert!(text.contains("only the latest board: no"), "{text}");
    assert!(text.contains("Default pace: 3 days per move"), "{text}");
    // Elsewhere than in the chosen channel nothing is begun.
    let answer = table
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
    table.second().types("/challenge game:zertz 37").await;
    let card = table.first().sees("zaprasza do gry każdego").await;
    assert!(card.text.contains("3 dni na ruch"), "{card}");
    // None chosen means everywhere again.
    table.moderator().clicks("Channels").await;
    let answer = table.moderator().picks_from("1Hc", &[]).await;
    assert!(
        answer
            .message()
            .text
            .contains("Channels for games: any channel")
    );
    table.finish().await;
}

#[tokio::test]
async fn whoever_does_not_manage_the_server_changes_nothing() {
    let table = Table::new().await;
    // The command is there for those who manage it; a screen that was left open is not enough.
    let roles = |has| ControlAction::SetRole {
        server: CLUB,
        user: SECOND_PLAYER,
        role: MODERATORS,
        has,
    };
    table.bench.control(roles(true));
    table.second().types("/server").await;
    table.second().clicks("Каналы").await;
    table.bench.control(roles(false));
    let answer = table.second().picks_from("1Hc", &[GENERAL]).await;
    assert!(
        answer.message().text.contains("только те, кто управляет"),
        "{}",
        answer.message()
    );
    let settings = table
        .app
        .server_settings(ServerId(CLUB as i64))
        .await
        .unwrap();
    assert!(settings.channels.is_empty());
    table.finish().await;
}

#[tokio::test]
async fn a_game_is_a_post_in_the_forum_with_the_tag_of_its_name() {
    let table = Table::new().await;
    table.choose_forum().await;
    table.begins().await;
    let found = || table.posts().pop();
    let post = table.bench.until("a post", found).await;
    assert_eq!(post["name"], "Player 1 – Player 2 · ZÈRTZ · 37 rings");
    assert_eq!(
        post["applied_tags"],
        serde_json::json!([(FORUM_CHANNEL + 1001).to_string()])
    );
    let thread: Id = post["id"].as_str().unwrap().parse().unwrap();
    let board = table.first_at(thread).sees("it's your turn").await;
    assert!(board.pings_me && board.picture().is_some());
    // It is the game's own place: no name is needed there.
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    let board = table.second_at(thread).sees("`Wd4-a1`").await;
    assert!(board.pings_me);
    // A challenge made in it is answered in it.
    table
        .first_at(thread)
        .types("/challenge game:tzaar fixed")
        .await;
    table.second_at(thread).sees("challenges anyone").await;
    table.settles().await;
    assert_eq!(table.posts().len(), 1);
    table.finish().await;
}

#[tokio::test]
async fn a_forum_that_takes_no_post_is_left_for_a_thread() {
    let table = Table::on(Bench::unlogged().await).await;
    table.choose_forum().await;
    // A tag is wanted, and those that fit are for moderators alone.
    table
        .bench
        .control(ControlAction::NeedTag(FORUM_CHANNEL, true));
    table
        .bench
        .control(ControlAction::ModerateTags(FORUM_CHANNEL, true));
    let card = table.begins().await;
    table.begun(card.id).await;
    table.first_at(card.id).sees("it's your turn").await;
    assert_eq!(table.posts().len(), 0);
    // With a tag that may be set it is a post again.
    table
        .bench
        .control(ControlAction::ModerateTags(FORUM_CHANNEL, false));
    table
        .first()
        .types("/challenge game:tzaar fixed opponent:@Player 2")
        .await;
    table.second().clicks("1a").await;
    let found = || table.posts().pop();
    table.bench.until("a post", found).await;
    table.settles().await;
    // Without leave to write there, or without the forum, threads are the way.
    let write = Permissions::SEND_MESSAGES;
    table
        .bench
        .control(ControlAction::Deny(FORUM_CHANNEL, write, true));
    table
        .first()
        .types("/challenge game:zertz 40 opponent:@Player 2")
        .await;
    let card = table.second().sees("40 rings").await;
    table.second().clicks("1a").await;
    table.begun(card.id).await;
    table.first_at(card.id).sees("it's your turn").await;
    table
        .bench
        .control(ControlAction::DeleteChannel(FORUM_CHANNEL));
    table
        .first()
        .types("/challenge game:zertz 43 opponent:@Player 2")
        .await;
    let card = table.second().sees("43 rings").await;
    table.second().clicks("1a").await;
    table.begun(card.id).await;
    table.first_at(card.id).sees("it's your turn").await;
    table.settles().await;
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn results_are_announced_in_the_channel_for_them() {
    let table = Table::new().await;
    table.moderator().types("/server").await;
    table.moderator().clicks("Channels").await;
    table.moderator().picks_from("1Hr", &[GENERAL]).await;
    let thread = table.game("zertz 37").await;
    table.first_at(thread).types("/resign").await;
    table.first_at(thread).clicks("Yes, resign").await;
    let result = table.second().at(GENERAL).sees("🏁").await;
    assert!(result.text.contains("ZÈRTZ · 37 rings"), "{result}");
    assert!(result.text.contains("Player 2 wins"), "{result}");
    assert!(!result.pings_me, "nobody is called for it");
    table.settles().await;
    let all = table.second().at(GENERAL).reads();
    assert_eq!(
        all.iter().filter(|seen| seen.text.contains("🏁")).count(),
        1
    );
    table.finish().await;
}

#[tokio::test]
async fn a_server_says_who_may_play_and_who_may_end_games() {
    let table = Table::new().await;
    let role = |user, has| ControlAction::SetRole {
        server: CLUB,
        user,
        role: MODERATORS,
        has,
    };
    let thread = table.game("zertz 37").await;
    table.moderator().types("/server").await;
    table.moderator().clicks("People").await;
    let answer = table.moderator().picks_from("1Hy", &[MODERATORS]).await;
    assert!(
        answer
            .message()
            .text
            .contains(&format!("Who can play: <@&{MODERATORS}>"))
    );
    let text = "/challenge game:tzaar fixed side:first";
    let answer = table.second().types(text).await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("одна из ролей"),
        "{}",
        answer.message()
    );
    table.bench.control(role(FIRST_PLAYER, true));
    table.first().types(text).await;
    table.second().sees("challenges anyone").await;
    let answer = table.second().clicks("Accept").await;
    assert!(
        answer.message().text.contains("одна из ролей"),
        "{}",
        answer.message()
    );
    // A game that goes on is not concerned.
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    let answer = table.second_at(thread).types("/move turn:Bb2-g1").await;
    assert!(answer.message().text.contains("✅"), "{}", answer.message());
    // A role for those who end games; it need not manage the server.
    table.moderator().picks_from("1Hm", &[CLUB]).await;
    table.settles().await;
    let everyone = table
        .app
        .server_settings(ServerId(CLUB as i64))
        .await
        .unwrap();
    assert_eq!(everyone.moderators.len(), 1);
    table.finish().await;
}

/// Is there a way to end a game as a moderator?
fn can_end(more: &Seen) -> bool {
    more.to_string().contains("moderator")
}

#[tokio::test]
async fn a_role_makes_moderators_of_games() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let spectator = table.bench.person(SPECTATOR).at(thread);
    let more = spectator.clicks("1o").await;
    assert!(!can_end(more.message()), "{}", more.message());
    let helpers = table.bench.sandbox.add_role(CLUB, "Helpers").unwrap();
    table.bench.control(ControlAction::SetRole {
        server: CLUB,
        user: SPECTATOR,
        role: helpers,
        has: true,
    });
    table.moderator().types("/server").await;
    table.moderator().clicks("People").await;
    table.moderator().picks_from("1Hm", &[helpers]).await;
    spectator.clicks("1o").await;
    spectator.chooses(&["Zakończ (moderator)"]).await;
    let answer = spectator.clicks("Tak, zakończ").await;
    assert!(
        answer.message().text.contains("Partia zakończona"),
        "{}",
        answer.message()
    );
    table.first_at(thread).sees("ended by a moderator").await;
    // The same people may show the lobby, but not change the server.
    let answer = table.bench.person(SPECTATOR).types("/lobby pin:true").await;
    assert!(
        answer.message().text.contains("Poczekalnia zaraz"),
        "{}",
        answer.message()
    );
    table.first().sees("**Open games**").await;
    table.finish().await;
}

#[tokio::test]
async fn a_start_among_servers_of_old_is_silent() {
    let table = Table::new().await;
    table.game("zertz 37").await;
    table.settles().await;
    assert_eq!(table.first().at(GENERAL).reads().len(), 0);
    table.finish().await;
}

#[tokio::test]
async fn a_new_server_is_greeted_once() {
    let bench = Bench::new().await;
    let now = bench.sandbox.now();
    bench.control(ControlAction::SystemChannel(ELSEWHERE, Some(LOUNGE)));
    let table = Table::with(bench, now, DEFAULT_COMMANDS_PER_MINUTE).await;
    // The bot has just come to its first server.
    let greeting = table.first().at(GENERAL).sees("I'm **Hexpost**").await;
    assert!(!greeting.pings_me && greeting.text.contains("/challenge"));
    table.bench.control(ControlAction::AddBot(ELSEWHERE));
    table.first().at(LOUNGE).sees("I'm **Hexpost**").await;
    // Neither a restart nor a return is a first time.
    let table = table.restart().await;
    table.bench.control(ControlAction::RemoveBot(ELSEWHERE));
    until_left(&table, ELSEWHERE, true).await;
    table.bench.control(ControlAction::AddBot(ELSEWHERE));
    until_left(&table, ELSEWHERE, false).await;
    table.first().types("/games").await;
    for channel in [GENERAL, LOUNGE] {
        let all = table.first().at(channel).reads();
        let greetings = all.iter().filter(|seen| seen.text.contains("**Hexpost**"));
        assert_eq!(greetings.count(), 1);
    }
    table.finish().await;
}

#[tokio::test]
async fn where_the_bot_may_not_write_nobody_is_greeted() {
    let bench = Bench::unlogged().await;
    let now = bench.sandbox.now();
    bench.control(ControlAction::Deny(
        GENERAL,
        Permissions::SEND_MESSAGES,
        true,
    ));
    let table = Table::with(bench, now, DEFAULT_COMMANDS_PER_MINUTE).await;
    let refused = || (!table.bench.refused().is_empty()).then_some(());
    table.bench.until("the greeting is refused", refused).await;
    assert_eq!(table.first().at(GENERAL).reads().len(), 0);
    table.first().types("/games").await;
    table.finish_after_trouble().await;
}

async fn until_left(table: &Table, server: Id, has_left: bool) {
    let server = ServerId(server as i64);
    let is_so = async {
        while table.app.has_left(server).await.unwrap() != has_left {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(10), is_so).await;
    waited.expect("the bot has heard of it");
}

#[tokio::test]
async fn a_game_goes_on_by_direct_message_while_the_bot_is_not_on_its_server() {
    let table = Table::with(
        Bench::unlogged().await,
        BEGINNING,
        DEFAULT_COMMANDS_PER_MINUTE,
    )
    .await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    table.bench.control(ControlAction::RemoveBot(CLUB));
    until_left(&table, CLUB, true).await;
    let answer = table
        .first()
        .at_direct_messages()
        .types("/move turn:Wd4-a1")
        .await;
    assert!(answer.message().text.contains("✅"), "{}", answer.message());
    let direct = table.second().at_direct_messages().sees("`Wd4-a1`").await;
    assert!(direct.text.contains("ваш ход"), "{direct}");
    table.settles().await;
    let refused = table.bench.refused();
    assert_eq!(refused, [""; 0], "nothing is tried where nothing arrives");
    // Back again, everything is where it was.
    table.bench.control(ControlAction::AddBot(CLUB));
    until_left(&table, CLUB, false).await;
    let answer = table
        .second()
        .at_direct_messages()
        .types("/move turn:Bb2-g1")
        .await;
    assert!(answer.message().text.contains("✅"), "{}", answer.message());
    let board = table.first_at(thread).sees("`Bb2-g1`").await;
    assert!(board.pings_me);
    table.finish().await;
}

#[tokio::test]
async fn where_only_some_may_play_a_challenge_is_accepted_on_the_server() {
    let table = Table::on(Bench::unlogged().await).await;
    table.moderator().types("/server").await;
    table.moderator().clicks("People").await;
    table.moderator().picks_from("1Hy", &[MODERATORS]).await;
    for user in [FIRST_PLAYER, SECOND_PLAYER] {
        table.bench.control(ControlAction::SetRole {
            server: CLUB,
            user,
            role: MODERATORS,
            has: true,
        });
    }
    // Where the bot may not write, the card comes as a direct message: there nobody has roles.
    let text = "/challenge game:zertz 37 opponent:@Player 2 side:first";
    table.first().at(QUIET).types(text).await;
    let alone = table.second().at_direct_messages();
    alone.sees("<@").await;
    let answer = alone.clicks("1a").await;
    let said = &answer.message().text;
    assert!(said.contains("Примите вызов там"), "{said}");
    assert!(
        table
            .app
            .my_games(PlayerId(FIRST_PLAYER as i64), table.now())
            .await
            .unwrap()
            .is_empty()
    );
    table.finish_after_trouble().await;
}
