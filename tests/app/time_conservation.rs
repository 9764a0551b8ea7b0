//! No time is lost or invented, whatever happens: the clocks are compared with a simple model that
//! adds up the time on each player's clock, interval by interval.

use std::time::Duration;

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::{BySide, Side};

use crate::fixture::{BLACK, TestApp, WHITE, challenge_to, days, run, terms};
use hexpost::app::{Act, AppError};
use hexpost::model::{Event, GameId, Pace, PastEvent, PlayerId, Terms, Time};

const STEPS: usize = 500;

/// An interval in which nothing happened.
#[derive(Clone, Copy)]
struct Stretch {
    long: i64,
    away: BySide<bool>,
}

/// The state at the start of a turn.
#[derive(Clone)]
struct Begun {
    left: BySide<i64>,
    given: BySide<i64>,
    /// The number of intervals so far.
    stretches: usize,
}

/// The model: adds up the time on each player's clock.
struct Bookkeeper {
    pace: Pace,
    left: BySide<i64>,
    given: BySide<i64>,
    away: BySide<bool>,
    mover: Side,
    at: Time,
    stretches: Vec<Stretch>,
    turns: Vec<Begun>,
    begun: Begun,
    // The sums that must balance, for both players together.
    granted: i64,
    used: i64,
    cut: i64,
    forgiven: i64,
}

impl Bookkeeper {
    fn new(pace: Pace, at: Time) -> Self {
        let left = BySide::new_with(|_| pace.bank_ms());
        let given = BySide::default();
        let begun = Begun {
            left,
            given,
            stretches: 0,
        };
        Self {
            pace,
            left,
            given,
            away: BySide::default(),
            mover: Side::First,
            at,
            stretches: Vec::new(),
            turns: Vec::new(),
            begun,
            granted: 2 * pace.bank_ms(),
            used: 0,
            cut: 0,
            forgiven: 0,
        }
    }

    /// Time passes on the clock of the player to move, unless they are on vacation.
    fn pass(&mut self, until: Time) {
        let long = until.0 - self.at.0;
        let away = self.away;
        self.stretches.push(Stretch { long, away });
        if !away[self.mover] {
            self.left[self.mover] -= long;
            self.used += long;
        }
        self.at = until;
    }

    fn begin(&mut self, mover: Side) {
        self.mover = mover;
        self.begun = Begun {
            left: self.left,
            given: self.given,
            stretches: self.stretches.len(),
        };
    }

    fn give(&mut self, whom: Side, time: i64) {
        let over = if whom == self.mover {
            (-self.left[whom]).max(0)
        } else {
            0
        };
        self.left[whom] += over + time;
        self.given[whom] += over + time;
        self.granted += time;
        self.forgiven += over;
    }

    /// Sets the clocks for a reason other than thinking.
    fn set(&mut self, left: BySide<i64>) {
        for side in Side::BOTH {
            // Time used, cut or granted in turns that were undone no longer counts.
            self.forgiven += left[side] - self.left[side];
        }
        self.left = left;
    }

    fn back_to(&mut self, ply: usize) -> Begun {
        let begun = self.turns[ply].clone();
        self.turns.truncate(ply);
        let left = BySide::new_with(|side| begun.left[side] + self.given[side] - begun.given[side]);
        self.set(left);
        begun
    }

    fn add(&mut self, past: &PastEvent, next: Side) {
        self.pass(past.at);
        match &past.event {
            Event::Turn(_) | Event::ForcedTurn(_) => {
                let mover = self.mover;
                self.turns.push(self.begun.clone());
                let over = (-self.left[mover]).max(0);
                self.forgiven += over;
                let full = self.left[mover] + over + self.pace.increment_ms();
                self.granted += self.pace.increment_ms();
                self.cut += (full - self.pace.cap_ms()).max(0);
                self.left[mover] = full.min(self.pace.cap_ms());
                self.begin(next);
            }
            Event::TakenBack(ply) => {
                self.back_to(*ply);
                self.begin(next);
            }
            Event::Retracted(ply) => {
                let begun = self.back_to(*ply);
                self.mover = next;
                // As if the turn had never been made: all intervals since belong to its player.
                let since = self.stretches[begun.stretches..].iter();
                let mine = since.filter(|stretch| !stretch.away[next]);
                let thought: i64 = mine.map(|stretch| stretch.long).sum();
                let mut left = self.left;
                left[next] -= thought;
                self.set(left);
                self.begun = begun;
            }
            Event::Thawed => {
                // The turn starts again, and so would all turns before it.
                let begun = self.begun.clone();
                let left = BySide::new_with(|side| {
                    begun.left[side] + self.given[side] - begun.given[side]
                });
                self.set(left);
                for turn in &mut self.turns {
                    turn.stretches = self.stretches.len();
                }
                self.begin(next);
            }
            Event::TimeGiven(time) => self.give(!past.side.unwrap(), *time),
            Event::Excused(time) => self.give(past.side.unwrap(), *time),
            Event::Away(_) => self.away[past.side.unwrap()] = true,
            Event::Back => self.away[past.side.unwrap()] = false,
            _ => {}
        }
    }
}

struct World {
    fixture: TestApp,
    numbers: SplitMix64,
    games: Vec<GameId>,
    done: [usize; 9],
}

const PACES: [&str; 5] = ["1d", "3d!", "2d+1d/4d", "36h+6h/3d", "5d+0d/5d"];

impl World {
    fn below(&mut self, bound: u64) -> usize {
        self.numbers.below(bound) as usize
    }

    fn act(&mut self) -> Act {
        let by = [WHITE, BLACK][self.below(2)];
        self.fixture.act(by)
    }

