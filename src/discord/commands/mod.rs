//! The commands: what each is called, what it takes, and what it does. One file each; the list is
//! here.

mod analyse;
mod block;
mod board;
mod challenge;
mod draw;
mod games;
mod help;
mod history;
mod import;
mod leaderboard;
mod learn;
mod lobby;
mod plan;
mod privacy;
mod profile;
mod reminders;
mod replay;
mod resign;
mod rules;
mod server;
mod server_screen;
mod settings;
mod takeback;
mod turn;
mod vacation;

use serde_json::{Map, Value, json};

use crate::app::settings::Language;
use crate::store::GameId;

use super::answer::Answer;
use super::host::{Host, Reader};
use super::idempotency::Claimed;
use super::locale::Words;
use super::request::{Call, Caller, Person};
use super::router::Stop;
use super::suggest::Suggestion;

pub(super) use challenge::{against, against_anyone, choose_for_anyone, game_menu, rematch};
use games::suggested as suggested_games;
pub(super) use games::{
    label as games_label, line as games_line, link as games_link, list as games_list, message_link,
};
pub(super) use history::page as history_page;
pub(super) use import::{list as import_list, take as take_import};
pub(super) use leaderboard::list as leaders;
pub(super) use lobby::press as lobby_press;
pub(super) use privacy::{ask_forget, export, forget};
pub(super) use reminders::{set as remind, set_zone, zone_key};
pub(super) use resign::sure as resign_sure;
pub(super) use server_screen::press as server_press;
pub(super) use settings::{screen as settings_screen, set};
pub(super) use vacation::end as end_vacation;

/// Kinds of options, by Discord's numbers.
const STRING: u8 = 3;
const INTEGER: u8 = 4;
const BOOLEAN: u8 = 5;
const USER: u8 = 6;
const ATTACHMENT: u8 = 11;

/// The languages other than English, with Discord's names for them.
const OTHERS: [(Language, &str); 2] = [(Language::Russian, "ru"), (Language::Polish, "pl")];

/// The forms of all commands, as Discord takes them.
pub fn commands() -> Vec<Value> {
    vec![
        challenge::command(),
        turn::command(),
        board::command(),
        games::command(),
        profile::command(),
        leaderboard::command(),
        lobby::command(),
        replay::command(),
        history::command(),
        import::command(),
        resign::command(),
        draw::command(),
        takeback::command(),
        plan::command(),
        analyse::command(),
        settings::command(),
        reminders::command(),
        vacation::command(),
        server::command(),
        block::command(),
        privacy::command(),
        rules::command(),
        learn::command(),
        help::command(),
        challenge::user_command(),
    ]
}

/// Carries out a command.
pub(super) async fn run_command(
    host: &Claimed,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
) -> Result<Answer, Stop> {
    match call.name.as_str() {
        "challenge" => challenge::run(host, caller, reader, call).await,
        "move" => turn::run(host, caller, reader, call).await,
        "board" => board::run(host, caller, reader, call).await,
        "games" => games::run(host, caller, reader).await,
        "profile" => profile::run(host, caller, reader, call).await,
        "leaderboard" => leaderboard::run(host, caller, reader, call).await,
        "lobby" => lobby::run(host, caller, reader, call).await,
        "replay" => replay::run(host, caller, reader, call).await,
        "history" => history::run(host, caller, reader, call).await,
        "import" => import::run(host, caller, reader, call).await,
        "resign" => resign::run(host, caller, reader, call).await,
        "draw" => draw::run(host, caller, reader, call).await,
        "takeback" => takeback::run(host, caller, reader, call).await,
        "plan" => plan::run(host, caller, reader, call).await,
        "analyse" => analyse::run(host, caller, reader, call).await,
        "settings" => Ok(settings::run(reader)),
        "reminders" => reminders::run(host, caller, reader, call).await,
        "vacation" => vacation::run(host, caller, reader, call).await,
        "server" => server::run(host, caller, reader, call).await,
        "block" => block::run(host, caller, reader, call).await,
        "privacy" => Ok(privacy::run(reader)),
        "rules" => Ok(rules::run(reader, call)),
        "learn" => learn::run(host, caller, reader).await,
        "help" => Ok(help::run(reader)),
        _ => Err(Stop::Say(reader.words.say("unknown-command", &[]))),
    }
}

/// Carries out a command from the menu of a person.
pub(super) fn about(reader: &Reader, person: &Person) -> Answer {
    challenge::choose(reader, person)
}

/// Suggests how an option can go on.
pub(super) async fn suggest(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    call: &Call,
    option: &str,
    text: &str,
) -> Result<Vec<Suggestion>, Stop> {
    match option {
        "game" if call.name == "replay" => replay::suggest(host, caller, reader, text).await,
        "game" => suggested_games(host, caller, reader, text).await,
        "turn" => turn::suggest(host, caller, reader, call, text).await,
        "zone" => Ok(reminders::suggest(host, reader, text)),
        "if" | "then" => plan::suggest(host, caller, reader, call, option, text).await,
        _ => Ok(Vec::new()),
    }
}

/// The game that an option names.
fn named_game(call: &Call) -> Option<GameId> {
    let text = call.text("game")?;
    // What is not chosen from the suggestions may be anything.
    Some(GameId(
        text.trim().trim_start_matches('#').parse().unwrap_or(0),
    ))
}

/// A command's form: its name and description in every language.
fn command(name: &str, options: Vec<Value>) -> Value {
    let mut form = texts(name, &format!("cmd-{name}"));
    form["type"] = json!(1);
    form["options"] = Value::Array(options);
    form["integration_types"] = json!([0, 1]);
    form["contexts"] = json!([0, 1, 2]);
    form
}

/// An option's form.
fn option(kind: u8, command: &str, name: &str) -> Value {
    let mut form = texts(name, &format!("cmd-{command}-{name}"));
    form["type"] = json!(kind);
    form
}

/// Names and descriptions. The English name is the real one.
fn texts(name: &str, key: &str) -> Value {
    let about = format!("{key}-about");
    let mut names = Map::new();
    let mut abouts = Map::new();
    for (language, code) in OTHERS {
        let words = Words::of(language);
        names.insert(code.to_owned(), json!(words.say(key, &[])));
        abouts.insert(code.to_owned(), json!(words.say(&about, &[])));
    }
    let english = Words::of(Language::English);
    debug_assert_eq!(english.say(key, &[]), name);
    json!({
        "name": name,
        "name_localizations": names,
        "description": english.say(&about, &[]),
        "description_localizations": abouts,
    })
}

/// A choice of an option.
fn choice(value: impl Into<Value>, said: impl Fn(&Words) -> String) -> Value {
    let name = |words: &Words| said(words).chars().take(100).collect::<String>();
    let names: Map<String, Value> = OTHERS
        .into_iter()
        .map(|(language, code)| (code.to_owned(), json!(name(Words::of(language)))))
        .collect();
    json!({
        "name": name(Words::of(Language::English)),
        "name_localizations": names,
        "value": value.into(),
    })
}
