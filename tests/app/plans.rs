//! Thinking ahead: conditional plans, queued placements, analysis boards, notes.

use hexpost_engine::game::AnyGame;
use hexpost_engine::side::Side;

use super::fixture::{BLACK, THIRD, TestApp, WHITE, days, refused, story};
use hexpost::app::plan::analysis::{AnalysisEdit, MAX_BOARDS, MAX_TRIED};
use hexpost::app::plan::tree::{MAX_BRANCHES, MAX_DEPTH, PlanChange};
use hexpost::app::{Planned, Refusal, Takeback, TurnInput};
use hexpost::model::{GameId, PlayerId};

async fn plan(
    fixture: &TestApp,
    by: PlayerId,
    id: GameId,
    line: &[&str],
    whatever: bool,
) -> Planned {
    let line: Vec<String> = line.iter().map(|text| (*text).to_owned()).collect();
    let act = fixture.act(by);
    fixture
        .app
        .plan_line(&act, id, &line, whatever)
        .await
        .unwrap()
}

async fn planned(fixture: &TestApp, by: PlayerId, id: GameId) -> Planned {
    fixture.app.plan(&fixture.act(by), id).await.unwrap()
}

async fn texts(fixture: &TestApp, id: GameId) -> Vec<String> {
    fixture.game(id).await.record.texts()
}

/// Which turns of a game were played by a plan.
async fn was_planned(fixture: &TestApp, id: GameId) -> Vec<bool> {
    let game = fixture.game(id).await;
    game.turns.iter().map(|made| made.is_planned).collect()
}

#[test]
fn a_planned_reply_is_played_at_once_and_marked_in_the_record() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        // White plans while Black is to move.
        plan(
            fixture,
            WHITE,
            id,
            &["Bb3-g1", "Gf2-a2", "Bd2-a3", "Wd6-a4"],
            false,
        )
        .await;
        fixture.notifications().await;
        let played = fixture.play(BLACK, id, "Bb3-g1").await.unwrap();
        assert_eq!(played.turns, ["Bb3-g1", "Gf2-a2"]);
        assert_eq!(was_planned(fixture, id).await, [false, false, true]);
        let told = fixture.notifications().await;
        assert_eq!(told.len(), 1, "one board for both turns: {told:?}");
        assert_eq!(told[0].1, Some(BLACK));
        fixture.restart().await;
        // The next reply is still planned.
        fixture.plays(id, &["Bd2-a3"]).await;
        assert_eq!(
            texts(fixture, id).await,
            ["Wd4-a1", "Bb3-g1", "Gf2-a2", "Bd2-a3", "Wd6-a4"]
        );
        assert!(planned(fixture, WHITE, id).await.plan.is_empty());
    });
}

#[test]
fn a_plan_played_to_its_end_is_not_reported_as_failed() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        plan(fixture, WHITE, id, &["Bb3-g1", "Gf2-a2"], false).await;
        plan(fixture, WHITE, id, &["Bb2-g1", "Wf2-a2"], false).await;
        fixture.plays(id, &["Bb3-g1"]).await;
        // Nothing of it is left, nor of the other branches.
        assert_eq!(
            planned(fixture, WHITE, id).await.change,
            Some(PlanChange::Done)
        );
        let other = fixture.start("zertz", "37").await;
        fixture.plays(other, &["Wd4-a1"]).await;
        plan(fixture, WHITE, other, &["Bb3-g1", "Gf2-a2"], false).await;
        fixture.plays(other, &["Bb3-g1"]).await;
        fixture.plays(other, &["Bd2-a3"]).await;
        assert_eq!(
            planned(fixture, WHITE, other).await.change,
            Some(PlanChange::Done)
        );
    });
}

