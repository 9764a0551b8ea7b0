//! Ladders: always open, one for each server that wants one. Who beats a player above takes their place.
//!
//! A ladder is a sequence of events: who joined or left, which games began and how they ended. The table
//! follows from them by the rules of `hexpost_tournament`. A decision about a ladder is made with its row
//! locked, so that of two challenges to the same player the second knows of the first. The end of a
//! game is recorded in the transaction that ends it.

pub mod setup;
pub(crate) mod verify;

use std::collections::BTreeMap;
use std::time::Duration;

use hexpost_tournament::EntrantId;
use hexpost_tournament::ladder::{
    Ladder, LadderEvent, LadderRefusal, LadderResult, MOST_INCOMING, REACH,
};

use crate::app::challenge::at_once::{GameAtOnce, begin_at_once};
use crate::app::challenge::{check_place, is_blocked, tell};
use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::time::clock::days;
use crate::app::time::reminders::Reminders;
use crate::app::{Act, App, AppError, Refusal, retry};
use crate::model::{GameId, LadderSetup, PastLadderEvent, PlayerId, Seat, ServerId, Terms, Time};
use crate::store::Connection;

/// The table shows how far players have moved within this time.
const LATELY: Duration = days(30);
/// Maximum number of players on a ladder.
pub const MAX_PLAYERS: usize = 200;

/// A ladder as its table shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderView {
    /// What the server has chosen.
    pub setup: LadderSetup,
    /// The players, from the top.
    pub rows: Vec<LadderRow>,
    /// The games that are being played, oldest first.
    pub games: Vec<OpenLadderGame>,
}

/// A player on a ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LadderRow {
    /// The player.
    pub player: PlayerId,
    /// The place, from 1.
    pub place: usize,
    /// How many places the player has gone up in the last 30 days, or down if negative.
    pub change: i32,
    /// The number of games won on this ladder.
    pub won: u64,
    /// The number of games lost on this ladder.
    pub lost: u64,
    /// Does the player have an open game on this ladder?
    pub is_playing: bool,
}

/// A game on a ladder that is being played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenLadderGame {
    /// The game.
    pub game: GameId,
    /// Who challenged.
    pub challenger: PlayerId,
    /// Who was challenged.
    pub opponent: PlayerId,
}

/// What the end of a game has changed on its ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LadderOutcome {
    /// Who has gone up, and to which place.
    pub took: Option<(PlayerId, usize)>,
    /// Who has dropped off.
    pub dropped: Option<PlayerId>,
}

impl LadderView {
    /// The row of a player.
    pub fn row_of(&self, player: PlayerId) -> Option<&LadderRow> {
        self.rows.iter().find(|row| row.player == player)
    }
}

/// A ladder as it is stored, replayed.
pub(crate) struct LadderState {
    pub(crate) setup: LadderSetup,
    players: Vec<(EntrantId, Option<PlayerId>)>,
    pub(crate) events: Vec<PastLadderEvent>,
    pub(crate) ladder: Ladder,
    /// The challenger and the challenged player of each game.
    begun: BTreeMap<i64, (EntrantId, EntrantId)>,
}

impl LadderState {
    /// The ladder of a server, open or closed.
    pub(crate) async fn load(
        conn: &mut Connection,
        server: ServerId,
    ) -> Result<Option<Self>, AppError> {
        let Some(setup) = conn.ladder(server).await? else {
            return Ok(None);
        };
        let players = conn.ladder_players(server).await?;
        let events = conn.ladder_events(server).await?;
        let ladder = Ladder::replay(events.iter().map(|past| &past.event));
        let begun = events.iter().filter_map(|past| match past.event {
            LadderEvent::Challenged {
                game,
                challenger,
                opponent,
                ..
            } => Some((game, (challenger, opponent))),
            _ => None,
        });
        Ok(Some(Self {
            begun: begun.collect(),
            setup,
            players,
            events,
            ladder,
        }))
    }

    /// The ladder of a server, if it can be used.
    async fn open(conn: &mut Connection, server: ServerId) -> Result<Self, AppError> {
        let state = Self::load(conn, server).await?;
        let state = state.filter(|state| state.setup.is_open);
        Ok(state.ok_or(Refusal::NoLadder)?)
    }

