//! What components outside of the composer do: game actions, settings, the lobby, lessons.

use hexpost_engine::game::GameKind;

use crate::app::lessons::Lesson;
use crate::discord::custom_id::codec::{Decoder, Encoder, Field, id_enum};
use crate::model::{GameId, GameRef};

id_enum! {
    /// An action on a game.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum GameAction {
        /// Asks the player to confirm the resignation.
        Resign => "r",
        /// Resigns.
        ResignSurely => "R",
        /// Aborts the game before both players have made a move.
        Abort => "a",
        /// Asks a moderator to confirm that the game is to be ended.
        Moderate => "e",
        /// Ends the game without a result, as a moderator.
        ModerateSurely => "E",
        /// Offers a draw.
        OfferDraw => "o",
        /// Withdraws the player's draw offer.
        WithdrawDraw => "w",
        /// Accepts the opponent's draw offer.
        AcceptDraw => "y",
        /// Declines the opponent's draw offer.
        DeclineDraw => "n",
        /// Takes back the player's last turn, or asks the opponent for permission.
        TakeBack => "t",
        /// Withdraws the player's take-back request.
        WithdrawTakeback => "u",
        /// Allows the opponent's take-back.
        AllowTakeback => "Y",
        /// Declines the opponent's take-back.
        DeclineTakeback => "N",
        /// Offers another game with the sides swapped.
        Rematch => "p",
        /// Turns notifications about the game off.
        Mute => "m",
        /// Turns notifications about the game on again.
        Unmute => "M",
        /// Gives notice that the abandoned game will be closed.
        NoticeSilence => "s",
        /// Closes the abandoned game.
        CloseSilent => "S",
        /// Claims the win after the opponent's time has run out.
        Claim => "c",
        /// Gives the opponent one more day.
        GiveDay => "g",
        /// Gives the opponent three more days.
        GiveThreeDays => "G",
        /// Sets a reminder for this evening.
        Tonight => "h",
        /// Sets a reminder for tomorrow morning.
        Tomorrow => "H",
    }
}

/// A request to show a board of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardRequest {
    /// The game.
    pub game: GameRef,
    /// The number of turns played on the board shown; `None` for the current position.
    pub ply: Option<u16>,
    /// Whether the second player is at the bottom.
    pub is_flipped: bool,
    /// Whether the board is shown as text.
    pub is_text: bool,
    /// Distinguishes buttons of one message that show the same board.
    pub slot: u8,
}

impl Field for BoardRequest {
    fn encode(&self, id: &mut Encoder) {
        let flags = u8::from(self.is_flipped) + 2 * u8::from(self.is_text);
        self.game.encode(id);
        self.ply.encode(id);
        flags.encode(id);
        self.slot.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        let (game, ply) = (Field::decode(id)?, Field::decode(id)?);
        let flags = u8::decode(id).filter(|flags| *flags < 4)?;
        Some(Self {
            game,
            ply,
            is_flipped: flags & 1 != 0,
            is_text: flags & 2 != 0,
            slot: Field::decode(id)?,
        })
    }
}

id_enum! {
    /// The command for which a game is chosen from a select menu.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum GameCommand {
        /// Opens the composer.
        Move => "m",
        /// Shows the board.
        Board => "b",
        /// Resigns.
        Resign => "r",
        /// Offers a draw.
        Draw => "d",
        /// Takes back a turn.
        Takeback => "t",
        /// Opens the replay.
        Replay => "y",
        /// Opens the conditional moves.
        Plan => "p",
        /// Opens an analysis board.
        Analyse => "a",
    }
}

id_enum! {
    /// A select menu of the player's settings, or a button for one of them.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum PlayerSetting {
        /// The language.
        Language => "l",
        /// The colours of pictures.
        Theme => "t",
        /// How turns are composed: with buttons or with select menus.
        Input => "i",
        /// Where the player is pinged.
        Pings => "p",
        /// Automatic forced turns, and the orientation of the board.
        Habits => "h",
        /// The button that turns automatic forced turns on.
        Forced => "f",
    }
}

