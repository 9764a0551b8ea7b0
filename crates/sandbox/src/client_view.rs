//! What a person sees and does, as JSON: for the page, and for tests that play people.

use serde_json::{Value, json};

use super::slash_command::Call;
use super::control;
use super::id::{self, Id, Text};
use super::interaction::Stage;
use super::permissions::Permissions;
use super::user_action::Cannot;
use super::state::{News, State};
use super::json;
use super::world::{Channel, DIRECT, Message, User};

impl State {
    /// A person; the bot is none.
    pub(super) fn person(&self, id: Id) -> Result<&User, Cannot> {
        let user = self.world.users.get(&id).filter(|user| !user.is_bot);
        user.ok_or_else(|| "there is nobody like that".to_owned())
    }

    /// Everything that someone sees at a glance.
    pub(super) fn overview(&self, me: Id) -> Result<Value, Cannot> {
        let person = self.person(me)?;
        let servers = self.world.servers.values();
        let servers = servers.filter(|server| server.members.contains_key(&me));
        let servers = servers.map(|server| {
            let members = server.members.iter().map(|(id, member)| {
                let roles: Vec<Text> = member.roles.iter().copied().map(Text).collect();
                json!({ "user_id": Text(*id), "nick": member.nick, "roles": roles })
            });
            let channels = self.world.channels.values();
            let channels = channels.filter(|channel| channel.server == Some(server.id));
            let roles = server.roles.iter().zip(0..);
            json!({
                "id": Text(server.id),
                "name": server.name,
                "owner_id": Text(server.owner),
                "channels": channels.filter_map(|channel| self.channel_for(channel, me)).collect::<Vec<_>>(),
                "roles": roles.map(|(role, position)| json::role_json(role, position)).collect::<Vec<_>>(),
                "members": members.collect::<Vec<_>>(),
            })
        });
        let directs = self.world.channels.values();
        let directs = directs.filter(|channel| channel.kind == DIRECT);
        let people = self.world.users.values().filter(|user| !user.is_bot);
        Ok(json!({
            "me": person_json(person),
            "people": people.map(person_json).collect::<Vec<_>>(),
            "bot": json::user(self.world.bot()),
            "application_id": Text(self.world.application),
            "servers": servers.collect::<Vec<_>>(),
            "dms": directs.filter_map(|channel| self.channel_for(channel, me)).collect::<Vec<_>>(),
            "now": self.now(),
        }))
    }

    /// A channel as someone sees it; none for one he does not see.
    pub(super) fn channel_for(&self, channel: &Channel, me: Id) -> Option<Value> {
        if !self.world.sees(channel, me) {
            return None;
        }
        let mut json = self.world.channel_json(channel);
        if channel.kind == DIRECT {
            let others = channel.recipients.iter().filter(|id| **id != me);
            json["recipients"] = others.map(|id| self.world.user_json(*id)).collect();
        }
        let read = self.world.read.get(&(me, channel.id)).copied();
        let new = self.world.seen_by(channel.id, me).rev();
        let new = new.take_while(|message| Some(message.id) > read);
        let new: Vec<&Message> = new.filter(|message| message.author != me).collect();
        let pings = new.iter().filter(|message| self.pings(message, me)).count();
        let may_use = self
            .world
            .permissions(channel, me)
            .has(Permissions::USE_APPLICATION_COMMANDS);
        id::merge(
            &mut json,
            json!({
                "unread": new.iter().any(|message| message.only_for.is_none()),
                "mentions": pings,
                "last_read_id": read.map(Text),
                "can_send": self.world.may_write(channel, me),
                "can_use_commands": may_use,
            }),
        );
        Some(json)
    }

    /// Does a message ping someone?
    fn pings(&self, message: &Message, me: Id) -> bool {
        let channel = self.world.channels.get(&message.channel);
        let server = channel.and_then(|channel| channel.server);
        let server = server.and_then(|id| self.world.servers.get(&id));
        let roles = server.and_then(|server| server.members.get(&me));
        let mut pinged = message.pinged.roles.iter();
        let has_role = pinged.any(|role| roles.is_some_and(|own| own.roles.contains(role)));
        // What is said to someone alone is meant for him.
        let is_direct = server.is_none() && message.author != me && message.only_for.is_none();
        message.pinged.users.contains(&me) || message.pinged.everyone || has_role || is_direct
    }

