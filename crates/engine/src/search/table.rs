//! The transposition table: what the search has found out about positions.

/// What a stored score says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The score is exact.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StoredResult {
    /// The best move, packed; 0 if none is known.
    pub(crate) best: u32,
    /// The score, from the point of view of the player to move, with distances counted from here.
    pub(crate) score: i32,
    /// The depth of the search, in fractions of a move.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

/// 16 bytes.
#[derive(Clone, Copy, Default)]
struct TableEntry {
    key: u32,
    best: u32,
    key_low: u16,
    score: i16,
    depth: i16,
    /// The bound in the lowest two bits (0: the entry is empty), then the generation.
    mark: u8,
    _spare: u8,
}

const _: () = assert!(size_of::<TableEntry>() == 16);

impl TableEntry {
    #[inline]
    const fn is_used(&self) -> bool {
        (self.mark & 3) > 0
    }
}

/// How many entries share a bucket: a cache line.
const WAYS: usize = 4;

/// A table of fixed size. A search is a generation; entries of old ones are replaced first.
pub(crate) struct TranspositionTable {
    buckets: Vec<[TableEntry; WAYS]>,
    mask: u64,
    generation: u8,
}

impl std::fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TranspositionTable({} buckets)", self.buckets.len())
    }
}

impl TranspositionTable {
    /// A table of at most this many KiB; at least one.
    pub(crate) fn new(kilobytes: usize) -> Self {
        let most = (kilobytes.max(1) << 10) / size_of::<[TableEntry; WAYS]>();
        let count = if most.is_power_of_two() {
            most
        } else {
            most.next_power_of_two() / 2
        };
        Self {
            buckets: vec![[TableEntry::default(); WAYS]; count],
            mask: count as u64 - 1,
            generation: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.fill([TableEntry::default(); WAYS]);
        self.generation = 0;
    }

    /// Begins a new search.
    pub(crate) fn begin(&mut self) {
        self.generation = (self.generation + 1) & 63;
    }

    #[inline]
    fn parts(key: u64) -> (u32, u16) {
        ((key >> 32) as u32, (key >> 16) as u16)
    }

    /// What is known about the position with this key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<StoredResult> {
        let (high, low) = Self::parts(key);
        let bucket =
            &self.buckets[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20 & self.mask) as usize];
        let entry = bucket
            .iter()
            .find(|entry| entry.key == high && entry.key_low == low && entry.is_used())?;
        Some(StoredResult {
            best: entry.best,
            score: i32::from(entry.score),
            depth: i32::from(entry.depth),
            bound: match entry.mark & 3 {
                1 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
        })
    }

    /// Stores what has been found out.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, known: StoredResult) {
        let (high, low) = Self::parts(key);
        let generation = self.generation;
        let bucket =
            &mut self.buckets[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20 & self.mask) as usize];
        let mut victim = 0;
        let mut lowest = i32::MAX;
        for (index, entry) in bucket.iter().enumerate() {
            if !entry.is_used() || (entry.key == high && entry.key_low == low) {
                victim = index;
                break;
            }
            let age = i32::from((generation.wrapping_sub(entry.mark >> 2)) & 63);
            let worth = i32::from(entry.depth) - 16 * age;
            if worth < lowest {
                lowest = worth;
                victim = index;
            }
        }
        let entry = &mut bucket[victim];
        let same = entry.key == high && entry.key_low == low && entry.is_used();
        let best = if known.best == 0 && same {
            entry.best
        } else {
            known.best
        };
        *entry = TableEntry {
            key: high,
            key_low: low,
            best,
            score: known.score as i16,
            depth: known.depth as i16,
            mark: generation << 2
                | match known.bound {
                    Bound::Exact => 1,
                    Bound::Lower => 2,
                    Bound::Upper => 3,
                },
            _spare: 0,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_found_until_replaced() {
        let mut table = TranspositionTable::new(1024);
        let known = |score| StoredResult {
            best: 7,
            score,
            depth: 3,
            bound: Bound::Lower,
        };
        for key in 0..1000_u64 {
            table.put(key.wrapping_mul(0xDEAD_BEEF_1234_5677), known(key as i32));
        }
        let found = (0..1000_u64)
            .filter(|key| {
                let known = table.get(key.wrapping_mul(0xDEAD_BEEF_1234_5677));
                known.is_some_and(|known| known.score == *key as i32 && known.best == 7)
            })
            .count();
        assert!(found > 990, "{found}");
        table.clear();
        assert!(table.get(0xDEAD_BEEF_1234_5677).is_none());
    }
}
