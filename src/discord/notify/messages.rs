//! Sends messages, finds those that have arrived, and closes those that are out of date.

use std::sync::{LazyLock, PoisonError};
use std::time::Duration;

use hexpost_engine::side::BySide;
use hexpost_render::layout::Size;
use hexpost_render::theme::Theme;
use serde_json::{Value, json};
use serenity::all::{
    ChannelId as Channel, Message as DiscordMessage, MessageId, PrivateChannel, Route,
};

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::{AppError, Outgoing};
use crate::discord::i18n::Locale;
use crate::discord::notify::content::started;
use crate::discord::notify::destination::Destination;
use crate::discord::notify::notification::Notification;
use crate::discord::notify::worker::{DeliveryWorker, OldBoards};
use crate::discord::rest::client::{DeliveryError, snowflake};
use crate::discord::rest::error_code;
use crate::discord::rest::payload::{File, message};
use crate::discord::view::board::BoardView;
use crate::discord::view::challenge::card_with_place;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{MAX_TEXT, Message, cut};
use crate::model::{ChannelId, GameId, MessageKind, PlayerId, PostedMessage, ResponseState, Seq};

/// How long Discord remembers a nonce at least.
const NONCE_LIFE: Duration = Duration::from_mins(3);

/// Maximum number of games whose old boards are cleared later. The next board of another game clears its own.
const MAX_PUT_OFF: usize = 10_000;

/// The names of a message, used as its nonce and as the name of its files.
struct FileName {
    new: String,
    /// The name before schema version 0012: the message may have been sent by an older release.
    old: String,
}

/// The outcome of editing a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EditOutcome {
    /// Edited, or it never will be.
    Done,
    /// The thread is archived. That concerns this edit only: a new message opens the thread again.
    Archived,
    /// Discord could not be asked, or demands to wait.
    Later,
}

/// The name of a message before nonces depended on the database.
fn old_nonce(nonce: &str, place: &Destination) -> String {
    let old = match place {
        Destination::Direct(player) => {
            let whose = (player.0 >> 22 ^ player.0) & 0xffff;
            format!("{nonce}d{whose:x}")
        }
        _ => nonce.to_owned(),
    };
    old.chars().take(25).collect()
}

/// Turns a failure of the database into a later attempt.
fn or_retry<T>(done: Result<T, AppError>) -> Result<T, DeliveryError> {
    done.map_err(|error| {
        tracing::error!(%error, "failed to read or write the database; the notification waits");
        DeliveryError::Later(None)
    })
}

/// A game of which only text and buttons are needed, without a picture.
fn text_view<'a>(game: &'a Game, locale: &'static Locale) -> BoardView<'a> {
    static NOBODY: LazyLock<BySide<UserText>> = LazyLock::new(BySide::default);
    BoardView {
        game,
        names: &NOBODY,
        locale,
        theme: Theme::default(),
        size: Size::default(),
        is_flipped: false,
    }
}

impl DeliveryWorker {
    /// Sends a notification to a destination; returns the message, if it can be changed later.
    pub(crate) async fn send(
        &self,
        place: &Destination,
        outgoing: &Outgoing,
        told: &Notification,
        nonce: &str,
    ) -> Result<Option<(ChannelId, i64)>, DeliveryError> {
        let sent = self.try_send(place, outgoing, told, nonce).await;
        let route = match place {
            Destination::Channel(_) => "channel",
            Destination::ReplyToken(_) => "follow_up",
            Destination::Direct(_) => "direct",
            Destination::Said => "response",
        };
        let result = match &sent {
            Ok(_) => "sent",
            Err(DeliveryError::Later(_)) => "later",
            Err(DeliveryError::Unknown) => "unknown",
            Err(DeliveryError::Never(_)) => "rejected",
            Err(_) => "closed",
        };
        self.ctx.metrics.notification(route, result);
        sent
    }

