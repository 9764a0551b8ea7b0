//! The levers: how the sandbox is told to misbehave, and how its world is changed from outside.

use std::time::Duration;

use serde_json::{Value, json};

use super::faults::{CutConnection, InjectedBody, InjectedResponse};
use super::gateway::{ASKED_TO_RECONNECT, AUTHENTICATION_FAILED, invalid_session};
use super::id::Id;
use super::permissions::Permissions;
use super::sessions::{ConnectionCommand, control_frame, opcode};
use super::state::{PageEvent, State};
use super::user_action::ActionError;

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
    /// Applies a lever.
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
                self.close_gateway(ASKED_TO_RECONNECT);
            }
            Lever::RejectToken => {
                self.close_gateway(AUTHENTICATION_FAILED);
                self.sessions.invalidate_all();
            }
            Lever::Redeliver => {
                if !self.sessions.redeliver() {
                    return Err("nothing has happened yet".to_owned());
                }
            }
            Lever::Garble(times) => self.sessions.garble(times),
            Lever::Answer {
                status,
                times,
                path,
                wait,
            } => self.inject_response(status, times, path, InjectedBody::Plain, wait)?,
            Lever::Refuse {
                status,
                code,
                times,
                path,
            } => {
                let body = InjectedBody::Code(code);
                self.inject_response(status, times, path, body, Duration::ZERO)?;
            }
            Lever::AnswerPage {
                status,
                times,
                path,
            } => self.inject_response(status, times, path, InjectedBody::Page, Duration::ZERO)?,
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
            Lever::Delay(delay) => {
                self.faults.delay_ms = delay.min(Duration::from_mins(1)).as_millis() as u64;
            }
            Lever::LoseAnswers(times) => self.faults.lost_answers = times,
            Lever::Advance(by) => {
                self.clock.advance(by);
                self.sweep();
                // Every time shown on a page is wrong now.
                self.notify_pages(PageEvent::FullRefresh);
            }
            Lever::WaitFor(time) => self.response_timeout_ms = time.as_millis() as i64,
            lever => self.change_world(lever)?,
        }
        Ok(())
    }

    /// Applies a lever that changes users, guilds, channels or messages.
    fn change_world(&mut self, lever: Lever) -> Result<(), ActionError> {
        match lever {
            Lever::CloseDms(user, is_closed) => {
                self.change_user(user, |user| user.dms_closed = is_closed)?;
            }
            Lever::SetApp(user, has_app) => {
                self.change_user(user, |user| user.has_app = has_app)?;
            }
            Lever::DeleteChannel(channel) => self.drop_channel(channel),
            Lever::DeleteMessage(channel, message) => self.delete(channel, message),
            Lever::Deny(channel, what, is_on) => {
                let bot = self.world.application;
                self.change_overwrite(channel, bot, |own| own.deny = own.deny.set(what, is_on))?;
            }
            Lever::Allow(channel, what, is_on) => {
                let bot = self.world.application;
                self.change_overwrite(channel, bot, |own| own.allow = own.allow.set(what, is_on))?;
            }
            Lever::Overwrite {
                channel,
                who,
                what,
                is_allowed,
            } => self.change_overwrite(channel, who, |own| {
                own.allow = own.allow.set(what, is_allowed == Some(true));
                own.deny = own.deny.set(what, is_allowed == Some(false));
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
            Lever::SetRole {
                server,
                user,
                role,
                has,
            } => self.change_guild(server, |guild| {
                let member = guild.members.get_mut(&user);
                let roles = &mut member.ok_or("nobody like that is there")?.roles;
                if has {
                    roles.insert(role);
                } else {
                    roles.remove(&role);
                }
                Ok(())
            })?,
            Lever::NeedTag(forum, is_on) => {
                self.change_channel(forum, |forum| forum.needs_tag = is_on)?;
            }
            Lever::ModerateTags(forum, is_on) => self.change_channel(forum, |forum| {
                for tag in &mut forum.tags {
                    tag.is_moderated = is_on;
                }
            })?,
            Lever::SystemChannel(guild, channel) => self.change_guild(guild, |guild| {
                guild.system_channel = channel;
                Ok(())
            })?,
            // `pull` has handled every other lever.
            _ => return Err("that is no lever of a server".to_owned()),
        }
        Ok(())
    }

    fn close_gateway(&self, (code, reason): (u16, &'static str)) {
        self.sessions
            .send_to_all(&ConnectionCommand::Close(code, reason));
    }

    /// Injects a response, replacing any injected earlier for the same path.
    fn inject_response(
        &mut self,
        status: u16,
        times: u32,
        path: Option<String>,
        body: InjectedBody,
        wait: Duration,
    ) -> Result<(), ActionError> {
        if !(400..600).contains(&status) {
            return Err("a false answer has a status from 400 to 599".to_owned());
        }
        let answers = &mut self.faults.answers;
        answers.retain(|answer| answer.path != path);
        if times > 0 {
            answers.push(InjectedResponse {
                status,
                times,
                path,
                wait_ms: wait.as_millis() as i64,
                body,
            });
        }
        Ok(())
    }

    /// What goes wrong at the moment.
    pub(super) fn faults_json(&self) -> Value {
        let mut json = json!(self.faults);
        json["clock_ahead_ms"] = json!(self.clock.offset_ms());
        json
    }
}
