//! The file format of evaluation weights: text, one feature a line.

use std::fmt::Write;

/// Parses weights: lines with the early and the late weight of a feature; `#` begins a comment.
///
/// `None` if there are not exactly `N` features.
pub(crate) fn parse<const N: usize>(text: &str) -> Option<Box<[[i32; 2]; N]>> {
    let mut weights = Box::new([[0; 2]; N]);
    let mut count = 0;
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let (early, late) = line.split_once(' ')?;
        *weights.get_mut(count)? = [early.parse().ok()?, late.trim().parse().ok()?];
        count += 1;
    }
    (count == N).then_some(weights)
}

/// Writes weights, below a comment of several lines.
pub(crate) fn write(comment: &str, weights: &[[i32; 2]]) -> String {
    let mut text = String::new();
    for line in comment.lines() {
        text.push_str(format!("# {line}").trim_end());
        text.push('\n');
    }
    for [early, late] in weights {
        // Writing to a string can't fail.
        let _ = writeln!(text, "{early} {late}");
    }
    text
}

/// How many weights a [`Packed`] table has room for.
pub(crate) const ROOM: usize = 256;

/// Pairs of weights, each in one word, so that both sums are made by one addition.
#[derive(Clone, Debug)]
pub(crate) struct Packed(Box<[i64; ROOM]>);

impl Packed {
    pub(crate) fn new(pairs: &[[i32; 2]]) -> Self {
        let mut table = Box::new([0; ROOM]);
        for (word, pair) in table.iter_mut().zip(pairs) {
            *word = pack(*pair);
        }
        Self(table)
    }

    /// The word of a feature; the index must be less than [`ROOM`].
    #[inline]
    pub(crate) fn get(&self, index: usize) -> i64 {
        self.0[index % ROOM]
    }
}

/// A pair in one word.
#[inline]
pub(crate) const fn pack([early, late]: [i32; 2]) -> i64 {
    ((early as i64) << 32) + late as i64
}

/// The pair in a sum of words; `late` counts in 32nds.
#[inline]
pub(crate) const fn blend(sum: i64, late_share: i32) -> i32 {
    let late = sum as i32;
    let early = ((sum - late as i64) >> 32) as i32;
    (early * (32 - late_share) + late * late_share) / 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_pairs_add_up() {
        let pairs = [[5, -7], [-1000, 3], [-1, -1], [0, -20_000]];
        let sum = pairs.into_iter().map(pack).sum::<i64>() - 3 * pack([2, -9]);
        assert_eq!(blend(sum, 0), 5 - 1000 - 1 - 6);
        assert_eq!(blend(sum, 32), -7 + 3 - 1 - 20_000 + 27);
    }
}
