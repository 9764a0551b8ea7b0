//! How games end: resignation, draws, take-backs, time, rematches.

use std::time::Duration;

use hexpost_sandbox::{CLUB, FIRST_PLAYER, GAMES, MODERATOR, SECOND_PLAYER};

use super::Session;
use hexpost::model::{GameId, PlayerId};

#[tokio::test]
async fn resigning_needs_a_confirmation_and_notifies_the_opponent() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.second_at(thread).types("/move turn:Bb2-g1").await;
    first.sees("`Bb2-g1`").await;
    let answer = first.types("/resign").await;
    assert!(answer.message().text.contains("really"));
    session.passes(Duration::from_hours(75)).await;
    first.clicks("Yes, resign").await;
    let card = session.second_at(thread).sees("🏁").await;
    assert!(card.text.contains("2 turns · 3 days"), "{}", card.text);
    let loser = format!("<@{}> resigned", session.first().id);
    assert!(card.pings_me && card.text.contains(&loser), "{}", card.text);
    assert_eq!(
        card.keys(),
        ["Rematch", "Replay", "Download game", "Computer analysis"]
    );
    let answer = first.types("/resign").await;
    assert!(answer.message().is_private);
    session.finish().await;
}

#[tokio::test]
async fn a_draw_can_be_offered_and_agreed() {
    let session = Session::new().await;
    let thread = session.game("tzaar fixed").await;
    session.first_at(thread).types("/draw").await;
    let offer = session.second_at(thread).sees("offers a draw").await;
    assert!(offer.pings_me);
    // The player who made the offer can't accept it.
    let answer = session.first_at(thread).clicks("Accept the draw").await;
    assert!(answer.message().is_private);
    session.second_at(thread).clicks("Accept the draw").await;
    let end = session.first_at(thread).sees("🏁").await;
    assert!(end.text.contains("Draw: by agreement"), "{}", end.text);
    session.finish().await;
}

#[tokio::test]
async fn a_move_can_be_taken_back_at_once_until_the_opponent_interacts_with_the_game() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    let answer = first.types("/takeback").await;
    assert!(
        answer.message().text.contains("was taken back"),
        "{}",
        answer.message().text
    );
    let said = format!("<@{}> took back `Wd4-a1`", first.id);
    let board = first.sees(&said).await;
    assert!(board.text.contains("it's your turn"), "{board}");
    first.types("/move turn:Wd5-a1").await;
    session.second_at(thread).sees("`Wd5-a1`").await;
    session.settles().await;
    // Only the current board asks anybody to move.
    let calls = || {
        let all = first.reads().into_iter().filter(|seen| !seen.is_private);
        let calls: Vec<_> = all.filter(|seen| seen.text.contains("your turn")).collect();
        (calls.len() == 1 && calls[0].text.contains("`Wd5-a1`")).then_some(())
    };
    session.harness.until("one call to move", calls).await;
    let undone = first.sees("This move was taken back").await;
    assert!(undone.keys().is_empty(), "{undone}");
    session.second_at(thread).clicks("1m").await;
    let answer = first.types("/takeback").await;
    assert!(
        answer.message().text.contains("asked your opponent"),
        "{}",
        answer.message().text
    );
    session.second_at(thread).sees("asks to take back").await;
    session.second_at(thread).clicks("Allow").await;
    session.settles().await;
    let board = first.sees("took back `Wd5-a1`").await;
    assert!(board.pings_me && board.text.contains(&format!("<@{}> took back", first.id)));
    // Any interaction by the opponent counts, even one that shows no board; and it doesn't suppress
    // a ping.
    first.types("/move turn:Wd4-a1").await;
    let second = session.second_at(thread);
    second.sees("`Wd4-a1`").await;
    let more = first.clicks("More").await;
    assert!(more.message().keys().contains(&"Take back"));
    second.clicks("More").await;
    let more = first.clicks("More").await;
    let keys = more.message().keys();
    assert!(keys.contains(&"Ask for a take-back"), "{keys:?}");
    let answer = first.clicks("Ask for a take-back").await;
    assert!(answer.message().text.contains("asked your opponent"));
    session.settles().await;
    session.finish().await;
}

