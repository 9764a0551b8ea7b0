//! Making a turn, and the forced and planned turns that follow from it.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::notation::ReadError;
use hexpost_engine::side::Side;
use hexpost_engine::steps::Step;

use crate::app::game::draft::touched;
use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::plan::Plans;
use crate::app::{Act, App, AppError, Decision, MAX_ATTEMPTS, Refusal};
use crate::model::{Event, GameId, NewEvent, PlayerId, Time};
use crate::store::Connection;

/// Maximum number of turns that are played automatically in a row.
const MAX_BY_THEMSELVES: usize = 100;

/// The reason for which a turn is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TurnOrigin {
    /// A player chose it.
    Chosen,
    /// It was the only legal turn.
    Forced,
    /// It was planned.
    Planned,
}

/// A turn as a player enters it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TurnInput {
    /// Typed, in any notation.
    Text(String),
    /// Chosen step by step.
    Steps(Vec<Step>),
}

/// The outcome of a turn.
#[derive(Clone, Debug)]
pub struct Played {
    /// The game after all turns.
    pub game: Game,
    /// The turn in canonical notation, followed by the turns that were played automatically.
    pub turns: Vec<String>,
    /// Was it the only legal turn?
    pub was_forced: bool,
}

impl TurnInput {
    /// The turn that was entered.
    pub(crate) fn turn(&self, game: &AnyGame) -> Result<AnyTurn, Refusal> {
        match self {
            Self::Text(text) => game.read(text).map_err(Refusal::Text),
            Self::Steps(steps) => game.offer(steps)?.finished.ok_or(Refusal::Unfinished),
        }
    }
}

impl App {
    /// Makes a turn.
    pub async fn play(&self, act: &Act, id: GameId, made: &TurnInput) -> Result<Played, AppError> {
        let mut act = *act;
        for _ in 0..MAX_ATTEMPTS {
            let game = self.load(id, act.now).await?;
            let side = game.mover(&act)?;
            // If the opponent's action gets in first, the turn must not be made in the new position.
            act.expected_seq = Some(game.position_seq());
            let turn = made.turn(game.record.game())?;
            self.check_touched(&game, act.by, &turn).await?;
            let was_forced = game.record.game().only_turn().is_some();
            let made = self.make_turn(&game, side, turn, Some(&act), act.now);
            if let Some((game, turns)) = made.await? {
                return Ok(Played {
                    game,
                    turns,
                    was_forced,
                });
            }
        }
        Err(Refusal::Stale.into())
    }

    /// Makes a turn of this side with everything that follows from it by itself; returns the game
    /// afterwards with the turns as text, or `None` if the game has changed since it was loaded.
    pub(crate) async fn make_turn(
        &self,
        game: &Game,
        side: Side,
        turn: AnyTurn,
        act: Option<&Act>,
        now: Time,
    ) -> Result<Option<(Game, Vec<String>)>, AppError> {
        let plans = self.plans(game).await?;
        let mut line = TurnSequence::new(game, side, turn)?;
        while let Some((turn, why)) = self.next(game, &plans, &line).await? {
            line.push(turn, why)?;
        }
        let turns = line.texts();
        let decision = line.decision(game);
        let version = Some(plans.version);
        let done = self.commit_planned(game, decision, version, act, now);
        Ok(done.await?.map(|game| (game, turns)))
    }

    /// The turn that is played automatically next: a planned one, or the only legal one.
    async fn next(
        &self,
        game: &Game,
        plans: &Plans,
        line: &TurnSequence,
    ) -> Result<Option<(AnyTurn, TurnOrigin)>, AppError> {
        if line.events.len() > MAX_BY_THEMSELVES {
            return Ok(None);
        }
        if let Some(turn) = plans.turn(game, &line.made(), &line.position) {
            return Ok(Some((turn, TurnOrigin::Planned)));
        }
        let forced = self.forced(game, line).await?;
        Ok(forced.map(|turn| (turn, TurnOrigin::Forced)))
    }

