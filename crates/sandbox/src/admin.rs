//! Changes to the world from outside Discord's API: new people, roles and channels, edits of existing
//! ones, and installing or removing the application. Bots and pages are told about each of them.

use serde_json::json;

use super::gateway::trim_members;
use super::id::{Id, IdString};
use super::model::{Channel, FORUM, Guild, GuildRole, TEXT, Thread, User};
use super::permissions::{ChannelOverwrite, Permissions};
use super::seed::{join, new_channel, new_user};
use super::sessions::intents;
use super::state::{PageEvent, State};
use super::user_action::ActionError;

impl State {
    pub(super) fn change_user(
        &mut self,
        user: Id,
        change: impl FnOnce(&mut User),
    ) -> Result<(), ActionError> {
        let user = self
            .world
            .users
            .get(&user)
            .ok_or("there is nobody like that")?;
        let mut user = user.clone();
        change(&mut user);
        self.world.put_user(user);
        self.notify_pages(PageEvent::FullRefresh);
        Ok(())
    }

    pub(super) fn change_guild(
        &mut self,
        guild: Id,
        change: impl FnOnce(&mut Guild) -> Result<(), ActionError>,
    ) -> Result<(), ActionError> {
        let found = self.world.guilds.get(&guild);
        let mut guild = found.ok_or("there is no such server")?.clone();
        change(&mut guild)?;
        self.world.put_guild(guild);
        self.notify_pages(PageEvent::FullRefresh);
        Ok(())
    }

    pub(super) fn change_channel(
        &mut self,
        channel: Id,
        change: impl FnOnce(&mut Channel),
    ) -> Result<(), ActionError> {
        let found = self.world.channels.get(&channel);
        let mut channel = found.ok_or("there is no such channel")?.clone();
        change(&mut channel);
        self.put_channel(&channel);
        Ok(())
    }

    pub(super) fn change_thread(
        &mut self,
        channel: Id,
        change: impl FnOnce(&mut Thread),
    ) -> Result<(), ActionError> {
        let found = self
            .world
            .channels
            .get(&channel)
            .ok_or("there is no such thread")?;
        let mut channel = found.clone();
        change(channel.thread.as_mut().ok_or("that is no thread")?);
        self.put_channel(&channel);
        Ok(())
    }

    /// Changes the overwrite of a channel for a role or user, and removes it once it is empty.
    pub(super) fn change_overwrite(
        &mut self,
        channel: Id,
        id: Id,
        change: impl FnOnce(&mut ChannelOverwrite),
    ) -> Result<(), ActionError> {
        let found = self
            .world
            .channels
            .get(&channel)
            .ok_or("there is no such channel")?;
        let mut channel = found.clone();
        let is_person = self.world.users.contains_key(&id);
        let guild = channel.guild.and_then(|id| self.world.guilds.get(&id));
        if !is_person && !guild.is_some_and(|s| s.roles.iter().any(|role| role.id == id)) {
            return Err("there is no such role or person".to_owned());
        }
        let index = channel.overwrites.iter().position(|o| o.id == id);
        let index = index.unwrap_or_else(|| {
            channel.overwrites.push(ChannelOverwrite {
                id,
                is_person,
                allow: Permissions::NONE,
                deny: Permissions::NONE,
            });
            channel.overwrites.len() - 1
        });
        change(&mut channel.overwrites[index]);
        channel
            .overwrites
            .retain(|overwrite| overwrite.allow.with(overwrite.deny) != Permissions::NONE);
        self.put_channel(&channel);
        Ok(())
    }

    /// Adds a person to every guild.
    pub(super) fn add_person(&mut self, name: &str, locale: &str) -> Result<Id, ActionError> {
        let length = name.trim().chars().count();
        if !(1..=32).contains(&length) {
            return Err("a name has 1 to 32 characters".to_owned());
        }
        let now = self.now();
        let id = self.world.new_id(now);
        self.world.put_user(new_user(id, name.trim(), locale));
        let guilds: Vec<_> = self.world.guilds.values().cloned().collect();
        for mut guild in guilds {
            join(&mut guild, id, &[], now);
            self.world.put_guild(guild);
        }
        self.notify_pages(PageEvent::FullRefresh);
        Ok(id)
    }

    /// Adds a role without permissions to a guild.
    pub(super) fn add_role(&mut self, guild: Id, name: &str) -> Result<Id, ActionError> {
        let length = name.trim().chars().count();
        if !(1..=100).contains(&length) {
            return Err("a name has 1 to 100 characters".to_owned());
        }
        let now = self.now();
        let id = self.world.new_id(now);
        self.change_guild(guild, |guild| {
            guild.roles.push(GuildRole {
                id,
                name: name.trim().to_owned(),
                color: 0,
                permissions: Permissions::NONE,
            });
            Ok(())
        })?;
        Ok(id)
    }

    /// Adds a text channel or forum to a guild.
    pub(super) fn add_channel(
        &mut self,
        guild: Id,
        name: &str,
        kind: u8,
    ) -> Result<Id, ActionError> {
        if !self.world.guilds.contains_key(&guild) || ![TEXT, FORUM].contains(&kind) {
            return Err("there is no such server or kind of channel".to_owned());
        }
        let name = name.trim().to_lowercase().replace(' ', "-");
        if !(1..=100).contains(&name.chars().count()) {
            return Err("a name has 1 to 100 characters".to_owned());
        }
        let now = self.now();
        let id = self.world.new_id(now);
        let mut channel = new_channel(id, kind, Some(guild), &name);
        channel.position = self.world.channels.len() as u16;
        self.put_channel(&channel);
        Ok(id)
    }

    /// Installs the application in a guild with its commands only, or uninstalls it. The bot leaves
    /// the guild in either case.
    pub(super) fn set_commands_installed(&mut self, id: Id, is_on: bool) {
        self.set_bot_installed(id, false);
        if let Some(mut guild) = self.world.guilds.get(&id).cloned() {
            guild.has_app = is_on;
            self.world.put_guild(guild);
            if is_on {
                self.announce_installation(id, &["applications.commands"]);
            }
            self.notify_pages(PageEvent::FullRefresh);
        }
    }

    /// Installs the application in a guild together with its bot, or uninstalls it.
    pub(super) fn set_bot_installed(&mut self, id: Id, is_on: bool) {
        let Some(mut guild) = self.world.guilds.get(&id).cloned() else {
            return;
        };
        let bot = self.world.application;
        if guild.members.contains_key(&bot) == is_on {
            return;
        }
        if is_on {
            let now = self.now();
            join(&mut guild, bot, &[], now);
            guild.has_app = true;
            self.world.put_guild(guild.clone());
            let json = self.world.guild_create_json(&guild);
            self.sessions
                .dispatch("GUILD_CREATE", Some(id), intents::GUILDS, |intents| {
                    let mut json = json.clone();
                    trim_members(&mut json, bot, intents);
                    json
                });
            self.announce_installation(id, &["applications.commands", "bot"]);
        } else {
            guild.members.remove(&bot);
            guild.has_app = false;
            self.world.put_guild(guild);
            let data = json!({ "id": IdString(id) });
            self.sessions
                .dispatch("GUILD_DELETE", Some(id), intents::GUILDS, |_| data.clone());
        }
        self.notify_pages(PageEvent::FullRefresh);
    }
}
