//! Open challenges: a server's lobby, the list of one's own challenges, and standing challenges.

use std::time::Duration;

use hexpost_sandbox::{CLUB, ControlAction, FIRST_PLAYER, GENERAL, MODERATOR, QUIET, SPECTATOR};

use super::super::harness::{Harness, PATIENCE, Seen};
use super::{BEGINNING, Session};
use hexpost::app::{Act, NewChallenge};
use hexpost::model::{
    ChannelId, InteractionId, PlayerId, Seat, ServerId, StoredVariant, Terms, Time,
};

/// Longer than the bot waits to batch changes of the lobby.
const SOON: Duration = Duration::from_secs(6);

impl Session {
    /// A moderator opens the lobby in the general channel.
    async fn lobby(&self) -> Seen {
        let moderator = self.harness.person(MODERATOR).at(GENERAL);
        let answer = moderator.types("/lobby pin:true").await;
        let said = &answer.message().text;
        assert!(said.contains("will appear here in a moment"), "{said}");
        self.lobby_with(|seen| seen.text.contains("**Open challenges"))
            .await
    }

    /// Waits until the lobby, as everyone sees it, satisfies a condition.
    async fn lobby_with(&self, is_so: impl Fn(&Seen) -> bool) -> Seen {
        let reader = self.first().at(GENERAL);
        let look = || {
            let mut all = reader.reads().into_iter();
            all.find(|seen| {
                !seen.is_private && seen.text.contains("**Open challenges") && is_so(seen)
            })
        };
        self.harness.until("the lobby", look).await
    }
}

#[tokio::test]
async fn anyone_can_play_from_the_lobby() {
    let session = Session::new().await;
    let lobby = session.lobby().await;
    assert!(lobby.keys().is_empty() && lobby.text.contains("Nobody is looking for an opponent"));
    session
        .first()
        .types("/challenge game:zertz 37 side:first")
        .await;
    let card = session.second().sees("challenges anyone").await;
    session.passes(SOON).await;
    let shown = session.lobby_with(|seen| seen.keys() == ["Play 1"]).await;
    assert_eq!(shown.id, lobby.id, "it is the same message");
    assert!(
        shown
            .text
            .contains("**ZÈRTZ · 37 rings** · <@800000000000000001>"),
        "{}",
        shown.text
    );
    // Challengers can't play against themselves.
    let answer = session.first().at(GENERAL).clicks("Play 1").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("your own challenge"),
        "{}",
        answer.message()
    );
    let answer = session.second().at(GENERAL).clicks("Play 1").await;
    // The acceptance is public.
    assert!(!answer.message().is_private);
    let link = format!("game on! → <#{}>", card.id);
    assert!(
        answer.message().text.contains(&link),
        "{}",
        answer.message()
    );
    // The game has its thread, and the challenge message says what happened.
    session.begun(card.id).await;
    let board = session.first_at(card.id).sees("it's your turn").await;
    assert!(board.pings_me);
    let card = session.second().sees("✅ Accepted").await;
    assert!(card.keys().is_empty());
    // The next person is too late.
    let late = session.harness.person(SPECTATOR).at(GENERAL);
    let answer = late.clicks("Play 1").await;
    assert!(
        answer.message().text.contains("zostało już przyjęte"),
        "{}",
        answer.message()
    );
    session.passes(SOON).await;
    session.lobby_with(|seen| seen.keys().is_empty()).await;
    assert_eq!(late.was_pinged(), 0);
    session.finish().await;
}

