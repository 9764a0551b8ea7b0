//! Commands that run the bot: on Discord, or on a local one.

use std::io::{self, Write};
use std::path::PathBuf;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hexpost_sandbox::{Sandbox, SandboxOptions};
use tokio::time::{Instant, sleep, timeout};

use super::database::server_options;
use super::{CliError, Settings, bad, lease, log, service};
use crate::admin::{self, Health};
use crate::app::{App, Limits};
use crate::config::{AdminAddress, Config, Database};
use crate::discord::{
    Bot, BotOptions, DEFAULT_COMMANDS_PER_MINUTE, EndpointOptions, PATIENCE, REQUESTS_PER_SECOND,
    StartFailure, TimeSource, invite,
};
use crate::lease_keeper::{LeaseKeeper, Leases};
use crate::metrics::{MEDIA_TYPE, Metrics};
use crate::model::Time;
use crate::store::{self, Lock, ServerOptions, Store};

/// The default port of the local Discord.
const PORT: u16 = 8420;
/// Interval of the log's health messages, in multiples of [`LOOK`]: ten minutes.
const SAY_HEALTH: u64 = 120;
/// Interval of the checks whether the bot has lost its connection for good.
const LOOK: Duration = Duration::from_secs(5);

/// Longer than the program runs.
const NEVER: Duration = Duration::from_hours(24 * 365 * 10);

/// First delay before Discord is contacted again at the start; it doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// Maximum delay before Discord is contacted again.
const MAX_PAUSE: Duration = Duration::from_mins(1);
/// Minimum time between two test writes, however often the health endpoint is asked.
const WRITE_CHECK: Duration = Duration::from_secs(2);
/// Maximum duration of a test write.
const MAX_WRITE: Duration = Duration::from_secs(5);

/// Run the bot on Discord; needs a token
#[derive(clap::Args, Default)]
pub(super) struct Run;

/// Start a local Discord with a page to try the bot on; no account is needed
#[derive(clap::Args, Default)]
pub(super) struct Local {
    /// The port on 127.0.0.1; 0 for any
    #[arg(long)]
    port: Option<u16>,
    /// Begin with a new world and an empty database
    #[arg(long)]
    reset: bool,
    /// Only the local Discord, for a bot that is started elsewhere
    #[arg(long)]
    without_bot: bool,
    /// Deliver interactions to the bot over HTTP instead of the gateway
    #[arg(long, conflicts_with = "without_bot")]
    http: bool,
}

/// Say whether the settings are right, without starting anything
#[derive(clap::Args)]
pub(super) struct CheckConfig;

impl CheckConfig {
    pub(super) fn run(settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
        let config = settings().map_err(bad)?;
        log::filter(&config)?;
        let place = match (&config.token, &config.api_base) {
            (None, _) => "a local Discord (DISCORD_TOKEN is not set)".to_owned(),
            (Some(_), None) => "Discord".to_owned(),
            (Some(_), Some(base)) => format!("the Discord at {base}"),
        };
        let database = match (&config.token, &config.database) {
            (Some(_), Database::Server(url)) => server_options(&config, url)?.place(),
            (Some(_), Database::File(path)) => path.display().to_string(),
            (None, _) => config.sandbox.display().to_string(),
        };
        writeln!(out, "The settings are right: the bot plays on {place}")?;
        writeln!(out, "with the database {database}")?;
        if let (Some(_), Some(url)) = (&config.token, &config.public_url) {
            let listen = config.listen;
            writeln!(
                out,
                "and takes interactions at {url}/interactions, on {listen}"
            )?;
        }
        if let Some(notice) = &config.deprecated {
            writeln!(out, "{notice}")?;
        }
        Ok(())
    }
}

/// Print the link with which the bot is invited to a server
#[derive(clap::Args)]
pub(super) struct Invite;

impl Invite {
    pub(super) fn run(settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
        let config = settings().map_err(bad)?;
        let token = config
            .token
            .ok_or_else(|| bad("DISCORD_TOKEN is not set: the link is made from it"))?;
        let link = invite(&token).ok_or_else(|| {
            bad("DISCORD_TOKEN is no bot's token: copy it again from the developer portal")
        })?;
        writeln!(out, "{link}")?;
        Ok(())
    }
}

