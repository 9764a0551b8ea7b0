//! Tables of tournaments: everything fits, whatever the names, and can be read on a phone.

use hexpost_render::bracket::{BracketMatch, BracketPlayer, BracketRound, BracketTable};
use hexpost_render::paint::bounds;
use hexpost_render::scene::{Figure, Outline, Scene};
use hexpost_render::standings::{
    Columns, Crosstable, Heading, LadderLine, LadderTable, Scored, StandingsLine, SwissCell,
    SwissTable,
};
use hexpost_render::theme::Theme;
use hexpost_render::{Draw, Drawing};

const NAMES: [&str; 7] = [
    "Anna",
    "",
    "Zażółć gęślą jaźń",
    "Щука ёжику эхо",
    "MMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMMM",
    "日本語の名前がとても長い場合",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
];

/// How many pixels wide a picture is on a phone.
const PHONE: f32 = 380.0;

fn name(index: usize) -> String {
    NAMES[index % NAMES.len()].to_owned()
}

/// Is this the beginning of a name?
fn is_name(text: &str) -> bool {
    ["An", "MM", "Za", "Щу", "ii"]
        .iter()
        .any(|it| text.starts_with(it))
}

fn heading() -> Heading {
    Heading {
        title: NAMES[4].to_owned(),
        subtitle: NAMES[3].repeat(9),
    }
}

fn columns() -> Columns {
    Columns {
        points: "Punkty i jeszcze więcej".to_owned(),
        tie_break: "Зоннеборн".to_owned(),
    }
}

fn line(index: usize) -> StandingsLine {
    StandingsLine {
        place: (index + 1).to_string(),
        name: name(index),
        points: "61½".to_owned(),
        tie_break: "1234.75".to_owned(),
        is_out: index % 3 == 1,
        is_champion: index == 0,
    }
}

fn crosstable(count: usize) -> Crosstable {
    let all = [
        Scored::Draw,
        Scored::Win,
        Scored::Loss,
        Scored::Open,
        Scored::ForfeitWin,
        Scored::ForfeitLoss,
        Scored::Draw,
    ];
    let cell = |a: usize, b: usize| {
        if a == b {
            Vec::new()
        } else {
            vec![all[(a + b) % 7], all[(a + b + 6) % 7]]
        }
    };
    let row = |a| (line(a), (0..count).map(|b| cell(a, b)).collect());
    Crosstable {
        theme: Theme::Classic,
        heading: heading(),
        columns: columns(),
        rows: (0..count).map(row).collect(),
    }
}

fn swiss(count: usize, rounds: usize) -> SwissTable {
    let cell = |round: usize| SwissCell {
        score: ["1½", "", "2"][round % 3].to_owned(),
        is_won: round.is_multiple_of(2),
        opponent: ["#32", "wolny los", "#1"][round % 3].to_owned(),
    };
    let row = |index| (line(index), (0..rounds).map(cell).collect());
    SwissTable {
        theme: Theme::Classic,
        heading: heading(),
        columns: columns(),
        rows: (0..count).map(row).collect(),
    }
}

fn bracket(rounds: u32) -> BracketTable {
    let player = |index: usize, is_winner| BracketPlayer {
        name: name(index),
        seed: "64".to_owned(),
        score: "1½".to_owned(),
        is_winner,
        is_loser: !is_winner,
    };
    let one = |index: usize| {
        let players = [player(index, true), player(index + 1, false)];
        Some(BracketMatch { players })
    };
    let round = |left: u32| BracketRound {
        name: "Ćwierćfinały i półfinały".to_owned(),
        matches: (0..1 << left).map(one).collect(),
    };
    BracketTable {
        theme: Theme::Classic,
        heading: heading(),
        rounds: (0..rounds).rev().map(round).collect(),
    }
}

fn ladder(count: usize) -> LadderTable {
    let row = |index: usize| LadderLine {
        place: (index + 1).to_string(),
        name: name(index),
        change: [0, 99, -100][index % 3],
        note: "120–119 и ещё много".to_owned(),
        is_playing: index.is_multiple_of(2),
    };
    LadderTable {
        theme: Theme::Classic,
        heading: heading(),
        rows: (0..count).map(row).collect(),
    }
}

fn all() -> Vec<(String, Drawing)> {
    let mut all = Vec::new();
    for count in [0, 1, 2, 4, 5, 6, 8, 9, 16, 17, 32, 64] {
        all.extend([
            (
                format!("crosstable {count}"),
                Drawing::Crosstable(crosstable(count)),
            ),
            (format!("ladder {count}"), Drawing::Ladder(ladder(count))),
        ]);
        for rounds in [0, 1, 5, 8] {
            let name = format!("swiss {count} {rounds}");
            all.push((name, Drawing::Swiss(swiss(count, rounds))));
        }
    }
    all.extend((0..=6).map(|rounds| {
        (
            format!("bracket {rounds}"),
            Drawing::Bracket(bracket(rounds)),
        )
    }));
    all
}

/// The text of a figure, with its size.
fn written(figure: &Figure) -> Option<(&str, f32)> {
    figure.shapes.iter().find_map(|shape| match &shape.form {
        Outline::Text { text, size, .. } => Some((text.as_str(), *size)),
        _ => None,
    })
}

fn texts(scene: &Scene) -> impl Iterator<Item = (&Figure, &str, f32)> {
    let all = scene.all();
    all.filter_map(|figure| written(figure).map(|(text, size)| (figure, text, size)))
}

