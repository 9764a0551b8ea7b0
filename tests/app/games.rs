//! Playing: turns, drafts, forced moves, views.

use std::time::Duration;

use hexpost_engine::side::Side;
use hexpost_engine::steps::Step;

use crate::fixture::{BLACK, CHANNEL, SERVER, THIRD, TestApp, WHITE, refused, story, terms};
use hexpost::app::notify::notice::Notice;
use hexpost::app::people::settings::{BoardTheme, PlayerSettings, ServerSettings};
use hexpost::app::{Act, App, AppError, Outgoing, Refusal, Takeback, TurnInput};
use hexpost::model::{ChannelId, GameId, Pace, Terms};
use hexpost::store::{GameWrite, StoreError, WriteOutcome};

/// The steps in a text.
async fn steps(desk: &TestApp, id: GameId, text: &str) -> Vec<Step> {
    let game = desk.game(id).await;
    let board = game.record.game().board();
    let read = |step| Step::read(step, board).unwrap();
    text.split_whitespace().map(read).collect()
}

#[test]
fn a_turn_is_durable_and_the_other_is_told_once() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        desk.told().await;
        let played = desk.play(WHITE, id, "Wd4-a1").await.unwrap();
        assert_eq!(played.turns, ["Wd4-a1"]);
        let turn = Notice::Turn {
            board: 1,
            forced: 0,
        };
        assert_eq!(desk.told().await, [(turn, Some(BLACK))]);
        assert_eq!(desk.told().await, []);
        desk.restart().await;
        let game = desk.game(id).await;
        assert_eq!(game.record.texts(), ["Wd4-a1"]);
        assert_eq!(game.to_move(), Some(Side::Second));
        assert_eq!(desk.told().await, []);
    });
}

#[test]
fn steps_and_text_make_the_same_turn() {
    story(async |desk| {
        let id = desk.start("zertz", "48").await;
        let path = steps(desk, id, "W d4 a1").await;
        let made = TurnInput::Steps(path[..2].to_vec());
        let half = desk.app.play(&desk.act_on(WHITE, 0), id, &made).await;
        assert_eq!(refused(half), Refusal::Unfinished);
        let wrong = TurnInput::Steps(steps(desk, id, "W d4 d4").await);
        let wrong = desk.app.play(&desk.act_on(WHITE, 0), id, &wrong).await;
        assert!(matches!(refused(wrong), Refusal::Step(_)));
        let made = TurnInput::Steps(path);
        let played = desk.app.play(&desk.act_on(WHITE, 0), id, &made).await;
        assert_eq!(played.unwrap().turns, ["Wd4-a1"]);
    });
}

#[test]
fn whoever_may_not_move_is_told_why() {
    story(async |desk| {
        let id = desk.start("tzaar", "fixed").await;
        assert_eq!(
            refused(desk.play(BLACK, id, "d3xd4").await),
            Refusal::NotYourTurn
        );
        assert_eq!(
            refused(desk.play(THIRD, id, "d3xd4").await),
            Refusal::NotAPlayer
        );
        assert_eq!(
            refused(desk.play(WHITE, GameId(99), "d3xd4").await),
            Refusal::UnknownGame
        );
        let unread = refused(desk.play(WHITE, id, "hello").await);
        assert!(matches!(unread, Refusal::Text(_)), "{unread:?}");
        let illegal = refused(desk.play(WHITE, id, "a1xa2").await);
        assert!(matches!(illegal, Refusal::Text(_)), "{illegal:?}");
        assert_eq!(desk.game(id).await.row.status.seq, 0);
        desk.app.resign(&desk.act(WHITE), id).await.unwrap();
        assert_eq!(
            refused(desk.play(WHITE, id, "d3xd4").await),
            Refusal::Finished
        );
    });
}

