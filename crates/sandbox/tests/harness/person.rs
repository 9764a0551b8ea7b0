//! What a person does and sees.

use hexpost_sandbox::{Answered, GAMES, Id};
use serde_json::{Value, json};

use super::seen::{Seen, face, list, number};
use super::{Bench, PATIENCE, typed};

/// Someone, and the channel he looks at.
#[derive(Clone, Copy)]
pub(crate) struct Person<'a> {
    bench: &'a Bench,
    pub(crate) id: Id,
    pub(crate) channel: Id,
}

/// What came of something that was asked of the bot.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Answer {
    pub(crate) interaction: Id,
    what: Answered,
    message: Option<Seen>,
}

impl Answer {
    /// The message with which the bot has answered, or which it has changed.
    pub(crate) fn message(&self) -> &Seen {
        let Self { message, what, .. } = self;
        let message = message.as_ref();
        message.unwrap_or_else(|| panic!("the answer is no message but {what:?}"))
    }

    /// The form that is to be filled in.
    pub(crate) fn form(&self) -> &Value {
        let Answered::Modal(form) = &self.what else {
            panic!("the answer is no form but {:?}", self.what);
        };
        form
    }
}

impl<'a> Person<'a> {
    pub(super) fn new(bench: &'a Bench, id: Id) -> Self {
        Self {
            bench,
            id,
            channel: GAMES,
        }
    }

    /// Looks at another channel.
    pub(crate) fn at(self, channel: Id) -> Self {
        Self { channel, ..self }
    }

    /// Looks at the conversation with the bot.
    pub(crate) fn at_direct_messages(self) -> Self {
        self.at_conversation_with(hexpost_sandbox::APPLICATION)
    }

    /// Looks at the conversation with someone.
    pub(crate) fn at_conversation_with(self, other: Id) -> Self {
        let done = self.act(json!({ "do": "dm", "user_id": other.to_string() }));
        self.at(number(&done["channel"]["id"]))
    }

    fn act(self, mut form: Value) -> Value {
        form["as"] = json!(self.id.to_string());
        let done = self.bench.sandbox.act(&form);
        done.unwrap_or_else(|why| panic!("{form} can't be done: {why}\n{}", self.story()))
    }

    /// Asks the bot and waits for the answer.
    async fn asks(self, form: Value) -> Answer {
        let asked = self.act(form.clone());
        let interaction = number(&asked["interaction_id"]);
        let what = self.bench.sandbox.answered(interaction, PATIENCE).await;
        let what = match what {
            Some(Answered::Failed) | None => {
                panic!("no answer to {form}\n{}", self.story());
            }
            Some(what) => what,
        };
        if let Answered::Modal(form) = &what {
            let mut forms = self.bench.forms.lock().unwrap();
            forms.insert(self.id, (interaction, form.clone()));
        }
        let mut message = None;
        if let Answered::Message(Some(id)) = what {
            // It may be gone again, but what the bot is still thinking about will come.
            let look = || match self.finds(id) {
                Some(seen) if seen.is_loading => None,
                seen => Some(seen),
            };
            message = self.bench.until("the bot has thought", look).await;
        }
        Answer {
            interaction,
            what,
            message,
        }
    }

    /// Writes a message.
    pub(crate) fn says(self, text: &str) -> Seen {
        let form = json!({ "do": "say", "channel_id": self.channel.to_string(), "content": text });
        Seen::new(&self.act(form)["message"])
    }

    /// Begins a post in a forum, or a thread in a channel; its number.
    pub(crate) fn posts(self, parent: Id, name: &str, text: &str) -> Id {
        let form = json!({
            "do": "post", "channel_id": parent.to_string(), "name": name, "content": text,
        });
        number(&self.act(form)["channel"]["id"])
    }

    fn typed(self, verb: &str, text: &str, is_partial: bool) -> Value {
        let commands = self.bench.sandbox.commands(self.id, self.channel);
        let state = self.bench.sandbox.overview(self.id).unwrap();
        let mut people = state["people"].clone();
        let all = people.as_array_mut().expect("people");
        all.push(state["bot"].clone());
        let read = commands.and_then(|all| typed::read(text, &all, &people, is_partial));
        let typed = read.unwrap_or_else(|why| panic!("{text:?} can't be typed: {why}"));
        json!({
            "do": verb, "channel_id": self.channel.to_string(), "command_id": typed.command,
            "options": typed.options,
        })
    }

    /// Types a command and sends it, such as `/challenge game:zertz opponent:@Player 2`.
    pub(crate) async fn types(self, text: &str) -> Answer {
        self.asks(self.typed("command", text, false)).await
    }

