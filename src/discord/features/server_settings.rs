//! `/server`: the settings of a guild, as options of the command and as screens with select menus.

use serde_json::{Value, json};

use crate::app::people::settings::{BoardTheme, Language, ServerSettings};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::ServerSetting;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::challenge::{pace_choices, pace_name, pace_named};
use crate::discord::i18n::{Locale, time};
use crate::discord::interaction::command::{
    BOOLEAN, STRING, choice, command, only_in_guilds, option,
};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::{CommandCall, OptionValue};
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::managed_server;
use crate::discord::view::components::key;
use crate::discord::view::message::{
    ActionRow, ButtonStyle, EntityKind, EntitySelect, Message, SelectMenu, SelectOption,
};
use crate::model::{ChannelId, Pace, RoleId};

/// The permission Manage Server, in Discord's notation.
const MANAGE_SERVER: &str = "32";

pub(crate) fn slash_command() -> Value {
    let mut language = option(STRING, "server", "language");
    language["choices"] = ["own", "en", "ru", "pl"]
        .into_iter()
        .map(|value| {
            choice(value, |locale| {
                locale.text(&format!("server-language-{value}"), &[])
            })
        })
        .collect();
    let mut pace = option(STRING, "server", "pace");
    pace["choices"] = pace_choices();
    let mut theme = option(STRING, "server", "theme");
    theme["choices"] = THEMES
        .into_iter()
        .map(|(value, _)| {
            choice(value, |locale| {
                locale.text(&format!("server-theme-{value}"), &[])
            })
        })
        .collect();
    let threads = option(BOOLEAN, "server", "threads");
    let latest = option(BOOLEAN, "server", "latest");
    let mut form = command("server", vec![threads, latest, pace, language, theme]);
    form["default_member_permissions"] = json!(MANAGE_SERVER);
    only_in_guilds(form)
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let locale = cx.reader.locale;
    let Some(id) = managed_server(cx.invoker) else {
        return Err(HandlerError::Explained(
            locale.text("server-not-yours", &[]),
        ));
    };
    let mut settings = cx.server(cx.invoker).await?.unwrap_or_default();
    let before = settings.clone();
    for (name, given) in &call.options {
        match (name.as_str(), given) {
            ("threads", OptionValue::Flag(is_on)) => settings.threads = *is_on,
            ("latest", OptionValue::Flag(is_on)) => settings.latest_only = *is_on,
            ("pace", OptionValue::Text(name)) => {
                settings.pace = pace_named(name, settings.pace);
            }
            ("language", OptionValue::Text(language)) => {
                settings.language = match language.as_str() {
                    "en" => Some(Language::English),
                    "ru" => Some(Language::Russian),
                    "pl" => Some(Language::Polish),
                    _ => None,
                };
            }
            ("theme", OptionValue::Text(theme)) => {
                let chosen = THEMES.iter().find(|(name, _)| name == theme);
                if let Some((_, theme)) = chosen {
                    settings.theme = *theme;
                }
            }
            _ => {}
        }
    }
    if settings != before {
        cx.app.set_server(id, &settings).await?;
        cx.note_language_change(id);
        cx.wake();
    }
    Ok(Response::Ephemeral(overview(locale, &settings)))
}

/// Maximum number of channels or roles that can be chosen.
const MOST: u8 = 25;
/// The option values of the languages.
const LANGUAGES: [(&str, Option<Language>); 4] = [
    ("own", None),
    ("en", Some(Language::English)),
    ("ru", Some(Language::Russian)),
    ("pl", Some(Language::Polish)),
];

/// The option values of the themes, the default one first.
const THEMES: [(&str, BoardTheme); 3] = [
    ("dark", BoardTheme::Dark),
    ("classic", BoardTheme::Classic),
    ("contrast", BoardTheme::Contrast),
];

/// The option value of a theme.
fn theme_name(theme: BoardTheme) -> &'static str {
    let named = THEMES.iter().find(|(_, known)| *known == theme);
    named.map_or(THEMES[0].0, |(name, _)| name)
}

