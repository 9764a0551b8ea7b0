//! Puzzles from games on a server, by taps: found, suggested, agreed to, solved, removed.

use hexpost_sandbox::{Id, MODERATOR, SPECTATOR};

use super::super::harness::Seen;
use super::Session;
use super::puzzles::solves;
use hexpost::model::ChannelId;

/// A game with a puzzle.
const GAME: &str = include_str!("../../data/game_with_a_puzzle.txt");

/// A finished game with a puzzle; returns its thread.
async fn finished(session: &Session) -> Id {
    let thread = session.game("zertz 37").await;
    let row = session.app.thread_game(ChannelId(thread as i64)).await;
    let id = row.unwrap().unwrap().id;
    for (index, turn) in GAME.split_whitespace().enumerate() {
        let game = session.app.game(id, session.now()).await.unwrap();
        // Forced turns are made by themselves.
        if game.record.turns().len() == index {
            let by = game.row.players[game.to_move().unwrap()].unwrap();
            let person = session.harness.person(by.0 as Id).at(thread);
            person.types(&format!("/move turn:{turn}")).await;
        }
    }
    session.first_at(thread).sees("🏁").await;
    session.settles().await;
    thread
}

/// The first player finds the puzzle of the game and suggests it; returns the message that asks the other one.
async fn suggested(session: &Session, thread: Id) -> Seen {
    let first = session.first_at(thread);
    let analysis = first.clicks("1Tas").await.message().clone();
    assert!(analysis.keys().contains(&"Make a puzzle"), "{analysis}");
    let found = first.clicks("Make a puzzle").await.message().clone();
    assert!(
        found.is_private && found.picture().is_some() && !found.alts()[0].is_empty(),
        "{found}"
    );
    assert!(found.text.contains("after move 22"), "{found}");
    assert!(found.text.contains("Win in 3 turns"), "{found}");
    assert_eq!(found.keys(), ["Suggest it"]);
    let waits = first.clicks("Suggest it").await.message().clone();
    assert!(
        waits.text.contains("You've suggested this puzzle"),
        "{waits}"
    );
    assert_eq!(waits.keys(), ["No longer a puzzle"]);
    session.settles().await;
    let asked = session.second_at(thread).sees("Do you agree?").await;
    assert!(!asked.is_private && asked.picture().is_some(), "{asked}");
    assert_eq!(asked.keys(), ["Agree", "No, thanks"]);
    asked
}

#[tokio::test]
async fn a_puzzle_from_a_game_is_agreed_to_solved_by_others_and_removed() {
    let session = Session::new().await;
    let thread = finished(&session).await;
    let asked = suggested(&session, thread).await;
    let spectator = session.harness.person(SPECTATOR).at(thread);
    // Only the player who is asked can answer.
    let no = spectator.clicks("Agree").await.message().clone();
    assert!(no.is_private && no.text.contains("tylko"), "{no}");
    let second = session.second_at(thread);
    let agreed = second.clicks("Agree").await.message().clone();
    assert!(
        agreed.is_private && agreed.text.contains("стала задачей сервера"),
        "{agreed}"
    );
    session.settles().await;
    let told = session.first_at(thread).sees("your opponent agrees").await;
    assert!(!told.is_private && told.id > asked.id, "{told}");
    assert_eq!(told.keys(), ["Solve it"]);
    let own = second.clicks("Solve it").await.message().clone();
    assert!(own.text.contains("из вашей собственной партии"), "{own}");
    // Another member solves it.
    let screen = spectator.clicks("Solve it").await.message().clone();
    assert!(
        screen.text.contains("🏠 Z partii na tym serwerze."),
        "{screen}"
    );
    spectator.clicks("✖️").await;
    let closed = spectator.sees("Zadanie poczeka").await;
    assert!(!closed.keys().contains(&"Usuń z tego serwera"), "{closed}");
    let screen = spectator.clicks("Dalej").await.message().clone();
    let solved = solves(&session, spectator, screen).await;
    assert!(
        solved.text.contains("🏠 Z partii na tym serwerze."),
        "{solved}"
    );
    assert!(
        solved.text.contains("Twój ranking w zadaniach: 1500 → "),
        "{solved}"
    );
    // Those who manage the server can remove it.
    let moderator = session.harness.person(MODERATOR).at(thread);
    moderator.clicks("Solve it").await;
    moderator.clicks("✖️").await;
    moderator.clicks("Remove from this server").await;
    moderator.sees("It can't be brought back.").await;
    moderator.clicks("Yes, remove it").await;
    moderator.sees("The puzzle has been removed.").await;
    let gone = spectator.clicks("Solve it").await.message().clone();
    assert!(gone.text.contains("Nie ma już takiego zadania"), "{gone}");
    let first = session.first_at(thread);
    first.clicks("1Tas").await;
    let ended = first.clicks("Make a puzzle").await.message().clone();
    assert!(ended.text.contains("There will be no puzzle"), "{ended}");
    session.finish().await;
}

#[tokio::test]
async fn a_player_who_does_not_want_a_puzzle_is_not_asked_again() {
    let session = Session::new().await;
    let thread = finished(&session).await;
    suggested(&session, thread).await;
    let second = session.second_at(thread);
    let ended = second.clicks("No, thanks").await.message().clone();
    assert!(
        ended.is_private && ended.text.contains("Задачи из этой партии не будет."),
        "{ended}"
    );
    let late = second.clicks("Agree").await.message().clone();
    assert!(
        late.text.contains("Задачи из этой партии не будет."),
        "{late}"
    );
    let first = session.first_at(thread);
    first.clicks("1Tas").await;
    let ended = first.clicks("Make a puzzle").await.message().clone();
    assert!(ended.text.contains("There will be no puzzle"), "{ended}");
    session.settles().await;
    let all = first.reads().into_iter();
    assert_eq!(
        all.filter(|seen| seen.text.contains("Do you agree?"))
            .count(),
        1
    );
    session.finish().await;
}
