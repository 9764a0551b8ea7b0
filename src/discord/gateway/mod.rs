//! The bot's connection to Discord, or to the local one: start, stop, and gateway events. With a public
//! URL, the [endpoint](crate::discord::endpoint) takes the place of the gateway.

pub(crate) mod emojis;
pub(crate) mod guilds;
pub(crate) mod invite;
pub(crate) mod register;
pub(crate) mod start_error;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serenity::all::{
    ClientBuilder, Context as SerenityContext, Event, EventHandler, GatewayError, GatewayIntents,
    Guild, Http, HttpBuilder, HttpError, Interaction, RawEventHandler, Ready, ResumedEvent,
    ShardId, ShardManager, UnavailableGuild,
};
use serenity::async_trait;
use serenity::gateway::ConnectionStage;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

use crate::app::App;
use crate::app::leases::{REGISTRAR, SCHEDULER};
use crate::discord::clock::TimeSource;
use crate::discord::context::Context;
use crate::discord::endpoint::registration::Registrar;
use crate::discord::endpoint::signature::VerifyKey;
use crate::discord::endpoint::{EndpointOptions, Server};
use crate::discord::gateway::guilds::JoinedGuild;
use crate::discord::gateway::start_error::StartError;
use crate::discord::interaction::deferral::COMPUTER_PATIENCE;
use crate::discord::interaction::receiver::{Receiver, log_unreadable};
use crate::discord::notify::DeliveryWorker;
use crate::discord::rest::application::application;
use crate::discord::rest::client::RestClient;
use crate::discord::rest::error::{is_network_error, is_passing};
use crate::discord::view::emoji::EmojiIds;
use crate::engine_pool::{EnginePool, usual_threads};
use crate::lease_keeper::Leases;
use crate::metrics::Metrics;
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
/// How long start waits until another process has given extra time after downtime, and how often it looks.
const COMPENSATION_TIMEOUT: Duration = Duration::from_secs(20);
const COMPENSATION_CHECK: Duration = Duration::from_millis(200);
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
    /// Where interactions are taken over HTTP; `None` to connect to the gateway.
    pub endpoint: Option<EndpointOptions>,
    /// What this process has to do, if several share a database.
    pub leases: Leases,
    /// Maximum number of requests per second of all processes together.
    pub requests_per_second: usize,
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
    leases: Leases,
    connection: InteractionSource,
    tasks: Vec<JoinHandle<()>>,
    panics: Arc<AtomicUsize>,
    in_flight: TaskTracker,
    is_draining: AtomicBool,
}

/// The registered commands by name, with their ids as far as Discord has told them.
type CommandIds = HashMap<&'static str, Option<u64>>;

/// How interactions come in.
enum InteractionSource {
    Gateway {
        shards: Arc<ShardManager>,
        is_closed: Arc<AtomicBool>,
    },
    Endpoint(Server),
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").finish_non_exhaustive()
    }
}

