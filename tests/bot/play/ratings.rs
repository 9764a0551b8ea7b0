//! Rated games, profiles, the best players, series.

use hexpost_sandbox::{Id, MODERATOR, SPECTATOR};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _};

use super::super::harness::{Person, Seen};
use super::{BEGINNING, Table};

/// A rated game of ZÈRTZ that the second player gives up after a few moves; its thread, and the last
/// message.
async fn won(table: &Table) -> (Id, Seen) {
    won_after(table, 6).await
}

async fn won_after(table: &Table, turns: usize) -> (Id, Seen) {
    let thread = table.game_with("zertz 37", " rated:true pace:3d").await;
    table.plays_some(thread, turns).await;
    table.second_at(thread).types("/resign").await;
    table.second_at(thread).clicks("1DR").await;
    let end = table.first_at(thread).sees("🏁").await;
    table.settles().await;
    (thread, end)
}

async fn reads(person: Person<'_>, command: &str) -> String {
    let answer = person.types(command).await;
    assert!(answer.message().is_private);
    answer.message().text.clone()
}

#[tokio::test]
async fn a_rated_game_says_so_on_its_card_and_its_end_what_it_changed() {
    let table = Table::new().await;
    let text = "/challenge game:zertz 37 opponent:@Player 2 rated:true pace:3d";
    table.first().types(text).await;
    let card = table.second().sees("challenges").await;
    assert!(card.text.contains("⭐ Rated"), "{}", card.text);
    table.second().clicks("1d").await;
    let friendly = table.game("zertz 37").await;
    let card = table.second().sees("challenges").await;
    assert!(!card.text.contains("Rated"), "{}", card.text);
    table.second_at(friendly).types("/resign").await;
    table.second_at(friendly).clicks("1DR").await;
    let end = table.first_at(friendly).sees("🏁").await;
    assert!(!end.text.contains("→"), "{}", end.text);
    let leads = format!("Series: <@{}> leads 1:0", table.first().id);
    assert!(end.text.contains(&leads), "{}", end.text);
    let (thread, end) = won(&table).await;
    assert!(end.text.contains("1500 → **1662?** (+162)"), "{}", end.text);
    assert!(end.text.contains("1500 → **1338?** (−162)"), "{}", end.text);
    assert!(end.text.contains("leads 2:0"), "{}", end.text);
    // Before both have made three moves it does not count, and both read why.
    let (_, end) = won_after(&table, 5).await;
    assert!(end.text.contains("made three moves"), "{}", end.text);
    assert!(!end.text.contains("→ **"), "{}", end.text);
    assert!(end.text.contains("leads 3:0"), "{}", end.text);
    // Once more, for ratings again, with the sides swapped.
    table.second_at(thread).clicks("Rematch").await;
    let (first, second) = (table.first().id, table.second().id);
    let card = format!("<@{second}> challenges <@{first}>");
    let card = table.first().sees(&card).await;
    assert!(card.text.contains("⭐ Rated"), "{}", card.text);
    table.finish().await;
}

#[tokio::test]
async fn after_five_rated_games_in_a_week_the_card_and_the_end_say_that_no_more_count() {
    let table = Table::new().await;
    for _ in 0..5 {
        let (_, end) = won(&table).await;
        assert!(end.text.contains("→ **"), "{}", end.text);
        let card = table.second().sees("challenges").await;
        assert!(!card.text.contains("Five games"), "{}", card.text);
    }
    // It is said where it is chosen.
    let text = "/challenge game:tzaar fixed opponent:@Player 2 rated:true pace:3d";
    table.first().types(text).await;
    let card = table.second().sees("Five games between you two").await;
    assert!(card.text.contains("won't count"), "{}", card.text);
    table.second().clicks("Decline").await;
    // Whoever takes an open challenge could not know it before.
    let text = "/challenge game:zertz 37 rated:true pace:3d side:first";
    table.first().types(text).await;
    let card = table.second().sees("challenges anyone").await;
    assert!(!card.text.contains("Five games"), "{}", card.text);
    let answer = table.second().clicks("Accept").await;
    let said = &answer.message().text;
    assert!(said.contains("won't count"), "{said}");
    let thread = table.begun(card.id).await;
    table.plays_some(thread, 6).await;
    table.second_at(thread).types("/resign").await;
    table.second_at(thread).clicks("1DR").await;
    let end = table.first_at(thread).sees("🏁").await;
    assert!(end.text.contains("five games between you"), "{}", end.text);
    assert!(end.text.contains("leads 6:0"), "{}", end.text);
    table.settles().await;
    table.finish().await;
}

