//! What a player will answer, thought of beforehand: "if … then …" as a tree, and a queue of
//! placements for a board that is still being set up.
//!
//! A plan is never changed by playing. It remembers the turn after which it was made; where the game
//! stands in it follows from the turns since. So whatever happens to the game, what is played is what
//! was planned for exactly this way of things, or nothing.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::side::Side;
use serde::{Deserialize, Serialize};

use crate::app::game::state::Game;

/// A plan has so many branches, at most.
pub const MOST_BRANCHES: usize = 60;
/// And so many answers in a row.
pub const DEEPEST: usize = 12;

/// What a player will answer.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// The event of the turn after which it was made; 0 at the beginning of a game.
    pub root: i64,
    /// What the other may do, with the answers.
    pub branches: Vec<Branch>,
    /// Placements in the order in which they are wished; of each, the first that can be had.
    pub wishes: Vec<Vec<String>>,
}

/// Something the other may do, with the answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Branch {
    /// The turn; none for whatever has no branch of its own.
    pub on: Option<String>,
    /// The answer.
    pub reply: String,
    /// And so on.
    pub then: Vec<Branch>,
}

/// A way through a plan: what the other does, or whatever it is, and each time the answer.
pub(crate) type Way = Vec<(Option<String>, String)>;

/// Where a game stands in a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place<'a> {
    /// The other is to move, and this is thought of.
    Waiting(&'a [Branch]),
    /// The other has done this: the answer is there.
    Answer(&'a Branch),
    /// All of it has been played, and more.
    Done,
    /// The game has gone another way, or back to before the plan was made.
    Off,
}

/// What became of a plan, for its owner to hear.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanNews {
    /// It went on, and so many branches no longer matter.
    Cut(usize),
    /// This answer was planned but was not possible: the plan is over.
    Impossible(String),
    /// It has been played to its end.
    Done,
    /// The game has gone another way: the plan is over.
    Over,
}

impl Plan {
    /// Is nothing planned?
    pub const fn is_empty(&self) -> bool {
        self.branches.is_empty() && self.wishes.is_empty()
    }

    /// How many branches it has.
    pub fn size(&self) -> usize {
        size(&self.branches)
    }

