//! Descriptions of pictures.

use hexpost_engine::game::{AnyGame, GameKind, Variant};
use hexpost_engine::hex::Board;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::steps::{Role, Step, StepEffect};
use hexpost_render::alt_text::{AltText, MAX_CHARS, Symbols, describe, describe_composing};
use hexpost_render::diagram::Diagram;

fn start(game: &str, variant: &str) -> AnyGame {
    AnyGame::start(&Variant::parse(game, variant).unwrap())
}

#[test]
fn a_description_gives_the_turn_the_state_and_the_position() {
    let before = start("zertz", "37");
    let turn = before.read("Wd4-a1").unwrap();
    let mut after = before.clone();
    after.play(&turn).unwrap();
    let text = describe(&after, Some((&before, &turn)), &Symbols);
    assert!(
        text.starts_with("W, d4, a1. to move: second; pool: 5 white"),
        "{text}"
    );
    assert!(text.contains(". W: d4; o: a2, a3, a4, b1"), "{text}");
}

#[test]
fn a_description_names_captures_and_claims() {
    let before = AnyGame::from_code("zertz 37 W3/..3/6/7/6/5/4 5,8,10 0,0,0 0,0,0 first").unwrap();
    let turn = before.read("Bd7-a2").unwrap();
    assert!(describe(&before, Some((&before, &turn)), &Symbols).starts_with("B, d7, a2 (a1). "));
    let before = start("tzaar", "fixed");
    let turn = before.read("d3xd4").unwrap();
    assert!(describe(&before, Some((&before, &turn)), &Symbols).starts_with("d3, d4 xTd4. "));
}

#[test]
fn a_composed_turn_is_described_by_what_was_chosen_and_what_is_next() {
    let game = start("zertz", "37");
    let chosen = [Step::Kind('W')];
    let text = describe_composing(&game, &chosen, &Symbols).unwrap();
    assert!(text.starts_with("W. place? o: a1, a2"), "{text}");
    let wordy = describe_composing(&game, &chosen, &Wordy).unwrap();
    assert!(
        wordy.ends_with("g4") && wordy.contains("what would you like"),
        "{wordy}"
    );
    assert!(wordy.chars().count() <= MAX_CHARS);
    assert!(describe_composing(&game, &[Step::Kind('Q')], &Symbols).is_err());
}

/// A language with very long phrases.
struct Wordy;

impl AltText for Wordy {
    fn state(&self, _game: &AnyGame) -> String {
        "it is somebody's turn ".repeat(9)
    }

    fn asked(&self, _game: GameKind, _roles: &[Role]) -> String {
        "what would you like to do next?".to_owned()
    }

    fn group(&self, _game: GameKind, symbol: &str) -> String {
        format!(
            "things that are usually written {symbol}, {}",
            "and so on ".repeat(40)
        )
    }

    fn step_effects(&self, _game: GameKind, effects: &[StepEffect], board: &Board) -> String {
        let said = |step: &StepEffect| format!("after long thought {}, ", step.step.write(board));
        effects.iter().map(said).collect::<String>().repeat(9)
    }
}

#[test]
fn a_description_is_never_too_long_and_names_every_occupied_cell() {
    let mut rng = SplitMix64::new(1);
    for (game, variant) in [("zertz", "61"), ("tzaar", "fixed"), ("tzaar", "tournament")] {
        let mut game = start(game, variant);
        while let Some(turn) = game.uniform_turn(&mut rng) {
            let before = game.clone();
            game.play(&turn).unwrap();
            for text in [
                describe(&game, Some((&before, &turn)), &Wordy),
                describe(&game, Some((&before, &turn)), &Symbols),
                describe(&game, None, &Symbols),
            ] {
                assert!(
                    text.chars().count() <= MAX_CHARS,
                    "{} characters",
                    text.chars().count()
                );
                let position = text.rsplit(". ").next().unwrap();
                for cell in game.board().cells() {
                    let symbol = game.symbol(cell);
                    let name = game.board().name(cell).to_string();
                    let mut groups = position.split("; ");
                    let group = groups.find(|group| {
                        let cells = group.split(": ").nth(1).unwrap();
                        cells.split(", ").any(|cell| cell == name)
                    });
                    let said = group.map(|group| group.split(": ").next().unwrap());
                    let expected = Some(symbol.as_str()).filter(|symbol| *symbol != ".");
                    assert_eq!(said, expected, "{name} in {text}");
                }
            }
        }
    }
}

#[test]
fn the_description_of_a_diagram_has_the_marble_where_the_picture_has_it() {
    let described = |name| Diagram::named(name).unwrap().describe(&Symbols).unwrap();
    let missed = described("zertz-missed");
    assert!(missed.contains("B: g3"), "{missed}");
    let (_, vacant) = missed.split_once("o: ").unwrap();
    assert!(!vacant.contains("g3") && !vacant.contains("h4"), "{missed}");
    // The last ring is taken, and that wins.
    let last = described("zertz-last-ring");
    assert!(last.contains("over: ") && last.contains("d4"), "{last}");
    // A jumping marble is still where it comes from.
    let chain = described("zertz-chain");
    assert!(chain.contains("G: d2"), "{chain}");
}
