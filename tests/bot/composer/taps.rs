//! The number of taps that a turn needs.

use hexpost_engine::steps::{Choice, Role};

use super::*;

/// Taps from Move to Confirm, counted before the bottom row had a place of its own and when every part of
/// a touch-move turn needed a second tap: the number, the turn and the position.
const BEFORE: &str = include_str!("../../data/taps.txt");

/// On a list of rings that is too long, up to this many rings of a column share a button.
const MAX_FOLDED: usize = 5;

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

/// Is the ring that a step chooses one of those that share a button with others of their column?
fn is_folded(game: &AnyGame, path: &[Step], index: usize) -> bool {
    let composer = composer(game, InputMethod::Keys, Language::English);
    let Ok(screen) = composer.screen(&ComposerState::new(path[..index].to_vec())) else {
        return false;
    };
    let is_list = screen.form == ScreenKind::List && screen.state.steps.len() == index;
    let mut chosen = path[..=index].to_vec();
    chosen.truncate(index + 1);
    let is_shown = taps(&screen).iter().any(|(tap, _)| match tap {
        Tap::Go(state) | Tap::Touch(state) => state.steps == chosen,
        _ => false,
    });
    is_list && !is_shown
}

#[test]
fn no_turn_needs_more_taps_than_before_and_tournament_turns_need_fewer() {
    let (mut saved, mut folded, mut placements) = (0, 0, 0);
    for (before, game, path) in taps_before() {
        let composer = composer(&game, InputMethod::Keys, Language::English);
        let now = fewest_taps(&composer, &path).unwrap();
        let is_placing = matches!(path[0], Step::Kind(_));
        // Rows of their own for Back, Close and Type leave room for twenty buttons.
        let more = (1..path.len()).filter(|&index| is_folded(&game, &path, index));
        let more = if is_placing { more.count() } else { 0 };
        let code = game.code();
        assert!(now <= before + more, "{now} taps, not {before}: {code}");
        folded += usize::from(now > before);
        // Where the colour was not the last choice, it needed a second tap.
        let choices = game.offer(&[]).unwrap().choices;
        let is_kind = |choice: &&Choice| choice.role == Role::Kind;
        let rings = game
            .offer(&path[..1])
            .map_or(0, |offer| offer.choices.len());
        let is_choice = choices.iter().filter(is_kind).count() > 1 && rings > 1;
        if game.is_touch_move() && is_placing && is_choice {
            assert!(now < before + more, "{now} taps, as before: {code}");
            placements += 1;
            saved += before + more - now;
        }
    }
    assert!(
        placements > 60 && saved > placements,
        "{placements} {saved}"
    );
    assert!(folded < 12, "{folded}");
}

#[test]
fn a_placement_of_a_tournament_costs_six_taps() {
    let game = start("zertz", "48-tournament");
    let composer = composer(&game, InputMethod::Keys, Language::English);
    let (mut turns, mut folded) = (0, 0);
    for turn in game.turns_up_to(100_000).unwrap().iter().step_by(7) {
        let path = game.path(turn).unwrap();
        // Twenty-one rings can be removed, and two of them share a button.
        let more = usize::from(is_folded(&game, &path, 2));
        assert_eq!(fewest_taps(&composer, &path), Some(6 + more), "{path:?}");
        turns += 1;
        folded += more;
    }
    assert!(turns > 300 && folded * 6 < turns, "{folded} of {turns}");
}

#[test]
fn twenty_buttons_are_enough_for_twenty_four_rings_and_at_most_one_column_is_folded() {
    let game = start("zertz", "61");
    let composer = composer(&game, InputMethod::Keys, Language::English);
    let mut seen = 0;
    for cell in game.board().cells() {
        let state = ComposerState::new(vec![Step::Kind('W'), Step::Cell(cell)]);
        let screen = composer.screen(&state).unwrap();
        assert_eq!(screen.form, ScreenKind::List);
        let labels = labels(&screen);
        let cells = labels[..4].concat();
        assert!(cells.len() <= 20 && labels.len() == 5, "{labels:?}");
        let folded: Vec<&String> = cells.iter().filter(|label| label.contains('…')).collect();
        assert_eq!(folded.len(), 1, "{labels:?}");
        let rings = game.offer(&state.steps).unwrap().choices.len();
        assert!(rings - (cells.len() - 1) <= MAX_FOLDED, "{labels:?}");
        seen += 1;
    }
    assert_eq!(seen, 61);
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
