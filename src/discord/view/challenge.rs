//! The card of a challenge.

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_render::theme::Theme;
use hexpost_render::{View, alt as description};

use crate::app::AppError;
use crate::app::challenge::fair_draw::{commitment, is_drawn};
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Words;
use crate::discord::i18n::time::pace;
use crate::discord::rule_pages::Page;
use crate::discord::view::components::key;
use crate::discord::view::format::{FILE, hour, mention, moment, variant};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{ActionRow, ButtonStyle, Message, Picture};
use crate::discord::view::variants::about;
use crate::model::{Challenge, ChallengeState, PlayerId, Seat, Terms};

/// The card: players, variant, terms, deadline, and buttons while the challenge is open.
pub(crate) fn card(challenge: &Challenge, words: &'static Words) -> Message {
    let terms = &challenge.terms;
    let challenger = challenge
        .challenger
        .map_or_else(|| words.say("someone", &[]), mention);
    let who = match challenge.opponent {
        Some(opponent) => words.say(
            "card-to",
            &[
                ("challenger", challenger.into()),
                ("opponent", mention(opponent).into()),
            ],
        ),
        None => words.say("card-open", &[("challenger", challenger.into())]),
    };
    let mut lines = vec![
        who,
        format!("**{}**", variant(words, &terms.game, &terms.variant)),
    ];
    lines.push(about(words, &terms.game, &terms.variant));
    lines.push(conditions(words, terms));
    if terms.is_rated {
        lines.push(words.say("card-rated", &[]));
    }
    if challenge.standing.is_some() && challenge.state == ChallengeState::Open {
        lines.push(words.say("card-standing", &[]));
    }
    if let Some(note) = &terms.note {
        lines.push(format!("> {}", UserText::line(note).markdown()));
    }
    if let Some(game) = challenge.keeps {
        lines.push(words.say("card-kept", &[("game", game.to_string().into())]));
    }
    if is_drawn(terms) {
        // The commitment stays on a decided card, so that the draw can be verified later.
        let digits = commitment(challenge);
        lines.push(words.say("card-fair", &[("commitment", digits.into())]));
    }
    let outcome = match challenge.state {
        ChallengeState::Open => {
            let when = challenge.expires_at.map(moment).unwrap_or_default();
            words.say("card-until", &[("when", when.into())])
        }
        ChallengeState::Accepted => words.say("card-accepted", &[]),
        ChallengeState::Declined => words.say("card-declined", &[]),
        ChallengeState::Withdrawn => words.say("card-withdrawn", &[]),
        ChallengeState::Expired => words.say("card-expired", &[]),
    };
    lines.push(outcome);
    Message {
        content: lines.join("\n"),
        picture: picture(terms, words).filter(|_| challenge.state == ChallengeState::Open),
        rows: rows(challenge, words),
    }
}

/// Who moves first, and the time control.
pub(crate) fn brief_conditions(words: &Words, terms: &Terms) -> String {
    let seat = match terms.seat {
        Seat::Mine => "card-first-challenger",
        Seat::Theirs => "card-first-opponent",
        Seat::Random => "card-first-drawn",
    };
    format!("{} · {}", words.say(seat, &[]), pace(words, terms.pace))
}

/// Who moves first, the time control, and what happens when time runs out.
fn conditions(words: &Words, terms: &Terms) -> String {
    let mut parts = vec![brief_conditions(words, terms)];
    if let Some(pace) = terms.pace {
        let flag = if pace.is_hard {
            "flag-hard"
        } else {
            "flag-soft"
        };
        parts.push(words.say(flag, &[]));
    }
    parts.join(" · ")
}

/// The starting position; `None` if it is still to be dealt.
fn picture(terms: &Terms, words: &'static Words) -> Option<Picture> {
    let variant = Variant::parse(&terms.game, &terms.variant).ok()?;
    let game = AnyGame::start(&variant);
    let alt = description::describe(&game, None, words);
    let mut view = View::new(game);
    view.is_cropped = true;
    view.theme = Theme::Classic;
    view.size = hexpost_render::layout::Size::Small;
    Some(Picture {
        view,
        alt,
        file: FILE,
    })
}

fn rows(challenge: &Challenge, words: &Words) -> Vec<ActionRow> {
    if challenge.state != ChallengeState::Open {
        return Vec::new();
    }
    let say = |name: &str| words.say(name, &[]);
    let id = challenge.id;
    let mut keys = vec![key(
        &CustomId::Accept(id),
        say("key-accept"),
        ButtonStyle::Good,
    )];
    if challenge.opponent.is_some() {
        keys.push(key(
            &CustomId::Decline(id),
            say("key-decline"),
            ButtonStyle::Plain,
        ));
    }
    keys.push(key(
        &CustomId::Withdraw(id),
        say("key-withdraw"),
        ButtonStyle::Plain,
    ));
    if let Some(page) = Page::of_variant(&challenge.terms.game, &challenge.terms.variant) {
        let button = CustomId::Menu(MenuAction::Rules {
            page,
            as_new_message: true,
        });
        keys.push(key(&button, say("key-rules"), ButtonStyle::Plain));
    }
    vec![ActionRow::Buttons(keys)]
}

/// The warning on a rated challenge between two players whose games have reached the weekly limit
/// of rated games.
pub(crate) async fn rating_limit(
    ctx: &Context,
    challenge: &Challenge,
    opponent: Option<PlayerId>,
    words: &Words,
) -> Result<Option<String>, AppError> {
    let (Some(one), Some(other)) = (challenge.challenger, opponent) else {
        return Ok(None);
    };
    if !challenge.terms.is_rated {
        return Ok(None);
    }
    let until = ctx.app.pair_limit(one, other, ctx.now()).await?;
    Ok(until.map(|until| words.say("rating-limit", &[("when", hour(until).into())])))
}
