//! `/move`: makes a turn that is typed, or opens the composer.
//!
//! The composer and typed turns: from a press to the next screen, or to a turn that is made.

use hexpost_engine::notation::ReadError;
use hexpost_engine::side::BySide;
use hexpost_engine::steps::Step;
use hexpost_render::View;
use serde_json::{Value, json};

use crate::app::game::state::Game;
use crate::app::{Composing, Move, No, Played, Refusal};
use crate::discord::composer::{Composer, Pressed, State, press};
use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::action::Purpose;
use crate::discord::custom_id::{Button, Shown, Tap};
use crate::discord::features::board::{moved_on, stale};
use crate::discord::features::plan::{forced_key, with_news};
use crate::discord::features::{STRING, command, named_game, option, rules};
use crate::discord::i18n::refusal;
use crate::discord::interaction::autocomplete::{Suggestion, begun, suggestions};
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::{Call, Caller};
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::{FILE, key, shown};
use crate::discord::view::message::{Key, Picture, Reply, Row, Style, cut};
use crate::model::GameId;

pub(crate) fn slash_command() -> Value {
    let mut turn = option(STRING, "move", "turn");
    turn["autocomplete"] = json!(true);
    turn["max_length"] = json!(100);
    command("move", vec![turn, game_option("move")])
}

/// The option that names a game, where one has several.
pub(crate) fn game_option(command: &str) -> Value {
    let mut game = option(STRING, command, "game");
    game["autocomplete"] = json!(true);
    game
}

pub(crate) async fn run(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    let game = find(host, caller, reader, named_game(call), Purpose::Move).await?;
    match call
        .text("turn")
        .map(str::trim)
        .filter(|text| !text.is_empty())
    {
        Some(text) => {
            let typed = (Typed::Command, text);
            type_turn(host, caller, reader, game, None, typed).await
        }
        None => compose(host, caller, reader, game, None).await,
    }
}

/// How the typed turn can go on.
pub(crate) async fn suggest(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
    text: &str,
) -> Result<Vec<Suggestion>, Stop> {
    let game = find(host, caller, reader, named_game(call), Purpose::Move).await?;
    let game = host.app.game(game, host.now()).await?;
    if game.to_move().is_none() || game.to_move() != game.row.side_of(caller.id) {
        return Ok(Vec::new());
    }
    let (language, text) = (reader.words.language(), text.to_owned());
    // A board with many turns takes a moment.
    let list =
        tokio::task::spawn_blocking(move || suggestions(language, game.record.game(), &text));
    Ok(list.await.unwrap_or_default())
}

/// So many readings of an ambiguous text get a key.
const MOST_READINGS: usize = 10;
/// A list of turns has so many characters, at most.
const LONGEST_LIST: usize = 1500;

/// Opens the composer where the player left it.
pub(crate) async fn compose(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
    board: Option<i64>,
) -> Result<Answer, Stop> {
    let mut act = caller.act(host.now());
    act.board = board;
    let composing = match host.app.draft(&act, id).await {
        Err(No::Refused(Refusal::Stale)) => return stale(host, caller, reader, id).await,
        composing => composing?,
    };
    let names = host.names_of(&composing.game, reader.words).await;
    let composer = Composer::new(&composing, &reader.settings, reader.words, names);
    let screen = composer
        .screen(&State::new(composing.steps.clone()))
        .or_else(|_| composer.screen(&State::default()));
    let reply = screen.map_err(Refusal::from)?.reply;
    let reply = with_news(host, caller, reader, &composing.game, reply).await?;
    Ok(Answer::Tell(reply))
}

