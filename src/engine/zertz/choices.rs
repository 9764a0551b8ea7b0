//! A turn of ZÈRTZ as a path of steps.

use super::turn::{Turn, over};
use super::{Cell, Effect, Marble, Role, Step, Zertz};

/// Colour, ring, ring to remove, perhaps "leave"; or the jumper and each landing.
pub(super) fn step(turn: &Turn, index: usize) -> Option<(Step, Role)> {
    match *turn {
        Turn::Place {
            marble,
            at,
            remove,
            leave,
        } => {
            let last = leave.then_some((Step::Leave, Role::Special));
            match (index, remove) {
                (0, _) => Some((Step::Kind(marble.letter()), Role::Kind)),
                (1, _) => Some((Step::Cell(at), Role::Place)),
                (2, Some(ring)) => Some((Step::Cell(ring), Role::Remove)),
                (2, None) | (3, Some(_)) => last,
                _ => None,
            }
        }
        Turn::Capture(ref chain) => {
            let role = if index == 0 {
                Role::Jumper
            } else {
                Role::Landing
            };
            let place = chain.places().get(index)?;
            Some((Step::Cell(*place), role))
        }
        Turn::Pass if index == 0 => Some((Step::Pass, Role::Special)),
        Turn::SendBack if index == 0 => Some((Step::SendBack, Role::Special)),
        Turn::Pass | Turn::SendBack => None,
    }
}

/// What the step does.
pub(super) fn effects(position: &Zertz, turn: &Turn, index: usize) -> Vec<Effect> {
    match (*turn, step(turn, index)) {
        (Turn::Place { marble, .. }, Some((_, Role::Kind))) => {
            let spends = position.pool().is_empty();
            let spent = spends.then_some(Effect::SpendsCapture(marble.letter()));
            spent.into_iter().collect()
        }
        (Turn::Place { at, remove, .. }, Some((_, Role::Place))) if remove.is_none() => {
            claims(position, at, remove)
        }
        (Turn::Place { at, remove, .. }, Some((_, Role::Remove))) => claims(position, at, remove),
        (Turn::Place { at, remove, .. }, Some((Step::Leave, _))) => {
            vec![Effect::Leaves(position.completed_by(at, remove))]
        }
        (Turn::Capture(chain), Some((_, Role::Landing))) => {
            let places = chain.places();
            let at = over(places[index - 1], places[index]);
            let kind = position.marble_at(at).map_or('?', Marble::letter);
            vec![Effect::Captures {
                at,
                kind,
                height: 1,
            }]
        }
        (Turn::SendBack, _) => vec![Effect::SendsBack],
        _ => Vec::new(),
    }
}

fn claims(position: &Zertz, at: Cell, remove: Option<Cell>) -> Vec<Effect> {
    let groups = position.completed_by(at, remove);
    if groups.is_empty() {
        Vec::new()
    } else {
        vec![Effect::Claims(groups)]
    }
}
