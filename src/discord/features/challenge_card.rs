//! Challenges as people see them.

use std::time::Duration;

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_render::theme::Theme;
use hexpost_render::{View, alt as description};

use crate::app::challenge::fair_draw::{commitment, is_drawn};
use crate::discord::custom_id::Button;
use crate::discord::custom_id::menu::Other;
use crate::discord::features::rules::Page;
use crate::discord::i18n::Words;
use crate::discord::view::board::{FILE, key, mention, moment, variant};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{Picture, Reply, Row, Style};
use crate::model::{Challenge, ChallengeState, Pace, Seat, Terms};

/// A challenge: who, what, until when, and what can be pressed while it is open.
pub(crate) fn card(challenge: &Challenge, words: &'static Words) -> Reply {
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
    lines.push(about(words, terms));
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
        // Whoever wants to check it later finds all of it here, also when the challenge is decided.
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
    Reply {
        content: lines.join("\n"),
        picture: picture(terms, words).filter(|_| challenge.state == ChallengeState::Open),
        rows: rows(challenge, words),
    }
}

/// What the variant is, in one line.
pub(crate) fn about(words: &Words, terms: &Terms) -> String {
    let name = terms.variant.split(':').next().unwrap_or_default();
    words.say(&format!("{}-about-{name}", terms.game), &[])
}

/// Who moves first, and how fast.
pub(crate) fn brief_conditions(words: &Words, terms: &Terms) -> String {
    let seat = match terms.seat {
        Seat::Mine => "card-first-challenger",
        Seat::Theirs => "card-first-opponent",
        Seat::Random => "card-first-drawn",
    };
    format!("{} · {}", words.say(seat, &[]), pace(words, terms.pace))
}

/// The same, and what comes of being late.
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

/// How fast a game is played.
pub(crate) fn pace(words: &Words, pace: Option<Pace>) -> String {
    let Some(pace) = pace else {
        return words.say("card-no-clock", &[]);
    };
    if let Some(hours) = pace.a_move().filter(|hours| hours % 24 == 0) {
        let days = hours.max(0) as u64 / 24;
        return words.say("card-days", &[("count", days.into())]);
    }
    let time = |hours: i64| Duration::from_hours(hours.max(0) as u64);
    let bank = ("bank", time_span(words, time(pace.bank)).into());
    if pace.increment == 0 {
        return words.say("card-bank-only", &[bank]);
    }
    let increment = time_span(words, time(pace.increment));
    let cap = span(words, "most", time(pace.cap));
    let args = [bank, ("increment", increment.into()), ("cap", cap.into())];
    words.say("card-bank", &args)
}

/// How long something is: in days if it is some, in hours otherwise.
pub(crate) fn time_span(words: &Words, time: Duration) -> String {
    span(words, "span", time)
}

/// The same under another name, for a sentence that wants another case. It is rounded as Discord
/// rounds its own times.
fn span(words: &Words, name: &str, time: Duration) -> String {
    let hours = (time.as_secs() + 1800) / 3600;
    if hours >= 48 || hours == 24 {
        let days = (hours + 12) / 24;
        words.say(&format!("{name}-days"), &[("count", days.into())])
    } else {
        words.say(&format!("{name}-hours"), &[("count", hours.into())])
    }
}

/// How the board looks at the start; none where that is still to be dealt.
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

fn rows(challenge: &Challenge, words: &Words) -> Vec<Row> {
    if challenge.state != ChallengeState::Open {
        return Vec::new();
    }
    let say = |name: &str| words.say(name, &[]);
    let id = challenge.id;
    let mut keys = vec![key(&Button::Accept(id), say("key-accept"), Style::Good)];
    if challenge.opponent.is_some() {
        keys.push(key(&Button::Decline(id), say("key-decline"), Style::Plain));
    }
    keys.push(key(
        &Button::Withdraw(id),
        say("key-withdraw"),
        Style::Plain,
    ));
    if let Some(page) = Page::of_variant(&challenge.terms.game, &challenge.terms.variant) {
        let button = Button::Other(Other::Rules { page, anew: true });
        keys.push(key(&button, say("key-rules"), Style::Plain));
    }
    vec![Row::Keys(keys)]
}
