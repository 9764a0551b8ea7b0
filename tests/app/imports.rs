//! Games imported by players.

use hexpost_engine::game::Variant;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::record::{How, Record};

use crate::fixture::{BLACK, WHITE, refused, story};
use hexpost::app::Refusal;
use hexpost::app::game::state::Game;
use hexpost::app::import::{BadRecord, MAX_IMPORTS, MAX_RECORD, read_record};
use hexpost::model::{GameId, GameRef, ImportId};

const RESIGNED: &str = r#"[Game "tzaar"]
[Variant "fixed"]
[Rules "1"]
[Result "0-1"]
[Ending "resignation"]

1. d3xd4 | c4xd5 f3xe4
"#;

#[test]
fn an_imported_game_is_visible_only_to_its_owner() {
    story(async |fixture| {
        let act = fixture.act(WHITE);
        let app = fixture.deliver(&act).await.unwrap();
        let game = app.import(&act, RESIGNED.as_bytes(), None).await;
        let id = game.unwrap().reference;
        assert!(id.is_import());
        drop(app);
        let game = fixture
            .app
            .view_game(WHITE, id, fixture.now())
            .await
            .unwrap();
        assert_eq!(game.record.to_string(), RESIGNED);
        assert_eq!(game.turns.len(), 2);
        assert!(game.is_over() && !game.row.is_rated);
        assert_eq!(game.record.ending().unwrap().how, How::Resignation);
        let other = fixture.app.view_game(BLACK, id, fixture.now()).await;
        assert_eq!(refused(other), Refusal::UnknownGame);
        // It isn't a game that can be played.
        for number in [game.row.id, GameId(id.number()), GameId(-id.number())] {
            let now = fixture.now();
            assert_eq!(
                refused(fixture.app.game(number, now).await),
                Refusal::UnknownGame
            );
            let played = fixture.play(WHITE, number, "a1xb2").await;
            assert_eq!(refused(played), Refusal::UnknownGame);
            let verified = fixture.app.verify(number).await;
            assert_eq!(refused(verified), Refusal::UnknownGame);
        }
        assert!(
            fixture
                .app
                .my_games(WHITE, fixture.now())
                .await
                .unwrap()
                .is_empty()
        );
        let finished = fixture.app.finished_games(WHITE, None, 10).await.unwrap();
        assert!(finished.is_empty());
        // A redelivered press imports nothing.
        assert_eq!(refused(fixture.deliver(&act).await), Refusal::Repeated);
        fixture.restart().await;
        assert_eq!(fixture.app.imports(WHITE).await.unwrap().len(), 1);
        fixture
            .app
            .view_game(WHITE, id, fixture.now())
            .await
            .unwrap();
        assert_eq!(
            fixture.notifications().await,
            [],
            "nobody is notified of an import"
        );
    });
}

fn import_id(game: &Game) -> ImportId {
    match game.reference {
        GameRef::Import(id) => id,
        GameRef::Game(id) => panic!("{id} is not an import"),
    }
}

#[test]
fn imports_are_limited_and_can_be_deleted() {
    story(async |fixture| {
        let mut ids = Vec::new();
        for _ in 0..MAX_IMPORTS {
            let act = fixture.act(WHITE);
            let game = fixture.app.import(&act, RESIGNED.as_bytes(), None).await;
            ids.push(import_id(&game.unwrap()));
        }
        let act = fixture.act(WHITE);
        let more = fixture.app.import(&act, RESIGNED.as_bytes(), None).await;
        assert_eq!(refused(more), Refusal::TooManyImports(MAX_IMPORTS));
        // Other players' imports don't count, and can't be deleted.
        let act = fixture.act(BLACK);
        fixture
            .app
            .import(&act, RESIGNED.as_bytes(), None)
            .await
            .unwrap();
        let foreign = fixture.app.drop_import(&fixture.act(BLACK), ids[0]).await;
        assert_eq!(refused(foreign), Refusal::UnknownGame);
        fixture
            .app
            .drop_import(&fixture.act(WHITE), ids[0])
            .await
            .unwrap();
        let gone = fixture.app.drop_import(&fixture.act(WHITE), ids[0]).await;
        assert_eq!(refused(gone), Refusal::UnknownGame);
        let act = fixture.act(WHITE);
        fixture
            .app
            .import(&act, RESIGNED.as_bytes(), None)
            .await
            .unwrap();
        let listed = fixture.app.imports(WHITE).await.unwrap();
        assert_eq!(listed.len(), MAX_IMPORTS);
        assert!(listed.is_sorted_by(|a, b| a.id > b.id), "latest first");
        assert!(!listed.iter().any(|import| import.id == ids[0]));
    });
}

#[test]
fn imports_are_exported_and_deleted_with_personal_data() {
    story(async |fixture| {
        let act = fixture.act(WHITE);
        fixture
            .app
            .import(&act, RESIGNED.as_bytes(), None)
            .await
            .unwrap();
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["imports"][0]["record"], RESIGNED);
        fixture.app.forget(&fixture.act(WHITE)).await.unwrap();
        let all = fixture.app.export(WHITE, fixture.now()).await.unwrap();
        assert_eq!(all["imports"].as_array().unwrap().len(), 0);
        // What PostgreSQL leaves in its files is up to the server.
        let files = fixture.database.file();
        let files = files.map(|path| ["", "-wal"].map(|end| format!("{}{end}", path.display())));
        for end in files.into_iter().flatten() {
            let bytes = std::fs::read(&end).unwrap_or_default();
            let has = |part: &[u8]| bytes.windows(part.len()).any(|bytes| bytes == part);
            assert!(!has(b"c4xd5 f3xe4"), "the record is in {end:?}");
        }
    });
}