#[test]
fn an_unplanned_turn_ends_the_plan_and_its_owner_is_told_once() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        plan(fixture, WHITE, id, &["Bb3-g1", "Gc3-a2"], false).await;
        fixture.plays(id, &["Bb3-g2"]).await;
        assert_eq!(texts(fixture, id).await, ["Wd4-a1", "Bb3-g2"]);
        assert_eq!(
            planned(fixture, WHITE, id).await.change,
            Some(PlanChange::Over)
        );
        assert_eq!(planned(fixture, WHITE, id).await.change, None);
        // A plan reported as over doesn't come back with a take-back.
        fixture
            .app
            .take_back(&fixture.act(BLACK), id)
            .await
            .unwrap();
        fixture
            .app
            .allow_takeback(&fixture.act(WHITE), id)
            .await
            .unwrap();
        fixture.plays(id, &["Bb3-g1"]).await;
        assert_eq!(texts(fixture, id).await, ["Wd4-a1", "Bb3-g1"]);
    });
}

#[test]
fn a_default_branch_replies_to_any_turn_but_a_specific_branch_takes_precedence() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        plan(fixture, WHITE, id, &["Bb3-g1", "Gc3-a2"], true).await;
        let line = ["Bb2-g1", "Wf2-a2", "Bd2-a3", "Wd6-a4"];
        let all = plan(fixture, WHITE, id, &line, false).await.plan;
        let branches: Vec<_> = all.branches.iter().map(|b| b.on.as_deref()).collect();
        assert_eq!(branches, [Some("Bb2-g1"), None]);
        fixture.plays(id, &["Bb2-g1"]).await;
        assert_eq!(texts(fixture, id).await.last().unwrap(), "Wf2-a2");
        assert_eq!(
            planned(fixture, WHITE, id).await.change,
            Some(PlanChange::Cut(1)),
            "the default branch is removed"
        );
        let other = fixture.start("zertz", "37").await;
        fixture.plays(other, &["Wd4-a1"]).await;
        plan(fixture, WHITE, other, &["Bb3-g1", "Gc3-a2"], true).await;
        fixture.plays(other, &["We2-g1"]).await;
        assert_eq!(texts(fixture, other).await.last().unwrap(), "Gc3-a2");
    });
}

#[test]
fn an_impossible_reply_is_not_played_and_is_reported() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        plan(fixture, WHITE, id, &["Bb3-g1", "Gc3-a2"], true).await;
        // The turn removed the ring that the plan needs.
        fixture.plays(id, &["Bb3-a2"]).await;
        assert_eq!(texts(fixture, id).await, ["Wd4-a1", "Bb3-a2"]);
        let change = planned(fixture, WHITE, id).await.change;
        assert_eq!(change, Some(PlanChange::Impossible("Gc3-a2".to_owned())));
    });
}

#[test]
fn taking_back_a_turn_also_takes_back_its_planned_reply() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        plan(fixture, WHITE, id, &["Bb3-g1", "Gc3-a2"], false).await;
        fixture.plays(id, &["Bb3-g1"]).await;
        // Because of the reply, it is no longer the last turn.
        let back = fixture
            .app
            .take_back(&fixture.act(BLACK), id)
            .await
            .unwrap();
        assert!(matches!(back, Takeback::Asked(_)));
        fixture
            .app
            .allow_takeback(&fixture.act(WHITE), id)
            .await
            .unwrap();
        assert_eq!(texts(fixture, id).await, ["Wd4-a1"]);
        // Taking back the turn before the plan removes the plan too.
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
        assert_eq!(texts(fixture, id).await, [""; 0]);
        fixture.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
        assert_eq!(texts(fixture, id).await, ["Wd4-a1", "Bb3-g1"]);
        assert_eq!(
            planned(fixture, WHITE, id).await.change,
            Some(PlanChange::Over)
        );
    });
}

#[test]
fn taking_back_a_planned_turn_drops_the_plan() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "tournament").await;
        let app = &fixture.app;
        app.queue(&fixture.act(BLACK), id, "Zc3, Rd4")
            .await
            .unwrap();
        fixture.plays(id, &["Ta1"]).await;
        assert_eq!(texts(fixture, id).await, ["Ta1", "Zc3"]);
        let asked = app.take_back(&fixture.act(BLACK), id).await.unwrap();
        assert!(matches!(asked, Takeback::Asked(_)), "White has seen it");
        assert!(!planned(fixture, BLACK, id).await.plan.is_empty());
        app.allow_takeback(&fixture.act(WHITE), id).await.unwrap();
        assert!(planned(fixture, BLACK, id).await.plan.is_empty());
        fixture.plays(id, &["Zb2", "Ta2"]).await;
        assert_eq!(texts(fixture, id).await, ["Ta1", "Zb2", "Ta2"]);
    });
}

