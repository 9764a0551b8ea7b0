//! Lessons, and who has solved them; and the welcome that comes once.

use std::collections::HashSet;

use hexpost_engine::game::GameKind;

use crate::fixture::{BLACK, WHITE, refused, story};
use hexpost::app::lessons::{Lesson, LessonMiss};
use hexpost::app::people::settings::PlayerSettings;
use hexpost::app::{Refusal, TurnInput};
use hexpost::model::PlayerId;

/// A turn that misses something, and what.
type Wrong = (&'static str, &'static str);

/// A turn that solves each lesson, and some that miss something.
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
        "b4xb1 d3+b1",
        &[("b4xb1 -", "Loses("), ("b4xb1 d5+d3", "LosesAtOnce")],
    ),
    ("tzaar-kinds", "c2xf4 b2xe2", &[("c2xf4 -", "NoWin")]),
];

fn missed(lesson: Lesson, text: &str) -> Option<LessonMiss> {
    let turn = lesson.position().read(text);
    let turn = turn.unwrap_or_else(|why| panic!("{}: {text}: {why:?}", lesson.name));
    lesson.tried(turn).missed
}

#[test]
fn every_lesson_is_solved_by_a_right_turn_and_by_no_wrong_one() {
    assert_eq!(TRIES.len(), Lesson::ALL.len());
    for ((name, right, wrongs), lesson) in TRIES.iter().zip(Lesson::ALL) {
        assert_eq!(*name, lesson.name);
        assert_eq!(missed(*lesson, right), None, "{name}: {right}");
        for (wrong, why) in *wrongs {
            let missed = missed(*lesson, wrong);
            let missed = missed.unwrap_or_else(|| panic!("{name}: {wrong} is right"));
            let missed = format!("{missed:?}");
            assert!(missed.starts_with(why), "{name}: {wrong}: {missed}");
        }
    }
}

#[test]
fn most_turns_do_not_solve_a_lesson_and_its_answer_does() {
    for lesson in Lesson::ALL {
        let answer = lesson.answer().expect(lesson.name);
        assert_eq!(lesson.tried(answer).missed, None, "{}", lesson.name);
        let turns = lesson.position().turns_up_to(100_000).unwrap();
        // Of the many turns of the first lesson a part is enough.
        let step = (turns.len() / 200).max(1);
        let looked: Vec<_> = turns.iter().step_by(step).collect();
        let right = looked
            .iter()
            .filter(|turn| lesson.tried(***turn).missed.is_none())
            .count();
        assert!(right < looked.len(), "{}: any turn is right", lesson.name);
    }
}

#[test]
fn lessons_have_names_of_their_own_and_every_game_has_some() {
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
fn what_is_solved_stays_solved_over_a_restart_and_for_one_player_alone() {
    story(async |fixture| {
        let chain = Lesson::named("zertz-chain").unwrap();
        let act = fixture.act(WHITE);
        let tried = fixture.app.try_lesson(&act, chain, &typed("xe3g3")).await;
        assert_eq!(tried.unwrap().missed, Some(LessonMiss::ShortChain(1)));
        assert_eq!(fixture.app.solved_lessons(WHITE).await.unwrap(), []);
        for _ in 0..2 {
            // Solved twice, it is still solved once.
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
fn a_turn_that_the_rules_forbid_is_no_try() {
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
fn lessons_are_taken_away_with_ones_data_and_forgotten_with_it() {
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
fn someone_new_is_welcomed_once_and_whoever_was_here_before_never() {
    story(async |fixture| {
        // However many ask at once, one hears that someone is new.
        let asked: Vec<_> = (0..8).map(|_| fixture.app.welcome(WHITE)).collect();
        let mut yes = 0;
        for answer in futures_util::future::join_all(asked).await {
            yes += usize::from(answer.unwrap());
        }
        assert_eq!(yes, 1);
        fixture.restart().await;
        assert!(!fixture.app.welcome(WHITE).await.unwrap());
        // The other settings are as they were.
        let expected = PlayerSettings {
            welcomed: true,
            ..PlayerSettings::default()
        };
        assert_eq!(fixture.app.player_settings(WHITE).await.unwrap(), expected);
        // What an older version wrote does not say; but it was written for someone.
        let known = PlayerId(77);
        let mut change = fixture.app.store().begin().await.unwrap();
        let old = r#"{"language":"ru"}"#;
        change.set_player_settings(known, old).await.unwrap();
        change.commit().await.unwrap();
        assert!(!fixture.app.welcome(known).await.unwrap());
    });
}
