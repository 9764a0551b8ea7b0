//! The registry: the slash commands, components and modals there are, and the feature that handles
//! each.
//!
//! A feature is one file with its slash command, its components, its modals and its messages. To add
//! one, add the file, a line to `slash_commands!` and an arm to `press` (or `submit` for a modal)
//! for each custom id of its own.

pub(crate) mod analysis;
pub(crate) mod block;
pub(crate) mod board;
pub(crate) mod challenge;
pub(crate) mod challenge_form;
pub(crate) mod choose_game;
pub(crate) mod club_puzzles;
pub(crate) mod computer;
pub(crate) mod draw;
pub(crate) mod fair_draw;
pub(crate) mod follow;
pub(crate) mod game_actions;
pub(crate) mod game_analysis;
pub(crate) mod game_menu;
pub(crate) mod game_place;
pub(crate) mod games;
pub(crate) mod help;
pub(crate) mod history;
pub(crate) mod ladder;
pub(crate) mod ladder_settings;
pub(crate) mod leaderboard;
pub(crate) mod lessons;
pub(crate) mod lobby;
pub(crate) mod notes;
pub(crate) mod outdated_board;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod position_question;
pub(crate) mod privacy;
pub(crate) mod profile;
pub(crate) mod puzzle_settings;
pub(crate) mod puzzles;
pub(crate) mod records;
pub(crate) mod reminders;
pub(crate) mod replay;
pub(crate) mod resign;
pub mod rules;
pub(crate) mod server_settings;
pub(crate) mod settings;
pub(crate) mod share;
pub(crate) mod share_button;
pub(crate) mod takeback;
pub(crate) mod tournament;
pub(crate) mod tournament_form;
pub(crate) mod tournament_organiser;
pub(crate) mod vacation;

use serde_json::Value;

use crate::app::TurnInput;
use crate::discord::custom_id::action::{OnboardingScreen, ReminderSetting, ServerSetting};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::plan::PlanAction;
use crate::discord::custom_id::replay::RecordAction;
use crate::discord::custom_id::tournament::{TournamentAction, TournamentFormAction};
use crate::discord::custom_id::{ComposerTarget, CustomId};
use crate::discord::heap::on_heap;
use crate::discord::interaction::autocomplete::Suggestion;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::{CommandCall, UserOption};
use crate::discord::interaction::response::Response;
use crate::discord::view::message::Message;
use play::TurnSource;

/// Declares the slash commands: the name of each, the feature that defines it, and its handler.
macro_rules! slash_commands {
    (|$cx:ident, $call:ident| $($name:literal, $feature:ident => $run:expr,)*) => {
        /// The names of all slash commands.
        pub const COMMANDS: &[&str] = &[$($name),*];

        /// The definitions of all commands, in the form in which they are registered with Discord.
        pub fn definitions() -> Vec<Value> {
            vec![$($feature::slash_command(),)* challenge::user_command()]
        }

        /// Handles a slash command.
        pub(crate) async fn run_command(
            $cx: &Cx<'_>,
            $call: &CommandCall,
        ) -> Result<Response, HandlerError> {
            match $call.name.as_str() {
                $($name => $run,)*
                _ => {
                    let text = $cx.reader.locale.text("unknown-command", &[]);
                    Err(HandlerError::Explained(text))
                }
            }
        }
    };
}

