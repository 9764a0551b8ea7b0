//! Which game is meant: the one named, the one of the thread, the only one; or the person is asked.

use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::Purpose;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::request::Invoker;
use crate::discord::interaction::viewer::seen_by;
use crate::discord::view::components::empty_row;
use crate::discord::view::game_summary;
use crate::discord::view::message::{ActionRow, Choice, Message, SelectMenu};
use crate::discord::view::reader::Reader;
use crate::discord::view::variants::game_menu;
use crate::model::GameId;

/// So many games fit a menu.
const MOST: usize = 25;

/// The game that is meant. Where it could be several, the person is asked with a menu of them.
pub(crate) async fn find(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    named: Option<GameId>,
    purpose: Purpose,
) -> Result<GameId, HandlerError> {
    let id = meant(host, caller, reader, named, purpose).await?;
    tracing::Span::current().record("game", id.0);
    host.app.acted(caller.id, id).await?;
    Ok(id)
}

/// What [`find`] finds, before it is noted for the log.
async fn meant(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    named: Option<GameId>,
    purpose: Purpose,
) -> Result<GameId, HandlerError> {
    if let Some(id) = named {
        return Ok(seen_by(host, caller, id).await?.id);
    }
    if let Some(row) = host.app.thread_game(caller.channel).await?
        && (matches!(purpose, Purpose::Board | Purpose::Analyse)
            || row.side_of(caller.id).is_some())
    {
        return Ok(row.id);
    }
    let mut games = host.app.my_games(caller.id, host.now()).await?;
    if purpose == Purpose::Move {
        // Nobody wants to be asked about games in which nothing can be done.
        let mine = games.iter().filter(|listed| listed.is_mine).count();
        if mine > 0 {
            games.retain(|listed| listed.is_mine);
        }
    }
    match games.as_slice() {
        // A board to think on is there also for someone without a game.
        [] if purpose == Purpose::Analyse => Err(HandlerError::NeedsInput(Box::new(Message {
            content: reader.words.say("analysis-fresh", &[]),
            picture: None,
            rows: vec![ActionRow::SelectMenu(SelectMenu {
                id: CustomId::Menu(MenuAction::Fresh).write(),
                placeholder: reader.words.say("challenge-which", &[]),
                options: game_menu(reader.words),
            })],
        }))),
        [] => Err(HandlerError::NeedsInput(Box::new(Message {
            content: reader.words.say("games-none", &[]),
            picture: None,
            rows: vec![empty_row(reader.words)],
        }))),
        [one] => Ok(one.row.id),
        several => {
            let others = several.iter().take(MOST);
            let others = others.filter_map(|listed| listed.row.players[!listed.side]);
            host.names.learn(others).await;
            let mut options = Vec::new();
            for listed in several.iter().take(MOST) {
                options.push(Choice {
                    label: game_summary::label(host, reader, listed),
                    value: listed.row.id.to_string(),
                    description: None,
                    is_chosen: false,
                });
            }
            Err(HandlerError::NeedsInput(Box::new(Message {
                content: reader.words.say("which-game", &[]),
                picture: None,
                rows: vec![ActionRow::SelectMenu(SelectMenu {
                    id: CustomId::Menu(MenuAction::Choose(purpose)).write(),
                    placeholder: reader.words.say("which-game", &[]),
                    options,
                })],
            })))
        }
    }
}
