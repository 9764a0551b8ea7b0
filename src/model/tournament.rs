//! Tournaments: their terms, entrants and events, as they are stored.

use hexpost_tournament::{Entrant, EntrantId, GameKey, TournamentEvent};
use serde::{Deserialize, Serialize};

use super::ids::{ChannelId, GameId, InteractionId, PlayerId, RoleId, ServerId, TournamentId};
use super::pace::Pace;
use super::time::Time;
use super::variant::StoredVariant;

/// Defines an enum whose variants have stable names, by which they are stored.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$variant_doc])* #[serde(rename = $text)] $variant,)+
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable English name.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }

            /// Parses what [`Self::as_str`] returns.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|it| it.as_str() == name)
            }
        }
    };
}

named! {
    /// How the players of a tournament meet.
    TournamentFormat {
        /// Everyone meets everyone, with both seats.
        RoundRobin = "round-robin",
        /// In each round players with about as many points meet, with both seats.
        Swiss = "swiss",
        /// Whoever loses a match is out.
        Knockout = "knockout",
        /// Seasons of round robins in divisions, with promotion and relegation.
        League = "league",
    }
}

impl TournamentFormat {
    /// Are all rounds played at the same time?
    pub const fn is_at_once(self) -> bool {
        matches!(self, Self::RoundRobin | Self::League)
    }
}

named! {
    /// How far a tournament has come.
    TournamentState {
        /// Players can join.
        Open = "open",
        /// Games are played.
        Running = "running",
        /// It is over.
        Finished = "finished",
        /// It was called off.
        Cancelled = "cancelled",
    }
}

/// When a tournament starts. The organiser can start it earlier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TournamentStart {
    /// As soon as all places are taken.
    Full,
    /// At this time.
    At(Time),
    /// When the organiser says so.
    Manual,
}

/// What a tournament is about, chosen when it is made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentTerms {
    /// How players meet.
    pub format: TournamentFormat,
    /// The game and its variant. A random deal is drawn for each game.
    pub variant: StoredVariant,
    /// The pace of the games. They are lost at once when the time runs out.
    pub pace: Pace,
    /// Do the games count for ratings?
    pub is_rated: bool,
    /// The highest number of players.
    pub size: usize,
    /// Only members with this role may join.
    pub role: Option<RoleId>,
    /// Only players whose rating is at least this high may join.
    pub least_rating: Option<i64>,
    /// Only players whose rating is at most this high may join.
    pub most_rating: Option<i64>,
    /// When it starts.
    pub start: TournamentStart,
    /// How many games a player has at a time, at most.
    pub at_once: usize,
    /// The days until the deadline of a round; `None` for no deadline. A Swiss tournament has one.
    pub round_days: Option<i64>,
    /// The rounds of a Swiss tournament; `None` for as many as its number of players suggests.
    pub rounds: Option<u16>,
    /// How many days of vacation stop a player's clock in each game.
    pub vacation_days: i64,
}

impl TournamentTerms {
    /// The usual terms of a format.
    pub const fn usual(format: TournamentFormat, variant: StoredVariant, pace: Pace) -> Self {
        Self {
            format,
            variant,
            pace: pace.with_flag(true),
            is_rated: true,
            size: match format {
                TournamentFormat::RoundRobin | TournamentFormat::Knockout => 8,
                TournamentFormat::Swiss => 16,
                TournamentFormat::League => 64,
            },
            role: None,
            least_rating: None,
            most_rating: None,
            start: TournamentStart::Manual,
            at_once: 4,
            round_days: match format {
                TournamentFormat::Swiss | TournamentFormat::Knockout => Some(21),
                TournamentFormat::RoundRobin | TournamentFormat::League => None,
            },
            rounds: None,
            vacation_days: 7,
        }
    }

    /// The fewest and the most players of a format.
    pub const fn sizes(format: TournamentFormat) -> (usize, usize) {
        match format {
            TournamentFormat::RoundRobin => (2, 16),
            TournamentFormat::Swiss | TournamentFormat::Knockout | TournamentFormat::League => {
                (2, 64)
            }
        }
    }
}

