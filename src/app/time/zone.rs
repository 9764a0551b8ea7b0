//! Time zones: local times of players, with daylight saving time.
//!
//! The time zone database is part of the program. A local time that is skipped when clocks go forward
//! is moved forward; of a local time that occurs twice when clocks go back, the first one counts.

use jiff::civil::{Date, date};
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _, Zoned, tz};

use crate::model::Time;

/// The time zone of players who have not chosen one.
const USUAL: &str = "UTC";

/// A time zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    zone: TimeZone,
}

impl Zone {
    /// The time zone of this name, if there is one.
    pub fn named(name: &str) -> Option<Self> {
        let zone = TimeZone::get(name).ok()?;
        Some(Self { zone })
    }

    /// The time zone of this name, or the default one.
    pub(crate) fn or_default_zone(name: Option<&str>) -> Self {
        let zone = name.and_then(|name| TimeZone::get(name).ok());
        Self {
            zone: zone.unwrap_or(TimeZone::UTC),
        }
    }

    fn local(&self, time: Time) -> Zoned {
        // A time outside the range of dates is treated as the epoch.
        let moment = Timestamp::from_millisecond(time.0).unwrap_or_default();
        moment.to_zoned(self.zone.clone())
    }

    /// The time at which a day reaches an hour.
    fn at(&self, day: Date, hour: i8) -> Option<Time> {
        let clock = day.at(hour.clamp(0, 23), 0, 0, 0);
        let moment = self.zone.to_ambiguous_zoned(clock).compatible().ok()?;
        Some(Time(moment.timestamp().as_millisecond()))
    }

    /// The next time after `now` with this local hour.
    pub(crate) fn next(&self, hour: u8, now: Time) -> Option<Time> {
        let today = self.local(now).date();
        let mut days = [0_i64, 1, 2].into_iter();
        days.find_map(|count| {
            let day = today.checked_add(count.days()).ok()?;
            self.at(day, hour as i8).filter(|then| *then > now)
        })
    }

    /// This hour of today, past or not.
    pub(crate) fn today(&self, hour: u8, now: Time) -> Option<Time> {
        self.at(self.local(now).date(), hour as i8)
    }

    /// This hour of tomorrow.
    pub(crate) fn tomorrow(&self, hour: u8, now: Time) -> Option<Time> {
        let day = self.local(now).date().tomorrow().ok()?;
        self.at(day, hour as i8)
    }

    /// The range of local hours, possibly including midnight, that contains a time: its beginning and
    /// end.
    pub(crate) fn span(&self, from: u8, to: u8, time: Time) -> Option<(Time, Time)> {
        let today = self.local(time).date();
        let mut days = [today.yesterday().ok(), Some(today)].into_iter().flatten();
        days.find_map(|day| {
            let last = if to > from { day } else { day.tomorrow().ok()? };
            let (start, end) = (self.at(day, from as i8)?, self.at(last, to as i8)?);
            (start <= time && time < end).then_some((start, end))
        })
    }

    /// The same local time a number of days later.
    pub(crate) fn later(&self, time: Time, days: i64) -> Option<Time> {
        let then = self.local(time).checked_add(days.days()).ok()?;
        Some(Time(then.timestamp().as_millisecond()))
    }

    /// The local day of a time, counted from 1970.
    pub(crate) fn day_number(&self, time: Time) -> i64 {
        let since = self.local(time).date().since(date(1970, 1, 1));
        since.map_or(0, |since| i64::from(since.get_days()))
    }

    /// The local year of a time.
    pub(crate) fn year(&self, time: Time) -> i16 {
        self.local(time).year()
    }

    /// The local hour and minute of a time, as text.
    pub fn clock(&self, time: Time) -> String {
        let local = self.local(time);
        format!("{:02}:{:02}", local.hour(), local.minute())
    }

    /// The beginning of a day that a user has typed; `None` if the text is not a date.
    ///
    /// Accepts `2027-03-28`, `28.03.2027` and, for the next such day, `28.03`.
    pub(crate) fn day(&self, text: &str, now: Time) -> Option<Time> {
        let text = text.trim().trim_end_matches('.');
        let separator = if text.contains('-') { '-' } else { '.' };
        let parts: Option<Vec<i16>> = text.split(separator).map(number).collect();
        let today = self.local(now).date();
        let day = match (separator, parts?.as_slice()) {
            ('-', [year, month, day]) | ('.', [day, month, year]) => of(*year, *month, *day),
            ('.', [day, month]) => {
                // The next such day; the 29th of February can be years ahead.
                let mut years = (0..8).map(|count| today.year().saturating_add(count));
                years.find_map(|year| of(year, *month, *day).filter(|day| *day >= today))
            }
            _ => None,
        };
        self.at(day?, 0)
    }
}

