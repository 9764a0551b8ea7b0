//! What follows by itself: results are recorded, games and rounds begin, deadlines pass, the tournament ends.
//!
//! Everything that follows from the state of a tournament is done in one transaction under its lock, so a
//! round is created once and completely. Games that the rules of the tournament have settled are ended
//! afterwards, one by one; until that is done the tournament stays due.

use std::collections::BTreeSet;
use std::time::Duration;

use hexpost_engine::side::Side;
use hexpost_tournament::knockout::MatchState;
use hexpost_tournament::tournament::{CountedGame, PlayerScore};
use hexpost_tournament::{GameEnding, PairingResult, TournamentEvent, swiss};

use crate::app::notify::notice::Notice;
use crate::app::time::clock::days;
use crate::app::tournament::games::{Players, ending_of};
use crate::app::tournament::state::{TournamentDivision, TournamentView};
use crate::app::tournament::{BY_ITSELF, league};
use crate::app::{App, AppError, retry};
use crate::model::{
    EndReason, GameId, GameRow, InteractionId, LiveSubject, PlayerId, Time, TournamentAct,
    TournamentFormat, TournamentGameRow, TournamentId, TournamentPlace, TournamentStart,
    TournamentState, TournamentTerms,
};
use crate::store::{ServerMembership, StoreError, Transaction};

/// After the deadline of a round the organiser has this long to adjudicate. Then whoever is to move loses.
pub const TO_ADJUDICATE: Duration = days(1);

/// How often a tournament is looked at again at once, after its settled games were ended.
const AGAIN: usize = 4;

/// What a change of a tournament works with: its state, its games, and who is playing.
pub(crate) struct TournamentChange {
    pub(crate) view: TournamentView,
    /// The rows of its games, with those that were dropped.
    pub(crate) rows: Vec<GameRow>,
    pub(crate) players: Players,
    /// How many events there were before.
    known: usize,
    pub(crate) now: Time,
}

impl TournamentChange {
    /// The row of a game.
    fn row(&self, game: GameId) -> Option<&GameRow> {
        self.rows.iter().find(|row| row.id == game)
    }

    /// The events of this change that matter for the standings.
    fn new_events(&self) -> impl Iterator<Item = &TournamentEvent> {
        let new = self.view.events.iter().skip(self.known);
        new.filter_map(|event| match &event.act {
            TournamentAct::Standings(event) => Some(event),
            TournamentAct::Note(_) => None,
        })
    }

    /// Is a game running that should not be, because the tournament has settled its result or dropped it?
    fn has_games_to_end(&self) -> bool {
        !games_to_end(&self.view, &self.rows).is_empty()
    }
}

/// The running games that have to be ended, each with the result that the tournament has for it, if any.
pub(crate) fn games_to_end(
    view: &TournamentView,
    rows: &[GameRow],
) -> Vec<(GameId, Option<(PairingResult, GameEnding)>)> {
    let is_running = |game| {
        let row = rows.iter().find(|row| row.id == game);
        row.is_some_and(|row| row.status.end.is_none())
    };
    let dropped = view.dropped.iter().filter(|it| is_running(it.game));
    let mut all: Vec<_> = dropped.map(|it| (it.game, None)).collect();
    if view.row.state == TournamentState::Cancelled {
        return all;
    }
    for division in &view.divisions {
        for game in division.tournament.games() {
            let place = TournamentPlace {
                division: division.index,
                key: game.game.key,
            };
            if let Some(id) = view.game_at(place).filter(|&id| is_running(id)) {
                match game.score {
                    PlayerScore::Open => {}
                    PlayerScore::Annulled => all.push((id, None)),
                    PlayerScore::Counted(outcome) => {
                        all.push((id, Some((outcome.result, outcome.ending))));
                    }
                }
            }
        }
    }
    all
}

impl App {
    /// Begins a change of a tournament: locks its players and itself, and loads it.
    pub(crate) async fn begin_change(
        &self,
        id: TournamentId,
        others: &[PlayerId],
        now: Time,
    ) -> Result<(Transaction, TournamentChange), AppError> {
        let mut tx = self.store.begin().await?;
        let entrants = tx.entrants_of(id).await?;
        let mut locked: BTreeSet<_> = entrants.iter().filter_map(|it| it.player).collect();
        locked.extend(others);
        let all: Vec<_> = locked.iter().copied().collect();
        // Nobody goes on vacation or is forgotten while games are started.
        tx.lock_players(&all).await?;
        tx.lock_tournament(id).await?;
        let view = TournamentView::load(&mut tx, id).await?;
        if view.players().iter().any(|player| !locked.contains(player)) {
            // Someone has joined meanwhile, and has to be locked first.
            return Err(StoreError::Contended.into());
        }
        let rows = tx.games_in_tournament(id).await?;
        let known = view.events.len();
        let change = TournamentChange {
            view,
            rows,
            players: Players::default(),
            known,
            now,
        };
        Ok((tx, change))
    }

