//! What a person does: write, run commands, use components, submit modals.
//!
//! Only what Discord's client would allow: a person can't use a component they don't see, and a
//! command is sent only if its options are valid.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::id::{self, Id, IdString};
use super::interaction::{
    APPLICATION_COMMAND, AUTOCOMPLETE, CallbackState, Interaction, MESSAGE_COMPONENT, MODAL_SUBMIT,
};
use super::json;
use super::message::NewMessage;
use super::model::{
    ApplicationCommand, Channel, ChannelMessage, DM, FORUM, InteractionMetadata, TEXT, THREAD,
};
use super::permissions::Permissions;
use super::seed::{new_channel, new_dm_channel, new_thread};
use super::slash_command::{CommandInvocation, ResolvedData};
use super::state::{PageEvent, State};

/// Why an action isn't possible, for the developer.
pub(super) type ActionError = String;

impl State {
    /// A channel that a user can view.
    pub(super) fn visible_channel(&self, user: Id, channel: Id) -> Result<&Channel, ActionError> {
        let channel = self.world.channels.get(&channel);
        let channel = channel.filter(|channel| self.world.can_view(channel, user));
        channel.ok_or_else(|| "there is no such channel for you".to_owned())
    }

    /// Sends a text message as a person.
    pub(super) fn send_as_user(
        &mut self,
        user: Id,
        channel: Id,
        text: &str,
    ) -> Result<ChannelMessage, ActionError> {
        let found = self.visible_channel(user, channel)?;
        if !self.world.can_send(found, user) {
            return Err("you may not write here".to_owned());
        }
        let length = text.chars().count();
        if text.trim().is_empty() || length > 2000 {
            return Err("a message has 1 to 2000 characters".to_owned());
        }
        let payload = json!({ "content": text });
        let sent = self.send(NewMessage {
            id: None,
            channel,
            author: user,
            kind: 0,
            payload: &payload,
            files: Vec::new(),
            ephemeral_for: None,
            interaction_metadata: None,
            flags: 0,
        });
        let message = sent.map_err(|error| error.message)?;
        self.mark_read(user, channel);
        Ok(message)
    }

    /// Starts a post in a forum, or a thread in a text channel, as a person.
    pub(super) fn create_thread_as_user(
        &mut self,
        user: Id,
        channel: Id,
        name: &str,
        text: &str,
    ) -> Result<Channel, ActionError> {
        let parent = self.visible_channel(user, channel)?.clone();
        let needed = match parent.kind {
            FORUM => Permissions::SEND_MESSAGES,
            TEXT => Permissions::CREATE_PUBLIC_THREADS,
            _ => return Err("there are no threads here".to_owned()),
        };
        if !self.world.permissions(&parent, user).has(needed) {
            return Err("you may not begin anything here".to_owned());
        }
        if !(1..=100).contains(&name.trim().chars().count()) || text.trim().is_empty() {
            return Err("a post has a name of 1 to 100 characters, and a text".to_owned());
        }
        let now = self.now();
        let id = self.world.new_id(now);
        let post = Channel {
            parent: Some(parent.id),
            thread: Some(new_thread(user, 4320, now)),
            ..new_channel(id, THREAD, parent.guild, name.trim())
        };
        self.put_channel(&post);
        self.send_as_user(user, id, text)?;
        Ok(post)
    }

    /// Marks all messages of a channel as read.
    pub(super) fn mark_read(&mut self, user: Id, channel: Id) {
        let last = self.world.messages_visible_to(channel, user).next_back();
        let Some(last) = last.map(|message| message.id) else {
            return;
        };
        if self.world.read.get(&(user, channel)) != Some(&last) {
            self.world.put_read(user, channel, last);
            self.notify_pages(PageEvent::Read(user, channel));
        }
    }

    /// Dismisses an ephemeral message.
    pub(super) fn dismiss(&mut self, user: Id, message: Id) -> Result<(), ActionError> {
        let found = self.world.find_message(message);
        let found = found.filter(|message| message.ephemeral_for == Some(user));
        let channel = found
            .ok_or("there is no such message for you alone")?
            .channel;
        self.delete(channel, message);
        Ok(())
    }

