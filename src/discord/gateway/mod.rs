//! The bot: connected to Discord, or to a local one. The only place, with the courier, that speaks
//! serenity.

pub(crate) mod guilds;
pub(crate) mod invite;
pub(crate) mod register;
pub(crate) mod start_error;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serenity::all::{
    ClientBuilder, Context as SerenityContext, Event, EventHandler, GatewayError, GatewayIntents,
    Guild, HttpBuilder, HttpError, Interaction, RawEventHandler, Ready, ResumedEvent, ShardManager,
    UnavailableGuild,
};
use serenity::async_trait;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing::Instrument as _;

use crate::app::App;
use crate::discord::clock::Clock;
use crate::discord::context::Context;
use crate::discord::interaction::{InteractionTask, parse};
use crate::discord::notify::DeliveryWorker;
use crate::discord::rest::client::RestClient;
use crate::model::ServerId;
use crate::scheduler::Scheduler;

/// So often, every ten milliseconds, a stop looks whether everyone has been answered.
const LAST_ANSWERS: usize = 300;
/// So long a request may take, and the connection for it.
const LONGEST_REQUEST: Duration = Duration::from_secs(30);
const CONNECT: Duration = Duration::from_secs(5);
/// So often a start asks for what it needs, with so much time in between.
const MOST_TRIES: usize = 10;
const NEXT_TRY: Duration = Duration::from_secs(1);
/// While Discord refuses our requests, it is asked so often whether it still does.
const PROBE: Duration = Duration::from_secs(30);
/// After the token was refused, the connection is tried again after this time.
const AFTER_REFUSAL: Duration = Duration::from_mins(5);
/// So long a start waits for the connection.
const CONNECTING: Duration = Duration::from_secs(10);

/// How to connect.
#[derive(Clone)]
pub struct Options {
    /// What the bot has to show.
    pub token: String,
    /// Where a local Discord is; none for the real one.
    pub local: Option<String>,
    /// A server that gets the commands at once, for whoever works on them.
    pub development_server: Option<u64>,
    /// Tells the time.
    pub clock: Clock,
    /// How long an answer may take before word is sent that it is coming.
    pub patience: Duration,
    /// How many commands a user may send in a minute; 0 for any number.
    pub commands_per_minute: usize,
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The token is nobody's business.
        let mut shown = f.debug_struct("Options");
        shown.field("local", &self.local).finish_non_exhaustive()
    }
}

/// A bot that runs.
pub struct Bot {
    host: Arc<Context>,
    wire: Arc<RestClient>,
    shards: Arc<ShardManager>,
    tasks: Vec<JoinHandle<()>>,
    is_closed: Arc<AtomicBool>,
    crashes: Arc<AtomicUsize>,
    busy: Arc<AtomicUsize>,
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").finish_non_exhaustive()
    }
}

