//! The screen of a new tournament: two pages of menus, a modal for numbers and one for the name.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use crate::app::tournament::NewTournament;
use crate::app::{AppError, Refusal};
use crate::discord::custom_id::CustomId;
use crate::discord::custom_id::tournament::{
    DraftStart, TournamentAction, TournamentDraft, TournamentFormAction,
};
use crate::discord::features::challenge::{pace_name, pace_named};
use crate::discord::features::game_place::challenge_channel;
use crate::discord::i18n::{Locale, refusal, time};
use crate::discord::interaction::error::HandlerError;
use crate::discord::interaction::handler_context::Cx;
use crate::discord::interaction::response::Response;
use crate::discord::interaction::viewer::viewer;
use crate::discord::view::components::key;
use crate::discord::view::format::{hour, moment};
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{
    ActionRow, ButtonStyle, EntityKind, EntitySelect, Message, Modal, SelectMenu, SelectOption,
    TextInput,
};
use crate::discord::view::tournament::{
    conditions, format_name, limits_line, terms_line, tournament_id,
};
use crate::discord::view::variants::{OfferedVariant, game_menu, offered};
use crate::model::{Pace, RoleId, TournamentFormat, TournamentStart, TournamentTerms};

/// The time control if the server has none.
const USUAL_PACE: Pace = Pace::days(3);
/// How many games at a time are offered.
const GAMES: [u8; 8] = [1, 2, 3, 4, 6, 8, 12, 30];
/// How many days for a round are offered, besides no deadline where a format needs none.
const DAYS: [u8; 6] = [3, 7, 10, 14, 21, 30];
/// How many days of vacation are offered.
const VACATION: [u8; 5] = [0, 3, 7, 14, 30];
/// The lowest and the highest number of players that can be typed.
const SIZES: (u8, u8) = (2, 64);
/// The longest round, and the longest vacation, in days.
const MAX_DAYS: u8 = 60;
/// The highest rating that can be typed.
const MAX_RATING: u16 = 4000;
/// The longest name.
const MAX_NAME: u16 = 60;
/// A minute in milliseconds.
const MINUTE: i64 = 60_000;

/// Opens the screen.
pub(crate) async fn open(cx: &Cx<'_>) -> Result<Response, HandlerError> {
    cx.app.may_create_tournament(&viewer(cx.invoker)).await?;
    let settings = cx.server(cx.invoker).await?;
    let pace = settings.and_then(|settings| settings.pace);
    let variant = offered().next().ok_or(Refusal::UnknownGame)?;
    let draft = with_format(
        TournamentFormat::RoundRobin,
        variant,
        pace.unwrap_or(USUAL_PACE),
    );
    Ok(Response::Ephemeral(screen(cx, &draft, 0, None)))
}

/// The usual draft of a format.
fn with_format(format: TournamentFormat, variant: OfferedVariant, pace: Pace) -> TournamentDraft {
    let usual = TournamentTerms::usual(format, variant.stored(), pace);
    let small = |number: i64| u8::try_from(number).unwrap_or(u8::MAX);
    TournamentDraft {
        format,
        variant,
        pace: pace.with_flag(true),
        is_rated: usual.is_rated,
        size: small(usual.size as i64),
        role: None,
        from: None,
        to: None,
        start: match usual.start {
            TournamentStart::Full => DraftStart::Full,
            TournamentStart::At(_) | TournamentStart::Manual => DraftStart::Manually,
        },
        games: small(usual.at_once as i64),
        days: small(usual.round_days.unwrap_or_default()),
        vacation: small(usual.vacation_days),
    }
}

/// The terms of a draft.
fn terms(draft: &TournamentDraft) -> TournamentTerms {
    let usual = TournamentTerms::usual(draft.format, draft.variant.stored(), draft.pace);
    TournamentTerms {
        is_rated: draft.is_rated,
        size: draft.size.into(),
        role: draft.role,
        least_rating: draft.from.map(i64::from),
        most_rating: draft.to.map(i64::from),
        start: match draft.start {
            DraftStart::Full => TournamentStart::Full,
            DraftStart::Manually => TournamentStart::Manual,
            DraftStart::At(minutes) => {
                TournamentStart::At(crate::model::Time(i64::from(minutes) * MINUTE))
            }
        },
        at_once: usize::from(draft.games.max(1)),
        round_days: (draft.days > 0).then_some(draft.days.into()),
        vacation_days: draft.vacation.into(),
        ..usual
    }
}

