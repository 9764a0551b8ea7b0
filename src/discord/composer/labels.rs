//! The labels of buttons: short and unambiguous.

use hexpost_engine::game::AnyGame;
use hexpost_engine::hex::{Cell, Direction};
use hexpost_engine::steps::{Choice, Effect, Step, StepEffect};

use crate::discord::composer::turn::{CompleteTurn, Composer};
use crate::discord::i18n::alt_text_phrases::Token;
use crate::discord::view::emoji;

impl Composer<'_> {
    /// A cell's name.
    pub(crate) fn name(&self, cell: Cell) -> String {
        self.game.board().name(cell).to_string()
    }

    /// The letter of a column.
    pub(crate) fn letter(&self, column: u8) -> char {
        let board = self.game.board();
        let first = board.column(column).next();
        first.map_or('?', |cell| board.name(cell).letter())
    }

    /// A kind as the emoji of the mover's piece.
    pub(crate) fn short(&self, kind: char) -> String {
        emoji::placeholder(self.game.kind(), kind, self.game.to_move())
    }

    /// A cell: its name, and how many pieces the choice would isolate, if there is room.
    pub(crate) fn cell(&self, choice: &Choice, is_wide: bool) -> String {
        let name = choice.step.write(self.game.board());
        match claimed(&choice.effects) {
            0 => name,
            count if is_wide => format!("{name}+{count}"),
            _ => format!("{name}+"),
        }
    }

    /// The content of a cell in short: the emoji of the piece, and the height of a stack.
    fn token(&self, shown: &AnyGame, cell: Cell) -> String {
        let Some(token) = Token::read(&shown.symbol(cell)) else {
            return String::new();
        };
        let piece = emoji::placeholder(self.game.kind(), token.kind, token.side);
        match token.height {
            1 => piece,
            height => format!("{piece}{}", badge(height)),
        }
    }

    /// A mover with its target, and the content of the target if there is room.
    pub(crate) fn action(
        &self,
        shown: &AnyGame,
        from: Cell,
        target: &StepEffect,
        is_wide: bool,
    ) -> String {
        let sign = if is_stacking(&target.effects) {
            '+'
        } else {
            '×'
        };
        let (from, to) = (self.name(from), target.step.write(self.game.board()));
        let action = format!("{from}{sign}{to}");
        match target.step {
            Step::Cell(cell) if is_wide => squeezed(&[action, self.token(shown, cell)], 8),
            _ => action,
        }
    }

    /// A target on the pad: the arrow, the cell and its content.
    pub(crate) fn target(&self, shown: &AnyGame, arrow: char, choice: &Choice) -> String {
        let name = choice.step.write(self.game.board());
        let (Step::Cell(cell), stacks) = (choice.step, is_stacking(&choice.effects)) else {
            return name;
        };
        let prey = choice.effects.iter().find_map(|effect| match effect {
            Effect::Captures { at, .. } => Some(*at),
            _ => None,
        });
        let token = self.token(shown, prey.unwrap_or(cell));
        let arrow = if stacks {
            format!("{arrow}+{name}")
        } else {
            format!("{arrow} {name}")
        };
        squeezed(&[arrow, token], 8)
    }

    /// The path of a chain and its captures, with a maximum length.
    pub(crate) fn chain(&self, chosen: usize, whole: &CompleteTurn, widest: usize) -> String {
        let cells: Vec<String> = whole.path[chosen.saturating_sub(1)..]
            .iter()
            .map(|step| step.write(self.game.board()))
            .collect();
        let way = cells.join("→");
        let taken = self.taken(&whole.effects_by_step[chosen..]);
        let full = format!("{way} {taken}");
        if width(&full) <= widest {
            return full;
        }
        if width(&way) <= widest {
            return way;
        }
        match (cells.first(), cells.last()) {
            (Some(first), Some(last)) => format!("{first}…{last}"),
            _ => way,
        }
    }

    fn taken(&self, effects_by_step: &[StepEffect]) -> String {
        let effects = effects_by_step
            .iter()
            .flat_map(|step_effect| &step_effect.effects);
        let kind = |effect: &Effect| match effect {
            // A button has only one emoji of the application, so these are Unicode's.
            Effect::Captures { kind, .. } => {
                let other = !self.game.to_move();
                Some(emoji::unicode(self.game.kind(), *kind, other))
            }
            _ => None,
        };
        effects.filter_map(kind).collect()
    }
}

/// How many marbles or pieces a choice would isolate.
pub(crate) fn claimed(effects: &[Effect]) -> usize {
    let claim = effects.iter().find_map(|effect| match effect {
        Effect::Claims(group) => Some(group.len()),
        _ => None,
    });
    claim.unwrap_or(0)
}

fn is_stacking(effects: &[Effect]) -> bool {
    effects
        .iter()
        .any(|effect| matches!(effect, Effect::Stacks { .. }))
}

/// Parts joined by spaces, or without if that is too wide.
fn squeezed(parts: &[String], widest: usize) -> String {
    let text = parts.join(" ");
    if width(&text) <= widest {
        text
    } else {
        text.replace(' ', "")
    }
}

/// A number in a circle, as on the picture.
pub(crate) fn circled(number: usize) -> char {
    let first = u32::from('①');
    char::from_u32(first + number as u32 - 1).unwrap_or('•')
}

/// The height of a stack: a number in a dark circle, like the badge on the picture.
fn badge(height: u8) -> String {
    let first = match height {
        2..=10 => u32::from('❷') - 2,
        11..=20 => u32::from('⓫') - 11,
        _ => return height.to_string(),
    };
    char::from_u32(first + u32::from(height))
        .into_iter()
        .collect()
}

/// The positions of the six directions on the pad, from the top left.
pub(crate) const PAD: [Direction; 6] = [
    Direction::NorthWest,
    Direction::North,
    Direction::NorthEast,
    Direction::SouthWest,
    Direction::South,
    Direction::SouthEast,
];

/// The arrows of the pad.
pub(crate) const ARROWS: [char; 6] = ['↖', '↑', '↗', '↙', '↓', '↘'];

/// The width of a label: an emoji counts for two.
pub fn width(text: &str) -> usize {
    let wide = |c: char| match u32::from(c) {
        0xFE0F => 0,
        // Numbers in circles.
        0x2776..=0x2793 => 1,
        0x2600..=0x27BF | 0x1F000.. => 2,
        _ => 1,
    };
    text.chars().map(wide).sum()
}
