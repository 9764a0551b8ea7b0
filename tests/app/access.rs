//! Who can see which games and challenges.

use std::collections::HashSet;
use std::sync::Mutex;

use crate::fixture::{BLACK, CHANNEL, SERVER, THIRD, WHITE, open_challenge, refused, story, terms};
use hexpost::app::Refusal;
use hexpost::app::access::{ChannelVisibility, Viewer};
use hexpost::model::{ChannelId, PlayerId, ServerId};

const ELSEWHERE: ServerId = ServerId(51);
const OTHER_CHANNEL: ChannelId = ChannelId(61);
const THREAD: ChannelId = ChannelId(600);

/// Which channels each player can see, and which have been deleted.
#[derive(Default)]
struct Seen {
    visible: HashSet<(PlayerId, ChannelId)>,
    gone: HashSet<ChannelId>,
    /// Are all channels open to everyone?
    is_open: bool,
    asked: Mutex<Vec<ChannelId>>,
}

impl ChannelVisibility for Seen {
    async fn is_visible(&self, viewer: &Viewer, _: ServerId, channel: ChannelId) -> Option<bool> {
        self.asked.lock().unwrap().push(channel);
        if self.gone.contains(&channel) {
            return None;
        }
        let sees = |player| self.visible.contains(&(player, channel));
        Some(self.is_open || viewer.player.is_some_and(sees))
    }
}

fn at(player: PlayerId, server: ServerId, channel: ChannelId) -> Viewer {
    Viewer {
        player: Some(player),
        ..Viewer::everyone(server, channel)
    }
}

#[test]
fn a_game_is_visible_to_its_players_and_to_those_who_see_its_channel() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let mut seen = Seen::default();
        let outsider = at(THIRD, SERVER, OTHER_CHANNEL);
        let hidden = fixture.app.visible_game(&outsider, &seen, id).await;
        assert_eq!(refused(hidden), Refusal::UnknownGame);
        let hidden = fixture
            .app
            .look_at(&outsider, &seen, id.into(), fixture.now())
            .await;
        assert_eq!(refused(hidden), Refusal::UnknownGame);
        // Players see their game from anywhere, without a permission check.
        seen.asked.lock().unwrap().clear();
        for viewer in [Viewer::direct(WHITE), at(BLACK, ELSEWHERE, OTHER_CHANNEL)] {
            fixture.app.visible_game(&viewer, &seen, id).await.unwrap();
        }
        // So does anyone in its channel, or in a thread of that channel.
        let there = at(THIRD, SERVER, CHANNEL);
        fixture.app.visible_game(&there, &seen, id).await.unwrap();
        let in_a_thread = Viewer {
            parent: Some(CHANNEL),
            ..at(THIRD, SERVER, ChannelId(601))
        };
        fixture
            .app
            .visible_game(&in_a_thread, &seen, id)
            .await
            .unwrap();
        assert_eq!(*seen.asked.lock().unwrap(), []);
        seen.visible.insert((THIRD, CHANNEL));
        fixture
            .app
            .visible_game(&outsider, &seen, id)
            .await
            .unwrap();
        // A game that is public on one server isn't visible on another.
        let elsewhere = at(THIRD, ELSEWHERE, OTHER_CHANNEL);
        let hidden = fixture.app.visible_game(&elsewhere, &seen, id).await;
        assert_eq!(refused(hidden), Refusal::UnknownGame);
    });
}

#[test]
fn a_game_in_a_thread_is_visible_to_those_who_see_the_thread() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.app.set_thread(id, THREAD).await.unwrap();
        let mut seen = Seen::default();
        let viewer = at(THIRD, SERVER, OTHER_CHANNEL);
        // The thread may be in another channel than the challenge, such as a private forum.
        seen.visible.insert((THIRD, CHANNEL));
        let hidden = fixture.app.visible_game(&viewer, &seen, id).await;
        assert_eq!(refused(hidden), Refusal::UnknownGame);
        seen.visible.insert((THIRD, THREAD));
        fixture.app.visible_game(&viewer, &seen, id).await.unwrap();
        // Once the thread has been deleted, the game continues in the channel.
        seen.visible.remove(&(THIRD, THREAD));
        seen.gone.insert(THREAD);
        fixture.app.visible_game(&viewer, &seen, id).await.unwrap();
    });
}

