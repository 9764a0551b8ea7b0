//! Puts a screen together: its text, its picture and its components.

use hexpost_engine::game::AnyGame;
use hexpost_engine::record::Record;
use hexpost_engine::side::{BySide, Side};
use hexpost_engine::steps::{Step, StepError};

use crate::app;
use crate::app::people::settings::{InputMethod, PlayerSettings};
use crate::discord::composer::turn::{Composer, ComposerProgress, ComposerQuestion, fits_list};
use crate::discord::custom_id::{BoardRef, ComposerState, ComposerTarget, CustomId, Tap};
use crate::discord::i18n::Locale;
use crate::discord::images::{size_of, theme_of};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{Button, ButtonStyle, Message, Modal, TextInput as Line};
use crate::discord::view::reader::is_flipped;

/// A screen of the composer.
#[derive(Clone, Debug)]
pub struct Screen {
    /// The message.
    pub reply: Message,
    /// The state of the composer: the chosen steps and the skipped ones. It is stored as the draft.
    pub state: ComposerState,
    /// The form.
    pub form: ScreenKind,
}

/// The form of a screen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ScreenKind {
    /// Placing, or something special.
    Fork,
    /// Kinds alone.
    Kinds,
    /// Complete turns, numbered.
    Chains,
    /// Movers with targets.
    Actions,
    /// Cells, a button for each.
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
    /// The composer for a player's draft.
    pub fn new(
        composing: &'a app::DraftTurn,
        settings: &PlayerSettings,
        locale: &'static Locale,
        names: BySide<UserText>,
    ) -> Self {
        let game = composing.game.record.game();
        let side = game.to_move();
        Self {
            game,
            table: ComposerTarget::Game(BoardRef {
                game: composing.game.row.id,
                seq: composing.game.position_seq(),
            }),
            locale,
            input: settings.input,
            touched: composing.touched,
            usual: usual_kind(&composing.game.record, side),
            theme: theme_of(settings.theme),
            size: size_of(settings.size),
            is_flipped: is_flipped(settings, game.kind(), Some(side)),
            names,
        }
    }

    /// The screen for a state. An error means that the state does not fit the position; the empty
    /// state always does.
    pub fn screen(&self, state: &ComposerState) -> Result<Screen, StepError> {
        let reach = self.reach(state)?;
        let ask = self.ask(&reach);
        let composing = self.composing(&reach, &ask)?;
        let mut draw = PictureBuilder {
            composer: self,
            reach: &reach,
            back: self.back(&reach)?,
            shown: composing.shown.clone(),
            after_kind: Vec::new(),
            blanks: 0,
            menus: 0,
        };
        let rows = match self.input {
            InputMethod::Keys => draw.keys(&ask),
            InputMethod::Menus => draw.menus(&ask),
        };
        let content = self.text(&reach, &ask, state);
        let picture = self.picture(&reach, &ask, composing);
        Ok(Screen {
            reply: Message {
                content,
                picture: Some(picture),
                rows,
            },
            form: self.form_of(&reach, &ask),
            state: ComposerState {
                steps: reach.steps,
                place: reach.place,
            },
        })
    }

    /// Does the touch-move rule apply? Only in games, not in lessons and analysis.
    pub(crate) fn is_touch_move(&self) -> bool {
        matches!(self.table, ComposerTarget::Game(_)) && self.game.is_touch_move()
    }

    pub(crate) fn form_of(&self, reach: &ComposerProgress, ask: &ComposerQuestion) -> ScreenKind {
        match ask {
            ComposerQuestion::Fork => ScreenKind::Fork,
            ComposerQuestion::Kinds(_) => ScreenKind::Kinds,
            ComposerQuestion::Chains(_) => ScreenKind::Chains,
            ComposerQuestion::Actions(_) => ScreenKind::Actions,
            ComposerQuestion::Cells(_)
                if self.input == InputMethod::Menus || fits_list(reach, ask) =>
            {
                ScreenKind::List
            }
            ComposerQuestion::Cells(_) => ScreenKind::Grid,
            ComposerQuestion::Row(..) => ScreenKind::Row,
            ComposerQuestion::Pad(..) => ScreenKind::Pad,
            ComposerQuestion::Warn(_) => ScreenKind::Warn,
            ComposerQuestion::Confirm(_) => ScreenKind::Confirm,
        }
    }

    /// The modal to type a turn, with a legal turn as the placeholder.
    pub fn form(&self) -> Modal {
        let example = self.game.example(&[]).ok().flatten();
        let example = example.and_then(|turn| self.game.write(&turn));
        Modal {
            id: CustomId::Typed(self.table).write(),
            title: self.locale.text("type-title", &[]),
            inputs: vec![Line {
                id: "turn",
                label: self.locale.text("type-label", &[]),
                placeholder: example.unwrap_or_default(),
                longest: 100,
                value: String::new(),
                is_required: true,
            }],
        }
    }
}

/// The components of a screen under construction.
pub(crate) struct PictureBuilder<'a, 'g> {
    pub(crate) composer: &'a Composer<'g>,
    pub(crate) reach: &'a ComposerProgress,
    /// The state that Back leads to.
    pub(crate) back: Option<ComposerState>,
    /// The position after the certain steps.
    pub(crate) shown: AnyGame,
    /// The steps that have been chosen already and follow the kind that is asked for.
    pub(crate) after_kind: Vec<Step>,
    /// The number of disabled buttons so far.
    pub(crate) blanks: u8,
    /// The number of select menus so far.
    pub(crate) menus: u8,
}

impl PictureBuilder<'_, '_> {
    pub(crate) fn id(&self, tap: Tap) -> String {
        CustomId::Compose(self.composer.table, tap).write()
    }

    pub(crate) fn key(&self, tap: Tap, label: String) -> Button {
        Button {
            id: self.id(tap),
            label,
            emoji: None,
            style: ButtonStyle::Plain,
            is_disabled: false,
        }
    }

    /// The state of this screen.
    pub(crate) fn state(&self) -> ComposerState {
        ComposerState {
            steps: self.reach.steps.clone(),
            place: self.reach.place,
        }
    }
}
