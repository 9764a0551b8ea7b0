//! What someone asks of us, as plain data.

use serenity::all::Permissions;

use crate::app::Act;
use crate::app::people::settings::Language;
use crate::discord::i18n::language_of;
use crate::discord::view::markdown::UserText;
use crate::model::{ChannelId, InteractionId, PlayerId, RoleId, ServerId, Time};

/// Permissions of ours, by Discord's bits: to see a channel, to write in it, to write in its threads.
const SEE: u64 = Permissions::VIEW_CHANNEL.bits();
const WRITE: u64 = Permissions::SEND_MESSAGES.bits();
const WRITE_IN_THREADS: u64 = Permissions::SEND_MESSAGES_IN_THREADS.bits();

/// Whoever asks, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invoker {
    /// Who.
    pub id: PlayerId,
    /// The name people see.
    pub name: UserText,
    /// The language of the person's program, as Discord calls it.
    pub locale: String,
    /// The server, if it is on one.
    pub server: Option<ServerId>,
    /// The server's language, as Discord calls it.
    pub server_locale: Option<String>,
    /// The channel, thread or conversation.
    pub channel: ChannelId,
    /// The channel of a thread.
    pub parent: Option<ChannelId>,
    /// May we write there by ourselves? Otherwise we can only answer.
    pub is_home: bool,
    /// The message on which it was asked, which can be changed.
    pub message: Option<i64>,
    /// What we may do there, a bit each, as Discord has it.
    pub given: u64,
    /// May the person manage the server?
    pub is_moderator: bool,
    /// The roles the person has on the server.
    pub roles: Vec<RoleId>,
    /// Is the person still typing, and waits for suggestions?
    pub is_typing: bool,
    /// The command or press.
    pub interaction: InteractionId,
    /// With which it is answered.
    pub token: String,
}

impl Invoker {
    /// The language of the person's program.
    pub fn language(&self) -> Language {
        language_of(&self.locale)
    }

    /// What the person does, now.
    pub const fn act(&self, now: Time) -> Act {
        Act {
            by: self.id,
            interaction: self.interaction,
            board: None,
            now,
        }
    }

    /// What the person does on a board that was shown, now.
    pub const fn act_on(&self, board: i64, now: Time) -> Act {
        Act {
            board: Some(board),
            ..self.act(now)
        }
    }

    /// May we write there by ourselves?
    pub const fn may_write(&self) -> bool {
        let writing = if self.parent.is_some() {
            WRITE_IN_THREADS
        } else {
            WRITE
        };
        let needed = SEE | writing;
        self.is_home && self.given & needed == needed
    }

    /// Where challenges are made from here: a thread belongs to its channel.
    pub fn table(&self) -> ChannelId {
        self.parent.unwrap_or(self.channel)
    }
}

/// What is asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Request {
    /// A command.
    Command(CommandCall),
    /// A command from the menu of a person.
    About(String, Person),
    /// Suggestions for what is being typed: the option, and the text so far.
    Suggest(CommandCall, String, String),
    /// A button, or a menu with what was chosen.
    Press {
        /// What the button carries.
        id: String,
        /// What was chosen.
        values: Vec<String>,
        /// Is it on a message that only this person sees?
        is_private: bool,
    },
    /// A form that was filled in.
    Form {
        /// What the form carries.
        id: String,
        /// Each line's name and text.
        lines: Vec<(String, String)>,
        /// Was it opened from a message that only this person sees?
        is_private: bool,
    },
}

/// A command with what was given to it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CommandCall {
    /// The command's name.
    pub name: String,
    /// The subcommand's.
    pub sub: Option<String>,
    /// The options.
    pub options: Vec<(String, OptionValue)>,
}

/// What was given for an option.
#[derive(Clone, PartialEq, Debug)]
pub enum OptionValue {
    /// A text.
    Text(String),
    /// A number.
    Number(i64),
    /// Yes or no.
    Flag(bool),
    /// Someone.
    Person(Person),
    /// A file.
    File(Upload),
}

/// A file that someone sends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Upload {
    /// Where it can be had.
    pub url: String,
    /// How many bytes it has.
    pub size: u64,
}

/// Someone who is named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Person {
    /// Who.
    pub id: PlayerId,
    /// The name people see.
    pub name: UserText,
    /// Is it no person?
    pub is_bot: bool,
}

impl CommandCall {
    fn given(&self, name: &str) -> Option<&OptionValue> {
        let found = self.options.iter().find(|(known, _)| known == name);
        found.map(|(_, given)| given)
    }

    /// A text.
    pub fn text(&self, name: &str) -> Option<&str> {
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
    pub fn person(&self, name: &str) -> Option<&Person> {
        match self.given(name) {
            Some(OptionValue::Person(person)) => Some(person),
            _ => None,
        }
    }
    /// A file.
    pub fn file(&self, name: &str) -> Option<&Upload> {
        match self.given(name) {
            Some(OptionValue::File(file)) => Some(file),
            _ => None,
        }
    }
}
