//! Replays: what is below a board one looks back at, jumps to a turn, moving pictures.

use std::ops::RangeInclusive;

use crate::app::game::Game;
use crate::app::import::is_import;

use super::super::answer::Answer;
use super::super::back::{Angle, Keeping, Replay};
use super::super::board::{Seen, key};
use super::super::commands;
use super::super::custom_id::Button;
use super::super::deed::Look;
use super::super::host::{Host, Reader};
use super::super::locale::Words;
use super::super::other::Other;
use super::super::reply::{Input, Key, Modal, Reply, Row, Style};
use super::super::request::Caller;
use super::super::router::Stop;
use super::super::sight::look_at;
use super::looking::look;

/// The name of a moving picture's file.
const FILE: &str = "replay.gif";

/// What else can be done with a game one looks at. A record of a game that is running is for those
/// who play it.
pub(super) fn keys(
    game: &Game,
    words: &Words,
    is_flipped: bool,
    is_player: bool,
    is_drawn: bool,
) -> Option<Row> {
    let id = game.row.id;
    let angle = Angle {
        game: id,
        is_flipped,
    };
    let has_turns = !game.record.turns().is_empty();
    let of = |other: Other, label: &str, is_disabled: bool| Key {
        is_disabled,
        ..key(&Button::Other(other), words.say(label, &[]), Style::Plain)
    };
    let mut keys = Vec::new();
    if game.is_over() || is_player || is_import(id) {
        let film = Other::Replay(Replay::Film(angle));
        let part = Other::Replay(Replay::Part(angle));
        let record = Other::Keep(Keeping::Files(id));
        keys.push(of(film, "key-film", !has_turns));
        keys.push(of(part, "key-film-part", !has_turns));
        keys.push(of(record, "key-record", false));
    }
    if is_import(id) {
        let drop = Other::Keep(Keeping::Drop(id));
        keys.push(of(drop, "key-import-drop", false));
    } else if is_drawn {
        keys.push(of(Other::Fair(id), "key-fair", false));
    }
    (!keys.is_empty()).then_some(Row::Keys(keys))
}

/// A button of a replay.
pub(super) async fn press(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    replay: Replay,
    is_private: bool,
) -> Result<Answer, Stop> {
    match replay {
        Replay::Jump(look) => {
            let last = last_turn(host, caller, look.game).await?;
            let label = ("jump-turn", "turn");
            Ok(Answer::Ask(modal(
                reader.words,
                replay,
                "jump",
                0..=last,
                &[label],
            )))
        }
        Replay::Part(angle) => {
            let last = last_turn(host, caller, angle.game).await?;
            let labels = [("part-from", "from"), ("part-to", "to")];
            let form = modal(reader.words, replay, "part", 1..=last, &labels);
            Ok(Answer::Ask(form))
        }
        Replay::Film(angle) => film(host, caller, reader, angle, 0, None).await,
        Replay::List(list) => {
            let page = commands::history_page(host, caller, reader, list).await?;
            Ok(if is_private {
                Answer::Change(page)
            } else {
                Answer::Tell(page)
            })
        }
    }
}

async fn last_turn(
    host: &Host,
    caller: &Caller,
    game: crate::store::GameId,
) -> Result<usize, Stop> {
    let game = look_at(host, caller, game).await?;
    Ok(game.record.turns().len())
}

/// A form that asks for turns.
fn modal(
    words: &Words,
    replay: Replay,
    title: &str,
    turns: RangeInclusive<usize>,
    labels: &[(&str, &'static str)],
) -> Modal {
    let inputs = labels.iter().map(|(label, id)| Input {
        id,
        label: words.say(label, &[]),
        placeholder: format!("{} – {}", turns.start(), turns.end()),
        longest: 5,
        value: String::new(),
        is_required: true,
    });
    Modal {
        id: Button::Other(Other::Replay(replay)).write(),
        title: words.say(&format!("{title}-title"), &[]),
        inputs: inputs.collect(),
    }
}

/// A form of a replay was filled in.
pub(super) async fn filled(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    replay: Replay,
    lines: &[(String, String)],
    is_private: bool,
) -> Result<Answer, Stop> {
    let turn = |name: &str| {
        let text = lines.iter().find(|(known, _)| known == name);
        text.and_then(|(_, text)| text.trim().parse::<usize>().ok())
    };
    let wrong = |last: usize| {
        let last = ("last", last.into());
        Stop::Say(reader.words.say("no-such-turn", &[last]))
    };
    match replay {
        Replay::Jump(at) => {
            let last = last_turn(host, caller, at.game).await?;
            let ply = turn("turn").filter(|ply| *ply <= last);
            let ply = ply.and_then(|ply| u16::try_from(ply).ok());
            let ply = ply.ok_or_else(|| wrong(last))?;
            let at = Look {
                ply: Some(ply),
                ..at
            };
            let board = look(host, caller, reader, at).await?;
            Ok(if is_private {
                Answer::Change(board)
            } else {
                Answer::Tell(board)
            })
        }
        Replay::Part(angle) => {
            let last = last_turn(host, caller, angle.game).await?;
            match (turn("from"), turn("to")) {
                (Some(from), Some(to)) if from <= to && 0 < to && to <= last => {
                    film(host, caller, reader, angle, from, Some(to)).await
                }
                _ => Err(wrong(last)),
            }
        }
        Replay::Film(_) | Replay::List(_) => Ok(Answer::Nothing),
    }
}

/// A game, or its turns from one to another, as a moving picture for the one who asks.
pub(in crate::discord) async fn film(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    angle: Angle,
    from: usize,
    to: Option<usize>,
) -> Result<Answer, Stop> {
    let words = reader.words;
    let game = look_at(host, caller, angle.game).await?;
    let last = game.record.turns().len();
    let names = host.names_of(&game, words).await;
    let seen = Seen::by(reader, &game, &names, angle.is_flipped);
    // A turn is seen from the position before it.
    let from = from.saturating_sub(1);
    let Some(film) = seen.film(from, to) else {
        let last = ("last", last.into());
        return Err(Stop::Say(words.say("no-such-turn", &[last])));
    };
    let to = film.replay.to.unwrap_or(last);
    let content = words.say(
        "film",
        &[
            ("variant", seen.variant().into()),
            ("from", (from + 1).into()),
            ("to", to.into()),
        ],
    );
    let shot = host.shoot(&film, FILE).await;
    let reply = Reply {
        content,
        ..Reply::default()
    };
    Ok(Answer::Hand(reply, vec![shot]))
}
