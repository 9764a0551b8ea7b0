//! Checks what a host can get wrong on Discord's side: token, permissions, clock, endpoint.

use std::time::SystemTime;

use reqwest::{Client, Method};
use serde_json::Value;
use serenity::all::{Http, Permissions};

use crate::discord::endpoint::EndpointOptions;
use crate::discord::gateway::connect;
use crate::discord::gateway::invite::{NEEDED, invite_link};
use crate::discord::gateway::start_error::StartFailure;
use crate::discord::rest::application::{self, Application};

/// Seconds by which the machine's clock may differ from Discord's. A response tells the time to the
/// second, and takes a moment.
const MAX_SKEW: i64 = 10;
/// Servers that are looked at, which is as many as one request returns.
const MAX_SERVERS: usize = 200;

/// What a check has found, as one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnosis {
    /// What was checked, in one word.
    pub subject: &'static str,
    /// Whether nothing has to be done.
    pub is_fine: bool,
    /// What was found, and what to do about it.
    pub finding: String,
}

impl Diagnosis {
    /// Nothing has to be done.
    pub fn fine(subject: &'static str, finding: impl Into<String>) -> Self {
        Self {
            subject,
            is_fine: true,
            finding: finding.into(),
        }
    }

    /// The host has to do something.
    pub fn problem(subject: &'static str, finding: impl Into<String>) -> Self {
        Self {
            is_fine: false,
            ..Self::fine(subject, finding)
        }
    }
}

/// Checks token, clock, permissions and endpoint. Changes nothing.
pub async fn examine(
    token: &str,
    local: Option<&str>,
    endpoint: Option<&EndpointOptions>,
) -> Vec<Diagnosis> {
    let explain = |error: &serenity::Error| match StartFailure::of_request(error, local) {
        StartFailure::Permanent(why) => why,
        StartFailure::Temporary(why) => {
            format!("Discord can't be reached: check the network ({why})")
        }
    };
    let (client, http) = match connect(token, local) {
        Ok(connected) => connected,
        Err(error) => return vec![Diagnosis::problem("token", error.to_string())],
    };
    let asked = application::request(&client, &http, Method::GET, "/applications/@me", None).await;
    let now = SystemTime::now();
    let (found, date) = match asked {
        Ok(answer) => answer,
        Err(error) => return vec![Diagnosis::problem("token", explain(&error))],
    };
    let Ok(found) = serde_json::from_value::<Application>(found) else {
        let why = "what answers is not Discord: check DISCORD_API_BASE and any proxy on the way";
        return vec![Diagnosis::problem("token", why)];
    };
    let mut all = vec![Diagnosis::fine(
        "token",
        format!("Discord accepts it, for the application {}", found.name),
    )];
    let path = format!("/users/@me/guilds?limit={MAX_SERVERS}");
    all.push(
        match application::request(&client, &http, Method::GET, &path, None).await {
            Ok((servers, _)) => permissions(&servers, found.id.get()),
            Err(error) => Diagnosis::problem("permissions", explain(&error)),
        },
    );
    all.push(clock(date.as_deref(), now));
    all.push(check_endpoint(&client, &http, &found, endpoint).await);
    all
}

/// Compares the bot's permissions on its servers with those it needs.
fn permissions(servers: &Value, application: u64) -> Diagnosis {
    let servers = servers.as_array().map_or(&[][..], Vec::as_slice);
    let link = invite_link(application);
    if servers.is_empty() {
        let finding = format!("the bot is on no server yet: invite it with {link}");
        return Diagnosis::fine("permissions", finding);
    }
    let lacking: Vec<(&str, Permissions)> = servers
        .iter()
        .filter_map(|server| {
            let given = server["permissions"].as_str()?.parse().ok()?;
            let given = Permissions::from_bits_truncate(given);
            let lacks = NEEDED.difference(given);
            let is_fine = lacks.is_empty() || given.administrator();
            (!is_fine).then(|| (server["name"].as_str().unwrap_or("?"), lacks))
        })
        .collect();
    let Some((name, lacks)) = lacking.first() else {
        let count = servers.len();
        let more = if count == MAX_SERVERS { " or more" } else { "" };
        let named = if count == 1 { "server" } else { "servers" };
        let all = format!("all it needs, on {count}{more} {named}");
        let with_roles = servers
            .iter()
            .filter(|server| may_give_roles(server))
            .count();
        let finding = if with_roles < count {
            format!(
                "{all}; Manage Roles on {with_roles} of them: only a role for winners of tournaments needs it, \
                 and the bot's own role above that one"
            )
        } else {
            all
        };
        return Diagnosis::fine("permissions", finding);
    };
    let names = lacks.get_permission_names().join(", ");
    let others = match lacking.len() - 1 {
        0 => String::new(),
        others => format!(", and something on {others} more"),
    };
    let finding = format!("the bot lacks {names} on {name:?}{others}: open {link} again");
    Diagnosis::problem("permissions", finding)
}

/// May the bot give roles to members of a server?
fn may_give_roles(server: &Value) -> bool {
    let given = server["permissions"]
        .as_str()
        .and_then(|given| given.parse().ok());
    let given = Permissions::from_bits_truncate(given.unwrap_or_default());
    given.manage_roles() || given.administrator()
}

