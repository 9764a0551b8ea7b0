//! ZÈRTZ, rule by rule. Each test's name states a rule; each position is drawn.

use hexpost::engine::hex::Name;
use hexpost::engine::position::Position;
use hexpost::engine::random::SplitMix64;
use hexpost::engine::side::Side;
use hexpost::engine::timeline::Timeline;
use hexpost::engine::zertz::{ByMarble, Marble, Rings, Setup, SetupError, Variant, Zertz};

use crate::drawn::{ByText, ZertzDrawing, start, zertz};

fn new_game(variant: &str) -> Timeline<Zertz> {
    start::<Zertz>(variant)
}

fn columns(variant: &str) -> Vec<usize> {
    let board = variant.parse::<Variant>().unwrap().board();
    (0..board.columns())
        .map(|c| board.column(c).count())
        .collect()
}

fn names(
    game: &Timeline<Zertz>,
    cells: impl IntoIterator<Item = hexpost::engine::hex::Cell>,
) -> String {
    let board = game.position().board();
    let names: Vec<_> = cells
        .into_iter()
        .map(|cell| board.name(cell).to_string())
        .collect();
    names.join(" ")
}

fn captured(game: &Timeline<Zertz>, side: Side) -> [u8; 3] {
    Marble::ALL.map(|marble| game.position().captured()[side][marble])
}

fn pool(game: &Timeline<Zertz>) -> [u8; 3] {
    Marble::ALL.map(|marble| game.position().pool()[marble])
}

fn at(game: &Timeline<Zertz>, name: &str) -> char {
    let name: Name = name.parse().unwrap();
    let cell = game.position().board().cell(name).unwrap();
    game.position().symbol(cell).chars().next().unwrap()
}

/// d4 is vacant and wedged between three rings; d6 is vacant and free.
fn wedged(variant: &str) -> ZertzDrawing {
    zertz(
        variant,
        "
                  .
                .   .
              .   o   .
            .   .   .   .
              .   G   .
            .   .   .   .
              .   o   .
            .   B   B   .
              .   .   .
            .   .   .   .
              .   .   .
                .   .
                  .
        ",
    )
}

/// The rule book's example: 1 is e3, 2 e4, 3 f4, 4 d5, 5 b5. The ring g4 is gone.
fn chains(variant: &str) -> ZertzDrawing {
    zertz(
        variant,
        "
                    o
                  o   o
                o   o   o
              o   o   o   o
            o   o   o   o   o
              G   o   o   o
            o   o   o   o   o
              o   W   o   o
            o   o   o   .   o
              o   o   B   o
            o   o   G   o   o
              o   o   o   o
            o   o   W   o   o
              o   o   o   o
                o   o   o
                  o   o
                    o
        ",
    )
}

/// d2 can take d3 and must then take d5.
fn line(variant: &str) -> ZertzDrawing {
    zertz(
        variant,
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   B   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   W   o
            o   o   o   o
              o   G   o
                o   o
                  o
        ",
    )
}

/// a1 hangs on a2.
fn cut(variant: &str) -> ZertzDrawing {
    zertz(
        variant,
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   o   o
            o   o   o   o
              .   o   o
            W   o   o   o
              .   o   o
                o   o
                  o
        ",
    )
}

/// a1 and a3 hang on a2, and all three on nothing else.
fn two(variant: &str) -> ZertzDrawing {
    zertz(
        variant,
        "
                  o
                o   o
              o   o   o
            .   o   o   o
              .   o   o
            G   o   o   o
              .   o   o
            o   o   o   o
              .   o   o
            W   o   o   o
              .   o   o
                o   o
                  o
        ",
    )
}

/// d4 is the only vacant ring.
fn lastone(variant: &str) -> ZertzDrawing {
    zertz(
        variant,
        "
                  .
                .   .
              .   .   .
            .   .   .   .
              .   G   .
            .   .   .   .
              .   o   .
            .   B   B   .
              .   .   .
            .   .   .   .
              .   .   .
                .   .
                  .
        ",
    )
}

/// c3 and g3 are vacant, each in a group of its own; all other groups are dead.
fn stuck(variant: &str) -> ZertzDrawing {
    zertz(
        variant,
        "
                    .
                  B   .
                G   .   .
              W   G   .   .
            W   G   B   .   .
              W   G   .   .
            W   .   B   .   .
              .   .   .   .
            W   G   B   B   .
              .   .   .   .
            .   o   .   o   .
              G   G   B   B
            .   .   .   .   .
              .   .   .   .
                W   B   .
                  G   .
                    B
        ",
    )
}

// Boards

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

// Rule sets

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

// Place and remove

