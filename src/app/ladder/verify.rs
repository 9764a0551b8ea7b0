//! Verification of ladders, for `hexpost check`.

use std::collections::BTreeMap;

use hexpost_engine::side::Side;
use hexpost_tournament::EntrantId;
use hexpost_tournament::ladder::{Ladder, LadderEvent, LadderResult};

use crate::app::AppError;
use crate::app::ladder::LadderState;
use crate::model::{GameId, ServerId, ladder_result};
use crate::store::{Connection, StoreError};

/// What is wrong with ladders: events that don't follow from those before them, and games that ended
/// otherwise than the ladder says.
pub(crate) async fn verify_ladders(conn: &mut Connection) -> Result<Vec<String>, AppError> {
    let mut problems = Vec::new();
    for server in conn.ladders().await? {
        match verify_ladder(conn, server).await {
            Ok(wrong) => problems.extend(
                wrong
                    .into_iter()
                    .map(|what| format!("ladder of server {server}: {what}")),
            ),
            // A damaged row is reported like any other problem.
            Err(AppError::Store(what @ StoreError::Damaged(_))) => problems.push(what.to_string()),
            Err(error) => return Err(error),
        }
    }
    Ok(problems)
}

async fn verify_ladder(conn: &mut Connection, server: ServerId) -> Result<Vec<String>, AppError> {
    let Some(state) = LadderState::load(conn, server).await? else {
        return Ok(Vec::new());
    };
    let mut problems = Vec::new();
    let mut ladder = Ladder::default();
    let mut games: BTreeMap<i64, (Option<Side>, Option<LadderResult>)> = BTreeMap::new();
    for (past, expected) in state.events.iter().zip(1..) {
        let seq = past.seq;
        if seq != expected {
            problems.push(format!("event {expected} is missing"));
            return Ok(problems);
        }
        if let Some(what) = unfit(&state, &ladder, &past.event) {
            problems.push(format!("event {seq}: {what}"));
        }
        match past.event {
            LadderEvent::Challenged { game, .. } => {
                games.insert(game, (past.side, None));
            }
            LadderEvent::Ended { game, result, .. } => match games.get_mut(&game) {
                Some((_, ended)) => *ended = Some(result),
                None => problems.push(format!("event {seq}: game {game} never began")),
            },
            LadderEvent::Joined { .. } | LadderEvent::Left { .. } => {}
        }
        ladder.apply(&past.event);
    }
    for (game, (side, said)) in games {
        let Some(row) = conn.game(GameId(game)).await? else {
            problems.push(format!("game {game} is not there"));
            continue;
        };
        let end = row.status.end.as_ref().zip(side);
        let is = end.map(|(end, side)| ladder_result(end, side));
        if is != said {
            problems.push(format!("game {game}: {is:?}, and the ladder says {said:?}"));
        }
        if let Some(side) = side {
            let seated = |number: EntrantId| state.player(number);
            let begun = state.ladder_game(game);
            let challenger = begun.and_then(|(challenger, _)| seated(challenger));
            let opponent = begun.and_then(|(_, opponent)| seated(opponent));
            let is_seat = |at: Side, player| row.players[at].is_none() || row.players[at] == player;
            if !is_seat(side, challenger) || !is_seat(!side, opponent) {
                problems.push(format!("game {game} is played by others"));
            }
        }
    }
    Ok(problems)
}

/// Why an event can't come after those before it.
fn unfit(state: &LadderState, ladder: &Ladder, event: &LadderEvent) -> Option<String> {
    match *event {
        LadderEvent::Joined { player } if !state.is_numbered(player) => {
            Some(format!("there is no player {player}"))
        }
        LadderEvent::Joined { player } if ladder.place(player).is_some() => {
            Some(format!("player {player} joined twice"))
        }
        LadderEvent::Left { player } if ladder.place(player).is_none() => {
            Some(format!("player {player} left without being there"))
        }
        LadderEvent::Challenged {
            challenger,
            opponent,
            at,
            ..
        } => {
            let checked = ladder.check(challenger, opponent, at);
            checked.err().map(|why| why.to_string())
        }
        _ => None,
    }
}
