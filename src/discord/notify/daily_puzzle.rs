//! Messages with the puzzle of the day, and the solution of the last one.

use std::sync::Arc;
use std::time::Duration;

use hexpost_render::layout::Size;
use serde_json::json;
use serenity::all::ChannelId as Channel;

use crate::app::people::settings::Language;
use crate::app::puzzle::choice::puzzle_of_day;
use crate::app::puzzle::daily::DueDailyPuzzle;
use crate::app::puzzle::{NumberedPuzzle, numbered};
use crate::app::{AppError, Refusal};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::codec::number;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::custom_id::puzzle::PuzzleAction;
use crate::discord::i18n::Locale;
use crate::discord::notify::worker::DeliveryWorker;
use crate::discord::rest::client::{DeliveryError, snowflake};
use crate::discord::rest::payload::message;
use crate::discord::view::components::key;
use crate::discord::view::message::{ActionRow, ButtonStyle, Message};
use crate::discord::view::puzzle::{PuzzlePicture, line, task, title};
use crate::model::PuzzleId;

/// Maximum number of messages sent at once.
const BATCH: usize = 10;
/// Pause before one that failed is tried again.
const AGAIN: Duration = Duration::from_secs(20);

impl DeliveryWorker {
    /// Sends the puzzles of the day that are due; true if there were any.
    pub(crate) async fn send_daily_puzzles(&self) -> Result<bool, AppError> {
        let app = &self.ctx.app;
        let due = app.claim_daily_puzzles(self.ctx.now(), BATCH).await?;
        let is_any = !due.is_empty();
        for due in due {
            let server = due.daily.server;
            if let Err(error) = self.send_daily_puzzle(&due).await {
                tracing::error!(
                    ?error,
                    server = server.0,
                    "failed to send a puzzle of the day; trying again later"
                );
                let later = self.ctx.now() + AGAIN;
                app.put_off_daily_puzzle(server, Some(later)).await?;
            }
        }
        Ok(is_any)
    }

    async fn send_daily_puzzle(&self, due: &DueDailyPuzzle) -> Result<(), AppError> {
        let app = &self.ctx.app;
        let server = due.daily.server;
        if app.has_left(server).await? {
            // It goes on when the bot joins again.
            return app.put_off_daily_puzzle(server, None).await;
        }
        let puzzle = puzzle_of_day(due.day).ok_or(Refusal::UnknownPuzzle)?;
        let told = self.daily_message(due, &puzzle).await?;
        let sent = self.send_daily_message(due, &told).await;
        match sent {
            Ok(_) => {
                let now = self.ctx.now();
                app.daily_puzzle_sent(due, puzzle.id, now).await?;
            }
            Err(DeliveryError::Later(told)) => {
                let wait = AGAIN.max(told.unwrap_or_default());
                let later = self.ctx.now() + wait;
                app.put_off_daily_puzzle(server, Some(later)).await?;
            }
            Err(trouble) => {
                tracing::info!(
                    ?trouble,
                    server = server.0,
                    "the puzzle of the day can't be sent to its channel; it is no longer sent"
                );
                app.drop_daily_puzzle(server).await?;
            }
        }
        Ok(())
    }

    async fn send_daily_message(
        &self,
        due: &DueDailyPuzzle,
        told: &Message,
    ) -> Result<i64, DeliveryError> {
        let channel = snowflake(due.daily.channel.0).map(Channel::new);
        let channel = channel.ok_or(DeliveryError::Closed)?;
        let mut files = Vec::new();
        if let Some(picture) = &told.picture {
            files.push(self.ctx.render(picture, picture.file).await);
        }
        let mut form = message(told, &files, None);
        // The nonce makes sure that it is sent once.
        let nonce = format!("z{}-{}", number(due.daily.server.0), due.day);
        let Ok(nonce) = self.ctx.wire_nonce(&nonce, "").await else {
            return Err(DeliveryError::Later(None));
        };
        form["nonce"] = json!(nonce);
        form["enforce_nonce"] = json!(true);
        self.rest.send(channel, &files, &form).await
    }

    /// The puzzle with a button to solve it, and the solution of the last one as a spoiler.
    async fn daily_message(
        &self,
        due: &DueDailyPuzzle,
        puzzle: &Arc<NumberedPuzzle>,
    ) -> Result<Message, AppError> {
        let server = due.daily.server;
        let locale = self.ctx.public_locale(Some(server)).await?;
        let locale = locale.unwrap_or_else(|| Locale::of(Language::English));
        let figures = self.ctx.app.puzzle_figures(puzzle).await?;
        let position = &puzzle.puzzle.position;
        let mut lines = vec![
            title(locale, "puzzle-title-daily", puzzle, &figures),
            task(locale, position, puzzle.puzzle.turns),
        ];
        lines.extend(self.last_solution(due, locale).await);
        let look = PuzzlePicture {
            theme: self.ctx.public_theme(Some(server)).await?,
            size: Size::default(),
            is_flipped: false,
            solver: position.to_move(),
        };
        let solve = CustomId::Menu(MenuAction::Puzzle(PuzzleAction::Open(puzzle.id)));
        let label = locale.text("key-puzzle-solve", &[]);
        Ok(Message {
            content: lines.join("\n"),
            picture: Some(look.of(locale, position, None)),
            rows: vec![ActionRow::Buttons(vec![key(
                &solve,
                label,
                ButtonStyle::Primary,
            )])],
        })
    }

    async fn last_solution(&self, due: &DueDailyPuzzle, locale: &Locale) -> Option<String> {
        let (_, last): (i64, PuzzleId) = due.daily.last?;
        let last = numbered(last).ok()?;
        let turns = self.ctx.app.solution_of(&last).await;
        let line = line(&last.puzzle.position, &turns);
        Some(locale.text("puzzle-daily-last", &[("line", line.into())]))
    }
}
