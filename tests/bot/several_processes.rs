//! Three processes on one PostgreSQL database, as a Pair and as a Fleet, that are killed, suspended and cut off
//! from their database while games are played: no confirmed move is lost or made twice, every player is pinged
//! exactly once for each turn, and the turns of a game are posted in order.
//!
//! Needs PostgreSQL's programs; without them each test says that it was skipped. `HEXPOST_KILLS` is the number of
//! interruptions.

use std::cell::{Cell, RefCell};
use std::process::Command;
use std::time::{Duration, Instant};

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{FIRST_PLAYER, GAMES, GENERAL, Id, PressResult, SECOND_PLAYER};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Mutex;

use super::harness::{Harness, PATIENCE, Seen};
use super::postgres::Server;
use super::program::Program;
use hexpost::app::integrity::check;
use hexpost::app::{App, Limits};
use hexpost::model::{ChannelId, Time};
use hexpost::store::{ServerOptions, Store};

/// The number of processes.
const PROCESSES: usize = 3;
/// Leases last so many seconds.
const LEASE: &str = "1";
/// Longer than a lease.
const SUSPENSION: Duration = Duration::from_millis(1800);
/// The number of changes on the local Discord between two interruptions, at most; a turn takes about ten.
const MAX_CHANGES: u64 = 30;
/// The number of turns made after the last interruption.
const LAST_TURNS: usize = 2;
/// How often a turn is confirmed, at most, before it is typed again.
const MAX_CONFIRMATIONS: usize = 4;
/// How long a player goes on trying until there is a response.
const INSISTENCE: Duration = Duration::from_secs(90);

/// How often processes are interrupted.
fn interruptions() -> u64 {
    std::env::var("HEXPOST_KILLS").map_or(6, |text| text.parse().expect("HEXPOST_KILLS"))
}

/// How the processes work together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Setup {
    Pair,
    Fleet,
}

/// A balancer: passes each connection on to the next process that accepts it.
async fn balance(listener: TcpListener, backends: Vec<String>) {
    let mut next = 0;
    while let Ok((mut from, _)) = listener.accept().await {
        next += 1;
        let order: Vec<String> = (0..backends.len())
            .map(|index| backends[(next + index) % backends.len()].clone())
            .collect();
        tokio::spawn(async move {
            for address in order {
                if let Ok(mut to) = TcpStream::connect(&address).await {
                    // Either side may have been killed.
                    let _ = copy_bidirectional(&mut from, &mut to).await;
                    return;
                }
            }
        });
    }
}

/// A process with its own settings.
struct Member {
    settings: Vec<(&'static str, String)>,
    program: Option<Program>,
}

struct Processes {
    harness: Harness,
    server: RefCell<Server>,
    members: RefCell<Vec<Member>>,
    /// While this is held, nothing is interrupted.
    calm: Mutex<()>,
    is_over: Cell<bool>,
}

impl Member {
    fn start(&mut self, harness: &Harness) {
        let settings: Vec<(&str, &str)> = self
            .settings
            .iter()
            .map(|(name, value)| (*name, value.as_str()))
            .collect();
        self.program = Some(Program::start(harness, &settings, || {}));
    }

