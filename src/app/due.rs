//! What time does by itself: reminders, lost games, challenges nobody answered. In small steps, each
//! of which can be repeated safely.

use std::time::Duration;

use crate::store::events::Event;
use crate::store::{Append, Appended, Pruned, StoreError, Time};

use super::game::Game;
use super::notice::Notice;
use super::{App, Decision, No, Refusal, clock};

/// Sent notices and old interactions are kept so long.
const KEPT: Duration = clock::days(7);

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Swept {
    /// Players reminded.
    pub reminders: usize,
    /// Games lost on time.
    pub timeouts: usize,
    /// Challenges that expired.
    pub expired: usize,
}

impl Swept {
    /// Was there anything to do?
    pub const fn is_empty(&self) -> bool {
        self.reminders + self.timeouts + self.expired == 0
    }
}

impl App {
    /// Does what is due, at most so many things of each kind.
    pub async fn sweep(&self, now: Time, most: usize) -> Result<Swept, No> {
        let most = most as i64;
        let mut session = self.read().await?;
        let games = session.due_games(now, most).await?;
        let challenges = session.due_challenges(now, most).await?;
        drop(session);
        let mut swept = Swept::default();
        for row in games {
            match self.load(row.id, now).await {
                Ok(game) => self.sweep_game(&game, now, &mut swept).await?,
                // It is stopped now and no longer due.
                Err(No::Refused(Refusal::Frozen)) => {}
                Err(no) => return Err(no),
            }
        }
        for challenge in challenges {
            swept.expired += usize::from(self.expire(challenge.id, now).await?);
        }
        Ok(swept)
    }

    /// If someone moves at the same moment, the move stands and nothing is done here.
    async fn sweep_game(&self, game: &Game, now: Time, swept: &mut Swept) -> Result<(), No> {
        let Some(side) = game
            .to_move()
            .filter(|_| game.row.standing.due_at <= Some(now))
        else {
            return Ok(());
        };
        if game
            .row
            .standing
            .deadline
            .is_some_and(|deadline| deadline <= now)
        {
            let decision = Decision::end(Some(side), Event::TimedOut);
            let done = self.commit(game, decision, None, now).await?;
            swept.timeouts += usize::from(done.is_some());
        } else {
            // Only what is due next changes.
            let mut reminded = game.clone();
            reminded.row.standing.due_at = clock::due_after_reminder(&game.row);
            let done = self.remind(game, &reminded, now).await?;
            swept.reminders += usize::from(done);
        }
        Ok(())
    }

    async fn remind(&self, game: &Game, reminded: &Game, now: Time) -> Result<bool, No> {
        let side = game.to_move();
        let player = side.and_then(|side| game.row.players[side]);
        let seq = game.row.standing.seq;
        let append = Append {
            game: game.row.id,
            was_seq: seq,
            was_due: game.row.standing.due_at,
            standing: reminded.row.standing.clone(),
            events: Vec::new(),
            notices: vec![Notice::Reminder.written(game.row.id, seq, player)],
            interaction: None,
            at: now,
        };
        let done = self.store.append(append).await?;
        Ok(done == Appended::Done)
    }

    /// When something will be due next: a game, a challenge or a notice.
    pub async fn next_due(&self) -> Result<Option<Time>, StoreError> {
        let mut session = self.read().await?;
        let due = [
            session.next_due_game().await?,
            session.next_due_challenge().await?,
            session.next_send().await?,
        ];
        Ok(due.into_iter().flatten().min())
    }

    /// Throws away what nobody will ask for again, at most so many rows of each kind.
    pub async fn prune(&self, now: Time, most: usize) -> Result<Pruned, StoreError> {
        let mut change = self.store.change().await?;
        let pruned = change.prune(now - KEPT, most as i64).await?;
        change.commit().await?;
        Ok(pruned)
    }
}
