//! The card of a tournament: its terms, its players, how it stands, its games.

use std::collections::BTreeMap;

use hexpost_render::theme::Theme;
use hexpost_tournament::tournament::{CountedGame, PlayerScore, Status, TournamentOutcome};
use hexpost_tournament::{EntrantId, PairingResult};

use crate::app::AppError;
use crate::app::tournament::TournamentView;
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::tournament::{OrganiserAction, TournamentAction};
use crate::discord::i18n::{Locale, time};
use crate::discord::view::components::key;
use crate::discord::view::format::{hour, mention, moment, plain_name, variant};
use crate::discord::view::game_summary;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Message, Picture, SelectMenu, SelectOption,
};
use crate::discord::view::tournament_table::{TableLook, round_name};
use crate::model::{
    GameId, PlayerId, TournamentFormat, TournamentPlace, TournamentRow, TournamentStart,
    TournamentState, TournamentTerms,
};

/// How many players a card lists.
const MAX_LISTED: usize = 32;
/// How many games a card lists.
const MAX_GAMES: usize = 10;
/// Discord's limit of buttons in a row.
const MAX_KEYS: usize = 5;

/// A tournament with what is needed to show it.
#[derive(Debug)]
pub(crate) struct TournamentCard<'a> {
    /// The tournament.
    pub(crate) tournament: &'a TournamentView,
    /// The language.
    pub(crate) locale: &'a Locale,
    /// The colours.
    pub(crate) theme: Theme,
    /// The names of the players, as far as they are known, for pictures.
    pub(crate) names: BTreeMap<PlayerId, String>,
    /// Links to games.
    pub(crate) links: BTreeMap<GameId, String>,
}

/// A game of a tournament with its place in it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedGame {
    /// The place.
    pub(crate) place: TournamentPlace,
    /// The game, with what it means for the standings.
    pub(crate) counted: CountedGame,
    /// The game that was begun.
    pub(crate) game: Option<GameId>,
}

impl PlacedGame {
    /// Is it being played?
    pub(crate) fn is_running(&self) -> bool {
        self.game.is_some() && self.counted.score == PlayerScore::Open
    }
}

/// All games of a tournament that were paired.
pub(crate) fn placed_games(tournament: &TournamentView) -> Vec<PlacedGame> {
    let divisions = tournament.divisions.iter();
    let all = divisions.flat_map(|division| {
        let games = division.tournament.games().into_iter();
        games.map(|counted| {
            let place = TournamentPlace {
                division: division.index,
                key: counted.game.key,
            };
            PlacedGame {
                place,
                counted,
                game: tournament.game_at(place),
            }
        })
    });
    all.collect()
}

/// The games of a tournament that are being played.
pub(crate) fn running_games(tournament: &TournamentView) -> Vec<PlacedGame> {
    let mut games = placed_games(tournament);
    games.retain(PlacedGame::is_running);
    games
}

/// The custom id of a component of tournaments.
pub(crate) const fn tournament_id(action: TournamentAction) -> CustomId {
    CustomId::Menu(MenuAction::Tournament(action))
}

/// A button of tournaments.
pub(crate) fn tournament_key(
    locale: &Locale,
    action: TournamentAction,
    label: &str,
    style: ButtonStyle,
) -> Button {
    key(&tournament_id(action), locale.text(label, &[]), style)
}

/// The name of a format.
pub(crate) fn format_name(locale: &Locale, format: TournamentFormat) -> String {
    locale.text(&format!("tournament-format-{}", format.as_str()), &[])
}

/// A player of a tournament in a message.
pub(crate) fn player_in_words(
    locale: &Locale,
    tournament: &TournamentView,
    who: EntrantId,
) -> String {
    let player = tournament.player(who);
    player.map_or_else(|| locale.text("someone", &[]), mention)
}

/// A result, from the player who moved first.
pub(crate) const fn result_in_signs(result: PairingResult) -> &'static str {
    match result {
        PairingResult::First => "1–0",
        PairingResult::Second => "0–1",
        PairingResult::Draw => "½–½",
        PairingResult::Neither => "0–0",
    }
}

