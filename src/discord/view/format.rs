//! Players, times and variants as text.

use hexpost_engine::game::GameKind;
use hexpost_engine::side::BySide;
use hexpost_render::drawable;

use crate::discord::i18n::Locale;
use crate::discord::i18n::alt_text_phrases::side;
use crate::discord::view::markdown::UserText;
use crate::model::{PlayerId, StoredVariant, Time};

/// The default file name of a picture.
pub(crate) const FILE: &str = "board.png";

/// A relative timestamp, which Discord renders for each reader.
pub(crate) fn moment(time: Time) -> String {
    format!("<t:{}:R>", time.0.div_euclid(1000))
}

/// A date in each reader's time zone.
pub(crate) fn day(time: Time) -> String {
    format!("<t:{}:D>", time.0.div_euclid(1000))
}

/// A date with time in each reader's time zone.
pub(crate) fn hour(time: Time) -> String {
    format!("<t:{}:f>", time.0.div_euclid(1000))
}

/// The last day of a period that ends at midnight.
pub(crate) fn last_day(end: Time) -> String {
    day(Time(end.0 - 1))
}

/// A mention of a player. It pings only if the message allows it.
pub(crate) fn mention(player: PlayerId) -> String {
    format!("<@{player}>")
}

/// An unescaped name, for pictures and alt texts.
pub(crate) fn plain_name(name: &UserText) -> String {
    name.plain().to_owned()
}

/// Unescaped names, for pictures and alt texts.
pub(crate) fn plain(names: &BySide<UserText>) -> BySide<String> {
    BySide::new_with(|side| plain_name(&names[side]))
}

/// Names as pictures show them: without characters that can't be drawn, or the sides' names if nothing
/// is left.
pub(crate) fn drawn(names: &BySide<UserText>, locale: &Locale, kind: GameKind) -> BySide<String> {
    BySide::new_with(|player| match drawable(names[player].plain()) {
        name if name.is_empty() => side(locale, kind, player),
        name => name,
    })
}

/// The name of a game and its variant; the stored names if this version doesn't know them.
pub(crate) fn variant(locale: &Locale, variant: &StoredVariant) -> String {
    let (game, full) = (variant.game_name(), variant.name());
    let key = format!("{game}-variant-{}", without_seed(&full));
    let name = locale.optional_text(&key, &[]);
    name.unwrap_or_else(|| UserText::line(&format!("{game} {full}")).plain().to_owned())
}

/// The name of a game and its variant in a few characters, such as "ZÈRTZ 37", for titles.
pub(crate) fn short_variant(locale: &Locale, stored: &StoredVariant) -> String {
    let full = variant(locale, stored);
    let Some((game, rest)) = full.split_once(" · ") else {
        return full;
    };
    let number = rest.split(' ').next().unwrap_or_default();
    let is_number = !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit());
    format!("{game} {}", if is_number { number } else { rest })
}

/// The name of a variant without the seed of its deal.
pub(crate) fn without_seed(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}
