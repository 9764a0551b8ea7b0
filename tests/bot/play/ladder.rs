//! The ladder of a server: set up, joined, played and shown, by taps.

use std::time::Duration;

use hexpost_sandbox::{
    CLUB, ControlAction, FIRST_PLAYER, GAMES, GENERAL, Id, MODERATOR, SPECTATOR,
};

use super::super::harness::{Harness, PATIENCE, Person, Seen};
use super::Session;
use super::servers::until_left;
use super::tournaments::is_sound;
use hexpost::app::ladder::LadderView;
use hexpost::model::{ChannelId, GameId, LiveSubject, PlayerId, ServerId};

/// Longer than the bot waits to batch changes of the table.
const SOON: Duration = Duration::from_secs(6);
/// Longer than the time between two edits of the table.
const APART: Duration = Duration::from_secs(66);
const DAY: Duration = Duration::from_hours(24);

impl Session {
    /// A moderator opens the ladder in the general channel, by taps.
    async fn ladder(&self) -> Seen {
        let moderator = self.harness.person(MODERATOR);
        moderator.types("/server").await;
        let none = moderator.clicks("Ladder").await;
        assert!(none.message().text.contains("none"), "{}", none.message());
        let chosen = moderator.picks_from("1Hec", &[GENERAL]).await;
        let text = &chosen.message().text;
        let wanted = format!("in <#{GENERAL}> · ZÈRTZ · 37 rings · 3 days per move · rated");
        assert!(text.contains(&wanted), "{text}");
        self.table_with(|seen| seen.text.contains("Nobody is on it yet"))
            .await
    }

    /// The public messages with the table.
    fn tables(&self) -> Vec<Seen> {
        let all = self.first().at(GENERAL).reads().into_iter();
        let is_table = |seen: &Seen| !seen.is_private && seen.text.contains("🪜 **Ladder**");
        all.filter(is_table).collect()
    }

    /// Waits until the table, as everyone sees it, satisfies a condition. There is never more than one.
    async fn table_with(&self, is_so: impl Fn(&Seen) -> bool) -> Seen {
        let look = || {
            let tables = self.tables();
            assert!(tables.len() <= 1, "{tables:?}");
            tables.into_iter().find(|seen| is_so(seen))
        };
        self.harness.until("the table of the ladder", look).await
    }

    /// Waits until the picture of the table lists these players from the top.
    async fn table_of(&self, names: &[&str]) -> Seen {
        let mut wanted = String::new();
        for (place, name) in (1..).zip(names) {
            wanted = format!("{wanted}. {place} {name}");
        }
        self.table_with(|seen| seen.alts().iter().any(|alt| alt.ends_with(&wanted)))
            .await
    }

    /// Someone joins with the button of the public message.
    async fn joins(&self, person: Id, place: usize) {
        let person = self.harness.person(person).at(GENERAL);
        let table = self.tables().remove(0);
        let answer = person.clicks_on(&table, "1Tlj").await;
        let message = answer.message();
        assert!(message.is_private, "{message}");
        assert!(message.text.contains(&format!("**{place}**")), "{message}");
        assert!(message.picture().is_some(), "{message}");
    }

