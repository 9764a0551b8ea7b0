//! `/rules`: the rules of the games, page by page.

use hexpost_render::diagram::Diagram;
use serde_json::Value;

use crate::app::lessons::Lesson;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::LessonAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::interaction::command::{STRING, choice, command, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::rule_pages::RulePage;
use crate::discord::view::components::key;
use crate::discord::view::format::FILE;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Message, Picture, SelectMenu, SelectOption,
};
use crate::discord::view::reader::Reader;

pub(crate) fn slash_command() -> Value {
    let mut topic = option(STRING, "rules", "topic");
    topic["choices"] = RulePage::ALL
        .iter()
        .map(|page| choice(page.name, |locale| title(locale, *page)))
        .collect();
    command("rules", vec![topic])
}

/// Shows the chosen page, or the one with which the game of this thread begins.
pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let mut topic = call.string("topic").and_then(RulePage::named);
    if topic.is_none() {
        let game = cx.app.thread_game(cx.invoker.channel).await?;
        topic = game.and_then(|row| RulePage::of_variant(&row.variant));
    }
    let first = topic.unwrap_or(RulePage::FIRST);
    Ok(Response::Ephemeral(page(cx.reader, first)))
}

/// The title of a page.
pub(crate) fn title(locale: &crate::discord::i18n::Locale, page: RulePage) -> String {
    locale.text(&format!("rules-title-{}", page.name), &[])
}

/// Shows a page, as a new message if `as_new_message`.
pub(crate) fn press(reader: &Reader, page: RulePage, as_new_message: bool) -> Response {
    let message = self::page(reader, page);
    if as_new_message {
        Response::Ephemeral(message)
    } else {
        Response::Show(message)
    }
}

/// A page with buttons and a menu to the others.
pub(crate) fn page(reader: &Reader, page: RulePage) -> Message {
    let locale = reader.locale;
    let (at, count) = (page.index(), RulePage::ALL.len());
    let text = locale.text(&format!("rules-text-{}", page.name), &[]);
    let number = locale.text(
        "rules-page",
        &[("number", (at + 1).into()), ("count", count.into())],
    );
    let to = |page: RulePage| {
        CustomId::Menu(MenuAction::Rules {
            page,
            as_new_message: false,
        })
    };
    let options = RulePage::ALL.iter().map(|other| SelectOption {
        label: title(locale, *other),
        value: to(*other).write(),
        description: None,
        is_chosen: *other == page,
    });
    let menu = ActionRow::SelectMenu(SelectMenu {
        id: CustomId::Menu(MenuAction::Selected).write(),
        placeholder: locale.text("rules-topics", &[]),
        options: options.collect(),
    });
    // After the last page comes the first.
    let step = |by: usize, label: &str| {
        let other = RulePage::ALL[(at + by) % count];
        key(&to(other), label.to_owned(), ButtonStyle::Plain)
    };
    let mut keys = vec![step(count - 1, "◀"), step(1, "▶")];
    if let Some(lesson) = page.lessons.first().and_then(|name| Lesson::named(name)) {
        let button = CustomId::Menu(MenuAction::Lesson {
            what: LessonAction::Open(lesson),
            as_new_message: true,
        });
        keys.push(key(
            &button,
            locale.text("key-try", &[]),
            ButtonStyle::Primary,
        ));
    }
    Message {
        content: format!("**{}**\n{text}\n-# {number}", title(locale, page)),
        picture: picture(reader, page),
        rows: vec![ActionRow::Buttons(keys), menu],
    }
}

fn picture(reader: &Reader, page: RulePage) -> Option<Picture> {
    let diagram = Diagram::named(page.diagram)?;
    let mut view = diagram.view()?;
    view.theme = reader.theme();
    Some(Picture {
        alt: diagram.describe(reader.locale)?,
        view: view.into(),
        file: FILE,
    })
}

/// A button to a page of the rules.
pub(crate) fn page_button(reader: &Reader, page: RulePage) -> Button {
    let button = CustomId::Menu(MenuAction::Rules {
        page,
        as_new_message: true,
    });
    key(
        &button,
        reader.locale.text("key-rules", &[]),
        ButtonStyle::Plain,
    )
}

/// A button to the rule that was broken.
pub(crate) fn rule_button(reader: &Reader, page: RulePage) -> Button {
    let mut key = page_button(reader, page);
    key.label = reader.locale.text("key-rule", &[]);
    key
}
