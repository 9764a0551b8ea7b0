//! The tables of tournaments as pictures: crosstables, Swiss tables and brackets.

use std::collections::BTreeMap;

use hexpost_render::alt_text::MAX_CHARS;
use hexpost_render::bracket::{BracketMatch, BracketPlayer, BracketRound, BracketTable};
use hexpost_render::standings::{
    Columns, Crosstable, Heading, Scored, StandingsLine, SwissCell, SwissTable,
};
use hexpost_render::theme::Theme;
use hexpost_render::{Drawing, drawable};
use hexpost_tournament::knockout::{Bracket, KnockoutMatch, MatchState};
use hexpost_tournament::table::TableCell;
use hexpost_tournament::tournament::Status;
use hexpost_tournament::{EntrantId, Points, Standing, Tournament};

use crate::discord::i18n::Locale;
use crate::discord::view::message::{Picture, cut};

/// The name of the file of every table.
const FILE: &str = "table.png";

/// What the pictures of a tournament need besides its results.
#[derive(Debug)]
pub(crate) struct TableLook<'a> {
    /// The language of headings.
    pub(crate) locale: &'a Locale,
    /// The colours.
    pub(crate) theme: Theme,
    /// The tournament's name.
    pub(crate) title: String,
    /// How it stands, such as "Round 3 of 5".
    pub(crate) subtitle: String,
    /// The names of the players, as far as they are known.
    pub(crate) names: &'a BTreeMap<EntrantId, String>,
    /// Does the table show who has won?
    pub(crate) is_over: bool,
}

