//! What a person does and sees.

use std::iter;

use hexpost_sandbox::{GAMES, Id, PressResult};
use serde_json::{Value, json};

use super::seen::{Seen, face, list, number};
use super::{Harness, PATIENCE, typed};

/// A person and the channel they look at.
#[derive(Clone, Copy)]
pub(crate) struct Person<'a> {
    harness: &'a Harness,
    pub(crate) id: Id,
    pub(crate) channel: Id,
}

/// The outcome of an interaction.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    pub(crate) interaction: Id,
    what: PressResult,
    message: Option<Seen>,
}

impl Answer {
    /// The message that the bot sent or edited in response.
    pub(crate) fn message(&self) -> &Seen {
        let Self { message, what, .. } = self;
        let message = message.as_ref();
        message.unwrap_or_else(|| panic!("expected a message, got {what:?}"))
    }

    /// The modal that the bot opened.
    pub(crate) fn form(&self) -> &Value {
        let PressResult::Modal(modal) = &self.what else {
            panic!("expected a modal, got {:?}", self.what);
        };
        modal
    }
}

impl<'a> Person<'a> {
    pub(super) fn new(harness: &'a Harness, id: Id) -> Self {
        Self {
            harness,
            id,
            channel: GAMES,
        }
    }

    /// Looks at another channel.
    pub(crate) fn at(self, channel: Id) -> Self {
        Self { channel, ..self }
    }

    /// Looks at the DM with the bot.
    pub(crate) fn at_direct_messages(self) -> Self {
        self.at_conversation_with(hexpost_sandbox::APPLICATION)
    }

    /// Looks at the DM with another user.
    pub(crate) fn at_conversation_with(self, other: Id) -> Self {
        let result = self.act(json!({ "do": "dm", "user_id": other.to_string() }));
        self.at(number(&result["channel"]["id"]))
    }

    fn act(self, mut action: Value) -> Value {
        action["as"] = json!(self.id.to_string());
        let result = self.harness.sandbox.act(&action);
        result.unwrap_or_else(|why| panic!("action {action} failed: {why}\n{}", self.story()))
    }

    /// Performs an action that sends an interaction, and waits for the response.
    async fn asks(self, action: Value) -> Answer {
        let started = self.act(action.clone());
        let interaction = number(&started["interaction_id"]);
        let what = self.harness.sandbox.answered(interaction, PATIENCE).await;
        let what = match what {
            Some(PressResult::Failed) | None => {
                panic!("no response to {action}\n{}", self.story());
            }
            Some(what) => what,
        };
        if let PressResult::Modal(modal) = &what {
            let mut modals = self.harness.modals.lock().unwrap();
            modals.insert(self.id, (interaction, modal.clone()));
        }
        let mut message = None;
        if let PressResult::Message(Some(id)) = what {
            // The message may be deleted already; a deferred response is still to come.
            let look = || match self.finds(id) {
                Some(seen) if seen.is_loading => None,
                seen => Some(seen),
            };
            message = self.harness.until("the deferred response", look).await;
        }
        Answer {
            interaction,
            what,
            message,
        }
    }

    /// Sends a message.
    pub(crate) fn says(self, text: &str) -> Seen {
        let action =
            json!({ "do": "say", "channel_id": self.channel.to_string(), "content": text });
        Seen::new(self.act(action)["message"].take())
    }

    /// Starts a post in a forum, or a thread in a channel; returns its id.
    pub(crate) fn posts(self, parent: Id, name: &str, text: &str) -> Id {
        let action = json!({
            "do": "post", "channel_id": parent.to_string(), "name": name, "content": text,
        });
        number(&self.act(action)["channel"]["id"])
    }

    fn typed(self, verb: &str, text: &str, is_partial: bool) -> Value {
        let commands = self.harness.sandbox.commands(self.id, self.channel);
        let people = Value::Array(self.harness.sandbox.users());
        let parsed = commands.and_then(|all| typed::parse(text, &all, &people, is_partial));
        let typed = parsed.unwrap_or_else(|why| panic!("can't type {text:?}: {why}"));
        json!({
            "do": verb, "channel_id": self.channel.to_string(), "command_id": typed.command,
            "options": typed.options,
        })
    }

