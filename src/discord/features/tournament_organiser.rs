//! The organiser's screen: start, decide games, withdraw or replace players, extend a round, hand over, export,
//! cancel.

use hexpost_tournament::tournament::{PlayerScore, Status};
use hexpost_tournament::{EntrantId, PairingResult};

use crate::app::Refusal;
use crate::app::tournament::{TournamentExport, TournamentView};
use crate::discord::custom_id::tournament::{OrganiserAction, TournamentAction};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::{seen_tournament, viewer};
use crate::discord::rest::payload::File;
use crate::discord::view::components::key;
use crate::discord::view::format::{mention, moment, plain_name};
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, EntityKind, EntitySelect, Message, SelectOption,
};
use crate::discord::view::tournament::{
    PlacedGame, button_menu, page_row, placed_games, player_in_words, result_in_signs,
    round_in_words, score_in_signs, title_of, tournament_id, tournament_key,
};
use crate::model::{PlayerId, TournamentFormat, TournamentId, TournamentPlace, TournamentState};

/// Discord's limit of options of a menu.
const PAGE: usize = 25;
/// By how many days a round can be extended.
const EXTENSIONS: [u8; 4] = [1, 2, 3, 7];
/// How many pairs of players who have blocked each other are named.
const MAX_PAIRS: usize = 10;

/// What the screen is made from.
struct Organiser<'a, 'b> {
    cx: &'a Cx<'b>,
    tournament: TournamentView,
}

/// Handles a component of the organiser.
pub(crate) async fn press(
    cx: &Cx<'_>,
    action: OrganiserAction,
    id: TournamentId,
) -> Result<Response, HandlerError> {
    let tournament = seen_tournament(cx, id).await?;
    if !tournament.is_organiser(&viewer(cx.invoker)) {
        let why = cx.reader.locale.text("tournament-not-yours", &[]);
        return Err(HandlerError::Explained(why));
    }
    let players = tournament.entrants.iter().filter_map(|it| it.player);
    cx.names.learn(players).await;
    let organiser = Organiser { cx, tournament };
    let message = match action {
        OrganiserAction::Screen => organiser.screen(None).await?,
        OrganiserAction::Start => organiser.ask_start().await?,
        OrganiserAction::Games(page) => organiser.games(page.into()),
        OrganiserAction::Game(place) => organiser.ask_result(place)?,
        OrganiserAction::Players(page) => organiser.players(page.into()),
        OrganiserAction::Player(entrant) => organiser.player(entrant)?,
        OrganiserAction::Extend => organiser.ask_extension(),
        OrganiserAction::Cancel => organiser.ask_cancellation(),
        OrganiserAction::HandOver => organiser.ask_successor(),
        OrganiserAction::Export => return organiser.export().await,
        OrganiserAction::StartSurely
        | OrganiserAction::Decide(..)
        | OrganiserAction::Withdraw(_)
        | OrganiserAction::Replace(_)
        | OrganiserAction::ExtendBy(_)
        | OrganiserAction::CancelSurely
        | OrganiserAction::HandTo => organiser.act(action).await?,
    };
    Ok(Response::Show(message))
}

impl Organiser<'_, '_> {
    fn id(&self) -> TournamentId {
        self.tournament.row.id
    }

    fn say(&self, text: &str) -> String {
        self.cx.reader.locale.text(text, &[])
    }

    /// A text that names the tournament.
    fn titled(&self, text: &str) -> String {
        let name = ("name", title_of(&self.tournament.row).into());
        self.cx.reader.locale.text(text, &[name])
    }

    fn key(&self, action: OrganiserAction, label: &str, style: ButtonStyle) -> Button {
        let action = TournamentAction::Organise(action, self.id());
        tournament_key(self.cx.reader.locale, action, label, style)
    }

    fn back(&self) -> Button {
        self.key(
            OrganiserAction::Screen,
            "key-tournament-back",
            ButtonStyle::Plain,
        )
    }

