//! Every command, button, menu and form is delivered twice, with a restart in between, in several states
//! of the bot: the second delivery changes nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serenity::all::{Http, HttpBuilder};
use tempfile::TempDir;
use tokio::runtime::Builder;

use crate::app::game::state::Game;
use crate::app::people::settings::Language;
use crate::app::{Act, App, Limits, NewChallenge, Opponent, TurnInput};
use crate::discord::context::Context;
use crate::discord::custom_id::menu::{self, MenuAction};
use crate::discord::custom_id::replay::ReplayAction;
use crate::discord::custom_id::{BoardRef, ComposerState, ComposerTarget, CustomId, Tap};
use crate::discord::features;
use crate::discord::interaction::dispatch;
use crate::discord::interaction::idempotency::*;
use crate::discord::interaction::request::{
    CommandCall, Invoker, OptionValue, Request, UserOption,
};
use crate::discord::interaction::response::Response;
use crate::discord::view::markdown::UserText;
use crate::discord::view::message::{ActionRow, Message};
use crate::model::{
    ChannelId, GameId, Pace, PlayerId, Seat, Seq, ServerId, StoredVariant, Terms, Time,
};
use crate::store::{OpenOptions, Store};

const WHITE: PlayerId = PlayerId(1_000_001);
const BLACK: PlayerId = PlayerId(1_000_002);
const THIRD: PlayerId = PlayerId(1_000_003);
const SERVER: ServerId = ServerId(50);
const CHANNEL: ChannelId = ChannelId(60);
const BEGINNING: Time = Time(1_800_000_000_000);
/// How many components in a row the crawl follows after a command.
const DEPTH: usize = 2;

#[test]
fn an_interaction_is_received_once() {
    let deliveries = Deliveries::default();
    let is_new = |id| deliveries.receive(InteractionId(id)).is_some();
    for id in 0..3 * REMEMBERED as i64 {
        assert!(is_new(id));
        assert!(!is_new(id));
        assert!(!is_new((id - REMEMBERED as i64 + 1).max(0)));
    }
    let known = deliveries.known.lock().unwrap();
    assert!(known.newer.len() + known.older.len() <= 2 * REMEMBERED);
}

/// Something that can have happened before.
struct Story {
    app: App,
    acts: i64,
    now: Time,
}

impl Story {
    fn act(&mut self, by: PlayerId) -> Act {
        self.acts += 1;
        self.now = self.now + Duration::from_secs(1);
        Act {
            by,
            interaction: InteractionId(self.acts),
            expected_seq: None,
            now: self.now,
        }
    }

    async fn challenge(
        &mut self,
        by: PlayerId,
        to: Option<PlayerId>,
        what: (&str, &str),
    ) -> GameId {
        let terms = Terms {
            variant: StoredVariant::parse(what.0, what.1),
            seat: Seat::Mine,
            pace: Some(Pace::days(3)),
            is_rated: false,
            note: Some("*hello*".to_owned()),
        };
        let opponent = to.map(|id| Opponent { id, is_bot: false });
        let new = NewChallenge {
            opponent,
            server: Some(SERVER),
            channel: Some(CHANNEL),
            terms,
        };
        let act = self.act(by);
        self.app.challenge(&act, new).await.unwrap().id
    }

    async fn game(&mut self, what: (&str, &str), turns: &[&str]) -> GameId {
        let id = self.challenge(WHITE, Some(BLACK), what).await;
        let act = self.act(BLACK);
        self.app.accept(&act, id).await.unwrap();
        for (turn, by) in turns.iter().zip([WHITE, BLACK].into_iter().cycle()) {
            let act = self.act(by);
            let made = TurnInput::Text((*turn).to_owned());
            self.app.play(&act, id, &made).await.unwrap();
        }
        id
    }
}

/// What has happened before, by name.
const STATES: [&str; 7] = [
    "challenges",
    "running",
    "draw offered",
    "takeback asked",
    "touch-move",
    "time is up",
    "over",
];