/// The overview with buttons to the other screens.
pub(crate) fn overview(locale: &Locale, settings: &ServerSettings) -> Message {
    let keys = [
        (ServerSetting::Places, "key-server-places"),
        (ServerSetting::People, "key-server-people"),
        (ServerSetting::Habits, "key-server-habits"),
        (ServerSetting::Puzzles, "key-server-puzzles"),
        (ServerSetting::Ladder, "key-server-ladder"),
        (ServerSetting::Tournaments, "key-server-tournaments"),
    ];
    let keys = keys.map(|(setting, label)| screen_key(locale, setting, label));
    Message {
        content: in_words(locale, settings),
        picture: None,
        rows: keys
            .chunks(KEYS_IN_ROW)
            .map(|keys| ActionRow::Buttons(keys.to_vec()))
            .collect(),
    }
}

/// How many buttons of the overview are side by side.
const KEYS_IN_ROW: usize = 3;

/// The button to another screen of the settings.
pub(crate) fn screen_key(
    locale: &Locale,
    setting: ServerSetting,
    label: &str,
) -> crate::discord::view::message::Button {
    let button = CustomId::Menu(MenuAction::ServerSetting(setting));
    key(&button, locale.text(label, &[]), ButtonStyle::Plain)
}

/// Maximum number of channels or roles named in the overview.
const MAX_NAMED: usize = 5;

/// The settings as text.
fn in_words(locale: &Locale, settings: &ServerSettings) -> String {
    let flag = |is_on: bool| locale.text(if is_on { "yes" } else { "no" }, &[]);
    let all = |list: Vec<String>, none: &str| match list.len() {
        0 => locale.text(none, &[]),
        // The select menus show all of them.
        count if count > MAX_NAMED => {
            format!("{}, +{}", list[..MAX_NAMED].join(", "), count - MAX_NAMED)
        }
        _ => list.join(", "),
    };
    let channel = |id: ChannelId| format!("<#{id}>");
    let role = |id: &RoleId| format!("<@&{id}>");
    let channels = settings.channels.iter().copied().map(channel).collect();
    let place = |id: Option<ChannelId>, no: &str| id.map_or_else(|| locale.text(no, &[]), channel);
    let (name, _) = LANGUAGES[LANGUAGES
        .iter()
        .position(|(_, language)| *language == settings.language)
        .unwrap_or(0)];
    let language = locale.text(&format!("server-language-{name}"), &[]);
    let players = settings.roles.iter().map(role).collect();
    let moderators: Vec<String> = settings.moderators.iter().map(role).collect();
    let theme = locale.text(&format!("server-theme-{}", theme_name(settings.theme)), &[]);
    let theme = locale.text("server-settings-theme", &[("theme", theme.into())]);
    let others = locale.text(
        "server-settings",
        &[
            ("channels", all(channels, "server-everywhere").into()),
            ("forum", place(settings.forum, "server-none").into()),
            ("threads", flag(settings.threads).into()),
            ("results", place(settings.results, "server-nowhere").into()),
            ("players", all(players, "server-everyone").into()),
            ("moderators", all(moderators, "server-managers").into()),
            ("latest", flag(settings.latest_only).into()),
            ("pace", time::pace(locale, settings.pace).into()),
            ("language", language.into()),
        ],
    );
    let organisers = settings.organisers.iter().map(role).collect();
    let organisers = all(organisers, "server-everyone");
    let organisers = locale.text(
        "server-settings-tournaments",
        &[("players", organisers.into())],
    );
    let mut lines = vec![others, theme, organisers];
    if let Some(champion) = &settings.champion {
        let role = ("role", role(champion).into());
        lines.push(locale.text("server-settings-champion", &[role]));
    }
    lines.join("\n")
}

/// The screen of one setting.
const fn screen_of(setting: ServerSetting) -> ServerSetting {
    match setting {
        ServerSetting::Overview
        | ServerSetting::Puzzles
        | ServerSetting::PuzzleChannel
        | ServerSetting::PuzzleHour
        | ServerSetting::PuzzleZone
        | ServerSetting::Ladder
        | ServerSetting::LadderChannel
        | ServerSetting::LadderGame
        | ServerSetting::LadderPace
        | ServerSetting::LadderRated => ServerSetting::Overview,
        ServerSetting::Places
        | ServerSetting::Channels
        | ServerSetting::Forum
        | ServerSetting::Results
        | ServerSetting::Threads => ServerSetting::Places,
        ServerSetting::People | ServerSetting::Players | ServerSetting::Moderators => {
            ServerSetting::People
        }
        ServerSetting::Tournaments | ServerSetting::Organisers | ServerSetting::Champion => {
            ServerSetting::Tournaments
        }
        ServerSetting::Habits
        | ServerSetting::Pace
        | ServerSetting::Language
        | ServerSetting::Latest
        | ServerSetting::Theme => ServerSetting::Habits,
    }
}

