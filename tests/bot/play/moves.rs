//! How moves are made: with keys, with menus, typed.

use std::time::Duration;

use hexpost_sandbox::SPECTATOR;

use super::Table;

#[tokio::test]
async fn a_move_is_made_with_a_few_taps_and_pings_the_other_once() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    let answer = first.clicks("Move").await;
    assert!(
        answer.message().is_private,
        "nobody sees what is being tried"
    );
    for key in ["⚫ 10", "d", "d4", "a1"] {
        let answer = first.clicks(key).await;
        assert!(
            answer.message().picture().is_some(),
            "a picture at each tap"
        );
    }
    let screen = first.sees("Black marble on d4").await;
    assert!(screen.is_private);
    let before = table.second().was_pinged();
    let answer = first.clicks("Confirm").await;
    assert!(answer.message().text.contains("`Bd4-a1`"));
    let board = table
        .second_at(thread)
        .sees("black marble on d4; ring a1 removed")
        .await;
    assert!(board.pings_me);
    assert_eq!(board.keys(), ["Move", "More", "Tonight", "Tomorrow"]);
    table.settles().await;
    assert_eq!(table.second().was_pinged(), before + 1);
    let closed = || {
        let all = first.reads().into_iter();
        let mut older = all.filter(|seen| !seen.is_private && seen.id != board.id);
        older.all(|seen| seen.keys().is_empty()).then_some(())
    };
    table
        .bench
        .until("older boards have lost their keys", closed)
        .await;
    table.finish().await;
}

#[tokio::test]
async fn both_parts_of_a_turn_are_one_message() {
    let table = Table::new().await;
    let thread = table.game("tzaar fixed").await;
    table.first_at(thread).types("/move turn:d5xd4").await;
    table.second_at(thread).sees("`d5xd4`").await;
    let before = table.first_at(thread).reads().len();
    let answer = table
        .second_at(thread)
        .types("/move turn:a1xb1 a2+a3")
        .await;
    assert!(
        answer.message().text.contains('✅'),
        "{}",
        answer.message().text
    );
    let board = table.first_at(thread).sees("`a1xb1 a2+a3`").await;
    assert!(
        board
            .text
            .contains("a1 captures b1 (Tott); a2 onto a3: stack of height 2"),
        "{board}"
    );
    table.settles().await;
    assert_eq!(table.first_at(thread).reads().len(), before + 1);
    table.finish().await;
}

#[tokio::test]
async fn a_typed_move_is_suggested_step_by_step_and_free_text_is_taken() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
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
    table.second_at(thread).sees("`Wd4-b1`").await;
    table.finish().await;
}

#[tokio::test]
async fn a_wrong_move_is_answered_privately_with_the_rule_and_changes_nothing() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    let public = |table: &Table| {
        let all = table.first_at(thread).reads();
        all.into_iter().filter(|seen| !seen.is_private).count()
    };
    let before = public(&table);
    for (typed, said) in [
        ("Wd4-d3", "can't be slid out"),
        ("xd4d6", "no marble"),
        ("zzz", "can't read"),
    ] {
        let answer = first.types(&format!("/move turn:{typed}")).await;
        let message = answer.message();
        assert!(message.is_private);
        assert!(message.text.contains(said), "{typed}: {}", message.text);
        assert!(message.picture().is_some(), "what is possible is shown");
    }
    table.settles().await;
    assert_eq!(public(&table), before);
    table.finish().await;
}

#[tokio::test]
async fn a_move_is_typed_into_the_form_of_the_composer() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    first.clicks("Move").await;
    let answer = first.clicks("⌨️").await;
    assert_eq!(answer.form()["title"], "Type your turn");
    let answer = first.fills(&[("Turn in notation", "Gc3-g4")]).await;
    assert!(
        answer.message().text.contains("`Gc3-g4`"),
        "{}",
        answer.message().text
    );
    // Like everything in the composer it is confirmed.
    first.clicks("Confirm").await;
    table.second_at(thread).sees("`Gc3-g4`").await;
    table.finish().await;
}

#[tokio::test]
async fn only_the_player_to_move_can_and_others_are_told_kindly() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let answer = table.second_at(thread).clicks("1m").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("ход"),
        "in Russian: {}",
        answer.message().text
    );
    let spectator = table.bench.person(SPECTATOR).at(thread);
    let answer = spectator.clicks("1m").await;
    assert!(
        answer.message().text.contains("tylko gracze"),
        "in Polish: {}",
        answer.message().text
    );
    // But anyone may look.
    spectator.clicks("1o").await;
    let answer = spectator.types("/board").await;
    assert!(answer.message().picture().is_some());
    table.finish().await;
}