    /// Does everything that follows, and commits. Afterwards settled games have to be
    /// [ended](App::end_settled).
    pub(crate) async fn finish_change(
        &self,
        mut tx: Transaction,
        mut change: TournamentChange,
    ) -> Result<TournamentView, AppError> {
        let is_there = follow(&mut tx, &mut change).await?;
        change.view.row.due_at = next_due(&change.view).filter(|_| is_there);
        if change.has_games_to_end() {
            change.view.row.due_at = Some(change.now);
        }
        tx.set_tournament(&change.view.row).await?;
        let card = LiveSubject::Tournament(change.view.row.id);
        tx.change_live_message(card, change.now).await?;
        tx.commit().await?;
        Ok(change.view)
    }

    /// Does what is due in tournaments; returns how many have changed.
    pub(crate) async fn sweep_tournaments(&self, now: Time, most: i64) -> Result<usize, AppError> {
        let due = self.read().await?.due_tournaments(now, most).await?;
        let mut done = 0;
        for id in due {
            match self.advance(id, now).await {
                Ok(is_done) => done += usize::from(is_done),
                // One damaged tournament must not stop the others; `hexpost check` reports it.
                Err(AppError::Store(StoreError::Damaged(why))) => {
                    tracing::error!(
                        tournament = id.0,
                        why,
                        "failed to continue a damaged tournament; it stands still until it is repaired"
                    );
                    let mut tx = self.store.unclaimed().begin().await?;
                    tx.set_tournament_due(id, None).await?;
                    tx.commit().await?;
                }
                Err(no) => return Err(no),
            }
        }
        Ok(done)
    }

    /// Does what follows in a tournament; false if it is still due afterwards.
    async fn advance(&self, id: TournamentId, now: Time) -> Result<bool, AppError> {
        for _ in 0..AGAIN {
            let view = retry!(self.try_advance(id, now))?;
            if !self.end_settled(&view, now).await? {
                return Ok(view.row.due_at.is_none_or(|due| due > now));
            }
        }
        Ok(false)
    }

    async fn try_advance(&self, id: TournamentId, now: Time) -> Result<TournamentView, AppError> {
        let (tx, change) = self.unclaimed().begin_change(id, &[], now).await?;
        self.finish_change(tx, change).await
    }

    /// Ends the running games that the tournament has settled; were there any?
    pub(crate) async fn end_settled(
        &self,
        view: &TournamentView,
        now: Time,
    ) -> Result<bool, AppError> {
        let rows = self.read().await?.games_in_tournament(view.row.id).await?;
        let games = games_to_end(view, &rows);
        for (game, outcome) in &games {
            match self.end_tournament_game(*game, *outcome, now).await {
                // It has ended meanwhile, or has changed too often: the tournament stays due.
                Ok(()) | Err(AppError::Refused(_)) => {}
                // One damaged game must not stop the others; `hexpost check` reports it.
                Err(AppError::Store(StoreError::Damaged(why))) => {
                    tracing::error!(
                        game = game.0,
                        why,
                        "failed to end a damaged game of a tournament; it stays open"
                    );
                }
                Err(no) => return Err(no),
            }
        }
        Ok(!games.is_empty())
    }

    /// Like `try_advance` after a person's change: does at once what has become due by it.
    pub(crate) async fn after_change(
        &self,
        view: TournamentView,
        now: Time,
    ) -> Result<TournamentView, AppError> {
        if !self.end_settled(&view, now).await? {
            return Ok(view);
        }
        self.advance(view.row.id, now).await?;
        let mut conn = self.read().await?;
        TournamentView::load(&mut conn, view.row.id).await
    }
}

/// When something has to be done about a tournament, apart from what its games bring about.
fn next_due(view: &TournamentView) -> Option<Time> {
    match (view.row.state, view.row.terms.start) {
        (TournamentState::Open, TournamentStart::At(time)) => Some(time),
        (TournamentState::Running, _) => {
            let deadline = view.deadline()?;
            let is_told = view.row.due_at == Some(deadline + TO_ADJUDICATE);
            Some(if is_told {
                deadline + TO_ADJUDICATE
            } else {
                deadline
            })
        }
        _ => None,
    }
}

