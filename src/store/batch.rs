//! Many who write at once share one transaction, and one wait for the disk.
//!
//! Each table gets one statement for the whole batch. That matters more than the shared wait: every
//! statement is a way to SQLite's thread and back.

use std::collections::HashSet;

use hexpost_engine::side::BySide;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::store::events::NewEvent;
use crate::store::games::{Game, Standing, side_code};
use crate::store::interactions::Claim;
use crate::store::outbox::NewNotice;
use crate::store::rated_games::Contest;
use crate::store::session::{Pen, Writer};
use crate::store::{GameId, StoreError, Time};

/// As many share one transaction, at most.
const LARGEST: usize = 64;
/// As many wait for the next one, at most; who comes then waits to wait.
const WAITING: usize = 1024;

/// Events to be added to a game, with what follows from them.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// How it was when it was read; it must still be that.
    pub was: Was,
    /// How it stands afterwards.
    pub standing: Standing,
    /// Why it no longer replays, if so.
    pub frozen: Option<String>,
    /// The board each player has seen.
    pub seen: BySide<i64>,
    /// The board that stood when each player last interacted with the game.
    pub acted: BySide<i64>,
    /// The events, in order.
    pub events: Vec<NewEvent>,
    /// What is to be told.
    pub notices: Vec<NewNotice>,
    /// What is to be counted, if a rated game ends.
    pub contest: Option<Contest>,
    /// The moment.
    pub at: Time,
}

impl Append {
    /// Something to be written about a game as it was read, which so far changes nothing.
    pub fn to(game: &Game, at: Time) -> Self {
        Self {
            game: game.id,
            was: Was {
                seq: game.standing.seq,
                due_at: game.standing.due_at,
                frozen: game.frozen.clone(),
                seen: game.seen,
                acted: game.acted,
                plans: None,
            },
            standing: game.standing.clone(),
            frozen: game.frozen.clone(),
            seen: game.seen,
            acted: game.acted,
            events: Vec::new(),
            notices: Vec::new(),
            contest: None,
            at,
        }
    }
}

/// What must not have changed since a game was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Was {
    /// The last event.
    pub seq: i64,
    /// When it was due.
    pub due_at: Option<Time>,
    /// Why it no longer replayed, if so.
    pub frozen: Option<String>,
    /// The board each player had seen.
    pub seen: BySide<i64>,
    /// The board that stood when each player last interacted with the game.
    pub acted: BySide<i64>,
    /// The versions of both players' plans, added up, if they were looked at.
    pub plans: Option<i64>,
}

/// What became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is on disk.
    Done,
    /// The game is not as it was: nothing was changed.
    Conflict,
    /// The same interaction has been dealt with before: nothing was changed.
    Repeated,
}

type Answer = Result<Appended, StoreError>;

/// Something to be written, and the delivery of an interaction it is written for.
#[derive(Debug)]
struct Entry {
    append: Append,
    claim: Option<Claim>,
}

/// The queue for the next transaction.
#[derive(Debug)]
pub(super) struct Batches {
    queue: mpsc::Sender<(Entry, oneshot::Sender<Answer>)>,
    task: JoinHandle<()>,
}

impl Batches {
    pub(super) fn start(writer: Writer) -> Self {
        let (queue, mut waiting) = mpsc::channel::<(Entry, oneshot::Sender<Answer>)>(WAITING);
        // A task of its own, so that a caller who goes away takes nobody's transaction along.
        let task = tokio::spawn(async move {
            let mut batch = Vec::new();
            while waiting.recv_many(&mut batch, LARGEST).await > 0 {
                write(&writer, &mut batch).await;
            }
        });
        Self { queue, task }
    }

    pub(super) async fn append(&self, append: Append, claim: Option<Claim>) -> Answer {
        let (sender, answer) = oneshot::channel();
        let queued = self.queue.send((Entry { append, claim }, sender)).await;
        queued.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }

    /// Waits for what is in the queue.
    pub(super) async fn close(self) {
        drop(self.queue);
        // It only ends when the queue is empty; if it panicked, there is nothing to wait for.
        let _ = self.task.await;
    }
}

