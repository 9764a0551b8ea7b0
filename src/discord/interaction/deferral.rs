//! When and how a response is deferred.

use std::time::Duration;

use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::LobbyAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::interaction::request::Request;

/// A response that takes longer is deferred. Discord waits three seconds.
pub const PATIENCE: Duration = Duration::from_millis(1200);

/// How long a response waits for what the computer is asked: well below the time for which Discord waits for a
/// deferred response.
pub(crate) const COMPUTER_PATIENCE: Duration = Duration::from_secs(30);

/// How the response is deferred if the handler takes longer than [`PATIENCE`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deferral {
    /// With an ephemeral "is thinking".
    Ephemeral,
    /// As an update of the component's message.
    Update,
    /// Not at all: Discord does not allow it.
    Never,
}

/// How the response to a request can be deferred.
pub(crate) fn deferral(request: &Request) -> Deferral {
    match request {
        Request::Command(_) | Request::UserCommand(..) => Deferral::Ephemeral,
        Request::Autocomplete(..) => Deferral::Never,
        Request::Component {
            id, is_ephemeral, ..
        } => match CustomId::read(id) {
            // Some of these have a public response.
            Some(
                CustomId::Accept(_)
                | CustomId::Decline(_)
                | CustomId::Withdraw(_)
                | CustomId::Menu(MenuAction::Lobby(LobbyAction::Play(_))),
            ) => Deferral::Update,
            _ if *is_ephemeral => Deferral::Update,
            _ => Deferral::Ephemeral,
        },
        Request::ModalSubmit { is_ephemeral, .. } => {
            if *is_ephemeral {
                Deferral::Update
            } else {
                Deferral::Ephemeral
            }
        }
    }
}
