//! The endpoint for monitoring: whether the bot lives, whether it is ready, and its metrics. It is for
//! the host only, on an address that others can't reach.

use std::io;
use std::net::SocketAddr;

use axum::http::{StatusCode, header};
use axum::response::IntoResponse as _;
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
    /// Is the bot connected to Discord's gateway? `None` if it takes interactions over HTTP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gateway: Option<bool>,
    /// Does the bot take interactions over HTTP? `None` if it uses the gateway.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<bool>,
    /// Does Discord accept the bot's requests?
    pub discord_api: bool,
    /// Has the bot been asked to stop?
    pub draining: bool,
    /// How long the oldest overdue notice has been waiting.
    pub oldest_unsent_seconds: Option<i64>,
}

impl Health {
    /// Do the database and the connection work?
    pub const fn is_well(&self) -> bool {
        let is_connected = match (self.gateway, self.endpoint) {
            (Some(is_connected), _) | (None, Some(is_connected)) => is_connected,
            (None, None) => false,
        };
        self.database && is_connected
    }

    /// Can the bot do its work? A bot whose requests Discord refuses is alive, but waits for someone to
    /// fix that.
    pub const fn is_ready(&self) -> bool {
        self.is_well() && self.discord_api && !self.draining
    }
}

/// What the endpoint reports.
pub trait Source: Clone + Send + Sync + 'static {
    /// The state of the bot.
    fn health(&self) -> impl Future<Output = Health> + Send;
    /// The metrics, with their media type.
    fn metrics(&self) -> impl Future<Output = (&'static str, String)> + Send;
}

/// Serves
/// - `GET /livez`: 200 as long as the process works at all;
/// - `GET /readyz`: 200 if the bot can do its work, otherwise 503, with the [`Health`] as JSON;
/// - `GET /metrics`: for Prometheus;
/// - `GET /health`, the former name: 200 if database and connection work, otherwise 503.
///
/// Returns the address, which may have been given without a port.
pub async fn serve(
    address: SocketAddr,
    source: impl Source,
) -> io::Result<(SocketAddr, JoinHandle<()>)> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    let health = |is_good: fn(&Health) -> bool| {
        let source = source.clone();
        get(move || {
            let source = source.clone();
            async move {
                let health = source.health().await;
                let status = if is_good(&health) {
                    StatusCode::OK
                } else {
                    StatusCode::SERVICE_UNAVAILABLE
                };
                (status, Json(health))
            }
        })
    };
    let metrics = source.clone();
    let metrics = get(move || {
        let source = metrics.clone();
        async move {
            let (kind, text) = source.metrics().await;
            ([(header::CONTENT_TYPE, kind)], text).into_response()
        }
    });
    let router = Router::new()
        .route("/livez", get(|| async { "alive\n" }))
        .route("/readyz", health(Health::is_ready))
        .route("/health", health(Health::is_well))
        .route("/metrics", metrics);
    let task = tokio::spawn(async move {
        // It never ends by itself; if it fails, the bot still works.
        let _ = axum::serve(listener, router).await;
    });
    Ok((address, task))
}
