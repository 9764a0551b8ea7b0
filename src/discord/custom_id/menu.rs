//! The components outside of the composer.

use crate::discord::custom_id::action::{
    BoardRequest, FollowAction, GameAction, GameCommand, LeaderboardPage, LessonAction,
    LobbyAction, OnboardingScreen, PlayerSetting, ReminderSetting, ServerSetting,
};
use crate::discord::custom_id::challenge::ChallengeFormAction;
use crate::discord::custom_id::codec::{
    BoardRef, Decoder, Encoder, Field, Plus, id_enum, named_fields,
};
use crate::discord::custom_id::computer::ComputerAction;
use crate::discord::custom_id::game_analysis::{GameAnalysisAction, PositionAction};
use crate::discord::custom_id::ladder::LadderAction;
use crate::discord::custom_id::plan::{AnalysisAction, PlanAction};
use crate::discord::custom_id::puzzle::{ClubPuzzleAction, PuzzleAction};
use crate::discord::custom_id::replay::{RecordAction, ReplayAction};
use crate::discord::custom_id::share::ShareAction;
use crate::discord::custom_id::tournament::TournamentAction;
use crate::discord::rule_pages::RulePage;
use crate::model::{GameId, GameRef, PlayerId};

id_enum! {
    /// A component outside of the composer.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum MenuAction {
        /// Performs an action on a game, given the board on which the button was.
        GameAction(action: GameAction, shown: BoardRef) => "D",
        /// Shows a board.
        ShowBoard(request: BoardRequest) => "L",
        /// Selects a game for a command.
        ChooseGame(purpose: GameCommand) => "C",
        /// Selects a button: the value of the chosen option is that button's custom id.
        Selected => "M",
        /// Shows a page of the player's games.
        GamesPage(page: u16) => "G",
        /// A component of puzzles.
        Puzzle(action: PuzzleAction) => "Pz",
        /// A component of puzzles from games on a server.
        ClubPuzzle(action: ClubPuzzleAction) => "Pg",
        /// A component of tournaments.
        Tournament(action: TournamentAction) => "Tt",
        /// A button of the lobby.
        Lobby(action: LobbyAction) => "P",
        /// A spectator's action on a game.
        Follow(action: FollowAction, game: GameId) => "W",
        /// Shows a page of the games that the user follows.
        FollowedPage(page: u16) => "Wl",
        /// Shows a screen or changes a value of the server settings.
        ServerSetting(setting: ServerSetting) => "H",
        /// Changes one of the player's settings.
        PlayerSetting(setting: PlayerSetting) => "S",
        /// Selects the game of a challenge to an opponent.
        ChallengeOpponent(opponent: PlayerId) => "V",
        /// Changes a reminder setting.
        ReminderSetting(setting: ReminderSetting) => "N",
        /// Ends the player's vacation.
        EndVacation => "Te",
        /// Shows a page of the leaderboard.
        Leaderboard(page: LeaderboardPage) => "K",
        /// Shows a page of the rules.
        Rules {
            /// Whether it is shown in a new message.
            as_new_message: bool as Plus,
            /// The page.
            page: RulePage,
        } => "R",
        /// Shows a screen of the lessons.
        Lesson {
            /// Whether it is shown in a new message.
            as_new_message: bool as Plus,
            /// The screen.
            what: LessonAction,
        } => "E",
        /// Leads a new user to a screen.
        Onboarding(screen: OnboardingScreen) => "O",
        /// Selects the game of a challenge to anyone.
        ChallengeAnyone => "Oa",
        /// Selects the game whose starting position is shown on an analysis board.
        AnalyseStart => "Of",
        /// An action on conditional moves.
        Plan(action: PlanAction) => "J",
        /// An action on an analysis board.
        Analysis(action: AnalysisAction) => "Z",
        /// Opens the modal for the note on a game.
        Note(game: GameRef) => "B",
        /// Exports everything stored about the user.
        Export => "X",
        /// Deletes everything stored about the user.
        ConfirmErasure => "FF",
        /// Asks the user to confirm the deletion.
        EraseData => "F",
        /// A button of a replay.
        Replay(action: ReplayAction) => "Y",
        /// An action on a record.
        Record(action: RecordAction) => "I",
        /// Shows how a game was drawn.
        FairDraw(game: GameId) => "Q",
        /// Cancels what the user was asked to confirm.
        Cancel => "U",
        /// Opens the modal for the time zone, and then sets the reminder for which it is needed.
        ZoneForReminder(later: GameAction, shown: BoardRef) => "Tz",
        /// Posts what the user sees for everyone in the channel.
        Share(what: ShareAction) => "Ts",
        /// A component of a game against the computer.
        Computer(action: ComputerAction) => "Tc",
        /// A component of the computer's analysis of a game.
        GameAnalysis(action: GameAnalysisAction) => "Ta",
        /// A component that asks the computer about an analysis board.
        Position(action: PositionAction) => "Tq",
        /// A component of ladders.
        Ladder(action: LadderAction) => "Tl",
        /// A component of the form of a challenge.
        ChallengeForm(action: ChallengeFormAction) => "A",
    }
}

