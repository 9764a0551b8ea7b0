//! TRF16, the report format of chess federations, which pairing programs and rating tools read.
//!
//! The format has one game per player and round, so a round of double games becomes two. The player
//! who moves first is White. A bye is a full point in the first of the two and none in the second.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hexpost_engine::side::Side;

use crate::entrant::EntrantId;
use crate::game::{GameEnding, PairingResult};
use crate::standings::Standing;
use crate::tournament::{CountedGame, PlayerScore, Tournament};

/// What the file says about the tournament besides its games.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TrfHeading {
    /// The tournament's name.
    pub name: String,
    /// The day of the start, such as `2026/11/18`.
    pub start: String,
    /// The day of the end.
    pub end: String,
    /// The format, such as `Double round robin`.
    pub format: String,
    /// The clock, in words.
    pub clock: String,
    /// How many rounds there are in all; 0 if as many as were paired.
    pub rounds: u16,
}

/// The report of a round robin or Swiss tournament. Entrants are numbered from the highest rating.
pub fn report(heading: &TrfHeading, tournament: &Tournament) -> String {
    let mut order: Vec<_> = tournament.entrants().iter().collect();
    order.sort_by_key(|entrant| (std::cmp::Reverse(entrant.rating), entrant.id));
    let ids = order.iter().map(|entrant| entrant.id);
    let numbers: BTreeMap<EntrantId, usize> = ids.zip(1..).collect();
    let standings = tournament.standings();
    let games = tournament.games();
    let legs = u16::from(tournament.settings().legs.count());
    let rounds = heading.rounds.max(tournament.rounds().len() as u16) * legs;
    let mut text = String::new();
    let count = order.len().to_string();
    for (code, value) in [
        ("012", heading.name.as_str()),
        ("042", &heading.start),
        ("052", &heading.end),
        ("062", &count),
        ("092", &heading.format),
        ("122", &heading.clock),
    ] {
        let value = plain(value);
        if !value.is_empty() {
            let _ = writeln!(text, "{code} {value}");
        }
    }
    let _ = writeln!(text, "XXR {rounds}");
    for entrant in order {
        let number = numbers[&entrant.id];
        let place = standings.iter().position(|it| it.entrant == entrant.id);
        let place = place.unwrap_or_default() + 1;
        let standing = standings.iter().find(|it| it.entrant == entrant.id);
        let points = standing.map(|it: &Standing| it.points.decimal());
        let name: String = plain(&entrant.name).chars().take(33).collect();
        let _ = write!(
            text,
            "001 {number:>4} {:<4} {name:<33} {:>4} {:<3} {:>11} {:<10} {:>4} {place:>4}",
            "",
            entrant.rating.clamp(0, 9999),
            "",
            "",
            "",
            points.unwrap_or_default(),
        );
        for entry in entries(tournament, &games, entrant.id, &numbers) {
            text.push_str(&entry);
        }
        text.push('\n');
    }
    text
}

/// The games of an entrant, one entry per round of the report.
fn entries(
    tournament: &Tournament,
    games: &[CountedGame],
    entrant: EntrantId,
    numbers: &BTreeMap<EntrantId, usize>,
) -> Vec<String> {
    let legs = tournament.settings().legs.count();
    let mut entries = Vec::new();
    for round in tournament.rounds() {
        for leg in 1..=legs {
            let own = games.iter().find(|it| {
                let key = it.game.key;
                (key.round, key.game) == (round.number, leg) && it.game.seat(entrant).is_some()
            });
            let entry = match own {
                Some(game) => entry(game, entrant, numbers),
                None if round.byes.contains(&entrant) && leg == 1 => "  0000 - U".to_owned(),
                None => "  0000 - Z".to_owned(),
            };
            entries.push(entry);
        }
    }
    entries
}

fn entry(game: &CountedGame, entrant: EntrantId, numbers: &BTreeMap<EntrantId, usize>) -> String {
    let seat = game.game.seat(entrant).unwrap_or(Side::First);
    let opponent = numbers.get(&game.game.at(!seat)).copied();
    let opponent = opponent.unwrap_or_default();
    let colour = match seat {
        Side::First => 'w',
        Side::Second => 'b',
    };
    let result = match game.score {
        PlayerScore::Open => ' ',
        // No game for either of them.
        PlayerScore::Annulled => return "  0000 - Z".to_owned(),
        PlayerScore::Counted(outcome) => {
            let is_unplayed = matches!(
                outcome.ending,
                GameEnding::Forfeited | GameEnding::TimedOutUnplayed
            );
            match (outcome.result, is_unplayed) {
                (PairingResult::Draw, _) => '=',
                (PairingResult::Neither, _) => '-',
                (result, is_unplayed) => match (result.winner() == Some(seat), is_unplayed) {
                    (true, false) => '1',
                    (true, true) => '+',
                    (false, false) => '0',
                    (false, true) => '-',
                },
            }
        }
    };
    format!("  {opponent:>4} {colour} {result}")
}

/// A text on one line.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    words.join(" ")
}
