//! Refusals in words: what was not done, why, and what to do instead.

use hexpost_engine::game::{AnyIllegal, GameKind};
use hexpost_engine::notation::{Expected, ReadError, Unreadable};
use hexpost_engine::record::{ParseProblem, RecordError};

use crate::app::Refusal;
use crate::app::import::{BadRecord, LARGEST_RECORD};
use crate::app::people::settings::Language;
use crate::discord::i18n::alt_text::reason;
use crate::discord::i18n::{Arg, Words};
use crate::discord::view::format::last_day;
use crate::discord::view::markdown::UserText;
use crate::model::{ChallengeState, Pace, Time};

/// So many readings of an ambiguous text are listed.
const MOST_READINGS: usize = 12;
/// So many characters of what someone has written are repeated.
const MOST_QUOTED: usize = 60;

/// Why something was not done, in a person's language.
pub fn refusal(language: Language, refusal: &Refusal) -> String {
    let words = Words::of(language);
    let say = |key: &str| words.say(key, &[]);
    match refusal {
        Refusal::Repeated => say("refused-repeated"),
        Refusal::UnknownGame => say("refused-unknown-game"),
        Refusal::NotAPlayer => say("refused-not-a-player"),
        Refusal::NotYourTurn => say("refused-not-your-turn"),
        Refusal::Finished => say("refused-finished"),
        Refusal::Stale | Refusal::Step(_) => say("refused-stale"),
        Refusal::Frozen => say("refused-frozen"),
        Refusal::Text(error) => text(words, error),
        Refusal::Unfinished => say("refused-unfinished"),
        Refusal::Touched(steps) => {
            words.say("refused-touched", &[("steps", steps.as_str().into())])
        }
        Refusal::NothingOffered => say("refused-nothing-offered"),
        Refusal::TheyOffered | Refusal::Crossing(_) => say("refused-they-offered"),
        Refusal::AlreadyOffered => say("refused-already-offered"),
        Refusal::OwnOffer => say("refused-own-offer"),
        Refusal::TooLateToAbort => say("refused-too-late-to-abort"),
        Refusal::NothingToTakeBack => say("refused-nothing-to-take-back"),
        Refusal::HasClock => say("refused-has-clock"),
        Refusal::NotYet(time) => say_when(words, "refused-not-yet", *time, 'R'),
        Refusal::NoNotice => say("refused-no-notice"),
        Refusal::NoClock
        | Refusal::OwnTime
        | Refusal::Away(_)
        | Refusal::TimeEnough
        | Refusal::NoZone
        | Refusal::UnknownZone
        | Refusal::EveningPast
        | Refusal::TooLate(_)
        | Refusal::VacationDays(_)
        | Refusal::NoVacationLeft(_)
        | Refusal::OnVacation(_)
        | Refusal::NoVacation
        | Refusal::Date
        | Refusal::PastDate
        | Refusal::FarDate => timing(words, refusal),
        Refusal::OwnTurn
        | Refusal::NoAnswer
        | Refusal::PlanFull(..)
        | Refusal::NothingPlanned
        | Refusal::NoSetup
        | Refusal::Wish(_)
        | Refusal::WishTaken(_)
        | Refusal::QueueFull(..)
        | Refusal::UnknownAnalysis
        | Refusal::AnalysisFull(_)
        | Refusal::NothingTried
        | Refusal::OtherPosition
        | Refusal::Code(_)
        | Refusal::LongCode(_) => thinking(words, refusal),
        Refusal::UnknownChallenge => say("refused-unknown-challenge"),
        Refusal::NotForYou => say("refused-not-for-you"),
        Refusal::OwnChallenge => say("refused-own-challenge"),
        Refusal::Decided(state) => say(decided(*state)),
        Refusal::WrongChannel(channels) => {
            let channels: Vec<String> = channels.iter().map(|id| format!("<#{id}>")).collect();
            words.say(
                "refused-wrong-channel",
                &[("channels", channels.join(", ").into())],
            )
        }
        Refusal::NobodyHere => say("refused-nobody-here"),
        Refusal::Oneself => say("refused-oneself"),
        Refusal::Bot => say("refused-bot"),
        Refusal::Identical(_) => say("refused-identical"),
        Refusal::TooMany(most) => words.say("refused-too-many", &[("count", (*most).into())]),
        Refusal::Variant(_) => {
            let listed = |game: &GameKind| format!("{}: {}", game.as_str(), game.variants());
            let variants: Vec<String> = GameKind::ALL.iter().map(listed).collect();
            words.say(
                "refused-variant",
                &[("variants", variants.join("; ").into())],
            )
        }
        Refusal::Days => words.say(
            "refused-days",
            &[("most", (Pace::LONGEST_DAYS as u64).into())],
        ),
        Refusal::RatedClock => say("refused-rated-clock"),
        Refusal::Note(most) => words.say("refused-note", &[("count", (*most).into())]),
        Refusal::Blocked => say("refused-blocked"),
        Refusal::Stranger => say("refused-stranger"),
        Refusal::NotAllowed(_)
        | Refusal::AcceptThere(_)
        | Refusal::StandingOpponent
        | Refusal::StandingServer
        | Refusal::StandingMost(_)
        | Refusal::TooManyStanding(_)
        | Refusal::OwnGame
        | Refusal::TooManyFollowers(_)
        | Refusal::TooManyFollowed(_)
        | Refusal::TooFast(_) => open_play(words, refusal),
        Refusal::Record(problem) => record(words, problem),
        Refusal::TooManyImports(most) => words.say("refused-imports", &[("count", (*most).into())]),
    }
}

