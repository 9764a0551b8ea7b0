//! A game as an animated GIF: a frame for each turn, or for each jump of a capture, that contains only what
//! has changed.

use std::collections::VecDeque;

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::indexed_palette::TRANSPARENT;
use super::layout::Size;
use super::marks::{self, Mark};
use super::paint::{Canvas, paint, palette};
use super::theme::Theme;
use super::{ResultMark, View};
use hexpost_engine::game::AnyGame;
use hexpost_engine::record::Record;
use hexpost_engine::side::BySide;

/// The maximum size of a GIF, in bytes. Discord accepts 10 MiB, including the text of the message.
pub const MAX_BYTES: usize = 8 << 20;
/// The maximum number of frames; of a longer game only the last ones are shown.
pub const MAX_FRAMES: usize = 400;

// Delays in hundredths of a second.
const TURN: u16 = 110;
const PART: u16 = 55;
const END: u16 = 500;

/// The options of a replay.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The players' names.
    pub names: BySide<String>,
    /// The colours.
    pub theme: Theme,
    /// The size.
    pub size: Size,
    /// Whether the second player is at the bottom.
    pub is_flipped: bool,
    /// Whether to show the board alone, without names and tallies. Then less changes between frames.
    pub is_cropped: bool,
    /// A sentence for the last frame, such as who has won and why.
    pub banner: Option<String>,
    /// The first ply shown.
    pub from: usize,
    /// The last ply shown; all plies if `None`.
    pub to: Option<usize>,
    /// Whether the GIF begins with its last frame, which is what clients show that don't play it.
    pub is_end_first: bool,
}

/// One frame of a replay.
#[derive(Clone, Debug)]
pub struct ReplayFrame {
    /// What the frame shows.
    pub view: View,
    /// How long it is shown, in hundredths of a second.
    pub delay: u16,
}

impl Default for Replay {
    /// Small boards, because replays are viewed on phones and have many frames.
    fn default() -> Self {
        Self {
            names: BySide::default(),
            theme: Theme::default(),
            size: Size::Small,
            is_flipped: false,
            is_cropped: false,
            banner: None,
            from: 0,
            to: None,
            is_end_first: false,
        }
    }
}

impl Replay {
    /// The frames of a recorded game.
    pub fn frames(&self, record: &Record) -> Vec<ReplayFrame> {
        let last = self.to.unwrap_or(usize::MAX).min(record.turns().len());
        let first = self.from.min(last);
        let mut frames = VecDeque::new();
        let Some(mut game) = record.at(first) else {
            return Vec::new();
        };
        let count = record.turns().len();
        let frame = |ply: usize, game: AnyGame, marks: Vec<Mark>, delay: u16| {
            let mut frame = self.frame(game, marks, delay);
            frame.view.turn = Some((ply, count));
            frame
        };
        frames.push_back(frame(first, game.snapshot(), Vec::new(), TURN));
        for (ply, turn) in (first + 1..).zip(&record.turns()[first..last]) {
            let marks = marks::last_turn(&game, turn);
            for (index, part) in game.parts(turn).into_iter().enumerate() {
                let shown = parts_of(&marks, index + 1);
                frames.push_back(frame(ply, part, shown, PART));
            }
            if game.play(turn).is_err() {
                break;
            }
            frames.push_back(frame(ply, game.snapshot(), marks, TURN));
            // Drop frames that won't be shown: a game may be very long.
            frames.drain(..frames.len().saturating_sub(MAX_FRAMES));
        }
        if let Some(end) = frames.back_mut() {
            end.delay = END;
            if last == record.turns().len() {
                let ending = record.ending();
                end.view.result = ending.map(|ending| ResultMark::from_winner(ending.winner));
                end.view.banner.clone_from(&self.banner);
            }
        }
        frames.into()
    }

    fn frame(&self, game: AnyGame, marks: Vec<Mark>, delay: u16) -> ReplayFrame {
        let mut view = View::new(game);
        view.names = self.names.clone();
        view.marks = marks;
        view.theme = self.theme;
        view.size = self.size;
        view.is_flipped = self.is_flipped;
        view.is_cropped = self.is_cropped;
        ReplayFrame { view, delay }
    }

    /// The final position of the replay, uncropped and with the result.
    pub fn end_card(&self, record: &Record) -> View {
        let mut view = match self.frames(record).pop() {
            Some(last) => last.view,
            None => View::new(record.game().clone()),
        };
        view.size = Size::Normal;
        view.is_cropped = false;
        view.turn = None;
        view
    }

