//! Time controls, vacations and reminders, from the players' view.

use std::time::Duration;

use hexpost_sandbox::{CLUB, FIRST_PLAYER, GAMES, SECOND_PLAYER};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _};

use super::Session;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn a_timeout_can_be_claimed_with_a_button() {
    let session = Session::new().await;
    let thread = session.game_with("zertz 37", " pace:2d").await;
    let card = session.first().sees("challenges").await;
    assert!(card.text.contains("2 days per move"), "{}", card.text);
    assert!(
        card.text.contains("after the deadline you can still move"),
        "{}",
        card.text
    );
    session.passes(DAY * 2 + HOUR).await;
    let late = session.first_at(thread).sees("You can still move").await;
    assert!(late.pings_me, "{late}");
    let told = session
        .second_at(thread)
        .sees("You can claim the win")
        .await;
    assert!(told.pings_me, "{told}");
    // The late player can't claim.
    let answer = session.first_at(thread).clicks("Claim the win").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("your own clock"),
        "{}",
        answer.message()
    );
    let session = session.restart().await;
    let answer = session.second_at(thread).clicks("Claim the win").await;
    assert!(answer.message().text.contains("Победа ваша"));
    let end = session.first_at(thread).sees("🏁").await;
    let loser = format!("<@{}> ran out of time", session.first().id);
    assert!(end.text.contains(&loser), "{}", end.text);
    // There is nothing to claim any more.
    session.settles().await;
    let closed = || {
        let all = session.second_at(thread).reads();
        let is_open = |text: &str| text.contains("claim the win") || text.contains("still move");
        let keys = all
            .iter()
            .any(|seen| seen.keys().contains(&"Claim the win"));
        (!keys && !all.iter().any(|seen| is_open(&seen.text))).then_some(())
    };
    session
        .harness
        .until("no button to claim the win", closed)
        .await;
    session.finish().await;
}

#[tokio::test]
async fn with_a_hard_flag_a_game_ends_automatically_on_time() {
    let session = Session::new().await;
    let more = " pace:7d+1d/14d timeout:hard";
    let thread = session.game_with("zertz 37", more).await;
    let card = session.first().sees("challenges").await;
    let said = "7 days + 1 day per move, up to 14 days · running out of time loses at once";
    assert!(card.text.contains(said), "{}", card.text);
    session.first_at(thread).sees("has 7 days left").await;
    session.passes(DAY * 7).await;
    let end = session.second_at(thread).sees("🏁").await;
    assert!(end.text.contains("ran out of time"), "{}", end.text);
    session.finish().await;
}

#[tokio::test]
async fn a_gift_of_time_is_in_the_more_menu_and_shown_to_both_players() {
    let session = Session::new().await;
    let thread = session.game_with("zertz 37", " pace:3d").await;
    session.second_at(thread).clicks("1o").await;
    let answer = session
        .second_at(thread)
        .chooses(&["Подарить сопернику день"])
        .await;
    assert!(
        answer.message().text.contains("Подарено"),
        "{}",
        answer.message()
    );
    let told = session.first_at(thread).sees("🎁").await;
    assert!(told.text.contains("1 day extra") && told.pings_me, "{told}");
    let end = (super::BEGINNING / 1000) + 4 * 24 * 60 * 60;
    assert!(told.text.contains(&format!("<t:{end}:R>")), "{told}");
    session.finish().await;
}

#[tokio::test]
async fn a_vacation_is_shown_to_both_players_and_can_be_ended_with_a_button() {
    let session = Session::new().await;
    let thread = session.game_with("zertz 37", " pace:3d").await;
    let answer = session.first().types("/vacation days:5").await;
    let text = &answer.message().text;
    assert!(text.contains("You're on vacation until"), "{text}");
    assert!(text.contains("25 of 30 vacation days"), "{text}");
    let board = session.second_at(thread).sees("is on vacation until").await;
    assert!(
        !board.pings_me && !board.text.contains("Deadline"),
        "{board}"
    );
    let answer = session.second().types("/games").await;
    let text = &answer.message().text;
    assert!(text.contains("в отпуске по"), "{text}");
    let session = session.restart().await;
    session.passes(DAY).await;
    let answer = session.first().clicks("I'm back").await;
    assert!(answer.message().text.contains("You aren't on vacation"));
    let board = session.second_at(thread).sees("The vacation is over").await;
    assert!(board.text.contains("Deadline: <t:"), "{board}");
    session.finish().await;
}

