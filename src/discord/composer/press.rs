//! The effect of a tap in the composer.

use hexpost_engine::steps::Step;

use crate::discord::custom_id::{ComposerState, Tap, read_steps};

/// The effect of a tap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ComposerOutcome {
    /// Store the steps as the draft, as final ones if `touch`, and show the screen.
    Show {
        /// The new state.
        state: ComposerState,
        /// Make the steps final.
        touch: bool,
    },
    /// Make the turn.
    Play(Vec<Step>),
    /// Close the composer and drop the draft.
    Close,
    /// Close the composer; the draft stays.
    Aside,
    /// Show the modal to type a turn.
    Type,
    /// Do nothing: the button is disabled.
    Nothing,
}

/// The effect of a tap; `values` is the choice of a select menu.
pub fn press(tap: Tap, values: &[String]) -> ComposerOutcome {
    let show = |state| ComposerOutcome::Show {
        state,
        touch: false,
    };
    match tap {
        Tap::Go(state) | Tap::Also(state) | Tap::Back(state) => show(state),
        Tap::Touch(state) => ComposerOutcome::Show { state, touch: true },
        Tap::Pick(_, mut state) => match values.first().and_then(|value| read_steps(value)) {
            Some(steps) => {
                state.steps.extend(steps);
                show(state)
            }
            None => ComposerOutcome::Nothing,
        },
        Tap::Play(steps) => ComposerOutcome::Play(steps),
        Tap::Close => ComposerOutcome::Close,
        Tap::Aside => ComposerOutcome::Aside,
        Tap::Type => ComposerOutcome::Type,
        Tap::Nothing(_) => ComposerOutcome::Nothing,
    }
}