#[test]
fn branches_can_be_removed_by_number_and_plans_dropped() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        plan(fixture, WHITE, id, &["Bb3-g1", "Gf2-a2"], false).await;
        plan(
            fixture,
            WHITE,
            id,
            &["Bb3-g1", "Gf2-a2", "Bd2-a3", "Wd6-a4"],
            false,
        )
        .await;
        let all = plan(fixture, WHITE, id, &["Bb2-g1", "Wf2-a2"], false).await;
        let listed: Vec<(usize, &str)> = all
            .plan
            .listed()
            .into_iter()
            .map(|(depth, branch)| (depth, branch.reply.as_str()))
            .collect();
        assert_eq!(listed, [(0, "Gf2-a2"), (1, "Wd6-a4"), (0, "Wf2-a2")]);
        let app = &fixture.app;
        let old = app
            .cut_branch(&fixture.act(WHITE), id, all.version - 1, 0)
            .await;
        assert_eq!(refused(old), Refusal::Stale);
        let left = app
            .cut_branch(&fixture.act(WHITE), id, all.version, 0)
            .await;
        assert_eq!(left.unwrap().plan.size(), 1);
        fixture.plays(id, &["Bb3-g1"]).await;
        assert_eq!(texts(fixture, id).await.len(), 2);
        assert_eq!(
            refused(app.drop_plan(&fixture.act(BLACK), id).await),
            Refusal::NothingPlanned
        );
    });
}

#[test]
fn only_players_can_plan_and_only_on_the_opponents_turn() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let line = ["Wd4-a1".to_owned(), "Bb3-g1".to_owned()];
        let app = &fixture.app;
        let own = app.plan_line(&fixture.act(WHITE), id, &line, false).await;
        assert_eq!(refused(own), Refusal::OwnTurn);
        let third = app.plan_line(&fixture.act(THIRD), id, &line, false).await;
        assert_eq!(refused(third), Refusal::NotAPlayer);
        assert_eq!(
            refused(app.plan(&fixture.act(THIRD), id).await),
            Refusal::NotAPlayer
        );
        let half = app
            .plan_line(&fixture.act(BLACK), id, &line[..1], false)
            .await;
        assert_eq!(refused(half), Refusal::NoAnswer);
        let wrong = ["Wd4-a1".to_owned(), "Bd4-g1".to_owned()];
        let wrong = app.plan_line(&fixture.act(BLACK), id, &wrong, false).await;
        assert_eq!(refused(wrong), Refusal::Stale);
        let typed = app
            .plan_answer(&fixture.act(BLACK), id, Some("w d4 a1"), "b b3 , g1")
            .await;
        assert_eq!(typed.unwrap().plan.branches[0].reply, "Bb3-g1");
        let never = app
            .plan_answer(&fixture.act(BLACK), id, None, "Wd4-d3")
            .await;
        assert!(matches!(refused(never), Refusal::Text(_)));
        fixture.app.resign(&fixture.act(WHITE), id).await.unwrap();
        let over = app.plan_line(&fixture.act(BLACK), id, &line, false).await;
        assert_eq!(refused(over), Refusal::Finished);
        let pruned = fixture.app.prune(fixture.now(), 10).await.unwrap();
        assert_eq!(pruned.thoughts, 1, "the plan went with the game");
    });
}

#[test]
fn the_size_of_a_plan_is_limited() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let turns = AnyGame::from_code("zertz 37 4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 first");
        let turns = turns.unwrap().texts_up_to(100_000).unwrap();
        let plan = async |on: &String| {
            let line = [on.clone(), "Bc3-g1".to_owned()];
            fixture
                .app
                .plan_line(&fixture.act(BLACK), id, &line, false)
                .await
        };
        let mut planned = 0;
        for on in turns
            .iter()
            .filter(|on| !on.contains("c3") && !on.contains("g1"))
        {
            match plan(on).await {
                Ok(_) => planned += 1,
                Err(no) => {
                    let full = Refusal::PlanFull(MAX_BRANCHES, MAX_DEPTH);
                    assert_eq!(refused::<()>(Err(no)), full);
                    break;
                }
            }
        }
        assert_eq!(planned, MAX_BRANCHES);
    });
}

