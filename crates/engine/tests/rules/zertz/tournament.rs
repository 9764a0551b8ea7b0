//! Tournament rules: missed captures and sending back.

use hexpost_engine::position::Position;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use hexpost_engine::timeline::Timeline;
use hexpost_engine::zertz::Zertz;

use super::{at, captured, new_game};
use crate::fixtures::{ByText, zertz};

#[test]
fn tournament_players_may_place_although_a_capture_exists() {
    let game = new_game("48-tournament").plays(&["Wd4-a1", "Wd5-a2"]);
    assert!(game.allows("Bd6-b1"));
    assert!(game.allows("xd4d6"));
    assert!(!game.allows("!"));
    assert_eq!(game.count_turns_up_to(u64::MAX), 2582);
}

#[test]
fn tournament_players_may_capture_play_on_or_send_back_a_missed_capture() {
    let game = new_game("48-tournament").plays(&["Wd4-a1", "Gd5-a2", "Bd6-b1"]);
    assert!(game.allows("!"));
    assert_eq!(
        game.legal()
            .iter()
            .filter(|turn| turn.starts_with('x'))
            .count(),
        2
    );
    assert!(game.allows("Wa4-a3"));
    assert_eq!(game.count_turns_up_to(u64::MAX), 2340);
}

#[test]
fn sending_back_restores_the_position_and_its_author_may_only_capture() {
    let before = new_game("48-tournament").plays(&["Wd4-a1", "Gd5-a2"]);
    let game = before.clone().plays(&["Bd6-b1", "!"]);
    assert!(game.position().repeats(before.position()));
    assert_eq!(at(&game, "b1"), 'o');
    assert_eq!(game.position().to_move(), Side::First);
    assert_eq!(game.legal(), ["xd4d6", "xd5d3"]);
    assert!(
        game.refuses("Bd6-b1")
            .contains("sent back, now a capture is compulsory: 2")
    );
    // The capture settles it.
    let game = game.plays(&["xd4d6"]);
    assert!(game.allows("We4-a3"));
    assert!(!game.allows("!"));
}

#[test]
fn only_the_latest_turn_can_be_sent_back() {
    let game = new_game("48-tournament").plays(&["Wd4-a1", "Gd5-a2", "Bd6-b1"]);
    // The second player misses a capture too; now only that turn can be sent back.
    let game = game.plays(&["Wa4-a3"]);
    assert!(game.allows("!"));
    let back = game.plays(&["!"]);
    assert_eq!(at(&back, "a4"), 'o');
    assert_eq!(at(&back, "d6"), 'B');
    // A turn that misses no capture can't be sent back.
    assert!(
        new_game("48-tournament")
            .plays(&["Wd4-a1"])
            .refuses("!")
            .contains("did not miss")
    );
}

#[test]
fn the_author_of_a_turn_sent_back_cannot_send_back_the_turn_before() {
    let game = new_game("48-tournament").plays(&["Wd4-a1", "Gd5-a2", "Bd6-b1", "Wa4-a3", "!"]);
    assert_eq!(game.position().to_move(), Side::Second);
    assert!(game.refuses("!").contains("did not miss"));
    assert!(game.legal().iter().all(|turn| turn.starts_with('x')));
}

/// The pool is empty; on the left, c3 can capture c4. The first player has one black marble. The vacant
/// ring g3 is in another group; all other groups are dead.
///
/// `replace` gives the colour of the surrounding marbles (`?`), the colour that balances them (`!`), and
/// a marble or gap (`%`) that makes up for the `second` black marbles captured by the second player.
fn temptation(replace: [(char, &str); 3], second: u8) -> Timeline<Zertz> {
    let mut drawing = "
                    %
                  G   !
                G   B   .
              .   .   !   .
            .   .   .   .   .
              ?   ?   !   .
            .   o   .   .   .
              .   .   .   .
            W   B   B   B   .
              .   .   .   .
            .   W   .   o   .
              ?   ?   B   B
            .   .   .   .   .
              .   .   .   .
                G   B   .
                  G   !
                    B
        "
    .to_owned();
    for (placeholder, colour) in replace {
        drawing = drawing.replace(placeholder, colour);
    }
    let drawn = zertz("61-tournament", &drawing)
        .captured(Side::First, [0, 0, 1])
        .captured(Side::Second, [0, 0, second]);
    assert!(drawn.0.pool.is_empty());
    drawn.game()
}

/// Surrounded by four grey marbles; the second player has none.
fn greys() -> Timeline<Zertz> {
    temptation([('?', "G"), ('!', "W"), ('%', "B")], 0)
}

/// Surrounded by four white marbles; the second player has a black one.
fn whites() -> Timeline<Zertz> {
    temptation([('?', "W"), ('!', "G"), ('%', ".")], 1)
}

