//! Text to turns.
//!
//! Canonical: `a1xb2 c3xd4`, `a1xb2 c3+c4`, `a1xb2 -`, `a1xb2`, and `Zc3` for a placement. Read as
//! well: `a1-b2`, `a1>b2` and `a1b2`, where the board says whether that captures or stacks.

use std::str::FromStr;

use super::kind::Kind;
use super::turn::{Move, Second, Turn};
use super::{BOARD, Illegal, Readings, Tzaar};
use crate::hex::Name;
use crate::notation::{Cursor, Expected, Unreadable, exactly, read_each};

/// What stands between two points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sign {
    Capture,
    Stack,
    /// The board decides.
    Either,
}

/// A text as it stands, before anyone looks at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wording {
    Place(Kind, Name),
    Turn(Move<Name>, Sign, After),
}

/// What the text says of the second part.
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

/// Reads canonical text only.
impl FromStr for Turn<Name> {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let wordings = read_each(text, |cursor| wording(cursor, &known).map(|w| vec![w]))?;
        exactly(
            text,
            wordings.into_iter().flatten().filter_map(Wording::whole),
        )
    }
}

impl Wording {
    /// The turn, if the text leaves nothing open.
    fn whole(self) -> Option<Turn<Name>> {
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

/// Every board has the same points; e9 is what other sites call our e8.
fn known(name: Name) -> Result<(), Expected> {
    match BOARD.cell(name) {
        Some(_) => Ok(()),
        None if name.letter() == 'e' => Err(Expected::BeforeE9),
        None => Err(Expected::CellOfBoard(name)),
    }
}

type Known<'a> = &'a dyn Fn(Name) -> Result<(), Expected>;

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

/// What a wording means in a position.
fn resolve(position: &Tzaar, wording: Wording) -> Result<Turn, Illegal> {
    // Every name has been looked up on the board while reading.
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
                    // The first capture may have put an own piece there.
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
