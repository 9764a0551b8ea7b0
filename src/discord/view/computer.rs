//! The computer as players see it: its name, and its levels.

use hexpost_engine::search::Level;

use crate::discord::i18n::Locale;
use crate::discord::view::format::{mention, variant};
use crate::discord::view::message::Message;
use crate::model::{GameRow, level_number};

/// The name of a level.
pub(crate) fn level_name(locale: &Locale, level: Level) -> String {
    locale.text(&format!("level-{}", level_number(level)), &[])
}

/// What a level can do, in one line.
pub(crate) fn level_about(locale: &Locale, level: Level) -> String {
    locale.text(&format!("level-{}-about", level_number(level)), &[])
}

/// The name of the computer at a level.
pub(crate) fn computer_name(locale: &Locale, level: Level) -> String {
    let level = ("level", level_name(locale, level).into());
    locale.text("computer-name", &[level])
}

/// The message from which the thread of a game against the computer starts, with a link to it once it is
/// there.
pub(crate) fn computer_card(locale: &Locale, row: &GameRow, place: Option<&str>) -> Message {
    let player = row.players.iter().flatten().next();
    let player = player.map_or_else(|| locale.text("someone", &[]), |player| mention(*player));
    let level = row
        .computer
        .map(|computer| level_name(locale, computer.level));
    let mut lines = vec![locale.text(
        "card-computer",
        &[
            ("player", player.into()),
            ("variant", variant(locale, &row.variant).into()),
            ("level", level.unwrap_or_default().into()),
        ],
    )];
    lines.extend(place.map(|place| locale.text("card-accepted-place", &[("place", place.into())])));
    Message::text(lines.join("\n"))
}
