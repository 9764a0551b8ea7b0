//! The contents of the whole database, for tests that compare them.

use std::collections::BTreeMap;

use sqlx::{AssertSqlSafe, query_scalar};

use crate::store::{Store, StoreError};

/// Tables that change with every interaction or every minute.
const BOOKKEEPING: &str = "('interactions', 'heartbeat', '_sqlx_migrations')";

impl Store {
    /// The rows of all tables except [`BOOKKEEPING`].
    pub(crate) async fn contents(&self) -> Result<BTreeMap<String, Vec<String>>, StoreError> {
        let mut conn = self.read().await?;
        let names = format!(
            "SELECT name FROM sqlite_master
             WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT IN {BOOKKEEPING}"
        );
        let names: Vec<String> = query_scalar(AssertSqlSafe(names))
            .fetch_all(conn.sqlite()?)
            .await?;
        let mut tables = BTreeMap::new();
        for name in names {
            let columns = format!(
                "SELECT group_concat('quote(' || name || ')', ' || '','' || ')
                 FROM pragma_table_info('{name}')"
            );
            let columns: String = query_scalar(AssertSqlSafe(columns))
                .fetch_one(conn.sqlite()?)
                .await?;
            let rows = format!("SELECT {columns} FROM {name} ORDER BY 1");
            let rows: Vec<String> = query_scalar(AssertSqlSafe(rows))
                .fetch_all(conn.sqlite()?)
                .await?;
            tables.insert(name, rows);
        }
        Ok(tables)
    }
}
