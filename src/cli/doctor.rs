//! Commands that look at the bot's setup: `doctor` checks everything, `endpoint` what Discord has stored.

use std::fs::OpenOptions as FileOptions;
use std::io::Write;
use std::path::Path;

use super::database::server_options;
use super::run::endpoint_options;
use super::{CliError, Settings, bad, log};
use crate::config::{Config, Database};
use crate::discord::{Diagnosis, StartFailure, clear_endpoint, examine};
use crate::store::{ConnectError, OpenOptions, ServerState, Store};

/// Check token, permissions, database, clock and endpoint, and say what to do
#[derive(clap::Args)]
pub(super) struct Doctor;

impl Doctor {
    pub(super) fn run(settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
        let config = match settings() {
            Ok(config) => config,
            Err(problem) => {
                report(out, &Diagnosis::problem("settings", problem))?;
                return Err(CliError::Found);
            }
        };
        if let Err(CliError::Input(problem)) = log::filter(&config) {
            report(out, &Diagnosis::problem("settings", problem))?;
            return Err(CliError::Found);
        }
        let found = wait(async {
            let mut found = vec![Diagnosis::fine("settings", "right")];
            match &config.token {
                Some(token) => {
                    let endpoint = endpoint_options(&config);
                    let base = config.api_base.as_deref();
                    found.extend(examine(token, base, endpoint.as_ref()).await);
                }
                None => found.push(Diagnosis::problem(
                    "token",
                    "DISCORD_TOKEN is not set: copy it from Discord's developer portal into .env",
                )),
            }
            found.push(database(&config).await);
            found
        })?;
        for diagnosis in &found {
            report(out, diagnosis)?;
        }
        if found.iter().all(|diagnosis| diagnosis.is_fine) {
            Ok(())
        } else {
            Err(CliError::Found)
        }
    }
}

fn report(out: &mut impl Write, diagnosis: &Diagnosis) -> Result<(), CliError> {
    let mark = if diagnosis.is_fine { "ok  " } else { "FAIL" };
    // What others have written, such as the name of a server, may contain anything.
    let finding = diagnosis.finding.replace(char::is_control, "?");
    writeln!(out, "{mark}  {}: {finding}", diagnosis.subject)?;
    Ok(())
}

/// Checks that the database can be used. Does not change it.
async fn database(config: &Config) -> Diagnosis {
    match &config.database {
        Database::File(path) => file(path).await,
        Database::Server(url) => server(config, url).await,
    }
}

/// Checks that a database on a server can be used.
async fn server(config: &Config, url: &str) -> Diagnosis {
    let options = match server_options(config, url) {
        Ok(options) => options,
        Err(CliError::Input(problem)) => return Diagnosis::problem("database", problem),
        Err(_) => return Diagnosis::problem("database", "DATABASE_URL can't be read"),
    };
    let shown = options.place();
    match Store::examine(&options).await {
        Ok(ServerState::Usable) => {
            Diagnosis::fine("database", format!("{shown} can be read and written"))
        }
        Ok(ServerState::Older { found, known }) => Diagnosis::fine(
            "database",
            format!("{shown} has schema {found}: the next start migrates it to {known}"),
        ),
        Ok(ServerState::ReadOnly) => Diagnosis::problem(
            "database",
            format!(
                "{shown} can't be written: let DATABASE_URL name the primary server, and a user to \
                 whom the tables belong"
            ),
        ),
        Err(ConnectError::Empty) => Diagnosis::fine(
            "database",
            format!("{shown} is empty: the first start creates the tables"),
        ),
        Err(error) => Diagnosis::problem("database", error.to_string()),
    }
}

/// Checks that a database file can be used.
async fn file(path: &Path) -> Diagnosis {
    let shown = path.display();
    if !path.exists() {
        return match existing_folder(path) {
            Some(folder) if is_writable(folder) => Diagnosis::fine(
                "database",
                format!("{shown} does not exist yet: the first start creates it"),
            ),
            folder => {
                let folder = folder.unwrap_or(path).display();
                let finding = format!(
                    "{shown} can't be created: let the bot's user write to {folder}, or change DATABASE_URL"
                );
                Diagnosis::problem("database", finding)
            }
        };
    }
    match Store::open_to_read(&OpenOptions::new(path)).await {
        Ok(store) => store.close().await,
        Err(error) => return Diagnosis::problem("database", error.to_string()),
    }
    match FileOptions::new().append(true).open(path) {
        Ok(_) => Diagnosis::fine("database", format!("{shown} can be read and written")),
        Err(error) => Diagnosis::problem(
            "database",
            format!("{shown} can't be written ({error}): let the bot's user write to it"),
        ),
    }
}

/// The innermost folder of a path that exists.
fn existing_folder(path: &Path) -> Option<&Path> {
    let folders = path.ancestors().skip(1);
    // A path without a folder is in the working directory.
    let mut folders = folders.map(|folder| {
        if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        }
    });
    folders.find(|folder| folder.is_dir())
}

fn is_writable(folder: &Path) -> bool {
    create_and_remove(folder).is_ok()
}

/// Creates a file in a folder and removes it.
fn create_and_remove(folder: &Path) -> std::io::Result<()> {
    let path = folder.join(format!(".hexpost-doctor-{}", std::process::id()));
    FileOptions::new()
        .write(true)
        .create_new(true)
        .open(&path)?;
    std::fs::remove_file(path)
}

/// Change where Discord delivers interactions
#[derive(clap::Subcommand)]
pub(super) enum EndpointCommand {
    /// Remove the URL of the HTTP endpoint, so that interactions come over the gateway again
    Clear,
}

impl EndpointCommand {
    pub(super) fn run(self, settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
        let Self::Clear = self;
        let config = settings().map_err(bad)?;
        let Some(token) = &config.token else {
            return Err(bad("DISCORD_TOKEN is not set: whose endpoint is meant?"));
        };
        let cleared = wait(clear_endpoint(token, config.api_base.as_deref()))?;
        match cleared {
            Ok(Some(url)) => writeln!(out, "{url} is removed: interactions come over the gateway")?,
            Ok(None) => writeln!(
                out,
                "there is no endpoint: interactions come over the gateway"
            )?,
            Err(StartFailure::Permanent(why) | StartFailure::Temporary(why)) => {
                return Err(bad(why));
            }
        }
        if config.public_url.is_some() {
            let note = "HEXPOST_PUBLIC_URL is set: the next start sets the URL again";
            writeln!(out, "{note}")?;
        }
        Ok(())
    }
}

fn wait<T>(future: impl Future<Output = T>) -> Result<T, CliError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    Ok(runtime.map_err(bad)?.block_on(future))
}
