//! Errors of REST requests, and what they mean for a delivery.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use serenity::http::{ErrorResponse, HttpError};

use crate::discord::rest::error_code;

/// Why a request failed.
#[derive(Debug)]
pub(crate) struct RestError {
    error: Box<serenity::Error>,
    /// How long Discord asks to wait, if that is too long for the client to wait itself.
    pub(super) wait: Option<Duration>,
}

impl RestError {
    /// A request that was not sent because the client has to wait.
    pub(super) fn waiting(reason: &'static str, wait: Duration) -> Self {
        Self {
            error: Box::new(serenity::Error::Other(reason)),
            wait: Some(wait),
        }
    }

    /// Discord's JSON error code.
    pub(crate) fn code(&self) -> Option<isize> {
        code_of(&self.error)
    }

    /// The HTTP status.
    pub(super) fn status(&self) -> Option<u16> {
        response_of(&self.error).map(|response| response.status_code.as_u16())
    }

    /// Whether the request was rejected because the token is not accepted, or by a proxy. Any other
    /// rejection by Discord has an error code.
    pub(super) fn is_unauthorized(&self) -> bool {
        let has_code = self
            .code()
            .is_some_and(|code| code > 0 && code != error_code::UNAUTHORIZED);
        matches!(self.status(), Some(401 | 403 | 404)) && !has_code
    }

    /// Whether Discord may have carried out the request nevertheless.
    pub(crate) fn is_unknown(&self) -> bool {
        match &*self.error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                response.status_code.as_u16() >= 500
            }
            serenity::Error::Http(HttpError::Request(_)) | serenity::Error::Json(_) => true,
            _ => false,
        }
    }

    /// Whether the request may succeed if it is sent again.
    pub(crate) fn is_passing(&self) -> bool {
        is_network_error(&self.error) || is_passing(&self.error)
    }
}

/// Whether Discord is overloaded or limits the rate, so that the request may succeed later.
pub(crate) fn is_passing(error: &serenity::Error) -> bool {
    response_of(error).is_some_and(|response| {
        let status = response.status_code.as_u16();
        status == 429 || status >= 500
    })
}

/// Whether no response was received.
pub(crate) const fn is_network_error(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::Request(_)))
}

/// Discord's JSON error code.
pub(crate) fn code_of(error: &serenity::Error) -> Option<isize> {
    response_of(error).map(|response| response.error.code)
}

const fn response_of(error: &serenity::Error) -> Option<&ErrorResponse> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => Some(response),
        _ => None,
    }
}

impl fmt::Display for RestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for RestError {}

impl<E: Into<serenity::Error>> From<E> for RestError {
    fn from(error: E) -> Self {
        Self {
            error: Box::new(error.into()),
            wait: None,
        }
    }
}

/// Why a message was not delivered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum DeliveryError {
    /// The destination is unavailable (deleted, no permission, DMs closed): try the next one.
    Closed,
    /// The bot is not a member of the destination, and can only respond to interactions there.
    NoAccess,
    /// The message is deleted or can't be edited any more.
    Lost,
    /// Try again later, and not before the given time.
    Later(Option<Duration>),
    /// The message may have been delivered, which can't be found out: it is not sent again.
    Unknown,
    /// The request is invalid and will never succeed.
    Never(String),
}

impl fmt::Display for DeliveryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl Error for DeliveryError {}

impl From<RestError> for DeliveryError {
    fn from(error: RestError) -> Self {
        if error.wait.is_some() {
            return Self::Later(error.wait);
        }
        let Some(response) = response_of(&error.error) else {
            // The network failed, or the response can't be read: the outcome is unknown.
            return Self::Later(None);
        };
        let status = response.status_code.as_u16();
        match response.error.code {
            error_code::OPENING_DMS_TOO_FAST => Self::Later(None),
            error_code::MISSING_ACCESS | error_code::NO_MUTUAL_GUILDS => Self::NoAccess,
            error_code::CANNOT_MESSAGE_USER
            | error_code::INVALID_WEBHOOK_TOKEN
            | error_code::MAXIMUM_FOLLOW_UPS
            | error_code::MISSING_PERMISSIONS
            | error_code::NON_TEXT_CHANNEL
            | error_code::THREAD_ARCHIVED
            | error_code::THREAD_LOCKED
            | error_code::UNKNOWN_CHANNEL
            | error_code::UNKNOWN_USER
            | error_code::UNKNOWN_WEBHOOK
            | error_code::WRONG_CHANNEL_TYPE => Self::Closed,
            error_code::UNKNOWN_MESSAGE | error_code::MAXIMUM_EDITS_TO_OLD_MESSAGES => Self::Lost,
            _ if status == 429 || status >= 500 => Self::Later(None),
            _ if status == 403 || status == 404 => Self::Closed,
            code => Self::Never(format!("{status} {code}: {}", response.error.message)),
        }
    }
}
