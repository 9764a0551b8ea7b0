//! Awkward installs: commands without a bot, people who may not use external applications, private channels,
//! posts in any forum.

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    CLUB, ELSEWHERE, FIRST_PLAYER, GAMES, Id, LOUNGE, Lever, MODERATOR, SECOND_PLAYER, SPECTATOR,
};
use serde_json::{Value, json};

use super::raw_client::{Line, text};
use super::responses::{Desk, say, with_key};
use crate::harness::Bench;

/// Allows or denies a permission in a channel.
fn overwrite(channel: Id, who: Id, what: Permissions, is_allowed: bool) -> Lever {
    Lever::Overwrite {
        channel,
        who,
        what,
        is_allowed: Some(is_allowed),
    }
}

#[tokio::test]
async fn a_server_can_have_the_commands_without_the_bot() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let open = json!({ "recipient_id": FIRST_PLAYER.to_string() });
    let direct = desk.raw.post("/users/@me/channels", open).await;
    let direct = direct.id().parse().unwrap();
    desk.bench.pull(Lever::AddCommands(CLUB, true));
    for person in [FIRST_PLAYER, SECOND_PLAYER] {
        desk.bench.pull(Lever::SetApp(person, false));
    }
    // Who connects now hears of no server.
    let mut line = Line::connect(&desk.bench).await;
    let token = desk.bench.sandbox.token();
    line.say(json!({ "op": 2, "d": { "token": token, "intents": 1, "properties": {} } }))
        .await;
    assert_eq!(line.hear("READY").await["guilds"], json!([]));
    assert!(line.is_silent().await);
    desk.line = line;
    // Commands are there, and say that the server has them.
    let asked = desk.asked("/ping").await;
    let owners = &asked["authorizing_integration_owners"];
    assert_eq!(owners, &json!({ "0": CLUB.to_string() }));
    assert_eq!(
        (&asked["context"], &asked["guild_id"]),
        (&json!(0), &json!(CLUB.to_string()))
    );
    assert_eq!(asked["app_permissions"], Permissions::TALK.0.to_string());
    // Answers can be seen by everyone and are not counted; keys work.
    desk.raw
        .answer(&asked, json!({ "type": 4, "data": with_key("here") }))
        .await;
    for _ in 0..7 {
        let told = desk.raw.follow(&asked, json!({ "content": "more" })).await;
        assert_eq!((told.status, &told.body["flags"]), (200, &json!(0)));
    }
    let seen = desk.bench.person(SECOND_PLAYER).reads();
    assert_eq!(seen.len(), 8);
    let pressed = desk.pressed(&seen[0].id.to_string(), "key").await;
    assert_eq!(desk.raw.answer(&pressed, say("pressed")).await.status, 204);
    // Everything else is out of reach.
    let hello = || json!({ "content": "x" });
    assert_eq!(desk.raw.send(GAMES, hello()).await.refusal(), (403, 50001));
    for path in ["", "/messages"] {
        let told = desk.raw.get(&format!("/channels/{GAMES}{path}")).await;
        assert_eq!(told.refusal(), (403, 50001), "{path}");
    }
    let path = format!("/channels/{GAMES}/messages/{}", seen[0].id);
    assert_eq!(desk.raw.patch(&path, hello()).await.refusal(), (403, 50001));
    let told = desk.raw.get(&format!("/guilds/{CLUB}")).await;
    assert_eq!(told.refusal(), (404, 10004));
    assert_eq!(desk.raw.send(direct, hello()).await.refusal(), (403, 50278));
    // Who has the application in the own account can be written to all the same.
    desk.bench.pull(Lever::SetApp(FIRST_PLAYER, true));
    assert_eq!(desk.raw.send(direct, hello()).await.status, 200);
    desk.bench.pull(Lever::SetApp(FIRST_PLAYER, false));
    desk.bench.pull(Lever::AddCommands(CLUB, false));
    let commands = desk.bench.sandbox.commands(FIRST_PLAYER, GAMES);
    assert_eq!(commands, Ok(Vec::new()));
    desk.bench.pull(Lever::AddBot(CLUB));
    assert_eq!(desk.line.hear("GUILD_CREATE").await["id"], CLUB.to_string());
    assert_eq!(desk.raw.send(GAMES, hello()).await.status, 200);
}

