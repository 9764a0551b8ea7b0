//! The poster: all games side by side in one picture, for people who have never seen them.

use super::View;
use super::gallery::random_game;
use super::layout::Size;
use super::marks;
use super::paint;
use super::scene::{Figure, Scene, Shape, point};
use super::theme::{Ink, Theme};
use hexpost_engine::game::AnyGame;

/// A ZÈRTZ position, and a turn that captures two marbles.
const ZERTZ: (&str, &str) = (
    "zertz 37 .2W/.4/1B1G2/1GW1B2/3G2/W3./2.. 3,5,8 0,0,0 0,0,0 first",
    "xd2d4d6",
);
/// A random game of TZAAR: its set-up, its seed and its length.
const TZAAR: (&str, u64, usize) = ("random:1", 4, 18);

/// Space between the boards, and below them for their names, in pixels.
const GAP: i32 = 12;
const TITLE: i32 = 30;
/// The size of the names.
const TITLE_SIZE: f32 = 46.0;

/// All games side by side, each with a turn, and their names below.
///
/// # Panics
///
/// If a built-in position or turn is invalid, which the tests would find.
pub fn scene(theme: Theme) -> Scene {
    let boards = [("ZÈRTZ", zertz()), ("TZAAR", tzaar())].map(|(title, mut view)| {
        view.theme = theme;
        view.size = Size::Small;
        view.is_cropped = true;
        (title, plain(view.scene()))
    });
    let board_height = boards.iter().map(|(_, board)| board.height).max();
    let board_height = board_height.unwrap_or_default() as i32;
    let mut whole = Scene {
        width: 0,
        height: (board_height + TITLE) as u32,
        ground: Vec::new(),
        figures: Vec::new(),
    };
    let mut left = 0;
    for (title, board) in boards {
        let down = (board_height - board.height as i32) / 2;
        let moved = |mut figure: Figure| {
            figure.at = (figure.at.0 + left, figure.at.1 + down);
            figure
        };
        whole.ground.extend(board.ground.into_iter().map(moved));
        whole.figures.extend(board.figures.into_iter().map(moved));
        let at = (left + board.width as i32 / 2, board_height - 12);
        let name = Shape::text(point(0.0, 0.0), TITLE_SIZE, title, Ink::Text);
        whole.figures.push(Figure::new("title", at, vec![name]));
        left += board.width as i32 + GAP;
    }
    whole.width = (left - GAP) as u32;
    whole
}

/// The poster as a PNG file.
pub fn png(theme: Theme) -> Vec<u8> {
    paint::png(&paint::paint(&scene(theme), theme), theme)
}

/// A board without coordinates, which mean nothing to newcomers.
fn plain(mut scene: Scene) -> Scene {
    let is_kept = |figure: &Figure| !["letter", "name"].contains(&figure.name);
    scene.ground.retain(is_kept);
    scene.figures.retain(is_kept);
    scene
}

fn zertz() -> View {
    let (code, turn) = ZERTZ;
    let game = AnyGame::from_code(code).expect("the poster's position can be read");
    let turn = game.read(turn).expect("the poster's turn is legal");
    let marks = marks::intended(&game, &turn);
    let mut view = View::new(game);
    view.marks = marks;
    view
}

fn tzaar() -> View {
    let (variant, seed, plies) = TZAAR;
    let record = random_game("tzaar", variant, seed, plies);
    let before = record.at(record.turns().len().saturating_sub(1));
    let mut view = View::new(record.game().clone());
    if let (Some(before), Some(turn)) = (before, record.turns().last()) {
        view.marks = marks::last_turn(&before, turn);
    }
    view
}