/// A sentence with a moment.
fn say_when(words: &Words, key: &str, time: Time, style: char) -> String {
    let when = format!("<t:{}:{style}>", time.0.div_euclid(1000));
    words.say(key, &[("when", when.into())])
}

/// A sentence with the last day of a vacation.
fn say_last_day(words: &Words, key: &str, end: Time) -> String {
    words.say(key, &[("when", last_day(end).into())])
}

/// A sentence with a number.
fn say_count(words: &Words, key: &str, count: i64) -> String {
    let count = u64::try_from(count).unwrap_or_default();
    words.say(key, &[("count", count.into())])
}

/// What is refused about clocks, reminders and vacations.
fn timing(words: &Words, refusal: &Refusal) -> String {
    let say = |key: &str| words.say(key, &[]);
    match refusal {
        Refusal::NoClock => say("refused-no-clock"),
        Refusal::OwnTime => say("refused-own-time"),
        Refusal::Away(until) => say_last_day(words, "refused-away", *until),
        Refusal::TimeEnough => say("refused-time-enough"),
        Refusal::NoZone => say("refused-no-zone"),
        Refusal::UnknownZone => say("refused-unknown-zone"),
        Refusal::EveningPast => say("refused-evening-past"),
        Refusal::TooLate(deadline) => say_when(words, "refused-too-late", *deadline, 'R'),
        Refusal::VacationDays(most) => say_count(words, "refused-vacation-days", *most),
        Refusal::NoVacationLeft(left) => say_count(words, "refused-no-vacation-left", *left),
        Refusal::OnVacation(until) => say_last_day(words, "refused-on-vacation", *until),
        Refusal::NoVacation => say("refused-no-vacation"),
        Refusal::Date => say("refused-date"),
        Refusal::PastDate => say("refused-past-date"),
        Refusal::FarDate => say("refused-far-date"),
        _ => String::new(),
    }
}

/// What is refused about open challenges, watching, and whoever asks too fast.
fn open_play(words: &Words, refusal: &Refusal) -> String {
    let say = |key: &str| words.say(key, &[]);
    match refusal {
        Refusal::AcceptThere(channel) => {
            let place = channel.map_or_else(String::new, |id| format!("<#{id}>"));
            let said = words.say("refused-accept-there", &[("channel", place.into())]);
            said.trim_end().to_owned()
        }
        Refusal::NotAllowed(roles) => {
            let roles: Vec<String> = roles.iter().map(|id| format!("<@&{id}>")).collect();
            words.say("refused-not-allowed", &[("roles", roles.join(", ").into())])
        }
        Refusal::StandingOpponent => say("refused-standing-opponent"),
        Refusal::StandingServer => say("refused-standing-server"),
        Refusal::StandingMost(most) => {
            words.say("refused-standing-most", &[("count", (*most).into())])
        }
        Refusal::TooManyStanding(most) => {
            words.say("refused-too-many-standing", &[("count", (*most).into())])
        }
        Refusal::OwnGame => say("refused-own-game"),
        Refusal::TooManyFollowers(most) => {
            words.say("refused-too-many-followers", &[("count", (*most).into())])
        }
        Refusal::TooManyFollowed(most) => {
            words.say("refused-too-many-followed", &[("count", (*most).into())])
        }
        Refusal::TooFast(time) => {
            // The moment is rounded up, so that nobody comes back too early.
            let when = format!("<t:{}:R>", time.0.div_euclid(1000) + 1);
            words.say("refused-too-fast", &[("when", when.into())])
        }
        _ => String::new(),
    }
}