/// Runs on Discord if there is a token, otherwise on the local one.
pub(super) fn either(settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
    if settings().map_err(bad)?.token.is_some() {
        Run::run(settings, out)
    } else {
        Local::default().run(settings, out)
    }
}

impl Run {
    pub(super) fn run(settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
        let config = settings().map_err(bad)?;
        log::start(&config)?;
        let Some(token) = config.token.clone() else {
            let problem = "DISCORD_TOKEN is not set: put it into .env or the environment, or try \
                           `hexpost sandbox`, which needs none";
            return Err(bad(problem));
        };
        wait(async {
            let mut asked = pin!(stop_asked());
            let store = match &config.database {
                Database::File(path) => open_file(Lock::take(path).map_err(bad)?).await?,
                Database::Server(url) => {
                    let options = server_options(&config, url)?;
                    match reach(&options, asked.as_mut()).await? {
                        Some(store) => store,
                        None => return Ok(()),
                    }
                }
            };
            let app = with_limits(&config, store);
            let probe = Arc::new(Probe::new(&app, config.public_url.is_some()));
            let admin = serve_admin(&config, &probe).await?;
            service::status("connecting to Discord");
            // A file is locked; a database on a server may be shared with other processes.
            let mut keeper = None;
            let is_shared = matches!(config.database, Database::Server(_));
            if is_shared {
                keeper = lease::join(&app, &config, asked.as_mut()).await?;
            }
            let leases = keeper.as_ref().map(LeaseKeeper::leases);
            let options = BotOptions {
                token,
                local: config.api_base.clone(),
                development_server: config.development_server,
                clock: clock(),
                patience: PATIENCE,
                commands_per_minute: commands_per_minute(&config),
                endpoint: endpoint_options(&config),
                leases: leases.cloned().unwrap_or_else(Leases::alone),
                requests_per_second: requests_per_second(&config),
            };
            let bot = if is_shared && keeper.is_none() {
                Ok(None)
            } else {
                connect(&app, &options, asked.as_mut()).await
            };
            let mut lost = false;
            if let Ok(Some(bot)) = &bot {
                let _ = probe.bot.set(Arc::downgrade(bot));
                service::ready("playing on Discord");
                writeln!(out, "Playing on Discord; Ctrl-C stops")?;
                out.flush()?;
                lost = stay(bot, &probe, &clock(), asked).await;
                // Not ready from now on, and monitoring sees that until everything is answered.
                service::stopping();
                tracing::info!("stopping: answering what is open");
                bot.drain().await;
            }
            if let Some(admin) = admin {
                admin.abort();
                let _ = admin.await;
            }
            let failed = match bot {
                Ok(Some(bot)) => {
                    alone(bot).await.stop().await;
                    None
                }
                Ok(None) => None,
                Err(error) => Some(error),
            };
            if let Some(keeper) = keeper {
                keeper.release().await;
            }
            close(app).await;
            if let Some(error) = failed {
                return Err(error);
            }
            if lost {
                return Err(bad("the connection to Discord is lost: see the log"));
            }
            Ok(())
        })
    }
}

/// Waits until nobody else uses the bot: a request to the endpoint for monitoring may still be running.
async fn alone(mut bot: Arc<Bot>) -> Bot {
    loop {
        match Arc::try_unwrap(bot) {
            Ok(bot) => return bot,
            Err(shared) => bot = shared,
        }
        sleep(Duration::from_millis(5)).await;
    }
}

/// How interactions are taken over HTTP, if they are.
pub(super) fn endpoint_options(config: &Config) -> Option<EndpointOptions> {
    let public_url = config.public_url.clone()?;
    Some(EndpointOptions {
        listen: config.listen,
        public_url,
    })
}

