//! What the pictures of a tournament show: results by opponent, and by round.

use crate::entrant::EntrantId;
use crate::game::GameEnding;
use crate::points::Points;
use crate::tournament::{CountedGame, PlayerScore, Tournament};

/// A game as it stands in a table, for the player of a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TableCell {
    /// Not ended.
    Open,
    /// Annulled.
    Annulled,
    /// Ended.
    Scored {
        /// What the player scored.
        points: Points,
        /// Was it not played?
        is_forfeit: bool,
    },
}

/// A round of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundLine {
    /// The opponent; `None` with a bye, and for those who rested or had left.
    pub opponent: Option<EntrantId>,
    /// Was it a bye?
    pub is_bye: bool,
    /// The games against the opponent.
    pub games: Vec<TableCell>,
    /// What was scored so far; `None` while no game has ended.
    pub points: Option<Points>,
    /// Was more than half of the points scored, with all games ended?
    pub is_won: bool,
}

/// A game for one of its players.
fn cell(game: &CountedGame, entrant: EntrantId) -> TableCell {
    match game.score {
        PlayerScore::Open => TableCell::Open,
        PlayerScore::Annulled => TableCell::Annulled,
        PlayerScore::Counted(outcome) => TableCell::Scored {
            points: game.points(entrant).unwrap_or_default(),
            is_forfeit: matches!(
                outcome.ending,
                GameEnding::Forfeited | GameEnding::TimedOutUnplayed
            ),
        },
    }
}

impl Tournament {
    /// The games of every entrant against every other, in the order of the [standings](Self::standings), for
    /// the entrant of the row. First come those in which that entrant moved first. Against themselves there are none.
    pub fn crosstable(&self) -> Vec<Vec<Vec<TableCell>>> {
        let games = self.games();
        let order: Vec<EntrantId> = self.standings().iter().map(|line| line.entrant).collect();
        let between = |a: EntrantId, b: EntrantId| -> Vec<TableCell> {
            let mut both: Vec<&CountedGame> = games
                .iter()
                .filter(|it| it.game.opponent(a) == Some(b))
                .collect();
            both.sort_by_key(|it| (it.game.seat(a), it.game.key));
            both.into_iter().map(|it| cell(it, a)).collect()
        };
        let row = |&a: &EntrantId| order.iter().map(|&b| between(a, b)).collect();
        order.iter().map(row).collect()
    }

    /// The rounds of an entrant, one line for each that was paired.
    pub fn round_lines(&self, entrant: EntrantId) -> Vec<RoundLine> {
        let games = self.games();
        let line = |round: &crate::game::Round| {
            let own = games
                .iter()
                .filter(|it| it.game.key.round == round.number && it.game.seat(entrant).is_some());
            let is_bye = round.byes.contains(&entrant);
            let cells: Vec<TableCell> = own.clone().map(|it| cell(it, entrant)).collect();
            let scored: Vec<Points> = own.clone().filter_map(|it| it.points(entrant)).collect();
            let sum: Points = scored.iter().copied().sum();
            let is_over = !cells.is_empty() && scored.len() == cells.len();
            RoundLine {
                opponent: own.clone().find_map(|it| it.game.opponent(entrant)),
                is_bye,
                points: if is_bye {
                    Some(Points::WIN)
                } else {
                    (!scored.is_empty()).then_some(sum)
                },
                is_won: is_over && sum.halves as usize > cells.len(),
                games: cells,
            }
        };
        self.rounds().iter().map(line).collect()
    }
}
