//! Knock-outs: whoever loses a match is out.
//!
//! A match has two games, one with each seat. If it is level, the lower seed chooses their seat in a
//! decider; if that is drawn as well, the higher seed goes on. If the number of entrants is not a power of two,
//! the highest seeds have no opponent in the first round.

use std::collections::BTreeMap;

use hexpost_engine::side::Side;
use serde::{Deserialize, Serialize};

use crate::entrant::EntrantId;
use crate::game::{Pairing, Round};
use crate::points::Points;
use crate::tournament::{CountedGame, PlayerScore, Status, Tournament};

/// A match of the bracket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KnockoutMatch {
    /// The round, from 1.
    pub round: u16,
    /// The place in the bracket, from the top, from 1. It is not the board: matches without an opponent have
    /// none.
    pub place: u16,
    /// The higher seed, once known.
    pub higher: Option<EntrantId>,
    /// The lower seed, once known; `None` as well if the higher seed has no opponent.
    pub lower: Option<EntrantId>,
    /// What was scored so far, by higher and lower seed.
    pub points: (Points, Points),
    /// How it stands.
    pub state: MatchState,
}

/// How a match stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchState {
    /// Not both players are known, or it was not paired yet.
    Waiting,
    /// It is being played, or is to be played.
    Playing,
    /// It is level, and the lower seed has to choose the seat in the decider.
    ChoosingSeat,
    /// The decider is being played.
    Deciding,
    /// It was won by this entrant, perhaps without an opponent.
    Won(EntrantId),
    /// Nobody goes on: both have withdrawn.
    Void,
}

/// A bracket: the order of seeds and their matches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bracket {
    /// The entrants, from the highest seed to the lowest.
    seeds: Vec<EntrantId>,
    /// The rounds, from the first to the final; each match by its place.
    rounds: Vec<Vec<KnockoutMatch>>,
}

/// The seeds of a bracket from top to bottom, counted from 0, for a power of two: 1 meets the last, and the best
/// meet as late as possible.
///
/// ```
/// # use hexpost_tournament::knockout::bracket_order;
/// assert_eq!(bracket_order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
/// ```
pub fn bracket_order(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let last = order.len() * 2 - 1;
        let seeds = order.iter();
        order = seeds.flat_map(|&seed| [seed, last - seed]).collect();
    }
    order
}

impl Bracket {
    /// The bracket of a tournament whose entrants are seeded in this order.
    pub fn of(tournament: &Tournament, seeds: &[EntrantId]) -> Self {
        let size = seeds.len().next_power_of_two().max(2);
        let games = tournament.games();
        let statuses: BTreeMap<EntrantId, Status> = {
            let ids = tournament.entrants().iter().map(|entrant| entrant.id);
            ids.zip(tournament.statuses()).collect()
        };
        let mut slots: Vec<Slot> = bracket_order(size)
            .into_iter()
            .map(|seed| seeds.get(seed).map_or(Slot::Empty, |&it| Slot::Known(it)))
            .collect();
        let rank = |entrant: EntrantId| seeds.iter().position(|&it| it == entrant);
        let mut rounds = Vec::new();
        while slots.len() > 1 {
            let round = rounds.len() as u16 + 1;
            let mut matches = Vec::new();
            let mut next = Vec::new();
            for (place, pair) in (1..).zip(slots.chunks_exact(2)) {
                let known = pair.iter().filter_map(|slot| slot.known());
                let mut known: Vec<EntrantId> = known.collect();
                known.sort_by_key(|&it| rank(it));
                let mut it = KnockoutMatch {
                    round,
                    place,
                    higher: known.first().copied(),
                    lower: known.get(1).copied(),
                    points: (Points::ZERO, Points::ZERO),
                    state: MatchState::Waiting,
                };
                it.decide(pair, tournament, &games, &statuses);
                next.push(match it.state {
                    MatchState::Won(winner) => Slot::Known(winner),
                    MatchState::Void => Slot::Empty,
                    _ => Slot::Open,
                });
                matches.push(it);
            }
            rounds.push(matches);
            slots = next;
        }
        Self {
            seeds: seeds.to_vec(),
            rounds,
        }
    }

    /// The rounds, from the first to the final; each from top to bottom.
    pub fn rounds(&self) -> &[Vec<KnockoutMatch>] {
        &self.rounds
    }

    /// The entrants, from the highest seed to the lowest.
    pub fn seeds(&self) -> &[EntrantId] {
        &self.seeds
    }

    /// The next round, once all matches before it are decided; `None` before that, and after the final.
    /// `paired` is the number of rounds that were paired. Matches that are decided because a player has left
    /// are not in it.
    ///
    /// A result of an earlier round must not be corrected afterwards so that someone else would go on.
    pub fn next_round(&self, paired: usize) -> Option<Round> {
        let matches = self.rounds.get(paired)?;
        let is_decided =
            |it: &KnockoutMatch| matches!(it.state, MatchState::Won(_) | MatchState::Void);
        let before = self.rounds[..paired].iter().flatten();
        if !before.into_iter().all(is_decided) {
            return None;
        }
        let open = matches.iter();
        let open = open.filter(|it| it.state == MatchState::Waiting);
        let pairings = open.filter_map(|it| {
            let (first, second) = (it.higher?, it.lower?);
            Some(Pairing { first, second })
        });
        Some(Round {
            number: paired as u16 + 1,
            pairings: pairings.collect(),
            byes: Vec::new(),
        })
    }

