//! Parsing turns as people type them.

use hexpost_engine::position::Position;
use hexpost_engine::timeline::Timeline;
use hexpost_engine::tzaar::Tzaar;
use hexpost_engine::zertz::Zertz;

use crate::fixtures::{ByText, start, zertz};

/// The game after some turns.
fn after<P: Position>(variant: &str, turns: &[&str]) -> Timeline<P> {
    start::<P>(variant).plays(turns)
}

#[track_caller]
fn reads<P: Position>(game: &Timeline<P>, texts: &[&str], canonical: &str) {
    for text in texts {
        match game.read(text) {
            Ok(turn) => assert_eq!(game.position().write(&turn), canonical, "{text}"),
            Err(error) => panic!("{text}: {error}"),
        }
    }
}

#[test]
fn placements_are_read_in_many_spellings() {
    let game = start::<Zertz>("37");
    reads(
        &game,
        &[
            "Wd4-a1",
            "wd4-a1",
            "WD4-A1",
            "Wd4,a1",
            "W d4 - a1",
            " w d4 a1 ",
            "Wd4/a1",
            "Wd4:a1",
            "Wd4—a1",
            "Wd4−a1",
            "Wd4\u{200b}-a1",
        ],
        "Wd4-a1",
    );
}

#[test]
fn captures_are_read_in_canonical_notation_gipf_coms_and_zen() {
    let game = after::<Zertz>("37", &["Wd1-a1", "Gd2-b1"]);
    reads(
        &game,
        &[
            "xd1d3", "XD1D3", "x d1 d3", "x d1Gd3", "xd1gd3", "xd1xd3", "d1xd3", "d1-d3", "d1d3",
            "d1→d3", "Wd1xd3", "Wd1xd3+g", "wd1xd3+G", "×d1d3", "d1×d3",
        ],
        "xd1d3",
    );
}

#[test]
fn colours_in_a_text_must_be_those_on_the_board() {
    let game = after::<Zertz>("37", &["Wd1-a1", "Gd2-b1"]);
    assert_eq!(
        game.refuses("Gd1xd3"),
        "illegal: the marble on d1 is white, not grey"
    );
    assert_eq!(
        game.refuses("x d1Bd3"),
        "illegal: the marble on d2 is grey, not black"
    );
    assert_eq!(
        game.refuses("Wd1xd3+gg"),
        "illegal: the jumps take other marbles than the text says"
    );
}

#[test]
fn a_colour_letter_before_a_cell_is_not_its_column() {
    let game = start::<Zertz>("37");
    reads(&game, &["bb2-a1", "Bb2a1", "b b2 a1"], "Bb2-a1");
    reads(&game, &["gg2-a1", "G g2,a1"], "Gg2-a1");
}

#[test]
fn a_text_with_several_meanings_lists_them() {
    let game = start::<Zertz>("37");
    assert_eq!(
        game.refuses("d4-a1"),
        "ambiguous: it can mean Wd4-a1, Gd4-a1, Bd4-a1"
    );
    // With only one colour left, the text has one meaning.
    let greys_only = zertz(
        "37",
        "
                  o
                o   o
              o   o   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   o   o
            o   o   o   o
              o   o   o
                o   o
                  o
        ",
    )
    .captured(hexpost_engine::side::Side::First, [3, 2, 5])
    .captured(hexpost_engine::side::Side::Second, [3, 2, 5])
    .game();
    reads(&greys_only, &["d4-a1", "d4 a1"], "Gd4-a1");
}

#[test]
fn cyrillic_letters_are_read_by_appearance_or_by_key_position() {
    let game = start::<Zertz>("37");
    // Appearance-alikes: В is B; а, с and е are a, c and e.
    reads(&game, &["Вd4-а1", "Вd4-a1", "вd4,а1"], "Bd4-a1");
    reads(&game, &["Gе3-с1", "GЕ3-С1"], "Ge3-c1");
    // The Russian layout is active by mistake: ц is on the key w, в on d, п on g, и on b, у on e.
    reads(&game, &["цв4-п1", "ЦВ4-П1", "цв4бп1"], "Wd4-g1");
    reads(&game, &["иу3-и1"], "Be3-b1");
    let capture = after::<Zertz>("37", &["Wd1-a1", "Gd2-b1"]);
    reads(&capture, &["чв1в3", "хd1d3", "Хd1d3", "d1хd3"], "xd1d3");
    let tzaar = start::<Tzaar>("tournament");
    reads(&tzaar, &["яс3", "Zс3"], "Zc3");
}

