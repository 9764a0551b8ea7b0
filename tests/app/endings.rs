//! Games that end other than on the board: resignation, agreed draws, aborts, closed games.

use hexpost_engine::record::How;
use hexpost_engine::side::Side;

use crate::fixture::{BLACK, THIRD, WHITE, days, refused, story, terms};
use hexpost::app::notify::notice::Notice;
use hexpost::app::{GRACE, Refusal};
use hexpost::model::Terms;

#[test]
fn a_player_can_resign_on_either_turn_but_only_once() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        assert_eq!(
            refused(fixture.app.resign(&fixture.act(THIRD), id).await),
            Refusal::NotAPlayer
        );
        fixture.notifications().await;
        let game = fixture.app.resign(&fixture.act(BLACK), id).await.unwrap();
        let ending = game.record.ending().unwrap();
        assert_eq!(ending.winner, Some(Side::First));
        assert_eq!(ending.how, How::Resignation);
        assert_eq!(game.row.status.to_move, None);
        // The thread is put in order after the last board.
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Finished, None), (Notice::ThreadOver, None)]
        );
        assert_eq!(
            refused(fixture.app.resign(&fixture.act(WHITE), id).await),
            Refusal::Finished
        );
    });
}

#[test]
fn a_draw_can_be_offered_declined_withdrawn_and_agreed() {
    story(async |fixture| {
        let app = &fixture.app;
        let id = fixture.start("tzaar", "fixed").await;
        assert_eq!(
            refused(app.accept_draw(&fixture.act(BLACK), id).await),
            Refusal::NothingOffered
        );
        app.offer_draw(&fixture.act(WHITE), id).await.unwrap();
        assert_eq!(
            refused(app.offer_draw(&fixture.act(BLACK), id).await),
            Refusal::TheyOffered
        );
        assert_eq!(
            refused(app.accept_draw(&fixture.act(WHITE), id).await),
            Refusal::OwnOffer
        );
        app.decline_draw(&fixture.act(BLACK), id).await.unwrap();
        // A draw can't be offered again in the same position.
        assert_eq!(
            refused(app.offer_draw(&fixture.act(WHITE), id).await),
            Refusal::AlreadyOffered
        );
        app.offer_draw(&fixture.act(BLACK), id).await.unwrap();
        app.withdraw_draw(&fixture.act(BLACK), id).await.unwrap();
        assert_eq!(
            refused(app.accept_draw(&fixture.act(WHITE), id).await),
            Refusal::NothingOffered
        );
        fixture.plays(id, &["d3xd4"]).await;
        fixture.notifications().await;
        app.offer_draw(&fixture.act(WHITE), id).await.unwrap();
        assert_eq!(
            fixture.notifications().await,
            [(Notice::DrawOffered, Some(BLACK))]
        );
        let game = app.accept_draw(&fixture.act(BLACK), id).await.unwrap();
        let ending = game.record.ending().unwrap();
        assert_eq!((ending.winner, ending.how), (None, How::Agreement));
        assert_eq!(
            refused(app.offer_draw(&fixture.act(WHITE), id).await),
            Refusal::Finished
        );
    });
}

#[test]
fn a_draw_offer_lapses_when_the_opponent_moves() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture
            .app
            .offer_draw(&fixture.act(BLACK), id)
            .await
            .unwrap();
        fixture.plays(id, &["Wd4-a1"]).await;
        let late = fixture.app.accept_draw(&fixture.act(WHITE), id).await;
        assert_eq!(refused(late), Refusal::NothingOffered);
    });
}

#[test]
fn a_draw_offered_with_a_turn_is_for_the_opponent_to_answer() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let app = &fixture.app;
        app.offer_draw(&fixture.act(WHITE), id).await.unwrap();
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(fixture.game(id).await.draw_offer, Some(Side::First));
        // It is one offer: it can't be repeated, either before or after it is declined.
        let again = app.offer_draw(&fixture.act(WHITE), id).await;
        assert_eq!(refused(again), Refusal::AlreadyOffered);
        app.decline_draw(&fixture.act(BLACK), id).await.unwrap();
        let again = app.offer_draw(&fixture.act(WHITE), id).await;
        assert_eq!(refused(again), Refusal::AlreadyOffered);
        // Taking back a turn that nobody has seen restores the offer made before it.
        let id = fixture.start("zertz", "37").await;
        app.offer_draw(&fixture.act(WHITE), id).await.unwrap();
        fixture.plays(id, &["Wd4-a1"]).await;
        app.take_back(&fixture.act(WHITE), id).await.unwrap();
        assert_eq!(fixture.game(id).await.draw_offer, Some(Side::First));
        let game = app.accept_draw(&fixture.act(BLACK), id).await.unwrap();
        assert!(game.is_over());
    });
}

