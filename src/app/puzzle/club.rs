//! Puzzles from finished games between two people on a server, for the members of that server.
//!
//! A player has the computer look for a position that is fit for a puzzle, as `hexpost engine puzzles` does in
//! its own games, and suggests it. The other player is asked once. The puzzle belongs to the server as long as
//! both agree; each of them can change their mind, and a moderator can remove it. Nobody is asked about that
//! game again. The computer looks at a game only under the conditions of its analysis (`fair_play.rs`).

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hexpost_engine::game::AnyGame;
use hexpost_engine::search::{Examined, Puzzle, PuzzleSource};
use hexpost_engine::side::{BySide, Side};

use crate::app::game::state::Game;
use crate::app::import::on_blocking_thread;
use crate::app::notify::notice::Notice;
use crate::app::puzzle::{NumberedPuzzle, number_of, numbered};
use crate::app::{Act, App, AppError, Refusal, retry};
use crate::model::{
    ClubPuzzle, ClubPuzzleState, GameId, GameRef, PlayerId, PuzzleId, ServerId, Time,
};
use crate::store::Transaction;

/// The most positions for the proof that a position of a game is won.
const PROOF: u64 = 8_000;
/// How many of the last positions of a game are examined.
const EXAMINED: usize = 16;
/// How long they are examined at most. It usually takes less than a second.
const PATIENCE: Duration = Duration::from_secs(20);

/// A puzzle that was found in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundPuzzle {
    /// The number of turns before it.
    pub ply: usize,
    /// The puzzle.
    pub puzzle: NumberedPuzzle,
}

/// May a player suggest a puzzle from a game, or has done so: is it a finished game of theirs with another
/// person, on a server?
pub fn may_make_puzzle(game: &Game, player: PlayerId) -> bool {
    seat(game, player).is_ok()
}

/// The side of a player of a game from which a puzzle can be made, and the server.
fn seat(game: &Game, player: PlayerId) -> Result<(Side, ServerId), Refusal> {
    let side = game.row.side_of(player).ok_or(Refusal::NotAPlayer)?;
    if !game.is_over() {
        return Err(Refusal::FairPlayRunning);
    }
    let is_stored = matches!(game.reference, GameRef::Game(_));
    let is_between_people = game.computer.is_none() && game.row.players.iter().all(Option::is_some);
    let server = game.row.server.filter(|_| is_stored && is_between_people);
    Ok((side, server.ok_or(Refusal::NoClubGame)?))
}

/// The last positions of a game in which there was a choice, the latest first, with the number of turns before.
fn last_positions(game: &Game) -> Vec<(usize, AnyGame)> {
    let plies = (0..=game.record.turns().len()).rev();
    let positions = plies.filter_map(|ply| Some((ply, game.record.at(ply)?)));
    positions
        .filter(|(_, position)| position.outcome().is_none() && !position.is_setting_up())
        .take(EXAMINED)
        .collect()
}

/// A puzzle of a server as others are; `None` if it has ended or can't be read by the rules of this version.
pub(crate) fn numbered_of(club: &ClubPuzzle) -> Option<NumberedPuzzle> {
    let (id, line) = club.puzzle.as_ref()?;
    Some(NumberedPuzzle {
        id: *id,
        puzzle: line.parse().ok()?,
        source: Some((club.server, club.game)),
    })
}

/// Locks a game's players and returns the game's puzzle.
async fn lock_puzzle_of(tx: &mut Transaction, game: &Game) -> Result<Option<ClubPuzzle>, AppError> {
    let players: Vec<PlayerId> = game.row.players.iter().flatten().copied().collect();
    tx.lock_players(&players).await?;
    // One of them may have been erased meanwhile.
    let row = tx.game(game.row.id).await?;
    if row.is_none_or(|row| row.players != game.row.players) {
        return Err(Refusal::NoClubGame.into());
    }
    Ok(tx.club_puzzle(game.row.id).await?)
}

impl App {
    /// The puzzle from a game, if one was suggested.
    pub async fn club_puzzle(&self, game: GameId) -> Result<Option<ClubPuzzle>, AppError> {
        Ok(self.read().await?.club_puzzle(game).await?)
    }

