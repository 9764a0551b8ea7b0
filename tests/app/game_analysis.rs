//! The computer's analysis of games and of positions of analysis boards, with evaluations that the test makes
//! up. The search is tested with the engine, the threads with the whole bot.

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::hex::Symmetry;
use hexpost_engine::search::Level;

use crate::fixture::{
    BLACK, CHANNEL, SERVER, THIRD, TestApp, WHITE, challenge_to, days, refused, story, terms,
};
use hexpost::app::computer::assessment::TurnMark;
use hexpost::app::computer::evaluation::Evaluation;
use hexpost::app::computer::game_analysis::{AnalysisProgress, GameAnalysis, MAX_OPEN_ANALYSES};
use hexpost::app::computer::hint::HintReason;
use hexpost::app::computer::questions::MAX_OPEN_QUESTIONS;
use hexpost::app::game::state::Game;
use hexpost::app::integrity::check;
use hexpost::app::plan::analysis::{Analysis, AnalysisEdit};
use hexpost::app::{AppError, ClaimedJob, ComputerAnswer, NewComputerGame, Refusal, TurnInput};
use hexpost::model::{
    GameId, GameRef, HintStep, JobKind, JobSubject, PlayerId, Seat, StoredVariant,
};

const ONE: &str = "one";
const OTHER: &str = "other";

/// Six turns.
const LINE: [&str; 6] = ["Wd4-a1", "Bb3-g1", "Gf3-a2", "Wd1-g4", "Bd7-a4", "Gb5-g3"];
/// A turn that is legal after each of them.
const BETTER: &str = "We4-a3";

fn evaluation(position: &AnyGame, points: i32) -> Evaluation {
    let better = position.exactly(BETTER).or(position.only_turn());
    let best = better.or_else(|| position.turns_up_to(100_000)?.first().copied());
    Evaluation {
        scores: vec![(1, points), (2, points), (3, points)],
        proof: None,
        best: position.write(&best.unwrap()).unwrap(),
        reason: HintReason::OneReply,
    }
}

impl TestApp {
    /// A game as a player sees it.
    async fn seen(&self, player: PlayerId, id: impl Into<GameRef>) -> Game {
        let seen = self.app.view_game(player, id, self.now()).await;
        seen.unwrap()
    }

    /// A player asks for an analysis.
    async fn asks(
        &self,
        player: PlayerId,
        id: impl Into<GameRef>,
    ) -> Result<AnalysisProgress, AppError> {
        let game = self.seen(player, id).await;
        self.app.ask_game_analysis(&self.act(player), &game).await
    }

    async fn claims(&self, owner: &str) -> Option<ClaimedJob> {
        self.app.claim_job(owner, self.now()).await.unwrap()
    }

    /// Answers a job with a score for the player to move; false if the answer does not count.
    async fn evaluates(&self, claimed: &ClaimedJob, points: i32) -> bool {
        let answer = ComputerAnswer::Evaluation(evaluation(&claimed.position, points));
        let done = self.app.answer_job(&claimed.job, &answer, self.now()).await;
        done.unwrap()
    }

    /// Answers all jobs of analyses with these scores for the player to move.
    async fn analyses_with(&self, points: impl Fn(usize) -> i32) -> usize {
        let mut positions = 0;
        while let Some(claimed) = self.claims(ONE).await {
            assert_eq!(claimed.job.kind, JobKind::Analysis);
            assert!(self.evaluates(&claimed, points(claimed.ply)).await);
            positions += 1;
        }
        positions
    }

    async fn analysis_of(&self, player: PlayerId, id: impl Into<GameRef>) -> GameAnalysis {
        let game = self.seen(player, id).await;
        match self.app.game_analysis(&game).await.unwrap() {
            AnalysisProgress::Finished(analysis) => *analysis,
            other => panic!("{other:?}"),
        }
    }

    /// A finished game of White with these turns.
    async fn finished_game(&self, turns: &[&str]) -> GameId {
        let id = self.start("zertz", "37").await;
        self.plays(id, turns).await;
        self.app.resign(&self.act(BLACK), id).await.unwrap();
        id
    }

