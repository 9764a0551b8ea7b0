//! Interactions as plain data: the invoker and the request.

use serenity::all::Permissions;

use crate::app::Act;
use crate::app::people::settings::Language;
use crate::discord::i18n::language_of;
use crate::discord::view::markdown::UserText;
use crate::model::{ChannelId, InteractionId, PlayerId, RoleId, Seq, ServerId, Time};

/// The bot's permissions to view a channel, to send messages in it and in its threads.
const SEE: u64 = Permissions::VIEW_CHANNEL.bits();
const WRITE: u64 = Permissions::SEND_MESSAGES.bits();
const WRITE_IN_THREADS: u64 = Permissions::SEND_MESSAGES_IN_THREADS.bits();

/// The user who invoked an interaction, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invoker {
    /// The user.
    pub id: PlayerId,
    /// The display name.
    pub name: UserText,
    /// The locale of the user's client.
    pub locale: String,
    /// The guild, if there is one.
    pub server: Option<ServerId>,
    /// The locale of the guild.
    pub server_locale: Option<String>,
    /// The channel, thread or direct message.
    pub channel: ChannelId,
    /// The parent channel of a thread.
    pub parent: Option<ChannelId>,
    /// Is the app installed there? Otherwise the bot can only respond.
    pub is_home: bool,
    /// The message of the component that was used.
    pub message: Option<i64>,
    /// The bot's permissions there, as Discord's bits.
    pub given: u64,
    /// The user's permissions there, as Discord's bits; all of them outside of guilds.
    pub permissions: u64,
    /// Does the user have the permission Manage Server?
    pub is_moderator: bool,
    /// The roles of the user on the guild.
    pub roles: Vec<RoleId>,
    /// Is this an autocomplete request?
    pub is_typing: bool,
    /// The id of the interaction.
    pub interaction: InteractionId,
    /// The token with which the bot responds.
    pub token: String,
}

impl Invoker {
    /// The language of the user's client.
    pub fn language(&self) -> Language {
        language_of(&self.locale)
    }

    /// An action of the user at a moment.
    pub const fn act(&self, now: Time) -> Act {
        Act {
            by: self.id,
            interaction: self.interaction,
            expected_seq: None,
            now,
        }
    }

    /// An action of the user on a board that was shown, by its event number.
    pub const fn act_on(&self, board: Seq, now: Time) -> Act {
        Act {
            expected_seq: Some(board),
            ..self.act(now)
        }
    }

    /// May the bot post there?
    pub const fn may_write(&self) -> bool {
        let writing = if self.parent.is_some() {
            WRITE_IN_THREADS
        } else {
            WRITE
        };
        let needed = SEE | writing;
        self.is_home && self.given & needed == needed
    }

    /// May the user send messages there?
    pub const fn can_send(&self) -> bool {
        let writing = if self.parent.is_some() {
            WRITE_IN_THREADS
        } else {
            WRITE
        };
        self.permissions & writing == writing
    }

    /// The channel for challenges: the parent of a thread.
    pub fn parent_channel(&self) -> ChannelId {
        self.parent.unwrap_or(self.channel)
    }
}

/// A request.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// A slash command.
    Command(CommandCall),
    /// A user command, from the context menu of a user.
    UserCommand(String, UserOption),
    /// An autocomplete request: the option, and the text so far.
    Autocomplete(CommandCall, String, String),
    /// A component: a button, or a select menu with the chosen values.
    Component {
        /// The custom id.
        id: String,
        /// The chosen values.
        values: Vec<String>,
        /// The chosen users of a user select menu.
        people: Vec<UserOption>,
        /// Is it on an ephemeral message?
        is_ephemeral: bool,
    },
    /// A submitted modal.
    ModalSubmit {
        /// The custom id.
        id: String,
        /// The name and text of each input.
        lines: Vec<(String, String)>,
        /// Was it opened from an ephemeral message?
        is_ephemeral: bool,
    },
}

impl Request {
    /// The kind of the request, for metrics.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Command(_) | Self::UserCommand(..) => "command",
            Self::Autocomplete(..) => "autocomplete",
            Self::Component { .. } => "component",
            Self::ModalSubmit { .. } => "modal",
        }
    }
}

/// A slash command with its options.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CommandCall {
    /// The name of the command.
    pub name: String,
    /// The name of the subcommand.
    pub sub: Option<String>,
    /// The options.
    pub options: Vec<(String, OptionValue)>,
}

/// The value of an option.
#[derive(Clone, PartialEq, Debug)]
pub enum OptionValue {
    /// A text.
    Text(String),
    /// A number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// A user.
    Person(UserOption),
    /// A file.
    File(AttachmentOption),
}

/// An uploaded file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AttachmentOption {
    /// The URL.
    pub url: String,
    /// The size in bytes.
    pub size: u64,
}

/// A user named in an option, or chosen from a select menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserOption {
    /// Who.
    pub id: PlayerId,
    /// The name people see.
    pub name: UserText,
    /// Is the user a bot?
    pub is_bot: bool,
}

impl CommandCall {
    fn given(&self, name: &str) -> Option<&OptionValue> {
        let found = self.options.iter().find(|(known, _)| known == name);
        found.map(|(_, given)| given)
    }

    /// A text.
    pub fn string(&self, name: &str) -> Option<&str> {
        match self.given(name) {
            Some(OptionValue::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A number.
    pub fn number(&self, name: &str) -> Option<i64> {
        match self.given(name) {
            Some(OptionValue::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// Yes or no.
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.given(name) {
            Some(OptionValue::Flag(flag)) => Some(*flag),
            _ => None,
        }
    }

    /// Someone.
    pub fn person(&self, name: &str) -> Option<&UserOption> {
        match self.given(name) {
            Some(OptionValue::Person(person)) => Some(person),
            _ => None,
        }
    }
    /// A file.
    pub fn file(&self, name: &str) -> Option<&AttachmentOption> {
        match self.given(name) {
            Some(OptionValue::File(file)) => Some(file),
            _ => None,
        }
    }
}
