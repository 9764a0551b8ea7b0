//! The local Discord against clients that know nothing of Hexpost: raw requests and frames, a small
//! serenity bot, and the page in a real browser.

#[path = "../harness/mod.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "shared by two suites, which use different parts"
)]
mod harness;

mod api_errors;
mod faults;
mod gateway;
mod installs;
mod limits;
mod messages;
mod origin;
mod page;
mod persistence;
mod raw_client;
mod responses;
mod rest;
mod serenity_bot;
mod tiny_bot;
