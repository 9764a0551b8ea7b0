//! Tables of tournaments: crosstables, Swiss tables and ladders.
//!
//! A table of up to 32 players can be read on a phone: rows, text and cells depend on how many there are. In a
//! crosstable of more than 16, results become bars.

use std::fmt::Write as _;

use super::Draw;
use super::alt_text::MAX_CHARS;
use super::font::width;
use super::scene::{Anchor, Scene};
use super::sheet::{MARGIN, Sheet, WIDTH, spot};
use super::theme::{Ink, Theme};

pub use super::sheet::Heading;

/// The result of a game for the player of a row.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scored {
    /// Not played yet.
    Open,
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
    /// Won without play.
    ForfeitWin,
    /// Lost without play.
    ForfeitLoss,
}

impl Scored {
    /// One sign.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Open => "·",
            Self::Win => "1",
            Self::Draw => "½",
            Self::Loss => "0",
            Self::ForfeitWin => "+",
            Self::ForfeitLoss => "−",
        }
    }

    const fn ink(self) -> Ink {
        match self {
            Self::Win | Self::ForfeitWin | Self::Draw => Ink::Text,
            Self::Open | Self::Loss | Self::ForfeitLoss => Ink::TextSoft,
        }
    }
}

/// What rows of all tables begin and end with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StandingsLine {
    /// The place, such as `1`; empty if there is none.
    pub place: String,
    /// The player's name, in any script and of any length.
    pub name: String,
    /// The points, such as `5½`.
    pub points: String,
    /// The next tie-break, such as `14.25`. Shown where there is room.
    pub tie_break: String,
    /// Has the player left?
    pub is_out: bool,
    /// Has the player won the tournament?
    pub is_champion: bool,
}

/// The headings of the columns, in the caller's language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Columns {
    /// Above the points, short, such as `Pts`.
    pub points: String,
    /// Above the tie-break, such as `SB`.
    pub tie_break: String,
}

/// A round robin: everyone's results against everyone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Crosstable {
    /// The colours.
    pub theme: Theme,
    /// The heading.
    pub heading: Heading,
    /// The headings of the columns.
    pub columns: Columns,
    /// The players in the order of their places, each with the results against the player of every row. Against
    /// themselves there are none.
    pub rows: Vec<(StandingsLine, Vec<Vec<Scored>>)>,
}

/// A Swiss tournament: everyone's results by round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SwissTable {
    /// The colours.
    pub theme: Theme,
    /// The heading.
    pub heading: Heading,
    /// The headings of the columns.
    pub columns: Columns,
    /// The players in the order of their places, with their rounds.
    pub rows: Vec<(StandingsLine, Vec<SwissCell>)>,
}

/// A round of a player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SwissCell {
    /// What was scored in the games of the round, such as `1½`; empty while none has ended.
    pub score: String,
    /// Was the pairing won?
    pub is_won: bool,
    /// The opponent, such as `#4`, or a word for a bye.
    pub opponent: String,
}

/// A ladder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LadderTable {
    /// The colours.
    pub theme: Theme,
    /// The heading.
    pub heading: Heading,
    /// From the top to the bottom.
    pub rows: Vec<LadderLine>,
}

/// A player on a ladder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LadderLine {
    /// The place.
    pub place: String,
    /// The player's name.
    pub name: String,
    /// How many places the player has gone up lately, or down if negative.
    pub change: i32,
    /// A short note, such as won and lost games.
    pub note: String,
    /// Is the player challenged or challenging? Marked by a dot, which the heading can explain with `●`.
    pub is_playing: bool,
}

/// The sizes of a table.
#[derive(Clone, Copy, Debug)]
struct Sizes {
    row: f32,
    text: f32,
    /// The right edge of the places.
    place: f32,
    /// The left edge of the names.
    name: f32,
    points: f32,
    tie_break: f32,
}

impl Sizes {
    /// The space between columns.
    const GAP: f32 = 18.0;

