//! Playing: turns, drafts, forced moves, take-backs, views.

use std::time::Duration;

use hexpost_engine::side::Side;
use hexpost_engine::steps::Step;

use crate::fixture::{BLACK, CHANNEL, SERVER, THIRD, TestApp, WHITE, refused, story, terms};
use hexpost::app::notify::notice::Notice;
use hexpost::app::people::settings::{BoardTheme, PlayerSettings, ServerSettings, ThemeSource};
use hexpost::app::{Act, App, AppError, Outgoing, Refusal, Takeback, TurnInput};
use hexpost::model::{ChannelId, GameId, Pace, Seq, Terms};
use hexpost::store::{GameWrite, StoreError, WriteOutcome};

/// The steps of a turn written as text.
async fn steps(fixture: &TestApp, id: GameId, text: &str) -> Vec<Step> {
    let game = fixture.game(id).await;
    let board = game.record.game().board();
    let read = |step| Step::read(step, board).unwrap();
    text.split_whitespace().map(read).collect()
}

#[test]
fn a_turn_is_durable_and_the_opponent_is_notified_once() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.notifications().await;
        let played = fixture.play(WHITE, id, "Wd4-a1").await.unwrap();
        assert_eq!(played.turns, ["Wd4-a1"]);
        let turn = Notice::Turn {
            board: Seq(1),
            forced: 0,
        };
        assert_eq!(fixture.notifications().await, [(turn, Some(BLACK))]);
        assert_eq!(fixture.notifications().await, []);
        fixture.restart().await;
        let game = fixture.game(id).await;
        assert_eq!(game.record.texts(), ["Wd4-a1"]);
        assert_eq!(game.to_move(), Some(Side::Second));
        assert_eq!(fixture.notifications().await, []);
    });
}

#[test]
fn steps_and_text_make_the_same_turn() {
    story(async |fixture| {
        let id = fixture.start("zertz", "48").await;
        let path = steps(fixture, id, "W d4 a1").await;
        let made = TurnInput::Steps(path[..2].to_vec());
        let half = fixture
            .app
            .play(&fixture.act_on(WHITE, Seq::START), id, &made)
            .await;
        assert_eq!(refused(half), Refusal::Unfinished);
        let wrong = TurnInput::Steps(steps(fixture, id, "W d4 d4").await);
        let wrong = fixture
            .app
            .play(&fixture.act_on(WHITE, Seq::START), id, &wrong)
            .await;
        assert!(matches!(refused(wrong), Refusal::Step(_)));
        let made = TurnInput::Steps(path);
        let played = fixture
            .app
            .play(&fixture.act_on(WHITE, Seq::START), id, &made)
            .await;
        assert_eq!(played.unwrap().turns, ["Wd4-a1"]);
    });
}

#[test]
fn a_refused_move_says_why() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "fixed").await;
        assert_eq!(
            refused(fixture.play(BLACK, id, "d3xd4").await),
            Refusal::NotYourTurn
        );
        assert_eq!(
            refused(fixture.play(THIRD, id, "d3xd4").await),
            Refusal::NotAPlayer
        );
        assert_eq!(
            refused(fixture.play(WHITE, GameId(99), "d3xd4").await),
            Refusal::UnknownGame
        );
        let unread = refused(fixture.play(WHITE, id, "hello").await);
        assert!(matches!(unread, Refusal::Text(_)), "{unread:?}");
        let illegal = refused(fixture.play(WHITE, id, "a1xa2").await);
        assert!(matches!(illegal, Refusal::Text(_)), "{illegal:?}");
        assert_eq!(fixture.game(id).await.row.status.seq, Seq::START);
        fixture.app.resign(&fixture.act(WHITE), id).await.unwrap();
        assert_eq!(
            refused(fixture.play(WHITE, id, "d3xd4").await),
            Refusal::Finished
        );
    });
}

#[test]
fn a_button_of_an_older_board_is_stale_but_a_draw_offer_keeps_buttons_valid() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "fixed").await;
        fixture.plays(id, &["d3xd4"]).await;
        let board = fixture.game(id).await.position_seq();
        fixture
            .app
            .offer_draw(&fixture.act(WHITE), id)
            .await
            .unwrap();
        let text = "c4xd5 f3xe4";
        let old = fixture
            .press(fixture.act_on(BLACK, Seq(board.0 - 1)), id, text)
            .await;
        assert_eq!(refused(old), Refusal::Stale);
        let new = fixture.press(fixture.act_on(BLACK, board), id, text).await;
        let game = new.unwrap().game;
        assert_eq!(game.draw_offer, None, "the offer lapses with the turn");
    });
}

