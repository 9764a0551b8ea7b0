//! `/reminders`: when a player is reminded, as select menus that take effect at once.

use serde_json::{Value, json};

use crate::app::Refusal;
use crate::app::people::settings::Language;
use crate::app::time::reminders::{Quiet, Reminders};
use crate::app::time::zone::{Zone, meant, zones};
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::ReminderSetting;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Locale;
use crate::discord::i18n::turn::listed;
use crate::discord::interaction::autocomplete::Suggestion;
use crate::discord::interaction::command::{STRING, command, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::components::key;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Message, Modal, SelectMenu, SelectOption, TextInput,
};

/// Discord's limit of autocomplete choices.
const MOST: usize = 25;

/// The quiet hours that are offered.
const QUIET: [(u8, u8); 7] = [(21, 8), (22, 7), (22, 8), (23, 7), (23, 8), (0, 8), (0, 10)];
/// The reminder schedules that are offered, in hours before the deadline.
const LADDERS: [&[u16]; 6] = [&[24, 3], &[24], &[3], &[12, 1], &[48, 12], &[48, 24, 3]];
/// The reminder intervals that are offered for games without a clock, in days.
const NUDGES: [u8; 6] = [1, 2, 3, 5, 7, 14];

/// The option value for no reminder.
const NONE: &str = "none";

pub(crate) fn slash_command() -> Value {
    let mut zone = option(STRING, "reminders", "zone");
    zone["autocomplete"] = json!(true);
    command("reminders", vec![zone])
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    match call.string("zone") {
        Some(text) => set_zone(cx, text).await,
        None => Ok(Response::Ephemeral(screen(
            cx,
            cx.reader.locale,
            &cx.reader.settings.reminders,
        ))),
    }
}

/// Completes a time zone by its name or by a city, with the local time.
pub(crate) fn suggest(cx: &Cx<'_>, text: &str) -> Vec<Suggestion> {
    let now = cx.now();
    let suggestion = |(name, zone): (String, String)| {
        let clock = Zone::named(&zone).map(|zone| zone.clock(now));
        Suggestion {
            label: format!("{name} · {}", clock.unwrap_or_default()),
            value: zone,
        }
    };
    let wanted = text.trim().to_lowercase();
    let own = cities(cx.reader.locale);
    let mut found: Vec<(String, String)> = own
        .filter(|(city, _)| !wanted.is_empty() && city.to_lowercase().starts_with(&wanted))
        .collect();
    found.extend(
        zones(text, MOST)
            .into_iter()
            .map(|zone| (zone.clone(), zone)),
    );
    found.truncate(MOST);
    found.into_iter().map(suggestion).collect()
}

/// The cities of a language with their time zones.
fn cities(locale: &Locale) -> impl Iterator<Item = (String, String)> {
    let list = locale.text("zone-cities", &[]);
    let pairs: Vec<(String, String)> = list
        .split(';')
        .filter_map(|pair| pair.trim().split_once('='))
        .map(|(city, zone)| (city.to_owned(), zone.to_owned()))
        .collect();
    pairs.into_iter()
}

/// The time zone of a city named in any language.
fn by_city(text: &str) -> Option<String> {
    let wanted = text.trim().to_lowercase();
    let mut all = Language::ALL
        .into_iter()
        .flat_map(|language| cities(Locale::of(language)));
    let found = all.find(|(city, _)| city.to_lowercase() == wanted);
    found.map(|(_, zone)| zone)
}

/// Sets a typed time zone.
pub(crate) async fn set_zone(cx: &Cx<'_>, text: &str) -> Result<Response, HandlerError> {
    keep(cx, &with_zone(cx, text)?).await
}

/// The invoker's reminder settings with a typed time zone.
pub(crate) fn with_zone(cx: &Cx<'_>, text: &str) -> Result<Reminders, HandlerError> {
    let zone = by_city(text).or_else(|| meant(text));
    let zone = zone.ok_or(Refusal::UnknownZone)?;
    let mut wishes = cx.reader.settings.reminders.clone();
    wishes.zone = Some(zone);
    Ok(wishes)
}

/// Handles a select menu, or opens the modal for the time zone.
pub(crate) async fn press(
    cx: &Cx<'_>,
    what: ReminderSetting,
    value: &str,
) -> Result<Response, HandlerError> {
    if what == ReminderSetting::Zone {
        let button = CustomId::Menu(MenuAction::ReminderSetting(ReminderSetting::Zone));
        return Ok(Response::Modal(ask_zone(cx.reader.locale, &button)));
    }
    let mut wishes = cx.reader.settings.reminders.clone();
    let known = choices(what).into_iter().find(|known| name(known) == value);
    match known {
        Some(wish) => {
            wish.apply(&mut wishes);
            keep(cx, &wishes).await
        }
        None => Ok(Response::Update(screen(cx, cx.reader.locale, &wishes))),
    }
}

async fn keep(cx: &Cx<'_>, wishes: &Reminders) -> Result<Response, HandlerError> {
    let act = cx.act();
    cx.app.set_reminders(&act, wishes).await?;
    cx.wake();
    let reply = screen(cx, cx.reader.locale, wishes);
    Ok(if cx.invoker.message.is_some() {
        Response::Update(reply)
    } else {
        Response::Ephemeral(reply)
    })
}

/// The button that opens the modal for the time zone.
pub(crate) fn time_zone_button(locale: &Locale) -> Button {
    let button = CustomId::Menu(MenuAction::ReminderSetting(ReminderSetting::Zone));
    key(&button, locale.text("key-zone", &[]), ButtonStyle::Primary)
}

