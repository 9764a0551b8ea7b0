//! Challenges: their terms, and their state.

use super::game::GameEnd;
use super::ids::{ChannelId, GameId, InteractionId, PlayerId, ServerId};
use super::pace::Pace;
use super::time::Time;
use super::variant::StoredVariant;

/// A challenge as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// Its number, which is also that of the game it may become.
    pub id: GameId,
    /// The server on which it was made, if any.
    pub server: Option<ServerId>,
    /// The channel in which it was made.
    pub channel: Option<ChannelId>,
    /// The challenger; `None` if the challenger's data were erased.
    pub challenger: Option<PlayerId>,
    /// The challenged player; `None` if anyone may accept.
    pub opponent: Option<PlayerId>,
    /// The terms of the game.
    pub terms: Terms,
    /// The secret of the fair draw, in hexadecimal digits.
    pub secret: String,
    /// The version of the fair draw.
    pub draw_version: DrawVersion,
    /// Its state.
    pub state: ChallengeState,
    /// When it was made.
    pub made_at: Time,
    /// When it expires; `None` once it is decided.
    pub expires_at: Option<Time>,
    /// When it was decided.
    pub decided_at: Option<Time>,
    /// The accepting interaction, which is part of the fair draw.
    pub action: Option<InteractionId>,
    /// The id of the card's message, which is part of the fair draw: 0 if none was known at the time of
    /// the acceptance; `None` before it, and in the first version of the draw.
    pub card: Option<i64>,
    /// The aborted game whose sides and deal are kept.
    pub keeps: Option<GameId>,
    /// The standing challenge to which it belongs.
    pub standing: Option<GameId>,
}

/// The terms of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The game and its variant.
    pub variant: StoredVariant,
    /// The seat of the challenger.
    pub seat: Seat,
    /// The pace; `None` for no clock.
    pub pace: Option<Pace>,
    /// Does it count for ratings?
    pub is_rated: bool,
    /// A note to the opponent.
    pub note: Option<String>,
}

/// The versions of the fair draw.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawVersion {
    /// From the number of the challenge, the acceptance and the secret.
    First,
    /// Also from the card; the commitment includes the number of the challenge.
    Second,
}

impl DrawVersion {
    /// The version for new challenges.
    pub const LATEST: Self = Self::Second;

    /// Its number.
    pub const fn number(self) -> i64 {
        match self {
            Self::First => 1,
            Self::Second => 2,
        }
    }

    /// Parses what [`DrawVersion::number`] returns.
    pub const fn from_number(number: i64) -> Option<Self> {
        match number {
            1 => Some(Self::First),
            2 => Some(Self::Second),
            _ => None,
        }
    }
}

/// The contribution of an acceptance to the fair draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Acceptance {
    /// The accepting interaction.
    pub action: InteractionId,
    /// The id of the card's message, if it is part of the draw.
    pub card: Option<i64>,
    /// The game whose sides and deal are kept.
    pub keeps: Option<GameId>,
}

/// The last decided challenge of two players with the same terms, as far as it matters for the next
/// one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EarlierChallenge {
    /// Its number.
    pub id: GameId,
    /// Its state.
    pub state: ChallengeState,
    /// The game whose sides and deal it kept.
    pub keeps: Option<GameId>,
    /// When it was decided.
    pub decided_at: Time,
    /// How its game ended, if it has.
    pub end: Option<GameEnd>,
    /// The number of turns of its game.
    pub plies: i64,
}

/// The seat of the challenger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// The challenger moves first.
    Mine,
    /// The opponent moves first.
    Theirs,
    /// The draw decides.
    Random,
}

impl Seat {
    const ALL: [Self; 3] = [Self::Mine, Self::Theirs, Self::Random];

    /// The stable English name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mine => "mine",
            Self::Theirs => "theirs",
            Self::Random => "random",
        }
    }

    /// The same seating from the opponent's point of view.
    #[must_use]
    pub const fn from_across(self) -> Self {
        match self {
            Self::Mine => Self::Theirs,
            Self::Theirs => Self::Mine,
            Self::Random => Self::Random,
        }
    }

    /// Parses what [`Seat::as_str`] returns.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.as_str() == name)
    }
}

/// The state of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChallengeState {
    /// Not decided.
    Open,
    /// Accepted: it has become a game.
    Accepted,
    /// Declined by the opponent.
    Declined,
    /// Withdrawn by the challenger, or removed by a moderator.
    Withdrawn,
    /// Not answered in time.
    Expired,
}

impl ChallengeState {
    const ALL: [Self; 5] = [
        Self::Open,
        Self::Accepted,
        Self::Declined,
        Self::Withdrawn,
        Self::Expired,
    ];

    /// The stable English name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Accepted => "accepted",
            Self::Declined => "declined",
            Self::Withdrawn => "withdrawn",
            Self::Expired => "expired",
        }
    }

    /// Parses what [`ChallengeState::as_str`] returns.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == name)
    }
}

/// A standing challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StandingChallenge {
    /// Its number: that of its first challenge.
    pub id: GameId,
    /// The challenger.
    pub player: PlayerId,
    /// Its latest challenge, which has the terms.
    pub challenge: GameId,
    /// Maximum number of its games that may run at once.
    pub most: i64,
    /// Can the latest challenge be accepted? Otherwise a game has to end first.
    pub is_open: bool,
}
