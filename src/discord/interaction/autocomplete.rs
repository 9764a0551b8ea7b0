//! Autocomplete of a typed turn: each choice completes the text by one more step.

use std::collections::BTreeMap;

use hexpost_engine::game::AnyGame;
use hexpost_engine::steps::{Choice, Role, Step};

use crate::app::people::settings::Language;
use crate::discord::i18n::Locale;
use crate::discord::i18n::turn::{capital, describe_effects};

/// Discord's limit of autocomplete choices.
const MOST: usize = 25;
/// Discord's limit of the text of a choice.
const LONGEST: usize = 100;

/// An autocomplete choice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    /// The label.
    pub label: String,
    /// The value: a turn, or the beginning of one.
    pub value: String,
}

/// The choices for a typed text: the next steps, or columns if there are too many cells.
pub fn suggestions(language: Language, game: &AnyGame, typed: &str) -> Vec<Suggestion> {
    let locale = Locale::of(language);
    let whole = typed.trim();
    let Some(mut next) = ParsedPrefix::of(game, typed) else {
        return Vec::new();
    };
    // Steps that all matching turns share are skipped.
    while let ([only], false) = (next.choices.as_slice(), next.is_whole) {
        let mut steps = next.steps;
        steps.push(only.step);
        match ParsedPrefix::after(game, steps) {
            Some(after) => next = after,
            None => return Vec::new(),
        }
    }
    // In the order of the composer; complete turns come first.
    let is_whole = next.is_whole.then_some(None);
    let steps = next.choices.iter().map(|choice| Some(choice.step));
    let ways = is_whole.into_iter().chain(steps);
    let ways: Vec<Continuation> = ways
        .filter_map(|step| Continuation::new(game, &next.steps, step))
        .collect();
    let mut list = if ways.len() > MOST {
        columns(locale, game, &ways)
    } else {
        ways.iter().map(|way| way.suggested(locale, game)).collect()
    };
    // The typed text itself comes first.
    list.sort_by_key(|suggestion| !suggestion.value.eq_ignore_ascii_case(whole));
    list
}

/// The steps of a text that is the beginning of a turn; `None` if it is none or says too little.
pub(crate) fn begun(game: &AnyGame, typed: &str) -> Option<Vec<Step>> {
    let next = ParsedPrefix::of_signs(game, &joined(typed), false)?;
    // It must end where a step does.
    (!next.is_partial && next.steps.len() > 1).then_some(next.steps)
}

/// The steps of a text and what may follow them.
struct ParsedPrefix {
    /// Those steps.
    steps: Vec<Step>,
    /// Are they a complete turn?
    is_whole: bool,
    /// The next steps that fit the text.
    choices: Vec<Choice>,
    /// Does the text end within a step?
    is_partial: bool,
}

impl ParsedPrefix {
    fn of(game: &AnyGame, typed: &str) -> Option<Self> {
        // The x of a capture is not a step, but it announces one.
        let is_capture = typed.trim_start().starts_with(['x', 'X']);
        Self::of_signs(game, &joined(typed), is_capture)
    }

    /// Follows the steps whose signs are those of the text, one after another.
    ///
    /// No two steps that are offered together begin alike, but for a colour and the cells of the column
    /// with the same letter: there the colour is meant, unless the digit of a cell follows.
    fn of_signs(game: &AnyGame, typed: &str, is_capture: bool) -> Option<Self> {
        let mut next = Self::after(game, Vec::new())?;
        if is_capture {
            next.choices.retain(|choice| choice.role == Role::Jumper);
            next.is_whole = false;
        }
        let mut rest = typed;
        while !rest.is_empty() {
            let signs = |choice: &Choice| joined(&choice.step.write(game.board()));
            let is_next = |choice: &&Choice| {
                let signs = signs(choice);
                let after = rest.strip_prefix(signs.as_str());
                // G is grey and not the column, but g4 is a cell.
                let is_cell = signs.len() == 1 && after.is_some_and(starts_with_digit);
                !signs.is_empty() && after.is_some() && !is_cell
            };
            if let Some(choice) = next.choices.iter().find(is_next) {
                rest = &rest[signs(choice).len()..];
                let mut steps = next.steps;
                steps.push(choice.step);
                next = Self::after(game, steps)?;
                continue;
            }
            next.choices
                .retain(|choice| signs(choice).starts_with(rest));
            next.is_whole = false;
            next.is_partial = true;
            break;
        }
        (next.is_whole || !next.choices.is_empty()).then_some(next)
    }

    fn after(game: &AnyGame, steps: Vec<Step>) -> Option<Self> {
        let offer = game.offer(&steps).ok()?;
        Some(Self {
            steps,
            is_whole: offer.finished.is_some(),
            choices: offer.choices,
            is_partial: false,
        })
    }
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|sign: char| sign.is_ascii_digit())
}

/// Columns instead of cells, and the other next steps.
fn columns(locale: &Locale, game: &AnyGame, ways: &[Continuation]) -> Vec<Suggestion> {
    let mut others = Vec::new();
    let mut letters: BTreeMap<String, (char, usize)> = BTreeMap::new();
    for way in ways {
        if let Some(Step::Cell(cell)) = way.step {
            let column = way.text.trim_end_matches(|c: char| c.is_ascii_digit());
            let letter = game.board().name(cell).letter();
            let (_, cells) = letters.entry(column.to_owned()).or_insert((letter, 0));
            *cells += 1;
        } else {
            others.push(way.suggested(locale, game));
        }
    }
    let said = |(value, (letter, cells)): (String, (char, usize))| {
        let args = [("column", letter.into()), ("count", cells.into())];
        suggestion(&value, &locale.text("suggest-column", &args))
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

/// A continuation.
struct Continuation {
    /// The next step; `None` if the turn is complete without one.
    step: Option<Step>,
    /// All steps, with this one.
    steps: Vec<Step>,
    /// The text up to the end of the step.
    text: String,
}

impl Continuation {
    fn new(game: &AnyGame, before: &[Step], step: Option<Step>) -> Option<Self> {
        let mut steps = before.to_vec();
        steps.extend(step);
        // Turns that begin alike are written alike as far as that goes.
        let turn = game.example(&steps).ok()??;
        let text = game.write(&turn)?;
        let path = game.path(&turn)?;
        let text = if steps.len() == path.len() {
            text
        } else {
            let length = |step: &Step| signs(&step.write(game.board())).count();
            let end: usize = steps.iter().map(length).sum();
            let last = end.checked_sub(1).and_then(|last| signs(&text).nth(last));
            let last = last.map_or(0, |(at, _)| at);
            text[..=last].to_owned()
        };
        Some(Self { step, steps, text })
    }

    /// The choice: the text with its meaning.
    fn suggested(&self, locale: &Locale, game: &AnyGame) -> Suggestion {
        let effects_by_step = game.step_effects_so_far(&self.steps).unwrap_or_default();
        let said = describe_effects(locale, game.kind(), &effects_by_step, game.board());
        suggestion(&self.text, &capital(&said))
    }
}

/// The significant characters of a text.
fn joined(text: &str) -> String {
    signs(text).map(|(_, sign)| sign).collect()
}

/// The significant characters of a text in lower case, with their positions: no spaces and no
/// separators between cells.
fn signs(text: &str) -> impl Iterator<Item = (usize, char)> {
    let small = text
        .char_indices()
        .map(|(at, c)| (at, c.to_ascii_lowercase()));
    small.filter(|&(_, c)| (c.is_ascii_alphanumeric() && c != 'x') || c == '~' || c == '!')
}
