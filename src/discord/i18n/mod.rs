//! Texts in English, Russian and Polish, from the Fluent files in `assets/locales`.

pub mod alt_text_phrases;
pub(crate) mod rating;
pub mod refusal;
pub(crate) mod time;
pub mod turn;

use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use hexpost_engine::hex::Name;
use hexpost_engine::position::Argument;
use unic_langid::LanguageIdentifier;

use crate::app::people::settings::Language;

/// The Fluent files of a language.
macro_rules! files {
    ($language:literal) => {
        [
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/commands.ftl"
            )),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/composer.ftl"
            )),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/computer.ftl"
            )),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/game_analysis.ftl"
            )),
            include_str!(concat!("../../../assets/locales/", $language, "/games.ftl")),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/ladder.ftl"
            )),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/lessons.ftl"
            )),
            include_str!(concat!("../../../assets/locales/", $language, "/lobby.ftl")),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/messages.ftl"
            )),
            include_str!(concat!("../../../assets/locales/", $language, "/plans.ftl")),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/puzzles.ftl"
            )),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/ratings.ftl"
            )),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/refusals.ftl"
            )),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/replay.ftl"
            )),
            include_str!(concat!("../../../assets/locales/", $language, "/rules.ftl")),
            include_str!(concat!("../../../assets/locales/", $language, "/time.ftl")),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/tournaments.ftl"
            )),
            include_str!(concat!(
                "../../../assets/locales/",
                $language,
                "/variants.ftl"
            )),
        ]
    };
}

/// All texts of one language.
pub struct Locale {
    language: Language,
    bundle: FluentBundle<FluentResource>,
}

/// An argument of a text.
#[derive(Clone, Debug)]
pub enum Arg {
    /// A name, or a value that a selector of the text matches.
    Text(String),
    /// A number, which selects the plural form.
    Number(u64),
}

/// The language for a Discord locale such as `en-GB`.
pub fn language_of(locale: &str) -> Language {
    match locale.split('-').next() {
        Some("ru") => Language::Russian,
        Some("pl") => Language::Polish,
        _ => Language::English,
    }
}

impl Locale {
    /// The texts of a language.
    pub fn of(language: Language) -> &'static Self {
        static ENGLISH: LazyLock<Locale> =
            LazyLock::new(|| Locale::read(Language::English, "en", &files!("en")));
        static RUSSIAN: LazyLock<Locale> =
            LazyLock::new(|| Locale::read(Language::Russian, "ru", &files!("ru")));
        static POLISH: LazyLock<Locale> =
            LazyLock::new(|| Locale::read(Language::Polish, "pl", &files!("pl")));
        match language {
            Language::English => &ENGLISH,
            Language::Russian => &RUSSIAN,
            Language::Polish => &POLISH,
        }
    }

    fn read(language: Language, name: &str, files: &[&str]) -> Self {
        let name: LanguageIdentifier = name.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![name]);
        // Isolation marks around arguments are not needed between languages written from left to right,
        // and would count towards the width of labels.
        bundle.set_use_isolating(false);
        for file in files {
            // A text that can't be parsed is left out, and a test finds it missing.
            let resource =
                FluentResource::try_new((*file).to_owned()).unwrap_or_else(|(part, _)| part);
            let _ = bundle.add_resource(resource);
        }
        Self { language, bundle }
    }

    /// The language.
    pub const fn language(&self) -> Language {
        self.language
    }

    /// The text with this key, if there is one.
    pub fn optional_text(&self, key: &str, args: &[(&str, Arg)]) -> Option<String> {
        self.has(key).then(|| self.text(key, args))
    }

    /// Whether there is a text with this key.
    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// The text with this key. A missing one is shown as its key in angle quotes, which no text has.
    pub fn text(&self, key: &str, args: &[(&str, Arg)]) -> String {
        let pattern = self.bundle.get_message(key).and_then(|said| said.value());
        let Some(pattern) = pattern else {
            return format!("‹{key}›");
        };
        let mut values = FluentArgs::new();
        for (name, arg) in args {
            let value = match arg {
                Arg::Text(text) => FluentValue::from(text.as_str()),
                Arg::Number(number) => FluentValue::from(*number),
            };
            values.set((*name).to_owned(), value);
        }
        let mut errors = Vec::new();
        let said = self
            .bundle
            .format_pattern(pattern, Some(&values), &mut errors);
        if errors.is_empty() {
            said.into_owned()
        } else {
            format!("‹{key}› {said}")
        }
    }
}

impl std::fmt::Debug for Locale {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Locale").field(&self.language).finish()
    }
}

impl From<&str> for Arg {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<char> for Arg {
    fn from(letter: char) -> Self {
        Self::Text(letter.to_string())
    }
}

impl From<Name> for Arg {
    fn from(name: Name) -> Self {
        Self::Text(name.to_string())
    }
}

impl From<u8> for Arg {
    fn from(number: u8) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Arg {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<u64> for Arg {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<Argument> for Arg {
    fn from(argument: Argument) -> Self {
        match argument {
            Argument::Text(text) => Self::Text(text),
            Argument::Number(number) => Self::Number(number),
        }
    }
}
