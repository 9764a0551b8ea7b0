//! ZÈRTZ, rule by rule. Each test's name states a rule.

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

/// The number of rings in each column of a variant's board.
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

/// The symbol of a cell.
pub(super) fn at(game: &Timeline<Zertz>, name: &str) -> char {
    let name: Name = name.parse().unwrap();
    let cell = game.position().board().cell(name).unwrap();
    game.position().symbol(cell).chars().next().unwrap()
}

/// d4 is vacant and enclosed by three rings; d6 is vacant and free.
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

/// The rule book's example of captures: its marbles 1 to 5 are on e3, e4, f4, d5 and b5. The ring g4 has
/// been removed.
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

/// d2 can capture d3 and must then capture d5.
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

/// a1 is connected to the board only through a2.
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

/// a1 and a3 are adjacent only to a2, and these three rings are isolated from the rest.
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
pub(super) fn last_vacant(variant: &str) -> ZertzDrawing {
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
