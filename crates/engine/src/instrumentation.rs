//! Counts how much work the rules do to answer a question, so that tests can bound it.
//!
//! A *visit* is one jump, placement or move examined while turns or their steps are generated. Visits
//! are counted per thread, and only in builds with debug assertions; in a release build the counter
//! does not exist.

#[cfg(debug_assertions)]
thread_local! {
    static VISITS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Counts one visit.
#[inline]
pub(super) fn record_visit() {
    #[cfg(debug_assertions)]
    VISITS.set(VISITS.get() + 1);
}

/// Runs `work` and returns its result with the number of visits it made: always 0 in a release
/// build.
pub fn count_visits<T>(work: impl FnOnce() -> T) -> (T, u64) {
    #[cfg(debug_assertions)]
    {
        let before = VISITS.get();
        let result = work();
        (result, VISITS.get() - before)
    }
    #[cfg(not(debug_assertions))]
    (work(), 0)
}