    /// A running game of two other people.
    async fn running_elsewhere(&self, turns: &[&str]) -> GameId {
        let others = [THIRD, PlayerId(1_000_004)];
        let challenge = challenge_to(others[1], terms("zertz", "37"));
        let challenge = self.challenge(others[0], challenge).await.unwrap();
        self.accept(others[1], challenge.id).await.unwrap();
        self.plays(challenge.id, turns).await;
        challenge.id
    }

    /// Imports a game of ZÈRTZ with these turns.
    async fn imports(&self, turns: &[&str]) -> GameRef {
        let rounds = turns.chunks(2).enumerate();
        let rounds = rounds.map(|(index, turns)| format!("{}. {}\n", index + 1, turns.join(" | ")));
        let text = format!(
            "[Game \"zertz\"]\n[Variant \"37\"]\n[Rules \"1\"]\n[Result \"*\"]\n\n{}",
            rounds.collect::<Vec<String>>().concat()
        );
        let act = self.act(WHITE);
        let game = self.app.import(&act, text.as_bytes(), None).await;
        game.unwrap().reference
    }

    /// Asks about the position shown on a board.
    async fn asks_about(&self, board: &Analysis) -> Result<bool, AppError> {
        let act = self.act(WHITE);
        let found = self
            .app
            .ask_about_board(&act, board.number, board.at())
            .await?;
        Ok(found.is_some())
    }

    /// An analysis board from a game, with turns tried on it.
    async fn board(&self, id: GameRef, ply: usize, turns: &[&str]) -> Analysis {
        let act = self.act(WHITE);
        let board = self.app.analyse(&act, id, Some(ply), false).await.unwrap();
        self.tries(board, turns).await
    }

    async fn tries(&self, mut board: Analysis, turns: &[&str]) -> Analysis {
        for turn in turns {
            let tried = AnalysisEdit::Try(board.at(), TurnInput::Text((*turn).to_owned()));
            let act = self.act(WHITE);
            let done = self.app.handle_analysis(&act, board.number, &tried).await;
            board = done.unwrap();
        }
        board
    }

    async fn plays_on(&self, board: &Analysis) -> Result<Game, AppError> {
        let new = NewComputerGame {
            variant: StoredVariant::parse("zertz", "61"),
            seat: Seat::Mine,
            level: Level::Numbered(3),
            server: Some(SERVER),
            channel: Some(CHANNEL),
            opening: Vec::new(),
        };
        let act = self.act(WHITE);
        let at = (board.number, board.at());
        self.app.play_on_board(&act, at, &new).await
    }
}

/// Even chances.
const fn even(_ply: usize) -> i32 {
    0
}

#[test]
fn a_game_is_analysed_position_by_position_and_then_shown() {
    story(async |fixture| {
        let id = fixture.finished_game(&LINE).await;
        let progress = fixture.asks(WHITE, id).await.unwrap();
        let working = |done| AnalysisProgress::Working {
            done,
            total: 7,
            before: 0,
        };
        assert_eq!(progress, working(0));
        let claimed = fixture.claims(ONE).await.unwrap();
        assert_eq!(claimed.job.subject, JobSubject::from(id));
        assert_eq!(claimed.ply, 0);
        assert!(fixture.evaluates(&claimed, 0).await);
        // The other player asks for the same.
        assert_eq!(fixture.asks(BLACK, id).await.unwrap(), working(1));
        // White gives away 31 points with the third turn, Black some with the last one.
        let points = |ply| match ply {
            3 | 5 => 290,
            4 => -290,
            _ => 0,
        };
        assert_eq!(fixture.analyses_with(points).await, 6);
        let analysis = fixture.analysis_of(THIRD, id).await;
        assert_eq!(analysis.chances, [50, 50, 50, 19, 19, 19, 50]);
        let marks: Vec<_> = analysis.turns.iter().map(|turn| turn.mark).collect();
        let mut expected = [None; 6];
        expected[2] = Some(TurnMark::Blunder);
        expected[5] = Some(TurnMark::Blunder);
        assert_eq!(marks, expected);
        let (better, reason) = analysis.turns[2].better.unwrap();
        let game = fixture.seen(WHITE, id).await;
        let before = game.record.at(2).unwrap();
        assert_eq!(before.write(&better).unwrap(), BETTER);
        assert_eq!(reason, HintReason::OneReply);
        // White's drop was made good, Black's was not.
        assert_eq!(analysis.deciding, Some(5));
        assert!(analysis.accuracy.first.unwrap() < 100);
        // Whoever asks again gets it at once.
        let again = fixture.asks(WHITE, id).await.unwrap();
        assert_eq!(again, AnalysisProgress::Finished(Box::new(analysis)));
        assert!(fixture.claims(ONE).await.is_none());
    });
}

