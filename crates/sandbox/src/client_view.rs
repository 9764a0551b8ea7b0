//! What a person sees, as JSON for the page and for tests; and the entry points for the page's
//! actions.

use serde_json::{Value, json};

use super::control_json;
use super::id::{self, Id, IdString};
use super::interaction::CallbackState;
use super::json;
use super::model::{Channel, ChannelMessage, DM, User};
use super::permissions::Permissions;
use super::slash_command::CommandInvocation;
use super::state::{PageEvent, State};
use super::user_action::ActionError;

impl State {
    /// A person; an error for the bot.
    pub(super) fn person(&self, id: Id) -> Result<&User, ActionError> {
        let user = self.world.users.get(&id).filter(|user| !user.is_bot);
        user.ok_or_else(|| "there is nobody like that".to_owned())
    }

    /// Guilds, channels and people that a person sees.
    pub(super) fn overview(&self, me: Id) -> Result<Value, ActionError> {
        let person = self.person(me)?;
        let guilds = self.world.guilds.values();
        let guilds = guilds.filter(|guild| guild.members.contains_key(&me));
        let guilds = guilds.map(|guild| {
            let members = guild.members.iter().map(|(id, member)| {
                let roles: Vec<IdString> = member.roles.iter().copied().map(IdString).collect();
                json!({ "user_id": IdString(*id), "nick": member.nick, "roles": roles })
            });
            let channels = self.world.channels.values();
            let channels = channels.filter(|channel| channel.guild == Some(guild.id));
            let roles = guild.roles.iter().zip(0..);
            json!({
                "id": IdString(guild.id),
                "name": guild.name,
                "owner_id": IdString(guild.owner),
                "channels": channels.filter_map(|channel| self.channel_for(channel, me)).collect::<Vec<_>>(),
                "roles": roles.map(|(role, position)| json::role_json(role, position)).collect::<Vec<_>>(),
                "members": members.collect::<Vec<_>>(),
            })
        });
        let dms = self.world.channels.values();
        let dms = dms.filter(|channel| channel.kind == DM);
        let people = self.world.users.values().filter(|user| !user.is_bot);
        Ok(json!({
            "me": person_json(person),
            "people": people.map(person_json).collect::<Vec<_>>(),
            "bot": json::user(self.world.bot()),
            "application_id": IdString(self.world.application),
            "servers": guilds.collect::<Vec<_>>(),
            "dms": dms.filter_map(|channel| self.channel_for(channel, me)).collect::<Vec<_>>(),
            "now": self.now(),
        }))
    }

    /// Everyone who can be mentioned: the people and the bot.
    pub(super) fn users(&self) -> Vec<Value> {
        let people = self.world.users.values().filter(|user| !user.is_bot);
        let mut users: Vec<Value> = people.map(person_json).collect();
        users.push(json::user(self.world.bot()));
        users
    }

    /// A channel as a person sees it, or `None` if they can't view it.
    pub(super) fn channel_for(&self, channel: &Channel, me: Id) -> Option<Value> {
        if !self.world.can_view(channel, me) {
            return None;
        }
        let mut json = self.world.channel_json(channel);
        if channel.kind == DM {
            let others = channel.recipients.iter().filter(|id| **id != me);
            json["recipients"] = others.map(|id| self.world.user_json(*id)).collect();
        }
        let read = self.world.read.get(&(me, channel.id)).copied();
        let unread = self.world.messages_visible_to(channel.id, me).rev();
        let unread = unread.take_while(|message| Some(message.id) > read);
        let unread: Vec<&ChannelMessage> = unread.filter(|message| message.author != me).collect();
        let pings = unread
            .iter()
            .filter(|message| self.pings_user(message, me))
            .count();
        let may_use = self
            .world
            .permissions(channel, me)
            .has(Permissions::USE_APPLICATION_COMMANDS);
        json::merge(
            &mut json,
            json!({
                "unread": unread.iter().any(|message| message.ephemeral_for.is_none()),
                "mentions": pings,
                "last_read_id": read.map(IdString),
                "can_send": self.world.can_send(channel, me),
                "can_use_commands": may_use,
            }),
        );
        Some(json)
    }

