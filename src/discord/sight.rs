//! Who may see a game, begin one, and end those of others.

use crate::app::Refusal;
use crate::app::game::Game;
use crate::app::import::is_import;
use crate::store::games::Game as Row;
use crate::store::{GameId, ServerId};

use super::host::Host;
use super::request::Caller;
use super::router::Stop;

/// May someone see a game? The players may; on its server everyone may; elsewhere whoever follows it.
/// One that is played on no server is seen by those who are in the same conversation.
///
/// For everyone else there is no such game.
pub(super) async fn seen_by(host: &Host, caller: &Caller, id: GameId) -> Result<Row, Stop> {
    let row = host.app.row(id).await?.ok_or(Refusal::UnknownGame)?;
    let is_here = match row.server {
        Some(server) => caller.server == Some(server),
        None => row.channel == Some(caller.channel) || row.thread == Some(caller.channel),
    };
    let is_seen = is_here
        || row.side_of(caller.id).is_some()
        || host.app.following(caller.id, id).await?.is_some();
    if is_seen {
        Ok(row)
    } else {
        Err(Refusal::UnknownGame.into())
    }
}

/// A game that someone may see; from now on it counts as seen. What someone has brought along is for
/// that person alone.
pub(super) async fn look_at(host: &Host, caller: &Caller, id: GameId) -> Result<Game, Stop> {
    if !is_import(id) {
        seen_by(host, caller, id).await?;
    }
    Ok(host.app.seen(caller.id, id, host.now()).await?)
}

/// May someone begin a game here? A server can say whom it wants to play.
pub(super) async fn may_play(host: &Host, caller: &Caller) -> Result<(), Stop> {
    if let Some(server) = caller.server {
        host.app.may_play(server, &caller.roles).await?;
    }
    Ok(())
}

/// May someone accept a challenge? Where a server says whom it wants to play, that can only be seen
/// there.
pub(super) async fn may_accept(host: &Host, caller: &Caller, id: GameId) -> Result<(), Stop> {
    let challenge = host.app.challenged(id).await?;
    let elsewhere = challenge
        .server
        .filter(|server| caller.server != Some(*server));
    if let Some(server) = elsewhere
        && !host.app.server_settings(server).await?.roles.is_empty()
    {
        return Err(Refusal::AcceptThere(challenge.channel).into());
    }
    may_play(host, caller).await
}

/// May someone end the games of others on a server? Whoever manages it, or has a role for that.
pub(super) async fn may_moderate(
    host: &Host,
    caller: &Caller,
    server: Option<ServerId>,
) -> Result<bool, Stop> {
    let Some(server) = server.filter(|server| caller.server == Some(*server)) else {
        return Ok(false);
    };
    if caller.is_moderator {
        return Ok(true);
    }
    let settings = host.app.server_settings(server).await?;
    Ok(settings.are_moderators(&caller.roles))
}
