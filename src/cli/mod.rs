//! The command line: what can be asked for, and the answers on standard output.
//!
//! Bad input ends the program with exit code 2 and one line on standard error that says what is
//! wrong and where. A check that finds something ends with exit code 1.

mod desk;
mod engine;
mod log;
mod play;
mod render;

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use desk::{Backup, Check, Restore, Verify};
use engine::Engine;
use play::{CheckConfig, Invite, Local, Run};
use render::{Render, ReplayCommand};

use crate::config::Config;

/// Reads the settings, for the commands that need some.
type Settings = fn() -> Result<Config, String>;

/// A complaint that is longer is cut off.
const LONGEST_COMPLAINT: usize = 400;

#[derive(Parser)]
#[command(
    name = "hexpost",
    version,
    about = "Correspondence games of ZÈRTZ and TZAAR"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Run(Run),
    Sandbox(Local),
    CheckConfig(CheckConfig),
    Invite(Invite),
    /// Study the games: count, list and trace positions
    #[command(subcommand)]
    Engine(Engine),
    Render(Render),
    Replay(ReplayCommand),
    Backup(Backup),
    Restore(Restore),
    Check(Check),
    Verify(Verify),
}

/// What stops a command.
enum CliError {
    /// Bad input: the line to print.
    Input(String),
    /// The output can't be written.
    Output(io::Error),
    /// Something is wrong with what was looked at, and has been said.
    Found,
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn bad(problem: impl Display) -> CliError {
    CliError::Input(problem.to_string())
}

/// Does what the command line asks for.
pub(crate) fn run(settings: Settings) -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return complain(&one_line(&error)),
        Err(help) => {
            // Help and version; if they can't be printed, nobody is there to read them.
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match cli.command {
        Some(Command::Run(_)) => Run::run(settings, &mut out),
        Some(Command::CheckConfig(_)) => CheckConfig::run(settings, &mut out),
        Some(Command::Invite(_)) => Invite::run(settings, &mut out),
        Some(Command::Sandbox(command)) => command.run(settings, &mut out),
        Some(Command::Engine(command)) => command.run(&mut out),
        Some(Command::Render(command)) => command.run(),
        Some(Command::Replay(command)) => command.run(),
        Some(Command::Backup(command)) => command.run(settings, &mut out),
        Some(Command::Restore(command)) => command.run(settings, &mut out),
        Some(Command::Check(_)) => Check::run(settings, &mut out),
        Some(Command::Verify(command)) => command.run(settings, &mut out),
        None => play::either(settings, &mut out),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        // A reader that has seen enough (`| head`) is no error.
        Err(CliError::Output(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
            complain(&format!("the output can't be written: {error}"))
        }
        Err(CliError::Input(problem)) => {
            // What came before the fault has been answered; it should be seen.
            let _ = out.flush();
            complain(&problem)
        }
        Err(CliError::Found) => {
            let _ = out.flush();
            ExitCode::FAILURE
        }
        Ok(()) | Err(CliError::Output(_)) => ExitCode::SUCCESS,
    }
}

fn complain(problem: &str) -> ExitCode {
    // What was typed may hold anything: one line of readable signs is shown of it.
    let mut shown: String = problem.chars().take(LONGEST_COMPLAINT).collect();
    if shown.len() < problem.len() {
        shown.push('…');
    }
    let problem = shown.replace(char::is_control, "?");
    // If standard error is closed, the exit code still tells.
    let _ = writeln!(io::stderr(), "hexpost: {problem}");
    ExitCode::from(2)
}

/// The first paragraph of clap's message, without its line breaks.
fn one_line(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a command is missing: see --help".to_owned();
    }
    let message = error.render().to_string();
    let first = message.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}
