//! Writing and parsing records.

use hexpost_engine::game::Variant;
use hexpost_engine::notation::Dialect;
use hexpost_engine::record::{Ending, How, Record};
use hexpost_engine::side::Side;

fn record(game: &str, variant: &str, turns: &[&str]) -> Record {
    let mut record = Record::new(Variant::parse(game, variant).unwrap());
    for text in turns {
        let turn = record.game().read(text).unwrap();
        record.push(turn).unwrap();
    }
    record
}

const UNFINISHED: &str = r#"[Game "zertz"]
[Variant "37"]
[Rules "1"]
[Result "*"]

1. Wd4-a1 | Gd5-b1
2. xd4d6
"#;

const RESIGNED: &str = r#"[Game "tzaar"]
[Variant "fixed"]
[Rules "1"]
[Result "0-1"]
[Ending "resignation"]

1. d3xd4 | c4xd5 f3xe4
"#;

fn refusal(text: &str) -> String {
    text.parse::<Record>().unwrap_err().to_string()
}

#[test]
fn a_record_is_a_header_and_numbered_rounds() {
    let record = record("zertz", "37", &["Wd4-a1", "Gd5-b1", "xd4d6"]);
    assert_eq!(record.to_string(), UNFINISHED);
    assert_eq!(UNFINISHED.parse(), Ok(record));
}

#[test]
fn a_record_says_how_the_game_ended() {
    let resigned: Record = RESIGNED.parse().unwrap();
    assert_eq!(
        resigned.ending(),
        Some(Ending {
            winner: Some(Side::Second),
            how: How::Resignation
        })
    );
    assert_eq!(resigned.to_string(), RESIGNED);

    for (winner, how, result) in [
        (Some(Side::First), How::Time, "1-0"),
        (None, How::Agreement, "1/2-1/2"),
        (None, How::Abort, "*"),
        (None, How::Moderator, "*"),
        (Some(Side::Second), How::Moderator, "0-1"),
    ] {
        let mut ended = record("zertz", "37", &["Wd4-a1"]);
        ended.finish(Ending { winner, how }).unwrap();
        let text = ended.to_string();
        assert!(text.contains(&format!("[Result \"{result}\"]")), "{text}");
        assert!(
            text.contains(&format!("[Ending \"{}\"]", how.as_str())),
            "{text}"
        );
        assert_eq!(text.parse(), Ok(ended));
    }
}

#[test]
fn an_ending_must_make_sense() {
    let started = record("zertz", "37", &["Wd4-a1"]);
    for (winner, how) in [
        (None, How::Resignation),
        (None, How::Time),
        (Some(Side::First), How::Agreement),
        (Some(Side::First), How::Abort),
        (Some(Side::First), How::Rule("white")),
    ] {
        let mut refused = started.clone();
        assert!(refused.finish(Ending { winner, how }).is_err());
        assert_eq!(refused, started);
    }
}

#[test]
fn nothing_is_added_to_a_game_that_has_ended() {
    let mut ended = record("zertz", "37", &["Wd4-a1"]);
    let turn = ended.game().read("Wd1-a2").unwrap();
    let ending = Ending {
        winner: None,
        how: How::Agreement,
    };
    ended.finish(ending).unwrap();
    let before = ended.clone();
    assert!(ended.push(turn).is_err());
    assert!(ended.finish(ending).is_err());
    assert_eq!(ended, before);
}

#[test]
fn records_survive_a_round_trip_through_json() {
    for text in [UNFINISHED, RESIGNED] {
        let record: Record = text.parse().unwrap();
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
    }
    let json = serde_json::to_value(RESIGNED.parse::<Record>().unwrap()).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "game": "tzaar",
            "variant": "fixed",
            "rules": 1,
            "turns": ["d3xd4", "c4xd5 f3xe4"],
            "ending": { "winner": "second", "how": "resignation" },
        })
    );
    let illegal = r#"{"game":"zertz","variant":"37","rules":1,"turns":["Wd4-d5"],"ending":null}"#;
    let error = serde_json::from_str::<Record>(illegal)
        .unwrap_err()
        .to_string();
    assert!(error.contains("d5 is not free"), "{error}");
}

