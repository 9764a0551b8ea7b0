//! Following the games of others, and results for everyone.

use crate::fixture::{BLACK, SERVER, THIRD, TestApp, WHITE, days, refused, story};
use hexpost::app::Refusal;
use hexpost::app::notify::notice::Notice;
use hexpost::app::people::settings::ServerSettings;
use hexpost::model::{ChannelId, GameId, PlayerId};

/// Whoever is told of a move because he follows the game.
async fn told(fixture: &TestApp) -> Vec<PlayerId> {
    let told = fixture.outgoing().await.into_iter();
    let told = told.filter(|outgoing| matches!(outgoing.notice, Notice::Followed { .. }));
    told.filter_map(|outgoing| outgoing.player).collect()
}

async fn follow(fixture: &TestApp, by: PlayerId, id: GameId, is_told: bool) {
    let act = fixture.act(by);
    fixture.app.follow(&act, id, is_told).await.unwrap();
}

#[test]
fn a_follower_is_told_of_every_move_once_and_only_if_he_wishes() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.told().await;
        follow(fixture, THIRD, id, false).await;
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(told(fixture).await, []);
        follow(fixture, THIRD, id, true).await;
        fixture.plays(id, &["Bb3-g1"]).await;
        assert_eq!(told(fixture).await, [THIRD]);
        // Neither an offer nor a take-back is a move.
        fixture
            .app
            .offer_draw(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert_eq!(told(fixture).await, []);
        assert_eq!(fixture.app.following(THIRD, id).await.unwrap(), Some(true));
        fixture.app.unfollow(&fixture.act(THIRD), id).await.unwrap();
        assert_eq!(fixture.app.following(THIRD, id).await.unwrap(), None);
        fixture.plays(id, &["Ge6-a2"]).await;
        assert_eq!(told(fixture).await, []);
    });
}

#[test]
fn a_follower_hears_of_the_end_and_finished_games_leave_the_list() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        follow(fixture, THIRD, id, true).await;
        assert_eq!(fixture.app.followed(THIRD).await.unwrap().len(), 1);
        fixture.told().await;
        fixture.app.resign(&fixture.act(WHITE), id).await.unwrap();
        assert_eq!(told(fixture).await, [THIRD]);
        assert_eq!(fixture.app.followed(THIRD).await.unwrap(), []);
        let late = fixture
            .app
            .follow(&fixture.act(PlayerId(9)), id, true)
            .await;
        assert_eq!(refused(late), Refusal::Finished);
        // Nobody needs to know for ever who watched.
        fixture.wait(days(8));
        assert_eq!(
            fixture.app.prune(fixture.now(), 100).await.unwrap().follows,
            1
        );
        assert_eq!(fixture.app.following(THIRD, id).await.unwrap(), None);
    });
}

#[test]
fn the_same_turn_after_a_take_back_is_told_again_as_the_new_one_it_is() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        follow(fixture, THIRD, id, true).await;
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(told(fixture).await, [THIRD]);
        fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert_eq!(told(fixture).await, []);
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(told(fixture).await, [THIRD]);
    });
}

#[test]
fn nobody_follows_the_own_game_or_is_followed_by_someone_blocked() {
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
fn a_game_has_so_many_followers_and_a_person_follows_so_many_games() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        // Numbers that differ in their highest digits alone, as those of people who came long apart.
        let person = |index: i64| PlayerId((index + 1) << 40);
        for index in 0..25 {
            follow(fixture, person(index), id, true).await;
        }
        let one_more = fixture.app.follow(&fixture.act(THIRD), id, true).await;
        assert_eq!(refused(one_more), Refusal::TooManyFollowers(25));
        // Whoever follows can still change what he hears.
        follow(fixture, person(0), id, false).await;
        fixture.told().await;
        fixture.plays(id, &["Wd4-a1"]).await;
        assert_eq!(told(fixture).await.len(), 24);
        for _ in 0..25 {
            let id = fixture.start("zertz", "37").await;
            follow(fixture, THIRD, id, false).await;
        }
        let another = fixture.start("zertz", "37").await;
        let one_more = fixture.app.follow(&fixture.act(THIRD), another, true).await;
        assert_eq!(refused(one_more), Refusal::TooManyFollowed(25));
        // A game that ends makes room.
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
fn results_are_announced_where_a_server_wants_them() {
    story(async |fixture| {
        let results = async |fixture: &TestApp| {
            let told = fixture.told().await.into_iter();
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
fn who_followed_what_is_exported_and_forgotten() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        follow(fixture, THIRD, id, true).await;
        let all = fixture.app.export(THIRD, fixture.now()).await.unwrap();
        assert_eq!(all["followed"][0]["game"], id.0);
        assert_eq!(all["followed"][0]["told"], true);
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture.app.forget(&fixture.act(THIRD)).await.unwrap();
        assert_eq!(told(fixture).await, []);
        let all = fixture.app.export(THIRD, fixture.now()).await.unwrap();
        assert_eq!(all["followed"].as_array().unwrap().len(), 0);
        assert_eq!(all["notices"].as_array().unwrap().len(), 0);
    });
}
