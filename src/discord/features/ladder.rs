//! `/ladder`: joining and leaving the ladder of a server, challenging those above, and the table.

use serde_json::Value;

use crate::app::Refusal;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::ladder::LadderAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::game_place::place;
use crate::discord::interaction::command::{STRING, USER, choice, command, only_in_guilds, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::viewer;
use crate::discord::view::components::cancel_button;
use crate::discord::view::format::{mention, plain_name};
use crate::discord::view::game_summary::link;
use crate::discord::view::ladder::{LadderPage, MAX_GAMES, PAGE, ladder_key, on_page, terms};
use crate::discord::view::message::{
    ActionRow, ButtonStyle, Message, SelectMenu, SelectOption, cut,
};
use crate::model::{PlayerId, ServerId};

/// The values of the option that says what to do.
const ACTIONS: [&str; 4] = ["join", "leave", "challenge", "table"];
/// Discord's limit of a label.
const MAX_LABEL: usize = 100;

pub(crate) fn slash_command() -> Value {
    let mut action = option(STRING, "ladder", "action");
    action["choices"] = ACTIONS
        .into_iter()
        .map(|what| {
            choice(what, |locale| {
                locale.text(&format!("ladders-action-{what}"), &[])
            })
        })
        .collect();
    let opponent = option(USER, "ladder", "opponent");
    only_in_guilds(command("ladder", vec![action, opponent]))
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let server = server(cx)?;
    let opponent = call.person("opponent").map(|person| person.id);
    let message = match (call.string("action"), opponent) {
        (Some("challenge") | None, Some(opponent)) => challenge(cx, server, opponent).await?,
        (Some("challenge"), None) => opponents(cx, server).await?,
        (Some("join"), _) => join(cx, server).await?,
        (Some("leave"), _) => ask_leave(cx),
        _ => table(cx, server, None, None).await?,
    };
    Ok(Response::Ephemeral(message))
}

/// Handles a button or the menu of opponents.
pub(crate) async fn press(
    cx: &Cx<'_>,
    action: LadderAction,
    chosen: &str,
) -> Result<Response, HandlerError> {
    let server = server(cx)?;
    Ok(Response::Show(match action {
        LadderAction::Join => join(cx, server).await?,
        LadderAction::Leave => ask_leave(cx),
        LadderAction::LeaveSurely => {
            cx.app.leave_ladder(&cx.act(), server).await?;
            cx.wake();
            Message::text(cx.reader.locale.text("ladders-left", &[]))
        }
        LadderAction::Opponents => opponents(cx, server).await?,
        LadderAction::Opponent => match chosen.parse() {
            Ok(player) => ask_challenge(cx, server, PlayerId(player)).await?,
            Err(_) => return Ok(Response::Ack),
        },
        LadderAction::Challenge(opponent) => challenge(cx, server, opponent).await?,
        LadderAction::Table(page) => table(cx, server, page.map(usize::from), None).await?,
    }))
}

fn server(cx: &Cx<'_>) -> Result<ServerId, HandlerError> {
    let say = |key: &str| HandlerError::Explained(cx.reader.locale.text(key, &[]));
    let server = cx.invoker.server.ok_or_else(|| say("ladders-no-server"))?;
    if cx.missing_access(cx.invoker).is_some() {
        return Err(say("ladders-no-bot"));
    }
    Ok(server)
}

/// Refuses an invoker who may not use the ladder.
async fn check_access(cx: &Cx<'_>, server: ServerId) -> Result<(), HandlerError> {
    let viewer = viewer(cx.invoker);
    cx.app.may_use_ladder(&viewer, &cx.channels, server).await?;
    Ok(())
}

async fn join(cx: &Cx<'_>, server: ServerId) -> Result<Message, HandlerError> {
    check_access(cx, server).await?;
    let joined = cx.app.join_ladder(&cx.act(), server).await?;
    cx.wake();
    let place = joined.row_of(cx.invoker.id).map_or(0, |row| row.place);
    let locale = cx.reader.locale;
    let said = locale.text("ladders-joined", &[("place", place.into())]);
    table(cx, server, None, Some(said)).await
}

/// Asks for confirmation: the place is lost.
fn ask_leave(cx: &Cx<'_>) -> Message {
    let locale = cx.reader.locale;
    let leave = ladder_key(
        locale,
        LadderAction::LeaveSurely,
        "key-ladder-leave",
        ButtonStyle::Danger,
    );
    Message {
        content: locale.text("ladders-leave-ask", &[]),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![leave, cancel_button(locale)])],
    }
}

