//! How much is looked at to answer a question, so that tests can bound it.
//!
//! Counted in builds with debug assertions only, by each thread for itself: jumps, placements and moves that
//! are looked at while turns or their steps are found. A release build counts nothing and pays nothing.

#[cfg(debug_assertions)]
thread_local! {
    static VISITED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts one jump, placement or move that is looked at.
#[inline]
pub(super) fn visit() {
    #[cfg(debug_assertions)]
    VISITED.set(VISITED.get() + 1);
}

/// Does something, and says how much was looked at for it; always 0 in a release build.
pub fn counted<T>(work: impl FnOnce() -> T) -> (T, u64) {
    #[cfg(debug_assertions)]
    {
        let before = VISITED.get();
        let done = work();
        (done, VISITED.get() - before)
    }
    #[cfg(not(debug_assertions))]
    (work(), 0)
}
