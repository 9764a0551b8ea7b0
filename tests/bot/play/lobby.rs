//! Open challenges: the lobby that a server shows, the list of one's own, and those that come back.

use std::time::Duration;

use hexpost_sandbox::{CLUB, ControlAction, FIRST_PLAYER, GENERAL, MODERATOR, QUIET, SPECTATOR};

use super::super::harness::{Bench, PATIENCE, Seen};
use super::{BEGINNING, Table};
use hexpost::app::{Act, NewChallenge};
use hexpost::model::{ChannelId, InteractionId, PlayerId, Seat, ServerId, Terms, Time};

/// Longer than changes of a lobby are gathered.
const SOON: Duration = Duration::from_secs(6);

impl Table {
    /// A moderator shows the lobby in the channel for everything.
    async fn lobby(&self) -> Seen {
        let moderator = self.bench.person(MODERATOR).at(GENERAL);
        let answer = moderator.types("/lobby pin:true").await;
        let said = &answer.message().text;
        assert!(said.contains("will appear here in a moment"), "{said}");
        self.lobby_with(|seen| seen.text.contains("**Open games**"))
            .await
    }

    /// The lobby as everyone sees it, as soon as it is so.
    async fn lobby_with(&self, is_so: impl Fn(&Seen) -> bool) -> Seen {
        let reader = self.first().at(GENERAL);
        let look = || {
            let mut all = reader.reads().into_iter();
            all.find(|seen| !seen.is_private && seen.text.contains("**Open games**") && is_so(seen))
        };
        self.bench.until("the lobby", look).await
    }
}

#[tokio::test]
async fn anyone_plays_from_the_lobby_that_a_server_shows() {
    let table = Table::new().await;
    let lobby = table.lobby().await;
    assert!(lobby.keys().is_empty() && lobby.text.contains("Nobody is looking for an opponent"));
    table
        .first()
        .types("/challenge game:zertz 37 side:first")
        .await;
    let card = table.second().sees("challenges anyone").await;
    table.passes(SOON).await;
    let shown = table.lobby_with(|seen| seen.keys() == ["Play 1"]).await;
    assert_eq!(shown.id, lobby.id, "it is the same message");
    assert!(
        shown
            .text
            .contains("**ZÈRTZ · 37 rings** · <@800000000000000001>"),
        "{}",
        shown.text
    );
    // The challenger can't play against himself.
    let answer = table.first().at(GENERAL).clicks("Play 1").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("your own challenge"),
        "{}",
        answer.message()
    );
    let answer = table.second().at(GENERAL).clicks("Play 1").await;
    // Everyone who sees the list hears of it.
    assert!(!answer.message().is_private);
    let link = format!("game on! → <#{}>", card.id);
    assert!(
        answer.message().text.contains(&link),
        "{}",
        answer.message()
    );
    // The game has its thread, and the card says what became of it.
    table.begun(card.id).await;
    let board = table.first_at(card.id).sees("it's your turn").await;
    assert!(board.pings_me);
    let card = table.second().sees("✅ Accepted").await;
    assert!(card.keys().is_empty());
    // Someone else is too late.
    let late = table.bench.person(SPECTATOR).at(GENERAL);
    let answer = late.clicks("Play 1").await;
    assert!(
        answer.message().text.contains("zostało już przyjęte"),
        "{}",
        answer.message()
    );
    table.passes(SOON).await;
    table.lobby_with(|seen| seen.keys().is_empty()).await;
    assert_eq!(late.was_pinged(), 0);
    table.finish().await;
}

#[tokio::test]
async fn a_standing_challenge_comes_back_and_is_switched_off_in_the_list() {
    let table = Table::new().await;
    let text = "/challenge game:tzaar fixed side:first standing:true most:1";
    let answer = table.first().types(text).await;
    assert!(
        answer.message().text.contains("challenge is posted"),
        "{}",
        answer.message()
    );
    let card = table.second().sees("🔁").await;
    table.second().clicks("1a").await;
    table.begun(card.id).await;
    table.first_at(card.id).sees("it's your turn").await;
    table.settles().await;
    // One game at a time: nothing is open now.
    let list = table.first().types("/lobby").await;
    assert!(list.message().text.contains("⏸️"), "{}", list.message());
    assert_eq!(list.message().keys(), ["Turn off: TZAAR"]);
    let second = table.second_at(card.id);
    second.types("/resign").await;
    second.clicks("Да, сдаюсь").await;
    let again = || {
        let mut all = table.second().reads().into_iter();
        all.find(|seen| seen.id > card.id && seen.text.contains("🔁"))
    };
    let next = table.bench.until("the next card", again).await;
    assert_eq!(next.keys(), ["Accept", "Withdraw", "Rules"]);
    let list = table.first().types("/lobby").await;
    assert_eq!(list.message().keys(), ["Withdraw 1", "Turn off: TZAAR"]);
    let answer = table.first().clicks("Turn off: TZAAR").await;
    assert!(
        answer.message().text.contains("Turned off"),
        "{}",
        answer.message()
    );
    assert_eq!(answer.message().keys(), ["Challenge"]);
    let closed = || {
        let seen = table
            .second()
            .reads()
            .into_iter()
            .find(|seen| seen.id == next.id);
        seen.filter(|seen| seen.keys().is_empty())
    };
    let closed = table.bench.until("the card is closed", closed).await;
    assert!(closed.text.contains("Withdrawn"), "{closed}");
    table.finish().await;
}

