//! Challenges: making, accepting, declining, withdrawing and expiring them.

pub(crate) mod at_once;
pub mod fair_draw;
pub(crate) mod lobby;
pub mod standing;

use hexpost_engine::record::RULES_VERSION;
use hexpost_engine::side::{BySide, Side};

use crate::app::game::state::Game;
use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::time::reminders::Reminders;
use crate::app::{Act, App, AppError, Refusal, rating, retry};
use crate::model::{
    Acceptance, Challenge, ChallengeState, ChannelId, DrawVersion, GameId, GameRow, GameStatus,
    PlayerId, Seat, Seq, ServerId, StandingChallenge, Terms, Time,
};
use crate::store::finished_games::FinishedFilter;
use crate::store::{Connection, StoreError, Transaction};
use fair_draw::{DrawCheck, FairDraw, Source};
use standing::{MAX_STANDING, offer_again};

/// Maximum length of a challenge's note, in characters.
const MAX_NOTE: usize = 200;

/// A challenge to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewChallenge {
    /// The challenged player; `None` if anyone may accept.
    pub opponent: Option<Opponent>,
    /// The server on which the challenge is made, if any.
    pub server: Option<ServerId>,
    /// The channel in which the challenge is made.
    pub channel: Option<ChannelId>,
    /// The terms of the game.
    pub terms: Terms,
}

/// A challenged player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Opponent {
    /// The user.
    pub id: PlayerId,
    /// Is the user a bot?
    pub is_bot: bool,
}

/// A game that has just started.
#[derive(Clone, Debug)]
pub struct Started {
    /// The game.
    pub game: Game,
    /// The draw of sides and deal: that of this game, or of the aborted game before it.
    pub draw: FairDraw,
}

/// Withdraws a challenge and tells the challenged player.
async fn withdrawn(
    tx: Transaction,
    challenge: Challenge,
    now: Time,
) -> Result<Challenge, AppError> {
    let recipient = challenge.opponent;
    let notice = Notice::Withdrawn;
    close(
        tx,
        challenge,
        ChallengeState::Withdrawn,
        &notice,
        recipient,
        now,
    )
    .await
}

/// Are two terms equal, if the seat of `b` is replaced by `seat`? Notes make no difference.
fn is_same(a: &Terms, b: &Terms, seat: Seat) -> bool {
    (&a.variant, a.seat, a.pace, a.is_rated) == (&b.variant, seat, b.pace, b.is_rated)
}

impl App {
    /// Makes a challenge.
    pub async fn challenge(&self, act: &Act, new: NewChallenge) -> Result<Challenge, AppError> {
        self.make_challenge(act, new, None).await
    }

    /// Makes a challenge. With `at_once` it is a standing challenge, which is offered again as long as
    /// fewer than this number of its games are running.
    pub(crate) async fn make_challenge(
        &self,
        act: &Act,
        new: NewChallenge,
        at_once: Option<i64>,
    ) -> Result<Challenge, AppError> {
        retry!(self.try_challenge(act, new.clone(), at_once))
    }

    async fn try_challenge(
        &self,
        act: &Act,
        new: NewChallenge,
        at_once: Option<i64>,
    ) -> Result<Challenge, AppError> {
        let mut terms = new.terms;
        check_terms(&mut terms)?;
        let opponent = new.opponent.map(|opponent| opponent.id);
        if opponent == Some(act.by) {
            return Err(Refusal::Oneself.into());
        }
        if new.opponent.is_some_and(|opponent| opponent.is_bot) {
            return Err(Refusal::Bot.into());
        }
        let mut tx = self.store.begin().await?;
        // Two players may challenge each other at the same time.
        let players: Vec<PlayerId> = opponent.into_iter().chain([act.by]).collect();
        tx.lock_players(&players).await?;
        check_place(&mut tx, new.server, new.channel).await?;
        check_contact(&mut tx, act.by, opponent).await?;
        self.check_open(&mut tx, act, (opponent, new.server), &terms)
            .await?;
        if at_once.is_some() && tx.standing_of(act.by).await?.len() >= MAX_STANDING {
            return Err(Refusal::TooManyStanding(MAX_STANDING).into());
        }
        let life = match at_once {
            Some(_) => standing::LIFE,
            None => self.limits.challenge_life,
        };
        let mut challenge = Challenge {
            id: GameId(0),
            server: new.server,
            channel: new.channel,
            challenger: Some(act.by),
            opponent,
            terms,
            secret: fair_draw::secret(),
            draw_version: DrawVersion::LATEST,
            state: ChallengeState::Open,
            made_at: act.now,
            expires_at: Some(act.now + life),
            decided_at: None,
            action: None,
            card: None,
            keeps: None,
            standing: None,
        };
        if let Some(opponent) = opponent {
            let source = source(&mut tx, &challenge, opponent).await?;
            challenge.keeps = source.map(|source| source.challenge.id);
        }
        challenge.id = tx.add_challenge(&challenge).await?;
        if let Some(most) = at_once {
            let id = challenge.id;
            challenge.standing = Some(id);
            tx.set_challenge_standing(id, id).await?;
            let standing = StandingChallenge {
                id,
                player: act.by,
                challenge: id,
                most,
                is_open: true,
            };
            tx.set_standing(&standing).await?;
        }
        lobby::schedule_update(&mut tx, &challenge, act.now).await?;
        let notice = &Notice::Challenged;
        tell(&mut tx, challenge.id, notice, opponent, act.now).await?;
        tx.commit().await?;
        Ok(challenge)
    }

