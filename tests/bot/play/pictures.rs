//! Pictures and emoji: the server's theme, names that can't be drawn, emoji for pieces.

use std::time::Duration;

use hexpost_engine::side::Side;
use hexpost_render::theme::Theme;
use hexpost_render::{View, marks};
use hexpost_sandbox::{ControlAction, FIRST_PLAYER, Id, MODERATOR, SECOND_PLAYER};
use serde_json::Value;

use super::super::harness::{Harness, Seen, list};
use super::{BEGINNING, Session};
use hexpost::model::{ChannelId, PlayerId};

/// The bytes of the newest picture of a board in a thread after so many turns of the game.
async fn picture(session: &Session, thread: Id, turns: usize) -> Vec<u8> {
    session.settles().await;
    let seen = session.first_at(thread).reads().into_iter().rev();
    let mut pictures = seen.filter_map(|seen| seen.picture().map(str::to_owned));
    let address = pictures.next().expect("a board");
    let row = session.app.thread_game(ChannelId(thread as i64)).await;
    let id = row.unwrap().unwrap().id;
    let game = session.app.game(id, session.now()).await.unwrap();
    assert_eq!(game.record.turns().len(), turns);
    let answer = reqwest::get(address).await.unwrap();
    answer.bytes().await.unwrap().to_vec()
}

/// The picture that everyone should see.
async fn expected(session: &Session, thread: Id, names: [&str; 2], theme: Theme) -> Vec<u8> {
    let row = session.app.thread_game(ChannelId(thread as i64)).await;
    let id = row.unwrap().unwrap().id;
    let game = session.app.game(id, session.now()).await.unwrap();
    let record = &game.record;
    let mut view = View::new(record.game().clone());
    names[0].clone_into(&mut view.names[Side::First]);
    names[1].clone_into(&mut view.names[Side::Second]);
    view.theme = theme;
    if let Some(last) = record.turns().len().checked_sub(1) {
        view.marks = marks::last_turn(&record.at(last).unwrap(), &record.turns()[last]);
    }
    view.png()
}

#[tokio::test]
async fn public_boards_have_the_servers_theme_and_never_turn_round() {
    let session = Session::new().await;
    let thread = session.game("tzaar fixed").await;
    let names = ["Player 1", "Player 2"];
    let turns = ["d3xd4", "c4xd5 e5+e6"];
    assert!(
        picture(&session, thread, 0).await == expected(&session, thread, names, Theme::Dark).await
    );
    // The next player, whatever settings they have chosen.
    session.second().types("/settings").await;
    session.second().chooses(&["Доска: контрастная"]).await;
    for (played, turn) in (1..).zip(turns) {
        let person = if played % 2 == 1 {
            session.first()
        } else {
            session.second()
        };
        person.at(thread).types(&format!("/move turn:{turn}")).await;
        let seen = picture(&session, thread, played).await;
        assert!(
            seen == expected(&session, thread, names, Theme::Dark).await,
            "{turn}"
        );
    }
    let moderator = session.harness.person(MODERATOR);
    let answer = moderator.types("/server theme:classic").await;
    let said = answer.message().text.clone();
    assert!(said.contains("Boards for everyone: warm wood"), "{said}");
    session
        .first_at(thread)
        .types("/move turn:e1xf1 d7+d8")
        .await;
    let seen = picture(&session, thread, 3).await;
    assert!(seen == expected(&session, thread, names, Theme::Classic).await);
    session.finish().await;
}

/// The bytes of the picture of a message.
async fn bytes_of(seen: &Seen) -> Vec<u8> {
    let address = seen.picture().expect("a picture");
    let answer = reqwest::get(address).await.unwrap();
    answer.bytes().await.unwrap().to_vec()
}

/// The colour of the top left corner of a picture.
async fn corner(seen: &Seen) -> [u8; 3] {
    let bytes = bytes_of(seen).await;
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    [pixels[0], pixels[1], pixels[2]]
}

#[tokio::test]
async fn private_boards_look_like_the_public_ones_unless_the_player_has_chosen_colours() {
    let session = Session::new().await;
    let thread = session.game("tzaar fixed").await;
    let first = session.first_at(thread);
    let names = ["Player 1", "Player 2"];
    let mut corners = Vec::new();
    for (choice, theme) in [
        (None, Theme::Dark),
        (Some("Board: warm wood"), Theme::Classic),
        (Some("Board: as on the server"), Theme::Dark),
        (Some("Board: high contrast"), Theme::Contrast),
    ] {
        let settings = session.first().types("/settings").await;
        if let Some(choice) = choice {
            session.first().chooses(&[choice]).await;
        } else {
            let menus = settings.message().parts();
            let mut options = menus.flat_map(|menu| list(&menu["options"]));
            let chosen = options.find(|option| option["label"] == "Board: as on the server");
            assert_eq!(chosen.unwrap()["default"], true);
        }
        let board = first.types("/board").await;
        let expected = expected(&session, thread, names, theme).await;
        assert!(bytes_of(board.message()).await == expected, "{theme:?}");
        let move_button = first.clicks("1m").await;
        corners.push(corner(move_button.message()).await);
    }
    // The composer, too; also where the game is looked at from elsewhere.
    let [dark, classic, as_server, contrast] = corners[..] else {
        panic!("{corners:?}")
    };
    assert!(dark == as_server && dark != classic && dark != contrast && classic != contrast);
    session.first().types("/settings").await;
    session.first().chooses(&["Board: as on the server"]).await;
    let elsewhere = session.first().at_direct_messages().types("/move").await;
    assert_eq!(corner(elsewhere.message()).await, dark);
    session.finish().await;
}