/// How a game counts, in signs.
pub(crate) const fn score_in_signs(score: PlayerScore) -> &'static str {
    match score {
        PlayerScore::Open => "–",
        PlayerScore::Annulled => "×",
        PlayerScore::Counted(TournamentOutcome { result, .. }) => result_in_signs(result),
    }
}

/// What is played: game, format, pace, rated or not.
pub(crate) fn terms_line(locale: &Locale, terms: &TournamentTerms) -> String {
    let rated = if terms.is_rated {
        "tournament-rated"
    } else {
        "tournament-unrated"
    };
    let args = [
        ("variant", variant(locale, &terms.variant).into()),
        ("format", format_name(locale, terms.format).into()),
        ("pace", time::pace(locale, Some(terms.pace)).into()),
        ("rated", locale.text(rated, &[]).into()),
    ];
    locale.text("tournament-what", &args)
}

/// Who may join, one line for each condition.
pub(crate) fn conditions(locale: &Locale, terms: &TournamentTerms) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(role) = terms.role {
        let roles = ("roles", format!("<@&{role}>").into());
        lines.push(locale.text("tournament-only-roles", &[roles]));
    }
    let from = |rating: i64| ("from", rating.to_string().into());
    let to = |rating: i64| ("to", rating.to_string().into());
    match (terms.least_rating, terms.most_rating) {
        (Some(least), Some(most)) => {
            lines.push(locale.text("tournament-ratings-between", &[from(least), to(most)]));
        }
        (Some(least), None) => {
            lines.push(locale.text("tournament-ratings-above", &[from(least)]));
        }
        (None, Some(most)) => lines.push(locale.text("tournament-ratings-below", &[to(most)])),
        (None, None) => {}
    }
    lines
}

/// How games and rounds are limited, in one line.
pub(crate) fn limits_line(locale: &Locale, terms: &TournamentTerms) -> String {
    let count = |number: u64| [("count", number.into())];
    let mut parts = vec![locale.text("tournament-games-at-once", &count(terms.at_once as u64))];
    if let Some(days) = terms.round_days {
        parts.push(locale.text("tournament-days-each", &count(days.max(0) as u64)));
    }
    let vacation = terms.vacation_days.max(0) as u64;
    parts.push(locale.text("tournament-vacation-days", &count(vacation)));
    parts.join(" · ")
}

/// The round that is being played, or the season of a league.
pub(crate) fn round_in_words(locale: &Locale, tournament: &TournamentView, round: u16) -> String {
    let number = ("number", u64::from(round).into());
    match tournament.row.terms.format {
        TournamentFormat::League => {
            let season = tournament.row.season.max(1) as u64;
            locale.text("tournament-season", &[("number", season.into())])
        }
        TournamentFormat::Knockout => {
            let rounds = usize::from(tournament.rounds().max(round));
            let left = rounds + 1 - usize::from(round.max(1));
            round_name(locale, left)
        }
        // They are all played at once.
        TournamentFormat::RoundRobin => locale.text("tournament-all-rounds", &[]),
        TournamentFormat::Swiss => {
            let all = ("all", u64::from(tournament.rounds().max(round)).into());
            locale.text("tournament-round-of", &[number, all])
        }
    }
}

/// The tournament's name as text of a message.
pub(crate) fn title_of(row: &TournamentRow) -> UserText {
    UserText::line(&row.name)
}

