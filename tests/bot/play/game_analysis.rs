//! The computer's analysis of games, and its answers on analysis boards, by taps.

use hexpost_sandbox::{FIRST_PLAYER, Id, SPECTATOR};

use super::super::harness::{Harness, Seen};
use super::Session;
use hexpost::app::Act;
use hexpost::app::computer::game_analysis::{AnalysisProgress, GameAnalysis};
use hexpost::app::integrity::check;
use hexpost::model::{ChannelId, GameId, InteractionId, PlayerId};

/// The number of the game of a thread.
async fn game_of(session: &Session, thread: Id) -> GameId {
    let row = session.app.thread_game(ChannelId(thread as i64)).await;
    row.unwrap().unwrap().id
}

/// Plays random turns until the second player resigns; returns the thread and the game.
async fn over(session: &Session, variant: &str, turns: usize) -> (Id, GameId) {
    let thread = session.game(variant).await;
    session.play_random_turns(thread, turns).await;
    session.settles().await;
    let id = game_of(session, thread).await;
    session.second_at(thread).types("/resign").await;
    session.second_at(thread).clicks("Да, сдаюсь").await;
    session.first_at(thread).sees("🏁").await;
    session.settles().await;
    (thread, id)
}

/// Plays random turns to the end of the game; returns the thread and the game.
async fn played_out(session: &Session, variant: &str) -> (Id, GameId) {
    let thread = session.game(variant).await;
    let id = game_of(session, thread).await;
    while !session.app.game(id, session.now()).await.unwrap().is_over() {
        session.play_random_turns(thread, 1).await;
        session.settles().await;
    }
    session.settles().await;
    (thread, id)
}

/// The analysis as it is stored.
async fn stored(session: &Session, id: GameId) -> GameAnalysis {
    let game = session.app.game(id, session.now()).await.unwrap();
    match session.app.game_analysis(&game).await.unwrap() {
        AnalysisProgress::Finished(analysis) => *analysis,
        other => panic!("{other:?}"),
    }
}

async fn text_of(seen: &Seen, name: &str) -> String {
    let mut files = seen.json["attachments"].as_array().unwrap().iter();
    let file = files.find(|file| file["filename"] == name).unwrap();
    let answer = reqwest::get(file["url"].as_str().unwrap()).await.unwrap();
    answer.text().await.unwrap()
}

#[tokio::test]
async fn a_finished_game_is_analysed_shown_browsed_and_exported_with_comments() {
    let session = Session::new().await;
    let (thread, id) = played_out(&session, "tzaar fixed").await;
    let person = session.first_at(thread);
    let shown = person.clicks("1Tas").await.message().clone();
    assert!(shown.is_private, "{shown}");
    assert!(
        shown.text.contains("**Computer analysis** · TZAAR"),
        "{shown}"
    );
    assert_eq!(shown.text.matches("accuracy **").count(), 2, "{shown}");
    assert!(shown.alts()[0].starts_with("Chart: "), "{:?}", shown.alts());
    let analysis = stored(&session, id).await;
    let last = *analysis.chances.last().unwrap();
    assert!([0, 100].contains(&last), "the game is over");
    let end = format!("{last} % at the end.");
    assert!(shown.alts()[0].contains(&end), "{:?}", shown.alts());
    // The turns of a random game lose ground.
    let (ply, turn) = analysis
        .marked()
        .next()
        .expect("a random game without a mark");
    let sign = turn.mark.unwrap().sign();
    let game = session.app.game(id, session.now()).await.unwrap();
    let label = format!("{}. {} {sign}", ply + 1, game.record.texts()[ply]);
    let turn = person.chooses(&[&label]).await.message().clone();
    assert!(turn.text.contains(&format!("`{sign}`")), "{turn}");
    assert!(turn.text.contains("💡 Better: `"), "{turn}");
    let played = turn.picture().unwrap().to_owned();
    let better = person.clicks("Better move").await.message().clone();
    assert!(
        better.text.contains("The picture shows the better move"),
        "{better}"
    );
    assert_ne!(better.picture().unwrap(), played);
    person.clicks("Chart").await;
    // While browsing, every position has its chances, and the turn its mark.
    let first = person.clicks("Replay").await.message().clone();
    assert!(first.text.contains("Winning chances: "), "{first}");
    let mut seen = first;
    for _ in 0..=ply {
        seen = person.clicks("▶").await.message().clone();
    }
    assert!(seen.text.contains(&format!("`{sign}`")), "{seen}");
    assert!(seen.text.contains("💡 Better: `"), "{seen}");
    person.clicks("Download game").await;
    let files = person.sees("the game as files").await;
    let name = format!("tzaar-{id}.txt");
    let text = text_of(&files, &name).await;
    assert!(
        text.contains(&format!("{{{sign} winning chances ")),
        "{text}"
    );
    let answer = person
        .sends_file("/import", "file", &name, text.as_bytes())
        .await;
    assert!(answer.message().text.contains("Imported game"), "{text}");
    let report = check(session.app.store()).await.unwrap();
    assert_eq!(report.problems, [""; 0]);
    session.finish().await;
}

