//! Tournaments and leagues: making them, joining, and what players do; [`organise`] is for organisers,
//! [`advance`] is what follows by itself.
//!
//! A tournament is a list of events (`hexpost_tournament`): rounds, results, decisions. Its standings are derived from
//! them each time. A season of a league is a tournament of its own.

pub mod advance;
mod games;
pub mod league;
pub mod organise;
pub mod state;
pub(crate) mod verify;

use std::time::Duration;

use hexpost_engine::side::Side;
use hexpost_tournament::export::trf::TrfHeading;
use hexpost_tournament::export::{csv, json, trf};
use hexpost_tournament::knockout::{Bracket, MatchState};
use hexpost_tournament::tournament::Status;
use hexpost_tournament::{EntrantId, TournamentEvent};

use crate::app::access::Viewer;
use crate::app::challenge::{check_place, fair_draw};
use crate::app::time::clock::days;
use crate::app::{Act, App, AppError, Refusal, rating, retry};
use crate::model::{
    ChannelId, EntrantRow, InteractionId, LiveSubject, PlayerId, ServerId, StoredVariant, Time,
    TournamentAct, TournamentFormat, TournamentId, TournamentRow, TournamentStart, TournamentState,
    TournamentTerms, TournamentTitle,
};
use crate::store::{Connection, Transaction};
pub use state::{TournamentDivision, TournamentView};

/// Maximum length of a tournament's name, in characters.
pub const MAX_TOURNAMENT_NAME: usize = 60;
/// The most days of a round, and of vacation in it.
pub const MAX_ROUND_DAYS: i64 = 120;
/// The most games that a player may have at a time.
pub const MAX_AT_ONCE: usize = 30;
/// How many open tournaments an organiser may have.
pub const MAX_OPEN_TOURNAMENTS: usize = 5;
/// How often it is looked who has left the server of a tournament.
pub const CHECK_EVERY: Duration = days(1);
/// How long a worker that has taken such a look has to report the outcome.
const CHECK_LEASE: Duration = Duration::from_mins(10);
/// How many tournaments that are over are listed.
const LISTED: i64 = 20;
/// How far ahead a tournament may start.
const FARTHEST_START: Duration = days(366);

/// A tournament to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewTournament {
    /// Its name.
    pub name: String,
    /// The server on which it is held.
    pub server: ServerId,
    /// The channel in which it is held.
    pub channel: ChannelId,
    /// What it is about.
    pub terms: TournamentTerms,
}

/// What a tournament is exported as.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TournamentExport {
    /// The standings as CSV.
    Csv,
    /// The games as CSV.
    Games,
    /// Everything as JSON.
    Json,
    /// The report format of chess federations, for round robins and Swiss tournaments.
    Trf,
}

impl App {
    /// May a user make tournaments here? A server can restrict that to certain roles.
    pub async fn may_create_tournament(&self, viewer: &Viewer) -> Result<(), AppError> {
        let server = viewer.server.ok_or(Refusal::TournamentServer)?;
        if viewer.manages_server {
            return Ok(());
        }
        self.may_play(viewer).await?;
        let wanted = self.server_settings(server).await?.organisers;
        let has_one = viewer.roles.iter().any(|role| wanted.contains(role));
        if wanted.is_empty() || has_one {
            return Ok(());
        }
        Err(Refusal::NotAnOrganiser(wanted).into())
    }

    /// Makes a tournament, which players can join.
    pub async fn create_tournament(
        &self,
        act: &Act,
        viewer: &Viewer,
        new: &NewTournament,
    ) -> Result<TournamentView, AppError> {
        self.may_create_tournament(viewer).await?;
        if viewer.server != Some(new.server) {
            return Err(Refusal::TournamentServer.into());
        }
        let terms = checked_terms(&new.terms, act.now)?;
        let name = checked_name(&new.name)?;
        retry!(self.try_create_tournament(act, new, &name, &terms))
    }

