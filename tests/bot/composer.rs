//! The composer's screens, looked at from random positions of every variant: its laws, and that every
//! legal turn can be put together.

use std::collections::{BTreeMap, HashSet, VecDeque};

use hexpost::app::settings::{Input, Language};
use hexpost::discord::composer::{
    Composer, Form, Place, Pressed, Screen, State, Tap, press, width,
};
use hexpost::discord::custom_id::{Button, LONGEST, Shown};
use hexpost::discord::locale::Words;
use hexpost::discord::reply::{Key, Row};
use hexpost::discord::suggest::suggestions;
use hexpost::discord::turn::turn_in_words;
use hexpost::engine::game::{AnyGame, Variant};
use hexpost::engine::random::SplitMix64;
use hexpost::engine::side::BySide;
use hexpost::engine::steps::Step;
use hexpost::render::theme::Theme;
use hexpost::store::GameId;

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

/// The longest numbers there are.
const SHOWN: Shown = Shown {
    game: GameId(i64::MIN),
    board: -1,
};

fn start(game: &str, variant: &str) -> AnyGame {
    AnyGame::start(&Variant::parse(game, variant).unwrap())
}

fn composer(game: &AnyGame, input: Input, language: Language) -> Composer<'_> {
    Composer {
        game,
        shown: SHOWN,
        words: Words::of(language),
        input,
        touched: 0,
        usual: None,
        theme: Theme::default(),
        is_flipped: false,
        names: BySide::default(),
    }
}

/// What can be pressed or chosen on a screen: the tap, and the value for a menu.
fn taps(screen: &Screen) -> Vec<(Tap, Vec<String>)> {
    let mut taps = Vec::new();
    let mut add = |id: &str, values: Vec<String>| {
        let Some(Button::Compose(shown, tap)) = Button::read(id) else {
            panic!("{id} can't be read");
        };
        assert_eq!(shown, SHOWN);
        taps.push((tap, values));
    };
    for row in &screen.reply.rows {
        match row {
            Row::Keys(keys) => {
                for key in keys.iter().filter(|key| !key.is_disabled) {
                    add(&key.id, Vec::new());
                }
            }
            Row::Menu(menu) => {
                for option in &menu.options {
                    add(&menu.id, vec![option.value.clone()]);
                }
            }
        }
    }
    taps
}

/// Taps that lead on towards a whole turn.
fn onwards(screen: &Screen) -> Vec<(Tap, Vec<String>)> {
    let mut onwards = taps(screen);
    onwards.retain(|(tap, _)| !matches!(tap, Tap::Back(_) | Tap::Close | Tap::Aside | Tap::Type));
    onwards
}

fn key_width(key: &Key) -> usize {
    width(&key.label) + key.emoji.map_or(0, |_| 2)
}

/// What holds on every screen.
fn check_laws(composer: &Composer<'_>, screen: &Screen) {
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
            Row::Keys(keys) => {
                assert!((1..=5).contains(&keys.len()), "{}", context());
                let total: usize = keys.iter().map(key_width).sum();
                assert!(
                    total + 4 * (keys.len() - 1) <= 34,
                    "{:?} {}",
                    keys.iter().map(|key| &key.label).collect::<Vec<_>>(),
                    context()
                );
                let is_bottom = index + 1 == reply.rows.len();
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
                    assert!(
                        is_bottom || key_width(key) <= widest + 1,
                        "{} {}",
                        key.label,
                        context()
                    );
                    let Some(Button::Compose(_, tap)) = Button::read(&key.id) else {
                        panic!("{}", key.id);
                    };
                    assert_eq!(key.is_disabled, matches!(tap, Tap::Nothing(_)));
                    if let Tap::Play(steps) = tap {
                        confirms.push((is_bottom, steps));
                    }
                }
            }
            Row::Menu(menu) => {
                assert!(ids.insert(menu.id.clone()), "{}", context());
                assert!(menu.id.len() <= 100);
                assert!((1..=150).contains(&menu.placeholder.chars().count()));
                assert!((1..=25).contains(&menu.options.len()), "{}", context());
                let mut values = HashSet::new();
                let mut labels = HashSet::new();
                for option in &menu.options {
                    assert!(values.insert(&option.value) && option.value.len() <= 100);
                    assert!((1..=100).contains(&option.label.chars().count()));
                    assert!(!option.label.contains('‹'));
                    labels.insert(&option.label);
                }
                assert_eq!(labels.len(), values.len(), "equal options {}", context());
            }
        }
    }
    assert_eq!(
        !confirms.is_empty(),
        screen.form == Form::Confirm,
        "{}",
        context()
    );
    for (is_bottom, steps) in confirms {
        assert!(is_bottom, "{}", context());
        let offer = composer.game.offer(&steps).unwrap();
        assert!(offer.finished.is_some(), "{}", context());
    }
}