#[tokio::test]
async fn a_standing_challenge_is_renewed_and_can_be_switched_off() {
    let session = Session::new().await;
    let text = "/challenge game:tzaar fixed side:first standing:true max-games:1";
    let answer = session.first().types(text).await;
    assert!(
        answer.message().text.contains("challenge is posted"),
        "{}",
        answer.message()
    );
    let card = session.second().sees("🔁").await;
    session.second().clicks("1a").await;
    session.begun(card.id).await;
    session.first_at(card.id).sees("it's your turn").await;
    session.settles().await;
    // At most one game at a time: the challenge isn't open now.
    let list = session.first().types("/lobby").await;
    assert!(list.message().text.contains("⏸️"), "{}", list.message());
    assert_eq!(list.message().keys(), ["Turn off: TZAAR"]);
    let second = session.second_at(card.id);
    second.types("/resign").await;
    second.clicks("Да, сдаюсь").await;
    let again = || {
        let mut all = session.second().reads().into_iter();
        all.find(|seen| seen.id > card.id && seen.text.contains("🔁"))
    };
    let next = session
        .harness
        .until("the next challenge message", again)
        .await;
    assert_eq!(next.keys(), ["Accept", "Withdraw", "Rules"]);
    let list = session.first().types("/lobby").await;
    assert_eq!(list.message().keys(), ["Withdraw 1", "Turn off: TZAAR"]);
    let answer = session.first().clicks("Turn off: TZAAR").await;
    assert!(
        answer.message().text.contains("Turned off"),
        "{}",
        answer.message()
    );
    assert_eq!(answer.message().keys(), ["Challenge"]);
    let closed = || {
        let seen = session
            .second()
            .reads()
            .into_iter()
            .find(|seen| seen.id == next.id);
        seen.filter(|seen| seen.keys().is_empty())
    };
    let closed = session
        .harness
        .until("the challenge message to be closed", closed)
        .await;
    assert!(closed.text.contains("Withdrawn"), "{closed}");
    session.finish().await;
}

#[tokio::test]
async fn invalid_standing_challenges_are_refused_privately() {
    let session = Session::new().await;
    let answer = session
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2 standing:true")
        .await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("open to anyone"),
        "{}",
        answer.message()
    );
    let direct = session.second().at_direct_messages();
    let answer = direct.types("/challenge game:zertz 37 max-games:2").await;
    assert!(
        answer.message().text.contains("нужен сервер"),
        "{}",
        answer.message()
    );
    for variant in ["zertz 37", "zertz 40", "zertz 43"] {
        let text = format!("/challenge game:{variant} standing:true");
        session.first().types(&text).await;
    }
    let answer = session
        .first()
        .types("/challenge game:zertz 61 max-games:5")
        .await;
    assert!(
        answer.message().text.contains("3 standing challenges"),
        "{}",
        answer.message()
    );
    session.settles().await;
    session.finish().await;
}

#[tokio::test]
async fn only_moderators_can_open_the_lobby_and_only_where_the_bot_may_write() {
    let session = Session::new().await;
    let answer = session.second().types("/lobby pin:true").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("только модераторы"),
        "{}",
        answer.message()
    );
    let moderator = session.harness.person(MODERATOR);
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
    let lobby = session.lobby().await;
    // Opened in another channel, it disappears here.
    moderator.types("/lobby pin:true").await;
    let is_new = || {
        let mut all = session.first().reads().into_iter();
        all.find(|seen| seen.text.contains("**Open challenges"))
    };
    let moved = session.harness.until("the moved lobby", is_new).await;
    let is_gone = |at, id| {
        let first = session.first().at(at);
        move || (!first.reads().iter().any(|seen| seen.id == id)).then_some(())
    };
    session
        .harness
        .until("the old lobby to be deleted", is_gone(GENERAL, lobby.id))
        .await;
    let answer = moderator.types("/lobby pin:false").await;
    assert!(
        answer.message().text.contains("has been removed"),
        "{}",
        answer.message()
    );
    session
        .harness
        .until("the lobby to be deleted", is_gone(moved.channel, moved.id))
        .await;
    session.finish().await;
}