/// The fewest days for a round: rounds that are paired by results need a deadline.
const fn least_days(format: TournamentFormat) -> u8 {
    match format {
        TournamentFormat::Swiss | TournamentFormat::Knockout => 1,
        TournamentFormat::RoundRobin | TournamentFormat::League => 0,
    }
}

const fn form_id(action: TournamentFormAction) -> CustomId {
    tournament_id(TournamentAction::Form(action))
}

/// Handles a component of the screen.
pub(crate) fn press(cx: &Cx<'_>, action: TournamentFormAction, values: &[String]) -> Response {
    let chosen = values.first().map(String::as_str).unwrap_or_default();
    let number = |before: u8| chosen.parse().unwrap_or(before);
    let mut page = 0;
    let draft = match action {
        TournamentFormAction::Page(draft, to) => {
            page = to;
            draft
        }
        TournamentFormAction::Format(draft) => match TournamentFormat::from_name(chosen) {
            Some(format) if format != draft.format => TournamentDraft {
                is_rated: draft.is_rated,
                role: draft.role,
                from: draft.from,
                to: draft.to,
                vacation: draft.vacation,
                ..with_format(format, draft.variant, draft.pace)
            },
            _ => draft,
        },
        TournamentFormAction::Game(draft) => TournamentDraft {
            variant: OfferedVariant::of_value(chosen).unwrap_or(draft.variant),
            ..draft
        },
        TournamentFormAction::Pace(draft) => {
            let named = pace_named(chosen, Some(draft.pace)).unwrap_or(draft.pace);
            TournamentDraft {
                pace: named.with_flag(true),
                ..draft
            }
        }
        TournamentFormAction::Start(draft) => TournamentDraft {
            start: match (chosen, draft.start) {
                ("full", _) => DraftStart::Full,
                ("at", DraftStart::At(minutes)) => DraftStart::At(minutes),
                ("at", _) => DraftStart::At(0),
                ("manually", _) => DraftStart::Manually,
                (_, before) => before,
            },
            ..draft
        },
        TournamentFormAction::Rated(draft) => TournamentDraft {
            is_rated: !draft.is_rated,
            ..draft
        },
        TournamentFormAction::Role(draft) => {
            page = 1;
            let role = chosen.parse().ok().map(RoleId);
            TournamentDraft { role, ..draft }
        }
        TournamentFormAction::Games(draft) => {
            page = 1;
            let games = number(draft.games);
            TournamentDraft { games, ..draft }
        }
        TournamentFormAction::Days(draft) => {
            page = 1;
            let days = number(draft.days);
            TournamentDraft { days, ..draft }
        }
        TournamentFormAction::Vacation(draft) => {
            page = 1;
            let vacation = number(draft.vacation);
            TournamentDraft { vacation, ..draft }
        }
        TournamentFormAction::Numbers(draft) => {
            return Response::Modal(numbers_modal(cx, &draft));
        }
        TournamentFormAction::Make(draft) => {
            if draft.start == DraftStart::At(0) {
                let problem = cx.reader.locale.text("tournament-start-missing", &[]);
                return Response::Update(screen(cx, &draft, 0, Some(problem)));
            }
            return Response::Modal(name_modal(cx.reader.locale, &draft));
        }
    };
    Response::Update(screen(cx, &draft, page, None))
}

/// The time zone in which times are typed, and its name.
fn zone(cx: &Cx<'_>) -> (TimeZone, String) {
    let name = cx.reader.settings.reminders.zone.as_deref();
    let zone = name.and_then(|name| Some((TimeZone::get(name).ok()?, name.to_owned())));
    zone.unwrap_or((TimeZone::UTC, "UTC".to_owned()))
}

/// How times are typed.
const TIME_FORMAT: &str = "%Y-%m-%d %H:%M";

fn numbers_modal(cx: &Cx<'_>, draft: &TournamentDraft) -> Modal {
    let locale = cx.reader.locale;
    let say = |name: &str| locale.text(name, &[]);
    let start = match draft.start {
        DraftStart::At(minutes) if minutes > 0 => {
            let (zone, _) = zone(cx);
            let moment = jiff::Timestamp::from_second(i64::from(minutes) * 60).unwrap_or_default();
            moment.to_zoned(zone).strftime(TIME_FORMAT).to_string()
        }
        _ => String::new(),
    };
    let rating = |rating: Option<u16>| rating.map(|it| it.to_string()).unwrap_or_default();
    let ratings = match (draft.from, draft.to) {
        (None, None) => String::new(),
        (from, to) => format!("{} – {}", rating(from), rating(to)),
    };
    let input = |id, label: &str, value: String, is_required| TextInput {
        id,
        label: say(label),
        placeholder: String::new(),
        longest: 20,
        value,
        is_required,
    };
    let example = |input: TextInput, example: &str| TextInput {
        placeholder: say(example),
        ..input
    };
    Modal {
        id: form_id(TournamentFormAction::Numbers(*draft)).write(),
        title: say("tournament-numbers-title"),
        inputs: vec![
            input(
                "size",
                "tournament-numbers-size",
                draft.size.to_string(),
                true,
            ),
            example(
                input("ratings", "tournament-numbers-ratings", ratings, false),
                "tournament-numbers-ratings-example",
            ),
            example(
                input("start", "tournament-numbers-start", start, false),
                "tournament-numbers-start-example",
            ),
            input(
                "days",
                "tournament-numbers-days",
                draft.days.to_string(),
                true,
            ),
            input(
                "vacation",
                "tournament-numbers-vacation",
                draft.vacation.to_string(),
                true,
            ),
        ],
    }
}

