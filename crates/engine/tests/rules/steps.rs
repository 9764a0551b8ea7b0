//! Turns composed step by step.

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::steps::{Choice, Effect, Role, Step, StepError};

fn game(kind: &str, variant: &str, turns: &[&str]) -> AnyGame {
    let mut game = AnyGame::start(&Variant::parse(kind, variant).unwrap());
    for text in turns {
        let turn = game.read(text).unwrap();
        game.play(&turn).unwrap();
    }
    game
}

fn from_code(code: &str) -> AnyGame {
    AnyGame::from_code(code).unwrap()
}

fn steps(game: &AnyGame, texts: &str) -> Vec<Step> {
    let read = |text| Step::read(text, game.board()).unwrap();
    texts.split_whitespace().map(read).collect()
}

/// The choices after some steps, as text.
fn offered(game: &AnyGame, chosen: &str) -> String {
    let offer = game.offer(&steps(game, chosen)).unwrap();
    let choices = offer.choices.iter();
    let texts: Vec<_> = choices
        .map(|choice| choice.step.write(game.board()))
        .collect();
    texts.join(" ")
}

fn finished(game: &AnyGame, chosen: &str) -> Option<String> {
    let offer = game.offer(&steps(game, chosen)).unwrap();
    game.write(&offer.finished?)
}

fn choice(game: &AnyGame, chosen: &str, step: &str) -> Choice {
    let step = Step::read(step, game.board()).unwrap();
    let offer = game.offer(&steps(game, chosen)).unwrap();
    offer
        .choices
        .into_iter()
        .find(|choice| choice.step == step)
        .unwrap()
}

