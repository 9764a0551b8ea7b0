//! Arrangements that are not legal positions.

use hexpost_engine::position::Position;
use hexpost_engine::timeline::Timeline;
use hexpost_engine::zertz::{Marble, Setup, SetupError, Zertz};

use super::new_game;
use crate::fixtures::ByText as _;

#[test]
fn an_illegal_setup_is_refused_with_the_reason() {
    let legal = new_game("37").position().setup();
    assert_eq!(legal.position().map(|position| position.setup()), Ok(legal));
    let refused = |change: fn(&mut Setup)| {
        let mut setup = legal;
        change(&mut setup);
        setup.position().unwrap_err()
    };
    assert!(matches!(
        refused(|setup| setup.pool.white = 7),
        SetupError::TooMany {
            marble: Marble::White,
            found: 7,
            most: 6
        }
    ));
    assert!(matches!(
        refused(|setup| setup.captured.second.grey = 1),
        SetupError::TooMany {
            marble: Marble::Grey,
            found: 9,
            most: 8
        }
    ));
    assert_eq!(
        refused(|setup| setup.rings = hexpost_engine::hex::CellSet::HEXAGON),
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

#[test]
fn a_position_may_have_fewer_marbles_than_the_set() {
    let code = "37 4/5/6/3WG2/6/5/4 0,1,0 0,0,0 0,0,0 first";
    let few = Timeline::<Zertz>::from_code(code).unwrap();
    assert_eq!(few.code(), code);
    assert!(few.allows("xd4d6"));
}
