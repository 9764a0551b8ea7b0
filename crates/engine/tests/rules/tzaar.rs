//! TZAAR, rule by rule. Each test's name states a rule.

use hexpost_engine::hex::Name;
use hexpost_engine::position::Position;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use hexpost_engine::timeline::Timeline;
use hexpost_engine::tzaar::{BOARD, Kind, Stack, Tzaar, Variant};

use crate::fixtures::{ByText, start, tzaar, tzaar_columns};

fn at(game: &Timeline<Tzaar>, name: &str) -> Option<Stack> {
    let name: Name = name.parse().unwrap();
    game.position().stack_at(BOARD.cell(name).unwrap())
}

fn visible(game: &Timeline<Tzaar>, side: Side) -> [u8; 3] {
    Kind::ALL.map(|kind| game.position().visible(side)[kind])
}

/// White can capture b1 and then stack a3 and a1, either way round.
fn stacks() -> Timeline<Tzaar> {
    tzaar(
        Side::First,
        "
                    .
                  .   .
                .   .   .
              .   .   .   .
            .   .   .   .   t
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            R2  T       .   r
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            T   .   .   .   z
              t   .   .   .
                .   .   .
                  Z   .
                    .
        ",
    )
}

// Board and pieces

#[test]
fn the_board_is_the_hexagon_without_its_centre_and_the_e_column_ends_at_e8() {
    let columns: Vec<_> = (0..BOARD.columns())
        .map(|c| BOARD.column(c).count())
        .collect();
    assert_eq!(columns, [5, 6, 7, 8, 8, 8, 7, 6, 5]);
    assert_eq!(BOARD.cells().len(), 60);
    let below: Name = "e4".parse().unwrap();
    let above: Name = "e5".parse().unwrap();
    let (below, above) = (BOARD.cell(below).unwrap(), BOARD.cell(above).unwrap());
    assert_eq!(below.line_to(above).map(|(_, steps)| steps), Some(2));
}

#[test]
fn each_side_has_six_tzaars_nine_tzarras_and_fifteen_totts() {
    for variant in ["fixed", "random:0", "random:99"] {
        let game = start::<Tzaar>(variant);
        assert_eq!(visible(&game, Side::First), [6, 9, 15]);
        assert_eq!(visible(&game, Side::Second), [6, 9, 15]);
    }
}

#[test]
fn white_moves_first() {
    for variant in ["fixed", "random:3", "tournament"] {
        assert_eq!(start::<Tzaar>(variant).position().to_move(), Side::First);
    }
}

// Set-ups

#[test]
fn the_fixed_set_up_is_the_one_in_the_rule_book() {
    let game = start::<Tzaar>("fixed");
    assert_eq!(
        game.code(),
        "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT first"
    );
    let drawn = tzaar_columns(
        "
                    t
                  T   t
                T   r   t
              T   R   r   t
            T   R   z   r   T
              R   Z   z   R
            t   Z   t   Z   T
              r   T   T   R
            t   z       Z   T
              r   t   t   R
            t   z   T   z   T
              r   Z   z   r
            t   R   Z   r   t
              T   R   r   t
                T   R   t
                  T   t
                    T
        ",
    );
    assert_eq!(format!("{drawn} first"), game.code());
}

#[test]
fn a_random_deal_is_a_function_of_its_seed() {
    let deal = |seed| Variant::Random(seed).deal().unwrap().to_string();
    assert_eq!(
        deal(1),
        "tTrTZtrrttTRzRTTtttZtZTttrzRTTtRRrtTtZTRtTTzRrTtrrZTzRTzzRrZ"
    );
    assert_ne!(deal(0), deal(2));
    let game = start::<Tzaar>("random:1");
    assert!(game.code().starts_with("tTrTZ/trrttT/RzRTTtt/"));
    assert_eq!(game, start::<Tzaar>(&format!("setup:{}", deal(1))));
}

#[test]
fn a_seed_is_decimal_and_has_64_bits() {
    assert!("random:18446744073709551615".parse::<Variant>().is_ok());
    for text in [
        "random:18446744073709551616",
        "random:-1",
        "random:+1",
        "random:",
        "random:x1",
    ] {
        let error = text.parse::<Variant>().unwrap_err().to_string();
        assert!(
            error.contains("a number from 0 to 18446744073709551615"),
            "{error}"
        );
    }
}

