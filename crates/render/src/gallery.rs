//! The gallery: one picture of every kind, for review and tests.

use super::chart::{RatingChart, RatingSeries, Table, TableLine};
use super::composer_board::{self, ComposerBoard};
use super::diagram::diagrams;
use super::gallery_tables::tables;
use super::layout::Size;
use super::marks;
use super::theme::Theme;
use super::winning_chart::{TurnSign, WinningChart};
use super::{Drawing, View};
use hexpost_engine::game::{AnyGame, AnyTurn, Variant};
use hexpost_engine::random::SplitMix64;
use hexpost_engine::record::Record;
use hexpost_engine::side::{BySide, Side};

/// A picture of the gallery with its file name.
#[derive(Clone, Debug)]
pub struct Exhibit {
    /// The file name without its extension.
    pub name: String,
    /// The picture.
    pub view: View,
}

/// A game whose last turn is highlighted.
struct Sample {
    name: &'static str,
    game: &'static str,
    variant: &'static str,
    turns: &'static [&'static str],
}

const SAMPLES: &[Sample] = &[
    Sample {
        name: "zertz-placed",
        game: "zertz",
        variant: "37",
        turns: &["Wd4-a1", "Bb3-g1", "Ge6-a2", "Bf2-d7"],
    },
    Sample {
        name: "zertz-captured",
        game: "zertz",
        variant: "48",
        turns: &["Wd4-a1", "Gd5-h1", "xd4d6", "Bd7-a2", "xd6d8"],
    },
    Sample {
        name: "tzaar-captured",
        game: "tzaar",
        variant: "fixed",
        turns: &["d3xd4", "c4xd5 f3xe4"],
    },
    Sample {
        name: "tzaar-stacked",
        game: "tzaar",
        variant: "fixed",
        turns: &["d3xd4", "c4xd5 e5+e6", "e1xf1 d7+d8"],
    },
    Sample {
        name: "tzaar-placing",
        game: "tzaar",
        variant: "tournament",
        turns: &["Zc3", "Td4", "Rc4", "Ze5", "Tg3"],
    },
];

/// Finished games: a name, the code before the last turn, that turn, and the banner.
const ENDS: &[(&str, &str, &str, &str)] = &[
    (
        "zertz-won",
        "zertz 37 W3/..3/6/7/6/5/4 1,4,5 3,1,2 1,3,3 first",
        "Bd7-a2",
        "White wins with 4 white marbles",
    ),
    (
        "tzaar-won",
        "tzaar Z.T../R...../t....../......../......../......../......./....../T.z.r first",
        "i1xi3",
        "Białe wygrywają: czarne nie mają już figur Z",
    ),
];

/// All pictures of the gallery.
///
/// # Panics
///
/// If a built-in position or turn is invalid, which the tests would find.
pub fn gallery() -> Vec<Exhibit> {
    let mut exhibits = Vec::new();
    for theme in Theme::ALL {
        for sample in SAMPLES {
            let mut view = sample.view();
            view.theme = theme;
            exhibits.push(exhibit(format!("{}-{theme}", sample.name), view));
        }
        for (game, variant, seed, plies) in [("zertz", "61", 5, 16), ("tzaar", "random:1", 4, 18)] {
            let mut view = midgame(game, variant, seed, plies);
            view.theme = theme;
            exhibits.push(exhibit(format!("{game}-middle-{theme}"), view));
        }
    }
    for size in Size::ALL {
        for (game, variant) in [("zertz", "37"), ("tzaar", "fixed")] {
            let mut view = midgame(game, variant, 3, 9);
            view.size = size;
            view.is_flipped = true;
            exhibits.push(exhibit(format!("{game}-flipped-{size}"), view));
        }
    }
    exhibits.extend(ends());
    exhibits.extend(composer());
    exhibits.extend(names());
    for (name, view) in diagrams() {
        exhibits.push(exhibit(format!("diagram-{name}"), view));
    }
    exhibits
}

