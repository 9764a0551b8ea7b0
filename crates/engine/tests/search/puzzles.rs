//! Puzzles: what is proved about a try, and finding puzzles in games.

use std::sync::atomic::AtomicBool;

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::search::{
    Examined, PROOF_NODES, Puzzle, PuzzleSource, Verdict, defence, judge, solution, winning,
};

const SOURCE: PuzzleSource = PuzzleSource {
    nodes: 500,
    proof: 200,
};

fn position(code: &str) -> AnyGame {
    AnyGame::from_code(code).unwrap()
}

fn judged(position: &AnyGame, turn: &str, turns: u32) -> Verdict {
    let mut after = position.clone();
    let turn = position.read(turn).unwrap();
    after.play(&turn).unwrap();
    let stop = AtomicBool::new(false);
    judge(&after, position.to_move(), turns, PROOF_NODES, &stop)
}

/// White wins by threatening two things at once; found by `hexpost engine puzzles`.
const DOUBLE: &str = "2|235|0|2|tzaar r.z5.T/.....t/zZ2.t.../R...R3..t/T......T/t2.R2...../......./t....t/zTtT2r first\
     |c2xc1 f3xf1,c2xf1 f3xc1,f3xc1 c2xf1,f3xf1 c2xc1|i2xi1 c2xc1";

#[test]
fn a_try_wins_loses_or_proves_nothing() {
    let puzzle: Puzzle = DOUBLE.parse().unwrap();
    let stop = AtomicBool::new(false);
    for turn in &puzzle.winning {
        let text = puzzle.position.write(turn).unwrap();
        assert_eq!(judged(&puzzle.position, &text, 1), Verdict::Wins, "{text}");
    }
    let found = winning(&puzzle.position, 2, 2_000, &stop);
    assert!(puzzle.winning.iter().all(|turn| found.contains(turn)));
    let losing = puzzle.position.write(&puzzle.losing).unwrap();
    let Verdict::Loses { turns, .. } = judged(&puzzle.position, &losing, 1) else {
        panic!("{:?}", judged(&puzzle.position, &losing, 1));
    };
    assert!(turns >= 1);
    // At the start of a game nothing is proved.
    let start = AnyGame::start(&Variant::parse("tzaar", "fixed").unwrap());
    let verdict = judged(&start, "d3xd4", 2);
    assert!(
        matches!(
            verdict,
            Verdict::Unclear {
                chances: 1..=99,
                ..
            }
        ),
        "{verdict:?}"
    );
}

#[test]
fn a_turn_that_ends_the_game_is_judged_by_the_rules() {
    let jump = position("zertz 37 4/5/6/1BW4/6/5/4 2,8,9 3,0,0 0,0,0 first");
    assert_eq!(judged(&jump, "xd2d4", 0), Verdict::Wins);
}

#[test]
fn the_defence_is_legal_and_the_solution_wins() {
    let puzzle: Puzzle = DOUBLE.parse().unwrap();
    let stop = AtomicBool::new(false);
    let line = solution(&puzzle, &stop);
    assert_eq!(line.len(), 3, "{line:?}");
    let mut game = puzzle.position.clone();
    for (index, turn) in line.iter().enumerate() {
        if index == 1 {
            assert_eq!(defence(&game, 1, PROOF_NODES, &stop), Some(*turn));
        }
        game.play(turn).unwrap();
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    assert_eq!(winner, Some(puzzle.position.to_move()));
    assert_eq!(defence(&game, 1, PROOF_NODES, &stop), None);
}

#[test]
fn a_puzzle_is_written_and_read_back() {
    let puzzle: Puzzle = DOUBLE.parse().unwrap();
    assert_eq!(puzzle.to_string(), DOUBLE);
    for broken in [
        "",
        "2|235",
        "x|3|0|2|tzaar x first|a|b",
        &DOUBLE.replace("c2xc1 f3xf1", "a1xa2"),
        &DOUBLE.replace("235", "many"),
        &DOUBLE.replace(" first", " nobody"),
    ] {
        assert!(broken.parse::<Puzzle>().is_err(), "{broken}");
    }
}

#[test]
fn what_is_won_at_once_or_not_at_all_is_no_puzzle() {
    let stop = AtomicBool::new(false);
    let jump = position("zertz 37 4/5/6/1BW4/6/5/4 2,8,9 3,0,0 0,0,0 first");
    assert_eq!(SOURCE.examine(&jump, &stop), Examined::NoPuzzle);
    let start = AnyGame::start(&Variant::parse("zertz", "37").unwrap());
    assert_eq!(SOURCE.examine(&start, &stop), Examined::NotWon);
}

#[test]
fn the_same_seed_finds_the_same_puzzles() {
    let stop = AtomicBool::new(false);
    for (game, variant) in [("zertz", "37"), ("tzaar", "random:5")] {
        let variant = Variant::parse(game, variant).unwrap();
        let one = SOURCE.find(&variant, 3, &stop);
        assert_eq!(one, SOURCE.find(&variant, 3, &stop));
    }
}
