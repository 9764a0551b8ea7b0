//! Creates many games directly in a database.

use sqlx::sqlite::SqliteConnection;

/// When the first game started.
pub(crate) const START: i64 = 1_800_000_000_000;

/// Creates games with realistic players, channels and clocks: ten games per player, snowflake ids.
pub(crate) async fn fill(connection: &mut SqliteConnection, games: i64) {
    let series = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)";
    let challenges = format!(
        "{series} INSERT INTO challenges (id, server, channel, challenger, opponent, game, variant,
             seat, pace, is_rated, note, secret, state, made_at, expires_at, decided_at, action)
         SELECT i + 1, 800000000000000000 + i % 1000, 900000000000000000 + i % 10000,
             1000000000000000000 + i % ($1 / 10), 1000000000000000000 + (i * 7 + 3) % ($1 / 10),
             CASE i % 2 WHEN 0 THEN 'zertz' ELSE 'tzaar' END,
             CASE i % 2 WHEN 0 THEN '37' ELSE 'random' END, 'random', '3d', false, NULL,
             lower(hex(randomblob(32))), 'accepted', {START} + i, NULL, {START} + i,
             1100000000000000000 + i
         FROM n"
    );
    let rows = format!(
        "{series} INSERT INTO games (id, server, channel, thread, first, second, game, variant,
             rules, pace, is_rated, started_at, seq, board, plies, to_move, turn_at, deadline,
             due_at, finished_at, winner, how, seen_first, seen_second)
         SELECT i + 1, 800000000000000000 + i % 1000, 900000000000000000 + i % 10000,
             950000000000000000 + i, 1000000000000000000 + i % ($1 / 10),
             1000000000000000000 + (i * 7 + 3) % ($1 / 10),
             CASE i % 2 WHEN 0 THEN 'zertz' ELSE 'tzaar' END,
             CASE i % 2 WHEN 0 THEN '37' ELSE 'fixed' END, 1, '3d', false, {START} + i, 0, 0, 0, 0,
             {START} + i, {START} + i + 259200000, {START} + i + 172800000, NULL, NULL, NULL, 0, 0
         FROM n"
    );
    for sql in [challenges, rows] {
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(games)
            .execute(&mut *connection)
            .await
            .unwrap();
    }
}
