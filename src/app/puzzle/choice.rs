//! The next puzzle for a player, and the puzzle of the day.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hexpost_engine::game::GameKind;

use crate::app::puzzle::attempt::OpenPuzzle;
use crate::app::puzzle::club::numbered_of;
use crate::app::puzzle::{NumberedPuzzle, shipped_of};
use crate::app::time::zone::Zone;
use crate::app::{Act, App, AppError, Refusal, rating};
use crate::model::{Figures, PuzzleAttempt, PuzzleId, ServerId, Time};

/// One of this many puzzles that are closest to the player's strength is next, so that two players don't get all
/// of them in the same order.
const NEAREST: usize = 4;
/// The puzzles of the days are so far apart in the file: a prime, so that none comes again before all others.
const STRIDE: i64 = 7919;

impl App {
    /// The next puzzle for a player: the one that was begun last if it is not decided, otherwise one as hard as
    /// the player is strong that the player has not seen.
    pub async fn next_puzzle(
        &self,
        act: &Act,
        kind: GameKind,
        server: Option<ServerId>,
    ) -> Result<OpenPuzzle, AppError> {
        let attempts = self.read().await?.puzzle_attempts_of(act.by).await?;
        let begun = attempts.iter().filter(|attempt| {
            attempt.kind == kind.as_str() && attempt.is_solved.is_none() && !attempt.is_over
        });
        if let Some(latest) = begun.max_by_key(|attempt| attempt.at) {
            match self.open_puzzle(act, latest.puzzle, server).await {
                Err(AppError::Refused(Refusal::FairPlayPuzzle | Refusal::UnknownPuzzle)) => {}
                opened => return opened,
            }
        }
        for puzzle in self.unseen(act, kind, &attempts, server).await? {
            match self.open_puzzle(act, puzzle.id, server).await {
                Err(AppError::Refused(Refusal::FairPlayPuzzle | Refusal::UnknownPuzzle)) => {}
                opened => return opened,
            }
        }
        Err(Refusal::NoPuzzleLeft.into())
    }

    /// The puzzles of a game that a player has not seen, the best suited first: those that come with the program,
    /// and on a server those from games there.
    async fn unseen(
        &self,
        act: &Act,
        kind: GameKind,
        attempts: &[PuzzleAttempt],
        server: Option<ServerId>,
    ) -> Result<Vec<Arc<NumberedPuzzle>>, AppError> {
        let (player, now) = (act.by, act.now);
        let mut conn = self.read().await?;
        let record = conn.puzzle_record(player, kind.as_str()).await?;
        let figures = conn.puzzle_figures(kind.as_str()).await?;
        let of_server = match server {
            Some(server) => conn.club_puzzles_for(player, server, kind.as_str()).await?,
            None => Vec::new(),
        };
        drop(conn);
        let figures: HashMap<PuzzleId, Figures> = figures.into_iter().collect();
        let own = rating::current(record.as_ref().map(|record| &record.rating), now).rating;
        let seen: HashSet<PuzzleId> = attempts.iter().map(|attempt| attempt.puzzle).collect();
        let of_server = of_server.iter().filter_map(numbered_of).map(Arc::new);
        let all = shipped_of(kind).cloned().chain(of_server);
        let mut new: Vec<Arc<NumberedPuzzle>> =
            all.filter(|puzzle| !seen.contains(&puzzle.id)).collect();
        let distance = |puzzle: &NumberedPuzzle| {
            let figures = figures.get(&puzzle.id).copied();
            let figures = figures.unwrap_or_else(|| puzzle.first_figures());
            (figures.rating - own).abs()
        };
        new.sort_by(|one, other| {
            let order = distance(one).total_cmp(&distance(other));
            order.then(one.id.cmp(&other.id))
        });
        let near = new.len().min(NEAREST);
        if near > 0 {
            let pick = (player.0.unsigned_abs() ^ player.0.unsigned_abs() >> 22) as usize;
            new[..near].rotate_left((pick + seen.len()) % near);
        }
        Ok(new)
    }
}

/// The day in a time zone, counted from 1970.
pub fn day_in(zone: Option<&str>, now: Time) -> i64 {
    Zone::or_default_zone(zone).day_number(now)
}

/// The puzzle of a day: the games take turns.
pub fn puzzle_of_day(day: i64) -> Option<Arc<NumberedPuzzle>> {
    let kinds = GameKind::ALL.len() as i64;
    let kind = GameKind::ALL[day.rem_euclid(kinds) as usize];
    let puzzles: Vec<_> = shipped_of(kind).collect();
    let count = puzzles.len() as i64;
    let index = day.div_euclid(kinds).rem_euclid(count.max(1)) * STRIDE;
    let index = index.checked_rem_euclid(count)? as usize;
    puzzles.get(index).map(|puzzle| Arc::clone(puzzle))
}
