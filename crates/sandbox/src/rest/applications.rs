//! The application and its commands.

use serde_json::{Value, json};

use super::request::{ApiRequest, parse_id};
use super::{ApiResult, created, no_content, ok};
use crate::api_error::{ApiError, Unknown};
use crate::endpoint::{EVENTS_OFF, EVENTS_ON};
use crate::id::{Id, IdString};
use crate::json;
use crate::limits;
use crate::model::ApplicationCommand;
use crate::state::State;

/// Types of webhook events.
const EVENT_TYPES: [&str; 5] = [
    "APPLICATION_AUTHORIZED",
    "APPLICATION_DEAUTHORIZED",
    "ENTITLEMENT_CREATE",
    "ENTITLEMENT_DELETE",
    "ENTITLEMENT_UPDATE",
];

/// The application object.
pub(super) fn me(state: &State) -> ApiResult {
    let bot = state.world.bot();
    let guilds = state.world.guilds.values();
    let guilds = guilds.filter(|guild| guild.members.contains_key(&bot.id));
    ok(json!({
        "id": IdString(bot.id),
        "name": bot.global_name.as_ref().unwrap_or(&bot.username),
        "icon": null, "description": "", "type": null, "bot": json::user(bot),
        "bot_public": true, "bot_require_code_grant": false,
        "verify_key": state.endpoint.verify_key(), "flags": 0, "flags_new": "0",
        "redirect_uris": [], "interactions_endpoint_url": state.endpoint.interactions_url,
        "role_connections_verification_url": null,
        "owner": json::user(bot),
        "approximate_guild_count": guilds.count(),
        "approximate_user_install_count": state.world.users.values().filter(|user| user.has_app).count(),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0, "team": null, "eligible_oauth2_scopes": [],
        "integration_types_config": { "0": {}, "1": {} },
        "rpc_origins": [], "event_webhooks_url": state.endpoint.events_url,
        "event_webhooks_status": state.endpoint.events_status,
        "event_webhooks_types": state.endpoint.events_types,
    }))
}

/// Changes where the bot takes its interactions and webhook events. The URLs have been probed.
pub(super) fn edit(state: &mut State, request: &ApiRequest) -> ApiResult {
    let Some(fields) = request.payload().as_object() else {
        return Err(ApiError::new(
            400,
            50109,
            "The request body contains invalid JSON.",
        ));
    };
    let mut endpoint = (
        state.endpoint.interactions_url.clone(),
        state.endpoint.events_url.clone(),
        state.endpoint.events_status,
        state.endpoint.events_types.clone(),
    );
    for (name, value) in fields {
        // An empty URL removes it, as null does.
        let url = value.as_str().filter(|url| !url.is_empty());
        let url = url.map(str::to_owned);
        let is_url = value.is_string() || value.is_null();
        let wrong = |what: &str| ApiError::field(name, "BASE_TYPE_CHOICES", what);
        match name.as_str() {
            "interactions_endpoint_url" if is_url => endpoint.0 = url,
            "event_webhooks_url" if is_url => endpoint.1 = url,
            "event_webhooks_status" => {
                let status = value.as_u64();
                let status = status.filter(|status| [EVENTS_OFF, EVENTS_ON].contains(status));
                endpoint.2 = status.ok_or_else(|| wrong("Value must be one of (1, 2)."))?;
            }
            "event_webhooks_types" => {
                let types = value.as_array().map(Vec::as_slice).unwrap_or_default();
                let types = types.iter().map(Value::as_str);
                let types: Option<Vec<String>> =
                    types.map(|name| name.map(str::to_owned)).collect();
                let types = types.ok_or_else(|| wrong("Value must be a list of names."))?;
                let is_known = |name: &String| EVENT_TYPES.contains(&name.as_str());
                if !types.iter().all(is_known) {
                    return Err(wrong("Value must be one of the types of webhook events."));
                }
                endpoint.3 = types;
            }
            "interactions_endpoint_url" | "event_webhooks_url" => {
                return Err(wrong("Value must be a URL."));
            }
            _ => return Err(ApiError::not_implemented("this field of an application")),
        }
    }
    if endpoint.2 == EVENTS_ON && endpoint.1.is_none() {
        let reason = "A URL is required to enable webhook events.";
        return Err(ApiError::field(
            "event_webhooks_url",
            "BASE_TYPE_REQUIRED",
            reason,
        ));
    }
    (
        state.endpoint.interactions_url,
        state.endpoint.events_url,
        state.endpoint.events_status,
        state.endpoint.events_types,
    ) = endpoint;
    me(state)
}

