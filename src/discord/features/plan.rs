//! `/plan`: conditional moves and queued placements.

use serde_json::{Value, json};

use crate::app::plan::analysis::AnalysisEdit;
use crate::app::{Act, AppError, Planned, Refusal, TurnInput};
use crate::discord::composer::ComposerState;
use crate::discord::custom_id::action::GameCommand;
use crate::discord::custom_id::plan::PlanAction;
use crate::discord::custom_id::{BoardRef, CustomId, Tap};
use crate::discord::features::analysis;
use crate::discord::features::board::is_flipped_for;
use crate::discord::features::outdated_board::show_current;
use crate::discord::features::play::turn_made;
use crate::discord::heap::on_heap;
use crate::discord::interaction::autocomplete::{Suggestion, suggestions};
use crate::discord::interaction::command::{STRING, command, game_option, named_game, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::board::shown;
use crate::discord::view::components::key;
use crate::discord::view::message::{ActionRow, ButtonStyle, Message, Modal, TextInput, cut};
use crate::discord::view::plan::{button, queued, screen};
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

fn given<'a>(call: &'a CommandCall, name: &str) -> Option<&'a str> {
    let text = call.string(name).map(str::trim);
    text.filter(|text| !text.is_empty())
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let id = find(cx, named_game(call), GameCommand::Plan).await?;
    let reply = match (given(call, "then"), given(call, "place")) {
        (Some(then), _) => {
            let on = given(call, "if");
            answer(cx, id, on, then).await?
        }
        (None, Some(place)) => queue(cx, id, place).await?,
        (None, None) => show(cx, id).await?,
    };
    Ok(Response::Ephemeral(reply))
}

/// Completes a turn of the plan.
pub(crate) async fn suggest(
    cx: &Cx<'_>,
    call: &CommandCall,
    option: &str,
    text: &str,
) -> Result<Vec<Suggestion>, HandlerError> {
    let id = find(cx, named_game(call), GameCommand::Plan).await?;
    let game = cx.app.game(id, cx.now()).await?;
    let side = game.row.side_of(cx.invoker.id);
    if side.is_none() || game.to_move().is_none() || game.to_move() == side {
        return Ok(Vec::new());
    }
    let mut position = game.record.game().clone();
    if option == "then" {
        // A reply to any move can't be completed: the position is unknown.
        let Some(on) = given(call, "if") else {
            return Ok(Vec::new());
        };
        let Ok(turn) = position.read(on) else {
            return Ok(Vec::new());
        };
        // The turn was read in this position, so it is legal.
        let _ = position.play(&turn);
    }
    let (language, text) = (cx.reader.locale.language(), text.to_owned());
    // Off the async threads: a position with many turns takes a while.
    let list = tokio::task::spawn_blocking(move || suggestions(language, &position, &text));
    Ok(list.await.unwrap_or_default())
}

/// Maximum length of the queue in the modal.
const MAX_TYPED: u16 = 1500;

/// Maximum length of the queue in a question, in characters.
const MAX_QUEUED: usize = 400;

/// Shows the invoker's plan in a game.
pub(crate) async fn show(cx: &Cx<'_>, id: GameId) -> Result<Message, HandlerError> {
    let planned = cx.app.plan(&cx.act(), id).await?;
    Ok(screen(cx, cx.reader, &planned).await)
}

/// Plans a typed reply, to a typed move or to any move.
pub(crate) async fn answer(
    cx: &Cx<'_>,
    id: GameId,
    on: Option<&str>,
    reply: &str,
) -> Result<Message, HandlerError> {
    let act = cx.act();
    let planned = cx.app.plan_answer(&act, id, on, reply).await?;
    Ok(saved(cx, &planned).await)
}

/// Queues typed placements.
pub(crate) async fn queue(cx: &Cx<'_>, id: GameId, text: &str) -> Result<Message, HandlerError> {
    let planned = cx.app.queue(&cx.act(), id, text).await?;
    Ok(saved(cx, &planned).await)
}

async fn saved(cx: &Cx<'_>, planned: &Planned) -> Message {
    let reply = screen(cx, cx.reader, planned).await;
    let said = cx.reader.locale.text("plan-saved", &[]);
    Message {
        content: format!("{said}\n{}", reply.content),
        ..reply
    }
}

/// Handles a button of the plan.
pub(crate) async fn press(cx: &Cx<'_>, what: PlanAction) -> Result<Response, HandlerError> {
    let app = &cx.app;
    let act = cx.act();
    let changed = match what {
        PlanAction::Show(id) => on_heap(|| app.plan(&act, id)).await?,
        PlanAction::Cut {
            game,
            version,
            index,
        } => match on_heap(|| app.cut_branch(&act, game, version, index.into())).await {
            // The current plan is shown instead.
            Err(AppError::Refused(Refusal::Stale)) => on_heap(|| app.plan(&act, game)).await?,
            cut => cut?,
        },
        PlanAction::Drop(id) => on_heap(|| app.drop_plan(&act, id)).await?,
        PlanAction::Board(id) => {
            let reply = on_heap(|| analysis::open(cx, id.into(), None)).await?;
            return Ok(Response::Ephemeral(reply));
        }
        PlanAction::Forced(at) => return on_heap(|| forced(cx, at)).await,
        PlanAction::Queue(id) => return on_heap(|| modal(cx, &act, id)).await,
        PlanAction::Place(at) => return on_heap(|| place(cx, at)).await,
        PlanAction::Random(at) => return on_heap(|| ask_random(cx, at)).await,
        PlanAction::RandomSurely(at) => return on_heap(|| place_rest_at_random(cx, at)).await,
    };
    let reply = on_heap(|| screen(cx, cx.reader, &changed)).await;
    Ok(Response::Show(reply))
}