    /// The number of a player who is or was on the ladder.
    fn number_of(&self, player: PlayerId) -> Option<EntrantId> {
        let mut all = self.players.iter();
        let found = all.find(|(_, who)| *who == Some(player));
        found.map(|(number, _)| *number)
    }

    /// The number of a player who is on the ladder.
    fn on_ladder(&self, player: PlayerId) -> Option<EntrantId> {
        let number = self.number_of(player)?;
        self.ladder.place(number).map(|_| number)
    }

    /// The player with a number; `None` if the player's data were erased.
    pub(crate) fn player(&self, number: EntrantId) -> Option<PlayerId> {
        let mut all = self.players.iter();
        all.find(|(known, _)| *known == number)
            .and_then(|(_, player)| *player)
    }

    fn view(&self, now: Time) -> LadderView {
        let before = self.events.iter().filter(|past| past.at <= now - LATELY);
        let before = Ladder::replay(before.map(|past| &past.event));
        let (open, records) = (self.ladder.open(), self.records());
        let row = |(index, number): (usize, &EntrantId)| {
            let place = index + 1;
            let was = before.place(*number).unwrap_or(place);
            let (won, lost) = records.get(number).copied().unwrap_or_default();
            let mut games = open.values();
            Some(LadderRow {
                player: self.player(*number)?,
                place,
                change: was as i32 - place as i32,
                won,
                lost,
                is_playing: games.any(|it| it.challenger == *number || it.opponent == *number),
            })
        };
        let games = open.iter().filter_map(|(game, pair)| {
            Some(OpenLadderGame {
                game: GameId(*game),
                challenger: self.player(pair.challenger)?,
                opponent: self.player(pair.opponent)?,
            })
        });
        LadderView {
            setup: self.setup.clone(),
            rows: self
                .ladder
                .order()
                .iter()
                .enumerate()
                .filter_map(row)
                .collect(),
            games: games.collect(),
        }
    }

    /// Is there a player with this number, or was there one?
    pub(crate) fn is_numbered(&self, number: EntrantId) -> bool {
        self.players.iter().any(|(known, _)| *known == number)
    }

    /// The challenger and the challenged player of a game.
    pub(crate) fn ladder_game(&self, game: i64) -> Option<(EntrantId, EntrantId)> {
        self.begun.get(&game).copied()
    }

    /// How many games each player has won and lost.
    fn records(&self) -> BTreeMap<EntrantId, (u64, u64)> {
        let mut records: BTreeMap<EntrantId, (u64, u64)> = BTreeMap::new();
        for past in &self.events {
            let LadderEvent::Ended { game, result, .. } = past.event else {
                continue;
            };
            let Some((challenger, opponent)) = self.ladder_game(game) else {
                continue;
            };
            let (winner, loser) = match result {
                LadderResult::ChallengerWon | LadderResult::ChallengedTimedOut => {
                    (challenger, opponent)
                }
                LadderResult::ChallengedWon | LadderResult::ChallengerTimedOut => {
                    (opponent, challenger)
                }
                LadderResult::NoWinner => continue,
            };
            records.entry(winner).or_default().0 += 1;
            records.entry(loser).or_default().1 += 1;
        }
        records
    }
}

/// Why a challenge on a ladder is refused.
fn refused(refusal: LadderRefusal) -> Refusal {
    match refusal {
        LadderRefusal::NotOnLadder => Refusal::NotOnLadder,
        LadderRefusal::OpponentNotOnLadder => Refusal::OpponentNotOnLadder,
        LadderRefusal::Oneself => Refusal::Oneself,
        LadderRefusal::NotAbove => Refusal::LadderNotAbove,
        LadderRefusal::TooFarAbove { .. } => Refusal::LadderTooFar(REACH),
        LadderRefusal::AlreadyPlaying => Refusal::LadderPlaying,
        LadderRefusal::TooManyIncoming => Refusal::LadderIncoming(MOST_INCOMING),
        LadderRefusal::TooSoon { until } => Refusal::LadderTooSoon(Time(until)),
    }
}

