//! `/analyse`: private boards on which a user tries turns for both sides.

use hexpost_engine::side::BySide;
use hexpost_render::{View, alt_text as description, marks};
use serde_json::{Value, json};

use crate::app::plan::analysis::{Analysis, AnalysisEdit};
use crate::app::{AppError, Refusal, TurnInput};
use crate::discord::composer::{self, Composer, ComposerOutcome, ComposerState};
use crate::discord::custom_id::action::GameCommand;
use crate::discord::custom_id::game_analysis::PositionAction;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::plan::{AnalysisAction, PlanAction};
use crate::discord::custom_id::{ComposerTarget, CustomId, Tap};
use crate::discord::features::board::is_flipped_for;
use crate::discord::i18n::alt_text_phrases::{NamedAltText, side};
use crate::discord::i18n::turn::{capital, turn_in_words};
use crate::discord::interaction::command::{
    INTEGER, STRING, command, game_choices, game_option, named_game, option,
};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::pick_game::find;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::look_at;
use crate::discord::view::components::key;
use crate::discord::view::format::{FILE, drawn, plain, variant};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{
    ActionRow, Button, ButtonStyle, Message, Picture, SelectMenu, SelectOption, cut,
};
use crate::discord::view::plan;
use crate::discord::view::reader::Reader;
use crate::model::GameRef;

pub(crate) fn slash_command() -> Value {
    let mut ply = option(INTEGER, "analyse", "turn");
    ply["min_value"] = json!(0);
    ply["max_value"] = json!(u16::MAX);
    let mut position = option(STRING, "analyse", "position");
    position["max_length"] = json!(1500);
    let mut start = option(STRING, "analyse", "start");
    start["choices"] = game_choices();
    command(
        "analyse",
        vec![game_option("analyse"), ply, start, position],
    )
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    if let Some(code) = call.string("position") {
        let reply = open_code(cx, code).await?;
        return Ok(Response::Ephemeral(reply));
    }
    if let Some(chosen) = call.string("start") {
        let reply = open_start(cx, chosen).await?;
        return Ok(Response::Ephemeral(reply));
    }
    let id = find(cx, named_game(call), GameCommand::Analyse).await?;
    let ply = call.number("turn").and_then(|ply| u16::try_from(ply).ok());
    let reply = open(cx, id.into(), ply).await?;
    Ok(Response::Ephemeral(reply))
}

/// Maximum number of turns of a line that are shown.
const MAX_SHOWN: usize = 12;
/// Discord's limits of a select menu: the number of options and the length of a label.
const MAX_OPTIONS: usize = 25;
const MAX_LABEL: usize = 100;
/// A longer position code is not shown: a truncated one would be useless.
const MAX_CODE: usize = 400;

fn button(what: AnalysisAction) -> CustomId {
    CustomId::Menu(MenuAction::Analysis(what))
}

/// Opens a new analysis board with a position of a game.
pub(crate) async fn open(
    cx: &Cx<'_>,
    id: GameRef,
    ply: Option<u16>,
) -> Result<Message, HandlerError> {
    look_at(cx, id).await?;
    let is_flipped = is_flipped_for(cx, id).await?;
    let act = cx.act();
    let ply = ply.map(usize::from);
    let shown = cx.app.analyse(&act, id, ply, is_flipped).await?;
    screen(cx, &shown, None).await
}

/// Opens a new analysis board with a typed position code.
pub(crate) async fn open_code(cx: &Cx<'_>, code: &str) -> Result<Message, HandlerError> {
    let shown = cx.app.analyse_code(&cx.act(), code).await?;
    screen(cx, &shown, None).await
}

/// Opens a new analysis board with the starting position of a variant, given as an option of the
/// variant menu.
pub(crate) async fn open_start(cx: &Cx<'_>, chosen: &str) -> Result<Message, HandlerError> {
    let (game, name) = chosen.split_once(' ').unwrap_or((chosen, ""));
    let act = cx.act();
    let shown = cx.app.analyse_start(&act, game, name).await?;
    screen(cx, &shown, None).await
}

/// A variant was chosen from the select menu of variants.
pub(crate) async fn press_start(cx: &Cx<'_>, chosen: &str) -> Result<Response, HandlerError> {
    Ok(Response::Show(open_start(cx, chosen).await?))
}

