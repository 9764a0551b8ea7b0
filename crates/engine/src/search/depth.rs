//! What a search needs: how much of its depth a turn takes, and how much of its nodes a proof is worth.

use super::engine::Searchable;
use super::node::{Node as _, ONE};
use crate::game::{AnyGame, AnyTurn, with_each};
use crate::timeline::Timeline;

/// The depth of a turn in a position, in the unit of [`SearchLimits::depth`](super::SearchLimits); `None` if
/// it is not legal there.
///
/// A search that is shallower by this, of the position after the turn, sees as far ahead.
pub fn turn_depth(game: &AnyGame, turn: &AnyTurn) -> Option<i32> {
    let text = game.write(turn)?;
    with_each!(game, game => depth_of(game, &text))
}

/// How many nodes are worth spending on a proof in a position, out of a total; 0 if it is too large for one.
pub fn proof_nodes(game: &AnyGame, total: u64) -> u64 {
    with_each!(game, game => worth_proving(game, total))
}

fn worth_proving<P: Searchable>(game: &Timeline<P>, total: u64) -> u64 {
    game.position().node().proof_nodes(total)
}

fn depth_of<P: Searchable>(game: &Timeline<P>, text: &str) -> Option<i32> {
    let turn = game.read(text).ok()?;
    let mut node = game.position().node();
    let mut depth = 0;
    for mv in P::moves_of(&turn) {
        let mut next = node;
        next.play(mv);
        depth += node.cost(mv, &next, true);
        node = next;
    }
    Some(depth / ONE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn depths(game: &str, variant: &str, turns: &[&str]) -> Vec<i32> {
        let mut game = AnyGame::start(&Variant::parse(game, variant).unwrap());
        let each = turns.iter().map(|text| {
            let turn = game.read(text).unwrap();
            let depth = turn_depth(&game, &turn).unwrap();
            game.play(&turn).unwrap();
            depth
        });
        each.collect()
    }

    #[test]
    fn a_turn_of_tzaar_has_two_half_moves_but_the_first() {
        let turns = ["d3xd4", "c4xd5 f3xe4", "e1xf1 d7+d8"];
        assert_eq!(depths("tzaar", "fixed", &turns), [1, 2, 2]);
    }

    #[test]
    fn a_capture_of_zertz_takes_no_depth() {
        let turns = ["Wd4-a1", "Gd5-h1", "xd4d6"];
        assert_eq!(depths("zertz", "48", &turns), [1, 1, 0]);
    }

    #[test]
    fn a_proof_is_worth_nothing_at_the_start_of_a_game() {
        for (game, variant) in [("tzaar", "fixed"), ("zertz", "61")] {
            let start = AnyGame::start(&Variant::parse(game, variant).unwrap());
            assert_eq!(proof_nodes(&start, 1000), 0, "{game}");
        }
        let late =
            "tzaar Z.T../R...../t....../......../......../......../......./....../T.z.r first";
        let late = AnyGame::from_code(late).unwrap();
        assert!((1..=1000).contains(&proof_nodes(&late, 1000)));
    }

    #[test]
    fn an_illegal_turn_has_no_depth() {
        let start = AnyGame::start(&Variant::parse("zertz", "37").unwrap());
        let turn = start.exactly("Wd4-a1").unwrap();
        let mut after = start;
        after.play(&turn).unwrap();
        assert_eq!(turn_depth(&after, &turn), None);
    }
}
