//! The gateway, frame by frame.

use std::time::Duration;

use hexpost_sandbox::{
    APPLICATION, CLUB, ControlAction, ELSEWHERE, FIRST_PLAYER, GAMES, GENERAL, LOUNGE, QUIET,
    SECOND_PLAYER, SandboxOptions,
};
use serde_json::{Value, json};

use super::raw_client::{GatewayClient, RestClient, text};
use crate::harness::{Harness, patient};

const GUILDS: u64 = 1;
const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;
const MESSAGE_CONTENT: u64 = 1 << 15;

async fn with_command(harness: &Harness) {
    let payload = json!([{
        "name": "ping", "description": "d", "integration_types": [0, 1], "contexts": [0, 1, 2],
    }]);
    assert_eq!(RestClient::new(harness).register(payload).await.status, 200);
}

fn press_enter(harness: &Harness) -> u64 {
    harness.person(FIRST_PLAYER).types_and_leaves("/ping")
}

#[tokio::test]
async fn identify_is_answered_with_ready_and_guilds() {
    let harness = Harness::new().await;
    let mut gateway = GatewayClient::connect(&harness).await;
    let token = harness.sandbox.token();
    gateway
        .send(json!({ "op": 2, "d": {
        "token": token, "intents": GUILDS, "properties": {}, "compress": true,
    } }))
        .await;
    let ready = gateway.event("READY").await;
    assert_eq!(ready["v"], 10);
    assert_eq!(
        ready["guilds"],
        json!([{ "id": CLUB.to_string(), "unavailable": true }])
    );
    let server = gateway.event("GUILD_CREATE").await;
    assert_eq!(server["id"], CLUB.to_string());
    assert_eq!(server["channels"].as_array().unwrap().len(), 4);
    // Without the presence intent, the bot is the only member listed.
    assert_eq!(server["members"].as_array().unwrap().len(), 1);
    assert_eq!(server["members"][0]["user"]["id"], APPLICATION.to_string());
    assert_eq!(server["member_count"], 5);
    gateway.send(json!({ "op": 1, "d": 2 })).await;
    assert_eq!(gateway.next().await["op"], 11);
    harness.finish().await;
}

#[tokio::test]
async fn invalid_frames_close_the_connection_with_a_code() {
    let harness = Harness::unlogged().await;
    let token = harness.sandbox.token().to_owned();
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
        let mut gateway = GatewayClient::connect(&harness).await;
        gateway.send(frame.clone()).await;
        assert_eq!(gateway.close_code().await, Some(code), "{frame}");
    }
    let mut gateway = GatewayClient::connect(&harness).await;
    gateway.send_text("{ no JSON").await;
    assert_eq!(gateway.close_code().await, Some(4002));
    let mut gateway = GatewayClient::open(&harness, 0).await;
    gateway.send(identify(&token, json!({}))).await;
    assert_eq!(gateway.close_code().await, Some(4005));
    assert!(
        !harness
            .sandbox
            .wire()
            .iter()
            .any(|line| line.to_string().contains(&token))
    );
}

#[tokio::test]
async fn without_intents_only_interactions_arrive() {
    let harness = Harness::new().await;
    with_command(&harness).await;
    let mut gateway = GatewayClient::open(&harness, 0).await;
    harness.person(FIRST_PLAYER).says("hello");
    harness.control(ControlAction::DeleteChannel(GENERAL));
    assert!(gateway.is_silent().await);
    press_enter(&harness);
    let frame = gateway.next().await;
    assert_eq!(frame["t"], "INTERACTION_CREATE");
    RestClient::new(&harness)
        .callback(
            &frame["d"],
            json!({ "type": 4, "data": { "content": "pong" } }),
        )
        .await;
    harness.finish().await;
}

