//! New players: the welcome, help, the rules, lessons.

use hexpost_sandbox::{FIRST_PLAYER, GENERAL, SPECTATOR};

use super::super::harness::{Harness, Person};
use super::Session;
use hexpost::app::lessons::Lesson;
use hexpost::discord::DEFAULT_COMMANDS_PER_MINUTE;
use hexpost::discord::rule_pages::RulePage;
use hexpost::model::PlayerId;

async fn taps(person: Person<'_>, keys: &[&str]) {
    for key in keys {
        person.clicks(key).await;
    }
}

#[tokio::test]
async fn a_new_player_is_welcomed_once_after_the_response() {
    let session = Session::with_new_players(
        Harness::new().await,
        super::BEGINNING,
        DEFAULT_COMMANDS_PER_MINUTE,
    )
    .await;
    let answer = session.first().types("/games").await;
    assert!(answer.message().text.contains("You have no games"));
    let welcome = session.first().sees("Welcome to Hexpost").await;
    assert!(welcome.is_private && welcome.id > answer.message().id);
    assert_eq!(
        welcome.keys(),
        ["How to play", "Play the computer", "Challenge"]
    );
    // In the person's own language, and to each person.
    session.second().types("/games").await;
    session.second().sees("Добро пожаловать").await;
    let session = session.restart().await;
    session.first().types("/games").await;
    session.first().types("/settings").await;
    let all = session.first().reads().into_iter();
    let welcomes = all.filter(|seen| seen.text.contains("Welcome to Hexpost"));
    assert_eq!(welcomes.count(), 1);
    // The buttons of the welcome work.
    let answer = session.first().clicks("How to play").await;
    assert!(answer.message().text.contains("what is it about?"));
    let answer = session.first().clicks("Challenge").await;
    assert!(answer.message().text.contains("A new challenge"));
    session.first().chooses(&["ZÈRTZ · blitz"]).await;
    let answer = session.first().clicks("Post it").await;
    assert!(
        answer.message().text.contains("open challenge is posted"),
        "{}",
        answer.message().text
    );
    session.second().sees("challenges anyone").await;
    session.finish().await;
}

#[tokio::test]
async fn what_tells_as_much_as_the_welcome_replaces_it() {
    for replaces in [true, false] {
        let harness = Harness::new().await;
        let now = harness.sandbox.now();
        let session = Session::with_new_players(harness, now, 0).await;
        let first = session.first().at(GENERAL);
        first.sees("I'm **Hexpost**").await;
        if replaces {
            first.clicks("How to play").await;
        } else {
            // Nothing is to be said yet about a form that is just being filled in.
            first.clicks("Challenge").await;
        }
        session.settles().await;
        let welcomes = || {
            let all = first.reads().into_iter();
            all.filter(|seen| seen.text.contains("Welcome to Hexpost"))
                .count()
        };
        assert_eq!(welcomes(), 0);
        first.types("/games").await;
        if !replaces {
            first.sees("Welcome to Hexpost").await;
        }
        first.types("/settings").await;
        session.settles().await;
        assert_eq!(welcomes(), usize::from(!replaces));
        session.finish().await;
    }
}

#[tokio::test]
async fn more_shows_the_menu_and_no_welcome() {
    let harness = Harness::new().await;
    let session = Session::with_new_players(harness, super::BEGINNING, 0).await;
    let thread = session.game("zertz 37").await;
    session.first().sees("Welcome to Hexpost").await;
    let watcher = session.harness.person(SPECTATOR).at(thread);
    let menu = watcher.clicks("1o").await;
    assert!(
        menu.message().keys().contains(&"Zasady"),
        "{}",
        menu.message()
    );
    session.settles().await;
    assert!(watcher.reads().iter().all(|seen| !seen.text.contains('👋')));
    // The next command is followed by it.
    watcher.types("/games").await;
    watcher.sees("👋").await;
    session.finish().await;
}

#[tokio::test]
async fn the_rules_of_a_game_are_one_tap_away_under_more_and_open_in_its_thread() {
    let session = Session::new().await;
    for (variant, page) in [
        ("zertz 48-tournament", "ZÈRTZ: tournament"),
        ("zertz 37-blitz", "ZÈRTZ: boards and blitz"),
        ("tzaar random", "TZAAR: set-ups"),
        ("tzaar fixed", "TZAAR: the goal"),
    ] {
        let thread = session.game(variant).await;
        let first = session.first_at(thread);
        let menu = first.clicks("More").await;
        let menu = menu.message();
        let keys = ["Board", "As text", "Rules"];
        assert_eq!(menu.keys()[..3], keys, "{menu}");
        assert!(menu.json["components"].as_array().unwrap().len() <= 5);
        let rules = first.clicks("Rules").await;
        let rules = rules.message();
        assert!(rules.is_private && rules.id != menu.id, "{rules}");
        assert!(rules.text.contains(page), "{rules}");
        let typed = first.types("/rules").await;
        assert!(typed.message().text.contains(page), "{}", typed.message());
    }
    session.finish().await;
}

