//! Analysis boards: private boards on which a player tries turns of both sides, back and forth. They
//! don't change any game.

use hexpost_engine::game::{AnyGame, AnyTurn, Variant};
use hexpost_engine::side::Side;
use serde::{Deserialize, Serialize};

use crate::app::plan::Planned;
use crate::app::{Act, App, AppError, Refusal, TurnInput};
use crate::model::{GameId, GameRef, ImportId, PlayerId, StoredVariant};
use crate::store::AnalysisRow;

/// Maximum number of boards per player. Beyond it the least recently used one is deleted.
pub const MAX_BOARDS: usize = 20;
/// Maximum number of turns on a board.
pub const MAX_TRIED: usize = 300;
/// Maximum length of a position code.
const MAX_CODE: usize = 1500;

/// The stored form of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct StoredAnalysis {
    /// The initial position.
    code: String,
    /// The number of turns of the game before the initial position, if it is from a game.
    ply: usize,
    /// The tried turns.
    turns: Vec<AnalysisMove>,
    /// The id of the turn whose position is shown, or 0 for the initial position.
    at: u32,
    /// The id of the next tried turn. Ids are not reused.
    next: u32,
    /// Is the second player at the bottom?
    flipped: bool,
    /// Where the initial position is from, if not from a game played here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    origin: Option<AnalysisOrigin>,
}

/// Where the initial position of a board is from, if not from a game played here.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AnalysisOrigin {
    /// An imported game.
    Import(i64),
    /// The start of a variant, by the names of the game and the variant.
    Start(String, String),
}

/// A turn tried on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnalysisMove {
    /// Its id.
    pub id: u32,
    /// The id of the turn before it, or 0 for the initial position.
    pub parent: u32,
    /// The turn in canonical notation.
    pub text: String,
}

/// A board as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// Its number among the player's boards.
    pub number: i64,
    /// The game it is from.
    pub game: Option<GameId>,
    /// The number of turns of the game before the initial position.
    pub ply: usize,
    /// The turns from the initial position to the one shown.
    pub line: Vec<AnalysisMove>,
    /// The turns that were tried from here, latest last.
    pub next: Vec<AnalysisMove>,
    /// The id of the last turn when always following the latest continuation.
    pub end: u32,
    /// The position shown.
    pub position: AnyGame,
    /// The positions before it, from the initial one, each with the turn that was tried in it.
    pub past: Vec<(AnyGame, AnyTurn)>,
    /// Is the second player at the bottom?
    pub is_flipped: bool,
    /// Where the initial position is from, if not from a game played here.
    pub(crate) origin: Option<AnalysisOrigin>,
}

impl Analysis {
    /// The id of the turn whose position is shown; 0 for the initial position.
    pub fn at(&self) -> u32 {
        self.line.last().map_or(0, |tried| tried.id)
    }

    /// Do the turns before the initial position count, so that a game can be played on from here?
    pub const fn has_origin(&self) -> bool {
        self.game.is_some() || self.origin.is_some()
    }

    /// The turn that led to the position shown, with the position before it.
    pub fn last(&self) -> Option<&(AnyGame, AnyTurn)> {
        self.past.last()
    }

    /// The turns from the initial position to the one shown, as text.
    pub fn texts(&self) -> Vec<String> {
        self.line.iter().map(|tried| tried.text.clone()).collect()
    }
}

impl StoredAnalysis {
    fn line(&self) -> Vec<AnalysisMove> {
        let mut line = Vec::new();
        let mut at = self.at;
        // Terminates because a turn's id is greater than its parent's.
        while let Some(tried) = self.turns.iter().find(|tried| tried.id == at) {
            line.push(tried.clone());
            if tried.parent >= at {
                break;
            }
            at = tried.parent;
        }
        line.reverse();
        line
    }

    fn has(&self, id: u32) -> bool {
        id == 0 || self.turns.iter().any(|tried| tried.id == id)
    }

    /// The board as it is shown; `None` if it no longer replays by the rules of this version.
    fn shown(&self, row: &AnalysisRow) -> Option<Analysis> {
        let mut position = AnyGame::from_code(&self.code).ok()?;
        let mut past = Vec::new();
        let line = self.line();
        for tried in &line {
            let turn = position.exactly(&tried.text)?;
            past.push((position.clone(), turn));
            position.play(&turn).ok()?;
        }
        let next = self.turns.iter().filter(|tried| tried.parent == self.at);
        let mut end = self.at;
        // Terminates because ids increase along a line.
        while let Some(last) = self.turns.iter().rfind(|tried| tried.parent == end) {
            if last.id <= end {
                break;
            }
            end = last.id;
        }
        Some(Analysis {
            end,
            number: row.number,
            game: row.game,
            ply: self.ply,
            next: next.cloned().collect(),
            line,
            position,
            past,
            is_flipped: self.flipped,
            origin: self.origin.clone(),
        })
    }