    /// Types a command and sends it, such as `/challenge game:zertz opponent:@Player 2`.
    pub(crate) async fn types(self, text: &str) -> Answer {
        self.asks(self.typed("command", text, false)).await
    }

    /// Types a command, attaches a file to it and sends both.
    pub(crate) async fn sends_file(
        self,
        text: &str,
        option: &str,
        name: &str,
        bytes: &[u8],
    ) -> Answer {
        use base64::Engine as _;
        let mut action = self.typed("command", text, false);
        let base64 = base64::engine::general_purpose::STANDARD.encode(bytes);
        let file = json!({ "filename": name, "base64": base64 });
        let options = action["options"]
            .as_array_mut()
            .expect("options is an array");
        options.push(json!({ "name": option, "type": 11, "value": file }));
        self.asks(action).await
    }

    /// Types a command without waiting for a response; returns the interaction id.
    pub(crate) fn types_and_leaves(self, text: &str) -> Id {
        let result = self.act(self.typed("command", text, false));
        number(&result["interaction_id"])
    }

    async fn suggestions(self, text: &str) -> Vec<Value> {
        let answer = self.asks(self.typed("complete", text, true)).await;
        let PressResult::Choices(choices) = answer.what else {
            panic!("expected choices, got {:?}\n{}", answer.what, self.story());
        };
        list(&choices).cloned().collect()
    }

    /// The autocomplete choices for the last option of a command being typed.
    pub(crate) async fn is_offered(self, text: &str) -> Vec<String> {
        let choices = self.suggestions(text).await;
        let names = choices.iter().filter_map(|choice| choice["name"].as_str());
        names.map(str::to_owned).collect()
    }

    /// Picks an autocomplete choice for the last option of a command, and sends the command.
    pub(crate) async fn picks(self, text: &str, name: &str) -> Answer {
        let choices = self.suggestions(text).await;
        let picked = choices.iter().find(|choice| choice["name"] == name);
        let picked = picked.unwrap_or_else(|| panic!("no choice {name:?} in {choices:?}"));
        let mut action = self.typed("command", text, true);
        fill_focused(&mut action["options"], &picked["value"]);
        self.asks(action).await
    }

    /// Clicks a button on the newest message that has it, found by its label or by the start of its
    /// `custom_id`.
    pub(crate) async fn clicks(self, key: &str) -> Answer {
        let is_meant = |part: &Value| {
            let id = part["custom_id"].as_str().unwrap_or_default();
            part["type"] == 2
                && part["disabled"] != true
                && (face(part) == key || part["emoji"]["name"] == key || id.starts_with(key))
        };
        let (message, part) = self.newest(&format!("a key {key:?}"), is_meant).await;
        self.clicks_on(&message, part["custom_id"].as_str().unwrap_or_default())
            .await
    }

    /// Clicks a button of a message, by its `custom_id`.
    pub(crate) async fn clicks_on(self, message: &Seen, custom_id: &str) -> Answer {
        let message = message.id.to_string();
        let action = json!({ "do": "press", "message_id": message, "custom_id": custom_id });
        self.asks(action).await
    }

    /// Clicks a button of a message without waiting for a response.
    pub(crate) fn presses_and_leaves(self, message: &Seen, custom_id: &str) -> Id {
        let message = message.id.to_string();
        let action = json!({ "do": "press", "message_id": message, "custom_id": custom_id });
        number(&self.act(action)["interaction_id"])
    }

    /// Chooses a value from a string select of a message, by its `custom_id`.
    pub(crate) async fn chooses_on(self, message: &Seen, custom_id: &str, value: &str) -> Answer {
        let message = message.id.to_string();
        let action = json!({
            "do": "choose", "message_id": message, "custom_id": custom_id, "values": [value],
        });
        self.asks(action).await
    }

