//! Plans: conditional turns and queued placements that are played automatically.

pub mod analysis;
pub(crate) mod placements;
pub mod tree;

use std::ops::ControlFlow;

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::side::{BySide, Side};

use crate::app::game::state::Game;
use crate::app::{Act, App, AppError, Refusal, TurnInput};
use crate::model::{GameId, PlayerId, Time};
use crate::store::PlanRow;
use placements::{seed, wishes};
use tree::{MAX_BRANCHES, MAX_DEPTH, Plan, PlanChange, PlanPath, place_of};

/// A player's plan.
#[derive(Clone, Debug)]
pub struct Planned {
    /// The game.
    pub game: Game,
    /// The player's side.
    pub side: Side,
    /// The part of the plan that is still relevant.
    pub plan: Plan,
    /// The version of the plan, which changes with every edit.
    pub version: i64,
    /// What has happened to the plan since the player last looked.
    pub change: Option<PlanChange>,
}

/// The plans of both players, read together.
pub(crate) struct Plans {
    each: BySide<Plan>,
    /// Increases whenever one of them changes.
    pub(crate) version: i64,
}

impl Plans {
    /// The planned turn of the player to move after these new turns.
    pub(crate) fn turn(
        &self,
        game: &Game,
        new: &[(Side, String)],
        position: &AnyGame,
    ) -> Option<AnyTurn> {
        if position.outcome().is_some() {
            return None;
        }
        self.each[position.to_move()].turn(game, new, position)
    }
}

/// The plan of a player, and its version. An unreadable plan counts as empty; `hexpost check` reports
/// it.
fn plan_of(rows: &[PlanRow], player: PlayerId) -> (Plan, i64) {
    let row = rows.iter().find(|row| row.player == player);
    let plan = row.and_then(|row| serde_json::from_str(&row.plan).ok());
    (plan.unwrap_or_default(), row.map_or(0, |row| row.version))
}

fn written(plan: &Plan) -> String {
    serde_json::to_string(plan).expect("a plan is plain data")
}

impl App {
    pub(crate) async fn plans(&self, game: &Game) -> Result<Plans, AppError> {
        let rows = self.read().await?.plans_in(game.row.id).await?;
        let of = |side: Side| match game.row.players[side] {
            Some(player) => plan_of(&rows, player).0,
            None => Plan::default(),
        };
        Ok(Plans {
            each: BySide::new_with(of),
            version: rows.iter().map(|row| row.version).sum(),
        })
    }

    /// A player's own plan.
    pub async fn plan(&self, act: &Act, id: GameId) -> Result<Planned, AppError> {
        let game = self.view_game(act.by, id, act.now).await?;
        let side = game.player(act)?;
        let change = self.plan_change(act, &game).await?;
        let rows = self.read().await?.plans_in(id).await?;
        let (plan, version) = plan_of(&rows, act.by);
        let plan = plan.review(&game).0;
        Ok(Planned {
            game,
            side,
            plan,
            version,
            change,
        })
    }

    /// What has happened to a player's plan in a game. It is reported once, and the obsolete part is
    /// then deleted.
    pub async fn plan_change(
        &self,
        act: &Act,
        game: &Game,
    ) -> Result<Option<PlanChange>, AppError> {
        let id = game.row.id;
        if game.row.side_of(act.by).is_none() || game.is_over() {
            return Ok(None);
        }
        let rows = self.read().await?.plans_in(id).await?;
        if plan_of(&rows, act.by).0.review(game).1.is_none() {
            return Ok(None);
        }
        let mut tx = self.store.unclaimed().begin().await?;
        tx.lock_game(id).await?;
        // If the game has changed in the meantime, it is reported the next time.
        let row = tx.game(id).await?.ok_or(Refusal::UnknownGame)?;
        if row.status.position_seq != game.position_seq() || row.status.end.is_some() {
            return Ok(None);
        }
        let rows = tx.plans_in(id).await?;
        let (plan, change) = plan_of(&rows, act.by).0.review(game);
        if change.is_some() {
            tx.set_plan(id, act.by, &written(&plan), act.now).await?;
            tx.commit().await?;
        }
        Ok(change)
    }

