//! The program as people use it, and the shape of the sources.

#[path = "../../crates/sandbox/tests/harness/mod.rs"]
#[allow(
    dead_code,
    unused_imports,
    reason = "shared by two suites, which use different parts"
)]
mod harness;

mod admin_cli;
mod cli;
mod composer;
mod locales;
mod play;
mod program;
mod refusals;
mod rules;
mod structure;
mod tidy;
