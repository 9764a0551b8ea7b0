//! Positions with too many legal turns to list: every screen and every suggestion must be built
//! without listing them all.

use hexpost_engine::instrumentation::count_visits;

use super::*;

const FOUND: &str = include_str!("../../../crates/engine/tests/data/expensive.positions");

/// The maximum number of positions visited for one screen or one list of suggestions: at each of 24
/// steps, a screenful of chains.
const MAX_VISITS: u64 = 24 * 75 * 24 * 14;

fn found() -> impl Iterator<Item = AnyGame> {
    let lines = FOUND.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| AnyGame::from_code(line).unwrap())
}

/// Taps at random from the first screen to a complete turn; returns the kinds of screens shown.
fn compose(composer: &mut Composer<'_>, numbers: &mut SplitMix64) -> Vec<ScreenKind> {
    let code = composer.game.code();
    let mut state = ComposerState::default();
    let mut forms = Vec::new();
    loop {
        let (screen, visits) = count_visits(|| composer.screen(&state).unwrap());
        assert!(visits <= MAX_VISITS, "{visits} visits: {state:?} {code}");
        check_invariants(composer, &screen);
        forms.push(screen.form);
        let mut choices = onwards(&screen);
        assert!(choices.len() <= 75 && forms.len() < 60, "{state:?} {code}");
        let (tap, values) = choices.swap_remove(numbers.below(choices.len() as u64) as usize);
        match press(tap, &values) {
            ComposerOutcome::Show { state: next, touch } => {
                if touch {
                    composer.touched = next.steps.len();
                }
                state = next;
            }
            ComposerOutcome::Play(steps) => {
                let turn = composer.game.offer(&steps).unwrap().finished;
                assert!(turn.is_some(), "{steps:?} {code}");
                return forms;
            }
            other => panic!("{other:?} {code}"),
        }
    }
}

#[test]
fn chains_that_are_too_many_to_list_are_composed_step_by_step() {
    let mut numbers = SplitMix64::new(1);
    for game in found() {
        for input in [InputMethod::Keys, InputMethod::Menus] {
            for _ in 0..4 {
                let mut composer = composer(&game, input, Language::English);
                let forms = compose(&mut composer, &mut numbers);
                let is_jumping = game.kind() == GameKind::Zertz;
                if is_jumping && !game.is_touch_move() {
                    // The marble first, then one direction after another until the remaining chains
                    // fit.
                    assert_ne!(forms[0], ScreenKind::Chains, "{}", game.code());
                }
            }
        }
    }
}

#[test]
fn suggestions_are_found_without_listing_all_turns() {
    let mut numbers = SplitMix64::new(2);
    for game in found() {
        let turn = game.uniform_turn(&mut numbers).unwrap();
        let text = game.write(&turn).unwrap();
        let mut typed = vec![
            String::new(),
            "x".to_owned(),
            "d".to_owned(),
            "w".to_owned(),
        ];
        typed.extend((1..=text.len()).map(|end| text[..end].to_owned()));
        for typed in typed {
            let (list, visits) = count_visits(|| suggestions(Language::Polish, &game, &typed));
            assert!(
                visits <= MAX_VISITS,
                "{visits} visits: {typed:?} {}",
                game.code()
            );
            assert!(list.len() <= 25, "{typed:?}");
            if text.starts_with(&typed) {
                assert!(!list.is_empty(), "{typed:?} {}", game.code());
            }
            for Suggestion { label, value } in list {
                assert!(label.chars().count() <= 100 && !value.is_empty());
            }
        }
    }
}
