//! Upload of the application's emoji.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::json;
use serenity::all::Http;

use crate::discord::view::emoji::EmojiIds;

/// How often, and at what interval, a process that does not upload them looks for missing emoji.
const CHECKS: usize = 10;
const CHECK_INTERVAL: Duration = Duration::from_secs(3);

/// Finds the emoji of the application, which another process uploads.
pub(crate) async fn find(http: &Http, ids: &EmojiIds) {
    for _ in 0..CHECKS {
        for emoji in http.get_application_emojis().await.unwrap_or_default() {
            ids.set(&emoji.name, emoji.id.get());
        }
        if ids.missing().is_empty() {
            return;
        }
        tokio::time::sleep(CHECK_INTERVAL).await;
    }
    tracing::warn!("the application's emoji are missing: Unicode emoji are used");
}

/// Finds the emoji of the application, and uploads those that are missing. Where that fails, messages have
/// Unicode emoji until the next start.
pub(crate) async fn upload(http: &Http, ids: &EmojiIds) {
    match http.get_application_emojis().await {
        Ok(known) => {
            for emoji in known {
                ids.set(&emoji.name, emoji.id.get());
            }
        }
        Err(error) => {
            tracing::warn!(%error, "failed to list the application's emoji: Unicode emoji are used");
            return;
        }
    }
    for piece in ids.missing() {
        let Some(png) = piece.png() else { continue };
        let image = format!("data:image/png;base64,{}", BASE64_STANDARD.encode(png));
        let form = json!({ "name": piece.name, "image": image });
        match http.create_application_emoji(&form).await {
            Ok(emoji) => {
                tracing::info!("uploaded the emoji {}", emoji.name);
                ids.set(&emoji.name, emoji.id.get());
            }
            Err(error) => {
                let name = piece.name;
                tracing::warn!(%error, name, "failed to upload an emoji: a Unicode emoji is used");
            }
        }
    }
}
