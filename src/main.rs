//! The program: see [`hexpost::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    hexpost::cli::run()
}
