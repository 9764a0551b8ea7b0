//! The levers: how the sandbox is told to misbehave, and how its world is changed from outside.

use std::time::Duration;

use serde_json::{Value, json};

use super::faults::{CutConnection, InjectedBody, InjectedResponse};
use super::gateway::{ASKED_TO_RECONNECT, AUTHENTICATION_FAILED, invalid_session};
use super::id::{self, Id};
use super::permissions::{Overwrite, Permissions};
use super::seed::{join, new_channel, new_user};
use super::sessions::{ConnectionCommand, control_frame, opcode};
use super::state::{PageEvent, State};
use super::user_action::ActionError;
use super::world::{FORUM, TEXT};

/// A lever to be pulled.
#[derive(Clone, PartialEq, Debug)]
pub enum Lever {
    /// Cuts the gateway's connections without a word.
    DropGateway,
    /// The gateway neither hears nor says anything, as long as it is on.
    FreezeGateway(bool),
    /// Sessions are invalid; they can be resumed or not.
    InvalidateSessions {
        /// May they come back?
        resumable: bool,
    },
    /// Asks the bot to connect anew.
    AskReconnect,
    /// Closes the gateway's connections with 4004, as Discord does once the token has been reset.
    RejectToken,
    /// Sends the last interaction once more.
    Redeliver,
    /// So many interactions lack what they must have.
    Garble(u32),
    /// Answers requests with a status instead of carrying them out.
    Answer {
        /// 500, 502, 429 …
        status: u16,
        /// How often.
        times: u32,
        /// Only where the path has this in it.
        path: Option<String>,
        /// How long 429 says to wait.
        wait: Duration,
    },
    /// Answers requests with one of Discord's codes instead of carrying them out.
    Refuse {
        /// The status, such as 403.
        status: u16,
        /// The code, such as 40003.
        code: u32,
        /// How often.
        times: u32,
        /// Only where the path has this in it.
        path: Option<String>,
    },
    /// Answers requests with a page of HTML instead of carrying them out, as a proxy does.
    AnswerPage {
        /// 401, 403, 404, 502 …
        status: u16,
        /// How often.
        times: u32,
        /// Only where the path has this in it.
        path: Option<String>,
    },
    /// Carries requests out and cuts the connection instead of answering.
    CutAnswers {
        /// How often.
        times: u32,
        /// Only where the path has this in it.
        path: Option<String>,
    },
    /// So many first answers to interactions are told that none is left in their bucket.
    SpendCallbacks {
        /// How many.
        times: u32,
        /// For how long they are told so.
        wait: Duration,
    },
    /// Every answer takes this long.
    Delay(Duration),
    /// So many answers get lost after the work was done.
    LoseAnswers(u32),
    /// Puts the clock forward.
    Advance(Duration),
    /// So long people wait for a first answer: a machine may be slow.
    WaitFor(Duration),
    /// Someone takes no messages from the bot, or does again.
    CloseDms(Id, bool),
    /// Someone has no longer, or has again, the application in the own account.
    SetApp(Id, bool),
    /// Takes a channel or thread away.
    DeleteChannel(Id),
    /// Takes a message away.
    DeleteMessage(Id, Id),
    /// Takes a permission from the bot in a channel, or gives it back.
    Deny(Id, Permissions, bool),
    /// Gives the bot a permission in a channel, or no longer.
    Allow(Id, Permissions, bool),
    /// Puts a thread away, or takes it out again.
    ArchiveThread(Id, bool),
    /// Locks a thread, or unlocks it.
    LockThread(Id, bool),
    /// The bot goes from a server.
    RemoveBot(Id),
    /// The bot comes to a server.
    AddBot(Id),
    /// A server has the application's commands without its bot, or no longer.
    AddCommands(Id, bool),
    /// Allows or denies a permission in a channel to a role (everyone's has the server's number) or to a
    /// person, or says nothing about it.
    Overwrite {
        /// The channel.
        channel: Id,
        /// The role or person.
        who: Id,
        /// The permission.
        what: Permissions,
        /// Allowed, denied, or neither?
        is_allowed: Option<bool>,
    },
    /// Gives someone a role on a server, or takes it away.
    SetRole {
        /// The server.
        server: Id,
        /// Who.
        user: Id,
        /// The role.
        role: Id,
        /// Given, or taken away?
        has: bool,
    },
    /// A forum wants a tag on every post, or no longer.
    NeedTag(Id, bool),
    /// Only moderators may set the tags of a forum, or everyone may.
    ModerateTags(Id, bool),
    /// A server speaks of itself in this channel, or in none.
    SystemChannel(Id, Option<Id>),
}

