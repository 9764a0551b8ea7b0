//! Which game is meant: the one named, the one of the thread, the only one; or the person is asked.

use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::Button;
use crate::discord::custom_id::action::Purpose;
use crate::discord::custom_id::menu::Other;
use crate::discord::features::help::empty_row;
use crate::discord::features::{game_menu, games_label};
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::request::Caller;
use crate::discord::interaction::viewer::seen_by;
use crate::discord::view::message::{Choice, Menu, Reply, Row};
use crate::model::GameId;

/// So many games fit a menu.
const MOST: usize = 25;

/// The game that is meant. Where it could be several, the person is asked with a menu of them.
pub(crate) async fn find(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    named: Option<GameId>,
    purpose: Purpose,
) -> Result<GameId, Stop> {
    let id = meant(host, caller, reader, named, purpose).await?;
    tracing::Span::current().record("game", id.0);
    host.app.acted(caller.id, id).await?;
    Ok(id)
}

/// What [`find`] finds, before it is noted for the log.
async fn meant(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    named: Option<GameId>,
    purpose: Purpose,
) -> Result<GameId, Stop> {
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
        [] if purpose == Purpose::Analyse => Err(Stop::Ask(Box::new(Reply {
            content: reader.words.say("analysis-fresh", &[]),
            picture: None,
            rows: vec![Row::Menu(Menu {
                id: Button::Other(Other::Fresh).write(),
                placeholder: reader.words.say("challenge-which", &[]),
                options: game_menu(reader.words),
            })],
        }))),
        [] => Err(Stop::Ask(Box::new(Reply {
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
                    label: games_label(host, reader, listed),
                    value: listed.row.id.to_string(),
                    description: None,
                    is_chosen: false,
                });
            }
            Err(Stop::Ask(Box::new(Reply {
                content: reader.words.say("which-game", &[]),
                picture: None,
                rows: vec![Row::Menu(Menu {
                    id: Button::Other(Other::Choose(purpose)).write(),
                    placeholder: reader.words.say("which-game", &[]),
                    options,
                })],
            })))
        }
    }
}
