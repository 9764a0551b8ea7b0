//! One interaction from its arrival to its response: deferred if the handler takes long, followed
//! up afterwards. `dispatch` finds the handler, `parse` and [`request`] are the way in,
//! [`response`] the way out, `handler_context` what a handler is given; [`mod@deferral`] says when a
//! response is deferred; `receiver` takes interactions from Discord; `idempotency` and `claim` see to it that nothing is done twice, `rate_limit`
//! that nobody does too much.

pub mod autocomplete;
pub(crate) mod claim;
pub(crate) mod command;
pub mod deferral;
pub(crate) mod dispatch;
pub(crate) mod error;
pub(crate) mod handler_context;
pub(crate) mod idempotency;
pub(crate) mod parse;
pub(crate) mod pick_game;
pub(crate) mod rate_limit;
pub(crate) mod receiver;
pub mod request;
pub mod response;
pub(crate) mod viewer;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::{InteractionId, MessageId};
use tokio::time::Instant;

use crate::discord::context::{Context, MissingAccess};
use crate::discord::features::{game_place, help};
use crate::discord::i18n::Locale;
use crate::discord::interaction::deferral::{Deferral, deferral};
use crate::discord::interaction::response::{OutdatedPress, Publication, Response};
use crate::discord::notify::undelivered::missed;
use crate::discord::notify::{DeliveryWorker, PreparedNotification, ResponseOutcome};
use crate::discord::rest::client::{RestClient, RestError, SentMessage, insist, snowflake};
use crate::discord::rest::error_code::INTERACTION_ALREADY_ACKNOWLEDGED;
use crate::discord::rest::payload::{
    CallbackType, File, callback, ephemeral_flag, message, modal as payload_modal, private,
    suggestions,
};
use crate::discord::view::challenge::GameOn;
use crate::discord::view::format::FILE;
use crate::discord::view::message::{MAX_TEXT, Message, cut};
use crate::metrics::InteractionResult;
use crate::model::{GameId, PostedMessage};
use request::{Invoker, Request};

/// The time within which an initial response must have been sent. Discord waits three seconds.
const RESPONSE_DEADLINE: Duration = Duration::from_millis(2800);

/// How many times a new game is checked for its place after it was announced without one; each check
/// takes most of a second.
const PLACE_CHECKS: usize = 12;

/// One interaction, until it has its response.
#[derive(Clone)]
pub(crate) struct InteractionTask {
    ctx: Arc<Context>,
    rest: Arc<RestClient>,
    worker: Arc<DeliveryWorker>,
    invoker: Invoker,
    deferral: Deferral,
    /// When it was received.
    received: Instant,
    /// The answer that announces a new game without a link to it, and its message.
    incomplete: Arc<Mutex<Option<(GameOn, MessageId)>>>,
    /// Was a component or a modal of an ephemeral message used?
    is_on_ephemeral: bool,
}

/// A response that is ready to be sent.
struct Prepared {
    kind: InteractionKind,
    form: Value,
    files: Vec<File>,
    /// The message of the component after a public response.
    pressed: Option<Box<Prepared>>,
    /// The answer to which the link to a new game is added later.
    without_place: Option<GameOn>,
    /// The old board whose component was used and that still has its buttons, and what it looks like without.
    cleared: Option<(GameId, PostedMessage, Value)>,
    /// The notification that takes the place of the initial response, where the bot can only
    /// respond.
    notice: Option<PreparedNotification>,
}

impl Prepared {
    const fn new(kind: InteractionKind, form: Value, files: Vec<File>) -> Self {
        Self {
            kind,
            form,
            files,
            pressed: None,
            without_place: None,
            cleared: None,
            notice: None,
        }
    }

    /// Adds a line to an ephemeral message.
    fn add_line(&mut self, line: Option<String>) {
        if let (Some(line), InteractionKind::Ephemeral, Some(text)) =
            (line, self.kind, self.form["content"].as_str())
        {
            self.form["content"] = json!(cut(format!("{text}\n{line}"), MAX_TEXT));
        }
    }
}

/// How a response is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InteractionKind {
    Ephemeral,
    Update,
    Public,
    Modal,
    Autocomplete,
    Ack,
}

impl InteractionTask {
    pub(crate) fn new(
        ctx: &Arc<Context>,
        rest: &Arc<RestClient>,
        worker: &Arc<DeliveryWorker>,
        invoker: Invoker,
        request: &Request,
        received: Instant,
    ) -> Self {
        Self {
            ctx: Arc::clone(ctx),
            rest: Arc::clone(rest),
            worker: Arc::clone(worker),
            invoker,
            deferral: deferral(request),
            received,
            incomplete: Arc::default(),
            is_on_ephemeral: match request {
                Request::Component { is_ephemeral, .. }
                | Request::ModalSubmit { is_ephemeral, .. } => *is_ephemeral,
                _ => false,
            },
        }
    }