/// Connects to Discord, and retries until it succeeds; `None` if the program is asked to stop
/// meanwhile.
async fn connect(
    app: &Arc<App>,
    options: &BotOptions,
    mut asked: Pin<&mut impl Future<Output = ()>>,
) -> Result<Option<Arc<Bot>>, CliError> {
    let mut pause = FIRST_PAUSE;
    loop {
        let started = tokio::select! {
            started = Bot::start(Arc::clone(app), options.clone()) => started,
            () = &mut asked => return Ok(None),
        };
        let error = match started {
            Ok(bot) => return Ok(Some(Arc::new(bot))),
            Err(error) => error,
        };
        match StartFailure::new(&error, options.local.as_deref()) {
            StartFailure::Permanent(problem) => return Err(bad(problem)),
            StartFailure::Temporary(error) => {
                let seconds = pause.as_secs();
                tracing::warn!(
                    error,
                    "start: Discord can't be reached; next try in {seconds} s"
                );
            }
        }
        tokio::select! {
            () = sleep(pause) => {}
            () = &mut asked => return Ok(None),
        }
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

impl Local {
    pub(super) fn run(self, settings: Settings, out: &mut impl Write) -> Result<(), CliError> {
        let config = settings().map_err(bad)?;
        log::start(&config)?;
        wait(self.play(&config, out))
    }

    async fn play(self, config: &Config, out: &mut impl Write) -> Result<(), CliError> {
        // First of all: the world and the database may belong to a sandbox that is running.
        let mut lock = Lock::take(&config.sandbox).map_err(bad)?;
        let world = lock.path().with_extension("world");
        if self.reset {
            Sandbox::reset(&world).map_err(bad)?;
            lock.erase().map_err(bad)?;
        }
        let sandbox = self.open(config, world).await?;
        let asked = stop_asked();
        if self.without_bot {
            writeln!(out, "Open {}", sandbox.origin())?;
            writeln!(out, "A bot may come with the token {}", sandbox.token())?;
            out.flush()?;
            asked.await;
            return Ok(());
        }
        let app = with_limits(config, open_file(lock).await?);
        let ahead = Arc::new(AtomicI64::new(sandbox.ahead()));
        let clock = ahead_of_clock(&ahead);
        let options = BotOptions {
            token: sandbox.token().to_owned(),
            local: Some(sandbox.origin()),
            development_server: None,
            clock: Arc::clone(&clock),
            patience: PATIENCE,
            commands_per_minute: commands_per_minute(config),
            endpoint: if self.http {
                Some(local_endpoint().map_err(bad)?)
            } else {
                None
            },
            leases: Leases::alone(),
            requests_per_second: requests_per_second(config),
        };
        let bot = Bot::start(Arc::clone(&app), options).await;
        let bot = bot.map_err(|error| bad(format!("the bot can't be started: {error}")))?;
        writeln!(out, "Open {}", sandbox.origin())?;
        out.flush()?;
        let probe = Probe::new(&app, self.http);
        tokio::select! {
            _ = stay(&bot, &probe, &clock, asked) => {}
            () = keep_up(&bot, &app, &sandbox, &ahead) => {}
        }
        bot.stop().await;
        drop(sandbox);
        close(app).await;
        Ok(())
    }

    /// Opens the requested port, or the default one, or any.
    async fn open(&self, config: &Config, world: PathBuf) -> Result<Sandbox, CliError> {
        let options = SandboxOptions {
            port: self.port.unwrap_or(PORT),
            world: Some(world),
            log: config.sandbox_log.clone(),
            ..SandboxOptions::default()
        };
        let opened = match Sandbox::start(options.clone()).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse && self.port.is_none() => {
                Sandbox::start(SandboxOptions { port: 0, ..options }).await
            }
            opened => opened,
        };
        opened.map_err(|error| bad(format!("the local Discord can't be started: {error}")))
    }
}

/// An endpoint for the local Discord, on any free port.
fn local_endpoint() -> io::Result<EndpointOptions> {
    let free = std::net::TcpListener::bind((std::net::Ipv4Addr::LOCALHOST, 0))?;
    let listen = free.local_addr()?;
    Ok(EndpointOptions {
        listen,
        public_url: format!("http://{listen}"),
    })
}

fn wait<T>(future: impl Future<Output = Result<T, CliError>>) -> Result<T, CliError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build();
    runtime.map_err(bad)?.block_on(future)
}

/// The machine's clock.
fn clock() -> TimeSource {
    ahead_of_clock(&Arc::default())
}

/// A clock that is ahead of the machine's by a number of milliseconds.
fn ahead_of_clock(ahead: &Arc<AtomicI64>) -> TimeSource {
    let ahead = Arc::clone(ahead);
    Arc::new(move || {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        let now = since.map_or(0, |since| since.as_millis() as i64);
        Time(now + ahead.load(Ordering::Relaxed))
    })
}

