//! Lessons and who has solved them; and the welcome, which is shown once.

use std::collections::HashSet;

use hexpost_engine::game::GameKind;

use crate::fixture::{BLACK, WHITE, refused, story};
use hexpost::app::lessons::{Lesson, LessonMiss};
use hexpost::app::people::settings::PlayerSettings;
use hexpost::app::{Refusal, TurnInput};
use hexpost::model::PlayerId;

/// A wrong turn, and what it misses.
type Wrong = (&'static str, &'static str);

/// For each lesson, a turn that solves it and some that don't.
const TRIES: &[(&str, &str, &[Wrong])] = &[
    (
        "zertz-placing",
        "Ba1-g1",
        &[("Wd5-a1", "CanBeCaptured"), ("Be4-g1", "CanBeCaptured")],
    ),
    ("zertz-capture", "xd4d6", &[("xd5d3", "OtherKind")]),
    (
        "zertz-chain",
        "xf3d3d5d7",
        &[("xe3g3", "ShortChain(1)"), ("xd4f2f4", "ShortChain(2)")],
    ),
    (
        "zertz-isolation",
        "Bd7-g3",
        &[("Bd7-a1", "NothingIsolated"), ("Bd7-g3~", "LeftThere")],
    ),
    (
        "zertz-sacrifice",
        "Bb2-e6",
        &[("Bd7-g1", "NotForced"), ("Bd5-a4", "TooLittle")],
    ),
    ("tzaar-capture", "d7xd5 d5xa5", &[("d7xd5 -", "OtherKind")]),
    (
        "tzaar-stacking",
        "b1xa1 d3+e3",
        &[("b1xa1 -", "Loses("), ("b1xa1 e3+d3", "LosesAtOnce")],
    ),
    ("tzaar-kinds", "c2xf4 b2xe2", &[("c2xf4 -", "NoWin")]),
];

fn missed(lesson: Lesson, text: &str) -> Option<LessonMiss> {
    let turn = lesson.position().read(text);
    let turn = turn.unwrap_or_else(|why| panic!("{}: {text}: {why:?}", lesson.name));
    lesson.tried(turn).missed
}

#[test]
fn every_lesson_accepts_its_solution_and_rejects_wrong_turns() {
    assert_eq!(TRIES.len(), Lesson::ALL.len());
    for ((name, right, wrongs), lesson) in TRIES.iter().zip(Lesson::ALL) {
        assert_eq!(*name, lesson.name);
        assert_eq!(missed(*lesson, right), None, "{name}: {right}");
        for (wrong, why) in *wrongs {
            let missed = missed(*lesson, wrong);
            let missed = missed.unwrap_or_else(|| panic!("{name}: {wrong} solves the lesson"));
            let missed = format!("{missed:?}");
            assert!(missed.starts_with(why), "{name}: {wrong}: {missed}");
        }
    }
}

#[test]
fn not_every_turn_solves_a_lesson_but_its_answer_does() {
    for lesson in Lesson::ALL {
        let answer = lesson.answer().expect(lesson.name);
        assert_eq!(lesson.tried(answer).missed, None, "{}", lesson.name);
        let turns = lesson.position().turns_up_to(100_000).unwrap();
        // A sample of the many turns of the first lesson is enough.
        let step = (turns.len() / 200).max(1);
        let looked: Vec<_> = turns.iter().step_by(step).collect();
        let right = looked
            .iter()
            .filter(|turn| lesson.tried(***turn).missed.is_none())
            .count();
        assert!(right < looked.len(), "{}: any turn solves it", lesson.name);
    }
}

#[test]
fn the_player_chooses_the_piece_in_every_lesson() {
    for lesson in Lesson::ALL {
        let offered = lesson.position().offer(&[]).unwrap();
        assert!(offered.choices.len() >= 2, "{}", lesson.name);
    }
}

#[test]
fn the_lesson_on_stacking_refuses_only_what_loses_the_tzaar() {
    let lesson = Lesson::named("tzaar-stacking").unwrap();
    let turns = lesson.position().turns_up_to(1000).unwrap();
    let mut right = 0;
    for turn in &turns {
        let tried = lesson.tried(*turn);
        let text = lesson.position().write(turn).unwrap();
        // A stack with the Tzaar on top does what is asked, wherever it is.
        let is_stacked = tried.after.code().contains("Z2");
        match tried.missed {
            None => assert!(is_stacked, "{text}"),
            Some(LessonMiss::Loses(_, reason) | LessonMiss::LosesAtOnce(reason)) => {
                assert_eq!(reason, "no Z", "{text}");
                assert!(!is_stacked, "{text}");
            }
            Some(other) => panic!("{text}: {other:?}"),
        }
        right += usize::from(is_stacked);
    }
    assert!(right > 10, "{right} of {}", turns.len());
}