    /// Sends a signal to the process.
    fn signal(&self, name: &str) {
        let id = self.program.as_ref().expect("the process runs").id();
        let sent = Command::new("kill")
            .args([name, &id.to_string()])
            .status()
            .expect("failed to run kill");
        assert!(sent.success());
    }
}

impl Processes {
    /// Starts all processes; `None` if PostgreSQL is not installed.
    async fn start(setup: Setup) -> Option<Self> {
        let server = Server::start()?;
        let harness = Harness::unlogged().await;
        let mut members = Vec::new();
        let mut backends = Vec::new();
        let listener = TcpListener::bind("127.0.0.1:0")
            .await
            .expect("no free port");
        let public = listener.local_addr().expect("an address");
        for _ in 0..PROCESSES {
            let mut settings = vec![
                ("DATABASE_URL", server.url.clone()),
                ("HEXPOST_LEASE_SECONDS", LEASE.to_owned()),
                ("HEXPOST_DATABASE_CONNECTIONS", "4".to_owned()),
                ("HEXPOST_COMMANDS_PER_MINUTE", "0".to_owned()),
            ];
            if setup == Setup::Fleet {
                let address = super::play::hosting::free_address();
                settings.push(("HEXPOST_LISTEN", address.clone()));
                settings.push(("HEXPOST_PUBLIC_URL", format!("http://{public}")));
                backends.push(address);
            }
            let program = None;
            members.push(Member { settings, program });
        }
        if setup == Setup::Fleet {
            tokio::spawn(balance(listener, backends));
        }
        for member in &mut members {
            member.start(&harness);
        }
        harness
            .until("the bot to connect", || {
                harness.sandbox.has_bot().then_some(())
            })
            .await;
        let this = Self {
            harness,
            server: RefCell::new(server),
            members: RefCell::new(members),
            calm: Mutex::default(),
            is_over: Cell::new(false),
        };
        let commands = || {
            let commands = this.harness.sandbox.commands(FIRST_PLAYER, GAMES).ok()?;
            (!commands.is_empty()).then_some(())
        };
        this.harness.until("the commands", commands).await;
        Some(this)
    }

    /// Interrupts what runs, again and again: a process is killed and started again, or suspended until others
    /// have taken over, or the database is restarted.
    async fn interrupt(&self, mut numbers: SplitMix64) {
        let count = interruptions();
        for number in 0..count {
            let mut changed = self.harness.sandbox.changed();
            let end = *changed.borrow() + 1 + numbers.below(MAX_CHANGES);
            let come = changed.wait_for(|count| *count >= end);
            // Nothing happens for a while if everyone waits for a lease to run out.
            let _ = tokio::time::timeout(Duration::from_secs(5), come).await;
            tokio::time::sleep(Duration::from_micros(numbers.below(8_000))).await;
            let calm = self.calm.lock().await;
            let index = numbers.below(PROCESSES as u64) as usize;
            if number % 6 == 4 {
                tokio::task::block_in_place(|| self.server.borrow_mut().restart());
                continue;
            }
            if number % 3 == 2 {
                self.members.borrow()[index].signal("-STOP");
                drop(calm);
                tokio::time::sleep(SUSPENSION).await;
                self.members.borrow()[index].signal("-CONT");
                continue;
            }
            let mut members = self.members.borrow_mut();
            members[index].program = None;
            members[index].start(&self.harness);
        }
        self.is_over.set(true);
    }

    /// The turns posted in a thread, each as often as it was posted.
    fn posted(&self, thread: Id) -> Vec<String> {
        let seen = self.harness.person(FIRST_PLAYER).at(thread).reads();
        let seen = seen.into_iter().filter(|seen| !seen.is_private);
        let turns = |text: &str| -> Vec<String> {
            text.split('`')
                .skip(1)
                .step_by(2)
                .map(str::to_owned)
                .collect()
        };
        seen.flat_map(|seen| turns(&seen.text)).collect()
    }

