//! Emoji for pieces and marbles, in texts and on buttons.
//!
//! While a message is built, a piece is one character, its *placeholder*: a code point that nobody can
//! type. When the message is sent, [`EmojiIds`] replaces it by an emoji of the application where Discord
//! shows one, and by a Unicode emoji elsewhere. So no other part of the program has to know the ids.

use std::borrow::Cow;
use std::sync::OnceLock;

use hexpost_engine::game::GameKind;
use hexpost_engine::side::Side;
use hexpost_render::emoji;
use serde_json::{Value, json};

use crate::discord::view::message::MAX_TEXT;

/// The placeholder of the first piece, in a plane for private use.
const FIRST_PLACEHOLDER: u32 = 0xF_0000;

/// A piece or marble that has an emoji.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceEmoji {
    /// The name of the game.
    game: &'static str,
    /// The letter of the kind.
    kind: char,
    /// The owner, in games where pieces have one.
    side: Side,
    /// The name of the application's emoji: what a screen reader says. An emoji can't be replaced, so a
    /// picture that changes needs another name.
    pub name: &'static str,
    /// The emoji where the application's own can't be used.
    pub unicode: &'static str,
}

const fn piece(
    game: &'static str,
    kind: char,
    side: Side,
    name: &'static str,
    unicode: &'static str,
) -> PieceEmoji {
    PieceEmoji {
        game,
        kind,
        side,
        name,
        unicode,
    }
}

/// How many pieces and marbles there are.
const COUNT: usize = 9;

/// All pieces. The order may change: placeholders are not stored.
pub static PIECES: [PieceEmoji; COUNT] = [
    piece("zertz", 'W', Side::First, "white_marble", "⚪"),
    piece("zertz", 'G', Side::First, "grey_marble", "🔘"),
    piece("zertz", 'B', Side::First, "black_marble", "⚫"),
    piece("tzaar", 'Z', Side::First, "white_tzaar", "⭐"),
    piece("tzaar", 'R', Side::First, "white_tzarra", "⭕"),
    piece("tzaar", 'T', Side::First, "white_tott", "🟡"),
    piece("tzaar", 'Z', Side::Second, "black_tzaar", "⭐"),
    piece("tzaar", 'R', Side::Second, "black_tzarra", "⭕"),
    piece("tzaar", 'T', Side::Second, "black_tott", "🟡"),
];

impl PieceEmoji {
    /// The piece of a game; the side is ignored in games where pieces belong to nobody.
    pub(crate) fn find(game: GameKind, kind: char, side: Side) -> Option<&'static Self> {
        let side = if game.has_sides() { side } else { Side::First };
        PIECES
            .iter()
            .find(|piece| piece.game == game.as_str() && piece.kind == kind && piece.side == side)
    }

    /// The piece that a placeholder stands for, and its index.
    fn of_placeholder(c: char) -> Option<(usize, &'static Self)> {
        let index = u32::from(c).checked_sub(FIRST_PLACEHOLDER)? as usize;
        Some((index, PIECES.get(index)?))
    }

    /// The kind of game, the letter of the kind and the owner of the piece that a placeholder stands for.
    pub(crate) fn meaning(c: char) -> Option<(GameKind, char, Side)> {
        let (_, piece) = Self::of_placeholder(c)?;
        let game = GameKind::ALL
            .iter()
            .find(|game| game.as_str() == piece.game)?;
        Some((*game, piece.kind, piece.side))
    }

    /// The picture as a PNG file.
    pub fn png(&self) -> Option<Vec<u8>> {
        let game = GameKind::ALL
            .iter()
            .find(|game| game.as_str() == self.game)?;
        emoji::png(*game, self.kind, self.side)
    }
}

/// The placeholder of a piece in a text; empty if it has no emoji.
pub fn placeholder(game: GameKind, kind: char, side: Side) -> String {
    let piece = PieceEmoji::find(game, kind, side);
    let index = piece.and_then(|piece| PIECES.iter().position(|other| other == piece));
    let code = index.map(|index| FIRST_PLACEHOLDER + index as u32);
    code.and_then(char::from_u32).into_iter().collect()
}

/// The Unicode emoji of a piece, for where the application's own can't be used; empty if it has none.
pub(crate) fn unicode(game: GameKind, kind: char, side: Side) -> &'static str {
    PieceEmoji::find(game, kind, side).map_or("", |piece| piece.unicode)
}

/// A text without placeholders and the spaces after them.
pub fn without_placeholders(text: &str) -> String {
    let mut words = String::new();
    let mut is_after = false;
    for c in text.chars() {
        let is_placeholder = PieceEmoji::of_placeholder(c).is_some();
        if !(is_placeholder || is_after && c == ' ') {
            words.push(c);
        }
        is_after = is_placeholder;
    }
    words
}

/// The ids of the application's emoji, as far as they are known: they are uploaded at start.
#[derive(Debug)]
pub struct EmojiIds {
    ids: [OnceLock<u64>; COUNT],
}

impl Default for EmojiIds {
    fn default() -> Self {
        Self {
            ids: std::array::from_fn(|_| OnceLock::new()),
        }
    }
}

impl EmojiIds {
    /// Records the id of an emoji by its name; unknown names are ignored.
    pub fn set(&self, name: &str, id: u64) {
        if let Some(index) = PIECES.iter().position(|piece| piece.name == name) {
            let _ = self.ids[index].set(id);
        }
    }

