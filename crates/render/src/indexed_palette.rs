//! The palette of up to 256 colours of a theme.

use std::collections::HashMap;

use super::theme::{INKS, Ink, MEETING, Rgb, Theme};

/// The number of intermediate tones between two inks that meet at an edge; one fewer than the steps of
/// anti-aliasing.
const TONES: u8 = 2;
/// The palette entry that no picture uses. In replays it means "unchanged".
pub(super) const TRANSPARENT: u8 = 255;

/// The inks of a theme and the tones between them, with a lookup of the nearest entry for any colour.
#[derive(Debug)]
pub(super) struct Palette {
    pub(super) colours: Vec<Rgb>,
    /// The nearest entry for each colour with five bits per channel.
    nearest: Vec<u8>,
    exact: HashMap<Rgb, u8>,
}

impl Palette {
    pub(super) fn new(theme: Theme) -> Self {
        let mut colours: Vec<Rgb> = INKS.iter().map(|&ink| theme.colour(ink)).collect();
        for &(one, other) in MEETING {
            let (one, other) = (theme.colour(one), theme.colour(other));
            for tone in 1..=TONES {
                let share = (u16::from(tone) * 255 / u16::from(TONES + 1)) as u8;
                let mixed = mix(one, other, share);
                let is_new = colours.iter().all(|&known| distance(known, mixed) > 24);
                if is_new && colours.len() < usize::from(TRANSPARENT) {
                    colours.push(mixed);
                }
            }
        }
        let channel = |five: usize| (five * 255 / 31) as u8;
        let nearest = (0..1 << 15)
            .map(|index: usize| {
                let colour = [index >> 10 & 31, index >> 5 & 31, index & 31].map(channel);
                closest(&colours, colour)
            })
            .collect();
        let mut exact = HashMap::new();
        for (entry, &colour) in (0..).zip(&colours) {
            exact.entry(colour).or_insert(entry);
        }
        Self {
            colours,
            nearest,
            exact,
        }
    }

    /// The entry with exactly this colour, or else the nearest one.
    pub(super) fn find(&self, colour: Rgb) -> u8 {
        let exact = self.exact.get(&colour).copied();
        exact.unwrap_or_else(|| self.nearest(colour))
    }

    /// The entry of an ink.
    pub(super) const fn entry(ink: Ink) -> u8 {
        ink as u8
    }

    /// The entry nearest to a colour, by its five most significant bits per channel.
    #[inline]
    pub(super) fn nearest(&self, [red, green, blue]: Rgb) -> u8 {
        let index =
            usize::from(red >> 3) << 10 | usize::from(green >> 3) << 5 | usize::from(blue >> 3);
        self.nearest[index]
    }

    /// The entry for a colour blended over another entry.
    #[inline]
    pub(super) fn over(&self, below: u8, colour: Rgb, alpha: u8) -> u8 {
        self.nearest(mix(self.colours[usize::from(below)], colour, alpha))
    }
}

fn closest(colours: &[Rgb], colour: Rgb) -> u8 {
    let mut best = (u32::MAX, 0);
    for (entry, &known) in (0..).zip(colours) {
        let distance = distance(known, colour);
        if distance < best.0 {
            best = (distance, entry);
        }
    }
    best.1
}

#[inline]
fn mix(one: Rgb, other: Rgb, share: u8) -> Rgb {
    std::array::from_fn(|channel| {
        let (from, to) = (u32::from(one[channel]), u32::from(other[channel]));
        let share = u32::from(share);
        ((from * (255 - share) + to * share + 127) / 255) as u8
    })
}

/// A rough measure of the perceived difference between two colours: green counts most.
#[inline]
fn distance(one: Rgb, other: Rgb) -> u32 {
    let square = |channel: usize| {
        let difference = i32::from(one[channel]) - i32::from(other[channel]);
        (difference * difference) as u32
    };
    2 * square(0) + 4 * square(1) + square(2)
}
