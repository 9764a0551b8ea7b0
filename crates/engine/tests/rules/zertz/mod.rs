//! ZÈRTZ, rule by rule. Each test's name states a rule; each position is drawn.

mod boards;
mod capturing;
mod ending;
mod isolating;
mod placing;
mod setups;
mod tournament;
mod zerc;

use hexpost_engine::hex::Name;
use hexpost_engine::position::Position;
use hexpost_engine::side::Side;
use hexpost_engine::timeline::Timeline;
use hexpost_engine::zertz::{Marble, Variant, Zertz};

use crate::fixtures::{ZertzDrawing, start, zertz};

pub(super) fn new_game(variant: &str) -> Timeline<Zertz> {
    start::<Zertz>(variant)
}

pub(super) fn columns(variant: &str) -> Vec<usize> {
    let board = variant.parse::<Variant>().unwrap().board();
    (0..board.columns())
        .map(|c| board.column(c).count())
        .collect()
}

pub(super) fn names(
    game: &Timeline<Zertz>,
    cells: impl IntoIterator<Item = hexpost_engine::hex::Cell>,
) -> String {
    let board = game.position().board();
    let names: Vec<_> = cells
        .into_iter()
        .map(|cell| board.name(cell).to_string())
        .collect();
    names.join(" ")
}

pub(super) fn captured(game: &Timeline<Zertz>, side: Side) -> [u8; 3] {
    Marble::ALL.map(|marble| game.position().captured()[side][marble])
}

pub(super) fn pool(game: &Timeline<Zertz>) -> [u8; 3] {
    Marble::ALL.map(|marble| game.position().pool()[marble])
}

pub(super) fn at(game: &Timeline<Zertz>, name: &str) -> char {
    let name: Name = name.parse().unwrap();
    let cell = game.position().board().cell(name).unwrap();
    game.position().symbol(cell).chars().next().unwrap()
}

/// d4 is vacant and wedged between three rings; d6 is vacant and free.
pub(super) fn wedged(variant: &str) -> ZertzDrawing {
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
pub(super) fn chains(variant: &str) -> ZertzDrawing {
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
pub(super) fn line(variant: &str) -> ZertzDrawing {
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
pub(super) fn cut(variant: &str) -> ZertzDrawing {
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
pub(super) fn two(variant: &str) -> ZertzDrawing {
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
pub(super) fn lastone(variant: &str) -> ZertzDrawing {
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
pub(super) fn stuck(variant: &str) -> ZertzDrawing {
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
