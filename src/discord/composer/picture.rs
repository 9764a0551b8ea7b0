//! The picture of a screen.

use hexpost_engine::side::BySide;
use hexpost_engine::steps::{Effect, StepError};
use hexpost_render::composer_board::{self, ComposerBoard};
use hexpost_render::marks::Tone;
use hexpost_render::{View, alt_text};

use crate::app::people::settings::InputMethod;
use crate::discord::composer::turn::{Composer, ComposerProgress, ComposerQuestion, fits_list};
use crate::discord::i18n::alt_text_phrases::NamedAltText;
use crate::discord::view::format::drawn;
use crate::discord::view::message::Picture;

impl Composer<'_> {
    /// The position after the chosen steps, and the highlights on it.
    pub(crate) fn composing(
        &self,
        reach: &ComposerProgress,
        ask: &ComposerQuestion,
    ) -> Result<ComposerBoard, StepError> {
        let steps = &reach.steps;
        Ok(match ask {
            ComposerQuestion::Fork | ComposerQuestion::Kinds(_) => ComposerBoard {
                shown: self.game.clone(),
                before: None,
                marks: Vec::new(),
            },
            ComposerQuestion::Chains(chains) => {
                let turns: Vec<_> = chains.iter().map(|chain| chain.turn).collect();
                composer_board::numbered(self.game, steps, &turns)?
            }
            ComposerQuestion::Actions(actions) => {
                let arrow = |action: &crate::discord::composer::turn::MoverTarget| {
                    let buries = |effect: &Effect| matches!(effect, Effect::CoversLast(_));
                    let is_danger = action.target.effects.iter().any(buries);
                    let tone = if is_danger {
                        Tone::Danger
                    } else {
                        Tone::Choice
                    };
                    (action.from, action.to, tone)
                };
                let arrows: Vec<_> = actions.iter().map(arrow).collect();
                composer_board::actions(self.game, steps, &arrows)?
            }
            ComposerQuestion::Row(column, _) => composer_board::rows(self.game, steps, *column)?,
            ComposerQuestion::Cells(_)
                if self.input == InputMethod::Keys && !fits_list(reach, ask) =>
            {
                composer_board::columns(self.game, steps)?
            }
            _ => composer_board::composing(self.game, steps)?,
        })
    }

    /// The picture with its alt text: the chosen steps, the question, the position.
    pub(crate) fn picture(
        &self,
        reach: &ComposerProgress,
        ask: &ComposerQuestion,
        composing: ComposerBoard,
    ) -> Picture {
        let (kind, board) = (self.game.kind(), self.game.board());
        let chosen =
            alt_text::AltText::step_effects(self.locale, kind, &reach.effects_by_step, board);
        let names = BySide::new_with(|side| self.player(side).plain().to_owned());
        let told = NamedAltText {
            locale: self.locale,
            names: &names,
            ending: None,
        };
        let changes = match ask {
            ComposerQuestion::Confirm(turn) | ComposerQuestion::Warn(turn) => {
                let after = match composing.shown.outcome() {
                    Some(_) => self.reply_to(turn, &names[!self.game.to_move()]),
                    None => alt_text::AltText::state(&told, &composing.shown),
                };
                [chosen, after]
            }
            _ => [chosen, self.question(reach, ask)],
        };
        let alt =
            alt_text::describe_changes(&composing.shown, &composing.marks, &changes, self.locale);
        let mut view = View::composing(composing);
        view.names = drawn(
            &BySide::new_with(|side| self.player(side)),
            self.locale,
            kind,
        );
        view.theme = self.theme;
        view.size = self.size;
        view.is_flipped = self.is_flipped;
        view.stock = self.stock();
        // On a phone the text above the picture may be out of view.
        match ask {
            ComposerQuestion::Confirm(turn) | ComposerQuestion::Warn(turn) => {
                let other = &view.names[!self.game.to_move()];
                view.banner = Some(self.reply_to(turn, other));
            }
            _ => view.question = Some(self.short_question(reach, ask)),
        }
        Picture {
            view: view.into(),
            alt,
            file: "turn.png",
        }
    }
}
