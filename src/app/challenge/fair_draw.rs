//! The fair draw: sides and deals that no player can influence and that anyone can verify.
//!
//! Each challenge has a secret, whose hash, the commitment, is shown on the challenge card. The draw is
//! a hash of the secret, the id of the card's message and the id of the interaction that accepts the
//! challenge, both of which Discord assigns; afterwards the secret is published. A player knows none of
//! these in time. The host of the bot knows the secret, but has fixed it before the acceptance, whose
//! id is publicly attached to the response, so that a manipulated draw leaves a trace. If the response
//! is ephemeral, there is no public trace.
//!
//! To verify a draw of the second version without this program:
//!
//! ```text
//! printf '%s' 'hexpost commit 2 CHALLENGE SECRET' | sha256sum            # the commitment
//! printf '%s' 'hexpost draw 2 CHALLENGE CARD ACCEPT SECRET' | sha256sum  # the draw
//! ```
//!
//! CHALLENGE is the number of the challenge and of the game; CARD is the id of the card's message, or 0
//! if none was known at the time of the acceptance; ACCEPT is the id of the accepting interaction. In
//! the first version, that of older challenges, the commitment is the hash of the secret alone, and the
//! draw that of `hexpost draw CHALLENGE ACCEPT SECRET`.
//!
//! The first sixteen digits of the draw are the seed; if the seventeenth is even, the challenger moves
//! first.
//!
//! Aborting a game does not lead to another draw: if the same two players make the same challenge again
//! within [a day](KEPT_FOR), sides and deal stay the same.

use std::time::Duration;

use hexpost_engine::game::{Variant, VariantError};
use hexpost_engine::side::{BySide, Side};
use sha2::{Digest as _, Sha256};

use crate::app::game::ending::BEGUN;
use crate::app::time::clock;
use crate::model::{
    Challenge, ChallengeState, DrawVersion, EarlierChallenge, GameId, GameRow, InteractionId,
    PlayerId, Seat, StoredVariant, Terms, Time,
};

/// How long the draw of an aborted game is kept, counted from the end of the game, or from the closing
/// of a challenge that kept the draw.
pub const KEPT_FOR: Duration = clock::days(1);

/// A draw: its inputs and its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FairDraw {
    /// The secret of the challenge.
    pub secret: String,
    /// The text whose hash is the commitment.
    pub commitment_text: String,
    /// The commitment, which was shown with the challenge.
    pub commitment: String,
    /// The text whose hash is the draw.
    pub text: String,
    /// The hash that is the draw, in hexadecimal digits.
    pub hash: String,
    /// The seed of the deal.
    pub seed: u64,
    /// Does the challenger move first, if the seats were left to the draw?
    pub is_challenger_first: bool,
}

/// Generates a secret.
pub(crate) fn secret() -> String {
    let mut bytes = [0; 32];
    // Without the system's random numbers no draw would be fair. They are not known to fail.
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    hex(&bytes)
}

/// The text whose hash is the commitment of a challenge.
fn commitment_text(challenge: &Challenge) -> String {
    let Challenge { id, secret, .. } = challenge;
    match challenge.draw_version {
        DrawVersion::First => secret.clone(),
        DrawVersion::Second => format!("hexpost commit 2 {id} {secret}"),
    }
}

/// The commitment of a challenge: the hash that is shown before the secret is published.
pub fn commitment(challenge: &Challenge) -> String {
    sha256(&commitment_text(challenge))
}

/// Does anything about these terms depend on the draw?
pub fn is_drawn(terms: &Terms) -> bool {
    terms.seat == Seat::Random || terms.variant.dealt().is_err()
}

impl FairDraw {
    /// The draw of an accepted challenge; `None` if it has not been accepted.
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

/// The game whose draw is kept by a challenge made at `made_at`, given the last challenge of the same
/// two players with the same terms.
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

/// An aborted game whose draw is kept, with the challenge it came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Source {
    pub(crate) challenge: Challenge,
    pub(crate) game: GameRow,
}

