//! Analysis boards: private ones, on which both sides are tried, turn by turn and back again. No game
//! is changed by them.

use hexpost_engine::game::{AnyGame, AnyTurn, Variant};
use hexpost_engine::side::Side;
use serde::{Deserialize, Serialize};

use crate::app::import::is_import;
use crate::app::plan::Planned;
use crate::app::{Act, App, AppError, Move, Refusal};
use crate::model::{GameId, PlayerId};
use crate::store::AnalysisRow;

/// A player has so many boards; the one that was not used for longest makes room.
pub const MOST_BOARDS: usize = 20;
/// So many turns can be tried on one.
pub const MOST_TRIED: usize = 300;
/// No position code is longer.
const LONGEST_CODE: usize = 1500;

/// What is kept of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Kept {
    /// The position it began with.
    code: String,
    /// After so many turns of the game, if it is from one.
    ply: usize,
    /// What was tried.
    turns: Vec<AnalysisMove>,
    /// What is shown: a turn, or 0 for the beginning.
    at: u32,
    /// The number of the next turn that is tried; none is used twice.
    next: u32,
    /// Is the second player at the bottom?
    flipped: bool,
}

/// A turn that was tried.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnalysisMove {
    /// Its number.
    pub id: u32,
    /// The turn before it, or 0 for the beginning.
    pub parent: u32,
    /// The turn, in canonical notation.
    pub text: String,
}

/// A board as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// Its number among the player's.
    pub number: i64,
    /// The game it is from.
    pub game: Option<GameId>,
    /// After so many turns of it.
    pub ply: usize,
    /// The turns from the beginning to what is shown.
    pub line: Vec<AnalysisMove>,
    /// The turns that were tried from here, the latest last.
    pub next: Vec<AnalysisMove>,
    /// Where one comes by going on with the latest each time.
    pub end: u32,
    /// The position that is shown.
    pub position: AnyGame,
    /// The positions before it, from the beginning, each with the turn that was tried in it.
    pub past: Vec<(AnyGame, AnyTurn)>,
    /// Is the second player at the bottom?
    pub is_flipped: bool,
}

impl Analysis {
    /// The turn that is shown; 0 for the beginning.
    pub fn at(&self) -> u32 {
        self.line.last().map_or(0, |tried| tried.id)
    }

    /// The turn that led to what is shown, with the position before it.
    pub fn last(&self) -> Option<&(AnyGame, AnyTurn)> {
        self.past.last()
    }

    /// The turns from the beginning to what is shown, as text.
    pub fn texts(&self) -> Vec<String> {
        self.line.iter().map(|tried| tried.text.clone()).collect()
    }
}

impl Kept {
    fn line(&self) -> Vec<AnalysisMove> {
        let mut line = Vec::new();
        let mut at = self.at;
        // A turn comes after its parent, so this ends.
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

    /// The board as it is shown; none if it no longer replays by the rules of this version.
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
        // Numbers grow along a line, so this ends.
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
        })
    }

    /// Goes on to a turn, known or new.
    fn go_on(&mut self, text: String) -> Result<(), Refusal> {
        let parent = self.at;
        let known = |tried: &&AnalysisMove| tried.parent == parent && tried.text == text;
        if let Some(known) = self.turns.iter().find(known) {
            self.at = known.id;
            return Ok(());
        }
        if self.turns.len() >= MOST_TRIED {
            return Err(Refusal::AnalysisFull(MOST_TRIED));
        }
        let id = self.next;
        self.next += 1;
        self.turns.push(AnalysisMove { id, parent, text });
        self.at = id;
        Ok(())
    }

    /// Forgets a turn and what follows it.
    fn cut(&mut self, id: u32) {
        let gone = self.turns.iter().find(|tried| tried.id == id);
        let Some(parent) = gone.map(|tried| tried.parent) else {
            return;
        };
        let mut gone = vec![id];
        // Those that follow come later in the list.
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

/// Something that is done with a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Handling {
    /// Shows what stands after a turn; 0 is the beginning.
    Go(u32),
    /// Tries a turn after that one.
    Try(u32, Move),
    /// Forgets a turn and what follows it.
    Cut(u32),
    /// Turns the board round.
    Flip,
}

impl App {
    /// A new board with a position of a game, as it stands or as it stood.
    pub async fn analyse(
        &self,
        act: &Act,
        id: GameId,
        ply: Option<usize>,
        flipped: bool,
    ) -> Result<Analysis, AppError> {
        // Whoever takes the position along has seen it.
        let game = self.seen(act.by, id, act.now).await?;
        let last = game.turns.len();
        let ply = ply.unwrap_or(last).min(last);
        let position = game.record.at(ply).ok_or(Refusal::Stale)?;
        // What was brought along is no game to plan in.
        let game = Some(id).filter(|id| !is_import(*id));
        self.new_analysis(act, game, ply, &position, flipped).await
    }

