//! The table of lessons that players have solved.

use crate::model::{PlayerId, Time};
use crate::store::dialect::{execute, fetch_all_as};
use crate::store::{Connection, StoreError, Transaction};

impl Connection {
    /// The names of the lessons a player has solved, with the time each was first solved.
    pub async fn lessons_of(
        &mut self,
        player: PlayerId,
    ) -> Result<Vec<(String, Time)>, StoreError> {
        struct Row {
            lesson: String,
            solved_at: i64,
        }
        let rows = fetch_all_as!(
            Row,
            self,
            "SELECT lesson, solved_at FROM lessons WHERE player = $1 ORDER BY solved_at, lesson",
            player
        )?
        .into_iter();
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
        execute!(
            self,
            "INSERT INTO lessons (player, lesson, solved_at) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING",
            player,
            lesson,
            at
        )?;
        Ok(())
    }

    /// Deletes all of a player's solved lessons.
    pub async fn drop_lessons_of(&mut self, player: PlayerId) -> Result<(), StoreError> {
        execute!(self, "DELETE FROM lessons WHERE player = $1", player)?;
        Ok(())
    }
}
