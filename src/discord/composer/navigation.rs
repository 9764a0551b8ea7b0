//! The way through the composer: steps without a choice are skipped, and Back returns to the
//! previous screen.

use hexpost_engine::game::AnyTurn;
use hexpost_engine::steps::{Choice, Offer, Role, Step, StepEffect, StepError};

use crate::discord::composer::turn::{
    CompleteTurn, Composer, ComposerProgress, ComposerQuestion, MoverTarget, fits_list,
};
use crate::discord::composer::{ComposerState, ComposerView};

impl Composer<'_> {
    /// Skips from a state to the next choice.
    pub(crate) fn reach(&self, state: &ComposerState) -> Result<ComposerProgress, StepError> {
        let mut reach = self.skip_forced(&state.steps, state.place)?;
        reach.effects_by_step = self.game.step_effects_so_far(&reach.steps)?;
        Ok(reach)
    }

    fn skip_forced(
        &self,
        steps: &[Step],
        place: ComposerView,
    ) -> Result<ComposerProgress, StepError> {
        let mut steps = steps.to_vec();
        loop {
            let offer = self.game.offer(&steps)?;
            match self.skipped(&offer, place) {
                Some(step) => steps.push(step),
                None => {
                    return Ok(ComposerProgress {
                        steps,
                        place,
                        offer,
                        effects_by_step: Vec::new(),
                    });
                }
            }
        }
    }

    /// The step that is taken without asking: the only one, or the last-used kind.
    fn skipped(&self, offer: &Offer<AnyTurn>, place: ComposerView) -> Option<Step> {
        if offer.finished.is_some() {
            return None;
        }
        if let [only] = offer.choices.as_slice() {
            return Some(only.step);
        }
        let mut kinds = offer.choices.iter().filter(|c| c.role == Role::Kind);
        let is_placing =
            place == ComposerView::Instead || kinds.clone().count() == offer.choices.len();
        let has_choice = kinds.clone().count() > 1;
        if self.is_touch_move() && has_choice || !is_placing {
            return None;
        }
        let usual = self.usual.map(Step::Kind);
        let first = kinds.next().map(|choice| choice.step);
        kinds
            .find(|choice| Some(choice.step) == usual)
            .map(|choice| choice.step)
            .or(first)
    }

    /// The state that Back leads to; `None` on the first screen.
    pub(crate) fn back(
        &self,
        reach: &ComposerProgress,
    ) -> Result<Option<ComposerState>, StepError> {
        if matches!(reach.place, ComposerView::Column(_)) {
            return Ok(Some(ComposerState::new(reach.steps.clone())));
        }
        let is_touched = self.is_touch_move() && self.touched > 0;
        let is_instead = reach.place == ComposerView::Instead && !is_touched;
        if is_instead && reach.offer.finished.is_none() {
            return Ok(Some(ComposerState::default()));
        }
        let mut at = if self.is_touch_move() {
            self.touched
        } else {
            0
        };
        let mut last = None;
        while at < reach.steps.len() {
            let (done, _) = reach.steps.split_at(at);
            let offer = self.game.offer(done)?;
            if self.skipped(&offer, ComposerView::Start).is_some() {
                at += 1;
                continue;
            }
            last = Some(at);
            at += self.steps_per_screen(&reach.steps, at, offer);
        }
        Ok(last.map(|at| ComposerState::new(reach.steps[..at].to_vec())))
    }

    /// How many steps the screen after `at` steps chooses at once.
    fn steps_per_screen(&self, steps: &[Step], at: usize, offer: Offer<AnyTurn>) -> usize {
        let is_jump = |choice: &Choice| matches!(choice.role, Role::Jumper | Role::Landing);
        let is_move = |choice: &Choice| choice.role == Role::Mover;
        let chosen = offer.choices.iter().find(|choice| choice.step == steps[at]);
        if !chosen.is_some_and(|choice| is_jump(choice) || is_move(choice)) {
            return 1;
        }
        let mut reach = ComposerProgress {
            steps: steps[..at].to_vec(),
            place: ComposerView::Start,
            offer,
            effects_by_step: Vec::new(),
        };
        if let (Step::Cell(cell), true) = (steps[at], reach.offer.choices.iter().any(is_move)) {
            // Within one column, its actions may fit on one screen.
            let column = self.game.board().name(cell).column();
            let ask = self.ask(&reach);
            if matches!(ask, ComposerQuestion::Cells(_)) && !fits_list(&reach, &ask) {
                reach.place = ComposerView::Column(column);
            }
        }
        match self.ask(&reach) {
            ComposerQuestion::Chains(_) => steps.len() - at,
            ComposerQuestion::Actions(_) => 2.min(steps.len() - at),
            _ => 1,
        }
    }

    /// The legal turns that continue with jumps, in order; `None` if there are more than `most`.
    pub(crate) fn chains(
        &self,
        reach: &ComposerProgress,
        most: usize,
    ) -> Option<Vec<CompleteTurn>> {
        let jumps = reach.offer.choices.iter();
        let jumps = jumps.filter(|choice| matches!(choice.role, Role::Jumper | Role::Landing));
        let mut chains = Vec::new();
        for jump in jumps {
            let mut steps = reach.steps.clone();
            steps.push(jump.step);
            let room = most - chains.len();
            let turns = self.game.turns_after(&steps, room).ok()??;
            let whole = |turn: AnyTurn| {
                let path = self.game.path(&turn)?;
                let effects_by_step = self.game.step_effects(&turn)?;
                Some(CompleteTurn {
                    turn,
                    path,
                    effects_by_step,
                })
            };
            chains.extend(turns.into_iter().filter_map(whole));
        }
        Some(chains)
    }

    /// The movers after some steps with their targets, in order; at most six for each piece.
    pub(crate) fn actions(&self, chosen: &[Step], movers: &[Choice]) -> Vec<MoverTarget> {
        let mut actions = Vec::new();
        for mover in movers {
            let Step::Cell(from) = mover.step else {
                continue;
            };
            let mut steps = chosen.to_vec();
            steps.push(mover.step);
            let targets = self
                .game
                .offer(&steps)
                .map_or_else(|_| Vec::new(), |o| o.choices);
            for choice in targets {
                if let (Step::Cell(to), Role::Target) = (choice.step, choice.role) {
                    let target = StepEffect {
                        step: choice.step,
                        role: choice.role,
                        effects: choice.effects,
                    };
                    actions.push(MoverTarget { from, to, target });
                }
            }
        }
        actions
    }
}