#[test]
fn a_button_for_an_older_board_is_stale_and_a_draw_offer_makes_none_stale() {
    story(async |desk| {
        let id = desk.start("tzaar", "fixed").await;
        desk.plays(id, &["d3xd4"]).await;
        let board = desk.game(id).await.board();
        desk.app.offer_draw(&desk.act(WHITE), id).await.unwrap();
        let text = "c4xd5 f3xe4";
        let old = desk.press(desk.act_on(BLACK, board - 1), id, text).await;
        assert_eq!(refused(old), Refusal::Stale);
        let new = desk.press(desk.act_on(BLACK, board), id, text).await;
        let game = new.unwrap().game;
        assert_eq!(game.draw_offer, None, "it lapses with the turn");
    });
}

#[test]
fn the_same_press_moves_once() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        let plays = async |app: &App, act: &Act, text: &str| {
            let made = TurnInput::Text(text.to_owned());
            app.play(act, id, &made).await
        };
        let act = desk.act(WHITE);
        let app = desk.deliver(&act).await.unwrap();
        let elsewhere = desk.deliver(&act).await.unwrap();
        plays(&app, &act, "Wd4-a1").await.unwrap();
        desk.plays(id, &["Bb3-g1"]).await;
        let again = plays(&elsewhere, &act, "Ge6-a2").await;
        assert_eq!(refused(again), Refusal::Repeated);
        assert_eq!(refused(desk.deliver(&act).await), Refusal::Repeated);
        // What was refused can be tried again with the same press: it was not done.
        let act = desk.act(WHITE);
        let app = desk.deliver(&act).await.unwrap();
        refused(plays(&app, &act, "zz").await);
        let app = desk.deliver(&act).await.unwrap();
        plays(&app, &act, "Ge6-a2").await.unwrap();
        // One delivery may change several things, in transactions of their own.
        app.set_note(&act, id, "so").await.unwrap();
        app.mute(&act, id, true).await.unwrap();
    });
}

#[test]
fn the_board_ends_the_game_and_both_are_told() {
    story(async |desk| {
        let id = desk.start("zertz", "37-blitz").await;
        let mut numbers = hexpost_engine::random::SplitMix64::new(5);
        while let Some(side) = desk.game(id).await.to_move() {
            let game = desk.game(id).await;
            let turn = game.record.game().uniform_turn(&mut numbers).unwrap();
            let text = game.record.game().write(&turn).unwrap();
            let by = game.row.players[side].unwrap();
            desk.play(by, id, &text).await.unwrap();
        }
        let game = desk.game(id).await;
        let end = game.row.status.end.clone().unwrap();
        let ending = game.record.ending().unwrap();
        assert_eq!(end.how, ending.how.into());
        assert_eq!(end.winner, ending.winner);
        assert_eq!(desk.told().await.last(), Some(&(Notice::Finished, None)));
        assert!(
            desk.app
                .my_games(WHITE, desk.now())
                .await
                .unwrap()
                .is_empty()
        );
        let finished = desk.app.finished_games(BLACK, None, 10);
        assert_eq!(finished.await.unwrap(), [game.row]);
    });
}

#[test]
fn a_draft_survives_a_restart_and_dies_with_the_position() {
    story(async |desk| {
        let id = desk.start("zertz", "48").await;
        let chosen = steps(desk, id, "W d4").await;
        let act = desk.act_on(WHITE, 0);
        let kept = desk.app.keep_draft(&act, id, &chosen, true).await.unwrap();
        assert_eq!(kept.touched, 0, "basic rules have no touch-move");
        desk.restart().await;
        let draft = desk.app.draft(&desk.act(WHITE), id).await.unwrap();
        assert_eq!(draft.steps, chosen);
        assert!(!draft.offer.choices.is_empty());
        // Another turn altogether is fine.
        desk.play(WHITE, id, "Bc3-h1").await.unwrap();
        desk.plays(id, &["Wf2-a1"]).await;
        let draft = desk.app.draft(&desk.act(WHITE), id).await.unwrap();
        assert_eq!(draft.steps, []);
        let act = desk.act_on(WHITE, 0);
        let stale = desk.app.keep_draft(&act, id, &chosen, false).await;
        assert_eq!(refused(stale), Refusal::Stale);
        let foreign = desk.app.draft(&desk.act(BLACK), id).await;
        assert_eq!(refused(foreign), Refusal::NotYourTurn);
        assert_eq!(desk.app.prune(desk.now(), 100).await.unwrap().drafts, 1);
    });
}

