//! The list of games, and enums over all of them for code that learns the game at run time.
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

/// Defines the enums over all games and dispatches to each game.
macro_rules! games {
    ($($(#[$doc:meta])* $game:ident),+ $(,)?) => {
        /// A game that the engine knows.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum GameKind { $($(#[$doc])* $game),+ }

        impl GameKind {
            /// All games.
            pub const ALL: &'static [Self] = &[$(Self::$game),+];

            /// The name in records and on the command line.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$game => $game::NAME),+ }
            }

            /// The syntax of variant names, to be shown to people.
            pub const fn variants(self) -> &'static str {
                match self { $(Self::$game => $game::VARIANTS),+ }
            }

            /// The variants offered to people for choice, the most common one first.
            pub const fn offered(self) -> &'static [&'static str] {
                match self { $(Self::$game => $game::OFFERED),+ }
            }

            /// Whether pieces belong to players.
            pub const fn has_sides(self) -> bool {
                match self { $(Self::$game => $game::HAS_SIDES),+ }
            }

            /// The [keys](Rule::key) of all rules that can forbid a turn.
            pub fn rules(self) -> &'static [&'static str] {
                match self {
                    $(Self::$game => <<$game as Position>::Illegal as Rule>::KEYS),+
                }
            }

            /// The names of all reasons for which the game can end.
            pub fn reasons(self) -> Vec<&'static str> {
                match self {
                    $(Self::$game => {
                        let all = <<$game as Position>::Reason as Reason>::ALL;
                        all.iter().map(|reason| reason.as_str()).collect()
                    }),+
                }
            }
        }

        /// A game together with its rule set and starting position.
        #[derive(Clone, PartialEq, Eq, Hash, Debug)]
        pub enum Variant { $($(#[$doc])* $game(<$game as Position>::Variant)),+ }

        impl Variant {
            /// The game.
            pub const fn game(&self) -> GameKind {
                match self { $(Self::$game(_) => GameKind::$game),+ }
            }

            /// Parses the names of a game and of one of its variants.
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

            /// Like [`Variant::parse`], but a name that lacks a seed for its deal is completed with
            /// `seed`.
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

        /// One complete turn of some game.
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
            /// The turn belongs to another game.
            OtherGame,
        }

        $(impl From<<$game as Position>::Illegal> for AnyIllegal {
            fn from(rule: <$game as Position>::Illegal) -> Self {
                Self::$game(rule)
            }
        })+

        impl AnyIllegal {
            /// The game and the [key](Rule::key) of the rule; `None` for a turn of another game.
            pub fn key(&self) -> Option<(GameKind, &'static str)> {
                match self {
                    $(Self::$game(rule) => Some((GameKind::$game, rule.key())),)+
                    Self::OtherGame => None,
                }
            }

            /// The named arguments of the rule's message.
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

        /// A running or finished game of any [kind](GameKind).
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum AnyGame { $($(#[$doc])* $game(Timeline<$game>)),+ }

        impl AnyGame {
            /// A new game of a variant.
            pub fn start(variant: &Variant) -> Self {
                match variant {
                    $(Variant::$game(variant) => {
                        Self::$game(Timeline::new($game::start(variant)))
                    }),+
                }
            }

            /// The game being played.
            pub const fn kind(&self) -> GameKind {
                match self { $(Self::$game(_) => GameKind::$game),+ }
            }

            /// Checks that a turn is legal; otherwise returns the rule it breaks.
            pub fn check(&self, turn: &AnyTurn) -> Result<(), AnyIllegal> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => Ok(game.check(turn)?),)+
                    _ => Err(AnyIllegal::OtherGame),
                }
            }

            /// Plays a turn, or returns the rule that forbids it and changes nothing.
            pub fn play(&mut self, turn: &AnyTurn) -> Result<(), AnyIllegal> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => Ok(game.play(turn)?),)+
                    _ => Err(AnyIllegal::OtherGame),
                }
            }

            /// The turn in canonical notation; `None` if it belongs to another game.
            pub fn write(&self, turn: &AnyTurn) -> Option<String> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => {
                        Some(game.position().write(turn))
                    })+
                    _ => None,
                }
            }

            /// A legal turn in another notation; `None` if that notation can't express it.
            pub fn written_in(&self, turn: &AnyTurn, dialect: Dialect) -> Option<String> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => {
                        game.position().written_in(turn, dialect)
                    })+
                    _ => None,
                }
            }

            /// The steps of a turn; `None` if it belongs to another game.
            pub fn path(&self, turn: &AnyTurn) -> Option<Vec<Step>> {
                match (self, turn) {
                    $((Self::$game(game), AnyTurn::$game(turn)) => {
                        Some(steps::path(game.position(), turn))
                    })+
                    _ => None,
                }
            }

            /// The steps of a legal turn with their effects; `None` if it belongs to another game.
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

            /// A copy without history: for display, not for further play.
            #[must_use]
            pub fn snapshot(&self) -> Self {
                match self { $(Self::$game(game) => Self::$game(game.snapshot())),+ }
            }

            /// Parses the output of [`AnyGame::code`].
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

        /// A position of some game as an arrangement.
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

pub(crate) use with_each;

