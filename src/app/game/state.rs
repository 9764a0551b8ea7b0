//! The state of a game, computed by replaying its events.

use std::fmt;
use std::time::Duration;

use hexpost_engine::record::{Ending, How, Record};
use hexpost_engine::side::{BySide, Side};

use crate::app::time::clock::{ClockSnapshot, GameClock, days};
use crate::app::time::reminders::Reminders;
use crate::app::{Act, Refusal};
use crate::model::{
    Computer, Event, GameEnd, GameRef, GameRow, GameStatus, HintStep, PastEvent, Seq, Time,
    level_of_number,
};

/// A game against the computer is closed when nothing has happened in it for this time.
pub(crate) const IDLE: Duration = days(30);

/// A game, replayed from its events through the rules.
#[derive(Clone, Debug)]
pub struct Game {
    /// The game, or the import that it was read from.
    pub reference: GameRef,
    /// The stored row.
    pub row: GameRow,
    /// The computer's side and its level now, if it plays.
    pub computer: Option<Computer>,
    /// The turns, without those that were taken back, and the ending.
    pub record: Record,
    /// Who made each turn of the record, and how.
    pub turns: Vec<PlayedTurn>,
    /// The side that offers a draw.
    pub draw_offer: Option<Side>,
    /// The side that asks to take back a turn.
    pub takeback: Option<Side>,
    /// The take-backs, oldest first.
    pub takebacks: Vec<TakenBack>,
    /// The side that has given notice that it will close the abandoned game, and when.
    pub silence: Option<(Side, Time)>,
    /// The players' clocks.
    pub clock: GameClock,
    /// Has the player to move run out of time, and have both players been told?
    pub is_time_up: bool,
    /// Has each side offered a draw in this position?
    pub(crate) has_offered: BySide<bool>,
    /// Has each side asked to take back a turn in this position?
    pub(crate) has_asked: BySide<bool>,
    /// The hints that the player has seen: each with the number of the event that led to the position.
    hints: Vec<(Seq, HintStep)>,
    seq: Seq,
    position_seq: Seq,
    turn_at: Time,
    /// When anything happened in the game last.
    active_at: Time,
    ended_at: Option<Time>,
    /// The side whose action ended the game, if it was a player's.
    pub ended_by: Option<Side>,
}

/// A turn of the record, with the circumstances in which it was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedTurn {
    /// The side that made it.
    pub side: Side,
    /// Was it played automatically as the only legal turn?
    pub is_forced: bool,
    /// Was it played automatically from a plan?
    pub is_planned: bool,
    /// Was it a placement during setup?
    pub is_placement: bool,
    /// The number of its event.
    pub seq: Seq,
    /// When it was made.
    pub at: Time,
    /// When the player's turn had begun.
    turn_at: Time,
    /// The clock before the turn.
    mark: ClockSnapshot,
    /// The state of draw offers and take-back requests before the turn.
    draw_offer: Option<Side>,
    has_offered: BySide<bool>,
    has_asked: BySide<bool>,
}

impl PlayedTurn {
    /// Was it played automatically, in response to another turn?
    pub const fn is_by_itself(&self) -> bool {
        self.is_forced || self.is_planned
    }
}

/// A take-back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TakenBack {
    /// The number of its event.
    pub seq: Seq,
    /// The side that took back its turn, alone or with the opponent's consent.
    pub by: Side,
    /// That turn in notation.
    pub turn: String,
    /// The event numbers of all turns that it removed.
    pub undone: Vec<Seq>,
}

/// The reason why a game can't be replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError(String);

