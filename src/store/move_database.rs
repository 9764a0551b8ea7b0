//! Copies a whole database to another one, of either kind, and compares the two.

use std::fmt;

use sqlx::postgres::{PgConnection, PgRow};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row as _, query, query_as, query_scalar};

use crate::store::dialect::Sql;
use crate::store::{Connection, Store, StoreError, damaged};

/// Tables that belong to one database and are not copied.
const OWN: &[&str] = &[
    "_sqlx_migrations",
    "migration_lock",
    "leases",
    "processes",
    "reply_tokens",
    "write_checks",
];

/// Tables to which others refer; they are copied first, in this order.
const FIRST: &[&str] = &["challenges", "games"];

/// Rows per statement. With the widest table, this stays below the number of parameters that SQLite allows.
const BATCH: usize = 500;

/// The number of rows that were copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Moved {
    /// Tables.
    pub tables: usize,
    /// Rows.
    pub rows: usize,
}

/// The reason why a database can't be copied. Nothing has been changed then.
#[derive(Debug)]
pub enum MoveError {
    /// The two databases have different schemas.
    Schema(String),
    /// The target holds something already.
    NotEmpty(String),
    /// The copy is not what it should be.
    Different(String),
    /// A database can't be read or written.
    Store(StoreError),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(what) => write!(
                f,
                "the databases have different tables ({what}): start this version of hexpost once on \
                 the old one"
            ),
            Self::NotEmpty(table) => write!(
                f,
                "the new database is not empty (there are {table}): choose another one"
            ),
            Self::Different(what) => write!(f, "the copy is not right, nothing was kept: {what}"),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for MoveError {}

impl From<StoreError> for MoveError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<sqlx::Error> for MoveError {
    fn from(error: sqlx::Error) -> Self {
        Self::Store(error.into())
    }
}

/// The type of a column, which is one of these in all tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ColumnType {
    Integer,
    Real,
    Text,
    Boolean,
}

impl ColumnType {
    fn from_name(name: &str) -> Option<Self> {
        Some(match name.to_ascii_uppercase().as_str() {
            "BIGINT" | "SMALLINT" | "INTEGER" => Self::Integer,
            "DOUBLE PRECISION" => Self::Real,
            "TEXT" => Self::Text,
            "BOOLEAN" => Self::Boolean,
            _ => return None,
        })
    }
}

/// A table: its columns by their names, and its primary key.
#[derive(Clone, PartialEq, Eq, Debug)]
struct CopiedTable {
    name: String,
    columns: Vec<(String, ColumnType)>,
    key: Vec<String>,
}

/// The value of a column.
#[derive(Clone, Debug)]
enum Value {
    Integer(Option<i64>),
    Real(Option<f64>),
    Text(Option<String>),
    Boolean(Option<bool>),
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a == b,
            // To the last bit.
            (Self::Real(a), Self::Real(b)) => a.map(f64::to_bits) == b.map(f64::to_bits),
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Boolean(a), Self::Boolean(b)) => a == b,
            _ => false,
        }
    }
}

impl CopiedTable {
    fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    }

    /// A page of rows in the order of the key.
    fn select(&self, from: usize) -> String {
        format!(
            "SELECT {} FROM {} ORDER BY {} LIMIT {BATCH} OFFSET {from}",
            self.names(),
            self.name,
            self.key.join(", ")
        )
    }

    fn insert(&self, rows: usize) -> String {
        let width = self.columns.len();
        let row = |row: usize| {
            let values: Vec<String> = (1..=width)
                .map(|column| format!("${}", row * width + column))
                .collect();
            format!("({})", values.join(", "))
        };
        let rows: Vec<String> = (0..rows).map(row).collect();
        format!(
            "INSERT INTO {} ({}) VALUES {}",
            self.name,
            self.names(),
            rows.join(", ")
        )
    }
}

/// Reads the values of a row, of either database.
macro_rules! values {
    ($row:expr, $table:expr) => {{
        let columns = $table.columns.iter().enumerate();
        let values = columns.map(|(index, (_, kind))| {
            Ok(match kind {
                ColumnType::Integer => Value::Integer($row.try_get(index)?),
                ColumnType::Real => Value::Real($row.try_get(index)?),
                ColumnType::Text => Value::Text($row.try_get(index)?),
                ColumnType::Boolean => Value::Boolean($row.try_get(index)?),
            })
        });
        values.collect::<Result<Vec<Value>, sqlx::Error>>()
    }};
}

fn sqlite_values(row: &SqliteRow, table: &CopiedTable) -> Result<Vec<Value>, sqlx::Error> {
    values!(row, table)
}

