//! Properties that hold in every position, checked under random play.

use std::collections::{HashMap, HashSet};

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::hex::{Cell, CellSet, Symmetry};
use hexpost_engine::perft::perft;
use hexpost_engine::position::Position;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::record::Record;
use hexpost_engine::side::Side;
use hexpost_engine::steps::{self, Step};
use hexpost_engine::timeline::Timeline;
use hexpost_engine::tzaar::{self, Tzaar};
use hexpost_engine::zertz::{self, Chain, Marble, RuleSet, Zertz};

use crate::random_play::{tzaar_games, zertz_games};

/// Enough games for thousands of positions of every variant.
const MANY_GAMES: u64 = 40;
/// Fewer games, for properties that are slow to check.
const FEW_GAMES: u64 = 4;

/// Checks a property in every `every`-th position of random games of every variant.
fn each_zertz(games: u64, every: usize, mut property: impl FnMut(&Timeline<Zertz>)) {
    let mut seen = HashMap::new();
    zertz_games(games, |game| {
        let count = seen.entry(game.position().variant()).or_insert(0);
        *count += 1;
        if *count % every == 0 {
            property(game);
        }
    });
    assert_eq!(seen.len(), zertz::Variant::ALL.len());
    for (variant, count) in seen {
        assert!(
            count > 60 * games as usize,
            "only {count} positions of {variant}"
        );
    }
}

/// Like [`each_zertz`], for TZAAR.
fn each_tzaar(games: u64, every: usize, mut property: impl FnMut(&Timeline<Tzaar>)) {
    let mut seen = 0;
    tzaar_games(games, |game| {
        seen += 1;
        if seen % every == 0 {
            property(game);
        }
    });
    assert!(seen > 400 * games as usize, "only {seen} positions");
}

fn listed_turns_are_legal_and_counted<P: Position>(game: &Timeline<P>) {
    let turns = game.turns_up_to(100_000).unwrap();
    let distinct: HashSet<_> = turns.iter().collect();
    assert_eq!(distinct.len(), turns.len(), "a turn is listed twice");
    assert_eq!(
        game.count_turns_up_to(u64::MAX),
        turns.len() as u64,
        "{}",
        game.code()
    );
    assert_eq!(
        turns.is_empty(),
        game.outcome().is_some(),
        "{}",
        game.code()
    );
    for turn in &turns {
        assert_eq!(game.check(turn), Ok(()), "{}", game.code());
    }
}

#[test]
fn zertz_lists_every_legal_turn_once_and_counts_them_without_listing() {
    each_zertz(MANY_GAMES, 1, listed_turns_are_legal_and_counted);
}

#[test]
fn tzaar_lists_every_legal_turn_once_and_counts_them_without_listing() {
    each_tzaar(MANY_GAMES, 1, listed_turns_are_legal_and_counted);
}

/// All turns of ZÈRTZ that one could try: all placements, and all chains of one or two jumps.
fn conceivable_zertz(cells: CellSet) -> Vec<zertz::Turn> {
    let mut turns = vec![zertz::Turn::Pass, zertz::Turn::SendBack];
    let removals: Vec<Option<Cell>> = cells.into_iter().map(Some).chain([None]).collect();
    for at in cells {
        for &remove in &removals {
            for marble in Marble::ALL {
                for leave in [false, true] {
                    turns.push(zertz::Turn::Place {
                        marble,
                        at,
                        remove,
                        leave,
                    });
                }
            }
        }
        for to in cells {
            turns.extend(Chain::from_places(&[at, to]).map(zertz::Turn::Capture));
            if at.line_to(to).is_some_and(|(_, steps)| steps == 2) {
                for end in cells {
                    turns.extend(Chain::from_places(&[at, to, end]).map(zertz::Turn::Capture));
                }
            }
        }
    }
    turns
}

