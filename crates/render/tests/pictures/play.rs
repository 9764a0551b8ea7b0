//! Every position reached by play can be drawn without leaving the canvas.

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_render::View;
use hexpost_render::composer_board::{columns, composing, numbered, rows};
use hexpost_render::layout::Size;
use hexpost_render::marks::{self, Mark, Tone};
use hexpost_render::paint::bounds;
use hexpost_render::scene::Outline;
use hexpost_render::theme::Theme;

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
    let mut rng = SplitMix64::new(1);
    for (game, variant) in variants {
        let mut game = AnyGame::start(&Variant::parse(game, variant).unwrap());
        let mut ply = 0;
        while let Some(turn) = game.uniform_turn(&mut rng) {
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
fn composed_turns_are_drawn_after_every_step() {
    let mut rng = SplitMix64::new(2);
    for (game, variant) in [
        ("zertz", "48-tournament"),
        ("zertz", "37"),
        ("tzaar", "fixed"),
        ("tzaar", "tournament"),
    ] {
        let mut game = AnyGame::start(&Variant::parse(game, variant).unwrap());
        for ply in 0..24 {
            let Some(turn) = game.uniform_turn(&mut rng) else {
                break;
            };
            if ply % 4 == 3 {
                let path = game.path(&turn).unwrap();
                for chosen in 0..=path.len() {
                    let board = composing(&game, &path[..chosen]).unwrap();
                    assert!(board.before.is_some() || chosen < path.len());
                    let mut view = View::composing(board);
                    view.size = Size::Small;
                    "W".repeat(40).clone_into(&mut view.names.first);
                    view.banner = Some("a long sentence ".repeat(9));
                    check(&view);
                }
                for board in [columns(&game, &[]).unwrap(), rows(&game, &[], 2).unwrap()] {
                    let mut view = View::composing(board);
                    view.size = Size::Small;
                    check(&view);
                }
                let some: Vec<_> = game
                    .turns_up_to(100_000)
                    .unwrap()
                    .into_iter()
                    .step_by(50)
                    .take(9)
                    .collect();
                let mut view = View::composing(numbered(&game, &[], &some).unwrap());
                view.is_cropped = false;
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

#[test]
fn a_turn_awaiting_confirmation_shows_counts_before_and_after() {
    let changes = |code: &str, turn: &str| {
        let game = AnyGame::from_code(code).unwrap();
        let path = game.path(&game.read(turn).unwrap()).unwrap();
        let mut view = View::composing(composing(&game, &path).unwrap());
        view.stock = Some("pool".to_owned());
        "First".clone_into(&mut view.names.first);
        "Second".clone_into(&mut view.names.second);
        let scene = view.scene();
        let written = scene.figures.iter().filter(|f| f.name == "change");
        let words = written.map(|figure| match &figure.shapes[0].form {
            Outline::Text { text, .. } => text.clone(),
            _ => unreachable!("a change is a text"),
        });
        words.collect::<Vec<_>>().join(" ")
    };
    let cut = "zertz 37 W3/..3/6/7/6/5/4 5,8,10 0,0,0 0,0,0 first";
    assert_eq!(changes(cut, "Bd7-a2"), "pool 10 → 9 First 0 → 1/4");
    // The last marble of the pool; the marbles that the opponent may place next don't matter.
    let last = "zertz 37 B2B/5/B4B/7/G4G/5/G2G 1,0,0 2,2,3 3,2,3 first";
    assert_eq!(changes(last, "Wd4-b1"), "pool 1 → 0");
    let stacks =
        "tzaar T.R2../t...../...T.../Z......./......../......../......./....../z.r.t first";
    assert_eq!(changes(stacks, "d1xb1 a3+a1"), "First 2 → 1 Second 2 → 1");
}

#[test]
fn forced_replies_are_highlighted() {
    let game = AnyGame::from_code("zertz 48 5/6/7/3W4/7/6/5/4 5,7,10 0,0,0 0,1,0 first").unwrap();
    let threats = |turn: &str| {
        let path = game.path(&game.read(turn).unwrap()).unwrap();
        let marks = composing(&game, &path).unwrap().marks;
        let is_threat = |mark: &&Mark| matches!(mark, Mark::Arrow(_, _, Tone::Danger));
        marks.iter().filter(is_threat).count()
    };
    assert_eq!(threats("Bd5-h1"), 2);
    assert_eq!(threats("Bd6-h1"), 0);
}

#[test]
fn a_group_has_one_outline() {
    let mut view = View::new(AnyGame::start(&Variant::parse("zertz", "37").unwrap()));
    let board = view.game.board();
    let cell = |name: &str| board.cell(name.parse().unwrap()).unwrap();
    let sides = |view: &View| {
        let scene = view.scene();
        let group = scene.figures.iter().find(|f| f.name == "group").unwrap();
        let bars = group
            .shapes
            .iter()
            .filter(|s| matches!(s.form, Outline::Polygon(_)));
        // Each side is painted twice: a wide bar below a narrow one.
        bars.count() / 2
    };
    for (names, expected) in [("d4", 6), ("d4 d5", 10), ("d4 d5 e4", 12), ("a1 g4", 12)] {
        let cells = names.split(' ').map(cell).collect();
        view.marks = vec![Mark::Group(cells, Tone::Last)];
        assert_eq!(sides(&view), expected, "{names}");
    }
}
