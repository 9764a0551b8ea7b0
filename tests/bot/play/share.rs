//! Showing what only one person sees to everyone in the channel.

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{CLUB, ControlAction, GENERAL, Id, MODERATOR};

use super::super::harness::{Harness, Seen};
use super::{BEGINNING, Session};

impl Session {
    /// The public messages that begin with who shows something.
    fn shown(&self, channel: Id) -> Vec<Seen> {
        let all = self.harness.person(MODERATOR).at(channel).reads();
        let is_shown = |seen: &Seen| !seen.is_private && seen.text.starts_with("👀");
        all.into_iter().filter(is_shown).collect()
    }

    /// The last of them, once there are `count`.
    async fn sees_shown(&self, channel: Id, count: usize) -> Seen {
        let come = || {
            let all = self.shown(channel);
            (all.len() == count).then(|| all.into_iter().next_back())?
        };
        self.harness.until("something shown to all", come).await
    }
}

#[tokio::test]
async fn a_board_is_shown_to_everyone_once_and_pings_nobody() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    let (first, second) = (session.first_at(thread), session.second_at(thread));
    first.types("/move turn:Wd4-a1").await;
    session.settles().await;
    let pinged = (first.was_pinged(), second.was_pinged());
    first.types("/board turn:1").await;
    first.clicks("Show to all").await;
    let shown = session.sees_shown(thread, 1).await;
    assert!(shown.picture().is_some(), "{shown}");
    assert!(shown.text.contains("ZÈRTZ · 37 rings"), "{shown}");
    assert!(shown.text.contains("Turn 1 of 1"), "{shown}");
    assert_eq!(shown.keys(), ["Board"], "nothing that only one may press");
    assert_eq!((first.was_pinged(), second.was_pinged()), pinged);
    // The same button again posts nothing.
    let again = first.clicks("Show to all").await;
    assert!(
        again.message().text.contains("already been done"),
        "{}",
        again.message()
    );
    assert_eq!(session.shown(thread).len(), 1);
    // Elsewhere on the server it says where the game is played.
    let general = session.first().at(GENERAL);
    general.types("/board game:1").await;
    general.clicks("Show to all").await;
    let shown = session.sees_shown(GENERAL, 1).await;
    assert!(shown.text.contains(&format!("→ <#{thread}>")), "{shown}");
    session.finish().await;
}

#[tokio::test]
async fn only_who_may_write_in_a_channel_shows_something_there() {
    let session = Session::new().await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    let general = session.first().at(GENERAL);
    general.types("/board game:1").await;
    session.harness.control(ControlAction::Overwrite {
        channel: GENERAL,
        who: CLUB,
        what: Permissions::SEND_MESSAGES,
        is_allowed: Some(false),
    });
    let refused = general.clicks("Show to all").await;
    assert!(
        refused.message().text.contains("aren't allowed to write"),
        "{}",
        refused.message()
    );
    let answer = general.types("/board game:1").await;
    assert!(!answer.message().keys().contains(&"Show to all"));
    assert_eq!(
        session.shown(GENERAL).len() + session.shown(thread).len(),
        0
    );
    session.finish().await;
}

#[tokio::test]
async fn animations_profiles_and_leaderboards_are_shown_without_what_concerns_one_reader() {
    let session = Session::new().await;
    let thread = session.game_with("zertz 37", " pace:3d rated:true").await;
    session.play_random_turns(thread, 7).await;
    session.second_at(thread).types("/resign").await;
    session.second_at(thread).clicks("Да, сдаюсь").await;
    session.first_at(thread).sees("🏁").await;
    session.settles().await;
    let second = session.second_at(thread);
    second.types("/replay from:2 to:4").await;
    second.clicks("Показать всем").await;
    let shown = session.sees_shown(thread, 1).await;
    assert!(shown.text.contains("turns 2 to 4"), "{shown}");
    let file = &shown.json["attachments"][0];
    assert_eq!(file["filename"], "replay.gif");
    assert!(file["description"].is_string(), "alt text");
    let answer = second.types("/profile person:@Player 1").await;
    assert!(answer.message().text.contains("Личный счёт"));
    second.clicks("Показать всем").await;
    let shown = session.sees_shown(thread, 2).await;
    assert!(shown.text.contains("Profile of <@"), "{shown}");
    assert!(!shown.text.contains("Head to head"), "{shown}");
    let answer = second.types("/leaderboard").await;
    assert!(
        answer.message().text.contains("Ваш рейтинг"),
        "{}",
        answer.message()
    );
    second.clicks("Показать всем").await;
    let shown = session.sees_shown(thread, 3).await;
    assert!(shown.text.contains("top players on this server"), "{shown}");
    assert!(!shown.text.contains("Your rating"), "{shown}");
    session.finish().await;
}

#[tokio::test]
async fn showing_to_everyone_is_limited_more_than_commands() {
    let session = Session::with(Harness::new().await, BEGINNING, 6).await;
    let thread = session.game("zertz 37").await;
    session.settles().await;
    let first = session.first_at(thread);
    for _ in 0..2 {
        first.types("/board").await;
        first.clicks("Show to all").await;
    }
    first.sees("a little fast").await;
    assert_eq!(session.shown(thread).len(), 1);
    session.finish().await;
}
