//! `engine protocol`: lines on standard input and output, so that any program can play.
//!
//! A reader thread takes the lines in, so that `stop` acts while a search is running; all other lines,
//! `quit` among them, wait for its end.

use std::io::{self, BufRead, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::{Args, ValueEnum};
use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::search::{Engine, Level, Options, Player, SearchLimits, Techniques};

use super::best::{SearchRequest, texts};
use crate::cli::{CliError, bad};

/// Maximum length of a line in bytes: a long game has a few thousand.
const MAX_LINE: u64 = 1 << 20;
/// How long a search without any limit is.
const DEFAULT_NODES: u64 = 1_000_000;

/// What the reader knows about the searches.
#[derive(Default)]
struct Flags {
    stop: AtomicBool,
    /// How many searches have been asked for.
    asked: AtomicU64,
    /// All searches up to this one are to be stopped.
    stopped: AtomicU64,
}

/// A technique of the search that can be left out, to measure what it is worth.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Technique {
    /// The transposition table
    Table,
    /// Ordering by history and killer moves
    Ordering,
    /// Captures that cost no depth (ZÈRTZ)
    Extensions,
    /// Reductions, folding, null moves
    Reductions,
    /// Sacrifices at the end of a line (ZÈRTZ)
    Gifts,
    /// Proofs of endgames
    Solver,
    /// The fitted weights of the evaluation
    Fit,
}

/// Play through lines on standard input and output, for other programs
#[derive(Args)]
pub(in crate::cli) struct ProtocolArgs {
    /// Leave out a technique of the search; may be given several times
    #[arg(long, value_enum)]
    without: Vec<Technique>,
    /// Use the weights in this file; it plays no other game than that of the file
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Play a random legal turn every time
    #[arg(long)]
    random: bool,
}

struct ProtocolSession {
    start: AnyGame,
    game: AnyGame,
    player: Player,
    level: Level,
    /// How the strongest level works.
    options: Options,
    /// The text of a file of weights.
    weights: Option<String>,
    plays_at_random: bool,
    searches: u64,
}

/// What to do after a line.
enum Next {
    Continue,
    Quit,
}

impl ProtocolArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let mut session = self.session()?;
        let flags = std::sync::Arc::new(Flags::default());
        let (lines, incoming) = mpsc::sync_channel(1024);
        let reader_flags = std::sync::Arc::clone(&flags);
        // The thread ends with the input, or with the process.
        thread::spawn(move || read(&mut io::stdin().lock(), &reader_flags, &lines));
        for line in incoming {
            match session.answer(line.trim(), &flags, out) {
                Ok(Next::Continue) => {}
                Ok(Next::Quit) => break,
                Err(Problem::Output(error)) => return Err(error.into()),
                Err(Problem::Input(problem)) => {
                    let problem = problem.replace(char::is_control, "?");
                    writeln!(out, "error {problem}")?;
                }
            }
            out.flush()?;
        }
        Ok(())
    }

    fn session(&self) -> Result<ProtocolSession, CliError> {
        let variant = Variant::parse("zertz", "37").map_err(bad)?;
        let start = AnyGame::start(&variant);
        let weights = match &self.weights {
            Some(path) => {
                let wrong = |error| bad(format!("{}: {error}", path.display()));
                Some(std::fs::read_to_string(path).map_err(wrong)?)
            }
            None => None,
        };
        let mut session = ProtocolSession {
            game: start.clone(),
            start,
            player: Player::new(Level::Strongest),
            level: Level::Strongest,
            options: self.options(),
            weights,
            plays_at_random: self.random,
            searches: 0,
        };
        session.change_level(Level::Strongest);
        Ok(session)
    }

    fn options(&self) -> Options {
        let with = |technique| !self.without.contains(&technique);
        Options {
            techniques: Techniques {
                table: with(Technique::Table),
                ordering: with(Technique::Ordering),
                extensions: with(Technique::Extensions),
                reductions: with(Technique::Reductions),
                gifts: with(Technique::Gifts),
                solver: with(Technique::Solver),
            },
            plain: !with(Technique::Fit),
            ..Options::default()
        }
    }
}

/// Passes lines on until the input ends, and acts on those that can't wait.
fn read(input: &mut impl BufRead, flags: &Flags, lines: &mpsc::SyncSender<String>) {
    loop {
        let mut line = Vec::new();
        match Read::take(&mut *input, MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line).into_owned();
        match line.split_whitespace().next() {
            Some("go") => {
                flags.asked.fetch_add(1, Ordering::SeqCst);
            }
            Some("stop") => {
                let asked = flags.asked.load(Ordering::SeqCst);
                flags.stopped.store(asked, Ordering::SeqCst);
                flags.stop.store(true, Ordering::SeqCst);
            }
            _ => {}
        }
        if lines.send(line).is_err() {
            return;
        }
    }
}

