//! The open challenges of a guild, as a public message and as a list for one user.

use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::LobbyAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Locale;
use crate::discord::view::challenge::brief_conditions;
use crate::discord::view::components::{key, open_challenge_button};
use crate::discord::view::format::{mention, variant};
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, MAX_TEXT, Message};
use crate::model::{Challenge, PlayerId, StandingChallenge};

/// Challenges on a page: three rows of buttons, and room for other components.
pub(crate) const PAGE: usize = 15;

/// Buttons in a row.
const WIDE: usize = 5;

/// A page of the open challenges.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LobbyPage<'a> {
    /// The challenges on the page.
    pub(crate) challenges: &'a [Challenge],
    /// The number of the page.
    pub(crate) page: usize,
    /// The number of challenges on all pages.
    pub(crate) count: usize,
}

impl LobbyPage<'_> {
    fn lines(self, locale: &'static Locale) -> Vec<String> {
        if self.count == 0 {
            return vec![
                locale.text("lobby-title", &[("count", 0_usize.into())]),
                locale.text("lobby-none", &[]),
            ];
        }
        let mut lines = vec![locale.text("lobby-title", &[("count", self.count.into())])];
        let first = self.page * PAGE + 1;
        for (number, challenge) in (first..).zip(self.challenges) {
            lines.push(line(locale, number, challenge));
        }
        lines.push(locale.text("lobby-how", &[]));
        lines
    }

    /// A button for each challenge; for the reader's own ones it withdraws them.
    fn keys(self, locale: &'static Locale, me: Option<PlayerId>) -> Vec<ActionRow> {
        let first = self.page * PAGE + 1;
        let keys = (first..).zip(self.challenges).map(|(number, challenge)| {
            let number = ("number", number.into());
            if me.is_some() && challenge.challenger == me {
                let button = CustomId::Menu(MenuAction::Lobby(LobbyAction::Withdraw(challenge.id)));
                let label = locale.text("key-lobby-withdraw", &[number]);
                return key(&button, label, ButtonStyle::Plain);
            }
            let button = CustomId::Menu(MenuAction::Lobby(LobbyAction::Play(challenge.id)));
            key(
                &button,
                locale.text("key-play", &[number]),
                ButtonStyle::Good,
            )
        });
        let keys: Vec<Button> = keys.collect();
        keys.chunks(WIDE)
            .map(|row| ActionRow::Buttons(row.to_vec()))
            .collect()
    }

    /// The public message: the first page, and a button to the whole list.
    pub(crate) fn message(self, locale: &'static Locale) -> Message {
        let mut rows = self.keys(locale, None);
        if self.count > self.challenges.len() {
            let button = CustomId::Menu(MenuAction::Lobby(LobbyAction::Page(0)));
            let label = locale.text("key-lobby-all", &[("count", self.count.into())]);
            rows.push(ActionRow::Buttons(vec![key(
                &button,
                label,
                ButtonStyle::Plain,
            )]));
        }
        Message {
            content: cut(&self.lines(locale)),
            picture: None,
            rows,
        }
    }

    /// The list for one user, page by page, with the user's standing challenges.
    pub(crate) fn list(
        self,
        locale: &'static Locale,
        me: PlayerId,
        standing: &[(StandingChallenge, Challenge)],
    ) -> Message {
        let mut lines = self.lines(locale);
        let mut rows = self.keys(locale, Some(me));
        let pages = self.count.div_ceil(PAGE).max(1);
        if pages > 1 {
            let turn = |to: usize, label: &str, is_disabled: bool| Button {
                is_disabled,
                ..key(
                    &CustomId::Menu(MenuAction::Lobby(LobbyAction::Page((to & 0xffff) as u16))),
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
            let name = variant(locale, &challenge.terms.variant);
            let said = if standing.is_open {
                "lobby-standing"
            } else {
                "lobby-standing-full"
            };
            let most = ("count", (standing.most.max(0) as u64).into());
            lines.push(locale.text(said, &[("variant", name.clone().into()), most]));
            let button = CustomId::Menu(MenuAction::Lobby(LobbyAction::EndStanding(standing.id)));
            let label = locale.text("key-lobby-stop", &[("variant", name.into())]);
            let label = label.chars().take(80).collect();
            stops.push(key(&button, label, ButtonStyle::Danger));
        }
        if !stops.is_empty() {
            rows.push(ActionRow::Buttons(stops));
        }
        if self.count == 0 && standing.is_empty() {
            rows.push(ActionRow::Buttons(vec![open_challenge_button(locale)]));
        }
        Message {
            content: cut(&lines),
            picture: None,
            rows,
        }
    }
}

/// A challenge in one line.
fn line(locale: &'static Locale, number: usize, challenge: &Challenge) -> String {
    let terms = &challenge.terms;
    let challenger = challenge
        .challenger
        .map_or_else(|| locale.text("someone", &[]), mention);
    let said = if challenge.standing.is_some() {
        "lobby-line-standing"
    } else {
        "lobby-line"
    };
    locale.text(
        said,
        &[
            ("number", number.into()),
            ("variant", variant(locale, &terms.variant).into()),
            ("challenger", challenger.into()),
            ("conditions", brief_conditions(locale, terms, None).into()),
        ],
    )
}

/// The lines that fit into a message.
fn cut(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines {
        let length = text.chars().count() + line.chars().count() + 1;
        if length > MAX_TEXT {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text
}