#[test]
fn a_given_set_up_must_have_all_pieces() {
    let fixed = Variant::Fixed.deal().unwrap().to_string();
    assert!(format!("setup:{fixed}").parse::<Variant>().is_ok());
    let refusal = |letters: &str| {
        format!("setup:{letters}")
            .parse::<Variant>()
            .unwrap_err()
            .to_string()
    };
    assert!(refusal("ZRT").contains("60 letters, one a point from a1 to i5, not 3"));
    assert!(refusal(&fixed.replacen('t', "x", 1)).contains("letter 1: 'x' is none of"));
    assert!(refusal(&fixed.replacen('t', "z", 1)).contains("the second player has 7 of Z, not 6"));
    assert!(
        "chess"
            .parse::<Variant>()
            .unwrap_err()
            .to_string()
            .contains("random:SEED")
    );
}

#[test]
fn in_the_tournament_set_up_players_place_any_own_piece_on_any_vacant_point_in_turn() {
    let game = start::<Tzaar>("tournament");
    assert_eq!(game.count_turns_up_to(u64::MAX), 180);
    let game = game.plays(&["Zc3"]);
    assert_eq!(game.position().to_move(), Side::Second);
    assert_eq!(at(&game, "c3").unwrap().side, Side::First);
    assert!(game.refuses("Tc3").contains("a piece stands on c3 already"));
    assert!(
        game.refuses("c3xc4 -")
            .contains("all pieces must be placed")
    );
    let mut game = game.plays(&["Tc4"]);
    for (tzaar, tott) in [
        ("a1", "i1"),
        ("a2", "i2"),
        ("a3", "i3"),
        ("a4", "i4"),
        ("a5", "i5"),
    ] {
        game = game.plays(&[&format!("Z{tzaar}"), &format!("T{tott}")]);
    }
    assert!(game.refuses("Zb1").contains("no Z (Tzaar) left to place"));
}

#[test]
fn no_kind_counts_as_missing_while_pieces_are_placed() {
    let game = start::<Tzaar>("tournament").plays(&["Tc3", "Tc4", "Ta1"]);
    assert_eq!(visible(&game, Side::First), [0, 0, 2]);
    assert_eq!(game.end(), None);
}

#[test]
fn when_the_board_is_full_white_opens_the_game() {
    let mut game = start::<Tzaar>("tournament");
    let mut rng = SplitMix64::new(6);
    for _ in 0..60 {
        assert!(game.position().is_placing());
        let turn = game.uniform_turn(&mut rng).unwrap();
        game.play(&turn).unwrap();
    }
    assert!(!game.position().is_placing());
    assert!(game.position().is_opening());
    assert_eq!(game.position().to_move(), Side::First);
    assert_eq!(visible(&game, Side::First), [6, 9, 15]);
    assert!(game.refuses("Zb1").contains("all pieces have been placed"));
    assert!(game.legal().iter().all(|turn| turn.len() == "a1xb2".len()));
}

// A turn

#[test]
fn whites_very_first_turn_is_one_capture_and_nothing_more() {
    let game = start::<Tzaar>("fixed");
    assert_eq!(game.count_turns_up_to(u64::MAX), 42);
    assert!(
        game.refuses("d3xd4 -")
            .contains("the very first turn is one capture")
    );
    assert!(
        game.refuses("d3xd4 d5xe5")
            .contains("the very first turn is one capture")
    );
    let game = game.plays(&["d3xd4"]);
    assert_eq!(game.position().to_move(), Side::Second);
    assert!(game.refuses("c4xd5").contains("must follow"));
}

/// A Tott on d4 with pieces in several directions.
fn lines() -> Timeline<Tzaar> {
    tzaar(
        Side::First,
        "
                    .
                  .   .
                .   .   .
              .   t   .   .
            .   .   .   .   Z
              .   .   .   .
            r2  .   .   .   .
              .   .   t   .
            .   .       .   .
              .   T   .   .
            .   .   .   .   .
              T   .   t   .
            .   .   .   .   .
              .   .   .   z
                R   .   .
                  t   .
                    .
        ",
    )
}

#[test]
fn a_capture_goes_in_a_straight_line_over_vacant_points_to_the_first_piece() {
    let game = lines();
    assert!(game.allows("d4xd7 -"));
    assert!(game.allows("d4xd1 -"));
    assert!(game.allows("d4xf3 -"));
    assert!(
        game.refuses("d4xe7 -")
            .contains("d4 and e7 are not in a line")
    );
    assert!(game.refuses("d4xd4 -").contains("not in a line"));
}

#[test]
fn nothing_moves_over_a_piece_or_onto_a_vacant_point() {
    let game = lines();
    assert!(
        game.refuses("d4xh1 -")
            .contains("the piece on f3 stands in the way")
    );
    assert!(game.refuses("d4xd6 -").contains("no piece stands on d6"));
    assert!(
        game.refuses("d4xd7 b2+c3")
            .contains("no piece stands on c3")
    );
}

