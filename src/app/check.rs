//! Looking at everything: does every game replay, and does the table say what its events say?

use crate::store::games::Game as Row;
use crate::store::{GameId, PlayerId, Session, Store, StoreError, Time};

use super::challenge::begun;
use super::clock;
use super::fair::Draw;
use super::game::Game;

/// As many games are read at once.
const PAGE: i64 = 500;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// How many games were replayed.
    pub games: usize,
    /// How many turns they have.
    pub turns: usize,
    /// What is wrong, a line each.
    pub problems: Vec<String>,
}

/// Replays every game through the rules and compares.
pub async fn check(store: &Store) -> Result<Report, StoreError> {
    let mut session = store.read().await?;
    let mut report = Report {
        problems: session.damage().await?,
        ..Report::default()
    };
    let strays = session.stray_events().await?;
    if strays > 0 {
        let problem = format!("{strays} events belong to no game, or come after its last");
        report.problems.push(problem);
    }
    let mut last = GameId(i64::MIN);
    loop {
        let rows = session.games_after(last, PAGE).await?;
        let Some(end) = rows.last() else {
            return Ok(report);
        };
        last = end.id;
        for row in rows {
            check_game(&mut session, row, &mut report).await?;
        }
    }
}

async fn check_game(
    session: &mut Session,
    row: Row,
    report: &mut Report,
) -> Result<(), StoreError> {
    let id = row.id;
    let mut wrong = |what: String| report.problems.push(format!("game {id}: {what}"));
    report.games += 1;
    if let Some(why) = &row.frozen {
        wrong(format!("is frozen: {why}"));
    }
    let events = match session.game_with_events(id).await? {
        Some((_, Ok(events))) => events,
        Some((_, Err(what))) => {
            wrong(what.to_string());
            return Ok(());
        }
        None => return Ok(()),
    };
    let game = match Game::replayed(row.clone(), &events) {
        Ok(game) => game,
        Err(why) => {
            wrong(format!("does not replay: {why}"));
            return Ok(());
        }
    };
    report.turns += game.turns.len();
    if let Some(what) = standing_problem(&game, &row) {
        wrong(what);
    }
    match session.challenge(id).await? {
        None => wrong("has no challenge".to_owned()),
        Some(challenge) => {
            let Some(action) = challenge.action else {
                wrong("its challenge was never accepted".to_owned());
                return Ok(());
            };
            let draw = Draw::new(id, action, &challenge.secret);
            let fair = begun(&challenge, PlayerId(0), &draw, row.started_at);
            if fair.is_ok_and(|fair| fair.row.variant != row.variant) {
                wrong(format!("its deal {} is not the one drawn", row.variant));
            }
        }
    }
    Ok(())
}

/// How the table differs from what the events say, if it does.
fn standing_problem(game: &Game, row: &Row) -> Option<String> {
    let mut stood = game.clone();
    stood.stand(row, Time(0));
    let (said, is) = (&row.standing, &mut stood.row.standing);
    let turn_at = is.turn_at;
    let running = said.end.is_none();
    // A reminder leaves no event: what is due is one of two things.
    let dues = [
        clock::due(&stood.row, turn_at),
        clock::due_after_reminder(&stood.row),
    ];
    let is = &stood.row.standing;
    if running && row.frozen.is_none() && !dues.contains(&said.due_at) {
        return Some(format!(
            "is due at {:?}, not at one of {dues:?}",
            said.due_at
        ));
    }
    let same = (said.seq, said.board, said.plies, said.to_move, said.turn_at)
        == (is.seq, is.board, is.plies, is.to_move, is.turn_at)
        && (said.deadline, &said.end) == (is.deadline, &is.end);
    (!same).then(|| format!("stands as {said:?}, its events say {is:?}"))
}
