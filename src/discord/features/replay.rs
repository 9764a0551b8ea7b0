//! `/replay`: steps through a game, or renders it as a GIF.

use std::ops::RangeInclusive;

use serde_json::{Value, json};

use crate::app::Refusal;
use crate::app::game::history::Filter;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::BoardRequest;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::replay::{HistoryQuery, Perspective, ReplayAction};
use crate::discord::custom_id::share::ShareAction;
use crate::discord::features::board::{is_flipped_for, show};
use crate::discord::features::history::{self, label};
use crate::discord::features::records;
use crate::discord::features::share_button::share_button;
use crate::discord::i18n::Locale;
use crate::discord::interaction::autocomplete::Suggestion;
use crate::discord::interaction::command::{INTEGER, command, game_option, named_game, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::look_at;
use crate::discord::rest::payload::File;
use crate::discord::view::board::BoardView;
use crate::discord::view::message::{ActionRow, Message, Modal, TextInput};
use crate::discord::view::reader::Reader;
use crate::model::GameRef;

/// Discord's limit of autocomplete choices.
const MOST: usize = 25;
/// Number of latest games that are searched.
const LOOKED_AT: usize = 200;

pub(crate) fn slash_command() -> Value {
    let turn = |name: &str| {
        let mut turn = option(INTEGER, "replay", name);
        turn["min_value"] = json!(0);
        turn["max_value"] = json!(u16::MAX);
        turn
    };
    let options = vec![
        game_option("replay"),
        turn("turn"),
        turn("from"),
        turn("to"),
    ];
    command("replay", options)
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let mut game = named_game(call);
    if game.is_none() {
        let here = cx.app.thread_game(cx.invoker.channel).await?;
        game = here.map(|row| row.id.into());
    }
    let Some(game) = game else {
        // Without a game, the history is shown.
        let list = history::page(cx, HistoryQuery::default()).await?;
        return Ok(Response::Ephemeral(list));
    };
    if let GameRef::Game(id) = game
        && cx.app.game_row(id).await?.is_none()
    {
        return Err(Refusal::UnknownGame.into());
    }
    let is_flipped = is_flipped_for(cx, game).await?;
    let ply = |name: &str| call.number(name).and_then(|ply| u16::try_from(ply).ok());
    if let (from, to) = (ply("from"), ply("to"))
        && (from.is_some() || to.is_some())
    {
        let angle = Perspective { game, is_flipped };
        let from = usize::from(from.unwrap_or(0));
        return animation(cx, angle, from, to.map(usize::from)).await;
    }
    let request = BoardRequest {
        game,
        ply: Some(ply("turn").unwrap_or(0)),
        is_flipped,
        is_text: false,
        slot: 0,
    };
    Ok(Response::Ephemeral(show(cx, request).await?))
}

/// Completes the name of a finished or imported game.
pub(crate) async fn suggest(cx: &Cx<'_>, text: &str) -> Result<Vec<Suggestion>, HandlerError> {
    let text = text.trim().to_lowercase();
    let page = cx
        .app
        .history(cx.invoker.id, &Filter::default(), None, LOOKED_AT)
        .await?;
    let others = page.games.iter().filter_map(|row| {
        let side = row.side_of(cx.invoker.id)?;
        row.players[!side]
    });
    cx.names.learn(others).await;
    let mut list: Vec<Suggestion> = Vec::new();
    let add = |list: &mut Vec<Suggestion>, game: GameRef, label: String| {
        if label.to_lowercase().contains(&text) {
            let value = game.number().to_string();
            list.push(Suggestion { label, value });
        }
    };
    for row in &page.games {
        if list.len() == MOST {
            return Ok(list);
        }
        add(&mut list, row.id.into(), label(cx, row));
    }
    for (number, import) in (1..).zip(cx.app.imports(cx.invoker.id).await?) {
        add(
            &mut list,
            import.id.into(),
            records::label(cx.reader, number, &import),
        );
    }
    list.truncate(MOST);
    Ok(list)
}

/// File name of the GIF.
const FILE: &str = "replay.gif";

/// Handles a button of the replay.
pub(crate) async fn press(cx: &Cx<'_>, replay: ReplayAction) -> Result<Response, HandlerError> {
    match replay {
        ReplayAction::Jump(look) => {
            let last = last_turn(cx, look.game).await?;
            let label = ("jump-turn", "turn");
            Ok(Response::Modal(modal(
                cx.reader.locale,
                replay,
                "jump",
                0..=last,
                &[label],
            )))
        }
        ReplayAction::Part(angle) => {
            let last = last_turn(cx, angle.game).await?;
            let labels = [("part-from", "from"), ("part-to", "to")];
            let form = modal(cx.reader.locale, replay, "part", 1..=last, &labels);
            Ok(Response::Modal(form))
        }
        ReplayAction::Animate(angle) => animation(cx, angle, 0, None).await,
        ReplayAction::List(list) => {
            let page = history::page(cx, list).await?;
            Ok(Response::Show(page))
        }
    }
}

async fn last_turn(cx: &Cx<'_>, game: GameRef) -> Result<usize, HandlerError> {
    let game = look_at(cx, game).await?;
    Ok(game.record.turns().len())
}

/// A modal that asks for turn numbers.
fn modal(
    locale: &Locale,
    replay: ReplayAction,
    title: &str,
    turns: RangeInclusive<usize>,
    labels: &[(&str, &'static str)],
) -> Modal {
    let inputs = labels.iter().map(|(label, id)| TextInput {
        id,
        label: locale.text(label, &[]),
        placeholder: format!("{} – {}", turns.start(), turns.end()),
        longest: 5,
        value: String::new(),
        is_required: true,
    });
    Modal {
        id: CustomId::Menu(MenuAction::Replay(replay)).write(),
        title: locale.text(&format!("{title}-title"), &[]),
        inputs: inputs.collect(),
    }
}

/// Handles a submitted modal of the replay.
pub(crate) async fn submit(
    cx: &Cx<'_>,
    replay: ReplayAction,
    lines: &[(String, String)],
) -> Result<Response, HandlerError> {
    let turn = |name: &str| {
        let text = lines.iter().find(|(known, _)| known == name);
        text.and_then(|(_, text)| text.trim().parse::<usize>().ok())
    };
    let wrong = |last: usize| {
        let last = ("last", last.into());
        HandlerError::Explained(cx.reader.locale.text("no-such-turn", &[last]))
    };
    match replay {
        ReplayAction::Jump(at) => {
            let last = last_turn(cx, at.game).await?;
            let ply = turn("turn").filter(|ply| *ply <= last);
            let ply = ply.and_then(|ply| u16::try_from(ply).ok());
            let ply = ply.ok_or_else(|| wrong(last))?;
            let at = BoardRequest {
                ply: Some(ply),
                ..at
            };
            let board = show(cx, at).await?;
            Ok(Response::Show(board))
        }
        ReplayAction::Part(angle) => {
            let last = last_turn(cx, angle.game).await?;
            match (turn("from"), turn("to")) {
                (Some(from), Some(to)) if from <= to && 0 < to && to <= last => {
                    animation(cx, angle, from, Some(to)).await
                }
                _ => Err(wrong(last)),
            }
        }
        ReplayAction::Animate(_) | ReplayAction::List(_) => Ok(Response::Ack),
    }
}

/// Sends a game or a range of its turns as a GIF.
pub(crate) async fn animation(
    cx: &Cx<'_>,
    angle: Perspective,
    from: usize,
    to: Option<usize>,
) -> Result<Response, HandlerError> {
    let mut made = animated(cx, cx.reader, angle, from, to).await?;
    let limited = |ply: usize| u16::try_from(ply).unwrap_or(u16::MAX);
    let share = ShareAction::Animation {
        perspective: angle,
        from: limited(*made.turns.start()),
        to: limited(*made.turns.end()),
    };
    if let Some(share) = share_button(cx, share).await? {
        made.reply.rows.push(ActionRow::Buttons(vec![share]));
    }
    Ok(Response::EphemeralWithFiles(made.reply, vec![made.file]))
}

/// An animation with its text.
pub(crate) struct Animated {
    pub(crate) reply: Message,
    pub(crate) file: File,
    /// The turns it shows.
    turns: RangeInclusive<usize>,
}

/// Renders a game or a range of its turns.
pub(crate) async fn animated(
    cx: &Cx<'_>,
    reader: &Reader,
    angle: Perspective,
    from: usize,
    to: Option<usize>,
) -> Result<Animated, HandlerError> {
    let locale = reader.locale;
    let game = look_at(cx, angle.game).await?;
    let last = game.record.turns().len();
    let names = cx.names_of(&game, locale).await;
    let mut seen = BoardView::for_reader(reader, &game, &names, angle.is_flipped);
    seen.theme = cx.theme_for(reader, &game.row).await?;
    // A turn starts from the position before it.
    let from = from.saturating_sub(1);
    let Some(animation) = seen.animation(from, to) else {
        let last = ("last", last.into());
        return Err(HandlerError::Explained(
            locale.text("no-such-turn", &[last]),
        ));
    };
    let to = animation.replay.to.unwrap_or(last);
    let content = locale.text(
        "animation",
        &[
            ("variant", seen.variant().into()),
            ("from", (from + 1).into()),
            ("to", to.into()),
        ],
    );
    Ok(Animated {
        reply: Message::text(content),
        file: cx.render_animation(&animation, FILE).await,
        turns: from + 1..=to,
    })
}