/// Moves the bot's clock forward together with that of the local Discord, as if the bot had been
/// running all the time.
async fn keep_up(bot: &Bot, app: &App, sandbox: &Sandbox, ahead: &AtomicI64) {
    let mut changed = sandbox.changed();
    while changed.changed().await.is_ok() {
        if sandbox.ahead() == ahead.load(Ordering::Relaxed) {
            continue;
        }
        if let Err(error) = app.heartbeat(Time(sandbox.now())).await {
            tracing::error!(%error, "sandbox: failed to move the bot's clock forward");
        }
        ahead.store(sandbox.ahead(), Ordering::Relaxed);
        bot.wake();
    }
}

fn commands_per_minute(config: &Config) -> usize {
    let set = config.commands_per_minute;
    set.unwrap_or(DEFAULT_COMMANDS_PER_MINUTE)
}

fn requests_per_second(config: &Config) -> usize {
    let set = config.requests_per_second;
    set.unwrap_or(REQUESTS_PER_SECOND)
}

async fn open_file(lock: Lock) -> Result<Store, CliError> {
    let options = store::OpenOptions::new(lock.path());
    Store::open_locked(&options, lock).await.map_err(bad)
}

/// Connects to PostgreSQL, and retries while it can't be reached; `None` if the program is asked to stop
/// meanwhile.
async fn reach(
    options: &ServerOptions,
    mut asked: Pin<&mut impl Future<Output = ()>>,
) -> Result<Option<Store>, CliError> {
    let mut pause = FIRST_PAUSE;
    loop {
        let connected = tokio::select! {
            connected = Store::connect(options) => connected,
            () = &mut asked => return Ok(None),
        };
        match connected {
            Ok(store) => return Ok(Some(store)),
            Err(error) if error.is_temporary() => {
                let seconds = pause.as_secs();
                tracing::warn!(%error, "start: no database; next try in {seconds} s");
            }
            Err(error) => return Err(bad(error)),
        }
        tokio::select! {
            () = sleep(pause) => {}
            () = &mut asked => return Ok(None),
        }
        pause = (pause * 2).min(MAX_PAUSE);
    }
}

fn with_limits(config: &Config, store: Store) -> Arc<App> {
    let usual = Limits::default();
    let limits = Limits {
        open_challenges: config.open_challenges.unwrap_or(usual.open_challenges),
        vacation_days: config.vacation_days.map_or(usual.vacation_days, i64::from),
        computer_games: config.computer_games.unwrap_or(usual.computer_games),
        computer_threads: config.computer_threads,
        ..usual
    };
    Arc::new(App::new(store, limits))
}

async fn close(app: Arc<App>) {
    // If it is still in use, the end of the process closes it, and nothing is lost.
    if let Some(app) = Arc::into_inner(app) {
        app.close().await;
    }
}

/// Collects the state of the bot, also while it starts and stops.
struct Probe {
    bot: OnceLock<Weak<Bot>>,
    app: Weak<App>,
    /// Does the bot take interactions over HTTP?
    is_http: bool,
    /// The metrics until there is a bot.
    metrics: Arc<Metrics>,
    /// The time and outcome of the last test write.
    written: tokio::sync::Mutex<Option<(Instant, bool)>>,
}

impl Probe {
    fn new(app: &Arc<App>, is_http: bool) -> Self {
        Self {
            bot: OnceLock::new(),
            app: Arc::downgrade(app),
            is_http,
            metrics: Arc::default(),
            written: tokio::sync::Mutex::default(),
        }
    }

    /// The current state of the bot.
    async fn health(&self, bot: Option<&Bot>, now: Time) -> Health {
        let app = self.app.upgrade();
        let (mut database, mut oldest) = (false, None);
        if let Some(app) = app
            && let Ok(found) = app.oldest_unsent(now).await
        {
            oldest = found;
            database = self.can_write(&app, bot).await;
        }
        let is_connected = Some(bot.is_some_and(Bot::is_connected));
        Health {
            database,
            gateway: is_connected.filter(|_| !self.is_http),
            endpoint: is_connected.filter(|_| self.is_http),
            discord_api: bot.is_some_and(Bot::is_accepted),
            draining: bot.is_some_and(Bot::is_draining),
            oldest_unsent_seconds: oldest.map(|made| (now.0 - made.0).max(0) / 1000),
        }
    }

    /// The bot, while it runs.
    fn bot(&self) -> Option<Arc<Bot>> {
        self.bot.get().and_then(Weak::upgrade)
    }