    pub(crate) async fn receive(self, request: Request) -> InteractionResult {
        let Some(delivery) = self.ctx.deliveries.receive(self.invoker.interaction) else {
            tracing::info!("the interaction was delivered again and is ignored");
            return InteractionResult::Repeated;
        };
        let note_first = || self.ctx.metrics.first_answer(self.received.elapsed());
        let mut result = InteractionResult::Answered;
        let may_welcome = help::may_follow_with_welcome(&request);
        let replaces_welcome = help::replaces_welcome(&request);
        let accepted_game = help::accepted_game(&request);
        let is_command = matches!(request, Request::Command(_));
        let making = async {
            let answer = dispatch::answer(&self.ctx, &self.invoker, delivery, request).await;
            let mut ready = self.prepare(answer).await;
            if ready.kind == InteractionKind::Autocomplete {
                return ready;
            }
            // Where the bot can only respond, the notification is the response.
            match self.worker.response_to(&self.invoker).await {
                Ok(Some(notice)) => {
                    if notice.is_beginning {
                        ready.add_line(self.missing_access_line().await);
                    }
                    ready.notice = Some(notice);
                }
                Ok(None) => {}
                Err(error) => tracing::error!(
                    ?error,
                    "failed to use a notification as the response; it is delivered by the worker"
                ),
            }
            ready
        };
        tokio::pin!(making);
        let notice = match self.deferral {
            Deferral::Ephemeral => Some(callback(
                CallbackType::DeferredChannelMessageWithSource,
                Some(ephemeral_flag()),
            )),
            Deferral::Update => Some(callback(CallbackType::DeferredUpdateMessage, None)),
            Deferral::Never => None,
        };
        self.ctx.note_answering(&self.invoker);
        let patience = self.ctx.patience.saturating_sub(self.received.elapsed());
        let in_time = tokio::time::timeout(patience, &mut making).await;
        let sent = match (in_time, notice) {
            (Ok(ready), _) => self.send_initial(ready).await.inspect(|()| note_first()),
            (Err(_), None) => {
                let ready = making.await;
                self.send_initial(ready).await.inspect(|()| note_first())
            }
            (Err(_), Some(notice)) => {
                result = InteractionResult::Deferred;
                // Concurrently: the handler may hold what others wait for. It runs to its end even
                // if deferring fails.
                let word = async {
                    let deferred = self.call_back(&notice, &[]).await;
                    deferred.inspect(|()| note_first())
                };
                let (deferred, ready) = tokio::join!(word, &mut making);
                match deferred {
                    Ok(()) => self.send_deferred(ready).await,
                    Err(error) => Err(error),
                }
            }
        };
        self.ctx.note_answered(&self.invoker);
        if is_command && sent.is_ok() {
            self.send_missed().await;
        }
        if may_welcome && sent.is_ok() {
            self.send_welcome(accepted_game).await;
        } else if replaces_welcome && let Err(error) = self.ctx.app.welcome(self.invoker.id).await {
            tracing::error!(%error, "failed to record that a user was welcomed; the welcome message is sent again");
        }
        if let Err(error) = sent {
            // Discord shows the invoker that the interaction failed.
            tracing::warn!(%error, interaction = self.invoker.interaction.0, "failed to respond to an interaction");
            result = InteractionResult::Failed;
        }
        self.add_place().await;
        result
    }

    async fn prepare(&self, answer: Response) -> Prepared {
        let (kind, reply, mut files) = match answer {
            Response::Update(reply) => (InteractionKind::Update, reply, Vec::new()),
            Response::Show(reply) if self.is_on_ephemeral => {
                (InteractionKind::Update, reply, Vec::new())
            }
            Response::Ephemeral(reply) | Response::Show(reply) => {
                (InteractionKind::Ephemeral, reply, Vec::new())
            }
            Response::EphemeralWithFiles(reply, files) => {
                (InteractionKind::Ephemeral, reply, files)
            }
            Response::Outdated(press) => return self.prepare_outdated(*press).await,
            Response::Modal(modal) => {
                return Prepared::new(InteractionKind::Modal, payload_modal(&modal), Vec::new());
            }
            Response::Autocomplete(list) => {
                return Prepared::new(
                    InteractionKind::Autocomplete,
                    suggestions(&list),
                    Vec::new(),
                );
            }
            Response::Public(public) => return self.prepare_public(*public).await,
            Response::PublicWithFiles(reply, files) => (InteractionKind::Public, reply, files),
            Response::Ack => (InteractionKind::Ack, Message::default(), Vec::new()),
        };
        files.extend(self.render_picture(&reply).await);
        Prepared::new(kind, message(&reply, &files, None), files)
    }

