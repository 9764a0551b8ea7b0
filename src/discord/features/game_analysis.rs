//! The analysis of finished and imported games by the computer.

use std::time::{Duration, Instant};

use crate::app::Refusal;
use crate::app::computer::game_analysis::{AnalysisProgress, GameAnalysis};
use crate::app::game::state::Game;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::BoardRequest;
use crate::discord::custom_id::game_analysis::GameAnalysisAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::plan::AnalysisAction;
use crate::discord::features::board::is_flipped_for;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::look_at;
use crate::discord::view::board::BoardView;
use crate::discord::view::components::key;
use crate::discord::view::format::variant;
use crate::discord::view::game_analysis::GameAnalysisView;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Message, SelectMenu, SelectOption, cut,
};
use crate::discord::view::reader::Reader;
use crate::model::GameRef;

/// At which interval it is checked whether the analysis is finished.
const BETWEEN_LOOKS: Duration = Duration::from_millis(250);
/// Discord's limits of a select menu: the number of options, the lengths of a label and a description.
const MAX_OPTIONS: usize = 25;
const MAX_LABEL: usize = 100;

/// Handles a component.
pub(crate) async fn press(
    cx: &Cx<'_>,
    action: GameAnalysisAction,
) -> Result<Response, HandlerError> {
    match action {
        GameAnalysisAction::Show(game) => show(cx, game).await,
        GameAnalysisAction::Turn(game, ply, is_better) => {
            show_turn(cx, game, usize::from(ply), is_better).await
        }
    }
}

fn button(action: GameAnalysisAction) -> CustomId {
    CustomId::Menu(MenuAction::GameAnalysis(action))
}

/// Shows the analysis of a game as soon as it is finished, or how far it has got. A player of the game asks
/// for it by that.
async fn show(cx: &Cx<'_>, id: GameRef) -> Result<Response, HandlerError> {
    let game = look_at(cx, id).await?;
    let is_own = id.is_import() || game.row.side_of(cx.invoker.id).is_some();
    let mut progress = if is_own {
        cx.app.ask_game_analysis(&cx.act(), &game).await?
    } else {
        cx.app.game_analysis(&game).await?
    };
    cx.wake();
    let asked = Instant::now();
    loop {
        match progress {
            AnalysisProgress::NotAsked => return Err(Refusal::NotAPlayer.into()),
            AnalysisProgress::Working { .. } => {}
            AnalysisProgress::Finished(analysis) => {
                return Ok(Response::Show(finished(cx, &game, &analysis).await?));
            }
        }
        if asked.elapsed() >= cx.computer_patience {
            return Ok(Response::Show(working(cx.reader, &game, &progress)));
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
        progress = cx.app.game_analysis(&game).await?;
    }
}

/// How far the analysis has got, with a button that looks again.
fn working(reader: &Reader, game: &Game, progress: &AnalysisProgress) -> Message {
    let locale = reader.locale;
    let title = ("variant", variant(locale, &game.row.variant).into());
    let mut lines = vec![locale.text("game-analysis-title", &[title])];
    if let AnalysisProgress::Working {
        done,
        total,
        before,
    } = progress
    {
        lines.push(if *before > 0 && *done == 0 {
            locale.text("game-analysis-waiting", &[("count", (*before).into())])
        } else {
            let args = [("done", (*done).into()), ("total", (*total).into())];
            locale.text("game-analysis-working", &args)
        });
    }
    let again = button(GameAnalysisAction::Show(game.reference));
    let label = locale.text("key-game-analysis-again", &[]);
    Message {
        content: lines.join("\n"),
        picture: None,
        rows: vec![ActionRow::Buttons(vec![key(
            &again,
            label,
            ButtonStyle::Primary,
        )])],
    }
}

/// The finished analysis: chart, accuracy, the deciding move, and a menu of all moves with a mark.
async fn finished(
    cx: &Cx<'_>,
    game: &Game,
    analysis: &GameAnalysis,
) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let names = cx.names_of(game, locale).await;
    let board = BoardView::for_reader(cx.reader, game, &names, false);
    let view = GameAnalysisView {
        board: &board,
        analysis,
    };
    let mut keys = Vec::new();
    keys.extend(analysis.deciding.map(|ply| Button {
        emoji: Some("⚡"),
        ..turn_button(
            (game.reference, ply, false),
            locale.text("key-game-analysis-deciding", &[]),
            ButtonStyle::Primary,
        )
    }));
    let replay = CustomId::Menu(MenuAction::ShowBoard(BoardRequest {
        game: game.reference,
        ply: Some(0),
        is_flipped: is_flipped_for(cx, game.reference).await?,
        is_text: false,
        slot: 0,
    }));
    keys.push(key(
        &replay,
        locale.text("key-look-back", &[]),
        ButtonStyle::Plain,
    ));
    let mut rows = vec![ActionRow::Buttons(keys)];
    rows.extend(marked_menu(cx.reader, &view));
    Ok(Message {
        content: view.summary(),
        picture: Some(view.chart()),
        rows,
    })
}