#[test]
fn a_redelivered_press_moves_once() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let plays = async |app: &App, act: &Act, text: &str| {
            let made = TurnInput::Text(text.to_owned());
            app.play(act, id, &made).await
        };
        let act = fixture.act(WHITE);
        let app = fixture.deliver(&act).await.unwrap();
        let elsewhere = fixture.deliver(&act).await.unwrap();
        plays(&app, &act, "Wd4-a1").await.unwrap();
        fixture.plays(id, &["Bb3-g1"]).await;
        let again = plays(&elsewhere, &act, "Ge6-a2").await;
        assert_eq!(refused(again), Refusal::Repeated);
        assert_eq!(refused(fixture.deliver(&act).await), Refusal::Repeated);
        // A refused press can be tried again, because it changed nothing.
        let act = fixture.act(WHITE);
        let app = fixture.deliver(&act).await.unwrap();
        refused(plays(&app, &act, "zz").await);
        let app = fixture.deliver(&act).await.unwrap();
        plays(&app, &act, "Ge6-a2").await.unwrap();
        // One delivery may change several things, each in its own transaction.
        app.set_note(&act, id.into(), "so").await.unwrap();
        app.mute(&act, id, true).await.unwrap();
    });
}

#[test]
fn a_win_on_the_board_ends_the_game_and_notifies_both_players() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37-blitz").await;
        let mut numbers = hexpost_engine::random::SplitMix64::new(5);
        while let Some(side) = fixture.game(id).await.to_move() {
            let game = fixture.game(id).await;
            let turn = game.record.game().uniform_turn(&mut numbers).unwrap();
            let text = game.record.game().write(&turn).unwrap();
            let by = game.row.players[side].unwrap();
            fixture.play(by, id, &text).await.unwrap();
        }
        let game = fixture.game(id).await;
        let end = game.row.status.end.clone().unwrap();
        let ending = game.record.ending().unwrap();
        assert_eq!(end.how, ending.how.into());
        assert_eq!(end.winner, ending.winner);
        let told = fixture.notifications().await;
        let end = [(Notice::Finished, None), (Notice::ThreadOver, None)];
        assert!(told.ends_with(&end), "{told:?}");
        assert!(
            fixture
                .app
                .my_games(WHITE, fixture.now())
                .await
                .unwrap()
                .is_empty()
        );
        let finished = fixture.app.finished_games(BLACK, None, 10);
        assert_eq!(finished.await.unwrap(), [game.row]);
    });
}

#[test]
fn a_draft_survives_a_restart_but_not_the_next_position() {
    story(async |fixture| {
        let id = fixture.start("zertz", "48").await;
        let chosen = steps(fixture, id, "W d4").await;
        let act = fixture.act_on(WHITE, Seq::START);
        let kept = fixture
            .app
            .keep_draft(&act, id, &chosen, true)
            .await
            .unwrap();
        assert_eq!(kept.touched, 0, "basic rules have no touch-move");
        fixture.restart().await;
        let draft = fixture.app.draft(&fixture.act(WHITE), id).await.unwrap();
        assert_eq!(draft.steps, chosen);
        assert!(!draft.offer.choices.is_empty());
        // A different turn can still be played.
        fixture.play(WHITE, id, "Bc3-h1").await.unwrap();
        fixture.plays(id, &["Wf2-a1"]).await;
        let draft = fixture.app.draft(&fixture.act(WHITE), id).await.unwrap();
        assert_eq!(draft.steps, []);
        let act = fixture.act_on(WHITE, Seq::START);
        let stale = fixture.app.keep_draft(&act, id, &chosen, false).await;
        assert_eq!(refused(stale), Refusal::Stale);
        let foreign = fixture.app.draft(&fixture.act(BLACK), id).await;
        assert_eq!(refused(foreign), Refusal::NotYourTurn);
        assert_eq!(
            fixture.app.prune(fixture.now(), 100).await.unwrap().drafts,
            1
        );
    });
}

