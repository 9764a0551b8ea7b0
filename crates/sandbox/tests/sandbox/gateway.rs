//! The gateway, frame by frame.

use std::time::Duration;

use hexpost_sandbox::{
    APPLICATION, CLUB, ELSEWHERE, FIRST_PLAYER, GAMES, GENERAL, LOUNGE, Lever, Options, QUIET,
    SECOND_PLAYER,
};
use serde_json::{Value, json};

use super::raw_client::{Line, Raw, text};
use crate::harness::{Bench, patient};

const GUILDS: u64 = 1;
const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;
const MESSAGE_CONTENT: u64 = 1 << 15;

async fn with_command(bench: &Bench) {
    let form = json!([{
        "name": "ping", "description": "d", "integration_types": [0, 1], "contexts": [0, 1, 2],
    }]);
    assert_eq!(Raw::new(bench).register(form).await.status, 200);
}

fn press_enter(bench: &Bench) -> u64 {
    bench.person(FIRST_PLAYER).types_and_leaves("/ping")
}

#[tokio::test]
async fn whoever_identifies_hears_what_there_is() {
    let bench = Bench::new().await;
    let mut line = Line::connect(&bench).await;
    let token = bench.sandbox.token();
    line.say(json!({ "op": 2, "d": {
        "token": token, "intents": GUILDS, "properties": {}, "compress": true,
    } }))
    .await;
    let ready = line.hear("READY").await;
    assert_eq!(ready["v"], 10);
    assert_eq!(
        ready["guilds"],
        json!([{ "id": CLUB.to_string(), "unavailable": true }])
    );
    let server = line.hear("GUILD_CREATE").await;
    assert_eq!(server["id"], CLUB.to_string());
    assert_eq!(server["channels"].as_array().unwrap().len(), 4);
    // Who does not ask for presences is told of no members but itself.
    assert_eq!(server["members"].as_array().unwrap().len(), 1);
    assert_eq!(server["members"][0]["user"]["id"], APPLICATION.to_string());
    assert_eq!(server["member_count"], 5);
    line.say(json!({ "op": 1, "d": 2 })).await;
    assert_eq!(line.next().await["op"], 11);
    bench.finish().await;
}

#[tokio::test]
async fn nonsense_closes_the_connection_with_a_code() {
    let bench = Bench::unlogged().await;
    let token = bench.sandbox.token().to_owned();
    let identify = |token: &str, more: Value| {
        let mut data = json!({ "token": token, "intents": 0, "properties": {} });
        for (name, value) in more.as_object().unwrap() {
            data[name] = value.clone();
        }
        json!({ "op": 2, "d": data })
    };
    for (frame, code) in [
        (identify("wrong", json!({})), 4004),
        (identify(&token, json!({ "intents": 1_u64 << 40 })), 4013),
        (identify(&token, json!({ "shard": [2, 2] })), 4010),
        (identify(&token, json!({ "shard": [0] })), 4010),
        (json!({ "op": 77 }), 4001),
        (json!({ "op": 3, "d": {} }), 4003),
        (json!({ "op": 6, "d": { "token": "wrong" } }), 4004),
    ] {
        let mut line = Line::connect(&bench).await;
        line.say(frame.clone()).await;
        assert_eq!(line.closed().await, Some(code), "{frame}");
    }
    let mut line = Line::connect(&bench).await;
    line.say_text("{ no JSON").await;
    assert_eq!(line.closed().await, Some(4002));
    let mut line = Line::open(&bench, 0).await;
    line.say(identify(&token, json!({}))).await;
    assert_eq!(line.closed().await, Some(4005));
    assert!(
        !bench
            .sandbox
            .wire()
            .iter()
            .any(|line| line.to_string().contains(&token))
    );
}

#[tokio::test]
async fn without_intents_only_what_people_do_is_heard() {
    let bench = Bench::new().await;
    with_command(&bench).await;
    let mut line = Line::open(&bench, 0).await;
    bench.person(FIRST_PLAYER).says("hello");
    bench.pull(Lever::DeleteChannel(GENERAL));
    assert!(line.is_silent().await);
    press_enter(&bench);
    let frame = line.next().await;
    assert_eq!(frame["t"], "INTERACTION_CREATE");
    Raw::new(&bench)
        .answer(
            &frame["d"],
            json!({ "type": 4, "data": { "content": "pong" } }),
        )
        .await;
    bench.finish().await;
}