#[tokio::test]
async fn a_name_that_cannot_be_drawn_is_replaced_by_the_side() {
    let session = Session::new().await;
    let stranger = session
        .harness
        .sandbox
        .add_person("日本語 🎲", "en-US")
        .unwrap();
    session
        .app
        .welcome(PlayerId(stranger as i64))
        .await
        .unwrap();
    let text = "/challenge game:tzaar fixed opponent:@日本語 🎲 side:first";
    session.first().types(text).await;
    let other = session.harness.person(stranger);
    let card = other.sees("challenges").await;
    other.clicks("1a").await;
    let thread = session.begun(card.id).await;
    let seen = picture(&session, thread, 0).await;
    assert!(seen == expected(&session, thread, ["Player 1", "Black"], Theme::Dark).await);
    // Words keep the name.
    let board = session.first_at(thread).sees("Have a good game").await;
    assert!(board.alts()[0].contains("日本語 🎲"), "{}", board.alts()[0]);
    session.finish().await;
}

/// The emoji of all buttons in a message, as Discord gets them.
fn button_emoji(message: &Value) -> Vec<Value> {
    let rows = message["components"].as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let emoji = parts.map(|part| part["emoji"].clone());
    emoji.filter(|emoji| !emoji.is_null()).collect()
}

fn newest(session: &Session, person: Id, thread: Id) -> Value {
    let messages = session.harness.sandbox.messages(person, thread).unwrap();
    messages.last().expect("a message").clone()
}

#[tokio::test]
async fn pieces_are_emoji_of_the_application_on_buttons_and_in_texts() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).clicks("Move").await;
    let composer = newest(&session, FIRST_PLAYER, thread);
    let emoji = button_emoji(&composer);
    let names: Vec<&str> = emoji
        .iter()
        .filter_map(|emoji| emoji["name"].as_str())
        .collect();
    assert_eq!(names[..3], ["white_marble", "grey_marble", "black_marble"]);
    assert!(emoji[0]["id"].is_string(), "{}", emoji[0]);
    let label = &composer["components"][0]["components"][0]["label"];
    assert_eq!(label, "6");
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.settles().await;
    let messages = session
        .harness
        .sandbox
        .messages(SECOND_PLAYER, thread)
        .unwrap();
    let written = messages
        .iter()
        .filter_map(|message| message["content"].as_str());
    let written: Vec<&str> = written.filter(|text| text.contains("`Wd4-a1`")).collect();
    let id = emoji[0]["id"].as_str().unwrap();
    let white = format!("<:white_marble:{id}> white marble on d4");
    assert!(
        written.iter().any(|text| text.contains(&white)),
        "{written:?}"
    );
    // Alt texts are words alone.
    let board = session.second_at(thread).sees("`Wd4-a1`").await;
    assert!(
        board.alts()[0].starts_with("White marble on d4"),
        "{}",
        board.alts()[0]
    );
    session.finish().await;
}

/// The number of requests that have created emoji.
fn uploads(session: &Session) -> usize {
    let wire = session.harness.sandbox.wire();
    let is_upload = |line: &&Value| {
        let title = line["title"].as_str().unwrap_or_default();
        title.starts_with("POST") && title.ends_with("/emojis")
    };
    wire.iter().filter(is_upload).count()
}

#[tokio::test]
async fn emoji_are_uploaded_once() {
    let session = Session::new().await;
    assert_eq!(uploads(&session), 9);
    let session = session.restart().await;
    assert_eq!(uploads(&session), 9);
    session.finish().await;
}

#[tokio::test]
async fn where_emoji_cannot_be_uploaded_pieces_are_unicode() {
    let harness = Harness::unlogged().await;
    harness.control(ControlAction::Answer {
        status: 500,
        times: 1,
        path: Some("/emojis".to_owned()),
        wait: Duration::ZERO,
    });
    let session = Session::with(harness, BEGINNING, 0).await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).clicks("Move").await;
    let emoji = button_emoji(&newest(&session, FIRST_PLAYER, thread));
    let names: Vec<&str> = emoji
        .iter()
        .filter_map(|emoji| emoji["name"].as_str())
        .collect();
    assert_eq!(names[..3], ["⚪", "🔘", "⚫"]);
    session.finish_after_trouble().await;
}
