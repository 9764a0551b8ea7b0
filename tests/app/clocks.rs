//! Time controls: time banks, flags, gifts of time.

use std::time::Duration;

use hexpost_engine::record::How;
use hexpost_engine::side::Side;

use crate::fixture::{BLACK, THIRD, TestApp, WHITE, days, refused, story, terms};
use hexpost::app::Refusal;
use hexpost::app::notify::notice::Notice;
use hexpost::model::{GameId, Pace, PlayerId, Terms, Time};

const SECOND: Duration = Duration::from_secs(1);

fn paced(pace: Pace) -> Terms {
    Terms {
        pace: Some(pace),
        ..terms("zertz", "37")
    }
}

async fn deadline(fixture: &TestApp, id: GameId) -> Option<Time> {
    fixture.game(id).await.row.status.deadline
}

/// The player to move makes a random turn.
async fn any_turn(fixture: &TestApp, id: GameId) {
    let game = fixture.game(id).await;
    let position = game.record.game();
    let turn = position.turns_up_to(100_000).unwrap()[0];
    let text = position.write(&turn).unwrap();
    fixture.plays(id, &[&text]).await;
}

async fn give(fixture: &TestApp, by: PlayerId, id: GameId, time: Duration) {
    let act = fixture.act(by);
    fixture.app.give_time(&act, id, time).await.unwrap();
}

#[test]
fn a_fallen_flag_notifies_both_players_once_and_a_late_move_still_counts() {
    story(async |fixture| {
        let id = fixture.start_with(paced(Pace::days(2))).await;
        fixture.wait(days(3));
        fixture.notifications().await;
        let swept = fixture.sweep().await;
        assert_eq!((swept.flags, swept.timeouts), (1, 0));
        let mut told = fixture.notifications().await;
        told.sort_by_key(|(_, whom)| *whom);
        assert_eq!(
            told,
            [
                (Notice::TimeUp, Some(WHITE)),
                (Notice::MayClaim, Some(BLACK))
            ]
        );
        assert!(fixture.game(id).await.is_time_up);
        fixture.wait(days(1));
        assert!(fixture.sweep().await.is_empty(), "only once");
        fixture.plays(id, &["Wd4-a1"]).await;
        let game = fixture.game(id).await;
        assert!(!game.is_time_up);
        assert_eq!(game.row.status.deadline, Some(fixture.now() + days(2)));
    });
}

#[test]
fn only_the_opponent_can_claim_a_timeout_and_not_early() {
    story(async |fixture| {
        let id = fixture.start_with(paced(Pace::days(2))).await;
        let end = deadline(fixture, id).await.unwrap();
        let early = fixture.app.claim(&fixture.act(BLACK), id).await;
        assert_eq!(refused(early), Refusal::NotYet(end));
        fixture.wait(days(2));
        let own = fixture.app.claim(&fixture.act(WHITE), id).await;
        assert_eq!(refused(own), Refusal::OwnTime);
        let foreign = fixture.app.claim(&fixture.act(THIRD), id).await;
        assert_eq!(refused(foreign), Refusal::NotAPlayer);
        let game = fixture.app.claim(&fixture.act(BLACK), id).await.unwrap();
        let ending = game.record.ending().unwrap();
        assert_eq!((ending.winner, ending.how), (Some(Side::Second), How::Time));
        let unclocked = fixture.start("tzaar", "fixed").await;
        let none = fixture.app.claim(&fixture.act(BLACK), unclocked).await;
        assert_eq!(refused(none), Refusal::NoClock);
    });
}