/// Charts and tables, with their file names.
pub fn charts() -> Vec<(String, Drawing)> {
    let mut charts = Vec::new();
    let ratings = |start: i32, changes: &[i32]| {
        let mut rating = start;
        let each = (0..).zip(changes).map(|(index, change)| {
            rating += change;
            (i64::from(index * index * 3 + index), rating)
        });
        each.collect::<Vec<_>>()
    };
    let series = |name: &str, points| RatingSeries {
        name: name.to_owned(),
        points,
    };
    let both = vec![
        series(
            "ZÈRTZ",
            ratings(1500, &[0, 120, 60, -40, 55, 30, -70, 45, 20, 35]),
        ),
        series("TZAAR", ratings(1500, &[-60, 40, -90, -30, 80, 65])),
    ];
    for theme in Theme::ALL {
        let chart = RatingChart {
            theme,
            series: both.clone(),
            from: "2026-03-01".to_owned(),
            to: "2026-11-18".to_owned(),
        };
        charts.push((format!("chart-ratings-{theme}"), Drawing::Ratings(chart)));
        let names = [
            "Anna",
            "Щёголь Ćwikłowski",
            "An extraordinarily long name",
            "Ж",
        ];
        let lines = (1..).zip(names).map(|(place, name)| TableLine {
            place: if place < 4 {
                format!("{place}.")
            } else {
                "–".to_owned()
            },
            name: name.to_owned(),
            numbers: [
                format!("{}", 1700 - place * 37),
                format!("± {}", 40 + place * 13),
                format!("{}", 130 / place),
            ],
            is_own: place == 2,
        });
        let table = Table {
            theme,
            headings: ["rating", "±", "games"].map(str::to_owned),
            lines: lines.collect(),
        };
        charts.push((format!("chart-table-{theme}"), Drawing::Table(table)));
    }
    let short = RatingChart {
        theme: Theme::Dark,
        series: vec![series("ZÈRTZ", vec![(5, 1662), (5, 1500)])],
        from: "2026-11-18".to_owned(),
        to: "2026-11-18".to_owned(),
    };
    charts.push(("chart-ratings-short".to_owned(), Drawing::Ratings(short)));
    charts.extend(winning_charts());
    charts.extend(tables());
    charts
}

/// Winning chances: of a game with every sign in each theme, and of the shortest and a long one.
fn winning_charts() -> Vec<(String, Drawing)> {
    let sign = |turn: usize, side, sign| TurnSign {
        turn,
        side,
        sign,
        gravity: match sign {
            "??" => 2,
            "?" => 1,
            _ => 0,
        },
    };
    let names = |first: &str, second: &str| BySide {
        first: first.to_owned(),
        second: second.to_owned(),
    };
    let usual = WinningChart {
        theme: Theme::Classic,
        names: names("White", "Black"),
        notes: names("84 %", "91 %"),
        chances: vec![
            51, 50, 53, 55, 54, 46, 47, 60, 61, 62, 60, 43, 42, 40, 58, 57, 55, 24, 22, 20, 25, 12,
            8, 3, 0,
        ],
        signs: vec![
            sign(5, Side::First, "?!"),
            sign(11, Side::First, "?"),
            sign(14, Side::Second, "?"),
            sign(17, Side::First, "??"),
        ],
        deciding: Some(17),
    };
    let mut charts = Vec::new();
    for theme in Theme::ALL {
        let chart = WinningChart {
            theme,
            ..usual.clone()
        };
        charts.push((format!("chart-winning-{theme}"), Drawing::Winning(chart)));
    }
    let short = WinningChart {
        theme: Theme::Dark,
        names: names("Щёголь Ćwikłowski-Brzęczyszczykiewicz", "Ж"),
        notes: names("100 %", ""),
        chances: vec![50, 100],
        signs: Vec::new(),
        deciding: None,
    };
    charts.push(("chart-winning-short".to_owned(), Drawing::Winning(short)));
    let wave = |turn: u32| (50.0 + 45.0 * (f64::from(turn) / 19.0).sin()).round() as u8;
    let crowd = (40..60).map(|turn| sign(turn, Side::BOTH[turn % 2], ["?!", "?", "??"][turn % 3]));
    let long = WinningChart {
        theme: Theme::Dark,
        names: names("White", "Black"),
        notes: names("7 %", "9 %"),
        chances: (0..=230).map(wave).collect(),
        signs: crowd.collect(),
        deciding: Some(180),
    };
    charts.push(("chart-winning-long".to_owned(), Drawing::Winning(long)));
    charts
}

