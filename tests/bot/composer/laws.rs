//! Invariants of every screen, checked from random positions of every variant; and that every legal
//! turn can be composed.

use super::*;

#[test]
fn random_taps_end_in_a_legal_turn_and_every_screen_keeps_the_invariants() {
    let mut forms: BTreeMap<String, usize> = BTreeMap::new();
    let visited = positions(1, 8, 2, |game, numbers| {
        for input in [InputMethod::Keys, InputMethod::Menus] {
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
    assert!(visited as u64 > 2000 * depth(), "{visited} positions");
    let all = [
        "Actions", "Chains", "Confirm", "Fork", "Grid", "Kinds", "List", "Pad", "Row", "Warn",
    ];
    let seen: Vec<&str> = forms.keys().map(String::as_str).collect();
    assert_eq!(seen, all);
}

/// A board full of marbles, so that there are long chains.
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

/// High stacks on an almost empty board.
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
fn crowded_boards_and_high_stacks_keep_the_invariants() {
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
                most = most.max(game.count_turns_up_to(u64::MAX));
            }
            *[&mut crowds, &mut stacks][usize::from(game.kind().as_str() == "tzaar")] += 1;
            let turn = game.uniform_turn(&mut numbers).unwrap();
            let path = game.path(&turn).unwrap();
            for input in [InputMethod::Keys, InputMethod::Menus] {
                let mut composer = composer(&game, input, Language::Polish);
                let taps = fewest_taps(&composer, &path);
                assert!(taps.is_some(), "{path:?} {input:?} {}", game.code());
                compose_at_random(&mut composer, &mut numbers);
            }
        }
    }
    assert!(
        crowds > 40 && stacks > 30 && most > 40,
        "{crowds} {stacks} {most}"
    );
}

#[test]
fn every_legal_turn_can_be_composed_in_small_positions() {
    let mut looked_at = 0;
    positions(2, 4, 5, |game, numbers| {
        if game.count_turns_up_to(u64::MAX) > 60 * depth() || looked_at >= 200 * depth() {
            return;
        }
        looked_at += 1;
        let input = [InputMethod::Keys, InputMethod::Menus][numbers.below(2) as usize];
        let composer = composer(game, input, Language::English);
        let turns = game.turns_up_to(100_000).unwrap();
        let legal: HashSet<_> = turns.iter().map(|t| game.path(t).unwrap()).collect();
        assert_eq!(all_turns(&composer), legal, "{input:?} {}", game.code());
    });
    assert!(looked_at > 60 * depth(), "{looked_at}");
}

#[test]
fn exactly_the_legal_turns_can_be_composed_at_the_start_of_every_variant() {
    for kind in GameKind::ALL {
        for name in kind.offered() {
            let variant = Variant::drawn(kind.as_str(), name, 7).unwrap();
            let game = AnyGame::start(&variant);
            let turns = game.turns_up_to(100_000).unwrap();
            let legal: HashSet<_> = turns.iter().map(|t| game.path(t).unwrap()).collect();
            for input in [InputMethod::Keys, InputMethod::Menus] {
                let composer = composer(&game, input, Language::English);
                assert!(all_turns(&composer) == legal, "{kind:?} {name} {input:?}");
            }
        }
    }
}

#[test]
fn any_legal_turn_can_be_composed_with_few_taps() {
    let mut taps: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    positions(3, 4, 10, |game, numbers| {
        let turn = game.uniform_turn(numbers).unwrap();
        let path = game.path(&turn).unwrap();
        for input in [InputMethod::Keys, InputMethod::Menus] {
            let mut composer = composer(game, input, Language::English);
            composer.is_flipped = numbers.below(2) == 0;
            let count = fewest_taps(&composer, &path);
            let count = count.unwrap_or_else(|| panic!("{path:?} {input:?} {}", game.code()));
            if input == InputMethod::Keys && !game.is_touch_move() {
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
fn grids_rows_and_pads_show_all_their_cells_and_arrows() {
    positions(4, 4, 12, |game, numbers| {
        let mut composer = composer(game, InputMethod::Keys, Language::English);
        let mut screen = composer.screen(&ComposerState::default()).unwrap();
        for _ in 0..12 {
            let written = labels(&screen).concat();
            match (screen.form, screen.state.place) {
                (ScreenKind::Pad, _) => {
                    let arrows =
                        |label: &&String| label.starts_with(['↖', '↑', '↗', '↙', '↓', '↘']);
                    assert_eq!(written.iter().filter(arrows).count(), 6, "{written:?}");
                }
                (ScreenKind::Row, ComposerView::Column(column)) => {
                    for cell in game.board().column(column) {
                        let name = game.board().name(cell).to_string();
                        let is_named = |label: &String| label.starts_with(&name);
                        assert!(written.iter().any(is_named), "{name} {written:?}");
                    }
                }
                (ScreenKind::Grid, _) => {
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
