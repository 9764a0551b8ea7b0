//! Lessons: positions with a task that is solved by one turn. The engine decides whether a turn solves
//! it: a goal is a question about the position after the turn.

use std::ops::ControlFlow;

use hexpost_engine::game::{AnyGame, AnyTurn, GameKind};
use hexpost_engine::side::Side;
use hexpost_engine::steps::{Effect, Role};

use crate::app::{Act, App, AppError, TurnInput};
use crate::model::PlayerId;

/// A lesson.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lesson {
    /// Its name in buttons and in the database. It begins with the name of the game.
    pub name: &'static str,
    code: &'static str,
    goal: Goal,
}

/// The goal of a lesson: a condition that the turn has to meet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Goal {
    /// No capture is possible after it.
    Quiet,
    /// It captures a piece of this kind.
    Takes(char),
    /// It captures at least this many pieces.
    Chain(usize),
    /// It isolates something.
    Isolates,
    /// The opponent must capture, and after every possible capture at least this many pieces can be
    /// captured in return.
    Bait(usize),
    /// No reply wins.
    Safe,
    /// It wins the game.
    Wins,
}

/// Why a turn does not solve a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LessonMiss {
    /// The opponent can capture with this reply.
    CanBeCaptured(AnyTurn),
    /// It captures a piece of another kind, or nothing.
    OtherKind,
    /// It captures only this many pieces.
    ShortChain(usize),
    /// It isolates nothing.
    NothingIsolated,
    /// It isolates something but leaves it on the board.
    LeftThere,
    /// The opponent is not forced to capture.
    NotForced,
    /// After this reply too little can be captured in return.
    TooLittle(AnyTurn),
    /// This reply wins, for this reason.
    Loses(AnyTurn, &'static str),
    /// The turn itself loses, for this reason.
    LosesAtOnce(&'static str),
    /// The game continues.
    NoWin,
}

/// An attempt at a lesson.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LessonAttempt {
    /// The turn.
    pub turn: AnyTurn,
    /// The position after it.
    pub after: AnyGame,
    /// Why it does not solve the lesson; `None` if it does.
    pub missed: Option<LessonMiss>,
}

impl Lesson {
    /// All lessons, in the recommended order.
    pub const ALL: &'static [Self] = &[
        Self {
            name: "zertz-placing",
            code: "zertz 37 4/5/6/3W3/6/5/4 5,8,10 0,0,0 0,0,0 first",
            goal: Goal::Quiet,
        },
        Self {
            name: "zertz-capture",
            code: "zertz 37 4/5/6/3GW2/6/5/4 5,7,10 0,0,0 0,0,0 first",
            goal: Goal::Takes('W'),
        },
        Self {
            name: "zertz-chain",
            code: "zertz 37 4/5/6/3W1G1/2G3/2B2/4 5,6,9 0,0,0 0,0,0 first",
            goal: Goal::Chain(3),
        },
        Self {
            name: "zertz-isolation",
            code: "zertz 37 4/5/6/7/6/3../3W 5,8,10 0,0,0 0,0,0 first",
            goal: Goal::Isolates,
        },
        Self {
            name: "zertz-sacrifice",
            code: "zertz 37 1W2/5/G5/3W3/6/5/4 4,7,10 0,0,0 0,0,0 first",
            goal: Goal::Bait(2),
        },
        Self {
            name: "tzaar-capture",
            code: "tzaar ..rtz/T...../.....t./T..z2t.Z./......../.......r/T....t./Rr..../Z.R.. first",
            goal: Goal::Takes('Z'),
        },
        Self {
            name: "tzaar-stacking",
            code: "tzaar r..../T...../.R.T.../t.Ztr.../..Rr..../.......R/......T/.t..z./...z. first",
            goal: Goal::Safe,
        },
        Self {
            name: "tzaar-kinds",
            code: "tzaar ..Z../.T2..../.RT..../....R.Z./.r2...t../..zt..../.z...../....../t.t.. first",
            goal: Goal::Wins,
        },
    ];

    /// The lesson with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|lesson| lesson.name == name).copied()
    }

    /// Its index in [`Lesson::ALL`].
    pub fn index(self) -> usize {
        let found = Self::ALL.iter().position(|lesson| *lesson == self);
        found.unwrap_or_default()
    }

    /// Its number among the lessons of its game, and how many these are.
    pub fn number_in_game(self) -> (usize, usize) {
        let game = self.game();
        let of_game = Self::ALL.iter().filter(|lesson| lesson.game() == game);
        let before = of_game.clone().take_while(|lesson| **lesson != self);
        (before.count() + 1, of_game.count())
    }

    /// The first lesson of a game.
    pub fn first_of(game: GameKind) -> Option<Self> {
        let mut all = Self::ALL.iter();
        all.find(|lesson| lesson.game() == game).copied()
    }

    /// The game that it teaches.
    ///
    /// # Panics
    ///
    /// If the lesson's own position code is invalid, which a test would find.
    pub fn game(self) -> GameKind {
        self.position().kind()
    }

    /// The next lesson.
    pub fn next(self) -> Option<Self> {
        Self::ALL.get(self.index() + 1).copied()
    }

    /// The initial position.
    ///
    /// # Panics
    ///
    /// If the lesson's own position code is invalid, which a test would find.
    pub fn position(self) -> AnyGame {
        AnyGame::from_code(self.code).expect(self.name)
    }

    /// The outcome of a legal turn.
    pub fn tried(self, turn: AnyTurn) -> LessonAttempt {
        let before = self.position();
        let mut after = before.clone();
        // An illegal turn changes nothing and therefore achieves no goal.
        let _ = after.play(&turn);
        let missed = self.missed(&before, &turn, &after);
        LessonAttempt {
            turn,
            after,
            missed,
        }
    }

    /// A turn that solves the lesson.
    pub fn answer(self) -> Option<AnyTurn> {
        find_turn(&self.position(), |turn| {
            self.tried(turn).missed.is_none().then_some(turn)
        })
    }

    fn missed(self, before: &AnyGame, turn: &AnyTurn, after: &AnyGame) -> Option<LessonMiss> {
        let mover = before.to_move();
        match self.goal {
            Goal::Quiet => capture(after).map(LessonMiss::CanBeCaptured),
            Goal::Takes(kind) => {
                let is_taken = taken(before, turn).contains(&kind);
                (!is_taken).then_some(LessonMiss::OtherKind)
            }
            Goal::Chain(count) => {
                let taken = taken(before, turn).len();
                (taken < count).then_some(LessonMiss::ShortChain(taken))
            }
            Goal::Isolates => {
                let effects = effects(before, turn);
                let has = |wanted: fn(&Effect) -> bool| effects.iter().any(wanted);
                if has(|effect| matches!(effect, Effect::Leaves(_))) {
                    Some(LessonMiss::LeftThere)
                } else {
                    let is_claimed = has(|effect| matches!(effect, Effect::Claims(_)));
                    (!is_claimed).then_some(LessonMiss::NothingIsolated)
                }
            }
            Goal::Bait(count) => bait(after, count),
            Goal::Safe => own_loss(after, mover).or_else(|| {
                find_turn(after, |reply| {
                    let mut end = after.clone();
                    end.play(&reply).ok()?;
                    let outcome = end.outcome().filter(|end| end.winner == Some(!mover))?;
                    Some(LessonMiss::Loses(reply, outcome.reason))
                })
            }),
            Goal::Wins => {
                let winner = after.outcome().and_then(|outcome| outcome.winner);
                let is_won = winner == Some(mover);
                own_loss(after, mover).or((!is_won).then_some(LessonMiss::NoWin))
            }
        }
    }
}

