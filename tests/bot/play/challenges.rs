//! How games begin: challenges, cards, threads, the first board.

use std::time::Duration;

use hexpost_sandbox::{GENERAL, MODERATOR, SPECTATOR};

use super::Table;

#[tokio::test]
async fn a_challenge_becomes_a_game_in_a_thread_and_pings_the_one_who_moves() {
    let table = Table::new().await;
    let answer = table
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2 side:second pace:3d note:Good luck")
        .await;
    assert!(answer.message().is_private);
    let card = table.second().sees("challenges").await;
    assert!(card.pings_me, "whoever is challenged is pinged");
    assert!(card.text.contains("ZÈRTZ · 37 rings"), "{}", card.text);
    assert!(card.text.contains("3 days per move"), "{}", card.text);
    assert!(card.text.contains("> Good luck"), "{}", card.text);
    assert!(card.text.contains("<t:"), "it says when it expires");
    assert_eq!(card.keys(), ["Accept", "Decline", "Withdraw", "Rules"]);
    assert!(card.alts()[0].contains("ring"), "{:?}", card.alts());
    assert_eq!(table.first().was_pinged(), 0);

    let answer = table.second().clicks("Accept").await;
    let said = answer.message();
    assert!(!said.is_private, "everyone hears of it");
    let link = format!("game on! → <#{}>", card.id);
    assert!(said.text.contains(&link), "{}", said.text);
    assert!(!said.pings_me);
    table.settles().await;
    let card = table.second().sees("Accepted").await;
    assert!(card.keys().is_empty());
    let thread = card.thread().expect("the game has a thread");
    let board = table.second_at(thread).sees("it's your turn").await;
    assert!(board.pings_me, "the second player moves first here");
    assert_eq!(board.keys(), ["Move", "More", "Tonight", "Tomorrow"]);
    assert_eq!(table.second().was_pinged(), 2);
    assert_eq!(table.first().was_pinged(), 0);
    let (width, height, alt) = table.second_at(thread).sees_picture().await;
    assert_eq!((width, height), (1000, 1120));
    assert!(alt.contains("pool: 6 white, 8 grey, 10 black"), "{alt}");
    table.finish().await;
}

#[tokio::test]
async fn only_the_one_who_is_challenged_can_accept_and_only_the_challenger_withdraw() {
    let table = Table::new().await;
    table
        .first()
        .types("/challenge game:tzaar fixed opponent:@Player 2")
        .await;
    table.second().sees("challenges").await;
    let spectator = table.bench.person(SPECTATOR);
    let answer = spectator.clicks("Accept").await;
    assert!(answer.message().is_private);
    assert!(
        answer.message().text.contains("kogoś innego"),
        "in Polish: {}",
        answer.message().text
    );
    let answer = table.first().clicks("Accept").await;
    assert!(answer.message().text.contains("your own challenge"));
    let answer = table.second().clicks("Withdraw").await;
    assert!(answer.message().is_private);
    let answer = table.first().clicks("Decline").await;
    assert!(answer.message().is_private);
    // Nothing has changed.
    let card = table.second().sees("challenges").await;
    assert_eq!(card.keys().len(), 4);
    table.first().clicks("Withdraw").await;
    let card = table.first().sees("challenges").await;
    assert!(card.text.contains("Withdrawn"), "{}", card.text);
    assert!(card.keys().is_empty());
    table.finish().await;
}

#[tokio::test]
async fn a_declined_challenge_is_told_to_the_challenger() {
    let table = Table::new().await;
    table
        .first()
        .types("/challenge game:zertz 48 opponent:@Player 2")
        .await;
    table.second().clicks("Decline").await;
    let told = table.first().sees("declined your challenge").await;
    assert!(told.pings_me);
    table.finish().await;
}

#[tokio::test]
async fn an_open_challenge_is_accepted_by_anyone_but_the_challenger() {
    let table = Table::new().await;
    table.first().types("/challenge game:zertz 37").await;
    let card = table
        .bench
        .person(SPECTATOR)
        .sees("challenges anyone")
        .await;
    assert_eq!(card.keys(), ["Accept", "Withdraw", "Rules"]);
    assert!(card.text.contains("Provably random"), "{}", card.text);
    let answer = table.first().clicks("Accept").await;
    assert!(answer.message().is_private);
    table.bench.person(SPECTATOR).clicks("Accept").await;
    table.settles().await;
    let card = table.first().sees("Accepted").await;
    let thread = card.thread().expect("a thread");
    table.first_at(thread).sees("moves first").await;
    table.finish().await;
}

#[tokio::test]
async fn nobody_answers_and_the_challenge_expires() {
    let table = Table::new().await;
    table
        .first()
        .types("/challenge game:zertz 37 opponent:@Player 2")
        .await;
    table.second().sees("challenges").await;
    table.passes(Duration::from_hours(24 * 8)).await;
    let told = table.first().sees("nobody answered your challenge").await;
    assert!(told.pings_me);
    table.settles().await;
    let card = table.second().sees("challenges").await;
    assert!(card.text.contains("Expired"), "{}", card.text);
    assert!(card.keys().is_empty());
    table.finish().await;
}