fn name_modal(locale: &Locale, draft: &TournamentDraft) -> Modal {
    Modal {
        id: form_id(TournamentFormAction::Make(*draft)).write(),
        title: locale.text("tournament-name-title", &[]),
        inputs: vec![TextInput {
            id: "name",
            label: locale.text("tournament-name-label", &[]),
            placeholder: String::new(),
            longest: MAX_NAME,
            value: String::new(),
            is_required: true,
        }],
    }
}

/// Handles the modal for numbers. What can't be read changes nothing, and the screen says so.
pub(crate) fn set_numbers<'a>(
    cx: &Cx<'_>,
    draft: TournamentDraft,
    line: impl Fn(&str) -> &'a str,
) -> Response {
    let read = with_numbers(cx, draft, line);
    Response::Show(match read {
        Ok(draft) => screen(cx, &draft, 0, None),
        Err(problem) => screen(cx, &draft, 0, Some(problem)),
    })
}

fn with_numbers<'a>(
    cx: &Cx<'_>,
    mut draft: TournamentDraft,
    line: impl Fn(&str) -> &'a str,
) -> Result<TournamentDraft, String> {
    let locale = cx.reader.locale;
    let quoted = |text: &str| UserText::line(text).code(40);
    let number = |name: &str, (from, to): (u8, u8)| -> Result<u8, String> {
        let text = line(name).trim();
        let number = text.parse::<u8>().ok();
        let number = number.filter(|number| (from..=to).contains(number));
        number.ok_or_else(|| {
            let args = [
                ("text", quoted(text).into()),
                ("from", u64::from(from).to_string().into()),
                ("to", u64::from(to).to_string().into()),
            ];
            locale.text("tournament-no-number", &args)
        })
    };
    draft.size = number("size", SIZES)?;
    draft.days = number("days", (least_days(draft.format), MAX_DAYS))?;
    draft.vacation = number("vacation", (0, MAX_DAYS))?;
    let ratings = line("ratings");
    (draft.from, draft.to) = read_ratings(ratings)
        .ok_or_else(|| locale.text("tournament-no-ratings", &[("text", quoted(ratings).into())]))?;
    let start = line("start").trim();
    if start.is_empty() {
        if matches!(draft.start, DraftStart::At(_)) {
            draft.start = DraftStart::Manually;
        }
        return Ok(draft);
    }
    let (zone, zone_name) = zone(cx);
    let parsed = DateTime::strptime(TIME_FORMAT, start).ok();
    let at = parsed.and_then(|local| local.to_zoned(zone).ok());
    let minutes = at.and_then(|at| u32::try_from(at.timestamp().as_second() / 60).ok());
    let minutes = minutes.ok_or_else(|| {
        let args = [("text", quoted(start).into()), ("zone", zone_name.into())];
        locale.text("tournament-no-start", &args)
    })?;
    let at = crate::model::Time(i64::from(minutes) * MINUTE);
    if at <= cx.now() {
        let when = ("when", hour(at).into());
        return Err(locale.text("tournament-start-past", &[when]));
    }
    draft.start = DraftStart::At(minutes);
    Ok(draft)
}

/// Reads ratings such as `1400 – 1800`, `1400 –` or `– 1800`; nothing for any rating.
fn read_ratings(text: &str) -> Option<(Option<u16>, Option<u16>)> {
    let text = text.trim();
    if text.is_empty() {
        return Some((None, None));
    }
    let (from, to) = text.split_once(['-', '–', '—'])?;
    let read = |part: &str| -> Option<Option<u16>> {
        match part.trim() {
            "" => Some(None),
            digits => {
                let rating = digits.parse().ok().filter(|rating| *rating <= MAX_RATING)?;
                Some(Some(rating))
            }
        }
    };
    let (from, to) = (read(from)?, read(to)?);
    let is_empty = from.zip(to).is_some_and(|(from, to)| from > to);
    (!is_empty).then_some((from, to))
}