    /// Prepares the response to the use of an old board. Removing its buttons in the response to their use
    /// costs nothing of the requests that Discord counts.
    async fn prepare_outdated(&self, press: OutdatedPress) -> Prepared {
        let files = Vec::from_iter(self.render_picture(&press.reply).await);
        let form = message(&press.reply, &files, None);
        let mut ready = Prepared::new(InteractionKind::Ephemeral, form, files);
        match self
            .worker
            .open_board(press.game, self.invoker.message)
            .await
        {
            Ok(found) => ready.cleared = found.map(|(post, form)| (press.game, post, form)),
            Err(error) => {
                tracing::error!(%error, "failed to find an old board; it keeps its buttons until the next one");
            }
        }
        ready
    }

    async fn prepare_public(&self, public: Publication) -> Prepared {
        let files: Vec<File> = self
            .render_picture(&public.reply)
            .await
            .into_iter()
            .collect();
        let form = message(&public.reply, &files, public.ping);
        let mut ready = Prepared::new(InteractionKind::Public, form, files);
        ready.without_place = public.without_place;
        if let Some(reply) = public.pressed {
            let files: Vec<File> = self.render_picture(&reply).await.into_iter().collect();
            let form = message(&reply, &files, None);
            ready.pressed = Some(Box::new(Prepared::new(
                InteractionKind::Update,
                form,
                files,
            )));
        }
        ready
    }

    async fn render_picture(&self, reply: &Message) -> Option<File> {
        let picture = reply.picture.as_ref()?;
        Some(self.ctx.render(picture, FILE).await)
    }

    /// Sends the initial response.
    async fn send_initial(&self, mut ready: Prepared) -> Result<(), RestError> {
        if let Some(notice) = ready.notice.take() {
            let deadline = self.deadline();
            match self.worker.respond(&self.invoker, &notice, deadline).await {
                Ok(ResponseOutcome::Yes) => return self.send_beside_notification(ready).await,
                Ok(ResponseOutcome::NotSent) => {}
                Err(error) => {
                    tracing::error!(%error, "failed to use a notification as the response; it is delivered by the worker");
                }
            }
        }
        if let Some((game, post, form)) = ready.cleared.take() {
            let answer = callback(CallbackType::UpdateMessage, Some(form));
            self.call_back(&answer, &[]).await?;
            if let Err(error) = self.ctx.app.close_message(game, &post, false).await {
                tracing::warn!(%error, "failed to record that an old board has lost its buttons; they are removed again");
            }
            let form = private(ready.form);
            let token = &self.invoker.token;
            return self
                .rest
                .follow_up(token, &form, &ready.files)
                .await
                .map(drop);
        }
        let (kind, data) = match (ready.kind, self.deferral) {
            (InteractionKind::Ephemeral, _) => {
                (CallbackType::ChannelMessageWithSource, private(ready.form))
            }
            // Without a message there is nothing to update.
            (InteractionKind::Update, Deferral::Ephemeral) if self.invoker.message.is_none() => {
                (CallbackType::ChannelMessageWithSource, private(ready.form))
            }
            (InteractionKind::Update, _) => (CallbackType::UpdateMessage, ready.form),
            (InteractionKind::Modal, _) => (CallbackType::Modal, ready.form),
            (InteractionKind::Autocomplete, _) => (
                CallbackType::ApplicationCommandAutocompleteResult,
                ready.form,
            ),
            (InteractionKind::Ack, _) => {
                let ack = callback(CallbackType::DeferredUpdateMessage, None);
                return self.call_back(&ack, &[]).await;
            }
            (InteractionKind::Public, _) => return self.publish(ready).await,
        };
        let answer = callback(kind, Some(data));
        self.call_back(&answer, &ready.files).await
    }

    /// Sends the response as a follow-up after a notification was the initial response. A public
    /// response is dropped: the notification says the same.
    async fn send_beside_notification(&self, ready: Prepared) -> Result<(), RestError> {
        match ready.kind {
            InteractionKind::Ephemeral => {
                let form = private(ready.form);
                let told = self
                    .rest
                    .follow_up(&self.invoker.token, &form, &ready.files);
                told.await.map(drop)
            }
            InteractionKind::Update => {
                self.change_pressed(ready).await;
                Ok(())
            }
            InteractionKind::Public => {
                if let Some(pressed) = ready.pressed {
                    self.change_pressed(*pressed).await;
                }
                Ok(())
            }
            InteractionKind::Modal | InteractionKind::Autocomplete | InteractionKind::Ack => Ok(()),
        }
    }

