//! `/lobby`: the open challenges of a server; for those who moderate games, also as a message that
//! everyone sees.
//!
//! The open challenges of a server as people see them: in a message for everyone, and as a list of
//! one's own.

use serde_json::{Value, json};

use crate::discord::context::{Context, Reader};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::Lobby;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::challenge_card::brief_conditions;
use crate::discord::features::help::challenge_key;
use crate::discord::features::{self, BOOLEAN, command, option};
use crate::discord::i18n::Words;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::request::{CommandCall, Invoker};
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::{may_accept, may_moderate, viewer};
use crate::discord::view::board::{key, mention, variant};
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, LONGEST_TEXT, Message};
use crate::model::{Challenge, GameId, PlayerId, ServerId, StandingChallenge};

pub(crate) fn slash_command() -> Value {
    let mut form = command("lobby", vec![option(BOOLEAN, "lobby", "pin")]);
    form["integration_types"] = json!([0]);
    form["contexts"] = json!([0]);
    form
}

pub(crate) async fn run(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    call: &CommandCall,
) -> Result<Response, HandlerError> {
    let server = server(caller, reader)?;
    match call.flag("pin") {
        None => Ok(Response::Ephemeral(list(host, caller, reader, 0).await?)),
        Some(is_on) => pin(host, caller, reader, server, is_on).await,
    }
}

fn server(caller: &Invoker, reader: &Reader) -> Result<ServerId, HandlerError> {
    let say = || HandlerError::Explained(reader.words.say("lobby-no-server", &[]));
    caller.server.ok_or_else(say)
}

/// The server shows its open challenges in a message here, or no longer.
async fn pin(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    server: ServerId,
    is_on: bool,
) -> Result<Response, HandlerError> {
    let say = |name: &str| reader.words.say(name, &[]);
    if !may_moderate(host, caller, Some(server)).await? {
        return Err(HandlerError::Explained(say("lobby-not-yours")));
    }
    if is_on && !caller.may_write() {
        return Err(HandlerError::Explained(say("lobby-may-not-write")));
    }
    let act = caller.act(host.now());
    let said = if is_on {
        host.app.pin_lobby(&act, server, caller.channel).await?;
        "lobby-pinned"
    } else if host.app.unpin_lobby(&act, server).await? {
        "lobby-unpinned"
    } else {
        "lobby-not-pinned"
    };
    host.wake();
    Ok(Response::Ephemeral(Message {
        content: say(said),
        ..Message::default()
    }))
}

/// A page of the list for one person.
async fn list(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    page: u16,
) -> Result<Message, HandlerError> {
    let server = server(caller, reader)?;
    let (app, now, viewer) = (&host.app, host.now(), viewer(caller));
    let open = async |page: usize| {
        let part = (page * PAGE, PAGE);
        let channels = &host.channels;
        app.visible_open_on(&viewer, channels, server, now, part)
            .await
    };
    let mut page = usize::from(page);
    let (mut challenges, count) = open(page).await?;
    if challenges.is_empty() && count > 0 {
        // Some have gone since: the last page there is.
        page = (count - 1) / PAGE;
        challenges = open(page).await?.0;
    }
    let mut standing = app.standing_of(caller.id).await?;
    standing.retain(|(_, challenge)| challenge.server == Some(server));
    let listed = Listed {
        challenges: &challenges,
        page,
        count,
    };
    Ok(listed.list(reader.words, caller.id, &standing))
}

/// Something was pressed in the list.
pub(crate) async fn press(
    host: &Context,
    caller: &Invoker,
    reader: &Reader,
    pressed: Lobby,
    is_private: bool,
) -> Result<Response, HandlerError> {
    let act = caller.act(host.now());
    let said = match pressed {
        Lobby::Page(page) => {
            let list = list(host, caller, reader, page).await?;
            // What everyone sees is not changed by one who looks through the list.
            return Ok(if is_private {
                Response::Update(list)
            } else {
                Response::Ephemeral(list)
            });
        }
        Lobby::Play(id) => {
            play(host, caller, id).await?;
            // The list that everyone sees is where everyone hears of it.
            if host.lack(caller).is_none() && !is_private {
                return features::accepted(host, caller, id, false).await;
            }
            "lobby-playing"
        }
        Lobby::Withdraw(id) => {
            host.app.withdraw(&act, id).await?;
            "lobby-withdrawn"
        }
        Lobby::EndStanding(id) => {
            host.app.stop_standing(&act, id).await?;
            "lobby-stopped"
        }
    };
    host.wake();
    let said = reader.words.say(said, &[]);
    if !is_private {
        return Ok(Response::Ephemeral(Message {
            content: said,
            ..Message::default()
        }));
    }
    let mut list = list(host, caller, reader, 0).await?;
    list.content = format!("{said}\n\n{}", list.content);
    list.content = list.content.chars().take(2000).collect();
    Ok(Response::Update(list))
}

/// Accepts an open challenge from the list. The courier closes its card.
async fn play(host: &Context, caller: &Invoker, id: GameId) -> Result<(), HandlerError> {
    may_accept(host, caller, id).await?;
    host.app.accept(&caller.act(host.now()), id).await?;
    host.remember_token(id, caller);
    Ok(())
}