slash_commands! { |cx, call|
    "play", computer => on_heap(|| computer::run(cx, call)).await,
    "challenge", challenge => on_heap(|| challenge::run(cx, call)).await,
    "move", play => on_heap(|| play::run(cx, call)).await,
    "board", board => on_heap(|| board::run(cx, call)).await,
    "games", games => on_heap(|| games::run(cx)).await,
    "profile", profile => on_heap(|| profile::run(cx, call)).await,
    "leaderboard", leaderboard => on_heap(|| leaderboard::run(cx, call)).await,
    "ladder", ladder => on_heap(|| ladder::run(cx, call)).await,
    "lobby", lobby => on_heap(|| lobby::run(cx, call)).await,
    "replay", replay => on_heap(|| replay::run(cx, call)).await,
    "history", history => on_heap(|| history::run(cx, call)).await,
    "import", records => on_heap(|| records::run(cx, call)).await,
    "resign", resign => on_heap(|| resign::run(cx, call)).await,
    "draw", draw => on_heap(|| draw::run(cx, call)).await,
    "takeback", takeback => on_heap(|| takeback::run(cx, call)).await,
    "plan", plan => on_heap(|| plan::run(cx, call)).await,
    "analyse", analysis => on_heap(|| analysis::run(cx, call)).await,
    "settings", settings => Ok(settings::run(cx.reader)),
    "reminders", reminders => on_heap(|| reminders::run(cx, call)).await,
    "vacation", vacation => on_heap(|| vacation::run(cx, call)).await,
    "server", server_settings => on_heap(|| server_settings::run(cx, call)).await,
    "block", block => on_heap(|| block::run(cx, call)).await,
    "privacy", privacy => Ok(privacy::run(cx.reader)),
    "rules", rules => on_heap(|| rules::run(cx, call)).await,
    "tournament", tournament => on_heap(|| tournament::run(cx, call)).await,
    "puzzle", puzzles => on_heap(|| puzzles::run(cx, call)).await,
    "learn", lessons => on_heap(|| lessons::run(cx)).await,
    "help", help => on_heap(|| help::run(cx)).await,
}

/// Handles the user command, an entry in the context menu of a user.
pub(crate) async fn run_user_command(
    cx: &Cx<'_>,
    person: &UserOption,
) -> Result<Response, HandlerError> {
    on_heap(|| challenge_form::open_for(cx, person)).await
}

/// Completes an option of a slash command that is being typed.
pub(crate) async fn autocomplete(
    cx: &Cx<'_>,
    call: &CommandCall,
    option: &str,
    text: &str,
) -> Result<Vec<Suggestion>, HandlerError> {
    match option {
        "game" if call.name == "replay" => on_heap(|| replay::suggest(cx, text)).await,
        "game" => on_heap(|| games::suggest(cx, text)).await,
        "tournament" => on_heap(|| tournament::suggest(cx, call, text)).await,
        "turn" => on_heap(|| play::suggest(cx, call, text)).await,
        "zone" => Ok(reminders::suggest(cx, text)),
        "if" | "then" => on_heap(|| plan::suggest(cx, call, option, text)).await,
        _ => Ok(Vec::new()),
    }
}

/// Handles a component: a button, or a select menu of which `values` were chosen.
pub(crate) async fn press(
    cx: &Cx<'_>,
    id: CustomId,
    values: &[String],
) -> Result<Response, HandlerError> {
    if let Some(game) = id.game() {
        tracing::Span::current().record("game", game.0);
        cx.app.record_interaction(cx.invoker.id, game).await?;
    }
    match id {
        CustomId::Accept(challenge) => on_heap(|| challenge::accept(cx, challenge)).await,
        CustomId::Decline(challenge) => on_heap(|| challenge::decline(cx, challenge)).await,
        CustomId::Withdraw(challenge) => on_heap(|| challenge::withdraw(cx, challenge)).await,
        CustomId::Move(shown) => on_heap(|| play::compose(cx, shown.game, Some(shown.seq))).await,
        CustomId::More(shown) => on_heap(|| game_menu::show_menu(cx, shown)).await,
        CustomId::Typed(_) => Ok(Response::Ack),
        CustomId::Compose(ComposerTarget::Game(shown), tap) => {
            on_heap(|| play::tap(cx, shown, tap, values)).await
        }
        CustomId::Compose(ComposerTarget::Lesson(lesson), tap) => {
            on_heap(|| lessons::tap(cx, lesson, tap, values)).await
        }
        CustomId::Compose(ComposerTarget::Puzzle(puzzle, ply), tap) => {
            on_heap(|| puzzles::tap(cx, (puzzle, ply), tap, values)).await
        }
        CustomId::Compose(ComposerTarget::Analysis(board, at), tap) => {
            on_heap(|| analysis::tap(cx, (board, at), tap, values)).await
        }
        CustomId::Menu(action) => on_heap(|| press_menu(cx, action, values)).await,
    }
}

