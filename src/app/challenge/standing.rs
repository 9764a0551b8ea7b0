//! Standing challenges: whenever one is accepted, the same challenge is offered again, until it is
//! stopped.

use std::time::Duration;

use crate::app::challenge::{NewChallenge, close, fair_draw, lobby, tell};
use crate::app::notify::notice::Notice;
use crate::app::time::clock;
use crate::app::{Act, App, AppError, Refusal, retry};
use crate::model::{
    Challenge, ChallengeState, DrawVersion, GameId, PlayerId, StandingChallenge, Time,
};
use crate::store::{StoreError, Transaction};

/// Maximum number of standing challenges per player.
pub const MAX_STANDING: usize = 3;
/// Maximum number of games that may run at once from one standing challenge.
pub const MAX_AT_ONCE: i64 = 10;
/// Default for the number of games that may run at once.
pub const USUAL_AT_ONCE: i64 = 3;
/// How long a standing challenge stays open if nobody accepts it.
pub(crate) const LIFE: Duration = clock::days(30);

impl App {
    /// Makes a challenge that anyone may accept and that is offered again whenever it is accepted, as
    /// long as at most `most` of its games are running.
    pub async fn make_standing_challenge(
        &self,
        act: &Act,
        new: NewChallenge,
        most: i64,
    ) -> Result<Challenge, AppError> {
        if new.opponent.is_some() {
            return Err(Refusal::StandingOpponent.into());
        }
        if new.server.is_none() {
            return Err(Refusal::StandingServer.into());
        }
        if !(1..=MAX_AT_ONCE).contains(&most) {
            return Err(Refusal::StandingMost(MAX_AT_ONCE as usize).into());
        }
        self.make_challenge(act, new, Some(most)).await
    }

    /// A player's standing challenges, oldest first, each with its latest challenge.
    pub async fn standing_of(
        &self,
        player: PlayerId,
    ) -> Result<Vec<(StandingChallenge, Challenge)>, AppError> {
        let mut conn = self.read().await?;
        let mut all = Vec::new();
        for standing in conn.standing_of(player).await? {
            if let Some(challenge) = conn.challenge(standing.challenge).await? {
                all.push((standing, challenge));
            }
        }
        Ok(all)
    }

    /// Stops a standing challenge and withdraws the open one. Its games continue.
    pub async fn stop_standing(&self, act: &Act, id: GameId) -> Result<(), AppError> {
        retry!(self.try_stop_standing(act, id))
    }

    async fn try_stop_standing(&self, act: &Act, id: GameId) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_standing(id).await?;
        let standing = tx.standing(id).await?;
        let standing = standing.ok_or(Refusal::UnknownChallenge)?;
        if standing.player != act.by {
            return Err(Refusal::NotForYou.into());
        }
        let challenge = tx.challenge(standing.challenge).await?;
        if let Some(challenge) = challenge.filter(|_| standing.is_open) {
            let notice = &Notice::Withdrawn;
            close(
                tx,
                challenge,
                ChallengeState::Withdrawn,
                notice,
                None,
                act.now,
            )
            .await?;
        } else {
            tx.drop_standing(id).await?;
            tx.commit().await?;
        }
        Ok(())
    }

    /// Offers a standing challenge again after one of its games has ended, if fewer games than its
    /// limit are running.
    pub(crate) async fn refill(&self, id: GameId, now: Time) -> Result<bool, AppError> {
        retry!(self.try_refill(id, now))
    }

    async fn try_refill(&self, id: GameId, now: Time) -> Result<bool, AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_standing(id).await?;
        let Some(standing) = tx.standing(id).await? else {
            return Ok(false);
        };
        let is_offered = match tx.challenge(standing.challenge).await {
            Ok(Some(last)) if !standing.is_open => offer(&mut tx, standing, &last, now).await?,
            Ok(Some(_)) => {
                tx.set_standing(&standing).await?;
                false
            }
            // The terms can't be read any more, so it can't be offered again.
            Ok(None) | Err(StoreError::Damaged(_)) => {
                tx.drop_standing(id).await?;
                false
            }
            Err(error) => return Err(error.into()),
        };
        tx.commit().await?;
        Ok(is_offered)
    }
}

/// After a challenge was accepted: if it belongs to a standing one, offers the same again, now or as
/// soon as fewer games are running.
pub(crate) async fn offer_again(
    tx: &mut Transaction,
    accepted: &Challenge,
    now: Time,
) -> Result<(), AppError> {
    if let Some(id) = accepted.standing {
        tx.lock_standing(id).await?;
        if let Some(standing) = tx.standing(id).await? {
            offer(tx, standing, accepted, now).await?;
        }
    }
    Ok(())
}

/// Offers a standing challenge again, if fewer games than its limit are running.
async fn offer(
    tx: &mut Transaction,
    mut standing: StandingChallenge,
    last: &Challenge,
    now: Time,
) -> Result<bool, AppError> {
    let running = tx.standing_games(standing.id, standing.player);
    standing.is_open = running.await? < standing.most;
    if standing.is_open {
        let mut terms = last.terms.clone();
        terms.is_rated &= terms.pace.is_some();
        let next = Challenge {
            terms,
            secret: fair_draw::secret(),
            draw_version: DrawVersion::LATEST,
            state: ChallengeState::Open,
            made_at: now,
            expires_at: Some(now + LIFE),
            decided_at: None,
            action: None,
            card: None,
            keeps: None,
            ..last.clone()
        };
        standing.challenge = tx.add_challenge(&next).await?;
        let notice = &Notice::Challenged;
        tell(tx, standing.challenge, notice, None, now).await?;
        lobby::schedule_update(tx, &next, now).await?;
    }
    tx.set_standing(&standing).await?;
    Ok(standing.is_open)
}