    /// Looks for a puzzle in a finished game of a player: the longest one that is not known yet.
    pub async fn find_club_puzzle(&self, act: &Act, game: &Game) -> Result<FoundPuzzle, AppError> {
        seat(game, act.by)?;
        self.check_analysis(act.by, game, act.now).await?;
        let (mut new, mut none) = (Vec::new(), Refusal::NoPuzzleInGame);
        for (ply, position) in last_positions(game) {
            if self.is_known_puzzle(&position, game.row.id).await? {
                none = Refusal::KnownPuzzle;
            } else {
                new.push((ply, position));
            }
        }
        let found = self.examine(new).await;
        let longest = found
            .into_iter()
            .min_by_key(|(ply, puzzle)| (Reverse(puzzle.turns), *ply));
        let (ply, puzzle) = longest.ok_or(none)?;
        let puzzle = NumberedPuzzle::new(puzzle);
        Ok(FoundPuzzle { ply, puzzle })
    }

    /// Examines positions and returns those that are fit for puzzles.
    async fn examine(&self, positions: Vec<(usize, AnyGame)>) -> Vec<(usize, Puzzle)> {
        let source = PuzzleSource {
            nodes: 0,
            proof: PROOF,
        };
        let stop = Arc::new(AtomicBool::new(false));
        let is_late = Arc::clone(&stop);
        let _permit = self.finders.acquire().await;
        let work = on_blocking_thread(move || {
            let mut found = Vec::new();
            for (ply, position) in positions {
                let examined = source.examine(&position, &is_late);
                // What comes out of a search that was stopped is not proved.
                if is_late.load(Ordering::Relaxed) {
                    break;
                }
                if let Examined::Puzzle(puzzle) = examined {
                    found.push((ply, *puzzle));
                }
            }
            found
        });
        tokio::pin!(work);
        tokio::select! {
            found = &mut work => found,
            () = tokio::time::sleep(PATIENCE) => {
                stop.store(true, Ordering::Relaxed);
                work.await
            }
        }
    }

    /// Is there a puzzle with this position already, turned round or mirrored, that is not from this game?
    async fn is_known_puzzle(&self, position: &AnyGame, game: GameId) -> Result<bool, AppError> {
        let id = number_of(position);
        if numbered(id).is_ok() {
            return Ok(true);
        }
        let known = self.read().await?.club_puzzle_numbered(id).await?;
        Ok(known.is_some_and(|known| known.game != game))
    }

    /// Suggests the position of a game after so many turns as a puzzle, and asks the other player. If one was
    /// suggested before, nothing changes.
    pub async fn suggest_club_puzzle(
        &self,
        act: &Act,
        game: &Game,
        ply: usize,
    ) -> Result<ClubPuzzle, AppError> {
        let (side, server) = seat(game, act.by)?;
        if let Some(known) = self.club_puzzle(game.row.id).await? {
            return Ok(known);
        }
        self.check_analysis(act.by, game, act.now).await?;
        let mut positions = last_positions(game).into_iter();
        let chosen = positions.find(|(known, _)| *known == ply);
        let chosen = chosen.ok_or(Refusal::NoPuzzleInGame)?;
        if self.is_known_puzzle(&chosen.1, game.row.id).await? {
            return Err(Refusal::KnownPuzzle.into());
        }
        let mut found = self.examine(vec![chosen]).await;
        let (_, puzzle) = found.pop().ok_or(Refusal::NoPuzzleInGame)?;
        let puzzle = NumberedPuzzle::new(puzzle);
        let new = ClubPuzzle {
            game: game.row.id,
            server,
            kind: puzzle.kind().as_str().to_owned(),
            puzzle: Some((puzzle.id, puzzle.puzzle.to_string())),
            suggested_by: side,
            state: ClubPuzzleState::Suggested,
            suggested_at: act.now,
            decided_at: None,
        };
        retry!(self.try_suggest(game, &new))
    }