    /// Continues with a turn, which may have been tried before.
    fn go_on(&mut self, text: String) -> Result<(), Refusal> {
        let parent = self.at;
        let known = |tried: &&AnalysisMove| tried.parent == parent && tried.text == text;
        if let Some(known) = self.turns.iter().find(known) {
            self.at = known.id;
            return Ok(());
        }
        if self.turns.len() >= MAX_TRIED {
            return Err(Refusal::AnalysisFull(MAX_TRIED));
        }
        let id = self.next;
        self.next += 1;
        self.turns.push(AnalysisMove { id, parent, text });
        self.at = id;
        Ok(())
    }

    /// Deletes a turn and everything after it.
    fn cut(&mut self, id: u32) {
        let gone = self.turns.iter().find(|tried| tried.id == id);
        let Some(parent) = gone.map(|tried| tried.parent) else {
            return;
        };
        let mut gone = vec![id];
        // Children come later in the list than their parents.
        for tried in &self.turns {
            if gone.contains(&tried.parent) {
                gone.push(tried.id);
            }
        }
        self.turns.retain(|tried| !gone.contains(&tried.id));
        if gone.contains(&self.at) {
            self.at = parent;
        }
    }
}

/// An operation on a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnalysisEdit {
    /// Shows the position after a turn; 0 for the initial one.
    Go(u32),
    /// Tries a turn after the one with this id.
    Try(u32, TurnInput),
    /// Deletes a turn and everything after it.
    Cut(u32),
    /// Flips the board.
    Flip,
}

impl App {
    /// Creates a board with a current or past position of a game.
    pub async fn analyse(
        &self,
        act: &Act,
        id: GameRef,
        ply: Option<usize>,
        flipped: bool,
    ) -> Result<Analysis, AppError> {
        // The player sees the position by that.
        let game = self.view_game(act.by, id, act.now).await?;
        let last = game.turns.len();
        let ply = ply.unwrap_or(last).min(last);
        let position = game.record.at(ply).ok_or(Refusal::Stale)?;
        // Plans are not possible in imported games.
        let origin = match id {
            GameRef::Game(_) => None,
            GameRef::Import(id) => Some(AnalysisOrigin::Import(id.0)),
        };
        self.new_analysis(act, (id.game(), origin), ply, &position, flipped)
            .await
    }

    /// Creates a board with a typed position.
    pub async fn analyse_code(&self, act: &Act, code: &str) -> Result<Analysis, AppError> {
        if code.len() > MAX_CODE {
            return Err(Refusal::LongCode(MAX_CODE).into());
        }
        let position = AnyGame::from_code(code).map_err(Refusal::Code)?;
        self.new_analysis(act, (None, None), 0, &position, false)
            .await
    }

    /// Creates a board with the initial position of a variant. A random deal is different each time.
    pub async fn analyse_start(
        &self,
        act: &Act,
        game: &str,
        name: &str,
    ) -> Result<Analysis, AppError> {
        let seed = act.now.0.cast_unsigned();
        let variant = Variant::drawn(game, name, seed).map_err(Refusal::Variant)?;
        let position = AnyGame::start(&variant);
        let origin = AnalysisOrigin::Start(game.to_owned(), variant.to_string());
        self.new_analysis(act, (None, Some(origin)), 0, &position, false)
            .await
    }

    async fn new_analysis(
        &self,
        act: &Act,
        (game, origin): (Option<GameId>, Option<AnalysisOrigin>),
        ply: usize,
        position: &AnyGame,
        flipped: bool,
    ) -> Result<Analysis, AppError> {
        let kept = StoredAnalysis {
            code: position.code(),
            ply,
            turns: Vec::new(),
            at: 0,
            next: 1,
            flipped,
            origin,
        };
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        let mut boards = tx.analyses_of(act.by).await?;
        // Numbers increase, so that buttons of a deleted board never refer to another one.
        let last = boards.last().map_or(0, |row| row.number);
        boards.sort_by_key(|row| row.at);
        let excess = (boards.len() + 1).saturating_sub(MAX_BOARDS);
        for row in boards.iter().take(excess) {
            tx.drop_analysis(act.by, row.number).await?;
        }
        let row = AnalysisRow {
            number: act.now.0.max(last + 1),
            game,
            board: written(&kept),
            at: act.now,
        };
        tx.set_analysis(act.by, &row).await?;
        tx.commit().await?;
        Ok(kept.shown(&row).ok_or(Refusal::Stale)?)
    }

    /// A board as it was left.
    pub async fn analysis(&self, player: PlayerId, number: i64) -> Result<Analysis, AppError> {
        self.analysis_at(player, number, None).await
    }

    /// The variant of a board and the turns before its initial position.
    pub(crate) async fn board_origin(
        &self,
        act: &Act,
        board: &Analysis,
    ) -> Result<(StoredVariant, Vec<String>), AppError> {
        let game = match (board.game, &board.origin) {
            (Some(id), _) => self.load(id, act.now).await?,
            (None, Some(AnalysisOrigin::Import(id))) => {
                self.imported(act.by, ImportId(*id)).await?
            }
            (None, Some(AnalysisOrigin::Start(game, name))) => {
                return Ok((StoredVariant::parse(game, name), Vec::new()));
            }
            (None, None) => return Err(Refusal::NoOrigin.into()),
        };
        let mut turns = game.record.texts();
        turns.truncate(board.ply);
        Ok((game.row.variant, turns))
    }

