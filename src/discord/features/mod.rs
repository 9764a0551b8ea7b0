//! The commands: what each is called, what it takes, and what it does. One file each; the list is
//! here.
//!
//! What a press comes to: buttons, menus and forms. The list of buttons is here; what they do is in one
//! file for each kind.

pub(crate) mod analysis;
pub(crate) mod block;
pub(crate) mod board;
pub(crate) mod challenge;
pub(crate) mod draw;
pub(crate) mod fair_draw;
pub(crate) mod follow;
pub(crate) mod game_actions;
pub(crate) mod game_menu;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod history;
pub(crate) mod leaderboard;
pub(crate) mod lessons;
pub(crate) mod lobby;
pub(crate) mod notes;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod privacy;
pub(crate) mod profile;
pub(crate) mod records;
pub(crate) mod reminders;
pub(crate) mod replay;
pub(crate) mod resign;
pub mod rules;
pub(crate) mod server_settings;
pub(crate) mod settings;
pub(crate) mod takeback;
pub(crate) mod vacation;

use serde_json::Value;

use crate::app::{Move, Refusal};
use crate::discord::context::Context;
use crate::discord::custom_id::action::{BoardRequest, GameAction, Purpose, Reminding, Room};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::plan::Planning;
use crate::discord::custom_id::replay::RecordAction;
use crate::discord::custom_id::{CustomId, Shown, Table};
use crate::discord::interaction::autocomplete::Suggestion;
use crate::discord::interaction::claim::Claimed;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::request::{CommandCall, Invoker, Person};
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::{self, may_accept};
use crate::discord::view::message::Message;
use crate::discord::view::reader::Reader;
use crate::model::GameId;
pub(crate) use analysis::open as analyse;
pub(crate) use board::{is_flipped_for, look};
use challenge::decided;
pub(crate) use challenge::{accepted, against, against_anyone, choose_for_anyone};
pub(crate) use game_actions::deed;
use game_menu::more;
pub(crate) use games::list as games_list;
use games::suggested as suggested_games;
pub(crate) use leaderboard::list as leaders;
pub(crate) use lessons::learn;
pub(crate) use lobby::press as lobby_press;
pub(crate) use plan::{queue, show as plan};
use play::tapped;
pub(crate) use play::{Typed, compose, type_turn};
pub(crate) use privacy::{ask_forget, export, forget};
pub(crate) use reminders::{set as remind, set_zone, zone_key};
pub(crate) use server_settings::press as server_press;
pub(crate) use settings::{screen as settings_screen, set};
pub(crate) use vacation::end as end_vacation;

/// The forms of all commands, as Discord takes them.
pub fn commands() -> Vec<Value> {
    vec![
        challenge::slash_command(),
        play::slash_command(),
        board::slash_command(),
        games::slash_command(),
        profile::slash_command(),
        leaderboard::slash_command(),
        lobby::slash_command(),
        replay::slash_command(),
        history::slash_command(),
        records::slash_command(),
        resign::slash_command(),
        draw::slash_command(),
        takeback::slash_command(),
        plan::slash_command(),
        analysis::slash_command(),
        settings::slash_command(),
        reminders::slash_command(),
        vacation::slash_command(),
        server_settings::slash_command(),
        block::slash_command(),
        privacy::slash_command(),
        rules::slash_command(),
        lessons::slash_command(),
        help::slash_command(),
        challenge::user_command(),
    ]
}