    /// The only legal turn, if there is just one and the player has chosen to have such turns played
    /// automatically.
    async fn forced(&self, game: &Game, line: &TurnSequence) -> Result<Option<AnyTurn>, AppError> {
        let position = &line.position;
        let Some(only) = position.only_turn() else {
            return Ok(None);
        };
        let side = position.to_move();
        let mut conn = self.read().await?;
        let mut is_automatic = plays_forced(&mut conn, game.row.players[side]).await?;
        if game.row.is_rated {
            is_automatic &= plays_forced(&mut conn, game.row.players[!side]).await?;
        }
        Ok(is_automatic.then_some(only))
    }

    /// Checks that a turn begins with the steps that are final.
    async fn check_touched(
        &self,
        game: &Game,
        by: PlayerId,
        turn: &AnyTurn,
    ) -> Result<(), AppError> {
        let position = game.record.game();
        if !position.is_touch_move() {
            return Ok(());
        }
        let draft = self.read().await?.draft(game.row.id, by).await?;
        let Some(touched) = touched(game, draft.as_ref()) else {
            return Ok(());
        };
        let path = position.path(turn).unwrap_or_default();
        if path.starts_with(&touched) {
            return Ok(());
        }
        let board = position.board();
        let steps: Vec<String> = touched.iter().map(|step| step.write(board)).collect();
        Err(Refusal::Touched(steps.join(" ")).into())
    }
}

async fn plays_forced(conn: &mut Connection, player: Option<PlayerId>) -> Result<bool, AppError> {
    match player {
        Some(player) => Ok(crate::app::people::settings::player(conn, player)
            .await?
            .forced_moves),
        None => Ok(false),
    }
}

/// A turn, with the turns that are played automatically after it.
struct TurnSequence {
    position: AnyGame,
    events: Vec<NewEvent>,
}

impl TurnSequence {
    fn new(game: &Game, side: Side, turn: AnyTurn) -> Result<Self, Refusal> {
        let position = game.record.game().clone();
        debug_assert_eq!(position.to_move(), side);
        let events = Vec::new();
        let mut line = Self { position, events };
        line.push(turn, TurnOrigin::Chosen)?;
        Ok(line)
    }

    fn push(&mut self, turn: AnyTurn, why: TurnOrigin) -> Result<(), Refusal> {
        let side = Some(self.position.to_move());
        let text = self.position.write(&turn).unwrap_or_default();
        // Can't fail: the turn was read or offered in this very position.
        self.position.play(&turn).map_err(|rule| {
            Refusal::Text(ReadError::Illegal {
                turn: Some(text.clone()),
                rule,
            })
        })?;
        let event = match why {
            TurnOrigin::Chosen => Event::Turn(text),
            TurnOrigin::Forced => Event::ForcedTurn(text),
            TurnOrigin::Planned => Event::PlannedTurn(text),
        };
        self.events.push(NewEvent { event, side });
        Ok(())
    }

    /// The turns so far, with the side that made each.
    fn made(&self) -> Vec<(Side, String)> {
        let made = |new: &NewEvent| match &new.event {
            Event::Turn(text) | Event::ForcedTurn(text) | Event::PlannedTurn(text) => {
                Some((new.side?, text.clone()))
            }
            _ => None,
        };
        self.events.iter().filter_map(made).collect()
    }

    fn texts(&self) -> Vec<String> {
        self.made().into_iter().map(|(_, text)| text).collect()
    }

    fn decision(self, before: &Game) -> Decision {
        let notice = if self.position.outcome().is_some() {
            (Notice::Finished, None)
        } else {
            let next = before.row.players[self.position.to_move()];
            let board = before.row.status.seq.after(self.events.len());
            let forced = self.events.len() - 1;
            (Notice::Turn { board, forced }, next)
        };
        Decision {
            events: self.events,
            notices: vec![notice],
        }
    }
}
