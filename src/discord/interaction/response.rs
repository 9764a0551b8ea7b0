//! The response to an interaction, before it becomes JSON.

use crate::discord::interaction::autocomplete::Suggestion;
use crate::discord::rest::payload::File;
use crate::discord::view::challenge::GameOn;
use crate::discord::view::message::{Message, Modal};
use crate::model::{GameId, PlayerId};

/// The response to an interaction.
#[derive(Clone, Debug)]
pub enum Response {
    /// A new ephemeral message.
    Ephemeral(Message),
    /// A new ephemeral message with files to download.
    EphemeralWithFiles(Message, Vec<File>),
    /// A new ephemeral message. If the message whose component was used is an old board that still has its
    /// buttons, it loses them.
    Outdated(Box<OutdatedPress>),
    /// An update of the message whose component was used.
    Update(Message),
    /// An update of the message whose component was used if that message is ephemeral, and a new
    /// ephemeral message otherwise.
    Show(Message),
    /// A new public message in the channel of the interaction.
    Public(Box<Publication>),
    /// A new public message with files in the channel of the interaction, which pings nobody.
    PublicWithFiles(Message, Vec<File>),
    /// A modal.
    Modal(Modal),
    /// Autocomplete choices.
    Autocomplete(Vec<Suggestion>),
    /// An acknowledgement without a visible effect.
    Ack,
}

/// The response to the use of a board that is out of date.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutdatedPress {
    /// The new message.
    pub reply: Message,
    /// The game of the board.
    pub game: GameId,
}

/// A public response: a new message in the channel of the interaction, on which Discord names the
/// invoker. It is the first response if it is ready in time, and a follow-up otherwise: in both cases
/// a new message, so that it can ping. A component that may be answered like this is deferred with
/// type 6, because the first follow-up after an ephemeral "is thinking" would stay ephemeral.
///
/// Discord makes it ephemeral where the invoker may not use external apps; see
/// `SentMessage::is_ephemeral`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Publication {
    /// The message.
    pub reply: Message,
    /// The only user it pings, whatever its text says.
    pub ping: Option<PlayerId>,
    /// What the message with the component looks like afterwards, if it changes. It is edited through
    /// the interaction, after the response. If Discord refuses that, an ephemeral message is sent as
    /// a new one instead, and a public message stays as it was.
    pub pressed: Option<Message>,
    /// The answer to an accepted challenge that lacks the link to the game: it is added as soon as the
    /// game has a place.
    pub without_place: Option<GameOn>,
}