#[test]
fn touch_move_applies_in_tournament_games() {
    story(async |fixture| {
        let id = fixture.start("zertz", "48-tournament").await;
        let act = fixture.act_on(WHITE, Seq::START);
        let white = steps(fixture, id, "W").await;
        fixture
            .app
            .keep_draft(&act, id, &white, true)
            .await
            .unwrap();
        let black = steps(fixture, id, "B").await;
        let other = fixture.app.keep_draft(&act, id, &black, false).await;
        assert_eq!(refused(other), Refusal::Touched("W".to_owned()));
        // Neither typing a turn nor closing the composer gets around it.
        fixture.app.drop_draft(&act, id).await.unwrap();
        let typed = fixture.play(WHITE, id, "Bd4-a1").await;
        assert_eq!(refused(typed), Refusal::Touched("W".to_owned()));
        let further = steps(fixture, id, "W d4").await;
        let kept = fixture.app.keep_draft(&act, id, &further, false).await;
        assert_eq!(kept.unwrap().touched, 1);
        fixture.play(WHITE, id, "We4-a1").await.unwrap();
        // The draft belonged to White, and only to that position.
        fixture.play(BLACK, id, "Bc3-h1").await.unwrap();
    });
}

/// A ZÈRTZ game in which the second player's only turn is a capture.
const FORCED: [&str; 2] = ["Wd4-a1", "Bb3-g1"];

#[test]
fn forced_turns_are_played_automatically_if_the_player_wants_it() {
    for (white, black) in [(false, false), (false, true), (true, true)] {
        story(async |fixture| {
            let id = fixture.start("zertz", "37").await;
            for (player, wish) in [(WHITE, white), (BLACK, black)] {
                fixture.set_forced_moves(player, wish).await;
            }
            fixture.plays(id, &FORCED).await;
            fixture.notifications().await;
            // A marble at the edge next to another: only one jump is possible.
            let played = fixture.play(WHITE, id, "Ga2-a3").await;
            let played = match played {
                Ok(played) => played,
                Err(no) => panic!("{no:?}"),
            };
            let forced = played.turns.len() - 1;
            let only = played
                .game
                .record
                .at(3)
                .unwrap()
                .count_turns_up_to(u64::MAX);
            assert_eq!(only, 1, "the test needs a forced turn");
            assert_eq!(forced > 0, black);
            let board = played.game.position_seq();
            let told = fixture.notifications().await;
            assert_eq!(
                told.len(),
                1,
                "one notification for the turn and the forced reply"
            );
            assert_eq!(told[0].0, Notice::Turn { board, forced });
        });
    }
}

#[test]
fn in_rated_games_forced_turns_need_both_players_consent() {
    for both in [false, true] {
        story(async |fixture| {
            let rated = Terms {
                is_rated: true,
                pace: Some(Pace::days(3)),
                ..terms("zertz", "37")
            };
            let id = fixture.start_with(rated).await;
            for (player, wish) in [(WHITE, both), (BLACK, true)] {
                fixture.set_forced_moves(player, wish).await;
            }
            fixture.plays(id, &FORCED).await;
            let played = fixture.play(WHITE, id, "Ga2-a3").await.unwrap();
            assert_eq!(played.turns.len() > 1, both);
        });
    }
}

#[test]
fn the_list_of_games_shows_whose_turn_it_is_and_the_time_left() {
    story(async |fixture| {
        let timed = |days| Terms {
            pace: Some(Pace::days(days)),
            ..terms("zertz", "37")
        };
        let slow = fixture.start("tzaar", "fixed").await;
        let week = fixture.start_with(timed(7)).await;
        let day = fixture.start_with(timed(1)).await;
        let theirs = fixture.start("zertz", "48").await;
        fixture.plays(theirs, &["Wd4-a1"]).await;
        let listed = fixture.app.my_games(WHITE, fixture.now()).await.unwrap();
        let ids: Vec<GameId> = listed.iter().map(|game| game.row.id).collect();
        assert_eq!(ids, [day, week, slow, theirs]);
        assert!(listed[0].left.unwrap() <= 24 * 60 * 60 * 1000);
        assert_eq!(listed[2].left, None);
        assert!(listed[2].is_mine && !listed[3].is_mine);
        let channel = fixture.app.channel_games(CHANNEL, 3).await.unwrap();
        assert_eq!(channel.len(), 3);
        assert_eq!(channel[0].id, theirs);
        let thread = ChannelId(777);
        fixture.app.set_thread(day, thread).await.unwrap();
        let found = fixture.app.thread_game(thread).await.unwrap();
        assert_eq!(found.map(|row| row.id), Some(day));
    });
}

