//! What benchmarks put into a database: many games written directly, and turns made by the use cases.

#![allow(
    dead_code,
    reason = "three benchmarks share this and use different parts"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use hexpost::app::{Act, App, NewChallenge, Opponent, TurnInput};
use hexpost::model::{GameId, InteractionId, Pace, PlayerId, Seat, StoredVariant, Terms, Time};

/// When the first game started.
pub(crate) const START: i64 = 1_800_000_000_000;

/// The turns that each game starts with.
pub(crate) const TURNS: [&str; 4] = ["Wd4-a1", "Bb3-g1", "Ge6-a2", "Bf2-d7"];

/// The number of games whose turns are measured, shared among the writers.
pub(crate) const GAMES: i64 = 2400;

/// Statements, for both databases, that create games with realistic players, channels and clocks: ten
/// games per player, snowflake ids.
pub(crate) fn create_games(games: i64) -> [String; 2] {
    let series = format!(
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {games})"
    );
    let players = games / 10;
    let secret = "0123456789abcdef".repeat(4);
    let challenges = format!(
        "{series} INSERT INTO challenges (id, server, channel, challenger, opponent, game, variant,
             seat, pace, is_rated, note, secret, state, made_at, expires_at, decided_at, action)
         SELECT i + 1, 800000000000000000 + i % 1000, 900000000000000000 + i % 10000,
             1000000000000000000 + i % {players},
             1000000000000000000 + (CAST(i AS BIGINT) * 7 + 3) % {players},
             CASE i % 2 WHEN 0 THEN 'zertz' ELSE 'tzaar' END,
             CASE i % 2 WHEN 0 THEN '37' ELSE 'random' END, 'random', '3d', false, NULL,
             '{secret}', 'accepted', {START} + i, NULL, {START} + i, 1100000000000000000 + i
         FROM n"
    );
    let rows = format!(
        "{series} INSERT INTO games (id, server, channel, thread, first, second, game, variant,
             rules, pace, is_rated, started_at, seq, board, plies, to_move, turn_at, deadline,
             due_at, finished_at, winner, how, seen_first, seen_second)
         SELECT i + 1, 800000000000000000 + i % 1000, 900000000000000000 + i % 10000,
             950000000000000000 + i, 1000000000000000000 + i % {players},
             1000000000000000000 + (CAST(i AS BIGINT) * 7 + 3) % {players},
             CASE i % 2 WHEN 0 THEN 'zertz' ELSE 'tzaar' END,
             CASE i % 2 WHEN 0 THEN '37' ELSE 'fixed' END, 1, '3d', false, {START} + i, 0, 0, 0, 0,
             {START} + i, {START} + i + 259200000, {START} + i + 172800000, NULL, NULL, NULL, 0, 0
         FROM n"
    );
    [challenges, rows]
}

/// Statements, for both databases, that insert eight turns into each of the [created](create_games)
/// games, in realistic order: one in every game, then the next.
pub(crate) fn create_turns(games: i64) -> Vec<String> {
    let tzaar = ["d3xd4", "c4xd5 f3xe4", "e1xf1 d7+d8", "c5xd6 e7+e6"];
    let mut statements = Vec::new();
    for ply in 0..8 {
        // Only the first four turns are legal; games are opened with those.
        let (one, other) = (TURNS[ply % 4], tzaar[ply % 4]);
        statements.push(format!(
            "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {games})
             INSERT INTO events (game, seq, kind, side, at, data)
             SELECT i + 1, {ply} + 1, 1, {ply} % 2, {START} + i + CAST({ply} AS BIGINT) * 86400000,
                 CASE i % 2 WHEN 0 THEN '{one}' ELSE '{other}' END
             FROM n"
        ));
    }
    // The state of the games after two turns.
    let state = "UPDATE games SET seq = 2, board = 2, plies = 2, turn_at = started_at + 86400000,
                     deadline = started_at + 345600000, due_at = started_at + 259200000";
    statements.push(state.to_owned());
    statements
}

