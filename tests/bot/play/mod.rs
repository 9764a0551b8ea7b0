//! The whole bot on a local Discord with a real database, as stories: people type commands, click
//! and read.

mod accessible;
mod challenges;
mod club_puzzles;
mod composing;
mod computer;
mod destinations;
mod endings;
mod expensive;
mod game_analysis;
pub(crate) mod hosting;
mod http;
mod kill;
mod ladder;
mod lessons;
mod lobby;
mod many_reminders;
mod membership;
mod moves;
mod outages;
mod pictures;
mod plans;
mod privacy;
mod private_channels;
mod puzzles;
mod random_taps;
mod ratings;
mod records;
mod redelivery;
mod replay;
mod servers;
mod share;
mod spectators;
mod threads;
mod time;
mod tournaments;
mod whole_games;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{ControlAction, FIRST_PLAYER, Id, MODERATOR, SECOND_PLAYER, SPECTATOR};

use super::harness::{Harness, PATIENCE, Person};
use hexpost::app::{App, Limits};
use hexpost::discord::{Bot, BotOptions};
use hexpost::lease_keeper::Leases;
use hexpost::model::{ChannelId, PlayerId, Time};
use hexpost::store;
use hexpost::store::Store;

/// The time at which every test starts.
const BEGINNING: i64 = 1_800_000_000_000;

/// A local Discord with the bot, its database, and a clock that the test steps.
struct Session {
    harness: Harness,
    app: Arc<App>,
    bot: Bot,
    clock: Arc<AtomicI64>,
    commands_per_minute: usize,
    patience: Duration,
    /// Does the bot take interactions over HTTP?
    is_http: bool,
}

/// Does every session of this run take interactions over HTTP?
fn is_http_run() -> bool {
    std::env::var_os("HEXPOST_TEST_HTTP").is_some()
}

impl Session {
    async fn new() -> Self {
        Self::on(Harness::new().await).await
    }

    /// On a given harness. All people have been welcomed before.
    async fn on(harness: Harness) -> Self {
        // No rate limit, because tests are faster than people.
        Self::with(harness, BEGINNING, 0).await
    }

    /// At another time, with another rate limit.
    async fn with(harness: Harness, beginning: i64, commands_per_minute: usize) -> Self {
        // A slow machine must not cause deferred responses.
        Self::with_patience(harness, beginning, commands_per_minute, PATIENCE).await
    }

    /// With a bot that defers its response after `patience`.
    async fn with_patience(
        harness: Harness,
        beginning: i64,
        commands_per_minute: usize,
        patience: Duration,
    ) -> Self {
        let session = Self::start_at(
            harness,
            beginning,
            commands_per_minute,
            patience,
            is_http_run(),
        )
        .await;
        session.welcome_all().await;
        session
    }

    /// With a bot that takes interactions over HTTP.
    async fn over_http(harness: Harness, beginning: i64) -> Self {
        let session = Self::start_at(harness, beginning, 0, PATIENCE, true).await;
        session.welcome_all().await;
        session
    }

    /// Nobody gets the welcome message any more.
    async fn welcome_all(&self) {
        for person in [FIRST_PLAYER, SECOND_PLAYER, SPECTATOR, MODERATOR] {
            self.app.welcome(PlayerId(person as i64)).await.unwrap();
        }
    }

    /// With people who haven't been welcomed yet.
    async fn with_new_players(
        harness: Harness,
        beginning: i64,
        commands_per_minute: usize,
    ) -> Self {
        let is_http = is_http_run();
        Self::start_at(harness, beginning, commands_per_minute, PATIENCE, is_http).await
    }

    async fn start_at(
        harness: Harness,
        beginning: i64,
        commands_per_minute: usize,
        patience: Duration,
        is_http: bool,
    ) -> Self {
        harness.control(ControlAction::WaitFor(PATIENCE));
        let clock = Arc::new(AtomicI64::new(beginning));
        let (app, bot) = start(&harness, &clock, commands_per_minute, patience, is_http).await;
        let session = Self {
            harness,
            app,
            bot,
            clock,
            commands_per_minute,
            patience,
            is_http,
        };
        let come = || session.harness.sandbox.has_bot().then_some(());
        session.harness.until("the bot to connect", come).await;
        session
    }

