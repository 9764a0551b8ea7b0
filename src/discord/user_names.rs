//! What people are called. Names are asked for when a picture needs them and never kept for good.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use serenity::all::{Http, UserId};
use tokio::sync::OnceCell;

use crate::discord::view::markdown::UserText;
use crate::model::PlayerId;

/// So many names are remembered.
const MOST: usize = 10_000;
/// So many are asked for at once, and so long a list waits for them.
const AT_ONCE: usize = 25;
const BRIEFLY: Duration = Duration::from_secs(1);

/// The names of people, as far as they are known.
#[derive(Debug)]
pub struct Names {
    known: Mutex<HashMap<PlayerId, UserText>>,
    /// Names that are being asked for: whoever wants the same one waits for the same answer.
    asked: Mutex<HashMap<PlayerId, Arc<OnceCell<Option<UserText>>>>>,
    http: Arc<Http>,
}

impl Names {
    pub(crate) fn new(http: Arc<Http>) -> Self {
        Self {
            known: Mutex::default(),
            asked: Mutex::default(),
            http,
        }
    }

    /// Someone has been seen under this name.
    pub(crate) fn note(&self, player: PlayerId, name: &UserText) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST {
            // They are asked for again when they are needed.
            known.clear();
        }
        known.insert(player, name.clone());
    }

    /// Asks for the names that a list will need, all at once and not for long: whoever waits for it has
    /// only so much patience.
    pub(crate) async fn learn(&self, players: impl Iterator<Item = PlayerId>) {
        let mut unknown: Vec<PlayerId> = players
            .filter(|player| self.known(*player).is_none())
            .collect();
        unknown.sort_unstable();
        unknown.dedup();
        unknown.truncate(AT_ONCE);
        let asked = join_all(unknown.iter().map(|player| self.of(*player)));
        if tokio::time::timeout(BRIEFLY, asked).await.is_err() {
            tracing::debug!("some names are not known in time");
        }
    }

    /// What someone is called, if that is known already.
    pub(crate) fn known(&self, player: PlayerId) -> Option<UserText> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&player).cloned()
    }

    /// What someone is called; none if Discord does not tell.
    pub(crate) async fn of(&self, player: PlayerId) -> Option<UserText> {
        let known = self.known(player);
        if known.is_some() {
            return known;
        }
        let asked = || self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = Arc::clone(asked().entry(player).or_default());
        let name = answer.get_or_init(|| self.ask(player)).await.clone();
        asked().remove(&player);
        name
    }

    async fn ask(&self, player: PlayerId) -> Option<UserText> {
        let id = u64::try_from(player.0).ok().filter(|id| *id > 0)?;
        match self.http.get_user(UserId::new(id)).await {
            Ok(user) => {
                let name = UserText::line(user.display_name());
                self.note(player, &name);
                Some(name)
            }
            Err(error) => {
                tracing::debug!(%error, "a name is not to be had");
                None
            }
        }
    }
}
