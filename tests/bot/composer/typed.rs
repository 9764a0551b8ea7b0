//! Custom ids, suggestions, and turns in words.

use super::*;
use hexpost::model::Seq;

#[test]
fn custom_ids_round_trip_and_junk_is_rejected() {
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
        let shown = BoardRef {
            game: GameId(id),
            seq: Seq(id),
        };
        for button in [
            CustomId::Accept(GameId(id)),
            CustomId::Decline(GameId(id)),
            CustomId::Withdraw(GameId(id)),
            CustomId::Move(shown),
            CustomId::More(shown),
            CustomId::Typed(shown.into()),
            CustomId::Typed(ComposerTarget::Analysis(id, u32::MAX)),
            CustomId::Compose(ComposerTarget::Analysis(id, 0), Tap::Type),
            CustomId::Compose(shown.into(), Tap::Close),
            CustomId::Compose(shown.into(), Tap::Nothing(9)),
            CustomId::Compose(shown.into(), Tap::Pick(2, ComposerState::default())),
            CustomId::Compose(
                shown.into(),
                Tap::Play(vec![Step::Kind('W'), Step::Leave, Step::Pass]),
            ),
        ] {
            let text = button.write();
            assert!(text.len() <= LONGEST, "{text}");
            assert_eq!(CustomId::read(&text), Some(button), "{text}");
        }
    }
    // A lesson's board is identified by name, and the longest turn fits beside it.
    for lesson in Lesson::ALL {
        let target = ComposerTarget::Lesson(*lesson);
        let steps = vec![Step::Kind('W'); 24];
        for button in [
            CustomId::Typed(target),
            CustomId::Compose(target, Tap::Close),
            CustomId::Compose(target, Tap::Pick(2, ComposerState::new(steps))),
        ] {
            let text = button.write();
            assert!(text.len() <= LONGEST, "{text}");
            assert_eq!(CustomId::read(&text), Some(button), "{text}");
        }
    }
    let mut numbers = SplitMix64::new(5);
    for junk in [
        "1cEchess.x",
        "1cE.x",
        "1tE",
        "1tezertz-chain",
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
        assert_eq!(CustomId::read(junk), None, "{junk}");
    }
    for _ in 0..10_000 {
        let length = numbers.below(30);
        let text: String = (0..length)
            .map(|_| char::from(b"1cgm.=*~!-abW0"[numbers.below(14) as usize]))
            .collect();
        if let Some(button) = CustomId::read(&text) {
            let written = button.write();
            assert_eq!(CustomId::read(&written), Some(button), "{text}");
        }
    }
}

#[test]
fn suggestions_lead_to_complete_turns() {
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
        panic!("{typed} has no suggestions: {}", game.code());
    });
}

#[test]
fn every_turn_is_suggested_step_by_step_and_comes_first_when_complete() {
    positions(6, 4, 15, |game, numbers| {
        let turns = game.texts_up_to(100_000).unwrap();
        let turn = &turns[numbers.below(turns.len() as u64) as usize];
        let mut typed = String::new();
        for _ in 0..60 {
            let list = suggestions(Language::English, game, &typed);
            if typed == *turn {
                assert_eq!(list[0].value, *turn, "{}", game.code());
                return;
            }
            let fits = |suggestion: &&Suggestion| turn.starts_with(&suggestion.value);
            let next = list.iter().filter(fits).map(|suggestion| &suggestion.value);
            let next = next.max_by_key(|value| value.len());
            let next = next.filter(|value| value.len() > typed.len());
            let next = next.unwrap_or_else(|| panic!("{turn} after {typed:?}: {}", game.code()));
            typed.clone_from(next);
        }
        panic!("{turn} is not reached: {typed}");
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
    assert_eq!(labels("")[0], "W · White marble");
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
fn turns_are_described_in_words() {
    let said = |game: &AnyGame, text: &str| {
        let turn = game.read(text).unwrap();
        LANGUAGES.map(|language| without_placeholders(&turn_in_words(language, game, &turn)))
    };
    let game = start("zertz", "37");
    assert_eq!(
        said(&game, "Wd4-a1"),
        [
            "white marble on d4; ring a1 removed",
            "белый шарик на d4; кольцо a1 убрано",
            "biały kamień na d4; pierścień a1 usunięty"
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