#[test]
fn with_touch_move_a_plan_is_played() {
    story(async |fixture| {
        let id = fixture.start("zertz", "48-tournament").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        plan(fixture, WHITE, id, &["Bb3-h1", "Gc3-a2"], false).await;
        fixture.plays(id, &["Bb3-h1"]).await;
        assert_eq!(texts(fixture, id).await, ["Wd4-a1", "Bb3-h1", "Gc3-a2"]);
    });
}

#[test]
fn queued_placements_can_have_alternatives() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "tournament").await;
        let app = &fixture.app;
        let wrong = app.queue(&fixture.act(BLACK), id, "Zc3, Qd4").await;
        assert_eq!(refused(wrong), Refusal::Wish("Qd4".to_owned()));
        let queued = app
            .queue(&fixture.act(BLACK), id, "z c3 / d4/e2, Rc3/c4\nTa1")
            .await;
        let wishes = queued.unwrap().plan.wishes;
        assert_eq!(
            wishes,
            [vec!["Zc3", "Zd4", "Ze2"], vec!["Rc3", "Rc4"], vec!["Ta1"]]
        );
        fixture.plays(id, &["Tc3"]).await;
        assert_eq!(texts(fixture, id).await, ["Tc3", "Zd4"], "c3 was taken");
        fixture.plays(id, &["Ta2"]).await;
        assert_eq!(texts(fixture, id).await.last().unwrap(), "Rc4");
        fixture.restart().await;
        fixture.plays(id, &["Ta1"]).await;
        assert_eq!(
            texts(fixture, id).await.len(),
            5,
            "no queued placement is possible"
        );
        let open = planned(fixture, BLACK, id).await;
        assert_eq!(open.plan.open_wishes(&open.game, open.side), [[""; 0]; 0]);
        // A placement lost to the opponent is reported.
        assert_eq!(open.plan.lost_wishes(&open.game, open.side), [["Ta1"]]);
        let other = fixture.start("tzaar", "fixed").await;
        let none = fixture.app.queue(&fixture.act(BLACK), other, "Zc3").await;
        assert_eq!(refused(none), Refusal::NoSetup);
    });
}

#[test]
fn pieces_already_on_the_board_do_not_fulfil_queued_placements() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "tournament").await;
        fixture.plays(id, &["Zd4", "zc3"]).await;
        let act = fixture.act(WHITE);
        let queued = fixture.app.queue(&act, id, "Zc5/d4, Rf2").await.unwrap();
        assert_eq!(queued.plan.wishes, [vec!["Zc5"], vec!["Rf2"]]);
        let taken = fixture.app.queue(&fixture.act(WHITE), id, "Tc3/d4").await;
        assert_eq!(refused(taken), Refusal::WishTaken("Tc3".to_owned()));
    });
}

#[test]
fn two_queues_are_played_until_one_is_empty() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "tournament").await;
        let empty = fixture
            .game(id)
            .await
            .record
            .game()
            .texts_up_to(100_000)
            .unwrap();
        let places: Vec<&str> = empty
            .iter()
            .filter_map(|text| text.strip_prefix('Z'))
            .collect();
        assert_eq!(places.len(), 60);
        let queue = |places: &[&str]| {
            let kind = |at: usize| match at {
                0..6 => 'Z',
                6..15 => 'R',
                _ => 'T',
            };
            let wishes = places.iter().enumerate();
            let wishes = wishes.map(|(at, place)| format!("{}{place}", kind(at)));
            wishes.collect::<Vec<_>>().join(", ")
        };
        let app = &fixture.app;
        app.queue(&fixture.act(WHITE), id, &queue(&places[..30]))
            .await
            .unwrap();
        app.queue(&fixture.act(BLACK), id, &queue(&places[30..]))
            .await
            .unwrap();
        let first = planned(fixture, WHITE, id).await;
        let next = first.plan.next_placement(&first.game, first.side).unwrap();
        let next = first.game.record.game().write(&next).unwrap();
        assert_eq!(next, format!("Z{}", places[0]));
        let played = fixture.play(WHITE, id, &next).await.unwrap();
        assert_eq!(played.turns.len(), 60, "the whole set-up at once");
        assert!(!played.game.record.game().is_setting_up());
        assert_eq!(planned(fixture, BLACK, id).await.change, None);
    });
}

