//! Errors of REST requests, and what they mean for a delivery.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use serde_json::Value;
use serenity::http::{ErrorResponse, HttpError};

use crate::discord::rest::error_code;

/// Why a request failed.
#[derive(Debug)]
pub(crate) struct RestError {
    failure: Failure,
    /// How long Discord asks to wait, if that is too long for the client to wait itself.
    pub(super) wait: Option<Duration>,
}

#[derive(Debug)]
enum Failure {
    /// A response with an error status.
    Rejected(Rejection),
    /// No response, or one that can't be read.
    Other(Box<serenity::Error>),
}

/// A response with an error status.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rejection {
    status: u16,
    /// Discord's JSON error code; 0 if the body has none.
    code: isize,
    message: String,
}

impl RestError {
    /// A request that was not sent because the client has to wait.
    pub(super) fn waiting(reason: &'static str, wait: Duration) -> Self {
        Self {
            failure: Failure::Other(Box::new(serenity::Error::Other(reason))),
            wait: Some(wait),
        }
    }

    /// A response with an error status. Its body has Discord's code and message, unless it comes from
    /// a proxy or is a rate limit, which need not have a code.
    pub(super) fn rejected(status: u16, body: &Value) -> Self {
        let rejection = Rejection {
            status,
            code: body["code"].as_i64().unwrap_or_default() as isize,
            message: body["message"].as_str().unwrap_or_default().to_owned(),
        };
        Self {
            failure: Failure::Rejected(rejection),
            wait: None,
        }
    }

    const fn rejection(&self) -> Option<&Rejection> {
        match &self.failure {
            Failure::Rejected(rejection) => Some(rejection),
            Failure::Other(_) => None,
        }
    }

    /// Discord's JSON error code.
    pub(crate) fn code(&self) -> Option<isize> {
        self.rejection().map(|rejection| rejection.code)
    }

    /// The HTTP status.
    pub(super) fn status(&self) -> Option<u16> {
        self.rejection().map(|rejection| rejection.status)
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
        match &self.failure {
            Failure::Rejected(rejection) => rejection.status >= 500,
            Failure::Other(error) => {
                is_network_error(error) || matches!(**error, serenity::Error::Json(_))
            }
        }
    }

    /// Whether the request may succeed if it is sent again.
    pub(crate) fn is_passing(&self) -> bool {
        match &self.failure {
            Failure::Rejected(rejection) => is_passing_status(rejection.status),
            Failure::Other(error) => is_network_error(error),
        }
    }
}

/// Whether Discord is overloaded or limits the rate, so that the request may succeed later.
pub(crate) fn is_passing(error: &serenity::Error) -> bool {
    response_of(error).is_some_and(|response| is_passing_status(response.status_code.as_u16()))
}

const fn is_passing_status(status: u16) -> bool {
    status == 429 || status >= 500
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
        match &self.failure {
            Failure::Other(error) => error.fmt(f),
            Failure::Rejected(Rejection {
                status,
                code,
                message,
            }) => {
                write!(f, "Discord answered with status {status}")?;
                if *code != 0 {
                    write!(f, ", code {code}")?;
                }
                if !message.is_empty() {
                    write!(f, ": {message}")?;
                }
                Ok(())
            }
        }
    }
}

impl Error for RestError {}

impl<E: Into<serenity::Error>> From<E> for RestError {
    fn from(error: E) -> Self {
        Self {
            failure: Failure::Other(Box::new(error.into())),
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
        let Some(response) = error.rejection() else {
            // The network failed, or the response can't be read: the outcome is unknown.
            return Self::Later(None);
        };
        let status = response.status;
        match response.code {
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
            _ if is_passing_status(status) => Self::Later(None),
            _ if status == 403 || status == 404 => Self::Closed,
            code => Self::Never(format!("{status} {code}: {}", response.message)),
        }
    }
}
