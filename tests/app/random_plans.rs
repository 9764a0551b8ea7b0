//! Plans under random moves, take-backs, edits and restarts: only planned turns are played
//! automatically, and every planned turn is. Analysis boards change no game.

use std::collections::HashMap;

use hexpost_engine::game::AnyGame;
use hexpost_engine::random::SplitMix64;

use crate::fixture::{BLACK, TestApp, WHITE, run};
use hexpost::app::game::state::Game;
use hexpost::app::plan::analysis::AnalysisEdit;
use hexpost::app::plan::tree::{Branch, Plan};
use hexpost::app::{AppError, Planned, Takeback, TurnInput};
use hexpost::model::{GameId, PlayerId};

const STEPS: usize = 700;
const VARIANTS: [(&str, &str); 5] = [
    ("zertz", "37-blitz"),
    ("zertz", "48-tournament"),
    ("zertz", "37"),
    ("tzaar", "tournament"),
    ("tzaar", "fixed"),
];

/// The plan as it was last shown to its player, with the turns made until then.
type BoardRef = (Vec<String>, Plan);

struct Thinkers {
    fixture: TestApp,
    numbers: SplitMix64,
    games: Vec<GameId>,
    shown: HashMap<(GameId, PlayerId), BoardRef>,
    boards: Vec<(PlayerId, i64)>,
    done: HashMap<&'static str, usize>,
}

/// The reply that a plan has after these turns, worked out independently.
fn answer<'a>(shown: &'a BoardRef, texts: &[String]) -> Option<&'a str> {
    let since = texts.strip_prefix(shown.0.as_slice())?;
    let mut branches: &[Branch] = &shown.1.branches;
    let mut since = since.iter();
    loop {
        let on = since.next()?;
        let mut own = branches
            .iter()
            .filter(|branch| branch.on.as_ref() == Some(on));
        let mut any = branches.iter().filter(|branch| branch.on.is_none());
        let branch = own.next().or_else(|| any.next())?;
        match since.next() {
            None => return Some(&branch.reply),
            Some(reply) if *reply == branch.reply => branches = &branch.then,
            Some(_) => return None,
        }
    }
}

impl Thinkers {
    fn below(&mut self, bound: usize) -> usize {
        self.numbers.below(bound as u64) as usize
    }

    fn game(&mut self) -> GameId {
        let at = self.below(self.games.len());
        self.games[at]
    }

    fn line(&mut self, from: &AnyGame, most: usize) -> Vec<String> {
        let mut position = from.clone();
        let mut line = Vec::new();
        for _ in 0..most {
            let Some(turn) = position.uniform_turn(&mut self.numbers) else {
                break;
            };
            line.push(position.write(&turn).unwrap());
            position.play(&turn).unwrap();
        }
        line
    }

    fn show(&mut self, by: PlayerId, planned: &Planned) {
        let key = (planned.game.row.id, by);
        let texts = planned.game.record.texts();
        self.shown.insert(key, (texts, planned.plan.clone()));
    }

    async fn load(&self, id: GameId) -> Game {
        self.fixture.game(id).await
    }