    /// Whether a message pings a user.
    fn pings_user(&self, message: &ChannelMessage, me: Id) -> bool {
        let channel = self.world.channels.get(&message.channel);
        let guild = channel.and_then(|channel| channel.guild);
        let guild = guild.and_then(|id| self.world.guilds.get(&id));
        let roles = guild.and_then(|guild| guild.members.get(&me));
        let mut pinged = message.pinged.roles.iter();
        let has_role = pinged.any(|role| roles.is_some_and(|own| own.roles.contains(role)));
        // A DM pings its recipient.
        let is_direct = guild.is_none() && message.author != me && message.ephemeral_for.is_none();
        message.pinged.users.contains(&me) || message.pinged.everyone || has_role || is_direct
    }

    /// A message as a person sees it, or `None` if it isn't visible to them.
    pub(super) fn message_for(&self, message: &ChannelMessage, me: Id) -> Option<Value> {
        let channel = self.world.channels.get(&message.channel)?;
        let is_hidden = message.ephemeral_for.is_some_and(|only| only != me);
        if is_hidden || !self.world.can_view(channel, me) {
            return None;
        }
        let mut json = self.world.message_json(message, &self.origin);
        let interaction_metadata = message.interaction_metadata.as_ref().map(
            |interaction_metadata| json!({ "user": self.world.user_json(interaction_metadata.user), "name": interaction_metadata.command }),
        );
        json["sandbox"] = json!({
            "ephemeral": message.ephemeral_for.is_some(),
            "pings_me": message.author != me && self.pings_user(message, me),
            "interaction": interaction_metadata,
        });
        Some(json)
    }

    /// Up to `limit` messages of a channel that a person sees, oldest first.
    pub(super) fn messages_for(
        &self,
        me: Id,
        channel: Id,
        before: Option<Id>,
        limit: usize,
    ) -> Result<Vec<Value>, ActionError> {
        let channel = self.visible_channel(me, channel)?;
        let messages = self.world.messages_visible_to(channel.id, me).rev();
        let messages = messages.filter(|message| before.is_none_or(|before| message.id < before));
        let messages = messages.take(limit);
        let mut shown: Vec<Value> = messages
            .filter_map(|message| self.message_for(message, me))
            .collect();
        shown.reverse();
        Ok(shown)
    }

    /// The commands that a person can use in a channel.
    pub(super) fn commands_json(&self, me: Id, channel: Id) -> Result<Vec<Value>, ActionError> {
        let channel = self.visible_channel(me, channel)?;
        let commands = self.available_commands(me, channel).into_iter();
        Ok(commands
            .map(|command| self.world.command_json(command))
            .collect())
    }

    /// Performs an action sent by the page. An action that sends an interaction returns its id
    /// before the bot has responded.
    pub(super) fn act(&mut self, action: &Value) -> Result<Value, ActionError> {
        let number =
            |name: &str| id::field(action, name).ok_or_else(|| format!("{name} is missing"));
        let text = |name: &str| action[name].as_str().unwrap_or_default();
        let me = self.person(number("as")?)?.id;
        let started = |id: Id| json!({ "interaction_id": IdString(id) });
        let invocation = || -> Result<CommandInvocation, ActionError> {
            Ok(CommandInvocation {
                channel: number("channel_id")?,
                command: number("command_id")?,
                options: action["options"].clone(),
                target: id::field(action, "target_id"),
            })
        };
        match text("do") {
            "say" => {
                let message = self.send_as_user(me, number("channel_id")?, text("content"))?;
                Ok(json!({ "message": self.message_for(&message, me) }))
            }
            "post" => {
                let channel = number("channel_id")?;
                let post =
                    self.create_thread_as_user(me, channel, text("name"), text("content"))?;
                Ok(json!({ "channel": self.channel_for(&post, me) }))
            }
            "command" => Ok(started(self.invoke_command(me, &invocation()?)?)),
            "complete" => Ok(started(self.autocomplete(me, &invocation()?)?)),
            "press" => {
                let id = self.use_component(me, number("message_id")?, text("custom_id"), None)?;
                Ok(started(id))
            }
            "choose" => {
                let values = action["values"].as_array().into_iter().flatten();
                let values = values.filter_map(Value::as_str).map(str::to_owned);
                let values = Some(values.collect());
                let id =
                    self.use_component(me, number("message_id")?, text("custom_id"), values)?;
                Ok(started(id))
            }
            "submit" => {
                let id = self.submit_modal(me, number("interaction_id")?, &action["values"])?;
                Ok(started(id))
            }
            "read" => {
                let channel = self.visible_channel(me, number("channel_id")?)?.id;
                self.mark_read(me, channel);
                Ok(json!({}))
            }
            "dismiss" => {
                self.dismiss(me, number("message_id")?)?;
                Ok(json!({}))
            }
            "dm" => {
                let channel = self.open_dm(me, number("user_id")?)?;
                Ok(json!({ "channel": self.channel_for(&channel, me) }))
            }
            other => Err(format!("nobody can do {other:?}")),
        }
    }