/// Routes of global commands (`guild` is `None`) and guild commands.
pub(super) fn commands(
    state: &mut State,
    request: &ApiRequest,
    method: &str,
    application: &str,
    guild: Option<&str>,
    rest: &[&str],
) -> ApiResult {
    if parse_id(application, Unknown::Application)? != state.world.application {
        return Err(ApiError::unknown(Unknown::Application));
    }
    let guild = guild.map(|id| parse_id(id, Unknown::Guild)).transpose()?;
    if let Some(guild) = guild {
        let found = state.world.guilds.get(&guild);
        if !found.is_some_and(|guild| guild.has_app) {
            return Err(ApiError::missing_access());
        }
    }
    match (method, rest) {
        ("GET", []) => {
            let mut commands = list(state, guild);
            if !request.is_set("with_localizations") {
                strip_localizations(&mut commands);
            }
            ok(commands)
        }
        ("PUT", []) => {
            let payload = request.payload();
            limits::commands(payload)?;
            let definitions = payload.as_array().cloned().unwrap_or_default();
            check_daily_creates(state, guild, &definitions)?;
            bulk_overwrite(state, guild, definitions);
            ok(list(state, guild))
        }
        ("POST", []) => {
            limits::commands(&json!([request.payload()]))?;
            check_daily_creates(state, guild, std::slice::from_ref(request.payload()))?;
            let (command, is_new) = upsert(state, guild, request.payload().clone());
            let json = state.world.command_json(&command);
            if is_new { created(json) } else { ok(json) }
        }
        ("GET", [id]) => {
            let command = find(state, guild, id)?;
            ok(state.world.command_json(&command))
        }
        ("PATCH", [id]) => {
            let mut command = find(state, guild, id)?;
            json::merge(
                &mut command.definition,
                normalized(request.payload().clone()),
            );
            limits::commands(&json!([command.definition]))?;
            let now = state.now();
            command.version = state.world.new_id(now);
            state.world.put_command(command.clone());
            ok(state.world.command_json(&command))
        }
        ("DELETE", [id]) => {
            let command = find(state, guild, id)?;
            state.world.drop_command(command.id);
            no_content()
        }
        _ => Err(ApiError::new(405, 0, "405: Method Not Allowed")),
    }
}

fn list(state: &State, guild: Option<Id>) -> Value {
    let commands = state.world.commands.values();
    let commands = commands.filter(|command| command.guild == guild);
    commands
        .map(|command| state.world.command_json(command))
        .collect()
}

/// Removes localizations, which are sent only on request.
fn strip_localizations(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !name.ends_with("_localizations"));
            fields.values_mut().for_each(strip_localizations);
        }
        Value::Array(list) => list.iter_mut().for_each(strip_localizations),
        _ => {}
    }
}

/// A command definition as Discord stores it: without empty and default values.
fn normalized(mut payload: Value) -> Value {
    match &mut payload {
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
                *value = normalized(value.take());
            }
        }
        Value::Array(list) => {
            for value in list {
                *value = normalized(value.take());
            }
        }
        _ => {}
    }
    payload
}

fn find_same<'a>(
    state: &'a State,
    guild: Option<Id>,
    payload: &Value,
) -> Option<&'a ApplicationCommand> {
    let kind = payload["type"].as_u64().unwrap_or(1);
    let mut all = state.world.commands.values();
    all.find(|other| {
        other.guild == guild && other.kind() == kind && payload["name"] == other.name()
    })
}

/// Enforces the daily limit of newly created commands.
fn check_daily_creates(
    state: &mut State,
    guild: Option<Id>,
    definitions: &[Value],
) -> Result<(), ApiError> {
    let new = definitions
        .iter()
        .filter(|payload| find_same(state, guild, payload).is_none());
    let (new, now) = (new.count(), state.now());
    if state.rate_limiter.try_create_commands(new, now) {
        return Ok(());
    }
    let reason = "Max number of daily application command creates has been reached (200)";
    Err(ApiError::new(400, 30034, reason))
}

fn find(state: &State, guild: Option<Id>, id: &str) -> Result<ApplicationCommand, ApiError> {
    let command = state
        .world
        .commands
        .get(&parse_id(id, Unknown::ApplicationCommand)?);
    let command = command.filter(|command| command.guild == guild);
    command
        .cloned()
        .ok_or_else(|| ApiError::unknown(Unknown::ApplicationCommand))
}

/// Creates a command, or updates the one with the same name and type, which keeps its id.
fn upsert(state: &mut State, guild: Option<Id>, payload: Value) -> (ApplicationCommand, bool) {
    let now = state.now();
    let version = state.world.new_id(now);
    let mut command = ApplicationCommand {
        id: version,
        guild,
        version,
        definition: normalized(payload),
    };
    let find_same = find_same(state, guild, &command.definition);
    let is_new = find_same.is_none();
    if let Some(find_same) = find_same {
        command.id = find_same.id;
        if find_same.definition == command.definition {
            command.version = find_same.version;
        }
    }
    state.world.put_command(command.clone());
    (command, is_new)
}

/// Registers these commands and deletes all others.
fn bulk_overwrite(state: &mut State, guild: Option<Id>, definitions: Vec<Value>) {
    let registered: Vec<Id> = definitions
        .into_iter()
        .map(|payload| upsert(state, guild, payload).0.id)
        .collect();
    let others = state.world.commands.values();
    let others =
        others.filter(|command| command.guild == guild && !registered.contains(&command.id));
    let others: Vec<Id> = others.map(|command| command.id).collect();
    for id in others {
        state.world.drop_command(id);
    }
}
