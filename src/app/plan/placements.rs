//! Parses the placements that a player queues during setup.

use hexpost_engine::game::AnyGame;

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
