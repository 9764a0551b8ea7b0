//! The threads of games: their names, what is said in them, and what becomes of them at the end.

use std::time::Duration;

use hexpost_sandbox::{ControlAction, FIRST_PLAYER, Id};
use serde_json::{Value, json};

use super::super::harness::Harness;
use super::Session;

/// A thread as Discord describes it.
fn thread_json(session: &Session, thread: Id) -> Value {
    let seen = session.harness.sandbox.overview(FIRST_PLAYER).unwrap();
    let servers = seen["servers"].as_array().unwrap();
    let mut channels = servers
        .iter()
        .flat_map(|server| server["channels"].as_array().unwrap());
    let wanted = thread.to_string();
    let found = channels.find(|channel| channel["id"] == wanted.as_str());
    found.expect("no such thread").clone()
}

/// Waits until a thread has a name.
async fn is_called(session: &Session, thread: Id, name: &str) {
    let called = || (thread_json(session, thread)["name"] == name).then_some(());
    session.harness.until(name, called).await;
}

#[tokio::test]
async fn a_thread_is_numbered_and_gets_the_result_at_the_end() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let begun = thread_json(&session, thread);
    assert_eq!(begun["name"], "#1 ZÈRTZ 37 · Player 1 – Player 2");
    assert_eq!(begun["thread_metadata"]["auto_archive_duration"], 10080);
    // The number leads to the game.
    let first = session.first_at(thread);
    let offered = session.first().is_offered("/board game:").await;
    assert_eq!(offered, ["#1 · Player 2 · ZÈRTZ · 37 rings · your turn"]);
    let answer = session.first().types("/board game:#1").await;
    assert!(answer.message().text.contains("Turn 0 of 0"));
    let answer = session.first().types("/games").await;
    assert!(answer.message().text.contains("`#1` **Your turn**"));
    first.types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    first.types("/resign").await;
    first.clicks("Yes, resign").await;
    is_called(&session, thread, "#1 ZÈRTZ 37 · Player 1 0–1 Player 2").await;
    session.settles().await;
    let ended = thread_json(&session, thread);
    assert_eq!(ended["thread_metadata"]["auto_archive_duration"], 1440);
    assert_eq!(ended["thread_metadata"]["archived"], false);
    // Only the last board has buttons.
    let all = first.reads().into_iter().filter(|seen| !seen.is_private);
    let open: Vec<_> = all.filter(|seen| !seen.keys().is_empty()).collect();
    assert_eq!(open.len(), 1, "{open:?}");
    assert_eq!(
        open[0].keys(),
        ["Rematch", "Replay", "Download game", "Computer analysis"]
    );
    session.finish().await;
}

#[tokio::test]
async fn the_new_name_waits_for_discords_limit_of_renames() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("tzaar fixed").await;
    session.settles().await;
    // The limit is used up. In tests it is a hundred times as high.
    let client = reqwest::Client::new();
    let sandbox = &session.harness.sandbox;
    let url = format!("{}/api/v10/channels/{thread}", sandbox.origin());
    let rename = || {
        let request = client
            .patch(&url)
            .body(json!({ "name": "busy" }).to_string());
        let request = request.header("Content-Type", "application/json");
        let token = format!("Bot {}", sandbox.token());
        request.header("Authorization", token).send()
    };
    for _ in 0..200 {
        assert!(rename().await.unwrap().status().is_success());
    }
    let refused = rename().await.unwrap().bytes().await.unwrap();
    let refused: Value = serde_json::from_slice(&refused).unwrap();
    assert!(refused["retry_after"].as_f64().unwrap() > 60.0, "{refused}");
    let first = session.first_at(thread);
    first.types("/resign").await;
    first.clicks("Yes, resign").await;
    first.sees("🏁").await;
    session.passes(Duration::from_mins(1)).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(thread_json(&session, thread)["name"], "busy");
    let later = Duration::from_mins(10);
    session.harness.control(ControlAction::Advance(later));
    session.passes(later).await;
    is_called(&session, thread, "#1 TZAAR · Player 1 0–1 Player 2").await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_compulsory_capture_is_announced_with_the_board() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    let free = session.second_at(thread).sees("`Wd4-a1`").await;
    assert!(!free.text.contains("must capture"), "{free}");
    session.second_at(thread).types("/move turn:Gd5-b1").await;
    let forced = session.first_at(thread).sees("`Gd5-b1`").await;
    assert!(forced.text.contains("must capture this turn"), "{forced}");
    session.finish().await;
    // In TZAAR every turn begins with a capture: nobody has to be told.
    let session = Session::new().await;
    let thread = session.game("tzaar fixed").await;
    let board = session.first_at(thread).sees("it's your turn").await;
    assert!(!board.text.contains("must capture"), "{board}");
    session.finish().await;
}

#[tokio::test]
async fn a_tap_waits_for_rate_limits_as_long_as_discord_waits_for_it() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    session.harness.control(ControlAction::Answer {
        status: 429,
        times: 3,
        path: Some("/callback".to_owned()),
        wait: Duration::from_millis(200),
    });
    let answer = session.first_at(thread).clicks("Move").await;
    let seen = answer.message();
    assert!(seen.keys().contains(&"⚪ 6"), "{seen}");
    assert_eq!(session.harness.refused().len(), 3);
    // A proxy may limit the rate, too, without Discord's body.
    session.harness.control(ControlAction::AnswerPage {
        status: 429,
        times: 2,
        path: Some("/callback".to_owned()),
    });
    session.first_at(thread).clicks("d").await;
    assert_eq!(session.harness.refused().len(), 2);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn an_edit_in_an_archived_thread_fails_alone() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    session.harness.control(ControlAction::Refuse {
        status: 400,
        code: 50083,
        times: 1,
        path: Some("/messages/".to_owned()),
    });
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.settles().await;
    // The thread stays the place of the game, and the next board closes both older ones.
    session.second_at(thread).types("/move turn:Bb2-g1").await;
    let board = session.first_at(thread).sees("`Bb2-g1`").await;
    assert_eq!(board.channel, thread);
    let closed = || {
        let all = session.first_at(thread).reads();
        let mut older = all
            .iter()
            .filter(|seen| seen.id < board.id && !seen.is_private);
        older.all(|seen| seen.keys().is_empty()).then_some(())
    };
    session
        .harness
        .until("the older boards to be closed", closed)
        .await;
    session.finish_after_trouble().await;
}
