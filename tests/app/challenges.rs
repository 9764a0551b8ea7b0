//! Challenges, and the fair draw.

use std::time::Duration;

use crate::database_files::tamper;
use crate::fixture::{
    BLACK, CHANNEL, SERVER, THIRD, TestApp, WHITE, challenge_to, days, open_challenge, refused,
    run, story, terms,
};
use hexpost::app::challenge::fair_draw::{DrawCheck, FairDraw, commitment};
use hexpost::app::game::state::Game;
use hexpost::app::notify::notice::Notice;
use hexpost::app::people::settings::ServerSettings;
use hexpost::app::{Limits, NewChallenge, Opponent, Refusal};
use hexpost::model::{
    ChallengeState, ChannelId, DrawVersion, GameId, MessageKind, Pace, PlayerId, PostedMessage,
    Seat, Terms,
};

#[test]
fn a_friend_accepts_and_the_game_begins() {
    story(async |desk| {
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let challenge = desk.challenge(WHITE, new).await.unwrap();
        assert_eq!(desk.told().await, [(Notice::Challenged, Some(BLACK))]);
        let game = desk.accept(BLACK, challenge.id).await.unwrap();
        assert_eq!(game.row.id, challenge.id);
        assert_eq!(game.row.players.first, Some(WHITE));
        assert_eq!(game.row.players.second, Some(BLACK));
        assert_eq!(desk.told().await, [(Notice::Started, Some(WHITE))]);
        assert!(desk.app.challenges_by(WHITE).await.unwrap().is_empty());
        let decided = desk.app.challenge_by_id(challenge.id).await.unwrap();
        assert_eq!(decided.state, ChallengeState::Accepted);
    });
}

#[test]
fn the_challenger_chooses_the_seat() {
    story(async |desk| {
        let seat = Seat::Theirs;
        let theirs = Terms {
            seat,
            ..terms("zertz", "37")
        };
        let id = desk.start_with(theirs).await;
        assert_eq!(desk.game(id).await.row.players.first, Some(BLACK));
    });
}

#[test]
fn anyone_but_the_challenger_accepts_an_open_challenge_and_only_one_does() {
    story(async |desk| {
        let new = open_challenge(terms("tzaar", "fixed"));
        let challenge = desk.challenge(WHITE, new).await.unwrap();
        let own = desk.accept(WHITE, challenge.id).await;
        assert_eq!(refused(own), Refusal::OwnChallenge);
        desk.accept(THIRD, challenge.id).await.unwrap();
        let late = desk.accept(BLACK, challenge.id).await;
        assert_eq!(refused(late), Refusal::Decided(ChallengeState::Accepted));
    });
}

#[test]
fn nobody_else_answers_a_challenge_to_a_friend() {
    story(async |desk| {
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let id = desk.challenge(WHITE, new).await.unwrap().id;
        assert_eq!(refused(desk.accept(THIRD, id).await), Refusal::NotForYou);
        let declined = desk.app.decline(&desk.act(THIRD), id).await;
        assert_eq!(refused(declined), Refusal::NotForYou);
        let withdrawn = desk.app.withdraw(&desk.act(BLACK), id).await;
        assert_eq!(refused(withdrawn), Refusal::NotForYou);
        let unknown = desk.accept(BLACK, GameId(99)).await;
        assert_eq!(refused(unknown), Refusal::UnknownChallenge);
    });
}

#[test]
fn a_challenge_is_declined_or_withdrawn_once() {
    story(async |desk| {
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let id = desk.challenge(WHITE, new.clone()).await.unwrap().id;
        desk.app.decline(&desk.act(BLACK), id).await.unwrap();
        let again = desk.app.withdraw(&desk.act(WHITE), id).await;
        assert_eq!(refused(again), Refusal::Decided(ChallengeState::Declined));
        // The same can be offered again now.
        let id = desk.challenge(WHITE, new).await.unwrap().id;
        desk.app.withdraw(&desk.act(WHITE), id).await.unwrap();
        assert_eq!(
            refused(desk.accept(BLACK, id).await),
            Refusal::Decided(ChallengeState::Withdrawn)
        );
        let told = desk.told().await;
        assert!(told.contains(&(Notice::Declined, Some(WHITE))));
        assert!(told.contains(&(Notice::Withdrawn, Some(BLACK))));
    });
}

