//! The greeting of a new server: a picture of the games, and buttons that lead to a lesson and a
//! challenge.

use crate::discord::context::Context;
use crate::discord::i18n::Locale;
use crate::discord::rest::payload::File;
use crate::discord::view::components::{
    how_to_play_button, open_challenge_button, play_computer_button,
};
use crate::discord::view::message::{ActionRow, Message};

/// The greeting with its picture; without one if it can't be rendered.
pub(crate) async fn greeting(ctx: &Context, locale: &Locale) -> (Message, Vec<File>) {
    let message = Message {
        content: ctx.text_with_commands(locale, "server-welcome", []),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![
            how_to_play_button(locale),
            play_computer_button(locale),
            open_challenge_button(locale),
        ])],
    };
    let poster = ctx.render_poster(locale.text("poster-alt", &[])).await;
    (message, poster.into_iter().collect())
}