#[test]
fn a_game_can_be_aborted_only_before_both_have_moved() {
    story(async |fixture| {
        let early = fixture.start("zertz", "37").await;
        fixture.plays(early, &["Wd4-a1"]).await;
        let game = fixture.app.abort(&fixture.act(BLACK), early).await.unwrap();
        let ending = game.record.ending().unwrap();
        assert_eq!((ending.winner, ending.how), (None, How::Abort));
        let late = fixture.start("zertz", "37").await;
        fixture.plays(late, &["Wd4-a1", "Bb3-g1"]).await;
        let refusal = refused(fixture.app.abort(&fixture.act(WHITE), late).await);
        assert_eq!(refusal, Refusal::TooLateToAbort);
    });
}

#[test]
fn a_moderator_can_end_a_game_with_or_without_a_winner() {
    story(async |fixture| {
        for winner in [None, Some(Side::First), Some(Side::Second)] {
            let id = fixture.start("tzaar", "tournament").await;
            fixture
                .app
                .moderate(&fixture.act(THIRD), id, winner)
                .await
                .unwrap();
            let ending = fixture.game(id).await.record.ending().unwrap();
            assert_eq!((ending.winner, ending.how), (winner, How::Moderator));
            let again = fixture.app.moderate(&fixture.act(THIRD), id, winner).await;
            assert_eq!(refused(again), Refusal::Finished);
        }
    });
}

#[test]
fn the_waiting_player_can_close_an_abandoned_game_after_a_warning() {
    story(async |fixture| {
        let app = &fixture.app;
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        let moved_at = fixture.now();
        fixture.wait(days(29));
        let early = app.give_abandonment_notice(&fixture.act(WHITE), id).await;
        assert_eq!(refused(early), Refusal::NotYet(moved_at + days(30)));
        fixture.wait(days(1));
        // The player to move can't close the game.
        let own = app.give_abandonment_notice(&fixture.act(BLACK), id).await;
        assert_eq!(refused(own), Refusal::NothingOffered);
        let hasty = app.close_abandoned(&fixture.act(WHITE), id).await;
        assert_eq!(refused(hasty), Refusal::NoNotice);
        fixture.notifications().await;
        app.give_abandonment_notice(&fixture.act(WHITE), id)
            .await
            .unwrap();
        let noticed_at = fixture.now();
        assert_eq!(
            fixture.notifications().await,
            [(Notice::SilenceNotice, Some(BLACK))]
        );
        let hasty = app.close_abandoned(&fixture.act(WHITE), id).await;
        assert_eq!(refused(hasty), Refusal::NotYet(noticed_at + GRACE));
        fixture.wait(GRACE);
        let game = app.close_abandoned(&fixture.act(WHITE), id).await.unwrap();
        let ending = game.record.ending().unwrap();
        assert_eq!((ending.winner, ending.how), (None, How::Abort));
    });
}

#[test]
fn a_move_prevents_an_abandoned_game_from_being_closed() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.wait(days(31));
        fixture
            .app
            .give_abandonment_notice(&fixture.act(BLACK), id)
            .await
            .unwrap();
        fixture.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
        fixture.wait(days(4));
        let closed = fixture.app.close_abandoned(&fixture.act(BLACK), id).await;
        assert_eq!(refused(closed), Refusal::NoNotice);
    });
}

#[test]
fn a_game_with_a_time_control_cannot_be_closed() {
    story(async |fixture| {
        let timed = Terms {
            pace: Some(hexpost::model::Pace::days(60)),
            ..terms("zertz", "37")
        };
        let id = fixture.start_with(timed).await;
        fixture.wait(days(31));
        let closed = fixture
            .app
            .give_abandonment_notice(&fixture.act(BLACK), id)
            .await;
        assert_eq!(refused(closed), Refusal::HasClock);
    });
}
