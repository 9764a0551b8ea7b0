//! Facts about whoever asks, for [`access`](crate::app::access), which decides who may see and do what.

use crate::app::access::Viewer;
use crate::app::game::state::Game;
use crate::discord::context::Host;
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::request::Caller;
use crate::model::{GameId, GameRow, ServerId};

/// Whoever asks, as far as it matters for what is seen and done.
pub(crate) fn viewer(caller: &Caller) -> Viewer {
    Viewer {
        player: Some(caller.id),
        server: caller.server,
        channel: Some(caller.channel),
        parent: caller.parent,
        roles: caller.roles.clone(),
        manages_server: caller.is_moderator,
        is_typing: caller.is_typing,
    }
}

/// A game that someone may see.
pub(crate) async fn seen_by(host: &Host, caller: &Caller, id: GameId) -> Result<GameRow, Stop> {
    let (app, viewer) = (&host.app, viewer(caller));
    Ok(app.visible_game(&viewer, &host.channels, id).await?)
}

/// A game that someone may see; from now on it counts as seen.
pub(crate) async fn look_at(host: &Host, caller: &Caller, id: GameId) -> Result<Game, Stop> {
    let (app, viewer) = (&host.app, viewer(caller));
    Ok(app.look_at(&viewer, &host.channels, id, host.now()).await?)
}

/// May someone begin a game here?
pub(crate) async fn may_play(host: &Host, caller: &Caller) -> Result<(), Stop> {
    Ok(host.app.may_play(&viewer(caller)).await?)
}

/// May someone accept a challenge, wherever it is shown?
pub(crate) async fn may_accept(host: &Host, caller: &Caller, id: GameId) -> Result<(), Stop> {
    let (app, viewer) = (&host.app, viewer(caller));
    Ok(app.may_accept(&viewer, &host.channels, id).await?)
}

/// May someone end the games of others on a server?
pub(crate) async fn may_moderate(
    host: &Host,
    caller: &Caller,
    server: Option<ServerId>,
) -> Result<bool, Stop> {
    Ok(host.app.may_moderate(&viewer(caller), server).await?)
}

/// The server on which it is asked, if the person may change what it has chosen.
pub(crate) fn managed_server(caller: &Caller) -> Option<ServerId> {
    viewer(caller).managed_server()
}
