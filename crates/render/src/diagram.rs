//! Small pictures that explain a rule.

use super::View;
use super::alt_text::{self, AltText};
use super::composer_board::composing;
use super::layout::Size;
use super::marks::{self, Mark};
use hexpost_engine::game::AnyGame;
use hexpost_engine::steps::{Role, StepEffect};

/// A diagram: its name, a position code, and what it highlights.
#[derive(Clone, Copy, Debug)]
pub struct Diagram {
    name: &'static str,
    code: &'static str,
    shows: Shows,
}

/// The content that a diagram highlights.
#[derive(Clone, Copy, Debug)]
enum Shows {
    /// Nothing: just the position.
    Position,
    /// The cells that can be chosen after some steps.
    Choices(&'static str),
    /// The effects of a turn.
    Turn(&'static str),
}

const DIAGRAMS: &[Diagram] = &[
    Diagram {
        name: "zertz-start",
        code: "zertz 37 4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 first",
        shows: Shows::Position,
    },
    Diagram {
        name: "zertz-free-rings",
        code: "zertz 37 .3/5/6/3W3/6/5/3. 5,8,10 0,0,0 0,0,0 first",
        shows: Shows::Choices("G c3"),
    },
    Diagram {
        name: "zertz-chain",
        code: "zertz 37 4/5/6/1GW1B2/3G2/5/4 5,6,9 0,0,0 0,0,0 first",
        shows: Shows::Turn("xd2d4d6"),
    },
    Diagram {
        name: "zertz-isolation",
        code: "zertz 37 W3/..3/6/7/6/5/4 5,8,10 0,0,0 0,0,0 first",
        shows: Shows::Turn("Bd7-a2"),
    },
    Diagram {
        name: "zertz-bait",
        code: "zertz 37 4/5/6/3W3/6/1W3/2G1 4,7,10 0,0,0 0,0,0 first",
        shows: Shows::Turn("Bf1-a1"),
    },
    Diagram {
        name: "zertz-large",
        code: "zertz 61 5/6/7/8/9/8/7/6/5 6,8,10 0,0,0 0,0,0 first",
        shows: Shows::Position,
    },
    Diagram {
        name: "zertz-last-ring",
        code: "zertz 37 ..../...../..WG../..B1W../..GB../...../.... 4,6,8 0,0,0 0,0,0 first",
        shows: Shows::Turn("Bd4"),
    },
    Diagram {
        name: "zertz-missed",
        code: "zertz 48-tournament ..3/6/7/3WG3/7/6/5/4 5,7,10 0,0,0 0,0,0 first",
        shows: Shows::Turn("Bg3-h4"),
    },
    Diagram {
        name: "zertz-own-colour",
        code: "zertz 37-zerc .3/.4/4G1/3WW2/6/5/4 4,7,10 0,0,0 0,0,0 first",
        shows: Shows::Choices(""),
    },
    Diagram {
        name: "zertz-notation",
        code: "zertz 37 ..2/.4/6/7/6/5/4 6,8,10 0,0,0 0,0,0 first",
        shows: Shows::Turn("Wd4-b2"),
    },
    Diagram {
        name: "tzaar-start",
        code: "tzaar ttttT/TrrrRT/TRzzZRT/TRZtTZRT/TRZTtzrt/trztTzrt/trzZZrt/trRRRt/tTTTT first",
        shows: Shows::Position,
    },
    Diagram {
        name: "tzaar-capture",
        code: "tzaar ...r2./.T..../R....../t..T..t./......../..t.t.../......./z...../....Z first",
        shows: Shows::Choices("d4"),
    },
    Diagram {
        name: "tzaar-stacking",
        code: "tzaar T.R2../t...../...T.../Z......./......../......../......./....../z.r.t first",
        shows: Shows::Turn("d1xb1 a3+a1"),
    },
    Diagram {
        name: "tzaar-kinds",
        code: "tzaar t...Z/...t.z/.....t./.R....../z......./.tr2...../.....T./.....Z/.T2..R first",
        shows: Shows::Turn("i2xf2 f2xf3"),
    },
    Diagram {
        name: "tzaar-notation",
        code: "tzaar Z..../.t..../..TR.../......../......../..zr..../......./.T..../R.t.. first",
        shows: Shows::Turn("a1xb2 c3+c4"),
    },
];

/// Every diagram with its name.
///
/// # Panics
///
/// If a built-in position or turn is invalid, which the tests would find.
pub fn diagrams() -> Vec<(&'static str, View)> {
    DIAGRAMS
        .iter()
        .map(|diagram| (diagram.name, diagram.view().expect(diagram.name)))
        .collect()
}

impl Diagram {
    /// The diagram with this name.
    pub fn named(name: &str) -> Option<Self> {
        DIAGRAMS
            .iter()
            .find(|diagram| diagram.name == name)
            .copied()
    }

    /// A description of the diagram: what it highlights, and then the position.
    pub fn describe(&self, phrases: &impl AltText) -> Option<String> {
        let game = AnyGame::from_code(self.code).ok()?;
        match self.shows {
            Shows::Position => Some(alt_text::describe(&game, None, phrases)),
            Shows::Choices(steps) => {
                let chosen = super::steps_of(&game, steps)?;
                alt_text::describe_composing(&game, &chosen, phrases).ok()
            }
            Shows::Turn(text) => {
                let turn = game.read(text).ok()?;
                // The picture shows a marble where it is placed, but a piece where it comes from.
                let is_placed = |step: &StepEffect| step.role == Role::Place;
                let mut shown = game.clone();
                if game.step_effects(&turn)?.iter().any(is_placed) {
                    shown.play(&turn).ok()?;
                }
                Some(alt_text::describe(&shown, Some((&game, &turn)), phrases))
            }
        }
    }

    /// The view of the diagram.
    pub fn view(&self) -> Option<View> {
        let game = AnyGame::from_code(self.code).ok()?;
        let marks = self.marks(&game)?;
        let mut view = View::new(game);
        view.marks = marks;
        view.size = Size::Small;
        view.is_cropped = true;
        Some(view)
    }

    fn marks(&self, game: &AnyGame) -> Option<Vec<Mark>> {
        match self.shows {
            Shows::Position => Some(Vec::new()),
            Shows::Choices(steps) => {
                let chosen = super::steps_of(game, steps)?;
                Some(composing(game, &chosen).ok()?.marks)
            }
            Shows::Turn(text) => {
                let turn = game.read(text).ok()?;
                Some(marks::intended(game, &turn))
            }
        }
    }
}
