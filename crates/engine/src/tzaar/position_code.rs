//! The code of a position: one line of text, such as
//!
//! ```text
//! ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/.trZ2Tzrt/trzZZrt/trRRRt/tTTTT first
//! ```
//!
//! It consists of the columns from the left, each from the bottom up, with a letter for the topmost
//! piece of a stack (capitals for White), followed by the height if that is not 1, and `.` for a
//! vacant point; the player to move; and, while pieces are being placed, the number of Tzaars, Tzarras
//! and Totts in White's and in Black's hand.

use super::kind::{ByKind, Kind};
use super::pieces::Stack;
use super::setup::Setup;
use super::variant::{letter, piece};
use super::{BOARD, BySide, CodeError, Side, Tzaar};

pub(super) fn symbol(stack: Stack) -> String {
    let letter = letter(stack.side, stack.kind);
    match stack.height {
        1 => letter.to_string(),
        height => format!("{letter}{height}"),
    }
}

pub(super) fn write(setup: &Setup) -> String {
    let columns: Vec<String> = (0..BOARD.columns())
        .map(|column| {
            BOARD
                .column(column)
                .map(|cell| {
                    let stack = setup.stacks.iter().find(|(at, _)| *at == cell);
                    stack.map_or_else(|| ".".to_owned(), |&(_, stack)| symbol(stack))
                })
                .collect()
        })
        .collect();
    let mut code = format!("{} {}", columns.join("/"), setup.to_move);
    if !setup.hands.first.is_empty() || !setup.hands.second.is_empty() {
        for side in Side::BOTH {
            code.push(' ');
            code.push_str(&write_hand(setup.hands[side]));
        }
    }
    code
}

pub(super) fn read(code: &str) -> Result<Tzaar, CodeError> {
    let parts: Vec<&str> = code.split_whitespace().collect();
    let (columns, to_move, hands) = match parts[..] {
        [columns, to_move] => (columns, to_move, BySide::default()),
        [columns, to_move, first, second] => {
            let hands = BySide {
                first: read_hand(first)?,
                second: read_hand(second)?,
            };
            (columns, to_move, hands)
        }
        _ => {
            return Err(CodeError::new(
                "whole",
                format!(
                    "{} parts, not 2 (board and side to move) or 4 (also the hands)",
                    parts.len()
                ),
            ));
        }
    };
    let setup = Setup {
        stacks: read_columns(columns)?,
        hands,
        to_move: Side::from_name(to_move).ok_or_else(|| {
            CodeError::new(
                "side to move",
                format!("{to_move:?} is neither first nor second"),
            )
        })?,
    };
    setup
        .position()
        .map_err(|error| CodeError::new("position", error.to_string()))
}

fn read_columns(columns: &str) -> Result<Vec<(super::Cell, Stack)>, CodeError> {
    let texts: Vec<&str> = columns.split('/').collect();
    if texts.len() != usize::from(BOARD.columns()) {
        return Err(CodeError::new(
            "board",
            format!("{} columns, not {}", texts.len(), BOARD.columns()),
        ));
    }
    let mut stacks = Vec::new();
    for (column, text) in (0..BOARD.columns()).zip(texts) {
        let wrong = |problem: &str| {
            let letter = (b'a' + column) as char;
            CodeError::new("board", format!("column {letter}, {text:?}: {problem}"))
        };
        let mut cells = BOARD.column(column);
        let mut characters = text.chars().peekable();
        while let Some(c) = characters.next() {
            let cell = cells.next().ok_or_else(|| wrong("too many points"))?;
            if c == '.' {
                continue;
            }
            let (side, kind) = piece(c)
                .ok_or_else(|| wrong("only Z R T z r t, heights and '.' may stand here"))?;
            let mut digits = String::new();
            while let Some(digit) = characters.next_if(char::is_ascii_digit) {
                digits.push(digit);
            }
            let height = match digits.as_str() {
                "" => 1,
                digits => digits
                    .parse()
                    .map_err(|_| wrong("no stack can be that high"))?,
            };
            stacks.push((cell, Stack { side, kind, height }));
        }
        if cells.next().is_some() {
            return Err(wrong("too few points"));
        }
    }
    Ok(stacks)
}

fn write_hand(hand: ByKind<u8>) -> String {
    format!("{},{},{}", hand.tzaar, hand.tzarra, hand.tott)
}

fn read_hand(text: &str) -> Result<ByKind<u8>, CodeError> {
    let counts: Option<Vec<u8>> = text.split(',').map(|count| count.parse().ok()).collect();
    match counts.as_deref() {
        Some(&[tzaar, tzarra, tott]) => Ok(ByKind::new_with(|kind| match kind {
            Kind::Tzaar => tzaar,
            Kind::Tzarra => tzarra,
            Kind::Tott => tott,
        })),
        _ => Err(CodeError::new(
            "hands",
            format!("{text:?} is not three numbers like 6,9,15"),
        )),
    }
}