#[tokio::test]
async fn what_can_not_stand_is_refused_in_private() {
    let table = Table::new().await;
    let answer = table
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2 standing:true")
        .await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("open to anyone"),
        "{}",
        answer.message()
    );
    let direct = table.second().at_direct_messages();
    let answer = direct.types("/challenge game:zertz 37 most:2").await;
    assert!(
        answer.message().text.contains("нужен сервер"),
        "{}",
        answer.message()
    );
    for variant in ["zertz 37", "zertz 40", "zertz 43"] {
        let text = format!("/challenge game:{variant} standing:true");
        table.first().types(&text).await;
    }
    let answer = table.first().types("/challenge game:zertz 61 most:5").await;
    assert!(
        answer.message().text.contains("3 standing challenges"),
        "{}",
        answer.message()
    );
    table.settles().await;
    table.finish().await;
}

#[tokio::test]
async fn only_moderators_show_the_lobby_and_only_where_the_bot_may_write() {
    let table = Table::new().await;
    let answer = table.second().types("/lobby pin:true").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("только модераторы"),
        "{}",
        answer.message()
    );
    let moderator = table.bench.person(MODERATOR);
    let answer = moderator.at(QUIET).types("/lobby pin:true").await;
    assert!(
        answer.message().text.contains("not allowed to post"),
        "{}",
        answer.message()
    );
    let answer = moderator.types("/lobby pin:false").await;
    assert!(
        answer.message().text.contains("no lobby message"),
        "{}",
        answer.message()
    );
    let lobby = table.lobby().await;
    // Shown elsewhere, it is not here any more.
    moderator.types("/lobby pin:true").await;
    let is_new = || {
        let mut all = table.first().reads().into_iter();
        all.find(|seen| seen.text.contains("**Open games**"))
    };
    let moved = table.bench.until("the lobby elsewhere", is_new).await;
    let is_gone = |at, id| {
        let first = table.first().at(at);
        move || (!first.reads().iter().any(|seen| seen.id == id)).then_some(())
    };
    table
        .bench
        .until("the old one is gone", is_gone(GENERAL, lobby.id))
        .await;
    let answer = moderator.types("/lobby pin:false").await;
    assert!(
        answer.message().text.contains("has been removed"),
        "{}",
        answer.message()
    );
    table
        .bench
        .until("it is gone", is_gone(moved.channel, moved.id))
        .await;
    table.finish().await;
}

