//! Challenges: what is offered to whom, and what has become of it.

use super::game::GameEnd;
use super::ids::{ChannelId, GameId, InteractionId, PlayerId, ServerId};
use super::pace::Pace;
use super::time::Time;

/// A challenge as the table has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Challenge {
    /// Its number, and that of the game it may become.
    pub id: GameId,
    /// The server it was made on, if it was on one.
    pub server: Option<ServerId>,
    /// The channel it was made in.
    pub channel: Option<ChannelId>,
    /// Who made it; none for someone who asked to be forgotten.
    pub challenger: Option<PlayerId>,
    /// To whom; none if it is open to anyone.
    pub opponent: Option<PlayerId>,
    /// What is to be played.
    pub terms: Terms,
    /// The secret of the fair draw, as hexadecimal digits.
    pub secret: String,
    /// How the fair draw is made.
    pub draw_version: DrawVersion,
    /// What became of it.
    pub state: ChallengeState,
    /// When it was made.
    pub made_at: Time,
    /// When it expires; none once it is decided.
    pub expires_at: Option<Time>,
    /// When it was decided.
    pub decided_at: Option<Time>,
    /// The acceptance, which the fair draw mixes in.
    pub action: Option<InteractionId>,
    /// The id of the card's message, which the fair draw mixes in: 0 if none was known at the
    /// acceptance; none before it, and in the first version of the draw.
    pub card: Option<i64>,
    /// The game that was called off whose seats and deal are kept.
    pub keeps: Option<GameId>,
    /// The standing challenge it belongs to.
    pub standing: Option<GameId>,
}

/// What is to be played, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The name of the game.
    pub game: String,
    /// The name of the variant.
    pub variant: String,
    /// Where the challenger sits.
    pub seat: Seat,
    /// How fast; none for no clock.
    pub pace: Option<Pace>,
    /// Does it count?
    pub is_rated: bool,
    /// A word to the opponent.
    pub note: Option<String>,
}

/// The ways in which the fair draw has been made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawVersion {
    /// From the number of the challenge, the acceptance and the secret.
    First,
    /// Also from the card; the commitment contains the number of the challenge.
    Second,
}

impl DrawVersion {
    /// How it is made for new challenges.
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

/// What an acceptance gives to the fair draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Acceptance {
    /// The accepting interaction.
    pub action: InteractionId,
    /// The id of the card's message, if it is mixed in.
    pub card: Option<i64>,
    /// The game whose seats and deal are kept.
    pub keeps: Option<GameId>,
}

/// The last challenge of two people to the same game that is decided and can matter for the next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EarlierChallenge {
    /// Its number.
    pub id: GameId,
    /// What became of it.
    pub state: ChallengeState,
    /// The game whose seats and deal it kept.
    pub keeps: Option<GameId>,
    /// When it was decided.
    pub decided_at: Time,
    /// How the game ended that it became.
    pub end: Option<GameEnd>,
    /// How many turns were made in it.
    pub plies: i64,
}

/// Where the challenger sits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    /// He moves first.
    Mine,
    /// The other moves first.
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

    /// The same seat, if the other were the challenger.
    #[must_use]
    pub const fn from_across(self) -> Self {
        match self {
            Self::Mine => Self::Theirs,
            Self::Theirs => Self::Mine,
            Self::Random => Self::Random,
        }
    }

    /// Reads what [`Seat::as_str`] writes.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|seat| seat.as_str() == name)
    }
}

/// What became of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ChallengeState {
    /// Nothing yet.
    Open,
    /// A game.
    Accepted,
    /// The opponent said no.
    Declined,
    /// The challenger took it back.
    Withdrawn,
    /// Nobody answered in time.
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
    /// Whose it is.
    pub player: PlayerId,
    /// Its latest challenge, which says what is offered.
    pub challenge: GameId,
    /// So many of its games may go on at once.
    pub most: i64,
    /// Can the challenge be accepted? Otherwise a game has to end first.
    pub is_open: bool,
}