#[test]
fn in_tournament_games_what_was_touched_is_played() {
    story(async |desk| {
        let id = desk.start("zertz", "48-tournament").await;
        let act = desk.act_on(WHITE, 0);
        let white = steps(desk, id, "W").await;
        desk.app.keep_draft(&act, id, &white, true).await.unwrap();
        let black = steps(desk, id, "B").await;
        let other = desk.app.keep_draft(&act, id, &black, false).await;
        assert_eq!(refused(other), Refusal::Touched("W".to_owned()));
        // Typing is no way round it, nor is closing the composer.
        desk.app.drop_draft(&act, id).await.unwrap();
        let typed = desk.play(WHITE, id, "Bd4-a1").await;
        assert_eq!(refused(typed), Refusal::Touched("W".to_owned()));
        let further = steps(desk, id, "W d4").await;
        let kept = desk.app.keep_draft(&act, id, &further, false).await;
        assert_eq!(kept.unwrap().touched, 1);
        desk.play(WHITE, id, "We4-a1").await.unwrap();
        // The draft was White's alone, and for that position.
        desk.play(BLACK, id, "Bc3-h1").await.unwrap();
    });
}

/// A ZÈRTZ game in which the second player's only turn is a capture.
const FORCED: [&str; 2] = ["Wd4-a1", "Bb3-g1"];

#[test]
fn forced_turns_are_played_for_those_who_wish_it() {
    for (white, black) in [(false, false), (false, true), (true, true)] {
        story(async |desk| {
            let id = desk.start("zertz", "37").await;
            for (player, wish) in [(WHITE, white), (BLACK, black)] {
                desk.wish_forced(player, wish).await;
            }
            desk.plays(id, &FORCED).await;
            desk.told().await;
            // A marble at the edge beside another: only one jump is possible.
            let played = desk.play(WHITE, id, "Ga2-a3").await;
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
            assert_eq!(only, 1, "the story needs a forced turn");
            assert_eq!(forced > 0, black);
            let board = played.game.board();
            let told = desk.told().await;
            assert_eq!(told.len(), 1, "one notice for all of it");
            assert_eq!(told[0].0, Notice::Turn { board, forced });
        });
    }
}

#[test]
fn in_rated_games_forced_turns_need_both_wishes() {
    for both in [false, true] {
        story(async |desk| {
            let rated = Terms {
                is_rated: true,
                pace: Some(Pace::days(3)),
                ..terms("zertz", "37")
            };
            let id = desk.start_with(rated).await;
            for (player, wish) in [(WHITE, both), (BLACK, true)] {
                desk.wish_forced(player, wish).await;
            }
            desk.plays(id, &FORCED).await;
            let played = desk.play(WHITE, id, "Ga2-a3").await.unwrap();
            assert_eq!(played.turns.len() > 1, both);
        });
    }
}

#[test]
fn a_list_says_whose_turn_it_is_and_how_much_time_is_left() {
    story(async |desk| {
        let timed = |days| Terms {
            pace: Some(Pace::days(days)),
            ..terms("zertz", "37")
        };
        let slow = desk.start("tzaar", "fixed").await;
        let week = desk.start_with(timed(7)).await;
        let day = desk.start_with(timed(1)).await;
        let theirs = desk.start("zertz", "48").await;
        desk.plays(theirs, &["Wd4-a1"]).await;
        let listed = desk.app.my_games(WHITE, desk.now()).await.unwrap();
        let ids: Vec<GameId> = listed.iter().map(|game| game.row.id).collect();
        assert_eq!(ids, [day, week, slow, theirs]);
        assert!(listed[0].left.unwrap() <= 24 * 60 * 60 * 1000);
        assert_eq!(listed[2].left, None);
        assert!(listed[2].is_mine && !listed[3].is_mine);
        let channel = desk.app.channel_games(CHANNEL, 3).await.unwrap();
        assert_eq!(channel.len(), 3);
        assert_eq!(channel[0].id, theirs);
        let thread = ChannelId(777);
        desk.app.set_thread(day, thread).await.unwrap();
        let found = desk.app.thread_game(thread).await.unwrap();
        assert_eq!(found.map(|row| row.id), Some(day));
    });
}

