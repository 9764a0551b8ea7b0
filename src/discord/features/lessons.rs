//! `/learn`: short lessons, each a position to be solved in the composer.

use hexpost_engine::game::{AnyGame, AnyTurn, GameKind};
use hexpost_engine::side::{BySide, Side};
use hexpost_render::alt_text::describe;
use hexpost_render::diagram::Diagram;
use hexpost_render::{View, marks};
use serde_json::Value;

use crate::app::lessons::{Lesson, LessonAttempt, LessonMiss};
use crate::app::{AppError, Refusal, TurnInput};
use crate::discord::composer::{self, Composer, ComposerOutcome, ComposerState};
use crate::discord::custom_id::action::LessonAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::{ComposerTarget, CustomId, Tap};
use crate::discord::features::rules;
use crate::discord::i18n::alt_text_phrases::{NamedAltText, reason};
use crate::discord::i18n::refusal;
use crate::discord::i18n::turn::turn_in_words;
use crate::discord::interaction::command::command;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::rule_pages::{RulePage, page_for};
use crate::discord::view::components::{key, open_challenge_button, play_computer_button};
use crate::discord::view::format::{FILE, drawn, plain};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Message, Picture, SelectMenu, SelectOption,
};
use crate::discord::view::reader::Reader;

pub(crate) fn slash_command() -> Value {
    command("learn", Vec::new())
}

pub(crate) async fn run(cx: &Cx<'_>) -> Result<Response, HandlerError> {
    let list = learn(cx, LessonAction::List).await?;
    Ok(Response::Ephemeral(list))
}

/// A button of the lessons; it answers with a new message if `as_new_message`.
pub(crate) async fn press(
    cx: &Cx<'_>,
    what: LessonAction,
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
pub(crate) async fn learn(cx: &Cx<'_>, what: LessonAction) -> Result<Message, HandlerError> {
    match what {
        LessonAction::List => list(cx).await,
        LessonAction::Open(lesson) => screen(cx.reader, lesson, &ComposerState::default()),
        LessonAction::Solution(lesson) => Ok(answer(cx.reader, lesson)),
        LessonAction::About(game) => Ok(about(cx.reader, game)),
    }
}

/// A button of a lesson, on a message that it changes.
fn go(what: LessonAction) -> CustomId {
    CustomId::Menu(MenuAction::Lesson {
        what,
        as_new_message: false,
    })
}

fn title(reader: &Reader, lesson: Lesson) -> String {
    reader
        .locale
        .text(&format!("lesson-title-{}", lesson.name), &[])
}

/// The button to a lesson: for the first lesson of a game, to what the game is about.
fn begin(lesson: Lesson) -> CustomId {
    let game = lesson.game();
    go(if Lesson::first_of(game) == Some(lesson) {
        LessonAction::About(game)
    } else {
        LessonAction::Open(lesson)
    })
}

fn about_title(reader: &Reader, game: GameKind) -> String {
    let name = ("game", game_name(reader, game).into());
    reader.locale.text("about-title", &[name])
}

fn game_name(reader: &Reader, game: GameKind) -> String {
    reader.locale.text(&format!("{}-name", game.as_str()), &[])
}

/// What a game is about: how to win, and what a capture is. Its first lesson follows.
fn about(reader: &Reader, game: GameKind) -> Message {
    let locale = reader.locale;
    let text = locale.text(&format!("about-{}", game.as_str()), &[]);
    let mut keys = Vec::new();
    if let Some(first) = Lesson::first_of(game) {
        let start = go(LessonAction::Open(first));
        let label = locale.text("key-lesson-start", &[]);
        keys.push(key(&start, label, ButtonStyle::Good));
    }
    let others = GameKind::ALL.iter().filter(|other| **other != game);
    keys.extend(others.map(|other| {
        let button = go(LessonAction::About(*other));
        key(&button, game_name(reader, *other), ButtonStyle::Plain)
    }));
    keys.push(list_key(reader));
    Message {
        content: format!("**{}**\n{text}", about_title(reader, game)),
        picture: about_picture(reader, game),
        rows: vec![ActionRow::Buttons(keys)],
    }
}

/// A picture of a capture.
fn about_picture(reader: &Reader, game: GameKind) -> Option<Picture> {
    let page = RulePage::named(&format!("{}-capture", game.as_str()))?;
    let diagram = Diagram::named(page.diagram)?;
    let mut view = diagram.view()?;
    view.theme = reader.theme();
    Some(Picture {
        alt: diagram.describe(reader.locale)?,
        view: view.into(),
        file: FILE,
    })
}

/// All lessons, and which of them are solved.
async fn list(cx: &Cx<'_>) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let solved = cx.app.solved_lessons(cx.invoker.id).await?;
    let is_solved = |lesson: &Lesson| solved.contains(lesson);
    let all = Lesson::ALL;
    let mut lines = vec![locale.text("learn-title", &[])];
    lines.push(locale.text(
        "learn-progress",
        &[("count", solved.len().into()), ("all", all.len().into())],
    ));
    let option = |label: String, screen: &CustomId| SelectOption {
        label,
        value: screen.write(),
        description: None,
        is_chosen: false,
    };
    let mut options = Vec::new();
    for lesson in all {
        let game = lesson.game();
        if Lesson::first_of(game) == Some(*lesson) {
            let screen = go(LessonAction::About(game));
            options.push(option(about_title(cx.reader, game), &screen));
        }
        let title = title(cx.reader, *lesson);
        let label = if is_solved(lesson) {
            locale.text("learn-solved", &[("title", title.into())])
        } else {
            title
        };
        options.push(option(label, &go(LessonAction::Open(*lesson))));
    }
    let mut rows = vec![ActionRow::SelectMenu(SelectMenu {
        id: CustomId::Menu(MenuAction::Selected).write(),
        placeholder: locale.text("learn-choose", &[]),
        options,
    })];
    if let Some(next) = all.iter().find(|lesson| !is_solved(lesson)) {
        let label = if solved.is_empty() {
            "key-first-lesson"
        } else {
            "key-next-lesson"
        };
        let next = key(&begin(*next), locale.text(label, &[]), ButtonStyle::Primary);
        rows.push(ActionRow::Buttons(vec![
            next,
            rules::page_button(cx.reader, RulePage::FIRST),
        ]));
    } else {
        lines.push(locale.text("learn-complete", &[]));
        rows.push(ActionRow::Buttons(vec![
            play_computer_button(locale),
            open_challenge_button(locale),
        ]));
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
        table: ComposerTarget::Lesson(lesson),
        locale: reader.locale,
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
        UserText::line(&reader.locale.text(name, &[]))
    })
}

