//! `/puzzle`: positions with a win by force, solved in the composer; results and the leaderboard.

use hexpost_engine::game::{AnyGame, AnyTurn, GameKind};
use hexpost_engine::search::Verdict;
use serde_json::Value;

use crate::app::puzzle::attempt::{OpenPuzzle, PuzzleSolution, PuzzleTry, TryOutcome};
use crate::app::puzzle::choice::{day_in, puzzle_of_day};
use crate::app::{AppError, Refusal, TurnInput};
use crate::discord::composer::{self, Composer, ComposerOutcome, ComposerState};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::puzzle::PuzzleAction;
use crate::discord::custom_id::{ComposerTarget, CustomId, Tap};
use crate::discord::features::club_puzzles::{removal_key, source_line};
use crate::discord::i18n::rating::{
    deviation_in_words, game_name, number_in_words, rating_in_words,
};
use crate::discord::i18n::{Locale, refusal};
use crate::discord::interaction::command::{STRING, choice, command, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::components::key;
use crate::discord::view::format::mention;
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, Message, Picture};
use crate::discord::view::puzzle::{PuzzlePicture, line, names, task, title, turn_arguments};
use crate::discord::view::reader::Reader;
use crate::model::{PlayerId, PuzzleId, PuzzleRecord, RatingChange};

/// The values of the option that says what is shown.
const SHOWN: [&str; 4] = ["next", "daily", "results", "leaders"];

pub(crate) fn slash_command() -> Value {
    let mut shown = option(STRING, "puzzle", "show");
    shown["choices"] = SHOWN
        .into_iter()
        .map(|what| {
            choice(what, |locale| {
                locale.text(&format!("puzzle-show-{what}"), &[])
            })
        })
        .collect();
    let mut game = option(STRING, "puzzle", "game");
    game["choices"] = GameKind::ALL
        .iter()
        .map(|kind| choice(kind.as_str(), |locale| game_name(locale, *kind)))
        .collect();
    command("puzzle", vec![shown, game])
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let named = GameKind::ALL
        .iter()
        .find(|kind| Some(kind.as_str()) == call.string("game"));
    let kind = match named {
        Some(kind) => *kind,
        None => cx.app.usual_kind(cx.invoker.id).await?,
    };
    let what = match call.string("show") {
        Some("daily") => PuzzleAction::Daily,
        Some("results") => PuzzleAction::Results,
        Some("leaders") => PuzzleAction::Leaders(kind, cx.invoker.server.is_some()),
        _ => PuzzleAction::Next(kind),
    };
    Ok(Response::Ephemeral(show(cx, what).await?))
}

/// A button of puzzles.
pub(crate) async fn press(cx: &Cx<'_>, what: PuzzleAction) -> Result<Response, HandlerError> {
    Ok(Response::Show(show(cx, what).await?))
}

async fn show(cx: &Cx<'_>, what: PuzzleAction) -> Result<Message, HandlerError> {
    let (act, server) = (cx.act(), cx.invoker.server);
    match what {
        PuzzleAction::Next(kind) => {
            let open = cx.app.next_puzzle(&act, kind, server).await?;
            screen(cx, &open, None).await
        }
        PuzzleAction::Daily => {
            let puzzle = puzzle_of_day(day(cx).await?).ok_or(Refusal::UnknownPuzzle)?;
            let open = cx.app.open_puzzle(&act, puzzle.id, server).await?;
            screen(cx, &open, None).await
        }
        PuzzleAction::Open(id) => {
            let open = cx.app.open_puzzle(&act, id, server).await?;
            screen(cx, &open, None).await
        }
        PuzzleAction::Solution(id) => {
            let solved = cx.app.solve_puzzle(&act, id, server).await?;
            Ok(solution(cx, &solved))
        }
        PuzzleAction::Results => results(cx).await,
        PuzzleAction::Leaders(kind, is_server) => leaders(cx, kind, is_server).await,
    }
}

/// Today, by the time zone of the server's puzzle of the day, or by the player's own.
async fn day(cx: &Cx<'_>) -> Result<i64, AppError> {
    let daily = match cx.invoker.server {
        Some(server) => cx.app.daily_puzzle(server).await?,
        None => None,
    };
    let zone = daily.map(|daily| daily.zone);
    let zone = zone.or_else(|| cx.reader.settings.reminders.zone.clone());
    Ok(day_in(zone.as_deref(), cx.now()))
}

fn button(what: PuzzleAction) -> CustomId {
    CustomId::Menu(MenuAction::Puzzle(what))
}