/// Opens an analysis board with the opponent's only turn played, and the composer for the reply.
async fn forced(cx: &Cx<'_>, at: BoardRef) -> Result<Response, HandlerError> {
    let app = &cx.app;
    let game = app.view_game(cx.invoker.id, at.game, cx.now()).await?;
    let turns = game.record.game();
    let Some(only) = turns.only_turn() else {
        return show_current(cx, at.game).await;
    };
    if game.position_seq() != at.seq || game.is_over() {
        return show_current(cx, at.game).await;
    }
    let text = turns.write(&only).unwrap_or_default();
    let is_flipped = is_flipped_for(cx, at.game.into()).await?;
    let act = cx.act();
    let board = app.analyse(&act, at.game.into(), None, is_flipped).await?;
    let tried = AnalysisEdit::Try(0, TurnInput::Text(text));
    let board = app.handle_analysis(&act, board.number, &tried).await?;
    let reply = if board.position.outcome().is_some() {
        analysis::screen(cx, &board, None).await?
    } else {
        analysis::compose(cx, &board, &ComposerState::default()).await?
    };
    Ok(Response::Show(reply))
}

/// Opens the modal for placements, with the queued ones filled in.
async fn modal(cx: &Cx<'_>, act: &Act, id: GameId) -> Result<Response, HandlerError> {
    let planned = cx.app.plan(act, id).await?;
    let open = planned.plan.open_wishes(&planned.game, planned.side);
    let locale = cx.reader.locale;
    Ok(Response::Modal(Modal {
        id: button(PlanAction::Queue(id)).write(),
        title: locale.text("queue-title", &[]),
        inputs: vec![TextInput {
            id: "queue",
            label: locale.text("queue-label", &[]),
            placeholder: locale.text("queue-example", &[]),
            longest: MAX_TYPED,
            value: cut(queued(&open), MAX_TYPED.into()),
            is_required: false,
        }],
    }))
}

/// Asks whether the rest of the pieces is to be placed at random, and says which they are.
async fn ask_random(cx: &Cx<'_>, at: BoardRef) -> Result<Response, HandlerError> {
    let planned = cx.app.plan(&cx.act(), at.game).await?;
    if !planned.game.record.game().is_setting_up() {
        return Err(Refusal::NoSetup.into());
    }
    let locale = cx.reader.locale;
    let say = |name: &str| locale.text(name, &[]);
    let mut lines = vec![say("random-sure")];
    let open = planned.plan.open_wishes(&planned.game, planned.side);
    if !open.is_empty() {
        let list = ("list", cut(queued(&open), MAX_QUEUED).into());
        lines.push(locale.text("random-after-queue", &[list]));
    }
    let surely = button(PlanAction::RandomSurely(shown(&planned.game)));
    let back = if planned.game.to_move() == Some(planned.side) {
        CustomId::Compose(
            shown(&planned.game).into(),
            Tap::Go(ComposerState::default()),
        )
    } else {
        button(PlanAction::Show(at.game))
    };
    let keys = vec![
        key(&surely, say("key-random-surely"), ButtonStyle::Good),
        key(&back, say("key-no"), ButtonStyle::Plain),
    ];
    Ok(Response::Show(Message {
        content: lines.join("\n"),
        picture: None,
        rows: vec![ActionRow::Buttons(keys)],
    }))
}

/// Has the rest of the pieces placed at random, the first one at once if it is the player's turn.
async fn place_rest_at_random(cx: &Cx<'_>, at: BoardRef) -> Result<Response, HandlerError> {
    let planned = match cx
        .app
        .place_rest_at_random(&cx.act_on(at.seq), at.game)
        .await
    {
        Err(AppError::Refused(Refusal::Stale)) => return show_current(cx, at.game).await,
        planned => planned?,
    };
    if planned.game.to_move() == Some(planned.side) {
        return place_next(cx, shown(&planned.game), &planned).await;
    }
    Ok(Response::Show(saved(cx, &planned).await))
}

/// Plays the next placement of the queue.
async fn place(cx: &Cx<'_>, at: BoardRef) -> Result<Response, HandlerError> {
    let planned = match cx.app.plan(&cx.act_on(at.seq), at.game).await {
        Err(AppError::Refused(Refusal::Stale)) => {
            return show_current(cx, at.game).await;
        }
        planned => planned?,
    };
    place_next(cx, at, &planned).await
}

/// Plays the next placement of a plan, and with it what both players have planned after it.
async fn place_next(
    cx: &Cx<'_>,
    at: BoardRef,
    planned: &Planned,
) -> Result<Response, HandlerError> {
    let act = cx.act_on(at.seq);
    let next = planned.plan.next_placement(&planned.game, planned.side);
    let next = next.and_then(|turn| planned.game.record.game().write(&turn));
    let text = next.ok_or(Refusal::NothingPlanned)?;
    let played = cx.app.play(&act, at.game, &TurnInput::Text(text)).await?;
    cx.metrics.moved();
    cx.remember_token(at.game, cx.invoker);
    cx.wake();
    let mut reply = turn_made(cx.reader, &played);
    let has_plan = button(PlanAction::Show(at.game));
    let label = cx.reader.locale.text("key-plan", &[]);
    if played.game.record.game().is_setting_up() {
        let keys = vec![key(&has_plan, label, ButtonStyle::Plain)];
        reply.rows.push(ActionRow::Buttons(keys));
    }
    Ok(Response::Update(reply))
}
