//! One interaction, from the question to the answer.

pub mod autocomplete;
pub(crate) mod claim;
pub(crate) mod command;
pub(crate) mod cx;
pub(crate) mod dispatch;
pub(crate) mod error;
pub(crate) mod idempotency;
pub(crate) mod parse;
pub(crate) mod pick_game;
pub(crate) mod rate_limit;
pub mod request;
pub mod response;
pub(crate) mod viewer;

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use serenity::all::MessageId;

use crate::discord::context::{Context, Lack};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::action::Lobby;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::features::help;
use crate::discord::i18n::Words;
use crate::discord::interaction::response::{Publication, Response};
use crate::discord::notify::missed::missed;
use crate::discord::notify::{DeliveryWorker, Ready, Responded};
use crate::discord::rest::client::{ANSWERED, RestClient, RestError, Sent, snowflake};
use crate::discord::rest::payload::{File, message, modal as payload_modal, private, suggestions};
use crate::discord::view::format::FILE;
use crate::discord::view::message::{LONGEST_TEXT, Message, cut};
use request::{Invoker, Request};

/// If the answer takes longer, word is sent that it is coming. Discord waits three seconds.
pub const PATIENCE: Duration = Duration::from_millis(1200);
/// A first answer that could not be sent is tried once more after this time.
const AGAIN: Duration = Duration::from_millis(150);

/// One interaction, until it is answered.
#[derive(Clone)]
pub(crate) struct InteractionTask {
    ctx: Arc<Context>,
    rest: Arc<RestClient>,
    worker: Arc<DeliveryWorker>,
    invoker: Invoker,
    deferral: Deferral,
    /// Was it asked on a message that only this person sees?
    is_on_private: bool,
}

/// An answer, ready to be sent.
struct Prepared {
    kind: Kind,
    form: Value,
    files: Vec<File>,
    /// What the pressed message looks like after a public answer.
    pressed: Option<Box<Prepared>>,
    /// What everyone there should see, if the response can be that.
    notice: Option<Ready>,
}

impl Prepared {
    const fn new(kind: Kind, form: Value, files: Vec<File>) -> Self {
        Self {
            kind,
            form,
            files,
            pressed: None,
            notice: None,
        }
    }

    /// Adds a line to what the person alone is told.
    fn add_line(&mut self, line: Option<String>) {
        if let (Some(line), Kind::Tell, Some(text)) =
            (line, self.kind, self.form["content"].as_str())
        {
            self.form["content"] = json!(cut(format!("{text}\n{line}"), LONGEST_TEXT));
        }
    }
}

/// How an answer is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Tell,
    Change,
    Publish,
    Ask,
    Suggest,
    Nothing,
}

/// How word is sent that an answer is coming.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Deferral {
    /// "… is thinking", for the person alone.
    Private,
    /// The pressed message will change.
    Change,
    /// It can't.
    Never,
}

impl InteractionTask {
    pub(crate) fn new(
        ctx: &Arc<Context>,
        rest: &Arc<RestClient>,
        worker: &Arc<DeliveryWorker>,
        invoker: Invoker,
        request: &Request,
    ) -> Self {
        Self {
            ctx: Arc::clone(ctx),
            rest: Arc::clone(rest),
            worker: Arc::clone(worker),
            invoker,
            deferral: deferral(request),
            is_on_private: match request {
                Request::Press { is_private, .. } | Request::Form { is_private, .. } => *is_private,
                _ => false,
            },
        }
    }