    /// Checks a new challenge against the open ones: there must be no identical one, none from the
    /// opponent that offers the same from the other side, and not too many.
    async fn check_open(
        &self,
        conn: &mut Connection,
        act: &Act,
        (opponent, server): (Option<PlayerId>, Option<ServerId>),
        terms: &Terms,
    ) -> Result<(), AppError> {
        let is_alive = |challenge: &&Challenge| challenge.expires_at > Some(act.now);
        let own = conn.open_challenges_by(act.by).await?;
        let is_identical = |other: &&Challenge| {
            other.opponent == opponent && is_same(&other.terms, terms, terms.seat)
        };
        if let Some(other) = own.iter().filter(is_alive).find(is_identical) {
            return Err(Refusal::Identical(other.id).into());
        }
        let received = conn.open_challenges_to(act.by).await?;
        let is_crossing = |other: &&Challenge| {
            opponent.is_some()
                && other.challenger == opponent
                && other.server == server
                && is_same(&other.terms, terms, terms.seat.from_across())
        };
        if let Some(other) = received.iter().filter(is_alive).find(is_crossing) {
            return Err(Refusal::Crossing(other.id).into());
        }
        if own.iter().filter(is_alive).count() >= self.limits.open_challenges {
            return Err(Refusal::TooMany(self.limits.open_challenges).into());
        }
        Ok(())
    }

    /// Accepts a challenge and starts the game.
    pub async fn accept(&self, act: &Act, id: GameId) -> Result<Started, AppError> {
        retry!(self.try_accept(act, id))
    }

    async fn try_accept(&self, act: &Act, id: GameId) -> Result<Started, AppError> {
        let mut tx = self.store.begin().await?;
        let challenge = open_challenge(&mut tx, id, act.now).await?;
        let challenger = challenge.challenger.ok_or(Refusal::UnknownChallenge)?;
        // Until the game is there, neither player goes on vacation or is forgotten, and nobody else
        // accepts.
        tx.lock_players(&[challenger, act.by]).await?;
        tx.lock_challenge(id).await?;
        let mut challenge = open_challenge(&mut tx, id, act.now).await?;
        let challenger = challenge.challenger.ok_or(Refusal::UnknownChallenge)?;
        if challenger == act.by {
            return Err(Refusal::OwnChallenge.into());
        }
        if challenge
            .opponent
            .is_some_and(|opponent| opponent != act.by)
        {
            return Err(Refusal::NotForYou.into());
        }
        if is_blocked(&mut tx, challenger, act.by).await? {
            return Err(Refusal::Blocked.into());
        }
        let source = source(&mut tx, &challenge, act.by).await?;
        challenge.keeps = source.as_ref().map(|source| source.challenge.id);
        if challenge.draw_version == DrawVersion::Second {
            // If the card is still being sent, its id is not known yet.
            challenge.card = Some(tx.card(id).await?.unwrap_or_default());
        }
        let kept = source
            .as_ref()
            .and_then(|kept| FairDraw::of(&kept.challenge));
        let draw = kept.unwrap_or_else(|| FairDraw::new(&challenge, act.interaction));
        let mut game = begun(&challenge, Some(act.by), &draw, source.as_ref(), act.now)?;
        let reminders = match game.row.players.first {
            Some(first) => settings::player(&mut tx, first).await?.reminders,
            None => Reminders::default(),
        };
        game.reschedule(&reminders, act.now);
        let acceptance = Acceptance {
            action: act.interaction,
            card: challenge.card,
            keeps: challenge.keeps,
        };
        if !tx.accept(id, &acceptance, act.now).await? {
            return Err(Refusal::Decided(ChallengeState::Accepted).into());
        }
        tx.add_game(&game.row).await?;
        for player in game.row.players.iter().flatten() {
            tx.reschedule_vacation(*player, id, act.now).await?;
        }
        let first = game.row.players.first;
        tell(&mut tx, id, &Notice::Started, first, act.now).await?;
        lobby::schedule_update(&mut tx, &challenge, act.now).await?;
        offer_again(&mut tx, &challenge, act.now).await?;
        tx.commit().await?;
        Ok(Started { game, draw })
    }