#[test]
fn the_centre_stops_every_line() {
    assert!(
        lines()
            .refuses("d4xf5 -")
            .contains("the missing centre lies between d4 and f5")
    );
}

/// Two stacks of the same height on one line.
fn even_stacks() -> Timeline<Tzaar> {
    tzaar(
        Side::First,
        "
                    .
                  .   .
                .   .   .
              .   .   .   .
            r2  .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            R2  T       .   r
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   z
              t   .   .   .
                .   .   .
                  Z   .
                    .
        ",
    )
}

#[test]
fn the_target_of_a_capture_is_the_opponents_and_not_higher_than_the_mover() {
    let game = lines();
    assert!(
        game.refuses("d4xa4 -")
            .contains("the target is higher: a4 has height 2, the mover 1")
    );
    assert!(
        game.refuses("d7xd4 -")
            .contains("the piece on d7 is the opponent's")
    );
    assert!(game.refuses("e5xe6 -").contains("no piece stands on e5"));
    let even = even_stacks();
    assert!(even.allows("a3xa5 -"));
}

#[test]
fn a_captured_stack_leaves_the_game_whole() {
    let even = even_stacks();
    let even = even.plays(&["a3xa5 -"]);
    assert_eq!(
        at(&even, "a5"),
        Some(Stack {
            side: Side::First,
            kind: Kind::Tzarra,
            height: 2
        })
    );
}

#[test]
fn the_first_part_of_a_turn_must_capture() {
    let game = lines();
    assert!(
        game.refuses("d4xb2 -")
            .contains("must capture, and the piece on b2 is the player's own")
    );
    assert!(game.refuses("d4+b2 -").contains("must capture"));
    assert!(
        game.refuses("d4+d7 -")
            .contains("it can be captured, not stacked upon")
    );
    assert!(game.refuses("-").contains("a letter of ZRT or a cell"));
}

#[test]
fn after_the_capture_follows_a_capture_a_stacking_or_a_pass() {
    let game = stacks();
    assert!(game.allows("d1xb1 -"));
    assert!(game.allows("d1xb1 a3+a1"));
    assert!(game.allows("a1xb1 -"));
    assert!(game.refuses("d1xb1").contains("must follow"));
    assert!(
        game.refuses("d1xb1 a3xa1")
            .contains("it can be stacked upon, not captured")
    );
}

#[test]
fn any_piece_may_make_the_second_capture_even_the_same_one() {
    let lines = lines();
    assert!(lines.allows("d4xf3 f3xh1"));
    assert!(lines.allows("d4xd7 c1xd1"));
}

#[test]
fn in_a_stacking_the_mover_goes_on_top_and_heights_add_up() {
    let game = stacks();
    let game = game.plays(&["d1xb1 a3+a1"]);
    assert_eq!(
        at(&game, "a1"),
        Some(Stack {
            side: Side::First,
            kind: Kind::Tzarra,
            height: 3
        })
    );
    assert_eq!(at(&game, "a3"), None);
    // Only the topmost piece is visible.
    assert_eq!(visible(&game, Side::First), [1, 1, 1]);
}

#[test]
fn stacks_have_no_height_limit() {
    let game = tzaar(
        Side::First,
        "
                    .
                  .   .
                .   .   .
              .   .   .   .
            .   .   .   .   t
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            R12 T       .   r
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            T9  .   .   .   z
              t   .   .   .
                .   .   .
                  Z   .
                    .
        ",
    );
    let game = game.plays(&["d1xb1 a3+a1"]);
    assert_eq!(at(&game, "a1").map(|stack| stack.height), Some(21));
}

#[test]
fn between_two_points_at_most_one_action_is_possible() {
    // A dash denotes neither a capture nor a stacking; the board decides.
    let game = stacks();
    assert_eq!(game.read("d1-b1 a3-a1"), game.read("d1xb1 a3+a1"));
    assert!(game.refuses("d1-b1 a3-i3").contains("not in a line"));
}

// End

#[test]
fn a_side_without_a_visible_kind_loses_at_once_even_in_mid_turn() {
    let game = tzaar(
        Side::First,
        "
                    .
                  .   .
                .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .       .   .
              .   .   .   .
            T   .   .   .   T
              .   .   .   .
            Z   .   .   .   z
              R   .   .   .
                .   .   r
                  .   .
                    t
        ",
    );
    assert!(
        game.refuses("i2xi1 -")
            .contains("the first capture has won")
    );
    assert!(
        game.refuses("i2xi1 b1xe1")
            .contains("the first capture has won")
    );
    let game = game.plays(&["i2xi1"]);
    assert_eq!(game.end(), Some((Some(Side::First), "no Z")));
    assert!(game.refuses("e1xg1 -").contains("the game is over (no Z)"));
    assert_eq!(game.legal(), [""; 0]);
}

