//! Isolated groups: claimed, left, or still in play.

use hexpost_engine::side::Side;

use super::{at, captured, cut, two};
use crate::fixtures::{ByText, zertz};

#[test]
fn removing_a_ring_may_isolate_a_marble_which_is_claimed() {
    let game = cut("37").game();
    let game = game.plays(&["Bd7-a2"]);
    assert_eq!(captured(&game, Side::First), [1, 0, 0]);
    assert_eq!(at(&game, "a1"), '.');
}

#[test]
fn filling_the_last_vacant_ring_of_an_isolated_group_claims_it() {
    let game = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   o   o
            .   o   o   o
              .   o   o
            o   o   o   o
              .   o   o
            W   o   o   o
              .   o   o
                o   o
                  o
        ",
    )
    .game();
    let game = game.plays(&["Ba2-d7"]);
    assert_eq!(captured(&game, Side::First), [1, 0, 1]);
    assert_eq!((at(&game, "a1"), at(&game, "a2")), ('.', '.'));
}

#[test]
fn an_isolated_group_with_a_vacant_ring_stays_in_play_until_it_is_filled() {
    let game = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   o   o
            o   o   o   o
              .   o   o
            W   .   o   o
              o   o   o
                .   o
                  o
        ",
    )
    .game();
    let game = game.plays(&["Bd7-a2"]);
    assert_eq!(captured(&game, Side::First), [0, 0, 0]);
    assert_eq!((at(&game, "a1"), at(&game, "b1")), ('W', 'o'));
    let game = game.plays(&["Gb1-a3"]);
    assert_eq!(captured(&game, Side::Second), [1, 1, 0]);
}

#[test]
fn several_groups_may_be_claimed_at_once() {
    let game = two("37").game();
    let game = game.plays(&["Bd7-a2"]);
    assert_eq!(captured(&game, Side::First), [1, 1, 0]);
}

#[test]
fn the_size_of_a_group_does_not_matter() {
    let game = two("37").game();
    let game = game.plays(&["Ba2-d7"]);
    assert_eq!(captured(&game, Side::First), [1, 1, 1]);
    assert_eq!(
        (at(&game, "a1"), at(&game, "a2"), at(&game, "a3")),
        ('.', '.', '.')
    );
}

#[test]
fn claiming_may_be_declined_and_the_group_is_never_claimed_later() {
    let game = cut("37").game();
    assert!(game.refuses("Bd7-a3~").contains("completes no group"));
    let game = game.plays(&["Bd7-a2~"]);
    assert_eq!(captured(&game, Side::First), [0, 0, 0]);
    assert_eq!(at(&game, "a1"), 'W');
    let game = game.plays(&["Bd1-a3", "Be1-a4"]);
    assert_eq!(at(&game, "a1"), 'W');
    assert_eq!(captured(&game, Side::First), [0, 0, 0]);
    assert_eq!(captured(&game, Side::Second), [0, 0, 0]);
}

#[test]
fn all_groups_are_declined_or_none() {
    let game = two("37").game();
    // One turn claims both groups and one leaves both; none treats them differently.
    let ways: Vec<_> = game
        .legal()
        .into_iter()
        .filter(|t| t.starts_with("Bd7-a2"))
        .collect();
    assert_eq!(ways, ["Bd7-a2", "Bd7-a2~"]);
    let game = game.plays(&["Bd7-a2~"]);
    assert_eq!((at(&game, "a1"), at(&game, "a3")), ('W', 'G'));
}

#[test]
fn the_rule_books_example_of_winning_with_two_isolated_whites() {
    // The first player has two white marbles. A black one is offered and must be captured; then a white
    // one on a3 and the removal of a2 isolate two more.
    let drawn = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            .   o   o   o
              .   o   o
            o   o   o   o
              .   o   o
            o   o   o   o
              .   G   o
            W   o   o   o
              .   .   o
                o   o
                  o
        ",
    );
    let game = drawn
        .captured(Side::First, [2, 0, 0])
        .captured(Side::Second, [1, 3, 3])
        .game();
    let game = game.plays(&["Bd4-g1"]);
    assert_eq!(game.legal(), ["xd3d5"]);
    let game = game.plays(&["xd3d5"]);
    assert_eq!(captured(&game, Side::Second), [1, 3, 4]);
    let game = game.plays(&["Wa3-a2"]);
    assert_eq!(captured(&game, Side::First), [4, 0, 0]);
    assert_eq!(game.end(), Some((Some(Side::First), "white")));
    assert_eq!(game.legal(), [""; 0]);
    assert!(game.refuses("Wd1-e1").contains("the game is over (white)"));
}
