//! The sweep: a periodic job that does everything that is due, such as reminders, timeouts and the
//! expiry of challenges. It works in small steps, each of which can safely be repeated.

use std::time::Duration;

use hexpost_engine::side::Side;

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::time::clock;
use crate::app::{App, AppError, Decision, Refusal};
use crate::model::{Event, NewEvent, Time};
use crate::store::{Pruned, StoreError};

/// How long sent notices are kept.
const KEPT: Duration = clock::days(7);

/// How long interactions are kept. Their tokens last for 15 minutes, and Discord does not deliver them
/// again later.
const DELIVERED: Duration = clock::days(1);

/// How long an analysis board is kept after its last use.
const FORGOTTEN: Duration = clock::days(90);

/// What a sweep has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SweepReport {
    /// Reminders sent.
    pub reminders: usize,
    /// Games ended by timeout.
    pub timeouts: usize,
    /// Games in which a player's time has run out, but which are only lost if the opponent claims them.
    pub flags: usize,
    /// Challenges that expired.
    pub expired: usize,
    /// Daily digests that were due.
    pub digests: usize,
    /// Steps of vacations.
    pub vacations: usize,
    /// Standing challenges that were offered again.
    pub offered: usize,
    /// Games against the computer that were closed because nothing happened in them.
    pub closed: usize,
    /// Tournaments in which something followed.
    pub tournaments: usize,
}

impl SweepReport {
    /// Was nothing due?
    pub const fn is_empty(&self) -> bool {
        let games = self.reminders + self.timeouts + self.flags + self.vacations;
        games + self.closed + self.tournaments + self.expired + self.digests + self.offered == 0
    }
}

/// Records that a player has run out of time, and tells both: the opponent may claim the game.
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
    /// Does what is due, at most `most` things of each kind.
    pub async fn sweep(&self, now: Time, most: usize) -> Result<SweepReport, AppError> {
        let most = most as i64;
        // Vacations come first: players on vacation get no reminders and can't lose on time.
        let mut swept = SweepReport {
            vacations: self.sweep_vacations(now, most).await?,
            ..SweepReport::default()
        };
        let (games, challenges) = self.read().await?.due(now, most).await?;
        for id in games {
            match self.load(id, now).await {
                Ok(game) => self.sweep_game(&game, now, &mut swept).await?,
                // The game was frozen and is no longer due.
                Err(AppError::Refused(Refusal::Frozen)) => {}
                // One damaged row must not stop the sweep for everyone.
                Err(AppError::Store(StoreError::Damaged(why))) => {
                    let mut tx = self.store.begin().await?;
                    tx.freeze_damaged(id, &why).await?;
                    tx.commit().await?;
                }
                Err(no) => return Err(no),
            }
        }
        for id in challenges {
            match self.expire(id, now).await {
                Ok(is_expired) => swept.expired += usize::from(is_expired),
                Err(AppError::Store(StoreError::Damaged(_))) => {
                    let mut tx = self.store.begin().await?;
                    tx.unschedule_challenge(id).await?;
                    tx.commit().await?;
                }
                Err(no) => return Err(no),
            }
        }
        swept.digests = self.sweep_digests(now, most).await?;
        for id in self.read().await?.due_standing(now, most).await? {
            swept.offered += usize::from(self.refill(id, now).await?);
        }
        swept.tournaments = self.sweep_tournaments(now, most).await?;
        Ok(swept)
    }

    /// Does what is due in one game. If a player moves at the same time, the move wins and nothing is
    /// done here.
    async fn sweep_game(
        &self,
        game: &Game,
        now: Time,
        swept: &mut SweepReport,
    ) -> Result<(), AppError> {
        let Some(side) = game
            .to_move()
            .filter(|_| game.row.status.due_at.is_some_and(|due| due <= now))
        else {
            return Ok(());
        };
        if game.clock.away(side).is_some() {
            let decision = Decision {
                events: vec![NewEvent {
                    event: Event::Back,
                    side: Some(side),
                }],
                notices: vec![(Notice::Back, game.row.players[!side])],
            };
            let done = self.commit(game, decision, None, now).await?;
            swept.vacations += usize::from(done.is_some());
        } else if game.computer.is_some() {
            let decision = Decision::end(None, Event::ClosedForSilence);
            let done = self.commit(game, decision, None, now).await?;
            swept.closed += usize::from(done.is_some());
        } else if game
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

    /// The next time at which something is due: a game, a challenge, a vacation, a digest, a notice, a lobby
    /// message, a puzzle of the day, a live message, a check of a ladder or a tournament.
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
            conn.next_due_daily_puzzle().await?,
            conn.next_due_live_message().await?,
            conn.next_ladder_check().await?,
            conn.next_due_tournament().await?,
            conn.next_tournament_check().await?,
        ];
        Ok(due.into_iter().flatten().min())
    }

    /// Deletes outdated data, at most `most` notices and interactions.
    pub async fn prune(&self, now: Time, most: usize) -> Result<Pruned, AppError> {
        let most = most as i64;
        let (before, delivered, forgotten) = (now - KEPT, now - DELIVERED, now - FORGOTTEN);
        let pruned = self
            .store
            .prune(now, before, delivered, forgotten, most)
            .await?;
        Ok(pruned)
    }
}
