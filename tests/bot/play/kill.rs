//! The bot as a program of its own that is killed at any moment of a match: whoever plays presses
//! again what got no answer, and nobody misses a turn or hears of one twice.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{ControlAction, FIRST_PLAYER, Id, LOUNGE, PressResult, SECOND_PLAYER};
use serde_json::Value;
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tokio::sync::{Mutex, watch};

use super::super::harness::{Harness, PATIENCE, Person, Seen};
use super::super::program::Program;
use super::random_taps::{MAX_TAPS, tap};
use hexpost::app::integrity::check;
use hexpost::app::notify::notice::wire_nonce;
use hexpost::app::{App, Limits};
use hexpost::model::{ChannelId, GameId, PlayerId, Time};
use hexpost::store::{OpenOptions, Store};

/// So often the program is killed in each match.
const KILLS: u64 = 16;
/// After so many changes on the wire, at most: a start takes about ten, a turn about as many.
const MAX_CHANGES: u64 = 45;
/// So many turns are made after the last kill.
const LAST_TURNS: usize = 2;

/// A run of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Run {
    number: u64,
    is_ready: bool,
}

/// A match, and the program that is killed while it is played.
struct Match {
    harness: Harness,
    program: RefCell<Option<Program>>,
    run: Arc<watch::Sender<Run>>,
    /// Whoever holds it is not disturbed.
    calm: Mutex<()>,
    is_over: Cell<bool>,
    /// Where the first player is told alone, if he wishes it so.
    direct: Option<Id>,
    /// Where they play if the bot is only a guest there.
    guests: Option<Id>,
}

impl Match {
    /// Kills the program, and starts it again.
    fn restart(&self) {
        self.program.take();
        let number = self.run.borrow().number + 1;
        let is_ready = false;
        self.run.send_replace(Run { number, is_ready });
        let run = Arc::clone(&self.run);
        let is_up = move || {
            run.send_if_modified(|run| {
                let is_own = run.number == number;
                run.is_ready |= is_own;
                is_own
            });
        };
        // Nobody plays as fast as a test.
        let settings = [("RUST_LOG", "warn"), ("HEXPOST_COMMANDS_PER_MINUTE", "0")];
        let program = Program::start(&self.harness, &settings, is_up);
        self.program.replace(Some(program));
    }

    /// Waits until the program can be asked.
    async fn is_ready(&self) {
        let mut run = self.run.subscribe();
        let ready = run.wait_for(|run| run.is_ready);
        let ready = tokio::time::timeout(PATIENCE, ready).await;
        ready.expect("the program starts").expect("it is kept");
    }

    /// Kills the program again and again; by what happens and not by the clock, so that a busy
    /// machine comes as far.
    async fn haunt(&self, mut numbers: SplitMix64) {
        for _ in 0..KILLS {
            let mut changed = self.harness.sandbox.changed();
            let end = *changed.borrow() + 1 + numbers.below(MAX_CHANGES);
            let come = changed.wait_for(|count| *count >= end);
            come.await.expect("the sandbox runs");
            if self.guests.is_some() {
                // Responses get lost as well, now and then twice in a row.
                self.harness.control(ControlAction::CutAnswers {
                    times: numbers.below(3) as u32,
                    path: Some("/callback".to_owned()),
                });
            }
            // What the change has set off is somewhere under way.
            tokio::time::sleep(Duration::from_micros(numbers.below(8_000))).await;
            let _calm = self.calm.lock().await;
            self.restart();
        }
        self.is_over.set(true);
    }

    /// The answer to something that was asked; none if there will be none.
    async fn answer(&self, person: Person<'_>, interaction: Id) -> Option<Seen> {
        let mut run = self.run.subscribe();
        let number = run.borrow().number;
        let answered = async {
            let sandbox = &self.harness.sandbox;
            let answered = sandbox.answered(interaction, PATIENCE).await;
            let Some(PressResult::Message(Some(id))) = answered else {
                return None;
            };
            let look = || {
                let mut all = person.reads().into_iter();
                all.find(|seen| seen.id == id && !seen.is_loading)
            };
            Some(self.harness.until("the bot has thought", look).await)
        };
        tokio::select! {
            biased;
            seen = answered => seen,
            _ = run.wait_for(|run| run.number != number) => None,
        }
    }

