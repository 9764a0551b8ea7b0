//! The page in a real browser.
//!
//! Without Chromium these tests print a note and pass, unless `HEXPOST_NEEDS_BROWSER` is set.

mod browser;

use std::time::Duration;

use hexpost_sandbox::{ControlAction, FIRST_PLAYER, GAMES, SECOND_PLAYER, SandboxOptions};
use serde_json::json;
use tempfile::TempDir;

use crate::harness::{Harness, patient};
use crate::tiny_bot;
use browser::{Browser, DOWN, ENTER, ESCAPE, TAB};

/// Selectors of the two panes.
const LEFT: &str = ".pane:nth-child(1)";
const RIGHT: &str = ".pane:nth-child(2)";

/// The URL that shows the games channel to one or two players.
fn address(harness: &Harness, view: &str) -> String {
    let origin = harness.sandbox.origin();
    format!(
        "{origin}/#view={view}&person1={FIRST_PLAYER}&channel1={GAMES}&person2={SECOND_PLAYER}&channel2={GAMES}"
    )
}

/// An expression: an element that matches a selector contains a text.
fn shows(selector: &str, text: &str) -> String {
    format!(
        "[...document.querySelectorAll({})].some((node) => node.checkVisibility() && node.textContent.includes({}))",
        json!(selector),
        json!(text)
    )
}

/// An expression: an element that matches a selector contains an image of a width.
fn has_image_of_width(selector: &str, width: u32) -> String {
    let selector = json!(format!("{selector} .picture img"));
    format!(
        "[...document.querySelectorAll({selector})].some((image) => image.complete && image.naturalWidth === {width})"
    )
}

/// Opens the page and waits until it is drawn.
async fn open_page(browser: &Browser, harness: &Harness, view: &str) {
    browser.go(&address(harness, view)).await;
    browser.until(&shows(&format!("{LEFT} h1"), "games")).await;
}

#[tokio::test]
async fn two_people_side_by_side() {
    let Some(browser) = Browser::start(1400, 900).await else {
        return;
    };
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    open_page(&browser, &harness, "two").await;
    browser.until(&shows(&format!("{RIGHT} h1"), "games")).await;

    // A command with autocomplete, by keyboard only.
    let composer = format!("{LEFT} .composer textarea");
    browser.types(&composer, "/").await;
    browser
        .until(&shows(&format!("{LEFT} .listbox"), "/slow"))
        .await;
    browser.screenshot("commands").await;
    browser.keys("find").await;
    browser.keys(ENTER).await;
    browser
        .until(&shows(&format!("{LEFT} .listbox"), "CHERRY"))
        .await;
    browser.keys("ap").await;
    let only = format!("!({})", shows(&format!("{LEFT} .listbox"), "CHERRY"));
    browser.until(&only).await;
    browser
        .until(&shows(&format!("{LEFT} .listbox"), "APRICOT"))
        .await;
    browser.screenshot("suggestions").await;
    browser.keys(DOWN).await;
    browser.keys(ENTER).await;
    browser.keys(ENTER).await;
    browser
        .until(&shows(&format!("{LEFT} .ephemeral"), "Found: apricot"))
        .await;
    browser
        .until(&shows(
            &format!("{LEFT} .only-you"),
            "Only you can see this",
        ))
        .await;

    // An image for both, with alt text.
    browser.types(&composer, "/show").await;
    browser.keys(ENTER).await;
    browser.click(&format!("{LEFT} .send"), "").await;
    for side in [LEFT, RIGHT] {
        browser.until(&has_image_of_width(side, 40)).await;
    }
    let label = "document.querySelector('.picture').getAttribute('aria-label')";
    browser
        .until(&format!("{label}.includes('A grey board, 40 wide')"))
        .await;
    browser
        .until(&format!("!({})", shows(RIGHT, "Found: apricot")))
        .await;
    browser.screenshot("two-players").await;

    // The image at full size.
    browser.click(&format!("{LEFT} .picture"), "").await;
    browser
        .until("document.querySelector('.lightbox[open]')")
        .await;
    browser.keys(ESCAPE).await;
    browser.until("!document.querySelector('.lightbox')").await;

    // A button, a menu and a modal on the other side.
    browser.click(&format!("{RIGHT} .component"), "Again").await;
    for side in [LEFT, RIGHT] {
        browser.until(&has_image_of_width(side, 50)).await;
    }
    browser.click(&format!("{RIGHT} .component"), "Write").await;
    browser
        .until(&shows(&format!("{RIGHT} .modal"), "Your move"))
        .await;
    browser.screenshot("form").await;
    browser.keys("Wd4").await;
    browser.keys(ENTER).await;
    browser
        .until(&shows(&format!("{RIGHT} .ephemeral"), "Written: Wd4 (ru)"))
        .await;
    browser.until("!document.querySelector('.modal')").await;
    browser.click(&format!("{LEFT} .select"), "").await;
    browser.click(&format!("{LEFT} .choice"), "grey").await;
    browser.until(&shows(RIGHT, "Chosen: grey")).await;
    browser.expect_no_errors().await;
    harness.finish().await;
}

