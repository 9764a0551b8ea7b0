//! The variants that are offered, in menus.

use hexpost_engine::game::GameKind;

use crate::discord::i18n::Words;
use crate::discord::view::format::variant;
use crate::discord::view::message::Choice;

/// Every game and variant that is offered, the common variants of each game first.
pub(crate) fn offered() -> impl Iterator<Item = (&'static str, &'static str)> {
    GameKind::ALL.iter().flat_map(|game| {
        game.offered()
            .iter()
            .map(|variant| (game.as_str(), *variant))
    })
}

/// The name and the description of a variant in one line.
pub(crate) fn described(words: &Words, game: &str, name: &str) -> String {
    format!(
        "{} — {}",
        variant(words, game, name),
        about(words, game, name)
    )
}

/// The options of a select menu of all variants that are offered.
pub(crate) fn game_menu(words: &Words) -> Vec<Choice> {
    let option = |(game, name)| Choice {
        label: variant(words, game, name),
        value: format!("{game} {name}"),
        description: Some(about(words, game, name).chars().take(100).collect()),
        is_chosen: false,
    };
    offered().map(option).collect()
}

/// The rules of a variant in one line.
pub(crate) fn about(words: &Words, game: &str, variant: &str) -> String {
    let name = variant.split(':').next().unwrap_or_default();
    words.say(&format!("{game}-about-{name}"), &[])
}
