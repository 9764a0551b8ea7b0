//! The rule set ЗЕРЦ (`zerc`).

use hexpost_engine::side::Side;
use hexpost_engine::timeline::Timeline;
use hexpost_engine::zertz::ByMarble;

use super::{captured, cut, line, new_game, pool, stuck};
use crate::fixtures::{ByText, zertz};

#[test]
fn in_zerc_a_marble_cannot_jump_its_own_colour() {
    let game = new_game("37-zerc").plays(&["Wd4-a1", "Wd5-b1"]);
    assert!(!game.position().has_capture());
    assert!(
        game.refuses("xd4d6")
            .contains("has the colour of the jumping one")
    );
    let game = new_game("37-zerc").plays(&["Wd4-a1", "Gd5-b1"]);
    assert_eq!(game.legal(), ["xd4d6", "xd5d3"]);
}

#[test]
fn in_zerc_a_chain_ends_before_a_marble_of_its_own_colour() {
    let game = zertz(
        "37-zerc",
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   G   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   W   o
            o   o   o   o
              o   G   o
                o   o
                  o
        ",
    )
    .game();
    // Grey captures white and may not continue over grey.
    assert_eq!(game.legal(), ["xd2d4", "xd3d1"]);
}

#[test]
fn in_zerc_jumped_marbles_return_to_the_pool_and_are_tallied() {
    let game = new_game("37-zerc").plays(&["Wd4-a1", "Gd5-b1"]);
    assert_eq!(pool(&game), [5, 7, 10]);
    let game = game.plays(&["xd4d6"]);
    assert_eq!(pool(&game), [5, 8, 10]);
    assert_eq!(captured(&game, Side::First), [0, 1, 0]);
}

#[test]
fn in_zerc_claiming_is_automatic_and_claimed_marbles_leave_the_game_and_count() {
    let game = cut("37-zerc").game();
    assert!(game.refuses("Bd7-a2~").contains("always claimed"));
    let game = game.plays(&["Bd7-a2"]);
    assert_eq!(captured(&game, Side::First), [1, 0, 0]);
    assert_eq!(pool(&game), [5, 8, 9]);
}

#[test]
fn in_zerc_one_of_each_colour_wins() {
    let drawn = line("37-zerc");
    let mut setup = drawn.0;
    setup.captured.first = ByMarble::new(0, 1, 0);
    let game = Timeline::new(setup.position().unwrap()).plays(&["xd2d4d6"]);
    assert_eq!(game.end(), Some((Some(Side::First), "each colour")));
}

#[test]
fn in_zerc_nobody_places_tallied_marbles() {
    // The pool is empty; the first player has tallied marbles, but nobody can move.
    let drawn = stuck("61-zerc");
    let mut setup = drawn.0;
    setup.captured.first = ByMarble::new(0, 2, 0);
    setup.captured.second = ByMarble::new(0, 0, 1);
    setup.pool = ByMarble::new(0, 0, 0);
    let game = Timeline::new(setup.position().unwrap());
    assert_eq!(game.end(), Some((None, "nobody can move")));
}