    pub(crate) async fn receive(self, request: Request) {
        let Some(delivery) = self.ctx.deliveries.receive(self.invoker.interaction) else {
            tracing::info!("the interaction was delivered again and is ignored");
            return;
        };
        let greets = help::suits(&request);
        let is_told = help::tells_all(&request);
        let is_command = matches!(request, Request::Command(_));
        let making = async {
            let answer = dispatch::answer(&self.ctx, &self.invoker, delivery, request).await;
            let mut ready = self.prepare(answer).await;
            if ready.kind == Kind::Suggest {
                return ready;
            }
            // Where we are only guests, the response is what everyone should see.
            match self.worker.response_to(&self.invoker).await {
                Ok(Some(notice)) => {
                    if notice.is_beginning {
                        ready.add_line(self.lack().await);
                    }
                    ready.notice = Some(notice);
                }
                Ok(None) => {}
                Err(error) => tracing::error!(?error, "a notice goes another way"),
            }
            ready
        };
        tokio::pin!(making);
        let notice = match self.deferral {
            Deferral::Private => Some(json!({ "type": 5, "data": { "flags": 64 } })),
            Deferral::Change => Some(json!({ "type": 6 })),
            Deferral::Never => None,
        };
        self.ctx.note_answering(&self.invoker);
        let in_time = tokio::time::timeout(self.ctx.patience, &mut making).await;
        let sent = match (in_time, notice) {
            (Ok(ready), _) => self.first(ready).await,
            (Err(_), None) => self.first(making.await).await,
            (Err(_), Some(notice)) => {
                // At the same time: it may hold what others wait for. It is done in any case; whether it
                // can be told is another matter.
                let word = self.call_back(&notice, &[]);
                let (deferred, ready) = tokio::join!(word, &mut making);
                match deferred {
                    Ok(()) => self.second(ready).await,
                    Err(error) => Err(error),
                }
            }
        };
        self.ctx.note_answered(&self.invoker);
        if is_command && sent.is_ok() {
            self.make_up().await;
        }
        if greets && sent.is_ok() {
            self.greet().await;
        } else if is_told && let Err(error) = self.ctx.app.welcome(self.invoker.id).await {
            tracing::error!(%error, "someone new will be welcomed once too often");
        }
        if let Err(error) = sent {
            // The person sees that it failed, and can press again; what was done is done.
            tracing::warn!(%error, interaction = self.invoker.interaction.0, "no answer");
        }
    }

    async fn prepare(&self, answer: Response) -> Prepared {
        let (kind, reply, mut files) = match answer {
            Response::Ephemeral(reply) => (Kind::Tell, reply, Vec::new()),
            Response::EphemeralWithFiles(reply, files) => (Kind::Tell, reply, files),
            Response::Update(reply) => (Kind::Change, reply, Vec::new()),
            Response::Show(reply) if self.is_on_private => (Kind::Change, reply, Vec::new()),
            Response::Show(reply) => (Kind::Tell, reply, Vec::new()),
            Response::Modal(modal) => {
                return Prepared::new(Kind::Ask, payload_modal(&modal), Vec::new());
            }
            Response::Autocomplete(list) => {
                return Prepared::new(Kind::Suggest, suggestions(&list), Vec::new());
            }
            Response::Public(public) => return self.prepare_public(*public).await,
            Response::Ack => (Kind::Nothing, Message::default(), Vec::new()),
        };
        files.extend(self.painted(&reply).await);
        Prepared::new(kind, message(&reply, &files, None), files)
    }

    async fn prepare_public(&self, public: Publication) -> Prepared {
        let files: Vec<File> = self.painted(&public.reply).await.into_iter().collect();
        let form = message(&public.reply, &files, public.ping);
        let mut ready = Prepared::new(Kind::Publish, form, files);
        if let Some(reply) = public.pressed {
            let files: Vec<File> = self.painted(&reply).await.into_iter().collect();
            let form = message(&reply, &files, None);
            ready.pressed = Some(Box::new(Prepared::new(Kind::Change, form, files)));
        }
        ready
    }

    async fn painted(&self, reply: &Message) -> Option<File> {
        let picture = reply.picture.as_ref()?;
        Some(self.ctx.paint(picture, FILE).await)
    }

    /// The first answer.
    async fn first(&self, mut ready: Prepared) -> Result<(), RestError> {
        if let Some(notice) = ready.notice.take() {
            match self.worker.respond(&self.invoker, &notice).await {
                Ok(Responded::Yes) => return self.beside(ready).await,
                Ok(Responded::NotSent) => {}
                Err(error) => tracing::error!(%error, "a notice goes another way"),
            }
        }
        let (number, data) = match (ready.kind, self.deferral) {
            (Kind::Tell, _) => (4, private(ready.form)),
            // Without a message there is nothing to change.
            (Kind::Change, Deferral::Private) if self.invoker.message.is_none() => {
                (4, private(ready.form))
            }
            (Kind::Change, _) => (7, ready.form),
            (Kind::Ask, _) => (9, ready.form),
            (Kind::Suggest, _) => (8, ready.form),
            (Kind::Nothing, _) => return self.call_back(&json!({ "type": 6 }), &[]).await,
            (Kind::Publish, _) => return self.publish(ready).await,
        };
        let answer = json!({ "type": number, "data": data });
        self.call_back(&answer, &ready.files).await
    }

