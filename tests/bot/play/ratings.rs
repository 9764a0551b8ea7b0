//! Rated games, profiles, leaderboards, series.

use hexpost_sandbox::{Id, MODERATOR, SPECTATOR};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _};

use super::super::harness::{Person, Seen};
use super::{BEGINNING, Session};

/// A rated game of ZÈRTZ that the second player resigns after a few turns; returns its thread and
/// the last message.
async fn won(session: &Session) -> (Id, Seen) {
    won_after(session, 6).await
}

async fn won_after(session: &Session, turns: usize) -> (Id, Seen) {
    let thread = session.game_with("zertz 37", " rated:true pace:3d").await;
    session.play_random_turns(thread, turns).await;
    session.second_at(thread).types("/resign").await;
    session.second_at(thread).clicks("1DR").await;
    let end = session.first_at(thread).sees("🏁").await;
    session.settles().await;
    (thread, end)
}

async fn reads(person: Person<'_>, command: &str) -> String {
    let answer = person.types(command).await;
    assert!(answer.message().is_private);
    answer.message().text.clone()
}

#[tokio::test]
async fn a_rated_game_shows_its_rating_changes() {
    let session = Session::new().await;
    let text = "/challenge game:zertz 37 opponent:@Player 2 rated:true pace:3d";
    session.first().types(text).await;
    let card = session.second().sees("challenges").await;
    assert!(card.text.contains("⭐ Rated"), "{}", card.text);
    session.second().clicks("1d").await;
    let friendly = session.game("zertz 37").await;
    let card = session.second().sees("challenges").await;
    assert!(!card.text.contains("Rated"), "{}", card.text);
    session.second_at(friendly).types("/resign").await;
    session.second_at(friendly).clicks("1DR").await;
    let end = session.first_at(friendly).sees("🏁").await;
    assert!(!end.text.contains("→"), "{}", end.text);
    let leads = format!(
        "Your ZÈRTZ games so far: <@{}> leads 1–0",
        session.first().id
    );
    assert!(end.text.contains(&leads), "{}", end.text);
    let (thread, end) = won(&session).await;
    assert!(end.text.contains("1500 → **1662?** (+162)"), "{}", end.text);
    assert!(end.text.contains("1500 → **1338?** (−162)"), "{}", end.text);
    assert!(end.text.contains("leads 2–0"), "{}", end.text);
    // Before both have made three moves it isn't rated, and both are told why.
    let (_, end) = won_after(&session, 5).await;
    assert!(end.text.contains("made three moves"), "{}", end.text);
    assert!(!end.text.contains("→ **"), "{}", end.text);
    assert!(end.text.contains("leads 3–0"), "{}", end.text);
    // A rated rematch, with the sides swapped.
    session.second_at(thread).clicks("Rematch").await;
    let (first, second) = (session.first().id, session.second().id);
    let card = format!("<@{second}> challenges <@{first}>");
    let card = session.first().sees(&card).await;
    assert!(card.text.contains("⭐ Rated"), "{}", card.text);
    session.finish().await;
}

#[tokio::test]
async fn after_five_rated_games_in_a_week_players_are_told_that_no_more_count() {
    let session = Session::new().await;
    for _ in 0..5 {
        let (_, end) = won(&session).await;
        assert!(end.text.contains("→ **"), "{}", end.text);
        let card = session.second().sees("challenges").await;
        assert!(!card.text.contains("Five games"), "{}", card.text);
    }
    // The limit is shown when the challenge is made.
    let text = "/challenge game:tzaar fixed opponent:@Player 2 rated:true pace:3d";
    session.first().types(text).await;
    let card = session.second().sees("Five games between you two").await;
    assert!(card.text.contains("won't count"), "{}", card.text);
    session.second().clicks("Decline").await;
    // A player who accepts an open challenge couldn't know about the limit before.
    let text = "/challenge game:zertz 37 rated:true pace:3d side:first";
    session.first().types(text).await;
    let card = session.second().sees("challenges anyone").await;
    assert!(!card.text.contains("Five games"), "{}", card.text);
    let answer = session.second().clicks("Accept").await;
    let said = &answer.message().text;
    assert!(said.contains("won't count"), "{said}");
    let thread = session.begun(card.id).await;
    session.play_random_turns(thread, 6).await;
    session.second_at(thread).types("/resign").await;
    session.second_at(thread).clicks("1DR").await;
    let end = session.first_at(thread).sees("🏁").await;
    assert!(end.text.contains("five games between you"), "{}", end.text);
    assert!(end.text.contains("leads 6–0"), "{}", end.text);
    session.settles().await;
    session.finish().await;
}

