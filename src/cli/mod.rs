//! The command line: subcommands, and their output on standard output.
//!
//! Invalid input ends the program with exit code 2 and one line on standard error that says what is
//! wrong and where. A check that finds problems ends with exit code 1.

mod database;
mod doctor;
mod engine;
mod lease;
mod log;
mod render;
mod run;
mod service;

use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};
use database::{Backup, Check, MoveDatabase, Restore, Verify};
use doctor::{Doctor, EndpointCommand};
use engine::EngineArgs;
use render::{Render, ReplayCommand};
use run::{CheckConfig, Invite, Local, Run};

use crate::config::{self, Config};

/// Reads the configuration, for the commands that need it.
type Settings = fn() -> Result<Config, String>;

/// Maximum length of an error message; longer ones are truncated.
const MAX_COMPLAINT: usize = 400;

#[derive(Parser)]
#[command(
    name = "hexpost",
    version,
    about = "Correspondence games of ZÈRTZ and TZAAR"
)]
struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Subcommand)]
enum CliCommand {
    Run(Run),
    Sandbox(Local),
    CheckConfig(CheckConfig),
    Invite(Invite),
    Doctor(Doctor),
    /// Change where Discord delivers interactions
    #[command(subcommand)]
    Endpoint(EndpointCommand),
    /// Study the games: count, list and trace positions
    #[command(subcommand)]
    Engine(EngineArgs),
    Render(Render),
    Replay(ReplayCommand),
    Backup(Backup),
    Restore(Restore),
    MoveDatabase(MoveDatabase),
    Check(Check),
    Verify(Verify),
}

/// The reason why a command stops.
#[derive(Debug)]
enum CliError {
    /// Invalid input: the message to print.
    Input(String),
    /// The output can't be written.
    Output(io::Error),
    /// A check has found problems, which have been printed.
    Found,
}

impl Display for CliError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Input(problem) => f.write_str(problem),
            Self::Output(error) => write!(f, "the output can't be written: {error}"),
            Self::Found => f.write_str("problems were found"),
        }
    }
}

impl std::error::Error for CliError {}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn bad(problem: impl Display) -> CliError {
    CliError::Input(problem.to_string())
}

/// Runs the command line.
pub fn run() -> ExitCode {
    let settings: Settings = config::read;
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => return complain(&one_line(&error)),
        Err(help) => {
            // Help and version. If they can't be printed, there is nobody to read them.
            let _ = help.print();
            return ExitCode::SUCCESS;
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match cli.command {
        Some(CliCommand::Run(_)) => Run::run(settings, &mut out),
        Some(CliCommand::CheckConfig(_)) => CheckConfig::run(settings, &mut out),
        Some(CliCommand::Invite(_)) => Invite::run(settings, &mut out),
        Some(CliCommand::Doctor(_)) => Doctor::run(settings, &mut out),
        Some(CliCommand::Endpoint(command)) => command.run(settings, &mut out),
        Some(CliCommand::Sandbox(command)) => command.run(settings, &mut out),
        Some(CliCommand::Engine(command)) => command.run(&mut out),
        Some(CliCommand::Render(command)) => command.run(),
        Some(CliCommand::Replay(command)) => command.run(),
        Some(CliCommand::Backup(command)) => command.run(settings, &mut out),
        Some(CliCommand::Restore(command)) => command.run(settings, &mut out),
        Some(CliCommand::MoveDatabase(command)) => command.run(settings, &mut out),
        Some(CliCommand::Check(_)) => Check::run(settings, &mut out),
        Some(CliCommand::Verify(command)) => command.run(settings, &mut out),
        None => run::either(settings, &mut out),
    };
    match done.and_then(|()| Ok(out.flush()?)) {
        // A reader that has seen enough (`| head`) is not an error.
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error @ CliError::Output(_)) => complain(&error.to_string()),
        Err(error @ CliError::Input(_)) => {
            // The output before the error should be seen.
            let _ = out.flush();
            complain(&error.to_string())
        }
        Err(CliError::Found) => {
            let _ = out.flush();
            ExitCode::FAILURE
        }
        Ok(()) => ExitCode::SUCCESS,
    }
}

fn complain(problem: &str) -> ExitCode {
    // User input may contain anything: one line of printable characters is shown.
    let mut shown: String = problem.chars().take(MAX_COMPLAINT).collect();
    if shown.len() < problem.len() {
        shown.push('…');
    }
    let problem = shown.replace(char::is_control, "?");
    // If standard error is closed, the exit code still tells.
    let _ = writeln!(io::stderr(), "hexpost: {problem}");
    ExitCode::from(2)
}

/// The first paragraph of clap's message, on one line.
fn one_line(error: &clap::Error) -> String {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "a command is missing: see --help".to_owned();
    }
    let message = error.render().to_string();
    let first = message.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = first.split_whitespace().collect();
    words.join(" ").trim_start_matches("error: ").to_owned()
}