    fn in_words(&self, who: EntrantId) -> String {
        player_in_words(self.cx.reader.locale, &self.tournament, who)
    }

    /// A name for a menu.
    fn name(&self, who: EntrantId) -> String {
        let player = self.tournament.player(who);
        let name = player.and_then(|player| self.cx.names.known(player));
        name.map_or_else(|| self.say("someone"), |name| name.short(30))
    }

    /// Does something, and shows the screen with what was done.
    async fn act(&self, action: OrganiserAction) -> Result<Message, HandlerError> {
        let (cx, id) = (self.cx, self.id());
        let (act, viewer) = (cx.act(), viewer(cx.invoker));
        let (app, locale) = (&cx.app, cx.reader.locale);
        let (after, said) = match action {
            OrganiserAction::StartSurely => {
                let after = app.start_tournament(&act, &viewer, id).await?;
                (after, self.say("tournament-started"))
            }
            OrganiserAction::Decide(place, result) => {
                let game = self.game(place)?;
                let after = app.adjudicate(&act, &viewer, id, place, result).await?;
                let args = [
                    ("first", self.in_words(game.counted.game.first).into()),
                    ("second", self.in_words(game.counted.game.second).into()),
                    ("score", result_in_signs(result).into()),
                ];
                (after, locale.text("tournament-decided", &args))
            }
            OrganiserAction::Withdraw(entrant) => {
                let player = ("player", self.in_words(entrant).into());
                let after = app.withdraw_entrant(&act, &viewer, id, entrant).await?;
                (after, locale.text("tournament-player-withdrawn", &[player]))
            }
            OrganiserAction::Replace(entrant) => {
                let Some(person) = self.chosen()? else {
                    return self.player(entrant);
                };
                let args = [
                    ("player", self.in_words(entrant).into()),
                    ("other", mention(person).into()),
                ];
                let after = app
                    .replace_entrant(&act, &viewer, id, entrant, person)
                    .await?;
                (after, locale.text("tournament-player-replaced", &args))
            }
            OrganiserAction::ExtendBy(days) => {
                let after = app.extend_round(&act, &viewer, id, days.into()).await?;
                let when = after.deadline().map(moment).unwrap_or_default();
                (
                    after,
                    locale.text("tournament-extended", &[("when", when.into())]),
                )
            }
            OrganiserAction::HandTo => {
                let Some(person) = self.chosen()? else {
                    return Ok(self.ask_successor());
                };
                app.hand_over(&act, &viewer, id, person).await?;
                cx.wake();
                let args = [
                    ("name", title_of(&self.tournament.row).into()),
                    ("player", mention(person).into()),
                ];
                return Ok(Message::text(locale.text("tournament-handed-over", &args)));
            }
            OrganiserAction::CancelSurely => {
                app.cancel_tournament(&act, &viewer, id).await?;
                cx.wake();
                return Ok(Message::text(self.titled("tournament-cancel-done")));
            }
            _ => return self.screen(None).await,
        };
        cx.wake();
        let changed = Organiser {
            cx,
            tournament: after,
        };
        changed.screen(Some(said)).await
    }

    /// The user who was chosen from a menu.
    fn chosen(&self) -> Result<Option<PlayerId>, Refusal> {
        match self.cx.people.first() {
            Some(person) if person.is_bot => Err(Refusal::Bot),
            Some(person) => {
                self.cx.names.note(person.id, &person.name);
                Ok(Some(person.id))
            }
            None => Ok(None),
        }
    }