impl AnyGame {
    /// The board as it was at the start of the game, which defines the cells' names.
    pub fn board(&self) -> &'static Board {
        with_each!(self, game => game.position().board())
    }

    /// The player to move.
    pub fn to_move(&self) -> Side {
        with_each!(self, game => game.position().to_move())
    }

    /// How the game ended, if it is over.
    pub fn outcome(&self) -> Option<Outcome<&'static str>> {
        with_each!(self, game => game.outcome().map(Outcome::named))
    }

    /// The number of legal turns, or `limit` if there are more.
    pub fn count_turns_up_to(&self, limit: u64) -> u64 {
        with_each!(self, game => game.count_turns_up_to(limit))
    }

    /// Calls `visit` with each legal turn until it breaks or there are no more.
    pub fn visit_turns(
        &self,
        mut visit: impl FnMut(AnyTurn) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        with_each!(self, game => game.visit_turns(|turn| visit(turn.into())))
    }

    /// All legal turns; `None` if there are more than `limit`.
    pub fn turns_up_to(&self, limit: usize) -> Option<Vec<AnyTurn>> {
        listed_up_to(limit, |add| self.visit_turns(add))
    }

    /// The legal turn, if there is exactly one.
    pub fn only_turn(&self) -> Option<AnyTurn> {
        with_each!(self, game => game.only_turn().map(AnyTurn::from))
    }

    /// All legal turns in canonical notation, sorted; `None` if there are more than `limit`.
    pub fn texts_up_to(&self, limit: usize) -> Option<Vec<String>> {
        let turns = self.turns_up_to(limit)?;
        let mut texts: Vec<String> = turns.iter().filter_map(|turn| self.write(turn)).collect();
        texts.sort_unstable();
        Some(texts)
    }

    /// Parses a turn as people type it; see [`Timeline::read`].
    pub fn read(&self, text: &str) -> Result<AnyTurn, ReadError<AnyIllegal>> {
        with_each!(self, game => match game.read(text) {
            Ok(turn) => Ok(turn.into()),
            Err(error) => Err(error.map_rule(AnyIllegal::from)),
        })
    }

    /// The choices that may follow the steps chosen so far.
    pub fn offer(&self, chosen: &[Step]) -> Result<Offer<AnyTurn>, StepError> {
        with_each!(self, game => game.offer(chosen).map(|offer| Offer {
            finished: offer.finished.map(AnyTurn::from),
            choices: offer.choices,
        }))
    }

    /// The steps chosen so far with their effects.
    pub fn step_effects_so_far(&self, chosen: &[Step]) -> Result<Vec<StepEffect>, StepError> {
        with_each!(self, game => game.step_effects_so_far(chosen))
    }

    /// Some legal turn that begins with the steps; `None` if the game is over.
    pub fn example(&self, chosen: &[Step]) -> Result<Option<AnyTurn>, StepError> {
        with_each!(self, game => Ok(game.example(chosen)?.map(AnyTurn::from)))
    }

    /// The legal turns that begin with the steps, in the order in which their steps are offered; `None`
    /// if there are more than `limit`.
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

    /// A turn chosen uniformly from the legal ones; `None` if the game is over. See
    /// [`Timeline::uniform_turn`] for how many it chooses from.
    pub fn uniform_turn(&self, rng: &mut SplitMix64) -> Option<AnyTurn> {
        with_each!(self, game => game.uniform_turn(rng).map(AnyTurn::from))
    }

    /// The number of sequences of `depth` turns; see [`perft`].
    pub fn perft(&self, depth: u32) -> u64 {
        with_each!(self, game => perft(game, depth))
    }

    /// The number of sequences of `depth` half-moves; `None` in a game without half-moves.
    pub fn perft_half(&self, depth: u32) -> Option<u64> {
        with_each!(self, game => game.position().perft_half(depth))
    }

    /// The game as one line of text: its name, followed by [`Timeline::code`].
    pub fn code(&self) -> String {
        let code = with_each!(self, game => game.code());
        format!("{} {code}", self.kind().as_str())
    }

    /// Plays random turns from here, at most `max_plies`; see [`playout`].
    pub fn playout(&self, max_plies: u32, rng: &mut SplitMix64) -> Playout<&'static str> {
        with_each!(self, game => {
            let Playout { outcome, plies } = playout(game, max_plies, rng);
            Playout { outcome: outcome.map(Outcome::named), plies }
        })
    }

    /// Whether touch-move applies: a step can't be taken back, even before the turn is complete.
    pub fn is_touch_move(&self) -> bool {
        with_each!(self, game => game.position().is_touch_move())
    }

    /// Whether the players are still setting up the board, one piece per turn, before the game proper.
    pub fn is_setting_up(&self) -> bool {
        with_each!(self, game => game.position().is_setting_up())
    }

    /// Parses a legal turn in canonical notation; `None` for anything else.
    pub fn exactly(&self, text: &str) -> Option<AnyTurn> {
        let turn = self.read(text).ok()?;
        (self.write(&turn).as_deref() == Some(text)).then_some(turn)
    }

    /// The board drawn with letters.
    pub fn drawing(&self) -> String {
        draw(self.board(), |cell| self.symbol(cell))
    }

    /// The facts that a drawing of the board does not show, as English names and values.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        with_each!(self, game => game.position().facts())
    }

    /// The marbles or pieces that the player to move may put on the board, by letter.
    pub fn supply(&self) -> Vec<(char, u8)> {
        with_each!(self, game => game.position().supply())
    }

    /// All counts that matter; see [`Position::holdings`].
    pub fn holdings(&self) -> Vec<Holding> {
        with_each!(self, game => game.position().holdings())
    }

    /// The position as an arrangement.
    pub fn setup(&self) -> AnySetup {
        with_each!(self, game => game.position().setup().into())
    }

    /// The contents of a cell, in one to three characters.
    pub fn symbol(&self, cell: Cell) -> String {
        with_each!(self, game => game.position().symbol(cell))
    }
}

/// An unknown game or variant; the message lists the known ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantError(String);

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for VariantError {}
