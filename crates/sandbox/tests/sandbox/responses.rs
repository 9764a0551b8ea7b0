//! Responses to interactions: deadlines, callback types, follow-ups, edits.

use std::time::Duration;

use hexpost_sandbox::{
    APPLICATION, CLUB, ControlAction, FIRST_PLAYER, GAMES, Id, PressResult, SECOND_PLAYER,
};
use serde_json::{Value, json};

use super::raw_client::text;
use super::scripted_bot::{ScriptedBot, open_modal, original, respond_with, with_button};
use crate::harness::Harness;

#[tokio::test]
async fn an_interaction_is_responded_to_once() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let interaction = bot.command("/ping").await;
    // A follow-up needs a first response.
    let response = bot
        .rest
        .follow_up(&interaction, json!({ "content": "x" }))
        .await;
    assert_eq!(response.error(), (404, 10015));
    assert_eq!(
        bot.rest
            .callback(&interaction, respond_with("one"))
            .await
            .status,
        204
    );
    let response = bot.rest.callback(&interaction, respond_with("two")).await;
    assert_eq!(response.error(), (400, 40060));
    let mut wrong = bot.command("/ping").await;
    wrong["token"] = json!("another");
    assert_eq!(
        bot.rest.callback(&wrong, respond_with("x")).await.error(),
        (404, 10062)
    );
}

#[tokio::test]
async fn the_first_response_is_due_within_three_seconds() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let interaction = bot.command("/ping").await;
    bot.harness
        .control(ControlAction::Advance(Duration::from_secs(2)));
    assert_eq!(
        bot.rest
            .callback(&interaction, respond_with("in time"))
            .await
            .status,
        204
    );
    let interaction = bot.command("/ping").await;
    bot.harness
        .control(ControlAction::Advance(Duration::from_millis(3001)));
    assert_eq!(
        bot.rest
            .callback(&interaction, respond_with("late"))
            .await
            .error(),
        (404, 10062)
    );
    let id = text(&interaction["id"]).parse().unwrap();
    let answered = bot.harness.sandbox.answered(id, Duration::ZERO).await;
    assert_eq!(answered, Some(PressResult::Failed));
    assert_eq!(bot.harness.person(FIRST_PLAYER).reads().len(), 1);
}

#[tokio::test]
async fn an_interaction_token_is_valid_for_fifteen_minutes() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let interaction = bot.command("/ping").await;
    bot.rest.callback(&interaction, respond_with("one")).await;
    let token = text(&interaction["token"]).to_owned();
    let original = format!("/webhooks/{APPLICATION}/{token}/messages/@original");
    bot.harness
        .control(ControlAction::Advance(Duration::from_mins(14)));
    assert_eq!(bot.rest.get(&original).await.body["content"], "one");
    let response = bot
        .rest
        .follow_up(&interaction, json!({ "content": "two" }))
        .await;
    assert_eq!(response.status, 200);
    bot.harness
        .control(ControlAction::Advance(Duration::from_mins(1)));
    let response = bot
        .rest
        .follow_up(&interaction, json!({ "content": "three" }))
        .await;
    assert_eq!(response.error(), (401, 50027));
    let response = bot
        .rest
        .patch(&original, json!({ "content": "four" }))
        .await;
    assert_eq!(response.error(), (401, 50027));
    // The message can still be edited through its channel.
    let message = bot.harness.person(FIRST_PLAYER).reads()[0].id;
    let path = format!("/channels/{GAMES}/messages/{message}");
    assert_eq!(
        bot.rest
            .patch(&path, json!({ "content": "five" }))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn responses_can_be_read_edited_and_deleted() {
    let mut bot = ScriptedBot::new(Harness::new().await).await;
    let interaction = bot.command("/ping").await;
    let token = text(&interaction["token"]).to_owned();
    let path = format!(
        "/interactions/{}/{token}/callback?with_response=true",
        text(&interaction["id"])
    );
    let response = bot.rest.post(&path, respond_with("one")).await;
    assert_eq!(response.status, 200);
    let message = text(&response.body["resource"]["message"]["id"]).to_owned();
    assert_eq!(response.body["interaction"]["response_message_id"], message);
    let original = format!("/webhooks/{APPLICATION}/{token}/messages/@original");
    let response = bot.rest.patch(&original, json!({ "content": "two" })).await;
    assert_eq!(
        (response.id(), &response.body["content"]),
        (message, &json!("two"))
    );
    let more = bot
        .rest
        .follow_up(&interaction, json!({ "content": "more", "flags": 64 }))
        .await;
    assert_eq!(more.body["flags"], 64);
    let other = format!("/webhooks/{APPLICATION}/{token}/messages/{}", more.id());
    assert_eq!(bot.rest.get(&other).await.body["content"], "more");
    assert_eq!(
        bot.rest.request("DELETE", &original, None).await.status,
        204
    );
    assert_eq!(bot.harness.person(FIRST_PLAYER).reads().len(), 1);
    assert_eq!(bot.harness.person(SECOND_PLAYER).reads().len(), 0);
    bot.harness.finish().await;
}

#[tokio::test]
async fn ephemeral_responses_are_visible_to_one_user_only() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let interaction = bot.command("/ping").await;
    let mut data = with_button("for you");
    data["flags"] = json!(64);
    bot.rest
        .callback(&interaction, json!({ "type": 4, "data": data }))
        .await;
    let message = bot.harness.person(FIRST_PLAYER).reads()[0].id;
    let path = format!("/channels/{GAMES}/messages/{message}");
    assert_eq!(bot.rest.get(&path).await.error(), (404, 10008));
    assert_eq!(
        bot.rest
            .get(&format!("/channels/{GAMES}/messages"))
            .await
            .body,
        json!([])
    );
    let press = json!({
        "as": SECOND_PLAYER.to_string(), "do": "press", "message_id": message.to_string(),
        "custom_id": "key",
    });
    assert!(bot.harness.sandbox.act(&press).is_err());
    let dismiss = |who: Id| json!({ "as": who.to_string(), "do": "dismiss", "message_id": message.to_string() });
    assert!(bot.harness.sandbox.act(&dismiss(SECOND_PLAYER)).is_err());
    bot.harness.sandbox.act(&dismiss(FIRST_PLAYER)).unwrap();
    assert!(bot.harness.person(FIRST_PLAYER).reads().is_empty());
}

