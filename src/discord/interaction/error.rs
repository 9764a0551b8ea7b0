//! The error of a handler.

use std::error::Error;
use std::fmt;

use crate::app::AppError;
use crate::discord::view::message::Message;

/// Why a handler did not do what was asked. [`dispatch`](super::dispatch) turns it into a response.
#[derive(Debug)]
pub(crate) enum HandlerError {
    /// A user's mistake, explained in the user's language.
    Explained(String),
    /// More input is needed: this message asks for it.
    NeedsInput(Box<Message>),
    /// The application refused, or failed.
    App(AppError),
}

impl fmt::Display for HandlerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Explained(text) => f.write_str(text),
            Self::NeedsInput(_) => f.write_str("more input is needed"),
            Self::App(error) => error.fmt(f),
        }
    }
}

impl Error for HandlerError {}

impl<E: Into<AppError>> From<E> for HandlerError {
    fn from(error: E) -> Self {
        Self::App(error.into())
    }
}
