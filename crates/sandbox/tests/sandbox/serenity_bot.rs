//! People and a tiny bot: what anyone can see and do, and what the bench makes of what goes wrong.

use std::time::Duration;

use hexpost_sandbox::{
    Answered, FIRST_PLAYER, FORUM_CHANNEL, GAMES, GENERAL, Lever, SECOND_PLAYER, SPECTATOR,
};
use serenity::all::GatewayIntents;

use crate::harness::Bench;
use crate::tiny_bot;

#[tokio::test]
async fn a_command_is_answered_with_a_picture_that_everyone_sees() {
    let bench = Bench::new().await;
    tiny_bot::hire(&bench).await;
    let answer = bench.person(FIRST_PLAYER).types("/show").await;
    assert_eq!(answer.message().text, "A board");
    assert_eq!(answer.message().keys(), ["Again", "Later", "Write"]);
    assert!(!answer.message().is_private);
    let other = bench.person(SECOND_PLAYER);
    let (width, height, alt) = other.sees_picture().await;
    assert_eq!((width, height), (40, 30));
    assert_eq!(alt, "A grey board, 40 wide");
    assert!(bench.person(SECOND_PLAYER).at(GENERAL).reads().is_empty());
    bench.finish().await;
}

#[tokio::test]
async fn a_suggestion_is_picked_and_the_answer_is_for_one_alone() {
    let bench = Bench::new().await;
    tiny_bot::hire(&bench).await;
    let first = bench.person(FIRST_PLAYER);
    let offered = first.is_offered("/find fruit:ap").await;
    assert_eq!(offered, ["APPLE", "APRICOT"]);
    let answer = first.picks("/find fruit:ap", "APRICOT").await;
    assert_eq!(answer.message().text, "Found: apricot");
    assert!(answer.message().is_private);
    assert!(bench.person(SECOND_PLAYER).reads().is_empty());
    // Whoever does not pick may send anything.
    let answer = first.types("/find fruit:durian or so").await;
    assert_eq!(answer.message().text, "Found: durian or so");
    bench.finish().await;
}

#[tokio::test]
async fn keys_and_menus_change_the_message_at_once_or_later() {
    let bench = Bench::new().await;
    tiny_bot::hire(&bench).await;
    let (first, second) = (bench.person(FIRST_PLAYER), bench.person(SECOND_PLAYER));
    first.types("/show").await;
    let answer = second.clicks("Again").await;
    assert_eq!(answer.message().text, "The board again");
    assert_eq!(first.sees_picture().await.0, 50);
    // The picture that was there before is gone, and one that is kept stays.
    assert_eq!(answer.message().alts().len(), 1);
    second.clicks("later:").await;
    let later = first.sees("The same board, later").await;
    assert_eq!(later.alts(), ["A grey board, 50 wide"]);
    let answer = second.chooses(&["grey"]).await;
    assert_eq!(answer.message().text, "Chosen: grey");
    assert!(answer.message().keys().is_empty());
    assert_eq!(first.reads().len(), 1);
    bench.finish().await;
}

#[tokio::test]
async fn a_form_is_filled_in_and_answered_in_the_language_of_who_did() {
    let bench = Bench::new().await;
    tiny_bot::hire(&bench).await;
    let second = bench.person(SECOND_PLAYER);
    second.types("/show").await;
    let answer = second.clicks("Write").await;
    assert_eq!(answer.form()["title"], "Your move");
    let answer = second.fills(&[("Move", "Wd4 <b>")]).await;
    assert_eq!(answer.message().text, "Written: Wd4 <b> (ru)");
    assert!(answer.message().is_private);
    bench.finish().await;
}

#[tokio::test]
async fn a_slow_answer_comes_in_the_end_and_more_follows() {
    let bench = Bench::new().await;
    tiny_bot::hire(&bench).await;
    let first = bench.person(FIRST_PLAYER);
    let answer = first.types("/slow").await;
    assert_eq!(answer.message().text, "Thought about it");
    assert!(first.sees("One thing more").await.is_private);
    // It was new to everyone when it came.
    assert!(answer.message().json["edited_timestamp"].is_null());
    bench.finish().await;
}

#[tokio::test]
async fn a_thread_is_begun_and_only_who_is_meant_is_pinged() {
    let bench = Bench::new().await;
    tiny_bot::hire(&bench).await;
    let (first, second) = (bench.person(FIRST_PLAYER), bench.person(SECOND_PLAYER));
    let answer = first.types("/post where:in a thread whom:@Player 2").await;
    assert_eq!(answer.message().text, "Posted");
    let thread = first.sees("A game begins").await.thread();
    let thread = thread.expect("a thread");
    assert!(second.at(thread).sees("come!").await.pings_me);
    // Both are named, but only one is meant.
    assert_eq!((first.was_pinged(), second.was_pinged()), (0, 1));
    assert_eq!(bench.sandbox.pings(thread), [vec![SECOND_PLAYER]]);
    assert!(bench.sandbox.pings(GAMES).is_empty());
    bench.finish().await;
}

#[tokio::test]
async fn a_post_in_the_forum_has_its_first_message() {
    let bench = Bench::new().await;
    tiny_bot::hire(&bench).await;
    let first = bench.person(FIRST_PLAYER);
    first.types("/post where:in the forum whom:@Player 2").await;
    let state = bench.sandbox.overview(SECOND_PLAYER).unwrap();
    let channels = state["servers"][0]["channels"].as_array().unwrap();
    let forum = FORUM_CHANNEL.to_string();
    let post = channels
        .iter()
        .find(|channel| channel["parent_id"] == forum.as_str());
    let post = post.expect("a post");
    assert_eq!(
        (&post["name"], &post["mentions"]),
        (&"Game 2".into(), &1.into())
    );
    let post = post["id"].as_str().unwrap().parse().unwrap();
    let second = bench.person(SECOND_PLAYER).at(post);
    assert!(second.sees("come!").await.pings_me);
    bench.finish().await;
}

