//! The bot: connected to Discord, or to a local one. The only place, with the courier, that speaks
//! serenity.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{
    ClientBuilder, Context, EventHandler, GatewayIntents, Guild, GuildId, Http, HttpBuilder,
    Interaction, Ready, ResumedEvent, ShardManager, UnavailableGuild,
};
use serenity::async_trait;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::app::App;
use crate::scheduler::Scheduler;

use super::answer::{Answer, File, form, message, private, suggestions};
use super::arrival;
use super::board::FILE;
use super::commands;
use super::courier::Courier;
use super::custom_id::Button;
use super::door;
use super::host::{Clock, Host};
use super::reply::Reply;
use super::request::{Caller, Request};
use super::router;
use super::welcome;
use super::wire::{Wire, code_of};

/// If the answer takes longer, word is sent that it is coming. Discord waits three seconds.
const PATIENCE: Duration = Duration::from_millis(1200);
/// A first answer that could not be sent is tried once more after this time.
const AGAIN: Duration = Duration::from_millis(150);

/// So often, every ten milliseconds, a stop looks whether everyone has been answered.
const LAST_ANSWERS: usize = 300;
/// So long a start waits for the connection.
const CONNECTING: Duration = Duration::from_secs(10);

/// Discord's number for an interaction that has been answered.
const ANSWERED: isize = 40060;

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
    host: Arc<Host>,
    shards: Arc<ShardManager>,
    tasks: Vec<JoinHandle<()>>,
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
        let wire = reqwest::Client::new();
        let mut http = HttpBuilder::new(&options.token).client(wire.clone());
        if let Some(local) = &options.local {
            http = http.proxy(local.clone()).ratelimiter_disabled(true);
        }
        let http = http.build();
        // Without an answer serenity would go to the real gateway, whatever it was told.
        http.get_gateway().await?;
        let application = http.get_current_application_info().await?;
        http.set_application_id(application.id);
        register(&http, options.development_server).await?;
        // Before anyone can claim a game that was lost while the program was away.
        match app.come_back((options.clock)()).await {
            Ok(0) => {}
            Ok(games) => tracing::info!(games, "more time, because the program was away"),
            Err(error) => tracing::error!(?error, "what the program missed is not made up for"),
        }
        let crashes = Arc::new(AtomicUsize::new(0));
        let busy = Arc::new(AtomicUsize::new(0));
        let (is_ready, mut ready) = watch::channel(false);
        let door = Arc::new(Door {
            is_ready,
            house: OnceLock::new(),
            crashes: Arc::clone(&crashes),
            busy: Arc::clone(&busy),
        });
        let client = ClientBuilder::new_with_http(http, GatewayIntents::GUILDS);
        let mut client = client.event_handler_arc(Arc::clone(&door)).await?;
        let http = Arc::clone(&client.http);
        let host = Arc::new(Host::new(
            app,
            Arc::clone(&http),
            Arc::clone(&options.clock),
        ));
        let wire = Arc::new(Wire::new(http, wire));
        // Nobody has come in yet: the connection begins below.
        let _ = door.house.set((Arc::clone(&host), Arc::clone(&wire)));
        let shards = Arc::clone(&client.shard_manager);
        let connection = tokio::spawn(async move {
            if let Err(error) = client.start_autosharded().await {
                tracing::error!(%error, "the connection to Discord is lost for good");
            }
        });
        let courier = tokio::spawn(deliver(
            Courier::new(Arc::clone(&host), wire),
            Arc::clone(&host),
        ));
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
            tasks: vec![connection, courier, scheduler],
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
        runners.is_ok_and(|all| !all.is_empty() && all.values().all(is_up))
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
        if let Err(error) = self.host.app.is_alive(self.host.now()).await {
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

/// Sends what is to be told, whenever there may be something.
async fn deliver(courier: Courier, host: Arc<Host>) {
    let (work, due) = (host.work(), host.due());
    // What the program had taken when it ended is sent now, and not only when its time is up.
    if let Err(error) = host.app.take_back_notices(host.now()).await {
        tracing::error!(%error, "what was being sent at the end is sent later");
    }
    loop {
        match courier.round().await {
            // What is to be tried again is due at another time now.
            Ok(true) => due.notify_one(),
            Ok(false) => work.notified().await,
            Err(error) => {
                tracing::error!(%error, "the outbox can't be read");
                tokio::time::sleep(Duration::from_secs(1)).await;
            }
        }
    }
}

/// Registers the commands if they differ from what Discord has: it takes only so many a day.
async fn register(http: &Http, development_server: Option<u64>) -> Result<(), serenity::Error> {
    let ours = commands::forms();
    let server = development_server.filter(|id| *id > 0).map(GuildId::new);
    let theirs = match server {
        Some(server) => http.get_guild_commands_with_localizations(server).await?,
        None => http.get_global_commands_with_localizations().await?,
    };
    let theirs = serde_json::to_value(theirs).unwrap_or_default();
    let theirs = theirs.as_array().map_or(&[][..], Vec::as_slice);
    let is_there = |form: &Value| theirs.iter().any(|their| is_within(form, their));
    if theirs.len() == ours.len() && ours.iter().all(is_there) {
        return Ok(());
    }
    tracing::info!("registering {} commands", ours.len());
    match server {
        Some(server) => http.create_guild_commands(server, &ours).await?,
        None => http.create_global_commands(&ours).await?,
    };
    Ok(())
}

/// Is everything that we say also what they have? They may have more: numbers and defaults.
fn is_within(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Object(ours), Value::Object(theirs)) => ours.iter().all(|(name, value)| {
            let their = theirs.get(name).unwrap_or(&Value::Null);
            is_within(value, their) || is_nothing(value) && is_nothing(their)
        }),
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| is_within(a, b))
        }
        (Value::Number(ours), Value::Number(theirs)) => ours.as_f64() == theirs.as_f64(),
        (ours, theirs) => ours == theirs,
    }
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}

