//! Personal data: export and deletion.

use hexpost_engine::record::{How, Record};
use sqlx::Connection as _;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use crate::fixture::{BLACK, THIRD, WHITE, challenge_to, open_challenge, refused, story, terms};
use hexpost::app::Refusal;
use hexpost::app::notify::notice::Notice;
use hexpost::model::{ChannelId, MessageKind, PlayerId, PostedMessage, Seq, Terms};

/// A player whose id is as long as Discord's, so that its bytes don't occur by chance.
const LEAVER: PlayerId = PlayerId(123_456_789_012_345);

#[test]
fn all_personal_data_can_be_exported() {
    story(async |fixture| {
        let noted = Terms {
            note: Some("hello".to_owned()),
            ..terms("zertz", "37")
        };
        let id = fixture.start_with(noted).await;
        fixture.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
        fixture
            .app
            .block(&fixture.act(WHITE), THIRD, true)
            .await
            .unwrap();
        fixture
            .app
            .mute(&fixture.act(WHITE), id, true)
            .await
            .unwrap();
        fixture.set_forced_moves(WHITE, true).await;
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["player"], WHITE.0);
        assert_eq!(all["settings"]["forced_moves"], true);
        assert_eq!(all["blocked"][0], THIRD.0);
        assert_eq!(all["muted"][0], id.0);
        assert_eq!(all["challenges"][0]["note"], "hello");
        assert_eq!(all["games"][0]["side"], "first");
        // The exported record can be imported again.
        let record: Record = serde_json::from_value(all["games"][0]["record"].clone()).unwrap();
        assert_eq!(record.texts(), ["Wd4-a1", "Bb3-g1"]);
        let events = all["games"][0]["events"].as_array().unwrap();
        assert_eq!(events.len(), 2);
        assert_eq!(events[0]["event"]["turn"], "Wd4-a1");
        let nobody = fixture.app.export(THIRD, fixture.now()).await.unwrap();
        assert_eq!(nobody["games"].as_array().unwrap().len(), 0);
    });
}

#[test]
fn personal_data_is_deleted_at_once_and_the_games_stay() {
    story(async |fixture| {
        let noted = Terms {
            note: Some("a word in private".to_owned()),
            ..terms("zertz", "37")
        };
        let start = async |terms: Terms| {
            let new = challenge_to(BLACK, terms);
            let id = fixture.challenge(LEAVER, new).await.unwrap().id;
            fixture.accept(BLACK, id).await.unwrap();
            id
        };
        let running = start(noted).await;
        fixture.plays(running, &["Wd4-a1"]).await;
        let over = start(terms("tzaar", "fixed")).await;
        fixture.app.resign(&fixture.act(BLACK), over).await.unwrap();
        let new = challenge_to(LEAVER, terms("zertz", "48"));
        fixture.challenge(THIRD, new).await.unwrap();
        let new = open_challenge(terms("zertz", "61"));
        let open = fixture.challenge(LEAVER, new).await.unwrap();
        fixture.notifications().await;
        let act = fixture.act(LEAVER);
        let forgotten = fixture
            .deliver(&act)
            .await
            .unwrap()
            .forget(&act)
            .await
            .unwrap();
        assert_eq!((forgotten.resigned, forgotten.challenges), (1, 2));
        let told = fixture.notifications().await;
        assert!(told.contains(&(Notice::Declined, Some(THIRD))), "{told:?}");
        assert!(told.contains(&(Notice::Finished, None)), "{told:?}");
        let game = fixture.game(running).await;
        assert_eq!(game.row.players.first, None);
        assert_eq!(game.row.players.second, Some(BLACK));
        assert_eq!(game.record.ending().unwrap().how, How::Resignation);
        assert_eq!(fixture.game(over).await.row.players.first, None);
        let gone = fixture.app.challenge_by_id(open.id).await.unwrap();
        assert_eq!(gone.challenger, None);
        // No file contains the id or the texts any more.
        let all = fixture.app.export(LEAVER, fixture.now()).await.unwrap();
        for list in [
            "games",
            "challenges",
            "notices",
            "drafts",
            "blocked",
            "muted",
        ] {
            assert_eq!(all[list].as_array().unwrap().len(), 0, "{list}");
        }
        // What PostgreSQL leaves in its files is up to the server.
        let files = fixture
            .database
            .file()
            .map(|path| ["", "-wal"].map(|end| format!("{}{end}", path.display())));
        for end in files.into_iter().flatten() {
            let bytes = std::fs::read(&end).unwrap_or_default();
            let has = |part: &[u8]| bytes.windows(part.len()).any(|bytes| bytes == part);
            // SQLite stores an integer in as few bytes as possible; this one takes six.
            assert!(!has(&LEAVER.0.to_be_bytes()[2..]), "the id is in {end}");
            assert!(!has(LEAVER.to_string().as_bytes()), "the text is in {end}");
            assert!(!has(b"a word in private"), "the note is in {end}");
        }
        // The opponent still sees the games.
        let finished = fixture.app.finished_games(BLACK, None, 10).await.unwrap();
        assert_eq!(finished.len(), 2);
        // Redelivered after the player has come back, the same press does nothing.
        let back = start(terms("zertz", "37")).await;
        assert_eq!(refused(fixture.deliver(&act).await), Refusal::Repeated);
        assert!(!fixture.game(back).await.is_over());
    });
}