    async fn try_create_tournament(
        &self,
        act: &Act,
        new: &NewTournament,
        name: &str,
        terms: &TournamentTerms,
    ) -> Result<TournamentView, AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        check_place(&mut tx, Some(new.server), Some(new.channel)).await?;
        let on_server = tx.tournaments_on(new.server, 0).await?;
        let own = on_server
            .iter()
            .filter(|row| row.organiser == Some(act.by) && row.state == TournamentState::Open);
        if own.count() >= MAX_OPEN_TOURNAMENTS {
            return Err(Refusal::TooManyTournaments(MAX_OPEN_TOURNAMENTS).into());
        }
        let mut row = TournamentRow {
            id: TournamentId(0),
            server: new.server,
            channel: new.channel,
            thread: None,
            organiser: Some(act.by),
            name: name.to_owned(),
            terms: terms.clone(),
            state: TournamentState::Open,
            secret: fair_draw::secret(),
            start_action: None,
            made_at: act.now,
            started_at: None,
            finished_at: None,
            due_at: match terms.start {
                TournamentStart::At(time) => Some(time),
                TournamentStart::Full | TournamentStart::Manual => None,
            },
            season: 1,
            previous: None,
        };
        row.id = tx.add_tournament(&row, act.now + CHECK_EVERY).await?;
        let card = LiveSubject::Tournament(row.id);
        tx.set_live_message(card, row.server, row.channel, act.now)
            .await?;
        let view = TournamentView::load(&mut tx, row.id).await?;
        tx.commit().await?;
        Ok(view)
    }

    /// Joins a tournament. If it starts as soon as all places are taken, the last one to join starts it.
    pub async fn join_tournament(
        &self,
        act: &Act,
        viewer: &Viewer,
        id: TournamentId,
    ) -> Result<TournamentView, AppError> {
        self.may_play(viewer).await?;
        let view = retry!(self.try_join(act, viewer, id))?;
        self.after_change(view, act.now).await
    }

    async fn try_join(
        &self,
        act: &Act,
        viewer: &Viewer,
        id: TournamentId,
    ) -> Result<TournamentView, AppError> {
        let (mut tx, mut change) = self.begin_change(id, &[act.by], act.now).await?;
        let view = &mut change.view;
        if viewer.server != Some(view.row.server) {
            return Err(Refusal::UnknownTournament.into());
        }
        check_open(view)?;
        if view.entrant_of(act.by).is_some() {
            return Err(Refusal::AlreadyEntered.into());
        }
        if view.entrants.len() >= view.row.terms.size {
            return Err(Refusal::TournamentFull(view.row.terms.size).into());
        }
        let rating = rating_of(&mut tx, act.by, &view.row.terms.variant, act.now).await?;
        check_entrant(view, viewer, rating)?;
        let last = view.entrants.last().map_or(0, |it| it.number.0);
        let entrant = EntrantRow {
            number: EntrantId(last + 1),
            player: Some(act.by),
            rating,
            division: 0,
            joined_at: act.now,
            action: Some(act.interaction),
        };
        tx.add_entrant(id, &entrant).await?;
        view.entrants.push(entrant);
        let is_full = view.entrants.len() >= view.row.terms.size;
        if is_full && view.row.terms.start == TournamentStart::Full {
            advance::start(&mut tx, &mut change, act.interaction).await?;
        }
        self.finish_change(tx, change).await
    }

    /// Leaves a tournament that has not started.
    pub async fn leave_tournament(
        &self,
        act: &Act,
        id: TournamentId,
    ) -> Result<TournamentView, AppError> {
        retry!(self.try_leave(act, id))
    }

    async fn try_leave(&self, act: &Act, id: TournamentId) -> Result<TournamentView, AppError> {
        let (mut tx, mut change) = self.begin_change(id, &[act.by], act.now).await?;
        check_open(&change.view)?;
        let entrant = change.view.entrant_of(act.by).ok_or(Refusal::NotEntered)?;
        let number = entrant.number;
        take_out(&mut tx, &mut change.view, number).await?;
        self.finish_change(tx, change).await
    }

    /// Withdraws from a tournament: before the start that is leaving it. Afterwards open games are lost, and the
    /// results count if the rules of the format say so.
    pub async fn withdraw_from_tournament(
        &self,
        act: &Act,
        id: TournamentId,
    ) -> Result<TournamentView, AppError> {
        let view = retry!(self.try_withdraw_from(Some(act.by), act.by, id, act.now))?;
        self.after_change(view, act.now).await
    }

    /// Withdraws a player from a tournament; `by` is who decided that, if a person did.
    async fn try_withdraw_from(
        &self,
        by: Option<PlayerId>,
        player: PlayerId,
        id: TournamentId,
        now: Time,
    ) -> Result<TournamentView, AppError> {
        let (mut tx, mut change) = self.begin_change(id, &[player], now).await?;
        let entrant = change.view.entrant_of(player).ok_or(Refusal::NotEntered)?;
        let number = entrant.number;
        withdraw_entrant(&mut tx, &mut change, number, by).await?;
        self.finish_change(tx, change).await
    }

    /// Withdraws someone who has left a server from its tournaments.
    pub async fn member_left(
        &self,
        server: ServerId,
        player: PlayerId,
        now: Time,
    ) -> Result<(), AppError> {
        let entered = self.read().await?.tournaments_of(player).await?;
        for row in entered.iter().filter(|row| row.server == server) {
            let this = self.unclaimed();
            match retry!(this.try_withdraw_from(None, player, row.id, now)) {
                Ok(view) => drop(this.after_change(view, now).await?),
                // It is over, or they had withdrawn.
                Err(AppError::Refused(_)) => {}
                Err(no) => return Err(no),
            }
        }
        Ok(())
    }

    /// Takes tournaments of which it is to be looked who has left the server, with the players.
    pub async fn claim_tournament_checks(
        &self,
        now: Time,
        most: usize,
    ) -> Result<Vec<(TournamentRow, Vec<PlayerId>)>, AppError> {
        let due = self.read().await?.next_tournament_check().await?;
        if due.is_none_or(|due| due > now) {
            return Ok(Vec::new());
        }
        let mut tx = self.store.begin().await?;
        let again = now + CHECK_LEASE;
        let mut taken = Vec::new();
        for id in tx
            .take_due_tournament_checks(now, again, most as i64)
            .await?
        {
            let row = tx.tournament(id).await?;
            match row.filter(|row| row.finished_at.is_none()) {
                Some(row) => {
                    let entrants = tx.entrants_of(id).await?;
                    let players = entrants.iter().filter_map(|it| it.player);
                    taken.push((row, players.collect()));
                }
                None => tx.put_off_tournament_check(id, None).await?,
            }
        }
        tx.commit().await?;
        Ok(taken)
    }

    /// Schedules the next look at who has left the server of a tournament; without a time, when the bot is on the
    /// server again.
    pub async fn put_off_tournament_check(
        &self,
        id: TournamentId,
        later: Option<Time>,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.put_off_tournament_check(id, later).await?;
        Ok(tx.commit().await?)
    }

    /// Chooses the seat in the decider of a level knock-out match, as its lower seed.
    pub async fn choose_seat(
        &self,
        act: &Act,
        id: TournamentId,
        (round, board): (u16, u16),
        seat: Side,
    ) -> Result<TournamentView, AppError> {
        let view = retry!(self.try_choose_seat(act, id, (round, board), seat))?;
        self.after_change(view, act.now).await
    }

    async fn try_choose_seat(
        &self,
        act: &Act,
        id: TournamentId,
        (round, board): (u16, u16),
        seat: Side,
    ) -> Result<TournamentView, AppError> {
        let (mut tx, mut change) = self.begin_change(id, &[act.by], act.now).await?;
        check_running(&change.view)?;
        let division = change.view.divisions.first();
        let found = division.and_then(|division| {
            let bracket = division.bracket()?;
            let level = level_matches(division, &bracket);
            let this = |it: &&(u16, u16, EntrantId)| (it.0, it.1) == (round, board);
            level.iter().find(this).map(|it| it.2)
        });
        let lower = found.ok_or(Refusal::NoSeatToChoose)?;
        if change.view.player(lower) != Some(act.by) {
            return Err(Refusal::NoSeatToChoose.into());
        }
        let event = TournamentEvent::SeatChosen { round, board, seat };
        let event = TournamentAct::Standings(event);
        let by = Some(act.by);
        change.view.append(&mut tx, 0, event, by, act.now).await?;
        self.finish_change(tx, change).await
    }

    /// A tournament.
    pub async fn tournament(&self, id: TournamentId) -> Result<TournamentView, AppError> {
        TournamentView::load(&mut self.read().await?, id).await
    }

    /// The tournaments of a server: those that are open or running, then the last ones that are over.
    pub async fn tournaments_on(&self, server: ServerId) -> Result<Vec<TournamentRow>, AppError> {
        Ok(self.read().await?.tournaments_on(server, LISTED).await?)
    }

    /// The tournaments that are open or running and in which a player takes part.
    pub async fn tournaments_of(&self, player: PlayerId) -> Result<Vec<TournamentRow>, AppError> {
        Ok(self.read().await?.tournaments_of(player).await?)
    }

    /// What a player has won, latest first.
    pub async fn titles_of(&self, player: PlayerId) -> Result<Vec<TournamentTitle>, AppError> {
        Ok(self.read().await?.titles_of(player).await?)
    }

    /// Pairs of players in a tournament of whom one has blocked the other, for the organiser, before it starts.
    pub async fn blocked_pairs(
        &self,
        id: TournamentId,
    ) -> Result<Vec<(PlayerId, PlayerId)>, AppError> {
        let blocks = self.read().await?.blocks_in_tournament(id).await?;
        let sorted = blocks
            .into_iter()
            .map(|(one, other)| (one.min(other), one.max(other)));
        let mut pairs: Vec<_> = sorted.collect();
        pairs.sort_unstable();
        pairs.dedup();
        Ok(pairs)
    }

    /// Records the thread or forum post of a tournament.
    pub async fn set_tournament_thread(
        &self,
        id: TournamentId,
        thread: Option<ChannelId>,
    ) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.set_tournament_thread(id, thread).await?;
        Ok(tx.commit().await?)
    }

    /// A tournament as a file. The divisions of a league follow one another; as JSON they are a list.
    pub async fn export_tournament(
        &self,
        id: TournamentId,
        form: TournamentExport,
        name: impl Fn(PlayerId) -> String,
    ) -> Result<String, AppError> {
        let view = self.tournament(id).await?;
        let divisions = view.named(name);
        if divisions.is_empty() {
            return Err(Refusal::NotStarted.into());
        }
        let row = &view.row;
        let texts: Vec<String> = match form {
            TournamentExport::Csv => divisions.iter().map(csv::standings).collect(),
            TournamentExport::Games => divisions.iter().map(csv::games).collect(),
            TournamentExport::Json => {
                let documents = divisions.iter().map(|it| json::tournament(&row.name, it));
                let documents: Vec<_> = documents.collect();
                let all = match documents.as_slice() {
                    [one] => one.clone(),
                    _ => serde_json::Value::from(documents),
                };
                vec![format!("{all:#}\n")]
            }
            TournamentExport::Trf if row.terms.format == TournamentFormat::Knockout => {
                return Err(Refusal::NoReport.into());
            }
            TournamentExport::Trf => {
                let report = |it| trf::report(&heading(&view), it);
                divisions.iter().map(report).collect()
            }
        };
        Ok(texts.join("\n"))
    }
}

