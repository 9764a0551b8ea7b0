//! Threads on which the computer thinks, outside of tokio and at the lowest priority of the system.
//!
//! A task claims jobs (`app::computer::jobs`) while a thread is free, hands each to a thread, renews the
//! claim meanwhile, and stores the answer. The threads know nothing but the position: if the process is
//! killed, the job is still in the database, and is claimed again. Each thread keeps the table of one level,
//! so the memory is that of a table times the number of threads. For analyses and questions about positions it
//! gives that up for another one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use hexpost_engine::game::AnyGame;
use hexpost_engine::search::{
    Engine, Level, Options, Player, Proof, SearchLimits, SearchReport, proof_nodes, solve,
};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinSet;

use crate::app::computer::evaluation::Evaluation;
use crate::app::computer::hint::HintReason;
use crate::app::leases::new_owner;
use crate::app::{App, CLAIM, ClaimedJob, ComputerAnswer};
use crate::metrics::Metrics;
use crate::model::{JobKind, Time};

/// How often jobs are looked for that other processes have written or left.
const LOOK: Duration = Duration::from_secs(2);
/// How often a claim is renewed.
const RENEWAL: Duration = Duration::from_secs(CLAIM.as_secs() / 3);
/// The longest time for a turn; then the best turn found so far is made.
const LONGEST: Duration = Duration::from_mins(1);
/// The weakest level that resigns. The others play on, as people do who don't see that far.
const RESIGNS_FROM: Level = Level::Numbered(5);
/// The positions looked at to prove that the game is lost.
const PROOF_NODES: u64 = 10_000;

/// The size of the table for an evaluation.
const EVALUATION_MEGABYTES: usize = 16;
/// The positions looked at for a proof where one is unlikely: on a full board each takes long.
const GLANCE: u64 = 200;
/// A proof is tried only if a side's winning chances are below this, in millionths.
const UNCERTAIN: u32 = 150_000;

/// The computer of a process.
#[derive(Debug)]
pub struct EnginePool<C> {
    /// The use cases.
    pub app: Arc<App>,
    /// Returns the current time.
    pub clock: C,
    /// Notified when there may be a job.
    pub wake: Arc<Notify>,
    /// Notified when there may be notices to deliver.
    pub work: Arc<Notify>,
    /// Notified when the next due time may have changed.
    pub due: Arc<Notify>,
    /// Records how long turns take.
    pub metrics: Arc<Metrics>,
    /// The number of threads.
    pub threads: usize,
}

/// A position to think about.
struct Task {
    kind: JobKind,
    game: AnyGame,
    level: Level,
    nodes: u64,
    seed: u64,
    stop: Arc<AtomicBool>,
    reply: oneshot::Sender<Option<ComputerAnswer>>,
}

/// Ends the search when the answer is not waited for any more.
struct StopGuard(Arc<AtomicBool>);

impl Drop for StopGuard {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The number of threads if the host has not chosen one: one fewer than there are cores.
pub fn usual_threads() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_sub(1).max(1)
}

