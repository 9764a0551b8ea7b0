//! Interactions and webhook events over HTTP instead of the gateway.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::future::join_all;
use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{
    CLUB, ControlAction, ELSEWHERE, FIRST_PLAYER, GENERAL, Id, LOUNGE, SECOND_PLAYER, Sandbox,
    SandboxOptions,
};
use serde_json::{Value, json};

use super::super::harness::Harness;
use super::hosting::{answers, free_address, program, said, started};
use super::{BEGINNING, Session};
use hexpost::discord::EndpointOptions;
use hexpost::model::ChannelId;

/// An endpoint on a free port.
pub(super) fn any_endpoint() -> EndpointOptions {
    let address = free_address();
    EndpointOptions {
        listen: address.parse().unwrap(),
        public_url: format!("http://{address}"),
    }
}

async fn session() -> Session {
    Session::over_http(Harness::new().await, BEGINNING).await
}

fn seconds() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap().as_secs()
}

/// A request with a right signature, which a test may change before it is sent.
#[derive(Clone)]
struct Signed {
    url: String,
    timestamp: String,
    signature: String,
    body: Vec<u8>,
}

impl Signed {
    fn new(sandbox: &Sandbox, url: Option<String>, timestamp: &str, body: &[u8]) -> Self {
        Self {
            url: url.expect("the bot has set no URL"),
            timestamp: timestamp.to_owned(),
            signature: sandbox.sign(timestamp, body),
            body: body.to_vec(),
        }
    }

    /// An interaction that is made now.
    fn interaction(sandbox: &Sandbox, body: &[u8]) -> Self {
        let url = sandbox.interactions_endpoint();
        Self::new(sandbox, url, &seconds().to_string(), body)
    }

    /// A webhook event that is made now.
    fn event(sandbox: &Sandbox, body: &Value) -> Self {
        let url = sandbox.events_endpoint();
        let body = body.to_string();
        Self::new(sandbox, url, &seconds().to_string(), body.as_bytes())
    }

    async fn send(&self, client: &reqwest::Client) -> (u16, String) {
        let request = client
            .post(&self.url)
            .header("x-signature-timestamp", &self.timestamp)
            .header("x-signature-ed25519", &self.signature)
            .header("content-type", "application/json")
            .body(self.body.clone());
        let answer = request.send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    }
}

/// Plays random turns in a thread until the game is over.
async fn play_to_the_end(session: &Session, thread: Id) -> usize {
    let row = session.app.thread_game(ChannelId(thread as i64)).await;
    let id = row.unwrap().expect("no such game").id;
    let mut numbers = SplitMix64::new(19);
    for turns in 0..250 {
        let game = session.app.game(id, session.now()).await.unwrap();
        let Some(side) = game.to_move() else {
            return turns;
        };
        let by = game.row.players[side].unwrap();
        let turn = game.record.game().uniform_turn(&mut numbers).unwrap();
        let text = game.record.game().write(&turn).unwrap();
        let person = session.harness.person(by.0 as Id).at(thread);
        let answer = person.types(&format!("/move turn:{text}")).await;
        assert!(answer.message().text.contains('✅'), "{}", answer.message());
    }
    panic!("the game does not end");
}

#[tokio::test]
async fn a_whole_game_is_played_without_a_gateway() {
    let session = session().await;
    let thread = session.game("zertz 37-blitz").await;
    // Suggestions, a button, a select menu or a modal: every kind of interaction.
    let offered = session.first_at(thread).is_offered("/move turn:W").await;
    assert!(!offered.is_empty());
    session.first_at(thread).clicks("Move").await;
    let turns = play_to_the_end(&session, thread).await;
    assert!(turns > 3, "{turns} turns");
    session.settles().await;
    let lines = session.harness.sandbox.wire();
    assert!(lines.iter().all(|line| line["what"] != "frame"));
    let posts = lines
        .iter()
        .filter(|line| line["title"] == "POST /interactions");
    assert!(posts.clone().count() > 3);
    for post in posts {
        assert_eq!(post["status"], 202, "{post}");
        assert!(post["response"].is_null(), "{post}");
    }
    session.finish().await;
}

