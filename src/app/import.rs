//! Imported games: records of games played elsewhere, which users can store and replay.

use std::error::Error;
use std::fmt;

use hexpost_engine::game::Variant;
use hexpost_engine::record::{JsonRecord, ParseRecordError, RULES_VERSION, Record};
use hexpost_engine::side::BySide;

use crate::app::game::state::Game;
use crate::app::{Act, App, AppError, Refusal, rating};
use crate::model::{
    GameId, GameRef, GameRow, GameStatus, Import, ImportId, PlayerId, Seq, StoredVariant,
};

/// Maximum size of a record, in bytes. A game of a hundred turns has about two thousand.
pub const MAX_RECORD: usize = 256 << 10;
/// Maximum number of imported games per user: the number of options of a select menu.
pub const MAX_IMPORTS: usize = 25;

/// The reason why a text is not a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BadRecord {
    /// It is empty.
    Empty,
    /// It is too large.
    TooLarge,
    /// It is not text.
    NotText,
    /// It is SGF, which does not describe these games sufficiently.
    Sgf,
    /// It starts like JSON but is not valid JSON, or not that of a record.
    Json {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// It can't be parsed or replayed.
    Record(ParseRecordError),
}

impl From<BadRecord> for Refusal {
    fn from(problem: BadRecord) -> Self {
        Self::Record(problem)
    }
}

impl fmt::Display for BadRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "the record is empty"),
            Self::TooLarge => write!(f, "the record is too large"),
            Self::NotText => write!(f, "the record is not text"),
            Self::Sgf => write!(f, "SGF is not supported"),
            Self::Json { line, column } => {
                write!(f, "invalid JSON in line {line}, column {column}")
            }
            Self::Record(error) => error.fmt(f),
        }
    }
}

impl Error for BadRecord {}

/// Reads a record in any known format. If it does not name the variant, `variant` is assumed.
pub fn read_record(bytes: &[u8], variant: Option<&Variant>) -> Result<Record, BadRecord> {
    if bytes.len() > MAX_RECORD {
        return Err(BadRecord::TooLarge);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| BadRecord::NotText)?;
    if text.contains('\0') {
        return Err(BadRecord::NotText);
    }
    // Text copied from a message may be surrounded by backticks.
    let text = text.trim_matches(|sign: char| sign == '`' || sign == '\u{feff}');
    let start = text.trim_start();
    if start.is_empty() {
        return Err(BadRecord::Empty);
    }
    if start.starts_with("(;") {
        return Err(BadRecord::Sgf);
    }
    if start.starts_with('{') {
        let plain: JsonRecord = serde_json::from_str(text).map_err(|error| BadRecord::Json {
            line: error.line(),
            column: error.column(),
        })?;
        return Record::try_from(plain).map_err(BadRecord::Record);
    }
    let record = match restore_line_breaks(text) {
        // The line breaks were inserted by us, so a line number would mean nothing to the user.
        Some(lines) => Record::read(&lines, variant).map_err(|error| ParseRecordError {
            line: None,
            ..error
        }),
        None => Record::read(text, variant),
    };
    let record = record.map_err(BadRecord::Record)?;
    if record.turns().is_empty() && record.ending().is_none() {
        return Err(BadRecord::Empty);
    }
    Ok(record)
}

/// Restores the line breaks of a text that has lost them: before each header and after the last one,
/// and before the number of each round.
fn restore_line_breaks(text: &str) -> Option<String> {
    let text = text.trim();
    if text.contains('\n') || !text.contains(' ') {
        return None;
    }
    let mut lines = String::with_capacity(text.len() + 64);
    let mut is_header = false;
    for word in text.split(' ') {
        let number = word.trim_end_matches('.');
        let is_number = number.len() < word.len() && number.bytes().all(|c| c.is_ascii_digit());
        let starts = word.starts_with('[') || is_number;
        // A header's value may contain spaces.
        let follows = !is_header && lines.ends_with(']');
        lines.push(if lines.is_empty() || !(starts || follows) {
            ' '
        } else {
            '\n'
        });
        is_header = (is_header || word.starts_with('[')) && !word.ends_with("\"]");
        lines.push_str(word);
    }
    Some(lines)
}

