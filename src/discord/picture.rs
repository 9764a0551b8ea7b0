//! What pictures have in common: the colours and the size a person prefers.

use crate::app::settings;
use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;

/// The colours of pictures, from what a player has set.
pub const fn theme_of(theme: settings::Theme) -> Theme {
    match theme {
        settings::Theme::Classic => Theme::Classic,
        settings::Theme::Dark => Theme::Dark,
        settings::Theme::Contrast => Theme::Contrast,
    }
}

/// The size of pictures, from what a player has set.
pub const fn size_of(size: settings::Size) -> Size {
    match size {
        settings::Size::Small => Size::Small,
        settings::Size::Normal => Size::Normal,
        settings::Size::Large => Size::Large,
    }
}
