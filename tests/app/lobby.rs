//! Standing challenges, the lobby of a server, and the limits on both.

use std::collections::HashMap;
use std::time::Duration;

use hexpost_engine::random::SplitMix64;

use crate::fixture::{
    BLACK, CHANNEL, SERVER, THIRD, TestApp, WHITE, challenge_to, days, open_challenge, refused,
    run, story, terms,
};
use hexpost::app::access::{ChannelVisibility, Viewer};
use hexpost::app::notify::notice::Notice;
use hexpost::app::people::settings::ServerSettings;
use hexpost::app::{GuildJoin, Limits, NewChallenge, Refusal};
use hexpost::model::{Challenge, ChallengeState, ChannelId, GameId, PlayerId, RoleId, ServerId};

/// Channel permissions are unknown.
struct Nothing;

impl ChannelVisibility for Nothing {
    async fn is_visible(&self, _: &Viewer, _: ServerId, _: ChannelId) -> Option<bool> {
        Some(false)
    }
}

async fn stands(fixture: &TestApp, by: PlayerId, variant: &str, most: i64) -> Challenge {
    let new = open_challenge(terms("zertz", variant));
    fixture
        .app
        .make_standing_challenge(&fixture.act(by), new, most)
        .await
        .unwrap()
}

/// The challenges that anyone may accept on the server.
async fn open(fixture: &TestApp) -> Vec<Challenge> {
    let now = fixture.now();
    let viewer = Viewer::everyone(SERVER, CHANNEL);
    let page = fixture
        .app
        .visible_open_on(&viewer, &Nothing, SERVER, now, (0, 1000));
    let (page, count) = page.await.unwrap();
    assert_eq!(page.len(), count);
    page
}

#[test]
fn a_standing_challenge_is_renewed_when_accepted_until_it_is_switched_off() {
    story(async |fixture| {
        let first = stands(fixture, WHITE, "37", 3).await;
        assert_eq!(first.standing, Some(first.id));
        fixture.accept(BLACK, first.id).await.unwrap();
        let next = open(fixture).await;
        assert_eq!(next.len(), 1);
        assert_eq!(
            (next[0].standing, next[0].challenger),
            (Some(first.id), Some(WHITE))
        );
        assert_eq!(next[0].terms, first.terms);
        // It has a new secret, because the first one's is public by now.
        assert_ne!(next[0].secret, first.secret);
        let told = fixture.notifications().await;
        let cards = told
            .iter()
            .filter(|(notice, _)| *notice == Notice::Challenged);
        assert_eq!(cards.count(), 2, "{told:?}");
        fixture.accept(THIRD, next[0].id).await.unwrap();
        assert_eq!(open(fixture).await.len(), 1);
        let stop = fixture
            .app
            .stop_standing(&fixture.act(BLACK), first.id)
            .await;
        assert_eq!(refused(stop), Refusal::NotForYou);
        fixture
            .app
            .stop_standing(&fixture.act(WHITE), first.id)
            .await
            .unwrap();
        assert_eq!(open(fixture).await, []);
        assert_eq!(fixture.app.standing_of(WHITE).await.unwrap(), []);
        let again = fixture
            .app
            .stop_standing(&fixture.act(WHITE), first.id)
            .await;
        assert_eq!(refused(again), Refusal::UnknownChallenge);
        // Running games continue.
        assert_eq!(
            fixture
                .app
                .my_games(WHITE, fixture.now())
                .await
                .unwrap()
                .len(),
            2
        );
    });
}

