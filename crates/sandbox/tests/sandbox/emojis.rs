//! The application's emoji: list, create, get, rename, delete, and their use in messages.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use hexpost_sandbox::{APPLICATION, GENERAL};
use serde_json::{Value, json};

use super::raw_client::RestClient;
use crate::harness::Harness;

/// The smallest file that is recognised as a PNG, padded to a size.
fn png(bytes: usize) -> Vec<u8> {
    let mut png = b"\x89PNG\r\n\x1a\n".to_vec();
    png.resize(bytes.max(png.len()), 0);
    png
}

fn uri(bytes: &[u8]) -> String {
    format!("data:image/png;base64,{}", BASE64_STANDARD.encode(bytes))
}

fn path(rest: &str) -> String {
    format!("/applications/{APPLICATION}/emojis{rest}")
}

#[tokio::test]
async fn emoji_are_created_listed_renamed_and_deleted() {
    let harness = Harness::new().await;
    let rest = RestClient::new(&harness);
    assert_eq!(rest.get(&path("")).await.body, json!({ "items": [] }));
    let form = json!({ "name": "white_marble", "image": uri(&png(100)) });
    let made = rest.request("POST", &path(""), Some(form)).await;
    assert_eq!(made.status, 201);
    assert_eq!(made.body["name"], "white_marble");
    assert_eq!(made.body["user"]["id"], APPLICATION.to_string());
    let flags = ["require_colons", "managed", "animated", "available"];
    assert_eq!(
        flags.map(|flag| made.body[flag].as_bool().unwrap()),
        [true, false, false, true]
    );
    let one = path(&format!("/{}", made.id()));
    assert_eq!(rest.get(&one).await.body, made.body);
    let renamed = rest
        .request("PATCH", &one, Some(json!({ "name": "marble" })))
        .await;
    assert_eq!(
        (renamed.status, &renamed.body["name"]),
        (200, &json!("marble"))
    );
    let unchanged = rest.request("PATCH", &one, Some(json!({}))).await;
    assert_eq!(
        (unchanged.status, &unchanged.body["name"]),
        (200, &json!("marble"))
    );
    assert_eq!(
        rest.get(&path("")).await.body,
        json!({ "items": [renamed.body] })
    );
    // Discord's CDN serves the image under any extension.
    let address = format!("{}/emojis/{}.webp", harness.sandbox.origin(), made.id());
    let image = reqwest::get(&address).await.unwrap();
    assert_eq!(image.headers()["content-type"], "image/png");
    assert_eq!(image.bytes().await.unwrap(), png(100));
    assert_eq!(rest.request("DELETE", &one, None).await.status, 204);
    assert_eq!(reqwest::get(&address).await.unwrap().status(), 404);
    harness.finish().await;
}

#[tokio::test]
async fn names_and_images_of_emoji_are_checked() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let create = async |name: &str, image: &str| {
        let form = json!({ "name": name, "image": image });
        rest.request("POST", &path(""), Some(form)).await
    };
    let fine = uri(&png(256 << 10));
    assert_eq!(create("ab", &fine).await.status, 201);
    assert_eq!(create(&"x".repeat(32), &fine).await.status, 201);
    for (name, code) in [
        ("a", "BASE_TYPE_MIN_LENGTH"),
        (&"x".repeat(33), "BASE_TYPE_MAX_LENGTH"),
        ("white-marble", "STRING_TYPE_REGEX"),
        ("шар", "STRING_TYPE_REGEX"),
        ("ab", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
    ] {
        assert_eq!(
            create(name, &fine).await.field_error("name"),
            code,
            "{name}"
        );
    }
    for (image, code) in [
        (uri(&png((256 << 10) + 1)), "BINARY_TYPE_MAX_SIZE"),
        (uri(b"not a picture"), "IMAGE_INVALID"),
        ("data:image/png;base64,???".to_owned(), "IMAGE_INVALID"),
        (BASE64_STANDARD.encode(png(9)), "IMAGE_INVALID"),
    ] {
        assert_eq!(create("cd", &image).await.field_error("image"), code);
    }
    let other = format!("/applications/{GENERAL}/emojis");
    assert_eq!(rest.get(&other).await.error(), (404, 10002));
    for method in ["GET", "PATCH", "DELETE"] {
        let form = (method == "PATCH").then(|| json!({ "name": "ef" }));
        let unknown = rest.request(method, &path("/77"), form).await;
        assert_eq!(unknown.error(), (404, 10014), "{method}");
    }
    let nothing = rest.request("POST", &path(""), Some(json!({}))).await;
    assert_eq!(nothing.field_error("name"), "BASE_TYPE_REQUIRED");
    assert_eq!(nothing.field_error("image"), "BASE_TYPE_REQUIRED");
}

#[tokio::test]
async fn a_button_can_have_an_emoji_of_the_application() {
    let harness = Harness::unlogged().await;
    let rest = RestClient::new(&harness);
    let form = json!({ "name": "white_marble", "image": uri(&png(9)) });
    let emoji = rest.request("POST", &path(""), Some(form)).await.id();
    let message = |emoji: &str| {
        let button = json!({
            "type": 2, "style": 1, "custom_id": "a",
            "emoji": { "id": emoji, "name": "white_marble" },
        });
        json!({ "components": [{ "type": 1, "components": [button] }] })
    };
    let channel = format!("/channels/{GENERAL}/messages");
    let post = async |form: Value| rest.request("POST", &channel, Some(form)).await;
    let sent = post(message(&emoji)).await;
    let button = &sent.body["components"][0]["components"][0];
    assert_eq!(
        button["emoji"],
        json!({ "id": emoji, "name": "white_marble" })
    );
    let path = "components.0.components.0.emoji.id";
    let unknown = post(message("77")).await;
    assert_eq!(unknown.field_error(path), "COMPONENT_INVALID_EMOJI");
}
