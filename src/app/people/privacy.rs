//! Privacy: the export and the erasure of everything that is stored about a player.

use std::collections::HashMap;

use hexpost_tournament::EntrantId;
use hexpost_tournament::ladder::LadderEvent;
use serde_json::{Value, json};

use crate::app::challenge::{lobby, tell};
use crate::app::game::state::Game;
use crate::app::ladder::LadderState;
use crate::app::notify::notice::Notice;
use crate::app::people::settings;
use crate::app::tournament::forget_entrant;
use crate::app::{Act, App, AppError, MAX_ATTEMPTS, Refusal, retry};
use crate::model::{
    Challenge, ChallengeState, ClubPuzzle, GameId, GameRef, GameRow, Import, PastEvent,
    PastLadderEvent, PlayerId, ServerId, StandingChallenge, Time, Uncounted, Vacation,
};
use crate::store::rated_games::Counted;
use crate::store::{
    AnalysisRow, Connection, GameAnalysisRow, PlanRow, PositionQuestion, StoreError, Transaction,
};

/// What an erasure has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ErasureSummary {
    /// Running games that were resigned.
    pub resigned: usize,
    /// Challenges that were withdrawn or declined.
    pub challenges: usize,
}

impl App {
    /// Everything that is stored about a player.
    pub async fn export(&self, player: PlayerId, now: Time) -> Result<Value, AppError> {
        let mut conn = self.read().await?;
        let settings = settings::player(&mut conn, player).await?;
        let blocks = conn.blocks_of(player).await?;
        let mutes = conn.mutes_of(player).await?;
        let lessons = conn.lessons_of(player).await?;
        let plans = conn.plans_of(player).await?;
        let analyses = conn.analyses_of(player).await?;
        let notes = conn.notes_of(player).await?;
        let questions = conn.position_questions_of(player).await?;
        let game_analyses = conn.game_analyses_by(player).await?;
        let challenges = conn.challenges_of(player).await?;
        let ids = conn.games_of(player).await?;
        let drafts = conn.drafts_of(player).await?;
        let notices = conn.notices_of(player).await?;
        let vacations = conn.vacations_of(player).await?;
        let ratings = conn.ratings_of(player).await?;
        let rated = conn.counted_of(player).await?;
        let standing = conn.standing_of(player).await?;
        let follows = conn.follows_of(player).await?;
        let imports = conn.imports_of(player).await?;
        let puzzles = conn.puzzle_attempts_of(player).await?;
        let puzzle_ratings = conn.puzzle_records_of(player).await?;
        let club_puzzles = conn.club_puzzles_of(player).await?;
        let mut ladders = Vec::new();
        for (server, number) in conn.ladders_of(player).await? {
            ladders.push(ladder_json(
                server,
                number,
                &conn.ladder_events(server).await?,
            ));
        }
        let tournaments = tournaments_json(&mut conn, player).await?;
        drop(conn);
        let mut games = Vec::new();
        for id in ids {
            match self.read().await?.game_with_events(id).await {
                Ok(Some((row, events))) => games.push(game_json(row, events.ok(), player)),
                Ok(None) => {}
                Err(what @ StoreError::Damaged(_)) => {
                    games.push(json!({ "game": id, "problem": what.to_string() }));
                }
                Err(error) => return Err(error.into()),
            }
        }
        let drafts = drafts
            .iter()
            .map(|(game, draft)| json!({ "game": game, "steps": draft.steps, "at": draft.at }));
        let notices = notices
            .iter()
            .map(|notice| serde_json::from_str(notice).unwrap_or_else(|_| json!(notice)));
        let lessons = lessons
            .iter()
            .map(|(name, at)| json!({ "lesson": name, "solved_at": at }));
        Ok(json!({
            "player": player,
            "exported_at": now,
            "settings": settings,
            "blocked": blocks,
            "muted": mutes,
            "vacations": vacations.iter().map(vacation_json).collect::<Vec<_>>(),
            "lessons": lessons.collect::<Vec<_>>(),
            "tournaments": tournaments,
            "puzzles": puzzles,
            "puzzle_ratings": puzzle_ratings.into_iter().collect::<HashMap<_, _>>(),
            "club_puzzles": club_puzzles.iter().map(club_puzzle_json).collect::<Vec<_>>(),
            "ladders": ladders,
            "challenges": challenges.iter().map(challenge_json).collect::<Vec<_>>(),
            "games": games,
            "standing": standing.iter().map(standing_json).collect::<Vec<_>>(),
            "followed": follows.iter().map(follow_json).collect::<Vec<_>>(),
            "drafts": drafts.collect::<Vec<_>>(),
            "notices": notices.collect::<Vec<Value>>(),
            "ratings": ratings.into_iter().collect::<HashMap<_, _>>(),
            "rated_games": rated.iter().map(rated_json).collect::<Vec<_>>(),
            "imports": imports.iter().map(import_json).collect::<Vec<_>>(),
            "plans": plans.iter().map(plan_json).collect::<Vec<_>>(),
            "analyses": analyses.iter().map(analysis_json).collect::<Vec<_>>(),
            "notes": notes.iter().map(note_json).collect::<Vec<_>>(),
            "questions": questions.iter().map(question_json).collect::<Vec<_>>(),
            "game_analyses": game_analyses.iter().map(game_analysis_json).collect::<Vec<_>>(),
        }))
    }

