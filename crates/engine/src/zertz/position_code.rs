//! The code of a position: one line of text, such as
//!
//! ```text
//! 37 4/5/6/3W3/6/5/.3 5,8,10 0,0,0 0,0,0 second
//! ```
//!
//! It consists of the variant; the columns from the left, each from the bottom up, with a digit for a
//! run of vacant rings, `W`, `G` or `B` for a marble and `.` for a removed ring; the pool; the captures of
//! the first and of the second player; and the player to move. Marbles are counted in the order white,
//! grey, black.

use super::setup::Setup;
use super::{ByMarble, BySide, CellSet, CodeError, Marble, Side, Zertz};

pub(super) fn write(setup: &Setup) -> String {
    let board = setup.variant.board();
    let columns: Vec<String> = (0..board.columns())
        .map(|column| {
            let mut text = String::new();
            let mut vacant = 0;
            for cell in board.column(column) {
                let marble = Marble::ALL
                    .into_iter()
                    .find(|&marble| setup.marbles[marble].contains(cell));
                let symbol = match marble {
                    Some(marble) => marble.letter(),
                    None if setup.rings.contains(cell) => {
                        vacant += 1;
                        continue;
                    }
                    None => '.',
                };
                push_vacant(&mut text, &mut vacant);
                text.push(symbol);
            }
            push_vacant(&mut text, &mut vacant);
            text
        })
        .collect();
    let count =
        |marbles: ByMarble<u8>| format!("{},{},{}", marbles.white, marbles.grey, marbles.black);
    format!(
        "{} {} {} {} {} {}",
        setup.variant,
        columns.join("/"),
        count(setup.pool),
        count(setup.captured.first),
        count(setup.captured.second),
        setup.to_move
    )
}

/// Writes the length of a run of vacant rings, if there is one, and resets it.
fn push_vacant(text: &mut String, vacant: &mut u8) {
    if *vacant > 0 {
        text.push((b'0' + *vacant) as char);
        *vacant = 0;
    }
}

pub(super) fn read(code: &str) -> Result<Zertz, CodeError> {
    let parts: Vec<&str> = code.split_whitespace().collect();
    let [variant, columns, pool, first, second, to_move] = parts[..] else {
        return Err(CodeError::new(
            "whole",
            format!(
                "{} parts, not 6: variant, board, pool, captures of both players, side to move",
                parts.len()
            ),
        ));
    };
    let mut setup = Setup {
        variant: variant
            .parse()
            .map_err(|error: super::VariantError| CodeError::new("variant", error.to_string()))?,
        rings: CellSet::EMPTY,
        marbles: ByMarble::default(),
        pool: read_count("pool", pool)?,
        captured: BySide {
            first: read_count("first player's captures", first)?,
            second: read_count("second player's captures", second)?,
        },
        to_move: Side::from_name(to_move).ok_or_else(|| {
            CodeError::new(
                "side to move",
                format!("{to_move:?} is neither first nor second"),
            )
        })?,
    };
    read_columns(&mut setup, columns)?;
    setup
        .position()
        .map_err(|error| CodeError::new("position", error.to_string()))
}

fn read_columns(setup: &mut Setup, columns: &str) -> Result<(), CodeError> {
    let board = setup.variant.board();
    let texts: Vec<&str> = columns.split('/').collect();
    if texts.len() != usize::from(board.columns()) {
        return Err(CodeError::new(
            "board",
            format!("{} columns, not {}", texts.len(), board.columns()),
        ));
    }
    for (column, text) in (0..board.columns()).zip(texts) {
        let wrong = |problem: &str| {
            let letter = (b'a' + column) as char;
            CodeError::new("board", format!("column {letter}, {text:?}: {problem}"))
        };
        let mut cells = board.column(column);
        for c in text.chars() {
            let (times, ring, marble) = match c {
                '1'..='9' => (c as u8 - b'0', true, None),
                '.' => (1, false, None),
                'W' | 'G' | 'B' => (1, true, Marble::from_letter(c)),
                _ => return Err(wrong("only 1 to 9, '.', W, G and B may stand here")),
            };
            for _ in 0..times {
                let cell = cells.next().ok_or_else(|| wrong("too many places"))?;
                if ring {
                    setup.rings.insert(cell);
                }
                if let Some(marble) = marble {
                    setup.marbles[marble].insert(cell);
                }
            }
        }
        if cells.next().is_some() {
            return Err(wrong("too few places"));
        }
    }
    Ok(())
}

fn read_count(part: &'static str, text: &str) -> Result<ByMarble<u8>, CodeError> {
    let counts: Option<Vec<u8>> = text.split(',').map(|count| count.parse().ok()).collect();
    match counts.as_deref() {
        Some(&[white, grey, black]) => Ok(ByMarble::new(white, grey, black)),
        _ => Err(CodeError::new(
            part,
            format!("{text:?} is not three numbers like 6,8,10"),
        )),
    }
}