/// So many challenges stand on a page: three rows of keys, and room for what else can be pressed.
pub(crate) const PAGE: usize = 15;
/// So many keys stand side by side.
const WIDE: usize = 5;

/// What is shown of the open challenges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Listed<'a> {
    /// A page of them.
    pub(crate) challenges: &'a [Challenge],
    /// Which page.
    pub(crate) page: usize,
    /// How many there are on all pages.
    pub(crate) count: usize,
}

impl Listed<'_> {
    fn lines(self, words: &'static Words) -> Vec<String> {
        if self.count == 0 {
            return vec![
                words.say("lobby-title", &[("count", 0_usize.into())]),
                words.say("lobby-none", &[]),
            ];
        }
        let mut lines = vec![words.say("lobby-title", &[("count", self.count.into())])];
        let first = self.page * PAGE + 1;
        for (number, challenge) in (first..).zip(self.challenges) {
            lines.push(line(words, number, challenge));
        }
        lines.push(words.say("lobby-how", &[]));
        lines
    }

    /// A key for every challenge; for the own ones, one to withdraw them.
    fn keys(self, words: &'static Words, me: Option<PlayerId>) -> Vec<ActionRow> {
        let first = self.page * PAGE + 1;
        let keys = (first..).zip(self.challenges).map(|(number, challenge)| {
            let number = ("number", number.into());
            if me.is_some() && challenge.challenger == me {
                let button = CustomId::Menu(MenuAction::Lobby(Lobby::Withdraw(challenge.id)));
                let label = words.say("key-lobby-withdraw", &[number]);
                return key(&button, label, ButtonStyle::Plain);
            }
            let button = CustomId::Menu(MenuAction::Lobby(Lobby::Play(challenge.id)));
            key(&button, words.say("key-play", &[number]), ButtonStyle::Good)
        });
        let keys: Vec<Button> = keys.collect();
        keys.chunks(WIDE)
            .map(|row| ActionRow::Buttons(row.to_vec()))
            .collect()
    }

    /// The message for everyone on a server: the first page, and a key to the whole list.
    pub(crate) fn message(self, words: &'static Words) -> Message {
        let mut rows = self.keys(words, None);
        if self.count > self.challenges.len() {
            let button = CustomId::Menu(MenuAction::Lobby(Lobby::Page(0)));
            let label = words.say("key-lobby-all", &[("count", self.count.into())]);
            rows.push(ActionRow::Buttons(vec![key(
                &button,
                label,
                ButtonStyle::Plain,
            )]));
        }
        Message {
            content: cut(&self.lines(words)),
            picture: None,
            rows,
        }
    }

    /// The list for one person: page by page, with what is his own.
    pub(crate) fn list(
        self,
        words: &'static Words,
        me: PlayerId,
        standing: &[(StandingChallenge, Challenge)],
    ) -> Message {
        let mut lines = self.lines(words);
        let mut rows = self.keys(words, Some(me));
        let pages = self.count.div_ceil(PAGE).max(1);
        if pages > 1 {
            let turn = |to: usize, label: &str, is_disabled: bool| Button {
                is_disabled,
                ..key(
                    &CustomId::Menu(MenuAction::Lobby(Lobby::Page((to & 0xffff) as u16))),
                    label.to_owned(),
                    ButtonStyle::Plain,
                )
            };
            rows.push(ActionRow::Buttons(vec![
                turn(self.page.wrapping_sub(1), "◀", self.page == 0),
                turn(self.page + 1, "▶", self.page + 1 == pages),
            ]));
        }
        let mut stops = Vec::new();
        for (standing, challenge) in standing {
            let name = variant(words, &challenge.terms.game, &challenge.terms.variant);
            let said = if standing.is_open {
                "lobby-standing"
            } else {
                "lobby-standing-full"
            };
            let most = ("count", (standing.most.max(0) as u64).into());
            lines.push(words.say(said, &[("variant", name.clone().into()), most]));
            let button = CustomId::Menu(MenuAction::Lobby(Lobby::EndStanding(standing.id)));
            let label = words.say("key-lobby-stop", &[("variant", name.into())]);
            let label = label.chars().take(80).collect();
            stops.push(key(&button, label, ButtonStyle::Danger));
        }
        if !stops.is_empty() {
            rows.push(ActionRow::Buttons(stops));
        }
        if self.count == 0 && standing.is_empty() {
            rows.push(ActionRow::Buttons(vec![challenge_key(words)]));
        }
        Message {
            content: cut(&lines),
            picture: None,
            rows,
        }
    }
}

/// A challenge in one line.
fn line(words: &'static Words, number: usize, challenge: &Challenge) -> String {
    let terms = &challenge.terms;
    let challenger = challenge
        .challenger
        .map_or_else(|| words.say("someone", &[]), mention);
    let said = if challenge.standing.is_some() {
        "lobby-line-standing"
    } else {
        "lobby-line"
    };
    words.say(
        said,
        &[
            ("number", number.into()),
            (
                "variant",
                variant(words, &terms.game, &terms.variant).into(),
            ),
            ("challenger", challenger.into()),
            ("conditions", brief_conditions(words, terms).into()),
        ],
    )
}

/// As many lines as fit a message.
fn cut(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        let length = text.chars().count() + line.chars().count() + 1;
        if length > LONGEST_TEXT {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text
}
