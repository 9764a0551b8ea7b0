//! People and a small serenity bot: what a person can see and do, and what the harness reports.

use std::time::Duration;

use hexpost_sandbox::{
    ControlAction, FIRST_PLAYER, FORUM_CHANNEL, GAMES, GENERAL, PressResult, SECOND_PLAYER,
    SPECTATOR,
};
use serenity::all::GatewayIntents;

use crate::harness::Harness;
use crate::tiny_bot;

#[tokio::test]
async fn a_command_is_answered_with_a_public_image() {
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let answer = harness.person(FIRST_PLAYER).types("/show").await;
    assert_eq!(answer.message().text, "A board");
    assert_eq!(answer.message().keys(), ["Again", "Later", "Write"]);
    assert!(!answer.message().is_private);
    let other = harness.person(SECOND_PLAYER);
    let (width, height, alt) = other.sees_picture().await;
    assert_eq!((width, height), (40, 30));
    assert_eq!(alt, "A grey board, 40 wide");
    assert!(harness.person(SECOND_PLAYER).at(GENERAL).reads().is_empty());
    harness.finish().await;
}

#[tokio::test]
async fn an_autocomplete_choice_leads_to_an_ephemeral_response() {
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let first = harness.person(FIRST_PLAYER);
    let offered = first.is_offered("/find fruit:ap").await;
    assert_eq!(offered, ["APPLE", "APRICOT"]);
    let answer = first.picks("/find fruit:ap", "APRICOT").await;
    assert_eq!(answer.message().text, "Found: apricot");
    assert!(answer.message().is_private);
    assert!(harness.person(SECOND_PLAYER).reads().is_empty());
    // A person may also send something that isn't among the choices.
    let answer = first.types("/find fruit:durian or so").await;
    assert_eq!(answer.message().text, "Found: durian or so");
    harness.finish().await;
}

#[tokio::test]
async fn components_update_the_message_now_or_later() {
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let (first, second) = (harness.person(FIRST_PLAYER), harness.person(SECOND_PLAYER));
    first.types("/show").await;
    let answer = second.clicks("Again").await;
    assert_eq!(answer.message().text, "The board again");
    assert_eq!(first.sees_picture().await.0, 50);
    // The old image is removed, and one that is kept stays.
    assert_eq!(answer.message().alts().len(), 1);
    second.clicks("later:").await;
    let later = first.sees("The same board, later").await;
    assert_eq!(later.alts(), ["A grey board, 50 wide"]);
    let answer = second.chooses(&["grey"]).await;
    assert_eq!(answer.message().text, "Chosen: grey");
    assert!(answer.message().keys().is_empty());
    assert_eq!(first.reads().len(), 1);
    harness.finish().await;
}

#[tokio::test]
async fn a_modal_is_answered_in_the_users_language() {
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let second = harness.person(SECOND_PLAYER);
    second.types("/show").await;
    let answer = second.clicks("Write").await;
    assert_eq!(answer.form()["title"], "Your move");
    let answer = second.fills(&[("Move", "Wd4 <b>")]).await;
    assert_eq!(answer.message().text, "Written: Wd4 <b> (ru)");
    assert!(answer.message().is_private);
    harness.finish().await;
}

#[tokio::test]
async fn a_deferred_response_and_a_follow_up_arrive() {
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let first = harness.person(FIRST_PLAYER);
    let answer = first.types("/slow").await;
    assert_eq!(answer.message().text, "Thought about it");
    assert!(first.sees("One thing more").await.is_private);
    // A deferred response isn't shown as edited.
    assert!(answer.message().json["edited_timestamp"].is_null());
    harness.finish().await;
}

#[tokio::test]
async fn a_thread_is_started_and_pings_the_allowed_user_only() {
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let (first, second) = (harness.person(FIRST_PLAYER), harness.person(SECOND_PLAYER));
    let answer = first.types("/post where:in a thread whom:@Player 2").await;
    assert_eq!(answer.message().text, "Posted");
    let thread = first.sees("A game begins").await.thread();
    let thread = thread.expect("the thread was created");
    assert!(second.at(thread).sees("come!").await.pings_me);
    // Both are mentioned, but only one is allowed to be pinged.
    assert_eq!((first.was_pinged(), second.was_pinged()), (0, 1));
    assert_eq!(harness.sandbox.pings(thread), [vec![SECOND_PLAYER]]);
    assert!(harness.sandbox.pings(GAMES).is_empty());
    harness.finish().await;
}

#[tokio::test]
async fn a_forum_post_contains_its_first_message() {
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let first = harness.person(FIRST_PLAYER);
    first.types("/post where:in the forum whom:@Player 2").await;
    let state = harness.sandbox.overview(SECOND_PLAYER).unwrap();
    let channels = state["servers"][0]["channels"].as_array().unwrap();
    let forum = FORUM_CHANNEL.to_string();
    let post = channels
        .iter()
        .find(|channel| channel["parent_id"] == forum.as_str());
    let post = post.expect("the post was created");
    assert_eq!(
        (&post["name"], &post["mentions"]),
        (&"Game 2".into(), &1.into())
    );
    let post = post["id"].as_str().unwrap().parse().unwrap();
    let second = harness.person(SECOND_PLAYER).at(post);
    assert!(second.sees("come!").await.pings_me);
    harness.finish().await;
}

