//! Discord's JSON error codes, by the names of its documentation.

/// Unknown channel.
pub(crate) const UNKNOWN_CHANNEL: isize = 10003;
/// Unknown guild.
pub(crate) const UNKNOWN_GUILD: isize = 10004;
/// Unknown member.
pub(crate) const UNKNOWN_MEMBER: isize = 10007;
/// Unknown message.
pub(crate) const UNKNOWN_MESSAGE: isize = 10008;
/// Unknown user.
pub(crate) const UNKNOWN_USER: isize = 10013;
/// Unknown webhook.
pub(crate) const UNKNOWN_WEBHOOK: isize = 10015;
/// Unknown interaction.
pub(crate) const UNKNOWN_INTERACTION: isize = 10062;
/// Maximum number of edits to messages older than 1 hour reached.
pub(crate) const MAXIMUM_EDITS_TO_OLD_MESSAGES: isize = 30046;
/// Unauthorized: the token is not accepted.
pub(crate) const UNAUTHORIZED: isize = 40001;
/// Direct messages are opened too fast.
pub(crate) const OPENING_DMS_TOO_FAST: isize = 40003;
/// The interaction has already been acknowledged.
pub(crate) const INTERACTION_ALREADY_ACKNOWLEDGED: isize = 40060;
/// The interaction has reached the maximum number of follow-up messages.
pub(crate) const MAXIMUM_FOLLOW_UPS: isize = 40094;
/// Missing access.
pub(crate) const MISSING_ACCESS: isize = 50001;
/// Cannot send messages to this user.
pub(crate) const CANNOT_MESSAGE_USER: isize = 50007;
/// Cannot send messages in a non-text channel.
pub(crate) const NON_TEXT_CHANNEL: isize = 50008;
/// Missing permissions.
pub(crate) const MISSING_PERMISSIONS: isize = 50013;
/// Cannot execute the action on this channel type.
pub(crate) const WRONG_CHANNEL_TYPE: isize = 50024;
/// Invalid webhook token.
pub(crate) const INVALID_WEBHOOK_TOKEN: isize = 50027;
/// The thread is archived.
pub(crate) const THREAD_ARCHIVED: isize = 50083;
/// Cannot send messages to this user: no mutual guilds.
pub(crate) const NO_MUTUAL_GUILDS: isize = 50278;
/// A thread has already been created for this message.
pub(crate) const THREAD_ALREADY_CREATED: isize = 160_004;
/// The maximum number of active threads is reached.
pub(crate) const MAXIMUM_ACTIVE_THREADS: isize = 160_006;
/// The thread is locked.
pub(crate) const THREAD_LOCKED: isize = 160_005;
