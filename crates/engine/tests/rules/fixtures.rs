//! Positions from drawings like those of `hexpost_engine::ascii`, and helpers to play by text.

use hexpost_engine::hex::{Board, Cell, CellSet};
use hexpost_engine::position::Position;
use hexpost_engine::side::{BySide, Side};
use hexpost_engine::timeline::Timeline;
use hexpost_engine::{tzaar, zertz};

/// The symbols of a drawing with their cells.
///
/// The drawing must include the leftmost column and the topmost row, which determine where everything
/// else is.
fn symbols(board: &Board, drawing: &str) -> Vec<(Cell, String)> {
    let rows: Vec<Vec<(usize, String)>> = drawing
        .lines()
        .map(tokens)
        .skip_while(Vec::is_empty)
        .collect();
    let left = rows.iter().flatten().map(|(offset, _)| *offset).min();
    let left = left.expect("the drawing has no symbols");
    let coordinates = || board.cells().into_iter().map(Cell::coordinates);
    let first_column = coordinates().map(|(x, _)| x).min().unwrap();
    let top = coordinates().map(|(x, y)| 2 * y - x).max().unwrap();
    let mut found = Vec::new();
    for (row, tokens) in rows.into_iter().enumerate() {
        for (offset, symbol) in tokens {
            let x = first_column + ((offset - left) / 2) as i8;
            let height = top - row as i8;
            assert_eq!((height + x) % 2, 0, "{symbol:?} is between two cells");
            let cell = Cell::at(x, i8::midpoint(height, x)).expect("the symbol is off the hexagon");
            assert!(board.cells().contains(cell), "{symbol:?} is off the board");
            found.push((cell, symbol));
        }
    }
    found
}

/// The words of a line with their offsets.
fn tokens(line: &str) -> Vec<(usize, String)> {
    let mut tokens = Vec::new();
    let mut start = None;
    for (offset, c) in line.char_indices().chain([(line.len(), ' ')]) {
        match start {
            None if c != ' ' => start = Some(offset),
            Some(from) if c == ' ' => {
                tokens.push((from, line[from..offset].to_owned()));
                start = None;
            }
            _ => {}
        }
    }
    tokens
}

/// A ZÈRTZ position, drawn with `o` for a vacant ring, `.` for a removed one, and W, G, B for marbles.
///
/// The first player is to move; marbles that are neither drawn nor captured are in the pool.
pub(crate) fn zertz(variant: &str, drawing: &str) -> ZertzDrawing {
    let variant: zertz::Variant = variant.parse().unwrap();
    let mut setup = zertz::Setup {
        variant,
        rings: CellSet::EMPTY,
        marbles: zertz::ByMarble::default(),
        pool: variant.marbles(),
        captured: BySide::default(),
        to_move: Side::First,
    };
    for (cell, symbol) in symbols(variant.board(), drawing) {
        match symbol.as_str() {
            "." => continue,
            "o" => {}
            letter => {
                let marble = zertz::Marble::from_letter(letter.chars().next().unwrap()).unwrap();
                setup.marbles[marble].insert(cell);
                setup.pool[marble] -= 1;
            }
        }
        setup.rings.insert(cell);
    }
    ZertzDrawing(setup)
}

#[derive(Clone)]
pub(crate) struct ZertzDrawing(pub(crate) zertz::Setup);

impl ZertzDrawing {
    /// Moves white, grey and black marbles from the pool to a player's captures.
    pub(crate) fn captured(mut self, side: Side, counts: [u8; 3]) -> Self {
        for (marble, count) in zertz::Marble::ALL.into_iter().zip(counts) {
            self.0.captured[side][marble] += count;
            self.0.pool[marble] -= count;
        }
        self
    }

    /// Sets the player to move.
    pub(crate) fn moved_by(mut self, side: Side) -> Self {
        self.0.to_move = side;
        self
    }

    pub(crate) fn game(self) -> Timeline<zertz::Zertz> {
        Timeline::new(self.0.position().unwrap())
    }
}

/// A TZAAR position, drawn with `.` for a vacant point, capitals for White, and heights after the
/// letters.
pub(crate) fn tzaar(to_move: Side, drawing: &str) -> Timeline<tzaar::Tzaar> {
    let code = tzaar_columns(drawing);
    let code = format!("{code} {to_move}");
    Timeline::new(tzaar::Tzaar::from_code(&code).unwrap())
}

/// The columns of a TZAAR drawing in the form of a position code.
pub(crate) fn tzaar_columns(drawing: &str) -> String {
    let symbols = symbols(&tzaar::BOARD, drawing);
    let columns: Vec<String> = (0..tzaar::BOARD.columns())
        .map(|column| {
            tzaar::BOARD
                .column(column)
                .map(|cell| {
                    let found = symbols.iter().find(|(at, _)| *at == cell);
                    found.map_or(".", |(_, symbol)| symbol.as_str())
                })
                .collect()
        })
        .collect();
    columns.join("/")
}

/// Playing and listing turns as text.
pub(crate) trait ByText {
    type Illegal;
    /// Plays turns that must be legal.
    fn plays(self, turns: &[&str]) -> Self;
    /// The legal turns, sorted.
    fn legal(&self) -> Vec<String>;
    /// The error for a text, which must be refused.
    fn refuses(&self, text: &str) -> String;
    /// Whether a text is a legal turn.
    fn allows(&self, text: &str) -> bool;
    /// The end of the game as winner and reason.
    fn end(&self) -> Option<(Option<Side>, &'static str)>;
}

impl<P: Position> ByText for Timeline<P> {
    type Illegal = P::Illegal;

    fn plays(mut self, turns: &[&str]) -> Self {
        for text in turns {
            match self.read(text) {
                Ok(turn) => self.play(&turn).unwrap(),
                Err(error) => panic!("{text}: {error}"),
            }
        }
        self
    }

    fn legal(&self) -> Vec<String> {
        let turns = self.turns_up_to(100_000).unwrap();
        let mut texts: Vec<_> = turns
            .iter()
            .map(|turn| self.position().write(turn))
            .collect();
        texts.sort();
        texts
    }

    fn refuses(&self, text: &str) -> String {
        match self.read(text) {
            Ok(_) => panic!("{text} is legal"),
            Err(error) => error.to_string(),
        }
    }

    fn allows(&self, text: &str) -> bool {
        self.read(text).is_ok()
    }

    fn end(&self) -> Option<(Option<Side>, &'static str)> {
        let outcome = self.outcome()?.named();
        Some((outcome.winner, outcome.reason))
    }
}

/// A new game of a variant.
pub(crate) fn start<P: Position>(variant: &str) -> Timeline<P> {
    let variant = variant.parse().unwrap_or_else(|_| panic!("{variant}"));
    Timeline::new(P::start(&variant))
}

#[test]
fn drawings_are_read_back_as_the_same_position() {
    use hexpost_engine::ascii::draw;
    for variant in zertz::Variant::ALL {
        let game = start::<zertz::Zertz>(&variant.to_string());
        let drawing = draw(variant.board(), |cell| game.position().symbol(cell));
        let board_only: String = drawing
            .chars()
            .map(|c| if "oWGB.\n".contains(c) { c } else { ' ' })
            .collect();
        let read = zertz(&variant.to_string(), &board_only).game();
        assert_eq!(read, game, "{variant}\n{drawing}");
    }
}
