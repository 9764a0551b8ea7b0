//! Random use by several players, legal and illegal: a refusal changes nothing, the game that was used is
//! as it was shown, and the whole database is consistent.

use std::collections::HashMap;
use std::time::Duration;

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;

use crate::fixture::{TestApp, is_checked_after, open_challenge, run, terms};
use hexpost::app::game::state::Game;
use hexpost::app::people::settings::PlayerSettings;
use hexpost::app::{Act, App, AppError, NewChallenge, Opponent, Takeback, TurnInput};
use hexpost::model::{GameId, Pace, PlayerId, Seat, Seq, Terms};

const PLAYERS: i64 = 4;
const STEPS: usize = 1500;

struct Crowd {
    fixture: TestApp,
    numbers: SplitMix64,
    /// For each game, the turns and the player to move that were last shown.
    shown: HashMap<GameId, (Vec<String>, Option<Side>)>,
    last: Option<Act>,
    done: HashMap<&'static str, usize>,
    /// The state of the game that a refusal must leave unchanged.
    kept: String,
}

/// The result of a step: the game as shown, or nothing to show.
type BoardRef = Result<Option<Game>, AppError>;

impl Crowd {
    fn below(&mut self, bound: i64) -> i64 {
        self.numbers.below(bound as u64) as i64
    }

    fn player(&mut self) -> PlayerId {
        PlayerId(100 + self.below(PLAYERS))
    }

    fn act(&mut self) -> Act {
        let by = self.player();
        // Occasionally the same press arrives twice.
        let is_repeated = self.below(30) == 0;
        let act = match self.last {
            Some(last) if is_repeated => last,
            _ => self.fixture.act(by),
        };
        self.last = Some(act);
        act
    }

    /// Mostly a running game or a recent challenge, sometimes any id, or an unknown one.
    fn game(&mut self) -> GameId {
        let known = self.shown.len() as i64;
        let running = self.shown.iter().filter(|(_, shown)| shown.1.is_some());
        let mut running: Vec<GameId> = running.map(|(id, _)| *id).collect();
        running.sort();
        match self.below(10) {
            0 => GameId(1 + self.below(known + 3)),
            1..8 if !running.is_empty() => running[self.below(running.len() as i64) as usize],
            _ => GameId((known - self.below(6)).max(1)),
        }
    }

    /// An action, mostly by a player of the game or challenge.
    async fn act_in(&mut self, id: GameId) -> Act {
        let mut act = self.act();
        if self.below(6) == 0 {
            return act;
        }
        let mut session = self.fixture.app.store().read().await.unwrap();
        if let Some(row) = session.game(id).await.unwrap() {
            let side = Side::BOTH[self.numbers.below(2) as usize];
            act.by = row.players[side].unwrap_or(act.by);
        } else if let Some(challenge) = session.challenge(id).await.unwrap() {
            act.by = challenge.opponent.unwrap_or(act.by);
        }
        act
    }

    fn terms(&mut self) -> Terms {
        let variants = [
            ("zertz", "37"),
            ("zertz", "48-tournament"),
            ("zertz", "37-blitz"),
            ("tzaar", "fixed"),
            ("tzaar", "random"),
            ("tzaar", "tournament"),
            ("zertz", "9"),
            ("go", "19"),
        ];
        let (game, variant) = variants[self.below(8) as usize];
        let pace = [
            None,
            Some(Pace::days(1)),
            Some(Pace::days(3).with_flag(true)),
            Some(Pace::bank(2, 1, 4)),
            Some(Pace::days(99)),
        ][self.below(5) as usize];
        let seat = [Seat::Mine, Seat::Theirs, Seat::Random][self.below(3) as usize];
        // Mostly the same terms, so that some games are repeated.
        let (game, variant, pace, seat) = match self.below(2) {
            0 => ("tzaar", "random", Some(Pace::days(1)), Seat::Random),
            _ => (game, variant, pace, seat),
        };
        Terms {
            pace,
            seat,
            is_rated: self.below(2) == 0,
            ..terms(game, variant)
        }
    }

    async fn challenge(&mut self) -> BoardRef {
        let act = self.act();
        let terms = self.terms();
        let mut new = open_challenge(terms);
        if self.below(2) == 0 {
            new = NewChallenge {
                opponent: Some(Opponent {
                    id: self.player(),
                    is_bot: self.below(20) == 0,
                }),
                ..new
            };
        }
        let challenge = self.fixture.app.challenge(&act, new).await?;
        self.shown.insert(challenge.id, (Vec::new(), None));
        Ok(None)
    }