    /// Waits until the program knows of a message with the table.
    async fn is_recorded(&self, message: Id) {
        let subject = LiveSubject::Ladder(ServerId(CLUB as i64));
        let is_known = async {
            loop {
                let live = self.app.live_message(subject).await.unwrap();
                if live.and_then(|live| live.message) == Some(message as i64) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        let known = tokio::time::timeout(PATIENCE, is_known).await;
        known.expect("the message was not recorded");
    }

    /// The thread of the game between the last ones who began one on the ladder.
    async fn ladder_game(&self) -> Id {
        let server = ServerId(CLUB as i64);
        let ladder = self.app.ladder(server, self.now()).await.unwrap();
        let game = ladder.games.last().unwrap().game;
        loop {
            let row = self.app.game_row(game).await.unwrap().unwrap();
            if let Some(thread) = row.thread {
                return self.begun(thread.0 as Id).await;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Session {
    async fn ladder_view(&self) -> LadderView {
        let server = ServerId(CLUB as i64);
        self.app.ladder(server, self.now()).await.unwrap()
    }

    /// The players of the ladder, from the top.
    async fn order(&self) -> Vec<Id> {
        let rows = self.ladder_view().await.rows;
        rows.iter().map(|row| row.player.0 as Id).collect()
    }

    /// Someone chooses to challenge the first player: the question whether to begin, and its button.
    async fn is_asked(&self, person: Id) -> (Seen, String) {
        let person = self.harness.person(person).at(GENERAL);
        let ladder = self.ladder_view().await;
        let opponent = ladder.row_of(PlayerId(FIRST_PLAYER as i64)).unwrap();
        person.types("/ladder action:challenge").await;
        let label = format!("{}. Player 1", opponent.place);
        let asked = person.chooses(&[&label]).await;
        let ids = asked.message().parts().map(|part| &part["custom_id"]);
        let mut ids = ids.filter_map(|id| id.as_str());
        let begin = ids.find(|id| id.starts_with("1Tlc")).unwrap();
        (asked.message().clone(), begin.to_owned())
    }

    /// Two people, or the same one twice, press the buttons of such questions at the same moment.
    async fn press_together(&self, people: [Id; 2]) -> [Seen; 2] {
        let mut asked = Vec::new();
        for person in people {
            asked.push(self.is_asked(person).await);
        }
        let presses = |index: usize| {
            let person = self.harness.person(people[index]).at(GENERAL);
            let (question, begin) = &asked[index];
            person.clicks_on(question, begin)
        };
        let (one, other) = tokio::join!(presses(0), presses(1));
        [one, other].map(|answer| answer.message().clone())
    }

    /// The open games in which someone challenged the first player.
    async fn games_of(&self, challenger: Id) -> Vec<GameId> {
        let games = self.ladder_view().await.games;
        let own = games.iter().filter(|game| {
            assert_eq!(game.opponent, PlayerId(FIRST_PLAYER as i64));
            game.challenger == PlayerId(challenger as i64)
        });
        own.map(|game| game.game).collect()
    }
}

/// Resigns the game of a thread.
async fn resigns(person: Person<'_>, key: &str) {
    person.types("/resign").await;
    person.clicks(key).await;
}

#[tokio::test]
async fn a_ladder_is_climbed_by_taps_and_its_table_follows() {
    let session = Session::on(Harness::unlogged().await).await;
    let empty = session.ladder().await;
    assert_eq!(empty.keys(), ["Join"]);
    session.joins(FIRST_PLAYER, 1).await;
    session.joins(super::SECOND_PLAYER, 2).await;
    session.joins(SPECTATOR, 3).await;
    session.passes(APART).await;
    let table = session
        .table_of(&["Player 1", "Player 2", "Player 3"])
        .await;
    assert_eq!(table.id, empty.id, "it is the same message");
    assert_eq!(table.keys(), ["Join", "Challenge someone", "My place"]);
    // Joining again is refused politely.
    let again = session.first().at(GENERAL).clicks_on(&table, "1Tlj").await;
    assert!(again.message().text.contains("on the ladder already"));
    // The third chooses whom to challenge from those above.
    let third = session.harness.person(SPECTATOR).at(GENERAL);
    let list = third.clicks_on(&table, "1Tlo").await;
    assert!(list.message().is_private);
    let sure = third.chooses(&["1. Player 1"]).await;
    let text = &sure.message().text;
    assert!(text.contains("ZÈRTZ · 37 pierścieni"), "{text}");
    let pinged = session.first().was_pinged();
    let begun = third.clicks("Rozpocznij partię").await;
    assert!(begun.message().is_private);
    let thread = session.ladder_game().await;
    let first = session.first_at(thread);
    let board = first.sees("on the ladder").await;
    assert!(board.pings_me, "{board}");
    session.settles().await;
    assert_eq!(session.first().was_pinged(), pinged + 1);
    assert_eq!(third.was_pinged(), 0);
    let link = format!("<#{thread}>");
    assert!(begun.message().text.contains(&link), "{}", begun.message());
    // The table links to the game.
    session.passes(APART).await;
    let game = format!("⚔️ <@{SPECTATOR}> → <@{FIRST_PLAYER}>: ");
    let table = session.table_with(|seen| seen.text.contains(&game)).await;
    assert!(table.alts()[0].contains("●"), "{:?}", table.alts());
    // The first player resigns: the third takes the top, in the same message.
    resigns(first, "Yes, resign").await;
    let over = first.sees("is now number 1 on the ladder").await;
    assert!(over.text.contains(&format!("<@{SPECTATOR}>")), "{over}");
    session.passes(APART).await;
    let table = session
        .table_of(&["Player 3", "Player 1", "Player 2"])
        .await;
    assert_eq!(table.id, empty.id);
    assert!(!table.text.contains("⚔️"), "{table}");
    // A deleted message comes back with the next change, once.
    let delete = ControlAction::DeleteMessage(GENERAL, table.id);
    session.harness.control(delete);
    let second = session.second().at(GENERAL);
    second.types("/ladder action:leave").await;
    second.clicks("Покинуть лестницу").await;
    session.passes(APART).await;
    let table = session.table_of(&["Player 3", "Player 1"]).await;
    assert_ne!(table.id, empty.id);
    session.is_recorded(table.id).await;
    // After a restart the same message is edited, and old buttons work.
    let session = session.restart().await;
    session.joins(super::SECOND_PLAYER, 3).await;
    session.passes(APART).await;
    let shown = session
        .table_of(&["Player 3", "Player 1", "Player 2"])
        .await;
    assert_eq!(shown.id, table.id);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn refused_challenges_say_why_and_begin_nothing() {
    let session = Session::new().await;
    let first = session.first().at(GENERAL);
    let none = first.types("/ladder").await;
    assert!(none.message().text.contains("no ladder here"));
    session.ladder().await;
    let nobody = first.types("/ladder action:challenge").await;
    assert!(nobody.message().text.contains("not on the ladder"));
    first.types("/ladder action:join").await;
    let top = first.types("/ladder action:challenge").await;
    assert!(top.message().text.contains("nobody you can challenge"));
    let tried = first.types("/ladder opponent:@Player 2").await;
    assert!(tried.message().text.contains("isn't on the ladder"));
    session
        .second()
        .at(GENERAL)
        .types("/ladder action:join")
        .await;
    let tried = first.types("/ladder opponent:@Player 2").await;
    assert!(tried.message().text.contains("players above you"));
    let tried = first.types("/ladder opponent:@Player 1").await;
    assert!(tried.message().text.contains("play against yourself"));
    let server = ServerId(CLUB as i64);
    let ladder = session.app.ladder(server, session.now()).await.unwrap();
    assert_eq!(ladder.games, []);
    // Leaving is asked about first.
    let asked = first.types("/ladder action:leave").await;
    assert_eq!(asked.message().keys(), ["Leave the ladder", "No"]);
    let kept = first.clicks("No").await;
    assert!(kept.message().text.contains("nothing has changed"));
    let own = first.types("/ladder").await;
    assert!(own.message().text.contains("You're number **1**"));
    session.finish().await;
}

#[tokio::test]
async fn who_has_left_the_server_is_taken_off_within_a_day() {
    let session = Session::on(Harness::unlogged().await).await;
    session.ladder().await;
    session.joins(FIRST_PLAYER, 1).await;
    session.joins(SPECTATOR, 2).await;
    session.passes(APART).await;
    session.table_of(&["Player 1", "Player 3"]).await;
    session.harness.control(ControlAction::Refuse {
        status: 404,
        code: 10007,
        times: 1,
        path: Some(format!("/members/{SPECTATOR}")),
    });
    session.passes(DAY).await;
    session.settles().await;
    let gone = || {
        let refused = session.harness.refused();
        let is_it = |line: &String| line.contains("10007");
        refused.iter().any(is_it).then_some(())
    };
    session.harness.until("a look at the members", gone).await;
    session.passes(APART).await;
    session.table_of(&["Player 1"]).await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_table_that_can_no_longer_be_edited_is_posted_anew() {
    let session = Session::on(Harness::unlogged().await).await;
    let empty = session.ladder().await;
    session.harness.control(ControlAction::Refuse {
        status: 429,
        code: 30046,
        times: 1,
        path: Some(format!("/messages/{}", empty.id)),
    });
    session.joins(FIRST_PLAYER, 1).await;
    session.passes(APART).await;
    let table = session.table_of(&["Player 1"]).await;
    assert_ne!(table.id, empty.id);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_table_whose_posting_was_not_answered_is_there_once_and_up_to_date() {
    let session = Session::on(Harness::unlogged().await).await;
    session.harness.control(ControlAction::CutAnswers {
        times: 1,
        path: Some(format!("/channels/{GENERAL}/messages")),
    });
    let empty = session.ladder().await;
    session.joins(FIRST_PLAYER, 1).await;
    // It is sent again with the same nonce: Discord keeps the one that it has.
    session.passes(APART).await;
    session.is_recorded(empty.id).await;
    session.passes(APART).await;
    let table = session.table_of(&["Player 1"]).await;
    assert_eq!(table.id, empty.id);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_ladder_moves_closes_and_opens_again() {
    let session = Session::new().await;
    let table = session.ladder().await;
    session.joins(FIRST_PLAYER, 1).await;
    let moderator = session.harness.person(MODERATOR);
    let chosen = moderator.chooses(&["5 days per move"]).await;
    assert!(chosen.message().text.contains("5 days per move"));
    let chosen = moderator.chooses(&["Rated: no"]).await;
    assert!(chosen.message().text.contains("unrated"));
    session.passes(APART).await;
    let table = session
        .table_with(|seen| seen.id == table.id && seen.text.contains("5 days per move · unrated"))
        .await;
    // In another channel, it is posted there and disappears here.
    moderator.picks_from("1Hec", &[GAMES]).await;
    session.passes(SOON).await;
    let moved = session.first().at(GAMES).sees("🪜 **Ladder**").await;
    let gone = || session.tables().is_empty().then_some(());
    session
        .harness
        .until("the old table to be deleted", gone)
        .await;
    assert_ne!(moved.id, table.id);
    // Without a channel it is closed.
    let closed = moderator.picks_from("1Hec", &[]).await;
    assert!(closed.message().text.contains("none"));
    session.passes(SOON).await;
    let gone = || {
        let all = session.first().at(GAMES).reads();
        let is_table = |seen: &Seen| seen.text.contains("🪜 **Ladder**");
        (!all.iter().any(is_table)).then_some(())
    };
    session.harness.until("the table to be deleted", gone).await;
    let subject = LiveSubject::Ladder(ServerId(CLUB as i64));
    let dropped = async {
        while session.app.live_message(subject).await.unwrap().is_some() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    dropped.await;
    let none = session.first().types("/ladder").await;
    assert!(none.message().text.contains("no ladder here"));
    // Everyone has kept their place.
    moderator.picks_from("1Hec", &[GENERAL]).await;
    session.passes(SOON).await;
    session.table_of(&["Player 1"]).await;
    let server = ServerId(CLUB as i64);
    let setup = session.app.ladder_setup(server).await.unwrap().unwrap();
    assert_eq!(setup.channel, ChannelId(GENERAL as i64));
    session.finish().await;
}

#[tokio::test]
async fn someone_who_has_left_the_server_is_taken_off_when_challenged() {
    let session = Session::on(Harness::unlogged().await).await;
    session.ladder().await;
    session.joins(SPECTATOR, 1).await;
    session.joins(FIRST_PLAYER, 2).await;
    session.harness.control(ControlAction::Refuse {
        status: 404,
        code: 10007,
        times: 1,
        path: Some(format!("/members/{SPECTATOR}")),
    });
    let first = session.first().at(GENERAL);
    let tried = first.types("/ladder opponent:@Player 3").await;
    assert!(tried.message().text.contains("isn't on the ladder"));
    session.passes(APART).await;
    session.table_of(&["Player 1"]).await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_server_that_removes_the_bot_has_its_ladder_when_the_bot_is_back() {
    let session = Session::new().await;
    let table = session.ladder().await;
    session.joins(FIRST_PLAYER, 1).await;
    session.joins(super::SECOND_PLAYER, 2).await;
    session.passes(APART).await;
    session.table_of(&["Player 1", "Player 2"]).await;
    let server = ServerId(CLUB as i64);
    session.harness.control(ControlAction::RemoveBot(CLUB));
    until_left(&session, CLUB, true).await;
    // What happens meanwhile is shown nowhere, and nothing is asked of the server.
    let (leaver, now) = (PlayerId(FIRST_PLAYER as i64), session.now());
    let left = session.app.drop_from_ladder(server, leaver, now).await;
    left.unwrap();
    session.passes(DAY).await;
    session.settles().await;
    let is_due = async || {
        let next = session.app.next_due().await.unwrap();
        next.is_some_and(|next| next <= session.now())
    };
    let idle = async {
        while is_due().await {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let idle = tokio::time::timeout(PATIENCE, idle).await;
    idle.expect("the table is due again and again");
    assert_eq!(session.harness.refused(), [""; 0]);
    session.harness.control(ControlAction::AddBot(CLUB));
    until_left(&session, CLUB, false).await;
    session.passes(APART).await;
    let shown = session.table_of(&["Player 2"]).await;
    assert_eq!(shown.id, table.id);
    session.finish().await;
}

#[tokio::test]
async fn two_challenges_for_the_same_place_at_the_same_moment() {
    let session = Session::new().await;
    session.ladder().await;
    let people = session.people(5).await;
    for (&person, place) in people.iter().zip(1..) {
        session.joins(person, place).await;
    }
    let [first, second, third, fourth, fifth] = people[..] else {
        panic!("{people:?}");
    };
    // Both challenges begin a game.
    let answers = session.press_together([second, third]).await;
    for answer in answers {
        assert!(answer.text.contains('✅'), "{answer}");
    }
    let mut games = Vec::new();
    for challenger in [second, third] {
        let own = session.games_of(challenger).await;
        assert_eq!(own.len(), 1, "{challenger}");
        games.extend(own);
    }
    // Only one more challenge can be open: of two, one is told so.
    let answers = session.press_together([fourth, fifth]).await;
    let refusal = "has 3 challenges to answer already";
    let is_refused = answers.each_ref().map(|it| it.text.contains(refusal));
    let (late, lucky) = match is_refused {
        [true, false] => (fourth, fifth),
        [false, true] => (fifth, fourth),
        _ => panic!("{answers:?}"),
    };
    assert!(session.games_of(late).await.is_empty());
    games.extend(session.games_of(lucky).await);
    assert_eq!(session.ladder_view().await.games.len(), 3);
    assert_eq!(games.len(), 3);
    assert_eq!(session.order().await, people, "nobody has won yet");
    // Each game has a thread of its own, in which the challenged player is pinged.
    session.settles().await;
    let mut threads = Vec::new();
    for &game in &games {
        let thread = session.game_thread(game).await;
        let board = session.first_at(thread).sees("on the ladder").await;
        assert!(board.pings_me, "{board}");
        assert!(!threads.contains(&thread));
        threads.push(thread);
        session.play_random_turns(thread, 2).await;
    }
    // The one from the lower place is the first to win, and has the top; the other takes the place that
    // the loser has by then.
    session.loses(games[1], first).await;
    let over = session.first_at(threads[1]);
    over.sees("is now number 1 on the ladder").await;
    let order = session.order().await;
    assert_eq!(order, [third, first, second, fourth, fifth]);
    session.loses(games[0], first).await;
    let over = session.first_at(threads[0]);
    over.sees("is now number 2 on the ladder").await;
    let order = [third, second, first, fourth, fifth];
    assert_eq!(session.order().await, order);
    // There is room for the one who was told to wait; pressing twice at the same moment begins one game.
    let answers = session.press_together([late, late]).await;
    let refusal = "already playing a game on the ladder";
    let refused = answers.iter().filter(|it| it.text.contains(refusal));
    assert_eq!(refused.count(), 1, "{answers:?}");
    let again = session.games_of(late).await;
    assert_eq!(again.len(), 1);
    // Challengers who lose stay where they are.
    session.loses(games[2], lucky).await;
    session.loses(again[0], late).await;
    session.settles().await;
    assert_eq!(session.order().await, order);
    let view = session.ladder_view().await;
    assert_eq!(view.games, []);
    let places: Vec<usize> = view.rows.iter().map(|row| row.place).collect();
    assert_eq!(places, [1, 2, 3, 4, 5]);
    let results: Vec<(u64, u64)> = view.rows.iter().map(|row| (row.won, row.lost)).collect();
    assert_eq!(results, [(1, 0), (1, 0), (2, 2), (0, 1), (0, 1)]);
    session.passes(APART).await;
    let names = ["Player 3", "Player 2", "Player 1", "Moderator", "Player 5"];
    let table = session.table_of(&names).await;
    assert!(!table.text.contains("⚔️"), "{table}");
    is_sound(&session).await;
    session.finish().await;
}
