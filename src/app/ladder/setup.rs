//! What a server chooses for its ladder, and looking who has left the server.

use std::time::Duration;

use crate::app::challenge::{check_place, check_terms};
use crate::app::ladder::LadderState;
use crate::app::time::clock::days;
use crate::app::{App, AppError, retry};
use crate::model::{LadderSetup, LiveSubject, PlayerId, Seat, ServerId, Terms, Time};

/// How often it is looked who has left a server.
pub const CHECK_EVERY: Duration = days(1);
/// How long a worker that has taken a server has to report the outcome.
const LEASE: Duration = Duration::from_mins(10);

impl App {
    /// What a server has chosen for its ladder, open or closed.
    pub async fn ladder_setup(&self, server: ServerId) -> Result<Option<LadderSetup>, AppError> {
        Ok(self.read().await?.ladder(server).await?)
    }

    /// Changes what a server has chosen for its ladder. The caller checks that the user
    /// [manages](crate::app::access::Viewer::managed_server) it.
    pub async fn set_ladder(&self, setup: &LadderSetup, now: Time) -> Result<(), AppError> {
        retry!(self.try_set_ladder(setup, now))
    }

    async fn try_set_ladder(&self, setup: &LadderSetup, now: Time) -> Result<(), AppError> {
        let mut terms = Terms {
            variant: setup.variant.clone(),
            seat: Seat::Random,
            pace: Some(setup.pace),
            is_rated: setup.is_rated,
            note: None,
        };
        check_terms(&mut terms)?;
        let server = setup.server;
        let mut tx = self.store.begin().await?;
        tx.lock_ladder(server).await?;
        if setup.is_open {
            check_place(&mut tx, Some(server), Some(setup.channel)).await?;
        }
        let before = tx.ladder(server).await?;
        tx.set_ladder(setup, now + CHECK_EVERY).await?;
        let subject = LiveSubject::Ladder(server);
        let was_there = before.is_some_and(|it| it.is_open && it.channel == setup.channel);
        if !setup.is_open {
            tx.close_live_message(subject, now).await?;
        } else if was_there && tx.live_message(subject).await?.is_some() {
            tx.change_live_message(subject, now).await?;
        } else {
            tx.set_live_message(subject, server, setup.channel, now)
                .await?;
        }
        Ok(tx.commit().await?)
    }

    /// Takes servers with ladders on which it is to be looked who has left, with the players.
    pub async fn claim_ladder_checks(
        &self,
        now: Time,
        most: usize,
    ) -> Result<Vec<(ServerId, Vec<PlayerId>)>, AppError> {
        let due = self.read().await?.next_ladder_check().await?;
        if due.is_none_or(|due| due > now) {
            return Ok(Vec::new());
        }
        let mut tx = self.store.begin().await?;
        let mut taken = Vec::new();
        let servers = tx.take_due_ladder_checks(now, now + LEASE, most as i64);
        for server in servers.await? {
            if let Some(state) = LadderState::load(&mut tx, server).await? {
                let players = state.ladder.order().iter();
                let players = players.filter_map(|number| state.player(*number));
                taken.push((server, players.collect()));
            }
        }
        tx.commit().await?;
        Ok(taken)
    }

    /// Schedules the next look at who has left a server with a ladder; without a time, when the bot is on the
    /// server again.
    pub async fn put_off_ladder_check(
        &self,
        server: ServerId,
        later: Option<Time>,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.put_off_ladder_check(server, later).await?;
        Ok(tx.commit().await?)
    }
}
