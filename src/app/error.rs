//! Why something was not done: a person's mistake, to be explained kindly.

use hexpost_engine::game::{AnyIllegal, VariantError};
use hexpost_engine::notation::ReadError;
use hexpost_engine::position::CodeError;
use hexpost_engine::steps::StepError;

use crate::app::import::BadRecord;
use crate::model::{ChallengeState, ChannelId, GameId, RoleId, Time};

/// Why something was not done. Nothing has changed.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// The same command or press has been dealt with.
    Repeated,

    /// There is no such game.
    UnknownGame,
    /// Only the two players can do that.
    NotAPlayer,
    /// The other player is to move.
    NotYourTurn,
    /// The game is over.
    Finished,
    /// The game has moved on since the button was shown.
    Stale,
    /// The game no longer replays by the rules of this version; nothing is lost.
    Frozen,

    /// The text is no turn, could be several, or a rule forbids it.
    Text(ReadError<AnyIllegal>),
    /// A step that no legal turn allows.
    Step(StepError),
    /// The steps are not a whole turn.
    Unfinished,
    /// These steps, as text, were final.
    Touched(String),

    /// Nothing was offered or asked for.
    NothingOffered,
    /// The other has offered the same: accept it.
    TheyOffered,
    /// It was offered already in this position.
    AlreadyOffered,
    /// It is the player's own offer: the other answers it.
    OwnOffer,
    /// The game has really begun: it can only be resigned.
    TooLateToAbort,
    /// The player has made no turn of his own choice.
    NothingToTakeBack,
    /// There is a clock for that.
    HasClock,
    /// One has to wait until then.
    NotYet(Time),
    /// First the other has to be given notice.
    NoNotice,
    /// There is no clock.
    NoClock,
    /// It is the player's own time that runs.
    OwnTime,
    /// The other is away until then, and his time stands still.
    Away(Time),
    /// The other has as much time as can be given.
    TimeEnough,

    /// First a time zone has to be chosen.
    NoZone,
    /// There is no such time zone.
    UnknownZone,
    /// It is too late for this evening.
    EveningPast,
    /// The time will have run out by then.
    TooLate(Time),

    /// A vacation has at least a day and at most so many.
    VacationDays(i64),
    /// Only so many days of vacation are left.
    NoVacationLeft(i64),
    /// There is a vacation already, which ends then.
    OnVacation(Time),
    /// There is no vacation.
    NoVacation,
    /// The text is no day.
    Date,
    /// The day is past.
    PastDate,
    /// The day is too far away.
    FarDate,

    /// It is the player's own turn: there is nothing to be answered yet.
    OwnTurn,
    /// The line has no answer.
    NoAnswer,
    /// A plan has so many branches at most, and so many answers in a row.
    PlanFull(usize, usize),
    /// Nothing is planned.
    NothingPlanned,
    /// The board is not being set up, or not any more.
    NoSetup,
    /// The text is no placement.
    Wish(String),
    /// The place of a wish for a placement, or the last of its places, is taken.
    WishTaken(String),
    /// So many placements can be queued, with so many places each.
    QueueFull(usize, usize),
    /// There is no such private board, or not any more.
    UnknownAnalysis,
    /// So many turns can be tried on a board.
    AnalysisFull(usize),
    /// Nothing was tried on the board.
    NothingTried,
    /// The board does not show the position of the game.
    OtherPosition,
    /// The text is no position.
    Code(CodeError),
    /// No position code has more than so many characters.
    LongCode(usize),

    /// There is no such challenge.
    UnknownChallenge,
    /// The challenge is for someone else.
    NotForYou,
    /// It is the player's own challenge.
    OwnChallenge,
    /// The challenge has been decided.
    Decided(ChallengeState),
    /// On this server games are played in these channels.
    WrongChannel(Vec<ChannelId>),
    /// Where only the bot is, nobody can accept an open challenge.
    NobodyHere,
    /// Nobody plays against himself.
    Oneself,
    /// A bot does not play.
    Bot,
    /// The same challenge is open.
    Identical(GameId),
    /// The opponent has made the same challenge from across the board.
    Crossing(GameId),
    /// More than so many challenges are too many.
    TooMany(usize),
    /// There is no such game or variant.
    Variant(VariantError),
    /// That is no pace.
    Days,
    /// A game that counts for ratings needs a clock.
    RatedClock,
    /// The note is too long: the most characters it may have.
    Note(usize),
    /// One of the two has blocked the other.
    Blocked,
    /// The opponent takes challenges only from those with whom he has played.
    Stranger,
    /// On this server only those with one of these roles begin games.
    NotAllowed(Vec<RoleId>),
    /// Who may play can only be seen on the server, where the challenge was made.
    AcceptThere(Option<ChannelId>),
    /// A standing challenge is for anyone.
    StandingOpponent,
    /// A standing challenge is made on a server.
    StandingServer,
    /// So many games at once are none, or more than this many.
    StandingMost(usize),
    /// More than so many standing challenges are too many.
    TooManyStanding(usize),

    /// Nobody follows the own game.
    OwnGame,
    /// So many follow the game already.
    TooManyFollowers(usize),
    /// The person follows so many games already.
    TooManyFollowed(usize),

    /// The person asks for more than a fair share, and has to wait until then.
    TooFast(Time),

    /// What was brought along is no record.
    Record(BadRecord),
    /// More than so many games are too many to be kept.
    TooManyImports(usize),
}

impl From<StepError> for Refusal {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}