/// Writes a batch and answers everyone in it.
async fn write(writer: &Writer, batch: &mut Vec<(Entry, oneshot::Sender<Answer>)>) {
    let (entries, senders): (Vec<_>, Vec<_>) = batch.drain(..).unzip();
    let mut pen = writer.lock().await;
    match transact(&mut pen, &entries).await {
        Ok(answers) => {
            for (sender, answer) in senders.into_iter().zip(answers) {
                // Whoever has gone away does not want to know.
                let _ = sender.send(Ok(answer));
            }
        }
        Err(error) if entries.len() == 1 => {
            let sender = senders.into_iter().next();
            let _ = sender.map(|sender| sender.send(Err(error)));
        }
        Err(_) => {
            // One of them may be at fault; alone, it is the only one to be refused.
            for (entry, sender) in entries.into_iter().zip(senders) {
                let answer = transact(&mut pen, &[entry]).await;
                let _ = sender.send(answer.map(|answers| answers[0]));
            }
        }
    }
}

/// One transaction for all of them; after an error none of it has happened.
async fn transact(pen: &mut Pen, entries: &[Entry]) -> Result<Vec<Appended>, StoreError> {
    pen.clear().await?;
    pen.is_open = true;
    let done = put(pen, entries).await;
    match &done {
        Ok(answers) => {
            pen.is_open = false;
            for (entry, answer) in entries.iter().zip(answers) {
                if let (Some(claim), Appended::Done) = (&entry.claim, answer) {
                    claim.note_written();
                }
            }
        }
        Err(_) => pen.undo().await?,
    }
    done
}

/// From the beginning of the transaction to its end. Statements that need nothing from each other go
/// to SQLite's thread together.
async fn put(pen: &mut Pen, entries: &[Entry]) -> Result<Vec<Appended>, StoreError> {
    let mut answers = vec![Appended::Done; entries.len()];
    let mut games = HashSet::new();
    for (entry, answer) in entries.iter().zip(&mut answers) {
        // Only one of several for the same game can be right; the others look again.
        if !games.insert(entry.append.game) {
            *answer = Appended::Conflict;
        }
    }
    begin(pen, entries, &mut answers).await?;
    stand(pen, entries, &mut answers).await?;
    finish(pen, entries, &answers).await?;
    count(pen, entries, &answers).await?;
    let won = || {
        let pairs = entries.iter().zip(&answers);
        pairs.filter_map(|(entry, answer)| (*answer == Appended::Done).then_some(entry))
    };
    let events = won().flat_map(|entry| event_rows(&entry.append));
    let events: Vec<Value> = events.collect();
    let notices: Vec<Value> = won().flat_map(notice_rows).collect();
    let (events, notices) = (Value::Array(events), Value::Array(notices));
    let (events, notices) = (events.to_string(), notices.to_string());
    sqlx::query!(
        "INSERT INTO events (game, seq, kind, side, at, data)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
         FROM json_each($1);
         INSERT INTO outbox (nonce, game, player, notice, made_at, attempts, next_try, interaction)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, 0, value ->> 4,
             value ->> 5
         FROM json_each($2) WHERE true
         ON CONFLICT DO NOTHING;
         COMMIT",
        events,
        notices
    )
    .execute(&mut pen.connection)
    .await?;
    Ok(answers)
}

/// Begins, and writes down the interactions for which something is done; what another delivery has done
/// is not done again.
async fn begin(
    pen: &mut Pen,
    entries: &[Entry],
    answers: &mut [Appended],
) -> Result<(), StoreError> {
    let mut rows = Vec::new();
    for (entry, answer) in entries.iter().zip(answers.iter()) {
        if let (Some(claim), Appended::Done) = (entry.unwritten(), answer) {
            rows.push(json!([claim.id, claim.at]));
        }
    }
    let rows = Value::Array(rows).to_string();
    let new = sqlx::query_scalar!(
        "BEGIN IMMEDIATE;
         INSERT INTO interactions (id, at)
         SELECT value ->> 0, value ->> 1 FROM json_each($1) WHERE true
         ON CONFLICT DO NOTHING RETURNING id",
        rows
    )
    .fetch_all(&mut pen.connection)
    .await?;
    let mut new: HashSet<i64> = new.into_iter().collect();
    for (entry, answer) in entries.iter().zip(answers) {
        if let (Some(claim), Appended::Done) = (entry.unwritten(), &answer) {
            // The first of two with the same number has it.
            if !new.remove(&claim.id.0) {
                *answer = Appended::Repeated;
            }
        }
    }
    Ok(())
}

impl Entry {
    /// The claim whose row is still to be written.
    fn unwritten(&self) -> Option<&Claim> {
        self.claim.as_ref().filter(|claim| !claim.is_written())
    }
}