    /// Chooses channels or roles by id from a select menu on the newest message that has it.
    pub(crate) async fn picks_from(self, custom_id: &str, picked: &[Id]) -> Answer {
        let is_meant = |part: &Value| part["custom_id"] == custom_id;
        let (message, _) = self
            .newest(&format!("a menu {custom_id:?}"), is_meant)
            .await;
        let values: Vec<String> = picked.iter().map(Id::to_string).collect();
        let action = json!({
            "do": "choose", "message_id": message.id.to_string(), "custom_id": custom_id,
            "values": values,
        });
        self.asks(action).await
    }

    /// Chooses people from the user select menu on the newest message that has one.
    pub(crate) async fn picks_people(self, picked: &[Id]) -> Answer {
        let is_meant = |part: &Value| part["type"] == 5;
        let (message, part) = self.newest("a menu of people", is_meant).await;
        let values: Vec<String> = picked.iter().map(Id::to_string).collect();
        let action = json!({
            "do": "choose", "message_id": message.id.to_string(), "custom_id": part["custom_id"],
            "values": values,
        });
        self.asks(action).await
    }

    /// Uses a user command on another person.
    pub(crate) async fn uses_on(self, command: &str, other: Self) -> Answer {
        let commands = self
            .harness
            .sandbox
            .commands(self.id, self.channel)
            .unwrap();
        let found = commands.iter().find(|known| known["name"] == command);
        let found = found.unwrap_or_else(|| panic!("no command {command:?}"));
        let action = json!({
            "do": "command", "channel_id": self.channel.to_string(), "command_id": found["id"],
            "target_id": other.id.to_string(),
        });
        self.asks(action).await
    }

    /// Chooses options by label from a select menu on the newest message that offers all of them.
    pub(crate) async fn chooses(self, labels: &[&str]) -> Answer {
        let value = |part: &Value, label: &str| {
            let mut options = list(&part["options"]);
            let found = options.find(|option| option["label"] == label);
            found.map(|option| option["value"].clone())
        };
        let is_meant = |part: &Value| {
            part["type"] == 3 && labels.iter().all(|label| value(part, label).is_some())
        };
        let (message, part) = self
            .newest(&format!("a menu with {labels:?}"), is_meant)
            .await;
        let values: Vec<Value> = labels
            .iter()
            .filter_map(|label| value(&part, label))
            .collect();
        let action = json!({
            "do": "choose", "message_id": message.id.to_string(), "custom_id": part["custom_id"],
            "values": values,
        });
        self.asks(action).await
    }

    /// Fills in the last modal that the bot opened and submits it. Fields are named by their
    /// labels.
    pub(crate) async fn fills(self, fields: &[(&str, &str)]) -> Answer {
        let modal = self.harness.modals.lock().unwrap().remove(&self.id);
        let (interaction, modal) = modal.expect("the bot has opened a modal");
        let mut values = json!({});
        for (label, text) in fields {
            let inputs = list(&modal["components"]).flat_map(|row| list(&row["components"]));
            let input = inputs.into_iter().find(|input| input["label"] == *label);
            let input = input.unwrap_or_else(|| panic!("no input {label:?} in the modal: {modal}"));
            values[input["custom_id"].as_str().unwrap_or_default()] = json!(text);
        }
        let interaction = interaction.to_string();
        let action = json!({ "do": "submit", "interaction_id": interaction, "values": values });
        self.asks(action).await
    }

    /// All messages that the person sees in the channel, oldest first.
    pub(crate) fn reads(self) -> Vec<Seen> {
        let messages = self.harness.sandbox.messages(self.id, self.channel);
        let messages = messages
            .unwrap_or_else(|why| panic!("person {} failed to read the channel: {why}", self.id));
        messages.into_iter().map(Seen::new).collect()
    }

