//! Fallbacks for messages where the bot has no permission, and where channels or threads are gone.

use std::time::Duration;

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    CLUB, ControlAction, ELSEWHERE, FIRST_PLAYER, GAMES, GENERAL, Id, LOUNGE, QUIET, SECOND_PLAYER,
};

use super::super::harness::{Harness, Person};
use super::Session;
use hexpost::model::PlayerId;

#[tokio::test]
async fn without_permission_to_write_a_challenge_is_sent_as_a_direct_message() {
    let session = Session::on(Harness::unlogged().await).await;
    session
        .first()
        .at(QUIET)
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    let card = session.second().at_direct_messages().sees("<@").await;
    assert_eq!(card.keys().len(), 4, "{card}");
    session.second().at_direct_messages().clicks("1a").await;
    let board = session
        .first()
        .at_direct_messages()
        .sees("it's your turn")
        .await;
    assert_eq!(board.keys(), ["Move", "More"]);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_deleted_thread_does_not_stop_a_game() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session
        .harness
        .control(ControlAction::DeleteChannel(thread));
    session.first().types("/move turn:Wd4-a1").await;
    let board = session.second().sees("`Wd4-a1`").await;
    assert_eq!(board.channel, GAMES);
    assert!(board.pings_me);
    session.settles().await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_deleted_channel_and_closed_direct_messages_do_not_stop_a_game() {
    let session = Session::on(Harness::unlogged().await).await;
    session.game("zertz 37").await;
    session.harness.control(ControlAction::DeleteChannel(GAMES));
    session
        .harness
        .control(ControlAction::CloseDms(SECOND_PLAYER, true));
    let first = session.first().at(GENERAL);
    first.types("/move turn:Wd4-a1").await;
    session.settles().await;
    // Nobody could be notified; the next interaction shows it.
    let second = session.second().at(GENERAL);
    let answer = second.types("/games").await;
    assert!(
        answer.message().text.contains("Ваш ход"),
        "{}",
        answer.message().text
    );
    let answer = second.types("/move turn:Bd5-a2").await;
    assert!(
        answer.message().text.contains("✅"),
        "{}",
        answer.message().text
    );
    session.settles().await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_game_in_a_locked_thread_continues_in_the_channel() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    session
        .harness
        .control(ControlAction::ArchiveThread(thread, true));
    session
        .harness
        .control(ControlAction::LockThread(thread, true));
    session.first().types("/move turn:Wd4-a1").await;
    let board = session.second().sees("`Wd4-a1`").await;
    assert_eq!(board.channel, GAMES);
    session.settles().await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn an_archived_thread_is_reopened() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    session
        .harness
        .control(ControlAction::ArchiveThread(thread, true));
    session.first().types("/move turn:Wd4-a1").await;
    let board = session.second_at(thread).sees("`Wd4-a1`").await;
    assert!(board.pings_me);
    session.finish().await;
}

#[tokio::test]
async fn without_permission_to_create_threads_a_game_is_played_in_the_channel() {
    let session = Session::on(Harness::unlogged().await).await;
    session.harness.control(ControlAction::Deny(
        GAMES,
        Permissions::CREATE_PUBLIC_THREADS,
        true,
    ));
    session
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    session.second().clicks("Accept").await;
    let board = session.first().sees("it's your turn").await;
    assert!(board.pings_me);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn on_a_server_without_the_bot_boards_are_posted_as_responses() {
    let session = Session::on(Harness::unlogged().await).await;
    let first = session.harness.person(FIRST_PLAYER).at(LOUNGE);
    let second = session.harness.person(SECOND_PLAYER).at(LOUNGE);
    first
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    let card = second.sees("challenges").await;
    assert!(!card.is_private);
    second.clicks("Accept").await;
    first.sees("it's your turn").await;
    first.clicks("Move").await;
    for key in ["⚪ 6", "d", "d4", "a1", "Confirm"] {
        first.clicks(key).await;
    }
    let board = second.sees("`Wd4-a1`").await;
    assert!(board.pings_me && !board.is_private, "{board}");
    session.settles().await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_game_can_be_played_in_direct_messages() {
    let session = Session::new().await;
    let first = session.first().at_direct_messages();
    first
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    session.settles().await;
    session.finish().await;
}

#[tokio::test]
async fn a_server_can_keep_only_the_latest_board() {
    let session = Session::new().await;
    let moderator = session.harness.person(hexpost_sandbox::MODERATOR);
    moderator.types("/server latest:true").await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.second_at(thread).types("/move turn:Bb2-g1").await;
    session.first_at(thread).sees("`Bb2-g1`").await;
    session.settles().await;
    // Older boards are deleted once the new one is posted.
    let alone = || {
        let boards = session.first_at(thread).reads();
        let public = boards.iter().filter(|seen| !seen.is_private);
        (public.count() == 1).then_some(())
    };
    session.harness.until("only the latest board", alone).await;
    session.finish().await;
}

/// Starts a game in direct messages; the first player is to move.
async fn game_in_direct_messages(session: &Session) {
    let first = session.first().at_direct_messages();
    first
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    let second = session.second().at_direct_messages();
    second.sees("ZÈRTZ").await;
    second.clicks("1a").await;
    first.sees("it's your turn").await;
}

#[tokio::test]
async fn a_move_made_in_a_channel_does_not_show_a_game_of_direct_messages_there() {
    let session = Session::new().await;
    game_in_direct_messages(&session).await;
    let elsewhere = session.first().at(GAMES);
    elsewhere.types("/move").await;
    elsewhere.clicks("⌨️").await;
    elsewhere.fills(&[("Turn in notation", "Wd4-a1")]).await;
    elsewhere.clicks("Confirm").await;
    let board = session.second().at_direct_messages().sees("`Wd4-a1`").await;
    assert!(board.pings_me || !board.keys().is_empty(), "{board}");
    session.settles().await;
    let others = session.second().at(GAMES).reads();
    assert!(
        others.iter().all(|seen| !seen.text.contains("Wd4-a1")),
        "{others:?}"
    );
    session.finish().await;
}

#[tokio::test]
async fn a_reminder_in_direct_messages_links_to_the_board_there() {
    let session = Session::new().await;
    game_in_direct_messages(&session).await;
    let first = session.first().at_direct_messages();
    let board = first.sees("it's your turn").await;
    session.first().types("/reminders zone:UTC").await;
    first.clicks("More").await;
    first.clicks("Remind me tomorrow").await;
    session.settles().await;
    session.passes(Duration::from_hours(48)).await;
    let reminder = first.sees("a reminder: it's your turn").await;
    assert!(reminder.picture().is_none(), "{reminder}");
    let channel = reminder.json["channel_id"].as_str().unwrap();
    let link = format!("https://discord.com/channels/@me/{channel}/{}", board.id);
    assert!(reminder.text.contains(&link), "{reminder}");
    session.finish().await;
}

#[tokio::test]
async fn old_boards_in_direct_messages_keep_their_readers_language() {
    let session = Session::new().await;
    game_in_direct_messages(&session).await;
    let (first, second) = (session.first(), session.second());
    let (first, second) = (first.at_direct_messages(), second.at_direct_messages());
    first.types("/move turn:Wd4-a1").await;
    let old = second.sees("`Wd4-a1`").await;
    assert!(old.text.contains("ваш ход"), "{old}");
    second.types("/move turn:Bb2-g1").await;
    first.sees("`Bb2-g1`").await;
    first.types("/move turn:Gf2-a2").await;
    second.sees("`Gf2-a2`").await;
    let closed = || {
        let mut all = second.reads().into_iter();
        all.find(|seen| seen.id == old.id && seen.keys().is_empty())
    };
    let closed = session
        .harness
        .until("the buttons of the old board to be removed", closed)
        .await;
    assert!(closed.text.contains("белый шарик на d4"), "{closed}");
    assert!(!closed.text.contains("ваш ход"), "{closed}");
    session.finish().await;
}

#[tokio::test]
async fn the_result_of_a_game_in_direct_messages_reaches_both_players_with_buttons() {
    let session = Session::new().await;
    game_in_direct_messages(&session).await;
    session.first().at_direct_messages().types("/resign").await;
    session
        .first()
        .at_direct_messages()
        .clicks("Yes, resign")
        .await;
    for person in [session.first(), session.second()] {
        person.at_direct_messages().sees("🏁").await;
    }
    session.settles().await;
    for person in [session.first(), session.second()] {
        let end = person.at_direct_messages().sees("🏁").await;
        assert_eq!(end.keys().len(), 3, "{end}");
    }
    session.finish().await;
}

#[tokio::test]
async fn a_player_with_closed_direct_messages_is_pinged_in_the_channel() {
    let session = Session::on(Harness::unlogged().await).await;
    session.second().types("/settings").await;
    session
        .second()
        .chooses(&["Уведомления: личным сообщением"])
        .await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    session
        .harness
        .control(ControlAction::CloseDms(SECOND_PLAYER, true));
    let before = session.second().was_pinged();
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.settles().await;
    assert_eq!(session.second().was_pinged(), before + 1);
    session.finish_after_trouble().await;
}

/// Starts a game where the bot isn't a member; the first player is to move.
async fn game_as_guests(session: &Session, place: Id) -> (Person<'_>, Person<'_>) {
    let first = session.first().at(place);
    let second = session.second().at(place);
    first
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    second.sees("challenges").await;
    second.clicks("1a").await;
    first.sees("it's your turn").await;
    session.settles().await;
    (first, second)
}

/// Makes the first turn with buttons.
async fn taps_a_turn(person: Person<'_>) {
    person.clicks("Move").await;
    for key in ["⚪ 6", "d", "d4", "a1", "Confirm"] {
        person.clicks(key).await;
    }
}

/// How many public messages with this text a person can read.
fn public(person: Person<'_>, text: &str) -> usize {
    let all = person.reads().into_iter();
    all.filter(|seen| !seen.is_private && seen.text.contains(text))
        .count()
}

#[tokio::test]
async fn without_membership_the_board_is_the_response_and_the_composer_closes() {
    let session = Session::on(Harness::unlogged().await).await;
    let (first, second) = game_as_guests(&session, LOUNGE).await;
    let before = second.was_pinged();
    taps_a_turn(first).await;
    let board = second.sees("`Wd4-a1`").await;
    assert!(board.pings_me && !board.is_private, "{board}");
    // Discord attributes it to the person who interacted: it is a response, not a separate message.
    assert!(board.json["interaction_metadata"].is_object(), "{board}");
    let screen = first.sees("✅ Your move").await;
    assert!(screen.is_private, "{screen}");
    let composers = first.reads().into_iter();
    let mut composers = composers.filter(|seen| seen.is_private);
    assert!(composers.all(|seen| !seen.keys().contains(&"Confirm")));
    session.settles().await;
    assert_eq!(second.was_pinged(), before + 1);
    // A command is answered the same way, with an ephemeral confirmation.
    let answer = second.types("/move turn:Bb2-g1").await;
    assert!(!answer.message().is_private, "{}", answer.message());
    let told = second.sees("✅ Ваш ход").await;
    assert!(told.is_private, "{told}");
    session.settles().await;
    assert_eq!(public(first, "`Bb2-g1`"), 1);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_game_can_be_played_in_a_private_conversation_with_the_user_installed_bot() {
    let session = Session::on(Harness::unlogged().await).await;
    let place = session.first().at_conversation_with(SECOND_PLAYER).channel;
    let (first, second) = game_as_guests(&session, place).await;
    let before = second.was_pinged();
    taps_a_turn(first).await;
    second.sees("`Wd4-a1`").await;
    session.settles().await;
    assert_eq!(second.was_pinged(), before + 1);
    assert_eq!(public(second.at_direct_messages(), "`Wd4-a1`"), 0);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn on_a_server_with_only_the_commands_everyone_sees_the_game() {
    let session = Session::on(Harness::unlogged().await).await;
    session
        .harness
        .control(ControlAction::AddCommands(ELSEWHERE, true));
    let (first, second) = game_as_guests(&session, LOUNGE).await;
    // The person who asked for the board learns which permission is missing.
    let told = first.sees("my commands, but not me").await;
    assert!(told.is_private, "{told}");
    assert!(told.text.contains("scope=bot"), "{told}");
    let before = second.was_pinged();
    taps_a_turn(first).await;
    let board = second.sees("`Wd4-a1`").await;
    assert!(board.pings_me && !board.is_private, "{board}");
    session.settles().await;
    assert_eq!(second.was_pinged(), before + 1);
    assert_eq!(public(second.at_direct_messages(), "`Wd4-a1`"), 0);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn in_a_channel_the_bot_cannot_see_it_responds_and_says_so() {
    let session = Session::on(Harness::unlogged().await).await;
    let see = Permissions::VIEW_CHANNEL;
    session
        .harness
        .control(ControlAction::Deny(GENERAL, see, true));
    let (first, second) = game_as_guests(&session, GENERAL).await;
    let told = first.sees("I can't see this channel").await;
    assert!(told.is_private, "{told}");
    taps_a_turn(first).await;
    let board = second.sees("`Wd4-a1`").await;
    assert!(board.pings_me && !board.is_private, "{board}");
    session.settles().await;
    // The missing permission is known by now, and a player who starts another game is told in the
    // response.
    let text = "/challenge game:zertz 37 opponent:@Player 1 side:second";
    second.types(text).await;
    let told = second.sees("Я не вижу этот канал").await;
    assert!(told.is_private, "{told}");
    session.settles().await;
    session.finish_after_trouble().await;
}

/// Members of the other server may not use external apps.
fn forbid_external_apps(session: &Session) {
    session.harness.control(ControlAction::Overwrite {
        channel: LOUNGE,
        who: ELSEWHERE,
        what: Permissions::USE_EXTERNAL_APPS,
        is_allowed: Some(false),
    });
}

#[tokio::test]
async fn a_board_discord_makes_ephemeral_is_sent_to_the_opponent_as_a_direct_message() {
    let session = Session::on(Harness::unlogged().await).await;
    let (first, second) = game_as_guests(&session, LOUNGE).await;
    first.types("/move turn:Wd4-a1").await;
    session.settles().await;
    // The first player owns the server and has every permission.
    forbid_external_apps(&session);
    second.types("/move turn:Bb2-g1").await;
    let direct = first.at_direct_messages();
    let board = direct.sees("`Bb2-g1`").await;
    assert!(!board.keys().is_empty(), "{board}");
    session.settles().await;
    assert_eq!(public(first, "`Bb2-g1`"), 0);
    assert_eq!(public(direct, "`Bb2-g1`"), 1);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_board_the_opponent_could_not_be_sent_is_shown_at_their_next_interaction() {
    let session = Session::on(Harness::unlogged().await).await;
    let (first, second) = game_as_guests(&session, LOUNGE).await;
    first.types("/move turn:Wd4-a1").await;
    session.settles().await;
    forbid_external_apps(&session);
    session
        .harness
        .control(ControlAction::CloseDms(FIRST_PLAYER, true));
    second.types("/move turn:Bb2-g1").await;
    session.settles().await;
    let missed = session.app.missed(PlayerId(FIRST_PLAYER as i64)).await;
    assert_eq!(missed.unwrap().len(), 1);
    let elsewhere = first.at(GENERAL);
    elsewhere.types("/help").await;
    let told = elsewhere.sees("`Bb2-g1`").await;
    assert!(told.is_private, "{told}");
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_challenge_in_a_forum_post_is_played_in_that_post() {
    let session = Session::new().await;
    let forum = session.harness.sandbox.add_forum(CLUB, "talk").unwrap();
    let post = session.first().posts(forum, "Who plays?", "I do.");
    let (first, second) = (session.first().at(post), session.second().at(post));
    first
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    second.sees("challenges").await;
    second.clicks("1a").await;
    let board = first.sees("it's your turn").await;
    assert_eq!(board.channel, post);
    taps_a_turn(first).await;
    let board = second.sees("`Wd4-a1`").await;
    assert!(board.pings_me, "{board}");
    session.settles().await;
    assert_eq!(public(first.at_direct_messages(), "ZÈRTZ"), 0);
    assert_eq!(public(second.at_direct_messages(), "ZÈRTZ"), 0);
    session.finish().await;
}
