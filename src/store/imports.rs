//! The table of imported games.

use crate::model::{Import, ImportId, PlayerId, StoredVariant, Time};
use crate::store::dialect::{execute, fetch_all_as, fetch_optional_as, fetch_scalar};
use crate::store::{Connection, StoreError, Transaction};

struct Row {
    id: i64,
    player: i64,
    game: String,
    variant: String,
    plies: i64,
    record: String,
    at: i64,
}

impl From<Row> for Import {
    fn from(row: Row) -> Self {
        Self {
            id: ImportId(row.id),
            player: PlayerId(row.player),
            variant: StoredVariant::parse(&row.game, &row.variant),
            plies: row.plies,
            record: row.record,
            at: Time(row.at),
        }
    }
}

impl Connection {
    /// An imported game.
    pub async fn import(&mut self, id: ImportId) -> Result<Option<Import>, StoreError> {
        Ok(fetch_optional_as!(
            Row,
            self,
            "SELECT id, player, game, variant, plies, record, at FROM imports WHERE id = $1",
            id
        )?
        .map(Import::from))
    }

    /// A user's imported games, latest first.
    pub async fn imports_of(&mut self, player: PlayerId) -> Result<Vec<Import>, StoreError> {
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT id, player, game, variant, plies, record, at FROM imports
             WHERE player = $1 ORDER BY id DESC",
            player
        )?;
        Ok(rows.into_iter().map(Import::from).collect())
    }

    /// The number of a user's imported games.
    pub async fn count_imports(&mut self, player: PlayerId) -> Result<i64, StoreError> {
        fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM imports WHERE player = $1"#,
            player
        )
    }

    /// The next imported games after an id, oldest first, for iterating over all of them.
    pub async fn imports_after(
        &mut self,
        id: ImportId,
        most: i64,
    ) -> Result<Vec<Import>, StoreError> {
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT id, player, game, variant, plies, record, at FROM imports
             WHERE id > $1 ORDER BY id LIMIT $2",
            id,
            most
        )?;
        Ok(rows.into_iter().map(Import::from).collect())
    }
}

impl Transaction {
    /// Inserts an imported game.
    pub async fn add_import(&mut self, import: &Import) -> Result<(), StoreError> {
        let (game, variant) = (import.variant.game_name(), import.variant.name());
        let variant = variant.as_ref();
        execute!(
            self,
            "INSERT INTO imports (id, player, game, variant, plies, record, at)
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            import.id,
            import.player,
            game,
            variant,
            import.plies,
            import.record,
            import.at
        )?;
        Ok(())
    }

    /// Deletes an imported game of a user; false if there is none.
    pub async fn drop_import(
        &mut self,
        player: PlayerId,
        id: ImportId,
    ) -> Result<bool, StoreError> {
        Ok(execute!(
            self,
            "DELETE FROM imports WHERE id = $1 AND player = $2",
            id,
            player
        )? > 0)
    }

    /// Deletes all imported games of a user.
    pub async fn drop_imports_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM imports WHERE player = $1", player)?;
        Ok(())
    }
}