/// Handles a button of an analysis board.
pub(crate) async fn press(cx: &Cx<'_>, what: AnalysisAction) -> Result<Response, HandlerError> {
    let app = &cx.app;
    let act = cx.act();
    let (number, handling) = match what {
        AnalysisAction::Open(id, ply) => {
            // The message from which it was opened stays.
            return Ok(Response::Ephemeral(open(cx, id, ply).await?));
        }
        AnalysisAction::Turn(number, at) => {
            return match app.analysis_at(cx.invoker.id, number, Some(at)).await {
                Ok(shown) => {
                    let reply = compose(cx, &shown, &ComposerState::default()).await?;
                    Ok(Response::Show(reply))
                }
                Err(AppError::Refused(Refusal::Stale)) => again(cx, number).await,
                Err(no) => Err(no.into()),
            };
        }
        AnalysisAction::Plan(number, at, whatever) => {
            let planned = app.plan_analysis(&act, number, at, whatever).await?;
            let reply = plan::screen(cx, cx.reader, &planned).await;
            let said = cx.reader.locale.text("plan-saved", &[]);
            return Ok(Response::Ephemeral(Message {
                content: format!("{said}\n{}", reply.content),
                ..reply
            }));
        }
        AnalysisAction::Note(number) => {
            app.note_analysis(&act, number).await?;
            let shown = app.analysis(cx.invoker.id, number).await?;
            let said = cx.reader.locale.text("analysis-noted", &[]);
            let reply = screen(cx, &shown, Some(said)).await?;
            return Ok(Response::Show(reply));
        }
        AnalysisAction::Go(number, at, _) => (number, AnalysisEdit::Go(at)),
        AnalysisAction::Flip(number) => (number, AnalysisEdit::Flip),
        AnalysisAction::Cut(number, at) => (number, AnalysisEdit::Cut(at)),
    };
    let shown = app.handle_analysis(&act, number, &handling).await?;
    let reply = screen(cx, &shown, None).await?;
    Ok(Response::Show(reply))
}

/// Shows the current analysis board in place of one that is out of date.
async fn again(cx: &Cx<'_>, number: i64) -> Result<Response, HandlerError> {
    let shown = cx.app.analysis(cx.invoker.id, number).await?;
    let reply = screen(cx, &shown, None).await?;
    Ok(Response::Update(reply))
}

/// Handles a tap in the composer of an analysis board.
pub(crate) async fn tap(
    cx: &Cx<'_>,
    (number, at): (i64, u32),
    tap: Tap,
    values: &[String],
) -> Result<Response, HandlerError> {
    let shown = match cx.app.analysis_at(cx.invoker.id, number, Some(at)).await {
        Err(AppError::Refused(Refusal::Stale)) => return again(cx, number).await,
        shown => shown?,
    };
    Ok(match composer::press(tap, values) {
        ComposerOutcome::Show { state, .. } => Response::Update(compose(cx, &shown, &state).await?),
        ComposerOutcome::Play(steps) => {
            let made = TurnInput::Steps(steps);
            try_turn(cx, (number, at), made).await?
        }
        ComposerOutcome::Close | ComposerOutcome::Discard => {
            Response::Update(screen(cx, &shown, None).await?)
        }
        ComposerOutcome::Type => {
            Response::Modal(composer(cx.reader, &shown, BySide::default()).form())
        }
        ComposerOutcome::Nothing => Response::Ack,
    })
}

/// Plays a turn on the analysis board and shows the result.
pub(crate) async fn try_turn(
    cx: &Cx<'_>,
    (number, at): (i64, u32),
    made: TurnInput,
) -> Result<Response, HandlerError> {
    let handling = AnalysisEdit::Try(at, made);
    let act = cx.act();
    let shown = cx.app.handle_analysis(&act, number, &handling).await?;
    let reply = screen(cx, &shown, None).await?;
    Ok(Response::Update(reply))
}

fn composer<'a>(reader: &Reader, shown: &'a Analysis, names: BySide<UserText>) -> Composer<'a> {
    Composer {
        game: &shown.position,
        table: ComposerTarget::Analysis(shown.number, shown.at()),
        locale: reader.locale,
        input: reader.settings.input,
        touched: 0,
        usual: None,
        theme: reader.theme(),
        size: reader.size(),
        is_flipped: shown.is_flipped,
        names,
    }
}

/// A screen of the composer below the line that was tried.
pub(crate) async fn compose(
    cx: &Cx<'_>,
    shown: &Analysis,
    state: &ComposerState,
) -> Result<Message, HandlerError> {
    let names = names(cx, shown).await?;
    let composer = composer(cx.reader, shown, names);
    let mut reply = composer.screen(state).map_err(Refusal::from)?.reply;
    let mut lines = vec![cx.reader.locale.text("analysis-trying", &[])];
    lines.extend(line(shown));
    lines.push(reply.content);
    reply.content = lines.join("\n");
    Ok(reply)
}

