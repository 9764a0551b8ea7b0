//! The variants that are offered, in menus.

use hexpost_engine::game::GameKind;

use crate::discord::i18n::Locale;
use crate::discord::view::format::{variant, without_seed};
use crate::discord::view::message::SelectOption;
use crate::model::StoredVariant;

/// A variant of a game that players are offered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OfferedVariant {
    /// The game.
    pub game: &'static str,
    /// The variant.
    pub name: &'static str,
}

impl OfferedVariant {
    /// The value of an option with this variant.
    pub(crate) fn value(self) -> String {
        format!("{} {}", self.game, self.name)
    }

    /// The variant with this [value](Self::value).
    pub(crate) fn of_value(value: &str) -> Option<Self> {
        offered().find(|known| known.value() == value)
    }

    /// The variant in the form in which it is stored.
    pub(crate) fn stored(self) -> StoredVariant {
        StoredVariant::parse(self.game, self.name)
    }
}

/// Everything that is offered: first the main variant of each game, so that no game is far down, then
/// the others.
pub(crate) fn offered() -> impl Iterator<Item = OfferedVariant> {
    let of = |game: GameKind| {
        let game_name = game.as_str();
        let variant = move |&name| OfferedVariant {
            game: game_name,
            name,
        };
        game.offered().iter().map(variant)
    };
    let main = GameKind::ALL.iter().flat_map(move |game| of(*game).take(1));
    main.chain(GameKind::ALL.iter().flat_map(move |game| of(*game).skip(1)))
}

/// The name and the description of a variant in one line.
pub(crate) fn described(locale: &Locale, offered: OfferedVariant) -> String {
    let offered = offered.stored();
    format!(
        "{} — {}",
        variant(locale, &offered),
        about(locale, &offered)
    )
}

/// The options of a select menu of all variants that are offered, with `chosen` selected.
pub(crate) fn game_menu(locale: &Locale, chosen: Option<OfferedVariant>) -> Vec<SelectOption> {
    let option = |offered: OfferedVariant| {
        let stored = offered.stored();
        SelectOption {
            label: variant(locale, &stored),
            value: offered.value(),
            description: Some(about(locale, &stored).chars().take(100).collect()),
            is_chosen: chosen == Some(offered),
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
