//! A notification that is ready to be sent.

use crate::discord::view::animation::Film;
use crate::discord::view::message::Message;
use crate::model::{MessageKind, PlayerId};

/// MessageKind is to be said, as a message.
#[derive(Clone, Debug)]
pub(crate) struct Notification {
    pub(crate) reply: Message,
    /// The whole game, beside its last picture.
    pub(crate) film: Option<Film>,
    /// The board that is shown or meant, if there is one.
    pub(crate) board: i64,
    /// Who is pinged.
    pub(crate) ping: Option<PlayerId>,
    /// MessageKind it shows, if it is to be changed later.
    pub(crate) what: Option<MessageKind>,
}

impl Notification {
    pub(crate) fn text(content: String, ping: Option<PlayerId>) -> Self {
        Self {
            reply: Message::text(content),
            film: None,
            board: 0,
            ping,
            what: None,
        }
    }
}