/// Where events come in.
struct Door {
    is_ready: watch::Sender<bool>,
    /// The library makes the way to Discord itself, and only when it knows who waits at the door.
    house: OnceLock<(Arc<Host>, Arc<Wire>)>,
    crashes: Arc<AtomicUsize>,
    busy: Arc<AtomicUsize>,
}

#[async_trait]
impl EventHandler for Door {
    async fn ready(&self, _: Context, ready: Ready) {
        tracing::info!("connected as {}", ready.user.name);
        self.is_ready.send_replace(true);
    }

    async fn resume(&self, _: Context, _: ResumedEvent) {
        tracing::info!("connected again");
    }

    async fn guild_create(&self, _: Context, guild: Guild, _: Option<bool>) {
        let Some((host, wire)) = self.house.get() else {
            return;
        };
        if let Err(error) = arrival::arrived(host, &wire.http, &guild).await {
            tracing::error!(%error, server = guild.id.get(), "a server could not be noted");
        }
    }

    async fn guild_delete(&self, _: Context, gone: UnavailableGuild, _: Option<Guild>) {
        // A server that Discord can't reach at the moment is not one that we have left.
        let Some((host, _)) = self.house.get().filter(|_| !gone.unavailable) else {
            return;
        };
        if let Err(error) = arrival::left(host, gone.id.get()).await {
            tracing::error!(%error, server = gone.id.get(), "a server could not be noted");
        }
    }

    async fn interaction_create(&self, _: Context, interaction: Interaction) {
        let Some((caller, request)) = door::read(interaction) else {
            tracing::warn!("an interaction of a kind that is not known");
            return;
        };
        let Some((host, wire)) = self.house.get() else {
            return;
        };
        let visit = Visit {
            host: Arc::clone(host),
            wire: Arc::clone(wire),
            caller,
        };
        // A panic must not go unnoticed, nor leave a person without an answer.
        let apology = visit.clone();
        self.busy.fetch_add(1, Ordering::Relaxed);
        if tokio::spawn(visit.receive(request)).await.is_err() {
            self.crashes.fetch_add(1, Ordering::Relaxed);
            tracing::error!("a request has ended in a panic");
            apology.apologise().await;
        }
        self.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// One interaction, until it is answered.
#[derive(Clone)]
struct Visit {
    host: Arc<Host>,
    wire: Arc<Wire>,
    caller: Caller,
}

/// An answer, ready to be sent.
struct Prepared {
    kind: Kind,
    form: Value,
    files: Vec<File>,
}

/// How an answer is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Tell,
    Change,
    Ask,
    Suggest,
    Nothing,
}

/// How word is sent that an answer is coming.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deferral {
    /// "… is thinking", for the person alone.
    Private,
    /// The pressed message will change.
    Change,
    /// It can't.
    Never,
}

impl Visit {
    async fn receive(self, request: Request) {
        let deferral = deferral(&request);
        let greets = welcome::suits(&request);
        let making = async {
            let answer = router::answer(&self.host, &self.caller, request).await;
            self.prepare(answer).await
        };
        tokio::pin!(making);
        let notice = match deferral {
            Deferral::Private => Some(json!({ "type": 5, "data": { "flags": 64 } })),
            Deferral::Change => Some(json!({ "type": 6 })),
            Deferral::Never => None,
        };
        let in_time = tokio::time::timeout(PATIENCE, &mut making).await;
        let sent = match (in_time, notice) {
            (Ok(ready), _) => self.first(ready, deferral).await,
            (Err(_), None) => self.first(making.await, deferral).await,
            (Err(_), Some(notice)) => {
                let deferred = self.call_back(&notice, &[]).await;
                // It is done in any case; whether it can be told is another matter.
                let ready = making.await;
                match deferred {
                    Ok(()) => self.second(ready, deferral).await,
                    Err(error) => Err(error),
                }
            }
        };
        self.host.note_answered(&self.caller.token);
        if greets && sent.is_ok() {
            self.greet().await;
        }
        if let Err(error) = sent {
            // The person sees that it failed, and can press again; what was done is done.
            tracing::warn!(%error, interaction = self.caller.interaction.0, "no answer");
        }
    }

