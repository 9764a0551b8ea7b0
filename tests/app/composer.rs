//! Composing a turn with buttons, press by press, as on Discord.

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::BySide;

use super::fixture::{BLACK, TestApp, WHITE, refused, story};
use hexpost::app::people::settings::{Language, PlayerSettings};
use hexpost::app::{AppError, Refusal, TurnInput};
use hexpost::discord::composer::{
    Composer, ComposerOutcome, ComposerState, Screen, ScreenKind, press,
};
use hexpost::discord::custom_id::{BoardRef, ComposerTarget, CustomId};
use hexpost::discord::i18n::Locale;
use hexpost::discord::view::emoji::in_unicode;
use hexpost::discord::view::message::{ActionRow, Button};
use hexpost::model::{GameId, PlayerId};

/// Presses Move.
async fn open(fixture: &TestApp, by: PlayerId, id: GameId) -> Screen {
    let composing = fixture.app.draft(&fixture.act(by), id).await.unwrap();
    let state = ComposerState::new(composing.steps.clone());
    shown(&composing, &state)
}

fn shown(composing: &hexpost::app::DraftTurn, state: &ComposerState) -> Screen {
    let settings = PlayerSettings::default();
    let locale = Locale::of(Language::English);
    let composer = Composer::new(composing, &settings, locale, BySide::default());
    composer.screen(state).unwrap()
}

/// Presses a button: returns the next screen, or none once the turn is made or the composer closed.
async fn tap(fixture: &TestApp, by: PlayerId, key: &Button) -> Result<Option<Screen>, AppError> {
    let Some(CustomId::Compose(ComposerTarget::Game(BoardRef { game, seq }), tap)) =
        CustomId::read(&key.id)
    else {
        panic!("{key:?}");
    };
    let act = fixture.act_on(by, seq);
    match press(tap, &[]) {
        ComposerOutcome::Show { state, touch } => {
            let kept = fixture
                .app
                .keep_draft(&act, game, &state.steps, touch)
                .await?;
            Ok(Some(shown(&kept, &state)))
        }
        ComposerOutcome::Play(steps) => {
            fixture
                .app
                .play(&act, game, &TurnInput::Steps(steps))
                .await?;
            Ok(None)
        }
        ComposerOutcome::Discard => {
            fixture.app.drop_draft(&act, game).await?;
            Ok(None)
        }
        ComposerOutcome::Close | ComposerOutcome::Type | ComposerOutcome::Nothing => Ok(None),
    }
}

fn keys(screen: &Screen) -> Vec<Button> {
    let keys = screen.reply.rows.iter().map(|row| match row {
        ActionRow::Buttons(keys) => keys.clone(),
        ActionRow::SelectMenu(_) | ActionRow::EntitySelect(_) => Vec::new(),
    });
    keys.flatten().filter(|key| !key.is_disabled).collect()
}

fn key(screen: &Screen, label: &str) -> Button {
    let found = keys(screen)
        .into_iter()
        .find(|key| in_unicode(&key.label) == label);
    found.unwrap_or_else(|| panic!("no button {label}: {:?}", keys(screen)))
}

#[test]
fn a_turn_can_be_composed_across_a_restart_and_the_colour_is_remembered() {
    story(async |fixture| {
        let id = fixture.start("zertz", "37").await;
        let mut screen = open(fixture, WHITE, id).await;
        for label in ["🔘 8", "d", "d4"] {
            screen = tap(fixture, WHITE, &key(&screen, label))
                .await
                .unwrap()
                .unwrap();
        }
        fixture.restart().await;
        screen = open(fixture, WHITE, id).await;
        assert!(
            screen.reply.content.contains("grey marble on d4"),
            "{}",
            screen.reply.content
        );
        screen = tap(fixture, WHITE, &key(&screen, "a1"))
            .await
            .unwrap()
            .unwrap();
        assert_eq!(screen.form, ScreenKind::Confirm);
        let confirm = key(&screen, "Confirm");
        assert!(tap(fixture, WHITE, &confirm).await.unwrap().is_none());
        assert_eq!(fixture.game(id).await.record.texts(), ["Gd4-a1"]);
        // The button belongs to an older board now.
        assert_eq!(refused(tap(fixture, WHITE, &confirm).await), Refusal::Stale);
        fixture.plays(id, &["Wg1-a2"]).await;
        let next = open(fixture, WHITE, id).await;
        assert!(
            next.reply.content.contains("grey marble"),
            "{}",
            next.reply.content
        );
    });
}

#[test]
fn with_touch_move_closing_the_composer_keeps_the_touched_piece() {
    story(async |fixture| {
        let id = fixture.start("zertz", "48-tournament").await;
        let mut screen = open(fixture, WHITE, id).await;
        for label in ["⚫ 10", "c"] {
            screen = tap(fixture, WHITE, &key(&screen, label))
                .await
                .unwrap()
                .unwrap();
        }
        assert!(
            tap(fixture, WHITE, &key(&screen, "Close"))
                .await
                .unwrap()
                .is_none()
        );
        screen = open(fixture, WHITE, id).await;
        assert_eq!(screen.form, ScreenKind::Grid);
        for label in ["c", "c3", "h1"] {
            screen = tap(fixture, WHITE, &key(&screen, label))
                .await
                .unwrap()
                .unwrap();
        }
        tap(fixture, WHITE, &key(&screen, "Confirm")).await.unwrap();
        assert_eq!(fixture.game(id).await.record.texts(), ["Bc3-h1"]);
    });
}

#[test]
fn whole_games_can_be_played_with_buttons_alone() {
    story(async |fixture| {
        let mut numbers = SplitMix64::new(3);
        for (game, variant) in [
            ("zertz", "37-blitz"),
            ("zertz", "48-tournament"),
            ("tzaar", "fixed"),
        ] {
            let id = fixture.start(game, variant).await;
            while let Some(side) = fixture.game(id).await.to_move() {
                let by = [WHITE, BLACK][side as usize];
                let mut screen = open(fixture, by, id).await;
                let mut taps = 0;
                loop {
                    let mut choices = keys(&screen);
                    choices
                        .retain(|key| !["↩️", "✖️", "⌨️"].contains(&key.emoji.unwrap_or_default()));
                    let pick = numbers.below(choices.len() as u64) as usize;
                    match tap(fixture, by, &choices[pick]).await.unwrap() {
                        Some(next) => screen = next,
                        None => break,
                    }
                    taps += 1;
                    assert!(taps < 100, "{}", screen.reply.content);
                }
                if fixture.game(id).await.turns.len() > 60 {
                    break;
                }
            }
            assert!(fixture.game(id).await.turns.len() > 5);
        }
    });
}
