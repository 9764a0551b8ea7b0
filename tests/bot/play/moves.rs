//! How moves are made: with buttons, with menus, typed.

use std::time::Duration;

use hexpost_sandbox::{ControlAction, SPECTATOR};

use super::super::harness::Harness;
use super::Session;

#[tokio::test]
async fn a_move_takes_a_few_taps_and_pings_the_opponent_once() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    let answer = first.clicks("Move").await;
    assert!(answer.message().is_private, "the composer is private");
    for key in ["⚫ 10", "d", "d4", "a1"] {
        let answer = first.clicks(key).await;
        assert!(
            answer.message().picture().is_some(),
            "every screen has a picture"
        );
    }
    let screen = first.sees("Black marble on d4").await;
    assert!(screen.is_private);
    let before = session.second().was_pinged();
    let answer = first.clicks("Confirm").await;
    assert!(answer.message().text.contains("`Bd4-a1`"));
    let board = session
        .second_at(thread)
        .sees("black marble on d4; ring a1 removed")
        .await;
    assert!(board.pings_me);
    assert_eq!(board.keys(), ["Move", "More"]);
    session.settles().await;
    assert_eq!(session.second().was_pinged(), before + 1);
    let closed = || {
        let all = first.reads().into_iter();
        let mut older = all.filter(|seen| !seen.is_private && seen.id != board.id);
        older.all(|seen| seen.keys().is_empty()).then_some(())
    };
    session
        .harness
        .until("the buttons of older boards to be removed", closed)
        .await;
    session.finish().await;
}

#[tokio::test]
async fn both_parts_of_a_turn_are_posted_as_one_message() {
    let session = Session::new().await;
    let thread = session.game("tzaar fixed").await;
    session.first_at(thread).types("/move turn:d5xd4").await;
    session.second_at(thread).sees("`d5xd4`").await;
    let before = session.first_at(thread).reads().len();
    let answer = session
        .second_at(thread)
        .types("/move turn:a1xb1 a2+a3")
        .await;
    assert!(
        answer.message().text.contains('✅'),
        "{}",
        answer.message().text
    );
    let board = session.first_at(thread).sees("`a1xb1 a2+a3`").await;
    assert!(
        board
            .text
            .contains("a1 captures b1 (Tott); a2 onto a3: stack of height 2"),
        "{board}"
    );
    session.settles().await;
    assert_eq!(session.first_at(thread).reads().len(), before + 1);
    session.finish().await;
}

#[tokio::test]
async fn a_typed_move_is_autocompleted_and_free_text_is_accepted() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    let offered = first.is_offered("/move turn:").await;
    assert!(!offered.is_empty() && offered.len() <= 25, "{offered:?}");
    assert!(
        offered[0].contains("white marble") || offered[0].contains("White"),
        "{offered:?}"
    );
    let offered = first.is_offered("/move turn:Wd4").await;
    assert!(
        offered.iter().any(|name| name.starts_with("Wd4-")),
        "{offered:?}"
    );
    let answer = first.types("/move turn:w d4 , b1").await;
    assert!(
        answer.message().text.contains("`Wd4-b1`"),
        "{}",
        answer.message().text
    );
    session.second_at(thread).sees("`Wd4-b1`").await;
    session.finish().await;
}

#[tokio::test]
async fn an_illegal_move_is_refused_privately_with_the_rule() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    let public = |session: &Session| {
        let all = session.first_at(thread).reads();
        all.into_iter().filter(|seen| !seen.is_private).count()
    };
    let before = public(&session);
    for (typed, said) in [
        ("Wd4-d3", "can't be slid out"),
        ("xd4d6", "no marble"),
        ("zzz", "can't read"),
    ] {
        let answer = first.types(&format!("/move turn:{typed}")).await;
        let message = answer.message();
        assert!(message.is_private);
        assert!(message.text.contains(said), "{typed}: {}", message.text);
        assert!(
            message.picture().is_some(),
            "a picture shows the legal moves"
        );
    }
    session.settles().await;
    assert_eq!(public(&session), before);
    session.finish().await;
}

#[tokio::test]
async fn a_move_can_be_typed_into_the_modal_of_the_composer() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.clicks("Move").await;
    let answer = first.clicks("⌨️").await;
    assert_eq!(answer.form()["title"], "Type your turn");
    let answer = first.fills(&[("Turn in notation", "Gc3-g4")]).await;
    assert!(
        answer.message().text.contains("`Gc3-g4`"),
        "{}",
        answer.message().text
    );
    // Like everything in the composer, it needs a confirmation.
    first.clicks("Confirm").await;
    session.second_at(thread).sees("`Gc3-g4`").await;
    session.finish().await;
}

