//! A game as it runs: the position, and as much of the past as the rules look back at.

use std::ops::ControlFlow;

use super::notation::ReadError;
use super::outcome::Outcome;
use super::position::{CodeError, Position, listed_up_to};
use super::random::SplitMix64;
use super::steps::{self, NextStep, Offer, Step, StepEffect, StepError};

/// How often the same position must come for a draw.
const REPETITIONS_FOR_DRAW: usize = 3;
/// Of more turns than this, one is drawn from the first so many.
const MAX_SAMPLED: u64 = 100_000;

/// A position together with the past that still matters.
///
/// Earlier positions matter while they can come again, and, where a turn can be undone, until the
/// next turn is made. In nearly every position of nearly every game that is none at all.
///
/// **Equal** timelines have the same future.
///
/// # What things cost
///
/// No more than [a position](Position#what-things-cost) charges, and never in proportion to the number
/// of legal turns: [`offer`](Timeline::offer) makes the next steps from the rules,
/// [`visit_turns`](Timeline::visit_turns) stops when it is told to, and whoever counts or lists turns
/// says how many at most. Reading a text looks at the few turns that it can mean. Where the past matters,
/// a placement is compared with it, which is as long as the game was since the last turn that can't come again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timeline<P: Position> {
    position: P,
    /// Positions and the turns made in them, up to the present one.
    past: Vec<(P, P::Turn)>,
    /// The turn that the last turn undid.
    undone: Option<P::Turn>,
    repeated: bool,
}

impl<P: Position> Timeline<P> {
    /// A game that begins at this position, [quietly](Position::without_history): there was no turn before.
    pub fn new(position: P) -> Self {
        Self {
            position: position.without_history(),
            past: Vec::new(),
            undone: None,
            repeated: false,
        }
    }

    /// The game as it stands, without its past: to look at, and not to go on with.
    #[must_use]
    pub fn snapshot(&self) -> Self {
        Self {
            position: self.position,
            past: Vec::new(),
            undone: None,
            repeated: self.repeated,
        }
    }

    /// The position on the board.
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// The end of the game, if it has come.
    pub fn outcome(&self) -> Option<Outcome<P::Reason>> {
        let repetition = || P::REPETITION.filter(|_| self.repeated).map(Outcome::draw);
        self.position.outcome().or_else(repetition)
    }