#[test]
fn an_analysis_goes_on_after_a_restart_where_it_was() {
    story(async |fixture| {
        let id = fixture.finished_game(&LINE).await;
        fixture.asks(WHITE, id).await.unwrap();
        for _ in 0..3 {
            let claimed = fixture.claims(ONE).await.unwrap();
            assert!(fixture.evaluates(&claimed, 0).await);
        }
        // The process dies over the fourth position.
        let lost = fixture.claims(ONE).await.unwrap();
        assert_eq!(lost.ply, 3);
        fixture.restart().await;
        fixture.tamper("UPDATE jobs SET until = 0").await;
        let again = fixture.claims(OTHER).await.unwrap();
        assert_eq!(again.ply, 3);
        assert!(fixture.evaluates(&again, 0).await);
        assert!(!fixture.evaluates(&lost, 0).await, "it was only slow");
        assert_eq!(fixture.analyses_with(even).await, 3);
        assert_eq!(fixture.analysis_of(WHITE, id).await.chances, [50; 7]);
    });
}

#[test]
fn moves_and_hints_come_between_the_positions_of_an_analysis() {
    story(async |fixture| {
        let id = fixture.finished_game(&LINE).await;
        fixture.asks(WHITE, id).await.unwrap();
        let claimed = fixture.claims(ONE).await.unwrap();
        let new = NewComputerGame {
            variant: StoredVariant::parse("zertz", "37"),
            seat: Seat::Theirs,
            level: Level::Numbered(1),
            server: Some(SERVER),
            channel: Some(CHANNEL),
            opening: Vec::new(),
        };
        let act = fixture.act(WHITE);
        fixture.app.play_computer(&act, &new).await.unwrap();
        assert!(fixture.evaluates(&claimed, 0).await);
        assert_eq!(fixture.claims(ONE).await.unwrap().job.kind, JobKind::Turn);
        let next = fixture.claims(ONE).await.unwrap();
        assert_eq!((next.job.kind, next.ply), (JobKind::Analysis, 1));
    });
}

#[test]
fn games_are_analysed_one_after_the_other_and_keep_their_place_in_line() {
    story(async |fixture| {
        let mut ids = Vec::new();
        for _ in 0..MAX_OPEN_ANALYSES {
            ids.push(fixture.finished_game(&LINE).await);
        }
        let more = fixture.finished_game(&LINE).await;
        for (before, id) in ids.iter().enumerate() {
            let progress = fixture.asks(WHITE, *id).await.unwrap();
            let expected = AnalysisProgress::Working {
                done: 0,
                total: 7,
                before,
            };
            assert_eq!(progress, expected);
        }
        let no = fixture.asks(WHITE, more).await;
        assert_eq!(refused(no), Refusal::TooManyAnalyses(MAX_OPEN_ANALYSES));
        // The other player may ask for it.
        fixture.asks(BLACK, more).await.unwrap();
        for ply in 0..7 {
            let claimed = fixture.claims(ONE).await.unwrap();
            assert_eq!(claimed.job.subject, JobSubject::from(ids[0]));
            assert_eq!(claimed.ply, ply);
            assert!(fixture.evaluates(&claimed, 0).await);
        }
        let claimed = fixture.claims(ONE).await.unwrap();
        assert_eq!(claimed.job.subject, JobSubject::from(ids[1]));
    });
}