#[test]
fn records_of_direct_messages_are_deleted_with_personal_data() {
    story(async |fixture| {
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let id = fixture.challenge(LEAVER, new).await.unwrap().id;
        fixture.accept(BLACK, id).await.unwrap();
        let row = fixture.app.game_row(id).await.unwrap().unwrap();
        let public = row.channel.expect("the game has no channel");
        for (message, channel) in [(1, public), (2, ChannelId(LEAVER.0 + 1))] {
            let post = PostedMessage {
                message,
                channel,
                what: MessageKind::Board,
                board: Seq::START,
                is_open: true,
            };
            fixture.app.record_message(id, &post).await.unwrap();
        }
        fixture.app.forget(&fixture.act(LEAVER)).await.unwrap();
        let left = fixture.app.posted_messages(id).await.unwrap();
        let left: Vec<i64> = left.iter().map(|post| post.message).collect();
        assert_eq!(left, [1]);
    });
}

#[test]
fn a_concurrent_reader_only_delays_the_erasure_of_bytes() {
    story(async |fixture| {
        let noted = Terms {
            note: Some("a word in private".to_owned()),
            ..terms("zertz", "37")
        };
        fixture
            .challenge(LEAVER, open_challenge(noted))
            .await
            .unwrap();
        let Some(path) = fixture.database.file().map(std::path::Path::to_owned) else {
            return;
        };
        let options = SqliteConnectOptions::new().filename(&path).read_only(true);
        let mut reader = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::raw_sql("BEGIN; SELECT * FROM challenges")
            .fetch_all(&mut reader)
            .await
            .unwrap();
        fixture.app.forget(&fixture.act(LEAVER)).await.unwrap();
        let has_note = || {
            let log = format!("{}-wal", path.display());
            let files =
                [path.clone(), log.into()].map(|file| std::fs::read(file).unwrap_or_default());
            files
                .iter()
                .any(|bytes| bytes.windows(17).any(|part| part == b"a word in private"))
        };
        assert!(has_note(), "the reader still sees the old data");
        reader.close().await.unwrap();
        fixture.app.prune(fixture.now(), 10).await.unwrap();
        assert!(!has_note());
    });
}

#[test]
fn known_settings_of_another_version_are_kept() {
    story(async |fixture| {
        let text = r#"{"theme":"neon","forced_moves":true,"language":"tlh","input":"menus"}"#;
        let mut change = fixture.app.store().begin().await.unwrap();
        change.set_player_settings(WHITE, text).await.unwrap();
        change.commit().await.unwrap();
        let settings = fixture.app.player_settings(WHITE).await.unwrap();
        assert!(settings.forced_moves);
        assert_eq!(
            settings.input,
            hexpost::app::people::settings::InputMethod::Menus
        );
        assert_eq!(
            settings.theme,
            hexpost::app::people::settings::BoardTheme::Classic
        );
        assert_eq!(settings.language, None);
    });
}

#[test]
fn finished_games_are_paginated_even_if_many_end_at_once() {
    story(async |fixture| {
        for _ in 0..7 {
            fixture.start("zertz", "37").await;
        }
        // All of them end within the same millisecond.
        fixture.app.forget(&fixture.act(WHITE)).await.unwrap();
        let mut found = Vec::new();
        let mut place = None;
        loop {
            let page = fixture.app.finished_games(BLACK, place, 3).await.unwrap();
            let Some(last) = page.last() else {
                break;
            };
            place = Some((last.status.end.as_ref().unwrap().at, last.id));
            found.extend(page.iter().map(|row| row.id.0));
        }
        assert_eq!(found, [7, 6, 5, 4, 3, 2, 1]);
    });
}
