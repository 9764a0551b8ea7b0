//! StandingChallenge challenges: whenever one is accepted, the same is offered again, until it is switched off.

use std::time::Duration;

use crate::app::challenge::{NewChallenge, close, fair_draw, lobby, tell};
use crate::app::notify::notice::Notice;
use crate::app::time::clock;
use crate::app::{Act, App, No, Refusal};
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
    pub async fn stand(&self, act: &Act, new: NewChallenge, most: i64) -> Result<Challenge, No> {
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
    ) -> Result<Vec<(StandingChallenge, Challenge)>, StoreError> {
        let mut session = self.read().await?;
        let mut all = Vec::new();
        for standing in session.standing_of(player).await? {
            if let Some(challenge) = session.challenge(standing.challenge).await? {
                all.push((standing, challenge));
            }
        }
        Ok(all)
    }

    /// Switches a standing challenge off; what is open of it is withdrawn. Its games go on.
    pub async fn stop_standing(&self, act: &Act, id: GameId) -> Result<(), No> {
        let mut change = self.store.change().await?;
        let standing = change.standing(id).await?;
        let standing = standing.ok_or(Refusal::UnknownChallenge)?;
        if standing.player != act.by {
            return Err(Refusal::NotForYou.into());
        }
        let challenge = change.challenge(standing.challenge).await?;
        if let Some(challenge) = challenge.filter(|_| standing.is_open) {
            let notice = &Notice::Withdrawn;
            close(
                change,
                challenge,
                ChallengeState::Withdrawn,
                notice,
                None,
                act.now,
            )
            .await?;
        } else {
            change.drop_standing(id).await?;
            change.commit().await?;
        }
        Ok(())
    }

    /// A game of a standing challenge has ended: if there is room, the same is offered again.
    pub(crate) async fn refill(&self, id: GameId, now: Time) -> Result<bool, StoreError> {
        let mut change = self.store.change().await?;
        let Some(standing) = change.standing(id).await? else {
            return Ok(false);
        };
        let is_offered = match change.challenge(standing.challenge).await {
            Ok(Some(last)) if !standing.is_open => offer(&mut change, standing, &last, now).await?,
            Ok(Some(_)) => {
                change.set_standing(&standing).await?;
                false
            }
            // Nobody can say any more what it offered.
            Ok(None) | Err(StoreError::Damaged(_)) => {
                change.drop_standing(id).await?;
                false
            }
            Err(error) => return Err(error),
        };
        change.commit().await?;
        Ok(is_offered)
    }
}

/// A challenge was accepted: if it is a standing one, the same is offered again, or as soon as there
/// is room.
pub(crate) async fn offer_again(
    change: &mut Transaction,
    accepted: &Challenge,
    now: Time,
) -> Result<(), StoreError> {
    if let Some(id) = accepted.standing
        && let Some(standing) = change.standing(id).await?
    {
        offer(change, standing, accepted, now).await?;
    }
    Ok(())
}

/// Offers the same as before, if no more games go on than should.
async fn offer(
    change: &mut Transaction,
    mut standing: StandingChallenge,
    last: &Challenge,
    now: Time,
) -> Result<bool, StoreError> {
    let running = change.standing_games(standing.id, standing.player);
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
        standing.challenge = change.add_challenge(&next).await?;
        let notice = &Notice::Challenged;
        tell(change, standing.challenge, notice, None, now).await?;
        lobby::stir(change, &next, now).await?;
    }
    change.set_standing(&standing).await?;
    Ok(standing.is_open)
}
