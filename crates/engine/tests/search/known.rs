//! Positions whose best turns are known, in every variant, and the examples of the rule books.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::search::{Level, Player, Proof, SearchLimits, solve};

use super::{TZAAR, ZERTZ, best};

/// More turns than any of these positions has.
const MANY: usize = 4_000;

/// `win 1`, `win 2` or `defend`, a bar, and the code of a position.
const POSITIONS: &str = include_str!("../data/known_positions.txt");

fn turns(game: &AnyGame) -> Vec<AnyTurn> {
    game.turns_up_to(MANY).unwrap()
}

fn after(game: &AnyGame, turn: &AnyTurn) -> AnyGame {
    let mut next = game.clone();
    next.play(turn).unwrap();
    next
}

/// Whether the turn wins at once.
fn wins(game: &AnyGame, turn: &AnyTurn) -> bool {
    let outcome = after(game, turn).outcome();
    outcome.is_some_and(|outcome| outcome.winner == Some(game.to_move()))
}

/// Whether the player to move can win with this turn.
fn can_win(game: &AnyGame) -> bool {
    turns(game).iter().any(|turn| wins(game, turn))
}

/// Whether every reply to the turn loses to the next one.
fn wins_next(game: &AnyGame, turn: &AnyTurn) -> bool {
    let next = after(game, turn);
    next.outcome().is_none()
        && turns(&next).iter().all(|reply| {
            let last = after(&next, reply);
            match last.outcome() {
                Some(outcome) => outcome.winner == Some(game.to_move()),
                None => last.to_move() == game.to_move() && can_win(&last),
            }
        })
}

fn positions(kind: &str) -> Vec<AnyGame> {
    let lines = POSITIONS.lines().filter_map(|line| line.split_once('|'));
    lines
        .filter(|(what, _)| *what == kind)
        .map(|(_, code)| AnyGame::from_code(code).unwrap())
        .collect()
}

/// The turn that is found, and its score in turns if a win has been seen.
fn found(game: &AnyGame, nodes: u64) -> (AnyTurn, bool) {
    let (text, score) = best(game, nodes);
    (game.read(&text).unwrap(), score.is_win())
}

#[test]
fn every_variant_has_known_positions() {
    for kind in ["win 1", "win 2", "defend"] {
        let found: HashSet<String> = positions(kind)
            .iter()
            .map(|game| game.code().split(' ').take(2).collect::<Vec<_>>().join(" "))
            .collect();
        for variant in ZERTZ {
            assert!(
                found.contains(&format!("zertz {variant}")),
                "{kind} {variant}"
            );
        }
        // The code of a TZAAR position does not say how the game began.
        let in_tzaar = found.iter().filter(|name| name.starts_with("tzaar"));
        assert!(in_tzaar.count() >= 2 * TZAAR.len(), "{kind}");
    }
}

#[test]
fn a_win_in_one_turn_is_played() {
    for game in positions("win 1") {
        let (turn, is_win) = found(&game, 3_000);
        assert!(wins(&game, &turn) && is_win, "{} {turn:?}", game.code());
    }
}

#[test]
fn every_level_but_the_first_takes_a_win_in_one_turn() {
    let stop = AtomicBool::new(false);
    for (seed, game) in (0..).zip(positions("win 1")) {
        for level in Level::ALL.into_iter().skip(1) {
            let limits = SearchLimits::nodes(30_000);
            let report = Player::new(level).choose(&game, seed, limits, &stop, |_| {});
            let turn = report.unwrap().lines[0].turn();
            assert!(wins(&game, &turn), "{level} {} {turn:?}", game.code());
        }
    }
}

#[test]
fn a_win_in_two_turns_is_played() {
    for game in positions("win 2") {
        assert!(!can_win(&game), "{}", game.code());
        let (turn, is_win) = found(&game, 30_000);
        // A longer way that is proved to win is as good.
        let wins = wins_next(&game, &turn)
            || matches!(
                solve(&after(&game, &turn), 100_000, &AtomicBool::new(false)),
                Proof::Loss { .. }
            );
        assert!(wins && is_win, "{} {turn:?}", game.code());
    }
}

#[test]
fn the_only_defences_against_a_win_in_one_turn_are_found() {
    for game in positions("defend") {
        let (turn, _) = found(&game, 20_000);
        let next = after(&game, &turn);
        assert!(
            next.outcome().is_none() && !can_win(&next),
            "{} {turn:?}",
            game.code()
        );
    }
}

/// The turn that is found must win, and begin like one of those expected.
fn expect(code: &str, expected: &[&str]) {
    let game = AnyGame::from_code(code).unwrap();
    let (text, score) = best(&game, 5_000);
    assert!(score.is_win(), "{code}: {text} {score}");
    assert!(
        expected.iter().any(|start| text.starts_with(start)),
        "{code}: {text}"
    );
}

#[test]
fn two_whites_are_isolated_by_removing_the_ring_between_them() {
    // a1, a2 and a3 are apart from the board. Removing a2 isolates both whites, as filling it does.
    let code = "zertz 37 W1W./....1/.5/7/6/5/4 2,8,10 2,0,0 0,0,0 first";
    let game = AnyGame::from_code(code).unwrap();
    let (turn, is_win) = found(&game, 5_000);
    assert!(is_win && wins(&game, &turn), "{turn:?}");
    // One white is not enough: only filling the ring between them takes three marbles.
    let code = "zertz 37 W1W./....1/.5/7/6/5/4 3,6,7 1,2,3 0,0,0 first";
    expect(code, &["Ga2-", "Wa2-"]);
}

#[test]
fn an_opponent_who_is_left_without_a_capture_has_lost() {
    // Black's stacks are all single pieces. As soon as White has none, they can take nothing.
    let code =
        "tzaar R2R.tz/....../......./......../T2.t.z..r/......../z...r../....../Z2.r.t first";
    let game = AnyGame::from_code(code).unwrap();
    let (turn, is_win) = found(&game, 5_000);
    assert!(is_win && wins(&game, &turn), "{turn:?}");
    let outcome = after(&game, &turn).outcome();
    assert_eq!(outcome.map(|outcome| outcome.reason), Some("no capture"));
    let Proof::Win { winning, .. } = solve(&game, 10_000, &AtomicBool::new(false)) else {
        panic!("{code}");
    };
    assert!(winning.contains(&turn), "{winning:?}");
}

#[test]
fn a_marble_is_placed_and_isolated_in_the_same_turn() {
    // a1 is connected to the board only through a2: a white placed there is taken at once.
    expect(
        "zertz 37 4/..3/6/7/6/5/4 3,8,10 3,0,0 0,0,0 first",
        &["Wa1-a2"],
    );
    // a1 is alone already.
    expect(
        "zertz 37 1.2/..3/6/7/6/5/4 3,8,10 3,0,0 0,0,0 first",
        &["Wa1-"],
    );
    // The last vacant ring of a group.
    expect(
        "zertz 37 B1../...2/6/7/6/5/4 3,8,9 3,0,0 0,0,0 first",
        &["Wa2-"],
    );
    // One of each colour is enough in these rules.
    expect(
        "zertz 37-zerc 1.2/..3/6/7/6/5/4 6,8,8 0,1,1 0,0,0 first",
        &["Wa1-"],
    );
}
