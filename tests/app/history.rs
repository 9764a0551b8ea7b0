//! The history of a player's finished games, with filters and pages.

use std::collections::BTreeSet;

use hexpost_engine::random::SplitMix64;
use hexpost_engine::side::Side;

use crate::fixture::{BLACK, THIRD, TestApp, WHITE, challenge_to, story, terms};
use hexpost::app::game::history::Filter;
use hexpost::model::GameResult;
use hexpost::model::{GameId, GameRow, PlayerId, Seat, Terms};

/// All pages of a player's history together.
async fn all(fixture: &TestApp, player: PlayerId, filter: &Filter, most: usize) -> Vec<GameId> {
    let mut found = Vec::new();
    let mut after = None;
    loop {
        let page = fixture
            .app
            .history(player, filter, after, most)
            .await
            .unwrap();
        assert!(page.games.len() <= most);
        found.extend(page.games.iter().map(|row| row.id));
        after = page.next;
        if after.is_none() {
            return found;
        }
        assert_eq!(page.games.len(), most, "only the last page may be short");
    }
}

/// Plays a random game to a random end.
async fn play(fixture: &TestApp, numbers: &mut SplitMix64) -> GameId {
    let kinds = [
        ("zertz", "37"),
        ("zertz", "48-tournament"),
        ("tzaar", "fixed"),
        ("tzaar", "random"),
    ];
    let (game, variant) = kinds[numbers.below(4) as usize];
    let opponent = [BLACK, THIRD][numbers.below(2) as usize];
    let seat = [Seat::Mine, Seat::Theirs][numbers.below(2) as usize];
    let terms = Terms {
        seat,
        ..terms(game, variant)
    };
    let challenge = fixture
        .challenge(WHITE, challenge_to(opponent, terms))
        .await;
    let id = challenge.unwrap().id;
    fixture.accept(opponent, id).await.unwrap();
    match numbers.below(5) {
        0 => drop(fixture.app.resign(&fixture.act(WHITE), id).await.unwrap()),
        1 => drop(
            fixture
                .app
                .resign(&fixture.act(opponent), id)
                .await
                .unwrap(),
        ),
        2 => {
            fixture
                .app
                .offer_draw(&fixture.act(WHITE), id)
                .await
                .unwrap();
            let act = fixture.act(opponent);
            fixture.app.accept_draw(&act, id).await.unwrap();
        }
        3 => drop(fixture.app.abort(&fixture.act(WHITE), id).await.unwrap()),
        _ => {}
    }
    id
}

/// Whether a game matches a filter, decided independently of the query.
fn is_meant(row: &GameRow, filter: &Filter) -> bool {
    let side = row.side_of(WHITE).unwrap();
    let full = row.variant.name();
    let name = full.split(':').next().unwrap();
    GameResult::of(row, side).is_some()
        && filter
            .opponent
            .is_none_or(|other| row.players[!side] == Some(other))
        && filter
            .game
            .as_ref()
            .is_none_or(|game| game == row.variant.game_name())
        && filter
            .variant
            .as_ref()
            .is_none_or(|variant| variant == name)
        && filter
            .score
            .is_none_or(|score| GameResult::of(row, side) == Some(score))
}

#[test]
fn the_history_lists_exactly_the_games_that_match_the_filter() {
    story(async |fixture| {
        let mut numbers = SplitMix64::new(3);
        let mut rows = Vec::new();
        for _ in 0..40 {
            let id = play(fixture, &mut numbers).await;
            rows.push(fixture.game(id).await.row);
        }
        rows.sort_by_key(|row| {
            let end = row.status.end.as_ref().map(|end| end.at);
            std::cmp::Reverse((end, row.id))
        });
        let mut counts = BTreeSet::new();
        for opponent in [None, Some(BLACK), Some(THIRD), Some(WHITE)] {
            for game in [None, Some("zertz"), Some("tzaar")] {
                for variant in [None, Some("37"), Some("random"), Some("48-tournament")] {
                    for score in [None, Some(GameResult::Won), Some(GameResult::Lost)]
                        .into_iter()
                        .chain([Some(GameResult::Drawn), Some(GameResult::Nothing)])
                    {
                        let filter = Filter {
                            opponent,
                            game: game.map(str::to_owned),
                            variant: variant.map(str::to_owned),
                            score,
                        };
                        let meant = rows.iter().filter(|row| is_meant(row, &filter));
                        let meant: Vec<GameId> = meant.map(|row| row.id).collect();
                        let most = 1 + numbers.below(7) as usize;
                        assert_eq!(
                            all(fixture, WHITE, &filter, most).await,
                            meant,
                            "{filter:?}"
                        );
                        counts.insert(meant.len());
                    }
                }
            }
        }
        assert!(counts.len() > 8, "{counts:?}");
    });
}

#[test]
fn a_running_game_is_not_in_the_history_and_a_result_is_relative_to_the_player() {
    story(async |fixture| {
        let running = fixture.start("zertz", "37").await;
        let over = fixture.start("zertz", "37").await;
        fixture.app.resign(&fixture.act(BLACK), over).await.unwrap();
        let filter = Filter::default();
        assert_eq!(all(fixture, WHITE, &filter, 5).await, [over]);
        let row = fixture.game(over).await.row;
        assert_eq!(GameResult::of(&row, Side::First), Some(GameResult::Won));
        assert_eq!(GameResult::of(&row, Side::Second), Some(GameResult::Lost));
        let row = fixture.game(running).await.row;
        assert_eq!(GameResult::of(&row, Side::First), None);
        // Deleting a player's data keeps the opponent's games.
        fixture.app.forget(&fixture.act(BLACK)).await.unwrap();
        assert_eq!(all(fixture, WHITE, &filter, 5).await, [running, over]);
        let of_black = Filter {
            opponent: Some(BLACK),
            ..Filter::default()
        };
        assert!(all(fixture, WHITE, &of_black, 5).await.is_empty());
    });
}
