//! The program: reads the command line and starts what it asks for.

mod cli;
mod config;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(config::read)
}
