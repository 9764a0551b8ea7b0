//! Puzzles from finished games between two people on a server.

use hexpost_engine::game::{AnyGame, GameKind, Variant};
use hexpost_engine::hex::Symmetry;

use crate::fixture::{BLACK, SERVER, THIRD, TestApp, WHITE, challenge_to, refused, story, terms};
use crate::puzzles::solve;
use crate::test_database::is_postgres;
use hexpost::app::game::state::Game;
use hexpost::app::integrity::check;
use hexpost::app::notify::notice::Notice;
use hexpost::app::puzzle::club::may_make_puzzle;
use hexpost::app::puzzle::shipped_of;
use hexpost::app::{App, AppError, Limits, NewChallenge, Refusal};
use hexpost::model::{ClubPuzzle, ClubPuzzleState, GameId, PlayerId, PuzzleId, ServerId};

const FOURTH: PlayerId = PlayerId(1_000_004);
/// A game with a puzzle after 22 turns, which does not come with the program.
const GAME: &str = include_str!("../data/game_with_a_puzzle.txt");
const PLY: usize = 22;
/// A game with a puzzle that comes with the program.
const WITH_SHIPPED: &str = "Wg3-f1 Gb5-g2 Ba1-a4 Ba3-a2 Gb4-b1 xa3c5 xb5d5 Ba3-g4 Bb5-c1 Bb2-c2 \
    xa1c3 We5-f5 xe5c4 xc3c5 xb5d5 Wa1-b2 Bb5-b3 We2-c6 Be4-d2 xe4c5 xb5d5 Wf3-d3 xg3e3e1 Wd1-e2";

fn turns(game: &str) -> Vec<String> {
    game.split_whitespace().map(str::to_owned).collect()
}

/// The same turns on the turned or mirrored board.
fn image(turns: &[String], symmetry: Symmetry) -> Vec<String> {
    let start = AnyGame::start(&Variant::parse("zertz", "37").unwrap());
    let board = start.board();
    let is_cell = |text: &str| {
        let mut letters = text.chars();
        letters
            .next()
            .is_some_and(|c| c.is_ascii_lowercase() && c != 'x')
            && letters.next().is_some_and(|c| c.is_ascii_digit())
    };
    let image = |turn: &String| {
        let mut text = String::new();
        let mut rest = turn.as_str();
        while !rest.is_empty() {
            let length = if is_cell(rest) { 2 } else { 1 };
            let (part, after) = rest.split_at(length);
            if length == 2 {
                let cell = board.cell(part.parse().unwrap()).unwrap();
                text.push_str(&board.name(symmetry.cell(cell)).to_string());
            } else {
                text.push_str(part);
            }
            rest = after;
        }
        text
    };
    turns.iter().map(image).collect()
}

/// Plays turns in a game; forced ones may have been made already.
async fn plays(fixture: &TestApp, id: GameId, turns: &[String]) {
    for (index, turn) in turns.iter().enumerate() {
        let game = fixture.game(id).await;
        if game.record.turns().len() == index {
            let by = game.row.players[game.to_move().unwrap()].unwrap();
            fixture.play(by, id, turn).await.unwrap();
        }
    }
}

/// A game of two people with these turns.
async fn game_of(fixture: &TestApp, players: [PlayerId; 2], turns: &[String]) -> Game {
    let new = challenge_to(players[1], terms("zertz", "37"));
    let challenge = fixture.challenge(players[0], new).await.unwrap();
    fixture.accept(players[1], challenge.id).await.unwrap();
    plays(fixture, challenge.id, turns).await;
    fixture.game(challenge.id).await
}

/// The finished game of White and Black.
async fn finished(fixture: &TestApp) -> Game {
    let game = game_of(fixture, [WHITE, BLACK], &turns(GAME)).await;
    assert!(game.is_over());
    game
}

async fn finds(fixture: &TestApp, by: PlayerId, game: &Game) -> Result<usize, AppError> {
    let found = fixture.app.find_club_puzzle(&fixture.act(by), game).await;
    found.map(|found| found.ply)
}

async fn suggests(fixture: &TestApp, by: PlayerId, game: &Game) -> ClubPuzzle {
    let act = fixture.act(by);
    let suggested = fixture.app.suggest_club_puzzle(&act, game, PLY).await;
    suggested.unwrap()
}

async fn agrees(fixture: &TestApp, by: PlayerId, game: &Game) -> ClubPuzzle {
    let act = fixture.act(by);
    fixture.app.agree_club_puzzle(&act, game).await.unwrap()
}

