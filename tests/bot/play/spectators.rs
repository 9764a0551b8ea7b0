//! Spectators: who sees what, and following a game.

use hexpost_sandbox::{ControlAction, LOUNGE, SPECTATOR};

use super::super::harness::{Harness, Person};
use super::Session;

impl Session {
    fn spectator(&self) -> Person<'_> {
        self.harness.person(SPECTATOR)
    }
}

#[tokio::test]
async fn a_follower_is_notified_of_moves_in_direct_messages() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let spectator = session.spectator().at(thread);
    let more = spectator.clicks("1o").await;
    assert_eq!(
        more.message().keys(),
        ["Plansza", "Jako tekst", "Zasady", "Obserwuj"]
    );
    let answer = spectator.clicks("Obserwuj").await;
    assert!(
        answer.message().text.contains("Obserwujesz tę partię"),
        "{}",
        answer.message()
    );
    // Moves aren't notified unless the follower wants it.
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    session.second_at(thread).sees("`Wd4-a1`").await;
    session.settles().await;
    assert_eq!(spectator.was_pinged(), 0);
    spectator.clicks("Powiadamiaj o ruchach").await;
    session.second_at(thread).types("/move turn:Bb2-g1").await;
    let direct = session.spectator().at_direct_messages();
    let told = direct.sees("`Bb2-g1`").await;
    assert!(told.text.contains("ZÈRTZ · 37"), "{told}");
    assert!(
        told.text.contains("https://discord.com/channels/"),
        "{told}"
    );
    // The board itself pings only the player to move.
    let board = session.first_at(thread).sees("`Bb2-g1`").await;
    assert!(board.pings_me);
    let board = spectator.sees("`Bb2-g1`").await;
    assert!(!board.pings_me);
    session.settles().await;
    assert_eq!(spectator.was_pinged(), 1, "one ping per move");
    // The notification has buttons to view the board and to stop following.
    let look = direct.clicks("Plansza").await;
    assert!(look.message().picture().is_some());
    let list = spectator.types("/games").await;
    assert_eq!(list.message().keys(), ["Obserwowane (1)"]);
    let list = spectator.clicks("Obserwowane (1)").await;
    assert!(
        list.message().text.contains("🔔 `#1` ZÈRTZ · 37"),
        "{}",
        list.message()
    );
    assert_eq!(list.message().keys(), ["Moje partie"]);
    let label = list.message().parts().next().unwrap()["options"][0]["label"].clone();
    assert_eq!(label, "#1 · Player 1 – Player 2 · ZÈRTZ · 37 pierścieni");
    let answer = direct.clicks("Przestań obserwować").await;
    assert!(
        answer.message().text.contains("Nie obserwujesz już"),
        "{}",
        answer.message()
    );
    session.first_at(thread).types("/move turn:Ge6-a2").await;
    spectator.sees("`Ge6-a2`").await;
    session.settles().await;
    assert!(
        !direct
            .reads()
            .iter()
            .any(|seen| seen.text.contains("`Ge6-a2`"))
    );
    session.finish().await;
}

#[tokio::test]
async fn a_follower_is_notified_of_the_result() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let spectator = session.spectator().at(thread);
    spectator.clicks("1o").await;
    spectator.clicks("Obserwuj").await;
    spectator.clicks("Powiadamiaj o ruchach").await;
    session.first_at(thread).types("/resign").await;
    session.first_at(thread).clicks("Yes, resign").await;
    let told = session.spectator().at_direct_messages().sees("🏁").await;
    assert!(told.text.contains("Player 2"), "{told}");
    // A restart doesn't repeat the notification.
    session.settles().await;
    let session = session.restart().await;
    session.settles().await;
    assert_eq!(session.spectator().was_pinged(), 1);
    session.finish().await;
}

#[tokio::test]
async fn a_follower_with_closed_direct_messages_does_not_delay_others() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    let spectator = session.spectator().at(thread);
    spectator.clicks("1o").await;
    spectator.clicks("Obserwuj").await;
    spectator.clicks("Powiadamiaj o ruchach").await;
    session
        .harness
        .control(ControlAction::CloseDms(SPECTATOR, true));
    session.first_at(thread).types("/move turn:Wd4-a1").await;
    let board = session.second_at(thread).sees("`Wd4-a1`").await;
    assert!(board.pings_me);
    session.settles().await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_game_is_visible_on_its_server_and_to_its_players() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    // Anyone on the server can view it.
    let answer = session.spectator().types("/board game:1").await;
    assert!(answer.message().picture().is_some());
    // For others it doesn't exist elsewhere, nor in a direct message.
    for stranger in [
        session.spectator().at(LOUNGE),
        session.spectator().at_direct_messages(),
    ] {
        for text in ["/board game:1", "/board game:#1", "/board game:1 turn:0"] {
            let answer = stranger.types(text).await;
            assert!(answer.message().is_private);
            assert!(answer.message().picture().is_none());
            assert!(
                answer.message().text.contains("Takiej partii"),
                "{}",
                answer.message()
            );
        }
    }
    // Players see their game anywhere.
    let answer = session.first().at(LOUNGE).types("/board game:1").await;
    assert!(answer.message().picture().is_some());
    let answer = session.second().at_direct_messages().types("/board").await;
    assert!(answer.message().picture().is_some());
    // So do followers.
    session.spectator().at(thread).clicks("1o").await;
    session.spectator().at(thread).clicks("Obserwuj").await;
    let answer = session
        .spectator()
        .at_direct_messages()
        .types("/board game:1")
        .await;
    assert!(answer.message().picture().is_some());
    session.settles().await;
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_game_outside_of_servers_is_visible_only_to_its_players() {
    let session = Session::new().await;
    let first = session.first().at_direct_messages();
    first
        .types("/challenge game:zertz 37 opponent:@Player 2 side:first")
        .await;
    session.second().at_direct_messages().clicks("1a").await;
    session.settles().await;
    let answer = session.spectator().types("/board game:1").await;
    assert!(
        answer.message().text.contains("Takiej partii"),
        "{}",
        answer.message()
    );
    let answer = session.second().types("/board game:1").await;
    assert!(answer.message().picture().is_some());
    session.finish().await;
}
