//! The screen of `/server` on the puzzle of the day: the channel, the hour and the time zone.

use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::ServerSetting;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::reminders;
use crate::discord::features::server_settings::{menu, picker, screen_key};
use crate::discord::i18n::Locale;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::managed_server;
use crate::discord::view::message::{ActionRow, EntityKind, Message};
use crate::model::{ChannelId, DailyPuzzle, ServerId};

/// The hour if none was chosen.
const USUAL_HOUR: u8 = 18;
/// The time zone if none was chosen and the manager has none.
const USUAL_ZONE: &str = "UTC";

fn server_of(cx: &Cx<'_>) -> Result<ServerId, HandlerError> {
    managed_server(cx.invoker)
        .ok_or_else(|| HandlerError::Explained(cx.reader.locale.text("server-not-yours", &[])))
}

/// Handles a component of the screen.
pub(crate) async fn press(
    cx: &Cx<'_>,
    setting: ServerSetting,
    chosen: &str,
) -> Result<Response, HandlerError> {
    let server = server_of(cx)?;
    let before = cx.app.daily_puzzle(server).await?;
    if setting == ServerSetting::PuzzleZone {
        let id = CustomId::Menu(MenuAction::ServerSetting(setting));
        return Ok(Response::Modal(reminders::ask_zone(cx.reader.locale, &id)));
    }
    let after = changed(cx, server, before.clone(), setting, chosen);
    if after != before {
        cx.app
            .set_daily_puzzle(server, after.as_ref(), cx.now())
            .await?;
        cx.schedule_signal().notify_one();
    }
    Ok(Response::Update(screen(cx, after.as_ref())))
}

/// Handles the modal for the time zone.
pub(crate) async fn set_zone(cx: &Cx<'_>, text: &str) -> Result<Response, HandlerError> {
    let server = server_of(cx)?;
    let zone = reminders::with_zone(cx, text)?.zone;
    let mut daily = cx.app.daily_puzzle(server).await?;
    if let (Some(daily), Some(zone)) = (&mut daily, zone) {
        daily.zone = zone;
        cx.app
            .set_daily_puzzle(server, Some(daily), cx.now())
            .await?;
        cx.schedule_signal().notify_one();
    }
    Ok(Response::Show(screen(cx, daily.as_ref())))
}

/// The setting with a choice applied; unknown values change nothing.
fn changed(
    cx: &Cx<'_>,
    server: ServerId,
    before: Option<DailyPuzzle>,
    setting: ServerSetting,
    chosen: &str,
) -> Option<DailyPuzzle> {
    match setting {
        ServerSetting::PuzzleChannel => {
            let channel = ChannelId(chosen.parse().ok()?);
            let zone = cx.reader.settings.reminders.zone.clone();
            let usual = || DailyPuzzle {
                server,
                channel,
                hour: USUAL_HOUR,
                zone: zone.unwrap_or_else(|| USUAL_ZONE.to_owned()),
                last: None,
            };
            Some(DailyPuzzle {
                channel,
                ..before.unwrap_or_else(usual)
            })
        }
        ServerSetting::PuzzleHour => {
            let hour = chosen.parse().ok().filter(|hour| *hour < 24);
            before.map(|before| DailyPuzzle {
                hour: hour.unwrap_or(before.hour),
                ..before
            })
        }
        _ => before,
    }
}

/// A full hour.
fn clock(hour: u8) -> String {
    format!("{hour}:00")
}

/// The setting as text.
fn in_words(locale: &Locale, daily: Option<&DailyPuzzle>) -> String {
    let Some(daily) = daily else {
        return locale.text("server-puzzles-none", &[]);
    };
    let args = [
        ("channel", format!("<#{}>", daily.channel).into()),
        ("clock", clock(daily.hour).into()),
        ("zone", daily.zone.as_str().into()),
    ];
    locale.text("server-puzzles", &args)
}

fn screen(cx: &Cx<'_>, daily: Option<&DailyPuzzle>) -> Message {
    let locale = cx.reader.locale;
    let chosen = daily.map(|daily| daily.channel.0).into_iter().collect();
    let mut rows = vec![picker(
        locale,
        ServerSetting::PuzzleChannel,
        "server-pick-puzzles",
        EntityKind::Channels,
        chosen,
        1,
    )];
    let mut keys = Vec::new();
    if let Some(daily) = daily {
        let hours: Vec<(String, String)> = (0..24)
            .map(|hour| {
                let said = locale.text("server-puzzle-hour", &[("clock", clock(hour).into())]);
                (hour.to_string(), said)
            })
            .collect();
        let hours: Vec<(&str, String)> = hours
            .iter()
            .map(|(value, said)| (value.as_str(), said.clone()))
            .collect();
        rows.push(menu(
            locale,
            ServerSetting::PuzzleHour,
            "server-pick-puzzle-hour",
            &hours,
            &daily.hour.to_string(),
        ));
        keys.push(screen_key(locale, ServerSetting::PuzzleZone, "key-zone"));
    }
    keys.push(screen_key(
        locale,
        ServerSetting::Overview,
        "key-server-back",
    ));
    rows.push(ActionRow::Buttons(keys));
    Message {
        content: in_words(locale, daily),
        picture: None,
        rows,
    }
}
