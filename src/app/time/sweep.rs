//! What time does by itself: reminders, lost games, challenges nobody answered. In small steps, each
//! of which can be repeated safely.

use std::time::Duration;

use hexpost_engine::side::Side;

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::time::clock;
use crate::app::{App, AppError, Decision, Refusal};
use crate::model::{Event, NewEvent, Time};
use crate::store::{Pruned, StoreError};

/// Sent notices are kept so long.
const KEPT: Duration = clock::days(7);

/// Interactions are kept so long: their tokens last for 15 minutes, and Discord delivers none again later.
const DELIVERED: Duration = clock::days(1);

/// A private board that nobody has looked at for so long is thrown away.
const FORGOTTEN: Duration = clock::days(90);

/// What was done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Swept {
    /// Players reminded.
    pub reminders: usize,
    /// Games lost on time.
    pub timeouts: usize,
    /// Games in which someone's time has run out, without being lost yet.
    pub flags: usize,
    /// Challenges that expired.
    pub expired: usize,
    /// Players to whom a daily digest is due.
    pub digests: usize,
    /// Steps of vacations.
    pub vacations: usize,
    /// Standing challenges that were offered again.
    pub offered: usize,
}

impl Swept {
    /// Was there anything to do?
    pub const fn is_empty(&self) -> bool {
        let games = self.reminders + self.timeouts + self.flags + self.vacations;
        games + self.expired + self.digests + self.offered == 0
    }
}

/// Someone's time has run out: both are told, and the other may claim.
fn time_up(game: &Game, side: Side) -> Decision {
    let players = &game.row.players;
    Decision {
        events: vec![NewEvent {
            event: Event::TimeUp,
            side: Some(side),
        }],
        notices: vec![
            (Notice::TimeUp, players[side]),
            (Notice::MayClaim, players[!side]),
        ],
    }
}

impl App {
    /// Does what is due, at most so many things of each kind.
    pub async fn sweep(&self, now: Time, most: usize) -> Result<Swept, AppError> {
        let most = most as i64;
        // First, because whoever is away is not reminded, nor does he lose.
        let mut swept = Swept {
            vacations: self.sweep_vacations(now, most).await?,
            ..Swept::default()
        };
        let (games, challenges) = self.read().await?.due(now, most).await?;
        for id in games {
            match self.load(id, now).await {
                Ok(game) => self.sweep_game(&game, now, &mut swept).await?,
                // It is stopped now and no longer due.
                Err(AppError::Refused(Refusal::Frozen)) => {}
                // One bad row must not stop time for everyone.
                Err(AppError::Store(StoreError::Damaged(why))) => {
                    let mut tx = self.store.change().await?;
                    tx.stop(id, &why).await?;
                    tx.commit().await?;
                }
                Err(no) => return Err(no),
            }
        }
        for id in challenges {
            match self.expire(id, now).await {
                Ok(is_expired) => swept.expired += usize::from(is_expired),
                Err(AppError::Store(StoreError::Damaged(_))) => {
                    let mut tx = self.store.change().await?;
                    tx.stop_challenge(id).await?;
                    tx.commit().await?;
                }
                Err(no) => return Err(no),
            }
        }
        swept.digests = self.sweep_digests(now, most).await?;
        for id in self.read().await?.due_standing(now, most).await? {
            swept.offered += usize::from(self.refill(id, now).await?);
        }
        Ok(swept)
    }

    /// If someone moves at the same moment, the move stands and nothing is done here.
    async fn sweep_game(&self, game: &Game, now: Time, swept: &mut Swept) -> Result<(), AppError> {
        let Some(side) = game
            .to_move()
            .filter(|_| game.row.status.due_at.is_some_and(|due| due <= now))
        else {
            return Ok(());
        };
        if game
            .row
            .status
            .deadline
            .is_some_and(|deadline| deadline <= now)
        {
            let is_hard = game.row.pace.is_some_and(|pace| pace.is_hard);
            let (decision, count) = if is_hard {
                let decision = Decision::end(Some(side), Event::TimedOut);
                (decision, &mut swept.timeouts)
            } else {
                (time_up(game, side), &mut swept.flags)
            };
            let done = self.commit(game, decision, None, now).await?;
            *count += usize::from(done.is_some());
        } else {
            swept.reminders += usize::from(self.remind(game, now).await?);
        }
        Ok(())
    }

    /// When something will be due next: a game, a challenge, a notice or a lobby.
    pub async fn next_due(&self) -> Result<Option<Time>, AppError> {
        let mut conn = self.read().await?;
        let due = [
            conn.next_due_game().await?,
            conn.next_due_challenge().await?,
            conn.next_due_vacation().await?,
            conn.next_digest().await?,
            conn.next_send().await?,
            conn.next_due_standing().await?,
            conn.next_due_lobby().await?,
        ];
        Ok(due.into_iter().flatten().min())
    }

    /// Throws away what nobody will ask for again, at most so many notices and interactions.
    pub async fn prune(&self, now: Time, most: usize) -> Result<Pruned, AppError> {
        let most = most as i64;
        let (before, delivered, forgotten) = (now - KEPT, now - DELIVERED, now - FORGOTTEN);
        let pruned = self.store.prune(before, delivered, forgotten, most).await?;
        Ok(pruned)
    }
}
