//! Verification of the counts of puzzles and of puzzles from games, for `hexpost check`.

use hexpost_engine::game::GameKind;

use crate::app::AppError;
use crate::app::puzzle::NumberedPuzzle;
use crate::app::puzzle::club::numbered_of;
use crate::model::{
    ClubPuzzle, ClubPuzzleState, GameId, GameRow, PlayerId, PuzzleAttempt, PuzzleRecord,
};
use crate::store::Connection;

/// Number of players per query.
const PAGE: i64 = 500;

/// What in the records does not follow from the attempts, for `hexpost check`.
pub(crate) async fn verify_puzzle_records(conn: &mut Connection) -> Result<Vec<String>, AppError> {
    let mut problems = Vec::new();
    let mut last = PlayerId(i64::MIN);
    loop {
        let players = conn.puzzle_players_after(last, PAGE).await?;
        let Some(end) = players.last() else {
            return Ok(problems);
        };
        last = *end;
        for player in players {
            let attempts = conn.puzzle_attempts_of(player).await?;
            let records = conn.puzzle_records_of(player).await?;
            for kind in GameKind::ALL {
                let name = kind.as_str();
                let record = records.iter().find(|(kind, _)| kind == name);
                let stored = record.map(|(_, record)| counts(record)).unwrap_or_default();
                if counted(&attempts, name) != Some(stored) {
                    problems.push(format!(
                        "player {player}: the counts of {name} puzzles do not follow from the attempts"
                    ));
                }
            }
        }
    }
}

/// Attempts, solved ones, the streak and the best one.
type PuzzleCounts = (i64, i64, i64, i64);

const fn counts(record: &PuzzleRecord) -> PuzzleCounts {
    (
        record.rating.games,
        record.solved,
        record.streak,
        record.best_streak,
    )
}

/// What the attempts come to; `None` if their numbers have gaps.
fn counted(attempts: &[PuzzleAttempt], kind: &str) -> Option<PuzzleCounts> {
    let of_kind = attempts.iter().filter(|attempt| attempt.kind == kind);
    let mut decided: Vec<(i64, bool)> = of_kind
        .filter_map(|attempt| attempt.place.zip(attempt.is_solved))
        .collect();
    decided.sort_unstable();
    let (mut solved, mut streak, mut best) = (0, 0, 0);
    for ((place, is_solved), expected) in decided.iter().zip(1..) {
        if *place != expected {
            return None;
        }
        solved += i64::from(*is_solved);
        streak = if *is_solved { streak + 1 } else { 0 };
        best = best.max(streak);
    }
    Some((decided.len() as i64, solved, streak, best))
}

/// What is wrong with puzzles from games, for `hexpost check`.
pub(crate) async fn verify_club_puzzles(conn: &mut Connection) -> Result<Vec<String>, AppError> {
    let mut problems = Vec::new();
    let mut last = GameId(i64::MIN);
    loop {
        let puzzles = conn.club_puzzles_after(last, PAGE).await?;
        let Some(end) = puzzles.last() else {
            return Ok(problems);
        };
        last = end.game;
        for club in &puzzles {
            let game = conn.game(club.game).await?;
            if let Some(what) = club_problem(club, game.as_ref()) {
                problems.push(format!("game {}: its puzzle {what}", club.game));
            }
        }
    }
}

fn club_problem(club: &ClubPuzzle, game: Option<&GameRow>) -> Option<&'static str> {
    let is_its = |game: &GameRow| {
        let is_over = game.status.end.is_some() || game.is_frozen();
        is_over
            && game.server == Some(club.server)
            && game.players.iter().all(Option::is_some)
            && game.variant.game_name() == club.kind
    };
    if !game.is_some_and(is_its) {
        return Some("is not of a finished game between two people on its server");
    }
    if club.state == ClubPuzzleState::Ended {
        return club
            .puzzle
            .as_ref()
            .map(|_| "has ended, but its position is there");
    }
    match numbered_of(club) {
        None => Some("can't be read"),
        Some(known) if NumberedPuzzle::new(known.puzzle.clone()).id != known.id => {
            Some("has the number of another position")
        }
        Some(known) if known.kind().as_str() != club.kind => Some("is of another game"),
        Some(_) => None,
    }
}
