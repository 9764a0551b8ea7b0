//! Who leaves a server is withdrawn from its tournaments, although Discord does not tell the bot.

use std::time::Duration;

use hexpost_sandbox::{CLUB, ControlAction, FIRST_PLAYER, GAMES, Id, SPECTATOR};

use super::super::harness::Harness;
use super::Session;
use hexpost::app::access::Viewer;
use hexpost::app::{Act, NewTournament};
use hexpost::model::{
    ChannelId, InteractionId, Pace, PlayerId, ServerId, StoredVariant, TournamentFormat,
    TournamentTerms,
};

const DAY: Duration = Duration::from_hours(24);

#[tokio::test]
async fn who_has_left_the_server_is_withdrawn_from_tournaments_within_a_day() {
    let session = Session::on(Harness::unlogged().await).await;
    let (server, channel) = (ServerId(CLUB as i64), ChannelId(GAMES as i64));
    let member = |id: Id| Viewer {
        player: Some(PlayerId(id as i64)),
        server: Some(server),
        channel: Some(channel),
        may_post: true,
        ..Viewer::default()
    };
    let act = |by: Id, number| Act {
        by: PlayerId(by as i64),
        interaction: InteractionId(number),
        expected_seq: None,
        now: session.now(),
    };
    let variant = StoredVariant::parse("zertz", "37");
    let new = NewTournament {
        name: "Autumn cup".to_owned(),
        server,
        channel,
        terms: TournamentTerms::usual(TournamentFormat::RoundRobin, variant, Pace::days(3)),
    };
    let organiser = member(FIRST_PLAYER);
    let creates = act(FIRST_PLAYER, 1);
    let made = session.app.create_tournament(&creates, &organiser, &new);
    let id = made.await.unwrap().row.id;
    for (player, number) in [(FIRST_PLAYER, 2), (SPECTATOR, 3)] {
        let act = act(player, number);
        let joined = session.app.join_tournament(&act, &member(player), id).await;
        joined.unwrap();
    }
    session.harness.control(ControlAction::Refuse {
        status: 404,
        code: 10007,
        times: 1,
        path: Some(format!("/members/{SPECTATOR}")),
    });
    session.passes(DAY).await;
    for _ in 0..2000 {
        let view = session.app.tournament(id).await.unwrap();
        if view.players() == [PlayerId(FIRST_PLAYER as i64)] {
            session.finish_after_trouble().await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("nobody was withdrawn\n{}", session.harness.story());
}
