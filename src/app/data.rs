//! What is kept about one person: all of it, to take away or to be forgotten.

use serde_json::{Value, json};

use crate::store::challenges::{Challenge, State};
use crate::store::{GameId, PlayerId, Time};

use super::game::Game;
use super::settings;
use super::{Act, App, No, Refusal};

/// What was forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forgotten {
    /// Running games that were resigned.
    pub resigned: usize,
    /// Challenges that were withdrawn or declined.
    pub challenges: usize,
}

impl App {
    /// Everything that is kept about a player.
    pub async fn export(&self, player: PlayerId, now: Time) -> Result<Value, No> {
        let mut session = self.read().await?;
        let settings = settings::player(&mut session, player).await?;
        let blocks = session.blocks_of(player).await?;
        let mutes = session.mutes_of(player).await?;
        let challenges = session.challenges_of(player).await?;
        let rows = session.games_of(player).await?;
        let drafts = session.drafts_of(player).await?;
        let notices = session.notices_of(player).await?;
        drop(session);
        let mut games = Vec::new();
        for row in rows {
            let id = row.id;
            games.push(match self.load(id, now).await {
                Ok(game) => game_json(&game, player),
                Err(No::Refused(Refusal::Frozen)) => json!({ "game": id, "frozen": true }),
                Err(no) => return Err(no),
            });
        }
        let drafts = drafts
            .iter()
            .map(|(game, draft)| json!({ "game": game, "steps": draft.steps, "at": draft.at }));
        let notices = notices
            .iter()
            .map(|notice| serde_json::from_str(notice).unwrap_or_else(|_| json!(notice)));
        Ok(json!({
            "player": player,
            "exported_at": now,
            "settings": settings,
            "blocked": blocks,
            "muted": mutes,
            "challenges": challenges.iter().map(challenge_json).collect::<Vec<_>>(),
            "games": games,
            "drafts": drafts.collect::<Vec<_>>(),
            "notices": notices.collect::<Vec<Value>>(),
        }))
    }

    /// Forgets a player, at once. Games stay, without his number; those that run are resigned.
    pub async fn forget(&self, act: &Act) -> Result<Forgotten, No> {
        let mut forgotten = Forgotten::default();
        let mut session = self.read().await?;
        let running = session.running_games(act.by).await?;
        let open = [
            session.open_challenges_by(act.by).await?,
            session.open_challenges_to(act.by).await?,
        ];
        drop(session);
        for row in running {
            // Whatever stops this, asking again goes on where it stopped.
            match self.resign_for(act.by, row.id, act.now).await {
                Ok(_) => forgotten.resigned += 1,
                Err(No::Refused(_)) => {}
                Err(no) => return Err(no),
            }
        }
        let mut change = self.begin(act).await?;
        for challenge in open.into_iter().flatten() {
            let is_own = challenge.challenger == Some(act.by);
            let state = if is_own {
                State::Withdrawn
            } else {
                State::Declined
            };
            let decided = change.decide(challenge.id, state, None, act.now).await?;
            forgotten.challenges += usize::from(decided);
        }
        change.drop_notices_of(act.by).await?;
        change.drop_drafts_of(act.by).await?;
        change.drop_mutes_of(act.by).await?;
        change.drop_player(act.by).await?;
        change.forget_in_challenges(act.by).await?;
        change.forget_in_games(act.by).await?;
        change.commit().await?;
        Ok(forgotten)
    }
}

fn game_json(game: &Game, player: PlayerId) -> Value {
    let row = &game.row;
    json!({
        "game": row.id,
        "server": row.server,
        "channel": row.channel,
        "thread": row.thread,
        "side": game.side_of(player),
        "started_at": row.started_at,
        "days": row.days,
        "rated": row.is_rated,
        "record": game.record,
    })
}

fn challenge_json(challenge: &Challenge) -> Value {
    let Challenge { id, terms, .. } = challenge;
    let id: GameId = *id;
    json!({
        "challenge": id,
        "server": challenge.server,
        "channel": challenge.channel,
        "challenger": challenge.challenger,
        "opponent": challenge.opponent,
        "game": terms.game,
        "variant": terms.variant,
        "seat": terms.seat.as_str(),
        "days": terms.days,
        "rated": terms.is_rated,
        "note": terms.note,
        "state": challenge.state.as_str(),
        "made_at": challenge.made_at,
        "decided_at": challenge.decided_at,
    })
}
