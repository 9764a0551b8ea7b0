//! Questions to the computer about positions of analysis boards, and games against it from there.

use hexpost_engine::game::{AnyGame, AnyTurn};

use crate::app::computer::NewComputerGame;
use crate::app::computer::evaluation::Evaluation;
use crate::app::computer::game_analysis::LEVEL;
use crate::app::computer::hint::HintReason;
use crate::app::game::state::Game;
use crate::app::plan::analysis::Analysis;
use crate::app::{Act, App, AppError, Refusal, retry};
use crate::model::{ComputerJob, InteractionId, JobKind, JobSubject, Seq};

/// The most positions that the search looks at for a question.
const NODES: u64 = 300_000;
/// The most unanswered questions per player.
pub const MAX_OPEN_QUESTIONS: usize = 3;

/// What the computer says about a position of an analysis board.
#[derive(Clone, Debug)]
pub struct PositionAnswer {
    /// The board with the position.
    pub board: Analysis,
    /// The best turn found, and why.
    pub best: (AnyTurn, HintReason),
    /// The winning chances of the player to move, in percent.
    pub chance: u8,
    /// A proof: within how many turns the player to move wins, or loses if negative.
    pub proof: Option<i32>,
}

impl App {
    /// Asks the computer about the position of an analysis board after a turn of its tree, if that is fair
    /// (`fair_play.rs`); `None` if it is being thought about, so that the caller asks again.
    pub async fn ask_about_board(
        &self,
        act: &Act,
        number: i64,
        at: u32,
    ) -> Result<Option<PositionAnswer>, AppError> {
        let board = self.analysis_at(act.by, number, Some(at)).await?;
        if board.position.outcome().is_some() {
            return Err(Refusal::Finished.into());
        }
        // Each time: a game may have begun since.
        self.check_board(act.by, &board, act.now).await?;
        let code = board.position.code();
        let asked = self.read().await?.position_question(act.by, &code).await?;
        let found = asked.and_then(|asked| asked.found);
        let found: Option<Evaluation> = found.and_then(|text| serde_json::from_str(&text).ok());
        let found = found.and_then(|found| Some((board.position.exactly(&found.best)?, found)));
        let Some((best, found)) = found else {
            retry!(self.put_question(act, &code))?;
            return Ok(None);
        };
        let chance = (found.chance() * 100.0).round().clamp(0.0, 100.0) as u8;
        Ok(Some(PositionAnswer {
            board,
            best: (best, found.reason),
            chance,
            proof: found.proof,
        }))
    }

    /// Writes the question and its job, if they are not there.
    async fn put_question(&self, act: &Act, code: &str) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.lock_players(&[act.by]).await?;
        let known = tx.position_question(act.by, code).await?;
        let open = tx.count_open_questions(act.by).await?;
        if known.is_none() && open >= MAX_OPEN_QUESTIONS as i64 {
            return Err(Refusal::TooManyQuestions(MAX_OPEN_QUESTIONS).into());
        }
        let id = known.map_or(act.interaction, |known| known.id);
        tx.ask_position(id, act.by, code, act.now).await?;
        let job = ComputerJob {
            subject: JobSubject::Question(id),
            kind: JobKind::Position,
            seq: Seq::START,
            level: LEVEL,
            nodes: NODES.min(self.limits.computer_nodes),
        };
        tx.ask_job(&job, act.now).await?;
        Ok(tx.commit().await?)
    }

    /// The position of a question; `None` if nobody asks it any more.
    pub(crate) async fn asked_position(
        &self,
        id: InteractionId,
    ) -> Result<Option<AnyGame>, AppError> {
        let asked = self.read().await?.position_question_by_id(id).await?;
        let asked = asked.filter(|asked| asked.found.is_none());
        Ok(asked.and_then(|asked| AnyGame::from_code(&asked.code).ok()))
    }

    /// Stores the answer to a question; false if nobody asks it any more.
    pub(crate) async fn store_position_answer(
        &self,
        job: &ComputerJob,
        id: InteractionId,
        found: &Evaluation,
    ) -> Result<bool, AppError> {
        let text = serde_json::to_string(found).expect("an evaluation is plain data");
        let mut tx = self.store.unclaimed().begin().await?;
        let is_asked = tx.finish_job(job).await? && tx.answer_position(id, &text).await?;
        tx.commit().await?;
        Ok(is_asked)
    }

    /// Starts a game against the computer from the position of an analysis board after a turn of its tree,
    /// if that is fair. The board must have begun with a game or with the start of a variant: a game is its
    /// turns, and a position alone has none.
    pub async fn play_on_board(
        &self,
        act: &Act,
        (number, at): (i64, u32),
        new: &NewComputerGame,
    ) -> Result<Game, AppError> {
        let board = self.analysis_at(act.by, number, Some(at)).await?;
        if board.position.outcome().is_some() {
            return Err(Refusal::Finished.into());
        }
        self.check_board(act.by, &board, act.now).await?;
        let (variant, mut opening) = self.board_origin(act, &board).await?;
        opening.extend(board.texts());
        let new = NewComputerGame {
            variant,
            opening,
            ..new.clone()
        };
        self.play_computer(act, &new).await
    }
}