/// The lesson's name and its number in the game.
fn head(reader: &Reader, lesson: Lesson) -> String {
    let (number, count) = lesson.number_in_game();
    let args = [
        ("title", title(reader, lesson).into()),
        ("number", number.into()),
        ("count", count.into()),
    ];
    reader.locale.text("lesson-head", &args)
}

/// A screen of the composer below the task.
fn screen(reader: &Reader, lesson: Lesson, state: &ComposerState) -> Result<Message, HandlerError> {
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
    reader.locale.text(&goal, &[])
}

/// Handles a tap in the composer of a lesson.
pub(crate) async fn tap(
    cx: &Cx<'_>,
    lesson: Lesson,
    tap: Tap,
    values: &[String],
) -> Result<Response, HandlerError> {
    Ok(match composer::press(tap, values) {
        ComposerOutcome::Show { state, .. } => Response::Update(screen(cx.reader, lesson, &state)?),
        ComposerOutcome::Play(steps) => try_turn(cx, lesson, &TurnInput::Steps(steps)).await?,
        ComposerOutcome::Close | ComposerOutcome::Discard => Response::Update(Message {
            content: cx.reader.locale.text("lesson-closed", &[]),
            picture: None,
            rows: vec![ActionRow::Buttons(vec![list_key(cx.reader)])],
        }),
        ComposerOutcome::Type => {
            let position = lesson.position();
            Response::Modal(composer(cx.reader, lesson, &position).form())
        }
        ComposerOutcome::Nothing => Response::Ack,
    })
}

/// Plays a turn in a lesson and shows whether it solves it.
pub(crate) async fn try_turn(
    cx: &Cx<'_>,
    lesson: Lesson,
    made: &TurnInput,
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
    let locale = cx.reader.locale;
    let praise = format!("lesson-praise-{}", lesson.name);
    let praise = ("praise", locale.text(&praise, &[]).into());
    let mut lines = vec![
        head(cx.reader, lesson),
        locale.text("lesson-right", &[praise]),
    ];
    let solved = cx.app.solved_lessons(cx.invoker.id).await?;
    let mut keys = Vec::new();
    if let Some(next) = lesson.next() {
        let label = locale.text("key-next-lesson", &[]);
        keys.push(key(&begin(next), label, ButtonStyle::Primary));
    }
    if solved.len() == Lesson::ALL.len() {
        lines.push(locale.text("learn-complete", &[]));
        keys.extend([play_computer_button(locale), open_challenge_button(locale)]);
    }
    keys.extend(rule_key(cx.reader, lesson));
    keys.push(list_key(cx.reader));
    Ok(Message {
        content: lines.join("\n"),
        picture: Some(picture(cx.reader, lesson, &tried.turn, &tried.after)),
        rows: vec![ActionRow::Buttons(keys)],
    })
}

