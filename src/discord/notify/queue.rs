//! Lanes: notifications for one destination are delivered one after the other, in order. Different
//! destinations are served concurrently, so that none waits for another that is rate-limited.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::task::{Id, JoinError, JoinSet};
use tokio::time::Instant;

use crate::app::leases::SCHEDULER;
use crate::app::notify::notice::Notice;
use crate::app::{AppError, Outgoing};
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::rest::budget::Urgency;
use crate::model::{Bucket, Buckets, ChannelId, GameId, PlayerId};

/// Maximum number of notifications taken from the outbox at once.
const BATCH: usize = 50;
/// Maximum number of notifications waiting in lanes.
const MAX_WAITING: usize = 5000;
/// Maximum number of lanes served concurrently, rate-limited ones included: each may hold a
/// picture.
const MAX_LANES: usize = 64;
/// Pause before the outbox is read again after an error.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// How often a process that is not alone looks for notices that others have written: every so many
/// milliseconds, from half of it on, so that processes do not all look at once.
const LOOK: u64 = 800;

/// A destination within which order is kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Lane {
    /// A channel or a thread.
    Channel(ChannelId),
    /// The direct messages of a player.
    Person(PlayerId),
    /// A game without a channel and without players.
    Game(GameId),
    /// The lists of open challenges.
    Lobbies,
    /// Boards that are out of date and still have their buttons.
    OldBoards,
}

/// The notifications that wait and that are being delivered.
#[derive(Default)]
struct Lanes {
    waiting: HashMap<Lane, VecDeque<Outgoing>>,
    /// Lanes that wait to be served, in order.
    ready: VecDeque<Lane>,
    serving: JoinSet<()>,
    /// The lane and the notification of each running task.
    served: HashMap<Id, (Lane, Option<Outgoing>)>,
    /// The nonces of all notifications in lanes.
    held: HashSet<String>,
    /// Notifications that were handed out again while they were in a lane, with their lanes.
    again: HashMap<String, (Lane, Outgoing)>,
    /// The current lane of each game, and how many of its notifications are in it.
    games: HashMap<GameId, (Lane, usize)>,
    /// Should the lobby messages be checked?
    lobbies: bool,
}

impl Lanes {
    fn push(&mut self, lane: Lane, outgoing: Outgoing) {
        // A notification is handed out again if its lease has expired, or if the next attempt is due before
        // the end of the last one has been noticed. It waits for that end; if it was sent, nothing is left to do.
        if !self.held.insert(outgoing.nonce.clone()) {
            self.again.insert(outgoing.nonce.clone(), (lane, outgoing));
            return;
        }
        // A game may get a thread while its start is delivered: the rest waits for that.
        let mut lane = lane;
        if outgoing.notice.is_for_game_channel() {
            let (used, count) = self.games.entry(outgoing.game).or_insert((lane, 0));
            lane = *used;
            *count += 1;
        }
        let queue = self.waiting.entry(lane).or_insert_with(|| {
            self.ready.push_back(lane);
            VecDeque::new()
        });
        queue.push_back(outgoing);
    }

    /// Starts as many lanes as possible.
    fn start_lanes(&mut self, worker: &Arc<DeliveryWorker>) {
        let is_shown = |(lane, _): &(Lane, Option<Outgoing>)| *lane == Lane::Lobbies;
        if self.lobbies && !self.served.values().any(is_shown) {
            self.lobbies = false;
            let worker = Arc::clone(worker);
            let task = self
                .serving
                .spawn(async move { worker.update_lobbies().await });
            self.served.insert(task.id(), (Lane::Lobbies, None));
        }
        let are_cleared = |(lane, _): &(Lane, Option<Outgoing>)| *lane == Lane::OldBoards;
        if worker.has_old_boards() && !self.served.values().any(are_cleared) {
            let worker = Arc::clone(worker);
            let task = self
                .serving
                .spawn(async move { worker.clear_old_boards().await });
            self.served.insert(task.id(), (Lane::OldBoards, None));
        }
        while self.serving.len() < MAX_LANES
            && let Some(lane) = self.ready.pop_front()
        {
            let next = self.waiting.get_mut(&lane).and_then(VecDeque::pop_front);
            let Some(outgoing) = next else {
                self.waiting.remove(&lane);
                continue;
            };
            let worker = Arc::clone(worker);
            let carried = outgoing.clone();
            let task = self
                .serving
                .spawn(async move { worker.deliver_one(carried).await });
            self.served.insert(task.id(), (lane, Some(outgoing)));
        }
    }

