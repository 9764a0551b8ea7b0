//! Positions with too many legal turns to list, sent to the program as a user would: every request
//! is answered, and the program needs hardly more memory than for ordinary positions.

use std::fs;

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::record::Record;
use hexpost_sandbox::{FIRST_PLAYER, Id, SECOND_PLAYER};
use serde_json::Value;

use super::super::harness::{Harness, Person, Seen};
use super::super::program::Program;
use super::random_taps::{MAX_TAPS, tap};

/// The worst positions found; see `crates/engine/tests/rules/expensive.rs`.
const FOUND: &str = include_str!("../../../crates/engine/tests/data/expensive.positions");
/// How much more memory the program may need than for ordinary positions, in KiB.
const MAX_MORE: u64 = 32 << 10;
/// Ordinary positions on the same boards.
const ORDINARY: [&str; 5] = [
    "zertz 37 .3/.4/6/3WG2/6/5/4 5,7,10 0,0,0 0,0,0 first",
    "zertz 40 .4/.5/7/3WG2/6/5/4 5,7,10 0,0,0 0,0,0 first",
    "zertz 61 .4/.5/7/8/4WG3/8/7/6/5 5,7,10 0,0,0 0,0,0 first",
    "zertz 61-tournament .4/.5/7/8/4WG3/8/7/6/5 5,7,10 0,0,0 0,0,0 first",
    "tzaar ..rtz/T...../......./T..z2t.Z./......../.......r/.....t./R...../Z.R.. first",
];

/// The program, and the sandbox it is connected to.
struct Watched {
    harness: Harness,
    program: Program,
}

impl Watched {
    async fn new() -> Self {
        let harness = Harness::unlogged().await;
        // No rate limit, because tests are faster than people.
        let settings = [("RUST_LOG", "warn"), ("HEXPOST_COMMANDS_PER_MINUTE", "0")];
        let program = Program::start(&harness, &settings, || {});
        let come = || harness.sandbox.has_bot().then_some(());
        harness.until("the bot to connect", come).await;
        let ready = || {
            let commands = harness
                .sandbox
                .commands(FIRST_PLAYER, hexpost_sandbox::GAMES);
            commands.is_ok_and(|all| !all.is_empty()).then_some(())
        };
        harness.until("the bot to register commands", ready).await;
        Self { harness, program }
    }

    fn first(&self) -> Person<'_> {
        self.harness.person(FIRST_PLAYER)
    }

    fn file(&self, name: &str) -> String {
        format!("/proc/{}/{name}", self.program.id())
    }

    /// The peak memory use in KiB, since `forget_peak`.
    fn peak(&self) -> u64 {
        let status = fs::read_to_string(self.file("status")).expect("the program is not running");
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let words = line
            .expect("the kernel doesn't report it")
            .split_whitespace();
        words
            .into_iter()
            .nth(1)
            .and_then(|kib| kib.parse().ok())
            .expect("not a number")
    }

    fn forget_peak(&self) {
        fs::write(self.file("clear_refs"), "5").expect("failed to reset the peak");
    }

    /// Analyses a position, and composes a turn there by random taps.
    async fn tries(&self, code: &str, numbers: &mut SplitMix64) {
        let first = self.first();
        let answer = first.types(&format!("/analyse position:{code}")).await;
        let board = answer.message();
        assert!(board.picture().is_some(), "{board}");
        let mut screen = first.clicks("Try a move").await.message().clone();
        for _ in 0..MAX_TAPS {
            let (id, value) = tap(&screen, numbers);
            assert!(screen.parts().count() <= 25 && value.is_none(), "{screen}");
            screen = first.clicks_on(&screen, &id).await.message().clone();
            if !is_composing(&screen) {
                // The turn was made: it can be taken back, and another one tried.
                assert!(screen.keys().contains(&"◀"), "{screen}");
                return;
            }
        }
        panic!("too many taps: {screen}");
    }

    /// Imports a game, views it and has it animated.
    async fn imports(&self, record: &Record) {
        let first = self.first();
        let text = record.to_string();
        let sent = first.sends_file("/import", "file", "game.txt", text.as_bytes());
        let answer = sent.await;
        assert!(answer.message().picture().is_some(), "{}", answer.message());
        first.clicks("◀").await;
        first.clicks("Animation").await;
        first.sees("🎞️").await;
    }
}

fn is_composing(screen: &Seen) -> bool {
    let mut ids = screen.parts().filter_map(|part| part["custom_id"].as_str());
    ids.any(|id| id.starts_with("1c"))
}

