//! A plan of conditional moves: its message and its buttons.

use crate::app::Planned;
use crate::app::game::state::Game;
use crate::app::plan::tree::{Branch, PlanNews};
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::plan::Planning;
use crate::discord::i18n::Words;
use crate::discord::interaction::request::Invoker;
use crate::discord::view::board::shown;
use crate::discord::view::components::key;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Choice, Message, SelectMenu, cut,
};
use crate::discord::view::reader::Reader;

/// Discord's limits of a select menu: the number of options and the length of a label.
const MOST_OPTIONS: usize = 25;

const LONGEST_LABEL: usize = 100;

/// Maximum length of the tree and of the queue in the message, in characters.
const LONGEST_TREE: usize = 1200;

const LONGEST_QUEUE: usize = 400;

pub(crate) fn button(what: Planning) -> CustomId {
    CustomId::Menu(MenuAction::Plan(what))
}

/// The message of a plan with its buttons.
pub(crate) async fn screen(ctx: &Context, reader: &Reader, planned: &Planned) -> Message {
    let words = reader.words;
    let names = ctx.names_of(&planned.game, words).await;
    let other = ("other", (&names[!planned.side]).into());
    let mut lines: Vec<String> = planned
        .news
        .iter()
        .map(|news| news_text(words, news))
        .collect();
    lines.push(words.say("plan-title", &[other]));
    let is_own_turn = planned.game.to_move() == Some(planned.side);
    let open = planned.plan.open_wishes(&planned.game, planned.side);
    if planned.plan.branches.is_empty() && open.is_empty() && !is_own_turn {
        lines.push(words.say("plan-none", &[]));
    }
    lines.extend(tree(words, &planned.plan.listed()));
    if !open.is_empty() {
        let list = ("list", cut(queued(&open), LONGEST_QUEUE).into());
        lines.push(words.say("plan-queue", &[list]));
    }
    let dropped = planned.plan.lost_wishes(&planned.game, planned.side);
    if !dropped.is_empty() {
        let list = ("list", cut(queued(&dropped), LONGEST_QUEUE).into());
        lines.push(words.say("plan-queue-lost", &[list]));
    }
    if is_own_turn {
        lines.push(words.say("plan-own-turn", &[]));
    }
    Message {
        content: lines.join("\n"),
        picture: None,
        rows: rows(reader, planned),
    }
}

/// A branch as text.
fn branch(words: &Words, branch: &Branch) -> String {
    let reply = ("reply", branch.reply.as_str().into());
    match &branch.on {
        Some(on) => words.say("plan-branch", &[("on", on.as_str().into()), reply]),
        None => words.say("plan-branch-any", &[reply]),
    }
}

/// The tree with a line for each branch, as far as there is room.
fn tree(words: &Words, listed: &[(usize, &Branch)]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut room = LONGEST_TREE;
    for (index, (depth, one)) in listed.iter().enumerate() {
        let line = format!("{}• {}", "\u{2003}".repeat(*depth), branch(words, one));
        let length = line.chars().count() + 1;
        if length > room {
            let rest = ("count", (listed.len() - index).into());
            lines.push(words.say("plan-rest", &[rest]));
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
    let words = reader.words;
    let say = |name: &str| words.say(name, &[]);
    let id = planned.game.row.id;
    let is_own_turn = planned.game.to_move() == Some(planned.side);
    let mut keys: Vec<Button> = Vec::new();
    if !is_own_turn {
        let add = button(Planning::Board(id));
        keys.push(key(&add, say("key-plan-add"), ButtonStyle::Primary));
    }
    if planned.game.record.game().is_setting_up() {
        let queue = button(Planning::Queue(id));
        keys.push(key(&queue, say("key-queue"), ButtonStyle::Plain));
    }
    if let Some(next) = planned.plan.next_wish(&planned.game, planned.side) {
        let next = planned.game.record.game().write(&next);
        let cell = ("cell", next.unwrap_or_default().into());
        let place = button(Planning::Place(shown(&planned.game)));
        keys.push(key(
            &place,
            words.say("key-place-next", &[cell]),
            ButtonStyle::Good,
        ));
    }
    let open = planned.plan.open_wishes(&planned.game, planned.side);
    if !planned.plan.branches.is_empty() || !open.is_empty() {
        let drop = button(Planning::Drop(id));
        keys.push(key(&drop, say("key-plan-drop"), ButtonStyle::Danger));
    }
    if is_own_turn {
        let moves = CustomId::Move(shown(&planned.game));
        keys.insert(0, key(&moves, say("key-move"), ButtonStyle::Primary));
    }
    let mut rows: Vec<ActionRow> = cut_menu(words, planned).into_iter().collect();
    if !keys.is_empty() {
        rows.push(ActionRow::Buttons(keys));
    }
    rows
}

/// A select menu that removes a branch.
fn cut_menu(words: &Words, planned: &Planned) -> Option<ActionRow> {
    let listed = planned.plan.listed();
    let options = (0..).zip(listed.iter().take(MOST_OPTIONS));
    let options = options.map(|(index, (_, one))| {
        // Select menus do not render markdown.
        let label = branch(words, one).replace('`', "");
        let cut_it = Planning::Cut {
            game: planned.game.row.id,
            version: planned.version,
            index,
        };
        Choice {
            label: cut(label, LONGEST_LABEL),
            value: button(cut_it).write(),
            description: None,
            is_chosen: false,
        }
    });
    let options: Vec<Choice> = options.collect();
    (!options.is_empty()).then(|| {
        ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::Menu).write(),
            placeholder: words.say("plan-cut", &[]),
            options,
        })
    })
}

/// What happened to a plan, as text.
pub(crate) fn news_text(words: &Words, news: &PlanNews) -> String {
    match news {
        PlanNews::Cut(count) => words.say("plan-news-cut", &[("count", (*count).into())]),
        PlanNews::Impossible(reply) => {
            words.say("plan-news-impossible", &[("reply", reply.as_str().into())])
        }
        PlanNews::Done => words.say("plan-news-done", &[]),
        PlanNews::Over => words.say("plan-news-over", &[]),
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
    let label = reader.words.say("plan-forced", &[("turn", turn.into())]);
    let label = cut(label, 80);
    Some(key(
        &button(Planning::Forced(shown(game))),
        label,
        ButtonStyle::Primary,
    ))
}
