//! The actions of a game besides moving: resigning, draw offers, take-backs, muting, claims.

use std::time::Duration;

use crate::app::{AppError, Later, MAX_GIFT, Refusal, Takeback};
use crate::discord::custom_id::action::GameAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::{BoardRef, CustomId};
use crate::discord::features::game_menu::may_moderate;
use crate::discord::features::outdated_board::{current_board, show_current};
use crate::discord::features::{challenge, reminders, resign};
use crate::discord::heap::on_heap;
use crate::discord::i18n::refusal;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::view::components::{cancel_button, key, remind_later_button};
use crate::discord::view::format::hour;
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, Message};

/// The smaller gift of time.
const DAY: Duration = Duration::from_hours(24);

/// Performs an action on the board that was shown.
pub(crate) async fn perform(
    cx: &Cx<'_>,
    action: GameAction,
    shown: BoardRef,
) -> Result<Response, HandlerError> {
    let app = &cx.app;
    let id = shown.game;
    let act = cx.act_on(shown.seq);
    let said = match action {
        GameAction::Resign => {
            let game = on_heap(|| app.game(id, cx.now())).await?;
            let message = resign::ask(cx, &game)?;
            return Ok(Response::Show(message));
        }
        GameAction::Moderate | GameAction::ModerateSurely
            if !on_heap(|| may_moderate(cx, id)).await? =>
        {
            return Err(Refusal::NotAPlayer.into());
        }
        GameAction::Moderate => return Ok(Response::Update(ask_to_moderate(cx, shown))),
        GameAction::ModerateSurely => done(
            on_heap(|| app.moderate(&act, id, None)).await,
            "done-moderated",
        ),
        GameAction::Rematch => return on_heap(|| challenge::rematch(cx, id)).await,
        GameAction::ResignSurely => done(on_heap(|| app.resign(&act, id)).await, "done-resigned"),
        GameAction::Abort => done(on_heap(|| app.abort(&act, id)).await, "done-aborted"),
        GameAction::OfferDraw => done(
            on_heap(|| app.offer_draw(&act, id)).await,
            "done-draw-offered",
        ),
        GameAction::WithdrawDraw => done(
            on_heap(|| app.withdraw_draw(&act, id)).await,
            "done-withdrawn",
        ),
        GameAction::AcceptDraw => done(
            on_heap(|| app.accept_draw(&act, id)).await,
            "done-draw-agreed",
        ),
        GameAction::DeclineDraw => done(
            on_heap(|| app.decline_draw(&act, id)).await,
            "done-declined",
        ),
        GameAction::TakeBack => match on_heap(|| app.take_back(&act, id)).await {
            Ok(Takeback::Done(_)) => Ok("done-taken-back"),
            Ok(Takeback::Asked(game)) if game.record.game().is_touch_move() => {
                Ok("done-takeback-asked-touch")
            }
            Ok(Takeback::Asked(_)) => Ok("done-takeback-asked"),
            Err(no) => Err(no),
        },
        GameAction::WithdrawTakeback => done(
            on_heap(|| app.withdraw_takeback(&act, id)).await,
            "done-withdrawn",
        ),
        GameAction::AllowTakeback => done(
            on_heap(|| app.allow_takeback(&act, id)).await,
            "done-taken-back",
        ),
        GameAction::DeclineTakeback => done(
            on_heap(|| app.decline_takeback(&act, id)).await,
            "done-declined",
        ),
        GameAction::Mute => done(on_heap(|| app.mute(&act, id, true)).await, "done-muted"),
        GameAction::Unmute => done(on_heap(|| app.mute(&act, id, false)).await, "done-unmuted"),
        GameAction::NoticeSilence => done(
            on_heap(|| app.give_abandonment_notice(&act, id)).await,
            "done-silence",
        ),
        GameAction::CloseSilent => done(
            on_heap(|| app.close_abandoned(&act, id)).await,
            "done-closed",
        ),
        GameAction::Claim => {
            // Downtime of the bot is compensated first.
            on_heap(|| app.compensate_downtime(cx.now())).await?;
            done(on_heap(|| app.claim(&act, id)).await, "done-claimed")
        }
        GameAction::GiveDay => done(on_heap(|| app.give_time(&act, id, DAY)).await, "done-given"),
        GameAction::GiveThreeDays => done(
            on_heap(|| app.give_time(&act, id, MAX_GIFT)).await,
            "done-given",
        ),
        GameAction::Tonight | GameAction::Tomorrow => {
            let message = on_heap(|| later(cx, action, shown)).await?;
            return Ok(Response::Show(message));
        }
    };
    let said = match said {
        Err(AppError::Refused(Refusal::Stale)) => return on_heap(|| show_current(cx, id)).await,
        said => said?,
    };
    cx.remember_token(id, cx.invoker);
    cx.wake();
    let reply = Message::text(cx.reader.locale.text(said, &[]));
    Ok(Response::Show(reply))
}

