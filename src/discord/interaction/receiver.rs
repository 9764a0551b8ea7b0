//! Takes interactions from wherever Discord delivers them, the gateway or the HTTP endpoint.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serenity::all::Interaction;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;

use crate::discord::context::Context;
use crate::discord::interaction::request::{Invoker, Request};
use crate::discord::interaction::{InteractionTask, parse};
use crate::discord::notify::DeliveryWorker;
use crate::discord::rest::client::RestClient;
use crate::metrics::InteractionResult;

/// Everything that interactions are handled with.
#[derive(Clone, Debug)]
pub(crate) struct Receiver {
    pub(crate) ctx: Arc<Context>,
    pub(crate) rest: Arc<RestClient>,
    pub(crate) delivery_worker: Arc<DeliveryWorker>,
    /// The number of interactions that ended in a panic.
    pub(crate) panics: Arc<AtomicUsize>,
    /// Interactions that have not got their response yet; shutdown waits for them.
    pub(crate) in_flight: TaskTracker,
}

impl Receiver {
    /// Reads an interaction; `None` for types that the bot does not handle.
    pub(crate) fn read(interaction: Interaction) -> Option<(Invoker, Request)> {
        let read = parse::read(interaction);
        if read.is_none() {
            tracing::warn!("ignored an interaction of an unknown type");
        }
        read
    }

    /// Handles an interaction until it has its response.
    pub(crate) async fn receive(&self, invoker: Invoker, request: Request, arrived: Instant) {
        let span = tracing::info_span!(
            "interaction",
            id = invoker.interaction.0,
            game = tracing::field::Empty
        );
        let kind = request.kind();
        let task = InteractionTask::new(
            &self.ctx,
            &self.rest,
            &self.delivery_worker,
            invoker,
            &request,
            arrived,
        );
        // A panic is counted and logged, and the user still gets a response.
        let apology = task.clone();
        let _in_flight = self.in_flight.token();
        let received = task.receive(request).instrument(span.clone());
        let result = if let Ok(result) = tokio::spawn(received).await {
            result
        } else {
            self.panics.fetch_add(1, Ordering::Relaxed);
            span.in_scope(|| tracing::error!("the handler of an interaction panicked"));
            apology.apologise().instrument(span).await;
            InteractionResult::Panicked
        };
        self.ctx.metrics.interaction(kind, result);
    }
}

/// Logs an interaction that can't be parsed.
pub(crate) fn log_unreadable(interaction: &serde_json::Value) {
    let kind = interaction["type"].as_u64();
    let interaction = interaction["id"].as_str().unwrap_or("?");
    tracing::warn!(
        interaction,
        ?kind,
        "failed to parse an interaction: it gets no response"
    );
}
