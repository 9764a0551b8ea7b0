//! The composer's screens, looked at from random positions of every variant: its laws, and that every
//! legal turn can be put together.

use std::collections::{BTreeMap, HashSet};

use hexpost::app::settings::{Input, Language};
use hexpost::discord::composer::{Composer, Form, Pressed, Screen, State, press, width};
use hexpost::discord::custom_id::{Button, Shown, Tap};
use hexpost::discord::locale::Words;
use hexpost::discord::reply::{Key, Row};
use hexpost::engine::game::{AnyGame, Variant};
use hexpost::engine::random::SplitMix64;
use hexpost::engine::steps::Step;
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
        theme: Default::default(),
        is_flipped: false,
        names: Default::default(),
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
    onwards.retain(|(tap, _)| !matches!(tap, Tap::Back(_) | Tap::Close | Tap::Type));
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

/// Random taps from the first screen to a turn; how many there were, with Move and Confirm.
fn compose_at_random(composer: &mut Composer<'_>, numbers: &mut SplitMix64) -> (Vec<Step>, usize) {
    let mut screen = composer.screen(&State::default()).unwrap();
    let mut count = 1;
    loop {
        check_laws(composer, &screen);
        check_back(composer, &screen);
        let mut choices = onwards(&screen);
        assert!(!choices.is_empty(), "{:?} {}", screen, composer.game.code());
        let chosen = choices.swap_remove(numbers.below(choices.len() as u64) as usize);
        count += 1;
        assert!(count < 200, "{screen:?}");
        match pressed(composer, chosen.0, &chosen.1) {
            Ok(next) => screen = next,
            Err(steps) => return (steps, count),
        }
    }
}

/// Back leads to a screen with fewer steps or nothing open, and from there one can come here again.
fn check_back(composer: &mut Composer<'_>, screen: &Screen) {
    let back = taps(screen)
        .into_iter()
        .find(|(tap, _)| matches!(tap, Tap::Back(_)));
    let Some((tap, _)) = back else { return };
    let before = pressed(composer, tap, &[]).unwrap();
    let is_shorter = before.state.steps.len() < screen.state.steps.len();
    let is_closed = before.state.place != screen.state.place;
    assert!(
        is_shorter || is_closed,
        "{:?} {:?}",
        before.state,
        screen.state
    );
    assert!(
        screen
            .state
            .steps
            .starts_with(&before.state.steps[..composer.touched])
    );
}

fn positions(seed: u64, every: u64, mut visit: impl FnMut(&AnyGame, &mut SplitMix64)) -> usize {
    let mut numbers = SplitMix64::new(seed);
    let mut count = 0;
    for (game, variant) in VARIANTS {
        for _ in 0..4 {
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

#[test]
fn random_taps_end_in_a_legal_turn_and_every_screen_keeps_the_laws() {
    let mut forms: BTreeMap<String, usize> = BTreeMap::new();
    let visited = positions(1, 2, |game, numbers| {
        for input in [Input::Keys, Input::Menus] {
            let language = LANGUAGES[numbers.below(3) as usize];
            let mut composer = composer(game, input, language);
            composer.is_flipped = numbers.below(2) == 0;
            let (steps, _) = compose_at_random(&mut composer, numbers);
            let turn = game.offer(&steps).unwrap().finished.unwrap();
            game.check(&turn).unwrap();
            composer.touched = 0;
            let first = composer.screen(&State::default()).unwrap();
            *forms.entry(format!("{:?}", first.form)).or_default() += 1;
        }
    });
    eprintln!("{visited} positions; first screens: {forms:?}");
}
