//! Thinking ahead: plans, private boards, notes.

use hexpost_sandbox::SPECTATOR;

use super::Table;

#[tokio::test]
async fn a_line_is_tried_planned_and_played_when_the_other_moves() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    let answer = first.types("/plan").await;
    assert!(answer.message().is_private);
    assert!(answer.message().text.contains("Nothing planned yet"));
    let answer = first.clicks("Add a line").await;
    assert!(answer.message().is_private && answer.message().picture().is_some());
    assert!(answer.message().text.contains("try your opponent's move"));
    // The opponent's move with keys, as in a game.
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
    // The answer typed.
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
    let table = table.restart().await;
    let second = table.second_at(thread);
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
    table.settles().await;
    table.finish().await;
}

#[tokio::test]
async fn a_plan_is_typed_listed_cut_and_dropped() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    let answer = first.types("/plan then:Gf2-a2").await;
    assert!(answer.message().text.contains("It's your turn"));
    first.types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
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
        "what is illegal is refused"
    );
    let answer = first.chooses(&["if Bb3-g1, then Gf2-a2"]).await;
    let text = &answer.message().text;
    assert!(
        !text.contains("Gf2-a2") && text.contains("Wf2-a2"),
        "{text}"
    );
    let answer = first.clicks("Drop the plan").await;
    assert!(answer.message().text.contains("Nothing planned yet"));
    table.second_at(thread).types("/move turn:Bb3-g1").await;
    let board = first.sees("black marble on b3").await;
    assert!(board.pings_me, "it is the first player's turn: {board}");
    table.finish().await;
}

#[tokio::test]
async fn a_plan_that_is_over_is_told_at_the_next_look_and_only_once() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    let second = table.second_at(thread);
    second.sees("`Wd4-a1`").await;
    second.types("/move turn:Bb3-g1").await;
    table.first_at(thread).sees("`Bb3-g1`").await;
    let answer = second.types("/plan if:Gf2-a2 then:Bd2-a3").await;
    let text = &answer.message().text;
    assert!(
        text.contains("План сохранён") && text.contains("если `Gf2-a2`, то `Bd2-a3`"),
        "{text}"
    );
    table.first_at(thread).types("/move turn:Wf2-a2").await;
    second.sees("`Wf2-a2`").await;
    let answer = second.clicks("1m").await;
    let text = &answer.message().text;
    assert!(text.contains("План закончен"), "{text}");
    let answer = second.types("/board").await;
    assert!(!answer.message().text.contains("План"));
    table.finish().await;
}

#[tokio::test]
async fn the_answer_to_the_only_move_is_offered_to_be_planned() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    first.types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    table.second_at(thread).types("/move turn:Bb3-g1").await;
    first.sees("`Bb3-g1`").await;
    // A marble is offered: it can be taken in one way only.
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
    table.finish().await;
}

#[tokio::test]
async fn anyone_may_analyse_back_and_forth_and_nobody_else_sees_it() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    table.second_at(thread).sees("`Wd4-a1`").await;
    let spectator = table.bench.person(SPECTATOR).at(thread);
    let public = |table: &Table| {
        let all = table.first_at(thread).reads();
        all.into_iter().filter(|seen| !seen.is_private).count()
    };
    table.settles().await;
    let before = public(&table);
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
        "it is not his game: {board}"
    );
    spectator.clicks("◀").await;
    // Another branch.
    spectator.clicks("Wypróbuj ruch").await;
    spectator.clicks("⌨️").await;
    spectator.fills(&[("Ruch w notacji", "Wf2-a2")]).await;
    let table = table.restart().await;
    let spectator = table.bench.person(SPECTATOR).at(thread);
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
    assert!(answer.message().text.contains("w Twojej notatce"));
    let answer = spectator.clicks("1o").await;
    assert!(
        answer.message().text.contains("📝 1\\: Bb3\\-g1"),
        "{}",
        answer.message()
    );
    table.settles().await;
    assert_eq!(public(&table), before, "the game is as it was");
    table.finish().await;
}

#[tokio::test]
async fn a_position_code_is_analysed_and_a_wrong_one_explained() {
    let table = Table::new().await;
    let first = table.first();
    let code = "tzaar ..rtz/T...../......./T..z2t.Z./......../.......r/.....t./R...../Z.R.. first";
    let answer = first.types(&format!("/analyse position:{code}")).await;
    assert!(answer.message().text.contains(code), "{}", answer.message());
    let answer = first.types("/analyse position:zertz 37 4/5").await;
    let text = &answer.message().text;
    assert!(text.contains("the number of parts"), "{text}");
    let answer = table.second().types("/analyse position:chess").await;
    assert!(answer.message().text.contains("название игры"));
    table.finish().await;
}

#[tokio::test]
async fn someone_without_a_game_tries_turns_on_the_board_of_any_game() {
    let table = Table::new().await;
    let first = table.first();
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
    table.finish().await;
}

#[tokio::test]
async fn a_note_is_for_oneself_alone() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let first = table.first_at(thread);
    first.clicks("More").await;
    let answer = first.chooses(&["Note: a few words for yourself"]).await;
    assert_eq!(answer.form()["title"], "Your note on this game");
    let answer = first
        .fills(&[("Only you can see it", "beware of *g1*")])
        .await;
    assert!(answer.message().is_private);
    let answer = first.clicks("More").await;
    assert!(answer.message().text.contains("📝 beware of \\*g1\\*"));
    let answer = table.second_at(thread).clicks("1o").await;
    assert!(!answer.message().text.contains("beware"));
    // What was noted stands in the form, and nothing is written over it unasked.
    let answer = first.chooses(&["Note: a few words for yourself"]).await;
    let form = answer.form().to_string();
    assert!(form.contains("beware of *g1*"), "{form}");
    let answer = first.fills(&[("Only you can see it", "")]).await;
    assert!(
        answer.message().text.contains("no note"),
        "{}",
        answer.message()
    );
    table.finish().await;
}

#[tokio::test]
async fn placements_are_queued_and_run_on_by_themselves() {
    let table = Table::new().await;
    let thread = table.game("tzaar tournament").await;
    let second = table.second_at(thread);
    let answer = second.types("/plan place:Zc3/d4, Rb2").await;
    assert!(
        answer.message().text.contains("Zc3/Zd4, Rb2"),
        "{}",
        answer.message()
    );
    let first = table.first_at(thread);
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
    table.settles().await;
    table.finish().await;
}

#[tokio::test]
async fn whoever_may_not_see_a_game_takes_no_position_of_it_along() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    let spectator = table.bench.person(SPECTATOR);
    let answer = spectator.at(thread).types("/analyse game:1").await;
    assert!(answer.message().picture().is_some());
    let elsewhere = spectator.at_direct_messages();
    let answer = elsewhere.types("/analyse game:1").await;
    assert!(answer.message().picture().is_none(), "{}", answer.message());
    // The board that was opened where the game is seen is still the spectator's own.
    spectator.at(thread).clicks("Obróć").await;
    table.finish().await;
}
