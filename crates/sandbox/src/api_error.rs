//! Error responses of the REST API.

use serde_json::{Map, Value, json};

/// An error response: an HTTP status with Discord's error code and message.
#[derive(Clone, PartialEq, Debug)]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// Discord's JSON error code.
    pub code: u32,
    /// Discord's message.
    pub message: String,
    /// For an invalid payload, the errors by field.
    pub errors: Option<Value>,
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "HTTP {}, code {}: {}",
            self.status, self.code, self.message
        )
    }
}

impl std::error::Error for ApiError {}

impl ApiError {
    /// An error without field errors.
    pub fn new(status: u16, code: u32, message: &str) -> Self {
        Self {
            status,
            code,
            message: message.to_owned(),
            errors: None,
        }
    }

    /// 404: the object doesn't exist, or the bot can't know of it.
    pub fn unknown(what: Unknown) -> Self {
        let (code, name) = match what {
            Unknown::Application => (10002, "Application"),
            Unknown::Channel => (10003, "Channel"),
            Unknown::Guild => (10004, "Guild"),
            Unknown::Member => (10007, "Member"),
            Unknown::Message => (10008, "Message"),
            Unknown::Role => (10011, "Role"),
            Unknown::User => (10013, "User"),
            Unknown::Emoji => (10014, "Emoji"),
            Unknown::Webhook => (10015, "Webhook"),
            Unknown::Interaction => (10062, "interaction"),
            Unknown::ApplicationCommand => (10063, "application command"),
        };
        Self::new(404, code, &format!("Unknown {name}"))
    }

    /// 403: the bot can't view the channel.
    pub fn missing_access() -> Self {
        Self::new(403, 50001, "Missing Access")
    }

    /// 403: the bot lacks a permission.
    pub fn missing_permissions() -> Self {
        Self::new(403, 50013, "Missing Permissions")
    }

    /// 501: Discord supports this, the sandbox doesn't.
    pub fn not_implemented(what: &str) -> Self {
        Self::new(
            501,
            0,
            &format!("501: Not implemented by the sandbox: {what}"),
        )
    }

    /// 400: one field of the payload is invalid.
    pub fn field(path: &str, code: &str, message: &str) -> Self {
        let mut errors = FormErrors::default();
        errors.add(path, code, message);
        errors.into_error()
    }

    /// Moves the field errors under `name`, for a payload that was nested in another.
    #[must_use]
    pub fn nested_under(mut self, name: &str) -> Self {
        self.errors = self.errors.map(|errors| json!({ name: errors }));
        self
    }

    /// The response body.
    pub fn body(&self) -> Value {
        let mut body = json!({ "message": self.message, "code": self.code });
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }
}

/// The kind of object in an "Unknown …" error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// An application other than the bot's.
    Application,
    /// A channel or thread.
    Channel,
    /// A guild.
    Guild,
    /// A member of a guild.
    Member,
    /// A message.
    Message,
    /// A role of a guild.
    Role,
    /// A user.
    User,
    /// An emoji of the application.
    Emoji,
    /// An interaction token that doesn't exist or has no first response yet.
    Webhook,
    /// An interaction that doesn't exist or wasn't responded to in time.
    Interaction,
    /// An application command.
    ApplicationCommand,
}

/// Collects the errors of a payload by field.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FormErrors {
    tree: Map<String, Value>,
}

impl FormErrors {
    /// Adds an error for a field such as `embeds.0.title`.
    pub fn add(&mut self, path: &str, code: &str, message: &str) {
        let mut here = &mut self.tree;
        for part in path.split('.').filter(|part| !part.is_empty()) {
            let next = here
                .entry(part.to_owned())
                .or_insert_with(|| Value::Object(Map::new()));
            // Always an object, because nothing else is inserted.
            let Value::Object(next) = next else { return };
            here = next;
        }
        let list = here
            .entry("_errors".to_owned())
            .or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(list) = list {
            list.push(json!({ "code": code, "message": message }));
        }
    }

    /// Adds an error unless `text` has between `min` and `max` characters.
    pub fn check_length(&mut self, path: &str, text: &str, min: usize, max: usize) {
        let length = text.chars().count();
        if length > max {
            let message = format!("Must be {max} or fewer in length.");
            self.add(path, "BASE_TYPE_MAX_LENGTH", &message);
        } else if length < min {
            let message = match (length, min) {
                (0, 1) => {
                    self.add(path, "BASE_TYPE_REQUIRED", "This field is required");
                    return;
                }
                _ => format!("Must be {min} or more in length."),
            };
            self.add(path, "BASE_TYPE_MIN_LENGTH", &message);
        }
    }

    /// Adds an error unless `count` is between `min` and `max`.
    pub fn check_count(&mut self, path: &str, count: usize, min: usize, max: usize) {
        if !(min..=max).contains(&count) {
            let message = format!("Must be between {min} and {max} in length.");
            self.add(path, "BASE_TYPE_BAD_LENGTH", &message);
        }
    }

    /// An "Invalid Form Body" error if any field has an error.
    pub fn into_result(self) -> Result<(), ApiError> {
        if self.tree.is_empty() {
            return Ok(());
        }
        Err(self.into_error())
    }

    fn into_error(self) -> ApiError {
        ApiError {
            status: 400,
            code: 50035,
            message: "Invalid Form Body".to_owned(),
            errors: Some(Value::Object(self.tree)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_nested_by_field() {
        let mut errors = FormErrors::default();
        errors.check_length("content", &"x".repeat(2001), 0, 2000);
        errors.check_length("embeds.0.title", "", 1, 256);
        let error = errors.into_result().unwrap_err();
        assert_eq!((error.status, error.code), (400, 50035));
        let body = error.body();
        assert_eq!(
            body["errors"]["content"]["_errors"][0]["code"],
            "BASE_TYPE_MAX_LENGTH"
        );
        assert_eq!(
            body["errors"]["embeds"]["0"]["title"]["_errors"][0]["code"],
            "BASE_TYPE_REQUIRED"
        );
        assert_eq!(FormErrors::default().into_result(), Ok(()));
    }
}
