//! Control actions: faults that the sandbox injects on request, and changes to its world from outside.

use std::time::Duration;

use serde_json::{Value, json};

use super::faults::{CutConnection, InjectedBody, InjectedResponse};
use super::gateway::{ASKED_TO_RECONNECT, AUTHENTICATION_FAILED, invalid_session};
use super::id::Id;
use super::limits::is_locale;
use super::permissions::Permissions;
use super::sessions::{ConnectionCommand, control_frame, opcode};
use super::state::{PageEvent, State};
use super::user_action::ActionError;

/// Something a test or the page can do to the sandbox: inject a fault, or change the world.
///
/// A `bool` switches the described effect on or off. `path` limits a fault to requests whose path
/// contains it, and `times` is the number of requests affected; 0 removes the fault.
#[derive(Clone, PartialEq, Debug)]
pub enum ControlAction {
    /// Cuts all gateway connections without a close frame.
    DropGateway,
    /// While on, the gateway neither reads nor sends anything.
    FreezeGateway(bool),
    /// Tells all gateway sessions that they are invalid.
    InvalidateSessions {
        /// Whether the sessions can be resumed.
        resumable: bool,
    },
    /// Asks the bot to reconnect.
    AskReconnect,
    /// While on, the gateway rejects the bot's token with 4004, as Discord does once it has been reset.
    RejectToken(bool),
    /// Sends the last interaction again.
    Redeliver,
    /// Sends this many interactions without a required field.
    Garble(u32),
    /// Answers requests with an error status instead of processing them.
    Answer {
        /// The status, such as 429, 500 or 502.
        status: u16,
        /// The number of requests affected.
        times: u32,
        /// Affects only requests whose path contains this.
        path: Option<String>,
        /// The `retry_after` of a 429.
        wait: Duration,
    },
    /// Answers requests with one of Discord's error codes instead of processing them.
    Refuse {
        /// The status, such as 403.
        status: u16,
        /// The error code, such as 40003.
        code: u32,
        /// The number of requests affected.
        times: u32,
        /// Affects only requests whose path contains this.
        path: Option<String>,
    },
    /// Answers requests with an HTML page instead of processing them, as a proxy does.
    AnswerPage {
        /// The status, such as 401, 403, 404 or 502.
        status: u16,
        /// The number of requests affected.
        times: u32,
        /// Affects only requests whose path contains this.
        path: Option<String>,
    },
    /// Processes requests but cuts the connection instead of responding.
    CutAnswers {
        /// The number of requests affected.
        times: u32,
        /// Affects only requests whose path contains this.
        path: Option<String>,
    },
    /// Adds rate-limit headers to interaction callbacks which say that the bucket is exhausted.
    SpendCallbacks {
        /// The number of callbacks affected.
        times: u32,
        /// The time until the bucket resets.
        wait: Duration,
    },
    /// Delays every response.
    Delay(Duration),
    /// Processes this many requests but answers them with 504.
    LoseAnswers(u32),
    /// Moves the clock forward.
    Advance(Duration),
    /// Sets the time the bot has for its first response to an interaction; a slow test machine may
    /// need more.
    WaitFor(Duration),
    /// Whether a user rejects DMs from the bot.
    CloseDms(Id, bool),
    /// Whether a user has installed the application to their account.
    SetApp(Id, bool),
    /// Sets the language of a user's client, as one of Discord's locales.
    SetLocale(Id, String),
    /// Deletes a channel or thread.
    DeleteChannel(Id),
    /// Deletes a message: channel and message id.
    DeleteMessage(Id, Id),
    /// Denies the bot a permission in a channel.
    Deny(Id, Permissions, bool),
    /// Allows the bot a permission in a channel.
    Allow(Id, Permissions, bool),
    /// Whether a thread is archived.
    ArchiveThread(Id, bool),
    /// Whether a thread is locked.
    LockThread(Id, bool),
    /// Removes the bot from a guild.
    RemoveBot(Id),
    /// Adds the bot to a guild.
    AddBot(Id),
    /// Whether a guild has the application's commands without its bot.
    AddCommands(Id, bool),
    /// Sets the overwrite of one permission in a channel for a role or user. The id of `@everyone`
    /// is the guild's.
    Overwrite {
        /// The channel.
        channel: Id,
        /// The role or user.
        who: Id,
        /// The permission.
        what: Permissions,
        /// Allow, deny, or `None` for neither.
        is_allowed: Option<bool>,
    },
    /// Gives a member a role or takes it away.
    SetRole {
        /// The guild.
        server: Id,
        /// The member.
        user: Id,
        /// The role.
        role: Id,
        /// Whether the member has the role.
        has: bool,
    },
    /// Adds permissions to a role of a guild.
    GrantRole {
        /// The guild.
        server: Id,
        /// The role.
        role: Id,
        /// The permissions.
        what: Permissions,
    },
    /// Whether posts of a forum need a tag.
    NeedTag(Id, bool),
    /// Whether only moderators can apply the tags of a forum.
    ModerateTags(Id, bool),
    /// Sets or clears the system channel of a guild.
    SystemChannel(Id, Option<Id>),
}

