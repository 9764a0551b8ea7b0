//! Typical sequences of screens.

use super::*;

#[test]
fn a_placement_is_composed_by_colour_column_row_and_ring() {
    let game = start("zertz", "37");
    let mut composer = composer(&game, InputMethod::Keys, Language::English);
    composer.usual = Some('G');
    let first = composer.screen(&ComposerState::default()).unwrap();
    assert_eq!(first.form, ScreenKind::Grid);
    let bottom = ["↩️", "✖️", "⌨️"].map(str::to_owned).to_vec();
    let expected = [
        vec!["⚪ 6".to_owned(), "🔘 8".to_owned(), "⚫ 10".to_owned()],
        ["a", "b", "c", "d", "e"].map(str::to_owned).to_vec(),
        ["f", "g"].map(str::to_owned).to_vec(),
        bottom,
    ];
    assert_eq!(labels(&first), expected);
    assert!(
        first.reply.content.contains("So far: grey marble"),
        "{}",
        first.reply.content
    );
    let row = composer
        .screen(&steps(&game, "W").at(ComposerView::Column(3)))
        .unwrap();
    assert_eq!(labels(&row)[1], ["d1", "d2", "d3", "d4", "d5"]);
    let remove = composer.screen(&steps(&game, "W d4")).unwrap();
    assert_eq!((remove.form, labels(&remove).len()), (ScreenKind::List, 5));
    let confirm = composer.screen(&steps(&game, "W d4 b1")).unwrap();
    assert_eq!(confirm.form, ScreenKind::Confirm);
    let text = &confirm.reply.content;
    assert!(
        text.starts_with("**White marble on d4; ring b1 removed** · `Wd4-b1`"),
        "{text}"
    );
}

#[test]
fn twenty_four_rings_fill_every_row_of_buttons() {
    let game = start("zertz", "61");
    let composer = composer(&game, InputMethod::Keys, Language::English);
    let screen = composer.screen(&steps(&game, "W e5")).unwrap();
    assert!(screen.guards_confirm);
    let labels = labels(&screen);
    assert!(labels.iter().all(|row| row.len() == 5) && labels.len() == 5);
    assert_eq!(labels[4][4], "↩️");
}

#[test]
fn leaving_an_isolated_group_needs_its_own_confirmation() {
    let game = AnyGame::from_code("zertz 37 W3/..3/6/7/6/5/4 5,8,10 0,0,0 0,0,0 first").unwrap();
    let mut composer = composer(&game, InputMethod::Keys, Language::English);
    let remove = composer.screen(&steps(&game, "B d7")).unwrap();
    assert!(
        labels(&remove).concat().contains(&"a2+1".to_owned()),
        "{:?}",
        labels(&remove)
    );
    let claim = composer.screen(&steps(&game, "B d7 a2")).unwrap();
    assert_eq!(claim.form, ScreenKind::Confirm);
    assert_eq!(labels(&claim)[0], ["🚫Leave 1 on the board"]);
    let (tap, _) = taps(&claim).swap_remove(0);
    let leave = pressed(&mut composer, tap, &[]).unwrap();
    assert_eq!(leave.form, ScreenKind::Confirm);
    assert!(
        leave.reply.content.contains("`Bd7-a2~`"),
        "{}",
        leave.reply.content
    );
    assert!(leave.reply.content.contains("left on the board"));
}

#[test]
fn with_touch_move_a_step_needs_two_taps_and_is_final() {
    let game = start("zertz", "48-tournament");
    let mut composer = composer(&game, InputMethod::Keys, Language::English);
    let first = composer.screen(&ComposerState::default()).unwrap();
    assert_eq!(first.form, ScreenKind::Kinds);
    let waiting = composer.screen(&steps(&game, "W")).unwrap();
    assert_eq!(
        (waiting.form, waiting.guards_confirm),
        (ScreenKind::Kinds, true)
    );
    assert_eq!(labels(&waiting)[1], ["✔️Take the white marble"]);
    let touch = taps(&waiting)
        .into_iter()
        .find(|(tap, _)| matches!(tap, Tap::Touch(_)));
    let taken = pressed(&mut composer, touch.unwrap().0, &[]).unwrap();
    assert_eq!((composer.touched, taken.form), (1, ScreenKind::Grid));
    assert_eq!(labels(&taken).len(), 3, "the colours are gone");
    assert_eq!(labels(&taken)[2], ["↩️", "✖️Close", "⌨️"]);
    assert!(
        !taps(&taken)
            .iter()
            .any(|(tap, _)| matches!(tap, Tap::Back(_)))
    );
    let row = composer
        .screen(&steps(&game, "W").at(ComposerView::Column(2)))
        .unwrap();
    assert!(
        taps(&row)
            .iter()
            .any(|(tap, _)| matches!(tap, Tap::Back(_))),
        "opening a column is not a step"
    );
}

