//! Tournaments, from the screen on which they are created to the last result, by taps.

use std::time::Duration;

use hexpost_engine::random::SplitMix64;
use hexpost_sandbox::{CLUB, FIRST_PLAYER, GAMES, Id, MODERATOR, SECOND_PLAYER, SPECTATOR};
use hexpost_tournament::tournament::PlayerScore;

use super::super::harness::{Person, Seen};
use super::Session;
use hexpost::app::integrity::check;
use hexpost::app::tournament::TournamentView;
use hexpost::model::{
    GameId, PlayerId, ServerId, TournamentFormat, TournamentId, TournamentPlace, TournamentState,
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
        let shown = organiser.fills(&[("Most players", &size_text)]).await;
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

    /// The thread of a game, once it has one.
    async fn game_thread(&self, game: GameId) -> Id {
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
        let thread = self.game_thread(game).await;
        let row = self.app.game_row(game).await.unwrap().unwrap();
        let loser = row.players[row.status.to_move.unwrap()].unwrap();
        let loser = self.harness.person(loser.0 as Id).at(thread);
        loser.types("/resign").await;
        loser.clicks("1DR").await;
    }

    /// Plays all games to the end: a few of them with random turns first.
    async fn plays_to_the_end(&self, id: TournamentId) -> TournamentView {
        let mut numbers = SplitMix64::new(5);
        for _ in 0..200 {
            let view = self.tournament(id).await;
            if view.row.state != TournamentState::Running {
                return view;
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
    session.settles().await;
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
        for player in &cup.players {
            assert_eq!(session.harness.person(*player).at(thread).was_pinged(), 0);
        }
    }
    session.passes(SOON).await;
    let card = session.card(|seen| seen.picture().is_some()).await;
    assert!(card.text.contains("Being played:"), "{card}");
    assert!(card.alts()[0].contains("Player 1"), "{card}");
    let over = session.plays_to_the_end(cup.id).await;
    assert_eq!(over.row.state, TournamentState::Finished);
    assert_eq!(over.games.len(), 12);
    session.settles().await;
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
async fn is_sound(session: &Session) {
    let options = OpenOptions::new(session.harness.database());
    let store = Store::open(&options).await.unwrap();
    let report = check(&store).await.unwrap();
    assert!(report.problems.is_empty(), "{:?}", report.problems);
}

#[tokio::test]
async fn a_swiss_of_nine_is_played_to_the_end() {
    let session = Session::new().await;
    let mut players = FOUR.to_vec();
    for number in 5..=9 {
        let name = format!("Player {number}");
        players.push(session.harness.sandbox.add_person(&name, "en-US").unwrap());
    }
    for &player in &players {
        session.app.welcome(PlayerId(player as i64)).await.unwrap();
    }
    let cup = session.joined("Double Swiss", players).await;
    let over = session.plays_to_the_end(cup.id).await;
    assert_eq!(over.row.state, TournamentState::Finished);
    let rounds = over.divisions[0].tournament.rounds();
    assert!(rounds.len() >= 3, "{rounds:?}");
    assert!(rounds.iter().all(|round| round.byes.len() == 1));
    session.settles().await;
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