#[tokio::test]
async fn a_profile_is_shown_in_the_viewers_language() {
    let session = Session::new().await;
    let own = reads(session.first(), "/profile").await;
    assert!(own.contains("You haven't finished a game yet"), "{own}");
    let other = reads(session.first(), "/profile person:@Player 2").await;
    assert!(other.contains("Invite them"), "{other}");
    won(&session).await;
    won(&session).await;
    let own = reads(session.first(), "/profile").await;
    assert!(own.contains("**ZÈRTZ** — **17"), "{own}");
    assert!(own.contains("2 rated games"), "{own}");
    assert!(
        own.contains("Moving first: 2 won, 0 lost, 0 drawn"),
        "{own}"
    );
    assert!(own.contains("newest first: W W"), "{own}");
    assert!(own.contains("provisional"), "{own}");
    assert!(
        !own.contains("Head to head") && !own.contains("TZAAR"),
        "{own}"
    );
    // Two rated games make a line: the ratings over time, also in words.
    let answer = session.first().types("/profile").await;
    let alts = answer.message().alts().join(" ");
    assert!(
        alts.starts_with("ZÈRTZ, 2 rated games: from 1662 to 17"),
        "{alts}"
    );
    let answer = session.first().types("/leaderboard game:zertz").await;
    let table = answer.message();
    assert!(table.picture().is_some(), "{table}");
    assert!(table.alts()[0].contains("– Player 1 17"), "{table}");
    let his = reads(session.first(), "/profile person:@Player 2").await;
    assert!(his.contains("Head to head: you lead 2–0"), "{his}");
    let hers = reads(session.second(), "/profile person:@Player 1").await;
    assert!(hers.contains("Личный счёт: вы уступаете 0:2"), "{hers}");
    assert!(hers.contains("2 рейтинговые партии"), "{hers}");
    let spectator = session.harness.person(SPECTATOR);
    let seen = reads(spectator, "/profile person:@Player 1").await;
    assert!(seen.contains("2 partie rankingowe"), "{seen}");
    assert!(!seen.contains("Przeciw Tobie"), "{seen}");
    let bot = reads(session.first(), "/profile person:@hexpost").await;
    assert!(bot.contains("Bots can't play"), "{bot}");
    session.finish().await;
}

#[tokio::test]
async fn the_server_and_global_leaderboards_survive_a_restart() {
    let session = Session::new().await;
    let empty = reads(session.first(), "/leaderboard").await;
    assert!(empty.contains("Nobody has a rating here yet"), "{empty}");
    won(&session).await;
    let list = reads(session.first(), "/leaderboard game:ZÈRTZ scope:this server").await;
    assert!(list.contains("ZÈRTZ: top players on this server"), "{list}");
    let first = format!("`–` <@{}> — **1662?**", session.first().id);
    assert!(list.contains(&first), "{list}");
    assert!(list.contains("Your rating, 1662, is provisional"), "{list}");
    let session = session.restart().await;
    session.first().clicks("Everyone").await;
    let list = session.first().sees("ZÈRTZ: top players overall").await;
    assert!(
        list.text.contains("`–` Player 1 — **1662?**"),
        "{}",
        list.text
    );
    session.first().clicks("TZAAR").await;
    session.first().sees("TZAAR: top players overall").await;
    session.first().clicks("This server").await;
    let list = session
        .first()
        .sees("TZAAR: top players on this server")
        .await;
    assert!(list.text.contains("Nobody"), "{}", list.text);
    let spectator = session.harness.person(SPECTATOR);
    let list = reads(spectator, "/leaderboard").await;
    assert!(list.contains("ZÈRTZ: najlepsi na tym serwerze"), "{list}");
    assert!(list.contains("Nie masz tu jeszcze"), "{list}");
    let list = reads(session.second(), "/leaderboard").await;
    assert!(list.contains("ZÈRTZ: лучшие на этом сервере"), "{list}");
    // Outside of servers, the leaderboard is global.
    let alone = session.first().at_direct_messages();
    let answer = alone.types("/leaderboard scope:this server").await;
    assert!(answer.message().text.contains("ZÈRTZ: top players overall"));
    assert_eq!(answer.message().keys(), ["TZAAR"]);
    session.finish().await;
}

#[tokio::test]
async fn the_leaderboard_pages_through_ten_thousand_players() {
    let session = Session::new().await;
    let options = SqliteConnectOptions::new().filename(session.harness.database());
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    let now = BEGINNING;
    let sql = format!(
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
         INSERT INTO ratings SELECT CASE i WHEN 7777 THEN {MODERATOR} ELSE 1000000000000000000 + i END,
             'zertz', 1000.5 + i, 80.0, 0.06, 123456, {now}, {now} + 1000000000 FROM n;"
    );
    sqlx::raw_sql(AssertSqlSafe(sql))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
    let moderator = session.harness.person(MODERATOR);
    let answer = moderator
        .types("/leaderboard game:ZÈRTZ scope:everyone")
        .await;
    let text = &answer.message().text;
    assert!(
        text.contains("`1.` <@1000000000000010000> — **11001**"),
        "{text}"
    );
    assert!(text.contains("**2224** of 10000"), "{text}");
    assert!(text.contains("Page 1 of 1000"), "{text}");
    moderator.clicks("▶").await;
    moderator.sees("Page 2 of 1000").await;
    moderator.clicks("▶").await;
    let third = moderator.sees("Page 3 of 1000").await;
    assert!(third.text.contains("`21.` "), "{}", third.text);
    moderator.clicks("◀").await;
    moderator.sees("Page 2 of 1000").await;
    moderator.clicks("My rank").await;
    let own = moderator.sees("Page 223 of 1000").await;
    assert!(own.text.contains("`2224.` Moderator"), "{}", own.text);
    moderator.clicks("⏭").await;
    let last = moderator.sees("Page 1000 of 1000").await;
    assert!(last.text.contains("`10000.` "), "{}", last.text);
    // Discord doesn't know the names of these players.
    session.finish_after_trouble().await;
}
