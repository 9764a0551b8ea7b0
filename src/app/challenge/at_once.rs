//! Games that begin without asking anyone: the challenge is stored and accepted in one transaction.

use hexpost_engine::side::Side;

use crate::app::challenge::begun;
use crate::app::challenge::fair_draw::{self, FairDraw};
use crate::app::game::state::Game;
use crate::app::{Act, AppError, Refusal};
use crate::model::{
    Acceptance, Challenge, ChallengeState, ChannelId, DrawVersion, GameId, PlayerId, ServerId,
    Terms,
};
use crate::store::Transaction;

/// A game that begins at once.
pub(crate) struct GameAtOnce {
    /// Where it is played; `None` in direct messages.
    pub(crate) server: Option<ServerId>,
    /// The channel in which it begins.
    pub(crate) channel: Option<ChannelId>,
    /// The other player; `None` if the computer plays.
    pub(crate) opponent: Option<PlayerId>,
    /// What is played.
    pub(crate) terms: Terms,
}

/// Stores and accepts the challenge of whoever acts. Returns the game, which is still to be stored, with the
/// side of whoever acts.
pub(crate) async fn begin_at_once(
    tx: &mut Transaction,
    act: &Act,
    new: GameAtOnce,
) -> Result<(Game, Side), AppError> {
    let mut challenge = Challenge {
        id: GameId(0),
        server: new.server,
        channel: new.channel,
        challenger: Some(act.by),
        opponent: new.opponent,
        terms: new.terms,
        secret: fair_draw::secret(),
        draw_version: DrawVersion::LATEST,
        state: ChallengeState::Open,
        made_at: act.now,
        expires_at: Some(act.now),
        decided_at: None,
        action: None,
        card: Some(0),
        keeps: None,
        standing: None,
    };
    challenge.id = tx.add_challenge(&challenge).await?;
    let acceptance = Acceptance {
        action: act.interaction,
        card: challenge.card,
        keeps: None,
    };
    tx.accept(challenge.id, &acceptance, act.now).await?;
    let draw = FairDraw::new(&challenge, act.interaction);
    let game = begun(&challenge, new.opponent, &draw, None, act.now)?;
    let side = game.row.side_of(act.by).ok_or(Refusal::NotAPlayer)?;
    Ok((game, side))
}