/// Does everything that follows from the state of a tournament; false if the bot is not on the server any
/// more, so that only results are recorded. Nothing new begins until it is back, which makes the tournament due.
async fn follow(tx: &mut Transaction, change: &mut TournamentChange) -> Result<bool, AppError> {
    let now = change.now;
    record(tx, change).await?;
    if tx.membership(change.view.row.server).await? == ServerMembership::Left {
        return Ok(false);
    }
    if change.view.row.state == TournamentState::Open
        && let TournamentStart::At(time) = change.view.row.terms.start
        && time <= now
    {
        if change.view.entrants.len() < least_players(&change.view) {
            cancel(tx, change).await?;
        } else {
            start(tx, change, BY_ITSELF).await?;
        }
    }
    if change.view.row.state != TournamentState::Running {
        return Ok(true);
    }
    pass_deadline(tx, change).await?;
    loop {
        start_games(tx, change).await?;
        if !next_round(tx, change).await? {
            break;
        }
    }
    tell_level_matches(tx, change).await?;
    tell_rounds(tx, change).await?;
    Ok(true)
}

/// The fewest players with which a tournament can start.
pub(crate) const fn least_players(view: &TournamentView) -> usize {
    TournamentTerms::sizes(view.row.terms.format).0
}

/// Calls a tournament off.
pub(crate) async fn cancel(
    tx: &mut Transaction,
    change: &mut TournamentChange,
) -> Result<(), AppError> {
    let (view, now) = (&mut change.view, change.now);
    view.row.state = TournamentState::Cancelled;
    view.row.finished_at = Some(now);
    let tournament = view.row.id;
    if let Some(anchor) = view.games.first() {
        let notice = Notice::TournamentCancelled { tournament };
        let notice = notice.of_tournament(0, None, None);
        tx.add_notice(anchor.game, &notice, now).await?;
    }
    Ok(())
}

/// Records the results of games that have ended.
async fn record(tx: &mut Transaction, change: &mut TournamentChange) -> Result<(), AppError> {
    let mut ended: Vec<(Time, usize)> = Vec::new();
    for (index, game) in change.view.games.iter().enumerate() {
        let row = change.row(game.game);
        let end = row.and_then(|row| row.status.end.as_ref());
        if game.is_unrecorded
            && let Some(end) = end
        {
            ended.push((end.at, index));
        }
    }
    ended.sort_unstable();
    for (_, index) in ended {
        let game = change.view.games[index];
        let is_over = matches!(change.view.row.state, TournamentState::Cancelled);
        if !is_over && !change.view.is_settled(game.place) {
            let found = change.row(game.game).and_then(ending_of);
            // A game without a result stays open: the organiser decides.
            if let Some((result, ending)) = found {
                let key = game.place.key;
                let event = TournamentEvent::Ended {
                    game: key,
                    result,
                    ending,
                };
                let division = game.place.division;
                change.view.follows(tx, division, event, change.now).await?;
            }
        }
        tx.set_recorded(game.game).await?;
        change.view.games[index].is_unrecorded = false;
    }
    for dropped in &mut change.view.dropped {
        if std::mem::take(&mut dropped.is_unrecorded) {
            tx.set_recorded(dropped.game).await?;
        }
    }
    Ok(())
}

/// Starts a tournament: draws, makes the divisions, and pairs round robins.
pub(crate) async fn start(
    tx: &mut Transaction,
    change: &mut TournamentChange,
    action: InteractionId,
) -> Result<(), AppError> {
    let now = change.now;
    change.view.row.state = TournamentState::Running;
    change.view.row.start_action = Some(action);
    change.view.row.started_at = Some(now);
    change.view.row.due_at = None;
    super::refresh_ratings(tx, &mut change.view, now).await?;
    if change.view.row.terms.format == TournamentFormat::League {
        league::divide(tx, &mut change.view).await?;
    }
    for entrant in &change.view.entrants {
        tx.set_entrant(change.view.row.id, entrant).await?;
    }
    change.view.divisions = change.view.beginning()?;
    if change.view.row.terms.format.is_at_once() {
        for division in 0..change.view.divisions.len() {
            for round in change.view.all_rounds(division) {
                let event = TournamentEvent::Paired(round);
                change.view.follows(tx, division, event, now).await?;
            }
        }
    }
    Ok(())
}

