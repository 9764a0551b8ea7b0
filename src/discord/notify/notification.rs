//! A notification that is ready to be sent.

use crate::discord::view::animation::Animation;
use crate::discord::view::message::Message;
use crate::model::{MessageKind, PlayerId, Seq};

/// The message of a notification.
#[derive(Clone, Debug)]
pub(crate) struct Notification {
    pub(crate) reply: Message,
    /// The replay of the whole game, instead of a picture.
    pub(crate) animation: Option<Animation>,
    /// The event number of the board that is shown or meant; 0 if there is none.
    pub(crate) board: Seq,
    /// The player who is pinged.
    pub(crate) ping: Option<PlayerId>,
    /// The kind of message, if it is changed later.
    pub(crate) what: Option<MessageKind>,
}

impl Notification {
    pub(crate) fn text(content: String, ping: Option<PlayerId>) -> Self {
        Self {
            reply: Message::text(content),
            animation: None,
            board: Seq::START,
            ping,
            what: None,
        }
    }
}
