//! `engine match`: two programs that speak the protocol play each other.
//!
//! Every opening is played twice, with both seats. Our rules are the referee: a program that answers
//! with an illegal turn, takes too long or crashes loses that game, and the match goes on with a new
//! process.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use hexpost_engine::game::Variant;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::record::{Ending, How, Record};
use hexpost_engine::search::{Engine, Options, SearchLimits};
use hexpost_engine::side::Side;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::progress::Bar;
use crate::cli::{CliError, bad};

/// A game that is longer is a draw.
const MAX_TURNS: usize = 400;
/// How much longer than its time a program may take.
const GRACE: Duration = Duration::from_secs(1);
/// How long a program may think when it is limited by nodes, and how long it may take to start.
const PATIENCE: Duration = Duration::from_mins(2);
/// The logarithm of 19: an error of 5 % on either side.
const SPRT_BOUND: f64 = 2.944_438_979_166_44;
const DEFAULT_NODES: u64 = 100_000;

/// Let two programs play a match
#[derive(Args)]
pub(in crate::cli) struct Match {
    /// The game
    #[arg(default_value = "zertz")]
    game: String,
    /// The variant; TZAAR's `random` deals every opening differently
    #[arg(default_value = "37")]
    variant: String,
    /// The command of the one program, run by the shell
    #[arg(long)]
    first: String,
    /// The command of the other
    #[arg(long)]
    second: String,
    /// How many games at most; two for every opening
    #[arg(long)]
    games: usize,
    /// A file with an opening on each line: `GAME VARIANT; TURN; TURN…`
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Nodes for each turn
    #[arg(long, conflicts_with = "time")]
    nodes: Option<u64>,
    /// Milliseconds for each turn
    #[arg(long)]
    time: Option<u64>,
    /// What the first program's `go` adds, such as `level 3`
    #[arg(long, default_value = "")]
    first_go: String,
    /// What the second program's `go` adds
    #[arg(long, default_value = "")]
    second_go: String,
    /// Stop when it is clear which of these differences in Elo is nearer the truth
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// The same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many games at the same time
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// A file for the games, one line of JSON each; a match that was interrupted goes on from there
    #[arg(long)]
    log: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// A finished game, as it is logged.
#[derive(Clone, Serialize, Deserialize)]
struct GameLog {
    /// The number of the game, from 0; games 2n and 2n + 1 share an opening.
    index: usize,
    /// The command that moved first, and its limits in brackets.
    first: String,
    second: String,
    /// What the program given as `--first` scored: 1, 0.5 or 0.
    score: f64,
    /// How the game ended.
    reason: String,
    record: Record,
}

/// A program that plays.
struct Program {
    command: String,
    running: Option<Running>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Running {
    fn start(command: &str) -> Result<Self, String> {
        let mut child = Command::new("sh")
            .arg("-c")
            // Without `exec`, only the shell would be killed.
            .arg(format!("exec {command}"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("does not start: {error}"))?;
        let input = child.stdin.take().ok_or("has no input")?;
        let output = child.stdout.take().ok_or("has no output")?;
        let (sender, lines) = mpsc::channel();
        // Ends with the process.
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self {
            child,
            input,
            lines,
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = writeln!(self.input, "quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    fn new(command: &str) -> Self {
        Self {
            command: command.to_owned(),
            running: None,
        }
    }

    fn running(&mut self) -> Result<&mut Running, String> {
        let running = if let Some(running) = self.running.take() {
            running
        } else {
            Running::start(&self.command)?
        };
        Ok(self.running.insert(running))
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        let running = self.running()?;
        writeln!(running.input, "{line}")
            .and_then(|()| running.input.flush())
            .map_err(|error| format!("does not listen: {error}"))
    }

    /// The turn it answers with.
    fn best(&mut self, turns: &str, go: &str, wait: Duration) -> Result<String, String> {
        self.send(turns)?;
        // What it still had to say belongs to an earlier turn.
        if let Some(running) = &self.running {
            while running.lines.try_recv().is_ok() {}
        }
        self.send(go)?;
        let until = Instant::now() + wait;
        let running = self.running()?;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match running.lines.recv_timeout(left) {
                Ok(line) => {
                    if let Some(turn) = line.strip_prefix("best ") {
                        return Ok(turn.trim().to_owned());
                    }
                    if let Some(problem) = line.strip_prefix("error ") {
                        return Err(format!("reports an error: {problem}"));
                    }
                }
                Err(mpsc::RecvTimeoutError::Timeout) => return Err("is silent".to_owned()),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err("has crashed".to_owned()),
            }
        }
    }
}

impl Match {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        if self.games == 0 || self.jobs == 0 {
            return Err(bad("--games and --jobs: at least 1"));
        }
        let openings = self.openings()?;
        let mut played = Vec::new();
        let log = match &self.log {
            Some(path) => {
                played = self.finished(path)?;
                let file = open_log(path);
                Some(Mutex::new(file.map_err(|error| {
                    bad(format!("{}: {error}", path.display()))
                })?))
            }
            None => None,
        };
        let next = AtomicUsize::new(0);
        let stop = AtomicBool::new(false);
        let done: Vec<usize> = played.iter().map(|game| game.index).collect();
        let played = Mutex::new(played);
        let bar = Mutex::new(Bar::new());
        let failed: Mutex<Option<io::Error>> = Mutex::new(None);
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| {
                    let mut programs = [Program::new(&self.first), Program::new(&self.second)];
                    loop {
                        // Both games of an opening are played by the same worker.
                        let pair = next.fetch_add(1, Ordering::SeqCst);
                        for index in [2 * pair, 2 * pair + 1] {
                            if index >= self.games || stop.load(Ordering::SeqCst) {
                                return;
                            }
                            if done.contains(&index) {
                                continue;
                            }
                            let opening = &openings[pair % openings.len()];
                            let game = self.play(index, opening, &mut programs);
                            if let Some(log) = &log
                                && let Err(error) = append(log, &game)
                            {
                                lock(&failed).get_or_insert(error);
                                stop.store(true, Ordering::SeqCst);
                            }
                            let mut played = lock(&played);
                            played.push(game);
                            let tally = MatchScore::of(&played);
                            if let Some(sprt) = &self.sprt
                                && tally.llr(sprt[0], sprt[1]).abs() >= SPRT_BOUND
                            {
                                stop.store(true, Ordering::SeqCst);
                            }
                            let bar = &mut lock(&bar);
                            bar.show(played.len() as u64, self.games as u64, &tally.summary());
                        }
                    }
                });
            }
        });
        drop(bar);
        if let Some(error) = lock(&failed).take() {
            return Err(bad(format!("the log can't be written: {error}")));
        }
        let tally = MatchScore::of(&lock(&played));
        self.report(out, &tally, &lock(&played))
    }

    fn report(
        &self,
        out: &mut impl Write,
        tally: &MatchScore,
        played: &[GameLog],
    ) -> Result<(), CliError> {
        let (low, high) = tally.interval();
        let llr = self.sprt.as_ref().map(|sprt| tally.llr(sprt[0], sprt[1]));
        let verdict = llr.map(|llr| {
            if llr >= SPRT_BOUND {
                "accepted"
            } else if llr <= -SPRT_BOUND {
                "rejected"
            } else {
                "undecided"
            }
        });
        let faults: Vec<_> = played
            .iter()
            .filter(|game| game.reason.starts_with("program"))
            .map(|game| format!("game {}: {}", game.index, game.reason))
            .collect();
        if self.json {
            let value = json!({
                "games": tally.games(),
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
                "score": tally.score(),
                "elo": finite(tally.elo()),
                "interval": [finite(low), finite(high)],
                "llr": llr,
                "sprt": verdict,
                "results": tally.results,
                "faults": faults,
            });
            writeln!(out, "{value}")?;
            return Ok(());
        }
        writeln!(out, "{}", tally.summary())?;
        writeln!(out, "{}", tally.results)?;
        if let (Some(llr), Some(verdict)) = (llr, verdict) {
            writeln!(out, "SPRT: {verdict} (log-likelihood ratio {llr:.2})")?;
        }
        for fault in faults {
            writeln!(out, "{fault}")?;
        }
        Ok(())
    }

    /// The games that an earlier run has logged.
    fn finished(&self, path: &Path) -> Result<Vec<GameLog>, CliError> {
        let Ok(file) = File::open(path) else {
            return Ok(Vec::new());
        };
        let mut played = Vec::new();
        for (number, line) in BufReader::new(file).lines().enumerate() {
            let line = line.map_err(|error| bad(format!("{}: {error}", path.display())))?;
            // The last line of an interrupted run may be incomplete.
            let Ok(game) = serde_json::from_str::<GameLog>(&line) else {
                continue;
            };
            let ours = [self.name(0), self.name(1)];
            if !ours.contains(&game.first) || !ours.contains(&game.second) {
                let place = format!("{} line {}", path.display(), number + 1);
                return Err(bad(format!("{place}: a game of another match")));
            }
            if game.index < self.games {
                played.push(game);
            }
        }
        Ok(played)
    }

    /// The openings: for each the variant, and the turns.
    fn openings(&self) -> Result<Vec<Record>, CliError> {
        if let Some(path) = &self.openings {
            let text = std::fs::read_to_string(path)
                .map_err(|error| bad(format!("{}: {error}", path.display())))?;
            let mut openings = Vec::new();
            for (number, line) in text.lines().enumerate() {
                let line = line.trim();
                if line.is_empty() || line.starts_with('#') {
                    continue;
                }
                let wrong = |problem: String| {
                    bad(format!("{} line {}: {problem}", path.display(), number + 1))
                };
                openings.push(read_opening(line).map_err(wrong)?);
            }
            if openings.is_empty() {
                return Err(bad(format!("{}: no opening", path.display())));
            }
            return Ok(openings);
        }
        let pairs = self.games.div_ceil(2) as u64;
        (0..pairs)
            .map(|pair| opening(&self.game, &self.variant, self.seed, pair).map_err(bad))
            .collect()
    }

    /// What a program's `go` says, but for the seed.
    fn limits(&self, who: usize) -> String {
        let limit = match (self.nodes, self.time) {
            (_, Some(time)) => format!("time {time}"),
            (nodes, None) => format!("nodes {}", nodes.unwrap_or(DEFAULT_NODES)),
        };
        let extra = [&self.first_go, &self.second_go][who];
        format!("{limit} {extra}").trim().to_owned()
    }

    /// A program and its limits, as they are logged.
    fn name(&self, who: usize) -> String {
        let command = [&self.first, &self.second][who];
        format!("{command} [{}]", self.limits(who))
    }

    fn play(&self, index: usize, opening: &Record, programs: &mut [Program; 2]) -> GameLog {
        let swapped = index % 2;
        let mut record = opening.clone();
        let name = |seat: usize| self.name(seat ^ swapped);
        let wait = match self.time {
            Some(time) => Duration::from_millis(time) + GRACE,
            None => PATIENCE,
        };
        let variant = opening.variant();
        let start = format!("new {} {variant}", variant.game().as_str());
        let mut fault = None;
        // A new game for both.
        for program in programs.iter_mut() {
            let _ = program.send(&start);
        }
        while record.game().outcome().is_none() && record.turns().len() < MAX_TURNS {
            let seat = record.game().to_move() as usize;
            let who = seat ^ swapped;
            let turns = format!("turns {}", record.texts().join("; "));
            let go = format!("go {} seed {}", self.limits(who), self.seed + index as u64);
            let answer = programs[who].best(&turns, &go, wait);
            let problem = match answer {
                Ok(text) => match record.game().read(&text) {
                    Ok(turn) => record.push(turn).err().map(|error| error.to_string()),
                    Err(error) => Some(format!("plays {text:?}: {error}")),
                },
                Err(problem) => Some(problem),
            };
            if let Some(problem) = problem {
                // A new process for the next game.
                programs[who].running = None;
                let winner = [Side::Second, Side::First][seat];
                let how = if problem == "is silent" {
                    How::Time
                } else {
                    How::Moderator
                };
                let ending = Ending {
                    winner: Some(winner),
                    how,
                };
                let _ = record.finish(ending);
                fault = Some((winner, format!("program {}: {problem}", name(seat))));
                break;
            }
        }
        let outcome = record.game().outcome();
        let winner = match &fault {
            Some((winner, _)) => Some(*winner),
            None => outcome.and_then(|outcome| outcome.winner),
        };
        let reason = match (fault, outcome) {
            (Some((_, problem)), _) => problem,
            (None, Some(outcome)) => outcome.reason.to_owned(),
            (None, None) => "too long".to_owned(),
        };
        let score = match winner {
            None => 0.5,
            Some(side) => f64::from(u8::from(side as usize == swapped)),
        };
        GameLog {
            index,
            first: name(0),
            second: name(1),
            score,
            reason,
            record,
        }
    }
}

