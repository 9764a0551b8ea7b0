//! A message as a person sees it, with its buttons, menus and images.

use std::fmt;

use hexpost_sandbox::Id;
use serde_json::Value;

/// A message as a person sees it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Seen {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    /// All text, including embeds.
    pub(crate) text: String,
    /// Whether it is ephemeral.
    pub(crate) is_private: bool,
    /// Whether it pings the person who sees it.
    pub(crate) pings_me: bool,
    /// Whether it is a deferred response that shows "… is thinking".
    pub(crate) is_loading: bool,
    /// The message object as the page receives it, [without the application's emoji](CUSTOM_EMOJI).
    pub(crate) json: Value,
}

/// How tests call the application's emoji on buttons. In texts, where words say the same, they are left
/// out.
const CUSTOM_EMOJI: [(&str, &str); 9] = [
    ("white_marble", "⚪"),
    ("grey_marble", "🔘"),
    ("black_marble", "⚫"),
    ("white_tzaar", "Tzaar"),
    ("white_tzarra", "Tzarra"),
    ("white_tott", "Tott"),
    ("black_tzaar", "Tzaar"),
    ("black_tzarra", "Tzarra"),
    ("black_tott", "Tott"),
];

fn without_custom_emoji(mut json: Value) -> Value {
    if let Some(content) = json["content"].as_str() {
        let mut parts = content.split("<:");
        let mut text = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let rest = part.split_once('>').map_or(part, |(_, rest)| rest);
            text.push_str(rest.strip_prefix(' ').unwrap_or(rest));
        }
        json["content"] = text.into();
    }
    let rows = json["components"].as_array_mut().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array_mut().into_iter().flatten());
    for part in parts.filter(|part| part["emoji"]["id"].is_string()) {
        let name = part["emoji"]["name"].as_str().unwrap_or_default();
        let known = CUSTOM_EMOJI.iter().find(|(known, _)| *known == name);
        let called = known.map_or(name, |(_, called)| called);
        let label = part["label"].as_str().unwrap_or_default();
        part["label"] = format!("{called} {label}").trim().into();
    }
    json
}

/// The id in a JSON value.
pub(crate) fn number(value: &Value) -> Id {
    let text = value.as_str().unwrap_or_default();
    text.parse()
        .unwrap_or_else(|_| panic!("expected an id, got {value}"))
}

/// The entries of a JSON array; none if it isn't one.
pub(crate) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

impl Seen {
    pub(crate) fn new(json: Value) -> Self {
        let json = without_custom_emoji(json);
        let mut texts = vec![json["content"].as_str().unwrap_or_default()];
        for embed in list(&json["embeds"]) {
            let places = [
                &embed["title"],
                &embed["description"],
                &embed["footer"]["text"],
            ];
            texts.extend(places.into_iter().filter_map(Value::as_str));
            for field in list(&embed["fields"]) {
                let places = [&field["name"], &field["value"]];
                texts.extend(places.into_iter().filter_map(Value::as_str));
            }
        }
        texts.retain(|text| !text.is_empty());
        Self {
            id: number(&json["id"]),
            channel: number(&json["channel_id"]),
            text: texts.join("\n"),
            is_private: json["sandbox"]["ephemeral"] == true,
            pings_me: json["sandbox"]["pings_me"] == true,
            is_loading: json["flags"]
                .as_u64()
                .is_some_and(|flags| flags & 1 << 7 != 0),
            json,
        }
    }

    /// All buttons and select menus.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Value> {
        list(&self.json["components"]).flat_map(|row| list(&row["components"]))
    }

    /// The labels of the buttons.
    pub(crate) fn keys(&self) -> Vec<&str> {
        self.parts()
            .filter(|part| part["type"] == 2)
            .map(face)
            .collect()
    }

    /// The alt texts of all images.
    pub(crate) fn alts(&self) -> Vec<&str> {
        let files = list(&self.json["attachments"]);
        files
            .filter_map(|file| file["description"].as_str())
            .collect()
    }

    /// The thread started from the message.
    pub(crate) fn thread(&self) -> Option<Id> {
        self.json["thread"].get("id").map(number)
    }

    /// The URL of the first image, attached or in an embed.
    pub(crate) fn picture(&self) -> Option<&str> {
        let files = list(&self.json["attachments"]);
        let is_picture = |file: &&Value| {
            let kind = file["content_type"].as_str().unwrap_or_default();
            kind.starts_with("image/")
        };
        let alone = files
            .filter(is_picture)
            .filter_map(|file| file["url"].as_str());
        let framed = list(&self.json["embeds"]).filter_map(|embed| embed["image"]["url"].as_str());
        alone.chain(framed).next()
    }
}

/// The label of a button, or its emoji.
pub(crate) fn face(part: &Value) -> &str {
    let sign = || part["emoji"]["name"].as_str().unwrap_or_default();
    part["label"].as_str().unwrap_or_else(sign)
}

impl fmt::Display for Seen {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let author = &self.json["author"];
        let name = author["global_name"].as_str();
        let name = name.or(author["username"].as_str()).unwrap_or_default();
        write!(out, "{name}: {:?}", self.text)?;
        if self.is_private {
            write!(out, " (for one alone)")?;
        }
        if self.is_loading {
            write!(out, " (is thinking)")?;
        }
        for alt in self.alts() {
            write!(out, " [picture: {alt}]")?;
        }
        for part in self.parts() {
            if part["type"] == 2 {
                write!(out, " [{}]", face(part))?;
            } else {
                let options = list(&part["options"]).filter_map(|option| option["label"].as_str());
                write!(out, " [menu: {}]", options.collect::<Vec<_>>().join(" | "))?;
            }
        }
        Ok(())
    }
}
