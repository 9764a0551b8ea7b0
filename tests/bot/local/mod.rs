//! The local Discord itself: that it is one, for bots that know nothing of us.

mod stories;
