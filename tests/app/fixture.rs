//! The application on a temporary database, with a clock that the test moves.

use std::cell::Cell;
use std::path::Path;
use std::time::Duration;

use hexpost_engine::random::SplitMix64;
use tempfile::TempDir;

use hexpost::app::game::state::Game;
use hexpost::app::integrity::check;
use hexpost::app::notify::notice::Notice;
use hexpost::app::people::settings::PlayerSettings;
use hexpost::app::{
    Act, App, AppError, Limits, NewChallenge, Opponent, Outgoing, Played, Refusal, TurnInput,
};
use hexpost::model::{
    Challenge, ChannelId, GameId, InteractionId, PlayerId, Seat, Seq, ServerId, StoredVariant,
    Terms, Time,
};
use hexpost::store::{OpenOptions, Store};

use crate::test_database::TestDatabase;

pub(crate) const WHITE: PlayerId = PlayerId(1_000_001);
pub(crate) const BLACK: PlayerId = PlayerId(1_000_002);
pub(crate) const THIRD: PlayerId = PlayerId(1_000_003);
pub(crate) const SERVER: ServerId = ServerId(50);
pub(crate) const CHANNEL: ChannelId = ChannelId(60);

/// The application under test, with its database and clock.
pub(crate) struct TestApp {
    pub(crate) app: App,
    pub(crate) folder: TempDir,
    pub(crate) database: TestDatabase,
    now: Cell<Time>,
    acts: Cell<i64>,
}

pub(crate) const fn days(count: u64) -> Duration {
    Duration::from_secs(count * 24 * 60 * 60)
}

/// Runs a future on a new runtime.
pub(crate) fn run<T>(future: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build();
    runtime.unwrap().block_on(future)
}

/// Runs a test with a new application; afterwards the database must be consistent.
pub(crate) fn story(test: impl AsyncFnOnce(&mut TestApp)) {
    run(async {
        let mut fixture = TestApp::open().await;
        test(&mut fixture).await;
        fixture.assert_sound().await;
        fixture.app.close().await;
    });
}

impl TestApp {
    pub(crate) async fn open() -> Self {
        Self::with_limits(Limits::default()).await
    }

    pub(crate) async fn with_limits(limits: Limits) -> Self {
        let folder = TempDir::new().unwrap();
        let database = TestDatabase::new(&folder.path().join("hexpost.db")).await;
        Self {
            app: App::new(database.open().await, limits),
            folder,
            database,
            now: Cell::new(Time(1_800_000_000_000)),
            acts: Cell::new(0),
        }
    }

    /// An application on a database file in a folder, with the clock at `now`.
    pub(crate) fn with_app(app: App, folder: TempDir, now: Time) -> Self {
        let path = app.store().path().unwrap().to_owned();
        Self {
            app,
            folder,
            database: TestDatabase::File(path),
            now: Cell::new(now),
            acts: Cell::new(0),
        }
    }

    /// Opens a copy of a database, with the clock at `now`.
    pub(crate) async fn on_copy_of(database: &Path, now: Time) -> Self {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("hexpost.db");
        std::fs::copy(database, &path).unwrap();
        let database = TestDatabase::File(path);
        Self {
            app: App::new(database.open().await, Limits::default()),
            folder,
            database,
            now: Cell::new(now),
            acts: Cell::new(0),
        }
    }

    /// Stops the program and starts it again.
    pub(crate) async fn restart(&mut self) {
        // The old store must release its file before it can be opened again.
        let elsewhere = OpenOptions::new(self.folder.path().join("elsewhere.db"));
        let elsewhere = Store::open(&elsewhere).await.unwrap();
        let old = std::mem::replace(&mut self.app, App::new(elsewhere, Limits::default()));
        old.close().await;
        let store = self.database.open().await;
        let elsewhere = std::mem::replace(&mut self.app, App::new(store, Limits::default()));
        elsewhere.close().await;
    }

    /// Changes the database in a way that no use case does.
    pub(crate) async fn tamper(&self, sql: &str) {
        self.database.tamper(sql).await;
    }

    pub(crate) fn now(&self) -> Time {
        self.now.get()
    }

    pub(crate) fn wait(&self, time: Duration) {
        self.now.set(self.now.get() + time);
    }

    /// An action by a player, a second after the last one.
    pub(crate) fn act(&self, by: PlayerId) -> Act {
        self.acts.set(self.acts.get() + 1);
        self.wait(Duration::from_secs(1));
        Act {
            by,
            interaction: InteractionId(self.acts.get()),
            expected_seq: None,
            now: self.now(),
        }
    }

    /// Claims the interaction, as each delivery from Discord does.
    pub(crate) async fn deliver(&self, act: &Act) -> Result<App, AppError> {
        self.app.claim_interaction(act.interaction, act.now).await
    }

    pub(crate) async fn challenge(
        &self,
        by: PlayerId,
        new: NewChallenge,
    ) -> Result<Challenge, AppError> {
        self.app.challenge(&self.act(by), new).await
    }

    pub(crate) async fn accept(&self, by: PlayerId, id: GameId) -> Result<Game, AppError> {
        let started = self.app.accept(&self.act(by), id).await?;
        Ok(started.game)
    }