#[tokio::test]
async fn servers_channels_and_threads_are_told_to_who_asks_for_them() {
    let bench = Bench::new().await;
    let raw = Raw::new(&bench);
    let mut line = Line::open(&bench, GUILDS).await;
    line.hear("GUILD_CREATE").await;
    let message = raw.send(GAMES, json!({ "content": "x" })).await.id();
    let path = format!("/channels/{GAMES}/messages/{message}/threads");
    let thread = raw.post(&path, json!({ "name": "t" })).await.id();
    let heard = line.hear("THREAD_CREATE").await;
    assert_eq!(
        (&heard["id"], &heard["newly_created"]),
        (&json!(thread), &json!(true))
    );
    bench.pull(Lever::LockThread(thread.parse().unwrap(), true));
    let heard = line.hear("THREAD_UPDATE").await;
    assert_eq!(heard["thread_metadata"]["locked"], true);
    bench.pull(Lever::DeleteChannel(GAMES));
    let gone = line.next().await;
    let also = line.next().await;
    let mut names = [text(&gone["t"]), text(&also["t"])];
    names.sort_unstable();
    assert_eq!(names, ["CHANNEL_DELETE", "THREAD_DELETE"]);
    bench.pull(Lever::AddBot(ELSEWHERE));
    let heard = line.hear("GUILD_CREATE").await;
    assert_eq!(heard["id"], ELSEWHERE.to_string());
    bench.pull(Lever::RemoveBot(ELSEWHERE));
    let heard = line.hear("GUILD_DELETE").await;
    // Without a word about being away for a while: the bot was sent away.
    assert_eq!(heard, json!({ "id": ELSEWHERE.to_string() }));
    bench.finish().await;
}

#[tokio::test]
async fn messages_are_heard_as_far_as_one_asked() {
    let bench = Bench::new().await;
    let mut line = Line::open(&bench, GUILD_MESSAGES | DIRECT_MESSAGES).await;
    bench.person(FIRST_PLAYER).says("a secret");
    let heard = line.hear("MESSAGE_CREATE").await;
    assert_eq!(
        (&heard["content"], &heard["guild_id"]),
        (&json!(""), &json!(CLUB.to_string()))
    );
    assert_eq!(heard["author"]["id"], FIRST_PLAYER.to_string());
    let bot = APPLICATION;
    bench.person(FIRST_PLAYER).says(&format!("hello, <@{bot}>"));
    let heard = line.hear("MESSAGE_CREATE").await;
    assert!(text(&heard["content"]).starts_with("hello"));
    bench.person(FIRST_PLAYER).at_direct_messages().says("psst");
    let heard = line.hear("MESSAGE_CREATE").await;
    assert_eq!(heard["content"], "psst");
    assert!(heard.get("guild_id").is_none());
    // Nothing of what happens where the bot is not.
    bench.person(SECOND_PLAYER).at(LOUNGE).says("elsewhere");
    assert!(line.is_silent().await);
    let mut all = Line::open(&bench, GUILD_MESSAGES | MESSAGE_CONTENT).await;
    let message = bench.person(SECOND_PLAYER).says("heard by all").id;
    assert_eq!(all.hear("MESSAGE_CREATE").await["content"], "heard by all");
    bench.pull(Lever::DeleteMessage(GAMES, message));
    let gone = all.hear("MESSAGE_DELETE").await;
    assert_eq!(gone["id"], message.to_string());
    bench.finish().await;
}

#[tokio::test]
async fn a_session_that_comes_back_hears_what_it_has_missed() {
    let bench = Bench::new().await;
    with_command(&bench).await;
    let mut line = Line::open(&bench, 0).await;
    bench.pull(Lever::DropGateway);
    assert_eq!(line.closed().await, None);
    let one = press_enter(&bench);
    let two = press_enter(&bench);
    let mut line = Line::resume(&bench, &line.session, line.seq).await;
    for asked in [one, two] {
        let heard = line.asked().await;
        assert_eq!(heard["id"], asked.to_string());
        Raw::new(&bench)
            .answer(&heard, json!({ "type": 4, "data": { "content": "pong" } }))
            .await;
    }
    assert_eq!(line.next().await["t"], "RESUMED");
    // What it has heard already does not come again.
    let mut again = Line::resume(&bench, &line.session, line.seq).await;
    assert_eq!(again.next().await["t"], "RESUMED");
    bench.finish().await;
}

#[tokio::test]
async fn a_session_that_nobody_knows_begins_anew() {
    let bench = Bench::new().await;
    let mut line = Line::resume(&bench, "never", 3).await;
    assert_eq!(
        line.next().await,
        json!({ "op": 9, "d": false, "s": null, "t": null })
    );
    let mut line = Line::open(&bench, 0).await;
    bench.pull(Lever::InvalidateSessions { resumable: true });
    assert_eq!(line.next().await["d"], true);
    let mut line = Line::resume(&bench, &line.session, line.seq).await;
    assert_eq!(line.next().await["t"], "RESUMED");
    bench.pull(Lever::InvalidateSessions { resumable: false });
    assert_eq!(line.next().await["d"], false);
    let mut line = Line::resume(&bench, &line.session, line.seq).await;
    assert_eq!(line.next().await["op"], 9);
    bench.finish().await;
}