    async fn try_send(
        &self,
        place: &Destination,
        outgoing: &Outgoing,
        told: &Notification,
        nonce: &str,
    ) -> Result<Option<(ChannelId, i64)>, DeliveryError> {
        let whom = match place {
            Destination::Direct(player) => player.to_string(),
            _ => String::new(),
        };
        let named = FileName {
            new: or_retry(self.ctx.wire_nonce(nonce, &whom).await)?,
            old: old_nonce(nonce, place),
        };
        match place {
            Destination::Said => Ok(None),
            Destination::ReplyToken(reply_token) => {
                let files = self.render_files(told, &named.new).await;
                let form = message(&told.reply, &files, told.ping);
                self.ctx.until_answered(reply_token.interaction).await;
                let noted = self
                    .ctx
                    .app
                    .note_response(&outgoing.nonce, &ResponseState::FollowUp);
                or_retry(noted.await)?;
                let sent = self.send_follow_up(&reply_token.token, &outgoing.nonce, &form, &files);
                or_retry(sent.await)??;
                Ok(None)
            }
            Destination::Channel(channel) => {
                let id = self.post(*channel, outgoing, told, &named).await?;
                Ok(Some((*channel, id)))
            }
            Destination::Direct(player) => {
                let channel = self.direct(*player).await?;
                let id = self.post(channel, outgoing, told, &named).await?;
                Ok(Some((channel, id)))
            }
        }
    }

    /// The files of a message.
    pub(crate) async fn render_files(&self, told: &Notification, name: &str) -> Vec<File> {
        let mut files = Vec::new();
        let brush = self.brushes.acquire().await.ok();
        if let Some(picture) = &told.reply.picture {
            files.push(self.ctx.render(picture, &format!("{name}.png")).await);
        }
        if let Some(animation) = &told.animation {
            files.push(
                self.ctx
                    .render_animation(animation, &format!("{name}.gif"))
                    .await,
            );
        }
        drop(brush);
        files
    }

    /// The direct-message channel of a player.
    pub(crate) async fn direct(&self, player: PlayerId) -> Result<ChannelId, DeliveryError> {
        let known = || self.directs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(channel) = known().get(&player) {
            return Ok(*channel);
        }
        let form = json!({ "recipient_id": player.to_string() });
        let direct: PrivateChannel = self.rest.ask(Route::UserMeDmChannels, Some(&form)).await?;
        let channel = ChannelId(direct.id.get() as i64);
        known().insert(player, channel);
        Ok(channel)
    }

    async fn post(
        &self,
        channel: ChannelId,
        outgoing: &Outgoing,
        told: &Notification,
        named: &FileName,
    ) -> Result<i64, DeliveryError> {
        let place = snowflake(channel.0)
            .map(Channel::new)
            .ok_or(DeliveryError::Closed)?;
        let files = self.render_files(told, &named.new).await;
        let mut form = message(&told.reply, &files, told.ping);
        let is_old = outgoing.attempts > 1 && self.ctx.now() > outgoing.made_at + NONCE_LIFE;
        if is_old && let Some(found) = self.find(place, outgoing, &files, &form, named).await? {
            return Ok(found);
        }
        form["nonce"] = json!(named.new);
        form["enforce_nonce"] = json!(true);
        self.rest.send(place, &files, &form).await
    }

    /// Finds the bot's own message of an earlier attempt, by its picture or its text.
    async fn find(
        &self,
        channel: Channel,
        outgoing: &Outgoing,
        files: &[File],
        form: &Value,
        named: &FileName,
    ) -> Result<Option<i64>, DeliveryError> {
        let messages: Vec<DiscordMessage> = self.rest.recent(channel).await?;
        let text = form["content"].as_str().unwrap_or_default();
        // The same text may have been sent before for another reason.
        let is_new = |message: &DiscordMessage| {
            let at = message.timestamp.unix_timestamp().saturating_mul(1000);
            at >= (outgoing.made_at - NONCE_LIFE).0
        };
        let is_file = |name: &str| {
            let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
            stem == named.new || stem == named.old
        };
        let is_it = |message: &&DiscordMessage| {
            message.author.bot
                && if files.is_empty() {
                    message.content == text && is_new(message)
                } else {
                    message.attachments.iter().any(|a| is_file(&a.filename))
                }
        };
        Ok(messages
            .iter()
            .find(is_it)
            .map(|found| found.id.get() as i64))
    }

    /// Records a delivered notification and closes the messages that it replaces.
    pub(crate) async fn record_delivery(
        &self,
        outgoing: &Outgoing,
        told: &Notification,
        post: Option<(ChannelId, i64)>,
    ) -> Result<(), AppError> {
        let now = self.ctx.now();
        match (told.what, post) {
            (Some(what), Some(post)) => self.record_sent(outgoing, what, told.board, post).await?,
            _ => self.ctx.app.sent(&outgoing.nonce, now).await?,
        }
        self.close_offers(outgoing).await
    }

