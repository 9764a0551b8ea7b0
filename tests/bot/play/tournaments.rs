//! Tournaments, from the screen on which they are created to the last result, by taps.

use std::time::{Duration, Instant};

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    APPLICATION, CLUB, ControlAction, FIRST_PLAYER, FORUM_CHANNEL, GAMES, Id, MODERATOR,
    MODERATORS, RateLimitMode, SECOND_PLAYER, SPECTATOR, SandboxOptions,
};
use hexpost_tournament::tournament::{PlayerScore, Status};
use hexpost_tournament::{GameEnding, PairingResult};

use super::super::harness::{Harness, PATIENCE, Person, Seen, patient};
use super::Session;
use super::hosting::started;
use hexpost::app::access::Viewer;
use hexpost::app::integrity::check;
use hexpost::app::tournament::league::BETWEEN_SEASONS;
use hexpost::app::tournament::{TournamentDivision, TournamentView};
use hexpost::app::{Act, App, Limits};
use hexpost::model::{
    GameId, InteractionId, PlayerId, ServerId, TournamentFormat, TournamentId, TournamentPlace,
    TournamentState,
};
use hexpost::store::{OpenOptions, Store};

/// Longer than the bot waits between two updates of a card.
const SOON: Duration = Duration::from_secs(61);
/// The name of the tournaments.
const CUP: &str = "Autumn_cup";

/// A tournament with its players.
struct Cup {
    id: TournamentId,
    players: Vec<Id>,
}

impl Session {
    /// The first player creates a tournament on the screen.
    async fn creates(&self, format: &str, size: usize) -> TournamentId {
        let organiser = self.first();
        let screen = organiser.types("/tournament create").await;
        assert!(screen.message().is_private, "{}", screen.message());
        organiser.chooses(&[format]).await;
        let shown = organiser.chooses(&["Starts as soon as it is full"]).await;
        let text = &shown.message().text;
        assert!(text.contains("Starts as soon as it is full"), "{text}");
        organiser.clicks("Numbers…").await;
        let size_text = size.to_string();
        let days = match format {
            "Double round robin" | "League" => "0",
            _ => "14",
        };
        let numbers = [
            ("Most players", size_text.as_str()),
            ("Days for a round (Swiss)", days),
            ("Days of vacation at most", "5"),
        ];
        let shown = organiser.fills(&numbers).await;
        let said = format!("of {size} at most");
        assert!(shown.message().text.contains(&said), "{}", shown.message());
        organiser.clicks("Create…").await;
        let made = organiser.fills(&[("What is it called?", CUP)]).await;
        assert!(
            made.message().text.contains("is posted in this channel"),
            "{}",
            made.message()
        );
        let all = self
            .app
            .tournaments_on(ServerId(CLUB as i64))
            .await
            .unwrap();
        all.iter().map(|row| row.id).max().unwrap()
    }

    /// The card of a tournament in its channel, once it satisfies a condition.
    async fn card(&self, is_so: impl Fn(&Seen) -> bool) -> Seen {
        self.card_in(GAMES, is_so).await
    }

    async fn card_in(&self, channel: Id, is_so: impl Fn(&Seen) -> bool) -> Seen {
        let look = || {
            let mut all = self.first().at(channel).reads().into_iter();
            all.find(|seen| {
                !seen.is_private && seen.text.starts_with("🏆 **Autumn\\_cup**") && is_so(seen)
            })
        };
        self.harness.until("the card of the tournament", look).await
    }

    /// Everyone joins with the button of the card; the last one starts the tournament.
    async fn joined(&self, format: &str, players: Vec<Id>) -> Cup {
        let id = self.creates(format, players.len()).await;
        self.passes(SOON).await;
        let card = self.card(|seen| !seen.keys().is_empty()).await;
        for &player in &players {
            let join = format!("1Ttj{}", id.0);
            let answer = self.harness.person(player).clicks_on(&card, &join).await;
            assert!(answer.message().is_private, "{}", answer.message());
        }
        Cup { id, players }
    }

    async fn tournament(&self, id: TournamentId) -> TournamentView {
        self.app.tournament(id).await.unwrap()
    }

    /// So many people, all of whom have been welcomed.
    pub(super) async fn people(&self, count: usize) -> Vec<Id> {
        let mut people = FOUR.to_vec();
        for number in 5..=count {
            let name = format!("Player {number}");
            people.push(self.harness.sandbox.add_person(&name, "en-US").unwrap());
        }
        for &person in &people {
            self.app.welcome(PlayerId(person as i64)).await.unwrap();
        }
        people
    }