#[test]
fn the_error_for_a_bad_record_names_line_turn_and_rule() {
    assert_eq!(
        refusal(&UNFINISHED.replace("xd4d6", "We1-a2")),
        "record, line 7: turn 3, \"We1-a2\": illegal: We1-a2: a capture is compulsory: 2 are possible"
    );
    assert_eq!(
        refusal(&UNFINISHED.replace("Gd5-b1", "Gd5?b1")),
        "record, line 6: turn 2, \"Gd5?b1\": unreadable: at character 4, '?': the turn should have \
         ended here"
    );
    assert_eq!(
        refusal(&UNFINISHED.replace("2. ", "3. ")),
        "record, line 7: round 2 should follow, not \"3\""
    );
}

#[test]
fn a_round_has_two_turns_and_only_the_last_may_have_one() {
    let halved = UNFINISHED.replace(
        "1. Wd4-a1 | Gd5-b1\n2. xd4d6",
        "1. Wd4-a1\n2. Gd5-b1 | xd4d6",
    );
    assert_eq!(
        refusal(&halved),
        "record, line 6: a round has two turns divided by a bar, the last may have one; here are 1"
    );
    let tripled = UNFINISHED.replace("Gd5-b1\n2. ", "Gd5-b1 | ");
    assert!(refusal(&tripled).contains("here are 3"));
}

#[test]
fn a_record_with_bad_headers_is_refused() {
    for (from, to, problem) in [
        ("[Rules \"1\"]\n", "", "record: the header Rules is missing"),
        (
            "\"1\"",
            "\"2\"",
            "record: rules of version \"2\": this program knows version 1",
        ),
        (
            "zertz",
            "chess",
            "record: no game \"chess\": there are zertz and tzaar",
        ),
        (
            "\"37\"",
            "\"38\"",
            "record: no ZÈRTZ board \"38\": there are 37, 40, 43, 44, 48 and 61 rings",
        ),
        (
            "\"*\"",
            "\"2-0\"",
            "record: the result \"2-0\" is none of 1-0, 0-1, 1/2-1/2, *",
        ),
        (
            "\"*\"",
            "\"1-0\"",
            "record: the result and the ending do not fit together",
        ),
        (
            "[Rules \"1\"]",
            "[Rules 1]",
            "record, line 3: a header is written [Name \"value\"]",
        ),
        (
            "[Rules \"1\"]",
            "[Colour \"1\"]",
            "record, line 3: no header \"Colour\": there are Game, Variant, Rules, Result and Ending",
        ),
        (
            "[Rules \"1\"]",
            "[Game \"1\"]",
            "record, line 3: the header Game stands twice",
        ),
        (
            "[Result",
            "[Ending \"white\"]\n[Result",
            "record: the turns do not end the game by \"white\" like this",
        ),
        (
            "[Result",
            "[Ending \"boredom\"]\n[Result",
            "record: no game ends by \"boredom\"",
        ),
    ] {
        assert_eq!(refusal(&UNFINISHED.replace(from, to)), problem);
    }
}

#[test]
fn records_may_have_windows_line_ends_and_no_round_numbers() {
    let record: Record = UNFINISHED.parse().unwrap();
    let other = UNFINISHED
        .replace("1. W", "W")
        .replace("2. x", "x")
        .replace('\n', "\r\n");
    assert_eq!(format!("\u{feff}{other}").parse(), Ok(record));
}

#[test]
fn comments_in_braces_follow_turns_and_are_not_kept() {
    let record = record("zertz", "37", &["Wd4-a1", "Gd5-b1", "xd4d6"]);
    let comments = [None, Some("? 50 % → 30 %; {better} | a\nb".to_owned())];
    let text = record.commented(&comments);
    assert!(
        text.ends_with("\n1. Wd4-a1 | Gd5-b1 {? 50 % → 30 %; (better) | a b}\n2. xd4d6\n"),
        "{text}"
    );
    assert_eq!(text.parse(), Ok(record.clone()));
    assert_eq!(record.commented(&[]), UNFINISHED);
    let zen = record.commented_in(Dialect::Zen, &comments).unwrap();
    assert!(zen.contains("Gd5-b1 {? 50 %"), "{zen}");
    assert_eq!(Record::read(&zen, None), Ok(record.clone()));
    let gipf = record.commented_in(Dialect::Gipf, &comments);
    assert_eq!(gipf, record.written_in(Dialect::Gipf), "it has no comments");
    for broken in ["1. Wd4-a1 {a", "1. Wd4-a1 a}"] {
        let text = UNFINISHED.replace("1. Wd4-a1 | Gd5-b1\n2. xd4d6", broken);
        let said = refusal(&text);
        assert!(said.contains("only one of its brackets"), "{said}");
    }
}
