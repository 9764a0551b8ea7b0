//! Positions up to rotation and reflection of the board.

use std::fmt::Write as _;

use super::game::AnyGame;
use super::hex::{Cell, Symmetry};
use super::position::Holding;
use super::side::Side;

/// A position of which it does not matter how the board is turned, or whether it is mirrored.
///
/// Equal values are the same position for play. The variant and the history don't count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canonical {
    cells: Vec<String>,
    holdings: Vec<Holding>,
    to_move: Side,
}

impl Canonical {
    /// The form of a position.
    pub fn new(position: &AnyGame) -> Self {
        let symbols = Cell::all().map(|cell| position.symbol(cell)).collect();
        Self {
            cells: least_image(symbols),
            holdings: position.holdings(),
            to_move: position.to_move(),
        }
    }

    /// The form of a position in which it does not matter either which of the players is to move: with the
    /// players exchanged it is the same.
    pub fn for_mover(position: &AnyGame) -> Self {
        let swaps = position.to_move() == Side::Second;
        let has_sides = position.kind().has_sides();
        let symbol = |cell| {
            let symbol = position.symbol(cell);
            if swaps && has_sides {
                exchanged(&symbol)
            } else {
                symbol
            }
        };
        let mut holdings = position.holdings();
        for holding in &mut holdings {
            holding.side = holding.side.map(|side| if swaps { !side } else { side });
        }
        holdings.sort_by_key(|holding| holding.side);
        Self {
            cells: least_image(Cell::all().map(symbol).collect()),
            holdings,
            to_move: Side::First,
        }
    }

    /// A number that equal forms have in common: 48 bits of a hash that never changes.
    pub fn number(&self) -> u64 {
        let mut text = self.cells.join(",");
        for holding in &self.holdings {
            let side = holding.side.map_or("", Side::as_str);
            // Writing to a string can't fail.
            let _ = write!(text, "|{}{side}{:?}", holding.name, holding.counts);
        }
        text.push_str(self.to_move.as_str());
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        (hash ^ hash >> 48) & 0xffff_ffff_ffff
    }
}

/// The first, in alphabetical order, of the images of a board under all symmetries.
fn least_image(symbols: Vec<String>) -> Vec<String> {
    let image = |symmetry: Symmetry| {
        let cells = Cell::all().map(|cell| symbols[symmetry.cell(cell).index()].clone());
        cells.collect::<Vec<String>>()
    };
    Symmetry::all().map(image).min().unwrap_or(symbols)
}

/// A symbol of a piece as one of the other side.
fn exchanged(symbol: &str) -> String {
    let change = |letter: char| {
        if letter.is_ascii_uppercase() {
            letter.to_ascii_lowercase()
        } else {
            letter.to_ascii_uppercase()
        }
    };
    symbol.chars().map(change).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn after(turns: &[&str]) -> AnyGame {
        let variant = Variant::parse("zertz", "37").unwrap();
        let mut game = AnyGame::start(&variant);
        for turn in turns {
            let turn = game.read(turn).unwrap();
            game.play(&turn).unwrap();
        }
        game
    }

    #[test]
    fn a_position_is_the_same_turned_round_or_mirrored_and_no_other_is() {
        let form = |turns: &[&str]| Canonical::new(&after(turns));
        let one = form(&["Wd4-a1", "Bb3-g1"]);
        assert_eq!(one, form(&["Wd4-a1", "Bb3-g1"]));
        assert_eq!(form(&["Wd4-a1"]), form(&["Wd4-g4"]), "turned by half");
        assert_eq!(form(&["Wd4-a2"]), form(&["Wd4-a3"]), "mirrored");
        assert_ne!(form(&["Wd4-a1"]), form(&["Wd4-a2"]), "not a corner");
        assert_ne!(form(&["Wd4-a1"]), form(&["Bd4-a1"]), "another colour");
        assert_ne!(one, form(&["Wd4-a1"]));
    }

    #[test]
    fn with_the_players_exchanged_it_is_the_same_for_the_one_to_move() {
        let code = |code: &str| AnyGame::from_code(code).unwrap();
        let board = "r..../T...../.R.T.../t.Ztr.../..Rr..../.......R/......T/.t..z./...z.";
        let other = "R..../t...../.r.t.../T.zTR.../..rR..../.......r/......t/.T..Z./...Z.";
        let one = code(&format!("tzaar {board} first"));
        let exchanged = code(&format!("tzaar {other} second"));
        assert_eq!(Canonical::for_mover(&one), Canonical::for_mover(&exchanged));
        assert_ne!(Canonical::new(&one), Canonical::new(&exchanged));
        let waiting = code(&format!("tzaar {board} second"));
        assert_ne!(Canonical::for_mover(&one), Canonical::for_mover(&waiting));
        let form = Canonical::for_mover(&one);
        assert_eq!(form.number(), Canonical::for_mover(&exchanged).number());
        assert_ne!(form.number(), Canonical::for_mover(&waiting).number());
    }
}