#[test]
fn the_rest_of_the_pieces_is_placed_at_random_in_turn() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "tournament").await;
        let app = &fixture.app;
        let other = fixture.start("tzaar", "fixed").await;
        let none = app.place_rest_at_random(&fixture.act(BLACK), other).await;
        assert_eq!(refused(none), Refusal::NoSetup);
        // Black's queue comes first, then the rest at random.
        app.queue(&fixture.act(BLACK), id, "Zc3, Zd4")
            .await
            .unwrap();
        let planned_rest = app.place_rest_at_random(&fixture.act(BLACK), id).await;
        let seed = planned_rest.unwrap().plan.rest;
        let again = app.place_rest_at_random(&fixture.act(BLACK), id).await;
        assert_eq!(again.unwrap().plan.rest, seed, "it has been announced");
        fixture.plays(id, &["Ta1"]).await;
        assert_eq!(texts(fixture, id).await, ["Ta1", "Zc3"]);
        fixture.restart().await;
        fixture.plays(id, &["Ta2"]).await;
        fixture.plays(id, &["Ta3"]).await;
        let so_far = texts(fixture, id).await;
        assert_eq!(so_far[..5], ["Ta1", "Zc3", "Ta2", "Zd4", "Ta3"]);
        assert_eq!(so_far.len(), 6, "one placement by each player in turn");
        // White joins in: the placement that is shown is made, and the set-up is complete.
        let app = &fixture.app;
        let white = app.place_rest_at_random(&fixture.act(WHITE), id).await;
        let white = white.unwrap();
        let next = white.plan.next_placement(&white.game, white.side).unwrap();
        let next = white.game.record.game().write(&next).unwrap();
        let played = fixture.play(WHITE, id, &next).await.unwrap();
        assert_eq!(played.turns.len(), 54);
        let position = played.game.record.game();
        assert!(!position.is_setting_up());
        assert_eq!(position.to_move(), Side::First, "White opens the game");
        let pieces = texts(fixture, id).await;
        let of = |side: usize, kind: char| {
            let own = pieces.iter().skip(side).step_by(2);
            own.filter(|text| text.starts_with(kind)).count()
        };
        for side in [0, 1] {
            assert_eq!(['Z', 'R', 'T'].map(|kind| of(side, kind)), [6, 9, 15]);
        }
        assert_eq!(planned(fixture, BLACK, id).await.plan.rest, None);
    });
}

#[test]
fn random_placements_stop_when_the_plan_is_dropped() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "tournament").await;
        let app = &fixture.app;
        app.place_rest_at_random(&fixture.act(BLACK), id)
            .await
            .unwrap();
        fixture.plays(id, &["Ta1"]).await;
        app.drop_plan(&fixture.act(BLACK), id).await.unwrap();
        let again = app.drop_plan(&fixture.act(BLACK), id).await;
        assert_eq!(refused(again), Refusal::NothingPlanned);
        let free = fixture.game(id).await.record.game().texts_up_to(1000);
        let placed = texts(fixture, id).await;
        assert_eq!(placed.len(), 2);
        fixture.plays(id, &[free.unwrap()[0].as_str()]).await;
        assert_eq!(texts(fixture, id).await.len(), 3);
    });
}

#[test]
fn a_plan_dropped_concurrently_is_not_played() {
    // A player who drops a plan and is told so never sees it played afterwards.
    story(async |fixture| {
        for round in 0..20 {
            let id = fixture.start("zertz", "37").await;
            fixture.plays(id, &["Wd4-a1"]).await;
            plan(fixture, WHITE, id, &["Bb3-g1", "Gc3-a2"], false).await;
            let (drop, play) = (fixture.act(WHITE), fixture.act(BLACK));
            let made = TurnInput::Text("Bb3-g1".to_owned());
            let (dropped, played) = if round % 2 == 0 {
                tokio::join!(
                    fixture.app.drop_plan(&drop, id),
                    fixture.app.play(&play, id, &made)
                )
            } else {
                let (played, dropped) = tokio::join!(
                    fixture.app.play(&play, id, &made),
                    fixture.app.drop_plan(&drop, id)
                );
                (dropped, played)
            };
            let was_answered = played.unwrap().turns.len() == 2;
            assert_ne!(dropped.is_ok(), was_answered, "round {round}");
        }
    });
}

