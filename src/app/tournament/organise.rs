//! What organisers do. Members who manage the server can do it as well.

use hexpost_tournament::{
    EntrantId, GameEnding, PairingResult, Tournament, TournamentEvent, knockout::MatchState,
};

use crate::app::access::Viewer;
use crate::app::tournament::advance::{self, TournamentChange, least_players};
use crate::app::tournament::state::{TournamentView, whole_days};
use crate::app::tournament::{
    MAX_ROUND_DAYS, check_open, check_running, rating_of, titles, withdraw_entrant,
};
use crate::app::{Act, App, AppError, Refusal, retry};
use crate::model::{
    InteractionId, PlayerId, TournamentAct, TournamentId, TournamentNote, TournamentPlace,
    TournamentState,
};
use crate::store::Transaction;

/// A decision of an organiser.
#[derive(Clone, Copy, Debug)]
enum OrganiserDecision {
    Start,
    Adjudicate(TournamentPlace, PairingResult),
    Replace(EntrantId, PlayerId),
    Withdraw(EntrantId),
    Extend(i64),
    Cancel,
    HandOver(PlayerId),
}

impl App {
    /// Starts a tournament, whether or not all places are taken.
    pub async fn start_tournament(
        &self,
        act: &Act,
        viewer: &Viewer,
        id: TournamentId,
    ) -> Result<TournamentView, AppError> {
        self.organise(act, viewer, id, OrganiserDecision::Start)
            .await
    }

    /// Decides the result of a game, or corrects it. A running game ends.
    pub async fn adjudicate(
        &self,
        act: &Act,
        viewer: &Viewer,
        id: TournamentId,
        place: TournamentPlace,
        result: PairingResult,
    ) -> Result<TournamentView, AppError> {
        let decision = OrganiserDecision::Adjudicate(place, result);
        self.organise(act, viewer, id, decision).await
    }

    /// Gives an entrant's place to another player. Finished games stay; running ones are closed and begin anew.
    pub async fn replace_entrant(
        &self,
        act: &Act,
        viewer: &Viewer,
        id: TournamentId,
        entrant: EntrantId,
        player: PlayerId,
    ) -> Result<TournamentView, AppError> {
        let decision = OrganiserDecision::Replace(entrant, player);
        self.organise(act, viewer, id, decision).await
    }

    /// Withdraws an entrant; before the start, takes them out.
    pub async fn withdraw_entrant(
        &self,
        act: &Act,
        viewer: &Viewer,
        id: TournamentId,
        entrant: EntrantId,
    ) -> Result<TournamentView, AppError> {
        let decision = OrganiserDecision::Withdraw(entrant);
        self.organise(act, viewer, id, decision).await
    }

    /// Extends the round that is being played by some days.
    pub async fn extend_round(
        &self,
        act: &Act,
        viewer: &Viewer,
        id: TournamentId,
        days: i64,
    ) -> Result<TournamentView, AppError> {
        self.organise(act, viewer, id, OrganiserDecision::Extend(days))
            .await
    }

    /// Calls a tournament off. Running games go on as ordinary games.
    pub async fn cancel_tournament(
        &self,
        act: &Act,
        viewer: &Viewer,
        id: TournamentId,
    ) -> Result<TournamentView, AppError> {
        self.organise(act, viewer, id, OrganiserDecision::Cancel)
            .await
    }

    /// Makes someone else the organiser.
    pub async fn hand_over(
        &self,
        act: &Act,
        viewer: &Viewer,
        id: TournamentId,
        to: PlayerId,
    ) -> Result<TournamentView, AppError> {
        self.organise(act, viewer, id, OrganiserDecision::HandOver(to))
            .await
    }

    async fn organise(
        &self,
        act: &Act,
        viewer: &Viewer,
        id: TournamentId,
        decision: OrganiserDecision,
    ) -> Result<TournamentView, AppError> {
        let view = retry!(self.try_organise(act, viewer, id, decision))?;
        self.after_change(view, act.now).await
    }

    async fn try_organise(
        &self,
        act: &Act,
        viewer: &Viewer,
        id: TournamentId,
        decision: OrganiserDecision,
    ) -> Result<TournamentView, AppError> {
        let other = match decision {
            OrganiserDecision::Replace(_, player) => vec![player],
            _ => Vec::new(),
        };
        let (mut tx, mut change) = self.begin_change(id, &other, act.now).await?;
        if !change.view.is_organiser(viewer) {
            return Err(Refusal::NotOrganiser.into());
        }
        let (tx_ref, by) = (&mut tx, act.by);
        match decision {
            OrganiserDecision::Start => start(tx_ref, &mut change, act.interaction).await?,
            OrganiserDecision::Adjudicate(place, result) => {
                adjudicate(tx_ref, &mut change, by, place, result).await?;
            }
            OrganiserDecision::Replace(entrant, player) => {
                replace(tx_ref, &mut change, by, entrant, player).await?;
            }
            OrganiserDecision::Withdraw(entrant) => {
                if change.view.entrant(entrant).is_none() {
                    return Err(Refusal::NotEntered.into());
                }
                withdraw_entrant(tx_ref, &mut change, entrant, Some(by)).await?;
            }
            OrganiserDecision::Extend(days) => extend(tx_ref, &mut change, by, days).await?,
            OrganiserDecision::Cancel => {
                if change.view.row.finished_at.is_some() {
                    return Err(Refusal::TournamentOver.into());
                }
                let note = TournamentAct::Note(TournamentNote::Cancelled);
                change
                    .view
                    .append(tx_ref, 0, note, Some(by), act.now)
                    .await?;
                advance::cancel(tx_ref, &mut change).await?;
            }
            OrganiserDecision::HandOver(to) => {
                let note = TournamentAct::Note(TournamentNote::HandedOver);
                change
                    .view
                    .append(tx_ref, 0, note, Some(by), act.now)
                    .await?;
                change.view.row.organiser = Some(to);
            }
        }
        self.finish_change(tx, change).await
    }
}