#[test]
fn zertz_turns_are_playable_exactly_if_they_are_listed() {
    each_zertz(FEW_GAMES, 25, |game| {
        let listed: HashSet<_> = game.turns_up_to(100_000).unwrap().into_iter().collect();
        for turn in conceivable_zertz(CellSet::HEXAGON) {
            let played = game.clone().play(&turn);
            assert_eq!(
                played.is_ok(),
                listed.contains(&turn),
                "{turn:?} {}",
                game.code()
            );
        }
    });
}

#[test]
fn tzaar_turns_are_playable_exactly_if_they_are_listed() {
    let mut rng = SplitMix64::new(5);
    each_tzaar(FEW_GAMES, 40, |game| {
        let listed: HashSet<_> = game.turns_up_to(100_000).unwrap().into_iter().collect();
        let cells = CellSet::HEXAGON;
        let moves: Vec<tzaar::Move> = cells
            .into_iter()
            .flat_map(|from| cells.into_iter().map(move |to| tzaar::Move { from, to }))
            .collect();
        let check = |turn: tzaar::Turn| {
            let played = game.clone().play(&turn);
            assert_eq!(
                played.is_ok(),
                listed.contains(&turn),
                "{turn:?} {}",
                game.code()
            );
            played.is_ok()
        };
        for at in cells {
            for kind in tzaar::Kind::ALL {
                check(tzaar::Turn::Place { kind, at });
            }
        }
        for &first in &moves {
            let whole = |second| tzaar::Turn::Capture { first, second };
            let alone = check(whole(tzaar::Second::Nothing));
            let passed = check(whole(tzaar::Second::Pass));
            // Try all second parts after some of the legal first parts, and a random one after the rest.
            if (passed || alone) && rng.below(8) == 0 {
                for &m in &moves {
                    check(whole(tzaar::Second::Capture(m)));
                    check(whole(tzaar::Second::Stack(m)));
                }
            } else {
                let m = moves[rng.below(moves.len() as u64) as usize];
                check(whole(tzaar::Second::Capture(m)));
                check(whole(tzaar::Second::Stack(m)));
            }
        }
    });
}

/// Follows every offer to its end and collects the finished turns.
fn finished_paths<P: Position>(game: &Timeline<P>, path: &mut Vec<Step>, found: &mut Vec<P::Turn>) {
    let offer = game.offer(path).unwrap();
    if let Some(turn) = offer.finished {
        assert_eq!(steps::path(game.position(), &turn), *path);
        found.push(turn);
    }
    for choice in offer.choices {
        if let Step::Cell(cell) = choice.step {
            assert!(choice.cells.contains(cell));
        }
        path.push(choice.step);
        finished_paths(game, path, found);
        path.pop();
    }
}

fn finished_paths_are_the_legal_turns<P: Position>(game: &Timeline<P>) {
    let mut found = Vec::new();
    finished_paths(game, &mut Vec::new(), &mut found);
    let mut turns = game.turns_up_to(100_000).unwrap();
    found.sort();
    turns.sort();
    assert_eq!(found, turns, "{}", game.code());
}

#[test]
fn zertz_finished_paths_of_steps_are_the_legal_turns() {
    // Late positions have fewer turns, and their steps are the interesting ones.
    each_zertz(FEW_GAMES, 3, |game| {
        if game.count_turns_up_to(u64::MAX) < 120 {
            finished_paths_are_the_legal_turns(game);
        }
    });
    finished_paths_are_the_legal_turns(&Timeline::new(Zertz::start(&zertz::Variant::ALL[0])));
}

#[test]
fn tzaar_finished_paths_of_steps_are_the_legal_turns() {
    each_tzaar(FEW_GAMES, 1, |game| {
        if game.count_turns_up_to(u64::MAX) < 400 {
            finished_paths_are_the_legal_turns(game);
        }
    });
}

fn notation_round_trips<P: Position>(game: &Timeline<P>) {
    let mut texts = HashSet::new();
    for turn in game.turns_up_to(100_000).unwrap() {
        let text = game.position().write(&turn);
        assert_eq!(game.read(&text).as_ref(), Ok(&turn), "{text}");
        assert_eq!(
            game.read(&text.to_lowercase()).as_ref(),
            Ok(&turn),
            "{text}"
        );
        assert!(texts.insert(text), "two turns are written alike");
    }
}

