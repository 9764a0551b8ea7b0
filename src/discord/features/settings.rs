//! `/settings`: the preferences of a player, as select menus that take effect at once.

use serde_json::Value;

use crate::app::people::settings::{
    BoardSize, BoardTheme, Boards, InputMethod, Language, Orientation, Pings, PlayerSettings,
    ThemeSource,
};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::PlayerSetting;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Locale;
use crate::discord::interaction::command::command;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::view::message::{ActionRow, Message, SelectMenu, SelectOption};
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
fn wishes(setting: PlayerSetting) -> &'static [SettingChange] {
    match setting {
        PlayerSetting::Language => &[
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
        PlayerSetting::Theme => &[
            ("board-server", |settings| {
                picture(settings, BoardTheme::Classic, BoardSize::Normal);
                settings.theme_source = ThemeSource::Server;
            }),
            ("board-classic-normal", |settings| {
                picture(settings, BoardTheme::Classic, BoardSize::Normal);
            }),
            ("board-classic-large", |settings| {
                picture(settings, BoardTheme::Classic, BoardSize::Large);
            }),
            ("board-classic-small", |settings| {
                picture(settings, BoardTheme::Classic, BoardSize::Small);
            }),
            ("board-dark-normal", |settings| {
                picture(settings, BoardTheme::Dark, BoardSize::Normal);
            }),
            ("board-dark-large", |settings| {
                picture(settings, BoardTheme::Dark, BoardSize::Large);
            }),
            ("board-dark-small", |settings| {
                picture(settings, BoardTheme::Dark, BoardSize::Small);
            }),
            ("board-contrast-normal", |settings| {
                picture(settings, BoardTheme::Contrast, BoardSize::Normal);
            }),
            ("board-contrast-large", |settings| {
                picture(settings, BoardTheme::Contrast, BoardSize::Large);
            }),
            ("board-contrast-small", |settings| {
                picture(settings, BoardTheme::Contrast, BoardSize::Small);
            }),
            ("board-words", |settings| {
                settings.boards = Boards::Words;
            }),
        ],
        PlayerSetting::Input => &[
            ("input-keys", |settings| {
                settings.input = InputMethod::Keys;
            }),
            ("input-menus", |settings| {
                settings.input = InputMethod::Menus;
            }),
        ],
        PlayerSetting::Pings => &[
            ("pings-channel", |settings| {
                settings.pings = Pings::Channel;
            }),
            ("pings-direct", |settings| {
                settings.pings = Pings::Direct;
            }),
        ],
        PlayerSetting::Forced => &[],
        PlayerSetting::Habits => &[
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

const fn picture(settings: &mut PlayerSettings, theme: BoardTheme, size: BoardSize) {
    settings.boards = Boards::Pictures;
    settings.theme = theme;
    settings.theme_source = ThemeSource::Player;
    settings.size = size;
}

/// All select menus with the present values.
pub(crate) fn screen(reader: &Reader) -> Message {
    let locale = reader.locale;
    let menu = |setting: PlayerSetting, name: &str| {
        let options = wishes(setting).iter().map(|(value, change)| {
            let mut changed = reader.settings.clone();
            change(&mut changed);
            SelectOption {
                label: locale.text(value, &[]),
                value: (*value).to_owned(),
                description: None,
                is_chosen: changed == reader.settings,
            }
        });
        ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::PlayerSetting(setting)).write(),
            placeholder: locale.text(name, &[]),
            options: options.collect(),
        })
    };
    Message {
        content: locale.text("settings", &[]),
        picture: None,
        rows: vec![
            menu(PlayerSetting::Language, "settings-language"),
            menu(PlayerSetting::Theme, "settings-board"),
            menu(PlayerSetting::Input, "settings-input"),
            menu(PlayerSetting::Pings, "settings-pings"),
            menu(PlayerSetting::Habits, "settings-habits"),
        ],
    }
}

/// Applies a chosen option and shows the menus again, in the new language.
pub(crate) async fn set(
    cx: &Cx<'_>,
    setting: PlayerSetting,
    value: &str,
) -> Result<Response, HandlerError> {
    if setting == PlayerSetting::Forced {
        return play_forced(cx).await;
    }
    let mut settings = cx.reader.settings.clone();
    if let Some((_, change)) = wishes(setting).iter().find(|(known, _)| *known == value) {
        change(&mut settings);
        cx.app.set_player(&cx.act(), &settings).await?;
    }
    let language = settings.language.unwrap_or_else(|| cx.invoker.language());
    let reader = Reader {
        locale: Locale::of(language),
        settings,
        usual_theme: cx.reader.usual_theme,
    };
    Ok(Response::Update(screen(&reader)))
}

/// Has forced turns played automatically from now on.
async fn play_forced(cx: &Cx<'_>) -> Result<Response, HandlerError> {
    let mut settings = cx.reader.settings.clone();
    settings.forced_moves = true;
    cx.app.set_player(&cx.act(), &settings).await?;
    let said = cx.reader.locale.text("forced-on", &[]);
    Ok(Response::Update(Message::text(said)))
}
