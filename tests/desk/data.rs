//! What is kept about one person.

use hexpost::app::settings::PlayerSettings;
use hexpost::engine::record::{How, Record};
use hexpost::store::challenges::Terms;

use crate::desk::{BLACK, THIRD, WHITE, challenge_to, open_challenge, story, terms};

#[test]
fn everything_about_me_can_be_taken_away() {
    story(async |desk| {
        let noted = Terms {
            note: Some("hello".to_owned()),
            ..terms("zertz", "37")
        };
        let id = desk.start_with(noted).await;
        desk.plays(id, &["Wd4-a1", "Bb3-g1"]).await;
        desk.app.block(&desk.act(WHITE), THIRD, true).await.unwrap();
        desk.app.mute(&desk.act(WHITE), id, true).await.unwrap();
        let settings = PlayerSettings {
            forced_moves: true,
            ..PlayerSettings::default()
        };
        desk.app
            .set_player(&desk.act(WHITE), &settings)
            .await
            .unwrap();
        let all = desk.app.export(WHITE, desk.now()).await.unwrap();
        assert_eq!(all["player"], WHITE.0);
        assert_eq!(all["settings"]["forced_moves"], true);
        assert_eq!(all["blocked"][0], THIRD.0);
        assert_eq!(all["muted"][0], id.0);
        assert_eq!(all["challenges"][0]["note"], "hello");
        assert_eq!(all["games"][0]["side"], "first");
        // The record is one that can be read back.
        let record: Record = serde_json::from_value(all["games"][0]["record"].clone()).unwrap();
        assert_eq!(record.texts(), ["Wd4-a1", "Bb3-g1"]);
        let nobody = desk.app.export(THIRD, desk.now()).await.unwrap();
        assert_eq!(nobody["games"].as_array().unwrap().len(), 0);
    });
}

#[test]
fn a_player_is_forgotten_at_once_and_the_games_stay() {
    story(async |desk| {
        let noted = Terms {
            note: Some("hello".to_owned()),
            ..terms("zertz", "37")
        };
        let running = desk.start_with(noted).await;
        desk.plays(running, &["Wd4-a1"]).await;
        let over = desk.start("tzaar", "fixed").await;
        desk.app.resign(&desk.act(BLACK), over).await.unwrap();
        let new = challenge_to(WHITE, terms("zertz", "48"));
        desk.challenge(THIRD, new).await.unwrap();
        let new = open_challenge(terms("zertz", "61"));
        let open = desk.challenge(WHITE, new).await.unwrap();
        let forgotten = desk.app.forget(&desk.act(WHITE)).await.unwrap();
        assert_eq!((forgotten.resigned, forgotten.challenges), (1, 2));
        let game = desk.game(running).await;
        assert_eq!(game.row.players.first, None);
        assert_eq!(game.row.players.second, Some(BLACK));
        assert_eq!(game.record.ending().unwrap().how, How::Resignation);
        assert_eq!(desk.game(over).await.row.players.first, None);
        let gone = desk.app.challenged(open.id).await.unwrap();
        assert_eq!(gone.challenger, None);
        // Nothing in the file has the number or the words any more.
        let all = desk.app.export(WHITE, desk.now()).await.unwrap();
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
        let path = desk.app.store().path().to_owned();
        desk.restart().await;
        let copy = path.with_extension("copy");
        let options = hexpost::store::Options::new(path);
        hexpost::store::back_up(&options, &copy).await.unwrap();
        let bytes = std::fs::read(copy).unwrap();
        let number = WHITE.0.to_be_bytes();
        // SQLite keeps a number in as few bytes as it needs; this one needs three.
        let number = &number[5..];
        let found = bytes.windows(3).filter(|bytes| *bytes == number).count();
        assert_eq!(found, 0, "the number is still there");
        assert!(!bytes.windows(5).any(|bytes| bytes == b"hello"));
        // The other still sees his games.
        let finished = desk
            .app
            .finished_games(BLACK, hexpost::store::Time(i64::MAX), 10)
            .await
            .unwrap();
        assert_eq!(finished.len(), 2);
    });
}
