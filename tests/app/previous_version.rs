//! A database of the previous version: it migrates, checks clean, and its games continue.
//!
//! `tests/data/version-0.1.0.db` was written by version 0.1.0 (commit 14e285b): a test called its use
//! cases, with a clock that the test set, then closed the store and compacted the file with `VACUUM`. It
//! contains every kind of event, one undelivered notice of every kind, and rows in every table except
//! `erasures` and `write_checks`, which have rows only for a moment. The file is never changed; a later
//! version gets a file of its own.

use std::collections::HashSet;
use std::mem::discriminant;
use std::path::Path;

use hexpost_engine::record::How;
use hexpost_engine::side::Side;

use crate::fixture::{BLACK, CHANNEL, SERVER, THIRD, TestApp, WHITE, refused, run};
use hexpost::app::Refusal;
use hexpost::app::integrity::check;
use hexpost::app::lessons::Lesson;
use hexpost::app::notify::notice::Notice;
use hexpost::app::people::settings::{
    BoardSize, BoardTheme, Boards, InputMethod, Language, Orientation, Pings, PlayerSettings,
    ServerSettings, ThemeSource,
};
use hexpost::app::time::reminders::{Quiet, Reminders};
use hexpost::model::{
    ChallengeState, ChannelId, GameId, ImportId, InteractionId, MessageKind, Pace, PlayerId,
    ResponseState, RoleId, Seq, ServerId, Time,
};

const FOURTH: PlayerId = PlayerId(1_000_004);

/// When the database is opened: a minute after the previous version was stopped.
const NOW: Time = Time(1_803_810_914_000);

/// ZÈRTZ on 37 rings, with a thread, a follower and a note.
const ZERTZ: GameId = GameId(21);
/// Tournament ZÈRTZ on 61 rings, in which Third has touched a white marble and a3.
const TOUCHED: GameId = GameId(23);
/// TZAAR in which Third offers Black a draw.
const DRAW_OFFERED: GameId = GameId(25);
/// ZÈRTZ in which White asks Third to take back a turn.
const TAKEBACK_ASKED: GameId = GameId(26);
/// ZÈRTZ in which White has a plan.
const PLANNED: GameId = GameId(27);
/// TZAAR with placement by the players, in which Black has queued placements.
const PLACING: GameId = GameId(28);
/// TZAAR in which Fourth has run out of time.
const TIME_UP: GameId = GameId(31);
/// ZÈRTZ in which Fourth, who is to move, is on vacation.
const AWAY: GameId = GameId(32);

/// A challenge from White to Black, which is open.
const TO_BLACK: GameId = GameId(35);
/// A challenge from White to anyone, which is open.
const TO_ANYONE: GameId = GameId(36);
/// Third's standing challenge, whose first game is running, and its open challenge.
const STANDING: (GameId, GameId) = (GameId(37), GameId(38));

/// Black's imported record.
const IMPORT: ImportId = ImportId(1_460_000_000_000_000_413);

/// The interaction with which the standing challenge was accepted.
const ACCEPTANCE: InteractionId = InteractionId(1_460_000_000_000_000_432);

/// Runs a test on a copy of the database; before and afterwards it must be consistent.
fn upgraded(test: impl AsyncFnOnce(&mut TestApp)) {
    run(async {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        let mut fixture = TestApp::on_copy_of(&data.join("version-0.1.0.db"), NOW).await;
        fixture.assert_sound().await;
        test(&mut fixture).await;
        fixture.assert_sound().await;
        fixture.app.close().await;
    });
}

async fn texts(fixture: &TestApp, id: GameId) -> Vec<String> {
    fixture.game(id).await.record.texts()
}

#[test]
fn a_database_of_the_previous_version_checks_clean_and_keeps_everything() {
    upgraded(async |fixture| {
        let report = check(fixture.app.store()).await.unwrap();
        assert_eq!((report.games, report.turns), (32, 298));
        assert_settings_are_kept(fixture).await;
        assert_private_data_are_kept(fixture).await;
        assert_games_are_kept(fixture).await;
        assert_notices_are_kept(fixture).await;
    });
}

