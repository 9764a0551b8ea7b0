//! How games begin: challenges, their messages, threads, the first board.

use std::time::Duration;

use hexpost_sandbox::{APPLICATION, FIRST_PLAYER, GENERAL, MODERATOR, SECOND_PLAYER, SPECTATOR};

use super::Session;

#[tokio::test]
async fn an_accepted_challenge_starts_a_thread_and_pings_the_player_to_move() {
    let session = Session::new().await;
    let answer = session
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2 side:second pace:3d note:Good luck")
        .await;
    assert!(answer.message().is_private);
    let card = session.second().sees("challenges").await;
    assert!(card.pings_me, "the challenged player is pinged");
    assert!(card.text.contains("ZÈRTZ · 37 rings"), "{}", card.text);
    assert!(card.text.contains("3 days per move"), "{}", card.text);
    assert!(card.text.contains("> Good luck"), "{}", card.text);
    assert!(card.text.contains("<t:"), "it says when it expires");
    assert_eq!(card.keys(), ["Accept", "Decline", "Withdraw", "Rules"]);
    assert!(card.alts()[0].contains("ring"), "{:?}", card.alts());
    assert_eq!(session.first().was_pinged(), 0);

    let answer = session.second().clicks("Accept").await;
    let said = answer.message();
    assert!(!said.is_private, "the response is public");
    let link = format!("game on! → <#{}>", card.id);
    assert!(said.text.contains(&link), "{}", said.text);
    assert!(!said.pings_me);
    session.settles().await;
    let card = session.second().sees("Accepted").await;
    assert!(card.keys().is_empty());
    let thread = card.thread().expect("the game has no thread");
    let link = format!("the game has begun → <#{thread}>");
    assert!(card.text.contains(&link), "{card}");
    let board = session.second_at(thread).sees("it's your turn").await;
    assert!(board.pings_me, "the second player moves first here");
    assert_eq!(board.keys(), ["Move", "More"]);
    assert_eq!(session.second().was_pinged(), 2);
    assert_eq!(session.first().was_pinged(), 0);
    let (width, height, alt) = session.second_at(thread).sees_picture().await;
    assert_eq!((width, height), (1000, 1337));
    assert!(alt.contains("pool: 6 white, 8 grey, 10 black"), "{alt}");
    session.finish().await;
}

#[tokio::test]
async fn only_the_challenged_player_can_accept_and_only_the_challenger_can_withdraw() {
    let session = Session::new().await;
    session
        .first()
        .types("/challenge game:tzaar fixed opponent:@Player 2")
        .await;
    session.second().sees("challenges").await;
    let spectator = session.harness.person(SPECTATOR);
    let answer = spectator.clicks("Accept").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("kogoś innego"),
        "in Polish: {}",
        answer.message().text
    );
    let answer = session.first().clicks("Accept").await;
    assert!(answer.message().text.contains("your own challenge"));
    let answer = session.second().clicks("Withdraw").await;
    assert!(answer.message().is_private);
    let answer = session.first().clicks("Decline").await;
    assert!(answer.message().is_private);
    // Nothing has changed.
    let card = session.second().sees("challenges").await;
    assert_eq!(card.keys().len(), 4);
    session.first().clicks("Withdraw").await;
    let card = session.first().sees("challenges").await;
    assert!(card.text.contains("Withdrawn"), "{}", card.text);
    assert!(card.keys().is_empty());
    session.finish().await;
}

#[tokio::test]
async fn the_challenger_is_notified_of_a_declined_challenge() {
    let session = Session::new().await;
    session
        .first()
        .types("/challenge game:zertz 48 opponent:@Player 2")
        .await;
    session.second().clicks("Decline").await;
    let told = session.first().sees("declined your challenge").await;
    assert!(told.pings_me);
    session.finish().await;
}

#[tokio::test]
async fn anyone_but_the_challenger_can_accept_an_open_challenge() {
    let session = Session::new().await;
    session.first().types("/challenge game:zertz 37").await;
    let card = session
        .harness
        .person(SPECTATOR)
        .sees("challenges anyone")
        .await;
    assert_eq!(card.keys(), ["Accept", "Withdraw", "Rules"]);
    assert!(card.text.contains("🎲 provably random"), "{}", card.text);
    let answer = session.first().clicks("Accept").await;
    assert!(answer.message().is_private);
    session.harness.person(SPECTATOR).clicks("Accept").await;
    session.settles().await;
    let card = session.first().sees("Accepted").await;
    let thread = card.thread().expect("the game has no thread");
    session.first_at(thread).sees("moves first").await;
    session.finish().await;
}

#[tokio::test]
async fn an_unanswered_challenge_expires() {
    let session = Session::new().await;
    session
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2")
        .await;
    session.second().sees("challenges").await;
    session.passes(Duration::from_hours(24 * 8)).await;
    let told = session.first().sees("nobody answered your challenge").await;
    assert!(told.pings_me);
    session.settles().await;
    let card = session.second().sees("challenges").await;
    assert!(card.text.contains("Expired"), "{}", card.text);
    assert!(card.keys().is_empty());
    session.finish().await;
}

