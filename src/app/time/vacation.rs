//! Vacations, during which a player's clocks stand still in all games.
//!
//! The row of a vacation says what should be. In each game it takes effect by an event, so that clocks
//! follow from events alone. The events are appended a few games at a time, and the row stores the
//! progress, so that a restart continues where it was.
//!
//! Only the clock of the player on vacation stands still. The opponent loses nothing by that, because
//! their own time is for their own turns.
//!
//! A game of a tournament allows a limited time of vacation in total. When it is used up, the clock goes on although
//! the vacation does.

use std::time::Duration;

use hexpost_engine::side::Side;

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::time::clock::days;
use crate::app::time::zone::Zone;
use crate::app::{Act, App, AppError, Decision, Refusal};
use crate::model::{Event, GameId, NewEvent, PlayerId, Time, Vacation, VacationPhase};
use crate::store::StoreError;

/// How many days ahead a vacation can be planned.
const FARTHEST: i64 = 366;
/// Number of games handled at once.
const BATCH: i64 = 50;

/// A player's vacation and allowance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VacationAllowance {
    /// The planned or current vacation.
    pub vacation: Option<Vacation>,
    /// Days used or planned this year.
    pub used: i64,
    /// Days per year.
    pub most: i64,
}

impl App {
    /// A player's vacation and allowance.
    pub async fn leave(&self, player: PlayerId, now: Time) -> Result<VacationAllowance, AppError> {
        let mut conn = self.read().await?;
        let zone = settings::player(&mut conn, player).await?.reminders;
        let zone = zone.zone_or_default();
        let all = conn.vacations_of(player).await?;
        Ok(VacationAllowance {
            used: used(&all, &zone, zone.year(now)),
            vacation: all.into_iter().find(|one| one.phase != VacationPhase::Over),
            most: self.limits.vacation_days,
        })
    }

    /// The end of a player's current vacation, if any.
    pub async fn away_until(&self, player: PlayerId) -> Result<Option<Time>, AppError> {
        Ok(self.read().await?.away_until(player).await?)
    }

    /// Takes a number of vacation days, from now or from the beginning of a day.
    pub async fn take_vacation(
        &self,
        act: &Act,
        from: Option<&str>,
        days: i64,
    ) -> Result<Vacation, AppError> {
        let most = self.limits.vacation_days;
        if !(1..=most).contains(&days) {
            return Err(Refusal::VacationDays(most).into());
        }
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        let zone = settings::player(&mut tx, act.by).await?.reminders;
        let zone = zone.zone_or_default();
        let starts_at = match from {
            None => act.now,
            Some(text) => first_day(&zone, text, act.now)?,
        };
        let ends_at = zone.later(starts_at, days).ok_or(Refusal::Date)?;
        let mut all = tx.vacations_of(act.by).await?;
        if let Some(open) = all.iter().find(|one| one.phase != VacationPhase::Over) {
            return Err(Refusal::OnVacation(open.ends_at).into());
        }
        let vacation = Vacation {
            player: act.by,
            starts_at,
            ends_at,
            phase: VacationPhase::Planned,
            reached: None,
            due_at: Some(starts_at),
        };
        all.push(vacation.clone());
        for year in [zone.year(starts_at), zone.year(ends_at)] {
            let over = used(&all, &zone, year) - most;
            if over > 0 {
                return Err(Refusal::NoVacationLeft((days - over).max(0)).into());
            }
        }
        tx.set_vacation(&vacation).await?;
        tx.commit().await?;
        Ok(vacation)
    }

