//! What buttons of plans and private boards do, and how they carry it.

use crate::discord::custom_id::codec::{Shown, number, read_number};
use crate::model::GameId;

/// Something to do with a plan.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Planning {
    /// Shows it.
    Show(GameId),
    /// Opens a private board on which a line is planned.
    Board(GameId),
    /// The same, with the only turn the other has.
    Forced(Shown),
    /// Takes a branch away, from the plan of this version.
    Cut {
        /// The game.
        game: GameId,
        /// The version.
        version: i64,
        /// Which branch, in the order in which they are listed.
        index: u8,
    },
    /// Drops it.
    Drop(GameId),
    /// A form into which placements are typed.
    Queue(GameId),
    /// Makes the placement that is next in the queue.
    Place(Shown),
}

/// Something to do with a private board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Analysing {
    /// Opens a new one, with a game as it stood after so many turns, or as it stands.
    Open(GameId, Option<u16>),
    /// Opens the composer after a turn.
    Turn(i64, u32),
    /// Shows what stands after a turn; the last number keeps keys apart.
    Go(i64, u32, u8),
    /// Turns it round.
    Flip(i64),
    /// Forgets a turn.
    Cut(i64, u32),
    /// Plans the line up to a turn; the last answer also for whatever else comes?
    Plan(i64, u32, bool),
    /// Notes the line.
    Note(i64),
}

impl Planning {
    pub(crate) fn write(self) -> String {
        match self {
            Self::Show(game) => format!("s{}", number(game.0)),
            Self::Board(game) => format!("b{}", number(game.0)),
            Self::Forced(shown) => format!("f{}", shown.write()),
            Self::Cut {
                game,
                version,
                index,
            } => format!("c{}.{}.{index}", number(game.0), number(version)),
            Self::Drop(game) => format!("d{}", number(game.0)),
            Self::Queue(game) => format!("q{}", number(game.0)),
            Self::Place(shown) => format!("p{}", shown.write()),
        }
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        let (letter, rest) = text.split_at_checked(1)?;
        let game = || read_number(rest).map(GameId);
        Some(match letter {
            "s" => Self::Show(game()?),
            "b" => Self::Board(game()?),
            "f" => Self::Forced(Shown::read(rest)?),
            "c" => {
                let (shown, index) = rest.rsplit_once('.')?;
                let (game, version) = shown.split_once('.')?;
                Self::Cut {
                    game: GameId(read_number(game)?),
                    version: read_number(version)?,
                    index: index.parse().ok()?,
                }
            }
            "d" => Self::Drop(game()?),
            "q" => Self::Queue(game()?),
            "p" => Self::Place(Shown::read(rest)?),
            _ => return None,
        })
    }
}

impl Analysing {
    pub(crate) fn write(self) -> String {
        match self {
            Self::Open(game, ply) => {
                let ply = ply.map(|ply| ply.to_string()).unwrap_or_default();
                format!("g{}.{ply}", number(game.0))
            }
            Self::Turn(board, at) => format!("t{}.{at}", number(board)),
            Self::Go(board, at, slot) => format!("o{}.{at}.{slot}", number(board)),
            Self::Flip(board) => format!("f{}", number(board)),
            Self::Cut(board, at) => format!("x{}.{at}", number(board)),
            Self::Plan(board, at, whatever) => {
                format!("p{}.{at}.{}", number(board), u8::from(whatever))
            }
            Self::Note(board) => format!("n{}", number(board)),
        }
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        let (letter, rest) = text.split_at_checked(1)?;
        let mut parts = rest.split('.');
        let first = read_number(parts.next()?)?;
        let mut next = || parts.next();
        let read = match letter {
            "g" => {
                let ply = match next()? {
                    "" => None,
                    ply => Some(ply.parse().ok()?),
                };
                Self::Open(GameId(first), ply)
            }
            "t" => Self::Turn(first, next()?.parse().ok()?),
            "o" => Self::Go(first, next()?.parse().ok()?, next()?.parse().ok()?),
            "f" => Self::Flip(first),
            "x" => Self::Cut(first, next()?.parse().ok()?),
            "p" => {
                let at = next()?.parse().ok()?;
                let whatever = match next()? {
                    "0" => false,
                    "1" => true,
                    _ => return None,
                };
                Self::Plan(first, at, whatever)
            }
            "n" => Self::Note(first),
            _ => return None,
        };
        parts.next().is_none().then_some(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_button_is_read_back() {
        let game = GameId(i64::MAX);
        let shown = Shown {
            game,
            board: i64::MAX,
        };
        for button in [
            Planning::Show(game),
            Planning::Board(game),
            Planning::Forced(shown),
            Planning::Cut {
                game,
                version: i64::MAX,
                index: u8::MAX,
            },
            Planning::Drop(game),
            Planning::Queue(game),
            Planning::Place(shown),
        ] {
            let text = button.write();
            assert!(text.len() < 60, "{text}");
            assert_eq!(Planning::read(&text), Some(button), "{text}");
        }
        for button in [
            Analysing::Open(game, None),
            Analysing::Open(game, Some(u16::MAX)),
            Analysing::Turn(i64::MAX, u32::MAX),
            Analysing::Go(i64::MAX, u32::MAX, 4),
            Analysing::Flip(7),
            Analysing::Cut(7, 0),
            Analysing::Plan(7, 3, true),
            Analysing::Plan(7, 3, false),
            Analysing::Note(i64::MAX),
        ] {
            let text = button.write();
            assert!(text.len() < 60, "{text}");
            assert_eq!(Analysing::read(&text), Some(button), "{text}");
        }
        for text in ["", "s", "c1.2", "c1.2.300", "f1", "é", "z1"] {
            assert_eq!(Planning::read(text), None, "{text}");
        }
        for text in ["", "g1", "t1", "o1.2", "p1.2.2", "x1.-1", "n1.2", "é"] {
            assert_eq!(Analysing::read(text), None, "{text}");
        }
    }
}
