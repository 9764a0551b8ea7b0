//! `/learn`: the games in short lessons.
//!
//! Lessons: the list of them, a position to be solved in the composer, and what came of a try.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::side::{BySide, Side};
use hexpost_render::alt::describe;
use hexpost_render::{View, marks};
use serde_json::Value;

use crate::app::lessons::{Lesson, Missed, Tried};
use crate::app::{Move, No, Refusal};
use crate::discord::composer::{Composer, Pressed, State, press};
use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::action::Learn;
use crate::discord::custom_id::menu::Other;
use crate::discord::custom_id::{Button, Table, Tap};
use crate::discord::features::help::challenge_key;
use crate::discord::features::rules::Page;
use crate::discord::features::{command, rules};
use crate::discord::i18n::alt_text::reason;
use crate::discord::i18n::refusal;
use crate::discord::i18n::turn::turn_in_words;
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::request::Caller;
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::{FILE, key};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{Choice, Key, Menu, Picture, Reply, Row, Style};

pub(crate) fn slash_command() -> Value {
    command("learn", Vec::new())
}

pub(crate) async fn run(host: &Host, caller: &Caller, reader: &Reader) -> Result<Answer, Stop> {
    let list = learn(host, caller, reader, Learn::List).await?;
    Ok(Answer::Tell(list))
}

/// What a button of a lesson does.
pub(crate) async fn learn(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    what: Learn,
) -> Result<Reply, Stop> {
    match what {
        Learn::List => list(host, caller, reader).await,
        Learn::Open(lesson) => screen(reader, lesson, &State::default()),
        Learn::Answer(lesson) => Ok(answer(reader, lesson)),
    }
}

/// A button of a lesson, on a message that it changes.
fn go(what: Learn) -> Button {
    Button::Other(Other::Learn { what, anew: false })
}

fn title(reader: &Reader, lesson: Lesson) -> String {
    reader
        .words
        .say(&format!("lesson-title-{}", lesson.name), &[])
}

/// All lessons, and which of them are solved.
async fn list(host: &Host, caller: &Caller, reader: &Reader) -> Result<Reply, Stop> {
    let words = reader.words;
    let solved = host.app.solved_lessons(caller.id).await?;
    let is_solved = |lesson: &Lesson| solved.contains(lesson);
    let all = Lesson::ALL;
    let mut lines = vec![words.say("learn-title", &[])];
    lines.push(words.say(
        "learn-progress",
        &[("count", solved.len().into()), ("all", all.len().into())],
    ));
    let options = all.iter().map(|lesson| {
        let title = title(reader, *lesson);
        let label = if is_solved(lesson) {
            words.say("learn-solved", &[("title", title.into())])
        } else {
            title
        };
        Choice {
            label,
            value: go(Learn::Open(*lesson)).write(),
            description: None,
            is_chosen: false,
        }
    });
    let mut rows = vec![Row::Menu(Menu {
        id: Button::Other(Other::Menu).write(),
        placeholder: words.say("learn-choose", &[]),
        options: options.collect(),
    })];
    if let Some(next) = all.iter().find(|lesson| !is_solved(lesson)) {
        let label = if solved.is_empty() {
            "key-first-lesson"
        } else {
            "key-next-lesson"
        };
        let button = go(Learn::Open(*next));
        let next = key(&button, words.say(label, &[]), Style::Primary);
        rows.push(Row::Keys(vec![next, rules::key_to(reader, Page::FIRST)]));
    } else {
        lines.push(words.say("learn-complete", &[]));
        rows.push(Row::Keys(vec![challenge_key(words)]));
    }
    Ok(Reply {
        content: lines.join("\n"),
        picture: None,
        rows,
    })
}

fn composer<'a>(reader: &Reader, lesson: Lesson, position: &'a AnyGame) -> Composer<'a> {
    Composer {
        game: position,
        table: Table::Lesson(lesson),
        words: reader.words,
        input: reader.settings.input,
        touched: 0,
        usual: None,
        theme: reader.theme(),
        size: reader.size(),
        is_flipped: false,
        names: lesson_names(reader, position.to_move()),
    }
}

/// What the two are called who play a lesson: the one who learns, and an opponent.
fn lesson_names(reader: &Reader, learner: Side) -> BySide<UserText> {
    BySide::new_with(|side| {
        let name = if side == learner {
            "lesson-you"
        } else {
            "lesson-opponent"
        };
        UserText::line(&reader.words.say(name, &[]))
    })
}

