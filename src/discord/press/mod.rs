//! What a press comes to: buttons, menus and forms. The list of buttons is here; what they do is in one
//! file for each kind.

mod analysing;
mod composing;
mod deciding;
mod doing;
mod fair;
mod keeping;
mod learning;
mod looking;
mod more;
mod noting;
mod planning;
mod replaying;
mod watching;

use crate::app::{Move, Refusal};
use crate::store::GameId;

use super::ahead::Planning;
use super::answer::Answer;
use super::back::Keeping;
use super::commands;
use super::custom_id::{Button, Shown, Table};
use super::deed::{Deed, Look, Purpose, Reminding, Room};
use super::host::{Host, Reader};
use super::idempotency::Claimed;
use super::other::Other;
use super::reply::Reply;
use super::request::Caller;
use super::router::Stop;
use super::rules;
use super::sight::{self, may_accept};

pub(super) use analysing::{
    open as analyse, open_code as analyse_code, open_start as analyse_start,
};
use composing::tapped;
pub(super) use composing::{Typed, compose, type_turn};
pub(super) use deciding::accepted;
use deciding::decided;
pub(super) use doing::deed;
pub(super) use learning::learn;
pub(super) use looking::{is_flipped_for, look};
use more::more;
pub(super) use planning::{answer as plan_answer, queue, show as plan};
pub(super) use replaying::film;
pub(super) use watching::{board as board_button, button as watch_button};

/// What a button does.
pub(super) async fn press(
    host: &Claimed,
    caller: &Caller,
    reader: &Reader,
    button: Button,
    values: &[String],
    is_private: bool,
) -> Result<Answer, Stop> {
    if let Some(game) = button.game() {
        tracing::Span::current().record("game", game.0);
        host.app.acted(caller.id, game).await?;
    }
    match button {
        Button::Accept(id) => {
            may_accept(host, caller, id).await?;
            host.app.accept(&caller.act(host.now()), id).await?;
            accepted(host, caller, id, true).await
        }
        Button::Decline(id) => {
            host.app.decline(&caller.act(host.now()), id).await?;
            decided(host, caller, id).await
        }
        Button::Withdraw(id) => {
            let act = caller.act(host.now());
            let challenge = host.app.challenged(id).await?;
            let is_own = challenge.challenger == Some(caller.id);
            // Whoever moderates a server may clear away what nobody wants there.
            if !is_own && sight::may_moderate(host, caller, challenge.server).await? {
                host.app.remove_challenge(&act, id).await?;
            } else {
                host.app.withdraw(&act, id).await?;
            }
            decided(host, caller, id).await
        }
        Button::Move(shown) => compose(host, caller, reader, shown.game, Some(shown.board)).await,
        Button::More(shown) => more(host, caller, reader, shown).await,
        Button::Typed(_) => Ok(Answer::Nothing),
        Button::Compose(Table::Game(shown), tap) => {
            tapped(host, caller, reader, shown, tap, values).await
        }
        Button::Compose(Table::Lesson(lesson), tap) => {
            learning::tapped(host, caller, reader, lesson, tap, values).await
        }
        Button::Compose(Table::Analysis(board, at), tap) => {
            analysing::tapped(host, caller, reader, (board, at), tap, values).await
        }
        Button::Other(other) => self::other(host, caller, reader, other, values, is_private).await,
    }
}

async fn other(
    host: &Claimed,
    caller: &Caller,
    reader: &Reader,
    other: Other,
    values: &[String],
    is_private: bool,
) -> Result<Answer, Stop> {
    let chosen = values.first().map(String::as_str).unwrap_or_default();
    match other {
        Other::Do(deed, shown) => self::deed(host, caller, reader, deed, shown, is_private).await,
        Other::Look(look) => {
            let reply = self::look(host, caller, reader, look).await?;
            // What everyone sees is not changed by one who looks back.
            Ok(here(reply, !is_private))
        }
        Other::Rules { page, anew } => {
            let reply = rules::page(reader, page);
            Ok(here(reply, anew || !is_private))
        }
        Other::Learn { what, anew } => {
            let reply = learn(host, caller, reader, what).await?;
            Ok(here(reply, anew || !is_private))
        }
        Other::Enter(Room::Challenge) => Ok(Answer::Tell(commands::choose_for_anyone(reader))),
        Other::Enter(Room::Settings) => Ok(Answer::Tell(commands::settings_screen(reader))),
        Other::Anyone => commands::against_anyone(host, caller, reader, chosen).await,
        Other::Fresh => {
            let reply = analysing::open_start(host, caller, reader, chosen).await?;
            Ok(here(reply, !is_private))
        }
        Other::Choose(purpose) => {
            let id = GameId(chosen.parse().unwrap_or(0));
            chose(host, caller, reader, purpose, id).await
        }
        Other::Menu => match Button::read(chosen) {
            Some(Button::Other(Other::Menu)) | None => Ok(Answer::Nothing),
            // A button can't lead back here: it is none of its own menu.
            Some(button) => Box::pin(run(host, caller, reader, button, &[], is_private)).await,
        },
        Other::Games(page) => {
            let list = commands::games_list(host, caller, reader, page).await?;
            Ok(Answer::Change(list))
        }
        Other::Leaders(best) => {
            let list = commands::leaders(host, caller, reader, best).await?;
            Ok(Answer::Change(list))
        }
        Other::Lobby(pressed) => {
            commands::lobby_press(host, caller, reader, pressed, is_private).await
        }
        Other::Watch(watch, id) => {
            watching::watch(host, caller, reader, watch, id, is_private).await
        }
        Other::Followed(page) => watching::followed(host, caller, reader, page).await,
        Other::House(house) => commands::server_press(host, caller, reader, house, values).await,
        Other::Set(setting) => commands::set(host, caller, reader, setting, chosen).await,
        Other::Against(opponent) => commands::against(host, caller, reader, opponent, chosen).await,
        Other::Remind(what) => commands::remind(host, caller, reader, what, chosen).await,
        Other::EndVacation => commands::end_vacation(host, caller, reader).await,
        Other::Plan(what) => planning::press_on(host, caller, reader, what, is_private).await,
        Other::Analysis(what) => analysing::press_on(host, caller, reader, what, is_private).await,
        Other::Note(id) => noting::modal(host, caller, reader, id).await,
        Other::Export => commands::export(host, caller, reader).await,
        Other::Forget => Ok(commands::ask_forget(reader)),
        Other::ForgetSurely => commands::forget(host, caller, reader).await,
        Other::Replay(replay) => replaying::press(host, caller, reader, replay, is_private).await,
        Other::Keep(keeping) => keeping::press(host, caller, reader, keeping).await,
        Other::Fair(game) => fair::fair(host, caller, reader, game).await,
        Other::No => Ok(Answer::Change(Reply {
            content: reader.words.say("nothing-done", &[]),
            ..Reply::default()
        })),
    }
}

