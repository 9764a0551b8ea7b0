//! The pace of a game: its time control.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An hour in milliseconds.
const HOUR: i64 = 60 * 60 * 1000;
/// The hours of a day.
const DAY: i64 = 24;

/// The pace of a game: how much time each player has.
///
/// A player begins with the bank. After each turn the remaining time grows by the increment, up to the
/// cap. A number of days per move is a bank, an increment and a cap of that many days: whatever was
/// left, the next turn begins with all of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Pace {
    /// The initial time of each player, in hours.
    pub bank: i64,
    /// The hours that each turn adds.
    pub increment: i64,
    /// The maximum that adding the increment can lead to, in hours.
    pub cap: i64,
    /// Is a game lost at once when the time runs out? Otherwise the opponent has to claim it.
    pub is_hard: bool,
}

impl Pace {
    /// The time controls that players are offered; `None` is a game without a clock.
    pub const OFFERED: [Option<Self>; 11] = [
        None,
        Some(Self::days(1)),
        Some(Self::days(2)),
        Some(Self::days(3)),
        Some(Self::days(5)),
        Some(Self::days(7)),
        Some(Self::days(14)),
        Some(Self::bank(3, 1, 7)),
        Some(Self::bank(7, 1, 14)),
        Some(Self::bank(14, 1, 21)),
        Some(Self::bank(30, 0, 30)),
    ];

    /// Maximum of each time, in days.
    pub const MAX_DAYS: i64 = 60;

    /// A number of days per move; the opponent has to claim.
    pub const fn days(count: i64) -> Self {
        let hours = count.saturating_mul(DAY);
        Self {
            bank: hours,
            increment: hours,
            cap: hours,
            is_hard: false,
        }
    }

    /// A bank that grows by an increment up to a cap, in days; the opponent has to claim.
    pub const fn bank(bank: i64, increment: i64, cap: i64) -> Self {
        Self {
            bank: bank.saturating_mul(DAY),
            increment: increment.saturating_mul(DAY),
            cap: cap.saturating_mul(DAY),
            is_hard: false,
        }
    }

    /// The same pace, with games lost at once or not.
    #[must_use]
    pub const fn with_flag(mut self, is_hard: bool) -> Self {
        self.is_hard = is_hard;
        self
    }

    /// Are the times valid?
    pub fn is_sound(self) -> bool {
        let longest = Self::MAX_DAYS * DAY;
        (1..=longest).contains(&self.bank)
            && (0..=longest).contains(&self.increment)
            && (self.bank.max(self.increment)..=longest).contains(&self.cap)
    }

    /// The hours per move, if every turn has the same time.
    pub fn a_move(self) -> Option<i64> {
        (self.bank == self.increment && self.bank == self.cap).then_some(self.bank)
    }

    /// The initial time of each player, in milliseconds.
    pub const fn bank_ms(self) -> i64 {
        self.bank * HOUR
    }

    /// The time that each turn adds, in milliseconds.
    pub const fn increment_ms(self) -> i64 {
        self.increment * HOUR
    }

    /// The maximum that adding the increment can lead to, in milliseconds.
    pub const fn cap_ms(self) -> i64 {
        self.cap * HOUR
    }
}

/// A time, written in days if they are whole, otherwise in hours.
struct Span(i64);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("0d"),
            hours if hours % DAY == 0 => write!(f, "{}d", hours / DAY),
            hours => write!(f, "{hours}h"),
        }
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(hours) = self.a_move() {
            Span(hours).fmt(f)?;
        } else {
            let (bank, increment) = (Span(self.bank), Span(self.increment));
            write!(f, "{bank}+{increment}/{}", Span(self.cap))?;
        }
        f.write_str(if self.is_hard { "!" } else { "" })
    }
}

/// A text that is not a pace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PaceError;

impl fmt::Display for PaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a time control: write 3d, or 5d+1d/10d for bank, increment and cap")
    }
}

impl std::error::Error for PaceError {}

fn span(text: &str) -> Result<i64, PaceError> {
    let (unit, digits) = match text.as_bytes().last() {
        Some(b'd') => (DAY, text.strip_suffix('d')),
        Some(b'h') => (1, text.strip_suffix('h')),
        _ => (0, None),
    };
    let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()));
    let count: i64 = digits.ok_or(PaceError)?.parse().map_err(|_| PaceError)?;
    count.checked_mul(unit).ok_or(PaceError)
}

impl FromStr for Pace {
    type Err = PaceError;

    fn from_str(text: &str) -> Result<Self, PaceError> {
        let (plain, is_hard) = match text.strip_suffix('!') {
            Some(plain) => (plain, true),
            None => (text, false),
        };
        let (bank, increment, cap) = match plain.split_once('+') {
            None => {
                let hours = span(plain)?;
                (hours, hours, hours)
            }
            Some((bank, rest)) => {
                let (increment, cap) = rest.split_once('/').ok_or(PaceError)?;
                (span(bank)?, span(increment)?, span(cap)?)
            }
        };
        let pace = Self {
            bank,
            increment,
            cap,
            is_hard,
        };
        Some(pace).filter(|pace| pace.is_sound()).ok_or(PaceError)
    }
}

impl<'de> Deserialize<'de> for Pace {
    /// Accepts the written form, and a bare number as days per move.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Days(i64),
            Text(String),
        }
        let pace = match Written::deserialize(deserializer)? {
            Written::Days(days) => Ok(Self::days(days)),
            Written::Text(text) => text.parse(),
        };
        let pace = pace.ok().filter(|pace| pace.is_sound());
        pace.ok_or_else(|| D::Error::custom("no pace"))
    }
}

impl Serialize for Pace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pace_is_written_and_read_back() {
        for (text, pace) in [
            ("3d", Pace::days(3)),
            ("60d!", Pace::days(60).with_flag(true)),
            ("7d+1d/14d", Pace::bank(7, 1, 14)),
            ("7d+0d/7d!", Pace::bank(7, 0, 7).with_flag(true)),
            (
                "36h+12h/3d",
                Pace {
                    bank: 36,
                    increment: 12,
                    cap: 72,
                    is_hard: false,
                },
            ),
        ] {
            assert_eq!(pace.to_string(), text);
            assert_eq!(text.parse(), Ok(pace));
        }
    }

    #[test]
    fn what_is_no_pace_is_not_read() {
        for text in [
            "",
            "3",
            "d",
            "0d",
            "-1d",
            "61d",
            "3d!!",
            "7d+1d",
            "7d+1d/6d",
            "1d+9d/8d",
            "7d/14d",
            "99999999999999999999d",
            "3 d",
            "1d+1d/61d",
            "+1d",
        ] {
            assert_eq!(text.parse::<Pace>(), Err(PaceError), "{text:?}");
        }
    }
}