#[tokio::test]
async fn an_invalid_vacation_is_refused_privately() {
    let session = Session::new().await;
    for (text, said) in [
        ("/vacation days:400", "1 to 30 days"),
        ("/vacation days:0", "1 to 30 days"),
        (
            "/vacation days:3 from:2020-01-01",
            "That date is in the past",
        ),
        ("/vacation days:3 from:someday", "can't read that date"),
        ("/vacation from:2027-07-01", "For how many days"),
        ("/vacation end:true", "no vacation"),
        ("/vacation", "You aren't on vacation"),
    ] {
        let answer = session.first().types(text).await;
        let seen = answer.message();
        assert!(
            seen.is_private && seen.text.contains(said),
            "{text}: {seen}"
        );
    }
    session
        .first()
        .types("/vacation days:3 from:2027-07-01")
        .await;
    let answer = session.first().types("/vacation days:3").await;
    assert!(answer.message().text.contains("already have a vacation"));
    let answer = session.first().types("/vacation").await;
    assert!(answer.message().text.contains("Your vacation: <t:"));
    let answer = session.first().clicks("Cancel the vacation").await;
    assert!(answer.message().text.contains("You aren't on vacation"));
    session.finish().await;
}

#[tokio::test]
async fn tonight_asks_for_a_time_zone_and_then_sends_a_reminder() {
    let session = Session::new().await;
    let thread = session.game_with("zertz 37", " pace:7d").await;
    session.first_at(thread).clicks("More").await;
    let answer = session.first_at(thread).clicks("Remind me tonight").await;
    let seen = answer.message();
    assert!(seen.is_private && seen.keys() == ["Time zone"], "{seen}");
    // The request survives the choice of the zone.
    let modal = session.first_at(thread).clicks("Time zone").await;
    assert_eq!(modal.form()["title"], "Your time zone");
    let field = "City or name of the zone";
    let answer = session.first_at(thread).fills(&[(field, "Atlantis")]).await;
    let seen = answer.message();
    assert!(seen.text.contains("no such time zone"), "{seen}");
    session.first_at(thread).clicks("Time zone").await;
    let answer = session.first_at(thread).fills(&[(field, "Warsaw")]).await;
    let seen = answer.message();
    assert!(seen.text.contains("Reminder: <t:"), "{seen}");
    assert!(
        seen.text.contains("Europe/Warsaw, where it's 09:00"),
        "{seen}"
    );
    let offered = session.first().is_offered("/reminders zone:warsaw").await;
    assert_eq!(offered, ["Europe/Warsaw · 09:00"]);
    // Cities are named in the player's language.
    let offered = session.second().is_offered("/reminders zone:моск").await;
    assert_eq!(offered, ["Москва · 11:00"]);
    let answer = session.second().types("/reminders zone:Warszawa").await;
    let said = &answer.message().text;
    assert!(said.contains("Europe/Warsaw"), "{said}");
    let offered = session.first().is_offered("/reminders zone:").await;
    assert_eq!(offered.len(), 25);
    let answer = session.first().types("/reminders zone:Atlantis").await;
    let seen = answer.message();
    assert!(seen.text.contains("no such time zone"), "{seen}");
    assert_eq!(seen.keys(), ["Time zone"]);
    let answer = session.first().types("/reminders zone:Europe/Warsaw").await;
    assert!(
        answer
            .message()
            .text
            .contains("Europe/Warsaw, where it's 09:00")
    );
    // The opponent has no such reminder.
    let answer = session.second_at(thread).clicks("1o").await;
    let keys = answer.message().keys().join(" ");
    assert!(!keys.contains("Напомнить вечером"), "{keys}");
    session.settles().await;
    let session = session.restart().await;
    session.passes(HOUR * 9).await;
    session.settles().await;
    let early = session.first_at(thread).reads();
    assert!(early.iter().all(|seen| !seen.text.contains("a reminder")));
    session.passes(HOUR).await;
    let reminder = session.first_at(thread).sees("a reminder").await;
    assert!(reminder.pings_me, "{reminder}");
    // It links to the board instead of showing it again, and offers to wait once more.
    assert!(reminder.picture().is_none(), "{reminder}");
    let board = session.first_at(thread).sees("Have a good game").await;
    let link = format!("https://discord.com/channels/{CLUB}/{thread}/{}", board.id);
    assert!(reminder.text.contains(&link), "{reminder}");
    assert!(reminder.text.contains("Deadline: <t:"), "{reminder}");
    assert_eq!(
        reminder.keys(),
        ["Move", "Remind me tonight", "Remind me tomorrow"]
    );
    let answer = session.first_at(thread).clicks("Remind me tonight").await;
    let seen = answer.message();
    assert!(seen.text.contains("**Remind me tomorrow**"), "{seen}");
    let answer = session.first_at(thread).clicks("Remind me tomorrow").await;
    assert!(answer.message().text.contains("Reminder: <t:"));
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.settles().await;
    let closed = || {
        let all = session.first_at(thread).reads();
        let seen = all.into_iter().find(|seen| seen.id == reminder.id)?;
        let is_closed = seen.keys().is_empty() && !seen.text.contains("your turn");
        is_closed.then_some(())
    };
    session
        .harness
        .until("the reminder to be closed", closed)
        .await;
    session.finish().await;
}

