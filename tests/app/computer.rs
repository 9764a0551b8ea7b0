//! Games against the computer, with answers that the test makes up. The search is tested with the engine,
//! the threads with the whole bot.

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::hex::Symmetry;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::search::{Level, Line, Score};
use hexpost_engine::side::Side;

use crate::fixture::{
    BLACK, CHANNEL, SERVER, THIRD, TestApp, WHITE, challenge_to, days, refused, run, story, terms,
};
use hexpost::app::computer::hint::{Hint, HintReason};
use hexpost::app::game::state::Game;
use hexpost::app::notify::notice::Notice;
use hexpost::app::{
    AppError, ClaimedJob, ComputerAnswer, Limits, NewComputerGame, Refusal, Takeback,
};
use hexpost::model::{EndReason, GameId, HintStep, JobKind, PlayerId, Seat, Seq, StoredVariant};

/// The names of two processes.
const ONE: &str = "one";
const OTHER: &str = "other";

fn new_game(seat: Seat) -> NewComputerGame {
    NewComputerGame {
        variant: StoredVariant::parse("zertz", "37"),
        seat,
        level: Level::Numbered(3),
        server: Some(SERVER),
        channel: Some(CHANNEL),
        opening: Vec::new(),
    }
}

impl TestApp {
    async fn play_computer(&self, seat: Seat) -> GameId {
        let act = self.act(WHITE);
        let game = self.app.play_computer(&act, &new_game(seat)).await;
        game.unwrap().row.id
    }

    async fn claim(&self, owner: &str) -> Option<ClaimedJob> {
        self.app.claim_job(owner, self.now()).await.unwrap()
    }

    /// Answers a job with some turn; false if the answer does not count.
    async fn answer(&self, claimed: &ClaimedJob) -> bool {
        let mut numbers = SplitMix64::new(claimed.job.seq.0.cast_unsigned());
        let turn = claimed.position.uniform_turn(&mut numbers);
        let answer = ComputerAnswer::Turn(turn.unwrap());
        let done = self.app.answer_job(&claimed.job, &answer, self.now()).await;
        done.unwrap()
    }
}

#[test]
fn the_computer_answers_every_turn_once_with_one_ping() {
    story(async |fixture| {
        let id = fixture.play_computer(Seat::Mine).await;
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Started, Some(WHITE))]
        );
        assert!(fixture.claim(ONE).await.is_none(), "it is not its turn");
        fixture.play(WHITE, id, "Wd4-a1").await.unwrap();
        // The board on which it thinks comes only if it thinks for a while.
        assert_eq!(fixture.notifications().await, []);
        let claimed = fixture.claim(ONE).await.unwrap();
        assert_eq!((claimed.job.subject, claimed.job.seq), (id.into(), Seq(1)));
        assert!(fixture.answer(&claimed).await);
        let game = fixture.game(id).await;
        assert_eq!(game.to_move(), Some(Side::First));
        assert_eq!(game.turns.len(), 2);
        let turn = Notice::Turn {
            board: Seq(2),
            forced: 0,
        };
        assert_eq!(fixture.notifications().await, [(turn, Some(WHITE))]);
        assert!(!fixture.answer(&claimed).await, "the same answer again");
        assert!(fixture.claim(ONE).await.is_none());
        assert_eq!(fixture.game(id).await.turns.len(), 2);
    });
}

#[test]
fn while_the_computer_thinks_for_long_the_board_says_so() {
    story(async |fixture| {
        let id = fixture.play_computer(Seat::Mine).await;
        fixture.notifications().await;
        fixture.play(WHITE, id, "Wd4-a1").await.unwrap();
        fixture.wait(std::time::Duration::from_secs(3));
        let turn = Notice::Turn {
            board: Seq(1),
            forced: 0,
        };
        assert_eq!(fixture.notifications().await, [(turn, None)]);
    });
}

#[test]
fn a_computer_that_moves_first_begins_without_a_second_ping() {
    story(async |fixture| {
        let id = fixture.play_computer(Seat::Theirs).await;
        assert_eq!(fixture.notifications().await, [(Notice::Started, None)]);
        let claimed = fixture.claim(ONE).await.unwrap();
        assert!(fixture.answer(&claimed).await);
        assert_eq!(fixture.game(id).await.to_move(), Some(Side::Second));
        let pinged = fixture.notifications().await;
        assert_eq!(pinged.len(), 1);
        assert_eq!(pinged[0].1, Some(WHITE));
    });
}

