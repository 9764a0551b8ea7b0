//! Following the games of others, and results for everyone.

use crate::desk::{BLACK, Desk, SERVER, THIRD, WHITE, days, refused, story};
use hexpost::app::Refusal;
use hexpost::app::notify::notice::Notice;
use hexpost::app::people::settings::ServerSettings;
use hexpost::model::{ChannelId, GameId, PlayerId};

/// Whoever is told of a move because he follows the game.
async fn told(desk: &Desk) -> Vec<PlayerId> {
    let told = desk.outgoing().await.into_iter();
    let told = told.filter(|outgoing| matches!(outgoing.notice, Notice::Followed { .. }));
    told.filter_map(|outgoing| outgoing.player).collect()
}

async fn follow(desk: &Desk, by: PlayerId, id: GameId, is_told: bool) {
    let act = desk.act(by);
    desk.app.follow(&act, id, is_told).await.unwrap();
}

#[test]
fn a_follower_is_told_of_every_move_once_and_only_if_he_wishes() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        desk.told().await;
        follow(desk, THIRD, id, false).await;
        desk.plays(id, &["Wd4-a1"]).await;
        assert_eq!(told(desk).await, []);
        follow(desk, THIRD, id, true).await;
        desk.plays(id, &["Bb3-g1"]).await;
        assert_eq!(told(desk).await, [THIRD]);
        // Neither an offer nor a take-back is a move.
        desk.app.offer_draw(&desk.act(WHITE), id).await.unwrap();
        assert_eq!(told(desk).await, []);
        assert_eq!(desk.app.following(THIRD, id).await.unwrap(), Some(true));
        desk.app.unfollow(&desk.act(THIRD), id).await.unwrap();
        assert_eq!(desk.app.following(THIRD, id).await.unwrap(), None);
        desk.plays(id, &["Ge6-a2"]).await;
        assert_eq!(told(desk).await, []);
    });
}

#[test]
fn a_follower_hears_of_the_end_and_finished_games_leave_the_list() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        follow(desk, THIRD, id, true).await;
        assert_eq!(desk.app.followed(THIRD).await.unwrap().len(), 1);
        desk.told().await;
        desk.app.resign(&desk.act(WHITE), id).await.unwrap();
        assert_eq!(told(desk).await, [THIRD]);
        assert_eq!(desk.app.followed(THIRD).await.unwrap(), []);
        let late = desk.app.follow(&desk.act(PlayerId(9)), id, true).await;
        assert_eq!(refused(late), Refusal::Finished);
        // Nobody needs to know for ever who watched.
        desk.wait(days(8));
        assert_eq!(desk.app.prune(desk.now(), 100).await.unwrap().follows, 1);
        assert_eq!(desk.app.following(THIRD, id).await.unwrap(), None);
    });
}

#[test]
fn the_same_turn_after_a_take_back_is_told_again_as_the_new_one_it_is() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        follow(desk, THIRD, id, true).await;
        desk.plays(id, &["Wd4-a1"]).await;
        assert_eq!(told(desk).await, [THIRD]);
        desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        assert_eq!(told(desk).await, []);
        desk.plays(id, &["Wd4-a1"]).await;
        assert_eq!(told(desk).await, [THIRD]);
    });
}

#[test]
fn nobody_follows_the_own_game_or_is_followed_by_someone_blocked() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        for player in [WHITE, BLACK] {
            let own = desk.app.follow(&desk.act(player), id, true).await;
            assert_eq!(refused(own), Refusal::OwnGame);
        }
        desk.app.block(&desk.act(BLACK), THIRD, true).await.unwrap();
        let blocked = desk.app.follow(&desk.act(THIRD), id, true).await;
        assert_eq!(refused(blocked), Refusal::Blocked);
        let unknown = desk.app.follow(&desk.act(THIRD), GameId(99), true).await;
        assert_eq!(refused(unknown), Refusal::UnknownGame);
        let act = desk.act(PlayerId(9));
        desk.app.follow(&act, id, true).await.unwrap();
    });
}

#[test]
fn a_game_has_so_many_followers_and_a_person_follows_so_many_games() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        // Numbers that differ in their highest digits alone, as those of people who came long apart.
        let person = |index: i64| PlayerId((index + 1) << 40);
        for index in 0..25 {
            follow(desk, person(index), id, true).await;
        }
        let one_more = desk.app.follow(&desk.act(THIRD), id, true).await;
        assert_eq!(refused(one_more), Refusal::TooManyFollowers(25));
        // Whoever follows can still change what he hears.
        follow(desk, person(0), id, false).await;
        desk.told().await;
        desk.plays(id, &["Wd4-a1"]).await;
        assert_eq!(told(desk).await.len(), 24);
        for _ in 0..25 {
            let id = desk.start("zertz", "37").await;
            follow(desk, THIRD, id, false).await;
        }
        let another = desk.start("zertz", "37").await;
        let one_more = desk.app.follow(&desk.act(THIRD), another, true).await;
        assert_eq!(refused(one_more), Refusal::TooManyFollowed(25));
        // A game that ends makes room.
        let first = desk.app.followed(THIRD).await.unwrap()[0].0.id;
        desk.app.resign(&desk.act(WHITE), first).await.unwrap();
        follow(desk, THIRD, another, true).await;
    });
}

#[test]
fn results_are_announced_where_a_server_wants_them() {
    story(async |desk| {
        let results = async |desk: &Desk| {
            let told = desk.told().await.into_iter();
            told.filter(|told| *told == (Notice::Result, None)).count()
        };
        let id = desk.start("zertz", "37").await;
        desk.app.resign(&desk.act(WHITE), id).await.unwrap();
        assert_eq!(results(desk).await, 0);
        let settings = ServerSettings {
            results: Some(ChannelId(62)),
            ..ServerSettings::default()
        };
        desk.app.set_server(SERVER, &settings).await.unwrap();
        let id = desk.start("zertz", "37").await;
        desk.plays(id, &["Wd4-a1"]).await;
        assert_eq!(results(desk).await, 0);
        desk.app.resign(&desk.act(BLACK), id).await.unwrap();
        assert_eq!(results(desk).await, 1);
    });
}

#[test]
fn who_followed_what_is_exported_and_forgotten() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        follow(desk, THIRD, id, true).await;
        let all = desk.app.export(THIRD, desk.now()).await.unwrap();
        assert_eq!(all["followed"][0]["game"], id.0);
        assert_eq!(all["followed"][0]["told"], true);
        desk.plays(id, &["Wd4-a1"]).await;
        desk.app.forget(&desk.act(THIRD)).await.unwrap();
        assert_eq!(told(desk).await, []);
        let all = desk.app.export(THIRD, desk.now()).await.unwrap();
        assert_eq!(all["followed"].as_array().unwrap().len(), 0);
        assert_eq!(all["notices"].as_array().unwrap().len(), 0);
    });
}
