//! How custom ids are encoded: prefixes, and fields separated by dots.
//!
//! A variant is a prefix followed by its fields, so `D`, `r` and the fields `3f` and `1k` make
//! `Dr3f.1k`. Each enum is declared once with [`id_enum!`], which generates the enum and both directions
//! of the encoding. Everything else that can be part of a custom id implements [`Field`].

use hexpost_engine::game::GameKind;

use crate::app::lessons::Lesson;
use crate::model::{GameId, GameRef, GameResult, PlayerId, PuzzleId, Seq, Time};

/// The digits of numbers in base 36, and the cells of the board by index.
pub(crate) const CELLS: &[u8; 61] =
    b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXY";

/// A game and the event number of one of its boards: the last event that changed the position shown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardRef {
    /// The game.
    pub game: GameId,
    /// The number of the event.
    pub seq: Seq,
}

/// A part of a custom id.
pub(crate) trait Field: Sized {
    /// Appends the encoded value.
    fn encode(&self, id: &mut Encoder);

    /// Reads the value back; `None` if the text does not encode one.
    fn decode(id: &mut Decoder<'_>) -> Option<Self>;
}

/// Writes a custom id.
#[derive(Default, Debug)]
pub(crate) struct Encoder {
    text: String,
    is_after_field: bool,
}

impl Encoder {
    /// Appends the letters that tell variants apart. No dot separates them from what follows.
    pub(crate) fn prefix(&mut self, prefix: &str) {
        if !prefix.is_empty() {
            self.field(prefix);
            self.is_after_field = false;
        }
    }

    /// Appends a field, which must not contain a dot.
    pub(crate) fn field(&mut self, text: &str) {
        if self.is_after_field {
            self.text.push('.');
        }
        self.text.push_str(text);
        self.is_after_field = true;
    }

    /// The custom id.
    pub(crate) fn finish(self) -> String {
        self.text
    }
}

/// Reads a custom id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decoder<'a> {
    rest: &'a str,
    is_after_field: bool,
}

impl<'a> Decoder<'a> {
    /// Starts at the beginning of a custom id.
    pub(crate) const fn new(text: &'a str) -> Self {
        Self {
            rest: text,
            is_after_field: false,
        }
    }

    /// Skips a prefix; `None` if the text continues differently.
    pub(crate) fn prefix(&mut self, prefix: &str) -> Option<()> {
        if !prefix.is_empty() {
            self.rest = self.next()?.strip_prefix(prefix)?;
            self.is_after_field = false;
        }
        Some(())
    }

    /// Takes one field; `None` at the end.
    pub(crate) fn field(&mut self) -> Option<&'a str> {
        let text = self.next()?;
        let (field, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
        self.rest = rest;
        self.is_after_field = true;
        Some(field)
    }

    /// Reads one variant of an enum, and moves on only if that succeeds.
    pub(crate) fn variant<T>(
        &mut self,
        prefix: &str,
        decode: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let mut ahead = *self;
        ahead.prefix(prefix)?;
        let value = decode(&mut ahead)?;
        *self = ahead;
        Some(value)
    }

    /// The rest of the text without the dot that separates it from the previous field.
    fn next(&self) -> Option<&'a str> {
        if self.is_after_field {
            self.rest.strip_prefix('.')
        } else {
            Some(self.rest)
        }
    }
}

