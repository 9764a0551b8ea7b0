//! Persistence: the world survives a restart.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use hexpost_sandbox::{
    APPLICATION, ControlAction, FIRST_PLAYER, GAMES, GENERAL, LOUNGE, SECOND_PLAYER, Sandbox,
    SandboxOptions,
};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::raw_client::{GatewayClient, RestClient};
use crate::harness::{Harness, patient};

async fn open(world: &Path) -> Harness {
    Harness::with(SandboxOptions {
        world: Some(world.to_owned()),
        ..patient()
    })
    .await
}

fn world(folder: &TempDir) -> PathBuf {
    folder.path().join("deep/in/sandbox.world")
}

/// Sends a message with a button, an image and a ping; returns the image's URL.
async fn fill(harness: &Harness) -> String {
    let rest = RestClient::new(harness);
    rest.register(json!([{ "name": "ping", "description": "d" }]))
        .await;
    let key = json!({ "type": 2, "style": 1, "custom_id": "key", "label": "Key" });
    let payload = json!({
        "content": format!("<@{SECOND_PLAYER}>"), "nonce": "n", "enforce_nonce": true,
        "components": [{ "type": 1, "components": [key] }],
    });
    let path = format!("/channels/{GAMES}/messages");
    let response = rest.post_file(&path, payload, b"\x89PNG".to_vec()).await;
    let message = response.id();
    let thread = format!("{path}/{message}/threads");
    assert_eq!(
        rest.post(&thread, json!({ "name": "Game" })).await.status,
        201
    );
    let address = response.body["attachments"][0]["url"].as_str().unwrap();
    let path = address.strip_prefix(&harness.sandbox.origin()).unwrap();
    path.to_owned()
}

#[tokio::test]
async fn the_world_survives_a_restart() {
    let folder = TempDir::new().unwrap();
    let harness = open(&world(&folder)).await;
    let file = fill(&harness).await;
    harness.person(FIRST_PLAYER).says("hello");
    let gone = harness.person(FIRST_PLAYER).says("gone").id;
    harness.control(ControlAction::DeleteMessage(GAMES, gone));
    harness.control(ControlAction::DeleteChannel(GENERAL));
    harness.control(ControlAction::CloseDms(SECOND_PLAYER, true));
    let newcomer = harness.sandbox.add_person("Player 9", "pl").unwrap();
    let before = (
        harness.person(SECOND_PLAYER).reads(),
        harness.sandbox.commands(FIRST_PLAYER, GAMES),
        harness.sandbox.overview(SECOND_PLAYER).unwrap()["servers"].clone(),
    );
    let port = harness.sandbox.address().port();
    harness.finish().await;

    let harness = open(&world(&folder)).await;
    let after = (
        harness.person(SECOND_PLAYER).reads(),
        harness.sandbox.commands(FIRST_PLAYER, GAMES),
        harness.sandbox.overview(SECOND_PLAYER).unwrap()["servers"].clone(),
    );
    // Only the port in URLs has changed.
    let old = format!(":{port}/");
    let new = format!(":{}/", harness.sandbox.address().port());
    let same = format!("{before:?}").replace(&old, &new);
    assert_eq!(same, format!("{after:?}"));
    assert_eq!(harness.person(SECOND_PLAYER).was_pinged(), 1);
    assert_eq!(harness.person(newcomer).reads().len(), 2);
    let address = format!("{}{file}", harness.sandbox.origin());
    let bytes = reqwest::get(address).await.unwrap().bytes().await.unwrap();
    assert_eq!(&bytes[..], b"\x89PNG");
    // Old buttons work, ids aren't reused, and an enforced nonce still deduplicates.
    let mut gateway = GatewayClient::open(&harness, 0).await;
    let message = harness.person(FIRST_PLAYER).reads()[0].id;
    let press = json!({
        "as": FIRST_PLAYER.to_string(), "do": "press", "message_id": message.to_string(),
        "custom_id": "key",
    });
    harness.sandbox.act(&press).unwrap();
    let pressed = gateway.interaction().await;
    assert_eq!(pressed["message"]["id"], message.to_string());
    let rest = RestClient::new(&harness);
    assert_eq!(
        rest.callback(&pressed, json!({ "type": 6 })).await.status,
        204
    );
    let again = json!({ "content": "x", "nonce": "n", "enforce_nonce": true });
    assert_eq!(rest.send(GAMES, again).await.id(), message.to_string());
    let fresh = harness.person(FIRST_PLAYER).says("new").id;
    assert!(fresh > gone.max(newcomer));
    harness.finish().await;
}

