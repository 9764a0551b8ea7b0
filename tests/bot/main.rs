//! The program as people use it, and checks of the source tree.

#[path = "../../crates/sandbox/tests/harness/mod.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "two test suites share this and use different parts"
)]
mod harness;

mod admin_cli;
mod cli;
mod composer;
mod locales;
mod play;
mod postgres;
mod program;
mod refusals;
mod rules;
mod several_processes;
mod structure;
mod tidy;
