//! One interaction, from the question to the answer.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::answer::{Answer, File, form, message, private, suggestions};
use super::board::FILE;
use super::custom_id::Button;
use super::host::Host;
use super::locale::Words;
use super::missed::missed;
use super::reply::Reply;
use super::request::{Caller, Request};
use super::router;
use super::welcome;
use super::wire::{Stop, Wire};

/// If the answer takes longer, word is sent that it is coming. Discord waits three seconds.
pub const PATIENCE: Duration = Duration::from_millis(1200);
/// A first answer that could not be sent is tried once more after this time.
const AGAIN: Duration = Duration::from_millis(150);

/// Discord's number for an interaction that has been answered.
const ANSWERED: isize = 40060;

/// One interaction, until it is answered.
#[derive(Clone)]
pub(super) struct Visit {
    host: Arc<Host>,
    wire: Arc<Wire>,
    caller: Caller,
    deferral: Deferral,
}

/// An answer, ready to be sent.
struct Prepared {
    kind: Kind,
    form: Value,
    files: Vec<File>,
}

/// How an answer is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Tell,
    Change,
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

impl Visit {
    pub(super) fn new(
        host: &Arc<Host>,
        wire: &Arc<Wire>,
        caller: Caller,
        request: &Request,
    ) -> Self {
        Self {
            host: Arc::clone(host),
            wire: Arc::clone(wire),
            caller,
            deferral: deferral(request),
        }
    }

    pub(super) async fn receive(self, request: Request) {
        let Some(delivery) = self.host.deliveries.receive(self.caller.interaction) else {
            tracing::info!("the interaction was delivered again and is ignored");
            return;
        };
        let greets = welcome::suits(&request);
        let is_told = welcome::tells_all(&request);
        let is_command = matches!(request, Request::Command(_));
        let making = async {
            let answer = router::answer(&self.host, &self.caller, delivery, request).await;
            self.prepare(answer).await
        };
        tokio::pin!(making);
        let notice = match self.deferral {
            Deferral::Private => Some(json!({ "type": 5, "data": { "flags": 64 } })),
            Deferral::Change => Some(json!({ "type": 6 })),
            Deferral::Never => None,
        };
        let in_time = tokio::time::timeout(self.host.patience, &mut making).await;
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
        self.host.note_answered(&self.caller.token);
        if is_command && sent.is_ok() {
            self.make_up().await;
        }
        if greets && sent.is_ok() {
            self.greet().await;
        } else if is_told && let Err(error) = self.host.app.welcome(self.caller.id).await {
            tracing::error!(%error, "someone new will be welcomed once too often");
        }
        if let Err(error) = sent {
            // The person sees that it failed, and can press again; what was done is done.
            tracing::warn!(%error, interaction = self.caller.interaction.0, "no answer");
        }
    }

    async fn prepare(&self, answer: Answer) -> Prepared {
        let (kind, reply, mut files) = match answer {
            Answer::Tell(reply) => (Kind::Tell, reply, Vec::new()),
            Answer::Hand(reply, files) => (Kind::Tell, reply, files),
            Answer::Change(reply) => (Kind::Change, reply, Vec::new()),
            Answer::Ask(modal) => {
                return Prepared {
                    kind: Kind::Ask,
                    form: form(&modal),
                    files: Vec::new(),
                };
            }
            Answer::Suggest(list) => {
                return Prepared {
                    kind: Kind::Suggest,
                    form: suggestions(&list),
                    files: Vec::new(),
                };
            }
            Answer::Nothing => (Kind::Nothing, Reply::default(), Vec::new()),
        };
        if let Some(picture) = &reply.picture {
            files.push(self.host.paint(picture, FILE).await);
        }
        Prepared {
            kind,
            form: message(&reply, &files, None),
            files,
        }
    }

