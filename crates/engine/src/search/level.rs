//! Levels that feel human.
//!
//! A level sees less than the full engine: fewer positions, less deeply, with a plainer evaluation, and
//! without the techniques that people find hard. Among the turns it thinks good, it chooses by regret:
//! the more winning chances a turn gives away, the less likely it is, and beyond a limit it is never
//! played. Nothing is random but for the seed, so that the same game gets the same answer after a restart.

use std::fmt;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use super::engine::{Engine, Line, Options, SearchLimits, SearchReport, Searchable};
use super::pvs::Techniques;
use crate::game::{AnyGame, with_each};
use crate::random::SplitMix64;
use crate::timeline::Timeline;

/// How strong the computer plays.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// One of the six levels, 1 to 6.
    Numbered(u8),
    /// As strong as the limits allow.
    Strongest,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 7] = [
        Self::Numbered(1),
        Self::Numbered(2),
        Self::Numbered(3),
        Self::Numbered(4),
        Self::Numbered(5),
        Self::Numbered(6),
        Self::Strongest,
    ];
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbered(number) => write!(f, "{number}"),
            Self::Strongest => f.write_str("strongest"),
        }
    }
}

/// A text that is no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level is a number from 1 to 6 or `strongest`")
    }
}

impl std::error::Error for ParseLevelError {}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        Self::ALL
            .into_iter()
            .find(|level| level.to_string() == text)
            .ok_or(ParseLevelError)
    }
}

/// What a level can see and how it chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Abilities {
    /// The nodes for a turn.
    pub nodes: u64,
    /// The greatest depth: half-moves in TZAAR, free placements in ZÈRTZ.
    pub depth: i32,
    /// How many turns it chooses from.
    pub lines: usize,
    /// How it works.
    pub options: Options,
    /// The regret, in millionths of winning probability, at which a turn is e times less likely.
    pub temperature: u32,
    /// The greatest regret, in millionths.
    pub most_regret: u32,
    /// How often, in percent, it overlooks a chain of three or more jumps.
    pub overlooks: u64,
    /// Whether it always takes a win in one turn.
    pub takes_wins: bool,
}

/// For each level, the size of the table in MiB: enough for its nodes, and cleared quickly.
const TABLES: [usize; 6] = [2, 2, 2, 2, 4, 16];

impl Level {
    /// What the level can do in a game.
    pub fn abilities(self, game: &AnyGame) -> Abilities {
        let number = match self {
            Self::Numbered(number) => usize::from(number.clamp(1, 6)) - 1,
            Self::Strongest => {
                return Abilities {
                    nodes: 2_000_000,
                    depth: SearchLimits::NONE.depth,
                    lines: 1,
                    options: Options::default(),
                    temperature: 0,
                    most_regret: 0,
                    overlooks: 0,
                    takes_wins: true,
                };
            }
        };
        let (nodes, depth) = with_each!(game, game => limits_of(game)[number]);
        let (temperature, most_regret) = with_each!(game, game => regrets_of(game)[number]);
        Abilities {
            nodes,
            depth,
            lines: with_each!(game, game => lines_of(game)[number]),
            options: Options {
                megabytes: TABLES[number],
                plain: number < 2,
                techniques: Techniques {
                    gifts: number >= 3,
                    solver: number >= 4,
                    ..Techniques::ALL
                },
            },
            temperature,
            most_regret,
            overlooks: [60, 40, 25, 10, 0, 0][number],
            takes_wins: number >= 1,
        }
    }
}

/// A player of some level.
#[derive(Debug)]
pub struct Player {
    level: Level,
    engine: Option<Engine>,
}

impl Player {
    /// A player.
    pub const fn new(level: Level) -> Self {
        Self {
            level,
            engine: None,
        }
    }

    /// A player of the strongest level with an engine of one's own, such as one without some technique.
    pub const fn with_engine(engine: Engine) -> Self {
        Self {
            level: Level::Strongest,
            engine: Some(engine),
        }
    }

    /// Forgets everything, as for a new game.
    pub fn clear(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// The turn that the player chooses, in front of the other lines it considered; `None` if the game is
    /// over. The same position, seed and limit give the same turn.
    ///
    /// `limits` may only lower what the level can do, except for [`Level::Strongest`], which has no limit
    /// of its own.
    pub fn choose(
        &mut self,
        game: &AnyGame,
        seed: u64,
        limits: SearchLimits,
        stop: &AtomicBool,
        progress: impl FnMut(&SearchReport),
    ) -> Option<SearchReport> {
        let abilities = self.level.abilities(game);
        let engine = self
            .engine
            .get_or_insert_with(|| Engine::new(abilities.options));
        if self.level == Level::Strongest {
            return engine.search(game, limits, stop, progress);
        }
        let limits = SearchLimits {
            nodes: abilities.nodes.min(limits.nodes),
            depth: abilities.depth.min(limits.depth),
            lines: abilities.lines,
            proof: limits.proof,
        };
        if limits.lines > 1
            && let Some(proof) = engine.prove(game, limits, stop)
        {
            return Some(proof);
        }
        // What was seen in earlier turns must not make a difference after a restart.
        let mut report = engine.search_afresh(game, limits, stop, progress)?;
        let mut rng = SplitMix64::new(seed ^ hash(&game.code()));
        let chosen = abilities.pick(&report.lines, &mut rng);
        report.lines[..=chosen].rotate_right(1);
        Some(report)
    }
}

impl Abilities {
    /// The line that is played.
    fn pick(&self, lines: &[Line], rng: &mut SplitMix64) -> usize {
        let wins_at_once = |line: &Line| {
            line.score
                .distance()
                .is_some_and(|plies| (1..=2).contains(&plies))
        };
        if self.takes_wins && wins_at_once(&lines[0]) {
            return 0;
        }
        // What is not overlooked.
        let seen: Vec<usize> = (0..lines.len())
            .filter(|&index| !lines[index].hard_to_see || rng.below(100) >= self.overlooks)
            .collect();
        let Some(&best) = seen.first() else {
            return 0;
        };
        if self.temperature == 0 {
            return best;
        }
        let top = lines[best].score.probability();
        let weight = |index: usize| {
            let regret = top.saturating_sub(lines[index].score.probability());
            if regret > self.most_regret {
                return 0;
            }
            // exp(−x) as (1 − x/16)^16, in integers.
            let x = u64::from(regret) * 65_536 / u64::from(self.temperature) / 16;
            let mut factor = 65_536_u64.saturating_sub(x);
            for _ in 0..4 {
                factor = (factor * factor) >> 16;
            }
            factor
        };
        let total: u64 = seen.iter().map(|&index| weight(index)).sum();
        let mut pick = rng.below(total.max(1));
        for &index in &seen {
            let weight = weight(index);
            if pick < weight {
                return index;
            }
            pick -= weight;
        }
        best
    }
}

/// For each level, the number of turns it chooses from.
const fn lines_of<P: Searchable>(_game: &Timeline<P>) -> [usize; 6] {
    P::LEVEL_LINES
}

/// For each level, how it chooses by regret.
const fn regrets_of<P: Searchable>(_game: &Timeline<P>) -> [(u32, u32); 6] {
    P::LEVEL_REGRETS
}

/// For each level, the nodes and the greatest depth.
const fn limits_of<P: Searchable>(_game: &Timeline<P>) -> [(u64, i32); 6] {
    P::LEVELS
}

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
