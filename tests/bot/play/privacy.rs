//! Preferences, personal data, and malicious texts.

use hexpost_sandbox::{FIRST_PLAYER, FORUM_CHANNEL, GAMES, GENERAL, Id, MODERATOR};

use super::Session;

#[tokio::test]
async fn a_player_can_choose_language_and_colours() {
    let session = Session::new().await;
    let answer = session.second().types("/settings").await;
    assert!(answer.message().text.contains("Ваши настройки"));
    let answer = session.second().chooses(&["Язык: English"]).await;
    assert!(
        answer.message().text.contains("Your settings"),
        "{}",
        answer.message().text
    );
    let answer = session.second().chooses(&["Board: dark"]).await;
    let menus: Vec<_> = answer.message().parts().cloned().collect();
    assert_eq!(menus.len(), 5);
    let mut chosen = menus[1]["options"].as_array().unwrap().iter();
    let chosen = chosen.find(|option| option["default"] == true);
    assert_eq!(chosen.unwrap()["label"], "Board: dark", "{}", menus[1]);
    let answer = session.second().types("/games").await;
    assert!(answer.message().text.contains("You have no games"));
    session.finish().await;
}

#[tokio::test]
async fn a_player_can_choose_to_be_pinged_in_direct_messages() {
    let session = Session::new().await;
    session.second().types("/settings").await;
    session
        .second()
        .chooses(&["Уведомления: личным сообщением"])
        .await;
    let thread = session.game("zertz 37").await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    let public = session.second_at(thread).sees("`Wd4-a1`").await;
    assert!(!public.pings_me);
    session.settles().await;
    let direct = session.second().at_direct_messages().sees("`Wd4-a1`").await;
    assert!(
        direct.text.contains("ваш ход"),
        "in Russian: {}",
        direct.text
    );
    // The button works there as well.
    let answer = session.second().at_direct_messages().clicks("1m").await;
    assert!(answer.message().picture().is_some());
    session.finish().await;
}

#[tokio::test]
async fn personal_data_can_be_exported_and_deleted() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.first().types("/privacy").await;
    let answer = session.first().clicks("Download my data").await;
    let file = &answer.message().json["attachments"][0];
    assert_eq!(file["filename"], "hexpost.json");
    let id = file["id"].as_str().unwrap().parse().unwrap();
    let bytes = session.harness.sandbox.file(id).unwrap();
    let data: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
    assert_eq!(data["player"], FIRST_PLAYER as i64);
    session.first().clicks("Delete me").await;
    let answer = session.first().clicks("Yes, delete me").await;
    assert!(
        answer.message().text.contains("1 game was resigned"),
        "{}",
        answer.message().text
    );
    let end = session.second_at(thread).sees("🏁").await;
    assert!(end.text.contains(" resigned"), "{}", end.text);
    session.finish().await;
}

#[tokio::test]
async fn user_text_is_escaped() {
    let session = Session::new().await;
    session
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2 note:**@everyone** <@800000000000000003> [x](http://x)")
        .await;
    let card = session.second().sees("challenges").await;
    assert!(card.text.contains(r"\*\*"), "{}", card.text);
    assert!(
        !card.text.contains("<@800000000000000003>"),
        "{}",
        card.text
    );
    let spectator = session.harness.person(hexpost_sandbox::SPECTATOR);
    assert_eq!(spectator.was_pinged(), 0);
    let answer = session
        .first()
        .types("/move turn:`; DROP TABLE games; --")
        .await;
    assert!(answer.message().is_private);
    let answer = session.first().types("/board game:nonsense").await;
    assert!(answer.message().is_private);
    session.finish().await;
}

#[tokio::test]
async fn a_muted_game_does_not_ping() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.second_at(thread).clicks("1o").await;
    session
        .second_at(thread)
        .chooses(&["Без уведомлений об этой партии"])
        .await;
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    let board = session.second_at(thread).sees("`Wd4-a1`").await;
    assert!(!board.pings_me);
    session.finish().await;
}

