//! Hints in games against the computer: in two steps, and counted.
//!
//! The first step names the piece or ring to look at, the second the turn, with a reason that follows from
//! the rules or from a proof. What has been found out is stored, so that nothing is thought about twice.
//! There are no hints in games between people.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::hex::Cell;
use hexpost_engine::search::{Level, Line};
use hexpost_engine::steps::Step;
use serde::{Deserialize, Serialize};

use crate::app::game::state::Game;
use crate::app::{Act, App, AppError, Decision, Refusal};
use crate::model::{ComputerJob, Event, GameId, HintStep, JobKind, NewEvent};
use crate::store::StoredHint;

/// The level that gives hints.
const LEVEL: Level = Level::Numbered(6);

/// Why a turn is suggested.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintReason {
    /// It is the only legal turn.
    Only,
    /// It wins at once.
    Wins,
    /// It is proved to win by force.
    WinsByForce,
    /// It leaves the opponent a single reply.
    OneReply,
    /// The search found nothing better; the winning chances in percent, by its estimate.
    Chances(u8),
}

impl HintReason {
    /// The reason for the turn of a line. A win is claimed only if it is there or `proved` is the turn: a search
    /// that leaves turns out proves nothing.
    pub fn new(game: &AnyGame, line: &Line, proved: Option<AnyTurn>) -> Self {
        let turn = line.turn();
        if game.only_turn().is_some() {
            return Self::Only;
        }
        let mut after = game.clone();
        // Can't fail: the search returns legal turns.
        let _ = after.play(&turn);
        if after
            .outcome()
            .is_some_and(|end| end.winner == Some(game.to_move()))
        {
            return Self::Wins;
        }
        if proved == Some(turn) {
            return Self::WinsByForce;
        }
        if after.only_turn().is_some() {
            return Self::OneReply;
        }
        // Nothing is certain without a proof.
        let percent = line.score.probability() / 10_000;
        Self::Chances(percent.clamp(1, 99) as u8)
    }
}

/// A hint.
#[derive(Clone, Debug)]
pub struct Hint {
    /// The game.
    pub game: Game,
    /// The suggested turn.
    pub turn: AnyTurn,
    /// Why it is suggested.
    pub reason: HintReason,
}

impl Hint {
    /// The ring or the piece to look at; `None` for a turn without one.
    pub fn cell(&self) -> Option<Cell> {
        let steps = self.game.record.game().path(&self.turn)?;
        let mut cells = steps.iter().filter_map(|step| match step {
            Step::Cell(cell) => Some(*cell),
            _ => None,
        });
        cells.next()
    }
}

impl App {
    /// A hint for the player to move in a game against the computer; `None` if it is being thought about,
    /// so that the caller asks again. Each step is counted once in a position.
    pub async fn hint(
        &self,
        act: &Act,
        id: GameId,
        step: HintStep,
    ) -> Result<Option<Hint>, AppError> {
        let game = self.load(id, act.now).await?;
        game.mover(act)?;
        game.computer.ok_or(Refusal::NoComputer)?;
        let stored = self.read().await?.hint(id).await?;
        let stored = stored.filter(|hint| hint.seq == game.position_seq());
        let found = stored.and_then(|hint| {
            let turn = game.record.game().exactly(&hint.turn)?;
            Some((turn, serde_json::from_str(&hint.reason).ok()?))
        });
        let Some((turn, reason)) = found else {
            let nodes = LEVEL.abilities(game.record.game()).nodes;
            let job = ComputerJob {
                subject: id.into(),
                kind: JobKind::Hint,
                seq: game.position_seq(),
                level: LEVEL,
                nodes: nodes.min(self.limits.computer_nodes),
            };
            let mut tx = self.store.unclaimed().begin().await?;
            tx.ask_job(&job, act.now).await?;
            tx.commit().await?;
            return Ok(None);
        };
        let act = &Act {
            expected_seq: Some(game.position_seq()),
            ..*act
        };
        let decide = |game: &Game| {
            let side = game.mover(act)?;
            let event = NewEvent {
                event: Event::HintTaken(step),
                side: Some(side),
            };
            let new = Some(event).filter(|_| !game.has_taken_hint(step));
            Ok(Decision {
                events: new.into_iter().collect(),
                notices: Vec::new(),
            })
        };
        let game = self.update_game(act, id, decide).await?;
        Ok(Some(Hint { game, turn, reason }))
    }

    /// Stores a hint, if the game is still where it was.
    pub(crate) async fn store_hint(
        &self,
        job: &ComputerJob,
        game: &Game,
        (turn, reason): (&AnyTurn, HintReason),
    ) -> Result<(), AppError> {
        let turn = game.record.game().write(turn).ok_or(Refusal::Stale)?;
        let reason = serde_json::to_string(&reason).expect("a reason is plain data");
        let seq = job.seq;
        let mut tx = self.store.unclaimed().begin().await?;
        let id = game.row.id;
        tx.set_hint(id, &StoredHint { seq, turn, reason }).await?;
        tx.drop_job(id, job.kind).await?;
        Ok(tx.commit().await?)
    }
}