    /// Who won the final.
    pub fn champion(&self) -> Option<EntrantId> {
        match self.rounds.last()?.first()?.state {
            MatchState::Won(winner) => Some(winner),
            _ => None,
        }
    }

    /// The places: the champion has the first, the other finalist the second, those who lost in the round before
    /// share the third, and so on. Those who are still in share the best place that is not taken yet.
    pub fn places(&self) -> Vec<(EntrantId, u16)> {
        let mut places: Vec<(EntrantId, u16)> = Vec::new();
        let mut rest: Vec<EntrantId> = self.seeds.clone();
        let mut groups: Vec<Vec<EntrantId>> = Vec::new();
        for matches in &self.rounds {
            let out = matches.iter().flat_map(|it| match it.state {
                MatchState::Won(winner) => {
                    [it.higher, it.lower].map(|id| id.filter(|&id| id != winner))
                }
                MatchState::Void => [it.higher, it.lower],
                _ => [None; 2],
            });
            let mut out: Vec<EntrantId> = out.flatten().collect();
            rest.retain(|id| !out.contains(id));
            out.sort_by_key(|id| self.seeds.iter().position(|seed| seed == id));
            groups.push(out);
        }
        groups.push(rest);
        for group in groups.into_iter().rev() {
            let place = places.len() as u16 + 1;
            places.extend(group.into_iter().map(|id| (id, place)));
        }
        places
    }
}

/// Who comes into a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Slot {
    /// Nobody.
    Empty,
    /// The winner of a match that is not decided.
    Open,
    Known(EntrantId),
}

impl Slot {
    const fn known(self) -> Option<EntrantId> {
        match self {
            Self::Known(entrant) => Some(entrant),
            Self::Empty | Self::Open => None,
        }
    }
}

impl KnockoutMatch {
    fn decide(
        &mut self,
        slots: &[Slot],
        tournament: &Tournament,
        games: &[CountedGame],
        statuses: &BTreeMap<EntrantId, Status>,
    ) {
        if slots.contains(&Slot::Open) {
            return;
        }
        let (Some(higher), Some(lower)) = (self.higher, self.lower) else {
            self.state = self.higher.map_or(MatchState::Void, MatchState::Won);
            return;
        };
        self.state = MatchState::Playing;
        let pairing = Pairing {
            first: higher,
            second: lower,
        };
        let rounds = tournament.rounds();
        let round = rounds.get(usize::from(self.round) - 1);
        let board = round.and_then(|round| round.pairings.iter().position(|&it| it == pairing));
        let has_left = |it| statuses.get(it).is_some_and(|&it| it != Status::Active);
        let Some(board) = board.map(|index| index as u16 + 1) else {
            // Not paired yet, but whoever has left won't be.
            self.state = match (has_left(&higher), has_left(&lower)) {
                (false, false) => MatchState::Waiting,
                (true, false) => MatchState::Won(lower),
                (false, true) => MatchState::Won(higher),
                (true, true) => MatchState::Void,
            };
            return;
        };
        let legs = tournament.settings().legs.count();
        let own = games
            .iter()
            .filter(|it| (it.game.key.round, it.game.key.board) == (self.round, board));
        let (regular, decider): (Vec<&CountedGame>, Vec<&CountedGame>) =
            own.partition(|it| it.game.key.game <= legs);
        let scored = |games: &[&CountedGame], who| -> Points {
            games.iter().filter_map(|it| it.points(who)).sum()
        };
        let sums = (scored(&regular, higher), scored(&regular, lower));
        self.points = sums;
        if regular.iter().any(|it| it.score == PlayerScore::Open) {
            return;
        }
        if sums.0 != sums.1 {
            let winner = if sums.0 > sums.1 { higher } else { lower };
            self.state = MatchState::Won(winner);
            return;
        }
        match (has_left(&higher), has_left(&lower)) {
            (true, true) => {
                self.state = MatchState::Void;
                return;
            }
            (true, false) => {
                self.state = MatchState::Won(lower);
                return;
            }
            (false, true) => {
                self.state = MatchState::Won(higher);
                return;
            }
            (false, false) => {}
        }
        let Some(decider) = decider.first() else {
            self.state = MatchState::ChoosingSeat;
            return;
        };
        self.state = match decider.outcome() {
            None => MatchState::Deciding,
            Some(outcome) => {
                let won = |seat: Side| outcome.result.points(seat);
                let seat = decider.game.seat(higher).unwrap_or(Side::First);
                self.points = (sums.0 + won(seat), sums.1 + won(!seat));
                if won(!seat) > won(seat) {
                    MatchState::Won(lower)
                } else {
                    MatchState::Won(higher)
                }
            }
        };
    }
}
