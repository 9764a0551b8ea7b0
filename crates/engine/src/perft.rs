//! Counting the ways a game can go: the sharpest test of a rules engine, and a measure of its speed.

use std::ops::ControlFlow;

use super::position::Position;
use super::timeline::Timeline;

/// How many sequences of `depth` turns there are.
///
/// A game that is over adds nothing beyond its end. The last turns are counted, not made.
///
/// Costs as much as it counts, so this is for the command line and not for what people send.
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
