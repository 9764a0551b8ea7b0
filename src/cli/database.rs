//! Commands for administering the database: backup, restore, check, and verifying draws.

use std::io::Write;
use std::path::PathBuf;

use super::{CliError, Settings, bad};
use crate::app::integrity::check;
use crate::app::{App, AppError, Limits};
use crate::config::{Config, Database, database_of};
use crate::model::GameId;
use crate::store::{Lock, OpenOptions, ServerOptions, Store, back_up, restore};

/// Copy the database, also while the bot is running
#[derive(clap::Args)]
pub(super) struct Backup {
    /// The file to write; it must not exist
    file: PathBuf,
}

/// Put a backup in the place of the database, which is kept beside it
#[derive(clap::Args)]
pub(super) struct Restore {
    /// The backup
    file: PathBuf,
}

/// Copy everything to another database, from SQLite to PostgreSQL or back, and compare the two. Stop the bot
/// first
#[derive(clap::Args)]
pub(super) struct MoveDatabase {
    /// The URL of the database to copy: sqlite://… or postgres://…
    from: String,
    /// The URL of the new database, which must be empty
    to: String,
}

/// Replay every game in the database and say what is wrong
#[derive(clap::Args)]
pub(super) struct Check;

/// Show how the sides and the deal of a game were drawn, and how to check it
#[derive(clap::Args)]
pub(super) struct Verify {
    /// The number of the game
    game: i64,
}

fn wait<T>(future: impl Future<Output = T>) -> Result<T, CliError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build();
    Ok(runtime.map_err(bad)?.block_on(future))
}

/// The options for a database on a server.
pub(super) fn server_options(config: &Config, url: &str) -> Result<ServerOptions, CliError> {
    let mut options = ServerOptions::new(url).map_err(bad)?;
    if let Some(connections) = config.connections {
        options.connections = connections as u32;
    }
    Ok(options)
}

/// Opens the database for reading.
async fn open_to_read(config: &Config) -> Result<Store, CliError> {
    match &config.database {
        Database::File(path) => Store::open_to_read(&OpenOptions::new(path))
            .await
            .map_err(bad),
        Database::Server(url) => Store::connect_to_read(&server_options(config, url)?)
            .await
            .map_err(bad),
    }
}

/// The options for the database file. PostgreSQL has programs of its own for copies: `instead`.
fn file_options(settings: Settings, instead: &str) -> Result<OpenOptions, CliError> {
    match settings().map_err(bad)?.database {
        Database::File(path) => Ok(OpenOptions::new(path)),
        Database::Server(_) => Err(bad(format!(
            "the database is on a PostgreSQL server: use {instead}"
        ))),
    }
}

impl Backup {
    pub(super) fn run(self, settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
        let instead = "pg_dump --format=custom --file=FILE \"$DATABASE_URL\"";
        let options = file_options(settings, instead)?;
        wait(back_up(&options, &self.file))?.map_err(bad)?;
        writeln!(out, "{} is a copy of the database", self.file.display())?;
        Ok(())
    }
}

impl Restore {
    pub(super) fn run(self, settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
        let instead = "pg_restore --clean --if-exists --single-transaction --dbname=\"$DATABASE_URL\" FILE \
                       while no bot is running";
        let options = file_options(settings, instead)?;
        let kept = wait(restore(&options, &self.file))?.map_err(bad)?;
        writeln!(out, "{} is restored", options.path.display())?;
        if let Some(kept) = kept {
            writeln!(out, "what was there before is {}", kept.display())?;
        }
        Ok(())
    }
}

impl MoveDatabase {
    pub(super) fn run(self, settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
        let config = settings().map_err(bad)?;
        let from = database_of("FROM", &self.from).map_err(bad)?;
        let to = database_of("TO", &self.to).map_err(bad)?;
        if from == to {
            return Err(bad("FROM is TO: choose another database"));
        }
        let moved = wait(async {
            // Nobody may write to a file meanwhile. Of a server a snapshot is read.
            let _lock = match &from {
                Database::File(path) if path.exists() => Some(Lock::take(path).map_err(bad)?),
                _ => None,
            };
            let from = open_to_read(&Config {
                database: from,
                ..config.clone()
            })
            .await?;
            let target = match &to {
                Database::File(path) => Store::open(&OpenOptions::new(path)).await.map_err(bad)?,
                Database::Server(url) => {
                    let options = server_options(&config, url)?;
                    Store::connect(&options).await.map_err(bad)?
                }
            };
            let moved = from.copy_to(&target).await.map_err(bad);
            from.close().await;
            target.close().await;
            moved
        })??;
        let (rows, tables) = (moved.rows, moved.tables);
        writeln!(
            out,
            "{rows} rows of {tables} tables are copied, and the copy was compared"
        )?;
        writeln!(out, "now set DATABASE_URL to the new database")?;
        Ok(())
    }
}

impl Check {
    pub(super) fn run(settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
        let config = settings().map_err(bad)?;
        let report = wait(async {
            let store = open_to_read(&config).await?;
            let report = check(&store).await.map_err(bad);
            store.close().await;
            report
        })??;
        for problem in &report.problems {
            writeln!(out, "{problem}")?;
        }
        let (games, turns) = (report.games, report.turns);
        match report.problems.len() {
            0 => writeln!(out, "{games} games with {turns} turns: all is well")?,
            count => {
                writeln!(out, "{games} games with {turns} turns: {count} problems")?;
                return Err(CliError::Found);
            }
        }
        Ok(())
    }
}

impl Verify {
    pub(super) fn run(self, settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
        let config = settings().map_err(bad)?;
        let id = GameId(self.game);
        let verdict = wait(async {
            let store = open_to_read(&config).await?;
            let app = App::new(store, Limits::default());
            let verdict = app.verify(id).await.map_err(|no| match no {
                AppError::Refused(_) => bad(format!("there is no game {id}")),
                AppError::Store(error) => bad(error),
            });
            app.close().await;
            verdict
        })??;
        let Some(verdict) = verdict else {
            return Err(bad(format!("challenge {id} has not become a game")));
        };
        let draw = &verdict.draw;
        let deal = if verdict.is_deal_drawn {
            format!("drawn: the seed is {}", draw.seed)
        } else {
            "not drawn: the challenger chose it".to_owned()
        };
        let sides = match (verdict.are_sides_drawn, draw.is_challenger_first) {
            (false, _) => "not drawn: the challenger chose them",
            (true, true) => "drawn: the challenger moves first",
            (true, false) => "drawn: the challenger moves second",
        };
        if let Some(game) = verdict.kept_from {
            writeln!(
                out,
                "kept        from game {game}, which the same two called off: this is its draw"
            )?;
        }
        writeln!(out, "version     {}", verdict.version.number())?;
        writeln!(out, "commitment  {}", draw.commitment)?;
        writeln!(out, "secret      {}", draw.secret)?;
        if let Some(card) = verdict.card {
            let none = if card == 0 { ": no card was known" } else { "" };
            writeln!(out, "card        {card}{none}")?;
        }
        writeln!(out, "acceptance  {}", verdict.accept)?;
        writeln!(out, "draw        {}", draw.hash)?;
        writeln!(out, "deal        {deal}")?;
        writeln!(out, "sides       {sides}")?;
        for problem in &verdict.problems {
            writeln!(out, "UNFAIR      {problem}")?;
        }
        writeln!(out, "\nThe same without hexpost:")?;
        for line in verdict.commands() {
            writeln!(out, "{line}")?;
        }
        if verdict.problems.is_empty() {
            Ok(())
        } else {
            Err(CliError::Found)
        }
    }
}
