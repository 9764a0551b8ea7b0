//! How much time players have: banks, flags, gifts.

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

async fn deadline(desk: &TestApp, id: GameId) -> Option<Time> {
    desk.game(id).await.row.status.deadline
}

/// Whoever is to move makes some turn.
async fn any_turn(desk: &TestApp, id: GameId) {
    let game = desk.game(id).await;
    let position = game.record.game();
    let turn = position.turns_up_to(100_000).unwrap()[0];
    let text = position.write(&turn).unwrap();
    desk.plays(id, &[&text]).await;
}

async fn give(desk: &TestApp, by: PlayerId, id: GameId, time: Duration) {
    let act = desk.act(by);
    desk.app.give_time(&act, id, time).await.unwrap();
}

#[test]
fn when_a_soft_flag_falls_both_are_told_once_and_a_late_move_still_counts() {
    story(async |desk| {
        let id = desk.start_with(paced(Pace::days(2))).await;
        desk.wait(days(3));
        desk.told().await;
        let swept = desk.sweep().await;
        assert_eq!((swept.flags, swept.timeouts), (1, 0));
        let mut told = desk.told().await;
        told.sort_by_key(|(_, whom)| *whom);
        assert_eq!(
            told,
            [
                (Notice::TimeUp, Some(WHITE)),
                (Notice::MayClaim, Some(BLACK))
            ]
        );
        assert!(desk.game(id).await.is_time_up);
        desk.wait(days(1));
        assert!(desk.sweep().await.is_empty(), "once is enough");
        desk.plays(id, &["Wd4-a1"]).await;
        let game = desk.game(id).await;
        assert!(!game.is_time_up);
        assert_eq!(game.row.status.deadline, Some(desk.now() + days(2)));
    });
}

#[test]
fn the_opponent_claims_and_nobody_else_nor_too_early() {
    story(async |desk| {
        let id = desk.start_with(paced(Pace::days(2))).await;
        let end = deadline(desk, id).await.unwrap();
        let early = desk.app.claim(&desk.act(BLACK), id).await;
        assert_eq!(refused(early), Refusal::NotYet(end));
        desk.wait(days(2));
        let own = desk.app.claim(&desk.act(WHITE), id).await;
        assert_eq!(refused(own), Refusal::OwnTime);
        let foreign = desk.app.claim(&desk.act(THIRD), id).await;
        assert_eq!(refused(foreign), Refusal::NotAPlayer);
        let game = desk.app.claim(&desk.act(BLACK), id).await.unwrap();
        let ending = game.record.ending().unwrap();
        assert_eq!((ending.winner, ending.how), (Some(Side::Second), How::Time));
        let unclocked = desk.start("tzaar", "fixed").await;
        let none = desk.app.claim(&desk.act(BLACK), unclocked).await;
        assert_eq!(refused(none), Refusal::NoClock);
    });
}

#[test]
fn a_bank_grows_by_the_increment_up_to_the_cap() {
    story(async |desk| {
        let id = desk.start_with(paced(Pace::bank(3, 1, 4))).await;
        let begun = desk.now();
        assert_eq!(deadline(desk, id).await, Some(begun + days(3)));
        // White uses two of three days and gets one.
        desk.wait(days(2).saturating_sub(SECOND));
        desk.plays(id, &["Wd4-a1"]).await;
        // Black moves within a second, and has nearly four days.
        desk.plays(id, &["Bb3-g1"]).await;
        assert_eq!(deadline(desk, id).await, Some(desk.now() + days(2)));
        desk.plays(id, &["Ge6-a2"]).await;
        let left = deadline(desk, id).await.unwrap().0 - desk.now().0;
        assert_eq!(left, days(4).as_millis() as i64 - 1000);
        // One more would be more than the cap.
        any_turn(desk, id).await;
        any_turn(desk, id).await;
        assert_eq!(deadline(desk, id).await, Some(desk.now() + days(4)));
    });
}

#[test]
fn a_gift_of_time_moves_the_deadline_and_lifts_a_flag_that_has_fallen() {
    story(async |desk| {
        let id = desk.start_with(paced(Pace::days(2))).await;
        let end = deadline(desk, id).await.unwrap();
        desk.told().await;
        give(desk, BLACK, id, days(1)).await;
        assert_eq!(deadline(desk, id).await, Some(end + days(1)));
        let day = days(1).as_millis() as i64;
        let given = Notice::TimeGiven { time: day };
        assert_eq!(desk.told().await, [(given, Some(WHITE))]);
        desk.wait(days(10));
        assert_eq!(desk.sweep().await.flags, 1);
        // All of the gift counts, however late it is.
        give(desk, BLACK, id, days(3)).await;
        let game = desk.game(id).await;
        assert!(!game.is_time_up);
        assert_eq!(game.row.status.deadline, Some(desk.now() + days(3)));
        let end = game.row.status.deadline;
        let claimed = desk.app.claim(&desk.act(BLACK), id).await;
        assert_eq!(refused(claimed), Refusal::NotYet(end.unwrap()));
        desk.wait(days(4));
        assert_eq!(
            desk.sweep().await.flags,
            1,
            "told again when it falls again"
        );
    });
}

#[test]
fn gifts_have_a_bound_and_need_a_clock() {
    story(async |desk| {
        let id = desk.start_with(paced(Pace::days(1))).await;
        for _ in 0..4 {
            give(desk, WHITE, id, days(3)).await;
        }
        // Black, who is not to move, has thirteen days now; fifteen are the most.
        give(desk, WHITE, id, days(1)).await;
        let more = desk.app.give_time(&desk.act(WHITE), id, days(3)).await;
        assert_eq!(refused(more), Refusal::TimeEnough);
        let unclocked = desk.start("tzaar", "fixed").await;
        let none = desk
            .app
            .give_time(&desk.act(WHITE), unclocked, days(1))
            .await;
        assert_eq!(refused(none), Refusal::NoClock);
        let foreign = desk.app.give_time(&desk.act(THIRD), id, days(1)).await;
        assert_eq!(refused(foreign), Refusal::NotAPlayer);
        desk.plays(id, &["Wd4-a1"]).await;
        assert_eq!(deadline(desk, id).await, Some(desk.now() + days(14)));
    });
}

#[test]
fn a_take_back_gives_the_time_of_the_turn_back_and_keeps_what_was_given() {
    story(async |desk| {
        let id = desk.start_with(paced(Pace::bank(7, 1, 14))).await;
        desk.wait(days(2).saturating_sub(SECOND));
        desk.plays(id, &["Wd4-a1"]).await;
        desk.app.view_game(BLACK, id, desk.now()).await.unwrap();
        give(desk, BLACK, id, days(3)).await;
        desk.wait(days(5));
        desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        desk.app.allow_takeback(&desk.act(BLACK), id).await.unwrap();
        // As when the turn began, and three days more.
        assert_eq!(deadline(desk, id).await, Some(desk.now() + days(10)));
        desk.plays(id, &["Wd4-a1"]).await;
        // Black has lost nothing by thinking about what never was.
        assert_eq!(deadline(desk, id).await, Some(desk.now() + days(7)));
    });
}