impl<C: Fn() -> Time + Send + Sync + 'static> EnginePool<C> {
    /// Runs forever.
    pub async fn run(self) {
        let owner = new_owner();
        while let Err(error) = self.app.release_jobs().await {
            tracing::error!(%error, "computer: failed to release its jobs; will retry");
            tokio::time::sleep(LOOK).await;
        }
        let threads = self.threads.max(1);
        let tasks = start_threads(threads);
        let pool = Arc::new(self);
        let mut thinking: JoinSet<()> = JoinSet::new();
        loop {
            while thinking.len() < threads {
                match pool.app.claim_job(&owner, (pool.clock)()).await {
                    Ok(Some(claimed)) => {
                        let (pool, tasks, owner) =
                            (Arc::clone(&pool), tasks.clone(), owner.clone());
                        thinking.spawn(async move { pool.answer(claimed, &tasks, &owner).await });
                    }
                    Ok(None) => break,
                    Err(error) => {
                        tracing::error!(%error, "computer: failed to claim a job; will retry");
                        break;
                    }
                }
            }
            tokio::select! {
                _ = thinking.join_next(), if !thinking.is_empty() => {}
                () = pool.wake.notified() => {}
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }

    /// Has a job thought about, and stores the answer.
    async fn answer(&self, claimed: ClaimedJob, tasks: &Sender<Task>, owner: &str) {
        let started = Instant::now();
        let ClaimedJob { job, position, ply } = claimed;
        let stop = Arc::new(AtomicBool::new(false));
        let _guard = StopGuard(Arc::clone(&stop));
        let (reply, mut answer) = oneshot::channel();
        let subject = job.subject.number();
        let task = Task {
            kind: job.kind,
            game: position,
            level: job.level,
            nodes: job.nodes,
            seed: subject.cast_unsigned() << 12 ^ ply as u64,
            stop: Arc::clone(&stop),
            reply,
        };
        if tasks.send(task).is_err() {
            tracing::error!("computer: no thread is left; its turns wait for a restart");
            return;
        }
        let mut renewal = tokio::time::interval(RENEWAL);
        renewal.tick().await;
        let found = loop {
            tokio::select! {
                found = &mut answer => break found,
                _ = renewal.tick() => {}
            }
            if started.elapsed() > LONGEST {
                stop.store(true, Ordering::Relaxed);
            }
            match self.app.renew_job(&job, owner).await {
                Ok(true) => {}
                // The turn was taken back, the game is over, or another process was faster.
                Ok(false) => return,
                Err(error) => tracing::warn!(%error, "computer: failed to renew a claim"),
            }
        };
        let Ok(Some(found)) = found else {
            tracing::error!(
                game = subject,
                "computer: a search failed; it is tried again when the claim ends"
            );
            return;
        };
        match self.app.answer_job(&job, &found, (self.clock)()).await {
            Ok(true) => {
                if job.kind == JobKind::Turn {
                    self.metrics.computer_turn(started.elapsed());
                }
                self.work.notify_one();
                self.due.notify_one();
                self.wake.notify_one();
            }
            Ok(false) => {}
            Err(error) => tracing::error!(
                %error,
                game = subject,
                "computer: failed to store a turn; it is tried again when the claim ends"
            ),
        }
    }
}

/// Starts threads that take tasks until the sender is gone.
fn start_threads(count: usize) -> Sender<Task> {
    let (sender, receiver) = channel();
    let receiver = Arc::new(Mutex::new(receiver));
    for number in 0..count {
        let receiver = Arc::clone(&receiver);
        let thread = std::thread::Builder::new().name(format!("computer-{number}"));
        if let Err(error) = thread.spawn(move || work(&receiver)) {
            tracing::error!(%error, "computer: failed to start a thread; there is one fewer");
        }
    }
    sender
}

fn work(receiver: &Mutex<Receiver<Task>>) {
    // On Linux this is the priority of the thread alone.
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(19) {
        tracing::debug!(%error, "computer: failed to lower the priority of a thread");
    }
    let mut player: Option<(Level, Player)> = None;
    loop {
        let task = receiver
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(task) = task else {
            return;
        };
        let found = catch_unwind(AssertUnwindSafe(|| think(&mut player, &task)));
        if found.is_err() {
            // What it has left behind is not used again.
            player = None;
        }
        let _ = task.reply.send(found.unwrap_or_default());
    }
}

/// What the computer finds out about a position, the same on every machine.
fn evaluate(task: &Task) -> Option<Evaluation> {
    let options = Options {
        megabytes: EVALUATION_MEGABYTES,
        ..Options::default()
    };
    let limits = SearchLimits {
        proof: 0,
        ..SearchLimits::nodes(task.nodes)
    };
    let mut scores = Vec::new();
    let mut note = |report: &SearchReport| {
        let best = report.lines.first();
        scores.extend(best.map(|line| (report.depth, line.score)));
    };
    let report = Engine::new(options).search(&task.game, limits, &task.stop, &mut note)?;
    let score = report.lines.first()?.score;
    if scores.is_empty() {
        // There were too few nodes for a whole iteration.
        scores.push((report.depth, score));
    }
    let likely = score.probability();
    let proof = if (UNCERTAIN..=1_000_000 - UNCERTAIN).contains(&likely) {
        Proof::Unknown
    } else {
        let nodes = proof_nodes(&task.game, task.nodes).min(PROOF_NODES);
        solve(&task.game, nodes.max(GLANCE), &task.stop)
    };
    Evaluation::new(&task.game, &scores, &report, &proof)
}

/// The computer's turn in a position, or its hint.
fn think(player: &mut Option<(Level, Player)>, task: &Task) -> Option<ComputerAnswer> {
    if let JobKind::Position | JobKind::Analysis = task.kind {
        // Its memory is needed.
        *player = None;
        return evaluate(task).map(ComputerAnswer::Evaluation);
    }
    if player
        .as_ref()
        .is_none_or(|(level, _)| *level != task.level)
    {
        // First the memory of the old one is freed.
        *player = None;
    }
    let (_, player) = player.get_or_insert_with(|| (task.level, Player::new(task.level)));
    if task.level == Level::Strongest {
        // What was seen in other games must not make a difference after a restart.
        player.clear();
    }
    let limits = SearchLimits::nodes(task.nodes);
    let report = player.choose(&task.game, task.seed, limits, &task.stop, |_| {})?;
    let line = report.lines.first()?;
    if task.kind == JobKind::Hint {
        let mut prover = Engine::new(Options::default());
        let proof = prover.prove(&task.game, limits, &task.stop);
        let line = proof
            .as_ref()
            .and_then(|proof| proof.lines.first())
            .unwrap_or(line);
        let winning = proof.as_ref().map(|_| line.turn());
        let reason = HintReason::new(&task.game, line, winning);
        return Some(ComputerAnswer::Hint(line.turn(), reason));
    }
    if task.level >= RESIGNS_FROM && line.score.is_loss() {
        let proof = solve(&task.game, PROOF_NODES.min(task.nodes), &task.stop);
        // A win in one turn is left to the player.
        if let Proof::Loss { turns: 2.. } = proof {
            return Some(ComputerAnswer::Resign);
        }
    }
    Some(ComputerAnswer::Turn(line.turn()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpost_engine::game::Variant;

    fn evaluated(code: &str, nodes: u64) -> Evaluation {
        let (reply, _) = oneshot::channel();
        let task = Task {
            kind: JobKind::Analysis,
            game: AnyGame::from_code(code).unwrap(),
            level: Level::Strongest,
            nodes,
            seed: 1,
            stop: Arc::default(),
            reply,
        };
        evaluate(&task).unwrap()
    }

    #[test]
    fn a_win_in_one_turn_is_proved_in_both_games() {
        let codes = [
            "zertz 37 W3/..3/6/7/6/5/4 1,4,5 3,1,2 1,3,3 first",
            "tzaar Z.T../R...../t....../......../......../......../......./....../T.z.r first",
        ];
        for code in codes {
            let found = evaluated(code, 20_000);
            assert_eq!((found.proof, found.reason), (Some(1), HintReason::Wins));
            assert!(found.chance() > 1.0 - 1e-9);
        }
    }

    #[test]
    fn an_evaluation_is_the_same_each_time_and_has_several_depths() {
        let start = Variant::parse("tzaar", "fixed").unwrap();
        let code = AnyGame::start(&start).code();
        assert_eq!(evaluated(&code, 5_000), evaluated(&code, 5_000));
        let found = evaluated(&code, 100_000);
        assert!(found.scores.len() > 1, "{found:?}");
        assert!(found.scores.is_sorted_by_key(|(depth, _)| *depth));
        assert!((0.02..0.98).contains(&found.chance()), "{found:?}");
    }
}
