//! The bracket of a knock-out.
//!
//! A match is drawn between the two it follows from and may reach over their columns, so even five rounds leave
//! room for names.

use std::fmt::Write as _;

use super::Draw;
use super::alt_text::MAX_CHARS;
use super::font::width;
use super::scene::{Anchor, Scene};
use super::sheet::{Heading, MARGIN, Sheet, WIDTH, spot};
use super::theme::{Ink, Theme};

/// The bracket of a knock-out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BracketTable {
    /// The colours.
    pub theme: Theme,
    /// The heading.
    pub heading: Heading,
    /// The rounds, from the first to the final, each with half as many matches as the one before, from top to
    /// bottom.
    pub rounds: Vec<BracketRound>,
}

/// A round of a bracket.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BracketRound {
    /// What it is called, such as "Final".
    pub name: String,
    /// The matches, from top to bottom; `None` if a player has no opponent.
    pub matches: Vec<Option<BracketMatch>>,
}

/// A match of a bracket.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BracketMatch {
    /// The players, the upper one first.
    pub players: [BracketPlayer; 2],
}

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BracketPlayer {
    /// The name; empty if it is not known yet.
    pub name: String,
    /// The number of the seed; empty if it is not shown.
    pub seed: String,
    /// The score; empty before the first game has ended.
    pub score: String,
    /// Has this player won the match?
    pub is_winner: bool,
    /// Has this player lost the match?
    pub is_loser: bool,
}

/// The space for the lines between columns.
const GUTTER: f32 = 44.0;
/// The space between matches that are not played in the same column.
const APART: f32 = 14.0;

impl BracketTable {
    /// A description for screen readers, made of names and numbers: the rounds from the last to the first, as far as
    /// there is room.
    pub fn alt_text(&self) -> String {
        let mut text = self.heading.title.clone();
        let mut length = text.chars().count();
        for round in self.rounds.iter().rev() {
            let known = round.matches.iter().flatten();
            let known = known.filter(|it| it.players.iter().any(|it| !it.name.is_empty()));
            let matches: Vec<String> = known.map(described).collect();
            if matches.is_empty() {
                continue;
            }
            let part = format!(". {}: {}", round.name, matches.join("; "));
            length += part.chars().count();
            if length > MAX_CHARS - 2 {
                text.push_str(" …");
                break;
            }
            text.push_str(&part);
        }
        text
    }
}

/// A match in words, such as "Anna 2, Borys 0".
fn described(it: &BracketMatch) -> String {
    let player = |it: &BracketPlayer| {
        let mut text = if it.name.is_empty() { "?" } else { &it.name }.to_owned();
        if !it.score.is_empty() {
            let _ = write!(text, " {}", it.score);
        }
        text
    };
    let [upper, lower] = &it.players;
    format!("{}, {}", player(upper), player(lower))
}

/// The measures of a bracket.
struct Measures {
    /// The distance between columns.
    pitch: f32,
    /// The size of a match.
    wide: f32,
    high: f32,
    text: f32,
}

impl Measures {
    fn new(rounds: usize) -> Self {
        let pitch = (WIDTH - 2.0 * MARGIN + GUTTER) / (rounds as f32 + 1.0);
        let (high, text) = match rounds {
            ..=2 => (124.0, 42.0),
            3 => (116.0, 40.0),
            4 => (104.0, 36.0),
            _ => (96.0, 34.0),
        };
        let wide = pitch * 2.0 - GUTTER;
        Self {
            pitch,
            wide,
            high,
            text,
        }
    }

    fn left(&self, round: usize) -> f32 {
        MARGIN + self.pitch * round as f32
    }

    /// The middles of the matches of all rounds, from the top.
    fn middles(&self, rounds: &[BracketRound], top: f32) -> (Vec<Vec<f32>>, f32) {
        let mut all: Vec<Vec<f32>> = Vec::new();
        let mut y = top;
        let first = rounds.first().map_or(0, |round| round.matches.len());
        let mut middles = Vec::with_capacity(first);
        for index in 0..first {
            middles.push(y + self.high / 2.0);
            // Between the two that a match follows from is room for it.
            let between = if index % 2 == 0 {
                self.high + 2.0 * APART
            } else {
                APART * 2.0
            };
            y += self.high + if index + 1 < first { between } else { 0.0 };
        }
        all.push(middles);
        for _ in 1..rounds.len() {
            let before = all.last().map(Vec::as_slice).unwrap_or_default();
            let next = before.chunks(2);
            let next = next.map(|pair| pair.iter().sum::<f32>() / pair.len() as f32);
            let next = next.collect();
            all.push(next);
        }
        (all, y)
    }
}

