//! The reader of a message: the language and the preferences that shape it.

use hexpost_engine::game::GameKind;
use hexpost_engine::side::Side;
use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;

use crate::app::people::settings::{Orientation, PlayerSettings};
use crate::discord::i18n::Locale;
use crate::discord::images::{size_of, theme_of};

/// The reader of a message: language and settings.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    /// The locale.
    pub locale: &'static Locale,
    /// The settings.
    pub settings: PlayerSettings,
    /// The colours of pictures if the reader has not chosen any: those of public pictures where the
    /// reader is.
    pub usual_theme: Theme,
}

impl Reader {
    /// The colours of pictures.
    pub(crate) fn theme(&self) -> Theme {
        self.settings
            .chosen_theme()
            .map_or(self.usual_theme, theme_of)
    }

    /// The size of pictures.
    pub(crate) const fn size(&self) -> Size {
        size_of(self.settings.size)
    }

    /// Is the board shown from the second player's side? Never in games where the players share the
    /// pieces: there it would turn round at every turn.
    pub(crate) fn is_flipped(&self, kind: GameKind, side: Option<Side>) -> bool {
        is_flipped(&self.settings, kind, side)
    }
}

/// Does a player of a side see the board from the second player's side, with these settings?
pub(crate) fn is_flipped(settings: &PlayerSettings, kind: GameKind, side: Option<Side>) -> bool {
    settings.orientation == Orientation::Own && kind.has_sides() && side == Some(Side::Second)
}