fn say_key(locale: &Locale, what: PuzzleAction, label: &str, style: ButtonStyle) -> Button {
    key(&button(what), locale.text(label, &[]), style)
}

fn next_key(locale: &Locale, kind: GameKind) -> Button {
    say_key(
        locale,
        PuzzleAction::Next(kind),
        "key-puzzle-next",
        ButtonStyle::Primary,
    )
}

fn composer<'a>(reader: &Reader, open: &'a OpenPuzzle) -> Composer<'a> {
    let side = open.side();
    Composer {
        game: &open.position,
        table: ComposerTarget::Puzzle(open.puzzle.id, open.ply() as u8),
        locale: reader.locale,
        input: reader.settings.input,
        touched: 0,
        usual: None,
        theme: reader.theme(),
        size: reader.size(),
        is_flipped: reader.is_flipped(open.puzzle.kind(), Some(side)),
        names: names(reader.locale, side),
    }
}

/// The title, and where the puzzle is from unless it comes with the program.
fn full_title(cx: &Cx<'_>, open: &OpenPuzzle) -> String {
    let title = title(
        cx.reader.locale,
        "puzzle-title",
        &open.puzzle,
        &open.figures,
    );
    match source_line(cx, &open.puzzle) {
        Some(source) => format!("{title}\n{source}"),
        None => title,
    }
}

/// The title and the task.
fn head(cx: &Cx<'_>, open: &OpenPuzzle) -> String {
    let reader = cx.reader;
    let title = full_title(cx, open);
    let made = open.ply() as u32 / 2;
    let left = open.puzzle.puzzle.turns.saturating_sub(made);
    format!("{title}\n{}", task(reader.locale, &open.position, left))
}

/// A puzzle where the player has left it: a screen of the composer, or that it is over.
async fn screen(
    cx: &Cx<'_>,
    open: &OpenPuzzle,
    said: Option<String>,
) -> Result<Message, HandlerError> {
    if open.attempt.is_over {
        return over(cx, open).await;
    }
    composed(cx, open, &ComposerState::default(), said)
}

/// A screen of the composer below the task.
fn composed(
    cx: &Cx<'_>,
    open: &OpenPuzzle,
    state: &ComposerState,
    said: Option<String>,
) -> Result<Message, HandlerError> {
    let composer = composer(cx.reader, open);
    let mut reply = composer.screen(state).map_err(Refusal::from)?.reply;
    let said = said.map_or_else(String::new, |said| format!("{said}\n"));
    reply.content = format!("{said}{}\n\n{}", head(cx, open), reply.content);
    Ok(reply)
}

/// A puzzle that has been solved, or whose solution has been shown.
async fn over(cx: &Cx<'_>, open: &OpenPuzzle) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let text = match open.attempt.is_solved {
        Some(true) => "puzzle-over-solved",
        _ => "puzzle-over",
    };
    let line = cx.app.solution_of(&open.puzzle).await;
    let solution = solution_line(cx.reader, open, &line);
    let mut keys = vec![next_key(locale, open.puzzle.kind())];
    keys.push(say_key(
        locale,
        PuzzleAction::Results,
        "key-puzzle-results",
        ButtonStyle::Plain,
    ));
    keys.extend(removal_key(cx, open));
    let title = full_title(cx, open);
    Ok(Message {
        content: format!("{title}\n{}\n{solution}", locale.text(text, &[])),
        picture: Some(end_of_line(cx.reader, open, &line)),
        rows: vec![ActionRow::Buttons(keys)],
    })
}

/// Handles a tap in the composer of a puzzle.
pub(crate) async fn tap(
    cx: &Cx<'_>,
    (id, ply): (PuzzleId, u8),
    tap: Tap,
    values: &[String],
) -> Result<Response, HandlerError> {
    let open = match cx.app.puzzle_at(&cx.act(), id, usize::from(ply)).await {
        Err(AppError::Refused(Refusal::Stale)) => return again(cx, id).await,
        open => open?,
    };
    Ok(match composer::press(tap, values) {
        ComposerOutcome::Show { state, .. } => Response::Update(composed(cx, &open, &state, None)?),
        ComposerOutcome::Play(steps) => try_turn(cx, (id, ply), &TurnInput::Steps(steps)).await?,
        ComposerOutcome::Close | ComposerOutcome::Discard => Response::Update(closed(cx, &open)),
        ComposerOutcome::Type => Response::Modal(composer(cx.reader, &open).form()),
        ComposerOutcome::Nothing => Response::Ack,
    })
}

