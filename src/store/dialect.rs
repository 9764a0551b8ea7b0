//! One SQL text, two databases, both checked when the program is compiled.
//!
//! sqlx checks a statement against the answers in `.sqlx`, which it finds by the text, and an answer names
//! its database. A comment at the end therefore makes the same statement a second one, for PostgreSQL. These
//! macros write both, and run the one for the database at hand:
//!
//! ```ignore
//! execute!(self, "DELETE FROM notes WHERE player = $1", player)?;
//! ```
//!
//! Where the dialects differ, a statement has two texts with the same parameters and columns:
//!
//! ```ignore
//! fetch_scalar!(self, sqlite: "SELECT MAX(1, 2)", postgres: "SELECT GREATEST(1, 2)")?
//! ```
//!
//! | macro | result |
//! |---|---|
//! | `execute!(conn, sql, …)` | the number of rows affected |
//! | `fetch_all_as!(Row, conn, sql, …)` | all rows |
//! | `fetch_optional_as!(Row, conn, sql, …)` | the row, if there is one |
//! | `fetch_all_scalars!(conn, sql, …)` | the only column of all rows |
//! | `fetch_optional_scalar!(conn, sql, …)` | the only column of the row, if there is one |
//! | `fetch_scalar!(conn, sql, …)` | the only column of the only row |
//!
//! What PostgreSQL is stricter about: an aggregate may be null, so `COUNT(*) AS "count!"`; a sub-select in
//! `FROM` needs a name; `SUM` of integers is no integer, so `CAST(SUM(…) AS BIGINT)`; a parameter that is only
//! compared with `NULL` has no type.
//!
//! `.ci/prepare` makes the answers in two passes, one for each database. The features `prepare-sqlite` and
//! `prepare-postgres` leave the other one's statements out meanwhile.

use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;

use crate::model::{
    ChannelId, GameId, ImportId, InteractionId, PlayerId, PuzzleId, RoleId, Seq, ServerId, Time,
    TournamentId,
};

/// A connection to one of the databases.
#[derive(Debug)]
pub(super) enum Sql<'a> {
    Sqlite(&'a mut SqliteConnection),
    Postgres(&'a mut PgConnection),
}

/// A value that can be passed to a statement, as one of the types that both databases know.
pub(super) trait Bind {
    type Value<'a>
    where
        Self: 'a;

    fn value(&self) -> Self::Value<'_>;
}

macro_rules! plain {
    ($($type:ty),+) => {$(
        impl Bind for $type {
            type Value<'a> = $type;

            fn value(&self) -> $type {
                *self
            }
        }
    )+};
}

macro_rules! wrapped {
    ($($type:ty),+) => {$(
        impl Bind for $type {
            type Value<'a> = i64;

            fn value(&self) -> i64 {
                self.0
            }
        }
    )+};
}

plain!(i64, f64, bool);
wrapped!(
    ChannelId,
    GameId,
    ImportId,
    InteractionId,
    PlayerId,
    PuzzleId,
    RoleId,
    Seq,
    ServerId,
    Time,
    TournamentId
);

impl Bind for str {
    type Value<'a> = &'a str;

    fn value(&self) -> &str {
        self
    }
}

impl Bind for String {
    type Value<'a> = &'a str;

    fn value(&self) -> &str {
        self
    }
}

impl<T: Bind + ?Sized> Bind for &T {
    type Value<'a>
        = T::Value<'a>
    where
        Self: 'a;

    fn value(&self) -> T::Value<'_> {
        (**self).value()
    }
}

impl<T: Bind> Bind for Option<T> {
    type Value<'a>
        = Option<T::Value<'a>>
    where
        Self: 'a;

    fn value(&self) -> Option<T::Value<'_>> {
        self.as_ref().map(Bind::value)
    }
}

/// What a statement for the other database comes to while one of them is prepared.
#[cfg(any(feature = "prepare-sqlite", feature = "prepare-postgres"))]
pub(super) fn absent<T>() -> T {
    unreachable!("compiled only to check the statements")
}

