//! What happened in a game, in order.

use std::borrow::Cow;

use hexpost_engine::side::Side;
use serde::Serialize;

use crate::store::games::side_of;
use crate::store::{Session, StoreError, Time, damaged};

/// Something that happened in a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A turn, in canonical notation.
    Turn(String),
    /// The only legal turn, played for someone who wishes it so.
    ForcedTurn(String),
    /// A turn that someone had planned, played as soon as it could be.
    PlannedTurn(String),
    /// A draw is offered.
    DrawOffered,
    /// The offer is taken back.
    DrawWithdrawn,
    /// The offer is declined.
    DrawDeclined,
    /// The offer is accepted: the game is over.
    DrawAgreed,
    /// Someone asks to take back his last turn.
    TakebackAsked,
    /// He no longer does.
    TakebackWithdrawn,
    /// The other would rather not.
    TakebackDeclined,
    /// The game stands again as it did after so many turns; the clock begins anew.
    TakenBack(usize),
    /// The same, by the one who made the last turn, before the other had seen it; the clock goes on.
    Retracted(usize),
    /// Someone gave up.
    Resigned,
    /// The game was called off before it had really begun.
    Aborted,
    /// Someone ran out of time.
    TimedOut,
    /// A moderator ended it, with or without a winner.
    EndedByModerator(Option<Side>),
    /// Someone who has waited long gave notice that he will close the game.
    SilenceNoticed,
    /// And did.
    ClosedForSilence,
    /// A game that had been frozen replays again; the clock begins anew.
    Thawed,
    /// A player gave the other so many milliseconds.
    TimeGiven(i64),
    /// A player is on vacation until then: that player's time stands still.
    Away(Time),
    /// And is back.
    Back,
    /// A player's time has run out; the other may claim the game.
    TimeUp,
    /// The program could not be reached: the player to move gets so many milliseconds more.
    Excused(i64),
}

/// An event that is to be added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    /// What happened.
    pub event: Event,
    /// Whose doing it was; none for a moderator's.
    pub side: Option<Side>,
}

/// An event that has been.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PastEvent {
    /// Its place: 1 is the first.
    pub seq: i64,
    /// What happened.
    pub event: Event,
    /// Whose doing it was.
    pub side: Option<Side>,
    /// When.
    pub at: Time,
}

impl Event {
    /// Does it change what is due? An offer does not.
    pub const fn moves_time(&self) -> bool {
        matches!(
            self,
            Self::Turn(_)
                | Self::ForcedTurn(_)
                | Self::PlannedTurn(_)
                | Self::TakenBack(_)
                | Self::Retracted(_)
                | Self::Thawed
                | Self::TimeGiven(_)
                | Self::Away(_)
                | Self::Back
                | Self::TimeUp
                | Self::Excused(_)
        )
    }

    /// The number and the text in the table. Numbers are never used again for something else.
    pub(super) fn code(&self) -> (i64, Option<String>) {
        match self {
            Self::Turn(text) => (1, Some(text.clone())),
            Self::ForcedTurn(text) => (2, Some(text.clone())),
            Self::DrawOffered => (3, None),
            Self::DrawWithdrawn => (4, None),
            Self::DrawDeclined => (5, None),
            Self::DrawAgreed => (6, None),
            Self::TakebackAsked => (7, None),
            Self::TakebackWithdrawn => (8, None),
            Self::TakebackDeclined => (9, None),
            Self::TakenBack(ply) => (10, Some(ply.to_string())),
            Self::Resigned => (11, None),
            Self::Aborted => (12, None),
            Self::TimedOut => (13, None),
            Self::EndedByModerator(winner) => {
                let winner = winner.map(|side| side.as_str().to_owned());
                (14, winner)
            }
            Self::SilenceNoticed => (15, None),
            Self::ClosedForSilence => (16, None),
            Self::Retracted(ply) => (17, Some(ply.to_string())),
            Self::Thawed => (18, None),
            Self::TimeGiven(time) => (19, Some(time.to_string())),
            Self::Away(until) => (20, Some(until.to_string())),
            Self::Back => (21, None),
            Self::TimeUp => (22, None),
            Self::Excused(time) => (23, Some(time.to_string())),
            Self::PlannedTurn(text) => (30, Some(text.clone())),
        }
    }

    fn from_code(kind: i64, data: Option<&str>) -> Result<Self, StoreError> {
        let wrong = || damaged(format!("an event of kind {kind} with {data:?}"));
        Ok(match (kind, data) {
            (1, Some(text)) => Self::Turn(text.to_owned()),
            (2, Some(text)) => Self::ForcedTurn(text.to_owned()),
            (3, None) => Self::DrawOffered,
            (4, None) => Self::DrawWithdrawn,
            (5, None) => Self::DrawDeclined,
            (6, None) => Self::DrawAgreed,
            (7, None) => Self::TakebackAsked,
            (8, None) => Self::TakebackWithdrawn,
            (9, None) => Self::TakebackDeclined,
            (10, Some(ply)) => Self::TakenBack(ply.parse().map_err(|_| wrong())?),
            (11, None) => Self::Resigned,
            (12, None) => Self::Aborted,
            (13, None) => Self::TimedOut,
            (14, None) => Self::EndedByModerator(None),
            (14, Some(name)) => {
                let winner = Side::from_name(name).ok_or_else(wrong)?;
                Self::EndedByModerator(Some(winner))
            }
            (15, None) => Self::SilenceNoticed,
            (16, None) => Self::ClosedForSilence,
            (17, Some(ply)) => Self::Retracted(ply.parse().map_err(|_| wrong())?),
            (18, None) => Self::Thawed,
            (19, Some(time)) => Self::TimeGiven(time.parse().map_err(|_| wrong())?),
            (20, Some(until)) => Self::Away(Time(until.parse().map_err(|_| wrong())?)),
            (21, None) => Self::Back,
            (22, None) => Self::TimeUp,
            (23, Some(time)) => Self::Excused(time.parse().map_err(|_| wrong())?),
            (30, Some(text)) => Self::PlannedTurn(text.to_owned()),
            _ => return Err(wrong()),
        })
    }
}

impl Session {
    /// How many events there are of games that do not exist, and of games beyond their last.
    pub async fn stray_events(&mut self) -> Result<i64, StoreError> {
        let count = sqlx::query_scalar!(
            "SELECT COUNT(*) FROM events LEFT JOIN games ON games.id = events.game
             WHERE games.id IS NULL OR events.seq > games.seq"
        )
        .fetch_one(self.sql())
        .await?;
        Ok(count)
    }
}

/// Reads events that came as one JSON value.
pub(super) fn past_events(json: &str) -> Result<Vec<PastEvent>, StoreError> {
    type Columns<'a> = (i64, i64, Option<i64>, i64, Option<Cow<'a, str>>);
    let rows: Vec<Columns<'_>> =
        serde_json::from_str(json).map_err(|error| damaged(format!("events: {error}")))?;
    let past = rows.into_iter().map(|(seq, kind, side, at, data)| {
        Ok(PastEvent {
            seq,
            event: Event::from_code(kind, data.as_deref())?,
            side: side.map(side_of).transpose()?,
            at: Time(at),
        })
    });
    past.collect()
}
