//! Unusual installs and permissions: commands without a bot, users without `USE_EXTERNAL_APPS`,
//! private channels, forum posts.

use hexpost_sandbox::permissions::Permissions;
use hexpost_sandbox::{
    CLUB, ControlAction, ELSEWHERE, FIRST_PLAYER, GAMES, Id, LOUNGE, MODERATOR, SECOND_PLAYER,
    SPECTATOR,
};
use serde_json::{Value, json};

use super::raw_client::{GatewayClient, text};
use super::scripted_bot::{ScriptedBot, respond_with, with_button};
use crate::harness::Harness;

/// A control action that allows or denies a permission in a channel.
fn overwrite(channel: Id, who: Id, what: Permissions, is_allowed: bool) -> ControlAction {
    ControlAction::Overwrite {
        channel,
        who,
        what,
        is_allowed: Some(is_allowed),
    }
}

#[tokio::test]
async fn a_guild_can_install_the_commands_without_the_bot() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let open = json!({ "recipient_id": FIRST_PLAYER.to_string() });
    let direct = bot.rest.post("/users/@me/channels", open).await;
    let direct = direct.id().parse().unwrap();
    bot.harness.control(ControlAction::AddCommands(CLUB, true));
    for person in [FIRST_PLAYER, SECOND_PLAYER] {
        bot.harness.control(ControlAction::SetApp(person, false));
    }
    // A new session receives no guild.
    let mut gateway = GatewayClient::connect(&bot.harness).await;
    let token = bot.harness.sandbox.token();
    gateway
        .send(json!({ "op": 2, "d": { "token": token, "intents": 1, "properties": {} } }))
        .await;
    assert_eq!(gateway.event("READY").await["guilds"], json!([]));
    assert!(gateway.is_silent().await);
    bot.gateway = gateway;
    // The commands are available and name the guild as owner.
    let interaction = bot.command("/ping").await;
    let owners = &interaction["authorizing_integration_owners"];
    assert_eq!(owners, &json!({ "0": CLUB.to_string() }));
    assert_eq!(
        (&interaction["context"], &interaction["guild_id"]),
        (&json!(0), &json!(CLUB.to_string()))
    );
    assert_eq!(
        interaction["app_permissions"],
        Permissions::TALK.0.to_string()
    );
    // Responses are public, follow-ups are unlimited, and buttons work.
    bot.rest
        .callback(
            &interaction,
            json!({ "type": 4, "data": with_button("here") }),
        )
        .await;
    for _ in 0..7 {
        let response = bot
            .rest
            .follow_up(&interaction, json!({ "content": "more" }))
            .await;
        assert_eq!((response.status, &response.body["flags"]), (200, &json!(0)));
    }
    let seen = bot.harness.person(SECOND_PLAYER).reads();
    assert_eq!(seen.len(), 8);
    let pressed = bot.press(&seen[0].id.to_string(), "key").await;
    assert_eq!(
        bot.rest
            .callback(&pressed, respond_with("pressed"))
            .await
            .status,
        204
    );
    // Everything else is out of reach.
    let hello = || json!({ "content": "x" });
    assert_eq!(bot.rest.send(GAMES, hello()).await.error(), (403, 50001));
    for path in ["", "/messages"] {
        let response = bot.rest.get(&format!("/channels/{GAMES}{path}")).await;
        assert_eq!(response.error(), (403, 50001), "{path}");
    }
    let path = format!("/channels/{GAMES}/messages/{}", seen[0].id);
    assert_eq!(bot.rest.patch(&path, hello()).await.error(), (403, 50001));
    let response = bot.rest.get(&format!("/guilds/{CLUB}")).await;
    assert_eq!(response.error(), (404, 10004));
    assert_eq!(bot.rest.send(direct, hello()).await.error(), (403, 50278));
    // A user with a user install still accepts DMs.
    bot.harness
        .control(ControlAction::SetApp(FIRST_PLAYER, true));
    assert_eq!(bot.rest.send(direct, hello()).await.status, 200);
    bot.harness
        .control(ControlAction::SetApp(FIRST_PLAYER, false));
    bot.harness.control(ControlAction::AddCommands(CLUB, false));
    let commands = bot.harness.sandbox.commands(FIRST_PLAYER, GAMES);
    assert_eq!(commands, Ok(Vec::new()));
    bot.harness.control(ControlAction::AddBot(CLUB));
    assert_eq!(
        bot.gateway.event("GUILD_CREATE").await["id"],
        CLUB.to_string()
    );
    assert_eq!(bot.rest.send(GAMES, hello()).await.status, 200);
}