named_fields! {
    RulePage: |page: RulePage| page.name, RulePage::named;
}

impl MenuAction {
    /// The game that the component is about, if any.
    pub(crate) const fn game(self) -> Option<GameId> {
        Some(match self {
            Self::GameAction(_, shown)
            | Self::ZoneForReminder(_, shown)
            | Self::Plan(
                PlanAction::Forced(shown)
                | PlanAction::Place(shown)
                | PlanAction::Random(shown)
                | PlanAction::RandomSurely(shown),
            ) => shown.game,
            Self::ShowBoard(look) | Self::Replay(ReplayAction::Jump(look)) => {
                return look.game.game();
            }
            Self::Replay(ReplayAction::Animate(angle) | ReplayAction::Part(angle)) => {
                return angle.game.game();
            }
            Self::Note(game)
            | Self::Record(RecordAction::Files(game))
            | Self::Analysis(AnalysisAction::Open(game, _)) => return game.game(),
            Self::Follow(_, game)
            | Self::FairDraw(game)
            | Self::Plan(
                PlanAction::Show(game)
                | PlanAction::Board(game)
                | PlanAction::Drop(game)
                | PlanAction::Queue(game)
                | PlanAction::Cut { game, .. },
            ) => game,
            Self::Share(what) => return what.game(),
            Self::Computer(action) => return action.game(),
            Self::GameAnalysis(action) => return action.game().game(),
            Self::ClubPuzzle(action) => return action.game(),
            _ => return None,
        })
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::app::lessons::Lesson;
    use crate::discord::custom_id::challenge::ChallengeDraft;
    use crate::discord::custom_id::computer::ComputerDraft;
    use crate::discord::custom_id::replay::{HistoryQuery, Perspective};
    use crate::discord::custom_id::tournament::{
        DraftStart, OrganiserAction, TournamentDraft, TournamentFormAction,
    };
    use crate::discord::view::variants::offered;
    use crate::model::{
        Pace, PuzzleId, RoleId, Seat, TournamentFormat, TournamentId, TournamentPlace,
    };
    use hexpost_engine::game::GameKind;
    use hexpost_engine::search::Level;
    use hexpost_engine::side::Side;
    use hexpost_tournament::{EntrantId, GameKey, PairingResult};

    /// Every kind of component outside of the composer, for a board of a game.
    #[allow(clippy::too_many_lines)] // a list
    pub(crate) fn all(shown: BoardRef) -> Vec<MenuAction> {
        let look = |ply, is_flipped, is_text| {
            MenuAction::ShowBoard(BoardRequest {
                game: GameRef::from_number(shown.game.0),
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
                .map(|&one| MenuAction::GameAction(one, shown)),
        );
        all.extend(GameCommand::ALL.iter().copied().map(MenuAction::ChooseGame));
        for as_new_message in [false, true] {
            let rules = |&page: &RulePage| MenuAction::Rules {
                page,
                as_new_message,
            };
            let learn = |what| MenuAction::Lesson {
                what,
                as_new_message,
            };
            all.extend(RulePage::ALL.iter().map(rules));
            all.push(learn(LessonAction::List));
            for game in GameKind::ALL {
                all.push(learn(LessonAction::About(*game)));
            }
            for lesson in Lesson::ALL {
                all.push(learn(LessonAction::Open(*lesson)));
                all.push(learn(LessonAction::Solution(*lesson)));
            }
        }
        all.extend(
            OnboardingScreen::ALL
                .iter()
                .copied()
                .map(MenuAction::Onboarding),
        );
        all.extend([MenuAction::ChallengeAnyone, MenuAction::AnalyseStart]);
        all.extend(
            PlayerSetting::ALL
                .iter()
                .copied()
                .map(MenuAction::PlayerSetting),
        );
        all.extend(
            ReminderSetting::ALL
                .iter()
                .copied()
                .map(MenuAction::ReminderSetting),
        );
        let watch = |&one: &FollowAction| MenuAction::Follow(one, shown.game);
        all.extend(FollowAction::ALL.iter().map(watch));
        let settings = ServerSetting::ALL.iter().copied();
        all.extend(settings.map(MenuAction::ServerSetting));
        all.extend([
            MenuAction::Lobby(LobbyAction::Play(shown.game)),
            MenuAction::Lobby(LobbyAction::Withdraw(shown.game)),
            MenuAction::Lobby(LobbyAction::EndStanding(shown.game)),
            MenuAction::Lobby(LobbyAction::Page(u16::MAX)),
            MenuAction::FollowedPage(7),
            look(None, false, false),
            look(Some(0), true, false),
            look(Some(u16::MAX), true, true),
            MenuAction::GamesPage(7),
            MenuAction::Leaderboard(LeaderboardPage {
                kind: GameKind::ALL[1],
                is_server: true,
                page: u16::MAX,
                slot: 9,
            }),
            MenuAction::ChallengeOpponent(PlayerId(i64::MAX)),
            MenuAction::EndVacation,
            MenuAction::Plan(PlanAction::Show(shown.game)),
            MenuAction::Plan(PlanAction::Board(shown.game)),
            MenuAction::Plan(PlanAction::Forced(shown)),
            MenuAction::Plan(PlanAction::Cut {
                game: shown.game,
                version: 1,
                index: 0,
            }),
            MenuAction::Plan(PlanAction::Drop(shown.game)),
            MenuAction::Plan(PlanAction::Queue(shown.game)),
            MenuAction::Plan(PlanAction::Place(shown)),
            MenuAction::Plan(PlanAction::Random(shown)),
            MenuAction::Plan(PlanAction::RandomSurely(shown)),
            MenuAction::Analysis(AnalysisAction::Open(
                GameRef::from_number(shown.game.0),
                None,
            )),
            MenuAction::Analysis(AnalysisAction::Go(i64::MAX, u32::MAX, 9)),
            MenuAction::Note(GameRef::from_number(shown.game.0)),
            MenuAction::Selected,
            MenuAction::FairDraw(shown.game),
            MenuAction::Replay(ReplayAction::List(HistoryQuery::default())),
            MenuAction::Replay(ReplayAction::Animate(Perspective {
                game: GameRef::from_number(shown.game.0),
                is_flipped: false,
            })),
            MenuAction::Record(RecordAction::Files(GameRef::from_number(shown.game.0))),
            MenuAction::Record(RecordAction::Paste),
            MenuAction::Record(RecordAction::PasteAgain),
            MenuAction::Record(RecordAction::Drop(GameRef::from_number(shown.game.0))),
            MenuAction::Record(RecordAction::DropSurely(GameRef::from_number(shown.game.0))),
            MenuAction::Export,
            MenuAction::EraseData,
            MenuAction::ConfirmErasure,
            MenuAction::Cancel,
            MenuAction::ZoneForReminder(GameAction::Tonight, shown),
            MenuAction::Share(ShareAction::Board(BoardRequest {
                game: GameRef::from_number(shown.game.0),
                ply: Some(u16::MAX),
                is_flipped: true,
                is_text: true,
                slot: 0,
            })),
            MenuAction::Share(ShareAction::Animation {
                perspective: Perspective {
                    game: GameRef::from_number(shown.game.0),
                    is_flipped: true,
                },
                from: 1,
                to: u16::MAX,
            }),
            MenuAction::Share(ShareAction::Profile(PlayerId(i64::MAX))),
            MenuAction::Share(ShareAction::Leaderboard(LeaderboardPage {
                kind: GameKind::ALL[1],
                is_server: true,
                page: u16::MAX,
                slot: 0,
            })),
        ]);
        let longest = ComputerDraft {
            variant: offered().max_by_key(|known| known.name.len()).unwrap(),
            level: Level::Strongest,
            seat: Seat::Random,
            from: Some(GameId(i64::MAX)),
            ply: u16::MAX,
        };
        let usual = ComputerDraft {
            from: None,
            ply: 0,
            ..longest
        };
        all.extend(
            [
                ComputerAction::Open,
                ComputerAction::Game(usual),
                ComputerAction::Level(longest),
                ComputerAction::Side(longest),
                ComputerAction::Start(usual),
                ComputerAction::PlayOn(shown.game, 12),
                ComputerAction::HintLook(shown),
                ComputerAction::HintTurn(shown),
                ComputerAction::AskLevel(shown.game),
                ComputerAction::SetLevel(shown.game),
            ]
            .map(MenuAction::Computer),
        );
        let analysed = GameRef::from_number(shown.game.0);
        all.extend(
            [
                GameAnalysisAction::Show(analysed),
                GameAnalysisAction::Turn(analysed, u16::MAX, true),
            ]
            .map(MenuAction::GameAnalysis),
        );
        all.extend(
            [
                PositionAction::Ask(i64::MAX, u32::MAX),
                PositionAction::Level(i64::MAX, u32::MAX),
                PositionAction::Start(i64::MAX, u32::MAX),
            ]
            .map(MenuAction::Position),
        );
        all.extend(
            [
                PuzzleAction::Next(GameKind::ALL[0]),
                PuzzleAction::Daily,
                PuzzleAction::Open(PuzzleId(i64::MAX)),
                PuzzleAction::Solution(PuzzleId(0)),
                PuzzleAction::Results,
                PuzzleAction::Leaders(GameKind::ALL[1], true),
            ]
            .map(MenuAction::Puzzle),
        );
        all.extend(
            [
                ClubPuzzleAction::Show(shown.game),
                ClubPuzzleAction::Suggest(shown.game, u16::MAX),
                ClubPuzzleAction::Agree(shown.game),
                ClubPuzzleAction::End(shown.game),
                ClubPuzzleAction::Remove(PuzzleId(i64::MAX)),
                ClubPuzzleAction::RemoveSurely(PuzzleId(0)),
            ]
            .map(MenuAction::ClubPuzzle),
        );
        all.extend(
            [
                LadderAction::Join,
                LadderAction::Leave,
                LadderAction::LeaveSurely,
                LadderAction::Opponents,
                LadderAction::Opponent,
                LadderAction::Challenge(PlayerId(i64::MAX)),
                LadderAction::Table(None),
                LadderAction::Table(Some(u16::MAX)),
            ]
            .map(MenuAction::Ladder),
        );
        let place = TournamentPlace {
            division: 3,
            key: GameKey {
                round: u16::MAX,
                board: u16::MAX,
                game: 3,
            },
        };
        let held = TournamentId(i64::MAX);
        let organise = |action| TournamentAction::Organise(action, held);
        all.extend(
            [
                TournamentAction::Join(TournamentId(7)),
                TournamentAction::Leave(held),
                TournamentAction::Table(held, 1),
                TournamentAction::Games(held, u16::MAX),
                TournamentAction::Withdraw(held),
                TournamentAction::WithdrawSurely(held),
                TournamentAction::Draw(held),
                TournamentAction::ChooseSeat(held, u16::MAX, u16::MAX, Side::Second),
                organise(OrganiserAction::Screen),
                organise(OrganiserAction::Start),
                organise(OrganiserAction::StartSurely),
                organise(OrganiserAction::Games(u16::MAX)),
                organise(OrganiserAction::Game(place)),
                organise(OrganiserAction::Decide(place, PairingResult::Draw)),
                organise(OrganiserAction::Players(0)),
                organise(OrganiserAction::Player(EntrantId(12))),
                organise(OrganiserAction::Withdraw(EntrantId(i64::MAX))),
                organise(OrganiserAction::Replace(EntrantId(i64::MAX))),
                organise(OrganiserAction::Extend),
                organise(OrganiserAction::ExtendBy(7)),
                organise(OrganiserAction::Cancel),
                organise(OrganiserAction::CancelSurely),
                organise(OrganiserAction::HandOver),
                organise(OrganiserAction::HandTo),
                organise(OrganiserAction::Export),
            ]
            .map(MenuAction::Tournament),
        );
        let draft = TournamentDraft {
            format: TournamentFormat::Knockout,
            variant: offered().max_by_key(|known| known.name.len()).unwrap(),
            pace: Pace::bank(14, 1, 21).with_flag(true),
            is_rated: true,
            size: 64,
            role: Some(RoleId(i64::MAX)),
            from: Some(1400),
            to: Some(1800),
            start: DraftStart::At(u32::MAX),
            games: 30,
            days: 30,
            vacation: 30,
        };
        let plain = TournamentDraft {
            role: None,
            from: None,
            to: None,
            start: DraftStart::Full,
            ..draft
        };
        for draft in [draft, plain] {
            all.extend(
                [
                    TournamentFormAction::Page(draft, 1),
                    TournamentFormAction::Format(draft),
                    TournamentFormAction::Game(draft),
                    TournamentFormAction::Pace(draft),
                    TournamentFormAction::Start(draft),
                    TournamentFormAction::Role(draft),
                    TournamentFormAction::Games(draft),
                    TournamentFormAction::Days(draft),
                    TournamentFormAction::Vacation(draft),
                    TournamentFormAction::Rated(draft),
                    TournamentFormAction::Numbers(draft),
                    TournamentFormAction::Make(draft),
                ]
                .map(|action| MenuAction::Tournament(TournamentAction::Form(action))),
            );
        }
        let draft = ChallengeDraft {
            opponent: None,
            variant: offered().next().unwrap(),
            pace: None,
            is_rated: false,
        };
        let longest = ChallengeDraft {
            opponent: Some(PlayerId(i64::MAX)),
            variant: offered().max_by_key(|known| known.name.len()).unwrap(),
            pace: Pace::OFFERED[8].map(|pace| pace.with_flag(true)),
            is_rated: true,
        };
        for draft in [draft, longest] {
            all.extend(
                [
                    ChallengeFormAction::Opponent(draft),
                    ChallengeFormAction::Game(draft),
                    ChallengeFormAction::Pace(draft),
                    ChallengeFormAction::Rated(draft),
                    ChallengeFormAction::Send(draft),
                ]
                .map(MenuAction::ChallengeForm),
            );
        }
        all
    }
}
