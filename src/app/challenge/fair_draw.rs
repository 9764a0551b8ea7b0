//! The fair draw: sides and deals that no player can bend, and that anyone can check.
//!
//! With a challenge a secret is made, and its hash, the commitment, stands on the card. The draw mixes the
//! secret with the id of the card's message and with the id of the interaction that accepts it, both of
//! which Discord gives out; then the secret is shown. A player knows none of it in time. The host knows the
//! secret, but fixed it before the acceptance, whose id stands publicly at the answer to it, so that a draw
//! that was bent leaves a trace. Where the answer is seen only by one person, there is no public trace.
//!
//! To check it without us, for a challenge of the second version:
//!
//! ```text
//! printf '%s' 'hexpost commit 2 CHALLENGE SECRET' | sha256sum            # the commitment
//! printf '%s' 'hexpost draw 2 CHALLENGE CARD ACCEPT SECRET' | sha256sum  # the draw
//! ```
//!
//! CHALLENGE is the number of the challenge, which is that of the game; CARD the id of the card's message,
//! or 0 where none was known at the acceptance; ACCEPT the id of the accepting interaction. The first
//! version, of challenges that were made before, has the secret alone as what the commitment is the hash of,
//! and `hexpost draw CHALLENGE ACCEPT SECRET`.
//!
//! The first sixteen digits of the draw are the seed; the seventeenth, if even, lets the challenger
//! move first.
//!
//! Nobody gets another draw by calling a game off: if the same two make the same challenge again within
//! [a day](KEPT_FOR), everyone sits as before, and the deal is the same.

use std::time::Duration;

use hexpost_engine::game::{Variant, VariantError};
use hexpost_engine::side::{BySide, Side};
use sha2::{Digest as _, Sha256};

use crate::app::game::ending::BEGUN;
use crate::app::time::clock;
use crate::model::{
    Challenge, ChallengeState, DrawVersion, EarlierChallenge, GameId, GameRow, InteractionId,
    PlayerId, Seat, Terms, Time,
};

/// So long after a game was called off, or a challenge that keeps its draw was closed, the draw is kept.
pub const KEPT_FOR: Duration = clock::days(1);

/// What a draw was made from, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// The secret.
    pub secret: String,
    /// What the commitment is the hash of.
    pub commitment_text: String,
    /// The commitment, which was shown with the challenge.
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
pub(crate) fn secret() -> String {
    let mut bytes = [0; 32];
    // Without the system's randomness there is no fair draw; it has never been seen to fail.
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    hex(&bytes)
}

/// What the commitment of a challenge is the hash of.
fn commitment_text(challenge: &Challenge) -> String {
    let Challenge { id, secret, .. } = challenge;
    match challenge.draw_version {
        DrawVersion::First => secret.clone(),
        DrawVersion::Second => format!("hexpost commit 2 {id} {secret}"),
    }
}

/// What is shown of a secret before it is known.
pub fn commitment(challenge: &Challenge) -> String {
    sha256(&commitment_text(challenge))
}

/// Is anything of a challenge left to chance?
pub fn is_drawn(terms: &Terms) -> bool {
    terms.seat == Seat::Random || Variant::parse(&terms.game, &terms.variant).is_err()
}

impl Draw {
    /// The draw of a challenge that was accepted; none before.
    pub fn of(challenge: &Challenge) -> Option<Self> {
        Some(Self::new(challenge, challenge.action?))
    }

    /// The draw of a challenge that is accepted with this interaction.
    pub(crate) fn new(challenge: &Challenge, accept: InteractionId) -> Self {
        let Challenge { id, secret, .. } = challenge;
        let text = match challenge.draw_version {
            DrawVersion::First => format!("hexpost draw {id} {accept} {secret}"),
            DrawVersion::Second => {
                let card = challenge.card.unwrap_or_default();
                format!("hexpost draw 2 {id} {card} {accept} {secret}")
            }
        };
        let hash = Sha256::digest(text.as_bytes());
        let mut seed = [0; 8];
        seed.copy_from_slice(&hash[..8]);
        Self {
            secret: secret.clone(),
            commitment_text: commitment_text(challenge),
            commitment: commitment(challenge),
            text,
            hash: hex(&hash),
            seed: u64::from_be_bytes(seed),
            is_challenger_first: (hash[8] >> 4).is_multiple_of(2),
        }
    }
}

