//! The bot's connection to Discord, or to the local one: start, stop, and gateway events.

pub(crate) mod emojis;
pub(crate) mod guilds;
pub(crate) mod invite;
pub(crate) mod register;
pub(crate) mod start_error;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serenity::all::{
    ClientBuilder, Context as SerenityContext, Event, EventHandler, GatewayError, GatewayIntents,
    Guild, Http, HttpBuilder, HttpError, Interaction, RawEventHandler, Ready, ResumedEvent,
    ShardManager, UnavailableGuild,
};
use serenity::async_trait;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::app::App;
use crate::discord::clock::TimeSource;
use crate::discord::context::Context;
use crate::discord::interaction::{InteractionTask, parse};
use crate::discord::notify::DeliveryWorker;
use crate::discord::rest::client::RestClient;
use crate::discord::rest::error::{is_network_error, is_passing};
use crate::discord::view::emoji::EmojiIds;
use crate::model::ServerId;
use crate::scheduler::Scheduler;

/// How long shutdown waits for interactions in flight.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);
/// Timeout of a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// Timeout of establishing a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum number of retries of each request at start.
const MAX_RETRIES: usize = 10;
/// Delay between retries, and between attempts to connect to the gateway.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// Interval of probes while Discord rejects all requests.
const PROBE_INTERVAL: Duration = Duration::from_secs(30);
/// Delay before the next attempt to connect after the token was rejected.
const UNAUTHORIZED_DELAY: Duration = Duration::from_mins(5);
/// How long start waits until the application's emoji are known. Uploading continues after that.
const EMOJI_TIMEOUT: Duration = Duration::from_secs(5);
/// How long start waits for the gateway's `READY`.
const READY_TIMEOUT: Duration = Duration::from_secs(10);

/// How the bot connects to Discord.
#[derive(Clone)]
pub struct BotOptions {
    /// The bot token.
    pub token: String,
    /// The address of a local Discord; `None` for the real one.
    pub local: Option<String>,
    /// A server in which the commands are registered instead of globally, for development.
    pub development_server: Option<u64>,
    /// The clock.
    pub clock: TimeSource,
    /// How long a handler may take before the response is deferred.
    pub patience: Duration,
    /// Maximum number of commands per user and minute; 0 for no limit.
    pub commands_per_minute: usize,
}

impl std::fmt::Debug for BotOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // The token must not appear in logs.
        let mut shown = f.debug_struct("BotOptions");
        shown.field("local", &self.local).finish_non_exhaustive()
    }
}

/// A running bot.
pub struct Bot {
    ctx: Arc<Context>,
    rest: Arc<RestClient>,
    shards: Arc<ShardManager>,
    tasks: Vec<JoinHandle<()>>,
    is_closed: Arc<AtomicBool>,
    panics: Arc<AtomicUsize>,
    in_flight: TaskTracker,
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").finish_non_exhaustive()
    }
}

