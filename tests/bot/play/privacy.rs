//! What people prefer, their data, and texts that mean harm.

use hexpost_sandbox::{FIRST_PLAYER, FORUM_CHANNEL, GAMES, GENERAL, Id, MODERATOR};

use super::Table;

#[tokio::test]
async fn a_player_chooses_another_language_and_colours() {
    let table = Table::new().await;
    let answer = table.second().types("/settings").await;
    assert!(answer.message().text.contains("Ваши настройки"));
    let answer = table.second().chooses(&["Язык: English"]).await;
    assert!(
        answer.message().text.contains("Your settings"),
        "{}",
        answer.message().text
    );
    let answer = table.second().chooses(&["Board: dark"]).await;
    let menus: Vec<_> = answer.message().parts().cloned().collect();
    assert_eq!(menus.len(), 5);
    let chosen = menus[1]["options"].as_array().unwrap();
    assert_eq!(chosen[3]["default"], true, "{}", menus[1]);
    let answer = table.second().types("/games").await;
    assert!(answer.message().text.contains("You have no games"));
    table.finish().await;
}

#[tokio::test]
async fn whoever_wishes_is_pinged_in_a_direct_message() {
    let table = Table::new().await;
    table.second().types("/settings").await;
    table
        .second()
        .chooses(&["Уведомления: личным сообщением"])
        .await;
    let thread = table.game("zertz 37").await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    let public = table.second_at(thread).sees("`Wd4-a1`").await;
    assert!(!public.pings_me);
    table.settles().await;
    let direct = table.second().at_direct_messages().sees("`Wd4-a1`").await;
    assert!(
        direct.text.contains("ваш ход"),
        "in Russian: {}",
        direct.text
    );
    // The key works there as well.
    let answer = table.second().at_direct_messages().clicks("1m").await;
    assert!(answer.message().picture().is_some());
    table.finish().await;
}

#[tokio::test]
async fn people_take_their_data_with_them_or_are_forgotten() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    table.first().types("/privacy").await;
    let answer = table.first().clicks("Download my data").await;
    let file = &answer.message().json["attachments"][0];
    assert_eq!(file["filename"], "hexpost.json");
    let id = file["id"].as_str().unwrap().parse().unwrap();
    let bytes = table.bench.sandbox.file(id).unwrap();
    let data: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(data["player"], FIRST_PLAYER as i64);
    table.first().clicks("Delete me").await;
    let answer = table.first().clicks("Yes, delete me").await;
    assert!(
        answer.message().text.contains("1 game was resigned"),
        "{}",
        answer.message().text
    );
    let end = table.second_at(thread).sees("🏁").await;
    assert!(end.text.contains("opponent resigned"), "{}", end.text);
    table.finish().await;
}