async fn ends(fixture: &TestApp, by: PlayerId, game: &Game) -> ClubPuzzle {
    let act = fixture.act(by);
    fixture.app.end_club_puzzle(&act, game).await.unwrap()
}

/// The number of the puzzle of White and Black, to which both have agreed.
async fn agreed(fixture: &TestApp) -> (Game, PuzzleId) {
    let game = finished(fixture).await;
    let suggested = suggests(fixture, WHITE, &game).await;
    let agreed = agrees(fixture, BLACK, &game).await;
    assert_eq!(agreed.state, ClubPuzzleState::Agreed);
    (game, suggested.puzzle.unwrap().0)
}

/// Can a player begin or go on with a puzzle?
async fn opens(
    fixture: &TestApp,
    by: PlayerId,
    id: PuzzleId,
    server: Option<ServerId>,
) -> Result<(), AppError> {
    let act = fixture.act(by);
    fixture.app.open_puzzle(&act, id, server).await.map(drop)
}

/// A player has seen all puzzles that come with the program.
async fn has_seen_all(fixture: &TestApp, by: PlayerId, kind: GameKind) {
    for puzzle in shipped_of(kind) {
        opens(fixture, by, puzzle.id, None).await.unwrap();
        let mut tx = fixture.app.store().begin().await.unwrap();
        let mut attempt = tx.puzzle_attempt(by, puzzle.id).await.unwrap().unwrap();
        attempt.is_over = true;
        tx.put_puzzle_attempt(&attempt).await.unwrap();
        tx.commit().await.unwrap();
    }
}

async fn next(
    fixture: &TestApp,
    by: PlayerId,
    server: Option<ServerId>,
) -> Result<PuzzleId, AppError> {
    let act = fixture.act(by);
    let next = fixture
        .app
        .next_puzzle(&act, GameKind::ALL[0], server)
        .await;
    next.map(|open| open.puzzle.id)
}

#[test]
fn a_puzzle_belongs_to_the_server_when_both_players_agree() {
    story(async |fixture| {
        let game = finished(fixture).await;
        fixture.notifications().await;
        assert!(may_make_puzzle(&game, WHITE) && !may_make_puzzle(&game, THIRD));
        assert_eq!(finds(fixture, WHITE, &game).await.unwrap(), PLY);
        let suggested = suggests(fixture, WHITE, &game).await;
        let (id, _) = suggested.puzzle.clone().unwrap();
        let asked = [(Notice::PuzzleSuggested, Some(BLACK))];
        assert_eq!(fixture.notifications().await, asked);
        // One player is not enough, and the other is asked once.
        assert_eq!(agrees(fixture, WHITE, &game).await, suggested);
        assert_eq!(suggests(fixture, BLACK, &game).await, suggested);
        let no = opens(fixture, THIRD, id, Some(SERVER)).await;
        assert_eq!(refused(no), Refusal::UnknownPuzzle);
        let agreed = agrees(fixture, BLACK, &game).await;
        assert_eq!(agreed.state, ClubPuzzleState::Agreed);
        assert_eq!(agrees(fixture, BLACK, &game).await, agreed);
        let told = [(Notice::PuzzleAgreed, Some(WHITE))];
        assert_eq!(fixture.notifications().await, told);
        let puzzle = fixture.app.puzzle(id).await.unwrap();
        assert_eq!(puzzle.source, Some((SERVER, game.row.id)));
        assert_eq!(
            puzzle.puzzle.position.code(),
            game.record.at(PLY).unwrap().code()
        );
    });
}

#[test]
fn the_puzzles_of_a_server_are_offered_there_to_all_but_the_two_players() {
    story(async |fixture| {
        let (_, id) = agreed(fixture).await;
        let kind = GameKind::ALL[0];
        for player in [WHITE, THIRD] {
            has_seen_all(fixture, player, kind).await;
        }
        for server in [None, Some(ServerId(51))] {
            let none = next(fixture, THIRD, server).await;
            assert_eq!(refused(none), Refusal::NoPuzzleLeft);
            let no = opens(fixture, THIRD, id, server).await;
            assert_eq!(refused(no), Refusal::UnknownPuzzle);
        }
        let none = next(fixture, WHITE, Some(SERVER)).await;
        assert_eq!(refused(none), Refusal::NoPuzzleLeft);
        for (player, server) in [(WHITE, Some(SERVER)), (BLACK, None)] {
            let no = opens(fixture, player, id, server).await;
            assert_eq!(refused(no), Refusal::OwnPuzzle);
        }
        assert_eq!(next(fixture, THIRD, Some(SERVER)).await.unwrap(), id);
        // Once it was begun, it can be opened anywhere.
        opens(fixture, THIRD, id, None).await.unwrap();
        assert_eq!(next(fixture, THIRD, None).await.unwrap(), id);
        // It counts like any other.
        let puzzle = fixture.app.puzzle(id).await.unwrap();
        let before = fixture.app.puzzle_figures(&puzzle).await.unwrap();
        solve(fixture, THIRD, &puzzle).await;
        let after = fixture.app.puzzle_figures(&puzzle).await.unwrap();
        assert!(after.rating < before.rating);
        let now = fixture.now();
        let leaders = fixture.app.puzzle_leaders(kind, Some(SERVER), now).await;
        let leaders: Vec<_> = leaders.unwrap().into_iter().map(|(who, _)| who).collect();
        assert_eq!(leaders, [THIRD]);
        let none = next(fixture, THIRD, Some(SERVER)).await;
        assert_eq!(refused(none), Refusal::NoPuzzleLeft);
    });
}