fn number(text: &str) -> Option<i16> {
    let is_number = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

fn of(year: i16, month: i16, day: i16) -> Option<Date> {
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    // A two-digit year is a typing error.
    let is_ours = (2000..=9000).contains(&year);
    is_ours.then(|| Date::new(year, month, day).ok()).flatten()
}

/// Names of time zones that contain a text, at most `most`, those that begin with it first.
pub fn zones(text: &str, most: usize) -> Vec<String> {
    let wanted = text.trim().to_lowercase().replace(' ', "_");
    let mut found = Vec::new();
    for name in tz::db().available() {
        let name = name.to_string();
        let low = name.to_lowercase();
        // Names without a continent are obsolete aliases.
        if (name.contains('/') || name == USUAL) && low.contains(&wanted) {
            let city = low.rsplit('/').next().unwrap_or_default();
            let is_inside = !city.starts_with(&wanted);
            let is_fixed = low.starts_with("etc/");
            found.push((is_inside, is_fixed, name));
        }
    }
    found.sort();
    found.truncate(most);
    found.into_iter().map(|(.., name)| name).collect()
}

/// The time zone that a user means by its name, or by that of a city.
pub fn meant(text: &str) -> Option<String> {
    let wanted = text.trim().to_lowercase().replace(' ', "_");
    if wanted.is_empty() {
        return None;
    }
    let list = zones(&wanted, usize::MAX);
    let is_it = |name: &&String| {
        let low = name.to_lowercase();
        low == wanted || low.rsplit('/').next() == Some(&wanted)
    };
    let exact = list.iter().find(is_it).cloned();
    // Part of a name is enough if only one zone matches.
    exact.or_else(|| (list.len() == 1).then(|| list[0].clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(text: &str) -> Time {
        let moment: Timestamp = text.parse().unwrap();
        Time(moment.as_millisecond())
    }

    fn warsaw() -> Zone {
        Zone::named("Europe/Warsaw").unwrap()
    }

    #[test]
    fn an_hour_that_is_left_out_in_spring_comes_later() {
        // On 28 March 2027 clocks jump from two to three o'clock.
        let zone = warsaw();
        let then = zone.next(2, moment("2027-03-27T23:30:00Z")).unwrap();
        assert_eq!(then, moment("2027-03-28T01:00:00Z"));
        assert_eq!(zone.clock(then), "03:00");
        // The night is an hour shorter.
        let (start, end) = zone.span(22, 8, moment("2027-03-28T00:00:00Z")).unwrap();
        assert_eq!(start, moment("2027-03-27T21:00:00Z"));
        assert_eq!(end, moment("2027-03-28T06:00:00Z"));
        assert_eq!(end.0 - start.0, 9 * 60 * 60 * 1000);
    }

    #[test]
    fn an_hour_that_comes_twice_in_autumn_is_the_first_of_the_two() {
        // On 31 October 2027 clocks go back from three to two o'clock.
        let zone = warsaw();
        let then = zone.next(2, moment("2027-10-30T23:30:00Z")).unwrap();
        assert_eq!(then, moment("2027-10-31T00:00:00Z"));
        // After the first of the two, the next one is tomorrow's.
        let then = zone.next(2, moment("2027-10-31T00:30:00Z")).unwrap();
        assert_eq!(then, moment("2027-11-01T01:00:00Z"));
        let (start, end) = zone.span(22, 8, moment("2027-10-31T01:00:00Z")).unwrap();
        assert_eq!(end.0 - start.0, 11 * 60 * 60 * 1000);
    }

    #[test]
    fn days_later_is_the_same_time_of_day() {
        let zone = warsaw();
        let then = zone.later(moment("2027-03-27T11:00:00Z"), 2).unwrap();
        assert_eq!(then, moment("2027-03-29T10:00:00Z"));
        // Where midnight is skipped, the day begins at one o'clock.
        let cairo = Zone::named("Africa/Cairo").unwrap();
        let now = moment("2026-04-01T00:00:00Z");
        let then = cairo.day("2026-04-24", now).unwrap();
        assert_eq!(cairo.clock(then), "01:00");
    }

    #[test]
    fn days_are_read_as_people_write_them() {
        let zone = warsaw();
        let now = moment("2027-03-01T12:00:00Z");
        let day = moment("2027-03-28T23:00:00Z") - std::time::Duration::from_hours(24);
        for text in ["2027-03-28", "28.03.2027", "28.3.", " 28.03 "] {
            assert_eq!(zone.day(text, now), Some(day), "{text}");
        }
        let next = zone.day("28.02", now).unwrap();
        assert_eq!(zone.year(next), 2028);
        let leap = zone.day("29.02", now).unwrap();
        assert_eq!(zone.year(leap), 2028);
        for text in [
            "",
            "tomorrow",
            "2027-02-29",
            "30.02",
            "1.2.3.4",
            "28.03.27",
            "2027-13-01",
            "-",
            "..",
            "99999-01-01",
            "٢٨.٠٣",
        ] {
            assert_eq!(zone.day(text, now), None, "{text}");
        }
    }

    #[test]
    fn hours_over_midnight_and_within_a_day() {
        let zone = warsaw();
        let noon = moment("2027-06-01T10:00:00Z");
        assert_eq!(zone.span(22, 8, noon), None);
        assert!(zone.span(9, 17, noon).is_some());
        let night = moment("2027-06-01T22:30:00Z");
        let (start, end) = zone.span(22, 8, night).unwrap();
        assert_eq!(
            (zone.clock(start), zone.clock(end)),
            ("22:00".into(), "08:00".into())
        );
    }

    #[test]
    fn zones_are_found_by_city_or_whole_name() {
        assert_eq!(meant("europe/warsaw").as_deref(), Some("Europe/Warsaw"));
        assert_eq!(meant("new york").as_deref(), Some("America/New_York"));
        assert_eq!(meant("utc").as_deref(), Some("UTC"));
        assert_eq!(meant("Europe"), None);
        assert_eq!(meant("Atlantis"), None);
        assert_eq!(meant(""), None);
        assert_eq!(zones("warsaw", 25), ["Europe/Warsaw"]);
        assert_eq!(zones("", 25).len(), 25);
        for name in zones("", usize::MAX) {
            assert!(Zone::named(&name).is_some(), "{name}");
            assert!(name.chars().count() <= 100);
        }
    }

    #[test]
    fn odd_moments_are_no_panic() {
        let zone = warsaw();
        for time in [i64::MIN, i64::MAX, 0, -1] {
            zone.next(2, Time(time));
            zone.span(22, 8, Time(time));
            zone.later(Time(time), 400);
            zone.day("28.03", Time(time));
        }
    }
}
