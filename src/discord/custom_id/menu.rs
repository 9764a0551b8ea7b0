//! The buttons outside of the composer, and how they carry what they mean.

use crate::app::lessons::Lesson;
use crate::discord::custom_id::action::{
    BoardRequest, GameAction, LeaderboardPage, Learn, Lobby, Purpose, Reminding, Room,
    ServerSetting, Setting, Watch,
};
use crate::discord::custom_id::codec::{Shown, number, read_number};
use crate::discord::custom_id::plan::{Analysing, Planning};
use crate::discord::custom_id::replay::{RecordAction, Replay};
use crate::discord::rule_pages::Page;
use crate::model::{GameId, PlayerId};

/// A button outside of the composer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MenuAction {
    /// Something to be done with a game, on the board that was shown.
    Do(GameAction, Shown),
    /// A look at a board.
    Look(BoardRequest),
    /// A menu of games.
    Choose(Purpose),
    /// A menu of buttons: what is chosen is what one of them carries.
    Menu,
    /// A page of the player's games.
    Games(u16),
    /// Something in the list of open challenges.
    Lobby(Lobby),
    /// Something that someone does who watches a game.
    Watch(Watch, GameId),
    /// A page of the games someone follows.
    Followed(u16),
    /// A screen or a menu of a server's settings.
    ServerSetting(ServerSetting),
    /// A menu of settings.
    Set(Setting),
    /// A menu of games to which someone can be challenged.
    Against(PlayerId),
    /// Something about being reminded.
    Remind(Reminding),
    /// Ends the player's vacation.
    EndVacation,
    /// A page of the best players.
    Leaders(LeaderboardPage),
    /// A page of the rules.
    Rules {
        /// Which.
        page: Page,
        /// As a new message?
        anew: bool,
    },
    /// Lessons.
    Learn {
        /// What of them.
        what: Learn,
        /// As a new message?
        anew: bool,
    },
    /// Leads someone new on.
    Enter(Room),
    /// A menu of games to which anyone can be challenged.
    Anyone,
    /// A menu of games whose beginning is shown on a private board.
    Fresh,
    /// A plan.
    Plan(Planning),
    /// A private board.
    Analysis(Analysing),
    /// A form for a note about a game.
    Note(GameId),
    /// Everything that is kept about the person.
    Export,
    /// Asks whether the person really wants to be forgotten.
    Forget,
    /// Forgets the person.
    ForgetSurely,
    /// Something of a replay.
    Replay(Replay),
    /// Something about records.
    Keep(RecordAction),
    /// How a game was dealt.
    Fair(GameId),
    /// Would rather not do what was asked for.
    Cancel,
}

impl MenuAction {
    /// The game it is about, if it is about one.
    pub(crate) const fn game(self) -> Option<GameId> {
        Some(match self {
            Self::Do(_, shown) | Self::Plan(Planning::Forced(shown) | Planning::Place(shown)) => {
                shown.game
            }
            Self::Look(look) | Self::Replay(Replay::Jump(look)) => look.game,
            Self::Replay(Replay::Film(angle) | Replay::Part(angle)) => angle.game,
            Self::Watch(_, game)
            | Self::Note(game)
            | Self::Fair(game)
            | Self::Keep(RecordAction::Files(game))
            | Self::Analysis(Analysing::Open(game, _))
            | Self::Plan(
                Planning::Show(game)
                | Planning::Board(game)
                | Planning::Drop(game)
                | Planning::Queue(game)
                | Planning::Cut { game, .. },
            ) => game,
            _ => return None,
        })
    }

