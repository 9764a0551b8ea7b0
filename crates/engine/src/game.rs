//! The one list of games, for code that learns only at run time which game is played.
//!
//! ```
//! use hexpost_engine::game::{AnyGame, Variant};
//!
//! let variant = Variant::parse("tzaar", "fixed")?;
//! let mut game = AnyGame::start(&variant);
//! let turn = game.read("d3xd4")?;
//! game.play(&turn)?;
//! assert_eq!(game.to_move().as_str(), "second");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt;
use std::ops::ControlFlow;

use serde::Serialize;

use super::ascii::draw;
use super::hex::{Board, Cell};
use super::notation::{Dialect, ReadError};
use super::outcome::{Outcome, Reason};
use super::perft::perft;
use super::playout::{Playout, playout};
use super::position::{Argument, CodeError, Holding, Position, Rule, listed_up_to};
use super::random::SplitMix64;
use super::side::Side;
use super::steps::{self, Offer, Step, StepEffect, StepError};
use super::timeline::Timeline;
use super::tzaar::Tzaar;
use super::zertz::Zertz;

/// Writes the enums and the dispatch for a list of games.
macro_rules! games {
    ($($(#[$doc:meta])* $game:ident),+ $(,)?) => {
        /// Which game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameKind { $($(#[$doc])* $game),+ }

        impl GameKind {
            /// All games.
            pub const ALL: &'static [Self] = &[$(Self::$game),+];

            /// The name in records and on the command line.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$game => $game::NAME),+ }
            }

            /// How variants are written, for people to read.
            pub const fn variants(self) -> &'static str {
                match self { $(Self::$game => $game::VARIANTS),+ }
            }

            /// The variants that people choose from, the usual one first.
            pub const fn offered(self) -> &'static [&'static str] {
                match self { $(Self::$game => $game::OFFERED),+ }
            }

            /// Do the pieces belong to the players?
            pub const fn has_sides(self) -> bool {
                match self { $(Self::$game => $game::HAS_SIDES),+ }
            }

            /// The keys of the rules that can forbid a turn; see [`Rule`].
            pub fn rules(self) -> &'static [&'static str] {
                match self {
                    $(Self::$game => <<$game as Position>::Illegal as Rule>::KEYS),+
                }
            }

            /// The names of the reasons for which the game can end.
            pub fn reasons(self) -> Vec<&'static str> {
                match self {
                    $(Self::$game => {
                        let all = <<$game as Position>::Reason as Reason>::ALL;
                        all.iter().map(|reason| reason.as_str()).collect()
                    }),+
                }
            }
        }

        /// A game and how it begins.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Variant { $($(#[$doc])* $game(<$game as Position>::Variant)),+ }

        impl Variant {
            /// Which game it is.
            pub const fn game(&self) -> GameKind {
                match self { $(Self::$game(_) => GameKind::$game),+ }
            }

            /// The variant of that name.
            pub fn parse(game: &str, variant: &str) -> Result<Self, VariantError> {
                $(if game == $game::NAME {
                    return variant
                        .parse()
                        .map(Self::$game)
                        .map_err(|error| VariantError(error.to_string()));
                })+
                let known = GameKind::ALL.iter().map(|game| game.as_str());
                let known = known.collect::<Vec<_>>().join(" and ");
                Err(VariantError(format!("no game {game:?}: there are {known}")))
            }

            /// The variant of that name; if the name leaves a deal open, the one of this seed.
            ///
            /// ```
            /// # use hexpost_engine::game::Variant;
            /// let drawn = Variant::drawn("tzaar", "random", 17).unwrap();
            /// assert_eq!(drawn.to_string(), "random:17");
            /// ```
            pub fn drawn(game: &str, variant: &str, seed: u64) -> Result<Self, VariantError> {
                $(if game == $game::NAME && let Some(drawn) = $game::drawn_variant(variant, seed) {
                    return Ok(Self::$game(drawn));
                })+
                Self::parse(game, variant)
            }
        }

        impl fmt::Display for Variant {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self { $(Self::$game(variant) => variant.fmt(f)),+ }
            }
        }

        /// One whole turn of some game.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum AnyTurn { $($(#[$doc])* $game(<$game as Position>::Turn)),+ }

        $(impl From<<$game as Position>::Turn> for AnyTurn {
            fn from(turn: <$game as Position>::Turn) -> Self {
                Self::$game(turn)
            }
        })+

        /// The rule of some game that forbids a turn.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyIllegal {
            $($(#[$doc])* $game(<$game as Position>::Illegal),)+
            /// The turn is one of another game.
            OtherGame,
        }

        $(impl From<<$game as Position>::Illegal> for AnyIllegal {
            fn from(rule: <$game as Position>::Illegal) -> Self {
                Self::$game(rule)
            }
        })+

        impl AnyIllegal {
            /// The game whose rule it is, and the rule's [key](Rule::key); none for a turn of
            /// another game.
            pub fn key(&self) -> Option<(GameKind, &'static str)> {
                match self {
                    $(Self::$game(rule) => Some((GameKind::$game, rule.key())),)+
                    Self::OtherGame => None,
                }
            }

            /// What the rule is about, by name.
            pub fn arguments(&self) -> Vec<(&'static str, Argument)> {
                match self {
                    $(Self::$game(rule) => rule.arguments(),)+
                    Self::OtherGame => Vec::new(),
                }
            }
        }

        impl fmt::Display for AnyIllegal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$game(rule) => rule.fmt(f),)+
                    Self::OtherGame => f.write_str("that is a turn of another game"),
                }
            }
        }

        impl std::error::Error for AnyIllegal {}

        /// A running or finished game of any kind.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyGame { $($(#[$doc])* $game(Timeline<$game>)),+ }

        impl AnyGame {
            /// A game at its beginning.
            pub fn start(variant: &Variant) -> Self {
                match variant {
                    $(Variant::$game(variant) => {
                        Self::$game(Timeline::new($game::start(variant)))
                    }),+
                }
            }

            /// Which game it is.
            pub const fn kind(&self) -> GameKind {
                match self { $(Self::$game(_) => GameKind::$game),+ }
            }

            /// Does a rule forbid the turn?
            pub fn check(&self, turn: &AnyTurn) -> Result<(), AnyIllegal> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => Ok(game.check(turn)?),)+
                    _ => Err(AnyIllegal::OtherGame),
                }
            }

            /// Plays a turn; after a refusal nothing has changed.
            pub fn play(&mut self, turn: &AnyTurn) -> Result<(), AnyIllegal> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => Ok(game.play(turn)?),)+
                    _ => Err(AnyIllegal::OtherGame),
                }
            }

            /// The turn in canonical notation; none if it is of another game.
            pub fn write(&self, turn: &AnyTurn) -> Option<String> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => {
                        Some(game.position().write(turn))
                    })+
                    _ => None,
                }
            }

            /// A legal turn in another notation; none where that has no word for it.
            pub fn written_in(&self, turn: &AnyTurn, dialect: Dialect) -> Option<String> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => {
                        game.position().written_in(turn, dialect)
                    })+
                    _ => None,
                }
            }

            /// The steps of a turn; none if it is of another game.
            pub fn path(&self, turn: &AnyTurn) -> Option<Vec<Step>> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => {
                        Some(steps::path(game.position(), turn))
                    })+
                    _ => None,
                }
            }

            /// What a legal turn does, step by step; none if it is of another game.
            pub fn step_effects(&self, turn: &AnyTurn) -> Option<Vec<StepEffect>> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => {
                        Some(steps::step_effects(game.position(), turn))
                    })+
                    _ => None,
                }
            }

            /// The positions between the parts of a turn; see [`Position::parts`].
            pub fn parts(&self, turn: &AnyTurn) -> Vec<Self> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => {
                        let parts = game.position().parts(turn).into_iter();
                        parts.map(|part| Self::$game(Timeline::new(part))).collect()
                    })+
                    _ => Vec::new(),
                }
            }

            /// The game as it stands, without its past: to look at, and not to go on with.
            #[must_use]
            pub fn snapshot(&self) -> Self {
                match self { $(Self::$game(game) => Self::$game(game.snapshot())),+ }
            }

            /// Reads what [`AnyGame::code`] writes.
            pub fn from_code(code: &str) -> Result<Self, CodeError> {
                let code = code.trim();
                let (name, rest) = code.split_once(' ').unwrap_or((code, ""));
                $(if name == $game::NAME {
                    return Timeline::from_code(rest).map(Self::$game);
                })+
                let known: Vec<_> = GameKind::ALL.iter().map(|game| game.as_str()).collect();
                let known = known.join(" and ");
                Err(CodeError::new("game", format!("no game {name:?}: there are {known}")))
            }
        }

        /// The arrangement behind a position of some game.
        #[derive(Clone, PartialEq, Eq, Debug, Serialize)]
        #[serde(untagged)]
        pub enum AnySetup { $($(#[$doc])* $game(<$game as Position>::Setup)),+ }

        $(impl From<<$game as Position>::Setup> for AnySetup {
            fn from(setup: <$game as Position>::Setup) -> Self {
                Self::$game(setup)
            }
        })+

        /// Evaluates the same expression for a game of any kind: `with_each!(any, game => game.outcome())`.
        #[macro_export]
        macro_rules! with_each {
            ($any:expr, $name:ident => $result:expr) => {
                match $any { $($crate::game::AnyGame::$game($name) => $result),+ }
            };
        }
    };
}

games! {
    /// ZÈRTZ.
    Zertz,
    /// TZAAR.
    Tzaar,
}

impl AnyGame {
    /// The board the cells are named by.
    pub fn board(&self) -> &'static Board {
        with_each!(self, game => game.position().board())
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        with_each!(self, game => game.position().to_move())
    }

    /// The end of the game, if it has come.
    pub fn outcome(&self) -> Option<Outcome<&'static str>> {
        with_each!(self, game => game.outcome().map(Outcome::named))
    }

    /// How many legal turns there are, but at most `limit`.
    pub fn count_turns_up_to(&self, limit: u64) -> u64 {
        with_each!(self, game => game.count_turns_up_to(limit))
    }

    /// Shows `visit` legal turns until it breaks or there are no more.
    pub fn visit_turns(
        &self,
        mut visit: impl FnMut(AnyTurn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        with_each!(self, game => game.visit_turns(|turn| visit(turn.into())))
    }

    /// All legal turns, if there are at most `limit`.
    pub fn turns_up_to(&self, limit: usize) -> Option<Vec<AnyTurn>> {
        listed_up_to(limit, |add| self.visit_turns(add))
    }

    /// The legal turn, if there is only one.
    pub fn only_turn(&self) -> Option<AnyTurn> {
        with_each!(self, game => game.only_turn().map(AnyTurn::from))
    }

    /// All legal turns in canonical notation, sorted, if there are at most `limit`.
    pub fn texts_up_to(&self, limit: usize) -> Option<Vec<String>> {
        let turns = self.turns_up_to(limit)?;
        let mut texts: Vec<String> = turns.iter().filter_map(|turn| self.write(turn)).collect();
        texts.sort_unstable();
        Some(texts)
    }

    /// What a text means here.
    pub fn read(&self, text: &str) -> Result<AnyTurn, ReadError<AnyIllegal>> {
        with_each!(self, game => match game.read(text) {
            Ok(turn) => Ok(turn.into()),
            Err(error) => Err(error.map_rule(AnyIllegal::from)),
        })
    }

    /// What may be chosen next, after the steps chosen so far.
    pub fn offer(&self, chosen: &[Step]) -> Result<Offer<AnyTurn>, StepError> {
        with_each!(self, game => game.offer(chosen).map(|offer| Offer {
            finished: offer.finished.map(AnyTurn::from),
            choices: offer.choices,
        }))
    }

    /// What the steps chosen so far do.
    pub fn step_effects_so_far(&self, chosen: &[Step]) -> Result<Vec<StepEffect>, StepError> {
        with_each!(self, game => game.step_effects_so_far(chosen))
    }

    /// Some legal turn that begins with the steps; none if the game is over.
    pub fn example(&self, chosen: &[Step]) -> Result<Option<AnyTurn>, StepError> {
        with_each!(self, game => Ok(game.example(chosen)?.map(AnyTurn::from)))
    }

    /// The legal turns that begin with the steps, if there are at most `limit`, in the order in which
    /// their steps are offered.
    pub fn turns_after(
        &self,
        chosen: &[Step],
        limit: usize,
    ) -> Result<Option<Vec<AnyTurn>>, StepError> {
        with_each!(self, game => {
            let turns = game.turns_after(chosen, limit)?;
            Ok(turns.map(|turns| turns.into_iter().map(AnyTurn::from).collect()))
        })
    }

    /// A turn for which every legal one is equally likely; none if the game is over. See
    /// [`Timeline::uniform_turn`] for how many are drawn from.
    pub fn uniform_turn(&self, rng: &mut SplitMix64) -> Option<AnyTurn> {
        with_each!(self, game => game.uniform_turn(rng).map(AnyTurn::from))
    }

    /// How many sequences of `depth` turns there are.
    pub fn perft(&self, depth: u32) -> u64 {
        with_each!(self, game => perft(game, depth))
    }

    /// How many sequences of `depth` half-moves there are, in a game that has them.
    pub fn perft_half(&self, depth: u32) -> Option<u64> {
        with_each!(self, game => game.position().perft_half(depth))
    }

    /// The game as one line of text: its name, and what [`Timeline::code`] writes.
    pub fn code(&self) -> String {
        let code = with_each!(self, game => game.code());
        format!("{} {code}", self.kind().as_str())
    }

    /// A game of chance from here on, of at most so many turns.
    pub fn playout(&self, most: u32, rng: &mut SplitMix64) -> Playout<&'static str> {
        with_each!(self, game => {
            let Playout { outcome, plies } = playout(game, most, rng);
            Playout { outcome: outcome.map(Outcome::named), plies }
        })
    }

    /// Is a step final once it has been made, before the turn is whole?
    pub fn is_touch_move(&self) -> bool {
        with_each!(self, game => game.position().is_touch_move())
    }

    /// Is the board still being set up, one piece a turn, before the game proper?
    pub fn is_setting_up(&self) -> bool {
        with_each!(self, game => game.position().is_setting_up())
    }

    /// The turn that a text stands for in canonical notation and no other way; none if it is not
    /// legal here.
    pub fn exactly(&self, text: &str) -> Option<AnyTurn> {
        let turn = self.read(text).ok()?;
        (self.write(&turn).as_deref() == Some(text)).then_some(turn)
    }

    /// The board drawn with letters.
    pub fn drawing(&self) -> String {
        draw(self.board(), |cell| self.symbol(cell))
    }

    /// What a drawing of the board does not show, as names and values in English.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        with_each!(self, game => game.position().facts())
    }

    /// What the player to move may put on the board, by letter.
    pub fn supply(&self) -> Vec<(char, u8)> {
        with_each!(self, game => game.position().supply())
    }

    /// What is counted beside the board, or on it where the rules look at the number.
    pub fn holdings(&self) -> Vec<Holding> {
        with_each!(self, game => game.position().holdings())
    }

    /// The arrangement behind the position.
    pub fn setup(&self) -> AnySetup {
        with_each!(self, game => game.position().setup().into())
    }

    /// What stands on a cell, in one to three characters.
    pub fn symbol(&self, cell: Cell) -> String {
        with_each!(self, game => game.position().symbol(cell))
    }
}

/// No such game or variant: a sentence that says which there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantError(String);

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for VariantError {}