#[tokio::test]
async fn a_direct_message_reaches_one_person_unless_he_wants_none() {
    let bench = Bench::new().await;
    tiny_bot::hire(&bench).await;
    let first = bench.person(FIRST_PLAYER);
    first.types("/post where:in private whom:@Player 2").await;
    let second = bench.person(SECOND_PLAYER).at_direct_messages();
    assert!(second.sees("come!").await.pings_me);
    assert_eq!((first.was_pinged(), second.was_pinged()), (0, 1));
    bench.finish().await;

    let bench = Bench::unlogged().await;
    tiny_bot::hire(&bench).await;
    bench.pull(Lever::CloseDms(SECOND_PLAYER, true));
    let first = bench.person(FIRST_PLAYER);
    first.types_and_leaves("/post where:in private whom:@Player 2");
    let refused = bench
        .until("a refusal", || bench.refused().into_iter().next())
        .await;
    assert!(refused.contains("50007"), "{refused}");
    // The bot has given up, so the person waits for ever: the bench sees that.
    let complaint = bench.complaint().expect("someone waits");
    assert!(complaint.contains("/post"), "{complaint}");
}

#[tokio::test]
async fn what_was_missed_while_the_line_was_cut_comes_with_a_resume() {
    let bench = Bench::new().await;
    tiny_bot::hire_with(&bench, GatewayIntents::GUILDS).await;
    bench.pull(Lever::DropGateway);
    let first = bench.person(FIRST_PLAYER);
    let answer = first.types("/find fruit:fig").await;
    assert_eq!(answer.message().text, "Found: fig");
    let wire = bench.sandbox.wire();
    let count = |title: &str| wire.iter().filter(|line| line["title"] == title).count();
    assert_eq!(count("op 2 IDENTIFY"), 1);
    assert_eq!(count("op 6 RESUME"), 1);
    assert_eq!(count("RESUMED"), 1);
    // Commands that are as they should be are not registered again.
    let registered = wire.iter().filter(|line| {
        let title = line["title"].as_str().unwrap_or_default();
        title.starts_with("PUT") && title.ends_with("/commands")
    });
    assert_eq!(registered.count(), 1);
    bench.finish().await;
}

#[tokio::test]
async fn a_bot_that_comes_back_finds_its_commands_and_old_keys_work() {
    let bench = Bench::new().await;
    tiny_bot::hire(&bench).await;
    let first = bench.person(FIRST_PLAYER);
    first.types("/show").await;
    bench.kill_bots();
    bench.pull(Lever::InvalidateSessions { resumable: false });
    tiny_bot::hire(&bench).await;
    let answer = first.clicks("Again").await;
    assert_eq!(answer.message().text, "The board again");
    bench.finish().await;
}

#[tokio::test]
async fn commands_speak_the_language_of_whoever_looks() {
    let bench = Bench::new().await;
    tiny_bot::hire(&bench).await;
    let commands = bench.sandbox.commands(SPECTATOR, GAMES).unwrap();
    let find = commands.iter().find(|command| command["name"] == "find");
    let find = find.expect("a command");
    assert_eq!(find["name_localizations"]["ru"], "найти");
    bench.finish().await;
}

#[tokio::test]
async fn every_bench_has_a_world_and_a_place_for_a_database_of_its_own() {
    let (one, other) = (Bench::new().await, Bench::new().await);
    assert_ne!(one.database(), other.database());
    assert!(one.database().parent().unwrap().is_dir() && !one.database().exists());
    one.person(FIRST_PLAYER).says("only here");
    assert!(other.person(FIRST_PLAYER).reads().is_empty());
    let database = one.database();
    one.finish().await;
    assert!(!database.parent().unwrap().exists());
    other.finish().await;
}

#[tokio::test]
async fn the_bench_notices_a_crash_of_the_bot() {
    let bench = Bench::unlogged().await;
    tiny_bot::hire(&bench).await;
    let first = bench.person(FIRST_PLAYER);
    let asked = first.types_and_leaves("/crash");
    bench.pull(Lever::Advance(Duration::from_secs(4)));
    let answer = bench.sandbox.answered(asked, Duration::from_secs(5)).await;
    assert_eq!(answer, Some(Answered::Failed));
    tokio::time::sleep(Duration::from_millis(50)).await;
    let complaint = bench.complaint().expect("a crash");
    assert!(complaint.contains("as wished"), "{complaint}");
}

#[tokio::test]
async fn the_bench_notices_what_is_left_over_and_what_was_refused() {
    let bench = Bench::unlogged().await;
    tiny_bot::hire(&bench).await;
    bench.person(FIRST_PLAYER).types_and_leaves("/ignore");
    assert!(!bench.sandbox.unanswered().is_empty());
    bench.pull(Lever::Advance(Duration::from_secs(4)));
    assert_eq!(bench.complaint(), None);
    bench.pull(Lever::Answer {
        status: 500,
        times: 1,
        wait: Duration::from_millis(300),
        path: Some("callback".to_owned()),
    });
    bench.person(FIRST_PLAYER).types_and_leaves("/show");
    bench
        .until("a refusal", || {
            let wire = bench.sandbox.wire();
            wire.into_iter().find(|line| line["status"] == 500)
        })
        .await;
    bench.pull(Lever::Advance(Duration::from_secs(4)));
    let complaint = bench.complaint().expect("a refusal");
    assert!(complaint.contains("500"), "{complaint}");
}