impl State {
    /// Pulls a lever.
    pub(super) fn pull(&mut self, lever: Lever) -> Result<(), ActionError> {
        match lever {
            Lever::DropGateway => self.sessions.send_to_all(&ConnectionCommand::Drop),
            Lever::FreezeGateway(is_on) => self.faults.gateway_frozen = is_on,
            Lever::InvalidateSessions { resumable } => {
                self.sessions
                    .send_to_all(&ConnectionCommand::Send(invalid_session(resumable)));
                if !resumable {
                    self.sessions.invalidate_all();
                }
            }
            Lever::AskReconnect => {
                let frame = control_frame(opcode::RECONNECT, Value::Null);
                self.sessions.send_to_all(&ConnectionCommand::Send(frame));
                let (code, reason) = ASKED_TO_RECONNECT;
                self.sessions
                    .send_to_all(&ConnectionCommand::Close(code, reason));
            }
            Lever::RejectToken => {
                let (code, reason) = AUTHENTICATION_FAILED;
                self.sessions
                    .send_to_all(&ConnectionCommand::Close(code, reason));
                self.sessions.invalidate_all();
            }
            Lever::Redeliver => {
                if !self.sessions.redeliver() {
                    return Err("nothing has happened yet".to_owned());
                }
            }
            Lever::Garble(times) => self.sessions.garble(times),
            Lever::Delay(delay) => {
                self.faults.delay_ms = delay.min(Duration::from_mins(1)).as_millis() as u64;
            }
            Lever::LoseAnswers(times) => self.faults.lost_answers = times,
            Lever::Advance(by) => {
                self.clock.advance(by);
                self.sweep();
                // Every clock on a page is wrong now.
                self.notify_pages(PageEvent::FullRefresh);
            }
            Lever::WaitFor(time) => self.response_timeout_ms = time.as_millis() as i64,
            Lever::CloseDms(user, is_closed) => {
                self.change_user(user, |user| user.dms_closed = is_closed)?;
            }
            Lever::SetApp(user, has_app) => {
                self.change_user(user, |user| user.has_app = has_app)?;
            }
            Lever::DeleteChannel(channel) => self.drop_channel(channel),
            Lever::DeleteMessage(channel, message) => self.delete(channel, message),
            Lever::Deny(channel, what, is_on) => self.overwrite(channel, None, |own| {
                own.deny = own.deny.without(what);
                if is_on {
                    own.deny = own.deny.with(what);
                }
            })?,
            Lever::Allow(channel, what, is_on) => self.overwrite(channel, None, |own| {
                own.allow = own.allow.without(what);
                if is_on {
                    own.allow = own.allow.with(what);
                }
            })?,
            Lever::ArchiveThread(channel, is_on) => {
                let now = self.now();
                self.change_thread(channel, |thread| {
                    thread.is_archived = is_on;
                    thread.archive_at = now;
                })?;
            }
            Lever::LockThread(channel, is_on) => {
                self.change_thread(channel, |thread| thread.is_locked = is_on)?;
            }
            Lever::RemoveBot(guild) => self.set_bot_installed(guild, false),
            Lever::AddBot(guild) => self.set_bot_installed(guild, true),
            Lever::AddCommands(guild, is_on) => self.set_commands_installed(guild, is_on),
            Lever::Overwrite {
                channel,
                who,
                what,
                is_allowed,
            } => self.overwrite(channel, Some(who), |own| {
                own.allow = own.allow.without(what);
                own.deny = own.deny.without(what);
                match is_allowed {
                    Some(true) => own.allow = own.allow.with(what),
                    Some(false) => own.deny = own.deny.with(what),
                    None => {}
                }
            })?,
            lever => {
                if let Some(lever) = self.set_response_fault(lever)? {
                    self.change_guild_settings(&lever)?;
                }
            }
        }
        Ok(())
    }

    /// Makes REST answer falsely; gives back a lever of another kind.
    fn set_response_fault(&mut self, lever: Lever) -> Result<Option<Lever>, ActionError> {
        match lever {
            Lever::Answer {
                status,
                times,
                path,
                wait,
            } => {
                let wait_ms = wait.as_millis() as i64;
                let body = InjectedBody::Plain;
                self.inject_response(InjectedResponse {
                    status,
                    times,
                    path,
                    wait_ms,
                    body,
                })?;
            }
            Lever::Refuse {
                status,
                code,
                times,
                path,
            } => self.inject_response(InjectedResponse {
                status,
                times,
                path,
                wait_ms: 0,
                body: InjectedBody::Code(code),
            })?,
            Lever::AnswerPage {
                status,
                times,
                path,
            } => self.inject_response(InjectedResponse {
                status,
                times,
                path,
                wait_ms: 0,
                body: InjectedBody::Page,
            })?,
            Lever::CutAnswers { times, path } => {
                self.faults.cut_answers.retain(|cut| cut.path != path);
                if times > 0 {
                    self.faults.cut_answers.push(CutConnection { times, path });
                }
            }
            Lever::SpendCallbacks { times, wait } => {
                self.faults.spent_callbacks = times;
                self.faults.spent_ms = wait.as_millis() as i64;
            }
            lever => return Ok(Some(lever)),
        }
        Ok(None)
    }