    /// Types a command until there is a response.
    async fn insists(&self, who: Id, place: Id, text: &str) -> Seen {
        let began = Instant::now();
        while began.elapsed() < INSISTENCE {
            let person = self.harness.person(who).at(place);
            let asked = person.types_and_leaves(text);
            let answered = self.harness.sandbox.answered(asked, PATIENCE).await;
            if let Some(PressResult::Message(Some(id))) = answered {
                let told = Instant::now();
                while told.elapsed() < Duration::from_secs(5) {
                    let found = person.reads().into_iter().find(|seen| seen.id == id);
                    match found {
                        Some(seen) if !seen.is_loading => return seen,
                        // The process may have been killed after it deferred its response.
                        _ => tokio::time::sleep(Duration::from_millis(20)).await,
                    }
                }
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        panic!("never a response to {text}\n{}", self.harness.story());
    }

    /// Types a challenge until its message appears after another one: the response can be an apology while the
    /// database is away.
    async fn challenges(&self, text: &str, channel: Id, last: Id) -> Seen {
        let began = Instant::now();
        while began.elapsed() < INSISTENCE {
            self.insists(FIRST_PLAYER, channel, text).await;
            let told = Instant::now();
            while told.elapsed() < Duration::from_secs(5) {
                let mut all = self
                    .harness
                    .person(SECOND_PLAYER)
                    .at(channel)
                    .reads()
                    .into_iter();
                let card = all.find(|seen| {
                    seen.id > last && seen.parts().any(|part| is_accept(&part["custom_id"]))
                });
                if let Some(card) = card {
                    return card;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
        panic!("never challenged\n{}", self.harness.story());
    }

    /// Starts a game in a thread, without interruptions.
    async fn begin(&self, variant: &str, channel: Id) -> Id {
        let _calm = self.calm.lock().await;
        let text = format!("/challenge game:{variant} opponent:@Player 2 side:first");
        let before = |person: Id| {
            let reads = self.harness.person(person).at(channel).reads();
            reads.last().map_or(0, |seen| seen.id)
        };
        let last = before(SECOND_PLAYER);
        let card = self.challenges(&text, channel, last).await;
        let person = self.harness.person(SECOND_PLAYER).at(channel);
        let key = card.parts().find(|part| is_accept(&part["custom_id"]));
        let key = key.expect("a button")["custom_id"].clone();
        let began = Instant::now();
        loop {
            let asked = person.presses_and_leaves(&card, key.as_str().unwrap_or_default());
            let answered = self.harness.sandbox.answered(asked, PATIENCE).await;
            if let Some(PressResult::Message(Some(_))) = answered {
                break;
            }
            assert!(began.elapsed() < INSISTENCE, "never accepted");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let thread = || {
            let messages = self.harness.sandbox.messages(FIRST_PLAYER, card.id).ok()?;
            (!messages.is_empty()).then_some(card.id)
        };
        self.harness.until("the thread of the game", thread).await
    }

    /// Makes the turn after so many others; true if its player was told so. A turn with a warning has to be
    /// confirmed.
    async fn turn(&self, ply: usize, thread: Id, text: &str) -> bool {
        let who = mover(ply);
        let began = Instant::now();
        while began.elapsed() < INSISTENCE {
            let mut screen = self
                .insists(who, thread, &format!("/move turn:{text}"))
                .await;
            // A turn that loses is confirmed twice.
            for _ in 0..MAX_CONFIRMATIONS {
                if screen.text.contains('✅') {
                    return true;
                }
                // The green or the red button.
                let confirm = screen.parts().find(|part| {
                    let id = part["custom_id"].as_str().unwrap_or_default();
                    let is_coloured = part["style"] == 3 || part["style"] == 4;
                    id.starts_with("1c") && part["disabled"] != true && is_coloured
                });
                let Some(confirm) = confirm else {
                    if self.posted(thread).len() > ply {
                        // It was made before, and the response was lost.
                        return false;
                    }
                    // That, and it is still to be posted; or an apology while the database is away.
                    tokio::time::sleep(Duration::from_millis(300)).await;
                    break;
                };
                let person = self.harness.person(who).at(thread);
                let id = confirm["custom_id"].as_str().unwrap_or_default();
                let asked = person.presses_and_leaves(&screen, id);
                self.harness.sandbox.answered(asked, PATIENCE).await;
                let now = person.reads().into_iter().find(|seen| seen.id == screen.id);
                screen = now.expect("the screen is gone");
            }
        }
        panic!("never made: {text}\n{}", self.harness.story());
    }

    /// Plays a game until it is over or nothing is interrupted any more; returns its thread and the turns that
    /// were confirmed to a player.
    async fn game(&self, variant: &str, channel: Id, mut numbers: SplitMix64) -> (Id, Vec<String>) {
        let thread = self.begin(variant, channel).await;
        let (kind, name) = variant.split_once(' ').expect("a game and a variant");
        let mut position = AnyGame::start(&Variant::parse(kind, name).expect("a variant"));
        let (mut confirmed, mut last) = (Vec::new(), 0);
        for ply in 0.. {
            if position.outcome().is_some() || last == LAST_TURNS {
                break;
            }
            last += usize::from(self.is_over.get());
            let turn = position.uniform_turn(&mut numbers).expect("a turn");
            let text = position.write(&turn).expect("a text");
            let is_confirmed = self.turn(ply, thread, &text).await;
            if is_confirmed {
                confirmed.push(text.clone());
            }
            // Also if the response was lost and the turn was refused when it was typed again.
            let seen = || self.posted(thread).get(ply).cloned();
            let posted = self.harness.until("the turn to be posted", seen).await;
            assert_eq!(posted, text);
            position.play(&turn).expect("a legal turn");
        }
        (thread, confirmed)
    }

    /// Checks that the database and the threads agree.
    async fn check(&self, games: &[(Id, Vec<String>)]) {
        let options = ServerOptions::new(&self.server.borrow().url).expect("a URL");
        let store = Store::connect_to_read(&options).await.expect("a database");
        let report = check(&store).await.expect("a report");
        assert_eq!(report.problems, [""; 0]);
        assert_eq!(report.games, games.len());
        let app = App::new(store, Limits::default());
        let sent = async {
            while app
                .oldest_unsent(Time(i64::MAX))
                .await
                .expect("a time")
                .is_some()
            {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        let sent = tokio::time::timeout(PATIENCE, sent).await;
        sent.expect("not everything was sent");
        for (thread, confirmed) in games {
            let row = app.thread_game(ChannelId(*thread as i64)).await;
            let id = row.expect("a row").expect("a game").id;
            let game = app.game(id, Time(0)).await.expect("the game replays");
            let made = game.record.texts();
            assert_eq!(
                self.posted(*thread),
                made,
                "each turn is posted once, in order"
            );
            let mut rest = made.iter();
            let lost = confirmed
                .iter()
                .find(|turn| !rest.any(|made| made == *turn));
            assert_eq!(lost, None, "{confirmed:?} is not within {made:?}");
            let calls: Vec<Vec<Id>> = (0..=made.len()).map(|ply| vec![mover(ply)]).collect();
            assert_eq!(self.harness.sandbox.pings(*thread), calls, "{id}");
        }
        app.close().await;
    }
}

fn is_accept(id: &serde_json::Value) -> bool {
    id.as_str().is_some_and(|id| id.starts_with("1a"))
}

/// The player to move after this many turns.
fn mover(ply: usize) -> Id {
    [FIRST_PLAYER, SECOND_PLAYER][ply % 2]
}

async fn play(setup: Setup, seed: u64) {
    let Some(processes) = Processes::start(setup).await else {
        return;
    };
    let series = async |variant: &str, channel: Id, seed: u64| {
        let mut games = Vec::new();
        while !processes.is_over.get() {
            let numbers = SplitMix64::new(seed + games.len() as u64);
            games.push(processes.game(variant, channel, numbers).await);
        }
        games
    };
    let (mut games, more, ()) = tokio::join!(
        series("zertz 37", GAMES, seed),
        series("tzaar fixed", GENERAL, seed + 100),
        processes.interrupt(SplitMix64::new(seed + 200)),
    );
    games.extend(more);
    processes.check(&games).await;
    let mut refused = processes.harness.refused();
    // A process that was suspended responds too late.
    refused.retain(|request| !request.contains("/callback") && !request.contains("/webhooks/"));
    assert_eq!(refused, [""; 0], "{}", processes.harness.story());
    let program = processes.members.borrow_mut()[0].program.take();
    let log = program.expect("the process runs").log();
    assert!(!log.contains("panicked"), "{log}");
    let turns: usize = games.iter().map(|(_, confirmed)| confirmed.len()).sum();
    assert!(turns > 4, "only {turns} turns in {} games", games.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pair_loses_and_repeats_nothing_whatever_happens_to_its_processes() {
    play(Setup::Pair, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fleet_loses_and_repeats_nothing_whatever_happens_to_its_processes() {
    play(Setup::Fleet, 2).await;
}
