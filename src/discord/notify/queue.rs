//! Lanes: what is told in one place goes out one after the other, in its order. Different places are
//! served at the same time, so that nobody waits for a place that has to rest.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::{Id, JoinError, JoinSet};

use crate::app::notify::notice::Notice;
use crate::app::{AppError, Outgoing};
use crate::discord::notify::worker::DeliveryWorker;
use crate::model::{ChannelId, GameId, PlayerId};

/// So many notices are taken from the outbox at once,
const BATCH: usize = 50;
/// and so many at most wait here for their turn.
const MOST_WAITING: usize = 5000;
/// So many lanes are served at the same time, those that rest included: each may hold a picture.
const MOST_LANES: usize = 64;
/// When the outbox can't be read, it is looked at again after this time.
const AFTER_FAILURE: Duration = Duration::from_secs(1);

/// Where something is told, as far as its order goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Lane {
    /// A channel or a thread.
    Channel(ChannelId),
    /// Someone alone.
    Person(PlayerId),
    /// A game that is played nowhere in particular, by nobody in particular.
    Game(GameId),
    /// The lists of open challenges.
    Lobbies,
}

/// What waits, and what is being sent.
#[derive(Default)]
struct Lanes {
    waiting: HashMap<Lane, VecDeque<Outgoing>>,
    /// Lanes that are not being served and should be, in their order.
    ready: VecDeque<Lane>,
    serving: JoinSet<()>,
    /// Which lane each of them serves, and with what.
    served: HashMap<Id, (Lane, Option<Outgoing>)>,
    /// Everything that is here, by its nonce.
    held: HashSet<String>,
    /// The lane on which a game is told of at present, and how much of it is here.
    games: HashMap<GameId, (Lane, usize)>,
    /// Should the lists of open challenges be looked at?
    lobbies: bool,
}

impl Lanes {
    fn push(&mut self, lane: Lane, outgoing: Outgoing) {
        // What has waited for very long is handed out again.
        if !self.held.insert(outgoing.nonce.clone()) {
            return;
        }
        // A game may get a thread while its beginning is told: what follows waits for that.
        let mut lane = lane;
        if outgoing.notice.is_of_the_table() {
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

    /// Serves as many lanes as can be served.
    fn serve(&mut self, worker: &Arc<DeliveryWorker>) {
        let is_shown = |(lane, _): &(Lane, Option<Outgoing>)| *lane == Lane::Lobbies;
        if self.lobbies && !self.served.values().any(is_shown) {
            self.lobbies = false;
            let worker = Arc::clone(worker);
            let task = self.serving.spawn(async move { worker.tend().await });
            self.served.insert(task.id(), (Lane::Lobbies, None));
        }
        while self.serving.len() < MOST_LANES
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
                .spawn(async move { worker.bring(carried).await });
            self.served.insert(task.id(), (lane, Some(outgoing)));
        }
    }

    /// A lane has been served; what was lost on it, if anything.
    fn end(&mut self, ended: Result<(Id, ()), JoinError>) -> Option<Outgoing> {
        let (id, is_lost) = match ended {
            Ok((id, ())) => (id, false),
            Err(error) => (error.id(), true),
        };
        let (lane, outgoing) = self.served.remove(&id)?;
        let outgoing = outgoing?;
        self.held.remove(&outgoing.nonce);
        if outgoing.notice.is_of_the_table()
            && let Entry::Occupied(mut entry) = self.games.entry(outgoing.game)
        {
            entry.get_mut().1 -= 1;
            if entry.get().1 == 0 {
                entry.remove();
            }
        }
        // Its turn comes again after those who wait.
        self.ready.push_back(lane);
        is_lost.then_some(outgoing)
    }
}

impl DeliveryWorker {
    /// Sends what is to be told, whenever there may be something. It goes on for ever.
    pub(crate) async fn run(self: Arc<Self>) {
        let worker = self;
        let ctx = &worker.ctx;
        let work = ctx.work();
        // What the program had taken when it ended is sent now, and not only when its time is up.
        while let Err(error) = ctx.app.take_back_notices(ctx.now()).await {
            tracing::error!(%error, "what was being sent at the end can't be taken back");
            tokio::time::sleep(AFTER_FAILURE).await;
        }
        let mut lanes = Lanes {
            lobbies: true,
            ..Lanes::default()
        };
        loop {
            if let Err(error) = worker.fill(&mut lanes).await {
                tracing::error!(%error, "the outbox can't be read");
                tokio::time::sleep(AFTER_FAILURE).await;
            }
            lanes.serve(&worker);
            tokio::select! {
                () = work.notified() => lanes.lobbies = true,
                Some(ended) = lanes.serving.join_next_with_id() => {
                    if let Some(lost) = lanes.end(ended) {
                        tracing::error!(nonce = lost.nonce, "a notice has ended in a panic");
                        let worker = Arc::clone(&worker);
                        tokio::spawn(async move { worker.put_off(&lost).await });
                    }
                }
            }
        }
    }