#[tokio::test]
async fn texts_of_people_are_only_texts() {
    let table = Table::new().await;
    table
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2 note:**@everyone** <@800000000000000003> [x](http://x)")
        .await;
    let card = table.second().sees("challenges").await;
    assert!(card.text.contains(r"\*\*"), "{}", card.text);
    assert!(
        !card.text.contains("<@800000000000000003>"),
        "{}",
        card.text
    );
    let spectator = table.bench.person(hexpost_sandbox::SPECTATOR);
    assert_eq!(spectator.was_pinged(), 0);
    let answer = table
        .first()
        .types("/move turn:`; DROP TABLE games; --")
        .await;
    assert!(answer.message().is_private);
    let answer = table.first().types("/board game:nonsense").await;
    assert!(answer.message().is_private);
    table.finish().await;
}

#[tokio::test]
async fn a_muted_game_does_not_ping() {
    let table = Table::new().await;
    let thread = table.game("zertz 37").await;
    table.second_at(thread).clicks("1o").await;
    table
        .second_at(thread)
        .chooses(&["Без уведомлений об этой партии"])
        .await;
    table.first_at(thread).types("/move turn:Wd4-a1").await;
    let board = table.second_at(thread).sees("`Wd4-a1`").await;
    assert!(!board.pings_me);
    table.finish().await;
}

#[tokio::test]
async fn help_is_short_and_in_the_readers_language() {
    let table = Table::new().await;
    for (person, said) in [
        (table.first(), "by correspondence"),
        (table.second(), "по переписке"),
        (
            table.bench.person(hexpost_sandbox::SPECTATOR),
            "korespondencyjnie",
        ),
    ] {
        let answer = person.types("/help").await;
        let text = &answer.message().text;
        assert!(text.contains(said) && text.chars().count() < 1000, "{text}");
    }
    table.finish().await;
}

#[tokio::test]
async fn whoever_is_blocked_or_a_stranger_can_not_challenge() {
    let table = Table::new().await;
    let answer = table.second().types("/block strangers:false").await;
    assert!(
        answer.message().text.contains("с кем вы уже играли"),
        "{}",
        answer.message().text
    );
    let challenge = "/challenge game:zertz 37 opponent:@Player 2";
    let answer = table.first().types(challenge).await;
    assert!(
        answer.message().text.contains("people they have played"),
        "{}",
        answer.message().text
    );
    table.second().types("/block strangers:true").await;
    table.second().types("/block person:@Player 1").await;
    let answer = table.first().types(challenge).await;
    assert!(
        answer.message().text.contains("blocked"),
        "{}",
        answer.message().text
    );
    table
        .second()
        .types("/block person:@Player 1 allow:true")
        .await;
    let answer = table.first().types(challenge).await;
    assert!(
        answer.message().text.contains("has been sent"),
        "{}",
        answer.message().text
    );
    table.finish().await;
}

/// Text of a message in which a name is no more than text.
fn is_harmless(text: &str) -> bool {
    ["[Nitro](", "https://a.b", "](h"]
        .iter()
        .all(|part| !text.contains(part))
}

#[tokio::test]
async fn a_name_that_is_a_masked_link_is_only_a_name() {
    let table = Table::new().await;
    let name = "[Nitro](https://a.b) ||_x";
    let hostile = table.bench.sandbox.add_person(name, "en-GB").unwrap();
    let hostile = table.bench.person(hostile);
    let moderator = table.bench.person(MODERATOR);
    moderator.types("/server").await;
    moderator.clicks("Channels").await;
    moderator.picks_from("1Hf", &[FORUM_CHANNEL]).await;
    moderator.picks_from("1Hr", &[GENERAL]).await;
    table.first().types("/settings").await;
    let words = "Board: in words, for screen readers";
    table.first().chooses(&[words]).await;
    hostile
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    table.second().sees("challenges").await;
    table.second().clicks("1a").await;
    let post = || {
        let seen = table.bench.sandbox.overview(FIRST_PLAYER).ok()?;
        let servers = seen["servers"].as_array()?.clone();
        let mut channels = servers
            .into_iter()
            .flat_map(|server| server["channels"].as_array().cloned().unwrap_or_default());
        channels.find(|channel| channel["parent_id"] == FORUM_CHANNEL.to_string().as_str())
    };
    let post = table.bench.until("a post", post).await;
    // A title shows text as it is.
    assert!(post["name"].as_str().unwrap().starts_with(name), "{post}");
    let thread: Id = post["id"].as_str().unwrap().parse().unwrap();
    let opening = table.first_at(thread).sees(r"\[Nitro\]").await;
    assert!(is_harmless(&opening.text), "{opening}");
    // In words, while it is played and afterwards.
    let answer = table.first().types("/board game:1").await;
    let seen = answer.message();
    assert!(
        seen.text.contains(r"\[Nitro\]") && is_harmless(&seen.text),
        "{seen}"
    );
    // What a picture shows in words is no message.
    table.second_at(thread).types("/board").await;
    let (_, _, alt) = table.second_at(thread).sees_picture().await;
    assert!(alt.contains(name), "{alt}");
    table.second_at(thread).types("/resign").await;
    table.second_at(thread).clicks("Да, сдаюсь").await;
    table.first_at(thread).sees("🏁").await;
    let answer = table.first().types("/board game:1").await;
    let seen = answer.message();
    assert!(
        seen.text.contains(r"\[Nitro\]") && is_harmless(&seen.text),
        "{seen}"
    );
    table.first().at(GENERAL).sees("🏁").await;
    table.settles().await;
    for channel in [thread, GAMES, GENERAL] {
        for seen in table.first().at(channel).reads() {
            assert!(is_harmless(&seen.text), "{seen}");
        }
    }
    table.finish().await;
}
