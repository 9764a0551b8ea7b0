//! Downloads of attachments that users send with a command.

use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{Client, Url};

use crate::discord::interaction::request::AttachmentOption;

/// Timeout of a download.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The hosts of Discord's attachments.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

/// Downloads attachments.
#[derive(Clone, Debug)]
pub(crate) struct Downloads {
    client: Option<Client>,
    /// The address of a local Discord.
    local: Option<String>,
}

/// Why an attachment could not be downloaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum DownloadError {
    /// It is larger than allowed.
    TooLarge,
    /// The download failed.
    Failed,
}

impl std::fmt::Display for DownloadError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "the attachment is too large",
            Self::Failed => "the attachment can't be downloaded",
        })
    }
}

impl std::error::Error for DownloadError {}

impl Downloads {
    /// Downloads from Discord, and from a local one if its address is given.
    pub(crate) fn new(local: Option<String>) -> Self {
        // Redirects could lead to another host.
        let client = Client::builder().redirect(Policy::none()).timeout(TIMEOUT);
        Self {
            client: client.build().ok(),
            local,
        }
    }

    /// Downloads an attachment of at most `most` bytes. A larger one is not requested, and the download
    /// stops if the announced size was wrong.
    pub(crate) async fn fetch(
        &self,
        upload: &AttachmentOption,
        most: usize,
    ) -> Result<Vec<u8>, DownloadError> {
        if upload.size > most as u64 {
            return Err(DownloadError::TooLarge);
        }
        if !self.is_known(&upload.url) {
            tracing::warn!("rejected an attachment outside of Discord's hosts");
            return Err(DownloadError::Failed);
        }
        let failed = |error: reqwest::Error| {
            tracing::info!(error = %error.without_url(), "failed to download an attachment");
            DownloadError::Failed
        };
        let client = self.client.as_ref().ok_or(DownloadError::Failed)?;
        let mut answer = client.get(&upload.url).send().await.map_err(failed)?;
        if !answer.status().is_success() {
            return Err(DownloadError::Failed);
        }
        let mut bytes = Vec::new();
        while let Some(part) = answer.chunk().await.map_err(failed)? {
            if bytes.len() + part.len() > most {
                return Err(DownloadError::TooLarge);
            }
            bytes.extend_from_slice(&part);
        }
        Ok(bytes)
    }

    /// Whether the URL is that of an attachment on Discord's hosts.
    fn is_known(&self, url: &str) -> bool {
        let local = self.local.as_deref().map(|base| base.trim_end_matches('/'));
        let is_local = local
            .and_then(|base| url.strip_prefix(base))
            .is_some_and(|rest| rest.starts_with("/attachments/"));
        let is_discord = Url::parse(url).is_ok_and(|url| {
            let host = url.host_str().unwrap_or_default();
            url.scheme() == "https" && HOSTS.contains(&host) && url.port().is_none()
        });
        is_local || is_discord
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_fetched_from_discord_and_from_nowhere_else() {
        let local = Downloads::new(Some("http://127.0.0.1:8420".to_owned()));
        let real = Downloads::new(None);
        for url in [
            "https://cdn.discordapp.com/ephemeral-attachments/1/2/game.txt?ex=1",
            "https://media.discordapp.net/attachments/1/2/game.txt",
        ] {
            assert!(real.is_known(url) && local.is_known(url), "{url}");
        }
        let here = "http://127.0.0.1:8420/attachments/1/2/game.txt";
        assert!(local.is_known(here) && !real.is_known(here));
        for url in [
            "",
            "game.txt",
            "file:///etc/passwd",
            "http://cdn.discordapp.com/attachments/1/2/game.txt",
            "https://cdn.discordapp.com:8443/attachments/1/2/game.txt",
            "https://cdn.discordapp.com.example.com/attachments/1/2/game.txt",
            "https://example.com/?https://cdn.discordapp.com/",
            "https://cdn.discordapp.com@example.com/attachments/1/2/game.txt",
            "http://127.0.0.1:84201/attachments/1/2/game.txt",
            "http://127.0.0.1:8420/api/v10/users/@me",
            "http://169.254.169.254/attachments/",
        ] {
            assert!(!local.is_known(url), "{url}");
        }
    }
}