#[test]
fn only_players_ask_and_only_when_the_game_is_over() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        fixture.plays(id, &LINE).await;
        let no = fixture.asks(WHITE, id).await;
        assert_eq!(refused(no), Refusal::FairPlayRunning);
        fixture.app.resign(&fixture.act(BLACK), id).await.unwrap();
        let no = fixture.asks(THIRD, id).await;
        assert_eq!(refused(no), Refusal::NotAPlayer);
        fixture.asks(BLACK, id).await.unwrap();
    });
}

#[test]
fn short_long_drawn_aborted_and_imported_games_are_analysed() {
    story(async |fixture| {
        // Called off after one turn.
        let short = fixture.start("zertz", "37").await;
        fixture.play(WHITE, short, LINE[0]).await.unwrap();
        let aborted = fixture.app.abort(&fixture.act(WHITE), short).await;
        aborted.unwrap();
        fixture.asks(WHITE, short).await.unwrap();
        assert_eq!(fixture.analyses_with(even).await, 2);
        let analysis = fixture.analysis_of(WHITE, short).await;
        assert_eq!((analysis.turns.len(), analysis.deciding), (1, None));
        // Drawn by agreement.
        let drawn = fixture.start("zertz", "37").await;
        fixture.plays(drawn, &LINE).await;
        fixture
            .app
            .offer_draw(&fixture.act(WHITE), drawn)
            .await
            .unwrap();
        fixture
            .app
            .accept_draw(&fixture.act(BLACK), drawn)
            .await
            .unwrap();
        fixture.asks(WHITE, drawn).await.unwrap();
        assert_eq!(fixture.analyses_with(even).await, 7);
        assert_eq!(fixture.analysis_of(WHITE, drawn).await.deciding, None);
        // Without a turn there is nothing to look at.
        let empty = fixture.start("zertz", "37").await;
        fixture.app.abort(&fixture.act(WHITE), empty).await.unwrap();
        let no = fixture.asks(WHITE, empty).await;
        assert_eq!(refused(no), Refusal::NothingToAnalyse);
        // Played to the end: the last position needs no look.
        let long = fixture.start("zertz", "37").await;
        while !fixture.game(long).await.is_over() {
            fixture.play_random_turns(long, 1).await;
        }
        let turns = fixture.game(long).await.turns.len();
        fixture.asks(WHITE, long).await.unwrap();
        assert_eq!(fixture.analyses_with(even).await, turns);
        let analysis = fixture.analysis_of(WHITE, long).await;
        assert_eq!(analysis.chances.len(), turns + 1);
        assert!([0, 100].contains(analysis.chances.last().unwrap()));
        // Imported and unfinished.
        let import = fixture.imports(&LINE).await;
        fixture.asks(WHITE, import).await.unwrap();
        assert_eq!(fixture.analyses_with(even).await, 7);
        assert_eq!(fixture.analysis_of(WHITE, import).await.turns.len(), 6);
    });
}

#[test]
fn an_imported_game_that_is_deleted_takes_its_analysis_along() {
    story(async |fixture| {
        let import = fixture.imports(&LINE).await;
        fixture.asks(WHITE, import).await.unwrap();
        let claimed = fixture.claims(ONE).await.unwrap();
        assert!(fixture.evaluates(&claimed, 0).await);
        let claimed = fixture.claims(ONE).await.unwrap();
        let GameRef::Import(id) = import else {
            panic!("{import:?}");
        };
        let act = fixture.act(WHITE);
        fixture.app.drop_import(&act, id).await.unwrap();
        assert!(!fixture.evaluates(&claimed, 0).await);
        assert!(fixture.claims(ONE).await.is_none());
        let report = check(fixture.app.store()).await.unwrap();
        assert_eq!(report.problems, [""; 0]);
    });
}

