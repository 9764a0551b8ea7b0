//! The composer: its screens from random positions, typical sequences, its buttons and suggestions.

mod expensive;
mod laws;
mod stories;
mod taps;
mod typed;

use std::collections::{BTreeMap, HashSet, VecDeque};

use hexpost_engine::game::{AnyGame, GameKind, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::BySide;
use hexpost_engine::steps::Step;
use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;

use hexpost::app::lessons::Lesson;
use hexpost::app::people::settings::{InputMethod, Language};
use hexpost::discord::composer::{
    Composer, ComposerOutcome, ComposerState, ComposerView, Screen, ScreenKind, Tap, press, width,
};
use hexpost::discord::custom_id::menu::MenuAction;
use hexpost::discord::custom_id::{BoardRef, ComposerTarget, CustomId, LONGEST};
use hexpost::discord::i18n::Locale;
use hexpost::discord::i18n::turn::turn_in_words;
use hexpost::discord::interaction::autocomplete::{Suggestion, suggestions};
use hexpost::discord::view::emoji::{self, without_placeholders};
use hexpost::discord::view::message::{ActionRow, Button, SelectMenu};
use hexpost::model::{GameId, Seq};

const VARIANTS: &[(&str, &str)] = &[
    ("zertz", "37"),
    ("zertz", "40"),
    ("zertz", "43"),
    ("zertz", "44"),
    ("zertz", "48"),
    ("zertz", "61"),
    ("zertz", "37-blitz"),
    ("zertz", "48-tournament"),
    ("zertz", "61-tournament"),
    ("zertz", "37-zerc"),
    ("zertz", "61-zerc"),
    ("tzaar", "fixed"),
    ("tzaar", "random:3"),
    ("tzaar", "tournament"),
];
const LANGUAGES: [Language; 3] = [Language::English, Language::Russian, Language::Polish];

/// The largest ids and numbers there can be.
const SHOWN: BoardRef = BoardRef {
    game: GameId(i64::MIN),
    seq: Seq(-1),
};

fn start(game: &str, variant: &str) -> AnyGame {
    AnyGame::start(&Variant::parse(game, variant).unwrap())
}

fn composer(game: &AnyGame, input: InputMethod, language: Language) -> Composer<'_> {
    Composer {
        game,
        table: ComposerTarget::Game(SHOWN),
        locale: Locale::of(language),
        input,
        touched: 0,
        usual: None,
        theme: Theme::default(),
        size: Size::default(),
        is_flipped: false,
        names: BySide::default(),
    }
}

/// The tap of a button. During setup there are also buttons of the plan, which lead out of the
/// composer: `None`.
fn tap_of(id: &str) -> Option<(ComposerTarget, Tap)> {
    match CustomId::read(id) {
        Some(CustomId::Compose(shown, tap)) => Some((shown, tap)),
        Some(CustomId::Menu(MenuAction::Plan(_))) => None,
        _ => panic!("{id} can't be parsed"),
    }
}

/// Everything that can be pressed or chosen on a screen: the tap, and the value for a menu.
fn taps(screen: &Screen) -> Vec<(Tap, Vec<String>)> {
    let mut taps = Vec::new();
    let mut add = |id: &str, values: Vec<String>| {
        let Some((shown, tap)) = tap_of(id) else {
            return;
        };
        assert_eq!(shown, ComposerTarget::Game(SHOWN));
        taps.push((tap, values));
    };
    for row in &screen.reply.rows {
        match row {
            ActionRow::Buttons(keys) => {
                for key in keys.iter().filter(|key| !key.is_disabled) {
                    add(&key.id, Vec::new());
                }
            }
            ActionRow::SelectMenu(menu) => {
                for option in &menu.options {
                    add(&menu.id, vec![option.value.clone()]);
                }
            }
            ActionRow::EntitySelect(_) => panic!("the composer has no entity menus"),
        }
    }
    taps
}

/// The taps that lead on towards a complete turn.
fn onwards(screen: &Screen) -> Vec<(Tap, Vec<String>)> {
    let mut onwards = taps(screen);
    onwards.retain(|(tap, _)| !matches!(tap, Tap::Back(_) | Tap::Close | Tap::Type));
    onwards
}

