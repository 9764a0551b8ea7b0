//! What buttons outside of the composer do.

use hexpost_engine::game::GameKind;

use crate::app::lessons::Lesson;
use crate::discord::custom_id::codec::{number, read_number};
use crate::model::GameId;

/// Something to be done with a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameAction {
    /// Asks whether the player really wants to give up.
    Resign,
    /// Gives up.
    ResignSurely,
    /// Calls the game off before it has really begun.
    Abort,
    /// Asks whether a moderator really wants to end the game.
    Moderate,
    /// Ends it without a result, as a moderator.
    ModerateSurely,
    /// Offers a draw.
    OfferDraw,
    /// Takes the offer back.
    WithdrawDraw,
    /// Accepts the other's offer.
    AcceptDraw,
    /// Declines it.
    DeclineDraw,
    /// Takes back the last turn, or asks for it.
    TakeBack,
    /// No longer asks for it.
    WithdrawTakeback,
    /// Lets the other take back.
    AllowTakeback,
    /// Would rather not.
    DeclineTakeback,
    /// Plays again, with the sides swapped.
    Rematch,
    /// Wants to hear no more of the game.
    Mute,
    /// Does again.
    Unmute,
    /// Gives notice that the game will be closed.
    NoticeSilence,
    /// Closes it.
    CloseSilent,
    /// Claims the game: the other's time has run out.
    Claim,
    /// Gives the other a day.
    GiveDay,
    /// Gives the other three.
    GiveThreeDays,
    /// Wants to be reminded this evening.
    Tonight,
    /// Wants to be reminded tomorrow morning.
    Tomorrow,
}

impl GameAction {
    /// All of them, each with its letter.
    pub const ALL: &'static [(Self, char)] = &[
        (Self::Resign, 'r'),
        (Self::ResignSurely, 'R'),
        (Self::Abort, 'a'),
        (Self::Moderate, 'e'),
        (Self::ModerateSurely, 'E'),
        (Self::OfferDraw, 'o'),
        (Self::WithdrawDraw, 'w'),
        (Self::AcceptDraw, 'y'),
        (Self::DeclineDraw, 'n'),
        (Self::TakeBack, 't'),
        (Self::WithdrawTakeback, 'u'),
        (Self::AllowTakeback, 'Y'),
        (Self::DeclineTakeback, 'N'),
        (Self::Rematch, 'p'),
        (Self::Mute, 'm'),
        (Self::Unmute, 'M'),
        (Self::NoticeSilence, 's'),
        (Self::CloseSilent, 'S'),
        (Self::Claim, 'c'),
        (Self::GiveDay, 'g'),
        (Self::GiveThreeDays, 'G'),
        (Self::Tonight, 'h'),
        (Self::Tomorrow, 'H'),
    ];

    pub(crate) fn letter(self) -> char {
        let found = Self::ALL.iter().find(|(deed, _)| *deed == self);
        found.map_or('?', |(_, letter)| *letter)
    }
}

/// A look at a board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardRequest {
    /// The game.
    pub game: GameId,
    /// After so many turns; none for how it stands.
    pub ply: Option<u16>,
    /// The other player at the bottom?
    pub is_flipped: bool,
    /// In letters?
    pub is_text: bool,
    /// Keeps keys apart that lead to the same board.
    pub slot: u8,
}

/// What a game is chosen for, where there are several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Purpose {
    /// To move.
    Move,
    /// To look at it.
    Board,
    /// To give it up.
    Resign,
    /// To offer a draw.
    Draw,
    /// To take back a turn.
    Takeback,
    /// To look back at it.
    Replay,
    /// To plan an answer.
    Plan,
    /// To try something on a private board.
    Analyse,
}

impl Purpose {
    /// All of them, each with its letter.
    pub const ALL: &'static [(Self, char)] = &[
        (Self::Move, 'm'),
        (Self::Board, 'b'),
        (Self::Resign, 'r'),
        (Self::Draw, 'd'),
        (Self::Takeback, 't'),
        (Self::Replay, 'y'),
        (Self::Plan, 'p'),
        (Self::Analyse, 'a'),
    ];
}

/// Something a player or a server prefers, chosen from a menu.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Setting {
    /// The language.
    Language,
    /// The colours of pictures.
    Theme,
    /// Keys or menus.
    Input,
    /// Where one is pinged.
    Pings,
    /// Are forced turns played by themselves, and who is at the bottom?
    Habits,
}

impl Setting {
    /// All of them, each with its letter.
    pub const ALL: &'static [(Self, char)] = &[
        (Self::Language, 'l'),
        (Self::Theme, 't'),
        (Self::Input, 'i'),
        (Self::Pings, 'p'),
        (Self::Habits, 'h'),
    ];
}

