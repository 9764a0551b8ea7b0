//! Components of the form in which a challenge is put together.

use crate::discord::custom_id::codec::{Decoder, Encoder, Field, id_enum};
use crate::discord::view::variants::{OfferedVariant, offered};
use crate::model::{Pace, PlayerId};

id_enum! {
    /// A component of the form. Each carries the challenge as it stands, so that the form needs no
    /// memory.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ChallengeFormAction {
        /// Selects the opponent.
        Opponent(draft: ChallengeDraft) => "o",
        /// Selects the game.
        Game(draft: ChallengeDraft) => "g",
        /// Selects the time control.
        Pace(draft: ChallengeDraft) => "p",
        /// Switches between rated and unrated.
        Rated(draft: ChallengeDraft) => "r",
        /// Sends the challenge.
        Send(draft: ChallengeDraft) => "s",
    }
}

/// A challenge that has not been sent yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChallengeDraft {
    /// Who is challenged; `None` for anyone.
    pub opponent: Option<PlayerId>,
    /// The game.
    pub variant: OfferedVariant,
    /// The time control; `None` for a game without a clock.
    pub pace: Option<Pace>,
    /// Does the result count for ratings?
    pub is_rated: bool,
}

impl Field for ChallengeDraft {
    fn encode(&self, id: &mut Encoder) {
        self.opponent.encode(id);
        self.variant.encode(id);
        self.pace.encode(id);
        self.is_rated.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        Some(Self {
            opponent: Field::decode(id)?,
            variant: Field::decode(id)?,
            pace: Field::decode(id)?,
            is_rated: Field::decode(id)?,
        })
    }
}

/// The game and the variant, separated by a colon.
impl Field for OfferedVariant {
    fn encode(&self, id: &mut Encoder) {
        id.field(&format!("{}:{}", self.game, self.name));
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        let (game, name) = id.field()?.split_once(':')?;
        offered().find(|offered| offered.game == game && offered.name == name)
    }
}

/// As players write it, such as `3d`.
impl Field for Pace {
    fn encode(&self, id: &mut Encoder) {
        id.field(&self.to_string());
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        id.field()?.parse().ok()
    }
}
