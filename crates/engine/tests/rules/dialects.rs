//! Games in the notations of other sites: gipf.com's and ZEN.

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::notation::Dialect;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::record::{Ending, How, Record};
use hexpost_engine::side::Side;

fn read(text: &str) -> Record {
    Record::read(text, None).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn refusal(text: &str) -> String {
    Record::read(text, None).unwrap_err().to_string()
}

fn record(game: &str, variant: &str, turns: &[&str]) -> Record {
    let mut record = Record::new(Variant::parse(game, variant).unwrap());
    for text in turns {
        let turn = record.game().read(text).unwrap();
        record.push(turn).unwrap();
    }
    record
}

/// A random game of at most `max_turns` turns.
fn random(game: &str, variant: &str, seed: u64, max_turns: usize) -> Record {
    let variant = Variant::drawn(game, variant, seed).unwrap();
    let mut record = Record::new(variant);
    let mut rng = SplitMix64::new(seed);
    while record.turns().len() < max_turns && record.ending().is_none() {
        let turn = record.game().uniform_turn(&mut rng).unwrap();
        record.push(turn).unwrap();
    }
    record
}

const GIPF: &str = "37
Wd4,a1
Gd5,b1
x d4Gd6
";

const ZEN: &str = r#"[ZIP "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1"]

1. Wd4-a1 Gd5-b1
2. Wd4xd6+g
*
"#;

#[test]
fn a_game_is_read_and_written_in_gipf_coms_notation_and_in_zen() {
    let game = record("zertz", "37", &["Wd4-a1", "Gd5-b1", "xd4d6"]);
    assert_eq!(game.written_in(Dialect::Gipf).unwrap(), GIPF);
    assert_eq!(game.written_in(Dialect::Zen).unwrap(), ZEN);
    assert_eq!((read(GIPF), read(ZEN)), (game.clone(), game));
}

#[test]
fn move_numbers_tags_comments_and_variations_are_skipped() {
    let game = record("zertz", "37", &["Wd4-a1", "Gd5-b1", "xd4d6"]);
    for text in [
        "1. Wd4,a1 Gd5,b1 2. x d4Gd6",
        "1... Wd4-a1",
        "[Event \"A cup\"]\n[Player1 \"Someone\"]\n\n1. Wd4-a1 {a\ngood} Gd5-b1 (1... Bd5-b1 (1... We1-b1) 2. x d4Bd6)\n2.Wd4xd6 $1 *",
        "Wd4-a1 | Gd5-b1\nWd4×d6",
        "\u{feff}37\r\nWd4,a1\r\nGd5,b1\r\nx d4Gd6\r\n",
    ] {
        let read = read(text);
        let turns = read.turns().len();
        assert_eq!(read.turns(), &game.turns()[..turns], "{text}");
        assert!(turns == 3 || text.len() < 14, "{text}");
    }
}

#[test]
fn every_basic_board_is_identified_by_its_starting_position() {
    for rings in ["37", "40", "43", "44", "48", "61"] {
        let game = random("zertz", rings, 5, 8);
        let zen = game.written_in(Dialect::Zen).unwrap();
        assert_eq!(read(&zen), game, "{zen}");
        assert_eq!(read(&game.written_in(Dialect::Gipf).unwrap()), game);
    }
    let blitz = random("zertz", "37-blitz", 5, 8);
    let text = blitz.written_in(Dialect::Gipf).unwrap();
    assert!(text.starts_with("37 Blitz\n"), "{text}");
    assert_eq!(read(&text), blitz);
    assert_eq!(blitz.written_in(Dialect::Zen), None);
}

#[test]
fn listed_claims_must_be_the_actual_ones() {
    check_claims(&claiming());
}

/// A position, found by random play, in which the next turn can isolate marbles.
fn claiming() -> AnyGame {
    for seed in 0..2000 {
        let mut game = AnyGame::start(&Variant::parse("zertz", "37").unwrap());
        let mut rng = SplitMix64::new(seed);
        while let Some(turn) = game.uniform_turn(&mut rng) {
            let gipf = game.written_in(&turn, Dialect::Gipf);
            if gipf.is_some_and(|text| !text.starts_with('x') && text.contains('x')) {
                return game;
            }
            game.play(&turn).unwrap();
        }
    }
    panic!("no random game isolates anything");
}

fn check_claims(game: &AnyGame) {
    let mut looked_at = 0;
    for turn in game.turns_up_to(100_000).unwrap() {
        for dialect in Dialect::ALL {
            let Some(text) = game.written_in(&turn, dialect) else {
                continue;
            };
            assert_eq!(game.read(&text), Ok(turn), "{text}");
            let is_claim = !text.starts_with('x') && text.contains([' ', '+']);
            if is_claim {
                looked_at += 1;
                let wrong = match dialect {
                    Dialect::Gipf => format!("{text}Wd4"),
                    Dialect::Zen => format!("{text}w"),
                };
                let error = game.read(&wrong).unwrap_err().to_string();
                assert!(error.contains("claims other marbles"), "{wrong}: {error}");
            }
        }
    }
    assert!(looked_at > 0);
}

#[test]
fn a_game_that_a_notation_cannot_express_is_not_written() {
    let tzaar = record("tzaar", "fixed", &["d3xd4"]);
    let tournament = record("zertz", "48-tournament", &["Wd4-a1"]);
    let mut timed_out = record("zertz", "37", &["Wd4-a1"]);
    timed_out
        .finish(Ending {
            winner: Some(Side::First),
            how: How::Time,
        })
        .unwrap();
    for record in [tzaar, tournament, timed_out] {
        for dialect in Dialect::ALL {
            assert_eq!(record.written_in(dialect), None, "{record}");
        }
    }
    let mut resigned = record("zertz", "37", &["Wd4-a1"]);
    resigned
        .finish(Ending {
            winner: Some(Side::First),
            how: How::Resignation,
        })
        .unwrap();
    assert_eq!(resigned.written_in(Dialect::Gipf), None);
    let zen = resigned.written_in(Dialect::Zen).unwrap();
    assert!(zen.ends_with("1. Wd4-a1\n1-0\n"), "{zen}");
    assert_eq!(read(&zen), resigned);
}

#[test]
fn writing_reading_and_writing_again_is_the_identity() {
    let variants = [
        ("zertz", "37"),
        ("zertz", "37-blitz"),
        ("zertz", "48"),
        ("zertz", "48-tournament"),
        ("zertz", "61-zerc"),
        ("tzaar", "fixed"),
        ("tzaar", "random"),
        ("tzaar", "tournament"),
    ];
    let mut foreign = 0;
    for seed in 0..60 {
        let (game, variant) = variants[seed as usize % variants.len()];
        let record = random(game, variant, seed, if seed % 3 == 0 { 9 } else { 400 });
        let text = record.to_string();
        assert_eq!(Record::read(&text, None).unwrap().to_string(), text);
        let json = serde_json::to_string(&record).unwrap();
        let again: Record = serde_json::from_str(&json).unwrap();
        assert_eq!(serde_json::to_string(&again).unwrap(), json);
        for dialect in Dialect::ALL {
            if let Some(text) = record.written_in(dialect) {
                foreign += 1;
                let again = Record::read(&text, None).unwrap();
                assert_eq!(again, record, "{text}");
                assert_eq!(again.written_in(dialect), Some(text));
            }
        }
    }
    assert!(foreign > 20, "{foreign}");
}

#[test]
fn the_error_for_a_bad_game_names_line_turn_and_rule() {
    assert_eq!(
        refusal(&GIPF.replace("x d4Gd6", "We1,a2")),
        "record, line 4: turn 3, \"We1,a2\": illegal: We1-a2: a capture is compulsory: 2 are possible"
    );
    assert_eq!(
        refusal("Wd4,a1\nWd4,b1"),
        "record, line 2: taken for the usual board: turn 2, \"Wd4,b1\": illegal: Wd4-b1: a marble lies on \
         d4"
    );
    for (text, problem) in [
        (
            ZEN.replace("3oooo", "2oooo"),
            "record, line 1: no game begins with the position \
             \"oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/2oooo 6/8/10 0/0/0 0/0/0 1\"",
        ),
        (
            ZEN.replace("6/8/10", "5/8/10"),
            "record, line 1: no game begins with the position \
             \"oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 5/8/10 0/0/0 0/0/0 1\"",
        ),
        (
            ZEN.replace("2. ", "2. {"),
            "record, line 4: a comment or a variation has only one of its brackets",
        ),
        (
            ZEN.replace("2. ", "2. (("),
            "record, line 4: a comment or a variation has only one of its brackets",
        ),
        (
            ZEN.replace("2. ", "2. )"),
            "record, line 4: a comment or a variation has only one of its brackets",
        ),
        (
            ZEN.replace("2. ", "* 2. "),
            "record, line 4: something comes after the result",
        ),
        (
            format!("[Result \"0-1\"]\n{}", ZEN.replace('*', "1-0")),
            "record: the result and the ending do not fit together",
        ),
    ] {
        let said = refusal(&text);
        assert!(
            said.starts_with(&problem[..problem.len().min(60)]),
            "{said}"
        );
    }
}

#[test]
fn an_empty_text_is_a_game_without_turns() {
    let empty = read("");
    assert_eq!(
        (empty.turns().len(), empty.variant().to_string()),
        (0, "37".to_owned())
    );
    let said = Variant::parse("zertz", "61").unwrap();
    let record = Record::read("Wa1,i5", Some(&said)).unwrap();
    assert_eq!(record.variant(), &said);
}

#[test]
fn huge_texts_are_refused_quickly() {
    let million = "Wd4-a1 ".repeat(1_000_000 / 7);
    assert!(refusal(&million).contains("turn 2"));
    assert!(refusal(&"(".repeat(1 << 20)).contains("brackets"));
    assert!(refusal(&"x ".repeat(1 << 19)).contains("unreadable"));
    assert!(refusal(&"[".repeat(1 << 20)).contains("header"));
    assert!(refusal(&"x".repeat((1 << 20) + 1)).contains("longer"));
    assert!(refusal(&"W".repeat(1 << 20)).contains("no turn is that long"));
}
