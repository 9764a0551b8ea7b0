//! Puzzles: positions with a win by force in a few turns.
//!
//! Those that come with the program are in `assets/puzzles`, made by `hexpost engine puzzles`. A puzzle is known
//! by a number that follows from its position, up to symmetry and with the players exchanged, so that it stays
//! the same puzzle in later versions.
//!
//! - [`attempt`]: opening a puzzle, trying turns, looking at the solution.
//! - [`choice`]: the next puzzle for a player, and the puzzle of the day.
//! - [`records`]: ratings, streaks and the leaderboard.
//! - [`daily`]: servers that show the puzzle of the day.
//! - [`club`]: puzzles from games on a server.

pub mod attempt;
pub mod choice;
pub mod club;
pub mod daily;
pub mod records;
pub(crate) mod verify;

use std::sync::{Arc, LazyLock};

use hexpost_engine::canonical::Canonical;
use hexpost_engine::game::{AnyGame, GameKind};
use hexpost_engine::search::Puzzle;

use crate::app::{App, AppError, Refusal};
use crate::model::{ClubPuzzleState, Figures, GameId, PlayerId, PuzzleId, ServerId, Time};

/// The puzzles that come with the program, a file for each game.
const FILES: [&str; 2] = [
    include_str!("../../../assets/puzzles/zertz.txt"),
    include_str!("../../../assets/puzzles/tzaar.txt"),
];

/// The rating of the easiest puzzles, before anyone has tried them.
const EASIEST: f64 = 1000.0;
/// How much harder a puzzle is for each level that does not find the win.
const PER_LEVEL: f64 = 120.0;
/// How much harder it is for each turn more than two.
const PER_TURN: f64 = 80.0;
/// How much harder it is for each piece that is given away first, up to three.
const PER_GIFT: f64 = 40.0;
/// How uncertain that is.
const DEVIATION: f64 = 150.0;
const VOLATILITY: f64 = 0.06;

/// A puzzle with its number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberedPuzzle {
    /// The number.
    pub id: PuzzleId,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// The server whose members solve it and the game that it is from; `None` if it comes with the program.
    pub source: Option<(ServerId, GameId)>,
}

/// The number of a puzzle with a position.
fn number_of(position: &AnyGame) -> PuzzleId {
    PuzzleId(Canonical::for_mover(position).number().cast_signed())
}

impl NumberedPuzzle {
    fn new(puzzle: Puzzle) -> Self {
        Self {
            id: number_of(&puzzle.position),
            puzzle,
            source: None,
        }
    }

    /// The game.
    pub const fn kind(&self) -> GameKind {
        self.puzzle.position.kind()
    }

    /// How hard it is thought to be before anyone has tried it.
    pub fn first_figures(&self) -> Figures {
        let puzzle = &self.puzzle;
        let levels = f64::from(puzzle.level.saturating_sub(1));
        let turns = f64::from(puzzle.turns.saturating_sub(2));
        let gifts = f64::from(puzzle.gifts.min(3));
        Figures {
            rating: EASIEST + levels * PER_LEVEL + turns * PER_TURN + gifts * PER_GIFT,
            deviation: DEVIATION,
            volatility: VOLATILITY,
        }
    }
}

/// The puzzles that come with the program, in the order of the files.
pub fn shipped() -> &'static [Arc<NumberedPuzzle>] {
    static ALL: LazyLock<Vec<Arc<NumberedPuzzle>>> = LazyLock::new(|| {
        let lines = FILES.iter().flat_map(|file| file.lines());
        // A test reads every line.
        let puzzles = lines.filter_map(|line| line.parse().ok());
        puzzles
            .map(|puzzle| Arc::new(NumberedPuzzle::new(puzzle)))
            .collect()
    });
    &ALL
}

/// The puzzles of a game that come with the program.
pub fn shipped_of(kind: GameKind) -> impl Iterator<Item = &'static Arc<NumberedPuzzle>> {
    shipped().iter().filter(move |puzzle| puzzle.kind() == kind)
}

/// The puzzle with this number that comes with the program.
pub fn numbered(id: PuzzleId) -> Result<Arc<NumberedPuzzle>, Refusal> {
    let known = shipped().iter().find(|puzzle| puzzle.id == id);
    known.cloned().ok_or(Refusal::UnknownPuzzle)
}

impl App {
    /// The puzzle with this number: one that comes with the program, or one to which both players of a game have
    /// agreed.
    pub async fn puzzle(&self, id: PuzzleId) -> Result<Arc<NumberedPuzzle>, AppError> {
        if let Ok(known) = numbered(id) {
            return Ok(known);
        }
        let known = self.read().await?.club_puzzle_numbered(id).await?;
        let known = known.filter(|known| known.state == ClubPuzzleState::Agreed);
        let known = known.as_ref().and_then(club::numbered_of);
        Ok(Arc::new(known.ok_or(Refusal::UnknownPuzzle)?))
    }

    /// How hard a puzzle is.
    pub async fn puzzle_figures(&self, puzzle: &NumberedPuzzle) -> Result<Figures, AppError> {
        let figures = self.read().await?.figures_of_puzzle(puzzle.id).await?;
        Ok(figures.unwrap_or_else(|| puzzle.first_figures()))
    }

    /// Checks that a position is not one that the player is in, turned round or mirrored, in a running game with
    /// another person.
    pub async fn check_fair_puzzle(
        &self,
        player: PlayerId,
        position: &AnyGame,
        now: Time,
    ) -> Result<(), AppError> {
        let running = self.read().await?.running_games(player).await?;
        let kind = position.kind().as_str();
        let alike = running.iter().filter(|row| row.variant.game_name() == kind);
        let wanted = Canonical::for_mover(position);
        for row in alike.filter(|row| row.computer.is_none()) {
            let game = match self.load(row.id, now).await {
                Ok(game) => game,
                Err(AppError::Refused(_)) => continue,
                Err(no) => return Err(no),
            };
            if Canonical::for_mover(game.record.game()) == wanted {
                return Err(Refusal::FairPlayPuzzle.into());
            }
        }
        Ok(())
    }
}
