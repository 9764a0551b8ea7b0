//! The local Discord itself: that it is one, for bots that know nothing of us.

mod raw;
mod refusals;
mod sending;
mod stories;
