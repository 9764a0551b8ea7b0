//! The open challenges of a server as people see them: in a message for everyone, and as a list of
//! one's own.

use crate::store::PlayerId;
use crate::store::challenges::Challenge;
use crate::store::standing::Standing;

use super::board::{key, mention, variant};
use super::card::brief_conditions;
use super::custom_id::Button;
use super::deed::Lobby;
use super::locale::Words;
use super::other::Other;
use super::reply::{Key, LONGEST_TEXT, Reply, Row, Style};
use super::welcome::challenge_key;

/// So many challenges stand on a page: three rows of keys, and room for what else can be pressed.
pub(super) const PAGE: usize = 15;
/// So many keys stand side by side.
const WIDE: usize = 5;

/// What is shown of the open challenges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Listed<'a> {
    /// A page of them.
    pub(super) challenges: &'a [Challenge],
    /// Which page.
    pub(super) page: usize,
    /// How many there are on all pages.
    pub(super) count: usize,
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
    fn keys(self, words: &'static Words, me: Option<PlayerId>) -> Vec<Row> {
        let first = self.page * PAGE + 1;
        let keys = (first..).zip(self.challenges).map(|(number, challenge)| {
            let number = ("number", number.into());
            if me.is_some() && challenge.challenger == me {
                let button = Button::Other(Other::Lobby(Lobby::Withdraw(challenge.id)));
                let label = words.say("key-lobby-withdraw", &[number]);
                return key(&button, label, Style::Plain);
            }
            let button = Button::Other(Other::Lobby(Lobby::Play(challenge.id)));
            key(&button, words.say("key-play", &[number]), Style::Good)
        });
        let keys: Vec<Key> = keys.collect();
        keys.chunks(WIDE)
            .map(|row| Row::Keys(row.to_vec()))
            .collect()
    }

    /// The message for everyone on a server: the first page, and a key to the whole list.
    pub(super) fn message(self, words: &'static Words) -> Reply {
        let mut rows = self.keys(words, None);
        if self.count > self.challenges.len() {
            let button = Button::Other(Other::Lobby(Lobby::Page(0)));
            let label = words.say("key-lobby-all", &[("count", self.count.into())]);
            rows.push(Row::Keys(vec![key(&button, label, Style::Plain)]));
        }
        Reply {
            content: cut(&self.lines(words)),
            picture: None,
            rows,
        }
    }

    /// The list for one person: page by page, with what is his own.
    pub(super) fn list(
        self,
        words: &'static Words,
        me: PlayerId,
        standing: &[(Standing, Challenge)],
    ) -> Reply {
        let mut lines = self.lines(words);
        let mut rows = self.keys(words, Some(me));
        let pages = self.count.div_ceil(PAGE).max(1);
        if pages > 1 {
            let turn = |to: usize, label: &str, is_disabled: bool| Key {
                is_disabled,
                ..key(
                    &Button::Other(Other::Lobby(Lobby::Page((to & 0xffff) as u16))),
                    label.to_owned(),
                    Style::Plain,
                )
            };
            rows.push(Row::Keys(vec![
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
            let button = Button::Other(Other::Lobby(Lobby::Stop(standing.id)));
            let label = words.say("key-lobby-stop", &[("variant", name.into())]);
            let label = label.chars().take(80).collect();
            stops.push(key(&button, label, Style::Danger));
        }
        if !stops.is_empty() {
            rows.push(Row::Keys(stops));
        }
        if self.count == 0 && standing.is_empty() {
            rows.push(Row::Keys(vec![challenge_key(words)]));
        }
        Reply {
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