/// A tap in the composer.
pub(crate) async fn tapped(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    shown: Shown,
    tap: Tap,
    values: &[String],
) -> Result<Answer, Stop> {
    let act = caller.act_on(shown.board, host.now());
    let id = shown.game;
    let done = match press(tap, values) {
        Pressed::Show { state, touch } => {
            let kept = host.app.keep_draft(&act, id, &state.steps, touch).await;
            match kept {
                Ok(composing) => {
                    let names = host.names_of(&composing.game, reader.words).await;
                    let composer = Composer::new(&composing, &reader.settings, reader.words, names);
                    let screen = composer.screen(&state).map_err(Refusal::from)?;
                    host.guard(id, caller.id, screen.guards_confirm);
                    return Ok(Answer::Change(screen.reply));
                }
                Err(no) => Err(no),
            }
        }
        Pressed::Play(_) if host.is_double_tap(id, caller.id) => return Ok(Answer::Nothing),
        Pressed::Play(steps) => {
            let played = host.app.play(&act, id, &Move::Steps(steps)).await;
            match played {
                Ok(played) => {
                    host.keep_hand(id, caller);
                    host.wake();
                    let reply = made(reader, &played);
                    return Ok(Answer::Change(
                        afterwards(host, caller, reader, &played, reply).await?,
                    ));
                }
                Err(no) => Err(no),
            }
        }
        Pressed::Close => {
            host.app.drop_draft(&act, id).await?;
            return Ok(closed(reader));
        }
        Pressed::Aside => return Ok(closed(reader)),
        Pressed::Type => {
            let composing = host.app.draft(&act, id).await;
            match composing {
                Ok(composing) => {
                    let names = BySide::default();
                    let composer = Composer::new(&composing, &reader.settings, reader.words, names);
                    return Ok(Answer::Ask(composer.form()));
                }
                Err(no) => Err(no),
            }
        }
        Pressed::Nothing => return Ok(Answer::Nothing),
    };
    match done {
        Err(No::Refused(Refusal::Stale | Refusal::NotYourTurn)) => {
            Ok(Answer::Change(moved_on(host, caller, reader, id).await?))
        }
        Err(no) => Err(no.into()),
        Ok(never) => never,
    }
}

/// The composer was closed.
fn closed(reader: &Reader) -> Answer {
    Answer::Change(Reply {
        content: reader.words.say("composer-closed", &[]),
        ..Reply::default()
    })
}

/// A turn was made, and perhaps others followed by themselves.
pub(crate) fn made(reader: &Reader, played: &Played) -> Reply {
    let quoted: Vec<String> = played
        .turns
        .iter()
        .map(|turn| format!("`{turn}`"))
        .collect();
    let say = |name: &str, turns: &[String]| {
        let list = cut(turns.join(", "), LONGEST_LIST);
        reader.words.say(name, &[("turns", list.into())])
    };
    let (own, rest) = quoted.split_at(quoted.len().min(1));
    let mut lines = vec![say("composer-made", own)];
    if !rest.is_empty() {
        lines.push(say("composer-followed", rest));
    }
    Reply {
        content: lines.join("\n"),
        ..Reply::default()
    }
}

/// What there is to say after a turn: what became of a plan, and whether an answer can be planned to
/// the only turn the other has.
async fn afterwards(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    played: &Played,
    mut reply: Reply,
) -> Result<Reply, Stop> {
    let key = forced_key(reader, &played.game, caller);
    reply.rows = key.map(|key| Row::Keys(vec![key])).into_iter().collect();
    with_news(host, caller, reader, &played.game, reply).await
}

/// How a turn was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Typed {
    /// With a command: it is made at once.
    Command,
    /// In the composer's form: like everything there it is confirmed.
    Form,
}

