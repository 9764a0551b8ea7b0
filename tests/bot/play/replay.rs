//! Looking back: the animation of a finished game, replays, the history, the fair draw.

use std::sync::atomic::Ordering;
use std::time::Duration;

use hexpost_sandbox::{FIRST_PLAYER, SECOND_PLAYER, SPECTATOR};
use sha2::{Digest as _, Sha256};

use super::super::harness::Seen;
use super::Session;
use hexpost::app::{Act, NewChallenge, Opponent};
use hexpost::model::{GameId, InteractionId, PlayerId, Seat, StoredVariant, Terms, Time};

/// The number of frames in a message's attachment.
async fn frames(seen: &Seen, index: usize) -> usize {
    let url = seen.json["attachments"][index]["url"].as_str().unwrap();
    let file = reqwest::get(url).await.unwrap();
    assert_eq!(file.headers()["content-type"], "image/gif");
    let bytes = file.bytes().await.unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
    let mut count = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        count += 1;
    }
    count
}

/// Plays a finished game of a few turns; returns its thread.
async fn finished(session: &Session) -> hexpost_sandbox::Id {
    let thread = session.game("zertz 37").await;
    for (index, turn) in ["Wd4-a1", "Gd5-b1", "xd4d6"].into_iter().enumerate() {
        let person = if index % 2 == 0 {
            session.first_at(thread)
        } else {
            session.second_at(thread)
        };
        person.types(&format!("/move turn:{turn}")).await;
        session.first_at(thread).sees(&format!("`{turn}`")).await;
    }
    session.second_at(thread).types("/resign").await;
    session.second_at(thread).clicks("Да, сдаюсь").await;
    session.first_at(thread).sees("🏁").await;
    session.settles().await;
    thread
}

#[tokio::test]
async fn the_result_message_has_one_picture_an_animation_that_begins_and_ends_with_the_last_board()
{
    let session = Session::new().await;
    let thread = finished(&session).await;
    let card = session.first_at(thread).sees("🏁").await;
    let files = card.json["attachments"].as_array().unwrap();
    let ends: Vec<&str> = files
        .iter()
        .filter_map(|file| file["filename"].as_str()?.rsplit('.').next())
        .collect();
    assert_eq!(ends, ["gif"]);
    let alts = card.alts();
    assert_eq!(alts.len(), 1, "{alts:?}");
    assert!(alts[0].starts_with("Animation of 3 turns"), "{}", alts[0]);
    assert!(alts[0].contains("Player 2 resigned"), "{}", alts[0]);
    assert!(alts[0].contains("White marbles: d6"), "{}", alts[0]);
    // The start, and each turn.
    assert_eq!(frames(&card, 0).await, 4);
    assert_eq!(
        card.keys(),
        ["Rematch", "Replay", "Download game", "Computer analysis"]
    );
    session.finish().await;
}

#[tokio::test]
async fn a_game_without_turns_ends_without_an_animation() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/resign").await;
    session
        .first_at(thread)
        .clicks("Call it off (no result)")
        .await;
    let card = session.second_at(thread).sees("🏁").await;
    assert_eq!(card.json["attachments"].as_array().unwrap().len(), 1);
    session.first_at(thread).clicks("Replay").await;
    let answer = session.first_at(thread).types("/replay from:0 to:3").await;
    assert!(answer.message().text.contains("no turns yet"));
    session.finish().await;
}