/// The names of the players of the game, or of the sides.
async fn names(cx: &Cx<'_>, shown: &Analysis) -> Result<BySide<UserText>, HandlerError> {
    let kind = shown.position.kind();
    let row = match shown.game {
        Some(id) => cx.app.game_row(id).await?,
        None => None,
    };
    Ok(match row {
        Some(row) => cx.names_in(row.players, kind, cx.reader.locale).await,
        None => BySide::new_with(|player| UserText::line(&side(cx.reader.locale, kind, player))),
    })
}

/// The turns that lead to the position shown.
fn line(shown: &Analysis) -> Option<String> {
    let texts = shown.texts();
    let from = texts.len().saturating_sub(MAX_SHOWN);
    let quoted: Vec<String> = texts[from..]
        .iter()
        .map(|text| format!("`{text}`"))
        .collect();
    let dots = if from > 0 { "… → " } else { "" };
    (!texts.is_empty()).then(|| format!("{dots}{}", quoted.join(" → ")))
}

/// The message with an analysis board.
pub(crate) async fn screen(
    cx: &Cx<'_>,
    shown: &Analysis,
    said: Option<String>,
) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let names = names(cx, shown).await?;
    let planned = cx.app.plannable(&cx.act(), shown).await?;
    let mut lines: Vec<String> = said.into_iter().collect();
    lines.push(title(cx, shown).await?);
    lines.extend(line(shown));
    let last = shown.last().map(|(before, turn)| (before, turn));
    lines.extend(
        last.map(|(before, turn)| capital(&turn_in_words(locale.language(), before, turn))),
    );
    let told = NamedAltText {
        locale,
        names: &plain(&names),
        ending: None,
    };
    let state = description::AltText::state(&told, &shown.position);
    lines.push(UserText::line(&state).markdown());
    match planned.as_deref() {
        Some([]) => lines.push(locale.text("analysis-plan-hint", &[])),
        Some(line) => lines.push(would_plan(cx.reader, line)),
        None => {}
    }
    let code = shown.position.code();
    if code.len() <= MAX_CODE {
        lines.push(format!("-# `{code}`"));
    }
    Ok(Message {
        content: lines.join("\n"),
        picture: Some(picture(cx.reader, shown, &names)),
        rows: rows(cx.reader, shown, planned.as_deref()),
    })
}

async fn title(cx: &Cx<'_>, shown: &Analysis) -> Result<String, HandlerError> {
    let row = match shown.game {
        Some(id) => cx.app.game_row(id).await?,
        None => None,
    };
    Ok(match row {
        Some(row) => {
            let args = [
                ("variant", variant(cx.reader.locale, &row.variant).into()),
                ("ply", shown.ply.into()),
            ];
            cx.reader.locale.text("analysis-title-game", &args)
        }
        None => cx.reader.locale.text("analysis-title", &[]),
    })
}

/// The plan that the line would become, as text.
fn would_plan(reader: &Reader, line: &[String]) -> String {
    let pair = |pair: &[String]| {
        let args = [
            ("on", pair[0].as_str().into()),
            ("reply", pair[1].as_str().into()),
        ];
        reader.locale.text("plan-branch", &args)
    };
    let pairs: Vec<String> = line.chunks_exact(2).map(pair).collect();
    let from = pairs.len().saturating_sub(MAX_SHOWN / 2);
    let line = ("line", pairs[from..].join("; ").into());
    reader.locale.text("analysis-plan", &[line])
}

fn picture(reader: &Reader, shown: &Analysis, names: &BySide<UserText>) -> Picture {
    let position = &shown.position;
    let last = shown.last().map(|(before, turn)| (before, turn));
    let mut view = View::new(position.clone());
    view.names = drawn(names, reader.locale, position.kind());
    view.theme = reader.theme();
    view.size = reader.size();
    view.is_flipped = shown.is_flipped;
    let stock = format!("{}-stock-pool", position.kind().as_str());
    view.stock = reader.locale.optional_text(&stock, &[]);
    if let Some((before, turn)) = last {
        view.marks = marks::last_turn(before, turn);
    }
    let told = NamedAltText {
        locale: reader.locale,
        names: &plain(names),
        ending: None,
    };
    Picture {
        alt: description::describe(position, last, &told),
        view: view.into(),
        file: FILE,
    }
}

