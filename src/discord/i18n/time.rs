//! Durations and time controls as text.

use std::time::Duration;

use crate::discord::i18n::Words;
use crate::model::Pace;

/// How fast a game is played.
pub(crate) fn pace(words: &Words, pace: Option<Pace>) -> String {
    let Some(pace) = pace else {
        return words.say("card-no-clock", &[]);
    };
    if let Some(hours) = pace.a_move().filter(|hours| hours % 24 == 0) {
        let days = hours.max(0) as u64 / 24;
        return words.say("card-days", &[("count", days.into())]);
    }
    let time = |hours: i64| Duration::from_hours(hours.max(0) as u64);
    let bank = ("bank", time_span(words, time(pace.bank)).into());
    if pace.increment == 0 {
        return words.say("card-bank-only", &[bank]);
    }
    let increment = time_span(words, time(pace.increment));
    let cap = span(words, "most", time(pace.cap));
    let args = [bank, ("increment", increment.into()), ("cap", cap.into())];
    words.say("card-bank", &args)
}

/// How long something is: in days if it is some, in hours otherwise.
pub(crate) fn time_span(words: &Words, time: Duration) -> String {
    span(words, "span", time)
}

/// The same under another name, for a sentence that wants another case. It is rounded as Discord
/// rounds its own times.
fn span(words: &Words, name: &str, time: Duration) -> String {
    let hours = (time.as_secs() + 1800) / 3600;
    if hours >= 48 || hours == 24 {
        let days = (hours + 12) / 24;
        words.say(&format!("{name}-days"), &[("count", days.into())])
    } else {
        words.say(&format!("{name}-hours"), &[("count", hours.into())])
    }
}