#[test]
fn a_missed_capture_shows_a_warning_and_can_be_sent_back() {
    let mut game = start("zertz", "48-tournament");
    for text in ["Wd4-a1", "Wd5-a2"] {
        let turn = game.read(text).unwrap();
        game.play(&turn).unwrap();
    }
    let chains = composer(&game, InputMethod::Keys, Language::English)
        .screen(&ComposerState::default())
        .unwrap();
    assert_eq!(chains.form, ScreenKind::Chains);
    assert_eq!(labels(&chains)[2], ["✋Place instead"]);
    let confirm = composer(&game, InputMethod::Keys, Language::English)
        .screen(&steps(&game, "G e3 b1"))
        .unwrap();
    assert!(
        confirm.reply.content.contains("can send this turn back"),
        "{}",
        confirm.reply.content
    );
    let turn = game.read("Ge3-b1").unwrap();
    game.play(&turn).unwrap();
    let chains = composer(&game, InputMethod::Keys, Language::English)
        .screen(&ComposerState::default())
        .unwrap();
    assert_eq!(labels(&chains)[2], ["✋Place instead", "❗Send back"]);
}

#[test]
fn burying_the_last_piece_of_a_kind_shows_a_warning_before_confirm() {
    let code = "tzaar T.R2../t...../......./Z......./......../......../......./....../z.r.t first";
    let game = AnyGame::from_code(code).unwrap();
    let composer = composer(&game, InputMethod::Keys, Language::English);
    let warning = composer.screen(&steps(&game, "d1 b1 a3 a1")).unwrap();
    assert_eq!(warning.form, ScreenKind::Warn, "{}", warning.reply.content);
    assert_eq!(labels(&warning)[0], ["⚠️Play it anyway (loses)"]);
    let confirm = composer
        .screen(&steps(&game, "d1 b1 a3 a1").at(ComposerView::Warned))
        .unwrap();
    assert_eq!(confirm.form, ScreenKind::Confirm);
}

#[test]
fn the_only_move_goes_straight_to_confirm() {
    let mut game = start("zertz", "37");
    for text in ["Wd4-a1", "Gd5-a2"] {
        let turn = game.read(text).unwrap();
        game.play(&turn).unwrap();
    }
    let capture = AnyGame::from_code("zertz 37 WG2/5/6/7/6/5/4 5,7,10 0,0,0 0,0,0 first").unwrap();
    let composer = composer(&capture, InputMethod::Keys, Language::English);
    let screen = composer.screen(&ComposerState::default()).unwrap();
    assert_eq!(screen.form, ScreenKind::Confirm, "{}", screen.reply.content);
    assert!(screen.reply.content.contains("only move"));
}

#[test]
fn menus_describe_the_pieces() {
    let mut game = start("tzaar", "fixed");
    let turn = game.read("d3xd4").unwrap();
    game.play(&turn).unwrap();
    let composer = composer(&game, InputMethod::Menus, Language::English);
    let screen = composer.screen(&ComposerState::default()).unwrap();
    let menus = screen
        .reply
        .rows
        .iter()
        .filter(|row| matches!(row, ActionRow::SelectMenu(_)));
    assert_eq!(menus.count(), 3);
    let named = labels(&screen).concat();
    assert!(
        named.contains(&"c4, Black Tzaar".to_owned())
            || named.contains(&"c4, Black Tzarra".to_owned()),
        "{named:?}"
    );
}
