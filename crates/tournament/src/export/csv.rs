//! Standings and games as CSV (RFC 4180).

use crate::entrant::EntrantId;
use crate::game::{GameEnding, PairingResult};
use crate::points::Points;
use crate::tournament::{PlayerScore, Status, Tournament};

/// The standings, one line per entrant, with a heading.
pub fn standings(tournament: &Tournament) -> String {
    let mut text = line([
        "place",
        "name",
        "points",
        "head_to_head",
        "sonneborn_berger",
        "less_favourable_wins",
        "rating",
        "wins",
        "draws",
        "losses",
        "status",
    ]);
    for standing in tournament.standings() {
        let place = standing.place.map(|place| place.to_string());
        let head_to_head = standing.head_to_head.map(Points::decimal);
        text += &line([
            &place.unwrap_or_default(),
            &name(tournament, standing.entrant),
            &standing.points.decimal(),
            &head_to_head.unwrap_or_default(),
            &standing.sonneborn_berger.to_string(),
            &standing.less_favourable_wins.to_string(),
            &standing.rating.to_string(),
            &standing.wins.to_string(),
            &standing.draws.to_string(),
            &standing.losses.to_string(),
            status(standing.status),
        ]);
    }
    text
}

/// All games, one line each, with a heading; then the byes.
pub fn games(tournament: &Tournament) -> String {
    let heading = [
        "round", "board", "game", "first", "second", "result", "ending",
    ];
    let mut text = line(heading);
    for game in tournament.games() {
        let key = game.game.key;
        let (result, ending) = match game.score {
            PlayerScore::Open => ("", ""),
            PlayerScore::Annulled => ("", "annulled"),
            PlayerScore::Counted(outcome) => (result(outcome.result), ending(outcome.ending)),
        };
        text += &line([
            &key.round.to_string(),
            &key.board.to_string(),
            &key.game.to_string(),
            &name(tournament, game.game.first),
            &name(tournament, game.game.second),
            result,
            ending,
        ]);
    }
    for round in tournament.rounds() {
        for bye in &round.byes {
            let (round, name) = (round.number.to_string(), name(tournament, *bye));
            text += &line([&round, "", "", &name, "", "1-0", "bye"]);
        }
    }
    text
}

const fn status(status: Status) -> &'static str {
    match status {
        Status::Active => "active",
        Status::Withdrawn => "withdrawn",
        Status::Annulled => "annulled",
    }
}

const fn result(result: PairingResult) -> &'static str {
    match result {
        PairingResult::First => "1-0",
        PairingResult::Second => "0-1",
        PairingResult::Draw => "0.5-0.5",
        PairingResult::Neither => "0-0",
    }
}

const fn ending(ending: GameEnding) -> &'static str {
    match ending {
        GameEnding::Played => "played",
        GameEnding::TimedOut => "timed_out",
        GameEnding::TimedOutUnplayed => "timed_out_unplayed",
        GameEnding::Forfeited => "forfeited",
        GameEnding::Adjudicated => "adjudicated",
    }
}

fn name(tournament: &Tournament, entrant: EntrantId) -> String {
    let entrant = tournament.entrant(entrant);
    let name = entrant.map(|it| it.name.as_str()).unwrap_or_default();
    // A spreadsheet would run it as a formula.
    if name.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{name}")
    } else {
        name.to_owned()
    }
}

/// A line, with quotes where needed.
fn line<const N: usize>(fields: [&str; N]) -> String {
    let quoted = fields.map(|field| {
        if field.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", field.replace('"', "\"\""))
        } else {
            field.to_owned()
        }
    });
    quoted.join(",") + "\r\n"
}
