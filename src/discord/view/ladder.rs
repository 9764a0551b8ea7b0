//! The table of a ladder, as a picture with a text.

use std::collections::HashMap;

use hexpost_render::Drawing;
use hexpost_render::drawable;
use hexpost_render::standings::{Heading, LadderLine, LadderTable};
use hexpost_render::theme::Theme;
use hexpost_tournament::ladder::REACH;

use crate::app::ladder::{LadderOutcome, LadderRow, LadderView};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::ladder::LadderAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::{Locale, time};
use crate::discord::view::components::key;
use crate::discord::view::format::{mention, plain_name, variant};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{ActionRow, Button, ButtonStyle, Message, Picture};
use crate::model::{LadderSetup, PlayerId};

/// Players in one picture: more can't be read on a phone.
pub(crate) const PAGE: usize = 32;
/// Maximum number of running games that are listed.
pub(crate) const MAX_GAMES: usize = 10;

/// A page of the table of a ladder.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LadderPage<'a> {
    pub(crate) locale: &'static Locale,
    pub(crate) theme: Theme,
    pub(crate) ladder: &'a LadderView,
    /// The names of the players on the page, as far as they are known.
    pub(crate) names: &'a HashMap<PlayerId, UserText>,
    /// Links to running games, in the order of the games; at most [`MAX_GAMES`] are shown.
    pub(crate) links: &'a [String],
    /// The number of the page, from 0.
    pub(crate) page: usize,
}

/// The players on a page of a ladder.
pub(crate) fn on_page(ladder: &LadderView, page: usize) -> &[LadderRow] {
    let first = (page * PAGE).min(ladder.rows.len());
    let last = (first + PAGE).min(ladder.rows.len());
    &ladder.rows[first..last]
}

/// A button of ladders.
pub(crate) fn ladder_key(
    locale: &Locale,
    action: LadderAction,
    label: &str,
    style: ButtonStyle,
) -> Button {
    let button = CustomId::Menu(MenuAction::Ladder(action));
    key(&button, locale.text(label, &[]), style)
}

/// The game, the clock, and whether games are rated.
pub(crate) fn terms(locale: &Locale, setup: &LadderSetup) -> String {
    let rated = if setup.is_rated {
        "ladders-rated"
    } else {
        "ladders-unrated"
    };
    [
        variant(locale, &setup.variant),
        time::pace(locale, Some(setup.pace)),
        locale.text(rated, &[]),
    ]
    .join(" · ")
}

/// Who challenges whom.
pub(crate) fn ladder_challenge(
    locale: &Locale,
    (challenger, opponent): (PlayerId, PlayerId),
) -> String {
    let args = [
        ("challenger", mention(challenger).into()),
        ("opponent", mention(opponent).into()),
    ];
    locale.text("notice-ladder", &args)
}

/// What the end of a game has changed.
pub(crate) fn ladder_lines(locale: &Locale, outcome: &LadderOutcome) -> Vec<String> {
    let took = outcome.took.map(|(player, place)| {
        let args = [("player", mention(player).into()), ("place", place.into())];
        locale.text("ladders-took", &args)
    });
    let dropped = outcome.dropped.map(|player| {
        let player = ("player", mention(player).into());
        locale.text("ladders-dropped", &[player])
    });
    took.into_iter().chain(dropped).collect()
}

/// The message from which the thread of a game on a ladder starts, with a link to it once it is there.
pub(crate) fn ladder_card(
    locale: &Locale,
    players: (PlayerId, PlayerId),
    place: Option<&str>,
) -> Message {
    let said = ladder_challenge(locale, players);
    Message::text(match place {
        Some(place) => format!("{said} → {place}"),
        None => said,
    })
}

