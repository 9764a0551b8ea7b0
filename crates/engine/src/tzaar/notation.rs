//! Parsing turns of TZAAR.
//!
//! Canonical notation: `a1xb2 c3xd4`, `a1xb2 c3+c4`, `a1xb2 -`, `a1xb2`, and `Zc3` for a placement. Also
//! accepted: `a1-b2`, `a1>b2` and `a1b2`, where the board decides whether that captures or stacks.

use std::str::FromStr;

use super::kind::Kind;
use super::turn::{Move, Second, Turn};
use super::{BOARD, Illegal, Readings, Tzaar};
use crate::hex::Name;
use crate::notation::{Cursor, Expected, Unreadable, exactly, read_each};

/// The kind of move that the sign between two points denotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Capture,
    Stack,
    /// Unspecified: the board decides.
    Either,
}

/// A parsed text that has not been compared with the board yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wording {
    Place(Kind, Name),
    Turn(Move<Name>, Sign, After),
}

/// The second part of a turn, according to the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum After {
    Nothing,
    Pass,
    Move(Move<Name>, Sign),
}

pub(super) fn readings(position: &Tzaar, text: &str) -> Result<Readings<Tzaar>, Unreadable> {
    let wordings = read_each(text, |cursor| wording(cursor, &known).map(|w| vec![w]))?;
    let resolve_all = |wordings: Vec<Wording>| {
        let wordings = wordings.into_iter();
        wordings.map(|wording| resolve(position, wording)).collect()
    };
    Ok(wordings.into_iter().map(resolve_all).collect())
}

/// Parses canonical notation only.
impl FromStr for Turn<Name> {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let wordings = read_each(text, |cursor| wording(cursor, &known).map(|w| vec![w]))?;
        exactly(
            text,
            wordings.into_iter().flatten().filter_map(Wording::turn),
        )
    }
}

impl Wording {
    /// The turn, if the text specifies it completely.
    fn turn(self) -> Option<Turn<Name>> {
        match self {
            Self::Place(kind, at) => Some(Turn::Place { kind, at }),
            Self::Turn(first, Sign::Capture, after) => Some(Turn::Capture {
                first,
                second: match after {
                    After::Nothing => Second::Nothing,
                    After::Pass => Second::Pass,
                    After::Move(m, Sign::Capture) => Second::Capture(m),
                    After::Move(m, Sign::Stack) => Second::Stack(m),
                    After::Move(_, Sign::Either) => return None,
                },
            }),
            Self::Turn(..) => None,
        }
    }
}

/// Checks that the board has a point of this name. Other sites' e9 is e8 here, so it gets an error of
/// its own.
fn known(name: Name) -> Result<(), Expected> {
    match BOARD.cell(name) {
        Some(_) => Ok(()),
        None if name.letter() == 'e' => Err(Expected::BeforeE9),
        None => Err(Expected::CellOfBoard(name)),
    }
}

type Known<'a> = &'a dyn Fn(Name) -> Result<(), Expected>;

/// Parses a turn.
fn wording(cursor: &mut Cursor<'_>, known: Known<'_>) -> Result<Wording, Unreadable> {
    if cursor.is_at_end() {
        return Err(cursor.error(Expected::Turn));
    }
    if let Some(kind) = cursor.take("zrt").and_then(Kind::from_letter) {
        let at = cursor.name(known)?;
        cursor.end()?;
        return Ok(Wording::Place(kind, at));
    }
    if !cursor.is_at_name() {
        return Err(cursor.error(Expected::LetterOrCell("ZRT")));
    }
    let (first, sign) = action(cursor, known)?;
    if cursor.is_at_end() {
        return Ok(Wording::Turn(first, sign, After::Nothing));
    }
    if cursor.take("-").is_some() {
        cursor.end()?;
        return Ok(Wording::Turn(first, sign, After::Pass));
    }
    cursor.take(",;/&");
    let (second, second_sign) = action(cursor, known)?;
    cursor.end()?;
    Ok(Wording::Turn(first, sign, After::Move(second, second_sign)))
}

/// Parses a move: two points and the sign between them.
fn action(cursor: &mut Cursor<'_>, known: Known<'_>) -> Result<(Move<Name>, Sign), Unreadable> {
    let from = cursor.name(known)?;
    let sign = match cursor.take("x+->") {
        Some('x') => Sign::Capture,
        Some('+') => Sign::Stack,
        _ => Sign::Either,
    };
    let to = cursor.name(known)?;
    Ok((Move { from, to }, sign))
}

/// The turn that a wording means in a position.
fn resolve(position: &Tzaar, wording: Wording) -> Result<Turn, Illegal> {
    // All names were looked up on the board during parsing.
    let in_play = |name| BOARD.cell(name).unwrap_or(super::Cell::CENTRE);
    let cells = |m: Move<Name>| Move {
        from: in_play(m.from),
        to: in_play(m.to),
    };
    match wording {
        Wording::Place(kind, at) => Ok(Turn::Place {
            kind,
            at: in_play(at),
        }),
        Wording::Turn(first, sign, after) => {
            let first = cells(first);
            if sign == Sign::Stack {
                position.check_first(first)?;
                return Err(Illegal::StackOnEnemy(BOARD.name(first.to)));
            }
            let second = match after {
                After::Nothing => Second::Nothing,
                After::Pass => Second::Pass,
                After::Move(m, Sign::Capture) => Second::Capture(cells(m)),
                After::Move(m, Sign::Stack) => Second::Stack(cells(m)),
                After::Move(m, Sign::Either) => {
                    let m = cells(m);
                    // The first capture may have put a piece of the player's own there.
                    let is_own =
                        m.to == first.to || position.points_of(position.to_move).contains(m.to);
                    if is_own {
                        Second::Stack(m)
                    } else {
                        Second::Capture(m)
                    }
                }
            };
            Ok(Turn::Capture { first, second })
        }
    }
}
