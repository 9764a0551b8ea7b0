//! The interactions that the sandbox sends to a bot, and the installs they come from.

use hexpost_sandbox::{
    APPLICATION, CLUB, ControlAction, FIRST_PLAYER, GAMES, Id, LOUNGE, MODERATORS, SECOND_PLAYER,
};
use serde_json::{Value, json};

use super::raw_client::text;
use super::scripted_bot::{ScriptedBot, respond_with, with_button};
use crate::harness::Harness;

#[tokio::test]
async fn a_command_contains_user_guild_and_options() {
    let mut bot = ScriptedBot::new(Harness::new().await).await;
    let interaction = bot.command("/game list whose:@Player 2").await;
    assert_eq!(interaction["type"], 2);
    assert_eq!(
        interaction["member"]["user"]["id"],
        FIRST_PLAYER.to_string()
    );
    assert!(interaction.get("user").is_none());
    assert_eq!(interaction["guild_id"], CLUB.to_string());
    assert_eq!(
        (&interaction["locale"], &interaction["context"]),
        (&json!("en-US"), &json!(0))
    );
    let owners = &interaction["authorizing_integration_owners"];
    assert_eq!(owners["0"], CLUB.to_string());
    let option = &interaction["data"]["options"][0]["options"][0];
    assert_eq!(option["value"], SECOND_PLAYER.to_string());
    let person = &interaction["data"]["resolved"]["users"][SECOND_PLAYER.to_string()];
    assert_eq!(person["global_name"], "Player 2");
    bot.rest.callback(&interaction, respond_with("done")).await;
    bot.harness.finish().await;
}

#[tokio::test]
async fn context_menu_commands_have_a_target() {
    let mut bot = ScriptedBot::new(Harness::new().await).await;
    let known = bot.harness.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    let id = |name: &str| {
        let found = known.iter().find(|command| command["name"] == name);
        found.unwrap()["id"].clone()
    };
    let message = bot.harness.person(SECOND_PLAYER).says("look").id;
    for (name, target, kind) in [
        ("challenge", SECOND_PLAYER, "users"),
        ("show", message, "messages"),
    ] {
        let payload = json!({
            "as": FIRST_PLAYER.to_string(), "do": "command", "channel_id": GAMES.to_string(),
            "command_id": id(name), "target_id": target.to_string(),
        });
        bot.harness.sandbox.act(&payload).unwrap();
        let interaction = bot.gateway.interaction().await;
        assert_eq!(interaction["data"]["target_id"], target.to_string());
        let resolved = &interaction["data"]["resolved"][kind][target.to_string()];
        assert_eq!(resolved["id"], target.to_string());
        assert_eq!(
            bot.rest
                .callback(&interaction, respond_with("done"))
                .await
                .status,
            204
        );
    }
    bot.harness.finish().await;
}

#[tokio::test]
async fn commands_with_invalid_options_are_not_sent() {
    let bot = ScriptedBot::new(Harness::unlogged().await).await;
    let known = bot.harness.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    let command = known
        .iter()
        .find(|command| command["name"] == "move")
        .unwrap();
    let invoke = |options: Value| {
        bot.harness.sandbox.act(&json!({
            "as": FIRST_PLAYER.to_string(), "do": "command", "channel_id": GAMES.to_string(),
            "command_id": command["id"], "options": options,
        }))
    };
    let turn = json!({ "name": "turn", "type": 3, "value": "Wd4" });
    assert!(invoke(json!([])).is_err());
    assert!(invoke(json!([turn, { "name": "game", "type": 4, "value": 0 }])).is_err());
    assert!(invoke(json!([turn, { "name": "game", "type": 4, "value": "1" }])).is_err());
    assert!(invoke(json!([turn, { "name": "else", "type": 4, "value": 1 }])).is_err());
    assert!(invoke(json!([turn, { "name": "game", "type": 4, "value": 1 }])).is_ok());
}

