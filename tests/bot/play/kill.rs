//! The bot as a process that is killed at random moments of a match: players press again if they
//! get no response, and nobody misses a turn or is notified of one twice.

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

/// How often the program is killed in each match.
const KILLS: u64 = 16;
/// The maximum number of sandbox changes between two kills; a start takes about ten, and so does a
/// turn.
const MAX_CHANGES: u64 = 45;
/// The number of turns made after the last kill.
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
    /// While this is held, the program isn't killed.
    calm: Mutex<()>,
    is_over: Cell<bool>,
    /// The direct messages of the first player, if they want notifications there.
    direct: Option<Id>,
    /// Where the match is played if the bot isn't a member there.
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
        // No rate limit, because tests are faster than people.
        let settings = [("RUST_LOG", "warn"), ("HEXPOST_COMMANDS_PER_MINUTE", "0")];
        let program = Program::start(&self.harness, &settings, is_up);
        self.program.replace(Some(program));
    }

    /// Waits until the program is ready.
    async fn is_ready(&self) {
        let mut run = self.run.subscribe();
        let ready = run.wait_for(|run| run.is_ready);
        let ready = tokio::time::timeout(PATIENCE, ready).await;
        ready
            .expect("the program did not start")
            .expect("the sender is gone");
    }

    /// Kills the program repeatedly; after a number of changes rather than by time, so that a busy
    /// machine gets as far.
    async fn kill_repeatedly(&self, mut numbers: SplitMix64) {
        for _ in 0..KILLS {
            let mut changed = self.harness.sandbox.changed();
            let end = *changed.borrow() + 1 + numbers.below(MAX_CHANGES);
            let come = changed.wait_for(|count| *count >= end);
            come.await.expect("the sandbox is gone");
            if self.guests.is_some() {
                // Responses get lost too, sometimes twice in a row.
                self.harness.control(ControlAction::CutAnswers {
                    times: numbers.below(3) as u32,
                    path: Some("/callback".to_owned()),
                });
            }
            // By now, the effects of the last change are under way.
            tokio::time::sleep(Duration::from_micros(numbers.below(8_000))).await;
            let _calm = self.calm.lock().await;
            self.restart();
        }
        self.is_over.set(true);
    }

    /// The response to an interaction; none if there will be none.
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
            Some(
                self.harness
                    .until("the deferred response to be edited", look)
                    .await,
            )
        };
        tokio::select! {
            biased;
            seen = answered => seen,
            _ = run.wait_for(|run| run.number != number) => None,
        }
    }

    /// Interacts until there is a response; also returns the number of failed attempts.
    async fn asks(&self, person: Person<'_>, ask: impl Fn() -> Id) -> (Seen, usize) {
        for failures in 0..=KILLS as usize {
            self.is_ready().await;
            if let Some(seen) = self.answer(person, ask()).await {
                return (seen, failures);
            }
        }
        panic!(
            "never a response
{}",
            self.harness.story()
        );
    }

    /// Presses a button until there is a response; also returns the number of failed attempts. A
    /// screen that has changed although the response was lost counts as a response.
    async fn taps(&self, person: Person<'_>, screen: &Seen, id: &str) -> (Seen, usize) {
        for failures in 0..=KILLS as usize {
            self.is_ready().await;
            let mut all = person.reads().into_iter();
            let now = all
                .find(|seen| seen.id == screen.id)
                .expect("the screen is gone");
            if !now.parts().any(|part| part["custom_id"] == id) {
                return (now, failures);
            }
            let asked = person.presses_and_leaves(&now, id);
            if let Some(seen) = self.answer(person, asked).await {
                // While the bot is still processing, nothing has changed yet, so it is too early to
                // press again.
                let is_same = seen.id == now.id && seen.parts().any(|part| part["custom_id"] == id);
                return (seen, failures + usize::from(is_same));
            }
        }
        panic!(
            "never a response
{}",
            self.harness.story()
        );
    }

    /// The turns posted in a channel, each as often as it was posted.
    fn posted_turns(&self, channel: Id) -> Vec<String> {
        let seen = self.harness.person(FIRST_PLAYER).at(channel).reads();
        let seen = seen.into_iter().filter(|seen| !seen.is_private);
        seen.flat_map(|seen| turns_in(&seen.text)).collect()
    }

    /// Makes a turn; returns the text of the turn if its player was told that it was made.
    async fn turn(
        &self,
        person: Person<'_>,
        position: &AnyGame,
        numbers: &mut SplitMix64,
    ) -> Option<String> {
        let (mut screen, mut failures) = if numbers.below(2) == 0 {
            let turn = position.uniform_turn(numbers).expect("the game is over");
            let text = position.write(&turn).expect("the turn can't be written");
            let text = format!("/move turn:{text}");
            self.asks(person, || person.types_and_leaves(&text)).await
        } else if self.guests.is_some() {
            // The newest board may not have been posted here yet.
            self.asks(person, || person.types_and_leaves("/move")).await
        } else {
            let boards = person.reads().into_iter().rev();
            let mut boards = boards.filter(|seen| !seen.is_private);
            let board = boards.next().expect("no board");
            let key = board.parts().find_map(|part| id_of(part, "1m"));
            let key = key.expect("no button to move").to_owned();
            let ask = || person.presses_and_leaves(&board, &key);
            self.asks(person, ask).await
        };
        for _ in 0..MAX_TAPS {
            // Where the bot isn't a member, the response is the public board.
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
                // The turn was made before the response was lost: it will appear on the board.
                assert!(failures > 0, "refused: {screen}");
                return None;
            }
            let (id, value) = tap(&screen, numbers);
            assert!(value.is_none(), "the composer shows a menu: {screen}");
            let (next, more) = self.taps(person, &screen, &id).await;
            (screen, failures) = (next, failures + more);
        }
        panic!("too many taps: {screen}");
    }

    /// Starts a new game in a thread, without kills.
    async fn begin(&self, variant: &str) -> Id {
        let _calm = self.calm.lock().await;
        self.is_ready().await;
        let text = format!("/challenge game:{variant} opponent:@Player 2 side:first");
        self.harness.person(FIRST_PLAYER).types(&text).await;
        let answer = self.harness.person(SECOND_PLAYER).clicks("1a").await;
        // The thread has the id of the challenge message, which is named in the public response.
        let card = &answer.message().json["interaction_metadata"]["interacted_message_id"];
        let thread: Id = card
            .as_str()
            .unwrap_or_default()
            .parse()
            .expect("no challenge message");
        let begun = || {
            let messages = self.harness.sandbox.messages(FIRST_PLAYER, thread).ok()?;
            (!messages.is_empty()).then_some(thread)
        };
        self.harness.until("the thread of the game", begun).await
    }

    /// Plays a game until it is over or there are no more kills; returns its thread and the turns
    /// that were confirmed to a player.
    async fn game(&self, variant: &str, numbers: &mut SplitMix64) -> (Id, Vec<String>) {
        let direct_count = self
            .direct
            .map_or(0, |direct| self.posted_turns(direct).len());
        let thread = self.begin(variant).await;
        let (kind, name) = variant.split_once(' ').expect("not a game and a variant");
        let mut position = AnyGame::start(&Variant::parse(kind, name).expect("unknown variant"));
        let (mut confirmed, mut last) = (Vec::new(), 0);
        for ply in 0.. {
            if position.outcome().is_some() || last == LAST_TURNS {
                break;
            }
            last += usize::from(self.is_over.get());
            let person = self.harness.person(mover(ply)).at(thread);
            confirmed.extend(self.turn(person, &position, numbers).await);
            // Players wait until they have been notified, where they want to be.
            let seen = || self.posted_turns(thread).get(ply).cloned();
            let text = self.harness.until("the turn to be posted", seen).await;
            if let Some(direct) = self.direct.filter(|_| mover(ply + 1) == FIRST_PLAYER) {
                let count = direct_count + ply / 2;
                let seen = || self.posted_turns(direct).get(count).cloned();
                let alone = self
                    .harness
                    .until("the direct notification of the first player", seen)
                    .await;
                assert_eq!(alone, text);
            }
            let turn = position.read(&text).expect("the turn is illegal");
            position.play(&turn).expect("the turn is illegal");
        }
        (thread, confirmed)
    }

    /// Checks that the database, the thread and the direct messages agree.
    async fn check(&self, games: &[(Id, Vec<String>)]) {
        let store = Store::open_to_read(&OpenOptions::new(self.harness.database())).await;
        let store = store.expect("failed to open the database");
        let report = check(&store).await.expect("failed to read the database");
        assert_eq!(report.problems, [""; 0]);
        assert_eq!(report.games, games.len());
        let mut alone = Vec::new();
        let mut session = store.read().await.expect("failed to read the database");
        let mut rows = Vec::new();
        for (thread, _) in games {
            let row = session.thread_game(ChannelId(*thread as i64)).await;
            rows.push(
                row.expect("failed to read the database")
                    .expect("no such game")
                    .id,
            );
        }
        drop(session);
        let app = App::new(store, Limits::default());
        for (id, (thread, confirmed)) in rows.into_iter().zip(games) {
            let game = app
                .game(id, Time(0))
                .await
                .expect("the game does not replay");
            let made = game.record.texts();
            // Each turn was posted once …
            assert_eq!(self.posted_turns(*thread), made, "{id}");
            // … the confirmed turns are among them, in order …
            let mut rest = made.iter();
            let lost = confirmed
                .iter()
                .find(|turn| !rest.any(|made| made == *turn));
            assert_eq!(lost, None, "{confirmed:?} is not within {made:?}");
            // … and each turn has pinged the next player, as has the start.
            let calls = (0..=made.len()).map(mover);
            let calls = calls.filter(|one| self.direct.is_none() || *one != FIRST_PLAYER);
            let calls: Vec<Vec<Id>> = calls.map(|one| vec![one]).collect();
            assert_eq!(self.harness.sandbox.pings(*thread), calls, "{id}");
            alone.extend(made.into_iter().skip(1).step_by(2));
        }
        if let Some(direct) = self.direct {
            assert_eq!(self.posted_turns(direct), alone);
        }
        app.close().await;
    }
}