#[tokio::test]
async fn after_two_minutes_a_take_back_needs_consent() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    // For a day and a half, only the player who moved has interacted.
    session.passes(Duration::from_hours(36)).await;
    let answer = first.types("/takeback").await;
    let said = &answer.message().text;
    assert!(said.contains("only within two minutes"), "{said}");
    session.second_at(thread).sees("asks to take back").await;
    // With touch-move it always needs consent, and the response says why.
    let thread = session.game("zertz 48-tournament").await;
    let first = session.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    let answer = first.types("/takeback").await;
    let said = &answer.message().text;
    assert!(said.contains("touch-move"), "{said}");
    session.settles().await;
    session.finish().await;
}

#[tokio::test]
async fn two_reminders_precede_a_loss_on_time() {
    let session = Session::new().await;
    let thread = session.game_with("zertz 37", " pace:2d timeout:hard").await;
    let board = session.first_at(thread).sees("Deadline: <t:").await;
    assert!(board.text.contains("<t:"), "{}", board.text);
    session.passes(Duration::from_hours(36)).await;
    let reminder = session.first_at(thread).sees("a reminder").await;
    assert!(reminder.pings_me);
    session.settles().await;
    session.passes(Duration::from_hours(9)).await;
    let second = || (session.first_at(thread).was_pinged() == 3).then_some(());
    session.harness.until("a second reminder", second).await;
    session.passes(Duration::from_hours(4)).await;
    let end = session.second_at(thread).sees("🏁").await;
    assert!(end.text.contains("ran out of time"), "{}", end.text);
    session.settles().await;
    // The board, two reminders, the result.
    assert_eq!(session.first_at(thread).was_pinged(), 4);
    session.finish().await;
}

#[tokio::test]
async fn a_rematch_swaps_the_sides() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/resign").await;
    session.first_at(thread).clicks("Yes, resign").await;
    session.second_at(thread).sees("🏁").await;
    let answer = session.first_at(thread).clicks("Rematch").await;
    assert!(answer.message().is_private);
    let card = session.second().sees("moves first").await;
    assert!(card.pings_me);
    // The card says what it is, and the thread of the last game leads to it.
    assert!(card.text.contains("to a rematch of game #1"), "{card}");
    let link = format!("https://discord.com/channels/{CLUB}/{GAMES}/{}", card.id);
    let said = &answer.message().text;
    assert!(said.contains(&format!("→ {link}")), "{said}");
    session.second().clicks("1a").await;
    session.begun(card.id).await;
    session.settles().await;
    let card = session.second().sees("Accepted").await;
    assert!(card.text.contains("to a rematch of game #1"), "{card}");
    // A challenge with other sides is none.
    session
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    let other = session.second().sees("challenger moves first").await;
    assert!(!other.text.contains("rematch"), "{other}");
    session.finish().await;
}

#[tokio::test]
async fn when_both_press_rematch_one_game_starts() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/resign").await;
    session.first_at(thread).clicks("Yes, resign").await;
    session.second_at(thread).sees("🏁").await;
    session.first_at(thread).clicks("Rematch").await;
    let card = session.second().sees("challenges").await;
    let answer = session.second_at(thread).clicks("Rematch").await;
    let said = &answer.message().text;
    assert!(said.contains("партия начинается"), "{said}");
    session.begun(card.id).await;
    session.settles().await;
    let all = session
        .app
        .my_games(PlayerId(FIRST_PLAYER as i64), session.now());
    assert_eq!(all.await.unwrap().len(), 1);
    let first = session.app.game(GameId(2), session.now()).await.unwrap();
    assert_eq!(
        first.row.players.first,
        Some(PlayerId(SECOND_PLAYER as i64))
    );
    session.finish().await;
}

#[tokio::test]
async fn the_waiting_player_is_pinged_however_the_game_ends() {
    let session = Session::new().await;
    for how in ["draw", "abort", "moderator"] {
        let thread = session.game("zertz 37").await;
        session.settles().await;
        let (first, second) = (session.first_at(thread), session.second_at(thread));
        let before = second.was_pinged();
        match how {
            "draw" => {
                second.types("/draw").await;
                first.sees("offers a draw").await;
                first.clicks("Accept the draw").await;
            }
            "abort" => {
                first.types("/resign").await;
                first.clicks("Call it off (no result)").await;
            }
            _ => {
                let moderator = session.harness.person(MODERATOR).at(thread);
                moderator.clicks("More").await;
                moderator.chooses(&["End as moderator"]).await;
                moderator.clicks("Yes, end it").await;
            }
        }
        let end = second.sees("🏁").await;
        assert!(end.pings_me, "{how}: {end}");
        session.settles().await;
        assert_eq!(second.was_pinged(), before + 1, "{how}");
    }
    session.finish().await;
}

