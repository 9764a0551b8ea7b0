//! `/learn`: short lessons, each a position to be solved in the composer.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::side::{BySide, Side};
use hexpost_render::alt::describe;
use hexpost_render::{View, marks};
use serde_json::Value;

use crate::app::lessons::{Lesson, LessonAttempt, Missed};
use crate::app::{AppError, Move, Refusal};
use crate::discord::composer::{self, Composer, Pressed, State};
use crate::discord::custom_id::action::Learn;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::{CustomId, Table, Tap};
use crate::discord::features::rules;
use crate::discord::i18n::alt_text::reason;
use crate::discord::i18n::refusal;
use crate::discord::i18n::turn::turn_in_words;
use crate::discord::interaction::command::command;
use crate::discord::interaction::cx::Cx;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::response::Response;
use crate::discord::rule_pages::{Page, page_for};
use crate::discord::view::components::{key, open_challenge_button};
use crate::discord::view::format::FILE;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Choice, Message, Picture, SelectMenu,
};
use crate::discord::view::reader::Reader;

pub(crate) fn slash_command() -> Value {
    command("learn", Vec::new())
}

pub(crate) async fn run(cx: &Cx<'_>) -> Result<Response, HandlerError> {
    let list = learn(cx, Learn::List).await?;
    Ok(Response::Ephemeral(list))
}

/// A button of the lessons; it answers with a new message if `as_new_message`.
pub(crate) async fn press(
    cx: &Cx<'_>,
    what: Learn,
    as_new_message: bool,
) -> Result<Response, HandlerError> {
    let message = learn(cx, what).await?;
    Ok(if as_new_message {
        Response::Ephemeral(message)
    } else {
        Response::Show(message)
    })
}

/// The message for a button of the lessons.
pub(crate) async fn learn(cx: &Cx<'_>, what: Learn) -> Result<Message, HandlerError> {
    match what {
        Learn::List => list(cx).await,
        Learn::Open(lesson) => screen(cx.reader, lesson, &State::default()),
        Learn::Solution(lesson) => Ok(answer(cx.reader, lesson)),
    }
}

/// A button of a lesson, on a message that it changes.
fn go(what: Learn) -> CustomId {
    CustomId::Menu(MenuAction::Learn {
        what,
        as_new_message: false,
    })
}

fn title(reader: &Reader, lesson: Lesson) -> String {
    reader
        .words
        .say(&format!("lesson-title-{}", lesson.name), &[])
}