    /// A board at another turn, without changing what it shows next time.
    pub async fn analysis_at(
        &self,
        player: PlayerId,
        number: i64,
        at: Option<u32>,
    ) -> Result<Analysis, AppError> {
        let row = self.read().await?.analysis(player, number).await?;
        let row = row.ok_or(Refusal::UnknownAnalysis)?;
        let mut kept = read(&row)?;
        kept.at = at.unwrap_or(kept.at);
        if !kept.has(kept.at) {
            return Err(Refusal::Stale.into());
        }
        Ok(kept.shown(&row).ok_or(Refusal::UnknownAnalysis)?)
    }

    /// Carries out an operation on a board.
    pub async fn handle_analysis(
        &self,
        act: &Act,
        number: i64,
        handling: &AnalysisEdit,
    ) -> Result<Analysis, AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        let row = tx.analysis(act.by, number).await?;
        let mut row = row.ok_or(Refusal::UnknownAnalysis)?;
        let mut kept = read(&row)?;
        match handling {
            AnalysisEdit::Go(id) if kept.has(*id) => kept.at = *id,
            AnalysisEdit::Try(id, made) if kept.has(*id) => {
                kept.at = *id;
                let shown = kept.shown(&row).ok_or(Refusal::UnknownAnalysis)?;
                let turn = made.turn(&shown.position)?;
                let text = shown.position.write(&turn).ok_or(Refusal::Stale)?;
                kept.go_on(text)?;
            }
            AnalysisEdit::Cut(id) => kept.cut(*id),
            AnalysisEdit::Flip => kept.flipped = !kept.flipped,
            // The turn was deleted in the meantime: the board is shown as it is.
            AnalysisEdit::Go(_) | AnalysisEdit::Try(..) => {}
        }
        row.board = written(&kept);
        row.at = act.now;
        tx.set_analysis(act.by, &row).await?;
        tx.commit().await?;
        Ok(kept.shown(&row).ok_or(Refusal::UnknownAnalysis)?)
    }

    /// Adds the line up to a turn of a board to the plan, beginning where it meets the current position
    /// of the game.
    pub async fn plan_analysis(
        &self,
        act: &Act,
        number: i64,
        at: u32,
        whatever: bool,
    ) -> Result<Planned, AppError> {
        let shown = self.analysis_at(act.by, number, Some(at)).await?;
        let id = shown.game.ok_or(Refusal::OtherPosition)?;
        let game = self.view_game(act.by, id, act.now).await?;
        let side = game.player(act)?;
        let line = since(&shown, game.record.game()).ok_or(Refusal::OtherPosition)?;
        if game.to_move() == Some(side) {
            return Err(Refusal::OwnTurn.into());
        }
        // A plan made for this position must not be stored for another.
        let act = &Act {
            expected_seq: Some(game.position_seq()),
            ..*act
        };
        self.plan_line(act, id, &line, whatever).await
    }

    /// The line shown on a board, as it would be planned; `None` if it can't be.
    pub async fn plannable(
        &self,
        act: &Act,
        shown: &Analysis,
    ) -> Result<Option<Vec<String>>, AppError> {
        let Some(id) = shown.game else {
            return Ok(None);
        };
        let game = match self.game(id, act.now).await {
            Ok(game) => game,
            Err(AppError::Refused(_)) => return Ok(None),
            Err(no) => return Err(no),
        };
        let side = game.row.side_of(act.by);
        let is_theirs = side.is_some() && game.to_move() == side.map(|side: Side| !side);
        let line = since(shown, game.record.game()).filter(|_| is_theirs);
        // A planned line ends with one's own turn.
        Ok(line.map(|mut line| {
            line.truncate(line.len() / 2 * 2);
            line
        }))
    }

    /// Adds the line shown on a board to the private note.
    pub async fn note_analysis(&self, act: &Act, number: i64) -> Result<GameId, AppError> {
        let shown = self.analysis(act.by, number).await?;
        let id = shown.game.ok_or(Refusal::OtherPosition)?;
        if shown.line.is_empty() {
            return Err(Refusal::NothingTried.into());
        }
        let line = format!("{}: {}", shown.ply, shown.texts().join(", "));
        self.add_to_note(act, id.into(), &line).await?;
        Ok(id)
    }
}

/// The turns of a board since it last had this position; `None` if it never had.
fn since(shown: &Analysis, position: &AnyGame) -> Option<Vec<String>> {
    let past = shown.past.iter().map(|(before, _)| before);
    let all: Vec<&AnyGame> = past.chain([&shown.position]).collect();
    let from = all.iter().rposition(|met| *met == position)?;
    Some(shown.texts().split_off(from))
}

fn written(kept: &StoredAnalysis) -> String {
    serde_json::to_string(kept).expect("a board is plain data")
}

fn read(row: &AnalysisRow) -> Result<StoredAnalysis, Refusal> {
    serde_json::from_str(&row.board).map_err(|_| Refusal::UnknownAnalysis)
}
