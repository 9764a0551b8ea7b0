//! The screen of `/server` on the ladder: its channel, game and clock.

use crate::app::{AppError, Refusal};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::ServerSetting;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::challenge::pace_name;
use crate::discord::features::server_settings::{menu, picker, screen_key};
use crate::discord::i18n::{Locale, refusal, time};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::managed_server;
use crate::discord::view::ladder::terms;
use crate::discord::view::message::{ActionRow, EntityKind, Message, SelectMenu};
use crate::discord::view::variants::{OfferedVariant, game_menu, offered};
use crate::model::{ChannelId, LadderSetup, Pace, ServerId};

/// The clock if none was chosen.
const USUAL_PACE: Pace = Pace::days(3);

/// Handles a component of the screen.
pub(crate) async fn press(
    cx: &Cx<'_>,
    setting: ServerSetting,
    chosen: &str,
) -> Result<Response, HandlerError> {
    let locale = cx.reader.locale;
    let server = managed_server(cx.invoker)
        .ok_or_else(|| HandlerError::Explained(locale.text("server-not-yours", &[])))?;
    if cx.missing_access(cx.invoker).is_some() {
        return Err(HandlerError::Explained(locale.text("ladders-no-bot", &[])));
    }
    let before = cx.app.ladder_setup(server).await?;
    let after = changed(cx, server, before.clone(), setting, chosen).await?;
    let mut problem = None;
    if after != before
        && let Some(after) = &after
    {
        match cx.app.set_ladder(after, cx.now()).await {
            Err(AppError::Refused(refused)) => problem = Some(refused),
            done => done?,
        }
        cx.wake();
    }
    let shown = if problem.is_some() { before } else { after };
    let shown = shown.filter(|setup| setup.is_open);
    Ok(Response::Update(screen(
        locale,
        shown.as_ref(),
        problem.as_ref(),
    )))
}

/// The setting with a choice applied; unknown values change nothing.
async fn changed(
    cx: &Cx<'_>,
    server: ServerId,
    before: Option<LadderSetup>,
    setting: ServerSetting,
    chosen: &str,
) -> Result<Option<LadderSetup>, HandlerError> {
    if setting == ServerSetting::LadderChannel {
        let Ok(channel) = chosen.parse().map(ChannelId) else {
            // The selection was cleared.
            return Ok(before.map(|before| LadderSetup {
                is_open: false,
                ..before
            }));
        };
        let settings = cx.server(cx.invoker).await?.unwrap_or_default();
        let Some(main) = offered().next() else {
            return Ok(before);
        };
        let usual = || LadderSetup {
            server,
            channel,
            variant: main.stored(),
            pace: settings.pace.unwrap_or(USUAL_PACE),
            is_rated: true,
            is_open: true,
        };
        return Ok(Some(LadderSetup {
            channel,
            is_open: true,
            ..before.unwrap_or_else(usual)
        }));
    }
    Ok(before.map(|mut setup| {
        match setting {
            ServerSetting::LadderGame => {
                if let Some(variant) = OfferedVariant::of_value(chosen) {
                    setup.variant = variant.stored();
                }
            }
            ServerSetting::LadderPace => {
                let mut known = paces();
                if let Some(pace) = known.find(|pace| pace.to_string() == chosen) {
                    setup.pace = pace;
                }
            }
            ServerSetting::LadderRated => setup.is_rated = chosen == "yes",
            _ => {}
        }
        setup
    }))
}

/// The clocks that are offered.
fn paces() -> impl Iterator<Item = Pace> {
    Pace::OFFERED.into_iter().flatten()
}

/// The variant in the menu that a ladder is played in.
fn offered_of(setup: &LadderSetup) -> Option<OfferedVariant> {
    offered().find(|known| known.stored() == setup.variant)
}

/// The screen, with the reason why a choice was refused.
fn screen(locale: &Locale, setup: Option<&LadderSetup>, problem: Option<&Refusal>) -> Message {
    let mut lines = Vec::new();
    lines.extend(problem.map(|refused| {
        let why = refusal::refusal(locale.language(), refused);
        locale.text("challenge-problem", &[("why", why.into())])
    }));
    lines.push(match setup {
        Some(setup) => {
            let args = [
                ("channel", format!("<#{}>", setup.channel).into()),
                ("terms", terms(locale, setup).into()),
            ];
            locale.text("server-ladder", &args)
        }
        None => locale.text("server-ladder-none", &[]),
    });
    let chosen = setup.map(|setup| setup.channel.0).into_iter().collect();
    let mut rows = vec![picker(
        locale,
        ServerSetting::LadderChannel,
        "server-pick-ladder",
        EntityKind::Channels,
        chosen,
        1,
    )];
    if let Some(setup) = setup {
        let game = CustomId::Menu(MenuAction::ServerSetting(ServerSetting::LadderGame));
        rows.push(ActionRow::SelectMenu(SelectMenu {
            id: game.write(),
            placeholder: locale.text("challenge-which", &[]),
            options: game_menu(locale, offered_of(setup)),
        }));
        let paces: Vec<(String, String)> = paces()
            .map(|pace| (pace_name(Some(pace)), time::pace(locale, Some(pace))))
            .collect();
        let paces: Vec<(&str, String)> = paces
            .iter()
            .map(|(value, said)| (value.as_str(), said.clone()))
            .collect();
        rows.push(menu(
            locale,
            ServerSetting::LadderPace,
            "challenge-pace",
            &paces,
            &pace_name(Some(setup.pace)),
        ));
        rows.push(menu(
            locale,
            ServerSetting::LadderRated,
            "server-pick-ladder-rated",
            &[
                ("yes", locale.text("challenge-rated-yes", &[])),
                ("no", locale.text("challenge-rated-no", &[])),
            ],
            if setup.is_rated { "yes" } else { "no" },
        ));
    }
    rows.push(ActionRow::Buttons(vec![screen_key(
        locale,
        ServerSetting::Overview,
        "key-server-back",
    )]));
    Message {
        content: lines.join("\n"),
        picture: None,
        rows,
    }
}
