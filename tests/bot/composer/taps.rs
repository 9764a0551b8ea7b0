//! The number of taps that a turn needs.

use hexpost_engine::steps::{Choice, Role};

use super::*;

/// Taps from Move to Confirm, counted before the bottom row had a place of its own and when every part of
/// a touch-move turn needed a second tap: the number, the turn and the position.
const BEFORE: &str = include_str!("../../data/taps.txt");

fn taps_before() -> impl Iterator<Item = (usize, AnyGame, Vec<Step>)> {
    BEFORE.lines().map(|line| {
        let (taps, rest) = line.split_once(' ').unwrap();
        let (text, code) = rest.split_once(" | ").unwrap();
        let game = AnyGame::from_code(code).unwrap();
        let turn = game.read(text).unwrap();
        let path = game.path(&turn).unwrap();
        (taps.parse().unwrap(), game, path)
    })
}

#[test]
fn no_turn_needs_more_taps_than_before_and_tournament_turns_need_fewer() {
    let (mut saved, mut placements) = (0, 0);
    for (before, game, path) in taps_before() {
        let composer = composer(&game, InputMethod::Keys, Language::English);
        let now = fewest_taps(&composer, &path).unwrap();
        let is_placing = matches!(path[0], Step::Kind(_));
        let code = game.code();
        assert!(now <= before, "{now} taps, not {before}: {code}");
        // Where the colour was not the last choice, it needed a second tap.
        let choices = game.offer(&[]).unwrap().choices;
        let is_kind = |choice: &&Choice| choice.role == Role::Kind;
        let rings = game
            .offer(&path[..1])
            .map_or(0, |offer| offer.choices.len());
        let is_choice = choices.iter().filter(is_kind).count() > 1 && rings > 1;
        if game.is_touch_move() && is_placing && is_choice {
            assert!(now < before, "{now} taps, as before: {code}");
            placements += 1;
            saved += before - now;
        }
    }
    assert!(
        placements > 60 && saved > placements,
        "{placements} {saved}"
    );
}

#[test]
fn a_placement_of_a_tournament_costs_six_taps() {
    for variant in ["48-tournament", "61-tournament"] {
        let game = start("zertz", variant);
        let composer = composer(&game, InputMethod::Keys, Language::English);
        let mut turns = 0;
        for turn in game.turns_up_to(100_000).unwrap().iter().step_by(7) {
            let path = game.path(turn).unwrap();
            assert_eq!(fewest_taps(&composer, &path), Some(6), "{path:?}");
            turns += 1;
        }
        assert!(turns > 300, "{turns}");
    }
}

#[test]
fn twenty_four_rings_are_one_tap_away_each_and_leave_a_button_for_back() {
    let game = start("zertz", "61");
    let composer = composer(&game, InputMethod::Keys, Language::English);
    let mut sizes = HashSet::new();
    for cell in game.board().cells() {
        let state = ComposerState::new(vec![Step::Kind('W'), Step::Cell(cell)]);
        let screen = composer.screen(&state).unwrap();
        assert_eq!(screen.form, ScreenKind::List);
        let rings = game.offer(&state.steps).unwrap().choices;
        for ring in &rings {
            let mut chosen = state.steps.clone();
            chosen.push(ring.step);
            let is_shown = taps(&screen).iter().any(|(tap, _)| match tap {
                Tap::Go(state) => state.steps == chosen,
                _ => false,
            });
            assert!(is_shown, "{ring:?} {:?}", labels(&screen));
        }
        check_invariants(&composer, &screen);
        sizes.insert(rings.len());
    }
    assert_eq!(sizes, HashSet::from([23, 24]));
}

#[test]
fn the_other_colours_are_one_tap_away_while_the_rings_are_listed() {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    positions(12, 6, 2, |game, _| {
        let composer = composer(game, InputMethod::Keys, Language::English);
        let screen = composer.screen(&ComposerState::default()).unwrap();
        let [Step::Kind(chosen)] = screen.state.steps[..] else {
            return;
        };
        if game.is_touch_move() || screen.form != ScreenKind::List {
            return;
        }
        let kinds = game.offer(&[]).unwrap().choices.into_iter();
        for kind in kinds.map(|choice| choice.step) {
            let changes = taps(&screen).into_iter().any(|(tap, _)| match tap {
                Tap::Go(state) => state.steps == [kind],
                _ => false,
            });
            let is_chosen = kind == Step::Kind(chosen);
            assert!(changes || is_chosen, "{kind:?} {}", game.code());
        }
        *sizes
            .entry(game.offer(&screen.state.steps).unwrap().choices.len())
            .or_default() += 1;
    });
    assert!(
        (1..=20).filter(|size| sizes.contains_key(size)).count() > 12,
        "{sizes:?}"
    );
}