#[test]
fn a_challenge_expires_after_a_week_also_before_anyone_sweeps() {
    story(async |desk| {
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let id = desk.challenge(WHITE, new).await.unwrap().id;
        desk.told().await;
        desk.wait(days(7));
        let late = desk.accept(BLACK, id).await;
        assert_eq!(refused(late), Refusal::Decided(ChallengeState::Expired));
        assert_eq!(desk.sweep().await.expired, 1);
        assert_eq!(desk.told().await, [(Notice::Expired, Some(WHITE))]);
        assert_eq!(
            desk.app.challenge_by_id(id).await.unwrap().state,
            ChallengeState::Expired
        );
        assert_eq!(desk.sweep().await.expired, 0);
    });
}

#[test]
fn nobody_challenges_himself_a_bot_or_someone_who_blocked_him() {
    story(async |desk| {
        let own = desk.challenge(WHITE, challenge_to(WHITE, terms("zertz", "37")));
        assert_eq!(refused(own.await), Refusal::Oneself);
        let bot = NewChallenge {
            opponent: Some(Opponent {
                id: THIRD,
                is_bot: true,
            }),
            ..open_challenge(terms("zertz", "37"))
        };
        assert_eq!(refused(desk.challenge(WHITE, bot).await), Refusal::Bot);
        desk.app.block(&desk.act(BLACK), WHITE, true).await.unwrap();
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let blocked = desk.challenge(WHITE, new.clone()).await;
        assert_eq!(refused(blocked), Refusal::Blocked);
        // Nor does a blocked player take an open challenge.
        let open = desk.challenge(WHITE, open_challenge(terms("zertz", "37")));
        let open = open.await.unwrap().id;
        assert_eq!(refused(desk.accept(BLACK, open).await), Refusal::Blocked);
        desk.app
            .block(&desk.act(BLACK), WHITE, false)
            .await
            .unwrap();
        desk.challenge(WHITE, new).await.unwrap();
    });
}

#[test]
fn a_double_is_refused_but_several_games_with_one_friend_are_fine() {
    story(async |desk| {
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let first = desk.challenge(WHITE, new.clone()).await.unwrap();
        let double = desk.challenge(WHITE, new.clone()).await;
        assert_eq!(refused(double), Refusal::Identical(first.id));
        let other = challenge_to(BLACK, terms("zertz", "48"));
        desk.challenge(WHITE, other).await.unwrap();
        desk.accept(BLACK, first.id).await.unwrap();
        // With that one answered it is no double any more.
        let second = desk.challenge(WHITE, new).await.unwrap();
        desk.accept(BLACK, second.id).await.unwrap();
        assert_eq!(desk.app.my_games(WHITE, desk.now()).await.unwrap().len(), 2);
    });
}

#[test]
fn a_host_limits_open_challenges() {
    run(async {
        let limits = Limits {
            open_challenges: 2,
            ..Limits::default()
        };
        let desk = TestApp::with_limits(limits).await;
        for variant in ["37", "48"] {
            let new = open_challenge(terms("zertz", variant));
            desk.challenge(WHITE, new).await.unwrap();
        }
        let new = open_challenge(terms("zertz", "61"));
        let third = desk.challenge(WHITE, new.clone()).await;
        assert_eq!(refused(third), Refusal::TooMany(2));
        // Those that have expired do not count, swept or not.
        desk.wait(days(8));
        desk.challenge(WHITE, new).await.unwrap();
    });
}

#[test]
fn terms_that_make_no_sense_are_refused() {
    story(async |desk| {
        let try_terms = async |terms: Terms| {
            let made = desk.challenge(WHITE, open_challenge(terms)).await;
            refused(made)
        };
        for (game, variant) in [("chess", "37"), ("zertz", "38"), ("tzaar", "random:x")] {
            let refusal = try_terms(terms(game, variant)).await;
            assert!(matches!(refusal, Refusal::Variant(_)), "{refusal:?}");
        }
        for days in [0, -1, 61] {
            let pace = Some(Pace::days(days));
            let refusal = try_terms(Terms {
                pace,
                ..terms("zertz", "37")
            });
            assert_eq!(refusal.await, Refusal::Days);
        }
        let refusal = try_terms(Terms {
            note: Some("ż".repeat(201)),
            ..terms("zertz", "37")
        });
        assert_eq!(refusal.await, Refusal::Note(200));
    });
}

