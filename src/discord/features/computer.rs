//! `/play`: games against the computer, and its level.

use std::mem;
use std::time::{Duration, Instant};

use hexpost_engine::search::Level;
use hexpost_engine::side::Side;
use serde_json::Value;

use crate::app::computer::hint::{Hint, HintReason};
use crate::app::game::state::Game;
use crate::app::{AppError, NewComputerGame, Refusal, USUAL_LEVEL};
use crate::discord::custom_id::computer::{ComputerAction, ComputerDraft};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::{BoardRef, CustomId};
use crate::discord::features::game_place::{challenge_channel, place};
use crate::discord::features::outdated_board::show_current;
use crate::discord::i18n::turn::turn_in_words;
use crate::discord::i18n::{Locale, refusal};
use crate::discord::interaction::command::{
    INTEGER, STRING, choice, command, game_choices, option,
};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::may_play;
use crate::discord::view::components::key;
use crate::discord::view::computer::{level_about, level_name};
use crate::discord::view::format::{variant, without_seed};
use crate::discord::view::message::{ActionRow, ButtonStyle, Message, SelectMenu, SelectOption};
use crate::discord::view::variants::{OfferedVariant, game_menu, offered};
use crate::model::{
    Computer, GameId, HintStep, Seat, StoredVariant, Terms, level_number, level_of_number,
};

/// The seats as they are offered, with the key of each.
const SEATS: [(Seat, &str); 3] = [
    (Seat::Random, "side-random"),
    (Seat::Mine, "side-first"),
    (Seat::Theirs, "side-computer"),
];

pub(crate) fn slash_command() -> Value {
    let mut game = option(STRING, "play", "game");
    game["choices"] = game_choices();
    let mut level = option(INTEGER, "play", "level");
    level["choices"] = Level::ALL
        .into_iter()
        .map(|level| choice(level_number(level), move |locale| described(locale, level)))
        .collect();
    let mut side = option(STRING, "play", "side");
    side["choices"] = SEATS
        .into_iter()
        .map(|(seat, name)| choice(seat.as_str(), move |locale| locale.text(name, &[])))
        .collect();
    command("play", vec![game, level, side])
}

/// Starts a game if anything was chosen, and opens the form otherwise.
pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let (game, level) = (call.string("game"), call.number("level"));
    let seat = call.string("side").and_then(Seat::from_name);
    let mut draft = usual()?;
    if let Some(game) = game {
        draft.variant = OfferedVariant::of_value(game).ok_or(Refusal::UnknownGame)?;
    }
    if let Some(level) = level {
        draft.level = level_of_number(level).ok_or(Refusal::UnknownLevel)?;
    }
    draft.seat = seat.unwrap_or(draft.seat);
    if game.is_none() {
        may_play(cx).await?;
        return Ok(Response::Ephemeral(form(cx, draft, None).await?));
    }
    Ok(Response::Ephemeral(start(cx, draft).await?))
}

/// Opens the form; with `is_update` in place of the message with the component.
pub(crate) async fn open(cx: &Cx<'_>, is_update: bool) -> Result<Response, HandlerError> {
    may_play(cx).await?;
    let form = form(cx, usual()?, None).await?;
    Ok(if is_update {
        Response::Update(form)
    } else {
        Response::Ephemeral(form)
    })
}

/// Opens the form with the terms of a challenge.
pub(crate) async fn open_with(cx: &Cx<'_>, terms: &Terms) -> Result<Response, HandlerError> {
    may_play(cx).await?;
    let mut draft = usual()?;
    let name = terms.variant.name();
    let game = terms.variant.game_name();
    let chosen = offered().find(|known| known.game == game && known.name == name);
    draft.variant = chosen.unwrap_or(draft.variant);
    draft.seat = terms.seat;
    Ok(Response::Ephemeral(form(cx, draft, None).await?))
}