impl Draw for BracketTable {
    fn scene(&self) -> Scene {
        let measures = Measures::new(self.rounds.len());
        let mut sheet = Sheet::default();
        let top = sheet.heading(&self.heading);
        let mut head = 0.0;
        for (index, round) in self.rounds.iter().enumerate() {
            let size = 30.0;
            let is_last = index + 1 == self.rounds.len();
            let room = if is_last {
                measures.wide
            } else {
                measures.pitch - 12.0
            };
            let at = spot(
                measures.left(index),
                top + size / 2.0 + 4.0,
                Anchor::Start,
                size,
            );
            if !round.name.is_empty() {
                sheet.fit(at, &round.name, room, Ink::TextSoft);
                head = size + 24.0;
            }
        }
        let (middles, bottom) = measures.middles(&self.rounds, top + head.max(10.0));
        for (index, round) in self.rounds.iter().enumerate() {
            let left = measures.left(index);
            for (place, it) in round.matches.iter().enumerate() {
                let middle = middles[index][place];
                if index > 0 {
                    let before = &self.rounds[index - 1].matches;
                    for feeder in [place * 2, place * 2 + 1] {
                        if before.get(feeder).is_some_and(Option::is_some) {
                            let from = middles[index - 1][feeder];
                            draw_way(&mut sheet, &measures, left, from, middle);
                        }
                    }
                }
                if let Some(it) = it {
                    let is_final = index + 1 == self.rounds.len();
                    draw_match(&mut sheet, &measures, (left, middle), it, is_final);
                }
            }
        }
        sheet.scene(bottom + MARGIN)
    }

    fn theme(&self) -> Theme {
        self.theme
    }
}

/// The line from a match to the one that follows from it.
fn draw_way(sheet: &mut Sheet, measures: &Measures, left: f32, from: f32, to: f32) {
    const THICK: f32 = 4.0;
    let x = left - GUTTER / 2.0;
    let edge = if from < to {
        from + measures.high / 2.0
    } else {
        from - measures.high / 2.0
    };
    let (top, bottom) = (edge.min(to), edge.max(to));
    sheet.block(
        (x, f32::midpoint(top, bottom)),
        THICK,
        bottom - top + THICK,
        Ink::SurfaceEdge,
    );
    sheet.block(
        (x + GUTTER / 4.0, to),
        GUTTER / 2.0,
        THICK,
        Ink::SurfaceEdge,
    );
}

fn draw_match(
    sheet: &mut Sheet,
    measures: &Measures,
    (left, middle): (f32, f32),
    it: &BracketMatch,
    is_final: bool,
) {
    const PAD: f32 = 16.0;
    let (wide, high, text) = (measures.wide, measures.high, measures.text);
    sheet.chip((left + wide / 2.0, middle), wide, high, Ink::Plate);
    let seeds = it.players.iter().map(|it| width(&it.seed, 26.0));
    let seeds = seeds.fold(0.0, f32::max);
    let scores = it.players.iter().map(|it| width(&it.score, text));
    let scores = scores.fold(0.0, f32::max);
    for (player, side) in it.players.iter().zip([-1.0, 1.0]) {
        let y = middle + side * high * 0.235;
        let ink = if player.is_loser {
            Ink::TextSoft
        } else {
            Ink::Text
        };
        let mut x = left + PAD + 4.0;
        if seeds > 0.0 {
            let at = spot(x + seeds, y, Anchor::End, 26.0);
            sheet.text(at, player.seed.clone(), Ink::TextSoft);
            x += seeds + 10.0;
        }
        let is_champion = is_final && player.is_winner;
        let star = if is_champion { text } else { 0.0 };
        let room = left + wide - PAD - scores - 12.0 - x - star;
        let at = spot(x, y, Anchor::Start, text);
        let written = sheet.fit(at, &player.name, room, ink);
        if is_champion {
            sheet.star((x + written + text * 0.55, y - 2.0), text * 0.4, Ink::Last);
        }
        let at = spot(left + wide - PAD, y, Anchor::End, text);
        sheet.text(at, player.score.clone(), ink);
        if player.is_winner {
            // A bar at the edge: the colour is not the only difference.
            sheet.chip((left + 6.0, y), 6.0, high * 0.34, Ink::Chosen);
        }
    }
}
