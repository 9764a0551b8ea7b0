//! Looks at a board: as it stands, as it stood, and in place of one that is out of date.

use crate::app::Refusal;
use crate::app::import::is_import;
use hexpost_engine::game::GameKind;
use crate::store::GameId;

use super::super::answer::Answer;
use super::super::board::Seen;
use super::super::deed::Look;
use super::super::host::{Host, Reader};
use super::super::refusal;
use super::super::reply::Reply;
use super::super::request::Caller;
use super::super::router::Stop;
use super::super::sight::look_at;
use super::planning;
use super::replaying;

/// A look at a board. Whoever plays has seen it then.
pub(in crate::discord) async fn look(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    look: Look,
) -> Result<Reply, Stop> {
    let game = look_at(host, caller, look.game).await?;
    let names = host.names_of(&game, reader.words).await;
    let seen = Seen::by(reader, &game, &names, look.is_flipped);
    let side = game.row.side_of(caller.id);
    let is_players_turn = side.is_some() && side == game.to_move();
    let mut reply = seen.look(look.ply, look.is_text, is_players_turn);
    if is_import(look.game) {
        let said = reader
            .words
            .say("imported", &[("variant", seen.variant().into())]);
        reply.content = format!("{said}\n{}", reply.content);
    }
    let is_drawn = !is_import(look.game) && host.app.is_drawn(look.game).await?;
    reply.rows.extend(replaying::keys(
        &game,
        reader.words,
        look.is_flipped,
        side.is_some(),
        is_drawn,
    ));
    planning::with_news(host, caller, reader, &game, reply).await
}

/// Does someone see a board from the second player's side?
pub(in crate::discord) async fn is_flipped_for(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
) -> Result<bool, Stop> {
    let Some(row) = host.app.row(id).await? else {
        return Ok(false);
    };
    let kinds = GameKind::ALL.iter();
    let kind = kinds.copied().find(|kind| kind.as_str() == row.game);
    Ok(kind.is_some_and(|kind| reader.is_flipped(kind, row.side_of(caller.id))))
}

/// The game has moved on: the board as it stands, and a key to move if it is the player's turn.
pub(super) async fn stale(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
) -> Result<Answer, Stop> {
    Ok(Answer::Tell(moved_on(host, caller, reader, id).await?))
}

/// The same as a reply, for the place of a message that is out of date.
pub(super) async fn moved_on(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
) -> Result<Reply, Stop> {
    let look = Look {
        game: id,
        ply: None,
        is_flipped: is_flipped_for(host, caller, reader, id).await?,
        is_text: false,
        slot: 0,
    };
    let mut reply = self::look(host, caller, reader, look).await?;
    let said = refusal::refusal(reader.words.language(), &Refusal::Stale);
    reply.content = format!("{said}\n{}", reply.content);
    Ok(reply)
}
