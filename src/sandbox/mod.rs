//! A LOCAL DISCORD, in the making: it will speak Discord's REST and gateway so well that the bot
//! can't tell. It uses nothing of ours and is reached over the wire only.
//!
//! - [`refusal`] is how Discord says no: a status, a code, and where in the form the fault lies.
//! - [`limits`] are the forms it does not take: too long, too many, twice the same.
//! - [`permissions`] is who may do what, from roles and overwrites; [`mentions`] is whom a message
//!   pings.

pub mod limits;
pub mod mentions;
pub mod permissions;
pub mod refusal;