#[tokio::test]
async fn the_guilds_intent_covers_channels_and_threads() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    let mut gateway = GatewayClient::open(&harness, GUILDS).await;
    gateway.event("GUILD_CREATE").await;
    let message = rest.send(GAMES, json!({ "content": "x" })).await.id();
    let path = format!("/channels/{GAMES}/messages/{message}/threads");
    let thread = rest.post(&path, json!({ "name": "t" })).await.id();
    let heard = gateway.event("THREAD_CREATE").await;
    assert_eq!(
        (&heard["id"], &heard["newly_created"]),
        (&json!(thread), &json!(true))
    );
    harness.control(ControlAction::LockThread(thread.parse().unwrap(), true));
    let heard = gateway.event("THREAD_UPDATE").await;
    assert_eq!(heard["thread_metadata"]["locked"], true);
    harness.control(ControlAction::DeleteChannel(GAMES));
    let gone = gateway.next().await;
    let also = gateway.next().await;
    let mut names = [text(&gone["t"]), text(&also["t"])];
    names.sort_unstable();
    assert_eq!(names, ["CHANNEL_DELETE", "THREAD_DELETE"]);
    harness.control(ControlAction::AddBot(ELSEWHERE));
    let heard = gateway.event("GUILD_CREATE").await;
    assert_eq!(heard["id"], ELSEWHERE.to_string());
    harness.control(ControlAction::RemoveBot(ELSEWHERE));
    let heard = gateway.event("GUILD_DELETE").await;
    // No `unavailable`: the bot was removed.
    assert_eq!(heard, json!({ "id": ELSEWHERE.to_string() }));
    harness.finish().await;
}

#[tokio::test]
async fn message_events_depend_on_intents() {
    let harness = Harness::new().await;
    let mut gateway = GatewayClient::open(&harness, GUILD_MESSAGES | DIRECT_MESSAGES).await;
    harness.person(FIRST_PLAYER).says("a secret");
    let heard = gateway.event("MESSAGE_CREATE").await;
    assert_eq!(
        (&heard["content"], &heard["guild_id"]),
        (&json!(""), &json!(CLUB.to_string()))
    );
    assert_eq!(heard["author"]["id"], FIRST_PLAYER.to_string());
    let bot = APPLICATION;
    harness
        .person(FIRST_PLAYER)
        .says(&format!("hello, <@{bot}>"));
    let heard = gateway.event("MESSAGE_CREATE").await;
    assert!(text(&heard["content"]).starts_with("hello"));
    harness
        .person(FIRST_PLAYER)
        .at_direct_messages()
        .says("psst");
    let heard = gateway.event("MESSAGE_CREATE").await;
    assert_eq!(heard["content"], "psst");
    assert!(heard.get("guild_id").is_none());
    // No events from guilds without the bot.
    harness.person(SECOND_PLAYER).at(LOUNGE).says("elsewhere");
    assert!(gateway.is_silent().await);
    let mut all = GatewayClient::open(&harness, GUILD_MESSAGES | MESSAGE_CONTENT).await;
    let message = harness.person(SECOND_PLAYER).says("heard by all").id;
    assert_eq!(all.event("MESSAGE_CREATE").await["content"], "heard by all");
    harness.control(ControlAction::DeleteMessage(GAMES, message));
    let gone = all.event("MESSAGE_DELETE").await;
    assert_eq!(gone["id"], message.to_string());
    harness.finish().await;
}

#[tokio::test]
async fn a_resumed_session_receives_missed_events() {
    let harness = Harness::new().await;
    with_command(&harness).await;
    let mut gateway = GatewayClient::open(&harness, 0).await;
    harness.control(ControlAction::DropGateway);
    assert_eq!(gateway.close_code().await, None);
    let one = press_enter(&harness);
    let two = press_enter(&harness);
    let mut gateway = GatewayClient::resume(&harness, &gateway.session, gateway.seq).await;
    for interaction in [one, two] {
        let heard = gateway.interaction().await;
        assert_eq!(heard["id"], interaction.to_string());
        RestClient::new(&harness)
            .callback(&heard, json!({ "type": 4, "data": { "content": "pong" } }))
            .await;
    }
    assert_eq!(gateway.next().await["t"], "RESUMED");
    // Events that were received already aren't repeated.
    let mut again = GatewayClient::resume(&harness, &gateway.session, gateway.seq).await;
    assert_eq!(again.next().await["t"], "RESUMED");
    harness.finish().await;
}

#[tokio::test]
async fn unknown_sessions_are_invalid() {
    let harness = Harness::new().await;
    let mut gateway = GatewayClient::resume(&harness, "never", 3).await;
    assert_eq!(
        gateway.next().await,
        json!({ "op": 9, "d": false, "s": null, "t": null })
    );
    let mut gateway = GatewayClient::open(&harness, 0).await;
    harness.control(ControlAction::InvalidateSessions { resumable: true });
    assert_eq!(gateway.next().await["d"], true);
    let mut gateway = GatewayClient::resume(&harness, &gateway.session, gateway.seq).await;
    assert_eq!(gateway.next().await["t"], "RESUMED");
    harness.control(ControlAction::InvalidateSessions { resumable: false });
    assert_eq!(gateway.next().await["d"], false);
    let mut gateway = GatewayClient::resume(&harness, &gateway.session, gateway.seq).await;
    assert_eq!(gateway.next().await["op"], 9);
    harness.finish().await;
}