#[tokio::test]
async fn a_restart_keeps_the_endpoint_and_a_repeated_interaction_is_done_once() {
    let harness = Harness::unlogged().await;
    let session = Session::over_http(harness, BEGINNING).await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.harness.control(ControlAction::Redeliver);
    session.second_at(thread).types("/move turn:Bb2-g1").await;
    session.first_at(thread).sees("`Bb2-g1`").await;
    // The next process has another port, and tells Discord.
    let before = session.harness.sandbox.interactions_endpoint();
    let session = session.restart().await;
    assert_ne!(session.harness.sandbox.interactions_endpoint(), before);
    session.harness.control(ControlAction::Redeliver);
    let answer = session.first_at(thread).types("/move turn:Gc3-f1").await;
    assert!(answer.message().text.contains('✅'), "{}", answer.message());
    let row = session.app.thread_game(ChannelId(thread as i64)).await;
    let id = row.unwrap().unwrap().id;
    let game = session.app.game(id, session.now()).await.unwrap();
    assert_eq!(game.record.turns().len(), 3);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn only_what_discord_has_signed_in_the_last_minutes_is_accepted() {
    let session = session().await;
    let sandbox = &session.harness.sandbox;
    let client = reqwest::Client::new();
    let ping = br#"{"type":1,"version":1}"#;
    let right = Signed::interaction(sandbox, ping);
    assert_eq!(right.send(&client).await, (200, r#"{"type":1}"#.to_owned()));
    // A replay of a PING is harmless.
    assert_eq!(right.send(&client).await.0, 200);
    for at in 0..ping.len() {
        let mut changed = right.clone();
        changed.body[at] ^= 0x01;
        assert_eq!(changed.send(&client).await.0, 401, "byte {at}");
    }
    let mut cut = right.clone();
    cut.body.pop();
    assert_eq!(cut.send(&client).await.0, 401);
    for (timestamp, status) in [
        (seconds() - 301, 401),
        (seconds() + 310, 401),
        (seconds() - 200, 200),
    ] {
        let url = sandbox.interactions_endpoint();
        let dated = Signed::new(sandbox, url, &timestamp.to_string(), ping);
        assert_eq!(dated.send(&client).await.0, status);
    }
    for (timestamp, signature) in [
        ("", right.signature.as_str()),
        ("now", &right.signature),
        ("18446744073709551616", &right.signature),
        (&right.timestamp, ""),
        (&right.timestamp, "00"),
        (&right.timestamp, &"zz".repeat(64)),
        (&right.timestamp, &"00".repeat(64)),
        (&right.timestamp, &"ff".repeat(64)),
    ] {
        let wrong = Signed {
            timestamp: timestamp.to_owned(),
            signature: signature.to_owned(),
            ..right.clone()
        };
        assert_eq!(wrong.send(&client).await.0, 401, "{timestamp} {signature}");
    }
    let unsigned = client.post(&right.url).body("{}").send().await.unwrap();
    assert_eq!(unsigned.status(), 401);
    // Signed, but nothing that can be handled.
    for body in [
        "",
        "{",
        "null",
        "[]",
        "7",
        r#"{"type":2}"#,
        r#"{"type":99,"id":"1","token":"x"}"#,
        r#"{"type":"1"}"#,
        &"[".repeat(100_000),
    ] {
        let odd = Signed::interaction(sandbox, body.as_bytes());
        assert_eq!(odd.send(&client).await.0, 400, "{body:.40}");
    }
    // Too long, whether or not it says so in advance.
    let long = vec![b' '; (256 << 10) + 1];
    assert_eq!(
        Signed::interaction(sandbox, &long).send(&client).await.0,
        413
    );
    let parts = (0..300).map(|_| Ok::<_, std::io::Error>(vec![b' '; 1024]));
    let stream = reqwest::Body::wrap_stream(futures_util::stream::iter(parts));
    let streamed = client.post(&right.url).body(stream).send().await.unwrap();
    assert_eq!(streamed.status(), 413);
    // Other methods and paths.
    assert_eq!(client.get(&right.url).send().await.unwrap().status(), 405);
    let elsewhere = right.url.replace("/interactions", "/metrics");
    assert_eq!(client.get(elsewhere).send().await.unwrap().status(), 404);
    // After all that it works as before.
    session.first().types("/help").await;
    session.finish().await;
}

#[tokio::test]
async fn a_thousand_requests_at_once_are_answered() {
    let session = session().await;
    let sandbox = &session.harness.sandbox;
    let client = reqwest::Client::new();
    let ping = Signed::interaction(sandbox, br#"{"type":1}"#);
    let mut forged = ping.clone();
    forged.body.push(b' ');
    let requests = (0..1000).map(|number| {
        let (ping, forged, client) = (&ping, &forged, &client);
        async move {
            let is_right = number % 2 == 0;
            let request = if is_right { ping } else { forged };
            let expected = if is_right { 200 } else { 401 };
            assert_eq!(request.send(client).await.0, expected);
        }
    });
    // People go on playing meanwhile.
    let people: Vec<Id> = (0..100)
        .map(|number| {
            let person = if number % 2 == 0 {
                FIRST_PLAYER
            } else {
                SECOND_PLAYER
            };
            session.harness.person(person).types_and_leaves("/help")
        })
        .collect();
    join_all(requests).await;
    for interaction in people {
        let answered = sandbox.answered(interaction, Duration::from_secs(30)).await;
        assert!(answered.is_some(), "{}", session.harness.story());
    }
    // Discord was asked once whether the bot is a member of the server.
    let asked = format!("GET /api/v10/guilds/{CLUB}");
    let lines = sandbox.wire();
    let asked = lines.iter().filter(|line| line["title"] == asked.as_str());
    assert!(asked.count() <= 1);
    session.finish().await;
}

#[tokio::test]
async fn a_new_server_is_greeted_once_however_often_the_event_comes() {
    let harness = Harness::new().await;
    let now = harness.sandbox.now();
    harness.control(ControlAction::SystemChannel(ELSEWHERE, Some(LOUNGE)));
    let session = Session::over_http(harness, now).await;
    let sandbox = &session.harness.sandbox;
    session.harness.control(ControlAction::AddBot(ELSEWHERE));
    let greeting = session.first().at(LOUNGE).sees("I'm **Hexpost**").await;
    assert!(!greeting.pings_me && greeting.text.contains("/challenge"));
    // Discord sends it again, and someone installs it again.
    let client = reqwest::Client::new();
    let event = |timestamp: &str, guild: Id| {
        Signed::event(
            sandbox,
            &json!({ "version": 1, "type": 1, "event": {
                "type": "APPLICATION_AUTHORIZED", "timestamp": timestamp, "data": {
                    "integration_type": 0, "scopes": ["bot", "applications.commands"],
                    "guild": { "id": guild.to_string() },
                },
            } }),
        )
    };
    for timestamp in [
        "2026-11-18T12:00:00Z",
        "2026-11-18T12:00:00Z",
        "2026-11-18T13:00:00Z",
    ] {
        let sent = event(timestamp, ELSEWHERE).send(&client).await;
        assert_eq!(sent, (204, String::new()));
    }
    // PING, and events that don't concern the bot.
    for body in [
        json!({ "version": 1, "type": 0 }),
        json!({ "version": 1, "type": 1, "event": { "type": "ENTITLEMENT_CREATE", "data": {} } }),
        json!([]),
    ] {
        let sent = Signed::event(sandbox, &body).send(&client).await;
        assert_eq!(sent, (204, String::new()), "{body}");
    }
    let mut forged = event("2026-11-18T14:00:00Z", CLUB);
    forged.timestamp = (seconds() - 1).to_string();
    assert_eq!(forged.send(&client).await.0, 401);
    // A server that the bot knew before is not greeted: this one from an interaction.
    session.first().types("/games").await;
    let sent = event("2026-11-18T15:00:00Z", CLUB).send(&client).await;
    assert_eq!(sent.0, 204);
    tokio::time::sleep(Duration::from_millis(300)).await;
    for (channel, count) in [(LOUNGE, 1), (GENERAL, 0)] {
        let all = session.first().at(channel).reads();
        let greetings = all.iter().filter(|seen| seen.text.contains("**Hexpost**"));
        assert_eq!(greetings.count(), count);
    }
    session.finish().await;
}

// The commands block one thread while the local Discord answers on the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gateway_and_endpoint_exclude_each_other() {
    let harness = Harness::unlogged().await;
    let (listen, admin) = (free_address(), free_address());
    let url = format!("http://{listen}/some/path");
    let settings = [
        ("HEXPOST_LISTEN", listen.as_str()),
        ("HEXPOST_PUBLIC_URL", url.as_str()),
        ("HEXPOST_ADMIN_ADDR", admin.as_str()),
    ];
    let over_http = started(&harness, &settings).await;
    let health = answers(&admin, "/readyz", 200).await;
    assert!(health.contains(r#""endpoint":true"#), "{health}");
    assert!(!health.contains("gateway"), "{health}");
    harness.person(FIRST_PLAYER).types("/help").await;
    let metrics = answers(&admin, "/metrics", 200).await;
    assert!(metrics.contains("hexpost_endpoint_up 1"), "{metrics}");
    let database = format!("sqlite://{}", harness.database().display());
    let origin = harness.sandbox.origin();
    let plain = [
        ("DISCORD_TOKEN", harness.sandbox.token()),
        ("DISCORD_API_BASE", origin.as_str()),
        ("DATABASE_URL", database.as_str()),
        ("HEXPOST_ADMIN_ADDR", "off"),
    ];
    let with_endpoint = [&plain[..], &settings[..2]].concat();
    let healthy = program(&["doctor"], &with_endpoint).output().unwrap();
    assert!(healthy.status.success(), "{}", said(&healthy));
    assert!(said(&healthy).contains("delivers to http://127.0.0.1"));
    let other = harness.database().with_extension("other");
    let other = format!("sqlite://{}", other.display());
    let twice = [&with_endpoint[..], &[("DATABASE_URL", other.as_str())]].concat();
    let refused = program(&["run"], &twice).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    let text = said(&refused);
    assert!(text.contains("HEXPOST_LISTEN: 127.0.0.1"), "{text}");
    assert_eq!(text.lines().count(), 1, "{text}");
    let log = over_http.stops().await;
    let registered = format!("now delivers interactions to {url}/interactions");
    assert!(log.contains(&registered), "{log}");

    // Without the setting the gateway would be silent.
    let refused = program(&["run"], &plain).output().unwrap();
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    let text = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("hexpost endpoint clear"), "{text}");
    let ill = program(&["doctor"], &plain).output().unwrap();
    assert_eq!(ill.status.code(), Some(1), "{}", said(&ill));
    assert!(said(&ill).contains("FAIL  endpoint: "), "{}", said(&ill));
    let ill = program(&["doctor"], &with_endpoint).output().unwrap();
    assert!(said(&ill).contains("can't be reached"), "{}", said(&ill));

    let clear = || program(&["endpoint", "clear"], &plain).output().unwrap();
    let cleared = clear();
    assert!(cleared.status.success(), "{}", said(&cleared));
    assert!(said(&cleared).contains("is removed"), "{}", said(&cleared));
    assert!(said(&clear()).contains("there is no endpoint"));
    let healthy = program(&["doctor"], &plain).output().unwrap();
    assert!(healthy.status.success(), "{}", said(&healthy));
    let on_gateway = started(&harness, &[]).await;
    harness.person(FIRST_PLAYER).types("/help").await;
    on_gateway.stops().await;
}

// The commands block one thread while the local Discord answers on the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_names_what_is_wrong_in_one_line_each() {
    let sandbox = Sandbox::start(SandboxOptions::default()).await.unwrap();
    let origin = sandbox.origin();
    let folder = tempfile::TempDir::new().unwrap();
    let database = folder.path().join("x.db");
    std::fs::write(
        &database,
        "this is no database, but long enough to be looked at",
    )
    .unwrap();
    let database = format!("sqlite://{}", database.display());
    for (token, settings, lines) in [
        (None, vec![], vec!["FAIL  token: DISCORD_TOKEN is not set"]),
        (
            Some("x.y.z"),
            vec![],
            vec!["FAIL  token: Discord does not accept DISCORD_TOKEN"],
        ),
        (
            Some(sandbox.token()),
            vec![("DATABASE_URL", database.as_str())],
            vec![
                "ok    token: ",
                "ok    clock: ",
                "ok    endpoint: none",
                "FAIL  database: ",
            ],
        ),
        (
            Some(sandbox.token()),
            vec![("HEXPOST_LISTEN", "x")],
            vec!["FAIL  settings: HEXPOST_LISTEN"],
        ),
        (
            Some(sandbox.token()),
            vec![("DATABASE_URL", "sqlite:///proc/no/x.db")],
            vec!["FAIL  database: ", "DATABASE_URL"],
        ),
    ] {
        let mut settings = settings;
        settings.push(("DISCORD_API_BASE", &origin));
        settings.extend(token.map(|token| ("DISCORD_TOKEN", token)));
        let output = program(&["doctor"], &settings).output().unwrap();
        let text = said(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        for line in lines {
            assert!(text.contains(line), "{line}: {text}");
        }
        let is_line = |line: &str| line.starts_with("ok    ") || line.starts_with("FAIL  ");
        assert!(text.lines().all(is_line), "{text}");
        if let Some(token) = token {
            assert!(!text.contains(token), "the token is shown: {text}");
        }
    }
}