#[tokio::test]
async fn one_person_switches_reloads_and_sees_unread_messages() {
    let Some(browser) = Browser::start(900, 800).await else {
        return;
    };
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    harness.person(FIRST_PLAYER).says("read long ago");
    open_page(&browser, &harness, "one").await;
    browser
        .until("document.querySelectorAll('.pane').length === 1")
        .await;
    browser.click(&format!("{LEFT} .person"), "").await;
    browser
        .click(&format!("{LEFT} .menu-item"), "Player 2")
        .await;
    browser
        .until(&shows(&format!("{LEFT} .person"), "Player 2"))
        .await;
    browser.until(&shows(LEFT, "read long ago")).await;
    browser.reload().await;
    browser
        .until(&shows(&format!("{LEFT} .person"), "Player 2"))
        .await;
    browser.until(&shows(LEFT, "read long ago")).await;
    assert_eq!(
        browser
            .js("return document.querySelectorAll('.separator.unread').length")
            .await,
        0
    );

    // A ping in another channel: the badge leads there, and the unread line is above the new
    // message.
    browser.click(&format!("{LEFT} .channel"), "general").await;
    browser
        .until(&shows(&format!("{LEFT} h1"), "general"))
        .await;
    let first = harness.person(FIRST_PLAYER);
    first.says("something new");
    first.says(&format!("look, <@{SECOND_PLAYER}>"));
    browser
        .until(&shows(&format!("{LEFT} .channel .badge"), "1"))
        .await;
    browser.reload().await;
    browser
        .until(&shows(&format!("{LEFT} .channel .badge"), "1"))
        .await;
    browser.screenshot("ping").await;
    browser.click(&format!("{LEFT} .channel"), "games").await;
    let line = "document.querySelector('.separator.unread')?.closest('.entry')?.textContent";
    browser
        .until(&format!("{line}?.includes('something new')"))
        .await;
    browser
        .until(&shows(&format!("{LEFT} .pings"), "look,"))
        .await;
    browser
        .until("!document.querySelector('.channel .badge')")
        .await;
    browser.screenshot("new-line").await;

    // In a thread and in a DM.
    first.types("/post where:in a thread whom:@Player 2").await;
    browser
        .click(&format!("{LEFT} .thread-link"), "Game 1")
        .await;
    browser
        .until(&shows(&format!("{LEFT} .pings"), "come!"))
        .await;
    first.types("/post where:in private whom:@Player 2").await;
    browser
        .until(&shows(&format!("{LEFT} .tile .badge"), "1"))
        .await;
    browser.click(&format!("{LEFT} .tile .badge"), "1").await;
    browser
        .until(&shows(&format!("{LEFT} h1"), "@hexpost"))
        .await;
    browser.until(&shows(LEFT, "come!")).await;
    browser.expect_no_errors().await;
    harness.finish().await;
}

#[tokio::test]
async fn the_page_fits_a_phone() {
    let Some(browser) = Browser::start(380, 780).await else {
        return;
    };
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    harness.person(FIRST_PLAYER).types("/show").await;
    open_page(&browser, &harness, "two").await;
    // Two panes wouldn't fit.
    browser
        .until("document.querySelectorAll('.pane').length === 1")
        .await;
    browser.until(&has_image_of_width(LEFT, 40)).await;
    browser
        .until("innerWidth === 380 && document.documentElement.scrollWidth <= 380")
        .await;
    browser.screenshot("phone").await;
    let sidebar = "document.querySelector('.sidebar').getBoundingClientRect()";
    browser
        .until(&format!(
            "{sidebar}.right <= 0 || !document.querySelector('.sidebar').checkVisibility()"
        ))
        .await;
    browser.click(".open-sidebar", "").await;
    browser
        .until(&format!("{sidebar}.left >= 0 && {sidebar}.right > 100"))
        .await;
    browser.screenshot("phone-channels").await;
    browser.click(".channel", "general").await;
    browser.until(&shows("h1", "general")).await;
    browser.types(".composer textarea", "/fi").await;
    browser.until(&shows(".listbox", "/find")).await;
    browser.screenshot("phone-command").await;
    let composer = "document.querySelector('.composer').getBoundingClientRect()";
    browser
        .until(&format!(
            "{composer}.bottom <= innerHeight + 1 && {composer}.right <= 381"
        ))
        .await;
    browser.expect_no_errors().await;
    harness.finish().await;
}