/// Carries out a command.
pub(crate) async fn run_command(
    host: &Claimed,
    caller: &Invoker,
    reader: &Reader,
    call: &CommandCall,
) -> Result<Response, HandlerError> {
    match call.name.as_str() {
        "challenge" => challenge::run(host, caller, reader, call).await,
        "move" => play::run(host, caller, reader, call).await,
        "board" => board::run(host, caller, reader, call).await,
        "games" => games::run(host, caller, reader).await,
        "profile" => profile::run(host, caller, reader, call).await,
        "leaderboard" => leaderboard::run(host, caller, reader, call).await,
        "lobby" => lobby::run(host, caller, reader, call).await,
        "replay" => replay::run(host, caller, reader, call).await,
        "history" => history::run(host, caller, reader, call).await,
        "import" => records::run(host, caller, reader, call).await,
        "resign" => resign::run(host, caller, reader, call).await,
        "draw" => draw::run(host, caller, reader, call).await,
        "takeback" => takeback::run(host, caller, reader, call).await,
        "plan" => plan::run(host, caller, reader, call).await,
        "analyse" => analysis::run(host, caller, reader, call).await,
        "settings" => Ok(settings::run(reader)),
        "reminders" => reminders::run(host, caller, reader, call).await,
        "vacation" => vacation::run(host, caller, reader, call).await,
        "server" => server_settings::run(host, caller, reader, call).await,
        "block" => block::run(host, caller, reader, call).await,
        "privacy" => Ok(privacy::run(reader)),
        "rules" => Ok(rules::run(reader, call)),
        "learn" => lessons::run(host, caller, reader).await,
        "help" => Ok(help::run(reader)),
        _ => Err(HandlerError::Explained(
            reader.words.say("unknown-command", &[]),
        )),
    }
}

/// Carries out a command from the menu of a person.
pub(crate) fn about(reader: &Reader, person: &Person) -> Response {
    challenge::choose(reader, person)
}

/// Suggests how an option can go on.
pub(crate) async fn suggest(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    call: &CommandCall,
    option: &str,
    text: &str,
) -> Result<Vec<Suggestion>, HandlerError> {
    match option {
        "game" if call.name == "replay" => replay::suggest(host, caller, reader, text).await,
        "game" => suggested_games(host, caller, reader, text).await,
        "turn" => play::suggest(host, caller, reader, call, text).await,
        "zone" => Ok(reminders::suggest(host, reader, text)),
        "if" | "then" => plan::suggest(host, caller, reader, call, option, text).await,
        _ => Ok(Vec::new()),
    }
}

/// What a button does.
pub(crate) async fn press(
    host: &Claimed,
    caller: &Invoker,
    reader: &Reader,
    button: CustomId,
    values: &[String],
    is_private: bool,
) -> Result<Response, HandlerError> {
    if let Some(game) = button.game() {
        tracing::Span::current().record("game", game.0);
        host.app.acted(caller.id, game).await?;
    }
    match button {
        CustomId::Accept(id) => {
            may_accept(host, caller, id).await?;
            host.app.accept(&caller.act(host.now()), id).await?;
            accepted(host, caller, id, true).await
        }
        CustomId::Decline(id) => {
            host.app.decline(&caller.act(host.now()), id).await?;
            decided(host, caller, id).await
        }
        CustomId::Withdraw(id) => {
            let act = caller.act(host.now());
            let challenge = host.app.challenge_by_id(id).await?;
            let is_own = challenge.challenger == Some(caller.id);
            // Whoever moderates a server may clear away what nobody wants there.
            if !is_own && viewer::may_moderate(host, caller, challenge.server).await? {
                host.app.remove_challenge(&act, id).await?;
            } else {
                host.app.withdraw(&act, id).await?;
            }
            decided(host, caller, id).await
        }
        CustomId::Move(shown) => compose(host, caller, reader, shown.game, Some(shown.board)).await,
        CustomId::More(shown) => more(host, caller, reader, shown).await,
        CustomId::Typed(_) => Ok(Response::Ack),
        CustomId::Compose(Table::Game(shown), tap) => {
            tapped(host, caller, reader, shown, tap, values).await
        }
        CustomId::Compose(Table::Lesson(lesson), tap) => {
            lessons::tapped(host, caller, reader, lesson, tap, values).await
        }
        CustomId::Compose(Table::Analysis(board, at), tap) => {
            analysis::tapped(host, caller, reader, (board, at), tap, values).await
        }
        CustomId::Menu(other) => self::other(host, caller, reader, other, values, is_private).await,
    }
}