fn rows(reader: &Reader, shown: &Analysis, planned: Option<&[String]>) -> Vec<ActionRow> {
    let say = |name: &str| reader.locale.text(name, &[]);
    let (number, at) = (shown.number, shown.at());
    let mut rows = vec![ActionRow::Buttons(steps(reader, shown))];
    let turn = Button {
        is_disabled: shown.position.outcome().is_some(),
        ..key(
            &button(AnalysisAction::Turn(number, at)),
            say("key-try-move"),
            ButtonStyle::Primary,
        )
    };
    let mut second = vec![turn];
    if at > 0 {
        let cut = button(AnalysisAction::Cut(number, at));
        second.push(key(&cut, say("key-untry"), ButtonStyle::Plain));
    }
    if shown.game.is_some() && at > 0 {
        let note = button(AnalysisAction::Note(number));
        second.push(key(&note, say("key-note-line"), ButtonStyle::Plain));
    }
    rows.push(ActionRow::Buttons(second));
    rows.extend(computer_row(reader, shown));
    rows.extend(branches(reader, shown));
    if let Some(line) = planned {
        let mut keys = Vec::new();
        if !line.is_empty() {
            let one = button(AnalysisAction::Plan(number, at, false));
            let any = button(AnalysisAction::Plan(number, at, true));
            keys.push(key(&one, say("key-plan-line"), ButtonStyle::Good));
            keys.push(key(&any, say("key-plan-whatever"), ButtonStyle::Plain));
        }
        if let Some(game) = shown.game {
            let show = CustomId::Menu(MenuAction::Plan(PlanAction::Show(game)));
            keys.push(key(&show, say("key-plan"), ButtonStyle::Plain));
        }
        rows.push(ActionRow::Buttons(keys));
    }
    rows
}

/// Buttons that ask the computer about the position, and play on against it.
fn computer_row(reader: &Reader, shown: &Analysis) -> Option<ActionRow> {
    if shown.position.outcome().is_some() {
        return None;
    }
    let (number, at) = (shown.number, shown.at());
    let of = |action: PositionAction, label: &str, emoji: &'static str| Button {
        emoji: Some(emoji),
        ..key(
            &CustomId::Menu(MenuAction::Position(action)),
            reader.locale.text(label, &[]),
            ButtonStyle::Plain,
        )
    };
    let ask = PositionAction::Ask(number, at);
    let mut keys = vec![of(ask, "key-ask-computer", "💡")];
    let play = PositionAction::Level(number, at);
    keys.extend(shown.has_origin().then(|| of(play, "key-play-on", "🤖")));
    Some(ActionRow::Buttons(keys))
}

/// Buttons that step through the line and flip the board.
fn steps(reader: &Reader, shown: &Analysis) -> Vec<Button> {
    let at = shown.at();
    let before = shown.line.iter().rev().nth(1).map_or(0, |tried| tried.id);
    let after = shown.next.last().map_or(at, |tried| tried.id);
    let steps = [
        ("⏮", 0, at == 0),
        ("◀", before, at == 0),
        ("▶", after, shown.next.is_empty()),
        ("⏭", shown.end, shown.next.is_empty()),
    ];
    let steps = (0..)
        .zip(steps)
        .map(|(slot, (label, to, is_disabled))| Button {
            is_disabled,
            ..key(
                &button(AnalysisAction::Go(shown.number, to, slot)),
                label.to_owned(),
                ButtonStyle::Plain,
            )
        });
    let flip = reader.locale.text("key-flip", &[]);
    let flip = key(
        &button(AnalysisAction::Flip(shown.number)),
        flip,
        ButtonStyle::Plain,
    );
    steps.chain([flip]).collect()
}

/// A select menu of the turns tried from this position, if there are several.
fn branches(reader: &Reader, shown: &Analysis) -> Option<ActionRow> {
    let language = reader.locale.language();
    let options = shown.next.iter().rev().take(MAX_OPTIONS).map(|tried| {
        let turn = shown.position.exactly(&tried.text);
        let said = turn.map(|turn| turn_in_words(language, &shown.position, &turn));
        let label = format!("{} — {}", tried.text, said.unwrap_or_default());
        SelectOption {
            label: cut(label, MAX_LABEL),
            value: button(AnalysisAction::Go(shown.number, tried.id, 4)).write(),
            description: None,
            is_chosen: false,
        }
    });
    let options: Vec<SelectOption> = options.collect();
    (options.len() > 1).then(|| {
        ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::Selected).write(),
            placeholder: reader.locale.text("analysis-branches", &[]),
            options,
        })
    })
}
