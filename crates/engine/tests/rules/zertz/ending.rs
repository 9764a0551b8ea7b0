//! How a game ends.

use hexpost_engine::position::Position;
use hexpost_engine::side::Side;
use hexpost_engine::timeline::Timeline;
use hexpost_engine::zertz::Zertz;

use super::{at, captured, last_vacant, line, stuck, wedged};
use crate::fixtures::{ByText, zertz};

#[test]
fn the_reason_is_the_first_goal_of_white_grey_black_and_each_colour() {
    let line = |captured| {
        let drawn = line("37");
        drawn
            .captured(Side::First, captured)
            .game()
            .plays(&["xd2d4d6"])
    };
    // The chain captures one white and one black marble.
    assert_eq!(
        line([2, 4, 4]).end(),
        Some((Some(Side::First), "each colour"))
    );
    assert_eq!(line([3, 3, 2]).end(), Some((Some(Side::First), "white")));
    assert_eq!(line([2, 3, 5]).end(), Some((Some(Side::First), "black")));
    assert_eq!(line([0, 4, 4]).end(), None);
    let greys = zertz(
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
              o   G   o
            o   o   o   o
              o   B   o
                o   o
                  o
        ",
    );
    let game = greys.captured(Side::First, [2, 4, 2]).game();
    assert_eq!(
        game.plays(&["xd2d4"]).end(),
        Some((Some(Side::First), "grey"))
    );
}

#[test]
fn blitz_is_won_with_fewer_marbles() {
    let line = |captured| {
        let drawn = line("37-blitz");
        drawn
            .captured(Side::First, captured)
            .game()
            .plays(&["xd2d4d6"])
    };
    assert_eq!(line([2, 0, 0]).end(), Some((Some(Side::First), "white")));
    assert_eq!(
        line([1, 2, 1]).end(),
        Some((Some(Side::First), "each colour"))
    );
    assert_eq!(line([1, 1, 3]).end(), None);
    assert_eq!(line([0, 3, 4]).end(), Some((Some(Side::First), "black")));
}

#[test]
fn filling_or_removing_the_last_vacant_ring_wins() {
    let drawn = wedged("37");
    let removed = drawn.game().plays(&["Wd4-d6"]);
    assert_eq!(removed.end(), Some((Some(Side::First), "last ring")));
    assert_eq!(captured(&removed, Side::First), [1, 1, 2]);

    let drawn = last_vacant("37");
    let filled = drawn.moved_by(Side::Second).game();
    // The claim can't be declined any more.
    assert!(filled.refuses("Wd4~").contains("no vacant ring is left"));
    let filled = filled.plays(&["Wd4"]);
    assert_eq!(filled.end(), Some((Some(Side::Second), "last ring")));
}

#[test]
fn when_no_vacant_ring_is_left_declining_is_not_offered() {
    let game = last_vacant("37").game();
    assert_eq!(game.legal(), ["Bd4", "Gd4", "Wd4"]);
    assert!(game.refuses("Wd4~").contains("no vacant ring is left"));
}

#[test]
fn a_goal_counts_before_the_last_ring() {
    let drawn = last_vacant("37");
    let game = drawn.captured(Side::First, [3, 0, 0]).game();
    assert_eq!(
        game.plays(&["Wd4"]).end(),
        Some((Some(Side::First), "white"))
    );
}

#[test]
fn groups_left_unclaimed_do_not_prevent_a_win_by_the_last_ring() {
    let drawn = zertz(
        "37",
        "
                  .
                .   .
              .   .   .
            .   .   .   .
              .   G   .
            .   .   .   .
              .   o   .
            .   B   B   .
              .   .   .
            B   .   .   .
              .   .   .
                .   .
                  .
        ",
    );
    let game = drawn.game().plays(&["Wd4"]);
    assert_eq!(game.end(), Some((Some(Side::First), "last ring")));
    // The dead group is not among the claimed ones.
    assert_eq!(captured(&game, Side::First), [1, 1, 2]);
    assert_eq!(at(&game, "a1"), 'B');
}

/// The pool is empty. The second player has a black marble, the first player none, and a white marble
/// can jump back and forth between c3 and c5. The three columns on the right are dead.
fn shuttle(variant: &str) -> Timeline<Zertz> {
    zertz(
        variant,
        "
                    .
                  .   .
                .   .   G
              .   .   .   B
            .   .   .   G   B
              G   G   .   B
            .   W   .   W   B
              .   .   .   B
            .   o   .   W   B
              .   .   .   B
            .   o   .   W   B
              G   G   .   G
            .   .   .   W   B
              .   .   .   G
                .   .   W
                  .   .
                    .
        ",
    )
    .captured(Side::Second, [0, 0, 1])
    .game()
}

/// Returns the shuttle to its first position.
const ROUND: [&str; 6] = ["-", "Bc4", "xc5c3", "-", "Bc4", "xc3c5"];

#[test]
fn with_nothing_to_place_and_nothing_to_capture_the_pass_is_forced() {
    let game = shuttle("61");
    assert_eq!(game.legal(), ["-"]);
    assert!(game.refuses("Bc4").contains("has captured no black marble"));
    let game = game.plays(&["-"]);
    assert_eq!(game.position().to_move(), Side::Second);
    assert!(game.refuses("-").contains("nobody may pass"));
}

#[test]
fn once_the_pool_is_empty_marbles_come_from_ones_own_captures_and_lower_the_score() {
    let game = shuttle("61").plays(&["-"]);
    assert_eq!(captured(&game, Side::Second), [0, 0, 1]);
    assert!(game.refuses("Wc4").contains("has captured no white marble"));
    let game = game.plays(&["Bc4"]);
    assert_eq!(captured(&game, Side::Second), [0, 0, 0]);
}

#[test]
fn the_same_position_for_the_third_time_is_a_draw() {
    let game = shuttle("61").plays(&ROUND);
    assert_eq!(game.end(), None);
    let game = game.plays(&ROUND[..5]);
    assert_eq!(game.end(), None);
    let game = game.plays(&ROUND[5..]);
    assert_eq!(game.end(), Some((None, "repetition")));
    assert_eq!(game.legal(), [""; 0]);
    assert!(game.refuses("-").contains("the game is over (repetition)"));
}

#[test]
fn it_is_not_the_same_position_with_the_other_player_to_move_or_after_a_removal() {
    // After the pass only the side to move differs.
    let game = shuttle("61").plays(&["-"]);
    let back = game.clone().plays(&["Bc4", "xc5c3", "-", "Bc4", "xc3c5"]);
    assert!(!game.position().repeats(back.position()));
    // Removing a ring resets the count.
    let game = shuttle("61").plays(&ROUND).plays(&["-", "Bc3-c4"]);
    assert!(!game.code().contains(';'));
}

#[test]
fn if_neither_player_could_move_the_game_is_a_draw_at_once() {
    // The first player's last marble fills the left group, which is left on the board. Neither player
    // has a marble any more, and none can jump.
    let drawn = stuck("61");
    let game = drawn.captured(Side::First, [0, 0, 1]).game();
    let claimed = game.clone().plays(&["Bc3"]);
    assert_eq!(claimed.end(), None);
    assert_eq!(captured(&claimed, Side::First), [0, 3, 1]);
    assert_eq!(claimed.legal(), ["-"]);
    let left = game.plays(&["Bc3~"]);
    assert_eq!(left.end(), Some((None, "nobody can move")));
}
