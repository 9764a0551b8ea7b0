//! The consistency check of the database: every game must replay, and its stored status must agree with
//! its events.

use crate::app::AppError;
use crate::app::challenge::verdict;
use crate::app::game::state::Game;
use crate::app::import;
use crate::app::ladder::verify::verify_ladders;
use crate::app::plan::tree::Plan;
use crate::app::puzzle::verify::{verify_club_puzzles, verify_puzzle_records};
use crate::app::rating::verify::{uncounted_problem, verify_ratings};
use crate::app::tournament::verify::verify_tournaments;
use crate::model::{GameId, GameRow, ImportId};
use crate::store::{Connection, Store, StoreError};

/// Number of games per query.
const PAGE: i64 = 500;

/// The outcome of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The number of games replayed.
    pub games: usize,
    /// The total number of their turns.
    pub turns: usize,
    /// The problems found, one line each.
    pub problems: Vec<String>,
}

/// Replays every game through the rules and compares it with its stored status. Can run while the bot
/// is in use.
pub async fn check(store: &Store) -> Result<Report, AppError> {
    let mut conn = store.read().await?;
    let mut report = Report {
        problems: conn.damage().await?,
        ..Report::default()
    };
    let strays = conn.stray_events().await?;
    if strays > 0 {
        let problem = format!("{strays} events belong to no game, or come after its last");
        report.problems.push(problem);
    }
    for player in conn.lost_vacations().await? {
        let problem = format!("player {player}: a vacation that nothing will be done about");
        report.problems.push(problem);
    }
    let strays = conn.stray_posts().await?;
    if strays > 0 {
        let problem = format!("{strays} messages show boards that are still to come");
        report.problems.push(problem);
    }
    let strays = conn.stray_plans().await?;
    if strays > 0 {
        let problem = format!("{strays} plans are of people who do not play the game");
        report.problems.push(problem);
    }
    let (analyses, evaluations) = conn.stray_analyses().await?;
    if analyses > 0 {
        let problem = format!("{analyses} analyses are of games that are not over or not there");
        report.problems.push(problem);
    }
    if evaluations > 0 {
        let problem = format!("{evaluations} evaluations belong to no analysis");
        report.problems.push(problem);
    }
    for id in conn.lost_games().await? {
        let problem = format!("game {id}: its challenge was accepted, but it is not there");
        report.problems.push(problem);
    }
    report.problems.extend(verify_ratings(&mut conn).await?);
    let wrong = verify_puzzle_records(&mut conn).await?;
    report.problems.extend(wrong);
    report
        .problems
        .extend(verify_club_puzzles(&mut conn).await?);
    report.problems.extend(verify_ladders(&mut conn).await?);
    report.problems.extend(verify_tournaments(&mut conn).await?);
    for id in conn.stray_standing().await? {
        let problem = format!("standing challenge {id}: its latest challenge says otherwise");
        report.problems.push(problem);
    }
    let mut last = GameId(i64::MIN);
    loop {
        let ids = conn.challenges_after(last, PAGE).await?;
        let Some(end) = ids.last() else {
            break;
        };
        last = *end;
        for id in ids {
            match conn.challenge(id).await {
                Err(what @ StoreError::Damaged(_)) => report.problems.push(what.to_string()),
                other => {
                    other?;
                }
            }
        }
    }
    check_imports(&mut conn, &mut report).await?;
    last = GameId(i64::MIN);
    loop {
        let ids = conn.games_after(last, PAGE).await?;
        let Some(end) = ids.last() else {
            return Ok(report);
        };
        last = *end;
        for id in ids {
            check_game(&mut conn, id, &mut report).await?;
        }
    }
}

/// Replays every imported game.
async fn check_imports(conn: &mut Connection, report: &mut Report) -> Result<(), AppError> {
    let mut last = ImportId(0);
    loop {
        let imports = conn.imports_after(last, PAGE).await?;
        let Some(end) = imports.last() else {
            return Ok(());
        };
        last = end.id;
        for import in &imports {
            if let Some(what) = import::problem(import) {
                let id = import.id;
                report.problems.push(format!("imported game {id}: {what}"));
            }
        }
    }
}

async fn check_game(
    conn: &mut Connection,
    id: GameId,
    report: &mut Report,
) -> Result<(), AppError> {
    let mut wrong = |what: String| report.problems.push(format!("game {id}: {what}"));
    report.games += 1;
    // A damaged row is reported like any other problem and does not stop the check.
    let (row, events) = match conn.game_with_events(id).await {
        Ok(Some((row, Ok(events)))) => (row, events),
        Ok(Some((_, Err(what)))) | Err(what @ StoreError::Damaged(_)) => {
            wrong(what.to_string());
            return Ok(());
        }
        Ok(None) => return Ok(()),
        Err(error) => return Err(error.into()),
    };
    if let Some(why) = &row.damage {
        wrong(format!("is damaged: {why}"));
        return Ok(());
    }
    if let Some(why) = &row.frozen {
        wrong(format!("is frozen: {why}"));
    }
    let game = match Game::replayed(row.clone(), &events) {
        Ok(game) => game,
        Err(why) => {
            wrong(format!("does not replay: {why}"));
            return Ok(());
        }
    };
    if let Some(what) = status_problem(&game, &row) {
        wrong(what);
    }
    if let Some(what) = uncounted_problem(&game) {
        wrong(what);
    }
    for row in conn.plans_in(id).await? {
        match serde_json::from_str::<Plan>(&row.plan) {
            Ok(plan) => {
                let illegal = plan.illegal(&game);
                let said = illegal.map(|turn| format!("plans {turn}, which is not legal there"));
                said.into_iter().for_each(&mut wrong);
            }
            Err(why) => wrong(format!("a plan can't be read: {why}")),
        }
    }
    match conn.challenge(id).await {
        Ok(Some(challenge)) => {
            let verdict = verdict(conn, &challenge, &row).await?;
            let problems = verdict.as_ref().map(|verdict| &verdict.problems);
            match problems {
                Some(problems) => problems.iter().cloned().for_each(&mut wrong),
                None => wrong("its challenge was never accepted".to_owned()),
            }
        }
        Ok(None) => wrong("has no challenge".to_owned()),
        // Already reported.
        Err(StoreError::Damaged(_)) => {}
        Err(error) => return Err(error.into()),
    }
    report.turns += game.turns.len();
    Ok(())
}

/// The difference between the stored status of a game and its events, if there is one.
fn status_problem(game: &Game, row: &GameRow) -> Option<String> {
    let said = &row.status;
    let is_running = said.end.is_none() && !row.is_frozen();
    let away = game.to_move().and_then(|side| game.clock.away(side));
    // Reminder times depend on settings and are not checked, except that something must be due by the
    // deadline.
    let is_due_well = match (said.deadline, said.due_at) {
        (_, due) if away.is_some() && row.tournament.is_some() => {
            due == away.map(|away| away.until)
        }
        (_, due) if game.is_time_up || away.is_some() => due.is_none(),
        (Some(deadline), due) => due.is_some_and(|due| due > said.turn_at && due <= deadline),
        (None, due) => due.is_none_or(|due| due > said.turn_at),
    };
    if is_running && !is_due_well {
        let (due, deadline) = (said.due_at, said.deadline);
        return Some(format!("is due at {due:?} with a deadline at {deadline:?}"));
    }
    game.disagreement()
}
