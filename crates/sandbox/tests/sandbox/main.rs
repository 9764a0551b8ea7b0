//! The sandbox against clients that know nothing about Hexpost: raw requests and frames, a small
//! serenity bot, and the page in a real browser.

#[path = "../harness/mod.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "two test suites share this and use different parts"
)]
mod harness;

mod api_errors;
mod emojis;
mod endpoint;
mod faults;
mod gateway;
mod installs;
mod interactions;
mod limits;
mod messages;
mod origin;
mod page;
mod persistence;
mod raw_client;
mod responses;
mod rest;
mod scripted_bot;
mod serenity_bot;
mod tiny_bot;
