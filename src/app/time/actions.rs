//! What players do about time: giving it, claiming a game in which it has run out, and asking to be
//! reminded later.

use std::time::Duration;

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::time::clock::days;
use crate::app::time::reminders::Reminders;
use crate::app::{Act, App, Decision, No, Refusal};
use crate::model::{Event, GameId, PlayerId, Time};
use crate::store::StoreError;

/// The most that is given at once.
pub const MOST_GIFT: Duration = days(3);

/// *Tonight* is at this hour where the player is.
const TONIGHT: u8 = 19;
/// *Tomorrow* is at this one.
const TOMORROW: u8 = 9;

/// When someone wants to be reminded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Later {
    /// This evening.
    Tonight,
    /// Tomorrow morning.
    Tomorrow,
}

impl App {
    /// Gives the other player time, whoever is to move.
    pub async fn give_time(&self, act: &Act, id: GameId, time: Duration) -> Result<Game, No> {
        let time = time.min(MOST_GIFT).as_millis() as i64;
        let decide = |game: &Game| {
            let side = game.player(act)?;
            if game.row.pace.is_none() {
                return Err(Refusal::NoClock);
            }
            if !game.clock.may_give(!side, time, game.to_move(), act.now) {
                return Err(Refusal::TimeEnough);
            }
            let notice = Notice::TimeGiven { time };
            Ok(Decision::one(game, side, Event::TimeGiven(time), notice))
        };
        self.amend(act, id, decide).await
    }

    /// Claims a game in which the other's time has run out.
    pub async fn claim(&self, act: &Act, id: GameId) -> Result<Game, No> {
        let decide = |game: &Game| {
            let side = game.player(act)?;
            if game.row.pace.is_none() {
                return Err(Refusal::NoClock);
            }
            if game.to_move() == Some(side) {
                return Err(Refusal::OwnTime);
            }
            if let Some(away) = game.clock.away(!side) {
                return Err(Refusal::Away(away.until));
            }
            match game.clock.deadline(!side) {
                Some(deadline) if deadline > act.now => Err(Refusal::NotYet(deadline)),
                _ => Ok(Decision::end(Some(!side), Event::TimedOut)),
            }
        };
        self.amend(act, id, decide).await
    }

    /// Reminds a player of his turn later; says when that will be.
    pub async fn remind_later(&self, act: &Act, id: GameId, later: Later) -> Result<Time, No> {
        let game = self.load(id, act.now).await?;
        game.mover(act)?;
        let mut change = self.store.change().await?;
        let wishes = settings::player(&mut change, act.by).await?.reminders;
        let zone = wishes.zone().ok_or(Refusal::NoZone)?;
        let then = match later {
            Later::Tonight => zone.today(TONIGHT, act.now),
            Later::Tomorrow => zone.tomorrow(TOMORROW, act.now),
        };
        let then = then.filter(|then| *then > act.now);
        let then = then.ok_or(Refusal::EveningPast)?;
        if let Some(deadline) = game.row.status.deadline.filter(|end| *end <= then) {
            return Err(Refusal::TooLate(deadline).into());
        }
        let notice = Notice::Wake {
            board: game.board(),
        };
        let notice = notice.written_at(id, game.board(), then, Some(act.by));
        change.add_notice(id, &notice, then).await?;
        change.commit().await?;
        Ok(then)
    }

    /// How someone wants to be reminded; the usual way for someone who is gone.
    pub(crate) async fn reminders_of(
        &self,
        player: Option<PlayerId>,
    ) -> Result<Reminders, StoreError> {
        match player {
            Some(player) => Ok(self.player_settings(player).await?.reminders),
            None => Ok(Reminders::default()),
        }
    }

    /// Changes how someone is reminded, in all games at once.
    pub async fn set_reminders(&self, act: &Act, wishes: &Reminders) -> Result<(), No> {
        if wishes.zone.is_some() && wishes.zone().is_none() {
            return Err(Refusal::UnknownZone.into());
        }
        if wishes.zone.is_none() && (wishes.quiet.is_some() || wishes.digest.is_some()) {
            return Err(Refusal::NoZone.into());
        }
        let mut change = self.store.change().await?;
        let mut all = settings::player(&mut change, act.by).await?;
        all.reminders = wishes.clone();
        let text = settings::written(&all);
        change.set_player_settings(act.by, &text).await?;
        let digest_at = wishes.next_digest(act.now);
        change.set_digest_at(act.by, digest_at).await?;
        // Whoever is away is reminded of nothing, and of everything anew when he is back.
        if change.away_until(act.by).await?.is_none() {
            for row in change.running_games(act.by).await? {
                let standing = &row.status;
                let is_mine = standing.to_move.is_some() && standing.to_move == row.side_of(act.by);
                let is_over = standing.deadline.is_some_and(|end| end <= act.now);
                if is_mine && !is_over && row.frozen.is_none() {
                    let due = wishes.due(standing, act.now);
                    change.set_due(row.id, standing.seq, due).await?;
                }
            }
        }
        change.commit().await?;
        Ok(())
    }
}
