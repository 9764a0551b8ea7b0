//! A whole tournament as JSON.

use serde::Serialize;

use crate::entrant::Entrant;
use crate::game::Round;
use crate::standings::Standing;
use crate::tournament::{CountedGame, Tournament, TournamentSettings};

/// The version of the format.
const FORMAT: u8 = 1;

#[derive(Serialize)]
struct Document<'a> {
    format: u8,
    name: &'a str,
    settings: &'a TournamentSettings,
    entrants: &'a [Entrant],
    rounds: &'a [Round],
    games: Vec<CountedGame>,
    standings: Vec<Standing>,
}

/// Settings, entrants, rounds, games and standings. Points are counted in halves, Sonneborn–Berger scores in
/// quarters.
pub fn tournament(name: &str, tournament: &Tournament) -> serde_json::Value {
    let document = Document {
        format: FORMAT,
        name,
        settings: tournament.settings(),
        entrants: tournament.entrants(),
        rounds: tournament.rounds(),
        games: tournament.games(),
        standings: tournament.standings(),
    };
    serde_json::to_value(document).unwrap_or_default()
}
