//! The *More* menu of a game: everything besides moving.

use hexpost_engine::side::Side;

use crate::app::game::state::Game;
use crate::discord::custom_id::action::{BoardRequest, FollowAction, GameAction};
use crate::discord::custom_id::computer::ComputerAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::plan::{AnalysisAction, PlanAction};
use crate::discord::custom_id::replay::RecordAction;
use crate::discord::custom_id::{BoardRef, CustomId};
use crate::discord::features::{notes, rules};
use crate::discord::i18n::Locale;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::{self, seen_by};
use crate::discord::rule_pages::RulePage;
use crate::discord::view::board::{BoardView, shown};
use crate::discord::view::components::{follow_button, key, remind_later_buttons};
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Message, SelectMenu, SelectOption,
};
use crate::model::{GameId, Time};

/// Discord's limit of options in a select menu.
const MAX_OPTIONS: usize = 25;

/// Shows the menu of a game.
pub(crate) async fn show_menu(cx: &Cx<'_>, at: BoardRef) -> Result<Response, HandlerError> {
    seen_by(cx, at.game).await?;
    let game = cx.app.game(at.game, cx.now()).await?;
    let locale = cx.reader.locale;
    let say = |name: &str| locale.text(name, &[]);
    let here = shown(&game);
    let side = game.row.side_of(cx.invoker.id);
    let is_flipped = cx.reader.is_flipped(game.record.game().kind(), side);
    let view = |slot: u8, is_text: bool| {
        CustomId::Menu(MenuAction::ShowBoard(BoardRequest {
            game: at.game.into(),
            ply: None,
            is_flipped,
            is_text,
            slot,
        }))
    };
    let mut first = vec![
        key(&view(0, false), say("key-board"), ButtonStyle::Plain),
        key(&view(1, true), say("key-text"), ButtonStyle::Plain),
    ];
    let page = RulePage::of_variant(&game.row.variant);
    first.extend(page.map(|page| rules::page_button(cx.reader, page)));
    if side.is_some() && side == game.to_move() {
        first.extend(remind_later_buttons(locale, here));
    }
    if side.is_none() && !game.is_over() && game.row.server.is_some() {
        let watch = match cx.app.following(cx.invoker.id, at.game).await? {
            None => vec![FollowAction::Follow],
            Some(true) => vec![FollowAction::Hush, FollowAction::Unfollow],
            Some(false) => vec![FollowAction::Tell, FollowAction::Unfollow],
        };
        let keys = watch
            .into_iter()
            .map(|watch| follow_button(locale, watch, at.game));
        first.extend(keys);
    }
    let mut rows = vec![ActionRow::Buttons(first)];
    let mut rest = Vec::new();
    if let Some(side) = side.filter(|_| !game.is_over()) {
        if game.computer.is_some() && game.to_move() == Some(side) {
            let hint = CustomId::Menu(MenuAction::Computer(ComputerAction::HintLook(here)));
            let button = Button {
                emoji: Some("💡"),
                ..key(&hint, say("key-hint"), ButtonStyle::Plain)
            };
            rows.push(ActionRow::Buttons(vec![button]));
        }
        rows.extend(players_rows(&game, side, locale, cx.now()));
        let is_muted = cx.app.is_muted(cx.invoker.id, at.game).await?;
        if game.computer.is_some() {
            let level = CustomId::Menu(MenuAction::Computer(ComputerAction::AskLevel(at.game)));
            rest.push((level, "more-level"));
        }
        rest.extend(players_menu(&game, side, is_muted, cx.now()));
        let record = CustomId::Menu(MenuAction::Record(RecordAction::Files(at.game.into())));
        rest.push((record, "key-record"));
    }
    rest.extend(private_tools(&game, side));
    if cx.app.is_drawn(at.game).await? {
        rest.push((CustomId::Menu(MenuAction::FairDraw(at.game)), "key-fair"));
    }
    if !game.is_over() && may_moderate(cx, at.game).await? {
        rest.push((
            CustomId::Menu(MenuAction::GameAction(GameAction::Moderate, here)),
            "key-moderate",
        ));
    }
    rows.extend(menu(locale, &rest));
    let names = cx.names_of(&game, locale).await;
    let seen = BoardView::for_reader(cx.reader, &game, &names, is_flipped);
    let note = notes::shown(cx, at.game.into()).await?;
    let offer = side.and_then(|side| own_offer(&game, side, locale).or_else(|| seen.offers()));
    let content: Vec<String> = note.into_iter().chain(offer).chain([say("more")]).collect();
    Ok(Response::Ephemeral(Message {
        content: content.join("\n"),
        picture: None,
        rows,
    }))
}

/// The player's own open offer or request, as text.
fn own_offer(game: &Game, side: Side, locale: &Locale) -> Option<String> {
    if game.draw_offer == Some(side) {
        return Some(locale.text("draw-yours-stands", &[]));
    }
    if game.draw_offer.is_some() || game.takeback != Some(side) {
        return None;
    }
    let turn = ("turn", game.asked_back()?.into());
    Some(locale.text("takeback-yours-stands", &[turn]))
}