#[tokio::test]
async fn after_accept_the_game_comes_first_and_the_welcome_below_it() {
    let harness = Harness::new().await;
    let session = Session::with_new_players(harness, super::BEGINNING, 0).await;
    let thread = session.game("zertz 37").await;
    let welcome = session.second().sees("Добро пожаловать").await;
    assert!(welcome.is_private, "{welcome}");
    let (game, _) = welcome.text.split_once("\n\n").unwrap();
    assert!(game.contains("`#1`") && game.contains("ZÈRTZ"), "{welcome}");
    assert!(game.ends_with(&format!("<#{thread}>")), "{welcome}");
    session.finish().await;
}

#[tokio::test]
async fn private_texts_name_public_buttons_in_the_language_of_the_server() {
    let session = Session::new().await;
    // The second player reads Russian; the buttons below boards are in English.
    let answer = session.second().types("/help").await;
    let text = &answer.message().text;
    assert!(
        text.contains("**Move**") && text.contains("**More**"),
        "{text}"
    );
    assert!(!text.contains("**Ход**"), "{text}");
    let direct = session.second().at_direct_messages().types("/help").await;
    let text = &direct.message().text;
    assert!(
        text.contains("**Ход**") && text.contains("**Ещё**"),
        "{text}"
    );
    session.finish().await;
}

#[tokio::test]
async fn help_and_deletion_of_personal_data_show_no_welcome() {
    let session = Session::with_new_players(
        Harness::new().await,
        super::BEGINNING,
        DEFAULT_COMMANDS_PER_MINUTE,
    )
    .await;
    session.first().types("/help").await;
    session.first().types("/privacy").await;
    session.first().clicks("Delete me").await;
    session.first().clicks("Yes, delete me").await;
    session.settles().await;
    let all = session.first().reads().into_iter();
    assert_eq!(all.filter(|seen| seen.text.contains('👋')).count(), 0);
    session.finish().await;
}

#[tokio::test]
async fn help_links_to_rules_lessons_a_challenge_and_settings() {
    let session = Session::new().await;
    let help = session.first().types("/help").await;
    let keys = help.message().keys();
    let expected = [
        "Rules",
        "Lessons",
        "Play the computer",
        "Challenge",
        "Settings",
    ];
    assert_eq!(keys, expected);
    // Commands can be tapped.
    let text = &help.message().text;
    assert!(
        text.contains("</challenge:") && !text.contains("`/"),
        "{text}"
    );
    for (key, said) in [
        ("Rules", "ZÈRTZ: the goal"),
        ("Lessons", "Learn by playing"),
        ("Challenge", "A new challenge"),
        ("Settings", "Your settings"),
    ] {
        let id = help.message().parts().find(|part| part["label"] == key);
        let id = id.unwrap()["custom_id"].as_str().unwrap();
        let answer = session.first().clicks_on(help.message(), id).await;
        let message = answer.message();
        assert!(message.text.contains(said), "{key}: {}", message.text);
        assert!(message.is_private && message.id != help.message().id);
    }
    session.finish().await;
}

#[tokio::test]
async fn the_rules_have_pages_in_every_language() {
    let session = Session::new().await;
    for (person, word) in [
        (session.first(), "Page 1 of"),
        (session.second(), "Страница 1 из"),
        (session.harness.person(SPECTATOR), "Strona 1 z"),
    ] {
        let first = person.types("/rules").await;
        assert!(first.message().text.contains(word), "{}", first.message());
        assert!(first.message().picture().is_some());
        let mut texts = std::collections::BTreeSet::new();
        let mut pictures = 0;
        for _ in RulePage::ALL {
            let answer = person.clicks("▶").await;
            let message = answer.message();
            assert_eq!(message.id, first.message().id, "the message is edited");
            assert!(message.text.chars().count() < 1000, "{}", message.text);
            texts.insert(message.text.clone());
            pictures += usize::from(message.picture().is_some());
            for alt in message.alts() {
                assert!(alt.len() > 50, "{alt}");
            }
        }
        assert_eq!(texts.len(), RulePage::ALL.len());
        assert!(pictures >= 9, "{pictures}");
        // The last page is followed by the first.
        let text = &person.reads().pop().unwrap().text;
        assert!(text.contains(word), "{text}");
    }
    let answer = session.first().types("/rules topic:tzaar-stacking").await;
    assert!(answer.message().text.contains("TZAAR: stacking"));
    let answer = session.first().chooses(&["ZERC: different rules"]).await;
    assert!(answer.message().text.contains("its own colour"));
    session.finish().await;
}

