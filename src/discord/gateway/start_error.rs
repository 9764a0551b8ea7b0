//! Classification of errors at start: temporary ones, and those that the host of the bot has to fix.

use std::error::Error;
use std::fmt::{self, Write as _};
use std::io;
use std::net::SocketAddr;

use serenity::all::HttpError;

/// Why the bot could not be started.
#[derive(Debug)]
pub enum StartError {
    /// Discord can't be reached, or refuses a request.
    Discord(serenity::Error),
    /// Interactions go to this URL, so the gateway would deliver none.
    EndpointIsSet(String),
    /// The address for the HTTP endpoint can't be used.
    Listen(SocketAddr, io::Error),
    /// Discord's key for signatures can't be read.
    VerifyKey,
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Discord(error) => error.fmt(f),
            Self::EndpointIsSet(url) => write!(
                f,
                "Discord delivers interactions to {url}, so none would come over the gateway: set \
                 HEXPOST_PUBLIC_URL, or remove the URL with `hexpost endpoint clear`"
            ),
            Self::Listen(address, error) => {
                write!(f, "HEXPOST_LISTEN: {address} can't be had: {error}")
            }
            Self::VerifyKey => {
                f.write_str("Discord's key for signatures can't be read: upgrade hexpost")
            }
        }
    }
}

impl Error for StartError {}

impl From<serenity::Error> for StartError {
    fn from(error: serenity::Error) -> Self {
        Self::Discord(error)
    }
}

/// Why the bot could not be started, as one line for the host of the bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartFailure {
    /// The network or Discord is down: a later start may succeed.
    Temporary(String),
    /// The configuration has to be changed first.
    Permanent(String),
}

impl StartFailure {
    /// Classifies an error; `api_base` is the configured address of Discord, if any.
    pub fn new(error: &StartError, api_base: Option<&str>) -> Self {
        match error {
            StartError::Discord(error) => Self::of_request(error, api_base),
            error => Self::Permanent(error.to_string()),
        }
    }

    /// Classifies the error of a request.
    pub(crate) fn of_request(error: &serenity::Error, api_base: Option<&str>) -> Self {
        match error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                let status = response.status_code.as_u16();
                let said = &response.error;
                // Discord's own errors have a code above 0. Serenity uses -1 for a body that it can't
                // read, such as that of a proxy.
                match status {
                    401 => Self::Permanent(
                        "Discord does not accept DISCORD_TOKEN: copy it again from the developer portal"
                            .to_owned(),
                    ),
                    400..500 if status != 408 && status != 429 && said.code > 0 => {
                        let (code, message) = (said.code, &said.message);
                        Self::Permanent(format!("Discord refuses the start: {message} ({code})"))
                    }
                    _ => Self::Temporary(format!("Discord answers with status {status}")),
                }
            }
            serenity::Error::Http(HttpError::Request(error)) => {
                let causes = causes(error);
                match api_base {
                    Some(base) if is_unknown_host(&causes) => Self::Permanent(format!(
                        "there is no host of the name in DISCORD_API_BASE ({base}): check it"
                    )),
                    _ => Self::Temporary(causes),
                }
            }
            error => Self::Temporary(causes(error)),
        }
    }
}

/// The message of an error, with those of its sources.
fn causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.contains(&said) {
            // Writing to a string does not fail.
            let _ = write!(text, ": {said}");
        }
        cause = error.source();
    }
    text
}

/// Whether a name server has answered that the host does not exist. Without a network, name resolution
/// fails temporarily instead.
fn is_unknown_host(causes: &str) -> bool {
    let is_temporary = ["emporary failure", "try again", "Try again"];
    causes.contains("dns error") && !is_temporary.iter().any(|words| causes.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_does_not_exist_is_not_a_missing_network() {
        let said = |words: &str| format!("error sending request: dns error: {words}");
        assert!(is_unknown_host(&said("Name or service not known")));
        assert!(!is_unknown_host(&said(
            "Temporary failure in name resolution"
        )));
        assert!(!is_unknown_host(
            "tcp connect error: Network is unreachable"
        ));
    }
}
