//! Responses for users of screen readers: boards as text, and words on buttons that have only a
//! symbol.

use hexpost_engine::side::{BySide, Side};
use hexpost_render::alt_text as description;

use crate::app::people::settings::{Boards, InputMethod};
use crate::discord::i18n::Locale;
use crate::discord::i18n::alt_text_phrases::{NamedAltText, side};
use crate::discord::i18n::turn::capital;
use crate::discord::interaction::response::Response;
use crate::discord::view::emoji::PieceEmoji;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{ActionRow, MAX_TEXT, Message, Picture, cut};
use crate::discord::view::reader::Reader;

/// A response according to the reader's settings. Public messages stay as they are.
pub(crate) fn for_reader(answer: Response, reader: &Reader, is_public: bool) -> Response {
    match answer {
        Response::Ephemeral(reply) => Response::Ephemeral(adapted(reply, reader)),
        Response::Show(reply) => Response::Show(adapted(reply, reader)),
        Response::Update(reply) if !is_public => Response::Update(adapted(reply, reader)),
        answer => answer,
    }
}

fn adapted(mut reply: Message, reader: &Reader) -> Message {
    let in_words = reader.settings.boards == Boards::Words;
    if in_words && let Some(picture) = reply.picture.take() {
        reply.content = with_description(&reply.content, &picture, reader.locale);
    }
    if in_words {
        remove_flip_buttons(&mut reply, reader.locale);
    }
    if in_words || reader.settings.input == InputMethod::Menus {
        label_buttons(&mut reply, reader.locale);
    }
    reply
}

/// A text with the board described below it.
pub(crate) fn with_description(text: &str, picture: &Picture, locale: &'static Locale) -> String {
    let board = in_words(picture, locale);
    cut(format!("{text}\n\n{board}"), MAX_TEXT)
}

/// The description of a picture: of a board, the state of the game, then the pieces and their cells; of
/// anything else, its alt text.
fn in_words(picture: &Picture, locale: &'static Locale) -> String {
    let Some(view) = picture.view.board() else {
        return UserText::line(&picture.alt).markdown();
    };
    let kind = view.game.kind();
    let names = BySide::new_with(|player| match view.names[player].as_str() {
        "" => side(locale, kind, player),
        name => name.to_owned(),
    });
    let told = NamedAltText {
        locale,
        names: &names,
        ending: view.result.and(view.banner.clone()),
    };
    // It contains names that users chose.
    let state = capital(&description::AltText::state(&told, &view.game));
    let mut lines = vec![UserText::line(&state).markdown()];
    let groups = description::groups(&view.game, &view.marks, locale).into_iter();
    lines.extend(groups.map(|(token, cells)| format!("{}: {}", capital(&token), cells.join(", "))));
    lines.join("\n")
}

/// Removes flip buttons: a description has no orientation.
fn remove_flip_buttons(reply: &mut Message, locale: &Locale) {
    let flip = locale.text("key-flip", &[]);
    for row in &mut reply.rows {
        if let ActionRow::Buttons(keys) = row {
            keys.retain(|key| key.label != flip);
        }
    }
}

/// A label with words instead of the emoji of pieces.
fn pieces_in_words(label: &str, locale: &Locale) -> String {
    let mut words = label.to_owned();
    for (c, (game, kind, side)) in label
        .chars()
        .filter_map(|c| Some((c, PieceEmoji::meaning(c)?)))
    {
        let piece = match side {
            Side::First => locale.token(game, &kind.to_string()),
            Side::Second => locale.token(game, &kind.to_ascii_lowercase().to_string()),
        };
        words = words.replacen(c, &format!(" {piece} "), 1);
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    words.join(" ")
}

/// Labels buttons that have only a symbol: a screen reader would read out the symbol's name, which is in
/// English.
fn label_buttons(reply: &mut Message, locale: &Locale) {
    for row in &mut reply.rows {
        let ActionRow::Buttons(keys) = row else {
            continue;
        };
        for key in keys {
            key.label = pieces_in_words(&key.label, locale);
            let sign = match key.label.as_str() {
                "" => key.emoji.unwrap_or_default(),
                label => label,
            };
            let name = match sign {
                "↩️" => "key-back",
                "✖️" => "key-close",
                "⌨️" => "key-type",
                "⏮" => "heard-first",
                "◀" => "heard-previous",
                "▶" => "heard-next",
                "⏭" => "heard-last",
                _ => continue,
            };
            key.label = locale.text(name, &[]);
        }
    }
}
