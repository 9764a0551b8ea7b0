//! Commands for studying the games, and for the computer player.

mod best;
mod matches;
mod progress;
mod protocol;
mod puzzles;
mod training;

use std::fmt::Display;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use clap::Subcommand;
use hexpost_engine::game::{AnyGame, GameKind, Variant};
use hexpost_engine::outcome::Outcome;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::record::{Record, RecordError};
use hexpost_engine::side::Side;
use serde_json::json;

use super::{CliError, bad};
use best::{Best, Solve};
use matches::Match;
use protocol::ProtocolArgs;
use puzzles::PuzzleArgs;
use training::{FitArgs, SelfPlayArgs};

/// Maximum length of a line in bytes. No turn is longer, and the rest of the line is not read.
const MAX_LINE: u64 = 4096;
/// A random game that is longer is given up.
const MAX_PLIES: u32 = 10_000;
/// Maximum number of legal turns that are listed.
const MAX_LISTED: usize = 100_000;

/// Where to begin.
#[derive(clap::Args)]
pub(super) struct Start {
    #[arg(help = games())]
    game: String,
    #[arg(help = variants())]
    variant: String,
}

fn games() -> String {
    let names: Vec<_> = GameKind::ALL.iter().map(|game| game.as_str()).collect();
    names.join(" or ")
}

pub(super) fn variants() -> String {
    let line = |game: &GameKind| format!("{}: {}", game.as_str(), game.variants());
    let lines: Vec<_> = GameKind::ALL.iter().map(line).collect();
    lines.join("; ")
}

#[derive(Subcommand)]
pub(super) enum EngineArgs {
    /// Count the sequences of DEPTH turns
    Perft {
        #[command(flatten)]
        start: Start,
        /// How many turns deep
        #[arg(allow_negative_numbers = true)]
        depth: u32,
        /// Count half-moves (TZAAR only)
        #[arg(long)]
        half: bool,
        /// Turns to play first, each one argument
        turns: Vec<String>,
    },
    /// List the legal turns, sorted
    Legal {
        #[command(flatten)]
        start: Start,
        /// Turns to play first, each one argument
        turns: Vec<String>,
    },
    /// Show the position
    Show {
        #[command(flatten)]
        start: Start,
        /// Turns to play first, each one argument
        turns: Vec<String>,
        /// As JSON, with everything
        #[arg(long)]
        json: bool,
    },
    /// Read turns from standard input, one a line, and print a line of JSON for each position; an
    /// empty line starts a new game
    Trace {
        #[command(flatten)]
        start: Start,
    },
    /// Play random legal games and print their records
    Random {
        #[command(flatten)]
        start: Start,
        /// The same seed gives the same games
        #[arg(long, allow_negative_numbers = true)]
        seed: u64,
        /// How many games
        #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
        games: u64,
        /// One line of JSON a game
        #[arg(long)]
        json: bool,
    },
    /// Play random games as fast as possible and print how many a second
    Playouts {
        #[command(flatten)]
        start: Start,
        /// The same seed gives the same games
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many games
        #[arg(long, default_value_t = 100_000)]
        games: u64,
    },
    Best(Best),
    Solve(Solve),
    Protocol(ProtocolArgs),
    Match(Match),
    #[command(name = "selfplay")]
    SelfPlay(SelfPlayArgs),
    Fit(FitArgs),
    Puzzles(PuzzleArgs),
}

impl Start {
    pub(super) fn new(game: &str, variant: &str) -> Self {
        Self {
            game: game.to_owned(),
            variant: variant.to_owned(),
        }
    }

    fn variant(&self) -> Result<Variant, CliError> {
        Variant::parse(&self.game, &self.variant).map_err(bad)
    }

    fn begin(&self) -> Result<AnyGame, CliError> {
        Ok(AnyGame::start(&self.variant()?))
    }

    pub(super) fn after(&self, turns: &[String]) -> Result<AnyGame, CliError> {
        let mut game = self.begin()?;
        for (index, text) in turns.iter().enumerate() {
            play(&mut game, text)
                .map_err(|problem| bad(format!("turn {}, {text:?}: {problem}", index + 1)))?;
        }
        Ok(game)
    }
}