#[tokio::test]
async fn a_dm_arrives_unless_dms_are_closed() {
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let first = harness.person(FIRST_PLAYER);
    first.types("/post where:in private whom:@Player 2").await;
    let second = harness.person(SECOND_PLAYER).at_direct_messages();
    assert!(second.sees("come!").await.pings_me);
    assert_eq!((first.was_pinged(), second.was_pinged()), (0, 1));
    harness.finish().await;

    let harness = Harness::unlogged().await;
    tiny_bot::start(&harness).await;
    harness.control(ControlAction::CloseDms(SECOND_PLAYER, true));
    let first = harness.person(FIRST_PLAYER);
    first.types_and_leaves("/post where:in private whom:@Player 2");
    let refused = harness
        .until("an error response", || harness.refused().into_iter().next())
        .await;
    assert!(refused.contains("50007"), "{refused}");
    // The bot has failed, so the interaction stays unanswered; the harness reports that.
    let complaint = harness.complaint().expect("an unanswered interaction");
    assert!(complaint.contains("/post"), "{complaint}");
}

#[tokio::test]
async fn a_resume_delivers_what_was_missed() {
    let harness = Harness::new().await;
    tiny_bot::start_with(&harness, GatewayIntents::GUILDS).await;
    harness.control(ControlAction::DropGateway);
    let first = harness.person(FIRST_PLAYER);
    let answer = first.types("/find fruit:fig").await;
    assert_eq!(answer.message().text, "Found: fig");
    let wire = harness.sandbox.wire();
    let count = |title: &str| wire.iter().filter(|line| line["title"] == title).count();
    assert_eq!(count("op 2 IDENTIFY"), 1);
    assert_eq!(count("op 6 RESUME"), 1);
    assert_eq!(count("RESUMED"), 1);
    // Unchanged commands aren't registered again.
    let registered = wire.iter().filter(|line| {
        let title = line["title"].as_str().unwrap_or_default();
        title.starts_with("PUT") && title.ends_with("/commands")
    });
    assert_eq!(registered.count(), 1);
    harness.finish().await;
}

#[tokio::test]
async fn commands_and_components_survive_a_reconnect() {
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let first = harness.person(FIRST_PLAYER);
    first.types("/show").await;
    harness.kill_bots();
    harness.control(ControlAction::InvalidateSessions { resumable: false });
    tiny_bot::start(&harness).await;
    let answer = first.clicks("Again").await;
    assert_eq!(answer.message().text, "The board again");
    harness.finish().await;
}

#[tokio::test]
async fn commands_are_localized() {
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let commands = harness.sandbox.commands(SPECTATOR, GAMES).unwrap();
    let find = commands.iter().find(|command| command["name"] == "find");
    let find = find.expect("the command is registered");
    assert_eq!(find["name_localizations"]["ru"], "найти");
    harness.finish().await;
}

#[tokio::test]
async fn harnesses_are_independent() {
    let (one, other) = (Harness::new().await, Harness::new().await);
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
async fn the_harness_reports_a_panicking_bot() {
    let harness = Harness::unlogged().await;
    tiny_bot::start(&harness).await;
    let first = harness.person(FIRST_PLAYER);
    let asked = first.types_and_leaves("/crash");
    harness.control(ControlAction::Advance(Duration::from_secs(4)));
    let answer = harness
        .sandbox
        .answered(asked, Duration::from_secs(5))
        .await;
    assert_eq!(answer, Some(PressResult::Failed));
    tokio::time::sleep(Duration::from_millis(50)).await;
    let complaint = harness.complaint().expect("a reported panic");
    assert!(complaint.contains("requested by the test"), "{complaint}");
}

#[tokio::test]
async fn the_harness_reports_unanswered_interactions_and_errors() {
    let harness = Harness::unlogged().await;
    tiny_bot::start(&harness).await;
    harness.person(FIRST_PLAYER).types_and_leaves("/ignore");
    assert!(!harness.sandbox.unanswered().is_empty());
    harness.control(ControlAction::Advance(Duration::from_secs(4)));
    assert_eq!(harness.complaint(), None);
    harness.control(ControlAction::Answer {
        status: 500,
        times: 1,
        wait: Duration::from_millis(300),
        path: Some("callback".to_owned()),
    });
    harness.person(FIRST_PLAYER).types_and_leaves("/show");
    harness
        .until("an error response", || {
            let wire = harness.sandbox.wire();
            wire.into_iter().find(|line| line["status"] == 500)
        })
        .await;
    harness.control(ControlAction::Advance(Duration::from_secs(4)));
    let complaint = harness.complaint().expect("a reported error");
    assert!(complaint.contains("500"), "{complaint}");
}