fn key_width(key: &Button) -> usize {
    width(&key.label) + key.emoji.map_or(0, |_| 2)
}

/// Checks the invariants of a screen.
fn check_invariants(composer: &Composer<'_>, screen: &Screen) {
    let reply = &screen.reply;
    let context = || {
        format!(
            "{:?} {:?}: {}",
            screen.form,
            screen.state,
            composer.game.code()
        )
    };
    let length = reply.content.chars().count();
    assert!((1..=2000).contains(&length), "{}", context());
    assert!(
        !reply.content.contains('‹'),
        "{} {}",
        reply.content,
        context()
    );
    let picture = reply.picture.as_ref().unwrap();
    assert!(
        picture.alt.chars().count() <= 1024 && !picture.alt.contains('‹'),
        "{}",
        picture.alt
    );
    assert!((1..=5).contains(&reply.rows.len()), "{}", context());
    let mut ids = HashSet::new();
    let mut confirms = Vec::new();
    for (index, row) in reply.rows.iter().enumerate() {
        match row {
            ActionRow::Buttons(keys) => {
                assert!((1..=5).contains(&keys.len()), "{}", context());
                let total: usize = keys.iter().map(key_width).sum();
                assert!(
                    total + 4 * (keys.len() - 1) <= 34,
                    "{:?} {}",
                    keys.iter().map(|key| &key.label).collect::<Vec<_>>(),
                    context()
                );
                let is_bottom = index + 1 == reply.rows.len();
                check_bottom_row(screen, keys, is_bottom);
                for key in keys {
                    assert!(ids.insert(key.id.clone()), "{} {}", key.id, context());
                    assert!(key.id.len() <= 100);
                    assert!(key.label.chars().count() <= 80 && !key.label.contains('‹'));
                    assert!(!key.label.is_empty() || key.emoji.is_some());
                    assert!(
                        !["W", "G", "B"].contains(&key.label.as_str()),
                        "{}",
                        context()
                    );
                    let widest = [34, 15, 8, 5, 3][keys.len() - 1];
                    // Colours may follow the last cells; together they fit all the same.
                    let is_kind = is_listed_kind(screen, key);
                    assert!(
                        is_bottom || is_kind || key_width(key) <= widest,
                        "{} {}",
                        key.label,
                        context()
                    );
                    let Some((_, tap)) = tap_of(&key.id) else {
                        assert!(composer.game.is_setting_up(), "{}", context());
                        continue;
                    };
                    assert_eq!(key.is_disabled, matches!(tap, Tap::Nothing(_)));
                    if let Tap::Play(steps) = tap {
                        confirms.push((is_bottom, steps));
                    }
                }
            }
            ActionRow::EntitySelect(_) => panic!("the composer has no entity menus: {}", context()),
            ActionRow::SelectMenu(menu) => {
                assert!(ids.insert(menu.id.clone()), "{}", context());
                check_menu(menu);
            }
        }
    }
    assert_eq!(
        !confirms.is_empty(),
        screen.form == ScreenKind::Confirm,
        "{}",
        context()
    );
    for (is_bottom, steps) in confirms {
        assert!(is_bottom, "{}", context());
        let offer = composer.game.offer(&steps).unwrap();
        assert!(offer.finished.is_some(), "{}", context());
    }
}

/// Checks the invariants of a select menu.
fn check_menu(menu: &SelectMenu) {
    assert!(menu.id.len() <= 100);
    assert!((1..=150).contains(&menu.placeholder.chars().count()));
    assert!((1..=25).contains(&menu.options.len()), "{menu:?}");
    let mut values = HashSet::new();
    let mut labels = HashSet::new();
    for option in &menu.options {
        assert!(values.insert(&option.value) && option.value.len() <= 100);
        assert!((1..=100).contains(&option.label.chars().count()));
        assert!(!option.label.contains('‹'));
        labels.insert(&option.label);
    }
    assert_eq!(labels.len(), values.len(), "duplicate options: {menu:?}");
}

