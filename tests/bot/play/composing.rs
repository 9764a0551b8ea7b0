//! The composer around a turn: closing it, touch-move, double taps, and what comes before and after.

use std::time::Duration;

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use hexpost_sandbox::{FIRST_PLAYER, SECOND_PLAYER};

use super::Session;
use hexpost::model::PlayerId;

#[tokio::test]
async fn a_double_tap_does_not_confirm_and_is_answered() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.clicks("Move").await;
    // A4 is fourth in the first row, where Confirm may be now.
    for key in ["d", "d4", "a4"] {
        first.clicks(key).await;
    }
    let answer = first.clicks("Confirm").await;
    let text = &answer.message().text;
    assert!(text.contains("Tap Confirm once more"), "{text}");
    session.settles().await;
    let is_made = |text: &str| {
        let all = session.second_at(thread).reads();
        all.iter().any(|seen| seen.text.contains(text))
    };
    assert!(!is_made("d4-a4"));
    first.clicks("Confirm").await;
    session.second_at(thread).sees("d4-a4`").await;
    session.finish().await;
}

#[tokio::test]
async fn a_fast_but_intended_confirm_is_not_swallowed() {
    let session = Session::new().await;
    for (variant, keys, said) in [
        // Elsewhere on the screen.
        ("zertz 37", &["d", "d4", "a1"][..], "d4-a1`"),
        ("zertz 48-tournament", &["⚪ 6", "d", "d4", "a1"], "Wd4-a1`"),
        // The last ring of the list on 61 rings.
        ("zertz 61", &["e", "e5", "i5"], "e5-i5`"),
    ] {
        let thread = session.game(variant).await;
        let first = session.first_at(thread);
        first.clicks("Move").await;
        for (index, key) in keys.iter().enumerate() {
            // The last ring lies where Confirm is; half a second is too fast there.
            if index + 1 == keys.len() && *key == "i5" {
                first.clicks(key).await;
                session.passes(Duration::from_millis(750)).await;
            } else {
                first.clicks(key).await;
            }
        }
        let answer = first.clicks("Confirm").await;
        let text = &answer.message().text;
        assert!(text.contains('✅'), "{variant}: {text}");
        session.second_at(thread).sees(said).await;
    }
    session.finish().await;
}

#[tokio::test]
async fn closing_keeps_the_turn_and_discarding_is_offered_beside_it() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.clicks("Move").await;
    // Nothing is chosen yet.
    let answer = first.clicks("Close").await;
    assert_eq!(answer.message().keys(), ["Continue"]);
    first.clicks("Continue").await;
    for key in ["⚫ 10", "d", "d4"] {
        first.clicks(key).await;
    }
    let answer = first.clicks("Close").await;
    let text = &answer.message().text;
    assert!(text.contains("Your turn so far is kept"), "{text}");
    assert_eq!(answer.message().keys(), ["Continue", "Discard"]);
    assert!(answer.message().picture().is_none());
    let answer = first.clicks("Continue").await;
    let text = &answer.message().text;
    assert!(text.contains("black marble on d4"), "{text}");
    // The button Move continues it as well.
    let answer = first.clicks("1m").await;
    assert!(answer.message().text.contains("black marble on d4"));
    first.clicks("Close").await;
    let answer = first.clicks("Discard").await;
    let text = &answer.message().text;
    assert!(text.contains("Nothing has been played"), "{text}");
    assert_eq!(answer.message().keys(), ["Continue"]);
    let answer = first.clicks("Continue").await;
    let text = &answer.message().text;
    assert!(
        !text.contains("d4") && text.contains("Which ring do you place it on?"),
        "{text}"
    );
    session.finish().await;
}

#[tokio::test]
async fn with_touch_move_a_placement_takes_six_taps_and_each_is_final_at_once() {
    let session = Session::new().await;
    let thread = session.game("zertz 48-tournament").await;
    let first = session.first_at(thread);
    let answer = first.clicks("Move").await;
    let colours = answer.message().clone();
    let text = &colours.text;
    assert!(
        text.contains("a tap on a colour or a ring is final"),
        "{text}"
    );
    let mut parts = colours.parts();
    let black = parts.find(|part| part["label"] == "⚫ 10").unwrap();
    let black = black["custom_id"].as_str().unwrap().to_owned();
    // In another window of the composer.
    first.clicks("1m").await;
    first.clicks("⚪ 6").await;
    // It was stored before the screen changed: another colour comes too late.
    let answer = first.clicks_on(&colours, &black).await;
    let message = answer.message();
    assert!(message.text.contains("white marble"), "{message}");
    assert!(message.picture().is_some(), "{message}");
    let session = session.restart().await;
    let first = session.first_at(thread);
    first.clicks("d").await;
    // A column is no touch.
    first.clicks("Back").await;
    let answer = first.clicks("c").await;
    assert!(answer.message().text.contains("white marble"));
    first.clicks("c3").await;
    let answer = first.clicks("Close").await;
    assert_eq!(
        answer.message().keys(),
        ["Continue"],
        "nothing can be discarded"
    );
    first.clicks("Continue").await;
    let answer = first.clicks("a1").await;
    let text = &answer.message().text;
    assert!(text.contains("can't be changed any more"), "{text}");
    let answer = first.clicks("Confirm").await;
    // In touch-move games no turn is taken back alone.
    assert!(answer.message().keys().is_empty(), "{}", answer.message());
    session.second_at(thread).sees("`Wc3-a1`").await;
    session.finish().await;
}

