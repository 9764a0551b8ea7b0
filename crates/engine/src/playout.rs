//! Playouts: random turns until the game is over.

use super::outcome::Outcome;
use super::position::Position;
use super::random::SplitMix64;
use super::timeline::Timeline;

/// The result of a playout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playout<R> {
    /// The outcome; `None` if the game was not over within the allowed number of turns.
    pub outcome: Option<Outcome<R>>,
    /// How many turns were played.
    pub plies: u32,
}

/// Plays [random turns](Position::random_turn) until the game is over, but at most `max_plies`.
pub fn playout<P: Position>(
    start: &Timeline<P>,
    max_plies: u32,
    rng: &mut SplitMix64,
) -> Playout<P::Reason> {
    let mut game = start.clone();
    let mut plies = 0;
    while plies < max_plies
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