    fn new(row: f32, text: f32, lines: &[&StandingsLine], columns: &Columns) -> Self {
        let widest = |part: fn(&StandingsLine) -> &String, heading: &str| {
            let each = lines.iter().map(|line| width(part(line), text));
            let widest = each.fold(0.0, f32::max);
            widest.max(width(heading, small(text)).min(110.0))
        };
        let place = MARGIN + widest(|line| &line.place, "").max(width("0", text));
        Self {
            row,
            text,
            place,
            name: place + Self::GAP,
            points: widest(|line| &line.points, &columns.points),
            tie_break: widest(|line| &line.tie_break, &columns.tie_break),
        }
    }
}

/// The size of less important text.
fn small(text: f32) -> f32 {
    (text * 0.8).max(28.0)
}

/// The stripe, place, name, tie-break (in this size, if there is a column for it) and points of a row, whose
/// cells begin at `cells`.
fn draw_line(
    sheet: &mut Sheet,
    line: &StandingsLine,
    sizes: &Sizes,
    (index, top): (usize, f32),
    cells: f32,
    tie_break: Option<f32>,
) {
    let room = cells - sizes.name - Sizes::GAP;
    let middle = top + sizes.row / 2.0;
    stripe(sheet, index, top, sizes.row);
    let ink = if line.is_out {
        Ink::TextSoft
    } else {
        Ink::Text
    };
    let at = spot(sizes.place, middle, Anchor::End, sizes.text);
    sheet.text(at, line.place.clone(), Ink::TextSoft);
    let star = if line.is_champion {
        sizes.text * 0.9
    } else {
        0.0
    };
    let at = spot(sizes.name, middle, Anchor::Start, sizes.text);
    let wide = sheet.fit(at, &line.name, room - star, ink);
    if line.is_champion {
        let x = sizes.name + wide + sizes.text * 0.55;
        sheet.star((x, middle - 2.0), sizes.text * 0.4, Ink::Last);
    }
    if line.is_out {
        // Struck through: the colour is not the only difference.
        let x = sizes.name + wide / 2.0;
        let (half, thin) = (wide / 2.0, sizes.text * 0.04);
        let corners = [(-half, -thin), (half, -thin), (half, thin), (-half, thin)];
        sheet.polygon((x, middle + 1.0), &corners, Ink::TextSoft);
    }
    if let Some(size) = tie_break {
        let x = WIDTH - MARGIN - sizes.points - Sizes::GAP;
        let at = spot(x, middle, Anchor::End, size);
        sheet.text(at, line.tie_break.clone(), Ink::TextSoft);
    }
    let at = spot(WIDTH - MARGIN, middle, Anchor::End, sizes.text);
    sheet.text(at, line.points.clone(), ink);
}

fn stripe(sheet: &mut Sheet, index: usize, top: f32, row: f32) {
    if index.is_multiple_of(2) {
        sheet.block((WIDTH / 2.0, top + row / 2.0), WIDTH, row, Ink::Plate);
    }
}

/// The headings above points and tie-break. Returns the left edge of the rightmost columns.
fn draw_columns(
    sheet: &mut Sheet,
    columns: &Columns,
    sizes: &Sizes,
    middle: f32,
    has_tie_break: bool,
) -> f32 {
    let size = small(sizes.text);
    let mut right = WIDTH - MARGIN;
    let at = spot(right, middle, Anchor::End, size);
    sheet.fit(at, &columns.points, sizes.points, Ink::TextSoft);
    right -= sizes.points + Sizes::GAP;
    if has_tie_break {
        let at = spot(right, middle, Anchor::End, size);
        sheet.fit(at, &columns.tie_break, sizes.tie_break, Ink::TextSoft);
        right -= sizes.tie_break + Sizes::GAP;
    }
    right
}

