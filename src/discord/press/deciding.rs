//! Challenges that are answered or withdrawn: the card shows what became of them.

use crate::store::GameId;
use crate::store::challenges::Challenge;
use crate::store::posts::What;

use super::super::answer::Answer;
use super::super::card::card;
use super::super::host::Host;
use super::super::locale::Words;
use super::super::request::Caller;
use super::super::router::Stop;

/// A challenge was decided: its card shows it.
pub(super) async fn decided(host: &Host, caller: &Caller, id: GameId) -> Result<Answer, Stop> {
    host.keep_hand(id, caller);
    let challenge = host.app.challenged(id).await?;
    for post in host.app.posts(id).await? {
        // The others are changed by the courier.
        if post.what == What::Card && post.channel == caller.channel {
            host.app.close_post(id, &post, false).await?;
        }
    }
    host.wake();
    let words = public_words(host, caller, &challenge).await?;
    Ok(Answer::Change(card(&challenge, words)))
}

/// The language of a card: the server's, or that of the one who is challenged.
async fn public_words(
    host: &Host,
    caller: &Caller,
    challenge: &Challenge,
) -> Result<&'static Words, Stop> {
    if let Some(words) = host.public_words(challenge.server).await? {
        return Ok(words);
    }
    let reader = challenge.opponent.unwrap_or(caller.id);
    Ok(host.reader_of(reader).await?.words)
}
