//! Records: downloaded as files, imported, refused.

use hexpost_engine::record::Record;
use hexpost_sandbox::SPECTATOR;

use super::super::harness::Seen;
use super::Session;

const GAME: &str = r#"[Game "zertz"]
[Variant "37"]
[Rules "1"]
[Result "*"]

1. Wd4-a1 | Gd5-b1
2. xd4d6
"#;

/// The attached files of a message: their names and contents.
async fn files(seen: &Seen) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for file in seen.json["attachments"].as_array().unwrap() {
        let name = file["filename"].as_str().unwrap().to_owned();
        let answer = reqwest::get(file["url"].as_str().unwrap()).await.unwrap();
        files.push((name, answer.bytes().await.unwrap().to_vec()));
    }
    files
}

#[tokio::test]
async fn a_record_can_be_exported_in_every_format_and_imported_again() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.second_at(thread).types("/move turn:Gd5-b1").await;
    first.sees("`Gd5-b1`").await;
    first.types("/move turn:xd4d6").await;
    first.sees("`xd4d6`").await;
    first.clicks("More").await;
    first.chooses(&["Download game"]).await;
    let message = first.sees("the game as files").await;
    let all = files(&message).await;
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "zertz-1.txt",
            "zertz-1.json",
            "zertz-1.gipf.txt",
            "zertz-1.zen.txt"
        ]
    );
    assert_eq!(all[0].1, GAME.as_bytes());
    for (name, bytes) in &all {
        let answer = first.sends_file("/import", "file", name, bytes).await;
        let seen = answer.message();
        assert!(seen.is_private, "{seen}");
        assert!(
            seen.text
                .contains("📥 **Imported game** — ZÈRTZ · 37 rings"),
            "{name}: {seen}"
        );
        assert!(seen.text.contains("Turn 3 of 3"), "{name}: {seen}");
        first.clicks("Download game").await;
        let again = first.sees("the game as files").await;
        let again = files(&again).await;
        let same = again.iter().zip(&all).all(|(one, other)| one.1 == other.1);
        assert!(same, "{name} was not imported unchanged");
    }
    // Only players get the record of a running game.
    let spectator = session.harness.person(SPECTATOR).at(thread);
    spectator.types("/board").await;
    let seen = spectator.sees("Ruch 3 z 3").await;
    assert!(!seen.keys().contains(&"Pobierz partię"), "{seen}");
    session.finish().await;
}

#[tokio::test]
async fn imported_games_can_be_listed_opened_animated_and_deleted() {
    let session = Session::new().await;
    let second = session.second();
    let answer = second.types("/import").await;
    assert!(answer.message().text.contains("Вы ещё не загружали партий"));
    second.clicks("Вставить запись").await;
    let answer = second.fills(&[("Запись", GAME)]).await;
    assert!(answer.message().text.contains("📥 **Загруженная партия**"));
    // On a single line, as Discord turns a multi-line text into one.
    let folded = GAME.replace('\n', " ");
    let answer = second.types(&format!("/import text:{folded}")).await;
    assert!(
        answer.message().text.contains("Ход 3 из 3"),
        "{}",
        answer.message()
    );
    let answer = second.clicks("⏮").await;
    assert!(answer.message().text.contains("📥"));
    second.clicks("Анимация").await;
    let animation = second.sees("🎞️").await;
    assert_eq!(animation.alts(), ["Анимация: 3 хода."]);
    // Imported games are private.
    let answer = session.first().types("/import").await;
    assert!(answer.message().text.contains("any games yet"));
    let answer = second.types("/import").await;
    assert!(answer.message().text.contains("У вас 2 загруженные партии"));
    let menu = answer.message().parts().find(|part| part["type"] == 3);
    let option = menu.unwrap()["options"][0].clone();
    assert_eq!(option["label"], "1. ZÈRTZ · 37 колец · 3 хода · 2027-01-15");
    let value = option["value"].as_str().unwrap();
    let answer = session
        .first()
        .types(&format!("/replay game:{value}"))
        .await;
    assert!(
        answer.message().text.contains("That game no longer exists"),
        "{}",
        answer.message()
    );
    let offered = second.is_offered("/replay game:37").await;
    assert_eq!(offered.len(), 2);
    let answer = second.types("/import").await;
    let seen = answer.message().clone();
    let menu = seen.parts().find(|part| part["type"] == 3).unwrap();
    let id = menu["custom_id"].as_str().unwrap();
    let answer = second.chooses_on(&seen, id, value).await;
    assert!(answer.message().text.contains("Ход 0 из 3"));
    second.clicks("Удалить").await;
    let answer = second.clicks("Да, удалить").await;
    assert!(answer.message().text.contains("У вас 1 загруженная партия"));
    session.finish().await;
}

