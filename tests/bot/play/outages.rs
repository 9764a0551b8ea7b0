//! Discord fails, responses get lost, events are delivered twice: every notification still arrives
//! exactly once.

use hexpost::discord::DEFAULT_COMMANDS_PER_MINUTE;
use std::time::Duration;

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    ControlAction, FIRST_PLAYER, GAMES, GENERAL, Id, LOUNGE, MODERATOR, SECOND_PLAYER, SPECTATOR,
    SandboxOptions,
};

use super::super::harness::{Harness, Seen, patient};
use super::{BEGINNING, Session, until_alone};
use hexpost::model::{GameId, PlayerId};

/// The number of public boards with this turn.
fn boards(session: &Session, thread: Id, turn: &str) -> usize {
    let all = session.second_at(thread).reads();
    let boards = all
        .iter()
        .filter(|seen| !seen.is_private && seen.text.contains(turn));
    boards.count()
}

/// Lets time pass until all notifications have been sent. Where Discord's response says how long to
/// wait, the wait is real.
async fn waits(session: &Session) {
    for _ in 0..250 {
        session.passes(Duration::from_secs(30)).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        if session
            .app
            .oldest_unsent(session.now())
            .await
            .unwrap()
            .is_none()
        {
            return;
        }
    }
    panic!("not everything was sent\n{}", session.harness.story());
}

#[tokio::test]
async fn errors_and_rate_limits_delay_a_board_without_duplicating_it() {
    for status in [500, 502, 429] {
        let session = Session::on(Harness::unlogged().await).await;
        let thread = session.game("zertz 37").await;
        session.settles().await;
        let before = session.second().was_pinged();
        session.harness.control(ControlAction::Answer {
            status,
            times: 2,
            path: Some("/messages".to_owned()),
            wait: Duration::from_millis(300),
        });
        session.first_at(thread).types("/move turn:Wd4-a1").await;
        waits(&session).await;
        assert_eq!(boards(&session, thread, "`Wd4-a1`"), 1, "{status}");
        assert_eq!(session.second().was_pinged(), before + 1, "{status}");
        session.finish_after_trouble().await;
    }
}

#[tokio::test]
async fn nothing_is_sent_before_the_end_of_a_rate_limit() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    session.harness.control(ControlAction::Answer {
        status: 429,
        times: 1,
        path: Some("/messages".to_owned()),
        wait: Duration::from_secs(100),
    });
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    let refused = || session.harness.sandbox.take_refused().pop();
    session
        .harness
        .until("the board to be refused", refused)
        .await;
    // Without the given time it would be retried after two seconds.
    for _ in 0..9 {
        session.passes(Duration::from_secs(10)).await;
        tokio::time::sleep(Duration::from_millis(20)).await;
        assert_eq!(boards(&session, thread, "`Wd4-a1`"), 0);
    }
    // The refusal may have been recorded a little after it was sent.
    session.passes(Duration::from_secs(110)).await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_lost_response_causes_no_second_board_and_no_second_ping() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    let before = session.second().was_pinged();
    let first = session.first_at(thread);
    first.clicks("Move").await;
    for key in ["⚪ 6", "d", "d4", "a1"] {
        first.clicks(key).await;
    }
    // The response to Confirm arrives; the one to the board's message is lost.
    session.harness.control(ControlAction::LoseAnswers(2));
    let screen = first.reads().pop().unwrap();
    let confirm = screen.parts().last().unwrap()["custom_id"]
        .as_str()
        .unwrap()
        .to_owned();
    first.presses_and_leaves(&screen, &confirm);
    session.second_at(thread).sees("`Wd4-a1`").await;
    waits(&session).await;
    assert_eq!(boards(&session, thread, "`Wd4-a1`"), 1);
    assert_eq!(session.second().was_pinged(), before + 1);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_redelivered_interaction_has_one_effect() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.harness.control(ControlAction::Redeliver);
    session.second_at(thread).sees("`Wd4-a1`").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    session.settles().await;
    assert_eq!(boards(&session, thread, "`Wd4-a1`"), 1);
    let (app, game) = (&session.app, GameId(1));
    let game = app.game(game, hexpost::model::Time(0)).await.unwrap();
    assert_eq!(game.turns.len(), 1);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_dropped_gateway_connection_is_resumed_without_missing_events() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    let (first, second) = (session.first_at(thread), session.second_at(thread));
    let before = (first.was_pinged(), second.was_pinged());
    // Repeatedly, in the middle of a game.
    for (person, other, turn) in [
        (first, second, "Wd4-a1"),
        (second, first, "Bb3-g1"),
        (first, second, "Gf2-a2"),
    ] {
        session.harness.control(ControlAction::DropGateway);
        let answer = person.types(&format!("/move turn:{turn}")).await;
        assert!(answer.message().text.contains("✅"));
        other.sees(&format!("`{turn}`")).await;
    }
    session.settles().await;
    assert_eq!(
        (first.was_pinged(), second.was_pinged()),
        (before.0 + 1, before.1 + 2)
    );
    session.finish().await;
}

