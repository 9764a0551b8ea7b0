//! A picture in words: first what changed, then the position, column by column.
//!
//! The words are the caller's: [`Words`] has them in some language. [`Symbols`] has none and writes
//! notation instead, which every language reads.

use std::fmt::Write as _;

use crate::engine::game::{AnyGame, AnyTurn, GameKind};
use crate::engine::hex::Board;
use crate::engine::steps::{Deed, Effect};

/// The longest text that Discord takes for a picture.
pub const LONGEST: usize = 1024;

/// What a description is made of.
pub trait Words {
    /// What stands on a cell, by its symbol in a text board, such as `W`, `o` or `z3`.
    fn token(&self, game: GameKind, symbol: &str) -> String;

    /// One step of the last turn, and what it did.
    fn deed(&self, game: GameKind, deed: &Deed, board: &Board) -> String;
}

/// Notation instead of words.
#[derive(Clone, Copy, Debug)]
pub struct Symbols;

impl Words for Symbols {
    fn token(&self, _game: GameKind, symbol: &str) -> String {
        symbol.to_owned()
    }

    fn deed(&self, _game: GameKind, deed: &Deed, board: &Board) -> String {
        let mut text = deed.step.write(board);
        for effect in &deed.effects {
            match effect {
                Effect::Captures { at, kind, .. } => {
                    let _ = write!(text, " x{kind}{}", board.name(*at));
                }
                Effect::Claims(group) => {
                    let names: Vec<_> = group
                        .into_iter()
                        .map(|c| board.name(c).to_string())
                        .collect();
                    let _ = write!(text, " ({})", names.join(" "));
                }
                _ => {}
            }
        }
        text
    }
}

/// Describes a position, and the turn that led to it if there was one; never more than [`LONGEST`]
/// characters.
///
/// If the words are too long, symbols stand in for them, so that every occupied cell is named.
pub fn describe(game: &AnyGame, last: Option<(&AnyGame, &AnyTurn)>, words: &impl Words) -> String {
    let changed = last.and_then(|(before, turn)| {
        let deeds = before.deeds(turn)?;
        let board = before.board();
        let texts = deeds
            .iter()
            .map(|deed| words.deed(game.kind(), deed, board));
        Some(texts.collect::<Vec<_>>().join(", "))
    });
    let position = columns(game, words);
    let text = join(changed.as_deref(), &position);
    if text.chars().count() <= LONGEST {
        return text;
    }
    let position = columns(game, &Symbols);
    let room = LONGEST.saturating_sub(position.chars().count() + 3);
    let changed: Option<String> = changed.map(|text| text.chars().take(room).collect());
    join(changed.as_deref(), &position)
}

fn join(changed: Option<&str>, position: &str) -> String {
    match changed {
        Some(changed) if !changed.is_empty() => format!("{changed}. {position}"),
        _ => position.to_owned(),
    }
}

/// `a: 1 W, 2 o; b: …` with every cell that is not empty.
fn columns(game: &AnyGame, words: &impl Words) -> String {
    let board = game.board();
    let column = |column: u8| {
        let cells = board.column(column).filter_map(|cell| {
            let symbol = game.symbol(cell);
            let row = board.name(cell).row();
            (symbol != ".").then(|| format!("{row} {}", words.token(game.kind(), &symbol)))
        });
        let cells: Vec<String> = cells.collect();
        let letter = board
            .column(column)
            .next()
            .map(|cell| board.name(cell).letter())?;
        (!cells.is_empty()).then(|| format!("{letter}: {}", cells.join(", ")))
    };
    let columns: Vec<String> = (0..board.columns()).filter_map(column).collect();
    columns.join("; ")
}
