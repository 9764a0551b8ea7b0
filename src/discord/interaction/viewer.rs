//! Facts about whoever asks, for [`access`](crate::app::access), which decides who may see and do what.

use crate::app::access::Viewer;
use crate::app::game::state::Game;
use crate::discord::context::Context;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::request::Invoker;
use crate::model::{GameId, GameRow, ServerId};

/// Whoever asks, as far as it matters for what is seen and done.
pub(crate) fn viewer(caller: &Invoker) -> Viewer {
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
pub(crate) async fn seen_by(
    host: &Context,
    caller: &Invoker,
    id: GameId,
) -> Result<GameRow, HandlerError> {
    let (app, viewer) = (&host.app, viewer(caller));
    Ok(app.visible_game(&viewer, &host.channels, id).await?)
}

/// A game that someone may see; from now on it counts as seen.
pub(crate) async fn look_at(
    host: &Context,
    caller: &Invoker,
    id: GameId,
) -> Result<Game, HandlerError> {
    let (app, viewer) = (&host.app, viewer(caller));
    Ok(app.look_at(&viewer, &host.channels, id, host.now()).await?)
}

/// May someone begin a game here?
pub(crate) async fn may_play(host: &Context, caller: &Invoker) -> Result<(), HandlerError> {
    Ok(host.app.may_play(&viewer(caller)).await?)
}

/// May someone accept a challenge, wherever it is shown?
pub(crate) async fn may_accept(
    host: &Context,
    caller: &Invoker,
    id: GameId,
) -> Result<(), HandlerError> {
    let (app, viewer) = (&host.app, viewer(caller));
    Ok(app.may_accept(&viewer, &host.channels, id).await?)
}

/// May someone end the games of others on a server?
pub(crate) async fn may_moderate(
    host: &Context,
    caller: &Invoker,
    server: Option<ServerId>,
) -> Result<bool, HandlerError> {
    Ok(host.app.may_moderate(&viewer(caller), server).await?)
}

/// The server on which it is asked, if the person may change what it has chosen.
pub(crate) fn managed_server(caller: &Invoker) -> Option<ServerId> {
    viewer(caller).managed_server()
}