    /// The game as a GIF file of at most [`MAX_BYTES`]: if necessary with smaller pictures, and finally with
    /// fewer frames.
    pub fn gif(&self, record: &Record) -> Vec<u8> {
        let mut frames = self.frames(record);
        loop {
            let ahead = usize::from(self.is_end_first && !frames.is_empty());
            frames.rotate_right(ahead);
            let bytes = encode(&frames, self.theme);
            if bytes.len() <= MAX_BYTES || frames.len() < 2 {
                return bytes;
            }
            frames.rotate_left(ahead);
            let is_small = frames.iter().all(|frame| frame.view.size == Size::Small);
            if is_small {
                frames.drain(..frames.len() / 2);
            }
            for frame in &mut frames {
                frame.view.size = Size::Small;
            }
        }
    }
}

/// The marks of the first `parts` parts of a turn.
fn parts_of(marks: &[Mark], parts: usize) -> Vec<Mark> {
    let mut arrows = 0;
    let mut shown = Vec::new();
    for mark in marks {
        if matches!(mark, Mark::Arrow(..)) {
            arrows += 1;
        }
        if arrows > parts {
            break;
        }
        shown.push(mark.clone());
    }
    shown
}

fn encode(frames: &[ReplayFrame], theme: Theme) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut before: Option<Canvas> = None;
    let mut colours = palette(theme).colours.concat();
    colours.resize(256 * 3, 0);
    let Some(first) = frames.first() else {
        return bytes;
    };
    let scene = first.view.scene();
    // Writing to memory can't fail, and every frame lies within the size of the first one.
    let mut encoder = Encoder::new(
        &mut bytes,
        scene.width as u16,
        scene.height as u16,
        &colours,
    )
    .expect("writing a header to memory can't fail");
    encoder
        .set_repeat(Repeat::Infinite)
        .expect("writing an extension to memory can't fail");
    for frame in frames {
        let canvas = paint(&frame.view.scene(), theme);
        let delta = delta_frame(before.as_ref(), &canvas, frame.delay);
        encoder
            .write_frame(&delta)
            .expect("writing a frame to memory can't fail");
        before = Some(canvas);
    }
    drop(encoder);
    bytes
}

/// A frame with the rectangle that has changed since the previous picture; unchanged pixels in it are
/// transparent.
fn delta_frame(before: Option<&Canvas>, canvas: &Canvas, delay: u16) -> Frame<'static> {
    let Some(before) = before else {
        let (width, height) = (canvas.width as u16, canvas.height as u16);
        let mut frame = Frame::from_indexed_pixels(width, height, canvas.pixels.clone(), None);
        frame.delay = delay;
        frame.dispose = DisposalMethod::Keep;
        return frame;
    };
    let width = canvas.width;
    let rows = canvas.pixels.chunks(width).zip(before.pixels.chunks(width));
    let (mut left, mut right) = (width, 0);
    let (mut top, mut bottom) = (canvas.height, 0);
    for (y, (now, then)) in rows.enumerate() {
        if now == then {
            continue;
        }
        let differs = |(a, b): (&u8, &u8)| a != b;
        let first = now.iter().zip(then).position(differs).unwrap_or(0);
        let last = now.iter().zip(then).rposition(differs).unwrap_or(0);
        (left, right) = (left.min(first), right.max(last));
        (top, bottom) = (top.min(y), bottom.max(y));
    }
    // An identical picture still needs a frame for its delay, so it gets a single pixel.
    if left > right {
        (left, right, top, bottom) = (0, 0, 0, 0);
    }
    let mut pixels = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
    for y in top..=bottom {
        let row = y * width;
        let range = row + left..=row + right;
        let pairs = canvas.pixels[range.clone()]
            .iter()
            .zip(&before.pixels[range]);
        pixels.extend(pairs.map(|(&now, &then)| if now == then { TRANSPARENT } else { now }));
    }
    let (w, h) = ((right - left + 1) as u16, (bottom - top + 1) as u16);
    let mut frame = Frame::from_indexed_pixels(w, h, pixels, Some(TRANSPARENT));
    (frame.left, frame.top) = (left as u16, top as u16);
    frame.delay = delay;
    frame.dispose = DisposalMethod::Keep;
    frame
}
