//! Clocks, vacations and reminders, as people meet them.

use std::time::Duration;

use hexpost_sandbox::{CLUB, FIRST_PLAYER, GAMES, SECOND_PLAYER};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _};

use super::Table;

const HOUR: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn a_late_game_is_claimed_by_a_button() {
    let table = Table::new().await;
    let thread = table.game_with("zertz 37", " pace:2d").await;
    let card = table.first().sees("challenges").await;
    assert!(card.text.contains("2 days per move"), "{}", card.text);
    assert!(card.text.contains("late moves count"), "{}", card.text);
    table.passes(DAY * 2 + HOUR).await;
    let late = table.first_at(thread).sees("You can still move").await;
    assert!(late.pings_me, "{late}");
    let told = table.second_at(thread).sees("You can claim the win").await;
    assert!(told.pings_me, "{told}");
    // Whoever is late can't claim his own game.
    let answer = table.first_at(thread).clicks("Claim the win").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("your own clock"),
        "{}",
        answer.message()
    );
    let table = table.restart().await;
    let answer = table.second_at(thread).clicks("Claim the win").await;
    assert!(answer.message().text.contains("Победа ваша"));
    let end = table.first_at(thread).sees("🏁").await;
    assert!(end.text.contains("ran out of time"), "{}", end.text);
    table.finish().await;
}

#[tokio::test]
async fn a_hard_flag_and_a_bank_are_on_the_card_and_end_the_game_by_themselves() {
    let table = Table::new().await;
    let more = " pace:7d+1d/14d flag:hard";
    let thread = table.game_with("zertz 37", more).await;
    let card = table.first().sees("challenges").await;
    let said = "7 days + 1 day per move, up to 14 days · running out of time loses at once";
    assert!(card.text.contains(said), "{}", card.text);
    table.first_at(thread).sees("has 7 days left").await;
    table.passes(DAY * 7).await;
    let end = table.second_at(thread).sees("🏁").await;
    assert!(end.text.contains("ran out of time"), "{}", end.text);
    table.finish().await;
}

#[tokio::test]
async fn a_gift_of_time_is_under_more_and_both_see_it() {
    let table = Table::new().await;
    let thread = table.game_with("zertz 37", " pace:3d").await;
    table.second_at(thread).clicks("1o").await;
    let answer = table
        .second_at(thread)
        .chooses(&["Подарить сопернику день"])
        .await;
    assert!(
        answer.message().text.contains("Подарено"),
        "{}",
        answer.message()
    );
    let told = table.first_at(thread).sees("🎁").await;
    assert!(told.text.contains("1 day extra") && told.pings_me, "{told}");
    let end = (super::BEGINNING / 1000) + 4 * 24 * 60 * 60;
    assert!(told.text.contains(&format!("<t:{end}:R>")), "{told}");
    table.finish().await;
}

#[tokio::test]
async fn a_vacation_is_seen_by_both_and_ended_by_a_key() {
    let table = Table::new().await;
    let thread = table.game_with("zertz 37", " pace:3d").await;
    let answer = table.first().types("/vacation days:5").await;
    let text = &answer.message().text;
    assert!(text.contains("You're on vacation until"), "{text}");
    assert!(text.contains("25 of 30 vacation days"), "{text}");
    let board = table.second_at(thread).sees("is on vacation until").await;
    assert!(
        !board.pings_me && !board.text.contains("Your time"),
        "{board}"
    );
    let answer = table.second().types("/games").await;
    let text = &answer.message().text;
    assert!(text.contains("в отпуске по"), "{text}");
    let table = table.restart().await;
    table.passes(DAY).await;
    let answer = table.first().clicks("I'm back").await;
    assert!(answer.message().text.contains("You aren't on vacation"));
    let board = table.second_at(thread).sees("The vacation is over").await;
    assert!(board.text.contains("Your time runs out"), "{board}");
    table.finish().await;
}

#[tokio::test]
async fn a_vacation_that_can_not_be_is_refused_privately() {
    let table = Table::new().await;
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
        let answer = table.first().types(text).await;
        let seen = answer.message();
        assert!(
            seen.is_private && seen.text.contains(said),
            "{text}: {seen}"
        );
    }
    table
        .first()
        .types("/vacation days:3 from:2027-07-01")
        .await;
    let answer = table.first().types("/vacation days:3").await;
    assert!(answer.message().text.contains("already have a vacation"));
    let answer = table.first().types("/vacation").await;
    assert!(answer.message().text.contains("Your vacation: <t:"));
    let answer = table.first().clicks("Cancel the vacation").await;
    assert!(answer.message().text.contains("You aren't on vacation"));
    table.finish().await;
}