#[test]
fn a_follower_sees_a_game_elsewhere_as_long_as_they_see_its_channel() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let mut seen = Seen::default();
        seen.visible.insert((THIRD, CHANNEL));
        let direct = Viewer::direct(THIRD);
        let hidden = fixture.app.visible_game(&direct, &seen, id).await;
        assert_eq!(refused(hidden), Refusal::UnknownGame);
        let act = fixture.act(THIRD);
        fixture.app.follow(&act, id, true).await.unwrap();
        fixture.app.visible_game(&direct, &seen, id).await.unwrap();
        let listed = fixture.app.visible_followed(&direct, &seen).await.unwrap();
        assert_eq!(listed.len(), 1);
        seen.visible.clear();
        let hidden = fixture.app.visible_game(&direct, &seen, id).await;
        assert_eq!(refused(hidden), Refusal::UnknownGame);
        let listed = fixture.app.visible_followed(&direct, &seen).await.unwrap();
        assert_eq!(listed, []);
    });
}

#[test]
fn an_open_challenge_is_listed_and_accepted_only_by_those_who_see_its_channel() {
    story(async |fixture| {
        let challenge = fixture
            .challenge(WHITE, open_challenge(terms("zertz", "37")))
            .await;
        let id = challenge.unwrap().id;
        let mut seen = Seen::default();
        let outsider = at(THIRD, SERVER, OTHER_CHANNEL);
        let hidden = fixture.app.may_accept(&outsider, &seen, id).await;
        assert_eq!(refused(hidden), Refusal::UnknownChallenge);
        let listed = async |viewer: &Viewer, seen: &Seen| {
            let open = fixture
                .app
                .visible_open_on(viewer, seen, SERVER, fixture.now(), (0, 10));
            let (page, count) = open.await.unwrap();
            assert_eq!(page.len(), count);
            count
        };
        assert_eq!(listed(&outsider, &seen).await, 0);
        assert_eq!(
            listed(&at(WHITE, SERVER, OTHER_CHANNEL), &seen).await,
            1,
            "their own"
        );
        assert_eq!(listed(&at(THIRD, SERVER, CHANNEL), &seen).await, 1, "there");
        // A message for everyone lists what everyone can see, and challenges from its own channel.
        let public = Viewer::everyone(SERVER, OTHER_CHANNEL);
        assert_eq!(listed(&public, &seen).await, 0);
        assert_eq!(listed(&Viewer::everyone(SERVER, CHANNEL), &seen).await, 1);
        seen.visible.insert((THIRD, CHANNEL));
        assert_eq!(listed(&outsider, &seen).await, 1);
        fixture.app.may_accept(&outsider, &seen, id).await.unwrap();
    });
}

#[test]
fn a_game_is_shown_only_where_everyone_can_see_it() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let mut seen = Seen::default();
        let writes = |viewer: Viewer| Viewer {
            may_post: true,
            ..viewer
        };
        let shows = async |viewer: Viewer, seen: &Seen| {
            let app = &fixture.app;
            app.may_show(&writes(viewer), seen, id.into()).await
        };
        // In its own channel, by anyone.
        shows(at(THIRD, SERVER, CHANNEL), &seen).await.unwrap();
        let mute = at(THIRD, SERVER, CHANNEL);
        let refusal = fixture.app.may_show(&mute, &seen, id.into()).await;
        assert_eq!(refused(refusal), Refusal::MayNotPost);
        // Not elsewhere while its channel isn't open to everyone, not even by a player.
        seen.visible.insert((WHITE, CHANNEL));
        for viewer in [
            at(WHITE, SERVER, OTHER_CHANNEL),
            at(WHITE, ELSEWHERE, OTHER_CHANNEL),
            Viewer::direct(WHITE),
        ] {
            let refusal = shows(viewer, &seen).await;
            assert_eq!(refused(refusal), Refusal::HiddenFromSome);
        }
        // To those who can't see it, it doesn't exist.
        let refusal = shows(at(THIRD, SERVER, OTHER_CHANNEL), &seen).await;
        assert_eq!(refused(refusal), Refusal::UnknownGame);
        seen.is_open = true;
        shows(at(WHITE, SERVER, OTHER_CHANNEL), &seen)
            .await
            .unwrap();
        let refusal = shows(at(WHITE, ELSEWHERE, OTHER_CHANNEL), &seen).await;
        assert_eq!(refused(refusal), Refusal::HiddenFromSome);
    });
}