    /// The DM channel with another user, created if needed.
    pub(super) fn open_dm(&mut self, user: Id, other: Id) -> Result<Channel, ActionError> {
        if !self.world.users.contains_key(&other) || user == other {
            return Err("there is nobody like that".to_owned());
        }
        if let Some(channel) = self.world.dm_between(user, other) {
            return Ok(channel.clone());
        }
        let now = self.now();
        let channel = new_dm_channel(self.world.new_id(now), user, other);
        self.put_channel(&channel);
        Ok(channel)
    }

    /// The commands a user can use in a channel.
    pub(super) fn available_commands(
        &self,
        user: Id,
        channel: &Channel,
    ) -> Vec<&ApplicationCommand> {
        if channel.kind == FORUM
            || !self
                .world
                .permissions(channel, user)
                .has(Permissions::USE_APPLICATION_COMMANDS)
        {
            return Vec::new();
        }
        let context = self.interaction_context(user, channel);
        let commands = self.world.commands_in(channel.guild).into_iter();
        commands.filter(|command| context.allows(command)).collect()
    }

    fn interaction_context(&self, user: Id, channel: &Channel) -> InteractionContext {
        let bot = self.world.application;
        let guild = channel.guild.and_then(|id| self.world.guilds.get(&id));
        let guild_has_app = guild.is_some_and(|guild| guild.has_app);
        let is_with_bot = channel.kind == DM && channel.recipients.contains(&bot);
        InteractionContext {
            context: match (guild.is_some(), is_with_bot) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            },
            is_user_install_only: !guild_has_app && !is_with_bot,
            has_app: self.world.users.get(&user).is_some_and(|user| user.has_app),
        }
    }

    /// Runs a command.
    pub(super) fn invoke_command(
        &mut self,
        user: Id,
        invocation: &CommandInvocation,
    ) -> Result<Id, ActionError> {
        let (channel, data, command) = self.command_data(user, invocation, false)?;
        let new = NewInteraction {
            kind: APPLICATION_COMMAND,
            command: Some(command.name().to_owned()),
            is_context_menu: command.kind() != 1,
            message: None,
            opened_by: None,
            data,
        };
        Ok(self.send_interaction(user, &channel, new))
    }

    /// Requests autocomplete choices for the focused option of a command.
    pub(super) fn autocomplete(
        &mut self,
        user: Id,
        invocation: &CommandInvocation,
    ) -> Result<Id, ActionError> {
        let (channel, data, command) = self.command_data(user, invocation, true)?;
        let new = NewInteraction {
            kind: AUTOCOMPLETE,
            command: Some(command.name().to_owned()),
            is_context_menu: false,
            message: None,
            opened_by: None,
            data,
        };
        Ok(self.send_interaction(user, &channel, new))
    }

    /// Presses a button, or chooses `values` from a select menu.
    pub(super) fn use_component(
        &mut self,
        user: Id,
        message: Id,
        custom_id: &str,
        values: Option<Vec<String>>,
    ) -> Result<Id, ActionError> {
        let found = self.world.find_message(message);
        let found = found.filter(|message| message.ephemeral_for.is_none_or(|only| only == user));
        let found = found.ok_or("there is no such message for you")?.clone();
        let channel = self.visible_channel(user, found.channel)?.clone();
        let rows = found.components.iter();
        let mut components =
            rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
        let component = components.find(|component| component["custom_id"] == custom_id);
        let component = component.ok_or("the message has no such button")?;
        if component["disabled"] == true {
            return Err("the button can't be pressed".to_owned());
        }
        let kind = component["type"].as_u64().unwrap_or_default();
        let mut data = json!({
            "custom_id": custom_id, "component_type": kind, "id": component["id"],
        });
        match (kind, values) {
            (2, None) => {}
            (3, Some(values)) => {
                let options = component["options"]
                    .as_array()
                    .map_or(&[][..], Vec::as_slice);
                let is_there =
                    |value: &String| options.iter().any(|o| o["value"] == value.as_str());
                let min = component["min_values"].as_u64().unwrap_or(1) as usize;
                let max = component["max_values"].as_u64().unwrap_or(1) as usize;
                if !values.iter().all(is_there) || !(min..=max).contains(&values.len()) {
                    return Err("the menu does not offer that".to_owned());
                }
                data["values"] = json!(values);
            }
            (5..=8, Some(values)) => {
                let min = component["min_values"].as_u64().unwrap_or(1) as usize;
                let max = component["max_values"].as_u64().unwrap_or(1) as usize;
                if !(min..=max).contains(&values.len()) {
                    return Err("the menu does not offer that".to_owned());
                }
                data["resolved"] = self.resolve_selection(user, &channel, component, &values)?;
                data["values"] = json!(values);
            }
            _ => return Err("a button is pressed, a menu chosen from".to_owned()),
        }
        let new = NewInteraction {
            kind: MESSAGE_COMPONENT,
            command: None,
            is_context_menu: false,
            message: Some(found.id),
            opened_by: None,
            data,
        };
        Ok(self.send_interaction(user, &channel, new))
    }

    /// The `resolved` data of users, roles or channels chosen from a select menu.
    fn resolve_selection(
        &self,
        user: Id,
        channel: &Channel,
        component: &Value,
        values: &[String],
    ) -> Result<Value, ActionError> {
        let invalid = || "the menu does not offer that".to_owned();
        let guild = channel.guild.and_then(|id| self.world.guilds.get(&id));
        let kind = component["type"].as_u64().unwrap_or_default();
        let is_there = |user: Id| match guild {
            Some(guild) => guild.members.contains_key(&user),
            None => channel.recipients.contains(&user),
        };
        let mut resolved = ResolvedData::default();
        for value in values {
            let id = id::parse(value).ok_or_else(invalid)?;
            let mut roles = guild.into_iter().flat_map(|guild| &guild.roles);
            let role = roles.find(|role| role.id == id);
            if matches!(kind, 5 | 7) && is_there(id) {
                self.resolve_user(channel, id, &mut resolved)?;
            } else if matches!(kind, 6 | 7) {
                let role = role.ok_or_else(invalid)?;
                resolved.add("roles", id, json::role_json(role, 1));
            } else if kind != 8 {
                return Err(invalid());
            } else {
                let resolve_selection = self.visible_channel(user, id)?;
                let kinds = component["channel_types"].as_array();
                let kinds = kinds.filter(|kinds| !kinds.is_empty());
                let is_kind = |kind: &Value| *kind == resolve_selection.kind;
                if resolve_selection.guild != channel.guild
                    || kinds.is_some_and(|all| !all.iter().any(is_kind))
                {
                    return Err(invalid());
                }
                resolved.add(
                    "channels",
                    id,
                    self.world
                        .channel_json_with_permissions(resolve_selection, user),
                );
            }
        }
        Ok(resolved.json().unwrap_or_else(|| json!({})))
    }

    /// Submits the modal that an interaction was answered with.
    pub(super) fn submit_modal(
        &mut self,
        user: Id,
        interaction: Id,
        values: &Value,
    ) -> Result<Id, ActionError> {
        let opened = self.interactions.get(&interaction);
        let opened = opened.filter(|opened| opened.user == user);
        let opened = opened.ok_or("there is no such form")?.clone();
        let modal = opened.modal.clone().ok_or("there is no such form")?;
        let channel = self.visible_channel(user, opened.channel)?.clone();
        let mut rows = Vec::new();
        for row in modal["components"].as_array().into_iter().flatten() {
            let input = &row["components"][0];
            let name = input["custom_id"].as_str().unwrap_or_default();
            let value = values[name].as_str().unwrap_or_default();
            let length = value.chars().count() as u64;
            let min = input["min_length"].as_u64().unwrap_or(0);
            let max = input["max_length"].as_u64().unwrap_or(4000);
            let is_required = input["required"].as_bool().unwrap_or(true);
            let is_missing = length == 0 && is_required;
            let is_wrong = length > 0 && !(min..=max).contains(&length);
            if is_missing || is_wrong {
                return Err(format!("{name} has {length} characters"));
            }
            rows.push(json!({
                "type": 1, "id": rows.len() * 2 + 1,
                "components": [
                    { "type": 4, "id": rows.len() * 2 + 2, "custom_id": name, "value": value }
                ],
            }));
        }
        // A modal can be submitted once.
        if let Some(opened) = self.interactions.get_mut(&interaction) {
            opened.modal = None;
        }
        let new = NewInteraction {
            kind: MODAL_SUBMIT,
            command: None,
            is_context_menu: false,
            message: opened.message,
            opened_by: Some(Box::new(opened.metadata())),
            data: json!({ "custom_id": modal["custom_id"], "components": rows }),
        };
        Ok(self.send_interaction(user, &channel, new))
    }

    /// Sends an interaction to the bot, or fails it at once if the bot has neither a session nor an endpoint.
    fn send_interaction(&mut self, user: Id, channel: &Channel, new: NewInteraction) -> Id {
        self.sweep();
        let now = self.now();
        let id = self.world.new_id(now);
        let context = self.interaction_context(user, channel);
        // As long as Discord's tokens, and unique.
        let token = format!("sandbox-interaction-token-{id}-{:x}", id.rotate_left(17));
        let json = self.interaction_json(id, &token, user, channel, &new, &context);
        self.interactions.insert(
            id,
            Interaction {
                id,
                token,
                kind: new.kind,
                user,
                channel: channel.id,
                made_at: now,
                command: new.command,
                is_context_menu: new.is_context_menu,
                message: new.message,
                opened_by: new.opened_by,
                is_user_install_only: context.is_user_install_only,
                owners: context.owners(user, channel),
                state: CallbackState::Pending,
                original: None,
                follow_ups: 0,
                choices: None,
                modal: None,
                has_failed: false,
            },
        );
        if !self.dispatch_interaction(channel.guild, json) {
            self.fail(user, id, "unreachable");
        }
        id
    }

    fn interaction_json(
        &self,
        id: Id,
        token: &str,
        user: Id,
        channel: &Channel,
        new: &NewInteraction,
        context: &InteractionContext,
    ) -> Value {
        let world = &self.world;
        let person = world.users.get(&user);
        let bot = world.application;
        let guild = channel.guild.and_then(|id| world.guilds.get(&id));
        let app_permissions = match guild {
            Some(guild) if guild.members.contains_key(&bot) => world.permissions(channel, bot),
            // Without a bot member, the application has the permissions of `@everyone`.
            Some(_) => world.everyone_permissions(channel),
            None => Permissions::BETWEEN_PEOPLE,
        };
        let mut json = json!({
            "id": IdString(id),
            "application_id": IdString(world.application),
            "type": new.kind,
            "token": token,
            "version": 1,
            "locale": person.map_or("en-US", |person| person.locale.as_str()),
            "entitlements": [],
            "app_permissions": json::permissions(app_permissions),
            "authorizing_integration_owners": json::owners(&context.owners(user, channel)),
            "attachment_size_limit": super::message::MAX_FILE_BYTES,
            "context": context.context,
            "channel_id": IdString(channel.id),
            "channel": world.channel_json_with_permissions(channel, user),
            "data": new.data,
        });
        if let Some(guild) = guild {
            json["guild_id"] = json!(IdString(guild.id));
            json["guild_locale"] = json!(guild.locale);
            json["guild"] = json!({
                "id": IdString(guild.id), "locale": guild.locale, "features": ["COMMUNITY"],
            });
            json["member"] = world
                .member_json_with_permissions(channel, user)
                .unwrap_or_default();
        } else {
            json["user"] = world.user_json(user);
        }
        if let Some(message) = new.message.and_then(|id| world.find_message(id)) {
            json["message"] = world.message_json(message, &self.origin);
        }
        json
    }
}

