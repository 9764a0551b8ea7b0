//! Games that people bring along.

use hexpost_engine::game::Variant;
use hexpost_engine::random::SplitMix64;
use hexpost_engine::record::{How, Record};

use crate::fixture::{BLACK, WHITE, refused, story};
use hexpost::app::Refusal;
use hexpost::app::import::{BadRecord, MAX_IMPORTS, MAX_RECORD, is_import, read_record};
use hexpost::model::GameId;

const RESIGNED: &str = r#"[Game "tzaar"]
[Variant "fixed"]
[Rules "1"]
[Result "0-1"]
[Ending "resignation"]

1. d3xd4 | c4xd5 f3xe4
"#;

#[test]
fn a_game_that_was_brought_along_is_looked_at_by_its_owner_alone() {
    story(async |desk| {
        let act = desk.act(WHITE);
        let app = desk.deliver(&act).await.unwrap();
        let game = app.import(&act, RESIGNED.as_bytes(), None).await;
        let id = game.unwrap().row.id;
        assert!(is_import(id));
        drop(app);
        let game = desk.app.view_game(WHITE, id, desk.now()).await.unwrap();
        assert_eq!(game.record.to_string(), RESIGNED);
        assert_eq!(game.turns.len(), 2);
        assert!(game.is_over() && !game.row.is_rated);
        assert_eq!(game.record.ending().unwrap().how, How::Resignation);
        let other = desk.app.view_game(BLACK, id, desk.now()).await;
        assert_eq!(refused(other), Refusal::UnknownGame);
        // It is no game that could be played.
        assert_eq!(
            refused(desk.app.game(id, desk.now()).await),
            Refusal::UnknownGame
        );
        assert_eq!(
            refused(desk.play(WHITE, id, "a1xb2").await),
            Refusal::UnknownGame
        );
        assert_eq!(refused(desk.app.verify(id).await), Refusal::UnknownGame);
        assert!(
            desk.app
                .my_games(WHITE, desk.now())
                .await
                .unwrap()
                .is_empty()
        );
        let finished = desk.app.finished_games(WHITE, None, 10).await.unwrap();
        assert!(finished.is_empty());
        // The same press does nothing twice.
        assert_eq!(refused(desk.deliver(&act).await), Refusal::Repeated);
        desk.restart().await;
        assert_eq!(desk.app.imports(WHITE).await.unwrap().len(), 1);
        desk.app.view_game(WHITE, id, desk.now()).await.unwrap();
        assert_eq!(desk.told().await, [], "nobody is told of it");
    });
}

#[test]
fn only_so_many_games_are_kept_and_each_can_be_thrown_away() {
    story(async |desk| {
        let mut ids = Vec::new();
        for _ in 0..MAX_IMPORTS {
            let act = desk.act(WHITE);
            let game = desk.app.import(&act, RESIGNED.as_bytes(), None).await;
            ids.push(game.unwrap().row.id);
        }
        let act = desk.act(WHITE);
        let more = desk.app.import(&act, RESIGNED.as_bytes(), None).await;
        assert_eq!(refused(more), Refusal::TooManyImports(MAX_IMPORTS));
        // Nobody else's are counted, nor can anybody else throw them away.
        let act = desk.act(BLACK);
        desk.app
            .import(&act, RESIGNED.as_bytes(), None)
            .await
            .unwrap();
        let foreign = desk.app.drop_import(&desk.act(BLACK), ids[0]).await;
        assert_eq!(refused(foreign), Refusal::UnknownGame);
        desk.app
            .drop_import(&desk.act(WHITE), ids[0])
            .await
            .unwrap();
        let gone = desk.app.drop_import(&desk.act(WHITE), ids[0]).await;
        assert_eq!(refused(gone), Refusal::UnknownGame);
        let act = desk.act(WHITE);
        desk.app
            .import(&act, RESIGNED.as_bytes(), None)
            .await
            .unwrap();
        let listed = desk.app.imports(WHITE).await.unwrap();
        assert_eq!(listed.len(), MAX_IMPORTS);
        assert!(listed.is_sorted_by(|a, b| a.id < b.id), "the latest first");
        assert!(!listed.iter().any(|import| import.id == ids[0]));
    });
}

#[test]
fn what_was_brought_along_is_exported_and_forgotten() {
    story(async |desk| {
        let act = desk.act(WHITE);
        desk.app
            .import(&act, RESIGNED.as_bytes(), None)
            .await
            .unwrap();
        let all = desk.app.export(WHITE, desk.now()).await.unwrap();
        assert_eq!(all["imports"][0]["record"], RESIGNED);
        desk.app.forget(&desk.act(WHITE)).await.unwrap();
        let all = desk.app.export(WHITE, desk.now()).await.unwrap();
        assert_eq!(all["imports"].as_array().unwrap().len(), 0);
        let path = desk.app.store().path().to_owned();
        for end in ["", "-wal"] {
            let file = format!("{}{end}", path.display());
            let bytes = std::fs::read(file).unwrap_or_default();
            let has = |part: &[u8]| bytes.windows(part.len()).any(|bytes| bytes == part);
            assert!(!has(b"c4xd5 f3xe4"), "the record is in {end:?}");
        }
    });
}

#[test]
fn a_stored_game_that_does_not_replay_is_found_by_the_check() {
    crate::fixture::run(async {
        let desk = crate::fixture::TestApp::open().await;
        let act = desk.act(WHITE);
        let game = desk.app.import(&act, RESIGNED.as_bytes(), None).await;
        let id = game.unwrap().row.id;
        let mut change = desk.app.store().begin().await.unwrap();
        let mut import = change.import(id).await.unwrap().unwrap();
        change.drop_import(WHITE, id).await.unwrap();
        import.record = import.record.replace("d3xd4", "d3xd5");
        change.add_import(&import).await.unwrap();
        import.id = GameId(id.0 - 1);
        import.record = RESIGNED.to_owned();
        import.plies = 9;
        change.add_import(&import).await.unwrap();
        change.commit().await.unwrap();
        let report = hexpost::app::integrity::check(desk.app.store())
            .await
            .unwrap();
        assert_eq!(report.problems.len(), 2, "{:#?}", report.problems);
        assert!(
            report
                .problems
                .iter()
                .all(|p| p.starts_with("imported game"))
        );
        let broken = desk.app.view_game(WHITE, id, desk.now()).await;
        assert_eq!(refused(broken), Refusal::Frozen);
        desk.app.close().await;
    });
}

#[test]
fn a_record_is_read_in_every_form() {
    let record: Record = RESIGNED.parse().unwrap();
    let json = serde_json::to_string_pretty(&record).unwrap();
    // A form of Discord's may put it all into one line, and people quote.
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
    // What a text says itself goes before what is said beside it.
    let named = read_record(b"37\nWd4,a1", Some(&board)).unwrap();
    assert_eq!(named.variant().to_string(), "37");
}

#[test]
fn what_is_no_record_is_refused_at_once() {
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
    // As many turns as fit.
    let many = "Wd4-a1 ".repeat(MAX_RECORD / 7);
    assert!(matches!(refused(many.as_bytes()), BadRecord::Record(_)));
    let passes = format!(
        "{{\"game\":\"zertz\",\"variant\":\"37\",\"rules\":1,\"turns\":[{}\"-\"],\"ending\":null}}",
        "\"-\",".repeat(MAX_RECORD / 5)
    );
    assert!(matches!(refused(passes.as_bytes()), BadRecord::Record(_)));
}

#[test]
fn junk_of_any_kind_is_refused_or_is_a_game() {
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
