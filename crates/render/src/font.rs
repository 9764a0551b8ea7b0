//! The typeface: what it can write, how wide that is, and names made to fit.

use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization as _;

use ab_glyph::{Font as _, FontRef, PxScale, ScaleFont as _};

/// The typeface, built into the binary; `assets/fonts` has its licence.
pub(super) static FONT: LazyLock<FontRef<'static>> = LazyLock::new(|| {
    FontRef::try_from_slice(include_bytes!("../../../assets/fonts/Inter-SemiBold.otf"))
        .expect("the embedded typeface is one")
});

/// The sign for what the typeface can't write.
const REPLACEMENT: char = '?';
const ELLIPSIS: char = '…';

/// How wide a text is, in pixels.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let font = FONT.as_scaled(PxScale::from(size));
    text.chars()
        .map(|sign| font.h_advance(font.glyph_id(sign)))
        .sum()
}

/// A text that the typeface can write, no wider than that: signs it lacks are replaced, one for
/// each run of them, and what is too long ends in an ellipsis.
pub(super) fn fitted(text: &str, size: f32, widest: f32) -> String {
    // No name that fits has more signs; what comes after is not even looked at.
    let mut fitted = String::new();
    let mut replaced = false;
    for sign in text.chars().take(200).nfc() {
        if sign.is_control() || is_invisible(sign) {
            continue;
        }
        let sign = if sign.is_whitespace() { ' ' } else { sign };
        let is_known = FONT.glyph_id(sign).0 != 0;
        if is_known {
            fitted.push(sign);
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

/// Joiners, direction marks and the like, which have no width of their own.
fn is_invisible(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{300}'..='\u{36f}')
}
