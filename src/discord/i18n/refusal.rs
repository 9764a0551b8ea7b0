//! Explanations of refusals: what was not done, why, and what to do instead.

use hexpost_engine::game::AnyIllegal;
use hexpost_engine::notation::{Expected, ReadError, Unreadable};
use hexpost_engine::record::{ParseProblem, RecordError};

use crate::app::Refusal;
use crate::app::error::Argument;
use crate::app::import::{BadRecord, LARGEST_RECORD};
use crate::app::people::settings::Language;
use crate::discord::i18n::alt_text::reason;
use crate::discord::i18n::{Arg, Words};
use crate::discord::view::format::last_day;
use crate::discord::view::markdown::UserText;
use crate::model::Time;

/// Maximum number of readings of an ambiguous turn that are listed.
const MOST_READINGS: usize = 12;
/// Maximum number of characters that are quoted of a text typed by the user.
const MOST_QUOTED: usize = 60;

/// Explains a refusal in the given language.
pub fn refusal(language: Language, refusal: &Refusal) -> String {
    let words = Words::of(language);
    match refusal {
        Refusal::Text(error) => text(words, error),
        Refusal::Record(problem) => record(words, problem),
        refusal => {
            let arguments = refusal.arguments().into_iter();
            let arguments = arguments.map(|(name, value)| (name, shown(words, value)));
            let arguments: Vec<(&str, Arg)> = arguments.collect();
            let said = words.say(&format!("refused-{}", refusal.key()), &arguments);
            // A channel that is not known leaves a space behind.
            said.trim_end().to_owned()
        }
    }
}

/// An argument as it appears in the explanation.
fn shown(words: &Words, argument: Argument) -> Arg {
    match argument {
        Argument::Number(number) => Arg::Number(number),
        Argument::Time(time) => timestamp(seconds(time)).into(),
        // Rounded up, so that the user does not try too early.
        Argument::RetryTime(time) => timestamp(seconds(time) + 1).into(),
        Argument::LastDay(end) => last_day(end).into(),
        Argument::Channels(ids) => listed(ids.iter().map(|id| format!("<#{id}>"))).into(),
        Argument::Roles(ids) => listed(ids.iter().map(|id| format!("<@&{id}>"))).into(),
        Argument::CodePart(part) => code_part(words, part).into(),
        Argument::Text(text) => unquoted(&text).into(),
        Argument::Quote(text) => UserText::line(&text).code(MOST_QUOTED).into(),
    }
}

const fn seconds(time: Time) -> i64 {
    time.0.div_euclid(1000)
}

/// A time that Discord shows relative to the current one.
fn timestamp(seconds: i64) -> String {
    format!("<t:{seconds}:R>")
}