#[test]
fn lesson_names_are_unique_and_every_game_has_lessons() {
    let names: HashSet<&str> = Lesson::ALL.iter().map(|lesson| lesson.name).collect();
    assert_eq!(names.len(), Lesson::ALL.len());
    for game in GameKind::ALL {
        let is_of_it = |lesson: &&Lesson| lesson.position().kind() == *game;
        let count = Lesson::ALL.iter().filter(is_of_it).count();
        assert!(count >= 3, "{}: {count}", game.as_str());
    }
    for (index, lesson) in Lesson::ALL.iter().enumerate() {
        assert!(lesson.name.starts_with(lesson.position().kind().as_str()));
        assert_eq!(Lesson::named(lesson.name), Some(*lesson));
        assert_eq!(lesson.index(), index);
        assert_eq!(lesson.next().is_none(), index + 1 == Lesson::ALL.len());
    }
    assert_eq!(Lesson::named("chess-mate"), None);
}

fn typed(text: &str) -> TurnInput {
    TurnInput::Text(text.to_owned())
}

#[test]
fn solved_lessons_survive_a_restart_and_belong_to_one_player() {
    story(async |fixture| {
        let chain = Lesson::named("zertz-chain").unwrap();
        let act = fixture.act(WHITE);
        let tried = fixture.app.try_lesson(&act, chain, &typed("xe3g3")).await;
        assert_eq!(tried.unwrap().missed, Some(LessonMiss::ShortChain(1)));
        assert_eq!(fixture.app.solved_lessons(WHITE).await.unwrap(), []);
        for _ in 0..2 {
            // Solving a lesson twice counts once.
            let act = fixture.act(WHITE);
            let tried = fixture
                .app
                .try_lesson(&act, chain, &typed("xf3d3d5d7"))
                .await;
            assert_eq!(tried.unwrap().missed, None);
        }
        fixture.restart().await;
        assert_eq!(fixture.app.solved_lessons(WHITE).await.unwrap(), [chain]);
        assert_eq!(fixture.app.solved_lessons(BLACK).await.unwrap(), []);
    });
}

#[test]
fn an_illegal_turn_is_not_an_attempt() {
    story(async |fixture| {
        let capture = Lesson::named("zertz-capture").unwrap();
        let act = fixture.act(WHITE);
        let tried = fixture
            .app
            .try_lesson(&act, capture, &typed("Wa1-g1"))
            .await;
        assert!(matches!(refused(tried), Refusal::Text(_)));
        let steps = TurnInput::Steps(Vec::new());
        let tried = fixture.app.try_lesson(&act, capture, &steps).await;
        assert_eq!(refused(tried), Refusal::Unfinished);
        assert_eq!(fixture.app.solved_lessons(WHITE).await.unwrap(), []);
    });
}

#[test]
fn solved_lessons_are_exported_and_deleted_with_personal_data() {
    story(async |fixture| {
        let kinds = Lesson::named("tzaar-kinds").unwrap();
        for player in [BLACK, WHITE] {
            let act = fixture.act(player);
            let made = typed("c2xf4 b2xe2");
            fixture.app.try_lesson(&act, kinds, &made).await.unwrap();
        }
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["lessons"][0]["lesson"], "tzaar-kinds");
        assert_eq!(all["lessons"][0]["solved_at"], fixture.now().0);
        fixture.app.forget(&fixture.act(WHITE)).await.unwrap();
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["lessons"].as_array().unwrap().len(), 0);
        assert_eq!(fixture.app.solved_lessons(BLACK).await.unwrap(), [kinds]);
    });
}

#[test]
fn a_new_player_is_welcomed_once_and_a_known_player_never() {
    story(async |fixture| {
        // Of several concurrent calls, exactly one reports a new player.
        let asked: Vec<_> = (0..8).map(|_| fixture.app.welcome(WHITE)).collect();
        let mut yes = 0;
        for answer in futures_util::future::join_all(asked).await {
            yes += usize::from(answer.unwrap());
        }
        assert_eq!(yes, 1);
        fixture.restart().await;
        assert!(!fixture.app.welcome(WHITE).await.unwrap());
        // The other settings are unchanged.
        let expected = PlayerSettings {
            welcomed: true,
            ..PlayerSettings::default()
        };
        assert_eq!(fixture.app.player_settings(WHITE).await.unwrap(), expected);
        // Settings written by an older version don't say, but their owner isn't new.
        let known = PlayerId(77);
        let mut change = fixture.app.store().begin().await.unwrap();
        let old = r#"{"language":"ru"}"#;
        change.set_player_settings(known, old).await.unwrap();
        change.commit().await.unwrap();
        assert!(!fixture.app.welcome(known).await.unwrap());
    });
}
