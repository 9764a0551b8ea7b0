//! The delivery of notifications: each one in the outbox is sent until it has arrived.
//!
//! A notification is sent with its nonce, which Discord remembers for some minutes: sent twice, it
//! is one message. If it is unknown whether an older one has arrived, the channel is searched for
//! the bot's own message with the same picture or text. Where the bot may not post, the next
//! destination is tried: the thread, the channel, a direct message. Where the bot can only respond
//! to interactions, a notification is the response to the interaction that caused it
//! ([`response_delivery`]). One that can't be delivered anywhere waits for the player's next interaction
//! ([`undelivered`]).
//!
//! [`queue`] keeps the order of the notifications of each destination; [`deliver`] delivers one,
//! [`destination`] and [`forum`] find its place, [`content`], [`time`] and [`spectators`] make its
//! message, and [`messages`] sends it and updates older ones.
//!
//! [`live_message`] keeps other messages up to date: the table of a ladder ([`ladder`]), the card of a
//! tournament ([`tournament`], which also announces its rounds).
//!
//! [`lobby`] keeps the public lists of open challenges up to date, [`greeting`] the greeting of a server;
//! [`daily_puzzle`] sends the puzzle of the day.

pub(crate) mod club_puzzle;
pub(crate) mod content;
pub(crate) mod daily_puzzle;
pub(crate) mod deliver;
pub(crate) mod destination;
pub(crate) mod forum;
pub(crate) mod greeting;
pub(crate) mod ladder;
pub(crate) mod live_message;
pub(crate) mod lobby;
pub(crate) mod membership;
pub(crate) mod messages;
pub(crate) mod notification;
pub(crate) mod queue;
pub(crate) mod response_delivery;
pub(crate) mod spectators;
pub(crate) mod time;
pub(crate) mod tournament;
pub(crate) mod undelivered;
pub(crate) mod worker;

pub(crate) use response_delivery::{PreparedNotification, ResponseOutcome};
pub(crate) use worker::DeliveryWorker;
