//! What else can be done with a game, besides moving.

use hexpost_engine::side::Side;

use crate::app::game::state::Game;
use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::action::{Deed, Look, Watch};
use crate::discord::custom_id::menu::Other;
use crate::discord::custom_id::plan::{Analysing, Planning};
use crate::discord::custom_id::replay::Keeping;
use crate::discord::custom_id::{Button, Shown};
use crate::discord::features::follow::button;
use crate::discord::features::notes;
use crate::discord::i18n::Words;
use crate::discord::interaction::dispatch::Stop;
use crate::discord::interaction::request::Caller;
use crate::discord::interaction::viewer::{self, seen_by};
use crate::discord::rest::payload::Answer;
use crate::discord::view::board::{Seen, key, shown};
use crate::discord::view::message::{Choice, Menu, Reply, Row, Style};
use crate::model::{GameId, Time};

/// So many options fit a menu.
const MOST_OPTIONS: usize = 25;

/// What else can be done with a game.
pub(crate) async fn more(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    at: Shown,
) -> Result<Answer, Stop> {
    seen_by(host, caller, at.game).await?;
    let game = host.app.game(at.game, host.now()).await?;
    let words = reader.words;
    let say = |name: &str| words.say(name, &[]);
    let here = shown(&game);
    let side = game.row.side_of(caller.id);
    let is_flipped = reader.is_flipped(game.record.game().kind(), side);
    let view = |slot: u8, is_text: bool| {
        Button::Other(Other::Look(Look {
            game: at.game,
            ply: None,
            is_flipped,
            is_text,
            slot,
        }))
    };
    let mut first = vec![
        key(&view(0, false), say("key-board"), Style::Plain),
        key(&view(1, true), say("key-text"), Style::Plain),
    ];
    if side.is_none() && !game.is_over() && game.row.server.is_some() {
        let watch = match host.app.following(caller.id, at.game).await? {
            None => vec![Watch::Follow],
            Some(true) => vec![Watch::Hush, Watch::Unfollow],
            Some(false) => vec![Watch::Tell, Watch::Unfollow],
        };
        let keys = watch.into_iter().map(|watch| button(words, watch, at.game));
        first.extend(keys);
    }
    let mut rows = vec![Row::Keys(first)];
    let mut rest = Vec::new();
    if let Some(side) = side.filter(|_| !game.is_over()) {
        rows.extend(players_rows(&game, side, words, host.now()));
        let is_muted = host.app.is_muted(caller.id, at.game).await?;
        rest.extend(players_menu(&game, side, is_muted, host.now()));
        let record = Button::Other(Other::Keep(Keeping::Files(at.game)));
        rest.push((record, "key-record"));
    }
    rest.extend(thinking(&game, side));
    if host.app.is_drawn(at.game).await? {
        rest.push((Button::Other(Other::Fair(at.game)), "key-fair"));
    }
    if !game.is_over() && may_moderate(host, caller, at.game).await? {
        rest.push((
            Button::Other(Other::Do(Deed::Moderate, here)),
            "key-moderate",
        ));
    }
    rows.extend(menu(words, &rest));
    let names = host.names_of(&game, words).await;
    let seen = Seen::by(reader, &game, &names, is_flipped);
    let note = notes::shown(host, caller, reader, at.game).await?;
    let offer = side.and_then(|side| own_offer(&game, side, words).or_else(|| seen.offers()));
    let content: Vec<String> = note.into_iter().chain(offer).chain([say("more")]).collect();
    Ok(Answer::Tell(Reply {
        content: content.join("\n"),
        picture: None,
        rows,
    }))
}

/// What a player has offered or asked for himself.
fn own_offer(game: &Game, side: Side, words: &Words) -> Option<String> {
    if game.draw_offer == Some(side) {
        return Some(words.say("draw-yours-stands", &[]));
    }
    if game.draw_offer.is_some() || game.takeback != Some(side) {
        return None;
    }
    let turn = ("turn", game.asked_back()?.into());
    Some(words.say("takeback-yours-stands", &[turn]))
}

/// What is for thinking, which nobody else sees.
fn thinking(game: &Game, side: Option<Side>) -> Vec<(Button, &'static str)> {
    let id = game.row.id;
    let mut all = Vec::new();
    if side.is_some()
        && !game.is_over()
        && (side != game.to_move() || game.record.game().is_setting_up())
    {
        let plan = Button::Other(Other::Plan(Planning::Show(id)));
        all.push((plan, "more-plan"));
    }
    let analyse = Button::Other(Other::Analysis(Analysing::Open(id, None)));
    all.push((analyse, "more-analyse"));
    all.push((Button::Other(Other::Note(id)), "more-note"));
    all
}

