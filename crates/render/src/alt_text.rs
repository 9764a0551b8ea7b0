//! Descriptions of pictures for screen readers: first what changed, then the position.
//!
//! The caller supplies the phrases in some language by implementing [`AltText`]. [`Symbols`] uses
//! notation instead of words, which is understood in every language.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::composer_board;
use super::marks::Mark;
use hexpost_engine::game::{AnyGame, AnyTurn, GameKind};
use hexpost_engine::hex::{Board, Cell};
use hexpost_engine::side::Side;
use hexpost_engine::steps::{Effect, Role, Step, StepEffect, StepError};

/// The longest description that Discord accepts for a picture, in characters.
pub const MAX_CHARS: usize = 1024;

/// The phrases of a description, in some language.
pub trait AltText {
    /// Names the contents of some cells, such as "white marbles", given their
    /// [symbol](AnyGame::symbol), such as `W`, `o` or `z3`.
    fn group(&self, game: GameKind, symbol: &str) -> String;

    /// Describes what the board does not show: who is to move, what each player has, how the game ended.
    fn state(&self, game: &AnyGame) -> String;

    /// Asks for the next choice, given the roles of the possible choices.
    fn asked(&self, game: GameKind, roles: &[Role]) -> String;

    /// The text with the capitalization for the beginning of a sentence.
    fn beginning(&self, text: String) -> String {
        text
    }

    /// Describes the steps of a played or planned turn with their effects.
    fn step_effects(&self, game: GameKind, effects: &[StepEffect], board: &Board) -> String;
}

/// Phrases that consist of notation instead of words.
#[derive(Clone, Copy, Debug)]
pub struct Symbols;

impl AltText for Symbols {
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

    fn group(&self, _game: GameKind, symbol: &str) -> String {
        symbol.to_owned()
    }

    fn step_effects(&self, _game: GameKind, effects: &[StepEffect], board: &Board) -> String {
        let texts: Vec<String> = effects.iter().map(|step| symbols(step, board)).collect();
        texts.join(", ")
    }
}

/// One step with its effects, in notation.
fn symbols(step: &StepEffect, board: &Board) -> String {
    let mut text = step.step.write(board);
    for effect in &step.effects {
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

/// Describes a position and, if given, the turn that led to it, in at most [`MAX_CHARS`] characters.
///
/// If the description would be too long, symbols replace words so that every occupied cell is still
/// named.
pub fn describe(
    game: &AnyGame,
    last: Option<(&AnyGame, &AnyTurn)>,
    phrases: &impl AltText,
) -> String {
    let changed = last.and_then(|(before, turn)| {
        let effects = before.step_effects(turn)?;
        Some(phrases.step_effects(game.kind(), &effects, before.board()))
    });
    let parts = [changed.unwrap_or_default(), phrases.state(game)];
    describe_changes(game, &[], &parts, phrases)
}

/// Describes a turn that is being composed: what was chosen, what can be chosen next, and the position so
/// far; or the result of a complete turn.
pub fn describe_composing(
    game: &AnyGame,
    chosen: &[Step],
    phrases: &impl AltText,
) -> Result<String, StepError> {
    let offer = game.offer(chosen)?;
    let mut roles: Vec<Role> = offer.choices.iter().map(|choice| choice.role).collect();
    roles.dedup();
    let effects = game.step_effects_so_far(chosen)?;
    let composer_board::ComposerBoard { shown, marks, .. } =
        composer_board::composing(game, chosen)?;
    let next = if offer.finished.is_some() {
        phrases.state(&shown)
    } else {
        phrases.asked(game.kind(), &roles)
    };
    let changes = [
        phrases.step_effects(game.kind(), &effects, game.board()),
        next,
    ];
    Ok(describe_changes(&shown, &marks, &changes, phrases))
}

/// Describes some changes and then the position, including what a turn is about to put on it. If that is
/// too long, the position is given in symbols, with as much of the changes as fits.
pub fn describe_changes(
    game: &AnyGame,
    marks: &[Mark],
    changes: &[String],
    phrases: &impl AltText,
) -> String {
    let changes: Vec<&str> = changes
        .iter()
        .map(String::as_str)
        .filter(|n| !n.is_empty())
        .collect();
    let changes = changes.into_iter().fold(String::new(), sentence);
    let join = |changes: &str, position: &str| sentence(changes.to_owned(), position);
    let text = join(&changes, &phrases.beginning(position(game, marks, phrases)));
    if text.chars().count() <= MAX_CHARS {
        return text;
    }
    let position = position(game, marks, &Symbols);
    let room = MAX_CHARS.saturating_sub(position.chars().count() + 3);
    let changes: String = changes.chars().take(room).collect();
    join(&changes, &position)
}

/// Appends a sentence to a text.
fn sentence(text: String, next: &str) -> String {
    if text.is_empty() {
        next.to_owned()
    } else if next.is_empty() {
        text
    } else if text.ends_with(['.', '?', '!', '…']) {
        format!("{text} {next}")
    } else {
        format!("{text}. {next}")
    }
}

/// The contents of the board, including what a turn is about to put there: each kind with the names of its
/// cells. The first player's pieces come before the second's, kinds in the order of the rules, higher
/// stacks first, and vacant rings last.
pub fn groups(
    game: &AnyGame,
    marks: &[Mark],
    phrases: &impl AltText,
) -> Vec<(String, Vec<String>)> {
    let board = game.board();
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for cell in (0..board.columns()).flat_map(|column| board.column(column)) {
        let symbol = placed(game, marks, cell).unwrap_or_else(|| game.symbol(cell));
        let name = board.name(cell).to_string();
        match groups.iter_mut().find(|(known, _)| *known == symbol) {
            Some((_, cells)) => cells.push(name),
            None if symbol == "." => {}
            None => groups.push((symbol, vec![name])),
        }
    }
    let holdings = game.holdings();
    let kinds = holdings.first().map_or(&[][..], |holding| &holding.counts);
    groups.sort_by_key(|(symbol, _)| {
        let letter = symbol.chars().next().unwrap_or_default();
        let is_kind = |(kind, _): &(char, u8)| *kind == letter.to_ascii_uppercase();
        let rank = kinds.iter().position(is_kind).unwrap_or(kinds.len());
        let height: u8 = symbol[letter.len_utf8()..].parse().unwrap_or(1);
        (letter.is_ascii_lowercase(), rank, Reverse(height))
    });
    let named = groups.into_iter();
    let named = named.map(|(symbol, cells)| (phrases.group(game.kind(), &symbol), cells));
    named.collect()
}

/// The symbol of the piece that a turn is about to put on a cell.
fn placed(game: &AnyGame, marks: &[Mark], cell: Cell) -> Option<String> {
    marks.iter().find_map(|mark| match *mark {
        Mark::Placed { at, kind, side } if at == cell => {
            let is_small = game.kind().has_sides() && side == Side::Second;
            let kind = if is_small {
                kind.to_ascii_lowercase()
            } else {
                kind
            };
            Some(kind.to_string())
        }
        _ => None,
    })
}

/// The position as text with every cell that is not empty: `White marbles: d4, e5; vacant rings: a1, …`.
fn position(game: &AnyGame, marks: &[Mark], phrases: &impl AltText) -> String {
    let groups = groups(game, marks, phrases).into_iter();
    let groups = groups.map(|(group, cells)| format!("{group}: {}", cells.join(", ")));
    groups.collect::<Vec<_>>().join("; ")
}
