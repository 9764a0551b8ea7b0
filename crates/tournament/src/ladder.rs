//! Ladders: always open; a player who beats someone above takes their place.
//!
//! - A player may challenge anyone up to [ten places](REACH) above them.
//! - At most [three challenges](MOST_INCOMING) are open against a player.
//! - The same two may play again [seven days](REMATCH_AFTER) after their last game.
//! - If the challenger wins, they take the place, and those between move down one. Otherwise nothing changes.
//! - A player who loses on time drops off the ladder, and can rejoin at the bottom.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::entrant::EntrantId;

/// How many places above them a player may challenge.
pub const REACH: usize = 10;
/// How many challenges may be open against a player.
pub const MOST_INCOMING: usize = 3;
/// After how many milliseconds the same two may play again.
pub const REMATCH_AFTER: i64 = 7 * 24 * 60 * 60 * 1000;

/// Something that happened on a ladder. Times are milliseconds since the epoch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum LadderEvent {
    /// Someone joined, at the bottom.
    Joined {
        /// Who.
        player: EntrantId,
    },
    /// Someone left. Their open games don't count any more.
    Left {
        /// Who.
        player: EntrantId,
    },
    /// A game began.
    Challenged {
        /// The id of the game.
        game: i64,
        /// Who challenged.
        challenger: EntrantId,
        /// Who was challenged.
        opponent: EntrantId,
        /// When.
        at: i64,
    },
    /// A game ended.
    Ended {
        /// The id of the game.
        game: i64,
        /// How.
        result: LadderResult,
        /// When.
        at: i64,
    },
}

/// The result of a game on the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LadderResult {
    /// The challenger won.
    ChallengerWon,
    /// The challenger won because the other's time ran out.
    ChallengedTimedOut,
    /// The challenged player won.
    ChallengedWon,
    /// The challenged player won because the challenger's time ran out.
    ChallengerTimedOut,
    /// A draw, or the game was called off.
    NoWinner,
}

/// Why a challenge is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LadderRefusal {
    /// The challenger is not on the ladder.
    NotOnLadder,
    /// The challenged player is not on the ladder.
    OpponentNotOnLadder,
    /// They are the same player.
    Oneself,
    /// The challenged player is not above the challenger.
    NotAbove,
    /// The challenged player is more than [`REACH`] places above.
    TooFarAbove {
        /// How many places.
        places: usize,
    },
    /// The two have an open game.
    AlreadyPlaying,
    /// [`MOST_INCOMING`] challenges are open against the challenged player.
    TooManyIncoming,
    /// The two played less than [`REMATCH_AFTER`] ago.
    TooSoon {
        /// When they may play again.
        until: i64,
    },
}

impl fmt::Display for LadderRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotOnLadder => f.write_str("the challenger is not on the ladder"),
            Self::OpponentNotOnLadder => f.write_str("the challenged player is not on the ladder"),
            Self::Oneself => f.write_str("a challenge to oneself"),
            Self::NotAbove => f.write_str("the challenged player is not above"),
            Self::TooFarAbove { places } => write!(f, "{places} places above, not {REACH}"),
            Self::AlreadyPlaying => f.write_str("the two are playing"),
            Self::TooManyIncoming => write!(f, "{MOST_INCOMING} challenges are open already"),
            Self::TooSoon { until } => write!(f, "the two may play again at {until}"),
        }
    }
}

impl std::error::Error for LadderRefusal {}

/// An open game on the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpenGame {
    /// Who challenged.
    pub challenger: EntrantId,
    /// Who was challenged.
    pub opponent: EntrantId,
}

/// A ladder: what follows from its events.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ladder {
    /// From the top to the bottom.
    order: Vec<EntrantId>,
    open: BTreeMap<i64, OpenGame>,
    /// When the last game of two players ended.
    last: BTreeMap<(EntrantId, EntrantId), i64>,
}

/// Two players, whoever challenged.
fn pair(a: EntrantId, b: EntrantId) -> (EntrantId, EntrantId) {
    (a.min(b), a.max(b))
}

