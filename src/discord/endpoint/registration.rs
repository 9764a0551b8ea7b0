//! Tells Discord the URLs of the endpoint, and checks from time to time that it still has them: Discord
//! removes a URL that fails.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::Http;
use tokio::sync::watch;

use crate::discord::endpoint::EndpointOptions;
use crate::discord::rest::application::{application, set_endpoint};

/// How often the registration is checked.
const CHECK_INTERVAL: Duration = Duration::from_hours(1);
/// The pause after a first failure; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const MAX_PAUSE: Duration = Duration::from_mins(5);

/// Registers the URLs whenever Discord has others; reports through `done` when it has ours. Runs forever.
pub(crate) async fn keep_registered(
    client: reqwest::Client,
    http: Arc<Http>,
    options: EndpointOptions,
    done: watch::Sender<bool>,
) {
    let mut pause = FIRST_PAUSE;
    loop {
        match register(&client, &http, &options).await {
            Ok(()) => {
                done.send_replace(true);
                pause = FIRST_PAUSE;
                tokio::time::sleep(CHECK_INTERVAL).await;
            }
            Err(error) => {
                done.send_replace(false);
                let url = options.interactions_url();
                let seconds = pause.as_secs();
                tracing::error!(
                    %error,
                    url,
                    "Discord does not take the endpoint: check HEXPOST_PUBLIC_URL and that the proxy \
                     passes requests on to HEXPOST_LISTEN; next try in {seconds} s"
                );
                tokio::time::sleep(pause).await;
                pause = (pause * 2).min(MAX_PAUSE);
            }
        }
    }
}

async fn register(
    client: &reqwest::Client,
    http: &Http,
    options: &EndpointOptions,
) -> Result<(), serenity::Error> {
    let (interactions, events) = (options.interactions_url(), options.events_url());
    let found = application(client, http).await?;
    if found.delivers_to(&interactions, &events) {
        return Ok(());
    }
    set_endpoint(client, http, &interactions, &events).await?;
    tracing::info!(
        before = found.interactions_endpoint_url,
        "Discord now delivers interactions to {interactions} and webhook events to {events}"
    );
    Ok(())
}