/// Is a button a colour or kind among listed cells?
fn is_listed_kind(screen: &Screen, key: &Button) -> bool {
    let id = CustomId::read(&key.id);
    let Some(CustomId::Compose(_, Tap::Go(state))) = id else {
        return false;
    };
    screen.form == ScreenKind::List && matches!(state.steps[..], [Step::Kind(_)])
}

/// Does a list need the bottom row, too? For more than twenty cells, or for cells and the other kinds.
fn is_full_list(screen: &Screen) -> bool {
    let is_choice = |tap: &Tap| match tap {
        Tap::Go(state) | Tap::Touch(state) => state.steps != screen.state.steps,
        _ => false,
    };
    let choices = taps(screen).into_iter().filter(|(tap, _)| is_choice(tap));
    let is_keys = matches!(screen.reply.rows.first(), Some(ActionRow::Buttons(_)));
    is_keys && screen.form == ScreenKind::List && choices.count() > 20
}

/// Checks the bottom row of a list that needs it, too: the cells and kinds leave room for Back, Close and
/// Type, or for as many of them as there are buttons left.
fn check_full_bottom_row(screen: &Screen, keys: &[Button]) {
    let signs: Vec<&str> = keys.iter().filter_map(|key| key.emoji).collect();
    let all: usize = labels(screen).iter().map(Vec::len).sum();
    let spare = 25 - (all - signs.len());
    let is_disabled = keys.iter().any(|key| key.is_disabled);
    let expected: &[&str] = match spare {
        1 if signs == ["✖️"] => &["✖️"],
        1 => &["↩️"],
        2 if signs == ["✖️", "⌨️"] => &["✖️", "⌨️"],
        2 => &["↩️", "✖️"],
        _ => &["↩️", "✖️", "⌨️"],
    };
    assert_eq!(signs, expected, "{:?}", labels(screen));
    assert!(!is_disabled || signs.len() == 3, "{:?}", labels(screen));
    assert_eq!(screen.reply.rows.len(), 5, "{:?}", labels(screen));
}

/// Checks that Back, Close and Type have the bottom row for themselves, but for Confirm, in this order,
/// with words if there is room.
fn check_bottom_row(screen: &Screen, keys: &[Button], is_bottom: bool) {
    let signs: Vec<&str> = keys.iter().filter_map(|key| key.emoji).collect();
    if is_bottom && is_full_list(screen) {
        return check_full_bottom_row(screen, keys);
    }
    let is_confirm = screen.form == ScreenKind::Confirm;
    let expected: &[&str] = match (is_bottom, is_confirm) {
        (false, _) => {
            assert!(!signs.iter().any(|sign| ["↩️", "✖️", "⌨️"].contains(sign)));
            return;
        }
        (true, false) => &["↩️", "✖️", "⌨️"],
        (true, true) => &["↩️", "✖️", "⌨️", "✅"],
    };
    assert_eq!(signs, expected, "{:?}", labels(screen));
    let has_words = keys[..3].iter().all(|key| !key.label.is_empty());
    assert_eq!(has_words, !is_confirm, "{:?}", labels(screen));
}

/// Performs a tap; returns the next screen or the finished turn. With touch-move, steps become
/// final.
fn pressed(composer: &mut Composer<'_>, tap: Tap, values: &[String]) -> Result<Screen, Vec<Step>> {
    match press(tap, values) {
        ComposerOutcome::Show { state, touch } => {
            if touch {
                composer.touched = state.steps.len();
            }
            Ok(composer.screen(&state).unwrap())
        }
        ComposerOutcome::Play(steps) => Err(steps),
        other => panic!("{other:?}"),
    }
}

