//! Suggestions while a turn is typed: each completes the text by one more step.

use std::collections::BTreeMap;

use crate::app::settings::Language;
use crate::engine::game::{AnyGame, AnyTurn};
use crate::engine::steps::{Choice, Step};

use super::locale::Words;
use super::turn::{capital, deeds_in_words};

/// The most suggestions that Discord shows.
const MOST: usize = 25;
/// The longest text of one.
const LONGEST: usize = 100;

/// One suggestion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// What is shown.
    pub label: String,
    /// The text that it stands for: a turn, or the beginning of one.
    pub value: String,
}

/// How a typed text can go on: with what comes next, or with a column if there are too many cells.
pub fn suggestions(language: Language, game: &AnyGame, typed: &str) -> Vec<Suggestion> {
    let words = Words::of(language);
    let whole = typed.trim();
    // The x of a capture is no step, but whoever writes it means one.
    let is_capture = typed.trim_start().starts_with(['x', 'X']);
    let typed: String = signs(typed).map(|(_, sign)| sign).collect();
    let fits = |candidate: &Candidate| {
        candidate.signs.starts_with(&typed) && (!is_capture || candidate.text.starts_with('x'))
    };
    let mut matching: Vec<Candidate> = game
        .legal_turns()
        .into_iter()
        .filter_map(|turn| Candidate::new(game, turn))
        .filter(fits)
        .collect();
    // What ends a step is that step, and not the beginning of another: G is grey, not the column.
    let is_step = |candidate: &Candidate| candidate.ends.contains(&typed.len());
    if matching.iter().any(is_step) {
        matching.retain(is_step);
    }
    let Some(first) = matching.first() else {
        return Vec::new();
    };
    // As many steps as the text holds, and those that all turns which fit it have in common.
    let complete = |c: &Candidate| c.ends.iter().take_while(|&&end| end <= typed.len()).count();
    let mut at = matching.iter().map(complete).min().unwrap_or(0);
    let is_common = |at: usize| {
        let step = first.path.get(at);
        step.is_some() && matching.iter().all(|c| c.path.get(at) == step)
    };
    while is_common(at) {
        at += 1;
    }
    let mut next: Vec<(Option<Step>, &Candidate)> = Vec::new();
    for candidate in &matching {
        let step = candidate.path.get(at).copied();
        if next.iter().all(|(seen, _)| *seen != step) {
            next.push((step, candidate));
        }
    }
    // In the order in which they are offered elsewhere.
    let before: Vec<Step> = first.path.iter().copied().take(at).collect();
    let offered = game
        .offer(&before)
        .map_or_else(|_| Vec::new(), |offer| offer.choices);
    next.sort_by_key(|(step, _)| {
        let place = |choice: &Choice| Some(choice.step) == *step;
        offered.iter().position(place)
    });
    let mut list = if next.len() > MOST {
        columns(words, game, at, &next)
    } else {
        let said = |(_, candidate): &(_, &Candidate)| candidate.suggested(words, game, at);
        next.iter().map(said).collect()
    };
    // What stands there already is meant, and first of all.
    list.sort_by_key(|suggestion| !suggestion.value.eq_ignore_ascii_case(whole));
    list
}

/// The steps that a text stands for which is the beginning of a turn; none if it is none, or too little to
/// go on with.
pub(super) fn begun(game: &AnyGame, typed: &str) -> Option<Vec<Step>> {
    let typed: String = signs(typed).map(|(_, sign)| sign).collect();
    let turns = game.legal_turns().into_iter();
    let candidates = turns.filter_map(|turn| Candidate::new(game, turn));
    let mut common: Option<Vec<Step>> = None;
    for candidate in candidates.filter(|candidate| candidate.signs.starts_with(&typed)) {
        // It must end where a step does.
        let steps = candidate.ends.iter().position(|&end| end == typed.len())? + 1;
        let path = candidate.path.get(..steps)?;
        match &common {
            Some(known) if known != path => return None,
            _ => common = Some(path.to_vec()),
        }
    }
    common.filter(|steps| steps.len() > 1)
}

/// Columns instead of cells, and whatever else comes next.
fn columns(
    words: &Words,
    game: &AnyGame,
    at: usize,
    next: &[(Option<Step>, &Candidate)],
) -> Vec<Suggestion> {
    let mut others = Vec::new();
    let mut letters: BTreeMap<String, (char, usize)> = BTreeMap::new();
    for (step, candidate) in next {
        if let Some(Step::Cell(cell)) = step {
            let whole = candidate.until(at + 1);
            let column = whole.trim_end_matches(|c: char| c.is_ascii_digit());
            let letter = game.board().name(*cell).letter();
            let (_, cells) = letters.entry(column.to_owned()).or_insert((letter, 0));
            *cells += 1;
        } else {
            others.push(candidate.suggested(words, game, at));
        }
    }
    let said = |(value, (letter, cells)): (String, (char, usize))| {
        let args = [("column", letter.into()), ("count", cells.into())];
        suggestion(&value, &words.say("suggest-column", &args))
    };
    let mut all: Vec<Suggestion> = letters.into_iter().map(said).collect();
    all.extend(others);
    all.truncate(MOST);
    all
}

fn suggestion(value: &str, said: &str) -> Suggestion {
    let label: String = format!("{value} · {said}").chars().take(LONGEST).collect();
    Suggestion {
        label,
        value: value.to_owned(),
    }
}

/// A legal turn and its text.
struct Candidate {
    turn: AnyTurn,
    text: String,
    path: Vec<Step>,
    /// The text without what only divides it.
    signs: String,
    /// Where each step ends in it.
    ends: Vec<usize>,
}

impl Candidate {
    fn new(game: &AnyGame, turn: AnyTurn) -> Option<Self> {
        let text = game.write(&turn)?;
        let path = game.path(&turn)?;
        let mut end = 0;
        let ends = path
            .iter()
            .map(|step| {
                end += signs(&step.write(game.board())).count();
                end
            })
            .collect();
        let signs = signs(&text).map(|(_, sign)| sign).collect();
        Some(Self {
            turn,
            text,
            path,
            signs,
            ends,
        })
    }

    /// The text with one step more than so many, and what it means.
    fn suggested(&self, words: &Words, game: &AnyGame, at: usize) -> Suggestion {
        let mut deeds = game.deeds(&self.turn).unwrap_or_default();
        deeds.truncate(at + 1);
        let said = deeds_in_words(words, game.kind(), &deeds, game.board());
        suggestion(&self.until(at + 1), &capital(&said))
    }

    /// The text up to the end of so many steps.
    fn until(&self, steps: usize) -> String {
        if steps >= self.path.len() {
            return self.text.clone();
        }
        let end = self.ends.get(steps - 1).copied().unwrap_or(0);
        let last = signs(&self.text).nth(end - 1).map_or(0, |(at, _)| at);
        self.text[..=last].to_owned()
    }
}

/// The letters, digits and marks of a text in small letters, with their places: neither spaces nor
/// what only stands between cells.
fn signs(text: &str) -> impl Iterator<Item = (usize, char)> {
    let small = text
        .char_indices()
        .map(|(at, c)| (at, c.to_ascii_lowercase()));
    small.filter(|&(_, c)| (c.is_ascii_alphanumeric() && c != 'x') || c == '~' || c == '!')
}