    /// Declines a challenge.
    pub async fn decline(&self, act: &Act, id: GameId) -> Result<Challenge, AppError> {
        retry!(self.try_decline(act, id))
    }

    async fn try_decline(&self, act: &Act, id: GameId) -> Result<Challenge, AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_challenge(id).await?;
        let challenge = open_challenge(&mut tx, id, act.now).await?;
        if challenge.opponent != Some(act.by) {
            return Err(Refusal::NotForYou.into());
        }
        let recipient = challenge.challenger;
        close(
            tx,
            challenge,
            ChallengeState::Declined,
            &Notice::Declined,
            recipient,
            act.now,
        )
        .await
    }

    /// Withdraws one's own challenge.
    pub async fn withdraw(&self, act: &Act, id: GameId) -> Result<Challenge, AppError> {
        retry!(self.try_withdraw(act, id))
    }

    async fn try_withdraw(&self, act: &Act, id: GameId) -> Result<Challenge, AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_challenge(id).await?;
        let challenge = open_challenge(&mut tx, id, act.now).await?;
        if challenge.challenger != Some(act.by) {
            return Err(Refusal::NotForYou.into());
        }
        withdrawn(tx, challenge, act.now).await
    }

    /// Removes another user's challenge, as a moderator. The caller checks whether the user is one.
    pub async fn remove_challenge(&self, act: &Act, id: GameId) -> Result<Challenge, AppError> {
        retry!(self.try_remove(act, id))
    }

    async fn try_remove(&self, act: &Act, id: GameId) -> Result<Challenge, AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_challenge(id).await?;
        let challenge = open_challenge(&mut tx, id, act.now).await?;
        withdrawn(tx, challenge, act.now).await
    }

    /// Closes a challenge that has expired; false if it was decided in the meantime.
    pub(crate) async fn expire(&self, id: GameId, now: Time) -> Result<bool, AppError> {
        retry!(self.try_expire(id, now))
    }

    async fn try_expire(&self, id: GameId, now: Time) -> Result<bool, AppError> {
        let mut tx = self.store.begin().await?;
        tx.lock_challenge(id).await?;
        let Some(challenge) = tx.challenge(id).await? else {
            return Ok(false);
        };
        if challenge.expires_at.is_none_or(|expires| expires > now) {
            return Ok(false);
        }
        let recipient = challenge.challenger;
        close(
            tx,
            challenge,
            ChallengeState::Expired,
            &Notice::Expired,
            recipient,
            now,
        )
        .await?;
        Ok(true)
    }

    /// The finished game to which a challenge is the rematch: the last one of these two players in this
    /// variant, if the challenge offers it at the same pace with the sides swapped.
    pub async fn rematch_of(&self, challenge: &Challenge) -> Result<Option<GameId>, AppError> {
        let terms = &challenge.terms;
        let (Some(challenger), Some(opponent)) = (challenge.challenger, challenge.opponent) else {
            return Ok(None);
        };
        let name = terms.variant.name();
        let filter = FinishedFilter {
            opponent: Some(opponent),
            game: Some(terms.variant.game_name()),
            variant: Some(&name),
            score: None,
        };
        let made = (challenge.made_at, GameId(i64::MAX));
        let mut conn = self.read().await?;
        let last = conn.past_games(challenger, &filter, Some(made), 1).await?;
        let is_rematch = |row: &GameRow| {
            let swapped = match row.side_of(challenger) {
                Some(Side::First) => Seat::Theirs,
                _ => Seat::Mine,
            };
            challenge.keeps.is_none() && row.pace == terms.pace && terms.seat == swapped
        };
        Ok(last.first().filter(|row| is_rematch(row)).map(|row| row.id))
    }

    /// Was anything about a game drawn?
    pub async fn is_drawn(&self, id: GameId) -> Result<bool, AppError> {
        let verdict = self.verify(id).await?;
        Ok(verdict.is_some_and(|verdict| verdict.are_sides_drawn || verdict.is_deal_drawn))
    }

    /// Compares a game with its draw of sides and deal; `None` while it is only a challenge.
    pub async fn verify(&self, id: GameId) -> Result<Option<DrawCheck>, AppError> {
        let mut conn = self.read().await?;
        let challenge = conn.challenge(id).await?;
        let challenge = challenge.ok_or(Refusal::UnknownGame)?;
        let Some(game) = conn.game(id).await? else {
            return Ok(None);
        };
        verdict(&mut conn, &challenge, &game).await
    }
}