#[tokio::test]
async fn a_replay_can_step_jump_and_be_animated() {
    let session = Session::new().await;
    let thread = finished(&session).await;
    let first = session.first_at(thread);
    let answer = first.types("/replay").await;
    assert!(answer.message().text.contains("Turn 0 of 3"));
    assert!(answer.message().is_private);
    let answer = first.clicks("▶").await;
    assert!(answer.message().text.contains("`Wd4-a1`"));
    let answer = first.clicks("⏭").await;
    assert!(answer.message().text.contains("Turn 3 of 3"));
    first.clicks("Go to turn…").await;
    let answer = first
        .fills(&[("Turn number (0 is the start)", " 2 ")])
        .await;
    assert!(
        answer.message().text.contains("Turn 2 of 3"),
        "{}",
        answer.message()
    );
    for wrong in ["4", "-1", "two", "99999"] {
        first.clicks("Go to turn…").await;
        let answer = first
            .fills(&[("Turn number (0 is the start)", wrong)])
            .await;
        let said = &answer.message().text;
        assert!(said.contains("choose from 0 to 3"), "{wrong}: {said}");
    }
    first.clicks("Animation").await;
    let animation = first.sees("🎞️ ZÈRTZ · 37 rings, turns 1 to 3").await;
    assert!(animation.is_private);
    assert_eq!(frames(&animation, 0).await, 4);
    first.clicks("Animate a part…").await;
    first.fills(&[("From turn", "1"), ("To turn", "2")]).await;
    let animation = first.sees("turns 1 to 2").await;
    assert_eq!(frames(&animation, 0).await, 3);
    assert_eq!(animation.alts(), ["Animation of 2 turns."]);
    first.clicks("Animate a part…").await;
    let answer = first.fills(&[("From turn", "2"), ("To turn", "1")]).await;
    assert!(answer.message().text.contains("can't end before it begins"));
    // The same by command, for anyone.
    let spectator = session.harness.person(SPECTATOR).at(thread);
    spectator.types("/replay from:2").await;
    let animation = spectator.sees("ruchy od 2 do 3").await;
    assert!(
        animation.alts()[0].contains("do końca partii"),
        "{animation}"
    );
    session.finish().await;
}

#[tokio::test]
async fn buttons_of_a_replay_work_after_a_restart() {
    let session = Session::new().await;
    let thread = finished(&session).await;
    session.first_at(thread).types("/replay").await;
    let session = session.restart().await;
    let come = || session.harness.sandbox.has_bot().then_some(());
    session.harness.until("the bot to connect", come).await;
    let answer = session.first_at(thread).clicks("▶").await;
    assert!(answer.message().text.contains("Turn 1 of 3"));
    session.first_at(thread).clicks("Animation").await;
    session.first_at(thread).sees("🎞️").await;
    session.finish().await;
}

/// Creates a game that the second player resigns, directly through the use cases.
async fn resigned(session: &Session, number: i64, variant: &str) -> GameId {
    let act = |by: u64, step: i64| Act {
        by: PlayerId(by as i64),
        interaction: InteractionId(number * 10 + step),
        expected_seq: None,
        now: Time(session.clock.load(Ordering::Relaxed)),
    };
    session.passes(Duration::from_mins(1)).await;
    let (game, variant) = variant.split_once(' ').unwrap();
    let new = NewChallenge {
        opponent: Some(Opponent {
            id: PlayerId(SECOND_PLAYER as i64),
            is_bot: false,
        }),
        server: None,
        channel: None,
        terms: Terms {
            variant: StoredVariant::parse(game, variant),
            seat: Seat::Mine,
            pace: None,
            is_rated: false,
            note: None,
        },
    };
    let challenge = session.app.challenge(&act(FIRST_PLAYER, 1), new).await;
    let id = challenge.unwrap().id;
    session
        .app
        .accept(&act(SECOND_PLAYER, 2), id)
        .await
        .unwrap();
    session
        .app
        .resign(&act(SECOND_PLAYER, 3), id)
        .await
        .unwrap();
    id
}

#[tokio::test]
async fn finished_games_can_be_listed_filtered_paged_and_opened() {
    let session = Session::new().await;
    for number in 1..=12 {
        let variant = if number % 4 == 0 {
            "tzaar random"
        } else {
            "zertz 37"
        };
        resigned(&session, number, variant).await;
    }
    let first = session.first();
    let answer = first.types("/history").await;
    let page = answer.message();
    assert_eq!(page.text.matches("**Won** against").count(), 10, "{page}");
    assert_eq!(page.keys(), ["⏮ Latest", "Older ▶"]);
    let answer = first.clicks("Older ▶").await;
    assert_eq!(answer.message().text.matches("**Won**").count(), 2);
    let answer = first.clicks("⏮ Latest").await;
    assert_eq!(answer.message().text.matches("**Won**").count(), 10);
    let answer = first.types("/history variant:tzaar random").await;
    let page = answer.message().clone();
    assert_eq!(page.text.matches("TZAAR · random").count(), 4, "{page}");
    assert!(page.text.contains("(TZAAR · random)"), "{page}");
    let menu = page.parts().find(|part| part["type"] == 3).unwrap();
    let label = menu["options"][0]["label"].as_str().unwrap().to_owned();
    assert!(
        label.starts_with('#') && label.ends_with(" · Player 2 · TZAAR · random · won"),
        "{label}"
    );
    let answer = first.chooses(&[&label]).await;
    assert!(
        answer.message().text.contains("Turn 0 of 0"),
        "{}",
        answer.message()
    );
    let answer = first.types("/history result:lost").await;
    assert!(answer.message().text.contains("No such games yet."));
    let answer = first.types("/history opponent:@Player 2 game:zertz").await;
    assert_eq!(answer.message().text.matches("**Won**").count(), 9);
    // The opponent has lost them all, and reads it in Russian.
    let answer = session
        .second()
        .types("/history result:lost game:tzaar")
        .await;
    let text = &answer.message().text;
    assert_eq!(text.matches("**Поражение**, соперник").count(), 3, "{text}");
    let answer = session.harness.person(SPECTATOR).types("/history").await;
    assert!(
        answer
            .message()
            .text
            .contains("Nie masz jeszcze zakończonych")
    );
    // Autocomplete leads to one of them.
    let offered = first.is_offered("/replay game:random").await;
    assert_eq!(offered.len(), 3, "{offered:?}");
    let answer = first.picks("/replay game:random", &offered[0]).await;
    assert!(answer.message().text.contains("Turn 0 of 0"));
    session.finish().await;
}