impl Bot {
    /// Connects to Discord, and registers the commands if they have changed.
    pub async fn start(app: Arc<App>, options: BotOptions) -> Result<Self, StartError> {
        let connected = connect(&options.token, options.local.as_deref());
        let (client, http) =
            connected.map_err(|error| serenity::Error::from(HttpError::Request(error)))?;
        let found = with_retries(async || application(&client, &http).await).await?;
        http.set_application_id(found.id);
        let endpoint = match &options.endpoint {
            Some(endpoint) => {
                let key = VerifyKey::parse(&found.verify_key).ok_or(StartError::VerifyKey)?;
                let listener = TcpListener::bind(endpoint.listen).await;
                let listener = listener.map_err(|error| StartError::Listen(endpoint.listen, error));
                Some((endpoint.clone(), key, listener?))
            }
            None => match found.interactions_endpoint_url {
                Some(url) if !url.is_empty() => return Err(StartError::EndpointIsSet(url)),
                _ => None,
            },
        };
        options.leases.begin_work().await;
        let server = options.development_server;
        let commands = if options.leases.holds(REGISTRAR) {
            with_retries(async || register::register(&http, server).await).await?
        } else {
            with_retries(async || register::known(&http, server).await).await?
        };
        compensate_downtime(&app, &options).await;
        let (connection, receiver, task, mut ready) = match endpoint {
            Some((endpoint, key, listener)) => {
                let http = Arc::new(http);
                let receiver = receiver(app, http, client.clone(), commands, &options).await;
                let server = Server::start(listener, &endpoint, key, receiver.clone());
                let http = Arc::clone(receiver.rest.http());
                let (done, registered) = watch::channel(false);
                let registrar = Registrar {
                    client,
                    http,
                    options: endpoint,
                    development_server: options.development_server,
                    leases: options.leases.clone(),
                };
                let task = registrar.run(done);
                let task = tokio::spawn(task);
                (
                    InteractionSource::Endpoint(server),
                    receiver,
                    task,
                    registered,
                )
            }
            None => open_gateway(app, http, client, commands, &options).await?,
        };
        let ctx = &receiver.ctx;
        let delivery_worker = tokio::spawn(Arc::clone(&receiver.delivery_worker).run());
        let probe = Arc::clone(&receiver.rest);
        let probe = tokio::spawn(async move {
            loop {
                tokio::time::sleep(PROBE_INTERVAL).await;
                if !probe.is_accepted() {
                    probe.probe().await;
                }
            }
        });
        let clock = Arc::clone(&options.clock);
        let pool = EnginePool {
            app: Arc::clone(&ctx.app),
            clock: move || clock(),
            wake: ctx.job_signal(),
            work: ctx.delivery_signal(),
            due: ctx.schedule_signal(),
            metrics: Arc::clone(&ctx.metrics),
            threads: ctx.app.computer_threads().unwrap_or_else(usual_threads),
        };
        let computer = tokio::spawn(pool.run());
        let clock = options.clock;
        let scheduler = Scheduler {
            app: Arc::clone(&ctx.app),
            clock: move || clock(),
            wake: ctx.schedule_signal(),
            work: ctx.delivery_signal(),
            metrics: Arc::clone(&ctx.metrics),
            leases: options.leases.clone(),
        };
        let scheduler = tokio::spawn(scheduler.run());
        // A bot that connects later is usable later.
        let is_ready = ready.wait_for(|is_ready| *is_ready);
        let _ = tokio::time::timeout(READY_TIMEOUT, is_ready).await;
        Ok(Self {
            ctx: receiver.ctx,
            rest: receiver.rest,
            leases: options.leases,
            connection,
            tasks: vec![task, delivery_worker, scheduler, computer, probe],
            panics: receiver.panics,
            in_flight: receiver.in_flight,
            is_draining: AtomicBool::new(false),
        })
    }

    /// Wakes the scheduler, the delivery worker and the computer.
    pub fn wake(&self) {
        self.ctx.wake();
    }

    /// The number of interactions that ended in a panic and of background tasks that have ended.
    pub fn crashes(&self) -> usize {
        let stopped = self.tasks.iter().filter(|task| task.is_finished()).count();
        self.panics.load(Ordering::Relaxed) + stopped
    }

    /// Whether interactions can come in: all shards are connected, or requests are answered. An
    /// interrupted connection is resumed automatically.
    pub fn is_connected(&self) -> bool {
        let (shards, is_closed) = match &self.connection {
            InteractionSource::Gateway { shards, is_closed } => (shards, is_closed),
            InteractionSource::Endpoint(server) => return server.is_up(),
        };
        // The lock is held only while the state changes.
        let runners = shards.runners.try_lock();
        let are_up = runners.is_ok_and(|all| !all.is_empty() && all.values().all(is_up));
        are_up && !is_closed.load(Ordering::Relaxed)
    }

    /// What is counted and measured, with the state of the connection brought up to date.
    pub fn metrics(&self) -> Arc<Metrics> {
        let metrics = &self.ctx.metrics;
        metrics.leases(self.leases.count());
        metrics.share(self.rest.share());
        if let InteractionSource::Gateway { shards, is_closed } = &self.connection
            && let Ok(runners) = shards.runners.try_lock()
        {
            let is_closed = is_closed.load(Ordering::Relaxed);
            for (shard, runner) in runners.iter() {
                metrics.shard(shard.0, !is_closed && is_up(runner));
            }
        }
        Arc::clone(metrics)
    }

    /// Whether Discord accepts the bot's requests, as far as is known.
    pub fn is_accepted(&self) -> bool {
        self.rest.is_accepted()
    }

