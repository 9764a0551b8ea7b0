//! The whole life of a game, from the challenge to the result: every variant with keys, with menus and
//! typed, by people who do whatever is offered.

use std::time::Duration;

use hexpost_engine::game::{AnyGame, GameKind};
use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{FIRST_PLAYER, Id, SECOND_PLAYER};

use super::super::harness::{Bench, Person, Seen};
use super::Table;
use super::random_taps::{MAX_TAPS, tap};
use hexpost::app::integrity::check;
use hexpost::model::ChannelId;
use hexpost::store::{OpenOptions, Store};

/// No game lasts longer, not even one whose sixty pieces are placed first.
const MAX_TURNS: usize = 250;

/// The wire of these is written down.
const LOGGED: [&str; 3] = ["zertz 37-blitz", "zertz 48-tournament", "tzaar fixed"];

/// How turns are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Keys,
    Menus,
    Text,
}

/// A game that is played, and how.
#[derive(Clone, Copy)]
struct Life<'a> {
    table: &'a Table,
    thread: Id,
    way: Way,
}

impl Life<'_> {
    /// How the game stands.
    async fn position(&self) -> AnyGame {
        let thread = ChannelId(self.thread as i64);
        let row = self.table.app.thread_game(thread).await.unwrap();
        let id = row.expect("a game").id;
        let game = self.table.app.game(id, self.table.now()).await.unwrap();
        game.record.game().clone()
    }

    /// A turn as someone knows it by heart, or with the suggestions that come while one types.
    async fn types(&self, person: Person<'_>, numbers: &mut SplitMix64) -> Seen {
        let position = self.position().await;
        let mut text = String::new();
        if numbers.below(2) == 0 {
            let turn = position.uniform_turn(numbers).expect("it is not over");
            text = position.write(&turn).expect("it can be written");
        }
        while position.read(&text).is_err() {
            let offered = person.is_offered(&format!("/move turn:{text}")).await;
            assert!(!offered.is_empty(), "{text:?} leads nowhere");
            let index = numbers.below(offered.len() as u64) as usize;
            let (value, said) = offered[index].split_once(" · ").expect("words");
            assert!(!said.is_empty() && value.len() > text.len(), "{offered:?}");
            value.clone_into(&mut text);
        }
        let answer = person.types(&format!("/move turn:{text}")).await;
        answer.message().clone()
    }

    /// Someone makes a turn. What was typed may have to be confirmed.
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
            // Nobody taps twice in a moment.
            self.table.passes(Duration::from_secs(1)).await;
            let answer = match value {
                Some(value) => person.chooses_on(&screen, &id, &value).await,
                None => person.clicks_on(&screen, &id).await,
            };
            screen = answer.message().clone();
        }
        panic!("no end of taps: {screen}");
    }
}

async fn play(variant: &str, way: Way, seed: u64) {
    // What goes over the wire is the same in all of them: a few are enough to be read by others.
    let bench = if LOGGED.contains(&variant) {
        Bench::new().await
    } else {
        Bench::unlogged().await
    };
    let table = Table::on(bench).await;
    if way == Way::Menus {
        // One of them reads English, the other Russian.
        let wishes = [
            (table.first(), "Moves: with menus, for screen readers"),
            (
                table.second(),
                "Ходы: через меню, для программ экранного доступа",
            ),
        ];
        for (person, wish) in wishes {
            person.types("/settings").await;
            person.chooses(&[wish]).await;
        }
    }
    let thread = table.game(variant).await;
    let life = Life {
        table: &table,
        thread,
        way,
    };
    let mut numbers = SplitMix64::new(seed);
    let mut called = vec![vec![FIRST_PLAYER]];
    table.settles().await;
    while life.position().await.outcome().is_none() {
        assert!(called.len() < MAX_TURNS, "no end of turns");
        let players = match called.len() % 2 {
            1 => [FIRST_PLAYER, SECOND_PLAYER],
            _ => [SECOND_PLAYER, FIRST_PLAYER],
        };
        let mover = table.bench.person(players[0]).at(thread);
        life.turn(mover, &mut numbers).await;
        table.settles().await;
        // Each turn calls the one who is next, and nobody else; the last one tells of the end.
        called.push(vec![players[1]]);
        let pings = table.bench.sandbox.pings(thread);
        assert_eq!(pings, called, "{}", table.bench.story());
    }
    let end = table.first_at(thread).sees("🏁").await;
    assert!(end.picture().is_some(), "{end}");
    let store = Store::open_to_read(&OpenOptions::new(table.bench.database())).await;
    let store = store.expect("a database");
    let report = check(&store).await.expect("it can be read");
    assert_eq!((report.games, report.problems), (1, Vec::new()));
    store.close().await;
    table.finish().await;
}

macro_rules! lives {
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

        /// What is played here.
        const PLAYED: &[&str] = &[$($variant),+];
    };
}

lives! {
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
fn every_variant_that_is_offered_is_played() {
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
