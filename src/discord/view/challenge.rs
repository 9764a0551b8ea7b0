//! The card of a challenge.

use hexpost_engine::game::AnyGame;
use hexpost_render::theme::Theme;
use hexpost_render::{View, alt_text as description};

use crate::app::AppError;
use crate::app::challenge::fair_draw::{commitment, is_drawn};
use crate::app::people::settings::Language;
use crate::discord::context::Context;
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::menu::MenuAction;
use crate::discord::i18n::Locale;
use crate::discord::i18n::time::pace;
use crate::discord::rule_pages::RulePage;
use crate::discord::view::components::key;
use crate::discord::view::format::{FILE, hour, mention, moment, variant};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{ActionRow, ButtonStyle, Message, Picture};
use crate::discord::view::variants::about;
use crate::model::{Challenge, ChallengeState, GameId, PlayerId, Seat, Terms};

/// The card: players, variant, terms, deadline, and buttons while the challenge is open.
/// `rematch` is the finished game to which it is the rematch.
pub(crate) fn card(
    challenge: &Challenge,
    rematch: Option<GameId>,
    locale: &'static Locale,
) -> Message {
    card_with_place(challenge, rematch, locale, None)
}

/// The card, with a link to the place of the game once the challenge is accepted.
pub(crate) fn card_with_place(
    challenge: &Challenge,
    rematch: Option<GameId>,
    locale: &'static Locale,
    place: Option<&str>,
) -> Message {
    let terms = &challenge.terms;
    let challenger = challenge
        .challenger
        .map_or_else(|| locale.text("someone", &[]), mention);
    let who = match challenge.opponent {
        Some(opponent) => {
            let mut args = vec![
                ("challenger", challenger.into()),
                ("opponent", mention(opponent).into()),
            ];
            match rematch {
                Some(game) => {
                    args.push(("game", game.to_string().into()));
                    locale.text("card-rematch", &args)
                }
                None => locale.text("card-to", &args),
            }
        }
        None => locale.text("card-open", &[("challenger", challenger.into())]),
    };
    let mut lines = vec![who, format!("**{}**", variant(locale, &terms.variant))];
    lines.push(about(locale, &terms.variant));
    lines.push(conditions(locale, terms, challenge.opponent));
    if terms.is_rated {
        lines.push(locale.text("card-rated", &[]));
    }
    if challenge.standing.is_some() && challenge.state == ChallengeState::Open {
        lines.push(locale.text("card-standing", &[]));
    }
    if let Some(note) = &terms.note {
        lines.push(format!("> {}", UserText::line(note).markdown()));
    }
    if let Some(game) = challenge.keeps {
        lines.push(locale.text("card-kept", &[("game", game.to_string().into())]));
    }
    let outcome = match challenge.state {
        ChallengeState::Open => {
            let when = challenge.expires_at.map(moment).unwrap_or_default();
            locale.text("card-until", &[("when", when.into())])
        }
        ChallengeState::Accepted => match place {
            Some(place) => locale.text("card-accepted-place", &[("place", place.into())]),
            None => locale.text("card-accepted", &[]),
        },
        ChallengeState::Declined => locale.text("card-declined", &[]),
        ChallengeState::Withdrawn => locale.text("card-withdrawn", &[]),
        ChallengeState::Expired => locale.text("card-expired", &[]),
    };
    lines.push(outcome);
    if is_drawn(terms) {
        // All digits: two secrets with the same beginning of a hash are found in seconds. They stay on a
        // decided card, so that the draw can be verified later.
        let digits = commitment(challenge);
        lines.push(locale.text("card-fair", &[("commitment", digits.into())]));
    }
    Message {
        content: lines.join("\n"),
        picture: picture(terms, locale).filter(|_| challenge.state == ChallengeState::Open),
        rows: rows(challenge, locale),
    }
}

/// The public answer to an accepted challenge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameOn {
    /// The game.
    pub(crate) game: GameId,
    /// Who accepted.
    pub(crate) player: PlayerId,
    /// The language of the message.
    pub(crate) language: Language,
    /// The warning that the game won't count for ratings.
    pub(crate) rating_limit: Option<String>,
}

impl GameOn {
    /// The message with a link to the place of the game, if it is known.
    pub(crate) fn message(&self, place: Option<&str>) -> Message {
        let locale = Locale::of(self.language);
        let player = ("player", mention(self.player).into());
        let mut content = match place {
            Some(place) => locale.text("game-on", &[player, ("place", place.into())]),
            None => locale.text("game-on-here", &[player]),
        };
        if let Some(line) = &self.rating_limit {
            content = format!("{content}\n{line}");
        }
        Message::text(content)
    }
}

/// Who moves first, and the time control; `opponent` is `None` if anyone may accept.
pub(crate) fn brief_conditions(
    locale: &Locale,
    terms: &Terms,
    opponent: Option<PlayerId>,
) -> String {
    let seat = match terms.seat {
        Seat::Mine => "card-first-challenger",
        Seat::Theirs => "card-first-opponent",
        Seat::Random => "card-first-drawn",
    };
    let opponent = opponent.map_or_else(|| "anyone".to_owned(), mention);
    let seat = locale.text(seat, &[("opponent", opponent.into())]);
    format!("{seat} · {}", pace(locale, terms.pace))
}

/// Who moves first, the time control, and what happens when time runs out.
fn conditions(locale: &Locale, terms: &Terms, opponent: Option<PlayerId>) -> String {
    let mut parts = vec![brief_conditions(locale, terms, opponent)];
    if let Some(pace) = terms.pace {
        let flag = if pace.is_hard {
            "flag-hard"
        } else {
            "flag-soft"
        };
        parts.push(locale.text(flag, &[]));
    }
    parts.join(" · ")
}

/// The starting position; `None` if it is still to be dealt.
fn picture(terms: &Terms, locale: &'static Locale) -> Option<Picture> {
    let variant = terms.variant.dealt().ok()?;
    let game = AnyGame::start(&variant);
    let alt = description::describe(&game, None, locale);
    let mut view = View::new(game);
    view.is_cropped = true;
    view.theme = Theme::Classic;
    view.size = hexpost_render::layout::Size::Small;
    Some(Picture {
        view: view.into(),
        alt,
        file: FILE,
    })
}

fn rows(challenge: &Challenge, locale: &Locale) -> Vec<ActionRow> {
    if challenge.state != ChallengeState::Open {
        return Vec::new();
    }
    let say = |name: &str| locale.text(name, &[]);
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
    if let Some(page) = RulePage::of_variant(&challenge.terms.variant) {
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
    locale: &Locale,
) -> Result<Option<String>, AppError> {
    let (Some(one), Some(other)) = (challenge.challenger, opponent) else {
        return Ok(None);
    };
    if !challenge.terms.is_rated {
        return Ok(None);
    }
    let until = ctx.app.pair_limit(one, other, ctx.now()).await?;
    Ok(until.map(|until| locale.text("rating-limit", &[("when", hour(until).into())])))
}
