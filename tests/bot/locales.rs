//! The messages: every language has the same keys, and every key is used and translated.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use hexpost_engine::game::GameKind;

use hexpost::app::people::settings::Language;
use hexpost::app::time::zone::Zone;
use hexpost::discord::features;
use hexpost::discord::i18n::alt_text_phrases::{self, Loser};
use hexpost::discord::i18n::{Arg, Locale, language_of};

pub(crate) const LANGUAGES: [(&str, Language); 3] = [
    ("en", Language::English),
    ("ru", Language::Russian),
    ("pl", Language::Polish),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|own| own == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The messages of a language by file and key, as written.
fn sentences(language: &str) -> BTreeMap<(String, String), String> {
    let mut found = BTreeMap::new();
    for path in files(&root().join("assets/locales").join(language), "ftl") {
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        let mut key = None;
        for line in fs::read_to_string(&path).unwrap().lines() {
            let is_start = line.starts_with(|c: char| c.is_ascii_lowercase());
            if let (true, Some((name, text))) = (is_start, line.split_once(" = ")) {
                key = Some((file.clone(), name.to_owned()));
                let known = found.insert((file.clone(), name.to_owned()), text.to_owned());
                assert!(known.is_none(), "{file}: {name} twice");
            } else if let Some(key) = &key
                && !line.starts_with('#')
            {
                let text: &mut String = found.get_mut(key).unwrap();
                text.push('\n');
                text.push_str(line);
            }
        }
    }
    assert!(found.len() > 100);
    found
}

fn keys() -> BTreeSet<String> {
    sentences("en").into_keys().map(|(_, key)| key).collect()
}

#[test]
fn keys_are_unique_across_files() {
    let mut places = BTreeMap::new();
    for (file, key) in sentences("en").into_keys() {
        if let Some(other) = places.insert(key.clone(), file.clone()) {
            panic!("{key} is in {other} and in {file}");
        }
    }
}

/// The placeholders of a message.
fn placeholders(text: &str) -> BTreeSet<String> {
    let names = text.split('$').skip(1);
    names
        .map(|rest| rest.chars().take_while(char::is_ascii_lowercase).collect())
        .collect()
}

/// The text of a message, without placeholders.
fn words(text: &str) -> String {
    let mut depth = 0;
    let mut plain = String::new();
    for line in text.lines() {
        // In a variant of a selector, the text comes after the variant's name.
        let trimmed = line.trim_start().trim_start_matches('*');
        let line = match (trimmed.starts_with('['), trimmed.split_once(']')) {
            (true, Some((_, rest))) => rest,
            _ => line,
        };
        for letter in line.chars() {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                '\n' => depth = 0,
                _ if depth <= 0 => plain.push(letter),
                _ => {}
            }
        }
        depth = 0;
        plain.push(' ');
    }
    plain
}

#[test]
fn every_language_has_the_same_keys_and_placeholders() {
    let english = sentences("en");
    for (name, _) in &LANGUAGES[1..] {
        let other = sentences(name);
        let missing: Vec<_> = english
            .keys()
            .filter(|key| !other.contains_key(key))
            .collect();
        let excess: Vec<_> = other
            .keys()
            .filter(|key| !english.contains_key(key))
            .collect();
        assert!(
            missing.is_empty() && excess.is_empty(),
            "{name}: {missing:?} {excess:?}"
        );
        for (key, text) in &other {
            let (here, there) = (placeholders(text), placeholders(&english[key]));
            assert_eq!(here, there, "{name} {key:?}");
        }
    }
}

#[test]
fn nothing_is_left_untranslated() {
    let english = sentences("en");
    let is_sign = |text: &str| !text.chars().any(|c| c.is_alphabetic() && c.is_lowercase());
    // Names of pieces may be the same in all languages.
    let names = [
        "tzaar-kind",
        "tzaar-chosen-kind",
        "tzaar-long-Z",
        "tzaar-long-R",
        "tzaar-long-T",
    ];
    for (key, text) in sentences("ru") {
        let words = words(&text);
        let is_russian = words.chars().any(|c| ('а'..='я').contains(&c) || c == 'ё');
        // Russian counts pieces by their names, which have no plural.
        let is_name = names.contains(&key.1.as_str()) || key.1 == "tzaar-counted";
        assert!(is_russian || is_name || is_sign(&words), "{key:?}: {text}");
    }
    for (key, text) in sentences("pl") {
        let is_name = names.contains(&key.1.as_str()) || is_sign(&words(&text));
        assert!(is_name || text != english[&key], "{key:?}: {text}");
    }
}

