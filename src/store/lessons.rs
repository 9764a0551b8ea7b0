//! The table of lessons that players have solved.

use crate::model::{PlayerId, Time};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// The names of the lessons a player has solved, with the time each was first solved.
    pub async fn lessons_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<(String, Time)>, StoreError> {
        let rows = sqlx::query!(
            "SELECT lesson, solved_at FROM lessons WHERE player = $1 ORDER BY solved_at, lesson",
            player
        );
        let rows = rows.fetch_all(self.sql()).await?.into_iter();
        Ok(rows.map(|row| (row.lesson, Time(row.solved_at))).collect())
    }
}

impl Transaction {
    /// Records that a player has solved a lesson, if they have not before.
    pub async fn solve_lesson(
        &mut self,
        player: PlayerId,
        lesson: &str,
        at: Time,
    ) -> Result<(), StoreError> {
        sqlx::query!(
            "INSERT INTO lessons (player, lesson, solved_at) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING",
            player,
            lesson,
            at
        )
        .execute(self.sql())
        .await?;
        Ok(())
    }

    /// Deletes all of a player's solved lessons.
    pub async fn drop_lessons_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        sqlx::query!("DELETE FROM lessons WHERE player = $1", player)
            .execute(self.sql())
            .await?;
        Ok(())
    }
}
