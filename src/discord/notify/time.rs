//! What is said about time: that it was given, that it has run out, and which games wait.

use std::time::Duration;

use crate::app::Outgoing;
use crate::app::notify::notice::Notice;
use crate::discord::context::{Host, Reader};
use crate::discord::custom_id::Button;
use crate::discord::custom_id::action::Deed;
use crate::discord::custom_id::menu::Other;
use crate::discord::features::challenge_card::time_span;
use crate::discord::features::{games_line, games_link};
use crate::discord::i18n::{Arg, Words};
use crate::discord::interaction::dispatch::Stop;
use crate::discord::notify::content::News;
use crate::discord::view::board::{Seen, key, mention, moment, shown};
use crate::discord::view::message::{LONGEST_TEXT, Row, Style};
use crate::model::PlayerId;
use crate::store::StoreError;

/// So many games are listed in a digest.
const MOST_LISTED: usize = 15;

/// That a player was given time, or that it has run out; none if that is out of date.
pub(crate) fn about_time(outgoing: &Outgoing, seen: &Seen<'_>) -> Option<News> {
    let (game, words) = (seen.game, seen.words);
    let player = outgoing.player;
    let called = Arg::from(player.map_or_else(String::new, mention));
    let mover = game.to_move()?;
    let deadline = game.row.status.deadline;
    if let Notice::TimeGiven { time } = &outgoing.notice {
        let time = Duration::from_millis(u64::try_from(*time).unwrap_or_default());
        let time = ("time", time_span(words, time).into());
        let mut said = words.say("news-given", &[("player", called), time]);
        // Whoever is to move sees until when.
        if game.row.players[mover] == player {
            said = format!("{said}\n{}", seen.to_move().unwrap_or_default());
        }
        return Some(News::text(said, player));
    }
    let when = deadline.filter(|_| game.is_time_up)?;
    let args = [("player", called), ("when", moment(when).into())];
    if outgoing.notice == Notice::TimeUp {
        return Some(News::text(words.say("news-time-up", &args), player));
    }
    let mut news = News::text(words.say("news-may-claim", &args), player);
    let button = Button::Other(Other::Do(Deed::Claim, shown(game)));
    let claim = key(&button, words.say("key-claim", &[]), Style::Primary);
    news.reply.rows = vec![Row::Keys(vec![claim])];
    Some(news)
}

/// The games that wait for a player; none if there is none any more.
pub(crate) async fn digest(
    host: &Host,
    outgoing: &Outgoing,
    words: &'static Words,
) -> Result<Option<News>, StoreError> {
    let Some(player) = outgoing.player else {
        return Ok(None);
    };
    let games = host.app.my_games(player, host.now()).await?;
    let waiting: Vec<_> = games.iter().filter(|listed| listed.is_mine).collect();
    if waiting.is_empty() {
        return Ok(None);
    }
    let reader = Reader {
        words,
        settings: host.app.player_settings(player).await?,
    };
    let mut said = words.say("news-digest", &[("count", waiting.len().into())]);
    let mut left = waiting.len();
    for listed in waiting.iter().take(MOST_LISTED) {
        let line = async {
            let place = games_link(host, &listed.row).await?;
            games_line(host, &reader, listed, &place).await
        };
        let line = match line.await {
            Ok(line) => line,
            Err(Stop::No(crate::app::No::Failed(error))) => return Err(error),
            Err(_) => continue,
        };
        // Room for the line that says how many more there are.
        if said.chars().count() + line.chars().count() + 100 > LONGEST_TEXT {
            break;
        }
        said = format!("{said}\n{line}");
        left -= 1;
    }
    if left > 0 {
        let more = words.say("news-digest-more", &[("count", left.into())]);
        said = format!("{said}\n{more}");
    }
    Ok(Some(News::text(said, Some(player))))
}

/// That games wait, for someone who can't be written to directly.
pub(crate) fn short_digest(words: &Words, player: PlayerId) -> News {
    let player_called = ("player", mention(player).into());
    News::text(
        words.say("news-digest-short", &[player_called]),
        Some(player),
    )
}