#[test]
fn nobody_is_asked_again_after_one_of_them_has_said_no() {
    story(async |fixture| {
        for (decliner, is_agreed) in [(BLACK, false), (WHITE, false), (WHITE, true), (BLACK, true)]
        {
            let game = finished(fixture).await;
            let (id, _) = suggests(fixture, WHITE, &game).await.puzzle.unwrap();
            if is_agreed {
                agrees(fixture, BLACK, &game).await;
                opens(fixture, THIRD, id, Some(SERVER)).await.unwrap();
            }
            fixture.notifications().await;
            let ended = ends(fixture, decliner, &game).await;
            assert_eq!(
                (ended.state, &ended.puzzle),
                (ClubPuzzleState::Ended, &None)
            );
            for player in [WHITE, BLACK] {
                assert_eq!(suggests(fixture, player, &game).await, ended);
                assert_eq!(agrees(fixture, player, &game).await, ended);
                assert_eq!(ends(fixture, player, &game).await, ended);
            }
            // Not even for someone who has begun it.
            let no = opens(fixture, THIRD, id, Some(SERVER)).await;
            assert_eq!(refused(no), Refusal::UnknownPuzzle);
            assert_ne!(next(fixture, THIRD, Some(SERVER)).await.unwrap(), id);
            assert_eq!(fixture.notifications().await, []);
        }
    });
}

#[test]
fn only_finished_games_of_two_people_on_a_server_have_puzzles() {
    story(async |fixture| {
        let game = finished(fixture).await;
        let no = finds(fixture, THIRD, &game).await;
        assert_eq!(refused(no), Refusal::NotAPlayer);
        let act = fixture.act(THIRD);
        let no = fixture.app.suggest_club_puzzle(&act, &game, PLY).await;
        assert_eq!(refused(no), Refusal::NotAPlayer);
        suggests(fixture, WHITE, &game).await;
        for no in [
            fixture.app.agree_club_puzzle(&act, &game).await,
            fixture.app.end_club_puzzle(&act, &game).await,
        ] {
            assert_eq!(refused(no), Refusal::NotAPlayer);
        }
        let running = game_of(fixture, [WHITE, BLACK], &turns(GAME)[..PLY]).await;
        let no = finds(fixture, WHITE, &running).await;
        assert_eq!(refused(no), Refusal::FairPlayRunning);
        fixture
            .app
            .resign(&fixture.act(WHITE), running.row.id)
            .await
            .unwrap();
        // In direct messages nobody else would see it.
        let new = NewChallenge {
            server: None,
            channel: None,
            ..challenge_to(BLACK, terms("zertz", "37"))
        };
        let id = fixture.challenge(WHITE, new).await.unwrap().id;
        fixture.accept(BLACK, id).await.unwrap();
        plays(fixture, id, &turns(GAME)).await;
        let private = fixture.game(id).await;
        assert!(private.is_over());
        assert_eq!(
            refused(finds(fixture, WHITE, &private).await),
            Refusal::NoClubGame
        );
        // A position that is no puzzle is not made one, whatever the button says.
        let other = game_of(fixture, [WHITE, BLACK], &turns(WITH_SHIPPED)).await;
        let act = fixture.act(WHITE);
        for ply in [0, 12, 24, 999] {
            let no = fixture.app.suggest_club_puzzle(&act, &other, ply).await;
            assert_eq!(refused(no), Refusal::NoPuzzleInGame, "{ply}");
        }
    });
}

