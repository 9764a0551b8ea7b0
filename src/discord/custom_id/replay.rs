//! What buttons for looking back carry: replays, lists of finished games, records.

use hexpost_engine::game::GameKind;

use crate::discord::custom_id::action::BoardRequest;
use crate::discord::custom_id::codec::{number, read_number};
use crate::model::{GameId, GameResult, PlayerId, Time};

/// A button of a replay.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Replay {
    /// Asks for the turn after which the board is to be shown, in the manner of this look.
    Jump(BoardRequest),
    /// The whole game as a moving picture.
    Film(Perspective),
    /// Asks for the part that is to be a moving picture.
    Part(Perspective),
    /// A list of finished games.
    List(List),
}

/// A game, and from which side it is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Perspective {
    /// The game.
    pub game: GameId,
    /// The second player at the bottom?
    pub is_flipped: bool,
}

/// Which finished games are listed, and from where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct List {
    /// Against whom.
    pub opponent: Option<PlayerId>,
    /// Of which game.
    pub game: Option<GameKind>,
    /// Of which variant.
    pub variant: Option<&'static str>,
    /// With which result.
    pub score: Option<GameResult>,
    /// After this game, which ended then.
    pub after: Option<(Time, GameId)>,
}

/// A button about records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordAction {
    /// The record of a game, as files.
    Files(GameId),
    /// Asks for a record as text.
    Paste,
    /// Asks whether a game that the person has brought along is really to be thrown away.
    Drop(GameId),
    /// Throws it away.
    DropSurely(GameId),
}

impl Perspective {
    fn write(self) -> String {
        format!("{}.{}", number(self.game.0), u8::from(self.is_flipped))
    }

    fn read(text: &str) -> Option<Self> {
        let (game, flag) = text.split_once('.')?;
        Some(Self {
            game: GameId(read_number(game)?),
            is_flipped: read_flag(flag)?,
        })
    }
}

fn read_flag(text: &str) -> Option<bool> {
    match text {
        "0" => Some(false),
        "1" => Some(true),
        _ => None,
    }
}

impl List {
    /// The same list from another place.
    #[must_use]
    pub const fn after(self, after: Option<(Time, GameId)>) -> Self {
        Self { after, ..self }
    }

    fn write(self) -> String {
        let opponent = self.opponent.map(|id| number(id.0));
        let (time, id) = match self.after {
            Some((time, id)) => (number(time.0), number(id.0)),
            None => Default::default(),
        };
        [
            opponent.as_deref().unwrap_or_default(),
            self.game.map_or("", GameKind::as_str),
            self.variant.unwrap_or_default(),
            self.score.map_or("", GameResult::as_str),
            &time,
            &id,
        ]
        .join(".")
    }

    fn read(text: &str) -> Option<Self> {
        let parts: Vec<&str> = text.split('.').collect();
        let [opponent, game, variant, score, time, id] = parts[..] else {
            return None;
        };
        let named = |name: &str| GameKind::ALL.iter().find(|game| game.as_str() == name);
        let mut list = Self::default();
        if !opponent.is_empty() {
            list.opponent = Some(PlayerId(read_number(opponent)?));
        }
        if !game.is_empty() {
            list.game = Some(*named(game)?);
        }
        if !variant.is_empty() {
            let known = list.game?.offered().iter();
            list.variant = Some(known.copied().find(|name| *name == variant)?);
        }
        if !score.is_empty() {
            let mut known = GameResult::ALL.into_iter();
            list.score = Some(known.find(|known| known.as_str() == score)?);
        }
        if !(time.is_empty() && id.is_empty()) {
            list.after = Some((Time(read_number(time)?), GameId(read_number(id)?)));
        }
        Some(list)
    }
}