/// Opens the form for a game from a position of a finished game. The player to move there is the usual side.
async fn open_from(cx: &Cx<'_>, id: GameId, ply: u16) -> Result<Response, HandlerError> {
    may_play(cx).await?;
    let position = cx.app.game_at(id, usize::from(ply), cx.now()).await?;
    let draft = ComputerDraft {
        seat: match position.to_move() {
            Side::First => Seat::Mine,
            Side::Second => Seat::Theirs,
        },
        from: Some(id),
        ply,
        ..usual()?
    };
    Ok(Response::Ephemeral(form(cx, draft, None).await?))
}

/// What the form begins with: the main variant of the first game.
fn usual() -> Result<ComputerDraft, Refusal> {
    Ok(ComputerDraft {
        variant: offered().next().ok_or(Refusal::UnknownGame)?,
        level: USUAL_LEVEL,
        seat: Seat::Random,
        from: None,
        ply: 0,
    })
}

/// Handles a component.
pub(crate) async fn press(
    cx: &Cx<'_>,
    action: ComputerAction,
    chosen: &str,
) -> Result<Response, HandlerError> {
    let level = || chosen.parse().ok().and_then(level_of_number);
    let draft = match action {
        ComputerAction::Open => return open(cx, false).await,
        ComputerAction::PlayOn(game, ply) => return open_from(cx, game, ply).await,
        ComputerAction::HintLook(shown) => return show_hint(cx, shown, HintStep::Look).await,
        ComputerAction::HintTurn(shown) => return show_hint(cx, shown, HintStep::Turn).await,
        ComputerAction::AskLevel(game) => return ask_level(cx, game).await,
        ComputerAction::SetLevel(game) => {
            let level = level().ok_or(Refusal::UnknownLevel)?;
            return set_level(cx, game, level).await;
        }
        ComputerAction::Game(mut draft) => {
            draft.variant = OfferedVariant::of_value(chosen).unwrap_or(draft.variant);
            draft
        }
        ComputerAction::Level(mut draft) => {
            draft.level = level().unwrap_or(draft.level);
            draft
        }
        ComputerAction::Side(mut draft) => {
            draft.seat = Seat::from_name(chosen).unwrap_or(draft.seat);
            draft
        }
        ComputerAction::Start(draft) => {
            let started = start(cx, draft).await;
            return match started {
                Err(HandlerError::App(AppError::Refused(refused))) => {
                    Ok(Response::Update(form(cx, draft, Some(&refused)).await?))
                }
                started => Ok(Response::Update(started?)),
            };
        }
    };
    Ok(Response::Update(form(cx, draft, None).await?))
}

/// Starts a game; the message says where it is.
async fn start(cx: &Cx<'_>, draft: ComputerDraft) -> Result<Message, HandlerError> {
    start_with(cx, draft, draft.variant.stored()).await
}

/// Starts a game of a variant that need not be offered any more.
async fn start_with(
    cx: &Cx<'_>,
    draft: ComputerDraft,
    variant: StoredVariant,
) -> Result<Message, HandlerError> {
    may_play(cx).await?;
    let level = draft.level;
    let new = NewComputerGame {
        variant,
        seat: draft.seat,
        level,
        server: cx.invoker.server,
        channel: challenge_channel(cx).await?,
        opening: Vec::new(),
    };
    let act = cx.act();
    let game = match draft.from {
        Some(from) => {
            let from = (from, usize::from(draft.ply));
            cx.app.play_on(&act, from, &new).await?
        }
        None => cx.app.play_computer(&act, &new).await?,
    };
    started(cx, &game, level).await
}

/// Says that a game was started, and where it is.
pub(crate) async fn started(
    cx: &Cx<'_>,
    game: &Game,
    level: Level,
) -> Result<Message, HandlerError> {
    let id = game.row.id;
    cx.remember_token(id, cx.invoker);
    cx.wake();
    let level = ("level", level_name(cx.reader.locale, level).into());
    Ok(Message::text(match place(cx, id).await? {
        Some(place) => {
            let args = [level, ("place", place.into())];
            cx.reader.locale.text("computer-started-place", &args)
        }
        None => cx.reader.locale.text("computer-started", &[level]),
    }))
}