    /// A line that says what the bot lacks here and how to change that.
    async fn missing_access_line(&self) -> Option<String> {
        let locale = self.locale().await;
        match self.ctx.missing_access(&self.invoker)? {
            MissingAccess::Nothing => None,
            MissingAccess::Bot => {
                let link = self.rest.invitation().unwrap_or_default();
                Some(locale.text("lacks-bot", &[("link", link.into())]))
            }
            MissingAccess::Channel => Some(locale.text("lacks-channel", &[])),
        }
    }

    async fn call_back(&self, answer: &Value, files: &[File]) -> Result<(), RestError> {
        let target = self.target();
        let attempt = || self.rest.call_back(target, answer, files);
        match insist(self.deadline(), attempt).await {
            // An earlier attempt had arrived after all.
            (Err(error), true) if error.code() == Some(INTERACTION_ALREADY_ACKNOWLEDGED) => Ok(()),
            (sent, _) => sent,
        }
    }

    /// When an initial response comes too late.
    fn deadline(&self) -> Instant {
        self.received + RESPONSE_DEADLINE
    }

    /// Where an initial response is sent, and until when.
    fn target(&self) -> (InteractionId, &str, Instant) {
        let id = InteractionId::new(self.invoker.interaction.0 as u64);
        (id, &self.invoker.token, self.deadline())
    }

    /// Sends a public initial response and updates the component's message.
    async fn publish(&self, ready: Prepared) -> Result<(), RestError> {
        let answer = callback(CallbackType::ChannelMessageWithSource, Some(ready.form));
        let target = self.target();
        let attempt = || self.rest.respond(target, &answer, &ready.files);
        let sent = match insist(self.deadline(), attempt).await {
            // An earlier attempt had arrived after all; Discord knows as which message.
            (Err(error), true) if error.code() == Some(INTERACTION_ALREADY_ACKNOWLEDGED) => {
                self.rest.original(&self.invoker.token).await?
            }
            (sent, _) => sent?,
        };
        self.record_published(sent);
        self.add_place_later(ready.without_place, sent);
        if let Some(pressed) = ready.pressed {
            self.change_pressed(*pressed).await;
        }
        Ok(())
    }

    /// Remembers an answer that announces a new game without a link to it.
    fn add_place_later(&self, answer: Option<GameOn>, sent: SentMessage) {
        let message = sent.message.and_then(snowflake).map(MessageId::new);
        let mut incomplete = self
            .incomplete
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *incomplete = answer.zip(message);
    }

    /// Adds the link to a new game to the answer that announces it, as soon as the game has a place.
    async fn add_place(&self) {
        let incomplete = {
            let mut incomplete = self
                .incomplete
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            incomplete.take()
        };
        let Some((answer, id)) = incomplete else {
            return;
        };
        for _ in 0..PLACE_CHECKS {
            let place = match game_place::place(&self.ctx, answer.game).await {
                Ok(None) => continue,
                Ok(Some(place)) => place,
                Err(error) => {
                    tracing::error!(%error, "failed to find the place of a new game; the answer stays without a link");
                    return;
                }
            };
            let form = message(&answer.message(Some(&place)), &[], None);
            let token = &self.invoker.token;
            if let Err(error) = self.rest.change_message(token, id, &form, &[]).await {
                tracing::debug!(%error, "failed to add the link to a new game");
            }
            return;
        }
    }

    /// A public response was sent.
    fn record_published(&self, sent: SentMessage) {
        if sent.is_ephemeral {
            let channel = self.invoker.channel.0;
            tracing::info!(channel, "Discord made a public response ephemeral");
        }
    }

    /// Updates the component's message after a public response; if that fails on an ephemeral
    /// message, sends a follow-up instead.
    async fn change_pressed(&self, ready: Prepared) {
        let token = &self.invoker.token;
        let message = self.invoker.message.and_then(snowflake).map(MessageId::new);
        let changed = match message {
            Some(message) => {
                let changed = self
                    .rest
                    .change_message(token, message, &ready.form, &ready.files);
                changed.await
            }
            None => return,
        };
        let Err(error) = changed else {
            return;
        };
        tracing::debug!(%error, "failed to update the message of a component");
        if self.is_on_ephemeral {
            let form = private(ready.form);
            if let Err(error) = self.rest.follow_up(token, &form, &ready.files).await {
                tracing::debug!(%error, "failed to send a follow-up instead of the update of a message");
            }
        }
    }

