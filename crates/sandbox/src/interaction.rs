//! The life of an interaction: callback, deferred response, follow-ups, edits, expiry.
//!
//! The bot has three seconds for the callback and fifteen minutes for everything after it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::api_error::{ApiError, Unknown};
use super::id::{Id, IdString};
use super::limits;
use super::message::{NewMessage, SENDER_FLAGS, UploadedFile};
use super::model::{Channel, ChannelMessage, EPHEMERAL, InteractionMetadata, LOADING};
use super::permissions::Permissions;
use super::state::{PageEvent, State};

/// The default time for the first response, in milliseconds.
pub(super) const RESPONSE_TIMEOUT_MS: i64 = 3000;
/// How long an interaction token is valid, in milliseconds.
const TOKEN_LIFETIME_MS: i64 = 15 * 60 * 1000;
/// Follow-ups allowed where the application is only installed to the user's account.
const MAX_USER_INSTALL_FOLLOW_UPS: u32 = 5;

/// Interaction type: a slash command or context menu command.
pub(super) const APPLICATION_COMMAND: u8 = 2;
/// Interaction type: a button or select menu of a message.
pub(super) const MESSAGE_COMPONENT: u8 = 3;
/// Interaction type: autocomplete for an option of a command.
pub(super) const AUTOCOMPLETE: u8 = 4;
/// Interaction type: a submitted modal.
pub(super) const MODAL_SUBMIT: u8 = 5;

/// Interaction callback types.
mod callback {
    pub(super) const MESSAGE: u64 = 4;
    pub(super) const DEFERRED_MESSAGE: u64 = 5;
    pub(super) const DEFERRED_UPDATE: u64 = 6;
    pub(super) const UPDATE: u64 = 7;
    pub(super) const AUTOCOMPLETE: u64 = 8;
    pub(super) const MODAL: u64 = 9;
}

/// Message types of the responses to slash commands and context menu commands.
const CHAT_INPUT_COMMAND_MESSAGE: u8 = 20;
const CONTEXT_MENU_COMMAND_MESSAGE: u8 = 23;

/// An interaction that was sent to the bot.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Interaction {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) kind: u8,
    pub(super) user: Id,
    pub(super) channel: Id,
    pub(super) made_at: i64,
    /// The name of the command, if it is one.
    pub(super) command: Option<String>,
    /// Whether it is a context menu command.
    pub(super) is_context_menu: bool,
    /// The message whose component was used, also if it opened the modal now submitted.
    pub(super) message: Option<Id>,
    /// For a submitted modal, the interaction that opened it.
    pub(super) opened_by: Option<Box<InteractionMetadata>>,
    /// Whether the application is available only through the user's own install.
    pub(super) is_user_install_only: bool,
    /// Who installed the application, by integration type: 0 a guild, 1 a user.
    pub(super) owners: BTreeMap<u8, Id>,
    pub(super) state: CallbackState,
    /// The message of the first response, if it has one.
    pub(super) original: Option<Id>,
    pub(super) follow_ups: u32,
    /// The autocomplete choices of the response.
    pub(super) choices: Option<Value>,
    /// The modal of the response, until it is submitted.
    pub(super) modal: Option<Value>,
    /// Whether it failed because the bot didn't respond in time or wasn't connected.
    pub(super) has_failed: bool,
}