#[test]
fn a_standing_challenge_waits_while_enough_of_its_games_are_running() {
    story(async |fixture| {
        let first = stands(fixture, WHITE, "37", 2).await;
        fixture.accept(BLACK, first.id).await.unwrap();
        let second = open(fixture).await[0].id;
        fixture.accept(BLACK, second).await.unwrap();
        assert_eq!(open(fixture).await, []);
        let (standing, _) = fixture.app.standing_of(WHITE).await.unwrap()[0].clone();
        assert!(!standing.is_open);
        // Other games don't count, and their end changes nothing.
        let other = fixture.start("zertz", "48").await;
        fixture
            .app
            .resign(&fixture.act(BLACK), other)
            .await
            .unwrap();
        assert_eq!(fixture.sweep().await.offered, 0);
        // The end of one of its games makes room, even across a restart.
        fixture
            .app
            .resign(&fixture.act(BLACK), first.id)
            .await
            .unwrap();
        fixture.restart().await;
        assert_eq!(
            fixture
                .app
                .next_due()
                .await
                .unwrap()
                .map(|due| due <= fixture.now()),
            Some(true)
        );
        assert_eq!(fixture.sweep().await.offered, 1);
        assert_eq!(open(fixture).await.len(), 1);
        assert_eq!(fixture.sweep().await.offered, 0);
        // Switched off while it waits, it doesn't come back.
        let third = open(fixture).await[0].id;
        fixture.accept(THIRD, third).await.unwrap();
        fixture
            .app
            .stop_standing(&fixture.act(WHITE), first.id)
            .await
            .unwrap();
        fixture
            .app
            .resign(&fixture.act(THIRD), third)
            .await
            .unwrap();
        fixture.sweep().await;
        assert_eq!(open(fixture).await, []);
    });
}

#[test]
fn standing_challenges_are_limited_and_must_be_open_on_a_server() {
    story(async |fixture| {
        let stand = async |new: NewChallenge, most: i64| {
            fixture
                .app
                .make_standing_challenge(&fixture.act(WHITE), new, most)
                .await
        };
        let to_one = challenge_to(BLACK, terms("zertz", "37"));
        assert_eq!(refused(stand(to_one, 3).await), Refusal::StandingOpponent);
        let nowhere = NewChallenge {
            server: None,
            ..open_challenge(terms("zertz", "37"))
        };
        assert_eq!(refused(stand(nowhere, 3).await), Refusal::StandingServer);
        for most in [0, -1, 11, i64::MAX] {
            let new = open_challenge(terms("zertz", "37"));
            assert_eq!(refused(stand(new, most).await), Refusal::StandingMost(10));
        }
        for variant in ["37", "40", "43"] {
            stands(fixture, WHITE, variant, 1).await;
        }
        let new = open_challenge(terms("zertz", "44"));
        assert_eq!(refused(stand(new, 1).await), Refusal::TooManyStanding(3));
        let same = open_challenge(terms("zertz", "37"));
        assert!(matches!(
            refused(stand(same, 1).await),
            Refusal::Identical(_)
        ));
        assert_eq!(open(fixture).await.len(), 3);
    });
}

#[test]
fn a_standing_challenge_ends_when_it_is_withdrawn_or_expires() {
    story(async |fixture| {
        let first = stands(fixture, WHITE, "37", 3).await;
        fixture
            .app
            .withdraw(&fixture.act(WHITE), first.id)
            .await
            .unwrap();
        assert_eq!(fixture.app.standing_of(WHITE).await.unwrap(), []);
        let second = stands(fixture, WHITE, "37", 3).await;
        fixture.wait(days(29));
        fixture.sweep().await;
        assert_eq!(open(fixture).await.len(), 1);
        fixture.wait(days(2));
        assert_eq!(fixture.sweep().await.expired, 1);
        assert_eq!(open(fixture).await, []);
        assert_eq!(fixture.app.standing_of(WHITE).await.unwrap(), []);
        let gone = fixture.app.challenge_by_id(second.id).await.unwrap();
        assert_eq!(gone.state, ChallengeState::Expired);
    });
}

#[test]
fn two_concurrent_acceptances_start_one_game_and_renew_the_challenge_once() {
    story(async |fixture| {
        let first = stands(fixture, WHITE, "37", 5).await;
        let (one, other) = (fixture.act(BLACK), fixture.act(THIRD));
        let (one, other) = tokio::join!(
            fixture.app.accept(&one, first.id),
            fixture.app.accept(&other, first.id)
        );
        assert_eq!(usize::from(one.is_ok()) + usize::from(other.is_ok()), 1);
        assert_eq!(open(fixture).await.len(), 1);
    });
}