    /// Asks until there is an answer; and how often that was in vain.
    async fn asks(&self, person: Person<'_>, ask: impl Fn() -> Id) -> (Seen, usize) {
        for failures in 0..=KILLS as usize {
            self.is_ready().await;
            if let Some(seen) = self.answer(person, ask()).await {
                return (seen, failures);
            }
        }
        panic!("never an answer\n{}", self.harness.story());
    }

    /// Taps a key until there is an answer; and how often that was in vain. A screen that has changed
    /// although nobody was told is the answer as well.
    async fn taps(&self, person: Person<'_>, screen: &Seen, id: &str) -> (Seen, usize) {
        for failures in 0..=KILLS as usize {
            self.is_ready().await;
            let mut all = person.reads().into_iter();
            let now = all.find(|seen| seen.id == screen.id).expect("the screen");
            if !now.parts().any(|part| part["custom_id"] == id) {
                return (now, failures);
            }
            let asked = person.presses_and_leaves(&now, id);
            if let Some(seen) = self.answer(person, asked).await {
                // A bot that is still thinking has changed nothing yet: whoever taps again is too fast.
                let is_same = seen.id == now.id && seen.parts().any(|part| part["custom_id"] == id);
                return (seen, failures + usize::from(is_same));
            }
        }
        panic!("never an answer\n{}", self.harness.story());
    }

    /// The turns that were told somewhere, as often as they were told.
    fn told(&self, channel: Id) -> Vec<String> {
        let seen = self.harness.person(FIRST_PLAYER).at(channel).reads();
        let seen = seen.into_iter().filter(|seen| !seen.is_private);
        seen.flat_map(|seen| turns_in(&seen.text)).collect()
    }

    /// Someone makes a turn; what he was told was made.
    async fn turn(
        &self,
        person: Person<'_>,
        position: &AnyGame,
        numbers: &mut SplitMix64,
    ) -> Option<String> {
        let (mut screen, mut failures) = if numbers.below(2) == 0 {
            let turn = position.uniform_turn(numbers).expect("it is not over");
            let text = position.write(&turn).expect("it can be written");
            let text = format!("/move turn:{text}");
            self.asks(person, || person.types_and_leaves(&text)).await
        } else if self.guests.is_some() {
            // The newest board may not have been told here.
            self.asks(person, || person.types_and_leaves("/move")).await
        } else {
            let boards = person.reads().into_iter().rev();
            let mut boards = boards.filter(|seen| !seen.is_private);
            let board = boards.next().expect("a board");
            let key = board.parts().find_map(|part| id_of(part, "1m"));
            let key = key.expect("a key to move").to_owned();
            let ask = || person.presses_and_leaves(&board, &key);
            self.asks(person, ask).await
        };
        for _ in 0..MAX_TAPS {
            // Where the bot is only a guest, the answer is the board for everyone.
            if self.guests.is_some() && !screen.is_private {
                return turns_in(&screen.text).pop();
            }
            assert!(screen.is_private, "{screen}");
            if screen.text.contains('✅') {
                let mut made = turns_in(&screen.text);
                assert_eq!(made.len(), 1, "{screen}");
                return made.pop();
            }
            if !screen.parts().any(|part| id_of(part, "1c").is_some()) {
                // Made before the answer was lost: it will be seen on the board.
                assert!(failures > 0, "refused: {screen}");
                return None;
            }
            let (id, value) = tap(&screen, numbers);
            assert!(value.is_none(), "the keys are used: {screen}");
            let (next, more) = self.taps(person, &screen, &id).await;
            (screen, failures) = (next, failures + more);
        }
        panic!("no end of taps: {screen}");
    }

    /// A new game, in a thread; nothing is killed meanwhile.
    async fn begin(&self, variant: &str) -> Id {
        let _calm = self.calm.lock().await;
        self.is_ready().await;
        let text = format!("/challenge game:{variant} opponent:@Player 2 side:first");
        self.harness.person(FIRST_PLAYER).types(&text).await;
        let answer = self.harness.person(SECOND_PLAYER).clicks("1a").await;
        // The thread has the number of the card, which the public answer names.
        let card = &answer.message().json["interaction_metadata"]["interacted_message_id"];
        let thread: Id = card.as_str().unwrap_or_default().parse().expect("a card");
        let begun = || {
            let messages = self.harness.sandbox.messages(FIRST_PLAYER, thread).ok()?;
            (!messages.is_empty()).then_some(thread)
        };
        self.harness.until("the game has a thread", begun).await
    }