#[tokio::test]
async fn a_button_of_an_older_board_shows_how_the_game_stands() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    let old = first.sees("it's your turn").await;
    // Someone still has the old screen before him while the move is made elsewhere.
    first.clicks("Move").await;
    let screen = first.reads().pop().unwrap();
    let stale = screen.parts().next().unwrap()["custom_id"]
        .as_str()
        .unwrap()
        .to_owned();
    first.types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    // Last week's message, after a restart.
    table.passes(Duration::from_hours(7 * 24)).await;
    table.settles().await;
    let table = table.restart().await;
    let first = table.first_at(thread);
    let answer = first.clicks_on(&screen, &stale).await;
    assert!(
        answer.message().text.contains("moved on"),
        "{}",
        answer.message().text
    );
    assert!(answer.message().picture().is_some());
    table.settles().await;
    let closed = || {
        let mut all = first.reads().into_iter();
        all.find(|seen| seen.id == old.id && seen.keys().is_empty())
    };
    let closed = table.bench.until("the old board has lost its keys", closed);
    let closed = closed.await;
    // It calls nobody any more.
    assert!(!closed.text.contains("your turn"), "{closed}");
    assert!(closed.text.contains("Have a good game"), "{closed}");
    table.finish().await;
}

#[tokio::test]
async fn a_draft_survives_a_restart_and_old_buttons_still_work() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    first.clicks("Move").await;
    for key in ["🔘 8", "e", "e3"] {
        first.clicks(key).await;
    }
    let table = table.restart().await;
    let first = table.first_at(thread);
    // The screen of before the restart goes on …
    let answer = first.clicks("g1").await;
    assert!(
        answer.message().text.contains("e3"),
        "{}",
        answer.message().text
    );
    // … and so does the button TurnInput, where it was left.
    let answer = first.clicks("1m").await;
    assert!(
        answer.message().text.contains("Grey marble on e3"),
        "{}",
        answer.message().text
    );
    first.clicks("Confirm").await;
    table.second_at(thread).sees("`Ge3-g1`").await;
    table.finish().await;
}

#[tokio::test]
async fn a_game_can_be_looked_at_turn_by_turn_and_as_text() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    table.second_at(thread).types("/move turn:Bb2-g1").await;
    let first = table.first_at(thread);
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
    table.finish().await;
}

#[tokio::test]
async fn whoever_has_several_games_is_asked_which() {
    let table = Table::new().await;
    table.game("zertz 37").await;
    table.game("tzaar fixed").await;
    let answer = table.first().types("/move").await;
    let menu = answer.message().parts().next().unwrap().clone();
    assert_eq!(menu["options"].as_array().unwrap().len(), 2, "{menu}");
    let label = menu["options"][0]["label"].as_str().unwrap().to_owned();
    assert!(
        label.contains("Player 2") && label.contains("your turn"),
        "{label}"
    );
    let answer = table.first().chooses(&[&label]).await;
    assert!(answer.message().picture().is_some());
    let offered = table.first().is_offered("/board game:").await;
    assert_eq!(offered.len(), 2, "{offered:?}");
    let answer = table.first().types("/games").await;
    assert!(answer.message().text.contains("You have 2 games"));
    table.finish().await;
}

#[tokio::test]
async fn the_beginning_of_a_turn_that_is_typed_goes_on_in_the_composer() {
    let table = Table::new().await;
    let zertz = table.game("zertz 37").await;
    let first = table.first_at(zertz);
    let answer = first.types("/move turn:w d4").await;
    let text = &answer.message().text;
    assert!(text.contains("isn't complete yet"), "{text}");
    assert!(text.contains("Which ring do you remove?"), "{text}");
    first.clicks("a1").await;
    first.clicks("Confirm").await;
    table.second_at(zertz).sees("`Wd4-a1`").await;
    let tzaar = table.game("tzaar fixed").await;
    table.first_at(tzaar).types("/move turn:d3xd4").await;
    let second = table.second_at(tzaar);
    second.sees("`d3xd4`").await;
    second.types("/move turn:c4xd5").await;
    second.clicks("Пас").await;
    second.clicks("Сходить").await;
    table.first_at(tzaar).sees("`c4xd5 -`").await;
    table.finish().await;
}

#[tokio::test]
async fn a_typed_turn_that_something_speaks_against_is_confirmed_first() {
    let table = Table::new().await;
    let thread = table.game("zertz 48-tournament").await;
    let (first, second) = (table.first_at(thread), table.second_at(thread));
    first.types("/move turn:Wd4-a1").await;
    second.sees("`Wd4-a1`").await;
    second.types("/move turn:Gd5-a2").await;
    first.sees("`Gd5-a2`").await;
    // A capture is possible, and would be missed.
    let answer = first.types("/move turn:Bg3-h4").await;
    let text = &answer.message().text;
    assert!(text.contains("⚠️") && text.contains("`Bg3-h4`"), "{text}");
    table.settles().await;
    assert!(
        second
            .reads()
            .iter()
            .all(|seen| !seen.text.contains("Bg3-h4"))
    );
    first.clicks("Confirm").await;
    second.sees("`Bg3-h4`").await;
    table.finish().await;
}

#[tokio::test]
async fn a_suggestion_that_was_taken_leads_on() {
    let table = Table::new().await;
    let thread = table.game("zertz 48-tournament").await;
    let (first, second) = (table.first_at(thread), table.second_at(thread));
    first.types("/move turn:Wg2-a1").await;
    second.sees("`Wg2-a1`").await;
    second.types("/move turn:Bg3-a2").await;
    first.sees("`Bg3-a2`").await;
    let offered = first.is_offered("/move turn:").await;
    assert!(
        offered.iter().any(|text| text.starts_with("xg2")),
        "{offered:?}"
    );
    // G is a grey marble, not the column of those that can jump.
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
    table.finish().await;
}
