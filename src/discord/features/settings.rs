//! `/settings`: the preferences of a player, as select menus that take effect at once.

use serde_json::Value;

use crate::app::people::settings::{
    Boards, InputMethod, Language, Orientation, Pings, PlayerSettings, Size, Theme,
};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::Setting;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Words;
use crate::discord::interaction::command::command;
use crate::discord::interaction::cx::Cx;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::response::Response;
use crate::discord::view::message::{ActionRow, Choice, Message, SelectMenu};
use crate::discord::view::reader::Reader;

pub(crate) fn slash_command() -> Value {
    command("settings", Vec::new())
}

pub(crate) fn run(reader: &Reader) -> Response {
    Response::Ephemeral(screen(reader))
}

/// An option: its value, which is also its locale key, and the change it makes.
type SettingChange = (&'static str, fn(&mut PlayerSettings));

/// The options of a select menu.
fn wishes(setting: Setting) -> &'static [SettingChange] {
    match setting {
        Setting::Language => &[
            ("language-own", |settings| {
                settings.language = None;
            }),
            ("language-en", |settings| {
                settings.language = Some(Language::English);
            }),
            ("language-ru", |settings| {
                settings.language = Some(Language::Russian);
            }),
            ("language-pl", |settings| {
                settings.language = Some(Language::Polish);
            }),
        ],
        Setting::Theme => &[
            ("board-classic-normal", |settings| {
                picture(settings, Theme::Classic, Size::Normal);
            }),
            ("board-classic-large", |settings| {
                picture(settings, Theme::Classic, Size::Large);
            }),
            ("board-classic-small", |settings| {
                picture(settings, Theme::Classic, Size::Small);
            }),
            ("board-dark-normal", |settings| {
                picture(settings, Theme::Dark, Size::Normal);
            }),
            ("board-dark-large", |settings| {
                picture(settings, Theme::Dark, Size::Large);
            }),
            ("board-dark-small", |settings| {
                picture(settings, Theme::Dark, Size::Small);
            }),
            ("board-contrast-normal", |settings| {
                picture(settings, Theme::Contrast, Size::Normal);
            }),
            ("board-contrast-large", |settings| {
                picture(settings, Theme::Contrast, Size::Large);
            }),
            ("board-contrast-small", |settings| {
                picture(settings, Theme::Contrast, Size::Small);
            }),
            ("board-words", |settings| {
                settings.boards = Boards::Words;
            }),
        ],
        Setting::Input => &[
            ("input-keys", |settings| {
                settings.input = InputMethod::Keys;
            }),
            ("input-menus", |settings| {
                settings.input = InputMethod::Menus;
            }),
        ],
        Setting::Pings => &[
            ("pings-channel", |settings| {
                settings.pings = Pings::Channel;
            }),
            ("pings-direct", |settings| {
                settings.pings = Pings::Direct;
            }),
        ],
        Setting::Habits => &[
            ("habits-own-asked", |settings| {
                habits(settings, Orientation::Own, false);
            }),
            ("habits-own-forced", |settings| {
                habits(settings, Orientation::Own, true);
            }),
            ("habits-first-asked", |settings| {
                habits(settings, Orientation::First, false);
            }),
            ("habits-first-forced", |settings| {
                habits(settings, Orientation::First, true);
            }),
        ],
    }
}

const fn habits(settings: &mut PlayerSettings, orientation: Orientation, is_forced: bool) {
    settings.orientation = orientation;
    settings.forced_moves = is_forced;
}

const fn picture(settings: &mut PlayerSettings, theme: Theme, size: Size) {
    settings.boards = Boards::Pictures;
    settings.theme = theme;
    settings.size = size;
}

/// All select menus with the present values.
pub(crate) fn screen(reader: &Reader) -> Message {
    let words = reader.words;
    let menu = |setting: Setting, name: &str| {
        let options = wishes(setting).iter().map(|(value, change)| {
            let mut changed = reader.settings.clone();
            change(&mut changed);
            Choice {
                label: words.say(value, &[]),
                value: (*value).to_owned(),
                description: None,
                is_chosen: changed == reader.settings,
            }
        });
        ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::Set(setting)).write(),
            placeholder: words.say(name, &[]),
            options: options.collect(),
        })
    };
    Message {
        content: words.say("settings", &[]),
        picture: None,
        rows: vec![
            menu(Setting::Language, "settings-language"),
            menu(Setting::Theme, "settings-board"),
            menu(Setting::Input, "settings-input"),
            menu(Setting::Pings, "settings-pings"),
            menu(Setting::Habits, "settings-habits"),
        ],
    }
}

/// Applies a chosen option and shows the menus again, in the new language.
pub(crate) async fn set(
    cx: &Cx<'_>,
    setting: Setting,
    value: &str,
) -> Result<Response, HandlerError> {
    let mut settings = cx.reader.settings.clone();
    if let Some((_, change)) = wishes(setting).iter().find(|(known, _)| *known == value) {
        change(&mut settings);
        cx.app.set_player(&cx.act(), &settings).await?;
    }
    let language = settings.language.unwrap_or_else(|| cx.invoker.language());
    let reader = Reader {
        words: Words::of(language),
        settings,
    };
    Ok(Response::Update(screen(&reader)))
}