/// What a report says besides the games.
fn heading(view: &TournamentView) -> TrfHeading {
    let day = |time: Option<Time>| {
        let moment = time.and_then(|time| jiff::Timestamp::from_millisecond(time.0).ok());
        moment.map_or_else(String::new, |it| it.strftime("%Y/%m/%d").to_string())
    };
    TrfHeading {
        name: view.row.name.clone(),
        start: day(view.row.started_at),
        end: day(view.row.finished_at),
        format: format!("double {}", view.row.terms.format.as_str()),
        clock: view.row.terms.pace.to_string(),
        rounds: match view.row.terms.format {
            TournamentFormat::Swiss => view.rounds(),
            _ => 0,
        },
    }
}

/// A player's rating for the game of a tournament, rounded.
pub(crate) async fn rating_of(
    conn: &mut Connection,
    player: PlayerId,
    variant: &StoredVariant,
    now: Time,
) -> Result<i32, AppError> {
    let rating = conn.rating(player, variant.game_name()).await?;
    Ok(rating::current(rating.as_ref(), now).rating.round() as i32)
}

/// Sets the ratings of all entrants to those at this time.
pub(crate) async fn refresh_ratings(
    tx: &mut Transaction,
    view: &mut TournamentView,
    now: Time,
) -> Result<(), AppError> {
    for entrant in &mut view.entrants {
        if let Some(player) = entrant.player {
            entrant.rating = rating_of(tx, player, &view.row.terms.variant, now).await?;
        }
    }
    Ok(())
}