#[tokio::test]
async fn a_user_install_allows_responses_only() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let interaction = bot.command_at(LOUNGE, "/ping").await;
    let owners = &interaction["authorizing_integration_owners"];
    assert_eq!(owners, &json!({ "1": FIRST_PLAYER.to_string() }));
    bot.rest
        .callback(
            &interaction,
            json!({ "type": 4, "data": with_button("here") }),
        )
        .await;
    for _ in 0..5 {
        let response = bot
            .rest
            .follow_up(&interaction, json!({ "content": "more" }))
            .await;
        assert_eq!(response.status, 200);
    }
    let response = bot
        .rest
        .follow_up(&interaction, json!({ "content": "more" }))
        .await;
    assert_eq!(response.error(), (400, 40094));
    let response = bot.rest.send(LOUNGE, json!({ "content": "x" })).await;
    assert_eq!(response.error(), (403, 50001));
    assert_eq!(
        bot.harness.person(SECOND_PLAYER).at(LOUNGE).reads().len(),
        6
    );
    // Everyone there can use the buttons.
    let message = bot.harness.person(SECOND_PLAYER).at(LOUNGE).reads()[0].id;
    let pressed = bot.press(&message.to_string(), "key").await;
    let response = bot
        .rest
        .callback(&pressed, json!({ "type": 7, "data": { "content": "y" } }))
        .await;
    assert_eq!(response.status, 204);
    // Without a user install, the commands aren't available.
    bot.harness
        .control(ControlAction::SetApp(FIRST_PLAYER, false));
    assert_eq!(
        bot.harness.sandbox.commands(FIRST_PLAYER, LOUNGE),
        Ok(Vec::new())
    );
    assert!(
        !bot.harness
            .sandbox
            .commands(FIRST_PLAYER, GAMES)
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn dms_have_their_own_contexts() {
    let mut bot = ScriptedBot::new(Harness::new().await).await;
    let open = |other: Id| json!({ "as": FIRST_PLAYER.to_string(), "do": "dm", "user_id": other.to_string() });
    for (other, context) in [(APPLICATION, 1), (SECOND_PLAYER, 2)] {
        let channel = bot.harness.sandbox.act(&open(other)).unwrap();
        let channel = text(&channel["channel"]["id"]).parse().unwrap();
        let interaction = bot.command_at(channel, "/ping").await;
        assert_eq!(interaction["context"], context);
        assert_eq!(interaction["user"]["id"], FIRST_PLAYER.to_string());
        assert!(interaction.get("member").is_none());
        assert_eq!(
            bot.rest
                .callback(&interaction, respond_with("hi"))
                .await
                .status,
            204
        );
        let seen = bot.harness.person(FIRST_PLAYER).at(channel).reads();
        assert_eq!(seen[0].text, "hi");
    }
    bot.harness.finish().await;
}

#[tokio::test]
async fn messages_contain_interaction_metadata() {
    let mut bot = ScriptedBot::new(Harness::new().await).await;
    let interaction = bot.command("/ping").await;
    bot.rest
        .callback(&interaction, json!({ "type": 4, "data": with_button("x") }))
        .await;
    let message = bot.harness.person(SECOND_PLAYER).reads()[0].clone();
    assert_eq!(
        message.json["interaction_metadata"]["id"],
        interaction["id"]
    );
    let path = format!("/channels/{GAMES}/messages/{}", message.id);
    let response = bot.rest.get(&path).await;
    let metadata = &response.body["interaction_metadata"];
    assert_eq!(metadata["id"], interaction["id"]);
    assert_eq!(metadata["user"]["id"], FIRST_PLAYER.to_string());
    let owners = &metadata["authorizing_integration_owners"];
    assert_eq!(owners, &interaction["authorizing_integration_owners"]);
    // The response to a button contains that interaction's metadata, also after an edit.
    let pressed = bot.press(&message.id.to_string(), "key").await;
    bot.rest.callback(&pressed, respond_with("game on")).await;
    let answer = bot.harness.person(SECOND_PLAYER).reads()[1].clone();
    let path = format!("/channels/{GAMES}/messages/{}", answer.id);
    bot.rest.patch(&path, json!({ "content": "later" })).await;
    let response = bot.rest.get(&path).await;
    assert_eq!(response.body["interaction_metadata"]["id"], pressed["id"]);
    let pressed_on = &response.body["interaction_metadata"]["interacted_message_id"];
    assert_eq!(pressed_on, &json!(message.id.to_string()));
    bot.harness.finish().await;
}

#[tokio::test]
async fn selected_users_and_roles_are_resolved() {
    let mut bot = ScriptedBot::new(Harness::new().await).await;
    let menu = |kind: u64, name: &str| json!({ "type": 1, "components": [{ "type": kind, "custom_id": name }] });
    let mut channels = menu(8, "channel");
    // An empty `channel_types` allows all types.
    channels["components"][0]["channel_types"] = json!([]);
    let rows = json!([menu(5, "user"), menu(7, "any"), channels]);
    let payload = json!({ "content": "x", "components": rows });
    let message = bot.rest.send(GAMES, payload).await.id();
    let choose = |menu: &str, id: Id| {
        json!({
            "as": FIRST_PLAYER.to_string(), "do": "choose", "message_id": message,
            "custom_id": menu, "values": [id.to_string()],
        })
    };
    for (name, kind, id, what) in [
        ("user", 5, SECOND_PLAYER, "users"),
        ("any", 7, SECOND_PLAYER, "users"),
        ("any", 7, MODERATORS, "roles"),
        ("channel", 8, GAMES, "channels"),
    ] {
        bot.harness.sandbox.act(&choose(name, id)).unwrap();
        let interaction = bot.gateway.interaction().await;
        assert_eq!(interaction["data"]["component_type"], kind);
        assert_eq!(interaction["data"]["values"], json!([id.to_string()]));
        let resolved = &interaction["data"]["resolved"];
        assert_eq!(resolved[what][id.to_string()]["id"], id.to_string());
        let member = &resolved["members"][id.to_string()];
        assert_eq!(member.is_object(), what == "users");
        bot.rest.callback(&interaction, json!({ "type": 6 })).await;
    }
    // A role isn't a user, and a channel is neither.
    assert!(
        bot.harness
            .sandbox
            .act(&choose("user", MODERATORS))
            .is_err()
    );
    assert!(bot.harness.sandbox.act(&choose("any", GAMES)).is_err());
    let option = json!({ "name": "whom", "description": "d", "type": 9, "required": true });
    let about = json!([{ "name": "about", "description": "d", "options": [option] }]);
    assert_eq!(bot.rest.register(about).await.status, 200);
    let command = bot.harness.sandbox.commands(FIRST_PLAYER, GAMES).unwrap();
    let invoke = |id: Id| {
        json!({
            "as": FIRST_PLAYER.to_string(), "do": "command", "channel_id": GAMES.to_string(),
            "command_id": command[0]["id"],
            "options": [{ "name": "whom", "type": 9, "value": id.to_string() }],
        })
    };
    for (id, what) in [(SECOND_PLAYER, "users"), (MODERATORS, "roles")] {
        bot.harness.sandbox.act(&invoke(id)).unwrap();
        let interaction = bot.gateway.interaction().await;
        let resolved = &interaction["data"]["resolved"][what][id.to_string()];
        assert_eq!(resolved["id"], id.to_string());
        bot.rest.callback(&interaction, respond_with("x")).await;
    }
    assert!(bot.harness.sandbox.act(&invoke(GAMES)).is_err());
    bot.harness.finish().await;
}