async fn tell(state: &str, story: &mut Story) -> GameId {
    let zertz = ("zertz", "37");
    let turns = ["Wd4-a1", "Bb2-g1"];
    match state {
        "challenges" => {
            let id = story.challenge(BLACK, None, zertz).await;
            story
                .challenge(BLACK, Some(WHITE), ("tzaar", "fixed"))
                .await;
            story.challenge(WHITE, None, zertz).await;
            let act = story.act(BLACK);
            story.app.pin_lobby(&act, SERVER, CHANNEL).await.unwrap();
            id
        }
        "running" => story.game(zertz, &turns).await,
        "draw offered" => {
            let id = story.game(zertz, &turns).await;
            let act = story.act(BLACK);
            story.app.offer_draw(&act, id).await.unwrap();
            id
        }
        "takeback asked" => {
            let id = story.game(zertz, &turns).await;
            let act = story.act(WHITE);
            story.app.view_game(WHITE, id, act.now).await.unwrap();
            let act = story.act(BLACK);
            story.app.take_back(&act, id).await.unwrap();
            id
        }
        "touch-move" => story.game(("zertz", "48-tournament"), &[]).await,
        "time is up" => {
            let id = story.game(zertz, &turns).await;
            story.now = story.now + Duration::from_hours(24 * 10);
            story.app.sweep(story.now, 100).await.unwrap();
            id
        }
        "over" => {
            let id = story.game(zertz, &turns).await;
            let act = story.act(WHITE);
            story.app.resign(&act, id).await.unwrap();
            let act = story.act(WHITE);
            let record = b"[Game \"zertz\"]\n[Variant \"37\"]\n\n1. Wd4-a1";
            // Only there to be looked at and thrown away.
            let _ = story.app.import(&act, record, None).await;
            id
        }
        _ => unreachable!("{state}"),
    }
}

/// A state of the bot to which one comes back.
struct Scene {
    folder: TempDir,
    app: Arc<App>,
    now: Time,
    acts: i64,
    http: Arc<Http>,
}

impl Scene {
    async fn open(folder: &TempDir, name: &str) -> App {
        let options = OpenOptions::new(folder.path().join(name));
        App::new(Store::open(&options).await.unwrap(), Limits::default())
    }

    async fn new(state: &str) -> (Self, GameId) {
        let folder = TempDir::new().unwrap();
        let mut story = Story {
            app: Self::open(&folder, "base.db").await,
            acts: 0,
            now: BEGINNING,
        };
        // The language of someone's program is noted when they are seen for the first time.
        for player in [WHITE, BLACK, THIRD] {
            let noted = story.app.note_locale(player, Language::English).await;
            noted.unwrap();
        }
        let id = tell(state, &mut story).await;
        let Story { app, now, .. } = story;
        app.close().await;
        fs::copy(folder.path().join("base.db"), folder.path().join("0.db")).unwrap();
        let app = Arc::new(Self::open(&folder, "0.db").await);
        let acts = 1_000_000;
        // Nobody answers there.
        let http = HttpBuilder::new("t").proxy("http://127.0.0.1:9");
        let http = Arc::new(http.ratelimiter_disabled(true).build());
        (
            Self {
                folder,
                app,
                now,
                acts,
                http,
            },
            id,
        )
    }

    /// Everything is as it was.
    async fn restore(&mut self) {
        self.acts += 1;
        let name = format!("{}.db", self.acts);
        fs::copy(
            self.folder.path().join("base.db"),
            self.folder.path().join(&name),
        )
        .unwrap();
        let app = Arc::new(Self::open(&self.folder, &name).await);
        let old = mem::replace(&mut self.app, app);
        Arc::into_inner(old).unwrap().close().await;
    }

    fn invoker(id: PlayerId, interaction: i64) -> Invoker {
        Invoker {
            id,
            name: UserText::line("Player"),
            locale: "en-GB".to_owned(),
            server: Some(SERVER),
            server_locale: None,
            channel: CHANNEL,
            parent: None,
            is_home: true,
            message: Some(1),
            given: u64::MAX,
            permissions: u64::MAX,
            is_moderator: true,
            roles: Vec::new(),
            is_typing: false,
            interaction: InteractionId(interaction),
            token: interaction.to_string(),
        }
    }