    /// Where a game stands in it, once these turns are made too.
    pub(crate) fn place(&self, game: &Game, new: &[String]) -> Place<'_> {
        let Some(ply) = ply_of(game, self.root) else {
            return Place::Off;
        };
        let texts = game.record.texts();
        let since = texts.iter().skip(ply).chain(new);
        place(&self.branches, &since.collect::<Vec<_>>())
    }

    /// The turn that a player plays by it, once these turns are made; `position` is what then stands.
    pub(crate) fn turn(
        &self,
        game: &Game,
        new: &[(Side, String)],
        position: &AnyGame,
    ) -> Option<AnyTurn> {
        let side = position.to_move();
        if !self.branches.is_empty() {
            let texts: Vec<String> = new.iter().map(|(_, text)| text.clone()).collect();
            if let Place::Answer(branch) = self.place(game, &texts)
                && let Some(turn) = position.exactly(&branch.reply)
            {
                return Some(turn);
            }
        }
        if self.wishes.is_empty() || !position.is_setting_up() {
            return None;
        }
        let own = own_texts(game, side).into_iter();
        let new = new.iter().filter(|(other, _)| *other == side);
        let own = own.chain(new.map(|(_, text)| text.clone()));
        self.wish(position, own.collect())
    }

    /// The first wish that is not fulfilled and can be.
    fn wish(&self, position: &AnyGame, mut own: Vec<String>) -> Option<AnyTurn> {
        self.wishes.iter().find_map(|wish| {
            // Whatever the player has placed fulfils one wish, not two.
            let had = wish
                .iter()
                .find_map(|text| own.iter().position(|had| had == text));
            if let Some(at) = had {
                own.swap_remove(at);
                return None;
            }
            wish.iter().find_map(|text| position.exactly(text))
        })
    }

    /// The wish that comes next, if the player could place now.
    pub fn next_wish(&self, game: &Game, side: Side) -> Option<AnyTurn> {
        let position = game.record.game();
        let is_time = position.is_setting_up() && game.to_move() == Some(side);
        is_time.then(|| self.wish(position, own_texts(game, side)))?
    }

    /// Wishes that are neither fulfilled nor impossible by now, with the places that are left.
    pub fn open_wishes(&self, game: &Game, side: Side) -> Vec<Vec<String>> {
        let left = |wish: &Vec<String>| {
            let free = wish.iter().filter(|text| !is_taken(game, text));
            free.cloned().collect::<Vec<_>>()
        };
        let open = self.unfulfilled(game, side).into_iter().map(left);
        open.filter(|left| !left.is_empty()).collect()
    }

    /// Wishes that can't come true any more: all their places are taken.
    pub fn lost_wishes(&self, game: &Game, side: Side) -> Vec<Vec<String>> {
        let wishes = self.unfulfilled(game, side).into_iter();
        let lost = wishes.filter(|wish| wish.iter().all(|text| is_taken(game, text)));
        lost.cloned().collect()
    }

    /// Wishes for pieces that the player has not placed, as long as pieces are placed.
    fn unfulfilled(&self, game: &Game, side: Side) -> Vec<&Vec<String>> {
        if !game.record.game().is_setting_up() {
            return Vec::new();
        }
        let mut own = own_texts(game, side);
        let mut is_open = |wish: &&Vec<String>| {
            let mut places = wish.iter();
            let had = places.find_map(|text| own.iter().position(|had| had == text));
            // Whatever the player has placed fulfils one wish, not two.
            had.map(|at| own.swap_remove(at)).is_none()
        };
        self.wishes.iter().filter(|wish| is_open(wish)).collect()
    }

    /// What became of it, and the plan as it is from here on.
    pub(crate) fn review(&self, game: &Game) -> (Self, Option<PlanNews>) {
        let mut now = Self {
            root: root_of(game),
            branches: Vec::new(),
            wishes: self.wishes.clone(),
        };
        if self.branches.is_empty() {
            return (now, None);
        }
        let news = match self.place(game, &[]) {
            Place::Waiting(branches) => {
                now.branches = branches.to_vec();
                let ply = ply_of(game, self.root).unwrap_or_default();
                let played = (game.turns.len() - ply) / 2;
                let cut = self.size() - now.size() - played;
                if now.branches.is_empty() {
                    Some(PlanNews::Done)
                } else {
                    (cut > 0).then_some(PlanNews::Cut(cut))
                }
            }
            Place::Answer(branch) if game.record.game().exactly(&branch.reply).is_none() => {
                Some(PlanNews::Impossible(branch.reply.clone()))
            }
            Place::Done => Some(PlanNews::Done),
            Place::Answer(_) | Place::Off => Some(PlanNews::Over),
        };
        (now, news)
    }

    /// Adds a way; where another answer was planned, this one is meant.
    pub(crate) fn add(&mut self, way: &[(Option<String>, String)]) {
        add(&mut self.branches, way);
    }

    /// All branches in order, each with how deep it is.
    pub fn listed(&self) -> Vec<(usize, &Branch)> {
        let mut all = Vec::new();
        list(&self.branches, 0, &mut all);
        all
    }

    /// Takes a branch away, by its place in that list, with what follows it.
    pub(crate) fn cut(&mut self, mut index: usize) -> bool {
        cut(&mut self.branches, &mut index)
    }

    /// How many answers in a row it has, at most.
    pub(crate) fn depth(&self) -> usize {
        let depths = self.listed().into_iter().map(|(depth, _)| depth + 1);
        depths.max().unwrap_or_default()
    }

    /// A turn of a plan that fits a game, but is not legal where it would be played.
    pub(crate) fn illegal(&self, game: &Game) -> Option<&str> {
        let position = game.record.at(ply_of(game, self.root)?)?;
        illegal(&self.branches, &position)
    }
}