#[test]
fn a_server_says_where_games_are_played() {
    story(async |desk| {
        let elsewhere = ChannelId(61);
        let settings = ServerSettings {
            channels: vec![elsewhere],
            ..ServerSettings::default()
        };
        desk.app.set_server(SERVER, &settings).await.unwrap();
        let new = open_challenge(terms("zertz", "37"));
        let here = desk.challenge(WHITE, new.clone()).await;
        assert_eq!(refused(here), Refusal::WrongChannel(vec![elsewhere]));
        let there = NewChallenge {
            channel: Some(elsewhere),
            ..new.clone()
        };
        desk.challenge(WHITE, there).await.unwrap();
        // Other servers and direct messages are no business of this one.
        let direct = NewChallenge {
            server: None,
            ..new
        };
        desk.challenge(BLACK, direct).await.unwrap();
    });
}

#[test]
fn a_note_loses_control_characters_and_empty_ones_vanish() {
    story(async |desk| {
        let noted = |note: &str| Terms {
            note: Some(note.to_owned()),
            ..terms("zertz", "37")
        };
        let new = open_challenge(noted(" good\u{7} luck\n"));
        let challenge = desk.challenge(WHITE, new).await.unwrap();
        assert_eq!(challenge.terms.note.as_deref(), Some("good luck"));
        let new = challenge_to(BLACK, noted("\n \t"));
        let challenge = desk.challenge(WHITE, new).await.unwrap();
        assert_eq!(challenge.terms.note, None);
    });
}

#[test]
fn deals_and_sides_follow_from_the_commitment_and_the_acceptance() {
    story(async |desk| {
        let mut firsts = 0;
        let mut deals = std::collections::HashSet::new();
        for _ in 0..40 {
            let random = Terms {
                seat: Seat::Random,
                ..terms("tzaar", "random")
            };
            let new = challenge_to(BLACK, random);
            let challenge = desk.challenge(WHITE, new).await.unwrap();
            // What is published before anyone accepts.
            let published = commitment(&challenge);
            assert_eq!(desk.app.verify(challenge.id).await.unwrap(), None);
            let act = desk.act(BLACK);
            let started = desk.app.accept(&act, challenge.id).await.unwrap();
            let draw = started.draw;
            assert_eq!(draw.commitment, published);
            let (id, secret) = (challenge.id, &draw.secret);
            assert_eq!(
                draw.commitment_text,
                format!("hexpost commit 2 {id} {secret}")
            );
            // There is no card.
            let accept = act.interaction;
            assert_eq!(
                draw.text,
                format!("hexpost draw 2 {id} 0 {accept} {secret}")
            );
            let verdict = desk.app.verify(challenge.id).await.unwrap().unwrap();
            assert_eq!(verdict.draw, draw);
            assert_eq!(verdict.version, DrawVersion::Second);
            assert_eq!((verdict.card, verdict.kept_from), (Some(0), None));
            assert!(verdict.is_deal_drawn && verdict.are_sides_drawn);
            assert_eq!(verdict.problems, [""; 0]);
            let row = &started.game.row;
            assert_eq!(row.variant, format!("random:{}", draw.seed));
            assert_eq!(row.players.first == Some(WHITE), draw.is_challenger_first);
            firsts += usize::from(draw.is_challenger_first);
            deals.insert(draw.seed);
        }
        assert_eq!(deals.len(), 40);
        // Not once in a hundred million years is it all of one side.
        assert!((5..=35).contains(&firsts), "{firsts} of 40");
    });
}

/// All that can be left to chance.
fn random() -> Terms {
    Terms {
        seat: Seat::Random,
        ..terms("tzaar", "random")
    }
}

fn card(message: i64) -> PostedMessage {
    PostedMessage {
        message,
        channel: CHANNEL,
        what: MessageKind::Card,
        board: 0,
        is_open: true,
    }
}

async fn verified(desk: &TestApp, id: GameId) -> DrawCheck {
    let verdict = desk.app.verify(id).await.unwrap().unwrap();
    assert_eq!(verdict.problems, [""; 0]);
    verdict
}