    /// The text form, without the version.
    pub(crate) fn write(self) -> String {
        match self {
            Self::Do(deed, shown) => format!("D{}{}", deed.letter(), shown.write()),
            Self::Look(look) => {
                let ply = look.ply.map(|ply| ply.to_string()).unwrap_or_default();
                let flags = u8::from(look.is_flipped) + 2 * u8::from(look.is_text);
                format!("L{}.{ply}.{flags}.{}", number(look.game.0), look.slot)
            }
            Self::Choose(purpose) => format!("C{}", letter(Purpose::ALL, purpose)),
            Self::Menu => "M".to_owned(),
            Self::Games(page) => format!("G{page}"),
            Self::Lobby(lobby) => format!("P{}", lobby.write()),
            Self::Watch(watch, game) => {
                format!("W{}{}", letter(Watch::ALL, watch), number(game.0))
            }
            Self::Followed(page) => format!("Wl{page}"),
            Self::ServerSetting(house) => format!("H{}", letter(ServerSetting::ALL, house)),
            Self::Set(setting) => format!("S{}", letter(Setting::ALL, setting)),
            Self::Against(opponent) => format!("V{}", number(opponent.0)),
            Self::Remind(what) => format!("N{}", letter(Reminding::ALL, what)),
            Self::EndVacation => "Te".to_owned(),
            Self::Leaders(best) => best.write(),
            Self::Rules { page, anew } => format!("R{}{}", plus(anew), page.name),
            Self::Learn { what, anew } => match what {
                Learn::List => format!("E{}", plus(anew)),
                Learn::Open(lesson) => format!("E{}o{}", plus(anew), lesson.name),
                Learn::Response(lesson) => format!("E{}a{}", plus(anew), lesson.name),
            },
            Self::Enter(room) => format!("O{}", letter(Room::ALL, room)),
            Self::Anyone => "Oa".to_owned(),
            Self::Fresh => "Of".to_owned(),
            Self::Plan(what) => format!("J{}", what.write()),
            Self::Analysis(what) => format!("Z{}", what.write()),
            Self::Note(game) => format!("B{}", number(game.0)),
            Self::Export => "X".to_owned(),
            Self::Forget => "F".to_owned(),
            Self::ForgetSurely => "FF".to_owned(),
            Self::Replay(replay) => format!("Y{}", replay.write()),
            Self::Keep(keeping) => format!("I{}", keeping.write()),
            Self::Fair(game) => format!("Q{}", number(game.0)),
            Self::Cancel => "U".to_owned(),
        }
    }

    /// Reads what [`MenuAction::write`] writes.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let kind = text.chars().next()?;
        let rest = text.get(kind.len_utf8()..)?;
        Some(match kind {
            'D' => {
                let letter = rest.chars().next()?;
                let deed = of(GameAction::ALL, letter)?;
                Self::Do(deed, Shown::read(rest.get(letter.len_utf8()..)?)?)
            }
            'L' => {
                let mut parts = rest.split('.');
                let (game, ply, flags) = (parts.next()?, parts.next()?, parts.next()?);
                let slot = parts.next()?.parse().ok()?;
                let flags: u8 = flags.parse().ok().filter(|flags| *flags < 4)?;
                let ply = if ply.is_empty() {
                    None
                } else {
                    Some(ply.parse().ok()?)
                };
                Self::Look(BoardRequest {
                    game: GameId(read_number(game)?),
                    ply,
                    is_flipped: flags & 1 != 0,
                    is_text: flags & 2 != 0,
                    slot,
                })
            }
            'C' => Self::Choose(of(Purpose::ALL, rest.chars().next()?)?),
            'M' if rest.is_empty() => Self::Menu,
            'G' => Self::Games(rest.parse().ok()?),
            'P' => Self::Lobby(Lobby::read(rest)?),
            'W' => {
                let letter = rest.chars().next()?;
                let rest = rest.get(letter.len_utf8()..)?;
                match letter {
                    'l' => Self::Followed(rest.parse().ok()?),
                    letter => Self::Watch(of(Watch::ALL, letter)?, GameId(read_number(rest)?)),
                }
            }
            'H' if rest.len() == 1 => {
                Self::ServerSetting(of(ServerSetting::ALL, rest.chars().next()?)?)
            }
            'S' => Self::Set(of(Setting::ALL, rest.chars().next()?)?),
            'V' => Self::Against(PlayerId(read_number(rest)?)),
            'N' => Self::Remind(of(Reminding::ALL, rest.chars().next()?)?),
            'T' if rest == "e" => Self::EndVacation,
            'K' => Self::Leaders(LeaderboardPage::read(rest)?),
            'R' => {
                let (anew, name) = anew(rest);
                let page = Page::named(name)?;
                Self::Rules { page, anew }
            }
            'E' => {
                let (anew, rest) = anew(rest);
                let what = match rest.split_at_checked(1) {
                    None if rest.is_empty() => Learn::List,
                    Some(("o", name)) => Learn::Open(Lesson::named(name)?),
                    Some(("a", name)) => Learn::Response(Lesson::named(name)?),
                    _ => return None,
                };
                Self::Learn { what, anew }
            }
            'O' if rest == "a" => Self::Anyone,
            'O' if rest == "f" => Self::Fresh,
            'O' => Self::Enter(of(Room::ALL, rest.chars().next()?)?),
            'J' => Self::Plan(Planning::read(rest)?),
            'Z' => Self::Analysis(Analysing::read(rest)?),
            'B' => Self::Note(GameId(read_number(rest)?)),
            'X' => Self::Export,
            'F' if rest == "F" => Self::ForgetSurely,
            'F' if rest.is_empty() => Self::Forget,
            'Y' => Self::Replay(Replay::read(rest)?),
            'I' => Self::Keep(RecordAction::read(rest)?),
            'Q' => Self::Fair(GameId(read_number(rest)?)),
            'U' if rest.is_empty() => Self::Cancel,
            _ => return None,
        })
    }
}

