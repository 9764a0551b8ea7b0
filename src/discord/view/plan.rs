//! A plan of conditional moves: its message and its buttons.

use crate::app::Planned;
use crate::app::game::state::Game;
use crate::app::plan::tree::{Branch, PlanChange};
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::plan::PlanAction;
use crate::discord::i18n::Locale;
use crate::discord::interaction::request::Invoker;
use crate::discord::view::board::shown;
use crate::discord::view::components::key;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Message, SelectMenu, SelectOption, cut,
};
use crate::discord::view::reader::Reader;

/// Discord's limits of a select menu: the number of options and the length of a label.
const MAX_OPTIONS: usize = 25;

const MAX_LABEL: usize = 100;

/// Maximum length of the tree and of the queue in the message, in characters.
const MAX_TREE: usize = 1200;

const MAX_QUEUE: usize = 400;

pub(crate) fn button(what: PlanAction) -> CustomId {
    CustomId::Menu(MenuAction::Plan(what))
}

/// The message of a plan with its buttons.
pub(crate) async fn screen(ctx: &Context, reader: &Reader, planned: &Planned) -> Message {
    let locale = reader.locale;
    let names = ctx.names_of(&planned.game, locale).await;
    let other = ("other", (&names[!planned.side]).into());
    let mut lines: Vec<String> = planned
        .change
        .iter()
        .map(|change| plan_change_text(locale, change))
        .collect();
    lines.push(locale.text("plan-title", &[other]));
    let is_own_turn = planned.game.to_move() == Some(planned.side);
    let open = planned.plan.open_wishes(&planned.game, planned.side);
    let is_random = planned.plan.rest.is_some();
    if planned.plan.branches.is_empty() && open.is_empty() && !is_random && !is_own_turn {
        lines.push(locale.text("plan-none", &[]));
    }
    lines.extend(tree(locale, &planned.plan.listed()));
    if !open.is_empty() {
        let list = ("list", cut(queued(&open), MAX_QUEUE).into());
        lines.push(locale.text("plan-queue", &[list]));
    }
    if is_random {
        lines.push(locale.text("plan-random", &[]));
    }
    let dropped = planned.plan.lost_wishes(&planned.game, planned.side);
    if !dropped.is_empty() {
        let list = ("list", cut(queued(&dropped), MAX_QUEUE).into());
        lines.push(locale.text("plan-queue-lost", &[list]));
    }
    if is_own_turn {
        lines.push(locale.text("plan-own-turn", &[]));
    }
    Message {
        content: lines.join("\n"),
        picture: None,
        rows: rows(reader, planned),
    }
}

/// A branch as text.
fn branch(locale: &Locale, branch: &Branch) -> String {
    let reply = ("reply", branch.reply.as_str().into());
    match &branch.on {
        Some(on) => locale.text("plan-branch", &[("on", on.as_str().into()), reply]),
        None => locale.text("plan-branch-any", &[reply]),
    }
}

/// The tree with a line for each branch, as far as there is room.
fn tree(locale: &Locale, listed: &[(usize, &Branch)]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut room = MAX_TREE;
    for (index, (depth, one)) in listed.iter().enumerate() {
        let line = format!("{}• {}", "\u{2003}".repeat(*depth), branch(locale, one));
        let length = line.chars().count() + 1;
        if length > room {
            let rest = ("count", (listed.len() - index).into());
            lines.push(locale.text("plan-rest", &[rest]));
            break;
        }
        room -= length;
        lines.push(line);
    }
    lines
}

/// Placements as they are typed.
pub(crate) fn queued(wishes: &[Vec<String>]) -> String {
    let wishes: Vec<String> = wishes.iter().map(|places| places.join("/")).collect();
    wishes.join(", ")
}

