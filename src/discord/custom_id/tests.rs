use std::collections::HashSet;
use std::mem::discriminant;

use super::*;
use crate::discord::custom_id::action::BoardRequest;
use crate::discord::custom_id::plan::AnalysisAction;
use crate::discord::custom_id::replay::{HistoryQuery, Perspective, ReplayAction};
use crate::model::{GameRef, GameResult, PlayerId, Seq, Time};
use hexpost_engine::game::GameKind;

/// Custom ids that earlier versions have written. Messages keep their buttons, so lines are added here
/// and never changed.
const RECORDED: &str = include_str!("../../../tests/data/custom_ids.txt");

const LARGEST: BoardRef = BoardRef {
    game: GameId(i64::MIN + 1),
    seq: Seq(i64::MAX),
};

#[test]
fn recorded_custom_ids_are_read_and_written_unchanged() {
    for text in RECORDED.lines() {
        let read = CustomId::read(text).map(|id| id.write());
        assert_eq!(read.as_deref(), Some(text));
    }
}

#[test]
fn every_kind_of_menu_action_is_tested() {
    let kinds: HashSet<_> = menu::tests::all(LARGEST).iter().map(discriminant).collect();
    assert_eq!(kinds.len(), MenuAction::PREFIXES.len());
}

#[test]
fn every_custom_id_is_read_back() {
    let mut all = menu::tests::all(LARGEST);
    let game = LARGEST.game;
    let reference = GameRef::from_number(game.0);
    all.extend(
        [
            AnalysisAction::Open(reference, Some(u16::MAX)),
            AnalysisAction::Turn(i64::MAX, u32::MAX),
            AnalysisAction::Go(i64::MAX, u32::MAX, 4),
            AnalysisAction::Flip(7),
            AnalysisAction::Cut(7, 0),
            AnalysisAction::Plan(7, 3, true),
            AnalysisAction::Plan(7, 3, false),
            AnalysisAction::Note(i64::MAX),
        ]
        .map(MenuAction::Analysis),
    );
    let perspective = Perspective {
        game: reference,
        is_flipped: true,
    };
    let list = HistoryQuery {
        opponent: Some(PlayerId(i64::MAX)),
        game: Some(GameKind::ALL[0]),
        variant: Some("61-tournament"),
        score: Some(GameResult::Nothing),
        after: Some((Time(i64::MAX), game)),
    };
    let jump = |is_flipped, is_text| {
        ReplayAction::Jump(BoardRequest {
            game: reference,
            ply: None,
            is_flipped,
            is_text,
            slot: 0,
        })
    };
    all.extend(
        [
            jump(true, false),
            jump(false, true),
            ReplayAction::Part(perspective),
            ReplayAction::List(list),
            ReplayAction::List(list.after(None)),
        ]
        .map(MenuAction::Replay),
    );
    for id in all.into_iter().map(CustomId::Menu) {
        let text = id.write();
        assert!(text.len() <= LONGEST, "{text}");
        assert_eq!(CustomId::read(&text), Some(id), "{text}");
    }
}

#[test]
fn other_texts_are_no_custom_ids() {
    for text in [
        "",
        "?",
        "a",
        "a?",
        "A",
        "aF",
        "a+1",
        "a01",
        "m1",
        "m1.2.3",
        "o1.",
        "tE",
        "tEx",
        "tZ1",
        "c1.2",
        "c1.2.",
        "c1.2.q",
        "c1.2.xx",
        "c1.2.m",
        "c1.2.g*",
        "c1.2.g*z",
        "c1.2.gü",
        "ü",
        "D",
        "D?1.1",
        "Lx",
        "L1.2.9.0",
        "L1.2.1",
        "Cz",
        "Gx",
        "FFF",
        "P",
        "Px1",
        "Pp-1",
        "Wx1",
        "W",
        "Wl",
        "H",
        "Hoo",
        "Hx",
        "Pü",
        "Wü",
        "Hü",
        "Kchess.s.1.1",
        "Kzertz.x.1.1",
        "Kzertz.s.1",
        "R",
        "Rchess",
        "Eo",
        "Ex",
        "Eé",
        "O",
        "Oz",
        "J",
        "Js",
        "Jc1.2",
        "Jc1.2.300",
        "Jf1",
        "Jé",
        "Jz1",
        "Z",
        "Zg1",
        "Zt1",
        "Zo1.2",
        "Zp1.2.2",
        "Zx1.-1",
        "Zn1.2",
        "Zé",
        "Y",
        "Yx1",
        "Yf1",
        "Yf1.2",
        "Yl",
        "Yl......",
        "Yl..37...",
        "Yl....1.",
        "Yl.chess....",
        "Yj1.1",
        "I",
        "If",
        "Ip1",
        "IX",
        "Q",
        "Q?",
    ] {
        assert_eq!(CustomId::read(&format!("1{text}")), None, "{text}");
    }
    assert_eq!(CustomId::read("2U"), None);
}