fn postgres_values(row: &PgRow, table: &CopiedTable) -> Result<Vec<Value>, sqlx::Error> {
    values!(row, table)
}

/// Binds values to a statement, for either database.
macro_rules! bound {
    ($sql:expr, $rows:expr) => {{
        let mut statement = query(AssertSqlSafe($sql));
        for value in $rows.iter().flatten() {
            statement = match value {
                Value::Integer(value) => statement.bind(*value),
                Value::Real(value) => statement.bind(*value),
                Value::Text(value) => statement.bind(value.as_deref()),
                Value::Boolean(value) => statement.bind(*value),
            };
        }
        statement
    }};
}

async fn sqlite_tables(sql: &mut SqliteConnection) -> Result<Vec<CopiedTable>, MoveError> {
    let names: Vec<String> = query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
    )
    .fetch_all(&mut *sql)
    .await?;
    let mut tables = Vec::new();
    for name in names {
        let rows: Vec<(String, String, i64)> =
            query_as("SELECT name, type, pk FROM pragma_table_info($1) ORDER BY name")
                .bind(&name)
                .fetch_all(&mut *sql)
                .await?;
        let mut key: Vec<(i64, String)> = Vec::new();
        let mut columns = Vec::new();
        for (column, kind, place) in rows {
            columns.push((column.clone(), kind));
            if place > 0 {
                key.push((place, column));
            }
        }
        key.sort();
        let key = key.into_iter().map(|(_, column)| column).collect();
        tables.push((name, columns, key));
    }
    ordered(tables)
}

async fn postgres_tables(sql: &mut PgConnection) -> Result<Vec<CopiedTable>, MoveError> {
    let names: Vec<String> = query_scalar(
        "SELECT CAST(table_name AS TEXT) FROM information_schema.tables
         WHERE table_schema = current_schema()",
    )
    .fetch_all(&mut *sql)
    .await?;
    let mut tables = Vec::new();
    for name in names {
        let columns: Vec<(String, String)> = query_as(
            "SELECT CAST(column_name AS TEXT), CAST(data_type AS TEXT)
             FROM information_schema.columns
             WHERE table_schema = current_schema() AND table_name = $1
             ORDER BY CAST(column_name AS TEXT) COLLATE \"C\"",
        )
        .bind(&name)
        .fetch_all(&mut *sql)
        .await?;
        let key: Vec<String> = query_scalar(
            "SELECT CAST(keys.column_name AS TEXT)
             FROM information_schema.table_constraints AS constraints
             JOIN information_schema.key_column_usage AS keys
                 ON keys.constraint_name = constraints.constraint_name
                 AND keys.table_schema = constraints.table_schema
                 AND keys.table_name = constraints.table_name
             WHERE constraints.constraint_type = 'PRIMARY KEY'
                 AND constraints.table_schema = current_schema() AND constraints.table_name = $1
             ORDER BY keys.ordinal_position",
        )
        .bind(&name)
        .fetch_all(&mut *sql)
        .await?;
        tables.push((name, columns, key));
    }
    ordered(tables)
}

/// A table as a database describes it: its name, the columns with the names of their types, and the key.
type FoundTable = (String, Vec<(String, String)>, Vec<String>);

/// The tables that are copied, in an order in which rows come after those they refer to.
fn ordered(found: Vec<FoundTable>) -> Result<Vec<CopiedTable>, MoveError> {
    let mut tables = Vec::new();
    for (name, columns, key) in found {
        if OWN.contains(&name.as_str()) {
            continue;
        }
        let mut typed = Vec::new();
        for (column, kind) in columns {
            let kind = ColumnType::from_name(&kind)
                .ok_or_else(|| damaged(format!("{name}.{column} is of type {kind}")))?;
            typed.push((column, kind));
        }
        tables.push(CopiedTable {
            name,
            columns: typed,
            key,
        });
    }
    let place = |table: &CopiedTable| FIRST.iter().position(|first| *first == table.name);
    tables.sort_by_key(|table| (place(table).unwrap_or(FIRST.len()), table.name.clone()));
    Ok(tables)
}

impl Connection {
    async fn tables(&mut self) -> Result<Vec<CopiedTable>, MoveError> {
        match self.sql() {
            Sql::Sqlite(sql) => sqlite_tables(sql).await,
            Sql::Postgres(sql) => postgres_tables(sql).await,
        }
    }