#[test]
fn plurals_have_the_forms_of_their_language() {
    for language in ["ru", "pl"] {
        for (key, text) in sentences(language) {
            let is_plural = text.contains("[one]");
            assert!(
                !is_plural || text.contains("*[other]"),
                "{language} {key:?}"
            );
        }
        let few = sentences(language)
            .values()
            .filter(|text| text.contains("[few]"))
            .count();
        assert!(few > 5, "{language}: {few}");
    }
    let words = Locale::of(Language::Russian);
    let said = |count: usize| words.text("isolates", &[("count", count.into())]);
    assert_eq!(
        [said(1), said(3), said(5), said(21)],
        [
            "изолирует 1 шарик",
            "изолирует 3 шарика",
            "изолирует 5 шариков",
            "изолирует 21 шарик"
        ]
    );
    let words = Locale::of(Language::Polish);
    let said = |count: usize| words.text("isolates", &[("count", count.into())]);
    assert_eq!(
        [said(1), said(3), said(5), said(21)],
        [
            "izoluje 1 kamień",
            "izoluje 3 kamienie",
            "izoluje 5 kamieni",
            "izoluje 21 kamieni"
        ]
    );
}

/// The string literals of the layer that talks to players, with `*` for each placeholder.
fn quoted() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut paths = files(&root().join("src/discord"), "rs");
    // Refusals name their message keys.
    paths.push(root().join("src/app/error.rs"));
    for path in paths {
        let source = fs::read_to_string(path).unwrap();
        for line in source
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"))
        {
            for text in line.split('"').skip(1).step_by(2) {
                let mut pattern = String::new();
                let mut is_inside = false;
                for letter in text.chars() {
                    match letter {
                        '{' => {
                            is_inside = true;
                            pattern.push('*');
                        }
                        '}' => is_inside = false,
                        _ if is_inside => {}
                        _ => pattern.push(letter),
                    }
                }
                found.insert(pattern);
            }
        }
    }
    found
}

fn fits(pattern: &str, key: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == key,
        Some((start, rest)) => key.strip_prefix(start).is_some_and(|key| {
            (0..=key.len())
                .any(|skipped| key.is_char_boundary(skipped) && fits(rest, &key[skipped..]))
        }),
    }
}

#[test]
fn every_key_is_used() {
    // A literal with gaps can match a key only if it contains a word of that key.
    let is_key = |text: &String| {
        let has_word = text.split(['-', '*']).any(|part| part.len() > 2);
        !text.contains('*') || text.contains('-') && has_word
    };
    let quoted: Vec<String> = quoted().into_iter().filter(is_key).collect();
    for key in keys() {
        // Keys of a game start with its name; the source may contain only the rest of the key.
        let mut games = GameKind::ALL
            .iter()
            .map(|game| format!("{}-", game.as_str()));
        let rest = games.find_map(|game| key.strip_prefix(&game).map(str::to_owned));
        let is_used = |key: &str| quoted.iter().any(|pattern| fits(pattern, key));
        assert!(
            is_used(&key) || rest.is_some_and(|rest| is_used(&rest)),
            "{key} is never used"
        );
    }
}

#[test]
fn every_key_in_the_code_exists() {
    let keys = keys();
    for path in files(&root().join("src/discord"), "rs") {
        let source = fs::read_to_string(&path).unwrap();
        for part in source
            .split("say(\"")
            .skip(1)
            .chain(source.split(".text(\"").skip(1))
        {
            let key = part.split('"').next().unwrap();
            let of_a_game = GameKind::ALL
                .iter()
                .any(|game| keys.contains(&format!("{}-{key}", game.as_str())));
            assert!(keys.contains(key) || of_a_game, "{}: {key}", path.display());
        }
    }
    for game in GameKind::ALL {
        let name = game.as_str();
        for rule in game.rules() {
            assert!(
                keys.contains(&format!("{name}-rule-{rule}")),
                "{name} {rule}"
            );
        }
        for reason in game.reasons() {
            let reason = reason.replace(' ', "-");
            assert!(
                keys.contains(&format!("{name}-reason-{reason}")),
                "{name} {reason}"
            );
        }
    }
}

#[test]
fn every_city_has_a_time_zone() {
    for (_, language) in LANGUAGES {
        let cities = Locale::of(language).text("zone-cities", &[]);
        assert!(cities.split(';').count() > 10, "{cities}");
        for pair in cities.split(';') {
            let (city, zone) = pair.trim().split_once('=').expect(pair);
            assert!(!city.is_empty() && Zone::named(zone).is_some(), "{pair}");
        }
    }
}

#[test]
fn discord_locales_map_to_languages() {
    let expected = [
        ("en-US", Language::English),
        ("en-GB", Language::English),
        ("ru", Language::Russian),
        ("pl", Language::Polish),
        ("de", Language::English),
        ("", Language::English),
    ];
    for (locale, language) in expected {
        assert_eq!(language_of(locale), language, "{locale}");
    }
}

