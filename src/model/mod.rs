//! The vocabulary that all layers share: ids, moments, paces, events, challenge terms, notices.
//!
//! Plain data without SQL and without I/O. How a value is stored in a column is the business of
//! [`store`](crate::store); the ids derive `sqlx::Type` so that queries can bind them.
//!
//! - [`ids`]: users, guilds, channels, games, event numbers, interactions; [`time`]: moments.
//! - [`challenge`]: challenges and standing challenges; [`pace`]: time controls; [`variant`]: stored variants.
//! - [`game`]: a game's row and status; [`event`]: what happens in a game.
//! - [`computer`]: the computer as an opponent, and its jobs.
//! - [`tournament`]: tournaments, their entrants and events.
//! - [`rating`], [`vacation`], [`import`], [`puzzle`], [`ladder`].
//! - [`notice`]: outbox entries; [`message`], [`lobby`] and [`live_message`]: messages the bot has posted.

pub mod challenge;
pub mod computer;
pub mod event;
pub mod game;
pub mod ids;
pub mod import;
pub mod ladder;
pub mod live_message;
pub mod lobby;
pub mod message;
pub mod notice;
pub mod pace;
pub mod puzzle;
pub mod rating;
mod reply_token;
pub mod time;
pub mod tournament;
pub mod vacation;
pub mod variant;

pub use challenge::{
    Acceptance, Challenge, ChallengeState, DrawVersion, EarlierChallenge, Seat, StandingChallenge,
    Terms,
};
pub use computer::{
    Computer, ComputerJob, HintStep, JobKind, JobSubject, level_number, level_of_number,
};
pub use event::{Event, NewEvent, PastEvent};
pub use game::{EndReason, GameEnd, GameResult, GameRow, GameStatus};
pub use ids::{
    ChannelId, GameId, GameRef, ImportId, InteractionId, PlayerId, PuzzleId, RoleId, Seq, ServerId,
    TournamentId,
};
pub use import::Import;
pub use ladder::{LadderGame, LadderSetup, PastLadderEvent, ladder_result};
pub use live_message::{LiveMessage, LiveSubject};
pub use lobby::LobbyMessage;
pub use message::{MessageKind, PostedMessage};
pub use notice::{Bucket, Buckets, NewNotice, Recipient, ResponseState, UnsentNotice};
pub use pace::{Pace, PaceError};
pub use puzzle::{ClubPuzzle, ClubPuzzleState, DailyPuzzle, PuzzleAttempt, PuzzleRecord};
pub use rating::{Figures, Rating, RatingChange, Uncounted};
pub use reply_token::ReplyToken;
pub use time::Time;
pub use tournament::{
    EntrantRow, TournamentAct, TournamentEventRow, TournamentFormat, TournamentGameRow,
    TournamentNote, TournamentPlace, TournamentRow, TournamentStart, TournamentState,
    TournamentTerms, TournamentTitle,
};
pub use vacation::{Vacation, VacationPhase};
pub use variant::StoredVariant;
