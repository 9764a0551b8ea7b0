//! How games end: resignation, draws, taking back, time, and once more.

use std::time::Duration;

use hexpost_sandbox::{FIRST_PLAYER, MODERATOR, SECOND_PLAYER};

use super::Table;
use hexpost::model::{GameId, PlayerId};

#[tokio::test]
async fn whoever_resigns_is_asked_twice_and_the_other_is_told() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    table.second_at(thread).types("/move turn:Bb2-g1").await;
    first.sees("`Bb2-g1`").await;
    let answer = first.types("/resign").await;
    assert!(answer.message().text.contains("really"));
    table.passes(Duration::from_hours(75)).await;
    first.clicks("Yes, resign").await;
    let card = table.second_at(thread).sees("🏁").await;
    assert!(card.text.contains("2 turns · 3 days"), "{}", card.text);
    assert!(
        card.pings_me && card.text.contains("opponent resigned"),
        "{}",
        card.text
    );
    assert_eq!(card.keys(), ["Rematch", "Look back", "Record"]);
    let answer = first.types("/resign").await;
    assert!(answer.message().is_private);
    table.finish().await;
}

#[tokio::test]
async fn a_draw_is_offered_and_agreed() {
    let table = Table::new().await;
    let thread = table.game("tzaar fixed").await;
    table.first_at(thread).types("/draw").await;
    let offer = table.second_at(thread).sees("offers a draw").await;
    assert!(offer.pings_me);
    // The one who offers can't accept.
    let answer = table.first_at(thread).clicks("Accept the draw").await;
    assert!(answer.message().is_private);
    table.second_at(thread).clicks("Accept the draw").await;
    let end = table.first_at(thread).sees("🏁").await;
    assert!(end.text.contains("Draw: by agreement"), "{}", end.text);
    table.finish().await;
}

#[tokio::test]
async fn a_new_move_is_taken_back_at_once_until_the_other_does_anything_with_the_game() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    let answer = first.types("/takeback").await;
    assert!(
        answer.message().text.contains("was taken back"),
        "{}",
        answer.message().text
    );
    let board = first.sees("taken back").await;
    assert!(!board.text.is_empty());
    first.types("/move turn:Wd5-a1").await;
    table.second_at(thread).sees("`Wd5-a1`").await;
    table.second_at(thread).clicks("1m").await;
    let answer = first.types("/takeback").await;
    assert!(
        answer.message().text.contains("asked your opponent"),
        "{}",
        answer.message().text
    );
    table.second_at(thread).sees("asks to take back").await;
    table.second_at(thread).clicks("Allow").await;
    table.settles().await;
    let board = first.sees("Move taken back: the game continues").await;
    assert!(board.pings_me);
    // Whatever the other presses counts, also what shows no board; nor does it keep a ping away.
    first.types("/move turn:Wd4-a1").await;
    let second = table.second_at(thread);
    second.sees("`Wd4-a1`").await;
    let more = first.clicks("More").await;
    assert!(more.message().keys().contains(&"Take back"));
    second.clicks("More").await;
    let more = first.clicks("More").await;
    let keys = more.message().keys();
    assert!(keys.contains(&"Ask to take back"), "{keys:?}");
    let answer = first.clicks("Ask to take back").await;
    assert!(answer.message().text.contains("asked your opponent"));
    table.settles().await;
    table.finish().await;
}

#[tokio::test]
async fn two_minutes_after_a_move_taking_it_back_is_asked_for() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    // Nobody but its player has touched it for a day and a half.
    table.passes(Duration::from_hours(36)).await;
    let answer = first.types("/takeback").await;
    let said = &answer.message().text;
    assert!(said.contains("only within two minutes"), "{said}");
    table.second_at(thread).sees("asks to take back").await;
    // Where touched is moved, it is always asked for, and the answer says why.
    let thread = table.game("zertz 48-tournament").await;
    let first = table.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    let answer = first.types("/takeback").await;
    let said = &answer.message().text;
    assert!(said.contains("touch-move"), "{said}");
    table.settles().await;
    table.finish().await;
}

#[tokio::test]
async fn time_reminds_twice_and_then_ends_the_game() {
    let table = Table::new().await;
    let thread = table.game_with("zertz 37", " pace:2d flag:hard").await;
    let board = table.first_at(thread).sees("Your time runs out").await;
    assert!(board.text.contains("<t:"), "{}", board.text);
    table.passes(Duration::from_hours(36)).await;
    let reminder = table.first_at(thread).sees("A reminder").await;
    assert!(reminder.pings_me);
    table.settles().await;
    table.passes(Duration::from_hours(9)).await;
    let second = || (table.first_at(thread).was_pinged() == 3).then_some(());
    table.bench.until("a second reminder", second).await;
    table.passes(Duration::from_hours(4)).await;
    let end = table.second_at(thread).sees("🏁").await;
    assert!(end.text.contains("ran out of time"), "{}", end.text);
    table.settles().await;
    // The board, two reminders, the end.
    assert_eq!(table.first_at(thread).was_pinged(), 4);
    table.finish().await;
}

#[tokio::test]
async fn a_rematch_swaps_the_sides() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    table.first_at(thread).types("/resign").await;
    table.first_at(thread).clicks("Yes, resign").await;
    table.second_at(thread).sees("🏁").await;
    let answer = table.first_at(thread).clicks("Rematch").await;
    assert!(answer.message().is_private);
    let card = table.second().sees("whoever accepts moves first").await;
    assert!(card.pings_me);
    table.finish().await;
}

