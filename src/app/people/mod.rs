//! Players and servers: their [`settings`], joining and leaving a server (`servers`), and the export and
//! erasure of a player's data ([`privacy`]).

pub mod privacy;
pub(crate) mod servers;
pub mod settings;
