//! A command as someone fills it in: checked and sent as a chat program does it.

use serde_json::{Map, Value, json};

use super::attachments;
use super::id::{self, Id, Text};
use super::user_action::Cannot;
use super::state::State;
use super::json;
use super::world::{Channel, Command};

/// Kinds of options, by Discord's numbers.
const SUBCOMMAND: u64 = 1;
const GROUP: u64 = 2;
const STRING: u64 = 3;
const INTEGER: u64 = 4;
const BOOLEAN: u64 = 5;
const USER: u64 = 6;
const CHANNEL: u64 = 7;
const ROLE: u64 = 8;
const MENTIONABLE: u64 = 9;
const NUMBER: u64 = 10;
const ATTACHMENT: u64 = 11;

/// A command as someone has filled it in.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) channel: Id,
    pub(super) command: Id,
    pub(super) options: Value,
    /// Whom or what a command from a menu is about.
    pub(super) target: Option<Id>,
}

impl State {
    /// A command as it is sent, if it is filled in as it must be.
    pub(super) fn filled_in(
        &mut self,
        user: Id,
        call: &Call,
        is_partial: bool,
    ) -> Result<(Channel, Value, Command), Cannot> {
        let channel = self.seen_channel(user, call.channel)?.clone();
        let commands = self.commands_for(user, &channel).into_iter();
        let mut commands = commands.filter(|command| command.id == call.command);
        let command = commands
            .next()
            .ok_or("there is no such command here")?
            .clone();
        let mut resolved = Resolved::default();
        let mut data = json!({
            "id": Text(command.id), "name": command.name(), "type": command.kind(),
        });
        if let Some(server) = command.server {
            data["guild_id"] = json!(Text(server));
        }
        if command.kind() == 1 {
            let known = command.form["options"].clone();
            let given = call.options.as_array().cloned().unwrap_or_default();
            let options = self.options(&channel, &known, given, is_partial, &mut resolved)?;
            if !options.is_empty() {
                data["options"] = Value::Array(options);
            }
        } else {
            let target = call
                .target
                .ok_or("a command from a menu is about something")?;
            data["target_id"] = json!(Text(target));
            self.resolve_target(&channel, &command, target, &mut resolved)?;
        }
        if let Some(resolved) = resolved.json() {
            data["resolved"] = resolved;
        }
        Ok((channel, data, command))
    }

    fn resolve_target(
        &self,
        channel: &Channel,
        command: &Command,
        target: Id,
        resolved: &mut Resolved,
    ) -> Result<(), Cannot> {
        if command.kind() == 2 {
            return self.resolve_user(channel, target, resolved);
        }
        let message = self.world.message(channel.id, target);
        let message = message.ok_or("there is no such message")?;
        let json = self.world.message_json(message, &self.origin);
        resolved.add("messages", target, json);
        Ok(())
    }

    pub(super) fn resolve_user(
        &self,
        channel: &Channel,
        user: Id,
        resolved: &mut Resolved,
    ) -> Result<(), Cannot> {
        let found = self
            .world
            .users
            .get(&user)
            .ok_or("there is nobody like that")?;
        resolved.add("users", user, json::user(found));
        if let Some(member) = self.world.resolved_member(channel, user) {
            resolved.add("members", user, member);
        }
        Ok(())
    }

    /// Options as they are sent, checked as a chat program checks them.
    fn options(
        &mut self,
        channel: &Channel,
        known: &Value,
        given: Vec<Value>,
        is_partial: bool,
        resolved: &mut Resolved,
    ) -> Result<Vec<Value>, Cannot> {
        let known = known.as_array().map_or(&[][..], Vec::as_slice);
        let mut options = Vec::new();
        for mut option in given {
            let name = option["name"].as_str().unwrap_or_default().to_owned();
            let form = known.iter().find(|form| form["name"] == name.as_str());
            let form = form.ok_or_else(|| format!("there is no option {name}"))?;
            let kind = form["type"].as_u64().unwrap_or_default();
            let is_focused = is_partial && option["focused"] == true;
            let mut sent = json!({ "name": name, "type": kind });
            if matches!(kind, SUBCOMMAND | GROUP) {
                let inner = option["options"].as_array().cloned().unwrap_or_default();
                let inner = self.options(channel, &form["options"], inner, is_partial, resolved)?;
                if !inner.is_empty() || kind == GROUP {
                    sent["options"] = Value::Array(inner);
                }
            } else {
                let value = option["value"].take();
                sent["value"] = if is_focused {
                    // What is being typed may be anything.
                    json!(value.as_str().unwrap_or_default())
                } else {
                    self.value(channel, form, kind, value, resolved)?
                };
                if is_focused {
                    sent["focused"] = json!(true);
                }
            }
            options.push(sent);
        }
        let has_branches = known
            .iter()
            .any(|form| matches!(form["type"].as_u64(), Some(SUBCOMMAND | GROUP)));
        if has_branches && options.len() != 1 {
            return Err("one of the subcommands must be chosen".to_owned());
        }
        for form in known {
            let is_given = options.iter().any(|option| option["name"] == form["name"]);
            if form["required"] == true && !is_given && !is_partial {
                return Err(format!("{} is required", form["name"]));
            }
        }
        Ok(options)
    }