/// A variant and turns on one line.
fn read_opening(line: &str) -> Result<Record, String> {
    let mut parts = line.split([';', '|']).map(str::trim);
    let head = parts.next().unwrap_or_default();
    let (game, variant) = head
        .split_once(char::is_whitespace)
        .ok_or("a game and a variant are expected")?;
    let variant = Variant::parse(game, variant.trim()).map_err(|error| error.to_string())?;
    let mut record = Record::new(variant);
    for text in parts.filter(|text| !text.is_empty()) {
        let turn = record
            .game()
            .read(text)
            .map_err(|error| error.to_string())?;
        record.push(turn).map_err(|error| error.to_string())?;
    }
    Ok(record)
}

/// A random opening that is not lost at once: two to four turns in ZÈRTZ, two in TZAAR unless the deal
/// itself is random.
fn opening(game: &str, variant: &str, seed: u64, pair: u64) -> Result<Record, String> {
    let stop = AtomicBool::new(false);
    let mut engine = Engine::new(Options {
        megabytes: 1,
        ..Options::default()
    });
    for attempt in 0..100 {
        let mut rng = SplitMix64::new(seed ^ (pair << 20) ^ attempt << 52);
        let deal = rng.next();
        let variant = Variant::drawn(game, variant, deal).map_err(|error| error.to_string())?;
        // A deal at random is opening enough.
        let is_dealt = variant.to_string().starts_with("random:");
        let turns = match variant.game().has_sides() {
            false => 2 + rng.below(3),
            true if is_dealt => 0,
            true => 2,
        };
        let mut record = Record::new(variant);
        for _ in 0..turns {
            if let Some(turn) = record.game().uniform_turn(&mut rng) {
                record.push(turn).map_err(|error| error.to_string())?;
            }
        }
        let report = engine.search(record.game(), SearchLimits::nodes(2_000), &stop, |_| {});
        if report.is_some_and(|report| report.lines[0].score.distance().is_none()) {
            return Ok(record);
        }
    }
    Err("no opening was found that is not decided".to_owned())
}

