//! Thinking ahead: plans, analysis boards, notes.

use hexpost_sandbox::{MODERATOR, SPECTATOR};

use super::Session;

#[tokio::test]
async fn a_planned_line_is_played_when_the_opponent_moves() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    let answer = first.types("/plan").await;
    assert!(answer.message().is_private);
    assert!(answer.message().text.contains("Nothing planned yet"));
    let answer = first.clicks("Add a line").await;
    assert!(answer.message().is_private && answer.message().picture().is_some());
    assert!(answer.message().text.contains("try your opponent's move"));
    // The opponent's move with buttons, as in a game.
    first.clicks("Try a move").await;
    for key in ["⚫ 10", "b", "b3", "g1"] {
        first.clicks(key).await;
    }
    let answer = first.clicks("Try it").await;
    assert!(
        answer
            .message()
            .text
            .contains("Black marble on b3; ring g1 removed")
    );
    // The reply is typed.
    first.clicks("Try a move").await;
    first.clicks("⌨️").await;
    let answer = first.fills(&[("Turn in notation", "g f2 a2")]).await;
    let text = &answer.message().text;
    assert!(
        text.contains("As a plan: if `Bb3-g1`, then `Gf2-a2`"),
        "{text}"
    );
    let answer = first.clicks("Plan this").await;
    let text = &answer.message().text;
    assert!(text.contains("Plan saved"), "{text}");
    assert!(text.contains("• if `Bb3-g1`, then `Gf2-a2`"), "{text}");
    let session = session.restart().await;
    let second = session.second_at(thread);
    let answer = second.types("/move turn:Bb3-g1").await;
    let text = &answer.message().text;
    assert!(
        text.contains("`Bb3-g1`") && text.contains("`Gf2-a2`"),
        "{text}"
    );
    let board = second.sees("grey marble on f2").await;
    assert!(board.text.contains("(planned ahead)"), "{board}");
    assert!(
        board.text.contains("`Bb3-g1`"),
        "both turns are one message: {board}"
    );
    session.settles().await;
    session.finish().await;
}

#[tokio::test]
async fn a_plan_can_be_typed_listed_cut_and_dropped() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    let answer = first.types("/plan then:Gf2-a2").await;
    assert!(answer.message().text.contains("It's your turn"));
    first.types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    let offered = first.is_offered("/plan if:Bb3").await;
    assert!(
        offered.iter().any(|name| name.starts_with("Bb3-")),
        "{offered:?}"
    );
    let offered = first.is_offered("/plan if:Bb3-g1 then:Gf2").await;
    assert!(
        offered.iter().any(|name| name.starts_with("Gf2-")),
        "{offered:?}"
    );
    first.types("/plan if:Bb3-g1 then:Gf2-a2").await;
    let answer = first.types("/plan then:Wf2-a2").await;
    let text = &answer.message().text;
    assert!(text.contains("whatever else they play: `Wf2-a2`"), "{text}");
    let answer = first.types("/plan if:Bb3-g1 then:Gd4-a2").await;
    assert!(
        answer.message().text.contains("d4"),
        "an illegal turn is refused"
    );
    let answer = first.chooses(&["if Bb3-g1, then Gf2-a2"]).await;
    let text = &answer.message().text;
    assert!(
        !text.contains("Gf2-a2") && text.contains("Wf2-a2"),
        "{text}"
    );
    let answer = first.clicks("Drop the plan").await;
    assert!(answer.message().text.contains("Nothing planned yet"));
    session.second_at(thread).types("/move turn:Bb3-g1").await;
    let board = first.sees("black marble on b3").await;
    assert!(board.pings_me, "it is the first player's turn: {board}");
    session.finish().await;
}

#[tokio::test]
async fn the_end_of_a_plan_is_reported_once() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    let second = session.second_at(thread);
    second.sees("`Wd4-a1`").await;
    second.types("/move turn:Bb3-g1").await;
    session.first_at(thread).sees("`Bb3-g1`").await;
    let answer = second.types("/plan if:Gf2-a2 then:Bd2-a3").await;
    let text = &answer.message().text;
    assert!(
        text.contains("План сохранён") && text.contains("если `Gf2-a2`, то `Bd2-a3`"),
        "{text}"
    );
    session.first_at(thread).types("/move turn:Wf2-a2").await;
    second.sees("`Wf2-a2`").await;
    let answer = second.clicks("1m").await;
    let text = &answer.message().text;
    assert!(text.contains("План закончен"), "{text}");
    let answer = second.types("/board").await;
    assert!(!answer.message().text.contains("План"));
    session.finish().await;
}