#[test]
fn a_turn_places_a_marble_from_the_pool_and_removes_a_free_ring() {
    let game = new_game("37").plays(&["Wd4-a1"]);
    assert_eq!(at(&game, "d4"), 'W');
    assert_eq!(at(&game, "a1"), '.');
    assert_eq!(pool(&game), [5, 8, 10]);
    assert_eq!(game.position().to_move(), Side::Second);
}

#[test]
fn at_the_start_the_rings_of_the_edge_are_free() {
    let game = new_game("37");
    assert_eq!(
        names(&game, game.position().free_rings()),
        "a1 a2 a3 a4 b1 b5 c1 c6 d1 d7 e1 e6 f1 f5 g1 g2 g3 g4"
    );
}

#[test]
fn a_ring_without_two_neighbouring_gaps_is_not_free() {
    // d4 has gaps on both sides, but no two of them are neighbours.
    let game = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   .   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   .   o
            o   o   o   o
              o   o   o
                o   o
                  o
        ",
    )
    .game();
    assert_eq!(
        game.refuses("Wa1-d4"),
        "illegal: Wa1-d4: d4 is not free: it has no two neighbouring gaps"
    );
    // d6 has only the gap below and is not free either; at the edge c6 is.
    assert!(game.refuses("Wa1-d6").contains("d6 is not free"));
    assert!(game.allows("Wa1-c6"));
}

#[test]
fn marbles_go_on_vacant_rings_only_and_of_colours_in_the_pool_only() {
    let game = new_game("37").plays(&["Wd4-a1"]);
    assert!(game.refuses("Wd4-a2").contains("a marble lies on d4"));
    assert!(
        game.refuses("Wa1-a2")
            .contains("there is no ring at a1 any more")
    );
    assert!(
        game.refuses("Wb1-a1")
            .contains("there is no ring at a1 any more")
    );
    assert!(game.refuses("Wb1-d4").contains("a marble lies on d4"));
    assert!(game.refuses("Wa2-a2").contains("a marble lies on a2"));

    // Six white marbles are used up.
    let no_white = zertz(
        "37",
        "
                  W
                o   o
              o   o   o
            W   o   o   W
              o   o   o
            o   W   o   o
              o   o   o
            o   o   o   o
              o   o   o
            W   o   o   W
              o   o   o
                o   o
                  o
        ",
    )
    .game();
    assert!(
        no_white
            .refuses("Wc2-d1")
            .contains("no white marble in the pool")
    );
    assert!(no_white.allows("Gc2-d1"));
}

#[test]
fn the_removal_may_be_skipped_only_if_no_ring_is_free() {
    // A marble on d6 leaves d4 vacant, which is wedged between three rings. A marble on d4 leaves
    // d6, which is free.
    let game = wedged("37").game();
    assert!(game.allows("Wd6"));
    assert!(game.refuses("Wd6-d4").contains("d4 is not free"));
    assert!(
        game.refuses("Wd4")
            .contains("a free ring must be removed: there is 1")
    );
    assert!(game.allows("Wd4-d6"));
    assert!(
        new_game("37")
            .refuses("Wd4")
            .contains("a free ring must be removed: there are 18")
    );
}

// Capture

#[test]
fn capturing_is_compulsory() {
    let game = new_game("37").plays(&["Wd4-a1", "Gd5-b1"]);
    assert_eq!(game.legal(), ["xd4d6", "xd5d3"]);
    assert_eq!(
        game.refuses("We1-a2"),
        "illegal: We1-a2: a capture is compulsory: 2 are possible"
    );
}

#[test]
fn a_jump_goes_over_an_adjacent_marble_of_any_colour_onto_the_vacant_ring_behind_it() {
    let game = new_game("37").plays(&["Wd4-a1", "Wd5-b1"]);
    assert!(game.refuses("xd4d7").contains("no jump"));
    assert!(game.refuses("xd4e6").contains("no jump"));
    assert!(
        game.refuses("xd4d2")
            .contains("no marble on d3 to jump over")
    );
    assert!(game.refuses("xd3d5").contains("no marble on d3"));
    let game = game.plays(&["xd4d6"]);
    assert_eq!(
        (at(&game, "d4"), at(&game, "d5"), at(&game, "d6")),
        ('o', 'o', 'W')
    );
    assert_eq!(captured(&game, Side::First), [1, 0, 0]);
}

#[test]
fn the_rule_books_example_of_captures() {
    // 1 takes 2 and 3, or 2, 4 and 5; 2 takes 1; 3 takes 2 and 1.
    let game = chains("61").game();
    assert_eq!(game.legal(), ["xe3e5c5a5", "xe3e5g3", "xe4e2", "xf4d3f2"]);
}