/// Shows a puzzle as it is in place of a screen that is out of date.
async fn again(cx: &Cx<'_>, id: PuzzleId) -> Result<Response, HandlerError> {
    let message = show(cx, PuzzleAction::Open(id)).await?;
    Ok(Response::Update(message))
}

/// The puzzle is left for now.
fn closed(cx: &Cx<'_>, open: &OpenPuzzle) -> Message {
    let locale = cx.reader.locale;
    let id = open.puzzle.id;
    let mut keys = vec![
        say_key(
            locale,
            PuzzleAction::Open(id),
            "key-puzzle-go-on",
            ButtonStyle::Primary,
        ),
        say_key(
            locale,
            PuzzleAction::Solution(id),
            "key-puzzle-solution",
            ButtonStyle::Plain,
        ),
        say_key(
            locale,
            PuzzleAction::Daily,
            "key-puzzle-daily",
            ButtonStyle::Plain,
        ),
        say_key(
            locale,
            PuzzleAction::Results,
            "key-puzzle-results",
            ButtonStyle::Plain,
        ),
    ];
    keys.extend(removal_key(cx, open));
    Message {
        content: locale.text("puzzle-closed", &[]),
        picture: None,
        rows: vec![ActionRow::Buttons(keys)],
    }
}

/// Tries a turn and shows what it comes to.
pub(crate) async fn try_turn(
    cx: &Cx<'_>,
    (id, ply): (PuzzleId, u8),
    made: &TurnInput,
) -> Result<Response, HandlerError> {
    let tried = cx
        .app
        .try_puzzle(&cx.act(), id, usize::from(ply), made)
        .await;
    let tried = match tried {
        Err(AppError::Refused(Refusal::Stale)) => return again(cx, id).await,
        Err(AppError::Refused(refused @ Refusal::Text(_))) => {
            return Ok(Response::Update(illegal(cx.reader, id, &refused)));
        }
        tried => tried?,
    };
    Ok(Response::Update(match &tried.outcome {
        TryOutcome::Solved => solved(cx, &tried).await?,
        TryOutcome::Right(reply) => {
            let said = right(cx.reader, &tried, reply);
            screen(cx, &tried.open, Some(said)).await?
        }
        TryOutcome::Wrong(verdict) => wrong(cx, &tried, verdict),
    }))
}

/// A turn that the rules forbid.
fn illegal(reader: &Reader, id: PuzzleId, refused: &Refusal) -> Message {
    Message {
        content: refusal::refusal(reader.locale.language(), refused),
        picture: None,
        rows: again_rows(reader.locale, id),
    }
}

fn right(reader: &Reader, tried: &PuzzleTry, reply: &AnyTurn) -> String {
    let (reply, said) = turn_arguments(reader.locale, &tried.after, reply);
    let args = [("reply", reply.into()), ("said", said.into())];
    reader.locale.text("puzzle-right", &args)
}

async fn solved(cx: &Cx<'_>, tried: &PuzzleTry) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let open = &tried.open;
    let kind = open.puzzle.kind();
    let praise = match open.attempt.is_solved {
        Some(true) => "puzzle-solved",
        _ => "puzzle-solved-late",
    };
    let mut lines = vec![full_title(cx, open), locale.text(praise, &[])];
    lines.extend(tried.rated.as_ref().map(|rated| change(locale, rated)));
    let records = cx.app.puzzle_records(cx.invoker.id).await?;
    let streak = records.iter().find(|(of, _)| *of == kind);
    let streak = streak.map_or(0, |(_, record)| record.streak);
    if tried.rated.is_some() && streak > 1 {
        let count = ("count", streak.unsigned_abs().into());
        lines.push(locale.text("puzzle-streak", &[count]));
    }
    let mut keys = vec![next_key(locale, kind)];
    keys.push(say_key(
        locale,
        PuzzleAction::Results,
        "key-puzzle-results",
        ButtonStyle::Plain,
    ));
    if cx.invoker.server.is_some() {
        let leaders = PuzzleAction::Leaders(kind, true);
        keys.push(say_key(
            locale,
            leaders,
            "key-puzzle-leaders",
            ButtonStyle::Plain,
        ));
    }
    Ok(Message {
        content: lines.join("\n"),
        picture: Some(picture(
            cx.reader,
            open,
            &tried.after,
            Some((&tried.before, &tried.turn)),
        )),
        rows: vec![ActionRow::Buttons(keys)],
    })
}