impl Ladder {
    /// A ladder after these events. Events that don't fit, such as the end of an unknown game, change nothing.
    pub fn replay<'a>(events: impl IntoIterator<Item = &'a LadderEvent>) -> Self {
        let mut ladder = Self::default();
        for event in events {
            ladder.apply(event);
        }
        ladder
    }

    /// Applies the next event. Challenges are not checked: see [`check`](Self::check).
    pub fn apply(&mut self, event: &LadderEvent) {
        match *event {
            LadderEvent::Joined { player } => {
                if !self.order.contains(&player) {
                    self.order.push(player);
                }
            }
            LadderEvent::Left { player } => self.drop_player(player),
            LadderEvent::Challenged {
                game,
                challenger,
                opponent,
                ..
            } => {
                let new = OpenGame {
                    challenger,
                    opponent,
                };
                self.open.insert(game, new);
            }
            LadderEvent::Ended { game, result, at } => {
                let Some(ended) = self.open.remove(&game) else {
                    return;
                };
                let OpenGame {
                    challenger,
                    opponent,
                } = ended;
                self.last.insert(pair(challenger, opponent), at);
                match result {
                    LadderResult::ChallengerWon => self.take_place(challenger, opponent),
                    LadderResult::ChallengedTimedOut => {
                        self.take_place(challenger, opponent);
                        self.drop_player(opponent);
                    }
                    LadderResult::ChallengerTimedOut => self.drop_player(challenger),
                    LadderResult::ChallengedWon | LadderResult::NoWinner => {}
                }
            }
        }
    }

    /// The players, from the top to the bottom.
    pub fn order(&self) -> &[EntrantId] {
        &self.order
    }

    /// The place of a player, from 1.
    pub fn place(&self, player: EntrantId) -> Option<usize> {
        let index = self.order.iter().position(|&it| it == player)?;
        Some(index + 1)
    }

    /// The open games, by id.
    pub const fn open(&self) -> &BTreeMap<i64, OpenGame> {
        &self.open
    }

    /// How many challenges are open against a player.
    pub fn incoming(&self, player: EntrantId) -> usize {
        let open = self.open.values();
        open.filter(|game| game.opponent == player).count()
    }

    /// May one player challenge another at this time?
    pub fn check(
        &self,
        challenger: EntrantId,
        opponent: EntrantId,
        now: i64,
    ) -> Result<(), LadderRefusal> {
        if challenger == opponent {
            return Err(LadderRefusal::Oneself);
        }
        let own = self.place(challenger).ok_or(LadderRefusal::NotOnLadder)?;
        let theirs = self.place(opponent);
        let theirs = theirs.ok_or(LadderRefusal::OpponentNotOnLadder)?;
        let Some(places) = own.checked_sub(theirs) else {
            return Err(LadderRefusal::NotAbove);
        };
        if places > REACH {
            return Err(LadderRefusal::TooFarAbove { places });
        }
        let both = pair(challenger, opponent);
        let mut open = self.open.values();
        if open.any(|game| pair(game.challenger, game.opponent) == both) {
            return Err(LadderRefusal::AlreadyPlaying);
        }
        if self.incoming(opponent) >= MOST_INCOMING {
            return Err(LadderRefusal::TooManyIncoming);
        }
        match self.last.get(&both).map(|at| at + REMATCH_AFTER) {
            Some(until) if now < until => Err(LadderRefusal::TooSoon { until }),
            _ => Ok(()),
        }
    }

    /// The players that a player may challenge at this time, highest first.
    pub fn challengeable(&self, challenger: EntrantId, now: i64) -> Vec<EntrantId> {
        let all = self.order.iter().copied();
        all.filter(|&it| self.check(challenger, it, now).is_ok())
            .collect()
    }

    /// Moves the winner to the loser's place, if that is higher and both are on the ladder.
    fn take_place(&mut self, winner: EntrantId, loser: EntrantId) {
        let (Some(from), Some(to)) = (self.place(winner), self.place(loser)) else {
            return;
        };
        if to < from {
            self.order[to - 1..from].rotate_right(1);
        }
    }

    /// Takes a player off the ladder. Their open games go on, but don't count.
    fn drop_player(&mut self, player: EntrantId) {
        self.order.retain(|&it| it != player);
        let is_other = |game: &OpenGame| game.challenger != player && game.opponent != player;
        self.open.retain(|_, game| is_other(game));
    }
}
