//! The table of questions: what people have asked the computer about positions of their analysis boards.

use crate::model::{InteractionId, PlayerId, Time};
use crate::store::dialect::{execute, fetch_all_as, fetch_optional_as, fetch_scalar};
use crate::store::{Connection, StoreError, Transaction};

/// A question about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionQuestion {
    /// The interaction that asked first.
    pub id: InteractionId,
    /// The code of the position.
    pub code: String,
    /// What has been found out, as JSON.
    pub found: Option<String>,
    /// When it was asked.
    pub asked_at: Time,
}

struct Row {
    id: i64,
    code: String,
    found: Option<String>,
    asked_at: i64,
}

impl From<Row> for PositionQuestion {
    fn from(row: Row) -> Self {
        Self {
            id: InteractionId(row.id),
            code: row.code,
            found: row.found,
            asked_at: Time(row.asked_at),
        }
    }
}

impl Connection {
    /// A player's question about a position.
    pub async fn position_question(
        &mut self,
        player: PlayerId,
        code: &str,
    ) -> Result<Option<PositionQuestion>, StoreError> {
        let row = fetch_optional_as!(
            Row,
            self,
            "SELECT id, code, found, asked_at FROM position_questions
             WHERE player = $1 AND code = $2",
            player,
            code
        )?;
        Ok(row.map(PositionQuestion::from))
    }

    /// A question by its id.
    pub async fn position_question_by_id(
        &mut self,
        id: InteractionId,
    ) -> Result<Option<PositionQuestion>, StoreError> {
        let row = fetch_optional_as!(
            Row,
            self,
            "SELECT id, code, found, asked_at FROM position_questions WHERE id = $1",
            id
        )?;
        Ok(row.map(PositionQuestion::from))
    }

    /// All questions of a player, oldest first.
    pub async fn position_questions_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<PositionQuestion>, StoreError> {
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT id, code, found, asked_at FROM position_questions
             WHERE player = $1 ORDER BY id",
            player
        )?;
        Ok(rows.into_iter().map(PositionQuestion::from).collect())
    }

    /// The number of a player's questions that are not answered yet.
    pub async fn count_open_questions(&mut self, player: PlayerId) -> Result<i64, StoreError> {
        fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM position_questions
             WHERE player = $1 AND found IS NULL"#,
            player
        )
    }
}

impl Transaction {
    /// Stores a question, unless the player has asked the same before.
    pub async fn ask_position(
        &mut self,
        id: InteractionId,
        player: PlayerId,
        code: &str,
        now: Time,
    ) -> Result<(), StoreError> {
        execute!(
            self,
            "INSERT INTO position_questions (id, player, code, asked_at) VALUES ($1, $2, $3, $4)
             ON CONFLICT DO NOTHING",
            id,
            player,
            code,
            now
        )?;
        Ok(())
    }

    /// Stores the answer to a question; false if the question is gone.
    pub async fn answer_position(
        &mut self,
        id: InteractionId,
        found: &str,
    ) -> Result<bool, StoreError> {
        let done = execute!(
            self,
            "UPDATE position_questions SET found = $2 WHERE id = $1",
            id,
            found
        )?;
        Ok(done > 0)
    }

    /// Deletes all questions of a player.
    pub async fn drop_position_questions_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(
            self,
            "DELETE FROM position_questions WHERE player = $1",
            player
        )?;
        Ok(())
    }
}
