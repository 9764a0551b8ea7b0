//! `/plan`: what will be answered, thought of beforehand.
//!
//! Plans: what someone will answer, shown and changed.

use serde_json::{Value, json};

use crate::app::game::state::Game;
use crate::app::plan::analysis::Handling;
use crate::app::plan::tree::{Branch, PlanNews};
use crate::app::{Act, Move, No, Planned, Refusal};
use crate::discord::composer::State;
use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::action::Purpose;
use crate::discord::custom_id::menu::Other;
use crate::discord::custom_id::plan::Planning;
use crate::discord::custom_id::{Button, Shown};
use crate::discord::features::board::{is_flipped_for, stale};
use crate::discord::features::play::{game_option, made};
use crate::discord::features::{self, STRING, analysis, command, here, named_game, option};
use crate::discord::i18n::Words;
use crate::discord::interaction::autocomplete::{Suggestion, suggestions};
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::{Call, Caller};
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::{key, shown};
use crate::discord::view::message::{Choice, Input, Key, Menu, Modal, Reply, Row, Style, cut};
use crate::model::GameId;

pub(crate) fn slash_command() -> Value {
    let typed = |name: &str| {
        let mut turn = option(STRING, "plan", name);
        turn["autocomplete"] = json!(true);
        turn["max_length"] = json!(100);
        turn
    };
    let mut place = option(STRING, "plan", "place");
    place["max_length"] = json!(1500);
    command(
        "plan",
        vec![typed("if"), typed("then"), place, game_option("plan")],
    )
}

fn given<'a>(call: &'a Call, name: &str) -> Option<&'a str> {
    let text = call.text(name).map(str::trim);
    text.filter(|text| !text.is_empty())
}

pub(crate) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let id = find(host, caller, reader, named_game(call), Purpose::Plan).await?;
    let reply = match (given(call, "then"), given(call, "place")) {
        (Some(then), _) => {
            let on = given(call, "if");
            features::plan_answer(host, caller, reader, id, on, then).await?
        }
        (None, Some(place)) => queue(host, caller, reader, id, place).await?,
        (None, None) => features::plan(host, caller, reader, id).await?,
    };
    Ok(Answer::Tell(reply))
}

/// How a typed turn of the plan can go on.
pub(crate) async fn suggest(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
    option: &str,
    text: &str,
) -> Result<Vec<Suggestion>, Stop> {
    let id = find(host, caller, reader, named_game(call), Purpose::Plan).await?;
    let game = host.app.game(id, host.now()).await?;
    let side = game.row.side_of(caller.id);
    if side.is_none() || game.to_move().is_none() || game.to_move() == side {
        return Ok(Vec::new());
    }
    let mut position = game.record.game().clone();
    if option == "then" {
        // An answer to whatever is done can't be suggested: nobody knows the board.
        let Some(on) = given(call, "if") else {
            return Ok(Vec::new());
        };
        let Ok(turn) = position.read(on) else {
            return Ok(Vec::new());
        };
        // Read in this very position.
        let _ = position.play(&turn);
    }
    let (language, text) = (reader.words.language(), text.to_owned());
    // A board with many turns takes a moment.
    let list = tokio::task::spawn_blocking(move || suggestions(language, &position, &text));
    Ok(list.await.unwrap_or_default())
}

/// So many options fit a menu, and so long may they be.
const MOST_OPTIONS: usize = 25;
const LONGEST_LABEL: usize = 100;
/// The tree takes up so many characters of the message, and the queue so many.
const LONGEST_TREE: usize = 1200;
const LONGEST_QUEUE: usize = 400;
/// The longest queue that can be typed.
const LONGEST_TYPED: u16 = 1500;

fn button(what: Planning) -> Button {
    Button::Other(Other::Plan(what))
}

/// Shows someone's plan in a game.
pub(crate) async fn show(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
) -> Result<Reply, Stop> {
    let planned = host.app.plan(&caller.act(host.now()), id).await?;
    Ok(screen(host, reader, &planned).await)
}

/// Plans an answer that was typed.
pub(crate) async fn answer(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
    on: Option<&str>,
    reply: &str,
) -> Result<Reply, Stop> {
    let act = caller.act(host.now());
    let planned = host.app.plan_answer(&act, id, on, reply).await?;
    Ok(saved(host, reader, &planned).await)
}

/// Queues placements that were typed.
pub(crate) async fn queue(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
    text: &str,
) -> Result<Reply, Stop> {
    let planned = host.app.queue(&caller.act(host.now()), id, text).await?;
    Ok(saved(host, reader, &planned).await)
}

async fn saved(host: &Host, reader: &Reader, planned: &Planned) -> Reply {
    let reply = screen(host, reader, planned).await;
    let said = reader.words.say("plan-saved", &[]);
    Reply {
        content: format!("{said}\n{}", reply.content),
        ..reply
    }
}