/// The result of `find` for the first legal turn for which it returns one.
///
/// The positions are those of lessons after a turn or two, with at most a few thousand legal turns.
fn find_turn<T>(game: &AnyGame, mut find: impl FnMut(AnyTurn) -> Option<T>) -> Option<T> {
    let mut found = None;
    let _ = game.visit_turns(|turn| {
        found = find(turn);
        match found {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    });
    found
}

/// All effects of a turn.
fn effects(game: &AnyGame, turn: &AnyTurn) -> Vec<Effect> {
    let effects_by_step = game.step_effects(turn).unwrap_or_default();
    effects_by_step
        .into_iter()
        .flat_map(|step_effect| step_effect.effects)
        .collect()
}

/// The kinds of the pieces that a turn captures.
fn taken(game: &AnyGame, turn: &AnyTurn) -> Vec<char> {
    let kind = |effect: Effect| match effect {
        Effect::Captures { kind, .. } => Some(kind),
        _ => None,
    };
    effects(game, turn).into_iter().filter_map(kind).collect()
}

/// A turn that begins with a capture by a jump, if there is one.
fn capture(game: &AnyGame) -> Option<AnyTurn> {
    let choices = game.offer(&[]).ok()?.choices;
    let jumper = choices.iter().find(|choice| choice.role == Role::Jumper)?;
    game.example(&[jumper.step]).ok().flatten()
}

fn bait(after: &AnyGame, count: usize) -> Option<LessonMiss> {
    if capture(after).is_none() {
        return Some(LessonMiss::NotForced);
    }
    find_turn(after, |reply| {
        let mut then = after.clone();
        then.play(&reply).ok()?;
        let is_enough = |turn| (taken(&then, &turn).len() >= count).then_some(());
        let enough = capture(&then).and_then(|_| find_turn(&then, is_enough));
        enough.is_none().then_some(LessonMiss::TooLittle(reply))
    })
}

fn own_loss(after: &AnyGame, mover: Side) -> Option<LessonMiss> {
    let outcome = after.outcome()?;
    let is_lost = outcome.winner == Some(!mover);
    is_lost.then_some(LessonMiss::LosesAtOnce(outcome.reason))
}

impl App {
    /// Attempts a lesson. Once solved, a lesson stays solved.
    pub async fn try_lesson(
        &self,
        act: &Act,
        lesson: Lesson,
        made: &TurnInput,
    ) -> Result<LessonAttempt, AppError> {
        let turn = made.turn(&lesson.position())?;
        let tried = lesson.tried(turn);
        if tried.missed.is_none() {
            let mut tx = self.store.begin().await?;
            tx.solve_lesson(act.by, lesson.name, act.now).await?;
            tx.commit().await?;
        }
        Ok(tried)
    }

    /// The lessons that a player has solved. Lessons that this version does not know are left out.
    pub async fn solved_lessons(&self, player: PlayerId) -> Result<Vec<Lesson>, AppError> {
        let solved = self.read().await?.lessons_of(player).await?;
        let known = solved.iter().filter_map(|(name, _)| Lesson::named(name));
        Ok(known.collect())
    }
}