#[tokio::test]
async fn only_the_player_to_move_can_move_and_others_are_told_why() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let answer = session.second_at(thread).clicks("1m").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("ход"),
        "in Russian: {}",
        answer.message().text
    );
    let spectator = session.harness.person(SPECTATOR).at(thread);
    let answer = spectator.clicks("1m").await;
    assert!(
        answer.message().text.contains("tylko gracze"),
        "in Polish: {}",
        answer.message().text
    );
    // But anyone may view the board.
    spectator.clicks("1o").await;
    let answer = spectator.types("/board").await;
    assert!(answer.message().picture().is_some());
    session.finish().await;
}

#[tokio::test]
async fn a_stale_button_shows_the_current_board() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    let old = first.sees("it's your turn").await;
    // The player still has the old screen open when the move is made by a command.
    first.clicks("Move").await;
    let screen = first.reads().pop().unwrap();
    let stale = screen.parts().next().unwrap()["custom_id"]
        .as_str()
        .unwrap()
        .to_owned();
    first.types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    // A week later, after a restart.
    session.passes(Duration::from_hours(7 * 24)).await;
    session.settles().await;
    let session = session.restart().await;
    let first = session.first_at(thread);
    let answer = first.clicks_on(&screen, &stale).await;
    assert!(
        answer.message().text.contains("moved on"),
        "{}",
        answer.message().text
    );
    assert!(answer.message().picture().is_some());
    session.settles().await;
    let closed = || {
        let mut all = first.reads().into_iter();
        all.find(|seen| seen.id == old.id && seen.keys().is_empty())
    };
    let closed = session
        .harness
        .until("the buttons of the old board to be removed", closed);
    let closed = closed.await;
    // It no longer says whose turn it is.
    assert!(!closed.text.contains("your turn"), "{closed}");
    assert!(closed.text.contains("Have a good game"), "{closed}");
    session.finish().await;
}

#[tokio::test]
async fn a_draft_survives_a_restart_and_old_buttons_still_work() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.clicks("Move").await;
    for key in ["🔘 8", "e", "e3"] {
        first.clicks(key).await;
    }
    let session = session.restart().await;
    let first = session.first_at(thread);
    // The screen from before the restart still works …
    let answer = first.clicks("g1").await;
    assert!(
        answer.message().text.contains("e3"),
        "{}",
        answer.message().text
    );
    // … and Move continues where it was left.
    let answer = first.clicks("1m").await;
    assert!(
        answer.message().text.contains("Grey marble on e3"),
        "{}",
        answer.message().text
    );
    first.clicks("Confirm").await;
    session.second_at(thread).sees("`Ge3-g1`").await;
    session.finish().await;
}

#[tokio::test]
async fn a_game_can_be_viewed_turn_by_turn_and_as_text() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.second_at(thread).types("/move turn:Bb2-g1").await;
    let first = session.first_at(thread);
    first.sees("`Bb2-g1`").await;
    let answer = first.types("/board").await;
    assert!(answer.message().text.contains("Turn 2 of 2"));
    let answer = first.clicks("◀").await;
    assert!(answer.message().text.contains("Turn 1 of 2"));
    assert!(answer.message().text.contains("Wd4-a1"));
    let answer = first.clicks("⏮").await;
    assert!(answer.message().text.contains("Turn 0 of 2"));
    let answer = first.clicks("As text").await;
    assert!(
        answer.message().text.contains("```"),
        "{}",
        answer.message().text
    );
    assert!(answer.message().picture().is_none());
    let answer = first.types("/board turn:1").await;
    assert!(answer.message().text.contains("Turn 1 of 2"));
    session.finish().await;
}

#[tokio::test]
async fn a_player_with_several_games_is_asked_which() {
    let session = Session::new().await;
    session.game("zertz 37").await;
    session.game("tzaar fixed").await;
    let answer = session.first().types("/move").await;
    let menu = answer.message().parts().next().unwrap().clone();
    assert_eq!(menu["options"].as_array().unwrap().len(), 2, "{menu}");
    let label = menu["options"][0]["label"].as_str().unwrap().to_owned();
    assert!(
        label.contains("Player 2") && label.contains("your turn"),
        "{label}"
    );
    let answer = session.first().chooses(&[&label]).await;
    assert!(answer.message().picture().is_some());
    let offered = session.first().is_offered("/board game:").await;
    assert_eq!(offered.len(), 2, "{offered:?}");
    let answer = session.first().types("/games").await;
    assert!(answer.message().text.contains("You have 2 games"));
    session.finish().await;
}

