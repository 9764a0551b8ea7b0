//! What someone sees: a message, with its keys, menus and pictures.

use std::fmt;

use hexpost_sandbox::Id;
use serde_json::Value;

/// A message, as someone sees it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Seen {
    pub(crate) id: Id,
    pub(crate) channel: Id,
    /// Everything there is to read, framed parts included.
    pub(crate) text: String,
    /// Does nobody else see it?
    pub(crate) is_private: bool,
    /// Does it ping whoever sees it?
    pub(crate) pings_me: bool,
    /// Is the bot still thinking about it?
    pub(crate) is_loading: bool,
    /// As it goes over the wire.
    pub(crate) json: Value,
}

/// A number in JSON.
pub(crate) fn number(value: &Value) -> Id {
    let text = value.as_str().unwrap_or_default();
    text.parse()
        .unwrap_or_else(|_| panic!("{value} is no number"))
}

/// The entries of a list; none if it is none.
pub(crate) fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

impl Seen {
    pub(crate) fn new(json: &Value) -> Self {
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
            json: json.clone(),
        }
    }

    /// Keys and menus.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Value> {
        list(&self.json["components"]).flat_map(|row| list(&row["components"]))
    }

    /// What stands on the keys.
    pub(crate) fn keys(&self) -> Vec<&str> {
        self.parts()
            .filter(|part| part["type"] == 2)
            .map(face)
            .collect()
    }

    /// Pictures in words, as a screen reader says them.
    pub(crate) fn alts(&self) -> Vec<&str> {
        let files = list(&self.json["attachments"]);
        files
            .filter_map(|file| file["description"].as_str())
            .collect()
    }

    /// The thread that was begun from it.
    pub(crate) fn thread(&self) -> Option<Id> {
        self.json["thread"].get("id").map(number)
    }

    /// The address of the first picture, shown by itself or in a frame.
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

/// What stands on a key: words, or a sign.
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
