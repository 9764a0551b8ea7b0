//! The application and its commands.

use serde_json::{Value, json};

use super::super::id::{Id, Text};
use super::super::limits;
use super::super::refusal::{Refusal, Unknown};
use super::super::state::State;
use super::super::wire;
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
        "icon": null, "description": "", "type": null, "bot": wire::user(bot),
        "bot_public": true, "bot_require_code_grant": false,
        "verify_key": "0".repeat(64), "flags": 0, "flags_new": "0",
        "redirect_uris": [], "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "owner": wire::user(bot),
        "approximate_guild_count": servers.count(),
        "approximate_user_install_count": state.world.users.values().filter(|user| user.has_app).count(),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0, "team": null, "eligible_oauth2_scopes": [],
        "integration_types_config": { "0": {}, "1": {} },
        "rpc_origins": [], "event_webhooks_status": 1, "summary": "",
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
        return Err(Refusal::unknown(Unknown::Application));
    }
    let server = server.map(|id| number(id, Unknown::Guild)).transpose()?;
    if let Some(server) = server {
        let bot = state.world.application;
        let found = state.world.servers.get(&server);
        if !found.is_some_and(|server| server.members.contains_key(&bot)) {
            return Err(Refusal::no_access());
        }
    }
    match (method, rest) {
        ("GET", []) => ok(list(state, server)),
        ("PUT", []) => {
            let form = asked.form();
            limits::commands(form)?;
            overwrite(state, server, form.as_array().cloned().unwrap_or_default());
            ok(list(state, server))
        }
        ("POST", []) => {
            limits::commands(&json!([asked.form()]))?;
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
            super::super::id::merge(&mut command.form, asked.form().clone());
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
        _ => Err(Refusal::new(405, 0, "405: Method Not Allowed")),
    }
}

fn list(state: &State, server: Option<Id>) -> Value {
    let commands = state.world.commands.values();
    let commands = commands.filter(|command| command.server == server);
    commands
        .map(|command| state.world.command_json(command))
        .collect()
}

fn find(state: &State, server: Option<Id>, id: &str) -> Result<Command, Refusal> {
    let command = state.world.commands.get(&number(id, Unknown::Command)?);
    let command = command.filter(|command| command.server == server);
    command
        .cloned()
        .ok_or_else(|| Refusal::unknown(Unknown::Command))
}

/// Makes a command, or changes the one of the same name and kind, which keeps its number.
fn put(state: &mut State, server: Option<Id>, form: Value) -> (Command, bool) {
    let now = state.now();
    let version = state.world.new_id(now);
    let mut command = Command {
        id: version,
        server,
        version,
        form,
    };
    let mut all = state.world.commands.values();
    let same = all.find(|other| {
        other.server == server && (other.kind(), other.name()) == (command.kind(), command.name())
    });
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
