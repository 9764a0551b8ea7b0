//! The daily digest: a list of the games that wait for a player, once a day, instead of a ping for
//! every turn.

use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::{App, AppError};
use crate::model::{PlayerId, Time};

impl App {
    /// Writes the digests that are due; returns the number of players handled.
    pub(crate) async fn sweep_digests(&self, now: Time, most: i64) -> Result<usize, AppError> {
        let due = self.read().await?.due_digests(now, most).await?;
        for (player, due_at) in &due {
            self.write_digest(*player, *due_at, now).await?;
        }
        Ok(due.len())
    }

    async fn write_digest(
        &self,
        player: PlayerId,
        due_at: Time,
        now: Time,
    ) -> Result<(), AppError> {
        let games = self.my_games(player, now).await?;
        let mut waiting = games.iter().filter(|listed| listed.is_mine);
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[player]).await?;
        // The settings as they are now, which may have changed since the digest was scheduled.
        let reminders = settings::player(&mut tx, player).await?.reminders;
        let next = reminders.next_digest(now);
        tx.set_digest_at(player, next).await?;
        // The notice belongs to the most urgent game of the list. There is no digest without waiting
        // games, or during a vacation.
        let is_away = tx.away_until(player).await?.is_some();
        let is_wanted = reminders.digest.is_some() && !is_away;
        if let Some(first) = waiting.next().filter(|_| is_wanted) {
            let (id, seq) = (first.row.id, first.row.status.seq);
            let notice = Notice::Digest.written_at(id, seq, due_at, Some(player));
            tx.add_notice(id, &notice, now).await?;
        }
        tx.commit().await?;
        Ok(())
    }
}
