//! Everything that depends on time.
//!
//! - [`clock`]: how much thinking time the players have; `claims_and_gifts`: giving time and claiming a game lost
//!   on time.
//! - [`reminders`]: when a player is reminded, and sending reminders; `digest`: the daily list of games
//!   instead of single notices; [`zone`]: time zones.
//! - `vacation`: periods in which a player's clocks stand still.
//! - `sweep`: the periodic job that does whatever is due.
//! - `downtime`: extra time for players after the bot was unreachable.

pub(crate) mod claims_and_gifts;
pub mod clock;
pub(crate) mod digest;
pub(crate) mod downtime;
pub mod reminders;
pub(crate) mod sweep;
pub(crate) mod vacation;
pub mod zone;