#[test]
fn a_game_with_a_position_of_a_running_one_has_no_puzzle_until_that_is_over() {
    story(async |fixture| {
        let game = finished(fixture).await;
        for (symmetry, ply) in Symmetry::all().step_by(4).zip([PLY, PLY - 1, PLY]) {
            let line = image(&turns(GAME)[..ply], symmetry);
            let running = game_of(fixture, [THIRD, FOURTH], &line).await;
            let no = finds(fixture, WHITE, &game).await;
            assert_eq!(refused(no), Refusal::FairPlayOthers);
            let act = fixture.act(WHITE);
            let no = fixture.app.suggest_club_puzzle(&act, &game, PLY).await;
            assert_eq!(refused(no), Refusal::FairPlayOthers);
            let id = running.row.id;
            fixture.app.resign(&fixture.act(THIRD), id).await.unwrap();
        }
        let own = game_of(fixture, [BLACK, FOURTH], &turns(GAME)[..PLY]).await;
        let no = finds(fixture, BLACK, &game).await;
        assert_eq!(refused(no), Refusal::FairPlayAsked);
        fixture
            .app
            .resign(&fixture.act(BLACK), own.row.id)
            .await
            .unwrap();
        suggests(fixture, WHITE, &game).await;
        let (id, _) = agrees(fixture, BLACK, &game).await.puzzle.unwrap();
        // Nobody is shown a puzzle of their own running game either.
        let running = game_of(fixture, [THIRD, FOURTH], &turns(GAME)[..PLY]).await;
        let no = opens(fixture, THIRD, id, Some(SERVER)).await;
        assert_eq!(refused(no), Refusal::FairPlayPuzzle);
        let act = fixture.act(THIRD);
        fixture.app.resign(&act, running.row.id).await.unwrap();
        opens(fixture, THIRD, id, Some(SERVER)).await.unwrap();
    });
}

#[test]
fn a_puzzle_that_is_known_is_not_made_again_however_the_board_is_turned() {
    story(async |fixture| {
        for symmetry in Symmetry::all().step_by(5) {
            let line = image(&turns(WITH_SHIPPED), symmetry);
            let game = game_of(fixture, [WHITE, BLACK], &line).await;
            let no = finds(fixture, BLACK, &game).await;
            assert_eq!(refused(no), Refusal::KnownPuzzle);
            let act = fixture.act(BLACK);
            let no = fixture.app.suggest_club_puzzle(&act, &game, 21).await;
            assert_eq!(refused(no), Refusal::KnownPuzzle);
        }
        let game = finished(fixture).await;
        suggests(fixture, WHITE, &game).await;
        let mirrored = Symmetry::all().last().unwrap();
        let line = image(&turns(GAME), mirrored);
        let other = game_of(fixture, [THIRD, FOURTH], &line).await;
        let no = finds(fixture, THIRD, &other).await;
        assert_eq!(refused(no), Refusal::KnownPuzzle);
        // It is not one any more.
        ends(fixture, BLACK, &game).await;
        assert_eq!(finds(fixture, THIRD, &other).await.unwrap(), PLY);
        suggests(fixture, THIRD, &other).await;
    });
}

#[test]
fn puzzles_are_in_the_export_of_both_players_and_go_with_either_of_them() {
    story(async |fixture| {
        let (game, id) = agreed(fixture).await;
        for player in [WHITE, BLACK] {
            let all = fixture.app.export(player, fixture.now()).await.unwrap();
            let club = &all["club_puzzles"][0];
            assert_eq!(club["puzzle"], id.0);
            assert_eq!(
                (&club["game"], &club["state"]),
                (&game.row.id.0.into(), &"agreed".into())
            );
        }
        opens(fixture, THIRD, id, Some(SERVER)).await.unwrap();
        fixture.app.forget(&fixture.act(BLACK)).await.unwrap();
        let no = opens(fixture, THIRD, id, Some(SERVER)).await;
        assert_eq!(refused(no), Refusal::UnknownPuzzle);
        assert_eq!(fixture.app.club_puzzle(game.row.id).await.unwrap(), None);
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["club_puzzles"].as_array().unwrap().len(), 0);
        // What was read before the erasure does not bring it back.
        let act = fixture.act(WHITE);
        let no = fixture.app.suggest_club_puzzle(&act, &game, PLY).await;
        assert_eq!(refused(no), Refusal::NoClubGame);
        let game = fixture.game(game.row.id).await;
        assert_eq!(
            refused(finds(fixture, WHITE, &game).await),
            Refusal::NoClubGame
        );
    });
}