#[tokio::test]
async fn a_bot_is_asked_to_connect_anew() {
    let bench = Bench::new().await;
    let mut line = Line::open(&bench, 0).await;
    bench.pull(Lever::AskReconnect);
    assert_eq!(line.next().await["op"], 7);
    assert_eq!(line.closed().await, Some(4000));
    let mut line = Line::resume(&bench, &line.session, line.seq).await;
    assert_eq!(line.next().await["t"], "RESUMED");
    bench.finish().await;
}

#[tokio::test]
async fn whoever_is_silent_for_too_long_is_dead() {
    let options = Options {
        heartbeat: Duration::from_secs(1),
        ..patient()
    };
    let bench = Bench::with(options).await;
    let mut line = Line::open(&bench, 0).await;
    // Longer together than anybody may be silent.
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(400)).await;
        line.say(json!({ "op": 1, "d": null })).await;
        assert_eq!(line.next().await["op"], 11);
    }
    assert_eq!(line.closed().await, Some(4009));
    bench.finish().await;
}

#[tokio::test]
async fn a_frozen_gateway_says_nothing_until_it_thaws() {
    let bench = Bench::new().await;
    with_command(&bench).await;
    let mut line = Line::open(&bench, 0).await;
    bench.pull(Lever::FreezeGateway(true));
    line.say(json!({ "op": 1, "d": null })).await;
    press_enter(&bench);
    assert!(line.is_silent().await);
    bench.pull(Lever::FreezeGateway(false));
    let heard = line.asked().await;
    Raw::new(&bench)
        .answer(&heard, json!({ "type": 4, "data": { "content": "pong" } }))
        .await;
    bench.finish().await;
}

#[tokio::test]
async fn servers_are_divided_among_shards() {
    let bench = Bench::new().await;
    with_command(&bench).await;
    let mut lines = Vec::new();
    for index in 0..2 {
        let mut line = Line::connect(&bench).await;
        let token = bench.sandbox.token();
        line.say(json!({ "op": 2, "d": {
            "token": token, "intents": GUILDS, "properties": {}, "shard": [index, 2],
        } }))
        .await;
        let ready = line.hear("READY").await;
        assert_eq!(ready["shard"], json!([index, 2]));
        let is_here = (CLUB >> 22) % 2 == index;
        assert_eq!(
            ready["guilds"].as_array().unwrap().len(),
            usize::from(is_here)
        );
        if is_here {
            line.hear("GUILD_CREATE").await;
        }
        lines.push(line);
    }
    let home = usize::from((CLUB >> 22) % 2 == 1);
    press_enter(&bench);
    let heard = lines[home].asked().await;
    let raw = Raw::new(&bench);
    let pong = json!({ "type": 4, "data": { "content": "pong" } });
    raw.answer(&heard, pong.clone()).await;
    assert!(lines[1 - home].is_silent().await);
    // What is said in private goes to the first.
    bench
        .person(FIRST_PLAYER)
        .at_direct_messages()
        .types_and_leaves("/ping");
    let heard = lines[0].asked().await;
    raw.answer(&heard, pong).await;
    bench.finish().await;
}

#[tokio::test]
async fn the_gateway_is_found_and_says_how_many_connections_are_left() {
    let bench = Bench::new().await;
    let raw = Raw::new(&bench);
    let told = raw.get("/gateway").await;
    let address = text(&told.body["url"]).to_owned();
    assert_eq!(address, bench.sandbox.origin().replacen("http", "ws", 1));
    Line::open(&bench, 0).await;
    let told = raw.get("/gateway/bot").await;
    assert_eq!(told.body["url"], address);
    assert_eq!(told.body["session_start_limit"]["remaining"], 999);
    bench.finish().await;
}

#[tokio::test]
async fn what_the_bot_does_not_see_it_does_not_hear_of() {
    let bench = Bench::new().await;
    let hidden = hexpost_sandbox::permissions::Permissions::VIEW_CHANNEL;
    bench.pull(Lever::Deny(QUIET, hidden, true));
    let mut line = Line::open(&bench, GUILDS | GUILD_MESSAGES).await;
    let server = line.hear("GUILD_CREATE").await;
    assert_eq!(server["channels"].as_array().unwrap().len(), 3);
    let moderator = bench.person(hexpost_sandbox::MODERATOR).at(QUIET);
    moderator.says("for members only");
    assert!(line.is_silent().await);
    bench.finish().await;
}