#[tokio::test]
async fn challenging_oneself_a_bot_or_the_same_player_twice_is_refused() {
    let session = Session::new().await;
    for (text, said) in [
        (
            "/challenge game:zertz 37 opponent:@Player 1",
            "against yourself",
        ),
        (
            "/challenge game:zertz 37 opponent:@hexpost",
            // A game against the computer.
            "against the computer",
        ),
    ] {
        let answer = session.first().types(text).await;
        assert!(answer.message().is_private);
        let text = &answer.message().text;
        assert!(text.contains(said), "{text}");
    }
    let challenge = "/challenge game:zertz 37 opponent:@Player 2";
    session.first().types(challenge).await;
    let answer = session.first().types(challenge).await;
    assert!(answer.message().text.contains("already made the same"));
    session.settles().await;
    let cards = session.second().reads();
    let cards = cards.iter().filter(|seen| seen.text.contains("challenges"));
    assert_eq!(cards.count(), 1);
    session.finish().await;
}

#[tokio::test]
async fn a_player_can_be_challenged_from_their_context_menu() {
    let session = Session::new().await;
    let answer = session
        .first()
        .uses_on("Challenge to a game", session.second())
        .await;
    let form = answer.message();
    assert!(
        form.is_private && form.text.contains("A new challenge"),
        "{form}"
    );
    assert!(form.text.contains(&format!("<@{SECOND_PLAYER}>")), "{form}");
    session.first().chooses(&["TZAAR · random"]).await;
    let answer = session.first().clicks("Send").await;
    assert!(
        answer.message().text.contains("has been sent"),
        "{}",
        answer.message().text
    );
    let card = session.second().sees("TZAAR · random").await;
    assert!(card.text.contains("provably fair"), "{}", card.text);
    session.finish().await;
}

#[tokio::test]
async fn the_challenge_form_takes_a_person_a_game_a_pace_and_rated() {
    let session = Session::new().await;
    let first = session.first();
    first.types("/help").await;
    let form = first.clicks("Challenge").await;
    assert!(form.message().text.contains("Anyone here can accept"));
    // Each choice updates the form and keeps the others.
    let form = first.picks_people(&[SECOND_PLAYER]).await;
    let form = form.message();
    assert!(form.text.contains(&format!("<@{SECOND_PLAYER}>")), "{form}");
    // A rated game needs a clock.
    let form = first.clicks("Rated: no").await;
    assert!(form.message().text.contains("needs a clock"));
    first.chooses(&["5 days per move"]).await;
    let form = first.clicks("Rated: no").await;
    assert_eq!(form.message().keys(), ["⭐ Rated: yes", "Send"]);
    let form = first.chooses(&["TZAAR"]).await;
    let chosen = form.message().parts().flat_map(|part| {
        let options = part["options"].as_array().cloned().unwrap_or_default();
        options
            .into_iter()
            .filter(|option| option["default"] == true)
    });
    let chosen: Vec<_> = chosen.map(|option| option["label"].clone()).collect();
    assert_eq!(chosen, ["TZAAR", "5 days per move"]);
    let sent = first.clicks("Send").await;
    assert!(sent.message().text.contains("has been sent"));
    assert_eq!(sent.message().parts().count(), 0);
    let card = session.second().sees("challenges").await;
    assert!(card.pings_me && card.text.contains("**TZAAR**"), "{card}");
    assert!(card.text.contains("5 days per move"), "{card}");
    assert!(card.text.contains("Rated"), "{card}");
    session.finish().await;
}

#[tokio::test]
async fn the_challenge_form_says_what_cannot_be_sent_and_stays() {
    let session = Session::new().await;
    let first = session.first();
    first.types("/games").await;
    let form = first.clicks("Challenge").await;
    let id = form.message().id;
    let form = first.picks_people(&[FIRST_PLAYER]).await;
    let form = form.message();
    assert!(form.text.contains("yourself"), "{form}");
    // The opponent is still anyone.
    assert_eq!((form.id, form.keys()), (id, vec!["Rated: no", "Post it"]));
    // The bot itself is the computer, which has a form of its own.
    let form = first.picks_people(&[APPLICATION]).await;
    let form = form.message();
    assert_eq!((form.id, form.keys()), (id, vec!["Start"]));
    first.types("/games").await;
    first.clicks("Challenge").await;
    first.picks_people(&[SECOND_PLAYER]).await;
    first.clicks("Send").await;
    session.second().sees("challenges").await;
    // The same challenge again is refused, and the form can be changed.
    first.types("/games").await;
    first.types("/help").await;
    first.clicks("Challenge").await;
    first.picks_people(&[SECOND_PLAYER]).await;
    let form = first.clicks("Send").await;
    assert!(form.message().text.contains("already made the same"));
    let form = first.picks_people(&[]).await;
    assert!(form.message().text.contains("Anyone here can accept"));
    let sent = first.clicks("Post it").await;
    assert!(sent.message().text.contains("open challenge is posted"));
    // In a direct message to the bot there is nobody who could accept.
    let direct = first.at_direct_messages();
    direct.types("/help").await;
    let form = direct.clicks("Challenge").await;
    let text = form.message().text.clone();
    assert!(!text.contains("Anyone here"), "{text}");
    let sent = direct.clicks("Post it").await;
    assert!(sent.message().text.contains("⚠️"), "{}", sent.message());
    session.finish().await;
}