    /// A new board with a position that was typed.
    pub async fn analyse_code(&self, act: &Act, code: &str) -> Result<Analysis, AppError> {
        if code.len() > LONGEST_CODE {
            return Err(Refusal::LongCode(LONGEST_CODE).into());
        }
        let position = AnyGame::from_code(code).map_err(Refusal::Code)?;
        self.new_analysis(act, None, 0, &position, false).await
    }

    /// A new board with the beginning of a game; what is dealt is dealt anew each time.
    pub async fn analyse_start(
        &self,
        act: &Act,
        game: &str,
        name: &str,
    ) -> Result<Analysis, AppError> {
        let seed = act.now.0.cast_unsigned();
        let variant = Variant::drawn(game, name, seed).map_err(Refusal::Variant)?;
        let position = AnyGame::start(&variant);
        self.new_analysis(act, None, 0, &position, false).await
    }

    async fn new_analysis(
        &self,
        act: &Act,
        game: Option<GameId>,
        ply: usize,
        position: &AnyGame,
        flipped: bool,
    ) -> Result<Analysis, AppError> {
        let kept = Kept {
            code: position.code(),
            ply,
            turns: Vec::new(),
            at: 0,
            next: 1,
            flipped,
        };
        let mut tx = self.store.change().await?;
        let mut boards = tx.analyses_of(act.by).await?;
        // Numbers grow, so that a button of a board that is gone is nobody else's.
        let last = boards.last().map_or(0, |row| row.number);
        boards.sort_by_key(|row| row.at);
        let excess = (boards.len() + 1).saturating_sub(MOST_BOARDS);
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

    /// A board as it is after a turn, without leaving it so.
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

    /// Does something with a board.
    pub async fn handle_analysis(
        &self,
        act: &Act,
        number: i64,
        handling: &Handling,
    ) -> Result<Analysis, AppError> {
        let mut tx = self.store.change().await?;
        let row = tx.analysis(act.by, number).await?;
        let mut row = row.ok_or(Refusal::UnknownAnalysis)?;
        let mut kept = read(&row)?;
        match handling {
            Handling::Go(id) if kept.has(*id) => kept.at = *id,
            Handling::Try(id, made) if kept.has(*id) => {
                kept.at = *id;
                let shown = kept.shown(&row).ok_or(Refusal::UnknownAnalysis)?;
                let turn = made.turn(&shown.position)?;
                let text = shown.position.write(&turn).ok_or(Refusal::Stale)?;
                kept.go_on(text)?;
            }
            Handling::Cut(id) => kept.cut(*id),
            Handling::Flip => kept.flipped = !kept.flipped,
            // What was cut meanwhile: the board is shown as it stands.
            Handling::Go(_) | Handling::Try(..) => {}
        }
        row.board = written(&kept);
        row.at = act.now;
        tx.set_analysis(act.by, &row).await?;
        tx.commit().await?;
        Ok(kept.shown(&row).ok_or(Refusal::UnknownAnalysis)?)
    }

    /// Plans the line up to a turn of a board, from where it meets the position of the game.
    pub async fn plan_analysis(
        &self,
        act: &Act,
        number: i64,
        at: u32,
        whatever: bool,
    ) -> Result<Planned, AppError> {
        let shown = self.analysis_at(act.by, number, Some(at)).await?;
        let id = shown.game.ok_or(Refusal::OtherPosition)?;
        let game = self.seen(act.by, id, act.now).await?;
        let side = game.player(act)?;
        let line = since(&shown, game.record.game()).ok_or(Refusal::OtherPosition)?;
        if game.to_move() == Some(side) {
            return Err(Refusal::OwnTurn.into());
        }
        // What is planned for this position is not planned for another.
        let act = &Act {
            board: Some(game.board()),
            ..*act
        };
        self.plan_line(act, id, &line, whatever).await
    }

    /// Could what is shown on a board be planned? Then what it would be.
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
        // A line ends with an answer.
        Ok(line.map(|mut line| {
            line.truncate(line.len() / 2 * 2);
            line
        }))
    }

    /// Notes the turns that are shown on a board.
    pub async fn note_analysis(&self, act: &Act, number: i64) -> Result<GameId, AppError> {
        let shown = self.analysis(act.by, number).await?;
        let id = shown.game.ok_or(Refusal::OtherPosition)?;
        if shown.line.is_empty() {
            return Err(Refusal::NothingTried.into());
        }
        let line = format!("{}: {}", shown.ply, shown.texts().join(", "));
        self.add_to_note(act, id, &line).await?;
        Ok(id)
    }
}

/// The turns of a board after it has last met a position; none if it has not.
fn since(shown: &Analysis, position: &AnyGame) -> Option<Vec<String>> {
    let past = shown.past.iter().map(|(before, _)| before);
    let all: Vec<&AnyGame> = past.chain([&shown.position]).collect();
    let from = all.iter().rposition(|met| *met == position)?;
    Some(shown.texts().split_off(from))
}

fn written(kept: &Kept) -> String {
    serde_json::to_string(kept).expect("a board is plain data")
}

fn read(row: &AnalysisRow) -> Result<Kept, Refusal> {
    serde_json::from_str(&row.board).map_err(|_| Refusal::UnknownAnalysis)
}
