//! `/tournament`: joining, leaving, the table, the games.

use hexpost_engine::side::Side;
use serde_json::{Value, json};

use crate::app::tournament::TournamentView;
use crate::app::{AppError, Refusal};
use crate::discord::custom_id::tournament::TournamentAction;
use crate::discord::features::{tournament_form, tournament_organiser};
use crate::discord::i18n::Locale;
use crate::discord::interaction::autocomplete::Suggestion;
use crate::discord::interaction::command::{STRING, SUBCOMMAND, command, only_in_guilds, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::{seen_tournament, viewer};
use crate::discord::view::components::cancel_button;
use crate::discord::view::message::{ActionRow, ButtonStyle, Message, SelectOption};
use crate::discord::view::tournament::{
    PlacedGame, TournamentCard, button_menu, format_name, links_to, page_row, placed_games,
    player_in_words, score_in_signs, title_of, tournament_id, tournament_key,
};
use crate::model::{GameId, ServerId, TournamentId, TournamentRow, TournamentState};

/// Games on a page.
const PAGE: usize = 12;
/// Discord's limit of options of a menu, and of suggestions.
const MAX_OPTIONS: usize = 25;
/// Discord's limit of a label of an option.
const MAX_LABEL: usize = 100;

/// The subcommands that are about a tournament.
const ABOUT_ONE: [&str; 5] = ["join", "leave", "table", "games", "withdraw"];

pub(crate) fn slash_command() -> Value {
    let mut subcommands = vec![option(SUBCOMMAND, "tournament", "create")];
    subcommands.extend(ABOUT_ONE.map(|name| {
        let mut which = option(STRING, "tournament", "tournament");
        which["autocomplete"] = json!(true);
        let mut form = option(SUBCOMMAND, "tournament", name);
        form["options"] = json!([which]);
        form
    }));
    only_in_guilds(command("tournament", subcommands))
}

/// What a subcommand does to a tournament.
fn action_of(subcommand: &str, id: TournamentId) -> Option<TournamentAction> {
    Some(match subcommand {
        "join" => TournamentAction::Join(id),
        "leave" => TournamentAction::Leave(id),
        "table" => TournamentAction::Table(id, 0),
        "games" => TournamentAction::Games(id, 0),
        "withdraw" => TournamentAction::Withdraw(id),
        _ => return None,
    })
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let subcommand = call.sub.as_deref().unwrap_or_default();
    if subcommand == "create" {
        return tournament_form::open(cx).await;
    }
    let locale = cx.reader.locale;
    let found = candidates(cx, subcommand).await?;
    let id = match call.string("tournament") {
        Some(text) => named(&all(cx).await?, text).ok_or(Refusal::UnknownTournament)?,
        None => match found.as_slice() {
            [] => {
                let none = match subcommand {
                    "join" => "tournament-none-open",
                    "leave" => "tournament-none-joined",
                    "withdraw" => "tournament-none-running",
                    _ => "tournament-none",
                };
                return Err(HandlerError::Explained(locale.text(none, &[])));
            }
            [one] => one.id,
            several => return Ok(Response::Ephemeral(which(locale, subcommand, several))),
        },
    };
    match action_of(subcommand, id) {
        Some(action) => match press(cx, action, &[]).await? {
            Response::Show(message) => Ok(Response::Ephemeral(message)),
            response => Ok(response),
        },
        None => Ok(Response::Ack),
    }
}

/// The server of the interaction.
fn server(cx: &Cx<'_>) -> Result<ServerId, HandlerError> {
    let say = || HandlerError::Explained(cx.reader.locale.text("tournament-no-server", &[]));
    cx.invoker.server.ok_or_else(say)
}

/// The tournaments of the server that the invoker can see.
async fn all(cx: &Cx<'_>) -> Result<Vec<TournamentRow>, HandlerError> {
    let viewer = viewer(cx.invoker);
    let mut seen = Vec::new();
    for row in cx.app.tournaments_on(server(cx)?).await? {
        if cx
            .app
            .is_tournament_visible(&viewer, &cx.channels, &row)
            .await?
        {
            seen.push(row);
        }
    }
    Ok(seen)
}

/// The tournaments that a subcommand can be about; in the place of a tournament only that one.
async fn candidates(cx: &Cx<'_>, subcommand: &str) -> Result<Vec<TournamentRow>, HandlerError> {
    let mut found = all(cx).await?;
    let own = cx.app.tournaments_of(cx.invoker.id).await?;
    let is_in = |row: &TournamentRow| own.iter().any(|own| own.id == row.id);
    match subcommand {
        "join" => found.retain(|row| row.state == TournamentState::Open && !is_in(row)),
        "leave" => found.retain(|row| row.state == TournamentState::Open && is_in(row)),
        "withdraw" => found.retain(|row| row.state == TournamentState::Running && is_in(row)),
        _ => {
            let is_current = |row: &TournamentRow| {
                matches!(row.state, TournamentState::Open | TournamentState::Running)
            };
            if found.iter().any(is_current) {
                found.retain(is_current);
            }
        }
    }
    let is_here = |row: &TournamentRow| row.thread == Some(cx.invoker.channel);
    if let Some(here) = found.iter().position(is_here) {
        return Ok(vec![found.swap_remove(here)]);
    }
    Ok(found)
}

/// The tournament that was typed or chosen from the suggestions.
fn named(all: &[TournamentRow], text: &str) -> Option<TournamentId> {
    let number = text.trim().trim_start_matches('#').parse::<i64>().ok();
    let by_number = all.iter().find(|row| Some(row.id.0) == number);
    let text = text.trim().to_lowercase();
    let by_name = || all.iter().find(|row| row.name.to_lowercase() == text);
    by_number.or_else(by_name).map(|row| row.id)
}

/// A menu of several tournaments.
fn which(locale: &Locale, subcommand: &str, several: &[TournamentRow]) -> Message {
    let options = several.iter().filter_map(|row| {
        Some(SelectOption {
            label: label(locale, row),
            value: tournament_id(action_of(subcommand, row.id)?).write(),
            description: None,
            is_chosen: false,
        })
    });
    let options: Vec<SelectOption> = options.take(MAX_OPTIONS).collect();
    Message {
        content: locale.text("tournament-which", &[]),
        picture: None,
        rows: vec![button_menu(locale, "tournament-which", options)],
    }
}

/// A tournament in a menu.
fn label(locale: &Locale, row: &TournamentRow) -> String {
    let format = format_name(locale, row.terms.format);
    let label = format!("{} · {format} · #{}", title_of(row).short(50), row.id);
    label.chars().take(MAX_LABEL).collect()
}

/// Suggests tournaments whose name contains the text.
pub(crate) async fn suggest(
    cx: &Cx<'_>,
    call: &CommandCall,
    text: &str,
) -> Result<Vec<Suggestion>, HandlerError> {
    let subcommand = call.sub.as_deref().unwrap_or_default();
    let found = match subcommand {
        "table" | "games" => all(cx).await?,
        _ => candidates(cx, subcommand).await?,
    };
    let text = text.trim().to_lowercase();
    let fitting = found
        .iter()
        .filter(|row| row.name.to_lowercase().contains(&text) || row.id.to_string() == text);
    let suggestions = fitting.take(MAX_OPTIONS).map(|row| Suggestion {
        label: label(cx.reader.locale, row),
        value: row.id.to_string(),
    });
    Ok(suggestions.collect())
}

/// Handles a component of tournaments.
pub(crate) async fn press(
    cx: &Cx<'_>,
    action: TournamentAction,
    values: &[String],
) -> Result<Response, HandlerError> {
    let locale = cx.reader.locale;
    let act = cx.act();
    let said = |text: &str, tournament: &TournamentView| {
        let name = ("name", title_of(&tournament.row).into());
        Response::Ephemeral(Message::text(locale.text(text, &[name])))
    };
    match action {
        TournamentAction::Join(id) => {
            seen_tournament(cx, id).await?;
            cx.names.note(cx.invoker.id, &cx.invoker.name);
            let viewer = viewer(cx.invoker);
            let tournament = cx.app.join_tournament(&act, &viewer, id).await?;
            cx.wake();
            Ok(said("tournament-joined", &tournament))
        }
        TournamentAction::Leave(id) => {
            let tournament = cx.app.leave_tournament(&act, id).await?;
            cx.wake();
            Ok(said("tournament-left", &tournament))
        }
        TournamentAction::Table(id, division) => {
            let tournament = seen_tournament(cx, id).await?;
            Ok(Response::Show(
                table(cx, &tournament, division.into()).await?,
            ))
        }
        TournamentAction::Games(id, page) => {
            let tournament = seen_tournament(cx, id).await?;
            Ok(Response::Show(games(cx, &tournament, page.into()).await?))
        }
        TournamentAction::Withdraw(id) => {
            let tournament = seen_tournament(cx, id).await?;
            if tournament.row.state == TournamentState::Open {
                return Box::pin(press(cx, TournamentAction::Leave(id), values)).await;
            }
            Ok(Response::Ephemeral(ask_withdrawal(locale, &tournament)))
        }
        TournamentAction::WithdrawSurely(id) => {
            let tournament = cx.app.withdraw_from_tournament(&act, id).await?;
            cx.wake();
            let name = ("name", title_of(&tournament.row).into());
            let text = locale.text("tournament-you-withdrew", &[name]);
            Ok(Response::Show(Message::text(text)))
        }
        TournamentAction::Draw(id) => {
            let tournament = seen_tournament(cx, id).await?;
            Ok(Response::Ephemeral(Message::text(draw(
                locale,
                &tournament,
            ))))
        }
        TournamentAction::ChooseSeat(id, round, board, seat) => {
            choose_seat(cx, id, (round, board), seat).await
        }
        TournamentAction::Organise(action, id) => tournament_organiser::press(cx, action, id).await,
        TournamentAction::Form(action) => Ok(tournament_form::press(cx, action, values)),
    }
}

async fn choose_seat(
    cx: &Cx<'_>,
    id: TournamentId,
    (round, board): (u16, u16),
    seat: Side,
) -> Result<Response, HandlerError> {
    let act = cx.act();
    cx.app.choose_seat(&act, id, (round, board), seat).await?;
    cx.wake();
    let text = cx.reader.locale.text("tournament-seat-chosen", &[]);
    Ok(Response::Ephemeral(Message::text(text)))
}

fn ask_withdrawal(locale: &Locale, tournament: &TournamentView) -> Message {
    let name = ("name", title_of(&tournament.row).into());
    let surely = tournament_key(
        locale,
        TournamentAction::WithdrawSurely(tournament.row.id),
        "key-tournament-withdraw",
        ButtonStyle::Danger,
    );
    Message {
        content: locale.text("tournament-withdraw-sure", &[name]),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![surely, cancel_button(locale)])],
    }
}