    /// A lane has finished; returns the notification that was lost in a panic, if any.
    fn lane_finished(&mut self, ended: Result<(Id, ()), JoinError>) -> Option<Outgoing> {
        let (id, is_lost) = match ended {
            Ok((id, ())) => (id, false),
            Err(error) => (error.id(), true),
        };
        let (lane, outgoing) = self.served.remove(&id)?;
        let outgoing = outgoing?;
        self.forget(&outgoing);
        // It goes to the end of the line.
        self.ready.push_back(lane);
        if let Some((lane, again)) = self.again.remove(&outgoing.nonce) {
            self.push(lane, again);
        }
        is_lost.then_some(outgoing)
    }

    /// A notification is in no lane any more.
    fn forget(&mut self, outgoing: &Outgoing) {
        self.held.remove(&outgoing.nonce);
        if outgoing.notice.is_for_game_channel()
            && let Entry::Occupied(mut entry) = self.games.entry(outgoing.game)
        {
            entry.get_mut().1 -= 1;
            if entry.get().1 == 0 {
                entry.remove();
            }
        }
    }

    /// Drops what waits and belongs to other buckets: another process delivers it.
    fn keep_only(&mut self, buckets: &BTreeMap<Bucket, i64>) {
        let mut dropped = Vec::new();
        for queue in self.waiting.values_mut() {
            let all = std::mem::take(queue).into_iter();
            let is_kept = |outgoing: &Outgoing| buckets.contains_key(&outgoing.bucket);
            let (kept, others): (VecDeque<_>, VecDeque<_>) = all.partition(is_kept);
            *queue = kept;
            dropped.extend(others);
        }
        for outgoing in dropped {
            self.again.remove(&outgoing.nonce);
            self.forget(&outgoing);
        }
    }

    /// Is anything of a bucket being delivered?
    fn is_serving(&self, bucket: Bucket) -> bool {
        let mut served = self.served.values();
        served.any(|(_, outgoing)| {
            outgoing
                .as_ref()
                .is_some_and(|outgoing| outgoing.bucket == bucket)
        })
    }
}

/// How urgent the delivery of a notice is. Nobody waits for a reminder.
const fn urgency(notice: &Notice) -> Urgency {
    match notice {
        Notice::Reminder
        | Notice::SilenceNotice
        | Notice::Wake { .. }
        | Notice::Digest
        | Notice::Followed { .. }
        | Notice::Result
        | Notice::ThreadOver => Urgency::Later,
        _ => Urgency::Now,
    }
}

/// A number below `most` that differs from process to process.
fn jitter(most: u64) -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| u64::from(since.subsec_micros()) % most)
}

impl DeliveryWorker {
    /// Delivers the outbox forever, whenever it is woken. If others share the database, delivers only the
    /// buckets that this process has leased, and looks for notices that others have written.
    pub(crate) async fn run(self: Arc<Self>) {
        let worker = self;
        let ctx = &worker.ctx;
        let work = ctx.delivery_signal();
        let mut lanes = Lanes {
            lobbies: true,
            ..Lanes::default()
        };
        let mut buckets = BTreeMap::new();
        let mut look = Instant::now();
        loop {
            let step = async {
                worker.take_over(&mut lanes, &mut buckets).await?;
                worker.claim_due(&mut lanes, &buckets).await
            };
            if let Err(error) = step.await {
                tracing::error!(%error, "failed to read the outbox; trying again later");
                tokio::time::sleep(AFTER_FAILURE).await;
            }
            lanes.start_lanes(&worker);
            if look <= Instant::now() {
                look = Instant::now() + Duration::from_millis(LOOK / 2 + jitter(LOOK / 2));
            }
            tokio::select! {
                () = work.notified() => lanes.lobbies = true,
                () = tokio::time::sleep_until(look), if !worker.leases.is_alone() => lanes.lobbies = true,
                Some(ended) = lanes.serving.join_next_with_id() => {
                    if let Some(lost) = lanes.lane_finished(ended) {
                        tracing::error!(nonce = lost.nonce, "the delivery of a notification panicked; trying again later");
                        let worker = Arc::clone(&worker);
                        tokio::spawn(async move { worker.reschedule(&lost).await });
                    }
                }
            }
        }
    }