#[tokio::test]
async fn every_game_is_near_the_top_of_the_list() {
    let session = Session::new().await;
    let commands = session.harness.sandbox.commands(FIRST_PLAYER, GENERAL);
    let commands = commands.unwrap();
    let challenge = commands
        .iter()
        .find(|command| command["name"] == "challenge");
    let choices = challenge.unwrap()["options"][0]["choices"].clone();
    let choices = choices.as_array().unwrap();
    let values = choices
        .iter()
        .map(|choice| choice["value"].as_str().unwrap());
    let values: Vec<&str> = values.collect();
    assert_eq!(values[..3], ["zertz 37", "tzaar fixed", "zertz 37-blitz"]);
    assert_eq!(values.len(), 14);
    // The descriptions say how long a game takes, and none is cut.
    for choice in choices {
        let name = choice["name"].as_str().unwrap();
        assert!(name.chars().count() < 100, "{name}");
    }
    let name = choices[0]["name"].as_str().unwrap();
    assert!(name.contains("25 turns, two weeks"), "{name}");
    session.finish().await;
}

#[tokio::test]
async fn commands_are_registered_once() {
    let session = Session::new().await;
    let count = |session: &Session| {
        let wire = session.harness.sandbox.wire();
        let is_put = |line: &&serde_json::Value| {
            let title = line["title"].as_str().unwrap_or_default();
            title.starts_with("PUT ") && title.ends_with("/commands")
        };
        wire.iter().filter(is_put).count()
    };
    assert_eq!(count(&session), 1);
    let session = session.restart().await;
    assert_eq!(count(&session), 1, "{}", session.harness.story());
    session.finish().await;
}

#[tokio::test]
async fn with_threads_disabled_a_game_is_played_in_the_channel() {
    let session = Session::new().await;
    let moderator = session.harness.person(MODERATOR);
    let answer = moderator.types("/server threads:false pace:2d").await;
    assert!(answer.message().text.contains("2 days per move"));
    session
        .first()
        .at(GENERAL)
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    let card = session.second().at(GENERAL).sees("challenges").await;
    assert!(card.text.contains("2 days per move"), "{}", card.text);
    session.second().at(GENERAL).clicks("Accept").await;
    let board = session.first().at(GENERAL).sees("it's your turn").await;
    assert!(board.pings_me);
    // Only those who manage the server may change this.
    let answer = session.first().types("/server threads:true").await;
    assert!(answer.message().text.contains("Only server managers"));
    session.finish().await;
}

#[tokio::test]
async fn withdrawing_an_open_challenge_only_edits_its_message() {
    let session = Session::new().await;
    session.first().types("/challenge game:zertz 37").await;
    let card = session.second().sees("challenges").await;
    assert!(card.picture().is_some());
    session.first().clicks("Withdraw").await;
    session.settles().await;
    let seen = session.second().reads();
    assert_eq!(seen.len(), 1, "{seen:#?}");
    let card = session.second().sees("Withdrawn").await;
    assert!(card.picture().is_none() && card.keys().is_empty(), "{card}");
    session.finish().await;
}

#[tokio::test]
async fn the_challenged_player_can_read_the_rules_first() {
    let session = Session::new().await;
    let text = "/challenge game:zertz 48-tournament opponent:@Player 2";
    session.first().types(text).await;
    let page = session.second().clicks("Rules").await;
    assert!(page.message().is_private);
    let text = &page.message().text;
    assert!(text.contains("турнир"), "{text}");
    session.finish().await;
}

#[tokio::test]
async fn a_moderator_can_withdraw_a_challenge() {
    let session = Session::new().await;
    session.first().types("/challenge game:zertz 37").await;
    let card = session.second().sees("challenges").await;
    let spectator = session.harness.person(SPECTATOR);
    let answer = spectator.clicks("Withdraw").await;
    assert!(answer.message().is_private, "{}", answer.message());
    session.harness.person(MODERATOR).clicks("Withdraw").await;
    let closed = || {
        let mut all = session.second().reads().into_iter();
        all.find(|seen| seen.id == card.id && seen.keys().is_empty())
    };
    let closed = session
        .harness
        .until("the challenge message to be closed", closed)
        .await;
    assert!(closed.text.contains("Withdrawn"), "{closed}");
    session.finish().await;
}
