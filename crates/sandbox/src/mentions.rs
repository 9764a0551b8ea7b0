//! Who is pinged by a message: what its text names, as far as `allowed_mentions` allows it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::api_error::{ApiError, FormErrors};

/// Whom a message pings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pinged {
    /// People.
    pub users: BTreeSet<u64>,
    /// Everyone with one of these roles.
    pub roles: BTreeSet<u64>,
    /// Everyone in the channel.
    pub everyone: bool,
}

/// Whom a message pings. `may_ping_everyone` if its author has that permission.
///
/// Without `allowed_mentions` the whole text counts; with it, only what it allows, and never anyone
/// whom the text does not name.
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

/// The numbers under a name, at most a hundred, and none where the whole kind is allowed.
fn ids(allowed: &Value, name: &str, kinds: &[&str], errors: &mut FormErrors) -> BTreeSet<u64> {
    let path = format!("allowed_mentions.{name}");
    // Numbers are taken for numbers as well as texts of digits.
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

/// Whom a text names, outside of code.
pub(super) fn named(content: &str) -> Pinged {
    let mut named = Pinged::default();
    // Every second part of a text with back-quotes is code, if it is closed.
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
    fn without_a_word_about_it_the_text_counts() {
        for allowed in [None, Some(&Value::Null)] {
            let all = pinged(TEXT, allowed, true).unwrap();
            assert_eq!(users(&all), [1, 2]);
            assert_eq!(all.roles.len(), 1);
            assert!(all.everyone);
        }
        assert!(!pinged(TEXT, None, false).unwrap().everyone);
    }

    #[test]
    fn only_who_is_allowed_and_named_is_pinged() {
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
    fn a_form_that_says_two_things_is_refused() {
        let both = json!({ "parse": ["users"], "users": ["1"] });
        let refusal = pinged(TEXT, Some(&both), true).unwrap_err();
        assert_eq!(refusal.code, 50035);
        let word = json!({ "users": ["me"] });
        assert!(pinged(TEXT, Some(&word), true).is_err());
        let many: Vec<String> = (0..101).map(|id| id.to_string()).collect();
        let many = json!({ "users": many });
        assert!(pinged(TEXT, Some(&many), true).is_err());
    }
}
