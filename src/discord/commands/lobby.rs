//! `/lobby`: the open challenges of a server; for those who moderate games, also as a message that
//! everyone sees.

use serde_json::{Value, json};

use crate::store::{GameId, ServerId};

use super::super::answer::Answer;
use super::super::deed::Lobby;
use super::super::host::{Host, Reader};
use super::super::lobby::{Listed, PAGE};
use super::super::press;
use super::super::reply::Reply;
use super::super::request::{Call, Caller};
use super::super::router::Stop;
use super::super::sight::{may_accept, may_moderate, viewer};
use super::{BOOLEAN, command, option};

pub(super) fn command() -> Value {
    let mut form = command("lobby", vec![option(BOOLEAN, "lobby", "pin")]);
    form["integration_types"] = json!([0]);
    form["contexts"] = json!([0]);
    form
}

pub(super) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let server = server(caller, reader)?;
    match call.flag("pin") {
        None => Ok(Answer::Tell(list(host, caller, reader, 0).await?)),
        Some(is_on) => pin(host, caller, reader, server, is_on).await,
    }
}

fn server(caller: &Caller, reader: &Reader) -> Result<ServerId, Stop> {
    let say = || Stop::Say(reader.words.say("lobby-no-server", &[]));
    caller.server.ok_or_else(say)
}

/// The server shows its open challenges in a message here, or no longer.
async fn pin(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    server: ServerId,
    is_on: bool,
) -> Result<Answer, Stop> {
    let say = |name: &str| reader.words.say(name, &[]);
    if !may_moderate(host, caller, Some(server)).await? {
        return Err(Stop::Say(say("lobby-not-yours")));
    }
    if is_on && !caller.may_write() {
        return Err(Stop::Say(say("lobby-may-not-write")));
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
    Ok(Answer::Tell(Reply {
        content: say(said),
        ..Reply::default()
    }))
}

/// A page of the list for one person.
async fn list(host: &Host, caller: &Caller, reader: &Reader, page: u16) -> Result<Reply, Stop> {
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
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    pressed: Lobby,
    is_private: bool,
) -> Result<Answer, Stop> {
    let act = caller.act(host.now());
    let said = match pressed {
        Lobby::Page(page) => {
            let list = list(host, caller, reader, page).await?;
            // What everyone sees is not changed by one who looks through the list.
            return Ok(if is_private {
                Answer::Change(list)
            } else {
                Answer::Tell(list)
            });
        }
        Lobby::Play(id) => {
            play(host, caller, id).await?;
            // The list that everyone sees is where everyone hears of it.
            if host.lack(caller).is_none() && !is_private {
                return press::accepted(host, caller, id, false).await;
            }
            "lobby-playing"
        }
        Lobby::Withdraw(id) => {
            host.app.withdraw(&act, id).await?;
            "lobby-withdrawn"
        }
        Lobby::Stop(id) => {
            host.app.stop_standing(&act, id).await?;
            "lobby-stopped"
        }
    };
    host.wake();
    let said = reader.words.say(said, &[]);
    if !is_private {
        return Ok(Answer::Tell(Reply {
            content: said,
            ..Reply::default()
        }));
    }
    let mut list = list(host, caller, reader, 0).await?;
    list.content = format!("{said}\n\n{}", list.content);
    list.content = list.content.chars().take(2000).collect();
    Ok(Answer::Change(list))
}

/// Accepts an open challenge from the list. The courier closes its card.
async fn play(host: &Host, caller: &Caller, id: GameId) -> Result<(), Stop> {
    may_accept(host, caller, id).await?;
    host.app.accept(&caller.act(host.now()), id).await?;
    host.keep_hand(id, caller);
    Ok(())
}