    /// Starts a game between White, who moves first, and Black.
    pub(crate) async fn start(&self, game: &str, variant: &str) -> GameId {
        self.start_with(terms(game, variant)).await
    }

    pub(crate) async fn start_with(&self, terms: Terms) -> GameId {
        let new = challenge_to(BLACK, terms);
        let challenge = self.challenge(WHITE, new).await.unwrap();
        self.accept(BLACK, challenge.id).await.unwrap();
        challenge.id
    }

    pub(crate) async fn play(
        &self,
        by: PlayerId,
        id: GameId,
        text: &str,
    ) -> Result<Played, AppError> {
        self.press(self.act(by), id, text).await
    }

    /// Makes a turn with a given action, to test redelivery.
    pub(crate) async fn press(&self, act: Act, id: GameId, text: &str) -> Result<Played, AppError> {
        let made = TurnInput::Text(text.to_owned());
        self.app.play(&act, id, &made).await
    }

    /// An action by a button below this board.
    pub(crate) fn act_on(&self, by: PlayerId, seq: Seq) -> Act {
        Act {
            expected_seq: Some(seq),
            ..self.act(by)
        }
    }

    /// White and Black make these turns alternately.
    pub(crate) async fn plays(&self, id: GameId, turns: &[&str]) {
        for turn in turns {
            let game = self.game(id).await;
            let by = game.row.players[game.to_move().unwrap()].unwrap();
            self.play(by, id, turn).await.unwrap();
        }
    }

    /// Plays this many random turns.
    pub(crate) async fn play_random_turns(&self, id: GameId, turns: usize) {
        let mut numbers = SplitMix64::new(id.0 as u64);
        for _ in 0..turns {
            let game = self.game(id).await;
            let by = game.row.players[game.to_move().unwrap()].unwrap();
            let turn = game.record.game().uniform_turn(&mut numbers).unwrap();
            let text = game.record.game().write(&turn).unwrap();
            self.play(by, id, &text).await.unwrap();
        }
    }

    /// Sets whether forced turns are played for this player automatically.
    pub(crate) async fn set_forced_moves(&self, by: PlayerId, forced_moves: bool) {
        let settings = PlayerSettings {
            forced_moves,
            ..PlayerSettings::default()
        };
        let act = self.act(by);
        self.app.set_player(&act, &settings).await.unwrap();
    }

    pub(crate) async fn game(&self, id: GameId) -> Game {
        self.app.game(id, self.now()).await.unwrap()
    }

    /// All notifications due now, each with its recipient; marks them as sent.
    pub(crate) async fn notifications(&self) -> Vec<(Notice, Option<PlayerId>)> {
        let notices = self.outgoing().await;
        notices.into_iter().map(|n| (n.notice, n.player)).collect()
    }

    pub(crate) async fn outgoing(&self) -> Vec<Outgoing> {
        let notices = self.app.take_notices(self.now(), 1000).await.unwrap();
        for notice in &notices {
            self.app.sent(&notice.nonce, self.now()).await.unwrap();
        }
        notices
    }

    /// Sweeps until nothing is due.
    pub(crate) async fn sweep(&self) -> hexpost::app::SweepReport {
        let mut all = hexpost::app::SweepReport::default();
        loop {
            let swept = self.app.sweep(self.now(), 3).await.unwrap();
            if swept.is_empty() {
                return all;
            }
            all.reminders += swept.reminders;
            all.timeouts += swept.timeouts;
            all.flags += swept.flags;
            all.expired += swept.expired;
            all.digests += swept.digests;
            all.vacations += swept.vacations;
            all.offered += swept.offered;
        }
    }

    /// Checks the whole database after a step of random use: after each with `HEXPOST_DEEP`, otherwise
    /// after each tenth, because the check takes longer the longer the database has been used.
    pub(crate) async fn assert_sound_after_step(&self, step: usize) {
        if is_checked_after(step) {
            self.assert_sound().await;
        }
    }

    pub(crate) async fn assert_sound(&self) {
        let report = check(self.app.store()).await.unwrap();
        assert!(report.problems.is_empty(), "{:#?}", report.problems);
    }
}

/// Is the whole database checked after this step of random use?
pub(crate) fn is_checked_after(step: usize) -> bool {
    step % 10 == 9 || std::env::var_os("HEXPOST_DEEP").is_some()
}

pub(crate) fn terms(game: &str, variant: &str) -> Terms {
    Terms {
        variant: StoredVariant::parse(game, variant),
        seat: Seat::Mine,
        pace: None,
        is_rated: false,
        note: None,
    }
}

pub(crate) fn challenge_to(opponent: PlayerId, terms: Terms) -> NewChallenge {
    NewChallenge {
        opponent: Some(Opponent {
            id: opponent,
            is_bot: false,
        }),
        ..open_challenge(terms)
    }
}

pub(crate) fn open_challenge(terms: Terms) -> NewChallenge {
    NewChallenge {
        opponent: None,
        server: Some(SERVER),
        channel: Some(CHANNEL),
        terms,
    }
}

/// The refusal; panics if the action succeeded or failed otherwise.
#[track_caller]
pub(crate) fn refused<T: std::fmt::Debug>(done: Result<T, AppError>) -> Refusal {
    match done {
        Err(AppError::Refused(refusal)) => refusal,
        other => panic!("not refused: {other:?}"),
    }
}