#[tokio::test]
async fn a_player_who_has_moved_is_not_reminded() {
    let session = Session::new().await;
    let thread = session.game_with("zertz 37", " pace:7d").await;
    session.first().types("/reminders zone:UTC").await;
    session.first_at(thread).clicks("More").await;
    session.first_at(thread).clicks("Remind me tomorrow").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.passes(DAY * 2).await;
    session.settles().await;
    let seen = session.first_at(thread).reads();
    assert!(seen.iter().all(|seen| !seen.text.contains("a reminder")));
    session.finish().await;
}

#[tokio::test]
async fn reminders_are_set_with_menus_and_the_time_zone_with_a_modal() {
    let session = Session::new().await;
    let answer = session.first().types("/reminders").await;
    assert!(answer.message().text.contains("not chosen yet"));
    assert_eq!(answer.message().parts().count(), 5);
    let answer = session
        .first()
        .chooses(&["Quiet hours: 22:00 to 8:00"])
        .await;
    assert!(answer.message().text.contains("I need your time zone"));
    session.first().clicks("Time zone").await;
    let answer = session
        .first()
        .fills(&[("City or name of the zone", "new york")])
        .await;
    assert!(
        answer.message().text.contains("America/New_York"),
        "{}",
        answer.message()
    );
    session
        .first()
        .chooses(&["Quiet hours: 22:00 to 8:00"])
        .await;
    session
        .first()
        .chooses(&["With a clock: 48 and 12 h before the end"])
        .await;
    let answer = session
        .first()
        .chooses(&["Without a clock: every 7 days"])
        .await;
    let chosen = answer.message().parts().flat_map(|part| {
        let options = part["options"].as_array().cloned().unwrap_or_default();
        let chosen = options
            .into_iter()
            .filter(|option| option["default"] == true);
        chosen.map(|option| option["value"].as_str().unwrap_or_default().to_owned())
    });
    let chosen: Vec<String> = chosen.collect();
    assert_eq!(chosen, ["48-12", "7", "22-8", "none"]);
    session.finish().await;
}

#[tokio::test]
async fn a_daily_digest_replaces_pings() {
    let session = Session::new().await;
    session
        .second()
        .types("/reminders zone:Europe/Moscow")
        .await;
    session
        .second()
        .chooses(&["Сводка в 8:00 вместо уведомлений о ходе"])
        .await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    let board = session.second_at(thread).sees("`Wd4-a1`").await;
    assert!(!board.pings_me, "{board}");
    session.passes(DAY).await;
    let direct = session.second().at_direct_messages();
    let digest = direct.sees("Вашего хода ждёт 1 партия").await;
    assert!(
        digest.text.contains("https://discord.com/channels/"),
        "{digest}"
    );
    session.settles().await;
    assert_eq!(direct.reads().len(), 1);
    session.finish().await;
}

/// Creates five hundred games in which the first player is to move, and ten thousand finished ones.
async fn fill(session: &Session) {
    let series = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10500)";
    let begun = super::BEGINNING;
    let challenges = format!(
        "{series} INSERT INTO challenges (id, server, channel, challenger, opponent, game, variant,
             seat, is_rated, secret, state, made_at, decided_at, action)
         SELECT i, {CLUB}, {GAMES}, {FIRST_PLAYER}, {SECOND_PLAYER}, 'zertz', '37', 'mine', false,
             'x', 'accepted', {begun}, {begun}, i FROM n"
    );
    let games = format!(
        "{series} INSERT INTO games (id, server, channel, first, second, game, variant, rules,
             is_rated, started_at, seq, board, plies, to_move, turn_at, finished_at, winner, how,
             seen_first, seen_second)
         SELECT i, {CLUB}, {GAMES}, {FIRST_PLAYER}, {SECOND_PLAYER}, 'zertz', '37', 1, false,
             {begun}, 0, 0, 0, CASE WHEN i > 500 THEN NULL ELSE 0 END, {begun},
             CASE WHEN i > 500 THEN {begun} ELSE NULL END, NULL,
             CASE WHEN i > 500 THEN 'abort' ELSE NULL END, 0, 0 FROM n"
    );
    let posts = format!(
        "{series} INSERT INTO posts (game, message, channel, what, board, is_open)
         SELECT i, 1900000000000000000 + i, {GAMES}, 'board', 0, true FROM n WHERE i <= 500"
    );
    let options = SqliteConnectOptions::new().filename(session.harness.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    for sql in [challenges, games, posts] {
        let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection);
        done.await.unwrap();
    }
    connection.close().await.unwrap();
}