/// A menu of the turns with a mark; if they are too many, the worst of them.
fn marked_menu(reader: &Reader, view: &GameAnalysisView<'_>) -> Option<ActionRow> {
    let mut marked: Vec<(usize, u8)> = view
        .analysis
        .marked()
        .map(|(ply, turn)| (ply, turn.loss))
        .collect();
    marked.sort_by_key(|(_, loss)| std::cmp::Reverse(*loss));
    marked.truncate(MAX_OPTIONS);
    marked.sort_unstable();
    let option = |(ply, _): (usize, u8)| {
        let (label, chances) = view.option(ply)?;
        let turn = GameAnalysisAction::Turn(view.board.game.reference, limited(ply), false);
        Some(SelectOption {
            label: cut(label, MAX_LABEL),
            value: button(turn).write(),
            description: Some(cut(chances, MAX_LABEL)),
            is_chosen: false,
        })
    };
    let options: Vec<SelectOption> = marked.into_iter().filter_map(option).collect();
    (!options.is_empty()).then(|| {
        ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::Selected).write(),
            placeholder: reader.locale.text("game-analysis-choose", &[]),
            options,
        })
    })
}

fn limited(ply: usize) -> u16 {
    u16::try_from(ply).unwrap_or(u16::MAX)
}

fn turn_button(
    (game, ply, is_better): (GameRef, usize, bool),
    label: String,
    style: ButtonStyle,
) -> Button {
    let turn = GameAnalysisAction::Turn(game, limited(ply), is_better);
    key(&button(turn), label, style)
}

/// Shows a turn or a better one, with what the turn did.
async fn show_turn(
    cx: &Cx<'_>,
    id: GameRef,
    ply: usize,
    is_better: bool,
) -> Result<Response, HandlerError> {
    let game = look_at(cx, id).await?;
    let AnalysisProgress::Finished(analysis) = cx.app.game_analysis(&game).await? else {
        return show(cx, id).await;
    };
    let names = cx.names_of(&game, cx.reader.locale).await;
    let is_flipped = is_flipped_for(cx, id).await?;
    let board = BoardView::for_reader(cx.reader, &game, &names, is_flipped);
    let view = GameAnalysisView {
        board: &board,
        analysis: &analysis,
    };
    let (before, turn) = view.before(ply).ok_or(Refusal::Stale)?;
    let better = analysis.turns[ply].better.map(|(better, _)| better);
    let shown = better.filter(|_| is_better).unwrap_or(turn);
    let mut after = before.clone();
    after.play(&shown).map_err(|_| Refusal::Stale)?;
    let mut lines = vec![cx.reader.locale.text(
        "look-at",
        &[
            ("ply", (ply + 1).into()),
            ("last", analysis.turns.len().into()),
        ],
    )];
    lines.extend(board.turn(ply + 1));
    lines.extend(view.turn_lines(ply));
    lines.extend(
        Some(cx.reader.locale.text("game-analysis-better-shown", &[]))
            .filter(|_| is_better && better.is_some()),
    );
    Ok(Response::Show(Message {
        content: lines.join("\n"),
        picture: Some(board.picture_of(&after, Some((&before, &shown)), None)),
        rows: turn_rows(&view, ply, better.is_some().then_some(is_better)),
    }))
}

/// The buttons below a turn. `shown` says whether the better turn is shown, if there is one.
fn turn_rows(view: &GameAnalysisView<'_>, ply: usize, shown: Option<bool>) -> Vec<ActionRow> {
    let locale = view.board.locale;
    let game = view.board.game.reference;
    let say = |name: &str| locale.text(name, &[]);
    let marked: Vec<usize> = view.analysis.marked().map(|(ply, _)| ply).collect();
    let step = |label: &str, to: Option<usize>, is_forward: bool| {
        // A button without a use needs an id of its own, too.
        let to = to.map_or((game, usize::MAX, is_forward), |ply| (game, ply, false));
        turn_button(to, label.to_owned(), ButtonStyle::Plain)
    };
    let previous = marked.iter().rev().find(|known| **known < ply).copied();
    let next = marked.iter().find(|known| **known > ply).copied();
    let mut keys = vec![
        Button {
            is_disabled: previous.is_none(),
            ..step("◀", previous, false)
        },
        Button {
            is_disabled: next.is_none(),
            ..step("▶", next, true)
        },
    ];
    keys.extend(shown.map(|is_better| {
        let label = if is_better {
            say("key-game-analysis-played")
        } else {
            say("key-game-analysis-better")
        };
        turn_button((game, ply, !is_better), label, ButtonStyle::Primary)
    }));
    let chart = Button {
        emoji: Some("📈"),
        ..key(
            &button(GameAnalysisAction::Show(game)),
            say("key-game-analysis-chart"),
            ButtonStyle::Plain,
        )
    };
    let analyse = AnalysisAction::Open(game, Some(limited(ply)));
    let analyse = CustomId::Menu(MenuAction::Analysis(analyse));
    keys.extend([chart, key(&analyse, say("key-analyse"), ButtonStyle::Plain)]);
    vec![ActionRow::Buttons(keys)]
}