fn listed(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

/// A text for inline code, which a backtick would end.
fn unquoted(text: &str) -> String {
    text.replace('`', "'")
}

/// The name of a part of a position code.
fn code_part(words: &Words, part: &str) -> String {
    let key = format!("code-{}", part.replace(' ', "-"));
    if words.has(&key) {
        words.say(&key, &[])
    } else {
        words.say("code-other", &[])
    }
}

/// Explains why a typed turn was not accepted.
fn text(words: &Words, error: &ReadError<AnyIllegal>) -> String {
    match error {
        ReadError::Unreadable(error) => unreadable(words, error),
        ReadError::Illegal { turn, rule } => {
            let rule = illegal(words, rule);
            match turn {
                Some(turn) => words.say(
                    "refused-illegal-turn",
                    &[("turn", turn.as_str().into()), ("rule", rule.into())],
                ),
                None => words.say("refused-illegal", &[("rule", rule.into())]),
            }
        }
        ReadError::Ambiguous { readings } => {
            let quoted = |text: &String| format!("`{text}`");
            let mut list: Vec<String> = readings.iter().take(MOST_READINGS).map(quoted).collect();
            if readings.len() > MOST_READINGS {
                list.push("…".to_owned());
            }
            words.say("refused-ambiguous", &[("readings", list.join(", ").into())])
        }
    }
}

/// Explains the rule that forbids a turn.
fn illegal(words: &Words, rule: &AnyIllegal) -> String {
    let Some((game, key)) = rule.key() else {
        return words.say("refused-other-game", &[]);
    };
    let arguments = rule.arguments().into_iter().map(|(name, argument)| {
        let argument = match (name, argument.into()) {
            // A reason has a text of its own.
            ("reason", Arg::Text(text)) => reason(words, game, &text).into(),
            (_, argument) => argument,
        };
        (name, argument)
    });
    let arguments: Vec<(&str, Arg)> = arguments.collect();
    words.say(&format!("{}-rule-{key}", game.as_str()), &arguments)
}

/// Letters separated by commas.
fn apart(letters: &str) -> String {
    let letters: Vec<String> = letters.chars().map(String::from).collect();
    letters.join(", ")
}

/// Explains where a typed turn can't be read, and what was expected there.
fn unreadable(words: &Words, error: &Unreadable) -> String {
    let say = |key: &str, args: &[(&str, Arg)]| words.say(key, args);
    let expected = match error.expected {
        Expected::Turn => say("expected-turn", &[]),
        Expected::Cell => say("expected-cell", &[]),
        Expected::CellOfBoard(name) => say("expected-cell-of-board", &[("cell", name.into())]),
        Expected::BeforeE9 => say("expected-before-e9", &[]),
        Expected::LetterOrCell(letters) => say(
            "expected-letter-or-cell",
            &[("letters", apart(letters).into())],
        ),
        Expected::Letters(letters) => {
            say("expected-letters", &[("letters", apart(letters).into())])
        }
        Expected::Canonical => say("expected-canonical", &[]),
        Expected::End => say("expected-end", &[]),
        Expected::Shorter => say("expected-shorter", &[]),
    };
    let at = ("at", Arg::from(error.at + 1));
    match error.found {
        Some(found) => {
            let found = unquoted(&found.to_string());
            let args = [at, ("found", found.into()), ("expected", expected.into())];
            say("refused-unreadable", &args)
        }
        None => say("refused-unreadable-end", &[("expected", expected.into())]),
    }
}

/// Explains why a record can't be imported.
fn record(words: &Words, problem: &BadRecord) -> String {
    let say = |key: &str, args: &[(&str, Arg)]| words.say(key, args);
    match problem {
        BadRecord::Empty => say("record-empty", &[]),
        BadRecord::TooLarge => say("record-large", &[("most", (LARGEST_RECORD >> 10).into())]),
        BadRecord::NotText => say("record-no-text", &[]),
        BadRecord::Sgf => say("record-sgf", &[]),
        BadRecord::Json { line, column } => {
            let args = [("line", (*line).into()), ("column", (*column).into())];
            say("record-json", &args)
        }
        BadRecord::Record(error) => {
            let said = record_problem(words, &error.problem);
            match error.line {
                Some(line) => {
                    let args = [("line", line.into()), ("problem", said.into())];
                    say("record-line", &args)
                }
                None => say("record-whole", &[("problem", said.into())]),
            }
        }
    }
}

/// Explains a problem in the text of a record.
fn record_problem(words: &Words, problem: &ParseProblem) -> String {
    let say = |key: &str, args: &[(&str, Arg)]| words.say(key, args);
    let about = |key: &str, text: &str| {
        words.say(
            key,
            &[("text", UserText::line(text).code(MOST_QUOTED).into())],
        )
    };
    match problem {
        ParseProblem::TooLong => say("record-large", &[("most", (LARGEST_RECORD >> 10).into())]),
        ParseProblem::Header => say("record-header", &[]),
        ParseProblem::UnknownHeader(name) => about("record-unknown-header", name),
        ParseProblem::Repeated(name) => about("record-repeated-header", name),
        ParseProblem::Missing(name) => about("record-missing-header", name),
        ParseProblem::Variant(_) => say("record-variant", &[]),
        ParseProblem::Rules(version) => about("record-rules", version),
        ParseProblem::Result(result) => about("record-result", result),
        ParseProblem::ResultAndEnding => say("record-result-and-ending", &[]),
        ParseProblem::Ending(ending) => about("record-ending", ending),
        ParseProblem::Round { found, expected } => {
            let args = [
                ("text", UserText::line(found).code(MOST_QUOTED).into()),
                ("number", (*expected).into()),
            ];
            say("record-round", &args)
        }
        ParseProblem::HalfRound(_) => say("record-half-round", &[]),
        ParseProblem::Turn { ply, text, error } => {
            let args = [
                ("number", (*ply).into()),
                ("text", UserText::line(text).code(MOST_QUOTED).into()),
                ("problem", self::text(words, error).into()),
            ];
            // The explanation of an illegal turn names the turn itself.
            let key = match error {
                ReadError::Illegal { turn: Some(_), .. } => "record-turn",
                _ => "record-turn-of",
            };
            say(key, &args)
        }
        ParseProblem::Record(RecordError::Ended) => say("record-ended", &[]),
        ParseProblem::Record(RecordError::TooLong) => say("record-endless", &[]),
        ParseProblem::Record(RecordError::Illegal(rule)) => illegal(words, rule),
        ParseProblem::Record(RecordError::Winner(_) | RecordError::NotByRule(_)) => {
            say("record-result-and-ending", &[])
        }
        ParseProblem::Start(_) => say("record-start", &[]),
        ParseProblem::Unclosed => say("record-unclosed", &[]),
        ParseProblem::AfterResult => say("record-after-result", &[]),
        ParseProblem::OnUsualBoard(problem) => {
            let problem = record_problem(words, problem);
            say("record-usual-board", &[("problem", problem.into())])
        }
    }
}