/// Brings the games to where the events lead, those that are still as they were.
async fn stand(
    pen: &mut Pen,
    entries: &[Entry],
    answers: &mut [Appended],
) -> Result<(), StoreError> {
    let mut rows = Vec::new();
    for (entry, answer) in entries.iter().zip(answers.iter()) {
        if *answer == Appended::Done {
            rows.push(entry.append.standing.row(&entry.append));
        }
    }
    let rows = Value::Array(rows).to_string();
    let moved = sqlx::query_scalar!(
        "UPDATE games SET
             seq = value ->> 'seq', board = value ->> 'board', plies = value ->> 'plies',
             to_move = value ->> 'to_move', turn_at = value ->> 'turn_at',
             deadline = value ->> 'deadline', due_at = value ->> 'due_at',
             frozen = value ->> 'frozen', seen_first = value ->> 'seen_first',
             seen_second = value ->> 'seen_second', acted_first = value ->> 'acted_first',
             acted_second = value ->> 'acted_second'
         FROM json_each($1)
         WHERE games.id = value ->> 'game' AND games.seq = value ->> 'was_seq'
             AND COALESCE(games.due_at, 0) = COALESCE(value ->> 'was_due', 0)
             AND COALESCE(games.frozen, '') = COALESCE(value ->> 'was_frozen', '')
             AND games.seen_first = value ->> 'was_seen_first'
             AND games.seen_second = value ->> 'was_seen_second'
             AND games.acted_first = value ->> 'was_acted_first'
             AND games.acted_second = value ->> 'was_acted_second'
             AND (value ->> 'was_plans' IS NULL OR value ->> 'was_plans' = COALESCE(
                 (SELECT SUM(plans.version) FROM plans WHERE plans.game = games.id), 0))
         RETURNING games.id",
        rows
    )
    .fetch_all(&mut pen.connection)
    .await?;
    let moved: HashSet<i64> = moved.into_iter().collect();
    let mut undone = Vec::new();
    for (entry, answer) in entries.iter().zip(answers.iter_mut()) {
        if *answer == Appended::Done && !moved.contains(&entry.append.game.0) {
            *answer = Appended::Conflict;
            undone.extend(entry.unwritten().map(|claim| json!(claim.id)));
        }
    }
    if !undone.is_empty() {
        let undone = Value::Array(undone).to_string();
        sqlx::query!(
            "DELETE FROM interactions WHERE id IN (SELECT value FROM json_each($1))",
            undone
        )
        .execute(&mut pen.connection)
        .await?;
    }
    Ok(())
}

/// Writes down the ends. Apart from the rest, because three indexes have that column: SQLite would
/// write them anew for every turn. A standing challenge that waits for the end is looked at then.
async fn finish(pen: &mut Pen, entries: &[Entry], answers: &[Appended]) -> Result<(), StoreError> {
    let pairs = entries.iter().zip(answers);
    let done = pairs.filter(|(_, answer)| **answer == Appended::Done);
    let done = done.map(|(entry, _)| &entry.append);
    let ends = done.filter_map(|append| append.standing.end_row(append.game));
    let rows: Vec<Value> = ends.collect();
    if rows.is_empty() {
        return Ok(());
    }
    let rows = Value::Array(rows).to_string();
    sqlx::query!(
        "UPDATE games SET finished_at = value ->> 'at', winner = value ->> 'winner',
             how = value ->> 'how'
         FROM json_each($1) WHERE games.id = value ->> 'game';
         UPDATE standing SET due_at = value ->> 'at'
         FROM json_each($2) JOIN challenges ON challenges.id = value ->> 'game'
         WHERE standing.id = challenges.standing AND NOT standing.is_open",
        rows,
        rows
    )
    .execute(&mut pen.connection)
    .await?;
    Ok(())
}

/// Counts the rated games that end, one after the other: whoever ends two at once has both counted.
async fn count(pen: &mut Pen, entries: &[Entry], answers: &[Appended]) -> Result<(), StoreError> {
    for (entry, answer) in entries.iter().zip(answers) {
        let append = &entry.append;
        if let (Some(contest), Appended::Done) = (&append.contest, answer) {
            let sql = &mut pen.connection;
            contest.count(sql, append.game, append.at).await?;
        }
    }
    Ok(())
}

fn event_rows(append: &Append) -> impl Iterator<Item = Value> {
    let seqs = append.was.seq + 1..;
    seqs.zip(&append.events).map(|(seq, event)| {
        let (kind, data) = event.event.code();
        let side = side_code(event.side);
        json!([append.game, seq, kind, side, append.at, data])
    })
}

fn notice_rows(entry: &Entry) -> impl Iterator<Item = Value> {
    let append = &entry.append;
    let cause = entry.claim.as_ref().map(|claim| claim.id);
    append.notices.iter().map(move |notice| {
        json!([
            notice.nonce,
            append.game,
            notice.player,
            notice.notice,
            append.at,
            cause
        ])
    })
}