/// Tells the organiser when the deadline of a round has passed, and a day later decides what is still open.
async fn pass_deadline(
    tx: &mut Transaction,
    change: &mut TournamentChange,
) -> Result<(), AppError> {
    let now = change.now;
    let Some(deadline) = change.view.deadline().filter(|&deadline| deadline <= now) else {
        return Ok(());
    };
    if now < deadline + TO_ADJUDICATE {
        let (tournament, round) = (change.view.row.id, change.view.round());
        if let (Some(organiser), Some(anchor)) =
            (change.view.row.organiser, change.view.games.last())
        {
            let notice = Notice::RoundOverdue { tournament, round };
            // A deadline that is extended and passes again is told again.
            let notice = notice.of_tournament(round, Some(organiser), Some(deadline));
            tx.add_notice(anchor.game, &notice, now).await?;
        }
        change.view.row.due_at = Some(deadline + TO_ADJUDICATE);
        return Ok(());
    }
    for index in 0..change.view.divisions.len() {
        for (game, seat) in overdue_seats(&change.view.divisions[index]) {
            let event = TournamentEvent::SeatChosen {
                round: game.0,
                board: game.1,
                seat,
            };
            change.view.follows(tx, index, event, now).await?;
        }
        let open: Vec<CountedGame> = change.view.divisions[index].tournament.games();
        for game in open.iter().filter(|it| it.score == PlayerScore::Open) {
            let key = game.game.key;
            let place = TournamentPlace {
                division: index,
                key,
            };
            let row = change.view.game_at(place).and_then(|id| change.row(id));
            // With a seat chosen just now, there is another deadline.
            if row.is_none() && change.view.deadline().is_some_and(|it| it > now) {
                continue;
            }
            let (result, ending) = match row.and_then(|row| Some((row, row.status.to_move?))) {
                Some((row, mover)) => (PairingResult::win(!mover), timed_out(row, mover)),
                None => (PairingResult::Neither, GameEnding::Forfeited),
            };
            let event = TournamentEvent::Ended {
                game: key,
                result,
                ending,
            };
            change.view.follows(tx, index, event, now).await?;
        }
    }
    Ok(())
}

/// The matches whose lower seed has not chosen a seat, with the more favourable one.
fn overdue_seats(division: &TournamentDivision) -> Vec<((u16, u16), Side)> {
    let Some(bracket) = division.bracket() else {
        return Vec::new();
    };
    let seat = !division.tournament.settings().less_favourable;
    let level = super::level_matches(division, &bracket).into_iter();
    level
        .map(|(round, board, _)| ((round, board), seat))
        .collect()
}

/// How a game ended in which a player's time ran out.
pub(crate) fn timed_out(row: &GameRow, loser: Side) -> GameEnding {
    let own_turns = match loser {
        Side::First => row.status.plies,
        Side::Second => row.status.plies - 1,
    };
    if own_turns > 0 {
        GameEnding::TimedOut
    } else {
        GameEnding::TimedOutUnplayed
    }
}

/// Starts the games that can begin now.
async fn start_games(tx: &mut Transaction, change: &mut TournamentChange) -> Result<(), AppError> {
    let most = change.view.row.terms.at_once;
    for index in 0..change.view.divisions.len() {
        let own = change.view.games.iter();
        let own = own.filter(|game| game.place.division == index);
        let started: BTreeSet<_> = own.map(|game| game.place.key).collect();
        let games = change.view.divisions[index]
            .tournament
            .to_start(&started, most);
        for planned in games {
            let place = TournamentPlace {
                division: index,
                key: planned.key,
            };
            let (first, second) = (
                change.view.player(planned.first),
                change.view.player(planned.second),
            );
            // Whoever was erased has withdrawn.
            let (Some(first), Some(second)) = (first, second) else {
                continue;
            };
            change.start_game(tx, place, [first, second]).await?;
        }
    }
    Ok(())
}

/// Pairs the next round, or ends the tournament, if the round is over; is there a new round?
async fn next_round(tx: &mut Transaction, change: &mut TournamentChange) -> Result<bool, AppError> {
    let now = change.now;
    let is_over = |it: &TournamentDivision| it.tournament.is_round_over();
    if !change.view.divisions.iter().all(is_over) {
        return Ok(false);
    }
    let Some(division) = change.view.divisions.first() else {
        return Ok(false);
    };
    let paired = division.tournament.rounds().len();
    let round = match change.view.row.terms.format {
        TournamentFormat::RoundRobin | TournamentFormat::League => None,
        TournamentFormat::Swiss if paired >= usize::from(change.view.rounds()) => None,
        TournamentFormat::Swiss => change
            .view
            .draw()
            .and_then(|draw| swiss::next_round(&division.tournament, &draw).ok()),
        TournamentFormat::Knockout => match division.bracket() {
            Some(bracket) => {
                let all = bracket.rounds().iter().flatten();
                let is_waiting = |state| matches!(state, MatchState::ChoosingSeat);
                if all.into_iter().any(|it| is_waiting(it.state)) {
                    return Ok(false);
                }
                bracket.next_round(paired)
            }
            None => None,
        },
    };
    let tournament = change.view.row.id;
    let before = paired as u16;
    let Some(round) = round else {
        finish(tx, change).await?;
        return Ok(false);
    };
    let event = TournamentEvent::Paired(round);
    change.view.follows(tx, 0, event, now).await?;
    change.view.row.due_at = None;
    let of_round = |game: &&TournamentGameRow| game.place.key.round == before;
    if let Some(anchor) = change.view.games.iter().find(of_round) {
        let notice = Notice::RoundResults {
            tournament,
            round: before,
        };
        let notice = notice.of_tournament(before, None, None);
        tx.add_notice(anchor.game, &notice, now).await?;
    }
    Ok(true)
}