impl TournamentCard<'_> {
    /// The card.
    pub(crate) fn message(&self) -> Message {
        let row = &self.tournament.row;
        let mut lines = vec![
            self.say("tournament-title", "name", title_of(row).into()),
            terms_line(self.locale, &row.terms),
        ];
        match row.state {
            TournamentState::Open => lines.extend(self.open_lines()),
            TournamentState::Running => lines.extend(self.running_lines()),
            TournamentState::Finished => {
                lines.push(self.locale.text("tournament-over", &[]));
                lines.extend(self.winners());
            }
            TournamentState::Cancelled => {
                lines.push(self.locale.text("tournament-cancelled", &[]));
            }
        }
        lines.extend(self.withdrawn());
        if let Some(organiser) = row.organiser.filter(|_| row.state == TournamentState::Open) {
            lines.push(self.say("tournament-organised", "player", mention(organiser).into()));
        }
        let is_shown = matches!(
            row.state,
            TournamentState::Running | TournamentState::Finished
        );
        Message {
            content: lines.join("\n"),
            picture: self.table(0).filter(|_| is_shown),
            rows: self.rows(),
        }
    }

    fn say(&self, name: &str, arg: &'static str, value: crate::discord::i18n::Arg) -> String {
        self.locale.text(name, &[(arg, value)])
    }

    /// Before the start: who has joined, and who may.
    fn open_lines(&self) -> Vec<String> {
        let (row, locale) = (&self.tournament.row, self.locale);
        let terms = &row.terms;
        let mut lines = vec![limits_line(locale, terms)];
        if row.previous.is_some() {
            let season = row.season.max(1) as u64;
            lines.insert(
                0,
                locale.text("tournament-season", &[("number", season.into())]),
            );
        }
        lines.extend(conditions(locale, terms));
        let players = self.tournament.entrants.iter();
        let players = players.map(|entrant| {
            entrant
                .player
                .map_or_else(|| locale.text("someone", &[]), mention)
        });
        let args = [
            ("count", self.tournament.entrants.len().into()),
            ("most", terms.size.into()),
            ("list", listed(locale, players.collect()).into()),
        ];
        lines.push(locale.text("tournament-entrants", &args));
        lines.extend(self.start_line());
        let hash = self.tournament.commitment().into();
        lines.push(self.say("tournament-commitment", "hash", hash));
        lines
    }

    fn start_line(&self) -> Option<String> {
        let row = &self.tournament.row;
        Some(match row.terms.start {
            TournamentStart::Full => {
                let left = row
                    .terms
                    .size
                    .saturating_sub(self.tournament.entrants.len());
                self.say("tournament-starts-full", "count", left.into())
            }
            TournamentStart::At(start) => {
                let when = format!("{} ({})", hour(start), moment(start));
                self.say("tournament-starts-at", "when", when.into())
            }
            TournamentStart::Manual => {
                let organiser = row.organiser.map(mention)?;
                self.say("tournament-starts-manually", "player", organiser.into())
            }
        })
    }

    /// While it is played: the round, its deadline, and the games.
    fn running_lines(&self) -> Vec<String> {
        let (tournament, locale) = (self.tournament, self.locale);
        let mut lines = Vec::new();
        let mut state = format!("**{}**", self.subtitle(0));
        if let Some(deadline) = tournament.deadline() {
            let until = self.say("tournament-until", "when", moment(deadline).into());
            state = format!("{state} · {until}");
        }
        lines.push(state);
        let running = running_games(tournament);
        if running.is_empty() {
            lines.push(locale.text("tournament-playing-none", &[]));
            return lines;
        }
        lines.push(locale.text("tournament-playing", &[]));
        let shown = running.iter().take(MAX_GAMES);
        lines.extend(shown.map(|game| self.game_line(game)));
        let others = running.len().saturating_sub(MAX_GAMES);
        if others > 0 {
            lines.push(self.say("tournament-more-games", "count", others.into()));
        }
        lines
    }

    /// A game that is being played, with a link if there is one.
    pub(crate) fn game_line(&self, game: &PlacedGame) -> String {
        let player = |who| player_in_words(self.locale, self.tournament, who);
        let first = ("first", player(game.counted.game.first).into());
        let second = ("second", player(game.counted.game.second).into());
        let link = game.game.and_then(|id| self.links.get(&id));
        match link.filter(|link| !link.is_empty()) {
            Some(link) => {
                let place = ("place", link.as_str().into());
                self.locale.text("tournament-game", &[first, second, place])
            }
            None => self.locale.text("tournament-game-soon", &[first, second]),
        }
    }

    /// Who has won, one line for each division.
    pub(crate) fn winners(&self) -> Vec<String> {
        let divisions = self.tournament.divisions.iter();
        let lines = divisions.filter_map(|division| {
            let winners = division.winners().into_iter();
            let players = winners.map(|who| player_in_words(self.locale, self.tournament, who));
            let players: Vec<String> = players.collect();
            let line = match players.as_slice() {
                [] => return None,
                [one] => self.say("tournament-winner", "player", one.as_str().into()),
                several => {
                    let all = listed(self.locale, several.to_vec());
                    self.say("tournament-winners", "players", all.into())
                }
            };
            Some(if self.tournament.divisions.len() > 1 {
                format!("{}: {line}", self.subtitle(division.index))
            } else {
                line
            })
        });
        lines.collect()
    }

    /// Who has withdrawn.
    fn withdrawn(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (status, text) in [
            (Status::Withdrawn, "tournament-withdrawn-list"),
            (Status::Annulled, "tournament-annulled-list"),
        ] {
            let divisions = self.tournament.divisions.iter();
            let players = divisions.flat_map(|division| {
                let all = division.tournament.entrants().iter();
                let all = all.zip(division.tournament.statuses());
                all.filter(|(_, its)| *its == status)
                    .map(|(entrant, _)| player_in_words(self.locale, self.tournament, entrant.id))
                    .collect::<Vec<String>>()
            });
            let players: Vec<String> = players.collect();
            if !players.is_empty() {
                let all = listed(self.locale, players);
                lines.push(self.say(text, "players", all.into()));
            }
        }
        lines
    }

    /// How a division stands, in a few words.
    fn subtitle(&self, division: usize) -> String {
        let tournament = self.tournament;
        if tournament.row.terms.format == TournamentFormat::League {
            let season = tournament.row.season.max(1) as u64;
            let args = [("number", season.into()), ("at", (division + 1).into())];
            return self.locale.text("tournament-season-division", &args);
        }
        if tournament.row.terms.format == TournamentFormat::RoundRobin {
            // All rounds are played at once.
            return format_name(self.locale, TournamentFormat::RoundRobin);
        }
        round_in_words(self.locale, tournament, tournament.round())
    }

    /// The table of a division as a picture; `None` before the start.
    pub(crate) fn table(&self, division: usize) -> Option<Picture> {
        let division = self.tournament.divisions.get(division)?;
        let row = &self.tournament.row;
        let names = self.tournament.entrants.iter().filter_map(|entrant| {
            let name = self.names.get(&entrant.player?)?;
            Some((entrant.number, name.clone()))
        });
        let names: BTreeMap<EntrantId, String> = names.collect();
        let game = variant(self.locale, &row.terms.variant);
        let look = TableLook {
            locale: self.locale,
            theme: self.theme,
            title: row.name.clone(),
            subtitle: format!("{game} · {}", self.subtitle(division.index)),
            names: &names,
            is_over: row.state == TournamentState::Finished,
        };
        Some(match (division.bracket(), row.terms.format) {
            (Some(bracket), _) => look.bracket(&division.tournament, &bracket),
            (None, TournamentFormat::Swiss) => look.swiss(&division.tournament),
            (None, _) => look.crosstable(&division.tournament),
        })
    }

    fn rows(&self) -> Vec<ActionRow> {
        let row = &self.tournament.row;
        let id = row.id;
        let (plain, good) = (ButtonStyle::Plain, ButtonStyle::Good);
        let organise = TournamentAction::Organise(OrganiserAction::Screen, id);
        let keys = match row.state {
            TournamentState::Open => vec![
                (TournamentAction::Join(id), "key-tournament-join", good),
                (TournamentAction::Leave(id), "key-tournament-leave", plain),
                (organise, "key-tournament-organise", plain),
            ],
            TournamentState::Running => vec![
                (
                    TournamentAction::Games(id, 0),
                    "key-tournament-games",
                    ButtonStyle::Primary,
                ),
                (
                    TournamentAction::Withdraw(id),
                    "key-tournament-withdraw",
                    plain,
                ),
                (TournamentAction::Draw(id), "key-tournament-draw", plain),
                (organise, "key-tournament-organise", plain),
            ],
            TournamentState::Finished => vec![
                (
                    TournamentAction::Games(id, 0),
                    "key-tournament-games",
                    plain,
                ),
                (TournamentAction::Draw(id), "key-tournament-draw", plain),
                (organise, "key-tournament-organise", plain),
            ],
            TournamentState::Cancelled => Vec::new(),
        };
        let keys = keys
            .into_iter()
            .map(|(action, label, style)| tournament_key(self.locale, action, label, style));
        let keys: Vec<Button> = keys.collect();
        let mut rows = Vec::new();
        if !keys.is_empty() {
            rows.push(ActionRow::Buttons(keys));
        }
        rows.extend(self.division_row(0));
        rows
    }

    /// Buttons to the tables of the other divisions of a league.
    pub(crate) fn division_row(&self, shown: usize) -> Option<ActionRow> {
        let row = &self.tournament.row;
        let is_shown = matches!(
            row.state,
            TournamentState::Running | TournamentState::Finished
        );
        let others = self.tournament.divisions.iter();
        let others = others.filter(|division| division.index != shown && is_shown);
        let keys = others.take(MAX_KEYS).map(|division| {
            let action = TournamentAction::Table(row.id, division.index as u8);
            let number = ("number", (division.index + 1).into());
            let label = self.locale.text("key-tournament-division", &[number]);
            key(&tournament_id(action), label, ButtonStyle::Plain)
        });
        let keys: Vec<Button> = keys.collect();
        (!keys.is_empty()).then_some(ActionRow::Buttons(keys))
    }
}