#[tokio::test]
async fn who_may_not_use_external_applications_gets_private_answers() {
    for missing in [Permissions::USE_EXTERNAL_APPS, Permissions::SEND_MESSAGES] {
        let mut desk = Desk::new(Bench::unlogged().await).await;
        desk.bench
            .pull(overwrite(LOUNGE, SECOND_PLAYER, missing, false));
        let board = json!({ "type": 4, "data": with_key("board") });
        // The first player may.
        let asked = desk.asked_at(LOUNGE, "/ping").await;
        desk.raw.answer(&asked, board.clone()).await;
        let seen = desk.bench.person(SPECTATOR).at(LOUNGE).reads();
        assert_eq!(seen.len(), 1);
        // The second may not: what everyone should see only he sees.
        let pressed = desk.pressed(&seen[0].id.to_string(), "key").await;
        desk.raw.answer(&pressed, json!({ "type": 6 })).await;
        for _ in 0..5 {
            let form = json!({ "content": format!("<@{FIRST_PLAYER}>") });
            let told = desk.raw.follow(&pressed, form).await;
            assert_eq!((told.status, &told.body["flags"]), (200, &json!(64)));
        }
        let told = desk.raw.follow(&pressed, json!({ "content": "x" })).await;
        assert_eq!(told.refusal(), (400, 40094));
        assert_eq!(desk.bench.person(FIRST_PLAYER).was_pinged(), 0);
        let second = desk.bench.person(SECOND_PLAYER).at(LOUNGE);
        second.types_and_leaves("/ping");
        let asked = desk.line.asked().await;
        let (id, token) = (text(&asked["id"]), text(&asked["token"]));
        let path = format!("/interactions/{id}/{token}/callback?with_response=true");
        let told = desk.raw.post(&path, board).await;
        assert_eq!(told.body["resource"]["message"]["flags"], 64);
        assert_eq!(told.body["interaction"]["response_message_ephemeral"], true);
        assert_eq!(second.reads().len(), 1 + 5 + 1);
        assert_eq!(desk.bench.person(SPECTATOR).at(LOUNGE).reads().len(), 1);
        // Where the application is installed it does not matter.
        desk.bench
            .pull(overwrite(GAMES, FIRST_PLAYER, missing, false));
        let asked = desk.asked("/ping").await;
        desk.raw.answer(&asked, say("x")).await;
        assert_eq!(desk.bench.person(SPECTATOR).reads().len(), 1);
    }
}

#[tokio::test]
async fn a_private_channel_is_seen_by_whom_it_is_for() {
    let mut desk = Desk::new(Bench::new().await).await;
    let role = desk.bench.sandbox.add_role(CLUB, "Inner circle").unwrap();
    let hidden = desk.bench.sandbox.add_channel(CLUB, "hidden").unwrap();
    let view = Permissions::VIEW_CHANNEL;
    desk.bench.pull(overwrite(hidden, CLUB, view, false));
    desk.bench.pull(overwrite(hidden, role, view, true));
    desk.bench
        .pull(overwrite(hidden, SECOND_PLAYER, view, true));
    desk.bench.pull(Lever::Allow(hidden, view, true));
    desk.bench.pull(Lever::SetRole {
        server: CLUB,
        user: FIRST_PLAYER,
        role,
        has: true,
    });
    // By role, by name, as the owner; not otherwise.
    let sees = |who: Id| desk.bench.sandbox.messages(who, hidden).is_ok();
    assert!(sees(FIRST_PLAYER) && sees(SECOND_PLAYER) && sees(MODERATOR));
    assert!(!sees(SPECTATOR));
    let told = desk.raw.send(hidden, with_key("x")).await;
    let press = |who: Id| {
        json!({
            "as": who.to_string(), "do": "press", "message_id": told.id(), "custom_id": "key",
        })
    };
    assert!(desk.bench.sandbox.act(&press(SPECTATOR)).is_err());
    assert!(desk.bench.sandbox.commands(SPECTATOR, hidden).is_err());
    let overview = desk.bench.sandbox.overview(SPECTATOR).unwrap().to_string();
    assert!(!overview.contains(&hidden.to_string()));
    desk.bench.sandbox.act(&press(SECOND_PLAYER)).unwrap();
    let pressed = desk.line.asked().await;
    desk.raw.answer(&pressed, say("pressed")).await;
    // Nobody is pinged where he does not see it.
    let both = json!({ "content": format!("<@{SPECTATOR}> <@{FIRST_PLAYER}>") });
    desk.raw.send(hidden, both).await;
    assert_eq!(desk.bench.sandbox.pings(hidden), [vec![FIRST_PLAYER]]);
    // A bot finds out by asking.
    let channel = desk.raw.get(&format!("/channels/{hidden}")).await.body;
    let view = view.0.to_string();
    let entry = |id: Id, kind: u8, allow: &str, deny: &str| json!({ "id": id.to_string(), "type": kind, "allow": allow, "deny": deny });
    let overwrites: Vec<Value> = channel["permission_overwrites"].as_array().unwrap().clone();
    for wanted in [
        entry(CLUB, 0, "0", &view),
        entry(role, 0, &view, "0"),
        entry(SECOND_PLAYER, 1, &view, "0"),
    ] {
        assert!(
            overwrites.contains(&wanted),
            "{wanted} is not in {overwrites:?}"
        );
    }
    let roles = desk.raw.get(&format!("/guilds/{CLUB}/roles")).await.body;
    let roles = roles.as_array().unwrap().clone();
    let club = CLUB.to_string();
    let everyone = roles.iter().find(|role| role["id"] == club.as_str());
    assert_eq!(
        everyone.unwrap()["permissions"],
        Permissions::TALK.0.to_string()
    );
    let path = format!("/guilds/{CLUB}/members/{FIRST_PLAYER}");
    assert_eq!(
        desk.raw.get(&path).await.body["roles"],
        json!([role.to_string()])
    );
    let server = desk.raw.get(&format!("/guilds/{CLUB}")).await.body;
    assert_eq!(server["owner_id"], MODERATOR.to_string());
    desk.bench.finish().await;
}