#[test]
fn zertz_turns_are_read_as_they_are_written() {
    each_zertz(FEW_GAMES, 20, |game| {
        notation_round_trips(game);
        for turn in game.turns_up_to(100_000).unwrap() {
            let named = turn.map(|cell| game.position().board().name(cell));
            assert_eq!(named.to_string().parse(), Ok(named));
        }
    });
}

#[test]
fn tzaar_turns_are_read_as_they_are_written() {
    each_tzaar(FEW_GAMES, 20, |game| {
        notation_round_trips(game);
        for turn in game.turns_up_to(100_000).unwrap() {
            let named = turn.map(|cell| tzaar::BOARD.name(cell));
            assert_eq!(named.to_string().parse(), Ok(named));
        }
    });
}

/// Other ways to write a turn: gipf.com's and ZEN's notations, other separators, Cyrillic look-alikes.
fn other_spellings(game: &Timeline<Zertz>, turn: &zertz::Turn) -> Vec<String> {
    let position = game.position();
    let board = position.board();
    let letter = |cell| position.marble_at(cell).unwrap().letter();
    match turn {
        zertz::Turn::Place {
            marble,
            at,
            remove,
            leave,
        } => {
            let at = board.name(*at);
            let tail = if *leave { "~" } else { "" };
            let removal = remove.map(|ring| board.name(ring).to_string());
            let joined = |separator: &str| {
                let removal = removal.as_ref().map(|ring| format!("{separator}{ring}"));
                format!(
                    "{}{at}{}{tail}",
                    marble.letter(),
                    removal.unwrap_or_default()
                )
            };
            let mut texts = vec![joined(","), joined(" "), joined(" - ")];
            texts.push(
                joined("-")
                    .replace('a', "а")
                    .replace('e', "е")
                    .replace('c', "с"),
            );
            texts
        }
        zertz::Turn::Capture(chain) => {
            let names: Vec<_> = chain
                .places()
                .iter()
                .map(|&cell| board.name(cell).to_string())
                .collect();
            let taken: Vec<char> = chain.jumped().map(letter).collect();
            let mut gipf = format!("x {}", names[0]);
            for (colour, name) in taken.iter().zip(&names[1..]) {
                gipf.push(*colour);
                gipf.push_str(name);
            }
            let colours: String = taken.iter().collect();
            let zen = format!(
                "{}{}+{}",
                letter(chain.from()),
                names.join("x"),
                colours.to_lowercase()
            );
            vec![gipf, zen, names.join("x"), format!("х{}", names.concat())]
        }
        zertz::Turn::Pass => vec!["—".to_owned()],
        zertz::Turn::SendBack => vec![" ! ".to_owned()],
    }
}

/// The text that the same keys produce with a Russian layout.
fn russian_keys(text: &str) -> String {
    let keys = "abcdefghiwxzrt".chars().zip("фисвуапршцчяке".chars());
    let keys: HashMap<char, char> = keys.collect();
    text.to_lowercase()
        .chars()
        .map(|c| keys.get(&c).copied().unwrap_or(c))
        .collect()
}

#[test]
fn zertz_turns_are_read_in_every_notation() {
    each_zertz(FEW_GAMES, 12, |game| {
        for turn in game.turns_up_to(100_000).unwrap().iter().step_by(7) {
            for text in other_spellings(game, turn) {
                assert_eq!(game.read(&text).as_ref(), Ok(turn), "{text}");
            }
            let text = game.position().write(turn);
            let typed = russian_keys(&text);
            match game.read(&typed) {
                Ok(read) => assert_eq!(read, *turn, "{typed}"),
                Err(error) => {
                    let error = error.to_string();
                    assert!(
                        error.starts_with("ambiguous") && error.contains(&text),
                        "{typed}: {error}"
                    );
                }
            }
        }
    });
}