#[tokio::test]
async fn the_callback_type_must_fit_the_interaction() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let interaction = bot.command("/ping").await;
    for kind in [1, 6, 7, 8, 10, 99] {
        let response = bot
            .rest
            .callback(&interaction, json!({ "type": kind, "data": {} }))
            .await;
        assert_eq!(response.error(), (400, 50035), "{kind}");
    }
    let response = bot
        .rest
        .callback(&interaction, json!({ "type": 4, "data": {} }))
        .await;
    assert_eq!(response.error(), (400, 50006));
    let response = bot
        .rest
        .callback(&interaction, respond_with(&"x".repeat(2001)))
        .await;
    assert_eq!(response.field_error("data.content"), "BASE_TYPE_MAX_LENGTH");
    let inputs: Vec<Value> = (0..6)
        .map(|number| {
            let input =
                json!({ "type": 4, "custom_id": format!("i{number}"), "label": "l", "style": 1 });
            json!({ "type": 1, "components": [input] })
        })
        .collect();
    let payload = json!({ "custom_id": "f", "title": "x".repeat(46), "components": inputs });
    let response = bot
        .rest
        .callback(&interaction, json!({ "type": 9, "data": payload }))
        .await;
    assert_eq!(response.field_error("data.title"), "BASE_TYPE_MAX_LENGTH");
    assert_eq!(
        response.field_error("data.components"),
        "BASE_TYPE_BAD_LENGTH"
    );
    // After all these errors, the interaction can still be responded to.
    bot.rest.callback(&interaction, open_modal()).await;
    // A submitted modal can't be answered with a modal.
    let id = text(&interaction["id"]);
    let fill = |values: Value| {
        json!({
            "as": FIRST_PLAYER.to_string(), "do": "submit", "interaction_id": id, "values": values,
        })
    };
    assert!(bot.harness.sandbox.act(&fill(json!({}))).is_err());
    assert!(
        bot.harness
            .sandbox
            .act(&fill(json!({ "turn": "12345678901" })))
            .is_err()
    );
    bot.harness
        .sandbox
        .act(&fill(json!({ "turn": "Wd4" })))
        .unwrap();
    let filled = bot.gateway.interaction().await;
    assert_eq!(filled["type"], 5);
    assert_eq!(
        filled["data"]["components"][0]["components"][0]["value"],
        "Wd4"
    );
    assert_eq!(
        bot.rest.callback(&filled, open_modal()).await.error(),
        (400, 50035)
    );
    // A modal can be submitted once.
    assert!(
        bot.harness
            .sandbox
            .act(&fill(json!({ "turn": "Wd4" })))
            .is_err()
    );
}

