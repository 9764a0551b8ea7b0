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
    /// Close the composer; the draft stays.
    Close,
    /// Drop the draft.
    Discard,
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
        Tap::Pick(_, state) => picked(state, values, false),
        Tap::PickFinal(_, state) => picked(state, values, true),
        Tap::Play(steps) => ComposerOutcome::Play(steps),
        Tap::Close => ComposerOutcome::Close,
        Tap::Discard => ComposerOutcome::Discard,
        Tap::Type => ComposerOutcome::Type,
        Tap::Nothing(_) => ComposerOutcome::Nothing,
    }
}

/// The effect of choosing an option of a select menu.
fn picked(mut state: ComposerState, values: &[String], touch: bool) -> ComposerOutcome {
    match values.first().and_then(|value| read_steps(value)) {
        Some(steps) => {
            state.steps.extend(steps);
            ComposerOutcome::Show { state, touch }
        }
        None => ComposerOutcome::Nothing,
    }
}