    /// Changes what servers are like.
    fn change_guild_settings(&mut self, lever: &Lever) -> Result<(), ActionError> {
        match lever {
            Lever::SetRole {
                server: guild,
                user,
                role,
                has,
            } => self.change_guild(*guild, |guild| {
                let member = guild.members.get_mut(user);
                let roles = &mut member.ok_or("nobody like that is there")?.roles;
                if *has {
                    roles.insert(*role);
                } else {
                    roles.remove(role);
                }
                Ok(())
            })?,
            Lever::NeedTag(forum, is_on) => {
                self.change_channel(*forum, |forum| forum.needs_tag = *is_on)?;
            }
            Lever::ModerateTags(forum, is_on) => self.change_channel(*forum, |forum| {
                for tag in &mut forum.tags {
                    tag.is_moderated = *is_on;
                }
            })?,
            Lever::SystemChannel(guild, channel) => self.change_guild(*guild, |guild| {
                guild.system_channel = *channel;
                Ok(())
            })?,
            _ => return Err("that is no lever of a server".to_owned()),
        }
        Ok(())
    }

    /// Plans a false answer, instead of what was planned for the same requests.
    fn inject_response(&mut self, answer: InjectedResponse) -> Result<(), ActionError> {
        if !(400..600).contains(&answer.status) {
            return Err("a false answer has a status from 400 to 599".to_owned());
        }
        let answers = &mut self.faults.answers;
        answers.retain(|planned| planned.path != answer.path);
        if answer.times > 0 {
            answers.push(answer);
        }
        Ok(())
    }

