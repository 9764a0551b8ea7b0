//! The program: reads the command line and starts what it asks for.

mod cli;
mod config;

use std::process::ExitCode;

/// Pictures are large and short-lived, and made on many threads: see `Cargo.toml`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    cli::run(config::read)
}
