//! Discord fails, answers get lost, events come twice: everything is told, once.

use hexpost::discord::DEFAULT_COMMANDS_PER_MINUTE;
use std::time::Duration;

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    ControlAction, FIRST_PLAYER, GAMES, GENERAL, Id, LOUNGE, MODERATOR, SECOND_PLAYER, SPECTATOR,
    SandboxOptions,
};

use super::super::harness::{Bench, Seen, patient};
use super::{BEGINNING, Table, until_alone};
use hexpost::model::{GameId, PlayerId};

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
        let before = table.second().was_pinged();
        table.bench.control(ControlAction::Answer {
            status,
            times: 2,
            path: Some("/messages".to_owned()),
            wait: Duration::from_millis(300),
        });
        table.first_at(thread).types("/move turn:Wd4-a1").await;
        waits(&table).await;
        assert_eq!(boards(&table, thread, "`Wd4-a1`"), 1, "{status}");
        assert_eq!(table.second().was_pinged(), before + 1, "{status}");
        table.finish_after_trouble().await;
    }
}

#[tokio::test]
async fn when_discord_says_how_long_to_wait_nothing_is_sent_before() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    table.bench.control(ControlAction::Answer {
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
    // The refusal may have been noted a little later than it came.
    table.passes(Duration::from_secs(110)).await;
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
    table.bench.control(ControlAction::LoseAnswers(2));
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
    table.bench.control(ControlAction::Redeliver);
    table.second_at(thread).sees("`Wd4-a1`").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    table.settles().await;
    assert_eq!(boards(&table, thread, "`Wd4-a1`"), 1);
    let (app, game) = (&table.app, GameId(1));
    let game = app.game(game, hexpost::model::Time(0)).await.unwrap();
    assert_eq!(game.turns.len(), 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn a_dropped_connection_is_resumed_and_nothing_is_missed() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    let (first, second) = (table.first_at(thread), table.second_at(thread));
    let before = (first.was_pinged(), second.was_pinged());
    // In the middle of a game, again and again.
    for (person, other, turn) in [
        (first, second, "Wd4-a1"),
        (second, first, "Bb3-g1"),
        (first, second, "Gf2-a2"),
    ] {
        table.bench.control(ControlAction::DropGateway);
        let answer = person.types(&format!("/move turn:{turn}")).await;
        assert!(answer.message().text.contains("✅"));
        other.sees(&format!("`{turn}`")).await;
    }
    table.settles().await;
    assert_eq!(
        (first.was_pinged(), second.was_pinged()),
        (before.0 + 1, before.1 + 2)
    );
    table.finish().await;
}

#[tokio::test]
async fn of_two_turns_at_the_same_moment_one_is_made() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    let (first, second) = (table.first_at(thread), table.second_at(thread));
    let before = second.was_pinged();
    first.clicks("Move").await;
    for key in ["⚪ 6", "d", "d4", "a1"] {
        first.clicks(key).await;
    }
    let screen = first.reads().pop().unwrap();
    let confirm = screen.parts().last().unwrap()["custom_id"].clone();
    let confirm = confirm.as_str().unwrap();
    // A second tap, and the same person at another device.
    first.presses_and_leaves(&screen, confirm);
    first.types_and_leaves("/move turn:Bb3-g1");
    first.presses_and_leaves(&screen, confirm);
    let waiting = || table.bench.sandbox.unanswered().is_empty().then_some(());
    table.bench.until("everyone has an answer", waiting).await;
    table.settles().await;
    let game = table.app.game(GameId(1), table.now()).await.unwrap();
    assert_eq!(game.turns.len(), 1);
    let made = game.record.texts().remove(0);
    assert_eq!(boards(&table, thread, &format!("`{made}`")), 1);
    assert_eq!(second.was_pinged(), before + 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn of_two_who_accept_at_the_same_moment_one_plays() {
    let table = Table::on(Bench::unlogged().await).await;
    table.first().types("/challenge game:zertz 37").await;
    let card = table.second().sees("challenges").await;
    let accept = card.parts().next().unwrap()["custom_id"].clone();
    let accept = accept.as_str().unwrap();
    for person in [SECOND_PLAYER, SPECTATOR, MODERATOR] {
        let person = table.bench.person(person);
        person.presses_and_leaves(&card, accept);
    }
    table.begun(card.id).await;
    let waiting = || table.bench.sandbox.unanswered().is_empty().then_some(());
    table.bench.until("everyone has an answer", waiting).await;
    table.settles().await;
    let games = table
        .app
        .my_games(PlayerId(FIRST_PLAYER as i64), table.now());
    assert_eq!(games.await.unwrap().len(), 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn what_could_not_be_told_anywhere_is_told_on_the_next_visit() {
    let table = Table::on(Bench::unlogged().await).await;
    let text = "/challenge game:zertz 37 opponent:@Player 2";
    table.first().types(text).await;
    let card = table.second().sees("challenges").await;
    table.settles().await;
    // The channel is closed to us, and so is the person.
    let write = Permissions::SEND_MESSAGES;
    table.bench.control(ControlAction::Deny(GAMES, write, true));
    table
        .bench
        .control(ControlAction::CloseDms(FIRST_PLAYER, true));
    let decline = card.parts().nth(1).unwrap()["custom_id"].clone();
    let decline = decline.as_str().unwrap();
    table.second().clicks_on(&card, decline).await;
    table.settles().await;
    let elsewhere = table.first().at(GENERAL);
    elsewhere.types("/help").await;
    let told = elsewhere.sees("declined your challenge").await;
    assert!(told.is_private, "{told}");
    // Once is enough.
    let kept = || async { table.app.missed(PlayerId(FIRST_PLAYER as i64)).await };
    for _ in 0..200 {
        if kept().await.unwrap().is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(kept().await.unwrap(), []);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn an_outage_of_a_day_loses_no_ping() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    let before = table.second().was_pinged();
    let fail = |times| ControlAction::Answer {
        status: 503,
        times,
        path: Some("/messages".to_owned()),
        wait: Duration::ZERO,
    };
    table.bench.control(fail(100_000));
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    for _ in 0..100 {
        table.passes(Duration::from_mins(15)).await;
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(table.second().was_pinged(), before);
    table.bench.control(fail(0));
    waits(&table).await;
    assert_eq!(boards(&table, thread, "`Wd4-a1`"), 1);
    assert_eq!(table.second().was_pinged(), before + 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn where_every_answer_takes_too_long_word_is_sent_first_and_the_game_goes_on() {
    let bench = Bench::new().await;
    let table = Table::seated(
        bench,
        BEGINNING,
        DEFAULT_COMMANDS_PER_MINUTE,
        Duration::ZERO,
    )
    .await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    for key in ["Move", "⚪ 6", "d", "d4", "a1", "Confirm"] {
        let has_key = |seen: &Seen| seen.keys().contains(&key);
        let screen = || first.reads().pop().filter(has_key);
        table.bench.until(key, screen).await;
        first.clicks(key).await;
    }
    table.second_at(thread).sees("`Wd4-a1`").await;
    let told = table.second_at(thread).types("/games").await;
    assert!(
        told.message().text.contains("Ваш ход"),
        "{}",
        told.message()
    );
    table.finish().await;
}

#[tokio::test]
async fn what_was_not_sent_before_a_stop_is_sent_after_the_next_start() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    table.bench.control(ControlAction::Answer {
        status: 500,
        times: 1000,
        path: Some(format!("/channels/{thread}/messages")),
        wait: Duration::ZERO,
    });
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    assert_eq!(boards(&table, thread, "`Wd4-a1`"), 0);
    let table = table.restart().await;
    table.bench.control(ControlAction::Answer {
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
    table.bench.control(ControlAction::LoseAnswers(3));
    first.types_and_leaves("/move turn:Wd4-a1");
    table.second_at(thread).sees("`Wd4-a1`").await;
    // Discord has forgotten the nonce by the time it is tried again.
    table
        .bench
        .control(ControlAction::Advance(Duration::from_hours(1)));
    table.passes(Duration::from_hours(1)).await;
    waits(&table).await;
    assert_eq!(boards(&table, thread, "`Wd4-a1`"), 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn under_discords_own_limits_everything_arrives_in_the_end() {
    let bench = Bench::with(SandboxOptions {
        pace: hexpost_sandbox::RateLimitMode::Discord,
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

#[tokio::test]
async fn when_one_answer_has_used_up_its_allowance_the_others_go_on() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    table.bench.control(ControlAction::SpendCallbacks {
        times: 1,
        wait: Duration::from_secs(50),
    });
    table.first_at(thread).types("/games").await;
    // Within the patience of a test, which is shorter than that.
    table.second_at(thread).types("/games").await;
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn a_refusal_that_is_not_discords_own_delays_a_board_but_does_not_lose_it() {
    for (status, is_page) in [(401, false), (401, true), (403, true), (404, true)] {
        let table = Table::on(Bench::unlogged().await).await;
        let thread = table.game("zertz 37").await;
        table.settles().await;
        let before = table.second().was_pinged();
        let path = Some(format!("/channels/{thread}/messages"));
        table.bench.control(if is_page {
            ControlAction::AnswerPage {
                status,
                times: 2,
                path,
            }
        } else {
            ControlAction::Answer {
                status,
                times: 2,
                path,
                wait: Duration::ZERO,
            }
        });
        assert!(table.bot.is_accepted());
        table.first_at(thread).types("/move turn:Wd4-a1").await;
        let refused = || (!table.bot.is_accepted()).then_some(());
        table
            .bench
            .until("it is said that something is wrong", refused)
            .await;
        waits(&table).await;
        assert_eq!(boards(&table, thread, "`Wd4-a1`"), 1, "{status}");
        assert_eq!(table.second().was_pinged(), before + 1, "{status}");
        assert_eq!(
            table
                .app
                .missed(PlayerId(SECOND_PLAYER as i64))
                .await
                .unwrap(),
            []
        );
        assert!(table.bot.is_accepted());
        table.finish_after_trouble().await;
    }
}

#[tokio::test]
async fn whom_discord_lets_us_write_to_only_later_is_written_to_later() {
    for status in [400, 403] {
        let table = Table::on(Bench::unlogged().await).await;
        table.bench.control(ControlAction::Refuse {
            status,
            code: 40003,
            times: 1,
            path: Some("/users/@me/channels".to_owned()),
        });
        let first = table.first().at_direct_messages();
        first
            .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
            .await;
        waits(&table).await;
        let second = table.second().at_direct_messages();
        second.sees("ZÈRTZ").await;
        table.finish_after_trouble().await;
    }
}

#[tokio::test]
async fn a_new_database_is_not_taken_for_the_one_before() {
    let table = Table::on(Bench::unlogged().await).await;
    let text = "/challenge game:zertz 37 opponent:@Player 2";
    table.first().types(text).await;
    let old = table.second().sees("challenges").await;
    table.settles().await;
    let Table {
        bench, app, bot, ..
    } = table;
    bot.stop().await;
    until_alone(app).await.close().await;
    std::fs::remove_file(bench.database()).unwrap();
    let table = Table::on(bench).await;
    table.first().types(text).await;
    let new = || {
        let mut all = table.second().reads().into_iter();
        all.find(|seen| seen.id > old.id && seen.text.contains("challenges"))
    };
    table.bench.until("a card of its own", new).await;
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn what_an_older_version_has_sent_is_found_by_the_name_of_its_picture() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    let fail = |times| ControlAction::Answer {
        status: 500,
        times,
        path: Some(format!("/channels/{thread}/messages")),
        wait: Duration::ZERO,
    };
    table.bench.control(fail(1000));
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    let refused = || table.bench.sandbox.take_refused().pop();
    table.bench.until("the board is refused", refused).await;
    table.bench.control(fail(0));
    // So an older version called it.
    let picture = reqwest::multipart::Part::bytes(vec![0]).file_name("1-1t.png");
    let form = reqwest::multipart::Form::new()
        .text("payload_json", "{\"content\":\"`Wd4-a1`\"}")
        .part("files[0]", picture);
    let sandbox = &table.bench.sandbox;
    let address = format!("{}/api/v10/channels/{thread}/messages", sandbox.origin());
    let sent = reqwest::Client::new().post(address).multipart(form);
    let sent = sent.header("authorization", format!("Bot {}", sandbox.token()));
    assert!(sent.send().await.unwrap().status().is_success());
    table
        .bench
        .control(ControlAction::Advance(Duration::from_hours(1)));
    table.passes(Duration::from_hours(1)).await;
    waits(&table).await;
    assert_eq!(boards(&table, thread, "`Wd4-a1`"), 1);
    table.finish_after_trouble().await;
}

/// A game on a server where the bot is only a guest; the first is to move.
async fn game_as_guests(table: &Table) {
    let (first, second) = (table.first_at(LOUNGE), table.second_at(LOUNGE));
    let text = "/challenge game:zertz 37 opponent:@Player 2 side:first";
    first.types(text).await;
    second.sees("challenges").await;
    second.clicks("1a").await;
    first.sees("it's your turn").await;
    table.settles().await;
}

#[tokio::test]
async fn a_response_whose_answer_is_lost_pings_once() {
    for times in [1, 2] {
        let table = Table::on(Bench::unlogged().await).await;
        game_as_guests(&table).await;
        let second = table.second_at(LOUNGE);
        let before = second.was_pinged();
        table.bench.control(ControlAction::CutAnswers {
            times,
            path: Some("/callback".to_owned()),
        });
        table.first_at(LOUNGE).types("/move turn:Wd4-a1").await;
        waits(&table).await;
        assert_eq!(boards(&table, LOUNGE, "`Wd4-a1`"), 1, "{times}");
        assert_eq!(second.was_pinged(), before + 1, "{times}");
        let alone = second.at_direct_messages().reads();
        assert!(
            alone.iter().all(|seen| !seen.text.contains("Wd4-a1")),
            "{alone:?}"
        );
        table.finish_after_trouble().await;
    }
}

#[tokio::test]
async fn a_response_of_which_nobody_can_know_is_not_sent_again_but_told_on_the_next_visit() {
    let table = Table::on(Bench::unlogged().await).await;
    game_as_guests(&table).await;
    let second = table.second_at(LOUNGE);
    let before = second.was_pinged();
    table.bench.control(ControlAction::CutAnswers {
        times: 1,
        path: Some("/callback".to_owned()),
    });
    let original = Some("/messages/@original".to_owned());
    table.bench.control(ControlAction::AnswerPage {
        status: 502,
        times: 1000,
        path: original.clone(),
    });
    table.first_at(LOUNGE).types("/move turn:Wd4-a1").await;
    // The interaction's token dies meanwhile.
    waits(&table).await;
    assert_eq!(second.was_pinged(), before + 1);
    let alone = second.at_direct_messages().reads();
    assert!(
        alone.iter().all(|seen| !seen.text.contains("Wd4-a1")),
        "{alone:?}"
    );
    table.bench.control(ControlAction::AnswerPage {
        status: 502,
        times: 0,
        path: original,
    });
    let elsewhere = table.second().at(GENERAL);
    elsewhere.types("/help").await;
    let told = elsewhere.sees("`Wd4-a1`").await;
    assert!(told.is_private, "{told}");
    assert_eq!(second.was_pinged(), before + 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn as_a_guest_an_answer_that_takes_too_long_is_followed_by_the_board() {
    let bench = Bench::unlogged().await;
    let table = Table::seated(
        bench,
        BEGINNING,
        DEFAULT_COMMANDS_PER_MINUTE,
        Duration::ZERO,
    )
    .await;
    game_as_guests(&table).await;
    let second = table.second_at(LOUNGE);
    let before = second.was_pinged();
    let answer = table.first_at(LOUNGE).types("/move turn:Wd4-a1").await;
    assert!(answer.message().is_private, "{}", answer.message());
    waits(&table).await;
    assert_eq!(boards(&table, LOUNGE, "`Wd4-a1`"), 1);
    assert_eq!(second.was_pinged(), before + 1);
    table.finish_after_trouble().await;
}
