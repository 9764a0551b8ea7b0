//! Which requests are accepted: those addressed to this machine, from the sandbox's own page.

use hexpost_sandbox::{FIRST_PLAYER, GAMES, SECOND_PLAYER};
use reqwest::Client;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::raw_client::RestClient;
use crate::harness::Harness;

/// The status of a raw HTTP request.
async fn status(harness: &Harness, head: &str) -> u16 {
    let mut stream = TcpStream::connect(harness.sandbox.address()).await.unwrap();
    let head = format!("{head}\r\nConnection: close\r\n\r\n");
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let status = answer.split(' ').nth(1).unwrap_or_default();
    status.parse().unwrap_or_else(|_| panic!("{answer}"))
}

#[tokio::test]
async fn only_loopback_hosts_are_accepted() {
    let harness = Harness::unlogged().await;
    assert!(harness.sandbox.address().ip().is_loopback());
    let port = harness.sandbox.address().port();
    for host in ["127.0.0.1", "localhost", "[::1]"] {
        let head = format!("GET / HTTP/1.1\r\nHost: {host}:{port}");
        assert_eq!(status(&harness, &head).await, 200, "{host}");
    }
    for host in [
        "example.com",
        "127.0.0.1.example.com",
        "0.0.0.0",
        "192.168.1.2",
        "",
    ] {
        for path in ["/", "/sandbox/state", "/api/v10/gateway"] {
            let head = format!("GET {path} HTTP/1.1\r\nHost: {host}:{port}");
            assert_eq!(status(&harness, &head).await, 403, "{host} {path}");
        }
    }
    assert_eq!(
        status(&harness, "GET / HTTP/1.1\r\nHost: localhost").await,
        200
    );
}

#[tokio::test]
async fn requests_from_other_origins_are_rejected() {
    let harness = Harness::unlogged().await;
    let port = harness.sandbox.address().port();
    let with = |path: &str, origin: &str, more: &str| {
        format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {origin}{more}")
    };
    let own = format!("http://127.0.0.1:{port}");
    assert_eq!(
        status(&harness, &with("/sandbox/state", &own, "")).await,
        200
    );
    let upgrade = "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
    for origin in [
        "http://example.com",
        "null",
        "http://127.0.0.1:1",
        "https://127.0.0.1",
    ] {
        assert_eq!(
            status(&harness, &with("/sandbox/state", origin, "")).await,
            403,
            "{origin}"
        );
        assert_eq!(
            status(&harness, &with("/?v=10", origin, upgrade)).await,
            403,
            "{origin}"
        );
    }
    // A body that any site's page could send is rejected as well.
    let payload = json!({ "as": FIRST_PLAYER.to_string(), "do": "say", "channel_id": GAMES.to_string(), "content": "x" });
    for kind in ["text/plain", "application/x-www-form-urlencoded"] {
        let request = Client::new().post(format!("{own}/sandbox/do"));
        let request = request
            .header("content-type", kind)
            .body(payload.to_string());
        assert_eq!(request.send().await.unwrap().status(), 400, "{kind}");
    }
    assert!(harness.person(SECOND_PLAYER).reads().is_empty());
}

#[tokio::test]
async fn user_content_is_never_served_as_markup() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let page = reqwest::get(harness.sandbox.origin()).await.unwrap();
    let policy = page.headers()["content-security-policy"]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self'"));
    assert!(!policy.contains("unsafe"), "{policy}");
    assert_eq!(page.headers()["x-content-type-options"], "nosniff");
    // A file with a script is downloaded and not displayed, whatever its name is.
    let path = format!("/channels/{GAMES}/messages");
    for (name, kind) in [
        ("a.html", "application/octet-stream"),
        ("a.svg", "application/octet-stream"),
        ("a.png", "image/png"),
    ] {
        let payload = json!({ "attachments": [{ "id": "0", "filename": name }] });
        let response = rest
            .post_file(&path, payload, b"<script>alert(1)</script>".to_vec())
            .await;
        let url = response.body["attachments"][0]["url"].as_str().unwrap();
        let file = reqwest::get(url).await.unwrap();
        assert_eq!(file.headers()["content-type"], kind, "{name}");
        assert_eq!(file.headers()["x-content-type-options"], "nosniff");
        let is_shown = file.headers()["content-disposition"] == "inline";
        assert_eq!(is_shown, name == "a.png");
    }
    let payload = json!({ "attachments": [{ "id": "0", "filename": "../../etc/x<y>.png" }] });
    let response = rest.post_file(&path, payload, vec![1]).await;
    let name = response.body["attachments"][0]["filename"]
        .as_str()
        .unwrap();
    assert!(!name.contains(['/', '<', '>']), "{name}");
}

#[tokio::test]
async fn the_event_stream_delivers_changes() {
    let harness = Harness::unlogged().await;
    let address = format!(
        "{}/sandbox/events?as={SECOND_PLAYER}",
        harness.sandbox.origin()
    );
    let mut events = reqwest::get(address).await.unwrap();
    let mut buffer = String::new();
    let mut wait_for = async |what: &str| {
        while !buffer.contains(what) {
            let chunk = events.chunk().await.unwrap().expect("the stream has ended");
            buffer.push_str(std::str::from_utf8(&chunk).unwrap());
        }
        std::mem::take(&mut buffer)
    };
    wait_for("\"type\":\"state\"").await;
    harness.person(FIRST_PLAYER).says("hello <b>you</b>");
    let received = wait_for("hello").await;
    let data = received
        .lines()
        .find(|line| line.contains("hello"))
        .unwrap();
    let event: Value = serde_json::from_str(data.strip_prefix("data: ").unwrap()).unwrap();
    assert_eq!(event["message"]["content"], "hello <b>you</b>");
    harness.control(hexpost_sandbox::ControlAction::Advance(
        std::time::Duration::from_secs(1),
    ));
    wait_for("\"type\":\"state\"").await;
}
