//! The token of an interaction, with which the bot can send follow-ups.

use super::ids::{ChannelId, InteractionId, PlayerId};
use super::time::Time;

/// The token of the latest interaction with a game. It is used for follow-ups in channels where the
/// bot may not post.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplyToken {
    /// The token.
    pub token: String,
    /// The interaction.
    pub interaction: InteractionId,
    /// The invoker.
    pub player: PlayerId,
    /// Can the bot only respond there? Otherwise the token is used only if posting fails.
    pub is_guest: bool,
    /// The channel of the interaction, and its parent if it is a thread.
    pub places: [ChannelId; 2],
    /// How long Discord accepts it.
    pub until: Time,
}

impl ReplyToken {
    /// Was the interaction in one of these channels?
    pub fn is_at(&self, places: &[Option<ChannelId>]) -> bool {
        let mut known = places.iter().flatten();
        known.any(|place| self.places.contains(place))
    }
}