#[test]
fn the_draw_mixes_in_the_card_as_it_was_known_at_the_acceptance() {
    story(async |desk| {
        let new = open_challenge(random());
        let id = desk.challenge(WHITE, new.clone()).await.unwrap().id;
        for message in [777, 778] {
            desk.app.record_message(id, &card(message)).await.unwrap();
        }
        let act = desk.act(BLACK);
        let draw = desk.app.accept(&act, id).await.unwrap().draw;
        let (accept, secret) = (act.interaction, &draw.secret);
        assert_eq!(
            draw.text,
            format!("hexpost draw 2 {id} 777 {accept} {secret}")
        );
        assert_eq!(verified(desk, id).await.card, Some(777));
        // A card that is known only later is not mixed in, and does not change the draw.
        let late = desk.challenge(WHITE, new).await.unwrap().id;
        desk.accept(BLACK, late).await.unwrap();
        desk.app.record_message(late, &card(779)).await.unwrap();
        assert_eq!(verified(desk, late).await.card, Some(0));
        // Whoever says that it was another card is found out.
        let path = desk.app.store().path().to_owned();
        for (claim, truth) in [
            ("card = 1", "card = 777"),
            ("action = 1", "action = ACCEPT"),
        ] {
            let change = |set: &str| format!("UPDATE challenges SET {set} WHERE id = {id}");
            let truth = change(&truth.replace("ACCEPT", &accept.to_string()));
            tamper(&path, &change(claim)).await;
            let verdict = desk.app.verify(id).await.unwrap().unwrap();
            assert_ne!(verdict.problems, [""; 0], "{claim}");
            tamper(&path, &truth).await;
        }
    });
}

#[test]
fn a_challenge_from_before_is_drawn_and_checked_by_the_first_way() {
    story(async |desk| {
        let id = desk.challenge(WHITE, challenge_to(BLACK, random())).await;
        let id = id.unwrap().id;
        desk.app.record_message(id, &card(777)).await.unwrap();
        tamper(
            desk.app.store().path(),
            "UPDATE challenges SET draw_version = 1",
        )
        .await;
        let published = commitment(&desk.app.challenge_by_id(id).await.unwrap());
        let act = desk.act(BLACK);
        let draw = desk.app.accept(&act, id).await.unwrap().draw;
        let (accept, secret) = (act.interaction, &draw.secret);
        assert_eq!(draw.commitment, published);
        assert_eq!(draw.commitment_text, *secret);
        assert_eq!(draw.text, format!("hexpost draw {id} {accept} {secret}"));
        let verdict = verified(desk, id).await;
        assert_eq!((verdict.version, verdict.card), (DrawVersion::First, None));
        let challenge = desk.app.challenge_by_id(id).await.unwrap();
        assert_eq!(FairDraw::of(&challenge), Some(draw));
    });
}

/// The deal, and who sits where.
fn lot(game: &Game) -> (String, [Option<PlayerId>; 2]) {
    let players = game.row.players;
    (game.row.variant.clone(), [players.first, players.second])
}

#[test]
fn whoever_calls_a_game_off_gets_the_same_draw_again() {
    story(async |desk| {
        let new = challenge_to(BLACK, random());
        let first = desk.challenge(WHITE, new.clone()).await.unwrap();
        assert_eq!(first.keeps, None);
        let game = desk.accept(BLACK, first.id).await.unwrap();
        let lot_then = lot(&game);
        let mut last = first.id;
        // From whichever of them, openly or not, and as often as they like.
        for round in 0..12 {
            desk.app.abort(&desk.act(WHITE), last).await.unwrap();
            desk.wait(Duration::from_hours(23));
            let (one, other) = if round % 2 == 0 {
                (WHITE, BLACK)
            } else {
                (BLACK, WHITE)
            };
            let again = match round % 3 {
                0 => open_challenge(random()),
                _ => challenge_to(other, random()),
            };
            let is_open = again.opponent.is_none();
            let made = desk.challenge(one, again).await.unwrap();
            assert_eq!(made.keeps, (!is_open).then_some(first.id));
            let game = desk.accept(other, made.id).await.unwrap();
            assert_eq!(lot(&game), lot_then, "round {round}");
            let verdict = verified(desk, made.id).await;
            assert_eq!(verdict.kept_from, Some(first.id));
            assert_eq!(verdict.draw, verified(desk, first.id).await.draw);
            last = made.id;
        }
        desk.assert_sound().await;
        // Someone else gets a draw of his own.
        desk.app.abort(&desk.act(WHITE), last).await.unwrap();
        let other = desk.challenge(WHITE, challenge_to(THIRD, random())).await;
        let other = desk.accept(THIRD, other.unwrap().id).await.unwrap();
        assert_eq!(verified(desk, other.row.id).await.kept_from, None);
        assert_ne!(lot(&other).0, lot_then.0);
        // So do the same two with other terms,
        let other = Terms {
            pace: Some(Pace::days(3)),
            ..random()
        };
        let other = desk.start_with(other).await;
        assert_eq!(verified(desk, other).await.kept_from, None);
        // and after the game was really played.
        let kept = desk.challenge(WHITE, new.clone()).await.unwrap();
        desk.accept(BLACK, kept.id).await.unwrap();
        desk.plays_some(kept.id, 2).await;
        desk.app.resign(&desk.act(WHITE), kept.id).await.unwrap();
        let next = desk.challenge(WHITE, new).await.unwrap();
        assert_eq!(next.keeps, None);
        let game = desk.accept(BLACK, next.id).await.unwrap();
        assert_ne!(lot(&game).0, lot_then.0);
    });
}