#[tokio::test]
async fn oneself_a_bot_and_the_same_twice_are_refused_kindly() {
    let table = Table::new().await;
    for (text, said) in [
        (
            "/challenge game:zertz 37 opponent:@Player 1",
            "against yourself",
        ),
        (
            "/challenge game:zertz 37 opponent:@hexpost",
            "Bots can't play",
        ),
    ] {
        let answer = table.first().types(text).await;
        assert!(answer.message().is_private);
        let text = &answer.message().text;
        assert!(text.contains(said), "{text}");
    }
    let challenge = "/challenge game:zertz 37 opponent:@Player 2";
    table.first().types(challenge).await;
    let answer = table.first().types(challenge).await;
    assert!(answer.message().text.contains("already made the same"));
    table.settles().await;
    let cards = table.second().reads();
    let cards = cards.iter().filter(|seen| seen.text.contains("challenges"));
    assert_eq!(cards.count(), 1);
    table.finish().await;
}

#[tokio::test]
async fn someone_is_challenged_from_the_menu_of_the_person() {
    let table = Table::new().await;
    let answer = table
        .first()
        .uses_on("Challenge to a game", table.second())
        .await;
    assert!(answer.message().is_private);
    let answer = table.first().chooses(&["TZAAR · random"]).await;
    assert!(
        answer.message().text.contains("has been sent"),
        "{}",
        answer.message().text
    );
    let card = table.second().sees("TZAAR · random").await;
    assert!(card.text.contains("provably fair"), "{}", card.text);
    table.finish().await;
}

#[tokio::test]
async fn commands_are_registered_once() {
    let table = Table::new().await;
    let count = |table: &Table| {
        let wire = table.bench.sandbox.wire();
        let is_put = |line: &&serde_json::Value| {
            let title = line["title"].as_str().unwrap_or_default();
            title.starts_with("PUT ") && title.ends_with("/commands")
        };
        wire.iter().filter(is_put).count()
    };
    assert_eq!(count(&table), 1);
    let table = table.restart().await;
    assert_eq!(count(&table), 1, "{}", table.bench.story());
    table.finish().await;
}

#[tokio::test]
async fn without_threads_a_game_is_played_in_the_channel() {
    let table = Table::new().await;
    let moderator = table.bench.person(MODERATOR);
    let answer = moderator.types("/server threads:false pace:2d").await;
    assert!(answer.message().text.contains("2 days per move"));
    table
        .first()
        .at(GENERAL)
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    let card = table.second().at(GENERAL).sees("challenges").await;
    assert!(card.text.contains("2 days per move"), "{}", card.text);
    table.second().at(GENERAL).clicks("Accept").await;
    let board = table.first().at(GENERAL).sees("it's your turn").await;
    assert!(board.pings_me);
    // Only those who manage the server may change that.
    let answer = table.first().types("/server threads:true").await;
    assert!(answer.message().text.contains("Only server managers"));
    table.finish().await;
}

#[tokio::test]
async fn an_open_challenge_that_is_withdrawn_is_told_by_its_card_alone() {
    let table = Table::new().await;
    table.first().types("/challenge game:zertz 37").await;
    let card = table.second().sees("challenges").await;
    assert!(card.picture().is_some());
    table.first().clicks("Withdraw").await;
    table.settles().await;
    let seen = table.second().reads();
    assert_eq!(seen.len(), 1, "{seen:#?}");
    let card = table.second().sees("Withdrawn").await;
    assert!(card.picture().is_none() && card.keys().is_empty(), "{card}");
    table.finish().await;
}

#[tokio::test]
async fn whoever_is_challenged_can_read_the_rules_first() {
    let table = Table::new().await;
    let text = "/challenge game:zertz 48-tournament opponent:@Player 2";
    table.first().types(text).await;
    let page = table.second().clicks("Rules").await;
    assert!(page.message().is_private);
    let text = &page.message().text;
    assert!(text.contains("турнир"), "{text}");
    table.finish().await;
}

#[tokio::test]
async fn a_moderator_clears_away_a_challenge() {
    let table = Table::new().await;
    table.first().types("/challenge game:zertz 37").await;
    let card = table.second().sees("challenges").await;
    let spectator = table.bench.person(SPECTATOR);
    let answer = spectator.clicks("Withdraw").await;
    assert!(answer.message().is_private, "{}", answer.message());
    table.bench.person(MODERATOR).clicks("Withdraw").await;
    let closed = || {
        let mut all = table.second().reads().into_iter();
        all.find(|seen| seen.id == card.id && seen.keys().is_empty())
    };
    let closed = table.bench.until("the card is closed", closed).await;
    assert!(closed.text.contains("Withdrawn"), "{closed}");
    table.finish().await;
}