#[test]
fn a_job_is_claimed_by_one_process_and_by_another_when_that_one_dies() {
    story(async |fixture| {
        fixture.play_computer(Seat::Theirs).await;
        let claimed = fixture.claim(ONE).await.unwrap();
        assert!(fixture.claim(OTHER).await.is_none(), "it is claimed");
        assert!(fixture.app.renew_job(&claimed.job, ONE).await.unwrap());
        assert!(!fixture.app.renew_job(&claimed.job, OTHER).await.unwrap());
        // The first process is gone, and its claim ends.
        fixture.tamper("UPDATE jobs SET until = 0").await;
        let again = fixture.claim(OTHER).await.unwrap();
        assert_eq!(again.job, claimed.job);
        // It was only slow: both answer, and one of the answers counts.
        assert!(fixture.answer(&claimed).await);
        assert!(!fixture.answer(&again).await);
        assert!(!fixture.app.renew_job(&claimed.job, OTHER).await.unwrap());
    });
}

#[test]
fn after_a_restart_on_a_file_the_job_is_taken_at_once() {
    run(async {
        let mut fixture = TestApp::open().await;
        fixture.play_computer(Seat::Theirs).await;
        let claimed = fixture.claim(ONE).await.unwrap();
        if fixture.app.store().path().is_some() {
            fixture.restart().await;
            fixture.app.release_jobs().await.unwrap();
            let again = fixture.claim(OTHER).await.unwrap();
            assert_eq!(again.job, claimed.job);
        }
        fixture.assert_sound().await;
        fixture.app.close().await;
    });
}

#[test]
fn jobs_are_taken_in_the_order_in_which_they_came() {
    story(async |fixture| {
        let first = fixture.play_computer(Seat::Theirs).await;
        let second = fixture.play_computer(Seat::Theirs).await;
        assert_eq!(fixture.app.jobs_before(first).await.unwrap(), 0);
        assert_eq!(fixture.app.jobs_before(second).await.unwrap(), 1);
        assert_eq!(fixture.claim(ONE).await.unwrap().job.subject, first.into());
        let claimed = fixture.claim(ONE).await.unwrap();
        assert_eq!(claimed.job.subject, second.into());
        fixture.app.release_job(&claimed.job, ONE).await.unwrap();
        assert_eq!(
            fixture.claim(OTHER).await.unwrap().job.subject,
            second.into()
        );
    });
}

#[test]
fn a_turn_taken_back_while_the_computer_thinks_gets_no_answer() {
    story(async |fixture| {
        let id = fixture.play_computer(Seat::Mine).await;
        fixture.play(WHITE, id, "Wd4-a1").await.unwrap();
        let claimed = fixture.claim(ONE).await.unwrap();
        let taken = fixture.app.take_back(&fixture.act(WHITE), id).await;
        assert!(matches!(taken.unwrap(), Takeback::Done(_)));
        assert!(!fixture.app.renew_job(&claimed.job, ONE).await.unwrap());
        assert!(!fixture.answer(&claimed).await);
        assert_eq!(fixture.game(id).await.turns.len(), 0);
        // Another turn is another job.
        fixture.play(WHITE, id, "Bd4-a1").await.unwrap();
        let claimed = fixture.claim(ONE).await.unwrap();
        assert!(fixture.answer(&claimed).await);
    });
}

#[test]
fn a_takeback_is_granted_at_once_and_undoes_the_answer_too() {
    story(async |fixture| {
        let id = fixture.play_computer(Seat::Mine).await;
        fixture.play(WHITE, id, "Wd4-a1").await.unwrap();
        let claimed = fixture.claim(ONE).await.unwrap();
        assert!(fixture.answer(&claimed).await);
        fixture.notifications().await;
        fixture.wait(days(1));
        let taken = fixture.app.take_back(&fixture.act(WHITE), id).await;
        assert!(matches!(taken.unwrap(), Takeback::Done(_)));
        let game = fixture.game(id).await;
        assert_eq!((game.turns.len(), game.to_move()), (0, Some(Side::First)));
        assert!(fixture.claim(ONE).await.is_none());
    });
}

