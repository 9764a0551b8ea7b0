//! Any text read as a turn is refused, or is a legal turn that survives a round trip.
#![no_main]

use hexpost_engine::game::{AnyGame, Variant};
use libfuzzer_sys::fuzz_target;

const VARIANTS: [(&str, &str); 5] = [
    ("zertz", "37"),
    ("zertz", "48-tournament"),
    ("zertz", "61-zerc"),
    ("tzaar", "fixed"),
    ("tzaar", "tournament"),
];

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let (game, variant) = VARIANTS[usize::from(choice) % VARIANTS.len()];
    let mut game = AnyGame::start(&Variant::parse(game, variant).unwrap());
    for line in text.lines() {
        if let Ok(turn) = game.read(line) {
            let written = game.write(&turn).unwrap();
            assert_eq!(game.read(&written), Ok(turn));
            game.play(&turn).unwrap();
        }
    }
});
