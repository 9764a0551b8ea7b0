//! The components outside of the composer.

use crate::discord::custom_id::action::{
    BoardRequest, GameAction, LeaderboardPage, Learn, Lobby, Purpose, Reminding, Room,
    ServerSetting, Setting, Watch,
};
use crate::discord::custom_id::codec::{
    Decoder, Encoder, Field, Plus, Shown, id_enum, named_fields,
};
use crate::discord::custom_id::plan::{Analysing, Planning};
use crate::discord::custom_id::replay::{RecordAction, Replay};
use crate::discord::rule_pages::Page;
use crate::model::{GameId, PlayerId};

id_enum! {
    /// A component outside of the composer.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum MenuAction {
        /// Performs an action on a game, given the board on which the button was.
        Do(action: GameAction, shown: Shown) => "D",
        /// Shows a board.
        Look(request: BoardRequest) => "L",
        /// Selects a game for a command.
        Choose(purpose: Purpose) => "C",
        /// Selects a button: the value of the chosen option is that button's custom id.
        Menu => "M",
        /// Shows a page of the player's games.
        Games(page: u16) => "G",
        /// A button of the lobby.
        Lobby(action: Lobby) => "P",
        /// A spectator's action on a game.
        Watch(action: Watch, game: GameId) => "W",
        /// Shows a page of the games that the user follows.
        Followed(page: u16) => "Wl",
        /// Shows a screen or changes a value of the server settings.
        ServerSetting(setting: ServerSetting) => "H",
        /// Changes one of the player's settings.
        Set(setting: Setting) => "S",
        /// Selects the game of a challenge to an opponent.
        Against(opponent: PlayerId) => "V",
        /// Changes a reminder setting.
        Remind(setting: Reminding) => "N",
        /// Ends the player's vacation.
        EndVacation => "Te",
        /// Shows a page of the leaderboard.
        Leaders(page: LeaderboardPage) => "K",
        /// Shows a page of the rules.
        Rules {
            /// Whether it is shown in a new message.
            as_new_message: bool as Plus,
            /// The page.
            page: Page,
        } => "R",
        /// Shows a screen of the lessons.
        Learn {
            /// Whether it is shown in a new message.
            as_new_message: bool as Plus,
            /// The screen.
            what: Learn,
        } => "E",
        /// Leads a new user to a screen.
        Enter(screen: Room) => "O",
        /// Selects the game of a challenge to anyone.
        Anyone => "Oa",
        /// Selects the game whose starting position is shown on an analysis board.
        Fresh => "Of",
        /// An action on conditional moves.
        Plan(action: Planning) => "J",
        /// An action on an analysis board.
        Analysis(action: Analysing) => "Z",
        /// Opens the modal for the note on a game.
        Note(game: GameId) => "B",
        /// Exports everything stored about the user.
        Export => "X",
        /// Deletes everything stored about the user.
        ForgetSurely => "FF",
        /// Asks the user to confirm the deletion.
        Forget => "F",
        /// A button of a replay.
        Replay(action: Replay) => "Y",
        /// An action on a record.
        Keep(action: RecordAction) => "I",
        /// Shows how a game was drawn.
        Fair(game: GameId) => "Q",
        /// Cancels what the user was asked to confirm.
        Cancel => "U",
    }
}

named_fields! {
    Page: |page: Page| page.name, Page::named;
}