    /// What the person is told beside a notice that was the first response. What was to be said publicly
    /// is said by that.
    async fn beside(&self, ready: Prepared) -> Result<(), RestError> {
        match ready.kind {
            Kind::Tell => {
                let form = private(ready.form);
                let told = self
                    .rest
                    .follow_up(&self.invoker.token, &form, &ready.files);
                told.await.map(drop)
            }
            Kind::Change => {
                self.change_pressed(ready).await;
                Ok(())
            }
            Kind::Publish => {
                if let Some(pressed) = ready.pressed {
                    self.change_pressed(*pressed).await;
                }
                Ok(())
            }
            Kind::Ask | Kind::Suggest | Kind::Nothing => Ok(()),
        }
    }

    /// What we lack here, in a line: who reads it can do something about it, or tell someone who can.
    async fn lack(&self) -> Option<String> {
        let words = self.words().await;
        match self.ctx.lack(&self.invoker)? {
            Lack::Nothing => None,
            Lack::Bot => {
                let link = self.rest.invitation().unwrap_or_default();
                Some(words.say("lacks-bot", &[("link", link.into())]))
            }
            Lack::Channel => Some(words.say("lacks-channel", &[])),
        }
    }

    async fn call_back(&self, answer: &Value, files: &[File]) -> Result<(), RestError> {
        let id = serenity::all::InteractionId::new(self.invoker.interaction.0 as u64);
        let token = &self.invoker.token;
        let try_it = || self.rest.call_back(id, token, answer, files);
        match try_it().await {
            Err(error) if error.is_passing() => {
                tokio::time::sleep(AGAIN).await;
                match try_it().await {
                    // The first one had arrived after all.
                    Err(error) if error.code() == Some(ANSWERED) => Ok(()),
                    sent => sent,
                }
            }
            sent => sent,
        }
    }

    /// A public first answer, and what becomes of the pressed message.
    async fn publish(&self, ready: Prepared) -> Result<(), RestError> {
        let answer = json!({ "type": 4, "data": ready.form });
        let id = serenity::all::InteractionId::new(self.invoker.interaction.0 as u64);
        let token = &self.invoker.token;
        let try_it = || self.rest.respond(id, token, &answer, &ready.files);
        let sent = match try_it().await {
            Err(error) if error.is_passing() => {
                tokio::time::sleep(AGAIN).await;
                match try_it().await {
                    // The first one had arrived after all; as what, Discord knows.
                    Err(error) if error.code() == Some(ANSWERED) => {
                        self.rest.original(token).await?
                    }
                    sent => sent?,
                }
            }
            sent => sent?,
        };
        self.published(sent);
        if let Some(pressed) = ready.pressed {
            self.change_pressed(*pressed).await;
        }
        Ok(())
    }

    /// A public answer has arrived.
    fn published(&self, sent: Sent) {
        if sent.is_ephemeral {
            let channel = self.invoker.channel.0;
            tracing::info!(channel, "Discord shows a public answer to one person alone");
        }
    }

