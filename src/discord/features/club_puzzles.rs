//! Puzzles from games on a server: found in a finished game, suggested, agreed to, removed.

use hexpost_engine::search::Puzzle;

use crate::app::game::state::Game;
use crate::app::puzzle::NumberedPuzzle;
use crate::app::puzzle::attempt::OpenPuzzle;
use crate::app::puzzle::club::{FoundPuzzle, numbered_of};
use crate::app::{AppError, Refusal};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::puzzle::ClubPuzzleAction;
use crate::discord::i18n::{Locale, refusal};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::{look_at, managed_server};
use crate::discord::view::components::{cancel_button, key};
use crate::discord::view::format::mention;
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, Message, Picture};
use crate::discord::view::puzzle::{PuzzlePicture, answer_keys, club_key, task};
use crate::model::{ClubPuzzle, ClubPuzzleState, PuzzleId, ServerId};

/// Handles a component.
pub(crate) async fn press(cx: &Cx<'_>, action: ClubPuzzleAction) -> Result<Response, HandlerError> {
    let act = cx.act();
    let message = match action {
        ClubPuzzleAction::Show(id) => {
            let game = look_at(cx, id).await?;
            match cx.app.club_puzzle(id).await? {
                Some(club) => status(cx, &game, &club)?,
                None => find(cx, &game).await?,
            }
        }
        ClubPuzzleAction::Suggest(id, ply) => {
            let game = look_at(cx, id).await?;
            let app = &cx.app;
            let suggested = app.suggest_club_puzzle(&act, &game, usize::from(ply));
            let club = suggested.await?;
            cx.wake();
            status(cx, &game, &club)?
        }
        ClubPuzzleAction::Agree(id) => {
            let game = look_at(cx, id).await?;
            let club = cx.app.agree_club_puzzle(&act, &game).await?;
            cx.wake();
            status(cx, &game, &club)?
        }
        ClubPuzzleAction::End(id) => {
            let game = look_at(cx, id).await?;
            let club = cx.app.end_club_puzzle(&act, &game).await?;
            status(cx, &game, &club)?
        }
        ClubPuzzleAction::Remove(id) => ask_removal(cx, id)?,
        ClubPuzzleAction::RemoveSurely(id) => {
            let server = managed(cx)?;
            cx.app.remove_club_puzzle(server, id, cx.now()).await?;
            Message::text(cx.reader.locale.text("club-puzzle-removed", &[]))
        }
    };
    Ok(Response::Show(message))
}

/// Looks for a puzzle in a game and offers to suggest it.
async fn find(cx: &Cx<'_>, game: &Game) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let FoundPuzzle { ply, puzzle } = match cx.app.find_club_puzzle(&cx.act(), game).await {
        Err(AppError::Refused(none @ (Refusal::NoPuzzleInGame | Refusal::KnownPuzzle))) => {
            return Ok(Message::text(refusal::refusal(locale.language(), &none)));
        }
        found => found?,
    };
    let text = locale.text("club-puzzle-found", &[("ply", ply.into())]);
    let suggest = ClubPuzzleAction::Suggest(game.row.id, u16::try_from(ply).unwrap_or(u16::MAX));
    let suggest = club_key(
        locale,
        suggest,
        "key-club-puzzle-suggest",
        ButtonStyle::Good,
    );
    Ok(with_position(cx, &puzzle, &text, vec![suggest]))
}

/// How far the puzzle from a game has come, for a player of it.
fn status(cx: &Cx<'_>, game: &Game, club: &ClubPuzzle) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let side = game.row.side_of(cx.invoker.id);
    let side = side.ok_or(Refusal::NotAPlayer)?;
    let other = game.row.players[!side];
    let other = other.map_or_else(|| locale.text("someone", &[]), mention);
    let other = ("player", other.into());
    let Some(puzzle) = numbered_of(club) else {
        return Ok(Message::text(locale.text("club-puzzle-ended", &[])));
    };
    let end = |label: &str| {
        let end = ClubPuzzleAction::End(club.game);
        club_key(locale, end, label, ButtonStyle::Plain)
    };
    let (text, keys) = match club.state {
        ClubPuzzleState::Suggested if club.suggested_by == side => {
            ("club-puzzle-waits", vec![end("key-club-puzzle-withdraw")])
        }
        ClubPuzzleState::Suggested => ("club-puzzle-asked", answer_keys(locale, club.game)),
        ClubPuzzleState::Agreed | ClubPuzzleState::Ended => {
            ("club-puzzle-agreed", vec![end("key-club-puzzle-withdraw")])
        }
    };
    let text = locale.text(text, &[other]);
    Ok(with_position(cx, &puzzle, &text, keys))
}

/// A message with the task and the position of a puzzle.
fn with_position(cx: &Cx<'_>, puzzle: &NumberedPuzzle, text: &str, keys: Vec<Button>) -> Message {
    let (reader, puzzle) = (cx.reader, &puzzle.puzzle);
    let task = task(reader.locale, &puzzle.position, puzzle.turns);
    Message {
        content: format!("{text}\n{task}"),
        picture: Some(picture(cx, puzzle)),
        rows: vec![ActionRow::Buttons(keys)],
    }
}

fn picture(cx: &Cx<'_>, puzzle: &Puzzle) -> Picture {
    let solver = puzzle.position.to_move();
    let look = PuzzlePicture {
        theme: cx.reader.theme(),
        size: cx.reader.size(),
        is_flipped: cx.reader.is_flipped(puzzle.position.kind(), Some(solver)),
        solver,
    };
    look.of(cx.reader.locale, &puzzle.position, None)
}

/// The line about where a puzzle is from, if it is from a game on a server.
pub(crate) fn source_line(cx: &Cx<'_>, puzzle: &NumberedPuzzle) -> Option<String> {
    let (server, _) = puzzle.source?;
    let key = if cx.invoker.server == Some(server) {
        "puzzle-from-here"
    } else {
        "puzzle-from-elsewhere"
    };
    Some(cx.reader.locale.text(key, &[]))
}

/// The button with which a puzzle is removed from this server, for those who manage it.
pub(crate) fn removal_key(cx: &Cx<'_>, open: &OpenPuzzle) -> Option<Button> {
    let (server, _) = open.puzzle.source?;
    managed_server(cx.invoker).filter(|managed| *managed == server)?;
    Some(remove_key(cx.reader.locale, open.puzzle.id))
}

fn remove_key(locale: &Locale, id: PuzzleId) -> Button {
    let remove = ClubPuzzleAction::Remove(id);
    club_key(locale, remove, "key-club-puzzle-remove", ButtonStyle::Plain)
}

/// The server whose settings the invoker may change.
fn managed(cx: &Cx<'_>) -> Result<ServerId, Refusal> {
    managed_server(cx.invoker).ok_or(Refusal::UnknownPuzzle)
}

/// Asks whether a puzzle is to be removed.
fn ask_removal(cx: &Cx<'_>, id: PuzzleId) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    managed(cx)?;
    let surely = MenuAction::ClubPuzzle(ClubPuzzleAction::RemoveSurely(id));
    let label = locale.text("key-club-puzzle-remove-surely", &[]);
    let surely = key(&CustomId::Menu(surely), label, ButtonStyle::Danger);
    Ok(Message {
        content: locale.text("club-puzzle-remove", &[]),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![surely, cancel_button(locale)])],
    })
}