    fn value(
        &mut self,
        channel: &Channel,
        form: &Value,
        kind: u64,
        value: Value,
        resolved: &mut Resolved,
    ) -> Result<Value, Cannot> {
        let name = &form["name"];
        let wrong = || format!("{name} can't be {value}");
        let choices = form["choices"].as_array();
        if choices.is_some_and(|all| !all.is_empty() && !all.iter().any(|c| c["value"] == value)) {
            return Err(wrong());
        }
        let within = |size: f64, least: &str, most: &str| {
            let is_less = form[least].as_f64().is_some_and(|least| size < least);
            let is_more = form[most].as_f64().is_some_and(|most| size > most);
            !is_less && !is_more
        };
        match kind {
            STRING => {
                let text = value.as_str().ok_or_else(wrong)?;
                let length = text.chars().count();
                if length > 6000 || !within(length as f64, "min_length", "max_length") {
                    return Err(wrong());
                }
            }
            INTEGER | NUMBER => {
                let number = value.as_f64().ok_or_else(wrong)?;
                if kind == INTEGER && !value.is_i64() && !value.is_u64()
                    || !within(number, "min_value", "max_value")
                {
                    return Err(wrong());
                }
            }
            BOOLEAN if value.is_boolean() => {}
            USER => {
                let user = value.as_str().and_then(id::read).ok_or_else(wrong)?;
                self.resolve_user(channel, user, resolved)?;
            }
            CHANNEL => {
                let other = value.as_str().and_then(id::read).ok_or_else(wrong)?;
                let other = self.world.channels.get(&other).ok_or_else(wrong)?;
                let json = self.world.acting_channel(other, self.world.application);
                resolved.add("channels", other.id, json);
            }
            MENTIONABLE if self.is_person(&value) => {
                let user = value.as_str().and_then(id::read).ok_or_else(wrong)?;
                self.resolve_user(channel, user, resolved)?;
            }
            ROLE | MENTIONABLE => {
                let role = value.as_str().and_then(id::read).ok_or_else(wrong)?;
                let server = channel.server.and_then(|id| self.world.servers.get(&id));
                let mut roles = server.into_iter().flat_map(|server| &server.roles);
                let found = roles.find(|other| other.id == role).ok_or_else(wrong)?;
                resolved.add("roles", role, json::role_json(found, 1));
            }
            ATTACHMENT => {
                let file = self.upload(channel, &value).ok_or_else(wrong)?;
                let file_id = id::of(&file, "id").unwrap_or_default();
                resolved.add("attachments", file_id, file);
                return Ok(json!(Text(file_id)));
            }
            _ => return Err(wrong()),
        }
        Ok(value)
    }

    /// Is it someone's number?
    fn is_person(&self, value: &Value) -> bool {
        let id = value.as_str().and_then(id::read);
        id.is_some_and(|id| self.world.users.contains_key(&id))
    }

    /// Takes a file that comes with a command.
    fn upload(&mut self, channel: &Channel, value: &Value) -> Option<Value> {
        use base64::Engine as _;
        let name = value["filename"].as_str()?.replace(['/', '\\'], "_");
        let text = value["base64"].as_str()?;
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(text)
            .ok()?;
        if bytes.len() > super::message::LARGEST_FILE {
            return None;
        }
        let now = self.now();
        let id = self.world.new_id(now);
        let url = format!("{}/attachments/{}/{id}/{name}", self.origin, channel.id);
        let mut json = json!({
            "id": Text(id), "filename": name, "size": bytes.len(), "url": url, "proxy_url": url,
            "content_type": attachments::content_type(&name), "ephemeral": true,
        });
        if let Some((width, height)) = attachments::dimensions(&bytes) {
            id::merge(&mut json, json!({ "width": width, "height": height }));
        }
        self.files.put(id, bytes);
        Some(json)
    }
}

/// What a command names, in full.
#[derive(Default)]
pub(super) struct Resolved(Map<String, Value>);

impl Resolved {
    pub(super) fn add(&mut self, kind: &str, id: Id, value: Value) {
        let kinds = self.0.entry(kind.to_owned()).or_insert_with(|| json!({}));
        kinds[id.to_string()] = value;
    }

    pub(super) fn json(self) -> Option<Value> {
        (!self.0.is_empty()).then_some(Value::Object(self.0))
    }
}