/// Asks the lower seeds of matches that have just become level for their seats.
async fn tell_level_matches(
    tx: &mut Transaction,
    change: &TournamentChange,
) -> Result<(), AppError> {
    let view = &change.view;
    for division in &view.divisions {
        let Some(bracket) = division.bracket() else {
            continue;
        };
        for (round, board, lower) in super::level_matches(division, &bracket) {
            let is_of_it = |event: &TournamentEvent| match event {
                TournamentEvent::Ended { game, .. } => (game.round, game.board) == (round, board),
                _ => false,
            };
            if !change.new_events().any(is_of_it) {
                continue;
            }
            let of_match = |game: &&TournamentGameRow| {
                (game.place.key.round, game.place.key.board) == (round, board)
            };
            let tournament = view.row.id;
            if let (Some(player), Some(anchor)) =
                (view.player(lower), view.games.iter().find(of_match))
            {
                let notice = Notice::SeatToChoose {
                    tournament,
                    round,
                    board,
                };
                let notice = notice.of_tournament(round, Some(player), None);
                tx.add_notice(anchor.game, &notice, change.now).await?;
            }
        }
    }
    Ok(())
}

/// Tells every player once about a round that begins, with one notice each.
async fn tell_rounds(tx: &mut Transaction, change: &TournamentChange) -> Result<(), AppError> {
    let view = &change.view;
    let is_paired = |event: &TournamentEvent| matches!(event, TournamentEvent::Paired(_));
    if view.row.state != TournamentState::Running || !change.new_events().any(is_paired) {
        return Ok(());
    }
    let (tournament, round) = (view.row.id, view.round());
    let is_at_once = view.row.terms.format.is_at_once();
    let of_round = |game: &&TournamentGameRow| is_at_once || game.place.key.round == round;
    for division in &view.divisions {
        let planned = division.tournament.planned();
        for entrant in division.tournament.entrants() {
            let Some(player) = view.player(entrant.id) else {
                continue;
            };
            let is_own = |game: &&TournamentGameRow| {
                let key = game.place.key;
                let planned = planned.iter().find(|it| it.key == key);
                game.place.division == division.index
                    && planned.is_some_and(|it| it.seat(entrant.id).is_some())
            };
            let own = view.games.iter().filter(of_round).find(is_own);
            let rounds = division.tournament.rounds();
            let has_bye = rounds
                .iter()
                .any(|it| it.number == round && it.byes.contains(&entrant.id));
            // Who has no opponent is told so, in the same channel.
            let any = view.games.iter().find(of_round).filter(|_| has_bye);
            if let Some(anchor) = own.or(any) {
                let notice = Notice::RoundBegan { tournament, round };
                let notice = notice.of_tournament(round, Some(player), None);
                tx.add_notice(anchor.game, &notice, change.now).await?;
            }
        }
    }
    Ok(())
}

/// Ends a tournament: stores who has won, tells everyone, and opens the next season of a league.
async fn finish(tx: &mut Transaction, change: &mut TournamentChange) -> Result<(), AppError> {
    let (view, now) = (&mut change.view, change.now);
    view.row.state = TournamentState::Finished;
    view.row.finished_at = Some(now);
    let tournament = view.row.id;
    tx.set_titles(tournament, &super::titles(view)).await?;
    if let Some(anchor) = view.games.last() {
        let notice = Notice::TournamentFinished { tournament };
        let notice = notice.of_tournament(0, None, None);
        tx.add_notice(anchor.game, &notice, now).await?;
    }
    if view.row.terms.format == TournamentFormat::League {
        league::open_next_season(tx, view, now).await?;
    }
    Ok(())
}

/// Is this how a game ends whose player ran out of time?
pub(crate) const fn is_time(how: &EndReason) -> bool {
    matches!(how, EndReason::Time)
}