    /// Types a command, adds a file to it and sends both.
    pub(crate) async fn sends_file(
        self,
        text: &str,
        option: &str,
        name: &str,
        bytes: &[u8],
    ) -> Answer {
        use base64::Engine as _;
        let mut form = self.typed("command", text, false);
        let base64 = base64::engine::general_purpose::STANDARD.encode(bytes);
        let file = json!({ "filename": name, "base64": base64 });
        let options = form["options"].as_array_mut().expect("options");
        options.push(json!({ "name": option, "type": 11, "value": file }));
        self.asks(form).await
    }

    /// Types a command and does not wait for anything.
    pub(crate) fn types_and_leaves(self, text: &str) -> Id {
        let done = self.act(self.typed("command", text, false));
        number(&done["interaction_id"])
    }

    async fn suggestions(self, text: &str) -> Vec<Value> {
        let answer = self.asks(self.typed("complete", text, true)).await;
        let Answered::Choices(choices) = answer.what else {
            panic!("no suggestions but {:?}\n{}", answer.what, self.story());
        };
        list(&choices).cloned().collect()
    }

    /// What is suggested for the last option of a command that is being typed.
    pub(crate) async fn is_offered(self, text: &str) -> Vec<String> {
        let choices = self.suggestions(text).await;
        let names = choices.iter().filter_map(|choice| choice["name"].as_str());
        names.map(str::to_owned).collect()
    }

    /// Picks what is suggested for the last option of a command, and sends it.
    pub(crate) async fn picks(self, text: &str, name: &str) -> Answer {
        let choices = self.suggestions(text).await;
        let picked = choices.iter().find(|choice| choice["name"] == name);
        let picked = picked.unwrap_or_else(|| panic!("{name:?} is not among {choices:?}"));
        let mut form = self.typed("command", text, true);
        fill_focused(&mut form["options"], &picked["value"]);
        self.asks(form).await
    }

    /// Clicks a key on the newest message that has it, by what stands on it or by the beginning of
    /// its `custom_id`.
    pub(crate) async fn clicks(self, key: &str) -> Answer {
        let is_meant = |part: &Value| {
            let id = part["custom_id"].as_str().unwrap_or_default();
            part["type"] == 2
                && part["disabled"] != true
                && (face(part) == key || id.starts_with(key))
        };
        let (message, part) = self.newest(&format!("a key {key:?}"), is_meant).await;
        self.clicks_on(&message, part["custom_id"].as_str().unwrap_or_default())
            .await
    }

    /// Clicks a key of a message, by its `custom_id`.
    pub(crate) async fn clicks_on(self, message: &Seen, custom_id: &str) -> Answer {
        let message = message.id.to_string();
        let form = json!({ "do": "press", "message_id": message, "custom_id": custom_id });
        self.asks(form).await
    }

    /// Clicks a key of a message and does not wait for anything.
    pub(crate) fn presses_and_leaves(self, message: &Seen, custom_id: &str) -> Id {
        let message = message.id.to_string();
        let form = json!({ "do": "press", "message_id": message, "custom_id": custom_id });
        number(&self.act(form)["interaction_id"])
    }

    /// Chooses a value from a menu of a message, by its `custom_id`.
    pub(crate) async fn chooses_on(self, message: &Seen, custom_id: &str, value: &str) -> Answer {
        let message = message.id.to_string();
        let form = json!({
            "do": "choose", "message_id": message, "custom_id": custom_id, "values": [value],
        });
        self.asks(form).await
    }

    /// Picks channels or roles from a menu of the newest message that has it, by their numbers.
    pub(crate) async fn picks_from(self, custom_id: &str, picked: &[Id]) -> Answer {
        let is_meant = |part: &Value| part["custom_id"] == custom_id;
        let (message, _) = self
            .newest(&format!("a menu {custom_id:?}"), is_meant)
            .await;
        let values: Vec<String> = picked.iter().map(Id::to_string).collect();
        let form = json!({
            "do": "choose", "message_id": message.id.to_string(), "custom_id": custom_id,
            "values": values,
        });
        self.asks(form).await
    }

    /// Uses a command from the menu of a person.
    pub(crate) async fn uses_on(self, command: &str, other: Self) -> Answer {
        let commands = self.bench.sandbox.commands(self.id, self.channel).unwrap();
        let found = commands.iter().find(|known| known["name"] == command);
        let found = found.unwrap_or_else(|| panic!("there is no {command:?}"));
        let form = json!({
            "do": "command", "channel_id": self.channel.to_string(), "command_id": found["id"],
            "target_id": other.id.to_string(),
        });
        self.asks(form).await
    }

