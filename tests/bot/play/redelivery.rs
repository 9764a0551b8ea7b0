//! Interactions that Discord delivers again have no further effect, in the same run or after a
//! restart. The tests in `src/discord/interaction/idempotency` show this for every command, button
//! and modal.

use std::time::Duration;

use hexpost_sandbox::{ControlAction, FIRST_PLAYER, Id};

use super::super::harness::Harness;
use super::Session;
use hexpost::model::{GameId, PlayerId};

impl Session {
    /// Whether each of the first player's analysis boards is flipped.
    async fn flips(&self) -> Vec<bool> {
        let mut session = self.app.store().read().await.unwrap();
        let boards = session.analyses_of(PlayerId(FIRST_PLAYER as i64)).await;
        let boards = boards.unwrap().into_iter();
        boards
            .map(|row| row.board.contains("\"flipped\":true"))
            .collect()
    }

    /// How often the bot tried to respond to an interaction.
    fn callbacks(&self, interaction: Id) -> usize {
        let path = format!("/interactions/{interaction}/");
        let lines = self.harness.sandbox.wire();
        let titles = lines.iter().filter_map(|line| line["title"].as_str());
        titles.filter(|title| title.contains(&path)).count()
    }
}

#[tokio::test]
async fn a_flipped_board_stays_flipped_when_the_press_is_redelivered_after_a_restart() {
    let mut session = Session::on(Harness::unlogged().await).await;
    session.first().types("/analyse start:zertz 37").await;
    let flip = session.first().clicks("Flip").await.interaction;
    assert_eq!(session.flips().await, [true]);
    for _ in 0..2 {
        session = session.restart().await;
        session.harness.control(ControlAction::Redeliver);
        // The bot responds that it was done already; Discord has its response and refuses the
        // second.
        let refused = || {
            let refused = session.harness.refused();
            refused
                .iter()
                .any(|line| line.contains("40060"))
                .then_some(())
        };
        session.harness.until("a second response", refused).await;
        assert_eq!(session.flips().await, [true]);
    }
    // In the same run there is no response at all.
    let before = session.callbacks(flip);
    session.harness.control(ControlAction::Redeliver);
    session.first().types("/help").await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(session.callbacks(flip), before);
    assert_eq!(session.flips().await, [true]);
    session.finish_after_trouble().await;
}

#[tokio::test]
async fn a_redelivered_modal_does_not_overwrite_a_newer_note() {
    let session = Session::on(Harness::unlogged().await).await;
    let thread = session.game("zertz 37").await;
    let first = session.first_at(thread);
    first.clicks("1o").await;
    first.chooses(&["Note: a few words for yourself"]).await;
    first.fills(&[("Only you can see it", "one")]).await;
    let player = PlayerId(FIRST_PLAYER as i64);
    let note = async |session: &Session| session.app.note(player, GameId(1).into()).await.unwrap();
    assert_eq!(note(&session).await.as_deref(), Some("one"));
    let session = session.restart().await;
    // Meanwhile the note was changed elsewhere.
    let act = hexpost::app::Act {
        by: player,
        interaction: hexpost::model::InteractionId(1),
        expected_seq: None,
        now: session.now(),
    };
    session
        .app
        .set_note(&act, GameId(1).into(), "two")
        .await
        .unwrap();
    session.harness.control(ControlAction::Redeliver);
    let refused = || {
        let refused = session.harness.refused();
        refused
            .iter()
            .any(|line| line.contains("40060"))
            .then_some(())
    };
    session.harness.until("a second response", refused).await;
    assert_eq!(note(&session).await.as_deref(), Some("two"));
    session.finish_after_trouble().await;
}
