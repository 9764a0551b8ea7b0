//! A turn of TZAAR as a path of steps.

use super::men::{Men, Stack};
use super::turn::{Move, Second, Turn};
use super::{Effect, Role, Step, Tzaar};

/// Kind and point; or piece, target, and then piece, target or pass.
pub(super) fn step(turn: Turn, index: usize) -> Option<(Step, Role)> {
    match turn {
        Turn::Place { kind, at } => match index {
            0 => Some((Step::Kind(kind.letter()), Role::Kind)),
            1 => Some((Step::Cell(at), Role::Place)),
            _ => None,
        },
        Turn::Capture { first, second } => match (index, second) {
            (0, _) => Some((Step::Cell(first.from), Role::Mover)),
            (1, _) => Some((Step::Cell(first.to), Role::Target)),
            (2, Second::Pass) => Some((Step::Pass, Role::Special)),
            (2, Second::Capture(m) | Second::Stack(m)) => Some((Step::Cell(m.from), Role::Mover)),
            (3, Second::Capture(m) | Second::Stack(m)) => Some((Step::Cell(m.to), Role::Target)),
            _ => None,
        },
    }
}

/// What the step does: targets are captured or stacked upon.
pub(super) fn effects(position: &Tzaar, turn: Turn, index: usize) -> Vec<Effect> {
    let Turn::Capture { first, second } = turn else {
        return Vec::new();
    };
    match (index, second) {
        (1, _) => captured(&position.men, first),
        (3, Second::Capture(m)) => captured(&after(position, first), m),
        (3, Second::Stack(m)) => stacked(position, &after(position, first), m),
        _ => Vec::new(),
    }
}

fn after(position: &Tzaar, first: Move) -> Men {
    let mut men = position.men;
    men.apply(position.to_move, first, false);
    men
}

fn captured(men: &Men, m: Move) -> Vec<Effect> {
    let capture = |stack: Stack| Effect::Captures {
        at: m.to,
        kind: stack.kind.letter(),
        height: stack.height,
    };
    men.at(m.to).map(capture).into_iter().collect()
}

fn stacked(position: &Tzaar, men: &Men, m: Move) -> Vec<Effect> {
    let mut effects = vec![Effect::Stacks {
        height: men.height(m.from) + men.height(m.to),
    }];
    let mut later = *men;
    later.apply(position.to_move, m, true);
    if let Some(kind) = later.missing(position.to_move) {
        effects.push(Effect::BuriesLast(kind.letter()));
    }
    effects
}