/// The mark of a button that brings a new message.
const fn plus(anew: bool) -> &'static str {
    if anew { "+" } else { "" }
}

fn anew(text: &str) -> (bool, &str) {
    match text.strip_prefix('+') {
        Some(rest) => (true, rest),
        None => (false, text),
    }
}

fn letter<T: PartialEq + Copy>(all: &[(T, char)], thing: T) -> char {
    let found = all.iter().find(|(other, _)| *other == thing);
    found.map_or('?', |(_, letter)| *letter)
}

fn of<T: Copy>(all: &[(T, char)], letter: char) -> Option<T> {
    let found = all.iter().find(|(_, other)| *other == letter);
    found.map(|(thing, _)| *thing)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::collections::HashSet;
    use std::mem::discriminant;

    use super::*;
    use crate::discord::custom_id::replay::{List, Perspective};
    use hexpost_engine::game::GameKind;

    /// Every kind of button, for a board of a game.
    pub(crate) fn all(shown: Shown) -> Vec<MenuAction> {
        let look = |ply, is_flipped, is_text| {
            MenuAction::Look(BoardRequest {
                game: shown.game,
                ply,
                is_flipped,
                is_text,
                slot: 3,
            })
        };
        let mut all: Vec<MenuAction> = GameAction::ALL
            .iter()
            .map(|(deed, _)| MenuAction::Do(*deed, shown))
            .collect();
        all.extend(
            Purpose::ALL
                .iter()
                .map(|(purpose, _)| MenuAction::Choose(*purpose)),
        );
        for anew in [false, true] {
            let learn = |what| MenuAction::Learn { what, anew };
            all.extend(
                Page::ALL
                    .iter()
                    .map(|&page| MenuAction::Rules { page, anew }),
            );
            all.push(learn(Learn::List));
            for lesson in Lesson::ALL {
                all.push(learn(Learn::Open(*lesson)));
                all.push(learn(Learn::Response(*lesson)));
            }
        }
        all.extend(Room::ALL.iter().map(|(room, _)| MenuAction::Enter(*room)));
        all.extend([MenuAction::Anyone, MenuAction::Fresh]);
        all.extend(
            Setting::ALL
                .iter()
                .map(|(setting, _)| MenuAction::Set(*setting)),
        );
        all.extend(
            Reminding::ALL
                .iter()
                .map(|(what, _)| MenuAction::Remind(*what)),
        );
        let watch = |(watch, _): &(Watch, char)| MenuAction::Watch(*watch, shown.game);
        all.extend(Watch::ALL.iter().map(watch));
        all.extend(
            ServerSetting::ALL
                .iter()
                .map(|(house, _)| MenuAction::ServerSetting(*house)),
        );
        all.extend([
            MenuAction::Lobby(Lobby::Play(shown.game)),
            MenuAction::Lobby(Lobby::Withdraw(shown.game)),
            MenuAction::Lobby(Lobby::HandlerError(shown.game)),
            MenuAction::Lobby(Lobby::Page(u16::MAX)),
            MenuAction::Followed(7),
            look(None, false, false),
            look(Some(0), true, false),
            look(Some(u16::MAX), true, true),
            MenuAction::Games(7),
            MenuAction::Leaders(LeaderboardPage {
                kind: GameKind::ALL[1],
                is_server: true,
                page: u16::MAX,
                slot: 9,
            }),
            MenuAction::Against(PlayerId(i64::MAX)),
            MenuAction::EndVacation,
            MenuAction::Plan(Planning::Show(shown.game)),
            MenuAction::Plan(Planning::Board(shown.game)),
            MenuAction::Plan(Planning::Forced(shown)),
            MenuAction::Plan(Planning::Cut {
                game: shown.game,
                version: 1,
                index: 0,
            }),
            MenuAction::Plan(Planning::Drop(shown.game)),
            MenuAction::Plan(Planning::Queue(shown.game)),
            MenuAction::Plan(Planning::Place(shown)),
            MenuAction::Analysis(Analysing::Open(shown.game, None)),
            MenuAction::Analysis(Analysing::Go(i64::MAX, u32::MAX, 9)),
            MenuAction::Note(shown.game),
            MenuAction::Menu,
            MenuAction::Fair(shown.game),
            MenuAction::Replay(Replay::List(List::default())),
            MenuAction::Replay(Replay::Film(Perspective {
                game: shown.game,
                is_flipped: false,
            })),
            MenuAction::Keep(RecordAction::Files(shown.game)),
            MenuAction::Keep(RecordAction::Paste),
            MenuAction::Keep(RecordAction::Drop(shown.game)),
            MenuAction::Keep(RecordAction::DropSurely(shown.game)),
            MenuAction::Export,
            MenuAction::Forget,
            MenuAction::ForgetSurely,
            MenuAction::Cancel,
        ]);
        all
    }

    /// How many kinds of buttons there are. A new one changes this number: the compiler asks for it
    /// below, and the list above has to have it.
    const KINDS: usize = 29;

    /// Nothing but a list of the kinds, which the compiler keeps complete.
    fn is_listed(other: MenuAction) {
        match other {
            MenuAction::Do(..)
            | MenuAction::Look(_)
            | MenuAction::Choose(_)
            | MenuAction::Menu
            | MenuAction::Games(_)
            | MenuAction::Lobby(_)
            | MenuAction::Watch(..)
            | MenuAction::Followed(_)
            | MenuAction::ServerSetting(_)
            | MenuAction::Set(_)
            | MenuAction::Against(_)
            | MenuAction::Remind(_)
            | MenuAction::EndVacation
            | MenuAction::Leaders(_)
            | MenuAction::Rules { .. }
            | MenuAction::Learn { .. }
            | MenuAction::Enter(_)
            | MenuAction::Anyone
            | MenuAction::Fresh
            | MenuAction::Plan(_)
            | MenuAction::Analysis(_)
            | MenuAction::Note(_)
            | MenuAction::Export
            | MenuAction::Forget
            | MenuAction::ForgetSurely
            | MenuAction::Replay(_)
            | MenuAction::Keep(_)
            | MenuAction::Fair(_)
            | MenuAction::Cancel => {}
        }
    }

    const LARGEST: Shown = Shown {
        game: GameId(i64::MAX),
        board: i64::MAX,
    };

    #[test]
    fn every_kind_of_button_is_in_the_list() {
        let all = all(LARGEST);
        all.iter().copied().for_each(is_listed);
        let kinds: HashSet<_> = all.iter().map(discriminant).collect();
        assert_eq!(kinds.len(), KINDS);
    }

    #[test]
    fn every_button_is_read_back() {
        for button in all(LARGEST) {
            let text = button.write();
            assert!(text.len() < 60, "{text}");
            assert_eq!(MenuAction::read(&text), Some(button), "{text}");
        }
    }

    #[test]
    fn what_is_no_button_is_none() {
        for text in [
            "",
            "D",
            "D?1.1",
            "Lx",
            "L1.2.9.0",
            "L1.2.1",
            "Cz",
            "Gx",
            "FFF",
            "ü",
            "P",
            "Px1",
            "Pp-1",
            "Wx1",
            "W",
            "Wl",
            "H",
            "Hoo",
            "Hx",
            "Pü",
            "Wü",
            "Hü",
            "Kchess.s.1.1",
            "Kzertz.x.1.1",
            "Kzertz.s.1",
            "R",
            "Rchess",
            "Eo",
            "Ex",
            "Eé",
            "O",
            "Oz",
        ] {
            assert_eq!(MenuAction::read(text), None, "{text}");
        }
    }
}
