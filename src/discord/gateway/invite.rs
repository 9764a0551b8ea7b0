//! The link that adds the bot to a server.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use serenity::all::Permissions;

/// The permissions that the bot needs.
pub(crate) const NEEDED: Permissions = Permissions::VIEW_CHANNEL
    .union(Permissions::SEND_MESSAGES)
    .union(Permissions::SEND_MESSAGES_IN_THREADS)
    .union(Permissions::CREATE_PUBLIC_THREADS)
    .union(Permissions::ATTACH_FILES)
    .union(Permissions::READ_MESSAGE_HISTORY);

/// The link for the bot with this token; `None` if the token is malformed.
pub fn invite(token: &str) -> Option<String> {
    // A token begins with the encoded id of the application.
    let first = token.split('.').next()?.trim_end_matches('=');
    let id = String::from_utf8(STANDARD_NO_PAD.decode(first).ok()?).ok()?;
    id.parse().ok().map(invite_link)
}

/// The link for an application.
pub(crate) fn invite_link(id: u64) -> String {
    let needed = NEEDED.bits();
    format!(
        "https://discord.com/oauth2/authorize?client_id={id}&scope=bot+applications.commands&permissions={needed}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_link_names_the_bot_and_asks_for_little() {
        // Has the form of a token, but is not a real one.
        let token = "ODAwMDAwMDAwMDAwMDAwMDAx.X4Yyyy.aaaaaaaaaaaaaaaaaaaaaaaaaaa";
        let link = invite(token).unwrap();
        assert!(link.contains("client_id=800000000000000001&"), "{link}");
        let permissions = link.rsplit('=').next().unwrap().parse::<u64>().unwrap();
        let administrator = 1 << 3;
        assert_eq!(permissions & administrator, 0);
        assert_eq!(invite("nonsense"), None);
    }
}