#[test]
fn between_two_spellings_nothing_is_guessed() {
    // With a single Latin letter, the others are look-alikes, regardless of what is legal.
    let game = start::<Zertz>("37");
    reads(&game, &["Wd4-а1"], "Wd4-a1");
    let gone = after::<Zertz>("37", &["Wd1-a1"]);
    assert!(
        gone.refuses("Wd4-а1")
            .contains("there is no ring at a1 any more")
    );
    let tzaar = start::<Tzaar>("tournament");
    reads(&tzaar, &["Zа3"], "Za3");
    // All Cyrillic: а looks like a and is on the key f. Both readings are possible, so neither is
    // chosen, although only one of them is legal here.
    let fixed = start::<Tzaar>("fixed");
    assert!(fixed.allows("a5xa4"));
    assert_eq!(
        fixed.refuses("а5ха4"),
        "ambiguous: it can mean a5xa4, f5xf4"
    );
    let second = after::<Tzaar>("fixed", &["a5xa4"]);
    assert!(second.refuses("а4ха3 -").starts_with("ambiguous"));
}

#[test]
fn polish_keyboards_are_understood() {
    let tzaar = start::<Tzaar>("tournament");
    // One layout swaps y and z; on the other, accents are typed by mistake with the right thumb.
    reads(&tzaar, &["yc3", "żc3", "Zć3"], "Zc3");
    reads(&tzaar, &["Tą3"], "Ta3");
    let capture = after::<Zertz>("37", &["Wd1-a1", "Gd2-b1"]);
    reads(&capture, &["źd1d3"], "xd1d3");
}

#[test]
fn an_unreadable_text_is_reported_with_position_and_expectation() {
    let game = start::<Zertz>("37");
    for (text, problem) in [
        (
            "",
            "unreadable: at the end, after 0 characters: a turn was expected",
        ),
        (
            "   ",
            "unreadable: at the end, after 3 characters: a turn was expected",
        ),
        (
            "W",
            "unreadable: at the end, after 1 characters: a cell such as d4 was expected",
        ),
        (
            "Wz9",
            "unreadable: at character 2, 'z': a cell such as d4 was expected",
        ),
        (
            "Q4",
            "unreadable: at character 1, 'Q': a letter of WGB or a cell such as d4 was expected",
        ),
        (
            "Wd4-",
            "unreadable: at the end, after 4 characters: a cell such as d4 was expected",
        ),
        (
            "Wd4-zz",
            "unreadable: at character 5, 'z': a cell such as d4 was expected",
        ),
        (
            "Wd4-h1",
            "unreadable: at character 5, 'h': this board has no h1",
        ),
        (
            "Wd8-a1",
            "unreadable: at character 2, 'd': this board has no d8",
        ),
        (
            "Wd4-a1!",
            "unreadable: at character 7, '!': the turn should have ended here",
        ),
        (
            "Wd4xd6+q",
            "unreadable: at character 8, 'q': letters of WGB were expected",
        ),
        (
            "xd4",
            "unreadable: at the end, after 3 characters: a cell such as d4 was expected",
        ),
        (
            "hello",
            "unreadable: at character 1, 'h': a letter of WGB or a cell such as d4 was expected",
        ),
        (
            "👋",
            "unreadable: at character 1, '👋': a letter of WGB or a cell such as d4 was expected",
        ),
    ] {
        assert_eq!(game.refuses(text), problem);
    }
}

#[test]
fn tzaar_turns_are_read_in_many_spellings() {
    let game = after::<Tzaar>("fixed", &["d3xd4"]);
    reads(
        &game,
        &[
            "c4xd5 f3xe4",
            "C4XD5 F3XE4",
            "c4xd5f3xe4",
            "c4-d5 f3-e4",
            "c4>d5, f3>e4",
            "c4d5f3e4",
            "c4xd5; f3xe4",
            "c4xd5/f3×e4",
            "с4хd5 f3хe4",
            "с4чв5 а3чу4",
        ],
        "c4xd5 f3xe4",
    );
    reads(
        &game,
        &["c4xd5 -", "c4xd5-", "c4-d5 -", "c4 x d5 —"],
        "c4xd5 -",
    );
    reads(
        &game,
        &["c4xd5 e5+e6", "c4-d5 e5-e6", "c4d5e5e6", "c4>d5 e5>e6"],
        "c4xd5 e5+e6",
    );
    // The capturing piece can be stacked upon, and can capture again.
    reads(&game, &["c4-d5 e5-d5"], "c4xd5 e5+d5");
    reads(&game, &["c4-d5 d5-c5"], "c4xd5 d5xc5");
}

#[test]
fn the_error_for_e9_explains_that_the_centre_has_no_number() {
    let game = start::<Tzaar>("fixed");
    assert_eq!(
        game.refuses("e9xd8"),
        "unreadable: at character 1, 'e': the e column ends at e8 here; sites that count the \
         missing centre call that e9"
    );
    assert!(
        game.refuses("d8xe9")
            .contains("the e column ends at e8 here")
    );
    assert!(game.refuses("a6xa5").contains("this board has no a6"));
}

#[test]
fn a_missing_second_part_does_not_mean_a_pass() {
    let game = after::<Tzaar>("fixed", &["d3xd4"]);
    assert_eq!(
        game.refuses("c4xd5"),
        "illegal: c4xd5: after the capture a second capture, a stacking or a pass (-) must follow"
    );
}