#[test]
fn tzaar_turns_are_read_in_every_notation() {
    each_tzaar(FEW_GAMES, 12, |game| {
        for turn in game.turns_up_to(100_000).unwrap().iter().step_by(29) {
            let text = game.position().write(turn);
            for other in [
                text.replace(['x', '+'], "-"),
                text.replace(' ', ""),
                text.replace('x', "х"),
            ] {
                assert_eq!(game.read(&other).as_ref(), Ok(turn), "{other}");
            }
            let typed = russian_keys(&text);
            match game.read(&typed) {
                Ok(read) => assert_eq!(read, *turn, "{typed}"),
                Err(error) => {
                    let error = error.to_string();
                    assert!(
                        error.starts_with("ambiguous") && error.contains(&text),
                        "{typed}: {error}"
                    );
                }
            }
        }
    });
}

fn code_round_trips<P: Position>(game: &Timeline<P>) {
    let code = game.code();
    let read = Timeline::<P>::from_code(&code).unwrap_or_else(|error| panic!("{code}: {error}"));
    assert_eq!(&read, game, "{code}");
    assert_eq!(read.code(), code);
}

#[test]
fn zertz_codes_round_trip_with_the_history_that_matters() {
    let mut with_past = 0;
    each_zertz(MANY_GAMES, 1, |game| {
        with_past += usize::from(game.code().contains(';'));
        code_round_trips(game);
    });
    assert!(with_past > 100, "only {with_past} codes had a past");
}

#[test]
fn tzaar_codes_round_trip() {
    each_tzaar(MANY_GAMES, 1, code_round_trips);
}

#[test]
fn zertz_marbles_are_conserved() {
    each_zertz(MANY_GAMES, 1, |game| {
        let position = game.position();
        let total = position.variant().marbles();
        for marble in Marble::ALL {
            let in_play = position.marbles()[marble].len() as u8 + position.pool()[marble];
            let captured: u8 = Side::BOTH
                .iter()
                .map(|&side| position.captured()[side][marble])
                .sum();
            if position.variant().rules() == RuleSet::Zerc {
                assert!(in_play <= total[marble] && in_play + captured >= total[marble]);
            } else {
                assert_eq!(in_play + captured, total[marble]);
            }
        }
    });
}

#[test]
fn zertz_captures_remove_no_ring_and_isolate_nothing() {
    each_zertz(MANY_GAMES, 1, |game| {
        for turn in game.turns_up_to(100_000).unwrap() {
            if let zertz::Turn::Capture(chain) = turn {
                let before = game.position();
                let after = before.play(&turn).unwrap();
                assert_eq!(after.rings(), before.rings());
                let taken = before.occupied().len() - after.occupied().len();
                assert_eq!(taken, chain.places().len() - 1);
            }
        }
    });
}

#[test]
fn tzaar_pieces_only_leave_the_board_by_capture() {
    each_tzaar(FEW_GAMES, 10, |game| {
        let pieces = |position: &Tzaar, side| -> u32 {
            let points = position.points_of(side).into_iter();
            points
                .map(|cell| u32::from(position.stack_at(cell).unwrap().height))
                .sum()
        };
        let before = game.position();
        if before.is_placing() {
            return;
        }
        for turn in game.turns_up_to(100_000).unwrap() {
            let after = before.play(&turn).unwrap();
            let mover = before.to_move();
            assert_eq!(pieces(before, mover), pieces(&after, mover));
            assert!(pieces(before, !mover) > pieces(&after, !mover));
        }
    });
}