    async fn prepare(&self, answer: Answer) -> Prepared {
        let (kind, reply, mut files) = match answer {
            Answer::Tell(reply) => (Kind::Tell, reply, Vec::new()),
            Answer::Hand(reply, files) => (Kind::Tell, reply, files),
            Answer::Change(reply) => (Kind::Change, reply, Vec::new()),
            Answer::Ask(modal) => {
                return Prepared {
                    kind: Kind::Ask,
                    form: form(&modal),
                    files: Vec::new(),
                };
            }
            Answer::Suggest(list) => {
                return Prepared {
                    kind: Kind::Suggest,
                    form: suggestions(&list),
                    files: Vec::new(),
                };
            }
            Answer::Nothing => (Kind::Nothing, Reply::default(), Vec::new()),
        };
        if let Some(picture) = &reply.picture {
            files.push(self.host.paint(picture, FILE).await);
        }
        Prepared {
            kind,
            form: message(&reply, &files, None),
            files,
        }
    }

    /// The first answer.
    async fn first(&self, ready: Prepared, deferral: Deferral) -> Result<(), serenity::Error> {
        let (number, data) = match (ready.kind, deferral) {
            (Kind::Tell, _) => (4, private(ready.form)),
            // Without a message there is nothing to change.
            (Kind::Change, Deferral::Private) if !self.caller.has_message => {
                (4, private(ready.form))
            }
            (Kind::Change, _) => (7, ready.form),
            (Kind::Ask, _) => (9, ready.form),
            (Kind::Suggest, _) => (8, ready.form),
            (Kind::Nothing, _) => return self.call_back(&json!({ "type": 6 }), &[]).await,
        };
        let answer = json!({ "type": number, "data": data });
        self.call_back(&answer, &ready.files).await
    }

    async fn call_back(&self, answer: &Value, files: &[File]) -> Result<(), serenity::Error> {
        let id = serenity::all::InteractionId::new(self.caller.interaction.0 as u64);
        let token = &self.caller.token;
        let try_it = || self.wire.call_back(id, token, answer, files);
        match try_it().await {
            Err(error) if is_passing(&error) => {
                tokio::time::sleep(AGAIN).await;
                match try_it().await {
                    // The first one had arrived after all.
                    Err(error) if code_of(&error) == Some(ANSWERED) => Ok(()),
                    sent => sent,
                }
            }
            sent => sent,
        }
    }

    /// What follows word that an answer is coming.
    async fn second(&self, ready: Prepared, deferral: Deferral) -> Result<(), serenity::Error> {
        let token = &self.caller.token;
        let files = &ready.files;
        match (ready.kind, deferral) {
            (Kind::Nothing, Deferral::Change) => Ok(()),
            (Kind::Tell, Deferral::Change) => {
                self.wire
                    .follow_up(token, &private(ready.form), files)
                    .await
            }
            (Kind::Tell | Kind::Change, _) => {
                self.wire.change_answer(token, &ready.form, files).await
            }
            // Neither a form nor suggestions can come late.
            _ => {
                let words = super::locale::Words::of(self.caller.language());
                let form = json!({ "content": words.say("too-late", &[]), "flags": 64 });
                self.wire.follow_up(token, &form, &[]).await
            }
        }
    }

    /// A first word to someone new, after the answer.
    async fn greet(&self) {
        let reply = match welcome::greeting(&self.host, &self.caller).await {
            Ok(Some(reply)) => reply,
            Ok(None) => return,
            Err(error) => {
                tracing::error!(%error, "someone new was not welcomed");
                return;
            }
        };
        let form = private(message(&reply, &[], None));
        let sent = self.wire.follow_up(&self.caller.token, &form, &[]);
        if let Err(error) = sent.await {
            tracing::debug!(%error, "no welcome");
        }
    }

    async fn apologise(self) {
        let ready = self.prepare(router::sorry(&self.caller)).await;
        if let Err(error) = self.first(ready, Deferral::Private).await {
            tracing::debug!(%error, "no apology");
        }
    }
}

/// Will it work if it is tried again?
fn is_passing(error: &serenity::Error) -> bool {
    match error {
        serenity::Error::Http(serenity::all::HttpError::UnsuccessfulRequest(response)) => {
            let status = response.status_code.as_u16();
            status == 429 || status >= 500
        }
        serenity::Error::Http(serenity::all::HttpError::Request(_)) => true,
        _ => false,
    }
}

/// How word can be sent that the answer is coming.
fn deferral(request: &Request) -> Deferral {
    match request {
        Request::Command(_) | Request::About(..) => Deferral::Private,
        Request::Suggest(..) => Deferral::Never,
        Request::Press { id, is_private, .. } => match Button::read(id) {
            Some(Button::Accept(_) | Button::Decline(_) | Button::Withdraw(_)) => Deferral::Change,
            _ if *is_private => Deferral::Change,
            _ => Deferral::Private,
        },
        Request::Form { is_private, .. } => {
            if *is_private {
                Deferral::Change
            } else {
                Deferral::Private
            }
        }
    }
}