#[test]
fn a_chain_must_go_on_while_it_can() {
    let game = chains("61").game();
    assert!(
        game.refuses("xe3e5")
            .contains("from e5 the marble must jump on")
    );
    assert!(
        game.refuses("xe3e5c5")
            .contains("from c5 the marble must jump on")
    );
    assert!(
        game.refuses("xe3e5c5a5c5")
            .contains("no marble on b5 to jump over")
    );
}

#[test]
fn which_way_a_chain_goes_and_how_many_it_takes_is_free() {
    let game = chains("61").game();
    assert_eq!(
        captured(&game.clone().plays(&["xe4e2"]), Side::First),
        [1, 0, 0]
    );
    assert_eq!(
        captured(&game.plays(&["xe3e5c5a5"]), Side::First),
        [1, 2, 0]
    );
}

#[test]
fn a_jumpers_starting_ring_may_be_landed_on_again() {
    let game = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            o   o   B   o
              o   G   o
            o   o   G   o
              o   W   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   o   o
                o   o
                  o
        ",
    )
    .game();
    let game = game.plays(&["xd4d6f4d4"]);
    assert_eq!(at(&game, "d4"), 'W');
    assert_eq!(captured(&game, Side::First), [0, 2, 1]);
}

#[test]
fn a_marble_is_not_jumped_twice_whenever_marbles_are_taken_off() {
    let game = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            o   o   B   o
              o   G   o
            o   o   G   o
              o   W   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   o   o
                o   o
                  o
        ",
    )
    .game();
    assert!(
        game.refuses("xd4d6f4d4d6")
            .contains("no marble on d5 to jump over")
    );
}

#[test]
fn no_jump_lands_on_a_marble_or_where_no_ring_is() {
    let blocked = zertz(
        "37-zerc",
        "
                  o
                o   o
              o   G   o
            o   o   o   o
              o   G   o
            o   o   o   o
              o   W   o
            o   o   W   o
              o   o   o
            o   o   G   o
              o   o   o
                o   .
                  o
        ",
    )
    .game();
    // d4 could jump d5, but d6 is taken; e3 and e2 are followed by a gap.
    assert!(blocked.refuses("xd4d6").contains("a marble lies on d6"));
    assert!(
        blocked
            .refuses("xe3e1")
            .contains("there is no ring at e1 any more")
    );
}

#[test]
fn no_ring_is_removed_in_a_capture_turn() {
    let game = new_game("37").plays(&["Wd4-a1", "Gd5-b1"]);
    let rings = game.position().rings();
    assert_eq!(game.plays(&["xd4d6"]).position().rings(), rings);
}

#[test]
fn a_goal_reached_in_mid_chain_does_not_shorten_the_chain() {
    let drawn = line("37");
    let game = drawn.captured(Side::First, [3, 0, 0]).game();
    assert!(
        game.refuses("xd2d4")
            .contains("from d4 the marble must jump on")
    );
    let game = game.plays(&["xd2d4d6"]);
    assert_eq!(game.end(), Some((Some(Side::First), "white")));
    assert_eq!(captured(&game, Side::First), [4, 0, 1]);
}

// Isolation

#[test]
fn removing_a_ring_may_isolate_a_marble_which_is_claimed() {
    let game = cut("37").game();
    let game = game.plays(&["Bd7-a2"]);
    assert_eq!(captured(&game, Side::First), [1, 0, 0]);
    assert_eq!(at(&game, "a1"), '.');
}

#[test]
fn filling_the_last_vacant_ring_of_an_isolated_group_claims_it() {
    let game = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   o   o
            .   o   o   o
              .   o   o
            o   o   o   o
              .   o   o
            W   o   o   o
              .   o   o
                o   o
                  o
        ",
    )
    .game();
    let game = game.plays(&["Ba2-d7"]);
    assert_eq!(captured(&game, Side::First), [1, 0, 1]);
    assert_eq!((at(&game, "a1"), at(&game, "a2")), ('.', '.'));
}

#[test]
fn an_isolated_group_with_a_vacant_ring_stays_in_play_until_it_is_filled() {
    let game = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   o   o
            o   o   o   o
              .   o   o
            W   .   o   o
              o   o   o
                .   o
                  o
        ",
    )
    .game();
    let game = game.plays(&["Bd7-a2"]);
    assert_eq!(captured(&game, Side::First), [0, 0, 0]);
    assert_eq!((at(&game, "a1"), at(&game, "b1")), ('W', 'o'));
    let game = game.plays(&["Gb1-a3"]);
    assert_eq!(captured(&game, Side::Second), [1, 1, 0]);
}