impl TableLook<'_> {
    /// A round robin, or a division of a league.
    pub(crate) fn crosstable(&self, tournament: &Tournament) -> Picture {
        let lines = tournament.standings().into_iter();
        let lines = lines.map(|line| self.line(tournament, &line));
        let cells = tournament.crosstable().into_iter().map(|row| {
            let cells = row
                .into_iter()
                .map(|games| games.into_iter().map(scored).collect());
            cells.collect()
        });
        let table = Crosstable {
            theme: self.theme,
            heading: self.heading(),
            columns: self.columns(),
            rows: lines.zip(cells).collect(),
        };
        let alt = table.alt_text();
        self.picture(Drawing::Crosstable(table), alt)
    }

    /// A Swiss tournament.
    pub(crate) fn swiss(&self, tournament: &Tournament) -> Picture {
        let standings = tournament.standings();
        let places: BTreeMap<EntrantId, usize> = standings
            .iter()
            .zip(1..)
            .map(|(line, place)| (line.entrant, place))
            .collect();
        let rows = standings.iter().map(|line| {
            let rounds = tournament.round_lines(line.entrant).into_iter();
            let cells = rounds.map(|round| SwissCell {
                score: round
                    .points
                    .map(|points| points.to_string())
                    .unwrap_or_default(),
                is_won: round.is_won,
                opponent: match round.opponent {
                    _ if round.is_bye => self.locale.text("table-bye", &[]),
                    Some(opponent) => places
                        .get(&opponent)
                        .map(|place| format!("#{place}"))
                        .unwrap_or_default(),
                    None => String::new(),
                },
            });
            (self.line(tournament, line), cells.collect())
        });
        let table = SwissTable {
            theme: self.theme,
            heading: self.heading(),
            columns: self.columns(),
            rows: rows.collect(),
        };
        let alt = table.alt_text();
        self.picture(Drawing::Swiss(table), alt)
    }

    /// A knock-out.
    pub(crate) fn bracket(&self, tournament: &Tournament, bracket: &Bracket) -> Picture {
        let seeds: BTreeMap<EntrantId, usize> = bracket.seeds().iter().copied().zip(1..).collect();
        let count = bracket.rounds().len();
        let rounds = bracket.rounds().iter().enumerate().map(|(index, matches)| {
            let shown = matches.iter().map(|it| {
                let is_bye = index == 0 && (it.higher.is_none() || it.lower.is_none());
                // In the first round the higher seed is above, then whoever comes from above.
                let players = match index.checked_sub(1) {
                    None => [it.higher, it.lower],
                    Some(before) => {
                        let place = 2 * usize::from(it.place) - 2;
                        [place, place + 1].map(|place| winner(bracket.rounds(), before, place))
                    }
                };
                (!is_bye).then(|| self.knockout_match(tournament, it, players, &seeds))
            });
            BracketRound {
                name: round_name(self.locale, count - index),
                matches: shown.collect(),
            }
        });
        let table = BracketTable {
            theme: self.theme,
            heading: self.heading(),
            rounds: rounds.collect(),
        };
        let alt = table.alt_text();
        self.picture(Drawing::Bracket(table), alt)
    }

    /// A match with its players, from top to bottom.
    fn knockout_match(
        &self,
        tournament: &Tournament,
        it: &KnockoutMatch,
        players: [Option<EntrantId>; 2],
        seeds: &BTreeMap<EntrantId, usize>,
    ) -> BracketMatch {
        let is_begun = !matches!(it.state, MatchState::Waiting);
        let has_score = is_begun && (it.points.0 + it.points.1) > Points::ZERO;
        let player = |who: Option<EntrantId>| {
            let Some(who) = who else {
                return BracketPlayer::default();
            };
            let points = if it.higher == Some(who) {
                it.points.0
            } else {
                it.points.1
            };
            let winner = match it.state {
                MatchState::Won(winner) => Some(winner),
                _ => None,
            };
            BracketPlayer {
                name: self.name(tournament, who),
                seed: seeds.get(&who).map(usize::to_string).unwrap_or_default(),
                score: if has_score {
                    points.to_string()
                } else {
                    String::new()
                },
                is_winner: winner == Some(who),
                is_loser: it.state == MatchState::Void || winner.is_some_and(|one| one != who),
            }
        };
        BracketMatch {
            players: players.map(player),
        }
    }

    fn line(&self, tournament: &Tournament, line: &Standing) -> StandingsLine {
        StandingsLine {
            place: line
                .place
                .map(|place| place.to_string())
                .unwrap_or_default(),
            name: self.name(tournament, line.entrant),
            points: line.points.to_string(),
            tie_break: line.sonneborn_berger.to_string(),
            is_out: line.status != Status::Active,
            is_champion: self.is_over && line.place == Some(1),
        }
    }

    /// A name that can be drawn.
    fn name(&self, tournament: &Tournament, who: EntrantId) -> String {
        let known = self.names.get(&who).cloned();
        let kept = || tournament.entrant(who).map(|it| it.name.clone());
        let name = drawable(&known.or_else(kept).unwrap_or_default());
        if name.is_empty() {
            self.locale.text("someone", &[])
        } else {
            name
        }
    }

    fn heading(&self) -> Heading {
        Heading {
            title: drawable(&self.title),
            subtitle: drawable(&self.subtitle),
        }
    }

    fn columns(&self) -> Columns {
        Columns {
            points: self.locale.text("table-points", &[]),
            tie_break: self.locale.text("table-tie-break", &[]),
        }
    }

    fn picture(&self, view: Drawing, alt: String) -> Picture {
        let alt = self.locale.text("table-alt", &[("table", alt.into())]);
        Picture {
            view,
            alt: cut(alt, MAX_CHARS),
            file: FILE,
        }
    }
}

/// The winner of a match, if it is decided.
fn winner(rounds: &[Vec<KnockoutMatch>], round: usize, place: usize) -> Option<EntrantId> {
    match rounds.get(round)?.get(place)?.state {
        MatchState::Won(winner) => Some(winner),
        _ => None,
    }
}

/// A game as the picture shows it; an annulled one is shown like one that was not played.
fn scored(cell: TableCell) -> Scored {
    match cell {
        TableCell::Open | TableCell::Annulled => Scored::Open,
        TableCell::Scored { points, is_forfeit } => match (points, is_forfeit) {
            (Points::WIN, false) => Scored::Win,
            (Points::WIN, true) => Scored::ForfeitWin,
            (Points::DRAW, _) => Scored::Draw,
            (_, false) => Scored::Loss,
            (_, true) => Scored::ForfeitLoss,
        },
    }
}

/// What a round of a knock-out is called, by how many are left with it: 1 is the final.
pub(crate) fn round_name(locale: &Locale, left: usize) -> String {
    match left {
        1 => locale.text("round-final", &[]),
        2 => locale.text("round-semifinal", &[]),
        3 => locale.text("round-quarterfinal", &[]),
        _ => {
            let players = 1_u64.checked_shl(left as u32).unwrap_or_default();
            locale.text("round-last", &[("players", players.to_string().into())])
        }
    }
}