async fn other(
    host: &Claimed,
    caller: &Invoker,
    reader: &Reader,
    other: MenuAction,
    values: &[String],
    is_private: bool,
) -> Result<Response, HandlerError> {
    let chosen = values.first().map(String::as_str).unwrap_or_default();
    match other {
        MenuAction::Do(deed, shown) => self::deed(host, caller, reader, deed, shown).await,
        MenuAction::Look(look) => {
            let reply = self::look(host, caller, reader, look).await?;
            // What everyone sees is not changed by one who looks back.
            Ok(Response::Show(reply))
        }
        MenuAction::Rules { page, anew } => {
            let reply = rules::page(reader, page);
            Ok(if anew {
                Response::Ephemeral(reply)
            } else {
                Response::Show(reply)
            })
        }
        MenuAction::Learn { what, anew } => {
            let reply = learn(host, caller, reader, what).await?;
            Ok(if anew {
                Response::Ephemeral(reply)
            } else {
                Response::Show(reply)
            })
        }
        MenuAction::Enter(Room::Challenge) => Ok(Response::Ephemeral(choose_for_anyone(reader))),
        MenuAction::Enter(Room::Settings) => Ok(Response::Ephemeral(settings_screen(reader))),
        MenuAction::Anyone => against_anyone(host, caller, reader, chosen).await,
        MenuAction::Fresh => {
            let reply = analysis::open_start(host, caller, reader, chosen).await?;
            Ok(Response::Show(reply))
        }
        MenuAction::Choose(purpose) => {
            let id = GameId(chosen.parse().unwrap_or(0));
            chose(host, caller, reader, purpose, id).await
        }
        MenuAction::Menu => match CustomId::read(chosen) {
            Some(CustomId::Menu(MenuAction::Menu)) | None => Ok(Response::Ack),
            // A button can't lead back here: it is none of its own menu.
            Some(button) => Box::pin(press(host, caller, reader, button, &[], is_private)).await,
        },
        MenuAction::Games(page) => {
            let list = games_list(host, caller, reader, page).await?;
            Ok(Response::Update(list))
        }
        MenuAction::Leaders(best) => {
            let list = leaders(host, caller, reader, best).await?;
            Ok(Response::Update(list))
        }
        MenuAction::Lobby(pressed) => lobby_press(host, caller, reader, pressed, is_private).await,
        MenuAction::Watch(watch, id) => follow::watch(host, caller, reader, watch, id).await,
        MenuAction::Followed(page) => follow::followed(host, caller, reader, page).await,
        MenuAction::ServerSetting(house) => server_press(host, caller, reader, house, values).await,
        MenuAction::Set(setting) => set(host, caller, reader, setting, chosen).await,
        MenuAction::Against(opponent) => against(host, caller, reader, opponent, chosen).await,
        MenuAction::Remind(what) => remind(host, caller, reader, what, chosen).await,
        MenuAction::EndVacation => end_vacation(host, caller, reader).await,
        MenuAction::Plan(what) => plan::press_on(host, caller, reader, what).await,
        MenuAction::Analysis(what) => analysis::press_on(host, caller, reader, what).await,
        MenuAction::Note(id) => notes::modal(host, caller, reader, id).await,
        MenuAction::Export => export(host, caller, reader).await,
        MenuAction::Forget => Ok(ask_forget(reader)),
        MenuAction::ForgetSurely => forget(host, caller, reader).await,
        MenuAction::Replay(replay) => replay::press(host, caller, reader, replay).await,
        MenuAction::Keep(keeping) => records::press(host, caller, reader, keeping).await,
        MenuAction::Fair(game) => fair_draw::fair(host, caller, reader, game).await,
        MenuAction::Cancel => Ok(Response::Update(Message {
            content: reader.words.say("nothing-done", &[]),
            ..Message::default()
        })),
    }
}

