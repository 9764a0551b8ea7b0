//! Games played by ear: menus and boards in words, never a picture, in every language.

use std::time::Duration;

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;
use hexpost_render::alt::groups;
use hexpost_sandbox::{Id, SPECTATOR};

use super::super::harness::{Person, Seen};
use super::Table;
use super::random_taps::MAX_TAPS;
use hexpost::app::game::state::Game;
use hexpost::app::people::settings::Language;
use hexpost::discord::i18n::Locale;
use hexpost::model::ChannelId;

/// No game takes more turns.
const MAX_TURNS: usize = 400;

/// Someone who hears what others see.
#[derive(Clone, Copy)]
struct Listener<'a> {
    person: Person<'a>,
    words: &'static Locale,
}

impl<'a> Listener<'a> {
    /// Sets what one needs: boards in words, and menus.
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

    /// The position as it is heard: every kind with its cells.
    fn hears(self, message: &Seen, game: &Game) {
        let position = game.record.game();
        for (token, cells) in groups(position, &[], self.words) {
            let line = format!("{token}: {}", cells.join(", "));
            // The first letter is a capital there.
            let line: String = line.chars().skip(1).collect();
            assert!(message.text.contains(&line), "{line}: {message}");
        }
    }

    /// Some option of a menu, or a key that leads on.
    fn choice(self, screen: &Seen, numbers: &mut SplitMix64) -> (String, Option<String>) {
        let aside = ["heard-back", "key-close", "heard-type"].map(|key| self.text(key));
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
        assert!(!options.is_empty(), "nothing can be done: {screen}");
        let index = numbers.below(options.len() as u64) as usize;
        options.swap_remove(index)
    }

    /// Makes some turn, from the key TurnInput to the last word.
    async fn moves(self, table: &Table, numbers: &mut SplitMix64) {
        let mut screen = self.person.clicks("1m").await.message().clone();
        for _ in 0..MAX_TAPS {
            check(&screen);
            if screen.text.contains('✅') {
                return;
            }
            let (id, value) = self.choice(&screen, numbers);
            table.passes(Duration::from_secs(1)).await;
            let answer = match value {
                Some(value) => self.person.chooses_on(&screen, &id, &value).await,
                None => self.person.clicks_on(&screen, &id).await,
            };
            screen = answer.message().clone();
        }
        panic!("no end of taps: {screen}");
    }

    /// Asks for the board, and hears all of it.
    async fn asks(self, game: &Game) {
        let answer = self.person.types("/board").await;
        check(answer.message());
        self.hears(answer.message(), game);
    }
}

/// What is heard has all the words that are needed: there is no picture, and no bare sign.
fn check(message: &Seen) {
    assert!(message.is_private, "{message}");
    assert!(message.picture().is_none(), "{message}");
    assert!(!message.text.contains('‹'), "{message}");
    for part in message.parts().filter(|part| part["type"] == 2) {
        let label = part["label"].as_str().unwrap_or_default();
        let has_word = label.chars().filter(|c| c.is_alphabetic()).count() >= 2;
        assert!(has_word, "{label:?} can't be heard: {message}");
        let arrows = ['↖', '↑', '↗', '↙', '↓', '↘', '→'];
        assert!(!label.contains(arrows), "{message}");
    }
}

/// A whole game of two listeners.
async fn play(table: &Table, thread: Id, players: [Listener<'_>; 2], seed: u64) {
    let mut numbers = SplitMix64::new(seed);
    let public = Locale::of(Language::English);
    for turn in 0..MAX_TURNS {
        let row = table.app.thread_game(ChannelId(thread as i64)).await;
        let row = row.unwrap().expect("a game");
        let now = hexpost::model::Time(super::BEGINNING);
        let game = table.app.game(row.id, now).await.unwrap();
        let Some(side) = game.to_move() else {
            assert!(turn > 5, "a game that is hardly one");
            return;
        };
        let player = players[usize::from(side == Side::Second)].at(thread);
        if turn % 5 == 0 {
            player.asks(&game).await;
        }
        let plies = game.record.turns().len();
        player.moves(table, &mut numbers).await;
        table.settles().await;
        let game = table.app.game(row.id, now).await.unwrap();
        assert!(game.record.turns().len() > plies, "a turn was made");
        // The board that everyone sees is there in words too, in the language of the server.
        let board = player.person.reads();
        let board = board.iter().rev().find(|seen| !seen.is_private).unwrap();
        let heard = Listener {
            words: public,
            ..player
        };
        heard.hears(board, &game);
    }
    panic!("no end of the game");
}

#[tokio::test]
async fn a_whole_game_is_played_by_ear_in_english_and_russian() {
    let table = Table::new().await;
    let thread = table.game("zertz 37-blitz").await;
    let first = Listener::new(table.first(), Language::English).await;
    let second = Listener::new(table.second(), Language::Russian).await;
    play(&table, thread, [first, second], 3).await;
    table.finish().await;
}

#[tokio::test]
async fn a_whole_game_is_played_by_ear_in_polish() {
    let table = Table::new().await;
    let spectator = table.bench.person(SPECTATOR);
    let first = Listener::new(table.first(), Language::English).await;
    let polish = Listener::new(spectator, Language::Polish).await;
    table
        .first()
        .types("/challenge game:tzaar fixed side:second")
        .await;
    let card = spectator.sees("challenges anyone").await;
    spectator.clicks("1a").await;
    table.settles().await;
    play(&table, card.id, [polish, first], 5).await;
    table.finish().await;
}

#[tokio::test]
async fn rules_and_lessons_are_heard_as_well() {
    let table = Table::new().await;
    let second = Listener::new(table.second(), Language::Russian).await;
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
    let lesson = second.person.clicks("Первый урок").await;
    check(lesson.message());
    assert!(
        lesson.message().text.contains("Белые шарики: d4"),
        "{}",
        lesson.message()
    );
    table.finish().await;
}

#[tokio::test]
async fn what_one_listener_does_leaves_the_pictures_of_others_alone() {
    let table = Table::new().await;
    let second = Listener::new(table.second(), Language::Russian).await;
    table
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    let card = table.first().sees("challenges").await;
    assert!(card.picture().is_some());
    second.person.clicks("1a").await;
    table.settles().await;
    let card = table.first().sees("Accepted").await;
    let board = table.first_at(card.id).sees("it's your turn").await;
    assert!(board.picture().is_some() && board.text.contains("Vacant rings: a1"));
    // Whoever sees gets pictures in private answers.
    let answer = table.first_at(card.id).clicks("1m").await;
    assert!(answer.message().picture().is_some());
    table.finish().await;
}

#[tokio::test]
async fn pictures_have_the_size_that_a_player_likes() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let width = async || {
        table.first_at(thread).types("/board").await;
        table.first_at(thread).sees_picture().await.0
    };
    assert_eq!(width().await, 1000);
    table.first().types("/settings").await;
    table
        .first()
        .chooses(&["Board: high contrast, large"])
        .await;
    assert_eq!(width().await, 1500);
    table.first().chooses(&["Board: dark, small"]).await;
    assert_eq!(width().await, 600);
    table.finish().await;
}