#[test]
fn deleting_personal_data_ends_standing_challenges() {
    story(async |fixture| {
        let first = stands(fixture, WHITE, "37", 3).await;
        fixture.accept(BLACK, first.id).await.unwrap();
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["standing"][0]["standing"], first.id.0);
        assert_eq!(all["standing"][0]["most"], 3);
        fixture.app.forget(&fixture.act(WHITE)).await.unwrap();
        fixture.sweep().await;
        assert_eq!(open(fixture).await, []);
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["standing"].as_array().unwrap().len(), 0);
    });
}

#[test]
fn lobby_updates_are_prompt_and_batched() {
    story(async |fixture| {
        let take = async |fixture: &TestApp| {
            fixture
                .app
                .claim_lobby_updates(fixture.now(), 10)
                .await
                .unwrap()
        };
        // Without a lobby there is nothing to update.
        stands(fixture, WHITE, "37", 3).await;
        fixture.wait(days(1));
        assert_eq!(take(fixture).await, []);
        let act = fixture.act(THIRD);
        fixture.app.pin_lobby(&act, SERVER, CHANNEL).await.unwrap();
        let lobby = take(fixture).await[0];
        assert_eq!((lobby.channel, lobby.message), (CHANNEL, None));
        fixture
            .app
            .lobby_shown(&lobby, 77, fixture.now())
            .await
            .unwrap();
        assert_eq!(take(fixture).await, []);
        // Several changes make one update.
        for variant in ["40", "43", "44"] {
            let new = open_challenge(terms("zertz", variant));
            fixture.challenge(BLACK, new).await.unwrap();
        }
        // A direct challenge doesn't change the lobby.
        let friend = challenge_to(BLACK, terms("zertz", "61"));
        fixture.challenge(WHITE, friend).await.unwrap();
        assert_eq!(take(fixture).await, []);
        fixture.wait(Duration::from_secs(5));
        let lobby = take(fixture).await[0];
        assert_eq!(lobby.message, Some(77));
        assert_eq!(take(fixture).await, [], "the update is under way");
        // A change during an update isn't lost.
        let id = open(fixture).await[0].id;
        fixture.accept(BLACK, id).await.unwrap();
        fixture
            .app
            .lobby_shown(&lobby, 77, fixture.now())
            .await
            .unwrap();
        fixture.wait(Duration::from_secs(6));
        assert_eq!(take(fixture).await.len(), 1);
        // If the process that claimed the update is gone, another one gets it.
        fixture.wait(Duration::from_mins(2));
        let lobby = take(fixture).await[0];
        fixture
            .app
            .lobby_shown(&lobby, 77, fixture.now())
            .await
            .unwrap();
        assert_eq!(take(fixture).await, []);
    });
}

#[test]
fn an_old_lobby_message_is_edited_rarely() {
    story(async |fixture| {
        let act = fixture.act(THIRD);
        fixture.app.pin_lobby(&act, SERVER, CHANNEL).await.unwrap();
        let mut shown = 0;
        for minute in 0..180 {
            let variant = ["37", "40", "43"][minute % 3];
            let new = open_challenge(terms("zertz", variant));
            let id = fixture.challenge(WHITE, new).await.unwrap().id;
            fixture.app.withdraw(&fixture.act(WHITE), id).await.unwrap();
            fixture.wait(Duration::from_mins(1));
            for lobby in fixture
                .app
                .claim_lobby_updates(fixture.now(), 10)
                .await
                .unwrap()
            {
                fixture
                    .app
                    .lobby_shown(&lobby, 77, fixture.now())
                    .await
                    .unwrap();
                shown += usize::from(minute > 61);
            }
        }
        // Discord allows about twenty edits of an old message an hour.
        assert!((20..=32).contains(&shown), "{shown} in two hours");
    });
}