impl App {
    /// The ladder of a server as its table shows it; refused as [`Refusal::NoLadder`] if there is none or
    /// it is closed.
    pub async fn ladder(&self, server: ServerId, now: Time) -> Result<LadderView, AppError> {
        let state = LadderState::open(&mut self.read().await?, server).await?;
        Ok(state.view(now))
    }

    /// The players that a player may challenge now, from the top. Blocked players are not among them.
    pub async fn ladder_opponents(
        &self,
        player: PlayerId,
        server: ServerId,
        now: Time,
    ) -> Result<Vec<LadderRow>, AppError> {
        let mut conn = self.read().await?;
        let state = LadderState::open(&mut conn, server).await?;
        let own = state.on_ladder(player).ok_or(Refusal::NotOnLadder)?;
        let may = state.ladder.challengeable(own, now.0);
        let mut found = Vec::new();
        for row in state.view(now).rows {
            let is_allowed = state
                .number_of(row.player)
                .is_some_and(|number| may.contains(&number));
            if is_allowed && !is_blocked(&mut conn, player, row.player).await? {
                found.push(row);
            }
        }
        Ok(found)
    }

    /// Puts a player at the bottom of a ladder. The caller checks whether the player
    /// [may see it](App::may_use_ladder).
    pub async fn join_ladder(&self, act: &Act, server: ServerId) -> Result<LadderView, AppError> {
        retry!(self.try_join_ladder(act, server))
    }

