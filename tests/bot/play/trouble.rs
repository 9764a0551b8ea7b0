//! Discord fails, answers get lost, events come twice: everything is told, once.

use std::time::Duration;

use hexpost::sandbox::{Id, Lever, Options};

use super::super::bench::{Bench, patient};
use super::Table;

/// Boards with a turn, as everyone sees them.
fn boards(table: &Table, thread: Id, turn: &str) -> usize {
    let all = table.second_at(thread).reads();
    let boards = all
        .iter()
        .filter(|seen| !seen.is_private && seen.text.contains(turn));
    boards.count()
}

/// Time passes until everything is told. Where Discord says how long to wait, that is real time.
async fn waits(table: &Table) {
    for _ in 0..250 {
        table.passes(Duration::from_secs(30)).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        if table
            .app
            .oldest_unsent(table.now())
            .await
            .unwrap()
            .is_none()
        {
            return;
        }
    }
    panic!("never told\n{}", table.bench.story());
}

#[tokio::test]
async fn errors_and_rate_limits_delay_a_board_but_do_not_double_it() {
    for status in [500, 502, 429] {
        let table = Table::on(Bench::unlogged().await).await;
        let thread = table.game("zertz 37").await;
        table.settles().await;
        table.bench.pull(Lever::Answer {
            status,
            times: 2,
            path: Some("/messages".to_owned()),
            wait: Duration::from_millis(300),
        });
        table.first_at(thread).types("/move turn:Wd4-a1").await;
        waits(&table).await;
        assert_eq!(boards(&table, thread, "`Wd4-a1`"), 1, "{status}");
        table.finish_after_trouble().await;
    }
}

#[tokio::test]
async fn when_discord_says_how_long_to_wait_nothing_is_sent_before() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    table.bench.pull(Lever::Answer {
        status: 429,
        times: 1,
        path: Some("/messages".to_owned()),
        wait: Duration::from_secs(100),
    });
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    let refused = || table.bench.sandbox.take_refused().pop();
    table.bench.until("the board is refused", refused).await;
    // Without such a word it would be tried again after two seconds.
    for _ in 0..9 {
        table.passes(Duration::from_secs(10)).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert_eq!(boards(&table, thread, "`Wd4-a1`"), 0);
    }
    table.passes(Duration::from_secs(20)).await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn a_lost_answer_is_no_second_board_and_no_second_ping() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    let before = table.second().was_pinged();
    let first = table.first_at(thread);
    first.clicks("Move").await;
    for key in ["⚪ 6", "d", "d4", "a1"] {
        first.clicks(key).await;
    }
    // The answer to Confirm gets through, the one to the board does not.
    table.bench.pull(Lever::LoseAnswers(2));
    let screen = first.reads().pop().unwrap();
    let confirm = screen.parts().last().unwrap()["custom_id"]
        .as_str()
        .unwrap()
        .to_owned();
    first.presses_and_leaves(&screen, &confirm);
    table.second_at(thread).sees("`Wd4-a1`").await;
    waits(&table).await;
    assert_eq!(boards(&table, thread, "`Wd4-a1`"), 1);
    assert_eq!(table.second().was_pinged(), before + 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn an_interaction_that_comes_twice_is_done_once() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    table.bench.pull(Lever::Redeliver);
    table.second_at(thread).sees("`Wd4-a1`").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    table.settles().await;
    assert_eq!(boards(&table, thread, "`Wd4-a1`"), 1);
    let (app, game) = (&table.app, hexpost::store::GameId(1));
    let game = app.game(game, hexpost::store::Time(0)).await.unwrap();
    assert_eq!(game.turns.len(), 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn a_dropped_connection_is_resumed_and_nothing_is_missed() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    table.bench.pull(Lever::DropGateway);
    let answer = table.first_at(thread).types("/move turn:Wd4-a1").await;
    assert!(answer.message().text.contains("✅"));
    table.second_at(thread).sees("`Wd4-a1`").await;
    table.finish().await;
}

#[tokio::test]
async fn what_was_not_sent_before_a_stop_is_sent_after_the_next_start() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    table.bench.pull(Lever::Answer {
        status: 500,
        times: 1000,
        path: Some(format!("/channels/{thread}/messages")),
        wait: Duration::ZERO,
    });
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    assert_eq!(boards(&table, thread, "`Wd4-a1`"), 0);
    let table = table.restart().await;
    table.bench.pull(Lever::Answer {
        status: 500,
        times: 0,
        path: Some(format!("/channels/{thread}/messages")),
        wait: Duration::ZERO,
    });
    waits(&table).await;
    assert_eq!(boards(&table, thread, "`Wd4-a1`"), 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn an_old_message_whose_fate_is_unknown_is_looked_for_before_it_is_sent_again() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    let first = table.first_at(thread);
    table.bench.pull(Lever::LoseAnswers(3));
    first.types_and_leaves("/move turn:Wd4-a1");
    table.second_at(thread).sees("`Wd4-a1`").await;
    // Discord has forgotten the nonce by the time it is tried again.
    table.bench.pull(Lever::Advance(Duration::from_hours(1)));
    table.passes(Duration::from_hours(1)).await;
    waits(&table).await;
    assert_eq!(boards(&table, thread, "`Wd4-a1`"), 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn under_discords_own_limits_everything_arrives_in_the_end() {
    let bench = Bench::with(Options {
        pace: hexpost::sandbox::Pace::Discord,
        ..patient()
    });
    let table = Table::on(bench.await).await;
    let thread = table.game("zertz 37").await;
    for (person, turn) in [
        (table.first_at(thread), "Wd4-a1"),
        (table.second_at(thread), "Bb2-g1"),
        (table.first_at(thread), "Gf2-a2"),
    ] {
        person.types(&format!("/move turn:{turn}")).await;
    }
    waits(&table).await;
    table.first_at(thread).sees("`Gf2-a2`").await;
    table.finish_after_trouble().await;
}