#[test]
fn who_asked_for_an_analysis_is_exported_and_erased() {
    story(async |fixture| {
        let id = fixture.finished_game(&LINE).await;
        fixture.asks(WHITE, id).await.unwrap();
        let import = fixture.imports(&LINE).await;
        fixture.asks(WHITE, import).await.unwrap();
        fixture.analyses_with(even).await;
        let board = fixture.board(id.into(), 6, &[]).await;
        assert!(!fixture.asks_about(&board).await.unwrap());
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["game_analyses"][0]["game"], id.0);
        assert_eq!(all["game_analyses"][1]["game"], import.number());
        assert_eq!(all["questions"][0]["position"], board.position.code());
        fixture.app.forget(&fixture.act(WHITE)).await.unwrap();
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        for list in ["game_analyses", "questions"] {
            assert_eq!(all[list].as_array().unwrap().len(), 0, "{list}");
        }
        assert!(fixture.claims(ONE).await.is_none(), "nobody waits for it");
        // The game stays, and its analysis with it, without who asked.
        fixture.analysis_of(BLACK, id).await;
    });
}

#[test]
fn an_analysis_that_cannot_be_read_is_made_again() {
    story(async |fixture| {
        let id = fixture.finished_game(&LINE).await;
        fixture.asks(WHITE, id).await.unwrap();
        fixture.analyses_with(even).await;
        fixture
            .tamper("UPDATE evaluations SET found = '{}' WHERE ply = 3")
            .await;
        let game = fixture.seen(WHITE, id).await;
        let progress = fixture.app.game_analysis(&game).await.unwrap();
        assert_eq!(progress, AnalysisProgress::NotAsked);
        fixture.asks(WHITE, id).await.unwrap();
        assert_eq!(fixture.analyses_with(even).await, 7);
        fixture.analysis_of(WHITE, id).await;
    });
}

#[test]
fn a_finished_game_with_the_position_of_a_running_one_is_not_analysed() {
    story(async |fixture| {
        let copy = fixture.finished_game(&LINE).await;
        let running = fixture.running_elsewhere(&LINE[..5]).await;
        let no = fixture.asks(WHITE, copy).await;
        assert_eq!(refused(no), Refusal::FairPlayOthers);
        // Nor is one that gets there by other turns.
        let order = [LINE[2], LINE[1], LINE[0], LINE[3], LINE[4]];
        let other = fixture.finished_game(&order).await;
        let no = fixture.asks(WHITE, other).await;
        assert_eq!(refused(no), Refusal::FairPlayOthers, "another order");
        fixture
            .app
            .resign(&fixture.act(THIRD), running)
            .await
            .unwrap();
        fixture.asks(WHITE, copy).await.unwrap();
    });
}

#[test]
fn a_players_own_running_game_is_protected_from_the_first_turn_on() {
    story(async |fixture| {
        let copy = fixture.finished_game(&LINE).await;
        let unlike = fixture.finished_game(&["Wd4-a2", "Bb3-g1"]).await;
        let running = fixture.start("zertz", "37").await;
        fixture.play(WHITE, running, LINE[0]).await.unwrap();
        let no = fixture.asks(WHITE, copy).await;
        assert_eq!(refused(no), Refusal::FairPlayAsked);
        fixture.asks(WHITE, unlike).await.unwrap();
        // An imported game might be anything.
        let import = fixture.imports(&["Wd4-a2", "Bb3-g1"]).await;
        let no = fixture.asks(WHITE, import).await;
        assert_eq!(refused(no), Refusal::FairPlayAsked);
        fixture
            .app
            .resign(&fixture.act(WHITE), running)
            .await
            .unwrap();
        fixture.asks(WHITE, import).await.unwrap();
    });
}

#[test]
fn an_imported_copy_of_others_game_is_not_analysed_however_it_is_turned() {
    story(async |fixture| {
        fixture.running_elsewhere(&LINE[..5]).await;
        let start = AnyGame::start(&Variant::parse("zertz", "37").unwrap());
        let board = start.board();
        for symmetry in Symmetry::all() {
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
            let import = fixture.imports(&turns).await;
            let no = fixture.asks(WHITE, import).await;
            assert_eq!(refused(no), Refusal::FairPlayOthers, "{turns:?}");
        }
    });
}