/// The game whose draw a challenge made then keeps, if the two last played, or wanted to play, this.
pub(crate) fn kept(earlier: &EarlierChallenge, made_at: Time) -> Option<GameId> {
    let since = made_at - KEPT_FOR;
    if earlier.state != ChallengeState::Accepted {
        return earlier.keeps.filter(|_| earlier.decided_at >= since);
    }
    let end = earlier.end.as_ref()?;
    let is_called_off = !end.has_result() && earlier.plies < BEGUN as i64;
    let source = earlier.keeps.unwrap_or(earlier.id);
    (is_called_off && end.at >= since).then_some(source)
}

/// A game that was called off, and the challenge it came from: its draw stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    pub(crate) challenge: Challenge,
    pub(crate) game: GameRow,
}

/// What is played by whom: the own draw decides, or the one that is kept.
pub(crate) fn decided(
    challenge: &Challenge,
    acceptor: PlayerId,
    draw: &Draw,
    source: Option<&Source>,
) -> Result<(Variant, BySide<Option<PlayerId>>), VariantError> {
    let terms = &challenge.terms;
    let variant = Variant::drawn(&terms.game, &terms.variant, draw.seed)?;
    let players = if let Some(source) = source {
        source.game.players
    } else {
        let side = challenger_side(terms.seat, draw);
        BySide::new_with(|seat| {
            if seat == side {
                challenge.challenger
            } else {
                Some(acceptor)
            }
        })
    };
    Ok((variant, players))
}

/// A game compared with its draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The draw.
    pub draw: Draw,
    /// The challenge it belongs to.
    pub challenge: GameId,
    /// The version of the draw.
    pub version: DrawVersion,
    /// The id of the card's message that was mixed in; none in the first version.
    pub card: Option<i64>,
    /// The id of the interaction that accepted.
    pub accept: InteractionId,
    /// The game that was called off whose draw this is, if the game has none of its own.
    pub kept_from: Option<GameId>,
    /// Was the deal left to it?
    pub is_deal_drawn: bool,
    /// Were the sides?
    pub are_sides_drawn: bool,
    /// What is not as it was drawn; nothing if all is fair.
    pub problems: Vec<String>,
}

impl Verdict {
    /// Compares; none if the challenge was never accepted. `source` is the game that the challenge says
    /// it keeps the draw of.
    pub(crate) fn new(
        challenge: &Challenge,
        game: &GameRow,
        source: Option<&Source>,
    ) -> Option<Self> {
        let mut verdict = match source {
            Some(source) => Self::kept(challenge, game, source)?,
            None => Self::own(challenge, game)?,
        };
        if let (Some(id), None) = (challenge.keeps, source) {
            let problem = format!("game {id}, whose draw it keeps, is not there");
            verdict.problems.push(problem);
        }
        Some(verdict)
    }

    /// A game with a draw of its own.
    fn own(challenge: &Challenge, game: &GameRow) -> Option<Self> {
        let terms = &challenge.terms;
        let mut verdict = Self::of(challenge, terms, game)?;
        let first = challenger_side(terms.seat, &verdict.draw);
        // Someone who asked to be forgotten has no number to compare.
        if let Some(challenger) = challenge.challenger
            && game.players[first] != Some(challenger)
        {
            verdict.problems.push(format!(
                "the challenger does not sit where he was to: {first}"
            ));
        }
        Some(verdict)
    }