#[tokio::test]
async fn a_channel_can_be_hidden_from_the_bot_as_well() {
    let desk = Desk::new(Bench::unlogged().await).await;
    let hidden = desk.bench.sandbox.add_channel(CLUB, "hidden").unwrap();
    desk.bench
        .pull(overwrite(hidden, CLUB, Permissions::VIEW_CHANNEL, false));
    let told = desk.raw.get(&format!("/channels/{hidden}")).await;
    assert_eq!(told.refusal(), (403, 50001));
    let listed = desk.raw.get(&format!("/guilds/{CLUB}/channels")).await.body;
    assert!(!listed.to_string().contains(&hidden.to_string()));
}

#[tokio::test]
async fn commands_are_used_in_the_posts_of_any_forum() {
    let mut desk = Desk::new(Bench::unlogged().await).await;
    let forum = desk.bench.sandbox.add_forum(CLUB, "talk").unwrap();
    let post = desk
        .bench
        .person(SECOND_PLAYER)
        .posts(forum, "Who plays?", "Anyone?");
    let asked = desk.asked_at(post, "/ping").await;
    assert_eq!(asked["channel_id"], post.to_string());
    assert_eq!(asked["channel"]["type"], 11);
    assert_eq!(asked["channel"]["parent_id"], forum.to_string());
    assert_eq!(asked["channel"]["thread_metadata"]["archived"], false);
    desk.raw.answer(&asked, say("here")).await;
    let told = desk.raw.send(post, json!({ "content": "and here" })).await;
    assert_eq!(told.status, 200);
    let told = desk.raw.send(forum, json!({ "content": "x" })).await;
    assert_eq!(told.refusal(), (400, 50008));
    let seen = desk.bench.person(FIRST_PLAYER).at(post).reads();
    assert_eq!(seen.len(), 3);
    // In the forum itself there are no commands.
    let commands = desk.bench.sandbox.commands(FIRST_PLAYER, forum);
    assert_eq!(commands, Ok(Vec::new()));
    let parent = desk.raw.get(&format!("/channels/{forum}")).await;
    assert_eq!(parent.body["type"], 15);
    // Elsewhere the bot is a guest in posts as well.
    let forum = desk.bench.sandbox.add_forum(ELSEWHERE, "talk").unwrap();
    let post = desk
        .bench
        .person(SECOND_PLAYER)
        .posts(forum, "Who plays?", "Anyone?");
    let asked = desk.asked_at(post, "/ping").await;
    assert_eq!(desk.raw.answer(&asked, say("here")).await.status, 204);
    let told = desk.raw.send(post, json!({ "content": "x" })).await;
    assert_eq!(told.refusal(), (403, 50001));
}
