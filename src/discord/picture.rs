//! What pictures have in common: the colours a person prefers.

use crate::app::settings;
use crate::render::theme::Theme;

/// The colours of pictures, from what a player has set.
pub const fn theme_of(theme: settings::Theme) -> Theme {
    match theme {
        settings::Theme::Classic => Theme::Classic,
        settings::Theme::Dark => Theme::Dark,
        settings::Theme::Contrast => Theme::Contrast,
    }
}