fn screen(locale: &Locale, settings: &ServerSettings, setting: ServerSetting) -> Message {
    let mut reply = overview(locale, settings);
    let mut rows = match screen_of(setting) {
        ServerSetting::Places => places(locale, settings),
        ServerSetting::People => people(locale, settings),
        ServerSetting::Habits => habits(locale, settings),
        ServerSetting::Tournaments => tournaments(locale, settings),
        _ => return reply,
    };
    rows.push(ActionRow::Buttons(vec![screen_key(
        locale,
        ServerSetting::Overview,
        "key-server-back",
    )]));
    reply.rows = rows;
    reply
}

/// A select menu of channels or roles.
pub(crate) fn picker(
    locale: &Locale,
    setting: ServerSetting,
    name: &str,
    kind: EntityKind,
    chosen: Vec<i64>,
    most: u8,
) -> ActionRow {
    ActionRow::EntitySelect(EntitySelect {
        id: CustomId::Menu(MenuAction::ServerSetting(setting)).write(),
        placeholder: locale.text(name, &[]),
        kind,
        chosen,
        most,
    })
}

fn places(locale: &Locale, settings: &ServerSettings) -> Vec<ActionRow> {
    let channels = settings.channels.iter().map(|id| id.0).collect();
    let one = |id: Option<ChannelId>| id.map(|id| id.0).into_iter().collect();
    vec![
        picker(
            locale,
            ServerSetting::Channels,
            "server-pick-channels",
            EntityKind::Channels,
            channels,
            MOST,
        ),
        picker(
            locale,
            ServerSetting::Forum,
            "server-pick-forum",
            EntityKind::Forums,
            one(settings.forum),
            1,
        ),
        picker(
            locale,
            ServerSetting::Results,
            "server-pick-results",
            EntityKind::Channels,
            one(settings.results),
            1,
        ),
        menu(
            locale,
            ServerSetting::Threads,
            "server-pick-threads",
            &[
                ("yes", locale.text("server-threads-yes", &[])),
                ("no", locale.text("server-threads-no", &[])),
            ],
            if settings.threads { "yes" } else { "no" },
        ),
    ]
}

fn people(locale: &Locale, settings: &ServerSettings) -> Vec<ActionRow> {
    let numbers = |roles: &[RoleId]| roles.iter().map(|id| id.0).collect();
    vec![
        picker(
            locale,
            ServerSetting::Players,
            "server-pick-players",
            EntityKind::Roles,
            numbers(&settings.roles),
            MOST,
        ),
        picker(
            locale,
            ServerSetting::Moderators,
            "server-pick-moderators",
            EntityKind::Roles,
            numbers(&settings.moderators),
            MOST,
        ),
    ]
}

fn tournaments(locale: &Locale, settings: &ServerSettings) -> Vec<ActionRow> {
    vec![
        picker(
            locale,
            ServerSetting::Organisers,
            "server-pick-tournaments",
            EntityKind::Roles,
            settings.organisers.iter().map(|id| id.0).collect(),
            MOST,
        ),
        picker(
            locale,
            ServerSetting::Champion,
            "server-pick-champion",
            EntityKind::Roles,
            settings.champion.iter().map(|id| id.0).collect(),
            1,
        ),
    ]
}

fn habits(locale: &Locale, settings: &ServerSettings) -> Vec<ActionRow> {
    let usual = |pace| locale.text("server-pace", &[("pace", time::pace(locale, pace).into())]);
    let paces = Pace::OFFERED.map(|pace| (pace_name(pace), usual(pace)));
    let paces: Vec<(&str, String)> = paces
        .iter()
        .map(|(value, said)| (value.as_str(), said.clone()))
        .collect();
    let languages = LANGUAGES.map(|(name, _)| {
        let said = locale.text(&format!("server-language-{name}"), &[]);
        (
            name,
            locale.text("server-language", &[("language", said.into())]),
        )
    });
    let language = LANGUAGES.iter().find(|(_, own)| *own == settings.language);
    let themes = THEMES.map(|(name, _)| {
        let said = locale.text(&format!("server-theme-{name}"), &[]);
        let said = locale.text("server-theme", &[("theme", said.into())]);
        (name, said)
    });
    vec![
        menu(
            locale,
            ServerSetting::Pace,
            "server-pick-pace",
            &paces,
            &pace_name(settings.pace),
        ),
        menu(
            locale,
            ServerSetting::Language,
            "server-pick-language",
            &languages,
            language.map_or("own", |(name, _)| name),
        ),
        menu(
            locale,
            ServerSetting::Latest,
            "server-pick-latest",
            &[
                ("no", locale.text("server-latest-no", &[])),
                ("yes", locale.text("server-latest-yes", &[])),
            ],
            if settings.latest_only { "yes" } else { "no" },
        ),
        menu(
            locale,
            ServerSetting::Theme,
            "server-pick-theme",
            &themes,
            theme_name(settings.theme),
        ),
    ]
}

