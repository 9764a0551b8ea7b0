//! Analysis boards and the computer: questions about a position, and games from there.

use std::mem;
use std::time::Instant;

use hexpost_engine::search::Level;
use hexpost_engine::side::Side;

use crate::app::computer::questions::PositionAnswer;
use crate::app::{AppError, NewComputerGame, Refusal, USUAL_LEVEL};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::game_analysis::PositionAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::analysis;
use crate::discord::features::computer::{BETWEEN_HINT_LOOKS, level_options, started};
use crate::discord::features::game_place::challenge_channel;
use crate::discord::i18n::Locale;
use crate::discord::i18n::alt_text_phrases::side;
use crate::discord::i18n::turn::turn_in_words;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::may_play;
use crate::discord::view::components::key;
use crate::discord::view::game_analysis::reason_in_words;
use crate::discord::view::message::{ActionRow, ButtonStyle, Message, SelectMenu, SelectOption};
use crate::model::{Seat, StoredVariant, level_of_number};

/// An analysis board, by its number, and a turn of its tree.
type BoardTurn = (i64, u32);

/// Handles a component.
pub(crate) async fn press(
    cx: &Cx<'_>,
    action: PositionAction,
    chosen: &str,
) -> Result<Response, HandlerError> {
    match action {
        PositionAction::Ask(board, turn) => ask(cx, (board, turn)).await,
        PositionAction::Level(board, turn) => ask_level(cx, (board, turn)).await,
        PositionAction::Start(board, turn) => {
            let level = chosen.parse().ok().and_then(level_of_number);
            start(cx, (board, turn), level.ok_or(Refusal::UnknownLevel)?).await
        }
    }
}

fn button(action: PositionAction) -> CustomId {
    CustomId::Menu(MenuAction::Position(action))
}

/// Shows what the computer says about a position, as soon as it has found that out.
async fn ask(cx: &Cx<'_>, (board, turn): BoardTurn) -> Result<Response, HandlerError> {
    let act = cx.act();
    let asked = Instant::now();
    let mut is_first = true;
    loop {
        let found = match cx.app.ask_about_board(&act, board, turn).await {
            Err(AppError::Refused(Refusal::Stale)) => {
                let shown = cx.app.analysis(cx.invoker.id, board).await?;
                let reply = analysis::screen(cx, &shown, None).await?;
                return Ok(Response::Update(reply));
            }
            found => found?,
        };
        if let Some(found) = found {
            let said = in_words(cx.reader.locale, &found);
            let reply = analysis::screen(cx, &found.board, Some(said)).await?;
            return Ok(Response::Show(reply));
        }
        if asked.elapsed() >= cx.computer_patience {
            break;
        }
        if mem::take(&mut is_first) {
            cx.wake();
        }
        tokio::time::sleep(BETWEEN_HINT_LOOKS).await;
    }
    let again = button(PositionAction::Ask(board, turn));
    let locale = cx.reader.locale;
    let label = locale.text("key-ask-computer", &[]);
    Ok(Response::Show(Message {
        content: locale.text("hint-later", &[]),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![key(
            &again,
            label,
            ButtonStyle::Primary,
        )])],
    }))
}

/// The best turn with its reason, and the winning chances or what is proved.
fn in_words(locale: &'static Locale, found: &PositionAnswer) -> String {
    let position = &found.board.position;
    let (best, reason) = found.best;
    let player = (
        "player",
        side(locale, position.kind(), position.to_move()).into(),
    );
    let outlook = if let Some(turns) = found.proof {
        let turns_left = usize::try_from(turns.unsigned_abs()).unwrap_or(usize::MAX);
        let name = if turns > 0 {
            "position-won"
        } else {
            "position-lost"
        };
        locale.text(name, &[player, ("count", turns_left.into())])
    } else {
        let percent = ("percent", usize::from(found.chance).into());
        locale.text("position-chances", &[player, percent])
    };
    let args = [
        ("notation", position.write(&best).unwrap_or_default().into()),
        (
            "turn",
            turn_in_words(locale.language(), position, &best).into(),
        ),
        ("reason", reason_in_words(locale, reason).into()),
        ("outlook", outlook.into()),
    ];
    locale.text("position-answer", &args)
}

/// Asks for the level of a game from the position of a board.
async fn ask_level(cx: &Cx<'_>, (board, turn): BoardTurn) -> Result<Response, HandlerError> {
    may_play(cx).await?;
    let shown = cx.app.analysis_at(cx.invoker.id, board, Some(turn)).await?;
    let locale = cx.reader.locale;
    let position = &shown.position;
    let mover = side(locale, position.kind(), position.to_move());
    let start = button(PositionAction::Start(board, turn));
    let unchosen = |option: SelectOption| SelectOption {
        is_chosen: false,
        ..option
    };
    let levels = level_options(locale, USUAL_LEVEL).into_iter();
    Ok(Response::Ephemeral(Message {
        content: locale.text("computer-from-board", &[("player", mover.into())]),
        picture: None,
        rows: vec![ActionRow::SelectMenu(SelectMenu {
            id: start.write(),
            placeholder: locale.text("computer-level", &[]),
            options: levels.map(unchosen).collect(),
        })],
    }))
}

/// Starts a game from the position of a board, in which the invoker moves first.
async fn start(
    cx: &Cx<'_>,
    (board, turn): BoardTurn,
    level: Level,
) -> Result<Response, HandlerError> {
    may_play(cx).await?;
    let shown = cx.app.analysis_at(cx.invoker.id, board, Some(turn)).await?;
    let position = &shown.position;
    let new = NewComputerGame {
        // That of the board takes its place.
        variant: StoredVariant::parse(position.kind().as_str(), ""),
        seat: match position.to_move() {
            Side::First => Seat::Mine,
            Side::Second => Seat::Theirs,
        },
        level,
        server: cx.invoker.server,
        channel: challenge_channel(cx).await?,
        opening: Vec::new(),
    };
    let game = cx.app.play_on_board(&cx.act(), (board, turn), &new).await?;
    Ok(Response::Update(started(cx, &game, level).await?))
}