#[test]
fn several_groups_may_be_claimed_at_once() {
    let game = two("37").game();
    let game = game.plays(&["Bd7-a2"]);
    assert_eq!(captured(&game, Side::First), [1, 1, 0]);
}

#[test]
fn the_size_of_a_group_does_not_matter() {
    let game = two("37").game();
    let game = game.plays(&["Ba2-d7"]);
    assert_eq!(captured(&game, Side::First), [1, 1, 1]);
    assert_eq!(
        (at(&game, "a1"), at(&game, "a2"), at(&game, "a3")),
        ('.', '.', '.')
    );
}

#[test]
fn claiming_may_be_declined_and_the_group_is_never_claimed_later() {
    let game = cut("37").game();
    assert!(game.refuses("Bd7-a3~").contains("completes no group"));
    let game = game.plays(&["Bd7-a2~"]);
    assert_eq!(captured(&game, Side::First), [0, 0, 0]);
    assert_eq!(at(&game, "a1"), 'W');
    let game = game.plays(&["Bd1-a3", "Be1-a4"]);
    assert_eq!(at(&game, "a1"), 'W');
    assert_eq!(captured(&game, Side::First), [0, 0, 0]);
    assert_eq!(captured(&game, Side::Second), [0, 0, 0]);
}

#[test]
fn groups_are_declined_all_or_none() {
    let game = two("37").game();
    // There is one way to claim and one to leave, and none for half of it.
    let ways: Vec<_> = game
        .legal()
        .into_iter()
        .filter(|t| t.starts_with("Bd7-a2"))
        .collect();
    assert_eq!(ways, ["Bd7-a2", "Bd7-a2~"]);
    let game = game.plays(&["Bd7-a2~"]);
    assert_eq!((at(&game, "a1"), at(&game, "a3")), ('W', 'G'));
}

#[test]
fn the_rule_books_example_of_winning_with_two_isolated_whites() {
    // The first player has two white marbles. A black one is offered and must be taken; then a white
    // one on a3 and the removal of a2 isolate two more.
    let drawn = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            .   o   o   o
              .   o   o
            o   o   o   o
              .   o   o
            o   o   o   o
              .   G   o
            W   o   o   o
              .   .   o
                o   o
                  o
        ",
    );
    let game = drawn
        .captured(Side::First, [2, 0, 0])
        .captured(Side::Second, [1, 3, 3])
        .game();
    let game = game.plays(&["Bd4-g1"]);
    assert_eq!(game.legal(), ["xd3d5"]);
    let game = game.plays(&["xd3d5"]);
    assert_eq!(captured(&game, Side::Second), [1, 3, 4]);
    let game = game.plays(&["Wa3-a2"]);
    assert_eq!(captured(&game, Side::First), [4, 0, 0]);
    assert_eq!(game.end(), Some((Some(Side::First), "white")));
    assert_eq!(game.legal(), [""; 0]);
    assert!(game.refuses("Wd1-e1").contains("the game is over (white)"));
}

// End

#[test]
fn the_reason_is_the_first_goal_of_white_grey_black_and_each_colour() {
    let line = |captured| {
        let drawn = line("37");
        drawn
            .captured(Side::First, captured)
            .game()
            .plays(&["xd2d4d6"])
    };
    // One white and one black are taken.
    assert_eq!(
        line([2, 4, 4]).end(),
        Some((Some(Side::First), "each colour"))
    );
    assert_eq!(line([3, 3, 2]).end(), Some((Some(Side::First), "white")));
    assert_eq!(line([2, 3, 5]).end(), Some((Some(Side::First), "black")));
    assert_eq!(line([0, 4, 4]).end(), None);
    let greys = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   G   o
            o   o   o   o
              o   B   o
                o   o
                  o
        ",
    );
    let game = greys.captured(Side::First, [2, 4, 2]).game();
    assert_eq!(
        game.plays(&["xd2d4"]).end(),
        Some((Some(Side::First), "grey"))
    );
}

#[test]
fn blitz_is_won_with_fewer_marbles() {
    let line = |captured| {
        let drawn = line("37-blitz");
        drawn
            .captured(Side::First, captured)
            .game()
            .plays(&["xd2d4d6"])
    };
    assert_eq!(line([2, 0, 0]).end(), Some((Some(Side::First), "white")));
    assert_eq!(
        line([1, 2, 1]).end(),
        Some((Some(Side::First), "each colour"))
    );
    assert_eq!(line([1, 1, 3]).end(), None);
    assert_eq!(line([0, 3, 4]).end(), Some((Some(Side::First), "black")));
}

