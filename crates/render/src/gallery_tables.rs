//! The gallery's tables of tournaments, with players of all kinds of names.

use super::Drawing;
use super::bracket::{BracketMatch, BracketPlayer, BracketRound, BracketTable};
use super::sheet::Heading;
use super::standings::{
    Columns, Crosstable, LadderLine, LadderTable, Scored, StandingsLine, SwissCell, SwissTable,
};
use super::theme::Theme;
use hexpost_engine::random::SplitMix64;

/// Names that are short, long, and in several scripts.
const NAMES: [&str; 16] = [
    "Anna",
    "Щёголь Ćwikłowski",
    "An extraordinarily long name",
    "Zażółć Gęślą-Jaźń",
    "Ж",
    "Борис Годунов",
    "marbles4ever",
    "WWWWWWWWWWWWWWWW",
    "Łucja",
    "Grzegorz Brzęczyszczykiewicz",
    "eve 🎲",
    "Константин Константинопольский",
    "x_Tzarra_x",
    "Małgorzata",
    "日本語 ok",
    "Ivo",
];

fn name(index: usize) -> String {
    let round = index / NAMES.len();
    let name = NAMES[index % NAMES.len()];
    if round == 0 {
        name.to_owned()
    } else {
        format!("{name} {}", round + 1)
    }
}

fn heading(title: &str, subtitle: &str) -> Heading {
    Heading {
        title: title.to_owned(),
        subtitle: subtitle.to_owned(),
    }
}

fn columns() -> Columns {
    Columns {
        points: "Pts".to_owned(),
        tie_break: "SB".to_owned(),
    }
}

/// Half points as text.
fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

const fn halves(scored: Scored) -> u32 {
    match scored {
        Scored::Win | Scored::ForfeitWin => 2,
        Scored::Draw => 1,
        _ => 0,
    }
}

fn line(index: usize, place: usize, halves: u32, count: usize) -> StandingsLine {
    StandingsLine {
        place: (place + 1).to_string(),
        name: name(index),
        points: points(halves),
        tie_break: format!("{}.{:02}", halves * 3 / 2, halves % 4 * 25),
        is_out: count > 4 && index == 6,
        is_champion: place == 0 && count == 4,
    }
}

/// A round robin in which most games have ended.
fn crosstable(count: usize, theme: Theme) -> Crosstable {
    let mut rng = SplitMix64::new(count as u64);
    let mut results = vec![vec![Vec::new(); count]; count];
    for (a, b) in (0..count).flat_map(|a| (0..a).map(move |b| (a, b))) {
        for _ in 0..2 {
            let (one, other) = match rng.below(12) {
                0 if count > 4 => (Scored::Open, Scored::Open),
                1 => (Scored::Draw, Scored::Draw),
                2 => (Scored::ForfeitLoss, Scored::ForfeitWin),
                3..=7 => (Scored::Loss, Scored::Win),
                _ => (Scored::Win, Scored::Loss),
            };
            results[a][b].push(one);
            results[b][a].push(other);
        }
    }
    let sums: Vec<u32> = results
        .iter()
        .map(|row| row.iter().flatten().map(|&it| halves(it)).sum())
        .collect();
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by_key(|&index| std::cmp::Reverse(sums[index]));
    let rows = order.iter().enumerate().map(|(place, &index)| {
        let cells = order.iter().map(|&other| results[index][other].clone());
        (line(index, place, sums[index], count), cells.collect())
    });
    Crosstable {
        theme,
        heading: heading("Autumn cup", "ZÈRTZ 37 · double round robin"),
        columns: columns(),
        rows: rows.collect(),
    }
}

/// A Swiss tournament in its last round.
fn swiss(count: usize, theme: Theme) -> SwissTable {
    let mut rng = SplitMix64::new(count as u64);
    let rounds = count.next_power_of_two().ilog2() as usize;
    let mut rows: Vec<(u32, usize, Vec<SwissCell>)> = Vec::new();
    for index in 0..count {
        let mut sum = 0;
        let cells = (1..=rounds).map(|round| {
            let is_open = round == rounds && count > 4 && index % 3 == 1;
            let scored = if is_open { 0 } else { rng.below(5) as u32 };
            sum += scored;
            SwissCell {
                score: if is_open {
                    String::new()
                } else {
                    points(scored)
                },
                is_won: scored > 2,
                opponent: if round == 2 && index == count - 1 {
                    "bye".to_owned()
                } else {
                    format!("#{}", 1 + rng.below(count as u64))
                },
            }
        });
        let cells = cells.collect();
        rows.push((sum, index, cells));
    }
    rows.sort_by_key(|row| std::cmp::Reverse(row.0));
    let rows = rows.into_iter().enumerate();
    let rows = rows.map(|(place, (sum, index, cells))| (line(index, place, sum, count), cells));
    SwissTable {
        theme,
        heading: heading("Zimowy turniej", "TZAAR · runda 5 z 5"),
        columns: columns(),
        rows: rows.collect(),
    }
}

