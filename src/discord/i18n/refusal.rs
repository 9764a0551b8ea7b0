//! Explanations of refusals: what was not done, why, and what to do instead.

use hexpost_engine::game::AnyIllegal;
use hexpost_engine::notation::{Expected, ReadError, Unreadable};
use hexpost_engine::record::{ParseProblem, RecordError};

use crate::app::Refusal;
use crate::app::error::RefusalArgument;
use crate::app::import::{BadRecord, MAX_RECORD};
use crate::app::people::settings::Language;
use crate::discord::i18n::alt_text_phrases::reason;
use crate::discord::i18n::{Arg, Locale};
use crate::discord::view::format::last_day;
use crate::discord::view::markdown::UserText;
use crate::model::Time;

/// Maximum number of readings of an ambiguous turn that are listed.
const MAX_READINGS: usize = 12;
/// Maximum number of characters that are quoted of a text typed by the user.
const MAX_QUOTED: usize = 60;

/// Explains a refusal in the given language.
pub fn refusal(language: Language, refusal: &Refusal) -> String {
    let locale = Locale::of(language);
    match refusal {
        Refusal::Text(error) => text(locale, error),
        Refusal::Record(problem) => record(locale, problem),
        refusal => {
            let arguments = refusal.arguments().into_iter();
            let arguments = arguments.map(|(name, value)| (name, shown(locale, value)));
            let arguments: Vec<(&str, Arg)> = arguments.collect();
            let said = locale.text(&format!("refused-{}", refusal.key()), &arguments);
            // A channel that is not known leaves a space behind.
            said.trim_end().to_owned()
        }
    }
}

/// An argument as it appears in the explanation.
fn shown(locale: &Locale, argument: RefusalArgument) -> Arg {
    match argument {
        RefusalArgument::Number(number) => Arg::Number(number),
        RefusalArgument::Time(time) => timestamp(seconds(time)).into(),
        // Rounded up, so that the user does not try too early.
        RefusalArgument::RetryTime(time) => timestamp(seconds(time) + 1).into(),
        RefusalArgument::LastDay(end) => last_day(end).into(),
        RefusalArgument::Channels(ids) => listed(ids.iter().map(|id| format!("<#{id}>"))).into(),
        RefusalArgument::Roles(ids) => listed(ids.iter().map(|id| format!("<@&{id}>"))).into(),
        RefusalArgument::CodePart(part) => code_part(locale, part).into(),
        RefusalArgument::Text(text) => unquoted(&text).into(),
        RefusalArgument::Quote(text) => UserText::line(&text).code(MAX_QUOTED).into(),
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
fn code_part(locale: &Locale, part: &str) -> String {
    let key = format!("code-{}", part.replace(' ', "-"));
    if locale.has(&key) {
        locale.text(&key, &[])
    } else {
        locale.text("code-other", &[])
    }
}

/// Explains why a typed turn was not accepted.
fn text(locale: &Locale, error: &ReadError<AnyIllegal>) -> String {
    match error {
        ReadError::Unreadable(error) => unreadable(locale, error),
        ReadError::Illegal { turn, rule } => {
            let rule = illegal(locale, rule);
            match turn {
                Some(turn) => locale.text(
                    "refused-illegal-turn",
                    &[("turn", turn.as_str().into()), ("rule", rule.into())],
                ),
                None => locale.text("refused-illegal", &[("rule", rule.into())]),
            }
        }
        ReadError::Ambiguous { readings } => {
            let quoted = |text: &String| format!("`{text}`");
            let mut list: Vec<String> = readings.iter().take(MAX_READINGS).map(quoted).collect();
            if readings.len() > MAX_READINGS {
                list.push("…".to_owned());
            }
            locale.text("refused-ambiguous", &[("readings", list.join(", ").into())])
        }
    }
}

/// Explains the rule that forbids a turn.
fn illegal(locale: &Locale, rule: &AnyIllegal) -> String {
    let Some((game, key)) = rule.key() else {
        return locale.text("refused-other-game", &[]);
    };
    let arguments = rule.arguments().into_iter().map(|(name, argument)| {
        let argument = match (name, argument.into()) {
            // A reason has a text of its own.
            ("reason", Arg::Text(text)) => reason(locale, game, &text).into(),
            (_, argument) => argument,
        };
        (name, argument)
    });
    let arguments: Vec<(&str, Arg)> = arguments.collect();
    locale.text(&format!("{}-rule-{key}", game.as_str()), &arguments)
}

/// Letters separated by commas.
fn apart(letters: &str) -> String {
    let letters: Vec<String> = letters.chars().map(String::from).collect();
    letters.join(", ")
}

/// Explains where a typed turn can't be read, and what was expected there.
fn unreadable(locale: &Locale, error: &Unreadable) -> String {
    let say = |key: &str, args: &[(&str, Arg)]| locale.text(key, args);
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
fn record(locale: &Locale, problem: &BadRecord) -> String {
    let say = |key: &str, args: &[(&str, Arg)]| locale.text(key, args);
    match problem {
        BadRecord::Empty => say("record-empty", &[]),
        BadRecord::TooLarge => say("record-large", &[("most", (MAX_RECORD >> 10).into())]),
        BadRecord::NotText => say("record-no-text", &[]),
        BadRecord::Sgf => say("record-sgf", &[]),
        BadRecord::Json { line, column } => {
            let args = [("line", (*line).into()), ("column", (*column).into())];
            say("record-json", &args)
        }
        BadRecord::Record(error) => {
            let said = record_problem(locale, &error.problem);
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
fn record_problem(locale: &Locale, problem: &ParseProblem) -> String {
    let say = |key: &str, args: &[(&str, Arg)]| locale.text(key, args);
    let about = |key: &str, text: &str| {
        locale.text(
            key,
            &[("text", UserText::line(text).code(MAX_QUOTED).into())],
        )
    };
    match problem {
        ParseProblem::TooLong => say("record-large", &[("most", (MAX_RECORD >> 10).into())]),
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
                ("text", UserText::line(found).code(MAX_QUOTED).into()),
                ("number", (*expected).into()),
            ];
            say("record-round", &args)
        }
        ParseProblem::HalfRound(_) => say("record-half-round", &[]),
        ParseProblem::Turn { ply, text, error } => {
            let args = [
                ("number", (*ply).into()),
                ("text", UserText::line(text).code(MAX_QUOTED).into()),
                ("problem", self::text(locale, error).into()),
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
        ParseProblem::Record(RecordError::Illegal(rule)) => illegal(locale, rule),
        ParseProblem::Record(RecordError::Winner(_) | RecordError::NotByRule(_)) => {
            say("record-result-and-ending", &[])
        }
        ParseProblem::Start(_) => say("record-start", &[]),
        ParseProblem::Unclosed => say("record-unclosed", &[]),
        ParseProblem::AfterResult => say("record-after-result", &[]),
        ParseProblem::OnUsualBoard(problem) => {
            let problem = record_problem(locale, problem);
            say("record-usual-board", &[("problem", problem.into())])
        }
    }
}
