//! Perft: counts the sequences of turns to a given depth. The sharpest test of a rules engine, and a
//! measure of its speed.

use std::ops::ControlFlow;

use super::position::Position;
use super::timeline::Timeline;

/// The number of sequences of `depth` turns.
///
/// A game that is over adds nothing beyond its end. The turns at the last level are counted without
/// being played.
///
/// Takes time in proportion to the result, so this is for the command line, not for user input.
pub fn perft<P: Position>(game: &Timeline<P>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_turns_up_to(u64::MAX),
        _ => {
            let mut count = 0;
            let _ = game.visit_turns(|turn| {
                let mut next = game.clone();
                next.play_unchecked(&turn);
                count += perft(&next, depth - 1);
                ControlFlow::Continue(())
            });
            count
        }
    }
}