fn act(by: i64, interaction: i64) -> Act {
    Act {
        by: PlayerId(by),
        interaction: InteractionId(interaction),
        expected_seq: None,
        now: Time(START + interaction),
    }
}

async fn start_game(app: &App, number: i64) -> GameId {
    let new = NewChallenge {
        opponent: Some(Opponent {
            id: PlayerId(2_000_000 + number),
            is_bot: false,
        }),
        server: None,
        channel: None,
        terms: Terms {
            variant: StoredVariant::parse("zertz", "37"),
            seat: Seat::Mine,
            pace: Some(Pace::days(3)),
            is_rated: false,
            note: None,
        },
    };
    let challenge = act(1_000_000 + number, number * 2);
    let id = app.challenge(&challenge, new).await.unwrap().id;
    let accept = act(2_000_000 + number, number * 2 + 1);
    app.accept(&accept, id).await.unwrap();
    id
}

/// Starts [`GAMES`] games in an empty database, enough for every turn to be a new one.
pub(crate) async fn start_games(app: &App) -> Vec<GameId> {
    let mut ids = Vec::new();
    for number in 0..GAMES {
        ids.push(start_game(app, number).await);
    }
    ids
}

/// Makes [`TURNS`] in all games, with so many writers at once; returns the number of durable turns per
/// second: read, replay, check, append with deadline, notification and interaction.
pub(crate) async fn turn_rate(app: &Arc<App>, ids: &[GameId], writers: usize) -> f64 {
    let begun = Instant::now();
    let each = ids.len() / writers;
    let tasks: Vec<_> = ids
        .chunks(each)
        .enumerate()
        .map(|(writer, ids)| {
            let (app, ids) = (Arc::clone(app), ids.to_vec());
            tokio::spawn(async move {
                let mut interaction = 100_000_000 + writer as i64 * 1_000_000;
                for (ply, turn) in TURNS.iter().enumerate() {
                    for id in &ids {
                        interaction += 1;
                        let side = if ply % 2 == 0 { 1_000_000 } else { 2_000_000 };
                        let act = act(side + id.0 - 1, interaction);
                        let made = TurnInput::Text((*turn).to_owned());
                        let app = app.claim_interaction(act.interaction, act.now).await;
                        app.unwrap().play(&act, *id, &made).await.unwrap();
                    }
                }
            })
        })
        .collect();
    for task in tasks {
        task.await.unwrap();
    }
    (ids.len() * TURNS.len()) as f64 / begun.elapsed().as_secs_f64()
}

/// The median duration of an operation.
async fn median<T>(mut does: impl AsyncFnMut(i64) -> T) -> Duration {
    let mut times = Vec::new();
    for number in 0..400 {
        let begun = Instant::now();
        std::hint::black_box(does(number).await);
        times.push(begun.elapsed());
    }
    times.sort();
    times[times.len() / 2]
}

/// Prints how long it takes to find something among the [created](create_games) games.
#[expect(clippy::print_stdout, reason = "prints its measurements")]
pub(crate) async fn look_up(app: &App, games: i64) {
    let pick = |number: i64| (number * 7919) % games;
    let opened = median(async |number| {
        let id = GameId(pick(number) + 1);
        app.game(id, Time(START)).await.unwrap()
    })
    .await;
    let mine = median(async |number| {
        let player = PlayerId(1_000_000_000_000_000_000 + pick(number) % (games / 10));
        let list = app.my_games(player, Time(START)).await.unwrap();
        assert!(list.len() >= 10, "{}", list.len());
        list
    })
    .await;
    let due = median(async |_| {
        let swept = app.sweep(Time(START), 100).await.unwrap();
        assert!(swept.is_empty());
    })
    .await;
    println!("open a game by its number: {opened:?}");
    println!("my games, 10 to 20 of them: {mine:?}");
    println!("what is due, nothing being due: {due:?}");
}
