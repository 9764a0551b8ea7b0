//! Players, times and variants as text.

use hexpost_engine::side::BySide;

use crate::discord::i18n::Words;
use crate::discord::view::markdown::UserText;
use crate::model::{PlayerId, Time};

/// The name of a picture's file, where nothing else is said.
pub(crate) const FILE: &str = "board.png";

/// A moment as everyone sees it in the own time.
pub(crate) fn moment(time: Time) -> String {
    format!("<t:{}:R>", time.0.div_euclid(1000))
}

/// A day as everyone sees it in the own time.
pub(crate) fn day(time: Time) -> String {
    format!("<t:{}:D>", time.0.div_euclid(1000))
}

/// A moment with its day and hour, which stays true later.
pub(crate) fn hour(time: Time) -> String {
    format!("<t:{}:f>", time.0.div_euclid(1000))
}

/// The last day of something that ends at midnight.
pub(crate) fn last_day(end: Time) -> String {
    day(Time(end.0 - 1))
}

/// A person, as a name that pings only whom the message allows.
pub(crate) fn mention(player: PlayerId) -> String {
    format!("<@{player}>")
}

/// UserNames as they are, for a picture and for what it shows in words.
pub(crate) fn plain(names: &BySide<UserText>) -> BySide<String> {
    BySide::new_with(|side| names[side].plain().to_owned())
}

/// A game and its variant in one line.
pub(crate) fn variant(words: &Words, game: &str, variant: &str) -> String {
    // A deal has a name before its number.
    let name = variant.split(':').next().unwrap_or_default();
    words.say(&format!("{game}-variant-{name}"), &[])
}