/// The matches of a knock-out that are level and whose lower seed has to choose: round, board and lower seed.
pub fn level_matches(
    division: &TournamentDivision,
    bracket: &Bracket,
) -> Vec<(u16, u16, EntrantId)> {
    let mut level = Vec::new();
    for it in bracket.rounds().iter().flatten() {
        let (Some(higher), Some(lower)) = (it.higher, it.lower) else {
            continue;
        };
        let round = division.tournament.rounds().get(usize::from(it.round) - 1);
        let Some(round) = round.filter(|_| it.state == MatchState::ChoosingSeat) else {
            continue;
        };
        let pairings = round.pairings.iter();
        for (board, pairing) in (1..).zip(pairings) {
            if pairing.has(higher) && pairing.has(lower) {
                level.push((it.round, board, lower));
            }
        }
    }
    level
}

/// Who has won a tournament, by division. Those whose data were erased are left out.
pub(crate) fn titles(view: &TournamentView) -> Vec<(usize, PlayerId)> {
    let mut titles = Vec::new();
    for division in &view.divisions {
        // Where nobody has met, nobody has won.
        if division.tournament.rounds().is_empty() {
            continue;
        }
        let winners = division.winners().into_iter();
        titles.extend(winners.filter_map(|it| Some((division.index, view.player(it)?))));
    }
    titles.sort_unstable();
    titles
}