/// The modal for the time zone, with the custom id under which it is submitted.
pub(crate) fn ask_zone(locale: &Locale, id: &CustomId) -> Modal {
    Modal {
        id: id.write(),
        title: locale.text("zone-title", &[]),
        inputs: vec![TextInput {
            id: "zone",
            label: locale.text("zone-label", &[]),
            placeholder: "Europe/Warsaw".to_owned(),
            longest: 50,
            value: String::new(),
            is_required: true,
        }],
    }
}

/// An option.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ReminderChange {
    Quiet(Option<Quiet>),
    Ladder(&'static [u16]),
    Nudge(Option<u8>),
    Digest(Option<u8>),
}

impl ReminderChange {
    fn apply(&self, wishes: &mut Reminders) {
        match self {
            Self::Quiet(quiet) => wishes.quiet = *quiet,
            Self::Ladder(hours) => wishes.ladder = hours.to_vec(),
            Self::Nudge(days) => wishes.nudge = *days,
            Self::Digest(hour) => wishes.digest = *hour,
        }
    }

    fn label(&self, locale: &Locale) -> String {
        let clock = |hour: u8| format!("{hour}:00");
        match self {
            Self::Quiet(None) => locale.text("quiet-none", &[]),
            Self::Quiet(Some(quiet)) => locale.text(
                "quiet-hours",
                &[
                    ("from", clock(quiet.from).into()),
                    ("to", clock(quiet.to).into()),
                ],
            ),
            Self::Ladder([]) => locale.text("ladder-none", &[]),
            Self::Ladder(hours) => {
                let hours: Vec<String> = hours.iter().map(u16::to_string).collect();
                let hours = listed(locale, &hours);
                locale.text("ladder-hours", &[("hours", hours.into())])
            }
            Self::Nudge(None) => locale.text("nudge-none", &[]),
            Self::Nudge(Some(days)) => locale.text("nudge-days", &[("count", (*days).into())]),
            Self::Digest(None) => locale.text("digest-none", &[]),
            Self::Digest(Some(hour)) => locale.text("digest-at", &[("clock", clock(*hour).into())]),
        }
    }
}

/// The label of an option.
fn name(wish: &ReminderChange) -> String {
    match wish {
        ReminderChange::Quiet(Some(quiet)) => format!("{}-{}", quiet.from, quiet.to),
        ReminderChange::Ladder(hours) if !hours.is_empty() => {
            let hours: Vec<String> = hours.iter().map(u16::to_string).collect();
            hours.join("-")
        }
        ReminderChange::Nudge(Some(number)) | ReminderChange::Digest(Some(number)) => {
            number.to_string()
        }
        _ => NONE.to_owned(),
    }
}

/// The options of a select menu; at most 25.
fn choices(what: ReminderSetting) -> Vec<ReminderChange> {
    match what {
        ReminderSetting::Zone => Vec::new(),
        ReminderSetting::Quiet => {
            let hours = |(from, to)| ReminderChange::Quiet(Some(Quiet { from, to }));
            let some = QUIET.into_iter().map(hours);
            std::iter::once(ReminderChange::Quiet(None))
                .chain(some)
                .collect()
        }
        ReminderSetting::Ladder => {
            let some = LADDERS.into_iter().map(ReminderChange::Ladder);
            some.chain([ReminderChange::Ladder(&[])]).collect()
        }
        ReminderSetting::Nudge => {
            let some = NUDGES
                .into_iter()
                .map(|days| ReminderChange::Nudge(Some(days)));
            some.chain([ReminderChange::Nudge(None)]).collect()
        }
        ReminderSetting::Digest => {
            let some = (0..24).map(|hour| ReminderChange::Digest(Some(hour)));
            std::iter::once(ReminderChange::Digest(None))
                .chain(some)
                .collect()
        }
    }
}

/// The time zone and the time there, or that none has been chosen.
pub(crate) fn zone_line(ctx: &Context, locale: &Locale, wishes: &Reminders) -> String {
    match wishes.zone() {
        Some(zone) => locale.text(
            "reminders-zone",
            &[
                ("zone", wishes.zone.as_deref().unwrap_or_default().into()),
                ("clock", zone.clock(ctx.now()).into()),
            ],
        ),
        None => locale.text("reminders-no-zone", &[]),
    }
}

/// All select menus with the present values.
fn screen(ctx: &Context, locale: &Locale, wishes: &Reminders) -> Message {
    let menu = |what: ReminderSetting, placeholder: &str| {
        let options = choices(what).into_iter().map(|wish| {
            let mut changed = wishes.clone();
            wish.apply(&mut changed);
            SelectOption {
                label: wish.label(locale),
                value: name(&wish),
                description: None,
                is_chosen: changed == *wishes,
            }
        });
        ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::ReminderSetting(what)).write(),
            placeholder: locale.text(placeholder, &[]),
            options: options.collect(),
        })
    };
    let zone = zone_line(ctx, locale, wishes);
    let button = CustomId::Menu(MenuAction::ReminderSetting(ReminderSetting::Zone));
    let key = key(&button, locale.text("key-zone", &[]), ButtonStyle::Plain);
    Message {
        content: format!("{}\n{zone}", locale.text("reminders", &[])),
        picture: None,
        rows: vec![
            menu(ReminderSetting::Ladder, "reminders-ladder"),
            menu(ReminderSetting::Nudge, "reminders-nudge"),
            menu(ReminderSetting::Quiet, "reminders-quiet"),
            menu(ReminderSetting::Digest, "reminders-digest"),
            ActionRow::Buttons(vec![key]),
        ],
    }
}
