//! Typical sequences of screens.

use super::*;

#[test]
fn a_placement_is_composed_by_colour_column_row_and_ring() {
    let game = start("zertz", "37");
    let mut composer = composer(&game, InputMethod::Keys, Language::English);
    composer.usual = Some('G');
    let first = composer.screen(&ComposerState::default()).unwrap();
    assert_eq!(first.form, ScreenKind::Grid);
    let bottom = ["↩️Back", "✖️Close", "⌨️Type"].map(str::to_owned).to_vec();
    let expected = [
        vec!["⚪ 6".to_owned(), "🔘 8".to_owned(), "⚫ 10".to_owned()],
        ["a", "b", "c", "d"].map(str::to_owned).to_vec(),
        ["e", "f", "g"].map(str::to_owned).to_vec(),
        bottom,
    ];
    assert_eq!(labels(&first), expected);
    // Pieces have the same signs in the text as on buttons.
    let said = emoji::in_unicode(&first.reply.content);
    assert!(said.contains("So far: 🔘 grey marble"), "{said}");
    let row = composer
        .screen(&steps(&game, "W").at(ComposerView::Column(3)))
        .unwrap();
    assert_eq!(labels(&row)[1], ["d1", "d2", "d3", "d4", "d5"]);
    let remove = composer.screen(&steps(&game, "W d4")).unwrap();
    assert_eq!((remove.form, labels(&remove).len()), (ScreenKind::List, 5));
    let confirm = composer.screen(&steps(&game, "W d4 b1")).unwrap();
    assert_eq!(confirm.form, ScreenKind::Confirm);
    let text = &emoji::in_unicode(&confirm.reply.content);
    assert!(
        text.starts_with("**⚪ White marble on d4; ring b1 removed** · `Wd4-b1`"),
        "{text}"
    );
}

#[test]
fn a_list_of_twenty_four_rings_ends_with_back() {
    let game = start("zertz", "61");
    let composer = composer(&game, InputMethod::Keys, Language::English);
    let screen = composer.screen(&steps(&game, "W e5")).unwrap();
    let labels = labels(&screen);
    assert!(labels.iter().all(|row| row.len() == 5), "{labels:?}");
    assert_eq!(labels[4], ["i2", "i3", "i4", "i5", "↩️"]);
    // With touch-move there is no way back, but the composer can be closed.
    let touched = start("zertz", "61-tournament");
    let mut composer_of_tournament =
        super::composer(&touched, InputMethod::Keys, Language::English);
    composer_of_tournament.touched = 2;
    let list = composer_of_tournament.screen(&steps(&touched, "W e5"));
    assert_eq!(super::labels(&list.unwrap())[4][4], "✖️");
    // A screen of an earlier version, where a column could be opened, still works.
    let column = steps(&game, "W e5").at(ComposerView::Column(8));
    let row = composer.screen(&column).unwrap();
    assert_eq!(row.form, ScreenKind::Row);
    assert_eq!(super::labels(&row)[0], ["i1", "i2", "i3", "i4", "i5"]);
}

#[test]
fn columns_are_in_two_rows_of_about_the_same_length() {
    for (variant, lengths) in [("37", [4, 3]), ("48", [4, 4]), ("61", [5, 4])] {
        let game = start("zertz", variant);
        let composer = composer(&game, InputMethod::Keys, Language::English);
        let screen = composer.screen(&ComposerState::default()).unwrap();
        let labels = labels(&screen);
        assert_eq!([labels[1].len(), labels[2].len()], lengths, "{labels:?}");
    }
}