#[test]
fn a_moved_or_removed_lobby_leaves_no_message_behind() {
    story(async |fixture| {
        let elsewhere = ChannelId(61);
        let act = fixture.act(THIRD);
        fixture.app.pin_lobby(&act, SERVER, CHANNEL).await.unwrap();
        let lobby = fixture
            .app
            .claim_lobby_updates(fixture.now(), 1)
            .await
            .unwrap()[0];
        fixture
            .app
            .lobby_shown(&lobby, 77, fixture.now())
            .await
            .unwrap();
        let act = fixture.act(THIRD);
        fixture
            .app
            .pin_lobby(&act, SERVER, elsewhere)
            .await
            .unwrap();
        let moved = fixture
            .app
            .claim_lobby_updates(fixture.now(), 1)
            .await
            .unwrap()[0];
        assert_eq!(moved.old, Some((CHANNEL, 77)));
        assert_eq!((moved.channel, moved.message), (elsewhere, None));
        // A late report about the old lobby message changes nothing.
        fixture
            .app
            .lobby_shown(&lobby, 77, fixture.now())
            .await
            .unwrap();
        let now = fixture.app.lobby(SERVER).await.unwrap().unwrap();
        assert_eq!(now.message, None);
        fixture
            .app
            .lobby_shown(&moved, 78, fixture.now())
            .await
            .unwrap();
        let act = fixture.act(THIRD);
        assert!(fixture.app.unpin_lobby(&act, SERVER).await.unwrap());
        let gone = fixture
            .app
            .claim_lobby_updates(fixture.now(), 1)
            .await
            .unwrap()[0];
        assert!(!gone.is_wanted && gone.message == Some(78));
        fixture.app.drop_lobby(&gone).await.unwrap();
        let act = fixture.act(THIRD);
        assert!(!fixture.app.unpin_lobby(&act, SERVER).await.unwrap());
    });
}

#[test]
fn five_hundred_open_challenges_are_read_page_by_page() {
    run(async {
        let limits = Limits {
            open_challenges: 500,
            ..Limits::default()
        };
        let fixture = TestApp::with_limits(limits).await;
        for index in 0..500 {
            let player = PlayerId(2_000_000 + index);
            let new = open_challenge(terms("zertz", "37"));
            fixture.challenge(player, new).await.unwrap();
        }
        let mut seen = Vec::new();
        loop {
            let (viewer, now) = (Viewer::everyone(SERVER, CHANNEL), fixture.now());
            let part = (seen.len(), 15);
            let page = fixture
                .app
                .visible_open_on(&viewer, &Nothing, SERVER, now, part);
            let (page, count) = page.await.unwrap();
            assert_eq!(count, 500);
            if page.is_empty() {
                break;
            }
            seen.extend(page.iter().map(|challenge| challenge.id.0));
        }
        assert_eq!(seen, (1..=500).collect::<Vec<i64>>());
        fixture.assert_sound().await;
        fixture.app.close().await;
    });
}

#[test]
fn joining_leaving_and_rejoining_a_server_is_tracked() {
    story(async |fixture| {
        let server = ServerId(51);
        let arrive =
            async |fixture: &TestApp| fixture.app.arrive(server, fixture.now()).await.unwrap();
        assert_eq!(arrive(fixture).await, GuildJoin::New);
        assert_eq!(arrive(fixture).await, GuildJoin::Known);
        assert!(!fixture.app.has_left(server).await.unwrap());
        fixture.app.note_left(server, fixture.now()).await.unwrap();
        assert!(fixture.app.has_left(server).await.unwrap());
        fixture.restart().await;
        assert_eq!(arrive(fixture).await, GuildJoin::Back);
        assert!(!fixture.app.has_left(server).await.unwrap());
        // A server with settings counts as known, even if its arrival was missed.
        let settings = ServerSettings::default();
        fixture.app.set_server(SERVER, &settings).await.unwrap();
        assert_eq!(
            fixture.app.arrive(SERVER, fixture.now()).await.unwrap(),
            GuildJoin::Known
        );
        // The settings survive the bot's absence.
        fixture.app.note_left(SERVER, fixture.now()).await.unwrap();
        assert_eq!(fixture.app.server_settings(SERVER).await.unwrap(), settings);
    });
}

