//! Components of games against the computer.

use hexpost_engine::search::Level;

use crate::discord::custom_id::codec::{BoardRef, Decoder, Encoder, Field, id_enum};
use crate::discord::view::variants::OfferedVariant;
use crate::model::{GameId, Seat, level_number, level_of_number};

id_enum! {
    /// A component of a game against the computer, or of the form in which one is started. The form needs
    /// no memory: each of its components carries the whole choice.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ComputerAction {
        /// Opens the form.
        Open => "o",
        /// Selects the game.
        Game(draft: ComputerDraft) => "g",
        /// Selects the level.
        Level(draft: ComputerDraft) => "l",
        /// Selects who moves first.
        Side(draft: ComputerDraft) => "s",
        /// Starts the game.
        Start(draft: ComputerDraft) => "b",
        /// Opens the form for a game from a position of a finished game, by the number of turns.
        PlayOn(game: GameId, ply: u16) => "p",
        /// Shows the first step of a hint: what to look at.
        HintLook(shown: BoardRef) => "h",
        /// Shows the second step of a hint: the turn.
        HintTurn(shown: BoardRef) => "t",
        /// Asks for another level in a running game.
        AskLevel(game: GameId) => "a",
        /// Changes the level in a running game.
        SetLevel(game: GameId) => "c",
    }
}

impl ComputerAction {
    /// The game that the component is about, if any.
    pub(crate) const fn game(self) -> Option<GameId> {
        match self {
            Self::AskLevel(game) | Self::SetLevel(game) | Self::PlayOn(game, _) => Some(game),
            Self::HintLook(shown) | Self::HintTurn(shown) => Some(shown.game),
            _ => None,
        }
    }
}

/// A game against the computer that has not been started yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ComputerDraft {
    /// The game.
    pub variant: OfferedVariant,
    /// The level.
    pub level: Level,
    /// The player's seat.
    pub seat: Seat,
    /// The finished game whose position it begins with, after so many turns; its variant counts then.
    pub from: Option<GameId>,
    /// The number of turns of that game.
    pub ply: u16,
}

impl Field for ComputerDraft {
    fn encode(&self, id: &mut Encoder) {
        self.variant.encode(id);
        level_number(self.level).encode(id);
        id.field(self.seat.as_str());
        self.from.encode(id);
        self.ply.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        Some(Self {
            variant: Field::decode(id)?,
            level: level_of_number(Field::decode(id)?)?,
            seat: Seat::from_name(id.field()?)?,
            from: Field::decode(id)?,
            ply: Field::decode(id)?,
        })
    }
}