    /// The messages that the person sees in the channel, newest first. Asks for few at first, because
    /// what a test looks for is mostly among the last ones.
    fn newest_first(self) -> impl Iterator<Item = Seen> {
        let mut limit = 1;
        let mut before = None;
        let pages = iter::from_fn(move || {
            let page = self.page(before, limit);
            limit *= 2;
            before = Some(number(&page.first()?["id"]));
            Some(page.into_iter().rev().map(Seen::new))
        });
        pages.flatten()
    }

    fn page(self, before: Option<Id>, limit: usize) -> Vec<Value> {
        let Self { id, channel, .. } = self;
        let page = self
            .harness
            .sandbox
            .messages_before(id, channel, before, limit);
        page.unwrap_or_else(|why| panic!("person {id} failed to read the channel: {why}"))
    }

    fn finds(self, id: Id) -> Option<Seen> {
        let page = self.page(Some(id + 1), 1);
        let mut found = page.into_iter().map(Seen::new);
        found.find(|seen| seen.id == id)
    }

    /// The newest message that contains a text; waits for it.
    pub(crate) async fn sees(self, text: &str) -> Seen {
        let look = || {
            self.newest_first()
                .find(|seen| seen.text.contains(text) && !seen.is_loading)
        };
        self.until(&format!("to be read: {text:?}"), look).await
    }

    async fn newest(self, what: &str, is_meant: impl Fn(&Value) -> bool) -> (Seen, Value) {
        let look = || {
            self.newest_first().find_map(|seen| {
                let part = seen.parts().find(|part| is_meant(part)).cloned();
                part.map(|part| (seen, part))
            })
        };
        self.until(what, look).await
    }

    /// The newest image: its width, height and alt text; waits for it.
    pub(crate) async fn sees_picture(self) -> (u32, u32, String) {
        let look = || self.newest_first().find(|seen| seen.picture().is_some());
        let seen = self.until("a picture", look).await;
        let address = seen.picture().expect("the message has an image");
        let bytes = reqwest::get(address).await.unwrap();
        assert_eq!(bytes.headers()["content-type"], "image/png", "{address}");
        let bytes = bytes.bytes().await.unwrap();
        let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        let mut picture = decoder.read_info().expect("the image is a PNG");
        let mut pixels = vec![0; picture.output_buffer_size().expect("the image has a size")];
        let frame = picture
            .next_frame(&mut pixels)
            .expect("the PNG is complete");
        let alt = seen.alts().first().copied().unwrap_or_default().to_owned();
        (frame.width, frame.height, alt)
    }

    /// How many messages have pinged the person, in all channels they see.
    pub(crate) fn was_pinged(self) -> usize {
        let state = self.harness.sandbox.overview(self.id).unwrap();
        let servers = list(&state["servers"]).flat_map(|server| list(&server["channels"]));
        let channels = servers.chain(list(&state["dms"]));
        let messages = channels.flat_map(|channel| self.at(number(&channel["id"])).reads());
        messages.filter(|seen| seen.pings_me).count()
    }

    async fn until<T>(self, what: &str, look: impl FnMut() -> Option<T>) -> T {
        let found = self.harness.wait(look).await;
        found.unwrap_or_else(|| panic!("timed out waiting for: {what}\n{}", self.story()))
    }

    /// What the person sees, for failure messages.
    fn story(self) -> String {
        let messages = self.harness.sandbox.messages(self.id, self.channel);
        let messages = messages.unwrap_or_default();
        let lines = messages
            .into_iter()
            .map(|json| format!("  {}\n", Seen::new(json)));
        let lines: String = lines.collect();
        let channel = self.channel;
        format!(
            "{} sees in {channel}:\n{lines}{}",
            self.id,
            self.harness.story()
        )
    }
}

/// Sets the value of the focused option.
fn fill_focused(options: &mut Value, value: &Value) {
    for option in options.as_array_mut().into_iter().flatten() {
        if option["focused"] == true {
            option["value"] = value.clone();
        }
        if option["options"].is_array() {
            fill_focused(&mut option["options"], value);
        }
    }
}
