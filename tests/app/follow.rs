//! Following other players' games, and announcing results.

use crate::fixture::{BLACK, SERVER, THIRD, TestApp, WHITE, days, refused, story};
use hexpost::app::Refusal;
use hexpost::app::notify::notice::Notice;
use hexpost::app::people::settings::ServerSettings;
use hexpost::model::{ChannelId, GameId, PlayerId};

/// The players who are notified of a move because they follow the game.
async fn notified_followers(fixture: &TestApp) -> Vec<PlayerId> {
    let told = fixture.outgoing().await.into_iter();
    let told = told.filter(|outgoing| matches!(outgoing.notice, Notice::Followed { .. }));
    told.filter_map(|outgoing| outgoing.player).collect()
}

async fn follow(fixture: &TestApp, by: PlayerId, id: GameId, is_told: bool) {
    let act = fixture.act(by);
    fixture.app.follow(&act, id, is_told).await.unwrap();
}

#[test]
fn a_follower_is_notified_of_every_move_once_if_they_want_to_be() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.notifications().await;
        follow(fixture, THIRD, id, false).await;
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(notified_followers(fixture).await, []);
        follow(fixture, THIRD, id, true).await;
        fixture.plays(id, &["Bb3-g1"]).await;
        assert_eq!(notified_followers(fixture).await, [THIRD]);
        // A draw offer or a take-back isn't a move.
        fixture
            .app
            .offer_draw(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert_eq!(notified_followers(fixture).await, []);
        assert_eq!(fixture.app.following(THIRD, id).await.unwrap(), Some(true));
        fixture.app.unfollow(&fixture.act(THIRD), id).await.unwrap();
        assert_eq!(fixture.app.following(THIRD, id).await.unwrap(), None);
        fixture.plays(id, &["Ge6-a2"]).await;
        assert_eq!(notified_followers(fixture).await, []);
    });
}

#[test]
fn followers_are_notified_of_the_result_and_finished_games_leave_the_list() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        follow(fixture, THIRD, id, true).await;
        assert_eq!(fixture.app.followed(THIRD).await.unwrap().len(), 1);
        fixture.notifications().await;
        fixture.app.resign(&fixture.act(WHITE), id).await.unwrap();
        assert_eq!(notified_followers(fixture).await, [THIRD]);
        assert_eq!(fixture.app.followed(THIRD).await.unwrap(), []);
        let late = fixture
            .app
            .follow(&fixture.act(PlayerId(9)), id, true)
            .await;
        assert_eq!(refused(late), Refusal::Finished);
        // The list of followers is deleted after the game.
        fixture.wait(days(8));
        assert_eq!(
            fixture.app.prune(fixture.now(), 100).await.unwrap().follows,
            1
        );
        assert_eq!(fixture.app.following(THIRD, id).await.unwrap(), None);
    });
}

#[test]
fn the_same_turn_after_a_take_back_is_notified_again() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        follow(fixture, THIRD, id, true).await;
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(notified_followers(fixture).await, [THIRD]);
        fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert_eq!(notified_followers(fixture).await, []);
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(notified_followers(fixture).await, [THIRD]);
    });
}

#[test]
fn players_cannot_follow_their_own_game_or_a_game_of_someone_who_blocked_them() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        for player in [WHITE, BLACK] {
            let own = fixture.app.follow(&fixture.act(player), id, true).await;
            assert_eq!(refused(own), Refusal::OwnGame);
        }
        fixture
            .app
            .block(&fixture.act(BLACK), THIRD, true)
            .await
            .unwrap();
        let blocked = fixture.app.follow(&fixture.act(THIRD), id, true).await;
        assert_eq!(refused(blocked), Refusal::Blocked);
        let unknown = fixture
            .app
            .follow(&fixture.act(THIRD), GameId(99), true)
            .await;
        assert_eq!(refused(unknown), Refusal::UnknownGame);
        let act = fixture.act(PlayerId(9));
        fixture.app.follow(&act, id, true).await.unwrap();
    });
}

#[test]
fn followers_per_game_and_followed_games_per_player_are_limited() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        // Ids that differ only in their high digits, like those of accounts created years apart.
        let person = |index: i64| PlayerId((index + 1) << 40);
        for index in 0..25 {
            follow(fixture, person(index), id, true).await;
        }
        let one_more = fixture.app.follow(&fixture.act(THIRD), id, true).await;
        assert_eq!(refused(one_more), Refusal::TooManyFollowers(25));
        // A follower can still change the notification setting.
        follow(fixture, person(0), id, false).await;
        fixture.notifications().await;
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(notified_followers(fixture).await.len(), 24);
        for _ in 0..25 {
            let id = fixture.start("zertz", "37").await;
            follow(fixture, THIRD, id, false).await;
        }
        let another = fixture.start("zertz", "37").await;
        let one_more = fixture.app.follow(&fixture.act(THIRD), another, true).await;
        assert_eq!(refused(one_more), Refusal::TooManyFollowed(25));
        // A finished game makes room for another.
        let first = fixture.app.followed(THIRD).await.unwrap()[0].0.id;
        fixture
            .app
            .resign(&fixture.act(WHITE), first)
            .await
            .unwrap();
        follow(fixture, THIRD, another, true).await;
    });
}

#[test]
fn results_are_announced_in_the_channel_set_by_the_server() {
    story(async |fixture| {
        let results = async |fixture: &TestApp| {
            let told = fixture.notifications().await.into_iter();
            told.filter(|told| *told == (Notice::Result, None)).count()
        };
        let id = fixture.start("zertz", "37").await;
        fixture.app.resign(&fixture.act(WHITE), id).await.unwrap();
        assert_eq!(results(fixture).await, 0);
        let settings = ServerSettings {
            results: Some(ChannelId(62)),
            ..ServerSettings::default()
        };
        fixture.app.set_server(SERVER, &settings).await.unwrap();
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(results(fixture).await, 0);
        fixture.app.resign(&fixture.act(BLACK), id).await.unwrap();
        assert_eq!(results(fixture).await, 1);
    });
}

#[test]
fn followed_games_are_exported_and_deleted_with_personal_data() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        follow(fixture, THIRD, id, true).await;
        let all = fixture.app.export(THIRD, fixture.now()).await.unwrap();
        assert_eq!(all["followed"][0]["game"], id.0);
        assert_eq!(all["followed"][0]["told"], true);
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture.app.forget(&fixture.act(THIRD)).await.unwrap();
        assert_eq!(notified_followers(fixture).await, []);
        let all = fixture.app.export(THIRD, fixture.now()).await.unwrap();
        assert_eq!(all["followed"].as_array().unwrap().len(), 0);
        assert_eq!(all["notices"].as_array().unwrap().len(), 0);
    });
}