#[tokio::test]
async fn spectators_see_an_analysis_only_when_a_player_has_asked_for_it() {
    let session = Session::new().await;
    let (thread, _) = over(&session, "tzaar fixed", 4).await;
    let spectator = session.harness.person(SPECTATOR).at(thread);
    let no = spectator.clicks("1Tas").await.message().clone();
    assert!(no.text.contains("tylko"), "{no}");
    session.second_at(thread).clicks("1Tas").await;
    session.second_at(thread).sees("Анализ компьютера").await;
    let seen = spectator.clicks("1Tas").await.message().clone();
    assert!(seen.text.contains("**Analiza komputera**"), "{seen}");
    session.finish().await;
}

#[tokio::test]
async fn an_imported_game_is_analysed() {
    let session = Session::new().await;
    let text = "[Game \"tzaar\"]\n[Variant \"fixed\"]\n[Rules \"1\"]\n[Result \"0-1\"]\n\
                [Ending \"resignation\"]\n\n1. d3xd4 | c4xd5 f3xe4\n";
    let person = session.first();
    person
        .sends_file("/import", "file", "a.txt", text.as_bytes())
        .await;
    let seen = person.clicks("Computer analysis").await.message().clone();
    assert!(seen.text.contains("White: accuracy **"), "{seen}");
    assert!(seen.alts()[0].contains("over 2 moves"), "{:?}", seen.alts());
    session.finish().await;
}

#[tokio::test]
async fn an_analysis_under_way_goes_on_after_a_restart() {
    let mut session = Session::on(Harness::new().await).await;
    let (thread, id) = over(&session, "zertz 37", 12).await;
    let game = session.app.game(id, session.now()).await.unwrap();
    let act = Act {
        by: PlayerId(FIRST_PLAYER as i64),
        interaction: InteractionId(1),
        expected_seq: None,
        now: session.now(),
    };
    let asked = session.app.ask_game_analysis(&act, &game).await;
    assert!(matches!(
        asked.unwrap(),
        AnalysisProgress::Working { .. } | AnalysisProgress::Finished(_)
    ));
    session = session.restart().await;
    let seen = session
        .first_at(thread)
        .clicks("1Tas")
        .await
        .message()
        .clone();
    assert!(seen.text.contains("accuracy **"), "{seen}");
    assert_eq!(stored(&session, id).await.chances.len(), 13);
    session.finish().await;
}

#[tokio::test]
async fn the_computer_is_asked_on_an_analysis_board_and_played_on_from_there() {
    let session = Session::new().await;
    let person = session.first();
    person.types("/analyse start:zertz 37").await;
    let answer = person.clicks("Ask the computer").await.message().clone();
    assert!(answer.text.contains("🤖 Best: `"), "{answer}");
    assert!(
        answer.text.contains("Estimated winning chances: "),
        "{answer}"
    );
    let level = person.clicks("Play on against the computer").await;
    assert!(
        level.message().text.contains("At which level?"),
        "{level:?}"
    );
    let begun = person.chooses(&["Newcomer"]).await.message().clone();
    assert!(
        begun.text.contains("Your game against the computer begins"),
        "{begun}"
    );
    let player = PlayerId(FIRST_PLAYER as i64);
    let games = session.app.my_games(player, session.now());
    assert!(games.await.unwrap()[0].is_mine);
    // While a game between people is running, nothing is said about the same board.
    let thread = session.game("zertz 37").await;
    let person = session.first_at(thread);
    person.types("/analyse").await;
    let no = person.clicks("Ask the computer").await.message().clone();
    assert!(no.text.contains("still running"), "{no}");
    person.types("/analyse start:zertz 37").await;
    let no = person.clicks("Ask the computer").await.message().clone();
    assert!(no.text.contains("on this kind of board"), "{no}");
    session.finish().await;
}
