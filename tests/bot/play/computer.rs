//! Games against the computer: from `/play` to the end, by taps.

use std::time::Duration;

use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{FIRST_PLAYER, GAMES as GAMES_CHANNEL, Id};

use super::super::harness::{Harness, PATIENCE, Person, Seen};
use super::super::program::Program;
use super::Session;
use super::random_taps::{MAX_TAPS, tap};
use hexpost::app::game::state::Game;
use hexpost::app::integrity::check;
use hexpost::app::{App, Limits};
use hexpost::model::{ChannelId, GameId, PlayerId, Seq, Time};
use hexpost::store::{OpenOptions, Store};

impl Session {
    /// The only running game of the first player.
    async fn computer_game(&self) -> GameId {
        let player = PlayerId(FIRST_PLAYER as i64);
        let games = self.app.my_games(player, self.now()).await.unwrap();
        assert_eq!(games.len(), 1);
        games[0].row.id
    }

    /// Waits until the computer has moved, or the game is over.
    async fn computer_moves(&self, id: GameId) -> Game {
        for _ in 0..4000 {
            let game = self.app.game(id, self.now()).await.unwrap();
            if !game.is_computers_turn() {
                self.settles().await;
                return game;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("the computer does not move");
    }

    /// The thread of a game.
    async fn thread_of(&self, id: GameId) -> Id {
        self.settles().await;
        let row = self.app.game_row(id).await.unwrap().unwrap();
        row.thread.expect("the game has no thread").0 as Id
    }
}

/// Makes a turn by random taps.
async fn tap_turn(session: &Session, person: Person<'_>, numbers: &mut SplitMix64) {
    let mut screen: Seen = person.clicks("1m").await.message().clone();
    for _ in 0..MAX_TAPS {
        if screen.text.contains('✅') {
            return;
        }
        let (id, _) = tap(&screen, numbers);
        // People don't tap twice within a moment.
        session.passes(Duration::from_secs(1)).await;
        screen = person.clicks_on(&screen, &id).await.message().clone();
    }
    panic!("too many taps: {screen}");
}

async fn whole_game(command: &str, seed: u64) {
    let session = Session::new().await;
    let answer = session.first().types(command).await;
    assert!(answer.message().text.contains("against the computer"));
    let id = session.computer_game().await;
    let mut game = session.computer_moves(id).await;
    let thread = session.thread_of(id).await;
    let mut numbers = SplitMix64::new(seed);
    let mut turns = 0;
    while game.to_move().is_some() && turns < 80 {
        let pings = session.harness.sandbox.pings(thread).len();
        tap_turn(&session, session.first_at(thread), &mut numbers).await;
        turns += 1;
        game = session.computer_moves(id).await;
        let called = session.harness.sandbox.pings(thread).len() - pings;
        assert!(called <= 1, "one ping at most for a turn: {called}");
        assert!(called == 1 || game.is_over());
    }
    let end = session.first_at(thread).sees("🏁").await;
    assert!(end.text.contains("Computer "), "{end}");
    let report = check(session.app.store()).await.unwrap();
    assert_eq!(report.problems, [""; 0]);
    session.finish().await;
}

#[tokio::test]
async fn a_whole_game_of_zertz_against_a_beginner() {
    whole_game("/play game:zertz 37-blitz level:2 side:mine", 1).await;
}

#[tokio::test]
async fn a_whole_game_of_tzaar_in_which_the_computer_moves_first() {
    whole_game("/play game:tzaar fixed level:1 side:theirs", 2).await;
}

/// With `HEXPOST_DEEP` against every level, otherwise against one in the middle.
#[tokio::test]
async fn a_whole_game_of_each_kind_against_every_level() {
    let levels = match std::env::var_os("HEXPOST_DEEP") {
        Some(_) => 1..=7,
        None => 4..=4,
    };
    for level in levels {
        for (number, game) in ["zertz 37", "tzaar random"].iter().enumerate() {
            let side = ["mine", "theirs"][(level + number) % 2];
            let command = format!("/play game:{game} level:{level} side:{side}");
            whole_game(&command, (10 * level + number) as u64).await;
        }
    }
}

#[tokio::test]
async fn the_form_starts_a_game_in_direct_messages() {
    let session = Session::new().await;
    let person = session.first().at_direct_messages();
    let form = person.types("/play").await.message().clone();
    assert!(form.text.contains("against the computer"), "{form}");
    person.chooses(&["TZAAR"]).await;
    person.chooses(&["Strong player"]).await;
    let form = person.chooses(&["I move first"]).await.message().clone();
    assert!(form.text.contains("Strong player: "), "{form}");
    person.clicks("1Tcb").await;
    let id = session.computer_game().await;
    session.settles().await;
    let board = person.sees("it's your turn").await;
    assert!(board.picture().is_some(), "{board}");
    tap_turn(&session, person, &mut SplitMix64::new(5)).await;
    let game = session.computer_moves(id).await;
    assert_eq!(game.turns.len(), 2);
    person.sees("Computer \\(Strong player\\): `").await;
    session.finish().await;
}

#[tokio::test]
async fn challenging_the_bot_opens_the_form() {
    let session = Session::new().await;
    let text = "/challenge game:zertz 48 opponent:@hexpost side:second";
    let form = session.first().types(text).await.message().clone();
    assert!(form.text.contains("ZÈRTZ · 48"), "{form}");
    session.first().clicks("1Tcb").await;
    let id = session.computer_game().await;
    let game = session.computer_moves(id).await;
    assert_eq!(game.turns.len(), 1, "the computer has moved first");
    session.finish().await;
}

#[tokio::test]
async fn takeback_level_and_rematch_are_under_more_and_at_the_end() {
    let session = Session::new().await;
    let person = session.first();
    person.types("/play game:tzaar fixed side:mine").await;
    let id = session.computer_game().await;
    let thread = session.thread_of(id).await;
    let person = person.at(thread);
    tap_turn(&session, person, &mut SplitMix64::new(3)).await;
    session.computer_moves(id).await;
    person.clicks("1o").await;
    person.clicks("1Dt").await;
    session.settles().await;
    let game = session.app.game(id, session.now()).await.unwrap();
    assert_eq!(game.turns.len(), 0, "the answer is undone too");
    person.sees("took back").await;
    person.clicks("1o").await;
    person.chooses(&["Change the computer's level"]).await;
    let said = person.chooses(&["Newcomer"]).await.message().clone();
    assert!(said.text.contains("From now on: Newcomer"), "{said}");
    person.types("/draw").await;
    person.sees("doesn't agree to draws").await;
    person.types("/resign").await;
    person.clicks("1DR").await;
    session.settles().await;
    person.clicks("1Dp").await;
    let next = session.computer_game().await;
    let game = session.computer_moves(next).await;
    assert_eq!(game.turns.len(), 1, "the sides are swapped");
    let level = game.computer.unwrap().level;
    assert_eq!(level.to_string(), "1", "at the last level");
    session.finish().await;
}

#[tokio::test]
async fn a_hint_names_the_place_then_the_move_and_the_end_counts_it() {
    let session = Session::new().await;
    let person = session.first();
    person.types("/play game:tzaar fixed side:mine").await;
    let id = session.computer_game().await;
    let thread = session.thread_of(id).await;
    let person = person.at(thread);
    person.clicks("1o").await;
    let look = person.clicks("1Tch").await.message().clone();
    assert!(look.text.contains("Look at **"), "{look}");
    let turn = person.clicks("1Tct").await.message().clone();
    assert!(turn.text.contains("💡 `"), "{turn}");
    person.types("/resign").await;
    person.clicks("1DR").await;
    person.sees("1 hint was used").await;
    session.finish().await;
}

#[tokio::test]
async fn a_computer_that_was_thinking_moves_after_a_restart() {
    let mut session = Session::on(Harness::new().await).await;
    session
        .first()
        .types("/play game:zertz 37 level:2 side:theirs")
        .await;
    let id = session.computer_game().await;
    session = session.restart().await;
    let game = session.computer_moves(id).await;
    assert_eq!(game.turns.len(), 1);
    let thread = session.thread_of(id).await;
    assert_eq!(session.harness.sandbox.pings(thread).len(), 1);
    let row = session.app.game_row(id).await.unwrap().unwrap();
    assert_eq!(row.channel, Some(ChannelId(GAMES_CHANNEL as i64)));
    session.finish().await;
}

/// A player has at most three games against the computer at once.
const GAMES: usize = 3;
/// How often the program is killed in each game.
const KILLS: usize = 7;

/// Starts the program and waits until it is ready.
async fn start_program(harness: &Harness) -> Program {
    let (tell, up) = tokio::sync::oneshot::channel();
    let settings = [("RUST_LOG", "warn"), ("HEXPOST_COMMANDS_PER_MINUTE", "0")];
    let program = Program::start(harness, &settings, move || {
        let _ = tell.send(());
    });
    let up = tokio::time::timeout(PATIENCE, up).await;
    up.expect("the program did not start")
        .expect("the program ended");
    program
}

#[tokio::test]
async fn a_program_that_is_killed_while_it_thinks_makes_each_move_once() {
    let harness = Harness::unlogged().await;
    let mut program = start_program(&harness).await;
    let mut numbers = SplitMix64::new(4);
    for _ in 0..GAMES {
        let text = "/play game:zertz 61 level:5 side:theirs";
        harness.person(FIRST_PLAYER).types(text).await;
        for _ in 0..KILLS {
            tokio::time::sleep(Duration::from_millis(numbers.below(60))).await;
            // Killed, and started again.
            drop(program);
            program = start_program(&harness).await;
        }
    }
    let store = Store::open_to_read(&OpenOptions::new(harness.database())).await;
    let app = App::new(store.unwrap(), Limits::default());
    for number in 1..=GAMES {
        let id = GameId(number as i64);
        let moved = async {
            loop {
                let game = app.game(id, Time(0)).await.unwrap();
                let thread = game.row.thread.map(|thread| thread.0 as Id);
                let pings = thread.map_or(0, |thread| harness.sandbox.pings(thread).len());
                if game.turns.len() == 1 && pings > 0 {
                    return (game, pings);
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let (game, pings) = tokio::time::timeout(3 * PATIENCE, moved)
            .await
            .unwrap_or_else(|_| panic!("no move\n{}\n{}", program.log(), harness.story()));
        assert_eq!((game.row.status.seq, pings), (Seq(1), 1));
    }
    let report = check(app.store()).await.unwrap();
    assert_eq!(report.problems, [""; 0]);
    app.close().await;
    drop(program);
    harness.refused();
}
