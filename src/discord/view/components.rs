//! Buttons and select menus that several features share.

use hexpost_engine::game::GameKind;

use crate::app::game::state::Game;
use crate::discord::custom_id::BoardRef;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::{
    BoardRequest, FollowAction, GameAction, LessonAction, OnboardingScreen,
};
use crate::discord::custom_id::computer::ComputerAction;
use crate::discord::custom_id::game_analysis::GameAnalysisAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Locale;
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
pub(crate) fn cancel_button(locale: &Locale) -> Button {
    key(
        &CustomId::Menu(MenuAction::Cancel),
        locale.text("key-no", &[]),
        ButtonStyle::Plain,
    )
}

/// The button to the lessons.
pub(crate) fn lessons_button(locale: &Locale) -> Button {
    let button = CustomId::Menu(MenuAction::Lesson {
        what: LessonAction::List,
        as_new_message: true,
    });
    key(&button, locale.text("key-learn", &[]), ButtonStyle::Primary)
}

/// The button to the first lesson, for people who have never seen the games.
pub(crate) fn how_to_play_button(locale: &Locale) -> Button {
    let button = CustomId::Menu(MenuAction::Lesson {
        what: LessonAction::About(GameKind::ALL[0]),
        as_new_message: true,
    });
    let label = locale.text("key-how-to-play", &[]);
    key(&button, label, ButtonStyle::Primary)
}

/// The button to the form of a challenge.
pub(crate) fn open_challenge_button(locale: &Locale) -> Button {
    let button = CustomId::Menu(MenuAction::Onboarding(OnboardingScreen::Challenge));
    key(
        &button,
        locale.text("key-challenge", &[]),
        ButtonStyle::Good,
    )
}

/// The button to the form of a game against the computer.
pub(crate) fn play_computer_button(locale: &Locale) -> Button {
    let button = CustomId::Menu(MenuAction::Computer(ComputerAction::Open));
    Button {
        emoji: Some("🤖"),
        ..key(&button, locale.text("key-computer", &[]), ButtonStyle::Good)
    }
}

/// The buttons for a user without games.
pub(crate) fn first_steps_row(locale: &Locale) -> ActionRow {
    ActionRow::Buttons(vec![
        play_computer_button(locale),
        open_challenge_button(locale),
        lessons_button(locale),
    ])
}

/// A button for spectators of a game.
pub(crate) fn follow_button(locale: &Locale, watch: FollowAction, id: GameId) -> Button {
    let label = match watch {
        FollowAction::Follow => "key-follow",
        FollowAction::Tell => "key-follow-tell",
        FollowAction::Hush => "key-follow-hush",
        FollowAction::Unfollow => "key-unfollow",
    };
    let style = match watch {
        FollowAction::Follow | FollowAction::Tell => ButtonStyle::Primary,
        FollowAction::Hush | FollowAction::Unfollow => ButtonStyle::Plain,
    };
    key(
        &CustomId::Menu(MenuAction::Follow(watch, id)),
        locale.text(label, &[]),
        style,
    )
}

/// The buttons with which the player to move asks for another reminder, tonight or tomorrow.
pub(crate) fn remind_later_buttons(locale: &Locale, shown: BoardRef) -> [Button; 2] {
    [GameAction::Tonight, GameAction::Tomorrow]
        .map(|action| remind_later_button(locale, action, shown))
}

/// A button with which the player to move asks for another reminder.
pub(crate) fn remind_later_button(locale: &Locale, action: GameAction, shown: BoardRef) -> Button {
    let label = match action {
        GameAction::Tonight => "key-tonight",
        _ => "key-tomorrow",
    };
    let button = CustomId::Menu(MenuAction::GameAction(action, shown));
    Button {
        emoji: Some("⏰"),
        ..key(&button, locale.text(label, &[]), ButtonStyle::Plain)
    }
}

/// The custom id that shows a game to a spectator.
pub(crate) fn show_board(game: GameId) -> CustomId {
    CustomId::Menu(MenuAction::ShowBoard(BoardRequest {
        game: game.into(),
        ply: None,
        is_flipped: false,
        is_text: false,
        slot: 0,
    }))
}

/// The button that shows the analysis of a game that is over or imported; `None` for any other.
pub(crate) fn game_analysis_button(locale: &Locale, game: &Game) -> Option<Button> {
    let may = game.is_over() || game.reference.is_import();
    let show = MenuAction::GameAnalysis(GameAnalysisAction::Show(game.reference));
    let label = locale.text("key-game-analysis", &[]);
    (may && !game.record.turns().is_empty()).then(|| Button {
        emoji: Some("📈"),
        ..key(&CustomId::Menu(show), label, ButtonStyle::Plain)
    })
}
