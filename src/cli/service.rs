//! Notifications to systemd, if it has started the program as a service of type `notify`.

use std::time::Duration;

use sd_notify::NotifyState;

/// Tells systemd that the bot is ready.
pub(super) fn ready(status: &str) {
    tell(&[NotifyState::Ready, NotifyState::Status(status)]);
}

/// Tells systemd what the bot is doing.
pub(super) fn status(status: &str) {
    tell(&[NotifyState::Status(status)]);
}

/// Tells systemd that the bot is stopping.
pub(super) fn stopping() {
    tell(&[
        NotifyState::Stopping,
        NotifyState::Status("answering what is open"),
    ]);
}

/// Tells systemd that the bot is not stuck.
pub(super) fn alive() {
    tell(&[NotifyState::Watchdog]);
}

/// How often systemd wants to be told, if it does: twice as often as it demands.
pub(super) fn watchdog() -> Option<Duration> {
    sd_notify::watchdog_enabled().map(|limit| limit / 2)
}

fn tell(state: &[NotifyState<'_>]) {
    // Without systemd this does nothing.
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "failed to notify systemd");
    }
}
