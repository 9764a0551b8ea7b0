//! Tests of tournaments. With `HEXPOST_DEEP=1` ten times as many are simulated.

mod draw;
mod export;
mod knockout;
mod ladder;
mod league;
mod matching;
mod round_robin;
mod swiss;
mod tables;
mod tie_breaks;
mod withdrawals;

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use hexpost_tournament::{
    Entrant, EntrantId, GameEnding, GameKey, Legs, PairingResult, SeedingDraw, Tournament,
    TournamentEvent, TournamentSettings, WithdrawalRule,
};

/// How many tournaments to simulate: a tenth, unless all are asked for.
fn simulations(all: u64) -> u64 {
    if std::env::var_os("HEXPOST_DEEP").is_some() {
        all
    } else {
        all / 10
    }
}

/// Entrants 1 to `count`, from the highest rating.
fn entrants(count: usize) -> Vec<Entrant> {
    (1..=count as i64)
        .map(|id| Entrant {
            id: EntrantId(id),
            name: format!("Player {id}"),
            rating: 2000 - 10 * id as i32,
        })
        .collect()
}

fn ids(count: usize) -> Vec<EntrantId> {
    (1..=count as i64).map(EntrantId).collect()
}

fn settings(legs: Legs, withdrawal: WithdrawalRule) -> TournamentSettings {
    TournamentSettings {
        legs,
        less_favourable: Side::Second,
        withdrawal,
    }
}

fn draw(seed: u64) -> SeedingDraw {
    SeedingDraw::new(1, "secret", &[seed, seed + 1], seed + 2)
}

fn key(round: u16, board: u16, game: u8) -> GameKey {
    GameKey { round, board, game }
}

fn ended(game: GameKey, result: PairingResult) -> TournamentEvent {
    TournamentEvent::Ended {
        game,
        result,
        ending: GameEnding::Played,
    }
}

/// A random result: the stronger player wins more often, and one game of eight is drawn.
fn random_result(rng: &mut SplitMix64, first: EntrantId, second: EntrantId) -> PairingResult {
    if rng.below(8) == 0 {
        return PairingResult::Draw;
    }
    let chance = if first < second { 6 } else { 4 };
    if rng.below(10) < chance {
        PairingResult::First
    } else {
        PairingResult::Second
    }
}

/// Ends all open games at random.
fn play(tournament: &mut Tournament, rng: &mut SplitMix64) {
    let games = tournament.games();
    for game in games.iter().filter(|game| game.outcome().is_none()) {
        let result = random_result(rng, game.game.first, game.game.second);
        tournament.apply(&ended(game.game.key, result)).unwrap();
    }
}