    /// A game with the draw of another.
    fn kept(challenge: &Challenge, game: &GameRow, source: &Source) -> Option<Self> {
        let mut verdict = Self::of(&source.challenge, &challenge.terms, game)?;
        let own = Self::own(&source.challenge, &source.game)?;
        verdict.kept_from = Some(source.challenge.id);
        verdict.problems.extend(own.problems);
        for side in Side::BOTH {
            let (now, then) = (game.players[side], source.game.players[side]);
            if now.is_some() && then.is_some() && now != then {
                let problem = format!("not the same person as before sits where {side} does");
                verdict.problems.push(problem);
            }
        }
        Some(verdict)
    }

    /// A deal compared with the draw of a challenge.
    fn of(challenge: &Challenge, terms: &Terms, game: &GameRow) -> Option<Self> {
        let draw = Draw::of(challenge)?;
        let mut problems = Vec::new();
        let variant = Variant::drawn(&terms.game, &terms.variant, draw.seed);
        let drawn = variant.map_or_else(|error| error.to_string(), |variant| variant.to_string());
        if (&game.game, &game.variant) != (&terms.game, &drawn) {
            let played = &game.variant;
            problems.push(format!("its deal {played} is not the one drawn, {drawn}"));
        }
        Some(Self {
            is_deal_drawn: drawn != terms.variant,
            are_sides_drawn: terms.seat == Seat::Random,
            challenge: challenge.id,
            version: challenge.draw_version,
            card: challenge.card,
            accept: challenge.action?,
            kept_from: None,
            draw,
            problems,
        })
    }

    /// The lines that anyone can type to get the commitment and the draw.
    pub fn commands(&self) -> [String; 2] {
        let line = |text: &str| format!("printf '%s' '{text}' | sha256sum");
        [line(&self.draw.commitment_text), line(&self.draw.text)]
    }
}

/// Where the challenger sits.
const fn challenger_side(seat: Seat, draw: &Draw) -> Side {
    match (seat, draw.is_challenger_first) {
        (Seat::Mine, _) | (Seat::Random, true) => Side::First,
        (Seat::Theirs, _) | (Seat::Random, false) => Side::Second,
    }
}

fn sha256(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
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

    fn challenge(draw_version: DrawVersion) -> Challenge {
        Challenge {
            id: GameId(7),
            server: None,
            channel: None,
            challenger: None,
            opponent: None,
            terms: Terms {
                game: "zertz".to_owned(),
                variant: "37".to_owned(),
                seat: Seat::Random,
                pace: None,
                is_rated: false,
                note: None,
            },
            secret: "abc".to_owned(),
            draw_version,
            state: ChallengeState::Accepted,
            made_at: Time(0),
            expires_at: None,
            decided_at: None,
            action: Some(InteractionId(99)),
            card: None,
            keeps: None,
            standing: None,
        }
    }

    #[test]
    fn a_draw_of_the_first_version_can_be_checked_with_sha256sum() {
        // printf '%s' abc | sha256sum; printf '%s' 'hexpost draw 7 99 abc' | sha256sum
        let draw = Draw::of(&challenge(DrawVersion::First)).unwrap();
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
    fn a_draw_of_the_second_version_can_be_checked_with_sha256sum() {
        // printf '%s' 'hexpost commit 2 7 abc' | sha256sum
        // printf '%s' 'hexpost draw 2 7 55 99 abc' | sha256sum
        let mut challenge = challenge(DrawVersion::Second);
        challenge.card = Some(55);
        let draw = Draw::of(&challenge).unwrap();
        assert_eq!(
            draw.commitment,
            "7c02767a94db330398ba23c1143fc3ef5f88cf674224b29c9bbaef00b6ae3a7b"
        );
        assert_eq!(draw.text, "hexpost draw 2 7 55 99 abc");
        assert_eq!(
            draw.hash,
            "f306256568feec90ddcd4515b736cd2a228ba125b92f6034e05f5c57c04dcb14"
        );
        // Without a card its place is taken by 0.
        challenge.card = Some(0);
        let draw = Draw::of(&challenge).unwrap();
        assert_eq!(draw.text, "hexpost draw 2 7 0 99 abc");
    }

    #[test]
    fn secrets_differ() {
        assert_ne!(secret(), secret());
        assert_eq!(secret().len(), 64);
    }
}
