//! A load test: people on a local Discord in this process play with bots in other processes.

#![allow(
    dead_code,
    reason = "two benchmarks share this and use different parts"
)]

use std::collections::VecDeque;
use std::fs;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use hexpost_engine::game::{AnyGame, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::search::Level;
use hexpost_sandbox::{CLUB, Id, PressResult, Sandbox};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use hexpost::app::{Act, App, Limits, NewChallenge, NewComputerGame, Opponent};
use hexpost::model::{
    ChannelId, GameId, InteractionId, PlayerId, Seat, ServerId, StoredVariant, Terms, Time,
};

/// The number of players.
const PEOPLE: usize = 100;
/// The number of moves started per second in the open loop.
const RATE: u32 = 25;
/// How long to wait for a response.
const PATIENCE: Duration = Duration::from_secs(10);
/// The maximum number of taps in a turn.
const MAX_TAPS: usize = 60;

pub(crate) fn number(name: &str, usual: i64) -> i64 {
    std::env::var(name).map_or(usual, |text| text.parse().unwrap())
}

/// The CPU time of a process, in seconds.
pub(crate) fn busy(process: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The fields after the name, which may contain anything.
    let fields = stat.rsplit(')').next().unwrap().split_whitespace();
    let ticks: f64 = fields
        .skip(11)
        .take(2)
        .map(|text| text.parse::<f64>().unwrap())
        .sum();
    ticks / 100.0
}

/// A running game.
pub(crate) struct Game {
    pub(crate) id: GameId,
    pub(crate) channel: Id,
    pub(crate) players: [Id; 2],
    position: AnyGame,
    plies: usize,
    /// The custom id of Move on the board of the last turn.
    last: Option<String>,
}

impl Game {
    fn mover(&self) -> Id {
        self.players[self.plies % 2]
    }
}

/// How a turn is made.
#[derive(Clone, Copy)]
pub(crate) enum How {
    Typed,
    Tapped,
    /// Typed without waiting for the board.
    Blind,
}

/// The measurements.
#[derive(Default)]
pub(crate) struct Figures {
    /// The time from each interaction to its first response.
    pub(crate) waits: Vec<Duration>,
    pub(crate) moves: usize,
    pub(crate) failures: Vec<String>,
}

/// A load test: a local Discord with simulated players.
pub(crate) struct LoadTest {
    pub(crate) sandbox: Sandbox,
    pub(crate) command: Value,
    pub(crate) games: Mutex<VecDeque<Game>>,
    pub(crate) figures: Mutex<Figures>,
}

impl LoadTest {
    /// Sends an interaction; returns the message that responds to it.
    async fn ask(&self, who: Id, channel: Id, mut form: Value) -> Result<Value, String> {
        form["as"] = json!(who.to_string());
        let begun = Instant::now();
        let asked = self.sandbox.act(&form)?;
        let id = asked["interaction_id"].as_str().unwrap_or_default();
        let id = id
            .parse()
            .map_err(|_| format!("{asked} is not an interaction"))?;
        let answered = self.sandbox.answered(id, PATIENCE).await;
        let Some(PressResult::Message(Some(message))) = answered else {
            return Err(format!("{form}: {answered:?}"));
        };
        self.figures.lock().unwrap().waits.push(begun.elapsed());
        // A deferred response counts as the first response.
        loop {
            let seen = self.sandbox.message(who, channel, message);
            let seen = seen.ok_or("the response was deleted")?;
            let flags = seen["flags"].as_u64().unwrap_or_default();
            if flags & 1 << 7 == 0 {
                return Ok(seen);
            }
            if begun.elapsed() > PATIENCE {
                return Err("the deferred response was never edited".to_owned());
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    /// Types a turn; returns the response.
    async fn types(&self, game: &Game, numbers: &mut SplitMix64) -> Result<Value, String> {
        let turn = game.position.uniform_turn(numbers);
        let turn = turn.and_then(|turn| game.position.write(&turn));
        let form = json!({
            "do": "command", "channel_id": game.channel.to_string(), "command_id": self.command,
            "options": [
                { "name": "turn", "type": 3, "value": turn },
                { "name": "game", "type": 3, "value": game.id.to_string() },
            ],
        });
        let screen = self.ask(game.mover(), game.channel, form).await?;
        // A turn with a warning must be confirmed.
        match tap(&screen, numbers) {
            Some(key) => self.taps(game, screen, key, numbers).await,
            None => Ok(screen),
        }
    }

    /// Composes a turn by taps, starting at the board; returns the last response.
    async fn taps(
        &self,
        game: &Game,
        mut screen: Value,
        mut key: String,
        numbers: &mut SplitMix64,
    ) -> Result<Value, String> {
        for _ in 0..MAX_TAPS {
            let form = json!({ "do": "press", "message_id": screen["id"], "custom_id": key });
            screen = self.ask(game.mover(), game.channel, form).await?;
            match tap(&screen, numbers) {
                Some(next) => key = next,
                None => return Ok(screen),
            }
        }
        Err("too many taps".to_owned())
    }

    /// Waits for the board that pings the player to move; also returns the custom id of its button
    /// Move.
    async fn board(&self, game: &Game) -> Result<(Value, String), String> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let newest = self.sandbox.newest(game.mover(), game.channel);
            let newest = newest.and_then(|newest| key_of(&newest, "1m").map(|key| (newest, key)));
            if let Some((board, key)) = newest.filter(|(_, key)| Some(key) != game.last.as_ref()) {
                return Ok((board, key));
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Err("no board".to_owned())
    }

    /// Makes a turn in a game, after waiting for its board unless it is made blindly; requeues the
    /// game if it isn't over.
    pub(crate) async fn turn(&self, mut game: Game, how: How, numbers: &mut SplitMix64) {
        let answer = match how {
            How::Blind => self.types(&game, numbers).await,
            How::Typed | How::Tapped => match self.board(&game).await {
                Err(why) => Err(why),
                Ok((board, key)) => {
                    game.last = Some(key.clone());
                    match how {
                        How::Tapped => self.taps(&game, board, key, numbers).await,
                        _ => self.types(&game, numbers).await,
                    }
                }
            },
        };
        let made = answer.and_then(|answer| {
            let text = answer["content"].as_str().unwrap_or_default();
            let made = text
                .contains('✅')
                .then(|| text.split('`').nth(1))
                .flatten();
            let turn = made.and_then(|made| game.position.read(made).ok());
            turn.ok_or_else(|| format!("refused: {text}"))
        });
        let turn = match made {
            Ok(turn) => turn,
            Err(why) => {
                self.figures.lock().unwrap().failures.push(why);
                return;
            }
        };
        self.figures.lock().unwrap().moves += 1;
        game.position.play(&turn).unwrap();
        game.plies += 1;
        if game.position.outcome().is_none() {
            self.games.lock().unwrap().push_back(game);
        }
    }

    pub(crate) fn next(&self) -> Option<Game> {
        self.games.lock().unwrap().pop_front()
    }
}

fn parts(message: &Value) -> impl Iterator<Item = &Value> {
    let rows = message["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
}

/// The custom id of a message's component that starts with this prefix.
fn key_of(message: &Value, beginning: &str) -> Option<String> {
    let mut keys = parts(message).filter_map(|part| part["custom_id"].as_str());
    keys.find(|id| id.starts_with(beginning)).map(str::to_owned)
}

/// The custom id of a random component of the composer that leads on; none if the turn is complete.
fn tap(screen: &Value, numbers: &mut SplitMix64) -> Option<String> {
    if screen["content"]
        .as_str()
        .is_some_and(|text| text.contains('✅'))
    {
        return None;
    }
    let leads_on = |part: &&Value| {
        let sign = part["emoji"]["name"].as_str().unwrap_or_default();
        let is_back = ["↩️", "✖️", "⌨️"].contains(&sign) || part["label"] == "Close";
        part["type"] == 2 && part["disabled"] != true && !is_back
    };
    let keys: Vec<&Value> = parts(screen).filter(leads_on).collect();
    let count = keys.len() as u64;
    let key = keys.get(numbers.below(count.max(1)) as usize)?;
    key["custom_id"].as_str().map(str::to_owned)
}

/// Creates games of both kinds against the computer at its strongest, each in its own channel, directly in the
/// database. The players move first.
pub(crate) async fn begin_computer_games(sandbox: &Sandbox, app: &App, count: usize) -> Vec<Game> {
    let each = Limits::default().computer_games;
    let mut games = Vec::new();
    let mut person = 0;
    for index in 0..count {
        let (kind, variant) = [("zertz", "37"), ("tzaar", "fixed")][index % 2];
        let name = format!("computer {index}");
        let channel = sandbox.add_channel(CLUB, &name).unwrap();
        if index % each == 0 {
            person = sandbox.add_person(&name, "en-US").unwrap();
            app.welcome(PlayerId(person as i64)).await.unwrap();
        }
        let act = Act {
            by: PlayerId(person as i64),
            interaction: InteractionId(1_000_000 + index as i64),
            expected_seq: None,
            now: Time(sandbox.now()),
        };
        let new = NewComputerGame {
            variant: StoredVariant::parse(kind, variant),
            seat: Seat::Mine,
            level: Level::Strongest,
            server: Some(ServerId(CLUB as i64)),
            channel: Some(ChannelId(channel as i64)),
            opening: Vec::new(),
        };
        games.push(Game {
            id: app.play_computer(&act, &new).await.unwrap().row.id,
            channel,
            players: [person; 2],
            position: AnyGame::start(&Variant::parse(kind, variant).unwrap()),
            plies: 0,
            last: None,
        });
    }
    games
}

/// Answers the computer's turns at once for some time, so that it is always thinking; returns how many turns it has
/// made. `reader` reads the bot's database.
pub(crate) async fn play_computer(
    load: Arc<LoadTest>,
    reader: App,
    mut games: Vec<Game>,
    time: Duration,
) -> usize {
    let begun = Instant::now();
    let mut numbers = SplitMix64::new(7);
    let mut answers = 0;
    while begun.elapsed() < time {
        for game in &mut games {
            let seen = reader
                .game(game.id, Time(load.sandbox.now()))
                .await
                .unwrap();
            let is_over = seen.record.game().outcome().is_some();
            if is_over || seen.is_computers_turn() || seen.turns.len() < game.plies {
                continue;
            }
            answers += usize::from(game.plies > 0);
            game.position = seen.record.game().clone();
            game.plies = seen.turns.len() + 1;
            if let Err(why) = load.types(game, &mut numbers).await {
                load.figures.lock().unwrap().failures.push(why);
            }
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    answers
}

/// Creates games of both kinds, each in its own channel, directly in the database.
pub(crate) async fn begin(sandbox: &Sandbox, app: &App, count: usize) -> Vec<Game> {
    let people: Vec<Id> = (0..PEOPLE)
        .map(|index| sandbox.add_person(&format!("Player {}", index + 10), "en-US"))
        .collect::<Result<_, _>>()
        .unwrap();
    // Without this, a welcome would appear among the boards.
    for person in &people {
        app.welcome(PlayerId(*person as i64)).await.unwrap();
    }
    let mut games = Vec::new();
    for index in 0..count {
        let (kind, variant) = [("zertz", "37"), ("tzaar", "fixed")][index % 2];
        let channel = sandbox.add_channel(CLUB, &format!("game {index}")).unwrap();
        let other = (index + 1 + index / PEOPLE) % PEOPLE;
        let players = [people[index % PEOPLE], people[other]];
        let act = |side: usize| Act {
            by: PlayerId(players[side] as i64),
            interaction: InteractionId((index * 2 + side + 1) as i64),
            expected_seq: None,
            now: Time(sandbox.now()),
        };
        let new = NewChallenge {
            opponent: Some(Opponent {
                id: PlayerId(players[1] as i64),
                is_bot: false,
            }),
            server: Some(ServerId(CLUB as i64)),
            channel: Some(ChannelId(channel as i64)),
            terms: Terms {
                variant: StoredVariant::parse(kind, variant),
                seat: Seat::Mine,
                pace: Some(hexpost::model::Pace::days(3)),
                is_rated: false,
                note: None,
            },
        };
        let id = app.challenge(&act(0), new).await.unwrap().id;
        app.accept(&act(1), id).await.unwrap();
        games.push(Game {
            id,
            channel,
            players,
            position: AnyGame::start(&Variant::parse(kind, variant).unwrap()),
            plies: 0,
            last: None,
        });
    }
    games
}

/// Starts a fixed number of moves per second for some time, whatever the response times; half typed and half
/// tapped.
pub(crate) async fn open_loop(load: &Arc<LoadTest>, time: Duration) {
    let begun = Instant::now();
    let mut tasks = JoinSet::new();
    let mut beat = tokio::time::interval(Duration::from_secs(1) / RATE);
    for index in 0.. {
        beat.tick().await;
        if begun.elapsed() > time {
            break;
        }
        let Some(game) = load.next() else { continue };
        let load = Arc::clone(load);
        tasks.spawn(async move {
            let mut numbers = SplitMix64::new(index);
            let how = [How::Typed, How::Tapped][usize::from(index % 4 < 2)];
            load.turn(game, how, &mut numbers).await;
        });
    }
    while let Some(done) = tasks.join_next().await {
        done.unwrap();
    }
}

/// Waits until all notifications have been sent.
pub(crate) async fn drain(app: &App) {
    while app.oldest_unsent(Time(i64::MAX)).await.unwrap().is_some() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A time within which this part of the responses came, in milliseconds. The waits are in order.
pub(crate) fn percentile(waits: &[Duration], part: f64) -> f64 {
    let index = (waits.len() as f64 * part) as usize;
    let wait = waits.get(index.min(waits.len().saturating_sub(1)));
    wait.map_or(0.0, |wait| wait.as_secs_f64() * 1e3)
}
