//! What people do: write, use commands, press buttons, choose from menus, fill in forms.
//!
//! It is what a chat program lets them do: what is not shown to someone can't be pressed, and a
//! command is sent only when it is filled in properly.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::slash_command::{Call, Resolved};
use super::seed::{new_channel, new_direct, new_thread};
use super::id::{self, Id, Text};
use super::interaction::{AUTOCOMPLETE, COMMAND, COMPONENT, Interaction, MODAL, Stage};
use super::permissions::Permissions;
use super::message::Letter;
use super::state::{News, State};
use super::json;
use super::world::{Cause, Channel, Command, DIRECT, FORUM, Message, TEXT, THREAD};

/// Why someone can't do that, in words for whoever looks for the mistake.
pub(super) type Cannot = String;

impl State {
    /// A channel that someone sees.
    pub(super) fn seen_channel(&self, user: Id, channel: Id) -> Result<&Channel, Cannot> {
        let channel = self.world.channels.get(&channel);
        let channel = channel.filter(|channel| self.world.sees(channel, user));
        channel.ok_or_else(|| "there is no such channel for you".to_owned())
    }

    /// Writes in a channel.
    pub(super) fn say(&mut self, user: Id, channel: Id, text: &str) -> Result<Message, Cannot> {
        let place = self.seen_channel(user, channel)?;
        if !self.world.may_write(place, user) {
            return Err("you may not write here".to_owned());
        }
        let length = text.chars().count();
        if text.trim().is_empty() || length > 2000 {
            return Err("a message has 1 to 2000 characters".to_owned());
        }
        let form = json!({ "content": text });
        let sent = self.send(Letter {
            id: None,
            channel,
            author: user,
            kind: 0,
            form: &form,
            files: Vec::new(),
            only_for: None,
            cause: None,
            flags: 0,
        });
        let message = sent.map_err(|refusal| refusal.message)?;
        self.mark_read(user, channel);
        Ok(message)
    }