#[test]
fn whoever_fills_or_removes_the_last_vacant_ring_wins() {
    let drawn = wedged("37");
    let removed = drawn.game().plays(&["Wd4-d6"]);
    assert_eq!(removed.end(), Some((Some(Side::First), "last ring")));
    assert_eq!(captured(&removed, Side::First), [1, 1, 2]);

    let drawn = lastone("37");
    let filled = drawn.moved_by(Side::Second).game();
    // There is nothing to decline any more.
    assert!(filled.refuses("Wd4~").contains("no vacant ring is left"));
    let filled = filled.plays(&["Wd4"]);
    assert_eq!(filled.end(), Some((Some(Side::Second), "last ring")));
}

#[test]
fn when_no_vacant_ring_is_left_declining_is_not_offered() {
    let game = lastone("37").game();
    assert_eq!(game.legal(), ["Bd4", "Gd4", "Wd4"]);
    assert!(game.refuses("Wd4~").contains("no vacant ring is left"));
}

#[test]
fn a_goal_counts_before_the_last_ring() {
    let drawn = lastone("37");
    let game = drawn.captured(Side::First, [3, 0, 0]).game();
    assert_eq!(
        game.plays(&["Wd4"]).end(),
        Some((Some(Side::First), "white"))
    );
}

#[test]
fn groups_left_unclaimed_do_not_keep_the_last_ring_from_winning() {
    let drawn = zertz(
        "37",
        "
                  .
                .   .
              .   .   .
            .   .   .   .
              .   G   .
            .   .   .   .
              .   o   .
            .   B   B   .
              .   .   .
            B   .   .   .
              .   .   .
                .   .
                  .
        ",
    );
    let game = drawn.game().plays(&["Wd4"]);
    assert_eq!(game.end(), Some((Some(Side::First), "last ring")));
    // The dead group is not among the claimed ones.
    assert_eq!(captured(&game, Side::First), [1, 1, 2]);
    assert_eq!(at(&game, "a1"), 'B');
}

/// The pool is empty. The second player has a black marble, the first nothing, and a white marble
/// can jump to and fro between c3 and c5. The three columns on the right are dead.
fn shuttle(variant: &str) -> Timeline<Zertz> {
    zertz(
        variant,
        "
                    .
                  .   .
                .   .   G
              .   .   .   B
            .   .   .   G   B
              G   G   .   B
            .   W   .   W   B
              .   .   .   B
            .   o   .   W   B
              .   .   .   B
            .   o   .   W   B
              G   G   .   G
            .   .   .   W   B
              .   .   .   G
                .   .   W
                  .   .
                    .
        ",
    )
    .captured(Side::Second, [0, 0, 1])
    .game()
}

/// Brings the shuttle back to where it was.
const ROUND: [&str; 6] = ["-", "Bc4", "xc5c3", "-", "Bc4", "xc3c5"];

#[test]
fn with_nothing_to_place_and_nothing_to_capture_the_pass_is_forced() {
    let game = shuttle("61");
    assert_eq!(game.legal(), ["-"]);
    assert!(game.refuses("Bc4").contains("has captured no black marble"));
    let game = game.plays(&["-"]);
    assert_eq!(game.position().to_move(), Side::Second);
    assert!(game.refuses("-").contains("nobody may pass"));
}

#[test]
fn once_the_pool_is_empty_marbles_come_from_ones_own_captures_and_lower_the_score() {
    let game = shuttle("61").plays(&["-"]);
    assert_eq!(captured(&game, Side::Second), [0, 0, 1]);
    assert!(game.refuses("Wc4").contains("has captured no white marble"));
    let game = game.plays(&["Bc4"]);
    assert_eq!(captured(&game, Side::Second), [0, 0, 0]);
}

#[test]
fn the_same_position_for_the_third_time_is_a_draw() {
    let game = shuttle("61").plays(&ROUND);
    assert_eq!(game.end(), None);
    let game = game.plays(&ROUND[..5]);
    assert_eq!(game.end(), None);
    let game = game.plays(&ROUND[5..]);
    assert_eq!(game.end(), Some((None, "repetition")));
    assert_eq!(game.legal(), [""; 0]);
    assert!(game.refuses("-").contains("the game is over (repetition)"));
}

#[test]
fn it_is_not_the_same_position_with_the_other_player_to_move_or_after_a_removal() {
    // After the pass only the side to move differs.
    let game = shuttle("61").plays(&["-"]);
    let back = game.clone().plays(&["Bc4", "xc5c3", "-", "Bc4", "xc3c5"]);
    assert!(!game.position().repeats(back.position()));
    // A ring less, and the count begins anew.
    let game = shuttle("61").plays(&ROUND).plays(&["-", "Bc3-c4"]);
    assert!(!game.code().contains(';'));
}

