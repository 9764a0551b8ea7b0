//! Buttons and select menus that several features share.

use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::{BoardRequest, Learn, Room, Watch};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Words;
use crate::discord::view::message::{ActionRow, Button, ButtonStyle};
use crate::model::GameId;

/// A button with a label.
pub(crate) fn key(button: &CustomId, label: String, style: ButtonStyle) -> Button {
    Button {
        id: button.write(),
        label,
        emoji: None,
        style,
        is_disabled: false,
    }
}

/// The button that cancels a question.
pub(crate) fn cancel_button(words: &Words) -> Button {
    key(
        &CustomId::Menu(MenuAction::Cancel),
        words.say("key-no", &[]),
        ButtonStyle::Plain,
    )
}

/// The button to the lessons.
pub(crate) fn lessons_button(words: &Words) -> Button {
    let button = CustomId::Menu(MenuAction::Learn {
        what: Learn::List,
        as_new_message: true,
    });
    key(&button, words.say("key-learn", &[]), ButtonStyle::Primary)
}

/// The button to the variant menu of an open challenge.
pub(crate) fn open_challenge_button(words: &Words) -> Button {
    let button = CustomId::Menu(MenuAction::Enter(Room::Challenge));
    key(&button, words.say("key-challenge", &[]), ButtonStyle::Good)
}

/// The buttons for a user without games.
pub(crate) fn first_steps_row(words: &Words) -> ActionRow {
    ActionRow::Buttons(vec![open_challenge_button(words), lessons_button(words)])
}

/// A button for spectators of a game.
pub(crate) fn follow_button(words: &Words, watch: Watch, id: GameId) -> Button {
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

/// The custom id that shows a game to a spectator.
pub(crate) const fn show_board(game: GameId) -> CustomId {
    CustomId::Menu(MenuAction::Look(BoardRequest {
        game,
        ply: None,
        is_flipped: false,
        is_text: false,
        slot: 0,
    }))
}
