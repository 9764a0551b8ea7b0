//! THE PLATFORM: what people see and press, in their own language. It decides nothing about games.
//!
//! By stage:
//! - [`gateway`]: the connection to Discord, its events, the registration of commands.
//! - [`interaction`]: one interaction from its arrival to its response: parsed, rate-limited, made
//!   idempotent, dispatched to a feature, deferred if it takes long.
//! - [`custom_id`]: what a component carries, encoded in its custom id.
//! - [`view`]: messages as plain data, and what several features show, such as the board.
//! - [`i18n`]: every sentence, in English, Russian and Polish.
//! - [`notify`]: the worker that delivers the outbox.
//! - [`rest`]: Discord's REST API: rate limits, payloads, attachments, channels.
//! - [`composer`]: puts a turn together, screen by screen.
//!
//! By feature: [`features`] has one file for each thing users can do, with its slash command, its
//! components, its modals and its messages.
//!
//! # The way of one press
//!
//! 1. [`CustomId::read`](custom_id::CustomId::read) reads the `custom_id`; none is a button of another
//!    version. [`Shown`](custom_id::Shown) goes into `Act::board`, so that a button of an older board
//!    is refused.
//! 2. [`composer::press`] says what a tap in the composer comes to.
//! 3. `Pressed::Show` → `App::keep_draft` with the state's steps and `touch` (for the button *Move*:
//!    `App::draft`, and a state of its steps); `Play` → `App::play`; `Close` →
//!    `App::drop_draft`; `Aside` → nothing is to be done;
//!    `Type` → answer with [`Composer::form`](composer::Composer::form), whose text comes back under
//!    [`CustomId::Typed`](custom_id::CustomId::Typed).
//! 4. [`Composer::new`](composer::Composer::new) from the `app::Composing` that comes back, and
//!    [`Composer::screen`](composer::Composer::screen) is the answer: its
//!    [`Message`](view::message::Message) is sent, its picture drawn first.
//! 5. What is refused is said by [`i18n::refusal::refusal`].
//!
//! ```
//! use hexpost::app::people::settings::{InputMethod, Language};
//! use hexpost::discord::composer::{Composer, Form, Pressed, State, press};
//! use hexpost::discord::custom_id::{CustomId, Shown, Table};
//! use hexpost::discord::i18n::Words;
//! use hexpost::discord::view::message::ActionRow;
//! use hexpost_engine::game::{AnyGame, Variant};
//! use hexpost::store::GameId;
//!
//! let game = AnyGame::start(&Variant::parse("zertz", "37")?);
//! let composer = Composer {
//!     game: &game,
//!     table: Table::Game(Shown { game: GameId(7), board: 0 }),
//!     words: Words::of(Language::English),
//!     input: InputMethod::Keys,
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
//! let ActionRow::Buttons(columns) = &first.reply.rows[1] else { panic!() };
//! let Some(CustomId::Compose(_, tap)) = CustomId::read(&columns[3].id) else { panic!() };
//! let Pressed::Show { state, touch: false } = press(tap, &[]) else { panic!() };
//! assert_eq!(composer.screen(&state)?.form, Form::Row);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod clock;
pub mod composer;
pub mod context;
pub mod custom_id;
pub mod features;
mod gateway;
pub mod i18n;
pub mod images;
pub mod interaction;
mod notify;
pub mod permissions;
pub mod rest;
pub mod rule_pages;
pub mod user_names;
pub mod view;

pub use clock::Clock;
pub use gateway::invite::invite;
pub use gateway::start_error::StartFailure;
pub use gateway::{Bot, Options};
pub use interaction::PATIENCE;
pub use interaction::rate_limit::DEFAULT_COMMANDS_PER_MINUTE;
