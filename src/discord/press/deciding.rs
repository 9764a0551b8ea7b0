//! Challenges that are answered or withdrawn: the card shows what became of them.

use std::time::Duration;

use crate::store::GameId;
use crate::store::challenges::Challenge;
use crate::store::posts::{Post, What};

use super::super::answer::{Answer, Publication};
use super::super::board::mention;
use super::super::card::card;
use super::super::commands::message_link;
use super::super::host::Host;
use super::super::locale::Words;
use super::super::news::rating_limit;
use super::super::reply::Reply;
use super::super::request::Caller;
use super::super::router::Stop;

/// How often it is looked whether the game has a place, and how long it takes until the next look. Together
/// with everything else this stays below the time after which an answer is deferred.
const LOOKS: usize = 20;
const BETWEEN_LOOKS: Duration = Duration::from_millis(40);

/// A challenge was decided: its card shows it.
pub(super) async fn decided(host: &Host, caller: &Caller, id: GameId) -> Result<Answer, Stop> {
    host.keep_hand(id, caller);
    let challenge = host.app.challenged(id).await?;
    for post in host.app.posts(id).await? {
        // The others are changed by the courier.
        if is_card_here(&post, caller) {
            host.app.close_post(id, &post, false).await?;
        }
    }
    host.wake();
    let words = public_words(host, caller, &challenge).await?;
    Ok(Answer::Change(card(&challenge, words)))
}

/// A challenge was accepted: everyone is told, with the way to the game. Discord puts the id of the
/// interaction on this message, so that anyone can check the fair draw by it. The card is changed by the
/// courier if it is known; `is_card` if it was pressed on a card at all.
///
/// Where we are only guests, the first board is the public answer, and the card is changed as ever.
pub(in crate::discord) async fn accepted(
    host: &Host,
    caller: &Caller,
    id: GameId,
    is_card: bool,
) -> Result<Answer, Stop> {
    if host.lack(caller).is_some() {
        return decided(host, caller, id).await;
    }
    host.keep_hand(id, caller);
    host.wake();
    let challenge = host.app.challenged(id).await?;
    let words = public_words(host, caller, &challenge).await?;
    let is_known = host.app.posts(id).await?;
    let is_known = is_known.iter().any(|post| is_card_here(post, caller));
    let player = ("player", mention(caller.id).into());
    let mut content = match place(host, id).await? {
        Some(place) => words.say("game-on", &[player, ("place", place.into())]),
        None => words.say("game-on-here", &[player]),
    };
    if let Some(line) = rating_limit(host, &challenge, Some(caller.id), words).await? {
        content = format!("{content}\n{line}");
    }
    Ok(Answer::Publish(Box::new(Publication {
        reply: Reply {
            content,
            ..Reply::default()
        },
        ping: None,
        pressed: (is_card && !is_known).then(|| card(&challenge, words)),
    })))
}

fn is_card_here(post: &Post, caller: &Caller) -> bool {
    post.what == What::Card && post.channel == caller.channel
}

/// Where a game that has just begun is played, as a link: its thread, or its first board. The courier is
/// about to make them; none if that takes too long.
async fn place(host: &Host, id: GameId) -> Result<Option<String>, Stop> {
    for _ in 0..LOOKS {
        let row = host.app.row(id).await?;
        if let Some(thread) = row.as_ref().and_then(|row| row.thread) {
            return Ok(Some(format!("<#{thread}>")));
        }
        let posts = host.app.posts(id).await?;
        if let Some(board) = posts.iter().find(|post| post.what == What::Board) {
            return Ok(message_link(row.and_then(|row| row.server), board));
        }
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
    Ok(None)
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