#[tokio::test]
async fn when_both_want_a_rematch_there_is_one() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    table.first_at(thread).types("/resign").await;
    table.first_at(thread).clicks("Yes, resign").await;
    table.second_at(thread).sees("🏁").await;
    table.first_at(thread).clicks("Rematch").await;
    let card = table.second().sees("challenges").await;
    let answer = table.second_at(thread).clicks("Rematch").await;
    let said = &answer.message().text;
    assert!(said.contains("партия начинается"), "{said}");
    table.begun(card.id).await;
    table.settles().await;
    let all = table
        .app
        .my_games(PlayerId(FIRST_PLAYER as i64), table.now());
    assert_eq!(all.await.unwrap().len(), 1);
    let first = table.app.game(GameId(2), table.now()).await.unwrap();
    assert_eq!(
        first.row.players.first,
        Some(PlayerId(SECOND_PLAYER as i64))
    );
    table.finish().await;
}

#[tokio::test]
async fn whoever_waited_for_the_end_is_called_however_it_comes() {
    let table = Table::new().await;
    for how in ["draw", "abort", "moderator"] {
        let thread = table.game("zertz 37").await;
        table.settles().await;
        let (first, second) = (table.first_at(thread), table.second_at(thread));
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
                let moderator = table.bench.person(MODERATOR).at(thread);
                moderator.clicks("More").await;
                moderator.chooses(&["End as moderator"]).await;
                moderator.clicks("Yes, end it").await;
            }
        }
        let end = second.sees("🏁").await;
        assert!(end.pings_me, "{how}: {end}");
        table.settles().await;
        assert_eq!(second.was_pinged(), before + 1, "{how}");
    }
    table.finish().await;
}

#[tokio::test]
async fn a_game_that_has_hardly_begun_can_be_called_off() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    table.first_at(thread).clicks("More").await;
    table.first_at(thread).clicks("Resign").await;
    table
        .first_at(thread)
        .clicks("Call it off (no result)")
        .await;
    let end = table.second_at(thread).sees("🏁").await;
    assert!(end.text.contains("No result"), "{}", end.text);
    table.finish().await;
}

#[tokio::test]
async fn only_a_moderator_can_end_the_game_of_others() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let moderator = table.bench.person(MODERATOR).at(thread);
    moderator.clicks("More").await;
    moderator.chooses(&["End as moderator"]).await;
    moderator.clicks("Yes, end it").await;
    let end = table.first_at(thread).sees("🏁").await;
    assert!(end.text.contains("ended by a moderator"), "{}", end.text);
    let spectator = table.bench.person(hexpost_sandbox::SPECTATOR);
    let thread = table.game("tzaar fixed").await;
    let answer = spectator.at(thread).clicks("1o").await;
    assert!(!answer.message().keys().contains(&"Zakończ (moderator)"));
    table.finish().await;
}

#[tokio::test]
async fn a_draw_that_is_offered_with_a_move_stands_until_the_other_answers() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let (first, second) = (table.first_at(thread), table.second_at(thread));
    first.types("/draw").await;
    let offer = second.sees("offers a draw").await;
    assert_eq!(offer.keys(), ["Accept the draw", "Decline"]);
    first.types("/move turn:Wd4-a1").await;
    let board = second.sees("`Wd4-a1`").await;
    assert!(board.text.contains("offers a draw"), "{board}");
    assert!(board.keys().ends_with(&["Accept the draw", "Decline"]));
    // It is answered below the board now.
    let keys_of = |id| {
        let mut all = second.reads().into_iter();
        let seen = all.find(|seen| seen.id == id).expect("it is there");
        seen.keys().len()
    };
    let moved = || (keys_of(offer.id) == 0).then_some(());
    table.bench.until("the offer has moved", moved).await;
    second.clicks("Decline").await;
    // What has been answered can't be answered again.
    let renewed = || (keys_of(board.id) == 4).then_some(());
    table
        .bench
        .until("the board has its usual keys", renewed)
        .await;
    second.types("/move turn:Bb2-g1").await;
    first.sees("`Bb2-g1`").await;
    first.types("/draw").await;
    table.settles().await;
    second.clicks("Accept the draw").await;
    let end = first.sees("🏁").await;
    assert!(!end.text.contains("offers a draw"), "{end}");
    // Only the end still has keys.
    let closed = || {
        let seen = first.reads().into_iter();
        let seen = seen.filter(|seen| !seen.is_private && !seen.keys().is_empty());
        (seen.count() == 1).then_some(())
    };
    table
        .bench
        .until("what was offered is closed", closed)
        .await;
    table.finish().await;
}

#[tokio::test]
async fn taking_back_is_asked_for_once_and_names_the_move() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let (first, second) = (table.first_at(thread), table.second_at(thread));
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
    table.bench.until("the question is closed", closed).await;
    // What would only be refused is not offered.
    let more = first.clicks("More").await;
    let keys = more.message().keys();
    assert!(!keys.contains(&"Take back"), "{keys:?}");
    table.finish().await;
}

#[tokio::test]
async fn whoever_is_asked_whether_he_is_sure_can_say_no() {
    let table = Table::new().await;
    let thread = table.game("tzaar fixed").await;
    let sure = table.first_at(thread).types("/resign").await;
    assert!(sure.message().text.contains("TZAAR"), "{}", sure.message());
    let answer = table.first_at(thread).clicks("No").await;
    assert!(answer.message().text.contains("nothing has changed"));
    assert!(answer.message().keys().is_empty());
    table.first_at(thread).types("/move turn:d3xd4").await;
    table.second_at(thread).sees("`d3xd4`").await;
    table.finish().await;
}