fn exhibit(name: impl Into<String>, view: View) -> Exhibit {
    Exhibit {
        name: name.into(),
        view,
    }
}

impl Sample {
    fn view(&self) -> View {
        let mut game = start(self.game, self.variant);
        let mut marks = Vec::new();
        for text in self.turns {
            let turn = game.read(text).expect("the gallery's turns are legal");
            marks = marks::last_turn(&game, &turn);
            game.play(&turn).expect("the gallery's turns are legal");
        }
        let mut view = named(game);
        view.marks = marks;
        view
    }
}

fn start(game: &str, variant: &str) -> AnyGame {
    AnyGame::start(&Variant::parse(game, variant).expect("the game and the variant exist"))
}

fn named(game: AnyGame) -> View {
    let mut view = View::new(game);
    name_players(&mut view);
    view
}

fn name_players(view: &mut View) {
    "White".clone_into(&mut view.names.first);
    "Black".clone_into(&mut view.names.second);
    view.stock = Some("pool".to_owned());
}

/// A random game after some turns.
fn midgame(game: &str, variant: &str, seed: u64, plies: usize) -> View {
    let record = random_game(game, variant, seed, plies);
    let before = record.at(record.turns().len().saturating_sub(1));
    let mut view = named(record.game().clone());
    if let (Some(before), Some(turn)) = (before, record.turns().last()) {
        view.marks = marks::last_turn(&before, turn);
    }
    view
}

/// A random game of at most `plies` turns.
///
/// # Panics
///
/// If there is no such game or variant.
pub fn random_game(game: &str, variant: &str, seed: u64, plies: usize) -> Record {
    let mut rng = SplitMix64::new(seed);
    let variant = Variant::parse(game, variant).expect("the game and the variant exist");
    let mut record = Record::new(variant);
    while record.turns().len() < plies
        && let Some(turn) = record.game().uniform_turn(&mut rng)
    {
        if record.push(turn).is_err() {
            break;
        }
    }
    record
}

fn ends() -> Vec<Exhibit> {
    let mut exhibits = Vec::new();
    for (name, code, text, banner) in ENDS {
        let before = AnyGame::from_code(code).expect("the gallery's codes can be read");
        let turn = before.read(text).expect("the gallery's turns are legal");
        let mut after = before.clone();
        after.play(&turn).expect("the gallery's turns are legal");
        for theme in Theme::ALL {
            let mut view = named(after.clone());
            view.marks = marks::last_turn(&before, &turn);
            view.banner = Some((*banner).to_owned());
            view.theme = theme;
            exhibits.push(exhibit(format!("{name}-{theme}"), view));
        }
    }
    exhibits
}

