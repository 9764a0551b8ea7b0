//! Placements, folded: of those that differ only in the ring that is removed, a few are tried.

use super::sheared::{self, BIT, STEPS, component, exposed, has_jump, sheared};
use super::{Action, NO_RING, WORTH, ZertzNode, ring_slot};
use crate::hex::{Cell, CellSet};
use crate::search::node::Candidate;
use crate::zertz::Marble;

/// How a group is taken: the ring whose removal takes it (`None`: whichever ring goes, if any), and the
/// ring that has to be filled for it, if any.
type ClaimedPlacement = (Option<usize>, Option<usize>);

/// What all placements of a position have in common.
pub(super) struct Placements<'a> {
    node: &'a ZertzNode,
    /// Which colours can be placed.
    colours: [bool; 3],
    free: u128,
    vacant: u128,
    exposed: u128,
    usual: [usize; 3],
    claims: Vec<ClaimedPlacement>,
}

impl<'a> Placements<'a> {
    /// `history` says which rings were good elsewhere; it may be empty.
    pub(super) fn new(node: &'a ZertzNode, history: &[i32]) -> Self {
        let placeable = node.position.placeable();
        let free = node.position.free_rings();
        let vacant = node.vacant();
        let free_sheared = sheared(free);
        let mut claims = Vec::new();
        node.claims(free_sheared, &mut claims);
        Self {
            node,
            colours: Marble::ALL.map(|marble| placeable[marble] > 0),
            free: free_sheared,
            vacant,
            exposed: exposed(node.marbles, vacant),
            usual: node.usual_rings(free, history),
            claims,
        }
    }

    /// The ring that is removed if it makes no difference.
    fn ring_for(&self, at: usize) -> usize {
        let mut usual = self.usual.into_iter();
        usual.find(|&ring| ring != at).unwrap_or(NO_RING)
    }

    /// Adds a placement in each colour.
    fn add(
        &self,
        at: usize,
        ring: usize,
        quiet: bool,
        order: impl Fn(usize) -> i32,
        list: &mut Vec<Candidate<Action>>,
    ) {
        for marble in 0..3 {
            if self.colours[marble] {
                list.push(Candidate {
                    mv: Action::place(marble, at, ring, false),
                    order: order(marble),
                    quiet,
                });
            }
        }
    }

    /// Placements that take a group.
    pub(super) fn add_claims(&self, only_safe: bool, list: &mut Vec<Candidate<Action>>) {
        for &claim in &self.claims {
            match claim {
                (Some(ring), Some(at)) => self.add_claim(at, ring, false, list),
                (Some(ring), None) => {
                    for at in sheared::cells(self.vacant & !(1 << BIT[ring])) {
                        let gives = self.exposed >> BIT[at] & 1 == 1;
                        if !(gives && only_safe) {
                            self.add_claim(at, ring, gives, list);
                        }
                    }
                }
                (None, Some(at)) => {
                    let usual = self.usual.into_iter().filter(|&ring| ring != at);
                    let mut rings = usual.take(if only_safe { 1 } else { 2 }).peekable();
                    if rings.peek().is_none_or(|&ring| ring == NO_RING) {
                        self.add_claim(at, NO_RING, false, list);
                    }
                    // A ring that takes a group of its own is among the other claims.
                    let takes_more = |ring| {
                        self.claims.iter().any(|&(other, fill)| {
                            other == Some(ring) && fill.is_none_or(|fill| fill == at)
                        })
                    };
                    for ring in rings.filter(|&ring| ring != NO_RING && !takes_more(ring)) {
                        self.add_claim(at, ring, false, list);
                    }
                }
                (None, None) => {}
            }
        }
    }