/// Handles a component outside of the composer.
async fn press_menu(
    cx: &Cx<'_>,
    action: MenuAction,
    values: &[String],
) -> Result<Response, HandlerError> {
    let chosen = values.first().map(String::as_str).unwrap_or_default();
    match action {
        MenuAction::GameAction(action, shown) => {
            on_heap(|| game_actions::perform(cx, action, shown)).await
        }
        MenuAction::ShowBoard(request) => on_heap(|| board::press(cx, request)).await,
        MenuAction::Rules {
            page,
            as_new_message,
        } => Ok(rules::press(cx.reader, page, as_new_message)),
        MenuAction::Lesson {
            what,
            as_new_message,
        } => on_heap(|| lessons::press(cx, what, as_new_message)).await,
        MenuAction::Onboarding(OnboardingScreen::Challenge) => {
            on_heap(|| challenge_form::open(cx)).await
        }
        MenuAction::ChallengeForm(action) => {
            on_heap(|| challenge_form::press(cx, action, values)).await
        }
        MenuAction::Onboarding(OnboardingScreen::Settings) => Ok(settings::run(cx.reader)),
        MenuAction::ChallengeAnyone => on_heap(|| challenge::against_anyone(cx, chosen)).await,
        MenuAction::AnalyseStart => on_heap(|| analysis::press_start(cx, chosen)).await,
        MenuAction::ChooseGame(purpose) => {
            on_heap(|| choose_game::press(cx, purpose, chosen)).await
        }
        MenuAction::Selected => match CustomId::read(chosen) {
            Some(CustomId::Menu(MenuAction::Selected)) | None => Ok(Response::Ack),
            // An option never carries the menu itself, so this does not recurse further.
            Some(id) => on_heap(|| press(cx, id, &[])).await,
        },
        MenuAction::GamesPage(page) => on_heap(|| games::press(cx, page)).await,
        MenuAction::Leaderboard(page) => on_heap(|| leaderboard::press(cx, page)).await,
        MenuAction::Puzzle(action) => on_heap(|| puzzles::press(cx, action)).await,
        MenuAction::ClubPuzzle(action) => on_heap(|| club_puzzles::press(cx, action)).await,
        MenuAction::Tournament(action) => on_heap(|| tournament::press(cx, action, values)).await,
        MenuAction::Ladder(action) => on_heap(|| ladder::press(cx, action, chosen)).await,
        MenuAction::Lobby(action) => on_heap(|| lobby::press(cx, action)).await,
        MenuAction::Follow(action, game) => on_heap(|| follow::press(cx, action, game)).await,
        MenuAction::FollowedPage(page) => on_heap(|| follow::followed(cx, page)).await,
        MenuAction::ServerSetting(
            setting @ (ServerSetting::Puzzles
            | ServerSetting::PuzzleChannel
            | ServerSetting::PuzzleHour
            | ServerSetting::PuzzleZone),
        ) => on_heap(|| puzzle_settings::press(cx, setting, chosen)).await,
        MenuAction::ServerSetting(
            setting @ (ServerSetting::Ladder
            | ServerSetting::LadderChannel
            | ServerSetting::LadderGame
            | ServerSetting::LadderPace
            | ServerSetting::LadderRated),
        ) => on_heap(|| ladder_settings::press(cx, setting, chosen)).await,
        MenuAction::ServerSetting(setting) => {
            on_heap(|| server_settings::press(cx, setting, values)).await
        }
        MenuAction::PlayerSetting(setting) => on_heap(|| settings::set(cx, setting, chosen)).await,
        MenuAction::ChallengeOpponent(opponent) => {
            on_heap(|| challenge::against(cx, opponent, chosen)).await
        }
        MenuAction::ReminderSetting(action) => {
            on_heap(|| reminders::press(cx, action, chosen)).await
        }
        MenuAction::ZoneForReminder(..) => {
            let modal = reminders::ask_zone(cx.reader.locale, &CustomId::Menu(action));
            Ok(Response::Modal(modal))
        }
        MenuAction::EndVacation => on_heap(|| vacation::end(cx)).await,
        MenuAction::Plan(action) => on_heap(|| plan::press(cx, action)).await,
        MenuAction::Analysis(action) => on_heap(|| analysis::press(cx, action)).await,
        MenuAction::Note(game) => on_heap(|| notes::modal(cx, game)).await,
        MenuAction::Export => on_heap(|| privacy::export(cx)).await,
        MenuAction::EraseData => Ok(privacy::ask_forget(cx.reader)),
        MenuAction::ConfirmErasure => on_heap(|| privacy::forget(cx)).await,
        MenuAction::Replay(action) => on_heap(|| replay::press(cx, action)).await,
        MenuAction::Record(action) => on_heap(|| records::press(cx, action)).await,
        MenuAction::Computer(action) => on_heap(|| computer::press(cx, action, chosen)).await,
        MenuAction::GameAnalysis(action) => on_heap(|| game_analysis::press(cx, action)).await,
        MenuAction::Position(action) => {
            on_heap(|| position_question::press(cx, action, chosen)).await
        }
        MenuAction::FairDraw(game) => on_heap(|| fair_draw::press(cx, game)).await,
        MenuAction::Share(what) => on_heap(|| share::press(cx, what)).await,
        MenuAction::Cancel => {
            let text = cx.reader.locale.text("nothing-done", &[]);
            Ok(Response::Update(Message::text(text)))
        }
    }
}