/// Makes a turn that was typed, or shows it to be confirmed; what is wrong with it is explained, with a
/// picture of what is possible.
pub(crate) async fn type_turn(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
    board: Option<i64>,
    (typed, text): (Typed, &str),
) -> Result<Answer, Stop> {
    let mut act = caller.act(host.now());
    act.board = board;
    let begun = match host.app.draft(&act, id).await {
        Ok(composing) => to_confirm(reader, &composing, typed, text),
        // The same is said of the turn.
        Err(_) => None,
    };
    if let Some((steps, is_whole)) = begun {
        let composing = host.app.keep_draft(&act, id, &steps, false).await?;
        let names = host.names_of(&composing.game, reader.words).await;
        let composer = Composer::new(&composing, &reader.settings, reader.words, names);
        let screen = composer.screen(&State::new(steps)).map_err(Refusal::from)?;
        let mut reply = screen.reply;
        if !is_whole {
            let said = reader.words.say("refused-unfinished", &[]);
            reply.content = format!("{said}\n{}", reply.content);
        }
        return Ok(Answer::Tell(reply));
    }
    let played = host.app.play(&act, id, &Move::Text(text.to_owned())).await;
    let refused = match played {
        Ok(played) => {
            host.keep_hand(id, caller);
            host.wake();
            let reply = made(reader, &played);
            return Ok(Answer::Tell(
                afterwards(host, caller, reader, &played, reply).await?,
            ));
        }
        Err(No::Refused(Refusal::Stale)) => return stale(host, caller, reader, id).await,
        Err(No::Refused(refused @ Refusal::Text(_))) => refused,
        Err(no) => return Err(no.into()),
    };
    let game = host.app.game(id, host.now()).await?;
    let mut reply = Reply {
        content: refusal::refusal(reader.words.language(), &refused),
        ..Reply::default()
    };
    let shown = shown(&game);
    if let Refusal::Text(ReadError::Ambiguous { readings }) = &refused {
        let position = game.record.game();
        let keys = readings.iter().filter_map(|text| {
            let steps = position.path(&position.read(text).ok()?)?;
            let button = Button::Compose(shown.into(), Tap::Go(State::new(steps)));
            Some(key(&button, text.clone(), Style::Plain))
        });
        let keys: Vec<_> = keys.take(MOST_READINGS).collect();
        reply.rows = keys
            .chunks(2)
            .map(|pair| Row::Keys(pair.to_vec()))
            .collect();
    } else {
        reply.picture = possible(reader, &game);
        let button = Button::Move(shown);
        let label = reader.words.say("key-move", &[]);
        let again = Button::Compose(shown.into(), Tap::Type);
        let mut keys = vec![
            key(&button, label, Style::Primary),
            Key {
                emoji: Some("⌨️"),
                ..key(
                    &again,
                    reader.words.say("key-type-again", &[]),
                    Style::Plain,
                )
            },
        ];
        let page = rules::page_for(&refused, Some(game.record.game().kind()));
        keys.extend(page.map(|page| rules::key_for_rule(reader, page)));
        reply.rows = vec![Row::Keys(keys)];
    }
    Ok(Answer::Tell(reply))
}

/// The steps of a typed text that are shown in the composer and not played at once, and whether they
/// are a whole turn: one that was typed there or that something speaks against, or the beginning of
/// one.
fn to_confirm(
    reader: &Reader,
    composing: &Composing,
    typed: Typed,
    text: &str,
) -> Option<(Vec<Step>, bool)> {
    let position = composing.game.record.game();
    let names = BySide::default();
    let composer = Composer::new(composing, &reader.settings, reader.words, names);
    let steps = match position.read(text) {
        Ok(turn) if typed == Typed::Form || composer.warns_of(&turn) => position.path(&turn)?,
        Ok(_) | Err(ReadError::Ambiguous { .. }) => return None,
        Err(_) => {
            let steps = begun(position, text)?;
            // What is final already can't be typed otherwise.
            let is_final = composing.steps.get(..composing.touched)?;
            // Someone may have taken an own piece for another's, and yet have meant a whole turn.
            let offer = position.offer(&steps).ok()?;
            let is_whole = offer.finished.is_some() && offer.choices.is_empty();
            return steps.starts_with(is_final).then_some((steps, is_whole));
        }
    };
    let is_final = composing.steps.get(..composing.touched)?;
    steps.starts_with(is_final).then_some((steps, true))
}

/// What can be done in a position, as a picture.
fn possible(reader: &Reader, game: &Game) -> Option<Picture> {
    let position = game.record.game();
    let composing = hexpost_render::compose::composing(position, &[]).ok()?;
    let mut view = View::composing(composing);
    view.theme = reader.theme();
    view.size = reader.size();
    view.is_flipped = reader.is_flipped(position.kind(), game.to_move());
    let alt = hexpost_render::alt::describe_composing(position, &[], reader.words).ok()?;
    Some(Picture {
        view,
        alt,
        file: FILE,
    })
}