    /// A message as someone sees it; none for one he does not see.
    pub(super) fn message_for(&self, message: &Message, me: Id) -> Option<Value> {
        let channel = self.world.channels.get(&message.channel)?;
        let is_hidden = message.only_for.is_some_and(|only| only != me);
        if is_hidden || !self.world.sees(channel, me) {
            return None;
        }
        let mut json = self.world.message_json(message, &self.origin);
        let cause = message.cause.as_ref().map(
            |cause| json!({ "user": self.world.user_json(cause.user), "name": cause.command }),
        );
        json["sandbox"] = json!({
            "ephemeral": message.only_for.is_some(),
            "pings_me": message.author != me && self.pings(message, me),
            "interaction": cause,
        });
        Some(json)
    }

    /// The messages of a channel that someone sees, the oldest first.
    pub(super) fn messages_for(
        &self,
        me: Id,
        channel: Id,
        before: Option<Id>,
        most: usize,
    ) -> Result<Vec<Value>, Cannot> {
        let channel = self.seen_channel(me, channel)?;
        let messages = self.world.seen_by(channel.id, me).rev();
        let messages = messages.filter(|message| before.is_none_or(|before| message.id < before));
        let messages = messages.take(most);
        let mut shown: Vec<Value> = messages
            .filter_map(|message| self.message_for(message, me))
            .collect();
        shown.reverse();
        Ok(shown)
    }

    /// The commands that someone can use in a channel.
    pub(super) fn commands_json(&self, me: Id, channel: Id) -> Result<Vec<Value>, Cannot> {
        let channel = self.seen_channel(me, channel)?;
        let commands = self.commands_for(me, channel).into_iter();
        Ok(commands
            .map(|command| self.world.command_json(command))
            .collect())
    }

    /// Does what a form says. Suggestions come later: the answer is the interaction's number.
    pub(super) fn act(&mut self, form: &Value) -> Result<Value, Cannot> {
        let number = |name: &str| id::of(form, name).ok_or_else(|| format!("{name} is missing"));
        let text = |name: &str| form[name].as_str().unwrap_or_default();
        let me = self.person(number("as")?)?.id;
        let asked = |id: Id| json!({ "interaction_id": Text(id) });
        let call = || -> Result<Call, Cannot> {
            Ok(Call {
                channel: number("channel_id")?,
                command: number("command_id")?,
                options: form["options"].clone(),
                target: id::of(form, "target_id"),
            })
        };
        match text("do") {
            "say" => {
                let message = self.say(me, number("channel_id")?, text("content"))?;
                Ok(json!({ "message": self.message_for(&message, me) }))
            }
            "post" => {
                let channel = number("channel_id")?;
                let post = self.begin_post(me, channel, text("name"), text("content"))?;
                Ok(json!({ "channel": self.channel_for(&post, me) }))
            }
            "command" => Ok(asked(self.call(me, &call()?)?)),
            "complete" => Ok(asked(self.complete(me, &call()?)?)),
            "press" => {
                let id = self.press(me, number("message_id")?, text("custom_id"), None)?;
                Ok(asked(id))
            }
            "choose" => {
                let values = form["values"].as_array().into_iter().flatten();
                let values = values.filter_map(Value::as_str).map(str::to_owned);
                let values = Some(values.collect());
                let id = self.press(me, number("message_id")?, text("custom_id"), values)?;
                Ok(asked(id))
            }
            "submit" => {
                let id = self.submit(me, number("interaction_id")?, &form["values"])?;
                Ok(asked(id))
            }
            "read" => {
                let channel = self.seen_channel(me, number("channel_id")?)?.id;
                self.mark_read(me, channel);
                Ok(json!({}))
            }
            "dismiss" => {
                self.dismiss(me, number("message_id")?)?;
                Ok(json!({}))
            }
            "dm" => {
                let channel = self.direct(me, number("user_id")?)?;
                Ok(json!({ "channel": self.channel_for(&channel, me) }))
            }
            other => Err(format!("nobody can do {other:?}")),
        }
    }