/// The lesson's name and its number.
fn head(reader: &Reader, lesson: Lesson) -> String {
    let args = [
        ("title", title(reader, lesson).into()),
        ("number", (lesson.index() + 1).into()),
        ("count", Lesson::ALL.len().into()),
    ];
    reader.words.say("lesson-head", &args)
}

/// A screen of the composer below the task.
fn screen(reader: &Reader, lesson: Lesson, state: &State) -> Result<Reply, Stop> {
    let position = lesson.position();
    let composer = composer(reader, lesson, &position);
    let mut reply = composer.screen(state).map_err(Refusal::from)?.reply;
    let goal = goal(reader, lesson);
    reply.content = format!("{}\n{goal}\n\n{}", head(reader, lesson), reply.content);
    Ok(reply)
}

/// The task.
fn goal(reader: &Reader, lesson: Lesson) -> String {
    let goal = format!("lesson-goal-{}", lesson.name);
    reader.words.say(&goal, &[])
}

/// A tap in the composer of a lesson.
pub(crate) async fn tapped(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    lesson: Lesson,
    tap: Tap,
    values: &[String],
) -> Result<Answer, Stop> {
    Ok(match press(tap, values) {
        Pressed::Show { state, .. } => Answer::Change(screen(reader, lesson, &state)?),
        Pressed::Play(steps) => try_it(host, caller, reader, lesson, &Move::Steps(steps)).await?,
        Pressed::Close | Pressed::Aside => Answer::Change(Reply {
            content: reader.words.say("lesson-closed", &[]),
            picture: None,
            rows: vec![Row::Keys(vec![list_key(reader)])],
        }),
        Pressed::Type => {
            let position = lesson.position();
            Answer::Ask(composer(reader, lesson, &position).form())
        }
        Pressed::Nothing => Answer::Nothing,
    })
}

/// A turn for a lesson: what came of it.
pub(crate) async fn try_it(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    lesson: Lesson,
    made: &Move,
) -> Result<Answer, Stop> {
    let act = caller.act(host.now());
    let tried = match host.app.try_lesson(&act, lesson, made).await {
        Err(No::Refused(refused @ Refusal::Text(_))) => {
            return Ok(Answer::Change(illegal(reader, lesson, &refused)));
        }
        tried => tried?,
    };
    Ok(Answer::Change(match &tried.missed {
        None => right(host, caller, reader, lesson, &tried).await?,
        Some(missed) => wrong(reader, lesson, &tried, missed),
    }))
}

async fn right(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    lesson: Lesson,
    tried: &Tried,
) -> Result<Reply, Stop> {
    let words = reader.words;
    let praise = format!("lesson-praise-{}", lesson.name);
    let praise = ("praise", words.say(&praise, &[]).into());
    let mut lines = vec![head(reader, lesson), words.say("lesson-right", &[praise])];
    let solved = host.app.solved_lessons(caller.id).await?;
    let mut keys = Vec::new();
    if let Some(next) = lesson.next() {
        let label = words.say("key-next-lesson", &[]);
        keys.push(key(&go(Learn::Open(next)), label, Style::Primary));
    }
    if solved.len() == Lesson::ALL.len() {
        lines.push(words.say("learn-complete", &[]));
        keys.push(challenge_key(words));
    }
    keys.extend(rule_key(reader, lesson));
    keys.push(list_key(reader));
    Ok(Reply {
        content: lines.join("\n"),
        picture: Some(picture(reader, lesson, &tried.turn, &tried.after)),
        rows: vec![Row::Keys(keys)],
    })
}

fn wrong(reader: &Reader, lesson: Lesson, tried: &Tried, missed: &Missed) -> Reply {
    let why = ("why", why(reader, lesson, tried, missed).into());
    let content = [
        head(reader, lesson),
        goal(reader, lesson),
        reader.words.say("lesson-wrong", &[why]),
    ];
    Reply {
        content: content.join("\n"),
        picture: Some(picture(reader, lesson, &tried.turn, &tried.after)),
        rows: again_rows(reader, lesson, false),
    }
}

