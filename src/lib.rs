//! Hexpost: correspondence games of ZÈRTZ and TZAAR in Discord.
//!
//! | layer | what it is | may use |
//! |---|---|---|
//! | [`hexpost_engine`] | the rules: pure values | nothing of ours |
//! | [`hexpost_render`] | pictures: a position in, bytes out | engine |
//! | [`hexpost_sandbox`] | a local Discord, to try and test bots with | nothing of ours |
//! | [`model`] | shared vocabulary: ids, time, events, terms, notices | engine |
//! | [`store`] | the database: the only SQL | model, engine |
//! | [`app`] | the use cases, and who may do what | store, model, engine |
//! | [`lease_keeper`] | keeps what this process has leased, when several share a database | app, model |
//! | [`scheduler`] | sleeps until something is due | app, lease keeper, metrics, model |
//! | [`engine_pool`] | threads on which the computer thinks | app, metrics, model, engine |
//! | [`discord`] | the platform: interactions in, responses and notifications out | app, lease keeper, metrics, model, scheduler, `engine_pool`, render, engine |
//! | [`metrics`] | what is counted and measured | nothing of ours |
//! | [`admin`] | the endpoint for monitoring: health and metrics | nothing of ours |
//! | `config` | settings: the only reader of the environment | nothing of ours |
//! | [`cli`] | the command line; wires the parts | everything |
//!
//! `docs/architecture.md` follows one move through the program, lists the invariants, and says where to
//! change what. `tests/bot/tidy.rs` and `tests/bot/structure.rs` read the sources and fail where they
//! don't keep to it.

pub mod admin;
pub mod app;
pub mod cli;
mod config;
pub mod discord;
pub mod engine_pool;
pub mod lease_keeper;
pub mod metrics;
pub mod model;
pub mod scheduler;
pub mod store;

/// Compiles the examples in the documentation.
#[cfg(doctest)]
mod documentation {
    #[doc = include_str!("../README.md")]
    struct Readme;
    #[doc = include_str!("../docs/engine.md")]
    struct EngineGuide;
}
