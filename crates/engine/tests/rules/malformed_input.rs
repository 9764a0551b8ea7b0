//! Malformed input of any kind gets an error, never a panic; whatever is accepted can be written and
//! parsed again.

use hexpost_engine::game::{AnyGame, GameKind, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::record::Record;
use hexpost_engine::steps::Step;

const TRIES: u64 = 4000;

/// Characters with a meaning to the parsers, so that junk gets past the first check.
const SIGNIFICANT: &str =
    "abcdefghi123456789WGBZRTzrtwgbx+-~!|.,;:/[]\"{} \n\tавсеххцпфиувур—×→ŹżE9é\u{0}\u{200b}😀";

/// A generator of malformed texts.
struct Junk(SplitMix64);

impl Junk {
    /// Random characters, fewer than `longest`.
    fn text(&mut self, longest: u64) -> String {
        let characters: Vec<char> = SIGNIFICANT.chars().collect();
        let length = self.0.below(longest);
        (0..length)
            .map(|_| match self.0.below(20) {
                0 => char::from_u32(self.0.below(0x11_0000) as u32).unwrap_or('?'),
                _ => characters[self.0.below(characters.len() as u64) as usize],
            })
            .collect()
    }

    /// A valid text with a few characters changed, dropped or doubled.
    fn mutated(&mut self, good: &str) -> String {
        let mut characters: Vec<char> = good.chars().collect();
        for _ in 0..=self.0.below(3) {
            if characters.is_empty() {
                break;
            }
            let at = self.0.below(characters.len() as u64) as usize;
            match self.0.below(3) {
                0 => drop(characters.remove(at)),
                1 => characters.insert(at, characters[at]),
                _ => characters[at] = self.text(3).chars().next().unwrap_or('-'),
            }
        }
        characters.into_iter().collect()
    }
}

fn games() -> Vec<AnyGame> {
    let mut rng = SplitMix64::new(2);
    let mut games = Vec::new();
    for (game, variant) in [
        ("zertz", "37"),
        ("zertz", "61-tournament"),
        ("zertz", "37-zerc"),
        ("tzaar", "fixed"),
        ("tzaar", "tournament"),
    ] {
        let mut game = AnyGame::start(&Variant::parse(game, variant).unwrap());
        for _ in 0..10 {
            games.push(game.clone());
            let Some(turn) = game.uniform_turn(&mut rng) else {
                break;
            };
            game.play(&turn).unwrap();
        }
    }
    games
}

#[test]
fn junk_read_as_a_turn_is_refused_or_is_legal() {
    let mut junk = Junk(SplitMix64::new(1));
    for game in games() {
        let texts = game.texts_up_to(100_000).unwrap();
        let mut read = 0;
        for index in 0..TRIES / 10 {
            let text = if index % 2 == 0 {
                junk.text(12)
            } else {
                let good = &texts[junk.0.below(texts.len() as u64) as usize];
                junk.mutated(good)
            };
            match game.read(&text) {
                Ok(turn) => {
                    game.check(&turn).unwrap();
                    read += 1;
                }
                Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
            }
        }
        assert!(read > 0, "no junk was accepted, so nothing was tested");
    }
}

#[test]
fn junk_read_as_a_variant_a_code_or_a_record_is_refused_or_round_trips() {
    let mut junk = Junk(SplitMix64::new(3));
    let games = games();
    for index in 0..TRIES {
        let game = &games[index as usize % games.len()];
        let code = junk.mutated(&game.code());
        if let Ok(read) = AnyGame::from_code(&code) {
            assert_eq!(AnyGame::from_code(&read.code()), Ok(read));
        }
        let _ = AnyGame::from_code(&junk.text(80));
        for kind in GameKind::ALL {
            for text in [
                junk.text(8),
                junk.mutated("random:17"),
                junk.mutated("48-tournament"),
            ] {
                if let Ok(variant) = Variant::parse(kind.as_str(), &text) {
                    assert_eq!(variant.to_string(), text);
                }
            }
        }
        let _ = junk.text(200).parse::<Record>();
    }
}

#[test]
fn a_mutated_record_is_refused_or_round_trips() {
    let mut junk = Junk(SplitMix64::new(4));
    let mut rng = SplitMix64::new(4);
    let variants = [("zertz", "37"), ("tzaar", "random:3")];
    for (game, variant) in variants {
        let mut record = Record::new(Variant::parse(game, variant).unwrap());
        while let Some(turn) = record.game().uniform_turn(&mut rng) {
            record.push(turn).unwrap();
        }
        let good = record.to_string();
        let mut refused = 0;
        for _ in 0..TRIES / 8 {
            match junk.mutated(&good).parse::<Record>() {
                Ok(other) => assert_eq!(other.to_string().parse(), Ok(other)),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 0);
    }
}

#[test]
fn junk_steps_are_refused() {
    let mut junk = Junk(SplitMix64::new(5));
    for game in games() {
        for _ in 0..40 {
            let text = junk.text(3);
            if let Some(step) = Step::read(&text, game.board()) {
                assert_eq!(step.write(game.board()), text);
                let _ = game.offer(&[step]);
                let _ = game.offer(&[step, step]);
            }
        }
    }
}

#[test]
fn huge_texts_are_refused_quickly() {
    let game = AnyGame::start(&Variant::parse("zertz", "37").unwrap());
    let endless = "x".to_owned() + &"d4".repeat(1_000_000);
    assert!(
        game.read(&endless)
            .unwrap_err()
            .to_string()
            .contains("no turn is that long")
    );
    let jumps = "x".to_owned() + &"d4d6".repeat(13);
    assert!(
        game.read(&jumps)
            .unwrap_err()
            .to_string()
            .contains("no turn is that long")
    );
    let record = "[Game \"zertz\"]\n".repeat(100_000);
    assert!(
        record
            .parse::<Record>()
            .unwrap_err()
            .to_string()
            .contains("longer than")
    );
}