impl Bot {
    /// Connects to Discord, and registers the commands if they have changed.
    pub async fn start(app: Arc<App>, options: BotOptions) -> Result<Self, serenity::Error> {
        // Without a timeout, a request that is never answered would never end.
        let rest = reqwest::Client::builder()
            .connect_timeout(CONNECT_TIMEOUT)
            .timeout(REQUEST_TIMEOUT)
            .build()
            .map_err(HttpError::Request)?;
        let mut http = HttpBuilder::new(&options.token).client(rest.clone());
        if let Some(local) = &options.local {
            http = http.proxy(local.clone()).ratelimiter_disabled(true);
        }
        let http = http.build();
        let gateway = with_retries(async || http.get_gateway().await).await?;
        let application = with_retries(async || http.get_current_application_info().await).await?;
        http.set_application_id(application.id);
        let server = options.development_server;
        let commands = with_retries(async || register::register(&http, server).await).await?;
        // Before anyone can claim a win on time that was due while the bot was not running.
        match app.compensate_downtime((options.clock)()).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "extended deadlines after downtime"),
            Err(error) => tracing::error!(?error, "failed to extend deadlines after downtime"),
        }
        let panics = Arc::new(AtomicUsize::new(0));
        let in_flight = TaskTracker::new();
        let (is_ready, mut ready) = watch::channel(false);
        let handler = Arc::new(Handler {
            is_ready,
            is_closed: Arc::default(),
            services: OnceLock::new(),
            panics: Arc::clone(&panics),
            in_flight: in_flight.clone(),
        });
        let client = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS);
        let client = client.raw_event_handler(UnknownEvents);
        let mut client = client.event_handler_arc(Arc::clone(&handler)).await?;
        // Serenity falls back to the real gateway if it can't get the address itself.
        client.ws_url.lock().await.clone_from(&gateway.url);
        let http = Arc::clone(&client.http);
        let ctx = Arc::new(Context::new(
            app,
            Arc::clone(&http),
            Arc::clone(&options.clock),
            options.patience,
            options.commands_per_minute,
        ));
        ctx.set_commands(commands);
        let emojis = known_emojis(&http).await;
        let rest = Arc::new(RestClient::new(http, rest, emojis));
        // The handler is complete before the connection is opened below.
        let delivery_worker = Arc::new(DeliveryWorker::new(Arc::clone(&ctx), Arc::clone(&rest)));
        let services = Services {
            ctx: Arc::clone(&ctx),
            rest: Arc::clone(&rest),
            delivery_worker: Arc::clone(&delivery_worker),
        };
        let _ = handler.services.set(services);
        let shards = Arc::clone(&client.shard_manager);
        let is_closed = Arc::clone(&handler.is_closed);
        let connection = tokio::spawn(async move {
            while let Err(error) = client.start_autosharded().await {
                // Serenity still shows a shard that it has given up as connected.
                is_closed.store(true, Ordering::Relaxed);
                if is_unauthorized(&error) {
                    // Only the host can fix that. Until then nothing is lost.
                    tracing::error!(%error, "Discord does not accept the token any more");
                    tokio::time::sleep(UNAUTHORIZED_DELAY).await;
                    continue;
                }
                if !is_network_error(&error) && !is_passing(&error) {
                    tracing::error!(%error, "the gateway connection is lost permanently");
                    break;
                }
                tracing::warn!(%error, "failed to connect to the gateway; retrying");
                tokio::time::sleep(RETRY_DELAY).await;
            }
        });
        let delivery_worker = tokio::spawn(delivery_worker.run());
        let probe = Arc::clone(&rest);
        let probe = tokio::spawn(async move {
            loop {
                tokio::time::sleep(PROBE_INTERVAL).await;
                if !probe.is_accepted() {
                    probe.probe().await;
                }
            }
        });
        let clock = options.clock;
        let scheduler = Scheduler {
            app: Arc::clone(&ctx.app),
            clock: move || clock(),
            wake: ctx.schedule_signal(),
            work: ctx.delivery_signal(),
        };
        let scheduler = tokio::spawn(scheduler.run());
        // A bot that connects later is usable later.
        let _ = tokio::time::timeout(READY_TIMEOUT, ready.wait_for(|is_ready| *is_ready)).await;
        Ok(Self {
            ctx,
            shards,
            rest,
            tasks: vec![connection, delivery_worker, scheduler, probe],
            is_closed: Arc::clone(&handler.is_closed),
            panics,
            in_flight,
        })
    }

    /// Wakes the scheduler and the delivery worker.
    pub fn wake(&self) {
        self.ctx.wake();
    }

    /// The number of interactions that ended in a panic and of background tasks that have ended.
    pub fn crashes(&self) -> usize {
        let stopped = self.tasks.iter().filter(|task| task.is_finished()).count();
        self.panics.load(Ordering::Relaxed) + stopped
    }

    /// Whether all shards are connected. An interrupted connection is resumed automatically.
    pub fn is_connected(&self) -> bool {
        let runners = self.shards.runners.try_lock();
        let is_up = |runner: &serenity::all::ShardRunnerInfo| {
            runner.stage == serenity::gateway::ConnectionStage::Connected
        };
        // The lock is held only while the state changes.
        let are_up = runners.is_ok_and(|all| !all.is_empty() && all.values().all(is_up));
        are_up && !self.is_closed.load(Ordering::Relaxed)
    }

    /// Whether Discord accepts the bot's requests, as far as is known.
    pub fn is_accepted(&self) -> bool {
        self.rest.is_accepted()
    }

    /// Whether a background task, such as the gateway connection, has ended.
    pub fn is_lost(&self) -> bool {
        self.tasks.iter().any(JoinHandle::is_finished)
    }

    /// Disconnects and stops. Notifications that are not sent yet are sent after the next start.
    pub async fn stop(self) {
        self.shards.shutdown_all().await;
        // No new interactions arrive; those in flight get their responses.
        self.in_flight.close();
        let _ = tokio::time::timeout(SHUTDOWN_GRACE, self.in_flight.wait()).await;
        if let Err(error) = self.ctx.app.heartbeat(self.ctx.now()).await {
            tracing::warn!(%error, "failed to record the time of shutdown");
        }
        for task in &self.tasks {
            task.abort();
        }
        for task in self.tasks {
            // It was aborted.
            let _ = task.await;
        }
    }
}