    /// Delivers an interaction to a program that has just started.
    async fn deliver(&self, by: PlayerId, interaction: i64, request: Request) -> Response {
        let now = self.now;
        let clock = Arc::new(move || now);
        let ctx = Context::new(
            Arc::clone(&self.app),
            Arc::clone(&self.http),
            clock,
            Duration::from_secs(9),
            // No computer thinks here.
            Duration::ZERO,
            0,
        );
        let invoker = Self::invoker(by, interaction);
        let delivery = ctx.deliveries.receive(invoker.interaction).unwrap();
        dispatch::answer(&ctx, &invoker, delivery, request).await
    }

    async fn contents(&self) -> BTreeMap<String, Vec<String>> {
        self.app.store().contents().await.unwrap()
    }
}

fn person(id: PlayerId) -> UserOption {
    UserOption {
        id,
        name: UserText::line("Player"),
        is_bot: false,
    }
}

/// A command with its options: none but those it needs, each of the others alone, and all of them.
fn calls(form: &serde_json::Value, game: GameId, other: PlayerId) -> Vec<Request> {
    let name = form["name"].as_str().unwrap().to_owned();
    if form["type"] == 2 {
        return vec![Request::UserCommand(name, person(other))];
    }
    let given = |option: &serde_json::Value| {
        let choices = option["choices"].as_array();
        let chosen = choices
            .and_then(|all| all.last())
            .map(|one| one["value"].clone());
        Some(match option["type"].as_u64()? {
            3 => OptionValue::Text(match (chosen, option["name"].as_str()?) {
                (Some(chosen), _) => chosen.as_str()?.to_owned(),
                (None, "game") => game.to_string(),
                (None, "zone") => "Europe/Warsaw".to_owned(),
                (None, "from") => "2027-03-01".to_owned(),
                (None, _) => "Ge6-a2".to_owned(),
            }),
            4 => OptionValue::Number(option["min_value"].as_i64().unwrap_or(1)),
            5 => OptionValue::Flag(true),
            6 => OptionValue::Person(person(other)),
            _ => return None,
        })
    };
    let mut calls = Vec::new();
    let options = form["options"].as_array().cloned().unwrap_or_default();
    let subs: Vec<(Option<String>, Vec<serde_json::Value>)> =
        if options.iter().any(|option| option["type"] == 1) {
            let sub = |option: &serde_json::Value| {
                let inner = option["options"].as_array().cloned().unwrap_or_default();
                (option["name"].as_str().map(str::to_owned), inner)
            };
            options.iter().map(sub).collect()
        } else {
            vec![(None, options)]
        };
    for (sub, options) in subs {
        let is_needed = |option: &serde_json::Value| option["required"] == true;
        let needed: Vec<_> = options.iter().filter(|option| is_needed(option)).collect();
        let mut sets = vec![needed.clone(), options.iter().collect()];
        for option in options.iter().filter(|option| !is_needed(option)) {
            let mut set = needed.clone();
            set.push(option);
            sets.push(set);
        }
        for set in sets {
            let options = set
                .into_iter()
                .filter_map(|option| Some((option["name"].as_str()?.to_owned(), given(option)?)));
            calls.push(Request::Command(CommandCall {
                name: name.clone(),
                sub: sub.clone(),
                options: options.collect(),
            }));
        }
    }
    calls
}

fn press(id: String, values: Vec<String>) -> Request {
    Request::Component {
        id,
        values,
        people: Vec::new(),
        is_ephemeral: true,
    }
}