/// A game was chosen from a menu.
async fn chose(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    purpose: Purpose,
    id: GameId,
) -> Result<Response, HandlerError> {
    host.app.acted(caller.id, id).await?;
    let look = async |ply| {
        let is_flipped = is_flipped_for(host, caller, reader, id).await?;
        let look = BoardRequest {
            game: id,
            ply,
            is_flipped,
            is_text: false,
            slot: 0,
        };
        self::look(host, caller, reader, look).await
    };
    let does = async |deed| {
        let row = host.app.game_row(id).await?.ok_or(Refusal::UnknownGame)?;
        let shown = Shown {
            game: id,
            board: row.status.board,
        };
        self::deed(host, caller, reader, deed, shown).await
    };
    let answer = match purpose {
        // The list stays: one may want to open another.
        Purpose::Replay => return Ok(Response::Ephemeral(look(Some(0)).await?)),
        Purpose::Board => Response::Ephemeral(look(None).await?),
        Purpose::Move => compose(host, caller, reader, id, None).await?,
        Purpose::Resign => does(GameAction::Resign).await?,
        Purpose::Draw => does(GameAction::OfferDraw).await?,
        Purpose::Takeback => does(GameAction::TakeBack).await?,
        Purpose::Plan => Response::Ephemeral(plan(host, caller, reader, id).await?),
        Purpose::Analyse => Response::Ephemeral(analyse(host, caller, reader, id, None).await?),
    };
    // The menu has done its work.
    Ok(match answer {
        Response::Ephemeral(reply) | Response::Show(reply) => Response::Update(reply),
        answer => answer,
    })
}

/// A form was filled in.
pub(crate) async fn submit(
    host: &Claimed,
    caller: &Invoker,
    reader: &Reader,
    button: &CustomId,
    lines: &[(String, String)],
    is_private: bool,
) -> Result<Response, HandlerError> {
    if let Some(game) = button.game() {
        host.app.acted(caller.id, game).await?;
    }
    let line = |wanted: &str| {
        let found = lines.iter().find(|(name, _)| name == wanted);
        found.map(|(_, text)| text.as_str()).unwrap_or_default()
    };
    let table = match button {
        CustomId::Typed(table) => table,
        CustomId::Menu(MenuAction::Remind(Reminding::Zone)) => {
            return set_zone(host, caller, reader, line("zone")).await;
        }
        CustomId::Menu(MenuAction::Replay(replay)) => {
            return replay::filled(host, caller, reader, *replay, lines).await;
        }
        CustomId::Menu(MenuAction::Keep(RecordAction::Paste)) => {
            return records::pasted(host, caller, reader, lines).await;
        }
        CustomId::Menu(MenuAction::Note(id)) => {
            return notes::filled(host, caller, reader, *id, line("note")).await;
        }
        CustomId::Menu(MenuAction::Plan(Planning::Queue(id))) => {
            let reply = queue(host, caller, reader, *id, line("queue")).await?;
            return Ok(Response::Show(reply));
        }
        _ => return Ok(Response::Ack),
    };
    let text = line("turn");
    let answer = match table {
        Table::Game(shown) => {
            let typed = (Typed::Form, text);
            type_turn(host, caller, reader, shown.game, Some(shown.board), typed).await?
        }
        Table::Lesson(lesson) => {
            let made = Move::Text(text.to_owned());
            lessons::try_it(host, caller, reader, *lesson, &made).await?
        }
        Table::Analysis(board, at) => {
            let made = Move::Text(text.to_owned());
            analysis::try_turn(host, caller, reader, (*board, *at), made).await?
        }
    };
    // The composer from which it was opened shows what came of it.
    Ok(match answer {
        Response::Ephemeral(reply) => Response::Show(reply),
        answer => answer,
    })
}