    /// Whether the bot takes no more interactions because it is about to stop.
    pub fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }

    /// Whether a background task, such as the gateway connection, has ended.
    pub fn is_lost(&self) -> bool {
        let is_server_lost = match &self.connection {
            InteractionSource::Gateway { .. } => false,
            InteractionSource::Endpoint(server) => server.is_lost(),
        };
        is_server_lost || self.tasks.iter().any(JoinHandle::is_finished)
    }

    /// Takes no more interactions, and waits a little until those in flight have their responses.
    pub async fn drain(&self) {
        if self.is_draining.swap(true, Ordering::Relaxed) {
            return;
        }
        match &self.connection {
            InteractionSource::Gateway { shards, .. } => shards.shutdown_all().await,
            InteractionSource::Endpoint(server) => server.stop(),
        }
        self.in_flight.close();
        let _ = tokio::time::timeout(SHUTDOWN_GRACE, self.in_flight.wait()).await;
    }

    /// Disconnects and stops. Notifications that are not sent yet are sent after the next start.
    pub async fn stop(self) {
        self.drain().await;
        if let InteractionSource::Endpoint(server) = &self.connection {
            server.abort();
        }
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
        if let InteractionSource::Endpoint(server) = self.connection {
            server.ended().await;
        }
    }
}

/// Whether a shard is connected.
fn is_up(runner: &serenity::all::ShardRunnerInfo) -> bool {
    runner.stage == ConnectionStage::Connected
}

/// A client for Discord, or for the local one at an address.
pub(crate) fn connect(
    token: &str,
    local: Option<&str>,
) -> Result<(reqwest::Client, Http), reqwest::Error> {
    // Without a timeout, a request that is never answered would never end.
    let client = reqwest::Client::builder()
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(REQUEST_TIMEOUT)
        .build()?;
    let mut http = HttpBuilder::new(token).client(client.clone());
    if let Some(local) = local {
        http = http.proxy(local).ratelimiter_disabled(true);
    }
    Ok((client, http.build()))
}

/// Everything that interactions are handled with.
async fn receiver(
    app: Arc<App>,
    http: Arc<Http>,
    client: reqwest::Client,
    commands: CommandIds,
    options: &BotOptions,
) -> Receiver {
    let ctx = Arc::new(Context::new(
        app,
        Arc::clone(&http),
        Arc::clone(&options.clock),
        options.patience,
        COMPUTER_PATIENCE,
        options.commands_per_minute,
    ));
    ctx.set_commands(commands);
    if options.endpoint.is_some() && !options.leases.is_alone() {
        ctx.set_shared();
    }
    let emojis = known_emojis(&http, options.leases.holds(REGISTRAR)).await;
    let rest = RestClient::new(
        http,
        client,
        emojis,
        Arc::clone(&ctx.metrics),
        options.requests_per_second,
        options.leases.clone(),
    );
    let rest = Arc::new(rest);
    let worker = DeliveryWorker::new(Arc::clone(&ctx), Arc::clone(&rest), options.leases.clone());
    Receiver {
        delivery_worker: Arc::new(worker),
        ctx,
        rest,
        panics: Arc::default(),
        in_flight: TaskTracker::new(),
    }
}

/// Connects to the gateway; returns the task that keeps the connection, and what tells that it is made.
async fn open_gateway(
    app: Arc<App>,
    http: Http,
    rest: reqwest::Client,
    commands: CommandIds,
    options: &BotOptions,
) -> Result<
    (
        InteractionSource,
        Receiver,
        JoinHandle<()>,
        watch::Receiver<bool>,
    ),
    StartError,
