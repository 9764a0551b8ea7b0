//! `engine best` and `engine solve`: one position.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use hexpost_engine::game::AnyGame;
use hexpost_engine::search::{self, Level, Line, Player, Proof, SearchLimits, SearchReport};
use serde_json::json;

use super::Start;
use super::progress::Bar;
use crate::cli::{CliError, bad};

/// The nodes of a search without any limit.
const DEFAULT_NODES: u64 = 1_000_000;
const DEFAULT_PROOF_NODES: u64 = 5_000_000;
/// Roughly how many nodes a second are searched; only for progress bars.
const TYPICAL_SPEED: u64 = 1_500_000;

/// Find the best turn
#[derive(Args)]
pub(in crate::cli) struct Best {
    #[command(flatten)]
    start: Start,
    /// Turns to play first, each one argument
    turns: Vec<String>,
    /// Look at this many positions (the same turn on every machine)
    #[arg(long, conflicts_with = "time")]
    nodes: Option<u64>,
    /// Think for this many milliseconds
    #[arg(long)]
    time: Option<u64>,
    /// Search this deep: half-moves in TZAAR, free placements in ZÈRTZ
    #[arg(long)]
    depth: Option<i32>,
    /// Show this many different turns
    #[arg(long, default_value_t = 1)]
    lines: usize,
    /// Play like this level: 1 to 6, or strongest
    #[arg(long, default_value = "strongest")]
    level: Level,
    /// The seed of a level's choice
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// What the command line and the protocol ask for.
#[derive(Clone, Copy)]
pub(super) struct SearchRequest {
    pub(super) limits: SearchLimits,
    pub(super) time: Option<u64>,
    pub(super) seed: u64,
}

impl SearchRequest {
    /// Chooses a turn; `stop` may be set by others, too.
    pub(super) fn run(
        &self,
        player: &mut Player,
        game: &AnyGame,
        stop: &AtomicBool,
        progress: impl FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        let Some(time) = self.time else {
            return player.choose(game, self.seed, self.limits, stop, progress);
        };
        // Starting a thread and writing the answer take time as well, and other programs may be running.
        let margin = (time / 20 + 8).min(time / 2).clamp(1, 60);
        // At most about a fifth of the time for a proof.
        let limits = SearchLimits {
            proof: time.saturating_mul(40),
            ..self.limits
        };
        let time = Duration::from_millis(time.saturating_sub(margin).max(1));
        let done = AtomicBool::new(false);
        let started = Instant::now();
        thread::scope(|scope| {
            let timer = scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    let left = time.saturating_sub(started.elapsed());
                    if left.is_zero() {
                        stop.store(true, Ordering::Relaxed);
                        break;
                    }
                    thread::park_timeout(left);
                }
            });
            let report = player.choose(game, self.seed, limits, stop, progress);
            done.store(true, Ordering::Relaxed);
            timer.thread().unpark();
            report
        })
    }
}

impl Best {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let game = self.start.after(&self.turns)?;
        if self.lines == 0 {
            return Err(bad("--lines: at least 1"));
        }
        let unlimited = self.time.is_some() || self.depth.is_some();
        let default = if unlimited { u64::MAX } else { DEFAULT_NODES };
        let request = SearchRequest {
            limits: SearchLimits {
                nodes: self.nodes.unwrap_or(default),
                depth: self.depth.unwrap_or(SearchLimits::NONE.depth),
                lines: self.lines,
                ..SearchLimits::NONE
            },
            time: self.time,
            seed: self.seed,
        };
        let mut bar = Bar::new();
        let total = match self.time {
            Some(time) => time.saturating_mul(TYPICAL_SPEED / 1000),
            None => request.limits.nodes.min(1 << 40),
        };
        let report = request.run(
            &mut Player::new(self.level),
            &game,
            &AtomicBool::new(false),
            |report| {
                let best = report.lines.first().map(|line| texts(&game, line));
                let best = best.and_then(|texts| texts.into_iter().next());
                let remark = format!("depth {}: {}", report.depth, best.unwrap_or_default());
                bar.show(report.nodes, total, &remark);
            },
        );
        drop(bar);
        let report = report.ok_or_else(|| bad("the game is over"))?;
        if self.json {
            writeln!(out, "{}", as_json(&game, &report))?;
            return Ok(());
        }
        for (index, line) in report.lines.iter().take(self.lines).enumerate() {
            let texts = texts(&game, line);
            if index == 0 {
                writeln!(out, "{}", texts[0])?;
                writeln!(out, "depth {} nodes {}", report.depth, report.nodes)?;
            }
            writeln!(out, "score {} line {}", line.score, texts.join(" | "))?;
        }
        Ok(())
    }
}