    async fn page(
        &mut self,
        table: &CopiedTable,
        from: usize,
    ) -> Result<Vec<Vec<Value>>, MoveError> {
        let text = AssertSqlSafe(table.select(from));
        let rows: Result<Vec<Vec<Value>>, sqlx::Error> = match self.sql() {
            Sql::Sqlite(sql) => {
                let rows = query(text).fetch_all(sql).await?;
                rows.iter().map(|row| sqlite_values(row, table)).collect()
            }
            Sql::Postgres(sql) => {
                let rows = query(text).fetch_all(sql).await?;
                rows.iter().map(|row| postgres_values(row, table)).collect()
            }
        };
        Ok(rows?)
    }

    async fn insert(&mut self, table: &CopiedTable, rows: &[Vec<Value>]) -> Result<(), MoveError> {
        let text = table.insert(rows.len());
        match self.sql() {
            Sql::Sqlite(sql) => {
                bound!(text, rows).execute(sql).await?;
            }
            Sql::Postgres(sql) => {
                bound!(text, rows).execute(sql).await?;
            }
        }
        Ok(())
    }

    async fn execute_text(&mut self, text: String) -> Result<(), MoveError> {
        let text = AssertSqlSafe(text);
        match self.sql() {
            Sql::Sqlite(sql) => {
                query(text).execute(sql).await?;
            }
            Sql::Postgres(sql) => {
                query(text).execute(sql).await?;
            }
        }
        Ok(())
    }

    /// Reads everything from now on as it is at this moment.
    async fn begin_snapshot(&mut self) -> Result<(), MoveError> {
        let text = match self.sql() {
            Sql::Sqlite(_) => "BEGIN",
            Sql::Postgres(_) => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        self.execute_text(text.to_owned()).await
    }

    async fn end_snapshot(&mut self) -> Result<(), MoveError> {
        self.execute_text("ROLLBACK".to_owned()).await
    }

    /// New numbers on PostgreSQL come after those that are there.
    async fn advance_sequences(&mut self) -> Result<(), MoveError> {
        if let Sql::Postgres(_) = self.sql() {
            for (sequence, table, column) in [
                ("challenge_ids", "challenges", "id"),
                ("rated_game_places", "rated_games", "place"),
            ] {
                let text = format!(
                    "SELECT setval('{sequence}', COALESCE(MAX({column}), 0) + 1, false) FROM {table}"
                );
                self.execute_text(text).await?;
            }
        }
        Ok(())
    }
}

impl Store {
    /// Copies everything to another database, which must be empty, and compares the copy with the original.
    /// If anything is wrong, the other database stays empty. Nobody should write to this one meanwhile.
    pub async fn copy_to(&self, target: &Self) -> Result<Moved, MoveError> {
        let mut from = self.read().await?;
        from.begin_snapshot().await?;
        let moved = copy(&mut from, target).await;
        from.end_snapshot().await?;
        moved
    }
}

async fn copy(from: &mut Connection, target: &Store) -> Result<Moved, MoveError> {
    let mut to = target.begin().await?;
    let tables = from.tables().await?;
    let others = to.tables().await?;
    if let Some(table) = tables.iter().find(|table| !others.contains(table)) {
        return Err(MoveError::Schema(table.name.clone()));
    }
    if tables.len() != others.len() {
        return Err(MoveError::Schema("one of them has more".to_owned()));
    }
    // Every database is made with an id of its own; the copy keeps that of the original.
    to.execute_text("DELETE FROM database_id".to_owned())
        .await?;
    for table in &tables {
        if !to.page(table, 0).await?.is_empty() {
            return Err(MoveError::NotEmpty(table.name.clone()));
        }
    }
    let mut moved = Moved {
        tables: tables.len(),
        rows: 0,
    };
    for table in &tables {
        let mut reached = 0;
        loop {
            let rows = from.page(table, reached).await?;
            if rows.is_empty() {
                break;
            }
            to.insert(table, &rows).await?;
            reached += rows.len();
        }
        moved.rows += reached;
    }
    for table in &tables {
        compare(from, &mut to, table).await?;
    }
    to.advance_sequences().await?;
    to.commit().await?;
    Ok(moved)
}

/// Compares a table with its copy, row by row.
async fn compare(
    from: &mut Connection,
    to: &mut Connection,
    table: &CopiedTable,
) -> Result<(), MoveError> {
    let mut reached = 0;
    loop {
        let (original, copied) = (
            from.page(table, reached).await?,
            to.page(table, reached).await?,
        );
        if original != copied {
            let differs = original.iter().zip(&copied).position(|(a, b)| a != b);
            let row = reached + differs.unwrap_or(original.len().min(copied.len())) + 1;
            return Err(MoveError::Different(format!("row {row} of {}", table.name)));
        }
        if original.is_empty() {
            return Ok(());
        }
        reached += original.len();
    }
}
