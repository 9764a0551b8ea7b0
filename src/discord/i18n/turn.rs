//! Descriptions of turns, complete or not.
//!
//! A description is built from the engine's steps and their effects. Each game has its own texts for
//! them, under keys that begin with its name.

use hexpost_engine::game::{AnyGame, AnyTurn, GameKind};
use hexpost_engine::hex::{Board, Cell, CellSet};
use hexpost_engine::side::Side;
use hexpost_engine::steps::{Effect, Role, Step, StepEffect};

use crate::app::people::settings::Language;
use crate::discord::i18n::{Arg, Locale};
use crate::discord::view::emoji::{self, PieceEmoji};

/// Describes a legal turn, such as "White marble on d4; ring b2 removed".
pub fn turn_in_words(language: Language, before: &AnyGame, turn: &AnyTurn) -> String {
    let effects_by_step = before.step_effects(turn).unwrap_or_default();
    let locale = Locale::of(language);
    describe_with_emoji(locale, before, &effects_by_step)
}

/// Describes the steps of a turn of a position, complete or not, with the emoji of pieces beside their
/// names.
pub(crate) fn describe_with_emoji(
    locale: &Locale,
    before: &AnyGame,
    effects_by_step: &[StepEffect],
) -> String {
    let mover = Some(before.to_move());
    describe(
        locale,
        before.kind(),
        effects_by_step,
        before.board(),
        mover,
    )
}

/// Describes the steps of a turn, complete or not.
pub(crate) fn describe_effects(
    locale: &Locale,
    game: GameKind,
    effects_by_step: &[StepEffect],
    board: &Board,
) -> String {
    describe(locale, game, effects_by_step, board, None)
}

/// Describes the steps of a turn; with emoji if the mover is known.
fn describe(
    locale: &Locale,
    game: GameKind,
    effects_by_step: &[StepEffect],
    board: &Board,
    mover: Option<Side>,
) -> String {
    let mut story = TurnDescription {
        locale,
        game,
        board,
        mover,
        clauses: Vec::new(),
        kind: None,
        from: None,
        path: Vec::new(),
        taken: Vec::new(),
    };
    for step_effect in effects_by_step {
        story.tell(step_effect);
    }
    story.end()
}

/// Lists counts of pieces by kind, such as "2 white, 1 black"; counts of zero are left out.
pub(crate) fn counted(locale: &Locale, game: GameKind, counts: &[(char, u8)]) -> String {
    let some = counts.iter().filter(|(_, count)| *count > 0);
    let each = |&(kind, count): &(char, u8)| {
        let key = format!("{}-counted", game.as_str());
        locale.text(&key, &[("kind", kind.into()), ("count", count.into())])
    };
    let texts: Vec<String> = some.map(each).collect();
    if texts.is_empty() {
        locale.text("nothing", &[])
    } else {
        texts.join(", ")
    }
}

/// Joins items with commas, and the last two with "and".
pub(crate) fn listed(locale: &Locale, things: &[String]) -> String {
    match things {
        [rest @ .., last] if !rest.is_empty() => {
            let args = [
                ("rest", rest.join(", ").into()),
                ("last", last.as_str().into()),
            ];
            locale.text("list-and", &args)
        }
        things => things.concat(),
    }
}

/// The names of cells, separated by spaces.
pub(crate) fn names(board: &Board, cells: CellSet) -> String {
    let names = cells.into_iter().map(|cell| board.name(cell).to_string());
    names.collect::<Vec<_>>().join(" ")
}

/// Capitalises a text, unless it begins with the name of a cell. An emoji may come first.
pub(crate) fn capital(text: &str) -> String {
    if let Some((first, rest)) = text.split_once(' ')
        && first.chars().all(|c| PieceEmoji::meaning(c).is_some())
    {
        return format!("{first} {}", capital(rest));
    }
    if text.chars().nth(1).is_some_and(|c| c.is_ascii_digit()) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// Collects the clauses of a description, step by step.
struct TurnDescription<'a> {
    locale: &'a Locale,
    game: GameKind,
    board: &'a Board,
    /// The player whose turn it is, if pieces are shown as emoji.
    mover: Option<Side>,
    clauses: Vec<String>,
    /// The kind to be placed, and whether it is one of the player's captures.
    kind: Option<(char, bool)>,
    /// The cell of the jumper or mover, and which of the two it is.
    from: Option<(Cell, Role)>,
    /// The cells on which the jumper has landed.
    path: Vec<Cell>,
    /// The pieces it has captured, by kind.
    taken: Vec<(char, u8)>,
}