#[tokio::test]
async fn an_invalid_record_is_refused_with_line_turn_and_rule() {
    let session = Session::new().await;
    let first = session.first();
    let bad = GAME.replace("xd4d6", "We1-a2");
    let answer = first
        .sends_file("/import", "file", "game.txt", bad.as_bytes())
        .await;
    assert_eq!(
        answer.message().text,
        "Line 7: turn 3: `We1-a2` isn't possible: you must capture when you can, and 2 captures are possible."
    );
    let refusals: [(&[u8], &str); 5] = [
        (b"\xff\xfe\x00W", "That isn't text"),
        (b"", "I found no game in that"),
        (b"(;GM[1]FF[4])", "SGF isn't supported"),
        (b"{\"game\":1}", "isn't the JSON of a record"),
        (b"Wd4,a1 Gd4,b1", "I assumed 37 rings"),
    ];
    for (bytes, said) in refusals {
        let answer = first.sends_file("/import", "file", "game.txt", bytes).await;
        let text = &answer.message().text;
        assert!(answer.message().is_private && text.contains(said), "{text}");
    }
    // Ten megabytes aren't even fetched; a file slightly over the limit isn't read to its end.
    for size in [10 << 20, (256 << 10) + 1] {
        let junk = vec![b'W'; size];
        let answer = first.sends_file("/import", "file", "junk.bin", &junk).await;
        assert!(answer.message().text.contains("the limit is 256 KiB"));
    }
    let moves = "Wd4-a1 ".repeat((256 << 10) / 7);
    let answer = first
        .sends_file("/import", "file", "bomb.txt", moves.as_bytes())
        .await;
    assert!(
        answer.message().text.contains("turn 2"),
        "{}",
        answer.message()
    );
    let answer = session
        .second()
        .sends_file("/import", "file", "a.txt", b"37\nWd4,d5")
        .await;
    assert!(
        answer
            .message()
            .text
            .starts_with("Строка 2: ход 1: `Wd4-d5`")
    );
    let spectator = session.harness.person(SPECTATOR);
    let answer = spectator
        .sends_file("/import", "file", "a.txt", b"37\nWd4,d5")
        .await;
    assert!(
        answer
            .message()
            .text
            .starts_with("Wiersz 2: ruch 1: `Wd4-d5`")
    );
    let answer = first.types("/import").await;
    assert!(
        answer.message().text.contains("any games yet"),
        "nothing was imported"
    );
    session.finish().await;
}

#[tokio::test]
async fn the_board_of_a_record_without_headers_can_be_chosen() {
    let session = Session::new().await;
    let first = session.first();
    let answer = first
        .sends_file(
            "/import board:zertz 61",
            "file",
            "game.txt",
            b"Wa1,i5\nGb1,i4",
        )
        .await;
    let seen = answer.message();
    assert!(seen.text.contains("ZÈRTZ · 61 rings"), "{seen}");
    first.clicks("Download game").await;
    let files = files(&first.sees("the game as files").await).await;
    let record: Record = String::from_utf8(files[0].1.clone())
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(record.texts(), ["Wa1-i5", "Gb1-i4"]);
    session.finish().await;
}

#[tokio::test]
async fn a_record_that_cannot_be_imported_is_kept_for_another_try() {
    let session = Session::new().await;
    let first = session.first();
    let answer = first
        .types("/import board:zertz 48 text:Wd4,a1 Gd5,b1 Wd5,c1")
        .await;
    assert!(
        answer.message().text.contains("turn 3"),
        "{}",
        answer.message()
    );
    let answer = first.clicks("Edit and try again").await;
    let form = answer.form().to_string();
    assert!(form.contains("Wd4,a1 Gd5,b1 Wd5,c1"), "{form}");
    // Another mistake is kept as well.
    let answer = first.fills(&[("Record", "Wd4,a1 Gd5,b1 nonsense")]).await;
    assert!(answer.message().picture().is_none());
    let answer = first.clicks("Edit and try again").await;
    let form = answer.form().to_string();
    assert!(form.contains("Gd5,b1 nonsense"), "{form}");
    let answer = first.fills(&[("Record", "Wd4,a1 Ge6,b1")]).await;
    let text = &answer.message().text;
    assert!(
        text.contains("ZÈRTZ · 48 rings"),
        "the board that was chosen: {text}"
    );
    // What was imported isn't offered again.
    let answer = first.types("/import").await;
    assert!(answer.message().text.contains("1 game"));
    session.finish().await;
}
