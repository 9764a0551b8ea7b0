//! `/import` and game records: files to download, and games imported from elsewhere.

use hexpost_engine::game::Variant;
use hexpost_engine::notation::Dialect;
use hexpost_engine::record::Record;
use serde_json::Value;

use crate::app::computer::game_analysis::AnalysisProgress;
use crate::app::game::state::Game;
use crate::app::import::{BadRecord, MAX_IMPORTS, MAX_RECORD};
use crate::app::{AppError, Refusal};
use crate::discord::context::FailedImport;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::{BoardRequest, GameCommand};
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::replay::RecordAction;
use crate::discord::features::board::show;
use crate::discord::features::rules;
use crate::discord::i18n::refusal;
use crate::discord::interaction::command::{ATTACHMENT, STRING, choice, command, option};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::request::CommandCall;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::look_at;
use crate::discord::rest::attachments::DownloadError;
use crate::discord::rest::payload::File;
use crate::discord::rule_pages::page_for;
use crate::discord::view::board::BoardView;
use crate::discord::view::components::{cancel_button, key};
use crate::discord::view::format::variant;
use crate::discord::view::game_analysis::GameAnalysisView;
use crate::discord::view::message::{
    ActionRow, ButtonStyle, Message, Modal, SelectMenu, SelectOption, TextInput,
};
use crate::discord::view::reader::Reader;
use crate::discord::view::variants::{OfferedVariant, offered};
use crate::model::{GameRef, Import, Time};

pub(crate) fn slash_command() -> Value {
    let file = option(ATTACHMENT, "import", "file");
    let text = option(STRING, "import", "text");
    let mut board = option(STRING, "import", "board");
    board["choices"] = boards()
        .map(|offered| {
            let stored = offered.stored();
            choice(offered.value(), |locale| variant(locale, &stored))
        })
        .collect();
    command("import", vec![file, text, board])
}

/// The boards of games whose foreign notation does not name the board.
fn boards() -> impl Iterator<Item = OfferedVariant> {
    offered().filter(|offered| {
        let variant = Variant::parse(offered.game, offered.name).ok();
        let record = variant.map(Record::new);
        record.is_some_and(|record| record.written_in(Dialect::Gipf).is_some())
    })
}

pub(crate) async fn run(cx: &Cx<'_>, call: &CommandCall) -> Result<Response, HandlerError> {
    let board = call.string("board").and_then(|text| text.split_once(' '));
    let board = board.and_then(|(game, name)| Variant::parse(game, name).ok());
    if let Some(upload) = call.file("file") {
        let bytes = match cx.downloads.fetch(upload, MAX_RECORD).await {
            Ok(bytes) => bytes,
            Err(DownloadError::TooLarge) => return Err(Refusal::Record(BadRecord::TooLarge).into()),
            Err(DownloadError::Failed) => {
                return Err(HandlerError::Explained(
                    cx.reader.locale.text("import-no-file", &[]),
                ));
            }
        };
        return take(cx, &bytes, board.as_ref()).await;
    }
    match call.string("text").map(str::trim) {
        Some(text) if !text.is_empty() => take(cx, text.as_bytes(), board.as_ref()).await,
        _ => Ok(Response::Ephemeral(list(cx).await?)),
    }
}

/// Imports a game and shows its last position. A record that can't be imported is kept for another try.
pub(crate) async fn take(
    cx: &Cx<'_>,
    bytes: &[u8],
    board: Option<&Variant>,
) -> Result<Response, HandlerError> {
    let act = cx.act();
    let game = match cx.app.import(&act, bytes, board).await {
        Err(AppError::Refused(refused)) => return failed(cx, &refused, bytes, board),
        game => game?,
    };
    cx.forget_failed_import(cx.invoker.id);
    let request = BoardRequest {
        game: game.reference,
        ply: None,
        is_flipped: false,
        is_text: false,
        slot: 0,
    };
    let reply = show(cx, request).await?;
    Ok(Response::Ephemeral(reply))
}