/// Creates the tournament. Its card appears in the channel.
pub(crate) async fn make(
    cx: &Cx<'_>,
    draft: TournamentDraft,
    name: &str,
) -> Result<Response, HandlerError> {
    let locale = cx.reader.locale;
    let named = UserText::line(name);
    if named.is_empty() {
        let problem = locale.text("tournament-no-name", &[]);
        return Ok(Response::Show(screen(cx, &draft, 0, Some(problem))));
    }
    let channel = challenge_channel(cx).await?;
    let (Some(server), Some(channel)) = (cx.invoker.server, channel) else {
        return Err(HandlerError::Explained(
            locale.text("tournament-no-server", &[]),
        ));
    };
    if cx.missing_access(cx.invoker).is_some() {
        return Err(HandlerError::Explained(
            locale.text("tournament-no-server", &[]),
        ));
    }
    let new = NewTournament {
        name: named.short(MAX_NAME.into()),
        server,
        channel,
        terms: terms(&draft),
    };
    let viewer = viewer(cx.invoker);
    match cx.app.create_tournament(&cx.act(), &viewer, &new).await {
        Ok(_) => {
            cx.wake();
            let made = locale.text("tournament-made", &[]);
            Ok(Response::Show(Message::text(made)))
        }
        Err(AppError::Refused(refused)) => {
            let problem = refusal::refusal(locale.language(), &refused);
            Ok(Response::Show(screen(cx, &draft, 0, Some(problem))))
        }
        Err(error) => Err(error.into()),
    }
}

/// A page of the screen, with what was wrong with the last input.
fn screen(cx: &Cx<'_>, draft: &TournamentDraft, page: u8, problem: Option<String>) -> Message {
    let locale = cx.reader.locale;
    let number = ("page", (u64::from(page) + 1).to_string().into());
    let mut lines = vec![locale.text("tournament-new", &[number])];
    lines.extend(problem.map(|problem| {
        let why = ("why", problem.into());
        locale.text("tournament-problem", &[why])
    }));
    lines.extend(preview(locale, draft));
    lines.push(locale.text("tournament-new-how", &[]));
    let rows = if page == 0 {
        first_page(locale, draft)
    } else {
        second_page(locale, draft)
    };
    Message {
        content: lines.join("\n"),
        picture: None,
        rows,
    }
}

/// The tournament as its card will describe it.
fn preview(locale: &Locale, draft: &TournamentDraft) -> Vec<String> {
    let terms = terms(draft);
    let mut lines = vec![terms_line(locale, &terms), limits_line(locale, &terms)];
    lines.extend(conditions(locale, &terms));
    let args = [
        ("count", 0_u64.into()),
        ("most", terms.size.into()),
        ("list", String::new().into()),
    ];
    lines.push(locale.text("tournament-entrants", &args));
    lines.push(match draft.start {
        DraftStart::Full => locale.text("tournament-start-full", &[]),
        DraftStart::Manually => locale.text("tournament-start-manually", &[]),
        DraftStart::At(0) => locale.text("tournament-start-at", &[]),
        DraftStart::At(minutes) => {
            let at = crate::model::Time(i64::from(minutes) * MINUTE);
            let when = format!("{} ({})", hour(at), moment(at));
            locale.text("tournament-starts-at", &[("when", when.into())])
        }
    });
    lines
}

fn menu(
    locale: &Locale,
    action: TournamentFormAction,
    name: &str,
    options: Vec<SelectOption>,
) -> ActionRow {
    ActionRow::SelectMenu(SelectMenu {
        id: form_id(action).write(),
        placeholder: locale.text(name, &[]),
        options,
    })
}

