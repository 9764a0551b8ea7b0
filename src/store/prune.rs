//! Pruning: deletes outdated data, a little at a time.

use crate::model::Time;
use crate::store::dialect::execute;
use crate::store::{Store, StoreError, Transaction};

/// The number of rows that were deleted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pruned {
    /// Notices that were sent or given up.
    pub notices: u64,
    /// Interactions that can't be delivered again.
    pub interactions: u64,
    /// Drafts for past positions.
    pub drafts: u64,
    /// Followers of finished games.
    pub follows: u64,
    /// Plans and hints for finished games, unused analysis boards, and questions about their positions.
    pub thoughts: u64,
}

impl Pruned {
    /// Was nothing deleted?
    pub const fn is_empty(&self) -> bool {
        let rows = self.notices + self.interactions + self.drafts;
        rows + self.follows + self.thoughts == 0
    }
}

impl Store {
    /// Deletes notices from before a time and interactions from before `delivered`, at most `most` of
    /// each, drafts that can't be finished, plans for finished games, and private boards from before
    /// `forgotten`. Deletes what is of no use `now`, too. Also makes a checkpoint that an [erasure](Store::erase) has left pending.
    pub async fn prune(
        &self,
        now: Time,
        before: Time,
        delivered: Time,
        forgotten: Time,
        most: i64,
    ) -> Result<Pruned, StoreError> {
        let mut tx = self.begin().await?;
        tx.drop_old_reply_tokens(now).await?;
        let pruned = tx
            .delete_outdated(before, delivered, forgotten, most)
            .await?;
        tx.commit().await?;
        self.finish_pending_checkpoint().await?;
        Ok(pruned)
    }
}

impl Transaction {
    async fn delete_outdated(
        &mut self,
        before: Time,
        delivered: Time,
        forgotten: Time,
        most: i64,
    ) -> Result<Pruned, StoreError> {
        let notices = execute!(
            self,
            "DELETE FROM outbox WHERE nonce IN (
                 SELECT nonce FROM outbox WHERE done_at < $1 ORDER BY done_at LIMIT $2
             )",
            before,
            most
        )?;
        // Ids increase with time, so the lowest are the oldest and no index on `at` is needed.
        let interactions = execute!(
            self,
            "DELETE FROM interactions WHERE at < $1 AND id IN (
                 SELECT id FROM interactions ORDER BY id LIMIT $2
             )",
            delivered,
            most
        )?;
        // There are few drafts: at most one for each player of each running game.
        let drafts = execute!(
            self,
            "DELETE FROM drafts WHERE NOT EXISTS (
                 SELECT 1 FROM games
                 WHERE games.id = drafts.game AND games.board = drafts.board
                     AND games.finished_at IS NULL
             )"
        )?;
        // The end of a game leaves at most a few dozen followers.
        let follows = execute!(
            self,
            "DELETE FROM follows WHERE EXISTS (
                 SELECT 1 FROM games WHERE games.id = follows.game AND games.finished_at < $1
             )",
            before
        )?;
        let plans = execute!(
            self,
            "DELETE FROM plans WHERE NOT EXISTS (
                 SELECT 1 FROM games WHERE games.id = plans.game AND games.finished_at IS NULL
             )"
        )?;
        let hints = execute!(
            self,
            "DELETE FROM hints WHERE NOT EXISTS (
                 SELECT 1 FROM games WHERE games.id = hints.game AND games.finished_at IS NULL
             )"
        )?;
        let analyses = execute!(self, "DELETE FROM analyses WHERE at < $1", forgotten)?;
        let questions = execute!(
            self,
            "DELETE FROM position_questions WHERE asked_at < $1",
            forgotten
        )?;
        Ok(Pruned {
            notices,
            interactions,
            drafts,
            follows,
            thoughts: plans + hints + analyses + questions,
        })
    }
}