/// Boards of the composer.
fn composer() -> Vec<Exhibit> {
    let mut exhibits = Vec::new();
    let mut add = |name: &str, board: Option<ComposerBoard>, said: Option<&str>| {
        let mut view = View::composing(board.expect(name));
        name_players(&mut view);
        let is_whole = view.before.is_some();
        *if is_whole {
            &mut view.banner
        } else {
            &mut view.question
        } = said.map(str::to_owned);
        exhibits.push(exhibit(format!("composer-{name}"), view));
    };
    let zertz = start("zertz", "48");
    let steps = |game: &AnyGame, text: &str| super::steps_of(game, text).unwrap_or_default();
    let columns = composer_board::columns(&zertz, &steps(&zertz, "W"));
    add(
        "columns",
        columns.ok(),
        Some("Which ring do you place it on?"),
    );
    let rows = composer_board::rows(&zertz, &steps(&zertz, "W"), 3);
    add("rows", rows.ok(), Some("Which ring do you place it on?"));
    let at = |game: &AnyGame, text: &str| composer_board::composing(game, &steps(game, text)).ok();
    add(
        "remove",
        at(&zertz, "W d4"),
        Some("Which ring do you remove?"),
    );
    let free = "Black may place what and where he likes";
    add("confirm", at(&zertz, "W d4 a1"), Some(free));
    let beside = AnyGame::from_code("zertz 48 5/6/7/3W4/7/6/5/4 5,7,10 0,0,0 0,1,0 first").ok();
    let bait = beside.and_then(|game| at(&game, "B d5 h1"));
    add("bait", bait, Some("Black must capture"));
    let cut = AnyGame::from_code("zertz 37 W3/..3/6/7/6/5/4 5,8,10 0,0,0 0,0,0 first").ok();
    if let Some(game) = &cut {
        add("isolates", at(game, "B d7"), Some("Который из них убрать?"));
        add("claims", at(game, "B d7 a2"), None);
    }
    let code = "zertz 61 5/4G1/7/4W3/2WG5/3B4/3.3/6/5 4,6,9 0,0,0 0,0,0 first";
    if let Ok(game) = AnyGame::from_code(code) {
        let turns: Vec<AnyTurn> = game.turns_up_to(20).unwrap_or_default();
        add(
            "chains",
            composer_board::numbered(&game, &[], &turns).ok(),
            Some("Which capture?"),
        );
        add("fork", at(&game, "e3 e5"), Some("Where does it land?"));
    }
    let mut tzaar = start("tzaar", "random:1");
    let openings = tzaar.turns_up_to(100).unwrap_or_default();
    if let Some(opening) = openings.first() {
        let _ = tzaar.play(opening);
    }
    let movers = composer_board::composing(&tzaar, &[]);
    add("movers", movers.ok(), Some("Which piece captures?"));
    let pieces = composer_board::rows(&tzaar, &[], 3);
    add("pieces", pieces.ok(), Some("Which piece captures?"));
    if let Ok(offer) = tzaar.offer(&[])
        && let Some(mover) = offer.choices.iter().map(|choice| choice.step).nth(7)
    {
        add(
            "pad",
            composer_board::composing(&tzaar, &[mover]).ok(),
            Some("Where does it go?"),
        );
        if let Ok(targets) = tzaar.offer(&[mover])
            && let Some(target) = targets.choices.first()
        {
            let chosen = [mover, target.step];
            add(
                "second",
                composer_board::composing(&tzaar, &chosen).ok(),
                Some("Which piece moves next?"),
            );
        }
    }
    let fixed = AnyGame::from_code(
        "tzaar T.R2../t...../...T.../Z......./......../......../......./....../z.r.t first",
    )
    .ok();
    let stacked = fixed.and_then(|game| at(&game, "d1 b1 a3 a1"));
    let reply = "Чёрные должны побить фишку";
    add("confirm-second", stacked, Some(reply));
    exhibits
}

/// Names that are difficult for the layout.
fn names() -> Vec<Exhibit> {
    [
        (
            "long",
            "An extraordinarily long name that nobody could fit into a corner",
            "W".repeat(300),
        ),
        (
            "scripts",
            "Щёголь Ćwikłowski",
            "日本語 имя 🎲 ñandú".to_owned(),
        ),
        ("empty", "", "\u{200f}\u{202e}".to_owned()),
    ]
    .into_iter()
    .map(|(name, first, second)| {
        let mut view = named(start("zertz", "61"));
        first.clone_into(&mut view.names.first);
        view.names.second = second;
        exhibit(format!("names-{name}"), view)
    })
    .collect()
}