#[tokio::test]
async fn a_refused_move_links_to_its_rule_and_the_rule_to_a_lesson() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    for (typed, page) in [
        ("Wd4-d3", "ZÈRTZ: place and remove"),
        ("xd4d6", "ZÈRTZ: capture"),
        ("zzz", "ZÈRTZ: notation"),
        ("Wd4-a1~", "ZÈRTZ: isolation"),
    ] {
        let refused = first.types(&format!("/move turn:{typed}")).await;
        assert_eq!(
            refused.message().keys(),
            ["Move", "Type again", "Read the rule"]
        );
        let answer = first.clicks("Read the rule").await;
        assert!(
            answer.message().text.contains(page),
            "{typed}: {}",
            answer.message().text
        );
        // The refusal stays, with the button to move.
        assert!(answer.message().id > refused.message().id);
    }
    let answer = first.clicks("Try it yourself").await;
    assert!(answer.message().text.contains("lesson 4 of 5"));
    session.finish().await;
}

#[tokio::test]
async fn a_lesson_can_be_solved_with_the_composer() {
    let session = Session::new().await;
    let first = session.first();
    let list = first.types("/learn").await;
    assert!(list.message().text.contains("0 of 8"));
    first.clicks("Try a lesson").await;
    // First of all: what wins, and what a capture is.
    let about = first.sees("ZÈRTZ: what is it about?").await;
    assert!(about.text.contains("**Capture**"), "{about}");
    assert!(about.text.contains("**You win** with 4 white"), "{about}");
    assert!(about.is_private && about.picture().is_some());
    assert_eq!(about.keys(), ["Start", "TZAAR", "All lessons"]);
    first.clicks("TZAAR").await;
    let other = first.sees("TZAAR: what is it about?").await;
    assert!(other.text.contains("**You win** when"), "{other}");
    assert_eq!(other.keys(), ["Start", "ZÈRTZ", "All lessons"]);
    first.clicks("ZÈRTZ").await;
    first.clicks("Start").await;
    let screen = first.sees("Place so that nothing").await;
    assert!(screen.is_private && screen.picture().is_some());
    // Next to the marble on the board, where it can be captured.
    taps(first, &["d", "d5", "a1", "Confirm"]).await;
    let wrong = first.sees("Not quite").await;
    assert!(
        wrong
            .text
            .contains("After this, your opponent can capture: `xd"),
        "{wrong}"
    );
    assert!(wrong.alts()[0].contains("d5"), "{wrong}");
    // The players are called the same as while the turn was composed.
    let named = "Your opponent to move; pool";
    assert!(wrong.alts()[0].contains(named), "{wrong}");
    assert_eq!(wrong.keys(), ["Try again", "Show me", "Read the rule"]);
    first.clicks("Show me").await;
    first.sees("One way is `").await;
    first.clicks("Try again").await;
    taps(first, &["a", "a1", "g1", "Confirm"]).await;
    let right = first.sees("✅ **Right!**").await;
    let keys = ["Next lesson", "Read the rule", "All lessons"];
    assert_eq!(right.keys(), keys);
    // Buttons work after a restart, and progress is kept.
    let session = session.restart().await;
    let first = session.first();
    first.clicks("Next lesson").await;
    first.sees("lesson 2 of 5").await;
    let list = first.types("/learn").await;
    assert!(list.message().text.contains("1 of 8"));
    let menu = list.message().parts().next().unwrap().clone();
    let label = |index: usize| menu["options"][index]["label"].clone();
    assert_eq!(label(0), "ZÈRTZ: what is it about?");
    assert_eq!(label(1), "ZÈRTZ: place and remove (solved)");
    assert_eq!(label(6), "TZAAR: what is it about?");
    session.finish().await;
}

#[tokio::test]
async fn a_lesson_accepts_typed_turns_and_explains_illegal_ones() {
    let session = Session::new().await;
    let second = session.second();
    second.types("/learn").await;
    second.chooses(&["ZÈRTZ: захват"]).await;
    second.clicks("⌨️").await;
    second.fills(&[("Ход в нотации", "Wa1-g1")]).await;
    let refused = second.sees("захват обязателен").await;
    let keys = ["Ещё раз", "Показать", "Прочесть правило"];
    assert_eq!(refused.keys(), keys);
    second.clicks("Ещё раз").await;
    second.clicks("⌨️").await;
    second.fills(&[("Ход в нотации", "xd4d6")]).await;
    second.sees("Верно!").await;
    second.clicks("Следующий урок").await;
    second.clicks("✖️").await;
    second.sees("Урок закрыт").await;
    session.finish().await;
}