#[test]
fn a_game_can_be_viewed_at_any_ply() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "fixed").await;
        fixture.plays(id, &["d3xd4", "c4xd5 f3xe4"]).await;
        let game = fixture.game(id).await;
        for ply in 0..=2 {
            let then = fixture.app.game_at(id, ply, fixture.now()).await.unwrap();
            assert_eq!(Some(then), game.record.at(ply));
        }
        let beyond = fixture.app.game_at(id, 3, fixture.now()).await;
        assert_eq!(refused(beyond), Refusal::Stale);
    });
}

#[test]
fn a_turn_the_opponent_has_not_seen_can_be_taken_back_at_once() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let before = fixture.app.take_back(&fixture.act(WHITE), id).await;
        assert_eq!(refused(before), Refusal::NothingToTakeBack);
        fixture.plays(id, &["Wd4-a1"]).await;
        let old_board = fixture.game(id).await.position_seq();
        let done = fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert!(matches!(done, Takeback::Done(_)));
        let game = fixture.game(id).await;
        assert_eq!(game.record.turns().len(), 0);
        assert_eq!(game.to_move(), Some(Side::First));
        // The same ply again makes a new board: old buttons, nonces and drafts are stale.
        fixture.plays(id, &["Wd4-a1"]).await;
        let game = fixture.game(id).await;
        assert_ne!(game.position_seq(), old_board);
        let late = fixture
            .press(fixture.act_on(BLACK, old_board), id, "Bb3-g1")
            .await;
        assert_eq!(refused(late), Refusal::Stale);
        let notices = fixture.outgoing().await;
        let is_turn = |notice: &&Outgoing| matches!(notice.notice, Notice::Turn { .. });
        assert_eq!(
            notices.iter().filter(is_turn).count(),
            2,
            "notified both times"
        );
        assert!(notices.iter().all(|notice| notice.nonce.len() <= 25));
        // Once the opponent has seen it, taking it back needs their consent.
        fixture
            .app
            .view_game(BLACK, id, fixture.now())
            .await
            .unwrap();
        let asked = fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
        assert_eq!(
            fixture.notifications().await,
            [(Notice::TakebackAsked, Some(BLACK))]
        );
    });
}

#[test]
fn a_turn_can_be_taken_back_without_consent_for_two_minutes() {
    story(async |fixture| {
        for (waited, is_alone) in [(0, true), (120_000, true), (120_001, false)] {
            let id = fixture.start("zertz", "37").await;
            fixture.plays(id, &["Wd4-a1"]).await;
            let then = fixture.now() + Duration::from_millis(waited);
            let game = fixture.game(id).await;
            assert_eq!(game.may_retract(Side::First, then), is_alone, "{waited}");
            let act = Act {
                now: then,
                ..fixture.act(WHITE)
            };
            let done = fixture.app.take_back(&act, id).await.unwrap();
            assert_eq!(matches!(done, Takeback::Done(_)), is_alone, "{waited}");
            assert_eq!(matches!(done, Takeback::Asked(_)), !is_alone, "{waited}");
        }
        // Only the last turn can be taken back, and only by the player who made it.
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
        let game = fixture.game(id).await;
        assert!(!game.may_retract(Side::First, fixture.now()));
        assert!(game.may_retract(Side::Second, fixture.now()));
        let game = fixture.app.resign(&fixture.act(WHITE), id).await.unwrap();
        assert!(
            !game.may_retract(Side::Second, fixture.now()),
            "after the end"
        );
    });
}

#[test]
fn after_an_interaction_by_the_opponent_a_take_back_needs_consent() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        // Interactions before the turn, or by other people, don't matter.
        fixture.app.record_interaction(BLACK, id).await.unwrap();
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture.app.record_interaction(THIRD, id).await.unwrap();
        fixture.app.record_interaction(WHITE, id).await.unwrap();
        fixture
            .app
            .record_interaction(BLACK, GameId(99))
            .await
            .unwrap();
        assert!(
            fixture
                .game(id)
                .await
                .may_retract(Side::First, fixture.now())
        );
        fixture.app.record_interaction(BLACK, id).await.unwrap();
        let row = fixture.game(id).await.row;
        let asked = fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
        // Black hasn't seen the board, and must still be notified.
        assert!(row.seen.second < row.status.position_seq);
    });
}

