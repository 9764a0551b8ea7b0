//! A plan: conditional turns ("if … then …") as a tree, and a queue of placements during setup.
//!
//! Playing does not change a plan. It contains the number of the event after which it was made, and its
//! current node follows from the turns since. So whatever happens in the game, only turns are played
//! that were planned for exactly this course of the game.

use hexpost_engine::game::{AnyGame, AnyTurn};
use hexpost_engine::side::Side;
use serde::{Deserialize, Serialize};

use crate::app::game::state::Game;
use crate::app::plan::placements::at_random;
use crate::model::Seq;

/// Maximum number of branches of a plan.
pub const MAX_BRANCHES: usize = 60;
/// Maximum number of replies in a row.
pub const MAX_DEPTH: usize = 12;

/// A player's plan for a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Plan {
    /// The number of the event of the last turn before the plan was made; 0 at the beginning of a game.
    pub root: Seq,
    /// The opponent's possible turns, with the replies.
    pub branches: Vec<Branch>,
    /// The queued placements in order, each with alternatives of which the first possible one is used.
    pub wishes: Vec<Vec<String>>,
    /// If set, the pieces that are not queued are placed at random, as follows from this seed.
    pub rest: Option<u64>,
}

/// A possible turn of the opponent, with the reply.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Branch {
    /// The opponent's turn; `None` for any turn without a branch of its own.
    pub on: Option<String>,
    /// The reply.
    pub reply: String,
    /// The continuation.
    pub then: Vec<Branch>,
}

/// A path through a plan: the opponent's turn, or `None` for any turn, and the reply, repeatedly.
pub(crate) type PlanPath = Vec<(Option<String>, String)>;

/// The current node of a game in a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PlanNode<'a> {
    /// The opponent is to move, and these branches are planned.
    Waiting(&'a [Branch]),
    /// The opponent has made the turn of this branch: its reply is next.
    Answer(&'a Branch),
    /// The plan has been played to its end.
    Done,
    /// The game has left the plan, or was taken back to before it was made.
    Off,
}

/// What has happened to a plan, as its owner is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanChange {
    /// It was followed, and this number of branches has become irrelevant.
    Cut(usize),
    /// This reply was planned but not legal: the plan is over.
    Impossible(String),
    /// It has been played to its end.
    Done,
    /// The game has left the plan: it is over.
    Over,
}

impl Plan {
    /// Is nothing planned?
    pub const fn is_empty(&self) -> bool {
        self.branches.is_empty() && self.wishes.is_empty() && self.rest.is_none()
    }

    /// The number of branches.
    pub fn size(&self) -> usize {
        size(&self.branches)
    }

