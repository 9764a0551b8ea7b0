//! Finds the game that a command means: the one named, the one of the thread, the only one;
//! otherwise the invoker is asked.

use crate::app::Refusal;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::GameCommand;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::viewer::seen_by;
use crate::discord::view::components::first_steps_row;
use crate::discord::view::game_summary;
use crate::discord::view::message::{ActionRow, Message, SelectMenu, SelectOption};
use crate::discord::view::variants::game_menu;
use crate::model::{GameId, GameRef};

/// Discord's limit of options in a select menu.
const MOST: usize = 25;

/// The game that a command means. If it could be several, the error is a message with a select menu
/// of them.
pub(crate) async fn find(
    cx: &Cx<'_>,
    named: Option<GameRef>,
    purpose: GameCommand,
) -> Result<GameId, HandlerError> {
    let id = meant(cx, named, purpose).await?;
    tracing::Span::current().record("game", id.0);
    cx.app.record_interaction(cx.invoker.id, id).await?;
    Ok(id)
}

/// Like [`find`], without recording the game for the log.
async fn meant(
    cx: &Cx<'_>,
    named: Option<GameRef>,
    purpose: GameCommand,
) -> Result<GameId, HandlerError> {
    if let Some(named) = named {
        let id = named.game().ok_or(Refusal::UnknownGame)?;
        return Ok(seen_by(cx, id).await?.id);
    }
    if let Some(row) = cx.app.thread_game(cx.invoker.channel).await?
        && (matches!(purpose, GameCommand::Board | GameCommand::Analyse)
            || row.side_of(cx.invoker.id).is_some())
    {
        return Ok(row.id);
    }
    let mut games = cx.app.my_games(cx.invoker.id, cx.now()).await?;
    if purpose == GameCommand::Move {
        // Only games with the invoker to move, if there are any.
        let mine = games.iter().filter(|listed| listed.is_mine).count();
        if mine > 0 {
            games.retain(|listed| listed.is_mine);
        }
    }
    match games.as_slice() {
        // A user without games can analyse a starting position.
        [] if purpose == GameCommand::Analyse => Err(HandlerError::NeedsInput(Box::new(Message {
            content: cx.reader.locale.text("analysis-fresh", &[]),
            picture: None,
            rows: vec![ActionRow::SelectMenu(SelectMenu {
                id: CustomId::Menu(MenuAction::AnalyseStart).write(),
                placeholder: cx.reader.locale.text("challenge-which", &[]),
                options: game_menu(cx.reader.locale, None),
            })],
        }))),
        [] => Err(HandlerError::NeedsInput(Box::new(Message {
            content: cx.reader.locale.text("games-none", &[]),
            picture: None,
            rows: vec![first_steps_row(cx.reader.locale)],
        }))),
        [one] => Ok(one.row.id),
        several => {
            let others = several.iter().take(MOST);
            let others = others.filter_map(|listed| listed.row.players[!listed.side]);
            cx.names.learn(others).await;
            let mut options = Vec::new();
            for listed in several.iter().take(MOST) {
                options.push(SelectOption {
                    label: game_summary::label(cx, cx.reader, listed),
                    value: listed.row.id.to_string(),
                    description: None,
                    is_chosen: false,
                });
            }
            Err(HandlerError::NeedsInput(Box::new(Message {
                content: cx.reader.locale.text("which-game", &[]),
                picture: None,
                rows: vec![ActionRow::SelectMenu(SelectMenu {
                    id: CustomId::Menu(MenuAction::ChooseGame(purpose)).write(),
                    placeholder: cx.reader.locale.text("which-game", &[]),
                    options,
                })],
            })))
        }
    }
}