/// Discord's maximum lengths, by prefix of the key.
const LIMITS: &[(&str, usize)] = &[
    ("cmd-", 100),
    ("menu-", 32),
    ("type-", 45),
    ("key-", 80),
    ("heard-", 80),
    ("side-", 100),
    ("language-", 100),
    ("board-", 100),
    ("input-", 100),
    ("pings-", 100),
    ("habits-", 100),
    ("settings-", 150),
    ("rules-title-", 100),
    ("rules-topics", 150),
    ("lesson-title-", 90),
    ("learn-choose", 150),
    ("challenge-which", 150),
    ("zertz-variant-", 100),
    ("tzaar-variant-", 100),
    ("zertz-about-", 100),
    ("tzaar-about-", 100),
    ("more-", 100),
    ("ladder-", 100),
    ("ladders-action-", 100),
    ("ladders-pick", 150),
    ("nudge-", 100),
    ("quiet-", 100),
    ("digest-", 100),
    ("reminders-ladder", 150),
    ("reminders-nudge", 150),
    ("reminders-quiet", 150),
    ("reminders-digest", 150),
    ("tournament-numbers-", 45),
    ("tournament-name-", 45),
    ("tournament-format-", 100),
    ("tournament-about-", 100),
    ("tournament-pick-", 150),
    ("tournament-start-full", 100),
    ("tournament-start-manually", 100),
    ("tournament-start-at", 100),
    ("tournament-games-at-once", 100),
    ("tournament-days-each", 100),
    ("tournament-vacation-days", 100),
    ("tournament-seat-first", 80),
    ("tournament-seat-second", 80),
    ("tournament-extend-by", 80),
    ("zone-title", 45),
    ("zone-label", 45),
    ("jump-title", 45),
    ("jump-turn", 45),
    ("part-title", 45),
    ("part-from", 45),
    ("part-to", 45),
    ("paste-title", 45),
    ("paste-record", 45),
    ("paste-example", 100),
    ("flag-", 100),
    ("scope-", 100),
    ("server-pick-", 150),
    ("server-threads-", 100),
    ("server-latest-", 100),
    ("server-language-", 100),
    ("queue-title", 45),
    ("queue-label", 45),
    ("queue-example", 100),
    ("note-title", 45),
    ("note-label", 45),
    ("analysis-branches", 150),
    ("plan-cut", 150),
    ("zertz-ask-", 140),
    ("tzaar-ask-", 140),
    // A page and its picture fit on a phone.
    ("rules-text-", 900),
    // The composer is below the goal.
    ("lesson-goal-", 500),
];

/// Values for a placeholder: the longest possible, and those that a selector distinguishes.
fn fillings(name: &str) -> Vec<Arg> {
    match name {
        "count" | "all" | "number" | "ply" | "last" | "most" | "at" | "height" | "mover" => {
            [0, 1, 2, 5, 21, u64::from(u32::MAX)]
                .map(Arg::from)
                .to_vec()
        }
        "kind" | "said" => ["W", "G", "B", "Z", "R", "T"].map(Arg::from).to_vec(),
        "side" | "own" => ["first", "second", "true", "false"].map(Arg::from).to_vec(),
        "cell" | "from" | "to" | "column" | "found" => vec![Arg::from("e10")],
        // A command that can be tapped, with its id.
        name if features::COMMANDS.contains(&name) => {
            vec![Arg::from(format!("</{name}:{}>", u64::MAX))]
        }
        "clock" => vec![Arg::from("12:00")],
        "hours" => vec![Arg::from("48, 24, 12")],
        // A reason is a button's label, a title is in a menu; a name has 32 characters, all of them
        // escaped.
        "reason" | "title" | "variant" | "button" | "more" => {
            vec![Arg::from("x".repeat(50))]
        }
        // Five mentions and the number of others, or a line of text.
        "channels" | "players" | "moderators" => vec![Arg::from("x".repeat(150))],
        "forum" | "results" | "pace" | "language" => vec![Arg::from("x".repeat(80))],
        "player" | "other" | "opponent" | "challenger" | "first" | "second" | "name" => {
            vec![Arg::from("\\_".repeat(32))]
        }
        _ => vec![Arg::from("x".repeat(400))],
    }
}

