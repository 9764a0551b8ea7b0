//! The placements that a player queues during setup: a typed list, and the rest at random.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::steps::{Choice, Step};

use crate::app::Refusal;

/// Maximum number of queued placements.
const MAX_WISHES: usize = 60;
/// Maximum number of alternative places for each of them.
const MAX_PLACES: usize = 12;

/// Parses wishes such as `Zc3/d4, R e2`: placements in order, each with alternatives in case the first
/// place is taken. A place without a letter is for the same kind of piece.
pub(crate) fn wishes(start: &AnyGame, text: &str) -> Result<Vec<Vec<String>>, Refusal> {
    let parts = text.split([',', ';', '\n']).map(str::trim);
    let parts = parts.filter(|part| !part.is_empty());
    let wishes: Vec<Vec<String>> = parts
        .map(|part| wish(start, part))
        .collect::<Result<_, _>>()?;
    let is_long = wishes.iter().any(|wish| wish.len() > MAX_PLACES);
    if wishes.len() > MAX_WISHES || is_long {
        return Err(Refusal::QueueFull(MAX_WISHES, MAX_PLACES));
    }
    Ok(wishes)
}

fn wish(start: &AnyGame, text: &str) -> Result<Vec<String>, Refusal> {
    let wrong = || Refusal::Wish(text.chars().take(40).collect());
    let mut kind: Option<char> = None;
    let mut places = Vec::new();
    for place in text.split('/') {
        let place: String = place.chars().filter(|c| !c.is_whitespace()).collect();
        let is_bare = place.chars().count() == 2;
        let place = match kind.filter(|_| is_bare) {
            Some(kind) => format!("{kind}{place}"),
            None => place,
        };
        // Every placement that is ever legal is legal on the empty board.
        let turn = start.read(&place).map_err(|_| wrong())?;
        let written = start.write(&turn).ok_or_else(wrong)?;
        kind = written.chars().next();
        if !places.contains(&written) {
            places.push(written);
        }
    }
    Ok(places)
}

/// Draws the seed from which a player's remaining placements follow.
pub(crate) fn seed() -> u64 {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).expect("the system has random numbers");
    u64::from_le_bytes(bytes)
}

/// A random placement for the player to move: any piece in hand with the same probability, on any
/// vacant point. The same seed gives the same placement after the same number of turns, so that it
/// can be announced before it is made.
pub(crate) fn at_random(position: &AnyGame, seed: u64, ply: usize) -> Option<AnyTurn> {
    let mut rng = SplitMix64::new(seed.wrapping_add(ply as u64));
    let supply = position.supply();
    let mut pieces = supply
        .iter()
        .flat_map(|&(kind, count)| (0..count).map(move |_| kind));
    let in_hand = supply.iter().map(|&(_, count)| usize::from(count)).sum();
    let kind = Step::Kind(pieces.nth(index_below(&mut rng, in_hand)?)?);
    let cells = position.offer(&[kind]).ok()?.choices;
    let Choice { step, .. } = cells.get(index_below(&mut rng, cells.len())?)?;
    position.offer(&[kind, *step]).ok()?.finished
}

/// A random index into a list of this length; `None` if the list is empty.
fn index_below(rng: &mut SplitMix64, length: usize) -> Option<usize> {
    (length > 0).then(|| rng.below(length as u64) as usize)
}