/// How the results of a crosstable are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CellStyle {
    /// Signs side by side.
    Beside,
    /// Signs one above the other.
    Stacked,
    /// Bars: the higher, the better.
    Bars,
}

impl Draw for Crosstable {
    fn scene(&self) -> Scene {
        let count = self.rows.len();
        let (style, row, text) = match count {
            ..=5 => (CellStyle::Beside, 88.0, 44.0),
            6..=8 => (CellStyle::Beside, 80.0, 40.0),
            9..=16 => (CellStyle::Stacked, 78.0, 34.0),
            _ => (CellStyle::Bars, 50.0, 34.0),
        };
        let mut sheet = Sheet::default();
        let lines: Vec<&StandingsLine> = self.rows.iter().map(|(line, _)| line).collect();
        let sizes = Sizes::new(row, text, &lines, &self.columns);
        let top = sheet.heading(&self.heading);
        let head = small(text) + 20.0;
        let has_tie_break = count <= 6 && lines.iter().any(|line| !line.tie_break.is_empty());
        let right = draw_columns(
            &mut sheet,
            &self.columns,
            &sizes,
            top + head / 2.0,
            has_tie_break,
        );
        // Names have what the cells leave, but no less than a quarter of the width.
        let most = match style {
            CellStyle::Beside => 2.0 * text,
            CellStyle::Stacked => 1.5 * text,
            CellStyle::Bars => 24.0,
        };
        let room = (right - sizes.name - WIDTH / 4.0).max(0.0);
        let cell = (room / count.max(1) as f32).min(most);
        let left = right - cell * count as f32;
        for index in 0..count {
            let x = left + cell * (index as f32 + 0.5);
            // Numbers that would run into each other are left out.
            let is_room = style != CellStyle::Bars || (index + 1).is_multiple_of(5) || index == 0;
            if is_room {
                let size = small(text).min(cell.max(28.0));
                let at = spot(x, top + head / 2.0, Anchor::Middle, size);
                sheet.text(at, (index + 1).to_string(), Ink::TextSoft);
            }
        }
        let mut y = top + head;
        for (index, (line, cells)) in self.rows.iter().enumerate() {
            let tie_break = has_tie_break.then_some(text);
            draw_line(&mut sheet, line, &sizes, (index, y), left, tie_break);
            let middle = y + row / 2.0;
            for (column, results) in cells.iter().enumerate().take(count) {
                let x = left + cell * (column as f32 + 0.5);
                if column == index {
                    let side = (cell.min(row) * 0.34).max(12.0);
                    sheet.chip((x, middle), side, side, Ink::Line);
                } else {
                    draw_cell(&mut sheet, (x, middle), (cell, row), style, results, text);
                }
            }
            y += row;
        }
        sheet.scene(y)
    }

    fn theme(&self) -> Theme {
        self.theme
    }
}

/// The results of two players against each other.
fn draw_cell(
    sheet: &mut Sheet,
    (x, middle): (f32, f32),
    (cell, row): (f32, f32),
    style: CellStyle,
    results: &[Scored],
    text: f32,
) {
    match style {
        CellStyle::Beside => {
            // Close together, so that the results of a cell can be told from those of its neighbours.
            const GAP: f32 = 5.0;
            let sum = |size: f32| -> f32 {
                let each = results.iter().map(|it| width(it.sign(), size) + GAP);
                each.sum::<f32>() - GAP
            };
            let size = if sum(text) > cell - 12.0 {
                text * 0.8
            } else {
                text
            };
            let mut left = x - sum(size) / 2.0;
            for result in results {
                let at = spot(left, middle, Anchor::Start, size);
                sheet.text(at, result.sign(), result.ink());
                left += width(result.sign(), size) + GAP;
            }
        }
        CellStyle::Stacked => {
            for (place, result) in places(results) {
                let size = text.min(cell * 0.95);
                let at = spot(x, middle + place * row * 0.44, Anchor::Middle, size);
                sheet.text(at, result.sign(), result.ink());
            }
        }
        CellStyle::Bars => {
            for (place, result) in places(results) {
                let at = (x + place * cell * 0.44, middle);
                draw_bar(sheet, at, (cell, row), result);
            }
        }
    }
}

