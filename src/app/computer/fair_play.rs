//! Fair play: the computer helps nobody in a running game between people.
//!
//! Against the computer from the start of a game, anyone may play at any time. It takes over another position
//! only under these conditions:
//!
//! - The game that the position is from is over, and the player has played it. A running game never gets
//!   there, nor does any board on which its turns are tried.
//! - The player has no running game with another person in the same game and variant.
//! - No two other people have arrived at any position on the way there in a running game of the same variant,
//!   also if it is turned round or mirrored. All positions on the way are compared: otherwise one more turn
//!   would be enough. The first turns don't matter, because many games begin with them.
//!
//! It analyses games that are over, and imported ones, and looks for puzzles in the former. It says something about a position of an analysis
//! board, and takes it over, if the board has not begun with a running game. For both:
//!
//! - About imported games and analysis boards it says nothing to a player who has a running game with another
//!   person on such a board: a position alone does not say where it is from, and one more turn would hide it.
//! - No position on the way may be one to which people have come in a running game on such a board, whether
//!   by the same turns or others, nor if it is turned round or mirrored. For a player's own games that counts
//!   from the first turn on.

use hexpost_engine::canonical::Canonical;
use hexpost_engine::game::{AnyGame, Variant};

use crate::app::game::state::Game;
use crate::app::plan::analysis::Analysis;
use crate::app::{App, AppError, Refusal};
use crate::model::{GameId, GameRow, PlayerId, StoredVariant, Time};

/// Number of turns at the start of a game in which it may be the same as a running game of other people.
const OPENING: usize = 4;

impl App {
    /// Checks that the computer may take over the position of a game after `ply` turns.
    pub(crate) async fn check_fair_play(
        &self,
        player: PlayerId,
        game: &Game,
        ply: usize,
        now: Time,
    ) -> Result<(), AppError> {
        if !game.is_over() {
            return Err(Refusal::FairPlayRunning.into());
        }
        let mut conn = self.read().await?;
        let own = conn.running_games(player).await?;
        let is_alike = |other: &StoredVariant| {
            let variant = &game.row.variant;
            other.game_name() == variant.game_name()
                && undealt(&other.name()) == undealt(&variant.name())
        };
        if own
            .iter()
            .any(|row| row.computer.is_none() && is_alike(&row.variant))
        {
            return Err(Refusal::FairPlayOwn.into());
        }
        let (kind, variant) = (game.row.variant.game_name(), game.row.variant.name());
        let running = conn
            .running_between_people(kind, &variant, OPENING as i64, ply as i64)
            .await?;
        drop(conn);
        for id in running {
            let other = match self.load(id, now).await {
                Ok(other) => other,
                Err(AppError::Refused(_)) => continue,
                Err(no) => return Err(no),
            };
            let own = game.record.at(other.turns.len());
            let own = own.filter(|_| other.turns.len() <= ply && !other.is_over());
            let there = Canonical::new(other.record.game());
            if own.is_some_and(|own| Canonical::new(&own) == there) {
                return Err(Refusal::FairPlayOthers.into());
            }
        }
        Ok(())
    }
}

/// Positions about which the computer is asked, with what they are compared with.
struct Asked {
    /// Who asks.
    by: PlayerId,
    /// The positions.
    positions: Vec<Canonical>,
    /// A position on the same board.
    any: AnyGame,
    /// The game that they are from, which is over.
    source: Option<GameId>,
}

impl Asked {
    /// Might a running game between people come to these positions? Other variants on the same board count.
    fn may_meet(&self, row: &GameRow) -> bool {
        row.computer.is_none() && is_on_board(&row.variant, &self.any)
    }
}

impl App {
    /// Checks that the computer may analyse a game that is over, or an imported one.
    pub(crate) async fn check_analysis(
        &self,
        player: PlayerId,
        game: &Game,
        now: Time,
    ) -> Result<(), AppError> {
        let mut position = AnyGame::start(game.record.variant());
        let mut positions = Vec::new();
        for turn in game.record.turns() {
            // Can't fail: the turns are those of a record.
            let _ = position.play(turn);
            positions.push(Canonical::new(&position));
        }
        let asked = Asked {
            by: player,
            positions,
            any: position,
            source: game.reference.game(),
        };
        self.check_asked(&asked, now).await
    }

    /// Checks that the computer may say something about the position of an analysis board.
    pub(crate) async fn check_board(
        &self,
        player: PlayerId,
        board: &Analysis,
        now: Time,
    ) -> Result<(), AppError> {
        if let Some(id) = board.game
            && !self.load(id, now).await?.is_over()
        {
            return Err(Refusal::AnalysisRunning.into());
        }
        let past = board.past.iter().map(|(before, _)| before);
        let path = past.chain([&board.position]);
        let asked = Asked {
            by: player,
            positions: path.map(Canonical::new).collect(),
            any: board.position.clone(),
            source: None,
        };
        self.check_asked(&asked, now).await
    }

    async fn check_asked(&self, asked: &Asked, now: Time) -> Result<(), AppError> {
        let mut conn = self.read().await?;
        let own = conn.running_games(asked.by).await?;
        let own: Vec<&GameRow> = own.iter().filter(|row| asked.may_meet(row)).collect();
        if !own.is_empty() && asked.source.is_none() {
            return Err(Refusal::FairPlayAsked.into());
        }
        let kind = asked.any.kind().as_str();
        let others = conn.running_between_people_in(kind, OPENING as i64).await?;
        drop(conn);
        for row in own.iter().filter(|row| row.status.plies > 0) {
            if self.has_come_to(row.id, asked, now).await? {
                return Err(Refusal::FairPlayAsked.into());
            }
        }
        for (id, variant) in others {
            let variant = StoredVariant::parse(kind, &variant);
            if is_on_board(&variant, &asked.any) && self.has_come_to(id, asked, now).await? {
                return Err(Refusal::FairPlayOthers.into());
            }
        }
        Ok(())
    }

    /// Has a running game come to one of the positions?
    async fn has_come_to(&self, id: GameId, asked: &Asked, now: Time) -> Result<bool, AppError> {
        let game = match self.load(id, now).await {
            Ok(game) => game,
            Err(AppError::Refused(_)) => return Ok(false),
            Err(no) => return Err(no),
        };
        let there = Canonical::new(game.record.game());
        Ok(!game.is_over() && asked.positions.contains(&there))
    }
}

/// Is a variant played on the board of a position?
fn is_on_board(variant: &StoredVariant, position: &AnyGame) -> bool {
    let start = |variant: Variant| AnyGame::start(&variant);
    let start = variant.deal(0).map(start);
    start.is_ok_and(|start| {
        start.kind() == position.kind() && std::ptr::eq(start.board(), position.board())
    })
}

/// The name of a variant without the seed of its deal.
fn undealt(name: &str) -> &str {
    name.split(':').next().unwrap_or_default()
}