#[tokio::test]
async fn anyone_can_verify_the_draw_of_a_game() {
    let session = Session::new().await;
    session
        .first()
        .types("/challenge game:tzaar random opponent:@Player 2")
        .await;
    let card = session.second().sees("challenges").await;
    let shown = card.text.split('`').nth(1).unwrap();
    assert_eq!(shown.len(), 64, "the whole hash: {}", card.text);
    let public = session.second().clicks("1a").await;
    assert!(!public.message().is_private);
    let thread = card.id;
    let begun = || {
        let messages = session
            .harness
            .sandbox
            .messages(FIRST_PLAYER, thread)
            .ok()?;
        (!messages.is_empty()).then_some(())
    };
    session.harness.until("the thread of the game", begun).await;
    session.first_at(thread).clicks("More").await;
    let answer = session
        .first_at(thread)
        .chooses(&["Check the randomness"])
        .await;
    let text = answer.message().text.clone();
    assert!(answer.message().is_private);
    // As a player would do it: hash the text between the quotation marks.
    let hash = |text: &str| {
        let hash = Sha256::digest(text.as_bytes());
        hash.iter()
            .fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
    };
    let lines: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("printf '%s' '")?.split('\'').next())
        .collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert_eq!(hash(lines[0]), shown, "{text}");
    // What Discord shows to everyone: the challenge message, and the interaction that the public
    // response belongs to.
    let accept = public.message().json["interaction_metadata"]["id"].as_str();
    let secret = lines[0].rsplit(' ').next().unwrap();
    assert_eq!(lines[0], format!("hexpost commit 2 1 {secret}"));
    let mixed = format!("{} {}", card.id, accept.unwrap());
    assert_eq!(lines[1], format!("hexpost draw 2 1 {mixed} {secret}"));
    session.settles().await;
    let closed = session.second().sees("challenges").await;
    assert_eq!(closed.id, card.id);
    assert!(closed.keys().is_empty() && closed.text.contains(shown));
    let draw = hash(lines[1]);
    let seed = u64::from_str_radix(&draw[..16], 16).unwrap();
    assert!(text.contains(&format!("number {seed}.")), "{text}");
    let is_first = u8::from_str_radix(&draw[16..17], 16)
        .unwrap()
        .is_multiple_of(2);
    let said = if is_first {
        "moves first"
    } else {
        "moves second"
    };
    assert!(text.contains(&format!("the challenger {said}")), "{text}");
    let row = session.app.game_row(GameId(1)).await.unwrap().unwrap();
    assert_eq!(row.variant.name(), format!("random:{seed}"));
    assert_eq!(
        row.players.first == Some(PlayerId(FIRST_PLAYER as i64)),
        is_first
    );
    // In the other languages too.
    session.second_at(thread).clicks("1o").await;
    let answer = session
        .second_at(thread)
        .chooses(&["Как выпал жребий?"])
        .await;
    assert!(answer.message().text.contains("Расстановку решил жребий"));
    let spectator = session.harness.person(SPECTATOR).at(thread);
    spectator.clicks("1o").await;
    let answer = spectator.chooses(&["Jak losowano?"]).await;
    assert!(answer.message().text.contains("Ustawienie wylosowano"));
    session.finish().await;
}
