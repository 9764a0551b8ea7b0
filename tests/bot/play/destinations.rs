//! Where the bot may not write, or no longer: messages find another way.

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    CLUB, ControlAction, ELSEWHERE, FIRST_PLAYER, GAMES, GENERAL, Id, LOUNGE, QUIET, SECOND_PLAYER,
};

use super::super::harness::{Bench, Person};
use super::Table;
use hexpost::model::PlayerId;

#[tokio::test]
async fn where_the_bot_may_not_write_the_challenge_comes_as_a_direct_message() {
    let table = Table::on(Bench::unlogged().await).await;
    table
        .first()
        .at(QUIET)
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    let card = table.second().at_direct_messages().sees("<@").await;
    assert_eq!(card.keys().len(), 4, "{card}");
    table.second().at_direct_messages().clicks("1a").await;
    let board = table
        .first()
        .at_direct_messages()
        .sees("it's your turn")
        .await;
    assert_eq!(board.keys(), ["Move", "More", "Tonight", "Tomorrow"]);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn a_deleted_thread_does_not_stop_a_game() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table.bench.control(ControlAction::DeleteChannel(thread));
    table.first().types("/move turn:Wd4-a1").await;
    let board = table.second().sees("`Wd4-a1`").await;
    assert_eq!(board.channel, GAMES);
    assert!(board.pings_me);
    table.settles().await;
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn a_deleted_channel_and_closed_direct_messages_do_not_stop_a_game() {
    let table = Table::on(Bench::unlogged().await).await;
    table.game("zertz 37").await;
    table.bench.control(ControlAction::DeleteChannel(GAMES));
    table
        .bench
        .control(ControlAction::CloseDms(SECOND_PLAYER, true));
    let first = table.first().at(GENERAL);
    first.types("/move turn:Wd4-a1").await;
    table.settles().await;
    // Nobody could be told; the next visit shows it.
    let second = table.second().at(GENERAL);
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
    table.settles().await;
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn a_locked_thread_is_left_for_the_channel() {
    let table = Table::on(Bench::unlogged().await).await;
    let thread = table.game("zertz 37").await;
    table
        .bench
        .control(ControlAction::ArchiveThread(thread, true));
    table.bench.control(ControlAction::LockThread(thread, true));
    table.first().types("/move turn:Wd4-a1").await;
    let board = table.second().sees("`Wd4-a1`").await;
    assert_eq!(board.channel, GAMES);
    table.settles().await;
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn a_quiet_thread_is_taken_out_again() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    table
        .bench
        .control(ControlAction::ArchiveThread(thread, true));
    table.first().types("/move turn:Wd4-a1").await;
    let board = table.second_at(thread).sees("`Wd4-a1`").await;
    assert!(board.pings_me);
    table.finish().await;
}

#[tokio::test]
async fn without_leave_to_begin_threads_the_channel_is_the_table() {
    let table = Table::on(Bench::unlogged().await).await;
    table.bench.control(ControlAction::Deny(
        GAMES,
        Permissions::CREATE_PUBLIC_THREADS,
        true,
    ));
    table
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    table.second().clicks("Accept").await;
    let board = table.first().sees("it's your turn").await;
    assert!(board.pings_me);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn on_a_server_where_the_bot_is_only_a_guest_boards_follow_the_moves() {
    let table = Table::on(Bench::unlogged().await).await;
    let first = table.bench.person(FIRST_PLAYER).at(LOUNGE);
    let second = table.bench.person(SECOND_PLAYER).at(LOUNGE);
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
    table.settles().await;
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn a_game_is_played_in_direct_messages() {
    let table = Table::new().await;
    let first = table.first().at_direct_messages();
    first
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    table.settles().await;
    table.finish().await;
}

#[tokio::test]
async fn a_server_can_keep_only_the_latest_board() {
    let table = Table::new().await;
    let moderator = table.bench.person(hexpost_sandbox::MODERATOR);
    moderator.types("/server latest:true").await;
    let thread = table.game("zertz 37").await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    table.second_at(thread).types("/move turn:Bb2-g1").await;
    table.first_at(thread).sees("`Bb2-g1`").await;
    table.settles().await;
    // The older ones go when the new one is there.
    let alone = || {
        let boards = table.first_at(thread).reads();
        let public = boards.iter().filter(|seen| !seen.is_private);
        (public.count() == 1).then_some(())
    };
    table.bench.until("only the latest board", alone).await;
    table.finish().await;
}

/// A game that the two play in their direct messages; the first is to move.
async fn game_in_direct_messages(table: &Table) {
    let first = table.first().at_direct_messages();
    first
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    let second = table.second().at_direct_messages();
    second.sees("ZÈRTZ").await;
    second.clicks("1a").await;
    first.sees("it's your turn").await;
}

#[tokio::test]
async fn a_game_of_direct_messages_is_not_shown_where_someone_happens_to_move() {
    let table = Table::new().await;
    game_in_direct_messages(&table).await;
    let elsewhere = table.first().at(GAMES);
    elsewhere.types("/move").await;
    elsewhere.clicks("⌨️").await;
    elsewhere.fills(&[("Turn in notation", "Wd4-a1")]).await;
    elsewhere.clicks("Confirm").await;
    let board = table.second().at_direct_messages().sees("`Wd4-a1`").await;
    assert!(board.pings_me || !board.keys().is_empty(), "{board}");
    table.settles().await;
    let others = table.second().at(GAMES).reads();
    assert!(
        others.iter().all(|seen| !seen.text.contains("Wd4-a1")),
        "{others:?}"
    );
    table.finish().await;
}

#[tokio::test]
async fn old_boards_of_direct_messages_stay_in_the_language_of_their_reader() {
    let table = Table::new().await;
    game_in_direct_messages(&table).await;
    let (first, second) = (table.first(), table.second());
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
    let closed = table.bench.until("the old board is closed", closed).await;
    assert!(closed.text.contains("белый шарик на d4"), "{closed}");
    assert!(!closed.text.contains("ваш ход"), "{closed}");
    table.finish().await;
}

#[tokio::test]
async fn the_end_of_a_game_of_direct_messages_reaches_both_with_its_keys() {
    let table = Table::new().await;
    game_in_direct_messages(&table).await;
    table.first().at_direct_messages().types("/resign").await;
    table
        .first()
        .at_direct_messages()
        .clicks("Yes, resign")
        .await;
    for person in [table.first(), table.second()] {
        person.at_direct_messages().sees("🏁").await;
    }
    table.settles().await;
    for person in [table.first(), table.second()] {
        let end = person.at_direct_messages().sees("🏁").await;
        assert_eq!(end.keys().len(), 3, "{end}");
    }
    table.finish().await;
}

#[tokio::test]
async fn whoever_wants_direct_messages_but_takes_none_is_called_beside_the_board() {
    let table = Table::on(Bench::unlogged().await).await;
    table.second().types("/settings").await;
    table
        .second()
        .chooses(&["Уведомления: личным сообщением"])
        .await;
    let thread = table.game("zertz 37").await;
    table.settles().await;
    table
        .bench
        .control(ControlAction::CloseDms(SECOND_PLAYER, true));
    let before = table.second().was_pinged();
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    table.settles().await;
    assert_eq!(table.second().was_pinged(), before + 1);
    table.finish_after_trouble().await;
}

/// A game in a place where the bot is only a guest; the first is to move.
async fn game_as_guests(table: &Table, place: Id) -> (Person<'_>, Person<'_>) {
    let first = table.first().at(place);
    let second = table.second().at(place);
    first
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    second.sees("challenges").await;
    second.clicks("1a").await;
    first.sees("it's your turn").await;
    table.settles().await;
    (first, second)
}

/// Makes the first turn with the keys.
async fn taps_a_turn(person: Person<'_>) {
    person.clicks("Move").await;
    for key in ["⚪ 6", "d", "d4", "a1", "Confirm"] {
        person.clicks(key).await;
    }
}

/// How often someone can read something that everyone sees.
fn public(person: Person<'_>, text: &str) -> usize {
    let all = person.reads().into_iter();
    all.filter(|seen| !seen.is_private && seen.text.contains(text))
        .count()
}

#[tokio::test]
async fn as_a_guest_the_board_is_the_answer_to_the_turn_and_the_screen_is_closed() {
    let table = Table::on(Bench::unlogged().await).await;
    let (first, second) = game_as_guests(&table, LOUNGE).await;
    let before = second.was_pinged();
    taps_a_turn(first).await;
    let board = second.sees("`Wd4-a1`").await;
    assert!(board.pings_me && !board.is_private, "{board}");
    // Discord names whoever asked: it is an answer, and not a message beside one.
    assert!(board.json["interaction_metadata"].is_object(), "{board}");
    let screen = first.sees("✅ Your move").await;
    assert!(screen.is_private, "{screen}");
    let composers = first.reads().into_iter();
    let mut composers = composers.filter(|seen| seen.is_private);
    assert!(composers.all(|seen| !seen.keys().contains(&"Confirm")));
    table.settles().await;
    assert_eq!(second.was_pinged(), before + 1);
    // A command is answered in the same way, and whoever gave it is told alone.
    let answer = second.types("/move turn:Bb2-g1").await;
    assert!(!answer.message().is_private, "{}", answer.message());
    let told = second.sees("✅ Ваш ход").await;
    assert!(told.is_private, "{told}");
    table.settles().await;
    assert_eq!(public(first, "`Bb2-g1`"), 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn a_game_is_played_in_a_conversation_to_which_someone_brings_the_bot() {
    let table = Table::on(Bench::unlogged().await).await;
    let place = table.first().at_conversation_with(SECOND_PLAYER).channel;
    let (first, second) = game_as_guests(&table, place).await;
    let before = second.was_pinged();
    taps_a_turn(first).await;
    second.sees("`Wd4-a1`").await;
    table.settles().await;
    assert_eq!(second.was_pinged(), before + 1);
    assert_eq!(public(second.at_direct_messages(), "`Wd4-a1`"), 0);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn on_a_server_with_the_commands_but_without_the_bot_everyone_sees_the_game() {
    let table = Table::on(Bench::unlogged().await).await;
    table
        .bench
        .control(ControlAction::AddCommands(ELSEWHERE, true));
    let (first, second) = game_as_guests(&table, LOUNGE).await;
    // Whoever has asked for it learns what is missing.
    let told = first.sees("my commands, but not me").await;
    assert!(told.is_private, "{told}");
    assert!(told.text.contains("scope=bot"), "{told}");
    let before = second.was_pinged();
    taps_a_turn(first).await;
    let board = second.sees("`Wd4-a1`").await;
    assert!(board.pings_me && !board.is_private, "{board}");
    table.settles().await;
    assert_eq!(second.was_pinged(), before + 1);
    assert_eq!(public(second.at_direct_messages(), "`Wd4-a1`"), 0);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn in_a_channel_that_the_bot_can_not_see_it_answers_and_says_so() {
    let table = Table::on(Bench::unlogged().await).await;
    let see = Permissions::VIEW_CHANNEL;
    table.bench.control(ControlAction::Deny(GENERAL, see, true));
    let (first, second) = game_as_guests(&table, GENERAL).await;
    let told = first.sees("I can't see this channel").await;
    assert!(told.is_private, "{told}");
    taps_a_turn(first).await;
    let board = second.sees("`Wd4-a1`").await;
    assert!(board.pings_me && !board.is_private, "{board}");
    table.settles().await;
    // By now it is known, and whoever begins another game is told in the answer.
    let text = "/challenge game:zertz 37 opponent:@Player 1 side:second";
    second.types(text).await;
    let told = second.sees("Я не вижу этот канал").await;
    assert!(told.is_private, "{told}");
    table.settles().await;
    table.finish_after_trouble().await;
}

/// Members of the other server may use no applications that the server does not have.
fn forbid_external_apps(table: &Table) {
    table.bench.control(ControlAction::Overwrite {
        channel: LOUNGE,
        who: ELSEWHERE,
        what: Permissions::USE_EXTERNAL_APPS,
        is_allowed: Some(false),
    });
}

#[tokio::test]
async fn a_board_that_discord_shows_to_one_alone_is_told_the_other_directly() {
    let table = Table::on(Bench::unlogged().await).await;
    let (first, second) = game_as_guests(&table, LOUNGE).await;
    first.types("/move turn:Wd4-a1").await;
    table.settles().await;
    // The first player owns the server, and may do everything.
    forbid_external_apps(&table);
    second.types("/move turn:Bb2-g1").await;
    let direct = first.at_direct_messages();
    let board = direct.sees("`Bb2-g1`").await;
    assert!(!board.keys().is_empty(), "{board}");
    table.settles().await;
    assert_eq!(public(first, "`Bb2-g1`"), 0);
    assert_eq!(public(direct, "`Bb2-g1`"), 1);
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn a_board_that_nobody_else_could_be_shown_is_told_on_the_next_visit() {
    let table = Table::on(Bench::unlogged().await).await;
    let (first, second) = game_as_guests(&table, LOUNGE).await;
    first.types("/move turn:Wd4-a1").await;
    table.settles().await;
    forbid_external_apps(&table);
    table
        .bench
        .control(ControlAction::CloseDms(FIRST_PLAYER, true));
    second.types("/move turn:Bb2-g1").await;
    table.settles().await;
    let missed = table.app.missed(PlayerId(FIRST_PLAYER as i64)).await;
    assert_eq!(missed.unwrap().len(), 1);
    let elsewhere = first.at(GENERAL);
    elsewhere.types("/help").await;
    let told = elsewhere.sees("`Bb2-g1`").await;
    assert!(told.is_private, "{told}");
    table.finish_after_trouble().await;
}

#[tokio::test]
async fn in_a_post_of_any_forum_the_game_is_played_in_that_post() {
    let table = Table::new().await;
    let forum = table.bench.sandbox.add_forum(CLUB, "talk").unwrap();
    let post = table.first().posts(forum, "Who plays?", "I do.");
    let (first, second) = (table.first().at(post), table.second().at(post));
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
    table.settles().await;
    assert_eq!(public(first.at_direct_messages(), "ZÈRTZ"), 0);
    assert_eq!(public(second.at_direct_messages(), "ZÈRTZ"), 0);
    table.finish().await;
}
