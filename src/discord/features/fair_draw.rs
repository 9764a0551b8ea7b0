//! How the sides and the deal of a game were drawn, and how anyone can verify it.

use crate::app::Refusal;
use crate::app::challenge::fair_draw::DrawCheck;
use crate::discord::i18n::Locale;
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::seen_by;
use crate::discord::view::message::Message;
use crate::model::GameId;

/// Shows how the sides and the deal of a game were drawn.
pub(crate) async fn press(cx: &Cx<'_>, id: GameId) -> Result<Response, HandlerError> {
    seen_by(cx, id).await?;
    let verdict = cx.app.verify(id).await?;
    let verdict = verdict.ok_or(Refusal::UnknownGame)?;
    Ok(Response::Ephemeral(Message::text(explained(
        cx.reader.locale,
        id,
        &verdict,
    ))))
}

fn explained(locale: &Locale, id: GameId, verdict: &DrawCheck) -> String {
    let draw = &verdict.draw;
    let say =
        |name: &str, arg: &'static str, value: String| locale.text(name, &[(arg, value.into())]);
    let sides = match (verdict.are_sides_drawn, draw.is_challenger_first) {
        (false, _) => "fair-sides-agreed",
        (true, true) => "fair-sides-first",
        (true, false) => "fair-sides-second",
    };
    let deal = if verdict.is_deal_drawn {
        say("fair-deal-drawn", "seed", draw.seed.to_string())
    } else {
        locale.text("fair-deal-agreed", &[])
    };
    let mut lines = vec![say("fair-title", "game", id.to_string())];
    if let Some(game) = verdict.kept_from {
        lines.push(say("fair-kept", "game", game.to_string()));
    }
    lines.extend([
        deal,
        locale.text(sides, &[]),
        say("fair-commitment", "commitment", draw.commitment.clone()),
        say("fair-secret", "secret", draw.secret.clone()),
    ]);
    match verdict.card {
        None => {}
        Some(0) => lines.push(locale.text("fair-no-card", &[])),
        Some(card) => lines.push(say("fair-card", "card", card.to_string())),
    }
    let [commitment, hash] = verdict.commands();
    lines.extend([
        say("fair-accept", "accept", verdict.accept.to_string()),
        say("fair-draw", "hash", draw.hash.clone()),
        locale.text("fair-check", &[]),
        // `hexpost` prints the same two lines on the command line.
        format!("```sh\n{commitment}\n{hash}\n```"),
        locale.text("fair-read", &[]),
        locale.text("fair-trust", &[]),
    ]);
    if !verdict.problems.is_empty() {
        lines.push(say("fair-wrong", "game", id.to_string()));
    }
    lines.join("\n")
}
