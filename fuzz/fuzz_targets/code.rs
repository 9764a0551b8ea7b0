//! A position code is refused or survives a round trip; from every accepted position, a turn can be
//! composed step by step and is legal.
#![no_main]

use hexpost_engine::game::AnyGame;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let Ok(mut game) = AnyGame::from_code(text) else {
        return;
    };
    assert_eq!(AnyGame::from_code(&game.code()).as_ref(), Ok(&game));
    let count = game.count_turns_up_to(10_000);
    let listed = game.turns_up_to(10_000);
    assert!(listed.is_none_or(|turns| turns.len() as u64 == count));
    let mut chosen = Vec::new();
    loop {
        let offer = game.offer(&chosen).expect("an offered step can be chosen");
        // Prefer more steps to a finished turn, so that chains get long.
        if let Some(step) = offer.choices.get(usize::from(choice) % offer.choices.len().max(1)) {
            chosen.push(step.step);
        } else if let Some(turn) = offer.finished {
            game.play(&turn).expect("an offered turn is legal");
            return;
        } else {
            assert!(chosen.is_empty(), "a partial turn has no next step");
            return;
        }
    }
});
