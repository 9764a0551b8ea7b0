//! Counting the ways a game can go: the sharpest test of a rules engine, and a measure of its speed.

use super::position::Position;
use super::timeline::Timeline;

/// How many sequences of `depth` turns there are.
///
/// A game that is over adds nothing beyond its end. The last turns are counted, not made.
pub fn perft<P: Position>(game: &Timeline<P>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => game.count_turns(),
        _ => {
            let mut count = 0;
            game.visit_turns(|turn| {
                let mut next = game.clone();
                next.play_unchecked(&turn);
                count += perft(&next, depth - 1);
            });
            count
        }
    }
}