/// Declares an enum whose variants are told apart by prefixes in custom ids, with its [`Field`] encoding.
///
/// ```ignore
/// id_enum! {
///     /// An action on a plan.
///     #[derive(Clone, Copy, PartialEq, Eq, Debug)]
///     pub enum PlanAction {
///         /// Shows the plan.
///         Show(game: GameId) => "s",
///         /// Removes a branch.
///         Cut { game: GameId, version: i64, index: u8 } => "c",
///     }
/// }
/// ```
///
/// Fields are encoded in the order of their declaration; `field: Type as Codec` encodes a field through
/// a tuple struct around its type. Variants are tried in order, so where one prefix begins another one,
/// the longer prefix comes first. Enums without fields also get `ALL`. A prefix must never change: it
/// is part of the buttons of messages that have been sent.
macro_rules! id_enum {
    (@encode $id:ident $field:ident) => { Field::encode($field, $id) };
    (@encode $id:ident $field:ident $codec:ident) => { $codec(*$field).encode($id) };
    (@decode $id:ident) => { Field::decode($id)? };
    (@decode $id:ident $codec:ident) => { $codec::decode($id)?.0 };
    (@field $name:ident {
        $($variant:ident
            $(( $($item:ident $(as $item_codec:ident)?),+ ))?
            $({ $($field:ident $(as $codec:ident)?),+ })?
            => $prefix:literal),+
    }) => {
        impl Field for $name {
            fn encode(&self, id: &mut Encoder) {
                match self {
                    $(Self::$variant $(( $($item),+ ))? $({ $($field),+ })? => {
                        id.prefix($prefix);
                        $($(id_enum!(@encode id $item $($item_codec)?);)+)?
                        $($(id_enum!(@encode id $field $($codec)?);)+)?
                    })+
                }
            }

            fn decode(id: &mut Decoder<'_>) -> Option<Self> {
                $(
                    let decoded = id.variant($prefix, |_id| {
                        $($(let $item = id_enum!(@decode _id $($item_codec)?);)+)?
                        $($(let $field = id_enum!(@decode _id $($codec)?);)+)?
                        Some(Self::$variant $(( $($item),+ ))? $({ $($field),+ })?)
                    });
                    if decoded.is_some() {
                        return decoded;
                    }
                )+
                None
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$doc:meta])* $variant:ident => $prefix:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $name { $($(#[$doc])* $variant),+ }

        impl $name {
            /// Every variant.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];
        }

        id_enum!(@field $name { $($variant => $prefix),+ });
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$doc:meta])* $variant:ident
                $(( $($item:ident: $item_type:ty $(as $item_codec:ident)?),+ ))?
                $({ $($(#[$field_doc:meta])* $field:ident: $type:ty $(as $codec:ident)?),+ $(,)? })?
                => $prefix:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$doc])* $variant
                $(( $($item_type),+ ))?
                $({ $($(#[$field_doc])* $field: $type),+ })?),+
        }

        #[cfg(test)]
        impl $name {
            /// The prefixes of all variants.
            #[allow(dead_code)] // only some tests count the variants
            pub(crate) const PREFIXES: &'static [&'static str] = &[$($prefix),+];
        }

        id_enum!(@field $name {
            $($variant
                $(( $($item $(as $item_codec)?),+ ))?
                $({ $($field $(as $codec)?),+ })?
                => $prefix),+
        });
    };
}
pub(crate) use id_enum;

impl Field for i64 {
    fn encode(&self, id: &mut Encoder) {
        id.field(&number(*self));
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        read_number(id.field()?)
    }
}

/// Fields that wrap an `i64`.
macro_rules! number_fields {
    ($($name:ident),+) => {$(
        impl Field for $name {
            fn encode(&self, id: &mut Encoder) {
                self.0.encode(id);
            }

            fn decode(id: &mut Decoder<'_>) -> Option<Self> {
                Field::decode(id).map(Self)
            }
        }
    )+};
}
number_fields!(GameId, PlayerId, PuzzleId, Seq, Time);

impl Field for GameRef {
    fn encode(&self, id: &mut Encoder) {
        self.number().encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        i64::decode(id).map(Self::from_number)
    }
}

/// Small numbers, which are decimal.
macro_rules! decimal_fields {
    ($($name:ident),+) => {$(
        impl Field for $name {
            fn encode(&self, id: &mut Encoder) {
                id.field(&self.to_string());
            }

            fn decode(id: &mut Decoder<'_>) -> Option<Self> {
                id.field()?.parse().ok()
            }
        }
    )+};
}
decimal_fields!(u8, u16, u32);

impl Field for bool {
    fn encode(&self, id: &mut Encoder) {
        u8::from(*self).encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        match id.field()? {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        }
    }
}

/// A flag that is a plus sign if set and nothing if not.
pub(crate) struct Plus(pub(crate) bool);

impl Field for Plus {
    fn encode(&self, id: &mut Encoder) {
        id.prefix(if self.0 { "+" } else { "" });
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        Some(Self(id.prefix("+").is_some()))
    }
}

/// `None` is an empty field.
impl<T: Field> Field for Option<T> {
    fn encode(&self, id: &mut Encoder) {
        match self {
            Some(value) => value.encode(id),
            None => id.field(""),
        }
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        let mut ahead = *id;
        if ahead.field()?.is_empty() {
            *id = ahead;
            return Some(None);
        }
        T::decode(id).map(Some)
    }
}

/// Values that are known by a name without dots.
macro_rules! named_fields {
    ($($type:ty: $name:expr, $find:expr;)+) => {$(
        impl Field for $type {
            fn encode(&self, id: &mut Encoder) {
                id.field($name(*self));
            }

            fn decode(id: &mut Decoder<'_>) -> Option<Self> {
                $find(id.field()?)
            }
        }
    )+};
}
pub(crate) use named_fields;
named_fields! {
    GameKind: GameKind::as_str, |name| {
        GameKind::ALL.iter().copied().find(|kind| kind.as_str() == name)
    };
    GameResult: GameResult::as_str, |name| {
        GameResult::ALL.into_iter().find(|result| result.as_str() == name)
    };
    Lesson: |lesson: Lesson| lesson.name, Lesson::named;
}

impl Field for BoardRef {
    fn encode(&self, id: &mut Encoder) {
        self.game.encode(id);
        self.seq.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        Some(Self {
            game: Field::decode(id)?,
            seq: Field::decode(id)?,
        })
    }
}

/// A number in base 36, of at most 13 digits. Negative numbers are written as their two's complement.
pub(crate) fn number(number: i64) -> String {
    let mut rest = number as u64;
    let mut digits = Vec::new();
    loop {
        digits.push(CELLS[(rest % 36) as usize]);
        rest /= 36;
        if rest == 0 {
            break;
        }
    }
    digits
        .iter()
        .rev()
        .map(|&digit| char::from(digit))
        .collect()
}

/// Reads what [`number`] writes.
fn read_number(text: &str) -> Option<i64> {
    u64::from_str_radix(text, 36)
        .ok()
        .map(|number| number as i64)
}
