//! A running game: the position, and as much of the history as the rules refer to.

use std::ops::ControlFlow;

use super::notation::ReadError;
use super::outcome::Outcome;
use super::position::{CodeError, Position, listed_up_to};
use super::random::SplitMix64;
use super::steps::{self, NextStep, Offer, Step, StepEffect, StepError};

/// A position that occurs this many times ends the game in a draw.
const REPETITIONS_FOR_DRAW: usize = 3;
/// [`Timeline::uniform_turn`] picks from at most this many turns.
const MAX_SAMPLED: u64 = 100_000;

/// A position together with the history that still matters.
///
/// Earlier positions matter as long as they can occur again and, where a turn can be undone, until the
/// next turn is played. In nearly every position of nearly every game there are none.
///
/// **Equal** timelines have the same future.
///
/// # What things cost
///
/// No more than for [a position](Position#what-things-cost), and never in proportion to the number of
/// legal turns: [`offer`](Timeline::offer) derives the next steps from the rules,
/// [`visit_turns`](Timeline::visit_turns) stops when told to, and the methods that count or list turns
/// take a limit. Parsing a text examines only the few turns it can mean. Where the history matters, each
/// placement is compared with it; the history goes back to the last irreversible turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Timeline<P: Position> {
    position: P,
    /// Earlier positions, each with the turn played in it, up to the current position.
    history: Vec<(P, P::Turn)>,
    /// The turn that was undone by the last turn.
    undone: Option<P::Turn>,
    /// Whether the current position has occurred often enough for a draw.
    repeated: bool,
}

impl<P: Position> Timeline<P> {
    /// A game that starts at this position, [without history](Position::without_history).
    pub fn new(position: P) -> Self {
        Self {
            position: position.without_history(),
            history: Vec::new(),
            undone: None,
            repeated: false,
        }
    }

    /// A copy without history: for display, not for further play.
    #[must_use]
    pub fn snapshot(&self) -> Self {
        Self {
            position: self.position,
            history: Vec::new(),
            undone: None,
            repeated: self.repeated,
        }
    }

    /// The current position.
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// The earlier positions that can still occur again or be returned to.
    pub(crate) fn earlier(&self) -> impl Iterator<Item = &P> {
        self.history.iter().map(|(position, _)| position)
    }

    /// How the game ended, if it is over.
    pub fn outcome(&self) -> Option<Outcome<P::Reason>> {
        let repetition = || P::REPETITION.filter(|_| self.repeated).map(Outcome::draw);
        self.position.outcome().or_else(repetition)
    }

