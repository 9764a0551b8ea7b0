//! Fair play: the computer helps nobody in a running game between people.
//!
//! Against the computer from the start of a game, anyone may play at any time. It takes over another position
//! only under these conditions:
//!
//! - The game that the position is from is over, and the player has played it. A running game never gets
//!   there, nor does any board on which its turns are tried.
//! - The player has no running game with another person in the same game and variant.
//! - No two other people have arrived at any position on the way there in a running game of the same variant,
//!   also if it is turned round or mirrored. All positions on the way are compared: otherwise one more turn
//!   would be enough. The first turns don't matter, because many games begin with them.

use hexpost_engine::game::AnyGame;
use hexpost_engine::hex::{Cell, Symmetry};
use hexpost_engine::position::Holding;
use hexpost_engine::side::Side;

use crate::app::game::state::Game;
use crate::app::{App, AppError, Refusal};
use crate::model::{PlayerId, StoredVariant, Time};

/// Number of turns at the start of a game in which it may be the same as a running game of other people.
const OPENING: usize = 4;

/// A position up to rotation and reflection.
#[derive(PartialEq, Eq)]
struct Canonical {
    cells: Vec<String>,
    holdings: Vec<Holding>,
    to_move: Side,
}

impl Canonical {
    fn new(position: &AnyGame) -> Self {
        let symbols: Vec<String> = Cell::all().map(|cell| position.symbol(cell)).collect();
        let image = |symmetry: Symmetry| {
            let cells = Cell::all().map(|cell| symbols[symmetry.cell(cell).index()].clone());
            cells.collect::<Vec<String>>()
        };
        Self {
            cells: Symmetry::all().map(image).min().unwrap_or_default(),
            holdings: position.holdings(),
            to_move: position.to_move(),
        }
    }
}

impl App {
    /// Checks that the computer may take over the position of a game after `ply` turns.
    pub(crate) async fn check_fair_play(
        &self,
        player: PlayerId,
        game: &Game,
        ply: usize,
        now: Time,
    ) -> Result<(), AppError> {
        if !game.is_over() {
            return Err(Refusal::FairPlayRunning.into());
        }
        let mut conn = self.read().await?;
        let own = conn.running_games(player).await?;
        let is_alike = |other: &StoredVariant| {
            let variant = &game.row.variant;
            other.game_name() == variant.game_name()
                && undealt(&other.name()) == undealt(&variant.name())
        };
        if own
            .iter()
            .any(|row| row.computer.is_none() && is_alike(&row.variant))
        {
            return Err(Refusal::FairPlayOwn.into());
        }
        let (kind, variant) = (game.row.variant.game_name(), game.row.variant.name());
        let running = conn
            .running_between_people(kind, &variant, OPENING as i64, ply as i64)
            .await?;
        drop(conn);
        for id in running {
            let other = match self.load(id, now).await {
                Ok(other) => other,
                Err(AppError::Refused(_)) => continue,
                Err(no) => return Err(no),
            };
            let own = game.record.at(other.turns.len());
            let own = own.filter(|_| other.turns.len() <= ply && !other.is_over());
            let there = Canonical::new(other.record.game());
            if own.is_some_and(|own| Canonical::new(&own) == there) {
                return Err(Refusal::FairPlayOthers.into());
            }
        }
        Ok(())
    }
}

/// The name of a variant without the seed of its deal.
fn undealt(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpost_engine::game::Variant;

    #[test]
    fn a_position_is_the_same_turned_round_or_mirrored_and_no_other_is() {
        let after = |turns: &[&str]| {
            let variant = Variant::parse("zertz", "37").unwrap();
            let mut game = AnyGame::start(&variant);
            for turn in turns {
                let turn = game.read(turn).unwrap();
                game.play(&turn).unwrap();
            }
            Canonical::new(&game)
        };
        let one = after(&["Wd4-a1", "Bb3-g1"]);
        assert!(one == after(&["Wd4-a1", "Bb3-g1"]));
        assert!(after(&["Wd4-a1"]) == after(&["Wd4-g4"]), "turned by half");
        assert!(after(&["Wd4-a2"]) == after(&["Wd4-a3"]), "mirrored");
        assert!(after(&["Wd4-a1"]) != after(&["Wd4-a2"]), "not a corner");
        assert!(after(&["Wd4-a1"]) != after(&["Bd4-a1"]), "another colour");
        assert!(one != after(&["Wd4-a1"]));
    }
}