    /// Finds out of which buckets this process takes notices. What a former owner of a new one had taken is
    /// released, instead of waiting for hours; a bucket that another process is to have is given up once
    /// nothing of it is being delivered.
    async fn take_over(
        &self,
        lanes: &mut Lanes,
        buckets: &mut BTreeMap<Bucket, i64>,
    ) -> Result<(), AppError> {
        let now = self.leases.buckets();
        if now != *buckets {
            lanes.keep_only(&now);
            let is_new = |(bucket, epoch): &(&Bucket, &i64)| buckets.get(*bucket) != Some(*epoch);
            let new: Buckets = now
                .iter()
                .filter(is_new)
                .map(|(bucket, _)| *bucket)
                .collect();
            if !new.is_empty() {
                self.ctx.app.release_notices(new, self.ctx.now()).await?;
            }
            *buckets = now;
        }
        for bucket in self.leases.leaving().iter() {
            if !lanes.is_serving(bucket) {
                self.leases.left(bucket);
            }
        }
        Ok(())
    }

    /// Takes due notifications from the outbox and puts each on its lane.
    async fn claim_due(
        &self,
        lanes: &mut Lanes,
        buckets: &BTreeMap<Bucket, i64>,
    ) -> Result<(), AppError> {
        let buckets: Buckets = buckets.keys().copied().collect();
        while lanes.held.len() < MAX_WAITING && !buckets.is_empty() {
            let now = self.ctx.now();
            let taken = self.ctx.app.take_notices(buckets, now, BATCH).await?;
            if taken.is_empty() {
                break;
            }
            for outgoing in taken {
                let lane = match self.lane(&outgoing).await {
                    Ok(lane) => lane,
                    Err(error) => {
                        tracing::warn!(?error, "failed to find the lane of a notification");
                        Lane::Game(outgoing.game)
                    }
                };
                lanes.push(lane, outgoing);
            }
        }
        Ok(())
    }

    /// The lane of a notification.
    async fn lane(&self, outgoing: &Outgoing) -> Result<Lane, AppError> {
        let app = &self.ctx.app;
        let alone = outgoing.player.map(Lane::Person);
        // A list of games is sent while other games of the round begin.
        if let (Notice::Followed { .. } | Notice::Digest | Notice::RoundBegan { .. }, Some(lane)) =
            (&outgoing.notice, alone)
        {
            return Ok(lane);
        }
        let place = match app.game_row(outgoing.game).await? {
            // After the games that begin there, which do not have their threads yet.
            Some(row) if outgoing.notice.tournament().is_some() => row.channel,
            Some(row) if outgoing.notice == Notice::Result => match row.server {
                Some(server) => app.server_settings(server).await?.results,
                None => None,
            },
            Some(row) => row.thread.or(row.channel),
            None => app.challenge_by_id(outgoing.game).await?.channel,
        };
        let place = place.map(Lane::Channel);
        Ok(place.or(alone).unwrap_or(Lane::Game(outgoing.game)))
    }

    /// Delivers one notification; an error puts it off.
    #[tracing::instrument(name = "notice", skip_all, fields(game = outgoing.game.0, nonce = outgoing.nonce))]
    async fn deliver_one(&self, mut outgoing: Outgoing) {
        // Without the lease another process delivers it.
        let Some(lease) = self.leases.bucket_guard(outgoing.bucket) else {
            return;
        };
        let worker = self.under(lease).with(urgency(&outgoing.notice));
        // Where the bot can only respond, the response may be this very notification.
        if let Some(cause) = outgoing.interaction {
            self.ctx.until_answered_as_guest(cause).await;
        }
        let delivered = async {
            if worker.ctx.app.begin_sending(&mut outgoing).await? {
                match outgoing.notice.tournament() {
                    Some(tournament) => worker.tell_tournament(&outgoing, tournament).await?,
                    None => worker.deliver(outgoing.clone()).await?,
                }
            }
            Ok::<(), AppError>(())
        };
        if let Err(error) = delivered.await {
            tracing::error!(
                ?error,
                "failed to deliver a notification; trying again later"
            );
            worker.reschedule(&outgoing).await;
        }
    }

