//! Drafts: turns that players are putting together, kept from one tap to the next and across restarts.

use hexpost_engine::game::AnyTurn;
use hexpost_engine::steps::{Offer, Step};

use crate::app::game::state::Game;
use crate::app::{Act, App, AppError, Refusal};
use crate::model::GameId;
use crate::store::Draft;

/// An unfinished turn.
#[derive(Clone, Debug)]
pub struct DraftTurn {
    /// The game.
    pub game: Game,
    /// The steps chosen so far.
    pub steps: Vec<Step>,
    /// The number of steps that are final, in touch-move games.
    pub touched: usize,
    /// The steps that can be chosen next.
    pub offer: Offer<AnyTurn>,
}

impl App {
    /// A player's draft: the stored one if it still fits the position, otherwise an empty one.
    pub async fn draft(&self, act: &Act, id: GameId) -> Result<DraftTurn, AppError> {
        // A player who starts composing a turn has seen the position.
        let game = self.view_game(act.by, id, act.now).await?;
        game.mover(act)?;
        let draft = self.read().await?.draft(id, act.by).await?;
        let steps = kept(&game, draft.as_ref()).unwrap_or_default();
        let touched = touched(&game, draft.as_ref()).map_or(0, |steps| steps.len());
        let position = game.record.game();
        let (steps, offer) = match position.offer(&steps) {
            Ok(offer) => (steps, offer),
            Err(_) => (Vec::new(), position.offer(&[])?),
        };
        Ok(DraftTurn {
            touched: touched.min(steps.len()),
            game,
            steps,
            offer,
        })
    }

    /// Stores a draft. In touch-move games `touch` makes its steps final; final steps can't be changed.
    pub async fn keep_draft(
        &self,
        act: &Act,
        id: GameId,
        steps: &[Step],
        touch: bool,
    ) -> Result<DraftTurn, AppError> {
        let (player, now) = (act.by, act.now);
        let game = self.view_game(player, id, now).await?;
        game.mover(act)?;
        let board = game.position_seq();
        let position = game.record.game();
        let offer = position.offer(steps)?;
        let mut tx = self.store.begin().await?;
        tx.lock_game(id).await?;
        // The position or the players may have changed since the game was loaded.
        let row = tx.game(id).await?.ok_or(Refusal::UnknownGame)?;
        if (row.status.position_seq, row.players) != (board, game.row.players) {
            return Err(Refusal::Stale.into());
        }
        let before = tx.draft(id, player).await?;
        let mut final_steps = touched(&game, before.as_ref()).unwrap_or_default();
        if !steps.starts_with(&final_steps) {
            return Err(Refusal::Touched(written(&game, &final_steps)).into());
        }
        if touch && position.is_touch_move() {
            final_steps = steps.to_vec();
        }
        let draft = Draft {
            board,
            steps: written(&game, steps),
            touched: final_steps.len() as i64,
            at: now,
        };
        tx.set_draft(id, player, &draft).await?;
        tx.commit().await?;
        Ok(DraftTurn {
            game,
            steps: steps.to_vec(),
            touched: final_steps.len(),
            offer,
        })
    }

    /// Discards a draft except for its final steps.
    pub async fn drop_draft(&self, act: &Act, id: GameId) -> Result<(), AppError> {
        let (player, now) = (act.by, act.now);
        let game = self.load(id, now).await?;
        let mut tx = self.store.begin().await?;
        tx.lock_game(id).await?;
        let before = tx.draft(id, player).await?;
        match touched(&game, before.as_ref()) {
            Some(final_steps) if !final_steps.is_empty() => {
                let draft = Draft {
                    board: game.position_seq(),
                    steps: written(&game, &final_steps),
                    touched: final_steps.len() as i64,
                    at: now,
                };
                tx.set_draft(id, player, &draft).await?;
            }
            _ => tx.drop_draft(id, player).await?,
        }
        tx.commit().await?;
        Ok(())
    }
}

fn written(game: &Game, steps: &[Step]) -> String {
    let board = game.record.game().board();
    let steps: Vec<String> = steps.iter().map(|step| step.write(board)).collect();
    steps.join(" ")
}

/// The steps of a draft, if it belongs to the current position.
fn kept(game: &Game, draft: Option<&Draft>) -> Option<Vec<Step>> {
    let draft = draft.filter(|draft| draft.board == game.position_seq())?;
    let board = game.record.game().board();
    let steps = draft.steps.split_whitespace();
    steps.map(|step| Step::read(step, board)).collect()
}

/// The final steps of a draft.
pub(crate) fn touched(game: &Game, draft: Option<&Draft>) -> Option<Vec<Step>> {
    if !game.record.game().is_touch_move() {
        return None;
    }
    let mut steps = kept(game, draft)?;
    steps.truncate(draft?.touched.max(0) as usize);
    Some(steps)
}
