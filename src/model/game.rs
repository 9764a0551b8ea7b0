//! A game's row: how it began, and its status.

use hexpost_engine::record::How;
use hexpost_engine::side::{BySide, Side};

use super::computer::Computer;
use super::ids::{ChannelId, GameId, PlayerId, Seq, ServerId, TournamentId};
use super::pace::Pace;
use super::rating::Uncounted;
use super::time::Time;
use super::variant::StoredVariant;

/// A game as it is stored, without its events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    /// Its number.
    pub id: GameId,
    /// The server it is played on, if any.
    pub server: Option<ServerId>,
    /// The channel in which the challenge was made.
    pub channel: Option<ChannelId>,
    /// The game's own thread.
    pub thread: Option<ChannelId>,
    /// The players; `None` for one who has been deleted.
    pub players: BySide<Option<PlayerId>>,
    /// The computer's side and its level at the start, if it plays.
    pub computer: Option<Computer>,
    /// The number of turns at the start that were taken over from another game or an analysis board.
    pub given: i64,
    /// The game and its variant.
    pub variant: StoredVariant,
    /// The version of the rules it began with.
    pub rules: i64,
    /// The time control; `None` for no clock.
    pub pace: Option<Pace>,
    /// Whether it counts for ratings.
    pub is_rated: bool,
    /// When it began.
    pub started_at: Time,
    /// Its status, which follows from its events.
    pub status: GameStatus,
    /// Why it can no longer be replayed, if so.
    pub frozen: Option<String>,
    /// What can't be parsed in the stored row, if anything. Such a game is listed like a frozen one.
    pub damage: Option<String>,
    /// The last board each player has seen, by event number.
    pub seen: BySide<Seq>,
    /// The last board each player has interacted with in any way, by event number.
    pub acted: BySide<Seq>,
    /// The version of the rules by which it counts for ratings.
    pub rating_rules: i64,
    /// Why it did not count although it is rated and has a result, if so.
    pub uncounted: Option<Uncounted>,
    /// The tournament to which it belongs, if any.
    pub tournament: Option<TournamentId>,
}

impl GameRow {
    /// Is it impossible to go on with the game?
    pub const fn is_frozen(&self) -> bool {
        self.frozen.is_some() || self.damage.is_some()
    }

    /// Does the computer play this side?
    pub fn is_computer(&self, side: Side) -> bool {
        self.computer.is_some_and(|computer| computer.side == side)
    }

    /// The side a player plays.
    pub fn side_of(&self, player: PlayerId) -> Option<Side> {
        let sits = |side: &Side| self.players[*side] == Some(player);
        Side::BOTH.into_iter().find(sits)
    }
}

/// The status of a game: everything that follows from its events and is stored for queries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameStatus {
    /// The number of the last event.
    pub seq: Seq,
    /// The number of the last event that changed the position. Buttons refer to it.
    pub position_seq: Seq,
    /// The number of turns played.
    pub plies: i64,
    /// Who is to move; `None` once the game is over.
    pub to_move: Option<Side>,
    /// When the current turn began.
    pub turn_at: Time,
    /// When the player to move runs out of time, if there is a clock.
    pub deadline: Option<Time>,
    /// When the scheduler has to act on the game next.
    pub due_at: Option<Time>,
    /// How it ended, once it has.
    pub end: Option<GameEnd>,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// When it ended.
    pub at: Time,
    /// The winner, if there is one.
    pub winner: Option<Side>,
    /// The reason.
    pub how: EndReason,
}

impl GameEnd {
    /// Does the game have a result, that is, a winner or a draw?
    ///
    /// A win is a result whether it came about on the board, on time, by resignation or by a moderator's
    /// decision, and so is a draw by the rules or by agreement. A game that was aborted, closed as
    /// abandoned or ended by a moderator without a winner has no result.
    pub fn has_result(&self) -> bool {
        self.how.has_result(self.winner)
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// A player resigned.
    Resignation,
    /// A player lost on time.
    Time,
    /// The players agreed on a draw.
    Agreement,
    /// The game was aborted or closed as abandoned.
    Abort,
    /// A moderator ended the game.
    Moderator,
    /// A rule of the game, by the stable name of the engine's reason. A name that this version does not
    /// know is kept as it is, so that a row written by another version can still be listed.
    Rule(String),
}

impl EndReason {
    /// The reason with this stable name.
    pub fn from_name(name: String) -> Self {
        match name.as_str() {
            "resignation" => Self::Resignation,
            "time" => Self::Time,
            "agreement" => Self::Agreement,
            "abort" => Self::Abort,
            "moderator" => Self::Moderator,
            _ => Self::Rule(name),
        }
    }

    /// The stable name.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Resignation => How::Resignation.as_str(),
            Self::Time => How::Time.as_str(),
            Self::Agreement => How::Agreement.as_str(),
            Self::Abort => How::Abort.as_str(),
            Self::Moderator => How::Moderator.as_str(),
            Self::Rule(name) => name,
        }
    }

    /// Does a game that ended for this reason have a result? See [`GameEnd::has_result`].
    pub fn has_result(&self, winner: Option<Side>) -> bool {
        winner.is_some() || !matches!(self, Self::Abort | Self::Moderator)
    }
}

impl From<How> for EndReason {
    fn from(how: How) -> Self {
        match how {
            How::Rule(name) => Self::Rule(name.to_owned()),
            How::Resignation => Self::Resignation,
            How::Time => Self::Time,
            How::Agreement => Self::Agreement,
            How::Abort => Self::Abort,
            How::Moderator => Self::Moderator,
        }
    }
}

/// The result of a finished game from one player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// The player won.
    Won,
    /// The player lost.
    Lost,
    /// It was a draw.
    Drawn,
    /// It ended without a result.
    Nothing,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 4] = [Self::Won, Self::Lost, Self::Drawn, Self::Nothing];

    /// The stable name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
            Self::Nothing => "nothing",
        }
    }

    /// The result of a game for a side; `None` while it is running.
    pub fn of(game: &GameRow, side: Side) -> Option<Self> {
        let end = game.status.end.as_ref()?;
        Some(Self::for_side(side, end.winner, &end.how))
    }

    /// The result for a side of a game that ended with this winner for this reason.
    pub fn for_side(side: Side, winner: Option<Side>, how: &EndReason) -> Self {
        match winner {
            Some(winner) if winner == side => Self::Won,
            Some(_) => Self::Lost,
            None if how.has_result(None) => Self::Drawn,
            None => Self::Nothing,
        }
    }
}
