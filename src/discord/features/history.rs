//! `/history`: the finished games of the invoker, the latest first, with filters.

use hexpost_engine::game::GameKind;
use hexpost_engine::side::Side;
use serde_json::{Value, json};

use crate::app::game::history::Filter;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::GameCommand;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::replay::{HistoryQuery, ReplayAction};
use crate::discord::interaction::command::{STRING, USER, choice, command, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::components::{first_steps_row, key};
use crate::discord::view::format::{mention, variant};
use crate::discord::view::game_summary::nobody;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Message, SelectMenu, SelectOption,
};
use crate::discord::view::reader::Reader;
use crate::discord::view::variants::offered;
use crate::model::{GameResult, GameRow, StoredVariant};

/// Games on a page.
const PAGE: usize = 10;
/// Discord's limit of a label in a select menu.
const MAX_LABEL: usize = 100;

pub(crate) fn slash_command() -> Value {
    let opponent = option(USER, "history", "opponent");
    let mut game = option(STRING, "history", "game");
    game["choices"] = GameKind::ALL
        .iter()
        .map(|kind| {
            let name = kind.as_str();
            choice(name, |locale| locale.text(&format!("{name}-name"), &[]))
        })
        .collect();
    let mut kind = option(STRING, "history", "variant");
    kind["choices"] = offered()
        .map(|offered| {
            let stored = offered.stored();
            choice(offered.value(), |locale| variant(locale, &stored))
        })
        .collect();
    let mut result = option(STRING, "history", "result");
    result["choices"] = GameResult::ALL
        .into_iter()
        .map(|score| {
            let name = score.as_str();
            choice(name, |locale| locale.text(&format!("score-{name}"), &[]))
        })
        .collect::<Vec<Value>>()
        .into();
    let options = vec![opponent, game, kind, result];
    debug_assert!(options.iter().all(|option| option["name"] != json!(null)));
    command("history", options)
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let of = |name: &str| GameKind::ALL.iter().find(|game| game.as_str() == name);
    let score = |name: &str| {
        GameResult::ALL
            .into_iter()
            .find(|score| score.as_str() == name)
    };
    let mut list = HistoryQuery {
        opponent: call.person("opponent").map(|person| person.id),
        game: call.string("game").and_then(of).copied(),
        variant: None,
        score: call.string("result").and_then(score),
        after: None,
    };
    if let Some((game, name)) = call.string("variant").and_then(|text| text.split_once(' '))
        && let Some(kind) = of(game)
    {
        list.game = Some(*kind);
        list.variant = kind.offered().iter().find(|known| **known == name).copied();
    }
    Ok(Response::Ephemeral(page(cx, list).await?))
}

/// A page of the list.
pub(crate) async fn page(cx: &Cx<'_>, list: HistoryQuery) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let filter = Filter {
        opponent: list.opponent,
        game: list.game.map(|game| game.as_str().to_owned()),
        variant: list.variant.map(str::to_owned),
        score: list.score,
    };
    let found = cx
        .app
        .history(cx.invoker.id, &filter, list.after, PAGE)
        .await?;
    let people = found
        .games
        .iter()
        .flat_map(|row| row.players.iter().copied().flatten().collect::<Vec<_>>());
    cx.names.learn(people).await;
    let mut lines = vec![title(cx.reader, list)];
    let mut options = Vec::new();
    for row in &found.games {
        let Some(said) = line(cx, row) else {
            continue;
        };
        lines.push(format!("`#{}` {said}", row.id));
        options.push(SelectOption {
            label: label(cx, row),
            value: row.id.to_string(),
            description: None,
            is_chosen: false,
        });
    }
    if found.games.is_empty() {
        if list == HistoryQuery::default() {
            lines = vec![locale.text("history-none-yet", &[])];
        } else {
            lines.push(locale.text("history-none", &[]));
        }
    }
    let mut rows = Vec::new();
    if found.games.is_empty() && list.after.is_none() {
        rows.push(first_steps_row(locale));
    }
    if !options.is_empty() {
        rows.push(ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::ChooseGame(GameCommand::Replay)).write(),
            placeholder: locale.text("history-open", &[]),
            options,
        }));
    }
    if list.after.is_some() || found.next.is_some() {
        let turn = |to: HistoryQuery, label: &str, is_disabled: bool| Button {
            is_disabled,
            ..key(
                &CustomId::Menu(MenuAction::Replay(ReplayAction::List(to))),
                locale.text(label, &[]),
                ButtonStyle::Plain,
            )
        };
        // A disabled button needs a custom id of its own, too.
        let end = found.next.or(list.after);
        rows.push(ActionRow::Buttons(vec![
            turn(list.after(None), "key-latest", list.after.is_none()),
            turn(list.after(end), "key-older", found.next.is_none()),
        ]));
    }
    Ok(Message {
        content: lines.join("\n"),
        picture: None,
        rows,
    })
}

/// The title: the filters of the list.
fn title(reader: &Reader, list: HistoryQuery) -> String {
    let locale = reader.locale;
    let mut said = Vec::new();
    said.extend(list.opponent.map(mention));
    said.extend(match (list.game, list.variant) {
        (Some(game), Some(name)) => {
            Some(variant(locale, &StoredVariant::parse(game.as_str(), name)))
        }
        (Some(game), None) => Some(locale.text(&format!("{}-name", game.as_str()), &[])),
        (None, _) => None,
    });
    let score = list.score.map(GameResult::as_str);
    said.extend(score.map(|name| locale.text(&format!("score-{name}"), &[])));
    if said.is_empty() {
        locale.text("history-title", &[])
    } else {
        let filter = ("filter", said.join(" · ").into());
        locale.text("history-title-of", &[filter])
    }
}

/// A line of the list: the result, the opponent, and when the game ended.
fn line(cx: &Cx<'_>, row: &GameRow) -> Option<String> {
    let locale = cx.reader.locale;
    let side = row.side_of(cx.invoker.id)?;
    let score = GameResult::of(row, side)?;
    let end = row.status.end.as_ref()?;
    let other = row.players[!side].map_or_else(|| nobody(locale, row), mention);
    let when = format!("<t:{}:d>", end.at.0.div_euclid(1000));
    Some(locale.text(
        &format!("history-{}", score.as_str()),
        &[
            ("other", other.into()),
            ("variant", variant(locale, &row.variant).into()),
            ("count", (row.status.plies.max(0) as u64).into()),
            ("when", when.into()),
        ],
    ))
}

/// The label of a game in a menu: number, opponent, variant, result.
pub(crate) fn label(cx: &Cx<'_>, row: &GameRow) -> String {
    let locale = cx.reader.locale;
    let side = row.side_of(cx.invoker.id).unwrap_or(Side::First);
    let name = row.players[!side].and_then(|player| cx.names.known(player));
    let name = name.map_or_else(|| nobody(locale, row), |name| name.short(40));
    let score = GameResult::of(row, side).map_or("nothing", GameResult::as_str);
    let game = variant(locale, &row.variant);
    let score = locale.text(&format!("score-{score}"), &[]);
    let said = format!("#{} · {name} · {game} · {score}", row.id);
    said.chars().take(MAX_LABEL).collect()
}
