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

pub(crate) mod buttons;
pub(crate) mod footer;
pub(crate) mod labels;
pub(crate) mod menus;
pub(crate) mod navigation;
pub(crate) mod picture;
pub(crate) mod screen;
pub(crate) mod text;

use hexpost_engine::game::AnyGame;
use hexpost_engine::record::Record;
use hexpost_engine::side::{BySide, Side};
use hexpost_engine::steps::{Role, Step, StepError};
use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;

use crate::app;
use crate::app::people::settings::{InputMethod, PlayerSettings};
use crate::discord::context::is_flipped;
use crate::discord::custom_id::{CustomId, Shown, Table, read_steps};
pub use crate::discord::custom_id::{Place, State, Tap};
use crate::discord::i18n::Words;
use crate::discord::images::{size_of, theme_of};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{Button, ButtonStyle, Message, Modal, TextInput as Line};
pub use labels::width;
use navigation::Reach;
use screen::{Ask, fits_list};

/// What the screens of one turn have in common.
#[derive(Clone, Debug)]
pub struct Composer<'a> {
    /// The position.
    pub game: &'a AnyGame,
    /// Whose buttons they are: which board of which game, or what else the position is.
    pub table: Table,
    /// The language.
    pub words: &'static Words,
    /// Keys or menus.
    pub input: InputMethod,
    /// So many steps are final; only where touched is moved.
    pub touched: usize,
    /// The kind that is placed unless another is chosen: the one placed last.
    pub usual: Option<char>,
    /// The colours of pictures.
    pub theme: Theme,
    /// How large they are.
    pub size: Size,
    /// Is the second player at the bottom?
    pub is_flipped: bool,
    /// The players' names; empty ones are called by their sides.
    pub names: BySide<UserText>,
}

/// What is shown to the player.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The message.
    pub reply: Message,
    /// Where the composer is now: the steps chosen, with those that were no choice. This is what is
    /// kept as the draft.
    pub state: State,
    /// Which form it has.
    pub form: Form,
    /// The keys of this screen lie where Confirm comes next: a press on Confirm within
    /// [`DOUBLE_TAP`] of it is a double tap and not meant.
    pub guards_confirm: bool,
}

/// A second tap within this time of the first is not meant.
pub const DOUBLE_TAP: std::time::Duration = std::time::Duration::from_millis(700);

/// The form of a screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Placing, or something special.
    Fork,
    /// Kinds alone.
    Kinds,
    /// Whole turns, numbered.
    Chains,
    /// Movers with targets.
    Actions,
    /// Cells, one key each.
    List,
    /// Columns.
    Grid,
    /// The cells of a column.
    Row,
    /// Six directions.
    Pad,
    /// A warning.
    Warn,
    /// The turn, to be confirmed.
    Confirm,
}

/// What a press comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pressed {
    /// Keep the steps as the draft, final ones if `touch`, and show the screen.
    Show {
        /// Where the composer is then.
        state: State,
        /// Make the steps final.
        touch: bool,
    },
    /// Make the turn.
    Play(Vec<Step>),
    /// Close the composer, and throw away the draft.
    Close,
    /// Close the composer; the draft stays.
    Aside,
    /// Show [the form](Composer::form) to type a turn.
    Type,
    /// Do nothing: the key was not meant to be pressed.
    Nothing,
}

/// What a tap comes to; `values` is what was chosen in a menu.
pub fn press(tap: Tap, values: &[String]) -> Pressed {
    let show = |state| Pressed::Show {
        state,
        touch: false,
    };
    match tap {
        Tap::Go(state) | Tap::Also(state) | Tap::Back(state) => show(state),
        Tap::Touch(state) => Pressed::Show { state, touch: true },
        Tap::Pick(_, mut state) => match values.first().and_then(|value| read_steps(value)) {
            Some(steps) => {
                state.steps.extend(steps);
                show(state)
            }
            None => Pressed::Nothing,
        },
        Tap::Play(steps) => Pressed::Play(steps),
        Tap::Close => Pressed::Close,
        Tap::Aside => Pressed::Aside,
        Tap::Type => Pressed::Type,
        Tap::Nothing(_) => Pressed::Nothing,
    }
}

/// The kind that a player placed last.
pub fn usual_kind(record: &Record, side: Side) -> Option<char> {
    let mut game = AnyGame::start(record.variant());
    let mut usual = None;
    for turn in record.turns() {
        if game.to_move() == side
            && let Some(&Step::Kind(kind)) = game.path(turn)?.first()
        {
            usual = Some(kind);
        }
        game.play(turn).ok()?;
    }
    usual
}