#[tokio::test]
async fn a_deleted_lobby_stays_deleted_and_can_be_opened_again() {
    let session = Session::on(Harness::unlogged().await).await;
    let lobby = session.lobby().await;
    session
        .harness
        .control(ControlAction::DeleteMessage(GENERAL, lobby.id));
    session.first().types("/challenge game:zertz 37").await;
    session.passes(SOON).await;
    let gone = async {
        while session
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
    gone.expect("the deletion was not noticed");
    let again = session.lobby().await;
    assert_ne!(again.id, lobby.id);
    assert_eq!(again.keys(), ["Play 1"]);
    session.settles().await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_rate_limited_edit_of_an_old_lobby_is_retried_later() {
    let session = Session::on(Harness::unlogged().await).await;
    let lobby = session.lobby().await;
    session
        .harness
        .control(ControlAction::Advance(Duration::from_hours(2)));
    session.passes(Duration::from_hours(2)).await;
    // The sandbox's hour doesn't pass with the test's clock, so at some point the limit is reached.
    for round in 0..12 {
        session.first().types("/challenge game:zertz 37").await;
        session.passes(Duration::from_mins(5)).await;
        session.lobby_with(|seen| seen.keys() == ["Play 1"]).await;
        session.first().types("/lobby").await;
        session.first().clicks("Withdraw 1").await;
        if round == 9 {
            break;
        }
        session.passes(Duration::from_mins(5)).await;
        session.lobby_with(|seen| seen.keys().is_empty()).await;
    }
    session.passes(Duration::from_mins(5)).await;
    // That was the twentieth edit; the next exceeds the limit.
    session.lobby_with(|seen| seen.keys().is_empty()).await;
    session.first().types("/challenge game:zertz 37").await;
    session.passes(Duration::from_mins(5)).await;
    let refused = || {
        let refused = session.harness.refused();
        refused
            .iter()
            .any(|line| line.contains("30046"))
            .then_some(())
    };
    session
        .harness
        .until("an edit to be rate limited", refused)
        .await;
    session
        .harness
        .control(ControlAction::Advance(Duration::from_hours(2)));
    session.passes(Duration::from_mins(11)).await;
    let shown = session.lobby_with(|seen| seen.keys() == ["Play 1"]).await;
    assert_eq!(shown.id, lobby.id);
    session.settles().await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn five_hundred_open_challenges_are_paginated_in_every_language() {
    let session = Session::on(Harness::unlogged().await).await;
    for index in 0..500 {
        let act = Act {
            by: PlayerId(i64::MAX - 1000 + index),
            interaction: InteractionId(index + 1),
            expected_seq: None,
            now: Time(BEGINNING),
        };
        let new = NewChallenge {
            opponent: None,
            server: Some(ServerId(CLUB as i64)),
            channel: Some(ChannelId(GENERAL as i64)),
            terms: Terms {
                variant: StoredVariant::parse("zertz", "61-tournament"),
                seat: Seat::Mine,
                pace: Some(hexpost::model::Pace::days(14)),
                is_rated: false,
                note: Some("x".repeat(200)),
            },
        };
        session.app.challenge(&act, new).await.unwrap();
        // Drop the notifications; this test is about the list.
        for notice in session
            .app
            .take_notices(hexpost::model::Buckets::ALL, session.now(), 10)
            .await
            .unwrap()
        {
            session
                .app
                .sent(&notice.nonce, session.now())
                .await
                .unwrap();
        }
    }
    let lobby = session.lobby().await;
    assert_eq!(lobby.keys().len(), 16, "{lobby}");
    assert_eq!(lobby.keys()[15], "All 500");
    for (person, next) in [
        (FIRST_PLAYER, "Play 16"),
        (super::SECOND_PLAYER, "Играть 16"),
        (SPECTATOR, "Graj 16"),
    ] {
        let person = session.harness.person(person).at(GENERAL);
        let list = person.clicks("1Pp0").await;
        assert!(list.message().is_private);
        assert_eq!(list.message().keys().len(), 17, "{}", list.message());
        let list = person.clicks("▶").await;
        let text = &list.message().text;
        assert_eq!(list.message().keys()[0], next);
        // All of them are named, including the last one.
        assert_eq!(text.matches("<@").count(), 15, "{text}");
        assert!(text.contains("`30`") && text.contains("-# "), "{text}");
        assert!(text.chars().count() <= 2000);
    }
    session.settles().await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn commands_are_rate_limited_per_person() {
    let session = Session::with(Harness::new().await, BEGINNING, 3).await;
    for _ in 0..3 {
        let answer = session.second().types("/games").await;
        assert!(answer.message().text.contains("у вас нет партий"));
    }
    let answer = session.second().types("/challenge game:zertz 37").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("Слишком быстро"),
        "{}",
        answer.message()
    );
    assert_eq!(
        session
            .app
            .challenges_by(PlayerId(super::SECOND_PLAYER as i64))
            .await
            .unwrap(),
        []
    );
    // Other players and buttons aren't affected.
    let answer = session.first().types("/settings").await;
    assert!(answer.message().text.contains("Your settings"));
    for label in [
        "Board: dark",
        "Board: warm wood",
        "Board: dark",
        "Board: warm wood",
    ] {
        let answer = session.first().chooses(&[label]).await;
        assert!(answer.message().text.contains("Your settings"));
    }
    session.passes(Duration::from_secs(20)).await;
    let answer = session.second().types("/games").await;
    assert!(answer.message().text.contains("у вас нет партий"));
    session.finish().await;
}