#[test]
fn a_challenge_that_comes_to_nothing_in_between_does_not_make_a_new_draw() {
    story(async |desk| {
        let new = challenge_to(BLACK, random());
        let first = desk.start_with(random()).await;
        let lot_then = lot(&desk.game(first).await);
        desk.app.abort(&desk.act(BLACK), first).await.unwrap();
        let again = async || desk.challenge(WHITE, new.clone()).await.unwrap();
        let declined = again().await;
        desk.app
            .decline(&desk.act(BLACK), declined.id)
            .await
            .unwrap();
        desk.wait(Duration::from_hours(20));
        let withdrawn = again().await;
        desk.app
            .withdraw(&desk.act(WHITE), withdrawn.id)
            .await
            .unwrap();
        desk.wait(Duration::from_hours(20));
        let expired = again().await;
        desk.wait(days(7));
        desk.sweep().await;
        let last = again().await;
        for made in [&declined, &withdrawn, &expired, &last] {
            assert_eq!(made.keeps, Some(first));
        }
        // It was made within a day; when it is accepted does not matter.
        desk.wait(days(3));
        let game = desk.accept(BLACK, last.id).await.unwrap();
        assert_eq!(lot(&game), lot_then);
        desk.app.abort(&desk.act(BLACK), last.id).await.unwrap();
        // After a day it is a new game.
        desk.wait(days(1) + Duration::from_millis(1));
        let late = again().await;
        assert_eq!(late.keeps, None);
        // A challenge that was open all the time is no way around it.
        let elsewhere = NewChallenge {
            server: None,
            ..challenge_to(WHITE, random())
        };
        let other = desk.challenge(BLACK, elsewhere).await.unwrap();
        let game = desk.accept(BLACK, late.id).await.unwrap();
        desk.app.abort(&desk.act(WHITE), late.id).await.unwrap();
        let there = desk.accept(WHITE, other.id).await.unwrap();
        assert_eq!(lot(&there), lot(&game));
        assert_eq!(verified(desk, other.id).await.kept_from, Some(late.id));
    });
}

#[test]
fn whoever_was_forgotten_and_came_back_has_no_draw_to_keep() {
    story(async |desk| {
        let first = desk.start_with(random()).await;
        desk.app.abort(&desk.act(BLACK), first).await.unwrap();
        let made = desk.challenge(WHITE, challenge_to(BLACK, random())).await;
        let made = made.unwrap();
        assert_eq!(made.keeps, Some(first));
        desk.accept(BLACK, made.id).await.unwrap();
        desk.app.forget(&desk.act(BLACK)).await.unwrap();
        desk.assert_sound().await;
        verified(desk, made.id).await;
        let again = desk.challenge(WHITE, challenge_to(BLACK, random())).await;
        assert_eq!(again.unwrap().keeps, None);
    });
}

#[test]
fn what_the_challenger_chose_is_not_called_drawn() {
    story(async |desk| {
        let id = desk.start("tzaar", "random:17").await;
        let verdict = desk.app.verify(id).await.unwrap().unwrap();
        assert!(!verdict.is_deal_drawn && !verdict.are_sides_drawn);
        assert_eq!(desk.game(id).await.row.variant, "random:17");
    });
}

#[test]
fn the_same_press_is_not_done_twice() {
    story(async |desk| {
        let new = open_challenge(terms("zertz", "37"));
        let act = desk.act(WHITE);
        // Two deliveries that nothing keeps apart but the database.
        let app = desk.deliver(&act).await.unwrap();
        let elsewhere = desk.deliver(&act).await.unwrap();
        let challenge = app.challenge(&act, new).await.unwrap();
        let other = open_challenge(terms("zertz", "48"));
        let again = elsewhere.challenge(&act, other).await;
        assert_eq!(refused(again), Refusal::Repeated);
        assert_eq!(refused(desk.deliver(&act).await), Refusal::Repeated);
        let act = desk.act(BLACK);
        let app = desk.deliver(&act).await.unwrap();
        app.accept(&act, challenge.id).await.unwrap();
        assert_eq!(refused(desk.deliver(&act).await), Refusal::Repeated);
    });
}
