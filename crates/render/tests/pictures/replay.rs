//! Replays: the GIF decodes, every frame is the picture of its position, and the last is shown longest.

use hexpost_engine::game::Variant;
use hexpost_engine::record::Record;
use hexpost_render::gallery::random_game;
use hexpost_render::layout::Size;
use hexpost_render::paint::paint;
use hexpost_render::replay::{MAX_BYTES, MAX_FRAMES, Replay};
use hexpost_render::scene::Outline;
use hexpost_render::{ResultMark, View, marks};

/// The frames of a GIF as red, green and blue bytes, each with its delay.
fn decode(bytes: &[u8]) -> Vec<(Vec<u8>, u16)> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = vec![0; width * height * 3];
    let mut pictures = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (index, pixel) in frame.buffer.chunks(4).enumerate() {
            if pixel[3] > 0 {
                let x = usize::from(frame.left) + index % usize::from(frame.width);
                let y = usize::from(frame.top) + index / usize::from(frame.width);
                canvas[(y * width + x) * 3..][..3].copy_from_slice(&pixel[..3]);
            }
        }
        pictures.push((canvas.clone(), frame.delay));
    }
    pictures
}

#[test]
fn every_frame_is_the_picture_of_its_position() {
    for (game, variant) in [("zertz", "37"), ("tzaar", "fixed")] {
        let record = random_game(game, variant, 7, 80);
        let replay = Replay {
            size: Size::Small,
            banner: Some("The end".to_owned()),
            ..Replay::default()
        };
        let frames = replay.frames(&record);
        let decoded = decode(&replay.gif(&record));
        assert_eq!(decoded.len(), frames.len());
        for (frame, (picture, delay)) in frames.iter().zip(&decoded) {
            let canvas = paint(&frame.view.scene(), replay.theme);
            assert!(
                canvas.rgb(replay.theme) == *picture,
                "a frame differs from its picture"
            );
            assert_eq!(frame.delay, *delay);
        }
        let (last, others) = frames.split_last().unwrap();
        assert!(others.iter().all(|frame| frame.delay < last.delay));
        // A picture needs no history.
        assert_eq!(last.view.game, record.game().snapshot());
        assert_eq!(last.view.banner.as_deref(), Some("The end"));
        let card = replay.end_card(&record);
        assert_eq!(
            (card.game.snapshot(), &card.marks),
            (last.view.game.snapshot(), &last.view.marks)
        );
        assert!(card.result.is_some() && !card.is_cropped);
    }
}

#[test]
fn a_replay_can_begin_with_its_last_frame() {
    let record = random_game("zertz", "37", 7, 80);
    let mut replay = Replay {
        size: Size::Small,
        ..Replay::default()
    };
    let mut usual = decode(&replay.gif(&record));
    replay.is_end_first = true;
    usual.rotate_right(1);
    assert!(decode(&replay.gif(&record)) == usual);
}