/// Says why a record can't be imported, with a button that opens it for correction if it fits a modal.
fn failed(
    cx: &Cx<'_>,
    refused: &Refusal,
    bytes: &[u8],
    board: Option<&Variant>,
) -> Result<Response, HandlerError> {
    let text = std::str::from_utf8(bytes).ok();
    let text = text.filter(|text| text.chars().count() <= usize::from(MAX_TEXT));
    let Some(text) = text else {
        return Err(refused.clone().into());
    };
    let failed = FailedImport {
        text: text.to_owned(),
        board: board.cloned(),
    };
    cx.keep_failed_import(cx.invoker.id, failed);
    let locale = cx.reader.locale;
    let again = CustomId::Menu(MenuAction::Record(RecordAction::PasteAgain));
    let again = key(
        &again,
        locale.text("key-paste-again", &[]),
        ButtonStyle::Primary,
    );
    let page = page_for(refused, None);
    let rule = page.map(|page| rules::rule_button(cx.reader, page));
    Ok(Response::Ephemeral(Message {
        content: refusal::refusal(locale.language(), refused),
        picture: None,
        rows: vec![ActionRow::Buttons(
            [again].into_iter().chain(rule).collect(),
        )],
    }))
}

/// The imported games of the invoker, with a select menu to open one.
pub(crate) async fn list(cx: &Cx<'_>) -> Result<Message, HandlerError> {
    let locale = cx.reader.locale;
    let say = |name: &str| locale.text(name, &[]);
    let imports = cx.app.imports(cx.invoker.id).await?;
    let count = ("count", imports.len().into());
    let most = ("most", MAX_IMPORTS.into());
    let mut rows = Vec::new();
    let options = (1..).zip(&imports).map(|(number, import)| SelectOption {
        label: label(cx.reader, number, import),
        value: GameRef::Import(import.id).number().to_string(),
        description: None,
        is_chosen: false,
    });
    let options: Vec<SelectOption> = options.take(MAX_IMPORTS).collect();
    if !options.is_empty() {
        rows.push(ActionRow::SelectMenu(SelectMenu {
            id: CustomId::Menu(MenuAction::ChooseGame(GameCommand::Replay)).write(),
            placeholder: say("history-open"),
            options,
        }));
    }
    let paste = CustomId::Menu(MenuAction::Record(RecordAction::Paste));
    rows.push(ActionRow::Buttons(vec![key(
        &paste,
        say("key-paste"),
        ButtonStyle::Primary,
    )]));
    Ok(Message {
        content: locale.text("import-list", &[count, most]),
        picture: None,
        rows,
    })
}

/// The label of an imported game in a menu: number, variant, length, date.
pub(crate) fn label(reader: &Reader, number: usize, import: &Import) -> String {
    let locale = reader.locale;
    let date = date(import.at);
    let said = locale.text(
        "import-label",
        &[
            ("variant", variant(locale, &import.variant).into()),
            ("count", (import.plies.max(0) as u64).into()),
            ("date", date.into()),
        ],
    );
    format!("{number}. {said}").chars().take(100).collect()
}

/// The date of a moment in UTC: select menus do not render timestamps.
fn date(time: Time) -> String {
    let moment = jiff::Timestamp::from_millisecond(time.0);
    let day = moment.map(|moment| moment.strftime("%Y-%m-%d").to_string());
    day.unwrap_or_default()
}

/// Discord's limit of a text input.
const MAX_TEXT: u16 = 4000;

/// Handles a button about records.
pub(crate) async fn press(cx: &Cx<'_>, keeping: RecordAction) -> Result<Response, HandlerError> {
    let locale = cx.reader.locale;
    let say = |name: &str| locale.text(name, &[]);
    match keeping {
        RecordAction::Files(id) => files(cx, id).await,
        RecordAction::Paste => Ok(paste_modal(cx, keeping, String::new())),
        RecordAction::PasteAgain => {
            let kept = cx.failed_import(cx.invoker.id);
            let text = kept.map(|failed| failed.text).unwrap_or_default();
            Ok(paste_modal(cx, keeping, text))
        }
        RecordAction::Drop(id) => {
            look_at(cx, id).await?;
            let surely = CustomId::Menu(MenuAction::Record(RecordAction::DropSurely(id)));
            let keys = vec![
                key(&surely, say("key-import-drop-surely"), ButtonStyle::Danger),
                cancel_button(cx.reader.locale),
            ];
            Ok(Response::Update(Message {
                content: say("import-drop-sure"),
                picture: None,
                rows: vec![ActionRow::Buttons(keys)],
            }))
        }
        RecordAction::DropSurely(id) => {
            let act = cx.act();
            let GameRef::Import(import) = id else {
                return Err(Refusal::UnknownGame.into());
            };
            cx.app.drop_import(&act, import).await?;
            let mut listed = list(cx).await?;
            listed.content = format!("{}\n{}", say("import-dropped"), listed.content);
            Ok(Response::Update(listed))
        }
    }
}