    /// Sends the response after a deferral, and the notification after it: the first follow-up
    /// replaces "is thinking", the next one is a message of its own.
    async fn send_deferred(&self, mut ready: Prepared) -> Result<(), RestError> {
        let Some(notice) = ready.notice.take() else {
            return self.send_deferred_response(ready).await;
        };
        if ready.kind == InteractionKind::Public {
            match ready.pressed.take() {
                Some(pressed) => ready = *pressed,
                None => ready.kind = InteractionKind::Ack,
            }
        }
        let told = self.send_deferred_response(ready).await;
        if let Err(error) = self.worker.respond_late(&self.invoker, &notice).await {
            tracing::error!(%error, "failed to use a notification as the response; it is delivered by the worker");
        }
        told
    }

    async fn send_deferred_response(&self, ready: Prepared) -> Result<(), RestError> {
        let token = &self.invoker.token;
        let files = &ready.files;
        match (ready.kind, self.deferral) {
            (InteractionKind::Public, Deferral::Update) => {
                let sent = self.rest.follow_up(token, &ready.form, files).await?;
                self.record_published(sent);
                self.add_place_later(ready.without_place, sent);
                match ready.pressed {
                    Some(pressed) => {
                        let (form, files) = (&pressed.form, &pressed.files);
                        self.rest.change_answer(token, form, files).await
                    }
                    None => Ok(()),
                }
            }
            (InteractionKind::Ack, Deferral::Update) => Ok(()),
            (InteractionKind::Ephemeral, Deferral::Update) => {
                let form = private(ready.form);
                self.rest.follow_up(token, &form, files).await.map(drop)
            }
            // The follow-up of an ephemeral "is thinking" is ephemeral: `deferral` does not defer
            // like that what may be public.
            (InteractionKind::Ephemeral | InteractionKind::Update | InteractionKind::Public, _) => {
                self.rest.change_answer(token, &ready.form, files).await
            }
            // Neither a modal nor autocomplete choices can be sent after a deferral.
            _ => {
                let reply = Message::text(self.locale().await.text("too-late", &[]));
                let form = private(message(&reply, &[], None));
                self.rest.follow_up(token, &form, &[]).await.map(drop)
            }
        }
    }

    /// Sends the notifications that could not be delivered before.
    async fn send_missed(&self) {
        let missed = match missed(&self.ctx, &self.invoker).await {
            Ok(missed) => missed,
            Err(error) => {
                tracing::error!(?error, "failed to read the missed notifications of a user");
                return;
            }
        };
        for (nonce, reply) in missed {
            let ready = self.prepare(Response::Ephemeral(reply)).await;
            let form = private(ready.form);
            let sent = self
                .rest
                .follow_up(&self.invoker.token, &form, &ready.files);
            if let Err(error) = sent.await {
                tracing::debug!(%error, "failed to send a missed notification; it is kept");
                return;
            }
            if let Err(error) = self.ctx.app.mark_shown(&nonce).await {
                tracing::error!(%error, "failed to record a missed notification as sent; it is sent again");
            }
        }
    }

    /// The language of the invoker.
    async fn locale(&self) -> &'static Locale {
        match self.ctx.reader(&self.invoker).await {
            Ok(reader) => reader.locale,
            Err(_) => Locale::of(self.invoker.language()),
        }
    }

    /// Sends the welcome message to a new user, after the response.
    async fn send_welcome(&self, accepted: Option<GameId>) {
        let reply = match help::welcome_message(&self.ctx, &self.invoker, accepted).await {
            Ok(Some(reply)) => reply,
            Ok(None) => return,
            Err(error) => {
                tracing::error!(%error, "failed to make the welcome message");
                return;
            }
        };
        let form = private(message(&reply, &[], None));
        let sent = self.rest.follow_up(&self.invoker.token, &form, &[]);
        if let Err(error) = sent.await {
            tracing::debug!(%error, "failed to send the welcome message");
        }
    }

    /// Responds with an apology after a panic; the initial response may have been sent already.
    pub(crate) async fn apologise(self) {
        let locale = self.locale().await;
        let apology = || async {
            self.prepare(dispatch::internal_error_response(locale))
                .await
        };
        let sent = match self.send_initial(apology().await).await {
            // The response had been deferred.
            Err(error) if error.code() == Some(INTERACTION_ALREADY_ACKNOWLEDGED) => {
                self.send_deferred(apology().await).await
            }
            sent => sent,
        };
        self.ctx.note_answered(&self.invoker);
        if let Err(error) = sent {
            tracing::debug!(%error, "failed to send an apology");
        }
    }
}
