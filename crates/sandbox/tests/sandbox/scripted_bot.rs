//! A bot that does exactly what a test tells it to do, with a few commands registered.

use hexpost_sandbox::{APPLICATION, FIRST_PLAYER, GAMES, Id, SECOND_PLAYER};
use serde_json::{Value, json};

use super::raw_client::{GatewayClient, RestClient, text};
use crate::harness::Harness;

/// A harness with a bot that only does what the test says.
pub(super) struct ScriptedBot {
    pub(super) harness: Harness,
    pub(super) rest: RestClient,
    pub(super) gateway: GatewayClient,
}

fn commands() -> Value {
    let everywhere = json!({ "integration_types": [0, 1], "contexts": [0, 1, 2] });
    let mut commands = json!([
        { "name": "ping", "description": "d" },
        { "name": "move", "description": "d", "options": [
            { "name": "turn", "description": "d", "type": 3, "required": true, "autocomplete": true },
            { "name": "game", "description": "d", "type": 4, "min_value": 1 },
        ] },
        { "name": "game", "description": "d", "options": [
            { "name": "list", "description": "d", "type": 1, "options": [
                { "name": "whose", "description": "d", "type": 6 },
            ] },
        ] },
        { "name": "challenge", "type": 2 },
        { "name": "show", "type": 3 },
    ]);
    for command in commands.as_array_mut().unwrap() {
        for (name, value) in everywhere.as_object().unwrap() {
            command[name] = value.clone();
        }
    }
    commands
}

impl ScriptedBot {
    pub(super) async fn new(harness: Harness) -> Self {
        let rest = RestClient::new(&harness);
        let gateway = GatewayClient::open(&harness, 0).await;
        assert_eq!(rest.register(commands()).await.status, 200);
        Self {
            harness,
            rest,
            gateway,
        }
    }

    /// The first player uses a command in the games channel; returns the interaction that the bot
    /// receives.
    pub(super) async fn command(&mut self, command: &str) -> Value {
        self.command_at(GAMES, command).await
    }

    pub(super) async fn command_at(&mut self, channel: Id, command: &str) -> Value {
        let person = self.harness.person(FIRST_PLAYER).at(channel);
        person.types_and_leaves(command);
        self.gateway.interaction().await
    }

    /// The second player clicks a button; returns the interaction that the bot receives.
    pub(super) async fn press(&mut self, message: &str, custom_id: &str) -> Value {
        let payload = json!({
            "as": SECOND_PLAYER.to_string(), "do": "press", "message_id": message,
            "custom_id": custom_id,
        });
        self.harness.sandbox.act(&payload).unwrap();
        self.gateway.interaction().await
    }
}

pub(super) fn respond_with(text: &str) -> Value {
    json!({ "type": 4, "data": { "content": text } })
}

pub(super) fn with_button(text: &str) -> Value {
    let key = json!({ "type": 2, "style": 1, "custom_id": "key", "label": "Key" });
    json!({ "content": text, "components": [{ "type": 1, "components": [key] }] })
}

pub(super) fn open_modal() -> Value {
    let input =
        json!({ "type": 4, "custom_id": "turn", "label": "Turn", "style": 1, "max_length": 10 });
    json!({ "type": 9, "data": {
        "custom_id": "f", "title": "Your move", "components": [{ "type": 1, "components": [input] }],
    } })
}

/// The path of the first response to an interaction.
pub(super) fn original(interaction: &Value) -> String {
    let token = text(&interaction["token"]);
    format!("/webhooks/{APPLICATION}/{token}/messages/@original")
}
