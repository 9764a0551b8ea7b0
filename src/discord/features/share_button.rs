//! The button *Show to all* below ephemeral messages, and who may use it.

use crate::app::{App, AppError};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::share::ShareAction;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::viewer::viewer;
use crate::discord::view::components::key;
use crate::discord::view::message::{Button, ButtonStyle};

/// The button that posts something for everyone; `None` where there is nobody else, or where it may
/// not be posted.
pub(crate) async fn share_button(
    cx: &Cx<'_>,
    what: ShareAction,
) -> Result<Option<Button>, HandlerError> {
    let is_alone = cx.invoker.server.is_none() && cx.invoker.is_home;
    if is_alone || !may_share(cx, what).await? {
        return Ok(None);
    }
    let label = cx.reader.locale.text("key-share", &[]);
    Ok(Some(key(&share_id(what), label, ButtonStyle::Plain)))
}

/// The custom id of the button.
pub(crate) fn share_id(what: ShareAction) -> CustomId {
    CustomId::Menu(MenuAction::Share(what))
}

async fn may_share(cx: &Cx<'_>, what: ShareAction) -> Result<bool, HandlerError> {
    match check_share(cx, what).await {
        Ok(()) => Ok(true),
        Err(HandlerError::App(AppError::Refused(_))) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Refuses what the invoker may not post here, or what not everyone here may see.
pub(crate) async fn check_share(cx: &Cx<'_>, what: ShareAction) -> Result<(), HandlerError> {
    let viewer = viewer(cx.invoker);
    let game = match what {
        ShareAction::Board(request) => request.game,
        ShareAction::Animation { perspective, .. } => perspective.game,
        ShareAction::Profile(_) | ShareAction::Leaderboard(_) => {
            return Ok(App::may_post(&viewer)?);
        }
    };
    Ok(cx.app.may_show(&viewer, &cx.channels, game).await?)
}