/// A tournament game, in which captures may be missed. If it is crowded, each turn is the one among
/// a few random ones that leaves the most captures; otherwise each is random.
fn record(is_crowded: bool, plies: usize) -> Record {
    let mut numbers = SplitMix64::new(5);
    let variant = Variant::parse("zertz", "61-tournament").unwrap();
    let mut record = Record::new(variant);
    while record.turns().len() < plies && record.ending().is_none() {
        let game = record.game();
        let tried = (0..if is_crowded { 24 } else { 1 }).map(|_| {
            let turn = game.uniform_turn(&mut numbers).unwrap();
            let mut after = game.clone();
            after.play(&turn).unwrap();
            let is_placement = game
                .write(&turn)
                .is_some_and(|text| !text.starts_with(['x', '!']));
            let is_over = after.outcome().is_some();
            (is_placement && !is_over, captures(&after), turn)
        });
        let (.., turn) = tried
            .max_by_key(|&(goes_on, count, _)| (goes_on, count))
            .unwrap();
        record.push(turn).unwrap();
    }
    record
}

fn captures(game: &AnyGame) -> u64 {
    match game {
        AnyGame::Zertz(game) => game.position().count_captures_up_to(2_000),
        AnyGame::Tzaar(_) => 0,
    }
}

/// Plays a record as a game by typing the turns; returns its thread. Turns that miss a capture are
/// confirmed.
async fn plays(watched: &Watched, record: &Record) -> Id {
    let harness = &watched.harness;
    let variant = record.variant();
    let text = format!("/challenge game:zertz {variant} opponent:@Player 2 side:first");
    harness.person(FIRST_PLAYER).types(&text).await;
    let card = harness.person(SECOND_PLAYER).sees("challenges").await;
    harness.person(SECOND_PLAYER).clicks("1a").await;
    let thread = card.id;
    let begun = || {
        let messages = harness.sandbox.messages(FIRST_PLAYER, thread).ok()?;
        (!messages.is_empty()).then_some(())
    };
    harness.until("the thread of the game", begun).await;
    for (ply, text) in record.texts().iter().enumerate() {
        let person = harness
            .person([FIRST_PLAYER, SECOND_PLAYER][ply % 2])
            .at(thread);
        let answer = person.types(&format!("/move turn:{text}")).await;
        let screen = answer.message();
        let is_confirm = |part: &&Value| part["emoji"]["name"] == "✅";
        if let Some(key) = screen.parts().find(is_confirm) {
            let id = key["custom_id"].as_str().unwrap_or_default().to_owned();
            person.clicks_on(screen, &id).await;
        }
        let told = || {
            let all = harness.person(FIRST_PLAYER).at(thread).reads();
            let public = all.into_iter().filter(|seen| !seen.is_private);
            (public.filter(|seen| seen.text.contains('`')).count() > ply).then_some(())
        };
        harness
            .until(&format!("turn {ply} is told: {text}"), told)
            .await;
    }
    thread
}

#[tokio::test]
async fn expensive_positions_can_be_analysed_with_little_memory() {
    let watched = Watched::new().await;
    let mut numbers = SplitMix64::new(7);
    // On the boards of the expensive ones below and as often, so that the caches of pictures are as full.
    for code in ORDINARY {
        for _ in 0..3 {
            watched.tries(code, &mut numbers).await;
        }
    }
    watched.imports(&record(false, 20)).await;
    let usual = watched.peak();
    watched.forget_peak();
    for code in FOUND.lines().filter(|line| !line.starts_with('#')) {
        for _ in 0..2 {
            watched.tries(code, &mut numbers).await;
        }
    }
    let crowded = record(true, 20);
    assert!(captures(crowded.game()) > 100, "{}", crowded.game().code());
    watched.imports(&crowded).await;
    let peak = watched.peak();
    assert!(peak < usual + MAX_MORE, "{peak} KiB after {usual}");
    let log = watched.program.log();
    assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
    assert_eq!(
        watched.harness.refused(),
        [""; 0],
        "{}",
        watched.harness.story()
    );
}

#[tokio::test]
async fn a_game_full_of_captures_can_be_played_autocompleted_and_planned() {
    let watched = Watched::new().await;
    let crowded = record(true, 18);
    let thread = plays(&watched, &crowded).await;
    let usual = watched.peak();
    watched.forget_peak();
    let [first, second] =
        [FIRST_PLAYER, SECOND_PLAYER].map(|id| watched.harness.person(id).at(thread));
    for typed in ["x", "W", "xd", "xd4", "g"] {
        first.is_offered(&format!("/move turn:{typed}")).await;
        second.is_offered(&format!("/plan if:{typed}")).await;
    }
    second.types("/plan").await;
    // A plan for any turn considers only a limited number of turns.
    second.types("/plan then:Wd4").await;
    second.types("/plan then:xa1a3").await;
    first.types("/move").await;
    first.types("/replay").await;
    let peak = watched.peak();
    assert!(peak < usual + MAX_MORE, "{peak} KiB after {usual}");
    let log = watched.program.log();
    assert!(!log.contains("ERROR") && !log.contains("panicked"), "{log}");
}