/// A tournament as it is stored, without entrants and events. A season of a league is a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentRow {
    /// Its number.
    pub id: TournamentId,
    /// The server on which it is held.
    pub server: ServerId,
    /// The channel in which it is held.
    pub channel: ChannelId,
    /// Its thread or forum post, if it has one.
    pub thread: Option<ChannelId>,
    /// Who organises it; `None` if their data were erased. Members who manage the server can organise
    /// every tournament.
    pub organiser: Option<PlayerId>,
    /// Its name.
    pub name: String,
    /// What it is about.
    pub terms: TournamentTerms,
    /// How far it has come.
    pub state: TournamentState,
    /// The secret of the draw, in hexadecimal digits.
    pub secret: String,
    /// The interaction that started it, which is part of the draw; 0 if it started by itself. `None` before.
    pub start_action: Option<InteractionId>,
    /// When it was made.
    pub made_at: Time,
    /// When it started.
    pub started_at: Option<Time>,
    /// When it was over or was called off.
    pub finished_at: Option<Time>,
    /// When something has to be done about it next.
    pub due_at: Option<Time>,
    /// The season of a league, from 1; 1 for other tournaments.
    pub season: i64,
    /// The season before.
    pub previous: Option<TournamentId>,
}

/// Someone who takes part. The number is that of the entrant in `hexpost_tournament`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntrantRow {
    /// The number within the tournament, from 1. It stays when the player is replaced.
    pub number: EntrantId,
    /// The player; `None` if their data were erased.
    pub player: Option<PlayerId>,
    /// The rating at the start; before it, that at the time of joining.
    pub rating: i32,
    /// The division of a league, from 0 for the highest; 0 in other tournaments.
    pub division: usize,
    /// When the player joined.
    pub joined_at: Time,
    /// The interaction with which the player joined, which is part of the draw; `None` for those who stay in
    /// a league.
    pub action: Option<InteractionId>,
}

impl EntrantRow {
    /// The entrant, under a name.
    pub const fn entrant(&self, name: String) -> Entrant {
        Entrant {
            id: self.number,
            name,
            rating: self.rating,
        }
    }
}

/// What happens to a tournament besides what changes its standings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TournamentNote {
    /// The deadline of a round was set anew.
    Extended {
        /// The round.
        round: u16,
        /// The new deadline.
        until: Time,
    },
    /// Someone else organises it from now on.
    HandedOver,
    /// It was called off.
    Cancelled,
}

/// An entry in the history of a tournament.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum TournamentAct {
    /// It matters for the standings.
    Standings(TournamentEvent),
    /// It does not.
    Note(TournamentNote),
}

/// A stored event of a tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentEventRow {
    /// The number within the tournament, from 1.
    pub seq: i64,
    /// The division it is about.
    pub division: usize,
    /// When it happened.
    pub at: Time,
    /// Who did it; `None` if it followed from the games or from the time, or if the person's data were erased.
    pub by: Option<PlayerId>,
    /// Was it decided by a person?
    pub is_decision: bool,
    /// What happened.
    pub act: TournamentAct,
}

/// Where a game belongs in a tournament.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TournamentPlace {
    /// The division, from 0.
    pub division: usize,
    /// The round, the pairing and the game.
    pub key: GameKey,
}

/// A game of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TournamentGameRow {
    /// The game.
    pub game: GameId,
    /// Where it belongs.
    pub place: TournamentPlace,
    /// Was it given up because a player was replaced? Then another game takes its place.
    pub is_dropped: bool,
    /// Is it over without that being recorded in the tournament?
    pub is_unrecorded: bool,
}

/// A place in a tournament that was won: the first of a division, perhaps shared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentTitle {
    /// The tournament.
    pub tournament: TournamentId,
    /// The division of a league, from 0 for the highest.
    pub division: usize,
    /// The server.
    pub server: ServerId,
    /// The tournament's name.
    pub name: String,
    /// Its format.
    pub format: TournamentFormat,
    /// Its season.
    pub season: i64,
    /// The game that was played.
    pub variant: StoredVariant,
    /// When it was over.
    pub at: Time,
}