/// Starts another game with the sides swapped, at the same level.
pub(crate) async fn rematch(
    cx: &Cx<'_>,
    game: &Game,
    side: Side,
    computer: Computer,
) -> Result<Response, HandlerError> {
    // A dealt variant gets a new deal.
    let (kind, full) = (game.row.variant.game_name(), game.row.variant.name());
    let undealt = StoredVariant::parse(kind, without_seed(&full));
    let is_dealt = matches!(undealt, StoredVariant::Undealt { .. });
    let variant = if is_dealt {
        undealt
    } else {
        game.row.variant.clone()
    };
    let seat = match side {
        Side::First => Seat::Theirs,
        Side::Second => Seat::Mine,
    };
    let draft = ComputerDraft {
        level: computer.level,
        seat,
        ..usual()?
    };
    let message = start_with(cx, draft, variant).await?;
    Ok(Response::Ephemeral(message))
}

/// The form, with the reason why the game could not be started.
async fn form(
    cx: &Cx<'_>,
    draft: ComputerDraft,
    problem: Option<&Refusal>,
) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let say = |name: &str| locale.text(name, &[]);
    let id = |action: ComputerAction| CustomId::Menu(MenuAction::Computer(action));
    let mut lines = Vec::new();
    lines.extend(problem.map(|refused| {
        let why = refusal::refusal(locale.language(), refused);
        locale.text("challenge-problem", &[("why", why.into())])
    }));
    lines.push(if let Some(from) = draft.from {
        let row = cx.app.game_row(from).await?.ok_or(Refusal::UnknownGame)?;
        let args = [
            ("variant", variant(locale, &row.variant).into()),
            ("game", from.to_string().into()),
            ("count", usize::from(draft.ply).into()),
        ];
        locale.text("computer-form-from", &args)
    } else {
        let game = variant(locale, &draft.variant.stored());
        locale.text("computer-form", &[("variant", game.into())])
    });
    lines.push(described(locale, draft.level));
    lines.push(say("computer-form-more"));
    let seats = SEATS.into_iter().map(|(seat, name)| SelectOption {
        label: say(name),
        value: seat.as_str().to_owned(),
        description: None,
        is_chosen: seat == draft.seat,
    });
    let games = ActionRow::SelectMenu(SelectMenu {
        id: id(ComputerAction::Game(draft)).write(),
        placeholder: say("challenge-which"),
        options: game_menu(locale, Some(draft.variant)),
    });
    let mut rows = Vec::from_iter(Some(games).filter(|_| draft.from.is_none()));
    rows.extend([
        ActionRow::SelectMenu(SelectMenu {
            id: id(ComputerAction::Level(draft)).write(),
            placeholder: say("computer-level"),
            options: level_options(locale, draft.level),
        }),
        ActionRow::SelectMenu(SelectMenu {
            id: id(ComputerAction::Side(draft)).write(),
            placeholder: say("computer-side"),
            options: seats.collect(),
        }),
        ActionRow::Buttons(vec![key(
            &id(ComputerAction::Start(draft)),
            say("key-computer-start"),
            ButtonStyle::Good,
        )]),
    ]);
    Ok(Message {
        content: lines.join("\n"),
        picture: None,
        rows,
    })
}

/// The name of a level and what it sees, in one line.
fn described(locale: &Locale, level: Level) -> String {
    format!(
        "{}: {}",
        level_name(locale, level),
        level_about(locale, level)
    )
}

pub(crate) fn level_options(locale: &Locale, chosen: Level) -> Vec<SelectOption> {
    let option = |level: Level| SelectOption {
        label: level_name(locale, level),
        value: level_number(level).to_string(),
        description: Some(level_about(locale, level)),
        is_chosen: level == chosen,
    };
    Level::ALL.into_iter().map(option).collect()
}

/// At which interval it is checked whether a hint has been found.
pub(crate) const BETWEEN_HINT_LOOKS: Duration = Duration::from_millis(100);