    /// Erases a player's data at once. Their games are kept without their id; running ones are
    /// resigned. If it is interrupted, repeating it completes it.
    pub async fn forget(&self, act: &Act) -> Result<ErasureSummary, AppError> {
        retry!(self.try_forget(act))
    }

    async fn try_forget(&self, act: &Act) -> Result<ErasureSummary, AppError> {
        let mut forgotten = ErasureSummary::default();
        for _ in 0..MAX_ATTEMPTS {
            let running = self.read().await?.running_games(act.by).await?;
            for row in running {
                match self.resign_for(act.by, row.id, act.now).await {
                    Ok(()) => forgotten.resigned += 1,
                    // The game is over or has changed: the next round looks at it again.
                    Err(AppError::Refused(_)) => {}
                    Err(no) => return Err(no),
                }
            }
            // From here on nobody else starts a game with this player. If a game has started in the meantime, it takes another
            // round.
            let mut tx = self.store.begin().await?;
            tx.lock_players(&[act.by]).await?;
            if tx.running_games(act.by).await?.is_empty() {
                forgotten.challenges = close_challenges(&mut tx, act).await?;
                tx.drop_notices_of(act.by).await?;
                tx.drop_drafts_of(act.by).await?;
                tx.drop_mutes_of(act.by).await?;
                tx.drop_vacations_of(act.by).await?;
                tx.drop_follows_of(act.by).await?;
                // Before the imported games, whose analyses go with them.
                tx.forget_in_game_analyses(act.by).await?;
                tx.drop_position_questions_of(act.by).await?;
                tx.drop_imports_of(act.by).await?;
                tx.drop_lessons_of(act.by).await?;
                tx.drop_puzzle_attempts_of(act.by).await?;
                tx.drop_puzzle_records_of(act.by).await?;
                // While the games still tell whose they are.
                tx.drop_club_puzzles_of(act.by).await?;
                tx.drop_private_posts_of(act.by).await?;
                tx.drop_plans_of(act.by).await?;
                tx.drop_analyses_of(act.by).await?;
                tx.drop_notes_of(act.by).await?;
                tx.drop_reply_tokens_of(act.by).await?;
                forget_entrant(&mut tx, act).await?;
                tx.drop_player(act.by).await?;
                tx.forget_in_challenges(act.by).await?;
                tx.forget_in_games(act.by).await?;
                tx.drop_ratings_of(act.by).await?;
                tx.forget_in_rated_games(act.by).await?;
                leave_ladders(&mut tx, act).await?;
                self.store.erase(tx).await?;
                return Ok(forgotten);
            }
        }
        Err(Refusal::Stale.into())
    }
}

