//! Hexpost: correspondence games of ZÈRTZ and TZAAR in Discord.
//!
//! # Code map
//!
//! Layers, each a folder of `src`, and what each may use:
//!
//! | layer | what it is | may use |
//! |---|---|---|
//! | [`hexpost_engine`] | the rules: pure values | nothing of ours |
//! | [`hexpost_render`] | pictures: a position in, bytes out | engine |
//! | [`store`] | what is kept: the only SQL | engine |
//! | [`app`] | use cases: what people can do | engine, store |
//! | [`scheduler`] | sleeps until something is due | store, app |
//! | [`discord`] | the platform: requests in, answers and messages out, in three languages | engine, render, store, app, scheduler |
//! | [`hexpost_sandbox`] | a local Discord, to try the bot in a browser and to test it | nothing of ours |
//! | [`health`] | how the bot is, for whoever watches it | nothing of ours |
//! | `config` | settings: the only reader of the environment | nothing of ours |
//! | `main`, `cli` | reads the command line, wires the parts | everything |
//!
//! # Invariants
//!
//! - The engine does no I/O, reads no clock and knows no randomness but that of a seed; it builds
//!   alone (`cargo check --lib --no-default-features`), with `serde` as its only dependency.
//! - Only `render` names the crates of pictures; it builds with the engine alone
//!   (`--no-default-features --features render`).
//! - A position is never stored: a [`Record`](hexpost_engine::record::Record) is, and loading replays it
//!   through the rules.
//! - A turn is a path of steps, and the next steps are made from the rules, so every way of input offers exactly
//!   what the rules allow.
//! - No request costs time or memory in proportion to the number of legal turns, which is exponential in positions
//!   that users send: turns are offered step by step or visited until it is enough, and whoever counts or
//!   lists them says how many at most ([what things cost](hexpost_engine::position::Position#what-things-cost)).
//! - A game is a row of [events](crate::model::Event), unique by game and number. Nothing is deleted
//!   or changed: what the table of games says besides follows from them, and `hexpost check` compares.
//! - Ratings change in the transaction that ends a rated game, one game after the other, and follow from
//!   them to the bit.
//! - What is to be told is written in the same transaction as its cause and sent afterwards, under a
//!   name that makes it the same notice however often it is sent.
//! - A plan is played only in the transaction of the turn it answers, and only if it is still the plan
//!   that was read. It is never changed by playing: where a game stands in it follows from the turns.
//! - An interaction changes something once: its number is written in the transaction of the first thing it
//!   changes, by the store, for every handler (`discord/idempotency.rs`).
//! - Who may see and do what is decided in `app/access.rs`; the platform gives it facts.
//! - Text from people is a [`UserText`](crate::discord::view::markdown::UserText), which is escaped when it gets into a message.
//! - Time is an argument: neither the store nor the use cases read a clock.
//! - How much time a player has follows from the events of the game alone: turns, gifts, vacations,
//!   outages of the program. What a row of a vacation says is carried into the games as events.
//! - The composer knows no game: screens are made from the engine's steps. A button carries everything
//!   it means. Every sentence stands in `assets/locales`, under the same key in every language.
//! - The list of games stands in [`hexpost_engine::game`] and nowhere else.
//!
//! `tests/bot/tidy.rs` reads the sources and fails where they do not keep to this.
//!
//! # Where does it go?
//!
//! A rule: `engine/<game>/moves.rs` and `illegal.rs`, with a test that names it in
//! `tests/rules/<game>`. A notation: `engine/<game>/notation.rs`. A third game: a folder in
//! `engine`, a line in `engine/game.rs`, a file in `render`, its words in `assets/locales`. A
//! colour: `render/theme.rs`. A pace: `store/pace.rs`, and `PACES` in `discord/commands/challenge.rs`.
//! Something people can do: a file in `app`, a refusal in
//! `app/refusal.rs`, a story in `tests/desk`. A sentence: `assets/locales`, in all languages. A
//! lesson: `app/lesson.rs`. A page of the rules: `discord/rules.rs`, its diagram `render/diagram.rs`. A
//! button: `discord/other.rs`. What a server can choose: `app/settings.rs` and
//! `discord/commands/server_screen.rs`. A command: a file in `discord/commands`, a story in `tests/bot/play`. A
//! column: a new file in `migrations`, the table's file in `store`,
//! and `.ci/prepare`.
//!
//! # The way of one turn
//!
//! Someone presses *Confirm*. `discord/door.rs` makes a request of ours from the interaction,
//! `discord/visit.rs` sees to it that it is answered in time, `discord/idempotency.rs` that it is done once, and
//! `discord/router.rs` hands it to `discord/press`, which reads the button.
//! [`App::play`](crate::app::App::play) reads the game with its events and replays them; the engine reads
//! the turn and checks it, and adds what the other has planned; the events, how the game then stands and the notice go to
//! [`Store::append`](crate::store::Store::append), which writes them together with those of others who move
//! at the same moment, if the game is still as it was read. Only when that is on disk does the player
//! hear that it is done: `discord/visit.rs` sends the answer. `discord/courier` takes the notice from
//! the outbox, puts it on the lane of its place, has the board drawn, sends it where the game is played with
//! a ping for the other, and takes the keys from the board before. Where the bot is only a guest, the notice is the
//! answer itself: `discord/courier/response.rs` notes it and `discord/visit.rs` sends it before what the player alone is
//! told.

pub mod app;
pub mod discord;
pub mod health;
pub mod model;
pub mod scheduler;
pub mod store;

/// Keeps the README's examples compiling.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
