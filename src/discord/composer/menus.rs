//! Screens made of select menus, with options in words.

use hexpost_engine::hex::Cell;
use hexpost_engine::steps::{Choice, Role, Step, StepEffect};
use hexpost_render::alt_text::AltText as _;

use crate::discord::composer::builder::PictureBuilder;
use crate::discord::composer::labels::claimed;
use crate::discord::composer::screen::OPTIONS;
use crate::discord::composer::turn::{CompleteTurn, ComposerQuestion, is_final};
use crate::discord::custom_id::{ComposerState, Tap, write_steps};
use crate::discord::i18n::alt_text_phrases::Token;
use crate::discord::i18n::turn::{capital, describe_effects};
use crate::discord::view::message::{ActionRow, SelectMenu, SelectOption, cut};

/// Discord's limit of the label of an option.
const LONGEST: usize = 100;

impl PictureBuilder<'_, '_> {
    /// The rows of a screen, from the top.
    pub(crate) fn menus(&mut self, ask: &ComposerQuestion) -> Vec<ActionRow> {
        let mut rows = Vec::new();
        match ask {
            ComposerQuestion::Cells(cells) | ComposerQuestion::Row(_, cells) => {
                rows.extend(self.kind_menu());
                let is_mover = cells.iter().all(|choice| choice.role == Role::Mover);
                let groups = if is_mover {
                    self.by_kind(cells)
                } else {
                    self.by_column(cells)
                };
                for (title, group) in groups {
                    let options = group
                        .iter()
                        .map(|choice| self.cell_option(choice))
                        .collect();
                    let role = group.first().map_or(Role::Mover, |choice| choice.role);
                    rows.push(self.menu(self.state(), role, title, options));
                }
            }
            ComposerQuestion::Kinds(kinds) => {
                let options = kinds.iter().map(|c| self.kind_option(c.step)).collect();
                let title = self.title(Role::Kind);
                rows.push(self.menu(self.state(), Role::Kind, title, options));
            }
            ComposerQuestion::Pad(_, cells) => {
                let options = cells
                    .iter()
                    .map(|choice| self.target_option(choice))
                    .collect();
                let role = cells.first().map_or(Role::Target, |choice| choice.role);
                let title = self.title(role);
                rows.push(self.menu(self.state(), role, title, options));
            }
            ComposerQuestion::Chains(chains) => {
                for (index, part) in chains.chunks(OPTIONS).enumerate() {
                    let first = index * OPTIONS + 1;
                    let numbered = part.iter().zip(first..);
                    let options = numbered.map(|(c, n)| self.chain_option(c, n)).collect();
                    let title = self.composer.of_game("ask-chain", &[]);
                    let last = first + part.len() - 1;
                    let title = format!("{title} {first}–{last}");
                    rows.push(self.menu(self.state(), Role::Jumper, title, options));
                }
            }
            ComposerQuestion::Actions(_)
            | ComposerQuestion::Fork
            | ComposerQuestion::Warn(_)
            | ComposerQuestion::Confirm(_) => {}
        }
        self.finish(rows, ask)
    }

    fn menu(
        &mut self,
        base: ComposerState,
        role: Role,
        placeholder: String,
        options: Vec<SelectOption>,
    ) -> ActionRow {
        let id = if self.composer.is_touch_move() && is_final(role) {
            self.id(Tap::PickFinal(self.menus, base))
        } else {
            self.id(Tap::Pick(self.menus, base))
        };
        self.menus += 1;
        ActionRow::SelectMenu(SelectMenu {
            id,
            placeholder,
            options,
        })
    }

    fn title(&self, role: Role) -> String {
        self.composer
            .locale
            .asked(self.composer.game.kind(), &[role])
    }

    /// The kinds, the chosen one marked, where it can still be changed.
    fn kind_menu(&mut self) -> Option<ActionRow> {
        let chosen = self.chosen_kind()?;
        let before = &self.reach.steps[..self.reach.steps.len() - 1];
        let offer = self.composer.game.offer(before).ok()?;
        let kinds = offer.choices.iter().filter(|c| c.role == Role::Kind);
        let mut options: Vec<SelectOption> = kinds.map(|c| self.kind_option(c.step)).collect();
        for option in &mut options {
            option.is_chosen = option.value == write_steps(&[Step::Kind(chosen)]);
        }
        let title = self.title(Role::Kind);
        let before = ComposerState::new(before.to_vec());
        Some(self.menu(before, Role::Kind, title, options))
    }

    fn kind_option(&self, step: Step) -> SelectOption {
        let step_effect = StepEffect {
            step,
            role: Role::Kind,
            effects: Vec::new(),
        };
        let game = self.composer.game;
        let name = describe_effects(
            self.composer.locale,
            game.kind(),
            &[step_effect],
            game.board(),
        );
        let supply = game.supply().into_iter();
        let count = supply.filter(|&(kind, _)| Step::Kind(kind) == step);
        let count = count.map(|(_, count)| count).sum::<u8>();
        let mut steps = vec![step];
        steps.extend(&self.after_kind);
        option(format!("{}: {count}", capital(&name)), &steps)
    }