/// Finds or uploads the application's emoji. Those that take too long are known later.
async fn known_emojis(http: &Arc<Http>) -> Arc<EmojiIds> {
    let known = Arc::new(EmojiIds::default());
    let (http, ids) = (Arc::clone(http), Arc::clone(&known));
    let upload = tokio::spawn(async move { emojis::upload(&http, &ids).await });
    let _ = tokio::time::timeout(EMOJI_TIMEOUT, upload).await;
    known
}

/// Retries a request while Discord is overloaded or limits the rate.
async fn with_retries<T>(
    ask: impl AsyncFn() -> Result<T, serenity::Error>,
) -> Result<T, serenity::Error> {
    for _ in 0..MAX_RETRIES {
        match ask().await {
            Err(error) if is_passing(&error) => tokio::time::sleep(RETRY_DELAY).await,
            done => return done,
        }
    }
    ask().await
}

/// Everything that interactions and guild events are handled with.
struct Services {
    ctx: Arc<Context>,
    rest: Arc<RestClient>,
    delivery_worker: Arc<DeliveryWorker>,
}

/// Whether Discord rejects the token.
fn is_unauthorized(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => true,
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            response.status_code.as_u16() == 401
        }
        _ => false,
    }
}

/// Handles gateway events.
struct Handler {
    is_ready: watch::Sender<bool>,
    /// Whether Discord has closed the connection for good, so that it has to be made again.
    is_closed: Arc<AtomicBool>,
    /// Set after serenity's client has been built, which needs the handler first.
    services: OnceLock<Services>,
    panics: Arc<AtomicUsize>,
    /// Interactions that have not got their response yet; shutdown waits for them.
    in_flight: TaskTracker,
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, _: SerenityContext, ready: Ready) {
        tracing::info!("connected as {}", ready.user.name);
        if let Some(services) = self.services.get() {
            for guild in &ready.guilds {
                services.ctx.guild_joined(ServerId(guild.id.get() as i64));
            }
        }
        self.is_closed.store(false, Ordering::Relaxed);
        self.is_ready.send_replace(true);
    }

    async fn resume(&self, _: SerenityContext, _: ResumedEvent) {
        tracing::info!("resumed the gateway connection");
    }

    async fn guild_create(&self, _: SerenityContext, guild: Guild, _: Option<bool>) {
        let Some(Services { ctx, rest, .. }) = self.services.get() else {
            return;
        };
        if let Err(error) = guilds::arrived(ctx, rest, &guild).await {
            tracing::error!(%error, server = guild.id.get(), "failed to record guild join");
        }
    }

    async fn guild_delete(&self, _: SerenityContext, gone: UnavailableGuild, _: Option<Guild>) {
        // An unavailable guild has an outage; the bot has not left it.
        let Some(Services { ctx, .. }) = self.services.get().filter(|_| !gone.unavailable) else {
            return;
        };
        if let Err(error) = guilds::left(ctx, gone.id.get()).await {
            tracing::error!(%error, server = gone.id.get(), "failed to record guild leave");
        }
    }

    async fn interaction_create(&self, _: SerenityContext, interaction: Interaction) {
        let Some((caller, request)) = parse::read(interaction) else {
            tracing::warn!("ignored an interaction of an unknown type");
            return;
        };
        let Some(Services {
            ctx,
            rest,
            delivery_worker,
        }) = self.services.get()
        else {
            return;
        };
        let span = tracing::info_span!(
            "interaction",
            id = caller.interaction.0,
            game = tracing::field::Empty
        );
        let task = InteractionTask::new(ctx, rest, delivery_worker, caller, &request);
        // A panic is counted and logged, and the user still gets a response.
        let apology = task.clone();
        let _in_flight = self.in_flight.token();
        let received = task.receive(request).instrument(span.clone());
        if tokio::spawn(received).await.is_err() {
            self.panics.fetch_add(1, Ordering::Relaxed);
            span.in_scope(|| tracing::error!("the handler of an interaction panicked"));
            apology.apologise().instrument(span).await;
        }
    }
}

/// Logs interactions that serenity can't parse and would ignore silently.
struct UnknownEvents;

#[async_trait]
impl RawEventHandler for UnknownEvents {
    async fn raw_event(&self, _: SerenityContext, event: Event) {
        if let Event::Unknown(unknown) = event
            && unknown.kind == "INTERACTION_CREATE"
        {
            let interaction = unknown.value["id"].as_str().unwrap_or("?");
            let kind = unknown.value["type"].as_u64();
            tracing::warn!(
                interaction,
                ?kind,
                "failed to parse an interaction: it gets no response"
            );
        }
    }
}