#[tokio::test]
async fn tonight_needs_a_time_zone_and_then_a_reminder_comes() {
    let table = Table::new().await;
    let thread = table.game_with("zertz 37", " pace:7d").await;
    let answer = table.first_at(thread).clicks("Tonight").await;
    let seen = answer.message();
    assert!(seen.is_private && seen.keys() == ["Time zone"], "{seen}");
    let offered = table.first().is_offered("/reminders zone:warsaw").await;
    assert_eq!(offered, ["Europe/Warsaw · 09:00"]);
    // A city is called as one's own language calls it.
    let offered = table.second().is_offered("/reminders zone:моск").await;
    assert_eq!(offered, ["Москва · 11:00"]);
    let answer = table.second().types("/reminders zone:Warszawa").await;
    let said = &answer.message().text;
    assert!(said.contains("Europe/Warsaw"), "{said}");
    let offered = table.first().is_offered("/reminders zone:").await;
    assert_eq!(offered.len(), 25);
    let answer = table.first().types("/reminders zone:Atlantis").await;
    let seen = answer.message();
    assert!(seen.text.contains("no such time zone"), "{seen}");
    assert_eq!(seen.keys(), ["Time zone"]);
    let answer = table.first().types("/reminders zone:Europe/Warsaw").await;
    assert!(
        answer
            .message()
            .text
            .contains("Europe/Warsaw, where it's 09:00")
    );
    // Not the other player's.
    let answer = table.second_at(thread).clicks("Tonight").await;
    assert!(answer.message().is_private);
    let answer = table.first_at(thread).clicks("Tonight").await;
    assert!(
        answer.message().text.contains("Reminder: <t:"),
        "{}",
        answer.message()
    );
    table.settles().await;
    let table = table.restart().await;
    table.passes(HOUR * 9).await;
    table.settles().await;
    let early = table.first_at(thread).reads();
    assert!(early.iter().all(|seen| !seen.text.contains("A reminder")));
    table.passes(HOUR).await;
    let reminder = table.first_at(thread).sees("A reminder").await;
    assert!(reminder.pings_me, "{reminder}");
    table.finish().await;
}

#[tokio::test]
async fn nobody_is_reminded_who_has_moved() {
    let table = Table::new().await;
    let thread = table.game_with("zertz 37", " pace:7d").await;
    table.first().types("/reminders zone:UTC").await;
    table.first_at(thread).clicks("Tomorrow").await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    table.passes(DAY * 2).await;
    table.settles().await;
    let seen = table.first_at(thread).reads();
    assert!(seen.iter().all(|seen| !seen.text.contains("A reminder")));
    table.finish().await;
}

#[tokio::test]
async fn reminders_are_set_with_menus_and_the_zone_with_a_form() {
    let table = Table::new().await;
    let answer = table.first().types("/reminders").await;
    assert!(answer.message().text.contains("not chosen yet"));
    assert_eq!(answer.message().parts().count(), 5);
    let answer = table.first().chooses(&["Quiet hours: 22:00 to 8:00"]).await;
    assert!(
        answer
            .message()
            .text
            .contains("choose your time zone first")
    );
    table.first().clicks("Time zone").await;
    let answer = table
        .first()
        .fills(&[("City or name of the zone", "new york")])
        .await;
    assert!(
        answer.message().text.contains("America/New_York"),
        "{}",
        answer.message()
    );
    table.first().chooses(&["Quiet hours: 22:00 to 8:00"]).await;
    table
        .first()
        .chooses(&["With a clock: 48 and 12 h before the end"])
        .await;
    let answer = table
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
    table.finish().await;
}

#[tokio::test]
async fn a_digest_lists_once_a_day_what_would_have_been_pings() {
    let table = Table::new().await;
    table.second().types("/reminders zone:Europe/Moscow").await;
    table
        .second()
        .chooses(&["Сводка в 8:00 вместо уведомлений о ходе"])
        .await;
    let thread = table.game("zertz 37").await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    let board = table.second_at(thread).sees("`Wd4-a1`").await;
    assert!(!board.pings_me, "{board}");
    table.passes(DAY).await;
    let direct = table.second().at_direct_messages();
    let digest = direct.sees("Вашего хода ждёт 1 партия").await;
    assert!(
        digest.text.contains("https://discord.com/channels/"),
        "{digest}"
    );
    table.settles().await;
    assert_eq!(direct.reads().len(), 1);
    table.finish().await;
}

/// Five hundred games that wait for the first player, and ten thousand that are over.
async fn fill(table: &Table) {
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
    let options = SqliteConnectOptions::new().filename(table.bench.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    for sql in [challenges, games, posts] {
        let done = sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection);
        done.await.unwrap();
    }
    connection.close().await.unwrap();
}