/// Results with their places around the middle, one apart.
fn places(results: &[Scored]) -> impl Iterator<Item = (f32, Scored)> {
    let first = (results.len() as f32 - 1.0) / 2.0;
    let each = results.iter().enumerate();
    each.map(move |(index, &result)| (index as f32 - first, result))
}

/// A result as a bar: full for a win, half for a draw, a short one for a loss.
fn draw_bar(sheet: &mut Sheet, (x, middle): (f32, f32), (cell, row): (f32, f32), result: Scored) {
    let full = row * 0.68;
    let (high, ink) = match result {
        Scored::Open => return,
        Scored::Win | Scored::ForfeitWin => (full, Ink::Text),
        Scored::Draw => (full / 2.0, Ink::Text),
        Scored::Loss | Scored::ForfeitLoss => (full / 7.0, Ink::TextSoft),
    };
    let (half, bottom) = (cell * 0.15, full / 2.0);
    let top = bottom - high;
    let corners = [(-half, top), (half, top), (half, bottom), (-half, bottom)];
    sheet.polygon((x, middle), &corners, ink);
}

impl Draw for SwissTable {
    fn scene(&self) -> Scene {
        let rounds = self.rows.iter().map(|(_, cells)| cells.len()).max();
        let rounds = rounds.unwrap_or_default();
        let (row, text) = match self.rows.len() {
            ..=8 => (92.0, 42.0),
            9..=16 => (86.0, 40.0),
            _ => (78.0, 37.0),
        };
        let mut sheet = Sheet::default();
        let lines: Vec<&StandingsLine> = self.rows.iter().map(|(line, _)| line).collect();
        let sizes = Sizes::new(row, text, &lines, &self.columns);
        let top = sheet.heading(&self.heading);
        let head = small(text) + 22.0;
        let has_tie_break = rounds <= 5 && lines.iter().any(|line| !line.tie_break.is_empty());
        let right = draw_columns(
            &mut sheet,
            &self.columns,
            &sizes,
            top + head / 2.0,
            has_tie_break,
        );
        let room = (right - sizes.name - WIDTH * 0.27).max(0.0);
        let cell = (room / rounds.max(1) as f32).min(96.0);
        let left = right - cell * rounds as f32;
        for index in 0..rounds {
            let x = left + cell * (index as f32 + 0.5);
            let at = spot(x, top + head / 2.0, Anchor::Middle, small(text));
            sheet.text(at, (index + 1).to_string(), Ink::TextSoft);
        }
        let mut y = top + head;
        for (index, (line, cells)) in self.rows.iter().enumerate() {
            let tie_break = has_tie_break.then_some(small(text));
            draw_line(&mut sheet, line, &sizes, (index, y), left, tie_break);
            let middle = y + row / 2.0;
            for (round, it) in cells.iter().enumerate() {
                let x = left + cell * (round as f32 + 0.5);
                let ink = if it.is_won { Ink::Text } else { Ink::TextSoft };
                let score = if it.score.is_empty() { "·" } else { &it.score };
                let at = spot(x, middle - row * 0.17, Anchor::Middle, text * 0.95);
                sheet.fit(at, score, cell, ink);
                let at = spot(x, middle + row * 0.25, Anchor::Middle, 27.0);
                sheet.fit(at, &it.opponent, cell - 6.0, Ink::TextSoft);
            }
            y += row;
        }
        sheet.scene(y)
    }

    fn theme(&self) -> Theme {
        self.theme
    }
}