    fn change_user(
        &mut self,
        user: Id,
        change: impl FnOnce(&mut super::world::User),
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

    fn change_guild(
        &mut self,
        guild: Id,
        change: impl FnOnce(&mut super::world::Guild) -> Result<(), ActionError>,
    ) -> Result<(), ActionError> {
        let found = self.world.guilds.get(&guild);
        let mut guild = found.ok_or("there is no such server")?.clone();
        change(&mut guild)?;
        self.world.put_guild(guild);
        self.notify_pages(PageEvent::FullRefresh);
        Ok(())
    }

    fn change_channel(
        &mut self,
        channel: Id,
        change: impl FnOnce(&mut super::world::Channel),
    ) -> Result<(), ActionError> {
        let found = self.world.channels.get(&channel);
        let mut channel = found.ok_or("there is no such channel")?.clone();
        change(&mut channel);
        self.put_channel(&channel);
        Ok(())
    }

    fn change_thread(
        &mut self,
        channel: Id,
        change: impl FnOnce(&mut super::world::Thread),
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

    /// Changes what a channel allows and denies to a role or a person; without either, to the bot itself.
    fn overwrite(
        &mut self,
        channel: Id,
        who: Option<Id>,
        change: impl FnOnce(&mut Overwrite),
    ) -> Result<(), ActionError> {
        let found = self
            .world
            .channels
            .get(&channel)
            .ok_or("there is no such channel")?;
        let mut channel = found.clone();
        let id = who.unwrap_or(self.world.application);
        let is_person = self.world.users.contains_key(&id);
        let guild = channel.guild.and_then(|id| self.world.guilds.get(&id));
        if !is_person && !guild.is_some_and(|s| s.roles.iter().any(|role| role.id == id)) {
            return Err("there is no such role or person".to_owned());
        }
        let own = channel.overwrites.iter().position(|o| o.id == id);
        let own = own.unwrap_or_else(|| {
            channel.overwrites.push(Overwrite {
                id,
                is_person,
                allow: Permissions::NONE,
                deny: Permissions::NONE,
            });
            channel.overwrites.len() - 1
        });
        change(&mut channel.overwrites[own]);
        channel
            .overwrites
            .retain(|own| own.allow.with(own.deny) != Permissions::NONE);
        self.put_channel(&channel);
        Ok(())
    }

    /// Someone new, on every server.
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

    /// A new role on a server, which gives nothing.
    pub(super) fn add_role(&mut self, guild: Id, name: &str) -> Result<Id, ActionError> {
        let length = name.trim().chars().count();
        if !(1..=100).contains(&length) {
            return Err("a name has 1 to 100 characters".to_owned());
        }
        let now = self.now();
        let id = self.world.new_id(now);
        self.change_guild(guild, |guild| {
            guild.roles.push(super::world::Role {
                id,
                name: name.trim().to_owned(),
                color: 0,
                permissions: Permissions::NONE,
            });
            Ok(())
        })?;
        Ok(id)
    }

    /// A new channel or forum on a server.
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

    /// What goes wrong at the moment.
    pub(super) fn faults_json(&self) -> Value {
        let mut json = json!(self.faults);
        json["clock_ahead_ms"] = json!(self.clock.offset_ms());
        json
    }
}

/// The lever that a form of the page means.
pub(super) fn parse_lever(request: &Value) -> Result<Lever, ActionError> {
    let number = |name: &str| id::field(request, name).ok_or_else(|| format!("{name} is missing"));
    let is_on = request["on"].as_bool().unwrap_or(true);
    let count = |name: &str| request[name].as_u64().unwrap_or(1).min(1_000_000);
    let path = || request["path"].as_str().filter(|path| !path.is_empty());
    let path = || path().map(str::to_owned);
    Ok(match request["do"].as_str().unwrap_or_default() {
        "drop_gateway" => Lever::DropGateway,
        "freeze_gateway" => Lever::FreezeGateway(is_on),
        "invalidate_sessions" => Lever::InvalidateSessions {
            resumable: request["resumable"] == true,
        },
        "ask_reconnect" => Lever::AskReconnect,
        "reject_token" => Lever::RejectToken,
        "redeliver" => Lever::Redeliver,
        "garble" => Lever::Garble(1),
        "answer" => Lever::Answer {
            status: count("status") as u16,
            times: count("times") as u32,
            path: path(),
            wait: Duration::from_millis(request["wait_ms"].as_u64().unwrap_or(300).min(86_400_000)),
        },
        "refuse" => Lever::Refuse {
            status: count("status") as u16,
            code: count("code") as u32,
            times: count("times") as u32,
            path: path(),
        },
        "answer_page" => Lever::AnswerPage {
            status: count("status") as u16,
            times: count("times") as u32,
            path: path(),
        },
        "cut_answers" => Lever::CutAnswers {
            times: count("times") as u32,
            path: path(),
        },
        "spend_callbacks" => Lever::SpendCallbacks {
            times: count("times") as u32,
            wait: Duration::from_millis(request["wait_ms"].as_u64().unwrap_or(300).min(86_400_000)),
        },
        "delay" => Lever::Delay(Duration::from_millis(count("ms"))),
        "lose_answers" => Lever::LoseAnswers(count("times") as u32),
        "advance" => Lever::Advance(Duration::from_secs(
            request["seconds"].as_u64().unwrap_or(0),
        )),
        "close_dms" => Lever::CloseDms(number("user_id")?, is_on),
        "set_app" => Lever::SetApp(number("user_id")?, is_on),
        "delete_channel" => Lever::DeleteChannel(number("channel_id")?),
        "delete_message" => Lever::DeleteMessage(number("channel_id")?, number("message_id")?),
        verb @ ("deny" | "allow") => {
            let name = request["permission"].as_str().unwrap_or_default();
            let permission = Permissions::named(name).ok_or("there is no such permission")?;
            let channel = number("channel_id")?;
            if verb == "deny" {
                Lever::Deny(channel, permission, is_on)
            } else {
                Lever::Allow(channel, permission, is_on)
            }
        }
        "overwrite" => Lever::Overwrite {
            channel: number("channel_id")?,
            who: number("who_id")?,
            what: request["permission"]
                .as_str()
                .and_then(Permissions::named)
                .ok_or("there is no such permission")?,
            is_allowed: request["allowed"].as_bool(),
        },
        "archive_thread" => Lever::ArchiveThread(number("channel_id")?, is_on),
        "lock_thread" => Lever::LockThread(number("channel_id")?, is_on),
        "remove_bot" => Lever::RemoveBot(number("server_id")?),
        "add_bot" => Lever::AddBot(number("server_id")?),
        "add_commands" => Lever::AddCommands(number("server_id")?, is_on),
        "set_role" => Lever::SetRole {
            server: number("server_id")?,
            user: number("user_id")?,
            role: number("role_id")?,
            has: is_on,
        },
        "need_tag" => Lever::NeedTag(number("channel_id")?, is_on),
        "moderate_tags" => Lever::ModerateTags(number("channel_id")?, is_on),
        "system_channel" => {
            Lever::SystemChannel(number("server_id")?, id::field(request, "channel_id"))
        }
        other => return Err(format!("there is no lever {other:?}")),
    })
}
