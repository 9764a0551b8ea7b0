//! Components of tournaments.

use hexpost_engine::side::Side;
use hexpost_tournament::{EntrantId, GameKey, PairingResult};

use crate::discord::custom_id::codec::{Decoder, Encoder, Field, id_enum, named_fields};
use crate::discord::view::variants::OfferedVariant;
use crate::model::{Pace, RoleId, TournamentFormat, TournamentId, TournamentPlace};

id_enum! {
    /// A component of tournaments.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum TournamentAction {
        /// Joins.
        Join(tournament: TournamentId) => "j",
        /// Leaves before the start.
        Leave(tournament: TournamentId) => "l",
        /// Shows the table of a division, counted from 0.
        Table(tournament: TournamentId, division: u8) => "t",
        /// Shows a page of the games.
        Games(tournament: TournamentId, page: u16) => "g",
        /// Asks the player to confirm the withdrawal.
        Withdraw(tournament: TournamentId) => "w",
        /// Withdraws.
        WithdrawSurely(tournament: TournamentId) => "W",
        /// Shows how seeds and lots were drawn.
        Draw(tournament: TournamentId) => "d",
        /// Chooses the seat in the decider of a knock-out match.
        ChooseSeat(tournament: TournamentId, round: u16, board: u16, seat: Side) => "x",
        /// A component of the organiser.
        Organise(action: OrganiserAction, tournament: TournamentId) => "o",
        /// A component of the screen of a new tournament.
        Form(action: TournamentFormAction) => "f",
    }
}

id_enum! {
    /// What an organiser does.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum OrganiserAction {
        /// Opens the screen.
        Screen => "o",
        /// Asks whether to start.
        Start => "s",
        /// Starts.
        StartSurely => "S",
        /// Shows a page of the games that can be decided.
        Games(page: u16) => "a",
        /// Asks how a game counts.
        Game(place: TournamentPlace) => "g",
        /// Decides a game.
        Decide(place: TournamentPlace, result: PairingResult) => "d",
        /// Shows a page of the players.
        Players(page: u16) => "p",
        /// Shows what can be done about a player.
        Player(entrant: EntrantId) => "q",
        /// Withdraws a player.
        Withdraw(entrant: EntrantId) => "w",
        /// Selects who takes over the place of a player.
        Replace(entrant: EntrantId) => "r",
        /// Asks how much longer the round is to be.
        Extend => "e",
        /// Extends the round by some days.
        ExtendBy(days: u8) => "E",
        /// Asks whether to cancel.
        Cancel => "c",
        /// Cancels.
        CancelSurely => "C",
        /// Asks who is to organise it.
        HandOver => "h",
        /// Selects who is to organise it.
        HandTo => "H",
        /// Sends the exports.
        Export => "x",
    }
}

id_enum! {
    /// A component of the screen of a new tournament. Each carries the tournament as it stands, so that the
    /// screen needs no memory.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum TournamentFormAction {
        /// Shows a page of the screen.
        Page(draft: TournamentDraft, page: u8) => "p",
        /// Selects the format.
        Format(draft: TournamentDraft) => "f",
        /// Selects the game.
        Game(draft: TournamentDraft) => "g",
        /// Selects the time control.
        Pace(draft: TournamentDraft) => "c",
        /// Selects when it starts.
        Start(draft: TournamentDraft) => "s",
        /// Selects the role that players need.
        Role(draft: TournamentDraft) => "o",
        /// Selects how many games a player has at a time.
        Games(draft: TournamentDraft) => "n",
        /// Selects how long a round lasts.
        Days(draft: TournamentDraft) => "d",
        /// Selects how long vacations may last.
        Vacation(draft: TournamentDraft) => "v",
        /// Switches between rated and unrated.
        Rated(draft: TournamentDraft) => "r",
        /// Opens the modal for numbers, and is its custom id.
        Numbers(draft: TournamentDraft) => "u",
        /// Opens the modal for the name, and is its custom id.
        Make(draft: TournamentDraft) => "m",
    }
}

