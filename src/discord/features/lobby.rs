//! `/lobby`: the open challenges of a server; for those who moderate games, also as a message that
//! everyone sees.
//!
//! The open challenges of a server as people see them: in a message for everyone, and as a list of
//! one's own.

use serde_json::{Value, json};

use crate::discord::context::Context;
use crate::discord::custom_id::action::Lobby;
use crate::discord::features::challenge::accepted;
use crate::discord::interaction::command::{BOOLEAN, command, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::request::{CommandCall, Invoker};
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::{may_accept, may_moderate, viewer};
use crate::discord::view::lobby::{Listed, PAGE};
use crate::discord::view::message::Message;
use crate::discord::view::reader::Reader;
use crate::model::{GameId, ServerId};

pub(crate) fn slash_command() -> Value {
    let mut form = command("lobby", vec![option(BOOLEAN, "lobby", "pin")]);
    form["integration_types"] = json!([0]);
    form["contexts"] = json!([0]);
    form
}

pub(crate) async fn run(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    call: &CommandCall,
) -> Result<Response, HandlerError> {
    let server = server(caller, reader)?;
    match call.flag("pin") {
        None => Ok(Response::Ephemeral(list(host, caller, reader, 0).await?)),
        Some(is_on) => pin(host, caller, reader, server, is_on).await,
    }
}

fn server(caller: &Invoker, reader: &Reader) -> Result<ServerId, HandlerError> {
    let say = || HandlerError::Explained(reader.words.say("lobby-no-server", &[]));
    caller.server.ok_or_else(say)
}

/// The server shows its open challenges in a message here, or no longer.
async fn pin(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    server: ServerId,
    is_on: bool,
) -> Result<Response, HandlerError> {
    let say = |name: &str| reader.words.say(name, &[]);
    if !may_moderate(host, caller, Some(server)).await? {
        return Err(HandlerError::Explained(say("lobby-not-yours")));
    }
    if is_on && !caller.may_write() {
        return Err(HandlerError::Explained(say("lobby-may-not-write")));
    }
    let act = caller.act(host.now());
    let said = if is_on {
        host.app.pin_lobby(&act, server, caller.channel).await?;
        "lobby-pinned"
    } else if host.app.unpin_lobby(&act, server).await? {
        "lobby-unpinned"
    } else {
        "lobby-not-pinned"
    };
    host.wake();
    Ok(Response::Ephemeral(Message {
        content: say(said),
        ..Message::default()
    }))
}

/// A page of the list for one person.
async fn list(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    page: u16,
) -> Result<Message, HandlerError> {
    let server = server(caller, reader)?;
    let (app, now, viewer) = (&host.app, host.now(), viewer(caller));
    let open = async |page: usize| {
        let part = (page * PAGE, PAGE);
        let channels = &host.channels;
        app.visible_open_on(&viewer, channels, server, now, part)
            .await
    };
    let mut page = usize::from(page);
    let (mut challenges, count) = open(page).await?;
    if challenges.is_empty() && count > 0 {
        // Some have gone since: the last page there is.
        page = (count - 1) / PAGE;
        challenges = open(page).await?.0;
    }
    let mut standing = app.standing_of(caller.id).await?;
    standing.retain(|(_, challenge)| challenge.server == Some(server));
    let listed = Listed {
        challenges: &challenges,
        page,
        count,
    };
    Ok(listed.list(reader.words, caller.id, &standing))
}

/// Something was pressed in the list.
pub(crate) async fn press(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    pressed: Lobby,
    is_private: bool,
) -> Result<Response, HandlerError> {
    let act = caller.act(host.now());
    let said = match pressed {
        Lobby::Page(page) => {
            let list = list(host, caller, reader, page).await?;
            // What everyone sees is not changed by one who looks through the list.
            return Ok(Response::Show(list));
        }
        Lobby::Play(id) => {
            play(host, caller, id).await?;
            // The list that everyone sees is where everyone hears of it.
            if host.lack(caller).is_none() && !is_private {
                return accepted(host, caller, id, false).await;
            }
            "lobby-playing"
        }
        Lobby::Withdraw(id) => {
            host.app.withdraw(&act, id).await?;
            "lobby-withdrawn"
        }
        Lobby::EndStanding(id) => {
            host.app.stop_standing(&act, id).await?;
            "lobby-stopped"
        }
    };
    host.wake();
    let said = reader.words.say(said, &[]);
    if !is_private {
        return Ok(Response::Ephemeral(Message {
            content: said,
            ..Message::default()
        }));
    }
    let mut list = list(host, caller, reader, 0).await?;
    list.content = format!("{said}\n\n{}", list.content);
    list.content = list.content.chars().take(2000).collect();
    Ok(Response::Update(list))
}

/// Accepts an open challenge from the list. The courier closes its card.
async fn play(host: &Context, caller: &Invoker, id: GameId) -> Result<(), HandlerError> {
    may_accept(host, caller, id).await?;
    host.app.accept(&caller.act(host.now()), id).await?;
    host.remember_token(id, caller);
    Ok(())
}