#[tokio::test]
async fn a_game_can_be_aborted_at_the_beginning() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).clicks("More").await;
    session.first_at(thread).clicks("Resign").await;
    session
        .first_at(thread)
        .clicks("Call it off (no result)")
        .await;
    let end = session.second_at(thread).sees("🏁").await;
    assert!(end.text.contains("No result"), "{}", end.text);
    session.finish().await;
}

#[tokio::test]
async fn only_a_moderator_can_end_other_players_games() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let moderator = session.harness.person(MODERATOR).at(thread);
    moderator.clicks("More").await;
    moderator.chooses(&["End as moderator"]).await;
    moderator.clicks("Yes, end it").await;
    let end = session.first_at(thread).sees("🏁").await;
    assert!(end.text.contains("ended by a moderator"), "{}", end.text);
    let spectator = session.harness.person(hexpost_sandbox::SPECTATOR);
    let thread = session.game("tzaar fixed").await;
    let answer = spectator.at(thread).clicks("1o").await;
    assert!(!answer.message().keys().contains(&"Zakończ (moderator)"));
    session.finish().await;
}

#[tokio::test]
async fn a_draw_offered_with_a_move_stands_until_the_opponent_answers() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let (first, second) = (session.first_at(thread), session.second_at(thread));
    first.types("/draw").await;
    let offer = second.sees("offers a draw").await;
    assert_eq!(offer.keys(), ["Accept the draw", "Decline"]);
    first.types("/move turn:Wd4-a1").await;
    let board = second.sees("`Wd4-a1`").await;
    assert!(board.text.contains("offers a draw"), "{board}");
    assert!(board.keys().ends_with(&["Accept the draw", "Decline"]));
    // The offer is now answered below the board.
    let keys_of = |id| {
        let mut all = second.reads().into_iter();
        let seen = all.find(|seen| seen.id == id).expect("the message is gone");
        seen.keys().len()
    };
    let moved = || (keys_of(offer.id) == 0).then_some(());
    session.harness.until("the offer to move", moved).await;
    second.clicks("Decline").await;
    // An answered offer can't be answered again.
    let renewed = || (keys_of(board.id) == 4).then_some(());
    session
        .harness
        .until("the usual buttons of the board", renewed)
        .await;
    second.types("/move turn:Bb2-g1").await;
    first.sees("`Bb2-g1`").await;
    first.types("/draw").await;
    session.settles().await;
    second.clicks("Accept the draw").await;
    let end = first.sees("🏁").await;
    assert!(!end.text.contains("offers a draw"), "{end}");
    // Only the result still has buttons.
    let closed = || {
        let seen = first.reads().into_iter();
        let seen = seen.filter(|seen| !seen.is_private && !seen.keys().is_empty());
        (seen.count() == 1).then_some(())
    };
    session
        .harness
        .until("the offers to be closed", closed)
        .await;
    session.finish().await;
}

#[tokio::test]
async fn a_take_back_can_be_requested_once_and_names_the_move() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let (first, second) = (session.first_at(thread), session.second_at(thread));
    first.types("/move turn:Wd4-a1").await;
    second.sees("`Wd4-a1`").await;
    second.types("/move turn:Bb2-g1").await;
    first.sees("`Bb2-g1`").await;
    first.types("/takeback").await;
    let asked = second.sees("asks to take back `Wd4-a1`").await;
    second.clicks("Decline").await;
    let again = first.types("/takeback").await;
    assert!(
        again.message().text.contains("already asked"),
        "{}",
        again.message()
    );
    let closed = || {
        let mut all = second.reads().into_iter();
        all.find(|seen| seen.id == asked.id && seen.keys().is_empty())
    };
    session
        .harness
        .until("the request to be closed", closed)
        .await;
    // Actions that would be refused aren't offered.
    let more = first.clicks("More").await;
    let keys = more.message().keys();
    assert!(!keys.contains(&"Take back"), "{keys:?}");
    session.finish().await;
}

#[tokio::test]
async fn a_confirmation_can_be_cancelled() {
    let session = Session::new().await;
    let thread = session.game("tzaar fixed").await;
    let sure = session.first_at(thread).types("/resign").await;
    assert!(sure.message().text.contains("TZAAR"), "{}", sure.message());
    let answer = session.first_at(thread).clicks("No").await;
    assert!(answer.message().text.contains("nothing has changed"));
    assert!(answer.message().keys().is_empty());
    session.first_at(thread).types("/move turn:d3xd4").await;
    session.second_at(thread).sees("`d3xd4`").await;
    session.finish().await;
}
