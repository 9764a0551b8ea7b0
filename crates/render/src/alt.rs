//! A picture in words: first what changed, then the position: what lies where.
//!
//! The words are the caller's: [`AltText`] has them in some language. [`Symbols`] has none and writes
//! notation instead, which every language reads.

use std::cmp::Reverse;
use std::fmt::Write as _;

use super::compose;
use super::marks::Mark;
use hexpost_engine::game::{AnyGame, AnyTurn, GameKind};
use hexpost_engine::hex::{Board, Cell};
use hexpost_engine::side::Side;
use hexpost_engine::steps::{Effect, Role, Step, StepEffect, StepError};

/// The longest text that Discord takes for a picture.
pub const MAX_CHARS: usize = 1024;

/// What a description is made of.
pub trait AltText {
    /// What stands on some cells, by its symbol in a text board, such as `W`, `o` or `z3`: "white
    /// marbles".
    fn group(&self, game: GameKind, symbol: &str) -> String;

    /// Whose turn it is, what each player has, how the game ended: what the board does not show.
    fn state(&self, game: &AnyGame) -> String;

    /// What is to be chosen next, given what the choices decide.
    fn asked(&self, game: GameKind, roles: &[Role]) -> String;

    /// A text as it begins a sentence.
    fn beginning(&self, text: String) -> String {
        text
    }

    /// What was done in a turn, or is about to be, step by step.
    fn step_effects(&self, game: GameKind, deeds: &[StepEffect], board: &Board) -> String;
}

/// Notation instead of words.
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

    fn step_effects(&self, _game: GameKind, deeds: &[StepEffect], board: &Board) -> String {
        let texts: Vec<String> = deeds.iter().map(|deed| symbols(deed, board)).collect();
        texts.join(", ")
    }
}

fn symbols(deed: &StepEffect, board: &Board) -> String {
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

/// Describes the turn that led to a position, if there was one, its state, and the position; never more than [`MAX_CHARS`]
/// characters.
///
/// If the words are too long, symbols stand in for them, so that every occupied cell is named.
pub fn describe(
    game: &AnyGame,
    last: Option<(&AnyGame, &AnyTurn)>,
    words: &impl AltText,
) -> String {
    let changed = last.and_then(|(before, turn)| {
        let deeds = before.step_effects(turn)?;
        Some(words.step_effects(game.kind(), &deeds, before.board()))
    });
    let news = [changed.unwrap_or_default(), words.state(game)];
    describe_news(game, &[], &news, words)
}

/// Describes a turn in the making: what was chosen, what is asked, and then the position as far as it
/// is certain; of a whole turn what it leads to.
pub fn describe_composing(
    game: &AnyGame,
    chosen: &[Step],
    words: &impl AltText,
) -> Result<String, StepError> {
    let offer = game.offer(chosen)?;
    let mut roles: Vec<Role> = offer.choices.iter().map(|choice| choice.role).collect();
    roles.dedup();
    let deeds = game.step_effects_so_far(chosen)?;
    let compose::ComposerBoard { shown, marks, .. } = compose::composing(game, chosen)?;
    let next = if offer.finished.is_some() {
        words.state(&shown)
    } else {
        words.asked(game.kind(), &roles)
    };
    let news = [words.step_effects(game.kind(), &deeds, game.board()), next];
    Ok(describe_news(&shown, &marks, &news, words))
}

/// Some news and then the position with what is being put on it; if that is too long, the position in
/// symbols and as much news as fits.
pub fn describe_news(
    game: &AnyGame,
    marks: &[Mark],
    news: &[String],
    words: &impl AltText,
) -> String {
    let news: Vec<&str> = news
        .iter()
        .map(String::as_str)
        .filter(|n| !n.is_empty())
        .collect();
    let news = news.into_iter().fold(String::new(), sentence);
    let join = |news: &str, position: &str| sentence(news.to_owned(), position);
    let text = join(&news, &words.beginning(position(game, marks, words)));
    if text.chars().count() <= MAX_CHARS {
        return text;
    }
    let position = position(game, marks, &Symbols);
    let room = MAX_CHARS.saturating_sub(position.chars().count() + 3);
    let news: String = news.chars().take(room).collect();
    join(&news, &position)
}

/// A text with one more sentence.
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

/// What lies on the board or is being put there, each kind with the names of its cells: the first
/// player's before the second's, the kinds in their order, what is high first, and at the end vacant
/// places.
pub fn groups(game: &AnyGame, marks: &[Mark], words: &impl AltText) -> Vec<(String, Vec<String>)> {
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
    let named = named.map(|(symbol, cells)| (words.group(game.kind(), &symbol), cells));
    named.collect()
}

/// The symbol of what a turn in the making puts on a cell.
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

/// `White marbles: d4, e5; vacant rings: a1, …` with every cell that is not empty.
fn position(game: &AnyGame, marks: &[Mark], words: &impl AltText) -> String {
    let groups = groups(game, marks, words).into_iter();
    let groups = groups.map(|(group, cells)| format!("{group}: {}", cells.join(", ")));
    groups.collect::<Vec<_>>().join("; ")
}
