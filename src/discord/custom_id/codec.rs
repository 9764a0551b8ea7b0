//! How the parts of a custom id are written and read: numbers, and a board of a game.

use crate::model::GameId;

/// A game, and which board of it was shown: the last event that changed the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shown {
    /// The game.
    pub game: GameId,
    /// The event.
    pub board: i64,
}

impl Shown {
    pub(crate) fn write(self) -> String {
        format!("{}.{}", number(self.game.0), number(self.board))
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        let (game, board) = text.split_once('.')?;
        Some(Self {
            game: GameId(read_number(game)?),
            board: read_number(board)?,
        })
    }
}

/// A cell is one of these, by its number.
pub(crate) const CELLS: &[u8; 61] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY";

/// A number with the digits 0–9 a–z: at most 13 of them.
pub(crate) fn number(number: i64) -> String {
    let mut rest = number as u64;
    let mut digits = Vec::new();
    loop {
        digits.push(CELLS[(rest % 36) as usize]);
        rest /= 36;
        if rest == 0 {
            break;
        }
    }
    digits
        .iter()
        .rev()
        .map(|&digit| char::from(digit))
        .collect()
}

pub(crate) fn read_number(text: &str) -> Option<i64> {
    let is_plain = text
        .chars()
        .all(|c| c.is_ascii_digit() || c.is_ascii_lowercase());
    let number = u64::from_str_radix(text, 36).ok().filter(|_| is_plain)?;
    Some(number as i64)
}