/// Runs a statement on the database at hand; the other macros are special cases of this one. Each statement
/// is a future of its own, in a box, so that those of use cases with many statements stay small.
macro_rules! run {
    (@execute $conn:expr, [$sqlite:literal $($s:literal)*], [$postgres:literal $($p:literal)*], [$($arg:expr,)*]) => {
        match $conn.sql() {
            #[cfg(not(feature = "prepare-postgres"))]
            $crate::store::dialect::Sql::Sqlite(sql) => {
                Box::pin(async {
                    sqlx::query!($sqlite $(+ $s)* $(, $crate::store::dialect::Bind::value(&$arg))*)
                        .execute(sql)
                        .await
                })
                .await
                .map(|done| done.rows_affected())
                .map_err($crate::store::StoreError::from)
            }
            #[cfg(feature = "prepare-postgres")]
            $crate::store::dialect::Sql::Sqlite(_) => $crate::store::dialect::absent(),
            #[cfg(not(feature = "prepare-sqlite"))]
            $crate::store::dialect::Sql::Postgres(sql) => {
                Box::pin(async {
                    sqlx::query!($postgres $(+ $p)* $(, $crate::store::dialect::Bind::value(&$arg))*)
                        .execute(sql)
                        .await
                })
                .await
                .map(|done| done.rows_affected())
                .map_err($crate::store::StoreError::from)
            }
            #[cfg(feature = "prepare-sqlite")]
            $crate::store::dialect::Sql::Postgres(_) => $crate::store::dialect::absent(),
        }
    };
    (
        $conn:expr, $query:ident($($row:ty)?), $method:ident,
        [$sqlite:literal $($s:literal)*], [$postgres:literal $($p:literal)*], [$($arg:expr,)*]
    ) => {
        match $conn.sql() {
            #[cfg(not(feature = "prepare-postgres"))]
            $crate::store::dialect::Sql::Sqlite(sql) => {
                Box::pin(async {
                    sqlx::$query!($($row,)? $sqlite $(+ $s)* $(, $crate::store::dialect::Bind::value(&$arg))*)
                        .$method(sql)
                        .await
                })
                .await
                .map_err($crate::store::StoreError::from)
            }
            #[cfg(feature = "prepare-postgres")]
            $crate::store::dialect::Sql::Sqlite(_) => $crate::store::dialect::absent(),
            #[cfg(not(feature = "prepare-sqlite"))]
            $crate::store::dialect::Sql::Postgres(sql) => {
                Box::pin(async {
                    sqlx::$query!($($row,)? $postgres $(+ $p)* $(, $crate::store::dialect::Bind::value(&$arg))*)
                        .$method(sql)
                        .await
                })
                .await
                .map_err($crate::store::StoreError::from)
            }
            #[cfg(feature = "prepare-sqlite")]
            $crate::store::dialect::Sql::Postgres(_) => $crate::store::dialect::absent(),
        }
    };
}

/// Fetches rows as values of a type, by the method of sqlx with this name.
macro_rules! fetch_as {
    (
        $method:ident, $row:ty, $conn:expr,
        sqlite: $sqlite:literal $(+ $s:literal)*, postgres: $postgres:literal $(+ $p:literal)*
        $(, $arg:expr)* $(,)?
    ) => {
        $crate::store::dialect::run!(
            $conn, query_as($row), $method, [$sqlite $($s)*], [$postgres $($p)*], [$($arg,)*]
        )
    };
    ($method:ident, $row:ty, $conn:expr, $sql:literal $(+ $more:literal)* $(, $arg:expr)* $(,)?) => {
        $crate::store::dialect::run!(
            $conn, query_as($row), $method, [$sql $($more)*], [$sql $($more)* "\n-- pg"], [$($arg,)*]
        )
    };
}

/// All rows of a query.
macro_rules! fetch_all_as {
    ($($rest:tt)*) => { $crate::store::dialect::fetch_as!(fetch_all, $($rest)*) };
}

/// The row of a query, if there is one.
macro_rules! fetch_optional_as {
    ($($rest:tt)*) => { $crate::store::dialect::fetch_as!(fetch_optional, $($rest)*) };
}

/// Fetches the only column, by the method of sqlx with this name.
macro_rules! scalar {
    (
        $method:ident, $conn:expr,
        sqlite: $sqlite:literal $(+ $s:literal)*, postgres: $postgres:literal $(+ $p:literal)*
        $(, $arg:expr)* $(,)?
    ) => {
        $crate::store::dialect::run!(
            $conn, query_scalar(), $method, [$sqlite $($s)*], [$postgres $($p)*], [$($arg,)*]
        )
    };
    ($method:ident, $conn:expr, $sql:literal $(+ $more:literal)* $(, $arg:expr)* $(,)?) => {
        $crate::store::dialect::run!(
            $conn, query_scalar(), $method, [$sql $($more)*], [$sql $($more)* "\n-- pg"], [$($arg,)*]
        )
    };
}

/// The only column of all rows.
macro_rules! fetch_all_scalars {
    ($($rest:tt)*) => { $crate::store::dialect::scalar!(fetch_all, $($rest)*) };
}

/// The only column of the row, if there is one.
macro_rules! fetch_optional_scalar {
    ($($rest:tt)*) => { $crate::store::dialect::scalar!(fetch_optional, $($rest)*) };
}

/// The only column of the only row.
macro_rules! fetch_scalar {
    ($($rest:tt)*) => { $crate::store::dialect::scalar!(fetch_one, $($rest)*) };
}

/// Executes a statement; returns the number of rows affected.
macro_rules! execute {
    (
        $conn:expr,
        sqlite: $sqlite:literal $(+ $s:literal)*, postgres: $postgres:literal $(+ $p:literal)*
        $(, $arg:expr)* $(,)?
    ) => {
        $crate::store::dialect::run!(
            @execute $conn, [$sqlite $($s)*], [$postgres $($p)*], [$($arg,)*]
        )
    };
    ($conn:expr, $sql:literal $(+ $more:literal)* $(, $arg:expr)* $(,)?) => {
        $crate::store::dialect::run!(
            @execute $conn, [$sql $($more)*], [$sql $($more)* "\n-- pg"], [$($arg,)*]
        )
    };
}

pub(super) use {
    execute, fetch_all_as, fetch_all_scalars, fetch_as, fetch_optional_as, fetch_optional_scalar,
    fetch_scalar, run, scalar,
};
