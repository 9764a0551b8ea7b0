//! Arrangements that are no legal positions.

use hexpost::engine::position::Position;
use hexpost::engine::zertz::{Marble, Setup, SetupError};

use super::new_game;

#[test]
fn a_setup_that_is_no_legal_position_is_refused_with_the_reason() {
    let legal = new_game("37").position().setup();
    assert_eq!(legal.position().map(|position| position.setup()), Ok(legal));
    let refused = |change: fn(&mut Setup)| {
        let mut setup = legal;
        change(&mut setup);
        setup.position().unwrap_err()
    };
    assert!(matches!(
        refused(|setup| setup.pool.white = 5),
        SetupError::Count {
            marble: Marble::White,
            found: 5,
            expected: 6
        }
    ));
    assert_eq!(
        refused(|setup| setup.rings = hexpost::engine::hex::CellSet::HEXAGON),
        SetupError::OffBoard
    );
    assert!(matches!(
        refused(|setup| {
            let cell = setup.rings.first().unwrap();
            setup.rings.remove(cell);
            setup.marbles.white.insert(cell);
            setup.pool.white -= 1;
        }),
        SetupError::WithoutRing(_)
    ));
    assert!(matches!(
        refused(|setup| {
            let cell = setup.rings.first().unwrap();
            setup.marbles.white.insert(cell);
            setup.marbles.grey.insert(cell);
            setup.pool.white -= 1;
            setup.pool.grey -= 1;
        }),
        SetupError::TwoMarbles(_)
    ));
    assert_eq!(
        refused(|setup| {
            setup.captured.first.white = 4;
            setup.pool.white -= 4;
        }),
        SetupError::WonBefore
    );
}
