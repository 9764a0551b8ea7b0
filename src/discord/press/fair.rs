//! How a game was dealt, and how anyone can check it.

use crate::app::Refusal;
use crate::app::fair::Verdict;
use crate::store::GameId;

use super::super::answer::Answer;
use super::super::host::{Host, Reader};
use super::super::locale::Words;
use super::super::reply::Reply;
use super::super::request::Caller;
use super::super::router::Stop;
use super::super::sight::seen_by;

/// How sides and deal of a game were drawn.
pub(super) async fn fair(
    host: &Host,
    caller: &Caller,
    reader: &Reader,
    id: GameId,
) -> Result<Answer, Stop> {
    seen_by(host, caller, id).await?;
    let verdict = host.app.verify(id).await?;
    let verdict = verdict.ok_or(Refusal::UnknownGame)?;
    Ok(Answer::Tell(Reply {
        content: explained(reader.words, id, &verdict),
        ..Reply::default()
    }))
}

fn explained(words: &Words, id: GameId, verdict: &Verdict) -> String {
    let draw = &verdict.draw;
    let sides = match (verdict.are_sides_drawn, draw.is_challenger_first) {
        (false, _) => "fair-sides-agreed",
        (true, true) => "fair-sides-first",
        (true, false) => "fair-sides-second",
    };
    let deal = if verdict.is_deal_drawn {
        words.say("fair-deal-drawn", &[("seed", draw.seed.to_string().into())])
    } else {
        words.say("fair-deal-agreed", &[])
    };
    let mut lines = vec![
        words.say("fair-title", &[("game", id.to_string().into())]),
        deal,
        words.say(sides, &[]),
        words.say(
            "fair-commitment",
            &[("commitment", draw.commitment.as_str().into())],
        ),
        words.say("fair-secret", &[("secret", draw.secret.as_str().into())]),
        words.say("fair-draw", &[("hash", draw.hash.as_str().into())]),
        words.say("fair-check", &[]),
        // The same two lines as the command line shows.
        format!(
            "```sh\nprintf '%s' '{}' | sha256sum\nprintf '%s' '{}' | sha256sum\n```",
            draw.secret, draw.text
        ),
        words.say("fair-read", &[]),
    ];
    if !verdict.problems.is_empty() {
        lines.push(words.say("fair-wrong", &[("game", id.to_string().into())]));
    }
    lines.join("\n")
}