/// Presses a key and looks at what comes; where touched is moved, steps become final.
fn pressed(composer: &mut Composer<'_>, tap: Tap, values: &[String]) -> Result<Screen, Vec<Step>> {
    match press(tap, values) {
        Pressed::Show { state, touch } => {
            if touch {
                composer.touched = state.steps.len();
            }
            Ok(composer.screen(&state).unwrap())
        }
        Pressed::Play(steps) => Err(steps),
        other => panic!("{other:?}"),
    }
}

/// Random taps from the first screen to a turn; and the screens that were passed.
fn compose_at_random(
    composer: &mut Composer<'_>,
    numbers: &mut SplitMix64,
) -> (Vec<Step>, Vec<Form>) {
    let mut screen = composer.screen(&State::default()).unwrap();
    let mut forms = Vec::new();
    loop {
        forms.push(screen.form);
        check_laws(composer, &screen);
        check_back(composer, &screen);
        let mut choices = onwards(&screen);
        // Whoever changes his mind for ever never moves.
        if let Some(touch) = choices.iter().find(|(tap, _)| matches!(tap, Tap::Touch(_)))
            && numbers.below(2) == 0
        {
            choices = vec![touch.clone()];
        }
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
        match pressed(composer, chosen.0, &chosen.1) {
            Ok(next) => screen = next,
            Err(steps) => return (steps, forms),
        }
    }
}

/// Back leads to a screen with fewer steps or nothing open, and from there the same state can be come
/// to again: by one tap, or two where a column is opened first.
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
    let is_there = leads_to(composer, &before, &screen.state, 2);
    let code = composer.game.code();
    assert!(is_there, "{:?} {:?} {code}", before.state, screen.state);
}

/// Do so many taps lead from a screen to a state?
fn leads_to(composer: &Composer<'_>, from: &Screen, to: &State, taps: usize) -> bool {
    onwards(from).into_iter().any(|(tap, values)| {
        let Pressed::Show {
            state,
            touch: false,
        } = press(tap, &values)
        else {
            return false;
        };
        if !to.steps.starts_with(&state.steps) {
            return false;
        }
        let screen = composer.screen(&state).unwrap();
        screen.state == *to || taps > 1 && leads_to(composer, &screen, to, taps - 1)
    })
}

