//! Components of replays, lists of finished games, and records.

use hexpost_engine::game::GameKind;

use crate::discord::custom_id::action::BoardRequest;
use crate::discord::custom_id::codec::{Decoder, Encoder, Field, id_enum};
use crate::model::{GameId, GameRef, GameResult, PlayerId, Time};

id_enum! {
    /// A button of a replay.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ReplayAction {
        /// Asks for the number of the turn whose board is to be shown in the style of this request.
        Jump(request: BoardRequest as JumpRequest) => "j",
        /// Animates the whole game.
        Animate(perspective: Perspective) => "f",
        /// Asks for the range of turns to animate.
        Part(perspective: Perspective) => "p",
        /// Lists finished games.
        List(list: HistoryQuery) => "l",
    }
}

id_enum! {
    /// An action on the record of a game.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum RecordAction {
        /// Sends the record as files.
        Files(game: GameRef) => "f",
        /// Opens the modal for a record as text.
        Paste => "p",
        /// Asks the user to confirm that an imported game is to be deleted.
        Drop(game: GameRef) => "d",
        /// Deletes an imported game.
        DropSurely(game: GameRef) => "D",
        /// Opens the modal with the text that could not be imported.
        PasteAgain => "P",
    }
}

/// A game and the side from which it is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Perspective {
    /// The game.
    pub game: GameRef,
    /// Whether the second player is at the bottom.
    pub is_flipped: bool,
}

impl Field for Perspective {
    fn encode(&self, id: &mut Encoder) {
        self.game.encode(id);
        self.is_flipped.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        Some(Self {
            game: Field::decode(id)?,
            is_flipped: Field::decode(id)?,
        })
    }
}

/// A request whose ply is not known yet.
struct JumpRequest(BoardRequest);

impl Field for JumpRequest {
    fn encode(&self, id: &mut Encoder) {
        self.0.is_text.encode(id);
        self.0.game.encode(id);
        self.0.is_flipped.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        let is_text = Field::decode(id)?;
        let Perspective { game, is_flipped } = Field::decode(id)?;
        Some(Self(BoardRequest {
            game,
            ply: None,
            is_flipped,
            is_text,
            slot: 0,
        }))
    }
}

/// A page of a filtered list of finished games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct HistoryQuery {
    /// Only games against this opponent.
    pub opponent: Option<PlayerId>,
    /// Only this game.
    pub game: Option<GameKind>,
    /// Only this variant of the game.
    pub variant: Option<&'static str>,
    /// Only games with this result.
    pub score: Option<GameResult>,
    /// The page starts after this game, which ended at this time.
    pub after: Option<(Time, GameId)>,
}

impl HistoryQuery {
    /// The list with the same filter that starts elsewhere.
    #[must_use]
    pub const fn after(self, after: Option<(Time, GameId)>) -> Self {
        Self { after, ..self }
    }
}

impl Field for HistoryQuery {
    fn encode(&self, id: &mut Encoder) {
        self.opponent.encode(id);
        self.game.encode(id);
        id.field(self.variant.unwrap_or_default());
        self.score.encode(id);
        self.after.map(|(time, _)| time).encode(id);
        self.after.map(|(_, game)| game).encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        let opponent = Field::decode(id)?;
        let game: Option<GameKind> = Field::decode(id)?;
        let variant = match id.field()? {
            "" => None,
            name => Some(
                game?
                    .offered()
                    .iter()
                    .copied()
                    .find(|known| *known == name)?,
            ),
        };
        let score = Field::decode(id)?;
        let after = match (Field::decode(id)?, Field::decode(id)?) {
            (Some(time), Some(game)) => Some((time, game)),
            (None, None) => None,
            _ => return None,
        };
        Some(Self {
            opponent,
            game,
            variant,
            score,
            after,
        })
    }
}