> {
    let gateway = with_retries(async || http.get_gateway().await).await?;
    let (is_ready, ready) = watch::channel(false);
    let handler = Arc::new(Handler {
        is_ready,
        is_closed: Arc::default(),
        receiver: OnceLock::new(),
        shards: OnceLock::new(),
    });
    let client = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS);
    let client = client.raw_event_handler(UnknownEvents);
    let mut client = client.event_handler_arc(Arc::clone(&handler)).await?;
    // Serenity falls back to the real gateway if it can't get the address itself.
    client.ws_url.lock().await.clone_from(&gateway.url);
    let http = Arc::clone(&client.http);
    let receiver = receiver(app, http, rest, commands, options).await;
    // The handler is complete before the connection is opened below.
    let _ = handler.receiver.set(receiver.clone());
    let shards = Arc::clone(&client.shard_manager);
    let _ = handler.shards.set(Arc::clone(&shards));
    let is_closed = Arc::clone(&handler.is_closed);
    let task = tokio::spawn(async move {
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
    let connection = InteractionSource::Gateway {
        shards,
        is_closed: Arc::clone(&handler.is_closed),
    };
    Ok((connection, receiver, task, ready))
}

/// Gives extra time to players who could not reach the bot, before anyone can claim a win on time that was due
/// meanwhile. Of several processes one does; the others wait for that.
async fn compensate_downtime(app: &App, options: &BotOptions) {
    let began = Instant::now();
    while !options.leases.holds(SCHEDULER) && began.elapsed() < COMPENSATION_TIMEOUT {
        match app.is_compensated((options.clock)()).await {
            Ok(true) => return,
            Ok(false) => {}
            Err(error) => tracing::warn!(%error, "failed to read the time of the last heartbeat"),
        }
        tokio::time::sleep(COMPENSATION_CHECK).await;
    }
    match app.compensate_downtime((options.clock)()).await {
        Ok(0) => {}
        Ok(games) => tracing::info!(games, "extended deadlines after downtime"),
        Err(error) => tracing::error!(?error, "failed to extend deadlines after downtime"),
    }
}

/// Finds or uploads the application's emoji. Those that take too long are known later. Of several processes
/// one uploads.
async fn known_emojis(http: &Arc<Http>, is_registrar: bool) -> Arc<EmojiIds> {
    let known = Arc::new(EmojiIds::default());
    let (http, ids) = (Arc::clone(http), Arc::clone(&known));
    let upload = tokio::spawn(async move {
        if is_registrar {
            emojis::upload(&http, &ids).await;
        } else {
            emojis::find(&http, &ids).await;
        }
    });
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
    receiver: OnceLock<Receiver>,
    /// Set after serenity's client has been built, too.
    shards: OnceLock<Arc<ShardManager>>,
}

impl Handler {
    /// Marks a shard as connected if serenity still shows it as never connected: it registers a shard as
    /// disconnected after it has started it, and on a busy machine the shard can be ready before that.
    async fn mark_connected(&self, shard: ShardId) {
        let Some(shards) = self.shards.get() else {
            return;
        };
        for _ in 0..MAX_RETRIES {
            if let Some(runner) = shards.runners.lock().await.get_mut(&shard) {
                if runner.stage == ConnectionStage::Disconnected && runner.latency.is_none() {
                    runner.stage = ConnectionStage::Connected;
                }
                return;
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }
}

#[async_trait]
impl EventHandler for Handler {
    async fn ready(&self, serenity: SerenityContext, ready: Ready) {
        tracing::info!("connected as {}", ready.user.name);
        if let Some(receiver) = self.receiver.get() {
            for guild in &ready.guilds {
                receiver.ctx.guild_joined(ServerId(guild.id.get() as i64));
            }
        }
        self.is_closed.store(false, Ordering::Relaxed);
        self.is_ready.send_replace(true);
        self.mark_connected(serenity.shard_id).await;
    }

    async fn resume(&self, _: SerenityContext, _: ResumedEvent) {
        tracing::info!("resumed the gateway connection");
    }

    async fn guild_create(&self, _: SerenityContext, guild: Guild, _: Option<bool>) {
        let Some(Receiver { ctx, rest, .. }) = self.receiver.get() else {
            return;
        };
        if let Err(error) = guilds::arrived(ctx, rest, &JoinedGuild::from(&guild)).await {
            tracing::error!(%error, server = guild.id.get(), "failed to record guild join");
        }
    }

    async fn guild_delete(&self, _: SerenityContext, gone: UnavailableGuild, _: Option<Guild>) {
        // An unavailable guild has an outage; the bot has not left it.
        let Some(Receiver { ctx, .. }) = self.receiver.get().filter(|_| !gone.unavailable) else {
            return;
        };
        if let Err(error) = guilds::left(ctx, gone.id.get()).await {
            tracing::error!(%error, server = gone.id.get(), "failed to record guild leave");
        }
    }

    async fn interaction_create(&self, _: SerenityContext, interaction: Interaction) {
        let arrived = Instant::now();
        if let Some((invoker, request)) = Receiver::read(interaction)
            && let Some(receiver) = self.receiver.get()
        {
            receiver.receive(invoker, request, arrived).await;
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
            log_unreadable(&unknown.value);
        }
    }
}