    /// Changes a player's plan, if the game is still as the player saw it.
    async fn edit_plan(
        &self,
        act: &Act,
        id: GameId,
        edit: impl FnOnce(&Game, Side, &mut Plan, i64) -> Result<(), Refusal>,
    ) -> Result<Planned, AppError> {
        let game = self.view_game(act.by, id, act.now).await?;
        let side = game.player(act)?;
        let mut tx = self.store.begin().await?;
        tx.lock_game(id).await?;
        // The position, the end of the game or the players may have changed since it was loaded.
        let row = tx.game(id).await?.ok_or(Refusal::UnknownGame)?;
        let is_same =
            row.status.position_seq == game.position_seq() && row.players == game.row.players;
        if !is_same || row.status.end.is_some() || row.is_frozen() {
            return Err(Refusal::Stale.into());
        }
        let rows = tx.plans_in(id).await?;
        let (plan, version) = plan_of(&rows, act.by);
        let (mut plan, change) = plan.review(&game);
        edit(&game, side, &mut plan, version)?;
        if plan.size() > MAX_BRANCHES || plan.depth() > MAX_DEPTH {
            return Err(Refusal::PlanFull(MAX_BRANCHES, MAX_DEPTH).into());
        }
        tx.set_plan(id, act.by, &written(&plan), act.now).await?;
        tx.commit().await?;
        Ok(Planned {
            game,
            side,
            plan,
            version: version + 1,
            change,
        })
    }

    /// Plans a line from the current position: the opponent's turn and the reply, alternately. With
    /// `whatever`, the last reply is for any other turn of the opponent.
    pub async fn plan_line(
        &self,
        act: &Act,
        id: GameId,
        line: &[String],
        whatever: bool,
    ) -> Result<Planned, AppError> {
        self.edit_plan(act, id, |game, side, plan, _| {
            if game.to_move() == Some(side) {
                return Err(Refusal::OwnTurn);
            }
            plan.add(&way(game.record.game(), line, whatever)?);
            Ok(())
        })
        .await
    }

    /// Plans a reply to a typed turn, or to any turn.
    pub async fn plan_answer(
        &self,
        act: &Act,
        id: GameId,
        on: Option<&str>,
        reply: &str,
    ) -> Result<Planned, AppError> {
        let game = self.view_game(act.by, id, act.now).await?;
        let side = game.player(act)?;
        if game.to_move() == Some(side) {
            return Err(Refusal::OwnTurn.into());
        }
        let act = &Act {
            expected_seq: Some(game.position_seq()),
            ..*act
        };
        let position = game.record.game();
        let line = match on {
            Some(on) => answered(position, on, reply)?,
            None => possible(position, reply)?,
        };
        self.plan_line(act, id, &line, on.is_none()).await
    }

    /// Deletes a branch of a plan, by its index in the list, with everything after it.
    pub async fn cut_branch(
        &self,
        act: &Act,
        id: GameId,
        version: i64,
        index: usize,
    ) -> Result<Planned, AppError> {
        self.edit_plan(act, id, |_, _, plan, now| {
            // The index refers to the list of one version of the plan.
            if version != now || !plan.cut(index) {
                return Err(Refusal::Stale);
            }
            Ok(())
        })
        .await
    }

    /// Deletes a plan, including queued placements.
    pub async fn drop_plan(&self, act: &Act, id: GameId) -> Result<Planned, AppError> {
        self.edit_plan(act, id, |_, _, plan, _| {
            if plan.is_empty() {
                return Err(Refusal::NothingPlanned);
            }
            plan.branches.clear();
            plan.wishes.clear();
            plan.rest = None;
            Ok(())
        })
        .await
    }