    async fn try_suggest(&self, game: &Game, new: &ClubPuzzle) -> Result<ClubPuzzle, AppError> {
        let mut tx = self.store.begin().await?;
        if let Some(known) = lock_puzzle_of(&mut tx, game).await? {
            return Ok(known);
        }
        if let BySide {
            first: Some(one),
            second: Some(other),
        } = game.row.players
            && (tx.has_blocked(one, other).await? || tx.has_blocked(other, one).await?)
        {
            return Err(Refusal::Blocked.into());
        }
        if !tx.add_club_puzzle(new).await? {
            return Err(Refusal::KnownPuzzle.into());
        }
        let notice = Notice::PuzzleSuggested;
        let asked = game.row.players[!new.suggested_by];
        let notice = notice.written(new.game, game.row.status.seq, asked);
        tx.add_notice(new.game, &notice, new.suggested_at).await?;
        tx.commit().await?;
        Ok(new.clone())
    }

    /// Agrees to the puzzle that the other player has suggested; from then on it belongs to the server. If it
    /// does already, or has ended, nothing changes.
    pub async fn agree_club_puzzle(&self, act: &Act, game: &Game) -> Result<ClubPuzzle, AppError> {
        retry!(self.try_agree_club_puzzle(act, game))
    }

    async fn try_agree_club_puzzle(&self, act: &Act, game: &Game) -> Result<ClubPuzzle, AppError> {
        let (side, _) = seat(game, act.by)?;
        let mut tx = self.store.begin().await?;
        let puzzle = lock_puzzle_of(&mut tx, game).await?;
        let puzzle = puzzle.ok_or(Refusal::UnknownPuzzle)?;
        if puzzle.state != ClubPuzzleState::Suggested || puzzle.suggested_by == side {
            return Ok(puzzle);
        }
        tx.agree_club_puzzle(game.row.id, act.now).await?;
        let notice = Notice::PuzzleAgreed;
        let told = game.row.players[puzzle.suggested_by];
        let notice = notice.written(game.row.id, game.row.status.seq, told);
        tx.add_notice(game.row.id, &notice, act.now).await?;
        tx.commit().await?;
        Ok(ClubPuzzle {
            state: ClubPuzzleState::Agreed,
            decided_at: Some(act.now),
            ..puzzle
        })
    }

    /// Declines the puzzle from a game, or takes back a suggestion or an agreement: there will be no puzzle from
    /// this game.
    pub async fn end_club_puzzle(&self, act: &Act, game: &Game) -> Result<ClubPuzzle, AppError> {
        retry!(self.try_end_club_puzzle(act, game))
    }

    async fn try_end_club_puzzle(&self, act: &Act, game: &Game) -> Result<ClubPuzzle, AppError> {
        seat(game, act.by)?;
        let mut tx = self.store.begin().await?;
        let puzzle = lock_puzzle_of(&mut tx, game).await?;
        let puzzle = puzzle.ok_or(Refusal::UnknownPuzzle)?;
        if puzzle.state == ClubPuzzleState::Ended {
            return Ok(puzzle);
        }
        tx.end_club_puzzle(game.row.id, act.now).await?;
        tx.commit().await?;
        Ok(ClubPuzzle {
            puzzle: None,
            state: ClubPuzzleState::Ended,
            decided_at: Some(act.now),
            ..puzzle
        })
    }

    /// Removes a puzzle from its server. The caller checks that the user
    /// [manages](crate::app::access::Viewer::managed_server) that server.
    pub async fn remove_club_puzzle(
        &self,
        server: ServerId,
        id: PuzzleId,
        now: Time,
    ) -> Result<(), AppError> {
        retry!(self.try_remove_club_puzzle(server, id, now))
    }

    async fn try_remove_club_puzzle(
        &self,
        server: ServerId,
        id: PuzzleId,
        now: Time,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        let puzzle = tx.club_puzzle_numbered(id).await?;
        let puzzle = puzzle.filter(|puzzle| puzzle.server == server);
        let puzzle = puzzle.ok_or(Refusal::UnknownPuzzle)?;
        tx.end_club_puzzle(puzzle.game, now).await?;
        Ok(tx.commit().await?)
    }
}