impl<'a> Composer<'a> {
    /// The composer for a player's turn in the making.
    pub fn new(
        composing: &'a app::Composing,
        settings: &PlayerSettings,
        words: &'static Words,
        names: BySide<UserText>,
    ) -> Self {
        let game = composing.game.record.game();
        let side = game.to_move();
        Self {
            game,
            table: Table::Game(Shown {
                game: composing.game.row.id,
                board: composing.game.board(),
            }),
            words,
            input: settings.input,
            touched: composing.touched,
            usual: usual_kind(&composing.game.record, side),
            theme: theme_of(settings.theme),
            size: size_of(settings.size),
            is_flipped: is_flipped(settings, game.kind(), Some(side)),
            names,
        }
    }

    /// The screen for a state. After an error the state does not fit the position; the empty one does.
    pub fn screen(&self, state: &State) -> Result<Screen, StepError> {
        let reach = self.reach(state)?;
        let ask = self.ask(&reach);
        let composing = self.composing(&reach, &ask)?;
        let mut draw = PictureBuilder {
            composer: self,
            reach: &reach,
            back: self.back(&reach)?,
            shown: composing.shown.clone(),
            blanks: 0,
            menus: 0,
        };
        let rows = match self.input {
            InputMethod::Keys => draw.keys(&ask),
            InputMethod::Menus => draw.menus(&ask),
        };
        let content = self.text(&reach, &ask, state);
        let picture = self.picture(&reach, &ask, composing);
        let mut steps = reach.steps.clone();
        steps.extend(reach.pending);
        Ok(Screen {
            reply: Message {
                content,
                picture: Some(picture),
                rows,
            },
            state: State {
                steps,
                place: reach.place,
            },
            form: self.form_of(&reach, &ask),
            guards_confirm: match &ask {
                Ask::Cells(cells)
                    if self.input == InputMethod::Keys && screen::is_full(&reach, cells) =>
                {
                    true
                }
                _ => reach.pending.is_some(),
            },
        })
    }

    /// Is a step final once it has been made? On a board that is no game nothing is.
    fn is_touch_move(&self) -> bool {
        matches!(self.table, Table::Game(_)) && self.game.is_touch_move()
    }

    fn form_of(&self, reach: &Reach, ask: &Ask) -> Form {
        match ask {
            Ask::Fork => Form::Fork,
            Ask::Kinds(_) => Form::Kinds,
            Ask::Chains(_) => Form::Chains,
            Ask::Actions(_) => Form::Actions,
            Ask::Cells(_) if self.input == InputMethod::Menus || fits_list(reach, ask) => {
                Form::List
            }
            Ask::Cells(_) => Form::Grid,
            Ask::Row(..) => Form::Row,
            Ask::Pad(..) => Form::Pad,
            Ask::Warn(_) => Form::Warn,
            Ask::Confirm(_) => Form::Confirm,
        }
    }

    /// The form to type a turn, with a legal one as an example.
    pub fn form(&self) -> Modal {
        let example = self.game.example(&[]).ok().flatten();
        let example = example.and_then(|turn| self.game.write(&turn));
        Modal {
            id: CustomId::Typed(self.table).write(),
            title: self.words.say("type-title", &[]),
            inputs: vec![Line {
                id: "turn",
                label: self.words.say("type-label", &[]),
                placeholder: example.unwrap_or_default(),
                longest: 100,
                value: String::new(),
                is_required: true,
            }],
        }
    }
}

/// One screen being put together.
struct PictureBuilder<'a, 'g> {
    composer: &'a Composer<'g>,
    reach: &'a Reach,
    /// Where Back leads.
    back: Option<State>,
    /// The position as far as it is certain.
    shown: AnyGame,
    /// Keys that can't be pressed, so far.
    blanks: u8,
    /// Menus so far.
    menus: u8,
}

impl PictureBuilder<'_, '_> {
    fn id(&self, tap: Tap) -> String {
        CustomId::Compose(self.composer.table, tap).write()
    }

    fn key(&self, tap: Tap, label: String) -> Button {
        Button {
            id: self.id(tap),
            label,
            emoji: None,
            style: ButtonStyle::Plain,
            is_disabled: false,
        }
    }

    /// The state of this screen, without what waits for its second tap.
    fn state(&self) -> State {
        State {
            steps: self.reach.steps.clone(),
            place: self.reach.place,
        }
    }
}

/// Does a step wait for a second tap where touched is moved?
const fn is_touched(role: Role) -> bool {
    matches!(role, Role::Kind | Role::Place)
}