impl Bot {
    /// Connects, and registers the commands if they are not what Discord has.
    pub async fn start(app: Arc<App>, options: Options) -> Result<Self, serenity::Error> {
        // Whoever accepts a request and never answers must not hold it for ever.
        let wire = reqwest::Client::builder()
            .connect_timeout(CONNECT)
            .timeout(LONGEST_REQUEST)
            .build()
            .map_err(HttpError::Request)?;
        let mut http = HttpBuilder::new(&options.token).client(wire.clone());
        if let Some(local) = &options.local {
            http = http.proxy(local.clone()).ratelimiter_disabled(true);
        }
        let http = http.build();
        let gateway = patiently(async || http.get_gateway().await).await?;
        let application = patiently(async || http.get_current_application_info().await).await?;
        http.set_application_id(application.id);
        let server = options.development_server;
        patiently(async || register::register(&http, server).await).await?;
        // Before anyone can claim a game that was lost while the program was away.
        match app.compensate_downtime((options.clock)()).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "more time, because the program was away"),
            Err(error) => tracing::error!(?error, "what the program missed is not made up for"),
        }
        let crashes = Arc::new(AtomicUsize::new(0));
        let busy = Arc::new(AtomicUsize::new(0));
        let (is_ready, mut ready) = watch::channel(false);
        let door = Arc::new(Handler {
            is_ready,
            is_closed: Arc::default(),
            house: OnceLock::new(),
            crashes: Arc::clone(&crashes),
            busy: Arc::clone(&busy),
        });
        let client = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS);
        let client = client.raw_event_handler(Unread);
        let mut client = client.event_handler_arc(Arc::clone(&door)).await?;
        // If it got no answer, the library would go to the real gateway, whatever it was told.
        client.ws_url.lock().await.clone_from(&gateway.url);
        let http = Arc::clone(&client.http);
        let host = Arc::new(Context::new(
            app,
            Arc::clone(&http),
            Arc::clone(&options.clock),
            options.patience,
            options.commands_per_minute,
        ));
        let wire = Arc::new(RestClient::new(http, wire));
        // Nobody has come in yet: the connection begins below.
        let courier = Arc::new(DeliveryWorker::new(Arc::clone(&host), Arc::clone(&wire)));
        let house = Services {
            host: Arc::clone(&host),
            wire: Arc::clone(&wire),
            courier: Arc::clone(&courier),
        };
        let _ = door.house.set(house);
        let shards = Arc::clone(&client.shard_manager);
        let is_closed = Arc::clone(&door.is_closed);
        let connection = tokio::spawn(async move {
            while let Err(error) = client.start_autosharded().await {
                // The library still shows a shard that it has given up as connected.
                is_closed.store(true, Ordering::Relaxed);
                if is_refused(&error) {
                    // Someone has to put that right; meanwhile nothing is lost, and Discord is asked now
                    // and then.
                    tracing::error!(%error, "Discord does not accept the token any more");
                    tokio::time::sleep(AFTER_REFUSAL).await;
                    continue;
                }
                let is_offline = matches!(error, serenity::Error::Http(HttpError::Request(_)));
                if !is_offline && !is_passing(&error) {
                    tracing::error!(%error, "the connection to Discord is lost for good");
                    break;
                }
                tracing::warn!(%error, "Discord does not let us in yet");
                tokio::time::sleep(NEXT_TRY).await;
            }
        });
        let courier = tokio::spawn(courier.run());
        let probe = Arc::clone(&wire);
        let probe = tokio::spawn(async move {
            loop {
                tokio::time::sleep(PROBE).await;
                if !probe.is_accepted() {
                    probe.probe().await;
                }
            }
        });
        let clock = options.clock;
        let scheduler = Scheduler {
            app: Arc::clone(&host.app),
            clock: move || clock(),
            wake: host.due(),
            work: host.work(),
        };
        let scheduler = tokio::spawn(scheduler.run());
        // Whoever starts a bot wants to use it. One that takes long is there when it is there.
        let _ = tokio::time::timeout(CONNECTING, ready.wait_for(|is_ready| *is_ready)).await;
        Ok(Self {
            host,
            shards,
            wire,
            tasks: vec![connection, courier, scheduler, probe],
            is_closed: Arc::clone(&door.is_closed),
            crashes,
            busy,
        })
    }

    /// Looks at the clock and the outbox at once.
    pub fn wake(&self) {
        self.host.wake();
    }

    /// How many requests have ended in a panic, and how many tasks have stopped.
    pub fn crashes(&self) -> usize {
        let stopped = self.tasks.iter().filter(|task| task.is_finished()).count();
        self.crashes.load(Ordering::Relaxed) + stopped
    }

    /// Is it connected? A connection that was cut comes back by itself.
    pub fn is_connected(&self) -> bool {
        let runners = self.shards.runners.try_lock();
        let is_up = |runner: &serenity::all::ShardRunnerInfo| {
            runner.stage == serenity::gateway::ConnectionStage::Connected
        };
        // Whoever holds the lock is about to change it.
        let are_up = runners.is_ok_and(|all| !all.is_empty() && all.values().all(is_up));
        are_up && !self.is_closed.load(Ordering::Relaxed)
    }

    /// Does Discord accept our requests, as far as is known?
    pub fn is_accepted(&self) -> bool {
        self.wire.is_accepted()
    }

    /// Has the connection been lost for good?
    pub fn is_lost(&self) -> bool {
        self.tasks.iter().any(JoinHandle::is_finished)
    }

    /// Says good-bye. What is not sent is sent after the next start.
    pub async fn stop(self) {
        self.shards.shutdown_all().await;
        // Nothing new comes in; what is being answered is answered.
        for _ in 0..LAST_ANSWERS {
            if self.busy.load(Ordering::Relaxed) == 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if let Err(error) = self.host.app.heartbeat(self.host.now()).await {
            tracing::warn!(%error, "when the program stopped is not known exactly");
        }
        for task in &self.tasks {
            task.abort();
        }
        for task in self.tasks {
            // It was told to stop.
            let _ = task.await;
        }
    }
}