impl State {
    /// Applies a control action.
    pub(super) fn apply(&mut self, action: ControlAction) -> Result<(), ActionError> {
        match action {
            ControlAction::DropGateway => self.sessions.send_to_all(&ConnectionCommand::Drop),
            ControlAction::FreezeGateway(is_on) => self.faults.gateway_frozen = is_on,
            ControlAction::InvalidateSessions { resumable } => {
                self.sessions
                    .send_to_all(&ConnectionCommand::Send(invalid_session(resumable)));
                if !resumable {
                    self.sessions.invalidate_all();
                }
            }
            ControlAction::AskReconnect => {
                let frame = control_frame(opcode::RECONNECT, &Value::Null);
                self.sessions.send_to_all(&ConnectionCommand::Send(frame));
                self.close_gateway(ASKED_TO_RECONNECT);
            }
            ControlAction::RejectToken(is_on) => {
                self.faults.token_rejected = is_on;
                if is_on {
                    self.close_gateway(AUTHENTICATION_FAILED);
                    self.sessions.invalidate_all();
                }
            }
            ControlAction::Redeliver => {
                if !self.redeliver() {
                    return Err("nothing has happened yet".to_owned());
                }
            }
            ControlAction::Garble(times) => self.sessions.garble(times),
            ControlAction::Answer {
                status,
                times,
                path,
                wait,
            } => self.inject_response(status, times, path, InjectedBody::Plain, wait)?,
            ControlAction::Refuse {
                status,
                code,
                times,
                path,
            } => {
                let body = InjectedBody::Code(code);
                self.inject_response(status, times, path, body, Duration::ZERO)?;
            }
            ControlAction::AnswerPage {
                status,
                times,
                path,
            } => self.inject_response(status, times, path, InjectedBody::Page, Duration::ZERO)?,
            ControlAction::CutAnswers { times, path } => {
                self.faults.cut_answers.retain(|cut| cut.path != path);
                if times > 0 {
                    self.faults.cut_answers.push(CutConnection { times, path });
                }
            }
            ControlAction::SpendCallbacks { times, wait } => {
                self.faults.spent_callbacks = times;
                self.faults.spent_ms = wait.as_millis() as i64;
            }
            ControlAction::Delay(delay) => {
                self.faults.delay_ms = delay.min(Duration::from_mins(1)).as_millis() as u64;
            }
            ControlAction::LoseAnswers(times) => self.faults.lost_answers = times,
            ControlAction::Advance(by) => {
                self.clock.advance(by);
                self.sweep();
                // Every time shown on a page is wrong now.
                self.notify_pages(PageEvent::FullRefresh);
            }
            ControlAction::WaitFor(time) => self.response_timeout_ms = time.as_millis() as i64,
            action => self.change_world(&action)?,
        }
        Ok(())
    }

    /// Applies a control action that changes users, guilds, channels or messages.
    fn change_world(&mut self, action: &ControlAction) -> Result<(), ActionError> {
        match *action {
            ControlAction::CloseDms(user, is_closed) => {
                self.change_user(user, |user| user.dms_closed = is_closed)?;
            }
            ControlAction::SetApp(user, has_app) => {
                self.change_user(user, |user| user.has_app = has_app)?;
                if has_app {
                    self.announce_user_installation(user);
                }
            }
            ControlAction::SetLocale(user, ref locale) => {
                if !is_locale(locale) {
                    return Err(format!("there is no locale {locale:?}"));
                }
                self.change_user(user, |user| locale.clone_into(&mut user.locale))?;
            }
            ControlAction::DeleteChannel(channel) => self.drop_channel(channel),
            ControlAction::DeleteMessage(channel, message) => self.delete(channel, message),
            ControlAction::Deny(channel, what, is_on) => {
                let bot = self.world.application;
                self.change_overwrite(channel, bot, |overwrite| {
                    overwrite.deny = overwrite.deny.set(what, is_on);
                })?;
            }
            ControlAction::Allow(channel, what, is_on) => {
                let bot = self.world.application;
                self.change_overwrite(channel, bot, |overwrite| {
                    overwrite.allow = overwrite.allow.set(what, is_on);
                })?;
            }
            ControlAction::Overwrite {
                channel,
                who,
                what,
                is_allowed,
            } => self.change_overwrite(channel, who, |overwrite| {
                overwrite.allow = overwrite.allow.set(what, is_allowed == Some(true));
                overwrite.deny = overwrite.deny.set(what, is_allowed == Some(false));
            })?,
            ControlAction::ArchiveThread(channel, is_on) => {
                let now = self.now();
                self.change_thread(channel, |thread| {
                    thread.is_archived = is_on;
                    thread.archive_at = now;
                })?;
            }
            ControlAction::LockThread(channel, is_on) => {
                self.change_thread(channel, |thread| thread.is_locked = is_on)?;
            }
            ControlAction::RemoveBot(guild) => self.set_bot_installed(guild, false),
            ControlAction::AddBot(guild) => self.set_bot_installed(guild, true),
            ControlAction::AddCommands(guild, is_on) => self.set_commands_installed(guild, is_on),
            ControlAction::SetRole {
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
            ControlAction::GrantRole { server, role, what } => {
                self.change_guild(server, |guild| {
                    let found = guild.roles.iter_mut().find(|known| known.id == role);
                    let found = found.ok_or("there is no role like that")?;
                    found.permissions = found.permissions.with(what);
                    Ok(())
                })?;
            }
            ControlAction::NeedTag(forum, is_on) => {
                self.change_channel(forum, |forum| forum.needs_tag = is_on)?;
            }
            ControlAction::ModerateTags(forum, is_on) => self.change_channel(forum, |forum| {
                for tag in &mut forum.tags {
                    tag.is_moderated = is_on;
                }
            })?,
            ControlAction::SystemChannel(guild, channel) => self.change_guild(guild, |guild| {
                guild.system_channel = channel;
                Ok(())
            })?,
            // `apply` has handled every other action.
            _ => return Err("that is no control action of a server".to_owned()),
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

    /// The injected faults and the clock's offset, as the page receives them.
    pub(super) fn faults_json(&self) -> Value {
        let mut json = json!(self.faults);
        json["clock_ahead_ms"] = json!(self.clock.offset_ms());
        json
    }
}
