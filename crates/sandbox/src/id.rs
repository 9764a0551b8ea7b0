//! Snowflakes: the ids of all objects, with the creation time in the upper bits.

use serde::{Serialize, Serializer};
use serde_json::Value;

/// Discord's epoch, the first second of 2015, in milliseconds since the Unix epoch.
const EPOCH: i64 = 1_420_070_400_000;

/// A snowflake: the id of a user, guild, channel, message or any other object.
pub type Id = u64;

/// The smallest id with a creation time, given in milliseconds since the Unix epoch.
pub(super) const fn from_timestamp(timestamp: i64) -> Id {
    let since = if timestamp > EPOCH {
        timestamp - EPOCH
    } else {
        1
    };
    (since as u64) << 22
}

/// The creation time of an id, in milliseconds since the Unix epoch.
pub(super) const fn timestamp(id: Id) -> i64 {
    (id >> 22) as i64 + EPOCH
}

/// Parses an id; unlike `str::parse`, it accepts digits only.
pub(super) fn parse(text: &str) -> Option<Id> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// The id in a field of a JSON object, which may be a string or a number.
pub(super) fn field(object: &Value, name: &str) -> Option<Id> {
    match &object[name] {
        Value::String(text) => parse(text),
        Value::Number(number) => number.as_u64(),
        _ => None,
    }
}

/// Serialises an id as a JSON string, because JavaScript's numbers can't hold 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct IdString(pub(super) Id);

impl Serialize for IdString {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_contains_its_creation_time() {
        let moment = 1_790_000_000_123;
        assert_eq!(timestamp(from_timestamp(moment)), moment);
        assert!(from_timestamp(moment) < from_timestamp(moment + 1));
    }

    #[test]
    fn only_digits_parse_as_an_id() {
        assert_eq!(parse("123"), Some(123));
        for text in ["", "+1", "-1", "1x", "99999999999999999999999", "@me"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
