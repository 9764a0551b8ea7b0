//! THE PLATFORM: what users see and press on Discord, in their own language. It decides nothing about
//! games.
//!
//! By stage:
//! - `gateway`: the connection to Discord, its events, the registration of commands; or instead of a
//!   connection, `endpoint`: interactions and webhook events over HTTP.
//! - [`interaction`]: one interaction from its arrival to its response: parsed, rate-limited, made
//!   idempotent, dispatched to a feature, deferred if it takes long.
//! - [`custom_id`]: the meaning of a component, encoded in its custom id.
//! - [`view`]: messages as plain data, and what several features show, such as the board.
//! - [`i18n`]: every sentence, in English, Russian and Polish.
//! - `notify`: the worker that delivers the outbox.
//! - [`rest`]: Discord's REST API: rate limits, payloads, attachments, channels.
//! - [`composer`]: puts a turn together, screen by screen.
//!
//! By feature: [`features`] has one file for each thing users can do, with its slash command, its
//! components, its modals and its messages, and the registry of them all.
//!
//! Files that all of these use: [`context`] is the context that handlers share, [`images`] renders
//! pictures, [`user_names`] caches display names, [`permissions`] computes what a member may do,
//! [`rule_pages`] lists the pages of the rules.
//!
//! No two files import each other, directly or in a circle; a test checks it.
//!
//! # The way of one tap in the composer
//!
//! 1. [`CustomId::read`](custom_id::CustomId::read) parses the custom id; `None` is a component of
//!    another version. Its [`BoardRef`](custom_id::BoardRef) goes into `Act::expected_seq`, so that a
//!    component of an older board is refused.
//! 2. [`features`] finds the handler, which asks [`composer::press()`] for the effect of the tap.
//! 3. `ComposerOutcome::Show` stores the draft with `App::keep_draft`, `Play` plays the turn with `App::play`,
//!    `Close` keeps the draft, `Discard` drops it with `App::drop_draft`, and `Type` opens the modal
//!    [`Composer::form`](composer::Composer::form), which is submitted as
//!    [`CustomId::Typed`](custom_id::CustomId::Typed).
//! 4. [`Composer::screen`](composer::Composer::screen) makes the next screen; its
//!    [`Message`](view::message::Message) is the response, after its picture is rendered.
//! 5. A refusal becomes text in [`i18n::refusal::refusal`].
//!
//! ```
//! use hexpost::app::people::settings::{InputMethod, Language};
//! use hexpost::discord::composer::{Composer, ComposerOutcome, ComposerState, ScreenKind, press};
//! use hexpost::discord::custom_id::{BoardRef, ComposerTarget, CustomId};
//! use hexpost::discord::i18n::Locale;
//! use hexpost::discord::view::message::ActionRow;
//! use hexpost_engine::game::{AnyGame, Variant};
//! use hexpost::model::{GameId, Seq};
//!
//! let game = AnyGame::start(&Variant::parse("zertz", "37")?);
//! let composer = Composer {
//!     game: &game,
//!     table: ComposerTarget::Game(BoardRef { game: GameId(7), seq: Seq::START }),
//!     locale: Locale::of(Language::English),
//!     input: InputMethod::Keys,
//!     touched: 0,
//!     usual: None,
//!     theme: Default::default(),
//!     size: Default::default(),
//!     is_flipped: false,
//!     names: Default::default(),
//! };
//! let first = composer.screen(&ComposerState::default())?;
//! assert_eq!(first.form, ScreenKind::Grid);
//!
//! // A tap on the button of column d.
//! let ActionRow::Buttons(columns) = &first.reply.rows[1] else { panic!() };
//! let Some(CustomId::Compose(_, tap)) = CustomId::read(&columns[3].id) else { panic!() };
//! let ComposerOutcome::Show { state, touch: false } = press(tap, &[]) else { panic!() };
//! assert_eq!(composer.screen(&state)?.form, ScreenKind::Row);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod clock;
pub mod composer;
pub mod context;
pub mod custom_id;
mod doctor;
mod endpoint;
pub mod features;
mod gateway;
mod heap;
pub mod i18n;
pub mod images;
pub mod interaction;
mod notify;
pub mod permissions;
pub mod rest;
pub mod rule_pages;
pub mod user_names;
pub mod view;

pub use clock::TimeSource;
pub use doctor::{Diagnosis, clear_endpoint, examine};
pub use endpoint::EndpointOptions;
pub use gateway::invite::invite;
pub use gateway::start_error::{StartError, StartFailure};
pub use gateway::{Bot, BotOptions};
pub use interaction::deferral::PATIENCE;
pub use interaction::rate_limit::DEFAULT_COMMANDS_PER_MINUTE;
pub use rest::budget::REQUESTS_PER_SECOND;
