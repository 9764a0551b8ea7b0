//! StandingChallenge challenges: whenever one is accepted, the same is offered again, until it is switched off.

use std::time::Duration;

use crate::app::challenge::{NewChallenge, close, fair_draw, lobby, tell};
use crate::app::notify::notice::Notice;
use crate::app::time::clock;
use crate::app::{Act, App, AppError, Refusal};
use crate::model::{
    Challenge, ChallengeState, DrawVersion, GameId, PlayerId, StandingChallenge, Time,
};
use crate::store::{StoreError, Transaction};

/// As many standing challenges may a player have.
pub const MOST_STANDING: usize = 3;
/// As many games of one of them may go on at once, at most.
pub const MOST_AT_ONCE: i64 = 10;
/// As many if nothing is said.
pub const USUAL_AT_ONCE: i64 = 3;
/// One that nobody accepts for so long is switched off.
pub(crate) const LIFE: Duration = clock::days(30);

impl App {
    /// Makes a challenge to anyone that comes back whenever it is accepted, as long as no more than so
    /// many of its games go on.
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
        if !(1..=MOST_AT_ONCE).contains(&most) {
            return Err(Refusal::StandingMost(MOST_AT_ONCE as usize).into());
        }
        self.make_challenge(act, new, Some(most)).await
    }

    /// A player's standing challenges, the oldest first, each with its latest challenge.
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

    /// Switches a standing challenge off; what is open of it is withdrawn. Its games go on.
    pub async fn stop_standing(&self, act: &Act, id: GameId) -> Result<(), AppError> {
        let mut tx = self.store.change().await?;
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

    /// A game of a standing challenge has ended: if there is room, the same is offered again.
    pub(crate) async fn refill(&self, id: GameId, now: Time) -> Result<bool, AppError> {
        let mut tx = self.store.change().await?;
        let Some(standing) = tx.standing(id).await? else {
            return Ok(false);
        };
        let is_offered = match tx.challenge(standing.challenge).await {
            Ok(Some(last)) if !standing.is_open => offer(&mut tx, standing, &last, now).await?,
            Ok(Some(_)) => {
                tx.set_standing(&standing).await?;
                false
            }
            // Nobody can say any more what it offered.
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

/// A challenge was accepted: if it is a standing one, the same is offered again, or as soon as there
/// is room.
pub(crate) async fn offer_again(
    tx: &mut Transaction,
    accepted: &Challenge,
    now: Time,
) -> Result<(), AppError> {
    if let Some(id) = accepted.standing
        && let Some(standing) = tx.standing(id).await?
    {
        offer(tx, standing, accepted, now).await?;
    }
    Ok(())
}

/// Offers the same as before, if no more games go on than should.
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