fn play(game: &mut AnyGame, text: &str) -> Result<(), String> {
    let turn = game.read(text).map_err(|error| error.to_string())?;
    game.play(&turn).map_err(|error| error.to_string())
}

impl EngineArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        match self {
            Self::Perft {
                start,
                depth,
                half,
                turns,
            } => {
                let game = start.after(&turns)?;
                let count = if half {
                    let count = game.perft_half(depth);
                    count.ok_or_else(|| bad("--half: this game has no half-moves"))?
                } else {
                    game.perft(depth)
                };
                writeln!(out, "{count}")?;
            }
            Self::Legal { start, turns } => {
                for text in texts(&start.after(&turns)?)? {
                    writeln!(out, "{text}")?;
                }
            }
            Self::Show { start, turns, json } => {
                let game = start.after(&turns)?;
                if json {
                    writeln!(out, "{}", show_json(&start, &game, turns.len())?)?;
                } else {
                    show(out, &game)?;
                }
            }
            Self::Trace { start } => trace(out, &start)?,
            Self::Random {
                start,
                seed,
                games,
                json,
            } => random(out, &start, seed, games, json)?,
            Self::Playouts { start, seed, games } => playouts(out, &start, seed, games)?,
            Self::Best(command) => command.run(out)?,
            Self::Solve(command) => command.run(out)?,
            Self::Protocol(command) => command.run(out)?,
            Self::Match(command) => command.run(out)?,
            Self::SelfPlay(command) => command.run(out)?,
            Self::Fit(command) => command.run(out)?,
            Self::Puzzles(command) => command.run(out)?,
        }
        Ok(())
    }
}

fn show(out: &mut impl Write, game: &AnyGame) -> Result<(), CliError> {
    writeln!(out, "{}", game.drawing())?;
    for (name, value) in game.facts() {
        writeln!(out, "{name}: {value}")?;
    }
    match game.outcome() {
        None => writeln!(
            out,
            "to move: {} ({} legal turns)",
            game.to_move(),
            counted(game)
        )?,
        Some(Outcome {
            winner: Some(winner),
            reason,
        }) => writeln!(out, "over: {winner} has won ({reason})")?,
        Some(Outcome {
            winner: None,
            reason,
        }) => writeln!(out, "over: a draw ({reason})")?,
    }
    writeln!(out, "code: {}", game.code())?;
    Ok(())
}

fn show_json(start: &Start, game: &AnyGame, ply: usize) -> Result<serde_json::Value, CliError> {
    let texts = texts(game)?;
    Ok(json!({
        "game": game.kind().as_str(),
        "variant": start.variant,
        "ply": ply,
        "to_move": game.to_move(),
        "outcome": outcome_json(game.outcome()),
        "legal_count": texts.len(),
        "legal": texts,
        "code": game.code(),
        "facts": game.facts().into_iter().collect::<std::collections::BTreeMap<_, _>>(),
        "position": game.setup(),
    }))
}

/// The number of legal turns, as text.
fn counted(game: &AnyGame) -> String {
    match game.count_turns_up_to(MAX_LISTED as u64 + 1) {
        count if count > MAX_LISTED as u64 => format!("more than {MAX_LISTED}"),
        count => count.to_string(),
    }
}

/// All legal turns in canonical notation, sorted; an error if there are too many.
fn texts(game: &AnyGame) -> Result<Vec<String>, CliError> {
    let texts = game.texts_up_to(MAX_LISTED);
    texts.ok_or_else(|| bad(format!("there are more than {MAX_LISTED} legal turns")))
}

fn outcome_json(outcome: Option<Outcome<&'static str>>) -> serde_json::Value {
    match outcome {
        None => serde_json::Value::Null,
        Some(Outcome { winner, reason }) => json!({
            "winner": winner.map_or("draw", Side::as_str),
            "reason": reason,
        }),
    }
}

/// A position in a trace. A struct, because the order of the fields is part of the format.
#[derive(serde::Serialize)]
struct TraceLine {
    ply: usize,
    to_move: Side,
    legal_count: usize,
    legal_fnv: String,
    outcome: Option<TraceOutcome>,
}

#[derive(serde::Serialize)]
struct TraceOutcome {
    winner: &'static str,
    reason: &'static str,
}

