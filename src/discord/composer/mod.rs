//! THE COMPOSER: a turn put together with buttons or select menus, one screen after another.
//!
//! It knows no game. The engine offers steps; the role of a step determines the screen that asks
//! for it, and the number of choices the form of the screen:
//!
//! - a cell: a *list* of buttons; if they are too many, a *grid* of columns and then a *row*;
//! - a landing or a target: a *pad* of six directions;
//! - a chain of jumps: all *chains* with their numbers, as soon as they fit a message;
//! - a mover: all *actions*, mover and target in one, as soon as they fit;
//! - a whole turn: *confirm*, and before it a warning if the turn loses.
//!
//! A step with one choice is skipped. Every button carries the state that it leads to, so a screen
//! is a function of the position and a [`ComposerState`], and only the draft is stored between two taps.
//!
//! - `turn` has the types: the composer, how far a turn has come, the questions of the screens;
//! - `navigation` goes through a turn, `screen` decides which question comes next, `press` says what a
//!   tap does;
//! - `builder` puts a screen together from `buttons` or `menus`, `footer`, `labels`, `text` and
//!   `picture`; `kind_last` asks for the kind of a placement that was typed without one;
//! - `double_tap` tells whether a second tap at the same spot would hit Confirm.

pub(crate) mod builder;
pub(crate) mod buttons;
pub(crate) mod double_tap;
pub(crate) mod footer;
pub(crate) mod kind_last;
pub(crate) mod labels;
pub(crate) mod menus;
pub(crate) mod navigation;
pub(crate) mod picture;
pub(crate) mod press;
pub(crate) mod screen;
pub(crate) mod text;
pub(crate) mod turn;

pub use crate::discord::context::DOUBLE_TAP;
pub use crate::discord::custom_id::{ComposerState, ComposerView, Tap};
pub use builder::{Screen, ScreenKind, usual_kind};
pub use labels::width;
pub use press::{ComposerOutcome, press};
pub use turn::Composer;
