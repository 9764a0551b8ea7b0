//! `/lobby`: the open challenges of a guild; moderators can post them as a public message.

use serde_json::Value;

use crate::discord::custom_id::action::LobbyAction;
use crate::discord::features::challenge::accepted;
use crate::discord::features::game_place::place;
use crate::discord::interaction::command::{BOOLEAN, command, only_in_guilds, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::{may_accept, may_moderate, viewer};
use crate::discord::view::lobby::{LobbyPage, PAGE};
use crate::discord::view::message::Message;
use crate::model::{GameId, ServerId};

pub(crate) fn slash_command() -> Value {
    only_in_guilds(command("lobby", vec![option(BOOLEAN, "lobby", "pin")]))
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let server = server(cx)?;
    match call.flag("pin") {
        None => Ok(Response::Ephemeral(list(cx, 0).await?)),
        Some(is_on) => pin(cx, server, is_on).await,
    }
}

fn server(cx: &Cx<'_>) -> Result<ServerId, HandlerError> {
    let say = || HandlerError::Explained(cx.reader.locale.text("lobby-no-server", &[]));
    cx.invoker.server.ok_or_else(say)
}

/// Starts or stops showing the open challenges in a message in this channel.
async fn pin(cx: &Cx<'_>, server: ServerId, is_on: bool) -> Result<Response, HandlerError> {
    let say = |name: &str| cx.reader.locale.text(name, &[]);
    if !may_moderate(cx, Some(server)).await? {
        return Err(HandlerError::Explained(say("lobby-not-yours")));
    }
    if is_on && !cx.invoker.may_write() {
        return Err(HandlerError::Explained(say("lobby-may-not-write")));
    }
    let act = cx.act();
    let said = if is_on {
        cx.app.pin_lobby(&act, server, cx.invoker.channel).await?;
        "lobby-pinned"
    } else if cx.app.unpin_lobby(&act, server).await? {
        "lobby-unpinned"
    } else {
        "lobby-not-pinned"
    };
    cx.wake();
    Ok(Response::Ephemeral(Message::text(say(said))))
}

/// A page of the list for the invoker.
async fn list(cx: &Cx<'_>, page: u16) -> Result<Message, HandlerError> {
    let server = server(cx)?;
    let (app, now, viewer) = (&cx.app, cx.now(), viewer(cx.invoker));
    let open = async |page: usize| {
        let part = (page * PAGE, PAGE);
        let channels = &cx.channels;
        app.visible_open_on(&viewer, channels, server, now, part)
            .await
    };
    let mut page = usize::from(page);
    let (mut challenges, count) = open(page).await?;
    if challenges.is_empty() && count > 0 {
        // Some have gone since: show the last page.
        page = (count - 1) / PAGE;
        challenges = open(page).await?.0;
    }
    let mut standing = app.standing_of(cx.invoker.id).await?;
    standing.retain(|(_, challenge)| challenge.server == Some(server));
    let listed = LobbyPage {
        challenges: &challenges,
        page,
        count,
    };
    Ok(listed.list(cx.reader.locale, cx.invoker.id, &standing))
}

/// Handles a button of the list.
pub(crate) async fn press(cx: &Cx<'_>, pressed: LobbyAction) -> Result<Response, HandlerError> {
    let act = cx.act();
    let said = match pressed {
        LobbyAction::Page(page) => {
            let list = list(cx, page).await?;
            return Ok(Response::Show(list));
        }
        LobbyAction::Play(id) => {
            play(cx, id).await?;
            // A game started from the public message is announced in public.
            if cx.missing_access(cx.invoker).is_none() && !cx.is_on_ephemeral {
                return accepted(cx, id, false).await;
            }
            return playing(cx, id).await;
        }
        LobbyAction::Withdraw(id) => {
            cx.app.withdraw(&act, id).await?;
            "lobby-withdrawn"
        }
        LobbyAction::EndStanding(id) => {
            cx.app.stop_standing(&act, id).await?;
            "lobby-stopped"
        }
    };
    cx.wake();
    let said = cx.reader.locale.text(said, &[]);
    above_list(cx, said).await
}

/// Says privately where the accepted game is.
async fn playing(cx: &Cx<'_>, id: GameId) -> Result<Response, HandlerError> {
    cx.wake();
    let said = match place(cx, id).await? {
        Some(place) => {
            let place = ("place", place.into());
            cx.reader.locale.text("lobby-playing-place", &[place])
        }
        None => cx.reader.locale.text("lobby-playing", &[]),
    };
    above_list(cx, said).await
}

/// A text above the list, if the list is the invoker's own; otherwise alone.
async fn above_list(cx: &Cx<'_>, said: String) -> Result<Response, HandlerError> {
    if !cx.is_on_ephemeral {
        return Ok(Response::Ephemeral(Message::text(said)));
    }
    let mut list = list(cx, 0).await?;
    list.content = format!("{said}\n\n{}", list.content);
    list.content = list.content.chars().take(2000).collect();
    Ok(Response::Update(list))
}

/// Accepts an open challenge from the list. The delivery worker closes its card.
async fn play(cx: &Cx<'_>, id: GameId) -> Result<(), HandlerError> {
    may_accept(cx, id).await?;
    cx.app.accept(&cx.act(), id).await?;
    cx.remember_token(id, cx.invoker);
    Ok(())
}
