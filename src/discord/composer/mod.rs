//! THE COMPOSER: a turn put together with keys or menus, one screen after another.
//!
//! It knows no game. The engine offers steps; what a step decides (its [`Role`]) says which screen
//! asks for it, and how many choices there are says in which form:
//!
//! - a cell: a *list* of keys; if they are too many, a *grid* of columns and then a *row*;
//! - a landing or a target: a *pad* of six directions;
//! - a chain of jumps: all *chains* with their numbers, as soon as they fit a message;
//! - a mover: all *actions*, mover and target in one, as soon as they fit;
//! - a whole turn: *confirm*, and before it a warning if the turn loses.
//!
//! A step with one choice is skipped. Every key carries the state that it leads to, so a screen is a
//! function of the position and a [`State`], and nothing is remembered between two taps but the
//! draft.
//!
//! - `path` is the way through a turn, `ask` decides which screen comes; `keys`, `menus` and `bottom`
//!   are what is pressed, `labels` what is written on it; `text` is the message, `picture` what is
//!   seen.

pub(crate) mod builder;
pub(crate) mod buttons;
pub(crate) mod footer;
pub(crate) mod labels;
pub(crate) mod menus;
pub(crate) mod navigation;
pub(crate) mod picture;
pub(crate) mod press;
pub(crate) mod screen;
pub(crate) mod text;
pub(crate) mod turn;

pub use crate::discord::context::DOUBLE_TAP;
pub use crate::discord::custom_id::{Place, State, Tap};
pub use builder::{Form, Screen, usual_kind};
pub use labels::width;
pub use press::{Pressed, press};
pub use turn::Composer;
