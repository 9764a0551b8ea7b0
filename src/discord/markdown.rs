//! Text of people inside our own messages.

/// Signs that mean something in Discord's markup.
const SIGNS: &[char] = &[
    '\\', '*', '_', '~', '`', '|', '>', '<', '#', '@', ':', '[', ']', '(', ')', '-',
];

/// A name or a note as it is, whatever signs are in it: nothing in it is bold, a link or a mention.
///
/// ```
/// # use hexpost::discord::markdown::escaped;
/// assert_eq!(escaped("a_b <@1>"), r"a\_b \<\@1\>");
/// ```
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        if SIGNS.contains(&letter) {
            safe.push('\\');
        }
        safe.push(letter);
    }
    safe
}
