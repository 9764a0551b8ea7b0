//! A placement that was typed without a kind, such as `d4`: only the kind is asked for.

use hexpost_engine::steps::{Choice, Role, Step, StepError};
use hexpost_render::composer_board::ComposerBoard;
use hexpost_render::marks::{Mark, Tone};

use crate::app::people::settings::InputMethod;
use crate::discord::composer::builder::{PictureBuilder, Screen, ScreenKind};
use crate::discord::composer::turn::{Composer, ComposerProgress, ComposerQuestion};
use crate::discord::custom_id::{ComposerState, ComposerView};
use crate::discord::interaction::autocomplete::begun;
use crate::discord::view::message::Message;

impl Composer<'_> {
    /// The steps of a text that names a placement but not its kind, after the kind; `None` if it does
    /// not.
    pub fn after_kind(&self, text: &str) -> Option<Vec<Step>> {
        let rest = |choice: &Choice| match choice.step {
            Step::Kind(kind) => {
                let steps = begun(self.game, &format!("{kind}{text}"))?;
                (steps.first() == Some(&choice.step)).then(|| steps[1..].to_vec())
            }
            _ => None,
        };
        self.game.offer(&[]).ok()?.choices.iter().find_map(rest)
    }

    /// The screen that asks for the kind of a placement whose other steps are known. No kind is
    /// assumed.
    pub fn kind_screen(&self, after_kind: &[Step]) -> Result<Screen, StepError> {
        let offer = self.game.offer(&[])?;
        let is_possible = |choice: &&Choice| {
            let mut steps = vec![choice.step];
            steps.extend(after_kind);
            choice.role == Role::Kind && self.game.offer(&steps).is_ok()
        };
        let kinds = offer.choices.iter().filter(is_possible).cloned().collect();
        let ask = ComposerQuestion::Kinds(kinds);
        let reach = ComposerProgress {
            steps: Vec::new(),
            place: ComposerView::Instead,
            offer,
            effects_by_step: Vec::new(),
        };
        let mut marks = Vec::new();
        for (index, step) in after_kind.iter().enumerate() {
            if let Step::Cell(cell) = *step {
                let tone = if index == 0 {
                    Tone::Chosen
                } else {
                    Tone::Danger
                };
                marks.push(Mark::Halo(cell, tone));
            }
        }
        let composing = ComposerBoard {
            shown: self.game.clone(),
            before: None,
            marks,
        };
        let mut builder = PictureBuilder {
            composer: self,
            reach: &reach,
            back: None,
            shown: self.game.clone(),
            after_kind: after_kind.to_vec(),
            blanks: 0,
            menus: 0,
        };
        let rows = match self.input {
            InputMethod::Keys => builder.keys(&ask),
            InputMethod::Menus => builder.menus(&ask),
        };
        let board = self.game.board();
        let known: Vec<String> = after_kind.iter().map(|step| step.write(board)).collect();
        let chosen = self
            .locale
            .text("chosen", &[("what", known.join(" ").into())]);
        let state = ComposerState::default();
        let content = format!("{chosen}\n{}", self.text(&reach, &ask, &state));
        Ok(Screen {
            reply: Message {
                content,
                picture: Some(self.picture(&reach, &ask, composing)),
                rows,
            },
            state,
            form: ScreenKind::Kinds,
        })
    }
}