fn rows(reader: &Reader, planned: &Planned) -> Vec<ActionRow> {
    let locale = reader.locale;
    let say = |name: &str| locale.text(name, &[]);
    let id = planned.game.row.id;
    let is_own_turn = planned.game.to_move() == Some(planned.side);
    let mut keys: Vec<Button> = Vec::new();
    if !is_own_turn {
        let add = button(PlanAction::Board(id));
        keys.push(key(&add, say("key-plan-add"), ButtonStyle::Primary));
    }
    if planned.game.record.game().is_setting_up() {
        let queue = button(PlanAction::Queue(id));
        keys.push(key(&queue, say("key-queue"), ButtonStyle::Plain));
        if planned.plan.rest.is_none() {
            let random = button(PlanAction::Random(shown(&planned.game)));
            keys.push(key(&random, say("key-random"), ButtonStyle::Plain));
        }
    }
    if let Some(next) = planned.plan.next_placement(&planned.game, planned.side) {
        let next = planned.game.record.game().write(&next);
        let cell = ("cell", next.unwrap_or_default().into());
        let place = button(PlanAction::Place(shown(&planned.game)));
        keys.push(key(
            &place,
            locale.text("key-place-next", &[cell]),
            ButtonStyle::Good,
        ));
    }
    let open = planned.plan.open_wishes(&planned.game, planned.side);
    if !planned.plan.branches.is_empty() || !open.is_empty() || planned.plan.rest.is_some() {
        let drop = button(PlanAction::Drop(id));
        keys.push(key(&drop, say("key-plan-drop"), ButtonStyle::Danger));
    }
    if is_own_turn {
        let moves = CustomId::Move(shown(&planned.game));
        keys.insert(0, key(&moves, say("key-move"), ButtonStyle::Primary));
    }
    let mut rows: Vec<ActionRow> = cut_menu(locale, planned).into_iter().collect();
    if !keys.is_empty() {
        rows.push(ActionRow::Buttons(keys));
    }
    rows
}

/// A select menu that removes a branch.
fn cut_menu(locale: &Locale, planned: &Planned) -> Option<ActionRow> {
    let listed = planned.plan.listed();
    let options = (0..).zip(listed.iter().take(MAX_OPTIONS));
    let options = options.map(|(index, (_, one))| {
        // Select menus do not render markdown.
        let label = branch(locale, one).replace('`', "");
        let cut_it = PlanAction::Cut {
            game: planned.game.row.id,
            version: planned.version,
            index,
        };
        SelectOption {
            label: cut(label, MAX_LABEL),
            value: button(cut_it).write(),
            description: None,
            is_chosen: false,
        }
    });
    let options: Vec<SelectOption> = options.collect();
    (!options.is_empty()).then(|| {
        ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::Selected).write(),
            placeholder: locale.text("plan-cut", &[]),
            options,
        })
    })
}

/// What happened to a plan, as text.
pub(crate) fn plan_change_text(locale: &Locale, change: &PlanChange) -> String {
    match change {
        PlanChange::Cut(count) => locale.text("plan-change-cut", &[("count", (*count).into())]),
        PlanChange::Impossible(reply) => locale.text(
            "plan-change-impossible",
            &[("reply", reply.as_str().into())],
        ),
        PlanChange::Done => locale.text("plan-change-done", &[]),
        PlanChange::Over => locale.text("plan-change-over", &[]),
    }
}

/// A button to plan the reply, if the opponent has only one legal turn.
pub(crate) fn forced_reply_button(
    reader: &Reader,
    game: &Game,
    invoker: &Invoker,
) -> Option<Button> {
    let side = game.row.side_of(invoker.id)?;
    let position = game.record.game();
    if game.to_move() != Some(!side) {
        return None;
    }
    let turn = position.write(&position.only_turn()?)?;
    let label = reader.locale.text("plan-forced", &[("turn", turn.into())]);
    let label = cut(label, 80);
    Some(key(
        &button(PlanAction::Forced(shown(game))),
        label,
        ButtonStyle::Primary,
    ))
}