#[test]
fn a_server_sets_which_roles_may_play_and_moderate() {
    story(async |fixture| {
        let (players, others) = (RoleId(7), RoleId(8));
        let may_play = async |server: ServerId, roles: &[RoleId]| {
            let viewer = Viewer {
                server: Some(server),
                roles: roles.to_vec(),
                ..Viewer::default()
            };
            fixture.app.may_play(&viewer).await
        };
        may_play(SERVER, &[]).await.unwrap();
        let settings = ServerSettings {
            roles: vec![players],
            moderators: vec![others],
            ..ServerSettings::default()
        };
        fixture.app.set_server(SERVER, &settings).await.unwrap();
        let wanted = Refusal::NotAllowed(vec![players]);
        assert_eq!(refused(may_play(SERVER, &[]).await), wanted);
        assert_eq!(refused(may_play(SERVER, &[others]).await), wanted);
        may_play(SERVER, &[others, players]).await.unwrap();
        may_play(ServerId(51), &[]).await.unwrap();
        let may_moderate = async |roles: &[RoleId], manages_server: bool, on: ServerId| {
            let viewer = Viewer {
                server: Some(SERVER),
                roles: roles.to_vec(),
                manages_server,
                ..Viewer::default()
            };
            fixture.app.may_moderate(&viewer, Some(on)).await.unwrap()
        };
        assert!(may_moderate(&[others], false, SERVER).await);
        assert!(!may_moderate(&[players], false, SERVER).await);
        assert!(may_moderate(&[], true, SERVER).await);
        assert!(!may_moderate(&[others], true, ServerId(51)).await);
    });
}

#[test]
fn standing_challenges_keep_their_limits_under_random_use() {
    for seed in 0..4 {
        story(async |fixture| {
            let mut numbers = SplitMix64::new(seed);
            let mut below = |bound: u64| numbers.below(bound);
            let mut most_of: HashMap<GameId, i64> = HashMap::new();
            let mut games: Vec<GameId> = Vec::new();
            for step in 0..250 {
                let by = PlayerId(100 + below(4) as i64);
                let act = fixture.act(by);
                let challenges = open(fixture).await;
                match below(10) {
                    0 | 1 => {
                        let most = 1 + below(3) as i64;
                        let variant = ["37", "40", "43", "44", "48"][below(5) as usize];
                        let new = open_challenge(terms("zertz", variant));
                        if let Ok(made) = fixture.app.make_standing_challenge(&act, new, most).await
                        {
                            most_of.insert(made.id, most);
                        }
                    }
                    2..=5 if !challenges.is_empty() => {
                        let id = challenges[below(challenges.len() as u64) as usize].id;
                        if fixture.app.accept(&act, id).await.is_ok() {
                            games.push(id);
                        }
                    }
                    6 | 7 if !games.is_empty() => {
                        let id = games[below(games.len() as u64) as usize];
                        // Only its players can resign; the others are refused.
                        let _ = fixture.app.resign(&act, id).await;
                    }
                    8 if !challenges.is_empty() => {
                        let id = challenges[below(challenges.len() as u64) as usize].id;
                        let _ = fixture.app.withdraw(&act, id).await;
                    }
                    _ => {
                        fixture.wait(Duration::from_hours(below(40)));
                    }
                }
                fixture.sweep().await;
                fixture.assert_sound_after_step(step).await;
                let open = open(fixture).await;
                for player in (100..104).map(PlayerId) {
                    let standing = fixture.app.standing_of(player).await.unwrap();
                    assert!(standing.len() <= 3);
                    for (standing, _) in standing {
                        let mut store = fixture.app.store().read().await.unwrap();
                        let running = store.standing_games(standing.id, player).await.unwrap();
                        let own = open.iter().filter(|c| c.standing == Some(standing.id));
                        let own = own.count() as i64;
                        assert_eq!(Some(&standing.most), most_of.get(&standing.id));
                        assert!(running <= standing.most);
                        assert_eq!(own, i64::from(running < standing.most), "seed {seed}");
                    }
                }
            }
            assert!(games.len() > 20, "seed {seed}: {} games", games.len());
        });
    }
}