/// A list of players that fits on a card.
pub(crate) fn listed(locale: &Locale, mut players: Vec<String>) -> String {
    let others = players.len().saturating_sub(MAX_LISTED);
    players.truncate(MAX_LISTED);
    let mut text = players.join(", ");
    if others > 0 {
        let more = locale.text("tournament-and-others", &[("count", others.into())]);
        text = format!("{text} {more}");
    }
    text
}

/// Links to the places where games are played.
pub(crate) async fn links_to(
    ctx: &Context,
    games: &[GameId],
) -> Result<BTreeMap<GameId, String>, AppError> {
    let mut links = BTreeMap::new();
    for &game in games {
        if let Some(row) = ctx.app.game_row(game).await? {
            let link = match row.thread {
                Some(thread) => format!("<#{thread}>"),
                None => game_summary::link(ctx, &row).await?,
            };
            links.insert(game, link);
        }
    }
    Ok(links)
}

impl<'a> TournamentCard<'a> {
    /// Everything that the card of a tournament shows.
    pub(crate) async fn load(
        ctx: &Context,
        tournament: &'a TournamentView,
        locale: &'a Locale,
        theme: Theme,
    ) -> Result<Self, AppError> {
        let players = || {
            tournament
                .entrants
                .iter()
                .filter_map(|entrant| entrant.player)
        };
        ctx.names.learn(players()).await;
        let known = players().filter_map(|player| {
            let name = ctx.names.known(player)?;
            Some((player, plain_name(&name)))
        });
        let running = running_games(tournament);
        let shown = running.iter().take(MAX_GAMES);
        let shown: Vec<GameId> = shown.filter_map(|game| game.game).collect();
        Ok(Self {
            tournament,
            locale,
            theme,
            names: known.collect(),
            links: links_to(ctx, &shown).await?,
        })
    }
}

/// A menu whose options are buttons.
pub(crate) fn button_menu(locale: &Locale, name: &str, options: Vec<SelectOption>) -> ActionRow {
    ActionRow::SelectMenu(SelectMenu {
        id: CustomId::Menu(MenuAction::Selected).write(),
        placeholder: locale.text(name, &[]),
        options,
    })
}

/// Buttons to the pages before and after.
pub(crate) fn page_row(
    page: usize,
    pages: usize,
    to: impl Fn(usize) -> TournamentAction,
) -> ActionRow {
    let turn = |label: &str, target: Option<usize>| {
        // Without a page there the button is disabled; its id must still be unique.
        let action = to(target.unwrap_or(u16::MAX.into()));
        Button {
            is_disabled: target.is_none(),
            ..key(&tournament_id(action), label.to_owned(), ButtonStyle::Plain)
        }
    };
    let next = (page + 1 < pages).then_some(page + 1);
    ActionRow::Buttons(vec![turn("◀", page.checked_sub(1)), turn("▶", next)])
}