#[test]
fn a_time_bank_grows_by_the_increment_up_to_the_cap() {
    story(async |fixture| {
        let id = fixture.start_with(paced(Pace::bank(3, 1, 4))).await;
        let begun = fixture.now();
        assert_eq!(deadline(fixture, id).await, Some(begun + days(3)));
        // White uses two of three days and gains one.
        fixture.wait(days(2).saturating_sub(SECOND));
        fixture.plays(id, &["Wd4-a1"]).await;
        // Black moves within a second, and has almost four days.
        fixture.plays(id, &["Bb3-g1"]).await;
        assert_eq!(deadline(fixture, id).await, Some(fixture.now() + days(2)));
        fixture.plays(id, &["Ge6-a2"]).await;
        let left = deadline(fixture, id).await.unwrap().0 - fixture.now().0;
        assert_eq!(left, days(4).as_millis() as i64 - 1000);
        // Another increment would exceed the cap.
        any_turn(fixture, id).await;
        any_turn(fixture, id).await;
        assert_eq!(deadline(fixture, id).await, Some(fixture.now() + days(4)));
    });
}

#[test]
fn a_gift_of_time_extends_the_deadline_and_lifts_a_fallen_flag() {
    story(async |fixture| {
        let id = fixture.start_with(paced(Pace::days(2))).await;
        let end = deadline(fixture, id).await.unwrap();
        fixture.notifications().await;
        give(fixture, BLACK, id, days(1)).await;
        assert_eq!(deadline(fixture, id).await, Some(end + days(1)));
        let day = days(1).as_millis() as i64;
        let given = Notice::TimeGiven { time: day };
        assert_eq!(fixture.notifications().await, [(given, Some(WHITE))]);
        fixture.wait(days(10));
        assert_eq!(fixture.sweep().await.flags, 1);
        // The whole gift counts, even after the flag has fallen.
        give(fixture, BLACK, id, days(3)).await;
        let game = fixture.game(id).await;
        assert!(!game.is_time_up);
        assert_eq!(game.row.status.deadline, Some(fixture.now() + days(3)));
        let end = game.row.status.deadline;
        let claimed = fixture.app.claim(&fixture.act(BLACK), id).await;
        assert_eq!(refused(claimed), Refusal::NotYet(end.unwrap()));
        fixture.wait(days(4));
        assert_eq!(
            fixture.sweep().await.flags,
            1,
            "notified again when it falls again"
        );
    });
}

#[test]
fn gifts_of_time_are_limited_and_need_a_time_control() {
    story(async |fixture| {
        let id = fixture.start_with(paced(Pace::days(1))).await;
        for _ in 0..4 {
            give(fixture, WHITE, id, days(3)).await;
        }
        // Black, who isn't to move, has thirteen days now; fifteen is the maximum.
        give(fixture, WHITE, id, days(1)).await;
        let more = fixture
            .app
            .give_time(&fixture.act(WHITE), id, days(3))
            .await;
        assert_eq!(refused(more), Refusal::TimeEnough);
        let unclocked = fixture.start("tzaar", "fixed").await;
        let none = fixture
            .app
            .give_time(&fixture.act(WHITE), unclocked, days(1))
            .await;
        assert_eq!(refused(none), Refusal::NoClock);
        let foreign = fixture
            .app
            .give_time(&fixture.act(THIRD), id, days(1))
            .await;
        assert_eq!(refused(foreign), Refusal::NotAPlayer);
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(deadline(fixture, id).await, Some(fixture.now() + days(14)));
    });
}

#[test]
fn a_take_back_restores_the_time_of_the_turn_and_keeps_gifts() {
    story(async |fixture| {
        let id = fixture.start_with(paced(Pace::bank(7, 1, 14))).await;
        fixture.wait(days(2).saturating_sub(SECOND));
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture
            .app
            .view_game(BLACK, id, fixture.now())
            .await
            .unwrap();
        give(fixture, BLACK, id, days(3)).await;
        fixture.wait(days(5));
        fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        fixture
            .app
            .allow_takeback(&fixture.act(BLACK), id)
            .await
            .unwrap();
        // The time at the start of the turn, plus three days.
        assert_eq!(deadline(fixture, id).await, Some(fixture.now() + days(10)));
        fixture.plays(id, &["Wd4-a1"]).await;
        // Black's clock didn't run for the turn that was taken back.
        assert_eq!(deadline(fixture, id).await, Some(fixture.now() + days(7)));
    });
}