#[tokio::test]
async fn responses_are_ephemeral_without_use_external_apps() {
    for missing in [Permissions::USE_EXTERNAL_APPS, Permissions::SEND_MESSAGES] {
        let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
        bot.harness
            .control(overwrite(LOUNGE, SECOND_PLAYER, missing, false));
        let board = json!({ "type": 4, "data": with_button("board") });
        // The first player has the permission.
        let interaction = bot.command_at(LOUNGE, "/ping").await;
        bot.rest.callback(&interaction, board.clone()).await;
        let seen = bot.harness.person(SPECTATOR).at(LOUNGE).reads();
        assert_eq!(seen.len(), 1);
        // The second player hasn't: a public response becomes ephemeral.
        let pressed = bot.press(&seen[0].id.to_string(), "key").await;
        bot.rest.callback(&pressed, json!({ "type": 6 })).await;
        for _ in 0..5 {
            let payload = json!({ "content": format!("<@{FIRST_PLAYER}>") });
            let response = bot.rest.follow_up(&pressed, payload).await;
            assert_eq!(
                (response.status, &response.body["flags"]),
                (200, &json!(64))
            );
        }
        let response = bot
            .rest
            .follow_up(&pressed, json!({ "content": "x" }))
            .await;
        assert_eq!(response.error(), (400, 40094));
        assert_eq!(bot.harness.person(FIRST_PLAYER).was_pinged(), 0);
        let second = bot.harness.person(SECOND_PLAYER).at(LOUNGE);
        second.types_and_leaves("/ping");
        let interaction = bot.gateway.interaction().await;
        let (id, token) = (text(&interaction["id"]), text(&interaction["token"]));
        let path = format!("/interactions/{id}/{token}/callback?with_response=true");
        let response = bot.rest.post(&path, board).await;
        assert_eq!(response.body["resource"]["message"]["flags"], 64);
        assert_eq!(
            response.body["interaction"]["response_message_ephemeral"],
            true
        );
        assert_eq!(second.reads().len(), 1 + 5 + 1);
        assert_eq!(bot.harness.person(SPECTATOR).at(LOUNGE).reads().len(), 1);
        // Where the application is installed, the permission doesn't matter.
        bot.harness
            .control(overwrite(GAMES, FIRST_PLAYER, missing, false));
        let interaction = bot.command("/ping").await;
        bot.rest.callback(&interaction, respond_with("x")).await;
        assert_eq!(bot.harness.person(SPECTATOR).reads().len(), 1);
    }
}

