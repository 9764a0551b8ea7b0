//! Text from users inside messages of the bot.

use crate::discord::i18n::Arg;

/// Punctuation that means nothing in Discord's markup, wherever it stands. All the rest of ASCII's does or
/// may: emphasis, code, spoilers, quotes, headings, lists, masked links, mentions, time stamps, emoji, and
/// the dots, colons and slashes of which links and invitations are made.
const HARMLESS: &str = "'\",;!?&%$=";

/// Text written by a user: a display name, a note, a typed text.
///
/// It can't be put into a message as it is: it neither implements `Display` nor converts to
/// `String`. As an argument of a locale text it is escaped; everywhere else the caller chooses the
/// form.
///
/// ```
/// # use hexpost::discord::view::markdown::UserText;
/// let name = UserText::line("[a_b](https://example.org) <@1>\n# c");
/// assert_eq!(name.markdown(), r"\[a\_b\]\(https\:\/\/example\.org\) \<\@1\> \# c");
/// assert_eq!(name.plain(), "[a_b](https://example.org) <@1> # c");
/// ```
///
/// ```compile_fail
/// # use hexpost::discord::view::markdown::UserText;
/// let name = UserText::line("a");
/// let message = format!("{name} has won");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct UserText {
    /// Removes invisible characters.
    text: String,
}

impl UserText {
    /// Text in one line, such as a name.
    pub fn line(text: &str) -> Self {
        let locale: Vec<&str> = text
            .split(|sign: char| sign.is_whitespace() || sign.is_control())
            .filter(|word| !word.is_empty())
            .collect();
        Self {
            text: visible(&locale.join(" ")),
        }
    }

    /// Text of several lines, such as a note.
    pub fn lines(text: &str) -> Self {
        Self {
            text: visible(text.trim()),
        }
    }

    /// Escaped for a message: no formatting, links or mentions.
    pub fn markdown(&self) -> String {
        let mut escaped = String::with_capacity(self.text.len());
        for sign in self.text.chars() {
            if sign.is_ascii_punctuation() && !HARMLESS.contains(sign) {
                escaped.push('\\');
            }
            escaped.push(sign);
        }
        escaped
    }

    /// For inline code in a message, with a maximum length.
    pub fn code(&self, most: usize) -> String {
        let short = self.short(most).replace('`', "'");
        short.replace('\n', " ")
    }

    /// Unescaped, for places where Discord does not interpret markdown: pictures, alt texts,
    /// labels, autocomplete choices, modals, thread names. Never for the text of a message.
    pub fn plain(&self) -> &str {
        &self.text
    }

    /// Like [`plain`](Self::plain), with a maximum length.
    pub fn short(&self, most: usize) -> String {
        if self.text.chars().count() <= most {
            return self.text.clone();
        }
        let mut short: String = self.text.chars().take(most.saturating_sub(1)).collect();
        short.push('…');
        short
    }

    /// Is nothing visible left?
    pub const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }
}

impl From<UserText> for Arg {
    fn from(text: UserText) -> Self {
        Self::Text(text.markdown())
    }
}

impl From<&UserText> for Arg {
    fn from(text: &UserText) -> Self {
        Self::Text(text.markdown())
    }
}

/// Removes invisible characters that change how the rest is displayed.
fn visible(text: &str) -> String {
    let is_visible = |sign: &char| match sign {
        '\n' => true,
        // Text direction, and invisible characters with which one text can imitate another.
        '\u{061c}'
        | '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}' => false,
        sign => !sign.is_control(),
    };
    text.chars().filter(is_visible).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpost_engine::random::SplitMix64;

    /// What Discord's markup is made of, and what people try.
    const PARTS: &[&str] = &[
        "*",
        "_",
        "~",
        "`",
        "|",
        ">",
        ">>> ",
        "<",
        "#",
        "-# ",
        "@",
        "@everyone",
        "<@1>",
        "<#1>",
        "<@&1>",
        "<t:1:R>",
        "<:a:1>",
        "</a:1>",
        "[",
        "](",
        ")",
        "[Nitro](https://a.example)",
        "https://a.example",
        "discord.gg/abc",
        "discord.com/invite/abc",
        "- ",
        "* ",
        "+ ",
        "1. ",
        "1) ",
        "\n",
        "\r\n",
        "\u{2028}",
        "\t",
        "\0",
        "\u{202e}",
        "\u{200b}",
        "\\",
        "\\\\",
        "||",
        "```",
        ":smile:",
        "a",
        "Ж",
        "ł",
        "漢",
        "🙂",
        " ",
    ];

    fn hostile(numbers: &mut SplitMix64) -> String {
        let count = numbers.below(12) as usize;
        let parts = (0..count).map(|_| PARTS[numbers.below(PARTS.len() as u64) as usize]);
        parts.collect()
    }

    /// Punctuation that is not taken as it is.
    fn live(text: &str) -> Vec<char> {
        let mut live = Vec::new();
        let mut signs = text.chars();
        while let Some(sign) = signs.next() {
            if sign == '\\' {
                let next = signs.next().expect("something is escaped");
                assert!(next.is_ascii_punctuation(), "{text}");
            } else if sign.is_ascii_punctuation() && !HARMLESS.contains(sign) {
                live.push(sign);
            }
        }
        live
    }

    #[test]
    fn nothing_that_people_write_is_markup() {
        let mut numbers = SplitMix64::new(4);
        for _ in 0..20_000 {
            let text = hostile(&mut numbers);
            let name = UserText::line(&text);
            assert_eq!(live(&name.markdown()), Vec::<char>::new(), "{text:?}");
            assert!(
                !name.markdown().contains(['\n', '\r', '\u{2028}']),
                "{text:?}"
            );
            assert!(!name.plain().chars().any(char::is_control), "{text:?}");
            let note = UserText::lines(&text);
            assert_eq!(live(&note.markdown()), Vec::<char>::new(), "{text:?}");
            assert!(!name.code(20).contains(['`', '\n']), "{text:?}");
            assert!(name.code(20).chars().count() <= 20, "{text:?}");
            // What is read is what was written.
            let unescaped: String = unescape(&name.markdown());
            assert_eq!(unescaped, name.plain(), "{text:?}");
        }
    }

    fn unescape(text: &str) -> String {
        let mut plain = String::new();
        let mut signs = text.chars();
        while let Some(sign) = signs.next() {
            plain.push(if sign == '\\' {
                signs.next().unwrap()
            } else {
                sign
            });
        }
        plain
    }

    #[test]
    fn names_stay_as_they_are_where_they_are_harmless() {
        for name in ["Player 1", "Żółć", "Яна", "漢字", "🙂 O'Neill"] {
            assert_eq!(UserText::line(name).markdown(), name);
            assert_eq!(UserText::line(name).plain(), name);
        }
        assert_eq!(UserText::line(" a \u{202e}b\n").plain(), "a b");
    }
}