    /// The overview, below what was just done.
    async fn screen(&self, said: Option<String>) -> Result<Message, HandlerError> {
        let locale = self.cx.reader.locale;
        let row = &self.tournament.row;
        let mut lines: Vec<String> = said.into_iter().collect();
        lines.push(self.titled("tournament-organise"));
        let mut keys = Vec::new();
        match row.state {
            TournamentState::Open => {
                let count = ("count", self.tournament.entrants.len().into());
                lines.push(locale.text("tournament-organise-open", &[count]));
                lines.extend(self.blocked_pairs().await?);
                keys.push(self.key(
                    OrganiserAction::Start,
                    "key-tournament-start",
                    ButtonStyle::Good,
                ));
            }
            TournamentState::Running => {
                let round = round_in_words(locale, &self.tournament, self.tournament.round());
                let until = self.tournament.deadline().map(|deadline| {
                    let when = ("when", moment(deadline).into());
                    locale.text("tournament-until", &[when])
                });
                lines.push(match until {
                    Some(until) => format!("{round} · {until}"),
                    None => round,
                });
            }
            TournamentState::Finished => lines.push(self.say("tournament-over")),
            TournamentState::Cancelled => lines.push(self.say("tournament-cancelled")),
        }
        let (is_open, is_running) = (
            row.state == TournamentState::Open,
            row.state == TournamentState::Running,
        );
        let plain = ButtonStyle::Plain;
        if is_running || row.state == TournamentState::Finished {
            keys.push(self.key(
                OrganiserAction::Games(0),
                "key-tournament-adjudicate",
                plain,
            ));
        }
        if is_open || is_running {
            keys.push(self.key(OrganiserAction::Players(0), "key-tournament-players", plain));
        }
        if is_running && self.tournament.deadline().is_some() {
            keys.push(self.key(OrganiserAction::Extend, "key-tournament-extend", plain));
        }
        let mut rows = vec![ActionRow::Buttons(keys)];
        let mut others = Vec::new();
        if !is_open && !self.tournament.divisions.is_empty() {
            others.push(self.key(OrganiserAction::Export, "key-tournament-export", plain));
        }
        if is_open || is_running {
            others.push(self.key(OrganiserAction::HandOver, "key-tournament-hand-over", plain));
            let cancel = OrganiserAction::Cancel;
            others.push(self.key(cancel, "key-tournament-cancel", ButtonStyle::Danger));
        }
        rows.push(ActionRow::Buttons(others));
        rows.retain(|row| !matches!(row, ActionRow::Buttons(keys) if keys.is_empty()));
        Ok(Message {
            content: lines.join("\n"),
            picture: None,
            rows,
        })
    }

    /// A warning that names players who have blocked each other.
    async fn blocked_pairs(&self) -> Result<Option<String>, HandlerError> {
        let locale = self.cx.reader.locale;
        let pairs = self.cx.app.blocked_pairs(self.id()).await?;
        let named = pairs.iter().take(MAX_PAIRS).map(|(one, other)| {
            let args = [
                ("first", mention(*one).into()),
                ("second", mention(*other).into()),
            ];
            locale.text("tournament-blocked-pair", &args)
        });
        let named: Vec<String> = named.collect();
        let pairs = ("pairs", named.join("; ").into());
        Ok((!named.is_empty()).then(|| locale.text("tournament-blocked-pairs", &[pairs])))
    }

    async fn ask_start(&self) -> Result<Message, HandlerError> {
        let mut lines = vec![self.titled("tournament-start-sure")];
        lines.extend(self.blocked_pairs().await?);
        let surely = OrganiserAction::StartSurely;
        let surely = self.key(surely, "key-tournament-start", ButtonStyle::Good);
        Ok(Message {
            content: lines.join("\n"),
            picture: None,
            rows: vec![ActionRow::Buttons(vec![surely, self.back()])],
        })
    }

    fn ask_cancellation(&self) -> Message {
        let surely = OrganiserAction::CancelSurely;
        let surely = self.key(surely, "key-tournament-cancel-surely", ButtonStyle::Danger);
        Message {
            content: self.titled("tournament-cancel-sure"),
            picture: None,
            rows: vec![ActionRow::Buttons(vec![surely, self.back()])],
        }
    }

    /// The game in a place.
    fn game(&self, place: TournamentPlace) -> Result<PlacedGame, Refusal> {
        let games = placed_games(&self.tournament).into_iter();
        let mut found = games.filter(|game| game.place == place);
        found.next().ok_or(Refusal::UnknownGame)
    }

