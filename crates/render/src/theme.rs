//! Colour themes.

use std::fmt;
use std::str::FromStr;

/// The purpose of a colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names describe what they colour")]
#[repr(u8)]
pub enum Ink {
    Canvas,
    Surface,
    SurfaceEdge,
    Ring,
    RingLight,
    Hole,
    Line,
    Label,
    LabelSoft,
    White,
    WhiteEdge,
    WhiteGloss,
    WhiteText,
    Grey,
    GreyEdge,
    GreyGloss,
    GreyText,
    Black,
    BlackEdge,
    BlackGloss,
    BlackText,
    Emblem,
    EmblemDark,
    Text,
    TextSoft,
    Plate,
    Choice,
    Chosen,
    OnChosen,
    Last,
    Danger,
    OnDanger,
}

impl Ink {
    const COUNT: usize = Self::OnDanger as usize + 1;
}

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Theme {
    /// Warm wood colours.
    #[default]
    Classic,
    /// Matches Discord's dark background.
    Dark,
    /// High contrast, safe for the colour-blind.
    Contrast,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Classic, Self::Dark, Self::Contrast];

    /// The name on the command line and in settings.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Dark => "dark",
            Self::Contrast => "contrast",
        }
    }

    /// The colour of an ink in this theme.
    pub const fn colour(self, ink: Ink) -> Rgb {
        let table = match self {
            Self::Classic => &CLASSIC,
            Self::Dark => &DARK,
            Self::Contrast => &CONTRAST,
        };
        let value = table[ink as usize];
        [(value >> 16) as u8, (value >> 8) as u8, value as u8]
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A text that is not the name of a theme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThemeError(String);

impl fmt::Display for ThemeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known: Vec<_> = Theme::ALL.iter().map(|theme| theme.as_str()).collect();
        write!(f, "no theme {:?}: there are {}", self.0, known.join(", "))
    }
}

impl std::error::Error for ThemeError {}

impl FromStr for Theme {
    type Err = ThemeError;

    fn from_str(text: &str) -> Result<Self, ThemeError> {
        let known = Self::ALL.into_iter().find(|theme| theme.as_str() == text);
        known.ok_or_else(|| ThemeError(text.to_owned()))
    }
}

/// Pairs of inks that meet at an edge and need intermediate tones in the palette.
pub(super) const MEETING: &[(Ink, Ink)] = {
    use Ink::{
        Black, BlackEdge, BlackGloss, BlackText, Canvas, Choice, Chosen, Danger, Emblem,
        EmblemDark, Grey, GreyEdge, GreyGloss, GreyText, Hole, Label, LabelSoft, Last, Line,
        OnChosen, OnDanger, Plate, Ring, RingLight, Surface, SurfaceEdge, Text, TextSoft, White,
        WhiteEdge, WhiteGloss, WhiteText,
    };
    &[
        (Canvas, SurfaceEdge),
        (SurfaceEdge, Surface),
        (Surface, Ring),
        (Ring, RingLight),
        (Ring, Hole),
        (Hole, Label),
        (Surface, Line),
        (Surface, LabelSoft),
        (Surface, Label),
        (Canvas, LabelSoft),
        (Canvas, Text),
        (Canvas, TextSoft),
        (Canvas, Plate),
        (Plate, Text),
        (Plate, TextSoft),
        (White, WhiteEdge),
        (White, WhiteGloss),
        (White, WhiteText),
        (Surface, WhiteEdge),
        (Ring, WhiteEdge),
        (Surface, White),
        (Grey, GreyEdge),
        (Grey, GreyGloss),
        (Grey, GreyText),
        (Ring, GreyEdge),
        (Surface, Grey),
        (Black, BlackEdge),
        (Black, BlackGloss),
        (Black, BlackText),
        (Surface, BlackEdge),
        (Ring, BlackEdge),
        (Surface, Emblem),
        (Surface, EmblemDark),
        (White, EmblemDark),
        (Black, Emblem),
        (Surface, Choice),
        (Ring, Choice),
        (Surface, Chosen),
        (Chosen, OnChosen),
        (Ring, Last),
        (Surface, Last),
        (Black, Last),
        (White, Last),
        (Surface, Danger),
        (Canvas, Danger),
        (Danger, OnDanger),
    ]
};

