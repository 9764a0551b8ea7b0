//! Computes who a message pings: the mentions in its text, restricted by `allowed_mentions`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::api_error::{ApiError, FormErrors};

/// The users and roles a message pings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pinged {
    /// Users pinged by id.
    pub users: BTreeSet<u64>,
    /// Roles whose members are pinged.
    pub roles: BTreeSet<u64>,
    /// Whether everyone in the channel is pinged.
    pub everyone: bool,
}

/// Computes who a message pings. `may_ping_everyone` says whether its author has `MENTION_EVERYONE`.
///
/// Without `allowed_mentions` every mention in the text pings; with it, only those it allows. A
/// user whom the text doesn't mention is never pinged.
pub fn pinged(
    content: &str,
    allowed: Option<&Value>,
    may_ping_everyone: bool,
) -> Result<Pinged, ApiError> {
    let named = named(content);
    let Some(allowed) = allowed.filter(|allowed| !allowed.is_null()) else {
        return Ok(Pinged {
            everyone: named.everyone && may_ping_everyone,
            ..named
        });
    };
    let kinds: Vec<&str> = texts(&allowed["parse"]).collect();
    let mut errors = FormErrors::default();
    let users = ids(allowed, "users", &kinds, &mut errors);
    let roles = ids(allowed, "roles", &kinds, &mut errors);
    errors.into_result()?;
    let keep = |named: BTreeSet<u64>, listed: &BTreeSet<u64>, kind: &str| {
        if kinds.contains(&kind) {
            named
        } else {
            named.intersection(listed).copied().collect()
        }
    };
    Ok(Pinged {
        users: keep(named.users, &users, "users"),
        roles: keep(named.roles, &roles, "roles"),
        everyone: named.everyone && kinds.contains(&"everyone") && may_ping_everyone,
    })
}

fn texts(list: &Value) -> impl Iterator<Item = &str> {
    let list = list.as_array().into_iter().flatten();
    list.filter_map(Value::as_str)
}

/// The ids listed under `name`: at most a hundred, and none if `parse` allows the whole kind.
fn ids(allowed: &Value, name: &str, kinds: &[&str], errors: &mut FormErrors) -> BTreeSet<u64> {
    let path = format!("allowed_mentions.{name}");
    // Ids may be strings or numbers.
    let listed = allowed[name].as_array().into_iter().flatten();
    let listed: Vec<String> = listed
        .map(|entry| {
            entry
                .as_str()
                .map_or_else(|| entry.to_string(), str::to_owned)
        })
        .collect();
    if listed.len() > 100 {
        let message = "Must be 100 or fewer in length.";
        errors.add(&path, "BASE_TYPE_MAX_LENGTH", message);
    }
    if !listed.is_empty() && kinds.contains(&name) {
        let message = format!("parse:[\"{name}\"] and {name}: [ids...] are mutually exclusive.");
        errors.add(
            "allowed_mentions",
            "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
            &message,
        );
    }
    let mut ids = BTreeSet::new();
    for (index, text) in listed.iter().enumerate() {
        if let Ok(id) = text.parse() {
            ids.insert(id);
        } else {
            let message = format!("Value \"{text}\" is not snowflake.");
            errors.add(&format!("{path}.{index}"), "NUMBER_TYPE_COERCE", &message);
        }
    }
    ids
}

/// The mentions in a text, outside of code.
pub(super) fn named(content: &str) -> Pinged {
    let mut named = Pinged::default();
    // Every second part between back-quotes is code, provided the quote is closed.
    let parts: Vec<&str> = content.split('`').collect();
    let is_closed = |index: usize| index + 1 < parts.len();
    for (index, part) in parts.iter().enumerate() {
        if index % 2 == 1 && is_closed(index) {
            continue;
        }
        named.everyone |= part.contains("@everyone") || part.contains("@here");
        for piece in part.split("<@").skip(1) {
            let Some((inner, _)) = piece.split_once('>') else {
                continue;
            };
            if let Some(role) = inner.strip_prefix('&') {
                named.roles.extend(role.parse::<u64>());
            } else {
                let user = inner.strip_prefix('!').unwrap_or(inner);
                named.users.extend(user.parse::<u64>());
            }
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TEXT: &str = "<@1> and <@!2>, <@&3> @everyone `<@4>` <@x> <@5";

    fn users(pinged: &Pinged) -> Vec<u64> {
        pinged.users.iter().copied().collect()
    }

    #[test]
    fn without_allowed_mentions_every_mention_pings() {
        for allowed in [None, Some(&Value::Null)] {
            let all = pinged(TEXT, allowed, true).unwrap();
            assert_eq!(users(&all), [1, 2]);
            assert_eq!(all.roles.len(), 1);
            assert!(all.everyone);
        }
        assert!(!pinged(TEXT, None, false).unwrap().everyone);
    }

    #[test]
    fn only_allowed_mentions_in_the_text_ping() {
        let none = json!({ "parse": [] });
        assert_eq!(pinged(TEXT, Some(&none), true), Ok(Pinged::default()));
        for ids in [json!(["2", "9"]), json!([2, 9])] {
            let one = json!({ "parse": [], "users": ids });
            let one = pinged(TEXT, Some(&one), true).unwrap();
            assert_eq!(users(&one), [2]);
            assert!(one.roles.is_empty() && !one.everyone);
        }
        let kinds = json!({ "parse": ["roles", "everyone"] });
        let kinds = pinged(TEXT, Some(&kinds), true).unwrap();
        assert!(kinds.users.is_empty() && kinds.everyone);
        assert_eq!(kinds.roles.len(), 1);
    }

    #[test]
    fn contradictory_or_invalid_allowed_mentions_are_rejected() {
        let both = json!({ "parse": ["users"], "users": ["1"] });
        let error = pinged(TEXT, Some(&both), true).unwrap_err();
        assert_eq!(error.code, 50035);
        let not_an_id = json!({ "users": ["me"] });
        assert!(pinged(TEXT, Some(&not_an_id), true).is_err());
        let many: Vec<String> = (0..101).map(|id| id.to_string()).collect();
        let many = json!({ "users": many });
        assert!(pinged(TEXT, Some(&many), true).is_err());
    }
}