#[test]
fn an_interaction_during_a_take_back_causes_a_write_conflict() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        let read = fixture.game(id).await.row;
        fixture.app.record_interaction(BLACK, id).await.unwrap();
        let late = GameWrite::to(&read, fixture.now());
        let done = fixture.app.store().append(late).await.unwrap();
        assert_eq!(done, WriteOutcome::Conflict);
    });
}

#[test]
fn a_draft_is_stale_after_a_take_back_to_the_same_ply() {
    story(async |fixture| {
        let id = fixture.start("zertz", "48-tournament").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        let board = fixture.game(id).await.position_seq();
        let chosen = steps(fixture, id, "B").await;
        let act = fixture.act_on(BLACK, board);
        fixture
            .app
            .keep_draft(&act, id, &chosen, true)
            .await
            .unwrap();
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
        fixture.plays(id, &["Wd4-a1"]).await;
        let draft = fixture.app.draft(&fixture.act(BLACK), id).await.unwrap();
        assert_eq!((draft.steps.len(), draft.touched), (0, 0));
        fixture.play(BLACK, id, "Ge6-h1").await.unwrap();
    });
}

#[test]
fn acting_on_a_board_counts_as_having_seen_it() {
    story(async |fixture| {
        // Composing counts as seeing.
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture.app.draft(&fixture.act(BLACK), id).await.unwrap();
        let asked = fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
        // So does replying: White takes back the reply, but has seen Black's turn.
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1", "Bb3-g1", "Ge6-a2"]).await;
        let done = fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert!(matches!(done, Takeback::Done(_)));
        let asked = fixture
            .app
            .take_back(&fixture.act(BLACK), id)
            .await
            .unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
        // So does any other action in the game.
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        fixture
            .app
            .offer_draw(&fixture.act(BLACK), id)
            .await
            .unwrap();
        let asked = fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
    });
}

#[test]
fn with_touch_move_every_take_back_needs_consent() {
    story(async |fixture| {
        let id = fixture.start("zertz", "48-tournament").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        let asked = fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
    });
}

#[test]
fn every_button_below_an_older_board_is_stale() {
    story(async |fixture| {
        let app = &fixture.app;
        let id = fixture.start("tzaar", "fixed").await;
        fixture.plays(id, &["d3xd4"]).await;
        app.offer_draw(&fixture.act(WHITE), id).await.unwrap();
        let old = fixture.game(id).await.position_seq();
        fixture.plays(id, &["c4xd5 f3xe4"]).await;
        app.offer_draw(&fixture.act(WHITE), id).await.unwrap();
        app.take_back(&fixture.act(BLACK), id).await.unwrap();
        let act = || fixture.act_on(BLACK, old);
        assert_eq!(refused(app.accept_draw(&act(), id).await), Refusal::Stale);
        assert_eq!(refused(app.decline_draw(&act(), id).await), Refusal::Stale);
        assert_eq!(refused(app.offer_draw(&act(), id).await), Refusal::Stale);
        assert_eq!(refused(app.resign(&act(), id).await), Refusal::Stale);
        assert_eq!(refused(app.abort(&act(), id).await), Refusal::Stale);
        assert_eq!(refused(app.take_back(&act(), id).await), Refusal::Stale);
        assert_eq!(
            refused(app.allow_takeback(&act(), id).await),
            Refusal::Stale
        );
        assert_eq!(refused(app.draft(&act(), id).await), Refusal::Stale);
    });
}

#[test]
fn a_double_tap_takes_back_one_turn() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1", "Bb3-g1", "Ge6-a2"]).await;
        let board = fixture.game(id).await.position_seq();
        let (one, two) = (fixture.act_on(WHITE, board), fixture.act_on(WHITE, board));
        fixture.app.take_back(&one, id).await.unwrap();
        assert_eq!(
            refused(fixture.app.take_back(&two, id).await),
            Refusal::Stale
        );
        assert_eq!(fixture.game(id).await.record.turns().len(), 2);
    });
}