#[test]
fn no_text_leaves_the_sheet_or_covers_another() {
    for (name, drawing) in all() {
        let scene = drawing.scene();
        let (wide, tall) = (scene.width as i32, scene.height as i32);
        let boxes: Vec<(&str, _)> = texts(&scene)
            .map(|(figure, text, _)| (text, bounds(figure, drawing.theme())))
            .collect();
        for (index, (text, a)) in boxes.iter().enumerate() {
            assert!(
                a.0 >= 0 && a.1 >= 0 && a.2 <= wide && a.3 <= tall,
                "{name}: {text:?} {a:?} leaves {wide} x {tall}"
            );
            for (other, b) in &boxes[index + 1..] {
                let is_apart = a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
                assert!(is_apart, "{name}: {text:?} {a:?} covers {other:?} {b:?}");
            }
        }
    }
}

#[test]
fn matches_of_a_bracket_don_t_cover_each_other() {
    for rounds in 1..=6 {
        let drawing = bracket(rounds);
        let scene = drawing.scene();
        let boxes = scene.ground.iter().filter(|figure| figure.name == "chip");
        let boxes: Vec<_> = boxes.map(|it| bounds(it, Theme::Classic)).collect();
        // The others are the marks of the winners.
        let boxes: Vec<_> = boxes.into_iter().filter(|it| it.2 - it.0 > 100).collect();
        assert_eq!(boxes.len(), (1 << rounds) - 1);
        for (index, a) in boxes.iter().enumerate() {
            for b in &boxes[index + 1..] {
                let is_apart = a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
                assert!(is_apart, "{rounds} rounds: {a:?} covers {b:?}");
            }
        }
    }
}

#[test]
fn text_is_large_enough_on_a_phone() {
    for (name, drawing) in all() {
        let scene = drawing.scene();
        for (_, text, size) in texts(&scene) {
            // The names of players are larger than notes.
            let least = if is_name(text) { 12.0 } else { 9.8 };
            let shown = size * PHONE / scene.width as f32;
            assert!(shown >= least, "{name}: {text:?} has {shown} pixels");
        }
    }
}

#[test]
fn names_keep_at_least_six_letters() {
    for (name, drawing) in all() {
        let scene = drawing.scene();
        for (_, text, _) in texts(&scene).filter(|it| it.1.ends_with('…')) {
            // Sixty-four players are more than a phone is made for.
            let is_wide = text.starts_with('M');
            let least = match (name == "bracket 6", is_wide) {
                (true, true) => 3,
                (true, false) | (false, true) => 4,
                (false, false) => 6,
            };
            let letters = text.chars().count() - 1;
            assert!(!is_name(text) || letters >= least, "{name}: {text:?}");
        }
    }
}

#[test]
fn wins_losses_and_those_who_left_differ_without_colour() {
    // Bars of different heights, if there is no room for signs.
    let high = |result: Scored| {
        let mut table = crosstable(17);
        for row in &mut table.rows {
            row.0.is_out = false;
            row.0.is_champion = false;
            row.1.clear();
        }
        table.rows[0].1 = vec![Vec::new(), vec![result]];
        let scene = table.scene();
        let mut marks = scene.figures.iter().filter(|it| it.name == "mark");
        marks.next().map_or(0, |bar| {
            let (_, top, _, bottom) = bounds(bar, Theme::Classic);
            bottom - top
        })
    };
    let all = [Scored::Win, Scored::Draw, Scored::Loss, Scored::Open];
    let heights = all.map(high);
    assert!(
        heights.windows(2).all(|pair| pair[0] > pair[1]),
        "{heights:?}"
    );
    let mut signs: Vec<&str> = all.iter().map(|it| it.sign()).collect();
    signs.dedup();
    assert_eq!(signs.len(), 4);
    // Struck through.
    let marks = |is_out| {
        let mut table = swiss(1, 1);
        table.rows[0].0.is_out = is_out;
        table.rows[0].0.is_champion = false;
        let scene = table.scene();
        let marks = scene.figures.iter().filter(|it| it.name == "mark");
        marks.count()
    };
    assert_eq!(marks(true), marks(false) + 1);
}

#[test]
fn alt_text_has_the_order_and_fits_discord() {
    let mut table = swiss(2, 1);
    table.heading = Heading {
        title: "Autumn cup".to_owned(),
        subtitle: "Round 1 of 3".to_owned(),
    };
    "Ж".clone_into(&mut table.rows[1].0.name);
    assert_eq!(
        table.alt_text(),
        "Autumn cup. Round 1 of 3. 1 Anna: 61½. 2 Ж: 61½"
    );
    let mut knockout = bracket(2);
    knockout.heading.title = "Cup".to_owned();
    for (round, name) in knockout.rounds.iter_mut().zip(["Semi-finals", "Final"]) {
        name.clone_into(&mut round.name);
        for player in round
            .matches
            .iter_mut()
            .flatten()
            .flat_map(|it| &mut it.players)
        {
            "Ann".clone_into(&mut player.name);
        }
    }
    knockout.rounds[1].matches[0] = Some(BracketMatch::default());
    let ann = "Ann 1½, Ann 1½";
    assert_eq!(
        knockout.alt_text(),
        format!("Cup. Semi-finals: {ann}; {ann}")
    );
    for (name, drawing) in all() {
        let text = match &drawing {
            Drawing::Crosstable(table) => table.alt_text(),
            Drawing::Swiss(table) => table.alt_text(),
            Drawing::Ladder(table) => table.alt_text(),
            Drawing::Bracket(table) => table.alt_text(),
            _ => unreachable!("only tables"),
        };
        assert!(text.chars().count() <= 1024, "{name}");
    }
    assert!(crosstable(64).alt_text().ends_with(" …"));
}