/// All lessons, and which of them are solved.
async fn list(cx: &Cx<'_>) -> Result<Message, HandlerError> {
    let words = cx.reader.words;
    let solved = cx.app.solved_lessons(cx.invoker.id).await?;
    let is_solved = |lesson: &Lesson| solved.contains(lesson);
    let all = Lesson::ALL;
    let mut lines = vec![words.say("learn-title", &[])];
    lines.push(words.say(
        "learn-progress",
        &[("count", solved.len().into()), ("all", all.len().into())],
    ));
    let options = all.iter().map(|lesson| {
        let title = title(cx.reader, *lesson);
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
    let mut rows = vec![ActionRow::SelectMenu(SelectMenu {
        id: CustomId::Menu(MenuAction::Menu).write(),
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
        let next = key(&button, words.say(label, &[]), ButtonStyle::Primary);
        rows.push(ActionRow::Buttons(vec![
            next,
            rules::page_button(cx.reader, Page::FIRST),
        ]));
    } else {
        lines.push(words.say("learn-complete", &[]));
        rows.push(ActionRow::Buttons(vec![open_challenge_button(words)]));
    }
    Ok(Message {
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

/// The names of the two sides of a lesson: the learner and an opponent.
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
fn screen(reader: &Reader, lesson: Lesson, state: &State) -> Result<Message, HandlerError> {
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

/// Handles a tap in the composer of a lesson.
pub(crate) async fn tap(
    cx: &Cx<'_>,
    lesson: Lesson,
    tap: Tap,
    values: &[String],
) -> Result<Response, HandlerError> {
    Ok(match composer::press(tap, values) {
        Pressed::Show { state, .. } => Response::Update(screen(cx.reader, lesson, &state)?),
        Pressed::Play(steps) => try_turn(cx, lesson, &Move::Steps(steps)).await?,
        Pressed::Close | Pressed::Aside => Response::Update(Message {
            content: cx.reader.words.say("lesson-closed", &[]),
            picture: None,
            rows: vec![ActionRow::Buttons(vec![list_key(cx.reader)])],
        }),
        Pressed::Type => {
            let position = lesson.position();
            Response::Modal(composer(cx.reader, lesson, &position).form())
        }
        Pressed::Nothing => Response::Ack,
    })
}

/// Plays a turn in a lesson and shows whether it solves it.
pub(crate) async fn try_turn(
    cx: &Cx<'_>,
    lesson: Lesson,
    made: &Move,
) -> Result<Response, HandlerError> {
    let act = cx.act();
    let tried = match cx.app.try_lesson(&act, lesson, made).await {
        Err(AppError::Refused(refused @ Refusal::Text(_))) => {
            return Ok(Response::Update(illegal(cx.reader, lesson, &refused)));
        }
        tried => tried?,
    };
    Ok(Response::Update(match &tried.missed {
        None => right(cx, lesson, &tried).await?,
        Some(missed) => wrong(cx.reader, lesson, &tried, missed),
    }))
}

async fn right(
    cx: &Cx<'_>,
    lesson: Lesson,
    tried: &LessonAttempt,
) -> Result<Message, HandlerError> {
    let words = cx.reader.words;
    let praise = format!("lesson-praise-{}", lesson.name);
    let praise = ("praise", words.say(&praise, &[]).into());
    let mut lines = vec![
        head(cx.reader, lesson),
        words.say("lesson-right", &[praise]),
    ];
    let solved = cx.app.solved_lessons(cx.invoker.id).await?;
    let mut keys = Vec::new();
    if let Some(next) = lesson.next() {
        let label = words.say("key-next-lesson", &[]);
        keys.push(key(&go(Learn::Open(next)), label, ButtonStyle::Primary));
    }
    if solved.len() == Lesson::ALL.len() {
        lines.push(words.say("learn-complete", &[]));
        keys.push(open_challenge_button(words));
    }
    keys.extend(rule_key(cx.reader, lesson));
    keys.push(list_key(cx.reader));
    Ok(Message {
        content: lines.join("\n"),
        picture: Some(picture(cx.reader, lesson, &tried.turn, &tried.after)),
        rows: vec![ActionRow::Buttons(keys)],
    })
}

fn wrong(reader: &Reader, lesson: Lesson, tried: &LessonAttempt, missed: &Missed) -> Message {
    let why = ("why", why(reader, lesson, tried, missed).into());
    let content = [
        head(reader, lesson),
        goal(reader, lesson),
        reader.words.say("lesson-wrong", &[why]),
    ];
    Message {
        content: content.join("\n"),
        picture: Some(picture(reader, lesson, &tried.turn, &tried.after)),
        rows: again_rows(reader, lesson, false),
    }
}

/// What the turn missed, as text.
fn why(reader: &Reader, lesson: Lesson, tried: &LessonAttempt, missed: &Missed) -> String {
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
fn illegal(reader: &Reader, lesson: Lesson, refused: &Refusal) -> Message {
    let said = refusal::refusal(reader.words.language(), refused);
    let mut rows = again_rows(reader, lesson, false);
    let kind = lesson.position().kind();
    if let Some(page) = page_for(refused, Some(kind))
        && let Some(ActionRow::Buttons(keys)) = rows.last_mut()
    {
        keys.pop();
        keys.push(rules::rule_button(reader, page));
    }
    Message {
        content: format!("{}\n{}\n{said}", head(reader, lesson), goal(reader, lesson)),
        picture: None,
        rows,
    }
}

/// The solution of a lesson.
fn answer(reader: &Reader, lesson: Lesson) -> Message {
    let words = reader.words;
    let position = lesson.position();
    let mut reply = Message {
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

fn again_rows(reader: &Reader, lesson: Lesson, is_answered: bool) -> Vec<ActionRow> {
    let say = |name: &str| reader.words.say(name, &[]);
    let again = go(Learn::Open(lesson));
    let answer = go(Learn::Solution(lesson));
    let mut keys = vec![key(&again, say("key-lesson-again"), ButtonStyle::Primary)];
    if !is_answered {
        keys.push(key(&answer, say("key-lesson-answer"), ButtonStyle::Plain));
    }
    keys.extend(rule_key(reader, lesson));
    vec![ActionRow::Buttons(keys)]
}

fn list_key(reader: &Reader) -> Button {
    let label = reader.words.say("key-lessons", &[]);
    key(&go(Learn::List), label, ButtonStyle::Plain)
}

/// The page of the rules that explains a lesson.
fn rule_key(reader: &Reader, lesson: Lesson) -> Option<Button> {
    let page = Page::ALL
        .iter()
        .find(|page| page.lessons.contains(&lesson.name))?;
    Some(rules::rule_button(reader, *page))
}