#[tokio::test]
async fn planning_a_reply_to_the_only_move_is_offered() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.second_at(thread).types("/move turn:Bb3-g1").await;
    first.sees("`Bb3-g1`").await;
    // White offers a marble that can be captured in only one way.
    let answer = first.types("/move turn:Wa2-a4").await;
    let keys = answer.message().keys().join(" ");
    assert!(
        keys.contains("They must play") && keys.contains("plan your reply"),
        "{keys}"
    );
    let message = answer.message().clone();
    let part = message.parts().next().unwrap();
    let id = part["custom_id"].as_str().unwrap().to_owned();
    let answer = first.clicks_on(&message, &id).await;
    let text = &answer.message().text;
    assert!(text.contains("which move do you want to try"), "{text}");
    assert!(text.contains('x'), "the capture has been made: {text}");
    session.finish().await;
}

#[tokio::test]
async fn anyone_can_analyse_a_game_privately() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    let spectator = session.harness.person(SPECTATOR).at(thread);
    let public = |session: &Session| {
        let all = session.first_at(thread).reads();
        all.into_iter().filter(|seen| !seen.is_private).count()
    };
    session.settles().await;
    let before = public(&session);
    let answer = spectator.types("/analyse turn:1").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("Analiza"),
        "{}",
        answer.message().text
    );
    for turn in ["Bb3-g1", "Gf2-a2"] {
        spectator.clicks("Wypróbuj ruch").await;
        spectator.clicks("⌨️").await;
        spectator.fills(&[("Ruch w notacji", turn)]).await;
    }
    let board = spectator.sees("`Bb3-g1` → `Gf2-a2`").await;
    assert!(
        !board.keys().contains(&"Do planu"),
        "it is not their game: {board}"
    );
    spectator.clicks("◀").await;
    // Another branch.
    spectator.clicks("Wypróbuj ruch").await;
    spectator.clicks("⌨️").await;
    spectator.fills(&[("Ruch w notacji", "Wf2-a2")]).await;
    let session = session.restart().await;
    let spectator = session.harness.person(SPECTATOR).at(thread);
    let answer = spectator.clicks("◀").await;
    let menus = answer
        .message()
        .parts()
        .filter(|part| part["type"] == 3)
        .count();
    assert_eq!(
        menus,
        1,
        "two branches to choose from: {}",
        answer.message()
    );
    spectator.clicks("Obróć").await;
    spectator.clicks("⏭").await;
    spectator.sees("`Bb3-g1` → `Wf2-a2`").await;
    let answer = spectator.clicks("Usuń ten ruch").await;
    assert!(!answer.message().text.contains("Wf2-a2"));
    let answer = spectator.clicks("Do notatki").await;
    assert!(answer.message().text.contains("do Twojej notatki"));
    let answer = spectator.clicks("1o").await;
    assert!(
        answer.message().text.contains("📝 1\\: Bb3\\-g1"),
        "{}",
        answer.message()
    );
    session.settles().await;
    assert_eq!(public(&session), before, "the game is unchanged");
    session.finish().await;
}

#[tokio::test]
async fn a_position_code_can_be_analysed_and_an_invalid_one_is_explained() {
    let session = Session::new().await;
    let first = session.first();
    let code = "tzaar ..rtz/T...../......./T..z2t.Z./......../.......r/.....t./R...../Z.R.. first";
    let answer = first.types(&format!("/analyse position:{code}")).await;
    assert!(answer.message().text.contains(code), "{}", answer.message());
    let answer = first.types("/analyse position:zertz 37 4/5").await;
    let text = &answer.message().text;
    assert!(text.contains("the number of parts"), "{text}");
    let answer = session.second().types("/analyse position:chess").await;
    assert!(answer.message().text.contains("название игры"));
    session.finish().await;
}

#[tokio::test]
async fn a_person_without_a_game_can_analyse_any_variant() {
    let session = Session::new().await;
    let first = session.first();
    first.types("/analyse").await;
    let answer = first.chooses(&["ZÈRTZ · tournament, 48 rings"]).await;
    assert!(answer.message().is_private);
    first.clicks("Try a move").await;
    first.clicks("⌨️").await;
    first.fills(&[("Turn in notation", "Wd4-a1")]).await;
    first.sees("`Wd4-a1`").await;
    let answer = first.types("/analyse start:tzaar random").await;
    let text = &answer.message().text;
    assert!(text.contains("`tzaar "), "{text}");
    session.finish().await;
}

