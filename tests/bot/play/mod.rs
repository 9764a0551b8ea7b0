//! The whole bot on the local Discord with a real database, as stories: someone types, someone
//! clicks, they read.

mod accessible;
mod challenges;
mod destinations;
mod endings;
mod expensive;
mod hosting;
mod kill;
mod lessons;
mod lobby;
mod many_reminders;
mod moves;
mod outages;
mod plans;
mod privacy;
mod private_channels;
mod random_taps;
mod ratings;
mod records;
mod redelivery;
mod replay;
mod servers;
mod spectators;
mod time;
mod whole_games;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{ControlAction, FIRST_PLAYER, Id, MODERATOR, SECOND_PLAYER, SPECTATOR};

use super::harness::{Harness, PATIENCE, Person};
use hexpost::app::{App, Limits};
use hexpost::discord::{Bot, BotOptions};
use hexpost::model::{ChannelId, PlayerId, Time};
use hexpost::store;
use hexpost::store::Store;

/// The moment at which every story begins.
const BEGINNING: i64 = 1_800_000_000_000;

/// A session: a local Discord, the bot, its database and a clock that is stepped.
struct Session {
    harness: Harness,
    app: Arc<App>,
    bot: Bot,
    clock: Arc<AtomicI64>,
    commands_per_minute: usize,
    patience: Duration,
}

impl Session {
    async fn new() -> Self {
        Self::on(Harness::new().await).await
    }

    /// On a harness of one's own. Everybody has been here before.
    async fn on(harness: Harness) -> Self {
        // Stories go faster than people do.
        Self::with(harness, BEGINNING, 0).await
    }

    /// At another moment, with another rate limit.
    async fn with(harness: Harness, beginning: i64, commands_per_minute: usize) -> Self {
        // A machine that is slow now and then changes no story.
        Self::seated(harness, beginning, commands_per_minute, PATIENCE).await
    }

    /// With a bot that sends word after so long that its answer is coming.
    async fn seated(
        harness: Harness,
        beginning: i64,
        commands_per_minute: usize,
        patience: Duration,
    ) -> Self {
        let session = Self::begun_at(harness, beginning, commands_per_minute, patience).await;
        for person in [FIRST_PLAYER, SECOND_PLAYER, SPECTATOR, MODERATOR] {
            session.app.welcome(PlayerId(person as i64)).await.unwrap();
        }
        session
    }

    /// The same, for people who have never been here.
    async fn among_strangers(harness: Harness, beginning: i64, commands_per_minute: usize) -> Self {
        Self::begun_at(harness, beginning, commands_per_minute, PATIENCE).await
    }

    async fn begun_at(
        harness: Harness,
        beginning: i64,
        commands_per_minute: usize,
        patience: Duration,
    ) -> Self {
        harness.control(ControlAction::WaitFor(PATIENCE));
        let clock = Arc::new(AtomicI64::new(beginning));
        let (app, bot) = start(&harness, &clock, commands_per_minute, patience).await;
        let session = Self {
            harness,
            app,
            bot,
            clock,
            commands_per_minute,
            patience,
        };
        let come = || session.harness.sandbox.has_bot().then_some(());
        session.harness.until("the bot has come", come).await;
        session
    }

    fn first(&self) -> Person<'_> {
        self.harness.person(FIRST_PLAYER)
    }

    fn second(&self) -> Person<'_> {
        self.harness.person(SECOND_PLAYER)
    }

    /// The moment.
    fn now(&self) -> Time {
        Time(self.clock.load(Ordering::Relaxed))
    }

    /// Time passes, and the program is at work all the while.
    async fn passes(&self, time: Duration) {
        self.app.heartbeat(self.now() + time).await.unwrap();
        self.sleeps(time);
    }

    /// Time passes, and the machine sleeps.
    fn sleeps(&self, time: Duration) {
        self.clock
            .fetch_add(time.as_millis() as i64, Ordering::Relaxed);
        self.bot.wake();
    }

    /// The first player challenges the second and moves first; the game has begun, in a thread.
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
        let card = self.harness.until("a card", new).await;
        self.second().clicks("1a").await;
        self.begun(card.id).await
    }

    /// The game of a card has begun, in a thread.
    async fn begun(&self, thread: Id) -> Id {
        let begun = || {
            let messages = self.harness.sandbox.messages(FIRST_PLAYER, thread).ok()?;
            (!messages.is_empty()).then_some(thread)
        };
        self.harness.until("the game has a thread", begun).await
    }

    /// The players of a game that has a thread make so many turns, whichever.
    async fn plays_some(&self, thread: Id, turns: usize) {
        let row = self.app.thread_game(ChannelId(thread as i64)).await;
        let id = row.unwrap().expect("a game").id;
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

    /// The first player in a thread.
    fn first_at(&self, thread: Id) -> Person<'_> {
        self.first().at(thread)
    }

    /// The second player in a thread.
    fn second_at(&self, thread: Id) -> Person<'_> {
        self.second().at(thread)
    }

    /// The program stops and starts again.
    async fn restart(self) -> Self {
        self.comes_back_after(Duration::ZERO).await
    }

    /// The program stops, and starts again after so long.
    async fn comes_back_after(self, time: Duration) -> Self {
        let Self {
            harness,
            app,
            bot,
            clock,
            commands_per_minute,
            patience,
        } = self;
        bot.stop().await;
        // Requests that were under way end with their tasks.
        let app = until_alone(app).await;
        app.close().await;
        clock.fetch_add(time.as_millis() as i64, Ordering::Relaxed);
        let (app, bot) = start(&harness, &clock, commands_per_minute, patience).await;
        Self {
            harness,
            app,
            bot,
            clock,
            commands_per_minute,
            patience,
        }
    }

    /// The end of a story: nothing has crashed, was refused, or is left to be sent.
    async fn finish(self) {
        settle(&self.app, self.now()).await;
        let Self { harness, bot, .. } = self;
        assert_eq!(bot.crashes(), 0, "{}", harness.story());
        // First the bot: it would try to come back to a Discord that is gone.
        bot.stop().await;
        harness.finish().await;
    }

    /// The same for a story in which requests had to be refused.
    async fn finish_after_trouble(self) {
        settle(&self.app, self.now()).await;
        assert_eq!(self.bot.crashes(), 0, "{}", self.harness.story());
        self.bot.stop().await;
        self.harness.refused();
        self.harness.finish().await;
    }

    /// Waits until everything that is to be told has been told.
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
    sent.expect("everything has been sent");
}

async fn until_alone(mut app: Arc<App>) -> App {
    for _ in 0..1000 {
        match Arc::try_unwrap(app) {
            Ok(app) => return app,
            Err(shared) => app = shared,
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("someone still holds the desk");
}

async fn start(
    harness: &Harness,
    clock: &Arc<AtomicI64>,
    commands_per_minute: usize,
    patience: Duration,
) -> (Arc<App>, Bot) {
    let options = store::OpenOptions::new(harness.database());
    let store = Store::open(&options).await.expect("a database");
    let app = Arc::new(App::new(store, Limits::default()));
    let clock = Arc::clone(clock);
    let options = BotOptions {
        token: harness.sandbox.token().to_owned(),
        local: Some(harness.sandbox.origin()),
        development_server: None,
        clock: Arc::new(move || Time(clock.load(Ordering::Relaxed))),
        patience,
        commands_per_minute,
    };
    let bot = Bot::start(Arc::clone(&app), options).await;
    (app, bot.expect("the bot starts"))
}
