//! Time zones: what o'clock it is where a player is, with every change of the clock.
//!
//! The database of zones is part of the program. An hour that does not exist, when clocks are put
//! forward, comes later; one that comes twice, when they are put back, is the first of the two.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _, Zoned, tz};

use crate::model::Time;

/// The zone of someone who has not said.
const USUAL: &str = "UTC";

/// A time zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    zone: TimeZone,
}

impl Zone {
    /// The zone of this name; none if there is none.
    pub fn named(name: &str) -> Option<Self> {
        let zone = TimeZone::get(name).ok()?;
        Some(Self { zone })
    }

    /// The zone of this name, or the usual one.
    pub(crate) fn or_usual(name: Option<&str>) -> Self {
        let zone = name.and_then(|name| TimeZone::get(name).ok());
        Self {
            zone: zone.unwrap_or(TimeZone::UTC),
        }
    }

    fn local(&self, time: Time) -> Zoned {
        // A moment that can't be written as a date is as good as the first one.
        let moment = Timestamp::from_millisecond(time.0).unwrap_or_default();
        moment.to_zoned(self.zone.clone())
    }

    /// The moment at which it is that hour on a day.
    fn at(&self, day: Date, hour: i8) -> Option<Time> {
        let clock = day.at(hour.clamp(0, 23), 0, 0, 0);
        let moment = self.zone.to_ambiguous_zoned(clock).compatible().ok()?;
        Some(Time(moment.timestamp().as_millisecond()))
    }

    /// The next moment after this one at which it is that hour.
    pub(crate) fn next(&self, hour: u8, now: Time) -> Option<Time> {
        let today = self.local(now).date();
        let mut days = [0_i64, 1, 2].into_iter();
        days.find_map(|count| {
            let day = today.checked_add(count.days()).ok()?;
            self.at(day, hour as i8).filter(|then| *then > now)
        })
    }

    /// That hour of today, whether it is past or not.
    pub(crate) fn today(&self, hour: u8, now: Time) -> Option<Time> {
        self.at(self.local(now).date(), hour as i8)
    }

    /// That hour of tomorrow.
    pub(crate) fn tomorrow(&self, hour: u8, now: Time) -> Option<Time> {
        let day = self.local(now).date().tomorrow().ok()?;
        self.at(day, hour as i8)
    }

    /// The span from one hour to another, perhaps over midnight, in which a moment lies.
    pub(crate) fn span(&self, from: u8, to: u8, time: Time) -> Option<(Time, Time)> {
        let today = self.local(time).date();
        let mut days = [today.yesterday().ok(), Some(today)].into_iter().flatten();
        days.find_map(|day| {
            let last = if to > from { day } else { day.tomorrow().ok()? };
            let (start, end) = (self.at(day, from as i8)?, self.at(last, to as i8)?);
            (start <= time && time < end).then_some((start, end))
        })
    }

    /// The same time of day so many days later.
    pub(crate) fn later(&self, time: Time, days: i64) -> Option<Time> {
        let then = self.local(time).checked_add(days.days()).ok()?;
        Some(Time(then.timestamp().as_millisecond()))
    }

    /// The year in which a moment lies.
    pub(crate) fn year(&self, time: Time) -> i16 {
        self.local(time).year()
    }

    /// The hour and minute of a moment, as people write it.
    pub fn clock(&self, time: Time) -> String {
        let local = self.local(time);
        format!("{:02}:{:02}", local.hour(), local.minute())
    }

    /// The first moment of a day that someone has typed; none if it is no day.
    ///
    /// `2027-03-28`, `28.03.2027` and, for the next day of that date, `28.03`.
    pub(crate) fn day(&self, text: &str, now: Time) -> Option<Time> {
        let text = text.trim().trim_end_matches('.');
        let separator = if text.contains('-') { '-' } else { '.' };
        let parts: Option<Vec<i16>> = text.split(separator).map(number).collect();
        let today = self.local(now).date();
        let day = match (separator, parts?.as_slice()) {
            ('-', [year, month, day]) | ('.', [day, month, year]) => of(*year, *month, *day),
            ('.', [day, month]) => {
                // The next one, though the 29th of February can be far away.
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
    // A year of two digits is a slip, not antiquity.
    let is_ours = (2000..=9000).contains(&year);
    is_ours.then(|| Date::new(year, month, day).ok()).flatten()
}

/// Names of zones in which a text occurs, those that begin with it first, at most so many.
pub fn zones(text: &str, most: usize) -> Vec<String> {
    let wanted = text.trim().to_lowercase().replace(' ', "_");
    let mut found = Vec::new();
    for name in tz::db().available() {
        let name = name.to_string();
        let low = name.to_lowercase();
        // Those without a continent are old names of the others.
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

/// The zone someone means who has typed its name, or that of a city alone.
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
    // Part of a name will do if there is only one like it.
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
        // On the 28th of March 2027 two o'clock is three o'clock.
        let zone = warsaw();
        let then = zone.next(2, moment("2027-03-27T23:30:00Z")).unwrap();
        assert_eq!(then, moment("2027-03-28T01:00:00Z"));
        assert_eq!(zone.clock(then), "03:00");
        // A night of quiet is an hour shorter.
        let (start, end) = zone.span(22, 8, moment("2027-03-28T00:00:00Z")).unwrap();
        assert_eq!(start, moment("2027-03-27T21:00:00Z"));
        assert_eq!(end, moment("2027-03-28T06:00:00Z"));
        assert_eq!(end.0 - start.0, 9 * 60 * 60 * 1000);
    }

    #[test]
    fn an_hour_that_comes_twice_in_autumn_is_the_first_of_the_two() {
        // On the 31st of October 2027 three o'clock is two o'clock again.
        let zone = warsaw();
        let then = zone.next(2, moment("2027-10-30T23:30:00Z")).unwrap();
        assert_eq!(then, moment("2027-10-31T00:00:00Z"));
        // Between the two, the next one is tomorrow's.
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
        // Where midnight is left out, a day begins at one.
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