#[test]
fn an_analysis_board_can_be_navigated_and_changes_no_game() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
        let before = format!("{:?}", fixture.game(id).await.record);
        let board = fixture
            .app
            .analyse(&fixture.act(THIRD), id.into(), Some(1), false)
            .await
            .unwrap();
        let number = board.number;
        let handle = async |handling: AnalysisEdit| {
            let act = fixture.act(THIRD);
            fixture.app.handle_analysis(&act, number, &handling).await
        };
        let text = |text: &str| TurnInput::Text(text.to_owned());
        let one = handle(AnalysisEdit::Try(0, text("Bb3-g1"))).await.unwrap();
        let two = handle(AnalysisEdit::Try(one.at(), text("Wf2-a2")))
            .await
            .unwrap();
        assert_eq!(two.texts(), ["Bb3-g1", "Wf2-a2"]);
        // Another branch from the first turn; both are kept.
        handle(AnalysisEdit::Try(one.at(), text("Wf2-a3")))
            .await
            .unwrap();
        let back = handle(AnalysisEdit::Go(one.at())).await.unwrap();
        assert_eq!(back.next.len(), 2);
        let again = handle(AnalysisEdit::Try(one.at(), text("Wf2-a2")))
            .await
            .unwrap();
        assert_eq!(again.at(), two.at(), "a known turn makes no new branch");
        let wrong = handle(AnalysisEdit::Try(one.at(), text("Wd4-a2"))).await;
        assert!(matches!(refused(wrong), Refusal::Text(_)));
        assert!(handle(AnalysisEdit::Flip).await.unwrap().is_flipped);
        let cut = handle(AnalysisEdit::Cut(one.at())).await.unwrap();
        assert_eq!((cut.at(), cut.next.len()), (0, 0));
        // A button of a deleted branch shows the current board.
        assert_eq!(handle(AnalysisEdit::Go(two.at())).await.unwrap().at(), 0);
        assert_eq!(format!("{:?}", fixture.game(id).await.record), before);
        assert_eq!(
            refused(fixture.app.analysis(WHITE, number).await),
            Refusal::UnknownAnalysis,
            "it is private"
        );
    });
}

#[test]
fn a_line_on_an_analysis_board_can_become_a_plan_or_a_note() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        let app = &fixture.app;
        // From before the last turn: the line goes through that turn.
        let board = app
            .analyse(&fixture.act(WHITE), id.into(), Some(0), false)
            .await
            .unwrap();
        let mut at = 0;
        for text in ["Wd4-a1", "Bb3-g1", "Gf2-a2", "Bd2-a3"] {
            let made = AnalysisEdit::Try(at, TurnInput::Text(text.to_owned()));
            let shown = app
                .handle_analysis(&fixture.act(WHITE), board.number, &made)
                .await;
            at = shown.unwrap().at();
        }
        let shown = app.analysis(WHITE, board.number).await.unwrap();
        let line = app.plannable(&fixture.act(WHITE), &shown).await.unwrap();
        assert_eq!(line.unwrap(), ["Bb3-g1", "Gf2-a2"]);
        let planned = app
            .plan_analysis(&fixture.act(WHITE), board.number, at, false)
            .await;
        assert_eq!(planned.unwrap().plan.branches[0].reply, "Gf2-a2");
        app.note_analysis(&fixture.act(WHITE), board.number)
            .await
            .unwrap();
        let note = app.note(WHITE, id.into()).await.unwrap();
        assert_eq!(note.unwrap(), "0: Wd4-a1, Bb3-g1, Gf2-a2, Bd2-a3");
        assert_eq!(app.note(BLACK, id.into()).await.unwrap(), None);
        fixture.plays(id, &["Bb3-g1"]).await;
        assert_eq!(texts(fixture, id).await.last().unwrap(), "Gf2-a2");
        // No plan in another player's game, or for a position that has passed.
        let other = app
            .analyse(&fixture.act(THIRD), id.into(), None, false)
            .await
            .unwrap();
        let refusal = app
            .plan_analysis(&fixture.act(THIRD), other.number, 0, false)
            .await;
        assert_eq!(refused(refusal), Refusal::NotAPlayer);
        let old = app
            .analyse(&fixture.act(WHITE), id.into(), Some(1), false)
            .await
            .unwrap();
        let refusal = app
            .plan_analysis(&fixture.act(WHITE), old.number, 0, false)
            .await;
        assert_eq!(refused(refusal), Refusal::OtherPosition);
    });
}