/// The parts of an interaction that depend on its type.
struct NewInteraction {
    kind: u8,
    command: Option<String>,
    is_context_menu: bool,
    message: Option<Id>,
    opened_by: Option<Box<InteractionMetadata>>,
    data: Value,
}

/// Where an interaction takes place and how the application is available there.
struct InteractionContext {
    /// Discord's interaction context: 0 a guild, 1 the DM with the bot, 2 another DM.
    context: u64,
    is_user_install_only: bool,
    has_app: bool,
}

impl InteractionContext {
    /// Who installed the application, by integration type. In the DM with the bot the guild is 0.
    fn owners(&self, user: Id, channel: &Channel) -> BTreeMap<u8, Id> {
        let mut owners = BTreeMap::new();
        if !self.is_user_install_only {
            owners.insert(0, channel.guild.unwrap_or_default());
        }
        if self.has_app {
            owners.insert(1, user);
        }
        owners
    }

    /// Whether a command is available in this context.
    fn allows(&self, command: &ApplicationCommand) -> bool {
        let has = |name: &str, usual: &[u64], wanted: u64| match command.definition[name].as_array()
        {
            Some(list) => list.iter().any(|entry| entry.as_u64() == Some(wanted)),
            None => usual.contains(&wanted),
        };
        let integration_type = u64::from(self.is_user_install_only);
        let is_installed = !self.is_user_install_only || self.has_app;
        is_installed
            && has("contexts", &[0, 1, 2], self.context)
            && has("integration_types", &[0], integration_type)
    }
}