#[test]
fn a_game_can_be_looked_at_at_any_ply() {
    story(async |desk| {
        let id = desk.start("tzaar", "fixed").await;
        desk.plays(id, &["d3xd4", "c4xd5 f3xe4"]).await;
        let game = desk.game(id).await;
        for ply in 0..=2 {
            let then = desk.app.game_at(id, ply, desk.now()).await.unwrap();
            assert_eq!(Some(then), game.record.at(ply));
        }
        let beyond = desk.app.game_at(id, 3, desk.now()).await;
        assert_eq!(refused(beyond), Refusal::Stale);
    });
}

#[test]
fn a_turn_the_other_has_not_seen_is_taken_back_at_once() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        let before = desk.app.take_back(&desk.act(WHITE), id).await;
        assert_eq!(refused(before), Refusal::NothingToTakeBack);
        desk.plays(id, &["Wd4-a1"]).await;
        let old_board = desk.game(id).await.board();
        let done = desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        assert!(matches!(done, Takeback::Done(_)));
        let game = desk.game(id).await;
        assert_eq!(game.record.turns().len(), 0);
        assert_eq!(game.to_move(), Some(Side::First));
        // The same ply again is another board: old buttons, nonces and drafts are stale.
        desk.plays(id, &["Wd4-a1"]).await;
        let game = desk.game(id).await;
        assert_ne!(game.board(), old_board);
        let late = desk
            .press(desk.act_on(BLACK, old_board), id, "Bb3-g1")
            .await;
        assert_eq!(refused(late), Refusal::Stale);
        let notices = desk.outgoing().await;
        let is_turn = |notice: &&Outgoing| matches!(notice.notice, Notice::Turn { .. });
        assert_eq!(notices.iter().filter(is_turn).count(), 2, "told both times");
        assert!(notices.iter().all(|notice| notice.nonce.len() <= 25));
        // Once seen, it needs consent.
        desk.app.view_game(BLACK, id, desk.now()).await.unwrap();
        let asked = desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
        assert_eq!(desk.told().await, [(Notice::TakebackAsked, Some(BLACK))]);
    });
}

#[test]
fn a_turn_is_taken_back_alone_for_two_minutes() {
    story(async |desk| {
        for (waited, is_alone) in [(0, true), (120_000, true), (120_001, false)] {
            let id = desk.start("zertz", "37").await;
            desk.plays(id, &["Wd4-a1"]).await;
            let then = desk.now() + Duration::from_millis(waited);
            let game = desk.game(id).await;
            assert_eq!(game.may_retract(Side::First, then), is_alone, "{waited}");
            let act = Act {
                now: then,
                ..desk.act(WHITE)
            };
            let done = desk.app.take_back(&act, id).await.unwrap();
            assert_eq!(matches!(done, Takeback::Done(_)), is_alone, "{waited}");
            assert_eq!(matches!(done, Takeback::Asked(_)), !is_alone, "{waited}");
        }
        // Only the last turn of all, and only by whoever made it.
        let id = desk.start("zertz", "37").await;
        desk.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
        let game = desk.game(id).await;
        assert!(!game.may_retract(Side::First, desk.now()));
        assert!(game.may_retract(Side::Second, desk.now()));
        let game = desk.app.resign(&desk.act(WHITE), id).await.unwrap();
        assert!(!game.may_retract(Side::Second, desk.now()), "after the end");
    });
}

#[test]
fn whatever_the_other_does_with_the_game_needs_consent_from_then_on() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        // What was done before the turn does not matter, nor what others do.
        desk.app.record_interaction(BLACK, id).await.unwrap();
        desk.plays(id, &["Wd4-a1"]).await;
        desk.app.record_interaction(THIRD, id).await.unwrap();
        desk.app.record_interaction(WHITE, id).await.unwrap();
        desk.app
            .record_interaction(BLACK, GameId(99))
            .await
            .unwrap();
        assert!(desk.game(id).await.may_retract(Side::First, desk.now()));
        desk.app.record_interaction(BLACK, id).await.unwrap();
        let row = desk.game(id).await.row;
        let asked = desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
        // Black has not seen the board, and is still to be called to it.
        assert!(row.seen.second < row.status.position_seq);
    });
}

