//! Names in any script and of any length fit into the layout.

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_render::View;
use hexpost_render::layout::Size;
use hexpost_render::paint::bounds;
use hexpost_render::scene::{Outline, Scene};

const NAMES: [&str; 8] = [
    "",
    "White",
    "Zażółć gęślą jaźń",
    "Щука ёжику эхо",
    "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM",
    "日本語の名前がとても長い場合",
    "\u{202e}\u{200b}\n\t\0 a\u{301}\u{301}\u{301}\u{301}\u{301}b 🎲👩‍👩‍👧‍👦",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
];

/// All texts with their bounding boxes.
fn texts(view: &View, scene: &Scene) -> Vec<(String, (i32, i32, i32, i32))> {
    let written = |shape: &hexpost_render::scene::Shape| match &shape.form {
        Outline::Text { text, .. } => Some(text.clone()),
        _ => None,
    };
    scene
        .all()
        .filter(|figure| ["letter", "player", "count", "banner", "caption"].contains(&figure.name))
        .map(|figure| {
            let text = figure
                .shapes
                .iter()
                .find_map(written)
                .unwrap_or_else(|| figure.name.to_owned());
            (text, bounds(figure, view.theme))
        })
        .collect()
}

#[test]
fn no_text_leaves_the_canvas_or_covers_another() {
    let games = [
        ("zertz", "37"),
        ("zertz", "40"),
        ("zertz", "43"),
        ("zertz", "44"),
        ("zertz", "48"),
        ("zertz", "61"),
        ("tzaar", "fixed"),
    ];
    for (game, variant) in games {
        for first in NAMES {
            for (size, is_flipped) in [(Size::Normal, false), (Size::Small, true)] {
                let mut view = View::new(AnyGame::start(&Variant::parse(game, variant).unwrap()));
                first.clone_into(&mut view.names.first);
                NAMES[4].clone_into(&mut view.names.second);
                view.banner = Some(first.repeat(3));
                view.stock = Some(first.to_owned());
                view.size = size;
                view.is_flipped = is_flipped;
                let scene = view.scene();
                let texts = texts(&view, &scene);
                for (index, (text, a)) in texts.iter().enumerate() {
                    let (wide, tall) = (scene.width as i32, scene.height as i32);
                    assert!(
                        a.0 >= 0 && a.1 >= 0 && a.2 <= wide && a.3 <= tall,
                        "{text:?} {a:?}"
                    );
                    for (other, b) in &texts[index + 1..] {
                        let is_apart = a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
                        assert!(
                            is_apart,
                            "{game} {variant} {size}: {text:?} covers {other:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn long_names_are_shortened_and_unknown_characters_left_out() {
    let shown = |name: &str| {
        let mut view = View::new(AnyGame::start(&Variant::parse("zertz", "37").unwrap()));
        name.clone_into(&mut view.names.second);
        let scene = view.scene();
        let player = scene
            .figures
            .iter()
            .find(|figure| figure.name == "player")
            .cloned();
        player.map(|figure| match &figure.shapes[0].form {
            Outline::Text { text, .. } => text.clone(),
            _ => unreachable!("a player is a text"),
        })
    };
    assert_eq!(shown("Black").as_deref(), Some("Black"));
    assert_eq!(shown("Żółw и Ёж").as_deref(), Some("Żółw и Ёж"));
    // Combining accents are composed: й and ż in NFD.
    assert_eq!(shown("и\u{306} z\u{307}").as_deref(), Some("й ż"));
    assert!(shown(NAMES[4]).unwrap().ends_with("M…"));
    assert_eq!(shown("日本 ok").as_deref(), Some("ok"));
    assert_eq!(shown("🎲 Анна 🎲 Z").as_deref(), Some("Анна Z"));
    // What is left without letters or digits is no name, but a name may consist of signs alone.
    assert_eq!(shown("🎲日本!"), None);
    assert_eq!(shown("!!").as_deref(), Some("!!"));
    assert_eq!(shown(""), None);
    assert_eq!(shown("\u{200b}\u{202e}"), None);
}