    /// A page of the games, those without a result first.
    fn games(&self, page: usize) -> Message {
        let mut all = placed_games(&self.tournament);
        all.sort_by_key(|game| (game.counted.score != PlayerScore::Open, game.place));
        let pages = all.len().div_ceil(PAGE).max(1);
        let page = page.min(pages - 1);
        let options = all.iter().skip(page * PAGE).take(PAGE).map(|game| {
            let (first, second) = (game.counted.game.first, game.counted.game.second);
            let score = score_in_signs(game.counted.score);
            let label = format!("{} {score} {}", self.name(first), self.name(second));
            let action = OrganiserAction::Game(game.place);
            SelectOption {
                label: format!("{} · {label}", game.place.key),
                value: tournament_id(TournamentAction::Organise(action, self.id())).write(),
                description: None,
                is_chosen: false,
            }
        });
        let options: Vec<SelectOption> = options.collect();
        let is_empty = options.is_empty();
        let text = if is_empty {
            "tournament-no-open-games"
        } else {
            "tournament-which-game"
        };
        let menu = (!is_empty)
            .then(|| button_menu(self.cx.reader.locale, "tournament-which-game", options));
        let turn =
            |to: usize| TournamentAction::Organise(OrganiserAction::Games(to as u16), self.id());
        self.paged(self.say(text), menu, (page, pages), turn)
    }

    /// A menu with buttons to other pages and back.
    fn paged(
        &self,
        content: String,
        menu: Option<ActionRow>,
        (page, pages): (usize, usize),
        turn: impl Fn(usize) -> TournamentAction,
    ) -> Message {
        let mut rows: Vec<ActionRow> = menu.into_iter().collect();
        if pages > 1 {
            rows.push(page_row(page, pages, turn));
        }
        rows.push(ActionRow::Buttons(vec![self.back()]));
        Message {
            content,
            picture: None,
            rows,
        }
    }

    fn ask_result(&self, place: TournamentPlace) -> Result<Message, HandlerError> {
        let locale = self.cx.reader.locale;
        let game = self.game(place)?;
        let (first, second) = (game.counted.game.first, game.counted.game.second);
        let args = [
            ("first", self.in_words(first).into()),
            ("second", self.in_words(second).into()),
        ];
        let wins = |who| {
            let player = ("player", self.name(who).into());
            locale.text("tournament-decide-first", &[player])
        };
        let keys = [
            (PairingResult::First, wins(first)),
            (PairingResult::Second, wins(second)),
            (PairingResult::Draw, self.say("tournament-decide-draw")),
            (
                PairingResult::Neither,
                self.say("tournament-decide-neither"),
            ),
        ];
        let keys = keys.map(|(result, label)| {
            let action = OrganiserAction::Decide(place, result);
            let id = tournament_id(TournamentAction::Organise(action, self.id()));
            key(&id, label, ButtonStyle::Plain)
        });
        Ok(Message {
            content: locale.text("tournament-decide", &args),
            picture: None,
            rows: vec![
                ActionRow::Buttons(keys.to_vec()),
                ActionRow::Buttons(vec![self.back()]),
            ],
        })
    }

    /// The entrants who have not left.
    fn active(&self) -> Vec<EntrantId> {
        let entrants = self
            .tournament
            .entrants
            .iter()
            .map(|entrant| entrant.number);
        let has_left = |who: EntrantId| {
            self.tournament.divisions.iter().any(|division| {
                let known = division.tournament.entrant(who).is_some();
                known && division.tournament.status(who) != Status::Active
            })
        };
        entrants.filter(|&who| !has_left(who)).collect()
    }