    async fn begin(&mut self) {
        let pace = PACES[self.below(5)].parse().unwrap();
        let game = Terms {
            pace: Some(pace),
            ..terms("zertz", "37")
        };
        let new = challenge_to(BLACK, game);
        if let Ok(challenge) = self.fixture.challenge(WHITE, new).await {
            self.fixture.accept(BLACK, challenge.id).await.unwrap();
            self.games.push(challenge.id);
        }
    }

    async fn play(&mut self, id: GameId) -> Result<(), AppError> {
        let game = self.fixture.game(id).await;
        if let Some(side) = game.to_move() {
            let turn = game.record.game().uniform_turn(&mut self.numbers).unwrap();
            let text = game.record.game().write(&turn).unwrap();
            let by: PlayerId = game.row.players[side].unwrap();
            self.fixture.play(by, id, &text).await?;
        }
        Ok(())
    }

    async fn step(&mut self) -> Result<usize, AppError> {
        let pick = self.below(self.games.len() as u64);
        let id = self.games[pick];
        let act = self.act();
        let pick = self.below(100);
        let app = &self.fixture.app;
        Ok(match pick {
            0..40 => {
                self.play(id).await?;
                0
            }
            40..52 => {
                // Once the opponent has seen the turn, the take-back becomes a request.
                if self.numbers.below(2) == 0 {
                    app.view_game(WHITE, id, act.now).await?;
                    app.view_game(BLACK, id, act.now).await?;
                }
                app.take_back(&act, id).await?;
                1
            }
            52..58 => {
                for id in self.games.clone() {
                    let game = self.fixture.game(id).await;
                    if let Some(asker) = game.takeback {
                        let by = game.row.players[!asker].unwrap();
                        let act = self.fixture.act(by);
                        self.fixture.app.allow_takeback(&act, id).await?;
                        return Ok(2);
                    }
                }
                7
            }
            58..66 => {
                let time = [days(1), days(3)][self.numbers.below(2) as usize];
                app.give_time(&act, id, time).await?;
                3
            }
            66..72 => {
                let count = 1 + self.numbers.below(4) as i64;
                app.take_vacation(&act, None, count).await?;
                4
            }
            72..76 => {
                app.end_vacation(&act).await?;
                5
            }
            76..80 => {
                app.compensate_downtime(act.now).await?;
                6
            }
            80..83 => {
                // Frozen by another version, thawed by this one.
                let sql = format!(
                    "UPDATE games SET frozen = 'x', due_at = NULL
                     WHERE id = {id} AND finished_at IS NULL"
                );
                // Until the next write, what a refused action began keeps the file locked.
                self.fixture.notifications().await;
                self.fixture.tamper(&sql).await;
                self.fixture.wait(Duration::from_hours(7));
                self.fixture.game(id).await;
                8
            }
            _ => {
                let minutes = self.numbers.below(2000);
                self.fixture.wait(Duration::from_mins(minutes));
                self.fixture.sweep().await;
                7
            }
        })
    }

    /// Checks that the clocks and the model agree, and that the sums balance.
    async fn compare(&self, id: GameId) {
        let game = self.fixture.game(id).await;
        let mut session = self.fixture.app.store().read().await.unwrap();
        let (row, events) = session.game_with_events(id).await.unwrap().unwrap();
        let events = events.unwrap();
        let pace = row.pace.unwrap();
        let mut books = Bookkeeper::new(pace, row.started_at);
        for (index, past) in events.iter().enumerate() {
            // The rules decide who is to move next.
            let seen = &events[..=index];
            let mut so_far = row.clone();
            so_far.status.seq = past.seq;
            let replayed = hexpost::app::game::state::Game::replayed(so_far, seen).unwrap();
            let next = replayed.record.game().to_move();
            books.add(past, next);
        }
        if game.is_over() {
            return;
        }
        let now = self.fixture.now();
        books.pass(now);
        let mover = game.to_move();
        for side in Side::BOTH {
            let left = game.clock.left(side, mover, now).unwrap();
            assert_eq!(left, books.left[side], "game {id}, {side}, {events:#?}");
        }
        let left = books.left.first + books.left.second;
        let sum = books.granted + books.forgiven - books.cut - books.used;
        assert_eq!(left, sum, "game {id}: the sums do not balance");
        let deadline =
            mover.and_then(|side| (!books.away[side]).then(|| Time(now.0 + books.left[side])));
        assert_eq!(row.status.deadline, deadline, "game {id}");
        let most = (pace.cap_ms() + days(14).as_millis() as i64).max(pace.bank_ms());
        let excused = days(1).as_millis() as i64;
        assert!(books.left.iter().all(|left| *left <= most + excused));
    }
}

fn world(seed: u64) {
    run(async {
        let mut world = World {
            fixture: TestApp::open().await,
            numbers: SplitMix64::new(seed),
            games: Vec::new(),
            done: [0; 9],
        };
        for step in 0..STEPS {
            if world.games.is_empty() || step % 60 == 0 {
                world.begin().await;
            }
            match world.step().await {
                Ok(what) => world.done[what] += 1,
                Err(AppError::Refused(_)) => {}
                Err(AppError::Store(error)) => panic!("{error}"),
            }
            if step % 5 == 0 {
                for id in &world.games {
                    world.compare(*id).await;
                }
            }
        }
        world.fixture.assert_sound().await;
        assert!(
            world.done.iter().all(|count| *count > 0),
            "{:?}",
            world.done
        );
    });
}

#[test]
fn no_time_is_lost_or_invented_1() {
    world(1);
}

#[test]
fn no_time_is_lost_or_invented_2() {
    world(2);
}
