//! Reading and editing through REST. The traffic of these tests is compared with Discord's
//! specification when it is logged.

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    APPLICATION, CLUB, ControlAction, FIRST_PLAYER, FORUM_CHANNEL, GAMES, GENERAL, MODERATOR,
    SECOND_PLAYER,
};
use serde_json::json;

use super::raw_client::RestClient;
use crate::harness::Harness;

#[tokio::test]
async fn users_guilds_and_channels_can_be_read() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    let response = rest.get("/users/@me").await;
    assert_eq!(
        (&response.body["bot"], response.id()),
        (&json!(true), APPLICATION.to_string())
    );
    let response = rest.get(&format!("/users/{FIRST_PLAYER}")).await;
    assert_eq!(response.body["global_name"], "Player 1");
    let response = rest.get("/applications/@me").await;
    assert_eq!(response.body["approximate_guild_count"], 1);
    assert_eq!(
        rest.get("/oauth2/applications/@me").await.id(),
        response.id()
    );
    let response = rest.get("/users/@me/guilds").await;
    assert_eq!(response.body[0]["id"], CLUB.to_string());
    let response = rest.get(&format!("/guilds/{CLUB}")).await;
    assert_eq!(response.body["owner_id"], MODERATOR.to_string());
    let response = rest.get(&format!("/guilds/{CLUB}/channels")).await;
    assert_eq!(response.body.as_array().unwrap().len(), 4);
    let response = rest.get(&format!("/guilds/{CLUB}/roles")).await;
    assert_eq!(response.body[0]["name"], "@everyone");
    let response = rest
        .get(&format!(
            "/guilds/{CLUB}/members?limit=2&after={FIRST_PLAYER}"
        ))
        .await;
    assert_eq!(response.body[0]["user"]["id"], SECOND_PLAYER.to_string());
    assert_eq!(response.body.as_array().unwrap().len(), 2);
    let response = rest
        .get(&format!("/guilds/{CLUB}/members/{MODERATOR}"))
        .await;
    assert_eq!(response.body["roles"].as_array().unwrap().len(), 1);
    for channel in [GENERAL, FORUM_CHANNEL] {
        let response = rest.get(&format!("/channels/{channel}")).await;
        assert_eq!(response.id(), channel.to_string());
    }
    let response = rest
        .request("POST", &format!("/channels/{GAMES}/typing"), None)
        .await;
    assert_eq!(response.status, 204);
    harness.finish().await;
}

#[tokio::test]
async fn commands_can_be_created_edited_and_deleted() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    for path in [
        format!("/applications/{APPLICATION}/commands"),
        format!("/applications/{APPLICATION}/guilds/{CLUB}/commands"),
    ] {
        let payload = json!({
            "name": "move", "description": "A move", "description_localizations": { "ru": "Ход" },
            "options": [{ "name": "turn", "description": "Which", "type": 3, "required": true }],
        });
        let made = rest.post(&path, payload.clone()).await;
        assert_eq!(made.status, 201);
        // The same name means the same command.
        let again = rest.post(&path, payload).await;
        assert_eq!((again.status, again.id()), (200, made.id()));
        assert_eq!(again.body["version"], made.body["version"]);
        let one = format!("{path}/{}", made.id());
        let response = rest.patch(&one, json!({ "description": "Another" })).await;
        assert_eq!(response.body["description"], "Another");
        assert_ne!(response.body["version"], made.body["version"]);
        assert_eq!(rest.get(&one).await.body["options"][0]["name"], "turn");
        // Localizations are returned only on request.
        let response = rest.get(&path).await;
        assert!(response.body[0].get("description_localizations").is_none());
        let response = rest.get(&format!("{path}?with_localizations=true")).await;
        assert_eq!(response.body[0]["description_localizations"]["ru"], "Ход");
        assert_eq!(rest.request("DELETE", &one, None).await.status, 204);
        assert_eq!(rest.get(&path).await.body, json!([]));
    }
    harness.finish().await;
}

#[tokio::test]
async fn a_guild_command_hides_the_global_one() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    let payload = |words: &str| json!([{ "name": "move", "description": words }]);
    rest.register(payload("everywhere")).await;
    let path = format!("/applications/{APPLICATION}/guilds/{CLUB}/commands");
    rest.request("PUT", &path, Some(payload("here"))).await;
    let commands = harness.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    assert_eq!(
        (commands.len(), &commands[0]["description"]),
        (1, &json!("here"))
    );
    rest.request("PUT", &path, Some(json!([]))).await;
    let commands = harness.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    assert_eq!(commands[0]["description"], "everywhere");
    harness.finish().await;
}

#[tokio::test]
async fn messages_can_be_pinned_and_threads_joined_and_archived() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    harness.control(ControlAction::Allow(
        GAMES,
        Permissions::MANAGE_MESSAGES,
        true,
    ));
    let message = rest.send(GAMES, json!({ "content": "A board" })).await.id();
    let pins = format!("/channels/{GAMES}/messages/pins");
    let pin = format!("{pins}/{message}");
    assert_eq!(rest.request("PUT", &pin, None).await.status, 204);
    let response = rest.get(&pins).await;
    assert_eq!(response.body["items"][0]["message"]["id"], message);
    let response = rest.get(&format!("/channels/{GAMES}/pins")).await;
    assert_eq!(response.body[0]["pinned"], true);
    assert_eq!(rest.request("DELETE", &pin, None).await.status, 204);
    assert_eq!(rest.get(&pins).await.body["items"], json!([]));
    let path = format!("/channels/{GAMES}/messages/{message}");
    assert_eq!(rest.get(&path).await.id(), message);
    let thread = rest
        .post(&format!("{path}/threads"), json!({ "name": "Game" }))
        .await
        .id();
    assert_eq!(rest.get(&path).await.body["thread"]["id"], thread);
    let follow = format!("/channels/{thread}/thread-members/{SECOND_PLAYER}");
    assert_eq!(rest.request("PUT", &follow, None).await.status, 204);
    let response = rest.get(&format!("/channels/{thread}")).await;
    assert_eq!(response.body["member_count"], 2);
    assert_eq!(rest.request("DELETE", &follow, None).await.status, 204);
    let response = rest.get(&format!("/guilds/{CLUB}/threads/active")).await;
    assert_eq!(response.body["threads"][0]["id"], thread);
    let payload = json!({ "archived": true, "name": "Game over" });
    let response = rest.patch(&format!("/channels/{thread}"), payload).await;
    assert_eq!(response.body["thread_metadata"]["archived"], true);
    let response = rest
        .post(
            &format!("/channels/{GAMES}/threads"),
            json!({ "name": "Beside", "type": 11 }),
        )
        .await;
    assert_eq!((response.status, &response.body["type"]), (201, &json!(11)));
    assert_eq!(rest.request("DELETE", &path, None).await.status, 204);
    harness.finish().await;
}