/// Compares a game with its own draw, or with the one it keeps.
pub(crate) async fn verdict(
    conn: &mut Connection,
    challenge: &Challenge,
    game: &GameRow,
) -> Result<Option<DrawCheck>, AppError> {
    let source = match challenge.keeps {
        Some(id) => loaded(conn, id).await?,
        None => None,
    };
    Ok(DrawCheck::new(challenge, game, source.as_ref()))
}

/// An aborted game with its challenge; `None` if either does not exist.
async fn loaded(conn: &mut Connection, id: GameId) -> Result<Option<Source>, AppError> {
    let (challenge, game) = (conn.challenge(id).await?, conn.game(id).await?);
    let both = challenge.zip(game);
    Ok(both.map(|(challenge, game)| Source { challenge, game }))
}

/// The aborted game whose sides and deal are kept when these two players repeat its challenge.
async fn source(
    tx: &mut Transaction,
    challenge: &Challenge,
    acceptor: PlayerId,
) -> Result<Option<Source>, AppError> {
    if !fair_draw::is_drawn(&challenge.terms) {
        return Ok(None);
    }
    let kept = if challenge.keeps.is_some() {
        challenge.keeps
    } else {
        let earlier = tx.earlier(challenge, acceptor).await?;
        earlier.and_then(|earlier| fair_draw::kept(&earlier, challenge.made_at))
    };
    let source = match kept {
        Some(id) => loaded(tx, id).await?,
        None => None,
    };
    // A player whose data were erased meanwhile can't be seated again.
    let is_there = |player| move |source: &Source| source.game.side_of(player).is_some();
    let source = source.filter(is_there(acceptor));
    Ok(source.filter(|source| {
        challenge
            .challenger
            .is_some_and(|one| is_there(one)(source))
    }))
}

/// The game that results from a challenge. Without an acceptor a seat stays free.
pub(crate) fn begun(
    challenge: &Challenge,
    acceptor: Option<PlayerId>,
    draw: &FairDraw,
    source: Option<&Source>,
    now: Time,
) -> Result<Game, AppError> {
    let terms = &challenge.terms;
    let decided = fair_draw::decided(challenge, acceptor, draw, source);
    let (variant, players) = decided.map_err(Refusal::Variant)?;
    let row = GameRow {
        id: challenge.id,
        server: challenge.server,
        channel: challenge.channel,
        thread: None,
        players,
        variant: variant.into(),
        rules: i64::from(RULES_VERSION),
        pace: terms.pace,
        // Old challenges may be rated without a clock, which is not allowed any more.
        is_rated: terms.is_rated && terms.pace.is_some(),
        started_at: now,
        status: GameStatus {
            seq: Seq::START,
            position_seq: Seq::START,
            plies: 0,
            to_move: None,
            turn_at: now,
            deadline: None,
            due_at: None,
            end: None,
        },
        frozen: None,
        damage: None,
        seen: BySide::default(),
        acted: BySide::default(),
        computer: None,
        given: 0,
        rating_rules: rating::RULES,
        uncounted: None,
        tournament: None,
    };
    let game = Game::new(row).map_err(|why| StoreError::Damaged(why.to_string()))?;
    Ok(game)
}