/// The event of the last turn that stands.
pub(crate) fn root_of(game: &Game) -> i64 {
    game.turns.last().map_or(0, |made| made.seq)
}

/// After how many turns a plan with that root was made; none if the turn no longer stands.
fn ply_of(game: &Game, root: i64) -> Option<usize> {
    if root == 0 {
        return Some(0);
    }
    let made = game.turns.iter().position(|made| made.seq == root)?;
    Some(made + 1)
}

/// Has someone placed a piece there?
fn is_taken(game: &Game, text: &str) -> bool {
    let mut placed = game.record.texts().into_iter();
    placed.any(|other| place_of(&other) == place_of(text))
}

fn own_texts(game: &Game, side: Side) -> Vec<String> {
    let texts = game.record.texts().into_iter().zip(&game.turns);
    let own = texts.filter(|(_, made)| made.side == side);
    own.map(|(text, _)| text).collect()
}

/// Where a placement puts its piece: what follows the letter of the kind.
pub(crate) fn place_of(text: &str) -> &str {
    text.get(1..).unwrap_or_default()
}

fn place<'a>(branches: &'a [Branch], turns: &[&String]) -> Place<'a> {
    let [on, rest @ ..] = turns else {
        return Place::Waiting(branches);
    };
    if branches.is_empty() {
        return Place::Done;
    }
    let named = branches
        .iter()
        .find(|branch| branch.on.as_ref() == Some(on));
    let branch = named.or_else(|| branches.iter().find(|branch| branch.on.is_none()));
    match (branch, rest) {
        (Some(branch), []) => Place::Answer(branch),
        (Some(branch), [reply, rest @ ..]) if branch.reply == **reply => place(&branch.then, rest),
        _ => Place::Off,
    }
}

fn size(branches: &[Branch]) -> usize {
    let sizes = branches.iter().map(|branch| 1 + size(&branch.then));
    sizes.sum()
}

fn add(branches: &mut Vec<Branch>, way: &[(Option<String>, String)]) {
    let [(on, reply), rest @ ..] = way else {
        return;
    };
    let known = branches.iter().position(|branch| branch.on == *on);
    let at = known.unwrap_or_else(|| {
        // Whatever else comes last, as it is read last.
        let is_any = |branch: &Branch| branch.on.is_none();
        let at = branches.iter().position(is_any).unwrap_or(branches.len());
        let branch = Branch {
            on: on.clone(),
            reply: reply.clone(),
            then: Vec::new(),
        };
        branches.insert(at, branch);
        at
    });
    let branch = &mut branches[at];
    if branch.reply != *reply {
        branch.reply.clone_from(reply);
        branch.then.clear();
    }
    add(&mut branch.then, rest);
}

fn list<'a>(branches: &'a [Branch], depth: usize, all: &mut Vec<(usize, &'a Branch)>) {
    for branch in branches {
        all.push((depth, branch));
        list(&branch.then, depth + 1, all);
    }
}

fn cut(branches: &mut Vec<Branch>, index: &mut usize) -> bool {
    for at in 0..branches.len() {
        if *index == 0 {
            branches.remove(at);
            return true;
        }
        *index -= 1;
        if cut(&mut branches[at].then, index) {
            return true;
        }
    }
    false
}

fn illegal<'a>(branches: &'a [Branch], position: &AnyGame) -> Option<&'a str> {
    branches.iter().find_map(|branch| {
        // What follows whatever the other does can only be judged when it is done.
        let on = branch.on.as_ref()?;
        let mut after = position.clone();
        for text in [on, &branch.reply] {
            let played = after.exactly(text).map(|turn| after.play(&turn));
            if !matches!(played, Some(Ok(()))) {
                return Some(text.as_str());
            }
        }
        illegal(&branch.then, &after)
    })
}
