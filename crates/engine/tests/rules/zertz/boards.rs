//! Boards and rule sets.

use hexpost_engine::zertz::{ByMarble, Rings, Variant};

use super::columns;

#[test]
fn boards_have_these_columns() {
    assert_eq!(columns("37"), [4, 5, 6, 7, 6, 5, 4]);
    assert_eq!(columns("40"), [5, 6, 7, 7, 6, 5, 4]);
    assert_eq!(columns("43"), [5, 6, 7, 7, 6, 5, 4, 3]);
    assert_eq!(columns("44"), [5, 6, 7, 8, 7, 6, 5]);
    assert_eq!(columns("48"), [5, 6, 7, 8, 7, 6, 5, 4]);
    assert_eq!(columns("61"), [5, 6, 7, 8, 9, 8, 7, 6, 5]);
}

#[test]
fn smaller_boards_lie_inside_larger_ones_and_the_extra_rings_have_these_names() {
    let cells = |rings: Rings| rings.board().cells();
    let extra = |rings, base| {
        let board = Rings::R48.board();
        let extra = (cells(rings) - cells(base)).into_iter();
        let names: Vec<_> = extra.map(|cell| board.name(cell).to_string()).collect();
        names.join(" ")
    };
    assert_eq!(extra(Rings::R40, Rings::R37), "a1 b1 c1");
    assert_eq!(extra(Rings::R43, Rings::R40), "h2 h3 h4");
    assert_eq!(extra(Rings::R44, Rings::R40), "d1 e1 f1 g1");
    assert_eq!(extra(Rings::R48, Rings::R44), "h1 h2 h3 h4");
    assert!(cells(Rings::R37).is_subset(cells(Rings::R40)));
    assert!(cells(Rings::R40).is_subset(cells(Rings::R43)));
    assert!(cells(Rings::R40).is_subset(cells(Rings::R44)));
    assert!(cells(Rings::R43).is_subset(cells(Rings::R48)));
    assert!(cells(Rings::R48).is_subset(cells(Rings::R61)));
}

#[test]
fn rule_sets_have_these_marbles_and_goals() {
    for variant in Variant::ALL {
        let text = variant.to_string();
        let goals = variant.goals();
        let (marbles, colour, each) = match text.split_once('-').map(|(_, rules)| rules) {
            Some("blitz") => ((5, 7, 9), (3, 4, 5), 2),
            Some("zerc") => ((6, 8, 10), (4, 5, 6), 1),
            _ => ((6, 8, 10), (4, 5, 6), 3),
        };
        let by_marble = |(w, g, b)| ByMarble::new(w, g, b);
        assert_eq!(variant.marbles(), by_marble(marbles), "{text}");
        assert_eq!(goals.colour, by_marble(colour), "{text}");
        assert_eq!(goals.each, each, "{text}");
        assert_eq!(text.parse(), Ok(variant));
    }
}

#[test]
fn other_pairings_of_board_and_rules_are_refused_with_a_clear_message() {
    let refusal = |text: &str| text.parse::<Variant>().unwrap_err().to_string();
    assert_eq!(
        refusal("37-tournament"),
        "tournament ZÈRTZ is played on 48 or 61 rings, not on 37"
    );
    assert_eq!(
        refusal("48-blitz"),
        "blitz ZÈRTZ is played on 37 rings, not on 48"
    );
    assert_eq!(
        refusal("40-zerc"),
        "zerc ZÈRTZ is played on 37 or 61 rings, not on 40"
    );
    assert!(refusal("39").contains("37, 40, 43, 44, 48 and 61"));
    assert!(refusal("37-chess").contains("blitz, tournament, zerc"));
    assert!(refusal("").contains("no ZÈRTZ board"));
}