#[test]
fn resigning_while_the_computer_thinks_ends_the_game() {
    story(async |fixture| {
        let id = fixture.play_computer(Seat::Theirs).await;
        let claimed = fixture.claim(ONE).await.unwrap();
        fixture.app.resign(&fixture.act(WHITE), id).await.unwrap();
        assert!(!fixture.answer(&claimed).await);
        let game = fixture.game(id).await;
        assert_eq!(game.record.ending().unwrap().winner, Some(Side::First));
        assert_eq!(game.turns.len(), 0);
    });
}

#[test]
fn the_computer_resigns_and_that_is_pinged() {
    story(async |fixture| {
        let id = fixture.play_computer(Seat::Theirs).await;
        fixture.notifications().await;
        let claimed = fixture.claim(ONE).await.unwrap();
        let resigned = fixture
            .app
            .answer_job(&claimed.job, &ComputerAnswer::Resign, fixture.now());
        assert!(resigned.await.unwrap());
        let game = fixture.game(id).await;
        assert_eq!(game.record.ending().unwrap().winner, Some(Side::Second));
        let told = fixture.notifications().await;
        assert_eq!(told[0], (Notice::Finished, None));
        // Nothing counts: neither ratings nor totals, nor is there a result for the channel.
        assert!(told.iter().all(|(notice, _)| *notice != Notice::Result));
        let profile = fixture.app.profile(WHITE, WHITE).await.unwrap();
        assert!(profile.records.is_empty() && profile.recent.is_empty());
    });
}

#[test]
fn another_level_makes_the_computer_start_again() {
    story(async |fixture| {
        let id = fixture.play_computer(Seat::Theirs).await;
        let claimed = fixture.claim(ONE).await.unwrap();
        let level = Level::Numbered(5);
        let act = fixture.act(WHITE);
        fixture.app.set_level(&act, id, level).await.unwrap();
        assert!(!fixture.answer(&claimed).await, "that was another level");
        let claimed = fixture.claim(ONE).await.unwrap();
        assert_eq!(claimed.job.level, level);
        // The same level again changes nothing.
        let act = fixture.act(WHITE);
        fixture.app.set_level(&act, id, level).await.unwrap();
        assert!(fixture.answer(&claimed).await);
        fixture.restart().await;
        assert_eq!(fixture.game(id).await.computer.unwrap().level, level);
        let between = fixture.start("zertz", "37").await;
        let act = fixture.act(WHITE);
        let no = fixture.app.set_level(&act, between, level).await;
        assert_eq!(refused(no), Refusal::NoComputer);
    });
}

#[test]
fn a_game_without_a_move_for_thirty_days_is_closed_without_a_result() {
    story(async |fixture| {
        let id = fixture.play_computer(Seat::Mine).await;
        fixture.notifications().await;
        fixture.wait(days(7));
        assert!(fixture.sweep().await.is_empty(), "there are no reminders");
        let level = Level::Numbered(1);
        let act = fixture.act(WHITE);
        fixture.app.set_level(&act, id, level).await.unwrap();
        fixture.wait(days(29));
        assert!(fixture.sweep().await.is_empty());
        fixture.wait(days(1));
        fixture.sweep().await;
        let row = fixture.game(id).await.row;
        let end = row.status.end.unwrap();
        assert_eq!((end.winner, end.how), (None, EndReason::Abort));
        assert_eq!(fixture.notifications().await[0], (Notice::Finished, None));
    });
}

#[test]
fn a_player_has_three_games_against_the_computer_at_once() {
    story(async |fixture| {
        for _ in 0..2 {
            fixture.play_computer(Seat::Random).await;
        }
        let third = fixture.play_computer(Seat::Random).await;
        let act = fixture.act(WHITE);
        let fourth = fixture.app.play_computer(&act, &new_game(Seat::Mine)).await;
        assert_eq!(refused(fourth), Refusal::TooManyComputerGames(3));
        fixture
            .app
            .resign(&fixture.act(WHITE), third)
            .await
            .unwrap();
        fixture.play_computer(Seat::Random).await;
    });
}

