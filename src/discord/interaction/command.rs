//! Definitions of slash commands and their options, in every language.

use serde_json::{Map, Value, json};
use serenity::all::{CommandOptionType, CommandType, InstallationContext, InteractionContext};

use crate::app::people::settings::Language;
use crate::discord::i18n::Locale;
use crate::discord::interaction::request::CommandCall;
use crate::discord::view::variants::{described, offered};
use crate::model::GameRef;

pub(crate) const SUBCOMMAND: CommandOptionType = CommandOptionType::SubCommand;
pub(crate) const STRING: CommandOptionType = CommandOptionType::String;
pub(crate) const INTEGER: CommandOptionType = CommandOptionType::Integer;
pub(crate) const BOOLEAN: CommandOptionType = CommandOptionType::Boolean;
pub(crate) const USER: CommandOptionType = CommandOptionType::User;
pub(crate) const ATTACHMENT: CommandOptionType = CommandOptionType::Attachment;

/// The languages other than English, with Discord's locale codes.
pub(crate) const OTHERS: [(Language, &str); 2] =
    [(Language::Russian, "ru"), (Language::Polish, "pl")];

/// The game or import that the option `game` names.
pub(crate) fn named_game(call: &CommandCall) -> Option<GameRef> {
    let text = call.string("game")?;
    // Typed text need not be one of the autocomplete choices. There is no game 0.
    let number = text.trim().trim_start_matches('#').parse().unwrap_or(0);
    Some(GameRef::from_number(number))
}

/// The definition of a slash command, with its name and description in every language.
pub(crate) fn command(name: &str, options: Vec<Value>) -> Value {
    let mut form = texts(name, &format!("cmd-{name}"));
    if let (Value::Object(form), Value::Object(kind)) =
        (&mut form, everywhere(CommandType::ChatInput))
    {
        form.extend(kind);
    }
    form["options"] = Value::Array(options);
    form
}

/// A command of this type that can be used in guilds, in direct messages and in group conversations.
pub(crate) fn everywhere(kind: CommandType) -> Value {
    json!({
        "type": kind,
        "integration_types": [InstallationContext::Guild, InstallationContext::User],
        "contexts": [
            InteractionContext::Guild,
            InteractionContext::BotDm,
            InteractionContext::PrivateChannel,
        ],
    })
}

/// Restricts a command to guilds in which the bot is installed.
pub(crate) fn only_in_guilds(mut form: Value) -> Value {
    form["integration_types"] = json!([InstallationContext::Guild]);
    form["contexts"] = json!([InteractionContext::Guild]);
    form
}

/// The definition of an option.
pub(crate) fn option(kind: CommandOptionType, command: &str, name: &str) -> Value {
    let mut form = texts(name, &format!("cmd-{command}-{name}"));
    form["type"] = json!(kind);
    form
}

/// The names and descriptions in every language. The English name identifies the command.
pub(crate) fn texts(name: &str, key: &str) -> Value {
    let about = format!("{key}-about");
    let mut names = Map::new();
    let mut abouts = Map::new();
    for (language, code) in OTHERS {
        let locale = Locale::of(language);
        names.insert(code.to_owned(), json!(locale.text(key, &[])));
        abouts.insert(code.to_owned(), json!(locale.text(&about, &[])));
    }
    let english = Locale::of(Language::English);
    debug_assert_eq!(english.text(key, &[]), name);
    json!({
        "name": name,
        "name_localizations": names,
        "description": english.text(&about, &[]),
        "description_localizations": abouts,
    })
}

/// A choice of an option.
pub(crate) fn choice(value: impl Into<Value>, said: impl Fn(&Locale) -> String) -> Value {
    let name = |locale: &Locale| said(locale).chars().take(100).collect::<String>();
    let names: Map<String, Value> = OTHERS
        .into_iter()
        .map(|(language, code)| (code.to_owned(), json!(name(Locale::of(language)))))
        .collect();
    json!({
        "name": name(Locale::of(Language::English)),
        "name_localizations": names,
        "value": value.into(),
    })
}

/// The option that names one of the invoker's games.
pub(crate) fn game_option(command: &str) -> Value {
    let mut game = option(STRING, command, "game");
    game["autocomplete"] = json!(true);
    game
}

/// All variants, as choices of an option.
pub(crate) fn game_choices() -> Value {
    let choices = offered().map(|offered| {
        let said = move |locale: &Locale| described(locale, offered);
        choice(offered.value(), said)
    });
    choices.collect()
}