#[test]
fn every_text_fits_discords_limits_in_every_language() {
    let mut wrong = BTreeSet::new();
    for (name, language) in LANGUAGES {
        let words = Locale::of(language);
        for ((_, key), text) in sentences(name) {
            let limits = LIMITS.iter().filter(|(start, _)| key.starts_with(start));
            let limit = limits.map(|(_, limit)| *limit).min().unwrap_or(2000);
            let names: Vec<String> = placeholders(&text).into_iter().collect();
            let fillings: Vec<Vec<Arg>> = names.iter().map(|name| fillings(name)).collect();
            let rounds = fillings.iter().map(Vec::len).max().unwrap_or(1);
            for round in 0..rounds {
                let filled = names.iter().zip(&fillings);
                let args: Vec<(&str, Arg)> = filled
                    .map(|(name, all)| (name.as_str(), all[round % all.len()].clone()))
                    .collect();
                let said = words.text(&key, &args);
                let length = said.chars().count();
                if length > limit {
                    wrong.insert(format!("{name} {key}: {length} > {limit}"));
                }
                assert!(!said.contains('‹') && length > 0, "{name} {key}: {said}");
            }
            let is_name = key.starts_with("cmd-") && !key.ends_with("-about");
            assert!(!is_name || text.chars().count() <= 32, "{name} {key}");
            assert!(!is_name || text == text.to_lowercase(), "{name} {key}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The string literals of a file, without comments and tests, each with the code of its statement
/// before it.
fn texts(path: &Path) -> Vec<(String, String)> {
    let source = fs::read_to_string(path).unwrap();
    let source = source.split("#[cfg(test)]").next().unwrap();
    let lines = source
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let code: Vec<&str> = lines.collect();
    // A quotation mark as a character isn't a string.
    let code = code.join("\n").replace("'\"'", "");
    let (mut found, mut statement, mut text) = (Vec::new(), String::new(), None::<String>);
    let mut letters = code.chars();
    while let Some(letter) = letters.next() {
        match (&mut text, letter) {
            (Some(_), '"') => found.push((statement.clone(), text.take().unwrap())),
            (Some(inside), '\\') => inside.extend(letters.next()),
            (Some(inside), _) => inside.push(letter),
            (None, '"') => text = Some(String::new()),
            (None, ';' | '}') => statement.clear(),
            (None, _) => statement.push(letter),
        }
    }
    found
}

/// Whether a text has two words side by side.
fn is_sentence(text: &str) -> bool {
    let words: Vec<&str> = text.split(' ').collect();
    let is_word = |word: &&str| {
        let letters = word.trim_matches([',', '.', ':', '\'']);
        letters.len() > 1 && letters.chars().all(char::is_alphabetic)
    };
    words.windows(2).any(|pair| pair.iter().all(is_word))
}

#[test]
fn no_player_facing_text_is_in_the_code() {
    // Texts for hosts, including the problems that `hexpost check` reports.
    let files = [
        "app/integrity.rs",
        "challenge/fair_draw.rs",
        "game/state.rs",
        "app/import.rs",
        "ladder/verify.rs",
        "puzzle/verify.rs",
        "tournament/mod.rs",
        "tournament/state.rs",
        "tournament/verify.rs",
        "rating/verify.rs",
        "gateway/start_error.rs",
        "discord/doctor.rs",
        // Tests in separate files.
        "idempotency/tests.rs",
        "custom_id/tests.rs",
    ];
    let marks = [
        "tracing::",
        ".expect(",
        "let why",
        "give_up(",
        "write!(f",
        "f.write_str(",
    ];
    // Stored with a notification that couldn't be sent.
    let kept = ["no direct message"];
    let mut seen = 0;
    for folder in ["src/app", "src/discord"] {
        for path in self::files(&root().join(folder), "rs") {
            let name = path.to_str().unwrap();
            if files.iter().any(|file| name.ends_with(file)) {
                continue;
            }
            for (statement, text) in texts(&path) {
                seen += 1;
                let is_allowed = marks.iter().any(|mark| statement.contains(mark));
                let is_kept = kept.contains(&text.as_str());
                let is_fine = is_allowed || is_kept || !is_sentence(&text);
                assert!(is_fine, "{name}: {text:?} belongs in assets/locales");
            }
        }
    }
    assert!(seen > 500, "{seen}");
    assert!(is_sentence("please try again") && !is_sentence("key-confirm"));
}

#[test]
fn the_reason_of_a_loss_names_the_player_who_lost() {
    let tzaar = GameKind::ALL.iter().find(|kind| kind.as_str() == "tzaar");
    let tzaar = *tzaar.unwrap();
    let said = |language, reason, loser| {
        alt_text_phrases::named_reason(Locale::of(language), tzaar, reason, Some(loser))
    };
    for reason in ["no Z", "no R", "no T", "no capture"] {
        for language in Language::ALL {
            let named = said(language, reason, Loser::Named("Ben".to_owned()));
            assert!(named.contains("Ben"), "{named}");
            let own = said(language, reason, Loser::You);
            assert!(!own.contains('‹') && own != named, "{own}");
        }
    }
    let own = said(Language::English, "no Z", Loser::You);
    assert_eq!(own, "you have no visible Tzaar left");
}