fn cells(game: &AnyGame, choice: &Choice) -> String {
    let names = choice
        .cells
        .into_iter()
        .map(|cell| game.board().name(cell).to_string());
    names.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_placement_is_colour_ring_and_ring_to_remove() {
    let game = game("zertz", "37", &[]);
    assert_eq!(offered(&game, ""), "W G B");
    assert_eq!(choice(&game, "", "W").role, Role::Kind);
    assert!(offered(&game, "W").starts_with("a1 a2 a3 a4 b1"));
    assert_eq!(choice(&game, "W", "d4").role, Role::Place);
    assert_eq!(
        offered(&game, "W d4"),
        "a1 a2 a3 a4 b1 b5 c1 c6 d1 d7 e1 e6 f1 f5 g1 g2 g3 g4"
    );
    assert_eq!(choice(&game, "W d4", "a1").role, Role::Remove);
    assert_eq!(finished(&game, "W d4"), None);
    assert_eq!(finished(&game, "W d4 a1").as_deref(), Some("Wd4-a1"));
    assert_eq!(offered(&game, "W d4 a1"), "");
}

#[test]
fn a_capture_is_jumper_and_landings_with_what_each_takes() {
    let game = from_code("zertz 61 5/4G1/7/4W3/2WG5/3B4/3.3/6/5 4,6,9 0,0,0 0,0,0 first");
    assert_eq!(offered(&game, ""), "e3 e4 f4");
    assert_eq!(offered(&game, "e3"), "e5");
    assert_eq!(offered(&game, "e3 e5"), "c5 g3");
    let landing = choice(&game, "e3 e5", "c5");
    assert_eq!(landing.role, Role::Landing);
    assert_eq!(cells(&game, &landing), "c5 d5 e5");
    let Effect::Captures { kind, height, .. } = landing.effects[0] else {
        panic!("{landing:?}");
    };
    assert_eq!((kind, height), ('W', 1));
    assert_eq!(finished(&game, "e3 e5 g3").as_deref(), Some("xe3e5g3"));
}

#[test]
fn a_step_that_completes_a_group_reports_it_and_leaving_it_is_one_more_step() {
    let game = from_code("zertz 37 W3/..3/6/7/6/5/4 5,8,10 0,0,0 0,0,0 first");
    let remove = choice(&game, "B d7", "a2");
    assert!(matches!(remove.effects[..], [Effect::Claims(group)] if group.len() == 1));
    assert_eq!(cells(&game, &remove), "a1 a2");
    // The group is claimed unless the player chooses one more step.
    assert_eq!(finished(&game, "B d7 a2").as_deref(), Some("Bd7-a2"));
    assert_eq!(offered(&game, "B d7 a2"), "~");
    assert!(matches!(
        choice(&game, "B d7 a2", "~").effects[..],
        [Effect::Leaves(_)]
    ));
    assert_eq!(finished(&game, "B d7 a2 ~").as_deref(), Some("Bd7-a2~"));
    assert!(choice(&game, "B d7", "a3").effects.is_empty());
}

#[test]
fn a_step_that_ends_the_game_reports_it() {
    let game = from_code("zertz 37 W3/..3/6/7/6/5/4 2,8,10 3,0,0 0,0,0 first");
    let remove = choice(&game, "B d7", "a2");
    let ends = remove.effects.iter().find_map(|effect| match effect {
        Effect::Ends(outcome) => Some(outcome.reason),
        _ => None,
    });
    assert_eq!(ends, Some("white"));
}

#[test]
fn placing_from_ones_own_captures_is_an_effect() {
    let late = from_code(
        "zertz 61 ...../.G..G./..2W../..G..G../........./......../WWWWWGG/GGBBBB/BBBBB 0,0,0 0,0,0 \
         0,0,1 second",
    );
    assert_eq!(choice(&late, "", "B").effects, [Effect::SpendsCapture('B')]);
    let pass = from_code(
        "zertz 61 ...../.G..G./..2W../..G..G../........./......../WWWWWGG/GGBBBB/BBBBB 0,0,0 0,0,0 \
         0,0,1 first",
    );
    assert_eq!(offered(&pass, ""), "-");
    assert_eq!(finished(&pass, "-").as_deref(), Some("-"));
}

#[test]
fn tournament_offers_captures_placements_and_sending_back_side_by_side() {
    let game = game("zertz", "48-tournament", &["Wd4-a1", "Gd5-a2", "Bd6-b1"]);
    assert_eq!(offered(&game, ""), "W G B d5 !");
    assert_eq!(choice(&game, "", "!").effects, [Effect::SendsBack]);
    assert_eq!(finished(&game, "!").as_deref(), Some("!"));
    assert_eq!(choice(&game, "", "d5").role, Role::Jumper);
}

#[test]
fn a_tzaar_turn_is_mover_target_and_then_mover_target_or_pass() {
    let game = game("tzaar", "fixed", &["d3xd4"]);
    assert!(offered(&game, "").split(' ').any(|step| step == "c4"));
    assert_eq!(choice(&game, "", "c4").role, Role::Mover);
    let target = choice(&game, "c4", "d5");
    assert_eq!(target.role, Role::Target);
    assert_eq!(cells(&game, &target), "c4 d5");
    assert!(matches!(
        target.effects[..],
        [Effect::Captures {
            kind: 'T',
            height: 1,
            ..
        }]
    ));
    assert_eq!(finished(&game, "c4 d5"), None);
    assert!(offered(&game, "c4 d5").ends_with(" -"));
    assert_eq!(finished(&game, "c4 d5 -").as_deref(), Some("c4xd5 -"));
    assert_eq!(
        finished(&game, "c4 d5 f3 e4").as_deref(),
        Some("c4xd5 f3xe4")
    );
}

#[test]
fn whites_opening_turn_is_complete_with_the_first_target() {
    let game = game("tzaar", "fixed", &[]);
    assert_eq!(finished(&game, "d3 d4").as_deref(), Some("d3xd4"));
    assert_eq!(offered(&game, "d3 d4"), "");
}

#[test]
fn stacking_reports_the_height_and_warns_before_the_last_of_a_kind_is_covered() {
    // White has one Tzaar, on a2; the Tott on a1 can cover it after any capture.
    let game = from_code(
        "tzaar TZ.../R...../t....../......../......../......../......./....../z.t.r first",
    );
    assert!(choice(&game, "b1 c1", "a1").effects.is_empty());
    let target = choice(&game, "b1 c1 a1", "a2");
    assert!(
        target.effects.contains(&Effect::Stacks { height: 2 }),
        "{target:?}"
    );
    assert!(
        target.effects.contains(&Effect::CoversLast('Z')),
        "{target:?}"
    );
    assert!(target.effects.iter().any(|effect| matches!(
        effect,
        Effect::Ends(outcome) if outcome.reason == "no Z"
    )));
}

#[test]
fn a_tournament_set_up_is_kind_and_point() {
    let game = game("tzaar", "tournament", &[]);
    assert_eq!(offered(&game, ""), "Z R T");
    assert_eq!(finished(&game, "Z c3").as_deref(), Some("Zc3"));
    assert_eq!(choice(&game, "Z", "c3").role, Role::Place);
}

#[test]
fn the_error_for_a_wrong_step_gives_its_index() {
    let game = game("zertz", "37", &[]);
    assert_eq!(
        game.offer(&steps(&game, "W d4 d5")),
        Err(StepError { index: 2 })
    );
    assert_eq!(game.offer(&steps(&game, "d4")), Err(StepError { index: 0 }));
    assert_eq!(
        game.offer(&steps(&game, "W d4 a1 a2")),
        Err(StepError { index: 3 })
    );
}

#[test]
fn a_finished_game_offers_nothing() {
    let over = from_code("zertz 37 4/5/6/7/6/5/4 2,8,10 4,0,0 0,0,0 second");
    let offer = over.offer(&[]).unwrap();
    assert!(offer.finished.is_none() && offer.choices.is_empty());
}