impl MenuAction {
    /// The game that the component is about, if any.
    pub(crate) const fn game(self) -> Option<GameId> {
        Some(match self {
            Self::Do(_, shown) | Self::Plan(Planning::Forced(shown) | Planning::Place(shown)) => {
                shown.game
            }
            Self::Look(look) | Self::Replay(Replay::Jump(look)) => look.game,
            Self::Replay(Replay::Film(angle) | Replay::Part(angle)) => angle.game,
            Self::Watch(_, game)
            | Self::Note(game)
            | Self::Fair(game)
            | Self::Keep(RecordAction::Files(game))
            | Self::Analysis(Analysing::Open(game, _))
            | Self::Plan(
                Planning::Show(game)
                | Planning::Board(game)
                | Planning::Drop(game)
                | Planning::Queue(game)
                | Planning::Cut { game, .. },
            ) => game,
            _ => return None,
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::app::lessons::Lesson;
    use crate::discord::custom_id::replay::{List, Perspective};
    use hexpost_engine::game::GameKind;

    /// Every kind of component outside of the composer, for a board of a game.
    pub(crate) fn all(shown: Shown) -> Vec<MenuAction> {
        let look = |ply, is_flipped, is_text| {
            MenuAction::Look(BoardRequest {
                game: shown.game,
                ply,
                is_flipped,
                is_text,
                slot: 3,
            })
        };
        let mut all: Vec<MenuAction> = Vec::new();
        all.extend(
            GameAction::ALL
                .iter()
                .map(|&one| MenuAction::Do(one, shown)),
        );
        all.extend(Purpose::ALL.iter().copied().map(MenuAction::Choose));
        for as_new_message in [false, true] {
            let rules = |&page: &Page| MenuAction::Rules {
                page,
                as_new_message,
            };
            let learn = |what| MenuAction::Learn {
                what,
                as_new_message,
            };
            all.extend(Page::ALL.iter().map(rules));
            all.push(learn(Learn::List));
            for lesson in Lesson::ALL {
                all.push(learn(Learn::Open(*lesson)));
                all.push(learn(Learn::Solution(*lesson)));
            }
        }
        all.extend(Room::ALL.iter().copied().map(MenuAction::Enter));
        all.extend([MenuAction::Anyone, MenuAction::Fresh]);
        all.extend(Setting::ALL.iter().copied().map(MenuAction::Set));
        all.extend(Reminding::ALL.iter().copied().map(MenuAction::Remind));
        let watch = |&one: &Watch| MenuAction::Watch(one, shown.game);
        all.extend(Watch::ALL.iter().map(watch));
        let settings = ServerSetting::ALL.iter().copied();
        all.extend(settings.map(MenuAction::ServerSetting));
        all.extend([
            MenuAction::Lobby(Lobby::Play(shown.game)),
            MenuAction::Lobby(Lobby::Withdraw(shown.game)),
            MenuAction::Lobby(Lobby::EndStanding(shown.game)),
            MenuAction::Lobby(Lobby::Page(u16::MAX)),
            MenuAction::Followed(7),
            look(None, false, false),
            look(Some(0), true, false),
            look(Some(u16::MAX), true, true),
            MenuAction::Games(7),
            MenuAction::Leaders(LeaderboardPage {
                kind: GameKind::ALL[1],
                is_server: true,
                page: u16::MAX,
                slot: 9,
            }),
            MenuAction::Against(PlayerId(i64::MAX)),
            MenuAction::EndVacation,
            MenuAction::Plan(Planning::Show(shown.game)),
            MenuAction::Plan(Planning::Board(shown.game)),
            MenuAction::Plan(Planning::Forced(shown)),
            MenuAction::Plan(Planning::Cut {
                game: shown.game,
                version: 1,
                index: 0,
            }),
            MenuAction::Plan(Planning::Drop(shown.game)),
            MenuAction::Plan(Planning::Queue(shown.game)),
            MenuAction::Plan(Planning::Place(shown)),
            MenuAction::Analysis(Analysing::Open(shown.game, None)),
            MenuAction::Analysis(Analysing::Go(i64::MAX, u32::MAX, 9)),
            MenuAction::Note(shown.game),
            MenuAction::Menu,
            MenuAction::Fair(shown.game),
            MenuAction::Replay(Replay::List(List::default())),
            MenuAction::Replay(Replay::Film(Perspective {
                game: shown.game,
                is_flipped: false,
            })),
            MenuAction::Keep(RecordAction::Files(shown.game)),
            MenuAction::Keep(RecordAction::Paste),
            MenuAction::Keep(RecordAction::Drop(shown.game)),
            MenuAction::Keep(RecordAction::DropSurely(shown.game)),
            MenuAction::Export,
            MenuAction::Forget,
            MenuAction::ForgetSurely,
            MenuAction::Cancel,
        ]);
        all
    }
}