#[tokio::test]
async fn frames_can_be_compressed_as_one_stream() {
    let bench = Bench::new().await;
    let query = "v=10&encoding=json&compress=zlib-stream";
    let mut line = Line::connect_with(&bench, query).await;
    let token = bench.sandbox.token();
    // JSON in binary frames is understood as well.
    line.say_bytes(
        json!({ "op": 2, "d": { "token": token, "intents": GUILDS, "properties": {} } }),
    )
    .await;
    assert_eq!(line.hear("READY").await["v"], 10);
    assert_eq!(line.hear("GUILD_CREATE").await["id"], CLUB.to_string());
    for _ in 0..3 {
        line.say_bytes(json!({ "op": 1, "d": null })).await;
        assert_eq!(line.next().await["op"], 11);
    }
    bench.finish().await;
}

#[tokio::test]
async fn a_stream_that_is_not_spoken_is_refused() {
    let bench = Bench::unlogged().await;
    let address = bench.sandbox.origin().replacen("http", "ws", 1);
    for query in [
        "v=9",
        "v=10&encoding=etf",
        "v=10&encoding=json&compress=zstd-stream",
    ] {
        let refused = tokio_tungstenite::connect_async(format!("{address}/?{query}")).await;
        let Err(tokio_tungstenite::tungstenite::Error::Http(answer)) = refused else {
            panic!("{query} is taken");
        };
        assert_eq!(answer.status(), 501, "{query}");
    }
}

#[tokio::test]
async fn members_come_when_they_are_asked_for() {
    const GUILD_MEMBERS: u64 = 1 << 1;
    let bench = Bench::new().await;
    let mut line = Line::open(&bench, GUILDS | GUILD_MEMBERS).await;
    let ask = |more: Value| {
        let mut data = json!({ "guild_id": CLUB.to_string() });
        for (name, value) in more.as_object().unwrap() {
            data[name] = value.clone();
        }
        json!({ "op": 8, "d": data })
    };
    let ids = |chunk: &Value| -> Vec<String> {
        let members = chunk["members"].as_array().unwrap().iter();
        members
            .map(|member| text(&member["user"]["id"]).to_owned())
            .collect()
    };
    line.say(ask(json!({ "query": "", "limit": 0, "nonce": "n" })))
        .await;
    let chunk = line.hear("GUILD_MEMBERS_CHUNK").await;
    assert_eq!(ids(&chunk).len(), 5);
    assert_eq!(
        (&chunk["chunk_index"], &chunk["chunk_count"]),
        (&json!(0), &json!(1))
    );
    assert_eq!(
        (&chunk["nonce"], &chunk["guild_id"]),
        (&json!("n"), &json!(CLUB.to_string()))
    );
    line.say(ask(json!({ "query": "player", "limit": 2 })))
        .await;
    let chunk = line.hear("GUILD_MEMBERS_CHUNK").await;
    assert_eq!(
        ids(&chunk),
        [FIRST_PLAYER.to_string(), SECOND_PLAYER.to_string()]
    );
    line.say(ask(
        json!({ "user_ids": [SECOND_PLAYER.to_string(), "123"] }),
    ))
    .await;
    let chunk = line.hear("GUILD_MEMBERS_CHUNK").await;
    assert_eq!(ids(&chunk), [SECOND_PLAYER.to_string()]);
    assert_eq!(chunk["not_found"], json!(["123"]));
    // Everyone at once is only for whom it concerns; and the bot's own servers only.
    line.say(
        json!({ "op": 8, "d": { "guild_id": ELSEWHERE.to_string(), "query": "p", "limit": 1 } }),
    )
    .await;
    assert!(line.is_silent().await);
    let mut line = Line::open(&bench, 0).await;
    line.say(ask(json!({ "query": "", "limit": 0 }))).await;
    assert!(line.is_silent().await);
    bench.finish().await;
}

#[tokio::test]
async fn what_is_deleted_in_a_conversation_is_of_no_server() {
    let bench = Bench::new().await;
    let raw = Raw::new(&bench);
    let mut line = Line::open(&bench, DIRECT_MESSAGES).await;
    let open = json!({ "recipient_id": FIRST_PLAYER.to_string() });
    let direct = raw.post("/users/@me/channels", open).await.id();
    let sent = raw
        .send(direct.parse().unwrap(), json!({ "content": "x" }))
        .await
        .id();
    let path = format!("/channels/{direct}/messages/{sent}");
    raw.ask("DELETE", &path, None).await;
    let gone = line.hear("MESSAGE_DELETE").await;
    assert_eq!(gone, json!({ "id": sent, "channel_id": direct }));
    bench.finish().await;
}
