//! The program: reads the command line and starts what it asks for.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
