//! An adjustable clock, so that nobody has to wait for a three-second or fifteen-minute deadline.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// The machine's clock plus an offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct SandboxClock {
    offset_ms: i64,
}

impl SandboxClock {
    /// A clock that doesn't run behind a time, so that new ids are larger than existing ones.
    pub(super) fn not_before(timestamp: i64) -> Self {
        let offset_ms = timestamp - Self::default().now();
        Self {
            offset_ms: offset_ms.max(0),
        }
    }

    /// The current time, in milliseconds since the Unix epoch.
    pub(super) fn now(self) -> i64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        since.map_or(0, |since| since.as_millis() as i64) + self.offset_ms
    }

    /// Moves the clock forward.
    pub(super) fn advance(&mut self, by: Duration) {
        self.offset_ms = self.offset_ms.saturating_add(by.as_millis() as i64);
    }

    /// How far the clock is ahead of the machine's, in milliseconds.
    pub(super) const fn offset_ms(self) -> i64 {
        self.offset_ms
    }
}

/// Formats a time, given in milliseconds, the way Discord does.
pub(super) fn format_timestamp(timestamp: i64) -> String {
    let timestamp = Timestamp::from_millisecond(timestamp).unwrap_or_default();
    let text = timestamp.strftime("%Y-%m-%dT%H:%M:%S%.6f+00:00");
    text.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_have_discords_format() {
        assert_eq!(
            format_timestamp(1_700_000_000_123),
            "2023-11-14T22:13:20.123000+00:00"
        );
    }
}