#[tokio::test]
async fn after_all_lessons_are_solved_a_real_game_is_offered() {
    let session = Session::new().await;
    let person = session.harness.person(SPECTATOR);
    person.types("/learn").await;
    person.clicks("Pierwsza lekcja").await;
    for lesson in Lesson::ALL {
        if Lesson::first_of(lesson.game()) == Some(*lesson) {
            // The first lesson of each game comes after what the game is about.
            person.sees("o co chodzi?").await;
            person.clicks("Zaczynamy").await;
        }
        let position = lesson.position();
        let answer = position.write(&lesson.answer().unwrap()).unwrap();
        // Each game has lessons of its own.
        let (number, count) = match lesson.index() {
            index @ 0..5 => (index + 1, 5),
            index => (index - 4, 3),
        };
        person.sees(&format!("lekcja {number} z {count}")).await;
        person.clicks("⌨️").await;
        person.fills(&[("Ruch w notacji", &answer)]).await;
        let done = person.sees("Dobrze!").await;
        assert!(
            done.text.contains(&format!("lekcja {number} z {count}")),
            "{done}"
        );
        if lesson.next().is_some() {
            person.clicks("Następna lekcja").await;
        }
    }
    person.sees("Czas na prawdziwą partię").await;
    let solved = session.app.solved_lessons(PlayerId(SPECTATOR as i64)).await;
    assert_eq!(solved.unwrap().len(), Lesson::ALL.len());
    let solved = session
        .app
        .solved_lessons(PlayerId(FIRST_PLAYER as i64))
        .await;
    assert!(solved.unwrap().is_empty());
    let list = person.types("/learn").await;
    let expected = ["Zagraj z komputerem", "Wyzwanie"];
    assert_eq!(list.message().keys(), expected);
    session.finish().await;
}

#[tokio::test]
async fn a_player_without_games_is_shown_how_to_start() {
    let session = Session::new().await;
    for command in ["/games", "/move", "/board", "/resign"] {
        let answer = session.first().types(command).await;
        let message = answer.message();
        assert!(message.text.contains("You have no games"), "{message}");
        let expected = ["Play the computer", "Challenge", "Lessons"];
        assert_eq!(message.keys(), expected, "{command}");
    }
    session.finish().await;
}

/// The taps that a newcomer may need for a first move.
const MAX_TAPS: usize = 8;

#[tokio::test]
async fn a_newcomer_makes_a_first_move_alone_within_eight_taps() {
    let harness = Harness::new().await;
    let now = harness.sandbox.now();
    let session = Session::with_new_players(harness, now, DEFAULT_COMMANDS_PER_MINUTE).await;
    let first = session.first().at(GENERAL);
    // The first screen shows what it is, in a picture with a description.
    let greeting = first.sees("I'm **Hexpost**").await;
    assert!(greeting.picture().is_some() && !greeting.is_private);
    assert!(greeting.alts()[0].contains("TZAAR"), "{greeting}");
    let expected = ["How to play", "Play the computer", "Challenge"];
    assert_eq!(greeting.keys(), expected);
    let taps = ["How to play", "Start", "a", "a1", "g1", "Confirm"];
    assert!(taps.len() <= MAX_TAPS);
    for tap in taps {
        let screen = first.clicks(tap).await;
        // Every screen says what to do next and shows a board, to this person alone.
        let screen = screen.message();
        assert!(screen.is_private && screen.picture().is_some(), "{screen}");
    }
    let right = first.sees("✅ **Right!**").await;
    assert!(right.keys().contains(&"Next lesson"), "{right}");
    session.finish().await;
}

#[tokio::test]
async fn how_to_play_speaks_the_language_of_the_person_who_presses_it() {
    let harness = Harness::new().await;
    let now = harness.sandbox.now();
    let session = Session::with_new_players(harness, now, DEFAULT_COMMANDS_PER_MINUTE).await;
    let second = session.second().at(GENERAL);
    second.sees("I'm **Hexpost**").await;
    second.clicks("How to play").await;
    let about = second.sees("в чём суть?").await;
    assert!(about.text.contains("**Победа** — 4 белых"), "{about}");
    session.finish().await;
}
