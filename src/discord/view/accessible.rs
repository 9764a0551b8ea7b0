//! Answers for someone who hears them: boards in words, and words on keys that have only a sign.

use hexpost_engine::side::BySide;
use hexpost_render::alt as description;

use crate::app::people::settings::{Boards, InputMethod};
use crate::discord::i18n::Words;
use crate::discord::i18n::alt_text::{Named, side};
use crate::discord::i18n::turn::capital;
use crate::discord::interaction::response::Response;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{ActionRow, LONGEST_TEXT, Message, Picture, cut};
use crate::discord::view::reader::Reader;

/// An answer as the reader likes it. What everyone sees stays as it is.
pub(crate) fn for_reader(answer: Response, reader: &Reader, is_public: bool) -> Response {
    match answer {
        Response::Ephemeral(reply) => Response::Ephemeral(spoken(reply, reader)),
        Response::Show(reply) => Response::Show(spoken(reply, reader)),
        Response::Update(reply) if !is_public => Response::Update(spoken(reply, reader)),
        answer => answer,
    }
}

fn spoken(mut reply: Message, reader: &Reader) -> Message {
    let in_words = reader.settings.boards == Boards::Words;
    if in_words && let Some(picture) = reply.picture.take() {
        reply.content = besides(&reply.content, &picture, reader.words);
    }
    if in_words {
        drop_flips(&mut reply, reader.words);
    }
    if in_words || reader.settings.input == InputMethod::Menus {
        name_keys(&mut reply, reader.words);
    }
    reply
}

/// A text with the board in words below it.
pub(crate) fn besides(text: &str, picture: &Picture, words: &'static Words) -> String {
    let board = in_words(picture, words);
    cut(format!("{text}\n\n{board}"), LONGEST_TEXT)
}

/// What a picture shows, line by line: how the game stands, and then what lies where.
fn in_words(picture: &Picture, words: &'static Words) -> String {
    let view = &picture.view;
    let kind = view.game.kind();
    let names = BySide::new_with(|player| match view.names[player].as_str() {
        "" => side(words, kind, player),
        name => name.to_owned(),
    });
    let told = Named {
        words,
        names: &names,
        ending: view.result.and(view.banner.clone()),
    };
    // The names are as people write them, and so is how it ended.
    let state = capital(&description::AltText::state(&told, &view.game));
    let mut lines = vec![UserText::line(&state).markdown()];
    let groups = description::groups(&view.game, &view.marks, words).into_iter();
    lines.extend(groups.map(|(token, cells)| format!("{}: {}", capital(&token), cells.join(", "))));
    lines.join("\n")
}

/// Words stand the same way for everyone.
fn drop_flips(reply: &mut Message, words: &Words) {
    let flip = words.say("key-flip", &[]);
    for row in &mut reply.rows {
        if let ActionRow::Buttons(keys) = row {
            keys.retain(|key| key.label != flip);
        }
    }
}

/// Puts words on keys that have only a sign: a screen reader would say how the sign looks.
fn name_keys(reply: &mut Message, words: &Words) {
    for row in &mut reply.rows {
        let ActionRow::Buttons(keys) = row else {
            continue;
        };
        for key in keys {
            let sign = match key.label.as_str() {
                "" => key.emoji.unwrap_or_default(),
                label => label,
            };
            let name = match sign {
                "↩️" => "heard-back",
                "✖️" => "key-close",
                "⌨️" => "heard-type",
                "⏮" => "heard-first",
                "◀" => "heard-previous",
                "▶" => "heard-next",
                "⏭" => "heard-last",
                _ => continue,
            };
            key.label = words.say(name, &[]);
        }
    }
}
