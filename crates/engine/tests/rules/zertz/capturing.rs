//! Captures and chains of captures.

use hexpost_engine::side::Side;
use hexpost_engine::timeline::Timeline;
use hexpost_engine::zertz::Zertz;

use super::{at, captured, chains, line, new_game};
use crate::fixtures::{ByText, zertz};

#[test]
fn capturing_is_compulsory() {
    let game = new_game("37").plays(&["Wd4-a1", "Gd5-b1"]);
    assert_eq!(game.legal(), ["xd4d6", "xd5d3"]);
    assert_eq!(
        game.refuses("We1-a2"),
        "illegal: We1-a2: a capture is compulsory: 2 are possible"
    );
}

#[test]
fn a_jump_goes_over_an_adjacent_marble_of_any_colour_onto_the_vacant_ring_behind_it() {
    let game = new_game("37").plays(&["Wd4-a1", "Wd5-b1"]);
    assert!(game.refuses("xd4d7").contains("no jump"));
    assert!(game.refuses("xd4e6").contains("no jump"));
    assert!(
        game.refuses("xd4d2")
            .contains("no marble on d3 to jump over")
    );
    assert!(game.refuses("xd3d5").contains("no marble on d3"));
    let game = game.plays(&["xd4d6"]);
    assert_eq!(
        (at(&game, "d4"), at(&game, "d5"), at(&game, "d6")),
        ('o', 'o', 'W')
    );
    assert_eq!(captured(&game, Side::First), [1, 0, 0]);
}

#[test]
fn the_rule_books_example_of_captures() {
    // 1 captures 2 and 3, or 2, 4 and 5; 2 captures 1; 3 captures 2 and 1.
    let game = chains("61").game();
    assert_eq!(game.legal(), ["xe3e5c5a5", "xe3e5g3", "xe4e2", "xf4d3f2"]);
}

#[test]
fn a_chain_must_continue_while_it_can() {
    let game = chains("61").game();
    assert!(
        game.refuses("xe3e5")
            .contains("from e5 the marble must jump on")
    );
    assert!(
        game.refuses("xe3e5c5")
            .contains("from c5 the marble must jump on")
    );
    assert!(
        game.refuses("xe3e5c5a5c5")
            .contains("no marble on b5 to jump over")
    );
}

#[test]
fn the_player_chooses_the_path_of_a_chain_and_how_many_it_captures() {
    let game = chains("61").game();
    assert_eq!(
        captured(&game.clone().plays(&["xe4e2"]), Side::First),
        [1, 0, 0]
    );
    assert_eq!(
        captured(&game.plays(&["xe3e5c5a5"]), Side::First),
        [1, 2, 0]
    );
}

/// A marble that can jump in a circle.
fn circle() -> Timeline<Zertz> {
    zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            o   o   B   o
              o   G   o
            o   o   G   o
              o   W   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   o   o
                o   o
                  o
        ",
    )
    .game()
}

#[test]
fn a_chain_may_land_on_its_starting_ring() {
    let game = circle();
    let game = game.plays(&["xd4d6f4d4"]);
    assert_eq!(at(&game, "d4"), 'W');
    assert_eq!(captured(&game, Side::First), [0, 2, 1]);
}

#[test]
fn a_marble_cannot_be_jumped_twice() {
    let game = circle();
    assert!(
        game.refuses("xd4d6f4d4d6")
            .contains("no marble on d5 to jump over")
    );
}

#[test]
fn a_jump_cannot_land_on_a_marble_or_a_gap() {
    let blocked = zertz(
        "37-zerc",
        "
                  o
                o   o
              o   G   o
            o   o   o   o
              o   G   o
            o   o   o   o
              o   W   o
            o   o   W   o
              o   o   o
            o   o   G   o
              o   o   o
                o   .
                  o
        ",
    )
    .game();
    // d4 could jump over d5, but d6 is occupied; behind e3 and e2 there is a gap.
    assert!(blocked.refuses("xd4d6").contains("a marble lies on d6"));
    assert!(
        blocked
            .refuses("xe3e1")
            .contains("there is no ring at e1 any more")
    );
}

#[test]
fn no_ring_is_removed_in_a_capture_turn() {
    let game = new_game("37").plays(&["Wd4-a1", "Gd5-b1"]);
    let rings = game.position().rings();
    assert_eq!(game.plays(&["xd4d6"]).position().rings(), rings);
}

#[test]
fn a_goal_reached_in_mid_chain_does_not_shorten_the_chain() {
    let drawn = line("37");
    let game = drawn.captured(Side::First, [3, 0, 0]).game();
    assert!(
        game.refuses("xd2d4")
            .contains("from d4 the marble must jump on")
    );
    let game = game.plays(&["xd2d4d6"]);
    assert_eq!(game.end(), Some((Some(Side::First), "white")));
    assert_eq!(captured(&game, Side::First), [4, 0, 1]);
}
