//! Random taps, with a restart between any two of them.

use std::time::Duration;

use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{FIRST_PLAYER, Id, SECOND_PLAYER};

use super::super::harness::Seen;
use super::Session;

/// The maximum number of taps in a turn.
pub(super) const MAX_TAPS: usize = 60;

/// A random button or menu option, except for those that go back, close, or lead to the plan.
pub(super) fn tap(screen: &Seen, numbers: &mut SplitMix64) -> (String, Option<String>) {
    let mut taps = Vec::new();
    let mut keys = Vec::new();
    for part in screen.parts().filter(|part| part["disabled"] != true) {
        let id = part["custom_id"].as_str().unwrap_or_default().to_owned();
        let sign = part["emoji"]["name"].as_str().unwrap_or_default();
        if part["type"] == 3 {
            for option in part["options"].as_array().into_iter().flatten() {
                let value = option["value"].as_str().unwrap_or_default().to_owned();
                taps.push((id.clone(), Some(value)));
            }
        } else if !["↩️", "✖️", "⌨️"].contains(&sign)
            && part["label"] != "Close"
            && !id.starts_with("1J")
        {
            keys.push((id, None));
        }
    }
    // A menu has many options; without this, buttons would hardly ever be chosen.
    if taps.is_empty() || !keys.is_empty() && numbers.next().is_multiple_of(2) {
        taps = keys;
    }
    assert!(!taps.is_empty(), "no options: {screen}");
    let index = (numbers.next() % taps.len() as u64) as usize;
    taps.swap_remove(index)
}

/// The player to move according to the newest board; none if the game is over.
async fn to_move(session: &Session, thread: Id) -> Option<Id> {
    session.settles().await;
    let boards = session.first_at(thread).reads();
    let board = boards.iter().rev().find(|seen| !seen.is_private).unwrap();
    if board.text.contains('🏁') {
        return None;
    }
    let last = board.text.lines().last().unwrap_or_default();
    let called = [FIRST_PLAYER, SECOND_PLAYER].into_iter();
    let mut called = called.filter(|id| last.contains(&id.to_string()));
    Some(called.next().unwrap_or_else(|| panic!("{board}")))
}

/// Plays a game with a restart between any two presses.
async fn play_over_restarts(variant: &str, seed: u64) {
    let mut session = Session::new().await;
    let thread = session.game(variant).await;
    let mut numbers = SplitMix64::new(seed);
    let (mut turns, mut taps) = (0, 0);
    while let Some(id) = to_move(&session, thread).await
        && turns < 3
    {
        let answer = session.harness.person(id).at(thread).clicks("1m").await;
        let mut screen = answer.message().clone();
        while !screen.text.contains('✅') {
            session = session.restart().await;
            session.passes(Duration::from_secs(1)).await;
            let (key, _) = tap(&screen, &mut numbers);
            let person = session.harness.person(id).at(thread);
            screen = person.clicks_on(&screen, &key).await.message().clone();
            taps += 1;
            assert!(taps < 4 * MAX_TAPS, "too many taps: {screen}");
        }
        turns += 1;
        session = session.restart().await;
    }
    session.settles().await;
    let pings = session.harness.sandbox.pings(thread);
    assert!(pings.iter().all(|pinged| pinged.len() == 1), "{pings:?}");
    assert_eq!(pings.len(), turns + 1, "one board per turn, plus the first");
    session.finish().await;
}

#[tokio::test]
async fn zertz_can_be_played_with_a_restart_between_any_two_presses() {
    play_over_restarts("zertz 37", 21).await;
}

#[tokio::test]
async fn touch_move_games_can_be_played_with_a_restart_between_any_two_presses() {
    play_over_restarts("zertz 48-tournament", 22).await;
}

#[tokio::test]
async fn tzaar_can_be_played_with_a_restart_between_any_two_presses() {
    play_over_restarts("tzaar fixed", 23).await;
}