#[test]
fn the_computer_does_not_agree_to_draws() {
    story(async |fixture| {
        let id = fixture.play_computer(Seat::Mine).await;
        let offered = fixture.app.offer_draw(&fixture.act(WHITE), id).await;
        assert_eq!(refused(offered), Refusal::ComputerDraw);
        let game = fixture.game(id).await;
        assert!(!game.may_offer_draw(Side::First));
    });
}

#[test]
fn the_nodes_of_a_job_are_limited() {
    run(async {
        let limits = Limits {
            computer_nodes: 77,
            ..Limits::default()
        };
        let fixture = TestApp::with_limits(limits).await;
        fixture.play_computer(Seat::Theirs).await;
        assert_eq!(fixture.claim(ONE).await.unwrap().job.nodes, 77);
        fixture.app.close().await;
    });
}

#[test]
fn a_game_that_begins_with_turns_can_be_taken_back_to_where_it_began() {
    story(async |fixture| {
        let new = NewComputerGame {
            opening: vec!["Wd4-a1".to_owned(), "Bb3-g1".to_owned()],
            ..new_game(Seat::Mine)
        };
        let started = fixture.app.play_computer(&fixture.act(WHITE), &new).await;
        let id = started.unwrap().row.id;
        let act = fixture.act(WHITE);
        let no = fixture.app.take_back(&act, id).await.map(|_| ());
        assert_eq!(refused(no), Refusal::NothingToTakeBack);
        let game = fixture.game(id).await;
        assert_eq!((game.turns.len(), game.given()), (2, 2));
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Started, Some(WHITE))]
        );
    });
}

#[test]
fn what_is_stored_about_games_against_the_computer_is_exported_and_erased() {
    story(async |fixture| {
        let id = fixture.play_computer(Seat::Theirs).await;
        let act = fixture.act(WHITE);
        let level = Level::Numbered(6);
        fixture.app.set_level(&act, id, level).await.unwrap();
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["games"][0]["computer"]["side"], "first");
        assert_eq!(all["games"][0]["computer"]["level"], "3");
        let forgotten = fixture.app.forget(&fixture.act(WHITE)).await.unwrap();
        assert_eq!(forgotten.resigned, 1);
        assert!(fixture.claim(ONE).await.is_none(), "nobody waits for it");
        let game = fixture.game(id).await;
        assert!(game.is_over() && game.row.players.iter().all(Option::is_none));
    });
}

/// Six turns.
const LINE: [&str; 6] = ["Wd4-a1", "Bb3-g1", "Gf3-a2", "Wd1-g4", "Bd7-a4", "Gb5-g3"];

/// A finished game of White with the turns of a line.
async fn finished(fixture: &TestApp, turns: &[&str]) -> GameId {
    let id = fixture.start("zertz", "37").await;
    fixture.plays(id, turns).await;
    fixture.app.resign(&fixture.act(BLACK), id).await.unwrap();
    id
}

async fn play_on(fixture: &TestApp, id: GameId, ply: usize) -> Result<Game, AppError> {
    let act = fixture.act(WHITE);
    let new = new_game(Seat::Mine);
    fixture.app.play_on(&act, (id, ply), &new).await
}

/// A running game of two other people with the turns of a line.
async fn running_elsewhere(fixture: &TestApp, turns: &[&str]) -> GameId {
    let others = [THIRD, PlayerId(1_000_004)];
    let challenge = challenge_to(others[1], terms("zertz", "37"));
    let challenge = fixture.challenge(others[0], challenge).await.unwrap();
    fixture.accept(others[1], challenge.id).await.unwrap();
    fixture.plays(challenge.id, turns).await;
    challenge.id
}

#[test]
fn a_finished_game_is_played_on_from_any_position() {
    story(async |fixture| {
        let id = finished(fixture, &LINE).await;
        fixture.notifications().await;
        let game = play_on(fixture, id, 4).await.unwrap();
        assert_eq!(game.record.texts(), LINE[..4]);
        assert_eq!(game.to_move(), Some(Side::First));
        let act = fixture.act(THIRD);
        let no = fixture
            .app
            .play_on(&act, (id, 4), &new_game(Seat::Mine))
            .await;
        assert_eq!(refused(no), Refusal::NotAPlayer, "it is not their game");
    });
}