/// A button of a plan.
pub(crate) async fn press_on(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    what: Planning,
    is_private: bool,
) -> Result<Answer, Stop> {
    let app = &host.app;
    let act = caller.act(host.now());
    let changed = match what {
        Planning::Show(id) => app.plan(&act, id).await?,
        Planning::Cut {
            game,
            version,
            index,
        } => match app.cut_branch(&act, game, version, index.into()).await {
            // What there is now is shown instead.
            Err(No::Refused(Refusal::Stale)) => app.plan(&act, game).await?,
            cut => cut?,
        },
        Planning::Drop(id) => app.drop_plan(&act, id).await?,
        Planning::Board(id) => {
            let reply = analysis::open(host, caller, reader, id, None).await?;
            return Ok(Answer::Tell(reply));
        }
        Planning::Forced(at) => return forced(host, caller, reader, at, is_private).await,
        Planning::Queue(id) => return modal(host, reader, &act, id).await,
        Planning::Place(at) => return place(host, caller, reader, at).await,
    };
    let reply = screen(host, reader, &changed).await;
    Ok(here(reply, !is_private))
}

/// A private board with the only turn the other has, and the composer for the answer.
async fn forced(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    at: Shown,
    is_private: bool,
) -> Result<Answer, Stop> {
    let app = &host.app;
    let game = app.seen(caller.id, at.game, host.now()).await?;
    let turns = game.record.game();
    let Some(only) = turns.only_turn() else {
        return stale(host, caller, reader, at.game).await;
    };
    if game.board() != at.board || game.is_over() {
        return stale(host, caller, reader, at.game).await;
    }
    let text = turns.write(&only).unwrap_or_default();
    let is_flipped = is_flipped_for(host, caller, reader, at.game).await?;
    let act = caller.act(host.now());
    let board = app.analyse(&act, at.game, None, is_flipped).await?;
    let tried = Handling::Try(0, Move::Text(text));
    let board = app.handle_analysis(&act, board.number, &tried).await?;
    let reply = if board.position.outcome().is_some() {
        analysis::screen(host, caller, reader, &board, None).await?
    } else {
        analysis::compose(host, reader, &board, &State::default()).await?
    };
    Ok(here(reply, !is_private))
}

/// The form into which placements are typed, with those that are queued.
async fn modal(host: &Host, reader: &Reader, act: &Act, id: GameId) -> Result<Answer, Stop> {
    let planned = host.app.plan(act, id).await?;
    let open = planned.plan.open_wishes(&planned.game, planned.side);
    let words = reader.words;
    Ok(Answer::Ask(Modal {
        id: button(Planning::Queue(id)).write(),
        title: words.say("queue-title", &[]),
        inputs: vec![Input {
            id: "queue",
            label: words.say("queue-label", &[]),
            placeholder: words.say("queue-example", &[]),
            longest: LONGEST_TYPED,
            value: cut(queued(&open), LONGEST_TYPED.into()),
            is_required: false,
        }],
    }))
}

/// Makes the placement that is next in the queue.
async fn place(host: &Host, caller: &Caller, reader: &Reader, at: Shown) -> Result<Answer, Stop> {
    let act = caller.act_on(at.board, host.now());
    let planned = match host.app.plan(&act, at.game).await {
        Err(No::Refused(Refusal::Stale)) => return stale(host, caller, reader, at.game).await,
        planned => planned?,
    };
    let next = planned.plan.next_wish(&planned.game, planned.side);
    let next = next.and_then(|turn| planned.game.record.game().write(&turn));
    let text = next.ok_or(Refusal::NothingPlanned)?;
    let played = host.app.play(&act, at.game, &Move::Text(text)).await?;
    host.keep_hand(at.game, caller);
    host.wake();
    Ok(Answer::Change(made(reader, &played)))
}

/// A plan, and what can be done with it.
pub(crate) async fn screen(host: &Host, reader: &Reader, planned: &Planned) -> Reply {
    let words = reader.words;
    let names = host.names_of(&planned.game, words).await;
    let other = ("other", (&names[!planned.side]).into());
    let mut lines: Vec<String> = planned.news.iter().map(|news| told(words, news)).collect();
    lines.push(words.say("plan-title", &[other]));
    let is_own_turn = planned.game.to_move() == Some(planned.side);
    let open = planned.plan.open_wishes(&planned.game, planned.side);
    if planned.plan.branches.is_empty() && open.is_empty() && !is_own_turn {
        lines.push(words.say("plan-none", &[]));
    }
    lines.extend(tree(words, &planned.plan.listed()));
    if !open.is_empty() {
        let list = ("list", cut(queued(&open), LONGEST_QUEUE).into());
        lines.push(words.say("plan-queue", &[list]));
    }
    let dropped = planned.plan.lost_wishes(&planned.game, planned.side);
    if !dropped.is_empty() {
        let list = ("list", cut(queued(&dropped), LONGEST_QUEUE).into());
        lines.push(words.say("plan-queue-lost", &[list]));
    }
    if is_own_turn {
        lines.push(words.say("plan-own-turn", &[]));
    }
    Reply {
        content: lines.join("\n"),
        picture: None,
        rows: rows(reader, planned),
    }
}

