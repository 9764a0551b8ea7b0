//! Parses the JSON that the page sends to `/sandbox/misbehave` into a [`ControlAction`].

use std::time::Duration;

use serde_json::Value;

use super::control::ControlAction;
use super::id;
use super::permissions::Permissions;
use super::user_action::ActionError;

/// The control action described by a request of the page.
pub(super) fn parse_action(request: &Value) -> Result<ControlAction, ActionError> {
    let number = |name: &str| id::field(request, name).ok_or_else(|| format!("{name} is missing"));
    let is_on = request["on"].as_bool().unwrap_or(true);
    let count = |name: &str| request[name].as_u64().unwrap_or(1).min(1_000_000);
    let path = || request["path"].as_str().filter(|path| !path.is_empty());
    let path = || path().map(str::to_owned);
    Ok(match request["do"].as_str().unwrap_or_default() {
        "drop_gateway" => ControlAction::DropGateway,
        "freeze_gateway" => ControlAction::FreezeGateway(is_on),
        "invalidate_sessions" => ControlAction::InvalidateSessions {
            resumable: request["resumable"] == true,
        },
        "ask_reconnect" => ControlAction::AskReconnect,
        "reject_token" => ControlAction::RejectToken(is_on),
        "redeliver" => ControlAction::Redeliver,
        "garble" => ControlAction::Garble(1),
        "answer" => ControlAction::Answer {
            status: count("status") as u16,
            times: count("times") as u32,
            path: path(),
            wait: Duration::from_millis(request["wait_ms"].as_u64().unwrap_or(300).min(86_400_000)),
        },
        "refuse" => ControlAction::Refuse {
            status: count("status") as u16,
            code: count("code") as u32,
            times: count("times") as u32,
            path: path(),
        },
        "answer_page" => ControlAction::AnswerPage {
            status: count("status") as u16,
            times: count("times") as u32,
            path: path(),
        },
        "cut_answers" => ControlAction::CutAnswers {
            times: count("times") as u32,
            path: path(),
        },
        "spend_callbacks" => ControlAction::SpendCallbacks {
            times: count("times") as u32,
            wait: Duration::from_millis(request["wait_ms"].as_u64().unwrap_or(300).min(86_400_000)),
        },
        "delay" => ControlAction::Delay(Duration::from_millis(count("ms"))),
        "lose_answers" => ControlAction::LoseAnswers(count("times") as u32),
        "advance" => ControlAction::Advance(Duration::from_secs(
            request["seconds"].as_u64().unwrap_or(0),
        )),
        "close_dms" => ControlAction::CloseDms(number("user_id")?, is_on),
        "set_app" => ControlAction::SetApp(number("user_id")?, is_on),
        "set_locale" => {
            let locale = request["locale"].as_str().unwrap_or_default();
            ControlAction::SetLocale(number("user_id")?, locale.to_owned())
        }
        "delete_channel" => ControlAction::DeleteChannel(number("channel_id")?),
        "delete_message" => {
            ControlAction::DeleteMessage(number("channel_id")?, number("message_id")?)
        }
        verb @ ("deny" | "allow") => {
            let name = request["permission"].as_str().unwrap_or_default();
            let permission = Permissions::named(name).ok_or("there is no such permission")?;
            let channel = number("channel_id")?;
            if verb == "deny" {
                ControlAction::Deny(channel, permission, is_on)
            } else {
                ControlAction::Allow(channel, permission, is_on)
            }
        }
        "overwrite" => ControlAction::Overwrite {
            channel: number("channel_id")?,
            who: number("who_id")?,
            what: request["permission"]
                .as_str()
                .and_then(Permissions::named)
                .ok_or("there is no such permission")?,
            is_allowed: request["allowed"].as_bool(),
        },
        "archive_thread" => ControlAction::ArchiveThread(number("channel_id")?, is_on),
        "lock_thread" => ControlAction::LockThread(number("channel_id")?, is_on),
        "remove_bot" => ControlAction::RemoveBot(number("server_id")?),
        "add_bot" => ControlAction::AddBot(number("server_id")?),
        "add_commands" => ControlAction::AddCommands(number("server_id")?, is_on),
        "set_role" => ControlAction::SetRole {
            server: number("server_id")?,
            user: number("user_id")?,
            role: number("role_id")?,
            has: is_on,
        },
        "need_tag" => ControlAction::NeedTag(number("channel_id")?, is_on),
        "moderate_tags" => ControlAction::ModerateTags(number("channel_id")?, is_on),
        "system_channel" => {
            ControlAction::SystemChannel(number("server_id")?, id::field(request, "channel_id"))
        }
        other => return Err(format!("there is no control action {other:?}")),
    })
}