#[tokio::test]
async fn a_lobby_that_someone_deletes_is_gone_and_can_be_shown_again() {
    let table = Table::on(Bench::unlogged().await).await;
    let lobby = table.lobby().await;
    table
        .bench
        .control(ControlAction::DeleteMessage(GENERAL, lobby.id));
    table.first().types("/challenge game:zertz 37").await;
    table.passes(SOON).await;
    let gone = async {
        while table
            .app
            .lobby(ServerId(CLUB as i64))
            .await
            .unwrap()
            .is_some()
        {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let gone = tokio::time::timeout(PATIENCE, gone).await;
    gone.expect("the lobby is noticed to be gone");
    let again = table.lobby().await;
    assert_ne!(again.id, lobby.id);
    assert_eq!(again.keys(), ["Play 1"]);
    table.settles().await;
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn an_old_lobby_that_discord_lets_nobody_change_is_changed_later() {
    let table = Table::on(Bench::unlogged().await).await;
    let lobby = table.lobby().await;
    table
        .bench
        .control(ControlAction::Advance(Duration::from_hours(2)));
    table.passes(Duration::from_hours(2)).await;
    // Discord's hour does not pass while ours do: at some point it has enough.
    for round in 0..12 {
        table.first().types("/challenge game:zertz 37").await;
        table.passes(Duration::from_mins(5)).await;
        table.lobby_with(|seen| seen.keys() == ["Play 1"]).await;
        table.first().types("/lobby").await;
        table.first().clicks("Withdraw 1").await;
        if round == 9 {
            break;
        }
        table.passes(Duration::from_mins(5)).await;
        table.lobby_with(|seen| seen.keys().is_empty()).await;
    }
    table.passes(Duration::from_mins(5)).await;
    // That was the twentieth; the next is too much.
    table.lobby_with(|seen| seen.keys().is_empty()).await;
    table.first().types("/challenge game:zertz 37").await;
    table.passes(Duration::from_mins(5)).await;
    let refused = || {
        let refused = table.bench.refused();
        refused
            .iter()
            .any(|line| line.contains("30046"))
            .then_some(())
    };
    table.bench.until("Discord has enough", refused).await;
    table
        .bench
        .control(ControlAction::Advance(Duration::from_hours(2)));
    table.passes(Duration::from_mins(11)).await;
    let shown = table.lobby_with(|seen| seen.keys() == ["Play 1"]).await;
    assert_eq!(shown.id, lobby.id);
    table.settles().await;
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn five_hundred_open_challenges_are_shown_page_by_page_in_every_language() {
    let table = Table::on(Bench::unlogged().await).await;
    for index in 0..500 {
        let act = Act {
            by: PlayerId(i64::MAX - 1000 + index),
            interaction: InteractionId(index + 1),
            board: None,
            now: Time(BEGINNING),
        };
        let new = NewChallenge {
            opponent: None,
            server: Some(ServerId(CLUB as i64)),
            channel: Some(ChannelId(GENERAL as i64)),
            terms: Terms {
                game: "zertz".to_owned(),
                variant: "61-tournament".to_owned(),
                seat: Seat::Mine,
                pace: Some(hexpost::model::Pace::days(14)),
                is_rated: false,
                note: Some("x".repeat(200)),
            },
        };
        table.app.challenge(&act, new).await.unwrap();
        // Nobody is told: this is about the list.
        for notice in table.app.take_notices(table.now(), 10).await.unwrap() {
            table.app.sent(&notice.nonce, table.now()).await.unwrap();
        }
    }
    let lobby = table.lobby().await;
    assert_eq!(lobby.keys().len(), 16, "{lobby}");
    assert_eq!(lobby.keys()[15], "All 500");
    for (person, next) in [
        (FIRST_PLAYER, "Play 16"),
        (super::SECOND_PLAYER, "Играть 16"),
        (SPECTATOR, "Graj 16"),
    ] {
        let person = table.bench.person(person).at(GENERAL);
        let list = person.clicks("1Pp0").await;
        assert!(list.message().is_private);
        assert_eq!(list.message().keys().len(), 17, "{}", list.message());
        let list = person.clicks("▶").await;
        let text = &list.message().text;
        assert_eq!(list.message().keys()[0], next);
        // All of them are named, the last line too.
        assert_eq!(text.matches("<@").count(), 15, "{text}");
        assert!(text.contains("`30`") && text.contains("-# "), "{text}");
        assert!(text.chars().count() <= 2000);
    }
    table.settles().await;
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn whoever_asks_too_fast_is_told_to_wait_a_moment() {
    let table = Table::with(Bench::new().await, BEGINNING, 3).await;
    for _ in 0..3 {
        let answer = table.second().types("/games").await;
        assert!(answer.message().text.contains("у вас нет партий"));
    }
    let answer = table.second().types("/challenge game:zertz 37").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("Слишком быстро"),
        "{}",
        answer.message()
    );
    assert_eq!(
        table
            .app
            .challenges_by(PlayerId(super::SECOND_PLAYER as i64))
            .await
            .unwrap(),
        []
    );
    // Others are not concerned, nor are keys.
    let answer = table.first().types("/settings").await;
    assert!(answer.message().text.contains("Your settings"));
    for label in [
        "Board: dark",
        "Board: warm wood",
        "Board: dark",
        "Board: warm wood",
    ] {
        let answer = table.first().chooses(&[label]).await;
        assert!(answer.message().text.contains("Your settings"));
    }
    table.passes(Duration::from_secs(20)).await;
    let answer = table.second().types("/games").await;
    assert!(answer.message().text.contains("у вас нет партий"));
    table.finish().await;
}
