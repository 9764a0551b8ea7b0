//! A tournament as it is: its rows, and what follows from its events.

use std::collections::BTreeMap;
use std::time::Duration;

use hexpost_engine::side::Side;
use hexpost_tournament::knockout::Bracket;
use hexpost_tournament::tournament::PlayerScore;
use hexpost_tournament::{
    Entrant, EntrantId, Legs, SeedingDraw, Standing, Tournament, TournamentEvent,
    TournamentSettings, WithdrawalRule, draw, round_robin, swiss,
};

use crate::app::access::Viewer;
use crate::app::time::clock::days;
use crate::app::{AppError, Refusal};
use crate::model::{
    EntrantRow, GameId, InteractionId, PlayerId, Time, TournamentAct, TournamentEventRow,
    TournamentFormat, TournamentGameRow, TournamentId, TournamentNote, TournamentPlace,
    TournamentRow, TournamentState,
};
use crate::store::{Connection, StoreError, Transaction};

/// The seat that wins less often. Wins with it break ties.
const LESS_FAVOURABLE: Side = Side::Second;

/// A tournament, loaded and replayed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentView {
    /// Its row.
    pub row: TournamentRow,
    /// Those who take part, in the order of their numbers.
    pub entrants: Vec<EntrantRow>,
    /// Its divisions: one, except in a league; none before the start.
    pub divisions: Vec<TournamentDivision>,
    /// What has happened, in order.
    pub events: Vec<TournamentEventRow>,
    /// Its games, without those that were dropped.
    pub games: Vec<TournamentGameRow>,
    /// The games that were dropped because a player was replaced.
    pub dropped: Vec<TournamentGameRow>,
}

/// A division of a league, or the whole of another tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TournamentDivision {
    /// The number, from 0 for the highest.
    pub index: usize,
    /// What follows from its events.
    pub tournament: Tournament,
    /// The entrants of a knock-out, from the highest seed to the lowest; empty in other formats.
    pub seeds: Vec<EntrantId>,
}

impl TournamentDivision {
    /// The bracket of a knock-out.
    pub fn bracket(&self) -> Option<Bracket> {
        (!self.seeds.is_empty()).then(|| Bracket::of(&self.tournament, &self.seeds))
    }

    /// Those who have the first place.
    pub(crate) fn winners(&self) -> Vec<EntrantId> {
        if let Some(bracket) = self.bracket() {
            return bracket.champion().into_iter().collect();
        }
        let standings = self.tournament.standings();
        let first = standings.iter().filter(|line| line.place == Some(1));
        first.map(|line| line.entrant).collect()
    }

    /// The entrants from the first to the last place.
    pub(crate) fn order(&self) -> Vec<EntrantId> {
        let standings: Vec<Standing> = self.tournament.standings();
        standings.iter().map(|line| line.entrant).collect()
    }
}

/// An error of replaying, as damage of the database.
pub(crate) fn broken(id: TournamentId, why: &impl std::fmt::Display) -> StoreError {
    StoreError::Damaged(format!("tournament {id}: {why}"))
}

/// The rules of a format.
pub(crate) const fn settings(format: TournamentFormat) -> TournamentSettings {
    TournamentSettings {
        legs: Legs::Two,
        less_favourable: LESS_FAVOURABLE,
        withdrawal: match format {
            TournamentFormat::RoundRobin | TournamentFormat::League => WithdrawalRule::KeepFromHalf,
            TournamentFormat::Swiss | TournamentFormat::Knockout => WithdrawalRule::Keep,
        },
    }
}

impl TournamentView {
    /// Loads and replays a tournament.
    pub(crate) async fn load(conn: &mut Connection, id: TournamentId) -> Result<Self, AppError> {
        let row = conn.tournament(id).await?;
        let row = row.ok_or(Refusal::UnknownTournament)?;
        let entrants = conn.entrants_of(id).await?;
        let events = conn.tournament_events(id).await?;
        let games = conn.tournament_games(id).await?;
        let (dropped, games) = games.into_iter().partition(|game| game.is_dropped);
        let mut view = Self {
            row,
            entrants,
            divisions: Vec::new(),
            events,
            games,
            dropped,
        };
        if view.row.start_action.is_some() {
            view.divisions = view.replayed(view.events.len())?;
        }
        Ok(view)
    }

    /// The divisions after the first events.
    pub(crate) fn replayed(&self, most: usize) -> Result<Vec<TournamentDivision>, StoreError> {
        let mut divisions = self.beginning()?;
        for event in self.events.iter().take(most) {
            self.apply(&mut divisions, event)?;
        }
        Ok(divisions)
    }