/// A tournament that has not been created yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TournamentDraft {
    /// The format.
    pub format: TournamentFormat,
    /// The game.
    pub variant: OfferedVariant,
    /// The time control.
    pub pace: Pace,
    /// Do the results count for ratings?
    pub is_rated: bool,
    /// How many may join.
    pub size: u8,
    /// The role that players need.
    pub role: Option<RoleId>,
    /// The lowest rating.
    pub from: Option<u16>,
    /// The highest rating.
    pub to: Option<u16>,
    /// When it starts.
    pub start: DraftStart,
    /// How many games a player has at a time; 0 for all.
    pub games: u8,
    /// How many days a round lasts; 0 for no deadline.
    pub days: u8,
    /// How many days of vacation count.
    pub vacation: u8,
}

id_enum! {
    /// When a tournament starts that has not been created yet.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum DraftStart {
        /// As soon as it is full.
        Full => "f",
        /// When the organiser starts it.
        Manually => "m",
        /// At a time, in minutes; 0 if it has not been set yet.
        At(minutes: u32) => "t",
    }
}

impl Field for TournamentDraft {
    fn encode(&self, id: &mut Encoder) {
        self.format.encode(id);
        self.variant.encode(id);
        self.pace.encode(id);
        self.is_rated.encode(id);
        self.size.encode(id);
        self.role.encode(id);
        self.from.encode(id);
        self.to.encode(id);
        self.start.encode(id);
        self.games.encode(id);
        self.days.encode(id);
        self.vacation.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        Some(Self {
            format: Field::decode(id)?,
            variant: Field::decode(id)?,
            pace: Field::decode(id)?,
            is_rated: Field::decode(id)?,
            size: Field::decode(id)?,
            role: Field::decode(id)?,
            from: Field::decode(id)?,
            to: Field::decode(id)?,
            start: Field::decode(id)?,
            games: Field::decode(id)?,
            days: Field::decode(id)?,
            vacation: Field::decode(id)?,
        })
    }
}

impl Field for EntrantId {
    fn encode(&self, id: &mut Encoder) {
        self.0.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        Field::decode(id).map(Self)
    }
}

impl Field for TournamentPlace {
    fn encode(&self, id: &mut Encoder) {
        (self.division as u32).encode(id);
        self.key.round.encode(id);
        self.key.board.encode(id);
        self.key.game.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        let division = u32::decode(id)? as usize;
        let key = GameKey {
            round: Field::decode(id)?,
            board: Field::decode(id)?,
            game: Field::decode(id)?,
        };
        Some(Self { division, key })
    }
}

impl Field for TournamentId {
    fn encode(&self, id: &mut Encoder) {
        self.0.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        Field::decode(id).map(Self)
    }
}

impl Field for RoleId {
    fn encode(&self, id: &mut Encoder) {
        self.0.encode(id);
    }

    fn decode(id: &mut Decoder<'_>) -> Option<Self> {
        Field::decode(id).map(Self)
    }
}

named_fields! {
    TournamentFormat: format_letter, |name| {
        TournamentFormat::ALL.iter().copied().find(|it| format_letter(*it) == name)
    };
    PairingResult: result_name, |name| RESULTS.into_iter().find(|it| result_name(*it) == name);
    Side: seat_name, |name| Side::BOTH.into_iter().find(|it| seat_name(*it) == name);
}

const fn format_letter(format: TournamentFormat) -> &'static str {
    match format {
        TournamentFormat::RoundRobin => "r",
        TournamentFormat::Swiss => "s",
        TournamentFormat::Knockout => "k",
        TournamentFormat::League => "l",
    }
}

/// All results.
const RESULTS: [PairingResult; 4] = [
    PairingResult::First,
    PairingResult::Second,
    PairingResult::Draw,
    PairingResult::Neither,
];

const fn result_name(result: PairingResult) -> &'static str {
    match result {
        PairingResult::First => "1",
        PairingResult::Second => "2",
        PairingResult::Draw => "d",
        PairingResult::Neither => "n",
    }
}

const fn seat_name(seat: Side) -> &'static str {
    match seat {
        Side::First => "1",
        Side::Second => "2",
    }
}
