//! `/server`: what a server prefers; for those who manage it.

use serde_json::{Value, json};

use crate::app::settings::{Language, ServerSettings};

use super::super::answer::Answer;
use super::super::host::{Host, Reader};
use super::super::reply::Reply;
use super::super::request::{Call, Caller, Given};
use super::super::router::Stop;
use super::challenge::pace_in_words;
use super::{BOOLEAN, INTEGER, STRING, choice, command, option};

/// The permission to manage a server, as Discord writes it.
const MANAGE_SERVER: &str = "32";

pub(super) fn form() -> Value {
    let mut language = option(STRING, "server", "language");
    language["choices"] = ["own", "en", "ru", "pl"]
        .into_iter()
        .map(|value| {
            choice(value, |words| {
                words.say(&format!("server-language-{value}"), &[])
            })
        })
        .collect();
    let mut pace = option(INTEGER, "server", "pace");
    pace["choices"] = [0, 1, 2, 3, 5, 7, 14]
        .into_iter()
        .map(|days: i64| choice(days, |words| pace_in_words(words, days)))
        .collect();
    let threads = option(BOOLEAN, "server", "threads");
    let latest = option(BOOLEAN, "server", "latest");
    let mut form = command("server", vec![threads, latest, pace, language]);
    form["default_member_permissions"] = json!(MANAGE_SERVER);
    form["integration_types"] = json!([0]);
    form["contexts"] = json!([0]);
    form
}

pub(super) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let words = reader.words;
    let (Some(id), true) = (caller.server, caller.is_moderator) else {
        return Err(Stop::Say(words.say("server-not-yours", &[])));
    };
    let mut settings = host.server(caller).await?.unwrap_or_default();
    let before = settings.clone();
    for (name, given) in &call.options {
        match (name.as_str(), given) {
            ("threads", Given::Flag(is_on)) => settings.threads = *is_on,
            ("latest", Given::Flag(is_on)) => settings.latest_only = *is_on,
            ("pace", Given::Number(days)) => {
                settings.days = Some(*days).filter(|days| *days > 0);
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
        host.app
            .set_server(&caller.act(host.now()), id, &settings)
            .await?;
    }
    Ok(Answer::Tell(Reply {
        content: shown(reader, &settings),
        ..Reply::default()
    }))
}

/// What the server prefers, in words.
fn shown(reader: &Reader, settings: &ServerSettings) -> String {
    let words = reader.words;
    let flag = |is_on: bool| words.say(if is_on { "yes" } else { "no" }, &[]);
    let language = match settings.language {
        None => "own",
        Some(Language::English) => "en",
        Some(Language::Russian) => "ru",
        Some(Language::Polish) => "pl",
    };
    words.say(
        "server-settings",
        &[
            ("threads", flag(settings.threads).into()),
            ("latest", flag(settings.latest_only).into()),
            (
                "pace",
                pace_in_words(words, settings.days.unwrap_or(0)).into(),
            ),
            (
                "language",
                words
                    .say(&format!("server-language-{language}"), &[])
                    .into(),
            ),
        ],
    )
}
