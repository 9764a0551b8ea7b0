//! The table of events: what happened in each game, in order.

use std::borrow::Cow;

use hexpost_engine::side::Side;

use crate::model::{Event, HintStep, PastEvent, Seq, Time};
use crate::store::dialect::fetch_scalar;
use crate::store::games::side_of;
use crate::store::{Connection, StoreError, damaged};

/// The stored form of an event: a number and a text. Numbers are never reused.
pub(super) fn event_code(event: &Event) -> (i64, Option<String>) {
    match event {
        Event::Turn(text) => (1, Some(text.clone())),
        Event::ForcedTurn(text) => (2, Some(text.clone())),
        Event::DrawOffered => (3, None),
        Event::DrawWithdrawn => (4, None),
        Event::DrawDeclined => (5, None),
        Event::DrawAgreed => (6, None),
        Event::TakebackAsked => (7, None),
        Event::TakebackWithdrawn => (8, None),
        Event::TakebackDeclined => (9, None),
        Event::TakenBack(ply) => (10, Some(ply.to_string())),
        Event::Resigned => (11, None),
        Event::Aborted => (12, None),
        Event::TimedOut => (13, None),
        Event::EndedByModerator(winner) => {
            let winner = winner.map(|side| side.as_str().to_owned());
            (14, winner)
        }
        Event::SilenceNoticed => (15, None),
        Event::ClosedForSilence => (16, None),
        Event::Retracted(ply) => (17, Some(ply.to_string())),
        Event::Thawed => (18, None),
        Event::TimeGiven(time) => (19, Some(time.to_string())),
        Event::Away(until) => (20, Some(until.to_string())),
        Event::Back => (21, None),
        Event::TimeUp => (22, None),
        Event::Excused(time) => (23, Some(time.to_string())),
        Event::PlannedTurn(text) => (30, Some(text.clone())),
        Event::LevelSet(level) => (31, Some(level.to_string())),
        Event::HintTaken(HintStep::Look) => (32, None),
        Event::HintTaken(HintStep::Turn) => (33, None),
    }
}

fn event_from_code(kind: i64, data: Option<&str>) -> Result<Event, StoreError> {
    let wrong = || damaged(format!("an event of kind {kind} with {data:?}"));
    Ok(match (kind, data) {
        (1, Some(text)) => Event::Turn(text.to_owned()),
        (2, Some(text)) => Event::ForcedTurn(text.to_owned()),
        (3, None) => Event::DrawOffered,
        (4, None) => Event::DrawWithdrawn,
        (5, None) => Event::DrawDeclined,
        (6, None) => Event::DrawAgreed,
        (7, None) => Event::TakebackAsked,
        (8, None) => Event::TakebackWithdrawn,
        (9, None) => Event::TakebackDeclined,
        (10, Some(ply)) => Event::TakenBack(ply.parse().map_err(|_| wrong())?),
        (11, None) => Event::Resigned,
        (12, None) => Event::Aborted,
        (13, None) => Event::TimedOut,
        (14, None) => Event::EndedByModerator(None),
        (14, Some(name)) => {
            let winner = Side::from_name(name).ok_or_else(wrong)?;
            Event::EndedByModerator(Some(winner))
        }
        (15, None) => Event::SilenceNoticed,
        (16, None) => Event::ClosedForSilence,
        (17, Some(ply)) => Event::Retracted(ply.parse().map_err(|_| wrong())?),
        (18, None) => Event::Thawed,
        (19, Some(time)) => Event::TimeGiven(time.parse().map_err(|_| wrong())?),
        (20, Some(until)) => Event::Away(Time(until.parse().map_err(|_| wrong())?)),
        (21, None) => Event::Back,
        (22, None) => Event::TimeUp,
        (23, Some(time)) => Event::Excused(time.parse().map_err(|_| wrong())?),
        (30, Some(text)) => Event::PlannedTurn(text.to_owned()),
        (31, Some(level)) => Event::LevelSet(level.parse().map_err(|_| wrong())?),
        (32, None) => Event::HintTaken(HintStep::Look),
        (33, None) => Event::HintTaken(HintStep::Turn),
        _ => return Err(wrong()),
    })
}

impl Connection {
    /// The number of events of games that do not exist, or beyond the last event of their game.
    pub async fn stray_events(&mut self) -> Result<i64, StoreError> {
        let count = fetch_scalar!(
            self,
            r#"SELECT COUNT(*) AS "count!" FROM events LEFT JOIN games ON games.id = events.game
             WHERE games.id IS NULL OR events.seq > games.seq"#
        )?;
        Ok(count)
    }
}

/// Parses events from one JSON value.
pub(super) fn past_events(json: &str) -> Result<Vec<PastEvent>, StoreError> {
    type Columns<'a> = (i64, i64, Option<i64>, i64, Option<Cow<'a, str>>);
    let rows: Vec<Columns<'_>> =
        serde_json::from_str(json).map_err(|error| damaged(format!("events: {error}")))?;
    let past = rows.into_iter().map(|(seq, kind, side, at, data)| {
        Ok(PastEvent {
            seq: Seq(seq),
            event: event_from_code(kind, data.as_deref())?,
            side: side.map(side_of).transpose()?,
            at: Time(at),
        })
    });
    past.collect()
}