    /// Chooses from a menu on the newest message that offers all of these, by the words shown.
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
        let form = json!({
            "do": "choose", "message_id": message.id.to_string(), "custom_id": part["custom_id"],
            "values": values,
        });
        self.asks(form).await
    }

    /// Fills in the form that the bot has shown last and sends it. Fields are named as they are shown.
    pub(crate) async fn fills(self, fields: &[(&str, &str)]) -> Answer {
        let form = self.bench.forms.lock().unwrap().remove(&self.id);
        let (interaction, form) = form.expect("the bot has shown a form");
        let mut values = json!({});
        for (label, text) in fields {
            let inputs = list(&form["components"]).flat_map(|row| list(&row["components"]));
            let input = inputs.into_iter().find(|input| input["label"] == *label);
            let input = input.unwrap_or_else(|| panic!("the form has no {label:?}: {form}"));
            values[input["custom_id"].as_str().unwrap_or_default()] = json!(text);
        }
        let interaction = interaction.to_string();
        let form = json!({ "do": "submit", "interaction_id": interaction, "values": values });
        self.asks(form).await
    }

    /// Everything there is to see in the channel, the oldest first.
    pub(crate) fn reads(self) -> Vec<Seen> {
        let messages = self.bench.sandbox.messages(self.id, self.channel);
        let messages = messages.unwrap_or_else(|why| panic!("{} can't read: {why}", self.id));
        messages.iter().map(Seen::new).collect()
    }

    fn finds(self, id: Id) -> Option<Seen> {
        self.reads().into_iter().find(|seen| seen.id == id)
    }

    /// The newest message in which something can be read; waits for it.
    pub(crate) async fn sees(self, text: &str) -> Seen {
        let look = || {
            let mut all = self.reads().into_iter().rev();
            all.find(|seen| seen.text.contains(text) && !seen.is_loading)
        };
        self.until(&format!("to be read: {text:?}"), look).await
    }

    async fn newest(self, what: &str, is_meant: impl Fn(&Value) -> bool) -> (Seen, Value) {
        let look = || {
            self.reads().into_iter().rev().find_map(|seen| {
                let part = seen.parts().find(|part| is_meant(part)).cloned();
                part.map(|part| (seen, part))
            })
        };
        self.until(what, look).await
    }

    /// The newest picture: its width, its height, and what it shows in words.
    pub(crate) async fn sees_picture(self) -> (u32, u32, String) {
        let look = || {
            let mut all = self.reads().into_iter().rev();
            all.find(|seen| seen.picture().is_some())
        };
        let seen = self.until("a picture", look).await;
        let address = seen.picture().expect("a picture");
        let bytes = reqwest::get(address).await.unwrap();
        assert_eq!(bytes.headers()["content-type"], "image/png", "{address}");
        let bytes = bytes.bytes().await.unwrap();
        let decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        let mut picture = decoder.read_info().expect("a PNG");
        let mut pixels = vec![0; picture.output_buffer_size().expect("a size")];
        let frame = picture.next_frame(&mut pixels).expect("a whole PNG");
        let alt = seen.alts().first().copied().unwrap_or_default().to_owned();
        (frame.width, frame.height, alt)
    }

    /// How many messages have pinged him, wherever he sees them.
    pub(crate) fn was_pinged(self) -> usize {
        let state = self.bench.sandbox.overview(self.id).unwrap();
        let servers = list(&state["servers"]).flat_map(|server| list(&server["channels"]));
        let channels = servers.chain(list(&state["dms"]));
        let messages = channels.flat_map(|channel| self.at(number(&channel["id"])).reads());
        messages.filter(|seen| seen.pings_me).count()
    }

    async fn until<T>(self, what: &str, look: impl FnMut() -> Option<T>) -> T {
        let found = self.bench.wait(look).await;
        found.unwrap_or_else(|| panic!("in vain: {what}\n{}", self.story()))
    }

    /// What he sees, for whoever looks for the mistake.
    fn story(self) -> String {
        let messages = self.bench.sandbox.messages(self.id, self.channel);
        let messages = messages.unwrap_or_default();
        let lines = messages
            .iter()
            .map(|json| format!("  {}\n", Seen::new(json)));
        let lines: String = lines.collect();
        let channel = self.channel;
        format!(
            "{} sees in {channel}:\n{lines}{}",
            self.id,
            self.bench.story()
        )
    }
}

/// Puts a value into the option that is being typed.
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