/// The turns of a line in canonical notation.
pub(super) fn texts(game: &AnyGame, line: &Line) -> Vec<String> {
    let mut game = game.clone();
    let mut texts = Vec::new();
    for turn in &line.turns {
        texts.extend(game.write(turn));
        if game.play(turn).is_err() {
            break;
        }
    }
    texts
}

fn as_json(game: &AnyGame, report: &SearchReport) -> serde_json::Value {
    let line = |line: &Line| {
        let texts = texts(game, line);
        json!({
            "turn": texts[0],
            "score": line.score.points(),
            "chance": f64::from(line.score.probability()) / 1e6,
            "line": texts,
        })
    };
    let lines: Vec<_> = report.lines.iter().map(line).collect();
    json!({
        "turn": lines[0]["turn"],
        "score": lines[0]["score"],
        "depth": report.depth,
        "nodes": report.nodes,
        "line": lines[0]["line"],
        "lines": lines,
    })
}

/// Prove a win or a loss
#[derive(Args)]
pub(in crate::cli) struct Solve {
    #[command(flatten)]
    start: Start,
    /// Turns to play first, each one argument
    turns: Vec<String>,
    /// Give up after this many positions
    #[arg(long, default_value_t = DEFAULT_PROOF_NODES)]
    nodes: u64,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Solve {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let game = self.start.after(&self.turns)?;
        if game.outcome().is_some() {
            return Err(bad("the game is over"));
        }
        let stop = AtomicBool::new(false);
        let proof = waiting(self.nodes, || search::solve(&game, self.nodes, &stop));
        let text = |turns: &[_]| -> Vec<String> {
            let mut texts: Vec<String> = turns.iter().filter_map(|t| game.write(t)).collect();
            texts.sort_unstable();
            texts
        };
        match proof {
            Proof::Win {
                turns,
                winning,
                complete,
            } => {
                let winning = text(&winning);
                if self.json {
                    let value = json!({
                        "result": "win", "turns": turns, "winning": winning, "complete": complete,
                    });
                    writeln!(out, "{value}")?;
                } else {
                    writeln!(out, "win in {turns}")?;
                    for turn in winning {
                        writeln!(out, "{turn}")?;
                    }
                    if !complete {
                        writeln!(out, "(the other turns have not all been decided)")?;
                    }
                }
            }
            Proof::Loss { turns } if self.json => {
                writeln!(out, "{}", json!({"result": "loss", "turns": turns}))?;
            }
            Proof::Loss { turns } => writeln!(out, "loss in {turns}")?,
            Proof::Unknown if self.json => writeln!(out, "{}", json!({"result": "unknown"}))?,
            Proof::Unknown => writeln!(out, "unknown")?,
        }
        Ok(())
    }
}

/// Does something that takes about as long as `nodes`, with a progress bar beside it.
fn waiting<T: Send>(nodes: u64, work: impl FnOnce() -> T + Send) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let shown = scope.spawn(|| {
            let mut bar = Bar::new();
            let started = Instant::now();
            while !done.load(Ordering::Relaxed) {
                thread::park_timeout(Duration::from_millis(100));
                let about = started.elapsed().as_millis() as u64 * TYPICAL_SPEED / 3000;
                bar.show(about, nodes, "proving");
            }
        });
        let result = work();
        done.store(true, Ordering::Relaxed);
        shown.thread().unpark();
        result
    })
}
