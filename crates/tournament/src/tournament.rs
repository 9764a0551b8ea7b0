//! A tournament: what follows from its events.

use std::collections::{BTreeMap, BTreeSet};

use hexpost_engine::side::Side;
use serde::{Deserialize, Serialize};

use crate::entrant::{Entrant, EntrantId};
use crate::event::{EventError, TournamentEvent};
use crate::game::{GameEnding, GameKey, PairingResult, PlannedGame, Round};
use crate::points::Points;

/// How many games a pairing has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Legs {
    /// One game.
    One,
    /// Two games, so that each player has both seats.
    #[default]
    Two,
}

impl Legs {
    /// The number of games.
    pub const fn count(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }
}

/// What becomes of the results of a player who withdraws.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WithdrawalRule {
    /// They are kept if at least half of the player's games were played, and the open games are lost;
    /// otherwise all are annulled, because not everyone has met the player. For round robins and leagues.
    #[default]
    KeepFromHalf,
    /// They are kept, and the open games are lost. For Swiss and knock-out tournaments, in which nobody
    /// would have met the player otherwise.
    Keep,
}

/// The rules of a tournament that its standings depend on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TournamentSettings {
    /// How many games a pairing has.
    pub legs: Legs,
    /// The seat that wins less often in this game; wins with it break ties.
    pub less_favourable: Side,
    /// What becomes of the results of a player who withdraws.
    pub withdrawal: WithdrawalRule,
}

/// Whether an entrant still plays.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// They play.
    Active,
    /// They left; their results count.
    Withdrawn,
    /// They left; their results don't count.
    Annulled,
}

/// A result that was reported or decided.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct TournamentOutcome {
    /// The result.
    pub result: PairingResult,
    /// How the game ended.
    pub ending: GameEnding,
}

/// What a game means for the standings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlayerScore {
    /// It has not ended.
    Open,
    /// It counts.
    Counted(TournamentOutcome),
    /// It doesn't count, because a player withdrew too early.
    Annulled,
}

/// A game and what it means for the standings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct CountedGame {
    /// The game.
    pub game: PlannedGame,
    /// What it means.
    pub score: PlayerScore,
    /// Was it settled by a forfeit or withdrawal, and not by an event of its own? If it is running, it has
    /// to be ended.
    pub is_settled_by_rule: bool,
}

impl CountedGame {
    /// The result, if the game counts.
    pub const fn outcome(&self) -> Option<TournamentOutcome> {
        match self.score {
            PlayerScore::Counted(outcome) => Some(outcome),
            PlayerScore::Open | PlayerScore::Annulled => None,
        }
    }

    /// What an entrant scored; `None` if the game doesn't count or they don't play here.
    pub fn points(&self, entrant: EntrantId) -> Option<Points> {
        let seat = self.game.seat(entrant)?;
        Some(self.outcome()?.result.points(seat))
    }
}

/// A tournament: entrants, and everything that follows from the events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    settings: TournamentSettings,
    entrants: Vec<Entrant>,
    rounds: Vec<Round>,
    /// The last result of each game, with the number of its event.
    outcomes: BTreeMap<GameKey, (usize, TournamentOutcome)>,
    /// When entrants withdrew, by the number of the event.
    withdrawn: BTreeMap<EntrantId, usize>,
    /// When entrants were last replaced, by the number of the event.
    replaced: BTreeMap<EntrantId, usize>,
    seats: BTreeMap<(u16, u16), Side>,
    events: usize,
}

impl Tournament {
    /// A tournament before its first round.
    pub fn new(settings: TournamentSettings, entrants: Vec<Entrant>) -> Result<Self, EventError> {
        let mut ids = BTreeSet::new();
        if let Some(twice) = entrants.iter().find(|entrant| !ids.insert(entrant.id)) {
            return Err(EventError::SameId(twice.id));
        }
        Ok(Self {
            settings,
            entrants,
            rounds: Vec::new(),
            outcomes: BTreeMap::new(),
            withdrawn: BTreeMap::new(),
            replaced: BTreeMap::new(),
            seats: BTreeMap::new(),
            events: 0,
        })
    }

