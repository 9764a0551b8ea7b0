//! Parsing turns of ZÈRTZ.
//!
//! Canonical notation: `Wd4-b2`, `Wd4`, `Wd4-b2~`, `xe3g3e5`, `-`, `!`. Also accepted: gipf.com's
//! `Wd4,b2` and `x d1Gd3Wd5` (with the captured colours), ZEN's `Wa4xc4xe5+wg` (the colour of the jumping
//! marble first, the captured ones last), both with their lists of claimed marbles, and texts that omit
//! the colour or the `x` where only one meaning is legal.

use std::str::FromStr;

use super::turn::{Chain, Turn};
use super::{Illegal, Marble, Position, Readings, Zertz, dialects};
use crate::hex::Name;
use crate::notation::{Cursor, Expected, Unreadable, exactly, read_each};

/// A parsed text that has not been compared with the board yet.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Wording {
    /// A placement; without a colour, any is possible.
    Place {
        marble: Option<Marble>,
        at: Name,
        remove: Option<Name>,
        leave: bool,
        /// The marbles it claims, if the text lists them.
        claims: Option<Claims>,
    },
    Capture(Jumps),
    Pass,
    SendBack,
}

/// A capture, with the colours stated by the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Jumps {
    jumper: Option<Marble>,
    places: Vec<Name>,
    /// For each jump, the captured colour if the text states it.
    taken: Vec<Option<Marble>>,
    /// All captured colours, if the text lists them.
    all_taken: Option<Vec<Marble>>,
}

/// The claimed marbles that a text lists.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Claims {
    /// gipf.com lists colours and cells.
    Marbles(Vec<(Marble, Name)>),
    /// ZEN lists colours only.
    Colours(Vec<Marble>),
}

pub(super) fn readings(position: &Zertz, text: &str) -> Result<Readings<Zertz>, Unreadable> {
    let board = position.board();
    let known = |name| match board.cell(name) {
        Some(_) => Ok(()),
        None => Err(Expected::CellOfBoard(name)),
    };
    let wordings = read_each(text, |cursor| wordings(cursor, &known))?;
    let resolve_all = |wordings: Vec<Wording>| {
        let mut readings = Vec::new();
        for wording in wordings {
            resolve(position, &wording, &mut readings);
        }
        readings
    };
    Ok(wordings.into_iter().map(resolve_all).collect())
}

/// Parses canonical notation only.
impl FromStr for Turn<Name> {
    type Err = Unreadable;

    fn from_str(text: &str) -> Result<Self, Unreadable> {
        let wordings = read_each(text, |cursor| wordings(cursor, &|_| Ok(())))?;
        exactly(text, wordings.iter().flatten().filter_map(Wording::turn))
    }
}

impl Wording {
    /// The turn, if the text specifies it completely.
    fn turn(&self) -> Option<Turn<Name>> {
        match *self {
            Self::Place {
                marble,
                at,
                remove,
                leave,
                ..
            } => Some(Turn::Place {
                marble: marble?,
                at,
                remove,
                leave,
            }),
            Self::Capture(ref jumps) => Chain::from_places(&jumps.places).map(Turn::Capture),
            Self::Pass => Some(Turn::Pass),
            Self::SendBack => Some(Turn::SendBack),
        }
    }
}

const COLOURS: &str = "wgb";
/// Separators between jumps. If the text begins with a colour, only `x` is one, because `-` then
/// precedes a removal.
const BETWEEN_JUMPS: &str = "x->,";
/// Separators before the ring to remove.
const BEFORE_REMOVAL: &str = "-,/:;";

type Known<'a> = &'a dyn Fn(Name) -> Result<(), Expected>;