/// What was missed, in words.
fn why(reader: &Reader, lesson: Lesson, tried: &Tried, missed: &Missed) -> String {
    let words = reader.words;
    let after = &tried.after;
    let reply = |turn: &AnyTurn| ("reply", after.write(turn).unwrap_or_default().into());
    let ending = |name: &str| ("reason", reason(words, after.kind(), name).into());
    match missed {
        Missed::CanBeCaptured(turn) => {
            let said = turn_in_words(words.language(), after, turn);
            words.say("missed-capture", &[reply(turn), ("said", said.into())])
        }
        Missed::OtherKind => {
            let said = turn_in_words(words.language(), &lesson.position(), &tried.turn);
            words.say("missed-kind", &[("said", said.into())])
        }
        Missed::ShortChain(count) => words.say("missed-chain", &[("count", (*count).into())]),
        Missed::NothingIsolated => words.say("missed-isolation", &[]),
        Missed::LeftThere => words.say("missed-claim", &[]),
        Missed::NotForced => words.say("missed-bait", &[]),
        Missed::TooLittle(turn) => words.say("missed-return", &[reply(turn)]),
        Missed::Loses(turn, name) => words.say("missed-loss", &[reply(turn), ending(name)]),
        Missed::LosesAtOnce(name) => words.say("missed-own-loss", &[ending(name)]),
        Missed::NoWin => words.say("missed-win", &[]),
    }
}

/// A turn that the rules forbid.
fn illegal(reader: &Reader, lesson: Lesson, refused: &Refusal) -> Reply {
    let said = refusal::refusal(reader.words.language(), refused);
    let mut rows = again_rows(reader, lesson, false);
    let kind = lesson.position().kind();
    if let Some(page) = rules::page_for(refused, Some(kind))
        && let Some(Row::Keys(keys)) = rows.last_mut()
    {
        keys.pop();
        keys.push(rules::key_for_rule(reader, page));
    }
    Reply {
        content: format!("{}\n{}\n{said}", head(reader, lesson), goal(reader, lesson)),
        picture: None,
        rows,
    }
}

/// A solution, for whoever asks for it.
fn answer(reader: &Reader, lesson: Lesson) -> Reply {
    let words = reader.words;
    let position = lesson.position();
    let mut reply = Reply {
        content: format!("{}\n{}", head(reader, lesson), goal(reader, lesson)),
        picture: None,
        rows: again_rows(reader, lesson, true),
    };
    if let Some(turn) = lesson.answer() {
        let args = [
            ("turn", position.write(&turn).unwrap_or_default().into()),
            (
                "said",
                turn_in_words(words.language(), &position, &turn).into(),
            ),
        ];
        reply.content = format!("{}\n{}", reply.content, words.say("lesson-answer", &args));
        let after = lesson.tried(turn).after;
        reply.picture = Some(picture(reader, lesson, &turn, &after));
    }
    reply
}

fn picture(reader: &Reader, lesson: Lesson, turn: &AnyTurn, after: &AnyGame) -> Picture {
    let before = lesson.position();
    let mut view = View::new(after.clone());
    view.marks = marks::last_turn(&before, turn);
    view.theme = reader.theme();
    view.size = reader.size();
    view.is_cropped = true;
    Picture {
        alt: describe(after, Some((&before, turn)), reader.words),
        view,
        file: FILE,
    }
}

fn again_rows(reader: &Reader, lesson: Lesson, is_answered: bool) -> Vec<Row> {
    let say = |name: &str| reader.words.say(name, &[]);
    let again = go(Learn::Open(lesson));
    let answer = go(Learn::Answer(lesson));
    let mut keys = vec![key(&again, say("key-lesson-again"), Style::Primary)];
    if !is_answered {
        keys.push(key(&answer, say("key-lesson-answer"), Style::Plain));
    }
    keys.extend(rule_key(reader, lesson));
    vec![Row::Keys(keys)]
}

fn list_key(reader: &Reader) -> Key {
    let label = reader.words.say("key-lessons", &[]);
    key(&go(Learn::List), label, Style::Plain)
}

/// The page of the rules that a lesson is about.
fn rule_key(reader: &Reader, lesson: Lesson) -> Option<Key> {
    let page = Page::ALL
        .iter()
        .find(|page| page.lessons.contains(&lesson.name))?;
    Some(rules::key_for_rule(reader, *page))
}