/// Opens a log to add games. If the last line is incomplete, another begins.
fn open_log(path: &Path) -> io::Result<File> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let text = std::fs::read(path)?;
    if text.last().is_some_and(|&last| last != b'\n') {
        file.write_all(b"\n")?;
    }
    Ok(file)
}

fn append(log: &Mutex<File>, game: &GameLog) -> io::Result<()> {
    let mut line = serde_json::to_string(game)?;
    line.push('\n');
    lock(log).write_all(line.as_bytes())
}

/// Locks; a worker that panicked has left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some((value * 10.0).round() / 10.0)
}

/// The result of a match, from the first program's point of view.
struct MatchScore {
    wins: usize,
    draws: usize,
    losses: usize,
    /// The scores of the openings: from 0 to 1 each.
    pairs: Vec<f64>,
    /// The score of each game in order: `1`, `=` or `0`, and `-` for one that was not played.
    results: String,
}

impl MatchScore {
    fn of(played: &[GameLog]) -> Self {
        let count = |score: f64| {
            let same = |game: &&GameLog| (game.score - score).abs() < 0.1;
            played.iter().filter(same).count()
        };
        let most = played.iter().map(|game| game.index / 2 + 1).max();
        let pairs = (0..most.unwrap_or(0))
            .filter_map(|pair| {
                let mut games = played.iter().filter(|game| game.index / 2 == pair);
                Some(f64::midpoint(games.next()?.score, games.next()?.score))
            })
            .collect();
        Self {
            wins: count(1.0),
            draws: count(0.5),
            losses: count(0.0),
            pairs,
            results: Self::results(played),
        }
    }