impl Replay {
    /// The text form, without its letter.
    pub(crate) fn write(self) -> String {
        match self {
            Self::Jump(look) => {
                let angle = Perspective {
                    game: look.game,
                    is_flipped: look.is_flipped,
                };
                format!("j{}.{}", u8::from(look.is_text), angle.write())
            }
            Self::Film(angle) => format!("f{}", angle.write()),
            Self::Part(angle) => format!("p{}", angle.write()),
            Self::List(list) => format!("l{}", list.write()),
        }
    }

    /// Reads what [`Replay::write`] writes.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let letter = text.chars().next()?;
        let rest = text.get(letter.len_utf8()..)?;
        Some(match letter {
            'j' => {
                let (flag, angle) = rest.split_once('.')?;
                let angle = Perspective::read(angle)?;
                Self::Jump(BoardRequest {
                    game: angle.game,
                    ply: None,
                    is_flipped: angle.is_flipped,
                    is_text: read_flag(flag)?,
                    slot: 0,
                })
            }
            'f' => Self::Film(Perspective::read(rest)?),
            'p' => Self::Part(Perspective::read(rest)?),
            'l' => Self::List(List::read(rest)?),
            _ => return None,
        })
    }
}

impl RecordAction {
    /// The text form, without its letter.
    pub(crate) fn write(self) -> String {
        match self {
            Self::Files(game) => format!("f{}", number(game.0)),
            Self::Paste => "p".to_owned(),
            Self::Drop(game) => format!("d{}", number(game.0)),
            Self::DropSurely(game) => format!("D{}", number(game.0)),
        }
    }

    /// Reads what [`RecordAction::write`] writes.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let letter = text.chars().next()?;
        let rest = text.get(letter.len_utf8()..)?;
        let game = || read_number(rest).map(GameId);
        Some(match letter {
            'f' => Self::Files(game()?),
            'p' if rest.is_empty() => Self::Paste,
            'd' => Self::Drop(game()?),
            'D' => Self::DropSurely(game()?),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::custom_id::CustomId;
    use crate::discord::custom_id::LONGEST;
    use crate::discord::custom_id::menu::MenuAction;

    #[test]
    fn every_button_for_looking_back_is_read_back() {
        let game = GameId(i64::MIN + 1);
        let angle = |is_flipped| Perspective { game, is_flipped };
        let whole = List {
            opponent: Some(PlayerId(i64::MAX)),
            game: Some(GameKind::ALL[0]),
            variant: Some("61-tournament"),
            score: Some(GameResult::Nothing),
            after: Some((Time(i64::MAX), game)),
        };
        let jump = |is_flipped, is_text| {
            Replay::Jump(BoardRequest {
                game,
                ply: None,
                is_flipped,
                is_text,
                slot: 0,
            })
        };
        let replays = [
            jump(true, false),
            jump(false, true),
            Replay::Film(angle(true)),
            Replay::Part(angle(false)),
            Replay::List(List::default()),
            Replay::List(whole),
            Replay::List(whole.after(None)),
        ];
        let kept = [
            RecordAction::Files(game),
            RecordAction::Paste,
            RecordAction::Drop(game),
            RecordAction::DropSurely(game),
        ];
        let all = replays.into_iter().map(MenuAction::Replay);
        let all = all.chain(kept.into_iter().map(MenuAction::Keep));
        for other in all.chain([MenuAction::Fair(game)]) {
            let button = CustomId::Menu(other);
            let text = button.write();
            assert!(text.len() <= LONGEST, "{text}");
            assert_eq!(CustomId::read(&text), Some(button), "{text}");
        }
        for text in [
            "Y",
            "Yx1",
            "Yf1",
            "Yf1.2",
            "Yl",
            "Yl.....",
            "Yl..37...",
            "Yl....1.",
            "Yl.chess....",
            "Yj1.1",
            "I",
            "If",
            "Ip1",
            "IX",
            "Q",
            "Q?",
        ] {
            let text = format!("1{text}");
            let read = CustomId::read(&text);
            let is_empty_list = text == "1Yl.....";
            assert_eq!(read.is_some(), is_empty_list, "{text}: {read:?}");
        }
    }
}