async fn assert_settings_are_kept(fixture: &TestApp) {
    let app = &fixture.app;
    let white = PlayerSettings {
        language: Some(Language::Russian),
        locale: Some(Language::English),
        theme: BoardTheme::Contrast,
        // Other colours than the default must have been chosen.
        theme_source: ThemeSource::Player,
        size: BoardSize::Large,
        boards: Boards::Words,
        orientation: Orientation::First,
        input: InputMethod::Menus,
        forced_moves: true,
        forced_confirmed: 0,
        pings: Pings::Direct,
        no_strangers: false,
        reminders: Reminders {
            zone: Some("Europe/Warsaw".to_owned()),
            quiet: Some(Quiet { from: 22, to: 7 }),
            ladder: vec![48, 6],
            nudge: Some(5),
            digest: Some(8),
        },
        welcomed: true,
    };
    assert_eq!(app.player_settings(WHITE).await.unwrap(), white);
    let black = PlayerSettings {
        locale: Some(Language::Polish),
        no_strangers: true,
        ..PlayerSettings::default()
    };
    assert_eq!(app.player_settings(BLACK).await.unwrap(), black);
    let server = ServerSettings {
        organisers: Vec::new(),
        champion: None,
        channels: vec![CHANNEL, ChannelId(61)],
        roles: vec![RoleId(71), RoleId(72)],
        moderators: vec![RoleId(70)],
        forum: Some(ChannelId(63)),
        results: Some(ChannelId(62)),
        threads: true,
        latest_only: true,
        pace: Some(Pace::bank(5, 1, 10).with_flag(true)),
        language: Some(Language::Polish),
        locale: Some(Language::English),
        // The version before had no setting for it, and did not store the greeting.
        theme: BoardTheme::Dark,
        greeting: None,
    };
    assert_eq!(app.server_settings(SERVER).await.unwrap(), server);
    assert!(app.has_left(ServerId(51)).await.unwrap());
    assert_eq!(app.blocks(BLACK).await.unwrap(), [FOURTH]);
    let lobby = app.lobby(SERVER).await.unwrap().unwrap();
    assert_eq!((lobby.channel, lobby.message), (CHANNEL, Some(8_800)));
}

async fn assert_private_data_are_kept(fixture: &TestApp) {
    let app = &fixture.app;
    let imported = app.view_game(BLACK, IMPORT, NOW).await.unwrap();
    assert_eq!(imported.record.texts(), ["d3xd4", "c4xd5 f3xe4"]);
    assert_eq!(imported.record.ending().unwrap().how, How::Resignation);
    let foreign = app.view_game(WHITE, IMPORT, NOW).await;
    assert_eq!(refused(foreign), Refusal::UnknownGame);
    assert_eq!(app.imports(WHITE).await.unwrap().len(), 1);
    let note = app.note(BLACK, IMPORT.into()).await.unwrap();
    assert_eq!(note.unwrap(), "resigned too early");
    let note = app.note(WHITE, ZERTZ.into()).await.unwrap();
    assert_eq!(note.unwrap(), "beware of g2\n1: Bb3-g1, Wf2-a3");
    let board = app.analysis(WHITE, 1_803_727_427_000).await.unwrap();
    assert_eq!(board.texts(), ["Bb3-g1", "Wf2-a3"]);
    assert_eq!((board.game, board.is_flipped), (Some(ZERTZ), true));
    let lessons = app.solved_lessons(WHITE).await.unwrap();
    assert_eq!(lessons, [Lesson::named("zertz-chain").unwrap()]);
    assert_eq!(app.following(FOURTH, ZERTZ).await.unwrap(), Some(true));
    assert_eq!(app.following(THIRD, PLANNED).await.unwrap(), Some(false));
    let back_at = Time(1_804_591_425_000);
    assert_eq!(app.away_until(FOURTH).await.unwrap(), Some(back_at));
    assert_eq!(app.leave(FOURTH, NOW).await.unwrap().used, 12);
}