/// Parses a turn; the text may be a placement, a capture, or either.
fn wordings(cursor: &mut Cursor<'_>, known: Known<'_>) -> Result<Vec<Wording>, Unreadable> {
    if cursor.is_at_end() {
        return Err(cursor.error(Expected::Turn));
    }
    for (sign, wording) in [("-", Wording::Pass), ("!", Wording::SendBack)] {
        if cursor.take(sign).is_some() {
            cursor.end()?;
            return Ok(vec![wording]);
        }
    }
    if cursor.take("x").is_some() {
        let jumps = jumps(cursor, known, None)?;
        return Ok(vec![Wording::Capture(jumps)]);
    }
    let colour = cursor
        .take_before_name(COLOURS)
        .and_then(Marble::from_letter);
    if colour.is_none() && !cursor.is_at_name() {
        // After a colour, it is the cell that is missing.
        let expected = match cursor.take(COLOURS) {
            Some(_) => Expected::Cell,
            None => Expected::LetterOrCell("WGB"),
        };
        return Err(cursor.error(expected));
    }

    // A placement and a capture can begin alike, so try both.
    let mut as_capture = cursor.clone();
    let capture = jumps(&mut as_capture, known, colour);
    let placement = placement(cursor, known, colour);
    let may_be_capture = |jumps: &Jumps| colour.is_none() || jumps.all_taken.is_some();
    let claims = |wording: &Wording| {
        matches!(
            wording,
            Wording::Place {
                claims: Some(_),
                ..
            }
        )
    };
    match (placement, capture) {
        (Ok(placement), Ok(capture)) if claims(&placement) => {
            Ok(vec![Wording::Capture(capture), placement])
        }
        (Ok(placement), Ok(capture)) if may_be_capture(&capture) => {
            Ok(vec![placement, Wording::Capture(capture)])
        }
        (Ok(placement), _) => Ok(vec![placement]),
        (Err(_), Ok(capture)) => Ok(vec![Wording::Capture(capture)]),
        (Err(placement), Err(capture)) => Err(if capture.at > placement.at {
            capture
        } else {
            placement
        }),
    }
}

fn placement(
    cursor: &mut Cursor<'_>,
    known: Known<'_>,
    marble: Option<Marble>,
) -> Result<Wording, Unreadable> {
    let at = cursor.name(known)?;
    let mut remove = None;
    if cursor.take(BEFORE_REMOVAL).is_some() || cursor.is_at_name() {
        remove = Some(cursor.name(known)?);
    }
    let leave = cursor.take("~").is_some();
    let claims = if leave { None } else { claims(cursor, known)? };
    cursor.end()?;
    Ok(Wording::Place {
        marble,
        at,
        remove,
        leave,
        claims,
    })
}

/// Parses the list of claimed marbles, if there is one.
fn claims(cursor: &mut Cursor<'_>, known: Known<'_>) -> Result<Option<Claims>, Unreadable> {
    if cursor.take("+").is_some() {
        return Ok(Some(Claims::Colours(colours(cursor)?)));
    }
    if cursor.take("x").is_none() {
        return Ok(None);
    }
    let mut marbles = Vec::new();
    while marbles.is_empty() || !cursor.is_at_end() {
        let colour = cursor.take_before_name(COLOURS);
        let Some(marble) = colour.and_then(Marble::from_letter) else {
            return Err(cursor.error(Expected::Letters("WGB")));
        };
        marbles.push((marble, cursor.name(known)?));
    }
    Ok(Some(Claims::Marbles(marbles)))
}

fn jumps(
    cursor: &mut Cursor<'_>,
    known: Known<'_>,
    jumper: Option<Marble>,
) -> Result<Jumps, Unreadable> {
    let mut jumps = Jumps {
        jumper,
        ..Jumps::default()
    };
    jumps.places.push(cursor.name(known)?);
    loop {
        cursor.take(if jumper.is_some() { "x" } else { BETWEEN_JUMPS });
        let taken = cursor
            .take_before_name(COLOURS)
            .and_then(Marble::from_letter);
        jumps.places.push(cursor.name(known)?);
        jumps.taken.push(taken);
        if jumps.places.len() > super::turn::MAX_JUMPS + 1 {
            return Err(cursor.error(Expected::Shorter));
        }
        if cursor.is_at_end() {
            return Ok(jumps);
        }
        if cursor.take("+").is_some() {
            jumps.all_taken = Some(colours(cursor)?);
            return Ok(jumps);
        }
    }
}