    /// Makes a turn, mostly a legal one by the player to move.
    async fn play(&mut self) -> BoardRef {
        let id = self.game();
        let mut act = self.act();
        let now = act.now;
        let mut text =
            ["", "d4", "Wd4-a1", "d3xd4", "\u{202e}💥", "!"][self.below(6) as usize].to_owned();
        if self.below(8) > 0
            && let Ok(game) = self.fixture.app.game(id, now).await
            && let Some(side) = game.to_move()
        {
            act.by = game.row.players[side].unwrap_or(act.by);
            let turn = game.record.game().uniform_turn(&mut self.numbers).unwrap();
            text = game.record.game().write(&turn).unwrap();
            if self.below(3) == 0 {
                act.expected_seq = Some(Seq(game.position_seq().0 - self.below(8) / 7));
            }
        }
        let made = TurnInput::Text(text);
        let played = self.fixture.app.play(&act, id, &made).await?;
        Ok(Some(played.game))
    }

    async fn draft(&mut self) -> BoardRef {
        let id = self.game();
        let act = self.act_in(id).await;
        let app = &self.fixture.app;
        let composing = app.draft(&act, id).await?;
        let choices = &composing.offer.choices;
        if !choices.is_empty() {
            let pick = self.numbers.below(choices.len() as u64) as usize;
            let mut steps = composing.steps.clone();
            steps.push(choices[pick].step);
            let touch = self.numbers.below(2) == 0;
            app.keep_draft(&act, id, &steps, touch).await?;
        }
        Ok(Some(composing.game))
    }

    async fn talk(&mut self) -> BoardRef {
        let id = self.game();
        let act = self.act_in(id).await;
        let pick = self.below(13);
        let app: &App = &self.fixture.app;
        let game = match pick {
            0 => app.offer_draw(&act, id).await?,
            1 => app.accept_draw(&act, id).await?,
            2 => app.decline_draw(&act, id).await?,
            3 => app.withdraw_draw(&act, id).await?,
            4 | 5 => match app.take_back(&act, id).await? {
                Takeback::Done(game) | Takeback::Asked(game) => game,
            },
            6 => app.allow_takeback(&act, id).await?,
            7 => app.decline_takeback(&act, id).await?,
            8 => app.withdraw_takeback(&act, id).await?,
            9 => app.give_abandonment_notice(&act, id).await?,
            10 => app.close_abandoned(&act, id).await?,
            11 => app.view_game(act.by, id, act.now).await?,
            _ => {
                app.record_interaction(act.by, id).await?;
                app.game(id, act.now).await?
            }
        };
        Ok(Some(game))
    }

    async fn end(&mut self) -> BoardRef {
        let id = self.game();
        let act = self.act_in(id).await;
        let pick = self.below(3);
        let app = &self.fixture.app;
        Ok(Some(match pick {
            0 => app.resign(&act, id).await?,
            1 => app.abort(&act, id).await?,
            _ => {
                app.moderate(&act, id, Some(Side::Second)).await?;
                app.game(id, act.now).await?
            }
        }))
    }

    async fn prefer(&mut self) -> BoardRef {
        let id = self.game();
        let (act, other) = (self.act_in(id).await, self.player());
        let (pick, yes) = (self.below(3), self.below(2) == 0);
        let app = &self.fixture.app;
        match pick {
            0 => app.mute(&act, id, yes).await?,
            1 => app.block(&act, other, yes && act.by.0 == 100).await?,
            _ => {
                let settings = PlayerSettings {
                    forced_moves: yes,
                    ..PlayerSettings::default()
                };
                app.set_player(&act, &settings).await?;
            }
        }
        Ok(None)
    }

    async fn answer(&mut self) -> BoardRef {
        let known = self.shown.len() as i64;
        let id = GameId((known - self.below(4)).max(1));
        let act = self.act_in(id).await;
        let pick = self.below(6);
        let app = &self.fixture.app;
        match pick {
            0 => app.decline(&act, id).await.map(|_| None),
            1 => app.withdraw(&act, id).await.map(|_| None),
            _ => Ok(Some(app.accept(&act, id).await?.game)),
        }
    }