/// The player to move after this many turns.
fn mover(ply: usize) -> Id {
    [FIRST_PLAYER, SECOND_PLAYER][ply % 2]
}

/// The turns in a text, which are formatted as code.
fn turns_in(text: &str) -> Vec<String> {
    let parts = text.split('`').skip(1).step_by(2);
    parts.map(str::to_owned).collect()
}

/// The custom id of a component, if it has this prefix.
fn id_of<'a>(part: &'a Value, beginning: &str) -> Option<&'a str> {
    let id = part["custom_id"].as_str();
    id.filter(|id| id.starts_with(beginning))
}

/// A match where the bot isn't a member, so that it can only respond to interactions.
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
    let (games, ()) = tokio::join!(games, session.kill_repeatedly(SplitMix64::new(seed + 1)));
    session.all_sent().await;
    let program = session.program.take().expect("the program is not running");
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
        App::new(
            store.expect("failed to open the database"),
            Limits::default(),
        )
    }

    /// Waits until every notification has been sent, or is left for the next interaction.
    async fn all_sent(&self) {
        let told = async {
            let app = self.reading().await;
            while app
                .oldest_unsent(Time(i64::MAX))
                .await
                .expect("failed to read the database")
                .is_some()
            {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            app.close().await;
        };
        let told = tokio::time::timeout(2 * PATIENCE, told).await;
        told.unwrap_or_else(|_| panic!("not everything was sent\n{}", self.harness.story()));
    }

    /// Plays a game where the bot isn't a member, until it is over or there are no more kills;
    /// returns its id and the turns that were confirmed to a player.
    async fn game_as_guests(
        &self,
        variant: &str,
        numbers: &mut SplitMix64,
    ) -> (GameId, Vec<String>) {
        let place = self.guests.expect("no channel for the match");
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
            self.all_sent().await;
            let app = self.reading().await;
            let games = app.my_games(PlayerId(FIRST_PLAYER as i64), Time(0)).await;
            let begun = games
                .expect("failed to read the database")
                .first()
                .expect("no such game")
                .row
                .id;
            app.close().await;
            begun
        };
        let (kind, name) = variant.split_once(' ').expect("not a game and a variant");
        let mut position = AnyGame::start(&Variant::parse(kind, name).expect("unknown variant"));
        let (mut confirmed, mut last) = (Vec::new(), 0);
        for ply in 0.. {
            if position.outcome().is_some() || last == LAST_TURNS {
                break;
            }
            last += usize::from(self.is_over.get());
            let person = self.harness.person(mover(ply)).at(place);
            confirmed.extend(self.turn(person, &position, numbers).await);
            self.all_sent().await;
            let app = self.reading().await;
            let game = app
                .game(begun, Time(0))
                .await
                .expect("the game does not replay");
            app.close().await;
            let texts = game.record.texts();
            assert_eq!(texts.len(), ply + 1, "{confirmed:?} {texts:?}");
            let turn = position.read(&texts[ply]).expect("the turn is illegal");
            position.play(&turn).expect("the turn is illegal");
        }
        (begun, confirmed)
    }

    /// Checks that no confirmed turn is lost and no ping is doubled. A ping may be missing only if
    /// nobody can know whether it arrived; then it is shown at the next interaction.
    async fn check_guests(&self, games: &[(GameId, Vec<String>)]) {
        let place = self.guests.expect("no channel for the match");
        let app = self.reading().await;
        let report = check(app.store())
            .await
            .expect("failed to read the database");
        assert_eq!(report.problems, [""; 0]);
        for (id, confirmed) in games {
            let game = app
                .game(*id, Time(0))
                .await
                .expect("the game does not replay");
            let made = game.record.texts();
            let mut rest = made.iter();
            let lost = confirmed
                .iter()
                .find(|turn| !rest.any(|made| made == *turn));
            assert_eq!(lost, None, "{confirmed:?} is not within {made:?}");
        }
        let database = app
            .database_id()
            .await
            .expect("failed to read the database");
        app.close().await;
        let options = SqliteConnectOptions::new().filename(self.harness.database());
        let mut connection = SqliteConnection::connect_with(&options)
            .await
            .expect("failed to open the database");
        let rows: Vec<(String, i64, Option<String>)> = sqlx::query_as(
            "SELECT nonce, player, response FROM outbox
             WHERE notice LIKE '%turn%' OR notice LIKE '%started%'",
        )
        .fetch_all(&mut connection)
        .await
        .expect("failed to read the database");
        connection
            .close()
            .await
            .expect("failed to close the database");
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
                "{nonce}: {public} public, {direct} direct"
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
        // Sent publicly, directly, and left for the next interaction.
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
    let (games, ()) = tokio::join!(games, session.kill_repeatedly(SplitMix64::new(seed + 1)));
    let program = session.program.take().expect("the program is not running");
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
async fn a_killed_bot_posts_every_zertz_turn_once() {
    play("zertz 37", 1, false).await;
}

#[tokio::test]
async fn a_killed_bot_posts_every_tzaar_turn_once() {
    play("tzaar fixed", 2, false).await;
}

#[tokio::test]
async fn a_killed_bot_sends_every_turn_once_in_direct_messages() {
    play("zertz 61", 3, true).await;
}

#[tokio::test]
async fn a_killed_bot_pings_nobody_twice_on_a_server_it_has_not_joined() {
    play_as_guests("zertz 37", 4, true).await;
}

#[tokio::test]
async fn a_killed_bot_pings_nobody_twice_in_a_private_conversation() {
    play_as_guests("tzaar fixed", 5, false).await;
}
