//! `/rules`: the rules of the games, page by page.
//!
//! The rules, page by page, and which page explains a refusal.

use hexpost_engine::game::GameKind;
use hexpost_engine::notation::ReadError;
use hexpost_render::diagram::Diagram;
use serde_json::Value;

use crate::app::Refusal;
use crate::app::lessons::Lesson;
use crate::discord::context::Reader;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::Learn;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::{STRING, choice, command, option};
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::view::board::{FILE, key};
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Choice, Message, Picture, SelectMenu,
};

pub(crate) fn slash_command() -> Value {
    let mut topic = option(STRING, "rules", "topic");
    topic["choices"] = Page::ALL
        .iter()
        .map(|page| choice(page.name, |words| title(words, *page)))
        .collect();
    command("rules", vec![topic])
}

pub(crate) fn run(reader: &Reader, call: &CommandCall) -> Response {
    let topic = call.text("topic").and_then(Page::named);
    Response::Ephemeral(page(reader, topic.unwrap_or(Page::FIRST)))
}

/// A page of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Page {
    /// Its name, which begins with that of the game.
    pub name: &'static str,
    /// The picture on it.
    diagram: &'static str,
    /// The lessons in which it is tried, the first one first.
    pub lessons: &'static [&'static str],
}

impl Page {
    const fn new(
        name: &'static str,
        diagram: &'static str,
        lessons: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            diagram,
            lessons,
        }
    }

    /// The first one.
    pub const FIRST: Self = Self::new("zertz-goal", "zertz-start", &[]);

    /// All pages, in order.
    pub const ALL: &'static [Self] = &[
        Self::FIRST,
        Self::new("zertz-placing", "zertz-free-rings", &["zertz-placing"]),
        Self::new(
            "zertz-capture",
            "zertz-chain",
            &["zertz-capture", "zertz-chain"],
        ),
        Self::new("zertz-isolation", "zertz-isolation", &["zertz-isolation"]),
        Self::new("zertz-forcing", "zertz-bait", &["zertz-sacrifice"]),
        Self::new("zertz-end", "zertz-last-ring", &[]),
        Self::new("zertz-boards", "zertz-large", &[]),
        Self::new("zertz-tournament", "zertz-missed", &[]),
        Self::new("zertz-zerc", "zertz-own-colour", &[]),
        Self::new("zertz-notation", "zertz-notation", &[]),
        Self::new("tzaar-goal", "tzaar-start", &[]),
        Self::new("tzaar-capture", "tzaar-capture", &["tzaar-capture"]),
        Self::new("tzaar-stacking", "tzaar-stacking", &["tzaar-stacking"]),
        Self::new("tzaar-end", "tzaar-kinds", &["tzaar-kinds"]),
        Self::new("tzaar-setups", "tzaar-start", &[]),
        Self::new("tzaar-notation", "tzaar-notation", &[]),
    ];

    /// The page of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|page| page.name == name).copied()
    }

    /// The page with which someone begins who is asked to play a variant.
    pub fn of_variant(game: &str, variant: &str) -> Option<Self> {
        let kind = variant.rsplit('-').next().unwrap_or_default();
        let special = Self::named(&format!("{game}-{kind}"));
        special.or_else(|| Self::named(&format!("{game}-goal")))
    }

    fn index(self) -> usize {
        let found = Self::ALL.iter().position(|page| *page == self);
        found.unwrap_or_default()
    }
}

/// What a page is called.
pub(crate) fn title(words: &crate::discord::i18n::Words, page: Page) -> String {
    words.say(&format!("rules-title-{}", page.name), &[])
}