/// Something about being reminded: a menu, or the form for the time zone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reminding {
    /// The time zone, which is typed.
    Zone,
    /// When it is quiet.
    Quiet,
    /// How long before the time runs out.
    Ladder,
    /// How often without a clock.
    Nudge,
    /// Once a day instead, and when.
    Digest,
}

impl Reminding {
    /// All of them, each with its letter.
    pub const ALL: &'static [(Self, char)] = &[
        (Self::Zone, 'z'),
        (Self::Quiet, 'q'),
        (Self::Ladder, 'l'),
        (Self::Nudge, 'n'),
        (Self::Digest, 'd'),
    ];
}

/// A page of the best players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LeaderboardPage {
    /// The game.
    pub kind: GameKind,
    /// Only those of the server where it is pressed?
    pub is_server: bool,
    /// The page.
    pub page: u16,
    /// Keeps keys apart that lead to the same page.
    pub slot: u8,
}

impl LeaderboardPage {
    pub(crate) fn write(self) -> String {
        let scope = if self.is_server { 's' } else { 'o' };
        format!(
            "K{}.{scope}.{}.{}",
            self.kind.as_str(),
            self.page,
            self.slot
        )
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let name = parts.next()?;
        let kind = GameKind::ALL.iter().find(|kind| kind.as_str() == name)?;
        let is_server = match parts.next()? {
            "s" => true,
            "o" => false,
            _ => return None,
        };
        Some(Self {
            kind: *kind,
            is_server,
            page: parts.next()?.parse().ok()?,
            slot: parts.next()?.parse().ok()?,
        })
    }
}

/// Something in the list of open challenges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lobby {
    /// Accepts a challenge.
    Play(GameId),
    /// Takes the own one back.
    Withdraw(GameId),
    /// Switches a standing one off.
    HandlerError(GameId),
    /// Shows a page of the list.
    Page(u16),
}

impl Lobby {
    pub(crate) fn write(self) -> String {
        match self {
            Self::Play(id) => format!("a{}", number(id.0)),
            Self::Withdraw(id) => format!("w{}", number(id.0)),
            Self::HandlerError(id) => format!("s{}", number(id.0)),
            Self::Page(page) => format!("p{page}"),
        }
    }

    pub(crate) fn read(text: &str) -> Option<Self> {
        let letter = text.chars().next()?;
        let rest = text.get(letter.len_utf8()..)?;
        let id = || read_number(rest).map(GameId);
        Some(match letter {
            'a' => Self::Play(id()?),
            'w' => Self::Withdraw(id()?),
            's' => Self::HandlerError(id()?),
            'p' => Self::Page(rest.parse().ok()?),
            _ => return None,
        })
    }
}

/// Something that those do who only watch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Watch {
    /// Follows a game.
    Follow,
    /// Is told of every move.
    Tell,
    /// Follows it without being told.
    Hush,
    /// No longer follows it.
    Unfollow,
}

impl Watch {
    /// All of them, each with its letter.
    pub const ALL: &'static [(Self, char)] = &[
        (Self::Follow, 'f'),
        (Self::Tell, 't'),
        (Self::Hush, 'h'),
        (Self::Unfollow, 'u'),
    ];
}

/// A screen or a menu of a server's settings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ServerSetting {
    /// Everything at a glance.
    Overview,
    /// Where games are played.
    Places,
    /// Who may do what.
    People,
    /// How games are played.
    Habits,
    /// The channels in which games are begun.
    Channels,
    /// The forum in which games get posts.
    Forum,
    /// The channel for results.
    Results,
    /// A thread for every game?
    Threads,
    /// The roles of those who may play.
    Players,
    /// The roles of those who may end games.
    Moderators,
    /// The usual pace.
    Pace,
    /// The language for everyone.
    Language,
    /// Is only the latest board kept?
    Latest,
}

impl ServerSetting {
    /// All of them, each with its letter.
    pub const ALL: &'static [(Self, char)] = &[
        (Self::Overview, 'o'),
        (Self::Places, 'p'),
        (Self::People, 'q'),
        (Self::Habits, 'h'),
        (Self::Channels, 'c'),
        (Self::Forum, 'f'),
        (Self::Results, 'r'),
        (Self::Threads, 't'),
        (Self::Players, 'y'),
        (Self::Moderators, 'm'),
        (Self::Pace, 'd'),
        (Self::Language, 'l'),
        (Self::Latest, 'k'),
    ];
}

/// Something to do with lessons.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Learn {
    /// The list of them.
    List,
    /// Begins one.
    Open(Lesson),
    /// Shows how one is solved.
    Response(Lesson),
}

/// A place to which someone new is led.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Room {
    /// A menu of games to which anyone can be challenged.
    Challenge,
    /// The settings.
    Settings,
}

impl Room {
    /// All of them, each with its letter.
    pub const ALL: &'static [(Self, char)] = &[(Self::Challenge, 'c'), (Self::Settings, 's')];
}
