//! Placing a marble and removing a ring.

use hexpost_engine::position::Position;
use hexpost_engine::side::Side;

use super::{at, names, new_game, pool, wedged};
use crate::fixtures::{ByText, zertz};

#[test]
fn a_turn_places_a_marble_from_the_pool_and_removes_a_free_ring() {
    let game = new_game("37").plays(&["Wd4-a1"]);
    assert_eq!(at(&game, "d4"), 'W');
    assert_eq!(at(&game, "a1"), '.');
    assert_eq!(pool(&game), [5, 8, 10]);
    assert_eq!(game.position().to_move(), Side::Second);
}

#[test]
fn at_the_start_the_rings_of_the_edge_are_free() {
    let game = new_game("37");
    assert_eq!(
        names(&game, game.position().free_rings()),
        "a1 a2 a3 a4 b1 b5 c1 c6 d1 d7 e1 e6 f1 f5 g1 g2 g3 g4"
    );
}

#[test]
fn a_ring_without_two_adjacent_gaps_is_not_free() {
    // d4 has gaps on both sides, but no two of them are adjacent.
    let game = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   .   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   .   o
            o   o   o   o
              o   o   o
                o   o
                  o
        ",
    )
    .game();
    assert_eq!(
        game.refuses("Wa1-d4"),
        "illegal: Wa1-d4: d4 is not free: it has no two neighbouring gaps"
    );
    // d6 has only the gap below it and is not free either; c6 at the edge is.
    assert!(game.refuses("Wa1-d6").contains("d6 is not free"));
    assert!(game.allows("Wa1-c6"));
}

#[test]
fn marbles_go_on_vacant_rings_only_and_of_colours_in_the_pool_only() {
    let game = new_game("37").plays(&["Wd4-a1"]);
    assert!(game.refuses("Wd4-a2").contains("a marble lies on d4"));
    assert!(
        game.refuses("Wa1-a2")
            .contains("there is no ring at a1 any more")
    );
    assert!(
        game.refuses("Wb1-a1")
            .contains("there is no ring at a1 any more")
    );
    assert!(game.refuses("Wb1-d4").contains("a marble lies on d4"));
    assert!(
        game.refuses("Wa2-a2")
            .contains("the marble has just been placed on a2")
    );

    // Six white marbles are used up.
    let no_white = zertz(
        "37",
        "
                  W
                o   o
              o   o   o
            W   o   o   W
              o   o   o
            o   W   o   o
              o   o   o
            o   o   o   o
              o   o   o
            W   o   o   W
              o   o   o
                o   o
                  o
        ",
    )
    .game();
    assert!(
        no_white
            .refuses("Wc2-d1")
            .contains("no white marble in the pool")
    );
    assert!(no_white.allows("Gc2-d1"));
}

#[test]
fn the_removal_may_be_skipped_only_if_no_ring_is_free() {
    // A marble on d6 leaves d4 vacant, which is enclosed by three rings. A marble on d4 leaves d6,
    // which is free.
    let game = wedged("37").game();
    assert!(game.allows("Wd6"));
    assert!(game.refuses("Wd6-d4").contains("d4 is not free"));
    assert!(
        game.refuses("Wd4")
            .contains("a free ring must be removed: there is 1")
    );
    assert!(game.allows("Wd4-d6"));
    assert!(
        new_game("37")
            .refuses("Wd4")
            .contains("a free ring must be removed: there are 18")
    );
}
