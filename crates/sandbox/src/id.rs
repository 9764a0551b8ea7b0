//! Numbers for everything there is, as Discord makes them: the moment in the upper bits.

use serde::{Serialize, Serializer};
use serde_json::Value;

/// Discord's numbers begin with its year 2015, in milliseconds.
const EPOCH: i64 = 1_420_070_400_000;

/// The number of a person, server, channel, message or anything else.
pub type Id = u64;

/// The number that would be given at a moment.
pub(super) const fn from_timestamp(timestamp: i64) -> Id {
    let since = if timestamp > EPOCH {
        timestamp - EPOCH
    } else {
        1
    };
    (since as u64) << 22
}

/// The moment at which a number was given, in milliseconds.
pub(super) const fn timestamp(id: Id) -> i64 {
    (id >> 22) as i64 + EPOCH
}

/// A number in a path or form.
pub(super) fn parse(text: &str) -> Option<Id> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// A number under a name in a form: as text, or as a plain number.
pub(super) fn field(form: &Value, name: &str) -> Option<Id> {
    match &form[name] {
        Value::String(text) => parse(text),
        Value::Number(number) => number.as_u64(),
        _ => None,
    }
}

/// A number as it stands in JSON: as text, because JavaScript can't hold it.
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
    fn a_number_tells_when_it_was_given() {
        let moment = 1_790_000_000_123;
        assert_eq!(timestamp(from_timestamp(moment)), moment);
        assert!(from_timestamp(moment) < from_timestamp(moment + 1));
    }

    #[test]
    fn only_digits_are_a_number() {
        assert_eq!(parse("123"), Some(123));
        for text in ["", "+1", "-1", "1x", "99999999999999999999999", "@me"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