fn check_open(view: &TournamentView) -> Result<(), Refusal> {
    match view.row.state {
        TournamentState::Open => Ok(()),
        TournamentState::Running => Err(Refusal::TournamentRunning),
        TournamentState::Finished | TournamentState::Cancelled => Err(Refusal::TournamentOver),
    }
}

pub(crate) fn check_running(view: &TournamentView) -> Result<(), Refusal> {
    match view.row.state {
        TournamentState::Open => Err(Refusal::NotStarted),
        TournamentState::Running => Ok(()),
        TournamentState::Finished | TournamentState::Cancelled => Err(Refusal::TournamentOver),
    }
}

/// May this member join, by role and rating?
fn check_entrant(view: &TournamentView, viewer: &Viewer, rating: i32) -> Result<(), Refusal> {
    let terms = &view.row.terms;
    if let Some(role) = terms.role.filter(|role| !viewer.roles.contains(role)) {
        return Err(Refusal::NeedsRole(vec![role]));
    }
    let rating = i64::from(rating);
    if let Some(least) = terms.least_rating.filter(|&least| rating < least) {
        return Err(Refusal::RatingTooLow(least));
    }
    if let Some(most) = terms.most_rating.filter(|&most| rating > most) {
        return Err(Refusal::RatingTooHigh(most));
    }
    Ok(())
}

/// Takes an entrant out of a tournament that has not started.
pub(crate) async fn take_out(
    tx: &mut Transaction,
    view: &mut TournamentView,
    number: EntrantId,
) -> Result<(), AppError> {
    tx.drop_entrant(view.row.id, number).await?;
    view.entrants.retain(|it| it.number != number);
    Ok(())
}