impl Interaction {
    /// The metadata stored with the messages that respond to this interaction.
    pub(super) fn metadata(&self) -> InteractionMetadata {
        InteractionMetadata {
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

/// The state of the first response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CallbackState {
    /// The bot hasn't responded.
    Pending,
    /// The bot has deferred its response: the user sees "… is thinking".
    Deferred,
    /// The bot has responded.
    PressResult,
}

/// A message that responds to an interaction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ResponseRef {
    Original,
    Other(Id),
}

impl State {
    /// Processes the first response to an interaction and returns the callback response object.
    pub(super) fn callback(
        &mut self,
        id: Id,
        token: &str,
        payload: &Value,
        files: Vec<UploadedFile>,
    ) -> Result<Value, ApiError> {
        let unknown = || ApiError::unknown(Unknown::Interaction);
        let interaction = self.interactions.get(&id).ok_or_else(unknown)?.clone();
        if interaction.token != token
            || interaction.has_failed
            || self.now() - interaction.made_at > self.response_timeout_ms
        {
            return Err(unknown());
        }
        if interaction.state != CallbackState::Pending {
            let reason = "Interaction has already been acknowledged.";
            return Err(ApiError::new(400, 40060, reason));
        }
        let kind = payload["type"].as_u64().unwrap_or_default();
        let data = &payload["data"];
        let has_message = interaction.message.is_some();
        let is_valid = match kind {
            callback::MESSAGE | callback::DEFERRED_MESSAGE => interaction.kind != AUTOCOMPLETE,
            callback::DEFERRED_UPDATE | callback::UPDATE => {
                has_message && interaction.kind != AUTOCOMPLETE
            }
            callback::AUTOCOMPLETE => interaction.kind == AUTOCOMPLETE,
            callback::MODAL => matches!(interaction.kind, APPLICATION_COMMAND | MESSAGE_COMPONENT),
            _ => false,
        };
        if !is_valid {
            let reason = format!("Value \"{kind}\" is no answer to this interaction.");
            return Err(ApiError::field(
                "type",
                "INTERACTION_CALLBACK_TYPE",
                &reason,
            ));
        }
        let in_data = |error: ApiError| error.nested_under("data");
        let mut updated = interaction.clone();
        updated.state = CallbackState::PressResult;
        let message = match kind {
            callback::MESSAGE => {
                limits::message(data, !files.is_empty(), &self.world.emoji_ids())
                    .map_err(in_data)?;
                Some(
                    self.send_response(&interaction, data, files, 0)
                        .map_err(in_data)?,
                )
            }
            callback::DEFERRED_MESSAGE => {
                updated.state = CallbackState::Deferred;
                Some(self.send_response(&interaction, data, Vec::new(), LOADING)?)
            }
            callback::DEFERRED_UPDATE => {
                updated.original = interaction.message;
                None
            }
            callback::UPDATE => {
                let message = self.component_message(&interaction)?;
                Some(self.edit(message, data, files).map_err(in_data)?)
            }
            callback::AUTOCOMPLETE => {
                limits::suggestions(data)?;
                updated.choices = Some(data["choices"].clone());
                None
            }
            _ => {
                limits::modal(data).map_err(in_data)?;
                updated.modal = Some(data.clone());
                self.notify_pages(PageEvent::Modal(interaction.user, id, data.clone()));
                None
            }
        };
        if let Some(message) = &message {
            updated.original = Some(message.id);
        }
        let is_loading = updated.state == CallbackState::Deferred;
        let mut answer = json!({
            "interaction": {
                "id": IdString(id), "type": interaction.kind,
                "response_message_loading": is_loading,
                "response_message_ephemeral": message.as_ref().is_some_and(|m| m.ephemeral_for.is_some()),
                "channel_id": IdString(interaction.channel),
            },
        });
        if let Some(message) = message
            .as_ref()
            .filter(|_| matches!(kind, callback::MESSAGE | callback::UPDATE))
        {
            let message = self.world.message_json(message, &self.origin);
            answer["resource"] = json!({ "type": kind, "message": message });
        }
        // Absent values are left out rather than null.
        let guild = self.world.channels.get(&interaction.channel);
        let guild = guild.and_then(|channel| channel.guild);
        for (name, id) in [
            ("response_message_id", updated.original),
            ("guild_id", guild),
        ] {
            if let Some(id) = id {
                answer["interaction"][name] = json!(IdString(id));
            }
        }
        self.interactions.insert(id, updated);
        self.notify_pages(PageEvent::Acknowledged(interaction.user, id));
        Ok(answer)
    }

