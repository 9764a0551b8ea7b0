//! The typeface: measuring text, and fitting it to a width.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;

use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont as _};

/// The typeface, embedded in the binary. Its licence is in `assets/fonts`.
pub(super) static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../../../assets/fonts/Inter-SemiBold.otf"))
        .expect("the embedded typeface is valid")
});

const ELLIPSIS: char = '…';

/// The width of a text in pixels.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let font = FONT.as_scaled(PxScale::from(size));
    text.chars().map(|c| font.h_advance(font.glyph_id(c))).sum()
}

/// No text that fits has more characters; the rest is ignored.
const MAX_CHARS: usize = 200;

/// The part of a text that the typeface can draw. Characters that it lacks, such as emoji, are left out,
/// and runs of spaces become one. Empty if no letter or digit is left of a text that had to be cut.
pub fn drawable(text: &str) -> String {
    let mut drawn = String::new();
    let mut is_cut = false;
    for c in text.chars().take(MAX_CHARS).nfc() {
        if c.is_control() && !c.is_whitespace() || is_invisible(c) {
            continue;
        }
        if c.is_whitespace() {
            if !drawn.is_empty() && !drawn.ends_with(' ') {
                drawn.push(' ');
            }
        } else if FONT.glyph_id(c).0 == 0 {
            is_cut = true;
        } else {
            drawn.push(c);
        }
    }
    if is_cut && !drawn.contains(char::is_alphanumeric) {
        return String::new();
    }
    drawn.truncate(drawn.trim_end().len());
    drawn
}

/// Fits what can be [drawn](drawable) of a text to a width in pixels: a text that is too wide is shortened
/// and ends with an ellipsis.
pub(super) fn fitted(text: &str, size: f32, widest: f32) -> String {
    let fitted = drawable(text);
    let fitted = fitted.as_str();
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