#[test]
fn if_neither_player_could_move_the_game_is_a_draw_at_once() {
    // The first player's last marble fills the left group, which is left on the board. Nobody has a
    // marble any more, and none can jump.
    let drawn = stuck("61");
    let game = drawn.captured(Side::First, [0, 0, 1]).game();
    let claimed = game.clone().plays(&["Bc3"]);
    assert_eq!(claimed.end(), None);
    assert_eq!(captured(&claimed, Side::First), [0, 3, 1]);
    assert_eq!(claimed.legal(), ["-"]);
    let left = game.plays(&["Bc3~"]);
    assert_eq!(left.end(), Some((None, "nobody can move")));
}

// Tournament

#[test]
fn tournament_players_may_place_although_a_capture_exists() {
    let game = new_game("48-tournament").plays(&["Wd4-a1", "Wd5-a2"]);
    assert!(game.allows("Bd6-b1"));
    assert!(game.allows("xd4d6"));
    assert!(!game.allows("!"));
    assert_eq!(game.count_turns(), 2582);
}

#[test]
fn tournament_players_may_capture_play_on_or_send_back_a_missed_capture() {
    let game = new_game("48-tournament").plays(&["Wd4-a1", "Gd5-a2", "Bd6-b1"]);
    assert!(game.allows("!"));
    assert_eq!(
        game.legal()
            .iter()
            .filter(|turn| turn.starts_with('x'))
            .count(),
        2
    );
    assert!(game.allows("Wa4-a3"));
    assert_eq!(game.count_turns(), 2340);
}

#[test]
fn sending_back_restores_the_position_and_its_author_may_only_capture() {
    let before = new_game("48-tournament").plays(&["Wd4-a1", "Gd5-a2"]);
    let game = before.clone().plays(&["Bd6-b1", "!"]);
    assert!(game.position().repeats(before.position()));
    assert_eq!(at(&game, "b1"), 'o');
    assert_eq!(game.position().to_move(), Side::First);
    assert_eq!(game.legal(), ["xd4d6", "xd5d3"]);
    assert!(
        game.refuses("Bd6-b1")
            .contains("sent back, now a capture is compulsory: 2")
    );
    // The duty is done with the capture.
    let game = game.plays(&["xd4d6"]);
    assert!(game.allows("We4-a3"));
    assert!(!game.allows("!"));
}

#[test]
fn only_the_latest_turn_can_be_sent_back() {
    let game = new_game("48-tournament").plays(&["Wd4-a1", "Gd5-a2", "Bd6-b1"]);
    // The second player misses a capture, too: now that is what can be sent back.
    let game = game.plays(&["Wa4-a3"]);
    assert!(game.allows("!"));
    let back = game.plays(&["!"]);
    assert_eq!(at(&back, "a4"), 'o');
    assert_eq!(at(&back, "d6"), 'B');
    // A turn that misses nothing can't be.
    assert!(
        new_game("48-tournament")
            .plays(&["Wd4-a1"])
            .refuses("!")
            .contains("did not miss")
    );
}

#[test]
fn the_author_of_a_turn_sent_back_cannot_send_back_the_turn_before() {
    let game = new_game("48-tournament").plays(&["Wd4-a1", "Gd5-a2", "Bd6-b1", "Wa4-a3", "!"]);
    assert_eq!(game.position().to_move(), Side::Second);
    assert!(game.refuses("!").contains("did not miss"));
    assert!(game.legal().iter().all(|turn| turn.starts_with('x')));
}

/// The pool is empty; on the left c3 can take c4. The first player has a black marble left. The
/// vacant ring g3 lies in another group; all others are dead.
///
/// `?` is the colour of the marbles around, `!` makes up for it, `%` is for the second player.
fn temptation(replace: [(char, &str); 3], second: u8) -> Timeline<Zertz> {
    let mut drawing = "
                    %
                  G   !
                G   B   .
              .   .   !   .
            .   .   .   .   .
              ?   ?   !   .
            .   o   .   .   .
              .   .   .   .
            W   B   B   B   .
              .   .   .   .
            .   W   .   o   .
              ?   ?   B   B
            .   .   .   .   .
              .   .   .   .
                G   B   .
                  G   !
                    B
        "
    .to_owned();
    for (sign, by) in replace {
        drawing = drawing.replace(sign, by);
    }
    let drawn = zertz("61-tournament", &drawing)
        .captured(Side::First, [0, 0, 1])
        .captured(Side::Second, [0, 0, second]);
    assert!(drawn.0.pool.is_empty());
    drawn.game()
}

/// Four grey marbles around, and nothing for the second player.
fn greys() -> Timeline<Zertz> {
    temptation([('?', "G"), ('!', "W"), ('%', "B")], 0)
}

