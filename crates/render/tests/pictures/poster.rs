//! The poster for newcomers.

use hexpost_render::paint::bounds;
use hexpost_render::poster;
use hexpost_render::theme::Theme;

use super::snapshots::decode;

#[test]
fn the_poster_shows_both_games_with_their_names_and_no_coordinates() {
    for theme in Theme::ALL {
        let scene = poster::scene(theme);
        let names = |name: &str| scene.all().filter(|figure| figure.name == name).count();
        assert_eq!((names("title"), names("surface")), (2, 2), "{scene}");
        assert_eq!((names("letter"), names("name")), (0, 0), "{scene}");
        assert!(names("arrow") >= 2, "both boards show a turn: {scene}");
        for figure in scene.all() {
            let (left, top, right, bottom) = bounds(figure, theme);
            let is_inside = left >= 0
                && top >= 0
                && right <= scene.width as i32
                && bottom <= scene.height as i32;
            assert!(is_inside, "{} at {:?}", figure.name, figure.at);
        }
        let picture = decode(&poster::png(theme));
        // Wide enough for a chat: much wider than high, so that the buttons below fit on a phone.
        assert_eq!((picture.width, picture.height), (scene.width, scene.height));
        let ratio = f64::from(picture.width) / f64::from(picture.height);
        assert!((1.5..2.0).contains(&ratio), "{ratio}");
    }
}
