//! Buttons and select menus that several features share.

use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::{BoardRequest, Learn, Room, Watch};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Words;
use crate::discord::view::message::{ActionRow, Button, ButtonStyle};
use crate::model::GameId;

/// A key that does something.
pub(crate) fn key(button: &CustomId, label: String, style: ButtonStyle) -> Button {
    Button {
        id: button.write(),
        label,
        emoji: None,
        style,
        is_disabled: false,
    }
}

/// A key for whoever would rather not.
pub(crate) fn no_key(words: &Words) -> Button {
    key(
        &CustomId::Menu(MenuAction::Cancel),
        words.say("key-no", &[]),
        ButtonStyle::Plain,
    )
}

/// A key to the lessons.
pub(crate) fn lesson_key(words: &Words) -> Button {
    let button = CustomId::Menu(MenuAction::Learn {
        what: Learn::List,
        anew: true,
    });
    key(&button, words.say("key-learn", &[]), ButtonStyle::Primary)
}

/// A key to a menu of games to which anyone can be challenged.
pub(crate) fn challenge_key(words: &Words) -> Button {
    let button = CustomId::Menu(MenuAction::Enter(Room::Challenge));
    key(&button, words.say("key-challenge", &[]), ButtonStyle::Good)
}

/// The keys where someone has no game yet.
pub(crate) fn empty_row(words: &Words) -> ActionRow {
    ActionRow::Buttons(vec![challenge_key(words), lesson_key(words)])
}

/// A key for someone who watches.
pub(crate) fn button(words: &Words, watch: Watch, id: GameId) -> Button {
    let label = match watch {
        Watch::Follow => "key-follow",
        Watch::Tell => "key-follow-tell",
        Watch::Hush => "key-follow-hush",
        Watch::Unfollow => "key-unfollow",
    };
    let style = match watch {
        Watch::Follow | Watch::Tell => ButtonStyle::Primary,
        Watch::Hush | Watch::Unfollow => ButtonStyle::Plain,
    };
    key(
        &CustomId::Menu(MenuAction::Watch(watch, id)),
        words.say(label, &[]),
        style,
    )
}

/// A look at a game, for someone who watches.
pub(crate) const fn board(game: GameId) -> CustomId {
    CustomId::Menu(MenuAction::Look(BoardRequest {
        game,
        ply: None,
        is_flipped: false,
        is_text: false,
        slot: 0,
    }))
}
