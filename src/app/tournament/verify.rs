//! Recomputes tournaments: pairings from the draw, results from the games, titles from the standings.

use hexpost_tournament::tournament::PlayerScore;
use hexpost_tournament::{EntrantId, Round, TournamentEvent, swiss};

use crate::app::AppError;
use crate::app::tournament::games::ending_of;
use crate::app::tournament::state::TournamentView;
use crate::app::tournament::titles;
use crate::model::{
    GameRow, PlayerId, TournamentAct, TournamentEventRow, TournamentFormat, TournamentGameRow,
    TournamentId, TournamentState,
};
use crate::store::{Connection, StoreError};

/// Number of tournaments per query.
const PAGE: i64 = 100;

/// Recomputes all tournaments; returns the problems found, one line each.
pub(crate) async fn verify_tournaments(conn: &mut Connection) -> Result<Vec<String>, AppError> {
    let mut problems = Vec::new();
    for id in conn.stray_tournament_games().await? {
        problems.push(format!("game {id}: has no place in its tournament"));
    }
    let mut last = TournamentId(i64::MIN);
    loop {
        let ids = conn.tournaments_after(last, PAGE).await?;
        let Some(end) = ids.last() else {
            return Ok(problems);
        };
        last = *end;
        for id in ids {
            match TournamentView::load(conn, id).await {
                Ok(view) => {
                    let rows = conn.games_in_tournament(id).await?;
                    let won = conn.titles_in(id).await?;
                    let mut found = verify_tournament(&view, &rows, &won)?;
                    found.extend(secret_problems(conn, &view).await?);
                    let said = |what: String| format!("tournament {id}: {what}");
                    problems.extend(found.into_iter().map(said));
                }
                Err(AppError::Store(StoreError::Damaged(what))) => problems.push(what),
                Err(no) => return Err(no),
            }
        }
    }
}

fn verify_tournament(
    view: &TournamentView,
    rows: &[GameRow],
    won: &[(usize, PlayerId)],
) -> Result<Vec<String>, AppError> {
    let mut problems = Vec::new();
    for (number, event) in (1..).zip(&view.events) {
        if event.seq != number {
            problems.push(format!("event {} comes after {}", event.seq, number - 1));
        }
    }
    let is_started = view.row.start_action.is_some();
    let state = view.row.state;
    let is_possible = match state {
        TournamentState::Open => !is_started,
        TournamentState::Running | TournamentState::Finished => is_started,
        TournamentState::Cancelled => true,
    };
    if !is_possible {
        let state = state.as_str();
        problems.push(format!(
            "is {state}, but whether it has started is {is_started}"
        ));
    }
    if !is_started {
        return Ok(problems);
    }
    for (index, event) in view.events.iter().enumerate() {
        if let TournamentAct::Standings(TournamentEvent::Paired(round)) = &event.act
            && expected_round(view, index, event, round)?.as_ref() != Some(round)
        {
            problems.push(format!("round {} is not paired as drawn", round.number));
        }
        if !event.is_decision {
            problems.extend(result_problem(view, rows, event));
        }
    }
    for game in view.games.iter().chain(&view.dropped) {
        problems.extend(game_problem(view, rows, game));
    }
    let is_over = view
        .divisions
        .iter()
        .all(|division| division.tournament.is_round_over());
    if state == TournamentState::Finished {
        if !is_over {
            problems.push("is finished with open games".to_owned());
        }
        if titles(view) != won {
            problems.push("was not won by those who are said to have won".to_owned());
        }
    } else if !won.is_empty() {
        problems.push("was won before its end".to_owned());
    }
    Ok(problems)
}

/// The games whose deal was not drawn from the secret of the tournament.
async fn secret_problems(
    conn: &mut Connection,
    view: &TournamentView,
) -> Result<Vec<String>, AppError> {
    let mut problems = Vec::new();
    for game in view.games.iter().chain(&view.dropped) {
        // A challenge that can't be read is reported as such.
        let Ok(Some(challenge)) = conn.challenge(game.game).await else {
            continue;
        };
        if challenge.secret != view.row.secret || challenge.action != view.row.start_action {
            let id = game.game;
            problems.push(format!(
                "game {id} was not drawn with the secret of the tournament"
            ));
        }
    }
    Ok(problems)
}