#[test]
fn what_the_other_does_while_a_turn_is_taken_back_is_not_overlooked() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        desk.plays(id, &["Wd4-a1"]).await;
        let read = desk.game(id).await.row;
        desk.app.record_interaction(BLACK, id).await.unwrap();
        let late = GameWrite::to(&read, desk.now());
        let done = desk.app.store().append(late).await.unwrap();
        assert_eq!(done, WriteOutcome::Conflict);
    });
}

#[test]
fn a_draft_is_stale_after_a_take_back_to_the_same_ply() {
    story(async |desk| {
        let id = desk.start("zertz", "48-tournament").await;
        desk.plays(id, &["Wd4-a1"]).await;
        let board = desk.game(id).await.board();
        let chosen = steps(desk, id, "B").await;
        let act = desk.act_on(BLACK, board);
        desk.app.keep_draft(&act, id, &chosen, true).await.unwrap();
        desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        desk.app.allow_takeback(&desk.act(BLACK), id).await.unwrap();
        desk.plays(id, &["Wd4-a1"]).await;
        let draft = desk.app.draft(&desk.act(BLACK), id).await.unwrap();
        assert_eq!((draft.steps.len(), draft.touched), (0, 0));
        desk.play(BLACK, id, "Ge6-h1").await.unwrap();
    });
}

#[test]
fn whoever_acts_on_a_board_has_seen_it() {
    story(async |desk| {
        // Composing counts.
        let id = desk.start("zertz", "37").await;
        desk.plays(id, &["Wd4-a1"]).await;
        desk.app.draft(&desk.act(BLACK), id).await.unwrap();
        let asked = desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
        // So does answering: White takes back his answer, but Black's turn was seen.
        let id = desk.start("zertz", "37").await;
        desk.plays(id, &["Wd4-a1", "Bb3-g1", "Ge6-a2"]).await;
        let done = desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        assert!(matches!(done, Takeback::Done(_)));
        let asked = desk.app.take_back(&desk.act(BLACK), id).await.unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
        // And so does any word about the game.
        let id = desk.start("zertz", "37").await;
        desk.plays(id, &["Wd4-a1"]).await;
        desk.app.offer_draw(&desk.act(BLACK), id).await.unwrap();
        let asked = desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
    });
}

#[test]
fn where_touched_is_moved_nothing_is_taken_back_without_consent() {
    story(async |desk| {
        let id = desk.start("zertz", "48-tournament").await;
        desk.plays(id, &["Wd4-a1"]).await;
        let asked = desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        assert!(matches!(asked, Takeback::Asked(_)));
    });
}

#[test]
fn every_button_below_an_older_board_is_stale() {
    story(async |desk| {
        let app = &desk.app;
        let id = desk.start("tzaar", "fixed").await;
        desk.plays(id, &["d3xd4"]).await;
        app.offer_draw(&desk.act(WHITE), id).await.unwrap();
        let old = desk.game(id).await.board();
        desk.plays(id, &["c4xd5 f3xe4"]).await;
        app.offer_draw(&desk.act(WHITE), id).await.unwrap();
        app.take_back(&desk.act(BLACK), id).await.unwrap();
        let act = || desk.act_on(BLACK, old);
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
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        desk.plays(id, &["Wd4-a1", "Bb3-g1", "Ge6-a2"]).await;
        let board = desk.game(id).await.board();
        let (one, two) = (desk.act_on(WHITE, board), desk.act_on(WHITE, board));
        desk.app.take_back(&one, id).await.unwrap();
        assert_eq!(refused(desk.app.take_back(&two, id).await), Refusal::Stale);
        assert_eq!(desk.game(id).await.record.turns().len(), 2);
    });
}