/// What can be done next with what someone was shown.
fn next(answer: &Response) -> Vec<Request> {
    let of_reply = |reply: &Message| {
        let mut next = Vec::new();
        for row in &reply.rows {
            match row {
                ActionRow::Buttons(keys) => next.extend(
                    keys.iter()
                        .filter(|key| !key.is_disabled)
                        .map(|key| press(key.id.clone(), Vec::new())),
                ),
                ActionRow::SelectMenu(menu) => {
                    for option in &menu.options {
                        next.push(press(menu.id.clone(), vec![option.value.clone()]));
                    }
                }
                ActionRow::EntitySelect(picker) => {
                    next.push(press(picker.id.clone(), vec!["77".to_owned()]));
                }
            }
        }
        next
    };
    match answer {
        Response::Ephemeral(reply)
        | Response::Update(reply)
        | Response::Show(reply)
        | Response::EphemeralWithFiles(reply, _)
        | Response::PublicWithFiles(reply, _) => of_reply(reply),
        Response::Public(publication) => of_reply(&publication.reply),
        Response::Outdated(press) => of_reply(&press.reply),
        Response::Modal(modal) => {
            let line = |input: &crate::discord::view::message::TextInput| {
                let text = match input.id {
                    "turn" => "Ge6-a2",
                    "zone" => "Europe/Warsaw",
                    _ => "1",
                };
                (input.id.to_owned(), text.to_owned())
            };
            vec![Request::ModalSubmit {
                id: modal.id.clone(),
                lines: modal.inputs.iter().map(line).collect(),
                is_ephemeral: true,
            }]
        }
        Response::Autocomplete(_) | Response::Ack => Vec::new(),
    }
}

/// What kind of request it is: the same with other numbers is of the same kind.
fn kind(request: &Request) -> String {
    let button = |id: &str| match CustomId::read(id) {
        Some(CustomId::Compose(table, tap)) => {
            let tap = format!("{tap:?}");
            let tap = tap.split(['(', ' ']).next().unwrap_or_default().to_owned();
            let table = format!("{table:?}");
            let table = table
                .split(['(', ' '])
                .next()
                .unwrap_or_default()
                .to_owned();
            format!("compose {table} {tap}")
        }
        // Whatever the draft of a challenge says, its components do the same.
        Some(CustomId::Menu(MenuAction::ChallengeForm(action))) => {
            let action = format!("{action:?}");
            let action = action.split('(').next().unwrap_or_default();
            format!("challenge form {action}")
        }
        Some(button) => format!("{button:?}"),
        None => id.to_owned(),
    };
    let said = match request {
        Request::Component { id, values, .. } => {
            let value = values.first().filter(|_| CustomId::read(id).is_some());
            let value = value.map(|value| button(value)).unwrap_or_default();
            format!("press {} {value}", button(id))
        }
        Request::ModalSubmit { id, .. } => format!("form {}", button(id)),
        other => format!("{other:?}"),
    };
    said.chars().filter(|sign| !sign.is_ascii_digit()).collect()
}

/// What the composer is asked for in a game: every kind of tap, with the first turn that is offered.
fn taps(game: &Game, shown: BoardRef) -> Vec<Request> {
    let position = game.record.game();
    let mut steps = Vec::new();
    let mut all = Vec::new();
    while let Ok(offer) = position.offer(&steps)
        && offer.finished.is_none()
        && let Some(choice) = offer.choices.first()
    {
        steps.push(choice.step);
        all.push(Tap::Go(ComposerState::new(steps.clone())));
    }
    all.push(Tap::Touch(ComposerState::new(steps.clone())));
    all.push(Tap::Play(steps));
    all.extend([Tap::Close, Tap::Discard, Tap::Type]);
    let button = |tap| CustomId::Compose(ComposerTarget::Game(shown), tap);
    all.into_iter()
        .map(|tap| press(button(tap).write(), Vec::new()))
        .collect()
}

