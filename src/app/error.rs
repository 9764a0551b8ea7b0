//! Errors of use cases: a mistake of the user ([`Refusal`]), or a failure of the database.

use std::error::Error;
use std::fmt;

use hexpost_engine::game::{AnyIllegal, GameKind, VariantError};
use hexpost_engine::notation::ReadError;
use hexpost_engine::position::CodeError;
use hexpost_engine::steps::StepError;

use crate::app::import::BadRecord;
use crate::model::{ChallengeState, ChannelId, GameId, Pace, RoleId, Time};
use crate::store::StoreError;

/// Why a use case changed nothing.
#[derive(Debug)]
pub enum AppError {
    /// The user made a mistake, or another user was faster.
    Refused(Refusal),
    /// The database failed.
    Store(StoreError),
}

impl fmt::Display for AppError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => write!(f, "refused: {refusal}"),
            Self::Store(error) => error.fmt(f),
        }
    }
}

impl Error for AppError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Refused(_) => None,
            Self::Store(error) => error.source(),
        }
    }
}

impl From<Refusal> for AppError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StepError> for AppError {
    fn from(error: StepError) -> Self {
        Self::Refused(error.into())
    }
}

impl From<StoreError> for AppError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Repeated => Self::Refused(Refusal::Repeated),
            error => Self::Store(error),
        }
    }
}

