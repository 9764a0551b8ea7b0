//! Measures how fast the bot is: simulated players on a local Discord in this process play with the
//! bot in another process, both built in release mode. The bot's cache of pictures is empty at the
//! start.
//!
//! ```text
//! cargo bench --features bench --bench play
//! HEXPOST_SECONDS=5 HEXPOST_GAMES=10000 cargo bench --features bench --bench play
//! ```

#![expect(clippy::print_stdout, reason = "prints its measurements")]

mod load;
mod workload;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{Id, RateLimitMode, Sandbox, SandboxOptions};
use load::{
    How, LoadTest, begin, begin_computer_games, busy, drain, number, open_loop, percentile,
    play_computer,
};
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteSynchronous};
use tokio::task::JoinSet;

use hexpost::app::{App, Limits};
use hexpost::store;
use hexpost::store::Store;

/// The number of concurrent games; each phase has its own.
const GAMES: usize = 200;
/// The number of concurrent games against the computer, in the phase that has some.
const COMPUTER_GAMES: usize = 20;
/// The number of players who move concurrently when the bot is fully loaded.
const CROWD: usize = 32;

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
            // No budget of requests either: measured is what the bot can do.
            .env("HEXPOST_REQUESTS_PER_SECOND", "1000")
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

async fn play(folder: &Path, time: Duration) {
    let sandbox = sandbox().await;
    let database = folder.join("play.db");
    let store = Store::open(&store::OpenOptions::new(&database))
        .await
        .unwrap();
    let app = App::new(store, Limits::default());
    let mut games = begin(&sandbox, &app, GAMES * Phase::ALL.len()).await;
    let mut against_computer = begin_computer_games(&sandbox, &app, COMPUTER_GAMES).await;
    app.close().await;
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
        let computer = match phase {
            Phase::BesideComputer => std::mem::take(&mut against_computer),
            _ => Vec::new(),
        };
        let playing = play_computer(Arc::clone(&load), reader.clone(), computer, time);
        let playing = tokio::spawn(playing);
        phase.run(&load, time).await;
        let answers = playing.await.unwrap();
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
        let at = |part: f64| percentile(&figures.waits, part);
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
        if let Phase::BesideComputer = phase {
            println!("    turns of the computer: {answers}");
        }
        for why in figures.failures.iter().chain(&refused).take(5) {
            println!("    {why}");
        }
    }
}

/// A phase of the run.
#[derive(Clone, Copy)]
enum Phase {
    /// A fixed number of moves per second, whatever the response times; half typed and half tapped.
    Open,
    /// The same while the computer thinks about games at its strongest.
    BesideComputer,
    /// As many typed moves as possible, each after its board was posted.
    Typed,
    /// As many tapped moves as possible.
    Tapped,
    /// As many typed moves as possible, by players who don't wait for boards. Boards that are
    /// outdated by then aren't sent.
    Blind,
}

impl Phase {
    const ALL: [Self; 5] = [
        Self::Open,
        Self::BesideComputer,
        Self::Typed,
        Self::Tapped,
        Self::Blind,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Open => "open, typed and tapped",
            Self::BesideComputer => "open, beside computer",
            Self::Typed => "saturated, typed",
            Self::Tapped => "saturated, tapped",
            Self::Blind => "saturated, typed blindly",
        }
    }

    async fn run(self, load: &Arc<LoadTest>, time: Duration) {
        let begun = Instant::now();
        let mut tasks = JoinSet::new();
        if let Self::Open | Self::BesideComputer = self {
            open_loop(load, time).await;
        } else {
            for index in 0..CROWD as u64 {
                let load = Arc::clone(load);
                let how = match self {
                    Self::Tapped => How::Tapped,
                    Self::Blind => How::Blind,
                    _ => How::Typed,
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
