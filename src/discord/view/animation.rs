//! A game as a GIF.

use hexpost_engine::record::Record;
use hexpost_render::alt_text::MAX_CHARS;
use hexpost_render::replay::Replay;

use crate::discord::view::board::BoardView;
use crate::discord::view::format::drawn;

/// A GIF that is not rendered yet, with its alt text.
#[derive(Clone, Debug)]
pub(crate) struct Animation {
    pub(crate) record: Record,
    pub(crate) replay: Replay,
    pub(crate) alt: String,
}

impl BoardView<'_> {
    /// A range of turns of the game; `None` if it is empty.
    pub(crate) fn animation(&self, from: usize, to: Option<usize>) -> Option<Animation> {
        let record = &self.game.record;
        let last = record.turns().len();
        let end = to.unwrap_or(last).min(last);
        if from >= end {
            return None;
        }
        let ending = record.ending().filter(|_| end == last);
        let names = drawn(self.names, self.locale, record.game().kind());
        let result = ending
            .as_ref()
            .map(|ending| self.result(ending, |side| self.names[side].plain().to_owned()));
        let banner = ending.map(|ending| self.result(&ending, |side| names[side].clone()));
        let count = ("count", (end - from).into());
        let alt = match &result {
            Some(result) => self.locale.text(
                "animation-alt-ended",
                &[count, ("result", result.as_str().into())],
            ),
            None => self.locale.text("animation-alt", &[count]),
        };
        Some(Animation {
            record: record.clone(),
            replay: Replay {
                names,
                theme: self.theme,
                is_flipped: self.is_flipped,
                banner,
                from,
                to: Some(end),
                ..Replay::default()
            },
            alt: alt.chars().take(MAX_CHARS).collect(),
        })
    }
}