#[test]
fn the_computer_answers_a_question_about_a_board_once() {
    story(async |fixture| {
        let id = fixture.finished_game(&LINE).await;
        let board = fixture.board(id.into(), 4, &["Bc1-a3"]).await;
        assert!(!fixture.asks_about(&board).await.unwrap());
        assert!(!fixture.asks_about(&board).await.unwrap());
        let claimed = fixture.claims(ONE).await.unwrap();
        assert_eq!(claimed.job.kind, JobKind::Position);
        assert_eq!(claimed.position.code(), board.position.code());
        assert!(
            fixture.claims(OTHER).await.is_none(),
            "asked twice, one job"
        );
        let found = Evaluation {
            proof: Some(2),
            ..evaluation(&claimed.position, 100)
        };
        let best = found.best.clone();
        let answer = ComputerAnswer::Evaluation(found);
        let now = fixture.now();
        let done = fixture.app.answer_job(&claimed.job, &answer, now).await;
        assert!(done.unwrap());
        assert!(
            !fixture
                .app
                .answer_job(&claimed.job, &answer, now)
                .await
                .unwrap()
        );
        let act = fixture.act(WHITE);
        let found = fixture.app.ask_about_board(&act, board.number, board.at());
        let found = found.await.unwrap().unwrap();
        assert_eq!(board.position.write(&found.best.0).unwrap(), best);
        assert_eq!((found.chance, found.proof), (100, Some(2)));
        assert!(fixture.claims(ONE).await.is_none());
        // After a long time it is forgotten, with the board.
        fixture.wait(days(91));
        fixture.app.prune(fixture.now(), 1000).await.unwrap();
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["questions"].as_array().unwrap().len(), 0);
    });
}

#[test]
fn unanswered_questions_are_limited() {
    story(async |fixture| {
        let id = fixture.finished_game(&LINE).await;
        for ply in 0..MAX_OPEN_QUESTIONS {
            let board = fixture.board(id.into(), ply, &[]).await;
            assert!(!fixture.asks_about(&board).await.unwrap());
        }
        let board = fixture.board(id.into(), MAX_OPEN_QUESTIONS, &[]).await;
        let no = fixture.asks_about(&board).await;
        assert_eq!(refused(no), Refusal::TooManyQuestions(MAX_OPEN_QUESTIONS));
    });
}

#[test]
fn a_board_that_began_with_a_running_game_gets_no_answer() {
    story(async |fixture| {
        let running = fixture.running_elsewhere(&LINE).await;
        for turns in [&[][..], &["Wc1-a3"]] {
            let board = fixture.board(running.into(), 6, turns).await;
            let no = fixture.asks_about(&board).await;
            assert_eq!(refused(no), Refusal::AnalysisRunning, "{turns:?}");
            let no = fixture.plays_on(&board).await;
            assert_eq!(refused(no), Refusal::AnalysisRunning, "{turns:?}");
        }
    });
}

#[test]
fn whoever_plays_a_person_gets_no_answer_about_any_board() {
    story(async |fixture| {
        let finished = fixture.finished_game(&LINE).await;
        let import = fixture.imports(&LINE).await;
        let running = fixture.start("zertz", "37").await;
        fixture.plays(running, &LINE[..2]).await;
        let code = fixture.game(running).await.record.at(2).unwrap();
        let mut further = code.clone();
        let turn = further.exactly("Wc1-a3").unwrap();
        further.play(&turn).unwrap();
        let mut boards = vec![
            fixture.board(finished.into(), 3, &[]).await,
            fixture.board(import, 3, &[]).await,
        ];
        for code in [code.code(), further.code()] {
            let act = fixture.act(WHITE);
            boards.push(fixture.app.analyse_code(&act, &code).await.unwrap());
        }
        let act = fixture.act(WHITE);
        let start = fixture.app.analyse_start(&act, "zertz", "37").await;
        boards.push(fixture.tries(start.unwrap(), &LINE[..3]).await);
        // Blitz has the same board.
        let act = fixture.act(WHITE);
        let blitz = fixture.app.analyse_start(&act, "zertz", "37-blitz").await;
        boards.push(blitz.unwrap());
        for board in &boards {
            let no = fixture.asks_about(board).await;
            assert_eq!(refused(no), Refusal::FairPlayAsked);
            let no = fixture.plays_on(board).await;
            assert_eq!(refused(no), Refusal::FairPlayAsked);
        }
        // Another board is another game.
        let act = fixture.act(WHITE);
        let other = fixture.app.analyse_start(&act, "zertz", "61").await;
        assert!(!fixture.asks_about(&other.unwrap()).await.unwrap());
        fixture
            .app
            .resign(&fixture.act(WHITE), running)
            .await
            .unwrap();
        assert!(!fixture.asks_about(&boards[3]).await.unwrap());
    });
}