/// A page, with keys to the others.
pub(crate) fn page(reader: &Reader, page: Page) -> Message {
    let words = reader.words;
    let (at, count) = (page.index(), Page::ALL.len());
    let text = words.say(&format!("rules-text-{}", page.name), &[]);
    let number = words.say(
        "rules-page",
        &[("number", (at + 1).into()), ("count", count.into())],
    );
    let to = |page: Page| CustomId::Menu(MenuAction::Rules { page, anew: false });
    let options = Page::ALL.iter().map(|other| Choice {
        label: title(words, *other),
        value: to(*other).write(),
        description: None,
        is_chosen: *other == page,
    });
    let menu = ActionRow::SelectMenu(SelectMenu {
        id: CustomId::Menu(MenuAction::Menu).write(),
        placeholder: words.say("rules-topics", &[]),
        options: options.collect(),
    });
    // After the last page comes the first.
    let step = |by: usize, label: &str| {
        let other = Page::ALL[(at + by) % count];
        key(&to(other), label.to_owned(), ButtonStyle::Plain)
    };
    let mut keys = vec![step(count - 1, "◀"), step(1, "▶")];
    if let Some(lesson) = page.lessons.first().and_then(|name| Lesson::named(name)) {
        let button = CustomId::Menu(MenuAction::Learn {
            what: Learn::Open(lesson),
            anew: true,
        });
        keys.push(key(
            &button,
            words.say("key-try", &[]),
            ButtonStyle::Primary,
        ));
    }
    Message {
        content: format!("**{}**\n{text}\n-# {number}", title(words, page)),
        picture: picture(reader, page),
        rows: vec![ActionRow::Buttons(keys), menu],
    }
}

fn picture(reader: &Reader, page: Page) -> Option<Picture> {
    let diagram = Diagram::named(page.diagram)?;
    let mut view = diagram.view()?;
    view.theme = reader.theme();
    Some(Picture {
        alt: diagram.describe(reader.words)?,
        view,
        file: FILE,
    })
}

/// A key to the rules.
pub(crate) fn key_to(reader: &Reader, page: Page) -> Button {
    let button = CustomId::Menu(MenuAction::Rules { page, anew: true });
    key(
        &button,
        reader.words.say("key-rules", &[]),
        ButtonStyle::Plain,
    )
}

/// A key to the very rule that was broken.
pub(crate) fn key_for_rule(reader: &Reader, page: Page) -> Button {
    let mut key = key_to(reader, page);
    key.label = reader.words.say("key-rule", &[]);
    key
}

/// The page that explains a refusal, if a rule of the game is behind it.
pub fn page_for(refused: &Refusal, game: Option<GameKind>) -> Option<Page> {
    match refused {
        Refusal::Text(ReadError::Illegal { rule, .. }) => {
            let (game, rule) = rule.key()?;
            page_of_rule(game, rule)
        }
        Refusal::Text(ReadError::Unreadable(_)) => {
            Page::named(&format!("{}-notation", game?.as_str()))
        }
        Refusal::Touched(_) => Page::named("zertz-tournament"),
        _ => None,
    }
}

/// The page that explains a rule, by the rule's key.
pub fn page_of_rule(game: GameKind, rule: &str) -> Option<Page> {
    let topic = match rule {
        "game-over" | "already-won" | "pass-not-forced" | "not-captured" => "end",
        "off-board" | "wrong-colour" | "wrong-captures" | "wrong-claims" | "second-missing" => {
            "notation"
        }
        "capture-compulsory" | "no-marble" | "no-jump" | "nothing-jumped" | "must-jump-on"
        | "vacant" | "not-yours" | "not-in-line" | "centre" | "blocked" | "first-must-capture"
        | "higher" => "capture",
        "not-in-pool" | "no-ring" | "not-free" | "removal-compulsory" => "placing",
        "nothing-to-leave" | "claim-ends-game" => "isolation",
        "capture-demanded" | "ignoring-ends-game" | "nothing-to-send-back" => "tournament",
        "claim-automatic" | "own-colour" => "zerc",
        "stack-on-enemy" | "capture-own" => "stacking",
        "still-placing" | "not-placing" | "none-in-hand" => "setups",
        "opening-is-one-capture" => "goal",
        // Something lies there already: where marbles are placed, or where pieces are.
        "occupied" => {
            let placing = Page::named(&format!("{}-placing", game.as_str()));
            return placing.or_else(|| Page::named(&format!("{}-setups", game.as_str())));
        }
        _ => return None,
    };
    Page::named(&format!("{}-{topic}", game.as_str()))
}