/// The round that has to be paired after the events before it.
fn expected_round(
    view: &TournamentView,
    index: usize,
    event: &TournamentEventRow,
    round: &Round,
) -> Result<Option<Round>, StoreError> {
    let number = usize::from(round.number);
    if view.row.terms.format.is_at_once() {
        let rounds = view.all_rounds(event.division);
        return Ok(rounds.get(number.saturating_sub(1)).cloned());
    }
    let before = view.replayed(index)?;
    let Some(division) = before.get(event.division) else {
        return Ok(None);
    };
    Ok(match view.row.terms.format {
        TournamentFormat::Swiss => view
            .draw()
            .and_then(|draw| swiss::next_round(&division.tournament, &draw).ok()),
        _ => division
            .bracket()
            .and_then(|bracket| bracket.next_round(number.saturating_sub(1))),
    })
}

/// What is wrong with a result that followed from a game.
fn result_problem(
    view: &TournamentView,
    rows: &[GameRow],
    event: &TournamentEventRow,
) -> Option<String> {
    let TournamentAct::Standings(TournamentEvent::Ended {
        game,
        result,
        ending,
    }) = &event.act
    else {
        return None;
    };
    let placed = view
        .games
        .iter()
        .find(|it| (it.place.division, it.place.key) == (event.division, *game));
    let row = placed.and_then(|it| rows.iter().find(|row| row.id == it.game));
    // What a deadline has decided is not in the game yet.
    let is_before = |row: &&GameRow| {
        row.status
            .end
            .as_ref()
            .is_some_and(|end| end.at <= event.at)
    };
    let row = row.filter(is_before)?;
    let (found_result, found_ending) = ending_of(row)?;
    // A game that was ended at that moment was ended because of the event, and says how in its own way.
    let is_cause = row.status.end.as_ref().is_some_and(|end| end.at < event.at);
    let is_other = found_result != *result || is_cause && found_ending != *ending;
    let id = row.id;
    is_other.then(|| format!("the result of game {id} ({game}) is not what was recorded"))
}

/// What is wrong with the place of a game.
fn game_problem(
    view: &TournamentView,
    rows: &[GameRow],
    placed: &TournamentGameRow,
) -> Option<String> {
    let id = placed.game;
    let Some(row) = rows.iter().find(|row| row.id == id) else {
        return Some(format!("game {id} is not there"));
    };
    if row.tournament != Some(view.row.id) {
        return Some(format!("game {id} says it belongs elsewhere"));
    }
    let Some(seated) = view.seated(placed.place) else {
        return Some(format!("game {id} is in a place that was not paired"));
    };
    let division = view.divisions.get(placed.place.division)?;
    let is_it = |it: &hexpost_tournament::tournament::CountedGame| it.game.key == placed.place.key;
    let score = division.tournament.games().into_iter().find(is_it)?.score;
    // Whoever was replaced had finished the game, or it was dropped.
    let was_replaced = |number: EntrantId| {
        view.events.iter().any(|event| {
            matches!(&event.act, TournamentAct::Standings(TournamentEvent::Replaced { entrant, .. })
                if *entrant == number)
        })
    };
    for (number, player) in seated
        .into_iter()
        .zip([row.players.first, row.players.second])
    {
        let entrant = view.player(number);
        let is_known = entrant.is_some() && player.is_some();
        if is_known && entrant != player && !was_replaced(number) {
            return Some(format!(
                "game {id} is played by someone else than was paired"
            ));
        }
    }
    let has_ended = row.status.end.is_some();
    if view.row.state == TournamentState::Finished
        && has_ended
        && !placed.is_unrecorded
        && !placed.is_dropped
        && score == PlayerScore::Open
    {
        return Some(format!("game {id} has ended and does not count"));
    }
    let is_recorded = !has_ended || placed.is_unrecorded || placed.is_dropped;
    let has_result = ending_of(row).is_some();
    (view.row.state == TournamentState::Running
        && !is_recorded
        && has_result
        && score == PlayerScore::Open)
        .then(|| format!("game {id} has a result that was not recorded"))
}