/// What is done less often, as a menu of buttons; none if there is nothing.
fn menu(words: &Words, buttons: &[(Button, &str)]) -> Option<Row> {
    let options = buttons.iter().map(|(button, label)| Choice {
        label: words.say(label, &[]),
        value: button.write(),
        description: None,
        is_chosen: false,
    });
    let options: Vec<Choice> = options.take(MOST_OPTIONS).collect();
    (!options.is_empty()).then(|| {
        Row::Menu(Menu {
            id: Button::Other(Other::Menu).write(),
            placeholder: words.say("more-menu", &[]),
            options,
        })
    })
}

/// What a player can do with a game besides moving.
fn players_rows(game: &Game, side: Side, words: &Words, now: Time) -> Vec<Row> {
    let say = |name: &str| words.say(name, &[]);
    let here = shown(game);
    let button = |deed| Button::Other(Other::Do(deed, here));
    let draw = match game.draw_offer {
        Some(offer) if offer == side => {
            vec![key(
                &button(Deed::WithdrawDraw),
                say("key-withdraw-draw"),
                Style::Plain,
            )]
        }
        Some(_) => vec![
            key(
                &button(Deed::AcceptDraw),
                say("key-accept-draw"),
                Style::Good,
            ),
            key(&button(Deed::DeclineDraw), say("key-decline"), Style::Plain),
        ],
        None if game.may_offer_draw(side) => vec![key(
            &button(Deed::OfferDraw),
            say("key-offer-draw"),
            Style::Plain,
        )],
        None => Vec::new(),
    };
    let back = match game.takeback {
        Some(asker) if asker == side => {
            vec![key(
                &button(Deed::WithdrawTakeback),
                say("key-withdraw-takeback"),
                Style::Plain,
            )]
        }
        Some(_) => vec![
            key(&button(Deed::AllowTakeback), say("key-allow"), Style::Good),
            key(
                &button(Deed::DeclineTakeback),
                say("key-decline"),
                Style::Plain,
            ),
        ],
        None if game.may_ask_back(side) => {
            let label = if game.may_retract(side, now) {
                "key-take-back"
            } else {
                "key-ask-takeback"
            };
            vec![key(&button(Deed::TakeBack), say(label), Style::Plain)]
        }
        None => Vec::new(),
    };
    let resign = key(&button(Deed::Resign), say("key-resign"), Style::Danger);
    let all = [draw, back, vec![resign]].into_iter();
    let all = all.filter(|keys| !keys.is_empty());
    all.map(Row::Keys).collect()
}

/// What a player does less often.
fn players_menu(game: &Game, side: Side, is_muted: bool, now: Time) -> Vec<(Button, &'static str)> {
    let here = shown(game);
    let mut deeds = vec![if is_muted {
        (Deed::Unmute, "key-unmute")
    } else {
        (Deed::Mute, "key-mute")
    }];
    if game.row.pace.is_some() {
        deeds.extend(time_menu(game, side));
    } else if game.to_move() != Some(side) {
        if game.silence.is_some() {
            deeds.push((Deed::CloseSilent, "key-close-silent"));
        } else if game.is_silent(now) {
            deeds.push((Deed::NoticeSilence, "key-notice-silence"));
        }
    }
    let button = |(deed, label)| (Button::Other(Other::Do(deed, here)), label);
    deeds.into_iter().map(button).collect()
}

/// What a player can do about time.
fn time_menu(game: &Game, side: Side) -> Vec<(Deed, &'static str)> {
    let mut deeds = vec![
        (Deed::GiveDay, "key-give-day"),
        (Deed::GiveThreeDays, "key-give-three-days"),
    ];
    if game.is_time_up && game.to_move() != Some(side) {
        deeds.insert(0, (Deed::Claim, "key-claim"));
    }
    deeds
}

/// May someone end a game that is not his own? Only on its server.
pub(crate) async fn may_moderate(host: &Host, caller: &Caller, id: GameId) -> Result<bool, Stop> {
    let row = host.app.row(id).await?;
    let server = row.and_then(|row| row.server);
    viewer::may_moderate(host, caller, server).await
}
