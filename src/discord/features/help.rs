//! `/help`, and the welcome message for new users.

use serde_json::Value;

use crate::app::AppError;
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::OnboardingScreen;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::{game_place, rules};
use crate::discord::interaction::command::command;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::{Invoker, Request};
use crate::discord::interaction::response::Response;
use crate::discord::rule_pages::RulePage;
use crate::discord::view::components::{
    how_to_play_button, key, lessons_button, open_challenge_button, play_computer_button,
};
use crate::discord::view::game_summary;
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};
use crate::discord::view::reader::Reader;
use crate::model::GameId;

pub(crate) fn slash_command() -> Value {
    command("help", Vec::new())
}

pub(crate) async fn run(cx: &Cx<'_>) -> Result<Response, HandlerError> {
    let buttons = [
        ("button", cx.public_label("key-move").await?.into()),
        ("more", cx.public_label("key-more").await?.into()),
    ];
    Ok(Response::Ephemeral(Message {
        content: cx.text_with_commands(cx.reader.locale, "help", buttons),
        picture: None,
        rows: vec![help_row(cx.reader)],
    }))
}

/// May the welcome message follow this request? Not while the user types or composes, nor after
/// commands that say the same or erase the user's data.
pub(crate) fn may_follow_with_welcome(request: &Request) -> bool {
    match request {
        Request::Command(call) => {
            !["help", "learn", "rules", "privacy"].contains(&call.name.as_str())
        }
        Request::UserCommand(..) => true,
        Request::Component { id, .. } => matches!(
            CustomId::read(id),
            Some(
                CustomId::Accept(_)
                    | CustomId::Decline(_)
                    | CustomId::Menu(MenuAction::ShowBoard(_))
            )
        ),
        Request::Autocomplete(..) | Request::ModalSubmit { .. } => false,
    }
}

/// Does this request tell a new user as much as the welcome message, or show that the user has found
/// the way?
pub(crate) fn replaces_welcome(request: &Request) -> bool {
    match request {
        Request::Command(call) => ["help", "learn", "rules"].contains(&call.name.as_str()),
        Request::Component { id, .. } => matches!(
            CustomId::read(id),
            Some(CustomId::Menu(
                MenuAction::Lesson { .. } | MenuAction::ChallengeForm(_)
            ))
        ),
        _ => false,
    }
}

/// The game that a request starts: a new user sees it above the welcome message.
pub(crate) fn accepted_game(request: &Request) -> Option<GameId> {
    match request {
        Request::Component { id, .. } => match CustomId::read(id) {
            Some(CustomId::Accept(game)) => Some(game),
            _ => None,
        },
        _ => None,
    }
}

/// The welcome message, below the line of a game that the user has just accepted; `None` for users who
/// have seen it.
pub(crate) async fn welcome_message(
    ctx: &Context,
    invoker: &Invoker,
    accepted: Option<GameId>,
) -> Result<Option<Message>, AppError> {
    if !ctx.app.welcome(invoker.id).await? {
        return Ok(None);
    }
    let reader = ctx.reader(invoker).await?;
    let mut content = ctx.text_with_commands(reader.locale, "welcome", []);
    if let Some(line) = game_line(ctx, &reader, invoker, accepted).await? {
        content = format!("{line}\n\n{content}");
    }
    Ok(Some(Message {
        content,
        picture: None,
        rows: vec![ActionRow::Buttons(vec![
            how_to_play_button(reader.locale),
            play_computer_button(reader.locale),
            open_challenge_button(reader.locale),
        ])],
    }))
}

/// The line of a game of the invoker, with a link to its place.
async fn game_line(
    ctx: &Context,
    reader: &Reader,
    invoker: &Invoker,
    game: Option<GameId>,
) -> Result<Option<String>, AppError> {
    let Some(id) = game else {
        return Ok(None);
    };
    let games = ctx.app.my_games(invoker.id, ctx.now()).await?;
    let Some(listed) = games.iter().find(|listed| listed.row.id == id) else {
        return Ok(None);
    };
    let place = game_place::place(ctx, id).await?.unwrap_or_default();
    let line = game_summary::line(ctx, reader, listed, &place).await?;
    Ok(Some(line))
}

/// The buttons below the help.
pub(crate) fn help_row(reader: &Reader) -> ActionRow {
    let settings = CustomId::Menu(MenuAction::Onboarding(OnboardingScreen::Settings));
    ActionRow::Buttons(vec![
        rules::page_button(reader, RulePage::FIRST),
        lessons_button(reader.locale),
        play_computer_button(reader.locale),
        open_challenge_button(reader.locale),
        key(
            &settings,
            reader.locale.text("key-settings", &[]),
            ButtonStyle::Plain,
        ),
    ])
}