#[test]
fn every_screen_has_its_question_in_the_picture() {
    let game = start("zertz", "37");
    let composer = composer(&game, InputMethod::Keys, Language::English);
    for (text, question) in [
        ("", "Which ring do you place it on?"),
        ("W d4", "Which ring do you remove?"),
    ] {
        let screen = composer.screen(&steps(&game, text)).unwrap();
        let picture = screen.reply.picture.unwrap();
        assert_eq!(
            picture.view.board().unwrap().question.as_deref(),
            Some(question)
        );
    }
    let confirm = composer.screen(&steps(&game, "W d4 a1")).unwrap();
    let picture = confirm.reply.picture.unwrap();
    let view = picture.view.board().unwrap();
    assert!(view.question.is_none() && view.banner.is_some());
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
fn with_touch_move_the_first_tap_is_final_and_the_screen_says_so_beforehand() {
    let game = start("zertz", "48-tournament");
    let mut composer = composer(&game, InputMethod::Keys, Language::English);
    let first = composer.screen(&ComposerState::default()).unwrap();
    assert_eq!(first.form, ScreenKind::Kinds);
    let hint = "a tap on a colour or a ring is final";
    assert!(
        first.reply.content.contains(hint),
        "{}",
        first.reply.content
    );
    let white = onwards(&first).swap_remove(0).0;
    assert!(matches!(white, Tap::Touch(_)), "{white:?}");
    let taken = pressed(&mut composer, white, &[]).unwrap();
    assert_eq!((composer.touched, taken.form), (1, ScreenKind::Grid));
    assert!(
        taken.reply.content.contains(hint),
        "{}",
        taken.reply.content
    );
    assert_eq!(labels(&taken).len(), 3, "the colours are gone");
    assert_eq!(labels(&taken)[2], ["↩️Back", "✖️Close", "⌨️Type"]);
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
    // The ring, and the ring to remove.
    for label in ["c3", "a1"] {
        let mut screen = row.clone();
        if label == "a1" {
            screen = composer.screen(&steps(&game, "W c3")).unwrap();
        }
        let found = taps(&screen).into_iter().find(|(tap, _)| match tap {
            Tap::Touch(state) => {
                state
                    .steps
                    .last()
                    .map(|step| step.write(game.board()))
                    .as_deref()
                    == Some(label)
            }
            _ => false,
        });
        let next = pressed(&mut composer, found.unwrap().0, &[]).unwrap();
        assert!(
            !taps(&next)
                .iter()
                .any(|(tap, _)| matches!(tap, Tap::Back(_)))
        );
    }
    assert_eq!(composer.touched, 3);
    let confirm = composer.screen(&steps(&game, "W c3 a1")).unwrap();
    assert_eq!(confirm.form, ScreenKind::Confirm);
    assert!(confirm.reply.content.contains("can't be changed any more"));
}

#[test]
fn with_touch_move_menus_are_final_too_but_captures_are_not() {
    let mut game = start("zertz", "48-tournament");
    let first = composer(&game, InputMethod::Menus, Language::English)
        .screen(&ComposerState::default())
        .unwrap();
    assert!(matches!(onwards(&first)[0].0, Tap::PickFinal(..)));
    for text in ["Wd4-a1", "Wd5-a2"] {
        let turn = game.read(text).unwrap();
        game.play(&turn).unwrap();
    }
    let chains = composer(&game, InputMethod::Menus, Language::English)
        .screen(&ComposerState::default())
        .unwrap();
    assert_eq!(chains.form, ScreenKind::Chains);
    assert!(matches!(onwards(&chains)[0].0, Tap::Pick(..)));
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
    // The screen says why a turn can be sent back, and that placing misses a capture again.
    let said = &chains.reply.content;
    assert!(said.contains("although a capture was possible"), "{said}");
    assert!(said.contains("**Send back** undoes that turn"), "{said}");
    let picture = chains.reply.picture.as_ref().unwrap();
    assert_eq!(
        picture.view.board().unwrap().question.as_deref(),
        Some("Which capture, or send the turn back?")
    );
    let mut composer = composer(&game, InputMethod::Keys, Language::English);
    let instead = ComposerState::default().at(ComposerView::Instead);
    let kinds = composer.screen(&instead).unwrap().reply.content;
    assert!(kinds.contains("You could capture"), "{kinds}");
    // After the first touch the warning changes nothing, until the turn can be confirmed or not.
    composer.touched = 1;
    let rings = composer.screen(&steps(&game, "G")).unwrap().reply.content;
    assert!(!rings.contains("You could capture"), "{rings}");
}

#[test]
fn whole_captures_and_pieces_are_asked_for_in_different_words() {
    let code = "tzaar T.R2../t...../......./Z......./......../......../......./....../z.r.t first";
    let game = AnyGame::from_code(code).unwrap();
    let ask = |game: &AnyGame| {
        let composer = composer(game, InputMethod::Keys, Language::English);
        let screen = composer.screen(&ComposerState::default()).unwrap();
        let picture = screen.reply.picture.unwrap();
        let question = picture.view.board().unwrap().question.clone();
        (screen.form, question.unwrap())
    };
    assert_eq!(
        ask(&game),
        (ScreenKind::Actions, "Which capture?".to_owned())
    );
    let start = start("tzaar", "fixed");
    assert_eq!(
        ask(&start),
        (ScreenKind::Grid, "Which piece captures?".to_owned())
    );
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