/// Random taps from the first screen to a complete turn; returns the turn and the kinds of screens
/// shown.
fn compose_at_random(
    composer: &mut Composer<'_>,
    numbers: &mut SplitMix64,
) -> (Vec<Step>, Vec<ScreenKind>) {
    let mut screen = composer.screen(&ComposerState::default()).unwrap();
    let mut forms = Vec::new();
    loop {
        forms.push(screen.form);
        check_invariants(composer, &screen);
        if numbers.below(3) == 0 {
            check_back(composer, &screen);
        }
        let mut choices = onwards(&screen);
        assert!(
            !choices.is_empty(),
            "{:?} {}",
            screen.state,
            composer.game.code()
        );
        let chosen = choices.swap_remove(numbers.below(choices.len() as u64) as usize);
        assert!(
            forms.len() < 200,
            "{:?} {}",
            screen.state,
            composer.game.code()
        );
        let tap = chosen.0.clone();
        match pressed(composer, chosen.0, &chosen.1) {
            Ok(next) => {
                check_place_of_confirm(composer, &screen, &tap, &next);
                screen = next;
            }
            Err(steps) => return (steps, forms),
        }
    }
}

/// Checks that Confirm has a place that no button had on the screen before: not by counting rows from
/// the bottom, as where the message is the last one of its channel, and not under the tapped button. After
/// a list that fills the bottom row it may lie there; then a double tap is recognised.
fn check_place_of_confirm(composer: &Composer<'_>, before: &Screen, tapped: &Tap, screen: &Screen) {
    let is_play = |key: &Button| {
        let id = CustomId::read(&key.id);
        matches!(id, Some(CustomId::Compose(_, Tap::Play(_))))
    };
    let is_tapped = |key: &Button| {
        let id = CustomId::read(&key.id);
        id == Some(CustomId::Compose(
            ComposerTarget::Game(SHOWN),
            tapped.clone(),
        ))
    };
    let Some(confirm) = place(screen, is_play) else {
        return;
    };
    assert_eq!((confirm.0, confirm.1), (0, 3), "{:?}", labels(screen));
    let is_there =
        |key: &Button| place(before, |one| one.id == key.id).map(|at| (at.0, at.1)) == Some((0, 3));
    for row in &before.reply.rows {
        if let ActionRow::Buttons(keys) = row {
            let is_confirm = before.form == ScreenKind::Confirm;
            assert!(
                is_confirm || is_full_list(before) || !keys.iter().any(is_there),
                "{:?}",
                labels(before)
            );
        }
    }
    if let Some((row, _, across)) = place(before, is_tapped) {
        let is_under = across.start < confirm.2.end && confirm.2.start < across.end;
        assert!(
            row != 0 || !is_under || composer.lies_under_confirm(tapped, screen),
            "{:?} {:?}",
            labels(before),
            labels(screen)
        );
    }
}

/// The place of a button: the row from the bottom, the number in the row, and the characters that it
/// covers.
fn place(
    screen: &Screen,
    is_meant: impl Fn(&Button) -> bool,
) -> Option<(usize, usize, std::ops::Range<usize>)> {
    for (row, keys) in screen.reply.rows.iter().rev().enumerate() {
        let ActionRow::Buttons(keys) = keys else {
            continue;
        };
        let mut left = 0;
        for (index, key) in keys.iter().enumerate() {
            let right = left + key_width(key);
            if is_meant(key) {
                return Some((row, index, left..right));
            }
            left = right + 4;
        }
    }
    None
}

/// Checks that Back leads to a screen with fewer steps or nothing open, from which the same state
/// can be reached again: by one tap, by two where a column must be opened first, and by one more
/// past a warning.
fn check_back(composer: &mut Composer<'_>, screen: &Screen) {
    let mut taps = taps(screen).into_iter();
    let Some((tap, _)) = taps.find(|(tap, _)| matches!(tap, Tap::Back(_))) else {
        return;
    };
    let before = pressed(composer, tap, &[]).unwrap();
    let is_shorter = before.state.steps.len() < screen.state.steps.len();
    let is_closed = before.state.place != screen.state.place;
    assert!(
        is_shorter || is_closed,
        "{:?} {:?}",
        before.state,
        screen.state
    );
    assert!(before.state.steps.len() >= composer.touched);
    let most = 2 + usize::from(screen.state.place == ComposerView::Warned);
    let is_there = leads_to(composer, &before, &screen.state, most);
    let code = composer.game.code();
    assert!(is_there, "{:?} {:?} {code}", before.state, screen.state);
}