/// Parses one or more colours up to the end of the text.
fn colours(cursor: &mut Cursor<'_>) -> Result<Vec<Marble>, Unreadable> {
    let mut colours = Vec::new();
    while !cursor.is_at_end() {
        match cursor.take(COLOURS).and_then(Marble::from_letter) {
            Some(marble) => colours.push(marble),
            None => return Err(cursor.error(Expected::Letters("WGB"))),
        }
    }
    if colours.is_empty() {
        return Err(cursor.error(Expected::Letters("WGB")));
    }
    Ok(colours)
}

/// Adds the turns that a wording can mean in a position.
fn resolve(position: &Zertz, wording: &Wording, readings: &mut Vec<Result<Turn, Illegal>>) {
    let board = position.board();
    // All names were looked up on this board during parsing.
    let in_play =
        |turn: Turn<Name>| turn.map(|name| board.cell(name).unwrap_or(super::Cell::CENTRE));
    match wording {
        Wording::Place { marble: None, .. } => {
            let placeable = position.placeable();
            let mut any = false;
            for colour in Marble::ALL {
                if placeable[colour] > 0 || (!any && colour == Marble::Black) {
                    any = true;
                    let mut wording = wording.clone();
                    if let Wording::Place { marble, .. } = &mut wording {
                        *marble = Some(colour);
                    }
                    readings.extend(wording.turn().map(|turn| Ok(in_play(turn))));
                }
            }
        }
        Wording::Capture(jumps) => {
            let Some(turn) = wording.turn().map(in_play) else {
                return;
            };
            readings.push(match contradiction(position, jumps, &turn) {
                Some(rule) => Err(rule),
                None => Ok(turn),
            });
        }
        Wording::Place {
            claims: Some(claims),
            ..
        } => readings.extend(wording.turn().map(|turn| {
            let turn = in_play(turn);
            // Problems with the turn itself take precedence.
            match position.check(&turn) {
                Ok(()) if !are_claimed(position, claims, &turn) => Err(Illegal::WrongClaims),
                _ => Ok(turn),
            }
        })),
        _ => readings.extend(wording.turn().map(|turn| Ok(in_play(turn)))),
    }
}

/// Whether a legal turn claims exactly the marbles listed in the text.
fn are_claimed(position: &Zertz, claims: &Claims, turn: &Turn) -> bool {
    let Turn::Place {
        marble, at, remove, ..
    } = *turn
    else {
        return false;
    };
    let claimed = dialects::claimed(position, marble, at, remove);
    match claims {
        Claims::Marbles(said) => {
            let named = |(marble, cell)| (marble, position.board().name(cell));
            sorted(claimed.into_iter().map(named)) == sorted(said.iter().copied())
        }
        Claims::Colours(said) => {
            let colours = claimed.into_iter().map(|(marble, _)| marble);
            sorted(colours) == sorted(said.iter().copied())
        }
    }
}

fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut all: Vec<T> = all.collect();
    all.sort_unstable();
    all
}

/// The first contradiction between the colours in the text and those on the board.
fn contradiction(position: &Zertz, jumps: &Jumps, turn: &Turn) -> Option<Illegal> {
    let Turn::Capture(chain) = turn else {
        return None;
    };
    let board = position.board();
    let differs = |cell, says: Option<Marble>| {
        let (is, says) = (position.marble_at(cell)?, says?);
        let at = board.name(cell);
        (is != says).then_some(Illegal::WrongColour { at, is, says })
    };
    let wrong = differs(chain.from(), jumps.jumper).or_else(|| {
        let mut jumped = chain.jumped().zip(&jumps.taken);
        jumped.find_map(|(cell, &says)| differs(cell, says))
    });
    wrong.or_else(|| {
        let mut says = jumps.all_taken.clone()?;
        let mut takes: Vec<_> = chain
            .jumped()
            .filter_map(|cell| position.marble_at(cell))
            .collect();
        says.sort_unstable();
        takes.sort_unstable();
        (says != takes).then_some(Illegal::WrongCaptures)
    })
}