    /// Shows `visit` legal turns until it breaks or there are no more.
    pub fn visit_turns(
        &self,
        mut visit: impl FnMut(P::Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        if self.past.is_empty() {
            // Nothing can come a third time.
            self.position.visit_turns(visit)
        } else {
            self.position.visit_turns(|turn| {
                if self.may_repeat(&turn).is_ok() {
                    visit(turn)?;
                }
                ControlFlow::Continue(())
            })
        }
    }

    /// How many legal turns there are, but at most `limit`.
    pub fn count_turns_up_to(&self, limit: u64) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        if self.past.is_empty() {
            return self.position.count_turns_up_to(limit);
        }
        let mut count = 0;
        let _ = self.visit_turns(|_| {
            if count == limit {
                return ControlFlow::Break(());
            }
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// All legal turns, if there are at most `limit`.
    pub fn turns_up_to(&self, limit: usize) -> Option<Vec<P::Turn>> {
        listed_up_to(limit, |add| self.visit_turns(add))
    }

    /// The legal turn, if there is only one.
    pub fn only_turn(&self) -> Option<P::Turn> {
        self.turns_up_to(1)?.pop()
    }

    /// Does a rule forbid the turn?
    pub fn check(&self, turn: &P::Turn) -> Result<(), P::Illegal> {
        if let Some(outcome) = self.outcome() {
            return Err(P::game_over(outcome));
        }
        self.position.check(turn)?;
        self.may_repeat(turn)
    }

    /// Plays a turn; after a refusal nothing has changed.
    pub fn play(&mut self, turn: &P::Turn) -> Result<(), P::Illegal> {
        self.check(turn)?;
        self.play_unchecked(turn);
        Ok(())
    }

    /// Plays a turn that is known to be legal; see [`Position::play_unchecked`].
    pub fn play_unchecked(&mut self, turn: &P::Turn) {
        self.undone = None;
        if self.position.undoes(turn) {
            // The past is what it was before the undone turn, and the return to that position is
            // not a new occurrence of it.
            self.undone = self.past.pop().map(|(_, undone)| undone);
            self.position.play_unchecked(turn);
        } else if self.position.is_irreversible(turn) && self.position.undoable(turn).is_none() {
            self.past.clear();
            self.position.play_unchecked(turn);
        } else {
            self.forget();
            self.past.push((self.position.without_history(), *turn));
            self.position.play_unchecked(turn);
            self.repeated = self.occurrences(&self.position) >= REPETITIONS_FOR_DRAW - 1;
        }
    }

    /// A turn chosen as [`Position::random_turn`] says.
    pub fn random_turn(&self, rng: &mut SplitMix64) -> Option<P::Turn> {
        if self.repeated {
            return None;
        }
        if self.past.is_empty() {
            return self.position.random_turn(rng);
        }
        // A turn that would come to a forbidden repetition is drawn again. There are others: it
        // is only forbidden where there is a capture.
        loop {
            let turn = self.position.random_turn(rng)?;
            if self.may_repeat(&turn).is_ok() {
                return Some(turn);
            }
        }
    }

    /// A turn for which every legal one is equally likely, or, where there are more than a hundred
    /// thousand, every one of the first so many.
    pub fn uniform_turn(&self, rng: &mut SplitMix64) -> Option<P::Turn> {
        let mut pick = rng.below(self.count_turns_up_to(MAX_SAMPLED));
        let mut found = None;
        let _ = self.visit_turns(|turn| {
            if pick == 0 {
                found = Some(turn);
                return ControlFlow::Break(());
            }
            pick -= 1;
            ControlFlow::Continue(())
        });
        found
    }

    /// What the text means here.
    ///
    /// Where a spelling leaves something open, the one legal reading is meant. Between spellings
    /// nothing is guessed: if two can be read and differ, the text is ambiguous.
    pub fn read(&self, text: &str) -> Result<P::Turn, ReadError<P::Illegal>> {
        let mut spellings = self.position.readings(text)?.into_iter();
        let first = self.choose(spellings.next().unwrap_or_default());
        let mut texts = vec![self.text_of(&first)];
        for readings in spellings {
            let other = self.text_of(&self.choose(readings));
            if !texts.contains(&other) {
                texts.push(other);
            }
        }
        if texts.len() == 1 {
            return first;
        }
        let readings = texts.into_iter().flatten().collect();
        Err(ReadError::Ambiguous { readings })
    }

    /// The one legal turn among the readings of a spelling.
    fn choose(
        &self,
        readings: Vec<Result<P::Turn, P::Illegal>>,
    ) -> Result<P::Turn, ReadError<P::Illegal>> {
        let mut legal = Vec::new();
        let mut refused = None;
        for reading in readings {
            let (turn, checked) = match reading {
                Ok(turn) => (Some(turn), self.check(&turn)),
                Err(rule) => (None, Err(rule)),
            };
            match (turn, checked) {
                (Some(turn), Ok(())) if !legal.contains(&turn) => legal.push(turn),
                (_, Ok(())) => {}
                (turn, Err(rule)) => {
                    refused.get_or_insert((turn, rule));
                }
            }
        }
        match (legal.as_slice(), refused) {
            ([turn], _) => Ok(*turn),
            ([], Some((turn, rule))) => Err(ReadError::Illegal {
                turn: turn.map(|turn| self.position.write(&turn)),
                rule,
            }),
            (turns, _) => Err(ReadError::Ambiguous {
                readings: turns.iter().map(|turn| self.position.write(turn)).collect(),
            }),
        }
    }

    /// The turn that was read, in canonical notation, be it legal or not.
    fn text_of(&self, read: &Result<P::Turn, ReadError<P::Illegal>>) -> Option<String> {
        match read {
            Ok(turn) => Some(self.position.write(turn)),
            Err(ReadError::Illegal { turn, .. }) => turn.clone(),
            Err(ReadError::Ambiguous { readings }) => Some(readings.join(", ")),
            Err(ReadError::Unreadable(_)) => None,
        }
    }

    /// What may be chosen next, after the steps chosen so far.
    pub fn offer(&self, chosen: &[Step]) -> Result<Offer<P::Turn>, StepError> {
        steps::offer(self, chosen)
    }

    /// What the steps chosen so far do.
    pub fn step_effects_so_far(&self, chosen: &[Step]) -> Result<Vec<StepEffect>, StepError> {
        steps::step_effects_so_far(self, chosen)
    }

    /// Some legal turn that begins with the steps; none if the game is over.
    pub fn example(&self, chosen: &[Step]) -> Result<Option<P::Turn>, StepError> {
        steps::example(self, chosen)
    }

    /// The legal turns that begin with the steps, if there are at most `limit`, in the order in which
    /// their steps are offered.
    pub fn turns_after(
        &self,
        chosen: &[Step],
        limit: usize,
    ) -> Result<Option<Vec<P::Turn>>, StepError> {
        steps::turns_after(self, chosen, limit)
    }

    /// The steps that may come next; see [`Position::next_steps`].
    pub(super) fn next_steps(&self, partial: &P::PartialTurn) -> Vec<NextStep<P::PartialTurn>> {
        if self.repeated {
            return Vec::new();
        }
        self.position.next_steps(partial, &|turn| self.allows(turn))
    }

    /// The turn that the steps make up; see [`Position::finished`].
    pub(super) fn finished(&self, partial: &P::PartialTurn) -> Option<P::Turn> {
        self.position.finished(partial, &|turn| self.allows(turn))
    }

    /// Does the past allow a turn?
    fn allows(&self, turn: &P::Turn) -> bool {
        self.past.is_empty() || self.may_repeat(turn).is_ok()
    }

    /// The game as one line of text, which [`Timeline::from_code`] reads back into an equal one.
    ///
    /// Where the past matters, that is the position it began with and the turns since.
    pub fn code(&self) -> String {
        let quiet = self.position.without_history();
        let first = self.past.first().map_or(&quiet, |(first, _)| first);
        let mut code = first.code();
        let mut add = |position: &P, turn: &P::Turn| {
            code.push_str("; ");
            code.push_str(&position.write(turn));
        };
        for (position, turn) in &self.past {
            add(position, turn);
        }
        if let Some(undone) = &self.undone {
            add(&quiet, undone);
            code.push_str("; !");
        }
        code
    }

    /// Reads what [`Timeline::code`] writes.
    pub fn from_code(code: &str) -> Result<Self, CodeError> {
        let mut parts = code.split(';');
        let mut timeline = Self::new(P::from_code(parts.next().unwrap_or_default())?);
        for text in parts {
            let turn = timeline.read(text).map_err(|error| {
                CodeError::new("turns since", format!("{}: {error}", text.trim()))
            })?;
            timeline.play_unchecked(&turn);
        }
        Ok(timeline)
    }

    /// Drops what can neither come again nor, from now on, be undone.
    fn forget(&mut self) {
        if let Some(last) = self.past.iter().rposition(|(p, t)| p.is_irreversible(t)) {
            self.past.drain(..=last);
        }
    }

    /// How often a position that is next on the board, or on it now, has been there before.
    fn occurrences(&self, position: &P) -> usize {
        self.past
            .iter()
            .rev()
            .take_while(|(before, turn)| !before.is_irreversible(turn))
            .filter(|(before, _)| before.repeats(position))
            .count()
    }

    /// A turn that can be undone must not end the game by repetition either.
    fn may_repeat(&self, turn: &P::Turn) -> Result<(), P::Illegal> {
        if self.position.is_irreversible(turn) {
            return Ok(());
        }
        let Some(rule) = self.position.undoable(turn) else {
            return Ok(());
        };
        let mut next = self.position;
        next.play_unchecked(turn);
        // After one turn the other player is to move, so the present position does not count.
        if self.occurrences(&next) >= REPETITIONS_FOR_DRAW - 1 {
            Err(rule)
        } else {
            Ok(())
        }
    }
}
