//! Challenges, and the verifiable random draw.

use std::time::Duration;

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
    Seat, Seq, Terms,
};

#[test]
fn accepting_a_challenge_starts_the_game() {
    story(async |fixture| {
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let challenge = fixture.challenge(WHITE, new).await.unwrap();
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Challenged, Some(BLACK))]
        );
        let game = fixture.accept(BLACK, challenge.id).await.unwrap();
        assert_eq!(game.row.id, challenge.id);
        assert_eq!(game.row.players.first, Some(WHITE));
        assert_eq!(game.row.players.second, Some(BLACK));
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Started, Some(WHITE))]
        );
        assert!(fixture.app.challenges_by(WHITE).await.unwrap().is_empty());
        let decided = fixture.app.challenge_by_id(challenge.id).await.unwrap();
        assert_eq!(decided.state, ChallengeState::Accepted);
    });
}

#[test]
fn the_challenger_chooses_the_seat() {
    story(async |fixture| {
        let seat = Seat::Theirs;
        let theirs = Terms {
            seat,
            ..terms("zertz", "37")
        };
        let id = fixture.start_with(theirs).await;
        assert_eq!(fixture.game(id).await.row.players.first, Some(BLACK));
    });
}

#[test]
fn anyone_but_the_challenger_can_accept_an_open_challenge_once() {
    story(async |fixture| {
        let new = open_challenge(terms("tzaar", "fixed"));
        let challenge = fixture.challenge(WHITE, new).await.unwrap();
        let own = fixture.accept(WHITE, challenge.id).await;
        assert_eq!(refused(own), Refusal::OwnChallenge);
        fixture.accept(THIRD, challenge.id).await.unwrap();
        let late = fixture.accept(BLACK, challenge.id).await;
        assert_eq!(refused(late), Refusal::Decided(ChallengeState::Accepted));
    });
}

#[test]
fn only_the_challenged_player_can_answer_a_direct_challenge() {
    story(async |fixture| {
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let id = fixture.challenge(WHITE, new).await.unwrap().id;
        assert_eq!(refused(fixture.accept(THIRD, id).await), Refusal::NotForYou);
        let declined = fixture.app.decline(&fixture.act(THIRD), id).await;
        assert_eq!(refused(declined), Refusal::NotForYou);
        let withdrawn = fixture.app.withdraw(&fixture.act(BLACK), id).await;
        assert_eq!(refused(withdrawn), Refusal::NotForYou);
        let unknown = fixture.accept(BLACK, GameId(99)).await;
        assert_eq!(refused(unknown), Refusal::UnknownChallenge);
    });
}

#[test]
fn a_challenge_can_be_declined_or_withdrawn_only_once() {
    story(async |fixture| {
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let id = fixture.challenge(WHITE, new.clone()).await.unwrap().id;
        fixture.app.decline(&fixture.act(BLACK), id).await.unwrap();
        let again = fixture.app.withdraw(&fixture.act(WHITE), id).await;
        assert_eq!(refused(again), Refusal::Decided(ChallengeState::Declined));
        // After that, the same challenge can be made again.
        let id = fixture.challenge(WHITE, new).await.unwrap().id;
        fixture.app.withdraw(&fixture.act(WHITE), id).await.unwrap();
        assert_eq!(
            refused(fixture.accept(BLACK, id).await),
            Refusal::Decided(ChallengeState::Withdrawn)
        );
        let told = fixture.notifications().await;
        assert!(told.contains(&(Notice::Declined, Some(WHITE))));
        assert!(told.contains(&(Notice::Withdrawn, Some(BLACK))));
    });
}

#[test]
fn a_challenge_expires_after_a_week_even_before_the_sweep() {
    story(async |fixture| {
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let id = fixture.challenge(WHITE, new).await.unwrap().id;
        fixture.notifications().await;
        fixture.wait(days(7));
        let late = fixture.accept(BLACK, id).await;
        assert_eq!(refused(late), Refusal::Decided(ChallengeState::Expired));
        assert_eq!(fixture.sweep().await.expired, 1);
        assert_eq!(
            fixture.notifications().await,
            [(Notice::Expired, Some(WHITE))]
        );
        assert_eq!(
            fixture.app.challenge_by_id(id).await.unwrap().state,
            ChallengeState::Expired
        );
        assert_eq!(fixture.sweep().await.expired, 0);
    });
}

