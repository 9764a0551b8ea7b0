//! What someone asks of the bot, from the press to the last follow-up.
//!
//! The bot has three seconds for a first answer and fifteen minutes for everything after it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::id::{Id, Text};
use super::limits;
use super::permissions::Permissions;
use super::message::{Letter, Upload};
use super::api_error::{ApiError, Unknown};
use super::state::{News, State};
use super::world::{Cause, Channel, EPHEMERAL, LOADING, Message};

/// The first answer must come within so many milliseconds, usually.
pub(super) const FIRST_ANSWER: i64 = 3000;
/// Everything else within so many.
const TOKEN_LIFE: i64 = 15 * 60 * 1000;
/// Where the bot is only a guest, it may say so much more.
const MOST_FOLLOW_UPS: u32 = 5;

/// Kinds of interactions, by Discord's numbers.
pub(super) const COMMAND: u8 = 2;
/// A button or menu.
pub(super) const COMPONENT: u8 = 3;
/// Suggestions for an option.
pub(super) const AUTOCOMPLETE: u8 = 4;
/// A form that was filled in.
pub(super) const MODAL: u8 = 5;

/// Something asked of the bot.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Interaction {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) kind: u8,
    pub(super) user: Id,
    pub(super) channel: Id,
    pub(super) made_at: i64,
    /// The command's name.
    pub(super) command: Option<String>,
    /// Was the command chosen from a menu?
    pub(super) is_menu: bool,
    /// The message that has the button, or had the one that opened the form.
    pub(super) message: Option<Id>,
    /// What opened the form that was filled in.
    pub(super) opened_by: Option<Box<Cause>>,
    /// Is the bot here only because the person has brought it?
    pub(super) is_guest: bool,
    /// Who has installed the application.
    pub(super) owners: BTreeMap<u8, Id>,
    pub(super) stage: Stage,
    /// The first answer, if it was a message.
    pub(super) original: Option<Id>,
    pub(super) follow_ups: u32,
    /// Suggestions.
    pub(super) choices: Option<Value>,
    /// The form that is to be filled in.
    pub(super) modal: Option<Value>,
    /// Was it given up?
    pub(super) has_failed: bool,
}

impl Interaction {
    /// As it stands in the messages to which it leads.
    pub(super) fn cause(&self) -> Cause {
        Cause {
            id: self.id,
            kind: self.kind,
            user: self.user,
            command: self.command.clone(),
            message: self.message,
            opened_by: self.opened_by.clone(),
            owners: self.owners.clone(),
        }
    }
}

/// How far the answer has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    /// Not answered.
    Waiting,
    /// "… is thinking".
    Thinking,
    /// Answered.
    Answered,
}

/// What is done with a follow-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Which {
    Original,
    Other(Id),
}

impl State {
    /// The first answer.
    pub(super) fn callback(
        &mut self,
        id: Id,
        token: &str,
        form: &Value,
        files: Vec<Upload>,
    ) -> Result<Value, ApiError> {
        let unknown = || ApiError::unknown(Unknown::Interaction);
        let asked = self.interactions.get(&id).ok_or_else(unknown)?.clone();
        if asked.token != token
            || asked.has_failed
            || self.now() - asked.made_at > self.first_answer
        {
            return Err(unknown());
        }
        if asked.stage != Stage::Waiting {
            let words = "Interaction has already been acknowledged.";
            return Err(ApiError::new(400, 40060, words));
        }
        let kind = form["type"].as_u64().unwrap_or_default();
        let data = &form["data"];
        let has_message = asked.message.is_some();
        let fits = match kind {
            4 | 5 => asked.kind != AUTOCOMPLETE,
            6 | 7 => has_message && asked.kind != AUTOCOMPLETE,
            8 => asked.kind == AUTOCOMPLETE,
            9 => matches!(asked.kind, COMMAND | COMPONENT),
            _ => false,
        };
        if !fits {
            let words = format!("Value \"{kind}\" is no answer to this interaction.");
            return Err(ApiError::field("type", "INTERACTION_CALLBACK_TYPE", &words));
        }
        let inside = |refusal: ApiError| refusal.within("data");
        let mut after = asked.clone();
        after.stage = Stage::Answered;
        let message = match kind {
            4 => {
                limits::message(data, !files.is_empty()).map_err(inside)?;
                Some(self.reply(&asked, data, files, 0).map_err(inside)?)
            }
            5 => {
                after.stage = Stage::Thinking;
                Some(self.reply(&asked, data, Vec::new(), LOADING)?)
            }
            6 => {
                after.original = asked.message;
                None
            }
            7 => {
                let message = self.pressed(&asked)?;
                Some(self.edit(message, data, files).map_err(inside)?)
            }
            8 => {
                limits::suggestions(data)?;
                after.choices = Some(data["choices"].clone());
                None
            }
            _ => {
                limits::modal(data).map_err(inside)?;
                after.modal = Some(data.clone());
                self.tell(News::Modal(asked.user, id, data.clone()));
                None
            }
        };
        if let Some(message) = &message {
            after.original = Some(message.id);
        }
        let is_loading = after.stage == Stage::Thinking;
        let mut answer = json!({
            "interaction": {
                "id": Text(id), "type": asked.kind,
                "response_message_loading": is_loading,
                "response_message_ephemeral": message.as_ref().is_some_and(|m| m.only_for.is_some()),
                "channel_id": Text(asked.channel),
            },
        });
        if let Some(message) = message.as_ref().filter(|_| matches!(kind, 4 | 7)) {
            let message = self.world.message_json(message, &self.origin);
            answer["resource"] = json!({ "type": kind, "message": message });
        }
        // What there is not is left out.
        let server = self.world.channels.get(&asked.channel);
        let server = server.and_then(|channel| channel.server);
        for (name, id) in [
            ("response_message_id", after.original),
            ("guild_id", server),
        ] {
            if let Some(id) = id {
                answer["interaction"][name] = json!(Text(id));
            }
        }
        self.interactions.insert(id, after);
        self.tell(News::Acknowledged(asked.user, id));
        Ok(answer)
    }