#[test]
fn people_who_have_blocked_each_other_are_not_asked() {
    story(async |fixture| {
        let game = finished(fixture).await;
        let act = fixture.act(BLACK);
        fixture.app.block(&act, WHITE, true).await.unwrap();
        fixture.notifications().await;
        let act = fixture.act(WHITE);
        let no = fixture.app.suggest_club_puzzle(&act, &game, PLY).await;
        assert_eq!(refused(no), Refusal::Blocked);
        assert_eq!(fixture.notifications().await, []);
    });
}

#[test]
fn what_two_processes_do_at_once_is_done_once() {
    story(async |fixture| {
        let game = finished(fixture).await;
        // SQLite has one process.
        let other = if is_postgres() {
            App::new(fixture.database.open().await, Limits::default())
        } else {
            fixture.app.clone()
        };
        fixture.notifications().await;
        let (one, two) = (fixture.act(WHITE), fixture.act(BLACK));
        let (first, second) = tokio::join!(
            fixture.app.suggest_club_puzzle(&one, &game, PLY),
            other.suggest_club_puzzle(&two, &game, PLY)
        );
        let (first, second) = (first.unwrap(), second.unwrap());
        assert_eq!(first, second);
        let notices = fixture.notifications().await;
        assert!(matches!(notices[..], [(Notice::PuzzleSuggested, Some(_))]));
        let asked = game.row.players[!first.suggested_by].unwrap();
        let (one, two) = (fixture.act(asked), fixture.act(asked));
        let (first, second) = tokio::join!(
            fixture.app.agree_club_puzzle(&one, &game),
            other.agree_club_puzzle(&two, &game)
        );
        assert_eq!(first.unwrap(), second.unwrap());
        let notices = fixture.notifications().await;
        assert!(matches!(notices[..], [(Notice::PuzzleAgreed, Some(_))]));
        if is_postgres() {
            other.close().await;
        }
    });
}

#[test]
fn a_puzzle_can_be_removed_from_its_own_server() {
    story(async |fixture| {
        let (game, id) = agreed(fixture).await;
        let now = fixture.now();
        let no = fixture.app.remove_club_puzzle(ServerId(51), id, now).await;
        assert_eq!(refused(no), Refusal::UnknownPuzzle);
        let shipped = shipped_of(GameKind::ALL[0]).next().unwrap().id;
        let no = fixture.app.remove_club_puzzle(SERVER, shipped, now).await;
        assert_eq!(refused(no), Refusal::UnknownPuzzle);
        fixture
            .app
            .remove_club_puzzle(SERVER, id, now)
            .await
            .unwrap();
        let no = opens(fixture, THIRD, id, Some(SERVER)).await;
        assert_eq!(refused(no), Refusal::UnknownPuzzle);
        let ended = agrees(fixture, BLACK, &game).await;
        assert_eq!(ended.state, ClubPuzzleState::Ended);
    });
}

#[test]
fn a_bot_that_leaves_the_server_and_returns_finds_its_puzzles_there() {
    story(async |fixture| {
        let (_, id) = agreed(fixture).await;
        let now = fixture.now();
        fixture.app.note_left(SERVER, now).await.unwrap();
        fixture.app.arrive(SERVER, now).await.unwrap();
        opens(fixture, THIRD, id, Some(SERVER)).await.unwrap();
    });
}

#[test]
fn the_check_finds_puzzles_that_are_not_what_they_should_be() {
    story(async |fixture| {
        let (_, id) = agreed(fixture).await;
        for (wrong, undo, said) in [
            (
                "UPDATE club_puzzles SET puzzle = 7".to_owned(),
                format!("UPDATE club_puzzles SET puzzle = {id}"),
                "has the number of another position",
            ),
            (
                "UPDATE club_puzzles SET server = 7".to_owned(),
                "UPDATE club_puzzles SET server = 50".to_owned(),
                "is not of a finished game",
            ),
            (
                "UPDATE club_puzzles SET kind = 'tzaar'".to_owned(),
                "UPDATE club_puzzles SET kind = 'zertz'".to_owned(),
                "is not of a finished game",
            ),
            (
                "UPDATE club_puzzles SET state = 'ended'".to_owned(),
                "UPDATE club_puzzles SET state = 'agreed'".to_owned(),
                "has ended, but its position is there",
            ),
            (
                "UPDATE club_puzzles SET line = 'x' || line".to_owned(),
                "UPDATE club_puzzles SET line = substr(line, 2)".to_owned(),
                "can't be read",
            ),
        ] {
            fixture.tamper(&wrong).await;
            let problems = check(fixture.app.store()).await.unwrap().problems;
            assert!(problems[0].contains(said), "{wrong}: {problems:?}");
            fixture.tamper(&undo).await;
        }
    });
}
