//! The invoker as a viewer, for [`access`](crate::app::access), which decides who may see and do
//! what.

use crate::app::Refusal;
use crate::app::access::Viewer;
use crate::app::game::state::Game;
use crate::app::tournament::TournamentView;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::Invoker;
use crate::model::{GameId, GameRef, GameRow, ServerId, TournamentId};

/// The facts about an invoker that decide what may be seen and done.
pub(crate) fn viewer(invoker: &Invoker) -> Viewer {
    Viewer {
        player: Some(invoker.id),
        server: invoker.server,
        channel: Some(invoker.channel),
        parent: invoker.parent,
        roles: invoker.roles.clone(),
        manages_server: invoker.is_moderator,
        may_post: invoker.can_send(),
        is_typing: invoker.is_typing,
    }
}

/// A game, if the invoker may see it.
pub(crate) async fn seen_by(cx: &Cx<'_>, id: GameId) -> Result<GameRow, HandlerError> {
    let (app, viewer) = (&cx.app, viewer(cx.invoker));
    Ok(app.visible_game(&viewer, &cx.channels, id).await?)
}

/// A tournament that the invoker can see.
pub(crate) async fn seen_tournament(
    cx: &Cx<'_>,
    id: TournamentId,
) -> Result<TournamentView, HandlerError> {
    let tournament = cx.app.tournament(id).await?;
    let viewer = viewer(cx.invoker);
    let is_visible = cx
        .app
        .is_tournament_visible(&viewer, &cx.channels, &tournament.row)
        .await?;
    if is_visible {
        Ok(tournament)
    } else {
        Err(Refusal::UnknownTournament.into())
    }
}

/// A game, if the invoker may see it; a player has seen its latest board from now on.
pub(crate) async fn look_at(cx: &Cx<'_>, id: impl Into<GameRef>) -> Result<Game, HandlerError> {
    let (app, viewer) = (&cx.app, viewer(cx.invoker));
    Ok(app
        .look_at(&viewer, &cx.channels, id.into(), cx.now())
        .await?)
}

/// Refuses an invoker who may not start a game here.
pub(crate) async fn may_play(cx: &Cx<'_>) -> Result<(), HandlerError> {
    Ok(cx.app.may_play(&viewer(cx.invoker)).await?)
}

/// Refuses an invoker who may not accept a challenge, wherever it is shown.
pub(crate) async fn may_accept(cx: &Cx<'_>, id: GameId) -> Result<(), HandlerError> {
    let (app, viewer) = (&cx.app, viewer(cx.invoker));
    Ok(app.may_accept(&viewer, &cx.channels, id).await?)
}

/// May the invoker end the games of others on a guild?
pub(crate) async fn may_moderate(
    cx: &Cx<'_>,
    server: Option<ServerId>,
) -> Result<bool, HandlerError> {
    Ok(cx.app.may_moderate(&viewer(cx.invoker), server).await?)
}

/// The guild of the interaction, if the invoker may change its settings.
pub(crate) fn managed_server(invoker: &Invoker) -> Option<ServerId> {
    viewer(invoker).managed_server()
}