id_enum! {
    /// A select menu of the reminder settings, or the modal for the time zone.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ReminderSetting {
        /// The time zone, which is typed.
        Zone => "z",
        /// Quiet hours.
        Quiet => "q",
        /// When reminders are sent before the time runs out.
        Ladder => "l",
        /// How often reminders are sent in games without a clock.
        Nudge => "n",
        /// Whether and when a daily digest replaces single reminders.
        Digest => "d",
    }
}

/// A page of the leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LeaderboardPage {
    /// The game.
    pub kind: GameKind,
    /// Whether only members of the current server are listed.
    pub is_server: bool,
    /// The page number, from 0.
    pub page: u16,
    /// Distinguishes buttons of one message that lead to the same page.
    pub slot: u8,
}

impl Field for LeaderboardPage {
    fn encode(&self, id: &mut Encoder) {
        self.kind.encode(id);
        id.field(if self.is_server { "s" } else { "o" });
        self.page.encode(id);
        self.slot.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        Some(Self {
            kind: Field::decode(id)?,
            is_server: match id.field()? {
                "s" => true,
                "o" => false,
                _ => return None,
            },
            page: Field::decode(id)?,
            slot: Field::decode(id)?,
        })
    }
}

id_enum! {
    /// A button of the lobby, the list of open challenges.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum LobbyAction {
        /// Accepts a challenge.
        Play(challenge: GameId) => "a",
        /// Withdraws the user's own challenge.
        Withdraw(challenge: GameId) => "w",
        /// Ends the user's own standing challenge.
        EndStanding(challenge: GameId) => "s",
        /// Shows a page of the list.
        Page(page: u16) => "p",
    }
}

id_enum! {
    /// A spectator's action on a game.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum FollowAction {
        /// Follows the game.
        Follow => "f",
        /// Turns on notifications about every move.
        Tell => "t",
        /// Turns notifications off but keeps following.
        Hush => "h",
        /// Stops following the game.
        Unfollow => "u",
    }
}

id_enum! {
    /// A screen or a select menu of the server settings.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum ServerSetting {
        /// The screen with all settings.
        Overview => "o",
        /// The screen on where games are played.
        Places => "p",
        /// The screen on who may do what.
        People => "q",
        /// The screen on how games are played.
        Habits => "h",
        /// The channels in which games may be started.
        Channels => "c",
        /// The forum in which games get posts.
        Forum => "f",
        /// The channel in which results are announced.
        Results => "r",
        /// Whether every game gets a thread.
        Threads => "t",
        /// The roles whose members may play.
        Players => "y",
        /// The roles whose members may end games.
        Moderators => "m",
        /// The default pace.
        Pace => "d",
        /// The language of public messages.
        Language => "l",
        /// Whether only the latest board of a game is kept.
        Latest => "k",
        /// The colours of public pictures.
        Theme => "b",
        /// The channel in which it is shown.
        PuzzleChannel => "zc",
        /// The hour at which it is shown.
        PuzzleHour => "zh",
        /// The time zone of that hour.
        PuzzleZone => "zz",
        /// The screen on the puzzle of the day.
        Puzzles => "z",
        /// The channel of the ladder.
        LadderChannel => "ec",
        /// The game of the ladder.
        LadderGame => "eg",
        /// The clock of the ladder.
        LadderPace => "ep",
        /// Whether games on the ladder are rated.
        LadderRated => "er",
        /// The screen on the ladder.
        Ladder => "e",
        /// The roles whose members may create tournaments.
        Organisers => "nc",
        /// The role that winners of tournaments get.
        Champion => "nw",
        /// The screen on tournaments.
        Tournaments => "n",
    }
}

id_enum! {
    /// A screen of the lessons.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum LessonAction {
        /// Starts a lesson.
        Open(lesson: Lesson) => "o",
        /// Shows the solution of a lesson.
        Solution(lesson: Lesson) => "a",
        /// Says what a game is about, before its first lesson.
        About(game: GameKind) => "g",
        /// Lists all lessons.
        List => "",
    }
}

id_enum! {
    /// A screen that new users are led to.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum OnboardingScreen {
        /// The select menu of games for an open challenge.
        Challenge => "c",
        /// The settings.
        Settings => "s",
    }
}
