//! A turn in the making: what all screens share, how far the turn has come, and what a screen can ask.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::hex::Cell;
use hexpost_engine::side::BySide;
use hexpost_engine::steps::{Choice, Offer, Role, Step, StepEffect};
use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;

use crate::app::people::settings::InputMethod;
use crate::discord::custom_id::{ComposerTarget, ComposerView};
use crate::discord::i18n::Locale;
use crate::discord::view::markdown::UserText;

/// What the screens of one turn share.
#[derive(Clone, Debug)]
pub struct Composer<'a> {
    /// The position.
    pub game: &'a AnyGame,
    /// The board for which the buttons are made: a game, a lesson or an analysis board.
    pub table: ComposerTarget,
    /// The language.
    pub locale: &'static Locale,
    /// Buttons or select menus.
    pub input: InputMethod,
    /// The number of final steps, under the touch-move rule.
    pub touched: usize,
    /// The kind that is placed unless another is chosen: the one placed last.
    pub usual: Option<char>,
    /// The colours of pictures.
    pub theme: Theme,
    /// The size of pictures.
    pub size: Size,
    /// Is the second player at the bottom?
    pub is_flipped: bool,
    /// The players' names; an empty one is replaced by the side.
    pub names: BySide<UserText>,
}

/// Is a step final with the tap that chooses it, under the touch-move rule?
pub(crate) const fn is_final(role: Role) -> bool {
    matches!(role, Role::Kind | Role::Place | Role::Remove)
}

/// How far a turn has come, after steps without a choice are skipped.
pub(crate) struct ComposerProgress {
    /// The steps, with those that were skipped.
    pub(crate) steps: Vec<Step>,
    /// The open sub-screen.
    pub(crate) place: ComposerView,
    /// The next legal steps.
    pub(crate) offer: Offer<AnyTurn>,
    /// The effects of the steps.
    pub(crate) effects_by_step: Vec<StepEffect>,
}

/// A complete turn with its steps and their effects.
pub(crate) struct CompleteTurn {
    pub(crate) turn: AnyTurn,
    pub(crate) path: Vec<Step>,
    pub(crate) effects_by_step: Vec<StepEffect>,
}

/// A mover with one of its targets.
pub(crate) struct MoverTarget {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
    /// The effect of moving there.
    pub(crate) target: StepEffect,
}

/// The rows of a message without the bottom row.
const ROWS: usize = 4;

/// Buttons in a row of cells.
pub(crate) const CELLS_A_ROW: usize = 5;

/// The most rings to remove that are listed without asking for a column first: all rings at the edge of
/// the largest board, which leave one button for Back.
const MAX_REMOVALS: usize = 24;

/// The question of a screen.
pub(crate) enum ComposerQuestion {
    /// Placing, or one of the special steps.
    Fork,
    /// A kind, where the choice of it is final.
    Kinds(Vec<Choice>),
    /// One of a few turns.
    Chains(Vec<CompleteTurn>),
    /// One of a few movers with its target.
    Actions(Vec<MoverTarget>),
    /// A cell.
    Cells(Vec<Choice>),
    /// A cell of one column.
    Row(u8, Vec<Choice>),
    /// A cell in one of six directions.
    Pad(Cell, Vec<Choice>),
    /// Whether a turn that loses is really meant.
    Warn(AnyTurn),
    /// Whether the turn is to be made.
    Confirm(AnyTurn),
}

/// The number of rows for cells and turns, above special buttons and the bottom row.
pub(crate) fn room(reach: &ComposerProgress) -> usize {
    ROWS - usize::from(has_special_row(reach))
}

/// Is there a row of special buttons?
pub(crate) fn has_special_row(reach: &ComposerProgress) -> bool {
    let has = |wanted: fn(&Choice) -> bool| reach.offer.choices.iter().any(wanted);
    let has_special = has(|choice| choice.role == Role::Special);
    let has_kinds = has(|choice| choice.role == Role::Kind);
    let has_cells = has(|choice| matches!(choice.step, Step::Cell(_)));
    let is_open = reach.offer.finished.is_none() && reach.place != ComposerView::Instead;
    is_open && (has_special || has_kinds && has_cells)
}

/// Do the cells fit a screen without columns?
pub(crate) fn fits_list(reach: &ComposerProgress, ask: &ComposerQuestion) -> bool {
    let ComposerQuestion::Cells(cells) = ask else {
        return false;
    };
    let is_removal = cells.iter().all(|choice| choice.role == Role::Remove);
    let most = if is_removal { MAX_REMOVALS } else { 0 };
    cells.len() <= most.max(CELLS_A_ROW * room(reach))
}
