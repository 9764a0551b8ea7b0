//! The local Discord itself: that it is one, for bots that know nothing of us.

mod asking;
mod door;
mod gateway;
mod installs;
mod levers;
mod raw;
mod refusals;
mod replies;
mod sending;
mod stories;
mod world;