    /// The divisions before the first round.
    pub(crate) fn beginning(&self) -> Result<Vec<TournamentDivision>, StoreError> {
        let wrong = |why: &dyn std::fmt::Display| broken(self.row.id, &why.to_string());
        let last = self.entrants.iter().map(|entrant| entrant.division).max();
        let mut divisions = Vec::new();
        for index in 0..=last.unwrap_or_default() {
            let own = self.entrants.iter().filter(|it| it.division == index);
            let own: Vec<Entrant> = own.map(|it| it.entrant(String::new())).collect();
            let seeds = match (self.row.terms.format, self.draw()) {
                (TournamentFormat::Knockout, Some(draw)) => draw.seeding(&own),
                _ => Vec::new(),
            };
            let tournament = Tournament::new(settings(self.row.terms.format), own);
            divisions.push(TournamentDivision {
                index,
                tournament: tournament.map_err(|why| wrong(&why))?,
                seeds,
            });
        }
        Ok(divisions)
    }

    fn apply(
        &self,
        divisions: &mut [TournamentDivision],
        row: &TournamentEventRow,
    ) -> Result<(), StoreError> {
        let TournamentAct::Standings(event) = &row.act else {
            return Ok(());
        };
        let wrong = |why: String| broken(self.row.id, &format!("event {}: {why}", row.seq));
        let division = divisions.get_mut(row.division);
        let division =
            division.ok_or_else(|| wrong(format!("there is no division {}", row.division)))?;
        let applied = division.tournament.apply(event);
        applied.map_err(|why| wrong(why.to_string()))
    }

    /// Appends an event and stores it.
    pub(crate) async fn append(
        &mut self,
        tx: &mut Transaction,
        division: usize,
        act: TournamentAct,
        by: Option<PlayerId>,
        now: Time,
    ) -> Result<(), AppError> {
        let row = TournamentEventRow {
            seq: self.events.last().map_or(0, |last| last.seq) + 1,
            division,
            at: now,
            by,
            is_decision: by.is_some(),
            act,
        };
        let mut divisions = std::mem::take(&mut self.divisions);
        let applied = self.apply(&mut divisions, &row);
        self.divisions = divisions;
        applied?;
        tx.add_tournament_event(self.row.id, &row).await?;
        self.events.push(row);
        Ok(())
    }

    /// Appends what follows from the games or from the time.
    pub(crate) async fn follows(
        &mut self,
        tx: &mut Transaction,
        division: usize,
        event: TournamentEvent,
        now: Time,
    ) -> Result<(), AppError> {
        let act = TournamentAct::Standings(event);
        self.append(tx, division, act, None, now).await
    }

    /// An entrant.
    pub fn entrant(&self, number: EntrantId) -> Option<&EntrantRow> {
        self.entrants.iter().find(|it| it.number == number)
    }

    /// The entrant that a player is.
    pub fn entrant_of(&self, player: PlayerId) -> Option<&EntrantRow> {
        self.entrants.iter().find(|it| it.player == Some(player))
    }

    /// Who an entrant is; `None` if their data were erased.
    pub fn player(&self, number: EntrantId) -> Option<PlayerId> {
        self.entrant(number)?.player
    }

    /// The players, as far as they are known.
    pub fn players(&self) -> Vec<PlayerId> {
        self.entrants.iter().filter_map(|it| it.player).collect()
    }

    /// The game in a place, if it was started.
    pub fn game_at(&self, place: TournamentPlace) -> Option<GameId> {
        let found = self.games.iter().find(|game| game.place == place);
        found.map(|game| game.game)
    }

    /// The place of a game.
    pub fn place_of(&self, game: GameId) -> Option<TournamentPlace> {
        let found = self.games.iter().find(|it| it.game == game);
        found.map(|game| game.place)
    }

    /// The players of a place: who moves first, and who moves second.
    pub fn seated(&self, place: TournamentPlace) -> Option<[EntrantId; 2]> {
        let division = self.divisions.get(place.division)?;
        let planned = division.tournament.planned();
        let game = planned.iter().find(|game| game.key == place.key)?;
        Some([game.first, game.second])
    }

    /// The round that is being played; 0 before the start. The rounds of a round robin are played at the
    /// same time and count as one.
    pub fn round(&self) -> u16 {
        let rounds = |it: &TournamentDivision| it.tournament.rounds().len() as u16;
        let paired = self.divisions.iter().map(rounds).max().unwrap_or_default();
        match self.row.terms.format {
            TournamentFormat::Swiss | TournamentFormat::Knockout => paired,
            TournamentFormat::RoundRobin | TournamentFormat::League => paired.min(1),
        }
    }