#[tokio::test]
async fn an_incomplete_typed_turn_continues_in_the_composer() {
    let session = Session::new().await;
    let zertz = session.game("zertz 37").await;
    let first = session.first_at(zertz);
    let answer = first.types("/move turn:w d4").await;
    let text = &answer.message().text;
    assert!(text.contains("isn't complete yet"), "{text}");
    assert!(text.contains("Which ring do you remove?"), "{text}");
    first.clicks("a1").await;
    first.clicks("Confirm").await;
    session.second_at(zertz).sees("`Wd4-a1`").await;
    let tzaar = session.game("tzaar fixed").await;
    session.first_at(tzaar).types("/move turn:d3xd4").await;
    let second = session.second_at(tzaar);
    second.sees("`d3xd4`").await;
    second.types("/move turn:c4xd5").await;
    second.clicks("Пас").await;
    second.clicks("Сходить").await;
    session.first_at(tzaar).sees("`c4xd5 -`").await;
    session.finish().await;
}

#[tokio::test]
async fn a_typed_turn_with_a_warning_needs_a_confirmation() {
    let session = Session::new().await;
    let thread = session.game("zertz 48-tournament").await;
    let (first, second) = (session.first_at(thread), session.second_at(thread));
    first.types("/move turn:Wd4-a1").await;
    second.sees("`Wd4-a1`").await;
    second.types("/move turn:Gd5-a2").await;
    first.sees("`Gd5-a2`").await;
    // A capture is possible, and would be missed.
    let answer = first.types("/move turn:Bg3-h4").await;
    let text = &answer.message().text;
    assert!(text.contains("⚠️") && text.contains("`Bg3-h4`"), "{text}");
    session.settles().await;
    assert!(
        second
            .reads()
            .iter()
            .all(|seen| !seen.text.contains("Bg3-h4"))
    );
    first.clicks("Confirm").await;
    second.sees("`Bg3-h4`").await;
    session.finish().await;
}

#[tokio::test]
async fn a_chosen_suggestion_leads_to_further_suggestions() {
    let session = Session::new().await;
    let thread = session.game("zertz 48-tournament").await;
    let (first, second) = (session.first_at(thread), session.second_at(thread));
    first.types("/move turn:Wg2-a1").await;
    second.sees("`Wg2-a1`").await;
    second.types("/move turn:Bg3-a2").await;
    first.sees("`Bg3-a2`").await;
    let offered = first.is_offered("/move turn:").await;
    assert!(
        offered.iter().any(|text| text.starts_with("xg2")),
        "{offered:?}"
    );
    // G is a grey marble here, not column g with the marbles that can jump.
    let offered = first.is_offered("/move turn:G").await;
    let leads_on = |text: &String| text.starts_with('G') && !text.starts_with("G ·");
    assert!(
        !offered.is_empty() && offered.iter().all(leads_on),
        "{offered:?}"
    );
    let offered = first.is_offered("/move turn:xg").await;
    let is_jump = |text: &String| text.starts_with("xg");
    assert!(
        !offered.is_empty() && offered.iter().all(is_jump),
        "{offered:?}"
    );
    session.finish().await;
}

#[tokio::test]
async fn an_old_board_that_still_has_its_buttons_loses_them_when_one_is_pressed() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    let old = session
        .second_at(thread)
        .reads()
        .into_iter()
        .last()
        .unwrap();
    let press = old.parts().find(|part| {
        let id = part["custom_id"].as_str();
        id.is_some_and(|id| id.starts_with("1m"))
    });
    let press = press.unwrap()["custom_id"].as_str().unwrap();
    // Discord fails to change the old board, as it does when it is overloaded.
    session.harness.control(ControlAction::Answer {
        status: 500,
        times: 1,
        path: Some(format!("/channels/{thread}/messages/{}", old.id)),
        wait: Duration::ZERO,
    });
    first.types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.settles().await;
    let buttons = || {
        let mut all = session.second_at(thread).reads().into_iter();
        let seen = all.find(|seen| seen.id == old.id).unwrap();
        seen.parts().count()
    };
    let edits = || {
        let lines = session.harness.sandbox.wire();
        let is_edit = |line: &&serde_json::Value| {
            let title = line["title"].as_str();
            title.is_some_and(|title| title.starts_with("PATCH /channels"))
        };
        lines.iter().filter(is_edit).count()
    };
    assert!(buttons() > 0);
    let before = edits();
    first.presses_and_leaves(&old, press);
    first.sees("The game has moved on").await;
    let gone = || (buttons() == 0).then_some(());
    session.harness.until("the buttons to be gone", gone).await;
    // It took no request that Discord counts, and the picture has stayed.
    assert_eq!(edits(), before);
    let mut all = first.reads().into_iter();
    let seen = all.find(|seen| seen.id == old.id).unwrap();
    assert_eq!(seen.json["attachments"], old.json["attachments"]);
    session.finish_after_trouble().await;
}
