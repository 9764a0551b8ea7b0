//! Texts of ratings and results.

use hexpost_engine::game::GameKind;
use hexpost_engine::side::Side;

use crate::app::rating::stats::{GameSummary, Tally};
use crate::app::rating::{current, is_provisional};
use crate::discord::i18n::Locale;
use crate::model::{GameResult, Rating, RatingChange, Time};

/// The name of a game, without the variant.
pub(crate) fn game_name(locale: &Locale, kind: GameKind) -> String {
    locale.text(&format!("rating-kind-{}", kind.as_str()), &[])
}

/// A rating as a whole number, with a question mark if it is provisional.
pub(crate) fn rating_in_words(rating: &Rating, now: Time) -> String {
    let mark = if is_provisional(rating, now) { "?" } else { "" };
    format!("{}{mark}", number_in_words(rating))
}

/// A rating as a whole number.
pub(crate) fn number_in_words(rating: &Rating) -> String {
    rounded(rating.figures.rating).to_string()
}

/// The current rating deviation as a whole number.
pub(crate) fn deviation_in_words(rating: &Rating, now: Time) -> String {
    rounded(current(Some(rating), now).deviation).to_string()
}

/// The consequences of a finished game: rating changes, and the head-to-head score.
pub(crate) fn summary_lines(
    locale: &Locale,
    kind: GameKind,
    summary: &GameSummary,
    called: impl Fn(Side) -> String,
) -> Vec<String> {
    let mut lines = Vec::new();
    for side in Side::BOTH {
        if let Some(shift) = &summary.shifts[side] {
            lines.push(change(locale, shift, called(side)));
        }
    }
    let mut shifts = Side::BOTH
        .iter()
        .filter_map(|side| summary.shifts[*side].as_ref());
    if shifts.any(|shift| is_provisional(&shift.after, shift.after.at)) {
        lines.push(locale.text("rating-provisional", &[]));
    }
    if let Some(why) = summary.uncounted {
        lines.push(locale.text(&format!("rating-uncounted-{}", why.as_str()), &[]));
    }
    if summary.series.games() > 0 {
        lines.push(series(locale, kind, &summary.series, called));
    }
    lines
}

/// One player's rating change.
fn change(locale: &Locale, shift: &RatingChange, player: String) -> String {
    let (before, after) = (shift.before.rating, shift.after.figures.rating);
    let (before, difference) = (rounded(before), rounded(after) - rounded(before));
    let (sign, difference) = match difference {
        0 => ("📊", "±0".to_owned()),
        more @ 1.. => ("📈", format!("+{more}")),
        less => ("📉", format!("−{}", less.unsigned_abs())),
    };
    let said = locale.text(
        "rating-change",
        &[
            ("player", player.into()),
            ("before", before.to_string().into()),
            (
                "after",
                rating_in_words(&shift.after, shift.after.at).into(),
            ),
            ("change", difference.into()),
        ],
    );
    format!("{sign} {said}")
}

/// The head-to-head score of two players in a game, the leader's first.
fn series(
    locale: &Locale,
    kind: GameKind,
    tally: &Tally,
    called: impl Fn(Side) -> String,
) -> String {
    let (key, leader, score) = match (tally.won, tally.lost) {
        (won, lost) if won > lost => ("series-leads", Side::First, (won, lost)),
        (won, lost) if won < lost => ("series-leads", Side::Second, (lost, won)),
        even => ("series-even", Side::First, even),
    };
    let said = locale.text(
        key,
        &[
            ("game", game_name(locale, kind).into()),
            ("player", called(leader).into()),
            ("score", score_in_words(locale, score).into()),
        ],
    );
    with_draws(locale, said, tally.drawn)
}

/// The head-to-head score of the reader against the player whose results these are.
pub(crate) fn against(locale: &Locale, tally: &Tally) -> String {
    let (own, other) = (tally.lost, tally.won);
    let key = match own.cmp(&other) {
        std::cmp::Ordering::Greater => "against-lead",
        std::cmp::Ordering::Less => "against-trail",
        std::cmp::Ordering::Equal => "against-even",
    };
    let score = ("score", score_in_words(locale, (own, other)).into());
    with_draws(locale, locale.text(key, &[score]), tally.drawn)
}

fn score_in_words(locale: &Locale, (own, other): (u64, u64)) -> String {
    let args = [("own", own.to_string()), ("other", other.to_string())];
    locale.text("score", &args.map(|(name, count)| (name, count.into())))
}

fn with_draws(locale: &Locale, said: String, draws: u64) -> String {
    match draws {
        0 => said,
        count => {
            let draws = locale.text("series-draws", &[("count", count.into())]);
            format!("{said}, {draws}")
        }
    }
}

/// The numbers of wins, losses and draws.
pub(crate) fn tally_in_words(locale: &Locale, tally: &Tally) -> String {
    locale.text(
        "tally",
        &[
            ("won", tally.won.to_string().into()),
            ("lost", tally.lost.to_string().into()),
            ("drawn", tally.drawn.to_string().into()),
        ],
    )
}

/// The results of recent games, one letter each.
pub(crate) fn form_in_words(locale: &Locale, recent: &[GameResult]) -> String {
    let letter = |came: &GameResult| match came {
        GameResult::Won => locale.text("form-won", &[]),
        GameResult::Lost => locale.text("form-lost", &[]),
        GameResult::Drawn => locale.text("form-drawn", &[]),
        GameResult::Nothing => String::new(),
    };
    let letters: Vec<String> = recent.iter().map(letter).collect();
    letters.join(" ")
}

fn rounded(figure: f64) -> i64 {
    figure.round() as i64
}