/// Whether this many taps can lead from a screen to a state.
fn leads_to(composer: &Composer<'_>, from: &Screen, to: &ComposerState, taps: usize) -> bool {
    onwards(from).into_iter().any(|(tap, values)| {
        let ComposerOutcome::Show { state, .. } = press(tap, &values) else {
            return false;
        };
        if !to.steps.starts_with(&state.steps) {
            return false;
        }
        let screen = composer.screen(&state).unwrap();
        screen.state == *to || taps > 1 && leads_to(composer, &screen, to, taps - 1)
    })
}

/// The factor by which `HEXPOST_DEEP` lengthens random walks.
fn depth() -> u64 {
    if std::env::var_os("HEXPOST_DEEP").is_some() {
        6
    } else {
        1
    }
}

/// Visits about one in `every` positions of random games of every variant.
fn positions(
    seed: u64,
    games: u64,
    every: u64,
    mut visit: impl FnMut(&AnyGame, &mut SplitMix64),
) -> usize {
    let mut numbers = SplitMix64::new(seed);
    let mut count = 0;
    for (game, variant) in VARIANTS {
        for _ in 0..games * depth() {
            let mut game = start(game, variant);
            let mut ply = 0;
            while game.outcome().is_none() && ply < 120 {
                if numbers.below(every) == 0 {
                    visit(&game, &mut numbers);
                    count += 1;
                }
                let turn = game.uniform_turn(&mut numbers).unwrap();
                game.play(&turn).unwrap();
                ply += 1;
            }
        }
    }
    count
}

/// The smallest number of taps that compose a turn, from Move to Confirm.
fn fewest_taps(composer: &Composer<'_>, path: &[Step]) -> Option<usize> {
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([(ComposerState::default(), 0, 2)]);
    while let Some((state, touched, count)) = queue.pop_front() {
        let mut composer = composer.clone();
        composer.touched = touched;
        let screen = composer.screen(&state).unwrap();
        for (tap, values) in onwards(&screen) {
            match press(tap, &values) {
                ComposerOutcome::Play(steps) if steps == path => return Some(count),
                ComposerOutcome::Show { state, touch } => {
                    let common = path.len().min(state.steps.len());
                    let leads_there = path[..common] == state.steps[..common];
                    let touched = if touch { state.steps.len() } else { touched };
                    if leads_there && seen.insert((state.clone(), touched)) {
                        queue.push_back((state, touched, count + 1));
                    }
                }
                _ => {}
            }
        }
    }
    None
}

/// All turns that can be composed.
fn all_turns(composer: &Composer<'_>) -> HashSet<Vec<Step>> {
    let mut turns = HashSet::new();
    let mut seen = HashSet::new();
    let mut stack = vec![(ComposerState::default(), 0)];
    while let Some((state, touched)) = stack.pop() {
        let mut composer = composer.clone();
        composer.touched = touched;
        let screen = composer.screen(&state).unwrap();
        check_invariants(&composer, &screen);
        for (tap, values) in onwards(&screen) {
            match press(tap, &values) {
                ComposerOutcome::Play(steps) => {
                    turns.insert(steps);
                }
                ComposerOutcome::Show { state, touch } => {
                    let touched = if touch { state.steps.len() } else { touched };
                    if seen.insert((state.clone(), touched)) {
                        stack.push((state, touched));
                    }
                }
                _ => {}
            }
        }
    }
    turns
}

fn steps(game: &AnyGame, text: &str) -> ComposerState {
    ComposerState::new(hexpost_render::steps_of(game, text).unwrap())
}

fn labels(screen: &Screen) -> Vec<Vec<String>> {
    let label = |key: &Button| {
        let label = emoji::in_unicode(&key.label);
        format!("{}{label}", key.emoji.unwrap_or_default())
    };
    let row = |row: &ActionRow| match row {
        ActionRow::Buttons(keys) => keys.iter().map(label).collect(),
        ActionRow::SelectMenu(menu) => menu.options.iter().map(|o| o.label.clone()).collect(),
        ActionRow::EntitySelect(picker) => vec![picker.placeholder.clone()],
    };
    screen.reply.rows.iter().map(row).collect()
}