async fn start(
    tx: &mut Transaction,
    change: &mut TournamentChange,
    action: InteractionId,
) -> Result<(), AppError> {
    check_open(&change.view)?;
    let least = least_players(&change.view);
    if change.view.entrants.len() < least {
        return Err(Refusal::TooFewPlayers(least).into());
    }
    advance::start(tx, change, action).await
}

async fn adjudicate(
    tx: &mut Transaction,
    change: &mut TournamentChange,
    by: PlayerId,
    place: TournamentPlace,
    result: PairingResult,
) -> Result<(), AppError> {
    let is_over = change.view.row.state == TournamentState::Finished;
    if !is_over {
        check_running(&change.view)?;
    }
    let division = place.division;
    let known = change.view.divisions.get(division);
    let before = known.cloned().ok_or(Refusal::NoSuchPairing)?;
    let games = before.tournament.games();
    if !games.iter().any(|it| it.game.key == place.key) {
        return Err(Refusal::NoSuchPairing.into());
    }
    let event = TournamentEvent::Ended {
        game: place.key,
        result,
        ending: GameEnding::Adjudicated,
    };
    let event = TournamentAct::Standings(event);
    change
        .view
        .append(tx, division, event, Some(by), change.now)
        .await?;
    let after = &change.view.divisions[division];
    // Whoever has been paired in the next round of a knock-out stays there.
    if let (Some(before), Some(after)) = (before.bracket(), after.bracket()) {
        let paired = change.view.divisions[division].tournament.rounds().len();
        let decided = |bracket: &hexpost_tournament::knockout::Bracket| -> Vec<Option<EntrantId>> {
            let rounds = bracket.rounds().iter().take(paired.saturating_sub(1));
            let winner = |state| match state {
                MatchState::Won(winner) => Some(winner),
                _ => None,
            };
            rounds.flatten().map(|it| winner(it.state)).collect()
        };
        if decided(&before) != decided(&after) {
            return Err(Refusal::RoundIsPaired.into());
        }
    }
    if is_over {
        let titles = titles(&change.view);
        tx.set_titles(change.view.row.id, &titles).await?;
    }
    Ok(())
}

async fn replace(
    tx: &mut Transaction,
    change: &mut TournamentChange,
    by: PlayerId,
    number: EntrantId,
    player: PlayerId,
) -> Result<(), AppError> {
    check_running(&change.view)?;
    if change.view.entrant_of(player).is_some() {
        return Err(Refusal::AlreadyEntered.into());
    }
    let entrant = change.view.entrant(number).ok_or(Refusal::NotEntered)?;
    let (division, now) = (entrant.division, change.now);
    let rating = rating_of(tx, player, &change.view.row.terms.variant, now).await?;
    let event = TournamentAct::Standings(TournamentEvent::Replaced {
        entrant: number,
        name: String::new(),
        rating,
    });
    change
        .view
        .append(tx, division, event, Some(by), now)
        .await?;
    // The rating at the start stays, because the draw depends on it.
    for entrant in &mut change.view.entrants {
        if entrant.number == number {
            entrant.player = Some(player);
            tx.set_entrant(change.view.row.id, entrant).await?;
        }
    }
    let open = own_open_games(&change.view.divisions[division].tournament, number);
    let mut kept = Vec::new();
    for mut game in std::mem::take(&mut change.view.games) {
        let is_theirs = game.place.division == division && open.contains(&game.place.key);
        if is_theirs {
            tx.drop_tournament_game(game.game).await?;
            game.is_dropped = true;
            change.view.dropped.push(game);
        } else {
            kept.push(game);
        }
    }
    change.view.games = kept;
    Ok(())
}

/// The games of an entrant that are not settled.
fn own_open_games(tournament: &Tournament, entrant: EntrantId) -> Vec<hexpost_tournament::GameKey> {
    let games = tournament.games().into_iter();
    let open = games.filter(|it| {
        it.game.seat(entrant).is_some()
            && it.score == hexpost_tournament::tournament::PlayerScore::Open
    });
    open.map(|it| it.game.key).collect()
}

async fn extend(
    tx: &mut Transaction,
    change: &mut TournamentChange,
    by: PlayerId,
    days: i64,
) -> Result<(), AppError> {
    check_running(&change.view)?;
    if !(1..=MAX_ROUND_DAYS).contains(&days) {
        return Err(Refusal::RoundDays(MAX_ROUND_DAYS).into());
    }
    let deadline = change.view.deadline().ok_or(Refusal::NoDeadline)?;
    let note = TournamentNote::Extended {
        round: change.view.round(),
        until: deadline.max(change.now) + whole_days(days),
    };
    let note = TournamentAct::Note(note);
    change.view.append(tx, 0, note, Some(by), change.now).await
}