    /// Begins a post in a forum, or a thread in a channel.
    pub(super) fn begin_post(
        &mut self,
        user: Id,
        channel: Id,
        name: &str,
        text: &str,
    ) -> Result<Channel, Cannot> {
        let parent = self.seen_channel(user, channel)?.clone();
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
            ..new_channel(id, THREAD, parent.server, name.trim())
        };
        self.put_channel(&post);
        self.say(user, id, text)?;
        Ok(post)
    }

    /// Has read everything in a channel.
    pub(super) fn mark_read(&mut self, user: Id, channel: Id) {
        let last = self.world.seen_by(channel, user).next_back();
        let Some(last) = last.map(|message| message.id) else {
            return;
        };
        if self.world.read.get(&(user, channel)) != Some(&last) {
            self.world.put_read(user, channel, last);
            self.tell(News::Read(user, channel));
        }
    }

    /// Puts away a message that only one person sees.
    pub(super) fn dismiss(&mut self, user: Id, message: Id) -> Result<(), Cannot> {
        let found = self.world.any_message(message);
        let found = found.filter(|message| message.only_for == Some(user));
        let channel = found
            .ok_or("there is no such message for you alone")?
            .channel;
        self.delete(channel, message);
        Ok(())
    }

    /// Opens a conversation with someone.
    pub(super) fn direct(&mut self, user: Id, other: Id) -> Result<Channel, Cannot> {
        if !self.world.users.contains_key(&other) || user == other {
            return Err("there is nobody like that".to_owned());
        }
        if let Some(channel) = self.world.direct(user, other) {
            return Ok(channel.clone());
        }
        let now = self.now();
        let channel = new_direct(self.world.new_id(now), user, other);
        self.put_channel(&channel);
        Ok(channel)
    }

    /// The commands someone can use in a channel.
    pub(super) fn commands_for(&self, user: Id, channel: &Channel) -> Vec<&Command> {
        if channel.kind == FORUM
            || !self
                .world
                .permissions(channel, user)
                .has(Permissions::USE_APPLICATION_COMMANDS)
        {
            return Vec::new();
        }
        let place = self.place(user, channel);
        let commands = self.world.commands_at(channel.server).into_iter();
        commands.filter(|command| place.allows(command)).collect()
    }

    fn place(&self, user: Id, channel: &Channel) -> Place {
        let bot = self.world.application;
        let server = channel.server.and_then(|id| self.world.servers.get(&id));
        let has_server = server.is_some_and(|server| server.has_app);
        let is_with_bot = channel.kind == DIRECT && channel.recipients.contains(&bot);
        Place {
            context: match (server.is_some(), is_with_bot) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            },
            is_guest: !has_server && !is_with_bot,
            has_app: self.world.users.get(&user).is_some_and(|user| user.has_app),
        }
    }

    /// Uses a command.
    pub(super) fn call(&mut self, user: Id, call: &Call) -> Result<Id, Cannot> {
        let (channel, data, command) = self.filled_in(user, call, false)?;
        let asked = Asked {
            kind: COMMAND,
            command: Some(command.name().to_owned()),
            is_menu: command.kind() != 1,
            message: None,
            opened_by: None,
            data,
        };
        Ok(self.ask(user, &channel, asked))
    }

    /// Asks for suggestions while a command is being filled in.
    pub(super) fn complete(&mut self, user: Id, call: &Call) -> Result<Id, Cannot> {
        let (channel, data, command) = self.filled_in(user, call, true)?;
        let asked = Asked {
            kind: AUTOCOMPLETE,
            command: Some(command.name().to_owned()),
            is_menu: false,
            message: None,
            opened_by: None,
            data,
        };
        Ok(self.ask(user, &channel, asked))
    }

    /// Presses a button, or chooses from a menu.
    pub(super) fn press(
        &mut self,
        user: Id,
        message: Id,
        custom_id: &str,
        values: Option<Vec<String>>,
    ) -> Result<Id, Cannot> {
        let found = self.world.any_message(message);
        let found = found.filter(|message| message.only_for.is_none_or(|only| only == user));
        let found = found.ok_or("there is no such message for you")?.clone();
        let channel = self.seen_channel(user, found.channel)?.clone();
        let rows = found.components.iter();
        let mut parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
        let part = parts.find(|part| part["custom_id"] == custom_id);
        let part = part.ok_or("the message has no such button")?;
        if part["disabled"] == true {
            return Err("the button can't be pressed".to_owned());
        }
        let kind = part["type"].as_u64().unwrap_or_default();
        let mut data = json!({
            "custom_id": custom_id, "component_type": kind, "id": part["id"],
        });
        match (kind, values) {
            (2, None) => {}
            (3, Some(values)) => {
                let options = part["options"].as_array().map_or(&[][..], Vec::as_slice);
                let is_there =
                    |value: &String| options.iter().any(|o| o["value"] == value.as_str());
                let least = part["min_values"].as_u64().unwrap_or(1) as usize;
                let most = part["max_values"].as_u64().unwrap_or(1) as usize;
                if !values.iter().all(is_there) || !(least..=most).contains(&values.len()) {
                    return Err("the menu does not offer that".to_owned());
                }
                data["values"] = json!(values);
            }
            (5..=8, Some(values)) => {
                let least = part["min_values"].as_u64().unwrap_or(1) as usize;
                let most = part["max_values"].as_u64().unwrap_or(1) as usize;
                if !(least..=most).contains(&values.len()) {
                    return Err("the menu does not offer that".to_owned());
                }
                data["resolved"] = self.picked(user, &channel, part, &values)?;
                data["values"] = json!(values);
            }
            _ => return Err("a button is pressed, a menu chosen from".to_owned()),
        }
        let asked = Asked {
            kind: COMPONENT,
            command: None,
            is_menu: false,
            message: Some(found.id),
            opened_by: None,
            data,
        };
        Ok(self.ask(user, &channel, asked))
    }

    /// What was picked from a menu of people, roles or channels, in full.
    fn picked(
        &self,
        user: Id,
        channel: &Channel,
        part: &Value,
        values: &[String],
    ) -> Result<Value, Cannot> {
        let wrong = || "the menu does not offer that".to_owned();
        let server = channel.server.and_then(|id| self.world.servers.get(&id));
        let kind = part["type"].as_u64().unwrap_or_default();
        let is_there = |user: Id| match server {
            Some(server) => server.members.contains_key(&user),
            None => channel.recipients.contains(&user),
        };
        let mut resolved = Resolved::default();
        for value in values {
            let id = id::read(value).ok_or_else(wrong)?;
            let mut roles = server.into_iter().flat_map(|server| &server.roles);
            let role = roles.find(|role| role.id == id);
            if matches!(kind, 5 | 7) && is_there(id) {
                self.resolve_user(channel, id, &mut resolved)?;
            } else if matches!(kind, 6 | 7) {
                let role = role.ok_or_else(wrong)?;
                resolved.add("roles", id, json::role_json(role, 1));
            } else if kind != 8 {
                return Err(wrong());
            } else {
                let picked = self.seen_channel(user, id)?;
                let kinds = part["channel_types"].as_array();
                let kinds = kinds.filter(|kinds| !kinds.is_empty());
                let is_kind = |kind: &Value| *kind == picked.kind;
                if picked.server != channel.server
                    || kinds.is_some_and(|all| !all.iter().any(is_kind))
                {
                    return Err(wrong());
                }
                resolved.add("channels", id, self.world.acting_channel(picked, user));
            }
        }
        Ok(resolved.json().unwrap_or_else(|| json!({})))
    }

    /// Sends a form that the bot has asked for.
    pub(super) fn submit(
        &mut self,
        user: Id,
        interaction: Id,
        values: &Value,
    ) -> Result<Id, Cannot> {
        let opened = self.interactions.get(&interaction);
        let opened = opened.filter(|opened| opened.user == user);
        let opened = opened.ok_or("there is no such form")?.clone();
        let form = opened.modal.clone().ok_or("there is no such form")?;
        let channel = self.seen_channel(user, opened.channel)?.clone();
        let mut rows = Vec::new();
        for row in form["components"].as_array().into_iter().flatten() {
            let input = &row["components"][0];
            let name = input["custom_id"].as_str().unwrap_or_default();
            let value = values[name].as_str().unwrap_or_default();
            let length = value.chars().count() as u64;
            let least = input["min_length"].as_u64().unwrap_or(0);
            let most = input["max_length"].as_u64().unwrap_or(4000);
            let is_required = input["required"].as_bool().unwrap_or(true);
            let is_missing = length == 0 && is_required;
            let is_wrong = length > 0 && !(least..=most).contains(&length);
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
        // A form is sent once.
        if let Some(opened) = self.interactions.get_mut(&interaction) {
            opened.modal = None;
        }
        let asked = Asked {
            kind: MODAL,
            command: None,
            is_menu: false,
            message: opened.message,
            opened_by: Some(Box::new(opened.cause())),
            data: json!({ "custom_id": form["custom_id"], "components": rows }),
        };
        Ok(self.ask(user, &channel, asked))
    }

    /// Asks the bot.
    fn ask(&mut self, user: Id, channel: &Channel, asked: Asked) -> Id {
        self.sweep();
        let now = self.now();
        let id = self.world.new_id(now);
        let place = self.place(user, channel);
        // As long as Discord's, and as good as any to tell them apart.
        let token = format!("sandbox-interaction-token-{id}-{:x}", id.rotate_left(17));
        let json = self.interaction_json(id, &token, user, channel, &asked, &place);
        self.interactions.insert(
            id,
            Interaction {
                id,
                token,
                kind: asked.kind,
                user,
                channel: channel.id,
                made_at: now,
                command: asked.command,
                is_menu: asked.is_menu,
                message: asked.message,
                opened_by: asked.opened_by,
                is_guest: place.is_guest,
                owners: place.owners(user, channel),
                stage: Stage::Waiting,
                original: None,
                follow_ups: 0,
                choices: None,
                modal: None,
                has_failed: false,
            },
        );
        if self.sessions.is_any() {
            self.sessions.interaction(channel.server, json);
        } else {
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
        asked: &Asked,
        place: &Place,
    ) -> Value {
        let world = &self.world;
        let person = world.users.get(&user);
        let bot = world.application;
        let server = channel.server.and_then(|id| world.servers.get(&id));
        let app_permissions = match server {
            Some(server) if server.members.contains_key(&bot) => world.permissions(channel, bot),
            // Without a bot there it may do what everyone may.
            Some(_) => world.everyones_permissions(channel),
            None => Permissions::BETWEEN_PEOPLE,
        };
        let mut json = json!({
            "id": Text(id),
            "application_id": Text(world.application),
            "type": asked.kind,
            "token": token,
            "version": 1,
            "locale": person.map_or("en-US", |person| person.locale.as_str()),
            "entitlements": [],
            "app_permissions": json::permissions(app_permissions),
            "authorizing_integration_owners": json::owners(&place.owners(user, channel)),
            "attachment_size_limit": super::message::LARGEST_FILE,
            "context": place.context,
            "channel_id": Text(channel.id),
            "channel": world.acting_channel(channel, user),
            "data": asked.data,
        });
        if let Some(server) = server {
            let guild = json!({ "id": Text(server.id), "locale": server.locale, "features": ["COMMUNITY"] });
            json["guild_id"] = json!(Text(server.id));
            json["guild_locale"] = json!(server.locale);
            json["guild"] = guild;
            json["member"] = world.acting_member(channel, user).unwrap_or_default();
        } else {
            json["user"] = world.user_json(user);
        }
        if let Some(message) = asked.message.and_then(|id| world.any_message(id)) {
            json["message"] = world.message_json(message, &self.origin);
        }
        json
    }
}

/// What is asked of the bot.
struct Asked {
    kind: u8,
    command: Option<String>,
    is_menu: bool,
    message: Option<Id>,
    opened_by: Option<Box<Cause>>,
    data: Value,
}

/// Where something is asked.
struct Place {
    /// A server, the bot's own conversation, or that of others.
    context: u64,
    is_guest: bool,
    has_app: bool,
}

impl Place {
    /// Who has installed the application: the server, if it has; the person, if he has. In the bot's own
    /// conversation the server is 0.
    fn owners(&self, user: Id, channel: &Channel) -> BTreeMap<u8, Id> {
        let mut owners = BTreeMap::new();
        if !self.is_guest {
            owners.insert(0, channel.server.unwrap_or_default());
        }
        if self.has_app {
            owners.insert(1, user);
        }
        owners
    }

    /// Is a command there?
    fn allows(&self, command: &Command) -> bool {
        let has = |name: &str, usual: &[u64], wanted: u64| match command.form[name].as_array() {
            Some(list) => list.iter().any(|entry| entry.as_u64() == Some(wanted)),
            None => usual.contains(&wanted),
        };
        let way = u64::from(self.is_guest);
        let is_installed = !self.is_guest || self.has_app;
        is_installed
            && has("contexts", &[0, 1, 2], self.context)
            && has("integration_types", &[0], way)
    }
}