    async fn pass_time(&mut self) -> BoardRef {
        // Mostly a short time; sometimes long enough for a game to be closed.
        let hours = if self.below(30) == 0 {
            31 * 24
        } else {
            self.below(12) as u64
        };
        self.fixture.wait(Duration::from_secs(hours * 3600));
        let swept = self.fixture.sweep().await;
        if swept.timeouts > 0 {
            self.forget_shown().await;
        }
        let most = self.below(5) as usize;
        self.fixture.app.prune(self.fixture.now(), most).await?;
        Ok(None)
    }

    async fn forget(&mut self) -> BoardRef {
        let act = self.act();
        self.fixture.app.forget(&act).await?;
        let all = self.fixture.app.export(act.by, act.now).await?;
        assert_eq!(all["games"].as_array().unwrap().len(), 0);
        self.forget_shown().await;
        Ok(None)
    }

    /// Games have changed without being shown: load them all again.
    async fn forget_shown(&mut self) {
        let ids: Vec<GameId> = self.shown.keys().copied().collect();
        for id in ids {
            if let Ok(game) = self.fixture.app.game(id, self.fixture.now()).await {
                self.show(&game);
            }
        }
    }

    fn show(&mut self, game: &Game) {
        let seen = (game.record.texts(), game.to_move());
        self.shown.insert(game.row.id, seen);
    }

    /// The contents of the games tables, as text.
    async fn picture(&self) -> String {
        let mut session = self.fixture.app.store().read().await.unwrap();
        let mut pictures = Vec::new();
        for id in session.games_after(GameId(0), 10_000).await.unwrap() {
            let mut game = session.game(id).await.unwrap().unwrap();
            // Viewing a board is recorded even if the action is refused.
            game.seen = hexpost_engine::side::BySide::default();
            game.acted = hexpost_engine::side::BySide::default();
            pictures.push(format!("{game:?}"));
        }
        pictures.join("\n")
    }

    /// A game is still as it was last shown.
    async fn assert_as_shown(&self, id: GameId) {
        if let Some((texts, to_move)) = self.shown.get(&id)
            && let Ok(game) = self.fixture.app.game(id, self.fixture.now()).await
        {
            assert_eq!(game.record.texts(), *texts, "game {id}");
            assert_eq!(game.to_move(), *to_move, "game {id}");
        }
    }

    async fn step(&mut self, step: usize) {
        self.kept = self.picture().await;
        let pick = self.below(100);
        let (name, shown) = match pick {
            0..5 => ("challenge", self.challenge().await),
            5..15 => ("answer", self.answer().await),
            15..60 => ("play", self.play().await),
            60..70 => ("draft", self.draft().await),
            70..84 => ("talk", self.talk().await),
            84..87 => ("end", self.end().await),
            87..92 => ("prefer", self.prefer().await),
            92..98 => ("time", self.pass_time().await),
            98 => {
                if self.below(4) == 0 {
                    ("forget", self.forget().await)
                } else {
                    self.fixture.notifications().await;
                    ("tell", Ok(None))
                }
            }
            _ => {
                self.fixture.restart().await;
                ("restart", Ok(None))
            }
        };
        match shown {
            Ok(game) => {
                *self.done.entry(name).or_default() += 1;
                if let Some(game) = game {
                    self.show(&game);
                    self.assert_as_shown(game.row.id).await;
                }
            }
            Err(AppError::Refused(_)) => {
                assert_eq!(
                    self.picture().await,
                    self.kept,
                    "a refusal changed something"
                );
            }
            Err(AppError::Store(error)) => panic!("{name}: {error}"),
        }
        self.fixture.assert_sound_after_step(step).await;
        if is_checked_after(step) {
            for id in self.shown.keys() {
                self.assert_as_shown(*id).await;
            }
        }
    }
}

fn crowd(seed: u64) {
    run(async {
        let mut crowd = Crowd {
            fixture: TestApp::open().await,
            numbers: SplitMix64::new(seed),
            shown: HashMap::new(),
            last: None,
            done: HashMap::new(),
            kept: String::new(),
        };
        for step in 0..STEPS {
            crowd.step(step).await;
        }
        for name in [
            "challenge",
            "answer",
            "play",
            "draft",
            "talk",
            "end",
            "time",
        ] {
            let count = crowd.done.get(name).copied().unwrap_or_default();
            assert!(count > 0, "{name} was done {count} times: {:?}", crowd.done);
        }
    });
}

#[test]
fn random_use_keeps_the_database_consistent_1() {
    crowd(1);
}

#[test]
fn random_use_keeps_the_database_consistent_2() {
    crowd(2);
}

#[test]
fn random_use_keeps_the_database_consistent_3() {
    crowd(3);
}
