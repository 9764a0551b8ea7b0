//! Everything a bot can ask for; the gate compares the answers with Discord's own description.

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    APPLICATION, CLUB, FIRST_PLAYER, FORUM_CHANNEL, GAMES, GENERAL, Lever, MODERATOR, SECOND_PLAYER,
};
use serde_json::json;

use super::raw_client::Raw;
use crate::harness::Bench;

#[tokio::test]
async fn people_servers_and_channels_can_be_looked_up() {
    let bench = Bench::new().await;
    let raw = Raw::new(&bench);
    let told = raw.get("/users/@me").await;
    assert_eq!(
        (&told.body["bot"], told.id()),
        (&json!(true), APPLICATION.to_string())
    );
    let told = raw.get(&format!("/users/{FIRST_PLAYER}")).await;
    assert_eq!(told.body["global_name"], "Player 1");
    let told = raw.get("/applications/@me").await;
    assert_eq!(told.body["approximate_guild_count"], 1);
    assert_eq!(raw.get("/oauth2/applications/@me").await.id(), told.id());
    let told = raw.get("/users/@me/guilds").await;
    assert_eq!(told.body[0]["id"], CLUB.to_string());
    let told = raw.get(&format!("/guilds/{CLUB}")).await;
    assert_eq!(told.body["owner_id"], MODERATOR.to_string());
    let told = raw.get(&format!("/guilds/{CLUB}/channels")).await;
    assert_eq!(told.body.as_array().unwrap().len(), 4);
    let told = raw.get(&format!("/guilds/{CLUB}/roles")).await;
    assert_eq!(told.body[0]["name"], "@everyone");
    let told = raw
        .get(&format!(
            "/guilds/{CLUB}/members?limit=2&after={FIRST_PLAYER}"
        ))
        .await;
    assert_eq!(told.body[0]["user"]["id"], SECOND_PLAYER.to_string());
    assert_eq!(told.body.as_array().unwrap().len(), 2);
    let told = raw
        .get(&format!("/guilds/{CLUB}/members/{MODERATOR}"))
        .await;
    assert_eq!(told.body["roles"].as_array().unwrap().len(), 1);
    for channel in [GENERAL, FORUM_CHANNEL] {
        let told = raw.get(&format!("/channels/{channel}")).await;
        assert_eq!(told.id(), channel.to_string());
    }
    let told = raw
        .ask("POST", &format!("/channels/{GAMES}/typing"), None)
        .await;
    assert_eq!(told.status, 204);
    bench.finish().await;
}

#[tokio::test]
async fn commands_are_made_changed_and_taken_away_one_by_one() {
    let bench = Bench::new().await;
    let raw = Raw::new(&bench);
    for path in [
        format!("/applications/{APPLICATION}/commands"),
        format!("/applications/{APPLICATION}/guilds/{CLUB}/commands"),
    ] {
        let form = json!({
            "name": "move", "description": "A move", "description_localizations": { "ru": "Ход" },
            "options": [{ "name": "turn", "description": "Which", "type": 3, "required": true }],
        });
        let made = raw.post(&path, form.clone()).await;
        assert_eq!(made.status, 201);
        // The same name is the same command.
        let again = raw.post(&path, form).await;
        assert_eq!((again.status, again.id()), (200, made.id()));
        assert_eq!(again.body["version"], made.body["version"]);
        let one = format!("{path}/{}", made.id());
        let told = raw.patch(&one, json!({ "description": "Another" })).await;
        assert_eq!(told.body["description"], "Another");
        assert_ne!(told.body["version"], made.body["version"]);
        assert_eq!(raw.get(&one).await.body["options"][0]["name"], "turn");
        // All languages are told only to who asks for them.
        let told = raw.get(&path).await;
        assert!(told.body[0].get("description_localizations").is_none());
        let told = raw.get(&format!("{path}?with_localizations=true")).await;
        assert_eq!(told.body[0]["description_localizations"]["ru"], "Ход");
        assert_eq!(raw.ask("DELETE", &one, None).await.status, 204);
        assert_eq!(raw.get(&path).await.body, json!([]));
    }
    bench.finish().await;
}

#[tokio::test]
async fn a_servers_own_command_comes_before_one_for_everywhere() {
    let bench = Bench::new().await;
    let raw = Raw::new(&bench);
    let form = |words: &str| json!([{ "name": "move", "description": words }]);
    raw.register(form("everywhere")).await;
    let path = format!("/applications/{APPLICATION}/guilds/{CLUB}/commands");
    raw.ask("PUT", &path, Some(form("here"))).await;
    let commands = bench.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    assert_eq!(
        (commands.len(), &commands[0]["description"]),
        (1, &json!("here"))
    );
    raw.ask("PUT", &path, Some(json!([]))).await;
    let commands = bench.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    assert_eq!(commands[0]["description"], "everywhere");
    bench.finish().await;
}

#[tokio::test]
async fn messages_are_pinned_threads_followed_and_closed() {
    let bench = Bench::new().await;
    let raw = Raw::new(&bench);
    bench.pull(Lever::Allow(GAMES, Permissions::MANAGE_MESSAGES, true));
    let message = raw.send(GAMES, json!({ "content": "A board" })).await.id();
    let pins = format!("/channels/{GAMES}/messages/pins");
    let pin = format!("{pins}/{message}");
    assert_eq!(raw.ask("PUT", &pin, None).await.status, 204);
    let told = raw.get(&pins).await;
    assert_eq!(told.body["items"][0]["message"]["id"], message);
    let told = raw.get(&format!("/channels/{GAMES}/pins")).await;
    assert_eq!(told.body[0]["pinned"], true);
    assert_eq!(raw.ask("DELETE", &pin, None).await.status, 204);
    assert_eq!(raw.get(&pins).await.body["items"], json!([]));
    let path = format!("/channels/{GAMES}/messages/{message}");
    assert_eq!(raw.get(&path).await.id(), message);
    let thread = raw
        .post(&format!("{path}/threads"), json!({ "name": "Game" }))
        .await
        .id();
    assert_eq!(raw.get(&path).await.body["thread"]["id"], thread);
    let follow = format!("/channels/{thread}/thread-members/{SECOND_PLAYER}");
    assert_eq!(raw.ask("PUT", &follow, None).await.status, 204);
    let told = raw.get(&format!("/channels/{thread}")).await;
    assert_eq!(told.body["member_count"], 2);
    assert_eq!(raw.ask("DELETE", &follow, None).await.status, 204);
    let told = raw.get(&format!("/guilds/{CLUB}/threads/active")).await;
    assert_eq!(told.body["threads"][0]["id"], thread);
    let form = json!({ "archived": true, "name": "Game over" });
    let told = raw.patch(&format!("/channels/{thread}"), form).await;
    assert_eq!(told.body["thread_metadata"]["archived"], true);
    let told = raw
        .post(
            &format!("/channels/{GAMES}/threads"),
            json!({ "name": "Beside", "type": 11 }),
        )
        .await;
    assert_eq!((told.status, &told.body["type"]), (201, &json!(11)));
    assert_eq!(raw.ask("DELETE", &path, None).await.status, 204);
    bench.finish().await;
}
