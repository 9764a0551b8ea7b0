//! The fair draw: sides and deals that nobody can bend, and that anyone can check.
//!
//! With a challenge a secret is made and its hash, the commitment, is shown. Whoever accepts does so
//! with an action whose number nobody knew before. From both comes the seed, and the secret is
//! shown. So neither the players nor the program can choose: the secret was fixed before the action,
//! and the action was made without knowing the secret.
//!
//! To check it without us:
//!
//! ```text
//! printf '%s' SECRET | sha256sum                             # the commitment
//! printf '%s' 'hexpost draw GAME ACTION SECRET' | sha256sum  # the draw
//! ```
//!
//! The first sixteen digits of the draw are the seed; the seventeenth, if even, lets the challenger
//! move first.

use sha2::{Digest as _, Sha256};

use crate::engine::game::Variant;
use crate::engine::side::Side;
use crate::store::challenges::{Challenge, Seat};
use crate::store::games::Game as Row;
use crate::store::{GameId, InteractionId};

/// What a draw was made from, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The secret.
    pub secret: String,
    /// Its hash, which was shown with the challenge.
    pub commitment: String,
    /// What the draw is the hash of.
    pub text: String,
    /// The draw.
    pub hash: String,
    /// For deals.
    pub seed: u64,
    /// Does the challenger move first, if that was left to the draw?
    pub is_challenger_first: bool,
}

/// A new secret.
pub(super) fn secret() -> String {
    let mut bytes = [0; 32];
    // Without the system's randomness there is no fair draw; it has never been seen to fail.
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    hex(&bytes)
}

/// What is shown of a secret before it is known.
pub fn commitment(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

impl Draw {
    /// The draw of a challenge that was accepted with this action.
    pub fn new(game: GameId, action: InteractionId, secret: &str) -> Self {
        let text = format!("hexpost draw {game} {action} {secret}");
        let hash = Sha256::digest(text.as_bytes());
        let mut seed = [0; 8];
        seed.copy_from_slice(&hash[..8]);
        Self {
            secret: secret.to_owned(),
            commitment: commitment(secret),
            text,
            hash: hex(&hash),
            seed: u64::from_be_bytes(seed),
            is_challenger_first: (hash[8] >> 4).is_multiple_of(2),
        }
    }
}

/// A game compared with its draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The draw.
    pub draw: Draw,
    /// Was the deal left to it?
    pub is_deal_drawn: bool,
    /// Were the sides?
    pub are_sides_drawn: bool,
    /// What is not as it was drawn; nothing if all is fair.
    pub problems: Vec<String>,
}

impl Verdict {
    /// Compares; none if the challenge was never accepted.
    pub fn new(challenge: &Challenge, game: &Row) -> Option<Self> {
        let terms = &challenge.terms;
        let draw = Draw::new(challenge.id, challenge.action?, &challenge.secret);
        let mut problems = Vec::new();
        let variant = Variant::drawn(&terms.game, &terms.variant, draw.seed);
        let drawn = variant.map_or_else(|error| error.to_string(), |variant| variant.to_string());
        if (&game.game, &game.variant) != (&terms.game, &drawn) {
            let played = &game.variant;
            problems.push(format!("its deal {played} is not the one drawn, {drawn}"));
        }
        let first = challenger_side(terms.seat, &draw);
        // Someone who asked to be forgotten has no number to compare.
        if let Some(challenger) = challenge.challenger
            && game.players[first] != Some(challenger)
        {
            problems.push(format!(
                "the challenger does not sit where he was to: {first}"
            ));
        }
        Some(Self {
            is_deal_drawn: drawn != terms.variant,
            are_sides_drawn: terms.seat == Seat::Random,
            draw,
            problems,
        })
    }
}

/// Where the challenger sits.
pub(super) const fn challenger_side(seat: Seat, draw: &Draw) -> Side {
    match (seat, draw.is_challenger_first) {
        (Seat::Mine, _) | (Seat::Random, true) => Side::First,
        (Seat::Theirs, _) | (Seat::Random, false) => Side::Second,
    }
}

pub(super) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a text does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_can_be_checked_with_sha256sum() {
        // printf '%s' abc | sha256sum; printf '%s' 'hexpost draw 7 99 abc' | sha256sum
        let draw = Draw::new(GameId(7), InteractionId(99), "abc");
        assert_eq!(
            draw.commitment,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(draw.text, "hexpost draw 7 99 abc");
        assert_eq!(
            draw.hash,
            "a5d88171cdc13b1f66b986e317364d40d5c14747d0b56f2fc7aa1c61ada6bbb0"
        );
        assert_eq!(draw.seed, 0xa5d8_8171_cdc1_3b1f);
        assert!(draw.is_challenger_first, "6 is even");
    }

    #[test]
    fn secrets_differ() {
        assert_ne!(secret(), secret());
        assert_eq!(secret().len(), 64);
    }
}