#[tokio::test]
async fn off_turn_move_offers_a_plan_and_an_analysis_board() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    let first = session.first_at(thread);
    let answer = first.types("/move").await;
    let text = &answer.message().text;
    assert!(text.contains("your opponent's turn"), "{text}");
    assert_eq!(answer.message().keys(), ["Plan", "Analyse"]);
    let waiting = answer.message().clone();
    let id = |label: &str| {
        let mut parts = waiting.parts();
        let part = parts.find(|part| part["label"] == label).unwrap();
        part["custom_id"].as_str().unwrap().to_owned()
    };
    let answer = first.clicks_on(&waiting, &id("Analyse")).await;
    assert!(answer.message().picture().is_some());
    let answer = first.clicks_on(&waiting, &id("Plan")).await;
    let keys = answer.message().keys();
    assert!(keys.contains(&"Add a line"), "{keys:?}");
    session.finish().await;
}

#[tokio::test]
async fn a_ring_typed_without_a_colour_goes_on_in_the_composer() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    let answer = first.types("/move turn:d4").await;
    let message = answer.message();
    assert!(message.text.contains("So far: d4"), "{}", message.text);
    assert!(message.text.contains("Which marble?"), "{}", message.text);
    assert!(message.picture().is_some());
    let answer = first.clicks("🔘 8").await;
    let text = &answer.message().text;
    assert!(text.contains("grey marble on d4"), "{text}");
    assert!(text.contains("Which ring do you remove?"), "{text}");
    // The ring to remove may be there as well.
    let answer = first.types("/move turn:d4 a1").await;
    assert!(answer.message().text.contains("So far: d4 a1"));
    let answer = first.clicks("⚪ 6").await;
    assert!(answer.message().text.contains("`Wd4-a1`"));
    first.clicks("Confirm").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    // With touch-move a colour that is final is not asked for again.
    let thread = session.game("zertz 48-tournament").await;
    let first = session.first_at(thread);
    first.clicks("Move").await;
    first.clicks("⚫ 10").await;
    let answer = first.types("/move turn:d4").await;
    let text = &answer.message().text;
    assert!(text.contains("black marble on d4"), "{text}");
    session.finish().await;
}

#[tokio::test]
async fn removing_the_ring_of_the_new_marble_is_explained() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let answer = session.first_at(thread).types("/move turn:Wd4-d4").await;
    let text = &answer.message().text;
    assert!(text.contains("just put your marble on d4"), "{text}");
    session.finish().await;
}

#[tokio::test]
async fn after_confirm_the_turn_can_be_taken_back_and_the_next_game_opened() {
    let session = Session::new().await;
    let other = session.game("tzaar fixed").await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    let answer = first.types("/move turn:Wd4-a1").await;
    assert_eq!(answer.message().keys(), ["Take back", "Next game"]);
    let text = &answer.message().text;
    assert!(text.contains("Next: ") && text.contains("TZAAR"), "{text}");
    let made = answer.message().clone();
    let mut parts = made.parts();
    let next = parts.find(|part| part["label"] == "Next game").unwrap();
    let next = next["custom_id"].as_str().unwrap();
    let answer = first.clicks_on(&made, next).await;
    let text = &answer.message().text;
    assert!(text.contains("Which piece captures?"), "{text}");
    let answer = first.clicks("Take back").await;
    assert!(answer.message().text.contains("taken back"));
    session.settles().await;
    let answer = first.clicks("1m").await;
    let text = &answer.message().text;
    assert!(text.contains("Which ring do you place it on?"), "{text}");
    session.first_at(other).types("/move turn:d5xd4").await;
    let answer = session.first_at(thread).types("/move turn:Wd4-a1").await;
    assert_eq!(
        answer.message().keys(),
        ["Take back"],
        "no other game waits"
    );
    session.finish().await;
}

/// A record in which the first player has only one legal turn three times.
fn forced_three_times() -> (Vec<String>, Vec<usize>) {
    let variant = Variant::parse("zertz", "37").unwrap();
    for seed in 0..2000 {
        let mut numbers = SplitMix64::new(seed);
        let mut game = AnyGame::start(&variant);
        let (mut turns, mut forced) = (Vec::new(), Vec::new());
        while game.outcome().is_none() && turns.len() < 20 {
            if game.to_move() == Side::First && game.only_turn().is_some() {
                forced.push(turns.len());
            }
            let turn = game.uniform_turn(&mut numbers).unwrap();
            turns.push(game.write(&turn).unwrap());
            game.play(&turn).unwrap();
            if forced.len() == 3 && game.outcome().is_none() {
                return (turns, forced);
            }
        }
    }
    panic!("no such game");
}

#[tokio::test]
async fn the_third_confirmed_forced_turn_offers_to_play_them() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let (turns, forced) = forced_three_times();
    for (index, turn) in turns.iter().enumerate() {
        let id = [FIRST_PLAYER, SECOND_PLAYER][index % 2];
        let person = session.harness.person(id).at(thread);
        let answer = person.types(&format!("/move turn:{turn}")).await;
        let mut answer = answer.message().clone();
        if answer.keys().contains(&"Confirm") {
            answer = person.clicks("Confirm").await.message().clone();
        }
        let is_offered = answer.keys().contains(&"Play forced moves for me");
        assert_eq!(
            is_offered,
            forced.last() == Some(&index),
            "{index}: {answer}"
        );
    }
    let first = session.first_at(thread);
    let answer = first.clicks("Play forced moves for me").await;
    assert!(answer.message().text.contains("from now on I play"));
    let settings = session
        .app
        .player_settings(PlayerId(FIRST_PLAYER as i64))
        .await
        .unwrap();
    assert!(settings.forced_moves);
    session.finish().await;
}
