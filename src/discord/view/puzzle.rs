//! What the screens of puzzles and the puzzle of the day have in common: title, task, picture, lines of turns.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::side::{BySide, Side};
use hexpost_render::alt_text::describe;
use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;
use hexpost_render::{View, marks};

use crate::app::puzzle::NumberedPuzzle;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::puzzle::{ClubPuzzleAction, PuzzleAction};
use crate::discord::i18n::Locale;
use crate::discord::i18n::alt_text_phrases::{NamedAltText, side};
use crate::discord::i18n::rating::game_name;
use crate::discord::i18n::turn::turn_in_words;
use crate::discord::view::components::key;
use crate::discord::view::format::{FILE, drawn, plain};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{Button, ButtonStyle, Picture};
use crate::model::{Figures, GameId, PuzzleId};

/// The title: the game, and how hard the puzzle is.
pub(crate) fn title(
    locale: &Locale,
    key: &str,
    puzzle: &NumberedPuzzle,
    figures: &Figures,
) -> String {
    let rating = (figures.rating.round() as i64).to_string();
    let args = [
        ("game", game_name(locale, puzzle.kind()).into()),
        ("rating", rating.into()),
    ];
    locale.text(key, &args)
}

/// The task, where the player to move has so many turns left.
pub(crate) fn task(locale: &Locale, position: &AnyGame, turns: u32) -> String {
    let count = ("count", u64::from(turns.max(1)).into());
    let kind = position.kind();
    if kind.has_sides() {
        let mover = ("side", side(locale, kind, position.to_move()).into());
        locale.text("puzzle-task-side", &[mover, count])
    } else {
        locale.text("puzzle-task", &[count])
    }
}

/// A turn as text and in words.
pub(crate) fn turn_arguments(
    locale: &Locale,
    before: &AnyGame,
    turn: &AnyTurn,
) -> (String, String) {
    let text = before.write(turn).unwrap_or_default();
    (text, turn_in_words(locale.language(), before, turn))
}

/// A line of turns of both players, as text.
pub(crate) fn line(position: &AnyGame, turns: &[AnyTurn]) -> String {
    let mut game = position.clone();
    let mut texts = Vec::new();
    for turn in turns {
        texts.extend(game.write(turn).map(|text| format!("`{text}`")));
        if game.play(turn).is_err() {
            break;
        }
    }
    texts.join(" → ")
}

/// A button of puzzles from games on a server.
pub(crate) fn club_key(
    locale: &Locale,
    action: ClubPuzzleAction,
    label: &str,
    style: ButtonStyle,
) -> Button {
    let button = CustomId::Menu(MenuAction::ClubPuzzle(action));
    key(&button, locale.text(label, &[]), style)
}

/// The buttons with which a player answers the suggestion of a puzzle from a game.
pub(crate) fn answer_keys(locale: &Locale, game: GameId) -> Vec<Button> {
    let agree = ClubPuzzleAction::Agree(game);
    let end = ClubPuzzleAction::End(game);
    vec![
        club_key(locale, agree, "key-club-puzzle-agree", ButtonStyle::Good),
        club_key(locale, end, "key-club-puzzle-decline", ButtonStyle::Plain),
    ]
}

/// The button that opens a puzzle.
pub(crate) fn open_key(locale: &Locale, id: PuzzleId) -> Button {
    let open = CustomId::Menu(MenuAction::Puzzle(PuzzleAction::Open(id)));
    let label = locale.text("key-puzzle-solve", &[]);
    key(&open, label, ButtonStyle::Primary)
}

/// How a picture of a puzzle looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PuzzlePicture {
    pub(crate) theme: Theme,
    pub(crate) size: Size,
    pub(crate) is_flipped: bool,
    /// The side of the player who solves it.
    pub(crate) solver: Side,
}

/// The names of the two sides: the player and an opponent.
pub(crate) fn names(locale: &Locale, solver: Side) -> BySide<UserText> {
    BySide::new_with(|side| {
        let name = if side == solver {
            "lesson-you"
        } else {
            "lesson-opponent"
        };
        UserText::line(&locale.text(name, &[]))
    })
}

impl PuzzlePicture {
    /// The picture of a position, with the turn that led to it.
    pub(crate) fn of(
        self,
        locale: &Locale,
        position: &AnyGame,
        last: Option<(&AnyGame, &AnyTurn)>,
    ) -> Picture {
        let names = names(locale, self.solver);
        let kind = position.kind();
        let mut view = View::new(position.clone());
        view.names = drawn(&names, locale, kind);
        view.theme = self.theme;
        view.size = self.size;
        view.is_flipped = self.is_flipped;
        let stock = format!("{}-stock-pool", kind.as_str());
        view.stock = locale.optional_text(&stock, &[]);
        if let Some((before, turn)) = last {
            view.marks = marks::last_turn(before, turn);
        }
        let names = plain(&names);
        let ending = position
            .outcome()
            .map(|outcome| locale.outcome_of(kind, &outcome, &names));
        let told = NamedAltText {
            locale,
            names: &names,
            ending,
        };
        Picture {
            alt: describe(position, last, &told),
            view: view.into(),
            file: FILE,
        }
    }
}