#[test]
fn analysis_boards_start_from_typed_positions_and_are_limited() {
    story(async |fixture| {
        let app = &fixture.app;
        let code =
            "tzaar ..rtz/T...../......./T..z2t.Z./......../.......r/.....t./R...../Z.R.. first";
        let first = app.analyse_code(&fixture.act(WHITE), code).await.unwrap();
        assert_eq!(first.position, AnyGame::from_code(code).unwrap());
        for wrong in ["", "chess", "zertz 37 4/5", "tzaar ; ; ;"] {
            let wrong = app.analyse_code(&fixture.act(WHITE), wrong).await;
            assert!(matches!(refused(wrong), Refusal::Code(_)));
        }
        let long = format!("{code}; {}", "d3xd4; ".repeat(1000));
        let long = app.analyse_code(&fixture.act(WHITE), &long).await;
        assert!(matches!(refused(long), Refusal::LongCode(_)));
        for _ in 0..MAX_BOARDS {
            app.analyse_code(&fixture.act(WHITE), code).await.unwrap();
        }
        let gone = app.analysis(WHITE, first.number).await;
        assert_eq!(refused(gone), Refusal::UnknownAnalysis);
        let all = app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["analyses"].as_array().unwrap().len(), MAX_BOARDS);
        fixture.wait(days(91));
        let pruned = app.prune(fixture.now(), 10).await.unwrap();
        assert_eq!(pruned.thoughts as usize, MAX_BOARDS);
    });
}

#[test]
fn the_size_of_an_analysis_board_is_limited() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let board = fixture
            .app
            .analyse(&fixture.act(WHITE), id.into(), None, false)
            .await
            .unwrap();
        let turns = board.position.texts_up_to(100_000).unwrap();
        let mut tried = 0;
        for text in turns.iter().take(MAX_TRIED + 1) {
            let handling = AnalysisEdit::Try(0, TurnInput::Text(text.clone()));
            let act = fixture.act(WHITE);
            match fixture
                .app
                .handle_analysis(&act, board.number, &handling)
                .await
            {
                Ok(_) => tried += 1,
                Err(no) => {
                    assert_eq!(refused::<()>(Err(no)), Refusal::AnalysisFull(MAX_TRIED));
                }
            }
        }
        assert_eq!(tried, MAX_TRIED);
    });
}

#[test]
fn plans_notes_and_analysis_boards_are_exported_and_deleted_with_personal_data() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &["Wd4-a1"]).await;
        let app = &fixture.app;
        plan(fixture, WHITE, id, &["Bb3-g1", "Gc3-a2"], false).await;
        app.set_note(&fixture.act(WHITE), id.into(), " beware of g1 ")
            .await
            .unwrap();
        app.analyse(&fixture.act(WHITE), id.into(), None, false)
            .await
            .unwrap();
        let all = app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["plans"][0]["plan"]["branches"][0]["reply"], "Gc3-a2");
        assert_eq!(all["notes"][0]["note"], "beware of g1");
        assert_eq!(all["analyses"][0]["game"], id.0);
        let long = "x".repeat(1001);
        let long = app.set_note(&fixture.act(WHITE), id.into(), &long).await;
        assert_eq!(refused(long), Refusal::Note(1000));
        app.forget(&fixture.act(WHITE)).await.unwrap();
        let all = app.export(WHITE, fixture.now()).await.unwrap();
        for list in ["plans", "notes", "analyses"] {
            assert_eq!(all[list].as_array().unwrap().len(), 0, "{list}");
        }
    });
}