impl App {
    /// Imports a game.
    pub async fn import(
        &self,
        act: &Act,
        bytes: &[u8],
        variant: Option<&Variant>,
    ) -> Result<Game, AppError> {
        let (bytes, variant) = (bytes.to_vec(), variant.cloned());
        let record = on_blocking_thread(move || read_record(&bytes, variant.as_ref())).await;
        let record = record.map_err(Refusal::from)?;
        let import = Import {
            id: ImportId(act.interaction.0),
            player: act.by,
            variant: record.variant().clone().into(),
            plies: record.turns().len() as i64,
            record: record.to_string(),
            at: act.now,
        };
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        if tx.count_imports(act.by).await? >= MAX_IMPORTS as i64 {
            return Err(Refusal::TooManyImports(MAX_IMPORTS).into());
        }
        tx.add_import(&import).await?;
        tx.commit().await?;
        shown(&import, record)
    }

    /// A user's imported games, latest first.
    pub async fn imports(&self, player: PlayerId) -> Result<Vec<Import>, AppError> {
        Ok(self.read().await?.imports_of(player).await?)
    }

    /// An imported game, for its owner only.
    pub(crate) async fn imported(&self, player: PlayerId, id: ImportId) -> Result<Game, AppError> {
        let import = self.read().await?.import(id).await?;
        let import = import.filter(|import| import.player == player);
        let import = import.ok_or(Refusal::UnknownGame)?;
        let record = record_of(&import).await?;
        shown(&import, record)
    }

    /// Deletes an imported game.
    pub async fn drop_import(&self, act: &Act, id: ImportId) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        if !tx.drop_import(act.by, id).await? {
            return Err(Refusal::UnknownGame.into());
        }
        tx.set_note(act.by, id.into(), "", act.now).await?;
        tx.drop_game_analysis(id.into()).await?;
        Ok(self.store.erase(tx).await?)
    }
}

/// The record of an imported game. By the rules of another version it may not be legal any more.
pub(crate) async fn record_of(import: &Import) -> Result<Record, Refusal> {
    let text = import.record.clone();
    let record = on_blocking_thread(move || text.parse()).await;
    record.map_err(|_| Refusal::Frozen)
}

/// Does work on a blocking thread, so that other tasks don't have to wait. The caller bounds its duration: that
/// of parsing and replaying a record by [`MAX_RECORD`] and the maximum number of turns.
pub(crate) async fn on_blocking_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}

/// An imported game as a game that can be viewed: without players, clock or notices.
fn shown(import: &Import, record: Record) -> Result<Game, AppError> {
    let row = GameRow {
        // No stored game: a reference to this one is that of the import.
        id: GameId(0),
        server: None,
        channel: None,
        thread: None,
        players: BySide::default(),
        variant: import.variant.clone(),
        rules: i64::from(RULES_VERSION),
        pace: None,
        is_rated: false,
        started_at: import.at,
        status: GameStatus {
            seq: Seq::START,
            position_seq: Seq::START,
            plies: import.plies,
            to_move: None,
            turn_at: import.at,
            deadline: None,
            due_at: None,
            end: None,
        },
        frozen: None,
        damage: None,
        seen: BySide::default(),
        acted: BySide::default(),
        computer: None,
        given: 0,
        rating_rules: rating::RULES,
        uncounted: None,
        tournament: None,
    };
    let game = Game::of_record(row, record, import.at);
    let mut game = game.map_err(|_| Refusal::Frozen)?;
    game.reference = GameRef::Import(import.id);
    Ok(game)
}

/// The problem with a stored import, if there is one.
pub(crate) fn problem(import: &Import) -> Option<String> {
    let record: Record = match import.record.parse() {
        Ok(record) => record,
        Err(error) => return Some(error.to_string()),
    };
    let said = (&import.variant, import.plies);
    let variant = StoredVariant::Known(record.variant().clone());
    let is = (&variant, record.turns().len() as i64);
    (is != said).then(|| format!("is said to be {said:?}, but is {is:?}"))
}
