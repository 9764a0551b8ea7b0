//! Whole games from the challenge to the result: every variant with buttons, with menus and typed,
//! by players who choose at random.

use std::time::Duration;

use hexpost_engine::game::{AnyGame, GameKind};
use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{FIRST_PLAYER, Id, SECOND_PLAYER};

use super::super::harness::{Harness, Person, Seen};
use super::Session;
use super::random_taps::{MAX_TAPS, tap};
use hexpost::app::integrity::check;
use hexpost::model::ChannelId;
use hexpost::store::{OpenOptions, Store};

/// The maximum number of turns, enough even for a game in which sixty pieces are placed first.
const MAX_TURNS: usize = 250;

/// The variants whose traffic is logged.
const LOGGED: [&str; 3] = ["zertz 37-blitz", "zertz 48-tournament", "tzaar fixed"];

/// How turns are entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Keys,
    Menus,
    Text,
}

/// A game, and how its turns are entered.
#[derive(Clone, Copy)]
struct Playthrough<'a> {
    session: &'a Session,
    thread: Id,
    way: Way,
}

impl Playthrough<'_> {
    /// The current position.
    async fn position(&self) -> AnyGame {
        let thread = ChannelId(self.thread as i64);
        let row = self.session.app.thread_game(thread).await.unwrap();
        let id = row.expect("no such game").id;
        let game = self.session.app.game(id, self.session.now()).await.unwrap();
        game.record.game().clone()
    }

    /// Types a complete turn, or builds it from autocomplete suggestions.
    async fn types(&self, person: Person<'_>, numbers: &mut SplitMix64) -> Seen {
        let position = self.position().await;
        let mut text = String::new();
        if numbers.below(2) == 0 {
            let turn = position.uniform_turn(numbers).expect("the game is over");
            text = position.write(&turn).expect("the turn can't be written");
        }
        while position.read(&text).is_err() {
            let offered = person.is_offered(&format!("/move turn:{text}")).await;
            assert!(!offered.is_empty(), "no suggestions for {text:?}");
            let index = numbers.below(offered.len() as u64) as usize;
            let (value, said) = offered[index].split_once(" · ").expect("no description");
            assert!(!said.is_empty() && value.len() > text.len(), "{offered:?}");
            value.clone_into(&mut text);
        }
        let answer = person.types(&format!("/move turn:{text}")).await;
        answer.message().clone()
    }

    /// Makes a turn. A typed turn may need a confirmation.
    async fn turn(&self, person: Person<'_>, numbers: &mut SplitMix64) {
        let mut screen = match self.way {
            Way::Keys | Way::Menus => person.clicks("1m").await.message().clone(),
            Way::Text => self.types(person, numbers).await,
        };
        for _ in 0..MAX_TAPS {
            assert!(screen.is_private);
            if screen.text.contains('✅') {
                return;
            }
            let (id, value) = tap(&screen, numbers);
            assert!(value.is_none() || self.way == Way::Menus, "{screen}");
            // People don't tap twice within a moment.
            self.session.passes(Duration::from_secs(1)).await;
            let answer = match value {
                Some(value) => person.chooses_on(&screen, &id, &value).await,
                None => person.clicks_on(&screen, &id).await,
            };
            screen = answer.message().clone();
        }
        panic!("too many taps: {screen}");
    }
}

async fn play(variant: &str, way: Way, seed: u64) {
    // The traffic is alike in all variants, so a few logs are enough for the checks of other tools.
    let harness = if LOGGED.contains(&variant) {
        Harness::new().await
    } else {
        Harness::unlogged().await
    };
    let session = Session::on(harness).await;
    if way == Way::Menus {
        // One player reads English, the other Russian.
        let wishes = [
            (session.first(), "Moves: with menus, for screen readers"),
            (
                session.second(),
                "Ходы: через меню, для программ экранного доступа",
            ),
        ];
        for (person, wish) in wishes {
            person.types("/settings").await;
            person.chooses(&[wish]).await;
        }
    }
    let thread = session.game(variant).await;
    let playthrough = Playthrough {
        session: &session,
        thread,
        way,
    };
    let mut numbers = SplitMix64::new(seed);
    let mut called = vec![vec![FIRST_PLAYER]];
    session.settles().await;
    while playthrough.position().await.outcome().is_none() {
        assert!(called.len() < MAX_TURNS, "too many turns");
        let players = match called.len() % 2 {
            1 => [FIRST_PLAYER, SECOND_PLAYER],
            _ => [SECOND_PLAYER, FIRST_PLAYER],
        };
        let mover = session.harness.person(players[0]).at(thread);
        playthrough.turn(mover, &mut numbers).await;
        session.settles().await;
        // Each turn pings the next player and nobody else; the last one announces the result.
        called.push(vec![players[1]]);
        let pings = session.harness.sandbox.pings(thread);
        assert_eq!(pings, called, "{}", session.harness.story());
    }
    let end = session.first_at(thread).sees("🏁").await;
    assert!(end.picture().is_some(), "{end}");
    let store = Store::open_to_read(&OpenOptions::new(session.harness.database())).await;
    let store = store.expect("failed to open the database");
    let report = check(&store).await.expect("failed to read the database");
    assert_eq!((report.games, report.problems), (1, Vec::new()));
    store.close().await;
    session.finish().await;
}

macro_rules! whole_games {
    ($($name:ident $variant:literal $seed:literal)+) => {
        $(mod $name {
            use super::Way;
            use super::play;

            #[tokio::test]
            async fn with_keys() {
                play($variant, Way::Keys, $seed).await;
            }

            #[tokio::test]
            async fn with_menus() {
                play($variant, Way::Menus, 100 + $seed).await;
            }

            #[tokio::test]
            async fn typed() {
                play($variant, Way::Text, 200 + $seed).await;
            }
        })+

        /// The variants played here.
        const PLAYED: &[&str] = &[$($variant),+];
    };
}

whole_games! {
    zertz_37 "zertz 37" 1
    zertz_40 "zertz 40" 2
    zertz_43 "zertz 43" 3
    zertz_44 "zertz 44" 4
    zertz_48 "zertz 48" 5
    zertz_61 "zertz 61" 6
    zertz_blitz "zertz 37-blitz" 7
    zertz_tournament "zertz 48-tournament" 8
    zertz_tournament_on_61_rings "zertz 61-tournament" 9
    zerc "zertz 37-zerc" 10
    zerc_on_61_rings "zertz 61-zerc" 11
    tzaar "tzaar fixed" 12
    tzaar_at_random "tzaar random" 13
    tzaar_set_up_by_the_players "tzaar tournament" 14
}

#[test]
fn every_offered_variant_is_played() {
    let kinds = GameKind::ALL.iter();
    let mut offered: Vec<String> = kinds
        .flat_map(|game| {
            let names = game.offered().iter();
            names.map(|name| format!("{} {name}", game.as_str()))
        })
        .collect();
    let mut played = PLAYED.to_vec();
    offered.sort_unstable();
    played.sort_unstable();
    assert_eq!(played, offered);
}
