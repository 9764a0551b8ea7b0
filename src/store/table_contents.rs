//! The contents of the whole database, for tests that compare them.

use std::collections::BTreeMap;

use sqlx::sqlite::SqliteConnection;
use sqlx::{AssertSqlSafe, query_as, query_scalar};
use tokio::sync::OnceCell;

use crate::store::{Store, StoreError};

/// Tables that change with every interaction or every minute.
const BOOKKEEPING: &str = "('interactions', 'heartbeat', '_sqlx_migrations')";

impl Store {
    /// The rows of all tables except [`BOOKKEEPING`].
    pub(crate) async fn contents(&self) -> Result<BTreeMap<String, Vec<String>>, StoreError> {
        // A text for each table in one statement, because every row that is read wakes another thread.
        static STATEMENT: OnceCell<String> = OnceCell::const_new();
        let mut conn = self.read().await?;
        let statement = STATEMENT
            .get_or_try_init(async || write_statement(conn.sqlite()?).await)
            .await?;
        let tables: Vec<(String, Option<String>)> = query_as(AssertSqlSafe(statement.as_str()))
            .fetch_all(conn.sqlite()?)
            .await?;
        let lines = |rows: Option<String>| -> Vec<String> {
            let rows = rows.unwrap_or_default();
            rows.lines().map(str::to_owned).collect()
        };
        Ok(tables
            .into_iter()
            .map(|(name, rows)| (name, lines(rows)))
            .collect())
    }
}

/// Writes the statement that returns the name and the rows of each table.
async fn write_statement(conn: &mut SqliteConnection) -> Result<String, StoreError> {
    let names = format!(
        "SELECT name FROM sqlite_master
         WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT IN {BOOKKEEPING}"
    );
    let names: Vec<String> = query_scalar(AssertSqlSafe(names))
        .fetch_all(&mut *conn)
        .await?;
    let mut parts = Vec::new();
    for name in names {
        let columns = format!(
            "SELECT group_concat('quote(' || name || ')', ' || '','' || ')
             FROM pragma_table_info('{name}')"
        );
        let columns: String = query_scalar(AssertSqlSafe(columns))
            .fetch_one(&mut *conn)
            .await?;
        parts.push(format!(
            "SELECT '{name}', (SELECT group_concat(row, char(10))
             FROM (SELECT {columns} AS row FROM {name} ORDER BY 1))"
        ));
    }
    Ok(parts.join(" UNION ALL "))
}
