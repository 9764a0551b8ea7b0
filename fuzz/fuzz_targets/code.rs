//! A position code is refused or is read back from what it writes.
#![no_main]

use hexpost::engine::game::AnyGame;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = AnyGame::from_code(text) {
        let count = game.count_turns_up_to(10_000);
        assert!(game.turns_up_to(10_000).is_none_or(|turns| turns.len() as u64 == count));
        assert_eq!(AnyGame::from_code(&game.code()), Ok(game));
    }
});