#[tokio::test]
async fn read_markers_survive_a_restart() {
    let folder = TempDir::new().unwrap();
    let harness = open(&world(&folder)).await;
    let channel = |harness: &Harness| {
        let state = harness.sandbox.overview(SECOND_PLAYER).unwrap();
        let channels = state["servers"][0]["channels"].as_array().unwrap().clone();
        let id = GAMES.to_string();
        let mut found = channels
            .into_iter()
            .filter(|channel| channel["id"] == id.as_str());
        found.next().unwrap()
    };
    let first = harness.person(FIRST_PLAYER).says("one").id.to_string();
    assert_eq!(
        (
            &channel(&harness)["unread"],
            &channel(&harness)["last_read_id"]
        ),
        (&json!(true), &json!(null))
    );
    let read = json!({
        "as": SECOND_PLAYER.to_string(), "do": "read", "channel_id": GAMES.to_string(),
    });
    harness.sandbox.act(&read).unwrap();
    harness
        .person(FIRST_PLAYER)
        .says(&format!("<@{SECOND_PLAYER}>"));
    harness.finish().await;
    let harness = open(&world(&folder)).await;
    let seen = channel(&harness);
    assert_eq!(
        (&seen["unread"], &seen["mentions"]),
        (&json!(true), &json!(1))
    );
    assert_eq!(seen["last_read_id"], first.as_str());
    harness.finish().await;
}

#[tokio::test]
async fn an_incomplete_last_line_is_ignored() {
    let folder = TempDir::new().unwrap();
    let path = world(&folder);
    let harness = open(&path).await;
    harness.person(FIRST_PLAYER).says("whole");
    harness.finish().await;
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"put\":\"message\",\"id\":12,\"val")
        .unwrap();
    drop(file);
    let harness = open(&path).await;
    assert_eq!(harness.person(FIRST_PLAYER).reads().len(), 1);
    harness.person(FIRST_PLAYER).says("after");
    harness.finish().await;
    let harness = open(&path).await;
    assert_eq!(harness.person(FIRST_PLAYER).reads().len(), 2);
    harness.finish().await;
}

#[tokio::test]
async fn a_foreign_file_is_rejected_and_kept() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("letter.txt");
    fs::write(&path, "Dear all,\n").unwrap();
    let options = SandboxOptions {
        world: Some(path.clone()),
        ..patient()
    };
    let error = Sandbox::start(options).await.unwrap_err();
    assert!(error.to_string().contains("letter.txt"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "Dear all,\n");
}

#[tokio::test]
async fn a_reset_deletes_world_and_attachments() {
    let folder = TempDir::new().unwrap();
    let path = world(&folder);
    let harness = open(&path).await;
    fill(&harness).await;
    harness.finish().await;
    Sandbox::reset(&path).unwrap();
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 0);
    // Resetting a missing world is not an error.
    Sandbox::reset(&path).unwrap();
    let harness = open(&path).await;
    assert!(harness.person(FIRST_PLAYER).reads().is_empty());
    assert_eq!(
        harness.sandbox.commands(FIRST_PLAYER, GAMES),
        Ok(Vec::new())
    );
    let response = RestClient::new(&harness).get("/users/@me").await;
    assert_eq!(response.id(), APPLICATION.to_string());
    harness.finish().await;
}

