//! `/server`: what a server prefers; for those who manage it.

use serde_json::{Value, json};

use crate::app::settings::Language;

use super::super::answer::Answer;
use super::super::host::{Host, Reader};
use super::super::request::{Call, Caller, Given};
use super::super::router::Stop;
use super::super::sight::managed_server;
use super::challenge::{pace_choices, pace_named};
use super::server_screen::overview;
use super::{BOOLEAN, STRING, choice, command, option};

/// The permission to manage a server, as Discord writes it.
const MANAGE_SERVER: &str = "32";

pub(super) fn command() -> Value {
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

pub(super) async fn run(
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
