//! Draws can be checked by anyone.

use hexpost_tournament::draw::{Purpose, SeedingDraw, commitment};
use hexpost_tournament::{Entrant, EntrantId};

#[test]
fn a_draw_can_be_checked_with_sha256sum() {
    // printf '%s' 'hexpost tournament commit 1 7 abc' | sha256sum, and so on.
    let draw = SeedingDraw::new(7, "abc", &[33, 4, 200], 999);
    assert_eq!(draw.text, "hexpost tournament draw 1 7 999 4,33,200 abc");
    assert_eq!(
        draw.commitment,
        "cbff10ee00369c753585fa19e94942f514e9385887f91c9d527fc003e16228f4"
    );
    assert_eq!(
        draw.hash,
        "503f29df945a395ca027873eb4a1ba11506cbfc40ae0147cc1a626e97b7b5881"
    );
    assert_eq!(draw.commitment, commitment(7, "abc"));
    assert_eq!(
        draw.lot(Purpose::Round(2), EntrantId(5)),
        "c3f4cfa24cdfe60d21ffaa6acb9cf2f4e84d89032ff55293199a654701a04105"
    );
}

#[test]
fn every_join_changes_the_draw_but_not_their_order() {
    let draw = |joins: &[u64]| SeedingDraw::new(7, "abc", joins, 999).hash;
    assert_eq!(draw(&[1, 2, 3]), draw(&[3, 1, 2]));
    assert_ne!(draw(&[1, 2, 3]), draw(&[1, 2, 4]));
    assert_ne!(draw(&[1, 2, 3]), draw(&[1, 2]));
    assert_ne!(
        draw(&[1, 2, 3]),
        SeedingDraw::new(7, "abc", &[1, 2, 3], 998).hash
    );
}

#[test]
fn seeding_is_by_rating_and_lots_decide_between_equals() {
    let entrant = |id, rating| Entrant {
        id: EntrantId(id),
        name: String::new(),
        rating,
    };
    let entrants = [
        entrant(1, 1500),
        entrant(2, 1500),
        entrant(3, 1600),
        entrant(4, 1500),
    ];
    let mut orders = std::collections::BTreeSet::new();
    for start in 0..100 {
        let order = SeedingDraw::new(7, "abc", &[1, 2, 3, 4], start).seeding(&entrants);
        assert_eq!(order[0], EntrantId(3));
        orders.insert(order);
    }
    assert_eq!(orders.len(), 6, "all orders of three come up");
}