/// Four white marbles around, and a black one for the second player.
fn whites() -> Timeline<Zertz> {
    temptation([('?', "W"), ('!', "G"), ('%', ".")], 1)
}

#[test]
fn sending_back_is_offered_even_if_no_capture_exists_any_more_and_replaces_the_forced_pass() {
    let game = greys().plays(&["Bc5"]);
    // The second player has no marble, and the whole group on the left has been claimed.
    assert_eq!(captured(&game, Side::First), [1, 4, 2]);
    assert!(!game.position().has_capture());
    assert_eq!(game.legal(), ["!"]);
    assert!(game.refuses("-").contains("nobody may pass"));
}

#[test]
fn sending_back_returns_claimed_groups_and_placed_marbles() {
    let before = greys();
    let game = before.clone().plays(&["Bc5", "!"]);
    assert!(game.position().repeats(before.position()));
    assert_eq!(captured(&game, Side::First), [0, 0, 1]);
    assert_eq!(game.legal(), ["xc3c5"]);
}

#[test]
fn a_turn_that_misses_a_capture_may_not_end_the_game() {
    // With four white marbles in the group its claim would win, so that it can only be left.
    let game = whites();
    assert!(
        game.refuses("Bc5")
            .contains("a turn that misses a capture may not end the game")
    );
    assert!(game.allows("Bc5~"));
    assert_eq!(game.legal(), ["Bc5~", "Bg3", "Bg3~", "xc3c5"]);
}

#[test]
fn the_ban_on_ending_the_game_is_per_turn_so_that_leaving_may_be_all_that_is_offered() {
    let game = whites();
    let on_c5: Vec<_> = game
        .legal()
        .into_iter()
        .filter(|turn| turn.starts_with("Bc5"))
        .collect();
    assert_eq!(on_c5, ["Bc5~"]);
}

#[test]
fn a_turn_that_misses_a_capture_may_not_leave_nobody_able_to_move() {
    // The second player has nothing, and after `Bc5~` the first would have nothing either.
    let game = temptation([('?', "W"), ('!', "G"), ('%', "B")], 0);
    assert!(
        game.refuses("Bc5~")
            .contains("a turn that misses a capture may not end the game")
    );
}

#[test]
fn a_turn_that_misses_a_capture_may_not_take_the_last_ring() {
    let game = zertz(
        "48-tournament",
        "
                  .
                .   .
              .   .   .
            .   G   G   .
              .   .   .   .
            .   .   .   .
              .   o   .   .
            .   .   .   .
              .   B   .   .
            .   G   G   .
              .   W   .   .
            .   .   .   .
              .   .   .
                .   .
                  .
        ",
    )
    .game();
    assert_eq!(game.legal(), ["xd3d5"]);
    assert!(game.refuses("Wd5").contains("may not end the game"));
}

/// The pool is empty, each player has a black marble, and two white ones wander up and down the
/// c column, whose odd places are wedged in so that no ring can be removed.
fn wanderers() -> Timeline<Zertz> {
    zertz(
        "61-tournament",
        "
                    .
                  .   .
                .   .   .
              G   G   .   B
            .   W   .   .   G
              .   .   .   B
            .   o   .   .   W
              G   G   .   B
            .   W   .   .   W
              .   .   .   B
            .   o   .   B   W
              .   .   .   B
            .   o   .   B   W
              G   G   .   G
                .   .   B
                  .   .
                    .
        ",
    )
    .captured(Side::First, [0, 0, 1])
    .captured(Side::Second, [0, 0, 1])
    .game()
}

#[test]
fn a_turn_that_misses_a_capture_may_not_come_to_the_third_repetition() {
    let start = wanderers();
    let mut numbers = SplitMix64::new(1);
    let mut forbidden = 0;
    for _ in 0..300 {
        let mut game = start.clone();
        while game.outcome().is_none() {
            let legal = game.legal_turns();
            for turn in game.position().legal_turns() {
                if legal.contains(&turn) {
                    continue;
                }
                // The position itself knows nothing against this turn, but the past does.
                let text = game.position().write(&turn);
                assert!(
                    game.refuses(&text)
                        .contains("a turn that misses a capture may not end")
                );
                let mut after = game.clone();
                after.play_unchecked(&turn);
                assert_eq!(after.end(), Some((None, "repetition")));
                forbidden += 1;
            }
            let wandering: Vec<_> = legal
                .iter()
                .filter(|turn| !game.position().is_irreversible(turn))
                .collect();
            let Some(last) = wandering.len().checked_sub(1) else {
                break;
            };
            game.play_unchecked(wandering[numbers.below(last as u64 + 1) as usize]);
        }
    }
    assert!(forbidden > 20, "only {forbidden} such turns came up");
}