/// A select menu of values.
pub(crate) fn menu(
    locale: &Locale,
    setting: ServerSetting,
    name: &str,
    options: &[(&str, String)],
    chosen: &str,
) -> ActionRow {
    let options = options.iter().map(|(value, said)| SelectOption {
        label: said.chars().take(100).collect(),
        value: (*value).to_owned(),
        description: None,
        is_chosen: *value == chosen,
    });
    ActionRow::SelectMenu(SelectMenu {
        id: CustomId::Menu(MenuAction::ServerSetting(setting)).write(),
        placeholder: locale.text(name, &[]),
        options: options.collect(),
    })
}

/// Handles a button or a select menu of the screens.
pub(crate) async fn press(
    cx: &Cx<'_>,
    setting: ServerSetting,
    values: &[String],
) -> Result<Response, HandlerError> {
    let locale = cx.reader.locale;
    let Some(id) = managed_server(cx.invoker) else {
        return Err(HandlerError::Explained(
            locale.text("server-not-yours", &[]),
        ));
    };
    let before = cx.server(cx.invoker).await?.unwrap_or_default();
    let mut settings = before.clone();
    choose(&mut settings, setting, values);
    if settings != before {
        cx.app.set_server(id, &settings).await?;
        cx.note_language_change(id);
        cx.wake();
    }
    Ok(Response::Update(screen(locale, &settings, setting)))
}

/// Applies the chosen values; unknown values change nothing.
fn choose(settings: &mut ServerSettings, setting: ServerSetting, values: &[String]) {
    let numbers = values.iter().filter_map(|value| value.parse::<i64>().ok());
    let numbers = numbers.take(MOST.into());
    let first = values.first().map(String::as_str);
    let flag = |is_on: &mut bool| match first {
        Some("yes") => *is_on = true,
        Some("no") => *is_on = false,
        _ => {}
    };
    match setting {
        ServerSetting::Overview
        | ServerSetting::Places
        | ServerSetting::People
        | ServerSetting::Habits
        | ServerSetting::Puzzles
        | ServerSetting::PuzzleChannel
        | ServerSetting::PuzzleHour
        | ServerSetting::PuzzleZone
        | ServerSetting::Ladder
        | ServerSetting::LadderChannel
        | ServerSetting::LadderGame
        | ServerSetting::LadderPace
        | ServerSetting::LadderRated
        | ServerSetting::Tournaments => {}
        ServerSetting::Organisers => settings.organisers = numbers.map(RoleId).collect(),
        ServerSetting::Champion => settings.champion = numbers.map(RoleId).next(),
        ServerSetting::Channels => settings.channels = numbers.map(ChannelId).collect(),
        ServerSetting::Forum => settings.forum = numbers.map(ChannelId).next(),
        ServerSetting::Results => settings.results = numbers.map(ChannelId).next(),
        ServerSetting::Players => settings.roles = numbers.map(RoleId).collect(),
        ServerSetting::Moderators => settings.moderators = numbers.map(RoleId).collect(),
        ServerSetting::Threads => flag(&mut settings.threads),
        ServerSetting::Latest => flag(&mut settings.latest_only),
        ServerSetting::Pace => {
            settings.pace = pace_named(first.unwrap_or_default(), settings.pace);
        }
        ServerSetting::Language => {
            let chosen = LANGUAGES.iter().find(|(name, _)| Some(*name) == first);
            if let Some((_, language)) = chosen {
                settings.language = *language;
            }
        }
        ServerSetting::Theme => {
            let chosen = THEMES.iter().find(|(name, _)| Some(*name) == first);
            if let Some((_, theme)) = chosen {
                settings.theme = *theme;
            }
        }
    }
}
