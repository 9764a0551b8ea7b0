//! The pages of the rules: one for every rule that can refuse a turn, each with texts and a
//! picture.

use std::collections::BTreeSet;

use hexpost_engine::game::{AnyGame, GameKind, Variant};

use hexpost::app::Refusal;
use hexpost::app::lessons::Lesson;
use hexpost::app::people::settings::Language;
use hexpost::discord::i18n::Locale;
use hexpost::discord::rule_pages::{RulePage, page_for, page_of_rule};
use hexpost::model::StoredVariant;

#[test]
fn every_rule_that_refuses_a_turn_has_a_page_in_its_game() {
    for game in GameKind::ALL {
        for rule in game.rules() {
            let page = page_of_rule(*game, rule);
            let page = page.unwrap_or_else(|| panic!("{} {rule}", game.as_str()));
            assert!(
                page.name.starts_with(game.as_str()),
                "{rule}: {}",
                page.name
            );
        }
        assert_eq!(page_of_rule(*game, "no such rule"), None);
    }
}

#[test]
fn a_refusal_leads_to_the_page_that_explains_it() {
    let start = |game: &str, variant: &str| AnyGame::start(&Variant::parse(game, variant).unwrap());
    let mut chance = start("zertz", "37");
    for turn in ["Wd4-a1", "Gd5-b1"] {
        let turn = chance.read(turn).unwrap();
        chance.play(&turn).unwrap();
    }
    for (game, text, page) in [
        (&chance, "We1-a2", "zertz-capture"),
        (&start("zertz", "37"), "Wd4-d5", "zertz-placing"),
        (&start("zertz", "48-tournament"), "!", "zertz-tournament"),
        (&start("tzaar", "fixed"), "Zc3", "tzaar-setups"),
        (&start("tzaar", "fixed"), "d3xd4 e1xf1", "tzaar-goal"),
        (&start("tzaar", "fixed"), "?", "tzaar-notation"),
    ] {
        let refused = Refusal::Text(game.read(text).unwrap_err());
        let found = page_for(&refused, Some(game.kind()));
        assert_eq!(found.map(|page| page.name), Some(page), "{text}");
    }
    let touched = page_for(&Refusal::Touched("W".to_owned()), None);
    assert_eq!(touched.map(|page| page.name), Some("zertz-tournament"));
    assert_eq!(page_for(&Refusal::NotYourTurn, None), None);
}

#[test]
fn every_page_has_its_texts_and_every_lesson_its_page() {
    let names: BTreeSet<&str> = RulePage::ALL.iter().map(|page| page.name).collect();
    assert_eq!(names.len(), RulePage::ALL.len());
    for language in [Language::English, Language::Russian, Language::Polish] {
        let words = Locale::of(language);
        for page in RulePage::ALL {
            for part in ["title", "text"] {
                let key = format!("rules-{part}-{}", page.name);
                assert!(words.has(&key), "{language:?} {key}");
            }
        }
        for lesson in Lesson::ALL {
            for part in ["title", "goal", "praise"] {
                let key = format!("lesson-{part}-{}", lesson.name);
                assert!(words.has(&key), "{language:?} {key}");
            }
        }
    }
    let taught = RulePage::ALL.iter().flat_map(|page| page.lessons);
    let taught: BTreeSet<&str> = taught.copied().collect();
    let lessons = Lesson::ALL.iter().map(|lesson| lesson.name);
    assert_eq!(taught, lessons.collect::<BTreeSet<&str>>());
    for game in GameKind::ALL {
        for variant in game.offered() {
            // Every variant is explained on some page.
            let topic = match variant.rsplit_once('-') {
                Some((_, "zerc")) => "zerc",
                Some((_, "tournament")) => "tournament",
                _ if game.as_str() == "tzaar" => "setups",
                _ => "boards",
            };
            let name = format!("{}-{topic}", game.as_str());
            assert!(RulePage::named(&name).is_some(), "{variant}: {name}");
        }
    }
}

#[test]
fn a_challenge_leads_to_the_rules_of_its_variant() {
    for (game, variant, page) in [
        ("zertz", "37", "zertz-goal"),
        ("zertz", "61", "zertz-goal"),
        ("zertz", "37-blitz", "zertz-boards"),
        ("zertz", "48-tournament", "zertz-tournament"),
        ("zertz", "61-zerc", "zertz-zerc"),
        ("tzaar", "fixed", "tzaar-goal"),
        ("tzaar", "random:7", "tzaar-setups"),
        ("tzaar", "random", "tzaar-setups"),
        ("tzaar", "tournament", "tzaar-setups"),
    ] {
        let found = RulePage::of_variant(&StoredVariant::parse(game, variant));
        assert_eq!(found.map(|page| page.name), Some(page), "{game} {variant}");
    }
}