#[test]
fn take_back_by_consent_goes_back_to_ones_own_last_choice() {
    story(async |desk| {
        let id = desk.start("tzaar", "fixed").await;
        desk.plays(id, &["d3xd4", "c4xd5 f3xe4"]).await;
        // White wants to take back though Black has answered: two turns go.
        desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        let again = desk.app.take_back(&desk.act(WHITE), id).await;
        assert_eq!(refused(again), Refusal::AlreadyOffered);
        let own = desk.app.allow_takeback(&desk.act(WHITE), id).await;
        assert_eq!(refused(own), Refusal::OwnOffer);
        desk.app
            .decline_takeback(&desk.act(BLACK), id)
            .await
            .unwrap();
        // Whoever was told no is not asked again and again.
        let again = desk.app.take_back(&desk.act(WHITE), id).await;
        assert_eq!(refused(again), Refusal::AlreadyOffered);
        let id = desk.start("tzaar", "fixed").await;
        desk.plays(id, &["d3xd4", "c4xd5 f3xe4"]).await;
        desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        desk.app
            .withdraw_takeback(&desk.act(WHITE), id)
            .await
            .unwrap();
        let gone = desk.app.allow_takeback(&desk.act(BLACK), id).await;
        assert_eq!(refused(gone), Refusal::NothingOffered);
        let id = desk.start("tzaar", "fixed").await;
        desk.plays(id, &["d3xd4", "c4xd5 f3xe4"]).await;
        desk.app.take_back(&desk.act(WHITE), id).await.unwrap();
        let asked = desk.game(id).await.asked_back();
        assert_eq!(asked.as_deref(), Some("d3xd4"));
        let game = desk.app.allow_takeback(&desk.act(BLACK), id).await;
        let game = game.unwrap();
        assert_eq!(game.record.turns().len(), 0);
        assert_eq!(game.to_move(), Some(Side::First));
        // Nothing was deleted.
        assert_eq!(game.row.status.seq, 4);
    });
}

#[test]
fn settings_are_kept_and_others_have_the_usual_ones() {
    story(async |desk| {
        let settings = PlayerSettings {
            theme: BoardTheme::Dark,
            forced_moves: true,
            ..PlayerSettings::default()
        };
        desk.app
            .set_player(&desk.act(WHITE), &settings)
            .await
            .unwrap();
        let server = ServerSettings {
            channels: vec![CHANNEL],
            threads: false,
            pace: Some(Pace::bank(7, 1, 14)),
            language: None,
            ..ServerSettings::default()
        };
        desk.app.set_server(SERVER, &server).await.unwrap();
        desk.restart().await;
        assert_eq!(desk.app.player_settings(WHITE).await.unwrap(), settings);
        let usual = desk.app.player_settings(BLACK).await.unwrap();
        assert_eq!(usual, PlayerSettings::default());
        assert_eq!(desk.app.server_settings(SERVER).await.unwrap(), server);
        let silly = ServerSettings {
            pace: Some(Pace::days(0)),
            ..server
        };
        let silly = desk.app.set_server(SERVER, &silly).await;
        assert_eq!(refused(silly), Refusal::Days);
    });
}

#[test]
fn a_player_mutes_his_own_games_only() {
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        desk.app.mute(&desk.act(BLACK), id, true).await.unwrap();
        assert!(desk.app.is_muted(BLACK, id).await.unwrap());
        assert!(!desk.app.is_muted(WHITE, id).await.unwrap());
        desk.app.mute(&desk.act(BLACK), id, false).await.unwrap();
        assert!(!desk.app.is_muted(BLACK, id).await.unwrap());
        let foreign = desk.app.mute(&desk.act(THIRD), id, true).await;
        assert_eq!(refused(foreign), Refusal::NotAPlayer);
    });
}

#[test]
fn a_closed_desk_says_so() {
    // A store that is open for reading refuses every change and loses none.
    story(async |desk| {
        let id = desk.start("zertz", "37").await;
        let options = hexpost::store::OpenOptions::new(desk.app.store().path());
        let store = hexpost::store::Store::open_to_read(&options).await.unwrap();
        let reader = App::new(store, hexpost::app::Limits::default());
        let made = TurnInput::Text("Wd4-a1".to_owned());
        let played = reader.play(&desk.act(WHITE), id, &made).await;
        assert!(matches!(played, Err(AppError::Store(StoreError::ReadOnly))));
        reader.close().await;
    });
}
