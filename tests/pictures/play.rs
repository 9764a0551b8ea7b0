//! Every position that play comes to can be drawn, with everything inside the canvas.

use hexpost::engine::game::{AnyGame, Variant};
use hexpost::engine::random::SplitMix64;
use hexpost::render::View;
use hexpost::render::compose::{columns, composing, numbered, rows};
use hexpost::render::layout::Size;
use hexpost::render::marks;
use hexpost::render::paint::bounds;
use hexpost::render::theme::Theme;

fn check(view: &View) {
    let scene = view.scene();
    for figure in scene.all() {
        let (left, top, right, bottom) = bounds(figure, view.theme);
        let is_inside =
            left >= 0 && top >= 0 && right <= scene.width as i32 && bottom <= scene.height as i32;
        assert!(
            is_inside,
            "{} at {:?} leaves the canvas: {}",
            figure.name,
            figure.at,
            view.game.code()
        );
    }
    assert!(!view.png().is_empty());
}

#[test]
fn random_games_are_drawn_without_leaving_the_canvas() {
    let variants = [
        ("zertz", "37"),
        ("zertz", "40"),
        ("zertz", "43"),
        ("zertz", "44"),
        ("zertz", "48-tournament"),
        ("zertz", "61-zerc"),
        ("tzaar", "fixed"),
        ("tzaar", "random:9"),
        ("tzaar", "tournament"),
    ];
    let mut numbers = SplitMix64::new(1);
    for (game, variant) in variants {
        let mut game = AnyGame::start(&Variant::parse(game, variant).unwrap());
        let mut ply = 0;
        while let Some(turn) = game.uniform_turn(&mut numbers) {
            let before = game.clone();
            game.play(&turn).unwrap();
            ply += 1;
            if ply % 3 != 0 && game.outcome().is_none() {
                continue;
            }
            let mut view = View::new(game.clone());
            view.marks = marks::last_turn(&before, &turn);
            view.theme = Theme::ALL[ply % 3];
            view.size = Size::ALL[ply % 2];
            view.is_flipped = ply % 2 == 0;
            view.is_cropped = ply % 5 == 0;
            "W".repeat(40).clone_into(&mut view.names.first);
            check(&view);
        }
    }
}

#[test]
fn turns_in_the_making_are_drawn_step_by_step() {
    let mut numbers = SplitMix64::new(2);
    for (game, variant) in [
        ("zertz", "48-tournament"),
        ("zertz", "37"),
        ("tzaar", "fixed"),
        ("tzaar", "tournament"),
    ] {
        let mut game = AnyGame::start(&Variant::parse(game, variant).unwrap());
        for ply in 0..24 {
            let Some(turn) = game.uniform_turn(&mut numbers) else {
                break;
            };
            if ply % 4 == 3 {
                let path = game.path(&turn).unwrap();
                for chosen in 0..=path.len() {
                    let composing = composing(&game, &path[..chosen]).unwrap();
                    let mut view = View::new(composing.shown);
                    view.marks = composing.marks;
                    view.is_cropped = true;
                    view.size = Size::Small;
                    check(&view);
                }
                for composing in [columns(&game, &[]).unwrap(), rows(&game, &[], 2).unwrap()] {
                    let mut view = View::new(composing.shown);
                    view.marks = composing.marks;
                    view.is_cropped = true;
                    view.size = Size::Small;
                    check(&view);
                }
                let some: Vec<_> = game.legal_turns().into_iter().step_by(50).take(9).collect();
                let composing = numbered(&game, &some);
                let mut view = View::new(composing.shown);
                view.marks = composing.marks;
                view.size = Size::Small;
                check(&view);
            }
            game.play(&turn).unwrap();
        }
    }
}

#[test]
fn a_finished_path_shows_the_result() {
    let game = AnyGame::start(&Variant::parse("zertz", "37").unwrap());
    let turn = game.read("Wd4-a1").unwrap();
    let path = game.path(&turn).unwrap();
    let mut after = game.clone();
    after.play(&turn).unwrap();
    assert_eq!(composing(&game, &path).unwrap().shown, after);
    assert_eq!(composing(&game, &path[..2]).unwrap().shown, game);
}