    /// A tournament after these events.
    pub fn replay<'a>(
        settings: TournamentSettings,
        entrants: Vec<Entrant>,
        events: impl IntoIterator<Item = &'a TournamentEvent>,
    ) -> Result<Self, EventError> {
        let mut tournament = Self::new(settings, entrants)?;
        for event in events {
            tournament.apply(event)?;
        }
        Ok(tournament)
    }

    /// Applies the next event. A refused event changes nothing.
    pub fn apply(&mut self, event: &TournamentEvent) -> Result<(), EventError> {
        let number = self.events;
        match event {
            TournamentEvent::Paired(round) => {
                self.check_round(round)?;
                self.rounds.push(round.clone());
            }
            TournamentEvent::Ended {
                game,
                result,
                ending,
            } => {
                self.check_game(*game)?;
                let (result, ending) = (*result, *ending);
                let outcome = TournamentOutcome { result, ending };
                self.outcomes.insert(*game, (number, outcome));
            }
            TournamentEvent::Reopened { game } => {
                self.check_game(*game)?;
                self.outcomes.remove(game);
            }
            TournamentEvent::Withdrawn { entrant } => {
                self.check_entrant(*entrant)?;
                self.withdrawn.insert(*entrant, number);
            }
            TournamentEvent::Replaced {
                entrant,
                name,
                rating,
            } => {
                let found = self.entrants.iter_mut().find(|known| known.id == *entrant);
                let place = found.ok_or(EventError::NoEntrant(*entrant))?;
                place.name.clone_from(name);
                place.rating = *rating;
                self.withdrawn.remove(entrant);
                self.replaced.insert(*entrant, number);
            }
            TournamentEvent::SeatChosen { round, board, seat } => {
                let (round, board) = (*round, *board);
                if self.pairing(round, board).is_none() || !self.is_level(round, board) {
                    return Err(EventError::NoDecider { round, board });
                }
                self.seats.insert((round, board), *seat);
            }
        }
        self.events += 1;
        Ok(())
    }

    /// The rules.
    pub const fn settings(&self) -> &TournamentSettings {
        &self.settings
    }

    /// The entrants, in the order in which they were given.
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The entrant with this id.
    pub fn entrant(&self, id: EntrantId) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.id == id)
    }

    /// The same tournament with these names of entrants; the others keep theirs.
    #[must_use]
    pub fn with_names(mut self, names: &BTreeMap<EntrantId, String>) -> Self {
        for entrant in &mut self.entrants {
            if let Some(name) = names.get(&entrant.id) {
                entrant.name.clone_from(name);
            }
        }
        self
    }

    /// The rounds that were paired.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    /// The seat that the lower seed chose for the decider of a knock-out match.
    pub fn chosen_seat(&self, round: u16, board: u16) -> Option<Side> {
        self.seats.get(&(round, board)).copied()
    }

    /// The pairing on a board.
    pub fn pairing(&self, round: u16, board: u16) -> Option<crate::game::Pairing> {
        let round = self.rounds.get(usize::from(round).checked_sub(1)?)?;
        let pairing = round.pairings.get(usize::from(board).checked_sub(1)?)?;
        Some(*pairing)
    }

    /// All games that were paired, with deciders of knock-out matches whose seats are known.
    pub fn planned(&self) -> Vec<PlannedGame> {
        let legs = self.settings.legs.count();
        let rounds = self.rounds.iter();
        let mut games: Vec<PlannedGame> = rounds.flat_map(|round| round.games(legs)).collect();
        for (&(round, board), &seat) in &self.seats {
            // The higher seed is the first of the pairing.
            if let Some(pairing) = self.pairing(round, board) {
                let (first, second) = match seat {
                    Side::First => (pairing.second, pairing.first),
                    Side::Second => (pairing.first, pairing.second),
                };
                let game = legs + 1;
                let key = GameKey { round, board, game };
                games.push(PlannedGame { key, first, second });
            }
        }
        games.sort_by_key(|game| game.key);
        games
    }

    /// All games that were paired, with what they mean for the standings.
    pub fn games(&self) -> Vec<CountedGame> {
        self.settled().0
    }

    /// Whether each entrant still plays, in the order of [`entrants`](Self::entrants).
    pub fn statuses(&self) -> Vec<Status> {
        let statuses = self.settled().1;
        let each = self.entrants.iter();
        each.map(|entrant| statuses[&entrant.id]).collect()
    }

    /// Whether an entrant still plays; unknown entrants don't.
    pub fn status(&self, entrant: EntrantId) -> Status {
        let statuses = self.settled().1;
        statuses.get(&entrant).copied().unwrap_or(Status::Withdrawn)
    }

    /// Have all games of all rounds been settled?
    pub fn is_round_over(&self) -> bool {
        self.games()
            .iter()
            .all(|game| game.score != PlayerScore::Open)
    }

    /// The games to start next, if nobody may play more than `most` games at a time and `started` have been
    /// started already. Games are started in the order of rounds, so earlier rounds end first.
    pub fn to_start(&self, started: &BTreeSet<GameKey>, most: usize) -> Vec<PlannedGame> {
        let open: Vec<CountedGame> = self.games();
        let open = open.iter().filter(|game| game.score == PlayerScore::Open);
        let (running, waiting): (Vec<&CountedGame>, Vec<&CountedGame>) =
            open.partition(|game| started.contains(&game.game.key));
        let mut busy: BTreeMap<EntrantId, usize> = BTreeMap::new();
        for game in running {
            *busy.entry(game.game.first).or_default() += 1;
            *busy.entry(game.game.second).or_default() += 1;
        }
        let mut start = Vec::new();
        for CountedGame { game, .. } in waiting {
            let players = [game.first, game.second];
            let is_free = |player| busy.get(player).copied().unwrap_or_default() < most;
            if players.iter().all(is_free) {
                for player in players {
                    *busy.entry(player).or_default() += 1;
                }
                start.push(*game);
            }
        }
        start
    }

    /// Applies the rules of forfeits and withdrawals to the results.
    fn settled(&self) -> (Vec<CountedGame>, BTreeMap<EntrantId, Status>) {
        let planned = self.planned();
        let (forfeits, withdrawn) = self.penalties(&planned);
        let raw = |game: &PlannedGame| self.outcomes.get(&game.key).map(|(_, outcome)| *outcome);
        let mut statuses: BTreeMap<EntrantId, Status> = BTreeMap::new();
        for entrant in &self.entrants {
            let status = if !withdrawn.contains(&entrant.id) {
                Status::Active
            } else if self.keeps_results(&planned, entrant.id) {
                Status::Withdrawn
            } else {
                Status::Annulled
            };
            statuses.insert(entrant.id, status);
        }
        let scored = planned.iter().map(|game| {
            let players = [game.first, game.second];
            let is = |status| players.map(|player| statuses.get(&player) == Some(&status));
            let gave_up = |player| forfeits.contains(&(game.key.round, game.key.board, player));
            let outcome = raw(game);
            let (score, is_settled_by_rule) = if is(Status::Annulled) != [false; 2] {
                (PlayerScore::Annulled, outcome.is_none())
            } else if let Some(outcome) = outcome {
                (PlayerScore::Counted(outcome), false)
            } else {
                let [first, second] = is(Status::Withdrawn);
                let first = first || gave_up(game.first);
                let second = second || gave_up(game.second);
                let result = match (first, second) {
                    (false, false) => None,
                    (true, false) => Some(PairingResult::Second),
                    (false, true) => Some(PairingResult::First),
                    (true, true) => Some(PairingResult::Neither),
                };
                let ending = GameEnding::Forfeited;
                let count = |result| PlayerScore::Counted(TournamentOutcome { result, ending });
                (result.map_or(PlayerScore::Open, count), result.is_some())
            };
            CountedGame {
                game: *game,
                score,
                is_settled_by_rule,
            }
        });
        (scored.collect(), statuses)
    }

    /// The pairings that were forfeited, by round, board and loser, and who has withdrawn: by decision, or by
    /// running out of time twice without a move.
    fn penalties(
        &self,
        planned: &[PlannedGame],
    ) -> (BTreeSet<(u16, u16, EntrantId)>, BTreeSet<EntrantId>) {
        let mut unplayed: Vec<(usize, EntrantId, GameKey)> = Vec::new();
        for game in planned {
            if let Some((number, outcome)) = self.outcomes.get(&game.key)
                && outcome.ending == GameEnding::TimedOutUnplayed
                && let Some(winner) = outcome.result.winner()
            {
                unplayed.push((*number, game.at(!winner), game.key));
            }
        }
        unplayed.sort_unstable();
        let mut forfeits = BTreeSet::new();
        let mut withdrawn: BTreeSet<EntrantId> = self.withdrawn.keys().copied().collect();
        let mut before: BTreeSet<EntrantId> = BTreeSet::new();
        for (number, loser, key) in unplayed {
            forfeits.insert((key.round, key.board, loser));
            // A new player doesn't answer for the one before.
            let is_own = self.replaced.get(&loser).is_none_or(|&at| at < number);
            if is_own && !before.insert(loser) {
                withdrawn.insert(loser);
            }
        }
        (forfeits, withdrawn)
    }

    /// Do the results of an entrant who has withdrawn count?
    fn keeps_results(&self, planned: &[PlannedGame], entrant: EntrantId) -> bool {
        if self.settings.withdrawal == WithdrawalRule::Keep {
            return true;
        }
        let own = planned.iter().filter(|game| game.seat(entrant).is_some());
        let is_played = |game: &&PlannedGame| {
            let outcome = self.outcomes.get(&game.key);
            outcome.is_some_and(|(_, outcome)| outcome.ending.is_played())
        };
        let (all, played) = (own.clone().count(), own.filter(is_played).count());
        played > 0 && played * 2 >= all
    }

    /// Has a knock-out match been drawn after its regular games?
    fn is_level(&self, round: u16, board: u16) -> bool {
        let legs = self.settings.legs.count();
        let mut halves: BTreeMap<EntrantId, u32> = BTreeMap::new();
        for scored in self.games() {
            let key = scored.game.key;
            if key.round == round && key.board == board && key.game <= legs {
                let Some(outcome) = scored.outcome() else {
                    return false;
                };
                for seat in Side::BOTH {
                    let points = outcome.result.points(seat);
                    *halves.entry(scored.game.at(seat)).or_default() += points.halves;
                }
            }
        }
        let mut each = halves.values();
        each.next() == each.next()
    }

    fn check_entrant(&self, entrant: EntrantId) -> Result<(), EventError> {
        let found = self.entrant(entrant);
        found.map(drop).ok_or(EventError::NoEntrant(entrant))
    }

    fn check_game(&self, game: GameKey) -> Result<(), EventError> {
        let is_regular = (1..=self.settings.legs.count()).contains(&game.game)
            && self.pairing(game.round, game.board).is_some();
        let is_decider = game.game == self.settings.legs.count() + 1
            && self.seats.contains_key(&(game.round, game.board));
        if is_regular || is_decider {
            Ok(())
        } else {
            Err(EventError::NoGame(game))
        }
    }

    fn check_round(&self, round: &Round) -> Result<(), EventError> {
        let (expected, found) = (self.rounds.len() as u16 + 1, round.number);
        if expected != found {
            return Err(EventError::RoundNumber { expected, found });
        }
        let mut seen = BTreeSet::new();
        let paired = round.pairings.iter();
        let paired = paired.flat_map(|pairing| [pairing.first, pairing.second]);
        for entrant in paired.chain(round.byes.iter().copied()) {
            self.check_entrant(entrant)?;
            if !seen.insert(entrant) {
                return Err(EventError::PairedTwice(entrant));
            }
        }
        Ok(())
    }
}
