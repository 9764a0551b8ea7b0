//! Following a game of others, and the list of those one follows.

use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::Button;
use crate::discord::custom_id::action::{Look, Watch};
use crate::discord::custom_id::menu::Other;
use crate::discord::features::games_link;
use crate::discord::i18n::Words;
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::request::Caller;
use crate::discord::interaction::viewer::{seen_by, viewer};
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::{key, mention, variant};
use crate::discord::view::message::{Choice, Key, Menu, Reply, Row as Keys, Style};
use crate::model::{GameId, GameRow};

/// So many games stand on a page.
const PAGE: usize = 10;

/// Someone follows a game, or no longer, or wants to hear more or less of it.
pub(crate) async fn watch(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    watch: Watch,
    id: GameId,
    is_private: bool,
) -> Result<Answer, Stop> {
    // Whoever no longer follows need not see it.
    if watch != Watch::Unfollow {
        seen_by(host, caller, id).await?;
    }
    let (app, act) = (&host.app, caller.act(host.now()));
    let said = match watch {
        Watch::Follow | Watch::Hush => {
            app.follow(&act, id, false).await?;
            "follow-quiet"
        }
        Watch::Tell => {
            app.follow(&act, id, true).await?;
            "follow-told"
        }
        Watch::Unfollow => {
            app.unfollow(&act, id).await?;
            "follow-none"
        }
    };
    let keys = match watch {
        Watch::Follow | Watch::Hush => vec![
            button(reader.words, Watch::Tell, id),
            button(reader.words, Watch::Unfollow, id),
        ],
        Watch::Tell => vec![
            button(reader.words, Watch::Hush, id),
            button(reader.words, Watch::Unfollow, id),
        ],
        Watch::Unfollow => Vec::new(),
    };
    let rows = if keys.is_empty() {
        Vec::new()
    } else {
        vec![Keys::Keys(keys)]
    };
    let reply = Reply {
        content: reader.words.say(said, &[]),
        picture: None,
        rows,
    };
    Ok(if is_private {
        Answer::Change(reply)
    } else {
        Answer::Tell(reply)
    })
}

/// A key for someone who watches.
pub(crate) fn button(words: &Words, watch: Watch, id: GameId) -> Key {
    let label = match watch {
        Watch::Follow => "key-follow",
        Watch::Tell => "key-follow-tell",
        Watch::Hush => "key-follow-hush",
        Watch::Unfollow => "key-unfollow",
    };
    let style = match watch {
        Watch::Follow | Watch::Tell => Style::Primary,
        Watch::Hush | Watch::Unfollow => Style::Plain,
    };
    key(
        &Button::Other(Other::Watch(watch, id)),
        words.say(label, &[]),
        style,
    )
}

/// A page of the games someone follows, with a menu to look at one of them.
pub(crate) async fn followed(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    page: u16,
) -> Result<Answer, Stop> {
    let words = reader.words;
    let viewer = viewer(caller);
    let all = host.app.visible_followed(&viewer, &host.channels).await?;
    let pages = all.len().div_ceil(PAGE).max(1);
    let page = usize::from(page).min(pages - 1);
    let mut lines = vec![words.say("followed-title", &[("count", all.len().into())])];
    let mut options = Vec::new();
    for (row, is_told) in all.iter().skip(page * PAGE).take(PAGE) {
        let place = games_link(host, row).await?;
        lines.push(
            format!("{} {place}", line(words, row, *is_told))
                .trim_end()
                .to_owned(),
        );
        options.push(Choice {
            label: label(host, words, row).await,
            value: board(row.id).write(),
            description: None,
            is_chosen: false,
        });
    }
    let mut rows = Vec::new();
    if !options.is_empty() {
        rows.push(Keys::Menu(Menu {
            id: Button::Other(Other::Menu).write(),
            placeholder: words.say("followed-look", &[]),
            options,
        }));
    }
    let turn = |to: usize, label: &str, is_disabled: bool| Key {
        is_disabled,
        ..key(
            &Button::Other(Other::Followed((to & 0xffff) as u16)),
            label.to_owned(),
            Style::Plain,
        )
    };
    let mut keys = Vec::new();
    if pages > 1 {
        keys.push(turn(page.wrapping_sub(1), "◀", page == 0));
        keys.push(turn(page + 1, "▶", page + 1 == pages));
    }
    let back = Button::Other(Other::Games(0));
    keys.push(key(&back, words.say("key-own-games", &[]), Style::Plain));
    rows.push(Keys::Keys(keys));
    Ok(Answer::Change(Reply {
        content: lines.join("\n"),
        picture: None,
        rows,
    }))
}

/// A look at a game, for someone who watches.
pub(crate) const fn board(game: GameId) -> Button {
    Button::Other(Other::Look(Look {
        game,
        ply: None,
        is_flipped: false,
        is_text: false,
        slot: 0,
    }))
}

fn line(words: &Words, row: &GameRow, is_told: bool) -> String {
    let someone = || words.say("someone", &[]);
    let said = if is_told {
        "followed-line-told"
    } else {
        "followed-line"
    };
    words.say(
        said,
        &[
            ("variant", variant(words, &row.game, &row.variant).into()),
            (
                "first",
                row.players.first.map_or_else(someone, mention).into(),
            ),
            (
                "second",
                row.players.second.map_or_else(someone, mention).into(),
            ),
        ],
    )
}

/// A game in a menu: who plays, what, and a number that tells equal ones apart.
async fn label(host: &Host, words: &'static Words, row: &GameRow) -> String {
    let mut names = Vec::new();
    for player in row.players.iter() {
        let name = match player {
            Some(player) => host.names.of(*player).await,
            None => None,
        };
        let name = name.map(|name| name.plain().to_owned());
        names.push(name.unwrap_or_else(|| words.say("someone", &[])));
    }
    let title = variant(words, &row.game, &row.variant);
    let said: String = format!("{} · {title}", names.join(" – "));
    let said: String = said.chars().take(85).collect();
    format!("{said} · #{}", row.id)
}