/// Handles a submitted modal; `lines` are its text inputs by name.
pub(crate) async fn submit(
    cx: &Cx<'_>,
    id: &CustomId,
    lines: &[(String, String)],
) -> Result<Response, HandlerError> {
    if let Some(game) = id.game() {
        cx.app.record_interaction(cx.invoker.id, game).await?;
    }
    let line = |wanted: &str| {
        let found = lines.iter().find(|(name, _)| name == wanted);
        found.map(|(_, text)| text.as_str()).unwrap_or_default()
    };
    match id {
        CustomId::Typed(table) => on_heap(|| submit_turn(cx, *table, line("turn"))).await,
        CustomId::Menu(MenuAction::ReminderSetting(ReminderSetting::Zone)) => {
            on_heap(|| reminders::set_zone(cx, line("zone"))).await
        }
        CustomId::Menu(MenuAction::ZoneForReminder(action, shown)) => {
            on_heap(|| game_actions::remind_in_zone(cx, *action, *shown, line("zone"))).await
        }
        CustomId::Menu(MenuAction::ServerSetting(ServerSetting::PuzzleZone)) => {
            on_heap(|| puzzle_settings::set_zone(cx, line("zone"))).await
        }
        CustomId::Menu(MenuAction::Tournament(TournamentAction::Form(
            TournamentFormAction::Numbers(draft),
        ))) => Ok(tournament_form::set_numbers(cx, *draft, line)),
        CustomId::Menu(MenuAction::Tournament(TournamentAction::Form(
            TournamentFormAction::Make(draft),
        ))) => on_heap(|| tournament_form::make(cx, *draft, line("name"))).await,
        CustomId::Menu(MenuAction::Replay(replay)) => {
            on_heap(|| replay::submit(cx, *replay, lines)).await
        }
        CustomId::Menu(MenuAction::Record(RecordAction::Paste)) => {
            on_heap(|| records::submit(cx, line("record"), None)).await
        }
        CustomId::Menu(MenuAction::Record(RecordAction::PasteAgain)) => {
            on_heap(|| records::submit_again(cx, line("record"))).await
        }
        CustomId::Menu(MenuAction::Note(game)) => {
            on_heap(|| notes::submit(cx, *game, line("note"))).await
        }
        CustomId::Menu(MenuAction::Plan(PlanAction::Queue(game))) => {
            let message = on_heap(|| plan::queue(cx, *game, line("queue"))).await?;
            Ok(Response::Show(message))
        }
        _ => Ok(Response::Ack),
    }
}

/// Handles a turn that was typed into the composer's modal.
async fn submit_turn(
    cx: &Cx<'_>,
    table: ComposerTarget,
    text: &str,
) -> Result<Response, HandlerError> {
    let typed = TurnInput::Text(text.to_owned());
    let response = match table {
        ComposerTarget::Game(shown) => {
            on_heap(|| play::type_turn(cx, shown.game, Some(shown.seq), (TurnSource::Form, text)))
                .await?
        }
        ComposerTarget::Lesson(lesson) => on_heap(|| lessons::try_turn(cx, lesson, &typed)).await?,
        ComposerTarget::Puzzle(puzzle, ply) => {
            on_heap(|| puzzles::try_turn(cx, (puzzle, ply), &typed)).await?
        }
        ComposerTarget::Analysis(board, at) => {
            on_heap(|| analysis::try_turn(cx, (board, at), typed)).await?
        }
    };
    // The composer from which the modal was opened shows the outcome.
    Ok(match response {
        Response::Ephemeral(message) => Response::Show(message),
        response => response,
    })
}
