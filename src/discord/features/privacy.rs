//! `/privacy`: what is kept about someone, to take away or to be forgotten.

use serde_json::Value;

use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::Button;
use crate::discord::custom_id::menu::Other;
use crate::discord::features::command;
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::request::Caller;
use crate::discord::rest::payload::{Answer, File};
use crate::discord::view::board::{key, no_key};
use crate::discord::view::message::{Reply, Row, Style};

/// The largest file that is sent, in bytes: Discord takes 10 MiB.
const LARGEST_PART: usize = 9 << 20;
/// So many files fit a message.
const MOST_PARTS: usize = 10;

pub(crate) fn slash_command() -> Value {
    command("privacy", Vec::new())
}

pub(crate) fn run(reader: &Reader) -> Answer {
    let say = |name: &str| reader.words.say(name, &[]);
    Answer::Tell(Reply {
        content: [
            say("privacy"),
            say("privacy-ratings"),
            say("privacy-thoughts"),
        ]
        .join("\n"),
        picture: None,
        rows: vec![Row::Keys(vec![
            key(
                &Button::Other(Other::Export),
                say("key-export"),
                Style::Plain,
            ),
            key(
                &Button::Other(Other::Forget),
                say("key-forget"),
                Style::Danger,
            ),
        ])],
    })
}

/// Everything that is kept about someone, as a file.
pub(crate) async fn export(host: &Host, caller: &Caller, reader: &Reader) -> Result<Answer, Stop> {
    let data = host.app.export(caller.id, host.now()).await?;
    let text = serde_json::to_string_pretty(&data).unwrap_or_default();
    let file = File {
        name: "hexpost.json".to_owned(),
        bytes: text.into_bytes(),
        description: None,
    };
    let files = file.split(LARGEST_PART);
    if files.len() > MOST_PARTS {
        return Err(Stop::Say(reader.words.say("exported-too-large", &[])));
    }
    let count = ("count", files.len().into());
    let reply = Reply {
        content: reader.words.say("exported-parts", &[count]),
        ..Reply::default()
    };
    Ok(Answer::Hand(reply, files))
}

/// Asks whether someone really wants to be forgotten.
pub(crate) fn ask_forget(reader: &Reader) -> Answer {
    let say = |name: &str| reader.words.say(name, &[]);
    let button = Button::Other(Other::ForgetSurely);
    Answer::Change(Reply {
        content: say("forget-sure"),
        picture: None,
        rows: vec![Row::Keys(vec![
            key(&button, say("key-forget-surely"), Style::Danger),
            no_key(reader.words),
        ])],
    })
}

/// Forgets someone.
pub(crate) async fn forget(host: &Host, caller: &Caller, reader: &Reader) -> Result<Answer, Stop> {
    let gone = host.app.forget(&caller.act(host.now())).await?;
    host.wake();
    let games = ("count", gone.resigned.into());
    Ok(Answer::Change(Reply {
        content: reader.words.say("forgotten", &[games]),
        ..Reply::default()
    }))
}