#[test]
fn zertz_sending_back_and_capturing_is_the_same_as_capturing_at_once() {
    let (mut sent_back, mut with_past) = (0, 0);
    each_zertz(FEW_GAMES, 2, |game| {
        let position = game.position();
        let is_tournament = position.variant().rules() == RuleSet::Tournament;
        if !is_tournament || !position.has_capture() || position.must_capture() {
            return;
        }
        let turns = game.turns_up_to(100_000).unwrap();
        let captures = || {
            turns
                .iter()
                .filter(|t| matches!(t, zertz::Turn::Capture(_)))
        };
        let missed = turns
            .iter()
            .filter(|t| matches!(t, zertz::Turn::Place { .. }));
        for missed in missed.step_by(97) {
            let mut back = game.clone();
            back.play(missed).unwrap();
            back.play(&zertz::Turn::SendBack).unwrap();
            assert_eq!(back.turns_up_to(100_000).unwrap().len(), captures().count());
            sent_back += 1;
            for capture in captures() {
                let (mut late, mut at_once) = (back.clone(), game.clone());
                late.play(capture).unwrap();
                at_once.play(capture).unwrap();
                with_past += usize::from(at_once.code().contains(';'));
                assert_eq!(late, at_once, "{}", game.code());
            }
        }
    });
    assert!(
        sent_back > 300 && with_past > 10,
        "{sent_back} sent back, {with_past} with a past"
    );
}

/// Symmetric positions have symmetric turns.
#[test]
fn zertz_turns_are_symmetric() {
    each_zertz(FEW_GAMES, 60, |game| {
        let position = game.position();
        let board = position.board().cells();
        for symmetry in Symmetry::all().filter(|symmetry| symmetry.set(board) == board) {
            let mut setup = position.setup();
            setup.rings = symmetry.set(setup.rings);
            setup.marbles = zertz::ByMarble::new_with(|m| symmetry.set(setup.marbles[m]));
            let image = setup.position().unwrap();
            let transformed = |turn: &zertz::Turn| turn.map(|cell| symmetry.cell(cell));
            let mut expected: Vec<_> = position
                .without_history()
                .turns_up_to(100_000)
                .unwrap()
                .iter()
                .map(transformed)
                .collect();
            let mut found = image.turns_up_to(100_000).unwrap();
            expected.sort();
            found.sort();
            assert_eq!(found, expected);
            assert_eq!(
                image.count_turns_up_to(u64::MAX),
                position.without_history().count_turns_up_to(u64::MAX)
            );
        }
    });
}

#[test]
fn tzaar_turns_are_symmetric() {
    each_tzaar(FEW_GAMES, 60, |game| {
        for symmetry in Symmetry::all() {
            let mut setup = game.position().setup();
            for (cell, _) in &mut setup.stacks {
                *cell = symmetry.cell(*cell);
            }
            let image = setup.position().unwrap();
            let transformed = |turn: &tzaar::Turn| turn.map(|cell| symmetry.cell(cell));
            let mut expected: Vec<_> = game
                .turns_up_to(100_000)
                .unwrap()
                .iter()
                .map(transformed)
                .collect();
            let mut found = image.turns_up_to(100_000).unwrap();
            expected.sort();
            found.sort();
            assert_eq!(found, expected);
        }
    });
}

#[test]
fn perft_2_is_the_sum_of_the_replies_to_each_turn() {
    let mut late = 0;
    each_zertz(FEW_GAMES, 10, |game| {
        if game.count_turns_up_to(u64::MAX) > 60 {
            return;
        }
        late += 1;
        let mut replies = 0;
        for turn in game.turns_up_to(100_000).unwrap() {
            let mut next = game.clone();
            next.play_unchecked(&turn);
            replies += next.turns_up_to(100_000).unwrap().len() as u64;
        }
        assert_eq!(perft(game, 2), replies, "{}", game.code());
    });
    assert!(late > 50);
}