/// A branch in words.
fn branch(words: &Words, branch: &Branch) -> String {
    let reply = ("reply", branch.reply.as_str().into());
    match &branch.on {
        Some(on) => words.say("plan-branch", &[("on", on.as_str().into()), reply]),
        None => words.say("plan-branch-any", &[reply]),
    }
}

/// The tree, a line for each branch, as far as there is room.
fn tree(words: &Words, listed: &[(usize, &Branch)]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut room = LONGEST_TREE;
    for (index, (depth, one)) in listed.iter().enumerate() {
        let line = format!("{}• {}", "\u{2003}".repeat(*depth), branch(words, one));
        let length = line.chars().count() + 1;
        if length > room {
            let rest = ("count", (listed.len() - index).into());
            lines.push(words.say("plan-rest", &[rest]));
            break;
        }
        room -= length;
        lines.push(line);
    }
    lines
}

/// Placements as they are typed.
fn queued(wishes: &[Vec<String>]) -> String {
    let wishes: Vec<String> = wishes.iter().map(|places| places.join("/")).collect();
    wishes.join(", ")
}

fn rows(reader: &Reader, planned: &Planned) -> Vec<Row> {
    let words = reader.words;
    let say = |name: &str| words.say(name, &[]);
    let id = planned.game.row.id;
    let is_own_turn = planned.game.to_move() == Some(planned.side);
    let mut keys: Vec<Key> = Vec::new();
    if !is_own_turn {
        let add = button(Planning::Board(id));
        keys.push(key(&add, say("key-plan-add"), Style::Primary));
    }
    if planned.game.record.game().is_setting_up() {
        let queue = button(Planning::Queue(id));
        keys.push(key(&queue, say("key-queue"), Style::Plain));
    }
    if let Some(next) = planned.plan.next_wish(&planned.game, planned.side) {
        let next = planned.game.record.game().write(&next);
        let cell = ("cell", next.unwrap_or_default().into());
        let place = button(Planning::Place(shown(&planned.game)));
        keys.push(key(
            &place,
            words.say("key-place-next", &[cell]),
            Style::Good,
        ));
    }
    let open = planned.plan.open_wishes(&planned.game, planned.side);
    if !planned.plan.branches.is_empty() || !open.is_empty() {
        let drop = button(Planning::Drop(id));
        keys.push(key(&drop, say("key-plan-drop"), Style::Danger));
    }
    if is_own_turn {
        let moves = Button::Move(shown(&planned.game));
        keys.insert(0, key(&moves, say("key-move"), Style::Primary));
    }
    let mut rows: Vec<Row> = cut_menu(words, planned).into_iter().collect();
    if !keys.is_empty() {
        rows.push(Row::Keys(keys));
    }
    rows
}

/// A menu of branches to be taken away.
fn cut_menu(words: &Words, planned: &Planned) -> Option<Row> {
    let listed = planned.plan.listed();
    let options = (0..).zip(listed.iter().take(MOST_OPTIONS));
    let options = options.map(|(index, (_, one))| {
        // A menu shows no quotation marks of code.
        let label = branch(words, one).replace('`', "");
        let cut_it = Planning::Cut {
            game: planned.game.row.id,
            version: planned.version,
            index,
        };
        Choice {
            label: cut(label, LONGEST_LABEL),
            value: button(cut_it).write(),
            description: None,
            is_chosen: false,
        }
    });
    let options: Vec<Choice> = options.collect();
    (!options.is_empty()).then(|| {
        Row::Menu(Menu {
            id: Button::Other(Other::Menu).write(),
            placeholder: words.say("plan-cut", &[]),
            options,
        })
    })
}

/// What became of a plan, in words.
fn told(words: &Words, news: &PlanNews) -> String {
    match news {
        PlanNews::Cut(count) => words.say("plan-news-cut", &[("count", (*count).into())]),
        PlanNews::Impossible(reply) => {
            words.say("plan-news-impossible", &[("reply", reply.as_str().into())])
        }
        PlanNews::Done => words.say("plan-news-done", &[]),
        PlanNews::Over => words.say("plan-news-over", &[]),
    }
}

/// What became of someone's plan, above what is shown of the game.
pub(crate) async fn with_news(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    game: &Game,
    mut reply: Reply,
) -> Result<Reply, Stop> {
    let news = host.app.plan_news(&caller.act(host.now()), game).await?;
    if let Some(news) = news {
        reply.content = format!("{}\n{}", told(reader.words, &news), reply.content);
    }
    Ok(reply)
}

/// A key to plan an answer, if the other has only one turn.
pub(crate) fn forced_key(reader: &Reader, game: &Game, caller: &Caller) -> Option<Key> {
    let side = game.row.side_of(caller.id)?;
    let position = game.record.game();
    if game.to_move() != Some(!side) {
        return None;
    }
    let turn = position.write(&position.only_turn()?)?;
    let label = reader.words.say("plan-forced", &[("turn", turn.into())]);
    let label = cut(label, 80);
    Some(key(
        &button(Planning::Forced(shown(game))),
        label,
        Style::Primary,
    ))
}