#[test]
fn check_finds_an_imported_game_that_does_not_replay() {
    crate::fixture::run(async {
        let fixture = crate::fixture::TestApp::open().await;
        let act = fixture.act(WHITE);
        let game = fixture.app.import(&act, RESIGNED.as_bytes(), None).await;
        let id = import_id(&game.unwrap());
        let mut change = fixture.app.store().begin().await.unwrap();
        let mut import = change.import(id).await.unwrap().unwrap();
        change.drop_import(WHITE, id).await.unwrap();
        import.record = import.record.replace("d3xd4", "d3xd5");
        change.add_import(&import).await.unwrap();
        import.id = ImportId(id.0 + 1);
        import.record = RESIGNED.to_owned();
        import.plies = 9;
        change.add_import(&import).await.unwrap();
        change.commit().await.unwrap();
        let report = hexpost::app::integrity::check(fixture.app.store())
            .await
            .unwrap();
        assert_eq!(report.problems.len(), 2, "{:#?}", report.problems);
        assert!(
            report
                .problems
                .iter()
                .all(|p| p.starts_with("imported game"))
        );
        let broken = fixture.app.view_game(WHITE, id, fixture.now()).await;
        assert_eq!(refused(broken), Refusal::Frozen);
        fixture.app.close().await;
    });
}

#[test]
fn a_record_is_read_in_every_format() {
    let record: Record = RESIGNED.parse().unwrap();
    let json = serde_json::to_string_pretty(&record).unwrap();
    // A Discord modal may put everything on one line, and people quote the text.
    let folded = RESIGNED.replace('\n', " ");
    let quoted = format!("```\n{RESIGNED}```");
    for text in [RESIGNED, &json, &folded, &quoted] {
        let read = read_record(text.as_bytes(), None);
        assert_eq!(read.as_ref(), Ok(&record), "{text}");
    }
    let zen = "[ZIP \"oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1\"] \
               1. Wd4-a1 Gd5-b1 2. Wd4xd6+g *";
    assert_eq!(read_record(zen.as_bytes(), None).unwrap().turns().len(), 3);
    let board = Variant::parse("zertz", "61").unwrap();
    let gipf = read_record(b"Wa1,i5", Some(&board)).unwrap();
    assert_eq!(gipf.variant(), &board);
    // The headers of a record take precedence over the options given with it.
    let named = read_record(b"37\nWd4,a1", Some(&board)).unwrap();
    assert_eq!(named.variant().to_string(), "37");
}

#[test]
fn an_invalid_record_is_refused() {
    let refused = |bytes: &[u8]| read_record(bytes, None).unwrap_err();
    assert_eq!(refused(b""), BadRecord::Empty);
    assert_eq!(refused(b" \n "), BadRecord::Empty);
    assert_eq!(refused(b"37\n"), BadRecord::Empty);
    assert_eq!(refused(b"\xff\xfe1."), BadRecord::NotText);
    assert_eq!(refused(b"Wd4\0"), BadRecord::NotText);
    assert_eq!(refused(b"(;GM[37]VV[1])"), BadRecord::Sgf);
    assert_eq!(
        refused(b"{}").clone(),
        BadRecord::Json { line: 1, column: 2 }
    );
    assert_eq!(refused(&vec![b'x'; 10 << 20]), BadRecord::TooLarge);
    let nested = "{\"game\":".repeat(MAX_RECORD / 8);
    assert!(matches!(refused(nested.as_bytes()), BadRecord::Json { .. }));
    // As many turns as fit into a record.
    let many = "Wd4-a1 ".repeat(MAX_RECORD / 7);
    assert!(matches!(refused(many.as_bytes()), BadRecord::Record(_)));
    let passes = format!(
        "{{\"game\":\"zertz\",\"variant\":\"37\",\"rules\":1,\"turns\":[{}\"-\"],\"ending\":null}}",
        "\"-\",".repeat(MAX_RECORD / 5)
    );
    assert!(matches!(refused(passes.as_bytes()), BadRecord::Record(_)));
}

#[test]
fn random_input_is_refused_or_parsed_as_a_game() {
    const SIGNS: &[u8] = b"WGBwgbabcdefghi123456789x-+,.|()[]{}\" \n*/$!~ZIP\xc3\x97";
    let mut numbers = SplitMix64::new(7);
    let mut games = 0;
    for _ in 0..3000 {
        let length = numbers.below(120);
        let mut bytes: Vec<u8> = (0..length)
            .map(|_| SIGNS[numbers.below(SIGNS.len() as u64) as usize])
            .collect();
        if numbers.below(2) == 0 {
            bytes.splice(0..0, *b"Wd4,a1 Gd5,b1 ");
        }
        if let Ok(record) = read_record(&bytes, None) {
            games += 1;
            let text = record.to_string();
            assert_eq!(read_record(text.as_bytes(), None), Ok(record));
        }
    }
    assert!(games < 3000);
}