    fn players(&self, page: usize) -> Message {
        let all = self.active();
        let pages = all.len().div_ceil(PAGE).max(1);
        let page = page.min(pages - 1);
        let options = all.iter().skip(page * PAGE).take(PAGE).map(|&who| {
            let action = TournamentAction::Organise(OrganiserAction::Player(who), self.id());
            SelectOption {
                label: format!("{} · {who}", self.name(who)),
                value: tournament_id(action).write(),
                description: None,
                is_chosen: false,
            }
        });
        let options: Vec<SelectOption> = options.collect();
        let locale = self.cx.reader.locale;
        let menu =
            (!options.is_empty()).then(|| button_menu(locale, "tournament-which-player", options));
        let text = if menu.is_some() {
            self.say("tournament-players-how")
        } else {
            let none = ("count", 0_u64.into());
            locale.text("tournament-organise-open", &[none])
        };
        let turn =
            |to: usize| TournamentAction::Organise(OrganiserAction::Players(to as u16), self.id());
        self.paged(text, menu, (page, pages), turn)
    }

    fn player(&self, who: EntrantId) -> Result<Message, HandlerError> {
        self.tournament
            .entrant(who)
            .ok_or(Refusal::UnknownTournament)?;
        let player = ("player", self.in_words(who).into());
        let withdraw = OrganiserAction::Withdraw(who);
        let withdraw = self.key(
            withdraw,
            "key-tournament-withdraw-player",
            ButtonStyle::Danger,
        );
        let mut rows = Vec::new();
        if self.tournament.row.state == TournamentState::Running {
            let replace = OrganiserAction::Replace(who);
            rows.push(self.person_menu(replace, "tournament-pick-replacement"));
        }
        rows.push(ActionRow::Buttons(vec![withdraw, self.back()]));
        Ok(Message {
            content: self.cx.reader.locale.text("tournament-player", &[player]),
            picture: None,
            rows,
        })
    }

    /// A menu of users.
    fn person_menu(&self, action: OrganiserAction, name: &str) -> ActionRow {
        let action = TournamentAction::Organise(action, self.id());
        ActionRow::EntitySelect(EntitySelect {
            id: tournament_id(action).write(),
            placeholder: self.say(name),
            kind: EntityKind::Users,
            chosen: Vec::new(),
            most: 1,
        })
    }

    fn ask_successor(&self) -> Message {
        Message {
            content: self.say("tournament-pick-organiser"),
            picture: None,
            rows: vec![
                self.person_menu(OrganiserAction::HandTo, "tournament-pick-organiser"),
                ActionRow::Buttons(vec![self.back()]),
            ],
        }
    }

    fn ask_extension(&self) -> Message {
        let keys = EXTENSIONS.map(|days| {
            let action = OrganiserAction::ExtendBy(days);
            let id = tournament_id(TournamentAction::Organise(action, self.id()));
            let count = ("count", days.into());
            let label = self.cx.reader.locale.text("tournament-extend-by", &[count]);
            key(&id, label, ButtonStyle::Plain)
        });
        Message {
            content: self.say("tournament-extend-how"),
            picture: None,
            rows: vec![
                ActionRow::Buttons(keys.to_vec()),
                ActionRow::Buttons(vec![self.back()]),
            ],
        }
    }

    /// Standings, games and everything as files.
    async fn export(&self) -> Result<Response, HandlerError> {
        let has_report = self.tournament.row.terms.format != TournamentFormat::Knockout;
        let mut forms = vec![
            (TournamentExport::Csv, "standings.csv"),
            (TournamentExport::Games, "games.csv"),
            (TournamentExport::Json, "tournament.json"),
        ];
        if has_report {
            forms.push((TournamentExport::Trf, "report.trf"));
        }
        let named = |player: PlayerId| {
            let name = self.cx.names.known(player);
            name.as_ref()
                .map_or_else(|| self.say("someone"), plain_name)
        };
        let mut files = Vec::new();
        for (form, name) in forms {
            let text = self
                .cx
                .app
                .export_tournament(self.id(), form, &named)
                .await?;
            files.push(File {
                name: name.to_owned(),
                bytes: text.into_bytes(),
                description: None,
            });
        }
        let text = if has_report {
            "tournament-exported"
        } else {
            "tournament-exported-no-report"
        };
        let message = Message::text(self.titled(text));
        Ok(Response::EphemeralWithFiles(message, files))
    }
}