    /// Schedules another attempt, as soon as the database can be written.
    async fn reschedule(&self, outgoing: &Outgoing) {
        while let Err(error) = self.retry_later(outgoing, None).await {
            tracing::error!(%error, nonce = outgoing.nonce, "failed to put off a notification; trying again");
            tokio::time::sleep(AFTER_FAILURE).await;
        }
    }

    /// Are there boards that still have their buttons, because the budget was short?
    fn has_old_boards(&self) -> bool {
        let put_off = self.put_off.lock().unwrap_or_else(PoisonError::into_inner);
        !put_off.is_empty()
    }

    /// Removes the buttons of old boards with what is left of the budget.
    async fn clear_old_boards(&self) {
        let next = || {
            let mut put_off = self.put_off.lock().unwrap_or_else(PoisonError::into_inner);
            put_off.pop_first()
        };
        while let Some((game, boards)) = next() {
            let worker = self.with(Urgency::Spare);
            let worker = match boards.lease {
                Some(lease) => worker.under(lease),
                None => worker,
            };
            if let Err(error) = worker.clear_boards(game, &boards.latest).await {
                tracing::error!(%error, game = game.0, "failed to remove the buttons of old boards; the next board does");
            }
        }
    }

    /// Keeps the lobby messages and the greetings up to date.
    async fn update_lobbies(&self) {
        self.rewrite_greetings().await;
        let Some(lease) = self.leases.guard(SCHEDULER) else {
            return;
        };
        let worker = self.under(lease);
        match worker.send_daily_puzzles().await {
            Ok(true) => self.ctx.schedule_signal().notify_one(),
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "failed to read the puzzles of the day"),
        }
        match worker.check_ladders().await {
            Ok(true) => self.ctx.schedule_signal().notify_one(),
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "failed to find out who has left a server"),
        }
        match worker.check_tournaments().await {
            Ok(true) => self.ctx.schedule_signal().notify_one(),
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "failed to find out who has left a server"),
        }
        while worker.rest.is_permitted() {
            match worker.show_live_messages().await {
                Ok(true) => self.ctx.schedule_signal().notify_one(),
                Ok(false) => break,
                Err(error) => {
                    tracing::error!(%error, "failed to read the live messages");
                    break;
                }
            }
        }
        while worker.rest.is_permitted() {
            match worker.show_lobbies().await {
                // The next due time may have changed.
                Ok(true) => self.ctx.schedule_signal().notify_one(),
                Ok(false) => break,
                Err(error) => {
                    tracing::error!(%error, "failed to read the lobby messages");
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Time;

    #[tokio::test]
    async fn a_notification_that_is_due_again_before_its_attempt_has_ended_is_not_lost() {
        let (lane, game) = (Lane::Lobbies, GameId(1));
        let outgoing = Outgoing {
            nonce: "1".to_owned(),
            game,
            player: None,
            notice: Notice::Started,
            made_at: Time(0),
            attempts: 1,
            interaction: None,
            response: None,
            bucket: Bucket(0),
        };
        let mut lanes = Lanes::default();
        lanes.push(lane, outgoing.clone());
        assert_eq!(lanes.ready.pop_front(), Some(lane));
        let first = lanes.waiting.get_mut(&lane).unwrap().pop_front();
        let task = lanes.serving.spawn(async {});
        lanes.served.insert(task.id(), (lane, first));
        // It is handed out again while it is being delivered.
        lanes.push(lane, outgoing.clone());
        assert!(lanes.waiting[&lane].is_empty());
        let ended = lanes.serving.join_next_with_id().await.unwrap();
        assert_eq!(lanes.lane_finished(ended), None);
        assert_eq!(lanes.waiting[&lane], [outgoing]);
        assert_eq!(lanes.ready, [lane]);
    }
}