/// What was refused about plans and private boards.
fn thinking(words: &Words, refusal: &Refusal) -> String {
    let say = |key: &str, args: &[(&str, Arg)]| words.say(key, args);
    let count = |count: &usize| [("count", (*count).into())];
    match refusal {
        Refusal::OwnTurn => say("refused-own-turn", &[]),
        Refusal::NoAnswer => say("refused-no-answer", &[]),
        Refusal::PlanFull(branches, deep) => {
            let args = [("count", (*branches).into()), ("deep", (*deep).into())];
            say("refused-plan-full", &args)
        }
        Refusal::NothingPlanned => say("refused-nothing-planned", &[]),
        Refusal::NoSetup => say("refused-no-setup", &[]),
        Refusal::WishTaken(text) => {
            let text = UserText::line(text).code(MOST_QUOTED);
            say("refused-wish-taken", &[("text", text.into())])
        }
        Refusal::Wish(text) => {
            // A backtick would end the quotation.
            let text = text.replace('`', "'");
            say("refused-wish", &[("text", text.into())])
        }
        Refusal::QueueFull(wishes, places) => {
            let args = [("count", (*wishes).into()), ("places", (*places).into())];
            say("refused-queue-full", &args)
        }
        Refusal::AnalysisFull(most) => say("refused-analysis-full", &count(most)),
        Refusal::NothingTried => say("refused-nothing-tried", &[]),
        Refusal::OtherPosition => say("refused-other-position", &[]),
        Refusal::Code(error) => {
            let args = [("part", code_part(words, error.part).into())];
            say("refused-code", &args)
        }
        Refusal::LongCode(most) => say("refused-long-code", &count(most)),
        _ => say("refused-unknown-analysis", &[]),
    }
}

/// The part of a position code that can't be read.
fn code_part(words: &Words, part: &str) -> String {
    let key = format!("code-{}", part.replace(' ', "-"));
    if words.has(&key) {
        words.say(&key, &[])
    } else {
        words.say("code-other", &[])
    }
}

const fn decided(state: ChallengeState) -> &'static str {
    match state {
        ChallengeState::Open => "refused-stale",
        ChallengeState::Accepted => "refused-decided-accepted",
        ChallengeState::Declined => "refused-decided-declined",
        ChallengeState::Withdrawn => "refused-decided-withdrawn",
        ChallengeState::Expired => "refused-decided-expired",
    }
}

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

/// The rule that forbids a turn.
fn illegal(words: &Words, rule: &AnyIllegal) -> String {
    let Some((game, key)) = rule.key() else {
        return words.say("refused-other-game", &[]);
    };
    let arguments = rule.arguments().into_iter().map(|(name, argument)| {
        let argument = match (name, argument.into()) {
            // A reason is a sentence of its own.
            ("reason", Arg::Text(text)) => reason(words, game, &text).into(),
            (_, argument) => argument,
        };
        (name, argument)
    });
    let arguments: Vec<(&str, Arg)> = arguments.collect();
    words.say(&format!("{}-rule-{key}", game.as_str()), &arguments)
}

/// Letters as people list them.
fn apart(letters: &str) -> String {
    let letters: Vec<String> = letters.chars().map(String::from).collect();
    letters.join(", ")
}

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
            let found = found.to_string();
            // A backtick would end the quotation.
            let found = found.replace('`', "'");
            let args = [at, ("found", found.into()), ("expected", expected.into())];
            say("refused-unreadable", &args)
        }
        None => say("refused-unreadable-end", &[("expected", expected.into())]),
    }
}

/// What is wrong with a record that someone has brought along.
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
            // Why a turn is not possible is told with the turn.
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