/// How the player's rating has changed.
fn change(locale: &Locale, rated: &RatingChange) -> String {
    let before = (rated.before.rating.round() as i64).to_string();
    let args = [
        ("before", before.into()),
        ("after", number_in_words(&rated.after).into()),
    ];
    locale.text("puzzle-rated", &args)
}

fn wrong(cx: &Cx<'_>, tried: &PuzzleTry, verdict: &Verdict) -> Message {
    let reader = cx.reader;
    let locale = reader.locale;
    let (text, said) = turn_arguments(locale, &tried.before, &tried.turn);
    let args = [("turn", text.into()), ("said", said.into())];
    let mut lines = vec![
        head(cx, &tried.open),
        locale.text("puzzle-tried", &args),
        why(reader, tried, verdict),
    ];
    lines.extend(tried.rated.as_ref().map(|rated| change(locale, rated)));
    Message {
        content: lines.join("\n"),
        picture: Some(picture(
            reader,
            &tried.open,
            &tried.after,
            Some((&tried.before, &tried.turn)),
        )),
        rows: again_rows(locale, tried.open.puzzle.id),
    }
}

/// Why a try does not solve the puzzle.
fn why(reader: &Reader, tried: &PuzzleTry, verdict: &Verdict) -> String {
    let locale = reader.locale;
    let reply = |reply: &AnyTurn| {
        let (text, said) = turn_arguments(locale, &tried.after, reply);
        [("reply", text.into()), ("said", said.into())]
    };
    match verdict {
        Verdict::Loses {
            reply: Some(turn),
            turns,
        } => {
            let [text, said] = reply(turn);
            let count = ("count", u64::from(*turns).into());
            locale.text("puzzle-loses", &[text, said, count])
        }
        Verdict::Loses { reply: None, .. } => locale.text("puzzle-loses-itself", &[]),
        Verdict::Unclear {
            reply: turn,
            chances,
        } => {
            let [text, said] = reply(turn);
            let made = tried.open.ply() as u32 / 2;
            let left = tried.open.puzzle.puzzle.turns.saturating_sub(made);
            let count = ("count", u64::from(left.max(1)).into());
            let chances = ("chances", u64::from(*chances).into());
            locale.text("puzzle-unclear", &[text, said, count, chances])
        }
        Verdict::Draws | Verdict::Wins => locale.text("puzzle-draws", &[]),
    }
}

fn again_rows(locale: &Locale, id: PuzzleId) -> Vec<ActionRow> {
    vec![ActionRow::Buttons(vec![
        say_key(
            locale,
            PuzzleAction::Open(id),
            "key-puzzle-again",
            ButtonStyle::Primary,
        ),
        say_key(
            locale,
            PuzzleAction::Solution(id),
            "key-puzzle-solution",
            ButtonStyle::Plain,
        ),
    ])]
}

fn picture(
    reader: &Reader,
    open: &OpenPuzzle,
    position: &AnyGame,
    last: Option<(&AnyGame, &AnyTurn)>,
) -> Picture {
    let solver = open.side();
    let look = PuzzlePicture {
        theme: reader.theme(),
        size: reader.size(),
        is_flipped: reader.is_flipped(open.puzzle.kind(), Some(solver)),
        solver,
    };
    look.of(reader.locale, position, last)
}

/// The position at the end of the solution.
fn end_of_line(reader: &Reader, open: &OpenPuzzle, turns: &[AnyTurn]) -> Picture {
    let mut position = open.puzzle.puzzle.position.clone();
    let mut last = None;
    for turn in turns {
        let before = position.clone();
        if position.play(turn).is_err() {
            break;
        }
        last = Some((before, *turn));
    }
    let last = last.as_ref().map(|(before, turn)| (before, turn));
    picture(reader, open, &position, last)
}

fn solution_line(reader: &Reader, open: &OpenPuzzle, turns: &[AnyTurn]) -> String {
    let line = line(&open.puzzle.puzzle.position, turns);
    reader
        .locale
        .text("puzzle-solution", &[("line", line.into())])
}

fn solution(cx: &Cx<'_>, solved: &PuzzleSolution) -> Message {
    let reader = cx.reader;
    let locale = reader.locale;
    let open = &solved.open;
    let mut lines = vec![
        full_title(cx, open),
        solution_line(reader, open, &solved.line),
    ];
    lines.extend(solved.rated.as_ref().map(|rated| change(locale, rated)));
    Message {
        content: lines.join("\n"),
        picture: Some(end_of_line(reader, open, &solved.line)),
        rows: vec![ActionRow::Buttons(vec![next_key(
            locale,
            open.puzzle.kind(),
        )])],
    }
}

