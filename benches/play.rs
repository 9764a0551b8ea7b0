//! Measures how fast the bot is: simulated players on a local Discord in this process play with the
//! bot in another process, both built in release mode. The bot's cache of pictures is empty at the
//! start.
//!
//! ```text
//! cargo bench --features bench --bench play
//! HEXPOST_SECONDS=5 HEXPOST_GAMES=10000 cargo bench --features bench --bench play
//! ```

#![expect(clippy::print_stdout, reason = "prints its measurements")]

mod workload;

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{CLUB, Id, PressResult, RateLimitMode, Sandbox, SandboxOptions};
use serde_json::{Value, json};
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteSynchronous};
use tokio::task::JoinSet;

use hexpost::app::{Act, App, Limits, NewChallenge, Opponent};
use hexpost::model::{
    ChannelId, GameId, InteractionId, PlayerId, Seat, ServerId, StoredVariant, Terms, Time,
};
use hexpost::store;
use hexpost::store::Store;

/// The number of concurrent games; each phase has its own.
const GAMES: usize = 200;
/// The number of players.
const PEOPLE: usize = 100;
/// The number of moves started per second in the open loop.
const RATE: u32 = 25;
/// The number of players who move concurrently when the bot is fully loaded.
const CROWD: usize = 32;
/// How long to wait for a response.
const PATIENCE: Duration = Duration::from_secs(10);
/// The maximum number of taps in a turn.
const MAX_TAPS: usize = 60;

fn main() {
    let seconds = number("HEXPOST_SECONDS", 20);
    let folder = tempfile::TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        starts(folder.path(), number("HEXPOST_GAMES", 100_000)).await;
        play(folder.path(), Duration::from_secs(seconds as u64)).await;
    });
}

fn number(name: &str, usual: i64) -> i64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap())
}

/// The bot as a separate process.
struct Bot(Child);

impl Bot {
    /// Starts the bot and waits until it is connected; also returns how long that took.
    fn start(sandbox: &Sandbox, database: &Path) -> (Self, Duration) {
        let begun = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexpost"))
            .arg("run")
            .current_dir(database.parent().unwrap())
            .env_clear()
            .env("DISCORD_TOKEN", sandbox.token())
            .env("DISCORD_API_BASE", sandbox.origin())
            .env("DATABASE_URL", format!("sqlite://{}", database.display()))
            .env("RUST_LOG", "warn")
            // No rate limit, because benchmarks are faster than people.
            .env("HEXPOST_COMMANDS_PER_MINUTE", "0")
            .envs(std::env::vars().filter(|(name, _)| name.starts_with("MALLOC")))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let said = child.stdout.take().unwrap();
        BufReader::new(said).read_line(&mut line).unwrap();
        assert!(line.starts_with("Playing"), "{line}");
        (Self(child), begun.elapsed())
    }