#[tokio::test]
async fn a_bot_can_be_asked_to_reconnect() {
    let harness = Harness::new().await;
    let mut gateway = GatewayClient::open(&harness, 0).await;
    harness.control(ControlAction::AskReconnect);
    assert_eq!(gateway.next().await["op"], 7);
    assert_eq!(gateway.close_code().await, Some(4000));
    let mut gateway = GatewayClient::resume(&harness, &gateway.session, gateway.seq).await;
    assert_eq!(gateway.next().await["t"], "RESUMED");
    harness.finish().await;
}

#[tokio::test]
async fn a_connection_without_heartbeats_times_out() {
    let options = SandboxOptions {
        heartbeat: Duration::from_secs(1),
        ..patient()
    };
    let harness = Harness::with(options).await;
    let mut gateway = GatewayClient::open(&harness, 0).await;
    // In total longer than the heartbeat timeout.
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_millis(400)).await;
        gateway.send(json!({ "op": 1, "d": null })).await;
        assert_eq!(gateway.next().await["op"], 11);
    }
    assert_eq!(gateway.close_code().await, Some(4009));
    harness.finish().await;
}

#[tokio::test]
async fn a_frozen_gateway_sends_nothing_until_it_thaws() {
    let harness = Harness::new().await;
    with_command(&harness).await;
    let mut gateway = GatewayClient::open(&harness, 0).await;
    harness.control(ControlAction::FreezeGateway(true));
    gateway.send(json!({ "op": 1, "d": null })).await;
    press_enter(&harness);
    assert!(gateway.is_silent().await);
    harness.control(ControlAction::FreezeGateway(false));
    let heard = gateway.interaction().await;
    RestClient::new(&harness)
        .callback(&heard, json!({ "type": 4, "data": { "content": "pong" } }))
        .await;
    harness.finish().await;
}

#[tokio::test]
async fn guilds_are_divided_among_shards() {
    let harness = Harness::new().await;
    with_command(&harness).await;
    let mut lines = Vec::new();
    for index in 0..2 {
        let mut gateway = GatewayClient::connect(&harness).await;
        let token = harness.sandbox.token();
        gateway
            .send(json!({ "op": 2, "d": {
            "token": token, "intents": GUILDS, "properties": {}, "shard": [index, 2],
        } }))
            .await;
        let ready = gateway.event("READY").await;
        assert_eq!(ready["shard"], json!([index, 2]));
        let is_here = (CLUB >> 22) % 2 == index;
        assert_eq!(
            ready["guilds"].as_array().unwrap().len(),
            usize::from(is_here)
        );
        if is_here {
            gateway.event("GUILD_CREATE").await;
        }
        lines.push(gateway);
    }
    let home = usize::from((CLUB >> 22) % 2 == 1);
    press_enter(&harness);
    let heard = lines[home].interaction().await;
    let rest = RestClient::new(&harness);
    let pong = json!({ "type": 4, "data": { "content": "pong" } });
    rest.callback(&heard, pong.clone()).await;
    assert!(lines[1 - home].is_silent().await);
    // DMs go to the first shard.
    harness
        .person(FIRST_PLAYER)
        .at_direct_messages()
        .types_and_leaves("/ping");
    let heard = lines[0].interaction().await;
    rest.callback(&heard, pong).await;
    harness.finish().await;
}

#[tokio::test]
async fn the_gateway_routes_report_url_and_session_limit() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    let response = rest.get("/gateway").await;
    let address = text(&response.body["url"]).to_owned();
    assert_eq!(address, harness.sandbox.origin().replacen("http", "ws", 1));
    GatewayClient::open(&harness, 0).await;
    let response = rest.get("/gateway/bot").await;
    assert_eq!(response.body["url"], address);
    assert_eq!(response.body["session_start_limit"]["remaining"], 999);
    harness.finish().await;
}

#[tokio::test]
async fn hidden_channels_send_no_events() {
    let harness = Harness::new().await;
    let hidden = hexpost_sandbox::permissions::Permissions::VIEW_CHANNEL;
    harness.control(ControlAction::Deny(QUIET, hidden, true));
    let mut gateway = GatewayClient::open(&harness, GUILDS | GUILD_MESSAGES).await;
    let server = gateway.event("GUILD_CREATE").await;
    assert_eq!(server["channels"].as_array().unwrap().len(), 3);
    let moderator = harness.person(hexpost_sandbox::MODERATOR).at(QUIET);
    moderator.says("for members only");
    assert!(gateway.is_silent().await);
    harness.finish().await;
}

