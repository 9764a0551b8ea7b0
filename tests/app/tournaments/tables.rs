//! What is derived and compared: exports, and `hexpost check`.

use super::{begun, play_to_the_end, usual, view};
use crate::fixture::{TestApp, refused, run, story};
use hexpost::app::integrity::check;
use hexpost::app::{Refusal, TournamentExport};
use hexpost::model::{TournamentFormat, TournamentId};

async fn export(fixture: &TestApp, id: TournamentId, form: TournamentExport) -> String {
    let name = |player: hexpost::model::PlayerId| format!("Player {}", player.0 - 3_000_000);
    fixture.app.export_tournament(id, form, name).await.unwrap()
}

#[test]
fn a_tournament_is_exported_as_csv_json_and_trf() {
    story(async |fixture| {
        let id = begun(fixture, usual(TournamentFormat::Swiss), 5).await;
        let over = play_to_the_end(fixture, id, 4, |_| false).await;
        let csv = export(fixture, id, TournamentExport::Csv).await;
        assert_eq!(csv.lines().count(), 6);
        assert!(csv.contains("Player 3"), "{csv}");
        let games = export(fixture, id, TournamentExport::Games).await;
        let byes = over.divisions[0].tournament.rounds().len();
        assert_eq!(games.lines().count(), 1 + over.games.len() + byes);
        let json = export(fixture, id, TournamentExport::Json).await;
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["entrants"].as_array().unwrap().len(), 5);
        let trf = export(fixture, id, TournamentExport::Trf).await;
        assert!(trf.starts_with("012 Autumn cup\n042 2027/01/15\n"), "{trf}");
        let knockout = begun(fixture, usual(TournamentFormat::Knockout), 2).await;
        let report = fixture
            .app
            .export_tournament(knockout, TournamentExport::Trf, |_| String::new())
            .await;
        assert_eq!(refused(report), Refusal::NoReport);
    });
}

#[test]
fn the_check_finds_falsified_results_pairings_places_and_titles() {
    let falsified = [
        "UPDATE tournament_events SET event = REPLACE(event, '\"result\":\"first\"', '\"result\":\"draw\"')
             WHERE is_decision IS NOT TRUE",
        "UPDATE tournament_events SET event = REPLACE(
             REPLACE(REPLACE(event, '\"first\"', '\"third\"'), '\"second\"', '\"first\"'),
             '\"third\"', '\"second\"') WHERE seq = 1",
        "UPDATE tournament_games SET board = board + 10 WHERE number = 1",
        "UPDATE tournament_titles SET player = player + 1",
        "DELETE FROM tournament_titles",
        "UPDATE tournament_entrants SET player = player + 50 WHERE number = 1",
        "UPDATE tournaments SET state = 'running'",
        "UPDATE games SET winner = 1 - winner WHERE winner IS NOT NULL",
        "UPDATE games SET tournament = NULL",
        "DELETE FROM tournament_events WHERE seq = 3",
        "UPDATE tournaments SET secret = 'abc'",
        "UPDATE tournament_events SET event = 'x' WHERE seq = 2",
    ];
    for falsify in falsified {
        run(async {
            let fixture = TestApp::open().await;
            let id = begun(&fixture, usual(TournamentFormat::RoundRobin), 3).await;
            play_to_the_end(&fixture, id, 6, |_| false).await;
            assert_eq!(view(&fixture, id).await.games.len(), 6);
            fixture.assert_sound().await;
            fixture.tamper(falsify).await;
            let report = check(fixture.app.store()).await.unwrap();
            let found = report.problems.iter();
            let found = found.filter(|it| it.contains("tournament") || it.contains("place"));
            assert!(found.count() > 0, "{falsify}: {:?}", report.problems);
            fixture.app.close().await;
        });
    }
}