/// All inks in the order of their discriminants.
pub(super) const INKS: [Ink; Ink::COUNT] = [
    Ink::Canvas,
    Ink::Surface,
    Ink::SurfaceEdge,
    Ink::Ring,
    Ink::RingLight,
    Ink::Hole,
    Ink::Line,
    Ink::Label,
    Ink::LabelSoft,
    Ink::White,
    Ink::WhiteEdge,
    Ink::WhiteGloss,
    Ink::WhiteText,
    Ink::Grey,
    Ink::GreyEdge,
    Ink::GreyGloss,
    Ink::GreyText,
    Ink::Black,
    Ink::BlackEdge,
    Ink::BlackGloss,
    Ink::BlackText,
    Ink::Emblem,
    Ink::EmblemDark,
    Ink::Text,
    Ink::TextSoft,
    Ink::Plate,
    Ink::Choice,
    Ink::Chosen,
    Ink::OnChosen,
    Ink::Last,
    Ink::Danger,
    Ink::OnDanger,
];

// The colours of the themes, in the order of `Ink`.

const CLASSIC: [u32; Ink::COUNT] = [
    0xf4_eada, // canvas
    0xd9_b98c, // surface
    0xb0_8a5c, // its edge
    0x4a_3529, // ring
    0x6b_4f3d, // ring, lit side
    0xd9_b98c, // hole
    0x8a_6641, // line
    0x3a_2a20, // label
    0x6e_5236, // label at the edge
    0xfb_f7ee, 0xa8_9d8a, 0xff_ffff, 0x3a_342c, // white
    0x9a_a0a6, 0x5a_6066, 0xc4_c9ce, 0x17_1a1d, // grey
    0x26_2422, 0x0c_0b0a, 0x5b_5652, 0xf4_ede2, // black
    0xe9_b44c, 0xa8_6a12, // emblem, on black and on white
    0x33_281f, 0x80_6d58, // text
    0xe6_d3b3, // plate
    0x1f_9d55, // choice
    0x0b_6e8f, 0xff_ffff, // chosen
    0xe0_5a1e, // last turn
    0xc6_2828, 0xff_ffff, // danger
];

const DARK: [u32; Ink::COUNT] = [
    0x2b_2d31, // canvas
    0x36_3940, // surface
    0x4f_545e, // its edge
    0x6a_717d, // ring
    0x85_8d9a, // ring, lit side
    0x36_3940, // hole
    0x8b_919d, // line
    0xd5_d8de, // label
    0x9a_a0aa, // label at the edge
    0xf2_f3f5, 0x8e_9299, 0xff_ffff, 0x26_282c, // white
    0xa2_a9b3, 0x3f_444c, 0xc6_ccd4, 0x10_1114, // grey
    0x0b_0b0d, 0x7a_808b, 0x4a_4e56, 0xe8_eaee, // black
    0xf0_b132, 0x9a_6300, // emblem, on black and on white
    0xf2_f3f5, 0xa3_a8b2, // text
    0x3f_434c, // plate
    0x3d_d68c, // choice
    0x58_a6ff, 0x08_0c12, // chosen
    0xff_8a3d, // last turn
    0xf2_3f43, 0xff_ffff, // danger
];

const CONTRAST: [u32; Ink::COUNT] = [
    0xff_ffff, // canvas
    0xff_ffff, // surface
    0x00_0000, // its edge
    0x5c_5c5c, // ring
    0x5c_5c5c, // ring, lit side
    0xff_ffff, // hole
    0x8a_8a8a, // line
    0x00_0000, // label
    0x00_0000, // label at the edge
    0xff_ffff, 0x00_0000, 0xff_ffff, 0x00_0000, // white
    0xa6_a6a6, 0x00_0000, 0xa6_a6a6, 0x00_0000, // grey
    0x00_0000, 0x00_0000, 0x9a_9a9a, 0xff_ffff, // black
    0xff_d400, 0x00_0000, // emblem, on black and on white
    0x00_0000, 0x3d_3d3d, // text
    0xe8_e8e8, // plate
    0x00_72b2, // choice
    0x00_4d80, 0xff_ffff, // chosen
    0xd5_5e00, // last turn
    0xb0_0020, 0xff_ffff, // danger
];