    /// The first answer.
    async fn first(&self, ready: Prepared) -> Result<(), Stop> {
        let (number, data) = match (ready.kind, self.deferral) {
            (Kind::Tell, _) => (4, private(ready.form)),
            // Without a message there is nothing to change.
            (Kind::Change, Deferral::Private) if !self.caller.has_message => {
                (4, private(ready.form))
            }
            (Kind::Change, _) => (7, ready.form),
            (Kind::Ask, _) => (9, ready.form),
            (Kind::Suggest, _) => (8, ready.form),
            (Kind::Nothing, _) => return self.call_back(&json!({ "type": 6 }), &[]).await,
        };
        let answer = json!({ "type": number, "data": data });
        self.call_back(&answer, &ready.files).await
    }

    async fn call_back(&self, answer: &Value, files: &[File]) -> Result<(), Stop> {
        let id = serenity::all::InteractionId::new(self.caller.interaction.0 as u64);
        let token = &self.caller.token;
        let try_it = || self.wire.call_back(id, token, answer, files);
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

    /// What follows word that an answer is coming.
    async fn second(&self, ready: Prepared) -> Result<(), Stop> {
        let token = &self.caller.token;
        let files = &ready.files;
        match (ready.kind, self.deferral) {
            (Kind::Nothing, Deferral::Change) => Ok(()),
            (Kind::Tell, Deferral::Change) => {
                self.wire
                    .follow_up(token, &private(ready.form), files)
                    .await
            }
            (Kind::Tell | Kind::Change, _) => {
                self.wire.change_answer(token, &ready.form, files).await
            }
            // Neither a form nor suggestions can come late.
            _ => {
                let reply = Reply {
                    content: self.words().await.say("too-late", &[]),
                    ..Reply::default()
                };
                let form = private(message(&reply, &[], None));
                self.wire.follow_up(token, &form, &[]).await
            }
        }
    }

    /// What could not be told before is told now.
    async fn make_up(&self) {
        let missed = match missed(&self.host, &self.caller).await {
            Ok(missed) => missed,
            Err(error) => {
                tracing::error!(?error, "what was missed is not told");
                return;
            }
        };
        for (nonce, reply) in missed {
            let ready = self.prepare(Answer::Tell(reply)).await;
            let form = private(ready.form);
            let sent = self.wire.follow_up(&self.caller.token, &form, &ready.files);
            if let Err(error) = sent.await {
                tracing::debug!(%error, "what was missed is told another time");
                return;
            }
            if let Err(error) = self.host.app.make_up_for(&nonce).await {
                tracing::error!(%error, "what was missed is told once too often");
            }
        }
    }

    /// The person's language.
    async fn words(&self) -> &'static Words {
        match self.host.reader(&self.caller).await {
            Ok(reader) => reader.words,
            Err(_) => Words::of(self.caller.language()),
        }
    }

    /// A first word to someone new, after the answer.
    async fn greet(&self) {
        let reply = match welcome::greeting(&self.host, &self.caller).await {
            Ok(Some(reply)) => reply,
            Ok(None) => return,
            Err(error) => {
                tracing::error!(%error, "someone new was not welcomed");
                return;
            }
        };
        let form = private(message(&reply, &[], None));
        let sent = self.wire.follow_up(&self.caller.token, &form, &[]);
        if let Err(error) = sent.await {
            tracing::debug!(%error, "no welcome");
        }
    }

    /// Something went wrong with it, and nobody knows how far it had come.
    pub(super) async fn apologise(self) {
        let words = self.words().await;
        let sorry = || async { self.prepare(router::sorry(words)).await };
        let sent = match self.first(sorry().await).await {
            // Word had been sent that an answer was coming.
            Err(error) if error.code() == Some(ANSWERED) => self.second(sorry().await).await,
            sent => sent,
        };
        self.host.note_answered(&self.caller.token);
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
        Request::Press { id, is_private, .. } => match Button::read(id) {
            Some(Button::Accept(_) | Button::Decline(_) | Button::Withdraw(_)) => Deferral::Change,
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
