//! The courier: sends what is to be told, until it has arrived.
//!
//! A notice is sent under its nonce, which Discord remembers for some minutes: sent twice, it is one
//! message. When it is not known whether an older one has arrived, the channel is looked through for
//! our own message with its picture or its first words. Where we may not write, the next place is
//! tried: the thread, the channel, a direct message. Where we are only guests, a notice is the response
//! to the interaction that caused it (`response`). MessageKind can't be told anywhere waits for the person's
//! next visit.
//!
//! MessageKind is told in one place goes out in its order, on a lane of its own.
//!
//! It also keeps the lists of open challenges up to date that servers show.

pub(crate) mod content;
pub(crate) mod deliver;
pub(crate) mod destination;
pub(crate) mod forum;
pub(crate) mod lobby;
pub(crate) mod messages;
pub(crate) mod missed;
pub(crate) mod notification;
pub(crate) mod queue;
pub(crate) mod response;
pub(crate) mod spectators;
pub(crate) mod time;
pub(crate) mod worker;

pub(crate) use response::{Ready, Responded};
pub(crate) use worker::DeliveryWorker;