    /// Applies a control action or adds a person or channel, as requested by the page. a control action returns the
    /// faults that are now active.
    pub(super) fn control(&mut self, request: &Value) -> Result<Value, ActionError> {
        let text = |name: &str| request[name].as_str().unwrap_or_default();
        match text("do") {
            "add_person" => {
                let id = self.add_person(text("name"), text("locale"))?;
                return Ok(person_json(self.person(id)?));
            }
            "add_channel" => {
                let guild = id::field(request, "server_id").ok_or("server_id is missing")?;
                let kind = request["type"].as_u64().unwrap_or_default() as u8;
                let id = self.add_channel(guild, text("name"), kind)?;
                return Ok(self.world.channel_json(&self.world.channels[&id]));
            }
            _ => {}
        }
        let action = control_json::parse_action(request)?;
        self.apply(action)?;
        Ok(self.faults_json())
    }

    /// The outcome of an interaction; `None` while the bot hasn't responded.
    pub(super) fn interaction_outcome(&self, id: Id) -> Option<PressResult> {
        let interaction = self.interactions.get(&id)?;
        if interaction.has_failed {
            return Some(PressResult::Failed);
        }
        if interaction.state == CallbackState::Pending {
            return None;
        }
        Some(match (&interaction.choices, &interaction.modal) {
            (Some(choices), _) => PressResult::Choices(choices.clone()),
            (_, Some(modal)) => PressResult::Modal(modal.clone()),
            _ => PressResult::Message(interaction.original),
        })
    }

    /// An event as a person's page receives it; `None` if it isn't for them.
    pub(super) fn page_event_for(&self, event: &PageEvent, me: Id) -> Option<Value> {
        match event {
            PageEvent::Message(channel, id) => {
                let message = self.world.message(*channel, *id)?;
                let message = self.message_for(message, me)?;
                Some(json!({ "type": "message", "message": message }))
            }
            PageEvent::MessageDeleted(channel, id, ephemeral_for) => {
                let is_mine = ephemeral_for.is_none_or(|only| only == me);
                is_mine.then(|| {
                    json!({
                        "type": "message_deleted", "channel_id": IdString(*channel), "id": IdString(*id),
                    })
                })
            }
            PageEvent::Channel(id) => {
                let channel = self.world.channels.get(id)?;
                Some(self.channel_for(channel, me).map_or_else(
                    // They may have seen the channel before.
                    || json!({ "type": "channel_deleted", "id": IdString(*id) }),
                    |channel| json!({ "type": "channel", "channel": channel }),
                ))
            }
            PageEvent::ChannelDeleted(id) => {
                Some(json!({ "type": "channel_deleted", "id": IdString(*id) }))
            }
            PageEvent::Read(user, channel) => {
                (*user == me).then(|| json!({ "type": "read", "channel_id": IdString(*channel) }))
            }
            PageEvent::Closed => None,
            PageEvent::FullRefresh => Some(json!({ "type": "state" })),
            PageEvent::Modal(user, id, modal) => (*user == me).then(|| {
                json!({
                    "type": "modal", "interaction_id": IdString(*id), "title": modal["title"],
                    "custom_id": modal["custom_id"], "components": modal["components"],
                })
            }),
            PageEvent::Acknowledged(user, id) => (*user == me)
                .then(|| json!({ "type": "acknowledged", "interaction_id": IdString(*id) })),
            PageEvent::Failed(user, id, reason) => (*user == me).then(
                || json!({ "type": "failed", "interaction_id": IdString(*id), "reason": reason }),
            ),
        }
    }
}

/// The outcome of an interaction.
#[derive(Clone, PartialEq, Debug)]
pub enum PressResult {
    /// The bot responded, possibly with a message.
    Message(Option<Id>),
    /// Autocomplete choices.
    Choices(Value),
    /// A modal to fill in.
    Modal(Value),
    /// The bot didn't respond in time, or wasn't connected.
    Failed,
}

fn person_json(user: &User) -> Value {
    json!({
        "id": IdString(user.id), "username": user.username, "global_name": user.global_name,
        "locale": user.locale, "bot": user.is_bot, "dms_closed": user.dms_closed,
    })
}
