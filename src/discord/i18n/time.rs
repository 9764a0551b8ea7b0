//! Durations and time controls as text.

use std::time::Duration;

use crate::discord::i18n::Locale;
use crate::model::Pace;

/// How fast a game is played.
pub(crate) fn pace(locale: &Locale, pace: Option<Pace>) -> String {
    let Some(pace) = pace else {
        return locale.text("card-no-clock", &[]);
    };
    if let Some(hours) = pace.a_move().filter(|hours| hours % 24 == 0) {
        let days = hours.max(0) as u64 / 24;
        return locale.text("card-days", &[("count", days.into())]);
    }
    let time = |hours: i64| Duration::from_hours(hours.max(0) as u64);
    let bank = ("bank", time_span(locale, time(pace.bank)).into());
    if pace.increment == 0 {
        return locale.text("card-bank-only", &[bank]);
    }
    let increment = time_span(locale, time(pace.increment));
    let cap = span(locale, "most", time(pace.cap));
    let args = [bank, ("increment", increment.into()), ("cap", cap.into())];
    locale.text("card-bank", &args)
}

/// How long something is: in days if it is some, in hours otherwise.
pub(crate) fn time_span(locale: &Locale, time: Duration) -> String {
    span(locale, "span", time)
}

/// The same under another name, for a sentence that wants another case. It is rounded as Discord
/// rounds its own times.
fn span(locale: &Locale, name: &str, time: Duration) -> String {
    let hours = (time.as_secs() + 1800) / 3600;
    if hours >= 48 || hours == 24 {
        let days = (hours + 12) / 24;
        locale.text(&format!("{name}-days"), &[("count", days.into())])
    } else {
        locale.text(&format!("{name}-hours"), &[("count", hours.into())])
    }
}