#[test]
fn a_running_game_between_people_is_not_played_on() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &LINE).await;
        let no = play_on(fixture, id, 6).await;
        assert_eq!(refused(no), Refusal::FairPlayRunning);
        let no = play_on(fixture, id, 1).await;
        assert_eq!(refused(no), Refusal::FairPlayRunning);
    });
}

#[test]
fn whoever_plays_a_person_plays_the_computer_only_from_the_start() {
    story(async |fixture| {
        let id = finished(fixture, &LINE).await;
        let running = fixture.start("zertz", "37").await;
        let no = play_on(fixture, id, 6).await;
        assert_eq!(refused(no), Refusal::FairPlayOwn);
        fixture.play_computer(Seat::Mine).await;
        let act = fixture.act(WHITE);
        fixture.app.resign(&act, running).await.unwrap();
        play_on(fixture, id, 6).await.unwrap();
        // A game in another variant doesn't matter.
        fixture.start("zertz", "48").await;
        play_on(fixture, id, 6).await.unwrap();
    });
}

#[test]
fn the_running_game_of_others_replayed_in_a_finished_game_is_not_played_on() {
    story(async |fixture| {
        let running = running_elsewhere(fixture, &LINE[..5]).await;
        let copy = finished(fixture, &LINE).await;
        let no = play_on(fixture, copy, 5).await;
        assert_eq!(refused(no), Refusal::FairPlayOthers);
        let no = play_on(fixture, copy, 6).await;
        assert_eq!(refused(no), Refusal::FairPlayOthers, "one turn further");
        play_on(fixture, copy, 4).await.unwrap();
        let act = fixture.act(THIRD);
        fixture.app.resign(&act, running).await.unwrap();
        play_on(fixture, copy, 6).await.unwrap();
    });
}

#[test]
fn turning_the_board_or_mirroring_it_makes_no_difference() {
    story(async |fixture| {
        running_elsewhere(fixture, &LINE[..5]).await;
        let start = AnyGame::start(&Variant::parse("zertz", "37").unwrap());
        let board = start.board();
        for symmetry in Symmetry::all() {
            // The cells of a turn under a symmetry, by their names.
            let image = |turn: &&str| {
                let cell = |name: &str| {
                    let cell = board.cell(name.parse().unwrap()).unwrap();
                    board.name(symmetry.cell(cell)).to_string()
                };
                let (placed, removed) = turn[1..].split_once('-').unwrap();
                format!("{}{}-{}", &turn[..1], cell(placed), cell(removed))
            };
            let turns: Vec<String> = LINE.iter().map(image).collect();
            let turns: Vec<&str> = turns.iter().map(String::as_str).collect();
            let copy = finished(fixture, &turns).await;
            let no = play_on(fixture, copy, 6).await;
            assert_eq!(refused(no), Refusal::FairPlayOthers, "{turns:?}");
        }
    });
}

#[test]
fn an_opening_that_others_are_playing_may_be_played_on() {
    story(async |fixture| {
        running_elsewhere(fixture, &LINE[..3]).await;
        let id = finished(fixture, &LINE).await;
        play_on(fixture, id, 6).await.unwrap();
    });
}

impl TestApp {
    /// Asks for a step of a hint.
    async fn hint(&self, id: GameId, step: HintStep) -> Option<Hint> {
        let act = self.act(WHITE);
        self.app.hint(&act, id, step).await.unwrap()
    }

    /// Finds the hint that was asked for.
    async fn find_hint(&self) -> bool {
        let claimed = self.claim(ONE).await.unwrap();
        assert_eq!(claimed.job.kind, JobKind::Hint);
        let turn = claimed.position.exactly("Gf3-a2").unwrap();
        let answer = ComputerAnswer::Hint(turn, HintReason::Chances(54));
        let done = self.app.answer_job(&claimed.job, &answer, self.now()).await;
        done.unwrap()
    }
}

