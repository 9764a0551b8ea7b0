//! Move generation: placements, captures, and what may follow a capture.

use std::ops::ControlFlow;

use super::pieces::Pieces;
use super::turn::{Move, Second, Turn};
use super::{BOARD, CellSet, Kind, Side, Tzaar};
use crate::hex::Direction;
use crate::random::SplitMix64;

/// How many times a random move is guessed before all moves are listed instead.
const MAX_GUESSES: u32 = 24;

impl Tzaar {
    /// The vacant points.
    pub fn vacant(&self) -> CellSet {
        BOARD.cells() - self.pieces.occupied()
    }

    /// The pieces after the first capture; `None` if nothing may follow it, i.e. in the opening or when
    /// it has won the game.
    #[inline]
    pub(super) fn after_first(&self, first: Move) -> Option<Pieces> {
        let mut pieces = self.pieces;
        pieces.apply(self.to_move, first, false);
        let goes_on = !self.is_opening() && pieces.missing(!self.to_move).is_none();
        goes_on.then_some(pieces)
    }

    /// See [`Position::visit_turns`](crate::position::Position::visit_turns).
    pub(super) fn visit_all(
        &self,
        mut visit: impl FnMut(Turn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.outcome.is_some() {
            return ControlFlow::Continue(());
        }
        if self.is_placing() {
            return self.visit_placements(visit);
        }
        let side = self.to_move;
        self.pieces.visit_moves(side, false, |first| {
            let Some(pieces) = self.after_first(first) else {
                let second = Second::Nothing;
                return visit(Turn::Capture { first, second });
            };
            let second = Second::Pass;
            visit(Turn::Capture { first, second })?;
            pieces.visit_moves(side, true, |m| {
                let second = second_move(&pieces, side, m);
                visit(Turn::Capture { first, second })
            })
        })
    }

    fn visit_placements(&self, mut visit: impl FnMut(Turn) -> ControlFlow<()>) -> ControlFlow<()> {
        let hand = self.hands[self.to_move];
        for at in self.vacant() {
            for kind in Kind::ALL {
                if hand[kind] > 0 {
                    visit(Turn::Place { kind, at })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// See [`Position::count_turns_up_to`](crate::position::Position::count_turns_up_to).
    pub(super) fn count_all_up_to(&self, limit: u64) -> u64 {
        if self.outcome.is_some() {
            return 0;
        }
        if self.is_placing() {
            let hand = self.hands[self.to_move];
            let kinds = Kind::ALL.into_iter().filter(|&kind| hand[kind] > 0).count();
            return ((kinds * self.vacant().len()) as u64).min(limit);
        }
        let mut count = 0;
        let _ = self.pieces.visit_moves(self.to_move, false, |first| {
            if count >= limit {
                return ControlFlow::Break(());
            }
            count += match self.after_first(first) {
                Some(pieces) => pieces.count_moves(self.to_move, true) + 1,
                None => 1,
            };
            ControlFlow::Continue(())
        });
        count.min(limit)
    }

    /// The number of sequences of `depth` half-moves. A placement, a capture, a stacking and a pass count
    /// as one each.
    pub(super) fn count_half_moves(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome.is_some() {
            return 0;
        }
        let play = |turn: Turn, rest| {
            let mut next = *self;
            crate::position::Position::play_unchecked(&mut next, &turn);
            next.count_half_moves(rest)
        };
        let mut count = 0;
        if self.is_placing() {
            let _ = self.visit_placements(|turn| {
                count += play(turn, depth - 1);
                ControlFlow::Continue(())
            });
            return count;
        }
        let side = self.to_move;
        if depth == 1 {
            return self.pieces.count_moves(side, false);
        }
        let _ = self.pieces.visit_moves(side, false, |first| {
            let Some(pieces) = self.after_first(first) else {
                let second = Second::Nothing;
                count += play(Turn::Capture { first, second }, depth - 1);
                return ControlFlow::Continue(());
            };
            if depth == 2 {
                count += pieces.count_moves(side, true) + 1;
                return ControlFlow::Continue(());
            }
            let second = Second::Pass;
            count += play(Turn::Capture { first, second }, depth - 2);
            pieces.visit_moves(side, true, |m| {
                let second = second_move(&pieces, side, m);
                count += play(Turn::Capture { first, second }, depth - 2);
                ControlFlow::Continue(())
            })
        });
        count
    }

    /// See [`Position::random_turn`](crate::position::Position::random_turn).
    pub(super) fn random_one(&self, rng: &mut SplitMix64) -> Option<Turn> {
        if self.outcome.is_some() {
            return None;
        }
        if self.is_placing() {
            return Some(self.random_placement(rng));
        }
        let side = self.to_move;
        let first = random_move(&self.pieces, side, false, rng)?;
        let second = match self.after_first(first) {
            None => Second::Nothing,
            Some(pieces) => match random_move(&pieces, side, true, rng) {
                None => Second::Pass,
                Some(m) => second_move(&pieces, side, m),
            },
        };
        Some(Turn::Capture { first, second })
    }

    fn random_placement(&self, rng: &mut SplitMix64) -> Turn {
        let hand = self.hands[self.to_move];
        let vacant = self.vacant();
        let at = vacant.nth(rng.below(vacant.len() as u64) as usize);
        // Terminates: while pieces are being placed, the player to move has some in hand.
        loop {
            let kind = Kind::ALL[rng.below(3) as usize];
            if hand[kind] > 0 {
                return Turn::Place { kind, at };
            }
        }
    }
}

/// A move as the second part of a turn: a stacking if it goes onto a piece of the same side, or else a capture.
#[inline]
pub(super) fn second_move(pieces: &Pieces, side: Side, m: Move) -> Second {
    if pieces.sides[side].contains(m.to) {
        Second::Stack(m)
    } else {
        Second::Capture(m)
    }
}

/// A random move: a capture or, as the second part of a turn, also a stacking, or `None` for a pass.
///
/// Pairs of piece and direction are guessed uniformly until one is legal, which makes every legal move
/// equally likely. If only few are legal and guessing fails, the moves are listed instead.
#[inline]
fn random_move(pieces: &Pieces, side: Side, is_second: bool, rng: &mut SplitMix64) -> Option<Move> {
    let own = pieces.sides[side];
    let pairs = own.len() as u64 * 6;
    for _ in 0..MAX_GUESSES {
        let guess = rng.below(pairs + u64::from(is_second));
        if guess == pairs {
            return None;
        }
        let from = own.nth((guess / 6) as usize);
        let direction = Direction::ALL[(guess % 6) as usize];
        if let Some(to) = pieces.target(side, from, direction, is_second) {
            return Some(Move { from, to });
        }
    }
    let mut pick = rng.below(pieces.count_moves(side, is_second) + u64::from(is_second));
    let mut found = None;
    let _ = pieces.visit_moves(side, is_second, |m| {
        if pick == 0 {
            found = Some(m);
        }
        pick = pick.wrapping_sub(1);
        ControlFlow::Continue(())
    });
    found
}