    /// The message on which a button was pressed.
    fn pressed(&self, asked: &Interaction) -> Result<Message, ApiError> {
        let message = asked.message.and_then(|id| self.world.any_message(id));
        message
            .cloned()
            .ok_or_else(|| ApiError::unknown(Unknown::Message))
    }

    /// Writes an answer into the channel, for everyone or for the one who asked.
    fn reply(
        &mut self,
        asked: &Interaction,
        form: &Value,
        files: Vec<Upload>,
        more: u64,
    ) -> Result<Message, ApiError> {
        let mut wished = form["flags"].as_u64().unwrap_or_default();
        if self.is_hushed(asked) {
            wished |= EPHEMERAL;
        }
        let is_private = wished & EPHEMERAL != 0;
        let kind = match (asked.kind, asked.is_menu) {
            (COMMAND, false) => 20,
            (COMMAND, true) => 23,
            _ => 0,
        };
        self.send(Letter {
            id: None,
            channel: asked.channel,
            author: self.world.application,
            kind,
            form,
            files,
            only_for: is_private.then_some(asked.user),
            cause: Some(asked.cause()),
            flags: wished & (EPHEMERAL | 1 << 2 | 1 << 12) | more,
        })
    }

    /// Does nobody but the person see what the application answers? That is so where the person has brought
    /// it along and may not use external applications, or may not write.
    fn is_hushed(&self, asked: &Interaction) -> bool {
        let channel = self.world.channels.get(&asked.channel);
        channel.is_some_and(|channel| {
            let given = self.world.permissions(channel, asked.user);
            asked.is_guest
                && channel.server.is_some()
                && !(given.has(Permissions::USE_EXTERNAL_APPS)
                    && self.world.may_write(channel, asked.user))
        })
    }

    /// The interaction with a token that still lives.
    fn alive(&self, token: &str) -> Result<Interaction, ApiError> {
        let mut all = self.interactions.values();
        let asked = all.find(|asked| asked.token == token);
        let asked = asked.filter(|asked| asked.stage != Stage::Waiting);
        let asked = asked.ok_or_else(|| ApiError::unknown(Unknown::Webhook))?;
        if self.now() - asked.made_at > TOKEN_LIFE {
            return Err(ApiError::new(401, 50027, "Invalid Webhook Token"));
        }
        Ok(asked.clone())
    }

    /// Says something more.
    pub(super) fn follow_up(
        &mut self,
        token: &str,
        form: &Value,
        files: Vec<Upload>,
    ) -> Result<Message, ApiError> {
        let mut asked = self.alive(token)?;
        limits::message(form, !files.is_empty())?;
        if asked.stage == Stage::Thinking {
            // The first thing said after "… is thinking" takes its place.
            return self.edit_reply(token, Which::Original, form, files);
        }
        if asked.is_guest && asked.follow_ups >= MOST_FOLLOW_UPS {
            let words = "Maximum number of follow up messages for interaction reached";
            return Err(ApiError::new(400, 40094, words));
        }
        asked.follow_ups += 1;
        let message = self.reply(&asked, form, files, 0)?;
        self.interactions.insert(asked.id, asked);
        Ok(message)
    }