impl ReplayError {
    pub(crate) const fn new(why: String) -> Self {
        Self(why)
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ReplayError {}

impl Game {
    /// A game before its first event.
    pub(crate) fn new(row: GameRow) -> Result<Self, ReplayError> {
        if let Some(damage) = &row.damage {
            return Err(ReplayError(damage.clone()));
        }
        let variant = row.variant.dealt();
        let variant = variant.map_err(|error| ReplayError(error.to_string()))?;
        let record = Record::new(variant);
        let started_at = row.started_at;
        Ok(Self {
            clock: GameClock::new(row.pace, started_at),
            is_time_up: false,
            reference: GameRef::Game(row.id),
            computer: row.computer,
            row,
            ended_at: record.ending().map(|_| started_at),
            ended_by: None,
            record,
            turns: Vec::new(),
            draw_offer: None,
            takeback: None,
            takebacks: Vec::new(),
            silence: None,
            has_offered: BySide::default(),
            has_asked: BySide::default(),
            hints: Vec::new(),
            seq: Seq::START,
            position_seq: Seq::START,
            turn_at: started_at,
            active_at: started_at,
        })
    }

    /// A game after these events.
    pub fn replayed(row: GameRow, events: &[PastEvent]) -> Result<Self, ReplayError> {
        let seq = row.status.seq;
        let mut game = Self::new(row)?;
        for past in events {
            let broken = |what: String| ReplayError(format!("event {}: {what}", past.seq));
            if past.seq != game.seq.next() {
                return Err(broken(format!("comes after event {}", game.seq)));
            }
            let added = game.add(&past.event, past.side, past.at);
            added.map_err(|why| broken(why.to_string()))?;
        }
        if game.seq != seq {
            return Err(ReplayError(format!("{} events, not {seq}", game.seq)));
        }
        Ok(game)
    }

    /// A game of which only the record is known, as if all turns had been made at one moment.
    pub(crate) fn of_record(row: GameRow, record: Record, at: Time) -> Result<Self, ReplayError> {
        let mut game = Self::new(row)?;
        for text in record.texts() {
            let side = game.record.game().to_move();
            game.add(&Event::Turn(text), Some(side), at)?;
        }
        game.ended_at = record.ending().map(|_| at);
        game.record = record;
        game.row.status.due_at = None;
        game.refresh_status();
        Ok(game)
    }

    /// Applies an event. After an error the game must not be used any more.
    pub(crate) fn add(
        &mut self,
        event: &Event,
        side: Option<Side>,
        at: Time,
    ) -> Result<(), ReplayError> {
        if self.is_over() {
            return Err(ReplayError(format!("{event:?} after the end")));
        }
        self.seq = self.seq.next();
        self.active_at = at;
        match event {
            Event::Turn(text) | Event::ForcedTurn(text) | Event::PlannedTurn(text) => {
                let mover = self.record.game().to_move();
                let is_placement = self.record.game().is_setting_up();
                if side != Some(mover) {
                    return Err(ReplayError(format!("turn {text} is not {mover}'s")));
                }
                let turn = self.record.game().read(text);
                let turn = turn.map_err(|error| ReplayError(format!("turn {text}: {error}")))?;
                let pushed = self.record.push(turn);
                pushed.map_err(|error| ReplayError(format!("turn {text}: {error}")))?;
                self.turns.push(PlayedTurn {
                    side: mover,
                    is_forced: matches!(event, Event::ForcedTurn(_)),
                    is_planned: matches!(event, Event::PlannedTurn(_)),
                    is_placement,
                    seq: self.seq,
                    at,
                    turn_at: self.turn_at,
                    mark: self.clock.mark(),
                    draw_offer: self.draw_offer,
                    has_offered: self.has_offered,
                    has_asked: self.has_asked,
                });
                self.clock.moved(mover, at);
                self.clock.begin(self.record.game().to_move(), at);
                // A draw offer made by the player who moves stays open for the opponent to answer.
                let offer = self.draw_offer.filter(|offer| *offer == mover);
                self.settle(at);
                self.draw_offer = offer.filter(|_| !self.is_over());
                self.has_offered[mover] = self.draw_offer.is_some();
            }
            Event::TakenBack(ply) | Event::Retracted(ply) => self.take_back_to(*ply, event, at)?,
            Event::DrawOffered
            | Event::DrawWithdrawn
            | Event::DrawDeclined
            | Event::TakebackAsked
            | Event::TakebackWithdrawn
            | Event::TakebackDeclined => self.add_offer(event, side),
            Event::Thawed => {
                // Nobody could move while the game was frozen, so the time that has passed does not
                // count.
                self.turn_at = at;
                self.silence = None;
                self.is_time_up = false;
                self.clock.begin(self.record.game().to_move(), at);
                for made in &mut self.turns {
                    made.turn_at = made.turn_at.max(at);
                    self.clock.forgive(&mut made.mark, made.side, at);
                }
            }
            Event::TimeGiven(_)
            | Event::Excused(_)
            | Event::Away(_)
            | Event::Back
            | Event::TimeUp => {
                let side = side.ok_or_else(|| ReplayError(format!("{event:?} is nobody's")))?;
                self.add_time(event, side, at);
            }
            Event::LevelSet(number) => {
                let level = level_of_number(*number);
                let level = level.ok_or_else(|| ReplayError(format!("no level {number}")))?;
                let computer = self.computer.as_mut();
                computer
                    .ok_or_else(|| ReplayError("a level, but no computer".to_owned()))?
                    .level = level;
            }
            Event::HintTaken(step) => self.hints.push((self.position_seq, *step)),
            Event::SilenceNoticed => self.silence = side.map(|side| (side, at)),
            Event::DrawAgreed => self.finish(None, How::Agreement)?,
            Event::Resigned => self.finish(side.map(|side| !side), How::Resignation)?,
            Event::TimedOut => self.finish(side.map(|side| !side), How::Time)?,
            Event::Aborted | Event::ClosedForSilence => self.finish(None, How::Abort)?,
            Event::EndedByModerator(winner) => self.finish(*winner, How::Moderator)?,
        }
        if self.record.ending().is_some() {
            self.ended_at = Some(at);
            self.ended_by = side;
        }
        Ok(())
    }

    /// Applies a take-back of all turns from `ply` on.
    fn take_back_to(&mut self, ply: usize, event: &Event, at: Time) -> Result<(), ReplayError> {
        let kept = self.record.turns().get(..ply);
        let kept = kept.ok_or_else(|| ReplayError(format!("no ply {ply} to go back to")))?;
        if let Some(made) = self.turns.get(ply) {
            let turn = self.record.texts().get(ply).cloned();
            self.takebacks.push(TakenBack {
                seq: self.seq,
                by: made.side,
                turn: turn.unwrap_or_default(),
                undone: self.turns[ply..].iter().map(|made| made.seq).collect(),
            });
        }
        let mut record = Record::new(self.record.variant().clone());
        for turn in kept {
            let pushed = record.push(*turn);
            pushed.map_err(|error| ReplayError(error.to_string()))?;
        }
        self.record = record;
        let gone = self.turns.get(ply).copied();
        self.turns.truncate(ply);
        self.settle(at);
        let mover = self.record.game().to_move();
        match (event, gone) {
            // The clock is restored exactly: nobody gains time by retracting a turn that the
            // opponent has not seen.
            (Event::Retracted(_), Some(gone)) => {
                self.turn_at = gone.turn_at;
                self.draw_offer = gone.draw_offer;
                self.has_offered = gone.has_offered;
                self.has_asked = gone.has_asked;
                self.clock.retract_to(&gone.mark, mover, at);
            }
            (_, Some(gone)) => self.clock.back_to(&gone.mark, mover, at),
            (_, None) => self.clock.begin(mover, at),
        }
        Ok(())
    }

    /// Applies an event about draw offers or take-back requests.
    fn add_offer(&mut self, event: &Event, side: Option<Side>) {
        match (event, side) {
            (Event::DrawOffered, Some(by)) => {
                self.draw_offer = side;
                self.has_offered[by] = true;
            }
            (Event::TakebackAsked, Some(by)) => {
                self.takeback = side;
                self.has_asked[by] = true;
            }
            (Event::DrawWithdrawn | Event::DrawDeclined, _) => self.draw_offer = None,
            (Event::TakebackWithdrawn | Event::TakebackDeclined, _) => self.takeback = None,
            _ => {}
        }
    }

    /// Applies an event about a player's time.
    fn add_time(&mut self, event: &Event, side: Side, at: Time) {
        let mover = self.to_move();
        match event {
            Event::TimeGiven(time) => self.clock.give(!side, *time, mover, at),
            Event::Excused(time) => self.clock.give(side, *time, mover, at),
            Event::Away(until) => self.clock.leave(side, *until, at),
            Event::Back => self.clock.come_back(side, at),
            _ => {}
        }
        let deadline = mover.and_then(|mover| self.clock.deadline(mover));
        self.is_time_up = match event {
            Event::TimeUp => true,
            // A player who got more time may use it, and is told again when it runs out.
            _ => self.is_time_up && deadline.is_some_and(|deadline| deadline <= at),
        };
    }

    fn finish(&mut self, winner: Option<Side>, how: How) -> Result<(), ReplayError> {
        let finished = self.record.finish(Ending { winner, how });
        finished.map_err(|error| ReplayError(error.to_string()))
    }

    /// Called when the position has changed: offers and requests lapse.
    fn settle(&mut self, at: Time) {
        self.position_seq = self.seq;
        self.turn_at = at;
        self.draw_offer = None;
        self.takeback = None;
        self.silence = None;
        self.is_time_up = false;
        self.has_offered = BySide::default();
        self.has_asked = BySide::default();
    }

    /// Updates the status in the row, except for the time of the next reminder or timeout.
    pub(crate) fn refresh_status(&mut self) {
        self.row.status = self.status(self.row.status.due_at);
    }

    /// Updates the status in the row, and schedules the next reminder or timeout from the reminder
    /// settings of the player to move.
    pub(crate) fn reschedule(&mut self, reminders: &Reminders, now: Time) {
        self.refresh_status();
        self.row.status.due_at = self.due(reminders, now);
    }

    /// The next time at which something is due: a reminder, or the end of the player's time. There are
    /// no reminders during a vacation or after the time has run out.
    ///
    /// A game against the computer has no reminders: it is closed after a long time without a move.
    pub(crate) fn due(&self, reminders: &Reminders, now: Time) -> Option<Time> {
        let mover = self.to_move()?;
        if self.computer.is_some() {
            let is_away = Side::BOTH
                .iter()
                .any(|side| self.clock.away(*side).is_some());
            return Some(self.active_at + IDLE).filter(|_| !is_away);
        }
        let away = self.clock.away(mover);
        if let Some(away) = away.filter(|_| self.row.tournament.is_some()) {
            // The vacation may last longer than the tournament allows.
            return Some(away.until);
        }
        let is_quiet = self.is_time_up || away.is_some();
        let due = reminders.due(&self.row.status, now);
        due.filter(|_| !is_quiet)
    }

    fn status(&self, due_at: Option<Time>) -> GameStatus {
        let end = self.record.ending().map(|ending| GameEnd {
            at: self.ended_at.unwrap_or(self.turn_at),
            winner: ending.winner,
            how: ending.how.into(),
        });
        let is_running = end.is_none();
        GameStatus {
            seq: self.seq,
            position_seq: self.position_seq,
            plies: self.turns.len() as i64,
            to_move: self.to_move(),
            turn_at: self.turn_at,
            deadline: self.to_move().and_then(|side| self.clock.deadline(side)),
            due_at: due_at.filter(|_| is_running),
            end,
        }
    }

    /// The difference between the stored status and the one computed from the events, apart from the
    /// next due time.
    pub(crate) fn disagreement(&self) -> Option<String> {
        let said = &self.row.status;
        let is = self.status(said.due_at);
        (is != *said).then(|| format!("stands as {said:?}, its events say {is:?}"))
    }

    /// The side to move; `None` once the game is over.
    pub fn to_move(&self) -> Option<Side> {
        (!self.is_over()).then(|| self.record.game().to_move())
    }

    /// Is the game over?
    pub const fn is_over(&self) -> bool {
        self.record.ending().is_some()
    }

    /// The index of the last turn that the player made without being forced to.
    pub(crate) fn last_choice(&self, side: Side) -> Option<usize> {
        let is_choice = |made: &PlayedTurn| made.side == side && !made.is_forced;
        let last = self.turns.iter().rposition(is_choice);
        last.filter(|ply| *ply >= self.given())
    }

    /// The number of turns at the start that were taken over from another game.
    pub fn given(&self) -> usize {
        self.row.given.max(0) as usize
    }

    /// The number of positions in which the player has seen a hint, also in turns that were taken back.
    pub fn hints_taken(&self) -> usize {
        let look = |hint: &&(Seq, HintStep)| hint.1 == HintStep::Look;
        self.hints.iter().filter(look).count()
    }

    /// Has the player seen this step of the hint in the current position?
    pub(crate) fn has_taken_hint(&self, step: HintStep) -> bool {
        self.hints.contains(&(self.position_seq, step))
    }

    /// Is it the computer's turn?
    pub fn is_computers_turn(&self) -> bool {
        self.to_move()
            .is_some_and(|side| self.row.is_computer(side))
    }

    /// The number of turns each player has made, not counting placements during setup.
    pub(crate) fn real_turns(&self) -> BySide<usize> {
        let is_real = |made: &&PlayedTurn| !made.is_placement;
        BySide::new_with(|side| {
            let turns = self.turns.iter().filter(is_real);
            turns.filter(|made| made.side == side).count()
        })
    }

    /// Can a player offer a draw? Only once per position.
    pub fn may_offer_draw(&self, side: Side) -> bool {
        let may = self.draw_offer.is_none() && self.computer.is_none();
        !self.is_over() && may && !self.has_offered[side]
    }

    /// Can a player take back a turn, or ask for it? A request that was declined can't be repeated in
    /// the same position.
    pub fn may_ask_back(&self, side: Side) -> bool {
        let has_moved = self.last_choice(side).is_some();
        !self.is_over() && has_moved && self.takeback.is_none() && !self.has_asked[side]
    }

    /// The turn that a player asks to take back, as text.
    pub fn asked_back(&self) -> Option<String> {
        let ply = self.last_choice(self.takeback?)?;
        self.record.texts().get(ply).cloned()
    }

    /// The number of the last event that changed the position. Buttons refer to it.
    pub const fn position_seq(&self) -> Seq {
        self.position_seq
    }

    /// When the current turn began.
    pub const fn turn_at(&self) -> Time {
        self.turn_at
    }

    /// The deadline that the player of this turn would have if it were taken back.
    pub(crate) fn deadline_before(&self, ply: usize) -> Option<Time> {
        let made = self.turns.get(ply)?;
        let mut clock = self.clock;
        clock.retract_to(&made.mark, made.side, made.turn_at);
        clock.deadline(made.side)
    }

    /// The side of a user who acts in a running game.
    pub(crate) fn player(&self, act: &Act) -> Result<Side, Refusal> {
        let side = self.row.side_of(act.by).ok_or(Refusal::NotAPlayer)?;
        if self.is_over() {
            return Err(Refusal::Finished);
        }
        if act.expected_seq.is_some_and(|seq| seq != self.position_seq) {
            return Err(Refusal::Stale);
        }
        Ok(side)
    }

    /// The side of a user who acts as the player to move.
    pub(crate) fn mover(&self, act: &Act) -> Result<Side, Refusal> {
        let side = self.player(act)?;
        if self.to_move() != Some(side) {
            return Err(Refusal::NotYourTurn);
        }
        Ok(side)
    }
}