/// Delivers everything there is, each thing twice; what has changed something, by kind.
async fn crawl(state: &'static str) -> BTreeSet<String> {
    let (mut scene, id) = Scene::new(state).await;
    let row = scene.app.game_row(id).await.unwrap();
    let shown = BoardRef {
        game: id,
        seq: row.map_or(Seq::START, |row| row.status.position_seq),
    };
    let game = scene.app.game(id, scene.now).await.ok();
    let mut changed = BTreeSet::new();
    let base = scene.contents().await;
    let mut is_changed = false;
    for (by, other) in [(WHITE, BLACK), (BLACK, WHITE), (THIRD, WHITE)] {
        let mut seen = BTreeSet::new();
        // Commands, rules and lessons know nothing of the state of one game.
        let is_broad = ["challenges", "running"].contains(&state);
        let forms = if is_broad {
            features::definitions()
        } else {
            Vec::new()
        };
        let mut paths: Vec<Vec<Request>> = Vec::new();
        paths.extend(
            forms
                .iter()
                .flat_map(|form| calls(form, id, other))
                .map(|call| vec![call]),
        );
        let challenges = (1..=3).map(GameId).flat_map(|id| {
            [
                CustomId::Accept(id),
                CustomId::Decline(id),
                CustomId::Withdraw(id),
            ]
        });
        let buttons = challenges.chain([CustomId::Move(shown), CustomId::More(shown)]);
        let is_meant = |one: &MenuAction| match one {
            MenuAction::Rules { .. } | MenuAction::Lesson { .. } => state == "running",
            // It takes long to draw and changes nothing.
            MenuAction::Replay(ReplayAction::Animate(_)) => false,
            _ => true,
        };
        let others = menu::tests::all(shown).into_iter();
        let others = others.filter(is_meant).map(CustomId::Menu);
        paths.extend(
            buttons
                .chain(others)
                .map(|one| vec![press(one.write(), Vec::new())]),
        );
        paths.extend(
            game.iter()
                .flat_map(|game| taps(game, shown))
                .map(|tap| vec![tap]),
        );
        while let Some(path) = paths.pop() {
            let (last, before) = path.split_last().unwrap();
            // Of the challenges each is another matter.
            let is_challenge = matches!(last, Request::Component { id, .. } if matches!(
                CustomId::read(id),
                Some(CustomId::Accept(_) | CustomId::Decline(_) | CustomId::Withdraw(_))
            ));
            if !seen.insert(kind(last)) && !is_challenge {
                continue;
            }
            if is_changed {
                scene.restore().await;
            }
            let mut first = base.clone();
            for request in before {
                scene.acts += 1;
                scene.deliver(by, scene.acts, request.clone()).await;
                first = scene.contents().await;
            }
            scene.acts += 1;
            let answer = scene.deliver(by, scene.acts, last.clone()).await;
            let once = scene.contents().await;
            scene.deliver(by, scene.acts, last.clone()).await;
            let twice = scene.contents().await;
            assert_eq!(once, twice, "{state}: done twice: {path:#?}");
            is_changed = twice != base;
            if first != once {
                changed.insert(kind(last));
            }
            if path.len() < DEPTH {
                for request in next(&answer) {
                    let mut path = path.clone();
                    path.push(request);
                    paths.push(path);
                }
            }
        }
    }
    changed
}

#[test]
fn nothing_that_is_delivered_again_after_a_restart_is_done_again() {
    // Side by side: most of the time goes into waiting for the disk.
    let crawls = STATES.map(|state| {
        thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(crawl(state))
        })
    });
    let changed = crawls.into_iter().flat_map(|crawl| crawl.join().unwrap());
    let changed: BTreeSet<String> = changed.collect();
    let mut missing = Vec::new();
    // It would prove little if nothing had been changed in the first place.
    for part in [
        "Accept",
        "Decline",
        "Withdraw",
        "compose Game Go",
        "compose Game Play",
        "compose Game Touch",
        "compose Game Close",
        "ResignSurely",
        "OfferDraw",
        "AcceptDraw",
        "TakeBack",
        "AllowTakeback",
        "Claim",
        "GiveDay",
        "Mute",
        "Flip",
        "form Menu(Note",
        "Follow",
        "ConfirmErasure",
        "name: \"challenge\"",
        "name: \"vacation\"",
        "name: \"move\"",
        "PlayerSetting(",
        "ServerSetting(",
        "ReminderSetting(",
        "Rematch",
    ] {
        let is_there = changed.iter().any(|kind| kind.contains(part));
        if !is_there {
            missing.push(part);
        }
    }
    assert!(
        missing.is_empty(),
        "{missing:?} changed nothing: {changed:#?}"
    );
}