/// A game in which it is White's turn after two turns.
async fn game_for_hints(fixture: &TestApp) -> GameId {
    let new = NewComputerGame {
        opening: LINE[..2].iter().map(|turn| (*turn).to_owned()).collect(),
        ..new_game(Seat::Mine)
    };
    let game = fixture.app.play_computer(&fixture.act(WHITE), &new).await;
    game.unwrap().row.id
}

#[test]
fn a_hint_comes_in_two_steps_and_is_counted_once_in_a_position() {
    story(async |fixture| {
        let id = game_for_hints(fixture).await;
        assert!(fixture.hint(id, HintStep::Look).await.is_none());
        assert!(fixture.hint(id, HintStep::Look).await.is_none());
        assert_eq!(fixture.game(id).await.hints_taken(), 0, "nothing is shown");
        assert!(fixture.find_hint().await);
        assert!(
            fixture.claim(ONE).await.is_none(),
            "asked twice, found once"
        );
        let hint = fixture.hint(id, HintStep::Look).await.unwrap();
        let board = hint.game.record.game().board();
        assert_eq!(board.name(hint.cell().unwrap()).to_string(), "f3");
        let hint = fixture.hint(id, HintStep::Turn).await.unwrap();
        assert_eq!(hint.reason, HintReason::Chances(54));
        fixture.hint(id, HintStep::Look).await.unwrap();
        fixture.restart().await;
        assert_eq!(fixture.game(id).await.hints_taken(), 1);
        // The next position is another one.
        fixture.play(WHITE, id, LINE[2]).await.unwrap();
        let act = fixture.act(WHITE);
        let no = fixture.app.hint(&act, id, HintStep::Look).await;
        assert_eq!(refused(no), Refusal::NotYourTurn);
        let claimed = fixture.claim(ONE).await.unwrap();
        assert!(fixture.answer(&claimed).await);
        assert!(fixture.hint(id, HintStep::Look).await.is_none());
    });
}

#[test]
fn a_hint_for_a_position_that_is_gone_is_not_stored() {
    story(async |fixture| {
        let id = game_for_hints(fixture).await;
        fixture.hint(id, HintStep::Look).await;
        let claimed = fixture.claim(ONE).await.unwrap();
        fixture.play(WHITE, id, LINE[2]).await.unwrap();
        let turn = claimed.position.exactly(LINE[2]).unwrap();
        let answer = ComputerAnswer::Hint(turn, HintReason::Only);
        let done = fixture.app.answer_job(&claimed.job, &answer, fixture.now());
        assert!(!done.await.unwrap());
    });
}

#[test]
fn there_are_no_hints_in_games_between_people() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        for step in [HintStep::Look, HintStep::Turn] {
            let act = fixture.act(WHITE);
            let no = fixture.app.hint(&act, id, step).await;
            assert_eq!(refused(no), Refusal::NoComputer);
        }
        assert!(fixture.claim(ONE).await.is_none());
    });
}

#[test]
fn a_move_is_thought_about_before_a_hint() {
    story(async |fixture| {
        let first = game_for_hints(fixture).await;
        fixture.hint(first, HintStep::Look).await;
        fixture.play_computer(Seat::Theirs).await;
        let kinds = [JobKind::Turn, JobKind::Hint];
        for kind in kinds {
            assert_eq!(fixture.claim(ONE).await.unwrap().job.kind, kind);
        }
    });
}

#[test]
fn a_reason_claims_a_win_only_if_it_is_there_or_proved() {
    let start = AnyGame::start(&Variant::parse("zertz", "37").unwrap());
    let turn = start.exactly("Wd4-a1").unwrap();
    // However sure the search is, without a proof it is an estimate.
    let line = Line {
        score: Score::from_points(31_990),
        turns: vec![turn],
        hard_to_see: false,
    };
    let reason = HintReason::new(&start, &line, None);
    assert_eq!(reason, HintReason::Chances(99));
    let reason = HintReason::new(&start, &line, Some(turn));
    assert_eq!(reason, HintReason::WinsByForce);
    let other = start.exactly("Bd4-a1").unwrap();
    let reason = HintReason::new(&start, &line, Some(other));
    assert_eq!(reason, HintReason::Chances(99), "another turn wins");
}
