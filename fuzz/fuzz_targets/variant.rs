//! A variant name is refused, or survives a round trip.
#![no_main]

use hexpost_engine::game::{GameKind, Variant};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for game in GameKind::ALL {
        if let Ok(variant) = Variant::parse(game.as_str(), text) {
            assert_eq!(Variant::parse(game.as_str(), &variant.to_string()), Ok(variant));
        }
    }
});