    /// Changes the pressed message after a public answer. What can't be changed is told beside it.
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
        tracing::debug!(%error, "the pressed message can't be changed");
        if self.is_on_private {
            let form = private(ready.form);
            if let Err(error) = self.rest.follow_up(token, &form, &ready.files).await {
                tracing::debug!(%error, "what the pressed message should show is not told");
            }
        }
    }

    /// What follows word that an answer is coming, and the notice that everyone should see: the first
    /// follow-up belongs to the person who waits, the next one is a message of its own.
    async fn second(&self, mut ready: Prepared) -> Result<(), RestError> {
        let Some(notice) = ready.notice.take() else {
            return self.second_alone(ready).await;
        };
        if ready.kind == Kind::Publish {
            match ready.pressed.take() {
                Some(pressed) => ready = *pressed,
                None => ready.kind = Kind::Nothing,
            }
        }
        let told = self.second_alone(ready).await;
        if let Err(error) = self.worker.respond_late(&self.invoker, &notice).await {
            tracing::error!(%error, "a notice goes another way");
        }
        told
    }

    async fn second_alone(&self, ready: Prepared) -> Result<(), RestError> {
        let token = &self.invoker.token;
        let files = &ready.files;
        match (ready.kind, self.deferral) {
            (Kind::Publish, Deferral::Change) => {
                let sent = self.rest.follow_up(token, &ready.form, files).await?;
                self.published(sent);
                match ready.pressed {
                    Some(pressed) => {
                        let (form, files) = (&pressed.form, &pressed.files);
                        self.rest.change_answer(token, form, files).await
                    }
                    None => Ok(()),
                }
            }
            (Kind::Nothing, Deferral::Change) => Ok(()),
            (Kind::Tell, Deferral::Change) => {
                let form = private(ready.form);
                self.rest.follow_up(token, &form, files).await.map(drop)
            }
            // After "is thinking" for one person nothing else can be: `deferral` sees to it that what is
            // answered publicly is not deferred like that.
            (Kind::Tell | Kind::Change | Kind::Publish, _) => {
                self.rest.change_answer(token, &ready.form, files).await
            }
            // Neither a form nor suggestions can come late.
            _ => {
                let reply = Message::text(self.words().await.say("too-late", &[]));
                let form = private(message(&reply, &[], None));
                self.rest.follow_up(token, &form, &[]).await.map(drop)
            }
        }
    }

    /// What could not be told before is told now.
    async fn make_up(&self) {
        let missed = match missed(&self.ctx, &self.invoker).await {
            Ok(missed) => missed,
            Err(error) => {
                tracing::error!(?error, "what was missed is not told");
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
                tracing::debug!(%error, "what was missed is told another time");
                return;
            }
            if let Err(error) = self.ctx.app.make_up_for(&nonce).await {
                tracing::error!(%error, "what was missed is told once too often");
            }
        }
    }

    /// The person's language.
    async fn words(&self) -> &'static Words {
        match self.ctx.reader(&self.invoker).await {
            Ok(reader) => reader.words,
            Err(_) => Words::of(self.invoker.language()),
        }
    }

    /// A first word to someone new, after the answer.
    async fn greet(&self) {
        let reply = match help::greeting(&self.ctx, &self.invoker).await {
            Ok(Some(reply)) => reply,
            Ok(None) => return,
            Err(error) => {
                tracing::error!(%error, "someone new was not welcomed");
                return;
            }
        };
        let form = private(message(&reply, &[], None));
        let sent = self.rest.follow_up(&self.invoker.token, &form, &[]);
        if let Err(error) = sent.await {
            tracing::debug!(%error, "no welcome");
        }
    }

    /// Something went wrong with it, and nobody knows how far it had come.
    pub(crate) async fn apologise(self) {
        let words = self.words().await;
        let sorry = || async { self.prepare(dispatch::sorry(words)).await };
        let sent = match self.first(sorry().await).await {
            // Word had been sent that an answer was coming.
            Err(error) if error.code() == Some(ANSWERED) => self.second(sorry().await).await,
            sent => sent,
        };
        self.ctx.note_answered(&self.invoker);
        if let Err(error) = sent {
            tracing::debug!(%error, "no apology");
        }
    }
}

/// How word can be sent that the answer is coming.
fn deferral(request: &Request) -> Deferral {
    match request {
        Request::Command(_) | Request::About(..) => Deferral::Private,
        Request::Suggest(..) => Deferral::Never,
        Request::Press { id, is_private, .. } => match CustomId::read(id) {
            // What may be answered publicly is among these.
            Some(
                CustomId::Accept(_)
                | CustomId::Decline(_)
                | CustomId::Withdraw(_)
                | CustomId::Menu(MenuAction::Lobby(Lobby::Play(_))),
            ) => Deferral::Change,
            _ if *is_private => Deferral::Change,
            _ => Deferral::Private,
        },
        Request::Form { is_private, .. } => {
            if *is_private {
                Deferral::Change
            } else {
                Deferral::Private
            }
        }
    }
}
