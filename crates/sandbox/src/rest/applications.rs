//! The application and its commands.

use serde_json::{Value, json};

use super::super::id::{Id, Text};
use super::super::limits;
use super::super::api_error::{ApiError, Unknown};
use super::super::state::State;
use super::super::json;
use super::super::world::Command;
use super::request::{Asked, number};
use super::{Answered, created, done, ok};

/// The application.
pub(super) fn me(state: &State) -> Answered {
    let bot = state.world.bot();
    let servers = state.world.servers.values();
    let servers = servers.filter(|server| server.members.contains_key(&bot.id));
    ok(json!({
        "id": Text(bot.id),
        "name": bot.global_name.as_ref().unwrap_or(&bot.username),
        "icon": null, "description": "", "type": null, "bot": json::user(bot),
        "bot_public": true, "bot_require_code_grant": false,
        "verify_key": "0".repeat(64), "flags": 0, "flags_new": "0",
        "redirect_uris": [], "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "owner": json::user(bot),
        "approximate_guild_count": servers.count(),
        "approximate_user_install_count": state.world.users.values().filter(|user| user.has_app).count(),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0, "team": null, "eligible_oauth2_scopes": [],
        "integration_types_config": { "0": {}, "1": {} },
        "rpc_origins": [], "event_webhooks_status": 1,
    }))
}

/// The commands, for everywhere or for one server.
pub(super) fn commands(
    state: &mut State,
    asked: &Asked,
    method: &str,
    application: &str,
    server: Option<&str>,
    rest: &[&str],
) -> Answered {
    if number(application, Unknown::Application)? != state.world.application {
        return Err(ApiError::unknown(Unknown::Application));
    }
    let server = server.map(|id| number(id, Unknown::Guild)).transpose()?;
    if let Some(server) = server {
        let found = state.world.servers.get(&server);
        if !found.is_some_and(|server| server.has_app) {
            return Err(ApiError::no_access());
        }
    }
    match (method, rest) {
        ("GET", []) => {
            let mut commands = list(state, server);
            if !asked.is_set("with_localizations") {
                forget_languages(&mut commands);
            }
            ok(commands)
        }
        ("PUT", []) => {
            let form = asked.form();
            limits::commands(form)?;
            let forms = form.as_array().cloned().unwrap_or_default();
            check_creations(state, server, &forms)?;
            overwrite(state, server, forms);
            ok(list(state, server))
        }
        ("POST", []) => {
            limits::commands(&json!([asked.form()]))?;
            check_creations(state, server, std::slice::from_ref(asked.form()))?;
            let (command, is_new) = put(state, server, asked.form().clone());
            let json = state.world.command_json(&command);
            if is_new { created(json) } else { ok(json) }
        }
        ("GET", [id]) => {
            let command = find(state, server, id)?;
            ok(state.world.command_json(&command))
        }
        ("PATCH", [id]) => {
            let mut command = find(state, server, id)?;
            super::super::id::merge(&mut command.form, kept(asked.form().clone()));
            limits::commands(&json!([command.form]))?;
            let now = state.now();
            command.version = state.world.new_id(now);
            state.world.put_command(command.clone());
            ok(state.world.command_json(&command))
        }
        ("DELETE", [id]) => {
            let command = find(state, server, id)?;
            state.world.drop_command(command.id);
            done()
        }
        _ => Err(ApiError::new(405, 0, "405: Method Not Allowed")),
    }
}

fn list(state: &State, server: Option<Id>) -> Value {
    let commands = state.world.commands.values();
    let commands = commands.filter(|command| command.server == server);
    commands
        .map(|command| state.world.command_json(command))
        .collect()
}

/// Only who asks for all languages gets them.
fn forget_languages(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.ends_with("_localizations"));
            fields.values_mut().for_each(forget_languages);
        }
        Value::Array(list) => list.iter_mut().for_each(forget_languages),
        _ => {}
    }
}

/// A form as it is kept: without what says nothing.
fn kept(mut form: Value) -> Value {
    match &mut form {
        Value::Object(fields) => {
            let says_nothing = |name: &str, value: &Value| match value {
                Value::Null => true,
                Value::Array(list) => list.is_empty() && !matches!(name, "contexts"),
                Value::Object(fields) => fields.is_empty(),
                Value::Bool(value) => !value && matches!(name, "autocomplete" | "required"),
                _ => false,
            };
            fields.retain(|name, value| !says_nothing(name, value));
            for value in fields.values_mut() {
                *value = kept(value.take());
            }
        }
        Value::Array(list) => {
            for value in list {
                *value = kept(value.take());
            }
        }
        _ => {}
    }
    form
}

fn same<'a>(state: &'a State, server: Option<Id>, form: &Value) -> Option<&'a Command> {
    let kind = form["type"].as_u64().unwrap_or(1);
    let mut all = state.world.commands.values();
    all.find(|other| other.server == server && other.kind() == kind && form["name"] == other.name())
}

/// Only so many new commands can be made in a day.
fn check_creations(state: &mut State, server: Option<Id>, forms: &[Value]) -> Result<(), ApiError> {
    let new = forms
        .iter()
        .filter(|form| same(state, server, form).is_none());
    let (new, now) = (new.count(), state.now());
    if state.rates.may_create(new, now) {
        return Ok(());
    }
    let words = "Max number of daily application command creates has been reached (200)";
    Err(ApiError::new(400, 30034, words))
}

fn find(state: &State, server: Option<Id>, id: &str) -> Result<Command, ApiError> {
    let command = state.world.commands.get(&number(id, Unknown::Command)?);
    let command = command.filter(|command| command.server == server);
    command
        .cloned()
        .ok_or_else(|| ApiError::unknown(Unknown::Command))
}

/// Makes a command, or changes the one of the same name and kind, which keeps its number.
fn put(state: &mut State, server: Option<Id>, form: Value) -> (Command, bool) {
    let now = state.now();
    let version = state.world.new_id(now);
    let mut command = Command {
        id: version,
        server,
        version,
        form: kept(form),
    };
    let same = same(state, server, &command.form);
    let is_new = same.is_none();
    if let Some(same) = same {
        command.id = same.id;
        if same.form == command.form {
            command.version = same.version;
        }
    }
    state.world.put_command(command.clone());
    (command, is_new)
}

/// Only these commands stay.
fn overwrite(state: &mut State, server: Option<Id>, forms: Vec<Value>) {
    let kept: Vec<Id> = forms
        .into_iter()
        .map(|form| put(state, server, form).0.id)
        .collect();
    let gone = state.world.commands.values();
    let gone = gone.filter(|command| command.server == server && !kept.contains(&command.id));
    let gone: Vec<Id> = gone.map(|command| command.id).collect();
    for id in gone {
        state.world.drop_command(id);
    }
}