#[tokio::test]
async fn lists_of_thousands_of_games_fit_into_a_message() {
    let session = Session::new().await;
    fill(&session).await;
    let answer = session.first().types("/games").await;
    assert!(answer.message().text.contains("500 games"));
    let first = answer.message().text.clone();
    let answer = session.first().clicks("▶").await;
    assert_ne!(answer.message().text, first);
    let offered = session.first().is_offered("/board game:").await;
    assert_eq!(offered.len(), 25);
    session.first().types("/reminders zone:UTC").await;
    let digest = "Digest at 9:00 instead of turn pings";
    session.first().chooses(&[digest]).await;
    session.passes(DAY).await;
    let direct = session.first().at_direct_messages();
    let digest = direct.sees("500 games are waiting for you").await;
    assert!(digest.text.contains("more: `/games`"), "{digest}");
    session.finish().await;
}

#[tokio::test]
async fn a_sleeping_machine_loses_nobody_a_game() {
    let session = Session::new().await;
    let thread = session.game_with("zertz 37", " pace:1d timeout:hard").await;
    session.settles().await;
    session.passes(HOUR).await;
    session.sleeps(DAY * 2);
    let reminder = session.first_at(thread).sees("a reminder").await;
    assert!(reminder.pings_me, "{reminder}");
    session.passes(HOUR).await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    // The program was running the next time.
    session.passes(DAY * 2).await;
    let end = session.first_at(thread).sees("🏁").await;
    assert!(end.text.contains("ran out of time"), "{end}");
    session.finish().await;
}

#[tokio::test]
async fn in_quiet_hours_a_reminder_waits_but_the_clock_runs() {
    let session = Session::new().await;
    // The test starts at nine in the morning in the player's time zone.
    session.first().types("/reminders zone:Europe/Warsaw").await;
    session
        .first()
        .chooses(&["Quiet hours: 22:00 to 8:00"])
        .await;
    let ladder = "With a clock: 3 h before the end";
    session.first().chooses(&[ladder]).await;
    let thread = session.game_with("zertz 37", " pace:2d timeout:hard").await;
    session.settles().await;
    let first = session.first_at(thread);
    let before = first.was_pinged();
    // Six o'clock and half past seven are within the quiet hours.
    session.passes(HOUR * 46 + Duration::from_mins(30)).await;
    session.settles().await;
    assert_eq!(first.was_pinged(), before);
    session.passes(HOUR).await;
    let reminder = first.sees("a reminder").await;
    assert!(reminder.pings_me, "{reminder}");
    session.passes(HOUR).await;
    first.sees("🏁").await;
    session.settles().await;
    assert_eq!(first.was_pinged(), before + 2, "the reminder and the end");
    session.finish().await;
}

#[tokio::test]
async fn without_a_time_control_reminders_come_at_the_chosen_interval() {
    let session = Session::new().await;
    session.first().types("/reminders").await;
    session
        .first()
        .chooses(&["Without a clock: every day"])
        .await;
    let thread = session.game("tzaar fixed").await;
    session.settles().await;
    let (first, second) = (session.first_at(thread), session.second_at(thread));
    let before = first.was_pinged();
    for day in 1..=3 {
        session.passes(DAY + HOUR).await;
        let reminded = || (first.was_pinged() == before + day).then_some(());
        session.harness.until("a reminder", reminded).await;
        session.settles().await;
    }
    // The opponent hasn't set an interval.
    first.types("/move turn:d3xd4").await;
    second.sees("`d3xd4`").await;
    session.settles().await;
    let before = second.was_pinged();
    session.passes(DAY * 2).await;
    session.settles().await;
    assert_eq!(second.was_pinged(), before);
    session.finish().await;
}

#[tokio::test]
async fn after_a_week_of_downtime_each_game_has_one_reminder_and_no_timeout() {
    let session = Session::new().await;
    let mut threads = Vec::new();
    for pace in [" pace:2d timeout:hard", " pace:5d", ""] {
        threads.push(session.game_with("zertz 37", pace).await);
    }
    session.settles().await;
    let before = session.first().was_pinged();
    let session = session.restart_after(DAY * 7).await;
    for thread in &threads {
        let reminder = session.first_at(*thread).sees("a reminder").await;
        assert!(reminder.pings_me, "{reminder}");
    }
    session.settles().await;
    assert_eq!(session.first().was_pinged(), before + threads.len());
    for thread in &threads {
        let all = session.first_at(*thread).reads();
        let is_end = |text: &str| text.contains("🏁") || text.contains("ran out");
        assert!(all.iter().all(|seen| !is_end(&seen.text)), "{all:#?}");
    }
    // A player who still doesn't move loses.
    session.passes(DAY + HOUR).await;
    session.first_at(threads[0]).sees("🏁").await;
    session
        .first_at(threads[1])
        .sees("You can still move")
        .await;
    session.finish().await;
}
