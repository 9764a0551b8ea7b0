//! Ladders: joining, challenging those above, what the ends of games change, and what is refused.

use std::time::Duration;

use crate::fixture::{CHANNEL, SERVER, TestApp, days, refused, story};
use hexpost::app::access::{ChannelVisibility, Viewer};
use hexpost::app::game::state::Game;
use hexpost::app::integrity::check;
use hexpost::app::ladder::{LadderView, MAX_PLAYERS};
use hexpost::app::notify::notice::Notice;
use hexpost::app::people::settings::ServerSettings;
use hexpost::app::{AppError, Refusal};
use hexpost::model::{
    ChannelId, GameId, LadderSetup, LiveMessage, LiveSubject, Pace, PlayerId, RoleId, ServerId,
    StoredVariant,
};

/// Another channel of the server.
const ELSEWHERE: ChannelId = ChannelId(61);

/// The channels that everyone sees.
struct Visible(&'static [ChannelId]);

impl ChannelVisibility for Visible {
    async fn is_visible(&self, _: &Viewer, _: ServerId, channel: ChannelId) -> Option<bool> {
        Some(self.0.contains(&channel))
    }
}

/// A player by number, from 1.
pub(crate) const fn player(number: i64) -> PlayerId {
    PlayerId(1_000_000 + number)
}

fn setup() -> LadderSetup {
    LadderSetup {
        server: SERVER,
        channel: CHANNEL,
        variant: StoredVariant::parse("zertz", "37"),
        pace: Pace::days(3),
        is_rated: true,
        is_open: true,
    }
}

/// Opens a ladder; the players 1 to `count` join in this order.
pub(crate) async fn ladder_of(fixture: &TestApp, count: i64) {
    fixture
        .app
        .set_ladder(&setup(), fixture.now())
        .await
        .unwrap();
    for number in 1..=count {
        join(fixture, number).await.unwrap();
    }
}

async fn join(fixture: &TestApp, number: i64) -> Result<LadderView, AppError> {
    let act = fixture.act(player(number));
    fixture.app.join_ladder(&act, SERVER).await
}

async fn challenge(fixture: &TestApp, by: i64, opponent: i64) -> Result<Game, AppError> {
    let act = fixture.act(player(by));
    let begun = fixture
        .app
        .challenge_on_ladder(&act, SERVER, player(opponent));
    begun.await
}

/// A challenge that has to succeed.
async fn plays(fixture: &TestApp, by: i64, opponent: i64) -> GameId {
    challenge(fixture, by, opponent).await.unwrap().row.id
}

async fn resigns(fixture: &TestApp, number: i64, game: GameId) {
    let act = fixture.act(player(number));
    fixture.app.resign(&act, game).await.unwrap();
}

async fn view(fixture: &TestApp) -> LadderView {
    fixture.app.ladder(SERVER, fixture.now()).await.unwrap()
}

/// The numbers of the players, from the top.
async fn order(fixture: &TestApp) -> Vec<i64> {
    let rows = view(fixture).await.rows;
    rows.iter().map(|row| row.player.0 - player(0).0).collect()
}

#[test]
fn who_beats_someone_above_takes_their_place() {
    story(async |fixture| {
        ladder_of(fixture, 5).await;
        assert_eq!(order(fixture).await, [1, 2, 3, 4, 5]);
        let game = plays(fixture, 5, 2).await;
        assert_eq!(order(fixture).await, [1, 2, 3, 4, 5]);
        let before = view(fixture).await;
        assert_eq!(before.games.len(), 1);
        let playing = before.rows.iter().filter(|row| row.is_playing);
        let playing: Vec<PlayerId> = playing.map(|row| row.player).collect();
        assert_eq!(playing, [player(2), player(5)]);
        resigns(fixture, 2, game).await;
        assert_eq!(order(fixture).await, [1, 5, 2, 3, 4]);
        let outcome = fixture.app.ladder_outcome(game).await.unwrap().unwrap();
        assert_eq!(
            (outcome.took, outcome.dropped),
            (Some((player(5), 2)), None)
        );
        let after = view(fixture).await;
        assert_eq!(after.games, []);
        let row = after.row_of(player(5)).unwrap();
        assert_eq!((row.place, row.won, row.lost), (2, 1, 0));
        let row = after.row_of(player(2)).unwrap();
        assert_eq!((row.place, row.won, row.lost), (3, 0, 1));
        // A challenger who loses stays where they are.
        let game = plays(fixture, 4, 1).await;
        resigns(fixture, 4, game).await;
        assert_eq!(order(fixture).await, [1, 5, 2, 3, 4]);
        // And so does everyone if the game is called off.
        let game = plays(fixture, 3, 1).await;
        let act = fixture.act(player(3));
        fixture.app.abort(&act, game).await.unwrap();
        assert_eq!(order(fixture).await, [1, 5, 2, 3, 4]);
        // How far they have moved is shown for 30 days.
        fixture.wait(days(29));
        assert!(view(fixture).await.rows.iter().all(|row| row.change == 0));
        let game = plays(fixture, 4, 3).await;
        resigns(fixture, 3, game).await;
        fixture.wait(days(2));
        let rows = view(fixture).await.rows;
        let changes: Vec<i32> = rows.iter().map(|row| row.change).collect();
        assert_eq!(changes, [0, 0, 0, 1, -1]);
        fixture.wait(days(30));
        assert!(view(fixture).await.rows.iter().all(|row| row.change == 0));
    });
}

#[test]
fn a_challenge_begins_a_game_at_once_and_pings_the_challenged_player_once() {
    story(async |fixture| {
        ladder_of(fixture, 2).await;
        let game = challenge(fixture, 2, 1).await.unwrap();
        let told = fixture.notifications().await;
        assert_eq!(told, [(Notice::Started, Some(player(1)))]);
        let row = &game.row;
        assert_eq!((row.server, row.channel), (Some(SERVER), Some(CHANNEL)));
        assert_eq!(row.pace, Some(Pace::days(3).with_flag(true)));
        assert!(row.is_rated);
        // The sides are drawn, and everyone can verify that.
        let draw = fixture.app.verify(row.id).await.unwrap().unwrap();
        assert!(draw.are_sides_drawn && draw.problems.is_empty());
        assert_eq!(
            fixture.app.ladder_players_of(row.id).await.unwrap(),
            Some((player(2), player(1)))
        );
        let other = fixture.start("zertz", "37").await;
        assert_eq!(fixture.app.ladder_players_of(other).await.unwrap(), None);
    });
}

#[test]
fn challenges_are_limited() {
    story(async |fixture| {
        let none = challenge(fixture, 1, 2).await;
        assert_eq!(refused(none), Refusal::NoLadder);
        assert_eq!(refused(join(fixture, 1).await), Refusal::NoLadder);
        ladder_of(fixture, 14).await;
        assert_eq!(refused(join(fixture, 3).await), Refusal::OnLadder);
        let tried = challenge(fixture, 99, 1).await;
        assert_eq!(refused(tried), Refusal::NotOnLadder);
        let tried = challenge(fixture, 1, 99).await;
        assert_eq!(refused(tried), Refusal::OpponentNotOnLadder);
        let tried = challenge(fixture, 3, 3).await;
        assert_eq!(refused(tried), Refusal::Oneself);
        let tried = challenge(fixture, 3, 4).await;
        assert_eq!(refused(tried), Refusal::LadderNotAbove);
        let tried = challenge(fixture, 12, 1).await;
        assert_eq!(refused(tried), Refusal::LadderTooFar(10));
        let first = plays(fixture, 11, 1).await;
        let tried = challenge(fixture, 11, 1).await;
        assert_eq!(refused(tried), Refusal::LadderPlaying);
        plays(fixture, 10, 1).await;
        plays(fixture, 9, 1).await;
        let tried = challenge(fixture, 8, 1).await;
        assert_eq!(refused(tried), Refusal::LadderIncoming(3));
        resigns(fixture, 11, first).await;
        let ended = fixture.now();
        let tried = challenge(fixture, 11, 1).await;
        assert_eq!(refused(tried), Refusal::LadderTooSoon(ended + days(7)));
        // There is room for one more now.
        plays(fixture, 8, 1).await;
        let tried = challenge(fixture, 7, 1).await;
        assert_eq!(refused(tried), Refusal::LadderIncoming(3));
        let offered = fixture
            .app
            .ladder_opponents(player(4), SERVER, fixture.now());
        let offered = offered.await.unwrap();
        let offered: Vec<PlayerId> = offered.iter().map(|row| row.player).collect();
        assert_eq!(offered, [player(2), player(3)]);
        // A refusal has changed nothing.
        assert_eq!(view(fixture).await.games.len(), 3);
    });
}

#[test]
fn the_same_two_play_again_after_seven_days() {
    story(async |fixture| {
        ladder_of(fixture, 2).await;
        let game = plays(fixture, 2, 1).await;
        resigns(fixture, 1, game).await;
        assert_eq!(order(fixture).await, [2, 1]);
        let tried = challenge(fixture, 1, 2).await;
        assert!(matches!(refused(tried), Refusal::LadderTooSoon(_)));
        fixture.wait(days(7));
        plays(fixture, 1, 2).await;
    });
}

#[test]
fn blocked_players_are_not_paired() {
    story(async |fixture| {
        ladder_of(fixture, 3).await;
        let act = fixture.act(player(1));
        fixture.app.block(&act, player(3), true).await.unwrap();
        let tried = challenge(fixture, 3, 1).await;
        assert_eq!(refused(tried), Refusal::Blocked);
        let offered = fixture
            .app
            .ladder_opponents(player(3), SERVER, fixture.now());
        let offered = offered.await.unwrap();
        assert_eq!(offered.len(), 1);
        assert_eq!(offered[0].player, player(2));
    });
}

#[test]
fn who_loses_on_time_drops_off_and_can_rejoin_at_the_bottom() {
    story(async |fixture| {
        ladder_of(fixture, 4).await;
        let game = challenge(fixture, 3, 2).await.unwrap();
        let slow = game.row.players[game.to_move().unwrap()].unwrap();
        fixture.wait(days(4));
        assert_eq!(fixture.sweep().await.timeouts, 1);
        let expected = if slow == player(2) {
            [1, 3, 4]
        } else {
            [1, 2, 4]
        };
        assert_eq!(order(fixture).await, expected);
        let outcome = fixture.app.ladder_outcome(game.row.id).await;
        let outcome = outcome.unwrap().unwrap();
        assert_eq!(outcome.dropped, Some(slow));
        let took = (slow == player(2)).then_some((player(3), 2));
        assert_eq!(outcome.took, took);
        let number = slow.0 - player(0).0;
        let tried = challenge(fixture, number, 1).await;
        assert_eq!(refused(tried), Refusal::NotOnLadder);
        let again = join(fixture, number).await.unwrap();
        assert_eq!(again.row_of(slow).unwrap().place, 4);
    });
}

#[test]
fn who_leaves_the_ladder_or_the_server_is_off_and_open_games_no_longer_count() {
    story(async |fixture| {
        ladder_of(fixture, 4).await;
        let game = plays(fixture, 4, 2).await;
        let act = fixture.act(player(2));
        fixture.app.leave_ladder(&act, SERVER).await.unwrap();
        assert_eq!(order(fixture).await, [1, 3, 4]);
        assert_eq!(view(fixture).await.games, []);
        let act = fixture.act(player(2));
        let again = fixture.app.leave_ladder(&act, SERVER).await;
        assert_eq!(refused(again), Refusal::NotOnLadder);
        // The game goes on, and ends without effect.
        resigns(fixture, 2, game).await;
        assert_eq!(order(fixture).await, [1, 3, 4]);
        let drop = async |number: i64| {
            let now = fixture.now();
            let dropped = fixture.app.drop_from_ladder(SERVER, player(number), now);
            dropped.await.unwrap();
        };
        drop(1).await;
        drop(1).await;
        drop(99).await;
        assert_eq!(order(fixture).await, [3, 4]);
        join(fixture, 2).await.unwrap();
        assert_eq!(order(fixture).await, [3, 4, 2]);
    });
}

#[test]
fn of_challenges_at_the_same_time_three_succeed() {
    story(async |fixture| {
        ladder_of(fixture, 11).await;
        let acts = (2..=11).map(|number| fixture.act(player(number)));
        let tasks: Vec<_> = acts
            .map(|act| {
                let app = fixture.app.clone();
                tokio::spawn(async move { app.challenge_on_ladder(&act, SERVER, player(1)).await })
            })
            .collect();
        let mut games = Vec::new();
        for task in tasks {
            match task.await.unwrap() {
                Ok(game) => games.push(game),
                other => assert_eq!(refused(other), Refusal::LadderIncoming(3)),
            }
        }
        assert_eq!(games.len(), 3);
        // All three are won at the same time: each challenger takes the place, one after the other.
        let tasks: Vec<_> = games
            .iter()
            .map(|game| {
                let (app, act, id) = (fixture.app.clone(), fixture.act(player(1)), game.row.id);
                tokio::spawn(async move { app.resign(&act, id).await })
            })
            .collect();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        let mut winners: Vec<i64> = games
            .iter()
            .flat_map(|game| game.row.players.iter().flatten())
            .map(|who| who.0 - player(0).0)
            .filter(|number| *number != 1)
            .collect();
        winners.sort_unstable();
        let after = order(fixture).await;
        // Whoever came first has the top; the others are between them and player 1, or higher than that.
        let place = |number: i64| after.iter().position(|it| *it == number).unwrap();
        assert!(winners.contains(&after[0]), "{after:?}");
        assert!(
            winners.iter().all(|winner| place(*winner) < place(1)),
            "{after:?}"
        );
        let mut all = after.clone();
        all.sort_unstable();
        assert_eq!(all, (1..=11).collect::<Vec<_>>());
    });
}

#[test]
fn a_joining_that_is_delivered_twice_counts_once() {
    story(async |fixture| {
        ladder_of(fixture, 1).await;
        let act = fixture.act(player(2));
        let app = fixture.deliver(&act).await.unwrap();
        app.join_ladder(&act, SERVER).await.unwrap();
        assert_eq!(refused(fixture.deliver(&act).await), Refusal::Repeated);
        assert_eq!(order(fixture).await, [1, 2]);
    });
}

#[test]
fn a_ladder_has_a_limited_number_of_players() {
    story(async |fixture| {
        ladder_of(fixture, MAX_PLAYERS as i64).await;
        let tried = join(fixture, MAX_PLAYERS as i64 + 1).await;
        assert_eq!(refused(tried), Refusal::LadderFull(MAX_PLAYERS));
    });
}

#[test]
fn the_servers_channels_bind_its_ladder() {
    story(async |fixture| {
        let settings = ServerSettings {
            channels: vec![ELSEWHERE],
            ..ServerSettings::default()
        };
        let app = &fixture.app;
        app.set_server(SERVER, &settings).await.unwrap();
        let tried = app.set_ladder(&setup(), fixture.now()).await;
        assert_eq!(refused(tried), Refusal::WrongChannel(vec![ELSEWHERE]));
        app.set_server(SERVER, &ServerSettings::default())
            .await
            .unwrap();
        ladder_of(fixture, 2).await;
        app.set_server(SERVER, &settings).await.unwrap();
        let tried = challenge(fixture, 2, 1).await;
        assert_eq!(refused(tried), Refusal::WrongChannel(vec![ELSEWHERE]));
        let moved = LadderSetup {
            channel: ELSEWHERE,
            ..setup()
        };
        app.set_ladder(&moved, fixture.now()).await.unwrap();
        let game = challenge(fixture, 2, 1).await.unwrap();
        assert_eq!(game.row.channel, Some(ELSEWHERE));
    });
}

#[test]
fn a_ladder_is_for_those_who_see_its_channel_and_may_play() {
    story(async |fixture| {
        let app = &fixture.app;
        let viewer = Viewer {
            player: Some(player(1)),
            server: Some(SERVER),
            channel: Some(ELSEWHERE),
            ..Viewer::default()
        };
        let (all, some) = (Visible(&[CHANNEL, ELSEWHERE]), Visible(&[ELSEWHERE]));
        let none = app.may_use_ladder(&viewer, &all, SERVER).await;
        assert_eq!(refused(none), Refusal::NoLadder);
        ladder_of(fixture, 1).await;
        app.may_use_ladder(&viewer, &all, SERVER).await.unwrap();
        let hidden = app.may_use_ladder(&viewer, &some, SERVER).await;
        assert_eq!(refused(hidden), Refusal::NoLadder);
        let settings = ServerSettings {
            roles: vec![RoleId(7)],
            ..ServerSettings::default()
        };
        app.set_server(SERVER, &settings).await.unwrap();
        let tried = app.may_use_ladder(&viewer, &all, SERVER).await;
        assert_eq!(refused(tried), Refusal::NotAllowed(vec![RoleId(7)]));
    });
}

#[test]
fn a_closed_ladder_keeps_its_players() {
    story(async |fixture| {
        ladder_of(fixture, 3).await;
        let game = plays(fixture, 3, 1).await;
        let closed = LadderSetup {
            is_open: false,
            ..setup()
        };
        let app = &fixture.app;
        app.set_ladder(&closed, fixture.now()).await.unwrap();
        let seen = app.ladder(SERVER, fixture.now()).await;
        assert_eq!(refused(seen), Refusal::NoLadder);
        assert_eq!(refused(join(fixture, 4).await), Refusal::NoLadder);
        // Games go on, and leaving is possible.
        resigns(fixture, 1, game).await;
        let act = fixture.act(player(2));
        app.leave_ladder(&act, SERVER).await.unwrap();
        app.set_ladder(&setup(), fixture.now()).await.unwrap();
        assert_eq!(order(fixture).await, [3, 1]);
    });
}

#[test]
fn the_message_with_the_table_is_updated_at_most_once_a_minute() {
    story(async |fixture| {
        ladder_of(fixture, 2).await;
        let app = &fixture.app;
        let subject = LiveSubject::Ladder(SERVER);
        let claim = async || {
            let claimed = app.claim_live_messages(fixture.now(), 10).await;
            claimed.unwrap()
        };
        let first = claim().await;
        assert_eq!(first.len(), 1);
        assert_eq!((first[0].subject, first[0].message), (subject, None));
        // Whoever has taken it has some time.
        assert_eq!(claim().await, []);
        app.live_message_shown(&first[0], 900, fixture.now())
            .await
            .unwrap();
        assert_eq!(claim().await, []);
        // One that was posted is edited once: an earlier attempt may have arrived, with less in it.
        fixture.wait(LiveMessage::APART);
        let again = claim().await;
        assert_eq!(again[0].message, Some(900));
        app.live_message_shown(&again[0], 900, fixture.now())
            .await
            .unwrap();
        fixture.wait(days(1));
        assert_eq!(claim().await, []);
        // The first change after a long time is shown soon, with what follows at once.
        join(fixture, 3).await.unwrap();
        assert_eq!(claim().await, []);
        join(fixture, 4).await.unwrap();
        fixture.wait(Duration::from_secs(5));
        let second = claim().await;
        assert_eq!(second.len(), 1);
        assert_eq!(second[0].message, Some(900));
        // A change while it is being shown is not lost, but waits for a minute.
        join(fixture, 5).await.unwrap();
        app.live_message_shown(&second[0], 900, fixture.now())
            .await
            .unwrap();
        join(fixture, 6).await.unwrap();
        fixture.wait(Duration::from_secs(57));
        assert_eq!(claim().await, []);
        fixture.wait(Duration::from_secs(3));
        let third = claim().await;
        assert_eq!(third.len(), 1);
        // One that can't be edited is posted anew, and the old one goes.
        app.post_live_message_anew(&third[0], fixture.now())
            .await
            .unwrap();
        let fourth = claim().await;
        assert_eq!(fourth[0].message, None);
        assert_eq!(fourth[0].old, Some((CHANNEL, 900)));
        assert_ne!(fourth[0].posts, third[0].posts);
        // What a process reports that took it before is void.
        app.live_message_shown(&third[0], 900, fixture.now())
            .await
            .unwrap();
        assert_eq!(
            app.live_message(subject).await.unwrap().unwrap().message,
            None
        );
        app.live_message_shown(&fourth[0], 901, fixture.now())
            .await
            .unwrap();
        let shown = app.live_message(subject).await.unwrap().unwrap();
        assert_eq!((shown.message, shown.old), (Some(901), None));
        // Closed, the ladder needs no message.
        let closed = LadderSetup {
            is_open: false,
            ..setup()
        };
        app.set_ladder(&closed, fixture.now()).await.unwrap();
        let last = claim().await;
        assert!(!last[0].is_wanted);
        app.drop_live_message(&last[0]).await.unwrap();
        assert_eq!(app.live_message(subject).await.unwrap(), None);
    });
}

#[test]
fn members_are_looked_at_once_a_day() {
    story(async |fixture| {
        ladder_of(fixture, 2).await;
        let app = &fixture.app;
        let claim = async || {
            let claimed = app.claim_ladder_checks(fixture.now(), 10).await;
            claimed.unwrap()
        };
        assert_eq!(claim().await, []);
        fixture.wait(days(1));
        assert_eq!(claim().await, [(SERVER, vec![player(1), player(2)])]);
        assert_eq!(claim().await, []);
        app.put_off_ladder_check(SERVER, None).await.unwrap();
        fixture.wait(days(3));
        assert_eq!(claim().await, []);
        // It goes on when the bot is on the server again.
        app.note_left(SERVER, fixture.now()).await.unwrap();
        app.arrive(SERVER, fixture.now()).await.unwrap();
        assert_eq!(claim().await.len(), 1);
    });
}

#[test]
fn what_is_stored_about_a_player_is_exported_and_erased() {
    story(async |fixture| {
        ladder_of(fixture, 3).await;
        let game = plays(fixture, 3, 1).await;
        let all = fixture.app.export(player(3), fixture.now()).await.unwrap();
        let ladders = all["ladders"].as_array().unwrap();
        assert_eq!(ladders.len(), 1);
        assert_eq!(ladders[0]["server"], SERVER.0);
        let events = ladders[0]["events"].as_array().unwrap();
        let kinds: Vec<&str> = events
            .iter()
            .map(|past| past["event"]["event"].as_str().unwrap())
            .collect();
        assert_eq!(kinds, ["joined", "challenged"]);
        let nobody = fixture.app.export(player(9), fixture.now()).await.unwrap();
        assert_eq!(nobody["ladders"], serde_json::json!([]));
        // Player 1 loses the game by that, before the data are erased.
        fixture.app.forget(&fixture.act(player(1))).await.unwrap();
        assert!(fixture.game(game).await.is_over());
        assert_eq!(order(fixture).await, [3, 2]);
        let all = fixture.app.export(player(1), fixture.now()).await.unwrap();
        assert_eq!(all["ladders"], serde_json::json!([]));
        // Whoever comes back is someone new.
        join(fixture, 1).await.unwrap();
        assert_eq!(order(fixture).await, [3, 2, 1]);
        let row = *view(fixture).await.row_of(player(1)).unwrap();
        assert_eq!((row.won, row.lost), (0, 0));
    });
}

#[test]
fn the_check_recomputes_ladders() {
    for (change, problem) in [
        (
            "UPDATE ladder_events SET result = 'challenged_won' WHERE kind = 'ended'",
            "and the ladder says",
        ),
        (
            "DELETE FROM ladder_events WHERE kind = 'ended'",
            "and the ladder says None",
        ),
        (
            "DELETE FROM ladder_events WHERE seq = 2",
            "event 2 is missing",
        ),
        (
            "UPDATE ladder_events SET player = 1 WHERE seq = 2",
            "player 1 joined twice",
        ),
        (
            "UPDATE ladder_events SET opponent = 9 WHERE kind = 'challenged'",
            "the challenged player is not on the ladder",
        ),
        (
            "UPDATE ladder_events SET side = 1 - side WHERE kind = 'challenged'",
            "is played by others",
        ),
        (
            "UPDATE ladder_events SET result = 'magic' WHERE kind = 'ended'",
            "(ended) can't be read",
        ),
    ] {
        crate::fixture::run(async {
            let fixture = TestApp::open().await;
            ladder_of(&fixture, 3).await;
            let game = plays(&fixture, 3, 1).await;
            resigns(&fixture, 1, game).await;
            fixture.assert_sound().await;
            fixture.tamper(change).await;
            let report = check(fixture.app.store()).await.unwrap();
            let is_found = report.problems.iter().any(|line| line.contains(problem));
            assert!(is_found, "{change}: {:#?}", report.problems);
            fixture.app.close().await;
        });
    }
}
