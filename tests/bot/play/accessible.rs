//! Games played with a screen reader: menus and boards in words, without pictures, in every
//! language.

use std::time::Duration;

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use hexpost_render::alt_text::groups;
use hexpost_sandbox::{Id, SPECTATOR};

use super::super::harness::{Person, Seen};
use super::Session;
use super::random_taps::MAX_TAPS;
use hexpost::app::game::state::Game;
use hexpost::app::people::settings::Language;
use hexpost::discord::i18n::Locale;
use hexpost::model::ChannelId;

/// The maximum number of turns in a game.
const MAX_TURNS: usize = 400;

/// A player who uses a screen reader.
#[derive(Clone, Copy)]
struct Listener<'a> {
    person: Person<'a>,
    words: &'static Locale,
}

impl<'a> Listener<'a> {
    /// Chooses boards in words, and menus.
    async fn new(person: Person<'a>, language: Language) -> Self {
        let listener = Self {
            person,
            words: Locale::of(language),
        };
        let screen = person.types("/settings").await;
        for (menu, value) in [("1St", "board-words"), ("1Si", "input-menus")] {
            person.chooses_on(screen.message(), menu, value).await;
        }
        listener
    }

    fn at(self, channel: Id) -> Self {
        Self {
            person: self.person.at(channel),
            ..self
        }
    }

    fn text(self, key: &str) -> String {
        self.words.text(key, &[])
    }

    /// Checks that a message describes the position: every kind of piece with its cells.
    fn check_description(self, message: &Seen, game: &Game) {
        let position = game.record.game();
        for (token, cells) in groups(position, &[], self.words) {
            let line = format!("{token}: {}", cells.join(", "));
            // The first letter is a capital in the message.
            let line: String = line.chars().skip(1).collect();
            assert!(message.text.contains(&line), "{line}: {message}");
        }
    }

    /// A random option of a menu, or a button that leads on.
    fn choice(self, screen: &Seen, numbers: &mut SplitMix64) -> (String, Option<String>) {
        let aside = ["key-back", "key-close", "key-type"].map(|key| self.text(key));
        let (mut options, mut keys) = (Vec::new(), Vec::new());
        for part in screen.parts().filter(|part| part["disabled"] != true) {
            let id = part["custom_id"].as_str().unwrap().to_owned();
            for option in part["options"].as_array().into_iter().flatten() {
                let value = option["value"].as_str().unwrap().to_owned();
                options.push((id.clone(), Some(value)));
            }
            let label = part["label"].as_str().unwrap_or_default().to_owned();
            if part["type"] == 2 && !aside.contains(&label) {
                keys.push((id, None));
            }
        }
        if options.is_empty() || !keys.is_empty() && numbers.below(4) == 0 {
            options = keys;
        }
        assert!(!options.is_empty(), "no options: {screen}");
        let index = numbers.below(options.len() as u64) as usize;
        options.swap_remove(index)
    }

    /// Makes a random turn, from the button Move to the confirmation.
    async fn moves(self, session: &Session, numbers: &mut SplitMix64) {
        let mut screen = self.person.clicks("1m").await.message().clone();
        for _ in 0..MAX_TAPS {
            check(&screen);
            if screen.text.contains('✅') {
                return;
            }
            let (id, value) = self.choice(&screen, numbers);
            session.passes(Duration::from_secs(1)).await;
            let answer = match value {
                Some(value) => self.person.chooses_on(&screen, &id, &value).await,
                None => self.person.clicks_on(&screen, &id).await,
            };
            screen = answer.message().clone();
        }
        panic!("too many taps: {screen}");
    }

    /// Asks for the board, and checks the description.
    async fn asks(self, game: &Game) {
        let answer = self.person.types("/board").await;
        check(answer.message());
        self.check_description(answer.message(), game);
    }
}

/// Checks that a message is accessible: no picture, and no label without a word.
fn check(message: &Seen) {
    assert!(message.is_private, "{message}");
    assert!(message.picture().is_none(), "{message}");
    assert!(!message.text.contains('‹'), "{message}");
    for part in message.parts().filter(|part| part["type"] == 2) {
        let label = part["label"].as_str().unwrap_or_default();
        let has_word = label.chars().filter(|c| c.is_alphabetic()).count() >= 2;
        assert!(has_word, "{label:?} has no word: {message}");
        let arrows = ['↖', '↑', '↗', '↙', '↓', '↘', '→'];
        assert!(!label.contains(arrows), "{message}");
    }
}

