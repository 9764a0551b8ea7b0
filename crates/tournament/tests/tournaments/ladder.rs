//! Laws of the ladder.

use std::collections::BTreeSet;

use crate::{ids, simulations};
use hexpost_engine::random::SplitMix64;
use hexpost_tournament::EntrantId;
use hexpost_tournament::ladder::{
    Ladder, LadderEvent, LadderRefusal, LadderResult, MOST_INCOMING, REACH, REMATCH_AFTER,
};

fn ladder(count: usize) -> Ladder {
    let joined = ids(count).into_iter();
    let joined: Vec<LadderEvent> = joined
        .map(|player| LadderEvent::Joined { player })
        .collect();
    Ladder::replay(&joined)
}

fn challenged(game: i64, challenger: i64, opponent: i64) -> LadderEvent {
    LadderEvent::Challenged {
        game,
        challenger: EntrantId(challenger),
        opponent: EntrantId(opponent),
        at: 0,
    }
}

const fn ended(game: i64, result: LadderResult, at: i64) -> LadderEvent {
    LadderEvent::Ended { game, result, at }
}

fn order(ladder: &Ladder) -> Vec<i64> {
    ladder.order().iter().map(|it| it.0).collect()
}

#[test]
fn challenges_reach_ten_places_up() {
    let ladder = ladder(15);
    let check = |a, b| ladder.check(EntrantId(a), EntrantId(b), 0);
    assert_eq!(check(12, 2), Ok(()));
    assert_eq!(check(12, 1), Err(LadderRefusal::TooFarAbove { places: 11 }));
    assert_eq!(check(2, 3), Err(LadderRefusal::NotAbove));
    assert_eq!(check(2, 2), Err(LadderRefusal::Oneself));
    assert_eq!(check(77, 2), Err(LadderRefusal::NotOnLadder));
    assert_eq!(check(2, 77), Err(LadderRefusal::OpponentNotOnLadder));
    assert_eq!(ladder.challengeable(EntrantId(15), 0).len(), REACH);
}

#[test]
fn at_most_three_challenges_are_open_against_a_player() {
    let mut ladder = ladder(6);
    for game in 1..=3 {
        ladder.apply(&challenged(game, game + 2, 1));
    }
    let check = |ladder: &Ladder| ladder.check(EntrantId(6), EntrantId(1), 0);
    assert_eq!(check(&ladder), Err(LadderRefusal::TooManyIncoming));
    // Their own challenges don't count.
    assert_eq!(ladder.incoming(EntrantId(3)), 0);
    ladder.apply(&ended(2, LadderResult::NoWinner, 0));
    assert_eq!(check(&ladder), Ok(()));
}

#[test]
fn the_winner_takes_the_place_and_the_others_move_down() {
    let mut it = ladder(5);
    it.apply(&challenged(1, 4, 2));
    it.apply(&ended(1, LadderResult::ChallengerWon, 0));
    assert_eq!(order(&it), [1, 4, 2, 3, 5]);
    for result in [LadderResult::ChallengedWon, LadderResult::NoWinner] {
        let mut it = ladder(5);
        it.apply(&challenged(1, 4, 2));
        it.apply(&ended(1, result, 0));
        assert_eq!(order(&it), [1, 2, 3, 4, 5]);
    }
}

#[test]
fn two_challengers_for_the_same_place_are_served_in_the_order_of_their_wins() {
    let mut it = ladder(5);
    it.apply(&challenged(1, 4, 2));
    it.apply(&challenged(2, 5, 2));
    it.apply(&ended(2, LadderResult::ChallengerWon, 0));
    assert_eq!(order(&it), [1, 5, 2, 3, 4]);
    it.apply(&ended(1, LadderResult::ChallengerWon, 0));
    assert_eq!(order(&it), [1, 5, 4, 2, 3]);
    // A win against someone who is below by now changes nothing.
    let mut it = ladder(5);
    it.apply(&challenged(1, 4, 3));
    it.apply(&challenged(2, 4, 1));
    it.apply(&ended(2, LadderResult::ChallengerWon, 0));
    it.apply(&ended(1, LadderResult::ChallengerWon, 0));
    assert_eq!(order(&it), [4, 1, 2, 3, 5]);
}

#[test]
fn whoever_loses_on_time_drops_off_and_can_join_at_the_bottom() {
    let mut it = ladder(5);
    it.apply(&challenged(1, 4, 2));
    it.apply(&challenged(2, 3, 2));
    it.apply(&ended(1, LadderResult::ChallengedTimedOut, 0));
    assert_eq!(order(&it), [1, 4, 3, 5]);
    assert!(
        it.open().is_empty(),
        "the other game doesn't count any more"
    );
    it.apply(&LadderEvent::Joined {
        player: EntrantId(2),
    });
    assert_eq!(order(&it), [1, 4, 3, 5, 2]);
    it.apply(&challenged(3, 5, 3));
    it.apply(&ended(3, LadderResult::ChallengerTimedOut, 0));
    assert_eq!(order(&it), [1, 4, 3, 2]);
}

#[test]
fn the_same_two_play_again_after_seven_days() {
    let mut it = ladder(3);
    it.apply(&challenged(1, 3, 1));
    let check = |it: &Ladder, a, b, now| it.check(EntrantId(a), EntrantId(b), now);
    assert_eq!(check(&it, 3, 1, 5), Err(LadderRefusal::AlreadyPlaying));
    it.apply(&ended(1, LadderResult::ChallengerWon, 1000));
    let until = 1000 + REMATCH_AFTER;
    // No matter which of the two challenges.
    assert_eq!(
        check(&it, 1, 3, until - 1),
        Err(LadderRefusal::TooSoon { until })
    );
    assert_eq!(check(&it, 1, 3, until), Ok(()));
    assert_eq!(check(&it, 2, 3, 1001), Ok(()));
}

#[test]
fn laws_hold_after_thousands_of_games() {
    const RESULTS: [LadderResult; 5] = [
        LadderResult::ChallengerWon,
        LadderResult::ChallengedTimedOut,
        LadderResult::ChallengedWon,
        LadderResult::ChallengerTimedOut,
        LadderResult::NoWinner,
    ];
    for seed in 0..simulations(200) {
        let mut rng = SplitMix64::new(seed);
        let mut it = ladder(20);
        let mut events = 0;
        for game in 0..300 {
            let now = game * 3_600_000;
            let player = EntrantId(1 + rng.below(20) as i64);
            let offered = it.challengeable(player, now);
            if offered.is_empty() {
                it.apply(&LadderEvent::Joined { player });
            } else {
                let chosen = offered[rng.below(offered.len() as u64) as usize];
                it.apply(&challenged(game, player.0, chosen.0));
                events += 1;
            }
            if rng.below(2) == 0
                && let Some((&open, players)) = it.open().iter().next()
            {
                let before = it.place(players.opponent);
                let winner = players.challenger;
                let result = RESULTS[rng.below(5) as usize];
                it.apply(&ended(open, result, now));
                if result == LadderResult::ChallengerWon {
                    assert!(it.place(winner) <= before);
                }
            }
            let unique: BTreeSet<_> = it.order().iter().collect();
            assert_eq!(unique.len(), it.order().len());
            for player in ids(20) {
                assert!(it.incoming(player) <= MOST_INCOMING);
            }
        }
        assert!(events > 50);
    }
}