#[test]
fn a_position_that_others_are_playing_gets_no_answer() {
    story(async |fixture| {
        let running = fixture.running_elsewhere(&LINE[..5]).await;
        let code = fixture.game(running).await.record.game().code();
        let act = fixture.act(WHITE);
        let board = fixture.app.analyse_code(&act, &code).await.unwrap();
        let no = fixture.asks_about(&board).await;
        assert_eq!(refused(no), Refusal::FairPlayOthers);
        let further = fixture.tries(board, &["Gb5-g3"]).await;
        let no = fixture.asks_about(&further).await;
        assert_eq!(refused(no), Refusal::FairPlayOthers, "one turn further");
        let import = fixture.imports(&LINE).await;
        let board = fixture.board(import, 4, &LINE[4..]).await;
        let no = fixture.asks_about(&board).await;
        assert_eq!(refused(no), Refusal::FairPlayOthers, "from an import");
        // The way there is no secret, as long as it is not the same position.
        let board = fixture.board(import, 4, &["Bc1-a3"]).await;
        assert!(!fixture.asks_about(&board).await.unwrap());
    });
}

#[test]
fn a_board_is_played_on_against_the_computer_with_the_turns_before_it() {
    story(async |fixture| {
        let id = fixture.finished_game(&LINE).await;
        let import = fixture.imports(&LINE).await;
        for source in [GameRef::from(id), import] {
            let board = fixture.board(source, 4, &["Bc1-a3"]).await;
            let game = fixture.plays_on(&board).await.unwrap();
            let mut texts = LINE[..4].to_vec();
            texts.push("Bc1-a3");
            assert_eq!(game.record.texts(), texts);
            assert_eq!(game.row.variant, StoredVariant::parse("zertz", "37"));
            assert_eq!(game.given(), 5);
        }
        let act = fixture.act(WHITE);
        let start = fixture.app.analyse_start(&act, "tzaar", "random").await;
        let start = start.unwrap();
        let game = fixture.plays_on(&start).await.unwrap();
        assert_eq!(game.record.game().code(), start.position.code());
        // A position alone has no turns to begin with.
        let act = fixture.act(WHITE);
        let board = fixture
            .app
            .analyse_code(&act, &start.position.code())
            .await
            .unwrap();
        let no = fixture.plays_on(&board).await;
        assert_eq!(refused(no), Refusal::NoOrigin);
    });
}

#[test]
fn a_game_played_on_from_a_board_gives_hints_but_not_about_a_running_game() {
    story(async |fixture| {
        let id = fixture.finished_game(&LINE).await;
        let board = fixture.board(id.into(), 4, &[]).await;
        let game = fixture.plays_on(&board).await.unwrap();
        let act = fixture.act(WHITE);
        let asked = fixture.app.hint(&act, game.row.id, HintStep::Look).await;
        assert!(asked.unwrap().is_none(), "it is thought about");
        // The game that could be asked about is not played on in the first place.
        let running = fixture.start("zertz", "37").await;
        fixture.plays(running, &LINE[..5]).await;
        let copy = fixture.board(running.into(), 5, &[]).await;
        let no = fixture.plays_on(&copy).await;
        assert_eq!(refused(no), Refusal::AnalysisRunning);
    });
}