/// Asks until Discord has time for it, within reason.
async fn patiently<T>(
    ask: impl AsyncFn() -> Result<T, serenity::Error>,
) -> Result<T, serenity::Error> {
    for _ in 0..MOST_TRIES {
        match ask().await {
            Err(error) if is_passing(&error) => tokio::time::sleep(NEXT_TRY).await,
            done => return done,
        }
    }
    ask().await
}

/// Has Discord no time just now?
fn is_passing(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            let status = response.status_code.as_u16();
            status == 429 || status >= 500
        }
        _ => false,
    }
}

/// Those who answer.
struct Services {
    host: Arc<Context>,
    wire: Arc<RestClient>,
    courier: Arc<DeliveryWorker>,
}

/// Does Discord not accept the token?
fn is_refused(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => true,
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            response.status_code.as_u16() == 401
        }
        _ => false,
    }
}

/// Where events come in.
struct Handler {
    is_ready: watch::Sender<bool>,
    /// Has Discord closed the connection for good, so that it has to be made again?
    is_closed: Arc<AtomicBool>,
    /// The library makes the way to Discord itself, and only when it knows who waits at the door.
    house: OnceLock<Services>,
    crashes: Arc<AtomicUsize>,
    busy: Arc<AtomicUsize>,
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: SerenityContext, ready: Ready) {
        tracing::info!("connected as {}", ready.user.name);
        if let Some(house) = self.house.get() {
            for guild in &ready.guilds {
                house.host.join(ServerId(guild.id.get() as i64));
            }
        }
        self.is_closed.store(false, Ordering::Relaxed);
        self.is_ready.send_replace(true);
    }

    async fn resume(&self, _: SerenityContext, _: ResumedEvent) {
        tracing::info!("connected again");
    }

    async fn guild_create(&self, _: SerenityContext, guild: Guild, _: Option<bool>) {
        let Some(Services { host, wire, .. }) = self.house.get() else {
            return;
        };
        if let Err(error) = guilds::arrived(host, wire, &guild).await {
            tracing::error!(%error, server = guild.id.get(), "a server could not be noted");
        }
    }

    async fn guild_delete(&self, _: SerenityContext, gone: UnavailableGuild, _: Option<Guild>) {
        // A server that Discord can't reach at the moment is not one that we have left.
        let Some(Services { host, .. }) = self.house.get().filter(|_| !gone.unavailable) else {
            return;
        };
        if let Err(error) = guilds::left(host, gone.id.get()).await {
            tracing::error!(%error, server = gone.id.get(), "a server could not be noted");
        }
    }

    async fn interaction_create(&self, _: SerenityContext, interaction: Interaction) {
        let Some((caller, request)) = parse::read(interaction) else {
            tracing::warn!("an interaction of a kind that is not known");
            return;
        };
        let Some(Services {
            host,
            wire,
            courier,
        }) = self.house.get()
        else {
            return;
        };
        let span = tracing::info_span!(
            "interaction",
            id = caller.interaction.0,
            game = tracing::field::Empty
        );
        let visit = InteractionTask::new(host, wire, courier, caller, &request);
        // A panic must not go unnoticed, nor leave a person without an answer.
        let apology = visit.clone();
        self.busy.fetch_add(1, Ordering::Relaxed);
        let received = visit.receive(request).instrument(span.clone());
        if tokio::spawn(received).await.is_err() {
            self.crashes.fetch_add(1, Ordering::Relaxed);
            span.in_scope(|| tracing::error!("a request has ended in a panic"));
            apology.apologise().instrument(span).await;
        }
        self.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sees what the library could not read. It would pass over that in silence, and someone waits for an
/// answer in vain.
struct Unread;

#[async_trait]
impl RawEventHandler for Unread {
    async fn raw_event(&self, _: SerenityContext, event: Event) {
        if let Event::Unknown(unknown) = event
            && unknown.kind == "INTERACTION_CREATE"
        {
            let interaction = unknown.value["id"].as_str().unwrap_or("?");
            let kind = unknown.value["type"].as_u64();
            tracing::warn!(interaction, ?kind, "an interaction can't be read");
        }
    }
}
