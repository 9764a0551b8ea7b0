//! Leagues: the divisions of a season, and the season after it.

use std::collections::BTreeSet;
use std::time::Duration;

use hexpost_tournament::tournament::Status;
use hexpost_tournament::{Entrant, EntrantId, league};

use crate::app::challenge::fair_draw;
use crate::app::time::clock::days;
use crate::app::tournament::CHECK_EVERY;
use crate::app::tournament::state::TournamentView;
use crate::app::{AppError, Refusal};
use crate::model::{
    EntrantRow, LiveSubject, Time, TournamentRow, TournamentStart, TournamentState,
};
use crate::store::Transaction;

/// The time between two seasons, in which players can leave and join.
pub const BETWEEN_SEASONS: Duration = days(7);

/// Puts the entrants of a season into divisions: by rating in the first season, otherwise by the places of the
/// season before, with those who are new at the end.
pub(crate) async fn divide(
    tx: &mut Transaction,
    view: &mut TournamentView,
) -> Result<(), AppError> {
    let draw = view.draw().ok_or(Refusal::UnknownTournament)?;
    let seeding = |entrants: &[&EntrantRow]| {
        let all: Vec<Entrant> = entrants
            .iter()
            .map(|it| it.entrant(String::new()))
            .collect();
        draw.seeding(&all)
    };
    let divisions = if let Some(previous) = view.row.previous {
        let before = TournamentView::load(tx, previous).await?;
        let (finished, leaving) = places_before(&before, view);
        let known: BTreeSet<EntrantId> = finished.iter().flatten().copied().collect();
        let new = view
            .entrants
            .iter()
            .filter(|it| !known.contains(&it.number));
        let new: Vec<&EntrantRow> = new.collect();
        league::next_season(&finished, &leaving, &seeding(&new))
    } else {
        let all: Vec<&EntrantRow> = view.entrants.iter().collect();
        league::divisions(&seeding(&all))
    };
    for (index, division) in divisions.iter().enumerate() {
        for entrant in &mut view.entrants {
            if division.contains(&entrant.number) {
                entrant.division = index;
            }
        }
    }
    Ok(())
}

/// The divisions of the season before in their final order, as entrants of this season, and which of them do not play
/// on. Those have negative numbers, and hold their places when others move.
fn places_before(
    before: &TournamentView,
    view: &TournamentView,
) -> (Vec<Vec<EntrantId>>, BTreeSet<EntrantId>) {
    let mut leaving = BTreeSet::new();
    let mut finished = Vec::new();
    for division in &before.divisions {
        let mut order = Vec::new();
        for number in division.order() {
            let player = before.player(number);
            let again = player.and_then(|player| view.entrant_of(player));
            order.push(again.map_or(EntrantId(-number.0), |again| again.number));
            if again.is_none() {
                leaving.insert(EntrantId(-number.0));
            }
        }
        finished.push(order);
    }
    (finished, leaving)
}

/// Opens the next season of a league. Those who have not withdrawn take part again unless they leave.
pub(crate) async fn open_next_season(
    tx: &mut Transaction,
    view: &TournamentView,
    now: Time,
) -> Result<(), AppError> {
    let mut row = TournamentRow {
        state: TournamentState::Open,
        secret: fair_draw::secret(),
        start_action: None,
        made_at: now,
        started_at: None,
        finished_at: None,
        due_at: Some(now + BETWEEN_SEASONS),
        season: view.row.season + 1,
        previous: Some(view.row.id),
        ..view.row.clone()
    };
    row.terms.start = TournamentStart::At(now + BETWEEN_SEASONS);
    row.id = tx.add_tournament(&row, now + CHECK_EVERY).await?;
    // Where the card of the season before is.
    let before = tx
        .live_message(LiveSubject::Tournament(view.row.id))
        .await?;
    let channel = before.map_or(row.channel, |before| before.channel);
    let card = LiveSubject::Tournament(row.id);
    tx.set_live_message(card, row.server, channel, now).await?;
    let mut number = 0;
    for division in &view.divisions {
        let standings = division.tournament.standings();
        let active = standings.iter().filter(|it| it.status == Status::Active);
        for line in active {
            let Some(entrant) = view.entrant(line.entrant).filter(|it| it.player.is_some()) else {
                continue;
            };
            number += 1;
            let again = EntrantRow {
                number: EntrantId(number),
                player: entrant.player,
                rating: entrant.rating,
                division: 0,
                joined_at: now,
                action: None,
            };
            tx.add_entrant(row.id, &again).await?;
        }
    }
    Ok(())
}