    /// Deletes a player's plan without reporting it.
    pub(crate) async fn empty_plan(
        &self,
        player: PlayerId,
        game: &Game,
        now: Time,
    ) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_game(game.row.id).await?;
        let plan = written(&Plan::default());
        tx.set_plan(game.row.id, player, &plan, now).await?;
        Ok(tx.commit().await?)
    }

    /// Replaces the queued placements; an empty text deletes them.
    pub async fn queue(&self, act: &Act, id: GameId, text: &str) -> Result<Planned, AppError> {
        self.edit_plan(act, id, |game, _, plan, _| {
            if !game.record.game().is_setting_up() {
                return Err(Refusal::NoSetup);
            }
            let mut wishes = wishes(&AnyGame::start(game.record.variant()), text)?;
            let taken = game.record.texts();
            for wish in &mut wishes {
                let first = wish.first().cloned().unwrap_or_default();
                // Places that are taken already are removed, so that they don't count as fulfilled.
                wish.retain(|text| !taken.iter().any(|other| place_of(other) == place_of(text)));
                if wish.is_empty() {
                    return Err(Refusal::WishTaken(first));
                }
            }
            plan.wishes = wishes;
            Ok(())
        })
        .await
    }

    /// Has the pieces that are not queued placed at random, each when it is the player's turn.
    pub async fn place_rest_at_random(&self, act: &Act, id: GameId) -> Result<Planned, AppError> {
        self.edit_plan(act, id, |game, _, plan, _| {
            if !game.record.game().is_setting_up() {
                return Err(Refusal::NoSetup);
            }
            // A seed that is already there stays: the placement it gives may have been shown.
            plan.rest = plan.rest.or_else(|| Some(seed()));
            Ok(())
        })
        .await
    }
}

/// A line as a path through a plan. An opponent's turn after the last reply is omitted.
fn way(position: &AnyGame, line: &[String], whatever: bool) -> Result<PlanPath, Refusal> {
    let mut position = position.clone();
    let mut way = PlanPath::new();
    for pair in line.chunks_exact(2) {
        for text in pair {
            let turn = position.exactly(text).ok_or(Refusal::Stale)?;
            position.play(&turn).map_err(|_| Refusal::Stale)?;
        }
        way.push((Some(pair[0].clone()), pair[1].clone()));
    }
    let (on, _) = way.last_mut().ok_or(Refusal::NoAnswer)?;
    if whatever {
        *on = None;
    }
    Ok(way)
}

/// A turn and the reply to it, in canonical notation.
fn answered(position: &AnyGame, on: &str, reply: &str) -> Result<Vec<String>, Refusal> {
    let on = TurnInput::Text(on.to_owned()).turn(position)?;
    let mut after = position.clone();
    // Can't fail: the turn was read in this very position.
    let _ = after.play(&on);
    let reply = TurnInput::Text(reply.to_owned()).turn(&after)?;
    let texts = [position.write(&on), after.write(&reply)];
    Ok(texts.into_iter().flatten().collect())
}

/// Maximum number of opponent's turns that are tried before a reply counts as impossible.
const MAX_TRIED: usize = 2_000;

/// A turn of the opponent after which a reply is legal, and the reply, in canonical notation.
///
/// If there are more turns than are tried, a reply that is legal only after one of the rest has to be
/// planned for that turn explicitly.
fn possible(position: &AnyGame, reply: &str) -> Result<Vec<String>, Refusal> {
    let mut why = None;
    let mut found = None;
    let mut tried = 0;
    let _ = position.visit_turns(|turn| {
        let mut after = position.clone();
        tried += 1;
        if after.play(&turn).is_ok() && after.outcome().is_none() {
            match after.read(reply) {
                Ok(answer) => {
                    let texts = [position.write(&turn), after.write(&answer)];
                    found = Some(texts.into_iter().flatten().collect());
                }
                Err(error) => {
                    why.get_or_insert(error);
                }
            }
        }
        if found.is_some() || tried == MAX_TRIED {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found.ok_or_else(|| why.map_or(Refusal::NoAnswer, Refusal::Text))
}