/// Declares [`Refusal`] together with the key and the arguments of each variant.
macro_rules! refusals {
    (
        $(#[$meta:meta])*
        pub enum Refusal {
            $(
                $(#[$doc:meta])*
                $variant:ident $(( $($field:ident: $type:ty),+ ))? => $key:expr
                $(, [ $($name:literal: $argument:expr),+ ])?;
            )+
        }
    ) => {
        $(#[$meta])*
        pub enum Refusal { $($(#[$doc])* $variant $(( $($type),+ ))?),+ }

        impl Refusal {
            /// The key of the explanation, unique to the sentence that explains the refusal.
            #[allow(unused_variables, clippy::match_same_arms)] // one arm per variant
            pub const fn key(&self) -> &'static str {
                match self {
                    $(Self::$variant $(( $($field),+ ))? => $key,)+
                }
            }

            /// The arguments of the explanation, by name.
            #[allow(unused_variables, clippy::match_same_arms)] // one arm per variant
            pub fn arguments(&self) -> Vec<(&'static str, RefusalArgument)> {
                match self {
                    $(Self::$variant $(( $($field),+ ))? => vec![$($(($name, $argument)),+)?],)+
                }
            }
        }
    };
}

refusals! {
    /// A mistake of the user, which is explained to them. Nothing has changed.
    #[derive(Clone, PartialEq, Debug)]
    pub enum Refusal {
        /// The interaction has been handled already.
        Repeated => "repeated";

        /// There is no such game.
        UnknownGame => "unknown-game";
        /// Only the two players can do that.
        NotAPlayer => "not-a-player";
        /// The opponent is to move.
        NotYourTurn => "not-your-turn";
        /// The game is over.
        Finished => "finished";
        /// The game has moved on since the button was shown.
        Stale => "stale";
        /// The record can't be replayed with the rules of this version; nothing is lost.
        Frozen => "frozen";

        /// The text is no turn, is ambiguous, or the turn is illegal.
        Text(error: ReadError<AnyIllegal>) => "text";
        /// No legal turn has this step.
        Step(error: StepError) => "stale";
        /// The steps are not a complete turn.
        Unfinished => "unfinished";
        /// The turn does not begin with the steps that are final under the touch-move rule.
        Touched(steps: String) => "touched", ["steps": RefusalArgument::text(steps)];

        /// The game is running, and the computer helps nobody in it.
        FairPlayRunning => "fair-play-running";
        /// The player has a running game with another person in this variant.
        FairPlayOwn => "fair-play-own";
        /// Other people are playing a game in which this position has occurred.
        FairPlayOthers => "fair-play-others";
        /// The player has a running game with another person on the board of these positions.
        FairPlayAsked => "fair-play-asked";
        /// The game is running, and the computer looks at it when it is over.
        AnalysisRunning => "analysis-running";
        /// The game has no turns.
        NothingToAnalyse => "nothing-to-analyse";
        /// The computer analyses games of at most this many turns.
        LongAnalysis(most: usize) => "long-analysis", ["count": RefusalArgument::count(*most)];
        /// A player has at most this many unfinished analyses.
        TooManyAnalyses(most: usize) => "too-many-analyses",
            ["count": RefusalArgument::count(*most)];
        /// A player has at most this many unanswered questions about positions.
        TooManyQuestions(most: usize) => "too-many-questions",
            ["count": RefusalArgument::count(*most)];
        /// The analysis board has begun with a position code, so there are no turns to begin a game with.
        NoOrigin => "no-origin";
        /// The position is one that the player is in, in a running game with another person.
        FairPlayPuzzle => "fair-play-puzzle";
        /// There is no such puzzle.
        UnknownPuzzle => "unknown-puzzle";
        /// The player has seen all puzzles.
        NoPuzzleLeft => "no-puzzle-left";
        /// The puzzle is from a game of the player.
        OwnPuzzle => "own-puzzle";
        /// The puzzle that was found in a game is known already.
        KnownPuzzle => "known-puzzle";
        /// No position of the game is fit for a puzzle.
        NoPuzzleInGame => "no-puzzle-in-game";
        /// Puzzles are made of games between two people on a server.
        NoClubGame => "no-club-game";
        /// The computer neither offers nor accepts draws.
        ComputerDraw => "computer-draw";
        /// The game is not against the computer.
        NoComputer => "no-computer";
        /// A player has at most this many running games against the computer.
        TooManyComputerGames(most: usize) => "too-many-computer",
            ["count": RefusalArgument::count(*most)];
        /// There is no such level.
        UnknownLevel => "unknown-level";
        /// There is no offer or request to answer.
        NothingOffered => "nothing-offered";
        /// The opponent has made the same offer, which can be accepted.
        TheyOffered => "they-offered";
        /// The same offer was made in this position before.
        AlreadyOffered => "already-offered";
        /// The offer is the player's own; only the opponent can answer it.
        OwnOffer => "own-offer";
        /// The game has begun and can only be resigned.
        TooLateToAbort => "too-late-to-abort";
        /// The player has made no turn that was not forced.
        NothingToTakeBack => "nothing-to-take-back";
        /// The game has a clock, which makes notices of abandonment unnecessary.
        HasClock => "has-clock";
        /// The abandoned game can be closed only after this time.
        NotYet(time: Time) => "not-yet", ["when": RefusalArgument::Time(*time)];
        /// The opponent has not been given notice of abandonment.
        NoNotice => "no-notice";
        /// The game has no clock.
        NoClock => "no-clock";
        /// The player's own clock is running.
        OwnTime => "own-time";
        /// The opponent is on vacation until this time, and their clock is stopped.
        Away(until: Time) => "away", ["when": RefusalArgument::LastDay(*until)];
        /// The opponent can't be given more time.
        TimeEnough => "time-enough";

        /// The player has not chosen a time zone.
        NoZone => "no-zone";
        /// There is no such time zone.
        UnknownZone => "unknown-zone";
        /// It is too late for a reminder this evening.
        EveningPast => "evening-past";
        /// The reminder would come after the deadline.
        TooLate(deadline: Time) => "too-late", ["when": RefusalArgument::Time(*deadline)];

        /// A vacation has at least one day and at most this many.
        VacationDays(most: i64) => "vacation-days", ["count": RefusalArgument::days(*most)];
        /// Only this many days of vacation are left.
        NoVacationLeft(left: i64) => "no-vacation-left", ["count": RefusalArgument::days(*left)];
        /// The player is on vacation until this time.
        OnVacation(until: Time) => "on-vacation", ["when": RefusalArgument::LastDay(*until)];
        /// The player is not on vacation.
        NoVacation => "no-vacation";
        /// The text is not a date.
        Date => "date";
        /// The date is in the past.
        PastDate => "past-date";
        /// The date is too far in the future.
        FarDate => "far-date";

        /// It is the player's own turn, so there is nothing to plan an answer to.
        OwnTurn => "own-turn";
        /// The line has no answer.
        NoAnswer => "no-answer";
        /// The limits of a plan: branches, and answers in a row.
        PlanFull(branches: usize, deep: usize) => "plan-full",
            ["count": RefusalArgument::count(*branches), "deep": RefusalArgument::count(*deep)];
        /// Nothing is planned.
        NothingPlanned => "nothing-planned";
        /// The game has no setup phase, or it is over.
        NoSetup => "no-setup";
        /// The text is not a placement.
        Wish(text: String) => "wish", ["text": RefusalArgument::text(text)];
        /// All cells of a queued placement are occupied.
        WishTaken(text: String) => "wish-taken", ["text": RefusalArgument::Quote(text.clone())];
        /// The limits of the queue: placements, and cells of each.
        QueueFull(placements: usize, cells: usize) => "queue-full",
            ["count": RefusalArgument::count(*placements), "places": RefusalArgument::count(*cells)];
        /// There is no such analysis board, or it has expired.
        UnknownAnalysis => "unknown-analysis";
        /// An analysis board has at most this many turns.
        AnalysisFull(most: usize) => "analysis-full", ["count": RefusalArgument::count(*most)];
        /// The analysis board has no turns.
        NothingTried => "nothing-tried";
        /// The analysis board does not show the position of the game.
        OtherPosition => "other-position";
        /// The text is not a position code.
        Code(error: CodeError) => "code", ["part": RefusalArgument::CodePart(error.part)];
        /// A position code has at most this many characters.
        LongCode(most: usize) => "long-code", ["count": RefusalArgument::count(*most)];

        /// There is no such challenge.
        UnknownChallenge => "unknown-challenge";
        /// The challenge is for another player.
        NotForYou => "not-for-you";
        /// The challenge is the player's own.
        OwnChallenge => "own-challenge";
        /// The challenge is no longer open.
        Decided(state: ChallengeState) => decided(*state);
        /// On this server, games may be started in these channels only.
        WrongChannel(channels: Vec<ChannelId>) => "wrong-channel",
            ["channels": RefusalArgument::Channels(channels.clone())];
        /// In a direct message with the bot, nobody can accept an open challenge.
        NobodyHere => "nobody-here";
        /// A player can't challenge themselves.
        Oneself => "oneself";
        /// The opponent is a bot.
        Bot => "bot";
        /// The player has an identical open challenge.
        Identical(challenge: GameId) => "identical";
        /// The opponent has made the same challenge with the sides swapped.
        Crossing(challenge: GameId) => "they-offered";
        /// A player has at most this many open challenges.
        TooMany(most: usize) => "too-many", ["count": RefusalArgument::count(*most)];
        /// There is no such game or variant.
        Variant(error: VariantError) => "variant", ["variants": RefusalArgument::Text(variants())];
        /// The number of days is not a valid pace.
        Days => "days", ["most": RefusalArgument::days(Pace::MAX_DAYS)];
        /// A rated game needs a clock.
        RatedClock => "rated-clock";
        /// The note has more than this many characters.
        Note(most: usize) => "note", ["count": RefusalArgument::count(*most)];
        /// One of the two players has blocked the other.
        Blocked => "blocked";
        /// The opponent accepts challenges only from players they have played.
        Stranger => "stranger";
        /// The user may not send messages in this channel.
        MayNotPost => "may-not-post";
        /// Not everyone in the channel can see the game.
        HiddenFromSome => "hidden-from-some";
        /// On this server, only members with one of these roles may start games.
        NotAllowed(roles: Vec<RoleId>) => "not-allowed", ["roles": RefusalArgument::Roles(roles.clone())];
        /// The player's roles are known only on the server where the challenge was made.
        AcceptThere(channel: Option<ChannelId>) => "accept-there",
            ["channel": RefusalArgument::Channels(channel.iter().copied().collect())];
        /// A standing challenge can't have an opponent.
        StandingOpponent => "standing-opponent";
        /// A standing challenge needs a server.
        StandingServer => "standing-server";
        /// The number of simultaneous games must be from one to this many.
        StandingMost(most: usize) => "standing-most", ["count": RefusalArgument::count(*most)];
        /// A player has at most this many standing challenges.
        TooManyStanding(most: usize) => "too-many-standing", ["count": RefusalArgument::count(*most)];

        /// The server has no ladder, or it is closed or hidden from the user.
        NoLadder => "no-ladder";
        /// The player is on the ladder already.
        OnLadder => "on-ladder";
        /// The player is not on the ladder.
        NotOnLadder => "not-on-ladder";
        /// A ladder has at most this many players.
        LadderFull(most: usize) => "ladder-full", ["count": RefusalArgument::count(*most)];
        /// The opponent is not on the ladder.
        OpponentNotOnLadder => "opponent-not-on-ladder";
        /// The opponent is below the player.
        LadderNotAbove => "ladder-not-above";
        /// A challenge reaches this many places up.
        LadderTooFar(places: usize) => "ladder-too-far", ["count": RefusalArgument::count(*places)];
        /// The two are playing on the ladder.
        LadderPlaying => "ladder-playing";
        /// At most this many challenges are open against a player.
        LadderIncoming(most: usize) => "ladder-incoming", ["count": RefusalArgument::count(*most)];
        /// The two have played lately, and may play again at this time.
        LadderTooSoon(until: Time) => "ladder-too-soon", ["when": RefusalArgument::Time(*until)];
        /// There is no such tournament.
        UnknownTournament => "unknown-tournament";
        /// Tournaments are held on servers.
        TournamentServer => "tournament-server";
        /// On this server, only members with one of these roles may make tournaments.
        NotAnOrganiser(roles: Vec<RoleId>) => "not-an-organiser",
            ["roles": RefusalArgument::Roles(roles.clone())];
        /// Only the organiser and members who manage the server can do that.
        NotOrganiser => "not-organiser";
        /// An organiser has at most this many tournaments that have not started.
        TooManyTournaments(most: usize) => "too-many-tournaments",
            ["count": RefusalArgument::count(*most)];
        /// The name must have from one to this many characters.
        TournamentName(most: usize) => "tournament-name", ["count": RefusalArgument::count(*most)];
        /// A tournament of this format has from `least` to `most` players.
        TournamentSize(least: usize, most: usize) => "tournament-size",
            ["least": RefusalArgument::count(*least), "count": RefusalArgument::count(*most)];
        /// A player has from `least` to `most` games at a time.
        AtOnce(least: usize, most: usize) => "at-once",
            ["least": RefusalArgument::count(*least), "count": RefusalArgument::count(*most)];
        /// A round has from one to this many days.
        RoundDays(most: i64) => "round-days", ["count": RefusalArgument::days(*most)];
        /// A tournament has at least one round.
        NoRounds => "no-rounds";
        /// From no to this many days of vacation count.
        VacationCap(most: i64) => "vacation-cap", ["count": RefusalArgument::days(*most)];
        /// The lowest rating is above the highest.
        RatingBand => "rating-band";
        /// The player takes part already.
        AlreadyEntered => "already-entered";
        /// The player does not take part.
        NotEntered => "not-entered";
        /// All of this many places are taken.
        TournamentFull(size: usize) => "tournament-full", ["count": RefusalArgument::count(*size)];
        /// Only members with this role may join.
        NeedsRole(roles: Vec<RoleId>) => "needs-role", ["roles": RefusalArgument::Roles(roles.clone())];
        /// The player's rating is below this one.
        RatingTooLow(least: i64) => "rating-too-low", ["rating": RefusalArgument::Text(least.to_string())];
        /// The player's rating is above this one.
        RatingTooHigh(most: i64) => "rating-too-high", ["rating": RefusalArgument::Text(most.to_string())];
        /// The tournament has started.
        TournamentRunning => "tournament-running";
        /// The tournament is over or was called off.
        TournamentOver => "tournament-over";
        /// The tournament has not started.
        NotStarted => "not-started";
        /// A tournament needs at least this many players.
        TooFewPlayers(least: usize) => "too-few-players", ["count": RefusalArgument::count(*least)];
        /// The player has withdrawn already.
        HasWithdrawn => "has-withdrawn";
        /// There is no such game in the tournament.
        NoSuchPairing => "no-such-pairing";
        /// The next round was paired by this result.
        RoundIsPaired => "round-is-paired";
        /// The round has no deadline.
        NoDeadline => "no-deadline";
        /// There is no decider in which the player could choose a seat.
        NoSeatToChoose => "no-seat-to-choose";
        /// There is no report of a knock-out in this format.
        NoReport => "no-report";
        /// A game of a tournament can't be aborted.
        TournamentGame => "tournament-game";

        /// Players can't follow their own game.
        OwnGame => "own-game";
        /// A game has at most this many followers.
        TooManyFollowers(most: usize) => "too-many-followers", ["count": RefusalArgument::count(*most)];
        /// A user can follow at most this many games.
        TooManyFollowed(most: usize) => "too-many-followed", ["count": RefusalArgument::count(*most)];

        /// The user exceeds the rate limit until this time.
        TooFast(until: Time) => "too-fast", ["when": RefusalArgument::RetryTime(*until)];

        /// The text can't be imported as a record.
        Record(problem: BadRecord) => "record";
        /// A user can keep at most this many imported games.
        TooManyImports(most: usize) => "imports", ["count": RefusalArgument::count(*most)];
    }
}

const fn decided(state: ChallengeState) -> &'static str {
    match state {
        ChallengeState::Open => "stale",
        ChallengeState::Accepted => "decided-accepted",
        ChallengeState::Declined => "decided-declined",
        ChallengeState::Withdrawn => "decided-withdrawn",
        ChallengeState::Expired => "decided-expired",
    }
}

/// The variants of all games, as they are typed.
fn variants() -> String {
    let listed = |game: &GameKind| format!("{}: {}", game.as_str(), game.variants());
    let variants: Vec<String> = GameKind::ALL.iter().map(listed).collect();
    variants.join("; ")
}

/// A value in the explanation of a [`Refusal`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RefusalArgument {
    /// A count.
    Number(u64),
    /// A time.
    Time(Time),
    /// The time from which another attempt succeeds.
    RetryTime(Time),
    /// The end of a vacation, whose last day is meant.
    LastDay(Time),
    /// Channels; possibly none.
    Channels(Vec<ChannelId>),
    /// Roles.
    Roles(Vec<RoleId>),
    /// The part of a position code that can't be read.
    CodePart(&'static str),
    /// Part of a turn or a variant, as it is typed.
    Text(String),
    /// Text typed by the user, which may be shortened.
    Quote(String),
}

impl RefusalArgument {
    fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    const fn count(count: usize) -> Self {
        Self::Number(count as u64)
    }

    /// A number of days, which is never negative.
    fn days(days: i64) -> Self {
        Self::Number(u64::try_from(days).unwrap_or_default())
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl Error for Refusal {}

impl From<StepError> for Refusal {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}