#[test]
fn sending_back_is_offered_even_if_no_capture_exists_any_more_and_replaces_the_forced_pass() {
    let game = greys().plays(&["Bc5"]);
    // The second player has no marble, and the whole group on the left has been claimed.
    assert_eq!(captured(&game, Side::First), [1, 4, 2]);
    assert!(!game.position().has_capture());
    assert_eq!(game.legal(), ["!"]);
    assert!(game.refuses("-").contains("nobody may pass"));
}

#[test]
fn sending_back_returns_claimed_groups_and_placed_marbles() {
    let before = greys();
    let game = before.clone().plays(&["Bc5", "!"]);
    assert!(game.position().repeats(before.position()));
    assert_eq!(captured(&game, Side::First), [0, 0, 1]);
    assert_eq!(game.legal(), ["xc3c5"]);
}

#[test]
fn a_turn_that_misses_a_capture_may_not_end_the_game() {
    // Claiming the group with four white marbles would win, so it can only be left.
    let game = whites();
    assert!(
        game.refuses("Bc5")
            .contains("a turn that misses a capture may not end the game")
    );
    assert!(game.allows("Bc5~"));
    assert_eq!(game.legal(), ["Bc5~", "Bg3", "Bg3~", "xc3c5"]);
}

#[test]
fn if_claiming_would_end_the_game_only_leaving_is_offered() {
    let game = whites();
    let on_c5: Vec<_> = game
        .legal()
        .into_iter()
        .filter(|turn| turn.starts_with("Bc5"))
        .collect();
    assert_eq!(on_c5, ["Bc5~"]);
}

#[test]
fn a_turn_that_misses_a_capture_may_not_end_in_a_draw_because_nobody_can_move() {
    // The second player has no marble, and after `Bc5~` the first player would have none either.
    let game = temptation([('?', "W"), ('!', "G"), ('%', "B")], 0);
    assert!(
        game.refuses("Bc5~")
            .contains("a turn that misses a capture may not end the game")
    );
}

#[test]
fn a_turn_that_misses_a_capture_may_not_take_the_last_ring() {
    let game = zertz(
        "48-tournament",
        "
                  .
                .   .
              .   .   .
            .   G   G   .
              .   .   .   .
            .   .   .   .
              .   o   .   .
            .   .   .   .
              .   B   .   .
            .   G   G   .
              .   W   .   .
            .   .   .   .
              .   .   .
                .   .
                  .
        ",
    )
    .game();
    assert_eq!(game.legal(), ["xd3d5"]);
    assert!(game.refuses("Wd5").contains("may not end the game"));
}

/// The pool is empty, each player has a black marble, and two white ones move up and down the c column,
/// whose odd rings are enclosed so that none can be removed.
fn wanderers() -> Timeline<Zertz> {
    zertz(
        "61-tournament",
        "
                    .
                  .   .
                .   .   .
              G   G   .   B
            .   W   .   .   G
              .   .   .   B
            .   o   .   .   W
              G   G   .   B
            .   W   .   .   W
              .   .   .   B
            .   o   .   B   W
              .   .   .   B
            .   o   .   B   W
              G   G   .   G
                .   .   B
                  .   .
                    .
        ",
    )
    .captured(Side::First, [0, 0, 1])
    .captured(Side::Second, [0, 0, 1])
    .game()
}

#[test]
fn a_turn_that_misses_a_capture_may_not_lead_to_a_draw_by_repetition() {
    let start = wanderers();
    let mut rng = SplitMix64::new(1);
    let mut forbidden = 0;
    for _ in 0..300 {
        let mut game = start.clone();
        while game.outcome().is_none() {
            let legal = game.turns_up_to(100_000).unwrap();
            for turn in game.position().turns_up_to(100_000).unwrap() {
                if legal.contains(&turn) {
                    continue;
                }
                // The position alone allows this turn, but the history does not.
                let text = game.position().write(&turn);
                assert!(
                    game.refuses(&text)
                        .contains("a turn that misses a capture may not end")
                );
                let mut after = game.clone();
                after.play_unchecked(&turn);
                assert_eq!(after.end(), Some((None, "repetition")));
                forbidden += 1;
            }
            let reversible: Vec<_> = legal
                .iter()
                .filter(|turn| !game.position().is_irreversible(turn))
                .collect();
            let Some(last) = reversible.len().checked_sub(1) else {
                break;
            };
            game.play_unchecked(reversible[rng.below(last as u64 + 1) as usize]);
        }
    }
    assert!(forbidden > 20, "only {forbidden} such turns came up");
}

#[test]
fn sending_back_restores_the_history_of_repetition_too() {
    let before = wanderers().plays(&["Bc3", "xc4c2", "-", "Bc3", "xc2c4", "Bc3"]);
    let sent_back = before.clone().plays(&["Bc2", "!"]);
    assert_eq!(sent_back.plays(&["xc4c2"]), before.plays(&["xc4c2"]));
}
