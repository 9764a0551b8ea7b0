//! Games against the computer: starting them, and changing the level.
//!
//! The computer is no player: its seat has no user, and the game's row says which side it plays. Its turns
//! come from [`jobs`].

pub mod assessment;
pub mod evaluation;
mod fair_play;
pub mod game_analysis;
pub mod hint;
pub mod jobs;
pub mod questions;

use hexpost_engine::search::Level;

use crate::app::challenge::at_once::{GameAtOnce, begin_at_once};
use crate::app::challenge::{check_place, check_terms, tell};
use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::time::reminders::Reminders;
use crate::app::{Act, App, AppError, Decision, Refusal, retry};
use crate::model::{
    ChannelId, Computer, Event, GameId, NewEvent, Seat, Seq, ServerId, StoredVariant, Terms,
    level_number,
};
use crate::store::StoreError;

/// The level of a game for which none was chosen.
pub const USUAL_LEVEL: Level = Level::Numbered(2);

/// A game against the computer to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewComputerGame {
    /// The game and its variant.
    pub variant: StoredVariant,
    /// The player's seat.
    pub seat: Seat,
    /// The level.
    pub level: Level,
    /// The server on which it is started, if any.
    pub server: Option<ServerId>,
    /// The channel in which it is started.
    pub channel: Option<ChannelId>,
    /// The turns with which it begins, in canonical notation.
    pub opening: Vec<String>,
}

impl App {
    /// Starts a game against the computer.
    pub async fn play_computer(&self, act: &Act, new: &NewComputerGame) -> Result<Game, AppError> {
        retry!(self.try_play_computer(act, new))
    }

    async fn try_play_computer(&self, act: &Act, new: &NewComputerGame) -> Result<Game, AppError> {
        let mut terms = Terms {
            variant: new.variant.clone(),
            seat: new.seat,
            pace: None,
            is_rated: false,
            note: None,
        };
        check_terms(&mut terms)?;
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        check_place(&mut tx, new.server, new.channel).await?;
        let running = tx.running_games(act.by).await?;
        let running = running.iter().filter(|row| row.computer.is_some());
        if running.count() >= self.limits.computer_games {
            return Err(Refusal::TooManyComputerGames(self.limits.computer_games).into());
        }
        let at_once = GameAtOnce {
            server: new.server,
            channel: new.channel,
            opponent: None,
            terms,
        };
        let (mut game, side) = begin_at_once(&mut tx, act, at_once).await?;
        let id = game.row.id;
        game.row.computer = Some(Computer {
            side: !side,
            level: new.level,
        });
        game.computer = game.row.computer;
        game.row.given = new.opening.len() as i64;
        let mut events = Vec::new();
        for text in &new.opening {
            let event = Event::Turn(text.clone());
            let side = Some(game.record.game().to_move());
            let added = game.add(&event, side, act.now);
            added.map_err(|why| StoreError::Damaged(why.to_string()))?;
            events.push(NewEvent { event, side });
        }
        let Some(mover) = game.to_move() else {
            return Err(Refusal::Finished.into());
        };
        game.reschedule(&Reminders::default(), act.now);
        tx.add_game(&game.row).await?;
        let mut seq = Seq::START;
        for event in &events {
            seq = seq.next();
            tx.add_event(id, seq, event, act.now).await?;
        }
        tx.reschedule_vacation(act.by, id, act.now).await?;
        // The computer's first turn pings the player, and so the start does not.
        let recipient = Some(act.by).filter(|_| mover == side);
        tell(&mut tx, id, &Notice::Started, recipient, act.now).await?;
        if game.is_computers_turn() {
            let job = self.new_turn_job(&game, new.level);
            tx.put_job(&job, act.now).await?;
        }
        tx.commit().await?;
        Ok(game)
    }

    /// Starts a game against the computer from the position of one's own finished game after `ply` turns, if
    /// that is fair (`fair_play.rs`). The variant and the opening are those of that game.
    pub async fn play_on(
        &self,
        act: &Act,
        (id, ply): (GameId, usize),
        new: &NewComputerGame,
    ) -> Result<Game, AppError> {
        let game = self.load(id, act.now).await?;
        game.row.side_of(act.by).ok_or(Refusal::NotAPlayer)?;
        let mut opening = game.record.texts();
        let ply = ply.min(opening.len());
        self.check_fair_play(act.by, &game, ply, act.now).await?;
        opening.truncate(ply);
        let new = NewComputerGame {
            variant: game.row.variant.clone(),
            opening,
            ..new.clone()
        };
        self.play_computer(act, &new).await
    }

    /// Gives the computer another level. If it is thinking, it starts again.
    pub async fn set_level(&self, act: &Act, id: GameId, level: Level) -> Result<Game, AppError> {
        let decide = |game: &Game| {
            let side = game.player(act)?;
            let computer = game.computer.ok_or(Refusal::NoComputer)?;
            let event = NewEvent {
                event: Event::LevelSet(level_number(level)),
                side: Some(side),
            };
            Ok(Decision {
                events: Some(event)
                    .filter(|_| computer.level != level)
                    .into_iter()
                    .collect(),
                notices: Vec::new(),
            })
        };
        self.update_game(act, id, decide).await
    }
}