/// Takes a player off all ladders, and forgets which of their numbers were the player's.
async fn leave_ladders(tx: &mut Transaction, act: &Act) -> Result<(), AppError> {
    for (server, player) in tx.ladders_of(act.by).await? {
        tx.lock_ladder(server).await?;
        let state = LadderState::load(tx, server).await?;
        if state.is_some_and(|state| state.ladder.place(player).is_some()) {
            let event = LadderEvent::Left { player };
            tx.add_ladder_event(server, &event, None, act.now).await?;
        }
    }
    Ok(tx.forget_in_ladders(act.by).await?)
}

/// Withdraws and declines a player's open challenges, and tells the other players.
async fn close_challenges(tx: &mut Transaction, act: &Act) -> Result<usize, AppError> {
    let mut open = tx.open_challenges_by(act.by).await?;
    open.extend(tx.open_challenges_to(act.by).await?);
    let count = open.len();
    for challenge in open {
        let (state, notice, whom) = if challenge.challenger == Some(act.by) {
            (
                ChallengeState::Withdrawn,
                Notice::Withdrawn,
                challenge.opponent,
            )
        } else {
            (
                ChallengeState::Declined,
                Notice::Declined,
                challenge.challenger,
            )
        };
        tx.decide(challenge.id, state, act.now).await?;
        tell(tx, challenge.id, &notice, whom, act.now).await?;
        lobby::schedule_update(tx, &challenge, act.now).await?;
    }
    for standing in tx.standing_of(act.by).await? {
        tx.drop_standing(standing.id).await?;
    }
    Ok(count)
}

/// The tournaments in which a player takes or took part or that they organise, with what they decided.
async fn tournaments_json(conn: &mut Connection, player: PlayerId) -> Result<Vec<Value>, AppError> {
    let mut all = Vec::new();
    for row in conn.all_tournaments_of(player).await? {
        let entrants = conn.entrants_of(row.id).await?;
        let entrant = entrants.iter().find(|it| it.player == Some(player));
        let events = conn.tournament_events(row.id).await?;
        let own = events.iter().filter(|event| event.by == Some(player));
        let titles = conn.titles_in(row.id).await?;
        all.push(json!({
            "tournament": row.id,
            "name": row.name,
            "server": row.server,
            "organiser": row.organiser == Some(player),
            "entrant": entrant.map(|it| json!({
                "number": it.number,
                "rating": it.rating,
                "division": it.division + 1,
                "joined_at": it.joined_at,
            })),
            "decisions": own.map(|event| json!({ "at": event.at, "event": event.act })).collect::<Vec<_>>(),
            "won": titles.iter().any(|(_, winner)| *winner == player),
        }));
    }
    Ok(all)
}

/// A game with its record, if it replays, and with all its events.
fn game_json(row: GameRow, events: Option<Vec<PastEvent>>, player: PlayerId) -> Value {
    let side = row.side_of(player);
    let mut json = json!({
        "game": row.id,
        "server": row.server,
        "channel": row.channel,
        "thread": row.thread,
        "side": side,
        "computer": row.computer.map(|computer| {
            json!({ "side": computer.side, "level": computer.level.to_string() })
        }),
        "given": row.given,
        "kind": row.variant.game_name(),
        "variant": row.variant.name(),
        "rules": row.rules,
        "frozen": row.frozen,
        "winner": row.status.end.as_ref().and_then(|end| end.winner),
        "how": row.status.end.as_ref().map(|end| end.how.as_str()),
        "finished_at": row.status.end.as_ref().map(|end| end.at),
        "started_at": row.started_at,
        "pace": row.pace,
        "rated": row.is_rated,
        "rating_rules": row.rating_rules,
        "uncounted": row.uncounted.map(Uncounted::as_str),
        "seen": side.map(|side| row.seen[side]),
        "acted": side.map(|side| row.acted[side]),
        "events": events,
    });
    let game = Game::replayed(row, &events.unwrap_or_default());
    json["record"] = game.map_or(Value::Null, |game| json!(game.record));
    json
}