impl TraceLine {
    fn new(game: &AnyGame, ply: usize) -> Result<Self, CliError> {
        let texts = texts(game)?;
        Ok(Self {
            ply,
            to_move: game.to_move(),
            legal_count: texts.len(),
            legal_fnv: format!("{:016x}", fnv1a(&texts)),
            outcome: game.outcome().map(|outcome| TraceOutcome {
                winner: outcome.winner.map_or("draw", Side::as_str),
                reason: outcome.reason,
            }),
        })
    }
}

/// The 64-bit FNV-1a hash of the texts, each followed by a line break.
fn fnv1a(texts: &[String]) -> u64 {
    let bytes = texts
        .iter()
        .flat_map(|text| text.bytes().chain(std::iter::once(b'\n')));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

fn trace(out: &mut impl Write, start: &Start) -> Result<(), CliError> {
    let begin = start.begin()?;
    let mut write = |game: &AnyGame, ply| -> Result<(), CliError> {
        serde_json::to_writer(&mut *out, &TraceLine::new(game, ply)?).map_err(io::Error::from)?;
        writeln!(out)?;
        // A program that feeds the turns one by one waits for each answer.
        Ok(out.flush()?)
    };
    let mut game = begin.clone();
    let mut ply = 0;
    write(&game, ply)?;
    let mut input = io::stdin().lock();
    for number in 1_u64.. {
        let wrong = |problem: &dyn Display| bad(format!("line {number}: {problem}"));
        let Some(line) = read_line(&mut input).map_err(|error| wrong(&error))? else {
            break;
        };
        let text = line.trim();
        if text.is_empty() {
            game = begin.clone();
            ply = 0;
        } else {
            play(&mut game, text).map_err(|problem| wrong(&format!("{text:?}: {problem}")))?;
            ply += 1;
        }
        write(&game, ply)?;
    }
    Ok(())
}

/// The next line, `None` at the end; reads no more than a turn can need.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let read = io::Read::take(&mut *input, MAX_LINE).read_until(b'\n', &mut line)?;
    if read as u64 == MAX_LINE && !line.ends_with(b"\n") {
        return Err(io::Error::other("the line is too long to be a turn"));
    }
    let line = String::from_utf8(line).map_err(|_| io::Error::other("this is no UTF-8 text"))?;
    Ok((read > 0).then_some(line))
}

fn random(
    out: &mut impl Write,
    start: &Start,
    seed: u64,
    games: u64,
    json: bool,
) -> Result<(), CliError> {
    let variant = start.variant()?;
    let mut numbers = SplitMix64::new(seed);
    for index in 0..games {
        let mut record = Record::new(variant.clone());
        while let Some(turn) = record.game().uniform_turn(&mut numbers) {
            match record.push(turn) {
                Ok(()) => {}
                Err(RecordError::TooLong) => break,
                Err(error) => return Err(bad(format!("game {}: {error}", index + 1))),
            }
        }
        if json {
            serde_json::to_writer(&mut *out, &record).map_err(io::Error::from)?;
            writeln!(out)?;
        } else {
            let separator = if index > 0 { "\n" } else { "" };
            write!(out, "{separator}{record}")?;
        }
    }
    Ok(())
}

fn playouts(out: &mut impl Write, start: &Start, seed: u64, games: u64) -> Result<(), CliError> {
    let begin = start.begin()?;
    let mut numbers = SplitMix64::new(seed);
    let (mut plies, mut first, mut second, mut drawn) = (0_u64, 0_u64, 0_u64, 0_u64);
    let started = Instant::now();
    for _ in 0..games {
        let playout = begin.playout(MAX_PLIES, &mut numbers);
        plies += u64::from(playout.plies);
        match playout.outcome.and_then(|outcome| outcome.winner) {
            Some(Side::First) => first += 1,
            Some(Side::Second) => second += 1,
            None => drawn += 1,
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    writeln!(out, "{games} games, {plies} turns in {seconds:.3} s")?;
    writeln!(out, "first {first}, second {second}, drawn {drawn}")?;
    let rate = games as f64 / seconds;
    writeln!(out, "{rate:.0} games a second")?;
    Ok(())
}
