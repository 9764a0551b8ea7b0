//! A picture in words: first what changed, then the position, column by column.
//!
//! The words are the caller's: [`Words`] has them in some language. [`Symbols`] has none and writes
//! notation instead, which every language reads.

use std::fmt::Write as _;

use crate::engine::game::{AnyGame, AnyTurn, GameKind};
use crate::engine::hex::Board;
use crate::engine::steps::{Deed, Effect, Role, Step, StepError};

/// The longest text that Discord takes for a picture.
pub const LONGEST: usize = 1024;

/// What a description is made of.
pub trait Words {
    /// What stands on a cell, by its symbol in a text board, such as `W`, `o` or `z3`.
    fn token(&self, game: GameKind, symbol: &str) -> String;

    /// Whose turn it is, what each player has, how the game ended: what the board does not show.
    fn state(&self, game: &AnyGame) -> String;

    /// What is to be chosen next, given what the choices decide.
    fn asked(&self, game: GameKind, roles: &[Role]) -> String;

    /// One step of the last turn, and what it did.
    fn deed(&self, game: GameKind, deed: &Deed, board: &Board) -> String;
}

/// Notation instead of words.
#[derive(Clone, Copy, Debug)]
pub struct Symbols;

impl Words for Symbols {
    fn state(&self, game: &AnyGame) -> String {
        let facts = game.facts().into_iter();
        let facts: Vec<String> = facts
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        let turn = match game.outcome() {
            None => format!("to move: {}", game.to_move()),
            Some(outcome) => format!("over: {}", outcome.reason),
        };
        format!("{turn}; {}", facts.join("; "))
    }

    fn asked(&self, _game: GameKind, roles: &[Role]) -> String {
        let roles: Vec<String> = roles.iter().map(|role| format!("{role:?}?")).collect();
        roles.join(" ").to_lowercase()
    }

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

/// Describes the turn that led to a position, if there was one, its state, and the position; never more than [`LONGEST`]
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
    let news = [changed.unwrap_or_default(), words.state(game)];
    with_position(game, &news, words)
}

/// Describes a turn in the making: what was chosen, what is asked, and then the position.
pub fn describe_composing(
    game: &AnyGame,
    chosen: &[Step],
    words: &impl Words,
) -> Result<String, StepError> {
    let offer = game.offer(chosen)?;
    let mut roles: Vec<Role> = offer.choices.iter().map(|choice| choice.role).collect();
    roles.dedup();
    let board = game.board();
    let chosen: Vec<String> = chosen.iter().map(|step| step.write(board)).collect();
    let news = [chosen.join(", "), words.asked(game.kind(), &roles)];
    Ok(with_position(game, &news, words))
}

/// News and the position; if that is too long, the position in symbols and as much news as fits.
fn with_position(game: &AnyGame, news: &[String], words: &impl Words) -> String {
    let news: Vec<&str> = news
        .iter()
        .map(String::as_str)
        .filter(|n| !n.is_empty())
        .collect();
    let news = news.join(". ");
    let join = |news: &str, position: &str| match news {
        "" => position.to_owned(),
        news => format!("{news}. {position}"),
    };
    let text = join(&news, &columns(game, words));
    if text.chars().count() <= LONGEST {
        return text;
    }
    let position = columns(game, &Symbols);
    let room = LONGEST.saturating_sub(position.chars().count() + 3);
    let news: String = news.chars().take(room).collect();
    join(&news, &position)
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