/// A player's number on a ladder, and the events of the ladder that name it.
fn ladder_json(server: ServerId, number: EntrantId, events: &[PastLadderEvent]) -> Value {
    let own = events.iter().filter(|past| match &past.event {
        LadderEvent::Joined { player } | LadderEvent::Left { player } => *player == number,
        LadderEvent::Challenged {
            challenger,
            opponent,
            ..
        } => [challenger, opponent].contains(&&number),
        LadderEvent::Ended { .. } => false,
    });
    let own = own.map(|past| json!({ "event": past.event, "at": past.at }));
    json!({ "server": server, "number": number, "events": own.collect::<Vec<_>>() })
}

fn vacation_json(vacation: &Vacation) -> Value {
    json!({ "starts_at": vacation.starts_at, "ends_at": vacation.ends_at })
}

fn rated_json(half: &Counted) -> Value {
    json!({
        "game": half.game,
        "kind": half.kind,
        "before": half.shift.before,
        "after": half.shift.after,
    })
}

fn standing_json(standing: &StandingChallenge) -> Value {
    json!({
        "standing": standing.id,
        "challenge": standing.challenge,
        "most": standing.most,
        "open": standing.is_open,
    })
}

fn follow_json((game, is_told): &(GameId, bool)) -> Value {
    json!({ "game": game, "told": is_told })
}

fn import_json(import: &Import) -> Value {
    json!({
        "import": import.id,
        "kind": import.variant.game_name(),
        "variant": import.variant.name(),
        "record": import.record,
        "at": import.at,
    })
}

/// A stored text as JSON if it is JSON, otherwise as a string.
fn inner(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| json!(text))
}

fn plan_json(row: &PlanRow) -> Value {
    json!({ "game": row.game, "plan": inner(&row.plan), "at": row.at })
}

fn analysis_json(row: &AnalysisRow) -> Value {
    json!({
        "number": row.number,
        "game": row.game,
        "board": inner(&row.board),
        "at": row.at,
    })
}

fn question_json(question: &PositionQuestion) -> Value {
    json!({
        "position": question.code,
        "answer": question.found.as_deref().map(inner),
        "at": question.asked_at,
    })
}

fn game_analysis_json(row: &GameAnalysisRow) -> Value {
    json!({
        "game": row.game.number(),
        "asked_at": row.asked_at,
        "finished_at": row.finished_at,
    })
}

fn club_puzzle_json(club: &ClubPuzzle) -> Value {
    let (puzzle, line) = club.puzzle.clone().unzip();
    json!({
        "game": club.game,
        "server": club.server,
        "puzzle": puzzle,
        "line": line,
        "suggested_by": club.suggested_by,
        "state": club.state.as_str(),
        "suggested_at": club.suggested_at,
        "decided_at": club.decided_at,
    })
}

fn note_json((game, note, at): &(GameRef, String, Time)) -> Value {
    json!({ "game": game.number(), "note": note, "at": at })
}

fn challenge_json(challenge: &Challenge) -> Value {
    let Challenge { id, terms, .. } = challenge;
    let id: GameId = *id;
    json!({
        "challenge": id,
        "server": challenge.server,
        "channel": challenge.channel,
        "challenger": challenge.challenger,
        "opponent": challenge.opponent,
        "game": terms.variant.game_name(),
        "variant": terms.variant.name(),
        "seat": terms.seat.as_str(),
        "pace": terms.pace,
        "rated": terms.is_rated,
        "note": terms.note,
        "state": challenge.state.as_str(),
        "made_at": challenge.made_at,
        "decided_at": challenge.decided_at,
        "standing": challenge.standing,
    })
}