    fn results(played: &[GameLog]) -> String {
        let count = played.iter().map(|game| game.index + 1).max();
        let mut results = vec!['-'; count.unwrap_or(0)];
        for game in played {
            results[game.index] = match game.score {
                score if score > 0.75 => '1',
                score if score < 0.25 => '0',
                _ => '=',
            };
        }
        results.into_iter().collect()
    }

    fn games(&self) -> usize {
        self.wins + self.draws + self.losses
    }

    fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }

    fn elo(&self) -> f64 {
        elo(self.score())
    }

    /// The standard error of the score, from the scores of the openings: both games of one are not
    /// independent.
    fn error(&self) -> f64 {
        let n = self.pairs.len() as f64;
        if n < 2.0 {
            return 0.5;
        }
        let mean = self.pairs.iter().sum::<f64>() / n;
        let variance = self
            .pairs
            .iter()
            .map(|pair| (pair - mean).powi(2))
            .sum::<f64>()
            / (n - 1.0);
        // Never certain: as if one more opening had gone the other way.
        ((variance + 0.25 / n) / n).sqrt()
    }

    /// The Elo difference with 95 % certainty.
    fn interval(&self) -> (f64, f64) {
        let margin = 1.96 * self.error();
        (elo(self.score() - margin), elo(self.score() + margin))
    }

    /// The logarithm of the likelihood ratio of the two differences, by the normal approximation.
    fn llr(&self, elo0: f64, elo1: f64) -> f64 {
        let (p0, p1) = (expected(elo0), expected(elo1));
        let variance = self.error().powi(2);
        (p1 - p0) * (2.0 * self.score() - p0 - p1) / (2.0 * variance)
    }

    fn summary(&self) -> String {
        let (low, high) = self.interval();
        format!(
            "{} games: +{} ={} -{}, {:.1} %, Elo {:+.0} ({low:+.0} to {high:+.0})",
            self.games(),
            self.wins,
            self.draws,
            self.losses,
            100.0 * self.score(),
            self.elo()
        )
    }
}

fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}

fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_its_inverse_agree() {
        for difference in [-300.0, -20.0, 0.0, 20.0, 190.0] {
            assert!((elo(expected(difference)) - difference).abs() < 1e-6);
        }
        assert!((elo(0.75) - 190.8).abs() < 0.1);
    }

    #[test]
    fn openings_are_undecided_and_repeatable() {
        for (game, variant) in [("zertz", "37"), ("tzaar", "fixed"), ("tzaar", "random")] {
            let one = opening(game, variant, 3, 1).unwrap();
            assert_eq!(one, opening(game, variant, 3, 1).unwrap());
            assert!(one.game().outcome().is_none());
        }
        let read = read_opening("zertz 37; Wd4-a1; Bd5-b1").unwrap();
        assert_eq!(read.turns().len(), 2);
        assert!(read_opening("zertz 37; Wd4-d4").is_err());
    }
}