#[tokio::test]
async fn user_content_is_shown_as_text() {
    let Some(browser) = Browser::start(1200, 800).await else {
        return;
    };
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let evil = "<img src=x onerror=evil()>";
    let person = harness.sandbox.add_person(evil, "en-US").unwrap();
    let text =
        "<script>evil()</script> <b>bold</b> [link](javascript:evil()) **<i>strong</i>** `<u>`";
    harness.person(person).says(text);
    harness
        .person(FIRST_PLAYER)
        .types(&format!("/find fruit:{evil}"))
        .await;
    open_page(&browser, &harness, "two").await;
    browser
        .until(&shows(
            &format!("{LEFT} .content"),
            "<script>evil()</script>",
        ))
        .await;
    browser
        .until(&shows(&format!("{LEFT} .author"), evil))
        .await;
    browser
        .until(&shows(
            &format!("{LEFT} .content"),
            &format!("Found: {evil}"),
        ))
        .await;
    browser
        .until(&shows(&format!("{LEFT} .content strong"), "<i>strong</i>"))
        .await;
    browser.click(&format!("{LEFT} .author"), evil).await;
    browser.keys(ESCAPE).await;
    let planted = "return document.querySelectorAll('.log img:not(.picture img), .log b, .log i, .log u, .log script, [onerror], a[href^=javascript]').length";
    assert_eq!(browser.js(planted).await, 0);
    browser.screenshot("text").await;
    // A blocked script or image would be reported.
    browser.expect_no_errors().await;
    harness.finish().await;
}

#[tokio::test]
async fn a_developer_sees_traffic_and_injects_faults() {
    let Some(browser) = Browser::start(1400, 900).await else {
        return;
    };
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    open_page(&browser, &harness, "two").await;
    browser.click(".bar-button", "Developer").await;
    browser.until(&shows(".wire-line", "READY")).await;
    browser.until(&shows(".wire-line", "/commands")).await;
    browser.screenshot("developer").await;
    browser.click("button", "Drop the connection").await;
    browser.until(&shows(".wire-line", "RESUMED")).await;
    let before = harness.sandbox.now();
    browser.click("fieldset button", "1 hour").await;
    harness
        .until("an hour to pass", || {
            (harness.sandbox.now() - before > 3_600_000).then_some(())
        })
        .await;
    let first = harness.person(FIRST_PLAYER);
    first.types("/show").await;
    browser.until(&has_image_of_width(RIGHT, 40)).await;
    // The other colour scheme.
    browser.click("[title='Light or dark']", "").await;
    browser.screenshot("other-theme").await;
    let theme = "return document.documentElement.dataset.theme";
    let before = browser.js(theme).await;
    browser.reload().await;
    browser.until(&has_image_of_width(RIGHT, 40)).await;
    assert_eq!(browser.js(theme).await, before);
    browser.expect_no_errors().await;
    harness.finish().await;
}

#[tokio::test]
async fn the_page_reconnects_after_a_restart() {
    let Some(browser) = Browser::start(900, 700).await else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let options = SandboxOptions {
        world: Some(folder.path().join("sandbox.world")),
        ..patient()
    };
    let harness = Harness::with(options.clone()).await;
    tiny_bot::start(&harness).await;
    harness.person(FIRST_PLAYER).types("/show").await;
    open_page(&browser, &harness, "one").await;
    browser.until(&has_image_of_width(LEFT, 40)).await;
    browser.expect_no_errors().await;
    let port = harness.sandbox.address().port();
    harness.finish().await;
    browser.until(&shows(".banner", "Connection lost")).await;

    let harness = Harness::with(SandboxOptions { port, ..options }).await;
    tiny_bot::start(&harness).await;
    browser
        .until("document.querySelector('.banner').hidden")
        .await;
    browser.click(".component", "Again").await;
    browser.until(&has_image_of_width(LEFT, 50)).await;
    // A bot that doesn't respond is reported.
    harness.kill_bots();
    browser.click(".component", "Later").await;
    harness.control(ControlAction::Advance(Duration::from_secs(4)));
    browser
        .until(&shows(".failure", "This interaction failed"))
        .await;
}

#[tokio::test]
async fn a_newcomer_meets_one_client_and_two_are_remembered() {
    let Some(browser) = Browser::start(1280, 800).await else {
        return;
    };
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let count = |panes: usize| format!("document.querySelectorAll('.pane').length === {panes}");
    browser.go(&harness.sandbox.origin()).await;
    browser
        .until(&shows(&format!("{LEFT} h1"), "general"))
        .await;
    browser.until(&count(1)).await;
    browser.click(".segmented button", "Two players").await;
    browser
        .until(&shows(&format!("{RIGHT} .person"), "Player 2"))
        .await;
    // At the next visit, without anything in the address.
    browser.go("about:blank").await;
    browser.go(&harness.sandbox.origin()).await;
    browser.until(&count(2)).await;
    browser.click(".segmented button", "One player").await;
    browser.until(&count(1)).await;
    browser.expect_no_errors().await;
    harness.finish().await;
}