#[test]
fn a_take_back_by_consent_returns_to_the_players_own_last_decision() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "fixed").await;
        fixture.plays(id, &["d3xd4", "c4xd5 f3xe4"]).await;
        // White asks to take back after Black has replied: two turns are undone.
        fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        let again = fixture.app.take_back(&fixture.act(WHITE), id).await;
        assert_eq!(refused(again), Refusal::AlreadyOffered);
        let own = fixture.app.allow_takeback(&fixture.act(WHITE), id).await;
        assert_eq!(refused(own), Refusal::OwnOffer);
        fixture
            .app
            .decline_takeback(&fixture.act(BLACK), id)
            .await
            .unwrap();
        // After a refusal, White can't ask again in the same position.
        let again = fixture.app.take_back(&fixture.act(WHITE), id).await;
        assert_eq!(refused(again), Refusal::AlreadyOffered);
        let id = fixture.start("tzaar", "fixed").await;
        fixture.plays(id, &["d3xd4", "c4xd5 f3xe4"]).await;
        fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        fixture
            .app
            .withdraw_takeback(&fixture.act(WHITE), id)
            .await
            .unwrap();
        let gone = fixture.app.allow_takeback(&fixture.act(BLACK), id).await;
        assert_eq!(refused(gone), Refusal::NothingOffered);
        let id = fixture.start("tzaar", "fixed").await;
        fixture.plays(id, &["d3xd4", "c4xd5 f3xe4"]).await;
        fixture
            .app
            .take_back(&fixture.act(WHITE), id)
            .await
            .unwrap();
        let asked = fixture.game(id).await.asked_back();
        assert_eq!(asked.as_deref(), Some("d3xd4"));
        let game = fixture.app.allow_takeback(&fixture.act(BLACK), id).await;
        let game = game.unwrap();
        assert_eq!(game.record.turns().len(), 0);
        assert_eq!(game.to_move(), Some(Side::First));
        // Nothing was deleted from the record of events.
        assert_eq!(game.row.status.seq, Seq(4));
    });
}

#[test]
fn settings_are_stored_and_default_for_other_players() {
    story(async |fixture| {
        let settings = PlayerSettings {
            theme: BoardTheme::Dark,
            theme_source: ThemeSource::Player,
            forced_moves: true,
            ..PlayerSettings::default()
        };
        fixture
            .app
            .set_player(&fixture.act(WHITE), &settings)
            .await
            .unwrap();
        let server = ServerSettings {
            channels: vec![CHANNEL],
            threads: false,
            pace: Some(Pace::bank(7, 1, 14)),
            language: None,
            ..ServerSettings::default()
        };
        fixture.app.set_server(SERVER, &server).await.unwrap();
        fixture.restart().await;
        assert_eq!(fixture.app.player_settings(WHITE).await.unwrap(), settings);
        let usual = fixture.app.player_settings(BLACK).await.unwrap();
        assert_eq!(usual, PlayerSettings::default());
        assert_eq!(fixture.app.server_settings(SERVER).await.unwrap(), server);
        let silly = ServerSettings {
            pace: Some(Pace::days(0)),
            ..server
        };
        let silly = fixture.app.set_server(SERVER, &silly).await;
        assert_eq!(refused(silly), Refusal::Days);
    });
}

#[test]
fn players_can_mute_only_their_own_games() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture
            .app
            .mute(&fixture.act(BLACK), id, true)
            .await
            .unwrap();
        assert!(fixture.app.is_muted(BLACK, id).await.unwrap());
        assert!(!fixture.app.is_muted(WHITE, id).await.unwrap());
        fixture
            .app
            .mute(&fixture.act(BLACK), id, false)
            .await
            .unwrap();
        assert!(!fixture.app.is_muted(BLACK, id).await.unwrap());
        let foreign = fixture.app.mute(&fixture.act(THIRD), id, true).await;
        assert_eq!(refused(foreign), Refusal::NotAPlayer);
    });
}

#[test]
fn a_read_only_store_refuses_changes() {
    // A store opened for reading refuses every change.
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let store = fixture.database.open_to_read().await;
        let reader = App::new(store, hexpost::app::Limits::default());
        let made = TurnInput::Text("Wd4-a1".to_owned());
        let played = reader.play(&fixture.act(WHITE), id, &made).await;
        assert!(matches!(played, Err(AppError::Store(StoreError::ReadOnly))));
        reader.close().await;
    });
}