#[test]
fn players_cannot_challenge_themselves_bots_or_someone_who_blocked_them() {
    story(async |fixture| {
        let own = fixture.challenge(WHITE, challenge_to(WHITE, terms("zertz", "37")));
        assert_eq!(refused(own.await), Refusal::Oneself);
        let bot = NewChallenge {
            opponent: Some(Opponent {
                id: THIRD,
                is_bot: true,
            }),
            ..open_challenge(terms("zertz", "37"))
        };
        assert_eq!(refused(fixture.challenge(WHITE, bot).await), Refusal::Bot);
        fixture
            .app
            .block(&fixture.act(BLACK), WHITE, true)
            .await
            .unwrap();
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let blocked = fixture.challenge(WHITE, new.clone()).await;
        assert_eq!(refused(blocked), Refusal::Blocked);
        // A blocked player can't accept an open challenge either.
        let open = fixture.challenge(WHITE, open_challenge(terms("zertz", "37")));
        let open = open.await.unwrap().id;
        assert_eq!(refused(fixture.accept(BLACK, open).await), Refusal::Blocked);
        fixture
            .app
            .block(&fixture.act(BLACK), WHITE, false)
            .await
            .unwrap();
        fixture.challenge(WHITE, new).await.unwrap();
    });
}

#[test]
fn a_duplicate_challenge_is_refused_but_several_games_with_one_opponent_are_allowed() {
    story(async |fixture| {
        let new = challenge_to(BLACK, terms("zertz", "37"));
        let first = fixture.challenge(WHITE, new.clone()).await.unwrap();
        let double = fixture.challenge(WHITE, new.clone()).await;
        assert_eq!(refused(double), Refusal::Identical(first.id));
        let other = challenge_to(BLACK, terms("zertz", "48"));
        fixture.challenge(WHITE, other).await.unwrap();
        fixture.accept(BLACK, first.id).await.unwrap();
        // Once the first has been answered, the second is no longer a duplicate.
        let second = fixture.challenge(WHITE, new).await.unwrap();
        fixture.accept(BLACK, second.id).await.unwrap();
        assert_eq!(
            fixture
                .app
                .my_games(WHITE, fixture.now())
                .await
                .unwrap()
                .len(),
            2
        );
    });
}

#[test]
fn the_number_of_open_challenges_is_limited() {
    run(async {
        let limits = Limits {
            open_challenges: 2,
            ..Limits::default()
        };
        let fixture = TestApp::with_limits(limits).await;
        for variant in ["37", "48"] {
            let new = open_challenge(terms("zertz", variant));
            fixture.challenge(WHITE, new).await.unwrap();
        }
        let new = open_challenge(terms("zertz", "61"));
        let third = fixture.challenge(WHITE, new.clone()).await;
        assert_eq!(refused(third), Refusal::TooMany(2));
        // Expired challenges don't count, even before the sweep.
        fixture.wait(days(8));
        fixture.challenge(WHITE, new).await.unwrap();
    });
}