impl Draw for LadderTable {
    fn scene(&self) -> Scene {
        let (row, text) = match self.rows.len() {
            ..=16 => (76.0, 42.0),
            _ => (64.0, 38.0),
        };
        let mut sheet = Sheet::default();
        let mut y = sheet.heading(&self.heading);
        let widest = |part: fn(&LadderLine) -> &String| {
            let each = self.rows.iter().map(|line| width(part(line), text));
            each.fold(0.0, f32::max)
        };
        let place = MARGIN + widest(|line| &line.place);
        let notes = widest(|line| &line.note).min(WIDTH * 0.3);
        // Right of the places: up or down, and by how much.
        let change = place + 22.0;
        let has_changes = self.rows.iter().any(|line| line.change != 0);
        let name = if has_changes { change + 74.0 } else { change };
        let dot = WIDTH - MARGIN - notes - 34.0;
        for (index, line) in self.rows.iter().enumerate() {
            let middle = y + row / 2.0;
            stripe(&mut sheet, index, y, row);
            let at = spot(place, middle, Anchor::End, text);
            sheet.text(at, line.place.clone(), Ink::TextSoft);
            draw_change(&mut sheet, (change, middle), line.change);
            let at = spot(name, middle, Anchor::Start, text);
            sheet.fit(at, &line.name, dot - 28.0 - name, Ink::Text);
            if line.is_playing {
                sheet.disc((dot, middle), 10.0, Ink::Chosen);
            }
            let at = spot(WIDTH - MARGIN, middle, Anchor::End, small(text));
            sheet.fit(at, &line.note, notes, Ink::TextSoft);
            y += row;
        }
        sheet.scene(y)
    }

    fn theme(&self) -> Theme {
        self.theme
    }
}

/// A triangle up or down, and the number of places.
fn draw_change(sheet: &mut Sheet, (x, middle): (f32, f32), change: i32) {
    if change == 0 {
        return;
    }
    let (tip, base, ink) = if change > 0 {
        (-10.0, 8.0, Ink::Chosen)
    } else {
        (10.0, -8.0, Ink::TextSoft)
    };
    let corners = [(0.0, tip), (11.0, base), (-11.0, base)];
    sheet.polygon((x + 11.0, middle), &corners, ink);
    let at = spot(x + 27.0, middle, Anchor::Start, 28.0);
    let places = change.unsigned_abs().min(99).to_string();
    sheet.text(at, places, ink);
}

/// A description for screen readers, made of names and numbers, which every language understands: the heading, then
/// the rows as far as there is room.
fn described(heading: &Heading, rows: impl Iterator<Item = String>) -> String {
    let mut text = heading.title.clone();
    if !heading.subtitle.is_empty() {
        let _ = write!(text, ". {}", heading.subtitle);
    }
    let mut length = text.chars().count();
    for row in rows {
        length += row.chars().count() + 2;
        // Room for the sign that there is more.
        if length > MAX_CHARS - 2 {
            text.push_str(" …");
            return text;
        }
        let _ = write!(text, ". {row}");
    }
    text
}

/// The place, name and points of a row in words.
fn described_line(line: &StandingsLine) -> String {
    let mut text = String::new();
    if !line.place.is_empty() {
        let _ = write!(text, "{} ", line.place);
    }
    let _ = write!(text, "{}: {}", line.name, line.points);
    text
}

impl Crosstable {
    /// A description for screen readers: the order and the points.
    pub fn alt_text(&self) -> String {
        described(
            &self.heading,
            self.rows.iter().map(|row| described_line(&row.0)),
        )
    }
}

impl SwissTable {
    /// A description for screen readers: the order and the points.
    pub fn alt_text(&self) -> String {
        described(
            &self.heading,
            self.rows.iter().map(|row| described_line(&row.0)),
        )
    }
}

impl LadderTable {
    /// A description for screen readers: the order.
    pub fn alt_text(&self) -> String {
        let row = |line: &LadderLine| format!("{} {}", line.place, line.name);
        described(&self.heading, self.rows.iter().map(row))
    }
}