async fn assert_games_are_kept(fixture: &TestApp) {
    let app = &fixture.app;
    let ended = async |id: i64| {
        let ending = fixture.game(GameId(id)).await.record.ending().unwrap();
        (ending.how, ending.winner)
    };
    assert_eq!(ended(3).await, (How::Time, Some(Side::First)));
    assert_eq!(ended(9).await, (How::Agreement, None));
    assert_eq!(ended(17).await, (How::Moderator, Some(Side::Second)));
    assert_eq!(ended(19).await, (How::Abort, None));
    let games = app.profile(THIRD, THIRD).await.unwrap().records;
    let rated = games.iter().map(|record| record.rating.unwrap().games);
    assert_eq!(rated.sum::<i64>(), 7);
    let thread = app.thread_game(ChannelId(9_001)).await.unwrap();
    assert_eq!(thread.unwrap().id, ZERTZ);
    let mut kinds = Vec::new();
    for id in [ZERTZ, DRAW_OFFERED, TAKEBACK_ASKED, TO_BLACK] {
        let messages = app.posted_messages(id).await.unwrap();
        kinds.extend(
            messages
                .iter()
                .map(|message| (message.what, message.is_open)),
        );
    }
    let expected = [
        (MessageKind::Card, false),
        (MessageKind::Board, false),
        (MessageKind::Board, true),
        (MessageKind::Board, true),
        (MessageKind::Draw, true),
        (MessageKind::Takeback, true),
        (MessageKind::Card, true),
    ];
    assert_eq!(kinds, expected);
    for (id, state) in [
        (2, ChallengeState::Expired),
        (33, ChallengeState::Declined),
        (34, ChallengeState::Withdrawn),
        (35, ChallengeState::Open),
        (37, ChallengeState::Accepted),
    ] {
        let challenge = app.challenge_by_id(GameId(id)).await.unwrap();
        assert_eq!(challenge.state, state, "challenge {id}");
    }
}

async fn assert_notices_are_kept(fixture: &TestApp) {
    let notices = fixture.outgoing().await;
    let kinds: HashSet<_> = notices
        .iter()
        .map(|one| discriminant(&one.notice))
        .collect();
    assert_eq!((notices.len(), kinds.len()), (27, 27), "one of each kind");
    let started = notices.iter().find(|one| one.game == STANDING.0).unwrap();
    assert_eq!(started.notice, Notice::Started);
    assert_eq!(started.interaction, Some(ACCEPTANCE));
    let token = "a-token".to_owned();
    assert_eq!(started.response, Some(ResponseState::First { token }));
    let missed = fixture.app.missed(BLACK).await.unwrap();
    let turn = Notice::Turn {
        board: Seq(62),
        forced: 0,
    };
    assert_eq!(missed.len(), 1);
    assert_eq!(missed[0].notice, turn);
    let again = fixture.app.claim_interaction(ACCEPTANCE, NOW).await;
    assert_eq!(refused(again), Refusal::Repeated);
}

#[test]
fn running_games_of_the_previous_version_continue() {
    /// A game, its variant, the player to move, a turn, and the opponent.
    const TURNS: &[(GameId, &str, PlayerId, &str, PlayerId)] = &[
        (ZERTZ, "zertz 37", BLACK, "Bd2-a3", WHITE),
        (GameId(30), "zertz 37-zerc", THIRD, "Ba2-a3", FOURTH),
        (AWAY, "zertz 61", FOURTH, "Ba2-a3", WHITE),
        (TOUCHED, "zertz 61-tournament", THIRD, "Wa3-g7", WHITE),
        (GameId(24), "tzaar fixed", WHITE, "a5xa4 -", BLACK),
        (
            GameId(20),
            "tzaar random:13005083253883265747",
            BLACK,
            "a1xb1 -",
            WHITE,
        ),
        (GameId(29), "tzaar tournament", THIRD, "a1xa2 -", BLACK),
    ];
    upgraded(async |fixture| {
        fixture.notifications().await;
        let touched = fixture.play(THIRD, TOUCHED, "Bf8-g7").await;
        assert!(matches!(refused(touched), Refusal::Touched(_)));
        for (id, variant, by, turn, opponent) in TURNS {
            let mut expected = texts(fixture, *id).await;
            let played = fixture.play(*by, *id, turn).await.unwrap();
            assert_eq!(played.turns[0], *turn, "{variant}");
            // White lets the program play forced turns.
            let forced = played.turns.len() - 1;
            let told = if forced % 2 == 0 { *opponent } else { *by };
            expected.extend(played.turns);
            let outgoing = fixture.outgoing().await;
            let notices: Vec<_> = outgoing
                .iter()
                .filter(|one| one.game == *id && one.player == Some(told))
                .map(|one| one.notice.clone())
                .collect();
            let board = played.game.position_seq();
            assert_eq!(notices, [Notice::Turn { board, forced }], "{variant}");
            fixture.restart().await;
            let game = fixture.game(*id).await;
            assert_eq!(game.record.texts(), expected, "{variant}");
            let played = game.record.variant();
            let name = format!("{} {played}", played.game().as_str());
            assert_eq!(name, *variant);
        }
    });
}