#[tokio::test]
async fn lists_fit_a_message_with_five_hundred_games_and_ten_thousand_finished() {
    let table = Table::new().await;
    fill(&table).await;
    let answer = table.first().types("/games").await;
    assert!(answer.message().text.contains("500 games"));
    let first = answer.message().text.clone();
    let answer = table.first().clicks("▶").await;
    assert_ne!(answer.message().text, first);
    let offered = table.first().is_offered("/board game:").await;
    assert_eq!(offered.len(), 25);
    table.first().types("/reminders zone:UTC").await;
    let digest = "Digest at 9:00 instead of turn pings";
    table.first().chooses(&[digest]).await;
    table.passes(DAY).await;
    let direct = table.first().at_direct_messages();
    let digest = direct.sees("500 games are waiting for you").await;
    assert!(digest.text.contains("more: `/games`"), "{digest}");
    table.finish().await;
}

#[tokio::test]
async fn nobody_loses_because_the_machine_was_asleep() {
    let table = Table::new().await;
    let thread = table.game_with("zertz 37", " pace:1d flag:hard").await;
    table.settles().await;
    table.passes(HOUR).await;
    table.sleeps(DAY * 2);
    let reminder = table.first_at(thread).sees("A reminder").await;
    assert!(reminder.pings_me, "{reminder}");
    table.passes(HOUR).await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    // The program was at work the next time.
    table.passes(DAY * 2).await;
    let end = table.first_at(thread).sees("🏁").await;
    assert!(end.text.contains("ran out of time"), "{end}");
    table.finish().await;
}

#[tokio::test]
async fn in_quiet_hours_a_reminder_waits_and_the_clock_does_not() {
    let table = Table::new().await;
    // The story begins at nine in the morning there.
    table.first().types("/reminders zone:Europe/Warsaw").await;
    table.first().chooses(&["Quiet hours: 22:00 to 8:00"]).await;
    let ladder = "With a clock: 3 h before the end";
    table.first().chooses(&[ladder]).await;
    let thread = table.game_with("zertz 37", " pace:2d flag:hard").await;
    table.settles().await;
    let first = table.first_at(thread);
    let before = first.was_pinged();
    // At six it is quiet, and at half past seven as well.
    table.passes(HOUR * 46 + Duration::from_mins(30)).await;
    table.settles().await;
    assert_eq!(first.was_pinged(), before);
    table.passes(HOUR).await;
    let reminder = first.sees("A reminder").await;
    assert!(reminder.pings_me, "{reminder}");
    table.passes(HOUR).await;
    first.sees("🏁").await;
    table.settles().await;
    assert_eq!(first.was_pinged(), before + 2, "the reminder and the end");
    table.finish().await;
}

#[tokio::test]
async fn without_a_clock_one_is_reminded_as_often_as_one_likes() {
    let table = Table::new().await;
    table.first().types("/reminders").await;
    table.first().chooses(&["Without a clock: every day"]).await;
    let thread = table.game("tzaar fixed").await;
    table.settles().await;
    let (first, second) = (table.first_at(thread), table.second_at(thread));
    let before = first.was_pinged();
    for day in 1..=3 {
        table.passes(DAY + HOUR).await;
        let reminded = || (first.was_pinged() == before + day).then_some(());
        table.bench.until("a reminder", reminded).await;
        table.settles().await;
    }
    // The other has not asked for that.
    first.types("/move turn:d3xd4").await;
    second.sees("`d3xd4`").await;
    table.settles().await;
    let before = second.was_pinged();
    table.passes(DAY * 2).await;
    table.settles().await;
    assert_eq!(second.was_pinged(), before);
    table.finish().await;
}

#[tokio::test]
async fn a_week_without_the_program_ends_in_one_reminder_a_game_and_no_flag() {
    let table = Table::new().await;
    let mut threads = Vec::new();
    for pace in [" pace:2d flag:hard", " pace:5d", ""] {
        threads.push(table.game_with("zertz 37", pace).await);
    }
    table.settles().await;
    let before = table.first().was_pinged();
    let table = table.comes_back_after(DAY * 7).await;
    for thread in &threads {
        let reminder = table.first_at(*thread).sees("A reminder").await;
        assert!(reminder.pings_me, "{reminder}");
    }
    table.settles().await;
    assert_eq!(table.first().was_pinged(), before + threads.len());
    for thread in &threads {
        let all = table.first_at(*thread).reads();
        let is_end = |text: &str| text.contains("🏁") || text.contains("ran out");
        assert!(all.iter().all(|seen| !is_end(&seen.text)), "{all:#?}");
    }
    // Whoever does not move now either has lost.
    table.passes(DAY + HOUR).await;
    table.first_at(threads[0]).sees("🏁").await;
    table.first_at(threads[1]).sees("You can still move").await;
    table.finish().await;
}