/// The player's results in all games.
async fn results(cx: &Cx<'_>) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let records = cx.app.puzzle_records(cx.invoker.id).await?;
    let mut lines = vec![locale.text("puzzle-results", &[])];
    for (kind, record) in &records {
        lines.push(result(cx, *kind, record));
    }
    if records.is_empty() {
        lines.push(locale.text("puzzle-results-none", &[]));
    }
    let games = GameKind::ALL.iter().map(|kind| {
        key(
            &button(PuzzleAction::Next(*kind)),
            game_name(locale, *kind),
            ButtonStyle::Primary,
        )
    });
    let mut keys: Vec<Button> = games.collect();
    keys.push(say_key(
        locale,
        PuzzleAction::Daily,
        "key-puzzle-daily",
        ButtonStyle::Plain,
    ));
    let first = records.first().map_or(GameKind::ALL[0], |(kind, _)| *kind);
    let leaders = PuzzleAction::Leaders(first, cx.invoker.server.is_some());
    keys.push(say_key(
        locale,
        leaders,
        "key-puzzle-leaders",
        ButtonStyle::Plain,
    ));
    Ok(Message {
        content: lines.join("\n"),
        picture: None,
        rows: vec![ActionRow::Buttons(keys)],
    })
}

fn result(cx: &Cx<'_>, kind: GameKind, record: &PuzzleRecord) -> String {
    let number = |count: i64| count.unsigned_abs();
    let args = [
        ("game", game_name(cx.reader.locale, kind).into()),
        ("rating", rating_in_words(&record.rating, cx.now()).into()),
        ("solved", number(record.solved).into()),
        ("count", number(record.rating.games).into()),
    ];
    let streaks = [
        ("streak", number(record.streak).into()),
        ("best", number(record.best_streak).into()),
    ];
    let locale = cx.reader.locale;
    let result = locale.text("puzzle-result", &args);
    format!("{result} · {}", locale.text("puzzle-streaks", &streaks))
}

/// The leaderboard of a game.
async fn leaders(cx: &Cx<'_>, kind: GameKind, is_server: bool) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let server = cx.invoker.server.filter(|_| is_server);
    let leaders = cx.app.puzzle_leaders(kind, server, cx.now()).await?;
    let title = match server {
        Some(_) => "puzzle-leaders-server",
        None => "puzzle-leaders-overall",
    };
    let mut lines = vec![locale.text(title, &[("game", game_name(locale, kind).into())])];
    cx.names
        .learn(leaders.iter().map(|(player, _)| *player))
        .await;
    for ((player, record), place) in leaders.iter().zip(1..) {
        lines.push(leader(cx, (*player, place), record, server.is_some()));
    }
    if leaders.is_empty() {
        lines.push(locale.text("puzzle-leaders-none", &[]));
    }
    let others = GameKind::ALL.iter().filter(|other| **other != kind);
    let mut keys: Vec<Button> = others
        .map(|other| {
            let others = button(PuzzleAction::Leaders(*other, server.is_some()));
            key(&others, game_name(locale, *other), ButtonStyle::Plain)
        })
        .collect();
    if cx.invoker.server.is_some() {
        let label = match server {
            Some(_) => "key-overall",
            None => "key-here",
        };
        let scope = PuzzleAction::Leaders(kind, server.is_none());
        keys.push(say_key(locale, scope, label, ButtonStyle::Plain));
    }
    keys.push(next_key(locale, kind));
    Ok(Message {
        content: lines.join("\n"),
        picture: None,
        rows: vec![ActionRow::Buttons(keys)],
    })
}

/// A line of the leaderboard. A player whom the reader's app may not know is named.
fn leader(
    cx: &Cx<'_>,
    (player, place): (PlayerId, usize),
    record: &PuzzleRecord,
    is_of_server: bool,
) -> String {
    let known = cx.names.known(player).filter(|_| !is_of_server);
    let name = known.map_or_else(|| mention(player), |name| name.markdown());
    let rating = &record.rating;
    let args = [
        ("place", format!("`{place}.`").into()),
        ("player", name.into()),
        ("rating", rating_in_words(rating, cx.now()).into()),
        ("deviation", deviation_in_words(rating, cx.now()).into()),
        ("solved", record.solved.unsigned_abs().into()),
        ("count", rating.games.unsigned_abs().into()),
    ];
    cx.reader.locale.text("puzzle-leader", &args)
}