    /// How many rounds there are; before the start, how many there would be.
    pub fn rounds(&self) -> u16 {
        let players = self.entrants.len();
        match self.row.terms.format {
            TournamentFormat::Swiss => {
                let usual = swiss::recommended_rounds(players);
                let wanted = self.row.terms.rounds.unwrap_or(usual);
                wanted.min(swiss::max_rounds(players)).max(1)
            }
            TournamentFormat::Knockout => players.max(2).next_power_of_two().ilog2() as u16,
            TournamentFormat::RoundRobin | TournamentFormat::League => 1,
        }
    }

    /// The deadline of the round that is being played.
    pub fn deadline(&self) -> Option<Time> {
        if self.row.state != TournamentState::Running {
            return None;
        }
        let round_days = self.row.terms.round_days?;
        let current = self.round();
        let mut deadline = None;
        for event in &self.events {
            let set = match &event.act {
                TournamentAct::Standings(TournamentEvent::Paired(round)) => {
                    round.number == current || self.row.terms.format.is_at_once()
                }
                TournamentAct::Standings(TournamentEvent::SeatChosen { round, .. }) => {
                    *round == current
                }
                TournamentAct::Note(TournamentNote::Extended { round, until })
                    if *round == current =>
                {
                    deadline = deadline.max(Some(*until));
                    continue;
                }
                _ => false,
            };
            if set {
                deadline = deadline.max(Some(event.at + whole_days(round_days)));
            }
        }
        deadline
    }

    /// The draw, after the start. Its commands verify it.
    pub fn draw(&self) -> Option<SeedingDraw> {
        let start = self.row.start_action?;
        Some(self.draw_with(start))
    }

    /// The draw if the tournament is started with this interaction.
    pub(crate) fn draw_with(&self, start: InteractionId) -> SeedingDraw {
        let joins = self.entrants.iter().filter_map(|it| it.action);
        let joins: Vec<u64> = joins.map(|action| action.0.cast_unsigned()).collect();
        let start = start.0.cast_unsigned();
        SeedingDraw::new(self.row.id.0, &self.row.secret, &joins, start)
    }

    /// The commitment to the secret of the draw, which is shown before the start.
    pub fn commitment(&self) -> String {
        draw::commitment(self.row.id.0, &self.row.secret)
    }

    /// May a user organise the tournament? The organiser may, and members who manage the server.
    pub fn is_organiser(&self, viewer: &Viewer) -> bool {
        let is_own = viewer.player.is_some() && viewer.player == self.row.organiser;
        is_own || viewer.managed_server() == Some(self.row.server)
    }

    /// Is the score of a place known?
    pub(crate) fn is_settled(&self, place: TournamentPlace) -> bool {
        let division = self.divisions.get(place.division);
        let games = division.map(|it| it.tournament.games()).unwrap_or_default();
        games
            .iter()
            .any(|it| it.game.key == place.key && it.score != PlayerScore::Open)
    }

    /// A player's games that have begun and count for the standings, but have not ended.
    pub fn open_games_of(&self, player: PlayerId) -> Vec<GameId> {
        let Some(entrant) = self.entrant_of(player) else {
            return Vec::new();
        };
        let Some(division) = self.divisions.get(entrant.division) else {
            return Vec::new();
        };
        let open =
            division.tournament.games().into_iter().filter(|it| {
                it.score == PlayerScore::Open && it.game.seat(entrant.number).is_some()
            });
        let place = |key| TournamentPlace {
            division: entrant.division,
            key,
        };
        open.filter_map(|it| self.game_at(place(it.game.key)))
            .collect()
    }

    /// The divisions with the names of their players, for exports and pictures.
    pub fn named(&self, name: impl Fn(PlayerId) -> String) -> Vec<Tournament> {
        let named = |division: &TournamentDivision| {
            let names: BTreeMap<EntrantId, String> = self
                .entrants
                .iter()
                .map(|it| (it.number, it.player.map(&name).unwrap_or_default()))
                .collect();
            division.tournament.clone().with_names(&names)
        };
        self.divisions.iter().map(named).collect()
    }

    /// The rounds of a round robin between the entrants of a division.
    pub(crate) fn all_rounds(&self, division: usize) -> Vec<hexpost_tournament::Round> {
        let Some(draw) = self.draw() else {
            return Vec::new();
        };
        let own = self.entrants.iter().filter(|it| it.division == division);
        let numbers = draw.shuffled(draw::Purpose::Numbers, own.map(|it| it.number));
        round_robin::rounds(&numbers)
    }
}

/// A number of days from the terms.
pub(crate) const fn whole_days(count: i64) -> Duration {
    days(count.unsigned_abs())
}