    fn first(&self) -> Person<'_> {
        self.harness.person(FIRST_PLAYER)
    }

    fn second(&self) -> Person<'_> {
        self.harness.person(SECOND_PLAYER)
    }

    /// The current time.
    fn now(&self) -> Time {
        Time(self.clock.load(Ordering::Relaxed))
    }

    /// Lets time pass while the program is running.
    async fn passes(&self, time: Duration) {
        self.app.heartbeat(self.now() + time).await.unwrap();
        self.sleeps(time);
    }

    /// Lets time pass while the machine is asleep.
    fn sleeps(&self, time: Duration) {
        self.clock
            .fetch_add(time.as_millis() as i64, Ordering::Relaxed);
        self.bot.wake();
    }

    /// Starts a game in a thread; the first player challenges the second and moves first.
    async fn game(&self, variant: &str) -> Id {
        self.game_with(variant, "").await
    }

    async fn game_with(&self, variant: &str, more: &str) -> Id {
        let text = format!("/challenge game:{variant} opponent:@Player 2 side:first{more}");
        let before = self.second().reads().last().map_or(0, |seen| seen.id);
        self.first().types(&text).await;
        let new = || {
            let mut all = self.second().reads().into_iter();
            all.find(|seen| seen.id > before && seen.text.contains("challenges"))
        };
        let card = self.harness.until("a challenge message", new).await;
        self.second().clicks("1a").await;
        self.begun(card.id).await
    }

    /// Waits until the game of a challenge message has started in a thread.
    async fn begun(&self, thread: Id) -> Id {
        let begun = || {
            let messages = self.harness.sandbox.messages(FIRST_PLAYER, thread).ok()?;
            (!messages.is_empty()).then_some(thread)
        };
        self.harness.until("the thread of the game", begun).await
    }

    /// Plays this many random turns in a game that has a thread.
    async fn play_random_turns(&self, thread: Id, turns: usize) {
        let row = self.app.thread_game(ChannelId(thread as i64)).await;
        let id = row.unwrap().expect("no such game").id;
        let mut numbers = SplitMix64::new(7);
        for _ in 0..turns {
            let game = self.app.game(id, self.now()).await.unwrap();
            let by = game.row.players[game.to_move().unwrap()].unwrap();
            let turn = game.record.game().uniform_turn(&mut numbers).unwrap();
            let text = game.record.game().write(&turn).unwrap();
            let person = self.harness.person(by.0 as Id).at(thread);
            person.types(&format!("/move turn:{text}")).await;
        }
    }

    /// The first player, looking at a thread.
    fn first_at(&self, thread: Id) -> Person<'_> {
        self.first().at(thread)
    }

    /// The second player, looking at a thread.
    fn second_at(&self, thread: Id) -> Person<'_> {
        self.second().at(thread)
    }

    /// Stops the program and starts it again.
    async fn restart(self) -> Self {
        self.restart_after(Duration::ZERO).await
    }

    /// Stops the program, and starts it again after some time.
    async fn restart_after(self, time: Duration) -> Self {
        let Self {
            harness,
            app,
            bot,
            clock,
            commands_per_minute,
            patience,
            is_http,
        } = self;
        bot.stop().await;
        // Requests under way end with their tasks.
        let app = until_alone(app).await;
        app.close().await;
        clock.fetch_add(time.as_millis() as i64, Ordering::Relaxed);
        let (app, bot) = start(&harness, &clock, commands_per_minute, patience, is_http).await;
        Self {
            harness,
            app,
            bot,
            clock,
            commands_per_minute,
            patience,
            is_http,
        }
    }

    /// Ends the test; panics if anything crashed or was refused, or an interaction is unanswered.
    async fn finish(self) {
        settle(&self.app, self.now()).await;
        let Self { harness, bot, .. } = self;
        assert_eq!(bot.crashes(), 0, "{}", harness.story());
        // Stop the bot first, because it would try to reconnect.
        bot.stop().await;
        harness.finish().await;
    }

    /// Ends a test in which some requests had to be refused.
    async fn finish_after_trouble(self) {
        settle(&self.app, self.now()).await;
        assert_eq!(self.bot.crashes(), 0, "{}", self.harness.story());
        self.bot.stop().await;
        self.harness.refused();
        self.harness.finish().await;
    }

    /// Waits until all notifications have been sent.
    async fn settles(&self) {
        settle(&self.app, self.now()).await;
    }
}

async fn settle(app: &App, now: Time) {
    let sent = async {
        while app.oldest_unsent(now).await.unwrap().is_some() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let sent = tokio::time::timeout(Duration::from_secs(20), sent).await;
    sent.expect("not all notifications were sent");
}

async fn until_alone(mut app: Arc<App>) -> App {
    for _ in 0..1000 {
        match Arc::try_unwrap(app) {
            Ok(app) => return app,
            Err(shared) => app = shared,
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("the application is still in use");
}

async fn start(
    harness: &Harness,
    clock: &Arc<AtomicI64>,
    commands_per_minute: usize,
    patience: Duration,
    is_http: bool,
) -> (Arc<App>, Bot) {
    let options = store::OpenOptions::new(harness.database());
    let store = Store::open(&options)
        .await
        .expect("failed to open the database");
    // So that the computer costs little.
    let limits = Limits {
        computer_nodes: 400,
        computer_threads: Some(1),
        ..Limits::default()
    };
    let app = Arc::new(App::new(store, limits));
    let clock = Arc::clone(clock);
    let options = BotOptions {
        token: harness.sandbox.token().to_owned(),
        local: Some(harness.sandbox.origin()),
        development_server: None,
        clock: Arc::new(move || Time(clock.load(Ordering::Relaxed))),
        patience,
        commands_per_minute,
        endpoint: is_http.then(http::any_endpoint),
        leases: Leases::alone(),
        // The local Discord allows more.
        requests_per_second: 1000,
    };
    let bot = Bot::start(Arc::clone(&app), options).await;
    (app, bot.expect("failed to start the bot"))
}