/// Private tools: plan, analysis, note.
fn private_tools(game: &Game, side: Option<Side>) -> Vec<(CustomId, &'static str)> {
    let id = game.row.id;
    let mut all = Vec::new();
    if side.is_some()
        && !game.is_over()
        && (side != game.to_move() || game.record.game().is_setting_up())
    {
        let plan = CustomId::Menu(MenuAction::Plan(PlanAction::Show(id)));
        all.push((plan, "more-plan"));
    }
    let analyse = CustomId::Menu(MenuAction::Analysis(AnalysisAction::Open(id.into(), None)));
    all.push((analyse, "more-analyse"));
    all.push((CustomId::Menu(MenuAction::Note(id.into())), "more-note"));
    all
}

/// A select menu of the rarer actions; `None` if there are none.
fn menu(locale: &Locale, buttons: &[(CustomId, &str)]) -> Option<ActionRow> {
    let options = buttons.iter().map(|(button, label)| SelectOption {
        label: locale.text(label, &[]),
        value: button.write(),
        description: None,
        is_chosen: false,
    });
    let options: Vec<SelectOption> = options.take(MAX_OPTIONS).collect();
    (!options.is_empty()).then(|| {
        ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::Selected).write(),
            placeholder: locale.text("more-menu", &[]),
            options,
        })
    })
}

/// The buttons of a player: draw, take-back, resignation.
fn players_rows(game: &Game, side: Side, locale: &Locale, now: Time) -> Vec<ActionRow> {
    let say = |name: &str| locale.text(name, &[]);
    let here = shown(game);
    let button = |action| CustomId::Menu(MenuAction::GameAction(action, here));
    let draw = match game.draw_offer {
        Some(offer) if offer == side => {
            vec![key(
                &button(GameAction::WithdrawDraw),
                say("key-withdraw-draw"),
                ButtonStyle::Plain,
            )]
        }
        Some(_) => vec![
            key(
                &button(GameAction::AcceptDraw),
                say("key-accept-draw"),
                ButtonStyle::Good,
            ),
            key(
                &button(GameAction::DeclineDraw),
                say("key-decline"),
                ButtonStyle::Plain,
            ),
        ],
        None if game.may_offer_draw(side) => vec![key(
            &button(GameAction::OfferDraw),
            say("key-offer-draw"),
            ButtonStyle::Plain,
        )],
        None => Vec::new(),
    };
    let back = match game.takeback {
        Some(asker) if asker == side => {
            vec![key(
                &button(GameAction::WithdrawTakeback),
                say("key-withdraw-takeback"),
                ButtonStyle::Plain,
            )]
        }
        Some(_) => vec![
            key(
                &button(GameAction::AllowTakeback),
                say("key-allow"),
                ButtonStyle::Good,
            ),
            key(
                &button(GameAction::DeclineTakeback),
                say("key-decline"),
                ButtonStyle::Plain,
            ),
        ],
        None if game.may_ask_back(side) => {
            let label = if game.may_retract(side, now) || game.computer.is_some() {
                "key-take-back"
            } else {
                "key-ask-takeback"
            };
            vec![key(
                &button(GameAction::TakeBack),
                say(label),
                ButtonStyle::Plain,
            )]
        }
        None => Vec::new(),
    };
    let resign = key(
        &button(GameAction::Resign),
        say("key-resign"),
        ButtonStyle::Danger,
    );
    let all = [draw, back, vec![resign]].into_iter();
    let all = all.filter(|keys| !keys.is_empty());
    all.map(ActionRow::Buttons).collect()
}

/// The rarer actions of a player.
fn players_menu(
    game: &Game,
    side: Side,
    is_muted: bool,
    now: Time,
) -> Vec<(CustomId, &'static str)> {
    let here = shown(game);
    let mut actions = vec![if is_muted {
        (GameAction::Unmute, "key-unmute")
    } else {
        (GameAction::Mute, "key-mute")
    }];
    if game.row.pace.is_some() {
        actions.extend(time_menu(game, side));
    } else if game.to_move() != Some(side) {
        if game.silence.is_some() {
            actions.push((GameAction::CloseSilent, "key-close-silent"));
        } else if game.is_silent(now) {
            actions.push((GameAction::NoticeSilence, "key-notice-silence"));
        }
    }
    let button = |(action, label)| (CustomId::Menu(MenuAction::GameAction(action, here)), label);
    actions.into_iter().map(button).collect()
}

/// The actions about time.
fn time_menu(game: &Game, side: Side) -> Vec<(GameAction, &'static str)> {
    let mut actions = vec![
        (GameAction::GiveDay, "key-give-day"),
        (GameAction::GiveThreeDays, "key-give-three-days"),
    ];
    if game.is_time_up && game.to_move() != Some(side) {
        actions.insert(0, (GameAction::Claim, "key-claim"));
    }
    actions
}

/// May the invoker end this game as a moderator of its guild?
pub(crate) async fn may_moderate(cx: &Cx<'_>, id: GameId) -> Result<bool, HandlerError> {
    let row = cx.app.game_row(id).await?;
    let server = row.and_then(|row| row.server);
    viewer::may_moderate(cx, server).await
}
