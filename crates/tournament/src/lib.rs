//! Tournaments, leagues and ladders, as pure values: no I/O, no clock, no randomness but a draw's.
//!
//! A tournament is a list of [events](event::TournamentEvent): rounds that were paired, games that ended, decisions
//! of the organiser. [`Tournament::replay`] applies them; [standings](Tournament::standings) and everything
//! else are derived, so a corrected result corrects the table.
//!
//! - [`entrant`], [`game`], [`points`]: the vocabulary; [`event`]: what is stored; [`tournament`]: what follows
//!   from it, with time-outs, forfeits and withdrawals; [`standings`]: places and tie-breaks; [`table`]: results by
//!   opponent and by round, for pictures.
//! - Formats: [`round_robin`], [`swiss`], [`knockout`], [`league`] and [`ladder`].
//! - [`draw`]: seeding and lots that anyone can check; [`matching`]: the minimum-cost matching that pairs
//!   Swiss rounds.
//! - [`export`]: CSV, JSON and TRF16.

pub mod draw;
pub mod entrant;
pub mod event;
pub mod export;
pub mod game;
pub mod knockout;
pub mod ladder;
pub mod league;
pub mod matching;
pub mod points;
pub mod round_robin;
pub mod standings;
pub mod swiss;
pub mod table;
pub mod tournament;

pub use draw::SeedingDraw;
pub use entrant::{Entrant, EntrantId};
pub use event::{EventError, TournamentEvent};
pub use game::{GameEnding, GameKey, Pairing, PairingResult, PlannedGame, Round};
pub use points::Points;
pub use standings::Standing;
pub use tournament::{Legs, Tournament, TournamentSettings, WithdrawalRule};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
