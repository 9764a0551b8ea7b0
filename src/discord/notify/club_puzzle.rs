//! What the players of a game are told about a puzzle from it.

use crate::app::notify::notice::Notice;
use crate::app::puzzle::club::numbered_of;
use crate::app::{AppError, Outgoing};
use crate::discord::context::Context;
use crate::discord::notify::notification::Notification;
use crate::discord::view::board::BoardView;
use crate::discord::view::format::mention;
use crate::discord::view::message::ActionRow;
use crate::discord::view::puzzle::{PuzzlePicture, answer_keys, open_key, task};
use crate::model::ClubPuzzleState;

/// The message about the puzzle from a game; `None` if it is out of date.
pub(crate) async fn about_puzzle(
    ctx: &Context,
    outgoing: &Outgoing,
    seen: &BoardView<'_>,
) -> Result<Option<Notification>, AppError> {
    let id = seen.game.row.id;
    let is_asked = outgoing.notice == Notice::PuzzleSuggested;
    let expected = if is_asked {
        ClubPuzzleState::Suggested
    } else {
        ClubPuzzleState::Agreed
    };
    let club = ctx.app.club_puzzle(id).await?;
    let Some(club) = club.filter(|club| club.state == expected) else {
        return Ok(None);
    };
    let Some(numbered) = numbered_of(&club) else {
        return Ok(None);
    };
    let locale = seen.locale;
    let called = outgoing.player.map_or_else(String::new, mention);
    let player = ("player", called.into());
    if !is_asked {
        let text = locale.text("notice-puzzle-agreed", &[player]);
        let mut told = Notification::text(text, outgoing.player);
        told.reply.rows = vec![ActionRow::Buttons(vec![open_key(locale, numbered.id)])];
        return Ok(Some(told));
    }
    let position = &numbered.puzzle.position;
    let text = locale.text("notice-puzzle-suggested", &[player]);
    let text = format!("{text}\n{}", task(locale, position, numbered.puzzle.turns));
    let mut told = Notification::text(text, outgoing.player);
    let look = PuzzlePicture {
        theme: seen.theme,
        size: seen.size,
        is_flipped: false,
        solver: position.to_move(),
    };
    told.reply.picture = Some(look.of(locale, position, None));
    told.reply.rows = vec![ActionRow::Buttons(answer_keys(locale, id))];
    Ok(Some(told))
}