/// The page of the table with the invoker, or another one.
async fn table(
    cx: &Cx<'_>,
    server: ServerId,
    page: Option<usize>,
    said: Option<String>,
) -> Result<Message, HandlerError> {
    check_access(cx, server).await?;
    let me = cx.invoker.id;
    let ladder = cx.app.ladder(server, cx.now()).await?;
    let own = ladder.row_of(me).map_or(0, |row| (row.place - 1) / PAGE);
    let last = ladder.rows.len().saturating_sub(1) / PAGE;
    let page = page.unwrap_or(own).min(last);
    let players = on_page(&ladder, page).iter().map(|row| row.player);
    let players: Vec<PlayerId> = players.collect();
    cx.names.learn(players.iter().copied()).await;
    let names = players
        .iter()
        .filter_map(|player| Some((*player, cx.names.known(*player)?)))
        .collect();
    let mut links = Vec::new();
    for game in ladder.games.iter().take(MAX_GAMES) {
        let row = cx.app.game_row(game.game).await?;
        links.push(link(cx, &row.ok_or(Refusal::UnknownGame)?).await?);
    }
    let page = LadderPage {
        locale: cx.reader.locale,
        theme: cx.reader.theme(),
        ladder: &ladder,
        names: &names,
        links: &links,
        page,
    };
    Ok(page.private(me, said))
}

/// The players whom the invoker may challenge, as a menu.
async fn opponents(cx: &Cx<'_>, server: ServerId) -> Result<Message, HandlerError> {
    check_access(cx, server).await?;
    let locale = cx.reader.locale;
    let open = cx
        .app
        .ladder_opponents(cx.invoker.id, server, cx.now())
        .await?;
    if open.is_empty() {
        return Ok(Message::text(locale.text("ladders-nobody", &[])));
    }
    cx.names.learn(open.iter().map(|row| row.player)).await;
    let options = open.iter().map(|row| {
        let name = cx.names.known(row.player);
        let name = name.as_ref().map(plain_name);
        let name = name.unwrap_or_else(|| locale.text("someone", &[]));
        SelectOption {
            label: cut(format!("{}. {name}", row.place), MAX_LABEL),
            value: row.player.to_string(),
            description: None,
            is_chosen: false,
        }
    });
    let menu = SelectMenu {
        id: CustomId::Menu(MenuAction::Ladder(LadderAction::Opponent)).write(),
        placeholder: locale.text("ladders-pick", &[]),
        options: options.collect(),
    };
    Ok(Message {
        content: locale.text("ladders-opponents", &[]),
        picture: None,
        rows: vec![ActionRow::SelectMenu(menu)],
    })
}

/// Asks for confirmation: the game begins at once.
async fn ask_challenge(
    cx: &Cx<'_>,
    server: ServerId,
    opponent: PlayerId,
) -> Result<Message, HandlerError> {
    check_access(cx, server).await?;
    let locale = cx.reader.locale;
    let ladder = cx.app.ladder(server, cx.now()).await?;
    let row = ladder.row_of(opponent);
    let row = row.ok_or(Refusal::OpponentNotOnLadder)?;
    let args = [
        ("opponent", mention(opponent).into()),
        ("place", row.place.into()),
        ("terms", terms(locale, &ladder.setup).into()),
    ];
    let begin = ladder_key(
        locale,
        LadderAction::Challenge(opponent),
        "key-ladder-begin",
        ButtonStyle::Good,
    );
    Ok(Message {
        content: locale.text("ladders-ask", &args),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![begin, cancel_button(locale)])],
    })
}

/// Begins a game against someone above.
async fn challenge(
    cx: &Cx<'_>,
    server: ServerId,
    opponent: PlayerId,
) -> Result<Message, HandlerError> {
    check_access(cx, server).await?;
    if cx.channels.is_member(server, opponent, cx.now()).await == Some(false) {
        cx.app.drop_from_ladder(server, opponent, cx.now()).await?;
        cx.wake();
        return Err(Refusal::OpponentNotOnLadder.into());
    }
    let game = cx
        .app
        .challenge_on_ladder(&cx.act(), server, opponent)
        .await?;
    let id = game.row.id;
    cx.remember_token(id, cx.invoker);
    cx.wake();
    let locale = cx.reader.locale;
    let opponent = ("opponent", mention(opponent).into());
    Ok(Message::text(match place(cx, id).await? {
        Some(place) => locale.text("ladders-begun-place", &[opponent, ("place", place.into())]),
        None => locale.text("ladders-begun", &[opponent]),
    }))
}