    async fn try_join_ladder(&self, act: &Act, server: ServerId) -> Result<LadderView, AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by]).await?;
        tx.lock_ladder(server).await?;
        let state = LadderState::open(&mut tx, server).await?;
        if state.on_ladder(act.by).is_some() {
            return Err(Refusal::OnLadder.into());
        }
        if state.ladder.order().len() >= MAX_PLAYERS {
            return Err(Refusal::LadderFull(MAX_PLAYERS).into());
        }
        let player = tx.ladder_number(server, act.by).await?;
        let event = LadderEvent::Joined { player };
        tx.add_ladder_event(server, &event, None, act.now).await?;
        let joined = LadderState::open(&mut tx, server).await?;
        tx.commit().await?;
        Ok(joined.view(act.now))
    }

    /// Takes a player off a ladder. Their open games go on, but don't count there.
    pub async fn leave_ladder(&self, act: &Act, server: ServerId) -> Result<(), AppError> {
        retry!(self.try_leave_ladder(act, server))
    }

    async fn try_leave_ladder(&self, act: &Act, server: ServerId) -> Result<(), AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_ladder(server).await?;
        let state = LadderState::load(&mut tx, server).await?;
        let state = state.ok_or(Refusal::NoLadder)?;
        let player = state.on_ladder(act.by).ok_or(Refusal::NotOnLadder)?;
        let event = LadderEvent::Left { player };
        tx.add_ladder_event(server, &event, None, act.now).await?;
        Ok(tx.commit().await?)
    }

    /// Takes someone who has left the server off its ladder.
    pub async fn drop_from_ladder(
        &self,
        server: ServerId,
        player: PlayerId,
        now: Time,
    ) -> Result<(), AppError> {
        retry!(self.try_drop_from_ladder(server, player, now))
    }

    async fn try_drop_from_ladder(
        &self,
        server: ServerId,
        player: PlayerId,
        now: Time,
    ) -> Result<(), AppError> {
        let mut tx = self.store.unclaimed().begin().await?;
        tx.lock_ladder(server).await?;
        let state = LadderState::load(&mut tx, server).await?;
        if let Some(player) = state.and_then(|state| state.on_ladder(player)) {
            let event = LadderEvent::Left { player };
            tx.add_ladder_event(server, &event, None, now).await?;
        }
        Ok(tx.commit().await?)
    }

    /// Challenges a player above on a ladder: the game begins at once. The caller checks whether the
    /// challenger [may see the ladder](App::may_use_ladder).
    pub async fn challenge_on_ladder(
        &self,
        act: &Act,
        server: ServerId,
        opponent: PlayerId,
    ) -> Result<Game, AppError> {
        retry!(self.try_challenge_on_ladder(act, server, opponent))
    }

    async fn try_challenge_on_ladder(
        &self,
        act: &Act,
        server: ServerId,
        opponent: PlayerId,
    ) -> Result<Game, AppError> {
        if opponent == act.by {
            return Err(Refusal::Oneself.into());
        }
        let mut tx = self.store.begin().await?;
        tx.lock_players(&[act.by, opponent]).await?;
        tx.lock_ladder(server).await?;
        let state = LadderState::open(&mut tx, server).await?;
        let setup = &state.setup;
        check_place(&mut tx, Some(server), Some(setup.channel)).await?;
        let challenger = state.on_ladder(act.by).ok_or(Refusal::NotOnLadder)?;
        let other = state.on_ladder(opponent);
        let other = other.ok_or(Refusal::OpponentNotOnLadder)?;
        if is_blocked(&mut tx, act.by, opponent).await? {
            return Err(Refusal::Blocked.into());
        }
        let checked = state.ladder.check(challenger, other, act.now.0);
        checked.map_err(refused)?;
        let new = GameAtOnce {
            server: Some(server),
            channel: Some(setup.channel),
            opponent: Some(opponent),
            terms: Terms {
                variant: setup.variant.clone(),
                seat: Seat::Random,
                pace: Some(setup.pace.with_flag(true)),
                is_rated: setup.is_rated,
                note: None,
            },
        };
        let (mut game, side) = begin_at_once(&mut tx, act, new).await?;
        let id = game.row.id;
        let reminders = match game.row.players.first {
            Some(first) => settings::player(&mut tx, first).await?.reminders,
            None => Reminders::default(),
        };
        game.reschedule(&reminders, act.now);
        tx.add_game(&game.row).await?;
        for player in [act.by, opponent] {
            tx.reschedule_vacation(player, id, act.now).await?;
        }
        // The challenged player, even if the challenger moves first: the challenger knows of it.
        tell(&mut tx, id, &Notice::Started, Some(opponent), act.now).await?;
        let event = LadderEvent::Challenged {
            game: id.0,
            challenger,
            opponent: other,
            at: act.now.0,
        };
        tx.add_ladder_event(server, &event, Some(side), act.now)
            .await?;
        tx.commit().await?;
        Ok(game)
    }

    /// What the end of a game has changed on its ladder; `None` if it is not played on one, or has not ended.
    pub async fn ladder_outcome(&self, game: GameId) -> Result<Option<LadderOutcome>, AppError> {
        let mut conn = self.read().await?;
        let Some(played) = conn.ladder_game(game).await? else {
            return Ok(None);
        };
        let Some(state) = LadderState::load(&mut conn, played.server).await? else {
            return Ok(None);
        };
        let mut ladder = Ladder::default();
        for past in &state.events {
            let before = ladder.clone();
            ladder.apply(&past.event);
            if !matches!(past.event, LadderEvent::Ended { game: ended, .. } if ended == game.0) {
                continue;
            }
            let took = ladder.place(played.challenger).filter(|place| {
                let was = before.place(played.challenger);
                was.is_some_and(|was| *place < was)
            });
            let both = [played.challenger, played.opponent].into_iter();
            let mut dropped = both.filter(|number| {
                before.place(*number).is_some() && ladder.place(*number).is_none()
            });
            return Ok(Some(LadderOutcome {
                took: state.player(played.challenger).zip(took),
                dropped: dropped.next().and_then(|number| state.player(number)),
            }));
        }
        Ok(None)
    }

    /// The challenger and the challenged player of a game, if it is played on a ladder.
    pub async fn ladder_players_of(
        &self,
        game: GameId,
    ) -> Result<Option<(PlayerId, PlayerId)>, AppError> {
        let mut conn = self.read().await?;
        let Some(played) = conn.ladder_game(game).await? else {
            return Ok(None);
        };
        let players = conn.ladder_players(played.server).await?;
        let find = |number: EntrantId| {
            let found = players.iter().find(|(known, _)| *known == number);
            found.and_then(|(_, player)| *player)
        };
        Ok(find(played.challenger).zip(find(played.opponent)))
    }
}