fn positions(
    seed: u64,
    games: u64,
    every: u64,
    mut visit: impl FnMut(&AnyGame, &mut SplitMix64),
) -> usize {
    let mut numbers = SplitMix64::new(seed);
    let mut count = 0;
    for (game, variant) in VARIANTS {
        for _ in 0..games {
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

/// The fewest taps that put a turn together, from Move to Confirm.
fn fewest_taps(composer: &Composer<'_>, path: &[Step]) -> Option<usize> {
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([(State::default(), 0, 2)]);
    while let Some((state, touched, count)) = queue.pop_front() {
        let mut composer = composer.clone();
        composer.touched = touched;
        let screen = composer.screen(&state).unwrap();
        for (tap, values) in onwards(&screen) {
            match press(tap, &values) {
                Pressed::Play(steps) if steps == path => return Some(count),
                Pressed::Show { state, touch } => {
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

/// All turns that can be put together.
fn all_turns(composer: &Composer<'_>) -> HashSet<Vec<Step>> {
    let mut turns = HashSet::new();
    let mut seen = HashSet::new();
    let mut stack = vec![(State::default(), 0)];
    while let Some((state, touched)) = stack.pop() {
        let mut composer = composer.clone();
        composer.touched = touched;
        let screen = composer.screen(&state).unwrap();
        check_laws(&composer, &screen);
        for (tap, values) in onwards(&screen) {
            match press(tap, &values) {
                Pressed::Play(steps) => {
                    turns.insert(steps);
                }
                Pressed::Show { state, touch } => {
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

#[test]
fn random_taps_end_in_a_legal_turn_and_every_screen_keeps_the_laws() {
    let mut forms: BTreeMap<String, usize> = BTreeMap::new();
    let visited = positions(1, 8, 2, |game, numbers| {
        for input in [Input::Keys, Input::Menus] {
            let language = LANGUAGES[numbers.below(3) as usize];
            let mut composer = composer(game, input, language);
            composer.is_flipped = numbers.below(2) == 0;
            let (steps, passed) = compose_at_random(&mut composer, numbers);
            let turn = game.offer(&steps).unwrap().finished.unwrap();
            game.check(&turn).unwrap();
            for form in passed {
                *forms.entry(format!("{form:?}")).or_default() += 1;
            }
        }
    });
    assert!(visited > 2000, "{visited} positions");
    let all = [
        "Actions", "Chains", "Confirm", "Fork", "Grid", "Kinds", "List", "Pad", "Row", "Warn",
    ];
    let seen: Vec<&str> = forms.keys().map(String::as_str).collect();
    assert_eq!(seen, all);
}

/// A board with as many marbles on it as there are, so that there are long chains.
fn crowded_rings(variant: &str, numbers: &mut SplitMix64) -> Option<AnyGame> {
    let board = start("zertz", variant).board();
    let mut pool = [6_u64, 8, 10];
    let mut columns = Vec::new();
    for column in 0..board.columns() {
        let mut text = String::new();
        let mut vacant = 0;
        for _ in board.column(column) {
            let kind = numbers.below(7) as usize;
            if kind < 3 && pool[kind] > 0 {
                pool[kind] -= 1;
                if vacant > 0 {
                    text.push_str(&vacant.to_string());
                }
                vacant = 0;
                text.push(['W', 'G', 'B'][kind]);
            } else {
                vacant += 1;
            }
        }
        if vacant > 0 {
            text.push_str(&vacant.to_string());
        }
        columns.push(text);
    }
    let [white, grey, black] = pool;
    let columns = columns.join("/");
    let code = format!("zertz {variant} {columns} {white},{grey},{black} 0,0,0 0,0,0 first");
    AnyGame::from_code(&code).ok()
}

/// High stacks on a board that is nearly empty.
fn high_stacks(numbers: &mut SplitMix64) -> Option<AnyGame> {
    let board = start("tzaar", "tournament").board();
    let mut left = [6, 9, 15, 6, 9, 15];
    let mut height_left = [30, 30];
    let mut columns = Vec::new();
    for column in 0..board.columns() {
        let mut text = String::new();
        for _ in board.column(column) {
            let kind = numbers.below(30) as usize;
            let height = 1 + numbers.below(12).saturating_sub(5) * numbers.below(3);
            if kind < 6 && left[kind] > 0 && height_left[kind / 3] >= height {
                left[kind] -= 1;
                height_left[kind / 3] -= height;
                text.push(['Z', 'R', 'T', 'z', 'r', 't'][kind]);
                if height > 1 {
                    text.push_str(&height.to_string());
                }
            } else {
                text.push('.');
            }
        }
        columns.push(text);
    }
    AnyGame::from_code(&format!("tzaar {} first", columns.join("/"))).ok()
}

#[test]
fn crowded_boards_and_high_stacks_keep_the_laws_too() {
    let mut numbers = SplitMix64::new(9);
    let (mut crowds, mut stacks, mut most) = (0, 0, 0);
    for round in 0..120 {
        let variant = ["61", "61-tournament", "48-tournament", "37"][round % 4];
        let games = [
            crowded_rings(variant, &mut numbers),
            high_stacks(&mut numbers),
        ];
        for game in games.into_iter().flatten() {
            if game.outcome().is_some() {
                continue;
            }
            if variant == "61" {
                most = most.max(game.count_turns());
            }
            *[&mut crowds, &mut stacks][usize::from(game.kind().as_str() == "tzaar")] += 1;
            let turn = game.uniform_turn(&mut numbers).unwrap();
            let path = game.path(&turn).unwrap();
            for input in [Input::Keys, Input::Menus] {
                let mut composer = composer(&game, input, Language::Polish);
                let taps = fewest_taps(&composer, &path);
                assert!(taps.is_some(), "{path:?} {input:?} {}", game.code());
                compose_at_random(&mut composer, &mut numbers);
            }
        }
    }
    assert!(
        crowds > 40 && stacks > 40 && most > 40,
        "{crowds} {stacks} {most}"
    );
}

#[test]
fn every_legal_turn_can_be_put_together_in_small_positions() {
    let mut looked_at = 0;
    positions(2, 4, 5, |game, numbers| {
        if game.count_turns() > 60 || looked_at >= 200 {
            return;
        }
        looked_at += 1;
        let input = [Input::Keys, Input::Menus][numbers.below(2) as usize];
        let composer = composer(game, input, Language::English);
        let turns = game.legal_turns();
        let legal: HashSet<_> = turns.iter().map(|t| game.path(t).unwrap()).collect();
        assert_eq!(all_turns(&composer), legal, "{input:?} {}", game.code());
    });
    assert!(looked_at > 60, "{looked_at}");
}

#[test]
fn any_legal_turn_can_be_put_together_with_few_taps() {
    let mut taps: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    positions(3, 4, 10, |game, numbers| {
        let turn = game.uniform_turn(numbers).unwrap();
        let path = game.path(&turn).unwrap();
        for input in [Input::Keys, Input::Menus] {
            let mut composer = composer(game, input, Language::English);
            composer.is_flipped = numbers.below(2) == 0;
            let count = fewest_taps(&composer, &path);
            let count = count.unwrap_or_else(|| panic!("{path:?} {input:?} {}", game.code()));
            if input == Input::Keys && !game.is_touch_move() {
                taps.entry(game.kind().as_str()).or_default().push(count);
            }
        }
    });
    let mut median = |name| {
        let counts = taps.get_mut(name).unwrap();
        counts.sort_unstable();
        counts[counts.len() / 2]
    };
    assert!(median("zertz") <= 5, "{}", median("zertz"));
    assert!(median("tzaar") <= 6, "{}", median("tzaar"));
}

#[test]
fn grids_rows_and_pads_keep_their_shape() {
    positions(4, 4, 12, |game, numbers| {
        let mut composer = composer(game, Input::Keys, Language::English);
        let mut screen = composer.screen(&State::default()).unwrap();
        for _ in 0..12 {
            let written = labels(&screen).concat();
            match (screen.form, screen.state.place) {
                (Form::Pad, _) => {
                    let arrows =
                        |label: &&String| label.starts_with(['↖', '↑', '↗', '↙', '↓', '↘']);
                    assert_eq!(written.iter().filter(arrows).count(), 6, "{written:?}");
                }
                (Form::Row, Place::Column(column)) => {
                    for cell in game.board().column(column) {
                        let name = game.board().name(cell).to_string();
                        let is_named = |label: &String| label.starts_with(&name);
                        assert!(written.iter().any(is_named), "{name} {written:?}");
                    }
                }
                (Form::Grid, _) => {
                    for column in 0..game.board().columns() {
                        let letter = char::from(b'a' + column);
                        let is_named = |label: &String| label.starts_with(letter);
                        assert!(written.iter().any(is_named), "{letter} {written:?}");
                    }
                }
                _ => {}
            }
            let mut choices = onwards(&screen);
            let (tap, values) = choices.swap_remove(numbers.below(choices.len() as u64) as usize);
            match pressed(&mut composer, tap, &values) {
                Ok(next) => screen = next,
                Err(_) => break,
            }
        }
    });
}

fn steps(game: &AnyGame, text: &str) -> State {
    State::new(hexpost::render::steps_of(game, text).unwrap())
}

fn labels(screen: &Screen) -> Vec<Vec<String>> {
    let label = |key: &Key| format!("{}{}", key.emoji.unwrap_or_default(), key.label);
    let row = |row: &Row| match row {
        Row::Keys(keys) => keys.iter().map(label).collect(),
        Row::Menu(menu) => menu.options.iter().map(|o| o.label.clone()).collect(),
    };
    screen.reply.rows.iter().map(row).collect()
}

#[test]
fn placing_goes_by_colour_column_row_and_ring_to_remove() {
    let game = start("zertz", "37");
    let mut composer = composer(&game, Input::Keys, Language::English);
    composer.usual = Some('G');
    let first = composer.screen(&State::default()).unwrap();
    assert_eq!(first.form, Form::Grid);
    let bottom = ["↩️", "✖️", "⌨️"].map(str::to_owned).to_vec();
    let expected = [
        vec!["⚪ 6".to_owned(), "🔘 8".to_owned(), "⚫ 10".to_owned()],
        ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec(),
        ["f", "g"].map(str::to_owned).to_vec(),
        bottom,
    ];
    assert_eq!(labels(&first), expected);
    assert!(
        first.reply.content.contains("So far: grey marble"),
        "{}",
        first.reply.content
    );
    let row = composer
        .screen(&steps(&game, "W").at(Place::Column(3)))
        .unwrap();
    assert_eq!(labels(&row)[1], ["d1", "d2", "d3", "d4", "d5"]);
    let remove = composer.screen(&steps(&game, "W d4")).unwrap();
    assert_eq!((remove.form, labels(&remove).len()), (Form::List, 5));
    let confirm = composer.screen(&steps(&game, "W d4 b1")).unwrap();
    assert_eq!(confirm.form, Form::Confirm);
    let text = &confirm.reply.content;
    assert!(
        text.starts_with("**White marble on d4; ring b1 removed** · `Wd4-b1`"),
        "{text}"
    );
}

#[test]
fn twenty_four_rings_fill_the_message_and_guard_confirm() {
    let game = start("zertz", "61");
    let composer = composer(&game, Input::Keys, Language::English);
    let screen = composer.screen(&steps(&game, "W e5")).unwrap();
    assert!(screen.guards_confirm);
    let labels = labels(&screen);
    assert!(labels.iter().all(|row| row.len() == 5) && labels.len() == 5);
    assert_eq!(labels[4][4], "↩️");
}

#[test]
fn an_isolated_group_may_be_left_with_a_confirmation_of_its_own() {
    let game = AnyGame::from_code("zertz 37 W3/..3/6/7/6/5/4 5,8,10 0,0,0 0,0,0 first").unwrap();
    let mut composer = composer(&game, Input::Keys, Language::English);
    let remove = composer.screen(&steps(&game, "B d7")).unwrap();
    assert!(
        labels(&remove).concat().contains(&"a2+1".to_owned()),
        "{:?}",
        labels(&remove)
    );
    let claim = composer.screen(&steps(&game, "B d7 a2")).unwrap();
    assert_eq!(claim.form, Form::Confirm);
    assert_eq!(labels(&claim)[0], ["🚫Leave 1 on the board"]);
    let (tap, _) = taps(&claim).swap_remove(0);
    let leave = pressed(&mut composer, tap, &[]).unwrap();
    assert_eq!(leave.form, Form::Confirm);
    assert!(
        leave.reply.content.contains("`Bd7-a2~`"),
        "{}",
        leave.reply.content
    );
    assert!(leave.reply.content.contains("left on the board"));
}

#[test]
fn where_touched_is_moved_a_step_needs_two_taps_and_stays() {
    let game = start("zertz", "48-tournament");
    let mut composer = composer(&game, Input::Keys, Language::English);
    let first = composer.screen(&State::default()).unwrap();
    assert_eq!(first.form, Form::Kinds);
    let waiting = composer.screen(&steps(&game, "W")).unwrap();
    assert_eq!((waiting.form, waiting.guards_confirm), (Form::Kinds, true));
    assert_eq!(labels(&waiting)[1], ["✔️Take the white marble"]);
    let touch = taps(&waiting)
        .into_iter()
        .find(|(tap, _)| matches!(tap, Tap::Touch(_)));
    let taken = pressed(&mut composer, touch.unwrap().0, &[]).unwrap();
    assert_eq!((composer.touched, taken.form), (1, Form::Grid));
    assert_eq!(labels(&taken).len(), 3, "no colours any more");
    assert_eq!(labels(&taken)[2], ["↩️", "✖️Close", "⌨️"]);
    assert!(
        !taps(&taken)
            .iter()
            .any(|(tap, _)| matches!(tap, Tap::Back(_)))
    );
    let row = composer
        .screen(&steps(&game, "W").at(Place::Column(2)))
        .unwrap();
    assert!(
        taps(&row)
            .iter()
            .any(|(tap, _)| matches!(tap, Tap::Back(_))),
        "a column is no step"
    );
}

#[test]
fn a_missed_capture_is_warned_of_and_may_be_sent_back() {
    let mut game = start("zertz", "48-tournament");
    for text in ["Wd4-a1", "Wd5-a2"] {
        let turn = game.read(text).unwrap();
        game.play(&turn).unwrap();
    }
    let chains = composer(&game, Input::Keys, Language::English)
        .screen(&State::default())
        .unwrap();
    assert_eq!(chains.form, Form::Chains);
    assert_eq!(labels(&chains)[2], ["✋Place instead"]);
    let confirm = composer(&game, Input::Keys, Language::English)
        .screen(&steps(&game, "G e3 b1"))
        .unwrap();
    assert!(
        confirm.reply.content.contains("may be sent back"),
        "{}",
        confirm.reply.content
    );
    let turn = game.read("Ge3-b1").unwrap();
    game.play(&turn).unwrap();
    let chains = composer(&game, Input::Keys, Language::English)
        .screen(&State::default())
        .unwrap();
    assert_eq!(labels(&chains)[2], ["✋Place instead", "❗Send back"]);
}

#[test]
fn burying_the_last_piece_of_a_kind_is_warned_of_before_it_can_be_confirmed() {
    let code = "tzaar T.R2../t...../......./Z......./......../......../......./....../z.r.t first";
    let game = AnyGame::from_code(code).unwrap();
    let composer = composer(&game, Input::Keys, Language::English);
    let warning = composer.screen(&steps(&game, "d1 b1 a3 a1")).unwrap();
    assert_eq!(warning.form, Form::Warn, "{}", warning.reply.content);
    assert_eq!(labels(&warning)[0], ["⚠️This loses: no Tott in sight"]);
    let confirm = composer
        .screen(&steps(&game, "d1 b1 a3 a1").at(Place::Warned))
        .unwrap();
    assert_eq!(confirm.form, Form::Confirm);
}

#[test]
fn the_only_move_goes_straight_to_confirm() {
    let mut game = start("zertz", "37");
    for text in ["Wd4-a1", "Gd5-a2"] {
        let turn = game.read(text).unwrap();
        game.play(&turn).unwrap();
    }
    let capture = AnyGame::from_code("zertz 37 WG2/5/6/7/6/5/4 5,7,10 0,0,0 0,0,0 first").unwrap();
    let composer = composer(&capture, Input::Keys, Language::English);
    let screen = composer.screen(&State::default()).unwrap();
    assert_eq!(screen.form, Form::Confirm, "{}", screen.reply.content);
    assert!(screen.reply.content.contains("only move"));
}

#[test]
fn menus_say_what_stands_where() {
    let mut game = start("tzaar", "fixed");
    let turn = game.read("d3xd4").unwrap();
    game.play(&turn).unwrap();
    let composer = composer(&game, Input::Menus, Language::English);
    let screen = composer.screen(&State::default()).unwrap();
    let menus = screen
        .reply
        .rows
        .iter()
        .filter(|row| matches!(row, Row::Menu(_)));
    assert_eq!(menus.count(), 3);
    let named = labels(&screen).concat();
    assert!(
        named.contains(&"c4, Black Tzaar".to_owned())
            || named.contains(&"c4, Black Tzarra".to_owned()),
        "{named:?}"
    );
}

#[test]
fn buttons_are_read_back_and_junk_is_not() {
    let ids = [
        i64::MIN,
        -1,
        0,
        1,
        35,
        36,
        1_234_567_890_123_456_789,
        i64::MAX,
    ];
    for id in ids {
        let shown = Shown {
            game: GameId(id),
            board: id,
        };
        for button in [
            Button::Accept(GameId(id)),
            Button::Decline(GameId(id)),
            Button::Withdraw(GameId(id)),
            Button::Move(shown),
            Button::More(shown),
            Button::Typed(shown),
            Button::Compose(shown, Tap::Close),
            Button::Compose(shown, Tap::Nothing(9)),
            Button::Compose(shown, Tap::Pick(State::default(), 2)),
            Button::Compose(
                shown,
                Tap::Play(vec![Step::Kind('W'), Step::Leave, Step::Pass]),
            ),
        ] {
            let text = button.write();
            assert!(text.len() <= LONGEST, "{text}");
            assert_eq!(Button::read(&text), Some(button), "{text}");
        }
    }
    let mut numbers = SplitMix64::new(5);
    for junk in [
        "",
        "1",
        "2a1",
        "1a",
        "1a-1",
        "1a1z1z1z1z1z1z1z",
        "1c1.1",
        "1c1.1.",
        "1c1.1.gé",
        "1c1.1.g*",
    ] {
        assert_eq!(Button::read(junk), None, "{junk}");
    }
    for _ in 0..10_000 {
        let length = numbers.below(30);
        let text: String = (0..length)
            .map(|_| char::from(b"1cgm.=*~!-abW0"[numbers.below(14) as usize]))
            .collect();
        if let Some(button) = Button::read(&text) {
            let written = button.write();
            assert_eq!(Button::read(&written), Some(button), "{text}");
        }
    }
}

#[test]
fn suggestions_lead_to_whole_turns() {
    positions(6, 4, 15, |game, numbers| {
        let language = LANGUAGES[numbers.below(3) as usize];
        let mut typed = String::new();
        for _ in 0..60 {
            let list = suggestions(language, game, &typed);
            assert!((1..=25).contains(&list.len()), "{typed:?} {}", game.code());
            let unique: HashSet<_> = list.iter().map(|s| &s.label).collect();
            assert_eq!(unique.len(), list.len(), "{list:?}");
            for suggestion in &list {
                assert!(suggestion.label.chars().count() <= 100);
                assert!(suggestion.value.len() <= 100 && !suggestion.label.contains('‹'));
            }
            let pick = numbers.below(list.len() as u64) as usize;
            typed.clone_from(&list[pick].value);
            if let Ok(turn) = game.read(&typed)
                && game.write(&turn).as_ref() == Some(&typed)
            {
                return;
            }
        }
        panic!("{typed} leads nowhere: {}", game.code());
    });
}

#[test]
fn suggestions_are_readable() {
    let game = start("zertz", "37");
    let labels = |typed: &str| {
        let list = suggestions(Language::English, &game, typed);
        list.into_iter().map(|s| s.label).collect::<Vec<_>>()
    };
    assert_eq!(labels("").len(), 3);
    assert_eq!(labels("")[2], "W · White marble");
    assert!(
        labels("w").contains(&"Wd · column d, 7 places".to_owned()),
        "{:?}",
        labels("w")
    );
    assert!(labels("wd").contains(&"Wd4 · White marble on d4".to_owned()));
    assert!(labels("Wd4").contains(&"Wd4-a1 · White marble on d4; ring a1 removed".to_owned()));
    assert!(labels("nonsense").is_empty());
}

#[test]
fn turns_are_told_in_words() {
    let said = |game: &AnyGame, text: &str| {
        let turn = game.read(text).unwrap();
        LANGUAGES.map(|language| turn_in_words(language, game, &turn))
    };
    let game = start("zertz", "37");
    assert_eq!(
        said(&game, "Wd4-a1"),
        [
            "White marble on d4; ring a1 removed",
            "Белый шарик на d4; кольцо a1 убрано",
            "Biała kulka na d4; pierścień a1 zabrany"
        ]
    );
    let game = AnyGame::from_code("zertz 37 WG2/5/6/7/6/5/4 5,7,10 0,0,0 0,0,0 first").unwrap();
    assert_eq!(said(&game, "xa1a3")[0], "a1 jumps to a3, capturing 1 grey");
    let mut game = start("tzaar", "fixed");
    assert_eq!(said(&game, "d3xd4")[0], "d3 captures d4 (Tott)");
    let turn = game.read("d3xd4").unwrap();
    game.play(&turn).unwrap();
    let text = &said(&game, "c4xd5 e5+e6")[0];
    assert!(text.ends_with("; e5 onto e6: stack of height 2"), "{text}");
}