/// A knock-out up to its final, which is over only if it is small.
fn bracket(count: usize, theme: Theme) -> BracketTable {
    let size = count.next_power_of_two();
    let mut slots: Vec<Option<usize>> = (0..size).map(|it| (it < count).then_some(it)).collect();
    let mut names = [
        "Final",
        "Semi-finals",
        "Quarter-finals",
        "Last 16",
        "Last 32",
    ]
    .into_iter();
    let mut rounds = Vec::new();
    // The best meet the last ones.
    let mut order = vec![0];
    while order.len() < size {
        let last = order.len() * 2 - 1;
        order = order.iter().flat_map(|&seed| [seed, last - seed]).collect();
    }
    slots = order.iter().map(|&seed| slots[seed]).collect();
    let mut left = size.ilog2() as usize;
    while slots.len() > 1 {
        left -= 1;
        let is_first = slots.len() == size;
        let is_over = left > 0 || count == 4;
        let mut next = Vec::new();
        let matches = slots.chunks(2).map(|pair| {
            let [Some(one), Some(other)] = [pair[0], pair[1]] else {
                next.push(pair[0].or(pair[1]));
                return None.filter(|_: &BracketMatch| is_first);
            };
            let winner = if (one + other * 7) % 5 == 0 {
                other
            } else {
                one
            };
            next.push(Some(winner));
            let player = |index: usize| BracketPlayer {
                name: name(index),
                seed: (index + 1).to_string(),
                score: match (is_over, index == winner, (one + other) % 4 == 0) {
                    (false, ..) => String::new(),
                    (true, true, false) => "2".to_owned(),
                    (true, true, true) => "1½".to_owned(),
                    (true, false, false) => "0".to_owned(),
                    (true, false, true) => "½".to_owned(),
                },
                is_winner: is_over && index == winner,
                is_loser: is_over && index != winner,
            };
            let players = [player(one), player(other)];
            Some(BracketMatch { players })
        });
        rounds.push(BracketRound {
            name: String::new(),
            matches: matches.collect(),
        });
        slots = next;
    }
    for (round, name) in rounds.iter_mut().rev().zip(&mut names) {
        name.clone_into(&mut round.name);
    }
    BracketTable {
        theme,
        heading: heading("Кубок осени", "TZAAR · на вылет"),
        rounds,
    }
}

fn ladder(count: usize, theme: Theme) -> LadderTable {
    let rows = (0..count).map(|index| LadderLine {
        place: (index + 1).to_string(),
        name: name(index),
        change: [0, 2, 0, -1, 12, -3, 0, 0][index % 8],
        note: format!("{}–{}", 40 - index, index + 3),
        is_playing: index % 3 == 1,
    });
    LadderTable {
        theme,
        heading: heading("ZÈRTZ ladder", "32 games in November"),
        rows: rows.collect(),
    }
}

/// Tables of 4, 8, 16 and 32 players, the small ones in all themes, with their file names.
pub(super) fn tables() -> Vec<(String, Drawing)> {
    let mut tables = Vec::new();
    for (count, themes) in [
        (4, vec![Theme::Classic]),
        (8, Theme::ALL.to_vec()),
        (16, vec![Theme::Dark]),
        (32, vec![Theme::Classic]),
    ] {
        for theme in themes {
            let named = |kind: &str| format!("tournament-{kind}-{count}-{theme}");
            tables.extend([
                (
                    named("crosstable"),
                    Drawing::Crosstable(crosstable(count, theme)),
                ),
                (named("swiss"), Drawing::Swiss(swiss(count, theme))),
                (named("bracket"), Drawing::Bracket(bracket(count, theme))),
                (named("ladder"), Drawing::Ladder(ladder(count, theme))),
            ]);
        }
    }
    // The first seeds have no opponent.
    let byes = Drawing::Bracket(bracket(11, Theme::Dark));
    tables.push(("tournament-bracket-11-dark".to_owned(), byes));
    tables
}