/// Shows a step of a hint, as soon as it has been found.
async fn show_hint(cx: &Cx<'_>, shown: BoardRef, step: HintStep) -> Result<Response, HandlerError> {
    let act = cx.act_on(shown.seq);
    let asked = Instant::now();
    let mut is_first = true;
    let found = loop {
        let found = match cx.app.hint(&act, shown.game, step).await {
            Err(AppError::Refused(Refusal::Stale)) => return show_current(cx, shown.game).await,
            found => found?,
        };
        if found.is_some() || asked.elapsed() >= cx.computer_patience {
            break found;
        }
        if mem::take(&mut is_first) {
            cx.wake();
        }
        tokio::time::sleep(BETWEEN_HINT_LOOKS).await;
    };
    let locale = cx.reader.locale;
    let say = |name: &str| locale.text(name, &[]);
    let again = |step: HintStep, label: &str| {
        let action = match step {
            HintStep::Look => ComputerAction::HintLook(shown),
            HintStep::Turn => ComputerAction::HintTurn(shown),
        };
        let id = CustomId::Menu(MenuAction::Computer(action));
        key(&id, say(label), ButtonStyle::Plain)
    };
    let compose = key(
        &CustomId::Move(shown),
        say("key-move"),
        ButtonStyle::Primary,
    );
    let (content, keys) = match (&found, step) {
        (None, step) => (say("hint-later"), vec![again(step, "key-hint")]),
        (Some(hint), HintStep::Look) => {
            let board = hint.game.record.game().board();
            let said = match hint.cell() {
                Some(cell) => {
                    let cell = ("cell", board.name(cell).into());
                    locale.text("hint-look", &[cell])
                }
                None => say("hint-look-nowhere"),
            };
            (said, vec![compose, again(HintStep::Turn, "key-hint-turn")])
        }
        (Some(hint), HintStep::Turn) => (hint_text(locale, hint), vec![compose]),
    };
    Ok(Response::Show(Message {
        content,
        picture: None,
        rows: vec![ActionRow::Buttons(keys)],
    }))
}

/// The turn of a hint in notation and in words, and why it is suggested.
fn hint_text(locale: &'static Locale, hint: &Hint) -> String {
    let position = hint.game.record.game();
    let notation = position.write(&hint.turn).unwrap_or_default();
    let said = turn_in_words(locale.language(), position, &hint.turn);
    let reason = match hint.reason {
        HintReason::Only => locale.text("hint-only", &[]),
        HintReason::Wins => locale.text("hint-wins", &[]),
        HintReason::WinsByForce => locale.text("hint-wins-by-force", &[]),
        HintReason::OneReply => locale.text("hint-one-reply", &[]),
        HintReason::Chances(percent) => {
            let percent = ("percent", usize::from(percent).into());
            locale.text("hint-chances", &[percent])
        }
    };
    locale.text(
        "hint-turn",
        &[
            ("notation", notation.into()),
            ("turn", said.into()),
            ("reason", reason.into()),
        ],
    )
}

/// Asks for another level in a running game.
async fn ask_level(cx: &Cx<'_>, id: GameId) -> Result<Response, HandlerError> {
    let game = cx.app.game(id, cx.now()).await?;
    game.row.side_of(cx.invoker.id).ok_or(Refusal::NotAPlayer)?;
    let computer = game.computer.ok_or(Refusal::NoComputer)?;
    let locale = cx.reader.locale;
    Ok(Response::Ephemeral(Message {
        content: locale.text("computer-ask-level", &[]),
        picture: None,
        rows: vec![ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::Computer(ComputerAction::SetLevel(id))).write(),
            placeholder: locale.text("computer-level", &[]),
            options: level_options(locale, computer.level),
        })],
    }))
}

/// Changes the level in a running game.
async fn set_level(cx: &Cx<'_>, id: GameId, level: Level) -> Result<Response, HandlerError> {
    cx.app.set_level(&cx.act(), id, level).await?;
    cx.wake();
    let level = ("level", described(cx.reader.locale, level).into());
    let said = cx.reader.locale.text("computer-level-set", &[level]);
    Ok(Response::Update(Message::text(said)))
}
