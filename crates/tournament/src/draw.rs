//! Seeding and lots that nobody can influence and that anyone can verify.
//!
//! As with the fair draw of a game, a secret is drawn when the tournament is created, and its hash, the
//! commitment, is shown on the card. The draw is a hash of the secret and of the ids of all Join interactions
//! and of the one that starts the tournament, which Discord assigns. Afterwards the secret is published.
//!
//! To verify it without this program:
//!
//! ```text
//! printf '%s' 'hexpost tournament commit 1 TOURNAMENT SECRET' | sha256sum         # the commitment
//! printf '%s' 'hexpost tournament draw 1 TOURNAMENT START JOINS SECRET' | sha256sum # the draw
//! printf '%s' 'hexpost tournament lot 1 DRAW PURPOSE ENTRANT' | sha256sum         # an entrant's lot
//! ```
//!
//! JOINS are the ids of the Join interactions of those who play, ascending, joined by commas. PURPOSE is
//! `seeding`, `numbers`, or `round N`. Lots are compared as text; the lowest comes first.

use std::cmp::Reverse;
use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::entrant::{Entrant, EntrantId};

/// A draw: its inputs and its hash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeedingDraw {
    /// The text whose hash is the commitment, known before the start.
    pub commitment_text: String,
    /// The commitment.
    pub commitment: String,
    /// The text whose hash is the draw.
    pub text: String,
    /// The draw, in hexadecimal digits.
    pub hash: String,
}

/// What lots are drawn for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// The order of entrants with the same rating.
    Seeding,
    /// The numbers of a round robin.
    Numbers,
    /// Equal pairings in a round of a Swiss tournament, and who moves first.
    Round(u16),
}

impl SeedingDraw {
    /// The draw of a tournament that is started by interaction `start`; `joins` are the ids of the Join
    /// interactions, in any order.
    pub fn new(tournament: i64, secret: &str, joins: &[u64], start: u64) -> Self {
        let mut joins = joins.to_vec();
        joins.sort_unstable();
        let joins: Vec<String> = joins.iter().map(u64::to_string).collect();
        let joins = joins.join(",");
        let text = format!("hexpost tournament draw 1 {tournament} {start} {joins} {secret}");
        Self {
            commitment_text: commitment_text(tournament, secret),
            commitment: commitment(tournament, secret),
            hash: sha256(&text),
            text,
        }
    }

    /// The text whose hash is an entrant's lot.
    pub fn lot_text(&self, purpose: Purpose, entrant: EntrantId) -> String {
        let purpose = match purpose {
            Purpose::Seeding => "seeding".to_owned(),
            Purpose::Numbers => "numbers".to_owned(),
            Purpose::Round(number) => format!("round {number}"),
        };
        format!("hexpost tournament lot 1 {} {purpose} {entrant}", self.hash)
    }

    /// An entrant's lot: a hash. The lowest comes first.
    pub fn lot(&self, purpose: Purpose, entrant: EntrantId) -> String {
        sha256(&self.lot_text(purpose, entrant))
    }

    /// Entrants in the order of their lots.
    pub fn shuffled(
        &self,
        purpose: Purpose,
        entrants: impl IntoIterator<Item = EntrantId>,
    ) -> Vec<EntrantId> {
        let mut order: Vec<EntrantId> = entrants.into_iter().collect();
        order.sort_by_cached_key(|&entrant| (self.lot(purpose, entrant), entrant));
        order
    }

    /// Entrants from the highest rating to the lowest; lots decide between equal ones.
    pub fn seeding(&self, entrants: &[Entrant]) -> Vec<EntrantId> {
        let mut order: Vec<&Entrant> = entrants.iter().collect();
        order.sort_by_cached_key(|entrant| {
            let lot = self.lot(Purpose::Seeding, entrant.id);
            (Reverse(entrant.rating), lot, entrant.id)
        });
        order.into_iter().map(|entrant| entrant.id).collect()
    }

    /// The shell commands with which anyone can compute the commitment and the draw.
    pub fn commands(&self) -> [String; 2] {
        let line = |text: &str| format!("printf '%s' '{text}' | sha256sum");
        [line(&self.commitment_text), line(&self.text)]
    }
}

fn commitment_text(tournament: i64, secret: &str) -> String {
    format!("hexpost tournament commit 1 {tournament} {secret}")
}

/// The hash that is shown before the secret is published.
pub fn commitment(tournament: i64, secret: &str) -> String {
    sha256(&commitment_text(tournament, secret))
}

fn sha256(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().fold(String::new(), |mut text, byte| {
        // Writing to a `String` can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
