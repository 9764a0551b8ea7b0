//! `engine puzzles`: puzzles from games of the computer against itself.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use hexpost_engine::canonical::Canonical;
use hexpost_engine::game::Variant;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::search::{Puzzle, PuzzleSource};

use super::progress::Bar;
use crate::cli::{CliError, bad};

/// Find puzzles in games of the computer against itself; run again with a file that exists, it goes on where
/// it was
#[derive(Args)]
pub(in crate::cli) struct PuzzleArgs {
    /// The game
    #[arg(long)]
    game: String,
    /// The variants, separated by commas, played in turn; TZAAR's `random` deals every game differently
    #[arg(long)]
    variants: String,
    /// The same seed gives the same puzzles
    #[arg(long)]
    seed: u64,
    /// How many games, with those of earlier runs
    #[arg(long)]
    games: u64,
    /// Stop when there are so many puzzles
    #[arg(long)]
    puzzles: Option<usize>,
    /// Nodes for each turn of a game
    #[arg(long, default_value_t = 3_000)]
    nodes: u64,
    /// The most positions for the proof of a puzzle
    #[arg(long, default_value_t = 8_000)]
    proof: u64,
    /// The file to write
    #[arg(long)]
    out: PathBuf,
}

/// The puzzles found so far.
#[derive(Default)]
struct PuzzleFile {
    command: String,
    games: u64,
    lines: Vec<String>,
    /// The positions, up to symmetry, as numbers.
    known: HashSet<u64>,
}

impl PuzzleFile {
    /// Reads the file of an earlier run of the same command, or starts a new one.
    fn open(path: &Path, command: String) -> Result<Self, String> {
        let mut file = Self {
            command,
            ..Self::default()
        };
        let Ok(text) = fs::read_to_string(path) else {
            return Ok(file);
        };
        let mut lines = text.lines();
        if lines.next() != Some(&file.command) {
            return Err("this file was made by another command".to_owned());
        }
        let games = lines.next().and_then(|line| line.strip_prefix("# games "));
        let games = games.and_then(|games| games.parse().ok());
        file.games = games.ok_or("line 2: the number of games is missing")?;
        for (index, line) in lines.enumerate() {
            let puzzle: Puzzle = line
                .parse()
                .map_err(|error| format!("line {}: {error}", index + 3))?;
            file.add(&puzzle);
        }
        Ok(file)
    }

    /// Adds a puzzle, unless there is one with the same position up to symmetry.
    fn add(&mut self, puzzle: &Puzzle) {
        let number = Canonical::for_mover(&puzzle.position).number();
        if self.known.insert(number) {
            self.lines.push(puzzle.to_string());
        }
    }

    /// Writes the file as a whole, so that it is never half written.
    fn write(&self, path: &Path) -> std::io::Result<()> {
        let mut text = format!("{}\n# games {}\n", self.command, self.games);
        for line in &self.lines {
            // Writing to a string can't fail.
            let _ = writeln!(text, "{line}");
        }
        let half = path.with_extension("part");
        fs::write(&half, text)?;
        fs::rename(&half, path)
    }
}

impl PuzzleArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let command = format!(
            "# hexpost engine puzzles --game {} --variants {} --seed {} --nodes {} --proof {}",
            self.game, self.variants, self.seed, self.nodes, self.proof
        );
        let names: Vec<&str> = self.variants.split(',').collect();
        let variant = |index: u64| {
            let name = names[(index % names.len() as u64) as usize];
            let deal = SplitMix64::new(self.seed ^ index << 32).next();
            Variant::drawn(&self.game, name, deal).map_err(bad)
        };
        for index in 0..names.len() as u64 {
            variant(index)?;
        }
        let wrong = |problem: String| bad(format!("{}: {problem}", self.out.display()));
        let mut file = PuzzleFile::open(&self.out, command).map_err(wrong)?;
        let source = PuzzleSource {
            nodes: self.nodes,
            proof: self.proof,
        };
        let stop = AtomicBool::new(false);
        let mut bar = Bar::new();
        let is_enough = |file: &PuzzleFile| {
            file.games >= self.games || self.puzzles.is_some_and(|most| file.lines.len() >= most)
        };
        while !is_enough(&file) {
            let seed = SplitMix64::new(self.seed ^ file.games).next();
            for puzzle in source.find(&variant(file.games)?, seed, &stop) {
                file.add(&puzzle);
            }
            file.games += 1;
            file.write(&self.out)
                .map_err(|error| wrong(error.to_string()))?;
            let remark = format!("game {}, {} puzzles", file.games, file.lines.len());
            bar.show(file.games, self.games, &remark);
        }
        drop(bar);
        writeln!(
            out,
            "{} puzzles from {} games in {}",
            file.lines.len(),
            file.games,
            self.out.display()
        )?;
        Ok(())
    }
}
