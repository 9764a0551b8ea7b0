//! A position code is refused or is read back from what it writes.
#![no_main]

use hexpost::engine::game::AnyGame;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(game) = AnyGame::from_code(text) {
        assert_eq!(game.count_turns(), game.legal_turns().len() as u64);
        assert_eq!(AnyGame::from_code(&game.code()), Ok(game));
    }
});
