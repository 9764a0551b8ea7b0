//! The games of tournaments: plain games, started and ended by the tournament.

use std::collections::HashMap;

use hexpost_engine::record::How;
use hexpost_engine::side::Side;
use hexpost_tournament::{GameEnding, PairingResult};

use crate::app::challenge::fair_draw::FairDraw;
use crate::app::challenge::{begun, tell};
use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::time::reminders::Reminders;
use crate::app::tournament::advance::{TournamentChange, is_time, timed_out};
use crate::app::{App, AppError, Decision, Refusal, rating};
use crate::model::{
    Acceptance, Challenge, ChallengeState, DrawVersion, EndReason, Event, GameId, GameRow,
    InteractionId, PlayerId, Seat, Terms, Time, TournamentGameRow, TournamentPlace,
};
use crate::store::Transaction;

/// The reminder settings of players, each read once.
#[derive(Default)]
pub(crate) struct Players(HashMap<PlayerId, Reminders>);

impl Players {
    async fn reminders(
        &mut self,
        tx: &mut Transaction,
        player: PlayerId,
    ) -> Result<Reminders, AppError> {
        if let Some(known) = self.0.get(&player) {
            return Ok(known.clone());
        }
        let reminders = settings::player(tx, player).await?.reminders;
        self.0.insert(player, reminders.clone());
        Ok(reminders)
    }
}

/// The result of a game that has ended, for its tournament; `None` without a result.
pub(crate) fn ending_of(row: &GameRow) -> Option<(PairingResult, GameEnding)> {
    let end = row.status.end.as_ref().filter(|end| end.has_result())?;
    let result = end.winner.map_or(PairingResult::Draw, PairingResult::win);
    let ending = match (&end.how, end.winner) {
        (how, Some(winner)) if is_time(how) => timed_out(row, !winner),
        (EndReason::Moderator, _) => GameEnding::Adjudicated,
        _ => GameEnding::Played,
    };
    Some((result, ending))
}

impl TournamentChange {
    /// Starts a game, with the first of the two to move first.
    ///
    /// Its deal is drawn from the tournament's secret and the number of the game, as if the second player
    /// had accepted a challenge with the interaction that started the tournament.
    pub(crate) async fn start_game(
        &mut self,
        tx: &mut Transaction,
        place: TournamentPlace,
        [first, second]: [PlayerId; 2],
    ) -> Result<(), AppError> {
        let (row, now) = (&self.view.row, self.now);
        let action = row.start_action.unwrap_or(InteractionId(0));
        let mut challenge = Challenge {
            id: GameId(0),
            server: Some(row.server),
            channel: Some(row.channel),
            challenger: Some(first),
            opponent: Some(second),
            terms: Terms {
                variant: row.terms.variant.clone(),
                seat: Seat::Mine,
                pace: Some(row.terms.pace.with_flag(true)),
                is_rated: row.terms.is_rated,
                note: None,
            },
            secret: row.secret.clone(),
            draw_version: DrawVersion::LATEST,
            state: ChallengeState::Open,
            made_at: now,
            expires_at: Some(now),
            decided_at: None,
            action: None,
            card: Some(0),
            keeps: None,
            standing: None,
        };
        challenge.id = tx.add_challenge(&challenge).await?;
        let id = challenge.id;
        let acceptance = Acceptance {
            action,
            card: challenge.card,
            keeps: None,
        };
        tx.accept(id, &acceptance, now).await?;
        let draw = FairDraw::new(&challenge, action);
        let mut game = begun(&challenge, Some(second), &draw, None, now)?;
        game.row.tournament = Some(row.id);
        game.row.rating_rules = rating::TOURNAMENT_RULES;
        let tournament = row.id;
        let reminders = self.players.reminders(tx, first).await?;
        game.reschedule(&reminders, now);
        tx.add_game(&game.row).await?;
        for player in [first, second] {
            tx.reschedule_vacation(player, id, now).await?;
        }
        // One notice tells each player about all games of a round.
        tell(tx, id, &Notice::Started, None, now).await?;
        let placed = TournamentGameRow {
            game: id,
            place,
            is_dropped: false,
            is_unrecorded: false,
        };
        tx.add_tournament_game(tournament, &placed).await?;
        self.view.games.push(placed);
        self.rows.push(game.row);
        Ok(())
    }
}

impl App {
    /// Ends a game whose result the tournament knows; without one it ends without a result.
    pub(crate) async fn end_tournament_game(
        &self,
        id: GameId,
        outcome: Option<(PairingResult, GameEnding)>,
        now: Time,
    ) -> Result<(), AppError> {
        let winner = outcome.and_then(|(result, _)| result.winner());
        let is_late = outcome.is_some_and(|(_, ending)| {
            matches!(ending, GameEnding::TimedOut | GameEnding::TimedOutUnplayed)
        });
        let decide = |game: &Game| {
            if game.is_over() {
                return Err(Refusal::Finished);
            }
            let loser = winner.map(|side: Side| !side);
            if is_late && loser.is_some() && game.to_move() == loser {
                return Ok(Decision::end(loser, Event::TimedOut));
            }
            Ok(Decision::end(None, Event::EndedByModerator(winner)))
        };
        match self.unclaimed().update_game_as(None, now, id, decide).await {
            Ok(_) => Ok(()),
            Err(AppError::Refused(Refusal::Frozen)) => {
                let end = |_: &GameRow| {
                    let event = Event::EndedByModerator(winner);
                    (None, event, winner, How::Moderator)
                };
                self.unclaimed().end_frozen(id, now, end).await
            }
            Err(no) => Err(no),
        }
    }
}