#[test]
fn sending_back_restores_the_history_of_repetition_too() {
    let before = wanderers().plays(&["Bc3", "xc4c2", "-", "Bc3", "xc2c4", "Bc3"]);
    let sent_back = before.clone().plays(&["Bc2", "!"]);
    assert_eq!(sent_back.plays(&["xc4c2"]), before.plays(&["xc4c2"]));
}

// ЗЕРЦ

#[test]
fn in_zerc_a_marble_cannot_jump_its_own_colour() {
    let game = new_game("37-zerc").plays(&["Wd4-a1", "Wd5-b1"]);
    assert!(!game.position().has_capture());
    assert!(
        game.refuses("xd4d6")
            .contains("has the colour of the jumping one")
    );
    let game = new_game("37-zerc").plays(&["Wd4-a1", "Gd5-b1"]);
    assert_eq!(game.legal(), ["xd4d6", "xd5d3"]);
}

#[test]
fn in_zerc_a_chain_ends_before_the_own_colour() {
    let game = zertz(
        "37-zerc",
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   G   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   W   o
            o   o   o   o
              o   G   o
                o   o
                  o
        ",
    )
    .game();
    // Grey takes white and may not go on over grey.
    assert_eq!(game.legal(), ["xd2d4", "xd3d1"]);
}

#[test]
fn in_zerc_jumped_marbles_return_to_the_pool_and_are_tallied() {
    let game = new_game("37-zerc").plays(&["Wd4-a1", "Gd5-b1"]);
    assert_eq!(pool(&game), [5, 7, 10]);
    let game = game.plays(&["xd4d6"]);
    assert_eq!(pool(&game), [5, 8, 10]);
    assert_eq!(captured(&game, Side::First), [0, 1, 0]);
}

#[test]
fn in_zerc_claiming_is_automatic_and_claimed_marbles_leave_the_game_and_count() {
    let game = cut("37-zerc").game();
    assert!(game.refuses("Bd7-a2~").contains("always claimed"));
    let game = game.plays(&["Bd7-a2"]);
    assert_eq!(captured(&game, Side::First), [1, 0, 0]);
    assert_eq!(pool(&game), [5, 8, 9]);
}

#[test]
fn in_zerc_one_of_each_colour_wins() {
    let drawn = line("37-zerc");
    let mut setup = drawn.0;
    setup.captured.first = ByMarble::new(0, 1, 0);
    let game = Timeline::new(setup.position().unwrap()).plays(&["xd2d4d6"]);
    assert_eq!(game.end(), Some((Some(Side::First), "each colour")));
}

#[test]
fn in_zerc_nobody_places_tallied_marbles() {
    // The pool is empty, and the first player has a tally; yet nobody can move.
    let drawn = stuck("61-zerc");
    let mut setup = drawn.0;
    setup.captured.first = ByMarble::new(0, 2, 0);
    setup.captured.second = ByMarble::new(0, 0, 1);
    setup.pool = ByMarble::new(0, 0, 0);
    let game = Timeline::new(setup.position().unwrap());
    assert_eq!(game.end(), Some((None, "nobody can move")));
}

// Setups

#[test]
fn a_setup_that_is_no_legal_position_is_refused_with_the_reason() {
    let legal = new_game("37").position().setup();
    assert_eq!(legal.position().map(|position| position.setup()), Ok(legal));
    let refused = |change: fn(&mut Setup)| {
        let mut setup = legal;
        change(&mut setup);
        setup.position().unwrap_err()
    };
    assert!(matches!(
        refused(|setup| setup.pool.white = 5),
        SetupError::Count {
            marble: Marble::White,
            found: 5,
            expected: 6
        }
    ));
    assert_eq!(
        refused(|setup| setup.rings = hexpost::engine::hex::CellSet::HEXAGON),
        SetupError::OffBoard
    );
    assert!(matches!(
        refused(|setup| {
            let cell = setup.rings.first().unwrap();
            setup.rings.remove(cell);
            setup.marbles.white.insert(cell);
            setup.pool.white -= 1;
        }),
        SetupError::WithoutRing(_)
    ));
    assert!(matches!(
        refused(|setup| {
            let cell = setup.rings.first().unwrap();
            setup.marbles.white.insert(cell);
            setup.marbles.grey.insert(cell);
            setup.pool.white -= 1;
            setup.pool.grey -= 1;
        }),
        SetupError::TwoMarbles(_)
    ));
    assert_eq!(
        refused(|setup| {
            setup.captured.first.white = 4;
            setup.pool.white -= 4;
        }),
        SetupError::WonBefore
    );
}