#[tokio::test]
async fn people_and_channels_can_be_added() {
    let harness = Harness::unlogged().await;
    let id = harness
        .sandbox
        .add_person("Player 4 <img src=x>", "ru")
        .unwrap();
    let state = harness.sandbox.overview(id).unwrap();
    assert_eq!(state["me"]["global_name"], "Player 4 <img src=x>");
    assert_eq!(state["servers"].as_array().unwrap().len(), 2);
    harness.person(id).says("here I am");
    assert_eq!(harness.person(FIRST_PLAYER).reads().len(), 1);
    assert!(harness.sandbox.add_person("", "ru").is_err());
    assert!(harness.sandbox.add_person(&"x".repeat(33), "ru").is_err());
}

#[tokio::test]
async fn worlds_of_the_previous_format_are_read() {
    let folder = TempDir::new().unwrap();
    let path = world(&folder);
    let everywhere = json!({
        "name": "ping", "description": "d", "integration_types": [0, 1], "contexts": [0, 1, 2],
    });
    let harness = open(&path).await;
    assert_eq!(
        RestClient::new(&harness)
            .register(json!([everywhere]))
            .await
            .status,
        200
    );
    harness.finish().await;
    // Guilds had no `has_app`, and `USE_EXTERNAL_APPS` didn't exist.
    let lines = fs::read_to_string(&path).unwrap();
    let before = lines.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).unwrap();
        if line["put"] == "server" {
            line["value"].as_object_mut().unwrap().remove("has_app");
            for role in line["value"]["roles"].as_array_mut().unwrap() {
                let bits = role["permissions"].as_u64().unwrap();
                role["permissions"] = json!(bits & !(1 << 50));
            }
        }
        format!("{line}\n")
    });
    let before: String = before.collect();
    assert_ne!(before, lines);
    fs::write(&path, before).unwrap();
    let harness = open(&path).await;
    let rest = RestClient::new(&harness);
    let mut gateway = GatewayClient::open(&harness, 0).await;
    for channel in [GAMES, LOUNGE] {
        harness
            .person(FIRST_PLAYER)
            .at(channel)
            .types_and_leaves("/ping");
        let interaction = gateway.interaction().await;
        let pong = json!({ "type": 4, "data": { "content": "pong" } });
        rest.callback(&interaction, pong).await;
        assert_eq!(harness.person(SECOND_PLAYER).at(channel).reads().len(), 1);
    }
    harness.finish().await;
}

#[tokio::test]
async fn the_file_keeps_its_field_names() {
    let folder = TempDir::new().unwrap();
    let path = world(&folder);
    let harness = open(&path).await;
    fill(&harness).await;
    harness.person(SECOND_PLAYER).says("hello");
    let lines = fs::read_to_string(&path).unwrap();
    for (kind, fields) in [
        (
            "user",
            "dms_closed global_name has_app id is_bot locale username",
        ),
        (
            "server",
            "has_app id locale members name owner roles system_channel",
        ),
        (
            "channel",
            "id kind name needs_tag overwrites parent position recipients server tags thread topic",
        ),
        ("command", "form id server version"),
        (
            "message",
            "attachments author cause channel components content edited_at embeds flags id is_pinned kind late_edits \
             mentions nonce only_for pinged reference sent_at",
        ),
        ("read", "channel message user"),
    ] {
        let lines = lines
            .lines()
            .map(|line| serde_json::from_str(line).unwrap());
        let mut puts = lines.filter(|line: &Value| line["put"] == kind);
        let value = puts.next().unwrap()["value"].take();
        let mut names: Vec<&String> = value.as_object().unwrap().keys().collect();
        names.sort();
        let expected: Vec<&str> = fields.split_whitespace().collect();
        assert_eq!(names, expected, "{kind}");
    }
}
