//! Puzzles: solved by taps, tried and missed, the puzzle of the day, the leaderboard.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use hexpost_engine::game::{AnyGame, AnyTurn, GameKind};
use hexpost_engine::search::{PROOF_NODES, winning};
use hexpost_engine::steps::Step;
use hexpost_sandbox::{CLUB, FIRST_PLAYER, GENERAL, MODERATOR, SECOND_PLAYER};

use super::super::harness::{Person, Seen};
use super::Session;
use hexpost::app::puzzle::choice::{day_in, puzzle_of_day};
use hexpost::app::puzzle::{NumberedPuzzle, shipped};
use hexpost::discord::composer::Tap;
use hexpost::discord::custom_id::{ComposerTarget, CustomId};
use hexpost::model::{PlayerId, PuzzleId, ServerId};

/// The most taps that a turn takes.
const MAX_TAPS: usize = 40;

fn known(id: PuzzleId) -> Arc<NumberedPuzzle> {
    shipped().iter().find(|one| one.id == id).unwrap().clone()
}

/// The puzzle and the number of turns made in it, as the buttons of a composer's screen tell.
fn puzzle_on(screen: &Seen) -> (PuzzleId, u8) {
    let mut ids = screen.parts().filter_map(|part| {
        let id = CustomId::read(part["custom_id"].as_str()?)?;
        match id {
            CustomId::Compose(ComposerTarget::Puzzle(id, ply), _) => Some((id, ply)),
            _ => None,
        }
    });
    ids.next()
        .unwrap_or_else(|| panic!("no composer of a puzzle: {screen}"))
}

/// The button of a screen that comes closest to a turn: its custom id, and whether it makes the turn.
fn button_towards(screen: &Seen, position: &AnyGame, path: &[Step]) -> (String, bool) {
    let mut best: Option<(usize, String)> = None;
    let mut made = 0;
    let mut columns = Vec::new();
    for part in screen.parts().filter(|part| part["disabled"] != true) {
        let text = part["custom_id"].as_str().unwrap_or_default();
        let Some(CustomId::Compose(_, tap)) = CustomId::read(text) else {
            continue;
        };
        match tap {
            Tap::Play(steps) if steps == path => return (text.to_owned(), true),
            Tap::Go(state) | Tap::Also(state) if path.starts_with(&state.steps) => {
                let length = state.steps.len();
                if best.as_ref().is_none_or(|(most, _)| length > *most) {
                    best = Some((length, text.to_owned()));
                }
                columns.push((length, part["label"].clone(), text.to_owned()));
            }
            Tap::Back(state) => made = made.max(state.steps.len() + 1),
            _ => {}
        }
    }
    let (length, id) = best.unwrap_or_else(|| panic!("no button towards {path:?}: {screen}"));
    // Where a column has to be chosen first, its buttons lead to the same steps.
    let next = path.get(length).map(|step| step.write(position.board()));
    let column = next.and_then(|next| {
        let letter = next.chars().next()?.to_string();
        let found = columns
            .into_iter()
            .find(|(steps, label, _)| *steps == length && *label == letter.as_str());
        found.map(|(.., id)| id)
    });
    (column.unwrap_or(id), false)
}

/// Puts a turn together by taps and makes it; returns the answer.
async fn taps_turn(
    session: &Session,
    person: Person<'_>,
    mut screen: Seen,
    turn: &AnyTurn,
) -> Seen {
    let (id, ply) = puzzle_on(&screen);
    let position = position_of(session, person, id, ply).await;
    let path = position.path(turn).unwrap();
    for _ in 0..MAX_TAPS {
        let (button, is_made) = button_towards(&screen, &position, &path);
        session.passes(Duration::from_secs(1)).await;
        let answer = person.clicks_on(&screen, &button).await;
        screen = answer.message().clone();
        if is_made {
            return screen;
        }
    }
    panic!("too many taps: {screen}");
}

/// Where a player has come to in a puzzle.
async fn position_of(session: &Session, person: Person<'_>, id: PuzzleId, ply: u8) -> AnyGame {
    let mut conn = session.app.store().read().await.unwrap();
    let player = PlayerId(person.id as i64);
    let attempt = conn.puzzle_attempt(player, id).await.unwrap().unwrap();
    assert_eq!(attempt.line.len(), usize::from(ply));
    let mut position = known(id).puzzle.position.clone();
    for text in &attempt.line {
        let turn = position.read(text).unwrap();
        position.play(&turn).unwrap();
    }
    position
}

/// A turn that wins in the position of a screen.
async fn right(session: &Session, person: Person<'_>, screen: &Seen) -> AnyTurn {
    let (id, ply) = puzzle_on(screen);
    let puzzle = known(id);
    if ply == 0 {
        return puzzle.puzzle.winning[0];
    }
    let position = position_of(session, person, id, ply).await;
    let stop = AtomicBool::new(false);
    let left = puzzle.puzzle.turns - u32::from(ply) / 2;
    let found = (1..=left).find_map(|turns| {
        let wins = winning(&position, turns, PROOF_NODES / 10, &stop);
        wins.first().copied()
    });
    found.expect("a win")
}

