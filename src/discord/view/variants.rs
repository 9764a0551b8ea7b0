//! The variants that are offered, in menus.

use hexpost_engine::game::GameKind;

use crate::discord::i18n::Locale;
use crate::discord::view::format::variant;
use crate::discord::view::message::SelectOption;

/// Every game and variant that is offered, the common variants of each game first.
pub(crate) fn offered() -> impl Iterator<Item = (&'static str, &'static str)> {
    GameKind::ALL.iter().flat_map(|game| {
        game.offered()
            .iter()
            .map(|variant| (game.as_str(), *variant))
    })
}

/// The name and the description of a variant in one line.
pub(crate) fn described(locale: &Locale, game: &str, name: &str) -> String {
    format!(
        "{} — {}",
        variant(locale, game, name),
        about(locale, game, name)
    )
}

/// The options of a select menu of all variants that are offered.
pub(crate) fn game_menu(locale: &Locale) -> Vec<SelectOption> {
    let option = |(game, name)| SelectOption {
        label: variant(locale, game, name),
        value: format!("{game} {name}"),
        description: Some(about(locale, game, name).chars().take(100).collect()),
        is_chosen: false,
    };
    offered().map(option).collect()
}

/// The rules of a variant in one line.
pub(crate) fn about(locale: &Locale, game: &str, variant: &str) -> String {
    let name = variant.split(':').next().unwrap_or_default();
    locale.text(&format!("{game}-about-{name}"), &[])
}
