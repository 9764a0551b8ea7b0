//! How Discord says no.

use serde_json::{Map, Value, json};

/// A request that is refused: a status and Discord's own code and words.
#[derive(Clone, PartialEq, Debug)]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// Discord's code.
    pub code: u32,
    /// Discord's message.
    pub message: String,
    /// Where in the form the faults lie.
    pub errors: Option<Value>,
}

impl ApiError {
    /// A refusal without places.
    pub fn new(status: u16, code: u32, message: &str) -> Self {
        Self {
            status,
            code,
            message: message.to_owned(),
            errors: None,
        }
    }

    /// Something that does not exist, or that the bot can't know of.
    pub fn unknown(what: Unknown) -> Self {
        let (code, name) = match what {
            Unknown::Application => (10002, "Application"),
            Unknown::Channel => (10003, "Channel"),
            Unknown::Guild => (10004, "Guild"),
            Unknown::Member => (10007, "Member"),
            Unknown::Message => (10008, "Message"),
            Unknown::User => (10013, "User"),
            Unknown::Webhook => (10015, "Webhook"),
            Unknown::Interaction => (10062, "interaction"),
            Unknown::Command => (10063, "application command"),
        };
        Self::new(404, code, &format!("Unknown {name}"))
    }

    /// The bot does not see that.
    pub fn missing_access() -> Self {
        Self::new(403, 50001, "Missing Access")
    }

    /// The bot may not do that.
    pub fn missing_permissions() -> Self {
        Self::new(403, 50013, "Missing Permissions")
    }

    /// Discord can do that, but the sandbox can't.
    pub fn not_implemented(what: &str) -> Self {
        Self::new(
            501,
            0,
            &format!("501: Not implemented by the sandbox: {what}"),
        )
    }

    /// One field of the form is wrong.
    pub fn field(path: &str, code: &str, message: &str) -> Self {
        let mut errors = FormErrors::default();
        errors.add(path, code, message);
        errors.into_error()
    }

    /// The form was part of another one, under a name.
    #[must_use]
    pub fn nested_under(mut self, name: &str) -> Self {
        self.errors = self.errors.map(|errors| json!({ name: errors }));
        self
    }

    /// The body of the answer.
    pub fn body(&self) -> Value {
        let mut body = json!({ "message": self.message, "code": self.code });
        if let Some(errors) = &self.errors {
            body["errors"] = errors.clone();
        }
        body
    }
}

/// What there is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// Another application.
    Application,
    /// A channel or thread.
    Channel,
    /// A server.
    Guild,
    /// Someone on a server.
    Member,
    /// A message.
    Message,
    /// A person.
    User,
    /// An interaction's token that never was, or was not answered.
    Webhook,
    /// An interaction that never was, or was not answered in time.
    Interaction,
    /// A command.
    Command,
}

/// The faults of a form, each at its place.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FormErrors {
    tree: Map<String, Value>,
}

impl FormErrors {
    /// Notes a fault at a place such as `embeds.0.title`.
    pub fn add(&mut self, path: &str, code: &str, message: &str) {
        let mut here = &mut self.tree;
        for part in path.split('.').filter(|part| !part.is_empty()) {
            let next = here
                .entry(part.to_owned())
                .or_insert_with(|| Value::Object(Map::new()));
            // Only objects are ever put in.
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

    /// Is a text as long as it must be, in characters?
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

    /// Are there as many as there may be?
    pub fn check_count(&mut self, path: &str, count: usize, min: usize, max: usize) {
        if !(min..=max).contains(&count) {
            let message = format!("Must be between {min} and {max} in length.");
            self.add(path, "BASE_TYPE_BAD_LENGTH", &message);
        }
    }

    /// Nothing, or the refusal of the whole form.
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
    fn faults_stand_where_they_lie() {
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