fn wrong(reader: &Reader, lesson: Lesson, tried: &LessonAttempt, missed: &LessonMiss) -> Message {
    let why = ("why", why(reader, lesson, tried, missed).into());
    let content = [
        head(reader, lesson),
        goal(reader, lesson),
        reader.locale.text("lesson-wrong", &[why]),
    ];
    Message {
        content: content.join("\n"),
        picture: Some(picture(reader, lesson, &tried.turn, &tried.after)),
        rows: again_rows(reader, lesson, false),
    }
}

/// What the turn missed, as text.
fn why(reader: &Reader, lesson: Lesson, tried: &LessonAttempt, missed: &LessonMiss) -> String {
    let locale = reader.locale;
    let after = &tried.after;
    let reply = |turn: &AnyTurn| ("reply", after.write(turn).unwrap_or_default().into());
    let ending = |name: &str| ("reason", reason(locale, after.kind(), name).into());
    match missed {
        LessonMiss::CanBeCaptured(turn) => {
            let said = turn_in_words(locale.language(), after, turn);
            locale.text("missed-capture", &[reply(turn), ("said", said.into())])
        }
        LessonMiss::OtherKind => {
            let said = turn_in_words(locale.language(), &lesson.position(), &tried.turn);
            locale.text("missed-kind", &[("said", said.into())])
        }
        LessonMiss::ShortChain(count) => locale.text("missed-chain", &[("count", (*count).into())]),
        LessonMiss::NothingIsolated => locale.text("missed-isolation", &[]),
        LessonMiss::LeftThere => locale.text("missed-claim", &[]),
        LessonMiss::NotForced => locale.text("missed-bait", &[]),
        LessonMiss::TooLittle(turn) => locale.text("missed-return", &[reply(turn)]),
        LessonMiss::Loses(turn, name) => locale.text("missed-loss", &[reply(turn), ending(name)]),
        LessonMiss::LosesAtOnce(name) => locale.text("missed-own-loss", &[ending(name)]),
        LessonMiss::NoWin => locale.text("missed-win", &[]),
    }
}

/// A turn that the rules forbid.
fn illegal(reader: &Reader, lesson: Lesson, refused: &Refusal) -> Message {
    let said = refusal::refusal(reader.locale.language(), refused);
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
    let locale = reader.locale;
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
                turn_in_words(locale.language(), &position, &turn).into(),
            ),
        ];
        reply.content = format!("{}\n{}", reply.content, locale.text("lesson-answer", &args));
        let after = lesson.tried(turn).after;
        reply.picture = Some(picture(reader, lesson, &turn, &after));
    }
    reply
}

fn picture(reader: &Reader, lesson: Lesson, turn: &AnyTurn, after: &AnyGame) -> Picture {
    let before = lesson.position();
    let names = lesson_names(reader, before.to_move());
    let mut view = View::new(after.clone());
    view.names = drawn(&names, reader.locale, after.kind());
    view.marks = marks::last_turn(&before, turn);
    view.theme = reader.theme();
    view.size = reader.size();
    view.is_cropped = true;
    let names = plain(&names);
    let told = NamedAltText {
        locale: reader.locale,
        names: &names,
        ending: after
            .outcome()
            .map(|outcome| reader.locale.outcome_of(after.kind(), &outcome, &names)),
    };
    Picture {
        alt: describe(after, Some((&before, turn)), &told),
        view: view.into(),
        file: FILE,
    }
}

fn again_rows(reader: &Reader, lesson: Lesson, is_answered: bool) -> Vec<ActionRow> {
    let say = |name: &str| reader.locale.text(name, &[]);
    let again = go(LessonAction::Open(lesson));
    let answer = go(LessonAction::Solution(lesson));
    let mut keys = vec![key(&again, say("key-lesson-again"), ButtonStyle::Primary)];
    if !is_answered {
        keys.push(key(&answer, say("key-lesson-answer"), ButtonStyle::Plain));
    }
    keys.extend(rule_key(reader, lesson));
    vec![ActionRow::Buttons(keys)]
}

fn list_key(reader: &Reader) -> Button {
    let label = reader.locale.text("key-lessons", &[]);
    key(&go(LessonAction::List), label, ButtonStyle::Plain)
}

/// The page of the rules that explains a lesson.
fn rule_key(reader: &Reader, lesson: Lesson) -> Option<Button> {
    let page = RulePage::ALL
        .iter()
        .find(|page| page.lessons.contains(&lesson.name))?;
    Some(rules::rule_button(reader, *page))
}