    /// A message that belongs to an interaction.
    pub(super) fn replied(&self, token: &str, which: Which) -> Result<Message, ApiError> {
        let asked = self.alive(token)?;
        let unknown = || ApiError::unknown(Unknown::Message);
        let id = match which {
            Which::Original => asked.original.ok_or_else(unknown)?,
            Which::Other(id) => id,
        };
        let message = self.world.any_message(id).ok_or_else(unknown)?;
        let is_own = message
            .cause
            .as_ref()
            .is_some_and(|cause| cause.id == asked.id);
        if is_own || asked.message == Some(id) || asked.original == Some(id) {
            Ok(message.clone())
        } else {
            Err(unknown())
        }
    }

    /// Changes an answer.
    pub(super) fn edit_reply(
        &mut self,
        token: &str,
        which: Which,
        form: &Value,
        files: Vec<Upload>,
    ) -> Result<Message, ApiError> {
        let mut asked = self.alive(token)?;
        let mut message = self.replied(token, which)?;
        let was_loading = message.flags & LOADING != 0;
        message.flags &= !LOADING;
        let mut message = self.edit(message, form, files)?;
        if was_loading {
            // It is new to everyone, but still an edit: it pings nobody.
            message.edited_at = None;
            self.world.put_message(message.clone());
            self.announce(&message, "MESSAGE_UPDATE");
            asked.stage = Stage::Answered;
            self.interactions.insert(asked.id, asked);
        }
        Ok(message)
    }

    /// Takes an answer away.
    pub(super) fn delete_reply(&mut self, token: &str, which: Which) -> Result<(), ApiError> {
        let message = self.replied(token, which)?;
        self.delete(message.channel, message.id);
        Ok(())
    }

    /// Gives up what was not answered in time, and forgets what is long over.
    pub(super) fn sweep(&mut self) {
        let (now, patience) = (self.now(), self.first_answer);
        let is_late = |asked: &Interaction| {
            asked.stage == Stage::Waiting && !asked.has_failed && now - asked.made_at >= patience
        };
        let late: Vec<(Id, Id)> = self
            .interactions
            .values()
            .filter(|asked| is_late(asked))
            .map(|asked| (asked.user, asked.id))
            .collect();
        for (user, id) in late {
            self.fail(user, id, "late");
        }
        self.interactions
            .retain(|_, asked| now - asked.made_at <= 2 * TOKEN_LIFE);
        self.put_quiet_threads_away(now);
    }

    /// Threads in which nothing was said for as long as they were to be kept.
    fn put_quiet_threads_away(&mut self, now: i64) {
        let is_quiet = |channel: &&Channel| {
            let last = self.world.messages.get(&channel.id);
            let last = last.and_then(|all| all.values().next_back());
            channel.thread.as_ref().is_some_and(|thread| {
                let since = last.map_or(0, |last| last.sent_at).max(thread.archive_at);
                let minutes = (now - since) / 60_000;
                !thread.is_archived && minutes >= i64::from(thread.archive_minutes)
            })
        };
        let quiet = self.world.channels.values().filter(is_quiet);
        let quiet: Vec<Channel> = quiet.cloned().collect();
        for mut channel in quiet {
            if let Some(thread) = &mut channel.thread {
                (thread.is_archived, thread.archive_at) = (true, now);
            }
            self.put_channel(&channel);
        }
    }

    /// What people still wait for.
    pub(super) fn unanswered(&self) -> Vec<String> {
        let open = self.interactions.values().filter(|asked| {
            let is_open = matches!(asked.stage, Stage::Waiting | Stage::Thinking);
            is_open && !asked.has_failed
        });
        let told = open.map(|asked| {
            let what = match (asked.kind, &asked.command) {
                (AUTOCOMPLETE, Some(name)) => format!("suggestions for /{name}"),
                (_, Some(name)) => format!("/{name}"),
                (COMPONENT, None) => format!("a press on {}", asked.message.unwrap_or_default()),
                (_, None) => "a form".to_owned(),
            };
            format!("{what} by {}: {:?}", asked.user, asked.stage)
        });
        told.collect()
    }

    pub(super) fn fail(&mut self, user: Id, id: Id, why: &'static str) {
        if let Some(asked) = self.interactions.get_mut(&id) {
            asked.has_failed = true;
        }
        self.tell(News::Failed(user, id, why));
    }
}