#[test]
fn chains_are_shown_jump_by_jump() {
    let mut record = Record::new(Variant::parse("zertz", "37").unwrap());
    for text in ["Wd2-a1", "Bd5-a2", "Gd3-a3", "xd2d4d6"] {
        let turn = record.game().read(text).unwrap();
        record.push(turn).unwrap();
    }
    // The start, three placements, and two jumps.
    let frames = Replay::default().frames(&record);
    assert_eq!(frames.len(), 6);
    let jumper = |index: usize| {
        let game = &frames[index].view.game;
        let cells = game.board().cells().into_iter();
        let whites = cells.filter(|&cell| game.symbol(cell) == "W");
        whites
            .map(|cell| game.board().name(cell).to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        (jumper(3), jumper(4), jumper(5)),
        (vec!["d2".into()], vec!["d4".into()], vec!["d6".into()])
    );
}

#[test]
fn frames_show_names_counts_and_the_number_of_the_turn() {
    let mut record = Record::new(Variant::parse("zertz", "37").unwrap());
    for text in ["Wd2-a1", "Bd5-a2", "Gd3-a3", "xd2d4d6"] {
        let turn = record.game().read(text).unwrap();
        record.push(turn).unwrap();
    }
    let mut replay = Replay::default();
    "Anna".clone_into(&mut replay.names.first);
    "Борис".clone_into(&mut replay.names.second);
    let shown = |frame: &hexpost_render::replay::ReplayFrame, name: &str| {
        let scene = frame.view.scene();
        let figures = scene.figures.iter().filter(|figure| figure.name == name);
        let shapes = figures.flat_map(|figure| figure.shapes.clone());
        let texts = shapes.filter_map(|shape| match shape.form {
            Outline::Text { text, .. } => Some(text),
            _ => None,
        });
        texts.collect::<Vec<_>>().join(" ")
    };
    let frames = replay.frames(&record);
    let numbers: Vec<String> = frames.iter().map(|frame| shown(frame, "turn")).collect();
    // Both jumps of the last turn have its number.
    assert_eq!(
        numbers,
        ["0 / 4", "1 / 4", "2 / 4", "3 / 4", "4 / 4", "4 / 4"]
    );
    for frame in &frames {
        assert_eq!(shown(frame, "player"), "Anna Борис");
    }
    assert!(shown(&frames[0], "count").contains("0/4"), "captures");
    assert_ne!(shown(&frames[0], "count"), shown(&frames[5], "count"));
    // The number belongs to the replay, not to the final board.
    assert_eq!(replay.end_card(&record).turn, None);
}

#[test]
fn a_range_of_plies_may_be_shown() {
    let record = random_game("tzaar", "fixed", 7, 80);
    let part = Replay {
        from: 4,
        to: Some(6),
        ..Replay::default()
    };
    let frames = part.frames(&record);
    assert_eq!(frames[0].view.game, record.at(4).unwrap());
    assert_eq!(frames.last().unwrap().view.game, record.at(6).unwrap());
    let beyond = Replay {
        from: 500,
        to: Some(900),
        ..Replay::default()
    };
    assert_eq!(beyond.frames(&record).len(), 1);
    let nothing = Record::new(Variant::parse("zertz", "37").unwrap());
    assert_eq!(decode(&Replay::default().gif(&nothing)).len(), 1);
}

#[test]
fn long_games_stay_within_the_limits() {
    let record = random_game("tzaar", "tournament", 3, 200);
    let replay = Replay {
        size: Size::Large,
        ..Replay::default()
    };
    let frames = replay.frames(&record);
    assert!(frames.len() > 80 && frames.len() <= MAX_FRAMES);
    assert!(replay.gif(&record).len() <= MAX_BYTES);
}

#[test]
fn a_game_of_sixty_plies_is_small() {
    let record = (0..1000)
        .map(|seed| random_game("zertz", "61", seed, 60))
        .find(|r| r.turns().len() == 60)
        .unwrap();
    let bytes = Replay::default().gif(&record).len();
    assert!(bytes <= 1_500_000, "{bytes} bytes");
}

#[test]
fn the_last_frame_is_the_final_board() {
    let variants = [
        ("zertz", "37"),
        ("zertz", "48-tournament"),
        ("zertz", "61"),
        ("tzaar", "fixed"),
        ("tzaar", "random:5"),
        ("tzaar", "tournament"),
    ];
    for (seed, (game, variant)) in (0..).zip(variants.into_iter().cycle().take(18)) {
        let record = random_game(game, variant, seed, 12 + seed as usize);
        let replay = Replay {
            is_flipped: seed % 2 == 1,
            ..Replay::default()
        };
        // The picture drawn on its own rather than as part of the replay.
        let mut view = View::new(record.game().clone());
        let last = record.turns().len() - 1;
        view.marks = marks::last_turn(&record.at(last).unwrap(), &record.turns()[last]);
        let ending = record.ending();
        view.result = ending.map(|ending| ResultMark::from_winner(ending.winner));
        view.size = Size::Small;
        view.turn = Some((last + 1, last + 1));
        view.is_flipped = replay.is_flipped;
        let board = paint(&view.scene(), replay.theme).rgb(replay.theme);
        let frames = decode(&replay.gif(&record));
        assert!(frames.last().unwrap().0 == board, "{game} {variant} {seed}");
    }
}
