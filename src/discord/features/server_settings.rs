//! `/server`: what a server prefers; for those who manage it.
//!
//! The screens of `/server`: what a server prefers, with menus that take effect at once.

use serde_json::{Value, json};

use crate::app::people::settings::{Language, ServerSettings};
use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::Button;
use crate::discord::custom_id::action::House;
use crate::discord::custom_id::menu::Other;
use crate::discord::features::challenge::{PACES, pace_choices, pace_name, pace_named};
use crate::discord::features::{BOOLEAN, STRING, challenge_card, choice, command, option};
use crate::discord::i18n::Words;
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::request::{Call, Caller, Given};
use crate::discord::interaction::viewer::managed_server;
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::key;
use crate::discord::view::message::{Choice, Menu, Pick, Picker, Reply, Row, Style};
use crate::model::{ChannelId, RoleId};

/// The permission to manage a server, as Discord writes it.
const MANAGE_SERVER: &str = "32";

pub(crate) fn slash_command() -> Value {
    let mut language = option(STRING, "server", "language");
    language["choices"] = ["own", "en", "ru", "pl"]
        .into_iter()
        .map(|value| {
            choice(value, |words| {
                words.say(&format!("server-language-{value}"), &[])
            })
        })
        .collect();
    let mut pace = option(STRING, "server", "pace");
    pace["choices"] = pace_choices();
    let threads = option(BOOLEAN, "server", "threads");
    let latest = option(BOOLEAN, "server", "latest");
    let mut form = command("server", vec![threads, latest, pace, language]);
    form["default_member_permissions"] = json!(MANAGE_SERVER);
    form["integration_types"] = json!([0]);
    form["contexts"] = json!([0]);
    form
}

pub(crate) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let words = reader.words;
    let Some(id) = managed_server(caller) else {
        return Err(Stop::Say(words.say("server-not-yours", &[])));
    };
    let mut settings = host.server(caller).await?.unwrap_or_default();
    let before = settings.clone();
    for (name, given) in &call.options {
        match (name.as_str(), given) {
            ("threads", Given::Flag(is_on)) => settings.threads = *is_on,
            ("latest", Given::Flag(is_on)) => settings.latest_only = *is_on,
            ("pace", Given::Text(name)) => {
                settings.pace = pace_named(name, settings.pace);
            }
            ("language", Given::Text(language)) => {
                settings.language = match language.as_str() {
                    "en" => Some(Language::English),
                    "ru" => Some(Language::Russian),
                    "pl" => Some(Language::Polish),
                    _ => None,
                };
            }
            _ => {}
        }
    }
    if settings != before {
        host.app.set_server(id, &settings).await?;
    }
    Ok(Answer::Tell(overview(words, &settings)))
}

/// As many channels or roles can be chosen.
const MOST: u8 = 25;
/// What the languages are called in menus.
const LANGUAGES: [(&str, Option<Language>); 4] = [
    ("own", None),
    ("en", Some(Language::English)),
    ("ru", Some(Language::Russian)),
    ("pl", Some(Language::Polish)),
];

/// Everything at a glance, with keys to the other screens.
pub(crate) fn overview(words: &Words, settings: &ServerSettings) -> Reply {
    let keys = [
        (House::Places, "key-server-places"),
        (House::People, "key-server-people"),
        (House::Habits, "key-server-habits"),
    ];
    let keys = keys.map(|(house, label)| screen_key(words, house, label));
    Reply {
        content: in_words(words, settings),
        picture: None,
        rows: vec![Row::Keys(keys.to_vec())],
    }
}

fn screen_key(words: &Words, house: House, label: &str) -> crate::discord::view::message::Key {
    let button = Button::Other(Other::House(house));
    key(&button, words.say(label, &[]), Style::Plain)
}

/// So many channels or roles are named.
const MOST_NAMED: usize = 5;