/// The modal for a record, with a text to correct.
fn paste_modal(cx: &Cx<'_>, keeping: RecordAction, text: String) -> Response {
    let say = |name: &str| cx.reader.locale.text(name, &[]);
    Response::Modal(Modal {
        id: CustomId::Menu(MenuAction::Record(keeping)).write(),
        title: say("paste-title"),
        inputs: vec![TextInput {
            id: "record",
            label: say("paste-record"),
            placeholder: say("paste-example"),
            longest: MAX_TEXT,
            value: text,
            is_required: true,
        }],
    })
}

/// The modal with a pasted record was submitted.
pub(crate) async fn submit(
    cx: &Cx<'_>,
    text: &str,
    board: Option<&Variant>,
) -> Result<Response, HandlerError> {
    take(cx, text.as_bytes(), board).await
}

/// The modal with a corrected record was submitted: the board that was chosen for it still applies.
pub(crate) async fn submit_again(cx: &Cx<'_>, text: &str) -> Result<Response, HandlerError> {
    let kept = cx.failed_import(cx.invoker.id);
    let board = kept.and_then(|failed| failed.board);
    submit(cx, text, board.as_ref()).await
}

/// Sends the record of a game in every notation that can express it.
async fn files(cx: &Cx<'_>, id: GameRef) -> Result<Response, HandlerError> {
    let game = look_at(cx, id).await?;
    let is_player = game.row.side_of(cx.invoker.id).is_some();
    if !game.is_over() && !is_player && !id.is_import() {
        return Err(Refusal::NotAPlayer.into());
    }
    let name = variant(cx.reader.locale, &game.row.variant);
    let reply = Message::text(
        cx.reader
            .locale
            .text("record-files", &[("variant", name.into())]),
    );
    let comments = comments(cx, &game).await?;
    Ok(Response::EphemeralWithFiles(
        reply,
        written(&game, &comments),
    ))
}

/// What the computer's analysis says about each turn, if there is one.
async fn comments(cx: &Cx<'_>, game: &Game) -> Result<Vec<Option<String>>, HandlerError> {
    let AnalysisProgress::Finished(analysis) = cx.app.game_analysis(game).await? else {
        return Ok(Vec::new());
    };
    let names = cx.names_of(game, cx.reader.locale).await;
    let view = GameAnalysisView {
        board: &BoardView::for_reader(cx.reader, game, &names, false),
        analysis: &analysis,
    };
    Ok(view.comments())
}

fn written(game: &Game, comments: &[Option<String>]) -> Vec<File> {
    let record = &game.record;
    let kind = game.row.variant.game_name();
    let stem = match game.reference {
        GameRef::Import(_) => format!("{kind}-import"),
        GameRef::Game(id) => format!("{kind}-{id}"),
    };
    let file = |end: &str, text: String| File {
        name: format!("{stem}{end}"),
        bytes: text.into_bytes(),
        description: None,
    };
    let json = serde_json::to_string_pretty(record).unwrap_or_default();
    let mut files = vec![
        file(".txt", record.commented(comments)),
        file(".json", json),
    ];
    for dialect in Dialect::ALL {
        let text = record.commented_in(dialect, comments);
        files.extend(text.map(|text| file(&format!(".{}.txt", dialect.as_str()), text)));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_those_of_games_written_elsewhere() {
        let names: Vec<_> = boards().map(|board| board.name).collect();
        assert_eq!(names, ["37", "37-blitz", "48", "61", "40", "43", "44"]);
    }
}
