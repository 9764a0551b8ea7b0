//! The health endpoint: the state of the bot for monitoring, on the local machine only.

use std::io;
use std::net::Ipv4Addr;

use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// The state of the bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Health {
    /// Can the database be read and written?
    pub database: bool,
    /// Is the bot connected to Discord's gateway?
    pub gateway: bool,
    /// Does Discord accept the bot's requests?
    pub discord_api: bool,
    /// How long the oldest overdue notice has been waiting.
    pub oldest_unsent_seconds: Option<i64>,
}

impl Health {
    /// Is the bot alive?
    pub const fn is_well(&self) -> bool {
        self.database && self.gateway
    }

    /// Can the bot do its work? A bot whose requests Discord refuses is alive, but waits for someone to
    /// fix that.
    pub const fn is_ready(&self) -> bool {
        self.is_well() && self.discord_api
    }
}

/// Serves `GET /health` on 127.0.0.1, with status 200 if the bot is alive and 503 otherwise, and `GET
/// /readyz`, the same for whether it can do its work. The body is the [`Health`] as JSON.
pub async fn serve<P, F>(port: u16, probe: P) -> io::Result<JoinHandle<()>>
where
    P: Fn() -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Health> + Send,
{
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let answer = move |is_good: fn(&Health) -> bool| {
        let probe = probe.clone();
        move || {
            let probe = probe.clone();
            async move {
                let health = probe().await;
                let status = if is_good(&health) {
                    StatusCode::OK
                } else {
                    StatusCode::SERVICE_UNAVAILABLE
                };
                (status, Json(health))
            }
        }
    };
    let router = Router::new()
        .route("/health", get(answer(Health::is_well)))
        .route("/readyz", get(answer(Health::is_ready)));
    Ok(tokio::spawn(async move {
        // It never ends by itself; if it fails, the bot still works.
        let _ = axum::serve(listener, router).await;
    }))
}