/// What the server prefers, in words.
fn in_words(words: &Words, settings: &ServerSettings) -> String {
    let flag = |is_on: bool| words.say(if is_on { "yes" } else { "no" }, &[]);
    let all = |list: Vec<String>, none: &str| match list.len() {
        0 => words.say(none, &[]),
        // The menus below name all of them.
        count if count > MOST_NAMED => {
            format!("{}, +{}", list[..MOST_NAMED].join(", "), count - MOST_NAMED)
        }
        _ => list.join(", "),
    };
    let channel = |id: ChannelId| format!("<#{id}>");
    let role = |id: &RoleId| format!("<@&{id}>");
    let channels = settings.channels.iter().copied().map(channel).collect();
    let place = |id: Option<ChannelId>, no: &str| id.map_or_else(|| words.say(no, &[]), channel);
    let (name, _) = LANGUAGES[LANGUAGES
        .iter()
        .position(|(_, language)| *language == settings.language)
        .unwrap_or(0)];
    let language = words.say(&format!("server-language-{name}"), &[]);
    let players = settings.roles.iter().map(role).collect();
    let moderators: Vec<String> = settings.moderators.iter().map(role).collect();
    words.say(
        "server-settings",
        &[
            ("channels", all(channels, "server-everywhere").into()),
            ("forum", place(settings.forum, "server-none").into()),
            ("threads", flag(settings.threads).into()),
            ("results", place(settings.results, "server-nowhere").into()),
            ("players", all(players, "server-everyone").into()),
            ("moderators", all(moderators, "server-managers").into()),
            ("latest", flag(settings.latest_only).into()),
            ("pace", challenge_card::pace(words, settings.pace).into()),
            ("language", language.into()),
        ],
    )
}

/// The screen on which something is chosen.
const fn screen_of(house: House) -> House {
    match house {
        House::Overview => House::Overview,
        House::Places | House::Channels | House::Forum | House::Results | House::Threads => {
            House::Places
        }
        House::People | House::Players | House::Moderators => House::People,
        House::Habits | House::Pace | House::Language | House::Latest => House::Habits,
    }
}

fn screen(words: &Words, settings: &ServerSettings, house: House) -> Reply {
    let mut reply = overview(words, settings);
    let mut rows = match screen_of(house) {
        House::Places => places(words, settings),
        House::People => people(words, settings),
        House::Habits => habits(words, settings),
        _ => return reply,
    };
    rows.push(Row::Keys(vec![screen_key(
        words,
        House::Overview,
        "key-server-back",
    )]));
    reply.rows = rows;
    reply
}

fn picker(words: &Words, house: House, name: &str, kind: Pick, chosen: Vec<i64>, most: u8) -> Row {
    Row::Picker(Picker {
        id: Button::Other(Other::House(house)).write(),
        placeholder: words.say(name, &[]),
        kind,
        chosen,
        most,
    })
}

fn places(words: &Words, settings: &ServerSettings) -> Vec<Row> {
    let channels = settings.channels.iter().map(|id| id.0).collect();
    let one = |id: Option<ChannelId>| id.map(|id| id.0).into_iter().collect();
    vec![
        picker(
            words,
            House::Channels,
            "server-pick-channels",
            Pick::Channels,
            channels,
            MOST,
        ),
        picker(
            words,
            House::Forum,
            "server-pick-forum",
            Pick::Forums,
            one(settings.forum),
            1,
        ),
        picker(
            words,
            House::Results,
            "server-pick-results",
            Pick::Channels,
            one(settings.results),
            1,
        ),
        menu(
            words,
            House::Threads,
            "server-pick-threads",
            &[
                ("yes", words.say("server-threads-yes", &[])),
                ("no", words.say("server-threads-no", &[])),
            ],
            if settings.threads { "yes" } else { "no" },
        ),
    ]
}

