//! How the bot is, for whoever watches it: a small page on this machine alone.

use std::io;
use std::net::Ipv4Addr;

use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// How the bot is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Health {
    /// Can the database be read and written?
    pub database: bool,
    /// Is the bot connected to Discord?
    pub gateway: bool,
    /// Does Discord accept the bot's requests?
    pub discord_api: bool,
    /// How long the oldest notice has waited to be sent.
    pub oldest_unsent_seconds: Option<i64>,
}

impl Health {
    /// Is all well?
    pub const fn is_well(&self) -> bool {
        self.database && self.gateway
    }

    /// Can the bot do its work? A bot whose requests Discord refuses is well, but waits for someone to put
    /// that right.
    pub const fn is_ready(&self) -> bool {
        self.is_well() && self.discord_api
    }
}

/// Answers `GET /health` on 127.0.0.1: 200 if all is well, 503 otherwise, with what is known; and `GET
/// /readyz`, the same for whether the bot can do its work.
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
        // It never ends by itself; without it, the bot still plays.
        let _ = axum::serve(listener, router).await;
    }))
}