impl TurnDescription<'_> {
    fn text(&self, key: &str, args: &[(&str, Arg)]) -> String {
        self.locale
            .text(&format!("{}-{key}", self.game.as_str()), args)
    }

    fn add(&mut self, key: &str, args: &[(&str, Arg)]) {
        let clause = self.text(key, args);
        self.clauses.push(clause);
    }

    fn name(&self, cell: Cell) -> Arg {
        self.board.name(cell).into()
    }

    /// The emoji of a piece of the mover or of the opponent, and a space; empty if none are shown.
    fn emoji(&self, kind: char, is_own: bool) -> String {
        let Some(mover) = self.mover else {
            return String::new();
        };
        let side = if is_own { mover } else { !mover };
        match emoji::placeholder(self.game, kind, side) {
            piece if piece.is_empty() => piece,
            piece => piece + " ",
        }
    }

    fn tell(&mut self, step_effect: &StepEffect) {
        match (step_effect.role, step_effect.step) {
            (Role::Kind, Step::Kind(kind)) => {
                let is_own = |effect: &Effect| matches!(effect, Effect::SpendsCapture(_));
                self.kind = Some((kind, step_effect.effects.iter().any(is_own)));
            }
            (Role::Place, Step::Cell(at)) => self.place(at),
            (Role::Remove, Step::Cell(at)) => self.add("did-remove", &[("cell", self.name(at))]),
            (Role::Jumper | Role::Mover, Step::Cell(at)) => {
                self.from = Some((at, step_effect.role));
            }
            (Role::Landing, Step::Cell(at)) => self.path.push(at),
            (Role::Target, Step::Cell(to)) => self.target(to, &step_effect.effects),
            (_, Step::Pass) => self.add("did-pass", &[]),
            (_, Step::SendBack) => self.add("did-send-back", &[]),
            _ => {}
        }
        for effect in &step_effect.effects {
            match effect {
                Effect::Captures { kind, .. } if step_effect.role == Role::Landing => {
                    self.take(*kind);
                }
                Effect::Claims(group) => {
                    let cells = names(self.board, *group);
                    let args = [("count", group.len().into()), ("cells", cells.into())];
                    self.add("did-claim", &args);
                }
                Effect::Leaves(group) => {
                    // The group is left on the board, so the clause about claiming it is dropped.
                    self.clauses.pop();
                    let cells = names(self.board, *group);
                    let args = [("count", group.len().into()), ("cells", cells.into())];
                    self.add("did-leave", &args);
                }
                Effect::CoversLast(kind) => self.add("did-cover", &[("kind", (*kind).into())]),
                _ => {}
            }
        }
    }

    fn place(&mut self, at: Cell) {
        let (kind, is_own) = self.kind.take().unwrap_or(('?', false));
        let args = [
            ("emoji", self.emoji(kind, true).into()),
            ("kind", kind.into()),
            ("cell", self.name(at)),
            ("own", is_own.to_string().into()),
        ];
        self.add("did-place", &args);
    }

    fn target(&mut self, to: Cell, effects: &[Effect]) {
        let Some((from, _)) = self.from.take() else {
            return;
        };
        let ends = [("from", self.name(from)), ("to", self.name(to))];
        for effect in effects {
            match *effect {
                Effect::Captures { kind, height, .. } => {
                    let [from, to] = ends.clone();
                    let emoji = ("emoji", self.emoji(kind, false).into());
                    let kind = ("kind", kind.into());
                    let args = [from, to, emoji, kind, ("height", height.into())];
                    self.add("did-capture", &args);
                }
                Effect::Stacks { height } => {
                    let [from, to] = ends.clone();
                    self.add("did-stack", &[from, to, ("height", height.into())]);
                }
                _ => {}
            }
        }
    }

    fn take(&mut self, kind: char) {
        match self.taken.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => self.taken.push((kind, 1)),
        }
    }

    fn end(mut self) -> String {
        if let Some((kind, _)) = self.kind {
            let emoji = ("emoji", self.emoji(kind, true).into());
            self.add("chosen-kind", &[emoji, ("kind", kind.into())]);
        }
        if let Some((from, role)) = self.from {
            let from = ("from", self.name(from));
            if !self.path.is_empty() {
                let path: Vec<String> = self
                    .path
                    .iter()
                    .map(|&cell| self.board.name(cell).to_string())
                    .collect();
                let each = self.taken.iter().map(|&(kind, count)| {
                    let emoji = self.emoji(kind, false);
                    emoji + &counted(self.locale, self.game, &[(kind, count)])
                });
                let taken = each.collect::<Vec<_>>().join(", ");
                let args = [
                    from,
                    ("path", path.join(" → ").into()),
                    ("taken", taken.into()),
                ];
                self.add("did-jump", &args);
            } else if role == Role::Jumper {
                self.add("chosen-jumper", &[from]);
            } else {
                self.add("chosen-mover", &[from]);
            }
        }
        self.clauses.join("; ")
    }
}