    /// The message whose component was used.
    fn component_message(&self, interaction: &Interaction) -> Result<ChannelMessage, ApiError> {
        let message = interaction
            .message
            .and_then(|id| self.world.find_message(id));
        message
            .cloned()
            .ok_or_else(|| ApiError::unknown(Unknown::Message))
    }

    /// Sends a response as a message in the channel, visible to everyone or only to the user.
    fn send_response(
        &mut self,
        interaction: &Interaction,
        payload: &Value,
        files: Vec<UploadedFile>,
        extra_flags: u64,
    ) -> Result<ChannelMessage, ApiError> {
        let mut flags = payload["flags"].as_u64().unwrap_or_default();
        if self.is_forced_ephemeral(interaction) {
            flags |= EPHEMERAL;
        }
        let is_private = flags & EPHEMERAL != 0;
        let kind = match (interaction.kind, interaction.is_context_menu) {
            (APPLICATION_COMMAND, false) => CHAT_INPUT_COMMAND_MESSAGE,
            (APPLICATION_COMMAND, true) => CONTEXT_MENU_COMMAND_MESSAGE,
            _ => 0,
        };
        self.send(NewMessage {
            id: None,
            channel: interaction.channel,
            author: self.world.application,
            kind,
            payload,
            files,
            ephemeral_for: is_private.then_some(interaction.user),
            interaction_metadata: Some(interaction.metadata()),
            flags: flags & (EPHEMERAL | SENDER_FLAGS) | extra_flags,
        })
    }

    /// Whether responses are ephemeral no matter what the bot asks for. That is so where the
    /// application is available only through the user's install and the user lacks
    /// `USE_EXTERNAL_APPS` or can't send messages.
    fn is_forced_ephemeral(&self, interaction: &Interaction) -> bool {
        let channel = self.world.channels.get(&interaction.channel);
        channel.is_some_and(|channel| {
            let granted = self.world.permissions(channel, interaction.user);
            interaction.is_user_install_only
                && channel.guild.is_some()
                && !(granted.has(Permissions::USE_EXTERNAL_APPS)
                    && self.world.can_send(channel, interaction.user))
        })
    }

    /// The interaction with a token, if it has been responded to and the token is still valid.
    fn interaction_by_token(&self, token: &str) -> Result<Interaction, ApiError> {
        let mut all = self.interactions.values();
        let interaction = all.find(|interaction| interaction.token == token);
        let interaction =
            interaction.filter(|interaction| interaction.state != CallbackState::Pending);
        let interaction = interaction.ok_or_else(|| ApiError::unknown(Unknown::Webhook))?;
        if self.now() - interaction.made_at > TOKEN_LIFETIME_MS {
            return Err(ApiError::new(401, 50027, "Invalid Webhook Token"));
        }
        Ok(interaction.clone())
    }

    /// Sends a follow-up message.
    pub(super) fn follow_up(
        &mut self,
        token: &str,
        payload: &Value,
        files: Vec<UploadedFile>,
    ) -> Result<ChannelMessage, ApiError> {
        let mut interaction = self.interaction_by_token(token)?;
        limits::message(payload, !files.is_empty(), &self.world.emoji_ids())?;
        if interaction.state == CallbackState::Deferred {
            // The first follow-up to a deferred response replaces "… is thinking".
            return self.edit_response(token, ResponseRef::Original, payload, files);
        }
        if interaction.is_user_install_only && interaction.follow_ups >= MAX_USER_INSTALL_FOLLOW_UPS
        {
            let reason = "Maximum number of follow up messages for interaction reached";
            return Err(ApiError::new(400, 40094, reason));
        }
        interaction.follow_ups += 1;
        let message = self.send_response(&interaction, payload, files, 0)?;
        self.interactions.insert(interaction.id, interaction);
        Ok(message)
    }