/// Compares the machine's clock with the date of a response.
fn clock(date: Option<&str>, now: SystemTime) -> Diagnosis {
    let date = date.and_then(|date| jiff::fmt::rfc2822::parse(date).ok());
    let now = jiff::Timestamp::try_from(now);
    let (Some(date), Ok(now)) = (date, now) else {
        return Diagnosis::fine("clock", "not compared: the response has no date");
    };
    let ahead = now.as_second() - date.timestamp().as_second();
    if ahead.abs() <= MAX_SKEW {
        return Diagnosis::fine("clock", "agrees with Discord's");
    }
    let way = if ahead > 0 { "ahead" } else { "behind" };
    let seconds = ahead.abs();
    let finding = format!(
        "{seconds} s {way} of Discord's: switch on time synchronisation (timedatectl set-ntp true)"
    );
    Diagnosis::problem("clock", finding)
}

/// Checks where Discord delivers interactions.
async fn check_endpoint(
    client: &Client,
    http: &Http,
    found: &Application,
    endpoint: Option<&EndpointOptions>,
) -> Diagnosis {
    let set = found.interactions_endpoint_url.as_deref();
    let set = set.filter(|url| !url.is_empty());
    let Some(endpoint) = endpoint else {
        return match set {
            None => Diagnosis::fine("endpoint", "none: interactions come over the gateway"),
            Some(url) => Diagnosis::problem(
                "endpoint",
                format!(
                    "Discord delivers interactions to {url}, but HEXPOST_PUBLIC_URL is not set: set it, \
                     or run `hexpost endpoint clear`"
                ),
            ),
        };
    };
    let url = endpoint.interactions_url();
    let asked = client.post(&url).body("{}").send().await;
    match asked.map(|answer| answer.status().as_u16()) {
        Ok(401) => {}
        Ok(status) => {
            let finding = format!(
                "{url} answers with {status} instead of 401: check that the proxy passes requests on to {}",
                endpoint.listen
            );
            return Diagnosis::problem("endpoint", finding);
        }
        Err(_) => {
            let finding =
                format!("{url} can't be reached: start the bot, and check DNS and the proxy");
            return Diagnosis::problem("endpoint", finding);
        }
    }
    // Only the address of a local Discord says where to look.
    let place = http.proxy.as_deref().unwrap_or("Discord");
    if found.delivers_to(&url, &endpoint.events_url()) {
        return Diagnosis::fine("endpoint", format!("{place} delivers to {url}"));
    }
    let set = set.unwrap_or("the gateway");
    let finding = format!(
        "{place} delivers interactions to {set} instead of {url}: restart the bot and see its log"
    );
    Diagnosis::problem("endpoint", finding)
}

/// Makes Discord deliver interactions on the gateway again; returns the URL that was set.
pub async fn clear_endpoint(
    token: &str,
    local: Option<&str>,
) -> Result<Option<String>, StartFailure> {
    let explain = |error: serenity::Error| StartFailure::of_request(&error, local);
    let connected = connect(token, local);
    let (client, http) = connected.map_err(|error| StartFailure::Temporary(error.to_string()))?;
    let found = application::application(&client, &http).await;
    let found = found.map_err(explain)?;
    let set = found.interactions_endpoint_url.or(found.event_webhooks_url);
    if set.is_some() {
        let cleared = application::clear_endpoint(&client, &http).await;
        cleared.map_err(explain)?;
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use serde_json::json;

    use super::*;

    #[test]
    fn a_wrong_clock_is_reported_with_its_error() {
        let date = Some("Fri, 15 Jan 2027 08:00:00 GMT");
        let right = 1_800_000_000;
        let at = |seconds: u64| clock(date, UNIX_EPOCH + Duration::from_secs(seconds));
        assert!(at(right).is_fine, "{:?}", at(right));
        assert!(at(right + 10).is_fine);
        let ahead = at(right + 400);
        assert!(!ahead.is_fine && ahead.finding.starts_with("400 s ahead"));
        let behind = at(right - 3600);
        assert!(!behind.is_fine && behind.finding.starts_with("3600 s behind"));
        assert!(clock(None, SystemTime::now()).is_fine);
        assert!(clock(Some("yesterday"), SystemTime::now()).is_fine);
    }

    #[test]
    fn missing_permissions_are_named() {
        let all = NEEDED.bits().to_string();
        let server = |permissions: &str| json!({ "name": "Club", "permissions": permissions });
        let found = permissions(&json!([server(&all), server("8")]), 7);
        assert!(
            found.is_fine && found.finding.contains("2 servers"),
            "{found:?}"
        );
        assert!(
            found.finding.contains("Manage Roles on 1 of them"),
            "{found:?}"
        );
        let less = NEEDED.difference(Permissions::ATTACH_FILES).bits();
        let less = server(&less.to_string());
        let found = permissions(&json!([server(&all), less, server("0")]), 7);
        assert!(!found.is_fine);
        assert!(found.finding.contains("Attach Files"), "{found:?}");
        assert!(found.finding.contains("1 more"), "{found:?}");
        assert!(found.finding.contains("client_id=7&"), "{found:?}");
        assert!(permissions(&json!([]), 7).finding.contains("no server"));
    }
}
