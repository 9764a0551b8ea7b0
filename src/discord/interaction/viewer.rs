//! Facts about whoever asks, for [`access`](crate::app::access), which decides who may see and do what.

use crate::app::access::Viewer;
use crate::app::game::state::Game;
use crate::discord::interaction::cx::Cx;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::request::Invoker;
use crate::model::{GameId, GameRow, ServerId};

/// Whoever asks, as far as it matters for what is seen and done.
pub(crate) fn viewer(invoker: &Invoker) -> Viewer {
    Viewer {
        player: Some(invoker.id),
        server: invoker.server,
        channel: Some(invoker.channel),
        parent: invoker.parent,
        roles: invoker.roles.clone(),
        manages_server: invoker.is_moderator,
        is_typing: invoker.is_typing,
    }
}

/// A game that someone may see.
pub(crate) async fn seen_by(cx: &Cx<'_>, id: GameId) -> Result<GameRow, HandlerError> {
    let (app, viewer) = (&cx.app, viewer(cx.invoker));
    Ok(app.visible_game(&viewer, &cx.channels, id).await?)
}

/// A game that someone may see; from now on it counts as seen.
pub(crate) async fn look_at(cx: &Cx<'_>, id: GameId) -> Result<Game, HandlerError> {
    let (app, viewer) = (&cx.app, viewer(cx.invoker));
    Ok(app.look_at(&viewer, &cx.channels, id, cx.now()).await?)
}

/// May someone begin a game here?
pub(crate) async fn may_play(cx: &Cx<'_>) -> Result<(), HandlerError> {
    Ok(cx.app.may_play(&viewer(cx.invoker)).await?)
}

/// May someone accept a challenge, wherever it is shown?
pub(crate) async fn may_accept(cx: &Cx<'_>, id: GameId) -> Result<(), HandlerError> {
    let (app, viewer) = (&cx.app, viewer(cx.invoker));
    Ok(app.may_accept(&viewer, &cx.channels, id).await?)
}

/// May someone end the games of others on a server?
pub(crate) async fn may_moderate(
    cx: &Cx<'_>,
    server: Option<ServerId>,
) -> Result<bool, HandlerError> {
    Ok(cx.app.may_moderate(&viewer(cx.invoker), server).await?)
}

/// The server on which it is asked, if the person may change what it has chosen.
pub(crate) fn managed_server(invoker: &Invoker) -> Option<ServerId> {
    viewer(invoker).managed_server()
}