    /// A game from its beginning until it is over, or nothing is killed any more: where it was
    /// played, and the turns of which people were told that they were made.
    async fn game(&self, variant: &str, numbers: &mut SplitMix64) -> (Id, Vec<String>) {
        let whispered = self.direct.map_or(0, |direct| self.told(direct).len());
        let thread = self.begin(variant).await;
        let (kind, name) = variant.split_once(' ').expect("a game and its variant");
        let mut position = AnyGame::start(&Variant::parse(kind, name).expect("a variant"));
        let (mut confirmed, mut last) = (Vec::new(), 0);
        for ply in 0.. {
            if position.outcome().is_some() || last == LAST_TURNS {
                break;
            }
            last += usize::from(self.is_over.get());
            let person = self.harness.person(mover(ply)).at(thread);
            confirmed.extend(self.turn(person, &position, numbers).await);
            // Nobody moves before he has been told, where he wants to be.
            let seen = || self.told(thread).get(ply).cloned();
            let text = self.harness.until("the turn is told", seen).await;
            if let Some(direct) = self.direct.filter(|_| mover(ply + 1) == FIRST_PLAYER) {
                let count = whispered + ply / 2;
                let seen = || self.told(direct).get(count).cloned();
                let alone = self.harness.until("the first is told alone", seen).await;
                assert_eq!(alone, text);
            }
            let turn = position.read(&text).expect("a turn that can be made");
            position.play(&turn).expect("a turn that can be made");
        }
        (thread, confirmed)
    }

    /// Everything is as it was told: in the database, in the thread, and in direct messages.
    async fn check(&self, games: &[(Id, Vec<String>)]) {
        let store = Store::open_to_read(&OpenOptions::new(self.harness.database())).await;
        let store = store.expect("a database");
        let report = check(&store).await.expect("it can be read");
        assert_eq!(report.problems, [""; 0]);
        assert_eq!(report.games, games.len());
        let mut alone = Vec::new();
        let mut session = store.read().await.expect("it can be read");
        let mut rows = Vec::new();
        for (thread, _) in games {
            let row = session.thread_game(ChannelId(*thread as i64)).await;
            rows.push(row.expect("it can be read").expect("a game").id);
        }
        drop(session);
        let app = App::new(store, Limits::default());
        for (id, (thread, confirmed)) in rows.into_iter().zip(games) {
            let game = app.game(id, Time(0)).await.expect("it replays");
            let made = game.record.texts();
            // Each turn has been posted once …
            assert_eq!(self.told(*thread), made, "{id}");
            // … those that were confirmed are among them, in their order …
            let mut rest = made.iter();
            let lost = confirmed
                .iter()
                .find(|turn| !rest.any(|made| made == *turn));
            assert_eq!(lost, None, "{confirmed:?} is not within {made:?}");
            // … and each has called the one who is next, as has the beginning.
            let calls = (0..=made.len()).map(mover);
            let calls = calls.filter(|one| self.direct.is_none() || *one != FIRST_PLAYER);
            let calls: Vec<Vec<Id>> = calls.map(|one| vec![one]).collect();
            assert_eq!(self.harness.sandbox.pings(*thread), calls, "{id}");
            alone.extend(made.into_iter().skip(1).step_by(2));
        }
        if let Some(direct) = self.direct {
            assert_eq!(self.told(direct), alone);
        }
        app.close().await;
    }
}

/// Who is to move after so many turns.
fn mover(ply: usize) -> Id {
    [FIRST_PLAYER, SECOND_PLAYER][ply % 2]
}

/// The turns in a text: they are set off as code.
fn turns_in(text: &str) -> Vec<String> {
    let parts = text.split('`').skip(1).step_by(2);
    parts.map(str::to_owned).collect()
}

/// What a key stands for, if that begins like this.
fn id_of<'a>(part: &'a Value, beginning: &str) -> Option<&'a str> {
    let id = part["custom_id"].as_str();
    id.filter(|id| id.starts_with(beginning))
}

