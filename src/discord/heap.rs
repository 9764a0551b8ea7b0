//! Futures on the heap.

use std::pin::Pin;

/// A future on the heap, made there by a function of its own.
///
/// Without optimisation, a function has room on its stack for every future that it makes, several times
/// over, and all at once: where it chooses among dozens of handlers, that is more than a thread has.
#[inline(never)]
pub(crate) fn on_heap<F: Future>(make: impl FnOnce() -> F) -> Pin<Box<F>> {
    Box::pin(make())
}