/// Solves the puzzle of a screen; returns the message that says so.
async fn solves(session: &Session, person: Person<'_>, mut screen: Seen) -> Seen {
    for _ in 0..8 {
        let turn = right(session, person, &screen).await;
        screen = taps_turn(session, person, screen, &turn).await;
        if screen.text.contains('🏆') {
            return screen;
        }
        assert!(screen.text.contains("✅"), "{screen}");
    }
    panic!("not solved: {screen}");
}

#[tokio::test]
async fn a_puzzle_of_each_game_is_solved_by_taps() {
    let session = Session::new().await;
    let first = session.first();
    for kind in GameKind::ALL {
        let asked = first
            .types(&format!("/puzzle game:{}", kind.as_str()))
            .await;
        let screen = asked.message().clone();
        assert!(screen.is_private && screen.picture().is_some(), "{screen}");
        assert!(
            screen.text.contains("🧩") && screen.text.contains("Win in"),
            "{screen}"
        );
        assert!(screen.json["components"].as_array().unwrap().len() <= 5);
        let done = solves(&session, first, screen).await;
        assert!(
            done.text.contains("Your puzzle rating: 1500 → **"),
            "{done}"
        );
        assert_eq!(done.keys(), ["Next puzzle", "My results", "Leaderboard"]);
        assert!(done.picture().is_some() && !done.alts()[0].is_empty());
    }
    let answer = first.clicks("My results").await;
    let text = &answer.message().text;
    assert!(text.contains("1 of 1 without a mistake"), "{text}");
    // The next one is another.
    first.clicks("ZÈRTZ").await;
    first.clicks("✖️").await;
    first.sees("The puzzle waits for you").await;
    session.finish().await;
}

#[tokio::test]
async fn a_wrong_try_says_why_and_the_solution_is_shown_on_request() {
    let session = Session::new().await;
    let second = session.second();
    let asked = second.types("/puzzle game:tzaar").await;
    let (id, _) = puzzle_on(asked.message());
    let puzzle = known(id);
    let position = &puzzle.puzzle.position;
    second.clicks("⌨️").await;
    let losing = position.write(&puzzle.puzzle.losing).unwrap();
    second.fills(&[("Ход в нотации", &losing)]).await;
    let wrong = second.sees("❌").await;
    assert!(
        wrong.text.contains("Ваш рейтинг в задачах: 1500 → "),
        "{wrong}"
    );
    assert!(wrong.picture().is_some(), "{wrong}");
    assert_eq!(wrong.keys(), ["Ещё раз", "Показать решение"]);
    // What the rules forbid is explained as in a game.
    second.clicks("Ещё раз").await;
    second.clicks("⌨️").await;
    second.fills(&[("Ход в нотации", "a1xa1")]).await;
    second.clicks("Показать решение").await;
    let solution = second.sees("Решение:").await;
    let first_turn = position.write(&puzzle.puzzle.winning[0]).unwrap();
    assert!(
        solution.text.contains(&format!("`{first_turn}`")),
        "{solution}"
    );
    assert_eq!(solution.keys(), ["Следующая задача"]);
    let next = second.clicks("Следующая задача").await;
    assert_ne!(puzzle_on(next.message()).0, id);
    session.finish().await;
}

#[tokio::test]
async fn an_old_screen_of_a_puzzle_shows_where_it_has_come_to() {
    let session = Session::new().await;
    let first = session.first();
    let screen = first.types("/puzzle game:tzaar").await.message().clone();
    let turn = right(&session, first, &screen).await;
    let again = first.types("/puzzle game:tzaar").await.message().clone();
    assert_eq!(puzzle_on(&again), puzzle_on(&screen));
    taps_turn(&session, first, again, &turn).await;
    let old = screen
        .parts()
        .find(|part| part["disabled"] != true)
        .unwrap();
    let old = old["custom_id"].as_str().unwrap().to_owned();
    let answer = first.clicks_on(&screen, &old).await;
    let (_, ply) = puzzle_on(answer.message());
    assert_eq!(ply, 2, "{}", answer.message());
    session.finish().await;
}

#[tokio::test]
async fn the_leaderboard_is_about_those_who_solve_puzzles_on_the_server() {
    let session = Session::new().await;
    let first = session.first();
    let nobody = first.types("/puzzle show:leaders game:tzaar").await;
    assert!(nobody.message().text.contains("Nobody has finished"));
    let screen = first.types("/puzzle game:tzaar").await.message().clone();
    solves(&session, first, screen).await;
    first.clicks("Leaderboard").await;
    let list = first.sees("the best on this server").await;
    assert!(
        list.text.contains(&format!("`1.` <@{FIRST_PLAYER}>")),
        "{list}"
    );
    // Elsewhere nobody has.
    let second = session.second().at_direct_messages();
    second.types("/puzzle game:tzaar").await;
    let list = second.types("/puzzle show:leaders game:tzaar").await;
    assert!(list.message().text.contains("лучшие вообще"));
    session.finish().await;
}