#[tokio::test]
async fn private_channels_follow_their_overwrites() {
    let mut bot = ScriptedBot::new(Harness::new().await).await;
    let role = bot.harness.sandbox.add_role(CLUB, "Inner circle").unwrap();
    let hidden = bot.harness.sandbox.add_channel(CLUB, "hidden").unwrap();
    let view = Permissions::VIEW_CHANNEL;
    bot.harness.control(overwrite(hidden, CLUB, view, false));
    bot.harness.control(overwrite(hidden, role, view, true));
    bot.harness
        .control(overwrite(hidden, SECOND_PLAYER, view, true));
    bot.harness
        .control(ControlAction::Allow(hidden, view, true));
    bot.harness.control(ControlAction::SetRole {
        server: CLUB,
        user: FIRST_PLAYER,
        role,
        has: true,
    });
    // Access by role, by user and as the owner; nobody else.
    let sees = |who: Id| bot.harness.sandbox.messages(who, hidden).is_ok();
    assert!(sees(FIRST_PLAYER) && sees(SECOND_PLAYER) && sees(MODERATOR));
    assert!(!sees(SPECTATOR));
    let response = bot.rest.send(hidden, with_button("x")).await;
    let press = |who: Id| {
        json!({
            "as": who.to_string(), "do": "press", "message_id": response.id(), "custom_id": "key",
        })
    };
    assert!(bot.harness.sandbox.act(&press(SPECTATOR)).is_err());
    assert!(bot.harness.sandbox.commands(SPECTATOR, hidden).is_err());
    let overview = bot.harness.sandbox.overview(SPECTATOR).unwrap().to_string();
    assert!(!overview.contains(&hidden.to_string()));
    bot.harness.sandbox.act(&press(SECOND_PLAYER)).unwrap();
    let pressed = bot.gateway.interaction().await;
    bot.rest.callback(&pressed, respond_with("pressed")).await;
    // Users who can't see the channel aren't pinged.
    let both = json!({ "content": format!("<@{SPECTATOR}> <@{FIRST_PLAYER}>") });
    bot.rest.send(hidden, both).await;
    assert_eq!(bot.harness.sandbox.pings(hidden), [vec![FIRST_PLAYER]]);
    // The bot can find that out through REST.
    let channel = bot.rest.get(&format!("/channels/{hidden}")).await.body;
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
    let roles = bot.rest.get(&format!("/guilds/{CLUB}/roles")).await.body;
    let roles = roles.as_array().unwrap().clone();
    let club = CLUB.to_string();
    let everyone = roles.iter().find(|role| role["id"] == club.as_str());
    assert_eq!(
        everyone.unwrap()["permissions"],
        Permissions::TALK.0.to_string()
    );
    let path = format!("/guilds/{CLUB}/members/{FIRST_PLAYER}");
    assert_eq!(
        bot.rest.get(&path).await.body["roles"],
        json!([role.to_string()])
    );
    let server = bot.rest.get(&format!("/guilds/{CLUB}")).await.body;
    assert_eq!(server["owner_id"], MODERATOR.to_string());
    bot.harness.finish().await;
}

#[tokio::test]
async fn a_channel_can_be_hidden_from_the_bot_as_well() {
    let bot = ScriptedBot::new(Harness::unlogged().await).await;
    let hidden = bot.harness.sandbox.add_channel(CLUB, "hidden").unwrap();
    bot.harness
        .control(overwrite(hidden, CLUB, Permissions::VIEW_CHANNEL, false));
    let response = bot.rest.get(&format!("/channels/{hidden}")).await;
    assert_eq!(response.error(), (403, 50001));
    let listed = bot.rest.get(&format!("/guilds/{CLUB}/channels")).await.body;
    assert!(!listed.to_string().contains(&hidden.to_string()));
}

#[tokio::test]
async fn commands_work_in_forum_posts() {
    let mut bot = ScriptedBot::new(Harness::unlogged().await).await;
    let forum = bot.harness.sandbox.add_forum(CLUB, "talk").unwrap();
    let post = bot
        .harness
        .person(SECOND_PLAYER)
        .posts(forum, "Who plays?", "Anyone?");
    let interaction = bot.command_at(post, "/ping").await;
    assert_eq!(interaction["channel_id"], post.to_string());
    assert_eq!(interaction["channel"]["type"], 11);
    assert_eq!(interaction["channel"]["parent_id"], forum.to_string());
    assert_eq!(interaction["channel"]["thread_metadata"]["archived"], false);
    bot.rest.callback(&interaction, respond_with("here")).await;
    let response = bot.rest.send(post, json!({ "content": "and here" })).await;
    assert_eq!(response.status, 200);
    let response = bot.rest.send(forum, json!({ "content": "x" })).await;
    assert_eq!(response.error(), (400, 50008));
    let seen = bot.harness.person(FIRST_PLAYER).at(post).reads();
    assert_eq!(seen.len(), 3);
    // The forum channel itself has no commands.
    let commands = bot.harness.sandbox.commands(FIRST_PLAYER, forum);
    assert_eq!(commands, Ok(Vec::new()));
    let parent = bot.rest.get(&format!("/channels/{forum}")).await;
    assert_eq!(parent.body["type"], 15);
    // In a guild without the bot, posts only have the user install.
    let forum = bot.harness.sandbox.add_forum(ELSEWHERE, "talk").unwrap();
    let post = bot
        .harness
        .person(SECOND_PLAYER)
        .posts(forum, "Who plays?", "Anyone?");
    let interaction = bot.command_at(post, "/ping").await;
    assert_eq!(
        bot.rest
            .callback(&interaction, respond_with("here"))
            .await
            .status,
        204
    );
    let response = bot.rest.send(post, json!({ "content": "x" })).await;
    assert_eq!(response.error(), (403, 50001));
}