impl LadderPage<'_> {
    fn name(&self, player: PlayerId) -> String {
        let name = self.names.get(&player).map(plain_name);
        name.unwrap_or_else(|| self.locale.text("someone", &[]))
    }

    /// The number of players, and what the dot means.
    fn subtitle(&self) -> String {
        let rows = &self.ladder.rows;
        let count = ("count", rows.len().into());
        let count = self.locale.text("ladders-count", &[count]);
        if rows.iter().any(|row| row.is_playing) {
            let playing = self.locale.text("ladders-dot", &[]);
            format!("{count} · {playing}")
        } else {
            count
        }
    }

    /// The table; `None` if nobody is on the page.
    fn picture(&self) -> Option<Picture> {
        let rows = on_page(self.ladder, self.page);
        let line = |row: &LadderRow| LadderLine {
            place: row.place.to_string(),
            name: self.name(row.player),
            change: row.change,
            note: format!("{}–{}", row.won, row.lost),
            is_playing: row.is_playing,
        };
        let setup = &self.ladder.setup;
        let title = [("variant", variant(self.locale, &setup.variant).into())];
        let table = LadderTable {
            theme: self.theme,
            heading: Heading {
                title: self.locale.text("ladders-heading", &title),
                subtitle: self.subtitle(),
            },
            rows: rows.iter().map(line).collect(),
        };
        let alt = table.alt_text();
        let drawn = table.rows.into_iter().map(|row| LadderLine {
            name: match drawable(&row.name) {
                name if name.is_empty() => self.locale.text("someone", &[]),
                name => name,
            },
            ..row
        });
        let table = LadderTable {
            rows: drawn.collect(),
            ..table
        };
        (!rows.is_empty()).then_some(Picture {
            view: Drawing::Ladder(table),
            alt,
            file: "ladder.png",
        })
    }

    /// The title, the running games and how it works.
    fn lines(&self) -> Vec<String> {
        let locale = self.locale;
        let setup = &self.ladder.setup;
        let mut lines =
            vec![locale.text("ladders-title", &[("terms", terms(locale, setup).into())])];
        if self.ladder.rows.is_empty() {
            lines.push(locale.text("ladders-none", &[]));
        }
        let games = &self.ladder.games;
        for (game, link) in games.iter().zip(self.links).take(MAX_GAMES) {
            let args = [
                ("challenger", mention(game.challenger).into()),
                ("opponent", mention(game.opponent).into()),
                ("place", link.as_str().into()),
            ];
            lines.push(locale.text("ladders-game", &args));
        }
        let more = games.len().saturating_sub(self.links.len().min(MAX_GAMES));
        if more > 0 {
            lines.push(locale.text("ladders-more", &[("count", more.into())]));
        }
        lines.push(locale.text("ladders-how", &[("count", REACH.into())]));
        lines
    }

    /// The public message: the top of the table.
    pub(crate) fn message(&self) -> Message {
        let button = |action, label, style| ladder_key(self.locale, action, label, style);
        let mut keys = vec![button(
            LadderAction::Join,
            "key-ladder-join",
            ButtonStyle::Good,
        )];
        if self.ladder.rows.len() > 1 {
            keys.push(button(
                LadderAction::Opponents,
                "key-ladder-challenge",
                ButtonStyle::Primary,
            ));
        }
        if !self.ladder.rows.is_empty() {
            keys.push(button(
                LadderAction::Table(None),
                "key-ladder-own",
                ButtonStyle::Plain,
            ));
        }
        Message {
            content: self.lines().join("\n"),
            picture: self.picture(),
            rows: vec![ActionRow::Buttons(keys)],
        }
    }

    /// The table for one user, page by page, with `said` above it.
    pub(crate) fn private(&self, me: PlayerId, said: Option<String>) -> Message {
        let locale = self.locale;
        let own = self.ladder.row_of(me);
        let mut lines: Vec<String> = said.into_iter().collect();
        lines.extend(self.lines());
        lines.push(match own {
            Some(row) => locale.text("ladders-own", &[("place", row.place.into())]),
            None => locale.text("ladders-own-none", &[]),
        });
        let button = |action, label, style| ladder_key(locale, action, label, style);
        let keys = match own {
            Some(_) => vec![
                button(
                    LadderAction::Opponents,
                    "key-ladder-challenge",
                    ButtonStyle::Primary,
                ),
                button(LadderAction::Leave, "key-ladder-leave", ButtonStyle::Plain),
            ],
            None => vec![button(
                LadderAction::Join,
                "key-ladder-join",
                ButtonStyle::Good,
            )],
        };
        let mut rows = vec![ActionRow::Buttons(keys)];
        let pages = self.ladder.rows.len().div_ceil(PAGE);
        if pages > 1 {
            let turn = |to: usize, label: &str, is_disabled: bool| {
                let page = LadderAction::Table(Some(to.min(usize::from(u16::MAX)) as u16));
                let button = CustomId::Menu(MenuAction::Ladder(page));
                Button {
                    is_disabled,
                    ..key(&button, label.to_owned(), ButtonStyle::Plain)
                }
            };
            rows.push(ActionRow::Buttons(vec![
                turn(self.page.wrapping_sub(1), "◀", self.page == 0),
                turn(self.page + 1, "▶", self.page + 1 >= pages),
            ]));
        }
        Message {
            content: lines.join("\n"),
            picture: self.picture(),
            rows,
        }
    }
}
