//! Games of chance: random turns until the end.

use super::outcome::Outcome;
use super::position::Position;
use super::random::SplitMix64;
use super::timeline::Timeline;

/// How a game of chance went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout<R> {
    /// The end; none if it had not come within the allowed turns.
    pub outcome: Option<Outcome<R>>,
    /// How many turns were made.
    pub plies: u32,
}

/// Plays [random turns](Position::random_turn) until the game is over, but not more than `most`.
pub fn playout<P: Position>(
    start: &Timeline<P>,
    most: u32,
    rng: &mut SplitMix64,
) -> Playout<P::Reason> {
    let mut game = start.clone();
    let mut plies = 0;
    while plies < most
        && let Some(turn) = game.random_turn(rng)
    {
        game.play_unchecked(&turn);
        plies += 1;
    }
    Playout {
        outcome: game.outcome(),
        plies,
    }
}