/// A reply in place of the message it was asked on, or as a new one.
fn here(reply: Reply, is_new: bool) -> Answer {
    if is_new {
        Answer::Tell(reply)
    } else {
        Answer::Change(reply)
    }
}

/// A game was chosen from a menu.
async fn chose(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    purpose: Purpose,
    id: GameId,
) -> Result<Answer, Stop> {
    host.app.acted(caller.id, id).await?;
    let look = async |ply| {
        let is_flipped = is_flipped_for(host, caller, reader, id).await?;
        let look = Look {
            game: id,
            ply,
            is_flipped,
            is_text: false,
            slot: 0,
        };
        self::look(host, caller, reader, look).await
    };
    let does = async |deed| {
        let row = host.app.row(id).await?.ok_or(Refusal::UnknownGame)?;
        let shown = Shown {
            game: id,
            board: row.standing.board,
        };
        self::deed(host, caller, reader, deed, shown, true).await
    };
    let answer = match purpose {
        // The list stays: one may want to open another.
        Purpose::Replay => return Ok(Answer::Tell(look(Some(0)).await?)),
        Purpose::Board => Answer::Tell(look(None).await?),
        Purpose::Move => compose(host, caller, reader, id, None).await?,
        Purpose::Resign => does(Deed::Resign).await?,
        Purpose::Draw => does(Deed::OfferDraw).await?,
        Purpose::Takeback => does(Deed::TakeBack).await?,
        Purpose::Plan => Answer::Tell(plan(host, caller, reader, id).await?),
        Purpose::Analyse => Answer::Tell(analyse(host, caller, reader, id, None).await?),
    };
    // The menu has done its work.
    Ok(match answer {
        Answer::Tell(reply) => Answer::Change(reply),
        answer => answer,
    })
}

/// A form was filled in.
pub(super) async fn submit(
    host: &Claimed,
    caller: &Caller,
    reader: &Reader,
    button: &Button,
    lines: &[(String, String)],
    is_private: bool,
) -> Result<Answer, Stop> {
    if let Some(game) = button.game() {
        host.app.acted(caller.id, game).await?;
    }
    let line = |wanted: &str| {
        let found = lines.iter().find(|(name, _)| name == wanted);
        found.map(|(_, text)| text.as_str()).unwrap_or_default()
    };
    let table = match button {
        Button::Typed(table) => table,
        Button::Other(Other::Remind(Reminding::Zone)) => {
            return commands::set_zone(host, caller, reader, line("zone")).await;
        }
        Button::Other(Other::Replay(replay)) => {
            return replaying::filled(host, caller, reader, *replay, lines, is_private).await;
        }
        Button::Other(Other::Keep(Keeping::Paste)) => {
            return keeping::pasted(host, caller, reader, lines).await;
        }
        Button::Other(Other::Note(id)) => {
            return noting::filled(host, caller, reader, *id, line("note")).await;
        }
        Button::Other(Other::Plan(Planning::Queue(id))) => {
            let reply = queue(host, caller, reader, *id, line("queue")).await?;
            return Ok(here(reply, !is_private));
        }
        _ => return Ok(Answer::Nothing),
    };
    let text = line("turn");
    let answer = match table {
        Table::Game(shown) => {
            let typed = (Typed::Form, text);
            type_turn(host, caller, reader, shown.game, Some(shown.board), typed).await?
        }
        Table::Lesson(lesson) => {
            let made = Move::Text(text.to_owned());
            learning::try_it(host, caller, reader, *lesson, &made).await?
        }
        Table::Analysis(board, at) => {
            let made = Move::Text(text.to_owned());
            analysing::try_turn(host, caller, reader, (*board, *at), made).await?
        }
    };
    // The composer from which it was opened shows what came of it.
    Ok(match answer {
        Answer::Tell(reply) if is_private => Answer::Change(reply),
        answer => answer,
    })
}
