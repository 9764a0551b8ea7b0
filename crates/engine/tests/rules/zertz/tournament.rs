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
    // The duty is done with the capture.
    let game = game.plays(&["xd4d6"]);
    assert!(game.allows("We4-a3"));
    assert!(!game.allows("!"));
}

#[test]
fn only_the_latest_turn_can_be_sent_back() {
    let game = new_game("48-tournament").plays(&["Wd4-a1", "Gd5-a2", "Bd6-b1"]);
    // The second player misses a capture, too: now that is what can be sent back.
    let game = game.plays(&["Wa4-a3"]);
    assert!(game.allows("!"));
    let back = game.plays(&["!"]);
    assert_eq!(at(&back, "a4"), 'o');
    assert_eq!(at(&back, "d6"), 'B');
    // A turn that misses nothing can't be.
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

/// The pool is empty; on the left c3 can take c4. The first player has a black marble left. The
/// vacant ring g3 lies in another group; all others are dead.
///
/// `?` is the colour of the marbles around, `!` makes up for it, `%` is for the second player.
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
    for (sign, by) in replace {
        drawing = drawing.replace(sign, by);
    }
    let drawn = zertz("61-tournament", &drawing)
        .captured(Side::First, [0, 0, 1])
        .captured(Side::Second, [0, 0, second]);
    assert!(drawn.0.pool.is_empty());
    drawn.game()
}

/// Four grey marbles around, and nothing for the second player.
fn greys() -> Timeline<Zertz> {
    temptation([('?', "G"), ('!', "W"), ('%', "B")], 0)
}

/// Four white marbles around, and a black one for the second player.
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
    // With four white marbles in the group its claim would win, so that it can only be left.
    let game = whites();
    assert!(
        game.refuses("Bc5")
            .contains("a turn that misses a capture may not end the game")
    );
    assert!(game.allows("Bc5~"));
    assert_eq!(game.legal(), ["Bc5~", "Bg3", "Bg3~", "xc3c5"]);
}

#[test]
fn the_ban_on_ending_the_game_is_per_turn_so_that_leaving_may_be_all_that_is_offered() {
    let game = whites();
    let on_c5: Vec<_> = game
        .legal()
        .into_iter()
        .filter(|turn| turn.starts_with("Bc5"))
        .collect();
    assert_eq!(on_c5, ["Bc5~"]);
}

#[test]
fn a_turn_that_misses_a_capture_may_not_leave_nobody_able_to_move() {
    // The second player has nothing, and after `Bc5~` the first would have nothing either.
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

/// The pool is empty, each player has a black marble, and two white ones wander up and down the
/// c column, whose odd places are wedged in so that no ring can be removed.
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
fn a_turn_that_misses_a_capture_may_not_come_to_the_third_repetition() {
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
                // The position itself knows nothing against this turn, but the past does.
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
            let wandering: Vec<_> = legal
                .iter()
                .filter(|turn| !game.position().is_irreversible(turn))
                .collect();
            let Some(last) = wandering.len().checked_sub(1) else {
                break;
            };
            game.play_unchecked(wandering[rng.below(last as u64 + 1) as usize]);
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