    /// A message that responds to an interaction, or whose component was used.
    pub(super) fn response_message(
        &self,
        token: &str,
        target: ResponseRef,
    ) -> Result<ChannelMessage, ApiError> {
        let interaction = self.interaction_by_token(token)?;
        let unknown = || ApiError::unknown(Unknown::Message);
        let id = match target {
            ResponseRef::Original => interaction.original.ok_or_else(unknown)?,
            ResponseRef::Other(id) => id,
        };
        let message = self.world.find_message(id).ok_or_else(unknown)?;
        let is_own = message
            .interaction_metadata
            .as_ref()
            .is_some_and(|metadata| metadata.id == interaction.id);
        if is_own || interaction.message == Some(id) || interaction.original == Some(id) {
            Ok(message.clone())
        } else {
            Err(unknown())
        }
    }

    /// Edits a response.
    pub(super) fn edit_response(
        &mut self,
        token: &str,
        target: ResponseRef,
        payload: &Value,
        files: Vec<UploadedFile>,
    ) -> Result<ChannelMessage, ApiError> {
        let mut interaction = self.interaction_by_token(token)?;
        let mut message = self.response_message(token, target)?;
        let was_loading = message.flags & LOADING != 0;
        message.flags &= !LOADING;
        let mut message = self.edit(message, payload, files)?;
        if was_loading {
            // The message is new to everyone who sees it, but remains an edit: it pings nobody.
            message.edited_at = None;
            self.world.put_message(message.clone());
            self.announce(&message, "MESSAGE_UPDATE");
            interaction.state = CallbackState::PressResult;
            self.interactions.insert(interaction.id, interaction);
        }
        Ok(message)
    }

    /// Deletes a response.
    pub(super) fn delete_response(
        &mut self,
        token: &str,
        target: ResponseRef,
    ) -> Result<(), ApiError> {
        let message = self.response_message(token, target)?;
        self.delete(message.channel, message.id);
        Ok(())
    }

    /// Fails interactions the bot didn't respond to in time, forgets old ones, and archives
    /// inactive threads.
    pub(super) fn sweep(&mut self) {
        let (now, patience) = (self.now(), self.response_timeout_ms);
        let is_late = |interaction: &Interaction| {
            interaction.state == CallbackState::Pending
                && !interaction.has_failed
                && now - interaction.made_at >= patience
        };
        let overdue: Vec<(Id, Id)> = self
            .interactions
            .values()
            .filter(|interaction| is_late(interaction))
            .map(|interaction| (interaction.user, interaction.id))
            .collect();
        for (user, id) in overdue {
            self.fail(user, id, "late");
        }
        self.interactions
            .retain(|_, interaction| now - interaction.made_at <= 2 * TOKEN_LIFETIME_MS);
        self.archive_inactive_threads(now);
    }

    /// Archives threads without activity for their archive duration.
    fn archive_inactive_threads(&mut self, now: i64) {
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

    /// Describes the interactions that the bot hasn't responded to, or has only deferred.
    pub(super) fn unanswered(&self) -> Vec<String> {
        let open = self.interactions.values().filter(|interaction| {
            let is_open = matches!(
                interaction.state,
                CallbackState::Pending | CallbackState::Deferred
            );
            is_open && !interaction.has_failed
        });
        let descriptions = open.map(|interaction| {
            let what = match (interaction.kind, &interaction.command) {
                (AUTOCOMPLETE, Some(name)) => format!("suggestions for /{name}"),
                (_, Some(name)) => format!("/{name}"),
                (MESSAGE_COMPONENT, None) => {
                    format!("a press on {}", interaction.message.unwrap_or_default())
                }
                (_, None) => "a form".to_owned(),
            };
            let state = if interaction.state == CallbackState::Deferred {
                "Thinking"
            } else {
                "Waiting"
            };
            format!("{what} by {}: {state}", interaction.user)
        });
        descriptions.collect()
    }

    pub(super) fn fail(&mut self, user: Id, id: Id, why: &'static str) {
        if let Some(interaction) = self.interactions.get_mut(&id) {
            interaction.has_failed = true;
        }
        self.notify_pages(PageEvent::Failed(user, id, why));
    }
}