/// A match where the bot is only a guest, so that its only way is the answer to what it is asked.
async fn play_as_guests(variant: &str, seed: u64, is_server: bool) {
    let mut session = Match::new().await;
    session.restart();
    session.is_ready().await;
    session.guests = Some(if is_server {
        LOUNGE
    } else {
        let first = session.harness.person(FIRST_PLAYER);
        first.at_conversation_with(SECOND_PLAYER).channel
    });
    let mut numbers = SplitMix64::new(seed);
    let games = async {
        let mut games = Vec::new();
        while !session.is_over.get() {
            games.push(session.game_as_guests(variant, &mut numbers).await);
        }
        games
    };
    let (games, ()) = tokio::join!(games, session.haunt(SplitMix64::new(seed + 1)));
    session.all_told().await;
    let program = session.program.take().expect("it runs");
    let log = program.log();
    drop(program);
    session.check_guests(&games).await;
    assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
}

impl Match {
    async fn new() -> Self {
        Self {
            harness: Harness::unlogged().await,
            program: RefCell::default(),
            run: Arc::default(),
            calm: Mutex::default(),
            is_over: Cell::new(false),
            direct: None,
            guests: None,
        }
    }

    async fn reading(&self) -> App {
        let store = Store::open_to_read(&OpenOptions::new(self.harness.database())).await;
        App::new(store.expect("a database"), Limits::default())
    }

    /// Waits until everything has been told, or will be on the next visit.
    async fn all_told(&self) {
        let told = async {
            let app = self.reading().await;
            while app
                .oldest_unsent(Time(i64::MAX))
                .await
                .expect("read")
                .is_some()
            {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            app.close().await;
        };
        let told = tokio::time::timeout(2 * PATIENCE, told).await;
        told.unwrap_or_else(|_| panic!("never told\n{}", self.harness.story()));
    }

    /// A game where the bot is only a guest, until it is over or nothing is killed any more: its number,
    /// and the turns of which people were told that they were made.
    async fn game_as_guests(
        &self,
        variant: &str,
        numbers: &mut SplitMix64,
    ) -> (GameId, Vec<String>) {
        let place = self.guests.expect("a place");
        let begun = {
            let _calm = self.calm.lock().await;
            self.is_ready().await;
            self.harness.control(ControlAction::CutAnswers {
                times: 0,
                path: Some("/callback".to_owned()),
            });
            let text = format!("/challenge game:{variant} opponent:@Player 2 side:first");
            let first = self.harness.person(FIRST_PLAYER).at(place);
            first.types(&text).await;
            self.harness
                .person(SECOND_PLAYER)
                .at(place)
                .clicks("1a")
                .await;
            self.all_told().await;
            let app = self.reading().await;
            let games = app.my_games(PlayerId(FIRST_PLAYER as i64), Time(0)).await;
            let begun = games.expect("read").first().expect("a game").row.id;
            app.close().await;
            begun
        };
        let (kind, name) = variant.split_once(' ').expect("a game and its variant");
        let mut position = AnyGame::start(&Variant::parse(kind, name).expect("a variant"));
        let (mut confirmed, mut last) = (Vec::new(), 0);
        for ply in 0.. {
            if position.outcome().is_some() || last == LAST_TURNS {
                break;
            }
            last += usize::from(self.is_over.get());
            let person = self.harness.person(mover(ply)).at(place);
            confirmed.extend(self.turn(person, &position, numbers).await);
            self.all_told().await;
            let app = self.reading().await;
            let game = app.game(begun, Time(0)).await.expect("it replays");
            app.close().await;
            let texts = game.record.texts();
            assert_eq!(texts.len(), ply + 1, "{confirmed:?} {texts:?}");
            let turn = position.read(&texts[ply]).expect("a turn that can be made");
            position.play(&turn).expect("a turn that can be made");
        }
        (begun, confirmed)
    }

    /// No confirmed turn is lost, no ping is doubled, and none is lost but where nobody can know whether
    /// it has arrived: that is told on the next visit.
    async fn check_guests(&self, games: &[(GameId, Vec<String>)]) {
        let place = self.guests.expect("a place");
        let app = self.reading().await;
        let report = check(app.store()).await.expect("it can be read");
        assert_eq!(report.problems, [""; 0]);
        for (id, confirmed) in games {
            let game = app.game(*id, Time(0)).await.expect("it replays");
            let made = game.record.texts();
            let mut rest = made.iter();
            let lost = confirmed
                .iter()
                .find(|turn| !rest.any(|made| made == *turn));
            assert_eq!(lost, None, "{confirmed:?} is not within {made:?}");
        }
        let database = app.database_id().await.expect("it can be read");
        app.close().await;
        let options = SqliteConnectOptions::new().filename(self.harness.database());
        let mut connection = SqliteConnection::connect_with(&options)
            .await
            .expect("a database");
        let rows: Vec<(String, i64, Option<String>)> = sqlx::query_as(
            "SELECT nonce, player, response FROM outbox
             WHERE notice LIKE '%turn%' OR notice LIKE '%started%'",
        )
        .fetch_all(&mut connection)
        .await
        .expect("it can be read");
        connection.close().await.expect("it can be closed");
        assert!(rows.len() > KILLS as usize / 4, "{rows:?}");
        let named = |nonce: &str, whom: &str| format!("{}.png", wire_nonce(&database, nonce, whom));
        let mut ways = [0, 0, 0];
        for (nonce, player, response) in rows {
            let person = self.harness.person(player as Id);
            let count = |person: Person<'_>, file: &str| {
                let all = person.reads().into_iter();
                let boards = all.filter(|seen| {
                    let mut files = seen.json["attachments"].as_array().into_iter().flatten();
                    !seen.is_private && files.any(|found| found["filename"] == file)
                });
                let boards = boards.inspect(|seen| {
                    assert!(seen.pings_me || seen.channel != place, "{seen}");
                });
                boards.count()
            };
            let public = count(person.at(place), &named(&nonce, ""));
            let direct = count(
                person.at_direct_messages(),
                &named(&nonce, &player.to_string()),
            );
            assert!(
                public + direct <= 1,
                "{nonce}: {public} here, {direct} alone"
            );
            let is_unknown = matches!(response.as_deref(), Some("first" | "follow-up"));
            assert!(
                public + direct == 1 || is_unknown,
                "{nonce} is lost: {response:?}"
            );
            ways[0] += public;
            ways[1] += direct;
            ways[2] += 1 - public - direct;
        }
        // Here, alone, and on the next visit.
        assert!(ways[0] > ways[1] + ways[2], "{ways:?}");
    }
}

