//! What is done with a game: resigning, offers, taking back, muting, closing.

use std::time::Duration;

use crate::app::{Act, Later, MOST_GIFT, No, Refusal, Takeback};
use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::action::Deed;
use crate::discord::custom_id::menu::Other;
use crate::discord::custom_id::{Button, Shown};
use crate::discord::features;
use crate::discord::features::board::stale;
use crate::discord::features::game_menu::may_moderate;
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::request::Caller;
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::{hour, key, no_key};
use crate::discord::view::message::{Reply, Row, Style};
use crate::model::GameId;

/// The smaller of the two gifts.
const DAY: Duration = Duration::from_hours(24);

/// Does something with a game.
pub(crate) async fn deed(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    deed: Deed,
    shown: Shown,
    is_private: bool,
) -> Result<Answer, Stop> {
    let app = &host.app;
    let id = shown.game;
    let act = caller.act_on(shown.board, host.now());
    let said = match deed {
        Deed::Resign => {
            let game = app.game(id, host.now()).await?;
            let sure = features::resign_sure(caller, reader, &game)?;
            return Ok(if is_private {
                Answer::Change(sure)
            } else {
                Answer::Tell(sure)
            });
        }
        Deed::Moderate | Deed::ModerateSurely if !may_moderate(host, caller, id).await? => {
            return Err(Refusal::NotAPlayer.into());
        }
        Deed::Moderate => {
            let say = |name: &str| reader.words.say(name, &[]);
            let button = Button::Other(Other::Do(Deed::ModerateSurely, shown));
            let keys = vec![
                key(&button, say("key-moderate-surely"), Style::Danger),
                no_key(reader.words),
            ];
            return Ok(Answer::Change(Reply {
                content: say("moderate-sure"),
                picture: None,
                rows: vec![Row::Keys(keys)],
            }));
        }
        Deed::ModerateSurely => done(app.moderate(&act, id, None).await, "done-moderated"),
        Deed::Rematch => return features::rematch(host, caller, reader, id).await,
        Deed::ResignSurely => done(app.resign(&act, id).await, "done-resigned"),
        Deed::Abort => done(app.abort(&act, id).await, "done-aborted"),
        Deed::OfferDraw => done(app.offer_draw(&act, id).await, "done-draw-offered"),
        Deed::WithdrawDraw => done(app.withdraw_draw(&act, id).await, "done-withdrawn"),
        Deed::AcceptDraw => done(app.accept_draw(&act, id).await, "done-draw-agreed"),
        Deed::DeclineDraw => done(app.decline_draw(&act, id).await, "done-declined"),
        Deed::TakeBack => match app.take_back(&act, id).await {
            Ok(Takeback::Done(_)) => Ok("done-taken-back"),
            Ok(Takeback::Asked(game)) if game.record.game().is_touch_move() => {
                Ok("done-takeback-asked-touch")
            }
            Ok(Takeback::Asked(_)) => Ok("done-takeback-asked"),
            Err(no) => Err(no),
        },
        Deed::WithdrawTakeback => done(app.withdraw_takeback(&act, id).await, "done-withdrawn"),
        Deed::AllowTakeback => done(app.allow_takeback(&act, id).await, "done-taken-back"),
        Deed::DeclineTakeback => done(app.decline_takeback(&act, id).await, "done-declined"),
        Deed::Mute => done(app.mute(&act, id, true).await, "done-muted"),
        Deed::Unmute => done(app.mute(&act, id, false).await, "done-unmuted"),
        Deed::NoticeSilence => done(app.notice_silence(&act, id).await, "done-silence"),
        Deed::CloseSilent => done(app.close_silent(&act, id).await, "done-closed"),
        Deed::Claim => {
            // Nobody loses because the machine was asleep.
            app.come_back(host.now()).await?;
            done(app.claim(&act, id).await, "done-claimed")
        }
        Deed::GiveDay => done(app.give_time(&act, id, DAY).await, "done-given"),
        Deed::GiveThreeDays => done(app.give_time(&act, id, MOST_GIFT).await, "done-given"),
        Deed::Tonight => return later(host, &act, reader, id, Later::Tonight).await,
        Deed::Tomorrow => return later(host, &act, reader, id, Later::Tomorrow).await,
    };
    let said = match said {
        Err(No::Refused(Refusal::Stale)) => return stale(host, caller, reader, id).await,
        said => said?,
    };
    host.keep_hand(id, caller);
    host.wake();
    let reply = Reply {
        content: reader.words.say(said, &[]),
        ..Reply::default()
    };
    Ok(if is_private {
        Answer::Change(reply)
    } else {
        Answer::Tell(reply)
    })
}

/// Someone wants to be reminded later; only he hears of it.
async fn later(
    host: &Host,
    act: &Act,
    reader: &Reader,
    id: GameId,
    later: Later,
) -> Result<Answer, Stop> {
    let then = host.app.remind_later(act, id, later).await?;
    host.wake();
    let when = ("when", hour(then).into());
    Ok(Answer::Tell(Reply {
        content: reader.words.say("done-reminding", &[when]),
        ..Reply::default()
    }))
}

fn done<T>(done: Result<T, No>, said: &'static str) -> Result<&'static str, No> {
    done.map(|_| said)
}
