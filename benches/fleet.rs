//! Measures a Fleet: three processes behind a balancer, on one PostgreSQL, with 200 games and 25 moves per second.
//! The local Discord applies Discord's own limits. Needs PostgreSQL's programs.
//!
//! ```text
//! cargo bench --features bench --bench fleet
//! HEXPOST_SECONDS=60 cargo bench --features bench --bench fleet
//! ```

#![expect(clippy::print_stdout, reason = "prints its measurements")]

mod load;

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener as FreePort;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use hexpost::app::{App, Limits};
use hexpost::store::{ServerOptions, Store};
use hexpost_sandbox::{RateLimitMode, Sandbox, SandboxOptions};
use load::{LoadTest, begin, busy, drain, number, open_loop, percentile};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

const GAMES: usize = 200;
const PROCESSES: usize = 3;
/// How long moves are made before anything is measured: pictures are drawn for the first time, and processes find
/// out about each other.
const WARM_UP: Duration = Duration::from_secs(15);

fn main() {
    let seconds = number("HEXPOST_SECONDS", 30);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(play(Duration::from_secs(seconds as u64)));
}

/// A temporary server, which stops when this is dropped.
struct Server {
    child: Child,
    end: Option<ChildStdin>,
    url: String,
}

impl Server {
    fn start() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut child = Command::new(root.join(".ci/postgres"))
            .args(["sh", "-c", "echo \"$HEXPOST_TEST_DATABASE\"; cat"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut url = String::new();
        let said = child.stdout.take().unwrap();
        BufReader::new(said).read_line(&mut url).unwrap();
        assert!(!url.is_empty(), "PostgreSQL is not installed");
        Self {
            end: child.stdin.take(),
            child,
            url: url.trim().to_owned(),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.end.take());
        let _ = self.child.wait();
    }
}

/// One of the processes.
struct Bot(Child);

impl Bot {
    fn start(sandbox: &Sandbox, server: &Server, listen: &str, public: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexpost"))
            .arg("run")
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .env_clear()
            .env("DISCORD_TOKEN", sandbox.token())
            .env("DISCORD_API_BASE", sandbox.origin())
            .env("DATABASE_URL", &server.url)
            .env("HEXPOST_ADMIN_ADDR", "off")
            .env("HEXPOST_LISTEN", listen)
            .env("HEXPOST_PUBLIC_URL", public)
            .env("HEXPOST_COMMANDS_PER_MINUTE", "0")
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let said = child.stdout.take().unwrap();
        BufReader::new(said).read_line(&mut line).unwrap();
        assert!(line.starts_with("Playing"), "{line}");
        Self(child)
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Passes connections on to the processes in turn.
async fn balance(listener: TcpListener, backends: Vec<String>) {
    let mut turn = 0;
    while let Ok((mut from, _)) = listener.accept().await {
        turn += 1;
        let backends = backends.clone();
        tokio::spawn(async move {
            for index in 0..backends.len() {
                let address = &backends[(turn + index) % backends.len()];
                if let Ok(mut to) = TcpStream::connect(address).await {
                    // Either side may close the connection.
                    let _ = copy_bidirectional(&mut from, &mut to).await;
                    return;
                }
            }
        });
    }
}

async fn play(time: Duration) {
    let server = Server::start();
    let options = SandboxOptions {
        pace: RateLimitMode::Discord,
        ..SandboxOptions::default()
    };
    let sandbox = Sandbox::start(options).await.unwrap();
    let connect = async || {
        let options = ServerOptions::new(&server.url).unwrap();
        App::new(Store::connect(&options).await.unwrap(), Limits::default())
    };
    let app = connect().await;
    let games = begin(&sandbox, &app, GAMES).await;
    app.close().await;
    let someone = games[0].players[0];
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let public = format!("http://{}", listener.local_addr().unwrap());
    // Each is free again when its listener is dropped.
    let free: Vec<FreePort> = (0..PROCESSES)
        .map(|_| FreePort::bind("127.0.0.1:0").unwrap())
        .collect();
    let backends: Vec<String> = free
        .iter()
        .map(|port| port.local_addr().unwrap().to_string())
        .collect();
    drop(free);
    tokio::spawn(balance(listener, backends.clone()));
    let bots: Vec<Bot> = backends
        .iter()
        .map(|listen| {
            tokio::task::block_in_place(|| Bot::start(&sandbox, &server, listen, &public))
        })
        .collect();
    let reader = connect().await;
    drain(&reader).await;
    let commands = sandbox.commands(someone, hexpost_sandbox::GAMES).unwrap();
    let command = commands.iter().find(|command| command["name"] == "move");
    let load = Arc::new(LoadTest {
        command: command.unwrap()["id"].clone(),
        sandbox,
        games: Mutex::new(games.into()),
        figures: Mutex::default(),
    });
    open_loop(&load, WARM_UP).await;
    std::mem::take(&mut *load.figures.lock().unwrap());
    load.sandbox.take_refused();
    load.sandbox.take_peak();
    let used = |bots: &[Bot]| bots.iter().map(|bot| busy(bot.0.id())).sum::<f64>();
    let before = [used(&bots), busy(std::process::id())];
    let begun = std::time::Instant::now();
    open_loop(&load, time).await;
    let took = begun.elapsed().as_secs_f64();
    let after = [used(&bots), busy(std::process::id())];
    let begun = std::time::Instant::now();
    drain(&reader).await;
    let late = begun.elapsed().as_secs_f64();
    let peak = load.sandbox.take_peak();
    let refused = load.sandbox.take_refused();
    let mut figures = std::mem::take(&mut *load.figures.lock().unwrap());
    figures.waits.sort();
    let at = |part: f64| percentile(&figures.waits, part);
    println!("{PROCESSES} processes, {GAMES} games, {took:.0} s");
    println!(
        "moves per second:            {:.1}",
        figures.moves as f64 / took
    );
    println!(
        "interactions per second:     {:.1}",
        figures.waits.len() as f64 / took
    );
    println!(
        "first response:              p50 {:.1} ms, p99 {:.1} ms, worst {:.1} ms",
        at(0.5),
        at(0.99),
        at(1.0)
    );
    println!("counted requests, at most:   {peak} in a second");
    println!(
        "failed, refused:             {}, {}",
        figures.failures.len(),
        refused.len()
    );
    println!("last board:                  {late:.1} s after the last move");
    println!(
        "CPU of the bots, of this:    {:.0} %, {:.0} %",
        (after[0] - before[0]) / took * 100.0,
        (after[1] - before[1]) / took * 100.0
    );
    for why in figures.failures.iter().chain(&refused).take(5) {
        println!("    {why}");
    }
}