    /// Removes the buttons of offers that have been answered or have lapsed, of reminders after the
    /// turn, and of claims that are no longer possible.
    pub(crate) async fn close_offers(&self, outgoing: &Outgoing) -> Result<(), AppError> {
        let (app, id) = (&self.ctx.app, outgoing.game);
        let posts: Vec<PostedMessage> = app.posted_messages(id).await?;
        let is_offer =
            |post: &&PostedMessage| !matches!(post.what, MessageKind::Card | MessageKind::Board);
        let open: Vec<&PostedMessage> = posts.iter().filter(|post| post.is_open).collect();
        let is_answer = matches!(
            outgoing.notice,
            Notice::DrawDeclined | Notice::DrawWithdrawn
        );
        if !is_answer && !open.iter().copied().any(|post| is_offer(&post)) {
            return Ok(());
        }
        let game = match app.game(id, self.ctx.now()).await {
            Ok(game) => Some(game),
            // No offer of a frozen game is open.
            Err(AppError::Refused(_)) => None,
            Err(no) => return Err(no),
        };
        for post in open.iter().copied().filter(is_offer) {
            // Of several reminders the last one keeps its buttons.
            let is_last = |what: MessageKind| {
                let mut later = open.iter().filter(|other| other.message > post.message);
                !later.any(|other| other.what == what && other.channel == post.channel)
            };
            let stands = |game: &Game| match post.what {
                MessageKind::Draw => game.draw_offer.is_some(),
                MessageKind::Claim => game.is_time_up,
                MessageKind::Reminder => is_last(MessageKind::Reminder),
                _ => game.takeback.is_some(),
            };
            let is_its_board = |game: &&Game| !game.is_over() && post.board == game.position_seq();
            if !game.as_ref().filter(is_its_board).is_some_and(stands) {
                self.remove_buttons(id, post).await?;
            }
        }
        // An offer that came with a turn stands below its board.
        let board = open.iter().rfind(|post| post.what == MessageKind::Board);
        if let (Some(board), Some(game)) = (board, game.filter(|game| !game.is_over()))
            && is_answer
        {
            self.update_buttons(&game, board).await?;
        }
        Ok(())
    }

    /// Updates the buttons of the current board.
    async fn update_buttons(&self, game: &Game, post: &PostedMessage) -> Result<(), AppError> {
        let place = snowflake(post.channel.0).zip(snowflake(post.message));
        let Some((channel, id)) = place else {
            return Ok(());
        };
        let locale = self.public_locale(game).await?;
        let reply = Message {
            rows: text_view(game, locale).rows(),
            ..Message::default()
        };
        let form = json!({ "components": message(&reply, &[], None)["components"] });
        let edited = self
            .rest
            .edit(Channel::new(channel), MessageId::new(id), &form);
        if let Err(stop) = edited.await {
            // The next board has the right buttons.
            tracing::debug!(%stop, "failed to update the buttons of a board");
        }
        Ok(())
    }