#[test]
fn the_second_part_of_a_turn_may_win_too() {
    let game = tzaar(
        Side::First,
        "
                    t
                  .   .
                .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .       r   .
              .   .   .   .
            T   .   .   .   T
              .   .   .   .
            Z   .   .   .   z
              R   .   .   .
                t   .   .
                  .   .
                    .
        ",
    );
    let game = game.plays(&["b1xc1 i2xi1"]);
    assert_eq!(game.end(), Some((Some(Side::First), "no Z")));
}

#[test]
fn losing_the_last_tzarra_or_tott_loses_like_losing_the_last_tzaar() {
    let game = tzaar(
        Side::First,
        "
                    z
                  .   .
                .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            R   .       .   .
              .   .   .   .
            Z   .   .   .   T
              .   .   .   .
            T   .   .   .   t
              r   .   .   .
                .   .   .
                  .   .
                    .
        ",
    );
    let no_tzarra = game.clone().plays(&["a1xb1"]);
    assert_eq!(no_tzarra.end(), Some((Some(Side::First), "no R")));
    let no_tott = game.plays(&["i2xi1"]);
    assert_eq!(no_tott.end(), Some((Some(Side::First), "no T")));
}

#[test]
fn there_are_no_draws_because_every_turn_captures_a_piece() {
    let mut rng = SplitMix64::new(4);
    for _ in 0..200 {
        let mut game = start::<Tzaar>("fixed");
        let mut turns = 0;
        while let Some(turn) = game.random_turn(&mut rng) {
            game.play(&turn).unwrap();
            turns += 1;
        }
        assert!(turns <= 60);
        assert!(game.outcome().unwrap().winner.is_some());
    }
}

#[test]
fn covering_ones_own_last_visible_piece_of_a_kind_is_legal_and_loses_at_once() {
    let game = stacks();
    let game = game.plays(&["d1xb1 a1+a3"]);
    assert_eq!(visible(&game, Side::First), [1, 0, 2]);
    assert_eq!(game.end(), Some((Some(Side::Second), "no R")));
}

#[test]
fn a_player_who_cannot_capture_at_the_start_of_a_turn_loses() {
    let game = tzaar(
        Side::First,
        "
                    .
                  .   .
                .   .   .
              .   .   .   .
            .   .   .   .   t
              .   .   .   .
            .   .   .   .   .
              .   .   .   .
            Z2  .       .   r
              .   .   .   .
            R2  .   .   .   .
              .   .   .   .
            T2  .   .   .   z
              t   .   .   .
                .   .   .
                  .   .
                    .
        ",
    );
    let game = game.plays(&["a1xb1 -"]);
    assert_eq!(game.end(), Some((Some(Side::First), "no capture")));
}

#[test]
fn an_illegal_setup_is_refused_with_the_reason() {
    let fixed = "ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT";
    let refusal = |code: &str| Tzaar::from_code(code).unwrap_err().to_string();
    for (code, problem) in [
        (format!("{fixed} second"), "the other player must be on move"),
        (format!("{fixed} third"), "neither first nor second"),
        (fixed.to_owned(), "1 parts, not 2"),
        (format!("{} first", fixed.replacen('t', "q", 1)), "only Z R T z r t"),
        (format!("{} first", fixed.replacen('t', "", 1)), "too few points"),
        (format!("{} first", fixed.replacen('t', "tt", 1)), "too many points"),
        (format!("{} first", fixed.replacen('/', "", 1)), "8 columns, not 9"),
        (format!("{} first", fixed.replacen('t', "z", 1)), "the second player has 7 of Z, more than 6"),
        (format!("{} first", fixed.replacen('t', "t9", 1)), "the second player has 38 pieces"),
        (format!("{} first", fixed.replacen('t', "t999", 1)), "no stack can be that high"),
        (format!("{} first", fixed.replacen('t', "t0", 1)), "the stack on a1 has no height"),
        (format!("{fixed} first 1,0,0 0,0,0"), "the first player has 31 pieces"),
        (
            "T..../....../......./......../......../......../......./....../..... first 0,0,0 1,0,0"
                .to_owned(),
            "while pieces are being placed",
        ),
        (
            "T..../....../......./......../......../......../......./....../....t first".to_owned(),
            "the game would have been over before",
        ),
    ] {
        let found = refusal(&code);
        assert!(found.contains(problem), "{code}: {found}");
    }
}