#[tokio::test]
async fn help_is_short_and_in_the_readers_language() {
    let session = Session::new().await;
    for (person, said) in [
        (session.first(), "at your own pace"),
        (session.second(), "по переписке"),
        (
            session.harness.person(hexpost_sandbox::SPECTATOR),
            "korespondencyjne",
        ),
    ] {
        let answer = person.types("/help").await;
        let text = &answer.message().text;
        // The numbers of the commands are not shown.
        let mut mentions = text.split("</");
        let mut shown = mentions.next().unwrap_or_default().to_owned();
        for part in mentions {
            let (name, rest) = part.split_once(':').expect("a mention has a number");
            shown.push('/');
            shown.push_str(name);
            shown.push_str(rest.split_once('>').expect("a mention ends").1);
        }
        assert!(
            shown.contains(said) && shown.chars().count() < 800,
            "{shown}"
        );
    }
    session.finish().await;
}

#[tokio::test]
async fn blocked_players_and_strangers_cannot_challenge() {
    let session = Session::new().await;
    let answer = session.second().types("/block strangers:false").await;
    assert!(
        answer.message().text.contains("с кем вы уже играли"),
        "{}",
        answer.message().text
    );
    let challenge = "/challenge game:zertz 37 opponent:@Player 2";
    let answer = session.first().types(challenge).await;
    assert!(
        answer.message().text.contains("people they have played"),
        "{}",
        answer.message().text
    );
    session.second().types("/block strangers:true").await;
    session.second().types("/block person:@Player 1").await;
    let answer = session.first().types(challenge).await;
    assert!(
        answer.message().text.contains("blocked"),
        "{}",
        answer.message().text
    );
    session
        .second()
        .types("/block person:@Player 1 allow:true")
        .await;
    let answer = session.first().types(challenge).await;
    assert!(
        answer.message().text.contains("has been sent"),
        "{}",
        answer.message().text
    );
    session.finish().await;
}

/// Whether a name is shown only as text.
fn is_harmless(text: &str) -> bool {
    ["[Nitro](", "https://a.b", "](h"]
        .iter()
        .all(|part| !text.contains(part))
}

#[tokio::test]
async fn a_name_with_a_masked_link_is_escaped() {
    let session = Session::new().await;
    let name = "[Nitro](https://a.b) ||_x";
    let hostile = session.harness.sandbox.add_person(name, "en-GB").unwrap();
    let hostile = session.harness.person(hostile);
    let moderator = session.harness.person(MODERATOR);
    moderator.types("/server").await;
    moderator.clicks("Channels").await;
    moderator.picks_from("1Hf", &[FORUM_CHANNEL]).await;
    moderator.picks_from("1Hr", &[GENERAL]).await;
    session.first().types("/settings").await;
    let words = "Board: in words, for screen readers";
    session.first().chooses(&[words]).await;
    hostile
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    session.second().sees("challenges").await;
    session.second().clicks("1a").await;
    let post = || {
        let seen = session.harness.sandbox.overview(FIRST_PLAYER).ok()?;
        let servers = seen["servers"].as_array()?.clone();
        let mut channels = servers
            .into_iter()
            .flat_map(|server| server["channels"].as_array().cloned().unwrap_or_default());
        channels.find(|channel| channel["parent_id"] == FORUM_CHANNEL.to_string().as_str())
    };
    let post = session.harness.until("a forum post", post).await;
    // A title shows text verbatim.
    assert!(post["name"].as_str().unwrap().contains(name), "{post}");
    let thread: Id = post["id"].as_str().unwrap().parse().unwrap();
    let opening = session.first_at(thread).sees(r"\[Nitro\]").await;
    assert!(is_harmless(&opening.text), "{opening}");
    // In the text board, during the game and afterwards.
    let answer = session.first().types("/board game:1").await;
    let seen = answer.message();
    assert!(
        seen.text.contains(r"\[Nitro\]") && is_harmless(&seen.text),
        "{seen}"
    );
    // A picture's alt text isn't rendered as Markdown.
    session.second_at(thread).types("/board").await;
    let (_, _, alt) = session.second_at(thread).sees_picture().await;
    assert!(alt.contains(name), "{alt}");
    session.second_at(thread).types("/resign").await;
    session.second_at(thread).clicks("Да, сдаюсь").await;
    session.first_at(thread).sees("🏁").await;
    let answer = session.first().types("/board game:1").await;
    let seen = answer.message();
    assert!(
        seen.text.contains(r"\[Nitro\]") && is_harmless(&seen.text),
        "{seen}"
    );
    session.first().at(GENERAL).sees("🏁").await;
    session.settles().await;
    for channel in [thread, GAMES, GENERAL] {
        for seen in session.first().at(channel).reads() {
            assert!(is_harmless(&seen.text), "{seen}");
        }
    }
    session.finish().await;
}
