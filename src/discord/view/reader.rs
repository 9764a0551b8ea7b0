//! The reader of a message: the language and the preferences that shape it.

use hexpost_engine::game::GameKind;
use hexpost_engine::side::Side;
use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;

use crate::app::people::settings::{Orientation, PlayerSettings};
use crate::discord::i18n::Words;
use crate::discord::images::{size_of, theme_of};

/// Someone who reads: the language, and what the person prefers.
#[derive(Clone, Debug)]
pub(crate) struct Reader {
    /// The sentences.
    pub words: &'static Words,
    /// What the person prefers.
    pub settings: PlayerSettings,
}

impl Reader {
    /// The colours of pictures.
    pub(crate) const fn theme(&self) -> Theme {
        theme_of(self.settings.theme)
    }

    /// The size of pictures.
    pub(crate) const fn size(&self) -> Size {
        size_of(self.settings.size)
    }

    /// Is the second player at the bottom, for someone who sits there? Where nobody has pieces of his
    /// own, a board that turns round at every turn would only be hard to follow.
    pub(crate) fn is_flipped(&self, kind: GameKind, side: Option<Side>) -> bool {
        is_flipped(&self.settings, kind, side)
    }
}

/// Does someone with these settings, who sits on a side, see the board from there?
pub(crate) fn is_flipped(settings: &PlayerSettings, kind: GameKind, side: Option<Side>) -> bool {
    settings.orientation == Orientation::Own && kind.has_sides() && side == Some(Side::Second)
}