    /// Adds a placement that takes a group; `gives`: the new marble forces a capture.
    fn add_claim(&self, at: usize, ring: usize, gives: bool, list: &mut Vec<Candidate<Action>>) {
        let Some(cell) = Cell::new(at) else { return };
        let claimed = self.node.position.completed_by(cell, Cell::new(ring));
        let gain = self.node.worth_of(claimed.bits());
        let is_inside = i32::from(claimed.contains(cell));
        let risk = if gives { 1000 } else { 0 };
        let order =
            |marble: usize| 20_000 + 20 * (gain + is_inside * WORTH[marble]) - risk - WORTH[marble];
        self.add(at, ring, false, order, list);
    }

    /// Placements that force a capture, and every such capture is answered by another.
    pub(super) fn add_gifts(&self, list: &mut Vec<Candidate<Action>>) {
        for at in sheared::cells(self.exposed) {
            let ring = self.ring_for(at);
            if is_claim(&self.claims, at, ring) {
                continue;
            }
            if self.node.is_answered(at, removed(ring)) == Some(true) {
                self.add(at, ring, false, |marble| 4_000 - 4 * WORTH[marble], list);
            }
        }
    }

    /// All other placements, each with a few rings.
    pub(super) fn add_others(&self, list: &mut Vec<Candidate<Action>>) {
        for at in sheared::cells(self.vacant) {
            let here = 1_u128 << BIT[at];
            let is_exposed = self.exposed & here != 0;
            let mut tried = 0_u128;
            let usual = self.usual.into_iter();
            for ring in usual.filter(|&ring| ring != at && ring != NO_RING).take(2) {
                tried |= removed(ring);
                self.add_other(at, ring, is_exposed, list);
            }
            if tried == 0 {
                self.add_other(at, NO_RING, is_exposed, list);
            }
            // Without the ring on which a jump would land, there is no such jump.
            let landings = if is_exposed {
                self.node.landings(at)
            } else {
                0
            };
            for ring in sheared::cells(landings & self.free & !here & !tried) {
                self.add_other(at, ring, is_exposed, list);
            }
        }
    }

    fn add_other(
        &self,
        at: usize,
        ring: usize,
        is_exposed: bool,
        list: &mut Vec<Candidate<Action>>,
    ) {
        if is_claim(&self.claims, at, ring) {
            return;
        }
        let mut order = 1000;
        if is_exposed {
            match self.node.is_answered(at, removed(ring)) {
                None => order = 900,
                // These came in the first stage.
                Some(true) if ring == self.ring_for(at) => return,
                Some(true) => order = 800,
                Some(false) => order = -3000,
            }
        }
        let weight = if order < 0 { 10 } else { 1 };
        self.add(
            at,
            ring,
            true,
            |marble| order - WORTH[marble] * weight,
            list,
        );
    }
}

/// The bit of the ring that is removed.
#[inline]
fn removed(ring: usize) -> u128 {
    if ring == NO_RING { 0 } else { 1 << BIT[ring] }
}