#[test]
fn invalid_terms_are_refused() {
    story(async |fixture| {
        let try_terms = async |terms: Terms| {
            let made = fixture.challenge(WHITE, open_challenge(terms)).await;
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
fn games_are_played_only_in_channels_the_server_allows() {
    story(async |fixture| {
        let elsewhere = ChannelId(61);
        let settings = ServerSettings {
            channels: vec![elsewhere],
            ..ServerSettings::default()
        };
        fixture.app.set_server(SERVER, &settings).await.unwrap();
        let new = open_challenge(terms("zertz", "37"));
        let here = fixture.challenge(WHITE, new.clone()).await;
        assert_eq!(refused(here), Refusal::WrongChannel(vec![elsewhere]));
        let there = NewChallenge {
            channel: Some(elsewhere),
            ..new.clone()
        };
        fixture.challenge(WHITE, there).await.unwrap();
        // The setting doesn't affect other servers or direct messages.
        let direct = NewChallenge {
            server: None,
            ..new
        };
        fixture.challenge(BLACK, direct).await.unwrap();
    });
}

#[test]
fn notes_lose_control_characters_and_empty_notes_are_dropped() {
    story(async |fixture| {
        let noted = |note: &str| Terms {
            note: Some(note.to_owned()),
            ..terms("zertz", "37")
        };
        let new = open_challenge(noted(" good\u{7} luck\n"));
        let challenge = fixture.challenge(WHITE, new).await.unwrap();
        assert_eq!(challenge.terms.note.as_deref(), Some("good luck"));
        let new = challenge_to(BLACK, noted("\n \t"));
        let challenge = fixture.challenge(WHITE, new).await.unwrap();
        assert_eq!(challenge.terms.note, None);
    });
}

#[test]
fn deal_and_sides_are_derived_from_the_commitment_and_the_acceptance() {
    story(async |fixture| {
        let mut firsts = 0;
        let mut deals = std::collections::HashSet::new();
        for _ in 0..40 {
            let random = Terms {
                seat: Seat::Random,
                ..terms("tzaar", "random")
            };
            let new = challenge_to(BLACK, random);
            let challenge = fixture.challenge(WHITE, new).await.unwrap();
            // The commitment is published before anyone accepts.
            let published = commitment(&challenge);
            assert_eq!(fixture.app.verify(challenge.id).await.unwrap(), None);
            let act = fixture.act(BLACK);
            let started = fixture.app.accept(&act, challenge.id).await.unwrap();
            let draw = started.draw;
            assert_eq!(draw.commitment, published);
            let (id, secret) = (challenge.id, &draw.secret);
            assert_eq!(
                draw.commitment_text,
                format!("hexpost commit 2 {id} {secret}")
            );
            // The challenge message is unknown here, so its id counts as 0.
            let accept = act.interaction;
            assert_eq!(
                draw.text,
                format!("hexpost draw 2 {id} 0 {accept} {secret}")
            );
            let verdict = fixture.app.verify(challenge.id).await.unwrap().unwrap();
            assert_eq!(verdict.draw, draw);
            assert_eq!(verdict.version, DrawVersion::Second);
            assert_eq!((verdict.card, verdict.kept_from), (Some(0), None));
            assert!(verdict.is_deal_drawn && verdict.are_sides_drawn);
            assert_eq!(verdict.problems, [""; 0]);
            let row = &started.game.row;
            assert_eq!(row.variant.name(), format!("random:{}", draw.seed));
            assert_eq!(row.players.first == Some(WHITE), draw.is_challenger_first);
            firsts += usize::from(draw.is_challenger_first);
            deals.insert(draw.seed);
        }
        assert_eq!(deals.len(), 40);
        // A fair draw fails this less than once in a million runs.
        assert!((5..=35).contains(&firsts), "{firsts} of 40");
    });
}

/// Terms that leave everything to chance.
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
        board: Seq::START,
        is_open: true,
    }
}

async fn verified(fixture: &TestApp, id: GameId) -> DrawCheck {
    let verdict = fixture.app.verify(id).await.unwrap().unwrap();
    assert_eq!(verdict.problems, [""; 0]);
    verdict
}

#[test]
fn the_draw_mixes_in_the_challenge_message_known_at_acceptance() {
    story(async |fixture| {
        let new = open_challenge(random());
        let id = fixture.challenge(WHITE, new.clone()).await.unwrap().id;
        for message in [777, 778] {
            fixture
                .app
                .record_message(id, &card(message))
                .await
                .unwrap();
        }
        let act = fixture.act(BLACK);
        let draw = fixture.app.accept(&act, id).await.unwrap().draw;
        let (accept, secret) = (act.interaction, &draw.secret);
        assert_eq!(
            draw.text,
            format!("hexpost draw 2 {id} 777 {accept} {secret}")
        );
        assert_eq!(verified(fixture, id).await.card, Some(777));
        // A message that becomes known after acceptance is not mixed in.
        let late = fixture.challenge(WHITE, new).await.unwrap().id;
        fixture.accept(BLACK, late).await.unwrap();
        fixture.app.record_message(late, &card(779)).await.unwrap();
        assert_eq!(verified(fixture, late).await.card, Some(0));
        // Tampering with the stored message id or action is detected.
        for (claim, truth) in [
            ("card = 1", "card = 777"),
            ("action = 1", "action = ACCEPT"),
        ] {
            let change = |set: &str| format!("UPDATE challenges SET {set} WHERE id = {id}");
            let truth = change(&truth.replace("ACCEPT", &accept.to_string()));
            fixture.tamper(&change(claim)).await;
            let verdict = fixture.app.verify(id).await.unwrap().unwrap();
            assert_ne!(verdict.problems, [""; 0], "{claim}");
            fixture.tamper(&truth).await;
        }
    });
}

#[test]
fn an_old_challenge_is_drawn_and_verified_with_the_first_draw_version() {
    story(async |fixture| {
        let id = fixture
            .challenge(WHITE, challenge_to(BLACK, random()))
            .await;
        let id = id.unwrap().id;
        fixture.app.record_message(id, &card(777)).await.unwrap();
        fixture
            .tamper("UPDATE challenges SET draw_version = 1")
            .await;
        let published = commitment(&fixture.app.challenge_by_id(id).await.unwrap());
        let act = fixture.act(BLACK);
        let draw = fixture.app.accept(&act, id).await.unwrap().draw;
        let (accept, secret) = (act.interaction, &draw.secret);
        assert_eq!(draw.commitment, published);
        assert_eq!(draw.commitment_text, *secret);
        assert_eq!(draw.text, format!("hexpost draw {id} {accept} {secret}"));
        let verdict = verified(fixture, id).await;
        assert_eq!((verdict.version, verdict.card), (DrawVersion::First, None));
        let challenge = fixture.app.challenge_by_id(id).await.unwrap();
        assert_eq!(FairDraw::of(&challenge), Some(draw));
    });
}

/// The deal, and which player has which side.
fn lot(game: &Game) -> (String, [Option<PlayerId>; 2]) {
    let players = game.row.players;
    (
        game.row.variant.name().into_owned(),
        [players.first, players.second],
    )
}

#[test]
fn aborting_a_game_and_challenging_again_keeps_the_draw() {
    story(async |fixture| {
        let new = challenge_to(BLACK, random());
        let first = fixture.challenge(WHITE, new.clone()).await.unwrap();
        assert_eq!(first.keeps, None);
        let game = fixture.accept(BLACK, first.id).await.unwrap();
        let lot_then = lot(&game);
        let mut last = first.id;
        // Whichever player challenges, openly or directly, and however often.
        for round in 0..12 {
            fixture.app.abort(&fixture.act(WHITE), last).await.unwrap();
            fixture.wait(Duration::from_hours(23));
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
            let made = fixture.challenge(one, again).await.unwrap();
            assert_eq!(made.keeps, (!is_open).then_some(first.id));
            let game = fixture.accept(other, made.id).await.unwrap();
            assert_eq!(lot(&game), lot_then, "round {round}");
            let verdict = verified(fixture, made.id).await;
            assert_eq!(verdict.kept_from, Some(first.id));
            assert_eq!(verdict.draw, verified(fixture, first.id).await.draw);
            last = made.id;
        }
        fixture.assert_sound().await;
        // A game with another opponent gets a new draw.
        fixture.app.abort(&fixture.act(WHITE), last).await.unwrap();
        let other = fixture
            .challenge(WHITE, challenge_to(THIRD, random()))
            .await;
        let other = fixture.accept(THIRD, other.unwrap().id).await.unwrap();
        assert_eq!(verified(fixture, other.row.id).await.kept_from, None);
        assert_ne!(lot(&other).0, lot_then.0);
        // So does a game with the same opponent on other terms,
        let other = Terms {
            pace: Some(Pace::days(3)),
            ..random()
        };
        let other = fixture.start_with(other).await;
        assert_eq!(verified(fixture, other).await.kept_from, None);
        // and one after the first game has been played.
        let kept = fixture.challenge(WHITE, new.clone()).await.unwrap();
        fixture.accept(BLACK, kept.id).await.unwrap();
        fixture.play_random_turns(kept.id, 2).await;
        fixture
            .app
            .resign(&fixture.act(WHITE), kept.id)
            .await
            .unwrap();
        let next = fixture.challenge(WHITE, new).await.unwrap();
        assert_eq!(next.keeps, None);
        let game = fixture.accept(BLACK, next.id).await.unwrap();
        assert_ne!(lot(&game).0, lot_then.0);
    });
}

#[test]
fn a_challenge_that_was_never_accepted_does_not_reset_the_draw() {
    story(async |fixture| {
        let new = challenge_to(BLACK, random());
        let first = fixture.start_with(random()).await;
        let lot_then = lot(&fixture.game(first).await);
        fixture.app.abort(&fixture.act(BLACK), first).await.unwrap();
        let again = async || fixture.challenge(WHITE, new.clone()).await.unwrap();
        let declined = again().await;
        fixture
            .app
            .decline(&fixture.act(BLACK), declined.id)
            .await
            .unwrap();
        fixture.wait(Duration::from_hours(20));
        let withdrawn = again().await;
        fixture
            .app
            .withdraw(&fixture.act(WHITE), withdrawn.id)
            .await
            .unwrap();
        fixture.wait(Duration::from_hours(20));
        let expired = again().await;
        fixture.wait(days(7));
        fixture.sweep().await;
        let last = again().await;
        for made in [&declined, &withdrawn, &expired, &last] {
            assert_eq!(made.keeps, Some(first));
        }
        // The challenge must be made within a day; it may be accepted later.
        fixture.wait(days(3));
        let game = fixture.accept(BLACK, last.id).await.unwrap();
        assert_eq!(lot(&game), lot_then);
        fixture
            .app
            .abort(&fixture.act(BLACK), last.id)
            .await
            .unwrap();
        // After more than a day, the draw is new.
        fixture.wait(days(1) + Duration::from_millis(1));
        let late = again().await;
        assert_eq!(late.keeps, None);
        // A second challenge left open in the meantime doesn't get a new draw either.
        let elsewhere = NewChallenge {
            server: None,
            ..challenge_to(WHITE, random())
        };
        let other = fixture.challenge(BLACK, elsewhere).await.unwrap();
        let game = fixture.accept(BLACK, late.id).await.unwrap();
        fixture
            .app
            .abort(&fixture.act(WHITE), late.id)
            .await
            .unwrap();
        let there = fixture.accept(WHITE, other.id).await.unwrap();
        assert_eq!(lot(&there), lot(&game));
        assert_eq!(verified(fixture, other.id).await.kept_from, Some(late.id));
    });
}

#[test]
fn deleting_personal_data_resets_the_draw() {
    story(async |fixture| {
        let first = fixture.start_with(random()).await;
        fixture.app.abort(&fixture.act(BLACK), first).await.unwrap();
        let made = fixture
            .challenge(WHITE, challenge_to(BLACK, random()))
            .await;
        let made = made.unwrap();
        assert_eq!(made.keeps, Some(first));
        fixture.accept(BLACK, made.id).await.unwrap();
        fixture.app.forget(&fixture.act(BLACK)).await.unwrap();
        fixture.assert_sound().await;
        verified(fixture, made.id).await;
        let again = fixture
            .challenge(WHITE, challenge_to(BLACK, random()))
            .await;
        assert_eq!(again.unwrap().keeps, None);
    });
}

#[test]
fn a_deal_chosen_by_the_challenger_is_not_reported_as_drawn() {
    story(async |fixture| {
        let id = fixture.start("tzaar", "random:17").await;
        let verdict = fixture.app.verify(id).await.unwrap().unwrap();
        assert!(!verdict.is_deal_drawn && !verdict.are_sides_drawn);
        assert_eq!(fixture.game(id).await.row.variant.name(), "random:17");
    });
}

#[test]
fn a_redelivered_press_is_refused() {
    story(async |fixture| {
        let new = open_challenge(terms("zertz", "37"));
        let act = fixture.act(WHITE);
        // Two deliveries that only the database can tell to be the same.
        let app = fixture.deliver(&act).await.unwrap();
        let elsewhere = fixture.deliver(&act).await.unwrap();
        let challenge = app.challenge(&act, new).await.unwrap();
        let other = open_challenge(terms("zertz", "48"));
        let again = elsewhere.challenge(&act, other).await;
        assert_eq!(refused(again), Refusal::Repeated);
        assert_eq!(refused(fixture.deliver(&act).await), Refusal::Repeated);
        let act = fixture.act(BLACK);
        let app = fixture.deliver(&act).await.unwrap();
        app.accept(&act, challenge.id).await.unwrap();
        assert_eq!(refused(fixture.deliver(&act).await), Refusal::Repeated);
    });
}