fn first_page(locale: &Locale, draft: &TournamentDraft) -> Vec<ActionRow> {
    let formats = TournamentFormat::ALL.iter().map(|&format| SelectOption {
        label: format_name(locale, format),
        value: format.as_str().to_owned(),
        description: Some(locale.text(&format!("tournament-about-{}", format.as_str()), &[])),
        is_chosen: format == draft.format,
    });
    let mut paces: Vec<Pace> = Pace::OFFERED.into_iter().flatten().collect();
    let chosen = draft.pace.with_flag(false);
    if !paces.contains(&chosen) {
        paces.push(chosen);
    }
    let paces = paces.into_iter().map(|pace| SelectOption {
        label: time::pace(locale, Some(pace)),
        value: pace_name(Some(pace)),
        description: None,
        is_chosen: pace == chosen,
    });
    let starts = [
        ("full", draft.start == DraftStart::Full),
        ("manually", draft.start == DraftStart::Manually),
        ("at", matches!(draft.start, DraftStart::At(_))),
    ];
    let starts = starts.map(|(value, is_chosen)| SelectOption {
        label: locale.text(&format!("tournament-start-{value}"), &[]),
        value: value.to_owned(),
        description: None,
        is_chosen,
    });
    let games = game_menu(locale, Some(draft.variant));
    vec![
        menu(
            locale,
            TournamentFormAction::Format(*draft),
            "tournament-pick-format",
            formats.collect(),
        ),
        menu(
            locale,
            TournamentFormAction::Game(*draft),
            "tournament-pick-game",
            games,
        ),
        menu(
            locale,
            TournamentFormAction::Pace(*draft),
            "tournament-pick-pace",
            paces.collect(),
        ),
        menu(
            locale,
            TournamentFormAction::Start(*draft),
            "tournament-pick-start",
            starts.to_vec(),
        ),
        last_row(locale, draft, 0),
    ]
}

fn second_page(locale: &Locale, draft: &TournamentDraft) -> Vec<ActionRow> {
    let numbers = |name: &str, offered: &[u8], chosen: u8| -> Vec<SelectOption> {
        let mut offered = offered.to_vec();
        if !offered.contains(&chosen) {
            offered.push(chosen);
            offered.sort_unstable();
        }
        let option = |number: u8| SelectOption {
            label: locale.text(name, &[("count", number.into())]),
            value: number.to_string(),
            description: None,
            is_chosen: number == chosen,
        };
        offered.into_iter().map(option).collect()
    };
    let mut days = DAYS.to_vec();
    if least_days(draft.format) == 0 {
        days.insert(0, 0);
    }
    vec![
        ActionRow::EntitySelect(EntitySelect {
            id: form_id(TournamentFormAction::Role(*draft)).write(),
            placeholder: locale.text("tournament-pick-role", &[]),
            kind: EntityKind::Roles,
            chosen: draft.role.iter().map(|role| role.0).collect(),
            most: 1,
        }),
        menu(
            locale,
            TournamentFormAction::Games(*draft),
            "tournament-pick-games",
            numbers("tournament-games-at-once", &GAMES, draft.games),
        ),
        menu(
            locale,
            TournamentFormAction::Days(*draft),
            "tournament-pick-days",
            numbers("tournament-days-each", &days, draft.days),
        ),
        menu(
            locale,
            TournamentFormAction::Vacation(*draft),
            "tournament-pick-vacation",
            numbers("tournament-vacation-days", &VACATION, draft.vacation),
        ),
        last_row(locale, draft, 1),
    ]
}

/// The buttons below the menus.
fn last_row(locale: &Locale, draft: &TournamentDraft, page: u8) -> ActionRow {
    let (other, label) = if page == 0 {
        (1, "key-tournament-more")
    } else {
        (0, "key-tournament-back")
    };
    let rated = if draft.is_rated {
        ("challenge-rated-yes", ButtonStyle::Primary)
    } else {
        ("challenge-rated-no", ButtonStyle::Plain)
    };
    let keys = [
        (
            TournamentFormAction::Page(*draft, other),
            label,
            ButtonStyle::Plain,
        ),
        (TournamentFormAction::Rated(*draft), rated.0, rated.1),
        (
            TournamentFormAction::Numbers(*draft),
            "key-tournament-numbers",
            ButtonStyle::Plain,
        ),
        (
            TournamentFormAction::Make(*draft),
            "key-tournament-make",
            ButtonStyle::Good,
        ),
    ];
    let keys =
        keys.map(|(action, label, style)| key(&form_id(action), locale.text(label, &[]), style));
    ActionRow::Buttons(keys.to_vec())
}

#[cfg(test)]
mod tests {
    use super::read_ratings;

    #[test]
    fn ratings_are_read_as_people_write_them() {
        assert_eq!(read_ratings(""), Some((None, None)));
        assert_eq!(
            read_ratings(" 1400 – 1800 "),
            Some((Some(1400), Some(1800)))
        );
        assert_eq!(read_ratings("1400-"), Some((Some(1400), None)));
        assert_eq!(read_ratings("—1800"), Some((None, Some(1800))));
        for wrong in ["1400", "x – 1", "1800 – 1400", "1 – 2 – 3", "9999 –"] {
            assert_eq!(read_ratings(wrong), None, "{wrong}");
        }
    }
}
