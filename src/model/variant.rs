//! The variant of a stored game or challenge.

use std::borrow::Cow;

use hexpost_engine::game::{GameKind, Variant, VariantError};

/// A game and one of its variants, parsed from their stored names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoredVariant {
    /// A variant with its starting position.
    Known(Variant),
    /// A variant of a challenge whose deal is random: it is decided when the challenge is accepted.
    Undealt {
        /// The game.
        kind: GameKind,
        /// The name of the variant, without a seed.
        name: String,
    },
    /// Names that this version of the program doesn't know. A game with them is frozen.
    Unknown {
        /// The name of the game.
        game: String,
        /// The name of the variant.
        name: String,
    },
}

impl StoredVariant {
    /// Parses the stored names of a game and of one of its variants.
    pub fn parse(game: &str, name: &str) -> Self {
        if let Ok(variant) = Variant::parse(game, name) {
            return Self::Known(variant);
        }
        match Variant::drawn(game, name, 0) {
            Ok(variant) => Self::Undealt {
                kind: variant.game(),
                name: name.to_owned(),
            },
            Err(_) => Self::Unknown {
                game: game.to_owned(),
                name: name.to_owned(),
            },
        }
    }

    /// The game, if this version knows it.
    pub const fn kind(&self) -> Option<GameKind> {
        match self {
            Self::Known(variant) => Some(variant.game()),
            Self::Undealt { kind, .. } => Some(*kind),
            Self::Unknown { .. } => None,
        }
    }

    /// The stored name of the game.
    pub fn game_name(&self) -> &str {
        match self {
            Self::Known(variant) => variant.game().as_str(),
            Self::Undealt { kind, .. } => kind.as_str(),
            Self::Unknown { game, .. } => game,
        }
    }

    /// The stored name of the variant.
    pub fn name(&self) -> Cow<'_, str> {
        match self {
            Self::Known(variant) => Cow::Owned(variant.to_string()),
            Self::Undealt { name, .. } | Self::Unknown { name, .. } => Cow::Borrowed(name),
        }
    }

    /// The variant with its starting position, or what is wrong with the names.
    pub fn dealt(&self) -> Result<Variant, VariantError> {
        match self {
            Self::Known(variant) => Ok(variant.clone()),
            Self::Undealt { .. } | Self::Unknown { .. } => {
                Variant::parse(self.game_name(), &self.name())
            }
        }
    }

    /// Like [`StoredVariant::dealt`], but a random deal gets this seed.
    pub fn deal(&self, seed: u64) -> Result<Variant, VariantError> {
        match self {
            Self::Known(variant) => Ok(variant.clone()),
            Self::Undealt { .. } | Self::Unknown { .. } => {
                Variant::drawn(self.game_name(), &self.name(), seed)
            }
        }
    }
}

impl From<Variant> for StoredVariant {
    fn from(variant: Variant) -> Self {
        Self::Known(variant)
    }
}
