//! Tournaments and leagues: whole ones, and everything that can go wrong in them.

mod crash;
mod formats;
mod leagues;
mod organisers;
mod players;
mod tables;
mod together;

use std::collections::BTreeMap;

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use hexpost_tournament::knockout::MatchState;

use crate::fixture::{CHANNEL, SERVER, TestApp};
use hexpost::app::access::Viewer;
use hexpost::app::notify::notice::Notice;
use hexpost::app::tournament::level_matches;
use hexpost::app::{NewTournament, TournamentView, TurnInput};
use hexpost::model::{
    GameId, Pace, PlayerId, StoredVariant, TournamentFormat, TournamentId, TournamentState,
    TournamentTerms,
};

/// The organiser, who does not play.
pub(crate) const ORGANISER: PlayerId = PlayerId(3_000_000);

/// The players of a tournament.
pub(crate) fn player(number: i64) -> PlayerId {
    PlayerId(3_000_000 + number)
}

/// A member of the server.
pub(crate) fn member(player: PlayerId) -> Viewer {
    Viewer {
        player: Some(player),
        server: Some(SERVER),
        channel: Some(CHANNEL),
        may_post: true,
        ..Viewer::default()
    }
}

pub(crate) fn usual(format: TournamentFormat) -> TournamentTerms {
    let variant = StoredVariant::parse("zertz", "37");
    TournamentTerms::usual(format, variant, Pace::days(3))
}

pub(crate) fn named(terms: TournamentTerms) -> NewTournament {
    NewTournament {
        name: "Autumn cup".to_owned(),
        server: SERVER,
        channel: CHANNEL,
        terms,
    }
}

/// Makes a tournament.
pub(crate) async fn make(fixture: &TestApp, terms: TournamentTerms) -> TournamentId {
    let act = fixture.act(ORGANISER);
    let new = named(terms);
    let made = fixture
        .app
        .create_tournament(&act, &member(ORGANISER), &new)
        .await;
    made.unwrap().row.id
}

pub(crate) async fn join(fixture: &TestApp, id: TournamentId, number: i64) -> TournamentView {
    let act = fixture.act(player(number));
    let joined = fixture
        .app
        .join_tournament(&act, &member(player(number)), id)
        .await;
    joined.unwrap()
}

pub(crate) async fn start(fixture: &TestApp, id: TournamentId) -> TournamentView {
    let act = fixture.act(ORGANISER);
    let started = fixture
        .app
        .start_tournament(&act, &member(ORGANISER), id)
        .await;
    started.unwrap()
}

/// A tournament with so many players that has started.
pub(crate) async fn begun(fixture: &TestApp, terms: TournamentTerms, players: i64) -> TournamentId {
    let id = make(fixture, terms).await;
    for number in 1..=players {
        join(fixture, id, number).await;
    }
    start(fixture, id).await;
    id
}

pub(crate) async fn view(fixture: &TestApp, id: TournamentId) -> TournamentView {
    fixture.app.tournament(id).await.unwrap()
}

/// The running games of a tournament.
pub(crate) async fn running(fixture: &TestApp, id: TournamentId) -> Vec<GameId> {
    let mut running = Vec::new();
    for game in view(fixture, id).await.games {
        let row = fixture.app.game_row(game.game).await.unwrap().unwrap();
        if row.status.end.is_none() {
            running.push(game.game);
        }
    }
    running
}

/// Plays a game to the end with random turns.
pub(crate) async fn play_out(fixture: &TestApp, id: GameId, numbers: &mut SplitMix64) {
    for _ in 0..400 {
        let game = fixture.game(id).await;
        let Some(side) = game.to_move() else {
            return;
        };
        let by = game.row.players[side].unwrap();
        let turn = game.record.game().uniform_turn(numbers).unwrap();
        let text = game.record.game().write(&turn).unwrap();
        let act = fixture.act(by);
        fixture
            .app
            .play(&act, id, &TurnInput::Text(text))
            .await
            .unwrap();
    }
    panic!("game {id} does not end");
}

/// Lets a side lose by resigning.
pub(crate) async fn resign(fixture: &TestApp, id: GameId, loser: Side) {
    let row = fixture.app.game_row(id).await.unwrap().unwrap();
    let act = fixture.act(row.players[loser].unwrap());
    fixture.app.resign(&act, id).await.unwrap();
}

/// Plays a tournament to its end: each game by random turns or by resignation, whichever `is_played` says. Level
/// matches are decided with the first seat for the lower seed.
pub(crate) async fn play_to_the_end(
    fixture: &TestApp,
    id: TournamentId,
    seed: u64,
    is_played: impl Fn(GameId) -> bool,
) -> TournamentView {
    let mut numbers = SplitMix64::new(seed);
    for _ in 0..2000 {
        let now = view(fixture, id).await;
        if now.row.state == TournamentState::Finished {
            return now;
        }
        let games = running(fixture, id).await;
        if let Some(&game) = games.get(numbers.below(games.len().max(1) as u64) as usize) {
            if is_played(game) {
                play_out(fixture, game, &mut numbers).await;
            } else {
                let loser = Side::BOTH[numbers.below(2) as usize];
                resign(fixture, game, loser).await;
            }
        } else {
            for division in &now.divisions {
                let bracket = division.bracket().unwrap();
                let waits = bracket.rounds().iter().flatten();
                assert!(
                    waits
                        .into_iter()
                        .any(|it| it.state == MatchState::ChoosingSeat),
                    "nothing is played and nobody chooses"
                );
                for (round, board, lower) in level_matches(division, &bracket) {
                    let act = fixture.act(now.player(lower).unwrap());
                    let place = (round, board);
                    let chosen = fixture.app.choose_seat(&act, id, place, Side::First);
                    chosen.await.unwrap();
                }
            }
        }
        fixture.sweep().await;
    }
    panic!("the tournament does not end");
}

/// The notices of a kind, counted by recipient.
pub(crate) async fn told(
    fixture: &TestApp,
    is_it: impl Fn(&Notice) -> bool,
) -> BTreeMap<Option<PlayerId>, usize> {
    let mut counted = BTreeMap::new();
    for (notice, to) in fixture.notifications().await {
        if is_it(&notice) {
            *counted.entry(to).or_default() += 1;
        }
    }
    counted
}