    /// The thread of a game, once it has one.
    pub(super) async fn game_thread(&self, game: GameId) -> Id {
        for _ in 0..2000 {
            let row = self.app.game_row(game).await.unwrap().unwrap();
            if let Some(thread) = row.thread {
                return thread.0 as Id;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("game {game} has no thread\n{}", self.harness.story());
    }

    /// Waits until the tournament satisfies a condition.
    async fn until_tournament(
        &self,
        id: TournamentId,
        what: &str,
        is_so: impl Fn(&TournamentView) -> bool,
    ) -> TournamentView {
        for _ in 0..2000 {
            let view = self.tournament(id).await;
            if is_so(&view) {
                return view;
            }
            self.bot.wake();
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("timed out waiting for: {what}\n{}", self.harness.story());
    }

    /// The player to move in a game resigns it.
    async fn resigns(&self, game: GameId) {
        let row = self.app.game_row(game).await.unwrap().unwrap();
        let loser = row.players[row.status.to_move.unwrap()].unwrap();
        self.loses(game, loser.0 as Id).await;
    }

    /// A player resigns a game.
    pub(super) async fn loses(&self, game: GameId, loser: Id) {
        let thread = self.game_thread(game).await;
        let loser = self.harness.person(loser).at(thread);
        loser.types("/resign").await;
        loser.clicks("1DR").await;
    }

    /// Waits until everything has been said, also what Discord has asked to say later.
    async fn calms(&self) {
        for _ in 0..120 {
            if self.app.oldest_unsent(self.now()).await.unwrap().is_none() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
            self.passes(Duration::from_secs(2)).await;
        }
        panic!("not everything is said\n{}", self.harness.story());
    }

    /// Plays all games to the end: a few of them with random turns first.
    async fn plays_to_the_end(&self, id: TournamentId) -> TournamentView {
        let mut numbers = SplitMix64::new(5);
        let mut round = 0;
        for _ in 0..200 {
            let view = self.tournament(id).await;
            if view.row.state != TournamentState::Running {
                return view;
            }
            if view.round() != round {
                round = view.round();
                // A list of games that are over is not sent.
                self.calms().await;
            }
            let games = running(&view);
            let Some(&(game, place)) = games.first() else {
                self.bot.wake();
                tokio::time::sleep(Duration::from_millis(5)).await;
                continue;
            };
            if numbers.below(4) == 0 {
                let thread = self.game_thread(game).await;
                self.play_random_turns(thread, 2).await;
            }
            self.resigns(game).await;
            self.until_tournament(id, "a result", |view| is_settled(view, place))
                .await;
        }
        panic!("the tournament does not end");
    }
}

/// The games that are being played.
fn running(view: &TournamentView) -> Vec<(GameId, TournamentPlace)> {
    let is_open = |place: TournamentPlace| !is_settled(view, place);
    let games = view.games.iter().filter(|game| is_open(game.place));
    games.map(|game| (game.game, game.place)).collect()
}

fn is_settled(view: &TournamentView, place: TournamentPlace) -> bool {
    let games = view.divisions[place.division].tournament.games();
    let mut own = games.iter().filter(|game| game.game.key == place.key);
    own.all(|game| game.score != PlayerScore::Open)
}

/// The screen of the organiser.
async fn organises(person: Person<'_>, id: TournamentId) -> Seen {
    person
        .types(&format!("/tournament table tournament:{id}"))
        .await;
    let answer = person.clicks(&format!("1Ttoo{}", id.0)).await;
    answer.message().clone()
}

/// Four people who read different languages.
const FOUR: [Id; 4] = [FIRST_PLAYER, SECOND_PLAYER, SPECTATOR, MODERATOR];

/// How often people were pinged in a place since some message.
fn round_pings(person: Person<'_>) -> usize {
    let all = person.reads().into_iter();
    all.filter(|seen| seen.pings_me && seen.text.contains("Autumn"))
        .count()
}

#[tokio::test]
async fn a_double_round_robin_of_four_is_played_to_the_end() {
    let session = Session::new().await;
    let cup = session.joined("Double round robin", FOUR.to_vec()).await;
    let started = session.tournament(cup.id).await;
    assert_eq!(started.row.state, TournamentState::Running);
    assert_eq!(started.row.terms.format, TournamentFormat::RoundRobin);
    session.calms().await;
    // The tournament has a thread from its card, in which each player is pinged once, with links.
    let thread = session.tournament(cup.id).await.row.thread.unwrap().0 as Id;
    for player in &cup.players {
        let person = session.harness.person(*player).at(thread);
        assert_eq!(round_pings(person), 1, "{player}");
    }
    let told = session
        .first()
        .at(thread)
        .sees("your games have begun")
        .await;
    assert!(told.text.contains("→ <#"), "{told}");
    // Nobody is pinged by the beginning of a game.
    for (game, _) in running(&started) {
        let thread = session.game_thread(game).await;
        let pings = session.harness.sandbox.pings(thread);
        assert!(pings.is_empty(), "{pings:?}");
    }
    session.passes(SOON).await;
    let card = session.card(|seen| seen.picture().is_some()).await;
    assert!(card.text.contains("Being played:"), "{card}");
    assert!(card.alts()[0].contains("Player 1"), "{card}");
    let over = session.plays_to_the_end(cup.id).await;
    assert_eq!(over.row.state, TournamentState::Finished);
    assert_eq!(over.games.len(), 12);
    session.calms().await;
    session.first().at(thread).sees("is over.").await;
    session.passes(SOON).await;
    let end = session.card(|seen| seen.text.contains("It is over")).await;
    assert_eq!(end.id, card.id, "it is the same message");
    assert!(end.text.contains("🥇") && end.picture().is_some(), "{end}");
    // The table, the games and the draw can be read by everyone.
    let spectator = session.harness.person(SPECTATOR);
    let table = spectator.types("/tournament table").await;
    assert!(table.message().is_private && table.message().picture().is_some());
    let games = spectator.types("/tournament games").await;
    assert!(
        games.message().text.contains("1.1.1"),
        "{}",
        games.message()
    );
    let draw = session
        .first()
        .clicks_on(&end, &format!("1Ttd{}", cup.id.0))
        .await;
    assert!(
        draw.message().text.contains("sha256sum"),
        "{}",
        draw.message()
    );
    // The winner has a title.
    let winner = over.divisions[0].tournament.standings()[0].entrant;
    let winner = over.player(winner).unwrap();
    let titles = session.app.titles_of(winner).await.unwrap();
    assert_eq!(titles[0].tournament, cup.id);
    let profile = session
        .harness
        .person(winner.0 as Id)
        .types("/profile")
        .await;
    assert!(
        profile.message().text.contains("Autumn"),
        "{}",
        profile.message()
    );
    is_sound(&session).await;
    session.finish().await;
}

/// `hexpost check` finds nothing wrong.
pub(super) async fn is_sound(session: &Session) {
    let report = check(session.app.store()).await.unwrap();
    assert!(report.problems.is_empty(), "{:?}", report.problems);
}

#[tokio::test]
async fn a_swiss_of_nine_is_played_to_the_end() {
    let session = Session::new().await;
    let players = session.people(9).await;
    let cup = session.joined("Double Swiss", players).await;
    let over = session.plays_to_the_end(cup.id).await;
    assert_eq!(over.row.state, TournamentState::Finished);
    let rounds = over.divisions[0].tournament.rounds();
    assert!(rounds.len() >= 3, "{rounds:?}");
    assert!(rounds.iter().all(|round| round.byes.len() == 1));
    session.calms().await;
    let thread = over.row.thread.unwrap().0 as Id;
    let told = session.first().at(thread).reads();
    for round in 1..=rounds.len() {
        let said = format!("results of Round {round} of");
        let results = told.iter().filter(|seen| seen.text.contains(&said));
        assert_eq!(results.count(), 1, "{said}");
    }
    for player in &cup.players {
        let person = session.harness.person(*player).at(thread);
        assert_eq!(round_pings(person), rounds.len(), "{player}");
    }
    is_sound(&session).await;
    session.finish().await;
}

/// The players of each division, from the first that joined to the last.
fn divided(view: &TournamentView, league: &Cup) -> Vec<Vec<Id>> {
    let of = |division: &TournamentDivision| {
        let own = division.tournament.entrants().iter();
        let own: Vec<_> = own.map(|it| view.player(it.id)).collect();
        let mut players = league.players.clone();
        players.retain(|&player| own.contains(&Some(PlayerId(player as i64))));
        assert_eq!(players.len(), own.len());
        players
    };
    view.divisions.iter().map(of).collect()
}

/// The players of each division, from the first place to the last.
fn final_orders(view: &TournamentView) -> Vec<Vec<Id>> {
    let of = |division: &TournamentDivision| {
        let standings = division.tournament.standings();
        let players = standings.iter().map(|line| view.player(line.entrant));
        players.map(|player| player.unwrap().0 as Id).collect()
    };
    view.divisions.iter().map(of).collect()
}

impl Session {
    /// Plays a season to the end: of two players the one who joined later wins both games. The organiser decides
    /// two of three games, which is faster.
    async fn plays_a_season(&self, league: &Cup) -> TournamentView {
        let organiser = Viewer {
            player: Some(PlayerId(FIRST_PLAYER as i64)),
            server: Some(ServerId(CLUB as i64)),
            ..Viewer::default()
        };
        for number in 1..=200 {
            let view = self.tournament(league.id).await;
            if view.row.state != TournamentState::Running {
                return view;
            }
            let Some(&(game, place)) = running(&view).first() else {
                self.bot.wake();
                tokio::time::sleep(Duration::from_millis(5)).await;
                continue;
            };
            let row = self.app.game_row(game).await.unwrap().unwrap();
            let is_in = |&&player: &&Id| row.side_of(PlayerId(player as i64)).is_some();
            let loser = *league.players.iter().find(is_in).unwrap();
            if number % 3 == 0 {
                self.loses(game, loser).await;
            } else {
                let act = Act {
                    by: PlayerId(FIRST_PLAYER as i64),
                    interaction: InteractionId(number),
                    expected_seq: None,
                    now: self.now(),
                };
                let result = match row.side_of(PlayerId(loser as i64)).unwrap() {
                    Side::First => PairingResult::Second,
                    Side::Second => PairingResult::First,
                };
                let decided = self
                    .app
                    .adjudicate(&act, &organiser, league.id, place, result);
                decided.await.unwrap();
                self.bot.wake();
            }
            self.until_tournament(league.id, "a result", |view| is_settled(view, place))
                .await;
        }
        panic!("the season does not end");
    }

    /// Waits until the bot has done everything that is due.
    async fn is_idle(&self) {
        let idle = async {
            while let Some(due) = self.app.next_due().await.unwrap()
                && due <= self.now()
            {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let idle = tokio::time::timeout(PATIENCE, idle).await;
        idle.expect("something stays due");
    }
}

#[tokio::test]
async fn a_league_has_a_second_season() {
    let session = Session::new().await;
    let players = session.people(12).await;
    let league = session.joined("League", players).await;
    let begun = session.tournament(league.id).await;
    assert_eq!(begun.row.state, TournamentState::Running);
    let mut orders = divided(&begun, &league);
    assert_eq!((orders.len(), orders[0].len()), (2, 6));
    session.calms().await;
    session.passes(SOON).await;
    let said = "Season 1 · Division 1";
    let first_card = session.card(|seen| seen.text.contains(said)).await;
    let over = session.plays_a_season(&league).await;
    assert_eq!(over.row.state, TournamentState::Finished);
    assert_eq!(over.games.len(), 60);
    // Whoever joined later has won: that is the final order.
    for order in &mut orders {
        order.reverse();
    }
    assert_eq!(final_orders(&over), orders);
    session.calms().await;
    session.passes(SOON).await;
    let end = session.card(|seen| seen.text.contains("It is over")).await;
    assert_eq!(end.id, first_card.id);
    for (order, number) in orders.iter().zip(1..) {
        let winner = order[0];
        let said = format!("Season 1 · Division {number}: 🥇 <@{winner}>");
        assert!(end.text.contains(&said), "{end}");
    }
    // The next season has a card of its own, and everyone is in it.
    let all = session.app.tournaments_on(over.row.server).await.unwrap();
    let next = all.iter().find(|row| row.previous == Some(league.id));
    let next = next.unwrap().clone();
    assert_eq!((next.season, next.state), (2, TournamentState::Open));
    let card = session
        .card(|seen| seen.text.contains("12 of 12 at most"))
        .await;
    assert_ne!(card.id, end.id);
    assert_eq!(card.keys(), ["Join", "Leave", "Organise"]);
    // One leaves it; one who stays is told that there is nothing to join.
    let leaver = orders[1][2];
    let leave = format!("1Ttl{}", next.id.0);
    let answer = session
        .harness
        .person(leaver)
        .clicks_on(&card, &leave)
        .await;
    assert!(answer.message().is_private, "{}", answer.message());
    let last = session.harness.person(*league.players.last().unwrap());
    let join = format!("1Ttj{}", next.id.0);
    let answer = last.clicks_on(&card, &join).await;
    let text = &answer.message().text;
    assert!(text.contains("Already signed up"), "{text}");
    session.passes(SOON).await;
    let open = session
        .card(|seen| seen.text.contains("11 of 12 at most"))
        .await;
    assert_eq!(open.id, card.id);
    for player in &league.players {
        let is_listed = open.text.contains(&format!("<@{player}>"));
        assert_eq!(is_listed, *player != leaver, "{player}: {open}");
    }
    // It starts a week after the end of the first season, and not before.
    assert_eq!(BETWEEN_SEASONS, Duration::from_hours(24 * 7));
    session.passes(Duration::from_hours(24 * 6)).await;
    session.is_idle().await;
    let still = session.tournament(next.id).await;
    assert_eq!(still.row.state, TournamentState::Open);
    session.passes(Duration::from_hours(24)).await;
    let second = session
        .until_tournament(next.id, "the second season", |view| {
            view.row.state == TournamentState::Running
        })
        .await;
    // Two are promoted, and two relegated.
    let sorted = |players: &[&[Id]]| {
        let mut all = league.players.clone();
        all.retain(|player| *player != leaver && players.concat().contains(player));
        all
    };
    let upper = sorted(&[&orders[0][..4], &orders[1][..2]]);
    let lower = sorted(&[&orders[0][4..], &orders[1][2..]]);
    assert_eq!(divided(&second, &league), [upper, lower]);
    session.calms().await;
    session.passes(SOON).await;
    let said = "Season 2 · Division 1";
    let shown = session.card(|seen| seen.text.contains(said)).await;
    assert_eq!(shown.id, card.id);
    assert!(shown.keys().contains(&"Division 2"), "{shown}");
    assert!(shown.picture().is_some(), "{shown}");
    // A league keeps its thread, in which everyone is pinged once for each season that they are in.
    assert_eq!(second.row.thread, over.row.thread);
    let thread = over.row.thread.unwrap().0 as Id;
    for player in &league.players {
        let pings = round_pings(session.harness.person(*player).at(thread));
        assert_eq!(pings, if *player == leaver { 1 } else { 2 }, "{player}");
    }
    // Its games count in it.
    let (game, place) = running(&second)[0];
    session.resigns(game).await;
    session
        .until_tournament(next.id, "a result", |view| is_settled(view, place))
        .await;
    session.calms().await;
    is_sound(&session).await;
    session.finish().await;
}

/// The players whose results are kept or annulled although they have left.
fn left(view: &TournamentView) -> Vec<Status> {
    let statuses = view
        .divisions
        .iter()
        .flat_map(|it| it.tournament.statuses());
    statuses
        .filter(|status| *status != Status::Active)
        .collect()
}

/// Everyone is told about a round of 64 players within two minutes, at Discord's rate limits. It takes that long:
/// only with `HEXPOST_DEEP`.
#[tokio::test]
async fn a_round_of_64_players_is_announced_within_two_minutes() {
    if std::env::var_os("HEXPOST_DEEP").is_none() {
        return;
    }
    let options = SandboxOptions {
        pace: RateLimitMode::Discord,
        ..patient()
    };
    let session = Session::on(Harness::with(options).await).await;
    let players = session.people(64).await;
    let cup = session.joined("Double Swiss", players).await;
    let began = Instant::now();
    let started = session.tournament(cup.id).await;
    assert_eq!(started.row.state, TournamentState::Running);
    let mut told = 0;
    while told < cup.players.len() {
        let took = began.elapsed();
        assert!(
            took < Duration::from_mins(2),
            "{told} were told in {took:?}"
        );
        let moment = Duration::from_millis(500);
        tokio::time::sleep(moment).await;
        session.passes(moment).await;
        let Some(thread) = session.tournament(cup.id).await.row.thread else {
            continue;
        };
        let pings = session.harness.sandbox.pings(thread.0 as Id).concat();
        let pinged = cup.players.iter().filter(|player| pings.contains(player));
        told = pinged.count();
    }
    // Some games still wait for their threads.
    let Session { harness, bot, .. } = session;
    assert_eq!(bot.crashes(), 0, "{}", harness.story());
    bot.stop().await;
    harness.refused();
    harness.finish().await;
}

#[tokio::test]
async fn an_organiser_decides_games_and_withdraws_and_replaces_players() {
    let session = Session::new().await;
    let three = vec![FIRST_PLAYER, SECOND_PLAYER, SPECTATOR];
    let cup = session.joined("Double round robin", three).await;
    session.calms().await;
    // Others can't organise; those who manage the server can.
    let moderator = session.harness.person(MODERATOR);
    let second = session.second();
    second.types("/tournament table").await;
    let answer = second.clicks(&format!("1Ttoo{}", cup.id.0)).await;
    assert!(
        answer.message().text.contains("только организатор"),
        "{}",
        answer.message()
    );
    let screen = organises(moderator, cup.id).await;
    assert_eq!(
        screen.keys(),
        [
            "Decide a game",
            "Players",
            "Export",
            "Hand over",
            "Cancel the tournament"
        ]
    );
    // A game is decided, and corrected.
    let first = session.first();
    organises(first, cup.id).await;
    for (result, score) in [("1", "1–0"), ("d", "½–½")] {
        let value = format!("1Ttog0.1.1.1.{}", cup.id.0);
        let games = first.clicks("Decide a game").await;
        first.chooses_on(games.message(), "1M", &value).await;
        let decide = format!("1Ttod0.1.1.1.{result}.{}", cup.id.0);
        let answer = first.clicks(&decide).await;
        assert!(
            answer.message().text.contains(score),
            "{}",
            answer.message()
        );
    }
    let view = session.tournament(cup.id).await;
    let decided = view.divisions[0].tournament.games();
    assert_eq!(decided[0].outcome().unwrap().result, PairingResult::Draw);
    // The game has ended, and its thread says so.
    let game = view
        .games
        .iter()
        .find(|game| game.place.key.board == 1 && game.place.key.round == 1);
    let row = session
        .app
        .game_row(game.unwrap().game)
        .await
        .unwrap()
        .unwrap();
    assert!(row.status.end.is_some());
    // Someone else takes over a place: the games go on with the new player.
    let list = first.clicks("Players").await;
    first
        .chooses_on(list.message(), "1M", &format!("1Ttoq2.{}", cup.id.0))
        .await;
    let answer = first.picks_people(&[MODERATOR]).await;
    assert!(
        answer.message().text.contains("takes over the place"),
        "{}",
        answer.message()
    );
    let view = session.tournament(cup.id).await;
    assert!(view.entrant_of(PlayerId(MODERATOR as i64)).is_some());
    assert!(view.entrant_of(PlayerId(SECOND_PLAYER as i64)).is_none());
    // A player is withdrawn early: the results don't count, and the card says so.
    let list = first.clicks("Players").await;
    first
        .chooses_on(list.message(), "1M", &format!("1Ttoq3.{}", cup.id.0))
        .await;
    first.clicks("Withdraw them").await;
    session
        .until_tournament(cup.id, "a withdrawal", |view| {
            left(view) == [Status::Annulled]
        })
        .await;
    session.passes(SOON).await;
    let said = format!("results don't count: <@{SPECTATOR}>");
    session.card(|seen| seen.text.contains(&said)).await;
    // The organiser hands over.
    organises(first, cup.id).await;
    first.clicks("Hand over").await;
    first.picks_people(&[SPECTATOR]).await;
    let view = session.tournament(cup.id).await;
    assert_eq!(view.row.organiser, Some(PlayerId(SPECTATOR as i64)));
    session.calms().await;
    is_sound(&session).await;
    session.finish().await;
}

#[tokio::test]
async fn those_who_manage_the_server_export_a_tournament_and_call_it_off() {
    let session = Session::new().await;
    let two = vec![FIRST_PLAYER, SECOND_PLAYER];
    let cup = session.joined("Double round robin", two).await;
    session.calms().await;
    let moderator = session.harness.person(MODERATOR);
    // The exports are files.
    organises(moderator, cup.id).await;
    let export = moderator.clicks("Export").await;
    let files = export.message().json["attachments"]
        .as_array()
        .unwrap()
        .clone();
    let names: Vec<&str> = files
        .iter()
        .filter_map(|file| file["filename"].as_str())
        .collect();
    assert_eq!(
        names,
        [
            "standings.csv",
            "games.csv",
            "tournament.json",
            "report.trf"
        ]
    );
    // It is called off after a question.
    organises(moderator, cup.id).await;
    moderator.clicks("Cancel the tournament").await;
    let answer = moderator.clicks("Yes, cancel it").await;
    assert!(
        answer.message().text.contains("is cancelled"),
        "{}",
        answer.message()
    );
    session.calms().await;
    session.passes(SOON).await;
    session
        .card(|seen| seen.text.contains("It was cancelled") && seen.keys().is_empty())
        .await;
    is_sound(&session).await;
    session.finish().await;
}

#[tokio::test]
async fn a_player_withdraws_and_one_loses_on_time() {
    let session = Session::new().await;
    let three = vec![FIRST_PLAYER, SECOND_PLAYER, SPECTATOR];
    let cup = session.joined("Double round robin", three).await;
    session.calms().await;
    let third = session.harness.person(SPECTATOR);
    third.types("/tournament withdraw").await;
    third.clicks(&format!("1TtW{}", cup.id.0)).await;
    session
        .until_tournament(cup.id, "a withdrawal", |view| {
            left(view) == [Status::Annulled]
        })
        .await;
    // The others don't move: the time of the games between them runs out.
    session.passes(Duration::from_hours(24 * 3 + 1)).await;
    let over = session
        .until_tournament(cup.id, "the end", |view| {
            view.row.state == TournamentState::Finished
        })
        .await;
    let games = over.divisions[0].tournament.games();
    let endings: Vec<_> = games
        .iter()
        .filter_map(|game| Some(game.outcome()?.ending))
        .collect();
    assert!(
        endings.contains(&GameEnding::TimedOutUnplayed),
        "{endings:?}"
    );
    session.calms().await;
    is_sound(&session).await;
    session.finish().await;
}

#[tokio::test]
async fn a_card_that_was_deleted_appears_again() {
    let session = Session::on(Harness::unlogged().await).await;
    let id = session.creates("Double round robin", 4).await;
    let card = session.card(|seen| !seen.keys().is_empty()).await;
    session
        .harness
        .control(ControlAction::DeleteMessage(GAMES, card.id));
    let answer = session.second().types("/tournament join").await;
    assert!(
        answer.message().text.contains("Вы участвуете"),
        "{}",
        answer.message()
    );
    session.passes(SOON).await;
    session.bot.wake();
    let said = format!("1 of 4 at most: <@{SECOND_PLAYER}>");
    let again = session.card(|seen| seen.text.contains(&said)).await;
    assert_ne!(again.id, card.id);
    let answer = session.second().types("/tournament leave").await;
    assert!(
        answer.message().text.contains("больше не участвуете"),
        "{}",
        answer.message()
    );
    assert!(session.tournament(id).await.entrants.is_empty());
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_tournament_has_one_post_in_the_forum_of_its_server() {
    let session = Session::new().await;
    let moderator = session.harness.person(MODERATOR);
    moderator.types("/server").await;
    moderator.clicks("Channels").await;
    moderator.picks_from("1Hf", &[FORUM_CHANNEL]).await;
    let id = session.creates("Double round robin", 2).await;
    let posted = || {
        let seen = session.harness.sandbox.overview(FIRST_PLAYER).unwrap();
        let servers = seen["servers"].as_array().unwrap().clone();
        let channels = servers
            .iter()
            .flat_map(|it| it["channels"].as_array().unwrap());
        let in_forum = channels.filter(|it| it["parent_id"] == FORUM_CHANNEL.to_string().as_str());
        let found: Vec<String> = in_forum
            .filter(|it| it["name"].as_str().unwrap_or_default().contains("Autumn"))
            .filter_map(|it| Some(it["id"].as_str()?.to_owned()))
            .collect();
        found.first().cloned()
    };
    let post: Id = session
        .harness
        .until("a post", posted)
        .await
        .parse()
        .unwrap();
    let card = session.card_in(post, |seen| !seen.keys().is_empty()).await;
    for player in [FIRST_PLAYER, SECOND_PLAYER] {
        let person = session.harness.person(player).at(post);
        person.clicks_on(&card, &format!("1Ttj{}", id.0)).await;
    }
    session.calms().await;
    let view = session.tournament(id).await;
    assert_eq!(view.row.thread.map(|post| post.0 as Id), Some(post));
    assert_eq!(round_pings(session.second().at(post)), 1);
    let over = session.plays_to_the_end(id).await;
    assert_eq!(over.row.state, TournamentState::Finished);
    session.finish().await;
}

#[tokio::test]
async fn without_room_for_threads_games_are_played_where_the_tournament_is() {
    let session = Session::on(Harness::unlogged().await).await;
    let id = session.creates("Double round robin", 2).await;
    let card = session.card(|seen| !seen.keys().is_empty()).await;
    session
        .first()
        .clicks_on(&card, &format!("1Ttj{}", id.0))
        .await;
    session.harness.control(ControlAction::Refuse {
        status: 400,
        code: 160_006,
        times: 2,
        path: Some(format!("/channels/{GAMES}/threads")),
    });
    session
        .second()
        .clicks_on(&card, &format!("1Ttj{}", id.0))
        .await;
    session.calms().await;
    let view = session.tournament(id).await;
    let thread = view.row.thread.unwrap().0 as Id;
    for game in &view.games {
        let row = session.app.game_row(game.game).await.unwrap().unwrap();
        assert_eq!(row.thread, None);
    }
    let boards = session.first().at(thread).reads().into_iter();
    assert_eq!(boards.filter(|seen| seen.picture().is_some()).count(), 2);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_level_match_of_a_knock_out_has_a_decider() {
    let session = Session::new().await;
    let cup = session
        .joined("Knock-out", vec![FIRST_PLAYER, SECOND_PLAYER])
        .await;
    for _ in 0..2 {
        let view = session.tournament(cup.id).await;
        let (game, place) = running(&view)[0];
        session.resigns(game).await;
        session
            .until_tournament(cup.id, "a result", |view| is_settled(view, place))
            .await;
    }
    session.calms().await;
    let thread = session.tournament(cup.id).await.row.thread.unwrap().0 as Id;
    let mut asked = None;
    for player in [FIRST_PLAYER, SECOND_PLAYER] {
        let person = session.harness.person(player).at(thread);
        let seen = person.reads().into_iter().find(|seen| {
            seen.pings_me
                && seen.parts().any(|part| {
                    part["custom_id"]
                        .as_str()
                        .is_some_and(|id| id.starts_with("1Ttx"))
                })
        });
        asked = asked.or(seen.map(|seen| (person, seen)));
    }
    let (person, question) = asked.expect("nobody was asked");
    let choose = format!("1Ttx{}.1.1.1", cup.id.0);
    let answer = person.clicks_on(&question, &choose).await;
    assert!(answer.message().is_private);
    let over = session.plays_to_the_end(cup.id).await;
    assert_eq!(over.row.state, TournamentState::Finished);
    assert_eq!(over.games.len(), 3);
    // Whoever moves first resigns in this story: the one who chose that seat is out.
    let winner = over.divisions[0].bracket().unwrap().champion().unwrap();
    assert_ne!(over.player(winner), Some(PlayerId(person.id as i64)));
    session.calms().await;
    session.passes(SOON).await;
    session
        .card(|seen| seen.text.contains("🥇") && seen.picture().is_some())
        .await;
    session.finish().await;
}

#[tokio::test]
async fn a_tournament_waits_while_the_bot_is_off_its_server() {
    let session = Session::on(Harness::unlogged().await).await;
    let three = vec![FIRST_PLAYER, SECOND_PLAYER, SPECTATOR];
    let cup = session.joined("Double Swiss", three).await;
    session.calms().await;
    session.harness.control(ControlAction::RemoveBot(CLUB));
    let server = ServerId(CLUB as i64);
    for is_off in [true, false] {
        if !is_off {
            session.harness.control(ControlAction::AddBot(CLUB));
        }
        let mut looks = 0;
        while session.app.has_left(server).await.unwrap() != is_off {
            looks += 1;
            assert!(looks < 2000, "the bot did not notice");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        if is_off {
            session.passes(SOON).await;
            session.calms().await;
        }
    }
    let over = session.plays_to_the_end(cup.id).await;
    assert_eq!(over.row.state, TournamentState::Finished);
    is_sound(&session).await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_server_gives_winners_a_role() {
    let session = Session::on(Harness::unlogged().await).await;
    // The bot's own role has to be above it.
    let champions = session.harness.sandbox.add_role(CLUB, "Champions").unwrap();
    let own = session.harness.sandbox.add_role(CLUB, "Stewards").unwrap();
    session.harness.control(ControlAction::GrantRole {
        server: CLUB,
        role: own,
        what: Permissions::MANAGE_ROLES,
    });
    session.harness.control(ControlAction::SetRole {
        server: CLUB,
        user: APPLICATION,
        role: own,
        has: true,
    });
    let moderator = session.harness.person(MODERATOR);
    moderator.types("/server").await;
    moderator.clicks("Tournaments").await;
    let shown = moderator.picks_from("1Hnw", &[champions]).await;
    let said = format!("Role for winners of tournaments: <@&{champions}>");
    assert!(shown.message().text.contains(&said), "{}", shown.message());
    let two = vec![FIRST_PLAYER, SECOND_PLAYER];
    let cup = session.joined("Double round robin", two).await;
    // The first player wins both games.
    for (game, place) in running(&session.tournament(cup.id).await) {
        let thread = session.game_thread(game).await;
        session.second().at(thread).types("/resign").await;
        session.second().at(thread).clicks("1DR").await;
        session
            .until_tournament(cup.id, "a result", |view| is_settled(view, place))
            .await;
    }
    session.calms().await;
    let has_role = |user: Id| {
        let wire = session.harness.sandbox.wire();
        let path = format!("/members/{user}/roles/{champions}");
        let given = wire.iter().filter(|line| {
            let title = line["title"].as_str().unwrap_or_default();
            title.starts_with("PUT") && title.ends_with(&path) && line["status"] == 204
        });
        given.count()
    };
    assert_eq!((has_role(FIRST_PLAYER), has_role(SECOND_PLAYER)), (1, 0));
    session.finish().await;
}

#[tokio::test]
async fn a_server_restricts_who_creates_tournaments() {
    let session = Session::on(Harness::unlogged().await).await;
    let moderator = session.harness.person(MODERATOR);
    moderator.types("/server").await;
    moderator.clicks("Tournaments").await;
    let shown = moderator.picks_from("1Hnc", &[MODERATORS]).await;
    let said = format!("Who can create tournaments: <@&{MODERATORS}>");
    assert!(shown.message().text.contains(&said), "{}", shown.message());
    let refused = session.second().types("/tournament create").await;
    assert!(
        refused
            .message()
            .text
            .contains(&format!("<@&{MODERATORS}>")),
        "{}",
        refused.message()
    );
    let allowed = moderator.types("/tournament create").await;
    assert!(allowed.message().keys().contains(&"Create…"));
    // What can't be read is explained, and nothing is lost.
    moderator.clicks("More").await;
    moderator.clicks("Back").await;
    moderator.clicks("Numbers…").await;
    let wrong = [
        ("Most players", "many"),
        ("Days for a round (Swiss)", "14"),
        ("Days of vacation at most", "5"),
    ];
    let answer = moderator.fills(&wrong).await;
    assert!(
        answer
            .message()
            .text
            .contains("`many` isn't a number from 2 to 64"),
        "{}",
        answer.message()
    );
    moderator.clicks("Numbers…").await;
    let late = [
        ("Most players", "4"),
        ("Ratings from – to (empty: any)", "1000 – 2000"),
        ("Start (empty: not at a time)", "2001-01-01 12:00"),
        ("Days for a round (Swiss)", "14"),
        ("Days of vacation at most", "5"),
    ];
    let answer = moderator.fills(&late).await;
    assert!(
        answer.message().text.contains("That time is over"),
        "{}",
        answer.message()
    );
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_round_is_created_once_although_the_program_is_killed() {
    let harness = Harness::unlogged().await;
    let settings = [("RUST_LOG", "warn"), ("HEXPOST_COMMANDS_PER_MINUTE", "0")];
    let program = started(&harness, &settings).await;
    let organiser = harness.person(FIRST_PLAYER);
    organiser.types("/tournament create").await;
    organiser.chooses(&["Starts as soon as it is full"]).await;
    organiser.clicks("Numbers…").await;
    let numbers = [
        ("Most players", "4"),
        ("Days for a round (Swiss)", "14"),
        ("Days of vacation at most", "5"),
    ];
    organiser.fills(&numbers).await;
    organiser.clicks("Create…").await;
    organiser.fills(&[("What is it called?", CUP)]).await;
    for player in [FIRST_PLAYER, SECOND_PLAYER, SPECTATOR] {
        harness.person(player).types("/tournament join").await;
    }
    // The last one joins, and the program is killed again and again while it creates and announces the
    // round.
    let mut program = Some(program);
    let mut numbers = SplitMix64::new(11);
    harness
        .person(MODERATOR)
        .types_and_leaves("/tournament join");
    for _ in 0..8 {
        let mut changed = harness.sandbox.changed();
        let end = *changed.borrow() + 1 + numbers.below(12);
        let moved = changed.wait_for(|count| *count >= end);
        let _ = tokio::time::timeout(Duration::from_millis(1500), moved).await;
        drop(program.take());
        program = Some(started(&harness, &settings).await);
    }
    // If the response got lost before anything was done, joining again helps; otherwise nothing happens.
    harness
        .person(MODERATOR)
        .types_and_leaves("/tournament join");
    let pinged = || {
        let channels: Vec<Id> = threads(&harness);
        let all = channels
            .iter()
            .flat_map(|&channel| harness.person(FIRST_PLAYER).at(channel).reads());
        let told = all.filter(|seen| {
            seen.text.contains("your games have begun") || seen.text.contains("twoje partie")
        });
        (told.count() >= 4).then_some(())
    };
    harness.until("everyone's list of games", pinged).await;
    program.take().unwrap().stops().await;
    let options = OpenOptions::new(harness.database());
    let store = Store::open(&options).await.unwrap();
    let report = check(&store).await.unwrap();
    assert!(report.problems.is_empty(), "{:?}", report.problems);
    let app = App::new(store, Limits::default());
    let view = app.tournament(TournamentId(1)).await.unwrap();
    assert_eq!(view.divisions[0].tournament.planned().len(), 12);
    // Each game has one thread, and everyone was told once.
    let mut places = Vec::new();
    for game in &view.games {
        places.extend(app.game_row(game.game).await.unwrap().unwrap().thread);
    }
    assert_eq!(places.len(), view.games.len());
    for player in FOUR {
        let channels = threads(&harness);
        let told = channels
            .iter()
            .map(|&channel| round_pings(harness.person(player).at(channel)));
        assert_eq!(told.sum::<usize>(), 1, "{player}");
    }
}

/// The threads of the server.
fn threads(harness: &Harness) -> Vec<Id> {
    let seen = harness.sandbox.overview(FIRST_PLAYER).unwrap();
    let servers = seen["servers"].as_array().unwrap();
    let channels = servers
        .iter()
        .flat_map(|it| it["channels"].as_array().unwrap());
    let threads = channels.filter(|it| it["parent_id"] == GAMES.to_string().as_str());
    threads
        .filter_map(|it| it["id"].as_str()?.parse().ok())
        .collect()
}