    /// Takes what can be sent now, and puts it on its lane.
    async fn fill(&self, lanes: &mut Lanes) -> Result<(), AppError> {
        while lanes.held.len() < MOST_WAITING {
            let taken = self.ctx.app.take_notices(self.ctx.now(), BATCH).await?;
            if taken.is_empty() {
                break;
            }
            for outgoing in taken {
                let lane = match self.lane(&outgoing).await {
                    Ok(lane) => lane,
                    Err(error) => {
                        tracing::warn!(?error, "where a notice belongs is not known");
                        Lane::Game(outgoing.game)
                    }
                };
                lanes.push(lane, outgoing);
            }
        }
        Ok(())
    }

    /// Where a notice will be told, if nothing comes between.
    async fn lane(&self, outgoing: &Outgoing) -> Result<Lane, AppError> {
        let app = &self.ctx.app;
        let alone = outgoing.player.map(Lane::Person);
        if let (Notice::Followed { .. } | Notice::Digest, Some(lane)) = (&outgoing.notice, alone) {
            return Ok(lane);
        }
        let place = match app.row(outgoing.game).await? {
            Some(row) if outgoing.notice == Notice::Result => match row.server {
                Some(server) => app.server_settings(server).await?.results,
                None => None,
            },
            Some(row) => row.thread.or(row.channel),
            None => app.challenged(outgoing.game).await?.channel,
        };
        let place = place.map(Lane::Channel);
        Ok(place.or(alone).unwrap_or(Lane::Game(outgoing.game)))
    }

    /// Brings one notice where it belongs.
    #[tracing::instrument(name = "notice", skip_all, fields(game = outgoing.game.0, nonce = outgoing.nonce))]
    async fn bring(&self, mut outgoing: Outgoing) {
        // Where we are only guests, the response may be this very notice.
        if let Some(cause) = outgoing.interaction {
            self.ctx.until_answered_as_guest(cause).await;
        }
        let delivered = async {
            if self.ctx.app.begin_sending(&mut outgoing).await? {
                self.deliver(outgoing.clone()).await?;
            }
            Ok::<(), AppError>(())
        };
        if let Err(error) = delivered.await {
            tracing::error!(?error, "a notice could not be sent");
            self.put_off(&outgoing).await;
        }
    }

    /// What could not be sent is tried again. It is written down when the database can be written.
    async fn put_off(&self, outgoing: &Outgoing) {
        while let Err(error) = self.later(outgoing, None).await {
            tracing::error!(%error, nonce = outgoing.nonce, "a notice could not be put off");
            tokio::time::sleep(AFTER_FAILURE).await;
        }
    }

    /// Keeps the lists of open challenges up to date.
    async fn tend(&self) {
        loop {
            match self.show_lobbies().await {
                // When the next one is to be looked at may have changed.
                Ok(true) => self.ctx.due().notify_one(),
                Ok(false) => break,
                Err(error) => {
                    tracing::error!(%error, "the lists of open challenges can't be read");
                    break;
                }
            }
        }
    }
}
