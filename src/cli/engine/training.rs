//! `engine selfplay` and `engine fit`: how the evaluation is made.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use clap::Args;
use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::search::{Engine, Fit, ScoredGame, SelfPlay};
use sha2::{Digest, Sha256};

use super::progress::Bar;
use crate::cli::{CliError, bad};

/// Play games of the engine against itself and write them with their scores
#[derive(Args)]
pub(in crate::cli) struct SelfPlayArgs {
    /// The game
    game: String,
    /// The variants, separated by commas, played in turn; TZAAR's `random` deals every game differently
    variants: String,
    /// The same seed gives the same games
    #[arg(long)]
    seed: u64,
    /// How many games
    #[arg(long)]
    games: u64,
    /// Nodes for each turn
    #[arg(long, default_value_t = 4_000)]
    nodes: u64,
    /// Use the evaluation by rule of thumb, so that the games do not depend on the fitted weights
    #[arg(long)]
    plain: bool,
    /// Use the weights in this file
    #[arg(long, conflicts_with = "plain")]
    weights: Option<PathBuf>,
    /// How many games at the same time; makes no difference to the games
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// The file to write
    #[arg(short)]
    output: PathBuf,
}

impl SelfPlayArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let names: Vec<&str> = self.variants.split(',').collect();
        let variant = |index: u64| {
            let name = names[(index % names.len() as u64) as usize];
            let deal = SplitMix64::new(self.seed ^ index << 32).next();
            Variant::drawn(&self.game, name, deal)
        };
        for index in 0..names.len() as u64 {
            variant(index).map_err(bad)?;
        }
        let play = SelfPlay {
            nodes: self.nodes,
            random: (2, 4),
            plain: self.plain,
        };
        let mut made_with = String::new();
        let mut weights = None;
        if let Some(path) = &self.weights {
            let wrong = |problem: String| bad(format!("{}: {problem}", path.display()));
            let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
            let start = AnyGame::start(&variant(0).map_err(bad)?);
            if !Engine::knows_weights(&start, &text) {
                return Err(wrong("these are not weights for this game".to_owned()));
            }
            made_with = format!(" --weights (SHA-256 {})", hash(&text));
            weights = Some(text);
        }
        let next = AtomicU64::new(0);
        let stop = AtomicBool::new(false);
        let played: Mutex<Vec<Option<String>>> = Mutex::new(vec![None; self.games as usize]);
        let bar = Mutex::new(Bar::new());
        thread::scope(|scope| {
            for _ in 0..self.jobs.max(1) {
                scope.spawn(|| {
                    let mut engine = play.engine(weights.clone());
                    loop {
                        let index = next.fetch_add(1, Ordering::SeqCst);
                        if index >= self.games {
                            return;
                        }
                        let Ok(variant) = variant(index) else { return };
                        let seed = SplitMix64::new(self.seed ^ index).next();
                        let game = play.play(&mut engine, &variant, seed, &stop).to_string();
                        if let Ok(mut played) = played.lock() {
                            played[index as usize] = Some(game);
                        }
                        if let Ok(mut bar) = bar.lock() {
                            bar.show(index, self.games, &format!("game {index}"));
                        }
                    }
                });
            }
        });
        drop(bar);
        let wrong = |error| bad(format!("{}: {error}", self.output.display()));
        let mut file = BufWriter::new(File::create(&self.output).map_err(wrong)?);
        let plain = if self.plain { " --plain" } else { "" };
        writeln!(
            file,
            "# hexpost engine selfplay {} {} --seed {} --games {} --nodes {}{plain}{made_with}",
            self.game, self.variants, self.seed, self.games, self.nodes
        )
        .map_err(wrong)?;
        let played = played.into_inner().unwrap_or_default();
        for game in played.into_iter().flatten() {
            writeln!(file, "{game}").map_err(wrong)?;
        }
        file.flush().map_err(wrong)?;
        writeln!(
            out,
            "{} games written to {}",
            self.games,
            self.output.display()
        )?;
        Ok(())
    }
}

/// Fit the evaluation to games of `selfplay`
#[derive(Args)]
pub(in crate::cli) struct FitArgs {
    /// The game
    game: String,
    /// The games
    data: PathBuf,
    /// The file to write, such as assets/engine/tzaar.txt
    #[arg(short)]
    output: PathBuf,
    /// Steps of gradient descent
    #[arg(long, default_value_t = Fit::default().steps)]
    steps: u32,
    /// How much the search's own scores count against the results, in percent
    #[arg(long, default_value_t = Fit::default().trust)]
    trust: u32,
}

impl FitArgs {
    pub(super) fn run(self, out: &mut impl Write) -> Result<(), CliError> {
        let wrong = |problem: String| bad(format!("{}: {problem}", self.data.display()));
        let text = std::fs::read_to_string(&self.data).map_err(|error| wrong(error.to_string()))?;
        let mut games = Vec::new();
        let mut made_by = "unknown";
        for (number, line) in text.lines().enumerate() {
            if let Some(comment) = line.strip_prefix("# ") {
                made_by = comment;
                continue;
            }
            let game: ScoredGame = line
                .parse()
                .map_err(|error| wrong(format!("line {}: {error}", number + 1)))?;
            if game.variant.game().as_str() != self.game {
                return Err(wrong(format!("line {}: another game", number + 1)));
            }
            games.push(game);
        }
        let hash = hash(&text);
        let comment = format!(
            "Weights of the {} evaluation: for each feature with a full board, and near the end.\n\
             Games: {made_by}\n\
             SHA-256 of the games: {hash}\n\
             Fit: hexpost engine fit {} GAMES --steps {} --trust {}",
            self.game, self.game, self.steps, self.trust
        );
        let mut bar = Bar::new();
        let fit = Fit {
            steps: self.steps.max(1),
            trust: self.trust.min(100),
        };
        let fitted = fit
            .run(&games, &comment, |percent| {
                bar.show(u64::from(percent), 100, "fitting");
            })
            .map_err(wrong)?;
        drop(bar);
        std::fs::write(&self.output, fitted.text)
            .map_err(|error| bad(format!("{}: {error}", self.output.display())))?;
        let (before, after) = fitted.loss;
        writeln!(
            out,
            "{} games, {} positions; mean loss {before:.4} by rule of thumb, {after:.4} fitted",
            games.len(),
            fitted.positions
        )?;
        Ok(())
    }
}

/// The SHA-256 hash of a text, in hexadecimal.
fn hash(text: &str) -> String {
    let bytes = Sha256::digest(text.as_bytes());
    bytes.iter().fold(String::new(), |mut hex, byte| {
        // Writing to a string can't fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