#[test]
fn what_was_pending_in_the_previous_version_can_be_settled() {
    upgraded(async |fixture| {
        let app = &fixture.app;
        // Offers.
        let drawn = app.accept_draw(&fixture.act(BLACK), DRAW_OFFERED).await;
        let ending = drawn.unwrap().record.ending().unwrap();
        assert_eq!(ending.how, How::Agreement);
        let summary = app.game_summary(DRAW_OFFERED).await.unwrap();
        assert!(summary.shifts.first.is_some() && summary.shifts.second.is_some());
        let asked = fixture.game(TAKEBACK_ASKED).await;
        assert_eq!(asked.takeback, Some(Side::First));
        let act = fixture.act(THIRD);
        let back = app.allow_takeback(&act, TAKEBACK_ASKED).await.unwrap();
        assert_eq!(back.record.texts(), ["Wd4-a1", "Bb3-h1"]);
        let claimed = app.claim(&fixture.act(THIRD), TIME_UP).await.unwrap();
        assert_eq!(claimed.record.ending().unwrap().how, How::Time);

        // Challenges.
        let game = fixture.accept(BLACK, TO_BLACK).await.unwrap();
        assert!(game.row.is_rated && game.row.pace == Some(Pace::bank(2, 1, 4).with_flag(true)));
        assert_eq!(game.row.players.first, Some(BLACK));
        fixture.play(BLACK, TO_BLACK, "Wd4-a1").await.unwrap();
        fixture.accept(THIRD, TO_ANYONE).await.unwrap();
        fixture.play_random_turns(TO_ANYONE, 1).await;
        for id in [TO_BLACK, TO_ANYONE] {
            let verdict = app.verify(id).await.unwrap().unwrap();
            assert_eq!(verdict.problems, [""; 0]);
        }
        fixture.accept(FOURTH, STANDING.1).await.unwrap();
        let standing = app.standing_of(THIRD).await.unwrap();
        assert_eq!(standing[0].0.id, STANDING.0);
        assert!(!standing[0].0.is_open, "two of its games are running");

        // Plans.
        let plan = app.plan(&fixture.act(WHITE), PLANNED).await.unwrap().plan;
        let branches = plan.branches.iter();
        let branches: Vec<_> = branches
            .map(|b| (b.on.as_deref(), b.reply.as_str()))
            .collect();
        assert_eq!(branches, [(Some("Bd2-a3"), "Wd6-a4"), (None, "Wd6-a3")]);
        let played = fixture.play(BLACK, PLANNED, "Bd2-a3").await.unwrap();
        assert_eq!(played.turns, ["Bd2-a3", "Wd6-a4"]);
        let played = fixture.play(WHITE, PLACING, "Zc7").await.unwrap();
        assert_eq!(played.turns, ["Zc7", "Ta1"]);
        let board = played.game.position_seq();
        // It counts turns played from a plan, too.
        let turn = Notice::Turn { board, forced: 1 };
        let outgoing = fixture.outgoing().await;
        let told = outgoing.iter().find(|one| one.game == PLACING).unwrap();
        assert_eq!((&told.notice, told.player), (&turn, Some(WHITE)));
    });
}