    /// The language of a game's public messages.
    async fn public_locale(&self, game: &Game) -> Result<&'static Locale, AppError> {
        if let Some(locale) = self.ctx.public_locale(game.row.server).await? {
            return Ok(locale);
        }
        let players: Vec<PlayerId> = game.row.players.iter().flatten().copied().collect();
        self.locale_for(&players).await
    }

    /// The text of a message that is out of date; `None` if it stays as it is or can't be made.
    async fn outdated_text(
        &self,
        id: GameId,
        post: &PostedMessage,
    ) -> Result<Option<String>, AppError> {
        let game = match self.ctx.app.game(id, self.ctx.now()).await {
            Ok(game) => game,
            Err(AppError::Refused(_)) => return Ok(None),
            Err(no) => return Err(no),
        };
        let is_table = [game.row.channel, game.row.thread].contains(&Some(post.channel));
        let locale = if is_table {
            self.public_locale(&game).await?
        } else {
            // A direct message is in the language of its reader.
            match self.direct_reader(&game, post.channel).await {
                Some(player) => self.ctx.reader_of(player).await?.locale,
                None => return Ok(None),
            }
        };
        let seen = text_view(&game, locale);
        Ok(match (post.what, post.board) {
            (MessageKind::Reminder, _) => Some(locale.text("notice-reminder-over", &[])),
            (MessageKind::Claim, _) => Some(locale.text("notice-claim-over", &[])),
            (MessageKind::Board, Seq::START) => Some(started(&seen)),
            (MessageKind::Board, board) => seen.outdated_text(board),
            _ => None,
        })
    }

    /// The player whose direct messages are in a channel.
    async fn direct_reader(&self, game: &Game, channel: ChannelId) -> Option<PlayerId> {
        for player in game.row.players.iter().flatten() {
            if self
                .direct(*player)
                .await
                .is_ok_and(|direct| direct == channel)
            {
                return Some(*player);
            }
        }
        None
    }

    /// Removes the buttons of all messages of a finished game but its last board. False if Discord
    /// could not be asked, and it is to be tried again.
    pub(crate) async fn strip_messages(&self, game: GameId) -> Result<bool, AppError> {
        let posts = self.ctx.app.posted_messages(game).await?;
        let last = |channel: ChannelId| {
            let is_board =
                |post: &&PostedMessage| post.what == MessageKind::Board && post.channel == channel;
            posts.iter().rfind(is_board)
        };
        let mut is_done = true;
        for post in &posts {
            let is_kept = post.what == MessageKind::Card || last(post.channel) == Some(post);
            if post.is_open && !is_kept {
                is_done &= self.remove_buttons(game, post).await? != EditOutcome::Later;
            }
        }
        Ok(is_done)
    }

    /// A message without its buttons and its call to move.
    async fn without_buttons(&self, game: GameId, post: &PostedMessage) -> Result<Value, AppError> {
        let mut form = json!({ "components": [] });
        // An old message must not ask anybody to move.
        if let Some(text) = self.outdated_text(game, post).await? {
            form["content"] = json!(cut(text, MAX_TEXT));
            form["allowed_mentions"] = json!({ "parse": [] });
        }
        Ok(form)
    }

    /// A board that is not the last one of its game in its channel and still has its buttons, and what it looks
    /// like without them.
    pub(crate) async fn open_board(
        &self,
        game: GameId,
        message: Option<i64>,
    ) -> Result<Option<(PostedMessage, Value)>, AppError> {
        let posts = self.ctx.app.posted_messages(game).await?;
        let mut boards = posts.iter().filter(|post| post.what == MessageKind::Board);
        let found = boards
            .clone()
            .find(|post| post.is_open && Some(post.message) == message);
        let Some(post) = found else {
            return Ok(None);
        };
        if !boards.any(|later| later.channel == post.channel && later.message > post.message) {
            return Ok(None);
        }
        let form = self.without_buttons(game, post).await?;
        Ok(Some((post.clone(), form)))
    }

    /// Removes the buttons of a message, and its call to move.
    async fn remove_buttons(
        &self,
        game: GameId,
        post: &PostedMessage,
    ) -> Result<EditOutcome, AppError> {
        let place = snowflake(post.channel.0).zip(snowflake(post.message));
        let Some((channel, message)) = place else {
            return Ok(EditOutcome::Done);
        };
        let form = self.without_buttons(game, post).await?;
        let (channel, message) = (Channel::new(channel), MessageId::new(message));
        let edited = self.rest.edit(channel, message, &form).await;
        // The next message in an archived thread opens it again.
        let is_archived = edited
            .as_ref()
            .is_err_and(|stop| stop.code() == Some(error_code::THREAD_ARCHIVED));
        match edited.map_err(DeliveryError::from) {
            // It is tried again with the next message.
            Err(_) if is_archived => Ok(EditOutcome::Archived),
            Err(DeliveryError::Later(_)) => Ok(EditOutcome::Later),
            Ok(()) | Err(_) => {
                self.ctx.app.close_message(game, post, false).await?;
                Ok(EditOutcome::Done)
            }
        }
    }

    /// Records a message, so that it can be changed later.
    pub(crate) async fn record_message(
        &self,
        game: GameId,
        what: MessageKind,
        board: Seq,
        (channel, message): (ChannelId, i64),
    ) -> Result<PostedMessage, AppError> {
        let post = PostedMessage {
            message,
            channel,
            what,
            board,
            is_open: true,
        };
        self.ctx.app.record_message(game, &post).await?;
        Ok(post)
    }

    /// Records the message of a notification together with its delivery.
    async fn record_sent(
        &self,
        outgoing: &Outgoing,
        what: MessageKind,
        board: Seq,
        place: (ChannelId, i64),
    ) -> Result<(), AppError> {
        let post = self
            .record_message(outgoing.game, what, board, place)
            .await?;
        let now = self.ctx.now();
        self.ctx.app.sent(&outgoing.nonce, now).await?;
        if what == MessageKind::Board {
            self.close_boards(outgoing.game, &post).await?;
        }
        Ok(())
    }

    /// Removes the buttons of older boards, or the boards themselves if the guild keeps only the latest: at
    /// once, or later if the budget is short. Their buttons carry their event number, and do nothing any more.
    pub(crate) async fn close_boards(
        &self,
        game: GameId,
        latest: &PostedMessage,
    ) -> Result<(), AppError> {
        if !self.rest.is_tight() {
            return self.clear_boards(game, latest).await;
        }
        let boards = OldBoards {
            latest: latest.clone(),
            lease: self.rest.lease().cloned(),
        };
        let mut put_off = self.put_off.lock().unwrap_or_else(PoisonError::into_inner);
        if put_off.len() < MAX_PUT_OFF {
            put_off.insert(game, boards);
        }
        Ok(())
    }

    /// Like [`close_boards`](Self::close_boards), but always at once.
    pub(crate) async fn clear_boards(
        &self,
        game: GameId,
        latest: &PostedMessage,
    ) -> Result<(), AppError> {
        let app = &self.ctx.app;
        let row = app.game_row(game).await?;
        let server = row.as_ref().and_then(|row| row.server);
        let (keeps_latest, has_left) = match server {
            Some(server) => (
                app.server_settings(server).await?.latest_only,
                app.has_left(server).await?,
            ),
            None => (false, false),
        };
        let out_of_reach: Vec<ChannelId> = match row.filter(|_| has_left) {
            Some(row) => [row.channel, row.thread].into_iter().flatten().collect(),
            None => Vec::new(),
        };
        for post in app.posted_messages(game).await? {
            if post.what != MessageKind::Board || !post.is_open || post.message >= latest.message {
                continue;
            }
            // It is closed with the first board after the bot has joined again.
            if out_of_reach.contains(&post.channel) {
                continue;
            }
            if !keeps_latest || post.channel != latest.channel {
                self.remove_buttons(game, &post).await?;
                continue;
            }
            let place = snowflake(post.channel.0).zip(snowflake(post.message));
            let Some((channel, message)) = place else {
                continue;
            };
            let deleted = self
                .rest
                .delete(Channel::new(channel), MessageId::new(message));
            match deleted.await.map_err(DeliveryError::from) {
                // It is tried again with the next board.
                Err(DeliveryError::Later(_)) => {}
                Ok(()) | Err(_) => app.close_message(game, &post, true).await?,
            }
        }
        Ok(())
    }

    /// Updates the cards of a decided challenge; `place` is a link to its game.
    pub(crate) async fn close_cards(
        &self,
        id: GameId,
        place: Option<&str>,
    ) -> Result<(), AppError> {
        let app = &self.ctx.app;
        let challenge = app.challenge_by_id(id).await?;
        let rematch = app.rematch_of(&challenge).await?;
        let row = app.game_row(id).await?;
        for post in app.posted_messages(id).await? {
            if post.what != MessageKind::Card || !post.is_open {
                continue;
            }
            let locale = self.ctx.public_locale(challenge.server).await?;
            let readers: Vec<PlayerId> = challenge.opponent.into_iter().collect();
            let locale = match locale {
                Some(locale) => locale,
                None => self.locale_for(&readers).await?,
            };
            let own = match &row {
                Some(row) => self.own_card(row, locale, place).await?,
                None => None,
            };
            let reply = match own {
                Some(card) => card,
                None => card_with_place(&challenge, rematch, locale, place),
            };
            let (Some(channel), Some(message_id)) =
                (snowflake(post.channel.0), snowflake(post.message))
            else {
                continue;
            };
            // The picture of the starting position is no longer needed.
            let form = message(&reply, &[], None);
            let (channel, message_id) = (Channel::new(channel), MessageId::new(message_id));
            let edited = self.rest.edit(channel, message_id, &form).await;
            match edited.map_err(DeliveryError::from) {
                Err(DeliveryError::Later(_)) => {}
                Ok(()) | Err(_) => app.close_message(id, &post, false).await?,
            }
        }
        Ok(())
    }
}