#[tokio::test]
async fn a_button_can_update_its_message_now_or_later() {
    let mut bot = ScriptedBot::new(Harness::new().await).await;
    let interaction = bot.command("/ping").await;
    bot.rest
        .callback(
            &interaction,
            json!({ "type": 4, "data": with_button("one") }),
        )
        .await;
    let message = bot.harness.person(FIRST_PLAYER).reads()[0].id.to_string();
    let pressed = bot.press(&message, "key").await;
    assert_eq!(
        (&pressed["type"], &pressed["message"]["id"]),
        (&json!(3), &json!(message))
    );
    assert_eq!(pressed["member"]["user"]["id"], SECOND_PLAYER.to_string());
    assert_eq!(pressed["locale"], "ru");
    bot.rest
        .callback(&pressed, json!({ "type": 7, "data": { "content": "two" } }))
        .await;
    let seen = bot.harness.person(FIRST_PLAYER).reads();
    // The button is still there, because the update didn't mention components.
    assert_eq!((seen.len(), seen[0].text.as_str()), (1, "two"));
    assert_eq!(seen[0].keys(), ["Key"]);
    let pressed = bot.press(&message, "key").await;
    bot.rest.callback(&pressed, json!({ "type": 6 })).await;
    let token = text(&pressed["token"]);
    let original = format!("/webhooks/{APPLICATION}/{token}/messages/@original");
    let response = bot
        .rest
        .patch(&original, json!({ "content": "three", "components": [] }))
        .await;
    assert_eq!(response.id(), message);
    assert!(
        bot.harness.person(FIRST_PLAYER).reads()[0]
            .keys()
            .is_empty()
    );
    bot.harness.finish().await;
}

#[tokio::test]
async fn autocomplete_choices_are_validated() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let known = bot.harness.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    let command = known
        .iter()
        .find(|command| command["name"] == "move")
        .unwrap();
    let payload = json!({
        "as": FIRST_PLAYER.to_string(), "do": "complete", "channel_id": GAMES.to_string(),
        "command_id": command["id"],
        "options": [{ "name": "turn", "type": 3, "value": "W", "focused": true }],
    });
    bot.harness.sandbox.act(&payload).unwrap();
    let interaction = bot.gateway.interaction().await;
    assert_eq!(interaction["type"], 4);
    assert_eq!(interaction["data"]["options"][0]["focused"], true);
    let choices = |names: &[String]| {
        let choices = names
            .iter()
            .map(|name| json!({ "name": name, "value": "v" }));
        json!({ "type": 8, "data": { "choices": choices.collect::<Vec<_>>() } })
    };
    let many: Vec<String> = (0..26).map(|number| number.to_string()).collect();
    let response = bot.rest.callback(&interaction, choices(&many)).await;
    assert_eq!(response.field_error("data.choices"), "BASE_TYPE_BAD_LENGTH");
    let response = bot
        .rest
        .callback(&interaction, choices(&["a".to_owned(), "a".to_owned()]))
        .await;
    response.field_error("data.choices.1");
    let response = bot
        .rest
        .callback(&interaction, choices(&["x".repeat(101)]))
        .await;
    assert_eq!(
        response.field_error("data.choices.0.name"),
        "BASE_TYPE_MAX_LENGTH"
    );
    assert_eq!(
        bot.rest
            .callback(&interaction, respond_with("x"))
            .await
            .error(),
        (400, 50035)
    );
    assert_eq!(
        bot.rest
            .callback(&interaction, choices(&many[..25]))
            .await
            .status,
        204
    );
}

#[tokio::test]
async fn a_follow_up_to_a_deferral_keeps_its_visibility_and_pings_nobody() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let ping = json!({
        "content": format!("<@{SECOND_PLAYER}>"), "allowed_mentions": { "parse": ["users"] },
    });
    for flags in [0, 64] {
        let interaction = bot.command("/ping").await;
        let deferral = json!({ "type": 5, "data": { "flags": flags } });
        assert_eq!(bot.rest.callback(&interaction, deferral).await.status, 204);
        let loading = bot.rest.get(&original(&interaction)).await;
        assert_eq!(loading.body["flags"], flags | 128);
        // The flags of the follow-up are ignored.
        let mut payload = ping.clone();
        payload["flags"] = json!(64 - flags);
        let response = bot.rest.follow_up(&interaction, payload).await;
        assert_eq!(
            (response.id(), &response.body["flags"]),
            (loading.id(), &json!(flags))
        );
        assert_eq!(bot.harness.person(SECOND_PLAYER).was_pinged(), 0);
        // Only the next follow-up is a message of its own.
        let response = bot
            .rest
            .follow_up(&interaction, json!({ "content": "more" }))
            .await;
        assert_ne!(response.id(), loading.id());
    }
    // A response that wasn't deferred does ping.
    let interaction = bot.command("/ping").await;
    bot.rest
        .callback(&interaction, json!({ "type": 4, "data": ping }))
        .await;
    assert_eq!(bot.harness.person(SECOND_PLAYER).was_pinged(), 1);
}