/// Asks a moderator whether a game is really to be ended.
fn ask_to_moderate(cx: &Cx<'_>, shown: BoardRef) -> Message {
    let say = |name: &str| cx.reader.locale.text(name, &[]);
    let button = CustomId::Menu(MenuAction::GameAction(GameAction::ModerateSurely, shown));
    let keys = vec![
        key(&button, say("key-moderate-surely"), ButtonStyle::Danger),
        cancel_button(cx.reader.locale),
    ];
    Message {
        content: say("moderate-sure"),
        picture: None,
        rows: vec![ActionRow::Buttons(keys)],
    }
}

/// Sets another reminder of the turn of the player to move. If the time zone is needed first, or the
/// evening is past, the message has the button that goes on from there.
async fn later(cx: &Cx<'_>, action: GameAction, shown: BoardRef) -> Result<Message, HandlerError> {
    let later = match action {
        GameAction::Tonight => Later::Tonight,
        _ => Later::Tomorrow,
    };
    let act = cx.act_on(shown.seq);
    let then = match cx.app.remind_later(&act, shown.game, later).await {
        Err(AppError::Refused(Refusal::Stale)) => {
            return current_board(cx, shown.game).await;
        }
        Err(AppError::Refused(refused @ Refusal::NoZone)) => {
            return Ok(zone_first(cx, action, shown, &refused));
        }
        Err(AppError::Refused(refused @ Refusal::EveningPast)) => {
            let button = remind_later_button(cx.reader.locale, GameAction::Tomorrow, shown);
            return Ok(explained(cx, &refused, button));
        }
        then => then?,
    };
    cx.wake();
    let when = ("when", hour(then).into());
    Ok(Message::text(
        cx.reader.locale.text("done-reminding", &[when]),
    ))
}

/// Sets the time zone, and then the reminder for which it was needed.
pub(crate) async fn remind_in_zone(
    cx: &Cx<'_>,
    action: GameAction,
    shown: BoardRef,
    text: &str,
) -> Result<Response, HandlerError> {
    let wishes = match reminders::with_zone(cx, text) {
        Err(HandlerError::App(AppError::Refused(refused))) => {
            return Ok(Response::Show(zone_first(cx, action, shown, &refused)));
        }
        wishes => wishes?,
    };
    cx.app.set_reminders(&cx.act(), &wishes).await?;
    let mut message = match later(cx, action, shown).await {
        Err(HandlerError::App(AppError::Refused(refused))) => {
            Message::text(refusal::refusal(cx.reader.locale.language(), &refused))
        }
        message => message?,
    };
    let zone = reminders::zone_line(cx, cx.reader.locale, &wishes);
    message.content = format!("{}\n-# {zone}", message.content);
    Ok(Response::Show(message))
}

/// Asks for the time zone that a reminder needs.
fn zone_first(cx: &Cx<'_>, action: GameAction, shown: BoardRef, refused: &Refusal) -> Message {
    let button = CustomId::Menu(MenuAction::ZoneForReminder(action, shown));
    let label = cx.reader.locale.text("key-zone", &[]);
    explained(cx, refused, key(&button, label, ButtonStyle::Primary))
}

/// A refusal with the button that goes on from there.
fn explained(cx: &Cx<'_>, refused: &Refusal, button: Button) -> Message {
    Message {
        content: refusal::refusal(cx.reader.locale.language(), refused),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![button])],
    }
}

fn done<T>(done: Result<T, AppError>, said: &'static str) -> Result<&'static str, AppError> {
    done.map(|_| said)
}