#[tokio::test]
async fn a_profile_is_told_to_each_in_the_own_language() {
    let table = Table::new().await;
    let own = reads(table.first(), "/profile").await;
    assert!(own.contains("You haven't finished a game yet"), "{own}");
    let other = reads(table.first(), "/profile person:@Player 2").await;
    assert!(other.contains("Invite them"), "{other}");
    won(&table).await;
    won(&table).await;
    let own = reads(table.first(), "/profile").await;
    assert!(own.contains("**ZÈRTZ** — **17"), "{own}");
    assert!(own.contains("2 rated games"), "{own}");
    assert!(
        own.contains("Moving first: 2 won, 0 lost, 0 drawn"),
        "{own}"
    );
    assert!(own.contains("the latest first: W W"), "{own}");
    assert!(own.contains("provisional"), "{own}");
    assert!(
        !own.contains("Head to head") && !own.contains("TZAAR"),
        "{own}"
    );
    let his = reads(table.first(), "/profile person:@Player 2").await;
    assert!(his.contains("Head to head: you lead 2:0"), "{his}");
    let hers = reads(table.second(), "/profile person:@Player 1").await;
    assert!(hers.contains("Личный счёт: вы уступаете 0:2"), "{hers}");
    assert!(hers.contains("2 рейтинговые партии"), "{hers}");
    let spectator = table.bench.person(SPECTATOR);
    let seen = reads(spectator, "/profile person:@Player 1").await;
    assert!(seen.contains("2 partie rankingowe"), "{seen}");
    assert!(!seen.contains("Przeciw Tobie"), "{seen}");
    let bot = reads(table.first(), "/profile person:@hexpost").await;
    assert!(bot.contains("Bots can't play"), "{bot}");
    table.finish().await;
}

#[tokio::test]
async fn the_best_are_listed_for_the_server_and_for_all_after_a_restart_too() {
    let table = Table::new().await;
    let empty = reads(table.first(), "/leaderboard").await;
    assert!(empty.contains("Nobody has a rating here yet"), "{empty}");
    won(&table).await;
    let list = reads(table.first(), "/leaderboard game:ZÈRTZ scope:this server").await;
    assert!(list.contains("ZÈRTZ: top players on this server"), "{list}");
    let first = format!("`–` <@{}> — **1662?**", table.first().id);
    assert!(list.contains(&first), "{list}");
    assert!(list.contains("Your rating, 1662, is provisional"), "{list}");
    let table = table.restart().await;
    table.first().clicks("Everyone").await;
    let list = table.first().sees("ZÈRTZ: top players overall").await;
    assert!(
        list.text.contains("`–` Player 1 — **1662?**"),
        "{}",
        list.text
    );
    table.first().clicks("TZAAR").await;
    table.first().sees("TZAAR: top players overall").await;
    table.first().clicks("This server").await;
    let list = table
        .first()
        .sees("TZAAR: top players on this server")
        .await;
    assert!(list.text.contains("Nobody"), "{}", list.text);
    let spectator = table.bench.person(SPECTATOR);
    let list = reads(spectator, "/leaderboard").await;
    assert!(list.contains("ZÈRTZ: najlepsi na tym serwerze"), "{list}");
    assert!(list.contains("Nie masz tu jeszcze"), "{list}");
    let list = reads(table.second(), "/leaderboard").await;
    assert!(list.contains("ZÈRTZ: лучшие на этом сервере"), "{list}");
    // Where there is no server, everyone is meant.
    let alone = table.first().at_direct_messages();
    let answer = alone.types("/leaderboard scope:this server").await;
    assert!(answer.message().text.contains("ZÈRTZ: top players overall"));
    assert_eq!(answer.message().keys(), ["TZAAR"]);
    table.finish().await;
}

#[tokio::test]
async fn ten_thousand_players_are_leafed_through() {
    let table = Table::new().await;
    let options = SqliteConnectOptions::new().filename(table.bench.database());
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
    let moderator = table.bench.person(MODERATOR);
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
    // Discord knows no names of these people.
    table.finish_after_trouble().await;
}