impl ZertzNode {
    /// The ways to take a group.
    fn claims(&self, free: u128, found: &mut Vec<ClaimedPlacement>) {
        let vacant = self.vacant();
        let cell = |bit: u128| usize::from(sheared::CELL[bit.trailing_zeros() as usize & 127]);
        // Groups that are separate already and have one or two vacant rings.
        let mut left = vacant & !several_beside(vacant);
        while left != 0 {
            let start = left & left.wrapping_neg();
            let group = component(start, self.rings);
            left &= !group;
            let open = group & vacant;
            let one = open & open.wrapping_neg();
            match open.count_ones() {
                1 => {
                    found.push((None, Some(cell(one))));
                    if free & one != 0 && group != one {
                        found.push((Some(cell(one)), None));
                    }
                }
                2 => {
                    let two = open & !one;
                    for (ring, fill) in [(one, two), (two, one)] {
                        if free & ring != 0 {
                            found.push((Some(cell(ring)), Some(cell(fill))));
                        }
                    }
                }
                _ => {}
            }
        }
        for ring in sheared::cells(free) {
            let bit = 1_u128 << BIT[ring];
            // A ring whose neighbours stay connected around it splits nothing off.
            if !splits(bit, self.rings) {
                continue;
            }
            let rest = self.rings & !bit;
            let mut left = around_of(bit) & self.rings;
            while left != 0 {
                let start = left & left.wrapping_neg();
                let group = component(start, rest);
                left &= !group;
                let open = group & vacant;
                match open.count_ones() {
                    0 => {
                        // Any ring may be filled.
                        found.retain(|&(other, _)| other != Some(ring));
                        found.push((Some(ring), None));
                    }
                    1 => {
                        let claim = (Some(ring), Some(cell(open)));
                        if !found.contains(&(Some(ring), None)) && !found.contains(&claim) {
                            found.push(claim);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Whether a jump that a new marble on `at` allows could be answered by a capture, for every such
    /// jump; `None` if there is no jump.
    fn is_answered(&self, at: usize, removed: u128) -> Option<bool> {
        let here = 1_u128 << BIT[at];
        let marbles = self.marbles | here;
        let vacant = self.vacant() & !here & !removed;
        let mut any = false;
        let mut all = true;
        let mut jump = |from: u128, over: u128, to: u128| {
            if from & marbles != 0 && over & marbles != 0 && to & vacant != 0 {
                any = true;
                let then = marbles & !from & !over | to;
                let open = vacant & !to | from | over;
                all &= has_jump(then, open & self.rings);
            }
        };
        for step in STEPS {
            jump(here, here << step, here << (2 * step));
            jump(here, here >> step, here >> (2 * step));
            jump(here << step, here, here >> step);
            jump(here >> step, here, here << step);
        }
        any.then_some(all)
    }

    /// The rings on which a jump that a new marble on `at` allows would land.
    #[inline]
    fn landings(&self, at: usize) -> u128 {
        let here = 1_u128 << BIT[at];
        let (marbles, vacant) = (self.marbles, self.vacant() & !here);
        let mut set = 0;
        for step in STEPS {
            if here << step & marbles != 0 {
                set |= here << (2 * step) | here >> step;
            }
            if here >> step & marbles != 0 {
                set |= here >> (2 * step) | here << step;
            }
        }
        set & vacant
    }

    /// The free rings that are tried with every placement: those that were good elsewhere.
    fn usual_rings(&self, free: CellSet, history: &[i32]) -> [usize; 3] {
        let mut best = [(i32::MIN, NO_RING); 3];
        for ring in free {
            let near = (ring.neighbours() & self.position.occupied()).len() as i32;
            let known = history.get(ring_slot(ring.index())).unwrap_or(&0);
            let mut item = (known + 64 * near, ring.index());
            for slot in &mut best {
                if item.0 > slot.0 {
                    std::mem::swap(&mut item, slot);
                }
            }
        }
        best.map(|(_, ring)| ring)
    }
}

/// Whether filling `at` and removing `ring` takes a group.
fn is_claim(claims: &[ClaimedPlacement], at: usize, ring: usize) -> bool {
    claims.iter().any(|&(other, fill)| {
        other.is_none_or(|other| other == ring) && fill.is_none_or(|fill| fill == at)
    })
}

/// The cells with two or more cells of a set beside them.
fn several_beside(set: u128) -> u128 {
    let (mut one, mut two) = (0, 0);
    for step in STEPS {
        for beside in [set << step, set >> step] {
            two |= one & beside;
            one |= beside;
        }
    }
    two
}

/// The cells around one cell.
#[inline]
fn around_of(bit: u128) -> u128 {
    sheared::around(bit)
}

/// Whether taking a ring away might separate its neighbours, judging only by the six places around it.
#[inline]
fn splits(bit: u128, rings: u128) -> bool {
    // In cyclic order: (0,1) (1,1) (1,0) (0,-1) (-1,-1) (-1,0).
    let around = [
        bit << 1,
        bit << 11,
        bit << 10,
        bit >> 1,
        bit >> 11,
        bit >> 10,
    ];
    let mut changes = 0;
    let mut last = around[5] & rings != 0;
    for place in around {
        let here = place & rings != 0;
        changes += u8::from(here != last);
        last = here;
    }
    changes > 2
}