pub(crate) fn check_terms(terms: &mut Terms) -> Result<(), Refusal> {
    terms.variant.deal(0).map_err(Refusal::Variant)?;
    if terms.pace.is_some_and(|pace| !pace.is_sound()) {
        return Err(Refusal::Days);
    }
    // Without a clock, a player who is about to lose could just stop playing, and the game would never
    // count.
    if terms.is_rated && terms.pace.is_none() {
        return Err(Refusal::RatedClock);
    }
    let note = terms.note.take().unwrap_or_default();
    let note: String = note.chars().filter(|sign| !sign.is_control()).collect();
    let note = note.trim();
    if note.chars().count() > MAX_NOTE {
        return Err(Refusal::Note(MAX_NOTE));
    }
    terms.note = (!note.is_empty()).then(|| note.to_owned());
    Ok(())
}

/// Checks that an opponent accepts challenges from a player.
async fn check_contact(
    conn: &mut Connection,
    player: PlayerId,
    opponent: Option<PlayerId>,
) -> Result<(), AppError> {
    let Some(opponent) = opponent else {
        return Ok(());
    };
    if is_blocked(conn, player, opponent).await? {
        return Err(Refusal::Blocked.into());
    }
    let wants_no_strangers = settings::player(conn, opponent).await?.no_strangers;
    if wants_no_strangers && !conn.have_met(player, opponent).await? {
        return Err(Refusal::Stranger.into());
    }
    Ok(())
}

/// Checks that games may be started in a channel.
pub(crate) async fn check_place(
    conn: &mut Connection,
    server: Option<ServerId>,
    channel: Option<ChannelId>,
) -> Result<(), AppError> {
    let Some(server) = server else {
        return Ok(());
    };
    let allowed = settings::server(conn, server).await?.channels;
    if !allowed.is_empty() && !is_place(conn, &allowed, channel).await? {
        return Err(Refusal::WrongChannel(allowed).into());
    }
    Ok(())
}

/// Is a channel one of those in which games may be started? A game's own thread counts as well: it was
/// created from one of them.
async fn is_place(
    conn: &mut Connection,
    allowed: &[ChannelId],
    channel: Option<ChannelId>,
) -> Result<bool, AppError> {
    match channel {
        Some(channel) if allowed.contains(&channel) => Ok(true),
        Some(channel) => Ok(conn.thread_game(channel).await?.is_some()),
        None => Ok(false),
    }
}

/// Has one of two players blocked the other?
pub(crate) async fn is_blocked(
    conn: &mut Connection,
    one: PlayerId,
    other: PlayerId,
) -> Result<bool, AppError> {
    Ok(conn.has_blocked(one, other).await? || conn.has_blocked(other, one).await?)
}

async fn open_challenge(
    tx: &mut Transaction,
    id: GameId,
    now: Time,
) -> Result<Challenge, AppError> {
    let challenge = tx.challenge(id).await?;
    let challenge = challenge.ok_or(Refusal::UnknownChallenge)?;
    match (challenge.state, challenge.expires_at) {
        (ChallengeState::Open, Some(expires)) if expires > now => Ok(challenge),
        (ChallengeState::Open, _) => Err(Refusal::Decided(ChallengeState::Expired).into()),
        (state, _) => Err(Refusal::Decided(state).into()),
    }
}

pub(crate) async fn close(
    mut tx: Transaction,
    mut challenge: Challenge,
    state: ChallengeState,
    notice: &Notice,
    recipient: Option<PlayerId>,
    now: Time,
) -> Result<Challenge, AppError> {
    if !tx.decide(challenge.id, state, now).await? {
        return Err(Refusal::Decided(state).into());
    }
    tell(&mut tx, challenge.id, notice, recipient, now).await?;
    lobby::schedule_update(&mut tx, &challenge, now).await?;
    // A standing challenge that is declined or expires is not offered again.
    if let Some(standing) = challenge.standing {
        tx.drop_standing(standing).await?;
    }
    tx.commit().await?;
    challenge.state = state;
    challenge.expires_at = None;
    challenge.decided_at = Some(now);
    Ok(challenge)
}

pub(crate) async fn tell(
    tx: &mut Transaction,
    id: GameId,
    notice: &Notice,
    recipient: Option<PlayerId>,
    now: Time,
) -> Result<(), AppError> {
    let notice = notice.written(id, Seq::START, recipient);
    Ok(tx.add_notice(id, &notice, now).await?)
}