    /// Cells by blocks of columns.
    fn by_column<'a>(&self, cells: &'a [Choice]) -> Vec<(String, Vec<&'a Choice>)> {
        let board = self.composer.game.board();
        let mut blocks: Vec<Vec<&Choice>> = vec![Vec::new()];
        for column in 0..board.columns() {
            let is_here = |choice: &&Choice| self.composer.column_of(choice) == Some(column);
            let here: Vec<&Choice> = cells.iter().filter(is_here).collect();
            let is_over = |block: &Vec<_>| block.len() + here.len() > OPTIONS;
            if blocks.last().is_some_and(is_over) {
                blocks.push(Vec::new());
            }
            if let Some(block) = blocks.last_mut() {
                block.extend(here);
            }
        }
        let named = |block: Vec<&'a Choice>| {
            let letter = |choice: &&Choice| match choice.step {
                Step::Cell(cell) => Some(board.name(cell).letter()),
                _ => None,
            };
            let first = block.first().and_then(letter)?;
            let last = block.last().and_then(letter)?;
            let role = block.first().map_or(Role::Place, |choice| choice.role);
            let title = format!("{} {first}–{last}", self.title(role));
            Some((title, block))
        };
        blocks.into_iter().filter_map(named).collect()
    }

    /// Movers grouped by kind.
    fn by_kind<'a>(&self, cells: &'a [Choice]) -> Vec<(String, Vec<&'a Choice>)> {
        let shown = &self.shown;
        let kind_of = |choice: &Choice| match choice.step {
            Step::Cell(cell) => Token::read(&shown.symbol(cell)).map(|token| token.kind),
            _ => None,
        };
        let holdings = shown.holdings();
        let kinds = holdings.first().map_or(&[][..], |holding| &holding.counts);
        let mut groups = Vec::new();
        for &(kind, _) in kinds {
            let group: Vec<&Choice> = cells
                .iter()
                .filter(|choice| kind_of(choice) == Some(kind))
                .collect();
            if !group.is_empty() {
                let key = format!("{}-kind", shown.kind().as_str());
                let name = self.composer.locale.text(&key, &[("kind", kind.into())]);
                let question = if self.reach.steps.is_empty() {
                    self.title(Role::Mover)
                } else {
                    self.composer.of_game("ask-next", &[])
                };
                let title = format!("{question} {}", capital(&name));
                groups.push((title, group));
            }
        }
        groups
    }

    fn cell_option(&self, choice: &Choice) -> SelectOption {
        let Step::Cell(cell) = choice.step else {
            return option(String::new(), &[choice.step]);
        };
        let mut option = option(self.described(cell), &[choice.step]);
        let count = claimed(&choice.effects);
        if count > 0 {
            let locale = self.composer.locale;
            option.description = Some(locale.text("isolates", &[("count", count.into())]));
        }
        option
    }

    /// A cell and its content, such as "d4, Tzarra, height 2".
    fn described(&self, cell: Cell) -> String {
        let shown = &self.shown;
        let name = self.composer.name(cell);
        match shown.symbol(cell).as_str() {
            // Nothing but the cell itself.
            "." | "o" => name,
            symbol => {
                let token = self.composer.locale.token(shown.kind(), symbol);
                format!("{name}, {token}")
            }
        }
    }

    fn target_option(&self, choice: &Choice) -> SelectOption {
        let game = self.composer.game;
        let mut steps = self.reach.steps.clone();
        steps.push(choice.step);
        let effects_by_step = game.step_effects_so_far(&steps).unwrap_or_default();
        // The part of the turn from its mover on.
        let is_start =
            |step_effect: &StepEffect| matches!(step_effect.role, Role::Mover | Role::Jumper);
        let start = effects_by_step.iter().rposition(is_start).unwrap_or(0);
        let text = describe_effects(
            self.composer.locale,
            game.kind(),
            &effects_by_step[start..],
            game.board(),
        );
        option(text, &[choice.step])
    }

    fn chain_option(&self, chain: &CompleteTurn, number: usize) -> SelectOption {
        let game = self.composer.game;
        let text = describe_effects(
            self.composer.locale,
            game.kind(),
            &chain.effects_by_step,
            game.board(),
        );
        let rest = &chain.path[self.reach.steps.len()..];
        option(format!("{number}. {text}"), rest)
    }
}

fn option(label: String, steps: &[Step]) -> SelectOption {
    SelectOption {
        label: cut(label, LONGEST),
        value: write_steps(steps),
        description: None,
        is_chosen: false,
    }
}
