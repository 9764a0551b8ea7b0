//! Random keys for incremental hashing.

/// The `index`-th key of a family: `SplitMix64`, jumped to.
pub(crate) const fn key(family: u64, index: u64) -> u64 {
    let mut z = family
        .wrapping_mul(0xD134_2543_DE82_EF95)
        .wrapping_add(index.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// `N` keys of a family.
pub(crate) const fn keys<const N: usize>(family: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut index = 0;
    while index < N {
        table[index] = key(family, index as u64);
        index += 1;
    }
    table
}