    /// The current node after these new turns.
    pub(crate) fn place(&self, game: &Game, new: &[String]) -> PlanNode<'_> {
        let Some(ply) = ply_of(game, self.root) else {
            return PlanNode::Off;
        };
        let texts = game.record.texts();
        let since = texts.iter().skip(ply).chain(new);
        place(&self.branches, &since.collect::<Vec<_>>())
    }

    /// The turn that is played by the plan after these new turns; `position` is the position then.
    pub(crate) fn turn(
        &self,
        game: &Game,
        new: &[(Side, String)],
        position: &AnyGame,
    ) -> Option<AnyTurn> {
        let side = position.to_move();
        if !self.branches.is_empty() {
            let texts: Vec<String> = new.iter().map(|(_, text)| text.clone()).collect();
            if let PlanNode::Answer(branch) = self.place(game, &texts)
                && let Some(turn) = position.exactly(&branch.reply)
            {
                return Some(turn);
            }
        }
        if self.wishes.is_empty() && self.rest.is_none() || !position.is_setting_up() {
            return None;
        }
        let own = own_texts(game, side).into_iter();
        let ply = game.turns.len() + new.len();
        let new = new.iter().filter(|(other, _)| *other == side);
        let own = own.chain(new.map(|(_, text)| text.clone()));
        self.placement(position, own.collect(), ply)
    }

    /// The next placement after `ply` turns: a queued one, or a random one.
    fn placement(&self, position: &AnyGame, own: Vec<String>, ply: usize) -> Option<AnyTurn> {
        self.wish(position, own)
            .or_else(|| at_random(position, self.rest?, ply))
    }

    /// The first unfulfilled wish that is possible.
    fn wish(&self, position: &AnyGame, mut own: Vec<String>) -> Option<AnyTurn> {
        self.wishes.iter().find_map(|wish| {
            // Each placed piece fulfils only one wish.
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

    /// The next placement of the plan, if the player can place now.
    pub fn next_placement(&self, game: &Game, side: Side) -> Option<AnyTurn> {
        let position = game.record.game();
        let is_time = position.is_setting_up() && game.to_move() == Some(side);
        is_time.then(|| self.placement(position, own_texts(game, side), game.turns.len()))?
    }

    /// Wishes that are neither fulfilled nor impossible, with the places that are left.
    pub fn open_wishes(&self, game: &Game, side: Side) -> Vec<Vec<String>> {
        let left = |wish: &Vec<String>| {
            let free = wish.iter().filter(|text| !is_taken(game, text));
            free.cloned().collect::<Vec<_>>()
        };
        let open = self.unfulfilled(game, side).into_iter().map(left);
        open.filter(|left| !left.is_empty()).collect()
    }

    /// Wishes that have become impossible because all their places are taken.
    pub fn lost_wishes(&self, game: &Game, side: Side) -> Vec<Vec<String>> {
        let wishes = self.unfulfilled(game, side).into_iter();
        let lost = wishes.filter(|wish| wish.iter().all(|text| is_taken(game, text)));
        lost.cloned().collect()
    }

    /// Wishes that are not fulfilled yet, during setup.
    fn unfulfilled(&self, game: &Game, side: Side) -> Vec<&Vec<String>> {
        if !game.record.game().is_setting_up() {
            return Vec::new();
        }
        let mut own = own_texts(game, side);
        let mut is_open = |wish: &&Vec<String>| {
            let mut places = wish.iter();
            let had = places.find_map(|text| own.iter().position(|had| had == text));
            // Each placed piece fulfils only one wish.
            had.map(|at| own.swap_remove(at)).is_none()
        };
        self.wishes.iter().filter(|wish| is_open(wish)).collect()
    }

    /// The part of the plan that is still relevant, and what has happened to the plan.
    pub(crate) fn review(&self, game: &Game) -> (Self, Option<PlanChange>) {
        let mut now = Self {
            root: root_of(game),
            branches: Vec::new(),
            wishes: self.wishes.clone(),
            rest: self.rest.filter(|_| game.record.game().is_setting_up()),
        };
        if self.branches.is_empty() {
            return (now, None);
        }
        let change = match self.place(game, &[]) {
            PlanNode::Waiting(branches) => {
                now.branches = branches.to_vec();
                let ply = ply_of(game, self.root).unwrap_or_default();
                let played = (game.turns.len() - ply) / 2;
                let cut = self.size() - now.size() - played;
                if now.branches.is_empty() {
                    Some(PlanChange::Done)
                } else {
                    (cut > 0).then_some(PlanChange::Cut(cut))
                }
            }
            PlanNode::Answer(branch) if game.record.game().exactly(&branch.reply).is_none() => {
                Some(PlanChange::Impossible(branch.reply.clone()))
            }
            PlanNode::Done => Some(PlanChange::Done),
            PlanNode::Answer(_) | PlanNode::Off => Some(PlanChange::Over),
        };
        (now, change)
    }

    /// Adds a path; replies that were planned differently are replaced.
    pub(crate) fn add(&mut self, way: &[(Option<String>, String)]) {
        add(&mut self.branches, way);
    }

    /// All branches in order, each with its depth.
    pub fn listed(&self) -> Vec<(usize, &Branch)> {
        let mut all = Vec::new();
        list(&self.branches, 0, &mut all);
        all
    }

    /// Deletes a branch, by its index in [`Plan::listed`], with everything after it.
    pub(crate) fn cut(&mut self, mut index: usize) -> bool {
        cut(&mut self.branches, &mut index)
    }

    /// The maximum number of replies in a row.
    pub(crate) fn depth(&self) -> usize {
        let depths = self.listed().into_iter().map(|(depth, _)| depth + 1);
        depths.max().unwrap_or_default()
    }

    /// A turn of the plan that is illegal where it would be played.
    pub(crate) fn illegal(&self, game: &Game) -> Option<&str> {
        let position = game.record.at(ply_of(game, self.root)?)?;
        illegal(&self.branches, &position)
    }
}

/// The number of the event of the last turn.
pub(crate) fn root_of(game: &Game) -> Seq {
    game.turns.last().map_or(Seq::START, |made| made.seq)
}

/// The number of turns before a plan with this root; `None` if the turn was taken back.
fn ply_of(game: &Game, root: Seq) -> Option<usize> {
    if root == Seq::START {
        return Some(0);
    }
    let made = game.turns.iter().position(|made| made.seq == root)?;
    Some(made + 1)
}

/// Has a piece been placed there?
fn is_taken(game: &Game, text: &str) -> bool {
    let mut placed = game.record.texts().into_iter();
    placed.any(|other| place_of(&other) == place_of(text))
}

fn own_texts(game: &Game, side: Side) -> Vec<String> {
    let texts = game.record.texts().into_iter().zip(&game.turns);
    let own = texts.filter(|(_, made)| made.side == side);
    own.map(|(text, _)| text).collect()
}

/// The place of a placement: what follows the letter of the piece.
pub(crate) fn place_of(text: &str) -> &str {
    text.get(1..).unwrap_or_default()
}

fn place<'a>(branches: &'a [Branch], turns: &[&String]) -> PlanNode<'a> {
    let [on, rest @ ..] = turns else {
        return PlanNode::Waiting(branches);
    };
    if branches.is_empty() {
        return PlanNode::Done;
    }
    let named = branches
        .iter()
        .find(|branch| branch.on.as_ref() == Some(on));
    let branch = named.or_else(|| branches.iter().find(|branch| branch.on.is_none()));
    match (branch, rest) {
        (Some(branch), []) => PlanNode::Answer(branch),
        (Some(branch), [reply, rest @ ..]) if branch.reply == **reply => place(&branch.then, rest),
        _ => PlanNode::Off,
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
        // The branch for any other turn stays last, since it is matched last.
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
        // The continuation of a reply to any turn can't be checked before that turn is made.
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