#[tokio::test]
async fn a_follow_up_to_a_deferred_update_is_a_new_message() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let interaction = bot.command("/ping").await;
    let board = json!({ "type": 4, "data": with_button("board") });
    bot.rest.callback(&interaction, board).await;
    let board = bot.rest.get(&original(&interaction)).await.id();
    let pressed = bot.press(&board, "key").await;
    bot.rest.callback(&pressed, json!({ "type": 6 })).await;
    assert_eq!(bot.rest.get(&original(&pressed)).await.id(), board);
    let ping = json!({ "content": format!("<@{FIRST_PLAYER}>") });
    let response = bot.rest.follow_up(&pressed, ping).await;
    assert_ne!(response.id(), board);
    assert_eq!(bot.harness.person(FIRST_PLAYER).was_pinged(), 1);
}

#[tokio::test]
async fn the_original_response_shows_whether_a_callback_arrived() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let interaction = bot.command("/ping").await;
    let response = bot.rest.get(&original(&interaction)).await;
    assert_eq!(response.error(), (404, 10015));
    bot.rest.callback(&interaction, respond_with("one")).await;
    let response = bot.rest.get(&original(&interaction)).await;
    assert_eq!(
        (response.status, &response.body["content"]),
        (200, &json!("one"))
    );
    let response = bot.rest.callback(&interaction, respond_with("two")).await;
    assert_eq!(response.error(), (400, 40060));
    // A deleted response and a modal aren't found.
    bot.rest
        .request("DELETE", &original(&interaction), None)
        .await;
    let response = bot.rest.get(&original(&interaction)).await;
    assert_eq!(response.error(), (404, 10008));
    let interaction = bot.command("/ping").await;
    bot.rest.callback(&interaction, open_modal()).await;
    let response = bot.rest.get(&original(&interaction)).await;
    assert_eq!(response.error(), (404, 10008));
}

#[tokio::test]
async fn the_message_of_a_button_can_be_edited_by_id() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let interaction = bot.command("/ping").await;
    let mut data = with_button("for you");
    data["flags"] = json!(64);
    bot.rest
        .callback(&interaction, json!({ "type": 4, "data": data }))
        .await;
    let message = bot.harness.person(FIRST_PLAYER).reads()[0].id;
    let seen = bot.harness.person(FIRST_PLAYER).reads()[0].clone();
    bot.harness
        .person(FIRST_PLAYER)
        .presses_and_leaves(&seen, "key");
    let pressed = bot.gateway.interaction().await;
    // The response is another message; the message with the button is edited as well.
    bot.rest.callback(&pressed, respond_with("new")).await;
    let token = text(&pressed["token"]);
    let path = format!("/webhooks/{APPLICATION}/{token}/messages/{message}");
    let response = bot.rest.patch(&path, json!({ "content": "changed" })).await;
    assert_eq!(
        (response.status, &response.body["flags"]),
        (200, &json!(64))
    );
    assert_eq!(bot.harness.person(FIRST_PLAYER).reads()[0].text, "changed");
    // The ephemeral message of another interaction is out of reach.
    let other = bot.command("/ping").await;
    bot.rest.callback(&other, respond_with("x")).await;
    let token = text(&other["token"]);
    let path = format!("/webhooks/{APPLICATION}/{token}/messages/{message}");
    let response = bot.rest.patch(&path, json!({ "content": "y" })).await;
    assert_eq!(response.error(), (404, 10008));
}

#[tokio::test]
async fn with_response_returns_the_callback_result() {
    let mut bot = ScriptedBot::new(Harness::new().await).await;
    for flag in ["true", "1", "True"] {
        let interaction = bot.command("/ping").await;
        let (id, token) = (text(&interaction["id"]), text(&interaction["token"]));
        let path = format!("/interactions/{id}/{token}/callback?with_response={flag}");
        let response = bot.rest.post(&path, respond_with("x")).await;
        assert_eq!(response.status, 200, "{flag}");
        assert_eq!(response.body["interaction"]["guild_id"], CLUB.to_string());
    }
    // Absent values are left out rather than null.
    let open = json!({
        "as": FIRST_PLAYER.to_string(), "do": "dm", "user_id": APPLICATION.to_string(),
    });
    let channel = bot.harness.sandbox.act(&open).unwrap();
    let channel = text(&channel["channel"]["id"]).parse().unwrap();
    let interaction = bot.command_at(channel, "/ping").await;
    let (id, token) = (text(&interaction["id"]), text(&interaction["token"]));
    let path = format!("/interactions/{id}/{token}/callback?with_response=1");
    let response = bot.rest.post(&path, open_modal()).await;
    for absent in ["guild_id", "response_message_id"] {
        assert!(
            response.body["interaction"].get(absent).is_none(),
            "{absent}"
        );
    }
    assert!(response.body.get("resource").is_none(), "{response:?}");
    bot.harness.finish().await;
}