/// The variant and the players of a game, as decided by its own draw or by the one that is kept. The
/// computer is no player.
pub(crate) fn decided(
    challenge: &Challenge,
    acceptor: Option<PlayerId>,
    draw: &FairDraw,
    source: Option<&Source>,
) -> Result<(Variant, BySide<Option<PlayerId>>), VariantError> {
    let terms = &challenge.terms;
    let variant = terms.variant.deal(draw.seed)?;
    let players = if let Some(source) = source {
        source.game.players
    } else {
        let side = challenger_side(terms.seat, draw);
        BySide::new_with(|seat| {
            if seat == side {
                challenge.challenger
            } else {
                acceptor
            }
        })
    };
    Ok((variant, players))
}

/// The comparison of a game with its draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DrawCheck {
    /// The draw.
    pub draw: FairDraw,
    /// The challenge the draw belongs to.
    pub challenge: GameId,
    /// The version of the draw.
    pub version: DrawVersion,
    /// The id of the card's message, which is part of the draw; `None` in the first version.
    pub card: Option<i64>,
    /// The id of the interaction that accepted the challenge.
    pub accept: InteractionId,
    /// The aborted game whose draw was kept, if the game has no draw of its own.
    pub kept_from: Option<GameId>,
    /// Was the deal drawn?
    pub is_deal_drawn: bool,
    /// Were the sides drawn?
    pub are_sides_drawn: bool,
    /// The differences between the game and its draw; empty if everything is as drawn.
    pub problems: Vec<String>,
}

impl DrawCheck {
    /// Compares a game with its draw; `None` if the challenge was never accepted. `source` is the game
    /// whose draw the challenge keeps.
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

    /// Compares a game with its own draw.
    fn own(challenge: &Challenge, game: &GameRow) -> Option<Self> {
        let terms = &challenge.terms;
        let mut verdict = Self::of(challenge, terms, game)?;
        let first = challenger_side(terms.seat, &verdict.draw);
        // A player whose data were erased can't be compared.
        if let Some(challenger) = challenge.challenger
            && game.players[first] != Some(challenger)
        {
            verdict.problems.push(format!(
                "the challenger does not sit where he was to: {first}"
            ));
        }
        Some(verdict)
    }

    /// Compares a game with the draw of an earlier game.
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

    /// Compares a deal with the draw of a challenge.
    fn of(challenge: &Challenge, terms: &Terms, game: &GameRow) -> Option<Self> {
        let draw = FairDraw::of(challenge)?;
        let mut problems = Vec::new();
        let variant = terms.variant.deal(draw.seed);
        if !matches!((&variant, &game.variant), (Ok(drawn), StoredVariant::Known(played)) if drawn == played)
        {
            let drawn = variant.map_or_else(|error| error.to_string(), |drawn| drawn.to_string());
            let played = game.variant.name();
            problems.push(format!("its deal {played} is not the one drawn, {drawn}"));
        }
        Some(Self {
            is_deal_drawn: matches!(terms.variant, StoredVariant::Undealt { .. }),
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

    /// The shell commands with which anyone can compute the commitment and the draw.
    pub fn commands(&self) -> [String; 2] {
        let line = |text: &str| format!("printf '%s' '{text}' | sha256sum");
        [line(&self.draw.commitment_text), line(&self.draw.text)]
    }
}

/// The side of the challenger.
const fn challenger_side(seat: Seat, draw: &FairDraw) -> Side {
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
        // Writing to a `String` can't fail.
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
                variant: StoredVariant::parse("zertz", "37"),
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
        let draw = FairDraw::of(&challenge(DrawVersion::First)).unwrap();
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
        let draw = FairDraw::of(&challenge).unwrap();
        assert_eq!(
            draw.commitment,
            "7c02767a94db330398ba23c1143fc3ef5f88cf674224b29c9bbaef00b6ae3a7b"
        );
        assert_eq!(draw.text, "hexpost draw 2 7 55 99 abc");
        assert_eq!(
            draw.hash,
            "f306256568feec90ddcd4515b736cd2a228ba125b92f6034e05f5c57c04dcb14"
        );
        // Without a card, its id is 0.
        challenge.card = Some(0);
        let draw = FairDraw::of(&challenge).unwrap();
        assert_eq!(draw.text, "hexpost draw 2 7 0 99 abc");
    }

    #[test]
    fn secrets_differ() {
        assert_ne!(secret(), secret());
        assert_eq!(secret().len(), 64);
    }
}