    /// Misbehaves as a form says, or changes the world; answers with what goes wrong now.
    pub(super) fn misbehave(&mut self, form: &Value) -> Result<Value, Cannot> {
        let text = |name: &str| form[name].as_str().unwrap_or_default();
        match text("do") {
            "add_person" => {
                let id = self.add_person(text("name"), text("locale"))?;
                return Ok(person_json(self.person(id)?));
            }
            "add_channel" => {
                let server = id::of(form, "server_id").ok_or("server_id is missing")?;
                let kind = form["type"].as_u64().unwrap_or_default() as u8;
                let id = self.add_channel(server, text("name"), kind)?;
                return Ok(self.world.channel_json(&self.world.channels[&id]));
            }
            _ => {}
        }
        let lever = control::lever(form)?;
        self.pull(lever)?;
        Ok(self.faults_json())
    }

    /// What has become of an interaction: none as long as the bot has not answered.
    pub(super) fn answered(&self, id: Id) -> Option<Answered> {
        let asked = self.interactions.get(&id)?;
        if asked.has_failed {
            return Some(Answered::Failed);
        }
        if asked.stage == Stage::Waiting {
            return None;
        }
        Some(match (&asked.choices, &asked.modal) {
            (Some(choices), _) => Answered::Choices(choices.clone()),
            (_, Some(modal)) => Answered::Modal(modal.clone()),
            _ => Answered::Message(asked.original),
        })
    }

    /// News as someone hears them; none for news that are not for him.
    pub(super) fn news_for(&self, news: &News, me: Id) -> Option<Value> {
        match news {
            News::Message(channel, id) => {
                let message = self.world.message(*channel, *id)?;
                let message = self.message_for(message, me)?;
                Some(json!({ "type": "message", "message": message }))
            }
            News::MessageGone(channel, id, only_for) => {
                let is_mine = only_for.is_none_or(|only| only == me);
                is_mine.then(|| {
                    json!({
                        "type": "message_deleted", "channel_id": Text(*channel), "id": Text(*id),
                    })
                })
            }
            News::Channel(id) => {
                let channel = self.world.channels.get(id)?;
                Some(self.channel_for(channel, me).map_or_else(
                    // It may have been seen before.
                    || json!({ "type": "channel_deleted", "id": Text(*id) }),
                    |channel| json!({ "type": "channel", "channel": channel }),
                ))
            }
            News::ChannelGone(id) => Some(json!({ "type": "channel_deleted", "id": Text(*id) })),
            News::Read(user, channel) => {
                (*user == me).then(|| json!({ "type": "read", "channel_id": Text(*channel) }))
            }
            News::Closed => None,
            News::Everything => Some(json!({ "type": "state" })),
            News::Modal(user, id, form) => (*user == me).then(|| {
                json!({
                    "type": "modal", "interaction_id": Text(*id), "title": form["title"],
                    "custom_id": form["custom_id"], "components": form["components"],
                })
            }),
            News::Acknowledged(user, id) => (*user == me)
                .then(|| json!({ "type": "acknowledged", "interaction_id": Text(*id) })),
            News::Failed(user, id, reason) => (*user == me).then(
                || json!({ "type": "failed", "interaction_id": Text(*id), "reason": reason }),
            ),
        }
    }
}

/// What has become of an interaction.
#[derive(Clone, PartialEq, Debug)]
pub enum Answered {
    /// The bot has answered, with a message if there is one.
    Message(Option<Id>),
    /// Suggestions.
    Choices(Value),
    /// A form to be filled in.
    Modal(Value),
    /// The bot has not answered in time, or can't be reached.
    Failed,
}

fn person_json(user: &User) -> Value {
    json!({
        "id": Text(user.id), "username": user.username, "global_name": user.global_name,
        "locale": user.locale, "bot": user.is_bot, "dms_closed": user.dms_closed,
    })
}
