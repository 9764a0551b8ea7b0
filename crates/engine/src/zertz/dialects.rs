//! Turns in the notations of other sites and programs.

use super::turn::{Chain, Turn};
use super::{Cell, Marble, Position as _, Zertz};
use crate::notation::Dialect;

/// A legal turn in another notation; `None` if that notation can't express it.
pub(super) fn write(position: &Zertz, turn: &Turn, dialect: Dialect) -> Option<String> {
    match *turn {
        Turn::Place {
            marble,
            at,
            remove,
            leave: false,
        } => Some(placement(position, marble, at, remove, dialect)),
        Turn::Capture(ref chain) => capture(position, chain, dialect),
        Turn::Pass if dialect == Dialect::Gipf => Some("-".to_owned()),
        // The other notations assume that groups are always claimed and that no turn is sent back.
        Turn::Place { .. } | Turn::Pass | Turn::SendBack => None,
    }
}

fn placement(
    position: &Zertz,
    marble: Marble,
    at: Cell,
    remove: Option<Cell>,
    dialect: Dialect,
) -> String {
    let name = |cell| position.board().name(cell);
    let mut text = format!("{}{}", marble.letter(), name(at));
    if let Some(ring) = remove {
        text.push(if dialect == Dialect::Gipf { ',' } else { '-' });
        text.push_str(&name(ring).to_string());
    }
    let claimed = claimed(position, marble, at, remove);
    if !claimed.is_empty() {
        text.push_str(if dialect == Dialect::Gipf { " x " } else { "+" });
    }
    let claimed = claimed.into_iter().map(|(marble, cell)| match dialect {
        Dialect::Gipf => format!("{}{}", marble.letter(), name(cell)),
        Dialect::Zen => marble.letter().to_ascii_lowercase().to_string(),
    });
    text.extend(claimed);
    text
}

/// The marbles that a placement claims, with their cells.
pub(super) fn claimed(
    position: &Zertz,
    placed: Marble,
    at: Cell,
    remove: Option<Cell>,
) -> Vec<(Marble, Cell)> {
    let lies = |cell| {
        let marble = position.marble_at(cell);
        let marble = marble.or((cell == at).then_some(placed));
        marble.map(|marble| (marble, cell))
    };
    let groups = position.completed_by(at, remove).into_iter();
    groups.filter_map(lies).collect()
}

fn capture(position: &Zertz, chain: &Chain, dialect: Dialect) -> Option<String> {
    let name = |cell| position.board().name(cell);
    let taken: Option<Vec<Marble>> = chain
        .jumped()
        .map(|cell| position.marble_at(cell))
        .collect();
    let taken = taken?;
    let landings = &chain.places()[1..];
    let from = name(chain.from());
    Some(match dialect {
        Dialect::Gipf => {
            let jumps = taken.iter().zip(landings);
            let jumps = jumps.map(|(marble, to)| format!("{}{}", marble.letter(), name(*to)));
            format!("x {from}{}", jumps.collect::<String>())
        }
        Dialect::Zen => {
            let jumper = position.marble_at(chain.from())?.letter();
            let jumps = landings.iter().map(|to| format!("x{}", name(*to)));
            let taken = taken.iter().map(|marble| marble.letter());
            let taken: String = taken.map(|letter| letter.to_ascii_lowercase()).collect();
            format!("{jumper}{from}{}+{taken}", jumps.collect::<String>())
        }
    })
}
