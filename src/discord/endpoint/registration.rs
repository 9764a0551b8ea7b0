//! Tells Discord the URLs of the endpoint, and checks from time to time that it still has them: Discord
//! removes a URL that fails. Of several processes one does that, and registers the commands when it begins.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::Http;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::app::leases::REGISTRAR;
use crate::discord::endpoint::EndpointOptions;
use crate::discord::gateway::register;
use crate::discord::rest::application::{application, set_endpoint};
use crate::lease_keeper::Leases;

/// How often the registration is checked.
const CHECK_INTERVAL: Duration = Duration::from_hours(1);
/// The pause after a first failure; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(2);
const MAX_PAUSE: Duration = Duration::from_mins(5);
/// How often a process looks whether it has become the one that registers.
const LOOK: Duration = Duration::from_secs(1);

/// Registers the URLs whenever Discord has others.
pub(crate) struct Registrar {
    pub(crate) client: reqwest::Client,
    pub(crate) http: Arc<Http>,
    pub(crate) options: EndpointOptions,
    pub(crate) development_server: Option<u64>,
    pub(crate) leases: Leases,
}

impl Registrar {
    /// Runs forever; reports through `done` whether nothing is left to do.
    pub(crate) async fn run(self, done: watch::Sender<bool>) {
        // The start has registered the commands, if this process is the one that does.
        let mut has_registered = self.leases.holds(REGISTRAR);
        let mut pause = FIRST_PAUSE;
        let mut next = Instant::now();
        loop {
            if !self.leases.holds(REGISTRAR) {
                has_registered = false;
                next = Instant::now();
                done.send_replace(true);
                tokio::time::sleep(LOOK).await;
                continue;
            }
            if next > Instant::now() {
                tokio::time::sleep(LOOK.min(next - Instant::now())).await;
                continue;
            }
            if !has_registered {
                // The former process may have had other commands.
                match register::register(&self.http, self.development_server).await {
                    Ok(_) => has_registered = true,
                    Err(error) => {
                        tracing::warn!(%error, "failed to register the commands; will retry");
                    }
                }
            }
            match self.register().await {
                Ok(()) => {
                    done.send_replace(true);
                    pause = FIRST_PAUSE;
                    next = Instant::now()
                        + if has_registered {
                            CHECK_INTERVAL
                        } else {
                            pause
                        };
                }
                Err(error) => {
                    done.send_replace(false);
                    let url = self.options.interactions_url();
                    let seconds = pause.as_secs();
                    tracing::error!(
                        %error,
                        url,
                        "Discord does not take the endpoint: check HEXPOST_PUBLIC_URL and that the proxy \
                         passes requests on to HEXPOST_LISTEN; next try in {seconds} s"
                    );
                    next = Instant::now() + pause;
                    pause = (pause * 2).min(MAX_PAUSE);
                }
            }
        }
    }

    async fn register(&self) -> Result<(), serenity::Error> {
        let options = &self.options;
        let (interactions, events) = (options.interactions_url(), options.events_url());
        let found = application(&self.client, &self.http).await?;
        if found.delivers_to(&interactions, &events) {
            return Ok(());
        }
        set_endpoint(&self.client, &self.http, &interactions, &events).await?;
        tracing::info!(
            before = found.interactions_endpoint_url,
            "Discord now delivers interactions to {interactions} and webhook events to {events}"
        );
        Ok(())
    }
}
