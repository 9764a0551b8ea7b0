//! The variants that are offered, in menus.

use hexpost_engine::game::GameKind;

use crate::discord::i18n::Locale;
use crate::discord::view::format::{variant, without_seed};
use crate::discord::view::message::SelectOption;
use crate::model::StoredVariant;

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
    let offered = StoredVariant::parse(game, name);
    format!(
        "{} — {}",
        variant(locale, &offered),
        about(locale, &offered)
    )
}

/// The options of a select menu of all variants that are offered.
pub(crate) fn game_menu(locale: &Locale) -> Vec<SelectOption> {
    let option = |(game, name)| {
        let offered = StoredVariant::parse(game, name);
        SelectOption {
            label: variant(locale, &offered),
            value: format!("{game} {name}"),
            description: Some(about(locale, &offered).chars().take(100).collect()),
            is_chosen: false,
        }
    };
    offered().map(option).collect()
}

/// The rules of a variant in one line.
pub(crate) fn about(locale: &Locale, variant: &StoredVariant) -> String {
    let (game, name) = (variant.game_name(), variant.name());
    let key = format!("{game}-about-{}", without_seed(&name));
    locale.optional_text(&key, &[]).unwrap_or_default()
}