/// The card as the invoker reads it, with the table of a division.
async fn table(
    cx: &Cx<'_>,
    tournament: &TournamentView,
    division: usize,
) -> Result<Message, AppError> {
    let (locale, theme) = (cx.reader.locale, cx.reader.theme());
    let card = TournamentCard::load(cx, tournament, locale, theme).await?;
    let mut message = card.message();
    if division > 0 && message.picture.is_some() {
        message.picture = card.table(division);
        if let Some(row) = card.division_row(division) {
            message.rows.truncate(1);
            message.rows.push(row);
        }
    }
    Ok(message)
}

/// A page of the games, those that are being played first.
async fn games(cx: &Cx<'_>, tournament: &TournamentView, page: usize) -> Result<Message, AppError> {
    let locale = cx.reader.locale;
    let id = tournament.row.id;
    let name = ("name", title_of(&tournament.row).into());
    let mut lines = vec![locale.text("tournament-games-title", &[name])];
    let mut all = placed_games(tournament);
    all.sort_by_key(|game| (!game.is_running(), game.place));
    let pages = all.len().div_ceil(PAGE).max(1);
    let page = page.min(pages - 1);
    if all.is_empty() {
        lines.push(locale.text("tournament-games-none", &[]));
    }
    let shown: Vec<PlacedGame> = all.into_iter().skip(page * PAGE).take(PAGE).collect();
    let begun: Vec<GameId> = shown.iter().filter_map(|game| game.game).collect();
    let places = links_to(cx, &begun).await?;
    for game in &shown {
        let place = game.game.and_then(|game| places.get(&game));
        let player = |who| player_in_words(locale, tournament, who);
        let args = [
            ("number", game.place.key.to_string().into()),
            ("first", player(game.counted.game.first).into()),
            ("second", player(game.counted.game.second).into()),
            ("score", score_in_signs(game.counted.score).into()),
            ("place", place.cloned().unwrap_or_default().into()),
        ];
        let said = locale.text("tournament-games-line", &args);
        lines.push(said.trim_end().to_owned());
    }
    let mut rows = Vec::new();
    if pages > 1 {
        let args = [
            ("page", (page + 1).to_string().into()),
            ("pages", pages.to_string().into()),
        ];
        lines.push(locale.text("tournament-page", &args));
        let turn = |to: usize| TournamentAction::Games(id, to as u16);
        rows.push(page_row(page, pages, turn));
    }
    Ok(Message {
        content: lines.join("\n"),
        picture: None,
        rows,
    })
}

/// How seeds and lots were drawn, and how anyone can verify it.
fn draw(locale: &Locale, tournament: &TournamentView) -> String {
    let Some(draw) = tournament.draw() else {
        let hash = ("hash", tournament.commitment().into());
        return locale.text("tournament-commitment", &[hash]);
    };
    let [commitment, hash] = draw.commands();
    let name = ("name", title_of(&tournament.row).into());
    [
        locale.text("tournament-draw-title", &[name]),
        locale.text("tournament-draw-how", &[("hash", draw.hash.into())]),
        locale.text("fair-check", &[]),
        format!("```sh\n{commitment}\n{hash}\n```"),
    ]
    .join("\n")
}