    async fn can_write(&self, app: &App, bot: Option<&Bot>) -> bool {
        let mut written = self.written.lock().await;
        if let Some((at, is_well)) = *written
            && at.elapsed() < WRITE_CHECK
        {
            return is_well;
        }
        let started = Instant::now();
        let is_well = match timeout(MAX_WRITE, app.check_write()).await {
            Ok(Ok(())) => {
                if let Some(bot) = bot {
                    bot.metrics().database_write(started.elapsed());
                }
                true
            }
            Ok(Err(error)) => {
                tracing::error!(%error, "health: failed to write to the database");
                false
            }
            Err(_) => {
                tracing::error!("health: writing to the database timed out");
                false
            }
        };
        *written = Some((Instant::now(), is_well));
        is_well
    }
}

/// What monitoring sees.
#[derive(Clone)]
struct Monitored(Arc<Probe>);

impl admin::StatusSource for Monitored {
    async fn health(&self) -> Health {
        let bot = self.0.bot();
        self.0.health(bot.as_deref(), clock()()).await
    }

    async fn metrics(&self) -> (&'static str, String) {
        let bot = self.0.bot();
        let health = self.0.health(bot.as_deref(), clock()()).await;
        let metrics = bot.map_or_else(|| Arc::clone(&self.0.metrics), |bot| bot.metrics());
        let oldest = health.oldest_unsent_seconds.unwrap_or_default();
        let oldest = Duration::from_secs(oldest.unsigned_abs());
        metrics.health(health.is_ready(), oldest);
        (MEDIA_TYPE, metrics.text())
    }
}

/// Starts the endpoint for monitoring, unless it is switched off.
async fn serve_admin(
    config: &Config,
    probe: &Arc<Probe>,
) -> Result<Option<tokio::task::JoinHandle<()>>, CliError> {
    let (AdminAddress::Default(address) | AdminAddress::Set(address)) = config.admin else {
        return Ok(None);
    };
    match admin::serve(address, Monitored(Arc::clone(probe))).await {
        Ok((address, task)) => {
            tracing::debug!("monitoring is served at http://{address}");
            Ok(Some(task))
        }
        Err(error) if matches!(config.admin, AdminAddress::Default(_)) => {
            tracing::info!(
                %error,
                "monitoring is off: {address} can't be had; HEXPOST_ADMIN_ADDR sets another address"
            );
            Ok(None)
        }
        Err(error) => Err(bad(format!(
            "HEXPOST_ADMIN_ADDR: {address} can't be had: {error}"
        ))),
    }
}

/// Waits until the program is asked to stop; returns whether the bot lost its connection before that.
async fn stay(
    bot: &Bot,
    probe: &Probe,
    clock: &TimeSource,
    asked: impl Future<Output = ()>,
) -> bool {
    let mut look = tokio::time::interval(LOOK);
    let mut rounds = 0_u64;
    // Without a watchdog this never ticks.
    let mut watchdog = tokio::time::interval(service::watchdog().unwrap_or(NEVER));
    watchdog.tick().await;
    tokio::pin!(asked);
    loop {
        tokio::select! {
            () = &mut asked => return false,
            _ = watchdog.tick() => service::alive(),
            _ = look.tick() => {
                if bot.is_lost() {
                    return true;
                }
                if rounds.is_multiple_of(SAY_HEALTH) {
                    let health = probe.health(Some(bot), clock()).await;
                    tracing::info!(
                        database = health.database,
                        gateway = health.gateway,
                        endpoint = health.endpoint,
                        discord_api = health.discord_api,
                        oldest_unsent_seconds = health.oldest_unsent_seconds,
                        "health"
                    );
                }
                rounds += 1;
            }
        }
    }
}

/// Waits for a signal that asks the program to stop. It listens from the moment of the call, so that no
/// signal is missed after the program has said that it runs.
fn stop_asked() -> impl Future<Output = ()> {
    use tokio::signal::unix::SignalKind;
    use tokio::signal::unix::signal;
    // If a signal can't be handled, it ends the program at once, which is harmless.
    let asked = [SignalKind::terminate(), SignalKind::interrupt()].map(signal);
    async move {
        let [terminate, interrupt] = asked.map(|asked| async {
            match asked {
                Ok(mut asked) => {
                    asked.recv().await;
                }
                Err(_) => std::future::pending().await,
            }
        });
        tokio::select! {
            () = terminate => {}
            () = interrupt => {}
        }
    }
}