async fn play(variant: &str, seed: u64, is_direct: bool) {
    let mut session = Match::new().await;
    session.restart();
    session.is_ready().await;
    if is_direct {
        let first = session.harness.person(FIRST_PLAYER);
        first.types("/settings").await;
        first.chooses(&["Pings: in a direct message"]).await;
        let direct = first.at_direct_messages().channel;
        session.direct = Some(direct);
    }
    let mut numbers = SplitMix64::new(seed);
    let games = async {
        let mut games = Vec::new();
        while !session.is_over.get() {
            games.push(session.game(variant, &mut numbers).await);
        }
        games
    };
    let (games, ()) = tokio::join!(games, session.haunt(SplitMix64::new(seed + 1)));
    let program = session.program.take().expect("it runs");
    let log = program.log();
    drop(program);
    session.check(&games).await;
    assert_eq!(
        session.harness.refused(),
        [""; 0],
        "{}",
        session.harness.story()
    );
    assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
}

#[tokio::test]
async fn killed_at_any_moment_of_a_match_of_zertz_it_tells_every_turn_once() {
    play("zertz 37", 1, false).await;
}

#[tokio::test]
async fn killed_at_any_moment_of_a_match_of_tzaar_it_tells_every_turn_once() {
    play("tzaar fixed", 2, false).await;
}

#[tokio::test]
async fn killed_at_any_moment_it_tells_every_turn_once_in_direct_messages() {
    play("zertz 61", 3, true).await;
}

#[tokio::test]
async fn killed_at_any_moment_on_a_server_where_it_is_only_a_guest_it_calls_nobody_twice() {
    play_as_guests("zertz 37", 4, true).await;
}

#[tokio::test]
async fn killed_at_any_moment_in_a_conversation_of_two_it_calls_nobody_twice() {
    play_as_guests("tzaar fixed", 5, false).await;
}