    async fn play(&mut self) -> Result<&'static str, AppError> {
        let id = self.game();
        let game = self.load(id).await;
        let Some(side) = game.to_move() else {
            return self.again(id).await;
        };
        let position = game.record.game();
        let before = game.record.texts();
        let by = game.row.players[side].unwrap();
        let other = game.row.players[!side].unwrap();
        // Mostly a turn that the opponent has planned for, if there is one.
        let mut text = self.line(position, 1).remove(0);
        if let Some((root, plan)) = self.shown.get(&(id, other))
            && *root == before
            && !plan.branches.is_empty()
        {
            let ons: Vec<String> = plan.branches.iter().filter_map(|b| b.on.clone()).collect();
            let at = self.below(ons.len() + 1);
            text = ons.get(at).cloned().unwrap_or(text);
        }
        let made = TurnInput::Text(text.clone());
        let played = self
            .fixture
            .app
            .play(&self.fixture.act(by), id, &made)
            .await?;
        let texts = played.game.record.texts();
        assert_eq!(texts[..before.len()], before);
        assert_eq!(texts[before.len()], text);
        assert_eq!(texts[before.len()..], played.turns);
        self.judge(&played.game, before.len());
        Ok("play")
    }

    /// Checks that every turn played automatically was planned, and that every planned turn was
    /// played.
    fn judge(&mut self, game: &Game, from: usize) {
        let id = game.row.id;
        let texts = game.record.texts();
        for (ply, made) in game.turns.iter().enumerate().skip(from + 1) {
            let owner = game.row.players[made.side].unwrap();
            let shown = self.shown.get(&(id, owner));
            assert!(made.is_planned, "forced turns are off");
            let shown = shown.unwrap_or_else(|| panic!("{owner} has no plan"));
            let position = game.record.at(ply).unwrap();
            let text = &texts[ply];
            let planned = answer(shown, &texts[..ply]);
            if planned == Some(text) {
                *self.done.entry("answered").or_default() += 1;
            } else {
                let legal = planned.and_then(|planned| position.exactly(planned));
                assert_eq!(legal, None, "{planned:?} was planned, not {text}");
                assert!(position.is_setting_up(), "{text} was not planned");
                let is_wish = shown.1.wishes.iter().flatten().any(|wish| wish == text);
                assert!(is_wish, "{text} was not queued");
                *self.done.entry("placed").or_default() += 1;
            }
        }
        if let Some(side) = game.to_move()
            && game.turns.len() - from < 100
            && let Some(shown) = self.shown.get(&(id, game.row.players[side].unwrap()))
            && let Some(planned) = answer(shown, &texts)
        {
            let legal = game.record.game().exactly(planned);
            assert_eq!(legal, None, "{planned} was planned and not played");
        }
    }

    /// Replaces a finished game with a new one.
    async fn again(&mut self, id: GameId) -> Result<&'static str, AppError> {
        self.games.retain(|game| *game != id);
        let (game, variant) = VARIANTS[self.below(VARIANTS.len())];
        let new = self.fixture.start(game, variant).await;
        self.games.push(new);
        Ok("again")
    }

    fn player(&mut self) -> PlayerId {
        [WHITE, BLACK][self.below(2)]
    }

    /// Mostly a player who can plan now.
    fn planner(&mut self, game: &Game) -> PlayerId {
        match game.to_move() {
            Some(side) if self.below(10) > 0 => game.row.players[!side].unwrap(),
            _ => self.player(),
        }
    }

    async fn plan(&mut self) -> Result<&'static str, AppError> {
        let id = self.game();
        let game = self.load(id).await;
        let by = self.planner(&game);
        let most = 2 + self.below(5);
        let line = self.line(game.record.game(), most);
        let whatever = self.below(3) == 0;
        let act = self.fixture.act(by);
        let planned = self
            .fixture
            .app
            .plan_line(&act, id, &line, whatever)
            .await?;
        self.show(by, &planned);
        let (root, plan) = &self.shown[&(id, by)];
        let mut after = root.clone();
        after.extend_from_slice(&line[..line.len() / 2 * 2 - 1]);
        let shown = (root.clone(), plan.clone());
        // Unless a specific branch takes precedence, the plan now gives the last reply of the line.
        if !whatever {
            assert_eq!(
                answer(&shown, &after),
                Some(line[line.len() / 2 * 2 - 1].as_str())
            );
        }
        Ok("plan")
    }

    async fn edit(&mut self) -> Result<&'static str, AppError> {
        let id = self.game();
        let game = self.load(id).await;
        let by = self.planner(&game);
        let act = self.fixture.act(by);
        if self.below(4) == 0 {
            let planned = self.fixture.app.drop_plan(&act, id).await?;
            assert!(planned.plan.is_empty());
            self.show(by, &planned);
            return Ok("drop");
        }
        let looked = self.fixture.app.plan(&act, id).await?;
        self.show(by, &looked);
        if looked.plan.branches.is_empty() {
            return Ok("look");
        }
        let index = self.below(looked.plan.size());
        let version = looked.version;
        let act = self.fixture.act(by);
        let planned = self
            .fixture
            .app
            .cut_branch(&act, id, version, index)
            .await?;
        assert!(planned.plan.size() < looked.plan.size());
        self.show(by, &planned);
        Ok("cut")
    }

    async fn queue(&mut self) -> Result<&'static str, AppError> {
        let id = self.game();
        let by = self.player();
        let points = ["a1", "b2", "c3", "d4", "e2", "f6", "g3", "h2", "i1", "c5"];
        let mut wishes = Vec::new();
        for _ in 0..self.below(8) {
            let kind = ["Z", "R", "T"][self.below(3)];
            let places: Vec<&str> = (0..=self.below(3))
                .map(|_| points[self.below(points.len())])
                .collect();
            wishes.push(format!("{kind}{}", places.join("/")));
        }
        let act = self.fixture.act(by);
        let planned = self.fixture.app.queue(&act, id, &wishes.join(", ")).await?;
        self.show(by, &planned);
        Ok("queue")
    }

    async fn back(&mut self) -> Result<&'static str, AppError> {
        let id = self.game();
        let by = self.player();
        let app = &self.fixture.app;
        let act = self.fixture.act(by);
        let before = self.load(id).await;
        let is_asking = self.numbers.below(2) == 0;
        let side = before.row.side_of(by).unwrap();
        let asker = if is_asking { side } else { !side };
        let mut own = before.turns.iter().rev().filter(|made| made.side == asker);
        let was_planned = own.next().is_some_and(|made| made.is_planned);
        let game = if is_asking {
            match app.take_back(&act, id).await? {
                Takeback::Done(game) => game,
                Takeback::Asked(game) => {
                    let other = game.row.players[!game.takeback.unwrap()].unwrap();
                    app.allow_takeback(&self.fixture.act(other), id).await?
                }
            }
        } else {
            app.allow_takeback(&act, id).await?
        };
        // Taking back a planned turn drops the plan.
        if was_planned {
            let asker = game.row.players[asker].unwrap();
            self.shown.remove(&(id, asker));
        }
        // A plan made after the restored board is gone; queued placements stay.
        let texts = game.record.texts();
        for ((of, _), (root, plan)) in &mut self.shown {
            if *of == id && root.len() > texts.len() {
                plan.branches.clear();
            }
        }
        Ok("back")
    }

    async fn analyse(&mut self) -> Result<&'static str, AppError> {
        let by = self.player();
        let before = self.picture().await;
        if self.boards.is_empty() || self.below(4) == 0 {
            let id = self.game();
            let ply = (self.below(2) == 0).then(|| self.below(30));
            let act = self.fixture.act(by);
            let board = self
                .fixture
                .app
                .analyse(&act, id.into(), ply, false)
                .await?;
            let game = self.load(id).await;
            assert_eq!(Some(board.position), game.record.at(board.ply));
            self.boards.push((by, board.number));
        }
        let at = self.below(self.boards.len());
        let (by, number) = self.boards[at];
        let shown = self.fixture.app.analysis(by, number).await?;
        let at = self.below(12) as u32;
        let handling = match self.below(6) {
            0 => AnalysisEdit::Go(at),
            1 => AnalysisEdit::Cut(at),
            2 => AnalysisEdit::Flip,
            _ => match self.line(&shown.position, 1).pop() {
                Some(text) => AnalysisEdit::Try(shown.at(), TurnInput::Text(text)),
                None => AnalysisEdit::Go(0),
            },
        };
        let act = self.fixture.act(by);
        let after = self
            .fixture
            .app
            .handle_analysis(&act, number, &handling)
            .await?;
        if let AnalysisEdit::Try(_, TurnInput::Text(text)) = &handling {
            assert_eq!(after.texts().last(), Some(text));
        }
        assert_eq!(
            self.picture().await,
            before,
            "an analysis board changed a game"
        );
        Ok("analyse")
    }

    /// All games as text, except for who has seen them.
    async fn picture(&self) -> String {
        let mut pictures = Vec::new();
        for id in &self.games {
            let mut game = self.load(*id).await;
            game.row.seen = hexpost_engine::side::BySide::default();
            game.row.acted = hexpost_engine::side::BySide::default();
            pictures.push(format!("{game:?}"));
        }
        pictures.join("\n")
    }

    async fn step(&mut self) {
        let pick = self.below(100);
        let done = match pick {
            0..38 => self.play().await,
            38..63 => self.plan().await,
            63..71 => self.edit().await,
            71..77 => self.queue().await,
            77..84 => self.back().await,
            84..96 => self.analyse().await,
            96..98 => {
                self.fixture.restart().await;
                Ok("restart")
            }
            _ => {
                let id = self.game();
                let by = self.player();
                let act = self.fixture.act(by);
                let resigned = self.numbers.below(4) == 0;
                let ended = if resigned {
                    self.fixture.app.resign(&act, id).await.map(|_| ())
                } else {
                    self.fixture.app.prune(act.now, 10).await.map(|_| ())
                };
                ended.map(|()| "end")
            }
        };
        match done {
            Ok(name) => *self.done.entry(name).or_default() += 1,
            Err(AppError::Refused(_)) => *self.done.entry("refused").or_default() += 1,
            Err(AppError::Store(error)) => panic!("{error}"),
        }
    }
}

fn think(seed: u64) {
    run(async {
        let mut thinkers = Thinkers {
            fixture: TestApp::open().await,
            numbers: SplitMix64::new(seed),
            games: Vec::new(),
            shown: HashMap::new(),
            boards: Vec::new(),
            done: HashMap::new(),
        };
        for (game, variant) in VARIANTS {
            let id = thinkers.fixture.start(game, variant).await;
            thinkers.games.push(id);
        }
        for step in 0..STEPS {
            thinkers.step().await;
            if step % 50 == 0 {
                thinkers.fixture.assert_sound().await;
            }
        }
        thinkers.fixture.assert_sound().await;
        let done = &thinkers.done;
        for name in [
            "play", "plan", "answered", "placed", "cut", "drop", "queue", "back", "analyse",
        ] {
            assert!(done.contains_key(name), "{name} never happened: {done:?}");
        }
    });
}

#[test]
fn random_plans_are_played_exactly_as_shown_1() {
    think(1);
}

#[test]
fn random_plans_are_played_exactly_as_shown_2() {
    think(2);
}

#[test]
fn random_plans_are_played_exactly_as_shown_3() {
    think(3);
}
