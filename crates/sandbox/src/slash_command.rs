//! Commands as a person fills them in: the options are validated the way Discord's client does it,
//! and converted to interaction data.

use serde_json::{Map, Value, json};

use super::attachments;
use super::id::{self, Id, IdString};
use super::json;
use super::model::{ApplicationCommand, Channel};
use super::state::State;
use super::user_action::ActionError;

/// Option types of slash commands.
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

/// A command with its options as a person filled them in.
#[derive(Clone, Debug)]
pub(super) struct CommandInvocation {
    pub(super) channel: Id,
    pub(super) command: Id,
    pub(super) options: Value,
    /// The user or message that a context menu command applies to.
    pub(super) target: Option<Id>,
}

impl State {
    /// The interaction data of a command, if its options are valid. For autocomplete, options may
    /// be missing.
    pub(super) fn command_data(
        &mut self,
        user: Id,
        invocation: &CommandInvocation,
        is_autocomplete: bool,
    ) -> Result<(Channel, Value, ApplicationCommand), ActionError> {
        let channel = self.visible_channel(user, invocation.channel)?.clone();
        let commands = self.available_commands(user, &channel).into_iter();
        let mut commands = commands.filter(|command| command.id == invocation.command);
        let command = commands
            .next()
            .ok_or("there is no such command here")?
            .clone();
        let mut resolved = ResolvedData::default();
        let mut data = json!({
            "id": IdString(command.id), "name": command.name(), "type": command.kind(),
        });
        if let Some(guild) = command.guild {
            data["guild_id"] = json!(IdString(guild));
        }
        if command.kind() == 1 {
            let definitions = command.definition["options"].clone();
            let given = invocation.options.as_array().cloned().unwrap_or_default();
            let options = self.options(
                &channel,
                &definitions,
                given,
                is_autocomplete,
                &mut resolved,
            )?;
            if !options.is_empty() {
                data["options"] = Value::Array(options);
            }
        } else {
            let target = invocation
                .target
                .ok_or("a command from a menu is about something")?;
            data["target_id"] = json!(IdString(target));
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
        command: &ApplicationCommand,
        target: Id,
        resolved: &mut ResolvedData,
    ) -> Result<(), ActionError> {
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
        resolved: &mut ResolvedData,
    ) -> Result<(), ActionError> {
        let found = self
            .world
            .users
            .get(&user)
            .ok_or("there is nobody like that")?;
        resolved.add("users", user, json::user(found));
        if let Some(member) = self.world.resolved_member_json(channel, user) {
            resolved.add("members", user, member);
        }
        Ok(())
    }

    /// Validates options and converts them to interaction data.
    fn options(
        &mut self,
        channel: &Channel,
        definitions: &Value,
        given: Vec<Value>,
        is_autocomplete: bool,
        resolved: &mut ResolvedData,
    ) -> Result<Vec<Value>, ActionError> {
        let definitions = definitions.as_array().map_or(&[][..], Vec::as_slice);
        let mut options = Vec::new();
        for mut option in given {
            let name = option["name"].as_str().unwrap_or_default().to_owned();
            let definition = definitions
                .iter()
                .find(|definition| definition["name"] == name.as_str());
            let definition = definition.ok_or_else(|| format!("there is no option {name}"))?;
            let kind = definition["type"].as_u64().unwrap_or_default();
            let is_focused = is_autocomplete && option["focused"] == true;
            let mut sent = json!({ "name": name, "type": kind });
            if matches!(kind, SUBCOMMAND | GROUP) {
                let inner = option["options"].as_array().cloned().unwrap_or_default();
                let inner = self.options(
                    channel,
                    &definition["options"],
                    inner,
                    is_autocomplete,
                    resolved,
                )?;
                // Present even if it is empty.
                sent["options"] = Value::Array(inner);
            } else {
                let value = option["value"].take();
                sent["value"] = if is_focused {
                    // The focused option may contain any text.
                    json!(value.as_str().unwrap_or_default())
                } else {
                    self.value(channel, definition, kind, value, resolved)?
                };
                if is_focused {
                    sent["focused"] = json!(true);
                }
            }
            options.push(sent);
        }
        let has_branches = definitions
            .iter()
            .any(|definition| matches!(definition["type"].as_u64(), Some(SUBCOMMAND | GROUP)));
        if has_branches && options.len() != 1 {
            return Err("one of the subcommands must be chosen".to_owned());
        }
        for definition in definitions {
            let is_given = options
                .iter()
                .any(|option| option["name"] == definition["name"]);
            if definition["required"] == true && !is_given && !is_autocomplete {
                return Err(format!("{} is required", definition["name"]));
            }
        }
        Ok(options)
    }

    fn value(
        &mut self,
        channel: &Channel,
        definition: &Value,
        kind: u64,
        value: Value,
        resolved: &mut ResolvedData,
    ) -> Result<Value, ActionError> {
        let name = &definition["name"];
        let invalid = || format!("{name} can't be {value}");
        let choices = definition["choices"].as_array();
        if choices.is_some_and(|all| !all.is_empty() && !all.iter().any(|c| c["value"] == value)) {
            return Err(invalid());
        }
        let within = |size: f64, min: &str, max: &str| {
            let is_less = definition[min].as_f64().is_some_and(|min| size < min);
            let is_more = definition[max].as_f64().is_some_and(|max| size > max);
            !is_less && !is_more
        };
        match kind {
            STRING => {
                let text = value.as_str().ok_or_else(invalid)?;
                let length = text.chars().count();
                if length > 6000 || !within(length as f64, "min_length", "max_length") {
                    return Err(invalid());
                }
            }
            INTEGER | NUMBER => {
                let number = value.as_f64().ok_or_else(invalid)?;
                if kind == INTEGER && !value.is_i64() && !value.is_u64()
                    || !within(number, "min_value", "max_value")
                {
                    return Err(invalid());
                }
            }
            BOOLEAN if value.is_boolean() => {}
            USER => {
                let user = value.as_str().and_then(id::parse).ok_or_else(invalid)?;
                self.resolve_user(channel, user, resolved)?;
            }
            CHANNEL => {
                let other = value.as_str().and_then(id::parse).ok_or_else(invalid)?;
                let other = self.world.channels.get(&other).ok_or_else(invalid)?;
                let json = self
                    .world
                    .channel_json_with_permissions(other, self.world.application);
                resolved.add("channels", other.id, json);
            }
            MENTIONABLE if self.is_person(&value) => {
                let user = value.as_str().and_then(id::parse).ok_or_else(invalid)?;
                self.resolve_user(channel, user, resolved)?;
            }
            ROLE | MENTIONABLE => {
                let role = value.as_str().and_then(id::parse).ok_or_else(invalid)?;
                let guild = channel.guild.and_then(|id| self.world.guilds.get(&id));
                let mut roles = guild.into_iter().flat_map(|guild| &guild.roles);
                let found = roles.find(|other| other.id == role).ok_or_else(invalid)?;
                resolved.add("roles", role, json::role_json(found, 1));
            }
            ATTACHMENT => {
                let file = self.store_upload(channel, &value).ok_or_else(invalid)?;
                let file_id = id::field(&file, "id").unwrap_or_default();
                resolved.add("attachments", file_id, file);
                return Ok(json!(IdString(file_id)));
            }
            _ => return Err(invalid()),
        }
        Ok(value)
    }

    /// Whether the value is the id of a user.
    fn is_person(&self, value: &Value) -> bool {
        let id = value.as_str().and_then(id::parse);
        id.is_some_and(|id| self.world.users.contains_key(&id))
    }

    /// Stores a file given as an option and returns its attachment object.
    fn store_upload(&mut self, channel: &Channel, value: &Value) -> Option<Value> {
        use base64::Engine as _;
        let name = value["filename"].as_str()?.replace(['/', '\\'], "_");
        let text = value["base64"].as_str()?;
        let bytes = base64::engine::general_purpose::STANDARD
            .decode(text)
            .ok()?;
        if bytes.len() > super::message::MAX_FILE_BYTES {
            return None;
        }
        let now = self.now();
        let id = self.world.new_id(now);
        let url = format!("{}/attachments/{}/{id}/{name}", self.origin, channel.id);
        let mut json = json!({
            "id": IdString(id), "filename": name, "size": bytes.len(), "url": url, "proxy_url": url,
            "content_type": attachments::content_type(&name), "ephemeral": true,
        });
        if let Some((width, height)) = attachments::dimensions(&bytes) {
            json::merge(&mut json, json!({ "width": width, "height": height }));
        }
        self.attachments.put(id, bytes);
        Some(json)
    }
}

/// The `resolved` part of interaction data: full objects for the ids in options and values.
#[derive(Default)]
pub(super) struct ResolvedData(Map<String, Value>);

impl ResolvedData {
    pub(super) fn add(&mut self, kind: &str, id: Id, value: Value) {
        let kinds = self.0.entry(kind.to_owned()).or_insert_with(|| json!({}));
        kinds[id.to_string()] = value;
    }

    pub(super) fn json(self) -> Option<Value> {
        (!self.0.is_empty()).then_some(Value::Object(self.0))
    }
}