    /// Ends the current vacation, or cancels a planned one.
    pub async fn end_vacation(&self, act: &Act) -> Result<Vacation, AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        tx.lock_vacations(act.by).await?;
        let all = tx.vacations_of(act.by).await?;
        let open = all.into_iter().find(|one| one.phase != VacationPhase::Over);
        let mut vacation = open.ok_or(Refusal::NoVacation)?;
        if vacation.phase == VacationPhase::Planned && vacation.starts_at > act.now {
            tx.drop_vacation(&vacation).await?;
        } else {
            vacation.ends_at = vacation.ends_at.min(act.now);
            begin_phase(&mut vacation, VacationPhase::Over, act.now);
            tx.set_vacation(&vacation).await?;
        }
        tx.commit().await?;
        Ok(vacation)
    }

    /// Does what is due about vacations; returns the number of games and vacations that changed.
    pub(crate) async fn sweep_vacations(&self, now: Time, most: i64) -> Result<usize, AppError> {
        let due = self.read().await?.due_vacations(now, most).await?;
        let mut done = 0;
        for vacation in due {
            done += self.sweep_vacation(vacation, now).await?;
        }
        Ok(done)
    }

    async fn sweep_vacation(&self, mut vacation: Vacation, now: Time) -> Result<usize, AppError> {
        let Some(reached) = vacation.reached else {
            let phase = match vacation.phase {
                VacationPhase::Planned if vacation.ends_at > now => VacationPhase::On,
                _ => VacationPhase::Over,
            };
            let before = vacation.clone();
            begin_phase(&mut vacation, phase, now);
            return self.save_progress(&before, &vacation).await;
        };
        let mut conn = self.read().await?;
        let ids = conn
            .running_games_after(vacation.player, reached, BATCH)
            .await?;
        drop(conn);
        for id in &ids {
            self.tell_game(*id, &vacation, now).await?;
        }
        let before = vacation.clone();
        vacation.reached = ids.last().copied();
        if ids.len() < BATCH as usize {
            vacation.reached = None;
            vacation.due_at =
                Some(vacation.ends_at).filter(|_| vacation.phase == VacationPhase::On);
        }
        Ok(ids.len() + self.save_progress(&before, &vacation).await?)
    }

    /// Stores the progress of a vacation, unless it has changed in the meantime: then it is handled
    /// again.
    async fn save_progress(&self, before: &Vacation, after: &Vacation) -> Result<usize, AppError> {
        let mut tx = self.store.begin().await?;
        // A game that is just being started is there afterwards, or knows of the vacation.
        tx.lock_players(&[before.player]).await?;
        tx.lock_vacations(before.player).await?;
        let all = tx.vacations_of(before.player).await?;
        if all.contains(before) {
            tx.set_vacation(after).await?;
            tx.commit().await?;
        }
        Ok(1)
    }

    /// How much vacation a player can take in a game in total: games of tournaments have a limit.
    async fn vacation_cap(&self, game: GameId) -> Result<Option<Duration>, AppError> {
        let mut conn = self.read().await?;
        let row = conn.game(game).await?;
        let Some(id) = row.and_then(|row| row.tournament) else {
            return Ok(None);
        };
        let tournament = conn.tournament(id).await?;
        Ok(tournament.map(|row| days(row.terms.vacation_days.unsigned_abs())))
    }

    /// Appends the beginning or end of a vacation to one game.
    async fn tell_game(&self, id: GameId, vacation: &Vacation, now: Time) -> Result<(), AppError> {
        let cap = self.vacation_cap(id).await?;
        let decide = |game: &Game| {
            let side = game.row.side_of(vacation.player);
            let side = side.filter(|_| !game.is_over());
            let side = side.ok_or(Refusal::Finished)?;
            let event = change_of(game, side, vacation, cap, now).ok_or(Refusal::Repeated)?;
            let is_away = matches!(event, Event::Away(_));
            let mut decision = Decision {
                events: vec![NewEvent {
                    event,
                    side: Some(side),
                }],
                notices: Vec::new(),
            };
            // Other boards show nothing that has changed.
            if game.to_move() == Some(side) && game.row.pace.is_some() {
                let notice = if is_away { Notice::Away } else { Notice::Back };
                decision.notices.push((notice, game.row.players[!side]));
            }
            Ok(decision)
        };
        match self.update_game_as(None, now, id, decide).await {
            // One damaged row must not keep the other games from being handled.
            Ok(_) | Err(AppError::Refused(_) | AppError::Store(StoreError::Damaged(_))) => Ok(()),
            Err(no) => Err(no),
        }
    }

    /// The vacation events that a game has missed while it was frozen.
    pub(crate) async fn missed_vacations(
        &self,
        game: &Game,
        now: Time,
    ) -> Result<Vec<NewEvent>, AppError> {
        let cap = self.vacation_cap(game.row.id).await?;
        let mut conn = self.read().await?;
        let mut events = Vec::new();
        for side in Side::BOTH {
            let until = match game.row.players[side] {
                Some(player) => conn.away_until(player).await?,
                None => None,
            };
            let event = match (until, game.clock.away(side)) {
                (Some(until), None) => match capped(game, side, until, cap, now) {
                    Some(until) => Event::Away(until),
                    None => continue,
                },
                (None, Some(_)) => Event::Back,
                _ => continue,
            };
            let side = Some(side);
            events.push(NewEvent { event, side });
        }
        Ok(events)
    }
}

/// Starts a phase of a vacation, which has to be appended to all games.
fn begin_phase(vacation: &mut Vacation, phase: VacationPhase, now: Time) {
    vacation.phase = phase;
    vacation.reached = Some(GameId(0));
    vacation.due_at = Some(now);
}

/// The event that makes a game agree with a vacation; `None` if it already does. Time that has run out
/// is not restored.
fn change_of(
    game: &Game,
    side: Side,
    vacation: &Vacation,
    cap: Option<Duration>,
    now: Time,
) -> Option<Event> {
    let is_away = game.clock.away(side).is_some();
    match vacation.phase {
        VacationPhase::On if !is_away => {
            let is_mover = game.to_move() == Some(side);
            let deadline = game.clock.deadline(side).filter(|_| is_mover);
            let is_late = deadline.is_some_and(|deadline| deadline <= now);
            let until = capped(game, side, vacation.ends_at, cap, now)?;
            (!is_late).then_some(Event::Away(until))
        }
        VacationPhase::Over if is_away => Some(Event::Back),
        _ => None,
    }
}

/// When a vacation that lasts until `until` ends in a game; `None` if the player has had all the vacation that
/// the game allows.
fn capped(game: &Game, side: Side, until: Time, cap: Option<Duration>, now: Time) -> Option<Time> {
    let Some(cap) = cap else {
        return Some(until);
    };
    let left = cap.as_millis() as i64 - game.clock.rest_until(side, now);
    (left > 0).then(|| until.min(Time(now.0 + left)))
}

/// The beginning of a day that a user has typed.
fn first_day(zone: &Zone, text: &str, now: Time) -> Result<Time, Refusal> {
    let day = zone.day(text, now).ok_or(Refusal::Date)?;
    let today = zone.today(0, now).unwrap_or(now);
    if day < today {
        return Err(Refusal::PastDate);
    }
    if zone.later(now, FARTHEST).is_none_or(|far| day > far) {
        return Err(Refusal::FarDate);
    }
    // If it is today, the vacation begins now.
    Ok(day.max(now))
}

/// The number of vacation days in a year. A day that has begun counts.
fn used(all: &[Vacation], zone: &Zone, year: i16) -> i64 {
    let days = |vacation: &Vacation| {
        let mut count = 0;
        for index in 0..=FARTHEST {
            match zone.later(vacation.starts_at, index) {
                Some(day) if day < vacation.ends_at => {
                    count += i64::from(zone.year(day) == year);
                }
                _ => break,
            }
        }
        count
    };
    all.iter().map(days).sum()
}
