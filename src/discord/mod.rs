//! THE PLATFORM: what people see and press, in their own language. It decides nothing about games.
//!
//! - `bot` is the connection, `registration` our commands as Discord has them; `door` turns interactions
//!   into [requests](request) of ours, `visit` is one of them until it is answered: `router` hands it to
//!   [`commands`] and `press`, and [`answer`] puts what comes back into Discord's forms. Nothing in
//!   between knows Discord's library.
//! - `courier` sends what the outbox holds; where we are only guests, `visit` asks it for the response to an interaction.
//!   `news` is what a notice says, `timing` what one about time, `card` a challenge,
//!   [`board`] a board; `missed` is what could not be told and is told on the next visit. [`host`] is what all of them
//!   need: the desk, the clock, names, pictures.
//! - `idempotency` is the entry point in front of the handlers: what is delivered again changes nothing again.
//! - `lobby` is the open challenges of a server, `arrival` coming to a server and leaving it.
//! - `sight` gives [`access`](crate::app::access) the facts about whoever asks; [`channels`] asks Discord who sees
//!   which channel, and [`permissions`] computes it.
//! - [`locale`] is every sentence, in English, Russian and Polish; [`turn`] puts turns into words,
//!   [`alt`] pictures, [`refusal`] what was not done and why; [`markdown`] makes harmless what people
//!   write.
//! - `standing` puts ratings and results into words.
//! - [`reply`] is a message as plain data; [`custom_id`], [`other`], [`deed`], [`ahead`] and [`back`] are what a button carries.
//! - `film` is a game as a moving picture, `download` fetches the files that people send.
//! - [`rules`] are the pages of the rules, `welcome` is what someone new is told, `spoken` makes answers for
//!   those who hear them.
//! - `wire` is the way to Discord, `discretion` what a log may show of it.
//! - [`composer`] puts a turn together, screen by screen; [`suggest`] completes one that is typed.
//!
//! # The way of one press
//!
//! 1. [`Button::read`](custom_id::Button::read) reads the `custom_id`; none is a button of another
//!    version. [`Shown`](custom_id::Shown) goes into `Act::board`, so that a button of an older board
//!    is refused.
//! 2. [`composer::press`] says what a tap in the composer comes to.
//! 3. `Pressed::Show` → `App::keep_draft` with the state's steps and `touch` (for the button *Move*:
//!    `App::draft`, and a state of its steps); `Play` → `App::play`; `Close` →
//!    `App::drop_draft`; `Aside` → nothing is to be done;
//!    `Type` → answer with [`Composer::form`](composer::Composer::form), whose text comes back under
//!    [`Button::Typed`](custom_id::Button::Typed).
//! 4. [`Composer::new`](composer::Composer::new) from the `app::Composing` that comes back, and
//!    [`Composer::screen`](composer::Composer::screen) is the answer: its
//!    [`Reply`](reply::Reply) is sent, its picture drawn first.
//! 5. What is refused is said by [`refusal::refusal`].
//!
//! ```
//! use hexpost::app::settings::{Input, Language};
//! use hexpost::discord::composer::{Composer, Form, Pressed, State, press};
//! use hexpost::discord::custom_id::{Button, Shown, Table};
//! use hexpost::discord::locale::Words;
//! use hexpost::discord::reply::Row;
//! use hexpost_engine::game::{AnyGame, Variant};
//! use hexpost::store::GameId;
//!
//! let game = AnyGame::start(&Variant::parse("zertz", "37")?);
//! let composer = Composer {
//!     game: &game,
//!     table: Table::Game(Shown { game: GameId(7), board: 0 }),
//!     words: Words::of(Language::English),
//!     input: Input::Keys,
//!     touched: 0,
//!     usual: None,
//!     theme: Default::default(),
//!     size: Default::default(),
//!     is_flipped: false,
//!     names: Default::default(),
//! };
//! let first = composer.screen(&State::default())?;
//! assert_eq!(first.form, Form::Grid);
//!
//! // Someone presses the key of column d.
//! let Row::Keys(columns) = &first.reply.rows[1] else { panic!() };
//! let Some(Button::Compose(_, tap)) = Button::read(&columns[3].id) else { panic!() };
//! let Pressed::Show { state, touch: false } = press(tap, &[]) else { panic!() };
//! assert_eq!(composer.screen(&state)?.form, Form::Row);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod ahead;
pub mod alt;
pub mod answer;
mod arrival;
pub mod back;
pub mod board;
mod bot;
mod card;
pub mod channels;
pub mod commands;
pub mod composer;
mod courier;
pub mod custom_id;
pub mod deed;
mod discretion;
mod door;
mod download;
mod film;
mod find;
pub mod host;
mod idempotency;
mod invite;
mod lobby;
pub mod locale;
pub mod markdown;
mod missed;
pub mod names;
mod news;
pub mod other;
mod painters;
mod parcel;
pub mod permissions;
pub mod picture;
mod press;
pub mod refusal;
mod registration;
pub mod reply;
pub mod request;
mod router;
pub mod rules;
mod sight;
mod spoken;
mod standing;
mod start_failure;
pub mod suggest;
mod timing;
pub mod turn;
mod visit;
mod welcome;
mod wire;

pub use bot::{Bot, Options};
pub use discretion::is_harmless;
pub use host::Clock;
pub use invite::invite;
pub use start_failure::StartFailure;
pub use visit::PATIENCE;