/// Withdraws an entrant, or takes them out before the start.
pub(crate) async fn withdraw_entrant(
    tx: &mut Transaction,
    change: &mut advance::TournamentChange,
    number: EntrantId,
    by: Option<PlayerId>,
) -> Result<(), AppError> {
    if change.view.row.state == TournamentState::Open {
        return take_out(tx, &mut change.view, number).await;
    }
    check_running(&change.view)?;
    let entrant = change.view.entrant(number).ok_or(Refusal::NotEntered)?;
    let division = entrant.division;
    let tournament = &change.view.divisions[division].tournament;
    if tournament.status(number) != Status::Active {
        return Err(Refusal::HasWithdrawn.into());
    }
    let event = TournamentAct::Standings(TournamentEvent::Withdrawn { entrant: number });
    change
        .view
        .append(tx, division, event, by, change.now)
        .await
}

/// Before a player's data are erased: withdraws them from all tournaments, in the same transaction.
pub(crate) async fn forget_entrant(tx: &mut Transaction, act: &Act) -> Result<(), AppError> {
    for row in tx.all_tournaments_of(act.by).await? {
        tx.lock_tournament(row.id).await?;
        let mut view = TournamentView::load(tx, row.id).await?;
        let card = LiveSubject::Tournament(row.id);
        tx.change_live_message(card, act.now).await?;
        let Some(entrant) = view.entrant_of(act.by).cloned() else {
            continue;
        };
        match view.row.state {
            TournamentState::Open => tx.drop_entrant(row.id, entrant.number).await?,
            TournamentState::Running => {
                let event = TournamentEvent::Withdrawn {
                    entrant: entrant.number,
                };
                view.follows(tx, entrant.division, event, act.now).await?;
                tx.set_tournament_due(row.id, Some(act.now)).await?;
            }
            TournamentState::Finished | TournamentState::Cancelled => {}
        }
    }
    tx.forget_in_tournaments(act.by).await?;
    Ok(())
}

fn checked_name(name: &str) -> Result<String, Refusal> {
    let name: String = name.chars().filter(|sign| !sign.is_control()).collect();
    let name = name.trim();
    match name.chars().count() {
        0 => Err(Refusal::TournamentName(MAX_TOURNAMENT_NAME)),
        length if length > MAX_TOURNAMENT_NAME => Err(Refusal::TournamentName(MAX_TOURNAMENT_NAME)),
        _ => Ok(name.to_owned()),
    }
}

/// The terms, if they make sense. Games are always lost at once when the time runs out.
fn checked_terms(terms: &TournamentTerms, now: Time) -> Result<TournamentTerms, Refusal> {
    terms.variant.deal(0).map_err(Refusal::Variant)?;
    if !terms.pace.is_sound() {
        return Err(Refusal::Days);
    }
    let (least, most) = TournamentTerms::sizes(terms.format);
    if !(least..=most).contains(&terms.size) {
        return Err(Refusal::TournamentSize(least, most));
    }
    // With rounds, both games of a pair are played at the same time.
    let fewest = if terms.format.is_at_once() { 1 } else { 2 };
    if !(fewest..=MAX_AT_ONCE).contains(&terms.at_once) {
        return Err(Refusal::AtOnce(fewest, MAX_AT_ONCE));
    }
    let is_days = |days: i64| (1..=MAX_ROUND_DAYS).contains(&days);
    let needs_deadline = !terms.format.is_at_once();
    if terms
        .round_days
        .map_or(needs_deadline, |days| !is_days(days))
    {
        return Err(Refusal::RoundDays(MAX_ROUND_DAYS));
    }
    if terms.rounds == Some(0) {
        return Err(Refusal::NoRounds);
    }
    if !(0..=MAX_ROUND_DAYS).contains(&terms.vacation_days) {
        return Err(Refusal::VacationCap(MAX_ROUND_DAYS));
    }
    if let (Some(least), Some(most)) = (terms.least_rating, terms.most_rating)
        && least > most
    {
        return Err(Refusal::RatingBand);
    }
    if let TournamentStart::At(time) = terms.start {
        if time <= now {
            return Err(Refusal::PastDate);
        }
        if time > now + FARTHEST_START {
            return Err(Refusal::FarDate);
        }
    }
    Ok(TournamentTerms {
        pace: terms.pace.with_flag(true),
        ..terms.clone()
    })
}

/// What stands for the interaction in the draw of a tournament that starts by itself.
pub(crate) const BY_ITSELF: InteractionId = InteractionId(0);