fn people(words: &Words, settings: &ServerSettings) -> Vec<Row> {
    let numbers = |roles: &[RoleId]| roles.iter().map(|id| id.0).collect();
    vec![
        picker(
            words,
            House::Players,
            "server-pick-players",
            Pick::Roles,
            numbers(&settings.roles),
            MOST,
        ),
        picker(
            words,
            House::Moderators,
            "server-pick-moderators",
            Pick::Roles,
            numbers(&settings.moderators),
            MOST,
        ),
    ]
}

fn habits(words: &Words, settings: &ServerSettings) -> Vec<Row> {
    let usual = |pace| {
        words.say(
            "server-pace",
            &[("pace", challenge_card::pace(words, pace).into())],
        )
    };
    let paces = PACES.map(|pace| (pace_name(pace), usual(pace)));
    let paces: Vec<(&str, String)> = paces
        .iter()
        .map(|(value, said)| (value.as_str(), said.clone()))
        .collect();
    let languages = LANGUAGES.map(|(name, _)| {
        let said = words.say(&format!("server-language-{name}"), &[]);
        (
            name,
            words.say("server-language", &[("language", said.into())]),
        )
    });
    let language = LANGUAGES.iter().find(|(_, own)| *own == settings.language);
    vec![
        menu(
            words,
            House::Pace,
            "server-pick-pace",
            &paces,
            &pace_name(settings.pace),
        ),
        menu(
            words,
            House::Language,
            "server-pick-language",
            &languages,
            language.map_or("own", |(name, _)| name),
        ),
        menu(
            words,
            House::Latest,
            "server-pick-latest",
            &[
                ("no", words.say("server-latest-no", &[])),
                ("yes", words.say("server-latest-yes", &[])),
            ],
            if settings.latest_only { "yes" } else { "no" },
        ),
    ]
}

fn menu(words: &Words, house: House, name: &str, options: &[(&str, String)], chosen: &str) -> Row {
    let options = options.iter().map(|(value, said)| Choice {
        label: said.chars().take(100).collect(),
        value: (*value).to_owned(),
        description: None,
        is_chosen: *value == chosen,
    });
    Row::Menu(Menu {
        id: Button::Other(Other::House(house)).write(),
        placeholder: words.say(name, &[]),
        options: options.collect(),
    })
}

/// A screen was asked for, or something was chosen on one.
pub(crate) async fn press(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    house: House,
    values: &[String],
) -> Result<Answer, Stop> {
    let words = reader.words;
    let Some(id) = managed_server(caller) else {
        return Err(Stop::Say(words.say("server-not-yours", &[])));
    };
    let before = host.server(caller).await?.unwrap_or_default();
    let mut settings = before.clone();
    choose(&mut settings, house, values);
    if settings != before {
        host.app.set_server(id, &settings).await?;
    }
    Ok(Answer::Change(screen(words, &settings, house)))
}

/// Changes what a menu is for. What can't be understood changes nothing.
fn choose(settings: &mut ServerSettings, house: House, values: &[String]) {
    let numbers = values.iter().filter_map(|value| value.parse::<i64>().ok());
    let numbers = numbers.take(MOST.into());
    let first = values.first().map(String::as_str);
    let flag = |is_on: &mut bool| match first {
        Some("yes") => *is_on = true,
        Some("no") => *is_on = false,
        _ => {}
    };
    match house {
        House::Overview | House::Places | House::People | House::Habits => {}
        House::Channels => settings.channels = numbers.map(ChannelId).collect(),
        House::Forum => settings.forum = numbers.map(ChannelId).next(),
        House::Results => settings.results = numbers.map(ChannelId).next(),
        House::Players => settings.roles = numbers.map(RoleId).collect(),
        House::Moderators => settings.moderators = numbers.map(RoleId).collect(),
        House::Threads => flag(&mut settings.threads),
        House::Latest => flag(&mut settings.latest_only),
        House::Pace => {
            settings.pace = pace_named(first.unwrap_or_default(), settings.pace);
        }
        House::Language => {
            let chosen = LANGUAGES.iter().find(|(name, _)| Some(*name) == first);
            if let Some((_, language)) = chosen {
                settings.language = *language;
            }
        }
    }
}