#[tokio::test]
async fn a_person_chooses_their_language_in_their_own_menu() {
    let Some(browser) = Browser::start(900, 800).await else {
        return;
    };
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    harness.person(FIRST_PLAYER).types("/show").await;
    open_page(&browser, &harness, "one").await;
    browser.until(&has_image_of_width(LEFT, 40)).await;
    for (language, locale, hint) in [
        ("Русский", "ru", "Написать в #games"),
        ("Polski", "pl", "Napisz do #games"),
        ("English", "en-US", "Message #games"),
    ] {
        browser.click(&format!("{LEFT} .person"), "").await;
        // Not the people who speak it.
        let item = format!("{LEFT} .menu-item:has([lang='{locale}'])");
        browser.click(&item, language).await;
        let hint = json!(hint);
        browser
            .until(&format!(
                "document.querySelector('.composer textarea').placeholder === {hint}"
            ))
            .await;
        let state = harness.sandbox.overview(FIRST_PLAYER).unwrap();
        assert_eq!(state["me"]["locale"], locale);
    }
    let unknown = ControlAction::SetLocale(FIRST_PLAYER, "tlh".to_owned());
    assert!(harness.sandbox.control(unknown).is_err());
    browser.expect_no_errors().await;
    harness.finish().await;
}

#[tokio::test]
async fn nothing_covers_a_picture_and_long_names_fit() {
    let Some(browser) = Browser::start(1000, 800).await else {
        return;
    };
    let harness = Harness::new().await;
    tiny_bot::start(&harness).await;
    let name = "W".repeat(32);
    let long = harness.sandbox.add_person(&name, "en-US").unwrap();
    harness.person(long).says("hello");
    harness.person(long).types("/show").await;
    let address = format!(
        "{}/#view=one&person1={long}&channel1={GAMES}",
        harness.sandbox.origin()
    );
    for width in [1000, 380] {
        browser.resize(width, 800).await;
        browser.go("about:blank").await;
        browser.go(&address).await;
        browser.until(&has_image_of_width(LEFT, 40)).await;
        // The badge is beside the picture, or below it.
        let boxes = "const [p, b] = ['.picture', '.alt-badge'].map((one) => document.querySelector(one).getBoundingClientRect()); \
                     return p.right <= b.left || p.bottom <= b.top";
        assert_eq!(browser.js(boxes).await, true);
        let fits = format!(
            "document.documentElement.scrollWidth <= {width} && [...document.querySelectorAll('.chat-head, .person, .reply-line')].every((one) => one.scrollWidth <= one.clientWidth + 1)"
        );
        browser.until(&fits).await;
        // The title of the channel is not pushed out.
        browser
            .until("document.querySelector('.chat-title').clientWidth > 50")
            .await;
    }
    // The panel of members lies above the messages: Escape or a press on them closes it.
    let is_closed = "document.querySelector('.members').hidden";
    for close in ["key", "press"] {
        browser.click("[title='Members']", "").await;
        browser.until(&shows(".members", "Player 1")).await;
        browser.screenshot("members").await;
        if close == "key" {
            browser.keys(ESCAPE).await;
        } else {
            // At the left, beside the panel.
            browser.click(".alt-badge", "").await;
        }
        browser.until(is_closed).await;
    }
    // The skip link is the first stop of the keyboard.
    browser.reload().await;
    browser.until(&has_image_of_width(LEFT, 40)).await;
    browser.keys(TAB).await;
    browser
        .until("document.activeElement.matches('.skip')")
        .await;
    browser.screenshot("skip").await;
    browser.keys(ENTER).await;
    browser
        .until("document.activeElement.matches('.log')")
        .await;
    browser.expect_no_errors().await;
    harness.finish().await;
}

#[tokio::test]
async fn planned_answers_go_when_they_are_used_up() {
    let Some(browser) = Browser::start(1400, 900).await else {
        return;
    };
    let harness = Harness::unlogged().await;
    tiny_bot::start(&harness).await;
    open_page(&browser, &harness, "one").await;
    browser.click(".bar-button", "Developer").await;
    browser.until(&shows(".hint", "all answers are real")).await;
    harness.control(ControlAction::Answer {
        status: 500,
        times: 2,
        path: Some("/gateway".to_owned()),
        wait: Duration::ZERO,
    });
    browser.until(&shows(".hint", "Planned: 500 × 2")).await;
    let ask = format!("{}/api/v10/gateway", harness.sandbox.origin());
    for left in ["Planned: 500 × 1", "all answers are real"] {
        assert_eq!(reqwest::get(&ask).await.unwrap().status(), 500);
        browser.until(&shows(".hint", left)).await;
    }
    harness.refused();
    browser.expect_no_errors().await;
    harness.finish().await;
}