    /// The pieces whose emoji are not known.
    pub(crate) fn missing(&self) -> Vec<&'static PieceEmoji> {
        let all = PIECES.iter().zip(&self.ids);
        let missing = all.filter(|(_, id)| id.get().is_none());
        missing.map(|(piece, _)| piece).collect()
    }

    /// A payload without placeholders: with emoji in the text of messages and on buttons, with Unicode
    /// emoji in other texts, and with neither in alt texts, which are made of words.
    pub fn resolved<'a>(&self, payload: &'a Value) -> Cow<'a, Value> {
        if !has_placeholder(payload) {
            return Cow::Borrowed(payload);
        }
        let mut payload = payload.clone();
        self.resolve(&mut payload);
        Cow::Owned(payload)
    }

    fn resolve(&self, value: &mut Value) {
        match value {
            Value::Array(list) => list.iter_mut().for_each(|value| self.resolve(value)),
            Value::Object(_) => {
                if value.get("style").is_some() {
                    self.resolve_button(value);
                }
                let is_attachment = value.get("filename").is_some();
                let Value::Object(fields) = value else { return };
                for (name, value) in fields {
                    let Value::String(text) = value else {
                        self.resolve(value);
                        continue;
                    };
                    if name == "content" {
                        *text = self.content(text);
                    } else if is_attachment {
                        *text = without_placeholders(text);
                    } else {
                        *text = in_unicode(text);
                    }
                }
            }
            _ => {}
        }
    }

    /// The text of a message. The emoji are longer than their placeholders, and a text that would become
    /// too long has Unicode's.
    fn content(&self, text: &str) -> String {
        let written = replaced(text, |index, piece| match self.ids[index].get() {
            Some(id) => format!("<:{}:{id}>", piece.name),
            None => piece.unicode.to_owned(),
        });
        if written.chars().count() > MAX_TEXT {
            in_unicode(text)
        } else {
            written
        }
    }

    /// Moves the first placeholder of a button's label to its emoji, which is left of the label.
    fn resolve_button(&self, button: &mut Value) {
        let label = button["label"].as_str().unwrap_or_default();
        let found = label
            .chars()
            .find_map(|c| Some((c, PieceEmoji::of_placeholder(c)?)));
        let Some((placeholder, (index, piece))) = found else {
            return;
        };
        if button.get("emoji").is_some() {
            return;
        }
        let rest = label.replacen(placeholder, "", 1);
        let rest: Vec<&str> = rest.split_whitespace().collect();
        let rest = rest.join(" ");
        button["emoji"] = match self.ids[index].get() {
            Some(id) => json!({ "id": id.to_string(), "name": piece.name }),
            None => json!({ "name": piece.unicode }),
        };
        if let Some(fields) = button.as_object_mut() {
            fields.remove("label");
            if !rest.is_empty() {
                fields.insert("label".to_owned(), rest.into());
            }
        }
    }
}

/// Replaces every placeholder in a text.
fn replaced(text: &str, by: impl Fn(usize, &PieceEmoji) -> String) -> String {
    let mut written = String::new();
    for c in text.chars() {
        match PieceEmoji::of_placeholder(c) {
            Some((index, piece)) => written.push_str(&by(index, piece)),
            None => written.push(c),
        }
    }
    written
}

/// A text with Unicode emoji instead of placeholders.
pub fn in_unicode(text: &str) -> String {
    replaced(text, |_, piece| piece.unicode.to_owned())
}

fn has_placeholder(value: &Value) -> bool {
    match value {
        Value::String(text) => text
            .chars()
            .any(|c| PieceEmoji::of_placeholder(c).is_some()),
        Value::Array(list) => list.iter().any(has_placeholder),
        Value::Object(fields) => fields.values().any(has_placeholder),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zertz(kind: char) -> String {
        placeholder(
            PieceEmoji::meaning('\u{F0000}').unwrap().0,
            kind,
            Side::First,
        )
    }

    #[test]
    fn placeholders_become_emoji_where_discord_shows_them() {
        let ids = EmojiIds::default();
        ids.set("white_marble", 7);
        let (white, black) = (zertz('W'), zertz('B'));
        let payload = json!({
            "content": format!("{white} white, {black} black"),
            "components": [{ "type": 1, "components": [
                { "type": 2, "style": 1, "label": format!("d4 {white} 2") },
                { "type": 2, "style": 1, "label": black },
                { "type": 2, "style": 1, "label": format!("{white} {white}"), "emoji": { "name": "✅" } },
            ] }],
            "attachments": [{ "filename": "a.png", "description": format!("{white} White marble") }],
            "name": format!("{white}"),
        });
        let resolved = ids.resolved(&payload);
        assert_eq!(resolved["content"], "<:white_marble:7> white, ⚫ black");
        let buttons = &resolved["components"][0]["components"];
        assert_eq!(buttons[0]["label"], "d4 2");
        assert_eq!(
            buttons[0]["emoji"],
            json!({ "id": "7", "name": "white_marble" })
        );
        assert_eq!(buttons[1].get("label"), None);
        assert_eq!(buttons[1]["emoji"], json!({ "name": "⚫" }));
        assert_eq!(buttons[2]["label"], "⚪ ⚪");
        assert_eq!(resolved["attachments"][0]["description"], "White marble");
        assert_eq!(resolved["name"], "⚪");
        assert!(matches!(
            ids.resolved(&json!({ "content": "a" })),
            Cow::Borrowed(_)
        ));
    }

    #[test]
    fn a_text_that_would_become_too_long_has_unicode_emoji() {
        let ids = EmojiIds::default();
        ids.set("white_marble", 7);
        let resolved = |count: usize| {
            let payload = json!({ "content": zertz('W').repeat(count) });
            ids.resolved(&payload)["content"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        assert_eq!(resolved(2), "<:white_marble:7><:white_marble:7>");
        assert_eq!(resolved(2000), "⚪".repeat(2000));
    }
}