    /// Calls `visit` with each legal turn until it breaks or there are no more.
    pub fn visit_turns(
        &self,
        mut visit: impl FnMut(P::Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        if self.history.is_empty() {
            // No position can occur a third time.
            self.position.visit_turns(visit)
        } else {
            self.position.visit_turns(|turn| {
                if self.check_repetition(&turn).is_ok() {
                    visit(turn)?;
                }
                ControlFlow::Continue(())
            })
        }
    }

    /// The number of legal turns, or `limit` if there are more.
    pub fn count_turns_up_to(&self, limit: u64) -> u64 {
        if self.outcome().is_some() {
            return 0;
        }
        if self.history.is_empty() {
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

    /// All legal turns; `None` if there are more than `limit`.
    pub fn turns_up_to(&self, limit: usize) -> Option<Vec<P::Turn>> {
        listed_up_to(limit, |add| self.visit_turns(add))
    }

    /// The legal turn, if there is exactly one.
    pub fn only_turn(&self) -> Option<P::Turn> {
        self.turns_up_to(1)?.pop()
    }

    /// Checks that a turn is legal; otherwise returns the rule it breaks.
    pub fn check(&self, turn: &P::Turn) -> Result<(), P::Illegal> {
        if let Some(outcome) = self.outcome() {
            return Err(P::game_over(outcome));
        }
        self.position.check(turn)?;
        self.check_repetition(turn)
    }

    /// Plays a turn, or returns the rule that forbids it and changes nothing.
    pub fn play(&mut self, turn: &P::Turn) -> Result<(), P::Illegal> {
        self.check(turn)?;
        self.play_unchecked(turn);
        Ok(())
    }

    /// Plays a turn that is known to be legal; see [`Position::play_unchecked`].
    pub fn play_unchecked(&mut self, turn: &P::Turn) {
        self.undone = None;
        if self.position.undoes(turn) {
            // The history becomes what it was before the undone turn; returning to that position
            // is not a new occurrence of it.
            self.undone = self.history.pop().map(|(_, undone)| undone);
            self.position.play_unchecked(turn);
        } else if self.position.is_irreversible(turn) && self.position.undoable(turn).is_none() {
            self.history.clear();
            self.position.play_unchecked(turn);
        } else {
            self.forget();
            self.history.push((self.position.without_history(), *turn));
            self.position.play_unchecked(turn);
            self.repeated = self.occurrences(&self.position) >= REPETITIONS_FOR_DRAW - 1;
        }
    }

    /// A random turn, distributed as documented at [`Position::random_turn`].
    pub fn random_turn(&self, rng: &mut SplitMix64) -> Option<P::Turn> {
        if self.repeated {
            return None;
        }
        if self.history.is_empty() {
            return self.position.random_turn(rng);
        }
        // Redraw a turn that would lead to a forbidden repetition. Others exist: repetition is
        // only forbidden where a capture is possible.
        loop {
            let turn = self.position.random_turn(rng)?;
            if self.check_repetition(&turn).is_ok() {
                return Some(turn);
            }
        }
    }

    /// A turn chosen uniformly from the legal ones, or from the first hundred thousand if there are
    /// more; `None` if the game is over.
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

    /// Parses a turn as people type it.
    ///
    /// Where a spelling leaves something open, its only legal reading is taken. Between spellings
    /// nothing is guessed: if two can be parsed and differ, the text is ambiguous.
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

    /// The only legal turn among the readings of a spelling.
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

    /// The turn that was parsed, in canonical notation, whether legal or not.
    fn text_of(&self, read: &Result<P::Turn, ReadError<P::Illegal>>) -> Option<String> {
        match read {
            Ok(turn) => Some(self.position.write(turn)),
            Err(ReadError::Illegal { turn, .. }) => turn.clone(),
            Err(ReadError::Ambiguous { readings }) => Some(readings.join(", ")),
            Err(ReadError::Unreadable(_)) => None,
        }
    }

    /// The choices that may follow the steps chosen so far.
    pub fn offer(&self, chosen: &[Step]) -> Result<Offer<P::Turn>, StepError> {
        steps::offer(self, chosen)
    }

    /// The steps chosen so far with their effects.
    pub fn step_effects_so_far(&self, chosen: &[Step]) -> Result<Vec<StepEffect>, StepError> {
        steps::step_effects_so_far(self, chosen)
    }

    /// Some legal turn that begins with the steps; `None` if the game is over.
    pub fn example(&self, chosen: &[Step]) -> Result<Option<P::Turn>, StepError> {
        steps::example(self, chosen)
    }

    /// The legal turns that begin with the steps, in the order in which their steps are offered; `None`
    /// if there are more than `limit`.
    pub fn turns_after(
        &self,
        chosen: &[Step],
        limit: usize,
    ) -> Result<Option<Vec<P::Turn>>, StepError> {
        steps::turns_after(self, chosen, limit)
    }

    /// See [`Position::next_steps`].
    pub(super) fn next_steps(&self, partial: &P::PartialTurn) -> Vec<NextStep<P::PartialTurn>> {
        if self.repeated {
            return Vec::new();
        }
        self.position.next_steps(partial, &|turn| self.allows(turn))
    }

    /// See [`Position::finished`].
    pub(super) fn finished(&self, partial: &P::PartialTurn) -> Option<P::Turn> {
        self.position.finished(partial, &|turn| self.allows(turn))
    }

    /// Whether the history allows a turn.
    fn allows(&self, turn: &P::Turn) -> bool {
        self.history.is_empty() || self.check_repetition(turn).is_ok()
    }

    /// The game as one line of text, from which [`Timeline::from_code`] restores an equal game.
    ///
    /// Where the history matters, that is its first position followed by the turns since.
    pub fn code(&self) -> String {
        let current = self.position.without_history();
        let first = self.history.first().map_or(&current, |(first, _)| first);
        let mut code = first.code();
        let mut add = |position: &P, turn: &P::Turn| {
            code.push_str("; ");
            code.push_str(&position.write(turn));
        };
        for (position, turn) in &self.history {
            add(position, turn);
        }
        if let Some(undone) = &self.undone {
            add(&current, undone);
            code.push_str("; !");
        }
        code
    }

    /// Parses the output of [`Timeline::code`].
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

    /// Drops positions that can neither occur again nor, from now on, be returned to.
    fn forget(&mut self) {
        if let Some(last) = self.history.iter().rposition(|(p, t)| p.is_irreversible(t)) {
            self.history.drain(..=last);
        }
    }

    /// How many times a position, either the current or the next one, has occurred before.
    fn occurrences(&self, position: &P) -> usize {
        self.history
            .iter()
            .rev()
            .take_while(|(before, turn)| !before.is_irreversible(turn))
            .filter(|(before, _)| before.repeats(position))
            .count()
    }

    /// Refuses a turn that can be undone and would end the game by repetition.
    fn check_repetition(&self, turn: &P::Turn) -> Result<(), P::Illegal> {
        if self.position.is_irreversible(turn) {
            return Ok(());
        }
        let Some(rule) = self.position.undoable(turn) else {
            return Ok(());
        };
        let mut next = self.position;
        next.play_unchecked(turn);
        // After the turn the opponent is to move, so the current position does not count.
        if self.occurrences(&next) >= REPETITIONS_FOR_DRAW - 1 {
            Err(rule)
        } else {
            Ok(())
        }
    }
}
