//! Numbers for everything there is, as Discord makes them: the moment in the upper bits.

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

/// Discord's numbers begin with its year 2015, in milliseconds.
const EPOCH: i64 = 1_420_070_400_000;

/// The number of a person, server, channel, message or anything else.
pub type Id = u64;

/// The number that would be given at a moment.
pub(super) const fn at(moment: i64) -> Id {
    let since = if moment > EPOCH { moment - EPOCH } else { 1 };
    (since as u64) << 22
}

/// The moment at which a number was given, in milliseconds.
pub(super) const fn moment(id: Id) -> i64 {
    (id >> 22) as i64 + EPOCH
}

/// A number in a path or form.
pub(super) fn read(text: &str) -> Option<Id> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

/// A number under a name in a form: as text, or as a plain number.
pub(super) fn of(form: &Value, name: &str) -> Option<Id> {
    match &form[name] {
        Value::String(text) => read(text),
        Value::Number(number) => number.as_u64(),
        _ => None,
    }
}

/// A number as it stands in JSON: as text, because JavaScript can't hold it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Text(pub(super) Id);

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// Adds what another object has.
pub(super) fn merge(into: &mut Value, other: Value) {
    let (Value::Object(into), Value::Object(other)) = (into, other) else {
        return;
    };
    let other: Map<String, Value> = other;
    into.extend(other);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_tells_when_it_was_given() {
        let moment = 1_790_000_000_123;
        assert_eq!(super::moment(at(moment)), moment);
        assert!(at(moment) < at(moment + 1));
    }

    #[test]
    fn only_digits_are_a_number() {
        assert_eq!(read("123"), Some(123));
        for text in ["", "+1", "-1", "1x", "99999999999999999999999", "@me"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
