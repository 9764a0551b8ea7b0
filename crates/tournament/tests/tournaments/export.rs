//! Exported files.

use std::fs;
use std::path::PathBuf;

use crate::{draw, ended, entrants, ids, key, play, settings};
use hexpost_engine::random::SplitMix64;
use hexpost_tournament::export::trf::TrfHeading;
use hexpost_tournament::export::{csv, json, trf};
use hexpost_tournament::round_robin::rounds;
use hexpost_tournament::{
    Entrant, EntrantId, Legs, PairingResult, Points, Tournament, TournamentEvent, WithdrawalRule,
    swiss,
};

fn heading(format: &str) -> TrfHeading {
    TrfHeading {
        name: "Autumn cup".to_owned(),
        start: "2026/11/01".to_owned(),
        end: "2026/12/24".to_owned(),
        format: format.to_owned(),
        clock: "3 days per move".to_owned(),
        rounds: 0,
    }
}

fn swiss_tournament(count: usize, legs: Legs, seed: u64, played: u16) -> Tournament {
    let mut rng = SplitMix64::new(seed);
    let settings = settings(legs, WithdrawalRule::Keep);
    let mut tournament = Tournament::new(settings, entrants(count)).unwrap();
    for _ in 0..played {
        let round = swiss::next_round(&tournament, &draw(seed)).unwrap();
        tournament.apply(&TournamentEvent::Paired(round)).unwrap();
        play(&mut tournament, &mut rng);
    }
    tournament
}

/// Three players, double round robin; one has a difficult name.
fn small() -> Tournament {
    let entrant = |id, name: &str, rating| Entrant {
        id: EntrantId(id),
        name: name.to_owned(),
        rating,
    };
    let entrants = vec![
        entrant(1, "Żółw, \"the\" Turtle", 1500),
        entrant(2, "=HYPERLINK(1)", 1600),
        entrant(3, "Щука", 1400),
    ];
    let settings = settings(Legs::Two, WithdrawalRule::KeepFromHalf);
    let mut tournament = Tournament::new(settings, entrants).unwrap();
    for round in rounds(&ids(3)) {
        tournament.apply(&TournamentEvent::Paired(round)).unwrap();
    }
    for (round, results) in [
        (1, [PairingResult::First, PairingResult::Draw]),
        (2, [PairingResult::Second, PairingResult::Second]),
    ] {
        for (game, result) in (1..).zip(results) {
            let event = ended(key(round, 1, game), result);
            tournament.apply(&event).unwrap();
        }
    }
    tournament
}

#[test]
fn csv_quotes_what_needs_it_and_disarms_formulas() {
    let lines = csv::standings(&small());
    let lines: Vec<&str> = lines.split("\r\n").collect();
    assert!(lines[0].starts_with("place,name,points,"));
    assert!(
        lines
            .iter()
            .any(|it| it.contains(",\"Żółw, \"\"the\"\" Turtle\","))
    );
    assert!(lines.iter().any(|it| it.contains(",'=HYPERLINK(1),")));
    assert_eq!(lines.len(), 5);
    let games = csv::games(&small());
    assert!(games.contains("1,1,1,'=HYPERLINK(1),Щука,1-0,played\r\n"));
    assert!(games.contains("1,1,2,Щука,'=HYPERLINK(1),0.5-0.5,played\r\n"));
    let open = [
        r#"3,1,1,Щука,"Żółw, ""the"" Turtle",,"#,
        r#"3,1,2,"Żółw, ""the"" Turtle",Щука,,"#,
    ];
    assert!(games.ends_with(&(open.join("\r\n") + "\r\n")), "{games}");
}

#[test]
fn json_has_everything() {
    let value = json::tournament("Autumn cup", &small());
    assert_eq!(value["format"], 1);
    assert_eq!(value["entrants"].as_array().unwrap().len(), 3);
    assert_eq!(value["games"].as_array().unwrap().len(), 6);
    assert_eq!(value["games"][0]["score"]["counted"]["result"], "first");
    assert_eq!(value["standings"][0]["place"], 1);
}

#[test]
fn trf_has_the_columns_of_the_format() {
    let text = trf::report(&heading("Double round robin"), &small());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "012 Autumn cup");
    assert!(lines.contains(&"XXR 6"));
    let players: Vec<Vec<char>> = lines
        .iter()
        .filter(|it| it.starts_with("001"))
        .map(|it| it.chars().collect())
        .collect();
    assert_eq!(players.len(), 3);
    // Columns are counted from 1.
    let columns = |player: usize, from: usize, to: usize| -> String {
        players[player][from - 1..to].iter().collect()
    };
    assert_eq!(columns(0, 5, 8), "   1");
    assert_eq!(columns(0, 15, 47).trim(), "=HYPERLINK(1)");
    assert_eq!(columns(1, 15, 47).trim(), "Żółw, \"the\" Turtle");
    assert_eq!(columns(0, 49, 52), "1600");
    assert_eq!(columns(0, 81, 84), " 2.5");
    assert_eq!(columns(0, 92, 99), "   3 w 1");
    assert_eq!(columns(0, 102, 109), "   3 b =");
    assert_eq!(columns(1, 92, 99), "0000 - Z");
}

#[test]
fn trf_sums_are_right_for_swiss_tournaments() {
    for seed in 0..20 {
        let legs = [Legs::One, Legs::Two][seed as usize % 2];
        let tournament = swiss_tournament(5 + seed as usize, legs, seed, 3);
        let text = trf::report(&heading("Swiss"), &tournament);
        for line in text.lines().filter(|it| it.starts_with("001")) {
            let chars: Vec<char> = line.chars().collect();
            let points: String = chars[80..84].iter().collect();
            let halves = chars[91..].chunks(10).map(|it| match it[7] {
                '1' | '+' | 'U' => 2,
                '=' => 1,
                _ => 0,
            });
            let halves = halves.sum();
            assert_eq!(points.trim(), Points { halves }.decimal(), "{line}");
        }
    }
}

/// Writes files for `.ci/check-pairings`, if it asks for them.
#[test]
fn samples_for_other_programs() {
    let Some(folder) = std::env::var_os("HEXPOST_PAIRING_SAMPLES").map(PathBuf::from) else {
        return;
    };
    for seed in 0..60 {
        let count = 5 + seed as usize;
        let legs = [Legs::One, Legs::Two][seed as usize % 2];
        let rounds = swiss::recommended_rounds(count);
        let tournament = swiss_tournament(count, legs, seed, rounds);
        let heading = TrfHeading {
            rounds: rounds + 1,
            ..heading("Swiss")
        };
        let text = trf::report(&heading, &tournament);
        let legs = legs.count();
        fs::write(
            folder.join(format!("swiss-{legs}-{count}-{seed}.trf")),
            text,
        )
        .unwrap();
    }
    for count in 3..=20 {
        let settings = settings(Legs::One, WithdrawalRule::KeepFromHalf);
        let mut tournament = Tournament::new(settings, entrants(count)).unwrap();
        for round in rounds(&ids(count)) {
            tournament.apply(&TournamentEvent::Paired(round)).unwrap();
        }
        play(&mut tournament, &mut SplitMix64::new(1));
        let text = trf::report(&heading("Round robin"), &tournament);
        fs::write(folder.join(format!("berger-{count}.trf")), text).unwrap();
    }
}