/// Plays a whole game between two players with screen readers.
async fn play(session: &Session, thread: Id, players: [Listener<'_>; 2], seed: u64) {
    let mut numbers = SplitMix64::new(seed);
    let public = Locale::of(Language::English);
    for turn in 0..MAX_TURNS {
        let row = session.app.thread_game(ChannelId(thread as i64)).await;
        let row = row.unwrap().expect("no such game");
        let now = hexpost::model::Time(super::BEGINNING);
        let game = session.app.game(row.id, now).await.unwrap();
        let Some(side) = game.to_move() else {
            assert!(turn > 5, "the game ended too early");
            return;
        };
        let player = players[usize::from(side == Side::Second)].at(thread);
        if turn % 5 == 0 {
            player.asks(&game).await;
        }
        let plies = game.record.turns().len();
        player.moves(session, &mut numbers).await;
        session.settles().await;
        let game = session.app.game(row.id, now).await.unwrap();
        assert!(game.record.turns().len() > plies, "no turn was made");
        // The public board is described in words too, in the language of the server.
        let board = player.person.reads();
        let board = board.iter().rev().find(|seen| !seen.is_private).unwrap();
        let heard = Listener {
            words: public,
            ..player
        };
        heard.check_description(board, &game);
    }
    panic!("the game did not end");
}

#[tokio::test]
async fn a_whole_game_is_playable_with_a_screen_reader_in_english_and_russian() {
    let session = Session::new().await;
    let thread = session.game("zertz 37-blitz").await;
    let first = Listener::new(session.first(), Language::English).await;
    let second = Listener::new(session.second(), Language::Russian).await;
    play(&session, thread, [first, second], 3).await;
    session.finish().await;
}

#[tokio::test]
async fn a_whole_game_is_playable_with_a_screen_reader_in_polish() {
    let session = Session::new().await;
    let spectator = session.harness.person(SPECTATOR);
    let first = Listener::new(session.first(), Language::English).await;
    let polish = Listener::new(spectator, Language::Polish).await;
    session
        .first()
        .types("/challenge game:tzaar fixed side:second")
        .await;
    let card = spectator.sees("challenges anyone").await;
    spectator.clicks("1a").await;
    session.settles().await;
    play(&session, card.id, [polish, first], 5).await;
    session.finish().await;
}

#[tokio::test]
async fn rules_and_lessons_are_accessible() {
    let session = Session::new().await;
    let second = Listener::new(session.second(), Language::Russian).await;
    let page = second.person.types("/rules").await;
    check(page.message());
    assert!(
        page.message().text.contains("Пустые кольца: a1, a2"),
        "{}",
        page.message()
    );
    let page = second.person.clicks("Шаг вперёд").await;
    check(page.message());
    second.person.types("/learn").await;
    let about = second.person.clicks("Первый урок").await;
    check(about.message());
    let lesson = second.person.clicks("Начать").await;
    check(lesson.message());
    assert!(
        lesson.message().text.contains("Белые шарики: d4"),
        "{}",
        lesson.message()
    );
    session.finish().await;
}

#[tokio::test]
async fn boards_in_words_do_not_affect_other_players() {
    let session = Session::new().await;
    let second = Listener::new(session.second(), Language::Russian).await;
    session
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    let card = session.first().sees("challenges").await;
    assert!(card.picture().is_some());
    second.person.clicks("1a").await;
    session.settles().await;
    let card = session.first().sees("Accepted").await;
    let board = session.first_at(card.id).sees("it's your turn").await;
    assert!(board.picture().is_some() && board.text.contains("Vacant rings: a1"));
    // A player who wants pictures gets them in ephemeral responses.
    let answer = session.first_at(card.id).clicks("1m").await;
    assert!(answer.message().picture().is_some());
    session.finish().await;
}

#[tokio::test]
async fn pictures_have_the_size_the_player_chose() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let width = async || {
        session.first_at(thread).types("/board").await;
        session.first_at(thread).sees_picture().await.0
    };
    assert_eq!(width().await, 1000);
    session.first().types("/settings").await;
    session
        .first()
        .chooses(&["Board: high contrast, large"])
        .await;
    assert_eq!(width().await, 1500);
    session.first().chooses(&["Board: dark, small"]).await;
    assert_eq!(width().await, 600);
    session.finish().await;
}