#[tokio::test]
async fn of_two_concurrent_turns_one_is_made() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    let (first, second) = (session.first_at(thread), session.second_at(thread));
    let before = second.was_pinged();
    first.clicks("Move").await;
    for key in ["⚪ 6", "d", "d4", "a1"] {
        first.clicks(key).await;
    }
    let screen = first.reads().pop().unwrap();
    let confirm = screen.parts().last().unwrap()["custom_id"].clone();
    let confirm = confirm.as_str().unwrap();
    // A double tap, and the same person on another device.
    first.presses_and_leaves(&screen, confirm);
    first.types_and_leaves("/move turn:Bb3-g1");
    first.presses_and_leaves(&screen, confirm);
    let waiting = || {
        session
            .harness
            .sandbox
            .unanswered()
            .is_empty()
            .then_some(())
    };
    session
        .harness
        .until("all interactions to be answered", waiting)
        .await;
    session.settles().await;
    let game = session.app.game(GameId(1), session.now()).await.unwrap();
    assert_eq!(game.turns.len(), 1);
    let made = game.record.texts().remove(0);
    assert_eq!(boards(&session, thread, &format!("`{made}`")), 1);
    assert_eq!(second.was_pinged(), before + 1);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn of_two_concurrent_acceptances_one_starts_a_game() {
    let session = Session::on(Harness::unlogged().await).await;
    session.first().types("/challenge game:zertz 37").await;
    let card = session.second().sees("challenges").await;
    let accept = card.parts().next().unwrap()["custom_id"].clone();
    let accept = accept.as_str().unwrap();
    for person in [SECOND_PLAYER, SPECTATOR, MODERATOR] {
        let person = session.harness.person(person);
        person.presses_and_leaves(&card, accept);
    }
    session.begun(card.id).await;
    let waiting = || {
        session
            .harness
            .sandbox
            .unanswered()
            .is_empty()
            .then_some(())
    };
    session
        .harness
        .until("all interactions to be answered", waiting)
        .await;
    session.settles().await;
    let games = session
        .app
        .my_games(PlayerId(FIRST_PLAYER as i64), session.now());
    assert_eq!(games.await.unwrap().len(), 1);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn an_undeliverable_notification_is_shown_at_the_next_interaction() {
    let session = Session::on(Harness::unlogged().await).await;
    let text = "/challenge game:zertz 37 opponent:@Player 2";
    session.first().types(text).await;
    let card = session.second().sees("challenges").await;
    session.settles().await;
    // The bot can't write in the channel, and the person accepts no direct messages.
    let write = Permissions::SEND_MESSAGES;
    session
        .harness
        .control(ControlAction::Deny(GAMES, write, true));
    session
        .harness
        .control(ControlAction::CloseDms(FIRST_PLAYER, true));
    let decline = card.parts().nth(1).unwrap()["custom_id"].clone();
    let decline = decline.as_str().unwrap();
    session.second().clicks_on(&card, decline).await;
    session.settles().await;
    let elsewhere = session.first().at(GENERAL);
    elsewhere.types("/help").await;
    let told = elsewhere.sees("declined your challenge").await;
    assert!(told.is_private, "{told}");
    // It is shown only once.
    let kept = || async { session.app.missed(PlayerId(FIRST_PLAYER as i64)).await };
    for _ in 0..200 {
        if kept().await.unwrap().is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(kept().await.unwrap(), []);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_day_long_outage_loses_no_ping() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    let before = session.second().was_pinged();
    let fail = |times| ControlAction::Answer {
        status: 503,
        times,
        path: Some("/messages".to_owned()),
        wait: Duration::ZERO,
    };
    session.harness.control(fail(100_000));
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    for _ in 0..100 {
        session.passes(Duration::from_mins(15)).await;
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert_eq!(session.second().was_pinged(), before);
    session.harness.control(fail(0));
    waits(&session).await;
    assert_eq!(boards(&session, thread, "`Wd4-a1`"), 1);
    assert_eq!(session.second().was_pinged(), before + 1);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn with_deferred_responses_a_game_can_be_played() {
    let harness = Harness::new().await;
    let session = Session::with_patience(
        harness,
        BEGINNING,
        DEFAULT_COMMANDS_PER_MINUTE,
        Duration::ZERO,
    )
    .await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    for key in ["Move", "⚪ 6", "d", "d4", "a1", "Confirm"] {
        let has_key = |seen: &Seen| seen.keys().contains(&key);
        let screen = || first.reads().pop().filter(has_key);
        session.harness.until(key, screen).await;
        first.clicks(key).await;
    }
    session.second_at(thread).sees("`Wd4-a1`").await;
    let told = session.second_at(thread).types("/games").await;
    assert!(
        told.message().text.contains("Ваш ход"),
        "{}",
        told.message()
    );
    session.finish().await;
}

#[tokio::test]
async fn unsent_notifications_are_sent_after_a_restart() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    session.harness.control(ControlAction::Answer {
        status: 500,
        times: 1000,
        path: Some(format!("/channels/{thread}/messages")),
        wait: Duration::ZERO,
    });
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    assert_eq!(boards(&session, thread, "`Wd4-a1`"), 0);
    let session = session.restart().await;
    session.harness.control(ControlAction::Answer {
        status: 500,
        times: 0,
        path: Some(format!("/channels/{thread}/messages")),
        wait: Duration::ZERO,
    });
    waits(&session).await;
    assert_eq!(boards(&session, thread, "`Wd4-a1`"), 1);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn before_a_late_retry_the_bot_checks_whether_the_message_was_posted() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    let first = session.first_at(thread);
    session.harness.control(ControlAction::LoseAnswers(3));
    first.types_and_leaves("/move turn:Wd4-a1");
    session.second_at(thread).sees("`Wd4-a1`").await;
    // Discord has forgotten the nonce by the time of the retry.
    session
        .harness
        .control(ControlAction::Advance(Duration::from_hours(1)));
    session.passes(Duration::from_hours(1)).await;
    waits(&session).await;
    assert_eq!(boards(&session, thread, "`Wd4-a1`"), 1);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn under_discords_rate_limits_everything_arrives() {
    let harness = Harness::with(SandboxOptions {
        pace: hexpost_sandbox::RateLimitMode::Discord,
        ..patient()
    });
    let session = Session::on(harness.await).await;
    let thread = session.game("zertz 37").await;
    for (person, turn) in [
        (session.first_at(thread), "Wd4-a1"),
        (session.second_at(thread), "Bb2-g1"),
        (session.first_at(thread), "Gf2-a2"),
    ] {
        person.types(&format!("/move turn:{turn}")).await;
    }
    waits(&session).await;
    session.first_at(thread).sees("`Gf2-a2`").await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn an_exhausted_rate_limit_of_one_interaction_does_not_delay_others() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    session.harness.control(ControlAction::SpendCallbacks {
        times: 1,
        wait: Duration::from_secs(50),
    });
    session.first_at(thread).types("/games").await;
    // The harness's timeout is shorter than that wait.
    session.second_at(thread).types("/games").await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_401_delays_a_board_but_does_not_lose_it() {
    refused_board(401, false).await;
}

#[tokio::test]
async fn an_error_page_with_401_delays_a_board_but_does_not_lose_it() {
    refused_board(401, true).await;
}

#[tokio::test]
async fn an_error_page_with_403_delays_a_board_but_does_not_lose_it() {
    refused_board(403, true).await;
}

#[tokio::test]
async fn an_error_page_with_404_delays_a_board_but_does_not_lose_it() {
    refused_board(404, true).await;
}

/// Discord, or a proxy in front of it, twice refuses the request that posts a board.
async fn refused_board(status: u16, is_page: bool) {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    let before = session.second().was_pinged();
    let path = Some(format!("/channels/{thread}/messages"));
    session.harness.control(if is_page {
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
    assert!(session.bot.is_accepted());
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    let refused = || (!session.bot.is_accepted()).then_some(());
    session
        .harness
        .until("the bot to report refused requests", refused)
        .await;
    waits(&session).await;
    assert_eq!(boards(&session, thread, "`Wd4-a1`"), 1, "{status}");
    assert_eq!(session.second().was_pinged(), before + 1, "{status}");
    assert_eq!(
        session
            .app
            .missed(PlayerId(SECOND_PLAYER as i64))
            .await
            .unwrap(),
        []
    );
    assert!(session.bot.is_accepted());
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_temporarily_refused_direct_message_is_sent_later() {
    for status in [400, 403] {
        let session = Session::on(Harness::unlogged().await).await;
        session.harness.control(ControlAction::Refuse {
            status,
            code: 40003,
            times: 1,
            path: Some("/users/@me/channels".to_owned()),
        });
        let first = session.first().at_direct_messages();
        first
            .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
            .await;
        waits(&session).await;
        let second = session.second().at_direct_messages();
        second.sees("ZÈRTZ").await;
        session.finish_after_trouble().await;
    }
}

#[tokio::test]
async fn nonces_of_a_new_database_differ_from_the_old_ones() {
    let session = Session::on(Harness::unlogged().await).await;
    let text = "/challenge game:zertz 37 opponent:@Player 2";
    session.first().types(text).await;
    let old = session.second().sees("challenges").await;
    session.settles().await;
    let Session {
        harness, app, bot, ..
    } = session;
    bot.stop().await;
    until_alone(app).await.close().await;
    std::fs::remove_file(harness.database()).unwrap();
    let session = Session::on(harness).await;
    session.first().types(text).await;
    let new = || {
        let mut all = session.second().reads().into_iter();
        all.find(|seen| seen.id > old.id && seen.text.contains("challenges"))
    };
    session.harness.until("a new challenge message", new).await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_message_of_an_older_version_is_recognised_by_its_picture_name() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    let fail = |times| ControlAction::Answer {
        status: 500,
        times,
        path: Some(format!("/channels/{thread}/messages")),
        wait: Duration::ZERO,
    };
    session.harness.control(fail(1000));
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    let refused = || session.harness.sandbox.take_refused().pop();
    session
        .harness
        .until("the board to be refused", refused)
        .await;
    session.harness.control(fail(0));
    // The file name that an older version used.
    let picture = reqwest::multipart::Part::bytes(vec![0]).file_name("1-1t.png");
    let form = reqwest::multipart::Form::new()
        .text("payload_json", "{\"content\":\"`Wd4-a1`\"}")
        .part("files[0]", picture);
    let sandbox = &session.harness.sandbox;
    let address = format!("{}/api/v10/channels/{thread}/messages", sandbox.origin());
    let sent = reqwest::Client::new().post(address).multipart(form);
    let sent = sent.header("authorization", format!("Bot {}", sandbox.token()));
    assert!(sent.send().await.unwrap().status().is_success());
    session
        .harness
        .control(ControlAction::Advance(Duration::from_hours(1)));
    session.passes(Duration::from_hours(1)).await;
    waits(&session).await;
    assert_eq!(boards(&session, thread, "`Wd4-a1`"), 1);
    session.finish_after_trouble().await;
}

/// Starts a game on a server where the bot isn't a member; the first player is to move.
async fn game_as_guests(session: &Session) {
    let (first, second) = (session.first_at(LOUNGE), session.second_at(LOUNGE));
    let text = "/challenge game:zertz 37 opponent:@Player 2 side:first";
    first.types(text).await;
    second.sees("challenges").await;
    second.clicks("1a").await;
    first.sees("it's your turn").await;
    session.settles().await;
}

#[tokio::test]
async fn a_response_whose_confirmation_is_lost_pings_once() {
    for times in [1, 2] {
        let session = Session::on(Harness::unlogged().await).await;
        game_as_guests(&session).await;
        let second = session.second_at(LOUNGE);
        let before = second.was_pinged();
        session.harness.control(ControlAction::CutAnswers {
            times,
            path: Some("/callback".to_owned()),
        });
        session.first_at(LOUNGE).types("/move turn:Wd4-a1").await;
        waits(&session).await;
        assert_eq!(boards(&session, LOUNGE, "`Wd4-a1`"), 1, "{times}");
        assert_eq!(second.was_pinged(), before + 1, "{times}");
        let alone = second.at_direct_messages().reads();
        assert!(
            alone.iter().all(|seen| !seen.text.contains("Wd4-a1")),
            "{alone:?}"
        );
        session.finish_after_trouble().await;
    }
}

#[tokio::test]
async fn a_response_with_unknown_outcome_is_shown_at_the_next_interaction() {
    let session = Session::on(Harness::unlogged().await).await;
    game_as_guests(&session).await;
    let second = session.second_at(LOUNGE);
    let before = second.was_pinged();
    session.harness.control(ControlAction::CutAnswers {
        times: 1,
        path: Some("/callback".to_owned()),
    });
    let original = Some("/messages/@original".to_owned());
    session.harness.control(ControlAction::AnswerPage {
        status: 502,
        times: 1000,
        path: original.clone(),
    });
    session.first_at(LOUNGE).types("/move turn:Wd4-a1").await;
    // Meanwhile the interaction's token expires.
    waits(&session).await;
    assert_eq!(second.was_pinged(), before + 1);
    let alone = second.at_direct_messages().reads();
    assert!(
        alone.iter().all(|seen| !seen.text.contains("Wd4-a1")),
        "{alone:?}"
    );
    session.harness.control(ControlAction::AnswerPage {
        status: 502,
        times: 0,
        path: original,
    });
    let elsewhere = session.second().at(GENERAL);
    elsewhere.types("/help").await;
    let told = elsewhere.sees("`Wd4-a1`").await;
    assert!(told.is_private, "{told}");
    assert_eq!(second.was_pinged(), before + 1);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn without_membership_a_deferred_response_is_followed_by_the_board() {
    let harness = Harness::unlogged().await;
    let session = Session::with_patience(
        harness,
        BEGINNING,
        DEFAULT_COMMANDS_PER_MINUTE,
        Duration::ZERO,
    )
    .await;
    game_as_guests(&session).await;
    let second = session.second_at(LOUNGE);
    let before = second.was_pinged();
    let answer = session.first_at(LOUNGE).types("/move turn:Wd4-a1").await;
    assert!(answer.message().is_private, "{}", answer.message());
    waits(&session).await;
    assert_eq!(boards(&session, LOUNGE, "`Wd4-a1`"), 1);
    assert_eq!(second.was_pinged(), before + 1);
    session.finish_after_trouble().await;
}