    /// The resident memory in megabytes.
    fn memory(&self) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:"));
        let mut words = line.unwrap().split_whitespace().skip(1);
        words.next().unwrap().parse::<f64>().unwrap() * 1024.0 / 1e6
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The CPU time of a process, in seconds.
fn busy(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The fields after the name, which may contain anything.
    let fields = stat.rsplit(')').next().unwrap().split_whitespace();
    let ticks: f64 = fields
        .skip(11)
        .take(2)
        .map(|text| text.parse::<f64>().unwrap())
        .sum();
    ticks / 100.0
}

async fn sandbox() -> Sandbox {
    let options = SandboxOptions {
        pace: RateLimitMode::Patient,
        ..SandboxOptions::default()
    };
    Sandbox::start(options).await.unwrap()
}

async fn starts(folder: &Path, games: i64) {
    let sandbox = sandbox().await;
    let path = folder.join("empty.db");
    let (bot, took) = tokio::task::block_in_place(|| Bot::start(&sandbox, &path));
    drop(bot);
    println!("start to ready, no database:       {took:>8.0?}");
    let path = folder.join("many.db");
    Store::open(&store::OpenOptions::new(&path))
        .await
        .unwrap()
        .close()
        .await;
    let options = SqliteConnectOptions::new()
        .filename(&path)
        .synchronous(SqliteSynchronous::Off);
    let mut connection = SqliteConnection::connect_with(&options).await.unwrap();
    for sql in workload::create_games(games) {
        let sql = sqlx::AssertSqlSafe(sql);
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
    let (bot, took) = tokio::task::block_in_place(|| Bot::start(&sandbox, &path));
    drop(bot);
    println!("start to ready, {games:>6} games:      {took:>8.0?}");
}

/// A running game.
struct Game {
    id: GameId,
    channel: Id,
    players: [Id; 2],
    position: AnyGame,
    plies: usize,
    /// The custom id of Move on the board of the last turn.
    last: Option<String>,
}

impl Game {
    fn mover(&self) -> Id {
        self.players[self.plies % 2]
    }
}

/// How a turn is made.
#[derive(Clone, Copy)]
enum How {
    Typed,
    Tapped,
    /// Typed without waiting for the board.
    Blind,
}

/// The measurements.
#[derive(Default)]
struct Figures {
    /// The time from each interaction to its first response.
    waits: Vec<Duration>,
    moves: usize,
    failures: Vec<String>,
}

/// A load test: a local Discord with simulated players.
struct LoadTest {
    sandbox: Sandbox,
    command: Value,
    games: Mutex<VecDeque<Game>>,
    figures: Mutex<Figures>,
}

impl LoadTest {
    /// Sends an interaction; returns the message that responds to it.
    async fn ask(&self, who: Id, channel: Id, mut form: Value) -> Result<Value, String> {
        form["as"] = json!(who.to_string());
        let begun = Instant::now();
        let asked = self.sandbox.act(&form)?;
        let id = asked["interaction_id"].as_str().unwrap_or_default();
        let id = id
            .parse()
            .map_err(|_| format!("{asked} is not an interaction"))?;
        let answered = self.sandbox.answered(id, PATIENCE).await;
        let Some(PressResult::Message(Some(message))) = answered else {
            return Err(format!("{form}: {answered:?}"));
        };
        self.figures.lock().unwrap().waits.push(begun.elapsed());
        // A deferred response counts as the first response.
        loop {
            let seen = self.sandbox.message(who, channel, message);
            let seen = seen.ok_or("the response was deleted")?;
            let flags = seen["flags"].as_u64().unwrap_or_default();
            if flags & 1 << 7 == 0 {
                return Ok(seen);
            }
            if begun.elapsed() > PATIENCE {
                return Err("the deferred response was never edited".to_owned());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Types a turn; returns the response.
    async fn types(&self, game: &Game, numbers: &mut SplitMix64) -> Result<Value, String> {
        let turn = game.position.uniform_turn(numbers);
        let turn = turn.and_then(|turn| game.position.write(&turn));
        let form = json!({
            "do": "command", "channel_id": game.channel.to_string(), "command_id": self.command,
            "options": [
                { "name": "turn", "type": 3, "value": turn },
                { "name": "game", "type": 3, "value": game.id.to_string() },
            ],
        });
        let screen = self.ask(game.mover(), game.channel, form).await?;
        // A turn with a warning must be confirmed.
        match tap(&screen, numbers) {
            Some(key) => self.taps(game, screen, key, numbers).await,
            None => Ok(screen),
        }
    }

    /// Composes a turn by taps, starting at the board; returns the last response.
    async fn taps(
        &self,
        game: &Game,
        mut screen: Value,
        mut key: String,
        numbers: &mut SplitMix64,
    ) -> Result<Value, String> {
        for _ in 0..MAX_TAPS {
            let form = json!({ "do": "press", "message_id": screen["id"], "custom_id": key });
            screen = self.ask(game.mover(), game.channel, form).await?;
            match tap(&screen, numbers) {
                Some(next) => key = next,
                None => return Ok(screen),
            }
        }
        Err("too many taps".to_owned())
    }

    /// Waits for the board that pings the player to move; also returns the custom id of its button
    /// Move.
    async fn board(&self, game: &Game) -> Result<(Value, String), String> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let newest = self.sandbox.newest(game.mover(), game.channel);
            let newest = newest.and_then(|newest| key_of(&newest, "1m").map(|key| (newest, key)));
            if let Some((board, key)) = newest.filter(|(_, key)| Some(key) != game.last.as_ref()) {
                return Ok((board, key));
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Err("no board".to_owned())
    }

    /// Makes a turn in a game, after waiting for its board unless it is made blindly; requeues the
    /// game if it isn't over.
    async fn turn(&self, mut game: Game, how: How, numbers: &mut SplitMix64) {
        let answer = match how {
            How::Blind => self.types(&game, numbers).await,
            How::Typed | How::Tapped => match self.board(&game).await {
                Err(why) => Err(why),
                Ok((board, key)) => {
                    game.last = Some(key.clone());
                    match how {
                        How::Tapped => self.taps(&game, board, key, numbers).await,
                        _ => self.types(&game, numbers).await,
                    }
                }
            },
        };
        let made = answer.and_then(|answer| {
            let text = answer["content"].as_str().unwrap_or_default();
            let made = text
                .contains('✅')
                .then(|| text.split('`').nth(1))
                .flatten();
            let turn = made.and_then(|made| game.position.read(made).ok());
            turn.ok_or_else(|| format!("refused: {text}"))
        });
        let turn = match made {
            Ok(turn) => turn,
            Err(why) => {
                self.figures.lock().unwrap().failures.push(why);
                return;
            }
        };
        self.figures.lock().unwrap().moves += 1;
        game.position.play(&turn).unwrap();
        game.plies += 1;
        if game.position.outcome().is_none() {
            self.games.lock().unwrap().push_back(game);
        }
    }

    fn next(&self) -> Option<Game> {
        self.games.lock().unwrap().pop_front()
    }
}

fn parts(message: &Value) -> impl Iterator<Item = &Value> {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
}

/// The custom id of a message's component that starts with this prefix.
fn key_of(message: &Value, beginning: &str) -> Option<String> {
    let mut keys = parts(message).filter_map(|part| part["custom_id"].as_str());
    keys.find(|id| id.starts_with(beginning)).map(str::to_owned)
}

/// The custom id of a random component of the composer that leads on; none if the turn is complete.
fn tap(screen: &Value, numbers: &mut SplitMix64) -> Option<String> {
    if screen["content"]
        .as_str()
        .is_some_and(|text| text.contains('✅'))
    {
        return None;
    }
    let leads_on = |part: &&Value| {
        let sign = part["emoji"]["name"].as_str().unwrap_or_default();
        let is_back = ["↩️", "✖️", "⌨️"].contains(&sign) || part["label"] == "Close";
        part["type"] == 2 && part["disabled"] != true && !is_back
    };
    let keys: Vec<&Value> = parts(screen).filter(leads_on).collect();
    let count = keys.len() as u64;
    let key = keys.get(numbers.below(count.max(1)) as usize)?;
    key["custom_id"].as_str().map(str::to_owned)
}

/// Creates games of both kinds, each in its own channel, directly in the database.
async fn begin(sandbox: &Sandbox, database: &Path, count: usize) -> Vec<Game> {
    let store = Store::open(&store::OpenOptions::new(database))
        .await
        .unwrap();
    let app = App::new(store, Limits::default());
    let people: Vec<Id> = (0..PEOPLE)
        .map(|index| sandbox.add_person(&format!("Player {}", index + 10), "en-US"))
        .collect::<Result<_, _>>()
        .unwrap();
    // Without this, a welcome would appear among the boards.
    for person in &people {
        app.welcome(PlayerId(*person as i64)).await.unwrap();
    }
    let mut games = Vec::new();
    for index in 0..count {
        let (kind, variant) = [("zertz", "37"), ("tzaar", "fixed")][index % 2];
        let channel = sandbox.add_channel(CLUB, &format!("game {index}")).unwrap();
        let other = (index + 1 + index / PEOPLE) % PEOPLE;
        let players = [people[index % PEOPLE], people[other]];
        let act = |side: usize| Act {
            by: PlayerId(players[side] as i64),
            interaction: InteractionId((index * 2 + side + 1) as i64),
            expected_seq: None,
            now: Time(sandbox.now()),
        };
        let new = NewChallenge {
            opponent: Some(Opponent {
                id: PlayerId(players[1] as i64),
                is_bot: false,
            }),
            server: Some(ServerId(CLUB as i64)),
            channel: Some(ChannelId(channel as i64)),
            terms: Terms {
                variant: StoredVariant::parse(kind, variant),
                seat: Seat::Mine,
                pace: Some(hexpost::model::Pace::days(3)),
                is_rated: false,
                note: None,
            },
        };
        let id = app.challenge(&act(0), new).await.unwrap().id;
        app.accept(&act(1), id).await.unwrap();
        games.push(Game {
            id,
            channel,
            players,
            position: AnyGame::start(&Variant::parse(kind, variant).unwrap()),
            plies: 0,
            last: None,
        });
    }
    app.close().await;
    games
}

async fn play(folder: &Path, time: Duration) {
    let sandbox = sandbox().await;
    let database = folder.join("play.db");
    let mut games = begin(&sandbox, &database, GAMES * Phase::ALL.len()).await;
    let some = games[0].players[0];
    let (bot, _) = tokio::task::block_in_place(|| Bot::start(&sandbox, &database));
    let reader = Store::open_to_read(&store::OpenOptions::new(&database)).await;
    let reader = App::new(reader.unwrap(), Limits::default());
    let begun = Instant::now();
    drain(&reader).await;
    let rate = games.len() as f64 / begun.elapsed().as_secs_f64();
    println!("boards of new games, one after the other: {rate:.0}/s");
    println!("    memory of the bot: {:.0} MB", bot.memory());
    let commands = sandbox.commands(some, hexpost_sandbox::GAMES).unwrap();
    let command = commands.iter().find(|command| command["name"] == "move");
    let load = Arc::new(LoadTest {
        command: command.unwrap()["id"].clone(),
        sandbox,
        games: Mutex::default(),
        figures: Mutex::default(),
    });
    println!();
    println!(
        "                          moves  boards moves/s requests/s  p50 ms  p99 ms   worst failed \
         refused bot CPU driver CPU  last board"
    );
    for phase in Phase::ALL {
        let own = games.split_off(games.len() - GAMES);
        let channels: Vec<Id> = own.iter().map(|game| game.channel).collect();
        *load.games.lock().unwrap() = own.into();
        let before = [busy(bot.0.id()), busy(std::process::id())];
        let begun = Instant::now();
        phase.run(&load, time).await;
        let took = begun.elapsed().as_secs_f64();
        let after = [busy(bot.0.id()), busy(std::process::id())];
        let begun = Instant::now();
        drain(&reader).await;
        let late = begun.elapsed().as_secs_f64();
        // The first board of each game was posted before.
        let boards = channels
            .iter()
            .map(|channel| load.sandbox.pings(*channel).len() - 1);
        let boards: usize = boards.sum();
        let mut figures = std::mem::take(&mut *load.figures.lock().unwrap());
        figures.waits.sort();
        let at = |part: f64| {
            let index = (figures.waits.len() as f64 * part) as usize;
            let wait = figures.waits.get(index.min(figures.waits.len() - 1));
            wait.map_or(0.0, |wait| wait.as_secs_f64() * 1e3)
        };
        let refused = load.sandbox.take_refused();
        println!(
            "{:<24} {:>6} {boards:>7} {:>7.1} {:>10.1} {:>7.1} {:>7.1} {:>7.1} {:>6} {:>7} {:>5.0} % \
             {:>8.0} % {late:>7.1} s",
            phase.name(),
            figures.moves,
            figures.moves as f64 / took,
            figures.waits.len() as f64 / took,
            at(0.5),
            at(0.99),
            at(1.0),
            figures.failures.len(),
            refused.len(),
            (after[0] - before[0]) / took * 100.0,
            (after[1] - before[1]) / took * 100.0,
        );
        println!("    memory of the bot: {:.0} MB", bot.memory());
        for why in figures.failures.iter().chain(&refused).take(5) {
            println!("    {why}");
        }
    }
}

/// Waits until all notifications have been sent.
async fn drain(app: &App) {
    while app.oldest_unsent(Time(i64::MAX)).await.unwrap().is_some() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A phase of the run.
#[derive(Clone, Copy)]
enum Phase {
    /// A fixed number of moves per second, whatever the response times; half typed and half tapped.
    Open,
    /// As many typed moves as possible, each after its board was posted.
    Typed,
    /// As many tapped moves as possible.
    Tapped,
    /// As many typed moves as possible, by players who don't wait for boards. Boards that are
    /// outdated by then aren't sent.
    Blind,
}

impl Phase {
    const ALL: [Self; 4] = [Self::Open, Self::Typed, Self::Tapped, Self::Blind];

    const fn name(self) -> &'static str {
        match self {
            Self::Open => "open, typed and tapped",
            Self::Typed => "saturated, typed",
            Self::Tapped => "saturated, tapped",
            Self::Blind => "saturated, typed blindly",
        }
    }

    async fn run(self, load: &Arc<LoadTest>, time: Duration) {
        let begun = Instant::now();
        let mut tasks = JoinSet::new();
        if let Self::Open = self {
            let mut beat = tokio::time::interval(Duration::from_secs(1) / RATE);
            for index in 0.. {
                beat.tick().await;
                if begun.elapsed() > time {
                    break;
                }
                let Some(game) = load.next() else { continue };
                let load = Arc::clone(load);
                tasks.spawn(async move {
                    let mut numbers = SplitMix64::new(index);
                    let how = [How::Typed, How::Tapped][usize::from(index % 4 < 2)];
                    load.turn(game, how, &mut numbers).await;
                });
            }
        } else {
            for index in 0..CROWD as u64 {
                let load = Arc::clone(load);
                let how = match self {
                    Self::Tapped => How::Tapped,
                    Self::Blind => How::Blind,
                    Self::Open | Self::Typed => How::Typed,
                };
                tasks.spawn(async move {
                    let mut numbers = SplitMix64::new(1_000_000 + index);
                    while begun.elapsed() < time {
                        let Some(game) = load.next() else { break };
                        load.turn(game, how, &mut numbers).await;
                    }
                });
            }
        }
        while let Some(done) = tasks.join_next().await {
            done.unwrap();
        }
    }
}
