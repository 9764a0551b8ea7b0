//! The typeface: measuring text, and fitting it to a width.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;

use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont as _};

/// The typeface, embedded in the binary. Its licence is in `assets/fonts`.
pub(super) static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../../../assets/fonts/Inter-SemiBold.otf"))
        .expect("the embedded typeface is valid")
});

/// Replaces characters that the typeface lacks.
const REPLACEMENT: char = '?';
const ELLIPSIS: char = '…';

/// The width of a text in pixels.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let font = FONT.as_scaled(PxScale::from(size));
    text.chars().map(|c| font.h_advance(font.glyph_id(c))).sum()
}

/// Fits a text to a width in pixels. Each run of characters that the typeface lacks is replaced by one
/// `?`, and a text that is too wide is shortened and ends with an ellipsis.
pub(super) fn fitted(text: &str, size: f32, widest: f32) -> String {
    // No text that fits has more than 200 characters, so the rest is ignored.
    let mut fitted = String::new();
    let mut replaced = false;
    for c in text.chars().take(200).nfc() {
        if c.is_control() || is_invisible(c) {
            continue;
        }
        let c = if c.is_whitespace() { ' ' } else { c };
        let is_known = FONT.glyph_id(c).0 != 0;
        if is_known {
            fitted.push(c);
        } else if !replaced {
            fitted.push(REPLACEMENT);
        }
        replaced = !is_known;
    }
    let fitted = fitted.trim();
    if width(fitted, size) <= widest {
        return fitted.to_owned();
    }
    let mut shortened: Vec<char> = fitted.chars().collect();
    while shortened.pop().is_some() {
        let text: String = shortened.iter().collect::<String>().trim_end().to_owned();
        let text = text + &ELLIPSIS.to_string();
        if width(&text, size) <= widest {
            return text;
        }
    }
    String::new()
}

/// Whether a character is a joiner, a direction mark or the like, without a width of its own.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{300}'..='\u{36f}')
}