#[tokio::test]
async fn a_note_is_private() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.clicks("More").await;
    let answer = first.chooses(&["Note: a few words for yourself"]).await;
    assert_eq!(answer.form()["title"], "Your note on this game");
    let answer = first
        .fills(&[("Only you can see it", "beware of *g1*")])
        .await;
    assert!(answer.message().is_private);
    let answer = first.clicks("More").await;
    assert!(answer.message().text.contains("📝 beware of \\*g1\\*"));
    let answer = session.second_at(thread).clicks("1o").await;
    assert!(!answer.message().text.contains("beware"));
    // The modal contains the current note, so that it isn't overwritten by accident.
    let answer = first.chooses(&["Note: a few words for yourself"]).await;
    let form = answer.form().to_string();
    assert!(form.contains("beware of *g1*"), "{form}");
    let answer = first.fills(&[("Only you can see it", "")]).await;
    assert!(
        answer.message().text.contains("no note"),
        "{}",
        answer.message()
    );
    session.finish().await;
}

#[tokio::test]
async fn queued_placements_are_played_automatically() {
    let session = Session::new().await;
    let thread = session.game("tzaar tournament").await;
    let second = session.second_at(thread);
    let answer = second.types("/plan place:Zc3/d4, Rb2").await;
    assert!(
        answer.message().text.contains("Zc3/Zd4, Rb2"),
        "{}",
        answer.message()
    );
    let first = session.first_at(thread);
    first.types("/plan").await;
    first.clicks("Queue placements").await;
    first
        .fills(&[("In order; alternatives after a slash", "Tc3, Ta1, Qz9")])
        .await;
    first.sees("can't read").await;
    first.clicks("Queue placements").await;
    first
        .fills(&[("In order; alternatives after a slash", "Tc3\nTa1")])
        .await;
    let answer = first.clicks("Place Tc3 now").await;
    let text = &answer.message().text;
    assert!(
        text.contains("`Tc3`") && text.contains("`Zd4`, `Ta1`, `Rb2`"),
        "{text}"
    );
    let board = first.sees("(planned ahead)").await;
    assert!(board.text.contains("`Rb2`"), "{board}");
    session.settles().await;
    session.finish().await;
}

#[tokio::test]
async fn the_composer_queues_placements_and_places_the_rest_at_random_in_one_post() {
    let session = Session::new().await;
    let thread = session.game("tzaar tournament").await;
    let (first, second) = (session.first_at(thread), session.second_at(thread));
    // White queues several placements in the composer and makes the first one.
    first.clicks("Move").await;
    first.clicks("Queue several").await;
    first
        .fills(&[("In order; alternatives after a slash", "Ta1, Ra2")])
        .await;
    first.clicks("Place Ta1 now").await;
    second.sees("`Ta1`").await;
    session.settles().await;
    // Black wants the rest at random, thinks better of it, and then does it.
    second.clicks("Move").await;
    let answer = second.clicks("Прочие наугад").await;
    assert!(answer.message().text.contains("наугад?"));
    let answer = second.clicks("Нет").await;
    assert!(answer.message().picture().is_some(), "the composer again");
    second.clicks("Прочие наугад").await;
    let public = || {
        let all = session.harness.person(MODERATOR).at(thread).reads();
        all.iter().filter(|seen| !seen.is_private).count()
    };
    let before = public();
    let answer = second.clicks("Да, наугад").await;
    assert!(
        answer.message().text.contains("`Ra2`"),
        "{}",
        answer.message()
    );
    session.settles().await;
    assert_eq!(public(), before + 1, "one post for the burst");
    let board = first.sees("`Ra2`").await;
    assert!(board.pings_me, "one ping for the burst: {board}");
    // White too: everything that is left is placed in one post, and White opens the game.
    first.clicks("Move").await;
    first.clicks("Rest at random").await;
    let before = public();
    first.clicks("Yes, at random").await;
    // White has just pressed the button and is to open the game: no ping is needed.
    let board = first.sees("turns before these").await;
    assert!(!board.pings_me, "{board}");
    assert!(!second.sees("turns before these").await.pings_me);
    session.settles().await;
    assert_eq!(public(), before + 1);
    let answer = first.types("/board").await;
    assert!(answer.message().text.contains("Turn 60 of 60"));
    session.finish().await;
}

#[tokio::test]
async fn a_person_who_cannot_see_a_game_cannot_analyse_it() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let spectator = session.harness.person(SPECTATOR);
    let answer = spectator.at(thread).types("/analyse game:1").await;
    assert!(answer.message().picture().is_some());
    let elsewhere = spectator.at_direct_messages();
    let answer = elsewhere.types("/analyse game:1").await;
    assert!(answer.message().picture().is_none(), "{}", answer.message());
    // An analysis board opened while the game was visible still belongs to the spectator.
    spectator.at(thread).clicks("Obróć").await;
    session.finish().await;
}