enum Problem {
    Input(String),
    Output(io::Error),
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

fn wrong(problem: impl std::fmt::Display) -> Problem {
    Problem::Input(problem.to_string())
}

impl ProtocolSession {
    fn answer(&mut self, line: &str, flags: &Flags, out: &mut impl Write) -> Result<Next, Problem> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command {
            "" | "stop" => {}
            "quit" => return Ok(Next::Quit),
            "ready" => writeln!(out, "ready")?,
            "new" => {
                let mut words = rest.split_whitespace();
                let (Some(game), Some(variant), None) = (words.next(), words.next(), words.next())
                else {
                    return Err(wrong("new: a game and a variant are expected"));
                };
                let variant = Variant::parse(game, variant).map_err(wrong)?;
                self.begin(AnyGame::start(&variant));
                self.player.clear();
            }
            "position" => self.begin(AnyGame::from_code(rest).map_err(wrong)?),
            "turns" => {
                let mut game = self.start.clone();
                let texts = rest.split([';', '|']).map(str::trim);
                for (index, text) in texts.filter(|text| !text.is_empty()).enumerate() {
                    let wrong = |error: String| wrong(format!("turn {}: {error}", index + 1));
                    let turn = game.read(text).map_err(|error| wrong(error.to_string()))?;
                    game.play(&turn).map_err(|error| wrong(error.to_string()))?;
                }
                self.game = game;
            }
            "show" => {
                writeln!(out, "position {}", self.game.code())?;
            }
            "go" => {
                self.searches += 1;
                self.go(rest, flags, out)?;
            }
            other => return Err(wrong(format!("unknown command {other:?}"))),
        }
        Ok(Next::Continue)
    }

    fn change_level(&mut self, level: Level) {
        self.level = level;
        self.player = match (level, &self.weights) {
            (Level::Strongest, Some(text)) => {
                Player::with_engine(Engine::with_weights(self.options, text.clone()))
            }
            (Level::Strongest, None) => Player::with_engine(Engine::new(self.options)),
            _ => Player::new(level),
        };
    }

    /// Answers with a turn at random.
    fn go_at_random(&self, seed: u64, out: &mut impl Write) -> Result<(), Problem> {
        let mut rng = SplitMix64::new(seed ^ super::fnv1a(&[self.game.code()]));
        let turn = self.game.uniform_turn(&mut rng);
        let text = turn.and_then(|turn| self.game.write(&turn));
        writeln!(out, "best {}", text.unwrap_or_default())?;
        Ok(())
    }

    fn begin(&mut self, game: AnyGame) {
        self.game = game.clone();
        self.start = game;
    }

    fn go(&mut self, rest: &str, flags: &Flags, out: &mut impl Write) -> Result<(), Problem> {
        let mut limits = SearchLimits::NONE;
        let mut time = None;
        let mut seed = 0;
        let mut level = Level::Strongest;
        let mut words = rest.split_whitespace();
        while let Some(word) = words.next() {
            let value = words
                .next()
                .ok_or_else(|| wrong(format!("go: {word} needs a value")))?;
            let number = || {
                let number: Result<u64, _> = value.parse();
                number.map_err(|_| wrong(format!("go: {word} {value:?} is not a number")))
            };
            match word {
                "nodes" => limits.nodes = number()?.max(1),
                "time" => time = Some(number()?),
                "depth" => limits.depth = number()?.clamp(1, 60) as i32,
                "lines" => limits.lines = number()?.clamp(1, 500) as usize,
                "seed" => seed = number()?,
                "level" => level = value.parse().map_err(wrong)?,
                _ => return Err(wrong(format!("go: unknown limit {word:?}"))),
            }
        }
        if time.is_none()
            && limits
                == (SearchLimits {
                    lines: limits.lines,
                    ..SearchLimits::NONE
                })
        {
            limits.nodes = DEFAULT_NODES;
        }
        if self.game.outcome().is_some() {
            return Err(wrong("go: the game is over"));
        }
        if let Some(text) = &self.weights
            && !Engine::knows_weights(&self.game, text)
        {
            return Err(wrong("go: the weights are for another game"));
        }
        if self.plays_at_random {
            return self.go_at_random(seed, out);
        }
        if level != self.level {
            self.change_level(level);
        }
        let stopped = flags.stopped.load(Ordering::SeqCst) >= self.searches;
        flags.stop.store(stopped, Ordering::SeqCst);
        if flags.stopped.load(Ordering::SeqCst) >= self.searches {
            flags.stop.store(true, Ordering::SeqCst);
        }
        let request = SearchRequest { limits, time, seed };
        let game = &self.game;
        let mut failed = None;
        let report = request.run(&mut self.player, game, &flags.stop, |report| {
            for line in &report.lines {
                let text = texts(game, line).join(" | ");
                let (depth, nodes, score) = (report.depth, report.nodes, line.score);
                let written = writeln!(
                    out,
                    "info depth {depth} nodes {nodes} score {score} line {text}"
                );
                if let Err(error) = written.and_then(|()| out.flush()) {
                    failed.get_or_insert(error);
                }
            }
        });
        if let Some(error) = failed {
            return Err(error.into());
        }
        let report = report.ok_or_else(|| wrong("go: the game is over"))?;
        let line = &report.lines[0];
        let texts = texts(game, line);
        let (depth, nodes, score) = (report.depth, report.nodes, line.score);
        writeln!(
            out,
            "info depth {depth} nodes {nodes} score {score} line {}",
            texts.join(" | ")
        )?;
        writeln!(out, "best {}", texts[0])?;
        Ok(())
    }
}