#[test]
fn the_same_record_replays_to_the_same_position() {
    let zertz = zertz::Variant::ALL.map(|variant| ("zertz", variant.to_string()));
    let given = format!("setup:{}", tzaar::Deal::random(8));
    let tzaar = ["fixed", "random:7", "tournament", &given].map(|v| ("tzaar", v.to_owned()));
    for (game, variant) in zertz.into_iter().chain(tzaar) {
        let variant = hexpost_engine::game::Variant::parse(game, &variant).unwrap();
        let mut rng = SplitMix64::new(3);
        for _ in 0..5 {
            let mut record = Record::new(variant.clone());
            let mut codes = vec![record.game().code()];
            while let Some(turn) = record.game().uniform_turn(&mut rng) {
                record.push(turn).unwrap();
                codes.push(record.game().code());
            }
            let read: Record = record.to_string().parse().unwrap();
            assert_eq!(read, record);
            let json = serde_json::to_string(&record).unwrap();
            assert_eq!(serde_json::from_str::<Record>(&json).unwrap(), record);
            for (ply, code) in codes.iter().enumerate() {
                assert_eq!(&read.at(ply).unwrap().code(), code);
            }
            assert_eq!(read.at(codes.len()), None);
        }
    }
}

/// Random turns are legal, and each comes about as often as the others.
#[test]
fn zertz_random_turns_are_uniform() {
    let variant: zertz::Variant = "37".parse().unwrap();
    let mut game = Timeline::new(Zertz::start(&variant));
    let mut rng = SplitMix64::new(11);
    for _ in 0..14 {
        let turns = game.turns_up_to(100_000).unwrap();
        if turns.len() < 700 {
            let each = 400;
            let mut counts = HashMap::new();
            for _ in 0..each * turns.len() {
                *counts
                    .entry(game.random_turn(&mut rng).unwrap())
                    .or_insert(0) += 1;
            }
            for turn in &turns {
                let is_leaving = matches!(turn, zertz::Turn::Place { leave: true, .. });
                let count = counts.get(turn).copied().unwrap_or(0);
                // Six standard deviations around the mean.
                let expected = if is_leaving { 0..=0 } else { 280..=520 };
                assert!(expected.contains(&count), "{turn:?} came {count} times");
            }
        }
        let Some(turn) = game.random_turn(&mut rng) else {
            break;
        };
        game.play_unchecked(&turn);
    }
}

#[test]
fn tzaar_random_half_moves_are_uniform() {
    let mut game = Timeline::new(Tzaar::start(&tzaar::Variant::Fixed));
    let mut rng = SplitMix64::new(12);
    for _ in 0..16 {
        let mut firsts = HashMap::new();
        let mut seconds = HashMap::new();
        let tries = 20_000;
        for _ in 0..tries {
            let turn = game.random_turn(&mut rng).unwrap();
            assert_eq!(game.check(&turn), Ok(()));
            if let tzaar::Turn::Capture { first, second } = turn {
                *firsts.entry(first).or_insert(0_u32) += 1;
                *seconds.entry((first, second)).or_insert(0_u32) += 1;
            }
        }
        let legal: HashSet<_> = game
            .turns_up_to(100_000)
            .unwrap()
            .into_iter()
            .filter_map(|turn| match turn {
                tzaar::Turn::Capture { first, .. } => Some(first),
                tzaar::Turn::Place { .. } => None,
            })
            .collect();
        let mean = f64::from(tries) / f64::from(legal.len() as u32);
        for first in legal {
            let count = f64::from(firsts.get(&first).copied().unwrap_or(0));
            assert!(
                (count - mean).abs() < 6.0 * mean.sqrt(),
                "{first:?} came {count} times"
            );
        }
        assert!(seconds.len() > firsts.len() || game.position().is_opening());
        let turn = game.random_turn(&mut rng).unwrap();
        game.play_unchecked(&turn);
        if game.outcome().is_some() {
            break;
        }
    }
}

#[test]
fn turns_of_another_game_are_refused() {
    let zertz = AnyGame::start(&hexpost_engine::game::Variant::parse("zertz", "37").unwrap());
    let tzaar = AnyGame::start(&hexpost_engine::game::Variant::parse("tzaar", "fixed").unwrap());
    let turn: AnyTurn = tzaar.turns_up_to(100_000).unwrap()[0];
    assert!(zertz.check(&turn).is_err());
    assert_eq!(zertz.write(&turn), None);
    assert_eq!(zertz.path(&turn), None);
}
