//! What someone could not be told anywhere: it is told on the next visit.

use crate::app::notify::notice::Notice;
use crate::app::{No, Outgoing};
use crate::discord::context::Host;
use crate::discord::interaction::request::Caller;
use crate::discord::notify::content::{Subject, news, subject};
use crate::discord::view::message::Reply;
use crate::model::ChallengeState;

/// So much is told at once; the rest follows on the visits after this.
const MOST: usize = 3;

/// What someone has missed and still ought to know, with the name under which it is kept.
pub(crate) async fn missed(host: &Host, caller: &Caller) -> Result<Vec<(String, Reply)>, No> {
    let mut told = Vec::new();
    for outgoing in host.app.missed(caller.id).await? {
        if told.len() == MOST {
            break;
        }
        match still(host, caller, &outgoing).await? {
            Some(reply) => told.push((outgoing.nonce, reply)),
            None => host.app.make_up_for(&outgoing.nonce).await?,
        }
    }
    Ok(told)
}

/// What is to be said of it now, if it still matters.
async fn still(host: &Host, caller: &Caller, outgoing: &Outgoing) -> Result<Option<Reply>, No> {
    // What comes every day, or for someone who only watches, is not made up for.
    if !outgoing.notice.is_of_the_table() {
        return Ok(None);
    }
    let Some(subject) = subject(host, outgoing).await? else {
        return Ok(None);
    };
    if let Subject::Challenge(challenge) = &subject
        && outgoing.notice == Notice::Challenged
        && challenge.state != ChallengeState::Open
    {
        return Ok(None);
    }
    let words = host.reader(caller).await?.words;
    let news = news(host, outgoing, &subject, words).await?;
    Ok(news.map(|news| news.reply))
}