#[tokio::test]
async fn frames_can_be_zlib_stream_compressed() {
    let harness = Harness::new().await;
    let query = "v=10&encoding=json&compress=zlib-stream";
    let mut gateway = GatewayClient::connect_with(&harness, query).await;
    let token = harness.sandbox.token();
    // JSON in binary frames is accepted as well.
    gateway
        .send_binary(
            json!({ "op": 2, "d": { "token": token, "intents": GUILDS, "properties": {} } }),
        )
        .await;
    assert_eq!(gateway.event("READY").await["v"], 10);
    assert_eq!(gateway.event("GUILD_CREATE").await["id"], CLUB.to_string());
    for _ in 0..3 {
        gateway.send_binary(json!({ "op": 1, "d": null })).await;
        assert_eq!(gateway.next().await["op"], 11);
    }
    harness.finish().await;
}

#[tokio::test]
async fn unsupported_encodings_are_answered_with_501() {
    let harness = Harness::unlogged().await;
    let address = harness.sandbox.origin().replacen("http", "ws", 1);
    for query in [
        "v=9",
        "v=10&encoding=etf",
        "v=10&encoding=json&compress=zstd-stream",
    ] {
        let refused = tokio_tungstenite::connect_async(format!("{address}/?{query}")).await;
        let Err(tokio_tungstenite::tungstenite::Error::Http(answer)) = refused else {
            panic!("a connection with {query} was accepted");
        };
        assert_eq!(answer.status(), 501, "{query}");
    }
}

#[tokio::test]
async fn guild_members_can_be_requested() {
    const GUILD_MEMBERS: u64 = 1 << 1;
    let harness = Harness::new().await;
    let mut gateway = GatewayClient::open(&harness, GUILDS | GUILD_MEMBERS).await;
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
    gateway
        .send(ask(json!({ "query": "", "limit": 0, "nonce": "n" })))
        .await;
    let chunk = gateway.event("GUILD_MEMBERS_CHUNK").await;
    assert_eq!(ids(&chunk).len(), 5);
    assert_eq!(
        (&chunk["chunk_index"], &chunk["chunk_count"]),
        (&json!(0), &json!(1))
    );
    assert_eq!(
        (&chunk["nonce"], &chunk["guild_id"]),
        (&json!("n"), &json!(CLUB.to_string()))
    );
    gateway
        .send(ask(json!({ "query": "player", "limit": 2 })))
        .await;
    let chunk = gateway.event("GUILD_MEMBERS_CHUNK").await;
    assert_eq!(
        ids(&chunk),
        [FIRST_PLAYER.to_string(), SECOND_PLAYER.to_string()]
    );
    gateway
        .send(ask(
            json!({ "user_ids": [SECOND_PLAYER.to_string(), "123"] }),
        ))
        .await;
    let chunk = gateway.event("GUILD_MEMBERS_CHUNK").await;
    assert_eq!(ids(&chunk), [SECOND_PLAYER.to_string()]);
    assert_eq!(chunk["not_found"], json!(["123"]));
    // All members only with the intent, and only for the bot's own guilds.
    gateway.send(
        json!({ "op": 8, "d": { "guild_id": ELSEWHERE.to_string(), "query": "p", "limit": 1 } }),
    )
    .await;
    assert!(gateway.is_silent().await);
    let mut gateway = GatewayClient::open(&harness, 0).await;
    gateway.send(ask(json!({ "query": "", "limit": 0 }))).await;
    assert!(gateway.is_silent().await);
    harness.finish().await;
}

#[tokio::test]
async fn dm_deletions_have_no_guild_id() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    let mut gateway = GatewayClient::open(&harness, DIRECT_MESSAGES).await;
    let open = json!({ "recipient_id": FIRST_PLAYER.to_string() });
    let direct = rest.post("/users/@me/channels", open).await.id();
    let sent = rest
        .send(direct.parse().unwrap(), json!({ "content": "x" }))
        .await
        .id();
    let path = format!("/channels/{direct}/messages/{sent}");
    rest.request("DELETE", &path, None).await;
    let gone = gateway.event("MESSAGE_DELETE").await;
    assert_eq!(gone, json!({ "id": sent, "channel_id": direct }));
    harness.finish().await;
}