const HOUR: Duration = Duration::from_hours(1);

#[tokio::test]
async fn the_puzzle_of_the_day_is_posted_at_midnight_with_the_last_solution_as_a_spoiler() {
    let session = Session::new().await;
    let moderator = session.harness.person(MODERATOR);
    moderator.types("/server").await;
    let none = moderator.clicks("Puzzle of the day").await;
    assert!(
        none.message().text.contains("nowhere"),
        "{}",
        none.message()
    );
    let chosen = moderator.picks_from("1Hzc", &[GENERAL]).await;
    let text = &chosen.message().text;
    assert!(
        text.contains(&format!("<#{GENERAL}>, daily at 18:00 (UTC)")),
        "{text}"
    );
    moderator.clicks("Time zone").await;
    moderator
        .fills(&[("City or name of the zone", "Warsaw")])
        .await;
    let chosen = moderator.chooses(&["Daily at 0:00"]).await;
    let text = &chosen.message().text;
    assert!(text.contains("daily at 0:00 (Europe/Warsaw)"), "{text}");
    let posts = || {
        let all = session.first().at(GENERAL).reads().into_iter();
        all.filter(|seen| seen.text.contains("Puzzle of the day"))
            .collect::<Vec<_>>()
    };
    let count = async |wanted: usize| {
        let is_there = || (posts().len() == wanted).then_some(());
        session
            .harness
            .until("the puzzle of the day", is_there)
            .await;
    };
    // Until a minute before midnight in Warsaw, which is an hour ahead of UTC.
    let day = 24 * 3_600_000;
    let midnight = (session.now().0 / day + 1) * day - 3_600_000;
    let before = Duration::from_millis((midnight - 60_000 - session.now().0) as u64);
    session.passes(before).await;
    session.settles().await;
    assert_eq!(posts().len(), 0);
    session.passes(HOUR / 30).await;
    count(1).await;
    let first_post = posts().remove(0);
    assert!(!first_post.is_private && first_post.picture().is_some());
    assert!(!first_post.text.contains("||"), "{first_post}");
    assert_eq!(first_post.keys(), ["Solve it"]);
    // A restart sends nothing twice, and neither does the rest of the day.
    let session = session.restart().await;
    session.passes(HOUR * 3).await;
    session.settles().await;
    let first = session.first().at(GENERAL);
    let opened = first.clicks("Solve it").await;
    assert!(opened.message().is_private);
    let (id, _) = puzzle_on(opened.message());
    let today = day_in(Some("Europe/Warsaw"), session.now());
    assert_eq!(puzzle_of_day(today).unwrap().id, id);
    let typed = first.types("/puzzle show:daily").await;
    assert_eq!(puzzle_on(typed.message()).0, id);
    session.passes(HOUR * 21).await;
    let second_post = session.second().at(GENERAL).sees("||").await;
    let solution = known(id).puzzle.winning[0];
    let turn = known(id).puzzle.position.write(&solution).unwrap();
    assert!(
        second_post.text.contains(&format!("||`{turn}`")),
        "{second_post}"
    );
    assert_ne!(second_post.id, first_post.id);
    let all = session.first().at(GENERAL).reads().into_iter();
    let posts = all.filter(|seen| seen.text.contains("Puzzle of the day"));
    assert_eq!(posts.count(), 2);
    // Without a channel there are no more.
    let moderator = session.harness.person(MODERATOR);
    moderator.types("/server").await;
    moderator.clicks("Puzzle of the day").await;
    let none = moderator.picks_from("1Hzc", &[]).await;
    assert!(none.message().text.contains("nowhere"));
    let daily = session
        .app
        .daily_puzzle(ServerId(CLUB as i64))
        .await
        .unwrap();
    assert_eq!(daily, None);
    session.finish().await;
}

#[tokio::test]
async fn only_managers_choose_where_the_puzzle_of_the_day_is_shown() {
    let session = Session::new().await;
    session.harness.person(MODERATOR).types("/server").await;
    let shown = session
        .harness
        .person(MODERATOR)
        .clicks("Puzzle of the day")
        .await;
    let message = shown.message().id.to_string();
    let wrong = serde_json::json!({
        "do": "choose", "as": SECOND_PLAYER.to_string(), "custom_id": "1Hzc",
        "message_id": message, "values": [GENERAL.to_string()],
    });
    assert!(session.harness.sandbox.act(&wrong).is_err());
    let server = ServerId(CLUB as i64);
    assert_eq!(session.app.daily_puzzle(server).await.unwrap(), None);
    session.finish().await;
}
